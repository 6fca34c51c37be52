"""What the server says to its host: no text of a stranger looks like a line of its own."""

from __future__ import annotations

import logging
import re
import sys

from pizzabox.server.logs import TextLines


def formatted(said: str, problem: Exception | None = None) -> str:
    record = logging.LogRecord("pizzabox.server", logging.ERROR, __file__, 1, "GET %s: %s", (said, "é"), None)
    if problem:
        try:
            raise problem
        except Exception:
            record.exc_info = sys.exc_info()
    return re.sub(r"^[0-9-]+ [0-9:,]+ ", "", TextLines().format(record))


def test_a_message_is_a_line_that_does_nothing_to_a_terminal() -> None:
    assert formatted("a\n2026 ERROR forged\x1b[2J\x00\u2028") == (r"ERROR GET a\n2026 ERROR forged\x1b[2J\x00\u2028: é")


def test_where_an_error_comes_from_is_indented() -> None:
    first, *more = formatted("a", ValueError("b\nERROR forged\x1b[2J")).splitlines()
    assert first == "ERROR GET a: é"
    assert "Traceback" in more[0] and all(line.startswith("  ") and line.isprintable() for line in more)
    assert more[-2:] == ["  ValueError: b", r"  ERROR forged\x1b[2J"]
