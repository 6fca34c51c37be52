"""The WebSocket: one connection, one table, one viewer."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from pizzabox.engine.catalogue import calling, speaking
from pizzabox.engine.errors import IllegalMove, PizzaboxError, short
from pizzabox.engine.position import View
from pizzabox.table import scene as scenes
from pizzabox.table.match import ON, NotYours
from pizzabox.table.seats import PERSON

from . import say
from .hub import NoTable
from .limits import MOST_MESSAGE, Bucket
from .responses import reason
from .room import Room, wish_of
from .viewer import Viewer
from .websocket_protocol import line_of

log = logging.getLogger("pizzabox.server")
Message = dict[str, Any]
Answer = Callable[[Message], None]
CLOSED_MISSING, CLOSED_RATE = 4404, 4429
MOST_THING = 80
"""Letters of a thing's name that count."""


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
    listener = Listener(room, viewer, Bucket(state.rate * 4, state.burst))
    line = viewer.line = line_of(websocket.scope)
    sender = asyncio.create_task(_send_all(websocket, viewer))
    if line:
        line.hear = listener.hear
    try:
        while True:  # with a line of ours, only the end of the connection (and what came before it was taken) is seen
            listener.hear(await websocket.receive_text())
            await listener.idle()
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        listener.close()
        listener.room.leave(viewer)
        viewer.close()
        await sender


class Listener:
    """Takes the messages of one connection, one after the other."""

    def __init__(self, room: Room, viewer: Viewer, bucket: Bucket) -> None:
        self.room, self.viewer, self.bucket = room, viewer, bucket
        self._waiting: deque[Message] = deque()
        self._task: asyncio.Task[None] | None = None
        self._closed = False

    def move_on(self, room: Room) -> None:
        """Go on at another table: say so, and tell all of it."""
        self.room = room
        self.viewer.look_from(None, room.match)
        self.viewer.send({"type": "follow", "url": f"/t/{room.match.id}"})
        with speaking(self.viewer.language):
            self.viewer.start(room, time.time())

    def hear(self, text: str) -> None:
        """One message as it came in. A move on a free table is played at once; the rest takes its turn."""
        if not self._closed:
            with speaking(self.viewer.language):
                self._take(text)

    def _take(self, text: str) -> None:
        message = _read(text)
        if not self.bucket.take():
            self.viewer.send({"type": "error", "what": say("messages"), "rule": ""} | _tag(message))
        elif message is None:
            self.viewer.send({"type": "error", "what": say("message_form", n=MOST_MESSAGE), "rule": ""})
        elif message.get("do") == "ping":
            self.viewer.send({"type": "pong"})
        elif self._task is not None or message.get("do") != "move" or not self.play_at_once(message):
            self._waiting.append(message)
            if self._task is None:
                self._task = asyncio.ensure_future(self._work())

    def play_at_once(self, message: Message) -> bool:
        """Play a move without waiting for anything but moves before it; False when the table is busy otherwise."""
        room, viewer, known = self.room, self.viewer, _tag(message)

        def answer(made: Message | None) -> None:
            if made is None:
                with speaking(viewer.language):
                    made = {"type": "error", "what": say("not_stored"), "rule": ""}
            viewer.send(made | known)

        def attempt() -> bool:
            try:
                with calling(scenes.names_of(room.match)):
                    return room.play(viewer.identity, message, answer)
            except PizzaboxError as problem:
                answer(refusal(problem))
            except Exception:
                answer(broken(room))
            return False

        return room.take_for_move(attempt)

    def hello(self, message: Message) -> None:
        """Begin, or begin anew with other wishes."""
        room, viewer, look = self.room, self.viewer, message.get("look")
        seat = look if isinstance(look, int) and not isinstance(look, bool) else None
        viewer.look_from(seat, room.match)
        viewer.reads = message.get("words") is not False
        viewer.draws = viewer.reads and message.get("picture") is not False
        viewer.remembers = message.get("numbers") is True
        viewer.hears_warming = message.get("warming") is True
        viewer.move_on = self.move_on if message.get("follow") is True else None
        viewer.start(room, time.time())
        if viewer not in room.viewers:
            room.enter(viewer)

    async def _work(self) -> None:
        try:
            while self._waiting and not self._closed:
                message = self._waiting.popleft()
                if message.get("do") == "hello":
                    async with self.room.lock:  # nothing is told before it is stored
                        self.hello(message)
                elif (made := await respond(self.room, self.viewer, message, self.viewer.send)) is not None:
                    self.viewer.send(made)
        finally:
            self._task = None

    async def idle(self) -> None:
        """Wait until all that was heard has been dealt with."""
        if self._task is not None:
            await self._task

    def close(self) -> None:
        self._closed = True
        self._waiting.clear()


