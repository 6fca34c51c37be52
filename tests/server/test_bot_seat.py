"""Seats that play themselves: one question at a time, failures said in words, and a server that stops regardless."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

import pizzabox
from pizzabox.bots import Effort, Greedy, Random, Search, base
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.position import Move, View
from pizzabox.server.bot_seat import FAILURES
from pizzabox.server.hub import Hub
from pizzabox.server.room import Room
from pizzabox.server.store import Store
from pizzabox.table.match import Match
from pizzabox.table.new_table import PACES
from pizzabox.table.stored_match import meta_of, restored
from tests.helpers import aside
from tests.serving import ask, free_port, interrupted, start

WATCHED = "watched"


class Watched:
    """A bot that takes its time and notes whether it is asked meanwhile."""

    name = WATCHED
    made: list[Watched]

    def __init__(self, seed: int | None = None) -> None:
        self.inside = 0
        self.overlaps = 0
        self.asked = 0
        self._lock = threading.Lock()
        self._usual = Random(seed)
        Watched.made.append(self)

    def choose(self, view: View, seconds: float | None = None) -> Move:
        with self._lock:
            self.inside += 1
            self.asked += 1
            self.overlaps += self.inside > 1
        time.sleep(0.002)
        with self._lock:
            self.inside -= 1
        return self._usual.choose(view, seconds)


class Failing:
    """A bot that fails whenever it is asked."""

    def __init__(self, name: str = "failing") -> None:
        self.name = name

    def choose(self, view: View, seconds: float | None = None) -> Move:
        raise ValueError("max() arg is an empty sequence")


class Named(Random):
    """A bot of a name that plays anything."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


@pytest.fixture(autouse=True)
def makers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "_makers", dict(base._makers))
    monkeypatch.setattr(base, "_strength", dict(base._strength))
    base.level(WATCHED, Watched, strength=1)
    base.level("failing", lambda seed: Failing(), strength=1)
    Watched.made = []


def with_hub(tmp_path: Path, work: Callable[[Hub], Awaitable[None]]) -> None:
    async def run() -> None:
        hub = Hub(Store(f"sqlite:///{tmp_path}/box.db"), pace=0.0)
        try:
            await work(hub)
        finally:
            await hub.close()

    aside(lambda: asyncio.run(run()))


def bots(game: str, level: str, **options: Any) -> dict[str, Any]:
    return {"game": game, "options": options, "seats": [{"kind": "bot", "bot": level}] * options.get("players", 2)}


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(120):
        while not true():
            await asyncio.sleep(0.01)


def played(room: Room, steps: int) -> Callable[[], bool]:
    """Whether a table has got so far, or to its end: a King with luck escapes in eight steps."""
    return lambda: room.match.over or len(room.match.position.steps) >= steps


@pytest.mark.parametrize("game", ["wars", "shark", "theory", "hexentafl", "pizzeria"])
def test_a_bot_is_asked_one_question_at_a_time(tmp_path: Path, game: str) -> None:
    """Also where one seat has several steps in a row, and while other things happen at the table."""

    moves = 0

    async def work(hub: Hub) -> None:
        nonlocal moves
        rooms = [await hub.create(bots(game, WATCHED, players=2), "host") for _ in range(3)]

        def enough() -> bool:
            for room in rooms:
                room.tell()  # news of any kind wakes bots
                room.wake()
            return all(played(room, 40)() for room in rooms)

        await until(enough)
        moves = sum(len(room.match.position.steps) for room in rooms)

    with_hub(tmp_path, work)
    assert sum(bot.asked for bot in Watched.made) >= moves > 0
    assert sum(bot.overlaps for bot in Watched.made) == 0


