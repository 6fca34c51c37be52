"""The picture of Pizzeria: the tray (see pie.py), what everybody has saved, buttons and offers.

Everything is drawn from the record it is given, so a picture of a view shows no more than the view holds.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from pizzabox.engine.catalogue import kept
from pizzabox.engine.errors import bad_viewer
from pizzabox.engine.glyphs import lettering, text_width
from pizzabox.engine.svg import Markup, Palette, circle, group, join, line, move, number, palette, tag
from pizzabox.engine.toppings import seat_symbol, shapes

from . import art, pie
from .board import BY_NAME, KINDS, LEFT_OUT, OFFERS, PILES, SLICES, TOMATO
from .codes import ADVANCED, CHEW, OVER, RETRO
from .phrases import amount, kind_name, knows_leaves, say, slice_name, who
from .pie import COLOURS
from .scoring import basil, halves, heads, total
from .service import acting, slicer

__all__ = ["board", "pieces", "seat_symbol", "svg", "view_box"]

LEFT, WIDTH, TOP = -600.0, 1200.0, -606.0
CHOICES = 616.0
"""The middle of the row of buttons."""
HEAD, FIRST_ROW, ROW = 732.0, 822.0, 72.0
NAME, EATEN, POINTS = 164.0, 134.0, 116.0
OFFER_ROW = 62.0


def kinds_in_play(s: Any) -> tuple[int, ...]:
    return tuple(kind for kind in KINDS if kind not in LEFT_OUT[heads(s)])


def _column(s: Any, index: int) -> float:
    """The middle of a kind's column."""
    room = WIDTH - 20 - NAME - EATEN - POINTS
    return LEFT + 10 + NAME + room * (index + 0.5) / len(kinds_in_play(s))


def _bottom(s: Any) -> float:
    offers = int(PILES[heads(s)]) * OFFER_ROW + 20 if s.variant == ADVANCED else 0
    return FIRST_ROW - ROW / 2 + heads(s) * ROW + 14 + offers


def view_box(s: Any) -> str:
    """The `viewBox` for the layers of this game."""
    return " ".join(map(number, (LEFT, TOP, WIDTH, _bottom(s) - TOP)))


def board(s: Any, p: Palette) -> Markup:
    """What never changes in a game: the tray and the head of the table of saved slices."""
    return _board(kinds_in_play(s), heads(s), s.variant, p, tuple(_column(s, i) for i in range(len(kinds_in_play(s)))))


@kept(64)
def _board(kinds: tuple[int, ...], n: int, variant: int, p: Palette, columns: tuple[float, ...]) -> Markup:
    low = FIRST_ROW - ROW / 2 + n * ROW
    made = [
        pie.tray(p),
        tag(
            "rect",
            x=LEFT + 10,
            y=HEAD - 54,
            width=WIDTH - 20,
            height=low - HEAD + 54,
            rx=22,
            fill=p["card"],
            stroke=p["rule"],
            stroke_width=3,
        ),
    ]
    for kind, x in zip(kinds, columns, strict=True):
        made.append(art.placed(kind, p, x, HEAD - 14, 29))
        made.append(lettering(str(kind), x, HEAD + 36, 25, p["ink"], weight=0.16))
    right = LEFT + WIDTH - 10
    made.append(art.leaves(1, p, right - POINTS - EATEN / 2 + 4, HEAD - 14, 27))
    made.append(lettering(say("board.eaten"), right - POINTS - EATEN / 2, HEAD + 36, 19, p["soft"], weight=0.15))
    made.append(lettering(say("board.points"), right - POINTS / 2 - 4, HEAD + 36, 19, p["soft"], weight=0.15))
    for row in range(n):
        y = FIRST_ROW - ROW / 2 + row * ROW
        made.append(line((LEFT + 12, y), (right - 2, y), stroke=p["rule"], stroke_width=2))
    return group(*made, class_="pb-board", aria_hidden="true")


def pieces(s: Any, viewer: int, p: Palette, *, legal: Iterable[str] = (), chosen: tuple[str, ...] = ()) -> Markup:
    """The layer that changes; everything a person can touch is one group with its token in `data-token`."""
    lit = frozenset(legal)
    return group(
        pie.table_top(s, p, lit, chosen),
        choices(s, viewer, p, tuple(legal)),
        players(s, viewer, p),
        *([offers(s, p)] if s.variant == ADVANCED else []),
        class_="pb-pieces",
    )


