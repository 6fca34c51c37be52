"""What can go wrong, in the words of the user. When one of these is raised, nothing has changed."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from .catalogue import Catalogue

say = Catalogue(__package__)


class PizzaboxError(ValueError):
    """Base of all errors that a user's input can cause."""


class UnknownGame(PizzaboxError):
    """No game of that name is in the box."""


class BadOption(PizzaboxError):
    """An option is unknown, has a value out of bounds, or does not go with the others."""


class BadPosition(PizzaboxError):
    """A description of a position cannot be read or breaks the rules."""


class BadRecord(PizzaboxError):
    """A record file cannot be read; `line` says where, `problem` what is wrong there."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(say("line.numbered", line=line, text=message) if line else message)
        self.line = line
        self.problem = message


class IllegalMove(PizzaboxError):
    """A move that cannot be played now: `reason` in words and the id of the `rule` behind it, if one is."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.reason = reason
        self.rule = rule


class NoUndo(PizzaboxError):
    """Taking back is not possible now."""


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """A closing hint for an unknown word: the nearest known one, or all of them; of very many the first."""
    names = list(known)
    near = get_close_matches(word[:80] if isinstance(word, str) else short(word), names, n=1, cutoff=0.6)
    more = ", …" if len(names) > 40 else ""
    if near:
        return say("hint.near", word=near[0])
    return say("hint.known", words=", ".join(names[:40]) + more)


def bad_viewer(players: int, viewer: object) -> PizzaboxError:
    """What to raise when a picture is asked for a viewer who is not there."""
    return PizzaboxError(say("error.viewer", most=players - 1, value=short(viewer)))


def cause(problem: BaseException) -> str:
    """Why something could not be used, for a message: what is no error of a user's has its name before it."""
    return str(problem) if isinstance(problem, PizzaboxError) else f"{type(problem).__name__}: {problem}"


def short(value: object, most: int = 60) -> str:
    """A value as it may stand in a message, cut to a decent length."""
    try:
        text = repr(value)
    except Exception:  # a hostile __repr__ must not hide the real message
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else text[: most - 1] + "…"
