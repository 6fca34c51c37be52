"""The tables of the database, and how a database of an older version is brought up to date (by Alembic)."""

from __future__ import annotations

import sqlalchemy as sa

from pizzabox.engine.errors import PizzaboxError

from . import say

schema = sa.MetaData()
ABANDONED = "status = 'running' AND worker IS NULL"
"""A table that is no worker's, and where bots or clocks go on."""

TABLES = sa.Table(
    "tables",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("game", sa.String(40), nullable=False),
    sa.Column("status", sa.String(8), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("moved", sa.Float, nullable=False),
    sa.Column("meta", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
    sa.Column("worker", sa.String(32), index=True),
    sa.Column("fence", sa.Integer, nullable=False, server_default="0"),
    sa.Index("ix_tables_abandoned", "id", sqlite_where=sa.text(ABANDONED), postgresql_where=sa.text(ABANDONED)),
    sa.Index(
        "ix_tables_public", "status", "moved", sqlite_where=sa.text("public = 1"), postgresql_where=sa.text("public")
    ),
)
"""`worker` is the one that may change a table, where there are several; `fence` counts how often that changed."""
SEATS = sa.Table(
    "seats",
    schema,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("owner", sa.String(64), nullable=False, index=True),
)
EVENTS = sa.Table(
    "events",
    schema,
    sa.Column("table_id", sa.String(32), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String(12), nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
SETTINGS = sa.Table(
    "settings",
    schema,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
)
STUDIES = sa.Table(
    "studies",
    schema,
    sa.Column("kind", sa.String(12), primary_key=True),
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
WORKERS = sa.Table(
    "workers",
    schema,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("beat", sa.Integer, nullable=False),
)
"""The workers; each counts up as long as it is alive. See leases.py."""

REVISION = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True))
FIRST, LATEST = "0001", "0005"
"""The schema of a database that says nothing about it, and the one above."""
SERVING = 8_310_002
"""The number of PostgreSQL's lock that a server holds; see leases.py."""
PREPARING = 8_310_001
"""The number of PostgreSQL's lock that lets one process at a time prepare a database."""


def prepare(connection: sa.Connection) -> None:
    """Make the tables in an empty database, or bring the ones that are there up to date."""
    if connection.dialect.name == "postgresql":
        connection.execute(sa.text("SET LOCAL lock_timeout = 0"))  # another may have a lot to bring up to date
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(PREPARING)))
    there = sa.inspect(connection).get_table_names()
    if TABLES.name not in there:
        schema.create_all(connection)
        REVISION.create(connection, checkfirst=True)
        connection.execute(REVISION.insert().values(version_num=LATEST))
        return
    known = connection.execute(sa.select(REVISION.c.version_num)).scalar() if REVISION.name in there else None
    if known != LATEST:
        upgrade(connection, known)


def upgrade(connection: sa.Connection, known: str | None) -> None:
    """Go through the migrations a database has not seen yet."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", f"{__package__}:migrations")
    config.attributes["connection"] = connection
    try:
        if known is None:
            command.stamp(config, FIRST)
        command.upgrade(config, "head")
    except CommandError as problem:
        raise PizzaboxError(say("database_newer", revision=known, latest=LATEST)) from problem
