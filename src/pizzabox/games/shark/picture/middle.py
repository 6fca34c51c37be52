"""What lies in the middle of Pizza Shark: the rail with the deck, the shark with the supply and its maw, the goals."""

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering
from pizzabox.engine.picture_parts import askable, knob, of_state, placed, touchable
from pizzabox.engine.svg import Layer, Markup, Palette, box, group, join, layer, line, style, tag, translate
from pizzabox.engine.toppings import seat_symbol

from ..board import DECKS, RAIL
from ..board.deck import ACTIONS, TYPES
from ..phrases import COLOURS, pieces_said, say, sides, title
from ..phrases import icon as icon_words
from ..rules import actions
from ..rules.actions import EATING, LURING, TINS
from ..state import State
from ..words import goal_spelled, supply_said, ticket_said
from . import symbols
from .symbols import CARD_H, CARD_W, PIECES, STEP, WIDTH, art, icon

RAIL_Y, SEA_Y, SEA_H, GOALS_H = 12.0, 220.0, 196.0, 122.0
GOAL_W, GOAL_H = 252.0, 104.0


@of_state()
def board(p: Palette) -> Markup:
    """What never changes: places of the rail, the deck, the shark."""
    made = [symbols.no_card(12 + STEP * j, RAIL_Y, p) for j in range(RAIL)]
    made.append(art.at("back", p, _DECK_X, RAIL_Y, 1))
    made.append(box(6, SEA_Y, WIDTH - 12, SEA_H, 18, fill=p["wood"], stroke=p["wood-edge"], stroke_width=2))
    made.append(art.at("shark", p, 24, SEA_Y + 42, 0.93))
    for k, key in enumerate(("picture.wants", "board.supply", "board.maw")):
        y = SEA_Y + 37 + 61 * k
        made.append(lettering(say(key), 420, y, 15, p["wood-ink"], "end", 0.16))
        if k:
            made.append(line((340, y - 31), (WIDTH - 20, y - 31), stroke=p["wood-edge"], stroke_width=1.5))
    return group(*made, class_="pb-board", aria_hidden="true")


