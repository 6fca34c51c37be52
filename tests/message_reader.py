"""WebSocket messages as a client reads them that keeps the lines of pictures: numbers become lines again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


class Reader:
    """Reads the messages of one connection, in the order they came."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.numbers = 0
        """How many lines came as a number."""

    def read(self, message: dict[str, Any]) -> dict[str, Any]:
        picture = message.get("picture", {})
        if message["type"] == "table":
            self.kept = []
        if "lines" in picture:
            picture["lines"] = self.lines(picture["lines"])
        for edits in [picture.get("edits", []), *picture.get("stages", []), message.get("edits", [])]:
            for edit in edits:
                edit[2] = self.lines(edit[2])
        return message

    def lines(self, sent: list[str | int]) -> list[str]:
        made = []
        for line in sent:
            if isinstance(line, int):
                self.numbers += 1
                made.append(self.kept[line])
            else:
                self.kept.append(line)
                made.append(line)
        return made


def changed(layer: list[str], edits: Sequence[tuple[int, int, list[str]]]) -> list[str]:
    """The lines that such edits lead to."""
    made = list(layer)
    for at, gone, fresh in reversed(edits):
        made[at : at + gone] = fresh
    return made
