"""The boards of Pizza Wars: where everything lies in the picture, what touching a hex means, and the buttons that turn
or spin a piece.

Two neighbouring hexes are 100 apart and stand on a corner, so that rows are level.
"""

from math import sqrt

from pizzabox.engine.catalogue import kept
from pizzabox.engine.field_cache import kept_by
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import DrawnSpaces, HexGrid, knob, of_state, space, touchable
from pizzabox.engine.svg import Layer, Markup, Palette, group, path, translate, xy
from pizzabox.engine.whole_picture import Frame

from ..board import AREA, BY_NAME, CELLS, DIRECTIONS, INDEX, NAMES, SIDE_BITS, plus
from ..phrases import all_threats, holders, say
from ..state import SEATS, State
from ..words import empty_said, piece_said, spelled
from .symbols import art, piece, toward

STEP = 100.0
grid = HexGrid(CELLS, STEP)
at = grid.at
TOP = -10 * STEP * sqrt(3) / 2 - grid.radius - 12


def boards_frame(boards3: int) -> Frame:
    """Left, top, width and height of the boards."""
    left, right = -4 * STEP - 44, (8.5 if boards3 else 3.5) * STEP + 14
    bottom = 3 * STEP * sqrt(3) / 2 + grid.radius + 14
    return left, TOP, right - left, bottom - TOP


