"""The champion: the search with a net, where there is one for the game; the bare net without search."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Unpack

import numpy as np

from pizzabox.engine.bits import wide
from pizzabox.engine.contract import guess, label
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import kernel
from pizzabox.engine.kernel_arguments import as_argument, blank_states
from pizzabox.engine.position import Move, View
from pizzabox.engine.state import Floats, GameState, Memory, Numbers, States

from .base import OneQuestion, moves_of, say, seals_choices
from .move_comparison import equal_moves
from .net import Net, net_for
from .net_inputs import columns
from .net_kernels import Arrays, preferences
from .net_tree import NetTree, foresee
from .search import Search, Settings, Tree, tuning_for
from .thought import Thought, chances
from .tree import KEEN, try_move, wipe


class Champion(Search):
    """Looks ahead with a net: its own, or the one in the box; in a game without one it looks ahead like the maestro."""

    def __init__(self, seed: int | None = None, *, net: Net | None = None, **settings: Unpack[Settings]) -> None:
        super().__init__(seed, **settings)
        self._net = net

    def _tree(self, game: Game) -> Tree:
        net = chosen(self._net, game)
        return super()._tree(game) if net is None else NetTree(game, self._tuning_for(game), net)


def chosen(net: Net | None, game: Game) -> Net | None:
    """The net that was given, which must suit the game; else the one in the box, if there is one."""
    if net is None:
        return net_for(game)
    net.refuse_other(game)
    return net


@kernel
def opinion(
    view: GameState,
    viewer: int,
    players: int,
    judging: Floats,
    outlook: bool,
    scratch: States,
    words: Memory,
    net: Arrays,
    seen: Floats,
    outer: Floats,
    inner: Floats,
    codes: Numbers,
    labels: Numbers,
    n: int,
    odds: Floats,
    out: Floats,
) -> None:
    """What the net thinks of a view: how often it would play each of n moves, and everybody's expected return.

    `scratch` are two states and `words` the same bytes, `labels` has room for what the net calls the moves. With
    `outlook`, each move is tried there, in a guessed world: the same one whenever the same view is asked about.
    """
    if outlook:
        size = len(words[0])
        wipe(words[0], size)
        guess(view, viewer, scratch[0])
        for i in range(n):
            try_move(words[0], scratch[1], words[1], size, viewer, wide(codes[i]), players, judging, out)
            odds[i] = out[viewer]
    for i in range(n):
        labels[i] = label(view, viewer, wide(codes[i]))
    foresee(view, viewer, players, judging[KEEN], net, seen, outer, inner, out)
    preferences(net, inner, labels, n, odds)


def asked(net: Net, view: View) -> tuple[list[int], list[float], list[float]]:
    """The codes of the viewer's moves, how often the net would play each, and everybody's expected return.

    As in the search, what others have sealed counts as not chosen yet, so it does not matter who was first.
    """
    game, codes = view.game, list(moves_of(view))
    state = view.state.copy()
    game.kernels.recall(state)
    outer, inner = net.widths
    odds, out = np.zeros(len(codes)), np.zeros(game.players)
    layers = np.zeros(columns(game), np.float32), np.zeros(outer, np.float32), np.zeros(inner, np.float32)
    game.kernels.specialised(opinion)(
        *(as_argument(state), view.viewer, game.players, np.array(tuning_for(game).numbers)),
        *(net.looks_ahead, *blank_states(game.state, 2), net.arrays, *layers),
        *(np.array(codes, np.int32), np.zeros(len(codes), np.int32), len(codes), odds, out),
    )
    return codes, odds.tolist(), out.tolist()


def with_net(thought: Thought, view: View) -> Thought:
    """A thought with what the net in the box makes of the same view, where there is one for the game."""
    net = net_for(view.game)
    if net is None:
        return thought
    codes, odds, returns = asked(net, view)
    likes = dict(zip(codes, odds, strict=True))
    shares = {code: sum(likes[one] for one in group) for group in equal_moves(view) for code in group}
    ideas = tuple(replace(idea, net_weight=shares[idea.move.code]) for idea in thought.ideas)
    return replace(thought, ideas=ideas, net_chances=chances(tuple(returns)))


class BareNet(OneQuestion):
    """Plays what the net likes best, without looking ahead; at a secret choice it draws from the net's mix."""

    name = "net"

    def __init__(self, seed: int | None = None, net: Net | None = None) -> None:
        super().__init__()
        self._dice = random.Random(seed)
        self._net = net

    def choose(self, view: View, seconds: float | None = None) -> Move:
        moves_of(view)
        net = chosen(self._net, view.game)
        if net is None:
            raise PizzaboxError(say("no_net", game=view.game.title, options=view.game.options))
        with self.answering():
            codes, odds, _ = asked(net, view)
            if seals_choices(view.game) and (view.state.sealed or len(view.actors) > 1):
                return view.move(view.viewer, self._dice.choices(codes, odds)[0])
            return view.move(view.viewer, codes[int(np.argmax(odds))])
