"""`Words`: all that a game says. What its own files leave out is made from its kernels, options and fields.

Every `s` in these functions is what the listener may know: a view, or a whole position where that reveals nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, wraps
from importlib import import_module
from importlib.util import find_spec
from inspect import isfunction
from types import ModuleType
from typing import Any, ParamSpec, cast

from .bits import members
from .catalogue import known_as
from .contract import SPECTATOR, has_chosen
from .errors import IllegalMove, did_you_mean, say, short
from .field_table import FieldTable
from .game_protocol import GameProtocol
from .options import Options
from .presentation import Pick, Preview, Standing, Tally, listed, sentence
from .state import GameState

ROLES = ("words", "explain", "spoken_board", "notation", "why_not", "story", "preview", "text_board", "phrases")
"""The files of a game that speak."""
FEW = 7
"""Up to this many moves are all named; beyond that, the first three and the last."""
MOST_LETTERS = 120
"""A typed move is no longer than this."""
P = ParamSpec("P")
Reason = tuple[str, str]
"""Why not, in words, and the id of the rule behind it."""
Laws = Iterator[object]
"""Why not, law by law: each `broken and (say(…), rule)`. Nothing after the first broken law is evaluated, so each may
rely on those before it."""


def first_broken(laws: Callable[P, Laws]) -> Callable[P, Reason | None]:
    """A function that gives the first `Reason` of these laws, or None where no law is broken."""

    @wraps(laws)
    def reason(*args: P.args, **known: P.kwargs) -> Reason | None:
        return next((cast(Reason, found) for found in laws(*args, **known) if found), None)

    return reason


class Words:
    """Everything a game can be asked for in words.

    A game says what it knows better: by the functions of its files that are named like methods here
    (`Words.of_package(__package__)`), or by a class derived from this one.
    """

    game: GameProtocol

    def __init__(self, *sources: object, seats: Sequence[str] = (), colours: Sequence[int] = ()) -> None:
        self._given: dict[str, Any] = {"seats": seats, "colours": colours}
        self._sources = sources
        for source in sources:
            for name, own in (_said_in if isinstance(source, ModuleType) else _said_by)(source).items():
                setattr(self, name, own)

    @classmethod
    def of_package(cls, package: str, seats: Sequence[str] = (), colours: Sequence[int] = ()) -> Words:
        """The words of a game folder: of all files of roles that it has."""
        names = [f"{package}.{role}" for role in ROLES]
        return cls(*(import_module(name) for name in names if find_spec(name)), seats=seats, colours=colours)

    def for_game(self, game: GameProtocol) -> Words:
        """The same words for a game with its options chosen."""
        made = type(self)(*self._sources, **self._given)
        made.game = game
        return made

    # Seats.

    def seats(self, options: Options) -> tuple[str, ...]:
        """A short, lower-case name for each seat, used in notation and records."""
        names = self._given["seats"] or [f"player{player + 1}" for player in range(int(options["players"]))]
        return tuple(names[: int(options["players"])])

    def colours(self, options: Options) -> tuple[int, ...]:
        """Which of the six toppings each seat has."""
        players = int(options["players"])
        return tuple((self._given["colours"] or range(players))[:players])

    def name(self, s: GameState, player: int) -> str:
        """The player in a sentence."""
        return known_as(player, self._seat(player))

    # Moves.

    def text(self, s: GameState, player: int, code: int) -> str:
        """A move in notation."""
        return self.game.moves(code)

    def tokens(self, s: GameState, player: int, code: int) -> tuple[str, ...]:
        """What a person touches for that move, in order; also the ids of elements in the picture."""
        return (self.text(s, player, code).replace(" ", "-"),)

    def spell(self, s: GameState, token: str) -> str:
        """A token as a screen reader says it."""
        return token.replace("-", " ")

    def read(self, s: GameState, player: int, text: str) -> int:
        """The code of a typed move, legal or not; IllegalMove when it cannot be read exactly."""
        typed = " ".join(text.lower().split()) if len(text) <= MOST_LETTERS else ""
        code = self.parse(s, player, typed)
        if code is None:
            known = {"text": short(text), "hint": self.hint(s, player, typed)}
            raise IllegalMove(self.game.text("why.unread", say("plain.unread", **known), **known))
        return code

    def parse(self, s: GameState, player: int, typed: str) -> int | None:
        """The code of a move in small letters and single spaces, legal or not; None when it makes no sense."""
        return self._codes.get(typed)

    def hint(self, s: GameState, player: int, typed: str) -> str:
        """What could be typed instead of what makes no sense."""
        legal = [self.text(s, player, code) for code in self.game.kernels.moves(s, player)]
        return did_you_mean(typed, legal or self._codes)

    def pick(self, s: GameState, player: int, chosen: tuple[str, ...]) -> Pick:
        """Narrow the legal moves down by the tokens touched so far."""
        found = self.pick_set(s, player, chosen)
        if found is not None:
            return found
        following: dict[str, None] = {}
        for code in self.game.kernels.moves(s, player):
            tokens = self.tokens(s, player, code)
            if tokens == chosen:
                return Pick(chosen, (), code)
            if tokens[: len(chosen)] == chosen:
                following[tokens[len(chosen)]] = None
        sentence = self.to_choose(s, tuple(following)) if chosen and following else ""
        return Pick(chosen, tuple(following), sentence=sentence)

    def pick_set(self, s: GameState, player: int, chosen: tuple[str, ...]) -> Pick | None:
        """The same where a move is a set, touched in any order; None where moves go token by token."""
        return None

    def to_choose(self, s: GameState, following: tuple[str, ...]) -> str:
        """What is still to choose of a move in progress, given the tokens that can come next."""
        return ""

    def preview(self, s: GameState, player: int, chosen: tuple[str, ...]) -> Preview:
        """What the move in progress would do, as far as its player can know."""
        return self.outlook(s, player, chosen, self.pick(s, player, chosen).code)

    def outlook(self, s: GameState, player: int, chosen: tuple[str, ...], code: int | None) -> Preview:
        """The same with the code of the move, once it is complete."""
        return Preview()

    # Why not.

    def why(self, s: GameState, player: int, code: int | None) -> Reason:
        """Why that move (or, with None, any move) of that player is not allowed now."""
        if self.game.kernels.over(s):
            return self.game.text("why.over", say("plain.over")), self.ended_by(s)
        if code is None or not self.game.kernels.actors(s) >> player & 1:
            return self.not_your_turn(s, player)
        return self.broken_rule(s, player, code)

    def ended_by(self, s: GameState) -> str:
        """The id of the rule by which a finished game ended as it did."""
        return ""

    def not_your_turn(self, s: GameState, player: int) -> Reason:
        """Why a player may not act now."""
        if has_chosen(s, player):
            return say("plain.sealed"), ""
        return say("plain.turn", names=self._acting(s)), ""

    def broken_rule(self, s: GameState, player: int, code: int) -> Reason:
        """Why a move is not legal though its player may act."""
        return say("plain.illegal", move=self.text(s, player, code), moves=self._choice(s, player)), ""

    def bad_touch(self, s: GameState, player: int, chosen: tuple[str, ...]) -> Reason | None:
        """Which rule forbids the last of these tokens to a player who may act; None if no rule does."""
        return None

    def touched(self, s: GameState, viewer: int, chosen: tuple[str, ...]) -> Reason:
        """Answers a tap that leads nowhere: the rule in the way, or else what was tapped and what can be done now. To
        somebody who cannot act: only what it is. No notation."""
        acts = viewer >= 0 and self.game.kernels.actors(s) >> viewer & 1
        known = self.explain(s, viewer, chosen[-1])
        if not acts or self.game.kernels.over(s):
            return known, ""
        begins = self.pick(s, viewer, chosen[-1:])
        reason = None if begins.next or begins.code is not None else self.bad_touch(s, viewer, chosen)
        if reason:
            return sentence(reason[0]), reason[1]
        now = self.pick(s, viewer, chosen[:-1]).sentence or self.prompt(s, viewer)
        return f"{known} {now}".strip(), ""

    # What things are.

    def explain(self, s: GameState, viewer: int, thing: str) -> str:
        """What a thing on the table is and does, in a sentence; empty if there is no such thing. A thing is a token, or
        what `data-what` names in the picture."""
        try:
            return sentence(self.spell(s, thing))
        except (LookupError, ValueError):  # anybody may ask for anything, and a game spells only its tokens
            return ""

    def named(self, s: GameState, viewer: int, name: str) -> str:
        """Explains something by name (in small letters) even if it isn't on the table; empty if there is no such
        thing."""
        return ""

    # How it goes.

    def prompt(self, s: GameState, viewer: int) -> str:
        """What to do now, in one sentence."""
        acting = self.game.kernels.actors(s)
        if viewer >= 0 and acting >> viewer & 1:
            secret = s.sealed or acting & (acting - 1)
            return say("plain.choose_secret" if secret else "plain.choose", moves=self._choice(s, viewer))
        if has_chosen(s, viewer):
            return say("plain.chosen_wait", names=self._acting(s))
        return say("plain.wait", names=self._acting(s))

    def chapter(self, s: GameState, viewer: int) -> str:
        """The id of the rule that matters most now."""
        return next(iter(self.game.rules.rules), "")

    def story(self, before: GameState, player: int, code: int | None, after: GameState, viewer: int) -> list[str]:
        """What just happened; the code is None while it is secret to the viewer."""
        told = self.events(before, player, code, after, viewer)
        if told is not None:
            return [*told, self.result(after)] if self.game.kernels.over(after) else told
        who = self.name(before, player)
        if code is None:
            return [say("plain.chose", name=who)]
        return [say("plain.move", name=who, move=self.text(before, player, code)), *self._changes(before, after)]

    def events(
        self, before: GameState, player: int, code: int | None, after: GameState, viewer: int
    ) -> list[str] | None:
        """The same without the result of the game; None for the move and the fields that changed."""
        return None

    def board(self, s: GameState, viewer: int) -> str:
        """The position as text."""
        table, players = self._table, range(self.game.players)
        rows = [["", *map(table.label, table.columns)]]
        rows += [[self.name(s, p), *(table.cell(s, name, p, viewer) for name in table.columns)] for p in players]
        lines = _aligned(rows) if table.columns else []
        lines += [f"{table.label(name)}: {table.value(s, name)}" for name in table.singles]
        for name in table.lists:
            grid = _aligned(table.rows(s, name))
            lines += [f"{table.label(name)}: {grid[0]}"] if len(grid) == 1 else [f"{table.label(name)}:", *grid]
        return "\n".join(lines)

    def spoken(self, s: GameState, viewer: int) -> list[str]:
        """The position in sentences, for those who cannot see it: everything the picture shows, without signs. The
        last says whose turn it is or, once the game is over, who won."""
        told = self.described(s, viewer)
        return [*told, self.result(s) if self.game.kernels.over(s) else self.prompt(s, SPECTATOR)]

    def described(self, s: GameState, viewer: int) -> list[str]:
        """The same without the last sentence."""
        table = self._table
        made = [
            f"{self.name(s, p)}: {', '.join(f'{table.label(n)} {table.cell(s, n, p, viewer)}' for n in table.columns)}."
            for p in range(self.game.players if table.columns else 0)
        ]
        made += [f"{table.label(name)}: {table.value(s, name)}." for name in table.singles]
        for name in table.lists:
            rows = "; ".join(", ".join(filter(None, row)) for row in table.rows(s, name))
            made.append(f"{table.label(name)}: {rows}.")
        return made

    def signs(self, s: GameState) -> dict[str, str]:
        """The signs of the text board that stand for a colour (`{"●": "red"}`)."""
        return {}

    def standing(self, s: GameState, viewer: int) -> list[Standing]:
        """How every side stands, in seat order."""
        scores = self.game.kernels.scores(s, self.game.players)
        colours = self.colours(self.game.options)
        return [Standing(p, self._seat(p), colours[p], str(score)) for p, score in enumerate(scores)]

    def result(self, s: GameState) -> str:
        """How the game ended, in one sentence."""
        results = self.game.kernels.returns(s, self.game.players)
        scores = " : ".join(map(str, self.game.kernels.scores(s, self.game.players)))
        best = max(results)
        winners = [self.name(s, p) for p, result in enumerate(results) if result == best and best > -1]
        key = "plain.lost" if not winners else "plain.won" if len(winners) == 1 else "plain.shared"
        return say(key, names=listed(winners), scores=scores)

    def reason(self, s: GameState) -> str:
        """The rule by which the game was won, tie-breaks included; empty if the result says it."""
        return self.game.text(f"reason.{self.ended_by(s)}", "")

    def course(self, s: GameState) -> tuple[int, ...]:
        """What a chart of the game shows: a number for each seat, then for each side without a player."""
        return tuple(self.game.kernels.scores(s, self.game.players))

    def tally(self, s: GameState) -> Tally:
        """The final score explained."""
        scores = self.game.kernels.scores(s, self.game.players)
        head = (say("plain.who"), say("plain.points"))
        return Tally(head, tuple((self.name(s, p), str(score)) for p, score in enumerate(scores)))

    # What these are made of.

    @cached_property
    def _table(self) -> FieldTable:
        return FieldTable(self.game)

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {self.game.moves(code).lower(): code for code in range(self.game.codes)}

    def _seat(self, player: int) -> str:
        """The name of a seat, whoever sits there."""
        seat = self.seats(self.game.options)[player]
        return say("plain.player", n=player + 1) if seat == f"player{player + 1}" else seat.capitalize()

    def _acting(self, s: GameState) -> str:
        return listed(self.name(s, player) for player in members(self.game.kernels.actors(s)))

    def _choice(self, s: GameState, player: int) -> str:
        texts = [self.text(s, player, code) for code in self.game.kernels.moves(s, player)]
        return ", ".join(texts) if len(texts) <= FEW else f"{', '.join(texts[:3])} … {texts[-1]}"

    def _changes(self, before: GameState, after: GameState) -> list[str]:
        """What a move changed for each player: the columns of the table that differ; after a reveal, all of them."""
        made, revealed = [], before.sealed and not after.sealed
        for player in range(self.game.players):
            parts = []
            for name in self._table.columns:
                if not self.game.state.fields[name].choice:
                    old, new = (self._table.cell(s, name, player, SPECTATOR) for s in (before, after))
                    if old != new or revealed:
                        parts.append(f"{self._table.label(name)} {new if old == new else f'{old} → {new}'}")
            if parts:
                made.append(say("plain.move", name=self.name(after, player), move=", ".join(parts)))
        return made


METHODS = tuple(name for name, method in vars(Words).items() if isfunction(method) and name[0] != "_")
"""What every game says."""


def _said_by(source: object) -> dict[str, Any]:
    """What a source says better: its own functions named like methods here (imported ones don't count)."""
    found = {name: getattr(source, name, None) for name in METHODS}
    home = source.__name__ if isinstance(source, ModuleType) else None
    return {
        name: own
        for name, own in found.items()
        if own is not None and (home is None or getattr(own, "__module__", "") == home)
    }


_said_in = cache(_said_by)
"""The same for a module, cached: a game is made anew for every table."""


def _aligned(rows: list[list[str]]) -> list[str]:
    """Rows as text, with columns below each other: the first to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]).rstrip()
        for row in rows
    ]
