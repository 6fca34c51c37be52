"""Sets as bits of one integer. Every helper has its obvious form (Python) and its machine instruction (compiled)."""

from __future__ import annotations

from .kernel import OfNumba, kernel, native


def _instruction(emit: OfNumba) -> OfNumba:
    """A compiled one-argument function on 64-bit integers from a line of LLVM."""
    from numba.core import types
    from numba.extending import intrinsic

    def typed(typingctx: OfNumba, x: OfNumba) -> OfNumba:
        source = types.uint64 if x == types.uint64 else types.int64
        return types.int64(source), lambda context, builder, signature, args: emit(builder, args[0])

    return intrinsic(typed)


def _lowest(builder: OfNumba, x: OfNumba) -> OfNumba:
    from llvmlite import ir

    return builder.cttz(x, ir.Constant(ir.IntType(1), 0))


def _highest(builder: OfNumba, x: OfNumba) -> OfNumba:
    from llvmlite import ir

    return builder.sub(ir.Constant(ir.IntType(64), 63), builder.ctlz(x, ir.Constant(ir.IntType(1), 0)))


@native(lambda: _instruction(lambda builder, x: builder.ctpop(x)))
def count(x: int) -> int:
    """How many bits of a non-negative integer are set."""
    return int(x).bit_count()


@native(lambda: _instruction(_lowest))
def lowest(x: int) -> int:
    """The position of the lowest set bit; 64 when there is none."""
    return (int(x) & -int(x)).bit_length() - 1 if x else 64


@native(lambda: _instruction(_highest))
def highest(x: int) -> int:
    """The position of the highest set bit of a non-negative integer; -1 when there is none."""
    return int(x).bit_length() - 1


@native(lambda: _instruction(lambda builder, x: x))
def signed(x: int) -> int:
    """An unsigned number below 2**63 as an ordinary integer (compiled code would mix the two into floats)."""
    return int(x)


@native(lambda: _instruction(lambda builder, x: x))
def wide(x: int) -> int:
    """A number as an ordinary integer, where kernels are handed fields or constants.

    Compiled code would have a kernel once for each width of its arguments, and once for each constant.
    """
    return int(x)


@kernel
def nth(x: int, k: int) -> int:
    """The position of the set bit that has k set bits below it, of a non-negative integer with more than k."""
    place = 0
    for part in range(6):
        half = 32 >> part
        below = count(x >> place & ((1 << half) - 1))
        if k >= below:
            k -= below
            place += half
    return place


def members(x: int) -> list[int]:
    """The positions of all set bits, ascending (plain Python only)."""
    return [i for i in range(int(x).bit_length()) if x >> i & 1]
