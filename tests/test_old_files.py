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
    """A stored move is taken back and played again, then a new one, and all of that is stored."""
    with sqlite3.connect(tmp_path / "old.db") as database:
        database.executescript((OLD / "tables.sql").read_text(encoding="utf-8"))
    tables = json.loads((OLD / "tables.json").read_text(encoding="utf-8"))
    app = create_app(f"sqlite:///{tmp_path / 'old.db'}")
    with TestClient(app) as client:
        hub, opened, sign = app.state.hub, client.portal, app.state.identities.sign
        assert opened

        def do(id: str, owner: str | None, **message: Any) -> None:
            who = {"authorization": f"Bearer {sign(owner)}"}
            assert client.post(f"/api/tables/{id}/do", json=message, headers=who).json()["type"] == "ok"

        for id, known in tables.items():
            seen = client.get(f"/api/tables/{id}").json()
            assert (seen["type"], seen["game"]) == ("table", known["game"])
            match = opened.call(hub.room, id).match
            position, last = match.position, match.position.steps[-1]
            assert not match.over and bytes(position.state).hex() == known["state"]
            assert len(position.steps) == known["steps"]

            owner = match.seats[last.player].owner
            do(id, owner, do="undo", seat=last.player)
            assert bytes(position.state) == last.before and len(position.steps) == known["steps"] - 1
            do(id, owner, do="move", seat=last.player, code=last.code)
            assert bytes(position.state).hex() == known["state"]
            seat = match.acting[0]
            do(id, match.seats[seat].owner, do="move", seat=seat, code=position.legal(seat).codes[0])
            opened.call(hub.close_rooms)
            again = opened.call(hub.room, id).match.position
            assert again == position and again.steps == position.steps
