"""A table that is open in this process: its match, who is connected, and its bots and clocks.

Changes of one table happen one after the other, and all in one way (`Room.change`): change the match, store what
happened, answer, tell everybody. Nobody is told anything before it is stored. If storing fails, the match is loaded
anew from the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from functools import cache
from typing import Protocol, cast

from pizzabox.bots import Bot, Program, QuickBot
from pizzabox.engine.catalogue import language
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.position import Move, View
from pizzabox.table import scene as scenes
from pizzabox.table.match import Match
from pizzabox.table.messages import Event, Message, RoomScene, WarmingMessage
from pizzabox.table.seats import PERSON
from pizzabox.table.stored_match import step_data

from . import say, steady_time
from .bot_seat import BotHost, BotSeat
from .metrics import CHANGES, NOT_STORED
from .store import Change, NotStored, Store
from .subscriber import Subscriber

log = logging.getLogger("pizzabox.server")
Answer = Callable[[Message], None]
ABSENT_AFTER = 60.0
MOST_ID = 64
"""Letters of a move's id that count."""
_counter = cache(CHANGES.labels)
"""The counter of one kind of change."""


class Elsewhere(PizzaboxError):
    """The table isn't open here any more, or another worker has it."""


@dataclass
class Loaded:
    """A table as it was stored."""

    match: Match
    seqs: list[int]
    """For each move that stands the number of its event."""
    moved: float
    fence: int = 0
    """How often the table has changed hands between workers."""


class Tables(BotHost, Protocol):
    """What a room needs of the hub."""

    store: Store
    absent_after: float

    def change_of(self, room: Room, before: int, events: list[Event], after: Room | None = None) -> Change: ...
    async def reload(self, room: Room) -> None: ...
    def new_room(self, match: Match, address: str) -> Room: ...
    def add(self, room: Room) -> None: ...
    async def advise(self, view: View, visitor: str, address: str = "") -> tuple[Move, str]: ...
    def invite_url(self, match: Match, origin: str) -> str: ...


