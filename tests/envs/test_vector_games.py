"""Many games in one call are the same games as one after the other, and no player sees more in them."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pizzabox
from pizzabox.bots.search import tuning_for
from pizzabox.engine.errors import BadOption, IllegalMove, UnknownGame
from pizzabox.engine.game import Game
from pizzabox.engine.registry import load
from pizzabox.engine.rng import advance, mix
from pizzabox.envs import Vector, vector
from pizzabox.envs.vector_games import WORDS
from tests.helpers import OURS, every_game, size

SEED = 11
ARRAYS = ("features", "mask", "returns", "done", "length", "actor", "seeds")


def contents(games: Vector) -> dict[str, Any]:
    return {name: getattr(games, name).copy() for name in ARRAYS}


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in ARRAYS)


@every_game
def test_the_games_are_those_that_positions_play(game: Game) -> None:
    games = Vector(game, 3, seed=SEED)
    positions = [game.start(SEED + i) for i in range(3)]
    steps = [0, 0, 0]
    for _ in range(size(60, 2000)):
        for i, pos in enumerate(positions):
            player = pos.actors[0]
            view = game.kernels.show(pos.state, player)
            assert bytes(games.position(i).state) == bytes(pos.state)
            assert games.actor[i] == player
            assert np.flatnonzero(games.mask[i]).tolist() == sorted(pos.legal(player).codes)
            assert np.array_equal(games.features[i], game.kernels.features(view, player, game.features))
        chosen = games.random_moves().copy()
        games.step(chosen)
        for i, pos in enumerate(positions):
            pos.play(int(chosen[i]), player=pos.actors[0])
            steps[i] += 1
            assert games.length[i] == steps[i]
            assert games.done[i] == pos.over
            assert games.returns[i].tolist() == pytest.approx(pos.returns if pos.over else [0.0] * game.players)
            if pos.over:
                steps[i] = 0
                positions[i] = games.position(i)
                assert positions[i].actors and not positions[i].over


@pytest.mark.parametrize("joint", [False, True], ids=["one", "all"])
@pytest.mark.parametrize("name", ["theory", "hexentafl", "wars"])
def test_the_outlook_is_what_a_step_ahead_is_worth(name: str, joint: bool) -> None:
    """In games that hide nothing but choices made at once: what others have sealed does not count."""
    game = load(name)
    games, keen = vector(game, 3, seed=SEED, joint=joint, outlook=True), tuning_for(game).keen
    different = set()
    for _ in range(40):
        shown = games.outlook.reshape(3, -1, game.codes)
        for i in range(3):
            pos = games.position(i)
            for row, player in enumerate(np.atleast_1d(games.actor[i]).tolist()):
                legal = pos.legal(player).codes if player >= 0 else ()
                assert set(np.flatnonzero(shown[i, row]).tolist()) <= set(legal)
                for code in legal:
                    after = pos.state.copy()
                    game.kernels.recall(after)
                    game.kernels.play(after, player, code)
                    ended = game.kernels.over(after)
                    judged = np.array((game.kernels.returns if ended else game.kernels.value)(after, game.players))
                    if keen and not ended:
                        weights = np.exp(2.0 * keen * judged)
                        judged = 2.0 * weights / weights.sum() - 1.0
                    assert shown[i, row, code] == pytest.approx(judged[player], abs=1e-5)
                    different.add(round(float(judged[player]), 3))
        (games.step_all if joint else games.step)(games.random_moves())
    assert len(different) > 20
    assert vector(game, 3, seed=SEED).outlook.size == 0


def test_a_look_ahead_foresees_no_luck_and_guesses_anew_at_every_step() -> None:
    """In Pizza Theory a guess throws no dice, so a world with the game's own generator would roll what comes."""
    games = vector("theory", 1, players=2, first="red", cap=2, seed=SEED, outlook=True, threads=1)
    generator, guesses, ended = 0, set(), 0
    while ended < 3:
        luck = {counter := int(np.frombuffer(bytes(games.position(0).state), np.uint64)[generator])}
        for _ in range(500):
            luck.add(counter := advance(counter))
        guessed = int(games._scratch[0][WORDS][1][generator])
        assert guessed not in luck and guessed not in guesses
        assert int(games._dice[0]) not in luck, "nor do those who play at random"
        guesses.add(guessed)
        games.step(games.random_moves())
        ended += int(games.done[0])


@every_game
def test_a_game_that_is_over_begins_again_as_a_fresh_one(game: Game) -> None:
    games = Vector(game, 2, seed=SEED)
    seeds = games.seeds.copy()
    for _ in range(game.longest):
        if games.done.any():
            break
        games.step(games.random_moves())
    i = int(np.flatnonzero(games.done)[0])
    begun = game.state()
    begun.rng = mix(advance(int(seeds[i])))
    assert games.seeds[i] == begun.rng
    game.kernels.begin(begun, game.encoded)
    assert bytes(games.position(i).state) == bytes(begun)
    length = int(games.length[i])
    assert length > 1
    games.step(games.random_moves())
    assert games.length[i] == 1
    assert not games.done[i]
    assert not games.returns[i].any()


