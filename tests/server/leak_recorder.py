"""The leak recorder: twin tables that differ only in what a viewer may not know, and every byte sent to that viewer.

Each table has a server of its own. Both are played move by move: the same moves, but where somebody chooses in secret,
another choice at the twin. Whatever the viewer is sent, in which order, and whatever the servers log, must be the same
until something hidden comes to light. What a viewer may know is asked of the game's kernel `show`, whose own secrets
are the business of `engine/test_every_game.py`; everything built upon it is judged here.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import random
import re
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.game import Game
from pizzabox.engine.position import Move, Position, View
from pizzabox.server.warming import Warming
from pizzabox.table.match import Match
from pizzabox.table.new_table import ON
from pizzabox.table.secrecy import would_be_sealed
from tests.server.wire import Line, Site, site

SECRET = "a key for both servers"
NOW = 1_700_000_000.0
PATHS = ("/api/tables/{id}", "/api/tables/{id}/record", "/api/tables/{id}/picture.svg")
PAGES = ("/", "/t/{id}", "/api/you", "/api/tables?which=mine", "/api/tables?which=recent")
PAGES += ("/api/review/{id}", "/api/review/{id}/frames", "/api/review/{id}/record", "/api/review/{id}/position")
"""What is asked for at the end only; a running game is not reviewed."""

Said = list[tuple[str, str]]
"""Everything that was sent: by which way, and the text."""


class Leak(AssertionError):
    """A viewer was sent something that depends on what is hidden."""


@dataclass(frozen=True)
class Eyes:
    """Who looks: from whose view, and by which identity."""

    viewer: int
    shared: bool = False
    """Whether all seats belong to one device."""
    handed: bool = False
    """Whether that device has been handed to the seat that looks."""

    def who(self, table: str) -> str:
        """By which identity; each table has its own, so that lists hold no other."""
        return self.owner(table, self.viewer)

    def owner(self, table: str, seat: int) -> str:
        """Whose seat that is; -1 for a spectator."""
        return f"{table}-{'everybody-here' if self.shared else f'at-seat-{seat}'}"

    @property
    def look(self) -> int | None:
        return self.viewer if self.handed else None

    def __str__(self) -> str:
        name = "a spectator" if self.viewer == SPECTATOR else f"seat {self.viewer}"
        return f"a shared device ({name})" if self.shared else name


class Notes(logging.Handler):
    """Keeps what is logged, of any kind."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))

    def taken(self) -> Said:
        taken, self.lines = self.lines, []
        return [("the log", line) for line in taken]

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        root = logging.getLogger()
        before = root.level
        root.addHandler(self)
        root.setLevel(logging.DEBUG)
        try:
            yield
        finally:
            root.setLevel(before)
            root.removeHandler(self)


@dataclass
class Recorder:
    """What was compared so far."""

    messages: int = 0
    bytes: int = 0
    reveals: int = 0
    moves: int = 0
    tables: int = 0
    differing: int = 0
    """Moves after which more was hidden differently than the dice alone."""
    log: Notes = field(default_factory=Notes)

    def compare(self, first: Said, second: Said, eyes: Eyes) -> None:
        """Nothing may differ: number, order, length, text."""
        counts = [Counter(way for way, _ in said) for said in (first, second)]
        if counts[0] != counts[1]:
            ways = ", ".join((counts[0] - counts[1]) + (counts[1] - counts[0]))
            raise Leak(f"{eyes} can tell by the number of messages: {ways}")
        for one, other in zip(first, second, strict=True):
            if one != other:
                raise Leak(f"{eyes} can tell by {one[0]}: {_difference(one[1], other[1])}")
        self.messages += len(first)
        self.bytes += sum(len(text.encode()) for _, text in first)


def all_eyes(game: Game) -> list[Eyes]:
    """Everybody who can look at a table."""
    seats = [Eyes(seat) for seat in range(-1, game.players)]
    return seats if game.players < 2 else [*seats, Eyes(SPECTATOR, shared=True), Eyes(0, shared=True, handed=True)]


def witness(view: View, seconds: float | None = None) -> tuple[Move, str]:
    """An adviser who says what they were shown."""
    known = bytes(view) + repr((view.data(), [move.text for move in view.legal()])).encode()
    return view.legal()[0], hashlib.sha256(known).hexdigest()