def svg(
    s: Any,
    viewer: int = -1,
    *,
    theme: str = "light",
    legal: Iterable[str] = (),
    size: int | None = None,
    title: str | None = None,
) -> str:
    """The position as a complete picture. `size` is its width in pixels; without it the picture fills its place."""
    p = palette(theme)
    if not isinstance(viewer, int) or not -1 <= viewer < s.players:
        raise bad_viewer(s.players, viewer)
    height = _bottom(s) - TOP
    ground = tag("rect", x=LEFT, y=TOP, width=WIDTH, height=height, fill=p["paper"])
    lit = tuple(legal)
    rounds = int(PILES[heads(s)])
    when = say("board.round", round=min(s.rounds + 1, rounds), rounds=rounds)
    return tag(
        "svg",
        tag("title", title if title is not None else f"Pizzeria, {when}"),
        tag("desc", _described(s, viewer)),
        *([shapes(p)] if p.theme == "page" else [ground]),
        board(s, p),
        pieces(s, viewer, p, legal=lit),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=view_box(s),
        width=size,
        height=None if size is None else size * height / WIDTH,
        class_=f"pb pb-pizzeria pb-{p.theme}",
        role="group" if lit else "img",
    )


def choices(s: Any, viewer: int, p: Palette, legal: tuple[str, ...]) -> Markup:
    """Buttons for what lies nowhere on the table, and chips of saved slices and kinds."""
    chips = [token for token in legal if token.startswith(("saved ", "kind "))]
    buttons = [token for token in legal if say.has(f"token.button_{token}")]
    wide = min(118.0, 880 / max(1, len(chips)))
    labels = [_button_text(s, token) for token in buttons]
    widths = [wide] * len(chips) + [text_width(label, 32) + 90 for label in labels]
    x = -(sum(widths) + 18 * (len(widths) - 1)) / 2
    made = []
    for token, width in zip([*chips, *buttons], widths, strict=True):
        inside = _chip(token, width, p) if token in chips else _button(labels[buttons.index(token)], width, p)
        made.append(
            group(
                inside,
                id="pb-" + token.replace(" ", "-").replace("/", "-"),
                class_="pb-choice pb-legal",
                data_token=token,
                role="button",
                aria_label=_spelled(token),
                transform=move(x + width / 2, CHOICES),
            )
        )
        x += width + 18
    return group(*made, class_="pb-choices")


def _button_text(s: Any, token: str) -> str:
    if token == "done" and s.phase == CHEW:
        rest = s.plate == sum(
            1 << i for i in range(s.ring) if s.share[s.chosen - 1] >> i & 1 and SLICES[s.pizza[i]].leaves
        )
        return say("token.button_save_all" if rest else "token.button_done")
    return say("token.button_stop" if token == "pass" and s.phase == RETRO else f"token.button_{token}")


def _spelled(token: str) -> str:
    word, _, rest = token.partition(" ")
    if word == "saved":
        return say("token.saved", what=slice_name(BY_NAME[rest]))
    return say("token.kind", kind=kind_name(int(rest)), n=rest) if word == "kind" else say(f"token.{token}")


def _button(label: str, width: float, p: Palette) -> Markup:
    return join(
        [
            tag(
                "rect",
                x=-width / 2,
                y=-48,
                width=width,
                height=96,
                rx=30,
                fill=p["glow"],
                stroke=p["touch"],
                stroke_width=6,
            ),
            lettering(label, 0, 0, 32, p["mark-ink"], weight=0.15),
        ]
    )


def _chip(token: str, width: float, p: Palette) -> Markup:
    word, _, rest = token.partition(" ")
    kind = int(rest) if word == "kind" else SLICES[BY_NAME[rest]].kinds[0]
    made = [
        tag(
            "rect",
            x=-width / 2,
            y=-54,
            width=width,
            height=108,
            rx=20,
            fill=p["glow"],
            stroke=p["touch"],
            stroke_width=5,
        ),
        art.placed(kind, p, 0, -20, min(28.0, width * 0.4)),
    ]
    if word == "kind":
        made.append(lettering(str(kind), 0, 34, 27, p["mark-ink"], weight=0.17))
    else:
        made.append(lettering(str(kind), -width * 0.22, 34, 24, p["mark-ink"], weight=0.17))
        made.append(art.leaves(SLICES[BY_NAME[rest]].leaves, p, width * 0.2, 34, min(11.0, width * 0.11)))
    return join(made)


def players(s: Any, viewer: int, p: Palette) -> Markup:
    """A row for each player: saved slices by kind, the leader of a kind framed, eaten slices, points."""
    kinds = kinds_in_play(s)
    made = []
    for q in range(heads(s)):
        y = FIRST_ROW + q * ROW
        made.append(group(*_row(s, viewer, q, y, kinds, p), id=f"pb-seat-{q}", class_=f"pb-seat pb-{COLOURS[q]}"))
    return group(*made, class_="pb-seats")


