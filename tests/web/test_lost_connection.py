"""The connection of a page breaks at the worst moments: nothing is lost, and nothing happens twice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.web.conftest import BOT, ME, PHONE
from tests.web.page_actions import CHANGED, PAINTED, Mouse, able, first_lit, lit_tokens, new_table, place, ready

Visit = Callable[..., Any]
Message = dict[str, Any]
ON, LOST, LAST = "on", "lost", "last"
"""The fate of a message: it arrives, is lost because the connection breaks, or is the last that arrives."""
NEXT_TOUCH = """() => {
  const button = document.getElementById('confirm');
  const lit = document.querySelectorAll('body.my-turn svg [data-pick=legal]');
  for (const node of button ? [button] : [...lit].slice(1)) {
    for (const part of [node, ...node.querySelectorAll('circle, path, rect')]) {
      const b = part.getBoundingClientRect(), at = [b.left + b.width / 2, b.top + b.height / 2];
      if (node.contains(document.elementFromPoint(...at))) return at;
    }
  }
  return null; }"""


class Between:
    """Stands between a page and the server and decides the fate of the messages of either."""

    def __init__(self, page: Any) -> None:
        self.connections: list[Any] = []
        self.said: list[Message] = []
        """What the page said."""
        self.away = False
        """Whether nobody answers."""
        page.route_web_socket(re.compile("/ws/"), self._open)

    def up(self, message: Message) -> str:
        """The fate of a message from the page."""
        return ON

    def down(self, message: Message) -> str:
        """The fate of a message from the server."""
        return ON

    def lose(self) -> None:
        self.connections[-1].close(code=4000, reason="lost")

    def messages(self, do: str) -> list[Message]:
        """What the page said of that kind."""
        return [message for message in self.said if message["do"] == do]

    def _open(self, connection: Any) -> None:
        self.connections.append(connection)
        if self.away:
            self.lose()
            return
        server = connection.connect_to_server()

        def up(text: str) -> None:
            self.said.append(json.loads(text))
            self._hand_on(server, text, self.up(self.said[-1]))

        connection.on_message(up)
        server.on_message(lambda text: self._hand_on(connection, text, self.down(json.loads(text))))

    def _hand_on(self, end: Any, text: str, fate: str) -> None:
        if fate != LOST:
            end.send(text)
        if fate != ON:
            self.lose()


class BreaksOnce(Between):
    """Once it is armed, breaks at the next message of the server that is meant."""

    def __init__(self, page: Any, meant: Callable[[Message], bool], fate: str, *, armed: bool) -> None:
        self.meant, self.fate, self.armed = meant, fate, armed
        super().__init__(page)

    def down(self, message: Message) -> str:
        if not self.armed or not self.meant(message):
            return ON
        self.armed = False
        return self.fate


def test_comes_back_after_a_lost_connection_and_plays_a_move_once(visit: Visit) -> None:
    page = visit(fresh=True)
    between = BreaksOnce(page, lambda message: message["type"] == "ok", LOST, armed=False)
    page.goto(new_table(page, [ME, BOT, BOT])["url"])
    ready(page)
    between.lose()
    page.wait_for_selector("#banner:not([hidden])")
    page.wait_for_selector("body[data-connection=open]")
    ready(page)
    between.armed = True
    Mouse().touch(page, lit_tokens(page)[2])
    page.wait_for_selector("svg [data-token^=cut][data-pick=legal]")
    assert not between.armed
    first, second = between.messages("move")
    assert first["id"] == second["id"]
    assert page.locator("#log li[data-colour=red]").count() == 1


def test_a_connection_lost_in_the_middle_of_a_reveal(visit: Visit) -> None:
    """The connection breaks just as the reveal arrives; the page comes back and shows how it ended."""
    page = visit(fresh=True)
    between = BreaksOnce(page, lambda message: bool(message.get("picture", {}).get("stages")), LAST, armed=True)
    page.goto(new_table(page, [ME, BOT, BOT])["url"])
    for _ in range(1000):  # the connection may break at any moment, so nothing is waited for
        if not between.armed:
            break
        at = page.evaluate(NEXT_TOUCH)
        if at:
            page.mouse.click(*at)
        page.wait_for_timeout(100)
    assert not between.armed
    page.wait_for_selector("body[data-connection=open]")
    ready(page)
    assert "The cuts are" in page.inner_text("#log")
    page.wait_for_selector("svg .pb-past", state="attached")


class BreaksAtATouch(Between):
    """The first connection breaks with the first question what a touch means."""

    def up(self, message: Message) -> str:
        return LOST if message["do"] == "pick" and len(self.connections) == 1 else ON


@pytest.mark.parametrize(("kind", "asked"), [(BreaksAtATouch, 2), (Between, 1)], ids=["under way", "away"])
def test_a_touch_is_not_lost_with_the_connection(visit: Visit, kind: type[Between], asked: int) -> None:
    """Its meaning is asked once the connection is back: for one under way as it broke, and for one made meanwhile."""
    page = visit(PHONE, fresh=True)
    between = kind(page)
    page.goto(new_table(page, [ME, BOT], options={"players": 2, "cap": 2, "first": "red"})["url"])
    before, at = able(page), place(page, first_lit(page))
    if kind is Between:
        between.away = True
        between.lose()
        page.wait_for_selector("body[data-connection=lost]")
    page.touchscreen.tap(*at)  # a finger asks for no preview on its way
    page.evaluate(PAINTED)
    between.away = False
    page.wait_for_function(CHANGED, arg=before)
    page.wait_for_selector("body[data-connection=open]")
    assert len(between.messages("pick")) == asked, "asked again, and no more than once on a connection"
