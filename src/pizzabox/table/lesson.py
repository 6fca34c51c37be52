"""A guided first game: a fixed play-through in which the learner makes one side's moves, with a word at every step.

`lesson.toml` beside a game's rules.md is the play-through, `lesson.en.toml` its words:

    options = {first = "red"}
    seed = 7
    seat = "red"                        # the learner's
    names = {green = "Bea"}             # of the others; their moves are in the script too

    [[step]]
    id = "add"                          # its words: [add] text, other (after a move that is not the lesson's), points
    before = ["green: e4"]              # what the others play before the step is shown
    move = "c4"                         # what the learner plays; a step without one is only read
    glow = false                        # do not light up what to touch: the learner looks for it

A lesson has no memory: who stands at step 5 is where the script is after four steps. So nothing is stored for a
learner, and no table is touched.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from pizzabox.engine import game_files
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.examples import play
from pizzabox.engine.game import Game
from pizzabox.engine.position import Move, Position
from pizzabox.engine.svg import palette

from . import scene as scenes
from .match import Match
from .seats import BOT, PERSON, Seat

FILE = "lesson.toml"
STEM = "lesson"
LEARNER = "learner"
MOST_FRAMES = 4
PAGE = palette("page")
say = Catalogue(__package__)


@dataclass(frozen=True)
class LessonStep:
    """One station of the lesson."""

    id: str
    before: tuple[str, ...] = ()
    move: str = ""
    glow: bool = True


@dataclass(frozen=True, eq=False)
class Lesson:
    """A play-through with its stations: `at[i]` is the position in which step i is shown."""

    game: Game
    seat: int
    names: Mapping[str, str]
    steps: tuple[LessonStep, ...]
    at: tuple[Position, ...] = field(repr=False)

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


def has_lesson(game: Game) -> bool:
    return game_files.has(game, FILE)


def lesson(game: Game) -> Lesson:
    """The lesson of a game."""
    if not has_lesson(game):
        raise PizzaboxError(say("lesson.none", title=game.title))
    return _lesson(game.rules_path, game)


@cache
def _lesson(path: Path, game: Game) -> Lesson:
    script = game_files.data(game, FILE)
    chosen = game.with_options(**script["options"])
    steps = tuple(LessonStep(**{**row, "before": tuple(row.get("before", ()))}) for row in script["step"])
    seat = chosen.seats.index(script["seat"])
    pos, at = chosen.start(script["seed"]), []
    for step in steps:
        for move in step.before:
            play(pos, move)
        at.append(pos.copy())
        if step.move:
            pos.play(step.move, seat)
    return Lesson(chosen, seat, script.get("names", {}), steps, tuple(at))


def shown(lesson: Lesson, number: int) -> dict[str, Any]:
    """A step as a page shows it: the fields of a table, and `lesson` with what is taught."""
    match = lesson.match(number)
    made = scenes.fixed(match) | scenes.scene(match, LEARNER, None, 0.0)
    box = {key: made.pop(key) for key in ("box", "wide", "still", "names", "pieces")}
    for seat in made["seats"]:
        seat["present"] = True
    step, wanted = lesson.steps[number], lesson.wanted(number)
    taught = {
        "step": number,
        "steps": len(lesson.steps),
        "text": lesson.words(number)["text"],
        "points": lesson.words(number).get("points", []),
        "moves": wanted is not None,
        "glow": list(wanted.tokens) if wanted and step.glow else [],
    }
    return {"type": "table", **made, "picture": box, "log": [], "chat": [], "lesson": taught}


def passed(lesson: Lesson, number: int) -> dict[str, Any]:
    """What happens between a step and the next: moving layers to show one after the other, and the sentences."""
    match, viewer = lesson.match(number + 1), lesson.seat
    first = len(lesson.at[number].steps)
    moment = scenes.Moment(match, 0.0)
    said = [words for line in moment.log(viewer, first) for words in line["words"]]
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
        layers += ["\n".join(layer) for layer in moment.stages(viewer)]
    return {"said": said, "stages": layers}
