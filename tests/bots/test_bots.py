"""Every bot plays legal moves, knows only its view, and repeats itself from a seed; greedy is a fair yardstick."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import pizzabox
from pizzabox.bots import Bot, Effort, Search, Tuning, levels
from pizzabox.bots.greedy import Greedy
from pizzabox.engine.default_kernels import with_defaults
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import kernel
from pizzabox.games.theory.rules import OVER
from pizzabox.testing.random_games import LONG
from tests.helpers import CASES, case_id, size, walk

MAKERS: dict[str, Callable[[int], Bot]] = {
    "random": lambda seed: pizzabox.bot("random", seed),
    "apprentice": lambda seed: pizzabox.bot("apprentice", seed),
    "greedy": lambda seed: pizzabox.bot("greedy", seed),
    "search": lambda seed: Search(seed, effort=Effort(simulations=12)),
    "slipping": lambda seed: Search(
        seed, name="cook", effort=Effort(simulations=12), tuning=Tuning(slips={"cook": 0.05}), slips=True
    ),
}
"""The levels that think ahead differ in nothing but their effort and their slips, so small ones stand for all."""
USUAL = [next(game for game in CASES if game.name == name) for name in pizzabox.names()]


def at_tables(*names: str) -> pytest.MarkDecorator:
    """Every bot at every game and some bot at every option set; in the long run all of all."""
    chosen = [
        pytest.param(game, name, id=f"{name}-{case_id(game)}")
        for number, game in enumerate(CASES)
        for name in (MAKERS if LONG else names)
        if LONG or game in USUAL or name == names[number % len(names)]
    ]
    return pytest.mark.parametrize(("game", "name"), chosen)


@at_tables("random", "apprentice", "greedy", "slipping")
def test_bots_play_whole_games(game: Game, name: str) -> None:
    """A bot that slips searches like one that doesn't, which is left to the long run."""
    make = MAKERS[name]
    pos = game.start(seed=3)
    bots = [make(p) for p in range(game.players)]
    while not pos.over:
        for player in pos.actors:
            if player in pos.actors:
                move = bots[player].choose(pos.view(player))
                assert move in pos.legal(player)
                pos.play(move, player)
    assert pos.over


@at_tables(*MAKERS)
def test_a_seeded_bot_repeats_itself(game: Game, name: str) -> None:
    def play() -> list[str]:
        pos, bot = game.start(seed=3), MAKERS[name](9)
        for _ in range(size(6, 12)):
            if not pos.over:
                player = pos.actors[0]
                pos.play(bot.choose(pos.view(player)), player)
        return [step.text for step in pos.steps]

    assert play() == play()


@at_tables(*MAKERS)
def test_a_bot_chooses_the_same_whatever_the_hidden_truth(game: Game, name: str) -> None:
    for i, pos in enumerate(walk(game, 4)):
        if i > size(2, 20) or pos.over:
            break
        for player in pos.actors:
            world = pos.view(player).guess(i + 1)
            choices = [MAKERS[name](5).choose(p.view(player)) for p in (pos, world)]
            assert choices[0] == choices[1]


THEORY = pizzabox.load("theory")
guess = with_defaults(THEORY.name, THEORY.state, THEORY.functions, THEORY.width)["guess"]


@kernel
def wary(view: Any, viewer: int, s: Any) -> None:
    """A guess that spoils the world when the state it is given was used before."""
    dirty = s.players != 0
    guess(view, viewer, s)
    if dirty:
        s.phase = OVER


def test_greedy_guesses_into_a_blank_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """In plain Python: a guess of its own would be compiled with all that calls it."""
    for module in ("pizzabox.bots.greedy", "pizzabox.engine.game_kernels", "pizzabox.engine.kernel_arguments"):
        monkeypatch.setattr(f"{module}.numba_version", lambda: None)
    game = pizzabox.load("theory", first="red")
    doubting = replace(game, functions={**game.functions, "guess": wary}).with_options(first="red")
    pos, twin = game.start(seed=3), doubting.start(seed=3)
    codes = pos.legal(0).codes
    assert Greedy(1).scores(twin.view(0), codes) == Greedy(1).scores(pos.view(0), codes)


def test_greedy_beats_random_at_pizza_theory() -> None:
    """Facts: such a bot wins about nine in ten against two random players; fair would be one in three."""
    game, wins = pizzabox.load("theory"), 0.0
    greedy, rest = pizzabox.bot("greedy", seed=1), pizzabox.bot("random", seed=1)
    for seed in range(60):
        pos, seat = game.start(seed=seed), seed % 3
        while not pos.over:
            player = pos.actors[0]
            pos.play((greedy if player == seat else rest).choose(pos.view(player)), player)
        wins += (seat in pos.winners) / max(1, len(pos.winners))
    assert wins > 42


def test_jeff_sits_down_where_his_habits_fit() -> None:
    """P9.2 to P9.4 for an ordinary seat; elsewhere Jeff says so."""
    game = pizzabox.load("pizzeria", players=2)
    assert "jeff" in levels(game) and "jeff" not in levels() and "jeff" not in levels(pizzabox.load("theory"))
    assert "jeff" not in levels(pizzabox.load("pizzeria", players=2, variant="advanced"))
    pos = game.start(seed=5)
    jeff, rest = pizzabox.bot("jeff"), pizzabox.bot("random", seed=1)
    cuts = set()
    while not pos.over:
        player = pos.actors[0]
        move = (jeff if player == 0 else rest).choose(pos.view(player))
        assert move in pos.legal(player)
        if player == 0 and move.text.startswith("cut"):
            cuts.add(move.text)
        pos.play(move, player)
    assert cuts == {"cut 1 4 7 10"}, "he always cuts three, three, three, two"
    theory = pizzabox.load("theory").start(seed=1)
    with pytest.raises(pizzabox.PizzaboxError, match="doesn't play"):
        jeff.choose(theory.view(theory.actors[0]))


def test_unknown_bots_and_seats_without_a_move() -> None:
    with pytest.raises(pizzabox.PizzaboxError, match="did you mean 'greedy'"):
        pizzabox.bot("greedo")
    pos = pizzabox.load("theory", first="red").start(seed=1)
    for name in levels():
        with pytest.raises(pizzabox.PizzaboxError, match="has nothing to choose now"):
            pizzabox.bot(name).choose(pos.view(1))
