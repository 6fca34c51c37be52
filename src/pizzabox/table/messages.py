"""The messages of a table (docs/api.md), as far as Python both builds and reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NotRequired, TypedDict

Message = dict[str, Any]
"""What a client sends, or an answer to it."""
Event = dict[str, Any]
"""What happened at a table, as the store keeps it: its number `seq`, its `kind`, and what belongs to that."""


class ChatLine(TypedDict):
    """A line of chat; `seat` is -1 for a spectator."""

    name: str
    seat: int
    text: str
    when: float


class LogLine(TypedDict):
    """A move; `text` is None while it is secret."""

    n: int
    seat: int
    text: str | None
    words: NotRequired[list[str]]


class StandingData(TypedDict):
    """How a player stands, or something else that counts."""

    name: str
    score: str
    said: str
    share: float | None
    notes: tuple[str, ...]


class ClockData(TypedDict):
    """A seat's clock now."""

    left: float
    running: bool


class SeatOnBoard(TypedDict):
    """What changes of a seat only when something happens on the board."""

    seat: int
    key: str
    name: str
    kind: str
    bot: str | None
    colour: int
    standing: StandingData
    acts: bool
    chosen: bool


class SeatData(SeatOnBoard):
    """A seat as a viewer sees it."""

    clock: ClockData | None
    away: bool
    conceded: bool
    present: bool


class You(TypedDict):
    """Who is looking: their seats, the one they look from, whether they are the host, and which of several may act."""

    seats: list[int]
    look: int | None
    host: bool
    choice: list[int]


class Allowed(TypedDict):
    """What a viewer may ask for."""

    undo: bool
    undo_asks: bool
    why_no_undo: str
    hint: bool
    concede: bool
    draw: bool
    rematch: bool


class DrawOffer(TypedDict):
    seat: int
    waiting: list[int]


class UndoAsked(TypedDict):
    seat: int
    waiting: list[int]
    refused: int | None


class RematchAsked(TypedDict):
    seats: list[int]
    waiting: list[int]


class TallyData(TypedDict):
    """The final score explained; `decides` is the column that decides the game."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str
    decides: int


class Result(TypedDict):
    """How a match ended."""

    text: str
    reason: str
    winners: list[int]
    returns: list[float]
    tally: TallyData | None
    why: str
    seed: str
    salt: str


class Chart(TypedDict):
    """How a match went: a row of standings after each move."""

    title: str
    names: list[str]
    rows: list[list[int]]
    colours: list[int]


class BoardData(TypedDict):
    """What is said of the board: it stays the same until something happens there."""

    others: list[Message]
    prompt: str
    chapter: str
    tokens: dict[str, str]
    result: Result | None
    chart: Chart | None


class ViewData(BoardData):
    """What is the same for all who look from one seat."""

    seats: list[SeatData]
    offer: DrawOffer | None
    undo_request: UndoAsked | None
    rematch_request: RematchAsked | None
    rematch: str | None


class Scene(ViewData):
    """What one visitor sees of a table, but for picture, log and chat."""

    version: int
    you: You
    can: Allowed
    handover: int | None


class RoomScene(Scene):
    """A scene with what only a server knows: the link that invites others."""

    invite: str | None


class Turn(TypedDict):
    """What a program needs to go on."""

    type: str
    version: int
    look: int | None
    acts: tuple[int, ...]
    codes: Sequence[int]
    view: str
    result: Message | None
    rematch: str | None


class PickData(TypedDict):
    """A move in progress: what can come next, and what the move would do."""

    chosen: list[str]
    next: dict[str, str]
    complete: bool
    secret: bool
    ask: bool
    loses: str
    sentence: str
    lines: list[str]
    pieces: NotRequired[str]
    text: NotRequired[str]


class WhyNot(TypedDict):
    """Whether a move is allowed, and if not, why and by which rule."""

    allowed: bool
    what: str
    rule: str


class WarmingState(TypedDict):
    """How far the bots of a game are from being ready: `running`, `failed` or `done`."""

    state: str
    percent: int


class WarmingMessage(WarmingState):
    type: str
