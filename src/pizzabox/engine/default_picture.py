"""The picture of a game from the parts it draws; otherwise a table of its fields, with its moves as buttons."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from functools import cached_property
from inspect import isfunction, signature
from math import ceil
from types import ModuleType
from typing import Any, cast

from .bits import members
from .contract import SPECTATOR
from .field_table import FieldTable
from .game_protocol import GameProtocol
from .glyphs import Anchor, lettering, text_width
from .picture_parts import touchable
from .presentation import Picture
from .state import GameState
from .svg import Layer, Markup, Palette, box, group, layer, style
from .toppings import TOPPINGS, seat_symbol
from .whole_picture import Frame, WholePicture

WIDE, MARGIN = 800.0, 24.0
NAMES_WIDE = 236.0
HEAD, ROW, CHIP, CELL = 40.0, 68.0, 76.0, 44.0
BUTTON = 56.0
MOST_BUTTON_ROWS = 6
PARTS = ("svg", "board", "pieces", "view_box", "names", "stages", "sample", "wide")
"""What a game's own picture can have in place of what is here."""
OF_THE_WHOLE = ("frame", "heading", "legend")
"""What else it can have, for the engine to put the whole picture together."""
ARGUMENTS = ("legal", "chosen", "reach")
"""What its `pieces` may be given by name."""
ALIKE = 0.7
"""From here on a name is taken for a slip: `wdie` for `wide`, but not `spaces` for `stages`."""


def drawn(game: GameProtocol, picture: Any) -> Picture:
    """The picture of a game, with what stands in for the parts it does not bring."""
    return cast("Picture", DefaultPicture(game, picture.own if isinstance(picture, DefaultPicture) else picture))


def misspelt(picture: Picture) -> list[str]:
    """What a game's own picture has that nothing asks for, but is named nearly like a part, or like an argument of
    `pieces`."""
    own = getattr(picture, "own", None)
    home, parts = (own.__name__, vars(own)) if isinstance(own, ModuleType) else (type(own).__module__, vars(type(own)))
    functions = [name for name, part in parts.items() if isfunction(part) and part.__module__ == home]
    return [*_slips(functions, (*PARTS, *OF_THE_WHOLE)), *_slips(signature(picture.pieces).parameters, ARGUMENTS)]


def _slips(names: Iterable[str], known: tuple[str, ...]) -> list[str]:
    unknown = [name for name in names if name[0] != "_" and name not in known]
    return [name for name in unknown if get_close_matches(name, known, cutoff=ALIKE)]


