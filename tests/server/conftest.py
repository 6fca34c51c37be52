"""A server over a database of its own, without a pace."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pizzabox.server.app import create_app
from tests.postgres import GIVEN, Database, given, postgres, programs
from tests.redis_server import RedisServer, redis_server


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/box.db"


@pytest.fixture(params=["sqlite", "postgresql"])
def either_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, of either kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/box.db"
    made: str = request.getfixturevalue("postgresql").schema()
    return made


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(database, pace=0.0), base_url="http://box.test") as made:
        yield made


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Database]:
    """A PostgreSQL for all tests of one process; each asks it for a place of its own."""
    pytest.importorskip("psycopg")
    if GIVEN in os.environ:
        with given(os.environ[GIVEN]) as there:
            yield there
        return
    if programs() is None:
        pytest.skip("PostgreSQL is not installed")
    with postgres() as made:
        yield made


@pytest.fixture(scope="module")
def redis() -> Iterator[RedisServer]:
    pytest.importorskip("redis")
    if not shutil.which("redis-server"):
        pytest.skip("Redis is not installed")
    with redis_server() as made:
        yield made
