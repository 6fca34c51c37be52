"""Positions set up by hand in a real browser, and played on from."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.wars.board import NAMES
from pizzabox.testing.random_games import LONG
from tests.web.conftest import PHONE
from tests.web.page_actions import CHANGED, THEMES, Finger, Keyboard, Mouse, able, axe_clean


def at_board(page: Any, name: str, options: str = "") -> None:
    """The analysis board of a game with the tools for setting up laid out, and nobody thinking."""
    page.goto(f"/analysis?game={name}")
    page.wait_for_selector("#content[data-version]")
    page.uncheck("#think")
    if options:
        page.click("#new")
        page.fill("#setup-options", options)
        page.click("#setup-start button")
        page.wait_for_selector("#setup-box:not([open])", state="attached")
    page.click("#hand > summary")
    page.wait_for_selector("#form:not([hidden])")
    loaded(page)


def loaded(page: Any) -> None:
    """The form is that of the position shown."""
    page.wait_for_function(
        "() => document.getElementById('form').dataset.code === decodeURIComponent(location.hash.slice(1))"
    )


def shown(page: Any) -> Position:
    return pizzabox.position(page.evaluate("() => decodeURIComponent(location.hash.slice(1))"))


def lay(page: Any, hand: Mouse, brush: str, token: str) -> Position:
    """Take a brush and lay it on a place; the position after."""
    before = page.get_attribute("#content", "data-version")
    if not page.is_checked(f"[name=brush][value='{brush}']"):
        page.check(f"[name=brush][value='{brush}']")
        page.wait_for_function("was => document.getElementById('content').dataset.version !== was", arg=before)
        before = page.get_attribute("#content", "data-version")
    hand.touch(page, token)
    page.wait_for_function("was => document.getElementById('content').dataset.version !== was", arg=before)
    return shown(page)


def refused(page: Any, hand: Mouse, token: str, words: str) -> None:
    """A touch that is refused in words and changes nothing."""
    before = shown(page)
    hand.touch(page, token)
    page.wait_for_selector(f".toast:has-text('{words}')")
    assert shown(page) == before


def enter(page: Any, entries: dict[str, str]) -> None:
    """Fill in some fields; groups that are closed are opened first."""
    for name, value in entries.items():
        field = page.locator(f"#form [name='{name}']")
        if not field.is_visible():
            page.locator("#form-groups details", has=page.locator(f"[name='{name}']")).locator("summary").click()
        if field.evaluate("node => node.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)


def set_up(page: Any) -> Position:
    page.wait_for_selector("#form-state:has-text('That works')")
    page.click("#form-apply")
    page.wait_for_selector("#form-state:has-text('Set up.')")
    loaded(page)
    return shown(page)


def play_on(page: Any, hand: Mouse, moves: int = 3) -> None:
    """Put the brush away and touch what can be touched."""
    if page.is_visible("#brush-done"):
        page.click("#brush-done")
    page.wait_for_selector("#brush-bar", state="hidden")
    steps = page.locator("#moves-made button").count()
    for _ in range(12 * moves):
        seen = able(page)
        if seen["confirm"]:
            hand.press(page, "#confirm")
        elif seen["loose"]:
            hand.press(page, f"#ask [data-loose={json.dumps(seen['loose'][0])}]")
        else:
            hand.touch(page, seen["lit"][-1])
        page.wait_for_function(CHANGED, arg=seen)
        if page.locator("#moves-made button").count() >= steps + moves:
            return
    raise AssertionError("no move was made")


def test_wars_is_painted_with_the_mouse_and_played_on(visit: Callable[..., Any]) -> None:
    page, hand = visit(), Mouse()
    at_board(page, "wars", "players=3 setup=short goal=9 cards=three")
    assert page.locator("#brushes [role=group]").count() == 4
    pos = lay(page, hand, "2.customer", "d2")
    assert pos.state.team[2] == 8 and pos.state.phase == 0
    assert page.inner_text("#prompt") == "Tap a space on the board: Green, Customer."
    slot = pos.state.at[NAMES.index("d2")] - 1
    assert lay(page, hand, "right", "d2").state.face[slot] == 1 - pos.state.face[slot]
    page.check("[name=brush][value=prank]")
    page.wait_for_selector("#prompt:has-text('Pranked')")
    refused(page, hand, "d2", "Customer")
    enter(page, {"turn": "11", "taken.0": "2"})
    page.wait_for_selector("#form-state.wrong:has-text('0 pieces are off the board')")
    before = shown(page)
    page.click("#form-apply")
    page.wait_for_selector("#form-state.wrong:has-text('Make it 0')")
    assert shown(page) == before
    enter(page, {"taken.0": "0"})
    pos = set_up(page)
    assert pos.actors == (1,)
    play_on(page, hand)


def test_wars_is_painted_with_the_keyboard(visit: Callable[..., Any]) -> None:
    page, keys = visit(), Keyboard()
    at_board(page, "wars")
    page.focus("[name=brush]:checked")
    for _ in range(20):
        page.keyboard.press("ArrowDown")
        if page.is_checked("[name=brush][value='remove']"):
            break
    page.wait_for_selector("#prompt:has-text('Remove')")
    page.wait_for_selector("#stage svg [data-token=f3][role=button]")
    before = page.evaluate("location.hash")
    keys.touch(page, "f3")
    page.wait_for_function("was => location.hash !== was", arg=before)
    assert shown(page).state.team[0] == 9
    page.focus("[name='quiet']")
    page.keyboard.press("ArrowUp")
    page.wait_for_selector("#form-state:has-text('That works')")
    page.keyboard.press("Enter")
    page.wait_for_selector("#form-state:has-text('Set up.')")
    assert shown(page).state.quiet == 1


def test_pizzeria_is_painted_on_a_phone_and_played_on(visit: Callable[..., Any]) -> None:
    page, finger = visit(PHONE, reduced_motion="reduce"), Finger()
    at_board(page, "pizzeria", "players=3 variant=advanced")
    assert page.is_hidden("#brushes"), "no pizza is on the table yet"
    enter(page, {"round": "3"})
    page.wait_for_selector("#form-state.wrong:has-text('2 offers are out')")
    enter(page, {"missing": "1", "stage": "divide", "slicer": "1"})
    pos = set_up(page)
    assert pos.actors == (1,) and pos.state.rounds == 2 and pos.state.ring == 11
    for i in (1, 2):
        pos = lay(page, finger, "11", f"slice {i}")
    assert [pos.state.pizza[i] for i in range(2)] == [pos.state.pizza[0]] * 2
    enter(page, {"saved.0.1": "2"} if pos.state.saved[0, 1] != 2 else {"saved.0.1": "0"})
    page.wait_for_selector("#form-state.wrong")
    page.click("#form-back")
    page.wait_for_selector("#form-state", state="hidden")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    play_on(page, finger, 2)


def test_shark_is_painted_and_played_on(visit: Callable[..., Any]) -> None:
    page, hand = visit(), Mouse()
    at_board(page, "shark", "first=green goals=yes")
    page.check("[name=brush][value=cheese]")
    page.wait_for_selector("#prompt:has-text('cheese')")
    refused(page, hand, "half 4b", "the trays are empty")
    enter(page, {"stage": "act", "stock.0.1": "3", "own.0.0": "62", "rail.0": "61"})
    page.wait_for_selector("#form-state")
    if "two places" in page.inner_text("#form-state"):
        enter(page, {"rail.0": "60"})
    pos = set_up(page)
    assert pos.state.own[0, 0] == 62 and pos.state.stock[0, 1] == 3
    pos = lay(page, hand, "cheese", "half 4b")
    assert pos.state.filled[0, 7] == 1 and pos.state.supply[0] == 59
    pos = lay(page, hand, "anchovy", "anchovies of black")
    assert pos.state.tins[1] == 2
    pos = lay(page, hand, "take", "half 4b")
    assert pos.state.filled[0, 7] == 0
    play_on(page, hand)


def test_theory_and_the_way_back(visit: Callable[..., Any]) -> None:
    page, hand = visit(), Mouse()
    at_board(page, "theory")
    start = shown(page)
    lay(page, hand, "0", "d4")
    enter(page, {"step": "3"})
    assert len(set_up(page).actors) == 3
    page.click("#back")
    page.click("#back")
    loaded(page)
    assert shown(page) == start and page.input_value("[name=step]") == str(start.actors[0])


@pytest.mark.parametrize(("name", "locale"), [("wars", "it"), ("pizzeria", "en"), *([("shark", "it")] if LONG else [])])
def test_the_tools_are_for_everybody(visit: Callable[..., Any], name: str, locale: str) -> None:
    page = visit(bypass_csp=True, reduced_motion="reduce", locale=locale)
    at_board(page, name)
    if page.locator("[name=brush]:not([value=''])").count():
        page.locator("[name=brush]:not([value=''])").first.check()
        page.wait_for_selector("#brush-bar:not([hidden])")
    page.locator("#form-groups details:not([open]) > summary").first.click()
    axe_clean(page, name, THEMES if LONG else THEMES[1:] if name == "wars" else THEMES[:1])
