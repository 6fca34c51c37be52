"""Pictures as a connection is sent them: edits of what it has, and numbers for lines that came before."""

from __future__ import annotations

import json
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from pizzabox.engine.svg import lines
from pizzabox.server.drawing_cache import MOST, DrawingCache
from tests.message_reader import Reader, changed
from tests.server.clients import open_table, receive, visitor


class Screen:
    """A connection that draws: it keeps the moving layer as the messages tell it."""

    def __init__(self, line: WebSocketTestSession, numbers: bool) -> None:
        self.line, self.reader, self.layer, self.size = line, Reader(), [""], 0
        line.send_json({"do": "hello", "numbers": numbers})
        self.whole = self.hear("table")["picture"]
        self.size = 0

    def hear(self, kind: str) -> dict[str, Any]:
        while True:
            text = self.line.receive_text()
            self.size += len(text)
            message = self.reader.read(json.loads(text))
            if "picture" in message:
                self.layer = self.drawn(message["picture"])
            if message["type"] == kind:
                return message

    def drawn(self, picture: dict[str, Any]) -> list[str]:
        if "edits" in picture:
            return changed(self.layer, picture["edits"])
        return lines(picture["pieces"]) if "pieces" in picture else list(picture["lines"])


def test_lines_that_were_sent_before_come_as_numbers(client: TestClient) -> None:
    """With numbers and without, every picture is the same; who only watches is never sent a number."""
    ada = visitor(client)
    made = open_table(client, ada, {"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]})
    path = f"/ws/{made['id']}"
    with (
        client.websocket_connect(path, headers=ada) as first,
        client.websocket_connect(path, headers=ada) as second,
        client.websocket_connect(path, headers=visitor(client)) as third,
    ):
        short, long, watcher = Screen(first, True), Screen(second, False), Screen(third, True)
        assert ["lines" in screen.whole for screen in (short, long, watcher)] == [True, False, False]
        for n in range(12):
            seat = n % 2
            tokens = [next(iter(client.get(f"/api/tables/{made['id']}", headers=ada).json()["tokens"]))]
            for line in (first, second):
                line.send_json({"do": "pick", "seat": seat, "tokens": tokens, "id": "p"})
            short_answer, long_answer = short.hear("pick"), long.hear("pick")
            assert short.drawn(short_answer) == long.drawn(long_answer)
            tokens.append(next(iter(short_answer["next"])))
            first.send_json({"do": "move", "seat": seat, "tokens": tokens, "id": f"m{n}"})
            for screen in (short, long, watcher):
                screen.hear("update")
            assert short.layer == long.layer
    assert (short.reader.numbers > 100, long.reader.numbers, watcher.reader.numbers) == (True, 0, 0)
    assert short.size < long.size


def test_a_book_that_is_full_sends_lines_as_they_are() -> None:
    book, reader = DrawingCache(), Reader()
    drawn = [f"line {n}" for n in range(MOST + 5)]
    for _ in range(2):
        assert reader.lines(book.lines(drawn)) == drawn
    assert book.lines(drawn[-6:]) == [MOST - 1, *drawn[-5:]]


def test_a_picture_of_a_move_in_progress_comes_as_edits_of_what_was_sent(client: TestClient) -> None:
    ada = visitor(client)
    wish = {"game": "wars", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
    made = open_table(client, ada, wish)
    with client.websocket_connect(f"/ws/{made['id']}", headers=ada) as line:
        line.send_json({"do": "hello"})
        table = receive(line, "table")
        token = next(iter(table["tokens"]))
        line.send_json({"do": "pick", "seat": 0, "tokens": [token], "id": "p"})
        answer = receive(line, "pick")
    asked = {"do": "pick", "seat": 0, "tokens": [token]}
    whole = client.post(f"/api/tables/{made['id']}/do", json=asked, headers=ada).json()
    assert "pieces" not in answer
    assert changed(lines(table["picture"]["pieces"]), answer["edits"]) == lines(whole["pieces"])
    assert {key: answer[key] for key in ("chosen", "next", "lines")} == {
        key: whole[key] for key in ("chosen", "next", "lines")
    }
