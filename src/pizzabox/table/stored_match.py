"""What a store keeps of a match: its latest state, its moves, and `meta_of` for all the rest."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import NotRequired, TypedDict

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import BadPosition
from pizzabox.engine.position import Position, Step
from pizzabox.engine.registry import load

from .clock import Clock, StoredClock
from .match import Match
from .new_table import CALM, usual_help
from .seats import Seat, StoredSeat

say = Catalogue(__package__)


class Meta(TypedDict):
    """Everything but the moves; what an old store may not have is not required."""

    options: str
    tables: NotRequired[dict[str, str]]
    seed: str
    salt: str
    seats: list[StoredSeat]
    host: str
    public: bool
    absent: str
    pace: NotRequired[str]
    help: NotRequired[str]
    advised: NotRequired[list[int]]
    simpler_bots: NotRequired[bool]
    clock: StoredClock | None
    ended: str
    draw: list[int]
    rematch: list[int]
    next: str
    invite: str
    created: float


class StepData(TypedDict):
    """What is kept of a move."""

    player: int
    code: int
    text: str
    news: int
    before: bytes


class StoredMove(TypedDict):
    """A move as it comes back from JSON."""

    seq: int
    player: int
    code: int
    text: str
    news: int
    before: str
    id: NotRequired[str]


class StoredTable(TypedDict):
    """The row of a table."""

    id: str
    version: int
    game: str
    status: str
    public: bool
    moved: float
    meta: Meta
    state: bytes
    worker: str | None
    fence: int


def meta_unchanged(match: Match) -> bool:
    """Whether a move that was just played has changed nothing of `meta_of`."""
    return not (match.clock or match.over or match.simpler_bots)


def meta_of(match: Match) -> Meta:
    """Everything but the moves, ready for JSON; `restored` takes it back."""
    return {
        "options": str(match.game.options),
        "tables": match.game.fingerprints,
        "seed": "" if match.position.seed is None else str(match.position.seed),
        "salt": match.salt,
        "seats": [seat.data() for seat in match.seats],
        "host": match.host,
        "public": match.public,
        "absent": match.absent,
        "pace": match.pace,
        "help": match.help,
        "advised": sorted(match.advised),
        "simpler_bots": match.simpler_bots,
        "clock": match.clock.data() if match.clock else None,
        "ended": match.ended,
        "draw": [k for k, v in match.draw.items() if v],
        "rematch": [k for k, v in match.rematch.items() if v],
        "next": match.next_table,
        "invite": match.invite,
        "created": match.created,
    }


def step_data(match: Match, index: int = -1) -> StepData:
    """A move as the store keeps it: with the bytes before it, which become base64 in its JSON, so that nothing needs to
    be replayed."""
    step = match.position.steps[index]
    return {
        "player": step.player,
        "code": step.code,
        "text": step.text,
        "news": step.news,
        "before": step.before,
    }


def restored_without_moves(row: StoredTable) -> Match:
    """A match from its row alone, to look at: no move can be taken back, and there is no log."""
    return restored(row["id"], row["game"], row["meta"], bytes(row["state"]), [], row["version"])


def restored(id: str, game: str, meta: Meta, state: bytes, steps: Sequence[StoredMove], version: int) -> Match:
    """A match as the store has it, without replaying a move.

    BadPosition if it was begun with another deck than there is now.
    """
    loaded = load(game, **dict(word.split("=", 1) for word in meta["options"].split()))
    changed = loaded.changed_table(meta.get("tables", {}))
    if changed is not None:
        raise BadPosition(say("refusal.data_changed", name=changed, title=loaded.title))
    s = loaded.state()
    s.load(state)
    position = Position(loaded, s, seed=int(meta["seed"]) if meta["seed"] else None)
    position.steps = [Step(d["player"], d["code"], d["text"], base64.b64decode(d["before"]), d["news"]) for d in steps]
    if position.steps:
        position.origin = position.steps[0].before
    clock = Clock(**meta["clock"]) if meta["clock"] else None
    seats = [Seat(**d) for d in meta["seats"]]
    made = Match(id, loaded, position, seats, meta["host"], meta["public"], meta["absent"])
    made.pace, made.help = meta.get("pace", CALM), meta.get("help", usual_help(seats))
    made.simpler_bots = meta.get("simpler_bots", False)
    made.advised = set(meta.get("advised", range(len(seats))))  # in an old store nobody wrote it down
    made.clock, made.salt, made.version, made.ended = clock, meta["salt"], version, meta["ended"]
    made.draw, made.rematch = dict.fromkeys(meta["draw"], True), dict.fromkeys(meta["rematch"], True)
    made.next_table, made.invite, made.created = meta["next"], meta["invite"], meta["created"]
    made.seen = {(d["player"], d["id"]) for d in steps if d.get("id")}
    return made
