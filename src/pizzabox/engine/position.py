"""`Position` and `View`: a game in progress, and what one player knows of it."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from .bits import members
from .contract import SPECTATOR, has_chosen, hides
from .errors import IllegalMove, NoUndo, PizzaboxError, say, short
from .external_tables import TABLES, mark
from .position_code import encode
from .presentation import Pick, Preview, sentence
from .state import GameState
from .state_json import write_state

if TYPE_CHECKING:
    from .game import Game


@dataclass(frozen=True)
class Move:
    """One move: its code (kernels, learners), its tokens (what a person touches, in order) and its text (notation)."""

    player: int
    code: int
    text: str
    tokens: tuple[str, ...]

    def __str__(self) -> str:
        return self.text


class Moves(Sequence[Move]):
    """The legal moves of one player, made as asked for. `in` takes a move, its text, its tokens or its code."""

    def __init__(self, board: Board, player: int) -> None:
        self._board = board
        self.player = player
        self.codes: Sequence[int] = board.codes(player) if player >= 0 else []

    def __len__(self) -> int:
        return len(self.codes)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return [self._board.move(self.player, code) for code in self.codes[index]]
        return self._board.move(self.player, self.codes[index])

    def __iter__(self) -> Iterator[Move]:
        return (self._board.move(self.player, code) for code in self.codes)

    def __contains__(self, item: object) -> bool:
        try:
            return self._board.code_of(item, self.player) in self.codes
        except IllegalMove:
            return False

    def __repr__(self) -> str:
        what = "move" if len(self) == 1 else "moves"
        return f"<{len(self)} {what}: {', '.join(m.text for m in self[:12])}{', …' if len(self) > 12 else ''}>"


class Board:
    """What a `Position` and a `View` have in common: a state to read, draw and list moves from."""

    def __init__(self, game: Game, state: GameState, viewer: int) -> None:
        self.game = game
        self.state = state
        self.viewer = viewer

    @property
    def actors(self) -> tuple[int, ...]:
        """Who may act now; several during a secret simultaneous choice."""
        return tuple(members(self.game.kernels.actors(self.state)))

    def codes(self, player: int) -> Sequence[int]:
        """The codes of a player's legal moves."""
        return tuple(self.game.kernels.moves(self.state, player))

    @property
    def over(self) -> bool:
        """Whether the game is finished."""
        return self.game.kernels.over(self.state)

    @property
    def returns(self) -> tuple[float, ...]:
        """Each player's result in [-1, 1]; all 0 while the game runs."""
        return self.game.kernels.returns(self.state, self.game.players)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each player's score as the rules count it."""
        return self.game.kernels.scores(self.state, self.game.players)

    @property
    def winners(self) -> tuple[int, ...]:
        """Who won, several when the win is shared, nobody while the game runs or when all lost."""
        results = self.returns if self.over else ()
        best = max(results, default=-1.0)
        return tuple(p for p, r in enumerate(results) if r == best and best > -1.0)

    @property
    def prompt(self) -> str:
        """What to do now, in one sentence."""
        return self.game.words.result(self.state) if self.over else self.game.words.prompt(self.state, self.viewer)

    def move(self, player: int, code: int) -> Move:
        """The move of that code, in words and tokens."""
        words = self.game.words
        return Move(player, code, words.text(self.state, player, code), words.tokens(self.state, player, code))

    def code_of(self, item: object, player: int) -> int:
        """The code of a move given as a move, a code, a text or tokens; IllegalMove when it is none of these."""
        if isinstance(item, Move):
            return item.code
        if isinstance(item, bool):
            raise IllegalMove(say("move.form", value=short(item)))
        if isinstance(item, str):
            return self.game.words.read(self.state, player, item)
        if isinstance(item, tuple):
            if not item or not all(isinstance(token, str) for token in item):
                raise IllegalMove(say("move.form", value=short(item)))
            picked = self.pick(player, item).code
            if picked is not None:
                return picked
            raise IllegalMove(*self.game.words.touched(self._seen_by(player), player, item))
        try:
            code = item.__index__()  # type: ignore[attr-defined]
        except (AttributeError, TypeError):
            raise IllegalMove(say("move.form", value=short(item))) from None
        if not 0 <= code < self.game.codes:
            known = {"game": self.game.name, "most": self.game.codes - 1}
            raise IllegalMove(say("move.code", value=short(code), **known))
        return int(code)

    def _seen_by(self, player: int) -> GameState:
        """The state as a player may know it."""
        return self.state

    def pick(self, player: int, chosen: tuple[str, ...]) -> Pick:
        """A move in progress, given the tokens touched so far."""
        return self.game.words.pick(self.state, player, chosen)

    def preview(self, player: int, chosen: tuple[str, ...]) -> Preview:
        """What the move in progress would do, as far as its player can know."""
        return self.game.words.preview(self.state, player, chosen)

    def in_words(self, player: int, chosen: tuple[str, ...]) -> str:
        """A move by its tokens, in the log's words as far as its player can know; otherwise the tokens spelled out."""
        words, after = self.game.words, self.preview(player, chosen).after
        code = self.pick(player, chosen).code
        if after is not None and code is not None:
            return words.story(self.state, player, code, after, player)[0]
        return sentence("; ".join(words.spell(self.state, token) for token in chosen))

    def touched(self, player: int, chosen: tuple[str, ...]) -> IllegalMove | None:
        """Why a player who touched these tokens cannot go on, without notation; None if they can."""
        found = self.pick(player, chosen)
        if found.code is not None or found.next:
            return None
        return IllegalMove(*self.game.words.touched(self.state, player, chosen))

    def explain(self, thing: str) -> str:
        """What a thing in the picture is and does, as the viewer may know it; empty if there is no such thing.

        >>> import pizzabox
        >>> pizzabox.load("hexentafl").start(seed=1).view().explain("e5").partition(".")[0]
        'e5, King'
        """
        return self.game.words.explain(self.state, self.viewer, thing)

    def spoken(self, ended: str = "") -> list[str]:
        """The position in sentences, as the viewer may know it, for those who cannot see the picture. The last says
        whose turn it is or who won; `ended` takes its place where something other than the rules ended the game.

        >>> import pizzabox
        >>> pizzabox.load("hexentafl").start(seed=1).view().spoken()[0]
        'The King is on e5, the throne.'
        """
        sentences = self.game.words.spoken(self.state, self.viewer)
        return [*sentences[:-1], ended] if ended else sentences

    def svg(self, **style: object) -> str:
        """The picture; `theme` is light, dark or print."""
        return self.game.picture.svg(self.state, self.viewer, **style)

    def png(self, width: int = 1000, **style: object) -> bytes:
        """The picture as PNG; needs the extra `pizzabox[png]`."""
        from .png import png

        return png(self.svg(**style), width)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.game.words.board(self.state, self.viewer)

    def __bytes__(self) -> bytes:
        return bytes(self.state)

    @property
    def packed(self) -> str:
        """The bytes as a short text; `Game.unpack` and `Game.view` read it."""
        return base64.urlsafe_b64encode(bytes(self.state)).decode().rstrip("=")

    def data(self) -> dict[str, Any]:
        """Everything about this board, ready for JSON; of a view, only what the viewer knows."""
        made: dict[str, Any] = {"game": self.game.name, "options": dict(self.game.options)}
        if self.game.tables:
            made[TABLES] = dict(self.game.fingerprints)
        made["state"] = write_state(self.state)
        return made

    def json(self) -> str:
        """The same as JSON text."""
        return json.dumps(self.data())


