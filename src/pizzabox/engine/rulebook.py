"""The rulebook of a game, read from its `rules.md`, where every rule has an id and a source.

A chapter is a `## ` heading. A rule is a paragraph that begins with its id in bold and ends with its source in braces:

    **T3.4** Two colours tied for the most: the third colour's toppings are removed. {rulebook}

The source is `rulebook`, `reading` (how we read or reconstruct the text) or `house` (a value of ours where the text is
lost or silent), with a note after a colon where there is more to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from .errors import PizzaboxError, did_you_mean, say, short

_RULE = re.compile(r"^\*\*([A-Z]+\d+\.\d+)\*\*\s+(.*?)\s*\{(rulebook|reading|house)(?::\s*(.*?))?\}$", re.DOTALL)
SOURCES = ("rulebook", "reading", "house")


@dataclass(frozen=True)
class Rule:
    """One rule: its id, its text, where it comes from, and the chapter it stands in."""

    id: str
    text: str
    source: str
    note: str
    chapter: str


@dataclass(frozen=True)
class Chapter:
    """A heading with its paragraphs; rules and plain text in their order."""

    title: str
    parts: tuple[Rule | str, ...]


class Rulebook:
    """All rules of a game."""

    def __init__(self, text: str, name: str = "rules.md") -> None:
        self.title = ""
        self.chapters: list[Chapter] = []
        self.rules: dict[str, Rule] = {}
        heading, parts = "", list[Rule | str]()
        for block in re.split(r"\n\s*\n", text.strip()):
            block = block.strip()
            if block.startswith("# "):
                self.title = block[2:].strip()
            elif block.startswith("## "):
                if parts or heading:
                    self.chapters.append(Chapter(heading, tuple(parts)))
                heading, parts = block[3:].strip(), []
            elif block.startswith("**") and re.match(r"\*\*[A-Z]+\d", block):
                match = _RULE.match(block)
                if not match:
                    raise PizzaboxError(f"{name}: a rule must end with its source in braces: {block[:60]!r}")
                rule = Rule(match[1], " ".join(match[2].split()), match[3], " ".join((match[4] or "").split()), heading)
                if rule.id in self.rules:
                    raise PizzaboxError(f"{name}: the id {rule.id} is used twice")
                self.rules[rule.id] = rule
                parts.append(rule)
            else:
                parts.append(block)
        if parts or heading:
            self.chapters.append(Chapter(heading, tuple(parts)))

    def __getitem__(self, id: str) -> Rule:
        wanted = id.strip().upper()
        if wanted not in self.rules:
            raise PizzaboxError(say("error.rule", id=short(id), hint=did_you_mean(wanted, self.rules)))
        return self.rules[wanted]

    def __contains__(self, id: object) -> bool:
        return id in self.rules

    @classmethod
    def read(cls, path: Path) -> Rulebook:
        return cls(path.read_text(encoding="utf-8"), path.name)
