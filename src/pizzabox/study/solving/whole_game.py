"""Kernels of the solver: whether a seat can force a win at all, in a game of two with neither luck nor secrets.

A node is a position by its `essence`: without what only looks back, and the same whichever way the board is laid. The
rival is taken to hold every node until the contrary is found. Each move of the seat must have an answer that leads to
a node which is held, or to the end without a win; one is chosen, and when its node is lost, another is looked for.
Only nodes that some choice leads to are ever looked at.

- A node is lost when the seat has a move without an answer. All that this rests on was lost before, so the seat comes
  nearer with every move and no position comes twice: repetition can't stand in its way.
- Once nothing is left to look at, all nodes that aren't lost hold each other up: the rival has an answer for ever.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pizzabox.bots.tree import copy
from pizzabox.engine.bits import count, lowest, signed, wide
from pizzabox.engine.contract import actors, embody, essence, moves, over, play, returns, value
from pizzabox.engine.kernel import kernel
from pizzabox.engine.rng import GOLDEN, MASK, MIX_A, mix
from pizzabox.engine.state import Floats, GameState, Grid, Memory, Numbers, States

# Columns of a node, and of an edge: a move of the seat, or the rival's turn at a node of its own, and what it rests on.
STATE, RESTS, CODE, WITHIN, NODE_COLUMNS = 0, 1, 2, 3, 4
FROM, MOVE, NEXT, EDGE_COLUMNS = 0, 1, 2, 3
NEW, HELD, LOST = 0, 1, 2
# Counters.
NODES, EDGES, WAITING, TRIED, STOPPED, COUNTERS = 0, 1, 2, 3, 4, 5
FULL, UNFIT = 1, 2
"""Why a search stopped: no room for more, or luck or a secret came in."""
SURE = 0.999
NONE = -1
ANSWERED = -1


Essences = NDArray[np.uint64]
"""A row for each position: its essence."""


@kernel
def scrambled(known: Numbers) -> int:
    """64 bits made of an essence."""
    h = mix(GOLDEN)
    for i in range(len(known)):
        h = ((h ^ known[i]) * MIX_A) & MASK
        h ^= h >> 29
    return mix(h)


@kernel
def fold(s: GameState, ways: int, other: Numbers, known: Numbers) -> None:
    """The essence of a position, the smallest of all ways to lay the board."""
    essence(s, wide(0), known)
    for way in range(1, ways):
        essence(s, wide(way), other)
        for i in range(len(known)):
            if other[i] != known[i]:
                if other[i] < known[i]:
                    for j in range(len(known)):
                        known[j] = other[j]
                break


@kernel
def find(table: Essences, slots: Numbers, known: Numbers) -> int:
    """The slot of an essence, or the empty slot where it belongs."""
    last = len(slots) - 1
    i = signed(scrambled(known) >> 24) & last
    while slots[i] >= 0:
        same = True
        for j in range(len(known)):
            if table[slots[i], j] != known[j]:
                same = False
                break
        if same:
            break
        i = (i + 1) & last
    return i


@kernel
def won(s: GameState, seat: int, out: Floats) -> bool:
    """Whether a finished game is won by the seat."""
    returns(s, out)
    return bool(out[seat] > SURE)


@kernel
def unfit(s: GameState, before: GameState) -> bool:
    """Whether a move drew from the generator, or leads to a choice of several at once."""
    return s.rng != before.rng or (not over(s) and count(actors(s)) != 1)


@kernel
def add(table: Essences, slots: Numbers, nodes: Grid, waiting: Numbers, counters: Numbers, known: Numbers) -> int:
    """A new node, which waits to be looked at; NONE when there is no room."""
    node = wide(counters[NODES])
    if node == len(nodes):
        counters[STOPPED] = FULL
        return NONE
    counters[NODES] += 1
    slots[find(table, slots, known)] = node
    for j in range(len(known)):
        table[node, j] = known[j]
    nodes[node, STATE] = NEW
    nodes[node, RESTS] = NONE
    waiting[counters[WAITING]] = node
    counters[WAITING] += 1
    return node


@kernel
def rest(nodes: Grid, edges: Grid, node: int, edge: int) -> None:
    """Let an edge rest on a node."""
    edges[edge, NEXT] = nodes[node, RESTS]
    nodes[node, RESTS] = edge


@kernel
def answer(
    scratch: States,
    words: Memory,
    size: int,
    ways: int,
    codes: Numbers,
    table: Essences,
    slots: Numbers,
    nodes: Grid,
    edges: Grid,
    waiting: Numbers,
    counters: Numbers,
    edge: int,
    seat: int,
    other: Numbers,
    known: Numbers,
    kept: Numbers,
    out: Floats,
) -> int:
    """Let an edge to scratch[1] rest on a node that is not lost: ANSWERED; else in how many moves it is lost.

    The rival answers by what is known already, else by what looks best to it. Where the seat moves again, the node is
    that very position.
    """
    who = lowest(actors(scratch[1]))
    n = 1
    if who != seat:
        n = moves(scratch[1], who, codes)
    chosen = NONE
    fresh = False
    worst = 2.0
    within = 0
    for i in range(n):
        copy(words[1], words[2], size)
        if who != seat:
            play(scratch[2], who, wide(codes[i]))
            counters[TRIED] += 1
            if unfit(scratch[2], scratch[1]):
                counters[STOPPED] = UNFIT
                return ANSWERED
            if over(scratch[2]):
                if won(scratch[2], seat, out):
                    continue
                return ANSWERED
        fold(scratch[2], ways, other, known)
        node = wide(slots[find(table, slots, known)])
        if node >= 0 and nodes[node, STATE] == LOST:
            within = max(within, wide(nodes[node, WITHIN]))
        elif node >= 0:
            chosen = node
            break
        else:
            value(scratch[2], out)
            if not fresh or out[seat] < worst:
                fresh = True
                worst = out[seat]
                for j in range(len(known)):
                    kept[j] = known[j]
    if chosen == NONE and not fresh:
        return within + 1 if who != seat else within
    if chosen == NONE:
        chosen = add(table, slots, nodes, waiting, counters, kept)
    if chosen != NONE:
        rest(nodes, edges, chosen, edge)
    return ANSWERED


@kernel
def lose(nodes: Grid, waiting: Numbers, counters: Numbers, node: int, code: int, within: int) -> None:
    """The seat wins at a node, by that move, in so many moves; whatever rests on it must find another answer."""
    nodes[node, STATE] = LOST
    nodes[node, CODE] = code
    nodes[node, WITHIN] = within
    waiting[counters[WAITING]] = node
    counters[WAITING] += 1


@kernel
def search(
    scratch: States,
    words: Memory,
    size: int,
    ways: int,
    codes: Numbers,
    own: Numbers,
    table: Essences,
    slots: Numbers,
    nodes: Grid,
    edges: Grid,
    waiting: Numbers,
    counters: Numbers,
    seat: int,
    steps: int,
    other: Numbers,
    known: Numbers,
    kept: Numbers,
    out: Floats,
) -> None:
    """Look at what waits, at most so many times; done when nothing waits, or when the first node is lost."""
    for _ in range(steps):
        if counters[WAITING] == 0 or counters[STOPPED] != 0 or nodes[0, STATE] == LOST:
            return
        node = wide(waiting[counters[WAITING] - 1])
        first, n = 0, 1
        if nodes[node, STATE] == LOST:
            edge = wide(nodes[node, RESTS])
            if edge == NONE:
                counters[WAITING] -= 1
                continue
            nodes[node, RESTS] = edges[edge, NEXT]
            node = wide(edges[edge, FROM])
            if nodes[node, STATE] == LOST:
                continue
            own[0] = edges[edge, MOVE]
        else:
            counters[WAITING] -= 1
            if nodes[node, STATE] == HELD:
                continue
            edge = NONE
            nodes[node, STATE] = HELD
        embody(scratch[0], table[node])
        turn = lowest(actors(scratch[0])) == seat
        if edge == NONE and turn:
            n = moves(scratch[0], seat, own)
            first = soonest(scratch, words, size, own, n, seat, out)
        for i in range(first, n):
            copy(words[0], words[1], size)
            code = NONE
            if turn:
                code = wide(own[i])
                play(scratch[1], seat, code)
                counters[TRIED] += 1
                if unfit(scratch[1], scratch[0]):
                    counters[STOPPED] = UNFIT
                    return
                if over(scratch[1]):
                    if won(scratch[1], seat, out):
                        lose(nodes, waiting, counters, node, code, wide(1))
                        break
                    continue
            if edge == NONE:
                if counters[EDGES] == len(edges):
                    counters[STOPPED] = FULL
                    return
                edge = wide(counters[EDGES])
                counters[EDGES] += 1
                edges[edge, FROM] = node
                edges[edge, MOVE] = code
            within = answer(
                scratch,
                words,
                size,
                ways,
                codes,
                table,
                slots,
                nodes,
                edges,
                waiting,
                counters,
                edge,
                seat,
                other,
                known,
                kept,
                out,
            )
            edge = NONE
            if within != ANSWERED:
                lose(nodes, waiting, counters, node, code, within + 1 if turn else within)
                break


@kernel
def soonest(scratch: States, words: Memory, size: int, own: Numbers, n: int, seat: int, out: Floats) -> int:
    """Which of the seat's moves wins at once; 0 when none does."""
    for i in range(n):
        copy(words[0], words[1], size)
        play(scratch[1], seat, wide(own[i]))
        if over(scratch[1]) and won(scratch[1], seat, out):
            return i
    return 0


