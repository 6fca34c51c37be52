"""Puzzles: positions where one move is clearly best, mined from games of bots and shipped as data."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import IllegalMove, PizzaboxError, short
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.engine.registry import find

from .review import Thinker

say = Catalogue(__package__)
QUICK, DEEP, SURE, CHECK = 400, 5000, 20_000, 5000
"""Simulations: to find a candidate, to agree on it, to be sure of it, and to look at each of its rivals once more."""
RIVALS = 3
FEWEST_MOVES = 3
A_GAME = 4
"""No game gives more puzzles than this."""
GAP = 0.12
"""How much better than all others a best move must be; games where one move seldom decides need less."""
HOPELESS = 0.2
CARELESS = 0.25
"""How often a player of the mined games plays anything, so that there is something to punish."""
CLOSE = 0.02
"""A move this close to the best is an answer as good."""


@dataclass(frozen=True)
class Puzzle:
    """A position, whose move it is, and what the bot found out about the moves."""

    options: dict[str, Any]
    state: dict[str, Any]
    seat: int
    answer: str
    value: float
    rivals: tuple[tuple[str, float], ...]
    """Other moves with the chance to win after them, best first."""

    def position(self, game: Game) -> Position:
        return game.having(**self.options).position({"options": self.options, "state": self.state})

    def data(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Verdict:
    """Whether an answer is right, and why."""

    right: bool
    lines: tuple[str, ...]
    answer: str = ""


def compact(pos: Position) -> dict[str, Any]:
    """The fields of a position that differ from those of a start; the generator is left out."""
    now, start = pos.data()["state"], pos.game.start(seed=0).data()["state"]
    return {name: value for name, value in now.items() if name != "rng" and value != start[name]}


def mine(
    game: Game,
    wanted: int,
    seed: int,
    think: Thinker,
    gap: float = GAP,
    note: Callable[[int, int], None] | None = None,
) -> Iterator[Puzzle]:
    """Puzzles from games of bots, one after the other. `note` hears how many positions were looked at and kept."""
    seen, kept, number = 0, 0, 0
    known: set[tuple[str, int]] = set()
    while kept < wanted:
        dice = random.Random(f"{game.name} {game.options} {seed} {number}")
        pos = game.start(seed=dice.getrandbits(48))
        number += 1
        here = 0
        while not pos.over and here < A_GAME and kept < wanted:
            seat = dice.choice(pos.actors)
            thought = think(pos.view(seat), simulations=QUICK, seed=seen)
            seen += 1
            if note:
                note(seen, kept)
            found = _puzzle(pos, seat, thought, think, gap) if len(thought.ideas) >= FEWEST_MOVES else None
            if found and (key := (json.dumps(found.state), seat)) not in known:
                known.add(key)
                here, kept = here + 1, kept + 1
                yield found
            codes = pos.legal(seat).codes
            careless = found is None and dice.random() < CARELESS
            pos.play(dice.choice(codes) if careless else thought.ideas[0].move.code, seat)


def _puzzle(pos: Position, seat: int, quick: Any, think: Thinker, gap: float) -> Puzzle | None:
    """The position as a puzzle, if all budgets agree and no rival comes near when it is played out."""
    if not _clear(quick, gap):
        return None
    best = quick.ideas[0].move.code
    for simulations, again in ((DEEP, 1), (SURE, 3)):
        deep = think(pos.view(seat), simulations=simulations, seed=again)
        if deep.ideas[0].move.code != best or not _clear(deep, gap):
            return None
    others = sorted((i for i in deep.ideas if i.move.code != best), key=lambda i: -i.value)[:RIVALS]
    value = float(deep.ideas[0].value)
    if deep.secret:
        rivals = [(i.move.text, round(float(i.value), 3)) for i in others]
    else:
        value = after(pos, seat, best, think)
        rivals = [(i.move.text, after(pos, seat, i.move.code, think)) for i in others]
    rivals.sort(key=lambda rival: -rival[1])
    if value < HOPELESS or rivals[0][1] > value - gap:
        return None
    answer = deep.ideas[0].move.text
    return Puzzle(dict(pos.game.options), compact(pos), seat, answer, round(value, 3), tuple(rivals))


def _clear(thought: Any, gap: float) -> bool:
    best, *others = thought.ideas
    if thought.secret and best.weight < 0.9:
        return False
    return bool(best.value >= HOPELESS and best.value - max(i.value for i in others) >= gap)


def after(pos: Position, seat: int, code: int, think: Thinker) -> float:
    """The seat's chance to win after a move."""
    trial = pos.copy()
    trial.play(code, seat)
    if trial.over:
        return round((trial.returns[seat] + 1) / 2, 3)
    mover = trial.actors[0]
    return round(float(think(trial.view(mover), simulations=CHECK, seed=2).chances[seat]), 3)


@cache
def shipped(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game that come with the box."""
    path = files(__package__).joinpath("puzzles", f"{find(name).name}.json")
    if not path.is_file():
        return ()
    rows = json.loads(path.read_text(encoding="utf-8"))
    return tuple(Puzzle(**{**row, "rivals": tuple((t, v) for t, v in row["rivals"])}) for row in rows)


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


def judge(found: Puzzle, pos: Position, move: object) -> Verdict:
    """Check an answer. A move the rules forbid raises IllegalMove and is no answer."""
    seat = found.seat
    refused = pos.why_not(move, seat)
    if refused:
        raise IllegalMove(refused.reason, refused.rule)
    text = pos.move(seat, pos.code_of(move, seat)).text
    percent = {"best": round(100 * found.value)}
    known = dict(found.rivals)
    right = text == found.answer or known.get(text, 0.0) >= found.value - CLOSE
    trial = pos.copy()
    trial.play(text, seat)
    told = trial.log(seat)[:3]
    if right:
        rival, worth = found.rivals[0]
        lines = (*told, say("puzzle.right", move=text, rival=rival, worth=round(100 * worth), **percent))
    elif text in known:
        lines = (say("puzzle.rival", move=text, worth=round(100 * known[text]), **percent),)
    else:
        lines = (say("puzzle.other", move=text, worth=round(100 * found.rivals[0][1]), **percent),)
    return Verdict(right, lines, found.answer if right else "")
