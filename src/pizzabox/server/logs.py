"""What the server has to say to its host: lines for people, or JSON for programs that gather logs."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import msgspec

from pizzabox.engine.errors import PizzaboxError, short

from . import say

FORMS = TEXT, JSON = "text", "json"


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


def set_up(form: str) -> None:
    """Say what there is to say on standard error, in that form."""
    if form not in FORMS:
        raise PizzaboxError(say("log_form", value=short(form), known=", ".join(FORMS)))
    handler = logging.StreamHandler()
    text = logging.Formatter("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(JsonLines() if form == JSON else text)
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
