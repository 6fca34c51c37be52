"""The search tree as plain arrays, and the kernels that grow it. Written once against the contract, for every game.

A node is what one player knows when it is their turn (the fingerprint of their view), so a bot cannot act on anything
hidden, and all worlds that look the same to a player share their statistics. Every simulation starts in a freshly
guessed world, walks down the nodes of whoever is to act, adds one node, judges it by the game's `value` kernel after a
short play-out, and adds every player's share to the moves on its way (max-n).

An ordinary node is opened at its second visit: each move is tried one step ahead, and that value counts as one visit.
Moves are then chosen by upper confidence bounds. A node where a choice turned out to be secret is played by regret
matching instead, and its average strategy, not its best move, is the result.
"""

from __future__ import annotations

from math import exp, log, sqrt, tanh
from typing import Protocol

from pizzabox.engine.bits import lowest, signed, wide
from pizzabox.engine.contract import actors, guess, moves, over, play, prior, recall, returns, show, value
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.rng import GOLDEN, MASK, MIX_A, advance, mix, scale
from pizzabox.engine.state import Floats, GameState, Grid, Memory, Numbers, States

# Columns of a node, of the whole numbers of an edge (one move of a node) and of its fractions.
FIRST, WIDTH, VISITS, FLAGS, NODE_COLUMNS = 0, 1, 2, 3, 4
CODE, SEEN, EDGE_COLUMNS = 0, 1, 2
TOTAL, HINT, LOOK, REGRET, MIX, FRACTIONS = 0, 1, 2, 3, 4, 5
OPENED, SECRET = 1, 2
# Counters of a tree.
NODES, EDGES, COUNTERS = 0, 1, 2
# Settings of a search.
EXPLORE, KEEN, REACH, TREMBLE, PLAIN, RIPE, CLEAR = 0, 1, 2, 3, 4, 5, 6
DEEPEST = 400
LEAST_SPREAD = 0.02
WORLD = 0x5851F42D4C957F2D
"""Sets the stream of a guessed world apart from the search's own: whoever draws from one stream twice foresees dice."""


class FloatGrid(Protocol):
    """An array of numbers with fractions and two indices."""

    def __getitem__(self, index: tuple[int, int], /) -> float: ...
    def __setitem__(self, index: tuple[int, int], value: float, /) -> None: ...
    def __len__(self) -> int: ...


@kernel
def fingerprint(words: Numbers, size: int, player: int) -> int:
    """64 bits that tell one view of one player from another."""
    h = mix(GOLDEN)
    for _ in range(player):
        h = mix(h)
    for i in range(size):
        h = ((h ^ words[i]) * MIX_A) & MASK
        h ^= h >> 29
    return mix(h)


@kernel
def wipe(words: Numbers, size: int) -> None:
    """Blank a state."""
    for i in range(size):
        words[i] = 0


@kernel
def copy(source: Numbers, target: Numbers, size: int) -> None:
    """Copy one state onto another."""
    for i in range(size):
        target[i] = source[i]


@kernel
def find(keys: Numbers, slots: Numbers, key: int) -> int:
    """The slot of a node, or the empty slot where it belongs."""
    last = len(slots) - 1
    i = signed(key >> 24) & last
    while slots[i] >= 0 and keys[slots[i]] != key:
        i = (i + 1) & last
    return i


@kernel
def add(keys: Numbers, slots: Numbers, nodes: Grid, used: Numbers, slot: int, key: int, n: int) -> int:
    """A new node with so many moves, which get their edges when it is seen again; -1 when the tree is full."""
    node = int(used[NODES])
    if node >= len(keys):
        return -1
    used[NODES] += 1
    keys[node] = key
    slots[slot] = node
    nodes[node, FIRST] = -1
    nodes[node, WIDTH] = n
    nodes[node, VISITS] = 0
    nodes[node, FLAGS] = 0
    return node


@kernel
def branch(nodes: Grid, whole: Grid, part: FloatGrid, used: Numbers, node: int, codes: Numbers, n: int) -> int:
    """Give a node its edges, one for each move; the first of them, or -1 when there is no room."""
    edge = int(used[EDGES])
    if edge + n > len(whole):
        return -1
    used[EDGES] += n
    nodes[node, FIRST] = edge
    for i in range(n):
        whole[edge + i, CODE] = codes[i]
        whole[edge + i, SEEN] = 0
        part[edge + i, TOTAL] = 0.0
        part[edge + i, HINT] = 0.0
        part[edge + i, LOOK] = 0.0
        part[edge + i, REGRET] = 0.0
        part[edge + i, MIX] = 0.0
    return edge


