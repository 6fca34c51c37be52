"""The published strengths as tables for the docs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pizzabox.engine.registry import find, names

from .exploitability import LEVELS as MIXERS
from .ladder import PAIRS

BEGIN, END = "<!-- strengths -->", "<!-- end of strengths -->"
LEVELS = ("apprentice", "cook", "chef", "maestro")
YARDSTICKS = ("greedy", "textbook")
AGAINST = ("Game", "Players", "Against", "Share", "95%", "Fair", "Times fair", "Seconds", "Games", "Machine")
Known = Mapping[str, Mapping[str, Mapping[str, Any]]]


def strengths(known: Known) -> str:
    """Ratings, the rungs of the ladder, the yardsticks and the mixes, in Markdown."""
    parts = [
        "**Ratings.** A bot rated 400 points higher wins about ten games for each one it loses. `greedy` is 1000.",
        _rows(("Game", "Players", *LEVELS, "Maestro's seconds"), _ratings(known)),
        "**Each level against the one below**: its share of the wins (95% interval). Equals would get the fair share.",
        _rows(("Game", "Players", "Fair", *(f"{upper} : {lower}" for upper, lower in PAIRS)), _rungs(known)),
        "**The maestro against the yardsticks.** `textbook` gets the same time; `greedy` doesn't need any.",
        _rows(AGAINST, _against(known, "maestro", YARDSTICKS)),
        *_champion(known),
        *_bare_net(known),
        "**Secret choices**: what the best answer gains against each level's mixes, as a share of a win.",
        _rows(("Game", "Players", "Level", "Gain", "95%", "At worst", "Positions"), _mixes(known)),
    ]
    return "\n\n".join([BEGIN, *parts, END])


def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _entries(known: Known, part: str) -> Iterator[tuple[list[str], Mapping[str, Any]]]:
    """What was published of one kind: the game and its players, and the data."""
    for name in names():
        for options, made in sorted(known.get(name, {}).items()):
            if part in made:
                players = options.split()[0].partition("=")[2]
                yield [find(name).title, players], made[part]


def percent(share: float) -> str:
    return f"{100 * share:.0f}%"


def interval(found: Mapping[str, float]) -> str:
    return f"{100 * found['low']:.0f}–{100 * found['high']:.0f}%"


def _ratings(known: Known) -> Iterator[list[str]]:
    for head, made in _entries(known, "ladder"):
        ratings = [made["levels"][level] for level in LEVELS]
        cells = [f"{one['rating']:.0f} ± {(one['high'] - one['low']) / 2:.0f}" for one in ratings]
        yield [*head, *cells, f"{made['seconds']:g}"]


def _rungs(known: Known) -> Iterator[list[str]]:
    for head, made in _entries(known, "ladder"):
        rungs = {(one["upper"], one["lower"]): one for one in made["matches"]}
        cells = [f"{percent(rungs[pair]['share'])} ({interval(rungs[pair])})" for pair in PAIRS]
        yield [*head, percent(made["matches"][0]["fair"]), *cells]


def _champion(known: Known) -> list[str]:
    """What the champion wins, where that was measured."""
    title = "**The champion against the maestro and the yardsticks**, with the same time for all who think."
    return _measured(title, AGAINST, list(_against(known, "champion", ("maestro", *YARDSTICKS))))


def _bare_net(known: Known) -> list[str]:
    """What the net wins without a search, where that was measured."""
    title = "**The net alone against `greedy`**: it looks at a position once and plays what it likes best."
    return _measured(title, _untimed(AGAINST), [_untimed(row) for row in _against(known, "net", ("greedy",))])


def _measured(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A table with its title; nothing where nothing was measured."""
    return [title, _rows(head, rows)] if rows else []


def _untimed(row: Sequence[str]) -> list[str]:
    """A row of matches without the time to think, of which neither side makes use."""
    return [cell for cell, name in zip(row, AGAINST, strict=True) if name != "Seconds"]


def _against(known: Known, level: str, others: Sequence[str]) -> Iterator[list[str]]:
    for other in others:
        for head, one in _entries(known, f"{level} {other}"):
            numbers = [percent(one["share"]), interval(one), percent(one["fair"]), f"{one['share'] / one['fair']:.2f}"]
            cores, kind = one["machine"]["cores"], one["machine"]["system"].split()[-1]
            yield [*head, f"`{other}`", *numbers, f"{one['seconds']:g}", str(one["games"]), f"{cores} × {kind}"]


def _mixes(known: Known) -> Iterator[list[str]]:
    for head, made in _entries(known, "exploit"):
        for level in filter(made["levels"].get, MIXERS):  # what was not measured is not there
            one = made["levels"][level]
            low_high = f"{100 * one['low']:.1f}–{100 * one['high']:.1f}%"
            numbers = [f"{100 * one['gain']:.1f}%", low_high, f"{100 * one['worst']:.0f}%", str(made["positions"])]
            yield [*head, f"`{level}`", *numbers]
