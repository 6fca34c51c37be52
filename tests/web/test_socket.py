"""The page's connection, with the server played by the test: answers, news, and what a lost line leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Visit = Callable[..., Any]

# A socket of the page on a line of ours: `says` is the server, `seen` what the page noticed, in order.
STAGE = """
async (scene) => {
  const { Socket } = await import("/static/js/socket.js");
  const seen = [], sent = [], states = [], Real = window.WebSocket;
  let line, clock = 0;
  performance.now = () => clock;
  window.WebSocket = class {
    constructor() { line = this; }
    send(text) { sent.push(JSON.parse(text)); }
    close() {}
  };
  try {
    const message = (m) => seen.push(`${m.type} ${m.version ?? ""}`);
    const socket = new Socket("/ws/x", { message, state: (s) => states.push(s) });
    const says = async (message) => {
      line.onmessage({ data: JSON.stringify(message) });
      await new Promise((done) => setTimeout(done));
    };
    const moves = (name) => socket.send({ do: "move" }).then(() => seen.push(name), () => seen.push(`no ${name}`));
    socket.open();
    line.onopen();
    await says({ type: "table", version: 3 });
    const loses = () => line.onclose({ code: 1006 });
    const back = () => { socket.open(); line.onopen(); };
    const at = (seconds) => {
      clock = seconds * 1000;
      socket.watch();
      return `${states.at(-1)} ${sent.filter((m) => m.do === "ping").length}`;
    };
    const touches = () => window.dispatchEvent(new KeyboardEvent("keydown", { key: "Shift" }));
    await eval(`(${scene})`)({ says, moves, sent, loses, back, at, touches, seen });
    clearTimeout(socket.timer);
  } finally {
    window.WebSocket = Real;
    delete performance.now;
  }
  return { seen, moves: sent.filter((m) => m.do === "move").length };
}
"""


def played(visit: Visit, scene: str) -> Any:
    page = visit(bypass_csp=True)
    page.goto("/")
    return page.evaluate(STAGE, scene)


def test_an_answer_counts_when_its_news_has_been_shown(visit: Visit) -> None:
    scene = """async ({ says, moves, sent }) => {
      moves("first");
      const id = sent.at(-1).id;
      await says({ type: "update", version: 4 });
      await says({ type: "ok", id, version: 5 });
      await says({ type: "presence" });
      await says({ type: "update", version: 5 });
    }"""
    assert played(visit, scene)["seen"] == ["table 3", "update 4", "presence ", "update 5", "first"]


def test_news_may_come_first_and_may_be_of_several_moves(visit: Visit) -> None:
    scene = """async ({ says, moves, sent }) => {
      moves("first");
      await says({ type: "update", version: 6 });
      await says({ type: "ok", id: sent.at(-1).id, version: 5 });
      moves("second");
      moves("third");
      await says({ type: "ok", id: sent.at(-2).id, version: 7 });
      await says({ type: "error", id: sent.at(-1).id, what: "no", rule: "" });
      await says({ type: "update", version: 9 });
    }"""
    expected = ["table 3", "update 6", "first", "no third", "update 9", "second"]
    assert played(visit, scene)["seen"] == expected


def test_a_move_that_was_answered_is_not_sent_again_after_a_loss(visit: Visit) -> None:
    scene = """async ({ says, moves, sent, loses, back }) => {
      moves("answered");
      await says({ type: "ok", id: sent.at(-1).id, version: 4 });
      moves("unanswered");
      loses();
      back();
      await says({ type: "table", version: 4 });
      await says({ type: "ok", id: sent.at(-1).id, version: 5 });
      await says({ type: "update", version: 5 });
    }"""
    found = played(visit, scene)
    assert found["seen"] == ["table 3", "table 4", "answered", "update 5", "unanswered"]
    assert found["moves"] == 3, "the second was sent twice, the first once"


def test_a_line_that_says_nothing_any_more_is_noticed(visit: Visit) -> None:
    """After three seconds of silence a sign is asked for, and after four more without one the line is lost."""
    scene = """async ({ says, at, seen }) => {
      seen.push(at(2.9), at(3.1), at(5));
      await says({ type: "pong" });
      seen.push(at(7.9), at(8.1), at(12), at(12.2));
    }"""
    expected = ["open 0", "open 1", "open 1", "open 1", "open 2", "open 2", "lost 2"]
    assert played(visit, scene)["seen"] == ["table 3", *expected]


def test_a_page_that_was_left_alone_asks_less_often_until_it_is_touched(visit: Visit) -> None:
    scene = """async ({ says, at, touches, seen }) => {
      at(59);
      await says({ type: "pong" });
      seen.push(at(63), at(73.9), at(74.1));
      await says({ type: "pong" });
      seen.push(at(80));
      touches();
      seen.push(at(80.1), at(84.2));
    }"""
    expected = ["open 1", "open 1", "open 2", "open 2", "open 3", "lost 3"]
    assert played(visit, scene)["seen"] == ["table 3", *expected]
