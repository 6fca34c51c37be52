"""Bits: the obvious form and the machine instruction say the same, and `wide` keeps a kernel to one version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pizzabox.engine import bits
from pizzabox.engine.bits import wide
from pizzabox.engine.kernel import kernel
from pizzabox.engine.kernel_compiler import KernelCompiler

COMPILER = KernelCompiler("tests")
WIDTHS = (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64)


@given(st.integers(0, 2**63 - 1))
def test_bit_helpers_compiled_and_obvious(x: int) -> None:
    import numba

    count, lowest, highest = (COMPILER.compiled(f) for f in (bits.count, bits.lowest, bits.highest))

    if not hasattr(COMPILER, "probe"):
        COMPILER.probe = numba.njit(lambda x: (count(x), lowest(x), highest(x)))  # type: ignore[attr-defined]
    expected = (bin(x).count("1"), bits.members(x)[0] if x else 64, bits.members(x)[-1] if x else -1)
    assert COMPILER.probe(x) == expected  # type: ignore[attr-defined]
    assert (bits.count(x), bits.lowest(x), bits.highest(x)) == expected


@given(st.integers(1, 2**63 - 1))
def test_the_nth_bit(x: int) -> None:
    nth = COMPILER.compiled(bits.nth)
    places = bits.members(x)
    assert [bits.nth(x, k) for k in range(len(places))] == places
    assert [nth(x, k) for k in range(len(places))] == places


@kernel
def half(x: int) -> int:
    return x // 2


@kernel
def halves(x: int, y: int) -> int:
    return half(x) + half(y) + half(7)


@kernel
def wide_halves(x: int, y: int) -> int:
    return half(wide(x)) + half(wide(y)) + half(wide(7))


@kernel
def widened(x: int) -> int:
    return wide(x)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_wide_number_is_the_same_number(width: Any) -> None:
    """Negative ones too: a narrow one that is read as bits alone would come out as another."""
    limits = np.iinfo(width)
    for x in {max(int(limits.min), -(2**63)), -1 if limits.min else 0, 0, 1, min(int(limits.max), 2**63 - 1)}:
        assert wide(width(x)) == x and type(wide(width(x))) is int
        assert COMPILER.compiled(widened)(width(x)) == x


@pytest.mark.parametrize(("caller", "versions"), [(wide_halves, 1), (halves, 3)], ids=["wide", "as they are"])
def test_a_kernel_that_is_handed_wide_numbers_is_compiled_once(
    caller: Any, versions: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of another width and a constant each make a version of their own unless they are wide."""
    monkeypatch.setenv("PIZZABOX_CACHE_DIR", str(tmp_path))  # nothing is compiled yet
    compiler = KernelCompiler("tests")
    x, y = np.int8(-9), np.int64(2**40)
    assert compiler.compiled(caller)(x, y) == caller(int(x), int(y)) == -5 + 2**39 + 3
    assert len(compiler.compiled(half).signatures) == versions
