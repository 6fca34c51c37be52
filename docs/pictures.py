"""Draws the pictures of README and docs: boards from real positions, and the house. `python docs/pictures.py`."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pizzabox

FOLDER = Path(__file__).parent / "pictures"

FLOORS: list[dict[str, tuple[str, ...]]] = [
    {"cli": ("all commands, the game in the terminal",)},
    {
        "server": ("open tables, store, WebSockets", "for pages and programs"),
        "testing": ("what every game", "is tested by"),
        "learn": ("nets trained", "by self-play"),
    },
    {
        "web": ("the page: templates,", "ES modules"),
        "study": ("reviews, puzzles,", "analysis board"),
        "lab": ("plans of games,", "workers, reports"),
    },
    {
        "table": ("one match, without I/O: seats, undo,", "clocks, commitment, record"),
        "envs": ("vectors, PettingZoo,", "Gymnasium, OpenSpiel"),
    },
    {"bots": ("each is given a view, never a position",)},
    {"games": ("one folder for each game, all of the same shape; they don't know each other",)},
    {"engine": ("state, kernels, compiler, Game, Position, View,", "options, records, codes, words, pictures")},
]
"""The floors of the house from the top, with their rooms and what is in each."""
WIDTHS = {"server": 1.7, "table": 1.5}
"""Rooms that are wider than their neighbours."""
TONES = ("#6b4a2b", "#8a5a1c", "#4f6530", "#2f6a52", "#2b5f7a", "#8c2f22", "#5a4470")
"""A colour for each floor, dark enough for white letters, bright enough for a dark page."""
INSIDE, HIGH, GAP, LINE = 600, 72, 6, 17


def house() -> str:
    """The plan of the house: who imports whom. Without a background, it fits light and dark pages alike."""
    top = 96
    parts = [roof(top)]
    for number, (floor, tone) in enumerate(zip(FLOORS, TONES, strict=True)):
        shares = [WIDTHS.get(name, 1.0) for name in floor]
        free, x = INSIDE - GAP * (len(floor) - 1), 0.0
        for (name, lines), share in zip(floor.items(), shares, strict=True):
            width = free * share / sum(shares)
            parts.append(room(name, lines, (x, top + number * (HIGH + GAP)), width, tone))
            x += width + GAP
    high = top + len(FLOORS) * (HIGH + GAP) - GAP
    title = "<title>The rooms of Pizzabox, floor above floor; imports only point down</title>"
    inner = "\n".join([title, *parts])
    style = 'font-family="system-ui, sans-serif" font-size="14" text-anchor="middle" fill="#fff"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{INSIDE}" viewBox="0 0 {INSIDE} {high}" {style}>'
    return f"{head}\n{inner}\n</svg>\n"


def roof(base: int) -> str:
    """A slice of pizza with a word on it."""
    middle, foot = INSIDE // 2, base - GAP
    olives = "".join(
        f'<circle cx="{middle + x}" cy="{foot + y}" r="7" fill="#8c2f22"/>'
        for x, y in ((-170, -22), (170, -22), (0, -68))
    )
    return (
        f'<path d="M0 {foot}L{middle} 0L{INSIDE} {foot}z" fill="#8f5c12"/>{olives}'
        f'<text x="{middle}" y="{foot - 34}" font-weight="600">imports only</text>'
        f'<text x="{middle}" y="{foot - 34 + LINE}" font-weight="600">point down ↓</text>'
    )


def room(name: str, lines: tuple[str, ...], at: tuple[float, float], width: float, tone: str) -> str:
    """A room with its name and what is in it."""
    x, y = at
    middle, first = x + width / 2, y + (HIGH - LINE * len(lines)) / 2 + 5
    texts = "".join(
        f'<text x="{middle:g}" y="{first + LINE * (1 + k):g}">{escape(line)}</text>' for k, line in enumerate(lines)
    )
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{HIGH}" rx="6" fill="{tone}"/>'
        f'<text x="{middle:g}" y="{first:g}" font-size="16" font-weight="700">{name}/</text>{texts}'
    )


def example() -> pizzabox.Position:
    """The rulebook's example of a cut: five slices, of which three change."""
    spaces = [
        ["c2", "c4", "d1", "d6", "e2"],
        ["b1", "b3", "c5", "d2", "f1"],
        ["c1", "e1", "e5", "f3", "g1"],
    ]
    game = pizzabox.load("theory", first="red")
    pos = game.position({"state": {"spaces": spaces, "phase": "cut", "turn": 3}})
    for player, cut in enumerate(("cut 5", "cut 6", "cut 4")):
        pos.play(cut, player)
    return pos


def pictures() -> dict[str, str]:
    """Each picture's file name and content."""
    return {
        "house.svg": house(),
        "theory.svg": example().svg(size=560),
        "theory-dark.svg": example().svg(size=560, theme="dark"),
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, content in pictures().items():
        (FOLDER / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
