"""A backup is made while games go on, and restored they are all there; with PostgreSQL by its own tools."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from pizzabox.cli.app import app as commands
from pizzabox.engine.errors import PizzaboxError
from pizzabox.server.app import create_app
from pizzabox.server.backup import NAME, backup
from tests.postgres import postgres, programs
from tests.server.clients import Player, two_players


def served(url: str) -> TestClient:
    return TestClient(create_app(url, pace=0.0), base_url="http://box.test")


def played(client: TestClient, meanwhile: Callable[[], None]) -> tuple[str, dict[str, str], list[str]]:
    """A table with two moves, and one more after `meanwhile`: its id, a player, the moves before."""
    table, ada, bob = two_players(client)
    with Player(client, table, ada, 0) as first, Player(client, table, bob, 1) as second:
        for who in (first, second):
            wish = next(iter(client.get(f"/api/tables/{table}", headers=ada if who is first else bob).json()["tokens"]))
            assert who.do("move", tokens=[wish])["type"] == "ok"
        before = [line["text"] for line in client.get(f"/api/tables/{table}", headers=ada).json()["log"]]
        meanwhile()
        wish = next(iter(client.get(f"/api/tables/{table}", headers=ada).json()["tokens"]))
        assert first.do("move", tokens=[wish])["type"] == "ok"
    return table, ada, before


def test_a_backup_of_a_running_server_is_restored(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    there.mkdir()
    with served(f"sqlite:///{here}/{NAME}") as client:
        table, ada, before = played(client, lambda: print(backup(here, there / NAME)))
    with served(f"sqlite:///{there}/{NAME}") as client:
        state = client.get(f"/api/tables/{table}", headers=ada).json()
        assert [line["text"] for line in state["log"]] == before and state["you"]["seats"] == [0]
        assert state["tokens"], "and the game goes on"


def test_a_backup_is_whole_or_not_there_at_all(tmp_path: Path) -> None:
    with pytest.raises(PizzaboxError, match="--data"):
        backup(tmp_path, tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / NAME)) as database:
        database.execute("CREATE TABLE other (id)")
    with pytest.raises(PizzaboxError, match="tables"):
        backup(tmp_path, tmp_path / "copy.db")
    (tmp_path / "there").write_text("something dear")
    with pytest.raises(PizzaboxError, match="exists"):
        backup(tmp_path, tmp_path / "there")
    assert (tmp_path / "there").read_text() == "something dear"
    assert {path.name for path in tmp_path.iterdir()} == {NAME, "there"}


def test_the_command_says_how_many_tables_it_copied(tmp_path: Path) -> None:
    with served(f"sqlite:///{tmp_path}/{NAME}") as client:
        two_players(client)
    done = CliRunner().invoke(commands, ["backup", str(tmp_path / "copy.db"), "--data", str(tmp_path)])
    assert done.exit_code == 0 and "(tables: 1)" in done.stdout.replace("\n", " ")


def test_a_dump_of_postgresql_is_restored(tmp_path: Path) -> None:
    pytest.importorskip("psycopg")
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with postgres() as database:
        database.run("createdb", "-h", "127.0.0.1", "-p", str(database.port), "-U", "box", "again")
        other, dump = database.url.replace("/postgres", "/again"), str(database.folder / "dump")
        with served(database.url) as client:
            copy = lambda: database.run("pg_dump", "-Fc", "-f", dump, database.url)  # noqa: E731
            table, ada, before = played(client, copy)
        database.run("pg_restore", "-d", other, dump)
        with served(other) as client:
            state = client.get(f"/api/tables/{table}", headers=ada).json()
            assert [line["text"] for line in state["log"]] == before
