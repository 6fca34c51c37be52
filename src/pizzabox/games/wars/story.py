"""What just happened in Pizza Wars, in words."""

from pizzabox.engine.bits import members
from pizzabox.engine.presentation import listed

from .board import NAMES, SIDE_BITS
from .notation import spin_turns
from .phrases import close_call, held, level, name, piece, say, side_name, slot_and_step
from .rules import AGENT, GOAL, MOVE, OVER, REPEATED, ROTATE, STUCK
from .rules.steps import FIRST_PRANK, FIRST_SPIN, RIGHT
from .state import State


def events(before: State, player: int, code: int | None, after: State, viewer: int) -> list[str]:
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
    """Who lost a piece, and whose territory changed."""
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
    return said


def _next_turn(before: State, after: State) -> list[str]:
    """Who is out or passed over now that a turn is complete."""
    said = [say("story.out", name=name(after, p)) for p in members(after.out & ~before.out)]
    turned = before.side == before.player and not before.opening and after.phase != OVER
    return [*said, say("story.no_agent")] if before.agent and turned and after.side != AGENT else said


def result(s: State) -> str:
    won = members(s.won)
    winner = {"name": name(s, won[0]), "n": held(s, won[0])}
    if s.ended == GOAL:
        return say("result.close" if close_call(s) else "result.win", **winner)
    if s.ended == STUCK:
        return say("result.stuck", **winner)
    opening = say("result.repeated" if s.ended == REPEATED else "result.quiet")
    if len(won) > 1:
        return f"{opening} {say('result.share', names=listed(name(s, p) for p in won))}"
    return f"{opening} {say('result.pranks' if len(level(s)) > 1 else 'result.most', k=s.taken[won[0]], **winner)}"
