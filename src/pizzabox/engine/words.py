"""Words for a game that has none, or only some: made from its kernels, its options and the fields of its record."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from .bits import members
from .contract import SPECTATOR
from .errors import IllegalMove, did_you_mean, say, short
from .field_table import FieldTable
from .options import Options
from .presentation import Standing, Tally

if TYPE_CHECKING:
    from .game import Game
    from .presentation import Words

FEW = 7
"""So many moves are named one by one; of more, the first and the last."""


def spoken(game: Game, words: Any) -> Words:
    """The words of a game, with what stands in for those it does not bring."""
    own = words.own if isinstance(words, DefaultWords) else words
    if own is not None and all(hasattr(own, name) for name in NAMES):
        return own  # type: ignore[no-any-return]
    return DefaultWords(game, own)


class DefaultWords:
    """Everything a game can be asked for words; what `own` says, it says."""

    def __init__(self, game: Game, own: Any = None) -> None:
        self.game = game
        self.own = own
        for name in (*NAMES, *EXTRAS):
            if hasattr(own, name):
                setattr(self, name, getattr(own, name))

    @cached_property
    def _table(self) -> FieldTable:
        return FieldTable(self.game)

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {self.game.moves(code).casefold(): code for code in range(self.game.codes)}

    def seats(self, options: Options) -> tuple[str, ...]:
        return tuple(f"player{player + 1}" for player in range(int(options["players"])))

    def colours(self, options: Options) -> tuple[int, ...]:
        return tuple(range(int(options["players"])))

    def name(self, s: Any, player: int) -> str:
        seat = self.seats(self.game.options)[player]
        return say("plain.player", n=player + 1) if seat == f"player{player + 1}" else seat.capitalize()

    def text(self, s: Any, player: int, code: int) -> str:
        return self.game.moves(code)

    def tokens(self, s: Any, player: int, code: int) -> tuple[str, ...]:
        return (self.text(s, player, code).replace(" ", "-"),)

    def read(self, s: Any, player: int, text: str) -> int:
        found = self._codes.get(" ".join(text.split()).casefold())
        if found is None:
            legal = [self.text(s, player, code) for code in self.game.kernels.moves(s, player)]
            raise IllegalMove(say("plain.unread", text=short(text), hint=did_you_mean(text, legal or self._codes)))
        return found

    def spell(self, s: Any, token: str) -> str:
        return token.replace("-", " ")

    def why(self, s: Any, player: int, code: int | None) -> tuple[str, str]:
        kernels = self.game.kernels
        if kernels.over(s):
            return say("plain.over"), ""
        if not kernels.actors(s) >> player & 1:
            if s.sealed >> player & 1:
                return say("plain.sealed"), ""
            return say("plain.turn", names=self._acting(s)), ""
        if code is None:
            return say("plain.turn", names=self._acting(s)), ""
        return say("plain.illegal", move=self.text(s, player, code), moves=self._choice(s, player)), ""

    def prompt(self, s: Any, viewer: int) -> str:
        acting = self.game.kernels.actors(s)
        if viewer >= 0 and acting >> viewer & 1:
            secret = s.sealed or acting & (acting - 1)
            return say("plain.choose_secret" if secret else "plain.choose", moves=self._choice(s, viewer))
        if viewer >= 0 and s.sealed >> viewer & 1:
            return say("plain.chosen_wait", names=self._acting(s))
        return say("plain.wait", names=self._acting(s))

    def _acting(self, s: Any) -> str:
        return ", ".join(self.name(s, player) for player in members(self.game.kernels.actors(s)))

    def _choice(self, s: Any, player: int) -> str:
        texts = [self.text(s, player, code) for code in self.game.kernels.moves(s, player)]
        return ", ".join(texts) if len(texts) <= FEW else f"{', '.join(texts[:3])} … {texts[-1]}"

    def chapter(self, s: Any, viewer: int) -> str:
        return next(iter(self.game.rules.rules), "")

    def tell(self, before: Any, player: int, code: int | None, after: Any, viewer: int) -> list[str]:
        who = self.name(before, player)
        if code is None:
            return [say("plain.chose", name=who)]
        return [say("plain.move", name=who, move=self.text(before, player, code)), *self._changes(before, after)]

    def _changes(self, before: Any, after: Any) -> list[str]:
        """What became of each player by a move: the columns of the table that changed; after a reveal, all of them."""
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

    def board(self, s: Any, viewer: int) -> str:
        table, players = self._table, range(self.game.players)
        rows = [["", *map(table.label, table.columns)]]
        rows += [[self.name(s, p), *(table.cell(s, name, p, viewer) for name in table.columns)] for p in players]
        lines = _aligned(rows) if table.columns else []
        lines += [f"{table.label(name)}: {table.value(s, name)}" for name in table.singles]
        for name in table.lists:
            grid = _aligned(table.rows(s, name))
            lines += [f"{table.label(name)}: {grid[0]}"] if len(grid) == 1 else [f"{table.label(name)}:", *grid]
        return "\n".join(lines)

    def standing(self, s: Any, viewer: int) -> list[Standing]:
        scores = self.game.kernels.scores(s, self.game.players)
        colours = self.colours(self.game.options)
        return [Standing(p, self.name(s, p), colours[p], str(score)) for p, score in enumerate(scores)]

    def result(self, s: Any) -> str:
        results = self.game.kernels.returns(s, self.game.players)
        scores = " : ".join(map(str, self.game.kernels.scores(s, self.game.players)))
        best = max(results)
        winners = [self.name(s, p) for p, result in enumerate(results) if result == best and best > -1]
        key = "plain.lost" if not winners else "plain.won" if len(winners) == 1 else "plain.shared"
        return say(key, names=", ".join(winners), scores=scores)

    def tally(self, s: Any) -> Tally:
        scores = self.game.kernels.scores(s, self.game.players)
        head = (say("plain.who"), say("plain.points"))
        return Tally(head, tuple((self.name(s, p), str(score)) for p, score in enumerate(scores)))


NAMES = (
    *("seats", "colours", "name", "text", "tokens", "read", "why", "prompt", "chapter", "tell", "board"),
    *("standing", "result", "tally", "spell"),
)
"""What every game says."""
EXTRAS = ("signs", "preview", "pick")
"""What some do."""


def _aligned(rows: list[list[str]]) -> list[str]:
    """Rows as text, with columns below each other: the first to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))]).rstrip()
        for row in rows
    ]
