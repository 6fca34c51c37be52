"""What the shell offers after a tab: games, options with their values, seats, rule ids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import typer

from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.options import Choice, Number, Switch

_FEW = 12


def games(incomplete: str) -> list[tuple[str, str]]:
    """Names of games."""
    from pizzabox.engine.registry import each

    return [entry for entry in each(lambda game: (game.name, game.title)) if entry[0].startswith(incomplete)]


def options(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
    """`name=value` words of the game that stands before."""
    found: list[tuple[str, str]] = []
    game = _game(ctx)
    if game is None:
        return found
    for option in game.declared:
        values: Iterable[object] = ()
        if isinstance(option, Choice):
            values = option.codes
        elif isinstance(option, Switch):
            values = ("yes", "no")
        elif isinstance(option, Number) and option.high - option.low < _FEW:
            values = range(option.low, option.high + 1)
        words = [f"{option.name}={value}" for value in values] or [f"{option.name}={option.default}"]
        found += [(word, game.help(option)) for word in words]
    return [(word, text) for word, text in found if word.startswith(incomplete)]


def seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """`seat=who` words."""
    from pizzabox.bots import levels
    from pizzabox.engine.registry import each

    from .seats import EVERYBODY, PERSON

    game = _game(ctx)
    # Behind an option that still lacks its value the shell does not say which game stands before it.
    known = [game.seats] if game else each(lambda game: game.seats)
    names = (*dict.fromkeys(seat for seats in known for seat in seats), EVERYBODY)
    words = (f"{seat}={who}" for seat in names for who in (PERSON, *levels(game)))
    return [word for word in words if word.startswith(incomplete)]


def rule_ids(ctx: typer.Context, incomplete: str) -> Iterator[tuple[str, str]]:
    """Rule ids of the game that stands before."""
    game = _game(ctx)
    for rule in game.rules.rules.values() if game else ():
        if rule.id.startswith(incomplete.upper()):
            yield rule.id, rule.text[:60]


def _game(ctx: typer.Context) -> Game | None:
    import pizzabox

    name = ctx.params.get("game") or ctx.params.get("what")
    try:
        return pizzabox.load(name) if isinstance(name, str) else None
    except PizzaboxError:
        return None
