"""The laws that follow from fields: `audit` finds what breaks a declaration, interpreted and compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pizzabox.engine.default_check import broken_law
from pizzabox.engine.field_laws import FIRST_LAW, REST, fill_up, left_over
from pizzabox.engine.game import Game
from pizzabox.engine.game_kernels import GameKernels
from pizzabox.engine.kernel import kernel
from pizzabox.engine.options import Number
from pizzabox.engine.position_check import undeclared
from pizzabox.engine.state import GameState, Grid, Ints, i8, i64, u8, u64
from pizzabox.study.analysis_board import filled
from tests.helpers import CASES, case_id, size, stations

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


class Stall(GameState):
    """Things that are always all there: cards one each, coins of two kinds, and notes."""

    players: int = i8(2, 3)
    phase: int = i8(names=("sell", "tidy"))
    large: int = i8(0, 1)
    points: Ints = i8[3](0, 9)
    deck: int = i64(members=SPOTS, apart="cards", rest=1)
    hands: Grid = i8[3, 2](-1, 9, by="players", apart="cards")
    shown: Ints = i8[2](-1, 3, apart="cards", unless="bought")
    bought: Ints = i8[2](-1, 2)
    bank: Ints = i8[2](0, counts="coins", rest=10)
    purse: Grid = i8[3, 3](0, by="players", counts="coins")
    prize: int = i8(names=("none", "gold", "silver"), counts="coins")
    heap: Ints = i8[4](0, 9, counts="coins", of="metal")
    metal: Ints = i8[4](names=("none", "gold", "silver"))
    till: int = i8(0, counts="notes", rest={"large": (5, 9)})
    wallet: Ints = i8[3](0, counts="notes")


@kernel
def stall(s: Stall, options: Any) -> None:
    """Everything is in the bank, the till and the deck."""
    s.players = options[0]
    s.deck = 0b1111
    s.till = 5
    for i in range(2):
        s.bank[i] = 10


KERNELS = {"begin": begin, "actors": actors, "moves": moves, "play": play, "audit_laws": audit_laws}
LARDER = Game(
    name="larder", title="Larder", state=Larder, functions=KERNELS, declared=(Number("players", 2, 2, 3),), codes=2
)
SHELVES = {"begin": stall, "actors": actors, "moves": moves, "play": play}
STALL = Game(
    name="stall", title="Stall", state=Stall, functions=SHELVES, declared=(Number("players", 2, 2, 3),), codes=2
)


def rests(game: Game) -> list[str]:
    """The fields that have the rest of a stock."""
    return [name for name, field in game.state.fields.items() if field.rest]


def compiled_audit(game: Game) -> Any:
    import numba

    audit = game.kernels.compiler.compiled(game.kernels.plain["audit"])
    audit.compile(numba.types.int64(numba.from_dtype(game.state.dtype)))
    return audit


@pytest.fixture(scope="module")
def compiled() -> Any:
    return compiled_audit(LARDER)


@pytest.fixture(scope="module")
def compiled_stall() -> Any:
    return compiled_audit(STALL)


def put(**values: Any) -> Callable[[GameState], None]:
    def change(s: GameState) -> None:
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


@pytest.mark.parametrize(
    "change",
    [
        put(),
        put(deck=0b0101, hands=[[1, 9], [9, 3], [-1, -1]]),  # 9 is no member: there may be two of them
        put(deck=0b0111, shown=[0, 3], bought=[2, -1]),
        put(bank=[3, 10], purse=[[7, 0, 5], [0, 0, 6], [0, 0, 0]]),  # the third column is no coin
        put(bank=[9, 2], prize=1, heap=[3, 4, 5, 1], metal=[2, 0, 2, 0]),
        put(till=2, wallet=[1, 2, 0]),
        put(till=9, large=1),
    ],
)
def test_a_stock_that_is_all_there_keeps_the_laws(compiled_stall: Any, change: Callable[[GameState], None]) -> None:
    s = STALL.start(seed=1).state
    change(s)
    assert STALL.kernels.audit(s) == compiled_stall(s.raw) == 0
    assert broken_law(STALL, s) is None
    told = s.copy()
    s.row["deck"], s.row["bank"], s.row["till"] = 0, 0, 0
    fill_up(s, "deck", "bank", "till")
    assert s == told


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (put(deck=0b0111), "b2 is nowhere; it must be in one of these: deck, hands, shown"),
        (
            put(deck=0b1011, hands=[[0, 2], [-1, -1], [-1, -1]]),
            "a1 is in both deck and hands; it can only be in one place",
        ),
        (put(deck=0b0011, hands=[[2, 3], [2, -1], [-1, -1]]), "hands names b1 twice"),
        (put(deck=0b1111, shown=[0, -1]), "a1 is in both deck and shown; it can only be in one place"),
        (
            put(deck=0b1110, shown=[0, -1], bought=[1, -1]),
            "a1 is nowhere; it must be in one of these: deck, hands, shown",
        ),
        (put(bank=[10, 9]), "bank[1] must be 10, not 9: that's what's left after purse, prize and heap"),
        (put(prize=2), "bank[1] must be 9, not 10: that's what's left after purse, prize and heap"),
        (
            put(heap=[0, 2, 0, 0], metal=[0, 1, 0, 0]),
            "bank[0] must be 8, not 10: that's what's left after purse, prize and heap",
        ),
        (
            put(purse=[[0, 6, 0], [0, 6, 0], [0, 0, 0]], bank=[10, 0]),
            "there are 2 too many of what bank[1] counts in purse, prize and heap",
        ),
        (put(wallet=[0, 3, 0]), "till must be 2, not 5: that's what's left after wallet"),
        (put(large=1), "till must be 9, not 5: that's what's left after wallet"),
    ],
)
def test_what_is_lost_or_added_breaks_a_law(
    compiled_stall: Any, change: Callable[[GameState], None], sentence: str
) -> None:
    s = STALL.start(seed=1).state
    change(s)
    assert STALL.kernels.audit(s) == compiled_stall(s.raw) == REST
    assert broken_law(STALL, s) == sentence


def test_what_is_left_can_be_less_than_nothing() -> None:
    s = STALL.start(seed=1).state
    assert (left_over(s, "deck"), left_over(s, "bank"), left_over(s, "till")) == ([0b1111], [10, 10], [5])
    put(purse=[[0, 6, 0], [4, 6, 0], [0, 0, 0]], wallet=[0, 7, 0], hands=[[0, 3], [-1, 2], [-1, -1]])(s)
    assert (left_over(s, "deck"), left_over(s, "bank"), left_over(s, "till")) == ([0b0010], [6, -2], [-2])
    fill_up(s, "deck", "bank", "till")
    assert (s.deck, list(s.bank), s.till) == (0b0010, [6, 0], 0)


def test_a_form_leaves_out_what_follows_from_a_stock() -> None:
    pos = STALL.start(seed=1)
    names = {field.name.partition(".")[0].partition(":")[0] for field in STALL.editor.fields(pos.state)}
    assert {"purse", "wallet", "hands"} <= names and not {"deck", "bank", "till"} & names
    told = filled(pos, {"wallet.1": 2, "hands.0.0": 3, "purse.1.0": 4})
    made = STALL.unpack(told["code"].split()[-1]).state
    assert (made.till, made.deck, list(made.bank)) == (3, 0b0111, [6, 10])


@pytest.mark.parametrize("game", [case for case in CASES if rests(case)], ids=case_id)
def test_every_stock_is_where_it_is_declared(game: Game) -> None:
    """At every position of play what is left over is what is there; one more or less of anything breaks the law."""
    for pos in stations(game, 5, size(4, 40)):
        for name in rests(game):
            s = pos.state.copy()
            whole, given = s.copy(), s.row[name].ravel()
            assert left_over(s, name) == given.tolist() and game.kernels.audit(s) == 0
            for kind in range(len(given)):
                wrong = s.copy()
                wrong.row[name].reshape(-1)[kind] = given[kind] ^ 1
                assert game.kernels.audit(wrong) == REST
                assert name in str(undeclared(wrong)) and undeclared(wrong, rests=False) is None
                fill_up(wrong, name)
                assert wrong == whole


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
        ({"a": u64(apart="w")}, "narrower than u64"),
        ({"a": i8(sums="b")}, "there's no field b"),
        ({"a": i8[2](sums="b"), "b": i8[3, 2]()}, "one more axis"),
        ({"a": i8(below="b"), "b": i8(-1, 3)}, "one number from 0 up"),
        ({"a": i8(rest=3)}, "only what's apart or counts"),
        ({"a": i8(-1, 3, apart="w", rest=1)}, "the rest of it is one set"),
        ({"a": i8(members=("x",), apart="w", rest=2)}, "there is one each"),
        ({"a": i8[2](counts="w")}, "one of a must be the rest"),
        ({"a": i8[2](counts="w", rest=3), "b": i8(counts="w", rest=3)}, "one of a, b must be the rest"),
        ({"a": i8[2](counts="w", rest=3), "b": i8[3, 1](counts="w")}, "at least 2 kinds"),
        ({"a": u64(counts="w", rest=3)}, "narrower than u64"),
        ({"a": i8(counts="w", rest={"b": (1, 2)}), "b": i8(0, 2)}, "a number for each that b can be"),
        ({"a": i8[2](counts="w", rest=3), "b": i8[3](counts="w", of="c"), "c": i8[2](0, 2)}, "the same shape"),
        ({"a": i8(-1, 3, unless="b"), "b": i8[2](-1, 0)}, "the same first axes"),
        ({"a": i8[2](counts="w", rest=3), "b": i8[3](counts="w", of="c")}, "there's no field c"),
    ],
)
def test_declarations_that_make_no_sense_are_refused(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        type("Wrong", (GameState,), fields)
