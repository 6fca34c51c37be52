"""What the adapters say, and the libraries they need: each is imported only when something of it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError

say = Catalogue(__package__)


def needed(library: str, extra: str) -> Any:
    """The module of a library, or a sentence that says how to install it."""
    try:
        return import_module(library)
    except ImportError as problem:
        install = f'pip install "pizzabox[{extra}]"'
        raise PizzaboxError(say("library", library=library, install=install, problem=problem)) from problem
