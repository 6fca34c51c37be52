"""The cards of Pizza Wars in the picture: a strip below the boards."""

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.picture_parts import askable, placed, touchable
from pizzabox.engine.svg import Layer, Markup, Palette, box, group, style, translate
from pizzabox.engine.whole_picture import Wide

from ..board import CARDS
from ..phrases import say
from ..state import State
from .boards import art, frame

HIGH, WIDE = 118.0, 110.0
PLACES = 7
"""Six kinds or a pile face down, and the card in the middle."""


def _scale(boards3: int) -> float:
    """The strip is as wide as the boards."""
    return frame(boards3)[2] / (PLACES * WIDE + 24)


def height(s: State) -> float:
    """How much room below the boards the cards take."""
    return (HIGH + 14) * _scale(s.boards3) if s.cards else 0.0


def wide(s: State) -> Wide:
    """The cards one below the other, beside the boards."""
    x, y, w, h = frame(s.boards3)
    if not s.cards:
        return Wide((x, y, w, h))
    size = h / (PLACES * (HIGH + 14))
    places = {f"card-{i}": (-i * WIDE, i * (HIGH + 14), 1.0) for i in range(PLACES)}
    return Wide((x, y, w + (WIDE + 16) * size, h), places | {"cards": (x + w, y, size)})


def strip(s: State, viewer: int, lit: frozenset[str], p: Palette) -> Layer:
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
    x, y, _, h = frame(boards3)
    cards = (placed(f"card-{place}", card) for place, card in made.items())
    return placed("cards", *cards, transform=translate(x, y + h, _scale(boards3)))


@kept(512)
def _card(k: int, n: int, lit: bool, place: int, note: str, p: Palette) -> Markup:
    """So many cards of a kind, or face down; one with a note lies in the middle."""
    fill, edge = (p["glow"], p["touch"]) if lit else (p["card"], p["rule"])
    x, y, wide = 12 + place * WIDE, 7.0, WIDE - 8
    inside = [box(x, y, wide, HIGH, 12, fill=fill, stroke=edge, stroke_width=5 if lit else 3)]
    ink = p["mark-ink"] if lit else p["ink"]
    middle = x + wide / 2
    if k < 0:
        inside.append(lettering("?", middle, y + 48, 44, p["soft"]))
        inside.append(lettering(f"×{n}", middle, y + 95, 20, p["soft"]))
        return askable("hidden cards", say("picture.face_down", n=n), *inside, class_="pb-card")
    inside.append(_icon(k, middle, y + 48, ink, p))
    word = say(f"picture.card_{k}")
    size = min(21.0, 21.0 * (wide - 12) / max(1.0, text_width(word, 21)))
    inside.append(lettering(word, middle, y + 95, size, ink))
    if n > 1:
        inside.append(lettering(f"×{n}", x + wide - 19, y + 17, 17, ink))
    if note:
        inside.append(lettering(say(f"picture.{note}"), middle, y + 15, 14, p["soft"]))
    label = say(f"card.{k}") + ": " + say(f"legend.cards.{CARDS[k]}.text")
    if note:
        return askable("middle card", label, *inside, class_="pb-card")
    return touchable(f"+{CARDS[k]}", "pb-card", lit, label, *inside, id_=f"pb-card-{CARDS[k]}")


def sample(card: str, p: Palette) -> Markup:
    """A card by itself, small."""
    ground = box(-40, -48, 80, 96, 12, fill=p["card"], stroke=p["rule"], stroke_width=3)
    return group(ground, _icon(CARDS.index(card), 0, 0, p["ink"], p))


def _icon(k: int, x: float, y: float, ink: str, p: Palette) -> Markup:
    """A small drawing of what a card does: further, another way, a corner, over a piece, past a blocker, around."""
    pen = style(fill="none", stroke=ink, stroke_width=5, stroke_linecap="round", stroke_linejoin="round")
    return art.at(CARDS[k], p, x, y, 1.25, **pen)
