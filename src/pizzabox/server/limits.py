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
MOST_CONNECTIONS = 400
"""Connections that one address may hold."""


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

    def connect(self, address: str) -> bool:
        """Whether another connection is allowed; if so it counts until `disconnect`."""
        if address and self._connections[address] >= MOST_CONNECTIONS:
            return False
        self._connections[address] += 1
        return True

    def disconnect(self, address: str) -> None:
        self._connections[address] -= 1
        if not self._connections[address]:
            del self._connections[address]
