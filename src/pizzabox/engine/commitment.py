"""Fair chance: the hash of a seed is published when a game begins, the seed itself at its end."""

from __future__ import annotations

import hashlib
import secrets

from .options import Options
from .outside import Tables

SALT_DIGITS = 32


def new_salt() -> str:
    """Random text that keeps a commitment from being guessed by trying seeds."""
    return secrets.token_hex(SALT_DIGITS // 2)


def commit(game: str, options: Options, seed: int, salt: str, tables: Tables | None = None) -> str:
    """The commitment to a seed for one game with its options and the fingerprints of its outside tables."""
    told = [f"{name}={value}" for name, value in sorted((tables or {}).items())]
    lines = ["pizzabox 2" if told else "pizzabox 1", game, str(options), *told, str(seed), salt]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
