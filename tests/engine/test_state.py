"""`@record`: one layout for plain Python, NumPy and compiled code."""

from __future__ import annotations

import numpy as np
import pytest

from pizzabox.engine.state import Spec, i8, i16, i64, record, u8, u16, u64


@record
class Small:
    """A record for these tests."""

    rng: u64
    news: u16
    sealed: u8
    tiny: i8
    grid: i16[2, 3]
    wide: i64[2]


def test_fields_read_and_write_python_integers() -> None:
    s = Small()
    s.tiny = -5
    s.wide[1] = 2**62
    s.grid[1, 2] = 300
    assert (s.tiny, s.wide[1], s.grid[1, 2]) == (-5, 2**62, 300)
    assert type(s.tiny) is int
    assert type(s.wide[1]) is int
    assert s.tiny * 100 == -500, "no narrow overflow"


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


@pytest.mark.parametrize("name", ["round", "all", "copy", "size", "data", "item", "load", "twin", "_private"])
def test_names_that_would_be_hidden_are_refused(name: str) -> None:
    fields: dict[str, Spec] = {"rng": u64, "news": u16, "sealed": u8, name: i8}
    with pytest.raises(TypeError, match="choose another"):
        record(type("Bad", (), {"__annotations__": fields}))


def test_other_annotations_and_missing_fields_are_refused() -> None:
    with pytest.raises(TypeError, match="no field type"):
        record(type("Bad", (), {"__annotations__": {"x": int}}))
    with pytest.raises(TypeError, match="needs the field `rng"):
        record(type("Bad", (), {"__annotations__": {"x": i8}}))


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
