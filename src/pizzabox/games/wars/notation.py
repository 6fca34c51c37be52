"""Moves of Pizza Wars as text, and as the tokens a person touches."""

import re

from pizzabox.engine.errors import IllegalMove

from .board import AREA, BY_NAME, CARDS, IN_SIDE, LETTERS, NAMES, PERIOD, SIDE_BITS
from .phrases import piece, say, side_name, slot_and_step
from .rules import MOVE
from .rules.steps import FIRST_PRANK, FIRST_SPIN, LEFT, RIGHT, STEPS, need, target
from .state import State

_STEP = re.compile(r"([a-z])?\s*([a-n]\d{1,2})\s*(?:[-–x:]|to\b)?\s*([a-n]\d{1,2})\s*(?:\+\s*([a-z]+))?")
_ROTATION = re.compile(r"(?:turn\s+)?([a-z])?\s*([a-n]\d{1,2})\s*(?:to the\s+)?([<>]|right|left)")
_SPIN = re.compile(r"([a-z])?\s*([a-n]\d{1,2})\s*\+\s*spin\s*([1-5])")


def card_of(s: State, code: int) -> int:
    """The card (0 to 5) a move plays, or -1."""
    slot, step = slot_and_step(s, code)
    if s.phase != MOVE or RIGHT <= step < FIRST_SPIN or s.where[slot] < 0:
        return -1
    return len(CARDS) - 1 if step >= FIRST_SPIN else max(0, int(need(s, slot, s.face[slot], step))) - 1


def spin_turns(s: State, slot: int, step: int) -> int:
    """How many turns to the right a spin is."""
    return int((step - FIRST_SPIN - s.face[slot]) % PERIOD[s.kind[slot]])


def text(s: State, player: int, code: int) -> str:
    slot, step = slot_and_step(s, code)
    here = NAMES[s.where[slot]]
    letter = LETTERS[s.kind[slot]]
    if step in (RIGHT, LEFT):
        return f"{here}{'>' if step == RIGHT else '<'}"
    if step >= FIRST_SPIN:
        return f"{letter}{here} +spin {spin_turns(s, slot, step)}"
    card = card_of(s, code) if s.cards else -1
    there = NAMES[int(target(s, s.where[slot], step))]
    extra = f" +{CARDS[card]}" if card >= 0 else ""
    return f"{letter}{here}{'x' if step >= FIRST_PRANK else '-'}{there}{extra}"


def tokens(s: State, player: int, code: int) -> tuple[str, ...]:
    """A hex, then where to, or the arrow that turns the piece there; a card first."""
    slot, step = slot_and_step(s, code)
    here = NAMES[s.where[slot]]
    if step >= FIRST_SPIN:
        return "+spin", here, f"{here} spin {spin_turns(s, slot, step)}"
    if step in (RIGHT, LEFT):
        return here, f"{here} {'right' if step == RIGHT else 'left'}"
    there, card = NAMES[int(target(s, s.where[slot], step))], card_of(s, code) if s.cards else -1
    return (f"+{CARDS[card]}", here, there) if card >= 0 else (here, there)


def to_choose(s: State, following: tuple[str, ...]) -> str:
    """After a card: which piece; after a piece: where to, or which way it is turned."""
    first = following[0]
    if first.endswith((" left", " right")):
        return say("prompt.which_way" if len(following) > 1 else "prompt.one_way")
    if " spin " in first:
        return say("prompt.which_face")
    slot = s.at[NAMES.index(first)] - 1
    return say("prompt.which_piece" if slot >= 0 and slot >> SIDE_BITS == s.side else "prompt.where_to")


def parse(s: State, player: int, typed: str) -> int | None:
    """Read `Kc4-c6`, `Kc4xd6`, `Dc4-g4 +distance`, `Mc4 +spin 2`, `c6>` or `c6<`; also `c4 c6` and `turn c6 right`."""
    if match := _ROTATION.fullmatch(typed):
        slot = _own_piece(s, _hex(s, match[2]), match[1])
        return STEPS * (slot & IN_SIDE) + (RIGHT if match[3] in (">", "right") else LEFT)
    if match := _SPIN.fullmatch(typed):
        slot = _own_piece(s, _hex(s, match[2]), match[1])
        face = (s.face[slot] + int(match[3])) % int(PERIOD[s.kind[slot]])
        return int(STEPS * (slot & IN_SIDE) + FIRST_SPIN + face)
    if match := _STEP.fullmatch(typed):
        cell, to = _hex(s, match[2]), _hex(s, match[3])
        slot = _own_piece(s, cell, match[1])
        step = step_to(s, cell, to)
        if step < 0:
            raise IllegalMove(say("why.line", a=NAMES[cell], b=NAMES[to]), "W2.4")
        code = STEPS * (slot & IN_SIDE) + step
        if match[4] is not None:
            if match[4] not in CARDS:
                raise IllegalMove(say("why.card", text=match[4][:20], cards=", ".join(CARDS)), "W7.2")
            if card_of(s, code) != CARDS.index(match[4]):
                raise IllegalMove(say("why.card_idle", card=match[4]), "W7.3")
        return code
    return None


def step_to(s: State, cell: int, to: int) -> int:
    """The move or prank that leads from one hex to another, or -1."""
    return next((step for step in range(RIGHT) if target(s, cell, step) == to), -1)


def _hex(s: State, word: str) -> int:
    cell = BY_NAME.get(word, -1)
    if cell < 0 or cell >= AREA * (2 + s.boards3):
        raise IllegalMove(say("why.hex", text=word), "W1.2")
    return cell


def _own_piece(s: State, cell: int, letter: str | None) -> int:
    """The piece of the side to move on that hex, of the kind of that letter if there is one."""
    slot: int = s.at[cell] - 1
    if slot < 0 or slot >> SIDE_BITS != s.side:
        raise IllegalMove(say("why.piece", hex=NAMES[cell], side=side_name(s, s.side)), "W1.4")
    if letter is not None and LETTERS[s.kind[slot]].lower() != letter:
        raise IllegalMove(say("why.letter", hex=NAMES[cell], piece=piece(s, slot)), "W2.1")
    return slot
