"""The solvers, against plain enumeration: forced wins, values of tables, exact values of moves."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.study.puzzle import shipped
from pizzabox.study.solving.exact import Exact, NotExact
from pizzabox.study.solving.matrix_game import held_to, saddle, secured, value
from pizzabox.study.solving.prover import Prover, Unsettled


def plainly(pos: Position, seat: int, turns: int) -> bool:
    """The same question in a few lines of plain Python, without anything of the solver."""
    if pos.over:
        return pos.returns[seat] == 1.0
    if turns == 0:
        return False
    mover = seat if seat in pos.actors else pos.actors[0]
    outcomes = []
    for code in pos.legal(mover).codes:
        trial = Position(pos.game, pos.state.copy())
        trial.play(code, mover)
        passed = mover == seat and not trial.over and seat not in trial.actors
        lucky = trial.state.rng != pos.state.rng
        outcomes.append(not lucky and plainly(trial, seat, turns - passed))
        if outcomes[-1] == (mover == seat):
            break
    return any(outcomes) if mover == seat else all(outcomes)


def walked(name: str, seed: int, steps: int, **options: object) -> Position:
    dice, pos = random.Random(seed), pizzabox.load(name, **options).start(seed)
    for _ in range(steps):
        trial = pos.copy()
        trial.play(dice.choice(pos.legal(pos.actors[0]).codes), pos.actors[0])
        if trial.over:
            break
        pos = trial
    return pos


@pytest.mark.parametrize(
    ("name", "options", "turns", "seeds"),
    [("hexentafl", {}, 2, 25), ("wars", {"setup": "short", "goal": 4}, 1, 10), ("theory", {"cap": 3}, 9, 40)],
)
def test_the_prover_says_what_plain_enumeration_says(name: str, options: dict, turns: int, seeds: int) -> None:  # type: ignore[type-arg]
    found = []
    for seed in range(seeds):
        pos = walked(name, seed, 15 if name == "theory" else 30, **options)
        pos.game.warm()
        seat, prover = pos.actors[0], Prover(pos.game)
        for t in range(1, turns + 1) if turns < 9 else (turns,):
            said = prover.forces(pos.state, seat, t)
            assert said == plainly(pos, seat, t), (seed, t)
            found.append(said)
    assert True in found and False in found


def test_a_move_that_draws_cards_proves_nothing() -> None:
    pos = pizzabox.load("shark").start(3)
    prover = Prover(pos.game)
    while True:
        seat = pos.actors[0]
        code = pos.legal(seat).codes[0]
        before = pos.state.copy()
        pos.play(code, seat)
        if pos.state.rng != before.rng:
            break
    assert not prover.after(before, seat, seat, code, 1)


def test_what_takes_too_long_stays_open() -> None:
    pos = pizzabox.load("hexentafl").start(1)
    with pytest.raises(Unsettled):
        Prover(pos.game, budget=50).forces(pos.state, 0, 4)


@pytest.mark.parametrize(
    ("rows", "worth"),
    [
        ([[Fraction(1, 2), 0, 1], [1, Fraction(1, 2), 0], [0, 1, Fraction(1, 2)]], Fraction(1, 2)),
        ([[1, 0], [0, 1]], Fraction(1, 2)),
        ([[3, 0], [1, 2]], Fraction(3, 2)),
        ([[2, -1], [-3, 4]], Fraction(1, 2)),
        ([[1, 1, 0], [0, 0, 1]], Fraction(1, 2)),
    ],
)
def test_tables_are_solved_exactly(rows: list[list[Fraction]], worth: Fraction) -> None:
    table = [[Fraction(entry) for entry in row] for row in rows]
    assert value(table) == worth
    assert value([[-entry for entry in column] for column in zip(*table, strict=True)]) == -worth


def test_values_lie_where_they_must_and_two_by_two_follow_the_formula() -> None:
    dice = random.Random(1)
    for _ in range(200):
        (a, b), (c, d) = table = [[Fraction(dice.randrange(-4, 5), 2) for _ in range(2)] for _ in range(2)]
        if saddle(table):
            assert value(table) == secured(table) == held_to(table)
        else:
            assert value(table) == (a * d - b * c) / (a + d - b - c)
    for _ in range(40):
        table = [[Fraction(dice.randrange(3), 2) for _ in range(6)] for _ in range(6)]
        assert secured(table) <= value(table) <= held_to(table)
        doubled = [*table, table[0]]
        assert value(doubled) == value(table), "a choice twice changes nothing"
        assert value([*table, [entry + 1 for entry in table[0]]]) >= value(table)


def test_a_last_secret_cut_is_counted_out() -> None:
    """Every cut against the rival's part of the equilibrium; against that part nothing else is worth more."""
    game, seen = pizzabox.load("theory", players=2, cap=5), 0
    game.warm()
    for seed in range(60):
        dice, pos = random.Random(seed), game.start(seed)
        while not pos.over and (pos.state.rounds < 4 or len(pos.actors) < 2):
            pos.play(dice.choice(pos.legal(pos.actors[0]).codes), pos.actors[0])
        if pos.over:
            continue
        try:
            values = Exact(game, 6).values(pos.state, 0)
            own, theirs = Exact(game, 6).answers(pos.state, 0)
        except NotExact:
            continue
        seen += 1
        for code, worth in values.items():
            trial = Position(game, pos.state.copy())
            trial.play(code, 0)
            trial.play(theirs, 1)
            assert trial.over and worth == Fraction(trial.returns[0] + 1) / 2
        assert values[own] == max(values.values())
        for reply in pos.legal(1).codes:
            trial = Position(game, pos.state.copy())
            trial.play(own, 0)
            trial.play(reply, 1)
            assert Fraction(trial.returns[0] + 1) / 2 >= values[own], "the rival gains nothing by another cut"
    assert seen >= 3


def test_games_for_more_are_not_counted_out() -> None:
    with pytest.raises(NotExact):
        Exact(pizzabox.load("theory"), 6)


@pytest.mark.parametrize("theme", ["escaped", "taken"])
def test_a_shipped_puzzle_holds_without_the_solver(theme: str) -> None:
    """Win in two: over every legal move, by plain enumeration alone."""
    game = pizzabox.load("hexentafl")
    game.warm()
    known = [one for one in shipped("hexentafl") if one.turns == 2 and one.theme == theme]
    found = min(known, key=lambda one: one.legal)
    pos, right = found.position(game), []
    for move in pos.legal(found.seat):
        trial = Position(game, pos.state.copy())
        trial.play(move.code, found.seat)
        if plainly(trial, found.seat, 1):
            right.append(move.text)
    assert tuple(right) == found.answers
    assert not plainly(pos, found.seat, 1)


def test_a_win_by_luck_is_no_forced_win() -> None:
    """A last turn of Pizza Shark: with the cards that happen to come more moves would win than are proven."""
    game = pizzabox.load("shark")
    game.warm()
    known = [one for one in shipped("shark") if one.kind == "forced"]
    found = min(known, key=lambda one: (len(one.line), one.legal))
    pos, right = found.position(game), []
    for move in pos.legal(found.seat):
        trial = Position(game, pos.state.copy())
        trial.play(move.code, found.seat)
        lucky = trial.state.rng != pos.state.rng
        if not lucky and plainly(trial, found.seat, 1):
            right.append(move.text)
    assert sorted(right) == sorted(found.answers)