class DefaultPicture:
    """Players below each other with what they have, then everything else, then the moves; parts of the game's own take
    the place of these."""

    names = stages = sample = wide = None

    def __init__(self, game: GameProtocol, own: Any = None) -> None:
        self.game = game
        self.own = own
        for name in PARTS:
            if hasattr(own, name):
                setattr(self, name, getattr(own, name))

    @cached_property
    def _table(self) -> FieldTable:
        return FieldTable(self.game)

    @cached_property
    def _tops(self) -> dict[str, float]:
        """Where each part begins, from the top: the players, single values, every list, the moves, the end."""
        table = self._table
        y = MARGIN + (HEAD if table.columns else 0)
        tops = {"": y}
        y += self.game.players * ROW
        tops["."] = y
        y += ceil(len(table.singles) / 4) * CHIP
        for name in table.lists:
            tops[name] = y
            y += HEAD + len(table.rows(self.game.state(), name)) * CELL
        tops["moves"] = y + MARGIN / 2
        tops["end"] = y + MARGIN / 2 + min(MOST_BUTTON_ROWS, ceil(self.game.width / 4)) * BUTTON + MARGIN
        return tops

    def _column(self, i: int) -> float:
        """The middle of a column of the table."""
        each = (WIDE - MARGIN - NAMES_WIDE) / max(1, len(self._table.columns))
        return NAMES_WIDE + (i + 0.5) * each

    def view_box(self, s: GameState) -> str:
        return self._whole.view_box(s)

    def board(self, s: GameState, p: Palette) -> Markup:
        """What stays: the cards of the players, their names, and all headings."""
        table, tops = self._table, self._tops
        room = (WIDE - NAMES_WIDE) / max(1, len(table.columns)) - 12
        made = [
            _fitted(table.label(name), self._column(i), MARGIN + HEAD / 2, 15, room, p["soft"])
            for i, name in enumerate(table.columns)
        ]
        for player, colour in enumerate(self.game.colours):
            y = tops[""] + player * ROW
            edge = style(fill=p["card"], stroke=p["rule"], stroke_width=2)
            made.append(box(MARGIN, y, WIDE - 2 * MARGIN, ROW - 8, 12, **edge))
            made.append(seat_symbol(tuple(TOPPINGS)[colour], p, MARGIN + 36, y + ROW / 2 - 4, 20))
            name = self.game.words.name(s, player)
            made.append(_fitted(name, MARGIN + 68, y + ROW / 2 - 4, 18, NAMES_WIDE - 100, p["ink"], "start"))
        for i, name in enumerate(table.singles):
            x, y, wide = self._chip(i)
            made.append(_fitted(table.label(name), x + wide / 2, y + 16, 13, wide - 12, p["soft"]))
        made += [
            lettering(table.label(name), MARGIN, tops[name] + HEAD / 2, 13, p["soft"], "start") for name in table.lists
        ]
        return group(*made, class_="pb-board", aria_hidden="true")

    def _chip(self, i: int) -> tuple[float, float, float]:
        wide = (WIDE - 2 * MARGIN) / 4
        return MARGIN + i % 4 * wide, self._tops["."] + i // 4 * CHIP, wide

    def pieces(
        self, s: GameState, viewer: int, p: Palette, *, legal: Iterable[str] = (), chosen: Iterable[str] = ()
    ) -> Layer:
        """What changes: every value, who may act, and a button for each move."""
        return layer(*self._values(s, viewer, p), *self._buttons(s, p, tuple(legal), set(chosen)), class_="pb-pieces")

    def _values(self, s: GameState, viewer: int, p: Palette) -> list[Markup]:
        table, tops = self._table, self._tops
        made = []
        for player in members(self.game.kernels.actors(s)):
            y = tops[""] + player * ROW
            edge = style(fill="none", stroke=p["touch"], stroke_width=4)
            made.append(box(MARGIN, y, WIDE - 2 * MARGIN, ROW - 8, 12, id=f"pb-acting-{player}", **edge))
        for player in range(self.game.players):
            y = tops[""] + player * ROW + ROW / 2 - 4
            words = [(table.label(name), table.cell(s, name, player, viewer)) for name in table.columns]
            cells = [_fitted(word, self._column(i), y, 20, 90, p["ink"]) for i, (_, word) in enumerate(words)]
            said = ", ".join(f"{label} {word}" for label, word in words)
            label = f"{self.game.words.name(s, player)}: {said}"
            made.append(group(*cells, id=f"pb-player-{player}", role="img", aria_label=label))
        for i, name in enumerate(table.singles):
            x, y, wide = self._chip(i)
            word = table.value(s, name)
            value = _fitted(word, x + wide / 2, y + 46, 22, wide - 12, p["ink"])
            made.append(group(value, id=f"pb-field-{name}", role="img", aria_label=f"{table.label(name)}: {word}"))
        for name in table.lists:
            rows = table.rows(s, name)
            wide = min(CELL * 1.5, (WIDE - 2 * MARGIN) / max(len(row) for row in rows))
            cells = [
                _fitted(word, MARGIN + (j + 0.5) * wide, tops[name] + HEAD + (i + 0.5) * CELL, 17, wide - 6, p["ink"])
                for i, row in enumerate(rows)
                for j, word in enumerate(row)
            ]
            said = "; ".join(", ".join(row) for row in rows)
            made.append(group(*cells, id=f"pb-field-{name}", role="img", aria_label=f"{table.label(name)}: {said}"))
        return made

    def _buttons(self, s: GameState, p: Palette, legal: tuple[str, ...], chosen: set[str]) -> list[Markup]:
        """The moves, as large as they can be in the room there is."""
        top, room = self._tops["moves"], self._tops["end"] - MARGIN - self._tops["moves"]
        across = next(n for n in range(4, 1000) if ceil(len(legal) / n) * min(BUTTON, WIDE / n / 2) <= room + 0.01)
        wide = (WIDE - 2 * MARGIN) / across
        high = min(BUTTON, WIDE / across / 2)
        made = []
        for i, token in enumerate(legal):
            x, y = MARGIN + i % across * wide + 4, top + i // across * high + 3
            label = self.game.words.spell(s, token)
            fill = p["cheese"] if token in chosen else p["well"]
            card = box(x, y, wide - 8, high - 6, 12, fill=fill, stroke=p["touch"], stroke_width=3)
            text = _fitted(label, x + wide / 2 - 4, y + high / 2 - 3, min(17, high * 0.32), wide - 24, p["mark-ink"])
            made.append(touchable(token, "pb-space", True, label, card, text, id_=f"pb-at-{token}"))
        return made

    def svg(self, s: GameState, viewer: int = SPECTATOR, **style: Any) -> str:
        """The position as a complete picture, of whichever layers the game draws."""
        return self._whole.svg(s, viewer, **style)

    @cached_property
    def _whole(self) -> WholePicture:
        game, own = self.game, self.own
        return WholePicture(
            game.name,
            getattr(own, "heading", game.title),
            getattr(own, "frame", self._frame),
            self.board,
            self.pieces,
            game.words.spoken,
            self.names,
            getattr(own, "legend", None),
            getattr(own, "LEGEND", 0.0),
            lambda s: game.players,
        )

    def _frame(self, s: GameState) -> Frame:
        if not hasattr(self.own, "view_box"):
            return 0.0, 0.0, WIDE, self._tops["end"]
        x, y, width, height = map(float, self.own.view_box(s).split())
        return x, y, width, height


def _fitted(text: str, x: float, y: float, size: float, room: float, colour: str, anchor: Anchor = "middle") -> Markup:
    """Lettering that is made smaller where it would not fit."""
    return lettering(text, x, y, min(size, room / max(text_width(text, 1.0), 0.01)), colour, anchor)