def prepare(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still, both servers sign alike, and hints depend only on what the adviser sees."""
    monkeypatch.setenv("PIZZABOX_SECRET", SECRET)
    monkeypatch.setattr("time.time", lambda: NOW)
    monkeypatch.setattr("pizzabox.server.steady_time.now", lambda: NOW)
    monkeypatch.setattr("pizzabox.server.hub.ready", lambda game: True)
    monkeypatch.setattr("pizzabox.server.hub.advice", witness)
    monkeypatch.setattr(Warming, "prepare", lambda self, names: None)
    monkeypatch.setattr(Warming, "want", lambda self, game: None)


@contextlib.asynccontextmanager
async def sites(folder: Path) -> AsyncIterator[tuple[Site, Site]]:
    async with site(f"sqlite:///{folder}/one.db") as one, site(f"sqlite:///{folder}/other.db") as other:
        yield one, other


def seen(pos: Position, viewer: int) -> bytes:
    """What a viewer may know of a position, by the kernel alone."""
    return bytes(pos.game.kernels.show(pos.state, viewer))


def twin_of(pos: Position, viewer: int, seed: int) -> Position:
    """The same game with everything drawn anew that the viewer may not know."""
    view = View(pos.game, pos.game.kernels.show(pos.state, viewer), viewer)
    other = pos.copy()
    other.state.load(bytes(view.guess(seed).state))
    return other


class Seat:
    """One of the twin tables with the viewer's connections to it."""

    def __init__(self, where: Site, eyes: Eyes, notes: Notes) -> None:
        self.site, self.eyes, self.notes = where, eyes, notes
        self.lines: dict[str, Line] = {}

    async def open(self, pos: Position, id: str) -> None:
        """Set the table up in the middle of a game, and let the viewer come in by every way there is."""
        self.match = match = _match(pos, self.eyes, id)
        room = await self.site.hub.open(match)
        room.seqs = list(range(-len(pos.steps), 0))
        self.who, look = self.eyes.who(id), self.eyes.look
        hellos = {
            "the page": ({"numbers": True, "follow": True, "warming": True}, "en"),
            "the Italian page": ({}, "it"),
        }
        if not self.eyes.shared:
            hellos["the program"] = ({"words": False}, "en")
            hellos["the words without pictures"] = ({"picture": False}, "en")
        for name, (wishes, language) in hellos.items():
            line = self.lines[name] = await self.site.connect(match.id, self.who, accept_language=language)
            line.send({"do": "hello", "look": look, **wishes})

    async def close(self) -> None:
        for line in self.lines.values():
            await line.close()
        self.lines.clear()
        self.site.hub.rooms.pop(self.match.id).close()
        self.notes.taken()

    async def heard(self) -> Said:
        """What came by every connection since the last time, and what was logged."""
        said = [(name, text) for name, line in self.lines.items() for text in await line.settled()]
        return said + self.notes.taken()

    async def asked(self, questions: list[dict[str, Any]], paths: tuple[str, ...]) -> Said:
        """What the viewer is answered."""
        page, said = self.lines["the page"], Said()
        for question in questions:
            page.send({**question, "id": "asked"})
            while (text := await page.receive()) is not None:
                said.append((f"the answer to {question}", text))
                if '"id":"asked"' in text:
                    break
        for path in paths:
            answer = await self.site.ask("GET", path, self.who)
            known = sorted(pair for pair in answer.headers.items() if pair[0] != "set-cookie")
            said.append((path, f"{answer.status} {known} {answer.body.decode()}"))
        return said + await self.heard()

    async def act(self, seat: int, message: dict[str, Any]) -> dict[str, Any]:
        who = self.eyes.owner(self.match.id, seat)
        answer = await self.site.ask("POST", f"/api/tables/{self.match.id}/do", who, {"seat": seat, **message})
        return answer.json()  # type: ignore[no-any-return]


def _match(pos: Position, eyes: Eyes, id: str) -> Match:
    game = pos.game
    wish = {"game": game.name, "options": dict(game.options), "seats": [{"kind": "me"}] * game.players}
    made = Match.new(wish | {"clock": {"kind": "game", "seconds": 600}}, eyes.owner(id, 0), NOW, seed=1)
    made.id, made.position, made.salt, made.invite, made.help = id, pos, "salt", "invite", ON
    for i, seat in enumerate(made.seats):
        seat.owner = eyes.owner(id, i)
    return made


async def compared(
    recorder: Recorder, pair: tuple[Site, Site], start: Position, eyes: Eyes, moves: int, dice: random.Random
) -> Position:
    """Play both twins on from a position until something comes to light; the position that was reached."""
    first, second = (Seat(where, eyes, recorder.log) for where in pair)
    pos, twin = start.copy(), twin_of(start, eyes.viewer, dice.getrandbits(63))
    recorder.tables += 1
    recorder.log.taken()
    await first.open(pos, f"twins-{recorder.tables}")
    opened = await first.heard()
    await second.open(twin, f"twins-{recorder.tables}")
    try:
        recorder.compare(opened, await second.heard(), eyes)
        for n in range(moves):
            questions = list(_questions(pos, eyes, dice))
            paths = _paths(first, last=n == moves - 1)
            recorder.compare(await first.asked(questions, paths), await second.asked(questions, paths), eyes)
            recorder.differing += _beyond_dice(pos, twin)
            if not await _moved(recorder, first, second, dice):
                break
    finally:
        await first.close()
        await second.close()
    return pos


async def _moved(recorder: Recorder, first: Seat, second: Seat, dice: random.Random) -> bool:
    """One more move at both tables; False when they are no twins any more."""
    pos, twin, eyes = first.match.position, second.match.position, first.eyes
    if pos.over:
        return False
    seat = dice.choice(pos.actors)
    own, secret = seat == eyes.viewer, would_be_sealed(pos, seat)
    theirs = list(pos.codes(seat)), list(twin.codes(seat))
    if own and theirs[0] != theirs[1]:
        raise Leak(f"{eyes} may play {theirs[0]} or {theirs[1]}")
    common = [code for code in theirs[0] if code in theirs[1]]
    if not common:
        return False
    chosen = dice.choice(common)
    other = dice.choice([code for code in theirs[1] if code != chosen] or common) if secret and not own else chosen
    before = pos.state.news
    ahead = "move" if dice.random() < 0.9 or not pos.state.sealed >> seat & 1 else "undo"
    heard = []
    for table, code in ((first, chosen), (second, other)):
        answer = await table.act(seat, {"do": ahead, "code": code, "id": f"move-{recorder.moves}"})
        assert answer["type"] == "ok", answer
        heard.append(await table.heard())
    recorder.moves += 1
    if seen(pos, eyes.viewer) != seen(twin, eyes.viewer):
        if pos.state.news == before and twin.state.news == before:
            raise Leak(f"the view of {eyes} tells, though nothing came to light")
        recorder.reveals += 1
        return False
    if first.match.over or second.match.over:
        return False
    recorder.compare(*heard, eyes)
    return True


def hides(pos: Position) -> bool:
    """Whether more is hidden in a position, or chosen in secret, than the dice to come."""
    return bool(pos.state.sealed) or _beyond_dice(pos, twin_of(pos, SPECTATOR, 1))


def _beyond_dice(pos: Position, twin: Position) -> bool:
    """Whether more differs than the generator that all luck comes from."""
    state = twin.state.copy()
    state.rng = pos.state.rng
    return bytes(state) != bytes(pos.state)


def _paths(table: Seat, last: bool) -> tuple[str, ...]:
    looked = "" if table.eyes.look is None else f"?look={table.eyes.look}"
    return tuple(path.format(id=table.match.id) + looked for path in (*PATHS, *(PAGES if last else ())))


def _questions(pos: Position, eyes: Eyes, dice: random.Random) -> Iterator[dict[str, Any]]:
    """Everything a curious person asks: about their own moves, other people's, and everything in the picture."""
    yield {"do": "spoken"}
    drawn = View(pos.game, pos.game.kernels.show(pos.state, SPECTATOR), SPECTATOR).svg()
    things = sorted(set(re.findall(r'data-(?:what|token)="([^"]+)"', drawn)))
    for thing in dice.sample(things, min(2, len(things))):
        yield {"do": "what", "thing": thing}
    if eyes.viewer == SPECTATOR:
        return
    seat = eyes.viewer
    yield {"do": "hint", "seat": seat}
    legal = set(pos.codes(seat))
    for other in range(pos.game.players):
        moves = pos.legal(other)
        if other not in pos.actors or not moves.codes:
            continue
        move = pos.move(other, dice.choice(moves.codes))
        yield {"do": "why", "seat": seat, "text": move.text}
        yield {"do": "why", "seat": seat, "tokens": list(move.tokens)}
        yield {"do": "pick", "seat": seat, "tokens": list(move.tokens[:-1])}
        yield {"do": "pick", "seat": seat, "tokens": list(move.tokens)}
        if move.code not in legal:
            yield {"do": "move", "seat": seat, "code": move.code}
    yield {"do": "why", "seat": seat, "code": dice.randrange(300)}
    if eyes.shared:
        return
    yield {"do": "undo", "seat": seat, "answer": "yes"}


def _difference(one: str, other: str) -> str:
    """Where two texts begin to differ."""
    at = next(
        (i for i, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), min(len(one), len(other))
    )
    return f"…{one[max(0, at - 60) : at + 60]}… and …{other[max(0, at - 60) : at + 60]}…"
