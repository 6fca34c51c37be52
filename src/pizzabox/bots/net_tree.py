"""Search with a net: the same tree as `tree.py`, with the net's opinion in place of play-outs.

A new node is judged by the net's prospects for every player. When it is seen again, the net's odds become the priors of
its moves, blended with a look one step ahead by the game's own value (`Tuning.ahead`). An ordinary choice goes where
results and priors are highest (PUCT), a secret one begins regret matching with the net's odds as its mix.

Where everybody chooses at once and knows all but the others' choices, the choices are soon laid out as a table
(`Tuning.table`): a cell for each combination, with the mean result of what was seen behind it, first of all the net's
opinion. All regrets then follow from the whole table instead of from one draw a simulation.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any, NamedTuple

import numpy as np

from pizzabox.engine.bits import lowest, wide
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
PRIOR, DOUBT, SHAKE, TRUST, OPEN, AHEAD, RIPE = 0, 1, 2, 3, 4, 5, 6
# Counters of its tree, after those of every tree.
TABLES, CELLS, COUNTERS = 2, 3, 4
# Columns of a table: its first cell, how many there are, how many choose, and the node and the seat of each.
BEGIN, SIZE, CHOOSERS, NODE, SEAT = 0, 1, 2, 3, 4
LAID = 256
"""What the number of a node's table, counted from one, is multiplied with in its flags."""
MOST_TABLES, MOST_CELLS = 1 << 13, 1 << 18
FEW_TABLES, FEW_CELLS = 1, 64
"""The same for interpreted kernels, which have time for one small table."""
LARGEST_TABLE = 512


class Room(NamedTuple):
    """What a search with a net works with: its tree, the net, its settings, and room to think in."""

    states: Any
    """A guessed world, what somebody sees of it, and another world to try things in."""
    words: Any
    """The same bytes as `states`."""
    keys: Any
    slots: Any
    nodes: Any
    whole: Any
    part: Any
    used: Any
    tables: Any
    cells: Any
    """How often each combination of choices was seen, then each player's mean return."""
    codes: Any
    odds: Any
    path: Any
    """The node, the move and the player of each choice of a simulation; the cell that it completes, or -1."""
    out: Any
    spread: Any
    mixes: Any
    gains: Any
    """Of those who choose at once: how often each plays what, and what that brings."""
    picks: Any
    """What each of them chooses in a cell."""
    net: Any
    seen: Any
    outer: Any
    inner: Any
    knobs: Any
    judging: Any
    """How the game's own value is read (`tree.judge`)."""


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
def sight(s: Any, p: int, at: Any, size: int) -> int:
    """What a player sees goes to the second state; the slot of its node. Who chooses in secret knows the same whoever
    was first."""
    wipe(at.words[1], size)
    if s.sealed != 0:
        copy(at.words[0], at.words[2], size)
        recall(at.states[2])
        show(at.states[2], p, at.states[1])
    else:
        show(s, p, at.states[1])
    return find(at.keys, at.slots, fingerprint(at.words[1], size, p))


@kernel
def foresee(view: Any, p: int, players: int, at: Any) -> None:
    """Everybody's expected return by the net."""
    read(view, p, players, at.judging[KEEN], at.seen)
    hide(at.net, p, at.seen, at.outer, at.inner)
    prospects(at.net, p, players, at.inner, at.out)


