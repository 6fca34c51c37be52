"""The balance report: one HTML file with numbers, drawings and findings, which fetches nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import altair as alt
import polars as pl
import vl_convert
from jinja2 import Environment, PackageLoader

import pizzabox
from pizzabox.bots import called
from pizzabox.engine.catalogue import Catalogue, language

from .balance import FEW, Balance, Contest, balance, house, skill
from .findings import differing, findings, named, percent, side_name
from .option_table import head, row
from .win_shares import WinShare

say = Catalogue(__package__)
WIDTH, HEIGHT = 300, 190
"""Of a drawing without its axes, in pixels: as wide as a phone, so that no letter is made smaller."""
ACCENT, OTHER, FAIR = "#c8452d", "#7a8f3c", "#8a8a8a"
"""Tomato, basil, and a grey that is seen on light and dark."""
INK = "currentColor"
LETTER = 6.5
"""How wide a letter of a label is at most, whatever font the reader has."""
SUBJECTS = 14
"""How many subjects are listed at most."""
SIDE = 40.0
"""Room beside a drawing that labels have anyway."""


@dataclass(frozen=True)
class Section:
    """One part of the report: what it is about, a drawing, and the numbers beneath it."""

    title: str
    text: str
    drawing: str = ""
    head: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


def write_report(results: Path, report: Path) -> tuple[Balance, list[str]]:
    """Write the report of a results file, in the language in force; return its numbers and its findings."""
    found, contests, others = balance(results), skill(results), house(results)
    said = findings(found, contests, others)
    facts = say(
        "report.facts",
        games=found.games,
        bots=names_of(found),
        options=found.game.options,
        file=results.name,
        version=pizzabox.__version__,
    )
    write_page(
        report,
        say("report.title", game=found.game.title),
        facts,
        said,
        [*_sections(found), *_skill(contests), *_house(found, others)],
        say("report.faults", n=found.faults) if found.faults else "",
    )
    return found, said


def write_page(
    report: Path, title: str, facts: str, found: Sequence[str], sections: Sequence[Section], faults: str = ""
) -> None:
    """Put a page of the lab into a file, whole or not at all."""
    environment = Environment(loader=PackageLoader(str(__package__), "."), autoescape=True)
    page = environment.get_template("report.html").render(
        say=say, language=language(), title=title, facts=facts, findings=found, faults=faults, sections=sections
    )
    fresh = report.with_name(report.name + ".new")
    fresh.write_text(page, encoding="utf-8")
    fresh.replace(report)


def names_of(found: Balance) -> str:
    """The bots that played, each once."""
    return ", ".join(dict.fromkeys(called(name) for bots in found.bots for name in bots))


def drawn(chart: Any, label: str, names: Sequence[str] = ()) -> str:
    """A chart as SVG for the page; its ink is that of the text around it, in light and dark. `names` are beside it."""
    width = max(WIDTH / 2, WIDTH + SIDE - room_for(names))
    plain = chart.properties(width=width, height=HEIGHT, background="transparent").configure(
        axis=alt.AxisConfig(
            labelColor=INK, titleColor=INK, domainColor=FAIR, tickColor=FAIR, gridColor=FAIR, gridOpacity=0.25
        ),
        legend=alt.LegendConfig(labelColor=INK, titleColor=INK, orient="top", title=None),
        view=alt.ViewConfig(stroke=None),
        font="system-ui, sans-serif",
    )
    svg = str(vl_convert.vegalite_to_svg(plain.to_dict()))
    return svg.replace("<svg ", f'<svg role="img" aria-label="{label}" ', 1)


def room_for(names: Sequence[str]) -> float:
    """How wide the longest of these names is."""
    return max([SIDE, *(LETTER * len(name) for name in names)])


def _sections(found: Balance) -> Iterable[Section]:
    if len(found.sides) > 1:
        yield _seats(found)
    yield _length(found)
    yield _scores(found)
    if found.decided is not None:
        yield _lead(found)
    if found.openings and len(found.sides) > 1:
        yield _openings(found)
    if found.subjects:
        yield _subjects(found)


def _seats(found: Balance) -> Section:
    names = [side_name(found, side) for side in found.sides]
    shares = [side.share for side in found.sides]
    if found.first is not None:
        names, shares = [*names, say("report.mover")], [*shares, found.first]
    ties = say("report.ties", shared=percent(found.shared), lost=percent(found.lost))
    return Section(
        say("report.seats"),
        say("report.seats_text") + " " + ties,
        drawn(share_chart(names, shares), say("report.seats"), names),
        (say("report.seat"), say("report.share"), say("report.interval"), say("report.fair")),
        tuple((name, *_numbers(share)) for name, share in zip(names, shares, strict=True)),
    )


def share_chart(names: Sequence[str], shares: Sequence[WinShare]) -> Any:
    """Shares of wins with their intervals, and a line where it would be fair."""
    data = pl.DataFrame(
        {
            "name": list(names),
            "share": [one.share for one in shares],
            "low": [one.low for one in shares],
            "high": [one.high for one in shares],
            "fair": [one.fair for one in shares],
        }
    )
    room = alt.Axis(minExtent=room_for(names), labelLimit=room_for(names))
    base = alt.Chart(data).encode(alt.Y("name:N", title=None, sort=list(names), axis=room))
    scale = alt.Axis(format="%", tickCount=5)
    return (
        base.mark_bar(color=ACCENT, opacity=0.85, height=14).encode(alt.X("share:Q", title=None, axis=scale))
        + base.mark_rule(color=INK).encode(alt.X("low:Q", title=None), alt.X2("high:Q"))
        + base.mark_tick(color=OTHER, thickness=3, size=24).encode(alt.X("fair:Q", title=None))
    )


def _length(found: Balance) -> Section:
    length, (least, most) = found.length, found.game.minutes
    a_move = (least + most) / 2 / max(length.median, 1.0)
    rows = [
        (say(f"report.{name}"), f"{value:.0f}", f"{value * a_move:.0f}")
        for name, value in (
            ("tenth", length.low),
            ("median", length.median),
            ("mean", length.mean),
            ("nine_tenths", length.high),
        )
    ]
    return Section(
        say("report.length"),
        say("report.length_text", least=least, most=most),
        drawn(_bars(found.lengths, say("report.moves")), say("report.length")),
        ("", say("report.moves"), say("report.minutes")),
        tuple(rows),
    )


def _bars(bins: Sequence[tuple[float, float, int]], title: str) -> Any:
    total = max(1, sum(count for _, _, count in bins))
    data = pl.DataFrame(
        {
            "from": [low for low, _, _ in bins],
            "to": [high for _, high, _ in bins],
            "part": [count / total for _, _, count in bins],
        }
    )
    return (
        alt.Chart(data)
        .mark_bar(color=ACCENT, opacity=0.85)
        .encode(
            alt.X("from:Q", bin="binned", title=title, axis=alt.Axis(tickMinStep=1)),
            alt.X2("to:Q"),
            alt.Y("part:Q", title=None, axis=alt.Axis(format="%", tickCount=4)),
        )
    )


def _scores(found: Balance) -> Section:
    parts = [(say("report.winners"), found.winning, ACCENT), (say("report.others"), found.losing, OTHER)]
    charts = []
    for name, bins, _ in parts:
        total = max(1, sum(count for _, _, count in bins))
        data = pl.DataFrame(
            {
                "from": [low for low, _, _ in bins],
                "to": [high for _, high, _ in bins],
                "part": [count / total for _, _, count in bins],
                "who": [name] * len(bins),
            },
            schema={"from": pl.Float64, "to": pl.Float64, "part": pl.Float64, "who": pl.String},
        )
        colours = alt.Scale(domain=[one[0] for one in parts], range=[one[2] for one in parts])
        chart = alt.Chart(data).mark_bar(opacity=0.6)
        charts.append(
            chart.encode(
                alt.X("from:Q", bin="binned", title=say("report.points"), axis=alt.Axis(tickMinStep=1)),
                alt.X2("to:Q"),
                alt.Y("part:Q", title=None, axis=alt.Axis(format="%", tickCount=4), stack=None),
                alt.Color("who:N", scale=colours),
            )
        )
    rows = tuple((side_name(found, side), f"{side.score:.2f}") for side in found.sides)
    return Section(
        say("report.scores"),
        say("report.scores_text"),
        drawn(alt.layer(*charts), say("report.scores")),
        (say("report.seat"), say("report.score")),
        rows,
    )


def _lead(found: Balance) -> Section:
    assert found.decided is not None
    bins = [(float(changes), changes + 1.0, games) for changes, games in found.lead_changes]
    text = say(
        "report.lead_text",
        when=percent(found.decided.median),
        turned=percent(found.turned),
        changes=f"{found.changes.mean:.1f}",
    )
    return Section(say("report.lead"), text, drawn(_bars(bins, say("report.changes")), say("report.lead")))


def _openings(found: Balance) -> Section:
    names = [one.move for one in found.openings]
    rows = tuple((one.move, str(one.games), *_numbers(one.share)[:2]) for one in found.openings)
    return Section(
        say("report.openings"),
        say("report.openings_text"),
        drawn(share_chart(names, [one.share for one in found.openings]), say("report.openings"), names),
        (say("report.move"), say("report.games"), say("report.share"), say("report.interval")),
        rows,
    )


def _subjects(found: Balance) -> Section:
    listed = found.subjects[:SUBJECTS]
    names = [one.name for one in listed]
    return Section(
        say("report.subjects"),
        say("report.subjects_text", few=FEW, n=len(found.subjects)),
        drawn(share_chart(names, [one.share for one in listed]), say("report.subjects"), names),
        (say("report.subject"), say("report.games"), say("report.share"), say("report.interval"), say("report.usual")),
        tuple((one.name, str(one.share.games), *_numbers(one.share)) for one in listed),
    )


def _house(found: Balance, others: Sequence[Balance]) -> Iterable[Section]:
    if not others:
        return
    usual = found.game.options
    rows = [row(say("report.as_played"), found)]
    rows += [row(named(other.game.options, differing(other.game.options, usual)), other) for other in others]
    yield Section(say("report.house"), say("report.house_text", games=others[0].games), head=head(), rows=tuple(rows))


def _skill(contests: Sequence[Contest]) -> Iterable[Section]:
    if not contests:
        return
    names = [say("report.against", better=called(one.better), other=called(one.other)) for one in contests]
    gaps = ["–" if one.gap is None else f"{one.gap:.0f}" for one in contests]
    yield Section(
        say("report.skill"),
        say("report.skill_text"),
        drawn(share_chart(names, [one.share for one in contests]), say("report.skill"), names),
        (say("report.match"), say("report.gap"), say("report.share"), say("report.interval"), say("report.fair")),
        tuple((name, gap, *_numbers(one.share)) for name, gap, one in zip(names, gaps, contests, strict=True)),
    )


def _numbers(share: WinShare) -> tuple[str, str, str]:
    return percent(share.share), f"{percent(share.low)} – {percent(share.high)}", percent(share.fair)
