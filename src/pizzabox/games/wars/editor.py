"""Setting up Pizza Wars by hand: pieces and facings on hexes, whose turn it is, pranks, territory and cards."""

from pizzabox.engine.editor import Brush, Draft, Field, Form
from pizzabox.engine.errors import BadPosition, IllegalMove
from pizzabox.engine.field_laws import fill_up, left_over

from . import rules
from .board import AREA, BY_NAME, COPIES, COUNTS, FACES, KINDS, NAMES, NEXT, PERIOD, SIDE_BITS, TURN, N
from .phrases import name, say, side_name, side_title
from .position_check import forget_past, team_slots
from .rules import AGENT, MOVE, ROTATE, SPUN
from .rules.setup import KINDS_OF_CARD, NO_CARDS, ONITAMA
from .rules.territory import held_by
from .state import State

SPIN_CARD = KINDS_OF_CARD - 1
CHANGES = ("right", "left", "prank", "remove", "moved")
MOST_PRANKS = 3 * sum(COUNTS)
NO_PLACE = "why.hex", "W1.2"


def names(s: State) -> list[Brush]:
    """Every piece of every side, and what can be done to a piece that stands."""
    kinds = [(kind, say(f"kind.{k}")) for k, kind in enumerate(KINDS)]
    pieces = [Brush(f"{side}.{kind}", text, side_title(s, side)) for side in _sides(s) for kind, text in kinds]
    changes = (*CHANGES, "spun") if s.cards else CHANGES
    return pieces + [Brush(change, say(f"editor.{change}"), say("editor.piece")) for change in changes]


def _sides(s: State) -> range:
    return range(2 + s.boards3)


def places(s: State) -> list[str]:
    return list(NAMES[: AREA * (2 + s.boards3)])


def paint(s: State, brush: str, token: str, seat: int) -> None:
    """Lay, turn or take a piece. The turn begins anew, and what happened before is forgotten."""
    cell = BY_NAME[token]
    slot = s.at[cell] - 1
    side, _, kind = brush.partition(".")
    if kind:
        _lay(s, int(side), KINDS.index(kind), cell)
    elif slot < 0:
        raise IllegalMove(say("editor.nobody", hex=token))
    elif brush == "prank":
        # The side to move did it, or the next one if the piece is its own.
        own = slot >> SIDE_BITS
        s.at[cell], s.where[slot] = 0, -1
        s.taken[s.side if s.side != own else (own + 1) % len(_sides(s))] += 1
    elif brush == "remove":
        _remove(s, slot)
    elif brush in ("right", "left"):
        s.face[slot] = (s.face[slot] + (1 if brush == "right" else -1)) % PERIOD[s.kind[slot]]
    _begin_anew(s)
    if brush == "moved":
        _just_moved(s, slot)
    elif brush == "spun":
        _just_spun(s, slot)


def _begin_anew(s: State) -> None:
    """A turn begins and nothing is known of those before it."""
    s.phase = MOVE
    s.clear("won", "ended", "progress", "quiet", "spun", "used", "turned")
    s.clear("last_slot", "last_from", "last_to", "last_victim")
    if s.players == 2 or s.out.bit_count() > 1 or s.out >> s.player & 1:
        s.out = 0
    for p in range(s.players):
        s.best[p] = held_by(s, p)
    forget_past(s)


def _lay(s: State, side: int, kind: int, cell: int) -> None:
    """A piece on a hex, facing as in the standard set-up; a piece that stands there leaves the game."""
    slot = s.at[cell] - 1
    if slot < 0 or slot >> SIDE_BITS != side or s.kind[slot] != kind:
        if slot >= 0:
            _remove(s, slot)
        slot = _from_box(s, side, kind)
        s.where[slot] = cell
        s.at[cell] = slot + 1
    s.face[slot] = (FACES[kind, 0] + TURN[s.boards3, side]) % PERIOD[kind]


def _from_box(s: State, side: int, kind: int) -> int:
    """A place in the team for one more piece of that kind: one that was pranked comes back, and the rival with most
    pranks has one less; or a new one is added."""
    mine = [slot for slot in team_slots(s, side) if s.kind[slot] == kind]
    gone = [slot for slot in mine if s.where[slot] < 0]
    if gone:
        rival = max((other for other in _sides(s) if other != side), key=lambda other: s.taken[other])
        s.taken[rival] -= 1
        return gone[0]
    if len(mine) >= COUNTS[kind]:
        hexes = ", ".join(NAMES[s.where[slot]] for slot in mine)
        known = {"side": side_title(s, side), "n": COUNTS[kind], "piece": say(f"kind.{kind}"), "hexes": hexes}
        raise IllegalMove(say("editor.all_out", **known), "W2.1")
    s.team[side] += 1
    slot = team_slots(s, side)[-1]
    s.kind[slot] = kind
    return slot


