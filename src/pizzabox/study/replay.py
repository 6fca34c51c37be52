"""`Replay`: a game that is over, unrolled: any position of it, seen by anybody, with what was said."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from pizzabox.engine.catalogue import Catalogue, calling
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.game import Game
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.position import Position, View
from pizzabox.engine.presentation import Standing
from pizzabox.engine.state import GameState
from pizzabox.engine.svg import edits
from pizzabox.table.page_picture import PAGE, static_layer
from pizzabox.table.scene import options_words

say = Catalogue(__package__)
OPEN = "open"
"""The view that shows everything, which a game that is over may be given."""
_PART = re.compile(r"[^<]+|<[^<]*")


@dataclass
class Replay:
    """A recorded game: frame 0 is its start, frame n the position after move n."""

    position: Position
    names: tuple[str, ...]
    ending: str = ""
    """How the game ended where the rules did not end it."""
    results: tuple[float, ...] | None = None
    """Each seat's result where the rules did not end the game."""
    _said: dict[tuple[int, tuple[str, ...]], str] = field(default_factory=dict, repr=False, compare=False)
    """Moves that were put into words, by their frame and tokens."""

    def __post_init__(self) -> None:
        """Players of the same name are told apart by their seats."""
        twice = {name for name in self.names if self.names.count(name) > 1}
        seats = self.position.game.seats
        self.names = tuple(
            f"{name} ({seat})" if name in twice else name for name, seat in zip(self.names, seats, strict=True)
        )

    @classmethod
    def of(cls, record: GameRecord) -> Replay:
        """A record file, played again; BadRecord names what is wrong with it."""
        seats = record.game.seats
        return cls(record.replay(), tuple(record.players.get(seat, seat.capitalize()) for seat in seats))

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def called(self) -> tuple[str, ...]:
        """What sentences call the players; empty where nobody chose a name."""
        seats = zip(self.names, self.game.seats, strict=True)
        return tuple("" if name == seat.capitalize() else name for name, seat in seats)

    @property
    def last(self) -> int:
        """The number of the last frame, which is the number of moves."""
        return len(self.position.steps)

    def state(self, n: int) -> GameState:
        """The whole state of frame n."""
        if not isinstance(n, int) or isinstance(n, bool) or not 0 <= n <= self.last:
            raise PizzaboxError(say("error.move", last=self.last, value=short(n)))
        s = self.game.state()
        s.load(self.position.steps[n].before if n < self.last else bytes(self.position.state))
        return s

    def seen(self, n: int, view: str) -> tuple[GameState, int]:
        """Frame n as a view has it, with the seat it is seen from: `open`, `watch`, or the number of a seat."""
        s = self.state(n)
        viewer = self.viewer(view)
        if viewer is None:
            return s, SPECTATOR
        return self.game.kernels.show(s, viewer), viewer

    def viewer(self, view: str) -> int | None:
        """The seat of a view; None is the open one."""
        if view == OPEN:
            return None
        if view == "watch":
            return SPECTATOR
        if view.isdecimal() and len(view) < 3 and int(view) < self.game.players:
            return int(view)
        raise PizzaboxError(say("error.view", last=self.game.players - 1, value=short(view)))

    def mover_view(self, n: int) -> View:
        """What the mover of move n + 1 knew before it."""
        seat = self.position.steps[n].player
        return View(self.game, self.game.kernels.show(self.state(n), seat), seat)

    def in_words(self, n: int, tokens: Sequence[str]) -> str:
        """A move that could be made at frame n, without notation, as its mover knew it."""
        key = (n, tuple(tokens))
        if key not in self._said:
            view = self.mover_view(n)
            with calling(self.called):
                self._said[key] = view.in_words(view.viewer, tuple(tokens))
        return self._said[key]

    def pieces(self, n: int, view: str) -> str:
        """The moving layer of frame n."""
        s, viewer = self.seen(n, view)
        return str(self.game.picture.pieces(s, viewer, PAGE))

    def frame(self, n: int, view: str) -> dict[str, Any]:
        """What stands beside the picture of frame n."""
        s, viewer = self.seen(n, view)
        board = View(self.game, s, viewer)
        ended = self.ending if n == self.last else ""
        with calling(self.called):
            standing = [_standing(st) for st in self.game.words.standing(s, viewer)]
            known = {"n": n, "prompt": ended or board.prompt, "standing": standing, "acts": list(board.actors)}
            return known | {"spoken": board.spoken(ended)}

    def frames(self, first: int, last: int, view: str) -> list[dict[str, Any]]:
        """Several frames in a row: the first with its whole moving layer, the others with what changed."""
        made: list[dict[str, Any]] = []
        before = ""
        for n in range(max(0, first), min(last, self.last) + 1):
            drawn = self.pieces(n, view)
            layer = {"pieces": drawn} if not made else {"edits": edits(before.split("\n"), drawn.split("\n"))}
            made.append(self.frame(n, view) | layer)
            before = drawn
        return made

    def log(self, view: str) -> list[dict[str, Any]]:
        """Every move in words, as that view was told."""
        viewer, pos = self.viewer(view), self.position
        lines = []
        with calling(self.called):
            for i, step in enumerate(pos.steps):
                after = pos.steps[i + 1].before if i + 1 < len(pos.steps) else bytes(pos.state)
                words = pos.story(step, after, viewer)
                lines.append({"n": i + 1, "seat": step.player, "text": step.text, "words": words})
        return lines

    def whole(self, views: Sequence[str]) -> dict[str, Any]:
        """Everything that some views need, for a file that plays by itself.

        Drawings repeat themselves, so each is written as edits of the one before, in numbers of lines; a line is a list
        of numbers of its parts, and each part stands there once, as does each sentence of a position in words.
        """
        parts: dict[str, int] = {}
        lines: dict[str, int] = {}
        sentences: dict[str, int] = {}
        numbered: list[list[int]] = []
        made = {}
        for view in views:
            frames, before, standing = [], "", None
            for n in range(self.last + 1):
                drawn, frame = self.pieces(n, view), self.frame(n, view)
                changes = []
                for start, count, fresh in edits(before.split("\n"), drawn.split("\n")):
                    for line in fresh:
                        if line not in lines:
                            lines[line] = len(lines)
                            numbered.append([parts.setdefault(part, len(parts)) for part in _PART.findall(line)])
                    changes.append((start, count, [lines[line] for line in fresh]))
                if frame["standing"] == standing:
                    del frame["standing"]
                else:
                    standing = frame["standing"]
                spoken = [sentences.setdefault(one, len(sentences)) for one in frame["spoken"]]
                frames.append(frame | {"edits": changes, "spoken": spoken})
                before = drawn
            made[view] = {"frames": frames, "log": self.log(view)}
        return {"parts": list(parts), "lines": numbered, "sentences": list(sentences), "views": made}

    def line(self, n: int, moves: Sequence[object], view: str) -> list[dict[str, Any]]:
        """What the board looks like if other moves follow frame n: the first by the player who moved there, then
        by those whose turn it is. `luck` says that chance came in, so that it could have gone otherwise."""
        if not 0 <= n < self.last:
            raise PizzaboxError(say("error.move", last=self.last, value=short(n)))
        pos, viewer = self.fork(n), self.viewer(view)
        made = []
        for i, move in enumerate(moves):
            news = pos.state.news
            played = pos.play(move, self.position.steps[n].player if i == 0 else None)
            trial = Replay(pos, self.names)
            with calling(self.called):
                words = pos.story(pos.steps[-1], bytes(pos.state), viewer)
            made.append(
                {
                    "text": played.text,
                    "seat": played.player,
                    "words": words,
                    "luck": pos.state.news != news,
                    "pieces": trial.pieces(trial.last, view),
                    **trial.frame(trial.last, view),
                    "n": n + i + 1,
                }
            )
        return made

    def static_layer(self) -> dict[str, str]:
        """What never changes in the picture."""
        return static_layer(self.game, self.state(0))

    def about(self) -> dict[str, Any]:
        """The head of a review: game, seats, how it ended."""
        return {
            "game": self.game.name,
            "title": self.game.title,
            "options": options_words(self.game),
            "last": self.last,
            "over": self.position.over or bool(self.ending),
            "seats": [
                {"seat": i, "key": key, "name": name, "called": called, "colour": colour}
                for i, (key, name, called, colour) in enumerate(
                    zip(self.game.seats, self.names, self.called, self.game.colours, strict=True)
                )
            ],
        }

    def chances(self) -> list[float] | None:
        """What the last frame is worth to every seat, from 0 (lost) to 1 (won); None while it is not decided."""
        results = self.results or (self.position.returns if self.position.over else None)
        return [round((r + 1) / 2, 4) for r in results] if results else None

    def fork(self, n: int) -> Position:
        """The position to play on from: frame n, or the frame before the secret choices that are open there."""
        while n and self.state(n).sealed:
            n -= 1
        return Position(self.game, self.state(n))


def _standing(st: Standing) -> dict[str, Any]:
    return {key: value for key, value in asdict(st).items() if key != "share"}
