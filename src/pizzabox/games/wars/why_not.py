"""Why a move of Pizza Wars is not allowed: the blocking piece or the broken rule, by name."""

from pizzabox.engine.words import Laws, Reason, first_broken

from .board import AREA, BY_NAME, CARDS, CUSTOMER, CUTS, IN_SIDE, MOVES, NAMES, NEXT, PASS, PERIOD, REACH, SIDE_BITS, N
from .notation import step_to
from .phrases import jump_blocker, name, piece, say, side_name, slot_and_step
from .rules import ROTATE, SPUN
from .rules.steps import FIRST_PRANK, FIRST_SPIN, LEFT, RIGHT, STEPS, card_allows, has_cards, need, target
from .rules.territory import delicate, enough, gives_win, hexes_held
from .state import State


def not_your_turn(s: State, player: int) -> Reason:
    return say("why.turn", name=name(s, s.player)), "W1.4"


@first_broken
def broken_rule(s: State, player: int, code: int) -> Laws:
    slot, step = slot_and_step(s, code)
    missing = code // STEPS >= s.team[s.side] or s.where[slot] < 0
    yield missing and (say("why.number", side=side_name(s, s.side)), "W1.4")
    if s.phase == ROTATE:
        yield step == LEFT and (say("why.left"), "W2.6")
        yield say("why.rotate"), "W1.4"
    yield step in (RIGHT, LEFT) and (say("why.move_first"), "W1.4")
    yield s.phase == SPUN and slot != s.spun and _spun(s)
    if step >= FIRST_SPIN:
        face = step - FIRST_SPIN
        yield not _can_play(s, len(CARDS)) and _no_card(len(CARDS))
        yield (face >= PERIOD[s.kind[slot]] or face == s.face[slot]) and (say("why.same"), "W7.2")
        yield say("why.spin_idle"), "W7.2"
    to = int(target(s, s.where[slot], step))
    yield to < 0 and (say("why.off", hex=NAMES[s.where[slot]]), "W2.5")
    yield from _bad_prank(s, slot, step, to) if step >= FIRST_PRANK else _bad_move(s, slot, step, to)


def _spun(s: State) -> Reason:
    return say("why.spun", hex=NAMES[s.where[s.spun]]), "W7.2"


def _no_card(card: int) -> Reason:
    return say("why.no_card", card=say(f"card.{card - 1}")), "W7.1"


def _can_play(s: State, card: int) -> bool:
    """Whether the player has a card, given by its number from 1."""
    return bool(s.cards and s.side == s.player and s.phase != SPUN and s.holds[s.player, card - 1])


def _bad_move(s: State, slot: int, step: int, to: int) -> Laws:
    cell, d, far, kind = s.where[slot], step >> 2, (step & 3) + 1, s.kind[slot]
    known = {"piece": piece(s, slot), "hex": NAMES[cell], "n": int(REACH[kind])}
    yield s.at[to] and (say("why.taken", **_occupant(s, to)), "W2.5")
    yield from _unlawful(s, slot, step, to)
    yield not MOVES[6 * kind + s.face[slot]] >> d & 1 and (say("why.slice", **known), "W2.4")
    yield far > REACH[kind] and (say("why.far", **known), "W2.4")
    while True:
        cell = int(NEXT[(s.boards3 * N + cell) * 6 + d])
        yield s.at[cell] and (say("why.through", **_occupant(s, cell)), "W2.5")


def _occupant(s: State, cell: int) -> dict[str, str]:
    """The values of a sentence about a hex and who stands on it."""
    slot = s.at[cell] - 1
    return {"hex": NAMES[cell], "side": side_name(s, slot >> SIDE_BITS), "piece": piece(s, slot)}


def _bad_prank(s: State, slot: int, step: int, to: int) -> Laws:
    corner, victim = step - FIRST_PRANK, s.at[to] - 1
    yield s.kind[slot] == CUSTOMER and (say("why.customer_pranks"), "W4.2")
    nobody = victim < 0 or victim >> SIDE_BITS == slot >> SIDE_BITS
    yield nobody and (say("why.nobody", hex=NAMES[to]), "W4.1")
    yield s.kind[victim] == CUSTOMER and (say("why.customer", hex=NAMES[to]), "W4.2")
    yield from _unlawful(s, slot, step, to)
    if not CUTS[6 * s.kind[slot] + s.face[slot]] >> corner & 1:
        yield say("why.cut", piece=piece(s, slot), hex=NAMES[s.where[slot]], to=NAMES[to]), "W4.1"
    blocker = jump_blocker(s, slot, corner)
    yield blocker >= 0 and (say("why.blocked", **_occupant(s, blocker)), "W4.3")
    yield _no_card(PASS)


def _unlawful(s: State, slot: int, step: int, to: int) -> Laws:
    """A move that the piece could make, but that hands a rival the win or endangers the Agent."""
    cell, card = s.where[slot], int(need(s, slot, s.face[slot], step))
    if card < 0 or (card > 0 and not _can_play(s, card)):
        return
    rivals = [p for p in range(s.players) if p != s.player and not s.out >> p & 1] if gives_win(s, cell, to) else []
    for p in rivals:
        parts = [int(part) for part in hexes_held(s, p, cell, to, s.side)]
        total = sum(part.bit_count() for part in parts)
        yield enough(s, p, *parts) and (say("why.gives", name=side_name(s, p), n=total), "W6.2")
    yield say("why.danger"), "W9.4"


@first_broken
def bad_touch(s: State, player: int, chosen: tuple[str, ...]) -> Laws:
    card = chosen[0][1:] if chosen[0].startswith("+") and chosen[0][1:] in CARDS else ""
    hexes = [token for token in chosen[bool(card) :] if token in BY_NAME]
    if card:
        yield from _bad_card(s, say(f"card.{CARDS.index(card)}"), hexes)
        return
    if not hexes or len(hexes) != len(chosen) or BY_NAME[hexes[0]] >= AREA * (2 + s.boards3):
        return
    slot = s.at[BY_NAME[hexes[0]]] - 1
    yield slot >= 0 and slot >> SIDE_BITS != s.side and (say("touch.rival"), "W1.4")
    if slot < 0 or s.phase == ROTATE:
        return
    yield s.phase == SPUN and slot != s.spun and _spun(s)
    yield len(hexes) == 1 and (say("touch.stuck", piece=piece(s, slot), hex=hexes[0]), "W2.4")
    step = step_to(s, s.where[slot], BY_NAME[hexes[1]])
    yield step < 0 and (say("why.line", a=hexes[0], b=hexes[1]), "W2.4")
    wanted = int(need(s, slot, s.face[slot], step))
    allowed = wanted > 0 and has_cards(s) and card_allows(s, slot, step, delicate(s))
    yield allowed and (say("touch.card_first", card=say(f"card.{wanted - 1}")), "W7.1")
    yield broken_rule(s, player, STEPS * (slot & IN_SIDE) + step)


def _bad_card(s: State, card: str, hexes: list[str]) -> Laws:
    if not hexes:
        yield s.phase == ROTATE and (say("why.rotate"), "W1.4")
        yield say("touch.card_idle", card=card), "W7.3"
    slot = s.at[BY_NAME[hexes[-1]]] - 1
    own = slot >= 0 and slot >> SIDE_BITS == s.side
    yield len(hexes) > 1 and (say("touch.card_there", card=card, hex=hexes[-1]), "W7.3")
    yield own and (say("touch.card_piece", card=card, hex=hexes[0]), "W7.3")
