"""The WebSocket: one connection to one table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Mapping

import msgspec
import sqlalchemy as sa
from starlette.types import Receive, Scope, Send

from pizzabox.engine.catalogue import calling, speaking
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.position import View
from pizzabox.table.match import NotYours
from pizzabox.table.messages import Message
from pizzabox.table.move_in_progress import move_in_progress, why_not
from pizzabox.table.new_table import ON
from pizzabox.table.outcome import ending
from pizzabox.table.player_names import addressed, names_of
from pizzabox.table.seats import PERSON
from pizzabox.table.viewers import board_viewer, viewer_of

from . import say, steady_time
from .hub import NoTable
from .limits import MOST_CONNECTIONS, MOST_MESSAGE, MOST_WATCHING, Allowance, Limits
from .metrics import CONNECTIONS
from .responses import reason
from .room import HANDLERS, Answer, Elsewhere, Room, wish_of
from .subscriber import Subscriber, encode

log = logging.getLogger("pizzabox.server")
CLOSED_MISSING, CLOSED_RATE, CLOSED_BY_US = 4404, 4429, 1012
"""Why a connection is closed: there is no such table; there are too many from there; come back in a moment."""
GREETING = 20.0
"""Seconds within which a connection must say hello."""
LAST_WORDS, CLOSING = 0.5, 1.0
"""Seconds to send what still waits, and then to say goodbye."""
MOST_HEARD = 50
"""Messages of one connection that wait for their turn; then it is not listened to for a while."""
SILENT = 150.0
"""Seconds after which somebody is gone who gave signs of life before; a browser wakes a hidden page once a minute."""
STEPS_A_MESSAGE = 20
"""A table with this many moves costs as much to tell as another message."""
MOST_THING = 80
"""Letters of a thing's name that count."""


