"""A player's games in numbers: by game, and by who sat across."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pizzabox.bots import levels
from pizzabox.table.match import Match
from pizzabox.table.seats import BOT

PEOPLE = "people"


@dataclass
class Results:
    """Games counted: a shared win is neither won nor lost."""

    games: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0

    def add(self, result: float) -> None:
        self.games += 1
        if result >= 1:
            self.won += 1
        elif result > -1:
            self.shared += 1
        else:
            self.lost += 1

    def data(self) -> dict[str, float]:
        share = (self.won + self.shared / 2) / self.games if self.games else 0.0
        return {"games": self.games, "won": self.won, "shared": self.shared, "lost": self.lost, "share": share}


def across(match: Match, own: int) -> str:
    """Who was across: `people`, or the strongest level among the bots."""
    others = [seat for i, seat in enumerate(match.seats) if i != own]
    if any(seat.kind != BOT for seat in others):
        return PEOPLE
    order = levels()
    known = [seat.bot for seat in others if seat.bot in order]
    return str(max(known, key=lambda bot: order.index(str(bot)))) if known else "alone"


def summary(matches: Iterable[Match], identity: str) -> dict[str, dict[str, dict[str, float]]]:
    """Results by game title and by who was across. Tables where somebody held several seats prove nothing."""
    by_game: dict[str, Results] = {}
    by_level: dict[str, Results] = {}
    whole = Results()
    for match in matches:
        own = match.owned(identity)
        if len(own) != 1 or not match.over:
            continue
        result = match.returns()[own[0]]
        whole.add(result)
        by_game.setdefault(match.game.title, Results()).add(result)
        by_level.setdefault(across(match, own[0]), Results()).add(result)
    order = {name: i for i, name in enumerate((*levels(), PEOPLE))}
    return {
        "whole": {"": whole.data()},
        "games": {name: record.data() for name, record in sorted(by_game.items())},
        "levels": {k: by_level[k].data() for k in sorted(by_level, key=lambda k: order.get(k, -1))},
    }
