"""Reviewing games over HTTP: pages, frames, opinions, downloads. A game is named by its table, or by its upload."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pizzabox.bots import called, levels
from pizzabox.engine.catalogue import language
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.game_record import loads
from pizzabox.engine.position import View
from pizzabox.study.animation import moving
from pizzabox.study.replay import OPEN, Replay
from pizzabox.study.review import in_words
from pizzabox.table.match import Match
from pizzabox.table.outcome import ending
from pizzabox.table.player_names import seat_name
from pizzabox.web.export import standalone

from . import say
from .api import CARDS_A_REQUEST, charge, hub_of
from .files import Files, sent
from .hub import NoTable
from .pages import page
from .responses import answer, body, theme_of
from .review_jobs import Reviewer
from .uploads import RECORD, is_upload, upload_id

MOST_FRAMES = 24
MOST_REPLAYS = 40
"""Games laid out that are kept, those that were asked for last."""
IN_A_FILE = ("level", "seconds", "chances", "mistakes")
"""What an exported page shows of an opinion."""
T = TypeVar("T")


def reviewer_of(request: Request) -> Reviewer:
    return request.app.state.reviewer  # type: ignore[no-any-return]


async def replay_of(request: Request) -> tuple[str, Replay]:
    """The game an address names, which must be over or uploaded."""
    id = request.path_params["game"]
    replays: dict[tuple[str, str], Replay] = request.app.state.replays
    key = id, language()  # names of bots are said in it
    found = replays.pop(key, None) or await _laid_out(request, id)
    replays[key] = found  # in the last place: the first is the one that nobody asked for longest
    if len(replays) > MOST_REPLAYS:
        del replays[next(iter(replays))]
    return id, found


async def _laid_out(request: Request, id: str) -> Replay:
    if not is_upload(id):
        room = await hub_of(request).room(id)
        async with room.held():
            return replay_of_match(room.match)
    text = await asyncio.to_thread(hub_of(request).store.kept, RECORD, id)
    if text is None:
        raise NoTable(say("no_record", id=short(id)))
    return await in_study_thread(request, lambda: _replayed(text))


def replay_of_match(match: Match) -> Replay:
    """A table's game as a replay; one that still runs stays closed."""
    if not match.over:
        raise PizzaboxError(say("not_over"))
    names = tuple(seat_name(match, i) for i in range(len(match.seats)))
    return Replay(match.position, names, ending(match), None if match.ended == "rules" else match.returns())


def _replayed(text: str) -> Replay:
    return Replay.of(loads(text))


async def upload(request: Request) -> Response:
    """Take a record file in; the same file has the same address."""
    text = (await body(request)).get("record")
    if not isinstance(text, str):
        raise PizzaboxError(say("upload"))
    await in_study_thread(request, lambda: _replayed(text))
    request.app.state.limits.require_making(request.state.address)
    id = upload_id(text)
    await asyncio.to_thread(hub_of(request).store.keep, RECORD, id, text)
    return answer({"id": id, "url": f"/review/{id}"}, 201)


def bot_names() -> list[tuple[str, str]]:
    """Every level with what it is called."""
    return [(level, called(level)) for level in levels()]


async def review_page(request: Request) -> Response:
    id, replay = await replay_of(request)
    return page(request, "review.html", id=id, title=replay.game.title, game=replay.game.name, bots=bot_names())


async def start_page(request: Request) -> Response:
    recent = await hub_of(request).cards("recent", request.state.identity)
    charge(request, len(recent) / CARDS_A_REQUEST)
    for card in recent:
        card["url"] = f"/review/{card['id']}"
    return page(request, "reviews.html", recent=recent)


async def about(request: Request) -> Response:
    """A game to review: seats, the still picture, the log of a view."""
    _, replay = await replay_of(request)
    view = request.query_params.get("view", OPEN)
    lines = await in_study_thread(request, lambda: replay.log(view))
    return answer({**replay.about(), "view": view, "picture": replay.static_layer(), "log": lines})


async def frames(request: Request) -> Response:
    """Up to 24 frames in a row."""
    _, replay = await replay_of(request)
    first = _number(request, "from", 0, replay.last)
    last = min(_number(request, "to", first, replay.last), first + MOST_FRAMES - 1)
    view = request.query_params.get("view", OPEN)
    return answer(await in_study_thread(request, lambda: replay.frames(first, last, view)))


async def line(request: Request) -> Response:
    """Other moves than those played, on the board."""
    _, replay = await replay_of(request)
    n = _number(request, "move", 0, replay.last)
    moves = request.query_params.getlist("play")
    if not 1 <= len(moves) <= MOST_FRAMES:
        raise PizzaboxError(say("number", name="play", most=MOST_FRAMES, value=len(moves)))
    view = request.query_params.get("view", OPEN)
    return answer(await in_study_thread(request, lambda: replay.line(n, moves, view)))


