"""heXentafl (the bonus game of Pizza Wars): a King breaks out, the others close in. Its options and sizes."""

from pizzabox.engine.game import Game
from pizzabox.engine.game_folder import parts_of
from pizzabox.engine.options import Choice, Number, Options

from . import rules
from .board import START
from .phrases import COLOURS


def bound(options: Options) -> int:
    """Every capture allows the quiet moves of X4.6 once more."""
    men, foes = (int(side).bit_count() for side in START[int(options["size"]) - 4])
    return int(options["games"]) * (men + foes + 1) * (rules.QUIET + 1)


game = Game(
    name="hexentafl",
    title="heXentafl",
    minutes=(5, 15),
    declared=(
        Number("players", 2, 2, 2),
        Number("size", 4, 4, 5),
        Choice("first", "defenders", {"defenders": 0, "attackers": 1}, rare=True),
        Number("games", 1, 1, 2),
    ),
    width=320,
    bound=bound,
    search={"explore": 0.3, "ahead": 0.5, "prior": 2.0},
    training={"mixing": 0.08, "last_mixing": 0.04, "outlook": True},
    sets=({}, {"size": 5}, {"games": 2}, {"size": 5, "first": "attackers", "games": 2}),
    **parts_of(__package__, colours=COLOURS),
)
