"""Pizza Shark: fill a tray with four pizzas before the shark eats your slices. Its options and sizes."""

from collections.abc import Mapping

from pizzabox.engine.game import Game
from pizzabox.engine.game_folder import parts_of
from pizzabox.engine.options import Choice, Number, Options, Switch, Value

from .board import DECKS, FULL, PLAYERS
from .board.deck import MOST_COST, MOST_ICONS, as_csv, load_deck
from .board.pieces import PIECES, plain
from .phrases import COLOURS, say
from .state import SEATS

__all__ = ["game", "load_deck"]


def bound(options: Options) -> int:
    """Starting slices, every space of every tray, three goals, and the most a turn of one player can hold."""
    players = int(options["players"])
    icons = 2 * MOST_ICONS
    attack = (players - 1 if players > 2 else 2) * (1 + 2 * MOST_COST)
    turn = 1 + icons + 1 + 1 + 3 + attack
    return 6 + players * FULL + 3 * (MOST_ICONS + 1) + int(options["cap"]) * players * turn


def sides(options: Options) -> tuple[int, ...]:
    """Partners sit across from each other (S8.1)."""
    players = int(options["players"])
    return tuple(seat % 2 for seat in range(players)) if players == PLAYERS else tuple(range(players))


def together(options: Mapping[str, Value]) -> str | None:
    if options["first"] in SEATS[int(options["players"]) :]:
        return say("together.first", seat=options["first"], n=options["players"])
    return None


def outside(options: Options) -> dict[str, str]:
    """The deck, which may come from a file, and the pieces in the box (S1.2 to S1.6)."""
    deck = next(deck for deck in DECKS if deck.name == options["deck"])
    return {"deck": as_csv(deck), "pieces": plain(PIECES)}


game = Game(
    name="shark",
    title="Pizza Shark",
    minutes=(30, 60),
    declared=(
        Number("players", 2, 2, 4),
        Switch("halves", True),
        Switch("goals", False),
        Number("extra", 0, 0, 3, when={"players": (4,)}, rare=True),
        Number("cap", 60, 1, 500, rare=True),
        Choice("first", "random", {"random": -1, **{seat: i for i, seat in enumerate(SEATS)}}, rare=True),
        Choice("deck", "house", {deck.name: i for i, deck in enumerate(DECKS)}, rare=True),
    ),
    width=160,
    bound=bound,
    sides=sides,
    search={"reach": 30, "careless": 0.6, "slips": {"cook": 0.014, "chef": 0.008}},
    training={"longest_opening": 80, "trace": 0.97, "outlook": True},
    together=together,
    outside=outside,
    sets=(
        {"players": 2},
        {"players": 3, "cap": 15},
        {"players": 4, "cap": 8},
        {"players": 2, "goals": True, "halves": False, "cap": 30},
        {"players": 4, "goals": True, "extra": 1, "cap": 10},
    ),
    **parts_of(__package__, SEATS, COLOURS),
)
