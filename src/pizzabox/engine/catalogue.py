"""Every text a person reads stands in a catalogue beside the code: `words.en.toml`, `words.it.toml` and so on.

The language in force belongs to a thread or task, so that a server can speak to each viewer in theirs:

    with speaking("it"):
        ...  # everything made here for a person is Italian

In the same way a table says what its players are called, so that sentences say "Ada" where they would say "Red":

    with calling(("Ada", "")):
        ...  # known_as(0, "Red") is "Ada", known_as(1, "White") is "White"

A text may choose a word by a number: `"{n} {n:slice|slices}"` has the first form for 1 and the second for all else.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from importlib.resources import files
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
_log = logging.getLogger("pizzabox")
FALLBACK = "en"
HOME = "pizzabox.engine"
"""The package whose catalogues say which languages there are."""
_language: ContextVar[str] = ContextVar("language", default=FALLBACK)
_names: ContextVar[Sequence[str]] = ContextVar("names", default=())


class speaking:  # noqa: N801 - it is used like a function
    """Use another language inside the block, for this thread or task only."""

    def __init__(self, language: str) -> None:
        self._wanted = language

    def __enter__(self) -> None:
        self._token = _language.set(self._wanted)

    def __exit__(self, *_: object) -> None:
        _language.reset(self._token)


def speak(language: str) -> None:
    """Use another language from here on, in this thread or task."""
    _language.set(language)


def language() -> str:
    """The language in force."""
    return _language.get()


class calling:  # noqa: N801 - it is used like a function
    """Call the players by these names inside the block; one without a name is called as the game does."""

    def __init__(self, names: Sequence[str]) -> None:
        self._wanted = names

    def __enter__(self) -> None:
        self._token = _names.set(self._wanted)

    def __exit__(self, *_: object) -> None:
        _names.reset(self._token)


def known_as(player: int, otherwise: str) -> str:
    """What a player is called now."""
    names = _names.get()
    return names[player] or otherwise if 0 <= player < len(names) else otherwise


def spoken_to() -> tuple[str, tuple[str, ...]]:
    """What words depend on besides the position: the language in force and the names of the players."""
    return _language.get(), tuple(_names.get())


def introduced(player: int, own: str) -> str:
    """What the game calls a player, with the name at the table."""
    name = known_as(player, own)
    return own if name == own else f"{own} ({name})"


def kept(maxsize: int | None = None) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """`lru_cache` for what holds words: each language has its own. It serves all tables, so inside players are called
    as the game does; a name at a table comes in as an argument."""

    def decorate(make: Callable[P, T]) -> Callable[P, T]:
        @lru_cache(maxsize)
        def made(_: str, *args: P.args, **known: P.kwargs) -> T:
            with calling(()):
                return make(*args, **known)

        @wraps(make)
        def look(*args: P.args, **known: P.kwargs) -> T:
            return made(_language.get(), *args, **known)  # type: ignore[arg-type]

        return look

    return decorate


@cache
def languages() -> dict[str, str]:
    """Every language there is, by its code, with the name it has for itself."""
    names = (path.name.split(".") for path in files(HOME).iterdir())
    found = sorted(name[1] for name in names if len(name) == 3 and (name[0], name[2]) == ("words", "toml"))
    return {code: _load(HOME, code)["language"] for code in found}


def prefer(wanted: str) -> str:
    """The language that suits an `Accept-Language` header or a locale such as `it_IT.UTF-8` best; English if none."""
    ranked: list[tuple[float, str]] = []
    for part in wanted[:500].split(","):
        name, _, weight = part.partition(";q=")
        code = name.strip().replace("_", "-").split("-")[0].split(".")[0].lower()
        try:
            ranked.append((-float(weight or 1), code))
        except ValueError:
            continue
    known = [code for weight, code in sorted(ranked, key=lambda pair: pair[0]) if code in languages() and weight < 0]
    return known[0] if known else FALLBACK


@cache
def _load(package: str, lang: str) -> dict[str, str]:
    path = files(package).joinpath(f"words.{lang}.toml")
    if not path.is_file():
        return {}
    flat: dict[str, str] = {}

    def walk(prefix: str, node: dict[str, Any]) -> None:
        for key, value in node.items():
            if isinstance(value, dict):
                walk(f"{prefix}{key}.", value)
            else:
                flat[f"{prefix}{key}"] = str(value)

    try:
        walk("", tomllib.loads(path.read_text(encoding="utf-8")))
    except ValueError as problem:
        if package == HOME:
            raise
        reason = f"{type(problem).__name__}: {problem}"
        _log.warning(Catalogue(HOME)("error.file_left_out", file=path.name, name=package, reason=reason))
    return flat


@cache
def _text(package: str, lang: str, key: str) -> str:
    found = _load(package, lang).get(key)
    return _load(package, FALLBACK)[key] if found is None else found


class _Chooser:
    """A value that can choose between two words: `{n:slice|slices}`."""

    def __init__(self, value: object) -> None:
        self.value = value

    def __format__(self, spec: str) -> str:
        one, bar, more = spec.partition("|")
        if not bar:
            return format(self.value, spec)
        return one if str(self.value) == "1" else more


class Catalogue:
    """The texts of one package. `say("prompt.add", name="Red")` fills the text of that key."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __call__(self, key: str, **values: object) -> str:
        text = _text(self.package, _language.get(), key)
        if "|" in text:
            return text.format(**{name: _Chooser(value) for name, value in values.items()})
        return text.format(**values) if values else text

    def keys(self, lang: str = FALLBACK) -> set[str]:
        """All keys of a language, for the test that none is missing."""
        return set(_load(self.package, lang))

    def raw(self, lang: str = FALLBACK) -> dict[str, str]:
        """All texts of a language as they are written, unfilled."""
        return dict(_load(self.package, lang))

    def has(self, key: str) -> bool:
        return key in _load(self.package, FALLBACK)
