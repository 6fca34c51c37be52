"""Setting up Pizza Shark by hand: slices and anchovies laid on trays and piles, and everything else by a form.

The supply has what lies nowhere else, and so has the deck: neither is painted. The order of decks is always chance.
"""

from collections.abc import Iterable

from pizzabox.engine.bits import members
from pizzabox.engine.editor import Brush, Draft, Field, Form
from pizzabox.engine.errors import BadPosition, IllegalMove
from pizzabox.engine.field_laws import fill_up, left_over

from . import rules
from .board import ANCHOVIES, GOALS, HALF_NAMES, HALVES, LOOSE, OWN, PLAYERS, PRINTED, RAIL, SLICES, SPACES
from .board.deck import ACTIONS, CARDS, MAIN, MOST_COST, TYPES
from .notation import stock_token
from .phrases import card_icons, card_name, held, icon, name, say, sides, team
from .position_check import claimed_goals, face_up, has_hand, icons_of, starting_slices, wanted, with_full_trays
from .rules import actions, attacks
from .rules.actions import ACTING, EATING, IDLE, LURING, OVER, PASSING, PLACING, PLAYING, SETUP, TINS, UPGRADING
from .rules.setup import halves_out, marked
from .state import PHASES, SEATS, State

DECK, FACE_UP, DISCARD = 0, 1, 2


def names(s: State) -> list[Brush]:
    """A slice of each type, an anchovy, and taking things away; nothing once the game is over."""
    if s.phase == OVER:
        return []
    typed = [Brush(TYPES[t], say("editor.lay", type=say(f"type.{t}"))) for t in range(3)]
    return [*typed, Brush("anchovy", say("editor.anchovy")), Brush("take", say("editor.take"))]


def places(s: State) -> list[str]:
    """The halves of the large tray, and everybody's collected slices and anchovies."""
    piles = [stock_token(t, q) for q in range(s.players) for t in range(3)]
    return [f"half {h}" for h in HALF_NAMES] + piles + [f"anchovies of {SEATS[q]}" for q in range(s.players)]


def paint(s: State, brush: str, token: str, seat: int) -> None:
    """One slice or anchovy from the supply, or back to it."""
    what, _, where = token.partition(" ")
    if what == "half" and brush != "anchovy":
        h = HALF_NAMES.index(where)
        if brush == "take":
            _take_off(s, seat, h)
        else:
            _lay(s, seat, TYPES.index(brush), h)
        return
    q = seat if what == "half" else SEATS.index(where.removeprefix("of "))
    thing = brush if brush != "take" else "anchovy" if what == "anchovies" else what
    _collect(s, q, TINS if thing == "anchovy" else TYPES.index(thing), -1 if brush == "take" else 1)


def _lay(s: State, p: int, t: int, h: int) -> None:
    """A slice on a half, or why it does not go there."""
    if s.phase == SETUP:
        raise IllegalMove(say("editor.before_start", step=say("editor.stage")), "S2.7")
    if s.filled[p, h] == SPACES:
        raise IllegalMove(say("editor.half_full", half=HALF_NAMES[h], n=SPACES), "S3.2")
    if s.half[p, h] not in (0, t + 1):
        is_type = say(f"type.{s.half[p, h] - 1}")
        raise IllegalMove(say("editor.half_other", half=HALF_NAMES[h], type=is_type), "S3.2")
    _from_supply(s, t, 1)
    s.half[p, h] = t + 1
    s.filled[p, h] += 1
    s.placed[p] += 1


def _take_off(s: State, p: int, h: int) -> None:
    if not s.filled[p, h]:
        raise IllegalMove(say("editor.half_empty", half=HALF_NAMES[h]))
    _from_supply(s, s.half[p, h] - 1, -1)
    s.filled[p, h] -= 1
    s.placed[p] -= 1
    if not s.filled[p, h] and not marked(s, h):
        s.half[p, h] = 0


def _collect(s: State, q: int, k: int, n: int) -> None:
    """One more or less of a type of slices, or of anchovies, in front of a player."""
    if (s.tins[q] if k == TINS else s.stock[q, k]) + n < 0:
        raise IllegalMove(say("editor.pile_empty", name=name(s, q)))
    if s.phase == SETUP and k < TINS and s.owed[q] < n:
        raise IllegalMove(say("editor.start", name=name(s, q), n=starting_slices(s, q)), "S2.7")
    _from_supply(s, k, n)
    if k == TINS:
        s.tins[q] += n
        return
    s.stock[q, k] += n
    if s.phase == SETUP:
        s.owed[q] -= n


def _from_supply(s: State, k: int, n: int) -> None:
    if n > (s.can if k == TINS else s.supply[k]):
        lacking = say("editor.no_tins") if k == TINS else say("editor.no_slices", type=say(f"type.{k}"))
        raise IllegalMove(lacking, "S4.6")
    if k == TINS:
        s.can -= n
    else:
        s.supply[k] -= n