def test_that_simpler_bots_played_is_known_after_a_restart(tmp_path: Path) -> None:
    """A table with help of a quick bot is not rated, whatever happens to the server before it ends."""
    made: list[str] = []

    async def play(hub: Hub) -> None:
        for simpler in (True, False):
            seats = [{"kind": "me"}, {"kind": "bot", "bot": "failing"}]
            room = await hub.create({"game": "hexentafl", "seats": seats}, "host")
            room.match.simpler_bots = simpler  # as where a bot played while the kernels were compiled
            move = {"do": "move", "seat": 0, "id": "one", "text": room.match.position.legal()[0].text}
            await room.carry_out("host", move, lambda answer: None)
            made.append(room.match.id)

    async def look(hub: Hub) -> None:
        found = [(await hub.room(id)).match for id in made]
        assert all(match.position.steps for match in found)
        assert [match.simpler_bots for match in found] == [True, False]

    with_hub(tmp_path, play)
    with_hub(tmp_path, look)


def test_a_bot_whose_moves_cannot_be_stored_waits_and_plays_on_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk is not the bot's fault: no failure is announced, and no other move is played for it."""
    monkeypatch.setattr("pizzabox.server.bot_seat.UNTIL_STORED", 0.01)

    async def work(hub: Hub) -> None:
        usual, refused = hub.store.write, 0

        def write(changes: Any) -> Any:
            nonlocal refused
            if changes[0].before < 0 or refused > 5 * FAILURES:
                return usual(changes)
            refused += 1
            return [OperationalError("INSERT", None, sqlite3.OperationalError("database or disk is full"))]

        monkeypatch.setattr(hub.store, "write", write)
        room = await hub.create(bots("theory", WATCHED, players=2), "host")
        await until(played(room, 10))
        assert refused > 5 * FAILURES and room.match.chat == []

    with_hub(tmp_path, work)
    assert len(Watched.made) == 2, "no bot was replaced"


def test_each_seat_keeps_its_bot(tmp_path: Path) -> None:
    """One bot for each seat of a game, so that what it remembers is of use."""

    async def work(hub: Hub) -> None:
        room = await hub.create(bots("wars", WATCHED), "host")
        await until(played(room, 20))
        assert len(Watched.made) == 2
        assert room.thinking or room.match.over

    with_hub(tmp_path, work)


def test_a_failing_bot_says_so_and_the_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("pizzabox.server.bot_seat.PAUSE", 0.001)

    monkeypatch.setattr("pizzabox.server.bot_seat.STAND_IN", "usual")
    base.level("usual", lambda seed: Named("usual"), strength=1)

    async def work(hub: Hub) -> None:
        room = await hub.create(bots("hexentafl", "failing"), "host")
        await until(played(room, 9))
        lines = [line["text"] for line in room.match.chat]
        assert lines[0].startswith(f"I tried to think {FAILURES} times")
        assert room.match.chat[0]["seat"] == room.match.position.steps[0].player
        assert sorted(line["seat"] for line in room.match.chat) == [0, 1], "once a seat"
        assert [one.player().name for one in room.bots.values()] == ["usual"] * 2

    with_hub(tmp_path, work)
    assert caplog.text.count("ValueError: max() arg is an empty sequence") == 2 * FAILURES, "it isn't asked any more"


def test_where_the_stand_in_fails_as_well_any_move_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("pizzabox.server.bot_seat.PAUSE", 0.001)
    monkeypatch.setattr("pizzabox.server.bot_seat.STAND_IN", "also failing")
    base.level("also failing", lambda seed: Failing("also failing"), strength=1)

    async def work(hub: Hub) -> None:
        room = await hub.create(bots("hexentafl", "failing"), "host")
        await until(played(room, 9))
        assert len(room.match.chat) == 2

    with_hub(tmp_path, work)
    assert caplog.text.count("ValueError: max() arg is an empty sequence") == 4 * FAILURES


