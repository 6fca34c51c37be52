"""Setting up Pizzeria by hand: the slices on the pizza, and by a form all that players have and what is to be done.

What nobody sees (piles, slices put aside, offers on piles) cannot be painted: it is dealt anew from what is left.
"""

from pizzabox.engine.bits import members
from pizzabox.engine.editor import Brush, Draft, Field, Form
from pizzabox.engine.errors import BadPosition, IllegalMove
from pizzabox.engine.presentation import listed
from pizzabox.engine.rng import below

from . import board, rules, visibility
from .board import ASIDE, AT_END, AT_ONCE, BY_NAME, EVERY_OFFER, LEAVES, OFFERS, PILES, RING, TYPE_NAMES, F
from .move_codes import ADVANCED, CHEW, CUT, DRAW, LAST, NIBBLE, OVER, PHASES, RETRO, TASTE
from .phrases import kind_name, leafy, portions, say, slice_name, who
from .position_check import TAKING, check, served, tile_taken
from .rules.dealing import deal, draw
from .rules.offers import barred, out_of_game, portion_of
from .rules.round_flow import picker, slicer, start_round
from .rules.scoring import heads, winners
from .state import State

BASIC_STAGES = ("pile", "divide", "pick", "chew", "over")
KEPT = EVERY_OFFER & ~AT_ONCE & ~AT_END
"""Offers that a player keeps until they are used."""
USED = " used"
BY_CHANCE = "missing"
"""The field that says whether missing slices and offers are given out by chance."""


def copies(s: State) -> dict[int, int]:
    """The types of slices in this game, and how many there are of each."""
    return {t: int(n) for t, n in enumerate(board.COPIES[s.leaves, heads(s)]) if t and n}


def names(s: State) -> list[Brush]:
    """The slices, while some of a pizza are on the table."""
    return [Brush(TYPE_NAMES[t], slice_name(t)) for t in copies(s)] if places(s) else []


def places(s: State) -> list[str]:
    return [f"slice {i + 1}" for i in members(visibility.on_table(s))]


def paint(s: State, brush: str, token: str, seat: int) -> None:
    """Exchange a slice of the pizza for one that nobody sees."""
    i, t = int(token.removeprefix("slice ")) - 1, BY_NAME[brush]
    if s.plate >> i & 1 and not LEAVES[t]:
        raise IllegalMove(say("editor.bare"), "P4.4")
    s.pizza[i] = t
    _deal_hidden(s)


def fields(s: State) -> list[Field]:
    """The round, the pizza and its portions, the offers, and what everybody has."""
    people, form = [who(s, p) for p in range(heads(s))], Form(s, say("editor.round_group"))
    stages, piles = PHASES if s.variant == ADVANCED else BASIC_STAGES, int(PILES[heads(s)])
    form.number("round", say("editor.round"), piles, 1, min(s.rounds + 1, piles))
    form.listing("slicer", say("editor.slicer"), people, value=slicer(s))
    form.choice("stage", say("editor.stage"), ((stage, say(f"editor.{stage}")) for stage in stages), PHASES[s.phase])
    form.listing(BY_CHANCE, say("editor.missing"), (say("editor.tell_me"), say("editor.by_chance")), value=0)
    if served(s):
        _pizza_fields(s, form, people)
    if s.variant == ADVANCED:
        _offer_fields(s, form, people)
    for table, title in (("saved", "editor.saved"), ("ate", "editor.eaten")):
        for p, name in enumerate(people):
            form.group = say(title, name=name)
            for t, n in copies(s).items():
                if table == "saved" or LEAVES[t]:
                    form.number(f"{table}.{p}.{t}", slice_name(t), n)
    return form.fields


def _pizza_fields(s: State, form: Form, people: list[str]) -> None:
    form.group, choices = say("editor.pizza"), tuple((TYPE_NAMES[t], slice_name(t)) for t in copies(s))
    for i in range(s.ring):
        form.choice(f"pizza.{i}", say("editor.slice", n=i + 1), choices, TYPE_NAMES[s.pizza[i]])
    if s.hand:
        form.choice("hand", say("editor.hand"), choices, TYPE_NAMES[s.hand])
    if CUT >> s.phase & 1:
        form.group = say("editor.portions")
        for i in range(s.ring):
            form.listing(f"portion.{i}", say("editor.slice", n=i + 1), _numbered(s), value=portion_of(s, i))
        form.group = say("editor.takers_group")
        for k in range(portions(s)):
            form.listing(f"taker.{k}", say("editor.taker", n=k + 1), [say("editor.free"), *people])


