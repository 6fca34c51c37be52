"""What a thing is, on the page: by the mouse, a long press and the keyboard; and the legend of every game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pizzabox
from pizzabox.testing.random_games import LONG
from tests.helpers import OURS
from tests.web.conftest import BOT, ME, PHONE
from tests.web.page_actions import axe_clean, new_table, place, ready

SHOWN = "#what:not([hidden])"
PRESS = """([token, kinds]) => {
  const node = [...document.querySelectorAll('#stage svg [data-token]')].find(n => n.dataset.token === token);
  const box = node.getBoundingClientRect(), at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  for (const kind of kinds)
    node.dispatchEvent(new PointerEvent(kind, { bubbles: true, cancelable: true, pointerType: 'touch', ...at }));
}"""


def test_a_thing_says_what_it_is_and_nothing_is_played(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(new_table(page, [ME, BOT], "hexentafl", options={})["url"])
    ready(page)
    version = page.get_attribute("#content", "data-version")
    page.mouse.move(*place(page, "e2"))
    page.wait_for_selector(SHOWN)
    assert page.inner_text("#what").startswith("e2, attacker, on a corner.")
    assert page.get_attribute("[data-token=e2]", "aria-describedby") == "what"
    axe_clean(page, "the bubble")
    page.keyboard.press("Escape")
    page.wait_for_selector("#what", state="hidden")
    assert page.locator("[aria-describedby=what]").count() == 0

    page.mouse.click(*place(page, "e2"))
    page.wait_for_selector(".toast")
    assert "That piece isn't yours; move one of your own." in page.inner_text(".toast")

    page.focus("svg [data-token=e5]")
    page.keyboard.press("?")
    page.wait_for_selector(SHOWN)
    assert page.inner_text("#what").startswith("e5, King.")
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+ArrowDown")  # an empty hex cannot be touched now, but it can be asked
    page.keyboard.press("i")
    page.wait_for_selector(SHOWN)
    assert ", empty." in page.inner_text("#what")
    page.mouse.click(5, 5)
    page.wait_for_selector("#what", state="hidden")
    assert page.get_attribute("svg.pb", "data-touched") == ""
    assert page.get_attribute("#content", "data-version") == version


def test_a_long_press_explains_and_a_watcher_is_told_at_a_touch(visit: Callable[..., Any]) -> None:
    page, watcher = visit(PHONE), visit(PHONE)
    made = new_table(page, [ME, BOT], "hexentafl", options={})
    page.goto(made["url"])
    ready(page)
    page.evaluate(PRESS, ["e5", ["pointerdown"]])
    page.wait_for_selector(SHOWN)
    page.evaluate(PRESS, ["e5", ["pointerup", "click"]])
    assert page.is_visible(SHOWN) and page.get_attribute("svg.pb", "data-touched") == ""
    page.evaluate(PRESS, ["d5", ["pointerdown", "pointerup", "click"]])
    page.wait_for_function("() => document.querySelector('svg.pb').dataset.touched === 'd5'")
    assert page.is_hidden("#what")

    watcher.goto(made["url"].split("?")[0])
    watcher.wait_for_selector("#stage svg .pb-pieces", state="attached")
    watcher.touchscreen.tap(*place(watcher, "e5"))
    watcher.wait_for_selector(SHOWN)
    assert watcher.inner_text("#what").startswith("e5, King.")


def test_the_legend_is_one_touch_away(visit: Callable[..., Any]) -> None:
    page = visit()
    for name in OURS:
        legend_opens(page, name)
        if LONG or name == "shark":  # the longest; the others are built alike
            axe_clean(page, f"the legend of {name}")
        page.keyboard.press("Escape")
        page.wait_for_selector("#legend", state="hidden")


def legend_opens(page: Any, name: str) -> None:
    players = pizzabox.load(name).players
    page.goto(new_table(page, [ME, *[BOT] * (players - 1)], name, options={})["url"])
    page.wait_for_selector("#stage svg .pb-pieces", state="attached")
    page.click("#do-legend")
    page.wait_for_selector("#legend-text .signs li svg")
    told = page.request.get(f"/api/legend/{name}").json()["chapters"]
    assert page.locator("#legend-text li").count() == sum(len(chapter["signs"]) for chapter in told) >= 6
