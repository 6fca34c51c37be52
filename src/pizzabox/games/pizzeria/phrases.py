"""What the words of Pizzeria are made of: names, slices, portions, the rule of the moment, and what is counted."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import Catalogue, kept, known_as
from pizzabox.engine.field_cache import kept_by
from pizzabox.engine.presentation import listed

from . import move_codes as codes
from .board import KINDS, OFFERS, PORTIONS, RING, SLICES
from .rules.scoring import halves, heads, majorities, majority, offers, tomatoes
from .state import State

say = Catalogue(__package__)
CHAPTERS = {
    **{codes.PILE: "P2.2", codes.PICK: "P3.1", codes.CHEW: "P4.1", codes.OVER: "P5.6"},
    **{codes.RETRO: "P7.1", codes.DRAW: "P7.2", codes.TASTE: "P7.2", codes.MARK: "P7.3"},
    **{codes.DIBS: "P7.4", codes.NIBBLE: "P7.4", codes.JUMP: "P7.6", codes.LAST: "P7.10"},
}
"""The rule that matters most in each phase."""


def ended_by(s: State) -> str:
    return "P5.6"


def rule_now(s: State) -> str:
    """The rule that matters most now."""
    if s.phase == codes.PICK and heads(s) == 2:
        return "P9.7" if s.variant == codes.SOLO_HARD else "P3.2"
    return portions_rule(s) if s.phase == codes.DIVIDE else CHAPTERS[s.phase]


def portions(s: State) -> int:
    """How many portions a pizza has."""
    return int(PORTIONS[heads(s)])


def portions_rule(s: State) -> str:
    """The rule that says how many portions there are."""
    return "P2.5" if heads(s) == 2 else "P2.4"


def who(s: State, player: int) -> str:
    """A seat, or Jeff, as it stands in a sentence."""
    return called(player, True) if is_jeff(s, player) else known_as(player, called(player, False))


name = who
"""What `Words` asks for by this name."""


def is_jeff(s: State, player: int) -> bool:
    return bool(s.variant >= codes.SOLO and player == codes.JEFF)


def called(player: int, jeff: bool) -> str:
    return say("jeff") if jeff else say(f"colour.{player}")


def kind_name(kind: int) -> str:
    return say(f"kind.{kind}")


def _on_it(kinds: Sequence[int]) -> str:
    """What is on a slice: its kind, or both of a mixed one."""
    first = kind_name(kinds[0])
    return first if len(kinds) == 1 else say("slice.mixed", a=first, b=kind_name(kinds[1]))


@kept()
def slice_name(t: int) -> str:
    """A slice in words."""
    if t == 0:
        return say("slice.unknown")
    kinds, leaves = SLICES[t].kinds, SLICES[t].leaves
    if len(kinds) == 2:
        return _on_it(kinds)
    return say("slice.leaves" if leaves else "slice.plain", kind=kind_name(kinds[0]), value=kinds[0], n=leaves)


@kept()
def slice_sign(t: int) -> str:
    """A slice in a few signs: value and a star for each leaf."""
    if t == 0:
        return say("board.unknown")
    return "/".join(map(str, SLICES[t].kinds)) + "*" * SLICES[t].leaves


def slice_signs(types: Iterable[int]) -> str:
    return " ".join(slice_sign(t) for t in types)


def grouped(types: Iterable[int]) -> str:
    """2 supreme, shrimp and mixed (shrimp and mushroom): slices of a kind together."""
    counts = Counter(SLICES[t].kinds for t in types if t)
    several = [(_on_it(kinds), counts[kinds]) for kinds in sorted(counts, key=lambda kinds: (len(kinds), kinds))]
    return listed(name if n == 1 else say("slice.several", n=n, name=name) for name, n in several)


def leaf_count(n: int) -> str:
    """No leaves, 1 leaf, 2 leaves."""
    return say("preview.leaves" if n else "preview.no_leaves", n=n)


def portion_places(s: State, k: int) -> list[int]:
    """The slices of a portion clockwise, beginning after its cut."""
    places = members(s.share[k])
    if not s.ring:
        return places
    begin = next((i for i in places if not s.share[k] >> (i - 1) % s.ring & 1), 0)
    return sorted(places, key=lambda i: (i - begin) % s.ring)


def portion_types(s: State, k: int) -> list[int]:
    return [s.pizza[i] for i in portion_places(s, k)]


def leaves_of(s: State, mask: int) -> int:
    return sum(SLICES[s.pizza[i]].leaves for i in members(mask) if i < RING)


def leafy(s: State) -> int:
    """The slices with basil of the portion just taken, as bits."""
    return sum(1 << i for i in members(s.share[s.chosen - 1]) if SLICES[s.pizza[i]].leaves)


def amount(half: int) -> str:
    """A number of half slices: 2½."""
    whole, rest = divmod(half, 2)
    return (str(whole) if whole or not rest else "") + ("½" if rest else "")


def amount_said(half: int) -> str:
    """The same in words: 2 and a half."""
    whole, rest = divmod(half, 2)
    return str(whole) if not rest else say("slice.halved" if whole else "slice.half", n=whole)


@kept_by("pizza", "share", "tile", "tile_at")
def contents(s: State, k: int) -> str:
    """3 slices, 5 leaves, offer B."""
    n, offer = s.share[k].bit_count(), offer_on(s, k)
    parts = [say("preview.slices", n=n), leaf_count(leaves_of(s, s.share[k]))] if n else []
    return ", ".join([*parts, say("preview.offer", offer=offer)] if offer else parts)


def offer_on(s: State, k: int) -> str:
    """The offer that lies on a portion, if any."""
    return OFFERS[s.tile - 1] if s.tile and s.tile_at == k + 1 else ""


def portion_said(s: State, k: int) -> str:
    """What is in a portion, slice by slice, then counted."""
    types, counted = portion_types(s, k), contents(s, k)
    return f"{counted}: {listed(map(slice_name, types))}" if types else counted


def score(n: int, known: bool) -> str:
    """Points; with a plus where eaten slices are still to be added."""
    return say("board.score" if known else "board.score_open", n=n)


class Sums(NamedTuple):
    """What everybody has: half slices by kind and who gets its points, how many eaten slices are known, their leaves,
    points (as `total`)."""

    halves: tuple[tuple[int, ...], ...]
    leads: tuple[tuple[bool, ...], ...]
    eaten: tuple[int, ...]
    leaves: tuple[int, ...]
    points: tuple[int, ...]

    def knows(self, s: State, player: int) -> bool:
        """Whether all that a player ate is known."""
        return bool(s.phase == codes.OVER or self.eaten[player] == s.bites[player])


@kept_by("saved", "ate", "holder", "marked", "variant", "players", wordless=True)
def sums(s: State) -> Sums:
    """All that is counted, as the record knows it."""
    kinds, leads, worth = _saved(s)
    eaten, leaves = _ate(s)
    points = [own + leaves[p] for p, own in enumerate(worth)]
    if any(s.holder):
        points = [n + int(offers(s, p)) for p, n in enumerate(points)]
    return Sums(kinds, leads, eaten, leaves, tuple(points))


@kept_by("saved", "holder", "variant", "players", wordless=True)
def _saved(s: State) -> tuple[tuple[tuple[int, ...], ...], tuple[tuple[bool, ...], ...], list[int]]:
    """Half slices by player and kind, whether they bring the kind's points, and what all is worth."""
    players, kinds = range(heads(s)), range(KINDS[-1] + 1)
    held = tuple(tuple(int(halves(s, p, kind)) if kind in KINDS else 0 for kind in kinds) for p in players)
    leads = tuple(tuple(kind in KINDS[1:] and majority(s, p, kind) > 0 for kind in kinds) for p in players)
    return held, leads, [int(majorities(s, p) + tomatoes(s, p)) for p in players]


@kept_by("ate", wordless=True)
def _ate(s: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many eaten slices of each player are known, and their leaves."""
    rows = s.ate.tolist()
    return tuple(map(sum, rows)), tuple(sum(n * SLICES[t].leaves for t, n in enumerate(row) if n) for row in rows)
