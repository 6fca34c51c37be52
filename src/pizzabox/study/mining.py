"""Looking for puzzles, and proving them again: both by the same questions to the solvers."""

from __future__ import annotations

import json
import math
import random
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

from pizzabox.bots import Bot, Search, bot
from pizzabox.bots.search import MOST_SECONDS
from pizzabox.engine import game_files
from pizzabox.engine.errors import BadPosition
from pizzabox.engine.game import Game
from pizzabox.engine.options import Value
from pizzabox.engine.position import Position
from pizzabox.engine.registry import find, load

from .measuring.measure import Measure, widest
from .puzzle import ENDLESS, EXACT, FORCED, MEASURED, Puzzle, PuzzleStep, compact
from .solving.exact import Exact, NotExact
from .solving.prover import Prover, Unsettled

RECIPES = "recipes.toml"
GAP = 0.15
"""An exact answer is worth more than every other move by at least this part of a win; a measured one with 99%
certainty."""
GLANCES, SAMPLES = (40, 300), 1000
"""Games played on from each move: to see whether it is worth while, and to be sure. Checking plays twice as many."""
BOTS, TRIES = ("greedy", "cook"), 8
"""Whose tries make the difficulty."""
BUDGET = 1_500_000
"""Moves tried for one question while looking for puzzles, where a recipe does not say another number."""
PATIENCE = 50
"""Checking may take so many times as many."""
GAMES = 3000
"""Games played for one recipe at most, where it does not say another number."""


@dataclass(frozen=True)
class Recipe:
    """Where to look for puzzles of a game; see recipes.toml."""

    game: str
    kind: str
    options: Mapping[str, Value]
    quota: Mapping[str, int]
    theme: tuple[str, ...]
    tail: int
    most: int = ENDLESS
    sides: int = 0
    several: int = 1
    careless: float = 0.25
    budget: int = BUDGET
    games: int = GAMES
    each: int = 2
    """No game gives more puzzles than this."""
    again: int = 0
    """How many times to replay the ending with new luck, starting `back` decisions earlier."""
    back: int = 40
    fewest: int = 3
    """Positions with fewer legal moves are passed over."""
    phases: tuple[str, ...] = ()
    """Only these; all when none is named."""


@cache
def recipes(name: str) -> tuple[Recipe, ...]:
    """The recipes of a game; one of another package has them beside its rules, in a file of the same form."""
    rows: dict[str, Any] = tomllib.loads(files(__package__).joinpath(RECIPES).read_text(encoding="utf-8"))
    return tuple(_recipe(name, row) for row in rows.get(name) or game_files.data(find(name), RECIPES).get(name, ()))


def _recipe(name: str, row: Mapping[str, Any]) -> Recipe:
    named: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
    return Recipe(name, **named)


Note = Callable[[int, int, int], None]
"""Hears how many games were played, how many puzzles are found and how many are wanted."""


def mine(recipe: Recipe, seed: int, note: Note | None = None) -> Iterator[Puzzle]:
    """The puzzles of a recipe, one after the other, until its quota is full or nothing more is found."""
    game = load(recipe.game, **recipe.options)
    left, known, kept, number = Counter(recipe.quota), set[str](), 0, 0
    judge = Judge(recipe, game)
    while left.total() and number < recipe.games:
        number, here = number + 1, 0
        if note:
            note(number, kept, sum(recipe.quota.values()))
        for pos, seat in _candidates(recipe, game, random.Random(f"{recipe.game} {game.options} {seed} {number}")):
            found = judge.puzzle(pos, seat, left)
            if found is None or (key := json.dumps([found.state, seat])) in known:
                continue
            left[_place(found, left) or ""] -= 1
            known.add(key)
            kept, here = kept + 1, here + 1
            yield rated(found, game)
            if here == recipe.each:
                break


def _candidates(recipe: Recipe, game: Game, dice: random.Random) -> Iterator[tuple[Position, int]]:
    """The last decisions of one game, the very last first; then those of other ends that it might have had."""
    pos, greedy = game.start(seed=dice.getrandbits(48)), bot("greedy", dice.getrandbits(48))
    seen = _played(recipe, pos, greedy, dice)
    yield from _last(recipe, game, seen)
    for _ in range(recipe.again):
        state = game.state()
        state.load(seen[-min(recipe.back, len(seen))][0])
        state.rng = dice.getrandbits(64)
        yield from _last(recipe, game, _played(recipe, Position(game, state), greedy, dice))


def _played(recipe: Recipe, pos: Position, greedy: Bot, dice: random.Random) -> list[tuple[bytes, int]]:
    """A game played to its end: every decision on the way."""
    seen: list[tuple[bytes, int]] = []
    while not pos.over:
        seat = dice.choice(pos.actors)
        if not pos.state.sealed:
            seen += [(bytes(pos.state), actor) for actor in pos.actors]
        codes = pos.legal(seat).codes
        pos.play(dice.choice(codes) if dice.random() < recipe.careless else greedy.choose(pos.view(seat)), seat)
    return seen


