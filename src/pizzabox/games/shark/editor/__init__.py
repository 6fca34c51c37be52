"""Setting up Pizza Shark by hand: slices and anchovies laid on trays and piles, and everything else by a form.

The supply has what lies nowhere else, and so has the deck: neither is painted. The order of decks is always chance.
"""

from __future__ import annotations

from pizzabox.engine.editor import Brush, Draft, Editor
from pizzabox.engine.errors import BadPosition, IllegalMove

from .. import rules
from ..board import ALL_MAIN, ANCHOVIES, HALF_NAMES, HALVES, LOOSE, NONE, OWN, PLAYERS, SLICES, SPACES
from ..board.deck import KINDS, MAIN, TYPES
from ..notation import stock_token
from ..phrases import SEATS, card_name, held, name, say, sides, team
from ..position_check import claimed_goals, face_up, has_hand, icons_of, starting_slices, with_full_trays
from ..rules.actions import (
    ACTING,
    EATING,
    IDLE,
    LURING,
    OVER,
    PASSING,
    PLACING,
    PLAYING,
    SETUP,
    TINS,
    UPGRADING,
    nothing_to_place,
    partner,
)
from ..rules.attacks import draw_cards
from ..rules.setup import halves_out, marked
from ..state import PHASES, State
from .attack import ATTACK, fill_attack
from .form import DECK, DISCARD, FACE_UP, fields


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
    if token not in places(s):
        raise IllegalMove(say("editor.no_place"))
    what, _, where = token.partition(" ")
    if what == "half" and brush != "anchovy":
        h = HALF_NAMES.index(where)
        if brush == "take":
            take_off(s, seat, h)
        else:
            lay(s, seat, TYPES.index(brush), h)
        return
    q = seat if what == "half" else SEATS.index(where.removeprefix("of "))
    thing = brush if brush != "take" else "anchovy" if what == "anchovies" else what
    collect(s, q, TINS if thing == "anchovy" else TYPES.index(thing), -1 if brush == "take" else 1)


def lay(s: State, p: int, t: int, h: int) -> None:
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


def take_off(s: State, p: int, h: int) -> None:
    if not s.filled[p, h]:
        raise IllegalMove(say("editor.half_empty", half=HALF_NAMES[h]))
    _from_supply(s, s.half[p, h] - 1, -1)
    s.filled[p, h] -= 1
    s.placed[p] -= 1
    if not s.filled[p, h] and not marked(s, h):
        s.half[p, h] = 0


def collect(s: State, q: int, k: int, n: int) -> None:
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
    if k == TINS:
        if s.can < n:
            raise IllegalMove(say("editor.no_tins"), "S4.6")
        s.can -= n
        return
    if s.supply[k] < n:
        raise IllegalMove(say("editor.no_slices", type=say(f"type.{k}")), "S4.6")
    s.supply[k] -= n


def fill(s: State, draft: Draft) -> None:
    """Take over the form; the supply and the deck get what is left."""
    before = s.copy()
    draft.put(s, "tins", "stock", "maw", "goal", "claimed", "rail", "own")
    for p in range(s.players):
        _fill_tray(s, p, draft)
    _fill_supply(s)
    _fill_cards(s, draft)
    _fill_turn(s, draft)
    for p in range(s.players):
        _fill_hand(s, p, draft)
    for p in range(s.players):
        _fill_step(s, p, draft, before)
    if s.phase in (LURING, EATING):
        fill_attack(s, draft)
    if s.phase == OVER:
        s.won = sum(1 << p for p in with_full_trays(s))
        if not s.won:
            rules.call_time(s)


def _fill_tray(s: State, p: int, draft: Draft) -> None:
    for h in range(HALVES):
        s.half[p, h], s.filled[p, h] = divmod(draft.number(f"half.{p}.{h}"), SPACES + 1)
    s.add_up("placed")


