"""A press counts: whatever is drawn between the press of a mouse button and its release, no touch is lost."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import pizzabox
from pizzabox.testing.random_games import LONG
from tests.helpers import size
from tests.web.conftest import BOT, ME, PHONE
from tests.web.page_actions import (
    LOOK,
    Mouse,
    able,
    about,
    about_to_cut,
    lit_tokens,
    new_table,
    place,
    ready,
    sit_down,
    touch,
    touch_one,
    turn_of,
)

Visit = Callable[..., Any]
QUIET = {"reduced_motion": "reduce"}
HELD_MS = 250
"""Longer than it takes until what is pointed at is shown."""

THINK = "**/api/board/think"


class SlowMouse(Mouse):
    """Comes, presses at once, and lets go only when the page has drawn what the touch would do."""

    def touch(self, page: Any, token: str) -> tuple[float, float] | None:
        at = place(page, token)
        page.mouse.move(*at)
        page.mouse.down()
        page.wait_for_timeout(HELD_MS)
        page.mouse.up()
        return at


@pytest.mark.parametrize("name", pizzabox.names() if LONG else ("theory", "pizzeria"))
def test_a_press_counts_though_a_preview_is_drawn_before_the_release(visit: Visit, name: str) -> None:
    page, dice = visit(**QUIET), random.Random(name)
    game = pizzabox.load(name)
    new = new_table(page, [ME, *[BOT] * (game.players - 1)], name, options={})
    page.goto(new["url"])
    for _ in range(size(8, 14)):
        seen = able(page)
        if seen["over"]:
            break
        touch_one(page, seen, dice, SlowMouse())


def test_an_idea_that_is_held_is_not_drawn_anew_while_the_bot_thinks_on(visit: Visit) -> None:
    page, later = visit(**QUIET), []
    page.route(
        THINK, lambda route: later.append(route) if route.request.post_data_json["seconds"] > 0.5 else route.continue_()
    )
    page.goto("/analysis?game=hexentafl")
    page.wait_for_selector(
        "#content:not([data-thought=''])[data-thought]", timeout=240_000
    )  # the first of its thoughts
    while not later:
        page.wait_for_timeout(20)
    idea = page.inner_text("#ideas-list li:first-child code")
    page.hover("#ideas-list li:first-child .idea")
    page.mouse.down()
    with page.expect_response(THINK):
        later.pop().continue_()
    page.wait_for_timeout(HELD_MS)
    page.mouse.up()
    page.wait_for_selector("#moves-made button:nth-child(1)")
    wanted = pizzabox.load("hexentafl").start()
    wanted.play(idea)
    code = page.evaluate("() => decodeURIComponent(location.hash.slice(1))")
    assert str(pizzabox.position(code)) == str(wanted), "the idea that was pressed is played"


def test_what_is_held_stays_where_it_is_when_the_first_thought_arrives(visit: Visit) -> None:
    """The players grow by their chances, and what lies below them on a phone would move away under the finger."""
    page, later = visit(PHONE, **QUIET), []

    def hold(route: Any) -> None:
        later.append(route)

    page.route(THINK, hold)
    page.goto("/analysis?game=pizzeria")
    while True:
        while not later:
            page.wait_for_timeout(20)
        asked = later.pop()
        thought = asked.fetch()
        if "warming" not in thought.json():
            break
        asked.fulfill(response=thought)
    page.hover("#think")
    page.mouse.down()
    before = page.locator("#think").bounding_box()
    asked.fulfill(response=thought)
    page.wait_for_timeout(HELD_MS)
    assert page.locator("#think").bounding_box() == before
    page.mouse.up()
    assert not page.is_checked("#think")


def begun(visit: Visit) -> tuple[Any, str, str]:
    """A game of heXentafl with a piece taken up, and two fields it can go to at once."""
    page = visit(**QUIET)
    sit_down([page], "hexentafl", {})
    for piece in lit_tokens(page):
        touch(page, piece)
        fields = page.evaluate(LOOK)["lit"]
        if len(fields) > 1:
            return page, fields[0], fields[1]
        page.keyboard.press("Escape")
    raise AssertionError("no piece can move")


def test_a_hand_that_shakes_still_touches(visit: Visit) -> None:
    page, field, _ = begun(visit)
    x, y = place(page, field)
    page.mouse.move(x, y)
    page.mouse.down()
    for far in (4, 9, 11, 6):
        page.mouse.move(x + far, y)
    page.mouse.up()
    page.wait_for_selector(f"#log:has-text('{field}')")


OVER = """() => [...document.querySelectorAll('#stage [data-token^=portion]')].map(node => {
  const box = node.getBoundingClientRect();
  const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  return node.contains(hit);
})"""


def test_what_is_drawn_for_a_passing_mouse_takes_no_touch(visit: Visit) -> None:
    """The badges of portions that the last cut would make may lie where another cut is meant."""
    people = [visit(**QUIET), visit(**QUIET)]
    sit_down(people, "pizzeria", {"players": 2, "variant": "advanced"}, help="on")
    page = turn_of(*people)
    while not (lit := lit_tokens(page))[0].startswith("cut"):
        touch(page, lit[0])
        page = turn_of(*people)
    for cut in lit[0], lit[3], lit[6]:
        touch(page, cut)
    page.mouse.move(2, 2)
    page.wait_for_selector("#stage [data-token='portion 4']", state="detached")
    alone = place(page, "alone")
    assert page.evaluate(OVER) == [True] * 3, "what lies there can be asked what it is"
    page.mouse.move(*place(page, lit[1]))
    page.wait_for_selector("#stage [data-token='portion 4']", state="attached")
    assert page.evaluate(OVER) == [False] * 4
    version = page.evaluate(LOOK)["version"]
    page.mouse.click(*alone)
    page.wait_for_selector(f"#content:not([data-version='{version}'])")


PRESS = """tokens => {
  for (const token of tokens) {
    const node = [...document.querySelectorAll('#stage svg [data-token]')].find(n => n.dataset.token === token);
    const box = node.getBoundingClientRect(), at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    node.dispatchEvent(new PointerEvent('pointerdown', { ...at, pointerType: 'mouse', bubbles: true }));
    for (const what of ['mousedown', 'mouseup'])
      node.dispatchEvent(new MouseEvent(what, { ...at, detail: 1, bubbles: true }));
  }
}"""


def test_quick_hands_need_not_wait_for_the_answer_to_each_touch(visit: Visit) -> None:
    """A piece and where it goes, both pressed before the server has answered about the piece."""
    page, field, _ = begun(visit)
    piece = page.evaluate(LOOK)["touched"]
    page.reload()  # nothing is known of the piece any more
    ready(page)
    page.evaluate(PRESS, [piece, field])
    page.wait_for_selector(f"#log:has-text('{field}')")


def test_a_press_that_is_taken_elsewhere_is_no_touch(visit: Visit) -> None:
    page, field, other = begun(visit)
    version, touched = page.evaluate(LOOK)["version"], page.evaluate(LOOK)["touched"]
    page.mouse.move(*place(page, field))
    page.mouse.down()
    page.mouse.move(*place(page, other), steps=4)
    page.mouse.up()
    page.wait_for_timeout(HELD_MS)
    seen = page.evaluate(LOOK)
    assert (seen["version"], seen["touched"]) == (version, touched)
    Mouse().touch(page, other)
    page.wait_for_selector(f"#log:has-text('{other}')")


def test_a_button_stays_under_the_mouse_while_the_table_goes_on(visit: Visit) -> None:
    ada, bob = visit(**QUIET), visit(**QUIET)
    sit_down([ada, bob])
    ada.click("#do-more")
    ada.click("#more-list button:has-text('draw')")
    bob.wait_for_selector("#draw-yes")
    bob.hover("#draw-yes")
    bob.mouse.down()
    ada.click("#tab-chat")
    ada.fill("#chat-text", "Well?")
    ada.press("#chat-text", "Enter")
    bob.wait_for_selector("#chat:has-text('Well?')", state="attached")
    bob.mouse.up()
    bob.wait_for_selector("#result[open]:has-text('draw')")
    assert about(ada)["result"]["winners"] == []


def test_an_answer_about_a_choice_that_was_made_meanwhile_asks_nothing_any_more(visit: Visit) -> None:
    ada, bob = visit(**QUIET, fresh=True), visit(**QUIET, fresh=True)
    held: list[tuple[Any, str]] = []
    holding = [False]

    def between(line: Any) -> None:
        server = line.connect_to_server()
        line.on_message(server.send)
        server.on_message(
            lambda text: held.append((line, text)) if holding[0] and '"type":"pick"' in text else line.send(text)
        )

    bob.route_web_socket("**/ws/*", between)
    about_to_cut(ada, bob)
    holding[0] = True
    ada.click("#confirm")
    bob.wait_for_selector("#players li[data-seat='0'] .tick")  # so bob's page asks again what the marked cut would do
    bob.click("#confirm")
    bob.wait_for_selector("#log:has-text('The cuts are')")
    assert held, "the page asked again"
    for line, text in held:
        line.send(text)
    bob.wait_for_timeout(100)
    assert not bob.locator("#confirm").count(), "that choice is made"


def test_a_choice_is_confirmed_though_somebody_else_chooses_meanwhile(visit: Visit) -> None:
    ada, bob = visit(**QUIET), visit(**QUIET)
    about_to_cut(ada, bob)
    ada.hover("#confirm")
    ada.mouse.down()
    bob.click("#confirm")
    ada.wait_for_selector("#players li[data-seat='1'] .tick")
    ada.mouse.up()
    for page in (ada, bob):
        page.wait_for_selector("#log:has-text('The cuts are')")
