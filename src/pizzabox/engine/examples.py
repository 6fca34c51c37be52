"""Drawn examples of the rules: true positions, kept as data in `examples.toml` beside `rules.md`.

    [[example]]
    id = "tie"                   # its words are [tie] title and text of examples.en.toml
    rule = "T3.4"                # it stands below this rule
    options = {first = "red"}
    seed = 1                     # from a start with that seed …
    moves = ["a4", "e4"]         # … after these moves; or from `state`, a position written by hand
    play = ["cut 3"]             # what the example shows: one picture before it, one after it
    show = "after"               # only that one of the two
    mark = ["c4"]                # tokens to point at in the first picture, `mark_after` in the second
    viewer = 0                   # whose view; a spectator's when left out
    claims = {scores = [3, 2]}   # what the words say, for the tests (`wrong`)

The file may begin with `quick`: the pictures of the game's quick reference (`["tie-2"]`: example, number of picture).

Every position is reached by legal moves or accepted by the game's check, so an example cannot show what cannot be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from . import game_files
from .catalogue import FALLBACK
from .contract import SPECTATOR
from .game import Game
from .position import Position

FILE = "examples.toml"
STEM = "examples"


@dataclass(frozen=True)
class Example:
    """One example: where it stands in the rules, how its position comes about, and what it claims."""

    id: str
    rule: str
    options: Mapping[str, object] = field(default_factory=dict)
    seed: int = 0
    moves: tuple[str, ...] = ()
    state: Mapping[str, object] | None = None
    play: tuple[str, ...] = ()
    show: str = ""
    mark: tuple[str, ...] = ()
    mark_after: tuple[str, ...] = ()
    viewer: int = SPECTATOR
    claims: Mapping[str, Any] = field(default_factory=dict)

    def before(self, game: Game) -> Position:
        """The position before what the example plays."""
        chosen = game.with_options(**self.options)
        pos = chosen.start(self.seed) if self.state is None else chosen.position({"state": dict(self.state)})
        for move in self.moves:
            play(pos, move)
        return pos

    def after(self, game: Game) -> Position:
        pos = self.before(game)
        for move in self.play:
            play(pos, move)
        return pos

    def pictures(self, game: Game, theme: str) -> list[str]:
        """The example as one or two drawings."""
        frames = []
        if self.show != "after":
            frames.append((self.before(game), self.mark))
        if self.play and self.show != "before":
            frames.append((self.after(game), self.mark_after))
        return [pos.view(self.viewer).svg(theme=theme, legal=mark) for pos, mark in frames]

    @property
    def count(self) -> int:
        return 2 if self.play and not self.show else 1


def play(pos: Position, move: str) -> None:
    """Play a move written as in a record: `e4`, or `green: cut 3` where it is not the next one's."""
    seat, colon, text = move.partition(": ")
    if colon and seat in pos.game.seats:
        pos.play(text, pos.game.seats.index(seat))
    else:
        pos.play(move)


def examples(game: Game) -> dict[str, Example]:
    """All examples of a game, by their ids, in the order of its file."""
    return game_files.attempt(game, FILE, lambda: _examples(game), {})


def _examples(game: Game) -> dict[str, Example]:
    made: dict[str, Example] = {}
    for row in game_files.data(game, FILE).get("example", []):
        fields: dict[str, Any] = {k: tuple(value) if isinstance(value, list) else value for k, value in row.items()}
        example = Example(**fields)
        if example.id in made:
            raise ValueError(f"{game.name}: there are two examples {example.id}")
        made[example.id] = example
    return made


def words(game: Game, id: str) -> dict[str, str]:
    """Title and text of an example in the language spoken now."""
    found = game_files.texts(game, STEM).get(id)
    if not isinstance(found, dict) or not {"title", "text"} <= found.keys():
        raise ValueError(f"{STEM}.{FALLBACK}.toml has no title and text of {id}")
    return found


def wrong(game: Game, shown: Example) -> list[str]:
    """The claims of the example that do not hold."""
    before, after = shown.before(game), shown.after(game)
    said = after.log()[len(before.log()) :]
    problems = []
    for what, claimed in shown.claims.items():
        if what == "legal":
            found: Any = [text for text in claimed if before.why_not(*_named(before, text)) is None]
        elif what == "illegal":
            refused = {text: before.why_not(*_named(before, text)) for text in claimed}
            found = {text: reason.rule if reason else "" for text, reason in refused.items()}
        elif what == "says":
            found = [line for line in claimed if line in said]
        elif what == "state":
            written = after.data()["state"]
            found = {name: written[name] for name in claimed}
        elif what == "before":
            found = list(before.scores)
        elif what in ("scores", "winners", "actors"):
            found = list(getattr(after, what))
        elif what == "over":
            found = after.over
        else:
            raise ValueError(f"example {shown.id}: there's no check for the claim {what!r}")
        if found != claimed:
            problems.append(f"{what}: claimed {claimed}, found {found}; said: {said}")
    return problems


def _named(pos: Position, text: str) -> tuple[str, int | None]:
    seat, colon, rest = text.partition(": ")
    return (rest, pos.game.seats.index(seat)) if colon and seat in pos.game.seats else (text, None)
