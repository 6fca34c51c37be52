"""Tables in lists: a table that is not open is read from its row alone, and says the same as an open one."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import sqlalchemy as sa

from pizzabox.engine.catalogue import speaking
from pizzabox.engine.game import Game
from pizzabox.server import cards
from pizzabox.server.room import Room
from pizzabox.server.schema import TABLES
from pizzabox.server.store import Store
from pizzabox.table.match import Match
from tests.helpers import CASES, aside
from tests.server.wire import Site, site

HOST, GUEST, STRANGER = "the-host-of-the-table", "the-guest-of-the-table", "somebody-who-watches"
PAIR = next(game for game in CASES if game.name == "hexentafl")
"""A game of two, which ends when one gives up."""
PEOPLE = (HOST, GUEST, STRANGER)


@pytest.fixture
def database(either_database: str) -> str:
    return either_database


def run(database: str, work: Callable[[Site], Awaitable[None]]) -> None:
    async def served() -> None:
        async with site(database) as box:
            await work(box)

    aside(lambda: asyncio.run(served()))


async def played(box: Site, game: Game, moves: int, public: bool = True) -> Room:
    """A table of people, after some moves."""
    seats = [{"kind": "open" if seat == 1 else "me"} for seat in range(game.players)]
    wish = {"game": game.name, "options": dict(game.options), "public": public, "seats": seats}
    room = await box.hub.create(wish, HOST)
    if game.players > 1:
        await room.sit(GUEST, 1, "Bianca", room.match.invite)
    dice = random.Random(moves)
    for _ in range(moves):
        if room.match.over:
            break
        seat = dice.choice(room.match.acting)
        move = {"do": "move", "seat": seat, "code": dice.choice(room.match.position.codes(seat))}
        await room.carry_out(str(room.match.seats[seat].owner), move, lambda answer: None)
    return room


async def lists(box: Site) -> dict[tuple[str, str], Any]:
    return {(who, which): await box.hub.cards(which, who) for who in PEOPLE for which in ("mine", "open", "recent")}


def test_a_card_says_the_same_of_an_open_table_and_of_its_row(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every game, in the middle and at the end, and no table's moves are read for it."""

    async def work(box: Site) -> None:
        rooms = [await played(box, game, 9 + n) for n, game in enumerate([PAIR, PAIR, *CASES[::4]])]
        await rooms[0].carry_out(HOST, {"do": "concede", "seat": 0}, lambda answer: None)
        await rooms[1].carry_out(HOST, {"do": "draw", "seat": 0, "answer": "offer"}, lambda answer: None)
        open_ones = await lists(box)
        box.hub.close_rooms()
        monkeypatch.setattr(Store, "table", lambda self, id: pytest.fail("a table was read whole"))
        assert await lists(box) == open_ones
        assert not box.hub.rooms, "and none was opened"
        mine = {card["id"]: card for card in open_ones[HOST, "mine"]}
        for room in rooms[2:]:
            assert room.match.over or mine[room.match.id]["moves"] == len(room.match.position.steps) > 0
        assert any(card["your_turn"] for card in mine.values()) and not all(card["your_turn"] for card in mine.values())
        assert any(card["asked"] for card in open_ones[GUEST, "mine"]), "a draw is offered"
        assert rooms[0].match.id in {card["id"] for card in open_ones[STRANGER, "recent"]}
        assert not open_ones[STRANGER, "mine"]

    run(database, work)


def test_a_move_that_was_taken_back_is_not_counted(database: str) -> None:
    async def work(box: Site) -> None:
        room = await played(box, PAIR, 3)
        room.match.seats[1].owner = HOST  # then nobody has to agree
        last = room.match.position.steps[-1].player
        await room.carry_out(HOST, {"do": "undo", "seat": last}, lambda answer: None)
        box.hub.close_rooms()
        assert [card["moves"] for card in await box.hub.cards("mine", HOST)] == [2]

    run(database, work)


def test_a_table_that_cannot_be_read_is_left_out(database: str, caplog: pytest.LogCaptureFixture) -> None:
    """The game of one is no longer installed; the list is still there, with the others."""

    async def work(box: Site) -> None:
        there, gone = [await played(box, PAIR, 2) for _ in range(2)]
        private = await played(box, PAIR, 2, public=False)
        await there.carry_out(HOST, {"do": "concede", "seat": 0}, lambda answer: None)
        await gone.carry_out(HOST, {"do": "concede", "seat": 0}, lambda answer: None)
        await private.carry_out(HOST, {"do": "concede", "seat": 0}, lambda answer: None)
        box.hub.close_rooms()
        with box.hub.store.engine.begin() as connection:
            lost = sa.update(TABLES).where(TABLES.c.id == gone.match.id).values(game="calzone")
            connection.execute(lost)
        assert [card["id"] for card in await box.hub.cards("recent", STRANGER)] == [there.match.id]
        assert (await box.ask("GET", "/", STRANGER)).status == 200

    with caplog.at_level(logging.WARNING):
        run(database, work)
    assert "can't be listed" in caplog.text and "calzone" in caplog.text


def test_a_table_whose_game_fails_is_left_out(
    database: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words of a stranger's game may raise anything."""
    listed = cards.table_card

    async def work(box: Site) -> None:
        there, failing = [await played(box, PAIR, 2) for _ in range(2)]

        def card(match: Match, *more: Any) -> dict[str, Any]:
            return listed(match, *more) if match.id != failing.match.id else {}[match.id]

        monkeypatch.setattr(cards, "table_card", card)
        assert [card["id"] for card in await box.hub.cards("mine", HOST)] == [there.match.id]
        assert (await box.ask("GET", "/", HOST)).status == 200

    with caplog.at_level(logging.WARNING):
        run(database, work)
    assert "can't be listed: KeyError" in caplog.text


def test_a_card_is_made_once_for_all_who_have_no_seat(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each language, until something happens at the table; whether it's open or not."""
    made: list[str | None] = []
    usual = cards.table_card
    monkeypatch.setattr(cards, "table_card", lambda match, who, *known: made.append(who) or usual(match, who, *known))

    async def work(box: Site) -> None:
        room = await played(box, PAIR, 3)
        await room.carry_out(HOST, {"do": "concede", "seat": 0}, lambda answer: None)
        for _ in range(2):
            first, second = [await box.hub.cards("recent", who) for who in (STRANGER, "another-who-watches")]
            assert first == second and not first[0]["yours"] and made == [None]
            first[0]["prompt"] = "changed by who asked"
            box.hub.close_rooms()
        assert (await box.hub.cards("recent", HOST))[0]["yours"] and made.pop() == HOST
        with speaking("it"):
            [italian] = await box.hub.cards("recent", STRANGER)
        assert italian["prompt"] != second[0]["prompt"] and made == [None, None]
        room = await box.hub.room(room.match.id)
        await room.carry_out(HOST, {"do": "name", "seat": 0, "name": "Zoe"}, lambda answer: None)
        [new] = await box.hub.cards("recent", STRANGER)
        assert (new != second[0]) and len(made) == 3

    run(database, work)


def test_only_some_cards_are_kept(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cards, "MOST_KEPT", 2)

    async def work(box: Site) -> None:
        for n in range(4):
            room = await played(box, PAIR, n)
            await room.carry_out(HOST, {"do": "concede", "seat": 0}, lambda answer: None)
        assert len(await box.hub.cards("recent", STRANGER)) == 4 and len(box.hub._cards._kept) == 2

    run(database, work)