class View(Board):
    """What one player (or, as -1, a spectator) knows: built from nothing, so it holds no secrets of others."""

    def legal(self) -> Moves:
        """The viewer's legal moves."""
        return Moves(self, self.viewer)

    def guess(self, seed: int) -> Position:
        """One full position that fits everything the viewer knows, drawn uniformly.

        >>> import pizzabox
        >>> pos = pizzabox.load("pizzeria").start(seed=1)
        >>> world = pos.view(0).guess(seed=5)
        >>> world == pos, str(world.view(0)) == str(pos.view(0))
        (False, True)
        """
        return Position(self.game, self.game.kernels.guess(self.state, self.viewer, seed))

    def data(self) -> dict[str, Any]:
        """What the viewer knows, ready for JSON."""
        return {**super().data(), "viewer": self.viewer}

    def __repr__(self) -> str:
        return f"<view of {self.game.name} by {self.viewer}: {self.prompt}>"


class Step(NamedTuple):
    """One played move, with the bytes of the position before it."""

    player: int
    code: int
    text: str
    before: bytes
    news: int


@dataclass
class Answers:
    """Results of kernels, kept while the bytes of the state stay the same."""

    data: bytes
    actors: tuple[int, ...] | None = None
    codes: dict[int, Sequence[int]] = field(default_factory=dict)