def test_two_failures_are_not_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pizzabox.server.bot_seat.PAUSE", 0.001)
    asked: list[int] = []

    class Twice(Random):
        name = "twice"

        def choose(self, view: View, seconds: float | None = None) -> Move:
            asked.append(view.viewer)
            if len(asked) <= FAILURES - 1:
                raise ValueError("not today")
            return super().choose(view, seconds)

    base.level("twice", Twice, strength=1)

    async def work(hub: Hub) -> None:
        room = await hub.create(bots("hexentafl", "twice"), "host")
        await until(played(room, 3))
        assert room.match.chat == []

    with_hub(tmp_path, work)


def test_a_character_of_a_game_plays_its_own_habits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pizzabox.server.bot_seat.ready", lambda game: True)

    async def work(hub: Hub) -> None:
        room: Room = await hub.create(bots("pizzeria", "jeff", players=2), "host")
        assert room.bots[0].player().name == "jeff"

    with_hub(tmp_path, work)


@pytest.mark.parametrize("level", ["cook", "greedy", "apprentice"])
def test_a_bot_refuses_a_second_question_while_it_thinks(level: str) -> None:
    view = pizzabox.load("hexentafl").start(seed=1).view(0)
    bot: Any = pizzabox.bot(level, seed=1)
    with bot.answering(), pytest.raises(PizzaboxError, match="still thinking"):
        bot.choose(view)
    assert bot.choose(view) in view.legal()
    assert isinstance(Greedy(), base.OneQuestion)


def test_only_the_last_bots_remember_what_they_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many tables one visitor opens; a bot that has forgotten plays on."""
    monkeypatch.setattr("pizzabox.server.hub.MOST_REMEMBERING", 2)
    view = pizzabox.load("hexentafl").start(seed=1).view(0)

    async def work(hub: Hub) -> None:
        room = await hub.create({"game": "hexentafl", "seats": [{"kind": "me"}, {"kind": "me"}]}, "host")
        first, second, third = (Search(seed, effort=Effort(simulations=10)) for seed in range(3))
        for player in (first, second, first, third):
            assert await hub.think(player, view, room) in view.legal()
        assert [player.remembers for player in (first, second, third)] == [True, False, True]
        await hub.think(second, view, room)
        assert [player.remembers for player in (first, second, third)] == [False, True, True]
        hub.dismiss(third)
        assert not third.remembers
        await hub.think(first, view, room)
        assert second.remembers, "who is gone takes nobody's place"

    with_hub(tmp_path, work)


def test_the_server_stops_although_a_bot_never_answers(tmp_path: Path) -> None:
    port = free_port()
    server, _ = start(tmp_path, port, module="tests.server.stuck_bot_server")
    try:
        who = ask(port, "/api/token", body={})["token"]
        ask(port, "/api/tables", who, bots("hexentafl", "stuck"))
        limit = time.monotonic() + 60
        while not (tmp_path / "asked").exists():
            assert time.monotonic() < limit, "the bot was not asked"
            time.sleep(0.05)
    except BaseException:
        server.kill()
        raise
    interrupted(server)


def test_a_table_says_how_fast_its_bots_play() -> None:
    """With a token that the store keeps; a wrong one is refused with a sentence."""
    wish = {"game": "theory", "seats": [{"kind": "bot", "bot": "random"}] * 3}
    match = Match.new({**wish, "pace": "none"}, "host", 0.0)
    kept = restored(match.id, "theory", meta_of(match), bytes(match.position.state), [], 0)
    assert (kept.pace, kept.next_match(0.0).pace, Match.new(wish, "host", 0.0).pace) == ("none", "none", "calm")
    assert PACES["none"] == 0 < PACES["quick"] < PACES["calm"]
    with pytest.raises(pizzabox.BadOption, match="pace must be one of calm, quick, none, not 'slow'"):
        Match.new({**wish, "pace": "slow"}, "host", 0.0)
    old = {key: value for key, value in meta_of(match).items() if key != "pace"}
    assert restored(match.id, "theory", old, bytes(match.position.state), [], 0).pace == "calm"
