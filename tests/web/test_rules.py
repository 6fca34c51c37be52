"""The rules as pages: every rule has its anchor, every example its pictures, and the sheet fits on one page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.examples import examples
from pizzabox.engine.game import Game
from tests.web.conftest import DESKTOP, PHONE

GAMES = [pizzabox.load(name) for name in pizzabox.names()]
SHOWN = """theme => [...document.querySelectorAll(`.example .in-${theme}`)].map(async img => {
  img.loading = 'eager';
  await img.decode();
  return img.naturalWidth > 0 && img.offsetWidth > 100;
})"""


def test_every_rule_has_an_anchor_and_every_example_its_pictures(visit: Callable[..., Any]) -> None:
    page = visit()
    for game in GAMES:
        anchors_and_pictures(page, game)


def anchors_and_pictures(page: Any, game: Game) -> None:
    page.goto(f"/rules/{game.name}")
    ids = page.evaluate("[...document.querySelectorAll('.rule')].map(node => node.id)")
    assert ids == list(game.rules.rules)
    assert page.locator("#legend .signs li svg").count() >= 6
    for shown in examples(game).values():
        figure = page.locator(f"#example-{shown.id}")
        assert figure.count() == 1
        assert figure.locator("img.in-light").count() == shown.count
        above = page.evaluate(
            "id => { let node = document.getElementById(id); do node = node.previousElementSibling;"
            " while (!node.matches('.rule')); return node.id; }",
            f"example-{shown.id}",
        )
        assert above == shown.rule
    drawn = page.evaluate(f"Promise.all(({SHOWN})('light'))")
    assert len(drawn) == sum(shown.count for shown in examples(game).values()) and all(drawn)
    house = page.locator(".rule.house").count()
    assert house == sum(rule.source == "house" for rule in game.rules.rules.values())


def test_chapters_and_ids_lead_to_their_places(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/rules/theory#T3.6")
    page.wait_for_function("Math.abs(document.getElementById('T3.6').getBoundingClientRect().top) < 400")
    page.click(".contents a >> nth=1")
    page.wait_for_function("Math.abs(document.getElementById('chapter-3').getBoundingClientRect().top) < 200")
    page.locator("#T4\\.2 p a", has_text="T3.8").click()
    page.wait_for_url("**/rules/theory#T3.8")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_dark_pages_show_dark_pictures_and_nothing_scrolls_sideways(visit: Callable[..., Any], size: Any) -> None:
    page = visit(size, color_scheme="dark")
    page.goto("/rules/hexentafl")
    assert all(page.evaluate(f"Promise.all(({SHOWN})('dark'))"))
    assert page.evaluate("getComputedStyle(document.querySelector('.in-light')).display") == "none"
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert page.evaluate("getComputedStyle(document.querySelector('.in-dark')).display") == "none"
    wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1]


@pytest.mark.parametrize("locale", ["en-GB", "it-IT"])
def test_the_quick_reference_is_one_sheet_of_paper(visit: Callable[..., Any], locale: str) -> None:
    page = visit(locale=locale)
    for game in GAMES:
        one_sheet(page, game)


def one_sheet(page: Any, game: Game) -> None:
    page.goto(f"/rules/{game.name}/quick")
    page.wait_for_function("[...document.images].every(img => img.complete)")
    assert page.evaluate("[...document.images].every(img => img.naturalWidth > 0)")
    assert page.locator(".sheet a").count() > 12
    assert page.locator(".back .signs li svg").count() >= 6
    pdf = page.pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2  # the rules in front, what's what on the back


def test_pictures_that_do_not_exist_are_not_found(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/api")
    for path in ("theory/tie-9", "theory/nothing-1", "chess/tie-1"):
        assert page.request.get(f"/pictures/{path}.svg").status == 404
    assert page.request.get("/pictures/theory/tie-1.svg?theme=neon").status == 400
    for path in ("/rules/chess/quick", "/learn/chess"):
        assert page.request.get(path).status == 404