@every_game
def test_all_at_once_is_the_same_as_one_after_the_other(game: Game) -> None:
    joint, turns = Vector(game, 4, seed=SEED, joint=True), Vector(game, 4, seed=SEED)
    assert joint.features.shape == (4, game.players, game.features)
    for _ in range(size(25, 400)):
        chosen = joint.random_moves().copy()
        assert ((chosen >= 0) == (joint.actor >= 0)).all()
        assert (joint.actor >= 0).any(axis=1).all()
        for i in range(4):
            for p in range(game.players):
                assert joint.actor[i, p] in (p, -1)
                if joint.actor[i, p] < 0:
                    assert not joint.mask[i, p].any()
        before = [joint.position(i) for i in range(4)]
        joint.step_all(chosen)
        for i, pos in enumerate(before):
            for p in range(game.players):
                if chosen[i, p] >= 0 and int(chosen[i, p]) in pos.legal(p).codes:
                    pos.play(int(chosen[i, p]), player=p)
            assert joint.done[i] == pos.over
            if not pos.over:
                assert bytes(joint.position(i).state) == bytes(pos.state)
    assert turns.mask.shape == (4, game.codes)


def test_who_chooses_last_does_not_see_what_the_others_have_sealed() -> None:
    one, other = vector("theory", 1, seed=SEED), vector("theory", 1, seed=SEED)
    while one.actor[0] != 0 or one.mask[0].sum() != 6:  # until all cut
        chosen = one.random_moves().copy()
        one.step(chosen)
        other.step(chosen)
    cuts = np.flatnonzero(one.mask[0])
    one.step(cuts[:1])
    other.step(cuts[-1:])
    assert one.actor[0] == 1
    assert bytes(one.position(0).state) != bytes(other.position(0).state)
    assert np.array_equal(one.features, other.features)
    assert np.array_equal(one.mask, other.mask)


@pytest.mark.parametrize("name", OURS)
def test_threads_and_plain_python_play_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    n = 130
    one, two = vector(name, n, seed=SEED, threads=1), vector(name, n, seed=SEED, threads=2)
    few = vector(name, 2, seed=SEED)
    for module in ("pizzabox.envs.vector_games", "pizzabox.engine.game_kernels", "pizzabox.engine.kernel_arguments"):
        monkeypatch.setattr(f"{module}.numba_version", lambda: None)
    plain = vector(name, 2, seed=SEED)
    for _ in range(12):
        for games in (one, two, few, plain):
            games.step(games.random_moves())
        assert same(contents(one), contents(two))
        assert same(contents(few), contents(plain))
    assert not same(contents(one), contents(vector(name, n, seed=SEED + 1)))


@pytest.mark.parametrize("joint", [False, True])
def test_a_snapshot_brings_everything_back(joint: bool) -> None:
    games = vector("shark", 5, seed=SEED, joint=joint)
    step = games.step_all if joint else games.step
    for _ in range(7):
        step(games.random_moves())
    kept, before = games.snapshot(), contents(games)
    after = []
    for _ in range(2):
        for _ in range(9):
            step(games.random_moves())
        after.append(contents(games))
        assert not same(before, after[-1])
        games.restore(kept)
        assert same(before, contents(games))
    assert same(*after)


@pytest.mark.parametrize("again", [copy.deepcopy, copy.copy, lambda one: pickle.loads(pickle.dumps(one))])
@pytest.mark.parametrize("many", [3, 200])
def test_a_copy_goes_on_alike_and_apart(again: Callable[[Vector], Vector], many: int) -> None:
    games = vector("shark", many, players=4, cap=1, seed=SEED, joint=True, outlook=True, threads=2)
    for _ in range(9):
        games.step_all(games.random_moves())
    games.random_moves()
    twin, before = again(games), contents(games)
    assert same(before, contents(twin)) and np.array_equal(twin.moves, games.moves) and twin.threads == 2
    ended = 0
    for _ in range(size(60, 300)):
        twin.step_all(twin.moves)
        twin.random_moves()
        ended += int(twin.done.sum())
    assert ended and same(before, contents(games)), "the first is where it was"
    for _ in range(size(60, 300)):
        games.step_all(games.moves)
        games.random_moves()
    assert same(contents(twin), contents(games)) and np.array_equal(twin.moves, games.moves)
    assert np.array_equal(twin.outlook, games.outlook)


def test_a_snapshot_of_other_games_is_refused() -> None:
    games = vector("theory", 3, seed=SEED)
    before = contents(games)
    states = [bytes(games.position(i).state) for i in range(3)]
    for other in (
        vector("theory", 4),
        vector("hexentafl", 3),
        vector("theory", 3, players=2),
        vector("theory", 3, cap=5),
    ):
        with pytest.raises(BadOption, match="isn't a snapshot of 3 games of theory with players=3"):
            games.restore(other.snapshot())
    assert same(before, contents(games)) and states == [bytes(games.position(i).state) for i in range(3)]


