"""Studying Pizzeria: what every portion is worth to every player, and the divisions that serve the slicer best."""

from pizzabox.engine.analysis import Panel
from pizzabox.engine.bits import members

from .board import LEAVES
from .evaluation import gain, unseen
from .move_codes import CUT, CUTTING, DIVIDE
from .notation import text
from .phrases import portions, say, who
from .rules.round_flow import division, divisions, lay, open_portions, picker, slicer
from .rules.scoring import heads
from .state import State

BEST = 6


def panels(s: State) -> list[Panel]:
    if s.phase == DIVIDE:
        return [_slices(s), _divisions(s)]
    if CUT >> s.phase & 1:
        return [_portions(s)]
    return []


def worths(s: State) -> list[list[float]]:
    """By player and slice what it promises: eaten or saved, whichever is better."""
    slices, to_come = [s.pizza[i] for i in range(s.ring)], unseen(s)
    return [[max(float(LEAVES[t]), gain(s, p, t, to_come)) for t in slices] for p in range(heads(s))]


def _sum(values: list[float], mask: int) -> float:
    return sum(values[i] for i in members(mask))


def _slices(s: State) -> Panel:
    values = worths(s)
    head = (say("analysis.player"), *(str(i + 1) for i in range(s.ring)), say("analysis.all"))
    rows = tuple((who(s, p), *(f"{v:.1f}" for v in values[p]), f"{sum(values[p]):.1f}") for p in range(heads(s)))
    own = values[slicer(s)]
    marks = {f"slice {i + 1}": f"{v:.1f}" for i, v in enumerate(own)}
    return Panel(say("analysis.slices"), head, rows, say("analysis.worth_note"), marks)


def _portions(s: State) -> Panel:
    values = worths(s)
    free = open_portions(s)
    shown = [k for k in range(portions(s)) if s.share[k]]
    head = (say("analysis.portion"), *(who(s, p) for p in range(heads(s))), "")
    rows = tuple(
        (
            str(k + 1),
            *(f"{_sum(values[p], s.share[k]):.1f}" for p in range(heads(s))),
            "" if free >> k & 1 else say("analysis.taken"),
        )
        for k in shown
    )
    chooser = picker(s, s.turn)
    marks = {f"portion {k + 1}": f"{_sum(values[chooser], s.share[k]):.1f}" for k in shown if free >> k & 1}
    return Panel(say("analysis.portions"), head, rows, say("analysis.worth_note"), marks)


def outcome(s: State, number: int, values: list[list[float]]) -> list[float]:
    """What each player gets if everybody takes the portion that promises most, in the order of the picks."""
    cut = s.copy()
    lay(cut, division(s, number)[0])
    parts, gets = [part for part in cut.share if part], [0.0] * heads(s)
    for turn in range(len(parts)):
        player = picker(s, turn)
        best = max(parts, key=lambda part: _sum(values[player], part))
        parts.remove(best)
        gets[player] += _sum(values[player], best)
    return gets


def _divisions(s: State) -> Panel:
    values, own = worths(s), slicer(s)
    found, seen = [], set()
    for number in range(int(divisions(s))):
        cuts = int(division(s, number)[0])
        if cuts in seen:
            continue
        seen.add(cuts)
        gets = outcome(s, number, values)
        rival = max(g for p, g in enumerate(gets) if p != own)
        found.append((gets[own] - rival, number, gets))
    found.sort(key=lambda entry: (-entry[0], entry[1]))
    head = (say("analysis.division"), *(who(s, p) for p in range(heads(s))))
    rows = tuple((_cuts(s, own, number), *(f"{g:.1f}" for g in gets)) for _, number, gets in found[:BEST])
    note = "analysis.divisions_note_offer" if s.tile else "analysis.divisions_note"
    return Panel(say("analysis.divisions"), head, rows, say(note, name=who(s, own)))


def _cuts(s: State, player: int, number: int) -> str:
    """The cuts of a division; on which portion the offer lies is not looked at, but whether it is one of its own."""
    cuts, _, place = text(s, player, CUTTING + number).partition(" offer ")
    return f"{cuts} offer alone" if place == "alone" else cuts
