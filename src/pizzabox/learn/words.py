"""The messages of this room."""

from __future__ import annotations

from pizzabox.engine.catalogue import Catalogue

say = Catalogue(__package__)
