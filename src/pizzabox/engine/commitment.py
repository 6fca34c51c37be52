"""Fair chance: the hash of a seed is published when a game begins, the seed itself at its end."""

from __future__ import annotations

import hashlib
import secrets

from .external_tables import Tables
from .options import Options

SALT_DIGITS = 32


def new_salt() -> str:
    """Random text that keeps a commitment from being guessed by trying seeds."""
    return secrets.token_hex(SALT_DIGITS // 2)


def commit(game: str, options: Options, seed: int, salt: str, tables: Tables | None = None) -> str:
    """The commitment to a seed for one game with its options and the fingerprints of its outside tables."""
    given = [f"{name}={value}" for name, value in sorted((tables or {}).items())]
    lines = ["pizzabox 2" if given else "pizzabox 1", game, str(options), *given, str(seed), salt]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
