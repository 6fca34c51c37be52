"""heXentafl (the bonus game of Pizza Wars): a King breaks out, the others close in. The table of contents."""

from __future__ import annotations

from pizzabox.engine.game import Game
from pizzabox.engine.options import Choice, Number, Options
from pizzabox.engine.words import Words

from . import analysis, editor, evaluation, picture, rules, visibility
from .board import START
from .phrases import COLOURS
from .position_check import check, tidy
from .state import State
from .symmetry import twins


def bound(options: Options) -> int:
    """Every capture allows the quiet moves of X4.6 once more."""
    men, foes = (int(side).bit_count() for side in START[int(options["size"]) - 4])
    return int(options["games"]) * (men + foes + 1) * (rules.QUIET + 1)


game = Game(
    name="hexentafl",
    title="heXentafl",
    minutes=(5, 15),
    state=State,
    functions={**vars(rules), **vars(visibility), **vars(evaluation)},
    declared=(
        Number("players", 2, 2, 2),
        Number("size", 4, 4, 5),
        Choice("first", "defenders", {"defenders": 0, "attackers": 1}, rare=True),
        Number("games", 1, 1, 2),
    ),
    codes=rules.CODES,
    width=320,
    features=evaluation.FEATURES,
    bound=bound,
    words=Words.of_package(__package__, colours=COLOURS),
    picture=picture,
    check=check,
    search={"explore": 0.3},
    twins=twins,
    analysis=analysis.panels,
    editor=editor.EDITOR,
    tidy=tidy,
    sets=({}, {"size": 5}, {"games": 2}, {"size": 5, "first": "attackers", "games": 2}),
)