@kernel
def unfold(s: Any, p: int, players: int, size: int, at: Any, node: int) -> int:
    """Give a node its moves with the net's priors; the first of its edges, or -1 when there is no room. The player's
    view is the second state."""
    n = moves(s, p, at.codes)
    edge = branch(at.nodes, at.whole, at.part, at.used, node, at.codes, n)
    if edge < 0 or n == 1:
        return edge
    foresee(at.states[1], p, players, at)
    preferences(at.net, at.inner, at.codes, n, at.odds)
    expected = at.out[p]
    total = 0.0
    if at.knobs[AHEAD] > 0.0:
        try_all(at.states, at.words, size, p, players, at.whole, at.part, edge, n, at.judging, at.out)
        for i in range(n):
            total += at.part[edge + i, LOOK]
    for i in range(n):
        prior = (1.0 - at.knobs[OPEN]) * at.odds[i] + at.knobs[OPEN] / n
        if total > 0.0:
            prior += at.knobs[AHEAD] * (at.part[edge + i, LOOK] / total - prior)
        at.part[edge + i, LOOK] = prior
        at.part[edge + i, HINT] = expected
        at.part[edge + i, REGRET] = at.knobs[TRUST] * at.odds[i]
        at.part[edge + i, MIX] = at.knobs[TRUST] * at.odds[i]
    return edge


@kernel
def lay(s: Any, players: int, size: int, at: Any) -> int:
    """Lay out the choices of all who choose at once in this world, each cell judged by the net; the number of the table
    counted from one, or 0 where there is no room or nothing to choose."""
    table = int(at.used[TABLES])
    acting = actors(s)
    if acting & (acting - 1) == 0 or table >= len(at.tables):
        return 0
    choosers = 0
    cells = 1
    while acting != 0:
        p = lowest(acting)
        acting &= acting - 1
        slot = sight(s, p, at, size)
        node = wide(at.slots[slot])
        if node < 0:
            key = fingerprint(at.words[1], size, p)
            node = add(at.keys, at.slots, at.nodes, at.used, slot, key, moves(s, p, at.codes))
        if node < 0 or (at.nodes[node, FIRST] < 0 and unfold(s, p, players, size, at, node) < 0):
            return 0
        at.tables[table, NODE + 2 * choosers] = node
        at.tables[table, SEAT + 2 * choosers] = p
        at.picks[choosers] = 0
        choosers += 1
        cells *= wide(at.nodes[node, WIDTH])
        if at.nodes[node, WIDTH] == 1:
            return 0
    begin = int(at.used[CELLS])
    if cells > LARGEST_TABLE or begin + cells > len(at.cells):
        return 0
    at.tables[table, BEGIN] = begin
    at.tables[table, SIZE] = cells
    at.tables[table, CHOOSERS] = choosers
    for cell in range(begin, begin + cells):
        copy(at.words[0], at.words[2], size)
        trial = at.states[2]
        for k in range(choosers):
            edge = at.nodes[at.tables[table, NODE + 2 * k], FIRST]
            play(trial, wide(at.tables[table, SEAT + 2 * k]), int(at.whole[edge + at.picks[k], CODE]))
        if over(trial):
            returns(trial, at.out)
        else:
            p = lowest(actors(trial))
            wipe(at.words[1], size)
            show(trial, p, at.states[1])
            foresee(at.states[1], p, players, at)
        at.cells[cell, 0] = 1.0
        for q in range(players):
            at.cells[cell, 1 + q] = at.out[q]
        advance_picks(at, table)
    for k in range(choosers):
        at.nodes[at.tables[table, NODE + 2 * k], FLAGS] |= SECRET | (table + 1) * LAID
    at.used[TABLES] += 1
    at.used[CELLS] += cells
    return table + 1


