"""Puzzles over HTTP: judged step by step, nothing told before it is asked for, played through at the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import pizzabox
from pizzabox.server.app import create_app
from pizzabox.study.puzzle import puzzle, reached, shipped, why

EVERY = pytest.mark.parametrize("name", pizzabox.names())


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(f"sqlite:///{tmp_path}/box.db", pace=0.0), base_url="http://box.test") as made:
        yield made


@EVERY
def test_a_puzzle_is_played_to_its_end(client: TestClient, name: str) -> None:
    number = max(range(1, len(shipped(name)) + 1), key=lambda n: len(puzzle(name, n).line))
    found, path = puzzle(name, number), f"/api/puzzles/{name}/{number}"
    board = client.get(path).json()
    assert board["seat"] == found.seat and "code" not in board and "position" not in board
    pos = found.position(pizzabox.load(name))
    wrong = next(move.text for move in pos.legal(found.seat) if move.text not in found.answers)
    no = client.post(path, json={"do": "move", "text": wrong}).json()
    assert no["right"] is False and "board" not in no and found.answers[0] not in " ".join(no["lines"])
    at = 0
    while at < len(found.line):
        spoken = client.post(path, json={"do": "spoken", "at": at}).json()["spoken"]
        assert spoken == reached(found, pizzabox.load(name), at).view(found.seat).spoken()
        yes = client.post(path, json={"do": "move", "text": found.line[at].moves[0], "at": at}).json()
        assert yes["right"] and yes["said"] and yes["at"] > at
        assert yes["done"] == (yes["at"] == len(found.line))
        assert yes["done"] or yes["board"]["seat"] == found.seat
        at = yes["at"]
    assert yes["lines"][-1] == why(found, pizzabox.load(name))


@EVERY
def test_the_solution_is_drawn_played_through_and_open_to_analysis(client: TestClient, name: str) -> None:
    found = puzzle(name, 1)
    told = client.get(f"/api/puzzles/{name}/1/answer").json()
    assert told["answer"] == found.answers[0] and told["lines"] == [why(found, pizzabox.load(name))]
    assert [step["text"] for step in told["steps"]] == [step.moves[0] for step in found.line]
    for step in told["steps"]:
        assert step["tokens"] and step["board"]["tokens"] == {} and "code" not in step["board"]
    board = client.post("/api/board", json={"position": told["code"]}).json()
    assert board["game"] == name and found.seat in board["actors"]
    asked = {"position": told["code"], "seat": found.seat, "do": "spoken"}
    spoken = client.post("/api/board/do", json=asked).json()["spoken"]
    assert spoken == found.position(pizzabox.load(name)).view(found.seat).spoken()


def test_the_analysis_board_calls_players_by_the_names_of_a_record(client: TestClient) -> None:
    pos = pizzabox.load("hexentafl").start(seed=1)
    pos.play(pos.legal()[0])
    record = pizzabox.GameRecord.of(pos, {"attackers": "Bea"}).dumps()
    board = client.post("/api/board", json={"record": record}).json()
    assert board["called"] == ["", "Bea"] and board["names"] == ["defenders", "Bea"]
    for names, said in ((board["called"], "Bea to move."), ([], "Attackers to move."), (["", 7], "Attackers to move.")):
        wish = {"position": board["code"], "names": names, "do": "spoken"}
        assert client.post("/api/board/do", json=wish).json()["spoken"][-1] == said


def test_steps_that_are_none_are_refused(client: TestClient) -> None:
    for at in (-1, 99, "0", True, 1):
        refused = client.post("/api/puzzles/hexentafl/1", json={"do": "move", "text": "a1-a2", "at": at})
        assert refused.status_code == 400, at


def test_the_list_tells_themes_and_difficulty(client: TestClient) -> None:
    page = client.get("/puzzles").text
    for name in pizzabox.names():
        assert page.count(f'data-puzzle="{name}-') == len(shipped(name))
    assert "★★★" in page and "The King escapes" in page
    one = client.get("/puzzles/hexentafl/1").text
    assert 'id="task"' in one and "★" in one
