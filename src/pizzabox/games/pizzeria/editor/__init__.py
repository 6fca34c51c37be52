"""Setting up Pizzeria by hand: the slices on the pizza, and by a form all that players have and what is to be done.

What nobody sees (piles, slices put aside, offers on piles) cannot be painted: it is dealt anew from what is left.
"""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.editor import Brush, Draft, Editor, Field, listing
from pizzabox.engine.errors import BadPosition, IllegalMove
from pizzabox.engine.rng import below

from .. import rules, visibility
from ..board import ASIDE, BY_NAME, COPIES, EVERY_OFFER, LEAVES, PILES, PORTIONS, RING, SEATS, TYPE_NAMES, TYPES
from ..phrases import listed, say, slice_name, who
from ..position_check import check
from ..rules import offers
from ..rules.dealing import deal, draw
from ..rules.move_codes import ADVANCED, CUT, LAST, NIBBLE, OVER, PHASES, RETRO, TASTE, UNCUT
from ..rules.round_flow import picker, slicer, start_round
from ..rules.scoring import heads, winners
from .offers import BY_CHANCE, fill_offers, jumper, offer_fields

BASIC_STAGES = ("pile", "divide", "pick", "chew", "over")
TAKING = tuple(PHASES.index(stage) for stage in ("chew", "retro", "draw", "taste", "mark"))


def _types(s: Any) -> list[int]:
    """The types of slices in this game."""
    return [t for t in range(1, TYPES) if COPIES[s.leaves, heads(s), t]]


def _served(s: Any) -> bool:
    return bool((UNCUT | CUT) >> s.phase & 1)


def names(s: Any) -> list[Brush]:
    """The slices, while some of a pizza are on the table."""
    return [Brush(TYPE_NAMES[t], slice_name(t)) for t in _types(s)] if places(s) else []


def places(s: Any) -> list[str]:
    return [f"slice {i + 1}" for i in members(visibility.on_table(s))]


def paint(s: Any, brush: str, token: str, seat: int) -> None:
    """Exchange a slice of the pizza for one that nobody sees."""
    if token not in places(s):
        raise IllegalMove(say("paint.no_slice"))
    i, t = int(token.removeprefix("slice ")) - 1, BY_NAME[brush]
    if s.plate >> i & 1 and not LEAVES[t]:
        raise IllegalMove(say("paint.bare"), "P4.4")
    s.pizza[i] = t
    deal_hidden(s)


def fields(s: Any) -> list[Field]:
    """The round, the pizza and its portions, what everybody has, and the offers."""
    group, people = say("paint.round_group"), [who(s, p) for p in range(heads(s))]
    stages = PHASES if s.variant == ADVANCED else BASIC_STAGES
    found = [
        Field("round", say("paint.round"), min(s.rounds + 1, _piles(s)), low=1, high=_piles(s), group=group),
        listing("slicer", say("paint.slicer"), slicer(s), people, group),
        Field("stage", say("paint.stage"), PHASES[s.phase], tuple((x, say(f"paint.{x}")) for x in stages), group=group),
        listing(BY_CHANCE, say("paint.missing"), 0, (say("paint.tell_me"), say("paint.by_chance")), group),
    ]
    if _served(s):
        found += _pizza_fields(s)
    if CUT >> s.phase & 1:
        found += _portion_fields(s, people)
    if s.variant == ADVANCED:
        found += offer_fields(s, people)
    for p, name in enumerate(people):
        for t in _types(s):
            most, saved = int(COPIES[s.leaves, heads(s), t]), say("paint.saved", name=name)
            found.append(Field(f"saved.{p}.{t}", slice_name(t), s.saved[p, t], high=most, group=saved))
    for p, name in enumerate(people):
        for t in (t for t in _types(s) if LEAVES[t]):
            most, eaten = int(COPIES[s.leaves, heads(s), t]), say("paint.eaten", name=name)
            found.append(Field(f"ate.{p}.{t}", slice_name(t), s.ate[p, t], high=most, group=eaten))
    return found


