"""The page's connection, with the server played by the test: answers, news, and what a lost line leaves behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Visit = Callable[..., Any]

# A socket of the page on a line of ours: `says` is the server, `seen` what the page noticed, in order.
STAGE = """
async (scene) => {
  const { Socket } = await import("/static/js/socket.js");
  const seen = [], sent = [], Real = window.WebSocket;
  let line;
  window.WebSocket = class {
    constructor() { line = this; }
    send(text) { sent.push(JSON.parse(text)); }
  };
  try {
    const socket = new Socket("/ws/x", { message: (m) => seen.push(`${m.type} ${m.version ?? ""}`), state: () => {} });
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
    await eval(`(${scene})`)({ says, moves, sent, loses, back });
    clearTimeout(socket.timer);
  } finally {
    window.WebSocket = Real;
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
