"""What the page says while its bots are not ready yet; the server's word is put in by the test."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from tests.web.conftest import BOT, ME
from tests.web.page_actions import new_table

SHOWN = "() => document.getElementById('warming').checkVisibility()"


def test_the_oven_warms_up_and_is_hot(visit: Callable[..., Any]) -> None:
    page, lines = visit(fresh=True), list[Any]()

    def through(line: Any) -> None:
        server = line.connect_to_server()
        server.on_message(lambda text: None if json.loads(text)["type"] == "warming" else line.send(text))
        lines.append(line)

    page.route_web_socket(re.compile("/ws/"), through)
    page.goto(new_table(page, [ME, BOT])["url"])
    page.wait_for_selector("#stage svg .pb-pieces", state="attached")

    def says(state: str, percent: int) -> None:
        lines[-1].send(json.dumps({"type": "warming", "state": state, "percent": percent}))

    says("done", 100)
    page.wait_for_function(f"() => !({SHOWN})()")
    says("running", 40)
    page.wait_for_function(SHOWN)
    assert page.inner_text("#warming-number") == "40%"
    assert "Warming up the oven" in page.inner_text("#warming")
    assert page.evaluate("document.getElementById('warming-part').value") == 40
    says("running", 72)
    page.wait_for_selector("#warming-number >> text=72%")
    says("failed", 0)
    page.wait_for_selector("#warming >> text=won't get hot")
    assert not page.is_visible("#warming-part")
    assert not page.is_visible("#warming-number")
    says("done", 100)
    page.wait_for_function(f"() => !({SHOWN})()")
    assert page.inner_text("#prompt")


def test_the_analysis_board_says_how_far_the_oven_is_and_then_what_it_thinks(visit: Callable[..., Any]) -> None:
    page = visit()
    told: list[dict[str, Any]] = [
        {"warming": 40},
        {"visits": 0, "simulations": 7, "seconds": 0.3, "secret": False, "chances": [0.5, 0.5], "ideas": []},
    ]
    page.route("**/api/board/think", lambda route: route.fulfill(json=told[0]))
    page.goto("/analysis?game=hexentafl")
    page.wait_for_selector("#thinking >> text=Warming up the oven, just this once: 40%")
    del told[0]
    page.wait_for_selector("#thinking >> text=7 tries in all")
