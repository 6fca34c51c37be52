"""Tables whose kernels are not compiled yet: stand-ins play, pages show progress, a dead compiler stops nobody."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from weakref import WeakSet

import pytest
from starlette.testclient import TestClient

import pizzabox
from pizzabox.bots import QuickBot, Random, Search, warming
from pizzabox.engine.game import Game
from pizzabox.engine.position import Move, View
from pizzabox.server.app import create_app
from pizzabox.server.hub import Hub
from pizzabox.server.room import Room
from pizzabox.server.store import Store
from pizzabox.server.warming import Warming
from tests.helpers import aside
from tests.server.test_bot_seat import bots, until
from tests.server.test_room import Desk

NEVER = "import sys; print('percent 40', flush=True); sys.stdin.read()"
DEAD = "import sys; sys.exit('no oven')"


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """No game is ready, and the compiler is the program a test gives; a game counts as loaded when that has ended."""
    known: WeakSet[Any] = WeakSet()
    monkeypatch.setattr(warming, "_ready", known)
    monkeypatch.setattr("pizzabox.server.warming.kept", lambda game: False)
    monkeypatch.setattr("pizzabox.server.warming.warm", lambda game: known.add(game.kernels))

    def use(program: str) -> None:
        monkeypatch.setattr("pizzabox.server.warming.COMMAND", (sys.executable, "-c", program))

    return use


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which of the two bots was asked, in order; neither thinks."""
    found: list[str] = []

    def choose(name: str) -> Callable[..., Move]:
        def chosen(self: object, view: View, seconds: float | None = None) -> Move:
            found.append(name)
            time.sleep(0.001 * len(found))  # ever slower, so that no game is over before the compiler has begun
            return Random(1).choose(view)

        return chosen

    monkeypatch.setattr(Search, "choose", choose("own"))
    monkeypatch.setattr(QuickBot, "choose", choose("quick"))
    return found


def at_table(tmp_path: Path, game: str, scene: Callable[[Hub, Room, Desk], Awaitable[None]], **options: Any) -> Hub:
    """Run a scene at a table of cooks, watched by a page."""

    async def run() -> Hub:
        hub = Hub(Store(f"sqlite:///{tmp_path}/box.db"), pace=0.0)
        try:
            room = await hub.create(bots(game, "cook", **options), "host")
            desk = Desk(room, "somebody", warming=True)
            await scene(hub, room, desk)
        finally:
            await hub.close()
        return hub

    return aside(asyncio.run, run())  # type: ignore[no-any-return]


def heard(desk: Desk) -> list[tuple[str, int]]:
    return [(m["state"], m["percent"]) for m in desk.heard if m["type"] == "warming"]


def gone(name: str = "pizzabox-warming") -> bool:
    return all(thread.name != name for thread in threading.enumerate())


def test_while_nothing_is_ready_somebody_quick_plays(
    tmp_path: Path, compiler: Callable[[str], None], asked: list[str]
) -> None:
    compiler(NEVER)

    async def scene(hub: Hub, room: Room, desk: Desk) -> None:
        await until(lambda: len(room.match.position.steps) >= 10 and ("running", 40) in heard(desk))
        assert set(asked) == {"quick"}
        view = room.match.position.view(room.match.acting[0])
        move, why = await hub.advise(view, "somebody")
        assert move in view.legal()
        assert why == "The oven is still warming up, so this is only a quick guess."

    hub = at_table(tmp_path, "wars", scene)
    aside(asyncio.run, until(gone))
    assert hub.warming._child is None, "the compiler ends with the server"


