"""The picture of Pizzeria: the pizza on its tray (middle.py), saved slices and offers (seats.py), and buttons.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds.
"""

from collections.abc import Iterable

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.picture_parts import of_state, touchable
from pizzabox.engine.svg import Layer, Markup, Palette, box, group, join, layer, translate
from pizzabox.engine.whole_picture import Frame, Wide

from ..board import BY_NAME, PILES, SLICES
from ..move_codes import ADVANCED, CHEW, RETRO
from ..phrases import leafy, say
from ..rules.scoring import heads
from ..state import State
from ..words import spell_choice
from . import middle, seats, symbols
from .seats import LEFT, OFFER_ROW, TOP, WIDTH

CHOICES, LOW = 616.0, 676.0
"""The middle of the row of buttons, and its lower end."""
OFFER_WIDTH = 1180.0


def frame(s: State) -> Frame:
    offers = int(PILES[heads(s)]) * OFFER_ROW + 20 if s.variant == ADVANCED else 0
    return LEFT, TOP, WIDTH, seats.table_end(heads(s)) + offers - TOP


def wide(s: State) -> Wide:
    """The table beside the pizza, and below both the offers in two columns."""
    n, offers = heads(s), int(PILES[heads(s)]) if s.variant == ADVANCED else 0
    left, _, room, _ = seats.columns_beside(n).card
    width, rows = left + room + 14 - LEFT, (offers + 1) // 2
    size = width / 2 / OFFER_WIDTH
    places = {}
    for i in range(offers):
        column, row = divmod(i, rows)
        y = LOW + (row + 0.5) * OFFER_ROW * size
        places[f"offer-{i}"] = LEFT * (1 - size) + column * width / 2, y - size * seats.offer_y(n, i), size
    return Wide((LEFT, TOP, width, LOW + rows * OFFER_ROW * size - TOP), places)


@of_state(heads)
def board(n: int, p: Palette) -> Markup:
    """What never changes in a game: the tray and the head of the table of saved slices."""
    tray = group(symbols.art("tray", p), class_="pb-tray")
    ground = group(seats.ground(n, seats.rows_below(n), p), class_="pb-tall")
    if p.theme == "page":
        ground = join(ground, group(seats.ground(n, seats.columns_beside(n), p), class_="pb-wide", display="none"))
    return group(tray, ground, class_="pb-board", aria_hidden="true")


def pieces(s: State, viewer: int, p: Palette, *, legal: Iterable[str] = (), chosen: tuple[str, ...] = ()) -> Layer:
    """The layer that changes; everything a person can touch is one group with its token in `data-token`."""
    tokens = tuple(legal)
    return layer(
        *middle.table_top(s, p, frozenset(tokens), chosen),
        choices(s, p, tokens),
        *seats.players(s, p),
        seats.offers(s, p) if s.variant == ADVANCED else "",
        class_="pb-pieces",
    )


def heading(s: State) -> str:
    rounds = int(PILES[heads(s)])
    return f"Pizzeria, {say('board.round', round=min(s.rounds + 1, rounds), rounds=rounds)}"


def choices(s: State, p: Palette, legal: tuple[str, ...]) -> Layer:
    """Buttons for what lies nowhere on the table, and chips of saved slices and kinds."""
    chips = tuple(token for token in legal if token.startswith(("saved ", "kind ")))
    buttons = tuple((token, _button_key(s, token)) for token in legal if say.has(f"token.button_{token}"))
    return _choices(chips, buttons, p) if chips or buttons else Layer([])


@kept(128)
def _choices(chips: tuple[str, ...], buttons: tuple[tuple[str, str], ...], p: Palette) -> Layer:
    """Chips, and buttons with the keys of what stands on them, side by side."""
    wide = min(118.0, 880 / max(1, len(chips)))
    shown: list[tuple[str, float, Markup]] = [(token, wide, _chip(token, wide, p)) for token in chips]
    for token, key in buttons:
        width = text_width(say(key), 32) + 90
        shown.append((token, width, _button(say(key), width, p)))
    x = -(sum(width for _, width, _ in shown) + 18 * (len(shown) - 1)) / 2
    made = []
    for token, width, inside in shown:
        spot = translate(x + width / 2, CHOICES)
        made.append(touchable(token, "pb-choice", True, spell_choice(token), inside, transform=spot))
        x += width + 18
    return layer(*made, class_="pb-choices")


def _button_key(s: State, token: str) -> str:
    """The key of what stands on a button."""
    if token == "done" and s.phase == CHEW:
        return "token.button_save_all" if s.plate == leafy(s) else "token.button_done"
    return "token.button_stop" if token == "pass" and s.phase == RETRO else f"token.button_{token}"


def _button(label: str, width: float, p: Palette) -> Markup:
    return join(
        box(-width / 2, -48, width, 96, 30, fill=p["glow"], stroke=p["touch"], stroke_width=6),
        lettering(label, 0, 0, 32, p["mark-ink"], weight=0.15),
    )


def _chip(token: str, width: float, p: Palette) -> Markup:
    word, _, rest = token.partition(" ")
    kind = int(rest) if word == "kind" else SLICES[BY_NAME[rest]].kinds[0]
    made = [
        box(-width / 2, -54, width, 108, 20, fill=p["glow"], stroke=p["touch"], stroke_width=5),
        symbols.placed(kind, p, 0, -20, min(28.0, width * 0.4)),
    ]
    if word == "kind":
        made.append(lettering(str(kind), 0, 34, 27, p["mark-ink"], weight=0.17))
    else:
        made.append(lettering(str(kind), -width * 0.22, 34, 24, p["mark-ink"], weight=0.17))
        made.append(symbols.leaves(SLICES[BY_NAME[rest]].leaves, p, width * 0.2, 34, min(11.0, width * 0.11)))
    return join(*made)


def sample(name: str, p: Palette) -> Markup:
    """A sign of the legend."""
    chapter, _, sign = name.partition(".")
    return symbols.tile(sign, p, 0, 0, 36) if chapter == "offers" else symbols.art(name, p)
