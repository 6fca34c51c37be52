"""Why a move of Pizza Wars is not allowed: the blocking piece or the broken rule, by name."""

from __future__ import annotations

from pizzabox.engine.words import Reason

from .board import (
    AREA,
    BY_NAME,
    CARDS,
    CUSTOMER,
    CUTS,
    IN_SIDE,
    MOVES,
    NAMES,
    NEXT,
    PASS,
    PERIOD,
    REACH,
    SIDE_BITS,
    N,
)
from .phrases import jump_blocker, name, piece, say, side_name, slot_and_step
from .rules import ROTATE, SPUN
from .rules.steps import FIRST_PRANK, FIRST_SPIN, LEFT, RIGHT, STEPS, card_allows, has_cards, need, target
from .rules.territory import delicate, enough, gives_win, hexes_held
from .state import State


def not_your_turn(s: State, player: int) -> tuple[str, str]:
    return say("why.turn", name=name(s, s.player)), "W1.4"


def broken_rule(s: State, player: int, code: int) -> tuple[str, str]:
    slot, step = slot_and_step(s, code)
    if code // STEPS >= s.team[s.side] or s.where[slot] < 0:
        return say("why.number", side=side_name(s, s.side)), "W1.4"
    if s.phase == ROTATE:
        if step == LEFT:
            return say("why.left"), "W2.6"
        return say("why.rotate"), "W1.4"
    if step in (RIGHT, LEFT):
        return say("why.move_first"), "W1.4"
    if s.phase == SPUN and slot != s.spun:
        return say("why.spun", hex=NAMES[s.where[s.spun]]), "W7.2"
    if step >= FIRST_SPIN:
        return _bad_spin(s, slot, step - FIRST_SPIN)
    to = int(target(s, s.where[slot], step))
    if to < 0:
        return say("why.off", hex=NAMES[s.where[slot]]), "W2.5"
    return _bad_prank(s, slot, step, to) if step >= FIRST_PRANK else _bad_move(s, slot, step, to)


def _bad_spin(s: State, slot: int, face: int) -> tuple[str, str]:
    if s.phase == SPUN or not _can_play(s, len(CARDS) - 1):
        return say("why.no_card", card=say("card.5")), "W7.1"
    if face >= PERIOD[s.kind[slot]] or face == s.face[slot]:
        return say("why.same"), "W7.2"
    return say("why.spin_idle"), "W7.2"


def _can_play(s: State, card: int) -> bool:
    return bool(s.cards and s.side == s.player and s.phase != SPUN and s.holds[s.player, card])


def _bad_move(s: State, slot: int, step: int, to: int) -> tuple[str, str]:
    cell, d, far, kind = s.where[slot], step >> 2, (step & 3) + 1, s.kind[slot]
    if s.at[to]:
        return say("why.taken", **_occupant(s, to)), "W2.5"
    card = int(need(s, slot, s.face[slot], step))
    if card == 0 or (card > 0 and _can_play(s, card - 1)):
        return _unlawful(s, cell, to)
    if not MOVES[6 * kind + s.face[slot]] >> d & 1:
        return say("why.slice", piece=piece(s, slot), hex=NAMES[cell]), "W2.4"
    if far > REACH[kind]:
        return say("why.far", piece=piece(s, slot), n=int(REACH[kind])), "W2.4"
    c = cell
    while True:
        c = int(NEXT[(s.boards3 * N + c) * 6 + d])
        if s.at[c]:
            return say("why.through", **_occupant(s, c)), "W2.5"


def _occupant(s: State, cell: int) -> dict[str, str]:
    """The values of a sentence about a hex and who stands on it."""
    slot = s.at[cell] - 1
    return {"hex": NAMES[cell], "side": side_name(s, slot >> SIDE_BITS), "piece": piece(s, slot)}


