"""Search with a net: the same tree as `tree.py`, with the net's opinion in place of play-outs.

A new node is judged by the net's prospects for every player, or by the game's own value if that's told to be better
(`Tuning.own`). When it is seen again, the net's odds become the priors of its moves, blended with a look one step ahead
(`Tuning.ahead`). An ordinary choice goes where results and priors are highest (PUCT), a secret one begins regret
matching with the net's odds as its mix.

Where everybody chooses at once and knows all but the others' choices, the choices are soon laid out as a table
(`Tuning.table`): a cell for each combination, with the mean result of what was seen behind it. Each is looked at once,
and from then on all regrets follow from the whole table instead of from one draw a simulation.
"""

from __future__ import annotations

from functools import cached_property
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pizzabox.bots.tree import FloatGrid
from pizzabox.engine.bits import count, lowest, wide
from pizzabox.engine.contract import actors, guess, label, moves, over, play, recall, returns, show
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.position import View
from pizzabox.engine.rng import advance, mix
from pizzabox.engine.state import Floats, GameState, Grid, Memory, Numbers, States

from .net import Net
from .net_inputs import columns, read
from .net_kernels import Arrays, hide, preferences, prospects
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
    judge,
    learn,
    matched,
    try_all,
    wipe,
)

# Settings of a search with a net.
PRIOR, DOUBT, SHAKE, TRUST, OPEN, AHEAD, RIPE, OUTLOOK, OWN, BELIEVE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
# Counters of its tree, after those of every tree.
TABLES, CELLS, COUNTERS = 2, 3, 4
# Columns of a table: its first cell, how many there are, how many have a result, whether the game goes on after any of
# them, how many choose, and the node and the seat of each.
BEGIN, SIZE, FILLED, GOES_ON, CHOOSERS, NODE, SEAT = 0, 1, 2, 3, 4, 5, 6
LAID = 256
"""What the number of a node's table, counted from one, is multiplied with in its flags."""
MOST_TABLES, MOST_CELLS = 1 << 13, 1 << 18
FEW_TABLES, FEW_CELLS = 1, 64
"""The same for interpreted kernels, which have time for one small table."""
LARGEST_TABLE = 512


Table = NDArray[np.float64]
"""Fractions that are looked up by two numbers, and by one as a row."""
Choices = tuple[Grid, Table, Table, Table, Table, Numbers]


class SearchMemory(NamedTuple):
    """What a search with a net works with, as kernels take it."""

    tree: tuple[States, Memory, Numbers, Numbers, Grid, Grid, FloatGrid, Numbers]
    """Three states (a guessed world, what a player sees of it, another world to try things in), the same bytes as
    words, and the memory of the tree."""
    choices: Choices
    """The tables of what all choose at once, their cells (how often each was seen, then each player's mean return), and
    room for `learn_all`."""
    net: tuple[Arrays, Floats, Floats, Floats]
    """The net's arrays, and room for what it reads and for its layers."""
    rest: tuple[Numbers, Floats, Grid, Floats, Floats, Floats, Floats]
    """Room for codes, odds, the path (node, move and player of each choice, and the cell that it completes, or -1) and
    returns; sums of all returns; the settings; and how the game's own value is read (`tree.judge`)."""


@kernel
def furthest(whole: Grid, part: FloatGrid, edge: int, n: int, visits: int, explore: float, doubt: float) -> int:
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


@inlined
def foresee(
    view: GameState,
    p: int,
    players: int,
    keen: float,
    net: Arrays,
    seen: Floats,
    outer: Floats,
    inner: Floats,
    out: Floats,
) -> None:
    """Everybody's expected return by the net."""
    read(view, p, players, keen, out, seen)
    hide(net, p, seen, outer, inner)
    prospects(net, p, players, inner, out)


