"""Search with a net: the same tree as `tree.py`, with the net's opinion in place of play-outs.

A new node is judged by the net's prospects for every player. When it is seen again, the net's odds become the priors of
its moves, blended with a look one step ahead by the game's own value (`Tuning.ahead`). An ordinary choice goes where
results and priors are highest (PUCT), a secret one begins regret matching with the net's odds as its mix.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any

import numpy as np

from pizzabox.engine.bits import lowest
from pizzabox.engine.contract import actors, guess, moves, over, play, recall, returns, show
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import kernel
from pizzabox.engine.position import View
from pizzabox.engine.rng import advance, mix

from .net import Net
from .net_inputs import columns, read
from .net_kernels import hide, preferences, prospects
from .search import Tree, Tuning
from .tree import (
    CODE,
    DEEPEST,
    FIRST,
    FLAGS,
    HINT,
    KEEN,
    LOOK,
    MIX,
    REGRET,
    SECRET,
    SEEN,
    TOTAL,
    VISITS,
    WIDTH,
    WORLD,
    add,
    averaged,
    branch,
    copy,
    drawn,
    find,
    fingerprint,
    learn,
    matched,
    try_all,
    wipe,
)

# Settings of a search with a net.
PRIOR, DOUBT, SHAKE, TRUST, OPEN, AHEAD = 0, 1, 2, 3, 4, 5


@kernel
def furthest(whole: Any, part: Any, edge: int, n: int, visits: int, explore: float, doubt: float) -> int:
    """The move with the best mix of results and prior (PUCT). One never tried counts as the average of the others, less
    some doubt, the more so the more of what the net would play was tried already."""
    total = 0.0
    tried = 0.0
    for i in range(n):
        if whole[edge + i, SEEN] > 0:
            total += part[edge + i, TOTAL]
            tried += part[edge + i, LOOK]
    usual = (total / visits if visits > 0 else part[edge, HINT]) - doubt * sqrt(tried)
    reach = explore * sqrt(visits + 1.0)
    best = 0
    most = -1e9
    for i in range(n):
        seen = whole[edge + i, SEEN]
        result = part[edge + i, TOTAL] / seen if seen > 0 else usual
        bound = result + reach * part[edge + i, LOOK] / (1.0 + seen)
        if bound > most:
            most = bound
            best = i
    return best


@kernel
def grow_with_net(
    view: Any,
    viewer: int,
    players: int,
    room: Any,
    words: Any,
    size: int,
    keys: Any,
    slots: Any,
    nodes: Any,
    whole: Any,
    part: Any,
    used: Any,
    codes: Any,
    odds: Any,
    path: Any,
    out: Any,
    spread: Any,
    net: Any,
    seen: Any,
    outer: Any,
    inner: Any,
    knobs: Any,
    judging: Any,
    seed: int,
    sims: int,
    first: int,
) -> int:
    """Run simulations from a view; all as `tree.grow` does, but for who judges and how moves are chosen."""
    root = -1
    counter = seed
    for _ in range(sims):
        counter = advance(counter)
        dice = mix(counter)
        s = room[0]
        v = room[1]
        wipe(words[0], size)
        s.rng = mix(counter ^ WORLD)
        guess(view, viewer, s)
        if s.sealed != 0:
            recall(s)
        depth = 0
        p = viewer
        asked = first >= 0
        while True:
            if over(s):
                returns(s, out)
                break
            wipe(words[1], size)
            if s.sealed != 0:  # who chooses in secret knows the same whoever was first
                copy(words[0], words[2], size)
                recall(room[2])
                show(room[2], p, v)
            else:
                show(s, p, v)
            key = fingerprint(words[1], size, p)
            slot = find(keys, slots, key)
            node = slots[slot]
            fresh = node < 0
            if fresh:
                node = add(keys, slots, nodes, used, slot, key, moves(s, p, codes))
            edge = nodes[node, FIRST] if node >= 0 else -1
            if node >= 0 and edge < 0 and (not fresh or nodes[node, WIDTH] == 1 or depth == 0):
                n = moves(s, p, codes)
                edge = branch(nodes, whole, part, used, node, codes, n)
                if edge >= 0 and n > 1:
                    read(v, p, players, judging[KEEN], seen)
                    hide(net, p, seen, outer, inner)
                    prospects(net, p, players, inner, out)
                    preferences(net, inner, codes, n, odds)
                    expected = out[p]
                    total = 0.0
                    if knobs[AHEAD] > 0.0:
                        try_all(room, words, size, p, players, whole, part, edge, n, judging, out)
                        for i in range(n):
                            total += part[edge + i, LOOK]
                    for i in range(n):
                        prior = (1.0 - knobs[OPEN]) * odds[i] + knobs[OPEN] / n
                        if total > 0.0:
                            prior += knobs[AHEAD] * (part[edge + i, LOOK] / total - prior)
                        part[edge + i, LOOK] = prior
                        part[edge + i, HINT] = expected
                        part[edge + i, REGRET] = knobs[TRUST] * odds[i]
                        part[edge + i, MIX] = knobs[TRUST] * odds[i]
            if p == viewer and root < 0:
                root = node
            if edge < 0 or depth >= DEEPEST or (fresh and nodes[node, WIDTH] > 1):
                read(v, p, players, judging[KEEN], seen)
                hide(net, p, seen, outer, inner)
                prospects(net, p, players, inner, out)
                break
            n = nodes[node, WIDTH]
            pick = 0
            if n > 1:
                learns = True
                if asked and depth == 0:
                    pick = first
                elif nodes[node, FLAGS] & SECRET:
                    if asked:
                        averaged(part, edge, n, odds)
                        learns = False
                    else:
                        matched(part, edge, n, odds)
                    dice = advance(dice)
                    pick = drawn(odds, n, knobs[SHAKE] if learns else 0.0, dice)
                else:
                    pick = furthest(whole, part, edge, n, nodes[node, VISITS], knobs[PRIOR], knobs[DOUBT])
                if learns:
                    path[depth, 0] = node
                    path[depth, 1] = pick
                    path[depth, 2] = p
                    depth += 1
            hidden = s.sealed != 0
            play(s, p, int(whole[edge + pick, CODE]))
            if hidden or s.sealed != 0:
                nodes[node, FLAGS] |= SECRET
            if s.sealed == 0:
                asked = False
            if not over(s):
                p = lowest(actors(s))
        spread[0] += 1.0
        for q in range(players):
            spread[1 + 2 * q] += out[q]
            spread[2 + 2 * q] += out[q] * out[q]
        for d in range(depth):
            node = path[d, 0]
            edge = nodes[node, FIRST]
            pick = path[d, 1]
            gain = out[path[d, 2]]
            if nodes[node, FLAGS] & SECRET and (d > 0 or first < 0):
                learn(whole, part, edge, nodes[node, WIDTH], nodes[node, VISITS], pick, gain, knobs[SHAKE], odds)
            nodes[node, VISITS] += 1
            whole[edge + pick, SEEN] += 1
            part[edge + pick, TOTAL] += gain
    return root


class NetTree(Tree):
    """The memory of one thread of search with a net."""

    def __init__(self, game: Game, tuning: Tuning, net: Net) -> None:
        super().__init__(game, tuning)
        self.net = net
        self.judging = self.knobs
        """How the game's own value is read (`tree.judge`)."""
        self.knobs = np.array((tuning.prior, tuning.doubt, tuning.shake, tuning.trust, tuning.open, tuning.ahead))
        outer, inner = net.widths
        self._layers = (
            np.zeros(columns(game), np.float32),
            np.zeros(outer, np.float32),
            np.zeros(inner, np.float32),
        )

    @cached_property
    def _grow(self) -> Any:
        return self.game.kernels.specialised(grow_with_net)

    def grow(self, view: View, seed: int, simulations: int, first: int = -1) -> int:
        state = view.state.raw if self.compiled else view.state
        dice: Any = np.uint64(seed) if self.compiled else seed
        found = self._grow(
            *(state, view.viewer, view.game.players, self.room, self.words, self.size),
            *self.memory,
            *(self.codes, self.odds, self.path, self.out, self.spread),
            *(self.net.arrays, *self._layers, self.knobs, self.judging, dice, simulations, first),
        )
        return int(found)
