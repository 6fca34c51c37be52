"""Setting up a position by hand in a game without an editor of its own: a form of what its fields declare.

Numbers have their bounds, names are choices, players are called by name, small sets have a switch for each member. What
a player has stands under that player. Left out are secret choices, which begin anew, and what follows from other
fields; what is entered is checked like any position.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from . import state
from .editor import Draft, Editor, Field, Form, no_note
from .errors import say
from .field_laws import fill_up
from .field_table import FieldTable
from .game_protocol import GameProtocol
from .state import GameState
from .state_json import codecs

MOST_SWITCHES = 12
"""A set with more members has no switches."""


@dataclass(frozen=True)
class DefaultEditor(Editor):
    """The editor that stands in."""


def editor_of(game: GameProtocol, editor: Editor | None) -> Editor:
    """The editor of a game: its own, or a form made for its fields and options."""
    if editor is not None and not isinstance(editor, DefaultEditor):
        return replace(editor, note=lambda s: game.text("editor.note", "")) if editor.note is no_note else editor
    made = _FieldForm(game)
    return DefaultEditor(fields=made.fields, fill=made.fill, note=made.note)


class _FieldForm:
    """The form of a game's fields."""

    def __init__(self, game: GameProtocol) -> None:
        self.game = game
        self.table = FieldTable(game)

    def fields(self, s: GameState) -> list[Field]:
        """Single numbers first, then what each player has, then lists."""
        form = Form(s, say("editor.position"))
        for player in range(-1, self.game.players):
            if player >= 0:
                form.group = self.game.words.name(s, player)
            for name in self._entered():
                if self._by_seat(name) == (player >= 0) and (player >= 0 or not self._declared(name).shape):
                    self._entries(s, form, name, player)
        for name in self._entered():
            if self._declared(name).shape and not self._by_seat(name):
                form.group = self.table.label(name)
                self._entries(s, form, name, -1)
        return form.fields

    def fill(self, s: GameState, draft: Draft) -> None:
        """Take over the form. A field that is not used in the phase is blank, unless something was entered there."""
        self.game.kernels.plain["recall"](s)
        for name in self._entered():
            for index in self._places(name):
                s.row[name][(0, *index)] = self._number(draft, name, index)
        for name, field in self.game.state.fields.items():
            if field.sums:
                s.add_up(name)
            if field.rest:
                fill_up(s, name)
            entered = any(entry.partition(":")[0].partition(".")[0] == name for entry in draft.changed)
            if field.during and not entered and self._phase(s) not in field.during:
                s.clear(name)

    def note(self, s: GameState) -> str:
        """What the form does not have."""
        fields = self.game.state.fields
        large = [name for name in self.table.shown if fields[name].members and name not in self._entered()]
        notes = [say("editor.anew")] if any(field.choice for field in fields.values()) else []
        notes += [say("editor.left_out", fields=", ".join(map(self.table.label, large)))] if large else []
        return " ".join(notes)

    def _phase(self, s: GameState) -> object:
        return codecs(self.game.state)["phase"].write(int(s.row["phase"][0]))

    def _declared(self, name: str) -> state.Field:
        return self.game.state.fields[name]

    def _entered(self) -> list[str]:
        """The fields that the form has."""
        fields = {name: self._declared(name) for name in self.table.shown}
        found = {name: field for name, field in fields.items() if not (field.choice or field.sums or field.rest)}
        small = {name for name, field in found.items() if field.members is None or len(field.members) <= MOST_SWITCHES}
        return [name for name in found if name in small]

    def _by_seat(self, name: str) -> bool:
        """Whether a field has an entry, or a row of them, for each player."""
        return name in self.table.columns or self._declared(name).by == "players"

    def _places(self, name: str) -> Iterator[tuple[int, ...]]:
        """Every index of a field that is in use."""
        lengths = list(self._declared(name).shape)
        if self._by_seat(name):
            lengths[0] = self.game.players
        return product(*map(range, lengths))

    def _entries(self, s: GameState, form: Form, name: str, player: int) -> None:
        for index in self._places(name):
            if player < 0 or index[0] == player:
                self._entry(s, form, name, index, index[1:] if player >= 0 else index)

    def _entry(self, s: GameState, form: Form, name: str, index: tuple[int, ...], numbered: tuple[int, ...]) -> None:
        """One number, choice or set."""
        field, entry = self._declared(name), _entry_name(name, index)
        text = " ".join([self.table.label(name), *(str(i + 1) for i in numbered)])
        people = [self.game.words.name(s, player) for player in range(self.game.players)]
        if field.members is not None:
            value = int(s.row[name][(0, *index)])
            for k, member in enumerate(people if field.seat else field.members):
                form.switch(f"{entry}:{k}", f"{text}: {member}", value >> k & 1)
        elif field.names:
            form.listing(entry, text, [self.game.text(f"choice.{name}.{one}", one) for one in field.names], field.low)
        elif field.seat:
            form.listing(entry, text, [*([say("editor.nobody")] if field.low < 0 else []), *people], field.low)
        else:
            form.number(entry, text, low=field.low)

    def _number(self, draft: Draft, name: str, index: tuple[int, ...]) -> int:
        """What the form says about one number of a field."""
        field, entry = self._declared(name), _entry_name(name, index)
        if field.members is None:
            return draft.number(entry)
        return sum(1 << k for k in range(len(field.members)) if draft.get(f"{entry}:{k}") == "1")


def _entry_name(name: str, index: tuple[int, ...]) -> str:
    return ".".join([name, *map(str, index)])
