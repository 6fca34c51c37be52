"""Pizza Theory (Gryphon Games 2012): three secret cuts divide the pizza. The table of contents of the game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pizzabox.engine.data import Bits, Names
from pizzabox.engine.game import Game
from pizzabox.engine.options import Choice, Number, Options, Value

from . import lens, picture, rules, sense, words
from .board import LABELS, LAYOUT_NAMES, NAMES
from .check import check

COLOURS = ("red", "green", "white")
PHASES = ("add", "spare", "cut", "over")


def bound(options: Options) -> int:
    """A round has at most one add and one cut a player, and the unselected colour's topping."""
    return int(options["cap"]) * (2 * int(options["players"]) + 1)


def together(options: Mapping[str, Value]) -> str | None:
    if options["players"] == 2 and options["first"] == options["unselected"]:
        return f"first cannot be {options['first']}: with two players that colour is the unselected one"
    return None


game = Game(
    name="theory",
    title="Pizza Theory",
    summary="Add a topping, then all cut at once and in secret; every slice goes to its leader.",
    minutes=(10, 15),
    state=rules.State,
    functions={**vars(rules), "value": sense.value, "features": sense.features},
    declared=(
        Number("players", 3, 2, 3, "Two players share the table with a third colour that nobody plays."),
        Choice(
            "layout",
            "S1",
            {name: i for i, name in enumerate(LAYOUT_NAMES)},
            "Where the first two toppings lie: S1 halfway out, S2 on the rim beside the seat, S3 on the rim beside the "
            "other corners, K on the six corners. House values: the printed board is not known.",
        ),
        Number(
            "cap", 60, 1, 1000, "The game ends after this many rounds; most toppings win, equal ones share. House rule."
        ),
        Choice("first", "random", {"random": -1, "red": 0, "green": 1, "white": 2}, "Who is 1st in the first round."),
        Choice(
            "unselected",
            "white",
            {"red": 0, "green": 1, "white": 2},
            "The colour nobody plays.",
            when={"players": (2,)},
        ),
    ),
    codes=rules.CODES,
    width=64,
    features=sense.FEATURES,
    bound=bound,
    words=words,
    picture=picture,
    codecs={
        "spaces": Bits(NAMES),
        "before": Bits(NAMES),
        "sealed": Bits(("0", "1", "2")),
        "skipped": Bits(("0", "1", "2")),
        "won": Bits(("0", "1", "2")),
        "spare": Names(("none", *COLOURS), -1),
        "layout": Names(LAYOUT_NAMES),
        "phase": Names(PHASES),
        "label": Names(LABELS),
        "last_label": Names(LABELS),
    },
    check=check,
    lens=lens.lens,
    brushes=lens.BRUSHES,
    rules_path=Path(__file__).with_name("rules.md"),
    together=together,
    sets=({"players": 3}, {"players": 2}, {"players": 3, "layout": "K", "cap": 4}, {"players": 2, "unselected": "red"}),
)
