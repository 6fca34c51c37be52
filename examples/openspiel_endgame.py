"""OpenSpiel's own algorithms on our games: CFR and exploitability on an end game, and a tree search.

The end game is the last secret choice of a short game of Pizza Theory for two: each player picks one of six lines for
their cut, at the same time, and the pizza is divided. The tree search finds a move that wins heXentafl at once, and
plays a whole game of it. Run it with `python examples/openspiel_endgame.py`.
"""

from __future__ import annotations

import argparse
import random

import numpy as np
import pyspiel
from open_spiel.python.algorithms import cfr, exploitability, mcts

import pizzabox
from pizzabox import Move, Position
from pizzabox.envs import openspiel


def last_choice(seed: int) -> Position:
    """The first position of random games in which whatever both choose ends the game, and in which it matters."""
    dice = random.Random(seed)
    game = pizzabox.load("theory", players=2, layout="K", cap=4)
    while True:
        position = game.start(dice.getrandbits(32))
        while not position.over:
            if len(position.actors) == 2 and matters(position):
                return position
            position.play(dice.choice(position.legal()))


def matters(position: Position) -> bool:
    """Whether every choice ends the game, and not all with the same result."""
    results = set()
    for mine in position.legal(0):
        for yours in position.legal(1):
            after = position.copy()
            after.play(mine)
            after.play(yours)
            if not after.over:
                return False
            results.add(after.returns)
    return len(results) > 1


def solve(position: Position, rounds: int) -> list[float]:
    """Let CFR play the end game against itself; return how far from equilibrium it was before and after."""
    game = openspiel("theory", position=position.code.split()[-1])
    in_turns = pyspiel.convert_to_turn_based(game)
    solver = cfr.CFRSolver(in_turns)
    gains = [exploitability.nash_conv(in_turns, solver.average_policy())]
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    gains.append(exploitability.nash_conv(in_turns, policy))
    start = in_turns.new_initial_state()
    for seat, state in enumerate((start, start.child(start.legal_actions()[0]))):
        odds = policy.action_probabilities(state, seat)
        mix = ", ".join(f"{position.move(seat, code).text} {p:.0%}" for code, p in odds.items() if p > 0.005)
        print(f"{position.game.seats[seat]}: {mix}")
    return gains


def last_chance(seed: int) -> tuple[Position, list[int]]:
    """The first position of random games of heXentafl in which some moves, not all, win at once; and those moves."""
    dice = random.Random(seed)
    game = pizzabox.load("hexentafl")
    while True:
        position = game.start(dice.getrandbits(32))
        while not position.over:
            winning = [move.code for move in position.legal() if wins(position, move)]
            if 0 < len(winning) < len(position.legal()):
                return position, winning
            position.play(dice.choice(position.legal()))


def wins(position: Position, move: Move) -> bool:
    """Whether a move wins the game at once."""
    after = position.copy()
    after.play(move)
    return after.over and after.returns[move.player] == 1


def searcher(game: pyspiel.Game, simulations: int, seed: int) -> mcts.MCTSBot:
    """OpenSpiel's tree search, which judges positions by a random game from there."""
    dice = np.random.RandomState(seed)
    return mcts.MCTSBot(game, 1.5, simulations, mcts.RandomRolloutEvaluator(1, dice), random_state=dice)


def found(position: Position, simulations: int, seed: int) -> int:
    """What the tree search plays in a position of heXentafl."""
    game = openspiel("hexentafl", position=position.code.split()[-1])
    return int(searcher(game, simulations, seed).step(game.new_initial_state()))


def search(simulations: int, seed: int) -> list[float]:
    """A game of heXentafl: OpenSpiel's tree search against random moves; return the results."""
    dice = np.random.RandomState(seed)
    game = openspiel("hexentafl")
    player = searcher(game, simulations, seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        legal = state.legal_actions()
        state.apply_action(player.step(state) if state.current_player() == 0 else int(dice.choice(legal)))
    return list(state.returns())


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--rounds", type=int, default=300, help="rounds of CFR")
    parser.add_argument("--simulations", type=int, default=20, help="simulations for each move of the tree search")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    position = last_choice(chosen.seed)
    print(position)
    before, after = solve(position, chosen.rounds)
    print(f"What best answers gain: {before:.3f} against even odds, {after:.3f} after {chosen.rounds} rounds of CFR")
    chance, winning = last_chance(chosen.seed)
    print(chance)
    move = found(chance, 10 * len(chance.legal()), chosen.seed)
    verdict = "wins at once" if move in winning else "doesn't win at once"
    print(f"The tree search plays {chance.move(chance.actors[0], move).text}, which {verdict}")
    print(f"heXentafl, tree search against random moves: {search(chosen.simulations, chosen.seed)}")


if __name__ == "__main__":
    main()