def _numbered(s: State) -> list[str]:
    return [say("editor.portion", n=k + 1) for k in range(portions(s))]


def _offer_fields(s: State, form: Form, people: list[str]) -> None:
    """Where every offer is, and what the offers of this round have changed."""
    form.group = say("editor.offers")
    for o in _in_game(s):
        choices = [("box", say("editor.in_box")), ("gone", say("editor.gone")), ("table", say("editor.with_pizza"))]
        choices += [("table" + USED, say("editor.with_pizza_used"))] if KEPT >> o & 1 else []
        for p, name in enumerate(people):
            choices.append((str(p), name))
            if KEPT >> o & 1:
                choices.append((f"{p}{USED}", say("editor.used_by", name=name)))
        text = say("editor.offer", offer=OFFERS[o], what=say(f"offer.{o}"))
        form.choice(f"offer.{OFFERS[o]}", text, choices, _where(s, o))
    form.group = say("editor.offers_more")
    if served(s):
        form.number("ring", say("editor.ring"), RING, RING - 1)
    if CUT >> s.phase & 1:
        form.listing("tile_at", say("editor.tile_at"), _numbered(s), 1)
        form.switch("jumped", say("editor.jumped"))
    if s.phase == RETRO:
        form.number("bites", say("editor.bites"), 2, 1, s.bites_left)
    kinds = [("0", say("editor.no_kind")), *((str(k), kind_name(k)) for k in board.KINDS)]
    form.choice("marked", say("editor.marked"), kinds)
    form.number("aside", say("editor.aside"), ASIDE, ASIDE - 1, s.aside_left)


def _in_game(s: State) -> list[int]:
    return members(EVERY_OFFER & ~out_of_game(s))


def _where(s: State, o: int) -> str:
    used = USED if KEPT & s.used & 1 << o else ""
    if s.tile == o + 1:
        return "table" + used
    if s.holder[o]:
        return f"{s.holder[o] - 1}{used}"
    return "gone" if s.gone >> o & 1 else "box"


def fill(s: State, draft: Draft) -> None:
    """Take over the form, deal what nobody sees, and do what then happens by itself."""
    before = s.copy()
    _fill_round(s, draft)
    draft.put(s, "saved", "ate")
    s.add_up("bites")
    if served(s):
        _fill_pizza(s, draft, before)
    if CUT >> s.phase & 1:
        _fill_portions(s, draft, before)
    if s.variant == ADVANCED:
        _fill_offers(s, draft, before)
    s.won = 0
    if draft[BY_CHANCE] == "1":
        _even_out(s)
    _deal_hidden(s)
    if s.phase == OVER:
        s.won = winners(s)
    elif check(s) == say("check.forced"):
        rules.settle(s, -1, -1)


def _fill_round(s: State, draft: Draft) -> None:
    piles = int(PILES[heads(s)])
    start_round(s)
    s.phase = PHASES.index(str(draft["stage"]))
    s.clear("plate", "bites_left", "hand")
    s.rounds = piles if s.phase in (LAST, OVER) else draft.number("round") - 1
    s.first = (draft.number("slicer") - s.rounds) % heads(s)
    wanted = piles - s.rounds - served(s)
    if wanted < 0:
        raise BadPosition(say("editor.no_pile", n=piles))
    in_stock_first = sorted(range(piles), key=lambda pile: not s.stock >> pile & 1)
    s.stock = sum(1 << pile for pile in in_stock_first[:wanted])


def _fill_pizza(s: State, draft: Draft, before: State) -> None:
    """The slices of the pizza; where there was none before, all are dealt."""
    s.ring = RING - 1 if s.phase == NIBBLE else int(draft.get("ring", RING))
    for i in range(min(s.ring, before.ring)):
        s.pizza[i] = BY_NAME[str(draft[f"pizza.{i}"])]
    if s.phase in (NIBBLE, TASTE):
        unseen = (t for t, n in copies(s).items() if LEAVES[t] and visibility.visible(s, t) < n)
        s.hand = BY_NAME[str(draft["hand"])] if "hand" in draft else next(unseen, 0)


