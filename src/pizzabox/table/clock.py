"""Clocks: time for each move or for the whole game. The time of day is always handed in, never asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import BadOption, short

KINDS = ("move", "game")
LONGEST = 14 * 24 * 3600
COMING_BACK = 30.0
"""Seconds to come back to a table that was closed for a while, or to a seat that a bot played."""
say = Catalogue(__package__)


class StoredClock(TypedDict):
    """All clocks of a table as the store keeps them."""

    kind: str
    seconds: float
    more: float
    left: list[float]
    since: list[float | None]


@dataclass
class Clock:
    """One clock a seat. `left` is what each seat had when its clock last stood still."""

    kind: str
    seconds: float
    more: float = 0.0
    """Added after each move, with time for the whole game."""
    left: list[float] = field(default_factory=list)
    since: list[float | None] = field(default_factory=list)
    """When a seat's clock was started, None while it stands still."""
    at_moves: dict[int, list[float]] = field(default_factory=dict)
    """What a seat had left at each of its moves. Not stored."""

    @classmethod
    def read(cls, data: object, seats: int) -> Clock | None:
        """A clock from what a user asked for; None for no clock."""
        if data is None:
            return None
        if not isinstance(data, dict):
            raise BadOption(say("wish.clock", value=short(data)))
        kind = data.get("kind")
        if kind not in KINDS:
            raise BadOption(say("wish.clock_kind", value=short(kind)))
        seconds, more = _seconds("seconds", data.get("seconds"), 1), _seconds("more", data.get("more", 0), 0)
        return cls(kind, seconds, more, [seconds] * seats, [None] * seats)

    def rewound(self) -> Clock:
        """The same clock as it was before the game."""
        seats = len(self.left)
        return Clock(self.kind, self.seconds, self.more, [self.seconds] * seats, [None] * seats)

    def set_running(self, acting: set[int], now: float) -> None:
        """Start the clocks of those who act and stop the others."""
        for seat, started in enumerate(self.since):
            if seat in acting and started is None:
                if self.kind == "move":
                    self.left[seat] = self.seconds
                self.since[seat] = now
            elif seat not in acting and started is not None:
                self.left[seat] = self.remaining(seat, now)
                self.since[seat] = None

    def resume(self, now: float) -> None:
        """Go on after a while in which nobody could move, and the time of day may have been set anew: who is to act has
        time to come back, but not more than was left before."""
        for seat, started in enumerate(self.since):
            if started is not None:
                enough = max(self.remaining(seat, now), COMING_BACK)
                self.left[seat], self.since[seat] = min(self.left[seat], enough), now

    def come_back(self, seat: int, now: float) -> None:
        """Somebody takes their seat back from a bot: there is time for that."""
        self.left[seat] = max(self.remaining(seat, now), min(COMING_BACK, self.seconds))
        if self.since[seat] is not None:
            self.since[seat] = now

    def ran_out(self, seat: int, now: float) -> bool:
        """Whether a seat's clock runs and has no time left."""
        return self.since[seat] is not None and self.remaining(seat, now) == 0.0

    def moved(self, seat: int, now: float) -> None:
        """A seat has moved: stop its clock and add what a move earns."""
        remaining = self.remaining(seat, now)
        self.at_moves.setdefault(seat, []).append(remaining)
        self.left[seat] = self.seconds if self.kind == "move" else remaining + self.more
        self.since[seat] = None

    def taken_back(self, seat: int, now: float) -> None:
        """A seat's last move is taken back, and what it earned: there is as much time as before it, or less."""
        if known := self.at_moves.get(seat):
            started = self.since[seat]
            used = 0.0 if started is None else now - started
            self.left[seat], self.since[seat] = max(0.0, known.pop() - used), now

    def remaining(self, seat: int, now: float) -> float:
        started = self.since[seat]
        return max(0.0, self.left[seat] - (now - started if started is not None else 0.0))

    def next_flag(self) -> tuple[float, int] | None:
        """When and for whom time runs out first, if nothing happens before."""
        flags = [(started + self.left[seat], seat) for seat, started in enumerate(self.since) if started is not None]
        return min(flags, default=None)

    def data(self) -> StoredClock:
        return {"kind": self.kind, "seconds": self.seconds, "more": self.more, "left": self.left, "since": self.since}


def _seconds(name: str, value: object, low: int) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool) or not low <= value <= LONGEST:
        raise BadOption(say("wish.clock_bounds", name=name, low=low, high=LONGEST, value=short(value)))
    return float(value)
