"""The analysis panels of each game and the brushes of its editor: what is counted, against brute force or the rules."""

from __future__ import annotations

import functools
import itertools
import math
import random
import re
from itertools import pairwise

import pytest

import pizzabox
from pizzabox.engine.errors import IllegalMove
from pizzabox.games.hexentafl import analysis as tafl
from pizzabox.games.pizzeria import analysis as pizzeria
from pizzabox.games.shark import analysis as shark
from pizzabox.games.theory import analysis as theory
from pizzabox.games.wars import analysis as wars
from pizzabox.study.analysis_board import board, painted, panels
from pizzabox.testing import advance
from tests.games.theory import referee
from tests.helpers import CASES, case_id, size, stations


@pytest.mark.parametrize("game", CASES, ids=case_id)
def test_every_position_has_panels_that_fit(game: pizzabox.Game) -> None:
    before = b""
    for pos in stations(game, 4, 6):
        before = bytes(pos.state)
        for panel in panels(pos):
            assert panel["title"] and all(len(row) == len(panel["head"]) for row in panel["rows"])
            assert all(isinstance(text, str) for text in panel["marks"].values())
        assert bytes(pos.state) == before, "an analysis changes nothing"


def theory_positions(players: int) -> list[pizzabox.Position]:
    """Positions of every phase: while toppings are added, while the die's is placed, with none or one cut chosen."""
    found = []
    for seed in range(size(2 if players == 2 else 1, 3)):  # two have two ways to play
        game = pizzabox.load(
            "theory", players=players, **({"unselected": "green"} if players == 2 and seed % 2 else {})
        )
        pos, dice = game.start(seed=seed), random.Random(seed)
        while pos.state.rounds < seed + 1 and not pos.over:
            advance(pos, dice)
        seen = set()
        while not pos.over and pos.state.rounds == seed + 1:
            kind = (pos.state.phase, pos.state.sealed.bit_count())
            if kind not in seen and kind[1] < 2:
                found.append(pos.copy())
            seen.add(kind)
            advance(pos, dice)
    phases = {pos.state.phase for pos in found}
    assert phases == ({0, 1, 2} if players == 2 else {0, 2})
    return found


@functools.cache
def theory_parts(cuts: tuple[int, ...]) -> list[set[tuple[int, int, int]]]:
    return referee.slices(dict(zip(("1st", "2nd", "3rd"), cuts, strict=True)))


Rounds = dict[tuple[int, ...], list[set[tuple[int, int, int]]]]


def theory_rounds(pos: pizzabox.Position) -> Rounds:
    """What every triple of cuts (red, green, white) does to the pizza, by the referee."""
    state = pos.data()["state"]
    order = [state["label"].index(label) for label in ("1st", "2nd", "3rd")]
    lie = {c: {referee.CUBES[name] for name in state["spaces"][i]} for i, c in enumerate(referee.COLOURS)}
    made = {}
    for cuts in itertools.product(range(1, 7), repeat=3):
        made[cuts] = list(referee.replaced(lie, theory_parts(tuple(cuts[order[label]] for label in range(3)))).values())
    return made


@functools.cache
def theory_known(players: int) -> list[tuple[pizzabox.Position, Rounds]]:
    """Those positions, each with all its rounds."""
    return [(pos, theory_rounds(pos)) for pos in theory_positions(players)]


