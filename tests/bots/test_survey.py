"""What a person hears about moves: equally many visits, equal by symmetry, true where the truth can be counted."""

from __future__ import annotations

import numpy as np
import pytest

import pizzabox
from pizzabox.bots import Effort, Idea, Search, Thought, survey
from pizzabox.bots.move_comparison import FINALISTS, plan
from pizzabox.bots.thought import FLOOR
from pizzabox.engine.position import Position
from pizzabox.games.hexentafl.symmetry import equal_moves
from tests.bots.test_search import last_cuts, payoffs
from tests.helpers import walk


def told(pos: Position, simulations: int, player: int | None = None, also: tuple[int, ...] = ()) -> Thought:
    return survey(pos.view(pos.actors[0] if player is None else player), simulations=simulations, seed=1, also=also)


def groups(pos: Position) -> list[set[str]]:
    """The legal moves of a position of heXentafl that its symmetry makes equal, by their texts."""
    legal = {move.code: move.text for move in pos.legal()}
    return [{legal[code] for code in group} for group in equal_moves(pos.state, list(legal))]


def test_moves_equal_by_symmetry_have_one_number() -> None:
    """The start of heXentafl can be turned by a third and mirrored: its 36 moves are of seven kinds."""
    pos = pizzabox.load("hexentafl").start(seed=1)
    thought = told(pos, 4000)
    kinds = groups(pos)
    assert sorted(map(len, kinds)) == [3, 3, 6, 6, 6, 6, 6] and {"d5-c5", "e4-e3", "f6-g7"} in kinds
    for kind in kinds:
        same = [idea for idea in thought.ideas if idea.move.text in kind]
        assert len({(idea.value, idea.visits, idea.known) for idea in same}) == 1
    assert len({idea.value for idea in thought.ideas if idea.known}) > 3, "others differ"
    assert len(thought.distinct()) == 7
    assert {move.text for move in thought.equals(thought.distinct()[0])} < set().union(*kinds)


def test_a_mirrored_answer_has_the_same_number() -> None:
    """After a move straight outwards the position has a mirror, and so has all that is remembered."""
    pos = pizzabox.load("hexentafl").start(seed=1)
    pos.play("d5-c5")
    kinds = groups(pos)
    assert sorted(map(len, kinds)) == [1, 1, *[2] * 15]
    thought = told(pos, 4000)
    for kind in kinds:
        assert len({(i.value, i.visits, i.known) for i in thought.ideas if i.move.text in kind}) == 1
    pos.play("b5-b4")
    assert len(groups(pos)) == len(pos.legal()), "nothing is equal any more"


@pytest.mark.parametrize("name", pizzabox.names())
@pytest.mark.parametrize("simulations", [20, 300, 3000])
def test_nothing_is_told_that_was_hardly_looked_at(name: str, simulations: int) -> None:
    pos = pizzabox.load(name).start(seed=5)
    played = pos.legal().codes[-1]
    thought = told(pos, simulations, also=(played,))
    known = [idea for idea in thought.ideas if idea.known]
    assert all(idea.visits >= FLOOR for idea in known)
    assert len({idea.visits for idea in known}) <= 1, "moves are compared by equally many visits"
    assert bool(known) == (simulations == 3000)
    assert thought.simulations <= simulations + len(thought.ideas)
    for idea in thought.ideas:
        assert (idea.data()["value"] is None) is not idea.known
    if simulations == 3000:
        assert thought.best.known and next(i for i in known if i.move.code == played), "whoever asks for a move gets it"
        assert [i.value for i in known] == sorted((i.value for i in known), reverse=True)
        assert thought.chances == pytest.approx(thought.best.chances), "a position is worth what its best move is worth"
        assert thought.best.chances[thought.seat] == thought.best.value


def test_a_search_that_plays_does_not_do_so() -> None:
    """The reason for all this: it looks at one move nearly all the time."""
    pos = pizzabox.load("hexentafl").start(seed=1)
    thought = Search(1, effort=Effort(simulations=10_000)).think(pos.view(0))
    assert thought.best.visits > 0.9 * 10_000 and thought.ideas[-1].visits < FLOOR
    assert thought.ideas[-1].data()["value"] is None


def winning(pos: Position) -> bool:
    """Whether the player to move can win at once."""
    kernels, player = pos.game.kernels, pos.actors[0]
    for code in pos.legal(player).codes:
        after = pos.state.copy()
        kernels.play(after, player, code)
        if kernels.over(after) and kernels.returns(after, 2)[player] == 1.0:
            return True
    return False


def decided() -> tuple[Position, int, tuple[int, ...]]:
    """A position of heXentafl, a move that wins at once and three that let the other win at once, by brute force."""
    game = pizzabox.load("hexentafl")
    for seed in range(60):
        *_, last = walk(game, seed)
        step = last.steps[-1]
        if last.over and last.winners == (step.player,):
            state = game.state()
            state.load(step.before)
            pos = Position(game, state)
            lost = []
            for code in pos.legal().codes:
                after = pos.copy()
                after.play(code)
                if not after.over and winning(after):
                    lost.append(code)
            if len(lost) >= 3:
                return pos, step.code, tuple(lost[:3])
    raise AssertionError("no such position was met")


