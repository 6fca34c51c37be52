"""Played rows as a data frame, with the columns of a results file."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from .row_kernels import NOBODY
from .rows import PlayedRows

SCHEMA: dict[str, Any] = {
    "row": pl.Int64,
    "part": pl.String,
    "options": pl.String,
    "deal": pl.Int64,
    "seed": pl.Int64,
    "bots": pl.List(pl.String),
    "length": pl.Int32,
    "returns": pl.List(pl.Float64),
    "scores": pl.List(pl.Int64),
    "winners": pl.List(pl.Int8),
    "first": pl.Int8,
    "opening": pl.List(pl.Int32),
    "subjects": pl.List(pl.Int32),
    "lead_changes": pl.Int32,
    "decided": pl.Int32,
    "faults": pl.Int32,
    "moves": pl.List(pl.Int32),
}
"""The columns of a results file; docs/lab.md says what each holds."""


def table_of(played: PlayedRows) -> pl.DataFrame:
    """Played rows as a table."""
    setup, rows, n = played.setup, played.rows, len(played.rows)
    best = played.returns.max(axis=1, keepdims=True)
    won = (played.returns == best) & (best > -1.0)
    winners = np.where(won, np.arange(played.game.players), NOBODY)
    seatings = pl.Series([list(bots) for bots in setup.seatings], dtype=pl.List(pl.String))
    moves, kinds = played.moves, len(played.game.subjects)
    columns = {
        "row": np.arange(played.chunk.low, played.chunk.high),
        "part": pl.repeat(setup.part, n, eager=True),
        "options": pl.repeat(str(played.game.options), n, eager=True),
        "deal": np.array([row.deal for row in rows]),
        "seed": np.array([row.seed for row in rows]),
        "bots": seatings.gather(np.array([row.seating for row in rows])),
        "length": played.length,
        "returns": _lists(played.returns),
        "scores": _lists(played.scores),
        "winners": _lists(winners),
        "first": played.first,
        "opening": _lists(played.opening),
        "subjects": _lists(played.subjects[:, :, :kinds].reshape(n, played.game.players * kinds)),
        "lead_changes": played.changes,
        "decided": played.decided,
        "faults": played.faults,
        "moves": pl.Series(moves, dtype=pl.List(pl.Int32)) if moves else pl.repeat(None, n, eager=True),
    }
    return _typed(pl.DataFrame(columns))


def encoded(played: PlayedRows) -> bytes:
    """Played rows as they travel from a worker and lie on disk."""
    memory = BytesIO()
    table_of(played).write_parquet(memory)
    return memory.getvalue()


def _typed(table: pl.DataFrame) -> pl.DataFrame:
    """The columns as documented: lists without their blanks, and nothing where nobody is meant."""
    present = pl.element().filter(pl.element() >= 0)
    made = table.with_columns(
        pl.col("winners", "opening").list.eval(present),
        pl.col("decided", "first").replace(NOBODY, None),
    )
    return made.select(pl.col(name).cast(kind) for name, kind in SCHEMA.items())


def _lists(array: NDArray[np.generic]) -> pl.Series:
    return pl.Series(array).arr.to_list()