@kernel
def learn_all(at: Any, table: int, weight: float) -> None:
    """One round of regret matching over a whole table."""
    tables, nodes, part, picks = at.tables, at.nodes, at.part, at.picks
    choosers = tables[table, CHOOSERS]
    for k in range(choosers):
        node = tables[table, NODE + 2 * k]
        matched(part, wide(nodes[node, FIRST]), wide(nodes[node, WIDTH]), at.mixes[k])
        for i in range(nodes[node, WIDTH]):
            at.gains[k, i] = 0.0
        picks[k] = 0
    for cell in range(tables[table, BEGIN], tables[table, BEGIN] + tables[table, SIZE]):
        for k in range(choosers):
            chance = 1.0
            for j in range(choosers):
                if j != k:
                    chance *= at.mixes[j, picks[j]]
            at.gains[k, picks[k]] += chance * at.cells[cell, 1 + tables[table, SEAT + 2 * k]]
        advance_picks(at, table)
    for k in range(choosers):
        node = tables[table, NODE + 2 * k]
        edge = nodes[node, FIRST]
        expected = 0.0
        for i in range(nodes[node, WIDTH]):
            expected += at.mixes[k, i] * at.gains[k, i]
        for i in range(nodes[node, WIDTH]):
            part[edge + i, REGRET] = max(0.0, part[edge + i, REGRET] + at.gains[k, i] - expected)
            part[edge + i, MIX] += weight * at.mixes[k, i]
            part[edge + i, HINT] = at.gains[k, i]


@kernel
def advance_picks(at: Any, table: int) -> None:
    """The choices of the next cell; the first chooser's change quickest."""
    for k in range(at.tables[table, CHOOSERS]):
        at.picks[k] += 1
        if at.picks[k] < at.nodes[at.tables[table, NODE + 2 * k], WIDTH]:
            return
        at.picks[k] = 0


@kernel
def step_of(at: Any, table: int, node: int) -> int:
    """How many cells further each choice at a node of a table leads."""
    step = 1
    for k in range(at.tables[table, CHOOSERS]):
        if at.tables[table, NODE + 2 * k] == node:
            break
        step *= at.nodes[at.tables[table, NODE + 2 * k], WIDTH]
    return step