def _bad_prank(s: State, slot: int, step: int, to: int) -> tuple[str, str]:
    cell, corner, victim = s.where[slot], step - FIRST_PRANK, s.at[to] - 1
    if s.kind[slot] == CUSTOMER:
        return say("why.customer_pranks"), "W4.2"
    if victim < 0 or victim >> SIDE_BITS == slot >> SIDE_BITS:
        return say("why.nobody", hex=NAMES[to]), "W4.1"
    if s.kind[victim] == CUSTOMER:
        return say("why.customer", hex=NAMES[to]), "W4.2"
    card = int(need(s, slot, s.face[slot], step))
    if card == 0 or (card > 0 and _can_play(s, card - 1)):
        return _unlawful(s, cell, to)
    if not CUTS[6 * s.kind[slot] + s.face[slot]] >> corner & 1:
        return say("why.cut", piece=piece(s, slot), hex=NAMES[cell], to=NAMES[to]), "W4.1"
    blocker = jump_blocker(s, slot, corner)
    if blocker >= 0:
        return say("why.blocked", **_occupant(s, blocker)), "W4.3"
    return say("why.no_card", card=say(f"card.{PASS - 1}")), "W7.1"


def _unlawful(s: State, cell: int, to: int) -> tuple[str, str]:
    """A move that the piece could make, but that hands a rival the win or endangers the Agent."""
    if gives_win(s, cell, to):
        for p in range(s.players):
            if p == s.player or s.out >> p & 1:
                continue
            parts = [int(part) for part in hexes_held(s, p, cell, to, s.side)]
            if enough(s, p, *parts):
                total = sum(part.bit_count() for part in parts)
                return say("why.gives", name=side_name(s, p), n=total), "W6.2"
    return say("why.danger"), "W9.4"


def bad_touch(s: State, player: int, chosen: tuple[str, ...]) -> Reason | None:
    card = CARDS.index(chosen[0][1:]) if chosen[0][1:] in CARDS and chosen[0][0] == "+" else -1
    hexes = [token for token in chosen[card >= 0 :] if token in BY_NAME]
    if card >= 0:
        return _bad_card(s, say(f"card.{card}"), hexes)
    if not hexes or len(hexes) != len(chosen) or BY_NAME[hexes[0]] >= AREA * (2 + s.boards3):
        return None
    slot = s.at[BY_NAME[hexes[0]]] - 1
    if slot < 0:
        return None
    if slot >> SIDE_BITS != s.side:
        return say("touch.rival"), "W1.4"
    if s.phase == ROTATE:
        return None
    if s.phase == SPUN and slot != s.spun:
        return say("why.spun", hex=NAMES[s.where[s.spun]]), "W7.2"
    if len(hexes) == 1:
        return say("touch.stuck", piece=piece(s, slot), hex=hexes[0]), "W2.4"
    step = next((k for k in range(RIGHT) if target(s, s.where[slot], k) == BY_NAME[hexes[1]]), -1)
    if step < 0:
        return say("why.line", a=hexes[0], b=hexes[1]), "W2.4"
    card = int(need(s, slot, s.face[slot], step))
    if card > 0 and has_cards(s) and card_allows(s, slot, step, delicate(s)):
        return say("touch.card_first", card=say(f"card.{card - 1}")), "W7.1"
    return broken_rule(s, player, STEPS * (slot & IN_SIDE) + step)


def _bad_card(s: State, card: str, hexes: list[str]) -> Reason | None:
    if not hexes:
        return (say("why.rotate"), "W1.4") if s.phase == ROTATE else (say("touch.card_idle", card=card), "W7.3")
    slot = s.at[BY_NAME[hexes[-1]]] - 1
    if len(hexes) == 1:
        own = slot >= 0 and slot >> SIDE_BITS == s.side
        return (say("touch.card_piece", card=card, hex=hexes[0]), "W7.3") if own else None
    return say("touch.card_there", card=card, hex=hexes[-1]), "W7.3"
