"""The game against the slow referee: every state of 58 random games, in the long run of 1,000."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.game import Game
from tests.games.shark.referee import CARDS, HALVES, SEATS, TYPES, Referee
from tests.helpers import legal_texts, size

SETS: list[tuple[dict[str, Any], int]] = [
    ({"players": 2, "cap": 20}, size(10, 200)),
    ({"players": 3, "cap": 12}, size(8, 150)),
    ({"players": 4, "cap": 8}, size(8, 150)),
    ({"players": 2, "goals": True, "cap": 25}, size(8, 150)),
    ({"players": 3, "goals": True, "halves": False, "cap": 15}, size(5, 100)),
    ({"players": 4, "goals": True, "extra": 1, "cap": 12}, size(6, 120)),
    ({"players": 2, "halves": False, "goals": True}, size(8, 80)),
    ({"players": 4}, size(5, 50)),
]


def eager(dice: random.Random, texts: list[str]) -> str:
    """A random move that likes to place and to use what it has, so that trays fill up and games are won."""
    good = [t for t in texts if t.split()[0] in ("set", "place", "heist")]
    if good and dice.random() < 0.8:
        return dice.choice(good)
    going = [t for t in texts if t not in ("done", "draw", "end")]
    return dice.choice(going if going and dice.random() < 0.7 else texts)


def agree(referee: Referee, s: Any) -> None:
    kinds, filled, stock, owned = s.half.tolist(), s.filled.tolist(), s.stock.tolist(), s.own.tolist()
    hands, used, draw, trash = s.hand.tolist(), s.spent.tolist(), s.draw, s.trash
    for p, me in enumerate(referee.players):
        assert [me.kind[h] for h in HALVES] == [TYPES[k - 1] if k else None for k in kinds[p]]
        assert [me.filled[h] for h in HALVES] == filled[p]
        assert [me.stock[t] for t in TYPES] == stock[p]
        assert me.anchovies == s.tins[p]
        assert me.placed == s.placed[p]
        own = owned[p]
        shown = [own[i] for i in hands[p] if i >= 0]
        spent = {own[i] for i in range(6) if used[p] >> i & 1}
        if referee.winners is None:
            assert me.hand == shown
            assert me.discard == spent - set(shown)
            assert sum(me.icons.values()) == sum(s.left.tolist()[p])
            assert sum(me.goal_icons.values()) == sum(s.bonus.tolist()[p])
        assert len(own) == 6 == len(set(own))
    assert [referee.supply[t] for t in TYPES] == list(s.supply)
    assert [referee.maw[t] for t in (*TYPES, "anchovy")] == list(s.maw)
    assert referee.anchovies == s.can
    assert [-1 if c is None else c for c in referee.rail] == list(s.rail)
    assert {c for c in range(63) if draw >> c & 1} == referee.main
    assert {c for c in range(63) if trash >> c & 1} == referee.trash
    assert {TYPES[t]: s.claimed[t] for t in range(3) if s.claimed[t] >= 0} == referee.claimed
    assert s.turns == referee.turns


def follow(game: Game, seed: int) -> Referee:
    dice, pos = random.Random(seed), game.start(seed=seed)
    options = game.options
    referee = Referee(pos.state, game.players, bool(options["goals"]), int(options["extra"]), int(options["cap"]))
    while True:
        agree(referee, pos.state)
        assert list(pos.actors) == referee.actors()
        for p in range(game.players):
            assert set(legal_texts(pos, p)) == referee.legal(p)
        if pos.over:
            break
        player = dice.choice(pos.actors)
        text = eager(dice, legal_texts(pos, player))
        pos.play(text, player)
        referee.play(player, text, pos.state)
    assert list(pos.winners) == referee.winners
    return referee


@pytest.mark.rule("S4.2", "S4.9", "S5.3", "S5.10", "S8.3", "S1.5")
@pytest.mark.parametrize(("options", "games"), SETS, ids=str)
def test_the_referee_agrees_with_every_state(options: dict[str, Any], games: int) -> None:
    game = pizzabox.load("shark", **options)
    game.warm()
    won = sum(max(me.placed for me in follow(game, seed).players) == 24 for seed in range(games))
    assert won or int(game.options["cap"]) < 60, "some games must be won outright"


def test_the_sample_is_large_enough() -> None:
    assert sum(n for _, n in SETS) == size(58, 1000)
    assert len(CARDS) == 69
    assert len(SEATS) == 4