@kernel
def judge(s: GameState, players: int, knobs: Floats, out: Floats) -> None:
    """Each player's expected return: the result of a finished game, else the game's own guess on the same scale.

    A guess becomes chances by weights exp(2 keen value), which add up to one win; with keen 0 it is a return already.
    """
    if over(s):
        returns(s, out)
        return
    value(s, out)
    if knobs[KEEN] == 0.0:
        return
    if players == 1:
        out[0] = tanh(knobs[KEEN] * out[0])
        return
    total = 0.0
    for p in range(players):
        out[p] = exp(2.0 * knobs[KEEN] * out[p])
        total += out[p]
    for p in range(players):
        out[p] = 2.0 * out[p] / total - 1.0


@inlined
def try_move(
    world: Numbers,
    there: GameState,
    its_words: Numbers,
    size: int,
    p: int,
    code: int,
    players: int,
    knobs: Floats,
    out: Floats,
) -> None:
    """Play a move in a copy of a world and judge where it leads; what others have sealed counts as not chosen yet.

    `world` and `its_words` are words of memory, `there` is the state that the latter are.
    """
    copy(world, its_words, size)
    if there.sealed != 0:
        recall(there)
    play(there, p, code)
    judge(there, players, knobs, out)


@inlined
def try_all(
    scratch: States,
    words: Memory,
    size: int,
    p: int,
    players: int,
    whole: Grid,
    part: FloatGrid,
    edge: int,
    n: int,
    knobs: Floats,
    out: Floats,
) -> None:
    """Look one step ahead along every move of a node, all in the same world but for the others' secret choices."""
    for i in range(n):
        try_move(words[0], scratch[2], words[2], size, p, int(whole[edge + i, CODE]), players, knobs, out)
        part[edge + i, HINT] = out[p]
        part[edge + i, LOOK] = exp(knobs[CLEAR] * out[p])


@kernel
def boldest(whole: Grid, part: FloatGrid, edge: int, n: int, visits: int, bonus: float) -> int:
    """The move with the highest upper confidence bound; its look ahead counts as one visit."""
    best = 0
    most = -1e9
    scale_of = bonus * sqrt(log(visits + 1.0))
    for i in range(n):
        seen = whole[edge + i, SEEN] + 1.0
        bound = (part[edge + i, TOTAL] + part[edge + i, HINT]) / seen + scale_of / sqrt(seen)
        if bound > most:
            most = bound
            best = i
    return best


@kernel
def matched(part: FloatGrid, edge: int, n: int, odds: Floats) -> None:
    """The strategy of regret matching: in proportion to positive regrets, even without any."""
    total = 0.0
    for i in range(n):
        total += max(0.0, part[edge + i, REGRET])
    for i in range(n):
        odds[i] = max(0.0, part[edge + i, REGRET]) / total if total > 0.0 else 1.0 / n


@kernel
def drawn(odds: Floats, n: int, tremble: float, dice: int) -> int:
    """A move drawn from a strategy that tries everything now and then."""
    x = scale(dice, wide(65535)) / 65535.0
    for i in range(n):
        x -= (1.0 - tremble) * odds[i] + tremble / n
        if x < 0.0:
            return i
    return n - 1


@kernel
def plainly(part: FloatGrid, edge: int, n: int, odds: Floats) -> None:
    """The strategy of someone who looks one step ahead: the better a move looks, the more often."""
    total = 0.0
    for i in range(n):
        total += part[edge + i, LOOK]
    for i in range(n):
        odds[i] = part[edge + i, LOOK] / total


@kernel
def averaged(part: FloatGrid, edge: int, n: int, odds: Floats) -> None:
    """The average strategy so far, even before there is any."""
    total = 0.0
    for i in range(n):
        total += part[edge + i, MIX]
    for i in range(n):
        odds[i] = part[edge + i, MIX] / total if total > 0.0 else 1.0 / n


@kernel
def learn(
    whole: Grid, part: FloatGrid, edge: int, n: int, visits: int, pick: int, gain: float, tremble: float, odds: Floats
) -> None:
    """Update regrets after a secret choice. What each other move would have brought is known only on average; the
    average serves as a baseline, so that a rare move's luck is not magnified."""
    matched(part, edge, n, odds)
    chance = (1.0 - tremble) * odds[pick] + tremble / n
    usual = part[edge + pick, HINT]
    surprise = (gain - usual) / chance
    expected = odds[pick] * surprise
    for i in range(n):
        expected += odds[i] * part[edge + i, HINT]
    for i in range(n):
        here = part[edge + i, HINT] + (surprise if i == pick else 0.0) - expected
        part[edge + i, REGRET] = max(0.0, part[edge + i, REGRET] + here)
        part[edge + i, MIX] += odds[i] * (visits + 1.0)
    part[edge + pick, HINT] = usual + (gain - usual) / min(whole[edge + pick, SEEN] + 1.0, 400.0)


