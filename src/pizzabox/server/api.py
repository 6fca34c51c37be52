"""The HTTP API (docs/api.md)."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pizzabox.bots import USUAL, called, known_well, levels, usual_ratings
from pizzabox.engine.catalogue import kept
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.game import Game
from pizzabox.engine.legend import INLINE, legend
from pizzabox.engine.options import Number
from pizzabox.engine.registry import each, find
from pizzabox.engine.rulebook import Rule
from pizzabox.engine.svg import palette
from pizzabox.table.lesson import has_lesson
from pizzabox.table.messages import Message
from pizzabox.table.viewers import board_viewer, viewer_of

from . import say, steady_time
from .hub import Hub
from .limits import TooMany
from .openapi import description
from .responses import answer, body, theme_of
from .room import Elsewhere
from .socket import respond
from .store import NotStored
from .subscriber import Subscriber

LISTS = ("mine", "open", "recent")
CARDS_A_REQUEST, STEPS_A_REQUEST = 10, 50
"""A list of this many tables, or a table of this many moves, counts for another request."""


def hub_of(request: Request) -> Hub:
    return request.app.state.hub  # type: ignore[no-any-return]


def who(request: Request) -> str:
    return str(request.state.identity)


def charge(request: Request, cost: float) -> None:
    """Count a request that took long for more than one."""
    request.app.state.limits.requests.charge(request.state.visitor, request.state.address, cost)


def game_data(game: Game) -> dict[str, Any]:
    """A game as lists and forms need it."""
    count = next(o for o in game.declared if o.name == "players")
    players = [count.low, count.high] if isinstance(count, Number) else [game.players, game.players]
    options = []
    for option in game.declared:
        when = {name: list(values) for name, values in option.when.items()}
        entry: dict[str, Any] = {"name": option.name, "default": option.default, "when": when, "rare": option.rare}
        entry |= {"label": game.label(option), "help": game.help(option)} | option.describe()
        if "choices" in entry:
            entry["labels"] = {choice: game.label(option, choice) for choice in entry["choices"]}
        options.append(entry)
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.about,
        "minutes": list(game.minutes),
        "players": players,
        "colours": list(game.colours),
        "bots": [*levels(), *game.characters],
        "bot_names": {bot: called(bot) for bot in (*levels(), *game.characters)},
        "bot_ratings": {
            count: {bot: rating for bot, rating in known.items() if known_well(rating)}
            for count, known in usual_ratings(game.name).items()
        },
        "usual_bot": USUAL,
        "bot_when": {
            name: {option: list(values) for option, values in one.when.items()} for name, one in game.characters.items()
        },
        "picture": f"/pictures/{game.name}.svg",
        "options": options,
        "learn": f"/learn/{game.name}" if has_lesson(game) else "",
    }


async def games(request: Request) -> Response:
    return answer(each(game_data))


async def seats(request: Request) -> Response:
    """The seats of a game with these options: names and toppings."""
    game = find(request.path_params["game"]).with_options(**dict(request.query_params))
    s = game.start(seed=0).state
    names_of = [game.words.name(s, i) for i in range(game.players)]
    return answer(
        [{"key": k, "name": n, "colour": c} for k, n, c in zip(game.seats, names_of, game.colours, strict=True)]
    )


async def token(request: Request) -> Response:
    identities = request.app.state.identities
    identity = identities.new()
    return answer({"token": identities.sign(identity), "identity": identity})


async def tables(request: Request) -> Response:
    which = request.query_params.get("which", "mine")
    if which not in LISTS:
        raise PizzaboxError(say("which", value=short(which)))
    cards = await hub_of(request).cards(which, who(request))
    charge(request, len(cards) / CARDS_A_REQUEST)
    return answer(cards)


async def new_table(request: Request) -> Response:
    wish = await body(request)
    request.app.state.limits.require_making(request.state.address)
    room = await hub_of(request).create(wish, who(request), request.state.address)
    match = room.match
    made = {"id": match.id, "url": f"/t/{match.id}", "invite": hub_of(request).invite_url(match, request.state.origin)}
    return answer(made, 201)


async def table(request: Request) -> Response:
    room = await hub_of(request).room(request.path_params["table"])
    async with room.held():
        charge(request, len(room.match.position.steps) / STEPS_A_REQUEST)
        return answer(Subscriber(who(request), request.state.origin, _look(request)).table(room, steady_time.now()))


async def join(request: Request) -> Response:
    wish = await body(request)
    room = await hub_of(request).room(request.path_params["table"])
    known = (wish.get(word) for word in ("seat", "name", "invite", "colour"))
    seat = await room.sit(who(request), *known)
    return answer({"seat": seat})


async def do(request: Request) -> Response:
    wish = await body(request)
    room = await hub_of(request).room(request.path_params["table"])
    answers: list[Message] = []
    subscriber = Subscriber(who(request), request.state.origin, address=request.state.address)
    allowance = request.app.state.limits.allowance(request.state.visitor, request.state.address)
    problem = await respond(room, subscriber, allowance, wish, answers.append)
    status = 503 if isinstance(problem, (NotStored, Elsewhere)) else 429 if isinstance(problem, TooMany) else 200
    return answer(answers[0], status)


async def record(request: Request) -> Response:
    room = await hub_of(request).room(request.path_params["table"])
    async with room.held():
        viewer, _ = viewer_of(room.match, who(request), None)
        text = room.match.record(None if viewer == SPECTATOR else viewer).dumps()
    headers = {"content-disposition": f'attachment; filename="{room.match.game.name}-{room.match.id}.pizza"'}
    return Response(text, media_type="text/plain; charset=utf-8", headers=headers)


async def picture(request: Request) -> Response:
    room = await hub_of(request).room(request.path_params["table"])
    async with room.held():
        viewer, _ = viewer_of(room.match, who(request), None)
        view = room.match.position.view(board_viewer(room.match, viewer))
    return Response(view.svg(theme=theme_of(request)), media_type="image/svg+xml")


def rules_data(game: Game) -> dict[str, Any]:
    """A rulebook: chapters with rules and plain text."""
    chapters = []
    for chapter in game.rules.chapters:
        parts = [
            {"id": part.id, "text": part.text, "source": part.source, "note": part.note}
            if isinstance(part, Rule)
            else {"text": part}
            for part in chapter.parts
        ]
        chapters.append({"title": chapter.title, "parts": parts})
    return {"title": game.rules.title, "chapters": chapters}


async def rules(request: Request) -> Response:
    return answer(rules_data(find(request.path_params["game"])))


@kept(64)
def legend_data(name: str, theme: str = "") -> list[dict[str, Any]]:
    """What is what in a game, with drawings in the colours of the page or of a theme."""
    p = palette(theme) if theme else INLINE
    return [
        {
            "title": chapter.title,
            "signs": [{"name": sign.name, "text": sign.text, "picture": str(sign.drawn(p))} for sign in chapter.signs],
        }
        for chapter in legend(find(name))
    ]


async def show_legend(request: Request) -> Response:
    game = find(request.path_params["game"])
    return answer({"title": game.title, "chapters": legend_data(game.name)})


async def openapi(request: Request) -> Response:
    return answer(description())


def _look(request: Request) -> int | None:
    asked = request.query_params.get("look", "")
    return int(asked) if asked.isdecimal() and len(asked) < 3 else None


ROUTES = [
    Route("/api/games", games),
    Route("/api/games/{game}/seats", seats),
    Route("/api/token", token, methods=["POST"]),
    Route("/api/tables", tables, methods=["GET"]),
    Route("/api/tables", new_table, methods=["POST"]),
    Route("/api/tables/{table}", table),
    Route("/api/tables/{table}/join", join, methods=["POST"]),
    Route("/api/tables/{table}/do", do, methods=["POST"]),
    Route("/api/tables/{table}/record", record),
    Route("/api/tables/{table}/picture.svg", picture),
    Route("/api/rules/{game}", rules),
    Route("/api/legend/{game}", show_legend),
    Route("/api/openapi.json", openapi),
]
