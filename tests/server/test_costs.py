"""What one visitor may cost: files, boards, reviews, tables and uploads have bounds, and memory comes back."""

from __future__ import annotations

import asyncio
import gc
import gzip
import json
import threading
import weakref
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import pizzabox
from pizzabox.engine.catalogue import language, speaking
from pizzabox.server import api, files, hub, limits, reviews, socket
from pizzabox.server.app import create_app
from pizzabox.server.fair_queue import FairQueue
from pizzabox.server.files import Files
from pizzabox.server.limits import TooMany
from pizzabox.server.review_jobs import MOST_OF_ONE, MOST_WAITING, Reviewer
from pizzabox.server.store import Store
from pizzabox.study.replay import Replay
from pizzabox.study.review import Review
from pizzabox.table import scene
from tests.helpers import aside, walk
from tests.server.clients import FRIENDS, open_table, visitor
from tests.server.wire import site

AWAY = ("203.0.113.5", 4711)


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        await work()

    aside(lambda: asyncio.run(all_of_it()))


def a_record() -> str:
    *_, last = walk(pizzabox.load("hexentafl"), 1)
    return pizzabox.GameRecord.of(last).dumps()


def test_a_file_is_made_once_however_many_ask() -> None:
    made: list[str] = []

    def make() -> str:
        made.append("once")
        return "pizza" * 1000

    async def work() -> None:
        shelf = Files()
        asked = [asyncio.create_task(shelf.get(f"visitor {n}", "key", make)) for n in range(40)]
        await asyncio.sleep(0)
        asked[0].cancel()  # who asked first leaves
        found = await asyncio.gather(*asked[1:], shelf.get("late", "key", make))
        assert {gzip.decompress(one) for one in found} == {b"pizza" * 1000}
        assert await shelf.get("later", "key", make) == found[0]
        shelf.close()

    run(work)
    assert made == ["once"]


def test_files_are_made_one_at_a_time_and_visitors_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_WAITING", 3)
    order: list[str] = []
    inside = [0]
    go = threading.Event()

    def make(name: str) -> str:
        go.wait(60)
        inside[0] += 1
        assert inside[0] == 1
        order.append(name)
        inside[0] -= 1
        return name

    async def work() -> None:
        shelf = Files()
        jobs = [asyncio.create_task(shelf.get("glutton", n, lambda n=n: make(f"glutton {n}"))) for n in range(6)]  # type: ignore[misc]
        await asyncio.sleep(0)
        other = asyncio.create_task(shelf.get("other", "o", lambda: make("other")))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        go.set()
        ended = await asyncio.gather(*jobs, other, return_exceptions=True)
        assert [isinstance(one, TooMany) for one in ended] == [False] * 4 + [True] * 2 + [False]
        shelf.close()

    run(work)
    assert order.index("other") <= 2 and len(order) == 5


def test_only_so_many_bytes_of_files_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 200)
    made: list[int] = []

    async def work() -> None:
        shelf = Files()
        for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 1):
            await shelf.get("who", n, lambda n=n: str(made.append(n)))  # type: ignore[misc,func-returns-value]
        shelf.close()

    run(work)
    assert made == [1, 2, 3, 4, 5, 6, 7, 8, 9, 1]