def _fill_portions(s: State, draft: Draft, before: State) -> None:
    """The cuts and who took what; a pizza that was not cut before is cut evenly."""
    n = portions(s)
    for i in range(s.ring):
        s.share[int(draft.get(f"portion.{i}", i * n // s.ring))] |= 1 << i
    draft.put(s, "taker")
    takers = [taker - 1 for taker in s.taker[:n] if taker]
    taken, taking = len(takers), s.phase in TAKING
    if taking and not taken:
        raise BadPosition(say("editor.first_pick", stage=say("editor.pick")))
    if taken - taking >= n:
        raise BadPosition(say("editor.all_taken"))
    s.turn = taken - taking
    first = str(draft.get(f"offer.{OFFERS[F]}", "")).removesuffix(USED)
    s.jumped = int(first) + 1 if draft.get("jumped") == "1" and first.isdecimal() else 0
    expected = [picker(s, turn) for turn in range(taken)]
    if sorted(takers) != sorted(expected):
        raise BadPosition(say("editor.takers", n=taken, names=listed(who(s, p) for p in expected)))
    if taking:
        own = [k + 1 for k in range(n) if s.taker[k] == picker(s, s.turn) + 1]
        s.chosen = before.chosen if before.chosen in own else own[-1]
    if s.phase == CHEW:
        s.plate = leafy(s)
    if s.phase == RETRO:
        s.bites_left = int(draft.get("bites", 2))


def _fill_offers(s: State, draft: Draft, before: State) -> None:
    """Put every offer where the form has it; the one of this round follows its portion, or is drawn by chance."""
    s.gone = s.used = s.tile = s.tile_at = 0
    on_table = [o for o in _in_game(s) if str(draft[f"offer.{OFFERS[o]}"]).startswith("table")]
    if len(on_table) > 1:
        raise BadPosition(say("editor.two_offers", a=OFFERS[on_table[0]], b=OFFERS[on_table[1]]))
    for o, offer in enumerate(OFFERS):
        place = str(draft.get(f"offer.{offer}", "box"))
        owner = place.removesuffix(USED)
        s.holder[o] = int(owner) + 1 if owner.isdecimal() else 0
        s.gone |= (place == "gone") << o
        s.used |= place.endswith(USED) << o
    if served(s):
        box = on_table or members(EVERY_OFFER & ~_held(s) & ~s.gone & ~barred(s))
        s.tile = 1 + (box[0] if on_table else box[below(s, len(box))])
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
    return sum(1 << o for o, holder in enumerate(s.holder) if holder)


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


def _unseen(s: State) -> list[int]:
    """The types of all slices that lie open nowhere; BadPosition when more of a type lie open than there are."""
    found = []
    for t, n in copies(s).items():
        seen = visibility.visible(s, t)
        if seen > n:
            raise BadPosition(say("editor.too_many", n=n, what=slice_name(t), told=seen))
        found += [t] * (n - seen)
    return found


def _to_deal(s: State) -> tuple[list[int], int]:
    """The places of the pizza that are still to be dealt, and how many slices nobody sees."""
    missing = [i for i in members(visibility.on_table(s)) if not s.pizza[i]]
    return missing, RING * s.stock.bit_count() + s.aside_left


def _even_out(s: State) -> None:
    """Deal missing slices to players at random, or take surplus ones from the player with the most."""
    missing, hidden = _to_deal(s)
    unseen, turn = _unseen(s), 0
    while len(unseen) > len(missing) + hidden:
        s.saved[turn % heads(s), unseen.pop(below(s, len(unseen)))] += 1
        turn += 1
    for _ in range(len(missing) + hidden - len(unseen)):
        owned = [[t for t in copies(s) for _ in range(s.saved[p, t] + s.ate[p, t])] for p in range(heads(s))]
        richest = max(range(heads(s)), key=lambda p: len(owned[p]))
        t = owned[richest][below(s, len(owned[richest]))]
        kept = s.saved if s.saved[richest, t] else s.ate
        kept[richest, t] -= 1
        s.add_up("bites")


def _deal_hidden(s: State) -> None:
    """Slices and offers that lie open nowhere are shuffled and dealt; BadPosition when there are too many or few."""
    missing, hidden = _to_deal(s)
    unseen, total = len(_unseen(s)) - len(missing), sum(copies(s).values())
    if unseen != hidden:
        key = "editor.too_few_open" if unseen > hidden else "editor.too_many_open"
        have = {"have": total - unseen, "need": total - hidden, "n": abs(unseen - hidden)}
        raise BadPosition(say(key, piles=s.stock.bit_count(), **have))
    s.clear("lids", "piles")
    visibility.fill_pool(s)
    for dealt, i in enumerate(missing):
        s.pizza[i] = draw(s, hidden + len(missing) - dealt)
    deal(s, EVERY_OFFER & ~s.seen & ~out_of_game(s))


def note(s: State) -> str:
    return say("editor.note_offers" if s.variant == ADVANCED else "editor.note", aside=ASIDE)
