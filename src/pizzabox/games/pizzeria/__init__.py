"""Pizzeria (Allers, Nasza Księgarnia 2020): one slices, all choose. The table of contents of the game."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pizzabox.engine.data import Bits, Names
from pizzabox.engine.game import Character, Game
from pizzabox.engine.options import Choice, Number, Options, Switch, Value

from . import codes, lens, paint, picture, rules, sense, words
from .board import LEAF_NAMES, OFFERS, PILES, PORTIONS, RING, TYPE_NAMES
from .check import check, fits
from .jeff import jeff_move
from .phrases import say

_SLICES, _OFFERS = Names(TYPE_NAMES), Names(("none", *OFFERS))
_PLACES, _PLAYERS = Bits([str(i + 1) for i in range(RING)]), Bits([str(p) for p in range(6)])


def _solo(options: Mapping[str, Value]) -> bool:
    return codes.VARIANTS.index(str(options["variant"])) >= codes.SOLO


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
    if options["first"] not in ("random", "jeff", *codes.COLOURS[: int(options["players"])]):
        return say("together.first", seat=options["first"])
    return None


game = Game(
    name="pizzeria",
    title="Pizzeria",
    minutes=(20, 30),
    state=rules.State,
    functions={**vars(rules), "value": sense.value, "features": sense.features},
    declared=(
        Number("players", 4, 1, 6),
        Choice(
            "variant",
            "basic",
            {name: i for i, name in enumerate(codes.VARIANTS)},
        ),
        Choice(
            "first",
            "random",
            codes.FIRST_SLICER,
        ),
        Choice(
            "leaves",
            "house",
            {name: i for i, name in enumerate(LEAF_NAMES)},
        ),
        Switch("eaten", False),
    ),
    codes=codes.CODES,
    width=codes.WIDTH,
    features=sense.FEATURES,
    bound=bound,
    words=words,
    picture=picture,
    codecs={
        "variant": Names(codes.VARIANTS),
        "leaves": Names(LEAF_NAMES),
        "phase": Names(codes.PHASES),
        "pizza": _SLICES,
        "piles": _SLICES,
        "aside": _SLICES,
        "hand": _SLICES,
        "tile": _OFFERS,
        "lids": _OFFERS,
        "seen": Bits(OFFERS),
        "gone": Bits(OFFERS),
        "used": Bits(OFFERS),
        "share": _PLACES,
        "plate": _PLACES,
        "stock": Bits([str(p + 1) for p in range(6)]),
        "sealed": _PLAYERS,
        "won": _PLAYERS,
    },
    check=check,
    fits=fits,
    search={"keen": 1.0, "careless": 0.6, "slips": {"cook": 0.03, "chef": 0.012}},
    lens=lens.lens,
    brushes=paint.BRUSHES,
    characters={"jeff": Character(jeff_move, {"players": (2,), "variant": ("basic",)})},
    rules_path=Path(__file__).with_name("rules.md"),
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
)