@of_state("boards3")
def board(boards3: int, p: Palette) -> Markup:
    """The layer that is drawn once: the boards in their colours, their edges and the row letters."""
    cells = range(AREA * (2 + boards3))
    made = []
    for side in range(2 + boards3):
        name = SEATS[side]
        hexes = [grid.hex(c, 1.5) for c in cells if c // AREA == side]
        made.append(group(*hexes, fill=p["well"], stroke=p["well-edge"], stroke_width=2))
        if side:
            made.append(group(*hexes, fill=p[f"{name}-fill"], fill_opacity=0.0 if p.theme == "print" else 0.17))
    for side in range(2 + boards3):
        own, edges = range(AREA * side, AREA * (side + 1)), ""
        for c in own:
            around = grid.outline(c, 4)
            for d, step in enumerate(DIRECTIONS):
                if INDEX.get(plus(CELLS[c], step)) not in own:
                    edges += f"M{xy(*around[d])}L{xy(*around[(d + 1) % 6])}"
        rounded = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
        made.append(path(edges, stroke=p[f"{SEATS[side]}-edge"], stroke_width=9, **rounded))
        made.append(path(edges, stroke=p[f"{SEATS[side]}-fill"], stroke_width=4.5, **rounded))
    letters = []
    for r in range(-10, 4):
        row = [c for c in cells if CELLS[c][1] == r]
        x, y = min(at(c) for c in row)
        letters.append(lettering(NAMES[row[0]][0], x - 74, y, 19, p["soft"]))
    return group(*made, group(*letters), class_="pb-board", aria_hidden="true")


@of_state("boards3")
def names(boards3: int, p: Palette, shown: bool = True) -> Markup:
    """The names of all hexes, for a page to show when they are wanted."""
    return grid.names(range(AREA * (2 + boards3)), NAMES, p) if shown else Markup("")


Look = tuple[int, int, int, int, str, int, tuple[int, ...]]
"""A hex, the side, kind and face of the piece there, what touching it means, whether there is an Agent, and the hexes
that the piece threatens; of an empty hex the players who hold it."""


def spaces(s: State, lit: frozenset[str], p: Palette) -> Layer:
    """All hexes, one line each, with what touching them would mean."""
    looks, drawn = _looks(s).copy(), _drawn_hexes(s.boards3, p)
    for c, way in _ways(lit).items():
        if c in drawn.place:
            _, side, kind, face, _, agent, more = looks.get(c, _empty(c))
            means = way if side < 0 or way == "turn" else "own" if side == s.side else "prank"
            looks[c] = c, side, kind, face, means, agent, more
    return drawn.layer(looks.values())


@kept_by("players", "boards3", "agent", "team", "where", "at", "kind", "face", wordless=True)
def _looks(s: State) -> dict[int, Look]:
    """How the hexes with a piece or a holder look while nothing can be touched."""
    looks: dict[int, Look] = {c: (c, -1, -1, -1, "", 0, players) for c, players in holders(s).items()}
    goals, agent, kinds, faces = all_threats(s), s.agent, s.kind, s.face
    for c, slot in ((c, slot - 1) for c, slot in enumerate(s.at) if slot):
        looks[c] = c, slot >> SIDE_BITS, kinds[slot], faces[slot], "", agent, goals.get(c, ())
    return looks


def _empty(c: int) -> Look:
    """A hex where nobody stands, that nobody holds."""
    return c, -1, -1, -1, "", 0, ()


def _ways(lit: frozenset[str]) -> dict[int, str]:
    """What touching a hex would mean were it empty: a move there; a turn has buttons of its own."""
    ways = {}
    for token in lit:
        where, _, way = token.partition(" ")
        if where in BY_NAME and way in ("", "right") and not (way and where in lit):
            ways[BY_NAME[where]] = "turn" if way else "move"
    return ways


@kept()
def _drawn_hexes(boards3: int, p: Palette) -> DrawnSpaces[Look]:
    return DrawnSpaces([_empty(c) for c in range(AREA * (2 + boards3))], lambda look: _hex(*look, p))


def _hex(c: int, side: int, kind: int, face: int, lit: str, agent: int, more: tuple[int, ...], p: Palette) -> Markup:
    """A hex with who stands there and what touching it means (an own piece, a move, a prank, a turn)."""
    if side < 0:
        label = empty_said(c, tuple(say(f"side.{player}") for player in more))
    else:
        label = piece_said(c, side, kind, face, agent, more)
    inside = [
        art("place", p),
        art(lit, p) if lit else "",
        piece(side, kind, face, p) if side >= 0 else "",
        art(f"{lit}-frame", p) if lit in ("own", "prank") else "",
    ]
    return space(NAMES[c], "pb-space", lit not in ("", "turn"), label, *inside, transform=translate(*at(c)))


def buttons(s: State, lit: frozenset[str], p: Palette) -> list[Markup]:
    """Arrows to turn pieces, numbers to spin one."""
    made = []
    for token in sorted(lit):
        where, _, way = token.partition(" ")
        if way in ("left", "right"):
            made.append(_turn_button(token, f"{where} left" not in lit, s.kind[s.at[BY_NAME[where]] - 1], p))
        elif way:
            made.append(_spin_button(token, p))
    return made


@kept(2048)
def _turn_button(token: str, whole: bool, kind: int, p: Palette) -> Markup:
    """Half of a hex as a button with a big arrow along its edge; all of it where there is only one way to turn."""
    where, way = token.split(" ")
    label, place = spelled(token, kind), art("place" if whole else f"half-{way}", p)
    look = {"id_": f"pb-turn-{where}-{way}", "transform": translate(*at(BY_NAME[where]))}
    return touchable(token, "pb-turn", True, label, place, art(f"arrow-{way}", p), **look)


@kept(1024)
def _spin_button(token: str, p: Palette) -> Markup:
    """A button beside a piece: spin it by that many turns."""
    where, _, turns = token.split(" ")
    x, y = at(BY_NAME[where])
    dx, dy = toward(int(turns) - 1, 92)
    drawn = knob(turns, 0, 0, 36, 26, p["mark-ink"], 0.18, fill=p["cheese"], stroke=p["touch"], stroke_width=5)
    look = {"id_": f"pb-turn-{where}-spin-{turns}", "transform": translate(x + dx, y + dy)}
    return touchable(token, "pb-turn", True, spelled(token), drawn, **look)
