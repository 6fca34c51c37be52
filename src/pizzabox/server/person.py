"""The page of a person: their own results, ratings and last games, shown to nobody else."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pizzabox.engine.catalogue import language
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.registry import each
from pizzabox.study.own_rating import FEWEST
from pizzabox.study.stats import summary
from pizzabox.table.match import Match
from pizzabox.table.stored_match import restored_without_moves

from .api import charge, hub_of, who
from .pages import page
from .responses import answer
from .reviews import in_study_thread
from .store import MOST_FINISHED, Store

TABLES_A_REQUEST = 5
"""Results of this many tables count for another request."""
MOST_KEPT = 200
"""Results that are kept, those that were asked for last."""


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


async def _results_of(request: Request) -> dict[str, Any]:
    """The asker's own results, which stay as they are until another table of theirs is over or a finished one changes:
    making them takes a millisecond or two a table."""
    kept: OrderedDict[tuple[str, str], tuple[object, dict[str, Any]]] = request.app.state.own_results
    store, key = hub_of(request).store, (who(request), language())
    until = await in_study_thread(request, lambda: store.finished_until(who(request)))
    known = kept.pop(key, None)
    if known is None or known[0] != until:
        charge(request, min(until[0], MOST_FINISHED) / TABLES_A_REQUEST)
        known = until, await in_study_thread(request, lambda: _own_results(store, who(request)))
    kept[key] = known
    if len(kept) > MOST_KEPT:
        kept.popitem(last=False)
    return known[1]


async def about(request: Request) -> Response:
    """The asker's own games: whoever asks sees only these."""
    return _private(answer(await _results_of(request)))


async def own_page(request: Request) -> Response:
    found = await _results_of(request)
    games = each(lambda game: {"name": game.name, "title": game.title})
    return _private(page(request, "you.html", you=found, games=games, fewest=FEWEST))


def _private(made: Response) -> Response:
    made.headers["cache-control"] = "no-store"
    return made


ROUTES = [Route("/you", own_page), Route("/api/you", about)]
