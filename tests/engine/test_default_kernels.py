"""What stands in for the kernels of a game, and what only the game can know."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from pizzabox import BadPosition
from pizzabox.engine.game import Game
from pizzabox.engine.kernel import SOURCE, kernel
from pizzabox.engine.state import GameState, Grid, Ints, i8, u8


class State(GameState):
    turns: int = i8()
    pick: Ints = i8[2](choice=True)
    grid: Grid = i8[2, 2]()
    points: Ints = i8[2]()


class Undeclared(GameState):
    turns: int = i8()
    pick: Ints = i8[2]()
    points: Ints = i8[2]()


class Pointless(GameState):
    turns: int = i8()


class Phased(GameState):
    players: int = i8(2, 2)
    turns: int = i8()
    phase: int = i8(1, names=("play", "count", "over"))
    won: int = u8(members=range(2), below="players", during=("over",))


@kernel
def begin(s: Any, options: Any) -> None:
    s.sealed = 0
    s.turns = 0


@kernel
def actors(s: Any) -> int:
    return 3 & ~s.sealed if s.turns < 4 else 0


@kernel
def moves(s: Any, player: int, out: Any) -> int:
    if not actors(s) >> player & 1:
        return 0
    out[0] = 1
    out[1] = 2
    return 2


@kernel
def play(s: Any, player: int, move: int) -> None:
    s.pick[player] = move
    s.turns += 1
    seal(s, player)


@kernel
def seal(s: Any, player: int) -> None:
    s.sealed |= 1 << player
    if s.sealed == 3:
        s.sealed = 0
        s.news += 1
        for p in range(2):
            s.points[p] += s.pick[p]
            s.pick[p] = 0


@kernel
def openly(s: Any, player: int, move: int) -> None:
    s.points[player] += move
    s.turns += 1
    s.sealed = 0


@kernel
def anything(*_: Any) -> None:
    """Stands for a kernel of the game's own."""


KERNELS = {"begin": begin, "actors": actors, "moves": moves, "play": play}


def made(state: Any = State, **kernels: Any) -> Game:
    functions = {**KERNELS, **kernels}
    return Game(name="small", title="Small", state=state, functions=functions, codes=3, bound=4)


def test_sealed_choices_must_be_declared() -> None:
    with pytest.raises(TypeError, match=r"seals choices .* or it must bring its own show, guess, recall"):
        made(Undeclared)
    with pytest.raises(TypeError, match="bring its own recall"):
        made(Undeclared, show=anything, guess=anything)
    assert made().kernels.stand_ins >= {"show", "guess", "recall"}
    assert made(Undeclared, play=openly).kernels.stand_ins >= {"show", "guess", "recall"}, "emptying seals nothing"
    assert made(Undeclared, show=anything, guess=anything, recall=anything)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"show": anything, "play": openly}, "has its own `show`, so only it can `guess`"),
        ({"state": Pointless, "play": openly}, "doesn't say who wins"),
    ],
)
def test_what_only_the_game_can_know(change: dict[str, Any], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        made(**change)


def test_a_game_begins_with_blank_fields() -> None:
    game = made(Phased, play=openly)
    s = game.state()
    s.load(b"\x07" * len(bytes(s)))
    game.kernels.begin(s, game.encoded)
    assert {name: value for name, value in s.items() if name != "rng"} == dict.fromkeys(
        ("news", "sealed", "players", "turns", "phase", "won"), 0
    )
    assert s.rng == int.from_bytes(b"\x07" * 8), "but for the generator"


def test_kernels_that_every_game_must_bring() -> None:
    with pytest.raises(TypeError, match="lacks the kernels actors, play"):
        Game(name="small", title="Small", state=State, functions={"begin": begin, "moves": moves}, codes=3)


def test_no_line_of_a_file_is_taken_for_a_kernel_that_was_written_by_the_engine() -> None:
    written = made().kernels.by_role
    assert inspect.getsource(written["play"]).startswith("@kernel\ndef play")
    for role in ("begin", "show", "guess", "recall", "audit", "features", "scores"):
        assert hasattr(written[role], SOURCE)
        with pytest.raises(OSError, match="out of bounds"):  # Python 3.13 stumbles over text that is not theirs
            inspect.getsource(written[role])


def test_what_is_sealed_is_hidden_guessed_and_recalled() -> None:
    game = made()
    pos = game.start(seed=1)
    pos.play(2, player=1)
    pos.state.grid[1, 0] = 7
    assert (pos.view(0).state.pick.tolist(), pos.view(1).state.pick.tolist()) == ([0, 0], [0, 2])
    assert pos.view(0).state.grid.tolist() == [[0, 0], [7, 0]]
    assert pos.view(0).state.rng == 0
    worlds = [pos.view(0).guess(seed).state for seed in range(40)]
    assert {world.pick[1] for world in worlds} == {1, 2}
    assert {(world.turns, world.sealed) for world in worlds} == {(1, 2)}, "a guess counts no move twice"
    assert {pos.view(1).guess(seed).state.pick[1] for seed in range(9)} == {2}, "nobody guesses their own choice"
    game.kernels.plain["recall"](pos.state)
    assert (pos.state.pick.tolist(), pos.state.sealed) == ([0, 0], 0)


def test_scores_and_results() -> None:
    game = made()
    pos = game.start(seed=1)
    for code in (1, 2, 1, 2):
        pos.play(code)
    assert (pos.over, pos.scores, pos.returns, pos.winners) == (True, (2, 4), (-1.0, 1.0), (1,))
    assert pos.prompt == "Player 2 wins (2 : 4)."
    level = game.start(seed=1)
    for code in (1, 1, 2, 2):
        level.play(code)
    assert (level.returns, level.prompt) == ((0.0, 0.0), "Player 1 and Player 2 share the win (3 : 3).")


@pytest.mark.parametrize(("won", "results"), [(0b10, (-1.0, 1.0)), (0b11, (0.0, 0.0)), (0, (-1.0, -1.0))])
def test_a_phase_says_when_the_game_is_over_and_a_set_who_has_won(won: int, results: tuple[float, ...]) -> None:
    game = made(Phased, play=openly)
    pos = game.start(seed=1)
    pos.state.players = 2
    for phase, ended in ((1, False), (2, False), (3, True)):
        pos.state.phase, pos.state.won = phase, won if ended else 0
        assert (pos.over, pos.returns) == (ended, results if ended else (0.0, 0.0))
    assert pos.scores == tuple(int(result > -1) for result in results)
    assert {"over", "returns"} <= game.kernels.stand_ins
    assert Phased.fields["won"].members == ("0", "1")


def test_positions_are_rehearsed() -> None:
    """Without a `check` of its own a game refuses what breaks its kernels."""
    game = made()
    assert game.position({"state": {"turns": 2}}).actors == (0, 1)
    with pytest.raises(BadPosition, match="can't play from this position"):
        game.position({"state": {"turns": -128}})
    with pytest.raises(BadPosition, match="can't play from this position"):
        game.position({"state": {"points": [127, 0]}})
