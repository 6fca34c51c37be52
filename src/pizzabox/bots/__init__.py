"""Bots: who plays when nobody does. A bot is given a `View`, never a position."""

from .base import Bot, bot, levels
from .greedy import Greedy
from .random_bot import Random

__all__ = ["Bot", "Greedy", "Random", "bot", "levels"]
