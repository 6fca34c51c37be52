"""Whatever is sent, the server never fails, refuses with a clear sentence, and goes on answering.

`make fuzz` is the long form: a million messages, and what it does to the memory.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis import APIOperation, Case, GenerationMode, checks
from starlette.routing import Route
from starlette.testclient import TestClient

import pizzabox
from pizzabox.server.app import create_app
from pizzabox.server.openapi import description
from pizzabox.server.room import HANDLERS
from pizzabox.server.socket import QUESTIONS
from pizzabox.server.warming import Warming
from pizzabox.table.match import Match
from pizzabox.table.seats import OPEN, Seat
from pizzabox.table.stored_match import meta_of
from pizzabox.testing import advance
from tests.helpers import aside, size
from tests.odd_values import with_odd_values
from tests.server.clients import open_table
from tests.server.fuzzer import HOST, Found, clear, fuzz, memory, nobody_thinks, quick_bot, quick_survey
from tests.server.wire import Answer, site

MESSAGES = size(3_000, 1_000_000)
BATCHES = size(3, 50)
"""How many in a row at one table."""
WARM = 0.5
"""After this part of all messages functions that keep results are full: benchmarks/fuzz.py tells them one by one."""
MOST_GROWTH = 60_000
"""kB by which the memory may differ after that."""


def complaints(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


def test_any_message_is_answered(tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: Any) -> None:
    found, sizes = Found(), [0]

    def looked() -> None:
        if not sizes[0] and found.sent > MESSAGES * WARM:
            sizes[0] = memory()

    async def work() -> None:
        async with site(f"sqlite:///{tmp_path}/box.db") as box:
            await fuzz(box, MESSAGES, BATCHES, found, looked)
            sizes.append(memory())

    began = time.monotonic()
    with nobody_thinks():
        aside(lambda: asyncio.run(work()))
    with capsys.disabled():
        if MESSAGES > 100_000:
            spent = time.monotonic() - began
            print(f"\n{found.sent} messages in {spent:.0f} s at {found.tables} tables: {dict(found.answers)}")
            print(f"memory {sizes[0]} → {sizes[-1]} kB")
    assert not found.wrong
    assert not complaints(caplog)
    assert {"ok", "error", "table", "update", "turn", "pick", "why", "what", "spoken", "hint"} <= set(found.answers)
    assert found.moves > 5
    if MESSAGES > 100_000:
        assert sizes[-1] - sizes[0] < MOST_GROWTH


A_TABLE: dict[str, Any] = {
    "game": "theory",
    "options": {"players": 3, "first": "red"},
    "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "bot": "random", "name": "Hal"}],
    "public": True,
    "clock": {"kind": "move", "seconds": 600, "more": 3},
    "absent": "wait",
    "pace": "none",
    "help": "on",
    "position": None,
}
"""Everything that a new table can be asked for."""
MESSAGES_IN_FULL: tuple[dict[str, Any], ...] = (
    {"do": "move", "seat": 0, "tokens": ["c2"], "version": 1, "id": "one"},
    {"do": "move", "seat": 0, "text": "c2", "id": "two"},
    {"do": "move", "seat": 0, "code": -1},
    {"do": "pick", "seat": 0, "tokens": ["c4"]},
    {"do": "why", "seat": 0, "tokens": ["c2"]},
    {"do": "why", "seat": 0, "text": "c2"},
    {"do": "what", "thing": "c4"},
    {"do": "spoken"},
    {"do": "hint", "seat": 0},
    {"do": "undo", "seat": 0, "answer": "yes"},
    {"do": "draw", "seat": 0, "answer": "yes"},
    {"do": "rematch", "seat": 0},
    {"do": "chat", "text": "Ciao!"},
    {"do": "name", "seat": 0, "name": "Ada"},
    {"do": "back", "seat": 0},
    {"do": "bot", "seat": 2, "bot": "greedy"},
    {"do": "concede", "seat": 2},
)
"""Every message of a client with all of its fields; where it can be, one that changes nothing."""


def test_any_value_in_any_field_of_a_new_table_makes_one_or_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A position in place of the game is tried in engine/test_garbage.py."""
    wrong, kinds = [], Counter[int]()

    async def work() -> None:
        async with site(f"sqlite:///{tmp_path}/box.db") as box:
            for place, wish in with_odd_values(A_TABLE):
                open_before = len(box.hub.rooms)
                answer = await box.ask("POST", "/api/tables", HOST, wish)
                kinds[answer.status] += 1
                made = answer.status == 201
                if len(box.hub.rooms) != open_before + made or not (made or refused(answer)):
                    wrong.append((place, answer.status, answer.body[:200]))
                for id in list(box.hub.rooms):
                    box.hub.rooms.pop(id).close()

    with nobody_thinks():
        aside(lambda: asyncio.run(work()))
    assert not wrong
    assert not complaints(caplog)
    assert set(kinds) == {201, 400, 404} and kinds[201] > 50


