"""Fair chance: the hash of a seed is published when a game begins, the seed itself at its end."""

from __future__ import annotations

import hashlib
import secrets

from .options import Options

SALT_DIGITS = 32


def new_salt() -> str:
    """Random text that keeps a commitment from being guessed by trying seeds."""
    return secrets.token_hex(SALT_DIGITS // 2)


def commit(game: str, options: Options, seed: int, salt: str) -> str:
    """The commitment to a seed for one game with its options."""
    return hashlib.sha256(f"pizzabox 1\n{game}\n{options}\n{seed}\n{salt}".encode()).hexdigest()
