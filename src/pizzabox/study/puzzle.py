"""Puzzles: positions with one right move, proven or counted out over every legal move, and shipped as data.

Three kinds. *forced*: the answer wins by force within so many turns, whatever the others do and without luck, and no
other move does. *exact*: the rest of the game was counted out, and the answer is worth clearly more than all others.
*measured*: every legal move was played on many times with the same luck, and the answer is clearly ahead of all others.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pizzabox.engine import game_files
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import IllegalMove, PizzaboxError, short
from pizzabox.engine.game import Game
from pizzabox.engine.options import Value
from pizzabox.engine.position import Position
from pizzabox.engine.registry import find

say = Catalogue(__package__)
FORCED, EXACT, MEASURED = "forced", "exact", "measured"
EASY, HARD = 0.7, 0.25
"""The share of weak bots (greedy and cook) that find the answer: from EASY on it is easy, below HARD it is hard."""
BESIDE = "puzzles.json"
"""The puzzles of a game that does not come with the box lie beside its rules."""
FORGOTTEN = ("rng", "past", "quiet", "news")
"""Puzzles start without a history; neither the generator nor earlier positions matter to what is proven."""


@dataclass(frozen=True)
class PuzzleStep:
    """One decision of the line: of the puzzle's own seat, with all moves that are right there, or an answer to it."""

    seat: int
    moves: tuple[str, ...]
    """The first is the one that the line goes on with."""


@dataclass(frozen=True)
class Puzzle:
    """A position, whose move it is, the right move and what is known about all others."""

    options: dict[str, Value]
    state: dict[str, Any]
    seat: int
    kind: str
    theme: str
    line: tuple[PuzzleStep, ...]
    """The right moves with the defence that holds out longest; it ends with the game. A measured move
    stands alone, and an exact one is followed as far as nobody has to mix."""
    legal: int
    """How many moves there are; every one of them was looked at."""
    turns: int = 0
    """A forced win: within how many own turns. No move forces it sooner."""
    bound: int = 0
    """A forced win: no other move forces a win within that many own turns either."""
    values: Mapping[str, float] | None = None
    """An exact count: every legal move with the chance to win after it, when all play as well as can be. A measurement:
    every legal move with the share of games it won."""
    reply: str = ""
    """An exact count at a secret choice: the rival's part of the equilibrium, against which the values hold."""
    samples: int = 0
    """A measurement: how many games were played on from each move."""
    ahead: float = 0.0
    """A measurement: the gap to the next best move at the least, with 99% certainty."""
    solved: Mapping[str, float] | None = None
    """The share of tries in which each weak bot finds the first move."""

    @property
    def answers(self) -> tuple[str, ...]:
        """Every right first move; several only where they come to the same or share the proof."""
        return self.line[0].moves

    @property
    def stars(self) -> int:
        """How hard it is, from 1 to 3, by how weak bots fare."""
        shares = [share for name, share in (self.solved or {}).items() if name != "random"]
        mean = sum(shares) / len(shares) if shares else 0.0
        return 1 if mean >= EASY else 2 if mean >= HARD else 3

    def position(self, game: Game) -> Position:
        return game.with_options(**self.options).position({"options": self.options, "state": self.state})

    def data(self) -> dict[str, Any]:
        """As JSON; what a kind does not have is left out."""
        return {key: value for key, value in asdict(self).items() if value not in (None, 0, "") or key == "seat"}

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Puzzle:
        """A puzzle from its `data`."""
        steps = tuple(PuzzleStep(step["seat"], tuple(step["moves"])) for step in row["line"])
        return cls(**{**row, "line": steps})


@dataclass(frozen=True)
class Verdict:
    """Whether a move is right and why; `at` is the step the line then stands at."""

    right: bool
    lines: tuple[str, ...]
    at: int
    done: bool = False


def compact(pos: Position) -> dict[str, Any]:
    """The fields of a position that differ from those of a start, without its history."""
    now, start = pos.data()["state"], pos.game.start(seed=0).data()["state"]
    return {name: value for name, value in now.items() if name not in FORGOTTEN and value != start[name]}