def test_any_value_in_any_field_of_a_guest_takes_a_seat_or_is_refused(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wrong, kinds = [], Counter[int]()

    async def work() -> None:
        async with site(f"sqlite:///{tmp_path}/box.db") as box:
            made = await box.ask("POST", "/api/tables", HOST, A_TABLE | {"seats": [{"kind": "open"}] * 3})
            match = box.hub.rooms[made.json()["id"]].match
            wish = {"seat": 1, "name": "Ada", "invite": "guess", "colour": 1}
            for n, (place, changed) in enumerate(with_odd_values(wish)):
                answer = await box.ask("POST", f"/api/tables/{match.id}/join", f"the-guest-number-{n:05}", changed)
                kinds[answer.status] += 1
                taken = [seat for seat, one in enumerate(match.seats) if one.owner]
                fine = taken == [answer.json()["seat"]] if answer.status == 200 else refused(answer) and not taken
                if not fine:
                    wrong.append((place, answer.status, answer.body[:200]))
                match.seats = [Seat(OPEN) for _ in match.seats]

    with nobody_thinks():
        aside(lambda: asyncio.run(work()))
    assert not wrong
    assert not complaints(caplog)
    assert set(kinds) == {200, 400}


def test_any_value_in_any_field_of_a_message_is_carried_out_or_changes_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert {message["do"] for message in MESSAGES_IN_FULL} == {*HANDLERS, *QUESTIONS}
    wrong, kinds = [], Counter[str]()
    whole = A_TABLE | {"seats": [{"kind": "me"}, {"kind": "me"}, {"kind": "bot", "bot": "random"}], "clock": None}

    async def work() -> None:
        async with site(f"sqlite:///{tmp_path}/box.db") as box:
            made = await box.ask("POST", "/api/tables", HOST, whole)
            room = box.hub.rooms[made.json()["id"]]
            for message in MESSAGES_IN_FULL:
                for place, changed in with_odd_values(message):
                    while room.thinking:
                        await asyncio.sleep(0.001)
                    before = everything(room.match)
                    answer = await box.ask("POST", f"/api/tables/{room.match.id}/do", HOST, changed)
                    said = answer.json()
                    kinds[said.get("type", "not read")] += 1
                    if "error" in said:
                        fine = refused(answer) and everything(room.match) == before
                    elif said["type"] == "error":
                        fine = answer.status == 200 and clear(said["what"]) and everything(room.match) == before
                    else:
                        fine = answer.status == 200
                    if not fine:
                        wrong.append((message["do"], place, answer.status, said))

    with nobody_thinks():
        aside(lambda: asyncio.run(work()))
    assert not wrong
    assert not complaints(caplog)
    assert {"ok", "error", "pick", "why", "what", "not read"} <= set(kinds)


def test_any_value_in_any_field_of_a_lesson_a_board_or_a_puzzle_is_answered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pos = pizzabox.load("hexentafl").start(seed=1)
    editor = pos.game.editor
    brush, place, field = editor.names(pos.state)[0], next(iter(editor.places(pos.state))), editor.fields(pos.state)[0]
    here = {"position": pos.code, "seat": 0}
    asked: tuple[tuple[str, dict[str, Any]], ...] = (
        ("/api/learn/hexentafl", {"do": "move", "step": 1, "tokens": ["a1"]}),
        ("/api/board", here | {"names": ["Ada", "Bob"], "painting": True}),
        ("/api/board", {"game": "hexentafl", "options": {"players": 2}, "seed": 1}),
        ("/api/board", {"record": pizzabox.GameRecord.of(pos).dumps(), "move": 0}),
        ("/api/board/do", here | {"do": "pick", "tokens": ["a1"]}),
        ("/api/board/do", here | {"do": "move", "text": "a1"}),
        ("/api/board/do", here | {"do": "paint", "brush": brush.name, "token": place}),
        ("/api/board/do", here | {"do": "fill", "entries": {field.name: 1}}),
        ("/api/puzzles/hexentafl/1", {"do": "move", "at": 0, "tokens": ["a1"]}),
        ("/api/records", {"record": ""}),
    )
    wrong, kinds = [], Counter[int]()

    async def work() -> None:
        async with site(f"sqlite:///{tmp_path}/box.db") as box:
            for path, whole in asked:
                for changed_at, wish in with_odd_values(whole):
                    answer = await box.ask("POST", path, HOST, wish)
                    kinds[answer.status] += 1
                    if answer.status != 200 and not refused(answer):
                        wrong.append((path, changed_at, answer.status, answer.body[:200]))

    with nobody_thinks():
        aside(lambda: asyncio.run(work()))
    assert not wrong
    assert not complaints(caplog)
    assert kinds[200] > 50 and kinds[400] > 500


def everything(match: Match) -> tuple[object, ...]:
    """All that is known of a match, to be compared."""
    return match.version, bytes(match.position), json.dumps(meta_of(match)), list(match.chat), match.undo_request


def refused(answer: Answer) -> bool:
    """Whether an answer is a refusal that says what is wrong."""
    return answer.status in (400, 404) and clear(answer.json()["error"]["what"])


REQUESTS = size(3, 300)
"""Requests of each kind, right and wrong ones, for each operation of the API."""
PROMISES = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
    checks.response_headers_conformance,
]


