"""What lies on the boards of Pizza Wars: who holds which hexes, what a piece can reach, and the last move."""

from functools import lru_cache

from pizzabox.engine.bits import members
from pizzabox.engine.shapes import arc, cross, hatch, polygon
from pizzabox.engine.svg import Layer, Markup, Palette, group, layer, line, path, xy

from ..board import AREA, PASS
from ..preview import blocked_pranks
from ..rules.steps import FIRST_PRANK, RIGHT, need, target
from ..state import SEATS, State
from .middle import at, grid

_HATCH = (0.0, -50.0, 50.0)


@lru_cache(maxsize=512)
def territory(parts: tuple[tuple[int, ...], ...], p: Palette) -> Layer:
    """Every held hex in its holder's colour and hatch; a hex held by two carries both."""
    made: list[Markup] = []
    for player, held_there in enumerate(parts):
        for place, part in enumerate(held_there):
            made += [_held(AREA * place + i, player, p) for i in members(part)]
    drawn = layer(*made, class_="pb-land", pointer_events="none", aria_hidden="true")
    if made:
        # The last one ends the group, so that all lines of a drawing differ.
        drawn.lines[-2:] = ["".join(drawn.lines[-2:])]
    return drawn


@lru_cache(maxsize=2048)
def _held(c: int, player: int, p: Palette) -> Markup:
    colour = SEATS[player]
    shape = grid.outline(c, 5)
    fill = path(polygon(shape), fill=p[f"{colour}-fill"], fill_opacity=0.0 if p.theme == "print" else 0.42)
    strokes = path(hatch(shape, _HATCH[player], 13), fill="none", stroke=p[f"{colour}-edge"], stroke_width=3.2)
    return group(fill, strokes, class_=f"pb-held pb-{colour}")


def reach(s: State, slot: int, p: Palette) -> Markup:
    """Where a piece can move and prank, and pranks that are blocked."""
    made = []
    for step in range(RIGHT):
        card = need(s, slot, s.face[slot], step)
        if card in (0, PASS):
            fill = p["cheese"] if step < FIRST_PRANK else p["sauce"] if card == 0 else p["red-mark"]
            made.append(grid.hex(int(target(s, s.where[slot], step)), 5, fill=fill, fill_opacity=0.85))
    return group(*made, class_="pb-reach", pointer_events="none", aria_hidden="true")


def barred(s: State, slot: int, p: Palette) -> Markup:
    """A frame around the chosen piece, and a bar across every rival it cannot prank because of another in the way."""
    made = [grid.hex(s.where[slot], 4, fill="none", stroke=p["gold"], stroke_width=8)]
    for to, _ in blocked_pranks(s, slot):
        x, y = at(to)
        for colour, extra in (("mark-paper", 8), ("red-mark", 0)):
            look = {"fill": "none", "stroke": p[colour], "stroke_linecap": "round"}
            made.append(grid.hex(to, 6, **look, stroke_width=7 + extra))
            made.append(line((x - 34, y + 34), (x + 34, y - 34), **look, stroke_width=9 + extra))
    return group(*made, class_="pb-barred", pointer_events="none", aria_hidden="true")


@lru_cache(maxsize=2048)
def trail(here: int, there: int, p: Palette) -> Markup:
    """Where the last move came from and went to."""
    ink = {"fill": "none", "stroke": p["soft"] if p.theme != "dark" else p["mark-ink"]}
    left = grid.hex(here, 9, **ink, stroke_width=5, stroke_dasharray="10 8")
    way = line(at(here), at(there), **ink, stroke_width=7, stroke_opacity=0.5, stroke_linecap="round")
    reached = grid.hex(there, 3, **ink, stroke_width=8)
    return group(left, way, reached, class_="pb-trail", pointer_events="none", aria_hidden="true")


@lru_cache(maxsize=2048)
def last_marks(prank: int, turned: int, p: Palette) -> Markup:
    """A mark on a hex where a prank has just happened, and on the piece that was turned."""
    made = []
    if prank >= 0:
        x, y = at(prank)
        look = {"fill": "none", "stroke_linecap": "round"}
        made.append(path(cross(x + 33, y - 33, 9), stroke=p["mark-paper"], stroke_width=11, **look))
        made.append(path(cross(x + 33, y - 33, 9), stroke=p["sauce"], stroke_width=6, **look))
    if turned >= 0:
        x, y = at(turned)
        bow = f"M{xy(x - 30, y - 36)}{arc(47, 1, (x + 30, y - 36))}"
        made.append(path(bow, fill="none", stroke=p["steel"], stroke_width=7, stroke_linecap="round"))
    return group(*made, class_="pb-marks", pointer_events="none", aria_hidden="true")
