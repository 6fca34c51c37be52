"""The table as text: the pizza by portions, then what everybody has saved and eaten."""

from .board import KINDS, OFFERS, PILES, PLAYERS, TOMATO, C
from .move_codes import OVER
from .phrases import amount, kind_name, offer_on, portion_places, say, score, slice_sign, slice_signs, sums, who
from .rules.round_flow import slicer
from .rules.scoring import heads
from .state import State


def board(s: State, viewer: int) -> str:
    """The position as text."""
    n, rounds = heads(s), int(PILES[heads(s)])
    lines = [say("board.round", round=min(s.rounds + 1, rounds), rounds=rounds)]
    if s.phase != OVER:
        lines[0] += ", " + say("board.knife", name=who(s, slicer(s)))
    piles = [str(i + 1) for i in range(rounds) if s.stock >> i & 1]
    if piles:
        lines.append(say("board.piles", piles=" ".join(piles)))
    lines += _pizza(s)
    if s.hand:
        lines.append(say("board.hand", slice=slice_sign(s.hand)))
    if s.phase == OVER:
        lines.append(say("board.aside", slices=slice_signs(t for t in s.aside if t)))
    lines += ["", *_saved(s, n)]
    return "\n".join([*lines, *_offers(s)])


def _pizza(s: State) -> list[str]:
    lines = []
    if s.tile:
        lines.append(say("board.tile", offer=OFFERS[s.tile - 1], text=say(f"offer.{s.tile - 1}")))
    if not s.ring:
        return lines
    if not any(s.share):
        slices = "  ".join(f"{i + 1}:{slice_sign(s.pizza[i])}" for i in range(s.ring))
        return [*lines, say("board.pizza", slices=slices)]
    for k in range(PLAYERS):
        offer = offer_on(s, k)
        if not s.share[k] and not offer:
            continue
        parts = [f"{i + 1}:{slice_sign(s.pizza[i])}" for i in portion_places(s, k)]
        slices = "  ".join(parts + ([say("board.alone")] if offer else []))
        taker = s.taker[k]
        key = "board.portion_taken" if taker else "board.portion"
        lines.append(say(key, portion=k + 1, slices=slices, name=who(s, taker - 1) if taker else ""))
    return lines


def _saved(s: State, n: int) -> list[str]:
    """A column for each player; a star marks who gets the points of a kind."""
    head, counted = max(len(kind_name(kind)) for kind in KINDS) + 4, sums(s)
    rows = [(say("board.kinds"), [who(s, p) for p in range(n)])]
    for kind in KINDS:
        held = [counted.halves[p][kind] for p in range(n)]
        if any(held):
            stars = ["*" if kind != TOMATO and counted.leads[p][kind] else " " for p in range(n)]
            cells = [(amount(h) if h else ".") + star for h, star in zip(held, stars, strict=True)]
            rows.append((f"{kind:>2} {kind_name(kind)}", cells))
    known = [counted.knows(s, p) for p in range(n)]
    eaten = [f"{s.bites[p]}/{counted.leaves[p]} " if known[p] else f"{s.bites[p]} " for p in range(n)]
    rows.append((f"{say('board.eaten')}/{say('board.leaves')}", eaten))
    rows.append((say("board.points"), [score(counted.points[p], known[p]) + " " for p in range(n)]))
    return [(f"{name:<{head}}" + "".join(f"{cell:>9}" for cell in cells)).rstrip() for name, cells in rows]


def _offers(s: State) -> list[str]:
    lines = []
    for offer, letter in enumerate(OFFERS):
        if s.holder[offer]:
            text = say(f"offer.{offer}")
            if offer == C and s.marked:
                text += say("board.on_kind", kind=kind_name(s.marked))
            used = say("board.used") if s.used >> offer & 1 else ""
            lines.append(say("board.holds", name=who(s, s.holder[offer] - 1), offer=letter, used=used, text=text))
    return lines