def test_any_request_is_answered_as_the_description_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("pizzabox.server.hub.Hub.think", lambda self, *asked: quick_bot(*asked))
    monkeypatch.setattr("pizzabox.server.analysis_board.survey", quick_survey)
    monkeypatch.setattr("pizzabox.server.review_jobs.fill", lambda review, think, stop: True)
    monkeypatch.setattr(Warming, "prepare", lambda self, names: None)
    monkeypatch.setattr(Warming, "percent", lambda self, game: None)
    monkeypatch.setattr(Warming, "wait", lambda self, game, stop: None)
    app = create_app(f"sqlite:///{tmp_path}/box.db", pace=0.0, rate=1e9, burst=1e9)
    tried, sizes = 0, list[int]()
    with TestClient(app, base_url="http://box.test", raise_server_exceptions=False) as client:
        known = names_of(client)
        schema = schemathesis.openapi.from_dict(client.get("/api/openapi.json").json())
        operations = [found.ok() for found in schema.get_all_operations()]
        for part in range(2):  # in the first half functions that keep results are filled
            for operation in operations:
                tried += tried_out(client, operation, GenerationMode.POSITIVE, known, part)
                if list(operation.body):  # where nothing is said, nothing can be said wrongly
                    tried += tried_out(client, operation, GenerationMode.NEGATIVE, known, part)
            sizes.append(memory())
        assert client.get("/api/games").status_code == 200
    print(f"{tried} requests, memory {sizes[0]} → {sizes[1]} kB")
    assert tried > 40 * REQUESTS
    if REQUESTS > 100:
        assert sizes[1] - sizes[0] < MOST_GROWTH
    assert not [line for line in complaints(caplog) if "failed" in line]


def test_everything_that_programs_may_ask_is_described(database: str) -> None:
    """What is not described is not tried either."""
    described = {(path, method.upper()) for path, methods in description()["paths"].items() for method in methods}
    there = {
        (re.sub(":[a-z]+}", "}", route.path), method)
        for route in create_app(database).routes
        if isinstance(route, Route) and route.path.startswith(("/api/", "/health", "/ready", "/metrics"))
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert described == there


def names_of(client: TestClient) -> dict[str, list[str]]:
    """What there is to be asked about: tables, reviews, games."""
    tables = []
    for name in pizzabox.names():
        game = pizzabox.load(name)
        wish = {"game": name, "seats": [{"kind": "me"}] * game.players}
        tables.append(open_table(client, {}, wish)["id"])
    pos, dice = pizzabox.load("hexentafl").start(seed=1), random.Random(1)
    while not pos.over:
        advance(pos, dice)
    record = client.post("/api/records", json={"record": pizzabox.GameRecord.of(pos).dumps()}).json()["id"]
    client.post(f"/api/tables/{tables[-1]}/do", json={"do": "concede", "seat": 0})
    named = {"table": tables, "game": [*pizzabox.names(), record, tables[-1]], "number": ["1", "7"]}
    return named | {"kind": ["svg", "png"]}


def tried_out(
    client: TestClient,
    operation: APIOperation[Any, Any, Any, Any],
    mode: GenerationMode,
    known: dict[str, list[str]],
    part: int,
) -> int:
    """Send half of the requests of one kind; half of them are about something that there is."""
    count = 0
    dice = random.Random(f"{operation.label} {part}")

    @seed(part)
    @settings(
        max_examples=(REQUESTS + part) // 2,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(operation.as_strategy(generation_mode=mode))
    def send(case: Case) -> None:
        nonlocal count
        count += 1
        for name in case.path_parameters:
            if dice.random() < 0.5:
                case.path_parameters[name] = dice.choice(known[name])
        request = case.as_transport_kwargs(base_url="http://box.test")
        request.pop("cookies", None)
        request["content"] = request.pop("data", None)
        answer = client.request(**request)
        case.validate_response(answer, checks=PROMISES)
        if answer.status_code >= 400:
            assert clear(answer.json()["error"]["what"]), answer.text

    send()
    return count
