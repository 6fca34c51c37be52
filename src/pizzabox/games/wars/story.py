"""What just happened in Pizza Wars, in words."""

from __future__ import annotations

from pizzabox.engine.bits import members

from .board import NAMES, SIDE_BITS
from .notation import spin_turns
from .phrases import held, name, piece, result, say, side_name, slot_and_step
from .rules import AGENT, MOVE, OVER, ROTATE
from .rules.steps import FIRST_PRANK, FIRST_SPIN, RIGHT
from .state import State


def story(before: State, player: int, code: int | None, after: State, viewer: int) -> list[str]:
    assert code is not None
    slot, step = slot_and_step(before, code)
    who, what = name(before, player), say(f"the.{before.kind[slot]}")
    if before.side != player:
        what = say("story.agents", the=what)
    here = NAMES[before.where[slot]]
    if before.phase == ROTATE:
        turned = say("story.right" if step == RIGHT else "story.left", name=who, piece=what, hex=here)
        return [turned, *_next_turn(before, after)]
    if step >= FIRST_SPIN:
        return [say("story.spin", name=who, piece=what, hex=here, n=spin_turns(before, slot, step))]
    key = "story.prank" if step >= FIRST_PRANK else "story.move"
    moved = say(key, name=who, piece=what, a=here, b=NAMES[after.last_to])
    if before.phase == MOVE and after.used >= 0:
        moved = say("story.card", said=moved, card=say(f"card.{after.used}"))
    return [moved, *_consequences(before, after)]


def _consequences(before: State, after: State) -> list[str]:
    """Who lost a piece, whose territory changed, and the result if that ended the game."""
    said = []
    if after.last_victim >= 0:
        victim = after.last_victim
        loser = side_name(before, victim >> SIDE_BITS)
        loser = loser if victim >> SIDE_BITS < before.players else loser[:1].upper() + loser[1:]
        said.append(say("story.gone", name=loser, piece=piece(before, victim)))
    for p in range(before.players):
        was, now = held(before, p), held(after, p)
        if was != now:
            said.append(say("story.land", name=name(before, p), n=now, goal=before.goal[p], was=was))
    return [*said, result(after)] if after.phase == OVER else said


def _next_turn(before: State, after: State) -> list[str]:
    """Who is out or passed over now that a turn is complete, and the result if that ended the game."""
    said = [say("story.out", name=name(after, p)) for p in members(after.out & ~before.out)]
    if after.phase == OVER:
        said.append(result(after))
    elif before.agent and not before.opening and before.side == before.player and after.side != AGENT:
        said.append(say("story.no_agent"))
    return said
