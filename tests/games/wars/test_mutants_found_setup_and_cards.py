"""What mutants of the rules taught (`make mutants`) about set-ups, views and cards.

Each test here noticed a change that no other one did.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import pizzabox
from pizzabox.games.wars import board, rules
from pizzabox.games.wars.board import COUNTS, CUSTOMER, MANAGER, NAMES
from pizzabox.games.wars.rules import AGENT, steps
from pizzabox.games.wars.rules.territory import gives_win
from tests.games.checks import set_up_anew, shown_but
from tests.games.wars.helpers import setup, turn
from tests.games.wars.referee import BOARDS, CELLS, SIDES
from tests.games.wars.scattered import scattered
from tests.games.wars.test_rules import FAR, STUCK_DRIVER


@pytest.mark.rule("W1.1", "W1.3", "W3.1", "W3.2", "W3.3", "W3.4", "W3.5", "W6.1", "W7.4", "W9.1")
@pytest.mark.parametrize(
    "options",
    [
        {"goal": 9, "goal_red": 7, "cards": "three", "hand": 4},
        {"players": 3, "setup": "customers", "draw": "own", "cards": "onitama", "first": "green"},
        {"agent": True, "setup": "long14", "draw": "shared", "cards": "equal"},
        {"setup": "long13", "draw": "own", "first": "random"},
    ],
    ids=str,
)
def test_a_game_is_set_up_the_same_whatever_was_on_the_table(options: dict[str, Any]) -> None:
    game = pizzabox.load("wars", **options)
    set_up_anew(game)
    s = game.start(seed=3).state
    assert (s.spun, s.last_slot, s.last_from, s.last_to, s.last_victim, s.turned, s.used) == (-1,) * 7
    assert (s.phase, s.opening, s.out, s.won, s.ended, s.progress, s.quiet, s.news) == (0, 1, 0, 0, 0, 0, 0, 0)
    assert list(s.best) == list(s.taken) == [0, 0, 0]
    assert s.past[0] == rules.mark(s) and not any(s.past[i] for i in range(1, 180))
    for slot in range(48):
        if slot & 15 >= s.team[slot >> 4]:
            assert (s.where[slot], s.kind[slot], s.face[slot]) == (-1, -1, 0), "no piece, no kind"
        if s.where[slot] >= 0:
            assert s.at[s.where[slot]] == slot + 1
            assert CELLS[NAMES[s.where[slot]]] in BOARDS[SIDES[slot // 16]], "everybody begins at home"
    assert sum(bool(c) for c in s.at) == sum(w >= 0 for w in s.where) == sum(s.team)


@pytest.mark.rule("W6.1")
def test_each_player_has_the_goal_that_was_agreed() -> None:
    def goals(**options: Any) -> list[int]:
        return list(pizzabox.load("wars", **options).start(seed=1).state.goal)

    assert goals() == [10, 10, 10]
    assert goals(goal=8)[:2] == [8, 8]
    assert goals(goal=8, goal_white=5)[:2] == [5, 8]
    assert goals(goal=8, goal_red=11)[:2] == [8, 11]
    assert goals(players=3, goal=9, goal_green=6) == [9, 9, 6]
    assert goals(players=3, goal_white=4, goal_red=5, goal_green=6) == [4, 5, 6]


@pytest.mark.rule("W3.4", "W3.5")
@pytest.mark.parametrize(
    ("options", "customers"),
    [({"setup": "medium"}, {1}), ({"setup": "long13"}, {2}), ({"players": 3, "setup": "medium"}, {0, 1, 2, 3})],
    ids=str,
)
def test_random_set_ups_draw_every_tile_as_often(options: dict[str, Any], customers: set[int]) -> None:
    usual = pizzabox.load("wars", **options).start(seed=1).state
    tally: Counter[int] = Counter()
    seen = set()
    for seed in range(250):
        s = pizzabox.load("wars", draw="own", **options).start(seed=seed).state
        for side in range(2 + s.boards3):
            kinds = [s.kind[16 * side + i] for i in range(s.team[side])]
            assert all(kinds.count(k) <= COUNTS[k] for k in range(6))
            managers = [usual.kind[16 * side + i] == MANAGER for i in range(s.team[side])]
            assert managers == [k == MANAGER for k in kinds], "they have their places"
            seen.add(kinds.count(CUSTOMER))
            tally.update(kinds)
    assert seen == customers
    cooks, doughs, sauces, drivers = (tally[k] for k in (1, 2, 3, 4))
    least, most = min(cooks, doughs, sauces), max(cooks, doughs, sauces)
    assert most < 1.2 * least, "two tiles of each of these kinds"
    assert 1.3 * least < drivers < 1.7 * most, "and three Drivers"
    shared = pizzabox.load("wars", draw="shared", **options).start(seed=5).state
    assert [shared.kind[i] for i in range(14)] == [shared.kind[16 + i] for i in range(14)]


@pytest.mark.rule("W3.4")
def test_the_customer_that_is_always_in_stands_on_any_free_place() -> None:
    """Two boards, the short game: a Customer in each draw, on each place but the Managers' about as often."""
    game = pizzabox.load("wars", setup="short", draw="own")
    seen: Counter[int] = Counter()
    leaders = set()
    for seed in range(400):
        s = game.start(seed=seed).state
        places = [i for i in range(s.team[0]) if s.kind[i] == CUSTOMER]
        assert places
        leaders |= {i for i in range(s.team[0]) if s.kind[i] == MANAGER}
        seen.update(places)
    free = [i for i in range(game.start(seed=0).state.team[0]) if i not in leaders]
    assert set(seen) == set(free)
    assert max(seen.values()) < 2 * min(seen.values())


