"""A small net evaluated inside compiled code: what a player sees goes in, everybody's expected return and
the probabilities of the moves come out.

A net is a tuple of arrays (`Net.arrays`). Most inputs are zero most of the time, so the first layer adds up one row of
weights for each that is not.
"""

from __future__ import annotations

from math import exp, tanh

import numpy as np
from numpy.typing import NDArray

from pizzabox.engine.bits import wide
from pizzabox.engine.kernel import in_any_order
from pizzabox.engine.state import Floats, Numbers

# The arrays of a net.
STARTS, THRESHOLDS, LINEAR, DIRECT, STEPS, SEATS, INNER, INNER_BIAS = 0, 1, 2, 3, 4, 5, 6, 7
ROWS, POLICY, POLICY_BIAS, VALUE, VALUE_BIAS, OUTLOOK, OUTLOOK_BIAS = 8, 9, 10, 11, 12, 13, 14
Arrays = tuple[NDArray[np.generic], ...]
"""A net as kernels take it."""
UNHEARD = -4.0
"""Logit for moves never seen in training."""


@in_any_order
def hide(net: Arrays, viewer: int, seen: Floats, outer: Floats, inner: Floats) -> None:
    """From what a player sees to the inner layer of the net. `outer` and `inner` are as wide as the layers are."""
    width = len(outer)
    for h in range(width):
        outer[h] = net[SEATS][viewer, h]
    for j in range(len(net[LINEAR])):
        x = seen[j]
        if x > 0.0:
            if net[LINEAR][j] != 0:
                for h in range(width):
                    outer[h] += x * net[DIRECT][j, h]
            first = net[STARTS][j]
            k = first
            while k < net[STARTS][j + 1] and x > net[THRESHOLDS][k]:
                k += 1
            if k > first:
                for h in range(width):
                    outer[h] += net[STEPS][k - 1, h]
    for h in range(len(inner)):
        inner[h] = net[INNER_BIAS][h]
    for j in range(width):
        x = outer[j]
        if x > 0.0:
            for h in range(len(inner)):
                inner[h] += x * net[INNER][j, h]
    for h in range(len(inner)):
        inner[h] = max(inner[h], 0.0)


@in_any_order
def prospects(net: Arrays, viewer: int, players: int, inner: Floats, out: Floats) -> None:
    """Each player's expected return, from -1 to 1."""
    for d in range(players):
        total = net[VALUE_BIAS][d]
        for h in range(len(inner)):
            total += inner[h] * net[VALUE][d, h]
        out[(viewer + d) % players] = tanh(total)


@in_any_order
def preferences(net: Arrays, inner: Floats, codes: Numbers, n: int, odds: Floats) -> None:
    """How often the net would play each of n moves. If it looks ahead, `odds` must hold what each leads to, one step
    ahead by the game's own value."""
    eager = 0.0
    if len(net[OUTLOOK]) > 0:
        eager += net[OUTLOOK_BIAS][0]
        for h in range(len(inner)):
            eager += inner[h] * net[OUTLOOK][0, h]
    most = -1e30
    for i in range(n):
        total = eager * odds[i] if eager != 0.0 else 0.0
        row = net[ROWS][wide(codes[i])]
        if row < 0:
            total += UNHEARD
        else:
            total += net[POLICY_BIAS][row]
            for h in range(len(inner)):
                total += inner[h] * net[POLICY][row, h]
        odds[i] = total
        most = max(most, odds[i])
    whole = 0.0
    for i in range(n):
        odds[i] = exp(odds[i] - most)
        whole += odds[i]
    for i in range(n):
        odds[i] /= whole
