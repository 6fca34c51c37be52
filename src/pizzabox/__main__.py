"""`python -m pizzabox` is the command `pizzabox`."""

from pizzabox.cli import main

if __name__ == "__main__":
    main()
