"""The bots of the lab by name: levels, characters of a game, the textbook search, programs, nets.

A net's file plays as the net alone; `champion:FILE` looks ahead with it. `net` is the net in the box.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pizzabox.bots import Bot, Effort, Program, Search, bot, levels, searcher
from pizzabox.bots.base import say
from pizzabox.bots.champion import BareNet, Champion
from pizzabox.bots.external import PREFIX, command_words
from pizzabox.bots.level_bots import CHAMPION
from pizzabox.bots.net import SUFFIX, Net, net_file
from pizzabox.bots.search import MOST_SECONDS
from pizzabox.engine.errors import PizzaboxError, did_you_mean, short
from pizzabox.engine.game import Game

from .row_kernels import APPRENTICE, GREEDY, RANDOM
from .textbook import TEXTBOOK, Textbook

KERNELS = {"random": RANDOM, "apprentice": APPRENTICE, "greedy": GREEDY}
"""Bots that play in compiled code."""
WITH_SEARCH = f"{CHAMPION}:"
"""Before a net's file: look ahead with it."""
COUNTING = ("cook", "chef")
"""Levels that are bounded by simulations: in the lab by these alone, so that they play the same on every machine."""


def player(name: str, seed: int, seconds: float | None = None) -> Bot:
    """A bot for one seat of one game; `seconds` bounds those that look at the clock."""
    if name.startswith(PREFIX):
        words = command_words(name.removeprefix(PREFIX))
        return Program(Path(words[-1]).stem, words)
    if name == TEXTBOOK:
        return Textbook(seed, seconds=seconds or 1.0)
    if plays_with_net(name):
        return net_player(name, seed, seconds)
    if name in COUNTING:
        effort = replace(searcher(name).effort, seconds=MOST_SECONDS)
        return Search(seed, name=name, effort=effort, slips=True)
    if name == "maestro" and seconds is not None:
        return Search(seed, name=name, effort=Effort(searcher(name).effort.simulations, seconds))
    return bot(name, seed)


def plays_with_net(name: str) -> bool:
    """Whether a name is that of a net, or of the champion."""
    return name in (BareNet.name, CHAMPION) or name.endswith(SUFFIX)


def net_player(name: str, seed: int, seconds: float | None = None) -> Bot:
    """A net, or a champion that looks ahead for some seconds."""
    if name == BareNet.name:
        return BareNet(seed)
    if name == CHAMPION or name.startswith(WITH_SEARCH):
        net = None if name == CHAMPION else _net(name)
        return Champion(seed, name=name, effort=Effort(seconds=seconds or searcher(CHAMPION).effort.seconds), net=net)
    return BareNet(seed, _net(name))


def net_bytes(name: str) -> bytes:
    """The content of the net's file that a name names; empty for all other names."""
    return _net_path(name).read_bytes() if name.endswith(SUFFIX) and not name.startswith(PREFIX) else b""


def _net(name: str) -> Net:
    return net_file(_net_path(name))


def _net_path(name: str) -> Path:
    return Path(name.removeprefix(WITH_SEARCH))


def refuse_unknown(name: str, game: Game) -> None:
    """Say at once which bot is not there, or cannot play with these options."""
    if name.startswith(PREFIX):
        command_words(name.removeprefix(PREFIX))
        return
    if name.endswith(SUFFIX):
        _net(name).refuse_other(game)
        return
    known = (*levels(game), TEXTBOOK, BareNet.name)
    if name not in known:
        raise PizzaboxError(say("unknown", name=short(name), hint=did_you_mean(name, known)))
