"""`Textbook`, a plain search to measure bots against: UCT with uniform play-outs to the end of the game.

It knows nothing but the rules. It guesses a world, chooses at the root for all worlds together, keys the rest of its
tree by the world's whole state (so the second to choose in secret knows what the first one chose), and plays random
moves to the end. One of the yardsticks of docs/bots.md.
"""

from __future__ import annotations

import random
import time
from math import log, sqrt

import numpy as np

from pizzabox.bots.base import moves_of
from pizzabox.bots.search import MOST_SIMULATIONS, Effort, Tree, Tuning, portions
from pizzabox.bots.tree import (
    CODE,
    DEEPEST,
    FIRST,
    SEEN,
    TOTAL,
    VISITS,
    WIDTH,
    WORLD,
    FloatGrid,
    add,
    branch,
    find,
    fingerprint,
    wipe,
)
from pizzabox.engine.bits import lowest
from pizzabox.engine.contract import actors, guess, moves, over, play, returns
from pizzabox.engine.kernel import Kernel, kernel
from pizzabox.engine.playout import finish
from pizzabox.engine.position import Move, View
from pizzabox.engine.rng import advance, mix
from pizzabox.engine.state import Floats, GameState, Grid, Memory, Numbers, States

TEXTBOOK = "textbook"
LONGEST = 100_000
EXPLORE = sqrt(2.0)


@kernel
def uct(
    view: GameState,
    viewer: int,
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
    path: Grid,
    out: Floats,
    seed: int,
    sims: int,
) -> None:
    """Simulations of plain UCT."""
    counter = seed
    for _ in range(sims):
        counter = advance(counter)
        dice = mix(counter)
        s = scratch[0]
        wipe(words[0], size)
        s.rng = mix(counter ^ WORLD)
        guess(view, viewer, s)
        depth = 0
        p = viewer
        while not over(s) and depth < DEEPEST:
            luck = s.rng
            s.rng = 0
            key = fingerprint(words[0], size if depth > 0 else 0, p)
            s.rng = luck
            slot = find(keys, slots, key)
            node = slots[slot]
            fresh = node < 0
            if fresh:
                n = moves(s, p, codes)
                node = add(keys, slots, nodes, used, slot, key, n)
                if node < 0 or branch(nodes, whole, part, used, node, codes, n) < 0:
                    break
            edge = nodes[node, FIRST]
            if edge < 0:
                break
            n = nodes[node, WIDTH]
            best = 0
            most = -1e9
            for i in range(n):
                seen = whole[edge + i, SEEN]
                bound = 1e6 - i
                if seen > 0:
                    bound = part[edge + i, TOTAL] / seen + EXPLORE * sqrt(log(nodes[node, VISITS] + 1.0) / seen)
                if bound > most:
                    most = bound
                    best = i
            path[depth, 0] = node
            path[depth, 1] = best
            path[depth, 2] = p
            depth += 1
            play(s, p, int(whole[edge + best, CODE]))
            if not over(s):
                p = lowest(actors(s))
            if fresh:
                break
        finish(s, advance(dice), codes, LONGEST)
        returns(s, out)
        for d in range(depth):
            edge = nodes[path[d, 0], FIRST] + path[d, 1]
            nodes[path[d, 0], VISITS] += 1
            whole[edge, SEEN] += 1
            part[edge, TOTAL] += out[path[d, 2]]


class Textbook:
    """Thinks for so many seconds a move, from nothing each time."""

    name = TEXTBOOK

    def __init__(self, seed: int | None = None, *, seconds: float = 1.0, simulations: int = MOST_SIMULATIONS) -> None:
        self._dice = random.Random(seed)
        self._effort = Effort(simulations, seconds)
        self._tree: Tree | None = None
        self.simulations = 0
        """How many the last move took."""

    def choose(self, view: View, seconds: float | None = None) -> Move:
        codes = moves_of(view)
        if len(codes) == 1:
            return view.move(view.viewer, codes[0])
        tree = self._tree = self._tree or Tree(view.game, Tuning())
        tree.forget()
        run = view.game.kernels.specialised(uct)
        self._grow(run, tree, view, 0)
        deadline = time.perf_counter() + (self._effort.seconds if seconds is None else seconds)
        for done, now in portions(self._effort.simulations, deadline):
            self._grow(run, tree, view, now)
            self.simulations = done + now
        first, width = int(tree.nodes[0, FIRST]), int(tree.nodes[0, WIDTH])
        best = max(range(first, first + width), key=lambda edge: int(tree.whole[edge, SEEN]))
        return view.move(view.viewer, int(tree.whole[best, CODE]))

    def _grow(self, run: Kernel, tree: Tree, view: View, simulations: int) -> None:
        seed = self._dice.getrandbits(64)
        run(
            *(view.state.raw if tree.compiled else view.state, view.viewer, tree.scratch, tree.words, tree.size),
            *tree.memory,
            *(tree.codes, tree.path, tree.out, np.uint64(seed) if tree.compiled else seed, simulations),
        )
