"""What a move of Pizza Wars in progress would do."""

from pizzabox.engine.presentation import Preview, listed

from .board import BY_NAME, NAMES, PASS, SIDE_BITS
from .phrases import held, jump_blocker, name, piece, say, side_name, slot_and_step
from .rules import MOVE, OVER, ROTATE, play
from .rules.steps import FIRST_PRANK, RIGHT, need, target
from .state import State
from .story import result


def outlook(s: State, player: int, chosen: tuple[str, ...], code: int | None) -> Preview:
    """With a piece chosen: what blocks it. With the move complete: the board after it, and whose territory changes."""
    if code is None:
        slot = s.at[BY_NAME[chosen[0]]] - 1 if len(chosen) == 1 and chosen[0] in BY_NAME else -1
        if s.phase != MOVE or slot < 0 or slot >> SIDE_BITS != s.side:
            return Preview()
        blocked = blocked_pranks(s, slot)
        return Preview.as_is(tuple(say("preview.blocked", hex=NAMES[to], by=NAMES[by]) for to, by in blocked))
    slot, step = slot_and_step(s, code)
    after = s.copy()
    play(after, player, code)
    if s.phase == ROTATE:
        return Preview(tuple(_abilities(after, slot)), after, plain=Preview((), after))
    lines = []
    if FIRST_PRANK <= step < RIGHT:
        victim = s.at[int(target(s, s.where[slot], step))] - 1
        lines.append(say("preview.pranks", name=side_name(s, victim >> SIDE_BITS), piece=piece(s, victim)))
    lands = [(p, held(s, p), held(after, p)) for p in range(s.players)]
    changed = [say("preview.land", name=name(s, p), n=now, was=was) for p, was, now in lands if now != was]
    lines += changed or [say("preview.no_land")]
    if after.phase == OVER:
        lines.append(result(after))
    return Preview(tuple(lines), after)


def _abilities(s: State, slot: int) -> list[str]:
    """What a piece could do as it faces now."""
    steps = [step for step in range(RIGHT) if need(s, slot, s.face[slot], step) == 0]
    lines = [say("preview.moves", piece=say(f"the.{s.kind[slot]}"), n=sum(step < FIRST_PRANK for step in steps))]
    pranks = [NAMES[int(target(s, s.where[slot], step))] for step in steps if step >= FIRST_PRANK]
    return lines + ([say("preview.could_prank", hexes=listed(pranks))] if pranks else [])


def blocked_pranks(s: State, slot: int) -> list[tuple[int, int]]:
    """Rivals along the cut lines of a piece that it cannot prank, each with the hex of one who blocks the jump."""
    corners = [c for c in range(6) if need(s, slot, s.face[slot], FIRST_PRANK + c) == PASS]
    return [(int(target(s, s.where[slot], FIRST_PRANK + c)), jump_blocker(s, slot, c)) for c in corners]
