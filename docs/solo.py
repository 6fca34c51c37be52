"""Write the table of solo results by seed: `python docs/solo.py`.

`python docs/solo.py strength VARIANT BOT GAMES` plays on seeds 1, 2, 3 … and prints a row of the table of strengths. A
bot is a name, or the number of simulations per move for a search without slips.
"""

from __future__ import annotations

import sys
from math import sqrt
from pathlib import Path

import pizzabox
from pizzabox.bots import Bot, Effort, Search
from pizzabox.games.pizzeria.rules.scoring import total

PAGE = Path(__file__).with_name("pizzeria-solo.md")
SEEDS = range(1, 21)
HEAD = """# Pizzeria alone: how others did with the same pizzas

Play `pizzabox play pizzeria players=1 variant=solo` with one of these seeds and compare. Jeff is our own solo opponent,
not the publisher's, and his habits are in the rules (P9.1 to P9.8). He reacts to what you do, so his points vary from
game to game. The bots use seed 1 for their decisions.

| Seed | First slicer | greedy | Jeff | random | Jeff |
| ---: | --- | ---: | ---: | ---: | ---: |
"""
STRENGTHS = "\n## How strong the three Jeffs are\n"
"""Where the part begins that is put together by hand from rows of `strength`."""


def result(seed: int, bot: Bot, variant: str = "solo") -> tuple[str, int, int, float]:
    """Who sliced first, the points of the bot and of Jeff, and what the game was worth to the bot."""
    pos = pizzabox.load("pizzeria", players=1, variant=variant).start(seed=seed)
    while not pos.over:
        pos.play(bot.choose(pos.view(0)), 0)
    return ("you", "Jeff")[pos.state.first], total(pos.state, 0), total(pos.state, 1), pos.returns[0]


def row(seed: int) -> str:
    first, *greedy, _ = result(seed, pizzabox.bot("greedy", seed=1))
    _, *chance, _ = result(seed, pizzabox.bot("random", seed=1))
    return "| " + " | ".join(map(str, (seed, first, *greedy, *chance))) + " |\n"


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95% interval of a share."""
    z, share = 1.96, won / games
    middle, wide = share + z * z / (2 * games), z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return (middle - wide) / (1 + z * z / games), (middle + wide) / (1 + z * z / games)


def strength(variant: str, name: str, games: int) -> str:
    """A row: games, games won, the share of wins (a shared one is half) with its interval, and mean points."""
    if name.isdecimal():
        bot: Bot = Search(1, name=name, effort=Effort(simulations=int(name), seconds=600))
    else:
        bot = pizzabox.bot(name, seed=1)
    played = [result(seed, bot, variant) for seed in range(1, games + 1)]
    won = sum((value + 1) / 2 for *_, value in played)
    low, high = interval(won, games)
    mean = [sum(points) / games for points in list(zip(*played, strict=True))[1:3]]
    share = f"{100 * won / games:.1f}% ({100 * low:.0f} to {100 * high:.0f})"
    cells = (f"`{variant}`", name, games, f"{won:g}", share)
    return "| " + " | ".join(map(str, (*cells, *(f"{points:.1f}" for points in mean)))) + " |\n"


def main() -> None:
    if sys.argv[1:2] == ["strength"]:
        print(strength(sys.argv[2], sys.argv[3], int(sys.argv[4])), end="")
        return
    kept = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(HEAD + "".join(map(row, SEEDS)) + kept[kept.index(STRENGTHS) :], encoding="utf-8")


if __name__ == "__main__":
    main()
