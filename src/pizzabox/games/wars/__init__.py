"""Pizza Wars (Nexus Games 2021): three pizza companies fight over hexes. Its options and sizes."""

from collections.abc import Mapping

from pizzabox.engine.game import Game
from pizzabox.engine.game_folder import parts_of
from pizzabox.engine.options import Choice, Number, Options, Switch, Value

from . import rules
from .board import AREA, LAYOUT_NAMES, LONG, TEAM
from .phrases import COLOURS, say
from .state import SEATS

_CODES = {name: i for i, name in enumerate(LAYOUT_NAMES)}
SETUPS = {"short": _CODES["short"], "medium": _CODES["medium"], "long": LONG, **_CODES}


def bound(options: Options) -> int:
    """Every progress (W6.5) allows the quiet turns of W6.7 once more, with the Agent as many again in between; a turn
    has up to 3 moves. A position set up by hand may have all pieces of the box."""
    players = int(options["players"])
    sides = 3 if options["agent"] else players
    progress = sides * TEAM + 2 * AREA * players + players - 2
    turns = int(options["patience"]) * players * (2 if options["agent"] else 1)
    return 3 * (progress + 1) * (turns + 1)


def together(options: Mapping[str, Value]) -> str | None:
    three = options["players"] == 3 or options["agent"]
    if options["setup"] in ("customers", "long14") and not three:
        return say("together.setup", setup=options["setup"])
    if options["cards"] == "equal" and options["players"] == 3:
        return say("together.equal")
    if options["first"] == "green" and options["players"] == 2:
        return say("together.first")
    return None


game = Game(
    name="wars",
    title="Pizza Wars",
    minutes=(20, 40),
    declared=(
        Number("players", 2, 2, 3),
        Choice("setup", "medium", SETUPS),
        Choice("draw", "layout", {"layout": 0, "shared": 1, "own": 2}, rare=True),
        Number("goal", 10, 1, 37),
        Number("goal_white", 0, 0, 37, rare=True),
        Number("goal_red", 0, 0, 37, rare=True),
        Number("goal_green", 0, 0, 37, when={"players": (3,)}, rare=True),
        Choice("first", "white", {"white": 0, "red": 1, "green": 2, "random": -1}, rare=True),
        Choice("cards", "none", {"none": 0, "equal": 1, "three": 2, "onitama": 3}),
        Number("hand", 3, 3, 6, when={"cards": ("three",)}),
        Switch("face_down", False, when={"cards": ("three",)}),
        Switch("agent", False, when={"players": (2,)}),
        Number("patience", 60, 1, 60, rare=True),
    ),
    width=rules.CODES + 8,
    bound=bound,
    search={"keen": 4.0, "reach": 16, "careless": 0.6},
    search_with={3: {"ahead": 0.1}},
    training={"longest_opening": 60, "trace": 0.97, "outlook": True},
    together=together,
    sets=(
        {},
        {"players": 3, "setup": "short", "goal": 6, "patience": 5},
        {"setup": "short", "goal": 8, "goal_red": 6, "cards": "equal", "patience": 5},
        {"players": 3, "setup": "customers", "cards": "three", "hand": 4, "face_down": True, "patience": 3},
        {"setup": "long13", "draw": "own", "cards": "onitama", "first": "random", "patience": 4},
        {"setup": "short", "agent": True, "goal": 6, "patience": 4},
    ),
    **parts_of(__package__, SEATS, COLOURS),
)
