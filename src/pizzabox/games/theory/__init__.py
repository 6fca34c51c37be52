"""Pizza Theory (Gryphon Games 2012): three secret cuts divide the pizza. Its options and sizes."""

from collections.abc import Mapping

from pizzabox.engine.game import Game
from pizzabox.engine.game_folder import parts_of
from pizzabox.engine.options import Choice, Number, Options, Value

from .board import LAYOUT_NAMES
from .phrases import say


def bound(options: Options) -> int:
    """A round has at most one add and one cut a player, and the unselected colour's topping."""
    return int(options["cap"]) * (2 * int(options["players"]) + 1)


def together(options: Mapping[str, Value]) -> str | None:
    if options["players"] == 2 and options["first"] == options["unselected"]:
        return say("together.first", colour=options["first"])
    return None


game = Game(
    name="theory",
    title="Pizza Theory",
    minutes=(10, 15),
    declared=(
        Number("players", 3, 2, 3),
        Choice("layout", "S1", {name: i for i, name in enumerate(LAYOUT_NAMES)}, rare=True),
        Number("cap", 60, 1, 1000, rare=True),
        Choice("first", "random", {"random": -1, "red": 0, "green": 1, "white": 2}, rare=True),
        Choice("unselected", "white", {"red": 0, "green": 1, "white": 2}, when={"players": (2,)}, rare=True),
    ),
    width=64,
    bound=bound,
    search={
        "explore": 1.2,
        "keen": 0.0,
        "plain": 0.75,
        "clear": 16.0,
        "tremble": 0.25,
        "shake": 0.1,
        "trust": 1.0,
        "ahead": 0.6,
        "believe": 0.8,
        "table": 4,
        "sharp": 0.01,
        "ripe": 4,
        "pace": 3,
        "careless": 0.65,
        "slips": {"cook": 0.055, "chef": 0.03},
    },
    search_with={3: {"ahead": 0.8, "believe": 0.6, "table": 2, "own": True}},
    training={"longest_opening": 12, "outlook": True},
    same_net=("layout", "cap", "first"),
    together=together,
    sets=({"players": 3}, {"players": 2}, {"players": 3, "layout": "K", "cap": 4}, {"players": 2, "unselected": "red"}),
    **parts_of(__package__),
)