def step_story(game: Game, step: Step, before: GameState, after: GameState, viewer: int | None) -> list[str]:
    """What happened in one step, from the states before and after it as the viewer knows them (None: all secrets)."""
    code = None if hides(after, step.player, viewer) else step.code
    return game.words.story(before, step.player, code, after, SPECTATOR if viewer is None else viewer)


class Position(Board):
    """A game in progress, all secrets included. `view(player)` is what may leave the table.

    Positions compare by game, options and state, and change when they are played on: so they have no hash and cannot
    be keys. What stands for one moment is its `code`, or `bytes(pos)`.

    >>> import pizzabox
    >>> pos = pizzabox.load("theory", first="red").start(seed=7)
    >>> other = pos.copy()
    >>> pos.play("d4").text, pos == other
    ('d4', False)
    >>> pos.undo(), pos == other
    ('d4', True)
    """

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, game: Game, state: GameState, seed: int | None = None) -> None:
        super().__init__(game, state, SPECTATOR)
        self.seed = seed
        self.origin = bytes(state)
        self.steps: list[Step] = []
        self._answers = Answers(b"")

    def _answers_now(self) -> Answers:
        """The results of kernels for the state as it is now."""
        data = bytes(self.state)
        if self._answers.data != data:
            self._answers = Answers(data)
        return self._answers

    @property
    def actors(self) -> tuple[int, ...]:
        """Who may act now; several during a secret simultaneous choice."""
        known = self._answers_now()
        if known.actors is None:
            known.actors = super().actors
        return known.actors

    def codes(self, player: int) -> Sequence[int]:
        """The codes of a player's legal moves."""
        known = self._answers_now()
        if player not in known.codes:
            known.codes[player] = super().codes(player)
        return known.codes[player]

    def legal(self, player: int | None = None) -> Moves:
        """The legal moves of a player; of the next one to act when none is named.

        >>> import pizzabox
        >>> legal = pizzabox.load("theory", first="red").start(seed=7).legal()
        >>> len(legal), legal[0].text, "d4" in legal, "c4" in legal, "cut 5" in legal
        (21, 'a1', True, True, False)
        """
        if player is None:
            return Moves(self, self.actors[0] if self.actors else SPECTATOR)
        return Moves(self, self._seat(player))

    def view(self, player: int = SPECTATOR) -> View:
        """What that player knows (-1: a spectator).

        >>> import pizzabox
        >>> pos = pizzabox.load("theory", first="red").start(seed=7)
        >>> len(pos.view(0).legal()), len(pos.view(1).legal()), len(pos.view().legal())
        (21, 0, 0)
        """
        if player != SPECTATOR:
            player = self._seat(player)
        return View(self.game, self.game.kernels.show(self.state, player), player)

    def _seen_by(self, player: int) -> GameState:
        return self.game.kernels.show(self.state, player)

    def why_not(self, move: object, player: int | None = None) -> IllegalMove | None:
        """Why a move cannot be played now, or None when it can.

        >>> import pizzabox
        >>> pos = pizzabox.load("theory", first="red").start(seed=7)
        >>> print(pos.why_not("c4"))
        None
        >>> pos.play("d4").text, pos.why_not("c4").rule
        ('d4', 'T2.2')
        """
        try:
            self._legal_code(move, player)
        except IllegalMove as reason:
            return reason
        return None

    def play(self, move: object, player: int | None = None) -> Move:
        """Play a move (text, tokens, code or Move). IllegalMove says why not, and then nothing has changed.

        Without `player` it is the move of the next one to act.
        """
        mover, code = self._legal_code(move, player)
        made = self.move(mover, code)
        self._apply(mover, code, made.text)
        return made

    def _apply(self, mover: int, code: int, text: str) -> None:
        """Let the kernel play a legal move, and remember it."""
        self.steps.append(Step(mover, code, text, bytes(self.state), self.state.news))
        self.game.kernels.play(self.state, mover, code)

    def _legal_code(self, move: object, player: int | None) -> tuple[int, int]:
        if player is None and isinstance(move, Move):
            player = move.player
        actors = self.actors
        mover = (actors or (0,))[0] if player is None else self._seat(player)
        if mover not in actors:
            raise IllegalMove(*self.game.words.why(self.state, mover, None))
        code = self.code_of(move, mover)
        if code not in self.codes(mover):
            raise IllegalMove(*self.game.words.why(self.state, mover, code))
        return mover, code

    def _seat(self, player: object) -> int:
        if not isinstance(player, int) or isinstance(player, bool) or not 0 <= player < self.game.players:
            raise PizzaboxError(say("error.player", most=self.game.players - 1, value=short(player)))
        return player

    def why_no_undo(self, player: int | None = None) -> str | None:
        """Why nothing can be taken back now, or None when something can."""
        return self._undoable(player)[1]

    def undo_index(self, player: int | None = None) -> int:
        """Which step `undo` would take back; -1 when none."""
        return self._undoable(player)[0]

    def undo(self, player: int | None = None) -> str:
        """Take back that player's last move (anybody's, when none is named) and return its text.

        Only as far as no new information was seen: never across a reveal, a die, a draw or another player's open act.
        A sealed secret choice may be taken back until the reveal, whatever others have sealed since.
        """
        index, reason = self._undoable(player)
        if reason is not None:
            raise NoUndo(reason)
        step, later = self.steps[index], self.steps[index + 1 :]
        self.state.load(step.before)
        del self.steps[index:]
        for other in later:
            self._apply(other.player, other.code, other.text)
        return step.text

    def _undoable(self, player: int | None) -> tuple[int, str | None]:
        if player is not None:
            player = self._seat(player)
        if not self.steps:
            return -1, say("undo.nothing")
        last = self.steps[-1]
        who = last.player if player is None else player
        if has_chosen(self.state, who):
            return max(i for i, step in enumerate(self.steps) if step.player == who), None
        if last.player != who:
            return -1, say("undo.since", name=self.game.words.name(self.state, last.player))
        if last.news != self.state.news:
            return -1, say("undo.seen")
        return len(self.steps) - 1, None

    def log(self, viewer: int | None = None) -> list[str]:
        """What happened so far, in words, as that viewer saw it (None: with all secrets)."""
        lines: list[str] = []
        for i, step in enumerate(self.steps):
            after = self.steps[i + 1].before if i + 1 < len(self.steps) else bytes(self.state)
            lines += self.story(step, after, viewer)
        return lines

    def story(self, step: Step, after: bytes, viewer: int | None) -> list[str]:
        """What happened in one step, in words."""
        states: list[GameState] = []
        for raw in (step.before, after):
            s = self.game.state()
            s.load(raw)
            states.append(s if viewer is None else self.game.kernels.show(s, viewer))
        return step_story(self.game, step, states[0], states[1], viewer)

    def copy(self) -> Position:
        """An independent position with the same history; `copy.copy` makes the same."""
        other = Position(self.game, self.state.copy(), self.seed)
        other.origin = self.origin
        other.steps = list(self.steps)
        return other

    @property
    def code(self) -> str:
        """The position as one short text, fit for a link; `pizzabox.position(code)` reads it.

        It leaves history out that the position does not need: from a code, repetition is counted anew. `data()` and
        `bytes()` keep everything.

        >>> import pizzabox
        >>> pos = pizzabox.load("hexentafl").start(seed=1)
        >>> pizzabox.position(pos.code) == pos
        True
        >>> len(pos.code) < 200
        True
        """
        tables = f" {TABLES}={mark(self.game.tables)}" if self.game.tables else ""
        return f"{self.game.name}{tables} {encode(self.game, self.state)}"

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and other.game.name == self.game.name
            and other.game.options == self.game.options
            and other.state == self.state
        )

    def __copy__(self) -> Position:
        return self.copy()

    def __repr__(self) -> str:
        return f"pizzabox.position({self.code!r})"
