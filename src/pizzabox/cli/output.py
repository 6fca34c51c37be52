"""How commands speak: texts from the catalogue, JSON, one-line errors, colours of the seats."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import typer

from pizzabox.engine import catalogue
from pizzabox.engine.catalogue import Catalogue, languages, prefer
from pizzabox.engine.errors import did_you_mean, short

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from pizzabox.engine.position import Board

PACKAGE = "pizzabox.cli"
FAILED, WRONG_USAGE, INTERRUPTED = 1, 2, 130
WIDEST = 100
"""Sentences are hard to follow on wider lines."""

say = Catalogue(PACKAGE)

# White is the terminal's own ink made bold: pure white would vanish on light terminals.
STYLES = {
    "red": "bold red",
    "green": "bold green",
    "white": "bold",
    "black": "bold bright_black",
    "purple": "bold magenta",
    "yellow": "bold yellow",
}
TOUCHABLE = "cyan underline"


def console(stderr: bool = False) -> Console:
    """A Rich console for this command; foreign text is never read as markup."""
    from rich.console import Console

    made = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    made.width = min(made.width, WIDEST)
    return made


def print_json(value: object) -> None:
    """Pure JSON on standard output."""
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


def clean(text: str) -> str:
    """Text from a file or a keyboard without control characters, which could command the terminal."""
    return "".join(c if c.isprintable() else " " for c in text)


def complain(text: str) -> None:
    """One red line on standard error."""
    plain = "NO_COLOR" in os.environ
    typer.secho(say("error.line", text=clean(text)), fg=None if plain else "red", err=True)


def interactive() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def speak_as_asked(arguments: Sequence[str]) -> None:
    """Choose the language before the commands are made, so that their help has it: by `--lang`, else by the locale."""
    for i, word in enumerate(arguments):
        name = word.partition("=")[2] if word.startswith("--lang=") else "".join(arguments[i + 1 : i + 2])
        if word.partition("=")[0] == "--lang" and name in languages():
            catalogue.speak(name)
            return
    variables = ("PIZZABOX_LANG", "LC_ALL", "LC_MESSAGES", "LANG")
    catalogue.speak(prefer(next((os.environ[name] for name in variables if os.environ.get(name)), "")))


def set_language(name: str) -> str:
    """Speak that language from here on; used as a callback of `--lang`."""
    if name:
        if name not in languages():
            raise typer.BadParameter(say("error.language", name=short(name), hint=did_you_mean(name, languages())))
        catalogue.speak(name)
    return name


def painted(text: str, board: Board | None = None, touch: Iterable[str] = ()) -> Text:
    """Text with colour words, the board's signs and the tokens one can touch in colour; shapes stay as they are."""
    from rich.text import Text

    made = Text(text)
    words = {word: style for colour, style in STYLES.items() for word in (colour, say(f"colour.{colour}"))}
    for match in re.finditer(rf"\b({'|'.join(words)})\b", text, re.IGNORECASE):
        made.stylize(words[match[1].lower()], *match.span())
    if board is not None:
        for sign, colour in board.game.words.signs(board.state).items():
            for match in re.finditer(re.escape(sign), text):
                made.stylize(STYLES.get(colour, ""), *match.span())
    tokens = sorted(touch, key=len, reverse=True)
    if tokens:
        for match in re.finditer(rf"(?<!\w)(?:{'|'.join(map(re.escape, tokens))})(?!\w)", text):
            made.stylize(TOUCHABLE, *match.span())
    return made