def test_every_game_has_its_seed() -> None:
    games = vector("wars", 3, seed=[5, 9, 5], first="random")
    game = games.game
    assert [bytes(games.position(i).state) for i in range(3)] == [bytes(game.start(s).state) for s in (5, 9, 5)]
    games.reset(seed=np.array([1, 2, 3], np.uint64))
    assert bytes(games.position(2).state) == bytes(game.start(3).state)
    games.reset(seed=[2**128 - 1, 2**64, 0])
    assert bytes(games.position(0).state) == bytes(game.start(2**128 - 1).state)
    games.reset(seed=2**128 - 3)
    assert bytes(games.position(2).state) == bytes(game.start(2**128 - 1).state)
    for bad in (2**128 - 2, [2**128, 0, 0], [0, 1.0, 2], [True, 0, 1], [np.zeros((2, 1)), np.zeros((2, 3)), 0]):
        with pytest.raises(BadOption, match=r"^the seed must be a whole number from 0"):
            games.reset(seed=bad)  # type: ignore[arg-type]
    games.reset()
    assert len(set(games.seeds.tolist())) == 3


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([1, 2], r"shape \(3,\), not int64 of shape \(2,\)"),
        ([0.5, 1.0, 2.0], "not float64"),
        ([[0, 1, 2]], r"of shape \(1, 3\)"),
    ],
)
def test_moves_of_another_shape_are_refused(moves: Any, said: str) -> None:
    games = vector("theory", 3, seed=SEED)
    before = contents(games)
    with pytest.raises(BadOption, match=said):
        games.step(np.array(moves))
    with pytest.raises(BadOption, match=r"^moves must be whole numbers of shape \(3,\), not \[\[0, 1\], 2, 3\]$"):
        games.step([[0, 1], 2, 3])
    assert same(before, contents(games))


@pytest.mark.parametrize("bad", [-1, 79, 80, 10**6, 2**40])
def test_an_illegal_move_changes_nothing(bad: int) -> None:
    games = vector("theory", 3, seed=SEED)
    before = contents(games)
    chosen = games.random_moves().astype(np.int64)
    chosen[1] = bad
    with pytest.raises(IllegalMove, match=f"game 1: {bad} isn't a legal move of player 0"):
        games.step(chosen)
    assert same(before, contents(games))


def test_an_illegal_choice_of_one_among_all_changes_nothing() -> None:
    games = vector("theory", 2, seed=SEED, joint=True)
    while (games.actor < 0).any():
        games.step_all(games.random_moves())
    before = contents(games)
    chosen = games.random_moves().copy()
    chosen[1, 2] = 0
    with pytest.raises(IllegalMove, match="game 1: 0 isn't a legal move of player 2"):
        games.step_all(chosen)
    assert same(before, contents(games))


def test_the_wrong_kind_of_step_says_which_is_right() -> None:
    with pytest.raises(BadOption, match="use step_all"):
        vector("theory", 1, joint=True).step([0])
    with pytest.raises(BadOption, match="use step,"):
        vector("theory", 1).step_all([[0, 0, 0]])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"n": 0}, "from 1 to .* games, not 0"),
        ({"n": True}, "not True"),
        ({"n": "many"}, "not 'many'"),
        ({"threads": 0}, "threads must be"),
        ({"seed": -1}, "the seed must be"),
        ({"seed": [1, 2]}, "or 3 of them"),
        ({"seed": "x"}, "the seed must be"),
        ({"seed": [[1, 2], 3, 4]}, "the seed must be"),
        ({"n": np.bool_(True)}, "games, not"),
        ({"device": "cuda", "threads": 2}, "threads says how many cores of the processor to use; leave it out"),
        ({"device": "tpu"}, 'device must be "cpu" or "cuda"'),
        ({"players": 9}, "players"),
        ({"colour": 1}, "colour"),
    ],
)
def test_bad_arguments_are_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        vector("theory", **{"n": 3, **given})


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame, match="did you mean 'theory'"):
        vector("theori", 3)


def test_a_game_without_a_card_says_what_to_do() -> None:
    from numba import cuda

    if cuda.is_available():
        pytest.skip("there is a card here")
    with pytest.raises(pizzabox.PizzaboxError, match='use device="cpu"'):
        vector("theory", 3, device="cuda")


def test_one_position_can_be_looked_at() -> None:
    games = vector("hexentafl", 2, seed=SEED)
    pos = games.position(1)
    pos.play(next(iter(pos.legal())))
    assert bytes(games.position(1).state) != bytes(pos.state)
    with pytest.raises(BadOption, match="from 0 to 1; 2"):
        games.position(2)
    with pytest.raises(BadOption, match="from 0 to 1; 'a' isn't"):
        games.position("a")  # type: ignore[arg-type]
    assert bytes(games.position(np.int64(1)).state) == bytes(games.position(1).state)


def test_numbers_of_numpy_are_taken_and_threads_are_the_cores_this_program_may_use(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {3, 5, 8}, raising=False)
    games = vector("theory", np.int64(2), seed=SEED)  # type: ignore[arg-type]
    assert games.n == 2 and games.threads == 3
