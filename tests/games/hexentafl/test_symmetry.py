"""Turning and mirroring the board: the rules see no difference, and moves are equal where nothing else differs."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import numpy as np
import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.hexentafl import symmetry
from pizzabox.games.hexentafl.board import BY_NAME, CELLS
from pizzabox.games.hexentafl.evaluation import label
from pizzabox.games.hexentafl.state import State
from pizzabox.games.hexentafl.symmetry import ESSENCE, HEX, WAYS, counterpart, embody, equal_moves, essence, symmetries
from tests.games.hexentafl.test_rules import at
from tests.helpers import size as sample
from tests.helpers import walk

Cells = tuple[int, int, int, int]
"""Men, attackers, the King's hex and the side to move."""


def seen(s: State, way: int = 0) -> list[int]:
    out = [0] * ESSENCE
    essence(s, way, out)
    return out


def laid(pos: Position, way: int) -> Position:
    """The same position on a board that lies another way, standing for the first time."""
    state = pos.state.copy()
    embody(state, seen(pos.state, way))
    return Position(pos.game, state)


@pytest.mark.parametrize("options", [{}, {"size": 5}, {"first": "attackers", "games": 2}])
def test_the_rules_see_no_difference(options: dict[str, object]) -> None:
    """Symmetry maps legal moves to legal moves and results to results, in all twelve ways."""
    game, dice = pizzabox.load("hexentafl", **options), random.Random(1)
    game.warm()
    captured = ended = 0
    for seed in range(sample(3, 8)):
        for pos in walk(game, seed):
            if pos.over:
                break
            way = dice.randrange(WAYS)
            fresh, other = laid(pos, 0), laid(pos, way)
            codes = pos.legal().codes
            images = {code: counterpart(pos.state, way, code) for code in codes}
            assert sorted(images.values()) == sorted(other.legal().codes)
            assert fresh.legal().codes == codes
            for code in dice.sample(codes, min(sample(3, 6), len(codes))):
                after, image = fresh.copy(), other.copy()
                after.play(code)
                image.play(images[code])
                new = after.state.game > pos.state.game  # set up as ever, whichever way the last game lay
                assert seen(after.state, 0 if new else way) == seen(image.state)
                assert (after.over, after.returns) == (image.over, image.returns)
                captured += bool(after.state.taken)
                ended += after.over or new
    assert captured > 10 and ended > 0


def test_ways_are_twelve_and_lose_nothing() -> None:
    assert len({tuple(row) for row in HEX.tolist()}) == WAYS
    assert HEX[0].tolist() == list(range(len(CELLS)))
    for row in HEX.tolist():
        assert sorted(row) == list(range(len(CELLS)))


def test_a_way_that_is_none_is_noticed() -> None:
    """A board with two hexes exchanged would be seen: moves go where none are legal."""
    pos = pizzabox.load("hexentafl").start(1)
    wrong = HEX.copy()
    man, beside = BY_NAME["d5"], BY_NAME["c5"]
    wrong[1, [man, beside]] = wrong[1, [beside, man]]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symmetry, "HEX", wrong)
        other = laid(pos, 1)
        codes = {counterpart(pos.state, 1, code) for code in pos.legal().codes}
    assert codes != set(other.legal().codes)


def test_an_essence_is_the_position_and_nothing_else() -> None:
    """Positions differ exactly where their essences do, whatever came before."""
    by_essence: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for seed in range(4):
        for pos in walk(pizzabox.load("hexentafl", games=2), seed):
            s = pos.state
            whole = (s.king, s.men, s.foes, s.turn, s.game, *s.wins)
            by_essence.setdefault(tuple(seen(s)), set()).add(whole)
            assert seen(laid(pos, 0).state) == seen(s)
            assert laid(pos, 0).state.quiet == 0
    assert all(len(found) == 1 for found in by_essence.values()) and len(by_essence) > 100
    assert len(set().union(*by_essence.values())) == len(by_essence)


