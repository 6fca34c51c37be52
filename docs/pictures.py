"""Draws the pictures of README and docs from real positions: `python docs/pictures.py`."""

from __future__ import annotations

from pathlib import Path

import pizzabox

FOLDER = Path(__file__).parent / "pictures"


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
        "theory.svg": example().svg(size=560),
        "theory-dark.svg": example().svg(size=560, theme="dark"),
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for name, content in pictures().items():
        (FOLDER / name).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
