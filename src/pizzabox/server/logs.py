"""What the server has to say to its host: lines for people, or JSON for programs that gather logs."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import msgspec

from pizzabox.engine.errors import PizzaboxError, short

from . import say

FORMS = TEXT, JSON = "text", "json"


class TextLines(logging.Formatter):
    """A line of text for each message, and indented ones for where an error came from: whatever strangers have sent, it
    begins no line that looks like a message, and does nothing to a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        said = _printable(f"{self.formatTime(record)} {record.levelname} {record.getMessage()}")
        where = self.formatException(record.exc_info).splitlines() if record.exc_info else []
        return "\n".join([said, *(f"  {_printable(line)}" for line in where)])


class JsonLines(logging.Formatter):
    """A line of JSON for each message."""

    def format(self, record: logging.LogRecord) -> str:
        said = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "process": record.process,
            "source": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(said).decode()


def _printable(text: str) -> str:
    """A text with its line breaks and other characters that can't be seen written out."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def set_up(form: str) -> None:
    """Say what there is to say on standard error, in that form."""
    if form not in FORMS:
        raise PizzaboxError(say("log_form", value=short(form), known=", ".join(FORMS)))
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if form == JSON else TextLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