@cache
def turned(cells: Cells, way: int) -> Cells:
    men, foes, king, turn = cells
    moved = [sum(1 << int(HEX[way, i]) for i in range(len(CELLS)) if bits >> i & 1) for bits in (men, foes)]
    return moved[0], moved[1], int(HEX[way, king]), turn


@pytest.mark.parametrize("size", [4, 5])
def test_moves_are_equal_where_the_whole_game_is_symmetric_and_nowhere_else(size: int) -> None:
    """Against the positions that were really met since the last capture."""
    game, plain, mirrored = pizzabox.load("hexentafl", size=size), 0, 0
    for seed in range(6):
        met: list[Cells] = []
        for pos in walk(game, seed):
            if pos.over:
                break
            here = (pos.state.men, pos.state.foes, pos.state.king, pos.state.turn)
            past = met[len(met) - pos.state.quiet :]
            met.append(here)
            ways = [
                way
                for way in range(WAYS)
                if turned(here, way) == here and Counter(turned(p, way) for p in past) == Counter(past)
            ]
            plain += len(ways) == 1
            mirrored += len(ways) > 1
            if len(ways) == 1 and plain % sample(4, 1):
                continue  # most positions have no symmetry
            codes = pos.legal().codes
            kinds = {frozenset(counterpart(pos.state, way, code) for way in ways) for code in codes}
            assert {frozenset(group) for group in equal_moves(pos.state, codes)} == kinds
    assert plain > 20 and mirrored > 5


def test_a_past_without_symmetry_makes_moves_differ() -> None:
    """The start stands again, but what could come back is not symmetric."""
    pos = pizzabox.load("hexentafl").start(1)
    assert len(equal_moves(pos.state, pos.legal().codes)) == 7
    for text in ("Ke5-f5", "h8-h7", "Kf5-e5", "h7-h8"):
        pos.play(text)
    assert len(equal_moves(pos.state, pos.legal().codes)) == len(pos.legal()) == 36
    assert len(equal_moves(laid(pos, 0).state, pos.legal().codes)) == 7


def test_a_position_without_symmetry_pools_nothing() -> None:
    pos = at("d5", ["e4"], ["b5", "h8"], turn="defenders")
    assert len(equal_moves(pos.state, pos.legal().codes)) == len(pos.legal())


def test_a_past_that_no_moves_lead_to_is_no_symmetry() -> None:
    pos = pizzabox.load("hexentafl").start(1)
    pos.play("d5-c5")
    pos.state.past[0] = 12345
    assert len(equal_moves(pos.state, pos.legal().codes)) == len(pos.legal())


def test_compiled_and_plain_essences_are_the_same() -> None:
    game = pizzabox.load("hexentafl")
    compiled = game.kernels.specialised(essence)
    for pos in walk(game, 3):
        for way in range(WAYS):
            out = np.zeros(ESSENCE, np.uint64)
            compiled(pos.state.raw, way, out)
            assert out.tolist() == seen(pos.state, way)


@pytest.mark.parametrize("options", [{}, {"size": 5}, {"first": "attackers", "games": 2}])
def test_what_a_learner_sees_goes_along(options: dict[str, object]) -> None:
    """In whichever way the board lies, its features and the labels of its moves are found where `symmetries` says."""
    game, dice = pizzabox.load("hexentafl", **options), random.Random(2)
    game.warm()
    columns, labels = symmetries(game.options)
    assert len(columns) == len(labels) == WAYS == len(np.unique(columns, axis=0)) == len(np.unique(labels, axis=0))
    moved = 0
    for seed in range(sample(2, 4)):
        for pos in walk(game, seed):
            if pos.over:
                break
            player, way = pos.actors[0], dice.randrange(WAYS)
            fresh, other = laid(pos, 0).state, laid(pos, way).state
            seen, again = (game.kernels.features(s, player, game.features) for s in (fresh, other))
            assert seen[columns[way]].tolist() == again.tolist()
            moved += seen.tolist() != again.tolist()
            for code in pos.legal().codes:
                image = label(other, player, counterpart(pos.state, way, code))
                assert labels[way, image] == label(pos.state, player, code)
    assert moved > 100
