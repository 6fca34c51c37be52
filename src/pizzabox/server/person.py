"""The page of a person: their own results, ratings and last games, shown to nobody else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.registry import each
from pizzabox.study.own_rating import FEWEST
from pizzabox.study.stats import summary
from pizzabox.table.match import Match
from pizzabox.table.stored_match import restored_without_moves

from .api import hub_of, who
from .pages import page
from .responses import answer
from .store import Store


def _matches(store: Store, identity: str) -> Iterator[tuple[Match, float]]:
    """The finished tables of an identity; those of a game or deck that is no longer here are left out."""
    for row in store.finished(identity):
        try:
            yield restored_without_moves(row), row["moved"]
        except PizzaboxError:
            continue


def _own_results(store: Store, identity: str) -> dict[str, Any]:
    found = summary(_matches(store, identity), identity)
    for one in found["last"]:
        one["when"] = datetime.fromtimestamp(one["when"], UTC).isoformat(timespec="seconds")
        one["url"], one["review"] = f"/t/{one['id']}", f"/review/{one['id']}"
        one["record"] = f"/api/tables/{one['id']}/record"
    return found


async def about(request: Request) -> Response:
    """The asker's own games: whoever asks sees only these."""
    return _private(answer(await asyncio.to_thread(_own_results, hub_of(request).store, who(request))))


async def own_page(request: Request) -> Response:
    found = await asyncio.to_thread(_own_results, hub_of(request).store, who(request))
    games = each(lambda game: {"name": game.name, "title": game.title})
    return _private(page(request, "you.html", you=found, games=games, fewest=FEWEST))


def _private(made: Response) -> Response:
    made.headers["cache-control"] = "no-store"
    return made


ROUTES = [Route("/you", own_page), Route("/api/you", about)]
