"""Pictures as PNG, by the optional library resvg. It has no fonts here, so letters are drawn (`glyphs.lettering`)."""

from __future__ import annotations

import re
from importlib import import_module

from .errors import PizzaboxError, say, short

NARROWEST, WIDEST = 16, 8000
_TEXT = re.compile(r"<text[\s/>]")
_VARIABLE = re.compile(r"var\(--[a-z0-9-]+, *(#[0-9a-fA-F]+)\)")


def png(svg: str, width: int) -> bytes:
    """An SVG picture as PNG of that width in pixels."""
    if not isinstance(width, int) or isinstance(width, bool) or not NARROWEST <= width <= WIDEST:
        raise PizzaboxError(say("error.png_width", low=NARROWEST, high=WIDEST, value=short(width)))
    if _TEXT.search(svg):
        raise PizzaboxError(say("error.png_text"))
    try:
        resvg = import_module("resvg_py")
    except ImportError:
        raise PizzaboxError(say("error.png_missing")) from None
    # resvg knows no CSS variables; it gets the colours that a page would fall back on.
    flat = _VARIABLE.sub(r"\1", svg)
    return bytes(resvg.svg_to_bytes(svg_string=flat, width=width, skip_system_fonts=True))
