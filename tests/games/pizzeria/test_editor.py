"""Pizzeria set up by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.errors import BadPosition, IllegalMove
from pizzabox.engine.position import Position
from pizzabox.games.pizzeria.board import BY_NAME, COPIES, LEAVES, OFFERS, RING, TYPE_NAMES, TYPES
from pizzabox.games.pizzeria.move_codes import CHEW, DIVIDE, OVER, PHASES, PICK
from tests.helpers import entered, laid


def start(**options: object) -> Position:
    return pizzabox.load("pizzeria", **options).start(seed=2)


def everything(s: Any) -> Counter[int]:
    """All slices wherever they lie."""
    found: Counter[int] = Counter(t for row in range(6) for i in range(RING) if (t := s.piles[row, i]))
    found.update(t for t in s.aside if t)
    for p in range(6):
        for t in range(TYPES):
            found[t] += s.saved[p, t] + s.ate[p, t]
    taken = [s.share[k] for k in range(6) if s.taker[k]]
    found.update(t for i, t in enumerate(s.pizza) if t and (s.plate >> i & 1 or not any(m >> i & 1 for m in taken)))
    return +found


def all_there(pos: Position) -> bool:
    s = pos.state
    return all(everything(s)[t] == COPIES[s.leaves, pos.game.players, t] for t in range(1, TYPES))


def test_a_slice_changes_places_with_a_hidden_one() -> None:
    pos = entered(start(players=4), {"stage": "divide"})
    assert pos.state.phase == DIVIDE and all(pos.state.pizza) and all_there(pos)
    before = [TYPE_NAMES[t] for t in pos.state.pizza]
    made = laid(pos, "11", "slice 1", "slice 2")
    assert [TYPE_NAMES[t] for t in made.state.pizza] == ["11", "11", *before[2:]] and all_there(made)
    tomatoes = laid(made, "2", "slice 3", "slice 4")
    with pytest.raises(BadPosition, match="only 2 slices of this kind, tomato 2, but 3 are face up"):
        laid(tomatoes, "2", "slice 5")
    with pytest.raises(IllegalMove, match="Tap a slice"):
        laid(made, "2", "cut 1")


def test_rounds_stages_and_who_slices() -> None:
    pos = start(players=4)
    with pytest.raises(BadPosition, match=r"With 3 piles left, 11 slices are face up.*Here it's 0, so give 11 more"):
        entered(pos, {"round": 2})
    later = entered(pos, {"round": 3, "slicer": "2", "missing": "1"})
    assert later.state.rounds == 2 and later.actors == (2,) and all_there(later)
    assert sum(later.state.saved[p, t] for p in range(4) for t in range(TYPES)) == 22
    back = entered(later, {"round": 1, "missing": "1"})
    assert back.state.rounds == 0 and all_there(back)
    last = entered(later, {"round": 4, "missing": "1"})
    assert last.state.phase == DIVIDE, "the last pile comes by itself"
    over = entered(last, {"stage": "over", "missing": "1"})
    assert over.over and over.state.phase == OVER and over.winners


def test_saved_and_eaten_slices_change_hands() -> None:
    pos = entered(start(players=3), {"round": 2, "missing": "1"})
    s = pos.state
    t = next(t for t in range(1, TYPES) if s.saved[0, t] and LEAVES[t])
    moved = entered(pos, {f"saved.0.{t}": s.saved[0, t] - 1, f"ate.1.{t}": s.ate[1, t] + 1})
    assert moved.state.bites[1] == s.bites[1] + 1 and all_there(moved)
    with pytest.raises(BadPosition, match="Here it's 10, so give 1 more"):
        entered(pos, {f"saved.0.{t}": s.saved[0, t] - 1})
    with pytest.raises(BadPosition, match=r"Here it's 12, so take 1 away"):
        entered(pos, {f"saved.0.{t}": s.saved[0, t] + 1})


def test_portions_and_who_took_them() -> None:
    pos = entered(start(players=3), {"slicer": "0", "stage": "pick"})
    assert pos.state.phase == PICK and [m.bit_count() for m in pos.state.share[:3]] == [4, 4, 3]
    cut = entered(pos, {"portion.3": "1"})
    assert [m.bit_count() for m in cut.state.share[:3]] == [3, 5, 3] and cut.actors == (1,)
    with pytest.raises(BadPosition, match="must all be next to each other"):
        entered(pos, {"portion.1": "2"})
    with pytest.raises(BadPosition, match="With 1 portion taken, it must have been: Green"):
        entered(pos, {"taker.0": "1"})
    taken = entered(pos, {"taker.0": "2", "missing": "1"})
    assert taken.actors == (2,) and taken.state.turn == 1 and all_there(taken)
    with pytest.raises(BadPosition, match="Someone has just taken a portion"):
        entered(pos, {"stage": "chew"})
    mine = laid(pos, "11", "slice 1")
    mine.play(mine.legal()[0])
    assert mine.state.phase == CHEW
    eaten = laid(mine, "9", "slice 1")
    assert eaten.state.pizza[0] == BY_NAME["9"] and eaten.state.plate == mine.state.plate
    with pytest.raises(IllegalMove, match="without leaves"):
        laid(mine, "2", "slice 1")


@pytest.mark.parametrize(("variant", "turn"), [("solo", 0), ("solo-easy", 0), ("solo-hard", 1)])
def test_jeff_does_at_once_what_he_does(variant: str, turn: int) -> None:
    pos = pizzabox.load("pizzeria", players=1, variant=variant).start(seed=2)
    made = entered(pos, {"slicer": "1"})
    assert made.actors == (0,) and made.state.phase == PICK and made.state.turn == turn


def test_the_form_keeps_the_first_slicer_that_was_chosen() -> None:
    pos = pizzabox.load("pizzeria", players=3, first="green").start(seed=2)
    assert entered(pos, {"slicer": "1"}).actors == (1,)
    with pytest.raises(BadPosition, match="with the option first, Green slices first, not White"):
        entered(pos, {"slicer": "2"})


def test_offers_lie_where_the_form_says() -> None:
    pos = entered(start(players=3, variant="advanced"), {"round": 3, "missing": "1", "stage": "divide"})
    assert pos.state.tile and sum(h > 0 for h in pos.state.holder) == 2
    s = pos.state
    box = [f"offer.{OFFERS[o]}" for o in range(12) if not s.seen >> o & 1]
    held = [f"offer.{OFFERS[o]}" for o in range(12) if s.holder[o]]
    with pytest.raises(BadPosition, match=r"3 offers are out.*Here it's 4"):
        entered(pos, {box[0]: "1"})
    with pytest.raises(BadPosition, match="Only one offer goes with a pizza"):
        entered(pos, {box[0]: "table"})
    moved = entered(pos, {held[0]: "box", box[0]: "2"})
    assert moved.state.holder[OFFERS.index(box[0][-1])] == 3 and not moved.state.holder[OFFERS.index(held[0][-1])]
    assert moved.state.phase == DIVIDE and all_there(moved)


def test_offers_d_f_and_c_have_their_steps_and_marks() -> None:
    pos = entered(start(players=3, variant="advanced"), {"round": 3, "missing": "1"})
    names = [f"offer.{letter}" for letter in OFFERS]
    mine: dict[str, int | str] = dict.fromkeys(names, "box")
    dibs = entered(pos, mine | {"offer.D": "1", "offer.C": "0", "offer.K": "table", "stage": "dibs", "missing": "1"})
    assert PHASES[dibs.state.phase] == "dibs" and dibs.actors == (1,) and dibs.state.ring == RING
    assert entered(dibs, {"marked": "7"}).state.marked == 7
    nibble = entered(dibs, {"offer.D": "1 used", "stage": "nibble", "missing": "1"})
    assert nibble.state.ring == RING - 1 and nibble.state.hand and nibble.actors == (1,)
    owner = {"offer.F": str((int(pos.actors[0]) + 2) % 3), "offer.B": "1", "offer.K": "table"}
    jump = entered(pos, mine | owner | {"stage": "jump", "missing": "1"})
    assert PHASES[jump.state.phase] == "jump" and jump.actors == (int(owner["offer.F"]),)
    last = entered(dibs, {"offer.J": "2", "stage": "last", "missing": "1"})
    assert PHASES[last.state.phase] == "last" and last.actors == (2,)
