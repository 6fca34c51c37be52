"""Records, codes, positions and tables that version 0.1.0 wrote: all of them are still read."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import pizzabox
from pizzabox.server.app import create_app

OLD = Path(__file__).parent / "fixtures" / "0.1.0"
POSITIONS: list[dict[str, Any]] = json.loads((OLD / "positions.json").read_text(encoding="utf-8"))
RECORDS = sorted(OLD.glob("records/*.pizza"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_is_read_and_verified(path: Path) -> None:
    assert pizzabox.read(str(path)).verify().over


@pytest.mark.parametrize("old", POSITIONS, ids=lambda old: f"{old['game']}-{len(old['code'])}")
def test_a_position_is_the_same_in_every_form(old: dict[str, Any]) -> None:
    game = pizzabox.load(old["game"], **old["options"])
    whole = game.position(old["data"])
    assert whole.data() == old["data"] and whole.packed == old["packed"]
    assert game.unpack(old["packed"]) == whole
    assert pizzabox.position(old["code"]).code == whole.code == old["code"]
    assert whole.view(0).packed == old["view"]


def test_tables_go_on(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "old.db") as database:
        database.executescript((OLD / "tables.sql").read_text(encoding="utf-8"))
    tables = json.loads((OLD / "tables.json").read_text(encoding="utf-8"))
    app = create_app(f"sqlite:///{tmp_path / 'old.db'}")
    with TestClient(app) as client:
        for id, known in tables.items():
            seen = client.get(f"/api/tables/{id}").json()
            assert (seen["type"], seen["game"]) == ("table", known["game"])
            room = client.portal.call(app.state.hub.room, id)  # type: ignore[union-attr]
            assert bytes(room.match.position.state).hex() == known["state"]
            assert len(room.match.position.steps) == known["steps"]