def _last(recipe: Recipe, game: Game, seen: list[tuple[bytes, int]]) -> Iterator[tuple[Position, int]]:
    """The last decisions that the recipe looks at."""
    for raw, seat in reversed(seen[-recipe.tail :]):
        state = game.state()
        state.load(raw)
        pos = Position(game, state)
        if len(game.kernels.moves(state, seat)) < recipe.fewest:
            continue
        if not recipe.phases or pos.data()["state"]["phase"] in recipe.phases:
            yield pos, seat


def _place(found: Puzzle, left: Mapping[str, int]) -> str | None:
    """Which part of the quota a puzzle fills; None when there is no room for it."""
    keys = (f"{found.theme}_{found.turns}", found.theme, str(found.turns))
    return next((key for key in keys if left.get(key, 0) > 0), None)


class Judge:
    """Decides whether a position is a puzzle, and proves one again."""

    def __init__(self, recipe: Recipe, game: Game, patience: int = 1) -> None:
        self.recipe, self.game = recipe, game
        self.prover = Prover(game, patience * recipe.budget)
        self.exact = Exact(game, recipe.sides) if recipe.kind == EXACT else None
        self.measure, self.samples = Measure(game), SAMPLES if patience == 1 else 2 * SAMPLES

    def puzzle(self, pos: Position, seat: int, left: Mapping[str, int] | None = None) -> Puzzle | None:
        """The position as a puzzle, if it is one and there is room for it (`left`: the quota, None for any)."""
        state = compact(pos)
        try:
            fresh = self.game.position({"options": dict(self.game.options), "state": state})
        except BadPosition:  # without its history nothing could have led to it
            return None
        blank = Puzzle(dict(self.game.options), state, seat, self.recipe.kind, "", (), len(fresh.legal(seat)))
        try:
            if self.recipe.kind == MEASURED:
                made = self._measured(fresh, blank)
            else:
                made = self._exact(fresh, blank) if self.exact else self._forced(fresh, blank, left)
        except (Unsettled, NotExact):
            return None
        if made is None or (left is not None and _place(made, left) is None):
            return None
        return made

    def _forced(self, pos: Position, blank: Puzzle, left: Mapping[str, int] | None) -> Puzzle | None:
        seat, most = blank.seat, self.recipe.most
        endless = most >= ENDLESS
        if endless:
            turns = most if self.prover.forces(pos.state, seat, most) else 0
        else:
            turns = self.prover.distance(pos.state, seat, most)
        if not turns:
            return None
        themed = self._theme(pos, seat, None)
        if left is not None and themed is not None and _place(replace(blank, theme=themed, turns=turns), left) is None:
            return None
        right = self.prover.winning(pos.state, seat, turns)
        if not self._few(pos, seat, right):
            return None
        bound = turns
        if not endless and turns < most:
            with suppress(Unsettled):  # then one turn more stays open
                bound += self.prover.winning(pos.state, seat, turns + 1) == right
        line = self._line(pos, seat, turns)
        made = replace(blank, turns=turns, bound=bound, line=line)
        return replace(made, theme=self._theme(pos, seat, made) or "")

    def _few(self, pos: Position, seat: int, right: tuple[int, ...]) -> bool:
        """Whether right moves are as few as the recipe asks, those counted once that come to the same position."""
        different = set()
        for code in right:
            then = pos.state.copy()
            self.game.kernels.play(then, seat, code)
            different.add(bytes(then))
        return len(different) <= self.recipe.several and 3 * len(right) <= len(pos.legal(seat))

    def _line(self, pos: Position, seat: int, turns: int) -> tuple[PuzzleStep, ...]:
        """The right moves, and the defence that holds out longest, to the end of the game."""
        at, left, steps = pos.copy(), turns, []
        while not at.over:
            mover = self.prover.decides(at.state, seat)
            if mover == seat:
                right = self.prover.winning(at.state, seat, left)
                left = self.prover.distance(at.state, seat, left)
                chosen = self.prover.winning(at.state, seat, left)[0]
                texts = [at.move(seat, code).text for code in (chosen, *(c for c in right if c != chosen))]
            else:
                held = {code: self._lasts(at, seat, mover, code, left) for code in at.legal(mover).codes}
                chosen = max(held, key=held.__getitem__)
                left = held[chosen]
                texts = [at.move(mover, chosen).text]
            steps.append(PuzzleStep(mover, tuple(dict.fromkeys(texts))))
            at.play(chosen, mover)
            if mover == seat and not at.over and self.prover.decides(at.state, seat) != seat:
                left -= 1
        return tuple(steps)

    def _lasts(self, at: Position, seat: int, mover: int, code: int, left: int) -> int:
        """How many turns the seat still needs after a defence."""
        then = at.state.copy()
        self.game.kernels.play(then, mover, code)
        if self.game.kernels.over(then):
            return 0
        return self.prover.distance(then, seat, left)

    def _exact(self, pos: Position, blank: Puzzle) -> Puzzle | None:
        assert self.exact is not None
        seat = blank.seat
        values = self.exact.values(pos.state, seat)
        best, second = sorted(values.values(), reverse=True)[:2]
        if best - second < GAP:
            return None
        line, reply = self._example(pos, seat, max(values, key=values.__getitem__)), ""
        if len(pos.actors) == 2:
            reply = pos.move(1 - seat, self.exact.answers(pos.state, seat)[1]).text
        worths = {pos.move(seat, code).text: round(float(worth), 4) for code, worth in values.items()}
        made = replace(blank, line=line, values=worths, reply=reply)
        return replace(made, theme=self._theme(pos, seat, made) or "")

    def _measured(self, pos: Position, blank: Puzzle) -> Puzzle | None:
        view, seat = pos.view(blank.seat), blank.seat
        several = max(1, min(self.recipe.several, blank.legal // 3))
        for samples in GLANCES:
            shares = self.measure.moves(view, samples, samples).shares.values()
            if widest(sorted(shares, reverse=True), several)[1] < GAP:
                return None
        found = self.measure.moves(view, self.samples, self.samples, several)
        if found.ahead < GAP:
            return None
        worths = {pos.move(seat, code).text: round(share, 4) for code, share in found.shares.items()}
        step = PuzzleStep(seat, tuple(pos.move(seat, code).text for code in found.best))
        ahead = math.floor(1000 * found.ahead) / 1000
        made = replace(blank, line=(step,), values=worths, samples=found.samples, ahead=ahead)
        return replace(made, theme=self._theme(pos, seat, made) or "")

    def _example(self, pos: Position, seat: int, answer: int) -> tuple[PuzzleStep, ...]:
        """The answer, and one way it goes on when both play as well as can be; a die falls as the generator has it."""
        assert self.exact is not None
        at, steps = pos.copy(), list[PuzzleStep]()
        while not at.over:
            if len(at.actors) == 2:
                try:
                    own, theirs = self.exact.answers(at.state, seat)
                except NotExact:
                    break  # both must mix: no single way
                pairs = [(seat, own), (1 - seat, theirs)]
            else:
                mover = at.actors[0]
                pairs = [(mover, answer if not steps else self.exact.best(at.state, seat, mover))]
            for mover, code in pairs:
                steps.append(PuzzleStep(mover, (at.move(mover, code).text,)))
                at.play(code, mover)
        return tuple(steps)

    def _theme(self, pos: Position, seat: int, made: Puzzle | None) -> str | None:
        """The recipe's theme of a position; None while it needs a line that is not there yet."""
        parts = []
        for path in self.recipe.theme:
            when, *names = path.split(".")
            if when != "start" and made is None:
                return None
            if when == "word":
                assert made is not None
                parts.append(made.answers[0].split()[0])
                continue
            at = pos
            if when == "end":
                assert made is not None
                at = pos.copy()
                for step in made.line:
                    at.play(step.moves[0], step.seat)
            value: Any = at.data()["state"]
            for name in names:
                value = value[seat if name == "seat" else int(name) if name.isdecimal() else name]
            parts.append(str(value))
        return "_".join(parts)


def rated(found: Puzzle, game: Game) -> Puzzle:
    """The puzzle with the share of weak bots that find its answer."""
    pos = found.position(game)
    solved = {"random": round(len(found.answers) / found.legal, 4)}
    for name in BOTS:
        tries = (_weak(name, seed).choose(pos.view(found.seat)).text for seed in range(TRIES))
        solved[name] = sum(text in found.answers for text in tries) / TRIES
    return replace(found, solved=solved)


def _weak(name: str, seed: int) -> Bot:
    """A bot that fares the same on a slow or busy machine: what bounds its looking ahead is never the clock."""
    made = bot(name, seed)
    if isinstance(made, Search):
        made.effort = replace(made.effort, seconds=MOST_SECONDS)
    return made


def recipe_of(name: str, found: Puzzle) -> Recipe | None:
    """The recipe that a puzzle was made by."""
    game = load(name, **found.options)
    same = (r for r in recipes(name) if r.kind == found.kind and load(name, **r.options).options == game.options)
    return next(same, None)


def check(name: str, found: Puzzle) -> str:
    """Prove a puzzle again over every legal move; empty when everything holds, else what does not."""
    recipe = recipe_of(name, found)
    if recipe is None:
        return "no recipe"
    game = load(name, **found.options)
    pos = found.position(game)
    if found.seat not in pos.actors:
        return "not that seat's move"
    again = Judge(recipe, game, PATIENCE).puzzle(pos, found.seat)
    if again is None:
        return "not proven"
    if again.bound < found.bound:
        return "bound"
    same = ["state", "theme", "legal", "turns"]
    if found.kind == MEASURED:
        if not found.ahead >= GAP or found.samples < SAMPLES:
            return "too little"
        if set(again.answers) != set(found.answers):  # which of several won most is luck
            return "answers"
    else:
        same += ["line"]
    if found.kind == EXACT:
        same += ["values", "reply"]
    wrong = [field for field in same if getattr(again, field) != getattr(found, field)]
    return ", ".join(wrong)


__all__ = ["EXACT", "FORCED", "GAP", "Judge", "Recipe", "check", "mine", "rated", "recipe_of", "recipes"]