@kernel
def lay(
    path: Grid,
    begin: int,
    end: int,
    nodes: Grid,
    part: FloatGrid,
    used: Numbers,
    tables: Grid,
    cells: Table,
    trust: float,
) -> None:
    """Lay out a table, if there is room, for those who chose at once in these rows of the path.

    Everybody's mix begins with the priors, whatever was drawn before, so whoever thinks finds the same equilibrium.
    """
    table = int(used[TABLES])
    first = int(used[CELLS])
    if table >= len(tables):
        return
    size = 1
    for d in range(begin, end):
        tables[table, NODE + 2 * (d - begin)] = path[d, 0]
        tables[table, SEAT + 2 * (d - begin)] = path[d, 2]
        size *= wide(nodes[path[d, 0], WIDTH])
    if size > LARGEST_TABLE or first + size > len(cells):
        return
    tables[table, BEGIN] = first
    tables[table, SIZE] = size
    tables[table, FILLED] = 0
    tables[table, GOES_ON] = 0
    tables[table, CHOOSERS] = end - begin
    for d in range(begin, end):
        node = path[d, 0]
        nodes[node, FLAGS] |= (table + 1) * LAID
        for edge in range(nodes[node, FIRST], nodes[node, FIRST] + nodes[node, WIDTH]):
            part[edge, REGRET] = trust * part[edge, LOOK]
            part[edge, MIX] = trust * part[edge, LOOK]
    for cell in range(first, first + size):
        for column in range(cells.shape[1]):
            cells[cell, column] = 0.0
    used[TABLES] += 1
    used[CELLS] += size


@kernel
def step_of(tables: Grid, nodes: Grid, table: int, node: int) -> int:
    """How many cells further each choice at a node of a table leads."""
    step = 1
    for k in range(tables[table, CHOOSERS]):
        if tables[table, NODE + 2 * k] == node:
            break
        step *= wide(nodes[tables[table, NODE + 2 * k], WIDTH])
    return step


@kernel
def fill(tables: Grid, cells: Table, table: int, cell: int, players: int, out: Floats, final: bool) -> bool:
    """Add a result to a cell, a final one or what is expected; whether all of the table's cells have one."""
    if not final:
        tables[table, GOES_ON] = 1
    cells[cell, 0] += 1.0
    for q in range(players):
        cells[cell, 1 + q] += (out[q] - cells[cell, 1 + q]) / cells[cell, 0]
    if cell == tables[table, BEGIN] + tables[table, FILLED]:
        tables[table, FILLED] += 1
    return bool(tables[table, FILLED] >= tables[table, SIZE])


@kernel
def learn_all(
    tables: Grid,
    cells: Table,
    nodes: Grid,
    part: FloatGrid,
    mixes: Table,
    beliefs: Table,
    gains: Table,
    picks: Numbers,
    table: int,
    weight: float,
    believe: float,
) -> None:
    """One round of regret matching over a whole table. `mixes`, `beliefs`, `gains` and `picks` are room to work in: how
    often each chooser plays what, how often the others think so, what it brings, and what they choose in a cell.

    Unless every cell ends the game, others are taken to play their priors some of the time (`believe`).
    """
    if tables[table, GOES_ON] == 0:
        believe = 0.0
    choosers = tables[table, CHOOSERS]
    for k in range(choosers):
        node = tables[table, NODE + 2 * k]
        matched(part, wide(nodes[node, FIRST]), wide(nodes[node, WIDTH]), mixes[k])
        for i in range(nodes[node, WIDTH]):
            gains[k, i] = 0.0
            beliefs[k, i] = mixes[k, i] + believe * (part[nodes[node, FIRST] + i, LOOK] - mixes[k, i])
        picks[k] = 0
    for cell in range(tables[table, BEGIN], tables[table, BEGIN] + tables[table, SIZE]):
        for k in range(choosers):
            chance = 1.0
            for j in range(choosers):
                if j != k:
                    chance *= beliefs[j, picks[j]]
            gains[k, picks[k]] += chance * cells[cell, 1 + tables[table, SEAT + 2 * k]]
        for k in range(choosers):  # the first chooser's choices change quickest
            picks[k] += 1
            if picks[k] < nodes[tables[table, NODE + 2 * k], WIDTH]:
                break
            picks[k] = 0
    for k in range(choosers):
        node = tables[table, NODE + 2 * k]
        edge = nodes[node, FIRST]
        expected = 0.0
        for i in range(nodes[node, WIDTH]):
            expected += mixes[k, i] * gains[k, i]
        for i in range(nodes[node, WIDTH]):
            part[edge + i, REGRET] = max(0.0, part[edge + i, REGRET] + gains[k, i] - expected)
            part[edge + i, MIX] += weight * mixes[k, i]
            part[edge + i, HINT] = gains[k, i]