@kernel
def shorten(
    scratch: States,
    words: Memory,
    size: int,
    ways: int,
    codes: Numbers,
    own: Numbers,
    table: Essences,
    slots: Numbers,
    nodes: Grid,
    seat: int,
    first: int,
    last: int,
    other: Numbers,
    known: Numbers,
    out: Floats,
) -> int:
    """Look for quicker wins at the lost nodes from `first` up to `last`, by what is known of the others; how many
    became quicker."""
    quicker = 0
    for node in range(first, last):
        if nodes[node, STATE] != LOST or nodes[node, WITHIN] == 1:
            continue
        embody(scratch[0], table[node])
        turn = lowest(actors(scratch[0])) == seat
        n = 1
        if turn:
            n = moves(scratch[0], seat, own)
        for i in range(n):
            copy(words[0], words[1], size)
            code = NONE
            if turn:
                code = wide(own[i])
                play(scratch[1], seat, code)
            within = distance(scratch, words, size, ways, codes, table, slots, nodes, seat, other, known, out)
            if within == NONE:
                continue
            if turn:
                within += 1
            if within < nodes[node, WITHIN]:
                nodes[node, CODE] = code
                nodes[node, WITHIN] = within
                quicker += 1
    return quicker


@kernel
def distance(
    scratch: States,
    words: Memory,
    size: int,
    ways: int,
    codes: Numbers,
    table: Essences,
    slots: Numbers,
    nodes: Grid,
    seat: int,
    other: Numbers,
    known: Numbers,
    out: Floats,
) -> int:
    """In how many moves the seat wins from scratch[1] at most, whatever the rival does; NONE where that isn't known."""
    if over(scratch[1]):
        return 0 if won(scratch[1], seat, out) else NONE
    who = lowest(actors(scratch[1]))
    n = 1
    if who != seat:
        n = moves(scratch[1], who, codes)
    within = 0
    for i in range(n):
        copy(words[1], words[2], size)
        if who != seat:
            play(scratch[2], who, wide(codes[i]))
            if over(scratch[2]):
                if won(scratch[2], seat, out):
                    continue
                return NONE
        fold(scratch[2], ways, other, known)
        node = wide(slots[find(table, slots, known)])
        if node < 0 or nodes[node, STATE] != LOST:
            return NONE
        within = max(within, wide(nodes[node, WITHIN]))
    return within + 1 if who != seat else within
