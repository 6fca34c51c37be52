"""The analysis board and the puzzles over HTTP. Nothing is kept: every request brings its position."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pizzabox.bots import survey
from pizzabox.engine.catalogue import calling
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.engine.registry import each, find, names
from pizzabox.study import analysis_board as boards
from pizzabox.study import puzzle as puzzles
from pizzabox.table.messages import Message
from pizzabox.table.move_in_progress import why_not

from . import say
from .api import game_data, hub_of
from .pages import page
from .responses import answer, body
from .reviews import bot_names, in_study_thread
from .room import wish_of
from .socket import thing_of, tokens_of

MOST_SECONDS = 3.0
DAY = 86_400
T = TypeVar("T")


async def analysis_page(request: Request) -> Response:
    chosen = request.query_params.get("game", "")
    return page(request, "analysis.html", games=each(game_data), chosen=chosen, bots=bot_names())


async def open_board(request: Request) -> Response:
    """A board from a position, a record or a game's start."""
    wish = await body(request)
    painting = wish.get("painting") is True
    made = await _called(request, wish, lambda: boards.board(boards.opened(wish), wish.get("seat"), painting=painting))
    return answer(made)


async def _called(request: Request, wish: Message, work: Callable[[], T]) -> T:
    """Do a piece of work in a thread, where players are called as the wish says and in the language of who asks."""

    def named() -> T:
        with calling(boards.called(wish)):
            return work()

    return await in_study_thread(request, named)


async def do(request: Request) -> Response:
    """Pick, play, ask why not, paint on the picture or by a form."""
    wish = await body(request)
    return answer(await _called(request, wish, lambda: _do(wish)))


def _do(wish: Message) -> Mapping[str, object]:
    pos = boards.opened(wish)
    do = wish.get("do")
    if do == "paint":
        return boards.painted(pos, wish.get("brush"), wish.get("token"), wish.get("seat"))
    if do == "form":
        return boards.form(pos)
    if do == "fill":
        return boards.filled(pos, wish.get("entries"), wish.get("seat"))
    return _pick_or_why(pos, wish) if do != "move" else boards.played(pos, _seat(pos, wish), wish_of(wish))


def _pick_or_why(pos: Position, wish: Message) -> Mapping[str, object]:
    do = wish.get("do")
    if do == "what":
        return {"what": pos.view(boards.seat_of(pos, wish.get("seat"))).explain(thing_of(wish))}
    if do == "spoken":
        return {"spoken": pos.view(boards.seat_of(pos, wish.get("seat"))).spoken()}
    seat = _seat(pos, wish)
    if do == "pick":
        return boards.narrowed(pos, seat, tokens_of(wish))
    if do == "why":
        return why_not(pos, seat, wish_of(wish))
    raise PizzaboxError(say("do", value=short(do), known="pick, why, what, spoken, move, paint, form, fill"))


def _seat(pos: Position, wish: Message) -> int:
    seat = boards.seat_of(pos, wish.get("seat"))
    if seat < 0:
        raise PizzaboxError(say("board_over"))
    return seat


async def think(request: Request) -> Response:
    """What the bot thinks, after some seconds."""
    wish = await body(request)
    seconds = wish.get("seconds", 1.0)
    if not isinstance(seconds, (int, float)) or isinstance(seconds, bool) or not 0 < seconds <= MOST_SECONDS:
        raise PizzaboxError(say("seconds", most=f"{MOST_SECONDS:g}", value=short(seconds)))
    hub = hub_of(request)
    pos = await in_study_thread(request, lambda: boards.opened(wish))
    percent = hub.warming.percent(pos.game)
    if percent is not None and wish.get("warming") is True:
        return answer({"warming": percent})
    if percent is not None:  # not in a thread of the bots, which have to play meanwhile
        await asyncio.to_thread(hub.warming.wait, pos.game, threading.Event())

    view = pos.view(_seat(pos, wish))
    work = partial(survey, view, seconds=float(seconds), seed=1)
    thought = await hub.bots.run(request.state.visitor, work, address=request.state.address)
    return answer(await _called(request, wish, lambda: boards.thought_data(thought, view)))


async def analysis(request: Request) -> Response:
    """What the game can count out of a position."""
    wish = await body(request)
    return answer(await _called(request, wish, lambda: boards.panels(boards.opened(wish))))


