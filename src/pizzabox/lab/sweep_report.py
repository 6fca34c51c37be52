"""The report of a sweep: all sets of options in one drawing and one table, in one HTML file that fetches nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl

import pizzabox
from pizzabox.bots import called
from pizzabox.engine.catalogue import Catalogue, language

from .findings import percent
from .report import ACCENT, OTHER, Section, drawn, room_for, template
from .sweep import Swept, swept

say = Catalogue(__package__)
MOST_BARS = 24


def write_sweep_report(results: Path, report: Path) -> None:
    """Write the report of a sweep's results, in the language in force."""
    page = page_of(swept(results), results.name)
    fresh = report.with_name(report.name + ".new")
    fresh.write_text(page, encoding="utf-8")
    fresh.replace(report)


def sweep_findings(found: Sequence[Swept]) -> list[str]:
    """The fairest and the liveliest, and what lies between the extremes."""
    fairest, least = found[0], found[-1]
    liveliest = max(found, key=lambda one: one.liveliness)
    shortest = min(found, key=lambda one: one.found.length.median)
    longest = max(found, key=lambda one: one.found.length.median)
    first = say(
        "sweep.fairest",
        name=fairest.name,
        above=percent(fairest.unfairness),
        other=least.name,
        other_above=percent(least.unfairness),
    )
    second = say("sweep.liveliest", name=liveliest.name, changes=f"{liveliest.liveliness:.1f}")
    third = say(
        "sweep.length",
        name=shortest.name,
        moves=f"{shortest.found.length.median:.0f}",
        other=longest.name,
        other_moves=f"{longest.found.length.median:.0f}",
    )
    return [first, second, third]


def page_of(found: Sequence[Swept], source: str) -> str:
    one = found[0].found
    rows = tuple(
        (
            each.name,
            percent(each.unfairness),
            percent(each.found.first.share) if each.found.first else "–",
            f"{each.liveliness:.1f}",
            percent(each.found.decided.median) if each.found.decided else "–",
            f"{each.found.length.median:.0f}",
            percent(each.found.shared),
        )
        for each in found
    )
    columns = ("options", "above", "first", "changes", "decided", "moves", "shared")
    sections = [
        Section(say("sweep.fair_title"), say("sweep.fair_text"), _chart(found, "unfairness", ACCENT, "%")),
        Section(say("sweep.live_title"), say("sweep.live_text"), _chart(found, "liveliness", OTHER, ".1f")),
        Section(
            say("sweep.all_title"),
            say("sweep.all_text"),
            "",
            tuple(say(f"sweep.column.{name}") for name in columns),
            rows,
        ),
    ]
    page: str = template("report.html").render(
        say=say,
        language=language(),
        title=say("sweep.title", game=one.game.title),
        facts=say(
            "sweep.facts",
            games=one.games,
            bots=", ".join(dict.fromkeys(called(name) for bots in one.bots for name in bots)),
            file=source,
            version=pizzabox.__version__,
        ),
        findings=sweep_findings(found),
        faults="",
        sections=sections,
    )
    return page


def _chart(found: Sequence[Swept], measure: str, colour: str, form: str) -> str:
    shown = sorted(found, key=lambda one: getattr(one, measure), reverse=measure == "liveliness")[:MOST_BARS]
    names = [one.name for one in shown]
    data = pl.DataFrame({"name": names, "value": [getattr(one, measure) for one in shown]})
    room: Any = alt.Axis(minExtent=room_for(names), labelLimit=room_for(names))
    chart = alt.Chart(data).mark_bar(color=colour, opacity=0.85, height=10)
    encoded = chart.encode(
        alt.Y("name:N", title=None, sort=names, axis=room),
        alt.X("value:Q", title=None, axis=alt.Axis(format=form, tickCount=4)),
    )
    return drawn(encoded, say("sweep.fair_title" if measure == "unfairness" else "sweep.live_title"), names)
