"""The search: what it finds, how it is bounded, that it repeats itself and mixes where it must."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator

import numpy as np
import pytest

import pizzabox
from pizzabox.bots import Effort, Search, Tuning, survey, think
from pizzabox.bots import tree as t
from pizzabox.bots.search import EDGES, NODES, Tree, slipped, tuning_for
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.position import Move, Position
from tests.helpers import size, walk


def searched(pos: Position, player: int, **effort: int) -> Search:
    bot = Search(1, effort=Effort(**effort))
    bot.think(pos.view(player))
    return bot


def last_cuts(seed: int) -> Position:
    """A position of Pizza Theory in which the coming cuts end the game, so that one round is the whole game."""
    game = pizzabox.load("theory", players=2, cap=3)
    for pos in walk(game, seed):
        if pos.state.rounds == 2 and len(pos.actors) == 2:
            return pos.copy()
    raise AssertionError("the game ended before its last round")


def payoffs(pos: Position) -> np.ndarray:
    """The exact one-round game: what each pair of cuts brings each player."""
    moves = [pos.legal(p).codes for p in (0, 1)]
    table = np.zeros((2, len(moves[0]), len(moves[1])))
    for i, j in itertools.product(range(len(moves[0])), range(len(moves[1]))):
        trial = pos.copy()
        trial.play(moves[0][i], 0)
        trial.play(moves[1][j], 1)
        assert trial.over
        table[:, i, j] = trial.returns
    return table


def wins_in_one(game: pizzabox.Game) -> Iterator[tuple[Position, int, list[str]]]:
    """Positions of different games in which a player has moves that win at once."""
    for seed in itertools.count():
        for pos in walk(game, seed):
            if pos.over:
                break
            player = pos.actors[0]
            wins = [move.text for move in pos.legal(player) if wins_by(pos, move, player)]
            if wins:
                yield pos, player, wins
                break


def wins_by(pos: Position, move: Move, player: int) -> bool:
    trial = pos.copy()
    trial.play(move)
    return trial.over and player in trial.winners


def test_a_win_in_one_is_found() -> None:
    """heXentafl: the King beside a free corner goes there."""
    for pos, player, wins in itertools.islice(wins_in_one(pizzabox.load("hexentafl")), size(6, 40)):
        assert searched(pos, player, simulations=60).think(pos.view(player)).best.move.text in wins


@pytest.mark.parametrize("seed", range(4))
def test_secret_cuts_are_mixed_close_to_equilibrium(seed: int) -> None:
    """Nobody gains much by an answer to the mix that both seats think of."""
    pos = last_cuts(seed)
    table = payoffs(pos)
    mixes = []
    for player in (0, 1):
        bot = Search(seed, effort=Effort(simulations=20_000), tuning=Tuning(plain=0.0))
        thought = bot.think(pos.view(player))
        assert thought.secret
        weights = {idea.move.code: idea.weight for idea in thought.ideas}
        assert sum(weights.values()) == pytest.approx(1.0)
        mixes.append(np.array([weights[code] for code in pos.legal(player).codes]))
    now = np.einsum("pij,i,j->p", table, *mixes)
    best = (table[0] @ mixes[1]).max(), (mixes[0] @ table[1]).max()
    assert best[0] - now[0] < 0.12 and best[1] - now[1] < 0.12


@pytest.mark.parametrize("seed", range(3))
def test_plain_players_are_answered(seed: int) -> None:
    """With `plain` at 1 the other is taken to choose by what looks good one step ahead; that is answered."""
    pos = last_cuts(seed)
    table = payoffs(pos)
    look = table[1].mean(axis=0)
    odds = np.exp(6.0 * look) / np.exp(6.0 * look).sum()
    worth = dict(zip(pos.legal(0).codes, (1.0 + table[0] @ odds) / 2.0, strict=True))
    bot = Search(seed, effort=Effort(simulations=20_000), tuning=Tuning(keen=0.0, plain=1.0, clear=6.0, tremble=0.3))
    thought = bot.think(pos.view(0))
    assert {idea.move.code: idea.value for idea in thought.ideas} == pytest.approx(worth, abs=0.03)


def test_a_mix_does_not_depend_on_who_has_already_chosen() -> None:
    pos = last_cuts(2)
    before = think(pos.view(1), simulations=300, seed=4)
    pos.play(pos.legal(0)[3], 0)
    after = think(pos.view(1), simulations=300, seed=4)
    assert [i.data() for i in before.ideas] == [i.data() for i in after.ideas]


@pytest.mark.parametrize("viewer", [0, 1])
def test_a_cut_is_worth_the_same_whether_the_other_has_chosen_or_not(viewer: int) -> None:
    """Two players of Pizza Theory, mid-game: who has not seen the other's cut knows the same before and after it.

    Guessing the hidden cut draws from the guessed world's stream, and so shifts the dice that world will roll. Were
    that stream the search's own, moves and dice would go together: cuts then differ by up to 0.10 here.
    """
    pos = next(
        p.copy() for p in walk(pizzabox.load("theory", players=2), 1) if p.state.rounds == 2 and len(p.actors) == 2
    )
    chosen = pos.copy()
    chosen.play(chosen.legal(1 - viewer)[3], 1 - viewer)
    worth = [
        np.mean(
            [
                [idea.value for idea in sorted(ideas, key=lambda idea: idea.move.code)]
                for ideas in (think(one.view(viewer), simulations=3000, seed=seed).ideas for seed in range(6))
            ],
            axis=0,
        )
        for one in (pos, chosen)
    ]
    assert len(worth[0]) == 6 and worth[1] == pytest.approx(worth[0], abs=0.03)


def test_a_game_can_be_looked_at_otherwise_with_another_number_of_players() -> None:
    changed = dataclasses.replace(pizzabox.load("theory"), search_with={3: {"ahead": 0.7, "table": 2}})
    two, three = (changed.with_options(players=n) for n in (2, 3))
    assert (tuning_for(three).ahead, tuning_for(three).table) == (0.7, 2)
    assert tuning_for(two) == Tuning(**two.search)
    assert dataclasses.replace(tuning_for(three), **three.search) == Tuning(**three.search), "nothing else is different"


def test_a_slip_is_the_likelier_the_less_it_loses() -> None:
    assert slipped([0.6, 0.55, 0.1], 0.05) == pytest.approx([0.731, 0.269, 0.0], abs=1e-3)
    assert slipped([0.4, 0.4], 0.01) == pytest.approx([0.5, 0.5]), "equals are played as often"
    assert slipped([0.9, 0.3], 0.02)[1] < 1e-9, "a move that loses the game is never taken for a good one"


def test_levels_slip_but_advice_and_thoughts_do_not() -> None:
    """A cook that overlooks a tenth of a win does not always play its best move; a level without slips does."""
    pos = pizzabox.load("hexentafl").start(seed=1)
    view = pos.view(pos.actors[0])

    def one(seed: int, name: str = "cook", *, slips: bool = True) -> Search:
        return Search(seed, name=name, effort=Effort(simulations=60), tuning=Tuning(slips={"cook": 0.1}), slips=slips)

    thought = one(1).think(view)
    assert len({one(seed).choose(view).code for seed in range(30)}) > 3
    assert one(1, slips=False).choose(view) == one(1, "chef").choose(view) == thought.best.move
    assert Search(1).odds(view.game, thought) == [idea.weight for idea in thought.ideas]
    assert one(1, slips=False).think(view).ideas == thought.ideas, "what it thinks has no slips"


def test_memory_is_bounded_and_the_tree_is_used_again() -> None:
    game = pizzabox.load("theory")
    tree = Tree(game, Tuning())
    arrays = (tree.nodes, tree.whole, tree.part, tree.keys, tree.slots)
    assert sum(a.nbytes for a in arrays) <= 42_000_000
    pos = game.start(seed=1)
    bot = Search(3, effort=Effort(simulations=400))
    bot.think(pos.view(pos.actors[0]))
    before = int(bot._trees[0].used[t.NODES])
    pos.play(bot.choose(pos.view(pos.actors[0])))
    bot.think(pos.view(pos.actors[0]))
    first = Search(3, effort=Effort(simulations=400))
    first.think(pos.view(pos.actors[0]))
    grown = int(bot._trees[0].used[t.NODES])
    assert before < grown <= NODES and int(bot._trees[0].used[t.EDGES]) <= EDGES


def test_a_full_tree_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pizzabox.bots.search.NODES", 64)
    monkeypatch.setattr("pizzabox.bots.search.EDGES", 1024)
    pos = pizzabox.load("theory").start(seed=1)
    bot = searched(pos, pos.actors[0], simulations=500)
    thought = bot.think(pos.view(pos.actors[0]))
    assert int(bot._trees[0].used[t.NODES]) <= 64
    assert thought.simulations == 500 and thought.best.move in pos.legal()


def test_portions_do_not_change_what_is_thought() -> None:
    pos = pizzabox.load("theory").start(seed=2)
    view = pos.view(pos.actors[0])
    whole, parts = Tree(view.game, Tuning()), Tree(view.game, Tuning())
    whole.grow(view, 7, 30)
    from pizzabox.engine.rng import GOLDEN, MASK

    for done in range(0, 30, 5):
        parts.grow(view, (7 + done * GOLDEN) & MASK, 5)
    assert (whole.nodes == parts.nodes).all() and (whole.part == parts.part).all()


def test_threads_are_put_together() -> None:
    pos = pizzabox.load("theory").start(seed=2)
    thought = think(pos.view(pos.actors[0]), simulations=400, threads=2)
    assert thought.simulations == 400 and sum(i.visits for i in thought.ideas) >= 396
    again = think(pos.view(pos.actors[0]), simulations=400, threads=2)
    assert [i.data() for i in thought.ideas] == [i.data() for i in again.ideas]


def test_chances_add_up_and_ideas_are_sorted() -> None:
    for name in pizzabox.names():
        pos = pizzabox.load(name).start(seed=5)
        thought = think(pos.view(pos.actors[0]), simulations=50)
        assert sum(thought.chances) == pytest.approx(1.0, abs=1e-6) and len(thought.chances) == pos.game.players
        assert [i.move.code for i in thought.ideas] and {i.move.code for i in thought.ideas} == set(pos.legal().codes)
        visits = [i.visits for i in thought.ideas]
        assert thought.secret or visits == sorted(visits, reverse=True)
        assert all(0.0 <= i.value <= 1.0 for i in thought.ideas)
        assert thought.data()["ideas"][0]["move"] == thought.best.move.text


@pytest.mark.parametrize(
    "wrong",
    [
        {"simulations": 0},
        {"simulations": -3},
        {"seconds": 0},
        {"seconds": float("nan")},
        {"threads": 0},
        {"level": "x"},
    ],
)
def test_wrong_efforts_are_refused(wrong: dict[str, object]) -> None:
    pos = pizzabox.load("theory").start(seed=2)
    with pytest.raises(PizzaboxError):
        think(pos.view(pos.actors[0]), **wrong)  # type: ignore[arg-type]


def test_without_numba_it_still_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same kernels, interpreted, come to the same conclusion."""
    pos = pizzabox.load("theory").start(seed=2)
    view = pos.view(pos.actors[0])
    compiled, told = think(view, simulations=40), survey(view, simulations=40)
    monkeypatch.setattr("pizzabox.bots.search.numba_version", lambda: None)
    monkeypatch.setattr("pizzabox.engine.game_kernels.numba_version", lambda: None)
    monkeypatch.setattr("pizzabox.engine.kernel_arguments.numba_version", lambda: None)
    plain = think(view, simulations=40)
    assert [(i.move.text, i.visits) for i in plain.ideas] == [(i.move.text, i.visits) for i in compiled.ideas]
    assert plain.chances == pytest.approx(compiled.chances)
    again = survey(view, simulations=40)
    assert [(i.move.text, i.visits) for i in again.ideas] == [(i.move.text, i.visits) for i in told.ideas]
