"""Nothing leaks: every byte to every viewer of twin games, until the reveal."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.position import Position, View
from pizzabox.server import room, socket, subscriber
from pizzabox.server.room import Room
from pizzabox.table import match as matches
from pizzabox.table import scene
from pizzabox.table.secrecy import would_be_sealed
from pizzabox.testing.random_games import LONG
from tests.helpers import CASES, aside, case_id, every_game, size, walk
from tests.server.leak_recorder import Eyes, Leak, Recorder, all_eyes, compared, hides, prepare, sites

GAMES = size(1, 4)
EPISODES = size(1, 6)
MOVES = size(5, 12)
MOST_EYES = size(4, 10)
Plant = Callable[[pytest.MonkeyPatch], None]


def starts(game: Game, seed: int, count: int) -> list[Position]:
    """Positions of a random game, spread over it, in which nobody has chosen in secret yet; some are about to."""
    found = [pos.copy() for pos in walk(game, seed) if not pos.over and not pos.state.sealed]
    secret = [pos for pos in found if would_be_sealed(pos, pos.actors[0])]
    some = secret or found[len(found) // 3 :]
    both = some[:: max(1, len(some) // count)][: -(-count // 2)], found[:: max(1, len(found) // count)][: count // 2]
    return [*both[0], *both[1]]


def recorded(folder: Path, begun: list[Position], eyes: list[Eyes], seed: int = 0, moves: int = MOVES) -> Recorder:
    """What was compared; raises Leak."""
    recorder = Recorder()

    async def work() -> None:
        dice = random.Random(seed)
        (folder / str(seed)).mkdir()
        async with sites(folder / str(seed)) as pair:
            with recorder.log.listening():
                for one in eyes:
                    for start in begun:
                        await compared(recorder, pair, start, one, moves, dice)

    aside(lambda: asyncio.run(work()))
    return recorder


@pytest.fixture(autouse=True)
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare(monkeypatch)


@every_game
def test_twins_look_alike_until_the_reveal(game: Game, tmp_path: Path) -> None:
    secret = secretive(game)
    found = [
        recorded(tmp_path, starts(game, seed, EPISODES), _eyes(game, secret), seed, MOVES if secret else 3)
        for seed in range(GAMES)
    ]
    told = ("bytes", "messages", "moves", "tables", "reveals")
    print(case_id(game), {name: sum(getattr(one, name) for one in found) for name in told})
    assert all(one.bytes > 50_000 for one in found)
    if secret:
        assert any(one.differing for one in found), "the twins must differ"


@cache
def secretive(game: Game) -> bool:
    """Whether more than dice is hidden soon."""
    return any(hides(pos) for pos in walk(game, 1, 30))


def _eyes(game: Game, secret: bool) -> list[Eyes]:
    """Everybody, where there are few of them; where only dice are hidden, one who watches and one who plays will do.
    In the short run the first secret options of a game have them all, the others every second one in turn."""
    everybody = all_eyes(game)
    if not secret:
        return everybody[: size(2, 3)]
    chosen = [*everybody[: MOST_EYES - 2], *everybody[MOST_EYES - 2 :][-2:]]
    first = next(case for case in CASES if case.name == game.name and secretive(case))
    return chosen if LONG or game is first else chosen[CASES.index(game) % 2 :: 2]


# What the recorder would find.


def everything(self: scene.TableSnapshot, viewer: int) -> View:
    return View(self.match.game, self.match.position.state.read_only(), viewer)


def plant_scene(patch: pytest.MonkeyPatch) -> None:
    """Words are made from the position, not from the view."""
    patch.setattr(scene.TableSnapshot, "view", everything)


def plant_log(patch: pytest.MonkeyPatch) -> None:
    """The server logs what was played."""
    usual = Room.tell

    def tell(self: Room, log_from: int | None = None) -> None:
        logging.getLogger("pizzabox.server").debug("played %s", self.match.position.steps[-1].text)
        usual(self, log_from)

    patch.setattr(Room, "tell", tell)


def plant_story(patch: pytest.MonkeyPatch) -> None:
    """The notation of a sealed choice is sent."""
    patch.setattr(scene, "_hidden", lambda match, step, viewer, index: False)


def plant_program(patch: pytest.MonkeyPatch) -> None:
    """A program gets the view of another seat."""
    patch.setattr(subscriber, "turn_message", lambda match, look, acting: scene.turn_message(match, 1, acting))


def plant_record(patch: pytest.MonkeyPatch) -> None:
    """The download holds every move."""
    patch.setattr(matches, "running_record", lambda pos, viewer, players: GameRecord.of(pos, players))


def plant_number(patch: pytest.MonkeyPatch) -> None:
    """One message more is sent where the choice was an even one; all of them are harmless."""
    usual = Room.tell

    def tell(self: Room, log_from: int | None = None) -> None:
        usual(self, log_from)
        if self.match.position.steps[-1].code % 2 == 0:
            self._tell_presence()

    patch.setattr(Room, "tell", tell)


def plant_hint(patch: pytest.MonkeyPatch) -> None:
    """The adviser is shown the position."""
    usual = room.Room.advise

    async def advise(self: Room, seat: int) -> None:
        await usual(self, seat)
        patch.setattr(
            self.match.position, "view", lambda viewer: View(self.match.game, self.match.position.state, seat)
        )

    patch.setattr(Room, "advise", advise)


def plant_answer(patch: pytest.MonkeyPatch) -> None:
    """An answer to a question is made from the position."""

    async def spoken(room: Room, viewer: Any, message: Any) -> dict[str, Any]:
        return {"spoken": [str(list(room.match.position.state.cut))]}

    patch.setitem(socket.QUESTIONS, "spoken", spoken)


@pytest.mark.parametrize(
    ("plant", "way"),
    [
        (plant_scene, "the page"),
        (plant_log, "the log"),
        (plant_story, "the page"),
        (plant_program, "the program"),
        (plant_record, "/record"),
        (plant_number, "the number of messages"),
        (plant_hint, "'hint'"),
        (plant_answer, "'spoken'"),
    ],
)
def test_a_leak_that_was_planted_is_found(
    plant: Plant, way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = starts(pizzabox.load("theory", players=3), 1, 6)
    plant(monkeypatch)
    with pytest.raises(Leak, match=way):
        recorded(tmp_path, begun, [Eyes(0), Eyes(2)])
