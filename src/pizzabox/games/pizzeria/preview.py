"""What a move of Pizzeria in progress would do: portions while cutting, what a portion brings, what a bite is worth."""

from __future__ import annotations

from collections.abc import Sequence

from pizzabox.engine.bits import members
from pizzabox.engine.presentation import Preview, listed

from .board import KINDS, LEAVES, OFFERS, RING, SLICES, TYPES, I
from .move_codes import BITE, CHEW, CHOOSE, DEVOUR, DIVIDE, EAT_IT, PORTION, SAVE_IT, SHIFT, base_and_rest
from .notation import shift_target
from .phrases import amount_said, contents, grouped, kind_name, leaf_count, leaves_of, offer_on, portions, say
from .rules.jeff import on_portion
from .rules.offers import portion_of
from .rules.round_flow import acting, lay
from .rules.scoring import halves, heads, holds, whole
from .state import State

BEHIND, LEVEL, AHEAD = range(3)
NOBODY = -1
"""Whoever only wants to know what lies there."""


def outlook(s: State, player: int, chosen: tuple[str, ...], code: int | None) -> Preview:
    """Live totals while cutting, what a portion or a bite would do, and a record to draw it."""
    if acting(s) != player or not chosen:
        return Preview()
    if s.phase == DIVIDE:
        return _cut_so_far(s, player, chosen)
    if s.phase == CHEW:
        return _eaten_so_far(s, player, chosen)
    if code is None:
        return Preview()
    base, n = base_and_rest(code)
    if base == PORTION:
        return _portions(s, player, [n], ask=True)
    if base == SHIFT:
        after, place, there = s.copy(), n // 2, shift_target(s, code)
        here = portion_of(s, place)
        after.share[here] &= ~(1 << place)
        after.share[there] |= 1 << place
        return _portions(after, player, [here, there], after)
    if base == SAVE_IT:
        kind = SLICES[s.hand].kinds[0]
        return Preview((say("preview.one_save", n=amount_said(halves(s, player, kind) + 2), kind=kind_name(kind)),))
    if base in (EAT_IT, BITE):
        return Preview.as_is((say("preview.one_eat", n=int(LEAVES[s.hand if base == EAT_IT else n])),))
    if base == CHOOSE:
        return Preview((say("preview.kind_points", n=whole(s, player, n)),))
    if base == DEVOUR:
        leaves = sum(s.saved[player, t] * int(LEAVES[t]) for t in range(TYPES) if SLICES[t].kinds == (n,))
        return Preview.as_is((say("preview.devour", n=whole(s, player, n), leaves=leaves),))
    return Preview()


def _cut_so_far(s: State, player: int, chosen: tuple[str, ...]) -> Preview:
    cuts, alone = _touched(chosen, "cut", s.ring), chosen[-1] == "alone"
    n = cuts.bit_count()
    if not 0 < n <= portions(s):
        return Preview()
    after = s.copy()
    lay(after, cuts)
    place = _touched(chosen[-1:], "portion", portions(s)).bit_length()
    after.tile_at = portions(s) if alone else place or s.tile_at
    return _portions(after, player, range(min(n + alone, portions(s))), after)


def _portions(s: State, player: int, which: Sequence[int], after: State | None = None, ask: bool = False) -> Preview:
    """What lies in these portions; with help also where they would put the player."""
    full, plain = (tuple(portion_line(s, reader, k) for k in which) for reader in (player, NOBODY))
    return Preview(full, after, ask, plain=Preview(plain, after, ask))


def _eaten_so_far(s: State, player: int, chosen: tuple[str, ...]) -> Preview:
    mask = _touched(chosen, "slice", RING) & s.plate
    rest = s.plate & ~mask
    saved = grouped(s.pizza[i] for i in members(s.share[s.chosen - 1] & ~mask))
    leaves = leaf_count(leaves_of(s, mask))
    lines = [say("preview.eat", eaten=grouped(s.pizza[i] for i in members(mask)), leaves=leaves, saved=saved)]
    ahead, level = gains(s, player, rest)
    if ahead:
        lines.append(say("preview.standing_ahead", kinds=listed(map(kind_name, ahead))))
    if level:
        lines.append(say("preview.standing_level", kinds=listed(map(kind_name, level))))
    after = s.copy()
    after.plate = rest
    return Preview(tuple(lines), after, plain=Preview(tuple(lines[:1]), after))


def _touched(chosen: tuple[str, ...], what: str, most: int) -> int:
    """The numbers of the things of a sort that were touched, as bits."""
    found = 0
    for token in chosen:
        word, _, number = token.partition(" ")
        if word == what and number.isdecimal() and 1 <= int(number) <= most:
            found |= 1 << int(number) - 1
    return found


def gains(s: State, player: int, mask: int, ties: bool = False) -> tuple[list[int], list[int]]:
    """Kinds in which saving these slices puts a player ahead, and level, who was not so before.

    With `ties` offer I comes with the slices, which may bring a kind without any slice of it (P7.9).
    """
    ahead: list[int] = []
    level: list[int] = []
    for kind in KINDS[1:]:
        own, more = halves(s, player, kind), on_portion(s, mask, kind)
        before = _rank(s, player, kind, own, holds(s, player, I))
        after = _rank(s, player, kind, own + more, ties or holds(s, player, I))
        if after > before:
            (ahead if after == AHEAD else level).append(kind)
    return ahead, level


def _rank(s: State, player: int, kind: int, own: int, ties: bool) -> int:
    """Where so many half slices of a kind put a player; with `ties` he wins them."""
    rivals = [p for p in range(heads(s)) if p != player]
    best = max(halves(s, p, kind) for p in rivals)
    if own == 0 or own < best:
        return BEHIND
    if own > best or ties:
        return AHEAD
    return BEHIND if any(holds(s, p, I) and halves(s, p, kind) == best for p in rivals) else LEVEL


def effect(s: State, player: int, k: int) -> str:
    """, puts you ahead on Greek and level on mushroom."""
    ahead, level = gains(s, player, s.share[k], offer_on(s, k) == "I")
    parts = []
    if ahead:
        parts.append(say("preview.ahead", kinds=listed(map(kind_name, ahead))))
    if level:
        parts.append(say("preview.level", kinds=listed(map(kind_name, level))))
    return "".join(f", {part}" for part in parts)


def portion_line(s: State, player: int, k: int) -> str:
    """Portion 2: 3 slices, 5 leaves, puts you level on mushroom."""
    told = effect(s, player, k) if player != NOBODY else ""
    if s.share[k] == 0 and s.tile:
        offer = s.tile - 1
        text = say(f"offer.{offer}") + told
        return say("preview.portion_alone", portion=k + 1, offer=OFFERS[offer], text=text)
    return say("preview.portion", portion=k + 1, what=contents(s, k), effect=told)