@inlined
def play_out(s: GameState, steps: int, dice: int, codes: Numbers, odds: Floats) -> None:
    """A few moves by the game's own weights."""
    left = steps
    while (left > 0 or s.sealed != 0) and not over(s):
        p = lowest(actors(s))
        n = moves(s, p, codes)
        pick = 0
        if n > 1:
            prior(s, p, codes, n, odds)
            total = 0.0
            for i in range(n):
                total += odds[i]
            dice = advance(dice)
            x = total * (scale(dice, wide(65535)) / 65535.0)
            while pick < n - 1 and x >= odds[pick]:
                x -= odds[pick]
                pick += 1
            left -= 1
        play(s, p, wide(codes[pick]))


@kernel
def grow(
    view: GameState,
    viewer: int,
    players: int,
    scratch: States,
    words: Memory,
    size: int,
    keys: Numbers,
    slots: Numbers,
    nodes: Grid,
    whole: Grid,
    part: FloatGrid,
    used: Numbers,
    codes: Numbers,
    odds: Floats,
    path: Grid,
    out: Floats,
    spread: Floats,
    knobs: Floats,
    seed: int,
    sims: int,
    first: int,
) -> int:
    """Run simulations from a view; return the node of the viewer's own decision, or -1 when the tree is full.

    `seed` counts up once for each simulation, so that they are the same in one call or in many. `spread` holds how many
    results there were, and for each player their sum and the sum of their squares.

    With `first` from 0 on, every simulation begins with the viewer's move of that number. Such a move is no choice:
    nobody learns from it at this decision, and others who choose in secret beside it play their average strategy, for
    they cannot know of it.
    """
    root = -1
    counter = seed
    for _ in range(sims):
        counter = advance(counter)
        dice = mix(counter)
        s = scratch[0]
        v = scratch[1]
        wipe(words[0], size)
        s.rng = mix(counter ^ WORLD)
        guess(view, viewer, s)
        if s.sealed != 0:
            recall(s)
        depth = 0
        p = viewer
        asked = first >= 0
        while True:
            if over(s) or depth >= DEEPEST:
                judge(s, players, knobs, out)
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
                edge = branch(nodes, whole, part, used, node, codes, moves(s, p, codes))
            if p == viewer and root < 0:
                root = node
            if edge < 0 or (fresh and nodes[node, WIDTH] > 1):
                dice = advance(dice)
                play_out(s, int(knobs[REACH]), dice, codes, odds)
                judge(s, players, knobs, out)
                break
            n = nodes[node, WIDTH]
            pick = 0
            if n > 1:
                if nodes[node, FLAGS] & OPENED == 0 and (depth == 0 or nodes[node, VISITS] >= knobs[RIPE]):
                    try_all(scratch, words, size, p, players, whole, part, edge, n, knobs, out)
                    nodes[node, FLAGS] |= OPENED
                learns = True
                if asked and depth == 0:
                    pick = first
                elif nodes[node, FLAGS] & OPENED == 0:
                    dice = advance(dice)
                    pick = scale(dice, n)
                    learns = not asked
                elif nodes[node, FLAGS] & SECRET:
                    dice = advance(dice)
                    if p != viewer and scale(dice, wide(65535)) < knobs[PLAIN] * 65535.0:
                        plainly(part, edge, n, odds)
                        learns = False
                    elif asked:
                        averaged(part, edge, n, odds)
                        learns = False
                    else:
                        matched(part, edge, n, odds)
                    dice = advance(dice)
                    pick = drawn(odds, n, knobs[TREMBLE] if learns else 0.0, dice)
                else:
                    k = max(1.0, spread[0])
                    mean = spread[1 + 2 * p] / k
                    deviation = sqrt(max(0.0, spread[2 + 2 * p] / k - mean * mean))
                    pick = boldest(
                        whole, part, edge, n, nodes[node, VISITS], knobs[EXPLORE] * max(deviation, LEAST_SPREAD)
                    )
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
                learn(whole, part, edge, nodes[node, WIDTH], nodes[node, VISITS], pick, gain, knobs[TREMBLE], odds)
            nodes[node, VISITS] += 1
            whole[edge + pick, SEEN] += 1
            part[edge + pick, TOTAL] += gain
    return root