def _piles(s: Any) -> int:
    return int(PILES[heads(s)])


def _pizza_fields(s: Any) -> list[Field]:
    group = say("paint.pizza")
    choices = tuple((TYPE_NAMES[t], slice_name(t)) for t in _types(s))
    found = [
        Field(f"pizza.{i}", say("paint.slice", n=i + 1), TYPE_NAMES[s.pizza[i]], choices, group=group)
        for i in range(s.ring)
    ]
    if s.hand:
        found.append(Field("hand", say("paint.hand"), TYPE_NAMES[s.hand], choices, group=group))
    return found


def _portion_fields(s: Any, people: list[str]) -> list[Field]:
    group, n = say("paint.portions"), int(PORTIONS[heads(s)])
    numbers = [say("paint.portion", n=k + 1) for k in range(n)]
    found = [
        listing(f"portion.{i}", say("paint.slice", n=i + 1), offers.portion_of(s, i), numbers, group)
        for i in range(s.ring)
    ]
    takers = [say("paint.free"), *people]
    return found + [
        listing(f"taker.{k}", say("paint.taker", n=k + 1), s.taker[k], takers, say("paint.takers_group"))
        for k in range(n)
    ]


def fill(s: Any, draft: Draft) -> None:
    """Take over the form, deal what nobody sees, and do what then happens by itself."""
    before = s.copy()
    _stage(s, draft)
    for p in range(heads(s)):
        for t in _types(s):
            s.saved[p, t] = draft.number(f"saved.{p}.{t}")
            s.ate[p, t] = draft.number(f"ate.{p}.{t}") if LEAVES[t] else 0
        s.bites[p] = sum(s.ate[p, t] for t in range(TYPES))
    _pizza(s, draft, before)
    if CUT >> s.phase & 1:
        _portions(s, draft, before)
    if s.variant == ADVANCED:
        fill_offers(s, draft, before)
    s.won = 0
    if draft[BY_CHANCE] == "1":
        even_out(s)
    deal_hidden(s)
    if s.phase == OVER:
        s.won = winners(s)
    elif check(s) == say("check.forced"):
        rules.settle(s)


def _stage(s: Any, draft: Draft) -> None:
    phase, n = PHASES.index(str(draft["stage"])), heads(s)
    rounds = _piles(s) if phase in (LAST, OVER) else draft.number("round") - 1
    start_round(s)
    s.plate = s.bites_left = s.hand = 0
    s.phase, s.rounds = phase, rounds
    s.first = (draft.number("slicer") - rounds) % n
    wanted = _piles(s) - rounds - _served(s)
    if wanted < 0:
        raise BadPosition(say("paint.no_pile", n=_piles(s)))
    kept = sorted(range(_piles(s)), key=lambda pile: not s.stock >> pile & 1)[:wanted]
    s.stock = sum(1 << pile for pile in kept)


def _pizza(s: Any, draft: Draft, before: Any) -> None:
    """The slices of the pizza; where there was none before, all are dealt."""
    if not _served(s):
        return
    s.ring = RING - 1 if s.phase == NIBBLE else int(draft.get("ring", RING))
    for i in range(min(s.ring, before.ring)):
        s.pizza[i] = BY_NAME[str(draft[f"pizza.{i}"])]
    if s.phase in (NIBBLE, TASTE):
        s.hand = BY_NAME[str(draft["hand"])] if "hand" in draft else _unseen_leafy(s)


def _unseen_leafy(s: Any) -> int:
    """The first type with leaves of which a slice is not open."""
    for t in _types(s):
        if LEAVES[t] and visibility.visible(s, t) < COPIES[s.leaves, heads(s), t]:
            return t
    return 0


