"""Random positions of Pizza Wars with many or few pieces, and games from them beside the referee."""

from __future__ import annotations

import random
from typing import Any

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.wars import board, rules
from pizzabox.games.wars.board import NAMES, PERIOD
from pizzabox.games.wars.rules import AGENT
from pizzabox.games.wars.rules.territory import held_by
from tests.games.wars.referee import CELLS, SIDES
from tests.games.wars.referee import NAMES as HEXES
from tests.games.wars.test_referee import agree, judge_of


def scattered(dice: random.Random, options: dict[str, Any], crowd: int) -> Position:
    """At most this many pieces of each side on random hexes, goals as near as can be, anybody's turn."""
    game = pizzabox.load("wars", **options)
    s = game.start(seed=dice.randrange(1 << 30)).state
    hexes = dice.sample(range(37 * (2 + s.boards3)), 42)
    for c in range(111):
        s.at[c] = 0
    for side in range(2 + s.boards3):
        s.team[side] = min(s.team[side], crowd)
        for slot in range(16 * side, 16 * side + 16):
            here = slot & 15 < s.team[side]
            s.where[slot] = hexes.pop() if here else -1
            s.kind[slot] = s.kind[slot] if here else -1
            s.face[slot] = dice.randrange(PERIOD[s.kind[slot]]) if here else 0
            if here:
                s.at[s.where[slot]] = slot + 1
    s.opening = dice.randrange(2)
    s.player = s.side = dice.randrange(s.players)
    if s.agent and not s.opening and dice.random() < 0.6:
        s.side = AGENT
    for p in range(s.players):
        held = held_by(s, p)
        s.goal[p] = max(1, held + dice.choice([1, 1, 2, 3]))
        s.best[p] = held
    s.past[0] = rules.mark(s)
    return Position(game, s)


def crowded(dice: random.Random, players: int) -> Position:
    """Pieces of three boards close together, goals within reach, sometimes a player who is out."""
    options: dict[str, Any] = {"players": 3} if players == 3 else {"agent": True, "setup": "customers"}
    pos = scattered(dice, options, dice.choice([3, 6]))
    s = pos.state
    if players == 3 and dice.random() < 0.5:
        s.out = 1 << dice.choice([p for p in range(3) if p != s.player])
    for p in range(s.players):
        s.goal[p] = max(1, held_by(s, p) + dice.choice([0, 1, 2]))
    return pos


def referee_of(pos: Position) -> Any:
    judge = judge_of(pos)
    s = pos.state
    judge.side, judge.opening = SIDES[s.side], bool(s.opening)
    judge.goals = {SIDES[p]: s.goal[p] for p in range(s.players)}
    judge.best = {SIDES[p]: s.best[p] for p in range(s.players)}
    judge.seen = [judge.key()]
    return judge


def follow(pos: Position, judge: Any, dice: random.Random, moves: int) -> None:
    """Play on at random while position and referee agree."""
    for _ in range(moves):
        agree(pos, judge)
        assert pos.game.kernels.moves(pos.state, (pos.state.player + 1) % pos.game.players) == []
        if pos.over or not judge.legal():
            return
        legal = sorted(judge.legal())
        eager = [t for t in legal if "x" in t or "+" in t]
        text = dice.choice(eager if eager and dice.random() < 0.4 else legal)
        before = {n: CELLS[n] in judge.army for n in HEXES.values()}
        spun = pos.state.phase == rules.SPUN
        pos.play(text)
        judge.play(text)
        s = pos.state
        if s.phase != rules.SPUN and text[-1] not in "<>":
            a, b = text.split()[0][1:].replace("x", "-").split("-")
            assert (NAMES[s.last_from], NAMES[s.last_to]) == (a, b)
            assert s.at[s.last_to] == s.last_slot + 1 and s.at[s.last_from] == 0
            assert (s.last_victim >= 0) == before[b] == ("x" in text)
            assert s.last_victim < 0 or s.where[s.last_victim] == -1
            card = text.partition(" +")[2] or ("spin" if spun else "")
            assert (s.used, s.turned) == (board.CARDS.index(card) if card else -1, -1)
        if not pos.over:
            assert s.quiet == sum(judge.quiet.values())
            assert [s.taken[i] for i in range(3)] == [judge.taken[side] for side in SIDES]
