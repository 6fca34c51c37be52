"""A table that is open in this process: its match, who is connected, and its bots and clocks.

Changes of one table happen one after the other: change the match, store the change, tell everybody. Nothing is told
before it is stored. If storing fails, the match is loaded anew from the store.

Four ways lead to a change: `act` carries out any message and waits for its turn, `take_for_move` and `play` let a move
overtake the storing of moves before it, and `play_for` is the move of a bot.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Literal

from pizzabox.bots import Bot, Program, Quick
from pizzabox.engine.catalogue import language
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.position import Move
from pizzabox.table import scene as scenes
from pizzabox.table.match import Event, Match
from pizzabox.table.seats import PERSON

from . import say
from .bot_seat import BotSeat
from .store import Change
from .viewer import Viewer

if TYPE_CHECKING:
    from .hub import Hub

log = logging.getLogger("pizzabox.server")
Message = dict[str, Any]
ABSENT_AFTER = 60.0
MOST_ID = 64
"""Letters of a move's id that count."""


class Room:
    """One open table."""

    def __init__(self, match: Match, hub: Hub, seqs: list[int], moved: float) -> None:
        self.match = match
        self.hub = hub
        self.seqs = seqs
        """For each move that stands the number of its event."""
        self.moved = moved
        self.lock = TableLock(self._tell_soon)
        self.viewers: set[Viewer] = set()
        self.bots = {seat: BotSeat(self, seat) for seat in range(len(match.seats))}
        self._flag: asyncio.TimerHandle | None = None
        self.closed = False
        self._tasks: set[asyncio.Task[None]] = set()
        self._fixed: dict[str, Message] = {}
        self._moment: scenes.Moment | None = None
        """The last moment everybody was told of."""
        self._untold_from: int | None = None
        """From which move on everybody is still to be told what is stored; None when there is no news."""
        self._acts = 0
        """How many moves the news is of."""
        self._unstored = 0
        """How many moves of `play` are on their way to the store; while there are any, the table is busy with these."""
        self._problem: Exception | None = None
        """Why one of them could not be stored."""
        self._waiting: list[Callable[[Exception | None], None]] = []
        """Those who want to know when all are stored."""

    # Changes.

    async def act(
        self, identity: str, message: Message, early: Callable[[Message], None] | None = None
    ) -> Message | None:
        """Carry out one client message that changes the table, a move or anything else; the answer to it.

        `early` gets the answer to a move as soon as it is stored, before anybody is told; then none is returned.
        """
        do = message.get("do")
        handler = ACTS.get(do) if isinstance(do, str) else None
        if handler is None:
            raise PizzaboxError(say("do", value=short(do), known=", ".join(ACTS)))
        self.hub.acts += 1
        answered = False
        try:
            async with self.lock:
                match = self.match
                before, steps = match.version, len(match.position.steps)
                event = handler(match, identity, message, time.time())
                if event is not None:
                    await self._store(before, event)
                    if early and do == "move":
                        early({"type": "ok", "version": match.version})
                        answered = True
                    self.tell(log_from=min(steps, len(match.position.steps)))
        finally:
            self.hub.acts -= 1
        if do == "rematch" and self.match.wants_rematch:
            await self._rematch()
        return None if answered else {"type": "ok", "version": self.match.version}

    def take_for_move(self, attempt: Callable[[], bool]) -> bool:
        """Take the table for a move, though others at this table may still be on their way to the store.

        `attempt` calls `play`, and answers by itself if that fails. False, and nothing happened, when the table is busy
        with something else.
        """
        busy_with_moves = self._unstored and not self._problem and not self.lock.wanted
        if not busy_with_moves and not self.lock.take():
            return False
        if not attempt() and not self._unstored:
            self.lock.release()
        return True

    def play(self, identity: str, message: Message, answer: Callable[[Message | None], None]) -> bool:
        """Play a move, answer when it is stored, and tell everybody a little later; False when it was played before.

        The answer is None if it could not be stored.
        """
        match = self.match
        before, steps = match.version, len(match.position.steps)
        event = ACTS["move"](match, identity, message, time.time())
        ok = {"type": "ok", "version": match.version}
        if event is None:
            self._when_stored(lambda problem: answer(None if problem else ok))
            return False
        change = self._change(before, event)

        def stored(problem: Exception | None) -> None:
            self._unstored -= 1
            if problem is not None:
                self._problem = problem
                self._when_stored(lambda _: answer(None))
                self.hub.acts -= 1
            else:
                self.moved = change.row["moved"]
                self._untold_from = steps if self._untold_from is None else min(self._untold_from, steps)
                self._acts += 1
                answer(ok)
            if not self._unstored:
                self._settle()

        self._unstored += 1
        self.hub.acts += 1
        self.hub.writes.submit(change, stored)
        return True

    def _when_stored(self, on_stored: Callable[[Exception | None], None]) -> None:
        """Call back when no move is on its way to the store, with what went wrong."""
        if self._unstored or self._problem:
            self._waiting.append(on_stored)
        else:
            on_stored(None)

    def _settle(self) -> None:
        """No move is on its way any more: the table is free, once it is again what the store has."""
        if self._problem is not None:
            self._spawn(self._take_back_all(self._problem))
            return
        waiting, self._waiting = self._waiting, []
        for on_stored in waiting:
            on_stored(None)
        self.lock.release()

    def _tell_soon(self) -> None:
        """The table is free: if there is news, it is told when the moves that came in meanwhile are under way."""
        if self._untold_from is not None:
            self.hub.call_soon(self._tell_postponed)

    def _tell_postponed(self) -> None:
        """Tell the news, unless a move is being stored: then it is told together with that."""
        if self._untold_from is not None and not self.lock.locked():
            self.tell()

    async def _take_back_all(self, problem: Exception) -> None:
        """Moves could not be stored: go back to what the store has, and say so."""
        try:
            await self._reload(problem)
        finally:
            waiting, self._waiting, self._problem = self._waiting, [], None
            for on_stored in waiting:
                on_stored(problem)
            self.lock.release()

    async def sit(self, identity: str, seat: int | None, name: object, invite: object, colour: object = None) -> int:
        """Take an open seat; one identity that sits already keeps its seat."""
        async with self.lock:
            own = self.match.owned(identity)
            if own and seat is None:
                return own[0]
            before = self.match.version
            event = self.match.sit(identity, time.time(), seat, name, invite, colour)
            await self._store(before, event)
            self.tell()
            return int(event["seat"])

    async def advise(self, seat: int) -> None:
        """Write down that a seat is about to get a hint."""
        async with self.lock:
            before = self.match.version
            event = self.match.advise(seat)
            if event is not None:
                await self._store(before, event)

    async def _store(self, before: int, event: Event) -> None:
        """Store one event with the state it led to; on failure go back to what the store has."""
        change = self._change(before, event)
        try:
            await self.hub.writes.stored(change)
        except Exception as problem:
            await self._reload(problem)
            raise PizzaboxError(say("not_stored")) from None
        self.moved = change.row["moved"]

    def _change(self, before: int, event: Event) -> Change:
        """What is to be stored of an event."""
        change: Change = self.hub.change(self, before, event)
        if event["kind"] == "move":
            event |= self.match.step_data()
            self.seqs.append(event["seq"])
        elif event["kind"] == "undo":
            self._take_back(change, event["index"])
        return change

    async def _reload(self, problem: Exception) -> None:
        log.error("table %s: couldn't store a change", self.match.id, exc_info=problem)
        await self.hub.reload(self)

    def _take_back(self, change: Change, index: int) -> None:
        """Mark the event of the move that was undone, and bring sealed choices after it up to date."""
        steps = self.match.position.steps
        change.undone = self.seqs.pop(index)
        for i in range(index, len(steps)):
            kept = {"seq": self.seqs[i], "kind": "move", "seat": steps[i].player, "id": ""}
            change.rewritten.append(kept | self.match.step_data(i))

    async def _rematch(self) -> None:
        async with self.lock:
            if not self.match.wants_rematch:
                return
            before = self.match.version
            after = self.match.next_match(time.time())
            room = await self.hub.open(after)
            await self._store(before, self.match.announce_next_table(after.id))
            self.tell()
            async with room.lock:  # nothing is told before it is stored
                self._move_on(room)

    def _move_on(self, room: Room) -> None:
        """Take those who follow to the table of the rematch."""
        going = [viewer for viewer in self.viewers if viewer.move_on]
        self.viewers.difference_update(going)
        for viewer in going:
            assert viewer.move_on
            viewer.move_on(room)
        if going:
            room.viewers.update(going)
            self._tell_presence()
            room._tell_presence()

    # Telling.

    def tell(self, log_from: int | None = None) -> None:
        """Send everybody what changed for them, then let bots and clocks go on.

        When very many tables move at once, those who can go on now are told first and the others a moment later.
        """
        match, acting = self.match, self.match.acting
        moment: scenes.Moment | None = None
        if self._untold_from is not None:
            log_from = self._untold_from if log_from is None else min(log_from, self._untold_from)
        self.hub.acts -= self._acts
        self._untold_from, self._acts = None, 0
        for viewer in list(self.viewers):
            own = match.owned(viewer.identity)
            if not match.over and self._can_wait(viewer, own, acting):
                viewer.postpone(log_from)
                if viewer.reads:
                    self.hub.tell_later(self)
            elif viewer.reads:
                moment = moment or self.moment(time.time())
                viewer.update(self, moment, log_from)
            else:
                viewer.send_turn(match, own, acting, log_from)
        self._moment = moment or self._moment
        if match.over:
            for one in self.bots.values():
                one.dismiss()
        self.wake(acting)

    def _can_wait(self, viewer: Viewer, own: list[int], acting: tuple[int, ...]) -> bool:
        """Whether a viewer need not be told now: a program that cannot act, and in a crowd whoever would not go on."""
        if any(seat in acting for seat in own):
            return self.hub.crowded and viewer.can_go_on(self.match, own)
        return self.hub.crowded if viewer.reads else bool(own)

    def tell_rest(self) -> None:
        """Tell those who were left for later, unless they have heard everything by now."""
        late = [viewer for viewer in self.viewers if viewer.late and viewer.reads]
        if late and not self.lock.locked():
            self._moment = moment = self.moment(time.time())
            for viewer in late:
                viewer.update(self, moment, None)
        elif late:
            self.hub.tell_later(self)

    def moment(self, now: float) -> scenes.Moment:
        """The table as it is now, to be shown to any number of viewers."""
        return scenes.Moment(self.match, now, self.presence(), self._moment)

    def scene(self, viewer: Viewer, moment: scenes.Moment) -> Message:
        """The scene of a viewer with what only the server knows."""
        made = moment.scene(viewer.identity, viewer.asked(self.match))
        if "invite" not in made:
            made["invite"] = None
            made["rematch"] = f"/t/{made['rematch']}" if made["rematch"] else None
        if made["you"]["host"] and not self.match.full:
            return made | {"invite": self.hub.invite_url(self.match, viewer.origin)}
        return made

    def fixed(self) -> Message:
        """What never changes at this table, in the language in force."""
        if language() not in self._fixed:
            pace = {} if self.hub.pace is None else {"pace": self.hub.pace}
            self._fixed[language()] = scenes.fixed(self.match) | pace
        return self._fixed[language()]

    def presence(self) -> dict[str, bool]:
        here = {viewer.identity for viewer in self.viewers}
        return {str(i): seat.kind != PERSON or seat.owner in here for i, seat in enumerate(self.match.seats)}

    def warming(self) -> Message | None:
        """How far the bots of this table are from being ready; None where nobody waits for that."""
        waits = not self.match.over and any(one.waits for one in self.bots.values())
        state = self.hub.warming.state(self.match.game) if waits else None
        return {"type": "warming", **state} if state else None

    def tell_warming(self) -> None:
        message = self.warming()
        for viewer in self.viewers:
            viewer.send_warming(message)

    def enter(self, viewer: Viewer) -> None:
        if self.warming():
            self.hub.warming.want(self.match.game)
        self.viewers.add(viewer)
        self._tell_presence()

    def leave(self, viewer: Viewer) -> None:
        self.viewers.discard(viewer)
        self._tell_presence()
        own = self.match.owned(viewer.identity)
        if own and self.match.absent == "bot" and all(v.identity != viewer.identity for v in self.viewers):
            asyncio.get_running_loop().call_later(self.hub.absent_after, self._gone, viewer.identity)

    def _tell_presence(self) -> None:
        message = {"type": "presence", "seats": self.presence(), "watching": len(self.viewers)}
        for viewer in self.viewers:
            viewer.send(message)

    def _gone(self, identity: str) -> None:
        """Somebody has been away for a while at a table where a bot may take over."""
        if any(v.identity == identity for v in self.viewers):
            return
        for seat in self.match.owned(identity):
            if seat in self.match.acting and not self.match.seats[seat].plays_itself:
                self._spawn(self._stand_in(seat))

    # Bots and clocks.

    def wake(self, acting: tuple[int, ...] | None = None) -> None:
        """Start every bot whose turn it is, and the timer of the next clock to run out."""
        if self.closed:
            return
        match = self.match
        for seat in match.acting if acting is None else acting:
            self.bots[seat].wake()
        if self._flag:
            self._flag.cancel()
            self._flag = None
        flag = match.clock.next_flag() if match.clock and not match.over else None
        if flag:
            delay = max(0.0, flag[0] - time.time()) + 0.05
            self._flag = asyncio.get_running_loop().call_later(delay, lambda: self._spawn(self._time_out(flag[1])))

    @property
    def thinking(self) -> bool:
        """Whether a bot is at work here."""
        return any(one.thinking for one in self.bots.values())

    async def play_for(self, seat: int, player: Bot, move: Move) -> None:
        """The move of a seat that plays itself, stored and told; who calls this holds the table."""
        if isinstance(player, Program) and player.fault:
            log.warning("table %s, seat %s, program %s: %s", self.match.id, seat, player.name, player.fault)
            await self.notice(seat, player.fault)
        before, steps = self.match.version, len(self.match.position.steps)
        self.match.simpler_bots |= isinstance(player, Quick)
        event = self.match.play_for(seat, move, time.time())
        if isinstance(player, Program) and player.evaluation:
            event["evaluation"] = player.evaluation
        await self._store(before, event)
        self.tell(log_from=steps)

    async def notice(self, seat: int, text: str) -> None:
        """Let a seat that plays itself say something; told with the next news."""
        before = self.match.version
        await self._store(before, self.match.write_notice(seat, text, time.time()))

    async def _time_out(self, seat: int) -> None:
        match = self.match
        if match.over or not match.clock or match.clock.remaining(seat, time.time()) > 0:
            self.wake()
            return
        await self._stand_in(seat)

    async def _stand_in(self, seat: int) -> None:
        async with self.lock:
            before = self.match.version
            try:
                event = self.match.stand_in(seat, time.time())
            except PizzaboxError:
                return
            await self._store(before, event)
            self.tell()

    def _spawn(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def close(self) -> None:
        """Stop bots and clocks; nothing is begun any more."""
        self.closed = True
        if self._flag:
            self._flag.cancel()
        for task in self._tasks:
            task.cancel()
        for one in self.bots.values():
            one.close()


class TableLock(asyncio.Lock):
    """Whose turn it is to change a table; `freed` is called whenever somebody has done so."""

    def __init__(self, freed: Callable[[], None]) -> None:
        super().__init__()
        self._freed = freed
        self._waiting = 0

    async def acquire(self) -> Literal[True]:
        self._waiting += 1
        try:
            return await super().acquire()
        finally:
            self._waiting -= 1

    @property
    def wanted(self) -> bool:
        """Whether somebody waits for it."""
        return self._waiting > 0

    def take(self) -> bool:
        """Take it at once if it is free and nobody waits for it."""
        if self.locked() or self.wanted:
            return False
        try:
            super().acquire().send(None)
        except StopIteration:
            return True
        raise RuntimeError("a free lock made somebody wait")

    def release(self) -> None:
        super().release()
        self._freed()


Act = Callable[[Match, str, Message, float], Event | None]
ACTS: dict[str, Act] = {
    "move": lambda match, who, m, now: match.play(
        who, m.get("seat"), wish_of(m), now, str(m.get("id") or "")[:MOST_ID]
    ),
    "undo": lambda match, who, m, now: match.undo(who, m.get("seat"), now, m.get("answer")),
    "concede": lambda match, who, m, now: match.concede(who, m.get("seat"), now),
    "draw": lambda match, who, m, now: match.answer_draw(who, m.get("seat"), m.get("answer"), now),
    "rematch": lambda match, who, m, now: match.ask_rematch(who, m.get("seat")),
    "bot": lambda match, who, m, now: match.stand_in(m.get("seat"), now, who, m.get("bot")),
    "back": lambda match, who, m, now: match.return_to_seat(who, m.get("seat"), now),
    "chat": lambda match, who, m, now: match.write_chat(who, m.get("text"), now),
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
