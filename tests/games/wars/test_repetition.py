"""When a game of Pizza Wars is cut short (W6.5, W6.7): what makes two positions the same, and how turns are counted."""

from __future__ import annotations

import random

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.wars import rules
from pizzabox.games.wars.board import CARDS, N
from pizzabox.games.wars.rules import QUIET, REPEATED
from tests.games.wars.helpers import setup, texts, turn
from tests.games.wars.referee import Referee
from tests.games.wars.test_referee import agree, judge_of
from tests.games.wars.test_rules import STUCK_DRIVER

WHITE, RED = 0, 1
HOMELY = ("Cc3/0 Ke4/0 Sb2/0", "Kl3/0 Sm2/0")
"""Everybody at home: a Customer that walks in triangles, Cooks that go to and fro, Sauce Makers to turn."""


def play(pos: Position, judge: Referee, turns: str) -> None:
    """Whole turns as `move rotation`, divided by commas; the game must run, and the referee agrees after each."""
    for text in turns.replace(",", "").split():
        assert not pos.over, text
        pos.play(text)
        judge.play(text)
        agree(pos, judge)


def placed(pos: Position) -> tuple[int, ...]:
    """Who stands where and how, and nothing else."""
    return (*pos.state.where.tolist(), *pos.state.face.tolist())


@pytest.mark.rule("W6.7")
def test_the_same_pieces_with_another_player_to_move_are_another_position() -> None:
    """White's Customer goes round in three and the Sauce Maker turns three times: White has lost a turn."""
    pos = setup(*HOMELY)
    judge, start = judge_of(pos), placed(pos)
    play(pos, judge, "Cc3-d4 b2>, Kl3-m3 m2>, Cd4-c4 b2>, Km3-l3 m2<, Cc4-c3 b2>")
    assert placed(pos) == start and pos.state.player == RED
    play(pos, judge, "Kl3-m3 m2>, Ke4-f4 b2>, Km3-l3 m2<, Kf4-e4 b2<")
    assert placed(pos) == start and not pos.over, "three times, but only twice with Red to move"
    play(pos, judge, "Kl3-m3 m2>, Ke4-f4 b2>, Km3-l3 m2<, Kf4-e4 b2<")
    assert pos.over and pos.state.ended == REPEATED


@pytest.mark.rule("W6.7")
def test_the_same_hexes_with_other_facings_are_another_position() -> None:
    pos = setup(*HOMELY)
    judge, where, stood = judge_of(pos), pos.state.where.tolist(), 1
    for _ in range(3):
        play(pos, judge, "Ke4-f4 b2>, Kl3-m3 m2>, Kf4-e4 b2>, Km3-l3 m2<")
        stood += pos.state.where.tolist() == where
    assert stood == 4 and not pos.over, "the Sauce Maker on b2 never faces the same way twice before the last time"
    assert pos.state.face[2] == 0


@pytest.mark.rule("W6.7")
@pytest.mark.parametrize("cards", ["three", "onitama"])
def test_the_same_pieces_with_another_card_are_another_position(cards: str) -> None:
    """The third time White comes back with a card: with it gone, or gone round, the game goes on."""
    holds = [[0, 1, 0, 0, 0, 1], [0, 0, 0, 1, 1, 0]]
    state = {"holds": holds, "neutral": "corner"} if cards == "onitama" else {"holds": holds}
    pos = setup("Dd4/0 Ke4/0 Sb2/0", HOMELY[1], cards=cards, state=state)
    judge, start = judge_of(pos), placed(pos)
    play(pos, judge, "Ke4-f4 b2>, Kl3-m3 m2>, Kf4-e4 b2<, Km3-l3 m2<")
    assert placed(pos) == start
    play(pos, judge, "Dd4-d5 b2>, Kl3-m3 m2>")
    pos.play("Dd5-d4 +direction")
    judge.play("Dd5-d4 +direction")
    play(pos, judge, "b2<, Km3-l3 m2<")
    assert placed(pos) == start and not pos.over
    play(pos, judge, "Ke4-f4 b2>, Kl3-m3 m2>, Kf4-e4 b2<, Km3-l3 m2<, Ke4-f4 b2>, Kl3-m3 m2>, Kf4-e4 b2<")
    assert pos.over and pos.state.ended == REPEATED, "Red is to move for the third time since the card was played"


@pytest.mark.rule("W6.7", "W9.3")
def test_with_the_agent_the_first_turn_is_like_no_other() -> None:
    """No turn of the Agent follows it, so the position before it does not come back."""
    pos = setup("Ke4/0 Sb2/0", HOMELY[1], "Cg8/0 Ki8/0 Sf8/0", agent=True, state={"player": 0, "opening": 1})
    judge, start = judge_of(pos), placed(pos)
    play(pos, judge, "Ke4-f4 b2>, Kl3-m3 m2>, Cg8-h9 f8>, Kf4-e4 b2<, Ch9-g9 f8>, Km3-l3 m2<, Cg9-g8 f8>")
    assert placed(pos) == start and pos.state.side == WHITE
    there = "Ke4-f4 b2>, Ki8-j9 f8>, Kl3-m3 m2>, Kj9-i8 f8<, Kf4-e4 b2<, Ki8-j9 f8>, Km3-l3 m2<, Kj9-i8 f8<"
    play(pos, judge, there)
    assert placed(pos) == start and not pos.over
    play(pos, judge, there)
    assert pos.over and pos.state.ended == REPEATED


