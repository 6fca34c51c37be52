"""Connections between workers: messages that come twice, too late or not at all. Redis is real."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec
import pytest
from starlette.types import Message, Receive, Scope, Send

from tests.helpers import aside
from tests.redis_server import RedisServer

pytest.importorskip("redis")

from pizzabox.server import forwarding
from pizzabox.server.forwarding import WINDOW, Bridge
from pizzabox.server.limits import MOST_MESSAGE

ASK: Scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"a", b"b")], "client": ["1.2.3.4", 5]}
TALK: Scope = {"type": "websocket", "path": "/ws/x", "headers": []}


async def echo(scope: Scope, receive: Receive, send: Send) -> None:
    """Sends back what it gets, and ends at the word."""
    if scope["type"] == "http":
        body = (await receive())["body"]
        await send({"type": "http.response.start", "status": 200, "headers": [(b"seen", scope["headers"][0][1])]})
        await send({"type": "http.response.body", "body": body + scope["client"][0].encode()})
        return
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "text": event["text"]})
        if event["text"] == "end":
            await send({"type": "websocket.close", "code": 1000})
    scope["path"] += " gone"


class Client:
    """Somebody who is connected to a worker."""

    def __init__(self, bridge: Bridge, worker: str, scope: Scope) -> None:
        self.sends: asyncio.Queue[Message] = asyncio.Queue()
        self.gets: asyncio.Queue[Message] = asyncio.Queue()
        self.task = asyncio.create_task(bridge.forward(worker, scope, self.sends.get, self.gets.put))

    async def says(self, text: str) -> None:
        await self.sends.put({"type": "websocket.receive", "text": text})

    async def got(self) -> Any:
        event = await asyncio.wait_for(self.gets.get(), 20)
        return event.get("text") or event.get("code") or event["type"]


@asynccontextmanager
async def pair(url: str, app: Any = echo) -> AsyncIterator[tuple[Bridge, Bridge]]:
    """Two workers that know each other."""
    one, two = Bridge(url, app), Bridge(url, app)
    names = [f"one-{id(one)}", f"two-{id(two)}"]
    for bridge, name in zip((one, two), names, strict=True):
        await bridge.join(name)
        bridge.meet(names)
    try:
        yield one, two
    finally:
        for bridge in (one, two):
            await bridge.close()


def run(work: Callable[[], Any]) -> None:
    aside(asyncio.run, work())


def test_a_request_is_answered_by_the_other_worker(redis: RedisServer) -> None:
    async def asked() -> None:
        async with pair(redis.url) as (one, two):
            client = Client(one, two.worker, ASK)
            await client.sends.put({"type": "http.request", "body": b"hello "})
            start, body = await client.gets.get(), await client.gets.get()
            await client.task
            assert start["status"] == 200 and start["headers"] == [[b"seen", b"b"]]
            assert body["body"] == b"hello 1.2.3.4"
            assert not one.channels

    run(asked)


def test_messages_keep_their_order_and_nobody_is_flooded(redis: RedisServer) -> None:
    async def talked() -> None:
        async with pair(redis.url) as (one, two):
            client = Client(one, two.worker, TALK)
            many = [str(i) for i in range(5 * WINDOW)]
            for text in (*many, "end"):
                await client.says(text)
            assert [await client.got() for _ in range(len(many) + 3)] == ["websocket.accept", *many, "end", 1000]
            await client.task
            await asyncio.sleep(0)
            assert not one.channels

    run(talked)


def test_who_does_not_read_is_not_sent_more_than_a_window(redis: RedisServer) -> None:
    sent = 0

    async def talkative(scope: Scope, receive: Receive, send: Send) -> None:
        nonlocal sent
        while True:
            await send({"type": "websocket.send", "text": "x"})
            sent += 1

    async def stuck(_: Message) -> None:
        await asyncio.Event().wait()

    async def talked() -> None:
        async with pair(redis.url, talkative) as (one, two):
            reading = asyncio.create_task(one.forward(two.worker, TALK, asyncio.Event().wait, stuck))  # type: ignore[arg-type]
            while sent < WINDOW:
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)  # it would go on in this time
            assert sent == WINDOW
            reading.cancel()

    run(talked)


def test_a_client_who_leaves_is_gone_at_the_other_end(redis: RedisServer) -> None:
    async def left() -> None:
        async with pair(redis.url) as (one, two):
            client = Client(one, two.worker, TALK)
            assert await client.got() == "websocket.accept"
            assert len(two.channels) == 1
            await client.sends.put({"type": "websocket.disconnect", "code": 1001})
            await asyncio.wait_for(client.task, 20)
            assert not one.channels and not two.channels

    run(left)


def test_what_was_read_leaves_the_stream_and_the_stream_does_not_stay_for_ever(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forwarding, "MOST_READ", 20)
    monkeypatch.setattr(forwarding, "WAIT", 300)

    async def talked() -> None:
        async with pair(redis.url) as (one, two):
            client, stream = Client(one, two.worker, TALK), f"pizzabox:{two.worker}"
            assert await client.got() == "websocket.accept"
            for i in range(60):
                await client.says(str(i))
                assert await client.got() == str(i)  # so each is a batch of its own
                assert await two.redis.xlen(stream) <= 22
            assert 0 < await two.redis.ttl(stream) <= forwarding.KEPT
            async with asyncio.timeout(20):
                while await two.redis.xlen(stream) > 1:  # nothing comes for a while
                    await asyncio.sleep(0.05)
            await two.redis.delete(stream)  # as if it had been kept for long enough
            one._prolonged[two.worker] -= forwarding.KEPT
            await client.says("again")
            assert await client.got() == "again"
            assert 0 < await two.redis.ttl(stream) <= forwarding.KEPT
            await client.says("end")
            assert [await client.got(), await client.got()] == ["end", 1000]

    run(talked)


def test_redis_is_handed_no_more_of_a_frame_than_shows_that_it_is_too_long(redis: RedisServer) -> None:
    async def talked() -> None:
        async with pair(redis.url) as (one, two):
            client = Client(one, two.worker, TALK)
            assert await client.got() == "websocket.accept"
            await client.says("x" * 1_000_000)
            await client.sends.put({"type": "websocket.receive", "bytes": b"x" * 1_000_000})
            await client.says("y" * MOST_MESSAGE)
            got = [(await asyncio.wait_for(client.gets.get(), 20))["text"] for _ in range(3)]
            assert got == ["x" * (MOST_MESSAGE + 1), "", "y" * MOST_MESSAGE]
            handed = [len(batch[b"batch"]) for _, batch in await two.redis.xrange(f"pizzabox:{two.worker}")]
            assert handed and sum(handed) < 3 * MOST_MESSAGE
            await client.says("end")
            await client.task

    run(talked)


@pytest.mark.parametrize("closes", [True, False])
def test_a_connection_is_ended_while_nothing_is_awaited_from_it(redis: RedisServer, closes: bool) -> None:
    """By the worker that serves it, or because that one fails. The server would not end it before."""
    awaiting, ended = 0, list[int]()

    async def failing(scope: Scope, receive: Receive, send: Send) -> None:
        while not awaiting:
            await asyncio.sleep(0.01)
        if closes:
            await send({"type": "websocket.close", "code": 1012})

    async def receive() -> Message:
        nonlocal awaiting
        awaiting += 1
        try:
            await asyncio.Event().wait()
        finally:
            awaiting -= 1
        raise AssertionError

    async def send(event: Message) -> None:
        assert event == {"type": "websocket.close", "code": 1012}
        ended.append(awaiting)

    async def talked() -> None:
        async with pair(redis.url, failing) as (one, two):
            await asyncio.wait_for(one.forward(two.worker, TALK, receive, send), 20)
            assert ended == [0]

    run(talked)


@pytest.mark.parametrize("answers", [True, False])
def test_a_worker_that_stops_ends_its_connections_after_the_last_answers(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch, answers: bool
) -> None:
    """Also those whose other end says nothing any more."""
    monkeypatch.setattr(forwarding, "GOODBYE", 60.0 if answers else 0.05)
    left = asyncio.Event()

    async def last_words(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "websocket.accept"})
        while (await receive())["type"] != "websocket.disconnect":
            pass
        left.set()
        if not answers:
            await asyncio.Event().wait()
        await send({"type": "websocket.send", "text": "stored"})
        await send({"type": "websocket.close", "code": 1012})

    async def stopped() -> None:
        async with pair(redis.url, last_words) as (one, two):
            clients = [Client(one, two.worker, TALK) for _ in range(3)]
            for client in clients:
                assert await client.got() == "websocket.accept"
            await one.hang_up()
            for client in clients:
                assert client.task.done() and left.is_set()
                assert [await client.got() for _ in range(client.gets.qsize())] == (["stored"] if answers else []) + [
                    1012
                ]

    run(stopped)


@pytest.mark.parametrize("fault", ["lost", "doubled", "swapped"])
def test_what_is_lost_ends_the_connection_and_what_is_doubled_does_nothing(redis: RedisServer, fault: str) -> None:
    async def disturbed() -> None:
        async with pair(redis.url) as (one, two):
            client = Client(one, two.worker, TALK)
            assert await client.got() == "websocket.accept"
            hear, kept, came = two._take_batch, list[Any](), asyncio.Event()

            def disturb(*batch: Any) -> None:
                came.set()
                if fault == "doubled":
                    hear(*batch)
                    hear(*batch)
                elif fault == "swapped" and kept:
                    hear(*batch)
                    hear(*kept.pop())
                else:
                    kept.append(batch)
                    if fault == "lost":
                        two._take_batch = hear  # type: ignore[method-assign]

            two._take_batch = disturb  # type: ignore[method-assign]
            await client.says("a")
            await asyncio.wait_for(came.wait(), 20)  # so the next is a batch of its own
            await client.says("b")
            if fault == "doubled":
                assert [await client.got(), await client.got()] == ["a", "b"]
            else:
                assert await client.got() == 1012
                await asyncio.wait_for(client.task, 20)
                two._take_batch = hear  # type: ignore[method-assign]
                again = Client(one, two.worker, TALK)
                assert await again.got() == "websocket.accept"
                await again.says("c")
                assert await again.got() == "c"
                again.task.cancel()

    run(disturbed)


def test_a_request_to_a_dead_worker_is_asked_to_come_back(redis: RedisServer) -> None:
    async def asked() -> None:
        async with pair(redis.url) as (one, two):
            dead = two.worker
            await two.leave()
            client = Client(one, dead, ASK)
            while not one.channels:
                await asyncio.sleep(0)
            one.meet([one.worker])
            start, body = await client.gets.get(), await client.gets.get()
            assert start["status"] == 503
            assert b"content-security-policy" in dict(start["headers"])
            assert "again" in msgspec.json.decode(body["body"])["error"]["what"]

    run(asked)
