"""The page in another language: by the browser's preference, by choice, and nothing overflows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import BOT, DESKTOP, ME, PHONE

OVERFLOW = """() => [...document.querySelectorAll('button, h1, h2, h3, legend, .choice, .facts span, #prompt')]
  .filter((node) => !node.matches('.unseen'))
  .filter((node) => node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)
  .concat(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])"""


def make(page: Any, wish: dict[str, Any]) -> str:
    made = page.request.post("/api/tables", data=wish)
    assert made.status == 201, made.text()
    return str(made.json()["url"])


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_the_browser_prefers_a_language_and_everything_fits(visit: Callable[..., Any], size: dict[str, int]) -> None:
    page = visit(size, locale="it-IT")
    for path, heading in (
        ("/", "Giochi da tavolo"),
        ("/new?game=wars", "Prepara un tavolo"),
        ("/rules/shark", "Regole"),
    ):
        page.goto(path)
        assert page.locator("html").get_attribute("lang") == "it"
        assert page.locator("h1").inner_text().startswith(heading)
        page.wait_for_load_state("networkidle")  # the seats of a new table are asked for
        assert page.evaluate(OVERFLOW) == []


def test_a_language_is_chosen_in_the_page_and_the_table_speaks_it(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "en"
    url = make(page, {"game": "theory", "options": {"players": 2, "first": "red"}, "seats": [ME, BOT]})
    page.goto(url)
    page.get_by_text("Add one of your toppings").first.wait_for()
    page.locator("#settings-switch").click()
    page.locator("#set-language").select_option("it")
    page.get_by_text("Aggiungi un tuo ingrediente").first.wait_for()
    assert page.locator("html").get_attribute("lang") == "it"
    assert page.locator("#players").get_by_text("Rosso").count() >= 1
    page.locator("[data-token].pb-legal").first.click()
    page.locator("#log").get_by_text("Rosso aggiunge un ingrediente").wait_for()
    assert page.evaluate(OVERFLOW) == []
    page.locator("#settings-switch").click()
    page.locator("#set-language").select_option("en")
    page.locator("#log").get_by_text("Red adds a topping").wait_for()
