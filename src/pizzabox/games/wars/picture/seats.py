"""What the players of Pizza Wars have: the viewer's cards in a strip below the boards, and below these the legend."""

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.picture_parts import askable, placed, touchable
from pizzabox.engine.presentation import Standing
from pizzabox.engine.svg import Layer, Markup, Palette, box, group, translate
from pizzabox.engine.toppings import seat_symbol
from pizzabox.engine.whole_picture import Frame, Wide

from ..board import CARDS
from ..phrases import held, say
from ..rules import OVER
from ..state import SEATS, State
from ..words import standing
from .middle import boards_frame
from .symbols import card_icon

HIGH, WIDE = 118.0, 110.0
LEGEND = 112.0
PLACES = 7
"""Six kinds or a pile face down, and the card in the middle."""


def _scale(boards3: int) -> float:
    """The strip is as wide as the boards."""
    return boards_frame(boards3)[2] / (PLACES * WIDE + 24)


def frame(s: State) -> Frame:
    """Left, top, width and height of the boards and the cards."""
    x, y, w, h = boards_frame(s.boards3)
    return x, y, w, h + ((HIGH + 14) * _scale(s.boards3) if s.cards else 0.0)


def wide(s: State) -> Wide:
    """The cards one below the other, beside the boards."""
    x, y, w, h = boards_frame(s.boards3)
    if not s.cards:
        return Wide((x, y, w, h))
    size = h / (PLACES * (HIGH + 14))
    places = {f"card-{i}": (-i * WIDE, i * (HIGH + 14), 1.0) for i in range(PLACES)}
    return Wide((x, y, w + (WIDE + 16) * size, h), places | {"cards": (x + w, y, size)})


def cards(s: State, viewer: int, lit: frozenset[str], p: Palette) -> Layer:
    """The viewer's cards as a strip below the boards; a spectator sees those of the player to act, if they are open."""
    if not s.cards:
        return Layer([])
    owner = viewer if viewer >= 0 else s.player
    shown = [(k, n, f"+{CARDS[k]}" in lit) for k, n in enumerate(s.holds.tolist()[owner]) if n]
    hidden = s.held[owner] - sum(n for _, n, _ in shown)
    return _strip(tuple(shown), max(0, hidden), s.neutral, s.boards3, p)


@kept(512)
def _strip(shown: tuple[tuple[int, int, bool], ...], hidden: int, neutral: int, boards3: int, p: Palette) -> Layer:
    made = {i: _card(k, n, lit, i, "", p) for i, (k, n, lit) in enumerate(shown)}
    if hidden:
        made[len(shown)] = _card(-1, hidden, False, len(shown), "", p)
    if neutral >= 0:
        made[PLACES - 1] = _card(neutral, 1, False, PLACES - 1, "middle", p)
    x, y, _, h = boards_frame(boards3)
    strip = (placed(f"card-{place}", card) for place, card in made.items())
    return placed("cards", *strip, transform=translate(x, y + h, _scale(boards3)))


@kept(512)
def _card(k: int, n: int, lit: bool, place: int, note: str, p: Palette) -> Markup:
    """So many cards of a kind, or face down; one with a note lies in the middle."""
    fill, edge = (p["glow"], p["touch"]) if lit else (p["card"], p["rule"])
    x, y, wide = 12 + place * WIDE, 7.0, WIDE - 8
    inside = [box(x, y, wide, HIGH, 12, fill=fill, stroke=edge, stroke_width=5 if lit else 3)]
    ink = p["mark-ink"] if lit else p["ink"]
    centre = x + wide / 2
    if k < 0:
        inside.append(lettering("?", centre, y + 48, 44, p["soft"]))
        inside.append(lettering(f"×{n}", centre, y + 95, 20, p["soft"]))
        return askable("hidden cards", say("picture.face_down", n=n), *inside, class_="pb-card")
    inside.append(card_icon(k, centre, y + 48, ink, p))
    word = say(f"picture.card_{k}")
    size = min(21.0, 21.0 * (wide - 12) / max(1.0, text_width(word, 21)))
    inside.append(lettering(word, centre, y + 95, size, ink))
    if n > 1:
        inside.append(lettering(f"×{n}", x + wide - 19, y + 17, 17, ink))
    if note:
        inside.append(lettering(say(f"picture.{note}"), centre, y + 15, 14, p["soft"]))
    label = say(f"card.{k}") + ": " + say(f"legend.cards.{CARDS[k]}.text")
    if note:
        return askable("middle card", label, *inside, class_="pb-card")
    return touchable(f"+{CARDS[k]}", "pb-card", lit, label, *inside, id_=f"pb-card-{CARDS[k]}")


def legend(s: State, p: Palette) -> Markup:
    """Each side with its hexes, its goal and what is still missing."""
    x, y, w, h = frame(s)
    sides = standing(s, -1)
    wide = w / len(sides)
    made = (_plate(s, i, each, x + i * wide + 6, y + h + 6, wide - 12, p) for i, each in enumerate(sides))
    return group(*made, class_="pb-legend", aria_hidden="true")


def _plate(s: State, side: int, each: Standing, x: float, y: float, wide: float, p: Palette) -> Markup:
    colour = SEATS[side]
    acting = s.phase != OVER and side == s.side
    won = s.phase == OVER and each.player >= 0 and s.won >> each.player & 1
    edge = p["prize"] if won else p["touch"] if acting else p["rule"]
    made = [
        box(x, y, wide, 96, 16, fill=p["card"], stroke=edge, stroke_width=6 if acting or won else 2),
        seat_symbol(colour, p, x + 40, y + 36, 26),
        lettering(say("side.agent_short") if each.player < 0 else each.name, x + 78, y + 24, 22, p["ink"], "start"),
    ]
    if each.player < 0:
        return group(*made, lettering(each.score, x + 78, y + 54, 15, p["soft"], "start"))
    made.append(lettering(each.score, x + wide - 16, y + 24, 22, p["ink"], "end"))
    note = "  ".join(each.notes[1:3]) if s.boards3 else each.notes[0]
    if won or s.out >> side & 1:
        note = say("picture.wins" if won else "board.out")
    made.append(lettering(note, x + 78, y + 53, 15, p["prize" if won else "soft"], "start"))
    goal, total = s.goal[side], held(s, side)
    step = (wide - 32) / goal
    for i in range(goal):
        look = {"fill": p[f"{colour}-fill"], "stroke": p[f"{colour}-edge"]} if i < total else {"fill": p["well"]}
        made.append(box(x + 16 + i * step, y + 72, step - 3, 14, 4, stroke_width=2.5, **look))
    return group(*made)
