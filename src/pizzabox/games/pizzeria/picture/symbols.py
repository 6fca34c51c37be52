"""Small drawings of Pizzeria, each within the unit circle: one for each kind, basil leaves, a tile."""

from pizzabox.engine import toppings
from pizzabox.engine.art import Art
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.svg import Markup, Palette, box, group, join, style

from ..board import KINDS

art = Art(__package__, "art.svg", toppings.art)
_NAMES = "tomato pineapple greek shrimp pepper mushroom bacon supreme pepperoni cheeses"
KIND_ART = dict(zip(KINDS, _NAMES.split(), strict=True))


def placed(kind: int, p: Palette, x: float, y: float, size: float) -> Markup:
    return art.at(KIND_ART[kind], p, x, y, size)


def leaves(n: int, p: Palette, x: float, y: float, size: float) -> Markup:
    """So many leaves side by side."""
    return join(*(art.at("leaf", p, x + (i - (n - 1) / 2) * size * 1.45, y, size) for i in range(n)))


def tile(letter: str, p: Palette, x: float, y: float, size: float, used: bool = False) -> Markup:
    """An offer: a square card with its letter."""
    fill, edge, ink = ("card", "soft", "soft") if used else ("cheese", "yellow-edge", "mark-ink")
    dashes = f"{size * 0.3:.1f} {size * 0.2:.1f}" if used else None
    ground = style(fill=p[fill], stroke=p[edge], stroke_width=size * 0.1, stroke_dasharray=dashes)
    card = box(x - size, y - size, 2 * size, 2 * size, size * 0.25, **ground)
    return group(card, lettering(letter, x, y, size * 1.1, p[ink], weight=0.16))
