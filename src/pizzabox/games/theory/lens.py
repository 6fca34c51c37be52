"""Studying Pizza Theory: the equilibrium of one round of cuts, and what it does to every space.

One round is a small matrix game: each player wants many toppings for itself and few for the others. Regret matching
finds the mix of cuts that nobody gains by leaving.
"""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.lens import Panel, percent

from . import rules
from .board import LINES, NAMES, N
from .rules import COLOURS, CUT, HIDDEN, OVER, State, colour
from .sense import toppings_after

say = Catalogue(__package__)
Floats = NDArray[np.float64]
ROUNDS = 1200
LIKELY = 0.5
"""A space is marked when it changes hands at least this often."""


def lens(s: Any) -> list[Panel]:
    if s.phase == OVER:
        return []
    mixes = equilibrium(s)
    return [_mix_panel(s, mixes), _toppings_panel(s, mixes)]


def equilibrium(s: Any) -> list[Floats]:
    """For each colour how often to cut along which line; the unselected colour has its die, or what it rolled."""
    counts = np.zeros((COLOURS, LINES, LINES, LINES))
    r, g, w = s.spaces[0], s.spaces[1], s.spaces[2]
    for cuts in product(range(LINES), repeat=COLOURS):
        counts[:, cuts[0], cuts[1], cuts[2]] = toppings_after(r, g, w, rules.triple(s.label, [c + 1 for c in cuts]))
    payoff = counts - (counts.sum(axis=0) - counts) / (COLOURS - 1)
    known = [_known(s, c) for c in range(COLOURS)]
    regrets, sums = np.zeros((COLOURS, LINES)), np.zeros((COLOURS, LINES))
    for turn in range(ROUNDS):
        mixes = [_matched(regrets[c]) if mix is None else mix for c, mix in enumerate(known)]
        for c in range(COLOURS):
            if known[c] is not None:
                continue
            gains = _against(payoff[c], mixes, c)
            regrets[c] = np.maximum(0.0, regrets[c] + gains - gains @ mixes[c])
            sums[c] += turn * _matched(regrets[c])
    return [sums[c] / sums[c].sum() if mix is None else mix for c, mix in enumerate(known)]


def _known(s: Any, c: int) -> Floats | None:
    """The mix of a colour that does not choose any more."""
    if s.phase == CUT and s.cut[c] not in (0, HIDDEN):
        return np.array([float(line == s.cut[c] - 1) for line in range(LINES)])
    return np.full(LINES, 1 / LINES) if c == s.spare else None


def _matched(regrets: Floats) -> Floats:
    total = regrets.sum()
    made: Floats = regrets / total if total > 0 else np.full(LINES, 1 / LINES)
    return made


def _against(payoff: Floats, mixes: Any, c: int) -> Floats:
    """What each line of a colour brings against the others' mixes."""
    others = [k for k in range(COLOURS) if k != c]
    turned = np.moveaxis(payoff, c, 0)
    made: Floats = turned @ mixes[others[1]] @ mixes[others[0]]
    return made


def _mix_panel(s: Any, mixes: list[Floats]) -> Panel:
    head = (say("lens.colour"), *(str(line + 1) for line in range(LINES)))
    rows = tuple((say(f"colour.{c}"), *(percent(share) for share in mixes[c])) for c in range(COLOURS))
    choosing = [p for p in range(s.players) if s.phase == CUT and not s.sealed >> p & 1]
    marks = {}
    if choosing:
        marks = {f"cut {line + 1}": percent(mixes[colour(s, choosing[0])][line]) for line in range(LINES)}
    return Panel(say("lens.mix"), head, rows, say("lens.mix_note"), marks)


def _toppings_panel(s: Any, mixes: list[Floats]) -> Panel:
    held = np.zeros((COLOURS, N))
    scratch: Any = State()
    for cuts in product(range(LINES), repeat=COLOURS):
        weight = float(np.prod([mixes[c][cut] for c, cut in enumerate(cuts)]))
        if weight < 1e-5:
            continue
        for c in range(COLOURS):
            scratch.spaces[c] = s.spaces[c]
        rules.replace(scratch, rules.triple(s.label, [cut + 1 for cut in cuts]))
        for c in range(COLOURS):
            held[c] += [weight * (scratch.spaces[c] >> i & 1) for i in range(N)]
    rows = tuple((say(f"colour.{c}"), str(s.spaces[c].bit_count()), f"{held[c].sum():.1f}") for c in range(COLOURS))
    marks = {}
    for i in range(N):
        now = next((c for c in range(COLOURS) if s.spaces[c] >> i & 1), None)
        if now is not None and held[now][i] < 1 - LIKELY:
            best = int(held[:, i].argmax())
            stays = held[best][i] >= 1 - float(held[:, i].sum())
            marks[NAMES[i]] = say(f"lens.to.{best}", share=percent(held[best][i])) if stays else say("lens.gone")
    head = (say("lens.colour"), say("lens.now"), say("lens.expected"))
    return Panel(say("lens.toppings"), head, rows, say("lens.toppings_note"), marks)