def _portions(s: Any, draft: Draft, before: Any) -> None:
    """The cuts and who took what; a pizza that was not cut before is cut evenly."""
    n = int(PORTIONS[heads(s)])
    for i in range(s.ring):
        k = draft.number(f"portion.{i}") if f"portion.{i}" in draft else i * n // s.ring
        s.share[k] |= 1 << i
    for k in range(n):
        s.taker[k] = draft.number(f"taker.{k}") if f"taker.{k}" in draft else 0
    taken = sum(s.taker[k] > 0 for k in range(n))
    taking = s.phase in TAKING
    if taking and not taken:
        raise BadPosition(say("paint.first_pick", stage=say("paint.pick")))
    if taken - taking >= n:
        raise BadPosition(say("paint.all_taken"))
    s.turn = taken - taking
    s.jumped = jumper(draft)
    expected = [picker(s, turn) for turn in range(taken)]
    if sorted(s.taker[k] - 1 for k in range(n) if s.taker[k]) != sorted(expected):
        raise BadPosition(say("paint.takers", n=taken, names=listed(who(s, p) for p in expected)))
    if taking:
        own = [k for k in range(n) if s.taker[k] == picker(s, s.turn) + 1]
        s.chosen = before.chosen if before.chosen - 1 in own else own[-1] + 1
    if s.phase == PHASES.index("chew"):
        s.plate = sum(1 << i for i in members(s.share[s.chosen - 1]) if LEAVES[s.pizza[i]])
    s.bites_left = draft.number("bites") if s.phase == RETRO and "bites" in draft else 2 * (s.phase == RETRO)


def _copies(s: Any) -> dict[int, int]:
    return {t: int(COPIES[s.leaves, heads(s), t]) for t in _types(s)}


def _unseen(s: Any) -> list[int]:
    """The types of all slices that lie open nowhere; BadPosition when more of a type lie open than there are."""
    found = []
    for t, n in _copies(s).items():
        told = visibility.visible(s, t)
        if told > n:
            raise BadPosition(say("paint.too_many", n=n, what=slice_name(t), told=told))
        found += [t] * (n - told)
    return found


def _to_deal(s: Any) -> tuple[list[int], int]:
    """The places of the pizza that are still to be dealt, and how many slices nobody sees."""
    missing = [i for i in members(visibility.on_table(s)) if not s.pizza[i]]
    return missing, RING * s.stock.bit_count() + s.aside_left


def even_out(s: Any) -> None:
    """Give missing slices to the players in turn, by chance, or take those too many from who has most."""
    missing, hidden = _to_deal(s)
    unseen, turn = _unseen(s), 0
    while len(unseen) > len(missing) + hidden:
        s.saved[turn % heads(s), unseen.pop(below(s, len(unseen)))] += 1
        turn += 1
    for _ in range(len(missing) + hidden - len(unseen)):
        piles = [[t for t in _types(s) for _ in range(s.saved[p, t] + s.ate[p, t])] for p in range(heads(s))]
        richest = max(range(heads(s)), key=lambda p: len(piles[p]))
        t = piles[richest][below(s, len(piles[richest]))]
        kept = s.saved if s.saved[richest, t] else s.ate
        kept[richest, t] -= 1
        s.bites[richest] = sum(s.ate[richest, t] for t in range(TYPES))


def deal_hidden(s: Any) -> None:
    """Slices and offers that lie open nowhere are shuffled and dealt; BadPosition when there are too many or few."""
    missing, hidden = _to_deal(s)
    unseen, total = len(_unseen(s)) - len(missing), sum(_copies(s).values())
    if unseen != hidden:
        key = "paint.too_few_open" if unseen > hidden else "paint.too_many_open"
        have = {"have": total - unseen, "need": total - hidden, "n": abs(unseen - hidden)}
        raise BadPosition(say(key, piles=s.stock.bit_count(), **have))
    for pile in range(SEATS):
        s.lids[pile] = 0
        for i in range(RING):
            s.piles[pile, i] = 0
    visibility.fill_pool(s)
    left = hidden + len(missing)
    for i in missing:
        s.pizza[i] = draw(s, left)
        left -= 1
    deal(s, EVERY_OFFER & ~s.seen & ~offers.out_of_game(s))


def note(s: Any) -> str:
    return say("paint.note_offers" if s.variant == ADVANCED else "paint.note", aside=ASIDE)


EDITOR = Editor(names, places, paint, fields, fill, note)
