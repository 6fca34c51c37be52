"""Small phrases that the words of Pizzeria are made of: names, slices, portions, who leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import Catalogue

from .board import KINDS, LEAVES, OFFERS, RING, SLICES, TOMATO
from .codes import OVER, SOLO
from .jeff import JEFF, on_portion
from .scoring import halves, heads

say = Catalogue(__package__)


def who(s: Any, player: int) -> str:
    """A seat, or Jeff, as it stands in a sentence."""
    return say("jeff") if s.variant == SOLO and player == JEFF else say(f"colour.{player}")


def kind_name(kind: int) -> str:
    return say(f"kind.{kind}")


def slice_name(t: int) -> str:
    """A slice in words; an unknown one as a question mark."""
    if t == 0:
        return say("board.unknown")
    kinds, leaves = SLICES[t].kinds, SLICES[t].leaves
    if len(kinds) == 2:
        return say("slice.mixed", a=kinds[0], b=kinds[1])
    key = "slice.plain" if leaves == 0 else "slice.leaf" if leaves == 1 else "slice.leaves"
    return say(key, kind=kind_name(kinds[0]), value=kinds[0], n=leaves)


def slice_sign(t: int) -> str:
    """A slice in a few signs: value and a star for each leaf."""
    if t == 0:
        return say("board.unknown")
    return "/".join(map(str, SLICES[t].kinds)) + "*" * SLICES[t].leaves


def signs(types: Iterable[int]) -> str:
    return " ".join(slice_sign(t) for t in types)


def grouped(types: Iterable[int]) -> str:
    """2 supreme, shrimp and a mixed 5/7: slices of a kind together."""
    counts = Counter(SLICES[t].kinds for t in types if t)
    parts = []
    for kinds, n in sorted(counts.items(), key=lambda item: (len(item[0]), item[0])):
        name = kind_name(kinds[0]) if len(kinds) == 1 else say("slice.mixed", a=kinds[0], b=kinds[1])
        parts.append(name if n == 1 else say("slice.several", n=n, name=name))
    return listed(parts)


def leaf_count(n: int) -> str:
    """No leaves, 1 leaf, 2 leaves."""
    return say("preview.no_leaves" if n == 0 else "preview.leaf" if n == 1 else "preview.leaves", n=n)


def portion_places(s: Any, k: int) -> list[int]:
    """The slices of a portion clockwise, beginning after its cut."""
    places = members(s.share[k])
    if len(places) < 2 or s.ring == 0:
        return places
    starts = [i for i in places if not s.share[k] >> (i - 1) % s.ring & 1]
    begin = starts[0] if starts else 0
    return sorted(places, key=lambda i: (i - begin) % s.ring)


def portion_types(s: Any, k: int) -> list[int]:
    return [s.pizza[i] for i in portion_places(s, k)]


def leaves_of(s: Any, mask: int) -> int:
    return int(sum(int(LEAVES[s.pizza[i]]) for i in members(mask) if i < RING))


def amount(half: int) -> str:
    """A number of half slices: 2½."""
    whole, rest = divmod(half, 2)
    return (str(whole) if whole or not rest else "") + ("½" if rest else "")


def listed(parts: Iterable[str]) -> str:
    """One, two and three."""
    made = list(parts)
    if not made:
        return say("tell.none")
    return made[0] if len(made) == 1 else ", ".join(made[:-1]) + say("tell.and") + made[-1]


def contents(s: Any, k: int) -> str:
    """3 slices, 5 leaves, offer B."""
    mask = s.share[k]
    n, leaves = mask.bit_count(), leaves_of(s, mask)
    parts = []
    if n:
        parts.append(say("preview.slice") if n == 1 else say("preview.slices", n=n))
        parts.append(leaf_count(leaves))
    if s.tile and s.tile_at == k + 1:
        parts.append(say("preview.offer", offer=OFFERS[s.tile - 1]))
    return ", ".join(parts)


def gains(s: Any, player: int, mask: int) -> tuple[list[int], list[int]]:
    """Kinds in which saving these slices puts a player ahead, and level, who was not so before."""
    ahead, level = [], []
    for kind in KINDS:
        more = on_portion(s, mask, kind)
        if kind == TOMATO or not more:
            continue
        best = max((halves(s, p, kind) for p in range(heads(s)) if p != player), default=0)
        own = halves(s, player, kind)
        if own + more > best >= own:
            ahead.append(kind)
        elif own + more == best > own:
            level.append(kind)
    return ahead, level


def effect(s: Any, player: int, k: int) -> str:
    """, puts you ahead on Greek and level on mushroom."""
    ahead, level = gains(s, player, s.share[k])
    parts = []
    if ahead:
        parts.append(say("preview.ahead", kinds=listed(map(kind_name, ahead))))
    if level:
        parts.append(say("preview.level", kinds=listed(map(kind_name, level))))
    return "".join(f", {part}" for part in parts)


def portion_line(s: Any, player: int, k: int) -> str:
    """Portion 2: 3 slices, 5 leaves, puts you level on mushroom."""
    if s.share[k] == 0 and s.tile:
        offer = s.tile - 1
        return say("preview.portion_alone", portion=k + 1, offer=OFFERS[offer], text=say(f"offer.{offer}"))
    told = effect(s, player, k) if player >= 0 else ""
    return say("preview.portion", portion=k + 1, what=contents(s, k), effect=told)


def knows_leaves(s: Any, viewer: int, player: int) -> bool:
    """Whether the record given to this viewer holds what that player ate."""
    return bool(s.phase == OVER or sum(s.ate[player, t] for t in range(len(SLICES))) == s.bites[player])