def rail(s: State, p: Palette, lit: frozenset[str]) -> Layer:
    """The tickets on the rail and the deck at its end."""
    fresh = RAIL - s.fresh if s.phase in (LURING, EATING) else RAIL
    turn = min(s.turns // sides(s) + 1, s.cap)
    tickets = tuple(s.rail)
    return _railed(s.deck, tickets, fresh, lit & _ALL_TICKETS, s.draw.bit_count(), s.trash.bit_count(), turn, p)


@kept(256)
def _railed(
    deck: int, rail: tuple[int, ...], fresh: int, lit: frozenset[str], draw: int, trash: int, turn: int, p: Palette
) -> Layer:
    """The rail, from `fresh` on with tickets that the shark has come for, and the numbers at its end."""
    x, y = _DECK_X + 54, RAIL_Y + CARD_H - 32
    paper, ink = p["mark-paper"], p["mark-ink"]
    return layer(
        *(_ticket(deck, card, j, j >= fresh, _TICKETS[j] in lit, p) for j, card in enumerate(rail)),
        askable(
            "deck",
            say("spoken.deck", n=draw, trash=trash),
            box(_DECK_X, RAIL_Y, 108, CARD_H, 13, fill="none", pointer_events="all"),
            knob(str(draw), x, y, 23, 19, ink, 0.17, fill=paper, stroke=ink, stroke_width=2.5),
        ),
        _number("picture.trash", trash, 118, p),
        _number("picture.turn", turn, 30, p),
        class_="pb-rail",
    )


_TICKETS = tuple(f"rail {j + 1}" for j in range(RAIL))
_ALL_TICKETS = frozenset(_TICKETS)
_NO_TICKET = tag("rect", width=CARD_W, height=CARD_H, fill="none")
_DECK_X = 12 + STEP * RAIL + 6
"""Where the deck lies, at the end of the rail."""


@kept(256)
def _ticket(deck: int, number: int, j: int, attacked: bool, lit: bool, p: Palette) -> Markup:
    """A place of the rail with its card, or with none."""
    inside = [symbols.whole_card(DECKS[deck].cards[number], p) if number >= 0 else _NO_TICKET]
    if attacked and number >= 0:
        collar = style(fill="none", stroke=p["sauce"], stroke_width=7, stroke_dasharray="12 7")
        inside.append(box(-1, -1, CARD_W + 2, CARD_H + 2, 13, **collar))
    if lit:
        inside.append(symbols.glow(0, 0, CARD_W, CARD_H, 13, p))
    spot = translate(12 + STEP * j, RAIL_Y)
    return touchable(_TICKETS[j], "pb-touch", lit, ticket_said(deck, j, number), *inside, transform=spot)


def _number(key: str, n: int, y: float, p: Palette) -> Markup:
    """A number beside the deck, and what it counts."""
    word = lettering(say(key), _DECK_X + 147, RAIL_Y + y, 14, p["soft"], weight=0.16)
    return join(word, lettering(str(n), _DECK_X + 147, RAIL_Y + y + 30, 22, p["ink"], weight=0.17))


_COLUMNS = (462.0, 549.0, 636.0, 723.0)


def sea(s: State, p: Palette, lit: frozenset[str]) -> Layer:
    """The shark, what it wants, and what can be taken."""
    want = tuple(s.want) if s.attacker >= 0 else (0, 0, 0, 0)
    biting = s.phase in (LURING, EATING)
    return _at_sea(want, biting, (*s.supply, s.can), tuple(s.maw), lit & _ALL_SUPPLY, p)


@kept(256)
def _at_sea(
    want: tuple[int, ...], biting: bool, supply: tuple[int, ...], maw: tuple[int, ...], lit: frozenset[str], p: Palette
) -> Layer:
    """Beside the shark, by type: what it wants, what is left to take, what it has eaten."""
    jaws = box(6, SEA_Y, 410, SEA_H, 18, fill="none", pointer_events="all")
    made = [askable("shark", say("legend.table.shark.name"), jaws)]
    for k in range(4):
        if want[k]:
            made.append(_want(k, want[k], biting, p))
        made.append(_supply(k, supply[k], k < TINS and _SUPPLY[k] in lit, p))
        eaten = _heap(k, maw[k], SEA_Y + 159, p, 0.75 if maw[k] else 0.3)
        made.append(askable("maw", say("spoken.maw", what=pieces_said(k, maw[k])), *eaten))
    return layer(*made, class_="pb-sea")


_SUPPLY = tuple(f"supply {t}" for t in TYPES)
_ALL_SUPPLY = frozenset(_SUPPLY)


def _heap(k: int, n: int, y: float, p: Palette, opacity: float | None = None) -> list[Markup]:
    """A sign with its number, and where to touch it; an anchovy is longer than a slice is wide."""
    x, (left, size) = _COLUMNS[k], (8, 17) if k == TINS else (4, 20)
    place = box(x - 28, y - 28, 84, 56, 12, fill="none", pointer_events="all")
    drawn = art.at(PIECES[k], p, x - left, y, size, opacity=opacity)
    return [place, drawn, symbols.numeral(n, x + 20, y, 17, p["wood-ink"])]


def _want(k: int, n: int, biting: bool, p: Palette) -> Markup:
    """What the shark wants of a type."""
    x, y = _COLUMNS[k], SEA_Y + 37
    said = say("spoken.want", what=say("attack.any", n=n) if k == TINS else pieces_said(k, n))
    thing = art.at((*PIECES[:3], "slice-any")[k], p, x - 4, y, 22)
    return askable(
        "shark", said, thing, symbols.numeral(n, x + 24, y, 22, p["wood-ink"]), opacity=None if biting else 0.45
    )


@kept(512)
def _supply(k: int, n: int, lit: bool, p: Palette) -> Markup:
    """What is left to take of a type."""
    y = SEA_Y + 98
    inside = _heap(k, n, y, p)
    if k == TINS:
        return askable("supply anchovies", say("spoken.tins", n=n), *inside, class_="pb-supply")
    around = symbols.glow(_COLUMNS[k] - 28, y - 28, 84, 56, 12, p) if lit else ""
    return touchable(_SUPPLY[k], "pb-touch", lit, supply_said(k, n), *inside, around)


def goals(s: State, main: int, p: Palette, lit: frozenset[str]) -> Layer:
    """The goals on the table, for the player with the large tray."""
    playing = actions.owes_goal(s, main)
    live = iter(symbols.looks(s, main, True, lit)) if playing else iter(())
    made = []
    for t in range(3):
        if s.goal[t] >= 0:
            owner = s.claimed[t]
            shown = next(live) if playing and owner == main else None
            made.append(placed(f"goal-{t}", _goal(s.deck, s.goal[t], t, owner, shown, p)))
    return layer(*made, class_="pb-goals")


def goal_at(t: int) -> tuple[float, float]:
    return 10 + (GOAL_W + 10) * t, SEA_Y + SEA_H + 10


@kept(128)
def _goal(deck: int, number: int, t: int, owner: int, shown: tuple[int, ...] | None, p: Palette) -> Markup:
    """One goal: how many halves of which type, its anchovy or its winner, its icons and how they look while played."""
    card = DECKS[deck].cards[number]
    band = (p["cheese"], p["red-mark"], p["white-mark"])[t]
    inside = [symbols.plain_card(GOAL_W, GOAL_H, 40, band, p)]
    inside += [
        group(symbols.half_pizza(1, t + 1, 3, 15, p), transform=translate(14 + 20 * i, 21)) for i in range(card.cost)
    ]
    free = owner < 0
    inside.append(
        art.at("anchovy", p, 228, 21, 16) if free else seat_symbol(symbols.TOPPING[COLOURS[owner]], p, 230, 21, 17)
    )
    inside.append(lettering(title(card), 203, 21, 9.5, p["mark-ink"], "end", 0.16))
    for i, kind in enumerate(card.icons):
        x, y = 30 + 48 * i, 72
        if shown is not None:
            inside.append(symbols.live_icon(kind, shown[i], x, y, 22, p))
        else:
            drawn = group(icon(kind, p), transform=translate(x, y, 22))
            inside.append(askable(f"icon {ACTIONS[kind]}", icon_words(kind), drawn, opacity=None if free else 0.35))
    drawn = group(*inside, opacity=None if free or shown is not None else 0.6)
    label = goal_spelled(deck, number, t, "" if free else say(f"name.{owner}"))
    return askable(f"goal {TYPES[t]}", label, drawn, role="group", transform=translate(*goal_at(t)))
