"""What bots and learners see of Pizza Theory."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import count
from pizzabox.engine.kernel import kernel

from .board import LINES, SLICE_COUNT, SLICES, N
from .rules import COLOURS, CUT, HIDDEN, OVER, TOPPINGS, alone, colour, returns

FEATURES = COLOURS * N + COLOURS * 8 + 4


@kernel
def toppings_after(r: int, g: int, w: int, triple: int) -> Any:
    """How many toppings each colour would have after these cuts (the counting form of `replace`)."""
    n = SLICE_COUNT[triple]
    safe_r = True
    safe_g = True
    safe_w = True
    for i in range(n):
        part = SLICES[triple, i]
        safe_r = safe_r and alone(r & part)
        safe_g = safe_g and alone(g & part)
        safe_w = safe_w and alone(w & part)
    total_r, total_g, total_w = 0, 0, 0
    for i in range(n):
        part = SLICES[triple, i]
        in_r = count(r & part)
        in_g = count(g & part)
        in_w = count(w & part)
        most = max(in_r, in_g, in_w)
        lost_r = in_r if in_r < most and not safe_r else 0
        lost_g = in_g if in_g < most and not safe_g else 0
        lost_w = in_w if in_w < most and not safe_w else 0
        won = lost_r + lost_g + lost_w if (in_r == most) + (in_g == most) + (in_w == most) == 1 else 0
        total_r += in_r - lost_r + (won if in_r == most else 0)
        total_g += in_g - lost_g + (won if in_g == most else 0)
        total_w += in_w - lost_w + (won if in_w == most else 0)
    return total_r, total_g, total_w


@kernel
def value(s: Any, out: Any) -> None:
    """Own toppings less the mean of the others' after this round, over the cuts still open, as a share of 16.

    With all three open, 36 of the 216 divisions stand for them: every pair of cuts once.
    """
    if s.phase == OVER:
        returns(s, out)
        return
    low0, high0 = cut_range(s, 0)
    low1, high1 = cut_range(s, 1)
    low2, high2 = cut_range(s, 2)
    all_open = high0 - low0 == high1 - low1 == high2 - low2 == LINES
    totals_r = 0
    totals_g = 0
    totals_w = 0
    worlds = 0
    r, g, w = s.spaces[0], s.spaces[1], s.spaces[2]
    step0, step1, step2 = label_step(s, 0), label_step(s, 1), label_step(s, 2)
    for a in range(low0, high0):
        for b in range(low1, high1):
            for c in range(low2, high2):
                if all_open and c != (a + b) % LINES:
                    continue
                triple = a * step0 + b * step1 + c * step2
                after_r, after_g, after_w = toppings_after(r, g, w, triple)
                totals_r += after_r
                totals_g += after_g
                totals_w += after_w
                worlds += 1
    everybody = totals_r + totals_g + totals_w
    for player in range(s.players):
        c = colour(s, player)
        own = totals_r
        if c == 1:
            own = totals_g
        elif c == 2:
            own = totals_w
        lead = (own - (everybody - own) / (COLOURS - 1)) / worlds / TOPPINGS
        out[player] = max(-1.0, min(1.0, lead))


@kernel
def cut_range(s: Any, c: int) -> Any:
    """The lines a colour's cut may still be on: one when it is known, else all six."""
    if s.cut[c] == 0 or s.cut[c] == HIDDEN:
        return 0, LINES
    return s.cut[c] - 1, s.cut[c]


@kernel
def label_step(s: Any, c: int) -> int:
    """The weight of a colour's line in the number of a triple of cuts."""
    if s.label[c] == 0:
        return 36
    if s.label[c] == 1:
        return 6
    return 1


@kernel
def features(view: Any, viewer: int, out: Any) -> None:
    """The board by colour (the viewer's own first), then each colour's count, label, cut and seal, then the round."""
    own = colour(view, viewer) if viewer >= 0 else 0
    k = 0
    for d in range(COLOURS):
        c = (own + d) % COLOURS
        for i in range(N):
            out[k] = view.spaces[c] >> i & 1
            k += 1
    for d in range(COLOURS):
        c = (own + d) % COLOURS
        out[k] = count(view.spaces[c]) / TOPPINGS
        for label in range(COLOURS):
            out[k + 1 + label] = 1.0 if view.label[c] == label else 0.0
        out[k + 4] = view.cut[c] / LINES if view.cut[c] != HIDDEN else 0.0
        out[k + 5] = 1.0 if view.cut[c] != 0 else 0.0
        out[k + 6] = view.last_cut[c] / LINES
        out[k + 7] = 1.0 if c == view.spare else 0.0
        k += 8
    out[k] = view.rounds / view.cap
    out[k + 1] = view.turn / 3.0
    out[k + 2] = 1.0 if view.phase == CUT else 0.0
    out[k + 3] = view.first / 3.0