@cache
def shipped(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game: those that come with the box, or lie beside the game's rules (`puzzles.json`)."""
    game = find(name)
    path = files(__package__).joinpath("puzzles", f"{game.name}.json")
    if path.is_file():
        return tuple(map(Puzzle.of, json.loads(path.read_text(encoding="utf-8"))))
    return game_files.attempt(game, BESIDE, lambda: tuple(_beside(game)), ())


def _beside(game: Game) -> Iterator[Puzzle]:
    """The puzzles beside a game's rules, after a look at whether all that pages ask of them can be said."""
    rows = game_files.rows(game, BESIDE)
    for row in () if rows is None else rows:
        found = Puzzle.of(row)
        reached(found, game, len(found.line))
        _ = found.stars, theme(found, game.name), task(found), why(found, game)
        yield found


def puzzle(name: str, number: object) -> Puzzle:
    """A shipped puzzle by its number, from 1."""
    known = shipped(name)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= len(known):
        raise PizzaboxError(say("error.puzzle", game=name, last=len(known), value=short(number)))
    return known[number - 1]


def daily(day: int, names: tuple[str, ...]) -> tuple[str, int] | None:
    """The puzzle of a day (days counted from anywhere): games take turns, and no puzzle comes back for long."""
    have = [name for name in names if shipped(name)]
    if not have:
        return None
    name = have[day % len(have)]
    return name, 1 + day // len(have) % len(shipped(name))


def reached(found: Puzzle, game: Game, at: object) -> Position:
    """The position after the first `at` steps of the line."""
    if not isinstance(at, int) or isinstance(at, bool) or not 0 <= at <= len(found.line):
        raise PizzaboxError(say("error.step", last=len(found.line), value=short(at)))
    pos = found.position(game)
    for step in found.line[:at]:
        pos.play(step.moves[0], step.seat)
    return pos


def judge(found: Puzzle, pos: Position, move: object, at: int = 0) -> Verdict:
    """Check a move at a step of the line. A move the rules forbid raises IllegalMove and is no answer."""
    seat = found.seat
    if at >= len(found.line) or found.line[at].seat != seat:
        raise PizzaboxError(say("error.step", last=len(found.line), value=short(at)))
    refused = pos.why_not(move, seat)
    if refused:
        raise IllegalMove(refused.reason, refused.rule)
    code = pos.code_of(move, seat)
    text = pos.move(seat, code).text
    step = found.line[at]
    right = [pos.code_of(known, seat) for known in step.moves]
    if code not in right and text not in step.moves:
        return Verdict(False, (_wrong(found, text, _said(pos, seat, text), at),), at)
    also = "puzzle.also_measured" if found.kind == MEASURED else "puzzle.also"
    lines = []
    if text != step.moves[0]:
        lines.append(say(also, move=_said(pos, seat, text), main=_said(pos, seat, step.moves[0])))
    then = at + 1
    while then < len(found.line) and found.line[then].seat != seat:
        then += 1
    done = then == len(found.line)
    if done or at == 0:
        lines.append(why(found, pos.game))
    return Verdict(True, tuple(lines), then, done)


def answer(found: Puzzle, game: Game) -> str:
    """The right first move in words, without notation."""
    return _said(found.position(game), found.seat, found.answers[0])


def why(found: Puzzle, game: Game) -> str:
    """Why the answer is the answer: what was proven or counted out, and nothing else; moves are told in words."""
    answers, others = found.answers, found.legal - len(found.answers)
    pos, seat, move = found.position(game), found.seat, answer(found, game)
    if found.kind != FORCED:
        assert found.values is not None
        best = found.values[answers[0]]
        rival, worth = max(((t, v) for t, v in found.values.items() if t not in answers), key=lambda one: one[1])
        filled = {"move": move, "best": _percent(best), "worth": _percent(worth), "n": others}
        if found.kind == MEASURED:
            filled |= {
                "rival": _said(pos, seat, rival),
                "samples": found.samples,
                "ahead": int(100 * found.ahead),
                "k": len(answers),
            }
            return say("why.measured" if len(answers) == 1 else "why.measured_several", **filled)
        if found.reply:
            return say("why.secret", reply=_said(pos, 1 - seat, found.reply), **filled)
        return say("why.exact", rival=_said(pos, seat, rival), **filled)
    key = "end" if found.bound >= ENDLESS else "forced"
    if len(answers) > 1:
        key = "end_several" if key == "end" else "several"
    return say(f"why.{key}", move=move, turns=found.turns, bound=found.bound, n=others, k=len(answers))


ENDLESS = 20
"""A bound of so many turns goes beyond the end of the game: what is not won within it is not won by force at all."""


def task(found: Puzzle) -> str:
    """What is asked, in one sentence."""
    if found.kind == MEASURED and len(found.answers) > 1:
        return say("task.measured_several")
    if found.kind != FORCED:
        return say(f"task.{found.kind}")
    return say("task.end") if found.bound >= ENDLESS else say("task.forced", turns=found.turns)


def theme(found: Puzzle, game: str) -> str:
    """What the puzzle is about, in a few words."""
    key = f"theme.{game}.{found.theme}"
    return say(key) if say.has(key) else say("theme.any")


def _said(pos: Position, seat: int, text: str) -> str:
    """A move in words, as its player knows it."""
    return pos.view(seat).in_words(seat, pos.move(seat, pos.code_of(text, seat)).tokens)


def _wrong(found: Puzzle, text: str, move: str, at: int) -> str:
    if found.kind != FORCED and at == 0:
        assert found.values is not None
        worth, best = _percent(found.values[text]), _percent(max(found.values.values()))
        return say("puzzle.less" if found.kind == EXACT else "puzzle.fewer", move=move, worth=worth, best=best)
    if found.kind == EXACT:
        return say("puzzle.worse", move=move)
    if found.bound >= ENDLESS:
        return say("puzzle.no_end", move=move)
    own = [step.seat == found.seat for step in found.line[at:]]
    left = sum(here and not before for before, here in zip([False, *own], own, strict=False))
    return say("puzzle.no_win", move=move, turns=left)


def _percent(chance: float) -> str:
    """A chance as a person reads it; what is neither 0 nor 100 is never rounded to it."""
    percent = 100 * chance
    return f"{percent:.1f}".removesuffix(".0") if percent < 1 or percent > 99 else f"{percent:.0f}"
