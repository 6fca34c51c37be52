"""A person's own page in a real browser."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pizzabox.testing.random_games import LONG
from tests.web.conftest import OPEN, PHONE
from tests.web.page_actions import THEMES, axe_clean, new_table

COOK = {"kind": "bot", "bot": "cook"}


def test_a_person_has_a_page_with_name_colour_results_and_last_games(visit: Callable[..., Any]) -> None:
    page = visit(PHONE, bypass_csp=True, reduced_motion="reduce")
    page.goto("/")
    page.click("#you-link")
    page.wait_for_selector("#you-none")
    axe_clean(page, themes=THEMES if LONG else ())
    page.fill("#set-name", "Ada")
    page.check("[name=colour][value=green]")
    page.wait_for_selector(".toast")
    assert page.inner_text("#you-name") == "Ada" and page.is_visible("#you-badge")
    made = new_table(page, [{"kind": "me"}, COOK], "hexentafl")
    page.request.post(f"/api/tables/{made['id']}/do", data={"do": "concede"})
    page.reload()
    page.wait_for_selector(f"#you-last ~ ul a[href='/t/{made['id']}']")
    row = page.locator("[data-game=hexentafl] tbody tr")
    assert row.locator("td").all_inner_texts() == ["1", "0", "0", "1"]
    assert page.input_value("#set-name") == "Ada" and page.is_checked("[name=colour][value=green]")
    assert page.get_attribute("#you-link", "aria-label") == "You: Ada"
    axe_clean(page, themes=THEMES)
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.goto("/new?game=theory")
    page.wait_for_selector("#setup-seats li")
    kinds = page.locator("#setup-seats select").evaluate_all("all => all.map(one => one.value)")
    assert [kind == "me" for kind in kinds] == [False, True, False], "green is the second seat"
    page.click("details:has([name=help]) > summary")
    page.check("[name=help][value=off]")
    page.click("#setup-go")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("#no-hints")
    assert page.is_hidden("#do-hint")
    page.click("#no-hints")
    assert "everybody thinks for themselves" in page.inner_text(".toast")
    assert page.request.get(page.url.replace("/t/", "/api/tables/")).json()["help"] is False
    host = visit()
    host.goto("/")
    table = new_table(host, [OPEN, OPEN, {"kind": "me"}])
    page.goto(table["invite"])
    page.press("#join-name", "Enter")
    page.wait_for_selector(".player.own[data-seat='1'][data-colour=green]:has-text('Ada')")
    stranger = visit(PHONE)
    stranger.goto("/you")
    assert stranger.locator("#you-none").count() == 1 and made["id"] not in stranger.content()
