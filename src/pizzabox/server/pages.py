"""The pages: shells rendered from templates; the table itself comes over the WebSocket."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from pizzabox import web
from pizzabox.engine import game_files
from pizzabox.engine.catalogue import language
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.engine.registry import each, find, position
from pizzabox.engine.svg import palette

from .api import CARDS_A_REQUEST, charge, game_data, hub_of, who
from .openapi import description

FRONT = "front.toml"


def page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    return HTMLResponse(web.render(template, **context), status)


async def home(request: Request) -> Response:
    hub, identity = hub_of(request), who(request)
    lists: dict[str, Any] = {which: await hub.cards(which, identity) for which in ("mine", "open", "recent")}
    charge(request, sum(map(len, lists.values())) / CARDS_A_REQUEST)
    lists["mine"].sort(key=lambda card: not (card["your_turn"] or card["asked"]))
    return page(request, "home.html", games=each(game_data), **lists)


async def setup(request: Request) -> Response:
    chosen = request.query_params.get("game", "")
    return page(request, "setup.html", games=each(game_data), chosen=chosen)


async def table(request: Request) -> Response:
    """The table's page; with an invite in the address it asks the visitor to sit down."""
    room = await hub_of(request).room(request.path_params["table"])
    return page(request, "table.html", table_id=room.match.id, game=room.match.game.name, title=room.match.game.title)


async def api_page(request: Request) -> Response:
    return page(request, "api.html", spec=description())


async def game_picture(request: Request) -> Response:
    """The game's picture for lists: `front.svg`, the position of `front.toml`, or one a few moves into it."""
    game = find(request.path_params["game"])
    return Response(
        game_files.text(game, "front.svg") or cover(game.name, language()),
        media_type="image/svg+xml",
        headers={"cache-control": "max-age=3600", "vary": "accept-language, cookie"},
    )


@cache
def cover(name: str, lang: str) -> str:
    """Drawn once a process in each language; `lang` is the one in force."""
    game = find(name)
    chosen = game_files.attempt(game, FRONT, lambda: _front(game), None)
    pos, crop = chosen or (_some_moves_on(game), "")
    p, s, picture = palette("light"), pos.view().state, pos.game.picture
    layers = f"{picture.board(s, p)}{picture.pieces(s, -1, p)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{crop or picture.view_box(s)}">{layers}</svg>'


def _front(game: Game) -> tuple[Position, str] | None:
    """The position chosen for the picture and which part of it to show. With another deck it cannot be set up."""
    front = game_files.data(game, FRONT)
    return (position(front["code"]), " ".join(map(str, front.get("crop", ())))) if front else None


def _some_moves_on(game: Game) -> Position:
    dice, pos = random.Random(3), game.start(seed=3)
    for _ in range(min(24, game.longest)):
        if pos.over:
            break
        player = pos.actors[0]
        pos.play(dice.choice(pos.legal(player).codes), player)
    return pos