def fields(s: State) -> list[Field]:
    """The turn, the attack, each player's things, rail, goals, maw, and which cards are in the trash."""
    form, people = Form(s, say("editor.turn_group")), [name(s, p) for p in range(s.players)]
    _turn_fields(s, form, people)
    if s.phase in (LURING, EATING):
        _attack_fields(s, form)
    _rail_fields(s, form, people)
    for p, called in enumerate(people):
        _player_fields(s, form, p, called)
    form.group = say("editor.maw")
    form.numbers("maw", _types(), SLICES)
    form.number(f"maw.{TINS}", say("editor.anchovies"), ANCHOVIES)
    form.group, lies = say("editor.deck"), (say("editor.in_deck"), say("editor.in_trash"))
    for card in members(s.draw | s.trash):
        form.listing(f"trash.{card}", card_name(s, card), lies, value=s.trash >> card & 1)
    return form.fields


def _types() -> list[str]:
    return [say(f"type.{t}") for t in range(3)]


def _turn_fields(s: State, form: Form, people: list[str]) -> None:
    stages = [(stage, say(f"editor.{stage}")) for stage in PHASES if stage != "pass" or s.players == PLAYERS]
    form.choice("stage", say("editor.stage"), stages, PHASES[s.phase])
    form.listing("turn", say("editor.whose"), people, value=s.first if s.phase == SETUP else s.turn)
    most = s.cap * sides(s) - 1
    form.number("turns", say("editor.turns"), most, value=min(s.turns, most))
    if s.players == PLAYERS and s.phase in (UPGRADING, LURING, EATING):
        form.listing("mover", say("editor.mover"), [people[p] for p in team(s)], value=int(s.mover != s.turn))
    if s.phase == UPGRADING:
        form.listing("swapped", say("editor.swapped"), [say(f"editor.swapped_{i}") for i in range(4)])
    for p in team(s) if s.phase in (ACTING, PASSING) else ():
        form.group, called = say("editor.turn_group"), people[p]
        if s.phase == ACTING:
            steps = (say("editor.idle"), say("editor.placing"), say("editor.playing"))
            form.listing(f"step.{p}", say("editor.step", name=called), steps)
        if s.step[p] == PLACING:
            form.listing(f"placing.{p}", say("editor.placed", name=called), (say("editor.any_type"), *_types()), -1)
        if s.phase == PASSING:
            gifts = (say("editor.undecided"), say("editor.keeps"), *_types())
            form.listing(f"gift.{p}", say("editor.gift", name=called), gifts)
        if s.step[p] == PLAYING:
            form.group = say("editor.left", name=called)
            _icon_fields(s, form, f"left.{p}", face_up(s, p))
        if s.step[p]:
            form.group = say("editor.bonus", name=called)
            _icon_fields(s, form, f"bonus.{p}", claimed_goals(s, p))


def _icon_fields(s: State, form: Form, row: str, cards: list[int]) -> None:
    for k, n in enumerate(icons_of(s, cards)):
        if n:
            form.number(f"{row}.{k}", icon(k), n)


def _attack_fields(s: State, form: Form) -> None:
    form.group = say("editor.attack")
    form.number("fresh", say("editor.fresh"), 2, 1)
    victims = [(q, name(s, q)) for q in range(s.players) if attacks.victim(s, q)]
    form.choice("asked", say("editor.asked"), ((str(q), called) for q, called in victims))
    for q, called in victims:
        form.group = say("editor.attack")
        form.switch(f"lured.{q}", say("editor.lured", name=called), s.lured >> q & 1)
        if s.phase == EATING:
            form.number(f"owed.{q}", say("editor.owed", name=called), 2 * MOST_COST)
            form.group = say("editor.lost", name=called)
            form.numbers(f"lost.{q}", _types(), SLICES)


def _rail_fields(s: State, form: Form, people: list[str]) -> None:
    form.group, cards = say("editor.rail"), _named(s, range(MAIN))
    if s.phase == UPGRADING:
        cards = (("-1", say("editor.bought")), *cards)
    for j in range(RAIL):
        form.choice(f"rail.{j}", say("editor.ticket", n=j + 1), cards)
    if not s.goals:
        return
    form.group = say("editor.goals")
    for t, called in enumerate(_types()):
        known = members(int(GOALS[s.deck, t]))
        none = (("-1", say("editor.no_goal")),) if len(known) <= RAIL else ()
        form.choice(f"goal.{t}", say("editor.goal", type=called), (*none, *_named(s, known)))
        form.listing(f"claimed.{t}", say("editor.claimed", type=called), [say("editor.nobody"), *people], -1)


