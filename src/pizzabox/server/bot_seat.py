"""A seat that plays itself at an open table: one bot, asked for one move at a time, by one task."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection
from typing import Protocol

from pizzabox.bots import Bot, QuickBot, bot, levels, needs_kernels, ready
from pizzabox.engine.position import Move, View
from pizzabox.table.match import Match
from pizzabox.table.new_table import PACES, STAND_IN

from . import say
from .store import NotStored
from .warming import Warming

log = logging.getLogger("pizzabox.server")
FAILURES = 3
"""After this many in a row another bot plays the seat as long as the table is open."""
ANY_MOVE = "random"
PAUSE, LONGEST_PAUSE = 0.5, 30.0
UNTIL_STORED = 2.0
"""Seconds until a bot tries again whose move could not be stored."""


class BotHost(Protocol):
    """What bots need of the hub."""

    warming: Warming
    pace: float | None

    async def think(self, player: Bot, view: View, room: BotRoom) -> Move: ...
    def dismiss(self, player: Bot) -> None: ...


class BotRoom(Protocol):
    """What bots need of the room they play in."""

    match: Match
    address: str
    closed: bool

    @property
    def hub(self) -> BotHost: ...
    @property
    def subscribers(self) -> Collection[object]: ...
    async def play_for(self, seat: int, player: Bot, choose: Callable[[Match], Move | None]) -> None: ...
    async def notice(self, seat: int, text: str) -> None: ...


class BotSeat:
    """Lives as long as the room. Its task runs while the seat is to act, and nothing else asks the bot."""

    def __init__(self, room: BotRoom, seat: int) -> None:
        self.room = room
        self.seat = seat
        self.bot: Bot | None = None
        self._until_ready = QuickBot()
        self._task: asyncio.Task[None] | None = None
        self._failures = 0
        """How often in a row the bot that plays now has failed."""
        self._given_up: set[str] = set()
        """Names of bots that failed too often."""

    @property
    def thinking(self) -> bool:
        return self._task is not None

    def wake(self) -> None:
        """Let the bot play if it is to act. While its task runs, that looks by itself whether there is more to do."""
        if self._task is None and self._to_act():
            self._task = asyncio.ensure_future(self._play_while_acting())

    def dismiss(self) -> None:
        gone, self.bot = self.bot, None
        if gone:
            self.room.hub.dismiss(gone)

    def close(self) -> None:
        """The room is closed: nothing is begun any more."""
        if self._task:
            self._task.cancel()
        self.dismiss()

    def player(self) -> Bot:
        """Who plays the seat now."""
        if self.waits:
            self.room.hub.warming.want(self.room.match.game)
            return bot(ANY_MOVE) if self._until_ready.name in self._given_up else self._until_ready
        return self._own()

    @property
    def waits(self) -> bool:
        """Whether a simpler bot plays the seat until its own is ready."""
        match = self.room.match
        return match.seats[self.seat].plays_itself and not ready(match.game) and needs_kernels(self._own())

    def _own(self) -> Bot:
        """The bot of the seat. The usual one replaces one that failed too often, or a program that the host no longer
        allows; and if that one fails as well, any move is played."""
        game, level = self.room.match.game, str(self.room.match.seats[self.seat].bot)
        if level not in levels(game) or level in self._given_up:
            level = ANY_MOVE if STAND_IN in self._given_up else STAND_IN
        if self.bot is None or self.bot.name != level:
            self.dismiss()
            self.bot = bot(level)
        return self.bot

    def _to_act(self) -> bool:
        match = self.room.match
        return not self.room.closed and match.seats[self.seat].plays_itself and self.seat in match.acting

    async def _play_while_acting(self) -> None:
        try:
            while self._to_act():
                player = self.player()
                try:
                    await self._play_once(player)
                except NotStored:  # not the bot's fault
                    await asyncio.sleep(UNTIL_STORED)
                except Exception:
                    await self._failed(player)
                else:
                    self._failures = 0
        finally:
            self._task = None

    async def _play_once(self, player: Bot) -> None:
        room, match = self.room, self.room.match
        version, began = match.version, time.monotonic()
        move = await room.hub.think(player, match.position.view(self.seat), room)
        pace = PACES[match.pace] if room.hub.pace is None else room.hub.pace
        await asyncio.sleep(max(0.0, pace - (time.monotonic() - began)))
        await room.play_for(self.seat, player, lambda now: move if self._can_play(move, match, version, now) else None)

    def _can_play(self, move: Move, match: Match, version: int, now: Match) -> bool:
        """Whether a move that was chosen at a version of a match can be played now."""
        if now is not match or not self._to_act():
            return False
        return match.version == version or not match.position.why_not(move, self.seat)

    async def _failed(self, player: Bot) -> None:
        """Begin anew with a fresh bot after a pause; after several failures say so once, and let another bot play."""
        log.exception("table %s: the bot in seat %s failed", self.room.match.id, self.seat)
        self._failures += 1
        pause = min(LONGEST_PAUSE, PAUSE * 2 ** (self._failures - 1))
        self.dismiss()
        if self._failures == FAILURES and player.name != ANY_MOVE:
            if not self._given_up:
                await self._say_so()
            self._given_up.add(player.name)
            self._failures = 0
        await asyncio.sleep(pause)

    async def _say_so(self) -> None:
        try:
            await self.room.notice(self.seat, say("bot_failed", n=FAILURES))
        except Exception:
            log.exception("table %s: couldn't store a notice", self.room.match.id)
