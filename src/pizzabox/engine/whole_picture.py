"""A position as one complete picture: what the `svg` of every game wraps its layers in."""

from __future__ import annotations

from collections.abc import Sequence

from .contract import SPECTATOR
from .errors import bad_viewer
from .svg import Layer, Palette, tag
from .toppings import shapes

Box = tuple[float, float, float, float]
"""Left, top, width and height."""


def check_viewer(viewer: object, players: int) -> None:
    """Refuse to draw for somebody who does not sit at the table."""
    if not isinstance(viewer, int) or not SPECTATOR <= viewer < players:
        raise bad_viewer(players, viewer)


def whole_picture(
    game: str,
    p: Palette,
    box: Box,
    layers: Sequence[str | Layer],
    *,
    view_box: str,
    title: str,
    described: str,
    touchable: bool,
    size: int | None,
) -> str:
    """The layers on their ground. `size` is the width in pixels; without it the picture fills its place."""
    x, y, width, height = box
    ground = tag("rect", x=x or None, y=y or None, width=width, height=height, fill=p["paper"])
    return tag(
        "svg",
        tag("title", title),
        tag("desc", described),
        shapes(p) if p.theme == "page" else ground,
        *layers,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view_box,
        width=size,
        height=None if size is None else size * height / width,
        class_=f"pb pb-{game} pb-{p.theme}",
        role="group" if touchable else "img",
    )