def _read(text: str) -> Message | None:
    if len(text) > MOST_MESSAGE:
        return None
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None
    return data if isinstance(data, dict) else None


def _tag(message: Message | None) -> Message:
    """What makes an answer the answer to that message."""
    tag = message.get("id") if message else None
    return {"id": tag} if isinstance(tag, str) else {}


async def respond(room: Room, viewer: Viewer, message: Message, early: Answer | None = None) -> Message | None:
    """The answer to one client message; errors are answers too.

    With `early` a stored move is answered there, before anybody is told of it, and nothing is left to answer.
    """
    known = _tag(message)
    with calling(scenes.names_of(room.match)):
        made = await _respond(room, viewer, message, (lambda ok: early(ok | known)) if early else None)
    return None if made is None else made | known


async def _respond(room: Room, viewer: Viewer, message: Message, answer: Answer | None) -> Message | None:
    try:
        do = message.get("do")
        if do == "pick":
            seat = _own(room, viewer, message)
            match = room.match
            look = scenes.board_viewer(match, seat)
            acts, help = seat in match.acting, match.help == ON
            picked = scenes.move_in_progress(match.position, seat, tokens_of(message), acts, look, help)
            picked |= {key: scenes.addressed(match, seat, picked[key]) for key in ("sentence", "loses")}
            return {"type": "pick", **viewer.shortened(picked)}
        if do == "why":
            return {"type": "why", **_why(room, viewer, message)}
        if do == "what":
            return {"type": "what", "what": _seen(room, viewer).explain(thing_of(message))}
        if do == "spoken":
            return {"type": "spoken", "spoken": _seen(room, viewer).spoken(scenes.ending(room.match))}
        if do == "hint":
            return {"type": "hint", **await _hint(room, viewer, message)}
        return await room.act(viewer.identity, message, answer)
    except PizzaboxError as problem:
        return refusal(problem)
    except Exception:
        return broken(room)


def refusal(problem: PizzaboxError) -> Message:
    return {"type": "error", "what": reason(problem), "rule": getattr(problem, "rule", "")}


def broken(room: Room) -> Message:
    """What is said of a fault of ours, which the log tells in full."""
    log.exception("table %s: couldn't carry out a message", room.match.id)
    return {"type": "error", "what": say("broken"), "rule": ""}


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


def thing_of(message: Message) -> str:
    """The thing a message asks about."""
    thing = message.get("thing")
    if not isinstance(thing, str):
        raise PizzaboxError(say("thing"))
    return thing[:MOST_THING]


def _seen(room: Room, viewer: Viewer) -> View:
    """The position from the same eyes as the picture of this viewer is drawn."""
    match = room.match
    seat, _ = scenes.viewer_of(match, viewer.identity, viewer.asked(match))
    return match.position.view(scenes.board_viewer(match, seat))


def _why(room: Room, viewer: Viewer, message: Message) -> Message:
    """Why a move is not allowed: of one that was typed with help to write it, of what was touched in plain words."""
    if "tokens" in message:
        return scenes.reply_to_touch(room.match.position.view(_own(room, viewer, message)), tokens_of(message))
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
    await room.advise(seat)
    view = room.match.position.view(seat)
    move, why = await room.hub.advise(view)
    return {"tokens": list(move.tokens), "text": move.text, "words": view.in_words(seat, move.tokens), "lines": [why]}


async def _send_all(websocket: WebSocket, viewer: Viewer) -> None:
    """Send what waits, in order, until the viewer is closed."""
    try:
        while (text := await viewer.queue.get()) is not None:
            await websocket.send_text(text)
        await websocket.close()
    except (WebSocketDisconnect, RuntimeError):
        pass
