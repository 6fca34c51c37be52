"""The cards of Pizza Wars in the picture: a strip below the boards."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.catalogue import kept
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.svg import Markup, Palette, group, move, path, tag

from .board import CARDS
from .pizza import frame
from .words import hand, say

STRIP = 104.0


def strip(s: Any, viewer: int, lit: frozenset[str], p: Palette) -> Markup:
    """The viewer's cards as a strip below the boards; a spectator sees those of the player to act, if they are open."""
    if not s.cards:
        return Markup("")
    owner = viewer if viewer >= 0 else s.player
    x, y, w, h = frame(s.boards3)
    shown = [(k, "") for k in range(len(CARDS)) if s.holds[owner, k]]
    wide = (w - 24) / 7
    made = []
    for i, (k, _) in enumerate(shown):
        made.append(_card(k, s.holds[owner, k], f"+{CARDS[k]}" in lit, x + 12 + i * wide, y + h + 6, wide - 10, "", p))
    hidden = s.held[owner] - len(hand(s, owner))
    if hidden > 0:
        made.append(_card(-1, hidden, False, x + 12 + len(shown) * wide, y + h + 6, wide - 10, "", p))
    if s.neutral >= 0:
        made.append(_card(s.neutral, 1, False, x + w - wide - 2, y + h + 6, wide - 10, "middle", p))
    return group(*made, class_="pb-cards")


@kept(512)
def _card(k: int, n: int, lit: bool, x: float, y: float, wide: float, note: str, p: Palette) -> Markup:
    fill = p["glow"] if lit else p["card"]
    edge = p["touch"] if lit else p["rule"]
    inside = [tag("rect", x=x, y=y, width=wide, height=92, rx=12, fill=fill, stroke=edge, stroke_width=5 if lit else 3)]
    ink = p["mark-ink"] if lit else p["ink"]
    middle = x + wide / 2
    if k < 0:
        inside.append(lettering("?", middle, y + 38, 34, p["soft"]))
        inside.append(lettering(f"×{n}", middle, y + 74, 15, p["soft"]))
        return group(*inside, class_="pb-card", role="img", aria_label=say("picture.face_down", n=n))
    inside.append(_icon(k, middle, y + 34, ink))
    word = say(f"picture.card_{k}")
    size = min(15.0, 15.0 * (wide - 12) / max(1.0, text_width(word, 15)))
    inside.append(lettering(word, middle, y + 74, size, ink))
    if n > 1:
        inside.append(lettering(f"×{n}", x + wide - 16, y + 14, 13, ink))
    if note:
        inside.append(lettering(say(f"picture.{note}"), middle, y + 10, 10, p["soft"]))
    label = say(f"card.{k}") + ": " + say(f"effect.{k}")
    if note:
        return group(*inside, class_="pb-card", role="img", aria_label=label)
    return group(
        *inside,
        id=f"pb-card-{CARDS[k]}",
        class_="pb-card pb-legal" if lit else "pb-card",
        data_token=f"+{CARDS[k]}",
        role="button" if lit else "img",
        aria_label=label,
    )


_ICONS = (
    "M-26 0L22 0M10 -10L24 0L10 10M-10 -6L-10 6M4 -6L4 6",
    "M0 16L0 -14M-9 -6L0 -16L9 -6M-22 12L-12 4M22 12L12 4",
    "M-18 14L14 -10M4 -13L16 -12L13 0M-18 -12L-8 -4",
    "M-24 10A24 24 0 0 1 22 6M12 2L23 9L27 -4M-4 12L4 12",
    "M-22 0L-6 0M6 0L24 0M14 -9L24 0L14 9M0 -14L0 14",
    "M-16 6A17 17 0 1 1 12 12M4 4L12 13L22 5",
)


def _icon(k: int, x: float, y: float, ink: str) -> Markup:
    """A small drawing of what a card does: further, another way, a corner, over a piece, past a blocker, around."""
    return path(
        _ICONS[k],
        fill="none",
        stroke=ink,
        stroke_width=5,
        stroke_linecap="round",
        stroke_linejoin="round",
        transform=move(x, y),
    )
