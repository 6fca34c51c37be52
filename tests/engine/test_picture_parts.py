"""Parts of pictures that games share: things to touch, kept spaces, the names of spaces."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from math import dist, sqrt
from types import SimpleNamespace

from pizzabox.engine.picture_parts import DrawnSpaces, HexGrid, knob, name_tags, of_state, space, touchable
from pizzabox.engine.shapes import polygon
from pizzabox.engine.svg import Markup, Palette, circle, palette

DOT = circle(0, 0, 1)


def test_a_drawing_of_the_state_depends_on_what_it_names() -> None:
    drawn: list[tuple[int, int]] = []

    @of_state("size", lambda s: s.rounds % 2)
    def draw(size: int, half: int, p: Palette, shown: bool = True) -> Markup:
        drawn.append((size, half))
        return circle(half, 0, size, fill=p["ink"] if shown else "none")

    def state(**fields: int) -> SimpleNamespace:
        return SimpleNamespace(**fields)

    p = palette()
    assert draw(state(size=4, rounds=1), p) == circle(1, 0, 4, fill=p["ink"])
    assert draw(state(size=4, rounds=3), p) is draw(state(size=4, rounds=1), p), "kept, whatever else has changed"
    assert draw(state(size=5, rounds=3), p) != draw(state(size=4, rounds=2), p)
    assert draw(state(size=5, rounds=3), p, False) == circle(1, 0, 5, fill="none")
    assert drawn == [(4, 1), (5, 1), (4, 0), (5, 1)]


def test_what_can_be_touched_is_a_button_with_its_token() -> None:
    lit, dark = (ET.fromstring(touchable("cut 3/4", "pb-cut", on, "cut <3>", DOT, opacity=0.5)) for on in (True, False))
    assert lit.attrib == {
        "id": "pb-cut-3-4",
        "class": "pb-cut pb-legal",
        "data-token": "cut 3/4",
        "role": "button",
        "aria-label": "cut <3>",
        "opacity": "0.5",
    }
    assert dark.get("class") == "pb-cut" and dark.get("role") == "img" and len(dark) == len(lit) == 1
    assert ET.fromstring(space("c4", "pb-space", True, "c4", DOT)).get("id") == "pb-at-c4"


def test_a_knob_is_a_disc_with_a_text_on_it() -> None:
    disc, text = ET.fromstring(f"<g>{knob('7', 3, 4, 9, 12, '#000000', 0.2, fill='#ffffff')}</g>")
    assert disc.attrib == {"cx": "3", "cy": "4", "r": "9", "fill": "#ffffff"}
    assert text.get("stroke") == "#000000" and text.get("stroke-width") == "2.4"


def test_names_can_be_hidden() -> None:
    spots = [("a1", (0.0, 0.0)), ("a2", (9.0, 0.0))]
    shown, hidden = (ET.fromstring(name_tags(spots, palette(), 5, 3, on)) for on in (True, False))
    assert [e.get("cy") for e in shown if e.tag == "circle"] == ["5", "5"]
    assert shown.get("display") is None and hidden.get("display") == "none"


def test_hexes_lie_a_step_apart() -> None:
    grid = HexGrid([(0, 0), (1, 0), (0, 1), (-1, 1)], 100)
    here = grid.at(0)
    assert here == (0, 0) and all(round(dist(here, grid.at(c)), 9) == 100 for c in (1, 2, 3))
    assert [round(dist(here, corner), 9) for corner in grid.outline(0, 7)] == [round(100 / sqrt(3) - 7, 9)] * 6
    a, b = grid.outline(0, 0), grid.outline(1, 0)
    assert (round(a[1][0], 9), round(a[2][0], 9)) == (50, 50) == (round(b[5][0], 9), round(b[4][0], 9)), "one side"
    assert ET.fromstring(grid.hex(2, 7, fill="none")).attrib == {"d": polygon(grid.outline(2, 7)), "fill": "none"}
    names = ET.fromstring(grid.names([0, 3], ["a1", "a2", "b1", "b2"], palette()))
    assert [e.get("cx") for e in names if e.tag == "circle"] == [None, "-50"]


def test_spaces_are_drawn_once_for_each_look() -> None:
    drawn: list[tuple[int, str]] = []

    def draw(look: tuple[int, str]) -> Markup:
        drawn.append(look)
        return Markup(f"\n<i>{look[0]}{look[1]}</i>\n")

    spaces = DrawnSpaces([(4, "-"), (7, "-"), (9, "-")], draw)
    head = '<g class="pb-spaces">'
    one = spaces.layer([(7, "x")])
    assert one.lines == [head, "<i>4-</i>", "<i>7x</i>", "<i>9-</i></g>"]
    assert spaces.layer([(9, "x")], one).lines == [head, "<i>4-</i>", "<i>7x</i>", "<i>9x</i></g>"]
    assert spaces.layer([(9, "x")]).lines == [head, "<i>4-</i>", "<i>7-</i>", "<i>9x</i></g>"], (
        "none is changed by another"
    )
    assert spaces.layer([]).lines == spaces.empty and len(drawn) == len(set(drawn)) == 5
    spaces.most = 3
    assert spaces.layer([(4, "y")]).lines[1] == "<i>4y</i>" and len(spaces) == 1, "what is kept has a limit"
