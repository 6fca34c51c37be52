"""The six toppings: every player of the box has one colour and one shape, and the shape alone is enough.

They are drawn in `toppings.svg`, each around the origin within the unit circle:

- red pepperoni is a full disc with light flecks;
- green pepper is a wide ring with four lobes, whose hole is filled, so that nothing below is read as part of it;
- a white mushroom is a cap on its stem;
- a black olive is a small, thick, round ring;
- purple onion is nested arcs, open below;
- yellow pineapple is a wedge, its point down, with the fibres of the fruit.
"""

from __future__ import annotations

from functools import cache

from .art import Art
from .errors import PizzaboxError, say, short
from .svg import Markup, Palette, circle, group, tag, translate

art = Art(__package__, "toppings.svg")
TOPPINGS = {
    "red": "pepperoni",
    "green": "pepper",
    "white": "mushroom",
    "black": "olive",
    "purple": "onion",
    "yellow": "pineapple",
}


@cache
def topping(colour: str, p: Palette) -> Markup:
    """The topping of a player's colour, around the origin within the unit circle.

    In a `page`, which draws the same few again and again, it is a reference to one of `shapes`.
    """
    if colour not in TOPPINGS:
        raise PizzaboxError(say("error.colour", name=short(colour), known=", ".join(TOPPINGS)))
    return tag("use", href=f"#{_id(colour)}") if p.theme == "page" else art(TOPPINGS[colour], p)


@cache
def shapes(p: Palette) -> Markup:
    """What the toppings of a `page` refer to; it stands once before all layers."""
    return tag("defs", *(group(art(name, p), id=_id(colour)) for colour, name in TOPPINGS.items()))


def _id(colour: str) -> str:
    return f"pb-topping-{colour}"


@cache
def seat_symbol(colour: str, p: Palette, x: float = 0.0, y: float = 0.0, radius: float = 20.0) -> Markup:
    """A topping on a small plate: readable on every background."""
    return group(
        circle(0, 0, 1.25, fill=p["well"], stroke=p["well-edge"], stroke_width=0.08),
        topping(colour, p),
        transform=translate(x, y, radius / 1.25),
    )
