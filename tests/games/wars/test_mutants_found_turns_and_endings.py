"""What mutants of the rules taught (`make mutants`) about whole turns, repetition and endings.

Each test here noticed a change that no other one did.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.wars import board, rules
from pizzabox.games.wars.board import NAMES, PERIOD
from pizzabox.games.wars.rules import AGENT, QUIET, REPEATED
from pizzabox.games.wars.rules.territory import enough, held_by, hexes_held
from tests.games.wars.helpers import setup, turn
from tests.games.wars.referee import SIDES
from tests.games.wars.scattered import crowded, follow, referee_of, scattered
from tests.games.wars.test_referee import judge_of
from tests.games.wars.test_rules import STUCK_DRIVER

PIECES = ("W2.4", "W2.5", "W2.6", "W4.1", "W4.2", "W4.3", "W4.4")
LAND = ("W5.1", "W5.2", "W5.3", "W5.4", "W5.5", "W5.6")
WINNING = ("W6.1", "W6.2", "W6.3", "W6.4", "W6.5", "W6.6")
CARDS = ("W7.1", "W7.2", "W7.3", "W7.5", "W7.6")
THREE = ("W8.1", "W8.2", "W8.3", "W8.4", "W8.5")
DOUBLE = ("W9.1", "W9.2", "W9.3", "W9.4", "W9.5")


@pytest.mark.rule(*PIECES, *LAND, *WINNING, "W7.1", "W1.4")
@pytest.mark.parametrize("crowd", [3, 7, 12])
def test_the_referee_agrees_with_two_players(crowd: int) -> None:
    dice = random.Random(crowd)
    for _ in range(14):
        pos = scattered(dice, {"setup": "long12"}, crowd)
        follow(pos, referee_of(pos), dice, 4)


@pytest.mark.rule(*PIECES, *LAND, *WINNING, *THREE, "W1.4")
@pytest.mark.parametrize("crowd", [4, 12])
def test_the_referee_agrees_with_three_players(crowd: int) -> None:
    dice = random.Random(crowd)
    for _ in range(10):
        pos = scattered(dice, {"players": 3, "setup": "long14"}, crowd)
        follow(pos, referee_of(pos), dice, 4)


@pytest.mark.rule(*PIECES, *LAND, *WINNING, *THREE, *DOUBLE, "W1.4")
@pytest.mark.parametrize("crowd", [2, 5, 9])
def test_the_referee_agrees_with_a_double_agent(crowd: int) -> None:
    dice = random.Random(crowd)
    for _ in range(8):
        pos = scattered(dice, {"agent": True, "setup": "long14"}, crowd)
        follow(pos, referee_of(pos), dice, 5)


@pytest.mark.rule(*PIECES, *LAND, "W6.2", "W6.4", *CARDS)
@pytest.mark.parametrize("cards", ["three", "onitama", "equal"])
def test_the_referee_agrees_with_cards(cards: str) -> None:
    dice = random.Random(cards)
    options = {"cards": cards, "setup": "long12"} | ({"hand": 6} if cards == "three" else {})
    for crowd in (1, 2, 3, 3, 8, 12):
        pos = scattered(dice, options, crowd)
        follow(pos, referee_of(pos), dice, 6)


@pytest.mark.rule(*PIECES, *LAND, *WINNING, "W1.3", "W1.4", "W3.1", "W3.2", "W3.3")
@pytest.mark.parametrize("options", [{"setup": "short", "goal": 6}, {"players": 3, "setup": "short"}], ids=str)
def test_the_referee_agrees_from_the_start(options: dict[str, Any]) -> None:
    dice, pos = random.Random(1), pizzabox.load("wars", **options).start(seed=1)
    follow(pos, judge_of(pos), dice, 60)


@pytest.mark.rule("W6.5", "W6.6", "W6.7")
@pytest.mark.parametrize(
    "options", [{"patience": 1}, {"players": 3, "patience": 1}, {"agent": True, "patience": 1}], ids=str
)
def test_the_referee_agrees_who_wins_when_nobody_gets_on(options: dict[str, Any]) -> None:
    dice = random.Random(str(options))
    ends: Counter[int] = Counter()
    for _ in range(8):
        pos = scattered(
            dice, {"setup": "long12" if "players" not in options and "agent" not in options else "long14", **options}, 5
        )
        for p in range(pos.game.players):
            pos.state.goal[p] = 37
            pos.state.taken[p] = dice.randrange(3)
        judge = referee_of(pos)
        judge.taken = {SIDES[p]: pos.state.taken[p] for p in range(3)}
        follow(pos, judge, dice, 12)
        ends[pos.state.ended] += 1
    assert ends[QUIET] >= 2


@pytest.mark.rule(*PIECES, *CARDS)
def test_the_referee_agrees_with_cards_on_three_boards() -> None:
    dice = random.Random(36)
    for crowd in (2, 3, 8, 14, 14):
        pos = scattered(dice, {"players": 3, "setup": "long14", "cards": "three", "hand": 6}, crowd)
        s = pos.state
        for k in range(6):
            s.rest[k] += s.holds[s.player, k] - 1
            s.holds[s.player, k] = 1
        follow(pos, referee_of(pos), dice, 5)


@pytest.mark.rule("W6.7")
def test_positions_differ_by_pieces_facings_turn_and_cards() -> None:
    for cards in ("three", "onitama"):
        s = pizzabox.load("wars", players=3, cards=cards, setup="short").start(seed=2).state
        marks = [rules.mark(s)]

        def changed(field: str, place: Any, value: int, s: Any = s, marks: list[int] = marks) -> None:
            other = s.copy()
            getattr(other, field)[place] = value
            marks.append(rules.mark(other))

        for slot in range(48):
            if s.where[slot] < 0:
                continue
            for face in range(PERIOD[s.kind[slot]]):
                if face != s.face[slot]:
                    changed("face", slot, face)
            changed("where", slot, -1)
            changed("where", slot, next(c for c in range(111) if not s.at[c]))
        for p in range(3):
            for k in range(6):
                if cards == "onitama":
                    changed("holds", (p, k), s.holds[p, k] + 1)
                else:
                    changed("spent", (p, k), s.spent[p, k] + 1)
        for player in (1, 2):
            other = s.copy()
            other.player = other.side = player
            marks.append(rules.mark(other))
        assert len(set(marks)) == len(marks) > 90, "no two of these positions have the same mark"
        assert rules.mark(s.copy()) == rules.mark(s)


@pytest.mark.rule("W6.7")
def test_on_the_agents_turn_the_position_is_another() -> None:
    s = pizzabox.load("wars", agent=True).start(seed=2).state
    own = rules.mark(s)
    s.side = AGENT
    assert rules.mark(s) != own


def loop(pos: Position, slot: int, length: int) -> list[str]:
    """Moves by one hex that bring a piece back to where it stands: there and back, or around a triangle."""
    s = pos.state
    slices = int(board.MOVES[6 * s.kind[slot] + s.face[slot]])
    home = range(37 * (slot // 16), 37 * (slot // 16) + 37)
    for d in range(6):
        ways = [(d + 6 // length * i) % 6 for i in range(length)]
        path = [board.CELLS[s.where[slot]]]
        for way in ways:
            path.append(board.plus(path[-1], board.DIRECTIONS[way]))
        hexes = [board.INDEX.get(cell, -1) for cell in path]
        if all(slices >> way & 1 for way in ways) and all(c in home and not s.at[c] for c in hexes[1:-1]):
            names = [NAMES[c] for c in hexes]
            return [f"{board.LETTERS[s.kind[slot]]}{a}-{b}" for a, b in itertools.pairwise(names)]
    raise AssertionError("no such loop")


def rounds_until_repeated(pos: Position, white: list[str], whites: str, red: list[str], reds: str) -> int:
    """How many rounds both sides go around their loops, always turning the same piece, until the game ends."""
    pos.state.past[0] = rules.mark(pos.state)
    for n in range(20):
        turn(pos, white[n % len(white)], whites)
        assert not pos.over, "Red is to move: this position never stood before"
        turn(pos, red[n % len(red)], reds)
        if pos.over:
            assert pos.state.ended == REPEATED
            return n + 1
    raise AssertionError("never")


@pytest.mark.rule("W6.7")
def test_the_same_hexes_with_other_facings_are_another_position() -> None:
    """Managers go to and fro, Drivers turn right: the hexes return every second round, the facings every sixth."""
    pos = setup(white="Md4 Db2", red="Mk4/3 Dm2")
    assert rounds_until_repeated(pos, loop(pos, 0, 2), "b2>", loop(pos, 16, 2), "m2>") == 12


@pytest.mark.rule("W6.7")
def test_the_same_pieces_with_the_other_player_to_move_are_another_position() -> None:
    """White needs three turns to come around, Red two: after two and a half rounds only the turn differs."""
    pos = setup(white="Md4 Sb2", red="Mk4/3 Cm2")
    assert rounds_until_repeated(pos, loop(pos, 0, 3), "b2>", loop(pos, 16, 2), "m2>") == 12


@pytest.mark.rule("W6.1", "W6.3", "W8.2", "W8.5")
def test_whoever_is_out_wins_nothing_by_the_land_that_is_left() -> None:
    """After a move the game is over when a player who is still in has enough, and only then."""
    dice, over, passed = random.Random(33), 0, 0
    for _ in range(150):
        pos = crowded(dice, 3)
        s = pos.state
        legal = pos.legal()
        if not legal or pos.over:
            continue
        pos.play(dice.choice(legal.codes))
        full = [p for p in range(3) if enough(s, p, *hexes_held(s, p, -1, -1, -1))]
        inside = [p for p in full if not s.out >> p & 1]
        assert pos.over == bool(inside)
        assert s.won == (1 << s.player if inside else 0)
        over, passed = over + bool(inside), passed + (bool(full) and not inside)
    assert over > 5 and passed > 5


@pytest.mark.rule("W1.4", "W6.4", "W8.5")
def test_whoever_is_out_stays_out() -> None:
    """Also when a move is there for them again; and it is no progress that they are passed over."""
    for gone in range(3):
        pos = pizzabox.load("wars", players=3, setup="short").start(seed=1)
        s = pos.state
        s.out, s.quiet = 1 << gone, 4
        s.player = s.side = (gone + 2) % 3
        pos.play(pos.legal().codes[0])
        pos.play(pos.legal().codes[0])
        assert (s.player, s.side, s.out) == ((gone + 1) % 3, (gone + 1) % 3, 1 << gone)
        assert s.quiet == 5 or s.best[(gone + 2) % 3] > 0


@pytest.mark.rule("W1.4", "W9.3", "W6.1")
def test_nobody_acts_when_the_game_is_over() -> None:
    s = pizzabox.load("wars").start(seed=1).state
    for player in range(2):
        s.phase, s.player = rules.MOVE, player
        assert rules.actors(s) == 1 << player
        s.phase = rules.OVER
        assert rules.actors(s) == 0


@pytest.mark.rule("W6.7")
def test_every_piece_facing_and_hex_has_its_own_mark() -> None:
    s = pizzabox.load("wars", players=3, setup="short").start(seed=1).state
    for slot in range(48):
        s.where[slot] = s.kind[slot] = -1
    seen = set()
    for side, kind, cell in itertools.product(range(3), range(6), range(0, 111, 5)):
        slot = 16 * side
        for face in range(PERIOD[kind]):
            s.where[slot], s.kind[slot], s.face[slot] = cell, kind, face
            seen.add(rules.mark(s))
        s.where[slot] = s.kind[slot] = -1
    assert len(seen) == 3 * sum(PERIOD) * len(range(0, 111, 5))


@pytest.mark.rule("W6.4", "W8.5")
def test_the_last_player_wins_without_a_move_as_well() -> None:
    pos = setup(STUCK_DRIVER, "Dn1/4 Dm3/0", "Dk9/0", players=3, state={"player": 1, "side": "red", "out": ["2"]})
    s = pos.state
    turn(pos, "Dm3-m4", "m4>")
    assert pos.over and pos.winners == (1,) and s.ended == rules.STUCK
    both = setup(STUCK_DRIVER, "Dn1/4 Dm3/0", state={"player": 1, "side": "red"})
    both.play("Dm3-m4")
    s = both.state
    s.at[s.where[17]] = 0
    s.where[17] = -1
    rules.end_turn(s)
    assert (s.phase, s.won, s.ended) == (rules.OVER, 2, rules.STUCK), "Red could not move either"


@pytest.mark.rule("W6.6", "W8.5")
def test_whoever_is_out_has_no_part_in_the_win_when_nobody_gets_on() -> None:
    dice, land_lost = random.Random(35), 0
    for _ in range(80):
        s = crowded(dice, 3).state
        s.won = 0
        for p in range(3):
            s.taken[p] = dice.randrange(3)
        marks = {p: (held_by(s, p), s.taken[p]) for p in range(3)}
        inside = [p for p in range(3) if not s.out >> p & 1]
        best = max(marks[p] for p in inside)
        rules.ladder(s, QUIET)
        assert s.won == sum(1 << p for p in inside if marks[p] == best)
        assert (s.phase, s.ended) == (rules.OVER, QUIET)
        land_lost += max(marks.values()) != best
    assert land_lost > 5


@pytest.mark.rule("W6.6", "W8.5")
def test_whoever_is_out_shares_no_win_either() -> None:
    for gone in range(3):
        s = pizzabox.load("wars", players=3).start(seed=1).state
        s.out = 1 << gone
        for p in range(3):
            s.taken[p] = 1
        rules.ladder(s, REPEATED)
        assert s.won == 7 & ~(1 << gone)
