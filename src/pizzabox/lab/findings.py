"""The findings of a balance report: what matters most in its numbers, in words, by fixed rules.

Every finding has a weight from 0 (nothing to speak of) to 1 (nothing matters more); the heaviest are told.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from pizzabox.bots import called
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.options import Options

from .balance import SURE, Balance, Contest, Side
from .win_shares import WinShare, wilson

say = Catalogue(__package__)
MOST_FINDINGS = 3
UNFAIR = 0.25
"""A side that wins a quarter more or less than its fair share weighs 1; where so much could be overlooked, nothing is
called fair."""
OFTEN_SHARED = 0.1
"""The share of shared wins that weighs 1."""
FLAT = 0.25
"""A game whose winner leads for good before so much of it is played is decided early …"""
LATE = 0.75
"""… and one after so much of it, late."""


@dataclass(frozen=True)
class Finding:
    weight: float
    text: str


def findings(found: Balance, contests: Sequence[Contest], others: Sequence[Balance] = ()) -> list[str]:
    """The three that weigh most; `others` are the games with one option changed."""
    every = sorted(every_finding(found, contests, others), key=lambda one: -one.weight)
    return [one.text for one in every[:MOST_FINDINGS]]


def every_finding(found: Balance, contests: Sequence[Contest], others: Sequence[Balance]) -> Iterator[Finding]:
    """All that could be told, in no order."""
    yield from _seats(found)
    yield from _first(found)
    yield from _lead(found)
    yield from _openings(found)
    yield from _subjects(found)
    yield from _skill(contests)
    yield from _house(found, others)
    if found.shared + found.lost > 0:
        weight = min(1.0, (found.shared + found.lost) / OFTEN_SHARED)
        yield Finding(0.8 * weight, say("finding.shared", shared=percent(found.shared), lost=percent(found.lost)))
    length = found.length
    ratio = length.high / max(length.low, 1.0)
    text = say("finding.length", low=f"{length.low:.0f}", high=f"{length.high:.0f}", median=f"{length.median:.0f}")
    yield Finding(min(0.6, 0.1 * ratio), text)


def _seats(found: Balance) -> Iterator[Finding]:
    if len(found.sides) < 2:
        return
    best = max(found.sides, key=lambda side: side.share.share)
    worst = min(found.sides, key=lambda side: side.share.share)
    among = len(found.sides) if len(found.sides) > 2 else 1  # of two sides, one has what the other lacks
    z = _normal(among)
    outside = [side for side in (best, worst) if _unfair(side.share, z)]
    if not outside:
        ends = [wilson(side.share.share, side.share.games, z) for side in found.sides]
        widest = max(high - low for low, high in ends) / 2
        key = "finding.few" if widest > UNFAIR * best.share.fair else "finding.fair"
        yield Finding(0.5, say(key, games=found.games, margin=percent(widest)))
        return
    values = {"best": side_name(found, best), "worst": side_name(found, worst), "fair": percent(best.share.fair)}
    shares = {"most": percent(best.share.share), "least": percent(worst.share.share)}
    weight = min(1.0, max(abs(side.share.ratio - 1.0) for side in outside) / UNFAIR)
    yield Finding(weight, say("finding.unfair", **values, **shares))


def _first(found: Balance) -> Iterator[Finding]:
    if found.first is None or not _unfair(found.first, _normal(1)):
        return
    key = "finding.first_wins" if found.first.share > found.first.fair else "finding.first_loses"
    text = say(key, share=percent(found.first.share), fair=percent(found.first.fair))
    yield Finding(min(1.0, abs(found.first.ratio - 1.0) / UNFAIR), text)


def _lead(found: Balance) -> Iterator[Finding]:
    if found.decided is None:
        return
    when = found.decided.median
    values = {"when": percent(when), "changes": f"{found.changes.mean:.1f}", "turned": percent(found.turned)}
    if when <= FLAT:
        yield Finding(0.9, say("finding.early", **values))
    elif when >= LATE:
        yield Finding(0.7, say("finding.late", **values))
    else:
        yield Finding(0.4, say("finding.lead", **values))


def _openings(found: Balance) -> Iterator[Finding]:
    if len(found.openings) < 2:
        return
    best = max(found.openings, key=lambda one: one.share.low)
    worst = min(found.openings, key=lambda one: one.share.high)
    if best.share.low > worst.share.high:
        gap = (best.share.share - worst.share.share) / max(best.share.fair, 0.01)
        values = {"best": best.move, "worst": worst.move}
        shares = {"most": percent(best.share.share), "least": percent(worst.share.share)}
        yield Finding(min(1.0, gap), say("finding.opening", **values, **shares))


def _subjects(found: Balance) -> Iterator[Finding]:
    """What sets winners apart most, of all that does so beyond chance."""
    for one in found.subjects:
        if one.matters:
            gap = abs(one.share.share - one.share.fair) / max(one.share.fair, 0.01)
            key = "finding.subject_wins" if one.share.share > one.share.fair else "finding.subject_loses"
            shares = {"share": percent(one.share.share), "fair": percent(one.share.fair)}
            yield Finding(min(0.85, gap), say(key, name=one.name, games=one.share.games, **shares))
            return


def _house(found: Balance, others: Sequence[Balance]) -> Iterator[Finding]:
    """The option that changes a side's share most, of all that do so beyond chance."""
    pairs = [
        (now, then, other)
        for other in others
        if len(other.sides) == len(found.sides)
        for now, then in zip(found.sides, other.sides, strict=True)
    ]
    if not pairs:
        return
    z = _normal(len(pairs))
    changed = [pair for pair in pairs if _apart(pair[0].share, pair[1].share, z)]
    if changed:
        now, then, other = max(changed, key=lambda pair: abs(pair[1].share.share - pair[0].share.share))
        names = differing(other.game.options, found.game.options)
        values = {"options": named(other.game.options, names), "usual": named(found.game.options, names)}
        shares = {"then": percent(then.share.share), "now": percent(now.share.share), "games": other.games}
        gap = abs(then.share.share - now.share.share) / max(now.share.fair, 0.01)
        yield Finding(min(0.75, gap), say("finding.house", side=side_name(found, now), **values, **shares))


