"""Limits on what one visitor, and one address, may send and hold: buckets of tokens that refill with time."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from dataclasses import dataclass

from pizzabox.engine.errors import PizzaboxError

from . import say

MOST_BODY = 64_000
MOST_MESSAGE = 8_000
HOUSEHOLD = 4
"""How many visitors at one address may do as much as one is allowed."""
MOST_CONNECTIONS, MOST_WATCHING = 400, 50
"""Connections to tables that one address may hold, and those among them that have no seat there."""
MOST_AT_ONCE = 100
"""Requests of one address that are answered at a time."""

CHANGES, CHANGES_AT_ONCE = 0.02, 0.3
"""Changes of a table that are no moves (chat, a move taken back), for each request that is allowed: one a second, 60 at
once. Moves come to an end by themselves."""
MADE, MADE_AT_ONCE = 1.0, 200.0
"""Tables and uploads a second from one address in the long run, and at once."""


class TooMany(PizzaboxError):
    """Somebody asks for more than they may have."""


@dataclass
class Bucket:
    """Allows `burst` requests at once and `rate` a second in the long run."""

    rate: float
    burst: float
    level: float | None = None
    """How many requests are left; negative where what was allowed cost more."""
    last: float = 0.0

    def take(self, now: float | None = None) -> bool:
        """Whether another request is allowed now."""
        now = time.monotonic() if now is None else now
        if self.level is None:
            self.level = self.burst
        else:
            self.level = min(self.burst, self.level + (now - self.last) * self.rate)
        self.last = now
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def charge(self, cost: float) -> None:
        """What was allowed cost more than one request: nothing else is allowed until that is made up for."""
        self.level = max((self.burst if self.level is None else self.level) - cost, -self.burst)


class Buckets:
    """One bucket a key; the least used are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, key: str) -> Bucket:
        bucket = self._buckets.pop(key, None) or Bucket(self.rate, self.burst)
        self._buckets[key] = bucket
        while len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket


class RateLimit:
    """A bucket for each visitor, and a larger one for each address. A visitor without a cookie is a new one each time,
    so the address counts as well; an empty one has no limit."""

    def __init__(self, rate: float, burst: float) -> None:
        self._visitors = Buckets(rate, burst)
        self._addresses = Buckets(rate * HOUSEHOLD, burst * HOUSEHOLD)

    def take(self, visitor: str, address: str) -> bool:
        """Whether another request is allowed now. One that is refused to a visitor is not counted for the address."""
        return self._visitors.of(visitor).take() and (not address or self._addresses.of(address).take())

    def charge(self, visitor: str, address: str, cost: float) -> None:
        """What was allowed cost more than one request."""
        self._visitors.of(visitor).charge(cost)
        if address:
            self._addresses.of(address).charge(cost)


class Limits:
    """What a visitor and an address may ask for, and how many connections an address may hold."""

    def __init__(self, rate: float, burst: float) -> None:
        self.requests = RateLimit(rate, burst)
        self.messages = RateLimit(rate * 4, burst)
        self.changes = RateLimit(rate * CHANGES, burst * CHANGES_AT_ONCE)
        self._made = Buckets(MADE, MADE_AT_ONCE)
        self._connections: Counter[str] = Counter()
        self._watching: Counter[str] = Counter()
        self._requests: Counter[str] = Counter()

    def require_making(self, address: str) -> None:
        """Another table or upload, which the store keeps for good."""
        if address and not self._made.of(address).take():
            raise TooMany(say("making"))

    def allowance(self, visitor: str, address: str) -> Allowance:
        """What a visitor at an address may send to tables, by however many connections."""
        return Allowance(self, visitor, address)

    def connection(self, address: str) -> Slot:
        """A slot for another connection."""
        return Slot(self._connections, address, MOST_CONNECTIONS)

    def watcher(self, address: str) -> Slot:
        """A slot for another connection to a table where its visitor has no seat."""
        return Slot(self._watching, address, MOST_WATCHING)

    def request(self, address: str) -> Slot:
        """A slot for another request."""
        return Slot(self._requests, address, MOST_AT_ONCE)


@dataclass(frozen=True)
class Allowance:
    """What one visitor at one address may send to tables."""

    limits: Limits
    visitor: str
    address: str

    def message(self) -> bool:
        """Whether another message is allowed now."""
        return self.limits.messages.take(self.visitor, self.address)

    def charge(self, cost: float) -> None:
        self.limits.messages.charge(self.visitor, self.address, cost)

    def require_change(self) -> None:
        """Another change that is no move, which the store keeps for good."""
        if not self.limits.changes.take(self.visitor, self.address):
            raise TooMany(say("messages"))


class Slot:
    """One of the slots that an address has for something; false if none was left. `release` gives it back."""

    def __init__(self, taken: Counter[str], address: str, most: int) -> None:
        self._taken, self._address = taken, address
        self._held = not address or taken[address] < most
        if self._held:
            taken[address] += 1

    def __bool__(self) -> bool:
        return self._held

    def release(self) -> None:
        if self._held:
            self._held = False
            self._taken[self._address] -= 1
            if not self._taken[self._address]:
                del self._taken[self._address]
