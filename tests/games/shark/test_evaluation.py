"""What bots see of Pizza Shark."""

from __future__ import annotations

import pytest

import pizzabox
from pizzabox.games.shark import evaluation
from pizzabox.games.shark.rules.actions import PASSING
from pizzabox.lab.win_shares import pairing, share
from tests.games.shark.table import BLACK, GREEN, hand, number, start, stock, tins, tray
from tests.helpers import bots_play


def worth(pos: pizzabox.Position) -> float:
    return pos.game.kernels.value(pos.state, pos.game.players)[GREEN]


def stopping(pos: pizzabox.Position) -> float:
    """What the position is worth if the rest of the turn is left."""
    after = pos.copy()
    after.play("done")
    return worth(after)


def test_progress_never_looks_like_a_loss() -> None:
    """The more of a turn is used the more it is worth to stop there, and using it is better than stopping."""
    pos = start("cheese", players=2)
    tray(pos, GREEN, h1b=("cheese", 0), h2b=("pepperoni", 0))
    pos.play("set cheese 1a")
    stock(pos, BLACK)
    hand(pos, GREEN, number(pos, "Triple Slice", "mushroom"), number(pos, "Chef's Whim", "cheese"))
    seen = [stopping(pos)]
    for move in ("take mushroom", "take mushroom", "take any cheese", "place any cheese 1a"):
        pos.play(move)
        assert worth(pos) > seen[-1]
        seen.append(stopping(pos))
    assert seen == sorted(seen)
    assert len(set(seen)) == len(seen)


def test_better_cards_and_more_anchovies_are_worth_more() -> None:
    pos = start("cheese", players=2)
    before = worth(pos)
    tins(pos, GREEN, 3)
    richer = worth(pos)
    hand(pos, GREEN, number(pos, "Pie Heist", "cheese"), number(pos, "Grand Buffet"))
    assert before < richer < worth(pos)


def test_the_value_is_a_share_and_teams_have_one() -> None:
    pos = start(players=4)
    values = pos.game.kernels.value(pos.state, 4)
    assert values[0] == values[2] and values[1] == values[3]
    assert sum(values) == pytest.approx(-2), "partners share a win, which is 0 to each of them"


def test_features_put_the_viewer_first() -> None:
    pos = start("cheese", "mushroom", "mushroom", players=2)
    for viewer in range(2):
        seen = pos.game.kernels.features(pos.view(viewer).state, viewer, evaluation.FEATURES)
        k = 5 * 8
        assert seen[k + 2 : k + 5].tolist() == pytest.approx([n / 10 for n in pos.state.stock.tolist()[viewer]])


@pytest.mark.parametrize("players", [2, 3])
def test_greedy_beats_random(players: int) -> None:
    """Facts: a plain one-step bot beats random play in 98 of 100 games of two, and needs about 20 turns."""
    game, wins, turns = pizzabox.load("shark", players=players), 0, 0
    game.warm()
    for seed in range(8):
        pos, seat = game.start(seed=seed), seed % players
        greedy, rest = pizzabox.bot("greedy", seed=seed), pizzabox.bot("random", seed=seed)
        while not pos.over:
            player = pos.actors[0]
            pos.play((greedy if player == seat else rest).choose(pos.view(player)), player)
        wins += pos.winners == (seat,)
        turns += pos.state.turns // players
    assert wins >= 7
    assert turns / 8 < 40


def test_a_gift_counts_before_it_changes_hands() -> None:
    """S8.4: naming a spare slice that the partner can place is better than keeping it, and the reverse is worse."""
    pos = start(players=4)
    while pos.state.phase != PASSING or not pos.actors:
        pos.play(pos.legal(pos.actors[0])[-1], pos.actors[0])
    giver = pos.actors[0]
    mate = (giver + 2) % 4
    pos.state.gift[mate] = 0
    for cheese, better in ((True, "pass"), (False, "keep")):
        pos.state.stock[giver, 0] = 30 if cheese else 1
        pos.state.stock[mate, 0] = 0 if cheese else 30
        worths = {}
        for move in ("pass cheese", "keep"):
            after = pos.copy()
            after.play(move, giver)
            worths[move.split()[0]] = after.game.kernels.value(after.state, 4)[giver]
        assert max(worths, key=worths.__getitem__) == better


def test_a_greedy_team_finishes_when_it_can() -> None:
    """A shared win must look better than any position on the way to it."""
    game = pizzabox.load("shark", players=4)
    seatings = pairing(game.teams) * 4
    outcomes = [bots_play(game, ("greedy", "apprentice"), one, seed) for seed, one in enumerate(seatings)]
    assert share(outcomes).share >= 0.75
