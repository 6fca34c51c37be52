"""Somebody who sends anything: whole messages, broken ones and noise, at tables of every game."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import random
import re
import resource
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from pizzabox.bots import Random
from pizzabox.bots.thought import Idea, Thought
from pizzabox.engine.game import Game
from pizzabox.engine.position import Move, View
from pizzabox.server.limits import MOST_MESSAGE
from pizzabox.server.room import HANDLERS
from pizzabox.server.socket import QUESTIONS
from pizzabox.server.warming import Warming
from pizzabox.table.match import Match
from tests.helpers import CASES
from tests.server.wire import Line, Site

HOST, GUEST, WATCHER = "the-host-of-the-table", "the-guest-of-the-table", "somebody-who-watches"
DOS = (*HANDLERS, *QUESTIONS, "hello", "hello", "ping", "move", "move", "move", "pick", "pick")
FIELDS = ("do", "seat", "code", "text", "tokens", "thing", "id", "answer", "bot", "name", "look", "words", "picture")
FIELDS += ("numbers", "follow", "warming", "version", "__class__", "")
JUNK: tuple[Any, ...] = (
    *(None, True, False, -1, 0, 1, 2, 3, 255, 2**31, -(2**63), 10**30, 1.5, -0.0, 1e300),
    *(
        "",
        "x",
        "red",
        "a1",
        "cut 3",
        "yes",
        "no",
        "offer",
        "\x00",
        "\ud800",
        "🍕" * 30,
        "a" * 500,
        "../../etc/passwd",
        "{{7*7}}",
    ),
    *([], {}, [0] * 50, ["a"] * 41, [None], [[]], {"a": {"b": []}}, "<script>alert(1)</script>", "' OR 1=1 --"),
)
KINDS = {"ok", "error", "table", "update", "turn", "presence", "pong", "follow", "warming", *QUESTIONS}
UNSAFE = re.compile(r"Traceback|File \"|Error\(|Exception|0x[0-9a-f]{6}|object at|/src/|NoneType|not subscriptable")
BROKEN = re.compile(r"mistake of ours|went wrong")
BATCH = 40
"""Messages sent before the answers are read; a connection takes about that many in a row."""


@dataclass
class Found:
    """What was sent and what came back."""

    sent: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    closed: int = 0
    tables: int = 0
    moves: int = 0
    wrong: list[str] = field(default_factory=list)
    """Answers that should not be."""


def memory() -> int:
    """The memory of this process in kB, now."""
    with open("/proc/self/statm", encoding="ascii") as known:
        return int(known.read().split()[1]) * resource.getpagesize() // 1024


async def quick_bot(player: object, view: View, room: object) -> Move:
    """A bot of any level who does not think for long."""
    return Random(1).choose(view)


def quick_advice(view: View, seconds: float | None = None) -> tuple[Move, str]:
    return view.legal()[0], "Why not?"


def quick_survey(view: View, **wishes: Any) -> Thought:
    """A survey that took no time."""
    even = (1 / view.game.players,) * view.game.players
    return Thought(view.viewer, even, (Idea(view.legal()[0], 1, even[0], 1.0),), 1, 0.0, False)


class Fuzzer:
    """Sits at one table by three connections: a host with one seat or all, a guest, and a spectator."""

    def __init__(self, site: Site, game: Game, seed: int, found: Found) -> None:
        self.site, self.game, self.found = site, game, found
        self.dice = random.Random(seed)
        self.lines: dict[str, Line] = {}

    async def sit(self) -> None:
        seats: list[dict[str, Any]] = [{"kind": "me"} for _ in range(self.game.players)]
        if self.game.players > 2:
            seats[2] = {"kind": "bot", "bot": "random"}
        wish = {"game": self.game.name, "options": dict(self.game.options), "seats": seats, "help": "on"}
        self.match = Match.new(wish, HOST, 0.0, seed=self.dice.getrandbits(60))
        if self.game.players > 1 and self.dice.random() < 0.7:
            self.match.seats[1].owner = GUEST
        await self.site.hub.open(self.match)
        self.found.tables += 1
        for who in (HOST, GUEST, WATCHER):
            await self._come(who)

    async def leave(self) -> None:
        for line in self.lines.values():
            await line.close()
        self.site.hub.rooms.pop(self.match.id).close()

    async def _come(self, who: str) -> None:
        line = self.lines[who] = await self.site.connect(self.match.id, who)
        line.send({"do": "hello", "words": self.dice.random() < 0.8, "numbers": self.dice.random() < 0.5})

    async def batch(self, count: int = BATCH) -> None:
        """Send this many messages over one connection, and look at every answer."""
        who = self.dice.choice(list(self.lines))
        line = self.lines[who]
        for _ in range(count):
            line.send(self._message())
        self.found.sent += count
        for other, heard in list(self.lines.items()):
            for text in await heard.settled():
                self._judge(text)
            if heard.closed is not None:
                self.found.closed += 1
                await heard.close()
                await self._come(other)
        self.found.moves = max(self.found.moves, len(self.match.position.steps))
        answer = await self.site.ask("GET", f"/api/tables/{self.match.id}", who)
        if answer.status != 200 or answer.json()["id"] != self.match.id:
            self.found.wrong.append(f"{self.game.name}: the table answers {answer.status}")
        while self.site.hub.rooms[self.match.id].thinking:
            await asyncio.sleep(0.001)

    def _judge(self, text: str) -> None:
        message = json.loads(text)
        kind = message.get("type")
        self.found.answers[str(kind)] += 1
        if kind not in KINDS:
            self.found.wrong.append(f"{self.game.name}: {text[:200]}")
        elif kind == "error" and not clear(message["what"]):
            self.found.wrong.append(f"{self.game.name}: {message['what']}")

    def _message(self) -> str:
        """A message: mostly one that could be meant, then changed here and there, then broken as text."""
        dice, roll = self.dice, self.dice.random()
        if roll < 0.04:
            return dice.choice(
                ("", "null", "[]", "7", '"hello"', "{" * 300, "[" * 2000, "x" * (MOST_MESSAGE + 1), "\x00")
            )
        message = self._meant()
        for _ in range(dice.choice((0, 0, 0, 1, 1, 2))):
            message[dice.choice(FIELDS)] = dice.choice(JUNK)
        text = json.dumps(message)
        return text if roll < 0.85 else broken(text, dice)

    def _meant(self) -> dict[str, Any]:
        dice, pos = self.dice, self.match.position
        message: dict[str, Any] = {"do": dice.choice(DOS), "id": f"{dice.getrandbits(40)}"}
        seat = dice.choice(pos.actors) if pos.actors and dice.random() < 0.8 else dice.randrange(-1, 7)
        if dice.random() < 0.8:
            message["seat"] = seat
        if message["do"] in ("move", "pick", "why", "what") and seat in pos.actors:
            move = pos.move(seat, dice.choice(pos.codes(seat)))
            kind = dice.choice(("code", "text", "tokens", "thing"))
            tokens = list(move.tokens[: dice.randrange(len(move.tokens) + 1)] if dice.random() < 0.5 else move.tokens)
            known = {"code": move.code, "text": move.text, "tokens": tokens, "thing": (*move.tokens, "")[0]}
            message[kind] = broken(known[kind], dice) if kind == "text" and dice.random() < 0.3 else known[kind]
        elif message["do"] == "chat":
            message["text"] = dice.choice(("Ciao!", "", " ", "<b>", "x" * 400))
        elif message["do"] in ("draw", "undo") and dice.random() < 0.7:
            message["answer"] = dice.choice(("offer", "yes", "no"))
        if message["do"] == "concede" and dice.random() < 0.9:
            message["do"] = "spoken"  # or every game would be over at once
        return message


async def fuzz(site: Site, messages: int, batches: int, found: Found, looked: Callable[[], None]) -> None:
    """Send this many messages at tables of every game and option set in turn, `batches` times a few at each of them.
    `looked` is called whenever a table is left."""
    for seed, game in enumerate(itertools.cycle(CASES)):
        if found.sent >= messages:
            return
        fuzzer = Fuzzer(site, game, seed, found)
        await fuzzer.sit()
        for _ in range(batches):
            await fuzzer.batch()
        await fuzzer.leave()
        for id in list(site.hub.rooms):  # rematches
            site.hub.rooms.pop(id).close()
        looked()


@contextlib.contextmanager
def nobody_thinks() -> Iterator[None]:
    """Bots and hints take no time, and nothing is compiled meanwhile: it is the server that is tried."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pizzabox.server.hub.Hub.think", lambda self, *asked: quick_bot(*asked))
        patch.setattr("pizzabox.server.hub.ready", lambda game: True)
        patch.setattr("pizzabox.server.hub.advice", quick_advice)
        patch.setattr(Warming, "prepare", lambda self, names: None)
        patch.setattr(Warming, "want", lambda self, game: None)
        yield


def broken(text: str, dice: random.Random) -> str:
    """A text with a few places changed."""
    made = list(text)
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(made) + 1)
        how = dice.randrange(4)
        if how == 0:
            made[at : at + 1] = []
        elif how == 1:
            made[at:at] = dice.choice('{}[]":,0-9eE\\\u2028 \x00é')
        elif how == 2:
            made[at:at] = made[at : at + dice.randrange(12)]
        else:
            del made[at:]
    return "".join(made)


def clear(sentence: object) -> bool:
    """Whether a refusal is something to tell people: a sentence, not too long, and nothing of our insides."""
    return (
        isinstance(sentence, str)
        and 5 < len(sentence) < 600
        and " " in sentence
        and not UNSAFE.search(sentence)
        and not BROKEN.search(sentence)
    )
