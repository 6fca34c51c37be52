"""The picture of Pizza Wars."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.png import png
from pizzabox.engine.presentation import Pick
from pizzabox.engine.svg import THEMES, palette
from pizzabox.games.wars import picture
from pizzabox.games.wars.board import CELLS, DIRECTIONS, NAMES
from pizzabox.games.wars.picture import middle, symbols
from tests.games.wars.helpers import setup
from tests.games.wars.test_rules import FAR
from tests.helpers import walk

VARIANTS: list[dict[str, Any]] = [
    {}, {"players": 3, "setup": "long14"}, {"agent": True, "cards": "onitama"}, {"cards": "three", "hand": 6},
]  # fmt: skip


def by_class(svg: str, name: str) -> list[ET.Element]:
    return [e for e in ET.fromstring(svg).iter() if name in e.get("class", "").split()]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_theme_draws_every_piece(theme: str, options: dict[str, Any]) -> None:
    pos = pizzabox.load("wars", **options).start(seed=3)
    svg = pos.svg(theme=theme)
    root = ET.fromstring(svg)
    ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
    assert len(ids) == len(set(ids))
    assert len(by_class(svg, "pb-space")) == 37 * (2 + pos.state.boards3)
    labels = [e.attrib["aria-label"] for e in by_class(svg, "pb-space")]
    assert sum(", empty" not in label for label in labels) == sum(w >= 0 for w in pos.state.where)


def test_hexes_lie_side_by_side() -> None:
    for i, cell in enumerate(CELLS):
        for d, step in enumerate(DIRECTIONS):
            there = (cell[0] + step[0], cell[1] + step[1])
            if there in CELLS:
                (ax, ay), (bx, by) = middle.at(i), middle.at(CELLS.index(there))
                dx, dy = symbols.toward(d, 100)
                assert abs(bx - ax - dx) < 1e-6 and abs(by - ay - dy) < 1e-6


def test_a_piece_shows_slices_dots_and_cuts() -> None:
    p = palette("light")
    for kind, (slices, cuts) in enumerate(((5, 4), (4, 3), (4, 2), (4, 2), (3, 2), (3, 0))):
        drawn = symbols.piece(1, kind, 0, p)
        assert drawn.count(p["melt"]) == slices
        assert drawn.count(f'stroke="{p["mark-ink"]}" stroke-width="5"') == cuts
    looks = {symbols.piece(side, kind, face, p) for side in range(3) for kind in range(6) for face in range(6)}
    assert len(looks) == 3 * (6 * 4 + 3 + 2)


def test_territory_is_hatched_for_its_holder() -> None:
    pos = setup("Ma1/0", f"{FAR} Dd4/0")
    assert len(by_class(pos.svg(), "pb-held")) == 4
    assert all("pb-red" in e.attrib["class"] for e in by_class(pos.svg(), "pb-held"))


def test_reach_shows_moves_pranks_and_blocked_pranks() -> None:
    pos = setup("Kd4/4", f"{FAR} Df3/0 Me3/0")
    p = palette("light")
    drawn = pos.svg(reach="d4")
    shown = drawn[drawn.index("pb-reach") :][:3000]
    assert p["cheese"] in shown and p["red-mark"] in shown
    free = setup("Kd4/4", f"{FAR} Df3/0").svg(reach="d4")
    assert p["sauce"] in free[free.index("pb-reach") :][:3000]
    assert "pb-reach" not in pos.svg(reach="zz")
    after = pos.view(0).preview(0, ("d4", "d5")).after
    assert "pb-reach" not in pos.game.picture.svg(after, 0, reach="d5"), "a what-if picture shows territory, not reach"
    assert len(by_class(drawn, "pb-barred")) == 1


def test_a_turn_is_a_touch_of_a_piece_and_then_of_an_arrow() -> None:
    pos = setup("Kd4/4 Ca1/1", f"{FAR} Df3/0")
    pos.play("Ca1-a2")
    view = pos.view(0)
    assert view.pick(0, ()).next == ("d4", "a2")
    assert "pb-turn" not in str(picture.pieces(view.state, 0, palette("page"), legal=("d4", "a2"))), (
        "no forest of arrows"
    )
    for piece, arrows, asked in (("d4", ("d4 right", "d4 left"), "Which way"), ("a2", ("a2 right",), "its arrow")):
        found = view.pick(0, (piece,))
        assert found.next == arrows and found.code is None and asked in found.sentence
        drawn = str(picture.pieces(view.state, 0, palette("page"), legal=arrows))
        assert drawn.count('class="pb-turn pb-legal"') == len(arrows)
        assert f"{piece} to the right" in drawn
    assert view.pick(0, ("d4", "d4 left")).code == pos.code_of("d4<", 0)
    assert view.pick(0, ("d4 left",)) == Pick(("d4 left",), ())


def test_every_token_of_a_pick_can_be_touched() -> None:
    for options in VARIANTS:
        for i, pos in enumerate(walk(pizzabox.load("wars", **options), 5, 30)):
            if pos.over or i % 3:
                continue
            player = pos.actors[0]
            view = pos.view(player)
            first = view.pick(player, ()).next
            for chosen in ((), first[:1], first[-1:]):
                wanted = view.pick(player, chosen).next
                drawn = str(picture.pieces(view.state, player, palette("page"), legal=wanted))
                assert all(drawn.count(f'data-token="{t}"') == 1 for t in wanted)


def test_face_down_cards_are_drawn_for_their_owner_only() -> None:
    pos = pizzabox.load("wars", cards="three", face_down=True).start(seed=4)
    assert by_class(pos.view(0).svg(), "pb-card") and "Extra" in pos.view(0).svg()
    assert "Extra" not in pos.view(-1).svg() and "3 cards face down" in pos.view(-1).svg()


def test_names_title_size_and_errors() -> None:
    pos = pizzabox.load("wars").start(seed=1)
    assert by_class(pos.svg(names=True), "pb-name") and not by_class(pos.svg(), "pb-name")
    three = pizzabox.load("wars", players=3).start(seed=1)
    sheet = [str(picture.names(p.state, palette("page"))).count("<circle") for p in (pos, three)]
    assert sheet == [74, 111], "every hex in play has its name"
    root = ET.fromstring(pos.svg(title="<x>", size=400))
    assert root[0].text == "<x>" and root.get("width") == "400"
    with pytest.raises(PizzaboxError, match="viewer"):
        pos.game.picture.svg(pos.state, 2)
    assert len(set(NAMES)) == 111


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_nothing_is_drawn_outside_the_picture(options: dict[str, Any]) -> None:
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    svg = pizzabox.load("wars", **options).start(seed=1).svg(theme="page")
    sheet = ET.fromstring(svg).attrib["viewBox"]
    box = [float(v) for v in sheet.split()]
    svg = svg.replace(sheet, f"{box[0] - 50} {box[1] - 50} {box[2] + 100} {box[3] + 100}")
    alpha = image.open(io.BytesIO(png(svg, round(box[2] + 100)))).getchannel("A")
    left, top, right, low = alpha.getbbox()
    assert left >= 50 and top >= 50 and right <= box[2] + 51 and low <= box[3] + 51
