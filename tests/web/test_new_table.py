"""Setting up a table: what is asked, what follows from what, and how strong the bots are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pizzabox.bots import usual_ratings


def test_set_up_shows_how_strong_the_bots_are(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/new?game=theory")
    page.wait_for_selector("#setup-seats li:nth-child(3)")
    ratings = usual_ratings("theory")
    page.click("#setup-ratings summary")
    for players in (3, 2):
        page.check(f"[name=option-players][value='{players}']")
        chef = f"{round(ratings[players]['chef']['rating'])}, give or take"
        page.wait_for_selector(f"#setup-ratings dt:text('chef') + dd:has-text('{chef}')")
    assert "±" not in page.inner_text("#setup-seats")


def test_a_choice_of_one_is_not_asked(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/new?game=shark")
    page.wait_for_selector("#setup-seats li:nth-child(2)")
    assert page.locator("[name=option-first]").count() and not page.locator("[name=option-deck]").count()


def test_a_name_can_be_typed_while_the_seats_are_asked_for(visit: Callable[..., Any]) -> None:
    page, held = visit(), list[Any]()

    def hold(route: Any) -> None:
        held.append(route)

    page.goto("/new?game=theory")
    page.wait_for_selector("#setup-seats li:nth-child(3)")
    page.route("**/seats?*", hold)
    with page.expect_request("**/seats?*"):
        page.check("[name=option-players][value='2']")
    page.click("#setup-seats li:first-child input")
    page.keyboard.type("Aa")
    page.keyboard.press("ArrowLeft")
    while not held:
        page.wait_for_timeout(10)
    held[0].continue_()
    page.wait_for_selector("#setup-seats li:nth-child(3)", state="detached")
    page.keyboard.type("d")
    assert page.input_value("#setup-seats li:first-child input") == "Ada"


def test_set_up_follows_the_options(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/new?game=theory")
    page.wait_for_selector("#setup-seats li:nth-child(3)")
    assert page.locator("[name=option-unselected]").count() == 0
    page.check("[name=option-players][value='2']")
    page.wait_for_selector("#setup-seats li:nth-child(3)", state="detached")
    assert not page.locator("[name=option-unselected]").first.is_visible(), "rare rules are folded away"
    page.click("#setup-rare-set summary")
    page.check("[name=option-unselected][value=red]")
    page.fill("#setup-seats li:first-child input", "Ada")
    page.click("summary:has-text('Clock')")
    page.check("[name=clock][value=move]")
    page.click("#setup-go")
    page.wait_for_selector("#players:has-text('Ada')")
    assert page.locator("#players .other[data-colour=red]").count() == 1
    assert page.locator("#players .clock").count() == 2
