"""A room under the hand of a test: moves that overlap on their way to the store, who is told what when, rematches."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from pizzabox.server.hub import CROWD, Hub
from pizzabox.server.limits import Bucket
from pizzabox.server.room import Room, TableLock
from pizzabox.server.socket import Listener
from pizzabox.server.store import Change, OnStored, Store
from pizzabox.server.viewer import Viewer
from tests.helpers import aside

Message = dict[str, Any]


class Desk:
    """A line that keeps what is written, and the listener behind it."""

    def __init__(self, room: Room, identity: str, **hello: Any) -> None:
        self.heard: list[Message] = []
        viewer = Viewer(identity, "http://box")
        viewer.line = self  # type: ignore[assignment]
        self.listener = Listener(room, viewer, Bucket(1e9, 1e9))
        self.do("hello", **hello)

    def write(self, text: bytes) -> int:
        self.heard.append(json.loads(text))
        return 0

    def do(self, what: str, **more: Any) -> None:
        self.listener.hear(json.dumps({"do": what, **more}))

    def take(self, kind: str) -> list[Message]:
        """The messages of a kind that came since the last look."""
        found = [message for message in self.heard if message["type"] == kind]
        self.heard = [message for message in self.heard if message["type"] != kind]
        return found


class Slow:
    """Stands before the store: changes are passed on when the test says so."""

    def __init__(self, hub: Hub) -> None:
        self.waiting: list[tuple[Change, OnStored]] = []
        self.usual = hub.writes.submit
        hub.writes.submit = lambda change, told: self.waiting.append((change, told))  # type: ignore[method-assign]

    async def pass_on(self, problem: Exception | None = None) -> None:
        """Store what waits, or say that it cannot be; returns when all who sent it know."""
        waiting, self.waiting = self.waiting, []
        known: list[Change] = []

        def passed(change: Change, told: OnStored) -> OnStored:
            return lambda wrong: (told(wrong), known.append(change))[0]

        for change, told in waiting:
            if problem:
                passed(change, told)(problem)
            else:
                self.usual(change, passed(change, told))
        await until(lambda: len(known) == len(waiting))


async def until(holds: Callable[[], object]) -> None:
    """Wait for something that must come."""
    for _ in range(6000):
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came")


async def at_rest(hub: Hub, room: Room) -> None:
    """Wait until nothing is on its way to the store or to be told."""
    await until(lambda: not room.lock.locked() and not room.lock.wanted and hub.acts == 0)


def play(tmp_path: Path, scene: Callable[[Hub, Room], Awaitable[None]]) -> None:
    """Run a scene at a table of Pizza Theory with two people, `ada` and `bob`."""

    async def run() -> None:
        hub = Hub(Store(f"sqlite:///{tmp_path}/box.db"))
        wish = {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}
        room = await hub.create(wish, "ada")
        await room.sit("bob", None, None, room.match.invite)
        try:
            await scene(hub, room)
        finally:
            hub.close()

    aside(asyncio.run, run())


async def both_choose(hub: Hub, room: Room, **hello: Any) -> tuple[Desk, Desk]:
    """Let both come and play until they have to cut at the same time."""
    desks = (Desk(room, "ada", **hello), Desk(room, "bob", **hello))
    await until(lambda: len(room.viewers) == 2)
    while len(room.match.acting) < 2:
        seat, version = room.match.acting[0], room.match.version
        desks[seat].do("move", id=f"s{version}", code=room.match.position.codes(seat)[0])
        await at_rest(hub, room)
        assert room.match.version == version + 1
    for desk in desks:
        desk.heard.clear()
    return desks


def test_two_moves_on_their_way_are_both_kept_and_told_together(tmp_path: Path) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room)
        slow, version = Slow(hub), room.match.version
        for desk in (ada, bob):
            desk.do("move", id="x", text="cut 2")
        assert [change.before for change, _ in slow.waiting] == [version, version + 1], "neither waits for the other"
        assert not ada.heard and not bob.heard, "nothing is told before it is stored"
        await slow.pass_on()
        await at_rest(hub, room)
        assert [m["version"] for m in (*ada.take("ok"), *bob.take("ok"))] == [version + 1, version + 2]
        assert [m["version"] for m in (*ada.take("update"), *bob.take("update"))] == [version + 2] * 2
        assert not room.lock.locked()
        kept = hub.store.table(room.match.id)
        assert kept and kept[0]["version"] == version + 2 and [m["seat"] for m in kept[1]][-2:] == [0, 1]

    play(tmp_path, scene)


def test_a_move_sent_twice_is_not_acknowledged_before_it_is_stored(tmp_path: Path) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, _ = await both_choose(hub, room)
        slow, version = Slow(hub), room.match.version
        for _ in range(3):
            ada.do("move", id="x", text="cut 2")
        assert len(slow.waiting) == 1 and not ada.take("ok")
        await slow.pass_on()
        assert [m["version"] for m in ada.take("ok")] == [version + 1] * 3
        assert len([s for s in room.match.position.steps if s.player == 0 and s.text == "cut 2"]) == 1

    play(tmp_path, scene)


def test_moves_that_cannot_be_stored_are_all_taken_back(tmp_path: Path) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room)
        slow, version = Slow(hub), room.match.version
        for desk in (ada, bob):
            desk.do("move", id="x", text="cut 2")
        ada.do("move", id="x", text="cut 2")
        await slow.pass_on(OSError("the disk is full"))
        await at_rest(hub, room)
        assert room.match.version == version and len(room.match.acting) == 2
        assert len(ada.take("error")) == 2 and len(bob.take("error")) == 1
        assert not ada.take("ok") and not bob.take("ok")
        assert not room.lock.locked() and hub.acts == 0
        ada.do("move", id="y", text="cut 3")
        await slow.pass_on()
        assert [m["version"] for m in ada.take("ok")] == [version + 1], "the table goes on"

    play(tmp_path, scene)


def test_an_illegal_move_beside_one_on_its_way_is_refused_at_once(tmp_path: Path) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room)
        slow = Slow(hub)
        ada.do("move", id="x", text="cut 2")
        bob.do("move", id="x", text="cut 9")
        assert [m["id"] for m in bob.take("error")] == ["x"]
        assert room.lock.locked(), "the other move is still on its way"
        await slow.pass_on()
        await at_rest(hub, room)
        assert ada.take("ok")

    play(tmp_path, scene)


def test_others_who_want_the_table_get_it_before_later_moves(tmp_path: Path) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room)
        slow, version = Slow(hub), room.match.version
        ada.do("move", id="x", text="cut 2")
        ada.do("chat", text="hello")
        await until(lambda: room.lock.wanted)
        bob.do("move", id="x", text="cut 3")
        assert len(slow.waiting) == 1, "the chat comes first, and it waits for the move"
        for _ in range(3):
            await until(lambda: slow.waiting)
            await slow.pass_on()
        await until(lambda: any(m["type"] == "ok" for m in bob.heard))
        assert [m["version"] for m in bob.take("ok")] == [version + 3]

    play(tmp_path, scene)


def test_a_table_is_not_taken_from_one_whose_turn_it_has_just_become() -> None:
    async def run() -> None:
        freed: list[bool] = []
        lock = TableLock(lambda: freed.append(True))
        assert lock.take() and not lock.take()
        waiting = asyncio.ensure_future(lock.acquire())
        await asyncio.sleep(0)
        lock.release()
        assert not lock.locked() and lock.wanted
        assert not lock.take(), "whoever waits has it in the next turn of the loop"
        assert await waiting
        lock.release()
        assert lock.take() and freed == [True, True]

    aside(asyncio.run, run())


@pytest.mark.parametrize("words", [True, False], ids=["page", "program"])
def test_in_a_crowd_news_of_another_choice_waits_for_ones_own(tmp_path: Path, words: bool) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room, words=words)
        kind = "update" if words else "turn"
        told: list[int | None] = []
        usual = room.tell
        room.tell = lambda log_from=None: (told.append(log_from), usual(log_from))[1]  # type: ignore[method-assign]
        hub.acts += CROWD + 1
        ada.do("move", id="x", text="cut 2")
        await until(lambda: told)
        assert ada.take("ok") and not bob.take(kind), "who can go on anyway is not disturbed"
        bob.do("move", id="x", text="cut 3")
        await until(lambda: len(told) == 2)
        hub.acts -= CROWD + 1
        await until(lambda: all(m["type"] != kind or m["version"] == room.match.version for m in ada.heard + bob.heard))
        assert any(desk.take(kind) for desk in (ada, bob)), "the reveal is told to whoever goes on"

    play(tmp_path, scene)


def test_a_program_follows_to_the_rematch_by_the_same_connection(tmp_path: Path) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada = Desk(room, "ada", words=False, follow=True)
        bob = Desk(room, "bob", words=False)
        await until(lambda: len(room.viewers) == 2)
        ada.do("concede")
        await until(lambda: room.match.over and not room.lock.locked() and ada.take("ok"))
        for desk in (ada, bob):
            desk.heard.clear()
            desk.do("rematch")
        await until(lambda: room.match.next_table and not room.lock.locked() and not room.lock.wanted)
        after = hub.rooms[room.match.next_table]
        assert [m["url"] for m in ada.take("follow")] == [f"/t/{after.match.id}"]
        first = ada.take("turn")[-1]
        assert (first["version"], first["result"]) == (after.match.version, None)
        assert not bob.take("follow") and bob.take("turn")[-1]["rematch"] == f"/t/{after.match.id}"
        assert [v.identity for v in after.viewers] == ["ada"] and [v.identity for v in room.viewers] == ["bob"]
        assert ada.take("presence")[-1] == {"type": "presence", "seats": {"0": True, "1": False}, "watching": 1}
        seat = after.match.acting[0]
        mover = ada if seat == 0 else Desk(after, "bob", words=False)
        await until(lambda: mover.listener.viewer in after.viewers)
        mover.do("move", id="z", code=after.match.position.codes(seat)[0])
        await at_rest(hub, after)
        assert mover.take("ok") and len(after.match.position.steps) == 1

    play(tmp_path, scene)


def test_a_sign_of_life_is_given_though_the_table_is_busy(tmp_path: Path) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada = Desk(room, "ada")
        await until(lambda: ada.listener.viewer in room.viewers)
        async with room.lock:
            ada.do("chat", text="this has to wait")
            ada.do("ping")
            assert ada.take("pong") == [{"type": "pong"}] and not ada.take("ok")

    play(tmp_path, scene)


def test_who_sends_too_much_is_told_which_messages_were_not_heard(tmp_path: Path) -> None:
    """A page waits for the answer to what it asked; without one it would wait for ever."""

    async def scene(hub: Hub, room: Room) -> None:
        ada = Desk(room, "ada")
        await until(lambda: ada.listener.viewer in room.viewers)
        ada.heard.clear()
        ada.listener.bucket = Bucket(0.0, 1.0)
        for name in ("a", "b"):
            ada.do("what", thing="a1", id=name)
        ada.listener.hear("no message")
        await ada.listener.idle()
        assert [message.get("id") for message in ada.take("error")] == ["b", None]
        assert [message["id"] for message in ada.take("what")] == ["a"]

    play(tmp_path, scene)
