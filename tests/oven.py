"""Compile every game once before the tests run side by side, so that they find the kernels in the cache."""

from __future__ import annotations

import pizzabox
from pizzabox.bots import bot, think


def main() -> None:
    for name in pizzabox.names():
        print(f"Heating the oven for {name} …", flush=True)
        game = pizzabox.load(name)
        game.warm()
        position = game.start(seed=1)
        view = position.view(position.actors[0])
        bot("greedy", seed=1).choose(view)
        think(view, simulations=2)


if __name__ == "__main__":
    main()
