"""A whole game as one picture that plays by itself: SVG with SMIL, no script, no style sheet, nothing from outside."""

from __future__ import annotations

import re

from pizzabox.engine.svg import Markup, Palette, group, join, number, palette, tag

from .film import Film

SECONDS = 0.9
"""How long a frame stands; the last stands four times as long."""
REST = 4
MOST_FRAMES, MOST_LETTERS = 150, 3_000_000
_OURS = re.compile(r' (?:id|data-token|role|tabindex|aria-label|aria-hidden)="[^"]*"')


def moving(film: Film, view: str, theme: str = "light", seconds: float = SECONDS) -> str:
    """The picture; a long game is shown in strides."""
    p = palette(theme)
    most = max(20, min(MOST_FRAMES, MOST_LETTERS // len(film.pieces(film.last, view))))
    stride = -(-film.last // most) or 1
    shown = [*range(0, film.last, stride), film.last]
    times = [i * seconds for i in range(len(shown))] + [(len(shown) - 1 + REST) * seconds]
    frames = [_frame(film, n, view, p, times[i], times[i + 1], times[-1]) for i, n in enumerate(shown)]
    s = film.state(0)
    box = film.game.picture.view_box(s)
    x, y, width, height = (float(part) for part in box.split())
    paper = tag("rect", x=x, y=y, width=width, height=height, fill=p["paper"])
    inside = join([tag("title", film.game.title), paper, film.game.picture.board(s, p), *frames])
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img">{inside}</svg>'


def _frame(film: Film, n: int, view: str, p: Palette, start: float, end: float, whole: float) -> Markup:
    s, viewer = film.seen(n, view)
    drawn = Markup(_OURS.sub("", str(film.game.picture.pieces(s, viewer, p))))
    keys = [(0.0, "hidden"), (start / whole, "visible"), (end / whole, "hidden")]
    if start == 0:
        keys = keys[1:]
    if end == whole:
        keys = keys[:-1]
    clock = tag(
        "animate",
        attributeName="visibility",
        calcMode="discrete",
        dur=f"{number(whole)}s",
        repeatCount="indefinite",
        values=";".join(value for _, value in keys),
        keyTimes=";".join(f"{at:.5f}" for at, _ in keys),
    )
    return group(clock, drawn, visibility="visible" if end == whole else "hidden")