class TableSocket:
    """The application of the route: it serves a connection, unless its address holds too many."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        limits, address = scope["app"].state.limits, scope["state"]["address"]
        slot = limits.connection(address)
        if not slot:
            await send(_closing(CLOSED_RATE, say("connections", n=MOST_CONNECTIONS)))
            return
        try:
            with CONNECTIONS.track_inprogress():
                await _serve(scope, receive, send, limits)
        finally:
            slot.release()


async def _serve(scope: Scope, receive: Receive, send: Send, limits: Limits) -> None:
    """Serve one connection until it closes."""
    await receive()  # it wants to come in
    await send({"type": "websocket.accept"})
    try:
        room = await scope["app"].state.hub.room(scope["path_params"]["table"])
    except NoTable as problem:
        await send(_text(encode({"type": "error", "what": str(problem), "rule": ""}).decode()))
        await send(_closing(CLOSED_MISSING))
        return
    except (Elsewhere, sa.exc.DBAPIError):
        await send(_closing(CLOSED_BY_US))
        return
    address = scope["state"]["address"]
    subscriber = Subscriber(scope["state"]["identity"], scope["state"]["origin"], address=address)
    slot = limits.watcher("" if room.match.owned(subscriber.identity) else address)
    if not slot:
        await send(_closing(CLOSED_RATE, say("connections", n=MOST_WATCHING)))
        return
    connection = Connection(room, subscriber, limits.allowance(scope["state"]["visitor"], address))
    working = asyncio.create_task(connection.work())
    listening = asyncio.create_task(_listen(receive, connection))
    sending = asyncio.create_task(_send_all(send, subscriber))
    subscriber.hang_up = listening.cancel
    wait, ended = GREETING, set[asyncio.Task[None]]()
    while not ended and not connection.gone:
        ended, _ = await asyncio.wait((listening, sending), timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        wait = SILENT
    listening.cancel()
    connection.close()
    if connection.room.closed:  # what is refused because of that is tried again by whoever comes back
        sending.cancel()
    try:
        await working  # what has begun is stored and told
        subscriber.end()
        await asyncio.wait((sending,), timeout=LAST_WORDS)
        sending.cancel()
        with contextlib.suppress(OSError, RuntimeError):  # the other side may be gone
            await asyncio.wait_for(send(_closing(CLOSED_BY_US)), CLOSING)
    finally:
        connection.room.leave(subscriber)
        slot.release()


async def _listen(receive: Receive, connection: Connection) -> None:
    """Take in what is sent, until the other side is gone."""
    while (message := await receive())["type"] == "websocket.receive":
        await connection.hear(message.get("text") or "")


async def _send_all(send: Send, subscriber: Subscriber) -> None:
    """Send what waits, in order, up to the end."""
    with contextlib.suppress(OSError, RuntimeError):  # the other side is gone
        while True:
            await subscriber.something.wait()
            subscriber.something.clear()
            while subscriber.waiting:
                text = subscriber.waiting.popleft()
                if not text:
                    return
                await send(_text(text))


def _text(text: str) -> Message:
    return {"type": "websocket.send", "text": text}


def _closing(code: int, reason: str = "") -> Message:
    return {"type": "websocket.close", "code": code, "reason": reason}


class Connection:
    """One connection to a table. It carries out what it is sent, one message after the other."""

    def __init__(self, room: Room, subscriber: Subscriber, allowance: Allowance) -> None:
        self.room, self.subscriber, self.allowance = room, subscriber, allowance
        room.connected.add(subscriber)
        self._heard: asyncio.Queue[Message | None] = asyncio.Queue(MOST_HEARD)
        self._closed = False
        self._greeted = False
        self._until: float | None = time.monotonic() + GREETING
        """When somebody is taken for gone; None for one who never gives a sign, as a program may not."""

    @property
    def gone(self) -> bool:
        """Whether somebody never came in, or gave signs of life and has given none for long."""
        return self._until is not None and time.monotonic() >= self._until

    def close(self) -> None:
        """Nothing more is begun."""
        self._closed = True
        if self._heard.empty():
            self._heard.put_nowait(None)

    async def hear(self, text: str) -> None:
        """One message as it came in. It takes its turn, but for a sign of life, which the table need not wait for."""
        message = _read(text)
        if not self.allowance.message():
            self.subscriber.send({"type": "error", "what": say("messages"), "rule": ""} | _tag(message))
        elif message is None:
            self.subscriber.send({"type": "error", "what": say("message_form", n=MOST_MESSAGE), "rule": ""})
        elif message.get("do") == "ping":
            if self._greeted:
                self._until = time.monotonic() + SILENT
            self.subscriber.send({"type": "pong"})
        else:
            if message.get("do") == "hello":
                self._greeted, self._until = True, None
            await self._heard.put(message)

    async def work(self) -> None:
        """Carry out what was heard."""
        while not self._closed and (message := await self._heard.get()) is not None:
            if message.get("do") == "hello":
                await self._greet(message)
            else:
                await respond(self.room, self.subscriber, self.allowance, message, self.subscriber.send)

    async def _greet(self, message: Message) -> None:
        """Let somebody in; if the table can't be shown, they come back."""
        try:
            async with self.room.held():
                self.allowance.charge(len(self.room.match.position.steps) / STEPS_A_MESSAGE)
                self.hello(message)
        except Elsewhere:
            self.subscriber.hang_up()
        except Exception:
            log.exception("table %s: couldn't show the table", self.room.match.id)
            self.subscriber.hang_up()

    def hello(self, message: Message) -> None:
        """Begin, or begin anew with other wishes."""
        room, subscriber, look = self.room, self.subscriber, message.get("look")
        seat = look if isinstance(look, int) and not isinstance(look, bool) else None
        subscriber.look_from(seat, room.match)
        subscriber.reads = message.get("words") is not False
        subscriber.draws = subscriber.reads and message.get("picture") is not False
        subscriber.remembers = message.get("numbers") is True
        subscriber.hears_warming = message.get("warming") is True
        if message.get("follow") is True:
            room.followers[subscriber] = self.move_on
        else:
            room.followers.pop(subscriber, None)
        subscriber.start(room, steady_time.now())
        if subscriber not in room.subscribers:
            room.enter(subscriber)

    def move_on(self, room: Room) -> None:
        """Go on at another table: say so, and send all of it."""
        self.room = room
        self.subscriber.look_from(None, room.match)
        self.subscriber.send({"type": "follow", "url": f"/t/{room.match.id}"})
        with speaking(self.subscriber.language):
            self.subscriber.start(room, steady_time.now())


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


