"""The laws that follow from fields: `audit` finds what breaks a declaration, interpreted and compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pizzabox.engine.default_check import broken_law
from pizzabox.engine.field_laws import FIRST_LAW
from pizzabox.engine.game import Game
from pizzabox.engine.game_kernels import GameKernels
from pizzabox.engine.kernel import kernel
from pizzabox.engine.options import Number
from pizzabox.engine.state import GameState, Grid, Ints, i8, i64, u8, u64

SPOTS = ("a1", "a2", "b1", "b2")
MANY = tuple(f"h{i}" for i in range(100))


class Larder(GameState):
    """Something of everything that a field can declare."""

    players: int = i8(2, 3)
    phase: int = i8(names=("stock", "bake"))
    men: int = i64(members=SPOTS, apart="board")
    foes: Ints = i64[2](members=SPOTS, apart="board")
    king: int = i8(names=("none", *SPOTS), apart="board")
    where: Ints = i8[3](-1, names=("none", *MANY), apart="hexes")
    turn: int = i8(0, 2, below="players")
    late: int = u8(members=("0", "1", "2"), below="players", during=("bake",))
    wide: int = u64(members=tuple(f"m{i}" for i in range(60)))
    jars: Grid = i8[3, 2](0, 9, by="players")
    total: Ints = i8[3](0, 18, sums="jars", by="players")
    points: Ints = i8[3](0, 9)


@kernel
def begin(s: Larder, options: Any) -> None:
    s.players = options[0]
    for i in range(3):
        s.where[i] = -1


@kernel
def actors(s: Larder) -> int:
    return 0


@kernel
def moves(s: Larder, player: int, out: Any) -> int:
    return 0


@kernel
def play(s: Larder, player: int, move: int) -> None:
    s.phase = 1


@kernel
def audit_laws(s: Larder) -> int:
    """Somebody has a point for each other point (law 1)."""
    return 1 if s.points[0] != s.points[1] else 0


KERNELS = {"begin": begin, "actors": actors, "moves": moves, "play": play, "audit_laws": audit_laws}
LARDER = Game(
    name="larder", title="Larder", state=Larder, functions=KERNELS, declared=(Number("players", 2, 2, 3),), codes=2
)


@pytest.fixture(scope="module")
def compiled() -> Any:
    import numba

    audit = LARDER.kernels.compiler.compiled(LARDER.kernels.plain["audit"])
    audit.compile(numba.types.int64(numba.from_dtype(Larder.dtype)))
    return audit


def put(**values: Any) -> Callable[[Larder], None]:
    def change(s: Larder) -> None:
        for name, value in values.items():
            s.row[name] = value

    return change


@pytest.mark.parametrize(
    "change",
    [
        put(),
        put(men=0b0101, foes=[0b1000, 0], king=2),
        put(king=0, where=[98, 99, 0]),
        put(where=[0, 63, -1], turn=1),
        put(phase=1, late=0b11),
        put(wide=(1 << 60) - 1),
        put(jars=[[9, 9], [1, 0], [0, 0]], total=[18, 1, 0], points=[2, 2, 0]),
    ],
)
def test_what_is_as_declared_keeps_the_laws(compiled: Any, change: Callable[[Larder], None]) -> None:
    s = LARDER.start(seed=1).state
    change(s)
    assert LARDER.kernels.audit(s) == compiled(s.raw) == 0
    assert broken_law(LARDER, s) is None


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (put(points=[10, 10, 0]), "points must be a whole number from 0 to 9, not 10"),
        (put(jars=[[0, -1], [0, 0], [0, 0]]), "jars must be a whole number from 0 to 9, not -1"),
        (put(wide=1 << 60), f"wide must be a whole number from 0 to {(1 << 60) - 1}, not {1 << 60}"),
        (put(turn=2), "turn must be a whole number from 0 to 1, not 2"),
        (put(phase=1, late=0b100), "late names 2, which isn't there: players is 2"),
        (put(late=1), "late must be empty in the phase stock; it's used only in: bake"),
        (put(jars=[[0, 0], [0, 0], [1, 0]]), "from entry 2 on, jars must be 0, because players is 2"),
        (put(men=1, foes=[0, 1]), "a1 is in both men and foes; it can only be in one place"),
        (put(foes=[6, 4]), "foes names b1 twice"),
        (put(men=8, king=4), "b2 is in both men and king; it can only be in one place"),
        (put(where=[99, 7, 99]), "where names h99 twice"),
        (put(jars=[[2, 3], [0, 0], [0, 0]], total=[4, 0, 0]), "total[0] must be 5, the sum of jars, not 4"),
    ],
)
def test_what_is_not_as_declared_breaks_a_law(compiled: Any, change: Callable[[Larder], None], sentence: str) -> None:
    s = LARDER.start(seed=1).state
    change(s)
    law = LARDER.kernels.audit(s)
    assert law == compiled(s.raw) >= FIRST_LAW
    assert broken_law(LARDER, s) == sentence


def test_laws_of_the_game_come_after_those_of_its_fields(compiled: Any) -> None:
    s = LARDER.start(seed=1).state
    s.points[0] = 1
    assert LARDER.kernels.audit(s) == compiled(s.raw) == 1
    assert broken_law(LARDER, s) == "the position breaks law 1 of the game"
    s.turn = 2
    assert LARDER.kernels.audit(s) == compiled(s.raw) >= FIRST_LAW


def test_a_game_has_no_audit_beside_the_derived_one() -> None:
    with pytest.raises(TypeError, match="call yours `audit_laws`"):
        GameKernels("larder", Larder, {**KERNELS, "audit": audit_laws}, 2)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"a": i8(members=("x",), apart="w"), "b": i8(members=("y",), apart="w")}, "have the same members"),
        ({"a": i8(members=("x",), apart="w"), "b": i8(names=("y",), apart="w")}, "have the same members"),
        ({"a": i64(members=("0",), apart="w"), "b": i8(-1, 99, apart="w")}, "at most 63 members"),
        ({"a": u64(apart="w")}, "narrower than u64"),
        ({"a": i8(sums="b")}, "there's no field b"),
        ({"a": i8[2](sums="b"), "b": i8[3, 2]()}, "one more axis"),
        ({"a": i8(below="b"), "b": i8(-1, 3)}, "one number from 0 up"),
    ],
)
def test_declarations_that_make_no_sense_are_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        type("Wrong", (GameState,), fields)
