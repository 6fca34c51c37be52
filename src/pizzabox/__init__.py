"""Pizzabox: five pizza board games in one box, to play, to study and to simulate.

>>> import pizzabox
>>> game = pizzabox.load("theory", players=3, first="red")
>>> pos = game.start(seed=7)
>>> pos.play("d4").text
'd4'
>>> pos.prompt
'Green adds a topping.'

What a bot thinks of a choice, from what its seat knows:

>>> thought = pizzabox.think(pos.view(1), simulations=20)
>>> thought.best.move in pos.legal(1), thought.simulations
(True, 20)

A record is the whole game as text; `record.save("game.pizza")` writes it and `pizzabox.read("game.pizza")` reads it:

>>> record = pizzabox.GameRecord.of(pos, players={"red": "Ada"})
>>> record.dumps().splitlines()[-1]
'1. red d4'
>>> pizzabox.loads(record.dumps()).replay() == pos
True
"""

from pizzabox import games as _games
from pizzabox.bots import bot, survey, think
from pizzabox.engine.errors import BadOption, BadPosition, BadRecord, IllegalMove, NoUndo, PizzaboxError, UnknownGame
from pizzabox.engine.game import Game
from pizzabox.engine.game_record import GameRecord, loads, read
from pizzabox.engine.position import Move, Position, View
from pizzabox.engine.registry import load, names, position, register

__version__ = "0.1.0"
__all__ = [
    "BadOption",
    "BadPosition",
    "BadRecord",
    "Game",
    "GameRecord",
    "IllegalMove",
    "Move",
    "NoUndo",
    "PizzaboxError",
    "Position",
    "UnknownGame",
    "View",
    "bot",
    "load",
    "loads",
    "names",
    "position",
    "read",
    "register",
    "survey",
    "think",
]
assert _games
