"""The schema of the database: an old one is brought up to date, a new one is what the migrations lead to."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from pizzabox.engine.errors import PizzaboxError
from pizzabox.server import schema
from pizzabox.server.store import Store

OLD = Path(__file__).parents[1] / "fixtures" / "0.1.0" / "tables.sql"


@pytest.fixture
def opened() -> Iterator[Callable[[str], Store]]:
    """Opens stores, and closes them in the end."""
    with ExitStack() as held:

        def made(url: str) -> Store:
            store = Store(url)
            held.callback(store.engine.dispose)
            return store

        yield made


@pytest.fixture
def url(either_database: str) -> str:
    return either_database


def differences(store: Store) -> list[object]:
    """What a database has otherwise than the schema says."""
    with store.engine.connect() as connection:
        return list(compare_metadata(MigrationContext.configure(connection), schema.schema))


def revision(store: Store) -> str | None:
    with store.engine.connect() as connection:
        return connection.execute(sa.select(schema.REVISION.c.version_num)).scalar()


def test_a_new_database_has_the_latest_schema(url: str, opened: Callable[[str], Store]) -> None:
    store = opened(url)
    assert (revision(store), differences(store)) == (schema.LATEST, [])


def test_the_migrations_lead_to_the_latest_schema(url: str, opened: Callable[[str], Store]) -> None:
    """From nothing, step by step, as an old database would have gone."""
    store = opened(url)
    with store.engine.begin() as connection:
        schema.schema.drop_all(connection)
        schema.REVISION.drop(connection)
    assert differences(store) != [], "the comparison can find a difference"
    with store.engine.begin() as connection:
        schema.upgrade(connection, "nothing yet")
    assert (revision(store), differences(store)) == (schema.LATEST, [])


def test_the_latest_migration_is_the_one_the_program_knows() -> None:
    config = Config()
    config.set_main_option("script_location", "pizzabox.server:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [schema.LATEST]


def fill_as_0_1_0_did(url: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    """A database as that version left it: with its tables and rows, and without a schema version."""
    engine = sa.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    config = Config()
    config.set_main_option("script_location", "pizzabox.server:migrations")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, schema.FIRST)
        schema.REVISION.drop(connection)
        known = sa.MetaData()
        known.reflect(connection)
        for name, found in rows.items():
            if found:
                connection.execute(known.tables[name].insert(), found)
        assert "ix_tables_moved" in {index["name"] for index in sa.inspect(connection).get_indexes("tables")}
    engine.dispose()


def test_tables_of_0_1_0_are_all_there(url: str, tmp_path: Path, opened: Callable[[str], Store]) -> None:
    with closing(sqlite3.connect(tmp_path / "old.db")) as database:
        database.executescript(OLD.read_text(encoding="utf-8"))
        before = database.execute("SELECT id, version, state, meta FROM tables ORDER BY id").fetchall()
        database.row_factory = sqlite3.Row
        names = ("tables", "seats", "events", "settings", "studies")
        rows = {name: [dict(row) for row in database.execute(f"SELECT * FROM {name}")] for name in names}
    if url.startswith("sqlite"):
        url = f"sqlite:///{tmp_path / 'old.db'}"
    else:
        for row in rows["tables"]:
            row["public"] = bool(row["public"])
        fill_as_0_1_0_did(url, rows)
    store = opened(url)
    assert (revision(store), differences(store)) == (schema.LATEST, [])
    columns = (schema.TABLES.c[name] for name in ("id", "version", "state", "meta"))
    with store.engine.connect() as connection:
        after = connection.execute(sa.select(*columns).order_by(schema.TABLES.c.id)).all()
        fences = connection.execute(sa.select(schema.TABLES.c.fence)).scalars().all()
        count = connection.execute(sa.select(sa.func.count()).select_from(schema.EVENTS)).scalar()
        indices = {index["name"] for index in sa.inspect(connection).get_indexes("tables")}
    assert before
    assert sorted(tuple(row) for row in after) == sorted(before) and set(fences) == {0}
    assert count == len(rows["events"]) > 0
    assert indices == {"ix_tables_worker", "ix_tables_abandoned", "ix_tables_public"}


def test_a_database_of_a_newer_version_is_refused_and_left_alone(url: str, opened: Callable[[str], Store]) -> None:
    store = opened(url)
    with store.engine.begin() as connection:
        connection.execute(schema.REVISION.update().values(version_num="9999"))
    with pytest.raises(PizzaboxError, match="9999"):
        opened(url)
    assert revision(store) == "9999"