@kernel
def choice_by_net(
    nodes: Grid,
    whole: Grid,
    part: FloatGrid,
    tables: Grid,
    table: int,
    node: int,
    asked: bool,
    knobs: Floats,
    odds: Floats,
    dice: int,
) -> tuple[int, bool, int]:
    """The move that a simulation tries at a node, whether anybody learns from it, and the dice after that.

    A table whose cells were not all seen yet says which one is next.
    """
    edge = nodes[node, FIRST]
    n = nodes[node, WIDTH]
    learns = True
    if nodes[node, FLAGS] & SECRET:
        if asked:
            averaged(part, edge, n, odds)
            learns = False
        else:
            matched(part, edge, n, odds)
        dice = advance(dice)
        pick = drawn(odds, n, knobs[SHAKE] if learns else 0.0, dice)
        if table >= 0 and learns and tables[table, FILLED] < tables[table, SIZE]:
            pick = tables[table, FILLED] // step_of(tables, nodes, table, node) % n
    else:
        pick = furthest(whole, part, edge, n, nodes[node, VISITS], knobs[PRIOR], knobs[DOUBT])
    return pick, learns, dice


@kernel
def learn_on_tables(
    path: Grid,
    depth: int,
    out: Floats,
    players: int,
    ended: bool,
    nodes: Grid,
    whole: Grid,
    part: FloatGrid,
    choices: Choices,
    knobs: Floats,
    first: int,
    odds: Floats,
) -> None:
    """Tell every choice on the path what came of it. Where a choice has a table, all of it learns."""
    tables, cells, mixes, beliefs, gains, picks = choices
    for d in range(depth):
        node = path[d, 0]
        edge = nodes[node, FIRST]
        pick = path[d, 1]
        gain = out[path[d, 2]]
        if nodes[node, FLAGS] >= LAID:
            table = nodes[node, FLAGS] // LAID - 1
            final = ended and d == depth - 1
            if path[d, 3] >= 0 and fill(tables, cells, table, path[d, 3], players, out, final):
                weight = nodes[node, VISITS] + 1.0
                learn_all(tables, cells, nodes, part, mixes, beliefs, gains, picks, table, weight, knobs[BELIEVE])
        elif nodes[node, FLAGS] & SECRET and (d > 0 or first < 0):
            learn(whole, part, edge, nodes[node, WIDTH], nodes[node, VISITS], pick, gain, knobs[SHAKE], odds)
        nodes[node, VISITS] += 1
        whole[edge + pick, SEEN] += 1
        part[edge + pick, TOTAL] += gain