@pytest.mark.parametrize("players", [2, 3])
def test_the_equilibrium_of_cuts_is_as_close_as_it_says(players: int) -> None:
    """Brute force: what each player gains at most by another cut, over all 216 rounds the referee plays."""
    gaps = []
    for pos, rounds in theory_known(players):
        s, found = pos.state, theory.equilibrium(pos.state)
        assert all(mix.sum() == pytest.approx(1) and mix.min() >= 0 for mix in found.mixes)
        gains = [0.0]
        for c in range(3):
            if s.cut[c]:
                assert found.mixes[c].tolist() == [float(k == s.cut[c]) for k in range(1, 7)], "it is cut already"
            elif c == s.spare:
                assert found.mixes[c].tolist() == pytest.approx([1 / 6] * 6), "its die is yet to roll"
            else:
                worth = [0.0] * 6
                for cuts, after in rounds.items():
                    odds = math.prod(found.mixes[k][cuts[k] - 1] for k in range(3) if k != c)
                    others = sum(len(after[k]) for k in range(3) if k != c) / 2
                    worth[cuts[c] - 1] += odds * (len(after[c]) - others)
                gains.append(max(worth) - sum(worth[k] * found.mixes[c][k] for k in range(6)))
        assert found.gap == pytest.approx(max(gains), abs=1e-9)
        gaps.append(found.gap)
        said = float(re.search(r"by (\d+\.\d\d) toppings at most", panels(pos)[0]["note"])[1])  # type: ignore[index]
        assert found.gap <= said + 1e-6 and said - found.gap < 0.01 + 1e-6
    gaps.sort()
    assert gaps[len(gaps) * 3 // 4] <= theory.CLOSE and gaps[-1] < 0.15


@pytest.mark.parametrize("players", [2, 3])
def test_the_toppings_expected_are_those_of_all_rounds(players: int) -> None:
    for pos, rounds in theory_known(players):
        mixes = theory.equilibrium(pos.state).mixes
        weights = {cuts: math.prod(mixes[c][cuts[c] - 1] for c in range(3)) for cuts in rounds}
        panel = panels(pos)[1]
        for c in range(3):
            mean = sum(weights[cuts] * len(after[c]) for cuts, after in rounds.items())
            assert float(panel["rows"][c][2]) == pytest.approx(mean, abs=0.0501)
        marked = set()
        for c, names in enumerate(pos.data()["state"]["spaces"]):
            for name in names:
                stays = sum(weights[cuts] for cuts, after in rounds.items() if referee.CUBES[name] in after[c])
                if stays < 0.5:
                    marked.add(name)
        assert set(panel["marks"]) == marked


def test_two_known_cuts_leave_one_player_the_best_answer() -> None:
    """Two players, the die rolled and the other's cut known: the mix is on lines that give most, exactly."""
    pos, rounds = next((p, r) for p, r in theory_known(2) if p.state.phase == theory.CUT and p.state.sealed)
    s = pos.state
    own = next(c for c in range(3) if not s.cut[c])
    worth = []
    for line in range(1, 7):
        cuts = tuple(line if c == own else s.cut[c] for c in range(3))
        after = rounds[cuts]
        worth.append(len(after[own]) - sum(len(after[c]) for c in range(3) if c != own) / 2)
    mix = theory.equilibrium(s).mixes[own]
    assert sum(share for share, value in zip(mix, worth, strict=True) if value == max(worth)) > 0.99
    assert min(worth) < max(worth), "a position in which it matters"


def test_divisions_are_ranked_by_what_the_slicer_gets() -> None:
    pos, dice = pizzabox.load("pizzeria", players=3).start(seed=2), random.Random(2)
    while pos.state.phase != pizzeria.DIVIDE:
        advance(pos, dice)
    s = pos.state
    values = pizzeria.worths(s)
    own = pizzeria.slicer(s)
    leads = []
    for row in panels(pos)[1]["rows"]:
        gets = [float(cell) for cell in row[1:]]
        leads.append(gets[own] - max(g for p, g in enumerate(gets) if p != own))
    assert all(a >= b - 0.21 for a, b in pairwise(leads))
    even = [[1.0] * s.ring for _ in values]
    assert sum(pizzeria.outcome(s, 0, even)) == s.ring, "every slice is somebody's"


def test_threats_of_wars_are_the_pranks_the_rules_allow() -> None:
    pos, dice = pizzabox.load("wars", setup="short").start(seed=3), random.Random(8)
    checked = 0
    for _ in range(120):
        if pos.over:
            break
        s = pos.state
        if s.phase == wars.MOVE:
            pranks = {m.text.split()[0] for m in pos.legal() if "x" in m.text and "+" not in m.text}
            seen = set()
            for slot in range(16 * s.side, 16 * s.side + s.team[s.side]):
                if s.where[slot] >= 0:
                    name = f"{wars.LETTERS[s.kind[slot]]}{wars.NAMES[s.where[slot]]}"
                    seen |= {f"{name}x{wars.NAMES[c]}" for c in wars.victims(s, slot, s.face[slot])}
            assert pranks == seen
            checked += len(pranks)
        advance(pos, dice)
    assert checked


def test_the_kings_way_is_one_he_can_walk() -> None:
    pos = pizzabox.load("hexentafl", size=5).position(
        {"state": {"king": "e5", "men": [], "foes": ["a1", "i9"], "turn": "defenders"}}
    )
    found = tafl.ways(pos.state)
    path = min(found.values(), key=len)
    assert len(path) - 1 == 1
    assert f"Ke5-{tafl.NAMES[path[1]]}" in pos.legal()


def test_odds_of_the_shark_grow_and_its_bite_is_counted() -> None:
    pos, dice = pizzabox.load("shark").start(seed=2), random.Random(2)
    for _ in range(60):
        advance(pos, dice)
    s = pos.state
    odds = shark.finish_odds(s, 0)
    assert odds == sorted(odds) and 0 <= odds[0] <= odds[-1] <= 1
    for p in range(2):
        bites = shark.losses(s, p)
        assert sum(bites.values()) == pytest.approx(1)
        assert max(bites) <= sum(s.stock[p, t] for t in range(3))


def test_a_brush_lays_pieces_and_refuses_what_cannot_be() -> None:
    game = pizzabox.load("hexentafl")
    pos = game.start(seed=1)
    with pytest.raises(pizzabox.BadPosition, match="at most"):
        painted(pos, "foe", "c5")
    freed = game.position(painted(pos, "empty", "b5")["position"])
    assert "c5" in painted(freed, "foe", "c5")["position"]["state"]["foes"]
    with pytest.raises(IllegalMove, match="King"):
        painted(pos, "foe", "e5")
    theory_pos = pizzabox.load("theory").start(seed=1)
    after = painted(theory_pos, "0", "d4")
    assert "d4" in after["position"]["state"]["spaces"][0]
    assert board(theory_pos)["brushes"][0][0] == "0"
