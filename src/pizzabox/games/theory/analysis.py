"""Studying Pizza Theory: the equilibrium of one round of cuts, and what it does to every space.

One round is a small matrix game: each player wants many toppings for itself and few for the others. Regret matching
looks for the mix of cuts that nobody gains by leaving; how much somebody would still gain is counted and said.
"""

from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.analysis import Panel, percent
from pizzabox.engine.contract import has_chosen

from . import rules
from .board import LINES, NAMES, N
from .evaluation import toppings_after
from .phrases import holder, say
from .rules import COLOUR_COUNT, CUT, HIDDEN, colour
from .state import State

Floats = NDArray[np.float64]
ROUNDS, MOST_ROUNDS = 1200, 3600
"""How often regrets are matched before the mix is judged, and at most."""
SMOOTHED, SHARP = 1500, (0.2, 60.0)
"""Steps of the other way to a mix, and how sharply a gain of one topping counts in its first and last one."""
CLOSE = 0.01
"""In toppings: a mix is good enough when nobody gains more by leaving it."""
LIKELY = 0.5
"""A space is marked when it changes hands at least this often."""


@dataclass(frozen=True)
class Equilibrium:
    """How the colours cut when none of them wants to cut otherwise."""

    mixes: list[Floats]
    """For each colour how often it cuts along which line; the unselected colour has its die, or what it rolled."""
    gap: float
    """What one player would gain at most by another cut, in toppings: counted out, 0 in an exact equilibrium."""


def panels(s: State) -> list[Panel]:
    found = equilibrium(s)
    return [_mix_panel(s, found), _toppings_panel(s, found.mixes)]


def equilibrium(s: State) -> Equilibrium:
    """The best mix found for one round of cuts on the pizza as it is."""
    payoff = [np.moveaxis(payoff, c, 0) for c, payoff in enumerate(payoffs(s))]
    known = [_fixed_mix(s, c) for c in range(COLOUR_COUNT)]
    free = [c for c, mix in enumerate(known) if mix is None]
    regrets, sums = np.zeros((COLOUR_COUNT, LINES)), np.zeros((COLOUR_COUNT, LINES))
    mixes = [_regret_strategy(regrets[c]) if mix is None else mix for c, mix in enumerate(known)]
    best = Equilibrium([], np.inf)
    for step in range(1, MOST_ROUNDS + 1):
        answers = list(mixes)
        for c in free:
            gains = _payoffs_against(payoff[c], mixes, c)
            regrets[c] = np.maximum(0.0, regrets[c] + gains - gains @ mixes[c])
            answers[c] = _regret_strategy(regrets[c])
            sums[c] += step * answers[c]
        mixes = answers
        if step % ROUNDS == 0:
            mean = [sums[c] / sums[c].sum() if mix is None else mix for c, mix in enumerate(known)]
            best = min(best, _judged(payoff, mean, free), key=lambda one: one.gap)
            if best.gap <= CLOSE:
                return best
    # With three, matching may go round in circles.
    return min(best, _smoothed(payoff, known, free), key=lambda one: one.gap)


def _smoothed(payoff: list[Floats], known: list[Floats | None], free: list[int]) -> Equilibrium:
    """Everybody answers the others a little better all the time: first hardly caring, in the end quite sharply."""
    mixes = [np.full(LINES, 1 / LINES) if mix is None else mix for mix in known]
    best = Equilibrium([], np.inf)
    for step in range(SMOOTHED):
        sharp = SHARP[0] * (SHARP[1] / SHARP[0]) ** (step / SMOOTHED)
        answers = list(mixes)
        for c in free:
            gains = _payoffs_against(payoff[c], mixes, c)
            odds = np.exp(sharp * (gains - gains.max()))
            answers[c] = mixes[c] + (odds / odds.sum() - mixes[c]) * 0.05 / (1.0 + 0.05 * sharp)
        mixes = answers
        if step % 100 == 99:
            best = min(best, _judged(payoff, mixes, free), key=lambda one: one.gap)
    return best


