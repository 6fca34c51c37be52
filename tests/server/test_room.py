"""A room driven by a test: changes one after the other, which messages go to whom and when, rematches."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pizzabox.bots import Random
from pizzabox.server.hub import Hub
from pizzabox.server.limits import Limits
from pizzabox.server.room import Elsewhere, Loaded, Room
from pizzabox.server.socket import Connection
from pizzabox.server.store import Change, Store
from pizzabox.server.subscriber import MOST_LETTERS, MOST_WAITING, Subscriber
from tests.helpers import aside

Message = dict[str, Any]


@pytest.fixture
def database(either_database: str) -> str:
    """Each test of this file on SQLite and on PostgreSQL."""
    return either_database


class Desk:
    """A subscriber whose messages are kept, and the connection behind it."""

    def __init__(self, room: Room, identity: str, **hello: Any) -> None:
        self._heard: list[Message] = []
        self.subscriber = Subscriber(identity, "http://box")
        self.connection = Connection(room, self.subscriber, Limits(1e9, 1e9).allowance(identity, ""))
        self.working = asyncio.create_task(self.connection.work())
        self.do("hello", **hello)

    @property
    def heard(self) -> list[Message]:
        """The messages that came and were not taken yet."""
        while self.subscriber.waiting:
            self._heard.append(json.loads(self.subscriber.waiting.popleft()))
        return self._heard

    def do(self, what: str, **more: Any) -> None:
        self.say(json.dumps({"do": what, **more}))

    def say(self, text: str) -> None:
        """Send a text, which is taken in before anything else happens: nothing has to be waited for here."""
        with pytest.raises(StopIteration):
            self.connection.hear(text).send(None)

    def take(self, kind: str) -> list[Message]:
        """The messages of a kind that came since the last look."""
        found = [message for message in self.heard if message["type"] == kind]
        self._heard = [message for message in self.heard if message["type"] != kind]
        return found


class Slow:
    """Stands before the store: changes are passed on when the test says so."""

    def __init__(self, hub: Hub) -> None:
        self.waiting: list[Change] = []
        self._open = asyncio.Event()
        self._problem: Exception | None = None
        self._usual = hub.store.commit
        hub.store.commit = self.commit  # type: ignore[method-assign]

    async def commit(self, change: Change) -> None:
        self.waiting.append(change)
        await self._open.wait()
        self.waiting.remove(change)
        if self._problem:
            raise self._problem
        await self._usual(change)

    def pass_on(self, problem: Exception | None = None) -> None:
        """From now on store pending and new changes, or fail to."""
        self._problem = problem
        self._open.set()

    def hold(self) -> None:
        self._open.clear()


async def until(holds: Callable[[], object]) -> None:
    """Wait for something that must come."""
    for _ in range(6000):
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never came")


async def at_rest(hub: Hub, room: Room) -> None:
    """Wait until nothing is waiting to be stored or sent."""
    await until(lambda: not room.lock.locked())


def play(database: str, scene: Callable[[Hub, Room], Awaitable[None]]) -> None:
    """Run a scene at a table of Pizza Theory with two people, `ada` and `bob`."""

    async def run() -> None:
        hub = Hub(Store(database))
        wish = {"game": "theory", "options": {"players": 2}, "seats": [{"kind": "me"}, {"kind": "open"}]}
        room = await hub.create(wish, "ada")
        await room.sit("bob", None, None, room.match.invite)
        try:
            await scene(hub, room)
        finally:
            await hub.close()

    aside(asyncio.run, run())


async def both_choose(hub: Hub, room: Room, **hello: Any) -> tuple[Desk, Desk]:
    """Let both come and play until they have to cut at the same time."""
    desks = (Desk(room, "ada", **hello), Desk(room, "bob", **hello))
    await until(lambda: len(room.subscribers) == 2)
    while len(room.match.acting) < 2:
        seat, version = room.match.acting[0], room.match.version
        desks[seat].do("move", id=f"s{version}", code=room.match.position.codes(seat)[0])
        await until(lambda seat=seat: desks[seat].take("ok"))
        await at_rest(hub, room)
        assert room.match.version == version + 1
    for desk in desks:
        desk.heard.clear()
    return desks


def test_nothing_is_told_before_it_is_stored_and_one_change_follows_the_other(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room)
        slow, version = Slow(hub), room.match.version
        for desk in (ada, bob):
            desk.do("move", id="x", text="cut 2")
        await until(lambda: slow.waiting)
        newcomer = Desk(room, "eve")
        await asyncio.sleep(0.05)
        assert [change.before for change in slow.waiting] == [version]
        assert not ada.heard and not bob.heard and not newcomer.heard
        slow.pass_on()
        await until(lambda: room.match.version == version + 2 and not room.lock.locked() and newcomer.heard)
        assert [m["version"] for m in (*ada.take("ok"), *bob.take("ok"))] == [version + 1, version + 2]
        for desk in (ada, bob):
            assert [m["version"] for m in desk.take("update")] == [version + 1, version + 2]
        assert newcomer.take("table")[0]["version"] == version + 2
        kept = hub.store.table(room.match.id)
        assert kept and kept[0]["version"] == version + 2 and [m["seat"] for m in kept[1]][-2:] == [0, 1]

    play(database, scene)


def test_the_answer_comes_before_the_news(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, _ = await both_choose(hub, room)
        ada.do("move", id="x", text="cut 2")
        await until(lambda: len(ada.heard) >= 2)
        assert [message["type"] for message in ada.heard] == ["ok", "update"]

    play(database, scene)


def test_a_move_sent_twice_is_played_once_and_not_acknowledged_before_it_is_stored(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, _ = await both_choose(hub, room)
        slow, version = Slow(hub), room.match.version
        for _ in range(3):
            ada.do("move", id="x", text="cut 2")
        await until(lambda: slow.waiting)
        await asyncio.sleep(0.05)
        assert len(slow.waiting) == 1 and not ada.heard
        slow.pass_on()
        answers: list[Message] = []
        await until(lambda: answers.extend(ada.take("ok")) or len(answers) == 3)
        assert [m["version"] for m in answers] == [version + 1] * 3
        assert len([s for s in room.match.position.steps if s.player == 0 and s.text == "cut 2"]) == 1

    play(database, scene)


def test_a_move_that_cannot_be_stored_is_taken_back(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room)
        slow, version = Slow(hub), room.match.version
        slow.pass_on(OSError("the disk is full"))
        for desk in (ada, bob):
            desk.do("move", id="x", text="cut 2")
        for desk in (ada, bob):
            await until(lambda desk=desk: desk.take("error"))
            assert not desk.take("ok")
        await at_rest(hub, room)
        assert room.match.version == version and len(room.match.acting) == 2
        slow.pass_on()
        ada.do("move", id="y", text="cut 3")
        await until(lambda: [m["version"] for m in ada.take("ok")] == [version + 1])

    play(database, scene)


def test_a_table_that_can_neither_be_stored_nor_read_is_closed_and_opened_anew(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, _ = await both_choose(hub, room)
        version, ended = room.match.version, []
        ada.subscriber.hang_up = lambda: ended.append(True)
        Slow(hub).pass_on(OSError("the disk is gone"))
        read, hub.store.table = hub.store.table, lambda id: 1 / 0  # type: ignore[assignment,return-value]
        ada.do("move", id="x", text="cut 2")
        await until(lambda: ada.take("error"))
        assert ended and room.match.id not in hub.rooms, "nobody is shown a move that is not stored"
        hub.store.table = read  # type: ignore[method-assign]
        assert (await hub.room(room.match.id)).match.version == version

    play(database, scene)


def test_an_illegal_move_is_refused_and_changes_nothing(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room)
        version = room.match.version
        bob.do("move", id="x", text="cut 9")
        await until(lambda: [m["id"] for m in bob.take("error")] == ["x"])
        assert room.match.version == version and not ada.heard
        kept = hub.store.table(room.match.id)
        assert kept and kept[0]["version"] == version

    play(database, scene)


def test_a_program_hears_of_others_when_it_can_act_itself(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room, words=False)
        slow = Slow(hub)
        slow.pass_on()
        ada.do("move", id="x", text="cut 2")
        await until(lambda: ada.take("ok"))
        await at_rest(hub, room)
        assert not ada.take("turn"), "she cannot act"
        bob.do("move", id="x", text="cut 3")
        await until(lambda: bob.take("ok"))
        await at_rest(hub, room)
        acting = (ada, bob)[room.match.acting[0]]
        told = acting.take("turn")[-1]
        assert [move["text"] for move in told["moves"]][:2] == ["cut 2", "cut 3"], "and then of all that happened"

    play(database, scene)


def test_who_does_not_read_is_left(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada = Desk(room, "ada")
        await until(lambda: ada.subscriber in room.subscribers)
        ended: list[bool] = []
        ada.subscriber.hang_up = lambda: ended.append(True)
        while len(ada.subscriber.waiting) < MOST_WAITING:
            ada.subscriber.send({"type": "pong"})
        assert not ended
        ada.subscriber.send({"type": "pong"})
        assert ended

    play(database, scene)


def test_who_does_not_read_long_messages_is_left_sooner(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        subscriber, ended = Subscriber("ada", "http://box"), list[bool]()
        subscriber.hang_up = lambda: ended.append(True)
        subscriber.send({"type": "table", "log": "x" * 2 * MOST_LETTERS})
        assert not ended, "one may be as long as it is"
        subscriber.waiting.clear()
        for _ in range(9):
            subscriber.send({"type": "table", "log": "x" * (MOST_LETTERS // 10)})
        assert not ended
        subscriber.send({"type": "table", "log": "x" * (MOST_LETTERS // 10)})
        assert ended and len(subscriber.waiting) == 9

    play(database, scene)


def test_the_thinking_at_a_table_counts_where_its_host_is(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        asked: list[tuple[str, str]] = []

        async def run(visitor: str, work: Any, wanted: Any, *, address: str) -> Any:
            asked.append((visitor, address))

        hub.bots.run = run  # type: ignore[assignment,method-assign]
        table = await hub.create(
            {"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}, "eve", "198.51.100.7"
        )
        again = Room(hub, Loaded(table.match, [], 0.0))  # as after a restart
        view = table.match.position.view(0)
        await hub.think(Random(1), view, table)
        again.enter(Subscriber("bob", "http://box", address="203.0.113.5"))
        await hub.think(Random(1), view, again)
        again.enter(Subscriber("eve", "http://box", address="198.51.100.8"))
        again.enter(Subscriber("ada", "http://box", address="203.0.113.6"))
        await hub.think(Random(1), view, again)
        assert asked == [("eve", address) for address in ("198.51.100.7", "203.0.113.5", "198.51.100.8")]

    play(database, scene)


def test_a_program_follows_to_the_rematch_by_the_same_connection(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada = Desk(room, "ada", words=False, follow=True)
        bob = Desk(room, "bob", words=False)
        await until(lambda: len(room.subscribers) == 2)
        ada.do("concede")
        await until(lambda: room.match.over and not room.lock.locked() and ada.take("ok"))
        for desk in (ada, bob):
            desk.heard.clear()
            desk.do("rematch")
        await until(lambda: room.match.next_table and not room.lock.locked())
        after = hub.rooms[room.match.next_table]
        assert [m["url"] for m in ada.take("follow")] == [f"/t/{after.match.id}"]
        first = ada.take("turn")[-1]
        assert (first["version"], first["result"]) == (after.match.version, None)
        assert not bob.take("follow") and bob.take("turn")[-1]["rematch"] == f"/t/{after.match.id}"
        assert [v.identity for v in after.subscribers] == ["ada"] and [v.identity for v in room.subscribers] == ["bob"]
        assert ada.take("presence")[-1] == {"type": "presence", "seats": {"0": True, "1": False}, "watching": 1}
        seat = after.match.acting[0]
        mover = ada if seat == 0 else Desk(after, "bob", words=False)
        await until(lambda: mover.subscriber in after.subscribers)
        mover.do("move", id="z", code=after.match.position.codes(seat)[0])
        await until(lambda: any(message.get("id") == "z" for message in mover.take("ok")))
        await at_rest(hub, after)
        assert len(after.match.position.steps) == 1

    play(database, scene)


def test_a_sign_of_life_is_given_though_the_table_is_busy(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada = Desk(room, "ada")
        await until(lambda: ada.subscriber in room.subscribers)
        async with room.lock:
            ada.do("chat", text="this has to wait")
            ada.do("ping")
            assert ada.take("pong") == [{"type": "pong"}] and not ada.take("ok")

    play(database, scene)


def test_who_sends_too_much_is_told_which_messages_were_not_heard(database: str) -> None:
    """A page waits for the answer to what it asked; without one it would wait for ever."""

    async def scene(hub: Hub, room: Room) -> None:
        ada = Desk(room, "ada")
        await until(lambda: ada.subscriber in room.subscribers)
        ada.heard.clear()
        ada.connection.allowance = Limits(0.0, 1.0).allowance("ada", "")
        for name in ("a", "b"):
            ada.do("what", thing="a1", id=name)
        ada.say("no message")
        assert [message.get("id") for message in ada.take("error")] == ["b", None]
        await until(lambda: ada.heard)
        assert [message["id"] for message in ada.take("what")] == ["a"]

    play(database, scene)


def test_a_worker_that_is_taken_for_dead_while_it_loads_a_table_does_not_open_it(database: str) -> None:
    class Fellows:
        """Other workers, and a lease that lapses while a table is read."""

        worker = "first"

        async def take(self, table: str) -> str:
            taken, self.worker = self.worker, self.after
            return taken

        after = "second"

        async def leave(self) -> None: ...

    async def loaded() -> None:
        store, fellows = Store(database), Fellows()
        hub = Hub(store, fellows)  # type: ignore[arg-type]
        room = await hub.create({"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "open"}]}, "ada")
        hub.close_rooms()
        with pytest.raises(Elsewhere):
            await hub.room(room.match.id)
        assert not hub.rooms
        fellows.after = fellows.worker
        assert (await hub.room(room.match.id)).match.id == room.match.id
        await hub.close()

    aside(asyncio.run, loaded())


def test_nobody_hears_of_a_move_that_could_neither_be_stored_nor_taken_back(database: str) -> None:
    """Whoever waited for the table meanwhile would be shown it; and whoever hasn't said hello yet is sent away too."""

    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room)
        version, slow, ended, shown = room.match.version, Slow(hub), list[str](), list[int]()
        late = Desk.__new__(Desk)
        late.subscriber = Subscriber("eve", "http://box")
        late.connection = Connection(room, late.subscriber, Limits(1e9, 1e9).allowance("eve", ""))
        for name, subscriber in (("ada", ada.subscriber), ("bob", bob.subscriber), ("eve", late.subscriber)):
            subscriber.hang_up = lambda name=name: ended.append(name)  # type: ignore[misc]
        hub.store.table = lambda id: 1 / 0  # type: ignore[assignment,method-assign,return-value]

        async def look() -> None:
            async with room.held():
                shown.append(room.match.version)

        ada.do("move", id="x", text="cut 2")
        await until(lambda: slow.waiting)
        bob.do("spoken", id="y")
        bob.do("move", id="z", text="cut 2")
        bob.do("hello")
        looking = asyncio.create_task(look())
        await asyncio.sleep(0)
        slow.pass_on(OSError("the disk is gone"))
        with pytest.raises(Elsewhere):
            await looking
        found: list[Message] = []
        await until(lambda: found.extend(bob.take("error")) or len(found) == 2)
        await until(lambda: ended.count("bob") == 2)
        assert not shown and not bob.take("ok") and not bob.take("table") and not bob.take("spoken")
        assert set(ended) == {"ada", "bob", "eve"} and room.match.version == version + 1
        with pytest.raises(Elsewhere):
            await room.change(lambda match: match.write_chat("bob", "hello?", 0.0))

    play(database, scene)