@kernel
def grow_with_net(view: Any, viewer: int, players: int, size: int, at: Any, seed: int, sims: int, first: int) -> int:
    """Run simulations from a view; all as `tree.grow` does, but for who judges and how moves are chosen."""
    nodes, whole, part, path, out, odds = at.nodes, at.whole, at.part, at.path, at.out, at.odds
    root = -1
    counter = seed
    for _ in range(sims):
        counter = advance(counter)
        dice = mix(counter)
        s = at.states[0]
        wipe(at.words[0], size)
        s.rng = mix(counter ^ WORLD)
        guess(view, viewer, s)
        if s.sealed != 0:
            recall(s)
        depth = 0
        p = viewer
        asked = first >= 0
        table = 0
        cell = 0
        left = 0
        while True:
            if over(s):
                returns(s, out)
                break
            slot = sight(s, p, at, size)
            node = wide(at.slots[slot])
            fresh = node < 0
            if fresh:
                key = fingerprint(at.words[1], size, p)
                node = add(at.keys, at.slots, nodes, at.used, slot, key, moves(s, p, at.codes))
            edge = nodes[node, FIRST] if node >= 0 else -1
            if node >= 0 and edge < 0 and (not fresh or nodes[node, WIDTH] == 1 or depth == 0):
                edge = unfold(s, p, players, size, at, node)
            if p == viewer and root < 0:
                root = node
            if edge < 0 or depth >= DEEPEST or (fresh and nodes[node, WIDTH] > 1):
                foresee(at.states[1], p, players, at)
                break
            if s.sealed == 0 and at.knobs[RIPE] > 0.0:
                if nodes[node, FLAGS] < LAID and (depth == 0 or nodes[node, VISITS] >= at.knobs[RIPE]):
                    lay(s, players, size, at)
                table = nodes[node, FLAGS] // LAID - 1
                if table >= 0:
                    cell = wide(at.tables[table, BEGIN])
                    left = wide(at.tables[table, CHOOSERS])
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
                    pick = drawn(odds, n, at.knobs[SHAKE] if learns else 0.0, dice)
                else:
                    pick = furthest(whole, part, edge, n, nodes[node, VISITS], at.knobs[PRIOR], at.knobs[DOUBT])
                if learns:
                    path[depth, 0] = node
                    path[depth, 1] = pick
                    path[depth, 2] = p
                    path[depth, 3] = -1
                    if nodes[node, FLAGS] >= LAID:
                        cell += pick * step_of(at, table, node)
                        left -= 1
                        path[depth, 3] = cell if left == 0 else -1
                    depth += 1
            hidden = s.sealed != 0
            play(s, p, int(whole[edge + pick, CODE]))
            if hidden or s.sealed != 0:
                nodes[node, FLAGS] |= SECRET
            if s.sealed == 0:
                asked = False
            if not over(s):
                p = lowest(actors(s))
        at.spread[0] += 1.0
        for q in range(players):
            at.spread[1 + 2 * q] += out[q]
            at.spread[2 + 2 * q] += out[q] * out[q]
        for d in range(depth):
            node = path[d, 0]
            edge = nodes[node, FIRST]
            pick = path[d, 1]
            gain = out[path[d, 2]]
            if nodes[node, FLAGS] >= LAID:
                cell = path[d, 3]
                if cell >= 0:
                    at.cells[cell, 0] += 1.0
                    for q in range(players):
                        at.cells[cell, 1 + q] += (out[q] - at.cells[cell, 1 + q]) / at.cells[cell, 0]
                    learn_all(at, nodes[node, FLAGS] // LAID - 1, nodes[node, VISITS] + 1.0)
            elif nodes[node, FLAGS] & SECRET and (d > 0 or first < 0):
                learn(whole, part, edge, nodes[node, WIDTH], nodes[node, VISITS], pick, gain, at.knobs[SHAKE], odds)
            nodes[node, VISITS] += 1
            whole[edge + pick, SEEN] += 1
            part[edge + pick, TOTAL] += gain
    return root


class NetTree(Tree):
    """The memory of one thread of search with a net."""

    def __init__(self, game: Game, tuning: Tuning, net: Net) -> None:
        super().__init__(game, tuning)
        knobs = (tuning.prior, tuning.doubt, tuning.shake, tuning.trust, tuning.open, tuning.ahead, tuning.table)
        tables, cells = (MOST_TABLES, MOST_CELLS) if self.compiled else (FEW_TABLES, FEW_CELLS)
        if tuning.table:
            self.sharp = 0.0  # a whole table leaves nothing to chance that would need to be left out
        else:
            tables, cells = 0, 0
        self.used = np.zeros(COUNTERS, np.int64)
        outer, inner = net.widths
        self.at = Room(
            states=self.room,
            words=self.words,
            keys=self.keys,
            slots=self.slots,
            nodes=self.nodes,
            whole=self.whole,
            part=self.part,
            used=self.used,
            tables=np.zeros((tables, NODE + 2 * game.players), np.int64),
            cells=np.zeros((cells, 1 + game.players)),
            codes=self.codes,
            odds=self.odds,
            path=np.zeros((len(self.path), 4), np.int64),
            out=self.out,
            spread=self.spread,
            mixes=np.zeros((game.players, game.width)),
            gains=np.zeros((game.players, game.width)),
            picks=np.zeros(game.players, np.int64),
            net=net.arrays,
            seen=np.zeros(columns(game), np.float32),
            outer=np.zeros(outer, np.float32),
            inner=np.zeros(inner, np.float32),
            knobs=np.array(knobs, np.float64),
            judging=self.knobs,
        )

    @cached_property
    def _grow(self) -> Any:
        return self.game.kernels.specialised(grow_with_net)

    def prepare(self) -> None:
        if 2 * self.used[CELLS] > len(self.at.cells):
            self.forget()
        super().prepare()

    def grow(self, view: View, seed: int, simulations: int, first: int = -1) -> int:
        state = view.state.raw if self.compiled else view.state
        dice: Any = np.uint64(seed) if self.compiled else seed
        players = view.game.players
        return int(self._grow(state, view.viewer, players, self.size, self.at, dice, simulations, first))
