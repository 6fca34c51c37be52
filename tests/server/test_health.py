"""What a host watches: life, readiness, figures, and logs that programs can read."""

from __future__ import annotations

import json
import logging
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from starlette.testclient import TestClient

from pizzabox.engine.errors import PizzaboxError
from pizzabox.server import health
from pizzabox.server.app import create_app
from pizzabox.server.logs import JsonLines, set_up
from tests.server.clients import Player, two_players


def figure(client: TestClient, name: str) -> float:
    lines = client.get("/metrics").text.splitlines()
    return sum(float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith(name))


def test_figures_follow_what_happens(database: str) -> None:
    app = create_app(database, pace=0.0)
    with TestClient(app, base_url="http://localhost:8310", client=("127.0.0.1", 5000)) as client:
        move, refused = 'pizzabox_changes_total{kind="move"}', 'pizzabox_answers_total{status="404"}'
        moves, connections, missing = (figure(client, n) for n in (move, "pizzabox_connections", refused))
        table, ada, _ = two_players(client)
        with Player(client, table, ada, 0) as player:
            assert player.do("move", tokens=[next(iter(player.table["tokens"]))])["type"] == "ok"
            assert figure(client, "pizzabox_connections") == connections + 1
        client.get("/t/nothing")
        assert figure(client, move) == moves + 1
        assert figure(client, refused) == missing + 1
        assert figure(client, "pizzabox_open_tables") == 1
        assert figure(client, "pizzabox_commit_seconds_count") > 0


def test_strangers_are_told_no_figures(client: TestClient) -> None:
    assert client.get("/metrics").status_code == 404
    assert client.get("/health").json() == {"state": "alive"}


def test_strangers_cannot_make_the_database_write_as_often_as_they_like(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, asked = client.app.state.hub.store, list[str]()  # type: ignore[attr-defined]
    check = store.check
    monkeypatch.setattr(health, "FRESH", 3600.0)
    monkeypatch.setattr(store, "check", lambda: asked.append("asked") or check())
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: client.get("/ready").json(), range(20)))
    assert found == [{"state": "ready"}] * 20 and asked == ["asked"]


def test_a_server_whose_database_is_away_lives_but_is_not_ready(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "FRESH", 0.0)
    assert client.get("/ready").json() == {"state": "ready"}

    def away() -> None:
        raise OSError("gone")

    client.app.state.hub.store.check = away  # type: ignore[attr-defined]
    found = client.get("/ready")
    assert found.status_code == 503 and "database" in found.json()["error"]["what"]
    assert client.get("/health").status_code == 200


def test_a_line_of_the_log_is_json_with_its_error() -> None:
    try:
        raise ValueError("a\nb")
    except ValueError:
        record = logging.LogRecord("pizzabox", logging.ERROR, "", 1, "table %s: %s", ("x", "é"), sys.exc_info())
    line = JsonLines().format(record)
    said = json.loads(line)
    assert "\n" not in line
    assert (said["level"], said["message"], said["source"]) == ("error", "table x: é", "pizzabox")
    assert "ValueError: a" in said["error"]


def test_an_unknown_form_of_the_log_is_a_clear_error() -> None:
    with pytest.raises(PizzaboxError, match="text, json"):
        set_up("xml")
