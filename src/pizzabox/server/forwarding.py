"""Connections that arrive at one worker and are served by another: the events of ASGI, carried by Redis streams.

Each worker reads one stream. What one worker sends to another travels in numbered batches: one that comes twice is
dropped, and where one is missing, all connections between the two are ended, and whoever was connected comes back. The
same happens if Redis or the other worker fails. Then numbers begin anew in another epoch.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter, defaultdict
from collections.abc import Collection
from typing import Any

import msgspec
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from . import say
from .limits import MOST_MESSAGE
from .responses import HEADERS, error

log = logging.getLogger("pizzabox.server")
WINDOW = 64
"""Events of a connection on their way in one direction; then the sender waits."""
MOST_BATCHES = 10_000
"""Batches that a stream holds; a worker so far behind loses the oldest."""
KEPT = 60
"""Seconds that a stream is kept which nobody writes to; whoever writes says so anew when half of them are over."""
MOST_READ = 500
"""Batches that stay in a stream after they were read; they go together, or when nothing comes for a while."""
WAIT, PATIENCE, PAUSE = 1000, 4.0, 0.2
"""Milliseconds to wait for the next batch; seconds after which Redis does not answer, and until it is asked again."""
GOODBYE = 1.0
"""Seconds for the last answers of other workers when this one stops."""
OPEN, CREDIT, END, RESET = "open", "credit", "end", "reset"
COME_BACK = 1012
FORWARDED = "pizzabox.forwarded"
"""In the scope of a connection that another worker has forwarded."""
SCOPE = (
    *("type", "asgi", "http_version", "method", "scheme", "path", "raw_path", "query_string", "root_path"),
    *("headers", "client", "server", "subprotocols", "state"),
)
"""What travels of a connection's scope; `state` says who it is, as the worker found that it arrived at."""
_encode, _decode = msgspec.msgpack.encode, msgspec.msgpack.decode


class Disconnected(ConnectionError):
    """The other end of a channel cannot be reached any more."""


class Channel:
    """One end of a connection between two workers: one has accepted it (`serves` is False), the other serves it."""

    def __init__(self, bridge: Bridge, peer: str, serves: bool, number: int) -> None:
        self.bridge, self.peer, self.serves, self.number = bridge, peer, serves, number
        self.open = True
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._taken = 0
        """Events taken since the other end was given credit for them."""
        self._credit = asyncio.Semaphore(WINDOW)
        bridge.channels[peer, serves, number] = self

    async def send(self, event: Message) -> None:
        """Send an event to the other end, once it has room for it."""
        await self._credit.acquire()
        if not self.open:
            raise Disconnected(self.peer)
        self.post(event)

    def post(self, event: Message) -> None:
        self.bridge.post(self.peer, self.serves, self.number, event)

    async def receive(self) -> Message:
        """The next event from the other end."""
        if not self.open and self._inbox.empty():
            raise Disconnected(self.peer)
        event = await self._inbox.get()
        if event["type"] == END:
            raise Disconnected(self.peer)
        self._taken += 1
        if self._taken == WINDOW // 2:
            self.post({"type": CREDIT, "n": self._taken})
            self._taken = 0
        return event

    def deliver(self, event: Message) -> None:
        """An event came in."""
        if event["type"] == CREDIT:
            self._release(event["n"])
        elif event["type"] == END:
            self.close()
        else:
            self._inbox.put_nowait(event)

    def close(self) -> None:
        """Nothing more comes, and nothing more is sent."""
        if self.open:
            self.open = False
            del self.bridge.channels[self.peer, self.serves, self.number]
            self._inbox.put_nowait({"type": END})
            self._release(WINDOW)

    def _release(self, n: int) -> None:
        for _ in range(n):
            self._credit.release()


