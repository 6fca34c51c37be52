"""The picture of Pizza Shark."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET

import pytest

import pizzabox
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.svg import THEMES, palette
from pizzabox.games.shark.board import DECKS
from pizzabox.games.shark.board.deck import ACTIONS
from pizzabox.games.shark.picture.symbols import icon, icon_spots, whole_card
from tests.games.shark.table import BLACK, GREEN, hand, number, start, stock
from tests.games.shark.test_attack import before_attack
from tests.games.shark.test_referee import eager
from tests.helpers import size

SVG = "{http://www.w3.org/2000/svg}"


def tokens(svg: str) -> list[str]:
    return [e.attrib["data-token"] for e in ET.fromstring(svg).iter() if "data-token" in e.attrib]


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "goals": True}, {"players": 4, "goals": True}])
def test_pictures_of_whole_games_are_well_formed(options: dict[str, int]) -> None:
    """Each step for one viewer in one theme; every token of every legal move is drawn once."""
    game = pizzabox.load("shark", cap=size(5, 14), **options)
    dice, pos, phases = random.Random(2), game.start(seed=2), set()
    step = 0
    while not pos.over:
        phases.add(pos.state.phase)
        player = dice.choice(pos.actors)
        view = pos.view(player)
        lit = view.pick(player, ()).next
        svg = view.svg(theme=THEMES[step % 4], legal=lit)
        root = ET.fromstring(svg)
        ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
        assert len(set(ids)) == len(ids)
        drawn = [e.attrib["data-token"] for e in root.iter() if "data-token" in e.attrib]
        assert len(set(drawn)) == len(drawn)
        legal = list(view.legal())
        for move in legal:
            assert set(move.tokens) <= set(drawn), move
        buttons = {e.attrib["data-token"] for e in root.iter() if e.get("role") == "button"}
        assert buttons == set(lit)
        assert not {e.tag.removeprefix(SVG) for e in root.iter()} & {"text", "image", "script", "style"}
        pos.play(eager(dice, [m.text for m in legal]), player)
        step += 1
    assert ET.fromstring(pos.view(-1).svg()).tag == f"{SVG}svg"
    assert phases >= {0, 1, 3} | ({2} if options["players"] == 4 else set())


@pytest.mark.parametrize("theme", THEMES)
def test_only_colours_of_the_palette(theme: str) -> None:
    pos = before_attack(3, ("Bait Shop", None))
    stock(pos, BLACK, cheese=3, mushroom=2)
    pos.play("end")
    svg = pos.view(BLACK).svg(theme=theme, legal=("cheese of black",))
    known = {c[-8:-1] if c.startswith("var") else c for c in palette(theme).colours.values()}
    assert set(re.findall(r"#[0-9a-f]{6}", svg)) <= known


def test_used_icons_are_crossed_out_and_the_next_one_is_touched() -> None:
    pos = start("cheese", players=2)
    stock(pos, GREEN)
    stock(pos, BLACK)
    hand(pos, GREEN, number(pos, "Triple Slice", "cheese"), number(pos, "Small Tin"))
    before = pos.view(GREEN).svg(legal=("take_cheese", "anchovy"))
    pos.play("take cheese")
    after = pos.view(GREEN).svg(legal=("take_cheese", "anchovy"))
    assert tokens(before).count("take_cheese") == tokens(after).count("take_cheese") == 1
    assert after.count('opacity="0.28"') == before.count('opacity="0.28"') + 1


def test_the_viewer_has_the_large_tray() -> None:
    pos = start("cheese", players=3)
    for viewer in range(3):
        drawn = tokens(pos.view(viewer).svg())
        assert sum(token.startswith("half ") for token in drawn) == 8
    with pytest.raises(PizzaboxError, match="a viewer must be a player from 0 to 2"):
        pos.game.picture.svg(pos.state, 3)


def test_every_icon_is_drawn_differently() -> None:
    p = palette("print")
    assert len({icon(kind, p) for kind in range(len(ACTIONS))}) == len(ACTIONS)


def test_icons_stay_on_their_card_and_apart() -> None:
    for n in range(1, 6):
        size, spots = icon_spots(n)
        assert len(spots) == n
        for i, (x, y) in enumerate(spots):
            assert size <= x <= 138 - size and y - size >= 76 and y + size <= 190
            for u, v in spots[:i]:
                assert max(abs(x - u), abs(y - v)) >= 2 * size


def test_every_card_of_the_deck_can_be_drawn() -> None:
    p = palette("light")
    faces = {whole_card(card, p) for card in DECKS[0].cards}
    assert len(faces) == len(set(DECKS[0].cards)) == 66, "cards that differ look different"