def test_longer_thinking_comes_closer_to_what_can_be_counted() -> None:
    """heXentafl: a move that wins is 100%, one that loses to the next move comes down to 0%."""
    pos, won, lost = decided()
    errors = []
    for simulations in (2500, 40_000):
        values = {i.move.code: i for i in told(pos, simulations, also=(won, *lost)).ideas}
        assert values[won].known and values[won].value == 1.0
        assert all(values[code].known for code in lost)
        errors.append(max(values[code].value for code in lost))
    assert errors[1] < errors[0] and errors[1] < 0.1


def solved(table: np.ndarray) -> float:
    """What a zero-sum game is worth to the first player, by regret matching on the whole table; it checks itself."""
    regrets = [np.zeros(n) for n in table.shape]
    played = [np.zeros(n) for n in table.shape]
    for t in range(1, 2000):
        now = [np.maximum(r, 0) / r.sum() if r.sum() > 0 else np.full(len(r), 1 / len(r)) for r in regrets]
        gains = table @ now[1], -(now[0] @ table)
        for i in (0, 1):
            regrets[i] = np.maximum(0, regrets[i] + gains[i] - now[i] @ gains[i])
            played[i] += t * now[i]
    high = (table @ (played[1] / played[1].sum())).max()
    low = (played[0] / played[0].sum() @ table).min()
    assert high - low < 1e-3
    return float(high + low) / 2


@pytest.mark.parametrize("seed", [13, 15, 16, 24, 31])
def test_secret_cuts_come_closer_to_their_equilibrium(seed: int) -> None:
    """Pizza Theory, last cuts that are zero-sum and must be mixed: the chance told is what the game is worth."""
    pos = last_cuts(seed)
    table = payoffs(pos)
    assert abs(table.sum(axis=0)).max() < 1e-9
    worth = (1.0 + solved(table[0])) / 2.0
    for simulations, error in ((2000, 0.08), (60_000, 0.015)):
        thought = told(pos, simulations, 0)
        assert thought.secret and all(idea.known for idea in thought.ideas)
        assert thought.chances[0] == pytest.approx(worth, abs=error)
        assert max(idea.value for idea in thought.ideas) < worth + error, "no cut is told to bring more than can be had"
        assert thought.chances[0] == pytest.approx(sum(idea.weight * idea.value for idea in thought.ideas))


def test_a_secret_move_that_is_tried_teaches_nobody() -> None:
    """Whoever chooses beside it cannot know of it: the mix stays as the search ahead left it."""
    pos = last_cuts(1)
    view = pos.view(0)
    bot = Search(1, effort=Effort(simulations=4000))
    bot.think(view)
    tree = bot._trees[0]
    regrets = tree.part[:, 3:5].copy()
    before = tree.spread[0]
    tree.grow(view, 99, 500, 2)
    assert tree.spread[0] == before + 500
    assert (tree.part[:, 3:5] == regrets).all()
    tree.grow(view, 99, 500)
    assert not (tree.part[:, 3:5] == regrets).all()


def test_a_line_goes_on_as_far_as_it_is_known() -> None:
    pos = pizzabox.load("hexentafl").start(seed=1)
    lines = [idea for idea in told(pos, 30_000).ideas if idea.line]
    assert lines
    for idea in lines:
        trial = pos.copy()
        trial.play(idea.move)
        for move in idea.line:
            assert trial.play(move.text).player == move.player
    cut = last_cuts(1)
    assert not any(idea.line for idea in told(cut, 5000, 0).ideas), "nothing follows a secret choice for sure"


def test_a_plan_spends_what_there_is() -> None:
    for entries in (1, 2, 7, 8, 9, 36, 300):
        for simulations in (1, 50, 400, 5000, 100_000):
            for forced in (0, 1, 3):
                rounds = plan(entries, simulations, min(forced, entries))
                sizes = [size for size, _ in rounds]
                assert sizes == sorted(sizes, reverse=True) and sizes[0] <= entries
                assert sum(size * each for size, each in rounds) <= max(simulations, sizes[-1])
                assert sizes[-1] <= max(FINALISTS, forced + 1) and all(each >= 1 for _, each in rounds)
                if simulations >= 5000:
                    assert rounds[-1][1] >= FLOOR


def test_threads_compare_together() -> None:
    pos = pizzabox.load("theory").start(seed=2)
    one = survey(pos.view(pos.actors[0]), simulations=4000, threads=2)
    again = survey(pos.view(pos.actors[0]), simulations=4000, threads=2)
    assert [i.data() for i in one.ideas] == [i.data() for i in again.ideas] and one.best.known


def test_an_idea_is_known_by_its_visits_and_by_being_compared() -> None:
    move = pizzabox.load("theory").start(seed=2).legal()[0]
    assert Idea(move, FLOOR, 0.5, 0.0).known
    assert not Idea(move, FLOOR - 1, 0.5, 0.0).known
    assert not Idea(move, 10 * FLOOR, 0.5, 0.0, compared=False).known
