"""What a program is sent: codes and packed views, plain numbers, no sealed choice."""

from __future__ import annotations

import numpy as np
import pytest
from starlette.testclient import TestClient

import pizzabox
from pizzabox.server.subscriber import encode
from tests.server.clients import FRIENDS, open_table, receive, visitor


def test_numbers_of_numpy_are_sent_as_plain_ones() -> None:
    assert encode({"share": np.float64(0.5), "n": np.int64(3)}) == b'{"share":0.5,"n":3}'
    with pytest.raises(TypeError, match="object can't be sent"):
        encode({"odd": object()})


def test_a_program_is_told_in_few_words_when_it_can_act(client: TestClient) -> None:
    """`"words": false`: codes and the packed view, the moves since, and nothing in between turns."""
    ada, bob = visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    client.post(f"/api/tables/{made['id']}/join", json={"invite": made["invite"].split("invite=")[1]}, headers=bob)
    game = pizzabox.load("theory", players=2, first="red")
    with (
        client.websocket_connect(f"/ws/{made['id']}", headers=ada) as first,
        client.websocket_connect(f"/ws/{made['id']}", headers=bob) as second,
    ):
        lines, heard = (first, second), []
        for line in lines:
            line.send_json({"do": "hello", "words": False})
            heard.append(receive(line, "turn"))
        texts: list[list[str | None]] = [[], []]
        for number in range(400):
            seat = next(i for i in (0, 1) if heard[i]["codes"])
            turn = heard[seat]
            view = game.view(turn["view"], seat)
            assert tuple(view.legal().codes) == tuple(turn["codes"])
            assert seat in turn["acts"]
            assert not {"prompt", "seats", "log", "picture", "tokens"} & set(turn)
            lines[seat].send_json({"do": "move", "id": f"m{number}", "code": turn["codes"][0]})
            version = receive(lines[seat], "ok")["version"]
            room = client.app.state.hub.rooms[made["id"]]  # type: ignore[attr-defined]
            heard[seat] = {**turn, "codes": []}
            for i in (0, 1):
                if room.match.over or i in room.match.acting:
                    heard[i] = receive(lines[i], "turn")
                    assert heard[i]["version"] == version
                    del texts[i][heard[i]["kept"] :]
                    texts[i] += [move["text"] for move in heard[i]["moves"]]
            if heard[0]["result"]:
                break
        played = [step.text for step in room.match.position.steps]
        assert texts == [played, played]
        assert heard[0]["result"]["returns"] == list(room.match.returns())


def test_a_sealed_choice_is_not_in_the_other_programs_turn(client: TestClient) -> None:
    ada, bob = visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    client.post(f"/api/tables/{made['id']}/join", json={"invite": made["invite"].split("invite=")[1]}, headers=bob)
    with (
        client.websocket_connect(f"/ws/{made['id']}", headers=ada) as first,
        client.websocket_connect(f"/ws/{made['id']}", headers=bob) as second,
    ):
        for line in (first, second):
            line.send_json({"do": "hello", "words": False})
            receive(line, "turn")
        match = client.app.state.hub.rooms[made["id"]].match  # type: ignore[attr-defined]
        while len(match.acting) == 1:
            line = (first, second)[match.acting[0]]
            line.send_json({"do": "move", "code": match.position.legal().codes[0]})
            receive(line, "ok")
        views = []
        for cut in (1, 5):
            first.send_json({"do": "move", "text": f"cut {cut}", "id": f"cut {cut}"})
            receive(first, "ok")
            while (turn := receive(second, "turn"))["version"] < match.version:
                pass
            assert turn["moves"][-1]["text"] is None
            views.append(turn["view"])
            first.send_json({"do": "undo"})
            receive(first, "ok")
        assert views[0] == views[1]
