"""Whatever is sent, the server never fails, refuses with a clear sentence, and goes on answering.

`make fuzz` is the long form: a million messages, and what it does to the memory.
"""

from __future__ import annotations

import asyncio
import logging
import random
import re
import time
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
from pizzabox.server.warming import Warming
from pizzabox.testing import advance
from tests.helpers import aside, size
from tests.server.clients import open_table
from tests.server.fuzzer import Found, clear, fuzz, memory, nobody_thinks, quick_bot, quick_survey
from tests.server.wire import site

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