@kernel
def grow_with_net(
    view: GameState, viewer: int, players: int, size: int, at: SearchMemory, seed: int, sims: int, first: int
) -> int:
    """Like `tree.grow`, but the net judges and chooses."""
    scratch, words, keys, slots, nodes, whole, part, used = at.tree
    tables, cells = at.choices[:2]
    net, seen, outer, inner = at.net
    codes, odds, path, out, spread, knobs, judging = at.rest
    s, v = scratch[0], scratch[1]
    root = -1
    counter = seed
    for _ in range(sims):
        counter = advance(counter)
        dice = mix(counter)
        wipe(words[0], size)
        s.rng = mix(counter ^ WORLD)
        guess(view, viewer, s)
        if s.sealed != 0:
            recall(s)
        depth = 0
        p = viewer
        asked = first >= 0
        table = -1
        cell = 0
        begin = wide(0)
        choosers = 1
        while True:
            if over(s):
                returns(s, out)
                break
            wipe(words[1], size)
            if s.sealed != 0:  # who chooses in secret knows the same whoever was first
                copy(words[0], words[2], size)
                recall(scratch[2])
                show(scratch[2], p, v)
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
                    total = 0.0
                    if knobs[AHEAD] > 0.0 or knobs[OUTLOOK] > 0.0:
                        try_all(scratch, words, size, p, players, whole, part, edge, n, judging, out)
                        for i in range(n):
                            total += part[edge + i, LOOK]
                            odds[i] = part[edge + i, HINT]
                    for i in range(n):
                        codes[i] = label(v, p, wide(codes[i]))
                    foresee(v, p, players, judging[KEEN], net, seen, outer, inner, out)
                    preferences(net, inner, codes, n, odds)
                    expected = out[p]
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
                if knobs[OWN] > 0.0:
                    judge(s, players, judging, out)
                else:
                    foresee(v, p, players, judging[KEEN], net, seen, outer, inner, out)
                break
            if s.sealed == 0:
                begin = depth
                choosers = count(actors(s))
                table = nodes[node, FLAGS] // LAID - 1
                cell = wide(tables[table, BEGIN]) if table >= 0 else 0
            n = nodes[node, WIDTH]
            pick = 0
            if n > 1:
                if asked and depth == 0:
                    pick = first
                    learns = True
                else:
                    pick, learns, dice = choice_by_net(
                        nodes, whole, part, tables, table, node, asked, knobs, odds, dice
                    )
                if learns:
                    path[depth, 0] = node
                    path[depth, 1] = pick
                    path[depth, 2] = p
                    path[depth, 3] = -1
                    depth += 1
                    if table >= 0:
                        cell += pick * step_of(tables, nodes, table, node)
                        if depth - begin == choosers:
                            path[depth - 1, 3] = cell
            hidden = s.sealed != 0
            play(s, p, int(whole[edge + pick, CODE]))
            if hidden or s.sealed != 0:
                nodes[node, FLAGS] |= SECRET
            if s.sealed == 0:
                asked = False
                ripe = begin == 0 or nodes[path[begin, 0], VISITS] >= knobs[RIPE]
                if table < 0 and ripe and knobs[RIPE] > 0.0 and choosers > 1 and depth - begin == choosers:
                    lay(path, begin, depth, nodes, part, used, tables, cells, knobs[TRUST])
                table = -1
            if not over(s):
                p = lowest(actors(s))
        spread[0] += 1.0
        for q in range(players):
            spread[1 + 2 * q] += out[q]
            spread[2 + 2 * q] += out[q] * out[q]
        learn_on_tables(path, depth, out, players, over(s), nodes, whole, part, at.choices, knobs, first, odds)
    return root


class NetTree(Tree):
    """The memory of one thread of search with a net."""

    def __init__(self, game: Game, tuning: Tuning, net: Net) -> None:
        super().__init__(game, tuning)
        knobs = (
            *(tuning.prior, tuning.doubt, tuning.shake, tuning.trust, tuning.open, tuning.ahead, tuning.table),
            net.looks_ahead,
            tuning.own,
            tuning.believe,
        )
        tables, cells = (MOST_TABLES, MOST_CELLS) if self.compiled else (FEW_TABLES, FEW_CELLS)
        if tuning.table:
            self.sharp = 0.0  # a whole table leaves nothing to chance that would need to be left out
        else:
            tables, cells = 0, 0
        self.used = np.zeros(COUNTERS, np.int64)
        mixes, beliefs, gains = np.zeros((3, game.players, game.width))
        self.tables = np.zeros((tables, NODE + 2 * game.players), np.int64)
        self.cells = np.zeros((cells, 1 + game.players))
        path = np.zeros((len(self.path), 4), np.int64)
        seen, outer, inner = (np.zeros(width, np.float32) for width in (columns(game), *net.widths))
        self.at = SearchMemory(
            tree=(self.scratch, self.words, *self.memory),
            choices=(self.tables, self.cells, mixes, beliefs, gains, np.zeros(game.players, np.int64)),
            net=(net.arrays, seen, outer, inner),
            rest=(self.codes, self.odds, path, self.out, self.spread, np.array(knobs, np.float64), self.knobs),
        )

    @cached_property
    def _grow(self) -> Any:
        return self.game.kernels.specialised(grow_with_net)

    def prepare(self) -> None:
        if 2 * self.used[CELLS] > len(self.cells):
            self.forget()
        super().prepare()

    def grow(self, view: View, seed: int, simulations: int, first: int = -1) -> int:
        state = view.state.raw if self.compiled else view.state
        dice: Any = np.uint64(seed) if self.compiled else seed
        players = view.game.players
        return int(self._grow(state, view.viewer, players, self.size, self.at, dice, simulations, first))
