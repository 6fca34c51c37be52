"""The generator that lives in the record: SplitMix64 over a counter in `s.rng`.

Its whole state is that one field, so a game is replayed exactly from options, seed and moves, on every backend.
GameKernels may call `below(s, n)` on a record and `mix` on a bare counter; the masks are no-ops in compiled code, where
64-bit integers wrap by themselves.
"""

from __future__ import annotations

import hashlib

from .bits import signed, wide
from .kernel import kernel
from .state import GameState

GOLDEN = 0x9E3779B97F4A7C15
MIX_A = 0xBF58476D1CE4E5B9
MIX_B = 0x94D049BB133111EB
MASK = 0xFFFFFFFFFFFFFFFF


@kernel
def advance(x: int) -> int:
    """The next counter."""
    return (x + GOLDEN) & MASK


@kernel
def mix(x: int) -> int:
    """Scramble a 64-bit counter into 64 random bits."""
    z = ((x ^ (x >> 30)) * MIX_A) & MASK
    z = ((z ^ (z >> 27)) * MIX_B) & MASK
    return z ^ (z >> 31)


@kernel
def scale(x: int, n: int) -> int:
    """Turn a counter into an integer from 0 to n - 1, by its 31 highest scrambled bits (n below 2**16)."""
    return (signed(mix(x) >> 33) * n) >> 31


@kernel
def below(s: GameState, n: int) -> int:
    """Draw an integer from 0 to n - 1 and step the generator of the record."""
    s.rng = advance(s.rng)
    return scale(s.rng, wide(n))


def seed_state(seed: int) -> int:
    """The first generator state for a user's seed (any non-negative integer)."""
    digest = hashlib.sha256(f"pizzabox seed {seed}".encode()).digest()
    return int.from_bytes(digest[:8], "little")
