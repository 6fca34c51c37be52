"""Studying Pizza Wars: what every piece threatens as it faces and after a turn, and the land after each candidate."""

from pizzabox.engine.analysis import Panel

from . import rules
from .board import CUSTOMER, CUTS, IN_SIDE, LEAP, LETTERS, NAMES, PER_SIDE, PERIOD, SIDE_BITS, SIDE_COUNT, N
from .notation import text
from .phrases import say, side_name, slot_and_step
from .rules import MOVE, steps
from .rules.steps import FIRST_PRANK, RIGHT, blockers
from .rules.territory import hexes_held
from .state import State

MOST_CANDIDATES = 10


def panels(s: State) -> list[Panel]:
    return [_threats(s), *([_land(s)] if s.phase == MOVE else [])]


def victims(s: State, slot: int, face: int) -> list[int]:
    """The hexes whose piece that one could prank if it faced that way and were to move."""
    found = []
    cell, side = s.where[slot], slot >> SIDE_BITS
    if s.kind[slot] == CUSTOMER:
        return []
    for corner in range(6):
        to = int(LEAP[(s.boards3 * N + cell) * 6 + corner])
        if to < 0 or not int(CUTS[6 * s.kind[slot] + face]) >> corner & 1 or not s.at[to]:
            continue
        other = s.at[to] - 1
        if other >> SIDE_BITS != side and s.kind[other] != CUSTOMER and blockers(s, side, cell, corner, -1, -1) == 0:
            found.append(to)
    return found


def _threats(s: State) -> Panel:
    rows, marks = [], {}
    for slot in range(PER_SIDE * SIDE_COUNT):
        if s.where[slot] < 0 or slot & IN_SIDE >= s.team[slot >> SIDE_BITS]:
            continue
        period = int(PERIOD[s.kind[slot]])
        now, right, left = (victims(s, slot, (s.face[slot] + rotated) % period) for rotated in (0, 1, period - 1))
        if not (now or right or left):
            continue
        name = f"{LETTERS[s.kind[slot]]}{NAMES[s.where[slot]]}"
        rows.append((side_name(s, slot >> SIDE_BITS), name, *(_hexes(cells) for cells in (now, right, left))))
        marks.update({NAMES[c]: "!" for c in now})
    head = tuple(map(say, ("analysis.side", "analysis.piece", "analysis.facing", "analysis.right", "analysis.left")))
    note = say("analysis.threats_note") if rows else say("analysis.none")
    return Panel(say("analysis.threats"), head, tuple(rows), note, marks)


def _hexes(cells: list[int]) -> str:
    return " ".join(NAMES[c] for c in cells) or "–"


def _size(s: State, p: int, gone: int = -1, come: int = -1, mover: int = -1) -> int:
    return sum(int(part).bit_count() for part in hexes_held(s, p, gone, come, mover))


def _land(s: State) -> Panel:
    me = s.player
    rivals = [p for p in range(s.players) if p != me and not s.out >> p & 1]
    out = [0] * (rules.CODES + 8)
    rows = []
    for code in out[: rules.moves(s, me, out)]:
        slot, step = slot_and_step(s, code)
        if step >= RIGHT:
            continue
        gone, come = s.where[slot], int(steps.target(s, s.where[slot], step))
        own, other = _size(s, me, gone, come, s.side), max(_size(s, p, gone, come, s.side) for p in rivals)
        prank = say("analysis.prank") if step >= FIRST_PRANK else ""
        rows.append((own - other, (text(s, me, code), str(own), str(other), prank)))
    rows.sort(key=lambda row: (-row[0], row[1]))
    most = max((_size(s, p) for p in rivals), default=0)
    now = say("analysis.land_now", own=_size(s, me), other=most, goal=s.goal[me])
    head = (say("analysis.move"), say("analysis.own"), say("analysis.rival"), "")
    return Panel(say("analysis.land"), head, tuple(row for _, row in rows[:MOST_CANDIDATES]), now)
