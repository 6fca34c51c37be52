"""A player's finished games: results by game and by opponent, their rating in each game, the last games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pizzabox.bots import called, known_well, levels, usual_ratings
from pizzabox.engine.game import Game
from pizzabox.engine.registry import find
from pizzabox.table.match import Match
from pizzabox.table.player_names import seat_name
from pizzabox.table.seats import BOT

from .own_rating import Counted, counted, own_rating

PEOPLE, ALONE = "people", "alone"
WON, SHARED, LOST = "won", "shared", "lost"
LAST = 12
"""How many games are shown one by one."""


@dataclass
class Tally:
    """Games counted: a shared win is neither won nor lost."""

    games: int = 0
    won: int = 0
    shared: int = 0
    lost: int = 0

    def add(self, result: float) -> None:
        self.games += 1
        self.won += outcome(result) == WON
        self.shared += outcome(result) == SHARED
        self.lost += outcome(result) == LOST

    def data(self) -> dict[str, float]:
        share = (self.won + self.shared / 2) / self.games if self.games else 0.0
        return {"games": self.games, "won": self.won, "shared": self.shared, "lost": self.lost, "share": share}


@dataclass
class GameStats:
    """All that is known of a player in one game."""

    game: Game
    by_rival: dict[str, Tally] = field(default_factory=dict)
    counting: list[Counted] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        order = {name: i for i, name in enumerate((*levels(), PEOPLE))}
        rivals = sorted(self.by_rival, key=lambda rival: order.get(rival, -1))
        return {
            "game": self.game.name,
            "title": self.game.title,
            "results": {rival: self.by_rival[rival].data() for rival in rivals},
            "rating": own_rating(self.counting).data(),
            "rated": bool(usual_ratings(self.game.name)),
            "bots": bot_ratings(self.game.name),
        }


def outcome(result: float) -> str:
    """What a result is called."""
    return WON if result >= 1 else SHARED if result > -1 else LOST


def across(match: Match, own: int) -> str:
    """Who the others were: `people`, or the strongest level among the bots."""
    others = [seat for i, seat in enumerate(match.seats) if i != own]
    if any(seat.kind != BOT for seat in others):
        return PEOPLE
    order = levels()
    known = [seat.bot for seat in others if seat.bot in order]
    return str(max(known, key=lambda bot: order.index(str(bot)))) if known else ALONE


def bot_ratings(name: str) -> dict[str, int]:
    """The levels of a game with its usual rules on the scale of the ladder, weakest first.

    Empty where they are not known well enough to compare anybody with them.
    """
    known = usual_ratings(name).get(find(name).players, {})
    sure = {bot: round(one["rating"]) for bot, one in known.items() if known_well(one)}
    return dict(sorted(sure.items(), key=lambda entry: entry[1])) if len(sure) > 1 else {}


def summary(matches: Iterable[tuple[Match, float]], identity: str) -> dict[str, Any]:
    """Results, ratings and last games of an identity, from tables and when they ended, newest first.

    Tables where a player held several seats prove nothing: they are only among the last games.
    """
    games: dict[str, GameStats] = {}
    last: list[dict[str, Any]] = []
    whole = Tally()
    for match, when in matches:
        own = match.owned(identity)
        if not own or not match.over:
            continue
        counts = counted(match, own[0])
        if len(last) < LAST:
            last.append(_game(match, own, when, "" if isinstance(counts, Counted) else counts))
        if len(own) > 1:
            continue
        result, stats = match.returns()[own[0]], games.setdefault(match.game.name, GameStats(find(match.game.name)))
        whole.add(result)
        stats.by_rival.setdefault(across(match, own[0]), Tally()).add(result)
        if isinstance(counts, Counted):
            stats.counting.append(counts)
    made = sorted((one.data() for one in games.values()), key=lambda one: one["title"])
    rivals = {rival for one in made for rival in one["results"]} | {bot for one in made for bot in one["bots"]}
    return {"whole": whole.data(), "games": made, "names": {rival: called(rival) for rival in rivals}, "last": last}


def _game(match: Match, own: list[int], when: float, why_not: str) -> dict[str, Any]:
    """One of the last games."""
    colours = match.game.colours
    return {
        "id": match.id,
        "game": match.game.name,
        "title": match.game.title,
        "when": when,
        "seats": [
            {"name": seat_name(match, i), "colour": colours[i], "kind": seat.kind, "yours": i in own}
            for i, seat in enumerate(match.seats)
        ],
        "result": outcome(match.returns()[own[0]]) if len(own) == 1 else "",
        "gave_up": any(match.seats[i].conceded for i in own),
        "why_not": why_not,
    }
