"""The report of a sweep: all sets of options in one drawing and one table, in one HTML file that fetches nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl

import pizzabox
from pizzabox.engine.catalogue import Catalogue

from .findings import percent
from .option_table import head, row
from .report import ACCENT, INK, OTHER, Section, drawn, names_of, room_for, write_page
from .sweep import Swept, swept

say = Catalogue(__package__)
MOST_BARS = 24


def write_sweep_report(results: Path, report: Path) -> list[Swept]:
    """Write the report of a sweep's results, in the language in force; return what it tells of each set of options."""
    found = swept(results)
    one = found[0].found
    facts = say("sweep.facts", games=one.games, bots=names_of(one), file=results.name, version=pizzabox.__version__)
    write_page(report, say("sweep.title", game=one.game.title), facts, sweep_findings(found), list(_sections(found)))
    return found


def sweep_findings(found: Sequence[Swept]) -> list[str]:
    """The fairest and the liveliest, and what lies between the extremes."""
    said = []
    contested = [each for each in found if each.found.contested]
    if len(contested) > 1:
        said.append(_fairest(contested))
    liveliest = max(found, key=lambda one: one.liveliness)
    if liveliest.liveliness > 0:
        said.append(say("sweep.liveliest", name=liveliest.name, changes=f"{liveliest.liveliness:.1f}"))
    shortest = min(found, key=lambda one: one.found.length.median)
    longest = max(found, key=lambda one: one.found.length.median)
    same = shortest.found.length.median == longest.found.length.median
    length = say(
        "sweep.length_same" if same else "sweep.length",
        name=shortest.name,
        moves=f"{shortest.found.length.median:.0f}",
        other=longest.name,
        other_moves=f"{longest.found.length.median:.0f}",
    )
    return [*said, length]


def _fairest(found: Sequence[Swept]) -> str:
    """The fairest and the least fair, and how many can't be told from the fairest."""
    fairest, least = found[0], found[-1]
    told = say(
        "sweep.fairest",
        name=fairest.name,
        above=percent(fairest.unfairness),
        margin=percent(fairest.found.margin),
        other=least.name,
        other_above=percent(least.unfairness),
        other_margin=percent(least.found.margin),
    )
    up = fairest.found.interval[1] - fairest.unfairness
    alike = sum(
        each.unfairness - fairest.unfairness <= hypot(each.unfairness - each.found.interval[0], up) for each in found
    )
    return told + " " + say("sweep.alike", n=alike - 1) if alike > 1 else told


def _sections(found: Sequence[Swept]) -> Iterator[Section]:
    contested = [each for each in found if each.found.contested]
    if contested:
        yield Section(say("sweep.fair_title"), say("sweep.fair_text"), _chart(contested, "unfairness", ACCENT, "%"))
    if any(each.liveliness > 0 for each in found):
        yield Section(say("sweep.live_title"), say("sweep.live_text"), _chart(found, "liveliness", OTHER, ".1f"))
    rows = tuple(row(each.name, each.found) for each in found)
    yield Section(say("sweep.all_title"), say("sweep.all_text"), "", head(), rows)


def _chart(found: Sequence[Swept], measure: str, colour: str, form: str) -> str:
    shown = sorted(found, key=lambda one: getattr(one, measure), reverse=measure == "liveliness")[:MOST_BARS]
    names = [one.name for one in shown]
    data = pl.DataFrame({"name": names, "value": [getattr(one, measure) for one in shown]})
    room: Any = alt.Axis(minExtent=room_for(names), labelLimit=room_for(names))
    chart = alt.Chart(data).mark_bar(color=colour, opacity=0.85, height=10)
    encoded: Any = chart.encode(
        alt.Y("name:N", title=None, sort=names, axis=room),
        alt.X("value:Q", title=None, axis=alt.Axis(format=form, tickCount=4)),
    )
    if measure == "unfairness":
        ends = {end: [each.found.interval[i] for each in shown] for i, end in enumerate(("low", "high"))}
        lines = alt.Chart(data.with_columns(**{name: pl.Series(values) for name, values in ends.items()}))
        encoded += lines.mark_rule(color=INK).encode(
            alt.Y("name:N", title=None, sort=names, axis=room), alt.X("low:Q", title=None), alt.X2("high:Q")
        )
    return drawn(encoded, say("sweep.fair_title" if measure == "unfairness" else "sweep.live_title"), names)