def _player_fields(s: State, form: Form, p: int, called: str) -> None:
    """Tray, stock and cards. A half is one choice: its type and how many slices; a printed or drawn type stands without
    slices too."""
    form.group = say("editor.tray", name=called)
    for h in range(HALVES):
        free = not marked(s, h)
        choices = [("0", say("editor.half_free"))] if free else []
        for kind in [int(PRINTED[h])] if PRINTED[h] else [1, 2, 3]:
            for n in range(free, SPACES + 1):
                text = say("editor.half_filled", type=say(f"type.{kind - 1}"), n=n)
                choices.append((str(kind * (SPACES + 1) + n), text))
        value = s.half[p, h] * (SPACES + 1) + s.filled[p, h]
        form.choice(f"half.{p}.{h}", say("editor.half", half=HALF_NAMES[h]), choices, value)
    form.group = say("editor.collected", name=called)
    form.numbers(f"stock.{p}", _types())
    form.number(f"tins.{p}", say("editor.anchovies"))
    form.group, cards = say("editor.cards", name=called), _named(s, range(CARDS))
    lie = (say("editor.lies_deck"), say("editor.lies_up"), say("editor.lies_discard"))
    for i in range(OWN):
        up = i in (s.hand[p, 0], s.hand[p, 1])
        where = FACE_UP if up else DISCARD if s.spent[p] >> i & 1 else DECK
        form.choice(f"own.{p}.{i}", say("editor.card", n=i + 1), cards)
        form.listing(f"place.{p}.{i}", say("editor.lies", n=i + 1), lie, value=where)


def _named(s: State, cards: Iterable[int]) -> tuple[tuple[str, str], ...]:
    return tuple((str(card), f"{card_name(s, card)}: {card_icons(s, card)}") for card in cards)


def fill(s: State, draft: Draft) -> None:
    """Take over the form; the supply and the deck get what is left."""
    before = s.copy()
    draft.put(s, "tins", "stock", "maw", "goal", "claimed", "rail", "own")
    for p in range(s.players):
        for h in range(HALVES):
            s.half[p, h], s.filled[p, h] = divmod(draft.number(f"half.{p}.{h}"), SPACES + 1)
    s.add_up("placed")
    _fill_supply(s)
    _fill_cards(s, draft)
    _fill_turn(s, draft)
    for p in range(s.players):
        _fill_player(s, p, draft, before)
    if s.phase in (LURING, EATING):
        _fill_attack(s, draft)
    if s.phase == OVER:
        s.won = sum(1 << p for p in with_full_trays(s))
        if not s.won:
            rules.call_time(s)


def _fill_supply(s: State) -> None:
    """The supply has the rest of the 60 slices of each type and of the 30 anchovies."""
    for t, (called, n) in enumerate(zip(_types(), left_over(s, "supply"), strict=True)):
        if n < 0:
            raise BadPosition(say("editor.too_many_slices", type=called, n=SLICES, told=SLICES - n, more=-n))
        s.supply[t] = n
        if s.halves and halves_out(s, t) > LOOSE:
            raise BadPosition(say("editor.loose", type=called, n=LOOSE, told=halves_out(s, t)))
    on_goals = sum(s.goal[t] >= 0 > s.claimed[t] for t in range(3))
    out = s.maw[TINS] + on_goals + sum(s.tins[p] for p in range(s.players))
    if out > ANCHOVIES:
        raise BadPosition(say("editor.too_many_tins", n=ANCHOVIES, told=out, more=out - ANCHOVIES))
    s.can = ANCHOVIES - out


def _fill_cards(s: State, draft: Draft) -> None:
    """Every main card in one place; those that lie nowhere else are in the deck or the trash."""
    own = s.own.tolist()[: s.players]
    placed = [*s.rail, *(s.goal[t] for t in range(3) if s.claimed[t] < 0)]
    placed += [card for cards in own for card in cards if card < MAIN]
    for cards in (*own, placed):
        for card in set(cards):
            if card >= 0 and cards.count(card) > 1:
                raise BadPosition(say("editor.twice", card=card_name(s, card)))
    seen = sum(1 << card for card in placed if card >= 0)
    trash = sum(1 << c for c in range(MAIN) if draft.get(f"trash.{c}") == "1")
    trash |= sum(1 << s.goal[t] for t in range(3) if s.claimed[t] >= 0)
    s.trash = trash & ~seen
    fill_up(s, "draw")