def _row(s: Any, viewer: int, q: int, y: float, kinds: tuple[int, ...], p: Palette) -> list[Markup]:
    acts = s.phase != OVER and acting(s) == q
    made = []
    if acts:
        made.append(tag("rect", x=LEFT + 16, y=y - 32, width=NAME - 4, height=64, rx=20, fill=p["ink"]))
    made.append(seat_symbol(COLOURS[q], p, LEFT + 52, y, 27))
    made.append(lettering(who(s, q)[0], LEFT + 104, y, 28, p["paper"] if acts else p["ink"], weight=0.16))
    if s.phase != OVER and slicer(s) == q:
        made.append(circle(LEFT + 145, y, 21, fill=p["card"]))
        made.append(group(art.knife(p), transform=move(LEFT + 146, y, 19)))
    for index, kind in enumerate(kinds):
        held = [halves(s, other, kind) for other in range(heads(s))]
        x = _column(s, index)
        leads = held[q] > 0 and held[q] == max(held) and kind != TOMATO
        made.append(_cell(x, y, held[q], leads, kind == s.marked and s.holder[2] == q + 1, p))
    right = LEFT + WIDTH - 10
    known = knows_leaves(s, viewer, q)
    eaten = say("board.score", n=s.bites[q])
    made.append(lettering(eaten, right - POINTS - EATEN / 2 - (28 if known else 0), y, 29, p["ink"], weight=0.15))
    if known:
        made.append(art.leaves(1, p, right - POINTS - EATEN / 2 + 8, y, 16))
        made.append(lettering(str(basil(s, q)), right - POINTS - EATEN / 2 + 38, y, 25, p["soft"], weight=0.15))
    points = say("board.score" if known else "board.score_open", n=total(s, q))
    won = s.won >> q & 1
    if won:
        made.append(tag("rect", x=right - POINTS + 8, y=y - 31, width=POINTS - 16, height=62, rx=16, fill=p["gold"]))
    made.append(lettering(points, right - POINTS / 2 - 4, y, 33, p["mark-ink"] if won else p["ink"], weight=0.17))
    return made


@lru_cache(maxsize=4096)
def _cell(x: float, y: float, held: int, leads: bool, marked: bool, p: Palette) -> Markup:
    if held == 0:
        return circle(x, y, 3.5, fill=p["rule"])
    made = []
    if leads:
        made.append(
            tag(
                "rect",
                x=x - 35,
                y=y - 31,
                width=70,
                height=62,
                rx=16,
                fill=p["gold"],
                stroke=p["mark-ink"],
                stroke_width=2.5,
            )
        )
    ink = p["mark-ink"] if leads else p["ink"]
    text = amount(held).removesuffix("½")
    half = held % 2 == 1
    if text:
        made.append(lettering(text, x - (13 if half else 0), y, 31, ink, weight=0.17 if leads else 0.13))
    if half:
        made.append(_half(x + (17 if text else 0), y, ink))
    if marked:
        made.append(art.tile("C", p, x + 30, y - 24, 14))
    return join(made)


def _half(x: float, y: float, ink: str) -> Markup:
    return join(
        [
            lettering("1", x - 8, y - 10, 15, ink, weight=0.18),
            line((x - 13, y + 11), (x + 13, y - 11), stroke=ink, stroke_width=2.6, stroke_linecap="round"),
            lettering("2", x + 8, y + 11, 15, ink, weight=0.18),
        ]
    )


def offers(s: Any, p: Palette) -> Markup:
    """The offer of this round and those in front of players, with what they do."""
    shown = [o for o in range(12) if s.holder[o] or s.tile == o + 1]
    y = FIRST_ROW - ROW / 2 + heads(s) * ROW + 14 + OFFER_ROW / 2
    made = []
    for offer in shown:
        used = bool(s.used >> offer & 1)
        text = say(f"offer.{offer}")
        made.append(
            group(
                art.tile(OFFERS[offer], p, LEFT + 46, y, 25, used),
                *([seat_symbol(COLOURS[s.holder[offer] - 1], p, LEFT + 106, y, 25)] if s.holder[offer] else []),
                lettering(text, LEFT + 148, y, 26, p["soft" if used else "ink"], "start", 0.13),
                id=f"pb-offer-{OFFERS[offer]}",
                class_="pb-offer" + (" pb-used" if used else ""),
                role="img",
                aria_label=text,
            )
        )
        y += OFFER_ROW
    return group(*made, class_="pb-offers")


def _described(s: Any, viewer: int) -> str:
    """The position for those who cannot see it."""
    from .terminal import draw

    return draw(s, viewer)