@pytest.mark.rule("W6.5", "W6.7")
def test_progress_forgets_earlier_positions() -> None:
    pos = setup("Ke4/0 Sb2/0 Kj4/4", "Kl3/0 Sm2/0 Dl4/0", goal=30)
    judge = judge_of(pos)
    cycle = "Ke4-f4 b2>, Kl3-m3 m2>, Kf4-e4 b2<, Km3-l3 m2<"
    play(pos, judge, cycle)
    assert pos.state.quiet == 4
    prank = next(t for t in sorted(texts(pos)) if "x" in t)
    play(pos, judge, f"{prank} b2>")
    assert pos.state.quiet == 0


@pytest.mark.rule("W6.7")
def test_turns_are_counted_for_each_player_and_the_agents_do_not_count() -> None:
    pos = setup(
        "Ke4/0 Sb2/0", HOMELY[1], "Cg8/0 Ki8/0 Sf8/0", agent=True, patience=1, state={"player": 0, "opening": 1}
    )
    judge = judge_of(pos)
    play(pos, judge, "Ke4-f4 b2>, Kl3-m3 m2>")
    assert pos.over and pos.state.ended == QUIET, "each has had a turn"
    two = setup(
        "Ke4/0 Sb2/0", HOMELY[1], "Cg8/0 Ki8/0 Sf8/0", agent=True, patience=2, state={"player": 0, "opening": 1}
    )
    judge = judge_of(two)
    play(two, judge, "Ke4-f4 b2>, Kl3-m3 m2>, Cg8-h9 f8>, Kf4-e4 b2>, Ch9-g9 f8>")
    assert not two.over and two.state.quiet == 3, "five turns, two of them the Agent's"
    play(two, judge, "Km3-l3 m2>")
    assert two.over and two.state.ended == QUIET


@pytest.mark.rule("W6.5", "W6.7", "W8.5")
def test_going_out_is_progress_and_who_is_out_takes_no_turns() -> None:
    later = setup(STUCK_DRIVER, HOMELY[1], "Ki8/0 Sf8/0", players=3, patience=2, state={"player": 1, "side": "red"})
    judge = judge_of(later)
    play(later, judge, "Kl3-m3 m2>, Ki8-j9 f8>")
    assert later.state.out == 1 and later.state.quiet == 0, "White is out, and turns are counted anew"
    play(later, judge, "Km3-l3 m2>, Kj9-i8 f8>, Kl3-m3 m2>")
    assert not later.over
    play(later, judge, "Ki8-j9 f8>")
    assert later.over and later.state.ended == QUIET, "two turns of each of the two who are left"


def test_marks_differ_as_positions_do() -> None:
    """Any one change makes another mark: a hex, a facing, a kind, an owner, a card, the player, the Agent's start."""
    dice = random.Random(4)
    game = pizzabox.load("wars", agent=True, setup="short", cards="onitama")
    seen: dict[int, tuple[object, ...]] = {}
    s = game.start(seed=1).state
    for _ in range(4000):
        slot = 16 * dice.randrange(3) + dice.randrange(7)
        change = dice.randrange(6)
        if change == 0:
            s.where[slot] = dice.choice([c for c in range(N) if c not in s.where.tolist()])
        elif change == 1:
            s.face[slot] = dice.randrange(6)
        elif change == 2:
            s.kind[slot] = dice.randrange(6)
        elif change == 3:
            s.holds[dice.randrange(2), dice.randrange(len(CARDS))] = dice.randrange(4)
        elif change == 4:
            s.player = s.side = dice.randrange(2)
        else:
            s.opening = dice.randrange(2)
        pieces = frozenset((i // 16, s.where[i], s.kind[i], s.face[i]) for i in range(48) if s.kind[i] >= 0)
        position = (pieces, str(s.holds.tolist()), s.player, s.opening)
        assert seen.setdefault(int(rules.mark(s)), position) == position
    assert len(seen) > 2500


def test_a_position_by_hand_stands_for_the_first_time() -> None:
    """Not even the start, from which fields that are not named are taken, has stood before it."""
    pos = setup(*HOMELY, state={"quiet": 7})
    assert [entry for entry in pos.state.past if entry] == [rules.mark(pos.state)]
    assert pos.state.past[7] == rules.mark(pos.state)
    turn(pos, "Ke4-f4", "b2>")
    assert sum(entry != 0 for entry in pos.state.past) == 2


@pytest.mark.rule("W6.5", "W6.7")
@pytest.mark.parametrize("out", [0, 1, 2, 4])
def test_positions_of_the_same_player_are_counted_since_the_last_progress(out: int) -> None:
    """All who are still in take their turns in order, so a position can only have stood a whole round ago, or more."""
    dice, found = random.Random(out), set()
    s = pizzabox.load("wars", players=3).start(seed=1).state
    s.out = out
    s.player = s.side = 0 if out != 1 else 1
    here, around = rules.mark(s), 3 if out == 0 else 2
    for _ in range(300):
        s.quiet = dice.randrange(40)
        s.past[s.quiet] = 0
        stood = 1
        for i in range(180):
            again = (s.quiet - i) % around == 0 and dice.random() < 0.1
            s.past[i] = here if again else dice.getrandbits(60)
            stood += again and i < s.quiet
        assert rules.times(s) == stood
        assert s.past[s.quiet] == here
        found.add(stood)
    assert found >= {1, 2, 3, 4}