def payoffs(s: State) -> Floats:
    """By colour and by the cuts of red, green and white: own toppings less the others' mean after the round."""
    counts = np.zeros((COLOUR_COUNT, LINES, LINES, LINES))
    r, g, w = s.spaces[0], s.spaces[1], s.spaces[2]
    for cuts in product(range(LINES), repeat=COLOUR_COUNT):
        counts[:, cuts[0], cuts[1], cuts[2]] = toppings_after(r, g, w, rules.triple(s.label, [c + 1 for c in cuts]))
    made: Floats = counts - (counts.sum(axis=0) - counts) / (COLOUR_COUNT - 1)
    return made


def _judged(payoff: list[Floats], mixes: list[Floats], free: list[int]) -> Equilibrium:
    """A mix with what leaving it would bring."""
    gains = {c: _payoffs_against(payoff[c], mixes, c) for c in free}
    gap = max((float(each.max() - each @ mixes[c]) for c, each in gains.items()), default=0.0)
    return Equilibrium(list(mixes), gap)


def _fixed_mix(s: State, c: int) -> Floats | None:
    """The mix of a colour that does not choose any more: its cut is known, or it has a die that is yet to roll."""
    if s.cut[c] not in (0, HIDDEN):
        return np.array(np.eye(LINES)[s.cut[c] - 1])
    return np.full(LINES, 1 / LINES) if c == s.spare else None


def _regret_strategy(regrets: Floats) -> Floats:
    """A mix in proportion to the regrets, none of them negative; all lines alike where nothing is regretted."""
    total = regrets.sum()
    made: Floats = regrets / total if total > 0 else np.full(LINES, 1 / LINES)
    return made


def _payoffs_against(payoff: Floats, mixes: list[Floats], c: int) -> Floats:
    """What each line of a colour brings against the others' mixes, from its payoffs by its own cut and the others'."""
    first, second = (k for k in range(COLOUR_COUNT) if k != c)
    made: Floats = payoff @ mixes[second] @ mixes[first]
    return made


def _mix_panel(s: State, found: Equilibrium) -> Panel:
    mixes = found.mixes
    head = (say("analysis.colour"), *(str(line + 1) for line in range(LINES)))
    rows = tuple((say(f"colour.{c}"), *(percent(share) for share in mixes[c])) for c in range(COLOUR_COUNT))
    choosing = [p for p in range(s.players) if s.phase == CUT and not has_chosen(s, p)]
    marks = {}
    if choosing:
        marks = {f"cut {line + 1}": percent(mixes[colour(s, choosing[0])][line]) for line in range(LINES)}
    # Rounded up: what is said holds.
    gap = max(0.0, np.ceil(found.gap * 100 - 1e-6) / 100)
    return Panel(say("analysis.mix"), head, rows, say("analysis.mix_note", gap=f"{gap:.2f}"), marks)


def _toppings_panel(s: State, mixes: list[Floats]) -> Panel:
    held = np.zeros((COLOUR_COUNT, N))
    scratch = State()
    for cuts in product(range(LINES), repeat=COLOUR_COUNT):
        weight = float(np.prod([mixes[c][cut] for c, cut in enumerate(cuts)]))
        if not weight:
            continue
        for c in range(COLOUR_COUNT):
            scratch.spaces[c] = s.spaces[c]
        rules.replace(scratch, rules.triple(s.label, [cut + 1 for cut in cuts]))
        for c in range(COLOUR_COUNT):
            held[c] += [weight * (scratch.spaces[c] >> i & 1) for i in range(N)]
    rows = tuple((say(f"colour.{c}"), str(n.bit_count()), f"{held[c].sum():.1f}") for c, n in enumerate(s.spaces))
    marks = {}
    for i in range(N):
        now = holder(s, i)
        if now >= 0 and held[now][i] < 1 - LIKELY:
            best = int(held[:, i].argmax())
            stays = held[best][i] >= 1 - float(held[:, i].sum())
            marks[NAMES[i]] = (
                say(f"analysis.to.{best}", share=percent(held[best][i])) if stays else say("analysis.gone")
            )
    head = (say("analysis.colour"), say("analysis.now"), say("analysis.expected"))
    return Panel(say("analysis.toppings"), head, rows, say("analysis.toppings_note"), marks)
