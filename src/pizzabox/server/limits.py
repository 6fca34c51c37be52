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

MADE, MADE_AT_ONCE = 1.0, 200.0
"""Tables and uploads a second from one address in the long run, and at once."""


class TooMany(PizzaboxError):
    """Somebody asks for more than their share."""


@dataclass
class Bucket:
    """Allows `burst` acts at once and `rate` a second in the long run."""

    rate: float
    burst: float
    level: float = -1.0
    last: float = 0.0

    def take(self, now: float | None = None) -> bool:
        """Whether another act is allowed now."""
        now = time.monotonic() if now is None else now
        if self.level < 0:
            self.level = self.burst
        else:
            self.level = min(self.burst, self.level + (now - self.last) * self.rate)
        self.last = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """One bucket a key; the least used are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 10_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        bucket = self._buckets.pop(key, None) or Bucket(self.rate, self.burst)
        self._buckets[key] = bucket
        while len(self._buckets) > self.most:
            self._buckets.popitem(last=False)
        return bucket.take()


class Limits:
    """What a visitor and an address may ask for, and how many connections an address may hold.

    A visitor without a cookie is a new one each time, so the address counts as well; an empty one has no limit.
    """

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._visitors = Buckets(rate, burst)
        self._addresses = Buckets(rate * HOUSEHOLD, burst * HOUSEHOLD)
        self._made = Buckets(MADE, MADE_AT_ONCE)
        self._connections: Counter[str] = Counter()
        self._watching: Counter[str] = Counter()
        self._requests: Counter[str] = Counter()

    def allow(self, visitor: str, address: str) -> bool:
        """Whether another request is allowed now."""
        return (not address or self._addresses.take(address)) and self._visitors.take(visitor)

    def require_making(self, address: str) -> None:
        """Another table or upload, which the store keeps for good."""
        if address and not self._made.take(address):
            raise TooMany(say("making"))

    def messages(self) -> Bucket:
        """What one connection may send."""
        return Bucket(self.rate * 4, self.burst)

    def connection(self, address: str) -> Place:
        """A place for another connection."""
        return Place(self._connections, address, MOST_CONNECTIONS)

    def watcher(self, address: str) -> Place:
        """A place for another connection to a table where its visitor has no seat."""
        return Place(self._watching, address, MOST_WATCHING)

    def request(self, address: str) -> Place:
        """A place for another request."""
        return Place(self._requests, address, MOST_AT_ONCE)


class Place:
    """One of the places that an address has for something; false if there was none left. Given back by `leave`."""

    def __init__(self, taken: Counter[str], address: str, most: int) -> None:
        self._taken, self._address = taken, address
        self._held = not address or taken[address] < most
        if self._held:
            taken[address] += 1

    def __bool__(self) -> bool:
        return self._held

    def leave(self) -> None:
        if self._held:
            self._held = False
            self._taken[self._address] -= 1
            if not self._taken[self._address]:
                del self._taken[self._address]
