"""Who can force a win at all: against plain counting backwards, with proofs that are gone through and broken ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from io import StringIO
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

import pizzabox
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.position import Position
from pizzabox.games.hexentafl import board
from pizzabox.games.hexentafl.symmetry import embody
from pizzabox.study.solving.proof_check import Flaw, check
from pizzabox.study.solving.solver import Solution, Solver, Status
from tests.cli.helpers import run
from tests.games.hexentafl.referee import FOE, KING, Cell, Referee, name
from tests.games.hexentafl.test_rules import at

DEFENDERS, ATTACKERS = 0, 1
SIDES = ("defenders", "attackers")
Lone = tuple[Cell, Cell, str]
"""The King, one attacker and the side to move."""


def solved(pos: Position, seat: int, positions: int = 200_000) -> Solution:
    return Solver(pos.game, pos.state, seat, positions).search(120)


def referee(king: Cell, foe: Cell, side: str) -> Referee:
    judge = Referee(4, side)
    judge.at = {king: KING, foe: FOE}
    judge.seen = {}
    return judge


def follow_ups() -> dict[Lone, list[Lone | str]]:
    """What the slow referee says can follow each position of the King and one attacker: another, or who has won."""
    follows: dict[Lone, list[Lone | str]] = {}
    judge = Referee(4, "defenders")
    inner = [c for c in judge.cells if c not in judge.corners]
    for king in inner:
        for foe in judge.cells - {king, (0, 0)}:
            for side in SIDES:
                after: list[Lone | str] = []
                for text in referee(king, foe, side).legal():
                    trial = referee(king, foe, side)
                    trial.play(text)
                    where = {piece: cell for cell, piece in trial.at.items()}
                    after.append(trial.result or (where[KING], where[FOE], trial.side))
                follows[king, foe, side] = after
    return follows


def won_by(side: str, follows: dict[Lone, list[Lone | str]]) -> set[Lone]:
    """Where a side wins, counted backwards over all positions."""
    won: set[Lone] = set()
    while True:
        more = {
            here
            for here, after in follows.items()
            if here not in won and (any if here[2] == side else all)(one == side or one in won for one in after)
        }
        if not more:
            return won
        won |= more


def test_it_says_what_counting_backwards_says() -> None:
    follows = follow_ups()
    won = [won_by(side, follows) for side in SIDES]
    inner = sorted({king for king, _, _ in follows})
    said = []
    for number, (king, other) in enumerate(pairwise(inner)):
        here = (king, other if other != (0, 0) else inner[0], SIDES[number % 2])
        pos = at(name(king), [], [name(here[1])], turn=here[2])
        for seat in (DEFENDERS, ATTACKERS):
            solution = solved(pos, seat, 5000)
            said.append(solution.status)
            assert solution.status is (Status.FORCED if here in won[seat] else Status.HELD), here
            assert check(solution, pos.state).whole
    assert set(said) == {Status.FORCED, Status.HELD}


def plays_on(pos: Position, solution: Solution) -> int:
    """Play a forced win by the real rules against every answer; how many games that were."""
    if pos.over:
        assert pos.returns[solution.seat] == 1.0
        return 1
    if pos.actors[0] == solution.seat:
        again = Solver(pos.game, pos.state, solution.seat, 50_000).search(60)
        assert again.status is Status.FORCED
        state = pos.state.copy()
        embody(state, again.essences[0].tolist())
        moved = Position(pos.game, state)
        moved.play(int(again.codes[0]))
        return plays_on(moved, solution)
    games = 0
    for code in pos.legal().codes:
        after = pos.copy()
        after.play(code)
        games += plays_on(after, solution)
    return games


def test_a_forced_win_is_won_against_every_answer() -> None:
    pos = at("c4", [], ["h8", "e8"], turn="defenders")
    solution = solved(pos, DEFENDERS)
    assert solution.status is Status.FORCED and 1 < solution.longest < 12
    assert plays_on(pos, solution) > 10
    assert solved(pos, ATTACKERS).status is Status.HELD, "what one side wins the other doesn't"


def test_the_king_alone_holds_two_attackers_and_they_him() -> None:
    pos = at("e5", [], ["b2", "b5"])
    for seat in (DEFENDERS, ATTACKERS):
        solution = solved(pos, seat)
        assert solution.status is Status.HELD and solution.longest == 0
        assert check(solution, pos.state).whole
        assert not check(solution, pos.state, sample=5).whole


def test_what_is_cut_short_stays_open() -> None:
    pos = pizzabox.load("hexentafl").start(1)
    small = Solver(pos.game, pos.state, DEFENDERS, 200)
    solution = small.search(60)
    assert solution.status is Status.OPEN and small.full and len(solution.essences) == solution.longest == 0
    hurried = Solver(pos.game, pos.state, DEFENDERS, 100_000)
    assert hurried.search(0).status is Status.OPEN and not hurried.full
    with pytest.raises(Flaw, match="still open"):
        check(solution, pos.state)


def test_a_win_that_takes_longer_than_the_rules_allow_is_none() -> None:
    pos = at("c4", [], ["h8", "e8"], turn="defenders")
    longest = solved(pos, DEFENDERS).longest
    for patience, status in ((longest, Status.FORCED), (1, Status.OPEN)):
        game = pos.game.with_options(size=4)
        object.__setattr__(game, "patience", patience)
        assert Solver(game, pos.state, DEFENDERS, 50_000).search(60).status is status


def test_it_finds_the_same_again_and_can_go_on() -> None:
    pos = at("e5", [], ["b2", "b5"])
    once, twice = solved(pos, ATTACKERS), solved(pos, ATTACKERS)
    assert (once.positions, once.tried) == (twice.positions, twice.tried)
    assert np.array_equal(once.essences, twice.essences)
    solver = Solver(pos.game, pos.state, ATTACKERS, 50_000)
    assert solver.search(0).status is Status.OPEN
    assert solver.search(60).status is Status.HELD


PLAIN = """
from pizzabox.study.solving.proof_check import check
from pizzabox.study.solving.solver import Solver
from tests.games.hexentafl.test_rules import at
pos = at("e5", [], ["b2"], turn="defenders")
for seat in (0, 1):
    found = Solver(pos.game, pos.state, seat, 3000).search(100)
    print(found.status.value, found.positions, found.tried, found.longest, check(found, pos.state).positions)
