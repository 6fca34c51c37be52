"""The fields of a state as a table: what default words and pictures show of a game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod

from .bits import members
from .contract import has_chosen
from .game_protocol import GameProtocol
from .options import Number
from .presentation import listed
from .state import GameState
from .state_json import codecs

MACHINERY = ("rng", "news", "sealed")
MOST_SHOWN = 64
"""Larger fields aren't shown."""
UNKNOWN, NONE = "?", "-"


@dataclass(frozen=True, eq=False)
class FieldTable:
    """Which fields a table of a game has: columns with an entry for each seat, single values, and other lists."""

    game: GameProtocol

    @cached_property
    def seats(self) -> int:
        """The most who can play, which is how many entries a column has."""
        count = next(option for option in self.game.declared if option.name == "players")
        return count.high if isinstance(count, Number) else self.game.players

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """The fields worth showing: not the engine's own, not options, not large sets."""
        hidden = {*MACHINERY, *self.game.fixed}
        made = []
        for name, spec in self.game.state.fields.items():
            if (
                name not in hidden
                and prod(spec.shape) <= MOST_SHOWN
                and not spec.memory
                and (spec.kind not in {"u8", "i8"} or spec.names or spec.members is not None)
            ):
                made.append(name)
        return tuple(made)

    @cached_property
    def columns(self) -> tuple[str, ...]:
        return tuple(name for name in self.shown if self.game.state.fields[name].shape == (self.seats,))

    @cached_property
    def singles(self) -> tuple[str, ...]:
        return tuple(name for name in self.shown if not self.game.state.fields[name].shape)

    @cached_property
    def lists(self) -> tuple[str, ...]:
        return tuple(name for name in self.shown if name not in {*self.columns, *self.singles})

    def label(self, name: str) -> str:
        """A field as a heading has it."""
        return self.game.text(f"field.{name}", name.rstrip("_").replace("_", " "))

    def cell(self, s: GameState, name: str, player: int, viewer: int) -> str:
        """A player's entry in a column; of a secret choice, only whether there is one."""
        if self.game.state.fields[name].choice:
            if not has_chosen(s, player):
                return NONE
            if player != viewer:
                return UNKNOWN
        return self._word(s, name, getattr(s, name)[player])

    def value(self, s: GameState, name: str) -> str:
        """A single value."""
        return self._word(s, name, getattr(s, name))

    def rows(self, s: GameState, name: str) -> list[list[str]]:
        """A list or grid as rows of words."""
        value, shape = getattr(s, name).tolist(), self.game.state.fields[name].shape
        if len(shape) == 1:
            value = [value]
        while len(shape) > 2:
            value, shape = [row for part in value for row in part], shape[1:]
        return [[self._word(s, name, number) for number in row] for row in value]

    def _word(self, s: GameState, name: str, number: int) -> str:
        field = self.game.state.fields[name]
        if field.seat:
            seats = members(number) if field.members is not None else [number]
            names = [self.game.words.name(s, p) for p in seats if 0 <= p < self.game.players]
            return listed(names) if names else NONE
        written = codecs(self.game.state)[name].write(number)
        return (" ".join(written) or NONE) if isinstance(written, list) else str(written)