def _fill_supply(s: State) -> None:
    """The supply has the rest of the 60 slices of each type and of the 30 anchovies."""
    for t in range(3):
        out = s.maw[t] + sum(s.stock[p, t] for p in range(s.players))
        out += sum(s.filled[p, h] for p in range(s.players) for h in range(HALVES) if s.half[p, h] == t + 1)
        if out > SLICES:
            told = {"type": say(f"type.{t}"), "n": SLICES, "told": out, "more": out - SLICES}
            raise BadPosition(say("editor.too_many_slices", **told))
        s.supply[t] = SLICES - out
        if s.halves and halves_out(s, t) > LOOSE:
            raise BadPosition(say("editor.loose", type=say(f"type.{t}"), n=LOOSE, told=halves_out(s, t)))
    on_goals = sum(s.goal[t] >= 0 > s.claimed[t] for t in range(3))
    out = s.maw[TINS] + on_goals + sum(s.tins[p] for p in range(s.players))
    if out > ANCHOVIES:
        raise BadPosition(say("editor.too_many_tins", n=ANCHOVIES, told=out, more=out - ANCHOVIES))
    s.can = ANCHOVIES - out


def _fill_cards(s: State, draft: Draft) -> None:
    """Every main card in one place; those that lie nowhere else are in the deck or the trash."""
    placed = [*s.rail, *(s.goal[t] for t in range(3) if s.claimed[t] < 0)]
    for p in range(s.players):
        own = [s.own[p, i] for i in range(OWN)]
        _once(s, own)
        placed += [card for card in own if card < MAIN]
    _once(s, placed)
    seen = sum(1 << card for card in placed if card >= 0)
    trash = sum(1 << c for c in range(MAIN) if draft.get(f"trash.{c}") == "1")
    trash |= sum(1 << s.goal[t] for t in range(3) if s.claimed[t] >= 0)
    s.trash = trash & ~seen
    s.draw = ALL_MAIN & ~seen & ~s.trash


def _once(s: State, cards: list[int]) -> None:
    for card in set(cards):
        if card >= 0 and cards.count(card) > 1:
            raise BadPosition(say("editor.twice", card=card_name(s, card)))


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
    s.mover = partner(s.turn) if second else s.turn
    s.clear("won", "swapped", "owed", "gift", *ATTACK)
    if s.phase in (LURING, EATING):
        s.attacker = s.mover
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


def _fill_hand(s: State, p: int, draft: Draft) -> None:
    """Which cards of the own deck are played, and which two lie face up; where two must and none do, they are drawn."""
    lie = [draft.number(f"place.{p}.{i}") for i in range(OWN)]
    up = [i for i in range(OWN) if lie[i] == FACE_UP]
    if len(up) not in (0, 2):
        raise BadPosition(say("editor.face_up", name=name(s, p), n=len(up)))
    s.spent[p] = sum(1 << i for i in range(OWN) if lie[i] != DECK)
    if s.spent[p].bit_count() % 2:
        raise BadPosition(say("editor.played", name=name(s, p), n=lie.count(DISCARD)))
    if sorted(up) != sorted(s.hand[p, i] for i in range(2)):
        s.hand[p, 0], s.hand[p, 1] = up or (NONE, NONE)
    active = s.phase == ACTING and p in team(s)
    usual = PLAYING if nothing_to_place(s, p) else PLACING
    s.step[p] = int(draft.get(f"step.{p}", usual)) if active else IDLE
    if has_hand(s, p) is False:
        s.hand[p, 0] = s.hand[p, 1] = NONE
    elif has_hand(s, p) and not up:
        draw_cards(s, p)


def _fill_step(s: State, p: int, draft: Draft, before: State) -> None:
    """What an active player still has to do in this turn."""
    placing = s.step[p] == PLACING
    s.placing[p] = int(draft.get(f"placing.{p}", NONE)) if placing else NONE
    if s.phase == PASSING and p in team(s):
        s.gift[p] = int(draft.get(f"gift.{p}", 0 if held(s, p) else rules.KEEP))
    same = _cards_of(before, p) == _cards_of(s, p)
    shown = icons_of(s, face_up(s, p) if s.step[p] == PLAYING else [])
    claimed = icons_of(s, claimed_goals(s, p))
    for k in range(len(KINDS)):
        s.left[p, k] = min(shown[k], int(draft.get(f"left.{p}.{k}", shown[k]))) if same else shown[k]
        s.bonus[p, k] = min(claimed[k], int(draft.get(f"bonus.{p}.{k}", 0))) if s.step[p] else 0


def _cards_of(s: State, p: int) -> list[int]:
    """The cards of a player, and which of them lie face up."""
    return [*(s.own[p, i] for i in range(OWN)), s.hand[p, 0], s.hand[p, 1]]


def note(s: State) -> str:
    return say("editor.note", slices=SLICES, tins=ANCHOVIES)


EDITOR = Editor(names, places, paint, fields, fill, note)
