"""Pizzabox with few connections and little patience, where a moving picture is more than the system takes in at once.
`python -m tests.server.hasty_server serve --data FOLDER …`"""

from __future__ import annotations

import random

from pizzabox.cli import main
from pizzabox.server import limits, reviews, run, slow_readers

SIZE = 12_000_000
"""Bytes of the picture, as many of them compressed; the system takes in some 2 or 3 million."""

if __name__ == "__main__":
    limits.MOST_AT_ONCE, run.MOST_OPEN = 3, 8
    run.HEADERS_WITHIN, run.LAST_ANSWERS = 300, 0.5
    slow_readers.STALLED, slow_readers.LOOK = 1.0, 0.1
    reviews.moving = lambda *known: random.Random(1).randbytes(SIZE // 2).hex()
    main()
