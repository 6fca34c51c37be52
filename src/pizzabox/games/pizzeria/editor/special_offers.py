"""Setting up the special offers of Pizzeria by hand: where each lies, and what came of those that were played."""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.engine.editor import Draft, Form
from pizzabox.engine.errors import BadPosition
from pizzabox.engine.rng import below

from ..board import ASIDE, AT_END, AT_ONCE, EVERY_OFFER, KINDS, OFFERS, PILES, RING, D, E, F
from ..move_codes import CUT, DRAW, OVER, RETRO, TASTE
from ..phrases import kind_name, portions, say
from ..position_check import served, tile_taken
from ..rules.offers import barred, out_of_game
from ..rules.scoring import heads
from ..state import State

KEPT = (D, E, F)
"""Offers that a player keeps until they are used."""
USED = " used"
BY_CHANCE = "missing"
"""The field that says whether missing slices and offers are given out by chance."""


def in_game(s: State) -> list[int]:
    return members(EVERY_OFFER & ~out_of_game(s))


def offer_fields(s: State, form: Form, people: list[str]) -> None:
    """Where every offer is, and what the offers of this round have changed."""
    form.group = say("editor.offers")
    for o in in_game(s):
        choices = [("box", say("editor.in_box")), ("gone", say("editor.gone")), ("table", say("editor.with_pizza"))]
        choices += [("table" + USED, say("editor.with_pizza_used"))] if o in KEPT else []
        for p, name in enumerate(people):
            choices.append((str(p), name))
            if o in KEPT:
                choices.append((f"{p}{USED}", say("editor.used_by", name=name)))
        text = say("editor.offer", offer=OFFERS[o], what=say(f"offer.{o}"))
        form.choice(f"offer.{OFFERS[o]}", text, choices, _where(s, o))
    form.group = say("editor.offers_more")
    if served(s):
        form.number("ring", say("editor.ring"), RING, RING - 1)
    if CUT >> s.phase & 1:
        numbers = [say("editor.portion", n=k + 1) for k in range(portions(s))]
        form.listing("tile_at", say("editor.tile_at"), numbers, 1)
        form.switch("jumped", say("editor.jumped"))
    if s.phase == RETRO:
        form.number("bites", say("editor.bites"), 2, 1, s.bites_left)
    form.choice(
        "marked", say("editor.marked"), (("0", say("editor.no_kind")), *((str(k), kind_name(k)) for k in KINDS))
    )
    form.number("aside", say("editor.aside"), ASIDE, ASIDE - 1, s.aside_left)


def _where(s: State, o: int) -> str:
    used = USED if o in KEPT and s.used >> o & 1 else ""
    if s.tile == o + 1:
        return "table" + used
    if s.holder[o]:
        return f"{s.holder[o] - 1}{used}"
    return "gone" if s.gone >> o & 1 else "box"


def jumper(draft: Draft) -> int:
    """Who plays offer F this round, as a number from 1 on; 0 for nobody."""
    owner = str(draft.get(f"offer.{OFFERS[F]}", "")).removesuffix(USED)
    return int(owner) + 1 if draft.get("jumped") == "1" and owner.isdecimal() else 0


def fill_offers(s: State, draft: Draft, before: State) -> None:
    """Put every offer where the form has it; the one of this round follows its portion."""
    s.gone = s.used = s.tile = s.tile_at = 0
    on_table = [o for o in in_game(s) if str(draft[f"offer.{OFFERS[o]}"]).startswith("table")]
    if len(on_table) > 1:
        raise BadPosition(say("editor.two_offers", a=OFFERS[on_table[0]], b=OFFERS[on_table[1]]))
    for o in range(12):
        place = str(draft.get(f"offer.{OFFERS[o]}", "box"))
        owner = place.removesuffix(USED)
        s.holder[o] = int(owner) + 1 if owner.isdecimal() else 0
        s.gone |= (place == "gone") << o
        s.used |= place.endswith(USED) << o
    if served(s):
        s.tile = on_table[0] + 1 if on_table else _draw_offer(s)
        if CUT >> s.phase & 1:
            s.tile_at = int(draft.get("tile_at", 1))
            s.holder[s.tile - 1] = s.taker[s.tile_at - 1]
    elif on_table:
        s.holder[on_table[0]] = before.holder[on_table[0]]
    if draft[BY_CHANCE] == "1":
        _even_out_offers(s)
    held = _held(s)
    tile = 1 << s.tile - 1 if s.tile else 0
    fresh = tile if tile_taken(s) else 0
    s.used |= held & AT_ONCE & ~fresh | (held & AT_END if s.phase == OVER else 0)
    s.seen = held | s.gone | tile
    draft.put(s, "marked")
    s.aside_left = {TASTE: ASIDE - 1, DRAW: ASIDE}.get(s.phase, draft.number("aside"))
    need, have = int(PILES[heads(s)]) - s.stock.bit_count(), (s.seen & ~s.gone).bit_count()
    if need != have:
        raise BadPosition(say("editor.offers_out", need=need, have=have))


def _held(s: State) -> int:
    return sum(1 << o for o in range(12) if s.holder[o])


def _even_out_offers(s: State) -> None:
    """Give missing offers to the players by chance, or put those too many back into the box."""
    need = int(PILES[heads(s)]) - s.stock.bit_count() - (s.tile > 0)
    others = ~(1 << s.tile - 1) if s.tile else -1
    held = members(_held(s) & others)
    box = members(EVERY_OFFER & ~_held(s) & ~s.gone & ~out_of_game(s) & others)
    for turn in range(need - len(held)):
        s.holder[box.pop(below(s, len(box)))] = turn % heads(s) + 1
    for _ in range(len(held) - need):
        o = held.pop(below(s, len(held)))
        s.holder[o] = 0
        s.used &= ~(1 << o)


def _draw_offer(s: State) -> int:
    """The offer that lay on this pizza's pile, drawn by chance; as a number from 1 on."""
    box = members(EVERY_OFFER & ~_held(s) & ~s.gone & ~barred(s))
    return box[below(s, len(box))] + 1