class Room:
    """One open table."""

    def __init__(self, hub: Tables, loaded: Loaded) -> None:
        self.hub = hub
        self.load(loaded)
        self.lock = asyncio.Lock()
        """Whoever has it may change the table, or look at it: see `held`."""
        self.subscribers: set[Subscriber] = set()
        self.connected: set[Subscriber] = set()
        """The subscribers, and those who are connected but haven't said hello yet."""
        self.followers: dict[Subscriber, Callable[[Room], None]] = {}
        """The subscribers who go on at the table of a rematch, by the same connection, and how they do."""
        self.bots = {seat: BotSeat(self, seat) for seat in range(len(self.match.seats))}
        self._clock_timer: asyncio.TimerHandle | None = None
        """For the clock that runs out next."""
        self._absences: dict[str, asyncio.TimerHandle] = {}
        """Who has just left; the timer says when they are taken for absent."""
        self._absent: set[str] = set()
        """Who has been away for so long that a bot takes over when it's their turn."""
        self.address = ""
        """Where the host was last; where that isn't known, somebody else who came. The bots' thinking counts there."""
        self.used = time.monotonic()
        """When somebody last asked for this table, or left it."""
        self.closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._fixed: dict[str, Message] = {}
        self._snapshot: scenes.TableSnapshot | None = None
        """The last one that somebody was shown: what was made for it serves the next."""

    def load(self, loaded: Loaded) -> None:
        """Begin, or go on, from what is stored."""
        self.match, self.seqs, self.moved, self.fence = loaded.match, loaded.seqs, loaded.moved, loaded.fence

    # Changes.

    @contextlib.asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Look at the table or change it, while nobody else does: what is there is stored. Elsewhere if it was closed,
        for then something may be there that could not be stored."""
        async with self.lock:
            if self.closed:
                raise Elsewhere(say("come_back"))
            yield

    async def carry_out(self, identity: str, message: Message, answer: Answer) -> None:
        """Carry out one client message that changes the table, a move or anything else."""
        do = message.get("do")
        handler = HANDLERS.get(do) if isinstance(do, str) else None
        if handler is None:
            raise PizzaboxError(say("do", value=short(do), known=", ".join(HANDLERS)))
        if do == "bot" and identity == self.match.host:
            self._require_away(identity, message.get("seat"))
        self._absent.discard(identity)  # also without a connection
        await self.change(lambda match: handler(match, identity, message, steady_time.now()), answer)

    def _require_away(self, host: str, seat: object) -> None:
        """The host doesn't let a bot play for others who are here."""
        others = {subscriber.identity for subscriber in self.subscribers} - {host}
        if any(i == seat and one.owner in others for i, one in enumerate(self.match.seats)):
            raise PizzaboxError(say("still_here"))

    async def change(self, make: Callable[[Match], Event | None], answer: Answer | None = None) -> Event | None:
        """The one way to change a table. `make` changes the match and says what happened; None if nothing did."""
        async with self.held():
            return await self._change(make, answer)

    async def _change(self, make: Callable[[Match], Event | None], answer: Answer | None = None) -> Event | None:
        match = self.match
        before, steps = match.version, len(match.position.steps)
        event = make(match)
        events = [event] if event else []
        after = await self._begin_rematch(events) if match.wants_rematch else None
        if events:
            await self._store(before, events, after)
        if answer:
            answer({"type": "ok", "version": match.version})
        if events:
            self.tell(log_from=min(steps, len(match.position.steps)))
        if after:
            self.hub.add(after)
            self._move_on(after)
        return event

    async def sit(self, identity: str, seat: int | None, name: object, invite: object, colour: object = None) -> int:
        """Take an open seat; one identity that sits already keeps its seat."""

        def take(match: Match) -> Event | None:
            if match.owned(identity) and seat is None:
                return None
            return match.sit(identity, steady_time.now(), seat, name, invite, colour)

        event = await self.change(take)
        return int(event["seat"]) if event else self.match.owned(identity)[0]

    async def advise(self, seat: int) -> None:
        """Write down that a seat is about to get a hint."""
        await self.change(lambda match: match.advise(seat))

    async def _store(self, before: int, events: list[Event], after: Room | None) -> None:
        """Store what happened with the state it led to, and with the table of a rematch; on failure go back to what
        the store has."""
        change = self.hub.change_of(self, before, events, after)
        for event in events:
            if event["kind"] == "move":
                event |= step_data(self.match)
                self.seqs.append(event["seq"])
            elif event["kind"] == "undo":
                self._take_back(change, event["index"])
        try:
            await self.hub.store.commit(change)
        except Exception:
            NOT_STORED.inc()
            await self.hub.reload(self)
            raise NotStored(say("not_stored")) from None
        for event in events:
            _counter(event["kind"]).inc()
        self.moved = change.row["moved"]

    def _take_back(self, change: Change, index: int) -> None:
        """Mark the event of the move that was undone, and bring sealed choices after it up to date."""
        steps = self.match.position.steps
        change.undone = self.seqs.pop(index)
        for i in range(index, len(steps)):
            kept = {"seq": self.seqs[i], "kind": "move", "seat": steps[i].player, "id": ""}
            change.rewritten.append(kept | step_data(self.match, i))

    async def _begin_rematch(self, events: list[Event]) -> Room:
        """A room for the game that all people want now, announced in the events. The new table is stored together with
        these, so that there is never one without the other."""
        try:
            after = self.hub.new_room(self.match.next_match(steady_time.now()), self.address)
        except Exception:
            await self.hub.reload(self)
            raise
        events.append(self.match.announce_next_table(after.match.id))
        return after

    def take_up_rematch(self) -> None:
        """Begin a rematch that all people want and that has no table yet, as an older version may have left it."""
        if self.match.wants_rematch:
            self._spawn(self._take_up_rematch())

    async def _take_up_rematch(self) -> None:
        with contextlib.suppress(PizzaboxError):  # it can't be stored now: whoever comes or does something tries again
            await self.change(lambda match: None)

    def _move_on(self, room: Room) -> None:
        """Take those who follow to the table of the rematch."""
        followers, self.followers = self.followers, {}
        self.subscribers.difference_update(followers)
        self.connected.difference_update(followers)
        for move_on in followers.values():
            move_on(room)
        if followers:
            room.subscribers.update(followers)
            room.connected.update(followers)
            room.followers.update(followers)
            self._tell_presence()
            room._tell_presence()

    # Telling.

    def tell(self, log_from: int | None = None) -> None:
        """Send everybody what changed for them, then let bots and clocks go on."""
        match, acting = self.match, self.match.acting
        snapshot = self.snapshot(steady_time.now()) if any(one.reads for one in self.subscribers) else None
        for subscriber in list(self.subscribers):
            try:
                if not subscriber.reads:
                    subscriber.send_turn(match, acting, log_from)
                elif snapshot:
                    subscriber.update(self, snapshot, log_from)
            except Exception:  # the others, the bots and the clocks must go on
                log.exception("table %s: couldn't show a change", match.id)
                subscriber.hang_up()
        if match.over:
            for one in self.bots.values():
                one.dismiss()
        self.wake(acting)

    def snapshot(self, now: float) -> scenes.TableSnapshot:
        """The table as it is now, to be shown to any number of subscribers."""
        self._snapshot = scenes.TableSnapshot(self.match, now, self.presence(), self._snapshot)
        return self._snapshot

    def forget_unwatched(self) -> None:
        """What was made for subscribers goes with the last of them."""
        if not self.subscribers:
            self._snapshot, self._fixed = None, {}

    def scene(self, subscriber: Subscriber, snapshot: scenes.TableSnapshot) -> RoomScene:
        """The scene of a subscriber with what only the server knows."""
        made = cast(RoomScene, snapshot.scene(subscriber.identity, subscriber.asked(self.match)))
        made.setdefault("invite", None)
        if made["you"]["host"] and not self.match.full:
            return {**made, "invite": self.hub.invite_url(self.match, subscriber.origin)}
        return made

    def fixed(self) -> Message:
        """What never changes at this table, in the language in force."""
        if language() not in self._fixed:
            pace = {} if self.hub.pace is None else {"pace": self.hub.pace}
            self._fixed[language()] = scenes.fixed(self.match) | pace
        return self._fixed[language()]

    def presence(self) -> dict[str, bool]:
        here = {subscriber.identity for subscriber in self.subscribers}
        return {str(i): seat.kind != PERSON or seat.owner in here for i, seat in enumerate(self.match.seats)}

    def warming(self) -> WarmingMessage | None:
        """How far the bots of this table are from being ready; None where nobody waits for that."""
        waits = not self.match.over and any(one.waits for one in self.bots.values())
        state = self.hub.warming.state(self.match.game) if waits else None
        return {"type": "warming", **state} if state else None

    def tell_warming(self) -> None:
        message = self.warming()
        for subscriber in self.subscribers:
            subscriber.send_warming(message)

    def enter(self, subscriber: Subscriber) -> None:
        if self.warming():
            self.hub.warming.want(self.match.game)
        self.subscribers.add(subscriber)
        if subscriber.identity == self.match.host or not self.address:
            self.address = subscriber.address
        self._absent.discard(subscriber.identity)
        self._tell_presence()
        self.take_up_rematch()

    def leave(self, subscriber: Subscriber) -> None:
        self.connected.discard(subscriber)
        self.subscribers.discard(subscriber)
        self.followers.pop(subscriber, None)
        self.used = time.monotonic()
        self._tell_presence()
        self.forget_unwatched()
        who = subscriber.identity
        here = any(one.identity == who for one in self.subscribers)
        if not here and self.match.absent == "bot" and self.match.owned(who):
            if before := self._absences.pop(who, None):
                before.cancel()
            later = asyncio.get_running_loop().call_later
            self._absences[who] = later(self.hub.absent_after, self._take_for_gone, who)

    def _tell_presence(self) -> None:
        message = {"type": "presence", "seats": self.presence(), "watching": len(self.subscribers)}
        for subscriber in self.subscribers:
            subscriber.send(message)

    def _take_for_gone(self, identity: str) -> None:
        """Somebody has been away for a while from a table where a bot may take over."""
        self._absences.pop(identity, None)
        if all(v.identity != identity for v in self.subscribers):
            self._absent.add(identity)
            self.wake()

    # Bots and clocks.

    def wake(self, acting: tuple[int, ...] | None = None) -> None:
        """Start every bot whose turn it is, and the timer of the next clock to run out."""
        if self.closed:
            return
        match = self.match
        for seat in match.acting if acting is None else acting:
            self.bots[seat].wake()
            if match.seats[seat].owner in self._absent and not match.seats[seat].plays_itself:
                self._spawn(self._stand_in(seat))
        if self._clock_timer:
            self._clock_timer.cancel()
            self._clock_timer = None
        flag = match.clock.next_flag() if match.clock and not match.over else None
        if flag:
            due, whose = flag
            loop = asyncio.get_running_loop()
            delay = max(0.0, due - steady_time.now()) + 0.05
            self._clock_timer = loop.call_later(delay, lambda: self._spawn(self._time_out(whose)))

    @property
    def busy(self) -> bool:
        """Whether somebody is here, or something is being done."""
        return bool(self.connected or self.subscribers or self.thinking or self.lock.locked() or self._tasks)

    @property
    def quiet(self) -> bool:
        """Whether nobody is here, and nothing happens until somebody comes: no bot is at work, no clock runs, nobody's
        place is about to be taken, and nobody has asked to take a move back, which is not stored."""
        return not (self.busy or self._clock_timer or self._absences or self.match.undo_request)

    @property
    def thinking(self) -> bool:
        """Whether a bot is at work here."""
        return any(one.thinking for one in self.bots.values())

    async def play_for(self, seat: int, player: Bot, choose: Callable[[Match], Move | None]) -> None:
        """The move of a seat that plays itself; `choose` says no move if it is too late for one."""

        def play(match: Match) -> Event | None:
            move = choose(match)
            if move is None:
                return None
            match.simpler_bots |= isinstance(player, QuickBot)
            event = match.play_for(seat, move, steady_time.now())
            if isinstance(player, Program) and player.evaluation:
                event["evaluation"] = player.evaluation
            return event

        if isinstance(player, Program) and player.fault:
            log.warning("table %s, seat %s, program %s: %s", self.match.id, seat, player.name, player.fault)
            await self.notice(seat, player.fault)
        await self.change(play)

    async def notice(self, seat: int, text: str) -> None:
        """Let a seat that plays itself say something."""
        await self.change(lambda match: match.write_notice(seat, text, time.time()))

    async def _time_out(self, seat: int) -> None:
        match = self.match
        if match.over or not match.clock or match.clock.remaining(seat, steady_time.now()) > 0:
            self.wake()
            return
        await self._stand_in(seat)

    async def _stand_in(self, seat: int) -> None:
        with contextlib.suppress(PizzaboxError):  # nobody has to stand in any more
            await self.change(lambda match: match.stand_in(seat, steady_time.now()))

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Stop bots and clocks; nothing is begun any more."""
        self.closed = True
        for timer in (self._clock_timer, *self._absences.values()):
            if timer:
                timer.cancel()
        for task in self._tasks:
            task.cancel()
        for one in self.bots.values():
            one.close()
        self.bots = {}  # each knows its room: a closed one would be in memory until somebody looks for such circles


Handler = Callable[[Match, str, Message, float], Event | None]
HANDLERS: dict[str, Handler] = {
    "move": lambda match, who, m, now: match.play(
        who, m.get("seat"), wish_of(m), now, str(m.get("id") or "")[:MOST_ID]
    ),
    "undo": lambda match, who, m, now: match.undo(who, m.get("seat"), now, m.get("answer")),
    "concede": lambda match, who, m, now: match.concede(who, m.get("seat"), now),
    "draw": lambda match, who, m, now: match.answer_draw(who, m.get("seat"), m.get("answer"), now),
    "rematch": lambda match, who, m, now: match.ask_rematch(who, m.get("seat")),
    "bot": lambda match, who, m, now: match.stand_in(m.get("seat"), now, who, m.get("bot")),
    "back": lambda match, who, m, now: match.return_to_seat(who, m.get("seat"), now),
    "chat": lambda match, who, m, _: match.write_chat(who, m.get("text"), time.time()),
    "name": lambda match, who, m, now: match.rename(who, m.get("seat"), m.get("name")),
}
"""What a client may do at a table, by its name in a message."""


def wish_of(message: Message) -> object:
    """The move of a message: by tokens, text or code."""
    if isinstance(message.get("tokens"), list):
        return tuple(str(token) for token in message["tokens"])
    if "text" in message:
        return message["text"]
    if "code" in message:
        return message["code"]
    raise PizzaboxError(say("move"))