def test_when_it_is_ready_the_own_bot_plays_and_the_page_is_told(
    tmp_path: Path, compiler: Callable[[str], None], asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    go = tmp_path / "go"
    monkeypatch.setattr("pizzabox.server.hub.advice", lambda view, seconds: ("its move", "its reason"))
    compiler(f"import os, time\nwhile not os.path.exists({str(go)!r}): time.sleep(0.01)\nprint('percent 100')")

    async def scene(hub: Hub, room: Room, desk: Desk) -> None:
        await until(lambda: heard(desk))
        go.touch()
        await until(lambda: "own" in asked)
        assert asked == sorted(asked, reverse=True), "once it is ready nobody else is asked"
        await until(lambda: ("done", 100) in heard(desk))
        said = heard(desk)
        assert said[0] == ("running", 0)
        assert said[-1] == ("done", 100)
        assert await hub.advise(room.match.position.view(room.match.acting[0]), "somebody") == (
            "its move",
            "its reason",
        )
        late = Desk(room, "late", warming=True)
        await until(lambda: late.heard)
        assert heard(late) == [], "there is nothing left to say"

    at_table(tmp_path, "wars", scene)


def test_a_dead_compiler_is_logged_once_and_the_table_goes_on(
    tmp_path: Path, compiler: Callable[[str], None], asked: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    compiler(DEAD)

    async def scene(hub: Hub, room: Room, desk: Desk) -> None:
        await until(lambda: ("failed", 0) in heard(desk))
        steps = len(room.match.position.steps)
        await until(lambda: len(room.match.position.steps) >= steps + 5)
        late = Desk(room, "late", warming=True)
        await until(lambda: heard(late) == [("failed", 0)])

    at_table(tmp_path, "wars", scene)
    assert set(asked) == {"quick"}
    assert caplog.text.count("couldn't compile") == 1
    assert "no oven" in caplog.text


def test_who_did_not_ask_is_told_nothing_and_people_wait_for_nobody(
    tmp_path: Path, compiler: Callable[[str], None]
) -> None:
    compiler(NEVER)

    async def run() -> None:
        hub = Hub(Store(f"sqlite:///{tmp_path}/box.db"), pace=0.0)
        people = {"game": "wars", "options": {}, "seats": [{"kind": "me"}, {"kind": "open"}]}
        try:
            for wish, hello in ((bots("wars", "cook"), {}), (people, {"warming": True})):
                desk = Desk(room := await hub.create(wish, "host"), "host", **hello)
                await until(lambda room=room: bool(room.subscribers))
                hub._tell_warming("wars")
                assert heard(desk) == []
        finally:
            await hub.close()

    aside(asyncio.run, run())


def test_a_game_that_is_played_comes_before_those_that_are_not(tmp_path: Path, compiler: Callable[[str], None]) -> None:
    asked_for, go = tmp_path / "asked", tmp_path / "go"
    # Theory is not done before someone plays: only then does `go` exist.
    compiler(
        f"import pathlib, sys, time\npathlib.Path({str(asked_for)!r}).open('a').write(sys.argv[1] + '\\n')\n"
        f"while sys.argv[1] == 'theory' and not pathlib.Path({str(go)!r}).exists(): time.sleep(0.01)"
    )
    made = Warming(lambda name: None)
    made.prepare(("theory", "wars"))
    aside(asyncio.run, until(asked_for.exists))
    aside(asyncio.run, until(lambda: bool(asked_for.read_text())))
    shark: Game = pizzabox.load("shark")
    made.want(shark)
    made.wait(shark, threading.Event())
    assert asked_for.read_text().split()[:2] == ["theory", "shark"]
    go.touch()
    aside(asyncio.run, until(gone))
    assert asked_for.read_text().split() == ["theory", "shark", "theory", "wars"]
    assert made.state(pizzabox.load("theory")) is None


def test_who_waits_may_stop_waiting(compiler: Callable[[str], None]) -> None:
    compiler(NEVER)
    made, stop = Warming(lambda name: None), threading.Event()
    stop.set()
    made.wait(pizzabox.load("theory"), stop)
    made.close()
    aside(asyncio.run, until(gone))


def test_who_wants_a_thought_or_a_review_is_told_how_far_the_oven_is(
    tmp_path: Path, compiler: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    go = tmp_path / "go"
    compiler(
        f"import os, time\nprint('percent 40', flush=True)\nwhile not os.path.exists({str(go)!r}): time.sleep(0.01)"
    )
    monkeypatch.setattr("pizzabox.server.analysis_board.survey", lambda view, seconds, seed: None)
    monkeypatch.setattr("pizzabox.study.analysis_board.thought_data", lambda thought, view: {"ideas": []})
    game = pizzabox.load("hexentafl")
    played = game.start(seed=1)
    played.play(played.legal()[0])
    wish = {"position": game.start(seed=1).code, "seconds": 0.1}
    with TestClient(create_app(f"sqlite:///{tmp_path}/box.db", rate=1e6, burst=1e6)) as client:

        def thought(**more: Any) -> Any:
            return client.post("/api/board/think", json=wish | more).json()

        found = [thought(warming=True)]
        while found[-1] != {"warming": 40}:  # the compiler has only just begun
            assert found[-1] == {"warming": 0}
            found.append(thought(warming=True))
        id = client.post("/api/records", json={"record": pizzabox.GameRecord.of(played).dumps()}).json()["id"]
        client.post(f"/api/review/{id}/opinion")
        while (review := client.get(f"/api/review/{id}/opinion").json())["state"] == "waiting":
            pass
        assert (review["state"], review["warming"]) == ("running", 40)
        client.delete(f"/api/review/{id}/opinion")
        assert "warming" not in client.get(f"/api/review/{id}/opinion").json()
        go.touch()
        assert thought() == {"ideas": []}, "who does not ask how far it is waits"
        assert thought(warming=True) == {"ideas": []}