class Bridge:
    """The way between this worker and the others."""

    def __init__(self, url: str, app: ASGIApp) -> None:
        once = Retry(NoBackoff(), 0)  # what is lost is noticed here
        self.redis = Redis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, retry=once)
        self.app = app
        """What serves the connections that others forward."""
        self.worker = ""
        self.peers: set[str] = set()
        """The other workers alive."""
        self.channels: dict[tuple[str, bool, int], Channel] = {}
        """By the worker at the other end, whether this one serves, and the number that the one who accepted gave."""
        self._out_of_reach = False
        self._count = 0
        self._epoch = 0
        self._sent: Counter[str] = Counter()
        """Batches in this epoch by worker."""
        self._next: dict[str, tuple[int, int]] = {}
        """By worker the epoch there, and the number of the batch that comes next."""
        self._prolonged: dict[str, float] = {}
        """By worker when it was last said how long its stream is kept."""
        self._waiting: defaultdict[str, list[Any]] = defaultdict(list)
        self._posting: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._serving: set[asyncio.Task[None]] = set()
        self._arrived: set[Channel] = set()
        """The WebSockets that arrived here and are served by others."""

    async def join(self, worker: str) -> None:
        """Begin under a new name, without any connection."""
        await self.leave()
        self.worker = worker
        self.peers.clear()
        self._sent.clear()
        self._next.clear()
        self._reading = asyncio.create_task(self._read())

    async def leave(self) -> None:
        """End all connections, once what waits has been sent."""
        if self._posting:
            await self._posting
        self._end_all()
        self.worker = ""
        if self._reading:
            self._reading.cancel()
            await asyncio.wait([self._reading])

    async def hang_up(self) -> None:
        """This worker stops: the WebSockets that arrived here end, once the last answers of those who serve them have
        come; whoever was connected comes back."""
        for channel in self._arrived:
            channel.post({"type": "websocket.disconnect", "code": COME_BACK})
        await self._all_ended()
        for channel in list(self._arrived):
            channel.close()
        await self._all_ended()

    async def _all_ended(self) -> None:
        until = time.monotonic() + GOODBYE
        while self._arrived and time.monotonic() < until:
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        await self.leave()
        await self.redis.aclose()

    def meet(self, workers: Collection[str]) -> None:
        """These workers are alive: the connections shared with those that no longer are end."""
        gone, self.peers = self.peers.difference(workers), set(workers) - {self.worker}
        for worker in gone:
            self._end_all(worker)
            self._next.pop(worker, None)

    def _end_all(self, peer: str | None = None) -> None:
        """End all connections, or those shared with one worker."""
        for channel in [channel for channel in self.channels.values() if peer in (None, channel.peer)]:
            channel.close()

    async def forward(self, worker: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Let another worker serve a connection that arrived here."""
        self._count += 1
        channel = Channel(self, worker, False, self._count)
        channel.post({"type": OPEN, "scope": {key: scope[key] for key in SCOPE if key in scope}})
        if scope["type"] == "websocket":
            self._arrived.add(channel)
        pumping = asyncio.create_task(_pump(receive, channel))
        begun = ended = False
        try:
            while not ended:
                event = await channel.receive()
                begun, ended = True, _last(event)
                if ended:
                    await _stopped(pumping)
                await send(event)
        except Disconnected:
            await _stopped(pumping)
            if scope["type"] == "websocket" or not begun:
                await ask_to_come_back(scope, receive, send)
        finally:
            pumping.cancel()
            self._arrived.discard(channel)
            if channel.open:
                channel.post({"type": END})
                channel.close()

    async def _serve(self, channel: Channel, scope: Scope) -> None:
        """Serve a connection that arrived at another worker."""
        web = scope["type"] == "websocket"

        async def receive() -> Message:
            try:
                return await channel.receive()
            except Disconnected:
                return {"type": "websocket.disconnect", "code": 1006} if web else {"type": "http.disconnect"}

        try:
            await self.app({**scope, FORWARDED: True}, receive, channel.send)
        except Disconnected:
            pass
        except Exception:
            log.exception("couldn't serve a forwarded connection")
        finally:
            if channel.open:
                channel.post({"type": END})
                channel.close()

    def post(self, worker: str, serves: bool, number: int, event: Message) -> None:
        """Put an event on its way; those of one moment travel together."""
        self._waiting[worker].append((serves, number, event))
        if self._posting is None:
            self._posting = asyncio.create_task(self._post())

    async def _post(self) -> None:
        try:
            while self._waiting:
                going, self._waiting = self._waiting, defaultdict(list)
                pipe = self.redis.pipeline(transaction=False)
                for worker, items in going.items():
                    batch = _encode((self.worker, self._epoch, self._sent[worker], items))
                    self._sent[worker] += 1
                    pipe.xadd(_stream(worker), {"batch": batch}, maxlen=MOST_BATCHES)
                    if time.monotonic() > self._prolonged.get(worker, -KEPT) + KEPT / 2:
                        pipe.expire(_stream(worker), KEPT)
                        self._prolonged[worker] = time.monotonic()
                await pipe.execute()
        except Exception as problem:
            self._broken(problem)
        finally:
            self._posting = None

    async def _read(self) -> None:
        """Take in what others send."""
        worker, stream, last, read = self.worker, _stream(self.worker), "0-0", 0
        while self.worker == worker:  # a client of Redis may take being cancelled for something else
            try:
                found: Any = await self.redis.xread({stream: last}, block=WAIT)
                self._out_of_reach = False
                for _, batches in found:
                    read += len(batches)
                    for number, fields in batches:
                        last = number
                        self._take_batch(*_decode(fields[b"batch"]))
                if read and (read > MOST_READ or not found):
                    await self.redis.xtrim(stream, minid=last, approximate=False)
                    read = 0
            except Exception as problem:
                self._broken(problem)
                await asyncio.sleep(PAUSE)
                with contextlib.suppress(RedisError, OSError):
                    await self.redis.xtrim(stream, maxlen=0, approximate=False)  # lost: all begin anew
                    last, read = "0-0", 0
                    self._begin_epoch()
                    for peer in self.peers:
                        self.post(peer, False, 0, {"type": RESET})

    def _broken(self, problem: Exception) -> None:
        if not self._out_of_reach:
            log.warning("the other workers can't be reached: %r", problem)
        self._out_of_reach = True
        self._begin_epoch()

    def _begin_epoch(self) -> None:
        """End all connections; the others notice by the epoch of what they are sent next."""
        self._end_all()
        self._waiting.clear()
        self._sent.clear()
        self._prolonged.clear()
        self._epoch += 1

    def _take_batch(self, peer: str, epoch: int, n: int, items: list[Any]) -> None:
        """A batch came in: the next one, one that came before, or a later one than the next."""
        expected = self._next.get(peer, (epoch, 0))
        if (epoch, n) < expected:
            return
        if (epoch, n) != expected:
            self._end_all(peer)
        if n > (expected[1] if epoch == expected[0] else 0):
            log.warning("something sent by worker %s was lost", peer)
            self.post(peer, False, 0, {"type": RESET})
        self._next[peer] = epoch, n + 1
        for served_there, number, event in items:
            self._take_event(peer, not served_there, number, event)

    def _take_event(self, peer: str, serves: bool, number: int, event: Message) -> None:
        channel = self.channels.get((peer, serves, number))
        if channel:
            channel.deliver(event)
        elif event["type"] == RESET:
            self._end_all(peer)
        elif event["type"] == OPEN:
            task = asyncio.create_task(self._serve(Channel(self, peer, True, number), event["scope"]))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
        elif event["type"] != END:  # the other end does not know yet that this one is closed
            self.post(peer, serves, number, {"type": END})


async def ask_to_come_back(scope: Scope, receive: Receive, send: Send) -> None:
    """End a connection that can't be served now."""
    with contextlib.suppress(RuntimeError, OSError):  # whoever was connected may be gone
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": COME_BACK})
        else:
            answer = error(say("come_back"), 503)
            answer.headers.update(HEADERS | {"retry-after": "1"})
            await answer(scope, receive, send)


async def _pump(receive: Receive, channel: Channel) -> None:
    """Carry what a client sends to the other end, until the client is gone."""
    with contextlib.suppress(Disconnected):
        while True:
            event = await receive()
            if event["type"] == "websocket.receive":  # the start of a text that is too long is refused like the whole
                event = {"type": event["type"], "text": (event.get("text") or "")[: MOST_MESSAGE + 1]}
            await channel.send(event)
            if event["type"] in ("http.disconnect", "websocket.disconnect"):
                return


async def _stopped(pumping: asyncio.Task[None]) -> None:
    """Wait for nothing more from the client: the server can't end a connection while somebody does."""
    pumping.cancel()
    await asyncio.wait((pumping,))


def _last(event: Message) -> bool:
    """Whether an event ends an answer or a connection."""
    return event["type"] in ("http.response.body", "websocket.close") and not event.get("more_body")


def _stream(worker: str) -> str:
    return f"pizzabox:{worker}"
