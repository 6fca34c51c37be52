"""The picture of Pizza Wars: the boards, hexes and pieces (boards.py), cards (cards.py), territory,
marks of the last move, and the legend.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds, and the board
after a move that is only thought of (`preview`) is drawn the same way.
"""

from collections.abc import Iterable
from functools import lru_cache

from pizzabox.engine.bits import members
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import of_state
from pizzabox.engine.presentation import Standing
from pizzabox.engine.shapes import arc, cross, hatch, polygon
from pizzabox.engine.svg import Layer, Markup, Palette, box, group, layer, line, path, xy
from pizzabox.engine.toppings import seat_symbol
from pizzabox.engine.whole_picture import Frame

from ..board import AREA, BY_NAME, FACES, KINDS, NAMES, PASS
from ..phrases import held, lands, say
from ..preview import blocked_pranks
from ..rules import MOVE, OVER, SPUN
from ..rules.steps import FIRST_PRANK, RIGHT, need, target
from ..state import SEATS, State
from ..words import standing
from . import boards, cards
from .boards import at, grid

board, wide = boards.ground, cards.wide
LEGEND = 112.0
_HATCH = (0.0, -50.0, 50.0)


def frame(s: State) -> Frame:
    """Left, top, width and height of the boards and the cards."""
    x, y, w, h = boards.frame(s.boards3)
    return x, y, w, h + cards.height(s)


def pieces(s: State, viewer: int, p: Palette, *, legal: Iterable[str] = (), reach: str | None = None) -> Layer:
    """The layer that changes: territory, the last move, pieces, what can be touched, the cards.

    `reach` names a hex whose piece shows all it can do: yellow moves, red pranks, pink pranks that are blocked; only
    while a piece is to be moved, so that it hides no territory after a move that is only thought of.
    """
    lit = frozenset(legal)
    chosen = s.at[BY_NAME[reach]] - 1 if s.phase in (MOVE, SPUN) and reach in BY_NAME else -1
    return layer(
        _territory(tuple(lands(s, player) for player in range(s.players)), p),
        _reach(s, chosen, p) if chosen >= 0 else "",
        _trail(s.last_from, s.last_to, p) if s.last_slot >= 0 else "",
        boards.spaces(s, lit, p),
        _marks(s.last_to if s.last_victim >= 0 else -1, s.where[s.turned] if s.turned >= 0 else -1, p),
        _barred(s, chosen, p) if chosen >= 0 else "",
        *boards.buttons(s, lit, p),
        cards.strip(s, viewer, lit, p),
        class_="pb-pieces",
    )


@lru_cache(maxsize=512)
def _territory(parts: tuple[tuple[int, ...], ...], p: Palette) -> Layer:
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


def _reach(s: State, slot: int, p: Palette) -> Markup:
    """Where a piece can move and prank, and pranks that are blocked."""
    made = []
    for step in range(RIGHT):
        card = need(s, slot, s.face[slot], step)
        if card in (0, PASS):
            fill = p["cheese"] if step < FIRST_PRANK else p["sauce"] if card == 0 else p["red-mark"]
            made.append(grid.hex(int(target(s, s.where[slot], step)), 5, fill=fill, fill_opacity=0.85))
    return group(*made, class_="pb-reach", pointer_events="none", aria_hidden="true")


def _barred(s: State, slot: int, p: Palette) -> Markup:
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
def _trail(here: int, there: int, p: Palette) -> Markup:
    """Where the last move came from and went to."""
    ink = {"fill": "none", "stroke": p["soft"] if p.theme != "dark" else p["mark-ink"]}
    left = grid.hex(here, 9, **ink, stroke_width=5, stroke_dasharray="10 8")
    way = line(at(here), at(there), **ink, stroke_width=7, stroke_opacity=0.5, stroke_linecap="round")
    reached = grid.hex(there, 3, **ink, stroke_width=8)
    return group(left, way, reached, class_="pb-trail", pointer_events="none", aria_hidden="true")


@lru_cache(maxsize=2048)
def _marks(prank: int, turned: int, p: Palette) -> Markup:
    """A mark on a hex where a prank has just happened, and on the piece that was turned."""
    made = []
    if prank >= 0:
        x, y = at(prank)
        look = {"fill": "none", "stroke_linecap": "round"}
        made.append(path(cross(x + 33, y - 33, 9), stroke=p["mark-paper"], stroke_width=11, **look))
        made.append(path(cross(x + 33, y - 33, 9), stroke=p["sauce"], stroke_width=6, **look))
    if turned >= 0:
        x, y = at(turned)
        turn = f"M{xy(x - 30, y - 36)}{arc(47, 1, (x + 30, y - 36))}"
        made.append(path(turn, fill="none", stroke=p["steel"], stroke_width=7, stroke_linecap="round"))
    return group(*made, class_="pb-marks", pointer_events="none", aria_hidden="true")


def legend(s: State, p: Palette) -> Markup:
    """Each side with its hexes, its goal and what is still missing."""
    x, y, w, h = frame(s)
    sides = standing(s, -1)
    wide = w / len(sides)
    made = (_plate(s, i, each, x + i * wide + 6, y + h + 6, wide - 12, p) for i, each in enumerate(sides))
    return group(*made, class_="pb-legend", aria_hidden="true")


def _plate(s: State, side: int, each: Standing, x: float, y: float, wide: float, p: Palette) -> Markup:
    colour = SEATS[side]
    acting = s.phase != OVER and side == s.side
    won = s.phase == OVER and each.player >= 0 and s.won >> each.player & 1
    edge = p["prize"] if won else p["touch"] if acting else p["rule"]
    made = [
        box(x, y, wide, 96, 16, fill=p["card"], stroke=edge, stroke_width=6 if acting or won else 2),
        seat_symbol(colour, p, x + 40, y + 36, 26),
        lettering(say("side.agent_short") if each.player < 0 else each.name, x + 78, y + 24, 22, p["ink"], "start"),
    ]
    if each.player < 0:
        return group(*made, lettering(each.score, x + 78, y + 54, 15, p["soft"], "start"))
    made.append(lettering(each.score, x + wide - 16, y + 24, 22, p["ink"], "end"))
    note = "  ".join(each.notes[1:3]) if s.boards3 else each.notes[0]
    if won or s.out >> side & 1:
        note = say("picture.wins" if won else "board.out")
    made.append(lettering(note, x + 78, y + 53, 15, p["prize" if won else "soft"], "start"))
    goal, total = s.goal[side], held(s, side)
    step = (wide - 32) / goal
    for i in range(goal):
        look = {"fill": p[f"{colour}-fill"], "stroke": p[f"{colour}-edge"]} if i < total else {"fill": p["well"]}
        made.append(box(x + 16 + i * step, y + 72, step - 3, 14, 4, stroke_width=2.5, **look))
    return group(*made)


@of_state("boards3")
def names(boards3: int, p: Palette, shown: bool = True) -> Markup:
    """The names of all hexes, for a page to show when they are wanted."""
    return grid.names(range(AREA * (2 + boards3)), NAMES, p) if shown else Markup("")


def sample(name: str, p: Palette) -> Markup:
    """A sign of the legend."""
    chapter, _, sign = name.partition(".")
    if chapter == "cards":
        return cards.sample(sign, p)
    if chapter == "pieces":
        return boards.piece(0, KINDS.index(sign), int(FACES[KINDS.index(sign), 0]), p)
    return boards.art(name, p)
