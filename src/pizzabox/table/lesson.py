"""A guided first game: a fixed play-through in which the learner makes one side's moves, with a word at every step.

`lesson.toml` beside a game's rules.md is the play-through, `lesson.en.toml` its words:

    options = {first = "red"}
    seed = 7
    seat = "red"                        # the learner's
    names = {green = "Bea"}             # of the others; their moves are in the script too

    [[step]]
    id = "add"                          # its words: [add] text, other (after a move that is not the lesson's), points
    before = ["green: e4"]              # what the others play before the step is shown
    move = "c4"                         # what the learner plays, and it glows; a step without one is only read
    wrong = {middle = ["d4", "d5"]}     # makes it a choice: nothing glows, and these moves have an answer of their own,
                                        # [add.wrong] middle; in a move * stands for anything
    also = {rim = ["a1"]}               # right as well, says [add.also] rim; but the script goes on with `move`

A lesson has no memory: whoever stands at step 5 is where the script is after four steps. So nothing is stored for a
learner, and no table is touched.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from pizzabox.engine import game_files
from pizzabox.engine.catalogue import FALLBACK, Catalogue
from pizzabox.engine.errors import PizzaboxError, cause, short
from pizzabox.engine.examples import play
from pizzabox.engine.game import Game
from pizzabox.engine.position import Move, Position
from pizzabox.engine.svg import palette

from . import scene as scenes
from .match import Match
from .messages import Message
from .seats import BOT, PERSON, Seat

FILE = "lesson.toml"
STEM = "lesson"
LEARNER = "learner"
ALSO, WRONG = "also", "wrong"
MOST_FRAMES = 4
PAGE = palette("page")
say = Catalogue(__package__)


@dataclass(frozen=True)
class LessonStep:
    """One station of the lesson."""

    id: str
    before: tuple[str, ...] = ()
    move: str = ""
    wrong: Mapping[str, list[str]] = field(default_factory=dict)
    also: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def choice(self) -> bool:
        """Whether the learner decides, instead of touching what glows."""
        return bool(self.wrong)


@dataclass(frozen=True)
class Answer:
    """What the lesson says to a legal move that it does not go on with."""

    text: str
    right: bool = False


@dataclass(frozen=True, eq=False)
class Lesson:
    """A play-through with its stations: `at[i]` is the position in which step i is shown."""

    game: Game
    seat: int
    names: Mapping[str, str]
    steps: tuple[LessonStep, ...]
    at: tuple[Position, ...] = field(repr=False)
    named: tuple[Mapping[int, tuple[str, str]], ...] = field(repr=False)
    """For each step the moves, by their codes, that have an answer of their own: `ALSO` or `WRONG`, and its name."""

    def station(self, number: object) -> int:
        """The number of a step, checked."""
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < len(self.steps):
            raise PizzaboxError(say("lesson.step", most=len(self.steps) - 1, value=short(number)))
        return number

    def match(self, number: int) -> Match:
        """The table as it stands at a step."""
        pos = self.at[number]
        seats = [
            Seat(PERSON, owner=LEARNER) if i == self.seat else Seat(BOT, self.names.get(key, key.capitalize()))
            for i, key in enumerate(self.game.seats)
        ]
        ended = "rules" if pos.over else ""
        return Match(f"{self.game.name}-{number}", self.game, pos, seats, LEARNER, version=number, salt="", ended=ended)

    def words(self, number: int) -> dict[str, Any]:
        """What is said at a step."""
        found: dict[str, Any] = game_files.texts(self.game, STEM)[self.steps[number].id]
        return found

    def wanted(self, number: int) -> Move | None:
        """The learner's move at a step; None where there is only something to read."""
        text, pos = self.steps[number].move, self.at[number]
        return pos.move(self.seat, pos.code_of(text, self.seat)) if text else None

    def answer(self, number: int, code: int) -> Answer:
        """What is said to a legal move at a step that is not the lesson's."""
        words, found = self.words(number), self.named[number].get(code)
        if found is None:
            return Answer(words.get("other", ""))
        kind, name = found
        return Answer(words[kind][name], right=kind == ALSO)


def has_lesson(game: Game) -> bool:
    """Whether a game has a lesson that can be played."""

    def plays() -> bool:
        return game_files.has(game, FILE) and bool(_lesson(game.rules_path, game).steps)

    return game_files.attempt(game, FILE, plays, False)


def lesson(game: Game) -> Lesson:
    """The lesson of a game."""
    if not game_files.has(game, FILE):
        raise PizzaboxError(say("lesson.none", title=game.title))
    try:
        return _lesson(game.rules_path, game)
    except Exception as problem:
        raise PizzaboxError(say("lesson.broken", title=game.title, reason=cause(problem))) from problem


