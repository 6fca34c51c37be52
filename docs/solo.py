"""Writes the table of solo results by seed: `python docs/solo.py`."""

from __future__ import annotations

from pathlib import Path

import pizzabox
from pizzabox.games.pizzeria.scoring import total

PAGE = Path(__file__).with_name("pizzeria-solo.md")
SEEDS = range(1, 21)
HEAD = """# Pizzeria alone: what others made of the same pizzas

Play `pizzabox play pizzeria players=1 variant=solo` with one of these seeds and compare. Jeff is a house opponent with
open habits (rules P9.1 to P9.5), not the publisher's. He answers to what you do, so his points differ from game to
game. The bots decide with seed 1.

| Seed | First slicer | greedy | Jeff | random | Jeff |
| ---: | --- | ---: | ---: | ---: | ---: |
"""


def result(seed: int, bot: str) -> tuple[str, int, int]:
    """Who sliced first, and the points of the bot and of Jeff."""
    pos, player = pizzabox.load("pizzeria", players=1, variant="solo").start(seed=seed), pizzabox.bot(bot, seed=1)
    while not pos.over:
        pos.play(player.choose(pos.view(0)), 0)
    return ("you", "Jeff")[pos.state.first], total(pos.state, 0), total(pos.state, 1)


def row(seed: int) -> str:
    first, *greedy = result(seed, "greedy")
    _, *chance = result(seed, "random")
    return "| " + " | ".join(map(str, (seed, first, *greedy, *chance))) + " |\n"


def main() -> None:
    PAGE.write_text(HEAD + "".join(row(seed) for seed in SEEDS), encoding="utf-8")


if __name__ == "__main__":
    main()
