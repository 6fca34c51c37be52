"""Guided first games: the page, and the answers it needs. Nothing is stored; a step's number says all."""

from __future__ import annotations

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.registry import find
from pizzabox.table import lesson as lessons
from pizzabox.table.lesson import Lesson
from pizzabox.table.messages import Message
from pizzabox.table.move_in_progress import move_in_progress, why_not

from . import say
from .api import game_data
from .pages import page
from .responses import answer, body
from .socket import thing_of, tokens_of


def learn(request: Request) -> Response:
    game = find(request.path_params["game"])
    taught = lessons.lesson(game)
    return page(request, "learn.html", game=game_data(game), steps=len(taught.steps))


async def do(request: Request) -> Response:
    wish = await body(request)
    return answer(await run_in_threadpool(respond, request.path_params["game"], wish))


def respond(name: str, wish: Message) -> Message:
    """What a page asks at a step: `step` (show it), `next`, `pick`, `why`, `what`, `spoken`, `move`, `show` (its own
    move)."""
    taught = lessons.lesson(find(name))
    number, do = taught.station(wish.get("step")), wish.get("do")
    handler = _HANDLERS.get(do) if isinstance(do, str) else None
    if handler is None:
        raise PizzaboxError(say("do", value=short(do), known=", ".join(_HANDLERS)))
    return handler(taught, number, wish)


def _step(taught: Lesson, number: int, wish: Message) -> Message:
    return lessons.shown(taught, number)


def _next(taught: Lesson, number: int, wish: Message) -> Message:
    if taught.steps[number].move:
        raise PizzaboxError(say("lesson_move"))
    return _on(taught, number)


def _pick(taught: Lesson, number: int, wish: Message) -> Message:
    pos = taught.at[number]
    return {"type": "pick", **move_in_progress(pos, taught.seat, tokens_of(wish), taught.seat in pos.actors)}


def _why(taught: Lesson, number: int, wish: Message) -> Message:
    return {"type": "why", **why_not(taught.at[number], taught.seat, tokens_of(wish))}


def _what(taught: Lesson, number: int, wish: Message) -> Message:
    return {"type": "what", "what": taught.at[number].view(taught.seat).explain(thing_of(wish))}


def _spoken(taught: Lesson, number: int, wish: Message) -> Message:
    return {"type": "spoken", "spoken": taught.at[number].view(taught.seat).spoken()}


def _move(taught: Lesson, number: int, wish: Message) -> Message:
    """Only the lesson's move advances. Other legal moves get their own answer; where one is right as well, the lesson's
    is shown."""
    tokens, pos, wanted = tokens_of(wish), taught.at[number], taught.wanted(number)
    refused = pos.why_not(tokens, taught.seat)
    if refused:
        raise refused
    code = pos.code_of(tokens, taught.seat)
    if wanted and code == wanted.code:
        return _on(taught, number)
    found = taught.answer(number, code)
    glow = list(wanted.tokens) if wanted and found.right else []
    return {"type": "other", "what": found.text, "right": found.right, "glow": glow}


def _show(taught: Lesson, number: int, wish: Message) -> Message:
    wanted = taught.wanted(number)
    if wanted is None:
        raise PizzaboxError(say("lesson_read"))
    return {"type": "show", "tokens": list(wanted.tokens), "text": wanted.text}


def _on(taught: Lesson, number: int) -> Message:
    after = taught.station(number + 1)
    return {"type": "on", "table": lessons.shown(taught, after), **lessons.passed(taught, number)}


_HANDLERS = {
    "step": _step,
    "next": _next,
    "pick": _pick,
    "why": _why,
    "what": _what,
    "spoken": _spoken,
    "move": _move,
    "show": _show,
}
ROUTES = [Route("/learn/{game}", learn), Route("/api/learn/{game}", do, methods=["POST"])]