def _apart(one: WinShare, other: WinShare, z: float) -> bool:
    """Whether two shares differ by more than chance explains: by Newcombe's method, from the interval of each.

    The plain difference of two shares would have no doubt at all near 0 and 1.
    """
    less, more = sorted((one, other), key=lambda share: share.share)
    up = wilson(less.share, less.games, z)[1] - less.share
    down = more.share - wilson(more.share, more.games, z)[0]
    return more.share - less.share > math.hypot(up, down)


def _skill(contests: Sequence[Contest]) -> Iterator[Finding]:
    if not contests:
        return
    widest = max(contests, key=lambda one: one.gap or 0.0) if any(one.gap for one in contests) else contests[-1]
    share = widest.share
    part = (share.share - share.fair) / max(1.0 - share.fair, 0.01)
    key = "finding.luck" if part < 1 / 3 else "finding.skill" if part > 2 / 3 else "finding.both"
    values = {"better": called(widest.better), "other": called(widest.other)}
    yield Finding(0.3 + 0.4 * abs(part - 0.5), say(key, share=percent(share.share), fair=percent(share.fair), **values))


def _unfair(share: WinShare, z: float) -> bool:
    """Whether chance alone hardly explains it."""
    low, high = wilson(share.share, share.games, z)
    return not low <= share.fair <= high


def _normal(among: int) -> float:
    """How many standard errors an interval reaches if so many of them are to hold together (Bonferroni)."""
    return NormalDist().inv_cdf(1.0 - (1.0 - SURE) / 2.0 / among)


def side_name(found: Balance, side: Side) -> str:
    """The seats of a side, as people call them."""
    return say("report.and").join(seat_name(found, seat) for seat in side.seats)


def seat_name(found: Balance, seat: int) -> str:
    return str(found.game.words.name(found.game.start(0).state, seat))


def percent(part: float) -> str:
    return f"{100 * part:.1f}%"


def named(options: Options, names: Sequence[str]) -> str:
    """Some of the options, as they are typed."""
    words = dict(word.split("=", 1) for word in str(options).split())
    return " ".join(f"{name}={words[name]}" for name in names)


def differing(options: Options, others: Options) -> list[str]:
    """The options that differ between two sets."""
    return [name for name in options if options[name] != others[name]]