"""


def test_plain_and_compiled_search_alike() -> None:
    with redirect_stdout(StringIO()) as compiled:
        exec(PLAIN, {})
    known = {**os.environ, "PIZZABOX_BACKEND": "python"}
    done = subprocess.run([sys.executable, "-c", PLAIN], capture_output=True, text=True, env=known, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout == compiled.getvalue() and done.stdout.startswith("forced")


def test_a_broken_proof_is_noticed() -> None:
    forced = at("c4", [], ["h8", "e8"], turn="defenders")
    won = solved(forced, DEFENDERS)
    held = at("e5", [], ["b2", "b5"])
    kept = solved(held, ATTACKERS)
    first = won.essences[:1]
    for state, broken in (
        (forced.state, replace(won, within=np.ones_like(won.within))),
        (forced.state, replace(won, essences=first, codes=won.codes[:1], within=won.within[:1])),
        (forced.state, replace(won, status=Status.HELD)),
        (held.state, replace(kept, essences=kept.essences[:3])),
        (held.state, replace(kept, status=Status.FORCED)),
        (held.state, won),
    ):
        with pytest.raises(Flaw):
            check(broken, state)
    assert check(won, forced.state).whole and check(kept, held.state).whole


@pytest.mark.parametrize("game", ["theory", "shark", "wars"])
def test_other_games_are_refused(game: str) -> None:
    pos = pizzabox.load(game).start(1)
    with pytest.raises(PizzaboxError, match="can't be solved"):
        Solver(pos.game, pos.state, 0, 1000)


def test_the_command_says_what_is_proven_and_what_is_not(tmp_path: Path) -> None:
    file = tmp_path / "two.json"
    file.write_text(at("e5", [], ["b2", "b5"]).json(), encoding="utf-8")
    done = run("lab", "solve", str(file))
    assert done.code == 0 and done.out.count("can't force a win") == 2 and "So it's a draw" in done.out
    told = json.loads(run("lab", "solve", str(file), "--seat", "attackers", "--json").out)
    assert [(one["seat"], one["outcome"], one["whole"]) for one in told] == [("attackers", "held", True)]
    cut = run("lab", "solve", "hexentafl", "--positions", "50", "--minutes", "1")
    assert cut.code == 0 and cut.out.count("It isn't known") == 2 and "draw" not in cut.out
    assert run("lab", "solve", "theory").code == 2


def test_hexes_of_the_referee_are_those_of_the_board() -> None:
    assert {name(c) for c in Referee(4, "defenders").cells} == {
        board.NAMES[i] for i in range(board.N) if int(board.ALL[0]) >> i & 1
    }