async def opinion(request: Request) -> Response:
    """How far the review is, with what is known already."""
    id, replay = await replay_of(request)
    found = await asyncio.to_thread(reviewer_of(request).look, id) or {"state": "none"}
    percent = hub_of(request).warming.percent(replay.game) if found["state"] == "running" else None
    made = await in_study_thread(request, lambda: in_words(found, replay))
    return answer(made if percent is None else made | {"warming": percent})


async def begin(request: Request) -> Response:
    id, replay = await replay_of(request)
    asker = request.state.visitor, request.state.identity, request.state.address
    return answer(await asyncio.to_thread(reviewer_of(request).begin, id, replay, *asker))


async def stop(request: Request) -> Response:
    id, _ = await replay_of(request)
    return answer({"state": reviewer_of(request).cancel(id, request.state.visitor, request.state.identity)})


async def position(request: Request) -> Response:
    """A position of the game, to play or to think on from."""
    _, replay = await replay_of(request)
    found = replay.fork(_number(request, "move", replay.last, replay.last))
    return answer({"code": found.code, "position": found.data(), "over": found.over})


async def record(request: Request) -> Response:
    id, replay = await replay_of(request)
    if is_upload(id):
        text = str(await asyncio.to_thread(hub_of(request).store.kept, RECORD, id))
    else:
        room = await hub_of(request).room(id)
        async with room.held():
            text = room.match.record().dumps()
    return _download(text, "text/plain; charset=utf-8", f"{replay.game.name}-{id}.pizza")


async def picture(request: Request) -> Response:
    """One frame as SVG or PNG."""
    _, replay = await replay_of(request)
    n = _number(request, "move", replay.last, replay.last)
    s, viewer = replay.seen(n, request.query_params.get("view", OPEN))
    board, theme = View(replay.game, s, viewer), theme_of(request)
    name = f"{replay.game.name}-{n}"
    if request.path_params["kind"] == "png":
        png = await in_study_thread(request, lambda: board.png(1200, theme=theme))
        return _download(png, "image/png", f"{name}.png")
    svg = await in_study_thread(request, lambda: board.svg(theme=theme))
    return _download(svg, "image/svg+xml", f"{name}.svg")


async def animation(request: Request) -> Response:
    """The whole game as a picture that plays by itself."""
    id, replay = await replay_of(request)
    view, theme = request.query_params.get("view", OPEN), theme_of(request)
    replay.viewer(view)
    key = ("animation", id, language(), view, theme)
    packed = await _made_once(request, key, lambda: moving(replay, view, theme))
    return sent(request, packed, "image/svg+xml", f"{replay.game.name}.svg")


async def exported(request: Request) -> Response:
    """The whole game as one HTML file that plays without a server."""
    id, replay = await replay_of(request)
    view = request.query_params.get("view", OPEN)
    replay.viewer(view)
    opinion = await asyncio.to_thread(reviewer_of(request).look, id)

    def made() -> str:
        data = {
            "about": replay.about() | {"picture": replay.static_layer()},
            **replay.whole(list(dict.fromkeys((OPEN, view)))),
            "opinion": {key: opinion[key] for key in IN_A_FILE} if opinion and opinion["state"] == "done" else None,
        }
        return standalone(data)

    key = ("page", id, language(), view, opinion is not None and opinion["state"] == "done")
    packed = await _made_once(request, key, made)
    return sent(request, packed, "text/html; charset=utf-8", f"{replay.game.name}-{id}.html")


async def _made_once(request: Request, key: Hashable, make: Callable[[], str]) -> bytes:
    files: Files = request.app.state.files
    return await files.get(request.state.visitor, key, make, request.state.address)


async def in_study_thread(request: Request, work: Callable[[], T]) -> T:
    """Do a piece of work in a thread kept for studies, when it is that visitor's turn."""
    return await hub_of(request).studies.run(request.state.visitor, work, address=request.state.address)


def _number(request: Request, name: str, default: int, most: int) -> int:
    text = request.query_params.get(name, str(default))
    if not text.isdecimal() or len(text) > 6 or int(text) > most:
        raise PizzaboxError(say("number", name=name, most=most, value=short(text)))
    return int(text)


def _download(content: str | bytes, kind: str, name: str) -> Response:
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


ROUTES = [
    Route("/review", start_page),
    Route("/review/{game}", review_page),
    Route("/api/records", upload, methods=["POST"]),
    Route("/api/review/{game}", about),
    Route("/api/review/{game}/frames", frames),
    Route("/api/review/{game}/line", line),
    Route("/api/review/{game}/opinion", opinion, methods=["GET"]),
    Route("/api/review/{game}/opinion", begin, methods=["POST"]),
    Route("/api/review/{game}/opinion", stop, methods=["DELETE"]),
    Route("/api/review/{game}/position", position),
    Route("/api/review/{game}/record", record),
    Route("/api/review/{game}/picture.{kind:str}", picture),
    Route("/api/review/{game}/animation.svg", animation),
    Route("/api/review/{game}/page.html", exported),
]
