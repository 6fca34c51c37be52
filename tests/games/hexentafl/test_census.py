"""The referee sees everything: a count of all that can happen in heXentafl, which fails when something was not met.

Random games bring the usual, positions set up by hand the rare; all are played through the referee, move by move, and
at every position bad moves are tried: each sentence of the catalogue must have been said.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache

import pytest

import pizzabox
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.position import Position
from pizzabox.games.hexentafl import board
from pizzabox.games.hexentafl.rules import CODES, ESCAPED, LONG, QUIET, REPEATED, STUCK, TAKEN
from tests.games.hexentafl.referee import FOE, KING, MAN, Referee, name
from tests.games.hexentafl.test_rules import at, on, texts
from tests.helpers import size as sample

PATTERNS = {
    key.removeprefix("why."): re.compile(re.sub(r"\\\{\w+\\\}", "(.+)", re.escape(template)))
    for key, template in Catalogue("pizzabox.games.hexentafl").raw().items()
    if key.startswith("why.")
}
TYPED = ("", "nonsense", "e5-a5", "e5-a1", "e5-g6", "b2-b3", "h8-h7", "e5-z9", "e5-e5")
RULES = {ESCAPED: "X4.1", TAKEN: "X4.2", STUCK: "X4.4", REPEATED: "X4.5", LONG: "X4.6"}
NAMED = {ESCAPED: "escaped", TAKEN: "taken", STUCK: "stuck", REPEATED: "repeated", LONG: "long"}
CELL = {name(cell): cell for cell in board.CELLS}


def judge_of(pos: Position) -> Referee:
    """A referee for a position set up by hand."""
    s = pos.state
    judge = Referee(int(pos.game.options["size"]), str(pos.game.options["first"]))
    judge.at = {CELL[n]: piece for bits, piece in ((s.men, MAN), (s.foes, FOE), (1 << s.king, KING)) for n in on(bits)}
    judge.side, judge.quiet = ("defenders", "attackers")[s.turn], s.quiet
    judge.seen = {judge.key(): 1}
    return judge


@cache
def keys_of(sentence: str) -> list[str]:
    return [key for key, pattern in PATTERNS.items() if pattern.fullmatch(sentence)]


class Census:
    def __init__(self) -> None:
        self.met: Counter[str] = Counter()

    def refused(self, pos: Position, judge: Referee, move: object, player: int | None = None) -> None:
        """Try a move. A refusal is one of the sentences, cites a rule, and the referee would refuse it too."""
        reason = pos.why_not(move, player)
        if reason is None:
            return
        keys = keys_of(reason.reason)
        assert len(keys) == 1, reason
        self.met[f"why {keys[0]}"] += 1
        assert reason.rule in pos.game.rules or keys == ["unread"]
        if isinstance(move, str) and player is None:
            assert move not in judge.legal()

    def look(self, pos: Position, judge: Referee) -> None:
        s = pos.state
        assert texts(pos) == judge.legal()
        assert {name(c) for c, p in judge.at.items() if p == MAN} == on(s.men)
        assert {name(c) for c, p in judge.at.items() if p == FOE} == on(s.foes)
        assert pos.over == bool(judge.result)
        if pos.over:
            assert pos.returns == {"defenders": (1.0, -1.0), "attackers": (-1.0, 1.0)}.get(judge.result, (0.0, 0.0))
            self.met[f"{NAMED[s.ended[0]]}, {judge.result}"] += 1
            self.refused(pos, judge, 0)
            reason = pos.why_not(0)
            assert reason is not None and reason.rule == RULES[s.ended[0]]

    def play(self, pos: Position, judge: Referee, text: str) -> None:
        size, before = pos.state.size_ + 4, dict(judge.at)
        moved = before[CELL[text.removeprefix("K").split("-")[0]]]
        pos.play(text)
        judge.play(text)
        lost = [cell for cell in before if name(cell) in on(pos.state.taken)]
        corner = any(cell in judge.corners for cell in lost)
        self.met[f"captures {min(len(lost), 3)} on size {size}"] += bool(lost)
        self.met["a man taken on a corner"] += corner and moved == FOE
        self.met["an attacker taken on a corner"] += corner and moved != FOE
        self.met["the King helps to capture"] += bool(lost) and moved == KING
        self.met["the King taken on the throne"] += bool(lost) and before[lost[0]] == KING and lost[0] == (0, 0)
        self.look(pos, judge)

    def script(self, pos: Position, *moves: str) -> None:
        judge = judge_of(pos)
        self.look(pos, judge)
        for text in moves:
            self.play(pos, judge, text)


def random_games(census: Census) -> None:
    for size in (4, 5):
        for first in ("defenders", "attackers"):
            game = pizzabox.load("hexentafl", size=size, first=first)
            for seed in range(sample(4, 12)):
                dice, pos, judge = random.Random(seed), game.start(seed=seed), Referee(size, first)
                while not pos.over:
                    for _ in range(2):
                        census.refused(pos, judge, dice.randrange(CODES))
                    census.refused(pos, judge, dice.choice(TYPED))
                    text = dice.choice(sorted(judge.legal()))
                    census.refused(pos, judge, text, 1 - pos.actors[0])
                    census.play(pos, judge, text)


def rare(census: Census) -> None:
    census.script(at("b4", [], ["h8"], turn="defenders"), "Kb4-b5")
    census.script(at("d5", [], ["d4", "d7"]), "d7-d6")
    census.script(at("e5", [], ["f5", "e6", "b2"]), "b2-d4")
    census.script(at("d5", ["b4", "c6"], ["b5"], turn="defenders"), "Kd5-c5")
    census.script(at("b3", [], ["f7", "b2", "d2", "c3", "e4", "b4"]), "e4-c4")
    census.script(pizzabox.load("hexentafl").start(seed=1), *("Ke5-f5", "h8-h7", "Kf5-e5", "h7-h8") * 2)
    late = pizzabox.load("hexentafl").position({"state": {"quiet": QUIET - 2}})
    census.script(late, "Ke5-f5", "h8-h7")
    census.script(at("f5", ["b5"], ["b4", "e8"]), "e8-c6")
    census.script(at("d5", ["b4", "e8"], ["b5", "h8"], turn="defenders"), "e8-c6")
    census.script(at("c3", ["f3", "f7", "h5"], ["f4", "f6", "b2"], turn="defenders"), "h5-f5")
    for pos, move in ((at("g5", [], ["e4", "b5"]), "e4-e5"), (at("e5", ["e7"], ["b5"], turn="defenders"), "Ke5-e7")):
        judge = judge_of(pos)
        census.look(pos, judge)
        assert pos.why_not(move) is not None
        census.refused(pos, judge, move)


WANTED = {
    *(f"why {key}" for key in PATTERNS),
    *("escaped, defenders", "taken, attackers", "stuck, defenders", "stuck, attackers", "repeated, draw", "long, draw"),
    *("a man taken on a corner", "an attacker taken on a corner", "the King helps to capture"),
    *("the King taken on the throne", "captures 1 on size 4", "captures 2 on size 4", "captures 1 on size 5"),
}


@pytest.mark.rule("X3.3", "X3.4", "X3.5", "X4.1", "X4.2", "X4.4", "X4.5", "X4.6")
def test_the_referee_meets_everything_that_can_happen() -> None:
    pizzabox.load("hexentafl").warm()
    census = Census()
    rare(census)
    random_games(census)
    missing = sorted(what for what in WANTED if not census.met[what])
    assert not missing, f"never met: {', '.join(missing)}"


@pytest.mark.rule("X1.4", "X5.1")
@pytest.mark.parametrize(
    ("options", "state", "sentence"),
    [
        ({}, {"players": 3}, "players must be a whole number from 2 to 2"),
        ({}, {"size_": 1}, "size_ doesn't fit the options"),
        ({"size": 5}, {"size_": 0, "men": [], "foes": ["b5"]}, "size_ doesn't fit the options"),
        ({}, {"first_": "attackers", "men": []}, "first_ doesn't fit the options"),
        ({}, {"first_": "attackers"}, "first_ doesn't fit the options"),
        ({"first": "attackers"}, {"turn": "defenders"}, "after 0 moves it can't be the defenders' turn"),
        ({}, {"quiet": 3}, "no piece is gone and the defenders began, so after 3 moves it can't be the defenders"),
        ({}, {"games": 2}, "games doesn't fit the options"),
        ({"games": 2}, {"games": 1}, "games doesn't fit the options"),
        ({}, {"game": 1}, "game must be a whole number from 0 to 0"),
    ],
)
def test_what_contradicts_the_options_is_refused(
    options: dict[str, str | int], state: dict[str, object], sentence: str
) -> None:
    game = pizzabox.load("hexentafl", **options)
    with pytest.raises(pizzabox.BadPosition, match=sentence):
        game.position({"options": dict(game.options), "state": state})
