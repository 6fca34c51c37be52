"""How a database goes about what it is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from pizzabox.server.store import Store


def plan_of(store: Store, ask: Callable[[], object]) -> str:
    """How the database finds the tables that the store is asked for, in one query."""
    asked: list[tuple[str, Any]] = []

    def note(connection: Any, cursor: Any, statement: str, parameters: Any, *_: Any) -> None:
        asked.append((statement, parameters))

    sa.event.listen(store.engine, "before_cursor_execute", note)
    ask()
    sa.event.remove(store.engine, "before_cursor_execute", note)
    ((statement, parameters),) = [one for one in asked if "tables" in one[0]]
    word = "EXPLAIN QUERY PLAN" if store.url.startswith("sqlite") else "EXPLAIN"
    with store.engine.connect() as connection:
        return str(connection.exec_driver_sql(f"{word} {statement}", parameters).all())
