"""Studying heXentafl: the King's ways to the corners, and every capture that is threatened."""

from collections import deque

from pizzabox.engine.analysis import Panel
from pizzabox.engine.bits import members

from . import rules
from .board import CORNERS, JUMP, LONGEST, NAMES
from .notation import ends
from .phrases import say
from .rules import ATTACK, CODES, DEFEND
from .state import State


def panels(s: State) -> list[Panel]:
    return [_ways(s), _captures(s)]


def ways(s: State) -> dict[int, list[int]]:
    """For each corner the King can reach while all others stand still, the hexes of his shortest way."""
    taken = s.men | s.foes
    most = LONGEST if s.size_ else 1
    before: dict[int, int] = {s.king: -1}
    line = deque([s.king])
    while line:
        here = line.popleft()
        for d in range(6):
            for k in range(most):
                to = int(JUMP[s.size_, here, d, k])
                if to < 0 or taken >> to & 1:
                    break
                if to not in before:
                    before[to] = here
                    line.append(to)
    found = {}
    for corner in members(int(CORNERS[s.size_])):
        if corner in before:
            path = [corner]
            while before[path[-1]] >= 0:
                path.append(before[path[-1]])
            found[corner] = path[::-1]
    return found


def _ways(s: State) -> Panel:
    found = sorted(ways(s).values(), key=len)
    rows = tuple((NAMES[path[-1]], str(len(path) - 1), " ".join(NAMES[c] for c in path)) for path in found)
    marks = {NAMES[c]: str(i) for path in found[:1] for i, c in enumerate(path) if i}
    note = say("analysis.ways_note") if rows else say("analysis.no_way")
    head = (say("analysis.corner"), say("analysis.moves"), say("analysis.path"))
    return Panel(say("analysis.ways"), head, rows, note, marks)


def captures(s: State, side: int) -> list[tuple[int, int, int]]:
    """Every capture a side could make if it were to move: from, to, and the hexes taken as bits."""
    start, out, found = s.copy(), [0] * CODES, []
    start.turn = side
    own, enemies = s.men | 1 << s.king, s.foes
    if side == ATTACK:
        own, enemies = enemies, own
    for code in out[: rules.moves(start, side ^ s.game, out)]:
        cell, to = ends(start, code)
        taken = rules.clamped(s.size_, own ^ (1 << cell | 1 << to), to) & enemies
        if taken:
            found.append((cell, to, taken))
    return found


def _captures(s: State) -> Panel:
    rows, marks = [], {}
    for side in (DEFEND, ATTACK):
        for cell, to, taken in captures(s, side):
            lost = [NAMES[c] for c in members(taken)]
            rows.append((say(f"side.{side}"), f"{NAMES[cell]}-{NAMES[to]}", ", ".join(lost)))
            marks.update(dict.fromkeys(lost, "!"))
    head = (say("analysis.side"), say("analysis.move"), say("analysis.takes"))
    note = say("analysis.captures_note" if rows else "analysis.none")
    return Panel(say("analysis.captures"), head, tuple(rows), note, marks)