@pytest.mark.rule("W7.4")
@pytest.mark.parametrize("cards", ["none", "equal", "three", "onitama"])
def test_every_card_is_in_one_place(cards: str) -> None:
    """Three of each kind: in hands, in the middle or in the rest; without cards there are none anywhere."""
    for seed in range(20):
        s = pizzabox.load("wars", cards=cards).start(seed=seed).state
        for k in range(6):
            there = s.rest[k] + (s.neutral == k) + sum(s.holds[p, k] + s.spent[p, k] for p in range(3))
            assert there == (0 if cards == "none" else board.COPIES)
        assert (s.neutral >= 0) == (cards == "onitama")


@pytest.mark.rule("W7.4")
def test_everything_is_seen_but_cards_that_lie_face_down() -> None:
    for options in ({"cards": "three", "hand": 4}, {"cards": "onitama"}, {"agent": True, "cards": "three"}):
        dice = random.Random(1)
        for _ in range(5):
            pos = scattered(dice, {"setup": "long14" if "agent" in options else "long12", **options}, 6)
            for _ in range(9):
                if pos.over or not pos.legal():
                    break
                pos.play(dice.choice(pos.legal().codes))
                for viewer in (-1, 0, 1):
                    shown_but(pos.state, pos.game.kernels.show(pos.state, viewer), "rng")
    game = pizzabox.load("wars", cards="three", hand=4, face_down=True, setup="short")
    s = game.start(seed=1).state
    for viewer in (-1, 0, 1):
        view = game.kernels.show(s, viewer)
        shown_but(s, view, "rng", "holds", "rest")
        assert not any(view.rest)
        for p in range(3):
            held = [s.holds[p, k] if p == viewer else 0 for k in range(6)]
            assert [view.holds[p, k] for k in range(6)] == held


@pytest.mark.rule("W7.4")
def test_a_view_has_every_field_and_an_open_hand_is_not_guessed() -> None:
    """A record with something in every place."""
    s = pizzabox.load("wars", players=3, cards="three").start(seed=1).state
    for number, (name, spec) in enumerate(type(s).fields.items()):
        if name not in {"rng", "face_down"}:
            s.raw[name] = 1 + number % 5 if not spec.shape else 1 + number % 3
    game = pizzabox.load("wars", players=3, cards="three")
    for viewer in (-1, 0, 1, 2):
        shown_but(s, game.kernels.show(s, viewer), "rng")
    for options in ({"cards": "three"}, {"cards": "onitama"}, {}):
        s = pizzabox.load("wars", **options).start(seed=1).state
        for seed in range(5):
            shown_but(s, game.kernels.guess(game.kernels.show(s, 0), 0, seed), "rng")


