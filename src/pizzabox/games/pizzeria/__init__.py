"""Pizzeria (Allers, Nasza Księgarnia 2020): one slices, all choose. Its options and sizes."""

from collections.abc import Mapping

from pizzabox.engine.game import Character, Game
from pizzabox.engine.game_folder import parts_of
from pizzabox.engine.options import Choice, Number, Options, Switch, Value

from . import move_codes
from .board import LEAF_NAMES, PILES, PORTIONS
from .phrases import say
from .rules.jeff import jeff_move


def _solo(options: Mapping[str, Value]) -> bool:
    return move_codes.VARIANTS.index(str(options["variant"])) >= move_codes.SOLO


def bound(options: Options) -> int:
    """A round: pile, cuts, a pick and a bite for each portion, and what the offers add to one round and to the game."""
    heads = 2 if _solo(options) else int(options["players"])
    rounds, portions = int(PILES[heads]), int(PORTIONS[heads])
    asked = rounds * 3 + 12 if options["variant"] == "advanced" else 0
    return rounds * (2 + 2 * portions) + asked


def together(options: Mapping[str, Value]) -> str | None:
    solo = _solo(options)
    if solo != (options["players"] == 1):
        return say("together.solo")
    if options["first"] == "jeff" and not solo:
        return say("together.jeff")
    if options["first"] not in ("random", "jeff", *move_codes.SEATS[: int(options["players"])]):
        return say("together.first", seat=options["first"])
    return None


game = Game(
    name="pizzeria",
    title="Pizzeria",
    minutes=(20, 30),
    declared=(
        Number("players", 4, 1, 6),
        Choice("variant", "basic", {name: i for i, name in enumerate(move_codes.VARIANTS)}),
        Choice("first", "random", move_codes.FIRST_SLICER, rare=True),
        Choice("leaves", "house", {name: i for i, name in enumerate(LEAF_NAMES)}, rare=True),
        Switch("eaten", False, rare=True),
    ),
    width=move_codes.WIDTH,
    bound=bound,
    search={"keen": 1.0, "ahead": 0.5, "doubt": 0.0, "careless": 0.6, "slips": {"cook": 0.03, "chef": 0.012}},
    training={"longest_opening": 14, "outlook": True},
    characters={"jeff": Character(jeff_move, {"players": (2,), "variant": ("basic",)})},
    together=together,
    sets=(
        {"players": 4},
        {"players": 2},
        {"players": 3},
        {"players": 5, "leaves": "varied"},
        {"players": 6, "eaten": True},
        {"players": 2, "variant": "advanced"},
        {"players": 3, "variant": "advanced", "leaves": "varied"},
        {"players": 6, "variant": "advanced"},
        {"players": 1, "variant": "solo"},
        {"players": 1, "variant": "solo-easy"},
        {"players": 1, "variant": "solo-hard"},
    ),
    **parts_of(__package__, move_codes.SEATS),
)