async def respond(
    room: Room, subscriber: Subscriber, allowance: Allowance, message: Message, send: Answer
) -> Exception | None:
    """Carry out one client message and send the answer to it; errors are answers too, and returned."""
    tag = _tag(message)

    def answer(made: Message) -> None:
        send(made | tag)

    with calling(names_of(room.match)):
        try:
            do = str(message.get("do"))
            question = QUESTIONS.get(do)
            if question is None:
                if do in HANDLERS and do != "move":
                    allowance.require_change()
                await room.carry_out(subscriber.identity, message, answer)
            elif question is _hint:  # it takes long, and looks by itself
                answer({"type": "hint", **await _hint(room, subscriber, message)})
            else:
                async with room.held():
                    answer({"type": message["do"], **await question(room, subscriber, message)})
        except PizzaboxError as problem:
            answer({"type": "error", "what": reason(problem), "rule": getattr(problem, "rule", "")})
            return problem
        except Exception as problem:
            log.exception("table %s: couldn't carry out a message", room.match.id)
            answer({"type": "error", "what": say("broken"), "rule": ""})
            return problem
    return None


def _own(room: Room, subscriber: Subscriber, message: Message) -> int:
    """The seat a message is about, which must be one of the sender's."""
    seat, own = message.get("seat"), room.match.owned(subscriber.identity)
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


def _seen(room: Room, subscriber: Subscriber) -> View:
    """The position as the picture of this subscriber shows it."""
    match = room.match
    seat, _ = viewer_of(match, subscriber.identity, subscriber.asked(match))
    return match.position.view(board_viewer(match, seat))


async def _pick(room: Room, subscriber: Subscriber, message: Message) -> Mapping[str, object]:
    """What a move in progress looks like, and what can be touched next."""
    match, seat = room.match, _own(room, subscriber, message)
    look = board_viewer(match, seat)
    acts, help = seat in match.acting, match.help == ON
    picked = move_in_progress(match.position, seat, tokens_of(message), acts, look, help)
    picked["sentence"] = addressed(match, seat, picked["sentence"])
    picked["loses"] = addressed(match, seat, picked["loses"])
    return subscriber.shortened(picked)


async def _why(room: Room, subscriber: Subscriber, message: Message) -> Mapping[str, object]:
    """Why a move is not allowed."""
    seat = _own(room, subscriber, message)
    return why_not(room.match.position, seat, tokens_of(message) if "tokens" in message else wish_of(message))


async def _what(room: Room, subscriber: Subscriber, message: Message) -> Message:
    return {"what": _seen(room, subscriber).explain(thing_of(message))}


async def _spoken(room: Room, subscriber: Subscriber, message: Message) -> Message:
    return {"spoken": _seen(room, subscriber).spoken(ending(room.match))}


async def _hint(room: Room, subscriber: Subscriber, message: Message) -> Message:
    seat = _own(room, subscriber, message)
    _require_turn(room, seat)
    await room.advise(seat)
    _require_turn(room, seat)  # another may have moved meanwhile
    view = room.match.position.view(seat)
    move, why = await room.hub.advise(view, subscriber.identity, subscriber.address)
    return {"tokens": list(move.tokens), "text": move.text, "words": view.in_words(seat, move.tokens), "lines": [why]}


def _require_turn(room: Room, seat: int) -> None:
    if seat not in room.match.acting or room.match.seats[seat].kind != PERSON:
        raise PizzaboxError(say("nothing"))


QUESTIONS: dict[str, Callable[[Room, Subscriber, Message], Awaitable[Mapping[str, object]]]] = {
    "pick": _pick,
    "why": _why,
    "what": _what,
    "spoken": _spoken,
    "hint": _hint,
}
"""What a client may ask at a table, by its name in a message; everything else would change the table."""