@pytest.mark.rule("W7.4")
def test_a_guess_deals_the_unseen_cards_anew() -> None:
    """Every unseen card is in the rival's hand as often as any other; what was seen stays where it is."""
    game = pizzabox.load("wars", cards="three", hand=3, face_down=True, setup="short")
    s = game.start(seed=1).state
    k = next(k for k in range(6) if s.holds[1, k])
    s.holds[1, k] -= 1
    s.held[1] -= 1
    s.spent[1, k] += 1
    view = game.kernels.show(s, 0)
    own = [s.holds[0, k] for k in range(6)]
    unseen = [3 - own[k] - s.spent[1, k] for k in range(6)]
    drawn = [0] * 6
    for seed in range(1200):
        world = game.kernels.guess(view, 0, seed)
        shown_but(s, world, "rng", "holds", "rest")
        assert [world.holds[0, k] for k in range(6)] == own
        hand = [world.holds[1, k] for k in range(6)]
        assert sum(hand) == world.held[1] == 2
        assert [world.rest[k] + hand[k] for k in range(6)] == unseen
        drawn = [a + b for a, b in zip(drawn, hand, strict=True)]
    for k in range(6):
        assert abs(drawn[k] - 2400 * unseen[k] / sum(unseen)) < 90


@pytest.mark.rule("W7.1", "W7.3", "W7.6")
def test_cards_are_played_for_what_they_alone_allow() -> None:
    """`moves` lists each move once; `can_play_card` is whether a card move is among them; one card is enough."""
    dice, saved, single = random.Random(40), Counter[bool](), 0
    for n in range(120):
        pos = scattered(dice, {"cards": "three", "hand": 3, "setup": "long12"}, dice.choice([1, 2, 8]))
        s = pos.state
        for k in range(6):
            s.holds[s.player, k] = 0
        if n % 4:
            s.holds[s.player, n % 6] = 1
        s.held[s.player] = int(n % 4 > 0)
        if n % 3 == 0 and not s.at[0]:  # on the first hex
            slot = 16 * s.side
            s.at[s.where[slot]], s.where[slot], s.at[0] = 0, 0, slot + 1
        codes = list(pos.game.kernels.moves(s, s.player))
        assert len(set(codes)) == len(codes)
        cards = []
        for code in codes:
            slot, step = 16 * s.side + code // steps.STEPS, code % steps.STEPS
            if step >= steps.FIRST_SPIN:
                cards.append(6)
            elif steps.need(s, slot, s.face[slot], step):
                cards.append(steps.need(s, slot, s.face[slot], step))
        assert set(cards) <= {n % 6 + 1 if n % 4 else -1}
        assert bool(steps.can_play_card(s)) == bool(cards)
        saved[bool(cards)] += 1
        single += s.team[s.side] == 1 and bool(cards)
    assert saved[True] > 20 and saved[False] > 20 and single > 3


@pytest.mark.rule("W7.6")
def test_every_step_of_every_piece_may_be_the_card_move_that_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    s = pizzabox.load("wars", cards="three", setup="long12").start(seed=1).state
    for slot, step in ((0, 0), (s.team[0] - 1, steps.STEPS - 1), (3, steps.FIRST_SPIN), (-1, 0)):
        asked = []

        def allows(s: Any, piece: int, way: int, care: int, slot: int = slot, step: int = step) -> bool:
            asked.append((piece, way))  # noqa: B023
            return (piece, way) == (slot, step)

        monkeypatch.setattr(steps, "card_allows", allows)
        assert steps.can_play_card(s) == (slot >= 0)
    assert len(asked) == s.team[0] * steps.STEPS, "nothing helps, and all was tried"


