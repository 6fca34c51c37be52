"""The picture of Pizza Shark."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pizzabox.engine.svg import Markup, Palette, group, palette, tag


def board(s: Any, p: Palette) -> Markup:
    return group(tag("rect", width=10, height=10))


def pieces(s: Any, viewer: int, p: Palette, *, legal: Iterable[str] = ()) -> Markup:
    return group(*(tag("rect", data_token=t) for t in legal), tag("rect"))


def view_box(s: Any) -> str:
    return "0 0 1000 1000"


def svg(s: Any, viewer: int = -1, *, theme: str = "light", legal: Iterable[str] = (), size: int | None = None) -> str:
    p = palette(theme)
    return tag(
        "svg", board(s, p), pieces(s, viewer, p, legal=legal), xmlns="http://www.w3.org/2000/svg", viewBox=view_box(s)
    )
