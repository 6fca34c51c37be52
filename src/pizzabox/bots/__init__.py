"""Bots: who plays when nobody does. A bot is given a `View`, never a position."""

from .base import Bot, bot, called, levels
from .external import Program
from .greedy import Greedy
from .level_bots import ADVISER, USUAL, Apprentice, adviser, searcher, survey, think, warm
from .random_moves import Random
from .ratings import known_ratings, ratings, usual_ratings
from .search import Effort, Search, Tuning
from .thought import Idea, Thought

LEVELS = levels()
"""The levels of the box, without programs and without characters of one game."""

__all__ = [
    "ADVISER",
    "LEVELS",
    "USUAL",
    "Apprentice",
    "Bot",
    "Effort",
    "Greedy",
    "Idea",
    "Program",
    "Random",
    "Search",
    "Thought",
    "Tuning",
    "adviser",
    "bot",
    "called",
    "known_ratings",
    "levels",
    "ratings",
    "searcher",
    "survey",
    "think",
    "usual_ratings",
    "warm",
]