@pytest.mark.rule("W2.4", "W2.6", "W4.1", "W6.5", "W7.2", "W7.5")
def test_a_piece_that_was_spun_does_all_it_can_as_it_then_faces() -> None:
    """Every step that needs no card and hands nobody the win; the spin is over with it."""
    dice, steps_seen = random.Random(34), Counter[int]()
    for _ in range(250):
        pos = scattered(dice, {"cards": "three", "hand": 6, "setup": "long12"}, dice.choice([3, 8, 12]))
        s = pos.state
        s.holds[s.player, 5], s.opening = 1, 0
        spins = [code for code in pos.game.kernels.moves(s, s.player) if code % steps.STEPS >= steps.FIRST_SPIN]
        if not spins:
            continue
        code = dice.choice(spins)
        rules.play(s, s.player, code)
        slot = 16 * s.player + code // steps.STEPS
        assert (s.phase, s.spun, s.face[slot]) == (rules.SPUN, slot, code % steps.STEPS - steps.FIRST_SPIN)
        expected = []
        for step in range(steps.RIGHT):
            to = steps.target(s, s.where[slot], step)
            if steps.need(s, slot, s.face[slot], step) == 0 and not gives_win(s, s.where[slot], to):
                expected.append(steps.STEPS * (slot & 15) + step)
        assert list(pos.game.kernels.moves(s, s.player)) == expected != []
        steps_seen.update(code % steps.STEPS for code in expected)
        pranks = [code for code in expected if code % steps.STEPS >= steps.FIRST_PRANK]
        mover, chosen = s.player, dice.choice(pranks or expected)
        before = list(s.best)
        rules.play(s, mover, chosen)
        assert s.spun == -1
        if s.phase == rules.ROTATE:
            assert s.progress == int(bool(pranks) or list(s.best) != before)
            turns = list(pos.game.kernels.moves(s, mover))
            rules.play(s, mover, turns[-1])
            assert s.turned == 16 * mover + turns[-1] // steps.STEPS
    assert {0, 4, 8, 12, 16, 20, *range(steps.FIRST_PRANK, steps.RIGHT)} <= steps_seen.keys()


@pytest.mark.rule("W6.4", "W7.6")
@pytest.mark.parametrize(("face_down", "hand"), [(True, 3), (True, 0), (False, 3)])
def test_that_a_hidden_card_saves_somebody_or_does_not_is_news(face_down: bool, hand: int) -> None:
    """White has no move without a card: what the others see next tells them of the hand; an open hand tells nothing."""
    for helps in (True, False) if hand else (False,):
        cards = [0, hand, 0, 0, 0, 0] if helps else [0, 0, 0, hand, 0, 0]
        state = {"player": 1, "side": "red", "holds": [cards]}
        pos = setup(STUCK_DRIVER, FAR, cards="three", hand=3, face_down=face_down, state=state)
        before = pos.state.news
        turn(pos, "Dm3-m4", "m4>")
        assert pos.over != helps
        assert (pos.state.news > before) == (face_down and hand > 0)
        assert pos.state.news >= before
    moving = setup("Dd4/0", FAR, cards="three", hand=3, face_down=face_down, state=state)
    turn(moving, "Dm3-m4", "m4>")
    assert moving.state.news == before, "who can move without a card tells nothing"


@pytest.mark.rule("W7.1", "W9.3")
def test_the_agent_plays_no_cards() -> None:
    dice, seen = random.Random(41), 0
    for _ in range(25):
        pos = scattered(dice, {"agent": True, "cards": "three", "hand": 6, "setup": "customers"}, 6)
        s = pos.state
        s.side, s.opening = AGENT, 0
        for k in range(6):
            s.holds[s.player, k] = 1
        for code in pos.game.kernels.moves(s, s.player):
            step, slot = code % steps.STEPS, 16 * AGENT + code // steps.STEPS
            assert step < steps.RIGHT and steps.need(s, slot, s.face[slot], step) == 0
            seen += 1
        assert not steps.has_cards(s) and not steps.can_play_card(s)
    assert seen > 100
