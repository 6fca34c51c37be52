"""Every text a person reads stands in a catalogue (`words.en.toml` beside the code), so that languages can be added."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Any

FALLBACK = "en"
_language: ContextVar[str] = ContextVar("language", default=FALLBACK)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use another language inside the block, for this thread or task only."""
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def speak(language: str) -> None:
    """Use another language from here on, in this thread or task."""
    _language.set(language)


def language() -> str:
    """The language texts are given in now."""
    return _language.get()


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

    walk("", tomllib.loads(path.read_text(encoding="utf-8")))
    return flat


class Catalogue:
    """The texts of one package. `say("prompt.add", name="Red")` fills the text of that key."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __call__(self, key: str, **values: object) -> str:
        text = _load(self.package, language()).get(key)
        if text is None:
            text = _load(self.package, FALLBACK)[key]
        return text.format(**values) if values else text

    def keys(self, lang: str = FALLBACK) -> set[str]:
        """All keys of a language, for the test that none is missing."""
        return set(_load(self.package, lang))

    def has(self, key: str) -> bool:
        return key in _load(self.package, FALLBACK)
