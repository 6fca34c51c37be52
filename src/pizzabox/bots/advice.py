"""A hint for a person: a move, and a sentence of why, which claims no more than was counted."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from pizzabox.engine.position import Move, View

from .base import moves_of, say
from .champion import with_net
from .level_bots import ADVISER, CHAMPION, EFFORTS, adviser, survey, think
from .thought import Idea, Thought

CLEAR = 2.0
"""A lead of so many standard errors is no luck of the draw."""


def advice(view: View, seconds: float | None = None) -> tuple[Move, str]:
    """What the adviser would play in the viewer's place, and why."""
    usual = EFFORTS[ADVISER].seconds
    thought = _thought(view, usual if seconds is None else min(usual, seconds))
    idea = thought.best
    if thought.secret:  # a mix is followed by dice, or others would soon know what comes
        idea = random.choices(thought.ideas, [one.weight for one in thought.ideas])[0]
    return idea.move, _certain(view, idea.move) or _told(thought, idea, adviser(view.game))


def _thought(view: View, seconds: float) -> Thought:
    """Only the champion's best move has a number: compared evenly, moves the net would never play look too good."""
    if adviser(view.game) != CHAMPION:
        return survey(view, level=ADVISER, seconds=seconds, seed=None)
    found = with_net(think(view, level=CHAMPION, seconds=seconds, seed=None), view)
    return replace(found, ideas=tuple(replace(idea, compared=idea is found.best) for idea in found.ideas))


def _certain(view: View, move: Move) -> str:
    """What the rules alone say of a move."""
    if len(moves_of(view)) == 1:
        return say("advice.only")
    after, kernels = view.preview(view.viewer, move.tokens).after, view.game.kernels
    if after is not None and kernels.over(after):
        results = kernels.returns(after, view.game.players)
        if results[view.viewer] == max(results) > min(results):
            return say("advice.wins")
    return ""


def _told(thought: Thought, idea: Idea, level: str) -> str:
    """What looking ahead makes of a move, and beside the champion what the net alone does."""
    likely = _likely(thought, idea, say(f"advice.{level}"))
    if level != CHAMPION or idea.net_weight is None:
        return likely
    return f"{likely} {say('advice.net_secret' if thought.secret else 'advice.net', n=_percent(idea.net_weight))}"


def _likely(thought: Thought, best: Idea, bot: str) -> str:
    """What looking ahead makes of a move beside the next best."""
    if thought.secret:
        return say("advice.secret", bot=bot, n=_percent(best.weight))
    rivals = [idea for idea in thought.distinct(best.move.code) if idea.known and idea.move.code != best.move.code]
    if not best.known:
        return say("advice.glance", bot=bot)
    if not rivals:
        return say("advice.alone", bot=bot, best=_percent(best.value))
    rival = max(rivals, key=lambda idea: idea.value)
    clear = best.value - rival.value > CLEAR * math.hypot(_error(best), _error(rival))
    found = {"bot": bot, "best": _percent(best.value), "next": _percent(rival.value)}
    return say("advice.ahead" if clear else "advice.level", **found)


def _error(idea: Idea) -> float:
    return math.sqrt(max(idea.value * (1.0 - idea.value), 0.01) / idea.visits)


def _percent(share: float) -> int:
    return round(100 * share)
