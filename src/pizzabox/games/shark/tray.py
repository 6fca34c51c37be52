"""The trays of Pizza Shark: the viewer's own in full, the others small."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.svg import Markup, Palette, circle, group, line, move, path, tag
from pizzabox.engine.toppings import seat_symbol

from . import attack, icons, rules
from .art import CARD_H, CARD_W, anchovy, card_face, half_outline, half_pizza, icon, icon_spots, slice_of
from .board import FULL, HALF_NAMES, PLAYERS, card_of
from .icons import ACTING, EATING, LURING, OVER, PASSING, PLACING, PLAYING, SETUP, TINS, UPGRADING
from .phrases import COLOURS, SEATS, card_name, full_pizzas, name, say
from .touch import TOPPING, frame, letters, live_icon, numeral, open_cards, touch, unused, whole_card
from .words import BAITS, spell, stock_token

WIDTH = 800.0
BIG, SMALL = 462.0, 128.0
STEP = CARD_W + 8


def _state(s: Any, q: int) -> str:
    """How a panel looks: to act, on the team that acts, or waiting."""
    if s.phase == OVER:
        return "won" if s.won >> q & 1 else "rest"
    return "act" if q in members(rules.actors(s)) else "rest"


def _ground(s: Any, q: int, h: float, p: Palette) -> Markup:
    state = _state(s, q)
    edge = {"won": p["gold"], "act": p["touch"], "rest": p["rule"]}[state]
    wide = 2.0 if state == "rest" else 5.0
    return tag("rect", width=WIDTH - 12, height=h, rx=18, fill=p["card"], stroke=edge, stroke_width=wide)


def _danger(s: Any, q: int, x: float, y: float, p: Palette) -> list[str]:
    """While the shark attacks: what it would take, or that it cannot."""
    if s.phase not in (LURING, EATING) or not attack.victim(s, q):
        return []
    lost = sum(s.lost[q, t] for t in range(3))
    n = int(attack.risk(s, q)) if s.phase == LURING else lost + s.owed[q]
    safe = bool(s.lured >> q & 1) or n == 0
    word = say("board.safe") if safe else f"-{n}"
    fill = p["green-fill"] if safe else p["red-fill"]
    return [
        tag("rect", x=x - 36, y=y - 18, width=72, height=36, rx=18, fill=fill, stroke=p["mark-ink"], stroke_width=2),
        letters(word, x, y, 17, p["green-text"] if safe else p["red-text"], weight=0.17),
    ]


def _head(s: Any, q: int, size: float, p: Palette) -> list[str]:
    symbol = seat_symbol(TOPPING[COLOURS[q]], p, 34, 32, size)
    made: list[str] = [symbol, letters(name(s, q), 66, 32, 20, p["ink"], "start", 0.16)]
    if s.players == PLAYERS and s.phase not in (SETUP, OVER) and q == s.turn:
        made.append(circle(190, 32, 15, fill=p["gold"], stroke=p["mark-ink"], stroke_width=2))
        made.append(letters("1", 190, 32, 15, p["mark-ink"], weight=0.18))
    return made


def _bar(n: int, x: float, y: float, w: float, p: Palette) -> Markup:
    step = w / FULL
    pips = [
        tag(
            "rect",
            x=x + i * step,
            y=y - 9,
            width=step - 3,
            height=18,
            rx=3,
            fill=p["crust"] if i < n else "none",
            stroke=p["crust-edge"] if i < n else p["rule"],
            stroke_width=1.5,
        )
        for i in range(FULL)
    ]
    return group(*pips, aria_hidden="true")


def own_tray(s: Any, q: int, viewer: int, p: Palette, lit: frozenset[str]) -> Markup:
    """The viewer's own tray with its cards and buttons."""
    inside: list[str] = [_ground(s, q, BIG, p), *_head(s, q, 24, p)]
    inside.append(_bar(s.placed[q], 250, 32, 440, p))
    inside.append(letters(f"{s.placed[q]}/{FULL}", 774, 32, 20, p["ink"], "end", 0.16))
    inside += [_pizza(s, q, c, 104 + 193 * c, 152, 88, p, lit, own=True) for c in range(4)]
    inside += [_pile(s, q, k, 62 + 94 * k, 338, 34, p, lit, own=True) for k in range(4)]
    inside += _deck_line(s, q, p)
    inside += _danger(s, q, 203, 268, p)
    inside += _own_cards(s, q, viewer, p, lit)
    return group(*inside, id=f"pb-tray-{SEATS[q]}", class_="pb-tray", role="group", aria_label=tray_said(s, q))