# Puzzles


async def puzzles_page(request: Request) -> Response:
    have = [listed for listed in each(_with_puzzles) if listed["puzzles"]]
    today = puzzles.daily(int(time.time() // DAY), names())
    return page(request, "puzzles.html", games=have, today=today)


def _with_puzzles(game: Game) -> Message:
    """A game with its puzzles as their list needs them."""
    known = puzzles.shipped(game.name)
    shown = [{"n": n, "stars": one.stars, "theme": puzzles.theme(one, game.name)} for n, one in enumerate(known, 1)]
    return game_data(game) | {"count": len(known), "puzzles": shown}


async def puzzle_page(request: Request) -> Response:
    game, number, found = _named(request)
    context: Message = {"game": game.name, "title": game.title, "number": number}
    context |= {"task": puzzles.task(found), "theme": puzzles.theme(found, game.name), "stars": found.stars}
    context["count"] = len(puzzles.shipped(game.name))
    day = int(time.time() // DAY)
    return page(request, "puzzle.html", **context, today=puzzles.daily(day, names()) == (game.name, number), day=day)


async def puzzle(request: Request) -> Response:
    game, _, found = _named(request)
    return answer(await in_study_thread(request, lambda: boards.board(found.position(game), found.seat, whole=False)))


async def solve(request: Request) -> Response:
    """Pick, ask why not, or play a move of a puzzle; `at` is the step of its line that the board stands at."""
    game, _, found = _named(request)
    wish = await body(request) | {"seat": found.seat}

    def work() -> Mapping[str, object]:
        at = wish.get("at", 0)
        pos = puzzles.reached(found, game, at)
        if wish.get("do") != "move":
            return _pick_or_why(pos, wish)
        verdict = puzzles.judge(found, pos, wish_of(wish), at)
        made = {"right": verdict.right, "lines": list(verdict.lines), "at": verdict.at, "done": verdict.done}
        if verdict.right:
            then = puzzles.reached(found, game, verdict.at)
            said = then.log(found.seat)[len(pos.log(found.seat)) :]
            made |= {"said": said, "board": boards.board(then, found.seat, whole=False)}
        return made

    return answer(await in_study_thread(request, work))


async def solution(request: Request) -> Response:
    """The answer of a puzzle, for who gives up or has found it: the line move by move, and the board to analyse."""
    game, _, found = _named(request)
    return answer(await in_study_thread(request, lambda: _played_through(found, game)))


def _played_through(found: puzzles.Puzzle, game: Game) -> Message:
    pos = found.position(game)
    code = pos.view(found.seat).guess(1).code  # what no seat knows is drawn anew
    steps, shown = [], 0
    for step in found.line:
        board = boards.board(pos, step.seat, whole=False) | {"tokens": {}}  # to look at
        move = pos.play(step.moves[0], step.seat)
        log = pos.log(found.seat)
        steps.append({"board": board, "text": move.text, "tokens": list(move.tokens), "said": log[shown:]})
        shown = len(log)
    last = boards.board(pos, found.seat, whole=False)
    lines = [puzzles.why(found, game)]
    return {"answer": found.answers[0], "lines": lines, "steps": steps, "last": last, "code": code}


def _named(request: Request) -> tuple[Game, int, puzzles.Puzzle]:
    """The puzzle an address names, with its game and number."""
    game, text = find(request.path_params["game"]), request.path_params["number"]
    number = int(text) if text.isdecimal() and len(text) < 5 else 0
    return game, number, puzzles.puzzle(game.name, number)


ROUTES = [
    Route("/analysis", analysis_page),
    Route("/puzzles", puzzles_page),
    Route("/puzzles/{game}/{number}", puzzle_page),
    Route("/api/board", open_board, methods=["POST"]),
    Route("/api/board/do", do, methods=["POST"]),
    Route("/api/board/think", think, methods=["POST"]),
    Route("/api/board/analysis", analysis, methods=["POST"]),
    Route("/api/puzzles/{game}/{number}", puzzle, methods=["GET"]),
    Route("/api/puzzles/{game}/{number}", solve, methods=["POST"]),
    Route("/api/puzzles/{game}/{number}/answer", solution),
]
