"""Small phrases that the words of Pizzeria are made of: names, slices, portions, who leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import Catalogue, kept

from .board import KINDS, OFFERS, RING, SEATS, SLICES, TYPES, I
from .move_codes import JEFF, OVER, SOLO
from .rules.jeff import on_portion
from .rules.scoring import halves, heads, holds, majorities, majority, offers, tomatoes

say = Catalogue(__package__)
BEHIND, LEVEL, AHEAD = range(3)


def who(s: Any, player: int) -> str:
    """A seat, or Jeff, as it stands in a sentence."""
    return called(player, s.variant >= SOLO and player == JEFF)


def called(player: int, jeff: bool) -> str:
    return say("jeff") if jeff else say(f"colour.{player}")


def kind_name(kind: int) -> str:
    return say(f"kind.{kind}")


@kept()
def slice_name(t: int) -> str:
    """A slice in words; an unknown one as a question mark."""
    if t == 0:
        return say("board.unknown")
    kinds, leaves = SLICES[t].kinds, SLICES[t].leaves
    if len(kinds) == 2:
        return say("slice.mixed", a=kinds[0], b=kinds[1])
    key = "slice.plain" if leaves == 0 else "slice.leaf" if leaves == 1 else "slice.leaves"
    return say(key, kind=kind_name(kinds[0]), value=kinds[0], n=leaves)


@kept()
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


@kept(256)
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
    return sum(SLICES[s.pizza[i]].leaves for i in members(mask) if i < RING)


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
    return contained(s.share[k].bit_count(), leaves_of(s, s.share[k]), offer_on(s, k))


def offer_on(s: Any, k: int) -> str:
    """The offer that lies on a portion, if any."""
    return OFFERS[s.tile - 1] if s.tile and s.tile_at == k + 1 else ""


@kept(512)
def contained(n: int, leaves: int, offer: str) -> str:
    """The same of so many slices and leaves with an offer."""
    parts = []
    if n:
        parts.append(say("preview.slice") if n == 1 else say("preview.slices", n=n))
        parts.append(leaf_count(leaves))
    if offer:
        parts.append(say("preview.offer", offer=offer))
    return ", ".join(parts)


def gains(s: Any, player: int, mask: int, ties: bool = False) -> tuple[list[int], list[int]]:
    """Kinds in which saving these slices puts a player ahead, and level, who was not so before.

    With `ties` offer I comes with the slices, which may bring a kind without any slice of it (P7.9).
    """
    ahead: list[int] = []
    level: list[int] = []
    for kind in KINDS[1:]:
        own, more = halves(s, player, kind), on_portion(s, mask, kind)
        before = _place(s, player, kind, own, holds(s, player, I))
        after = _place(s, player, kind, own + more, ties or holds(s, player, I))
        if after > before:
            (ahead if after == AHEAD else level).append(kind)
    return ahead, level


def _place(s: Any, player: int, kind: int, own: int, ties: bool) -> int:
    """Where so many half slices of a kind put a player; with `ties` he wins them."""
    rivals = [p for p in range(heads(s)) if p != player]
    best = max(halves(s, p, kind) for p in rivals)
    if own == 0 or own < best:
        return BEHIND
    if own > best or ties:
        return AHEAD
    return BEHIND if any(holds(s, p, I) and halves(s, p, kind) == best for p in rivals) else LEVEL


def effect(s: Any, player: int, k: int) -> str:
    """, puts you ahead on Greek and level on mushroom."""
    ahead, level = gains(s, player, s.share[k], offer_on(s, k) == "I")
    parts = []
    if ahead:
        parts.append(say("preview.ahead", kinds=listed(map(kind_name, ahead))))
    if level:
        parts.append(say("preview.level", kinds=listed(map(kind_name, level))))
    return "".join(f", {part}" for part in parts)


def portion_line(s: Any, player: int, k: int) -> str:
    """Portion 2: 3 slices, 5 leaves, puts you level on mushroom."""
    told = effect(s, player, k) if player >= 0 else ""
    if s.share[k] == 0 and s.tile:
        offer = s.tile - 1
        text = say(f"offer.{offer}") + told
        return say("preview.portion_alone", portion=k + 1, offer=OFFERS[offer], text=text)
    return say("preview.portion", portion=k + 1, what=contents(s, k), effect=told)


@kept(512)
def score(n: int, known: bool) -> str:
    """Points; with a plus where eaten slices are still to be added."""
    return say("board.score" if known else "board.score_open", n=n)


def knows_leaves(s: Any, viewer: int, player: int) -> bool:
    """Whether the record given to this viewer holds what that player ate."""
    return sums(s).knows(s, player)


class Sums(NamedTuple):
    """What everybody has: half slices by kind and who gets its points, how many eaten slices are known, their leaves,
    points (as `total`)."""

    halves: tuple[tuple[int, ...], ...]
    leads: tuple[tuple[bool, ...], ...]
    eaten: tuple[int, ...]
    leaves: tuple[int, ...]
    points: tuple[int, ...]

    def knows(self, s: Any, player: int) -> bool:
        """Whether all that a player ate is known."""
        return bool(s.phase == OVER or self.eaten[player] == s.bites[player])


def sums(s: Any) -> Sums:
    """All that is counted, as the record knows it."""
    return _sums(s.saved.tobytes(), s.ate.tobytes(), s.holder.tobytes(), s.marked, s.variant, s.players)


@lru_cache(maxsize=1024)
def _sums(saved: bytes, ate: bytes, holder: bytes, marked: int, variant: int, players: int) -> Sums:
    kinds, leads, worth = _saved(saved, holder, variant, players)
    eaten, leaves = _ate(ate)
    points = [own + leaves[p] for p, own in enumerate(worth)]
    if any(holder):
        s: Any = SimpleNamespace(saved=_rows(saved), ate=_rows(ate), holder=holder, marked=marked)
        points = [n + int(offers(s, p)) for p, n in enumerate(points)]
    return Sums(kinds, leads, eaten, leaves, tuple(points))


def _rows(cells: bytes) -> memoryview:
    """Slices by player and type, as a record has them."""
    return memoryview(cells).cast("b", (SEATS, TYPES))


@lru_cache(maxsize=512)
def _saved(
    saved: bytes, holder: bytes, variant: int, players: int
) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[bool, ...], ...], list[int]]:
    """Half slices by player and kind, whether they bring the kind's points, and what all is worth."""
    s: Any = SimpleNamespace(saved=_rows(saved), holder=holder, variant=variant, players=players)
    held = tuple(
        tuple(int(halves(s, p, kind)) if kind in KINDS else 0 for kind in range(KINDS[-1] + 1)) for p in range(heads(s))
    )
    leads = tuple(
        tuple(kind in KINDS[1:] and majority(s, p, kind) > 0 for kind in range(KINDS[-1] + 1)) for p in range(heads(s))
    )
    return held, leads, [int(majorities(s, p) + tomatoes(s, p)) for p in range(heads(s))]


@lru_cache(maxsize=512)
def _ate(ate: bytes) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many eaten slices of each player are known, and their leaves."""
    rows = [ate[p * TYPES : (p + 1) * TYPES] for p in range(SEATS)]
    return tuple(map(sum, rows)), tuple(sum(n * SLICES[t].leaves for t, n in enumerate(row) if n) for row in rows)
