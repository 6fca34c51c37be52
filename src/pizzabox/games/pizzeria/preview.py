"""What a move of Pizzeria in progress would do: portions while cutting, what a portion brings, what a bite is worth."""

from collections.abc import Sequence

from pizzabox.engine.bits import members
from pizzabox.engine.presentation import Preview, listed, numbered

from .board import KINDS, LEAVES, OFFERS, RING, SLICES, TYPES, I
from .move_codes import BITE, CHEW, CHOOSE, DEVOUR, DIVIDE, EAT_IT, PORTION, SAVE_IT, SHIFT
from .notation import MOVES, shift_target
from .phrases import amount_said, contents, grouped, kind_name, leaf_count, leaves_of, offer_on, portions, say
from .rules.jeff import on_portion
from .rules.offers import portion_of
from .rules.round_flow import acting, lay
from .rules.scoring import halves, heads, holds, whole
from .state import State

BEHIND, LEVEL, AHEAD = range(3)
NOBODY = -1
"""The player of a portion line that only says what lies there."""


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
    base, n = MOVES.split(code)
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
    lines += _said(gains(s, player, rest), "preview.standing_ahead", "preview.standing_level")
    after = s.copy()
    after.plate = rest
    return Preview(tuple(lines), after, plain=Preview(tuple(lines[:1]), after))


def _touched(chosen: tuple[str, ...], what: str, most: int) -> int:
    """The numbers of the things of a sort that were touched, as bits."""
    found = {n for word, n in map(numbered, chosen) if word == what and 1 <= n <= most}
    return sum(1 << n - 1 for n in found)


def gains(s: State, player: int, mask: int, ties: bool = False) -> tuple[list[int], list[int]]:
    """Kinds in which saving these slices puts a player ahead, and level, who was not so before.

    With `ties` offer I comes with the slices, which may bring a kind without any slice of it (P7.9).
    """
    found: dict[int, list[int]] = {AHEAD: [], LEVEL: []}
    for kind in KINDS[1:]:
        own, more = halves(s, player, kind), on_portion(s, mask, kind)
        before = _rank(s, player, kind, own, holds(s, player, I))
        after = _rank(s, player, kind, own + more, ties or holds(s, player, I))
        if after > before:
            found[after].append(kind)
    return found[AHEAD], found[LEVEL]


def _rank(s: State, player: int, kind: int, own: int, ties: bool) -> int:
    """Where so many half slices of a kind put a player; with `ties` he wins them."""
    rivals = [p for p in range(heads(s)) if p != player]
    best = max(halves(s, p, kind) for p in rivals)
    if own == 0 or own < best:
        return BEHIND
    if own > best or ties:
        return AHEAD
    return BEHIND if any(holds(s, p, I) and halves(s, p, kind) == best for p in rivals) else LEVEL


def _said(found: tuple[list[int], list[int]], *keys: str) -> list[str]:
    """The kinds of each sort, where there are any, in the text of its key."""
    return [say(key, kinds=listed(map(kind_name, kinds))) for key, kinds in zip(keys, found, strict=True) if kinds]


def portion_line(s: State, player: int, k: int) -> str:
    """Portion 2: 3 slices, 5 leaves, puts you level on mushroom."""
    found = gains(s, player, s.share[k], offer_on(s, k) == "I") if player != NOBODY else ([], [])
    effect = "".join(f", {part}" for part in _said(found, "preview.ahead", "preview.level"))
    if s.share[k] == 0 and s.tile:
        text = say(f"offer.{s.tile - 1}") + effect
        return say("preview.portion_alone", portion=k + 1, offer=OFFERS[s.tile - 1], text=text)
    return say("preview.portion", portion=k + 1, what=contents(s, k), effect=effect)
