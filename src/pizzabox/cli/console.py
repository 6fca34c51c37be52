"""The screen and keyboard of a person at this terminal, or of a script that talks through pipes."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from pizzabox.engine.position import Board

from .output import clean, console, painted, say


class Terminal:
    """Prints and asks. Everything foreign goes through `painted`, never through markup."""

    def __init__(self) -> None:
        self.out = console()

    @property
    def keyboard(self) -> bool:
        """Whether a person types; a script's lines are read as they come."""
        return sys.stdin.isatty()

    def say(self, key: str, style: str = "", **values: object) -> None:
        self.line(say(key, **values), style)

    def line(self, text: str = "", style: str = "") -> None:
        # Pipes get whole sentences on one line; only a terminal has a width to wrap at.
        self.out.print(painted(text), style=style or None, soft_wrap=not self.out.is_terminal)

    def board(self, board: Board, touch: Iterable[str] = ()) -> None:
        self.out.print()
        self.out.print(painted(str(board), board, touch), soft_wrap=True)
        self.out.print()

    def table(self, headings: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
        from rich.table import Table

        table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="dim")
        for heading in headings:
            table.add_column(heading)
        for row in rows:
            table.add_row(*(painted(cell) for cell in row))
        self.out.print(table)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """A screen apart for what only one person may see.

        It keeps nothing to scroll back to, and when it closes the shared screen is there again as it was.
        """
        if not self.out.is_terminal:
            yield
            return
        apart = self.out.set_alt_screen(True)
        self.out.clear()
        try:
            yield
        finally:
            self.out.clear()
            if apart:
                self.out.set_alt_screen(False)

    def ask(self, prompt: str, hidden: bool = False, words: Sequence[str] = ()) -> str:
        """One typed line; EOFError when there will be none. Hidden input is never echoed."""
        if not self.keyboard:
            line = sys.stdin.readline()
            typed = clean(line.rstrip("\r\n"))
            # A transcript reads as if it had been typed, but for secrets.
            self.out.print(painted(prompt if hidden or not line else prompt + typed), soft_wrap=True)
            if not line:
                raise EOFError
            return typed.strip()
        self.out.file.flush()
        if hidden:
            from getpass import getpass

            return clean(getpass(prompt)).strip()
        with _Tab(words):
            return clean(input(prompt)).strip()


class _Tab:
    """Tab completes moves and commands while a line is typed, where the system has readline."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    def __enter__(self) -> None:
        try:
            import readline
        except ImportError:
            return
        readline.set_completer_delims("")
        readline.set_completer(self._complete)
        readline.parse_and_bind("tab: complete")

    def __exit__(self, *_: object) -> None:
        pass

    def _complete(self, start: str, index: int) -> str | None:
        found = [word for word in self._words if word.startswith(start.lower())]
        return found[index] if index < len(found) else None
