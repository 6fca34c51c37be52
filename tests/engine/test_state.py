"""`GameState`: one layout for plain Python, NumPy and compiled code, and what its fields declare."""

from __future__ import annotations

import numpy as np
import pytest

from pizzabox.engine.state import Field, GameState, Grid, IntKind, Ints, i8, i16, i64, u8, u16, u64


class Small(GameState):
    """A state for these tests."""

    rng: int = u64(secret=True)
    news: int = u16()
    sealed: int = u8()
    tiny: int = i8()
    grid: Grid = i16[2, 3]()
    wide: Ints = i64[2]()


def test_fields_read_and_write_python_integers() -> None:
    s = Small()
    s.tiny = -5
    s.wide[1] = 2**62
    s.grid[1, 2] = 300
    assert (s.tiny, s.wide[1], s.grid[1, 2]) == (-5, 2**62, 300)
    assert type(s.tiny) is int
    assert type(s.wide[1]) is int
    assert s.tiny * 100 == -500, "no narrow overflow"


class Seats(GameState):
    """Fields for which nothing is 0, and one for which it is -1."""

    taker: Ints = i8[2](-1, 3)
    stock: Grid = i8[2, 2](0, 9)
    last: int = i8(-1, names=("none", "a1", "b1"))
    first: int = i8(0, 3)


def test_fields_are_made_blank_by_name_and_no_others() -> None:
    s = Seats()
    s.taker[0], s.stock[1, 1], s.last, s.first = 3, 9, 1, 2
    s.clear("taker", "stock", "last")
    assert (list(s.taker), s.stock.tolist(), s.last, s.first) == ([-1, -1], [[0, 0], [0, 0]], -1, 2)
    with pytest.raises(KeyError):
        s.clear("nobody")


def test_the_same_bytes_are_a_numpy_record() -> None:
    s = Small()
    s.raw["tiny"] = 7
    s.raw["grid"][0, 1] = 9
    assert (s.tiny, s.grid[0, 1]) == (7, 9)
    s.wide[0] = 5
    assert s.raw["wide"][0] == 5
    assert Small.dtype.names == ("rng", "news", "sealed", "tiny", "grid", "wide")
    assert len(bytes(s)) == Small.size == Small.dtype.itemsize


@pytest.mark.parametrize(("name", "value"), [("tiny", 128), ("sealed", -1), ("rng", 2**64), ("news", 65536)])
def test_a_value_that_does_not_fit_is_an_error(name: str, value: int) -> None:
    s = Small()
    with pytest.raises((ValueError, OverflowError)):
        setattr(s, name, value)
    assert bytes(s) == bytes(Small())


def test_copies_are_independent_and_equal() -> None:
    s = Small()
    s.tiny = 3
    t = s.copy()
    assert s == t
    assert hash(s) == hash(t)
    t.tiny = 4
    assert s != t
    s.load(t)
    assert s == t
    with pytest.raises(ValueError, match="bytes"):
        s.load(b"short")
    with pytest.raises(ValueError, match="bytes"):
        Small(bytearray(3))


def test_a_record_for_reading_alone_knows_what_it_has_read() -> None:
    s = Small()
    s.tiny, s.wide[1], s.grid[1, 2] = 3, 2**62, 300
    still = s.read_only()
    assert (still.tiny, still.wide[1], still.grid[1, 2], tuple(still.wide)) == (3, 2**62, 300, (0, 2**62))
    assert still == s and hash(still) == hash(s) and still.read_only() is still
    assert dict(still.items()) == dict(s.items()) and bytes(still) == bytes(s)
    assert still.tiny is still.tiny and vars(still)["tiny"] == 3


def test_a_record_for_reading_alone_cannot_be_changed_but_its_twin_can() -> None:
    still = Small().read_only()
    for change in (
        lambda: setattr(still, "tiny", 3),
        lambda: still.wide.__setitem__(0, 3),
        lambda: still.load(Small()),
        lambda: still.clear("wide"),
    ):
        with pytest.raises((AttributeError, TypeError)):
            change()
    assert bytes(still) == bytes(Small())
    twin = still.copy()
    twin.tiny, twin.wide[0] = 4, 5
    assert (twin.tiny, twin.wide[0], still.tiny, still.wide[0]) == (4, 5, 0, 0)
    assert type(twin) is Small


def test_items_and_repr_show_every_field() -> None:
    s = Small()
    s.grid[0, 0] = 4
    assert dict(s.items())["grid"] == [[4, 0, 0], [0, 0, 0]]
    assert "tiny=0" in repr(s)


@pytest.mark.parametrize(
    "name", ["round", "all", "copy", "size", "data", "item", "load", "clear", "read_only", "_private"]
)
def test_names_that_would_be_hidden_are_refused(name: str) -> None:
    with pytest.raises(TypeError, match="choose another"):
        type(GameState)("Bad", (GameState,), {name: i8()})


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"x": i8(), "__annotations__": {"x": int, "y": int}}, "Bad.y isn't a field"),
        ({"x": i8(), "y": i8}, "call the width"),
        ({"x": i8(), "rng": i8()}, "Bad.rng must be one u8"),
        ({"x": i8(), "news": u16[2]()}, "Bad.news must be one u2"),
        ({"x": i8[3](), "__annotations__": {"x": "int"}}, "declared as `x: Ints`, not `int`"),
        ({"x": i8[3, 2](), "__annotations__": {"x": Ints}}, "declared as `x: Grid`, not `Ints`"),
        ({"x": i8(), "__annotations__": {"x": "Grid"}}, "declared as `x: int`, not `Grid`"),
    ],
)
def test_what_is_no_field_is_refused(body: dict[str, object], problem: str) -> None:
    with pytest.raises(TypeError, match=problem):
        type(GameState)("Bad", (GameState,), body)


def test_the_fields_of_the_engine_come_first_where_a_state_does_not_place_them() -> None:
    made = type(GameState)("Bare", (GameState,), {"x": i8(0, 3)})
    assert list(made.fields) == ["rng", "news", "sealed", "x"]
    assert made.fields["rng"].secret and not made.fields["x"].secret


def test_a_misspelt_field_is_an_error() -> None:
    with pytest.raises(AttributeError):
        Small().tinny = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("field", "low", "high"),
    [
        (i8(), -128, 127),
        (i8(0), 0, 127),
        (i8(-1, 5), -1, 5),
        (i8(names=("a", "b", "c")), 0, 2),
        (i8(-1, names=("none", "a")), -1, 0),
        (u16(members=("x", "y", "z")), 0, 7),
        (u8(members=()), 0, 0),
    ],
)
def test_bounds_follow_from_the_meaning(field: Field, low: int, high: int) -> None:
    assert (field.low, field.high) == (low, high)


@pytest.mark.parametrize(("kind", "bounds"), [(i8, (0, 200)), (u8, (-1, 3)), (i8, (5, 4))])
def test_bounds_that_do_not_fit_the_width_are_refused(kind: IntKind, bounds: tuple[int, int]) -> None:
    with pytest.raises(TypeError, match="doesn't fit"):
        kind(*bounds)


def test_compiled_code_changes_the_same_bytes() -> None:
    import numba

    @numba.njit  # type: ignore[untyped-decorator]
    def change(s: object) -> None:
        s.tiny = 9  # type: ignore[attr-defined]
        s.grid[1, 1] = -2  # type: ignore[attr-defined]

    s = Small()
    change(s.raw)
    assert (s.tiny, s.grid[1, 1]) == (9, -2)
    assert isinstance(np.asarray(s.raw["wide"]), np.ndarray)
