"""The picture: everything is drawn once, nothing leaks, and it holds in every theme."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import pizzabox
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.shapes import polar
from pizzabox.engine.svg import THEMES, palette
from pizzabox.games.pizzeria.picture import symbols
from pizzabox.games.pizzeria.picture.middle import HANDLE
from pizzabox.games.pizzeria.picture.seats import bites
from pizzabox.table.move_in_progress import move_in_progress
from tests.games.pizzeria.helpers import load, serve
from tests.games.pizzeria.test_offers import begun, given, with_a
from tests.helpers import walk

SVG = "{http://www.w3.org/2000/svg}"


def tokens_in(text: str) -> list[str]:
    return [e.attrib["data-token"] for e in ElementTree.fromstring(text).iter() if "data-token" in e.attrib]


@pytest.mark.parametrize("theme", THEMES)
def test_every_state_is_drawn_in_every_theme(theme: str) -> None:
    for pos in walk(load(3, "advanced"), 4):
        text = pos.view(0).svg(theme=theme)
        found = tokens_in(text)
        assert "<text" not in text
        assert len(found) == len(set(found))


def test_a_pizza_shows_each_slice_and_each_line() -> None:
    pos = serve(load(4).start(seed=1), ["7"] * 7)
    drawn = tokens_in(pos.view(0).svg(legal=pos.view(0).pick(0, ()).next))
    assert [t for t in drawn if t.startswith("slice")] == [f"slice {i + 1}" for i in range(11)]
    assert [t for t in drawn if t.startswith("cut")] == [f"cut {i + 1}" for i in range(11)]
    pos.play("cut 1 4 7 10")
    drawn = tokens_in(pos.view(1).svg())
    assert [t for t in drawn if t.startswith("portion")] == [f"portion {k}" for k in (1, 2, 3, 4)]


def test_labels_speak_of_slices_portions_and_offers() -> None:
    pos = serve(begun(), ["7", "7", "2"], "G")
    pos.play("cut 1 4 8 offer 1")
    text = pos.view(1).svg()
    assert "slice 1, mushroom 7 (2 leaves)" in text
    assert "portion 1, 3 slices, 4 leaves, offer G" in text
    assert "5 points at the end" in text


def test_only_legal_things_glow() -> None:
    pos = with_a()
    view = pos.view(1)
    legal = view.pick(1, ()).next
    root = ElementTree.fromstring(view.svg(legal=legal))
    lit = [e.attrib["data-token"] for e in root.iter() if "pb-legal" in e.attrib.get("class", "")]
    assert sorted(lit) == sorted(legal) == ["pass", "saved 7", "saved 9"]
    assert root.attrib["role"] == "group"


def test_a_ring_of_ten_and_a_portion_of_the_offer_alone() -> None:
    pos = serve(given("D"), ["11"])
    pos.play("take 1")
    assert 'class="pb-hand"' in pos.view(0).svg()
    pos.play("eat")
    pos.play("cut 1 5 offer alone")
    drawn = tokens_in(pos.view(2).svg())
    assert "slice 11" not in drawn
    assert "portion 3" in drawn


@pytest.mark.parametrize("cuts", [(1, 3), (1, 5), (2, 8), (4, 5, 7)])
def test_a_badge_never_lies_on_the_knob_of_a_line_that_can_still_be_cut(cuts: tuple[int, ...]) -> None:
    pos = serve(load(4, "advanced").start(seed=1), ["7"] * 7, "G")
    chosen = tuple(f"cut {n}" for n in cuts)
    drawn = move_in_progress(pos, pos.actors[0], chosen, True, pos.actors[0], True)
    root = ElementTree.fromstring(f"<svg>{drawn['pieces']}</svg>")
    nodes = {e.attrib["data-token"]: e for e in root.iter() if "data-token" in e.attrib}
    badges = [centre(e) for token, e in nodes.items() if token.startswith("portion")]
    assert len(badges) == len(cuts)
    for n in range(1, 12):
        x, y = polar((n - 1) * 360 / 11, HANDLE)
        covering = [(a, b) for a, b in badges if abs(x - a) < 84 + 31 and abs(y - b) < 50 + 31]
        assert not covering, (n, "is covered")


def centre(node: ElementTree.Element) -> tuple[float, float]:
    x, y = re.findall(r"-?[\d.]+", node.attrib["transform"])
    return float(x), float(y)


def test_kinds_have_pictures_of_their_own() -> None:
    p = palette("print")
    drawings = {symbols.placed(kind, p, 0, 0, 1) for kind in range(2, 12)}
    assert len(drawings) == 10


def test_views_do_not_show_what_rivals_ate() -> None:
    shown = []
    for bite in ("eat 1", "eat 2"):
        pos = serve(load(4).start(seed=1), ["7", "7", "11", "4"])
        for text in ("cut 1 3 5 9", "portion 1", bite):
            pos.play(text)
        shown.append(pos.view(0).svg())
    assert shown[0] == shown[1]


def test_the_end_shows_the_points_and_viewers_must_exist() -> None:
    for variant, players in (("advanced", 6), ("solo", 1), ("basic", 2)):
        done = list(walk(pizzabox.load("pizzeria", variant=variant, players=players), 3))[-1]
        assert 'class="pb-podium"' in done.svg()
        with pytest.raises(PizzaboxError, match="a viewer must be a player"):
            done.game.picture.svg(done.state, 6)
    assert done.game.picture.svg(done.state, size=400).count('width="400"') == 1


def test_eaten_slices_and_leaves_fit_the_narrow_columns_of_six_players() -> None:
    """The column of a player is 100 wide beside the pizza: one below the other both fit, beside each other not."""

    def reach(stacked: bool) -> float:
        inks = re.findall(r'<path d="([^"]*)" fill="none"', str(bites(0, 0, 12, 24, palette("light"), stacked)))
        return max(abs(float(x)) for ink in inks for x in re.findall(r"[ML]?(-?[\d.]+) -?[\d.]+(?=[MLA]|$)", ink))

    assert reach(True) < 45 < reach(False)
