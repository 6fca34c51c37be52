"""The time for clocks at the tables: the time of day when the process began, and it goes on evenly from there.

Somebody may set the computer's clock, or it is put right by the network. No player's time runs out for that.
"""

from __future__ import annotations

import time

_AHEAD = time.time() - time.monotonic()


def now() -> float:
    return _AHEAD + time.monotonic()
