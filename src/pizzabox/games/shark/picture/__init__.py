"""The picture of Pizza Shark: the rail and the shark above (middle.py), then a tray for every player, the viewer's own
large (seats.py).

Everything is drawn from the record it is given. What can be touched is one element with its token in `data-token`.
"""

from collections.abc import Iterable

from pizzabox.engine.picture_parts import placed
from pizzabox.engine.svg import Layer, Markup, Palette, group, layer, translate
from pizzabox.engine.whole_picture import Frame, Wide

from .. import rules
from ..board import DECKS, PLAYERS
from ..board.deck import ACTIONS
from ..rules.actions import SETUP, UPGRADING
from ..state import State
from . import middle
from .middle import GOAL_H, GOAL_W, GOALS_H, SEA_H, SEA_Y, board, goal_at
from .seats import BIG, NARROW, NARROW_H, NARROW_W, SMALL, button, other_tray, own_tray
from .symbols import WIDTH, art, half_pizza, icon, whole_card

__all__ = ["board", "frame", "pieces", "sample", "wide"]

GAP = 12.0


def _panels_y(s: State) -> float:
    return SEA_Y + SEA_H + (GOALS_H if s.goals else 0.0) + GAP


def frame(s: State) -> Frame:
    return 0.0, 0.0, WIDTH, _panels_y(s) + BIG + (s.players - 1) * (SMALL + GAP) + GAP


def wide(s: State) -> Wide:
    """The other trays in a column beside the rest, below the goals where there is room for both."""
    others, goals_beside = s.players - 1, bool(s.goals and s.players < PLAYERS)
    own = SEA_Y + SEA_H + GAP if goals_beside else _panels_y(s)
    low, larger = own + BIG + GAP, NARROW_W / GOAL_W
    tray, goal = NARROW_H + GAP, (GOAL_H + GAP) * larger
    size = min(1.0, (low - GAP) / (others * tray + (3 * goal if goals_beside else 0.0)))
    places = NARROW | {"own": (6.0, own, 1.0)}
    for k in range(others):
        places[f"tray-{k}"] = WIDTH, low - (others - k) * tray * size, size
    for t in range(3 if goals_beside else 0):
        x, y = goal_at(t)
        places[f"goal-{t}"] = WIDTH - x * larger * size, GAP + (t * goal - y * larger) * size, larger * size
    return Wide((0.0, 0.0, WIDTH + NARROW_W * size + GAP, low), places)


def pieces(s: State, viewer: int, p: Palette, *, legal: Iterable[str] = ()) -> Layer:
    """All that moves: tickets, supply, maw, goals and trays. Tokens in `legal` glow."""
    lit = frozenset(legal)
    main, acting = _main(s, viewer), rules.actors(s)
    y = _panels_y(s)
    panels = [placed("own", own_tray(s, main, viewer, acting, p, lit), transform=translate(6, y))]
    y += BIG + GAP
    for k in range(s.players - 1):
        tray = other_tray(s, (main + k + 1) % s.players, acting, p, lit)
        panels.append(placed(f"tray-{k}", tray, transform=translate(6, y)))
        y += SMALL + GAP
    goals = [middle.goals(s, main, p, lit)] if s.goals else []
    end = [button("end", "end" in lit, p)] if s.phase == UPGRADING and s.mover == viewer else []
    return layer(middle.rail(s, p, lit), middle.sea(s, p, lit), *end, *goals, *panels, class_="pb-pieces")


def _main(s: State, viewer: int) -> int:
    """Whose tray is large: the viewer's own, for a spectator that of the active player."""
    if viewer >= 0:
        return viewer
    return rules.picker(s) if s.phase == SETUP else int(s.turn)


def sample(name: str, p: Palette) -> Markup:
    """A sign of the legend."""
    chapter, _, sign = name.partition(".")
    if chapter == "icons":
        word = sign if sign in ACTIONS else f"{sign}_cheese"
        return group(icon(ACTIONS.index(word), p), transform=translate(0, 0, 46))
    if sign == "half":
        return group(half_pizza(1, 2, 2, 44, p), transform=translate(-20, 0))
    if sign not in ("ticket", "goal"):
        return art(name, p)
    card = next(card for card in DECKS[0].cards if card.type == (1 if sign == "goal" else 0))
    return group(whole_card(card, p), transform=translate(-34, -47, 0.495))