def _remove(s: State, slot: int) -> None:
    """A piece was never in this game; the last of the team takes its number."""
    last = team_slots(s, slot >> SIDE_BITS)[-1]
    s.at[s.where[slot]] = 0
    s.where[slot], s.kind[slot], s.face[slot] = s.where[last], s.kind[last], s.face[last]
    if s.where[slot] >= 0 and slot != last:
        s.at[s.where[slot]] = slot + 1
    s.where[last], s.kind[last], s.face[last] = -1, -1, 0
    s.team[slot >> SIDE_BITS] -= 1


def _just_moved(s: State, slot: int) -> None:
    """That piece has just come from a free hex beside it; a piece is to be turned now."""
    if slot >> SIDE_BITS != s.side:
        raise IllegalMove(say("editor.not_side", side=side_name(s, s.side)), "W1.4")
    cell = s.where[slot]
    beside = [int(NEXT[(s.boards3 * N + cell) * 6 + d]) for d in range(6)]
    free = [c for c in (*beside, *range(len(places(s)))) if c >= 0 and not s.at[c]]
    s.last_slot, s.last_from, s.last_to = slot, free[0], cell
    s.phase = ROTATE


def _just_spun(s: State, slot: int) -> None:
    """That piece has just been spun by the card and is to move now."""
    if slot >> SIDE_BITS != s.player or s.side != s.player:
        raise IllegalMove(say("editor.not_side", side=side_name(s, s.player)), "W7.1")
    if not (s.neutral == SPIN_CARD if s.cards == ONITAMA else s.spent[s.player, SPIN_CARD]):
        raise IllegalMove(say("editor.no_spin", side=name(s, s.player), card=say(f"card.{SPIN_CARD}")), "W7.2")
    s.spun, s.used, s.phase = slot, SPIN_CARD, SPUN


def fields(s: State) -> list[Field]:
    """Whose turn, who is out, pranks, territory so far and cards."""
    form, people = Form(s, say("editor.turn")), [name(s, p) for p in range(s.players)]
    movers = []
    for p, called in enumerate(people):
        movers.append((str(10 * p + p), called))
        if s.agent:
            movers.append((str(10 * p + AGENT), say("editor.for_agent", name=called)))
    form.choice("turn", say("editor.who"), movers, 10 * s.player + s.side)
    if s.agent:
        form.switch("opening", say("editor.opening"))
    if s.players == 3:
        form.listing("out", say("editor.out"), [say("editor.none"), *people], -1, s.out.bit_length() - 1)
    most = s.patience * (s.players - s.out.bit_count()) - 1
    form.number("quiet", say("editor.quiet"), most, value=min(s.quiet, most))
    form.group = say("editor.land")
    form.numbers("best", [say("editor.best", name=called) for called in people])
    form.numbers("taken", [say("editor.taken", name=side_title(s, side)) for side in _sides(s)], MOST_PRANKS)
    cards = [say(f"card.{k}") for k in range(KINDS_OF_CARD)]
    if s.cards == ONITAMA:
        form.group = say("editor.cards")
        form.listing("neutral", say("editor.neutral"), cards)
    tables = {NO_CARDS: (), ONITAMA: ("holds",)}.get(s.cards, ("holds", "spent"))
    for p, called in enumerate(people):
        for table in tables:
            form.group = say(f"editor.{table}", name=called)
            form.numbers(f"{table}.{p}", cards)
    return form.fields


def fill(s: State, draft: Draft) -> None:
    """Take over the form. The turn begins anew, and all cards that nobody was dealt lie aside."""
    began = s.player
    s.player, s.side = divmod(draft.number("turn"), 10)
    if s.player != began:
        s.opening = 0
    if s.players == 3:
        gone = draft.number("out")
        s.out = 1 << gone if gone >= 0 else 0
    elif s.phase == rules.OVER:
        s.out = 0
    if s.out >> s.player & 1:
        raise BadPosition(say("editor.out_moves", name=name(s, s.player)))
    draft.put(s, "opening", "neutral", "holds", "spent")
    s.add_up("held")
    for k, n in enumerate(left_over(s, "rest")):
        if n < 0:
            raise BadPosition(say("editor.copies", card=say(f"card.{k}"), n=COPIES, told=COPIES - n))
    fill_up(s, "rest")
    _begin_anew(s)
    draft.put(s, "taken", "quiet")
    if draft.touched("best"):
        draft.put(s, "best")
    forget_past(s)


def note(s: State) -> str:
    return say("editor.note_cards" if s.cards else "editor.note")
