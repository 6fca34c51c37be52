"""Pizza Wars set up by hand."""

from __future__ import annotations

import pytest

import pizzabox
from pizzabox.engine.errors import BadPosition, IllegalMove
from pizzabox.engine.position import Position
from pizzabox.games.wars.board import NAMES
from pizzabox.games.wars.rules import MOVE, ROTATE, SPUN
from tests.games.wars.helpers import on
from tests.helpers import entered, laid


def start(**options: object) -> Position:
    return pizzabox.load("wars", **options).start(seed=1)


def face(pos: Position, hex_name: str) -> int:
    return int(pos.state.face[pos.state.at[NAMES.index(hex_name)] - 1])


def test_pieces_are_laid_turned_removed_and_pranked() -> None:
    pos = start()
    pos = laid(pos, "0.customer", "a1")
    assert on(pos, "a1") == "wC" and pos.state.team[0] == 11 and "Ca1-a2" not in pos.legal()
    turned = laid(pos, "right", "a1")
    assert face(turned, "a1") == 1 - face(pos, "a1")
    assert face(laid(turned, "left", "a1"), "a1") == face(pos, "a1")
    gone = laid(pos, "remove", "a1")
    assert on(gone, "a1") == "" and gone.state.team[0] == 10 and sum(gone.state.taken) == 0
    lost = laid(gone, "prank", "i3")
    assert on(lost, "i3") == "" and lost.state.team[1] == 10 and list(lost.state.taken) == [1, 0, 0]


def test_a_piece_laid_on_another_takes_its_place_and_a_pranked_one_comes_back() -> None:
    pos = laid(start(), "remove", "f2")
    pos = laid(pos, "1.driver", "e2")
    assert on(pos, "e2") == "rD"
    pranked = laid(start(), "prank", "i2")
    assert on(pranked, "i2") == "" and pranked.state.taken[0] == 1
    back = laid(pranked, "1.cook", "h1")
    assert on(back, "h1") == "rK" and list(back.state.taken) == [0, 0, 0] and back.state.team[1] == 10


def test_what_the_box_does_not_have_is_refused() -> None:
    pos = start()
    with pytest.raises(IllegalMove, match=r"Red has only 2 pieces of the kind Cook, .*Remove one"):
        laid(pos, "1.cook", "a1")
    with pytest.raises(IllegalMove, match="There's no piece on a1"):
        laid(pos, "right", "a1")
    with pytest.raises(BadPosition, match="Customer"):
        laid(pos, "prank", "d4")
    with pytest.raises(IllegalMove):
        laid(pos, "0.customer", "a9")


def test_whose_turn_and_what_was_just_done() -> None:
    pos = entered(start(), {"turn": "11"})
    assert pos.actors == (1,) and pos.state.phase == MOVE
    with pytest.raises(IllegalMove, match="side to move, Red"):
        laid(pos, "moved", "e2")
    moved = laid(pos, "moved", "i2")
    assert moved.state.phase == ROTATE and moved.state.last_to == NAMES.index("i2") and "i2>" in moved.legal()
    assert laid(moved, "right", "e2").state.phase == MOVE
    assert entered(pos, {"quiet": 7, "best.0": 3}).state.quiet == 7


def test_pranks_must_add_up_and_the_best_cannot_be_less_than_what_is_held() -> None:
    pos = laid(start(), "prank", "i2", "i3")
    with pytest.raises(BadPosition, match=r"2 pieces are off the board because of pranks.*3 in all.*Make it 2"):
        entered(pos, {"taken.0": 3})
    held = laid(pos, "0.customer", "h2")
    assert held.state.best[0] > 0
    with pytest.raises(BadPosition, match="so the most so far can't be 0"):
        entered(held, {"best.0": 0, "best.1": 1})


def test_cards_are_dealt_and_counted() -> None:
    pos = start(cards="three", hand=3, players=3)
    entries: dict[str, int | str] = {f"holds.0.{k}": int(k in (0, 1)) for k in range(6)}
    entries |= {f"spent.0.{k}": int(k == 5) for k in range(6)}
    entries |= {f"{what}.{p}.{k}": 0 for p in (1, 2) for k in range(6) for what in ("holds", "spent")}
    entries |= {"holds.1.2": 3, "holds.2.3": 3}
    made = entered(pos, entries)
    assert made.state.held[0] == 2 and list(made.state.rest) == [2, 2, 0, 0, 3, 2]
    with pytest.raises(BadPosition, match=r"White was dealt 3 cards, but .* add up to 4"):
        entered(made, {"holds.0.4": 1})
    with pytest.raises(BadPosition, match="3 Extra Corner cards, but 4"):
        entered(made, {"holds.0.0": 0, "holds.0.2": 1})
    spun = laid(made, "spun", "d4")
    assert spun.state.phase == SPUN
    with pytest.raises(IllegalMove, match="hasn't played Extra Spin"):
        laid(entered(made, {"turn": "11"}), "spun", "i3")


def test_equal_hands_and_the_card_in_the_middle() -> None:
    pos = start(cards="equal")
    held = [k for k in range(6) if pos.state.holds[0, k]]
    with pytest.raises(BadPosition, match="everyone was dealt the same"):
        entered(pos, {f"holds.0.{held[0]}": 0, f"holds.0.{next(k for k in range(6) if k not in held)}": 1})
    played = entered(pos, {f"holds.0.{held[0]}": 0, f"spent.0.{held[0]}": 1})
    assert played.state.held[0] == 2
    middle = start(cards="onitama")
    spare = next(k for k in range(6) if not any(middle.state.holds[p, k] for p in range(2)))
    assert entered(middle, {"neutral": str(spare)}).state.neutral == spare


def test_the_double_agent_and_who_is_out() -> None:
    pos = start(agent=True)
    with pytest.raises(BadPosition, match="first turn of the game nobody moves for the Double Agent"):
        entered(pos, {"turn": "2"})
    agent = entered(pos, {"turn": "2", "opening": "0"})
    assert agent.state.side == 2 and agent.actors == (0,)
    assert on(laid(agent, "2.customer", "a1"), "a1") == "gC"
    three = start(players=3)
    assert entered(three, {"out": "1"}).state.out == 2
    with pytest.raises(BadPosition, match="White is out of the game and can't move"):
        entered(three, {"out": "0"})
    with pytest.raises(IllegalMove):
        laid(start(), "0.customer", "g8")
