"""The WebSocket: one connection, one table, one viewer."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from pizzabox.bots import ADVISER, bot
from pizzabox.engine.errors import IllegalMove, PizzaboxError, short
from pizzabox.table import scene as scenes
from pizzabox.table.match import NotYours
from pizzabox.table.seats import PERSON

from . import say
from .answers import reason
from .hub import NoTable
from .limits import MOST_MESSAGE, Bucket
from .room import Room, wish_of
from .viewer import Viewer

log = logging.getLogger("pizzabox.server")
Message = dict[str, Any]
CLOSED_MISSING, CLOSED_RATE = 4404, 4429


async def talk(websocket: WebSocket) -> None:
    """Serve one connection until it closes."""
    state = websocket.app.state
    await websocket.accept()
    try:
        room = await state.hub.room(websocket.path_params["table"])
    except NoTable as problem:
        await websocket.send_text(msgspec.json.encode({"type": "error", "what": str(problem), "rule": ""}).decode())
        await websocket.close(CLOSED_MISSING)
        return
    viewer = Viewer(websocket.state.identity, websocket.state.origin)
    bucket = Bucket(state.rate * 4, state.burst)
    sender = asyncio.create_task(_send_all(websocket, viewer))
    try:
        while True:
            text = await websocket.receive_text()
            if not bucket.take():
                viewer.send({"type": "error", "what": say("messages"), "rule": ""})
                continue
            message = _read(text)
            if message is None:
                viewer.send({"type": "error", "what": say("message_form", n=MOST_MESSAGE), "rule": ""})
            elif message.get("do") == "hello":
                async with room.lock:  # nothing is told before it is stored
                    _hello(room, viewer, message)
            else:
                viewer.send(await respond(room, viewer, message))
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        room.leave(viewer)
        viewer.close()
        await sender


def _read(text: str) -> Message | None:
    if len(text) > MOST_MESSAGE:
        return None
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    return data if isinstance(data, dict) else None


def _hello(room: Room, viewer: Viewer, message: Message) -> None:
    look = message.get("look")
    seat = look if isinstance(look, int) and not isinstance(look, bool) else None
    viewer.look_from(seat, room.match.position.state.news)
    viewer.draws = message.get("picture") is not False
    viewer.send(viewer.table(room, time.time()))
    if viewer not in room.viewers:
        room.enter(viewer)


async def respond(room: Room, viewer: Viewer, message: Message) -> Message:
    """The answer to one client message; errors are answers too."""
    tag = message.get("id")
    known = {"id": tag} if isinstance(tag, str) else {}
    try:
        do = message.get("do")
        if do == "pick":
            seat = _own(room, viewer, message)
            match = room.match
            made = {"type": "pick", **scenes.picked(match.position, seat, tokens_of(message), seat in match.acting)}
        elif do == "why":
            made = {"type": "why", **_why(room, viewer, message)}
        elif do == "hint":
            made = {"type": "hint", **await _hint(room, viewer, message)}
        else:
            made = await room.act(viewer.identity, message)
    except PizzaboxError as problem:
        made = {"type": "error", "what": reason(problem), "rule": getattr(problem, "rule", "")}
    except Exception:
        log.exception("table %s: a message could not be carried out", room.match.id)
        made = {"type": "error", "what": say("broken"), "rule": ""}
    return made | known


def _own(room: Room, viewer: Viewer, message: Message) -> int:
    """The seat a message is about, which must be one of the sender's."""
    seat, own = message.get("seat"), room.match.owned(viewer.identity)
    if seat is None and len(own) == 1:
        return own[0]
    if not isinstance(seat, int) or isinstance(seat, bool) or seat not in own:
        raise NotYours(say("not_yours", seat=short(seat)))
    return seat


def tokens_of(message: Message) -> tuple[str, ...]:
    tokens = message.get("tokens", [])
    if not isinstance(tokens, list) or len(tokens) > 40 or not all(isinstance(t, str) for t in tokens):
        raise PizzaboxError(say("tokens"))
    return tuple(tokens)


def _why(room: Room, viewer: Viewer, message: Message) -> Message:
    refused: IllegalMove | None = room.match.position.why_not(wish_of(message), _own(room, viewer, message))
    return {
        "allowed": refused is None,
        "what": refused.reason if refused else "",
        "rule": refused.rule if refused else "",
    }


async def _hint(room: Room, viewer: Viewer, message: Message) -> Message:
    seat = _own(room, viewer, message)
    if seat not in room.match.acting or room.match.seats[seat].kind != PERSON:
        raise PizzaboxError(say("nothing"))
    view = room.match.position.view(seat)
    move = await room.hub.think(bot(ADVISER), view)
    return {"tokens": list(move.tokens), "text": move.text, "lines": []}


async def _send_all(websocket: WebSocket, viewer: Viewer) -> None:
    """Send what waits, in order, until the viewer is closed."""
    try:
        while (text := await viewer.queue.get()) is not None:
            await websocket.send_text(text)
        await websocket.close()
    except (WebSocketDisconnect, RuntimeError):
        pass
