"""Bots: who plays when nobody does. A bot is given a `View`, never a position."""

from .advice import advice
from .base import Bot, bot, called, levels
from .external import Program
from .greedy import Greedy
from .level_bots import USUAL, Apprentice, adviser, searcher, survey, think
from .quick_bot import QuickBot
from .random_moves import Random
from .ratings import known_ratings, known_well, ratings, usual_ratings
from .search import Effort, Search, Tuning
from .thought import Idea, Thought
from .warming import kept, needs_kernels, ready, warm

LEVELS = levels()
"""The levels of the box, without programs and without characters of one game."""

__all__ = [
    "LEVELS",
    "USUAL",
    "Apprentice",
    "Bot",
    "Effort",
    "Greedy",
    "Idea",
    "Program",
    "QuickBot",
    "Random",
    "Search",
    "Thought",
    "Tuning",
    "advice",
    "adviser",
    "bot",
    "called",
    "kept",
    "known_ratings",
    "known_well",
    "levels",
    "needs_kernels",
    "ratings",
    "ready",
    "searcher",
    "survey",
    "think",
    "usual_ratings",
    "warm",
]