def _deck_line(s: Any, q: int, p: Palette) -> list[str]:
    """How many cards are in the own deck and discard pile."""
    shown = sum(s.hand[q, i] >= 0 for i in range(2))
    spent = s.spent[q].bit_count()
    words = f"{say('board.own_deck')} {6 - spent}   {say('board.discard')} {spent - shown}"
    return [letters(words, 24, 440, 14, p["soft"], "start", 0.15)]


def _own_cards(s: Any, q: int, viewer: int, p: Palette, lit: frozenset[str]) -> list[str]:
    """The two played cards, or in their place the answers to the shark; and the button that goes on."""
    made: list[str] = []
    if s.phase == LURING and s.asked == q:
        for k, token in enumerate(BAITS):
            if k < 2 or s.players == PLAYERS:
                made.append(
                    _button(
                        token, say(f"picture.bait_{k}"), 412 + 186 * (k % 2), 268 + 92 * (k // 2), 176, 80, p, lit, s
                    )
                )
        return made
    seen: dict[int, int] = {}
    playing = s.phase == ACTING and s.step[q] == PLAYING and not icons.owes_goal(s, q)
    for i in range(2):
        x, y = 404 + STEP * i, 260.0
        if s.hand[q, i] < 0:
            box: dict[str, Any] = {"x": x, "y": y, "width": CARD_W, "height": CARD_H, "rx": 13, "fill": "none"}
            made.append(tag("rect", **box, stroke=p["rule"], stroke_width=2, stroke_dasharray="7 6"))
            continue
        card = card_of(s, s.own[q, s.hand[q, i]])
        if playing:
            size, spots = icon_spots(len(card.icons))
            parts = [card_face(card, p)]
            for kind, (ix, iy) in zip(card.icons, spots, strict=True):
                drawn = group(icon(kind, p), transform=move(ix, iy, size))
                parts.append(live_icon(s, q, kind, drawn, ix, iy, size, seen, False, p, lit))
            made.append(group(*parts, transform=move(x, y)))
            continue
        swapped = bool(s.phase == UPGRADING and s.mover == q and s.swapped >> i & 1)
        inside: list[str] = [whole_card(card, unused(card), p)]
        token = f"card {i + 1}"
        if swapped:
            inside.append(
                tag("rect", width=CARD_W, height=CARD_H, rx=13, fill="none", stroke=p["gold"], stroke_width=7)
            )
        if token in lit:
            inside.append(frame(0, 0, CARD_W, CARD_H, 13, p))
        label = f"{say('board.cards')} {i + 1}: {card_name(s, s.own[q, s.hand[q, i]])}"
        touchable = s.phase == UPGRADING and s.mover == q and viewer == q
        spot = move(x, y)
        made.append(touch(token, lit, label, *inside, transform=spot) if touchable else group(*inside, transform=spot))
    if q in members(rules.actors(s)) and s.phase in (ACTING, PASSING, UPGRADING) and viewer == q:
        made.append(_button("done", _done_word(s, q), 700, 260, 78, CARD_H, p, lit, s))
    return made


def _done_word(s: Any, q: int) -> str:
    if s.phase == PASSING:
        return say("picture.keep")
    if s.phase == UPGRADING:
        return say("picture.end")
    placing = s.step[q] == PLACING and not icons.owes_goal(s, q)
    return say("picture.draw" if placing else "picture.done")


def _button(
    token: str, words: str, x: float, y: float, w: float, h: float, p: Palette, lit: frozenset[str], s: Any
) -> Markup:
    on = token in lit
    lines = words.split("\n")
    return touch(
        token,
        lit,
        spell(s, token),
        tag(
            "rect",
            x=x,
            y=y,
            width=w,
            height=h,
            rx=16,
            fill=p["touch"] if on else p["wood"],
            stroke=p["wood-edge"],
            stroke_width=2.5,
        ),
        *(
            letters(
                part,
                x + w / 2,
                y + h / 2 + 26 * (i - (len(lines) - 1) / 2),
                17,
                p["mark-paper"] if on else p["wood-ink"],
                weight=0.17,
            )
            for i, part in enumerate(lines)
        ),
        opacity=None if on else 0.7,
    )


def _pizza(s: Any, q: int, c: int, x: float, y: float, r: float, p: Palette, lit: frozenset[str], own: bool) -> Markup:
    full = s.filled[q, 2 * c] == 3 and s.filled[q, 2 * c + 1] == 3
    inside: list[str] = [
        circle(
            0,
            0,
            r * 1.06,
            fill=p["wood"],
            stroke=p["gold"] if full else p["wood-edge"],
            stroke_width=6 if full and own else 2.5,
        )
    ]
    for side in range(2):
        h = 2 * c + side
        drawn = half_pizza(side, s.half[q, h], s.filled[q, h], r, p)
        if not own:
            inside.append(drawn)
            continue
        token = f"half {HALF_NAMES[h]}"
        outline = half_outline(side, r)
        parts: list[str] = [path(outline, fill="none", pointer_events="all"), drawn]
        if token in lit:
            parts.append(path(outline, fill="none", stroke=p["glow"], stroke_width=9, stroke_linejoin="round"))
            parts.append(path(outline, fill="none", stroke=p["touch"], stroke_width=5, stroke_linejoin="round"))
        inside.append(touch(token, lit, _half_said(s, q, h), *parts))
    inside.append(line((0, -r), (0, r), stroke=p["wood-ink"], stroke_width=3.5))
    return group(*inside, transform=move(x, y))


def _pile(
    s: Any, q: int, k: int, x: float, y: float, size: float, p: Palette, lit: frozenset[str], own: bool
) -> Markup:
    """Collected slices of a type, or anchovies, with their number."""
    n = s.stock[q, k] if k < TINS else s.tins[q]
    thing = slice_of(k, p) if k < TINS else anchovy(p)
    token = stock_token(k, q) if k < TINS else f"anchovies of {SEATS[q]}"
    if own:
        box = (x - 43, y - 48, 86, 118)
        text = letters(str(n), x, y + 51, 25, p["ink"], weight=0.17)
    else:
        box = (x - 24, y - 25, 74, 50)
        text = numeral(n, x + 23, y, 18, p["ink"])
    back = tag(
        "rect",
        x=box[0],
        y=box[1],
        width=box[2],
        height=box[3],
        rx=12,
        fill=p["paper"],
        stroke=p["rule"],
        stroke_width=1.5,
    )
    inside: list[str] = [back, group(thing, transform=move(x, y, size), opacity=None if n else 0.3), text]
    passing = s.phase == PASSING and k < TINS and s.gift[q] == 2 + k
    if passing:
        inside.append(
            tag(
                "rect",
                x=box[0],
                y=box[1],
                width=box[2],
                height=box[3],
                rx=12,
                fill="none",
                stroke=p["gold"],
                stroke_width=5,
            )
        )
    if token in lit:
        inside.append(frame(*box, 12, p))
    return touch(token, lit, spell(s, token), *inside)


def other_tray(s: Any, q: int, p: Palette, lit: frozenset[str]) -> Markup:
    """Another player's tray."""
    inside: list[str] = [_ground(s, q, SMALL, p), *_head(s, q, 24, p)]
    inside.append(letters(f"{s.placed[q]}/{FULL}", 24, 68, 17, p["ink"], "start", 0.16))
    inside += _danger(s, q, 150, 70, p)
    shown = open_cards(s, q, False)
    if s.phase in (ACTING, PASSING, UPGRADING) and shown:
        kinds = [kind for card in shown for kind in card.icons]
        inside += [
            group(icon(kind, p), transform=move(34 + 28 * (i % 6), 90 + 27 * (i // 6), 12.5))
            for i, kind in enumerate(kinds)
        ]
    inside += [_pizza(s, q, c, 260 + 104 * c, 64, 46, p, lit, own=False) for c in range(4)]
    inside += [_pile(s, q, k, 652 + 80 * (k % 2), 36 + 56 * (k // 2), 19, p, lit, own=False) for k in range(4)]
    return group(*inside, id=f"pb-tray-{SEATS[q]}", class_="pb-tray", role="group", aria_label=tray_said(s, q))


def _half_said(s: Any, q: int, h: int) -> str:
    kind = s.half[q, h]
    what = say("board.free") if kind == 0 else say("board.spell_filled", type=say(f"type.{kind - 1}"), n=s.filled[q, h])
    return say("board.spell_half", half=HALF_NAMES[h], what=what)


def tray_said(s: Any, q: int) -> str:
    return say("picture.tray", name=name(s, q), n=s.placed[q], all=FULL, pizzas=full_pizzas(s, q))
