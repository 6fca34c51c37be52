"""From a row of results to its record file: the game behind the numbers."""

from __future__ import annotations

from pathlib import Path

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import IllegalMove, PizzaboxError
from pizzabox.engine.game_record import GameRecord

from .results import plan_of, scan
from .row_kernels import to_move
from .rows import moves_of_row

say = Catalogue(__package__)


def record_of(path: Path, number: int) -> GameRecord:
    """The record of a row: by its moves where they were kept, else by playing it again. It must end as the row says."""
    import polars as pl

    plan = plan_of(path)
    planned = plan.row(number)
    try:
        found = scan(path).filter(pl.col("row") == number).collect().to_dicts()
    except pl.exceptions.PolarsError as problem:
        raise PizzaboxError(say("results.no_results", file=path)) from problem
    if not found:
        raise PizzaboxError(say("replay.no_row", row=number, file=path))
    row = found[0]
    game = plan.loaded(planned.setup)
    position = game.start(planned.seed)
    codes = row["moves"] if row["moves"] is not None else moves_of_row(plan, number)
    try:
        for code in codes:
            acting = sum(1 << seat for seat in position.actors)
            position.play(code, to_move(acting, planned.asked_first(game.players), game.players))
    except IllegalMove as problem:
        raise PizzaboxError(say("replay.differs", row=number, file=path)) from problem
    claimed = (row["length"], tuple(row["returns"]), tuple(row["scores"]))
    if not position.over or (len(position.steps), position.returns, position.scores) != claimed:
        raise PizzaboxError(say("replay.differs", row=number, file=path))
    players = dict(zip(game.seats, planned.bots, strict=True))
    return GameRecord.of(position, players, Event=f"{row['part']}, row {number}")