def test_a_page_to_keep_is_the_same_packed_or_not(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    usual = reviews.standalone
    monkeypatch.setattr(reviews, "standalone", lambda data: made.append(1) or usual(data))
    id = client.post("/api/records", json={"record": a_record()}).json()["id"]
    for path in (f"/api/review/{id}/page.html", f"/api/review/{id}/animation.svg"):
        packed = client.get(path, headers={"accept-encoding": "gzip"})
        plain = client.get(path, headers={"accept-encoding": "identity"})
        assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
        assert packed.text == plain.text and "</" in plain.text[-20:]
        assert client.get(path, headers={"cookie": "language=it"}).text != plain.text or path.endswith("svg")
    assert len(made) == 2, "once in each language"


def test_pages_do_not_wait_for_studies(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever keeps every thread of the boards busy keeps nobody from a page or a table."""
    go, begun = threading.Event(), threading.Semaphore(0)

    def stuck(*given: Any, **more: Any) -> dict[str, Any]:
        begun.release()
        go.wait(60)
        return {}

    monkeypatch.setattr("pizzabox.server.analysis_board.boards.board", stuck)
    client.get("/")
    asking = [
        threading.Thread(target=client.post, args=("/api/board",), kwargs={"json": {"game": "theory"}})
        for _ in range(20)
    ]
    for one in asking:
        one.start()
    try:
        for _ in range(hub.STUDY_THREADS):
            assert begun.acquire(timeout=60)
        assert client.get("/").status_code == 200
        assert client.get(f"/api/tables/{open_table(client, visitor(client), FRIENDS)['id']}").status_code == 200
    finally:
        go.set()
        for one in asking:
            one.join()


def test_who_waits_for_too_much_is_refused_in_the_language_of_the_work() -> None:
    async def work() -> None:
        queue, go = FairQueue(1, "test", most=2), threading.Event()
        busy = asyncio.create_task(queue.run("who", lambda: go.wait(60)))
        await asyncio.sleep(0)
        with speaking("it"):
            said = asyncio.create_task(queue.run("who", language))
        rest = asyncio.create_task(queue.run("who", language))
        await asyncio.sleep(0)
        with pytest.raises(TooMany, match="wait for the first answers"):
            await queue.run("who", language)
        other = asyncio.create_task(queue.run("another", language))
        await asyncio.sleep(0)
        go.set()
        assert await asyncio.gather(busy, said, rest, other) == [True, "it", "en", "en"]
        queue.close()

    run(work)


@pytest.fixture
def stranger(database: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setattr(limits, "MADE", 0.0)
    monkeypatch.setattr(limits, "MADE_AT_ONCE", 5.0)
    with TestClient(create_app(database), base_url="http://box.test", client=AWAY) as made:
        yield made


def test_an_address_makes_so_many_tables_and_uploads(stranger: TestClient) -> None:
    record, found = a_record(), []
    for n in range(4):
        stranger.cookies.clear()
        found.append(stranger.post("/api/tables", json=FRIENDS))
        found.append(stranger.post("/api/records", json={"record": f"{record}\n; {n}\n"}))
    assert [answer.status_code for answer in found] == [201] * 5 + [429] * 3
    assert "from your address" in found[-1].json()["error"]["what"]
    assert stranger.post("/api/tables", json={}).status_code == 429
    assert stranger.get("/api/games").status_code == 200


def test_this_computer_makes_as_many_as_it_likes(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MADE_AT_ONCE", 1.0)
    with TestClient(create_app(database), base_url="http://127.0.0.1:8310", client=("127.0.0.1", 1)) as made:
        assert {made.post("/api/tables", json=FRIENDS).status_code for _ in range(4)} == {201}


@pytest.fixture
def held_up(database: str) -> Iterator[Reviewer]:
    """Somebody who reviews, and doesn't get on before the end of the test."""
    store, go = Store(database), threading.Event()
    made = Reviewer(store, lambda *given, **more: None, lambda game, stop: go.wait(60) and None)  # type: ignore[arg-type,return-value]
    yield made
    go.set()
    made.close()
    aside(lambda: asyncio.run(store.close()))


def test_a_review_that_two_ask_for_in_the_same_moment_is_made_once(
    held_up: Reviewer, monkeypatch: pytest.MonkeyPatch
) -> None:
    together, made, blank = threading.Barrier(2), list[Replay](), Review.blank
    replay = Replay.of(pizzabox.loads(a_record()))
    monkeypatch.setattr(held_up.store, "kept", lambda kind, id: together.wait() and None)  # neither finds it there
    monkeypatch.setattr(Review, "blank", lambda replay: made.append(replay) or blank(replay))
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(lambda who: held_up.begin("one", replay, who)["state"], ("ada", "bob")))
    assert set(found) <= {"waiting", "running"} and made == [replay]


def test_a_review_is_stopped_by_whoever_asked_for_it_alone(held_up: Reviewer) -> None:
    replay = Replay.of(pizzabox.loads(a_record()))
    for id in ("one", "two", "three"):
        held_up.begin(id, replay, "192.0.2.1", "ada")
    assert held_up.cancel("two", "bob", "bob") in ("waiting", "running")
    assert held_up.cancel("two", "ada", "ada") == "stopped", "the address she came from has become her cookie"
    assert held_up.cancel("three", "192.0.2.1", "new each time") == "stopped", "one without a cookie"
    assert held_up.begin("two", replay, "bob", "bob")["state"] == "waiting", "and it can be begun again"


def test_one_visitor_may_not_fill_the_line_of_reviews(held_up: Reviewer) -> None:
    replay = Replay.of(pizzabox.loads(a_record()))
    for n in range(MOST_OF_ONE):
        held_up.begin(f"one {n}", replay, "glutton")
    with pytest.raises(TooMany, match="waiting for a review"):
        held_up.begin("more", replay, "glutton")
    assert held_up.begin("one 0", replay, "glutton")["state"] in ("waiting", "running"), "that is there"
    for n in range(MOST_WAITING - MOST_OF_ONE):
        held_up.begin(f"other {n}", replay, f"visitor {n}")
    with pytest.raises(TooMany):
        held_up.begin("last", replay, "last")


def test_tables_that_are_over_and_left_are_closed(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They come back on request; tables with people connected, and running ones, stay open."""
    monkeypatch.setattr(hub, "MOST_QUIET", 3)

    async def work() -> None:
        async with site(database) as box:
            wish = {"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}
            watched = await box.hub.create(wish, "the-host-of-the-table")
            line = await box.connect(watched.match.id, "the-host-of-the-table")
            line.send({"do": "hello"})
            await line.until("table")
            running = await box.hub.create(wish, "the-host-of-the-table")
            rooms = [watched]
            for n in range(20):
                rooms.append(await box.hub.create(wish, f"the-host-of-table-{n}"))
                for seat in (0, 1):
                    rooms[-1].match.concede(rooms[-1].match.host, seat, 0.0) if not rooms[-1].match.over else None
            watched.match.concede("the-host-of-the-table", 0, 0.0)
            last = await box.hub.create(wish, "the-host-of-the-table")
            assert {watched.match.id, running.match.id, last.match.id} <= set(box.hub.rooms)
            assert len(box.hub.rooms) <= 10
            gone = rooms[1].match.id
            assert gone not in box.hub.rooms and rooms[1].closed
            assert (await box.ask("GET", f"/api/tables/{gone}")).status == 200
            assert gone in box.hub.rooms
            await line.close()

    run(work)


def test_nothing_is_kept_ready_for_nobody(database: str) -> None:
    """When the last viewer leaves a table, what was drawn and said for viewers goes."""

    async def work() -> None:
        async with site(database) as box:
            wish = {"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}
            room = await box.hub.create(wish, "the-host-of-the-table")
            lines = [await box.connect(room.match.id, "the-host-of-the-table") for _ in range(2)]
            for line in lines:
                line.send({"do": "hello"})
                await line.until("table")
            lines[0].send({"do": "chat", "text": "Ciao!"})
            await lines[0].settled()
            told = weakref.ref(room._snapshot)
            await lines[0].close()
            assert told() is not None, "somebody is still there"
            await lines[1].close()
            gc.collect()
            assert told() is None

    run(work)


def test_the_log_of_a_table_is_made_once_for_all_who_ask(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as somebody is there, or asked within the last minute."""
    made: list[int] = []
    usual = scene.step_story
    monkeypatch.setattr(scene, "step_story", lambda *known: made.append(1) or usual(*known))

    async def work() -> None:
        async with site(database) as box:
            host = "the-host-of-the-table"
            room = await box.hub.create({"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}, host)
            for _ in range(12):
                seat = room.match.acting[0]
                move = {"do": "move", "seat": seat, "code": room.match.position.codes(seat)[0]}
                await room.carry_out(host, move, lambda answer: None)
            path = f"/api/tables/{room.match.id}"
            first = (await box.ask("GET", path)).json()["log"]
            assert len(first) == len(made) == 12
            line = await box.connect(room.match.id, "a-stranger-at-the-table")
            line.send({"do": "hello"})
            assert json.loads((await line.until("table"))[-1])["log"] == first
            assert (await box.ask("GET", path)).json()["log"] == first and len(made) == 12
            await line.close()
            await box.ask("GET", path)
            assert room._snapshot and len(made) == 24
            box.hub._close_quiet()
            assert room._snapshot is None and not room.closed

    run(work)


def test_a_long_table_counts_for_more_than_one_message_or_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asked for much waits a little longer until the next."""
    monkeypatch.setattr(socket, "STEPS_A_MESSAGE", 4)
    monkeypatch.setattr(api, "STEPS_A_REQUEST", 10)

    async def work() -> None:
        async with site(f"sqlite:///{tmp_path}/box.db", rate=0.0, burst=6.0) as box:
            host = "the-host-of-the-table"
            room = await box.hub.create({"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}, host)
            for _ in range(12):
                seat = room.match.acting[0]
                move = {"do": "move", "seat": seat, "code": room.match.position.codes(seat)[0]}
                await room.carry_out(host, move, lambda answer: None)
            line = await box.connect(room.match.id, host)
            line.send({"do": "hello"})
            await line.until("table")
            others = [await box.connect(room.match.id, host) for _ in range(2)]
            for n, one in enumerate((line, *others)):
                one.send({"do": "ping"})
                said = await one.until("pong" if n < 2 else "error")
                assert ("too many messages" in said[-1]) == (n == 2), "however many connections"
            for one in (line, *others):
                await one.close()
            asker = "somebody-else-who-asks"
            path = f"/api/tables/{room.match.id}"
            found = [(await box.ask("GET", path, asker)).status for _ in range(4)]
            assert found == [200, 200, 200, 429], "each counts for more than two"

    run(work)


def test_what_a_visitor_has_stored_is_bounded_but_for_moves(tmp_path: Path) -> None:
    async def work() -> None:
        async with site(f"sqlite:///{tmp_path}/box.db", rate=0.0, burst=100.0) as box:
            host = "the-host-of-the-table"
            room = await box.hub.create({"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}, host)
            path, found = f"/api/tables/{room.match.id}/do", []
            for n in range(32):
                wish = ({"do": "chat", "text": f"{n}"}, {"do": "name", "seat": 0, "name": f"Ada {n}"})[n % 2]
                found.append((await box.ask("POST", path, host, wish)).status)
            assert found == [200] * 30 + [429] * 2 and len(room.match.chat) == 15
            seat = room.match.acting[0]
            move = {"do": "move", "seat": seat, "code": room.match.position.codes(seat)[0]}
            assert (await box.ask("POST", path, host, move)).json()["type"] == "ok", "a game can go on"
            refused = await box.ask("POST", path, host, {"do": "undo", "seat": seat})
            assert refused.status == 429 and "too many" in refused.json()["what"]

    run(work)


def test_no_table_waits_for_a_whole_list(database: str) -> None:
    async def work() -> None:
        async with site(database) as box:
            for _ in range(8):
                await box.hub.create({"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}, "ada")
            turns = 0

            async def others() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            listed = await asyncio.to_thread(lambda: box.hub.store.rows(box.hub.store.listed("mine", "ada")))
            box.hub.store.rows = lambda ids: listed  # type: ignore[method-assign,assignment]
            waiting = asyncio.create_task(others())
            await box.hub.cards("mine", "ada")
            assert turns >= 8
            waiting.cancel()

    run(work)
