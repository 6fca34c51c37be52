"""All open tables of this process, and what they share: the store, the bots' threads, the settings."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING

import sqlalchemy as sa

from pizzabox.bots import Bot, Program, QuickBot, Search, advice, ready
from pizzabox.engine.errors import BadPosition, PizzaboxError, cause, short
from pizzabox.engine.position import Move, View
from pizzabox.table.match import Match
from pizzabox.table.messages import ChatLine, Event, Message
from pizzabox.table.seats import PERSON
from pizzabox.table.stored_match import meta_of, meta_unchanged, restored

from . import say, steady_time
from .addresses import only_here
from .bot_seat import BotRoom
from .cards import Cards
from .fair_queue import FairQueue
from .metrics import OPEN_TABLES
from .room import ABSENT_AFTER, Elsewhere, Loaded, Room
from .store import NEW, Change, ChangedRow, Store, is_id
from .warming import Warming

if TYPE_CHECKING:
    from .cluster import Cluster

log = logging.getLogger("pizzabox.server")
MOST_ROOMS, MOST_QUIET = 5000, 200
"""Tables that are open at most, and how many of them may be quiet and over."""
QUIET, LOOK = 600.0, 60.0
"""Seconds until a table is closed at which nobody is and nothing happens by itself, and between two looks for such."""
BOT_THREADS, PROGRAM_THREADS, STUDY_THREADS = 2, 64, 2
MOST_STUDIES = 100
"""Pieces of work for reviews and boards that may wait for one visitor."""
MOST_REMEMBERING = 6
"""Bots that keep what they found for their next move: a search holds up to 42 MB."""
GOODBYE = 2.0
"""Seconds for all connections to end when the server stops."""


class NoTable(PizzaboxError):
    """There is no table of that id."""


class Hub:
    """The tables that are open now; others are loaded when somebody asks for them."""

    def __init__(
        self,
        store: Store,
        cluster: Cluster | None = None,
        *,
        pace: float | None = None,
        bot_seconds: float = 1.0,
        absent_after: float = ABSENT_AFTER,
    ) -> None:
        self.store = store
        self.cluster = cluster
        """The other workers, where there are some: then a table is opened only by the one that has it."""
        self.pace = pace
        """How long a bot's move takes at least; None as each table wishes."""
        self.bot_seconds = bot_seconds
        self.absent_after = absent_after
        self.lan_origin = ""
        """Where devices of the local network find this server, where they can."""
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self.bots = FairQueue(BOT_THREADS, "pizzabox-bot")
        """Who thinks: bots, hints, the analysis board."""
        self.programs = FairQueue(PROGRAM_THREADS, "pizzabox-program")
        """Programs, which think in processes of their own."""
        self.studies = FairQueue(STUDY_THREADS, "pizzabox-study", MOST_STUDIES)
        """Frames of reviews, boards, pictures: nothing that a table waits for."""
        self._cards = Cards()
        self._remembering: OrderedDict[Search, None] = OrderedDict()
        self._loop = asyncio.get_running_loop()
        self.warming = Warming(self._warming_changed)
        self._quiet_timer = self._loop.call_later(LOOK, self._close_quiet)

    def _warming_changed(self, name: str) -> None:
        """There is news of a game that warms up; this is called in a thread."""
        with contextlib.suppress(RuntimeError):  # the server has stopped meanwhile
            self._loop.call_soon_threadsafe(self._tell_warming, name)

    def _tell_warming(self, name: str) -> None:
        for room in self.rooms.values():
            if room.match.game.name == name:
                room.tell_warming()

    async def advise(self, view: View, visitor: str, address: str = "") -> tuple[Move, str]:
        """What to play, and why in a sentence; somebody quick answers until the usual adviser is ready."""
        if ready(view.game):
            return await self.bots.run(visitor, lambda: advice(view, self.bot_seconds), address=address)
        self.warming.want(view.game)
        move = await self.bots.run(visitor, lambda: QuickBot().choose(view, self.bot_seconds), address=address)
        return move, say("quick_hint")

    async def think(self, player: Bot, view: View, room: BotRoom) -> Move:
        """Ask a bot outside the event loop, so that no other table waits for it; one that is watched comes first."""
        queue = self.programs if isinstance(player, Program) else self.bots
        work = partial(player.choose, view, self.bot_seconds)
        move = await queue.run(room.match.host, work, lambda: bool(room.subscribers), address=room.address)
        if isinstance(player, Search):
            self._remembering[player] = None
            self._remembering.move_to_end(player)
            while len(self._remembering) > MOST_REMEMBERING:
                self._remembering.popitem(last=False)[0].forget()
        return move

    def dismiss(self, player: Bot) -> None:
        """A bot is not needed any more: a program is stopped, memory is given back."""
        if isinstance(player, Program):
            player.close()
        elif isinstance(player, Search):
            self._remembering.pop(player, None)
            player.forget()

    async def create(self, wish: Message, host: str, address: str = "") -> Room:
        """A new table from what a user asked for."""
        return await self.open(Match.new(wish, host, steady_time.now()), address)

    async def open(self, match: Match, address: str = "") -> Room:
        """Store a new match and open its room."""
        room = self.new_room(match, address)
        await self.store.commit(self._new_table(room))
        self.add(room)
        return room

    def new_room(self, match: Match, address: str) -> Room:
        """A room for a new match, which is not stored yet."""
        room = Room(self, Loaded(match, [], time.time()))
        room.address = address
        return room

    def _new_table(self, room: Room) -> Change:
        """What the store must keep of a new table."""
        change = self.change_of(room, NEW, [])
        change.owners = _owners(room.match)
        change.worker = self.cluster.worker if self.cluster else None
        return change

    def add(self, room: Room) -> None:
        """Open the room of a new table that is stored."""
        self.rooms[room.match.id] = room
        self._close_idle()
        room.wake()

    async def room(self, id: str) -> Room:
        """The room of a table, loaded from the store if need be. It's open until something is waited for."""
        if id in self.rooms:
            self.rooms.move_to_end(id)
            self.rooms[id].used = time.monotonic()
            return self.rooms[id]
        if not is_id(id):
            raise NoTable(say("table", id=short(id)))
        if id not in self._loading:
            self._loading[id] = asyncio.ensure_future(self._load(id))
        try:
            room = await self._loading[id]
        finally:
            self._loading.pop(id, None)
        if room.closed:  # already
            raise Elsewhere(say("come_back"))
        return room

    async def _load(self, id: str) -> Room:
        room = self.rooms.setdefault(id, Room(self, await self._take(id)))
        self._close_idle()
        room.wake()
        room.take_up_rematch()
        return room

    async def _take(self, id: str) -> Loaded:
        """A table from the store, which is this worker's to change."""
        worker = self.cluster.worker if self.cluster else ""
        if self.cluster and await self.cluster.take(id) not in (None, worker):
            raise Elsewhere(say("come_back"))
        loaded = await asyncio.to_thread(self._restore, id)
        if self.cluster and self.cluster.worker != worker:  # it was taken for dead meanwhile
            raise Elsewhere(say("come_back"))
        return loaded

    def _restore(self, id: str) -> Loaded:
        found = self.store.table(id)
        if found is None:
            raise NoTable(say("table", id=short(id)))
        row, moves, chat = found
        try:
            match = restored(id, row["game"], row["meta"], bytes(row["state"]), moves, row["version"])
        except BadPosition as problem:
            raise NoTable(str(problem)) from problem
        if match.clock:
            match.clock.resume(steady_time.now())
        match.chat = [ChatLine(name=c["name"], seat=c["seat"], text=c["text"], when=c["when"]) for c in chat]
        return Loaded(match, [move["seq"] for move in moves], row["moved"], row["fence"])

    def _close_idle(self) -> None:
        """Close idle tables, least recently used first: finished games beyond their limit, running ones only beyond the
        total."""
        spare = len(self.rooms) - MOST_ROOMS
        for id in list(islice(self.rooms, max(spare, min(MOST_QUIET, len(self.rooms) - MOST_QUIET), 0))):
            room = self.rooms[id]
            if not room.busy and (spare > 0 or room.match.over):
                self._close(room)
                spare -= 1
        OPEN_TABLES.set(len(self.rooms))

    def _close_quiet(self) -> None:
        """Close tables that have been quiet for a while. They are stored: whoever asks for one opens it again."""
        until = time.monotonic() - QUIET
        for room in [room for room in self.rooms.values() if room.used <= until and room.quiet]:
            self._close(room)
        for room in self.rooms.values():
            room.forget_unwatched()
        self._quiet_timer = self._loop.call_later(LOOK, self._close_quiet)

    async def reload(self, room: Room) -> None:
        """Go back to what the store has; where it does not answer, the table is closed until somebody comes again."""
        if room.closed:
            return
        try:
            room.load(await self._take(room.match.id))
        except Exception as problem:
            known = isinstance(problem, (sa.exc.DBAPIError, PizzaboxError))
            log.error("table %s couldn't be read, so it is closed", room.match.id, exc_info=not known)
            self._close(room)
        else:
            room.tell(log_from=0)

    def _close(self, room: Room) -> None:
        """Close a table; whoever is connected to it comes back."""
        if self.rooms.get(room.match.id) is room:
            del self.rooms[room.match.id]
        OPEN_TABLES.set(len(self.rooms))
        room.close()
        for subscriber in list(room.connected):
            subscriber.hang_up()

    def close_rooms(self) -> None:
        """Close every table: others may have changed it."""
        for room in list(self.rooms.values()):
            self._close(room)

    async def resume(self) -> None:
        """After a start: open the tables where something happens by itself, so that bots and clocks go on."""
        if self.cluster:
            await self.cluster.join(self)
        else:
            await self.open_all(await asyncio.to_thread(self.store.listed, "running", None, MOST_ROOMS))

    async def open_all(self, ids: list[str]) -> None:
        """Open tables, so that their bots and clocks go on."""
        for id in ids:
            try:
                await self.room(id)
            except (NoTable, Elsewhere) as problem:
                log.warning("table %s stays closed: %s", id, problem)
            except Exception:  # one table that cannot be read must not keep all others from going on
                log.exception("couldn't open table %s", id)

    def change_of(self, room: Room, before: int, events: list[Event], after: Room | None = None) -> Change:
        """What the store must keep of a room after some events, and of the table of its rematch if that begins with
        them."""
        match, kinds = room.match, {event["kind"] for event in events}
        row: ChangedRow = {
            "version": match.version,
            "game": match.game.name,
            "status": _status(match),
            "public": match.public,
            "moved": time.time(),
            "meta": None if kinds == {"move"} and meta_unchanged(match) else meta_of(match),
            "state": bytes(match.position.state),
        }
        made = Change(match.id, before, row, events, fence=room.fence)
        if "sit" in kinds:
            made.owners = _owners(match)
        if after:
            made.begins = self._new_table(after)
        return made

    async def cards(self, which: str, identity: str | None) -> list[Message]:
        """Tables in a list, as that identity sees them; one that can't be read is left out."""
        made = []
        for row in await asyncio.to_thread(lambda: self.store.rows(self.store.listed(which, identity))):
            id, room = row["id"], self.rooms.get(row["id"])
            try:  # while a change is on its way, what is stored counts
                card = self._cards.card(row, room.match if room and not room.lock.locked() else None, identity)
            except Exception as problem:  # its game or deck is no longer here, or the game of a stranger fails
                log.warning("table %s can't be listed: %s", id, cause(problem))
            else:
                made.append(card | {"url": f"/t/{id}"})
            await asyncio.sleep(0)  # no table waits for a whole list
        return made

    def invite_url(self, match: Match, origin: str) -> str:
        """The link for a guest: at an address that works on other devices too, where there is one."""
        origin = self.lan_origin or origin if only_here(origin) else origin
        return f"{origin}/t/{match.id}?invite={match.invite}"

    async def hang_up(self) -> None:
        """The server stops: finish what is under way at every table, and end every connection; pages come back."""
        for room in list(self.rooms.values()):  # others may be opened meanwhile
            async with room.lock:
                for subscriber in list(room.connected):
                    subscriber.hang_up()
        until = time.monotonic() + GOODBYE
        while any(room.connected for room in self.rooms.values()) and time.monotonic() < until:
            await asyncio.sleep(0.01)
        if self.cluster:
            await self.cluster.bridge.hang_up()

    async def close(self) -> None:
        """Begin nothing any more; what was begun is stored."""
        self._quiet_timer.cancel()
        self.warming.close()
        for room in self.rooms.values():
            room.close()
        self.bots.close()
        self.programs.close()
        self.studies.close()
        if self.cluster:
            await self.cluster.leave()
        await self.store.close()


def _status(match: Match) -> str:
    """`open` while a seat is free; then `running` where a bot or a clock goes on by itself, so that a server must have
    the table open, and `waiting` where it is up to people; `over`."""
    if match.over:
        return "over"
    if not match.full:
        return "open"
    plays_itself = any(seat.plays_itself and i in match.acting for i, seat in enumerate(match.seats))
    return "running" if match.clock or plays_itself else "waiting"


def _owners(match: Match) -> dict[int, str]:
    owners = {i: seat.owner for i, seat in enumerate(match.seats) if seat.kind == PERSON and seat.owner}
    return {-1: match.host, **owners}
