"""A whole game as one picture that plays by itself: SVG with SMIL, no script, no style sheet, nothing from outside.

Frames have nearly everything in common, so each element stands there once, with the times at which it is seen.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

from pizzabox.engine.svg import Markup, Palette, group, join, number, palette, tag

from .replay import Replay

SECONDS, LONGEST = 0.9, 150.0
"""How long a frame stands, and the whole picture at most; the last frame stands four times as long."""
REST = 4
_HOLDER = re.compile(r'<g(?: transform="([^"]*)")?>')
_OURS = re.compile(r' (?:id|class|data-token|data-what|role|tabindex|aria-label|aria-hidden|pointer-events)="[^"]*"')


@dataclass
class Element:
    """Something drawn, and the frames it is seen in."""

    drawn: str
    place: int
    frames: list[int] = field(default_factory=list)


def moving(replay: Replay, view: str, theme: str = "light", seconds: float = SECONDS) -> str:
    """The picture; a long game goes faster."""
    p = palette(theme)
    many = replay.last + 1
    each = min(seconds, LONGEST / many)
    times = [i * each for i in range(many)] + [(many - 1 + REST) * each]
    moves = [_seen(one, times) for one in overlaid(replay, view, p)]
    s = replay.state(0)
    box = replay.game.picture.view_box(s)
    x, y, width, height = (float(part) for part in box.split())
    paper = tag("rect", x=x, y=y, width=width, height=height, fill=p["paper"])
    inside = join(tag("title", replay.game.title), paper, replay.game.picture.board(s, p), *moves)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">{inside}</svg>'


def overlaid(replay: Replay, view: str, p: Palette) -> list[Element]:
    """All frames as one list of elements: those of each frame stand in the order in which it draws them."""
    order: list[Element] = []
    known: dict[str, list[Element]] = {}
    read: dict[str, list[str]] = {}
    for n in range(replay.last + 1):
        s, viewer = replay.seen(n, view)
        place = -1
        for drawn in elements(str(replay.game.picture.pieces(s, viewer, p)), read):
            found = min((one for one in known.get(drawn, ()) if one.place > place), key=_place, default=None)
            if found is None:
                found = Element(drawn, place + 1)
                order.insert(found.place, found)
                for later in order[found.place + 1 :]:
                    later.place += 1
                known.setdefault(drawn, []).append(found)
            found.frames.append(n)
            place = found.place
    return order


def _place(one: Element) -> int:
    return one.place


def elements(layer: str, known: dict[str, list[str]] | None = None) -> list[str]:
    """The elements of a drawing. Groups that only hold others together, one on each line, fall apart; where such a
    group is moved, each of its elements is. Lines that are `known` from another drawing need not be read again."""
    known = {} if known is None else known
    found: list[str] = []
    moves: list[str] = []
    part, depth, layer = "", 0, _OURS.sub("", layer)
    for line in layer.split("\n"):
        if holder := None if part else _HOLDER.fullmatch(line):
            moves.append(holder[1] or "")
            continue
        closed = 0 if part else min(max(-_deeper(line), 0), len(moves))
        part, depth = part + "\n" * bool(part) + line.removesuffix("</g>" * closed), depth + _deeper(line) + closed
        if depth == 0:
            if part not in known:
                try:
                    known[part] = _read(part)
                except ET.ParseError:  # groups begin or end within its lines
                    return _read(layer)
            moved = "".join(moves)
            found += [f'<g transform="{moved}">{one}</g>' for one in known[part]] if moved else known[part]
            part = ""
            del moves[len(moves) - closed :]
    return found if not moves and not part else _read(layer)


def _deeper(line: str) -> int:
    """How many more elements a line opens than it closes."""
    return line.count("<") - 2 * line.count("</") - line.count("/>")


def _read(layer: str) -> list[str]:
    """The elements of a drawing, or of some lines of it."""
    waiting, found = [(one, "") for one in ET.fromstring(f"<g>\n{layer}</g>")][::-1], []
    while waiting:
        one, moved = waiting.pop()
        holds = one.tag == "g" and (not one.attrib or (one.text or "").startswith("\n"))
        if holds and one.attrib.keys() <= {"transform"}:
            waiting += [(inner, moved + one.get("transform", "")) for inner in one][::-1]
            continue
        one.tail = None
        drawn = ET.tostring(one, encoding="unicode")
        found.append(f'<g transform="{moved}">{drawn}</g>' if moved else drawn)
    return found


def _seen(one: Element, times: list[float]) -> Markup:
    """An element with the times at which it comes and goes."""
    last = len(times) - 2
    if len(one.frames) == last + 1:
        return Markup(one.drawn)
    here = set(one.frames)
    changes = [n for n in range(last + 1) if n == 0 or (n in here) is not (n - 1 in here)]
    clock = tag(
        "animate",
        attributeName="visibility",
        calcMode="discrete",
        dur=f"{number(times[-1])}s",
        repeatCount="indefinite",
        values=";".join("visible" if n in here else "hidden" for n in changes),
        keyTimes=";".join(f"{times[n] / times[-1]:.5f}" for n in changes),
    )
    return group(clock, Markup(one.drawn), visibility="visible" if last in here else "hidden")