def test_a_table_that_is_being_changed_is_not_closed_and_lists_say_what_is_stored(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pizzabox.server.hub.MOST_QUIET", 1)

    async def scene(hub: Hub, room: Room) -> None:
        await hub.create({"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}, "eve")
        slow = Slow(hub)
        conceding = asyncio.create_task(room.change(lambda match: match.concede("ada", 0, 0.0)))
        await until(lambda: slow.waiting)
        hub._close_idle()
        assert not room.closed and room.match.over
        assert [card["over"] for card in await hub.cards("mine", "ada")] == [False]
        slow.pass_on()
        await conceding
        assert await hub.cards("mine", "ada") == [], "that list has no games that are over"
        hub._close_idle()
        assert room.closed

    play(database, scene)


def test_the_server_stops_while_moves_are_on_their_way_and_tables_are_asked_for(database: str) -> None:
    """What has begun is stored and told, and everybody is sent away to come back."""

    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = await both_choose(hub, room)
        closed = await hub.create({"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}, "eve")
        hub._close(closed)
        other = await hub.create({"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}, "eve")
        slow, version, ended = Slow(hub), room.match.version, list[str]()
        for name, desk in (("ada", ada), ("bob", bob), ("eve", Desk(other, "eve"))):

            def hang_up(name: str = name, desk: Desk = desk) -> None:
                ended.append(name)
                desk.connection.room.leave(desk.subscriber)

            desk.subscriber.hang_up = hang_up
        ada.do("move", id="x", text="cut 2")
        await until(lambda: slow.waiting)
        stopping = asyncio.create_task(hub.hang_up())
        await asyncio.sleep(0)
        assert (await hub.room(closed.match.id)).match.id == closed.match.id, "somebody asks for another table"
        assert not ended
        slow.pass_on()
        await stopping
        assert [m["version"] for m in ada.take("ok")] == [version + 1]
        for desk in (ada, bob):
            assert [m["version"] for m in desk.take("update")] == [version + 1]
        assert sorted(ended) == ["ada", "bob", "eve"]

    play(database, scene)


@pytest.mark.parametrize("turn", ["own", "other"])
def test_a_bot_plays_for_who_has_left_whoevers_turn_it_was_and_the_seat_is_given_back(database: str, turn: str) -> None:
    async def scene() -> None:
        hub = Hub(Store(database), pace=0.0, absent_after=0.02)
        wish = {"game": "hexentafl", "absent": "bot", "seats": [{"kind": "me"}, {"kind": "open"}]}
        room = await hub.create(wish, "ada")
        await room.sit("bob", 1, "Bob", room.match.invite)
        desks = Desk(room, "ada"), Desk(room, "bob")
        await until(lambda: len(room.subscribers) == 2)
        mover = room.match.acting[0]
        leaver = mover if turn == "own" else 1 - mover
        room.leave(desks[leaver].subscriber)
        await until(lambda: not room._absences)
        if turn == "other":
            assert not room.match.seats[leaver].away, "not before it is their turn"
            desks[mover].do("move", code=room.match.position.codes(mover)[0])
        await until(lambda: room.match.seats[leaver].away)
        await until(lambda: room.match.acting == (1 - leaver,))
        back = Desk(room, ("ada", "bob")[leaver])
        await until(lambda: back.subscriber in room.subscribers)
        back.do("back", seat=leaver)
        await until(lambda: not room.match.seats[leaver].away)
        desks[1 - leaver].do("move", code=room.match.position.codes(1 - leaver)[0])
        await until(lambda: room.match.acting == (leaver,))
        await at_rest(hub, room)
        await asyncio.sleep(0.05)
        assert room.match.acting == (leaver,) and not room.match.seats[leaver].away, "it is theirs again"
        await hub.close()

    aside(asyncio.run, scene())


def test_one_viewer_who_cannot_be_told_keeps_nobody_else_waiting(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        desks, sent_away, woken = [Desk(room, name) for name in ("ada", "bob", "eve")], list[Desk](), list[int]()
        await until(lambda: len(room.subscribers) == 3)
        usual = Subscriber.update

        def update(subscriber: Subscriber, *more: Any) -> None:
            if subscriber.identity == "bob":
                raise ZeroDivisionError
            usual(subscriber, *more)

        monkeypatch.setattr(Subscriber, "update", update)
        monkeypatch.setattr(room, "wake", woken.extend)
        for desk in desks:
            desk.subscriber.hang_up = lambda desk=desk: sent_away.append(desk)  # type: ignore[misc]
        seat = room.match.acting[0]
        desks[seat].do("move", id="x", code=room.match.position.codes(seat)[0])
        await until(lambda: desks[seat].take("ok"))
        await until(lambda: woken)
        assert [bool(desk.take("update")) for desk in desks] == [True, False, True] and sent_away == [desks[1]]
        assert "couldn't show a change" in caplog.text

    play(database, scene)


def test_the_host_lets_a_bot_play_for_nobody_who_is_here(database: str) -> None:
    async def scene(hub: Hub, room: Room) -> None:
        ada, bob = Desk(room, "ada"), Desk(room, "bob")
        await until(lambda: len(room.subscribers) == 2)
        ada.do("bot", seat=1)
        await until(lambda: any(message["type"] == "error" for message in ada.heard))
        assert "who's away" in ada.take("error")[0]["what"] and not room.match.seats[1].away
        ada.do("bot", seat=0)
        await until(lambda: room.match.seats[0].away)
        ada.do("back", seat=0)
        await until(lambda: not room.match.seats[0].away)
        room.leave(bob.subscriber)
        ada.do("bot", seat=1)
        await until(lambda: room.match.seats[1].away)
        await at_rest(hub, room)

    play(database, scene)
