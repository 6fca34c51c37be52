"""Limits on what one visitor may send: a bucket of tokens that refills with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass

MOST_BODY = 64_000
MOST_MESSAGE = 8_000


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