def _fill_turn(s: State, draft: Draft) -> None:
    """Whose turn and which phase; who began follows from it."""
    s.phase, whose = PHASES.index(str(draft["stage"])), draft.number("turn")
    last = s.cap * sides(s)
    s.turns = last if s.phase == OVER else min(draft.number("turns"), last - 1)
    if s.phase == SETUP:
        s.turns, s.turn, s.first = 0, 0, whose
    else:
        s.turn, s.first = whose, (whose - s.turns) % s.players
    second = s.players == PLAYERS and s.phase in (UPGRADING, LURING, EATING) and draft.get("mover") == "1"
    s.mover = actions.partner(s.turn) if second else s.turn
    s.clear("won", "swapped", "owed", "gift", "attacker", "prize", "lured", "fresh", "asked", "want", "lost")
    if s.phase == SETUP:
        for p in range(s.players):
            if s.placed[p]:
                raise BadPosition(say("editor.before_start", step=say("editor.stage")))
            if held(s, p) > starting_slices(s, p):
                raise BadPosition(say("editor.start", name=name(s, p), n=starting_slices(s, p)))
            s.owed[p] = starting_slices(s, p) - held(s, p)
    if s.phase == UPGRADING:
        draft.put(s, "swapped")
    holes, upgraded = sum(card < 0 for card in s.rail), s.swapped.bit_count()
    if holes != upgraded:
        raise BadPosition(say("check.rail", n=upgraded, told=holes))
    if s.phase in (LURING, EATING):
        s.attacker = s.mover


def _fill_player(s: State, p: int, draft: Draft, before: State) -> None:
    """Which cards of the own deck are played, and which two lie face up (where two must and none do, they are drawn);
    then what an active player still has to do in this turn."""
    lie = [draft.number(f"place.{p}.{i}") for i in range(OWN)]
    up = [i for i in range(OWN) if lie[i] == FACE_UP]
    if len(up) not in (0, 2):
        raise BadPosition(say("editor.face_up", name=name(s, p), n=len(up)))
    s.spent[p] = sum(1 << i for i in range(OWN) if lie[i] != DECK)
    if s.spent[p].bit_count() % 2:
        raise BadPosition(say("editor.played", name=name(s, p), n=lie.count(DISCARD)))
    if sorted(up) != sorted(s.hand[p, i] for i in range(2)):
        s.hand[p, 0], s.hand[p, 1] = up or (-1, -1)
    active = s.phase == ACTING and p in team(s)
    usual = PLAYING if actions.nothing_to_place(s, p) else PLACING
    s.step[p] = int(draft.get(f"step.{p}", usual)) if active else IDLE
    if has_hand(s, p) is False:
        s.hand[p, 0] = s.hand[p, 1] = -1
    elif has_hand(s, p) and not up:
        attacks.draw_cards(s, p)
    s.placing[p] = int(draft.get(f"placing.{p}", -1)) if s.step[p] == PLACING else -1
    if s.phase == PASSING and p in team(s):
        s.gift[p] = int(draft.get(f"gift.{p}", 0 if held(s, p) else rules.KEEP))
    same = all(old.tolist()[p] == new.tolist()[p] for old, new in ((before.own, s.own), (before.hand, s.hand)))
    shown = icons_of(s, face_up(s, p) if s.step[p] == PLAYING else [])
    claimed = icons_of(s, claimed_goals(s, p))
    for k in range(len(ACTIONS)):
        s.left[p, k] = min(shown[k], int(draft.get(f"left.{p}.{k}", shown[k]))) if same else shown[k]
        s.bonus[p, k] = min(claimed[k], int(draft.get(f"bonus.{p}.{k}", 0))) if s.step[p] else 0


def _fill_attack(s: State, draft: Draft) -> None:
    """The tickets next to the deck are new, and the shark wants what they cost; who is protected and who is asked."""
    s.fresh = int(draft.get("fresh", 1))
    s.row["want"] = wanted(s)
    for q in range(s.players):
        s.lured |= (draft.get(f"lured.{q}") == "1") << q
    if s.phase == LURING:
        if "asked" in draft:
            s.asked = draft.number("asked")
        elif not attacks.ask_lure(s, 0):
            raise BadPosition(say("editor.no_lure"))
        return
    draft.put(s, "lost")
    for q in range(s.players):
        s.owed[q] = int(draft.get(f"owed.{q}", _still_owed(s, q)))
    choosing = [q for q in range(s.players) if s.owed[q]]
    if not choosing:
        raise BadPosition(say("editor.no_eating"))
    entered = "asked" in draft and "owed.0" in draft
    s.asked = draft.number("asked") if entered else min(choosing, key=lambda q: attacks.place_of(s, q))


def _still_owed(s: State, q: int) -> int:
    """What a victim has to choose for the tickets without a type; 0 where there is no choice."""
    kinds = sum(s.stock[q, t] > 0 for t in range(3))
    owed = int(min(held(s, q), s.want[attacks.ANY]))
    free = attacks.victim(s, q) and not s.lured >> q & 1 and kinds > 1 and held(s, q) > owed
    return owed if free else 0


def note(s: State) -> str:
    return say("editor.note", slices=SLICES, tins=ANCHOVIES)
