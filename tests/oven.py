"""Compile every game once before the tests run side by side, so that they find the kernels in the cache."""

from __future__ import annotations

import pizzabox
from pizzabox.bots import warm


def main() -> None:
    for name in pizzabox.names():
        print(f"Heating the oven for {name} …", flush=True)
        warm(pizzabox.load(name))


if __name__ == "__main__":
    main()