@cache
def _lesson(path: Path, game: Game) -> Lesson:
    script = game_files.data(game, FILE)
    chosen = game.with_options(**script["options"])
    steps = tuple(_step(row) for row in script["step"])
    seat = chosen.seats.index(script["seat"])
    pos, at, named = chosen.start(script["seed"]), [], []
    for step in steps:
        for move in step.before:
            play(pos, move)
        at.append(pos.copy())
        named.append(dict(_named(step, pos, seat)))
        if step.move:
            pos.play(step.move, seat)
    _refuse_unsaid(game, steps, named)
    return Lesson(chosen, seat, script.get("names", {}), steps, tuple(at), tuple(named))


def _refuse_unsaid(game: Game, steps: Sequence[LessonStep], named: Sequence[Mapping[int, tuple[str, str]]]) -> None:
    """Every step has its text, and each of its answers too."""
    words = game_files.texts(game, STEM)
    for step, answers in zip(steps, named, strict=True):
        for keys in (("text",), *answers.values()):
            said = words.get(step.id, {})
            for key in keys:
                said = said.get(key) if isinstance(said, dict) else None
            if not isinstance(said, str):
                raise ValueError(f"step {step.id}: {STEM}.{FALLBACK}.toml has no {'.'.join(keys)}")


def _step(row: Mapping[str, Any]) -> LessonStep:
    unknown = sorted(row.keys() - {known.name for known in fields(LessonStep)})
    if unknown:
        raise ValueError(f"step {row.get('id')}: a step has no {', '.join(unknown)}")
    step = LessonStep(**{**row, "before": tuple(row.get("before", ()))})
    if step.choice and not step.move:
        raise ValueError(f"step {step.id}: a choice needs its right move")
    if step.also and not step.choice:
        raise ValueError(f"step {step.id}: only a choice has other right moves")
    return step


def _named(step: LessonStep, pos: Position, seat: int) -> Iterator[tuple[int, tuple[str, str]]]:
    """The moves of a choice that have an answer of their own. Each is legal there and has one answer."""
    if not step.choice:
        return
    right = pos.code_of(step.move, seat)
    free = {move.text: move.code for move in pos.legal(seat) if move.code != right}
    answers = [(kind, *each) for kind in (ALSO, WRONG) for each in getattr(step, kind).items()]
    for kind, name, wanted in answers:
        for pattern in wanted:
            found = [text for text in free if fnmatchcase(text, pattern)]
            if not found:
                where = f"step {step.id}, answer {name}"
                raise ValueError(f"{where}: {pattern} isn't legal there, is the right move, or already has an answer")
            yield from ((free.pop(text), (kind, name)) for text in found)


def shown(lesson: Lesson, number: int) -> Message:
    """A step as a page shows it: the fields of a table, and `lesson` with what is taught."""
    match = lesson.match(number)
    made = scenes.fixed(match) | scenes.scene(match, LEARNER, None, 0.0)
    box = {key: made.pop(key) for key in ("box", "wide", "board", "names", "pieces")}
    step, wanted = lesson.steps[number], lesson.wanted(number)
    taught = {
        "step": number,
        "steps": len(lesson.steps),
        "text": lesson.words(number)["text"],
        "points": lesson.words(number).get("points", []),
        "moves": wanted is not None,
        "choice": step.choice,
        "glow": list(wanted.tokens) if wanted and not step.choice else [],
    }
    return {"type": "table", **made, "picture": box, "log": [], "chat": [], "lesson": taught}


def passed(lesson: Lesson, number: int) -> Message:
    """What happens between a step and the next: moving layers to show one after the other, and the sentences."""
    match, viewer = lesson.match(number + 1), lesson.seat
    first = len(lesson.at[number].steps)
    snapshot = scenes.TableSnapshot(match, 0.0)
    said = [words for line in snapshot.log(viewer, first) for words in line["words"]]
    layers: list[str] = []
    s = lesson.game.state()
    for step in match.position.steps[first + 1 :]:
        s.load(step.before)
        drawn = str(lesson.game.picture.pieces(lesson.game.kernels.show(s, viewer), viewer, PAGE))
        if not layers or layers[-1] != drawn:
            layers.append(drawn)
    stride = max(1, -(-len(layers) // MOST_FRAMES))
    layers = layers[stride - 1 :: stride]
    if match.position.state.news > lesson.at[number].state.news:
        layers += ["\n".join(layer) for layer in snapshot.stages(viewer)]
    return {"said": said, "stages": layers}
