"""Rules broken on purpose, by hand: each of these once passed every test. None may survive.

A broken kernel is written against `original`, the kernel as it stands, so that it stays broken in the same way however
the kernel is rewritten. It runs with the globals of the kernel's module and must not need any others.
"""
# ruff: noqa: F821
# The names in a broken kernel are those of the kernel's own module.

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from tests.mutants.runner import Case

original: Any
"""In a broken kernel: the kernel it takes the place of."""


@dataclass(frozen=True)
class Named:
    """A broken kernel and the rules whose tests must notice."""

    kernel: str
    rules: tuple[str, ...]
    broken: Callable[..., Any]

    @property
    def game(self) -> str:
        return self.kernel.split(".", 1)[0]

    @property
    def name(self) -> str:
        return f"named: {self.kernel}: {self.broken.__doc__}"

    def function(self) -> FunctionType:
        module, name = self.kernel.rsplit(".", 1)
        found = getattr(importlib.import_module(f"pizzabox.games.{module}"), name)
        assert isinstance(found, FunctionType)
        return found

    def case(self) -> Case:
        function = self.function()

        def change() -> None:
            kept = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
            function.__globals__["original"] = kept
            function.__code__ = self.broken.__code__

        return Case(self.name, frozenset(self.rules), change)


NAMED: list[Named] = []


def breaks(kernel: str, *rules: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    def mark(broken: Callable[..., Any]) -> Callable[..., Any]:
        NAMED.append(Named(kernel, rules, broken))
        return broken

    return mark


# Pizza Wars


@breaks("wars.rules.settle", "W9.4")
def agent_never_wins(s):
    """an Agent's move cannot win the game for the player who makes it"""
    original(s)
    if s.side != s.player and s.phase == OVER:
        s.won = 0
        s.ended = 0
        s.phase = ROTATE


@breaks("wars.rules.territory.gives_win", "W9.4")
def agent_may_give(s, gone, come):
    """an Agent's move may hand the opponent the win"""
    return s.side == s.player and original(s, gone, come)


@breaks("wars.rules.mark", "W6.7")
def blind_to_cards(s):
    """repetition takes no heed of cards"""
    cards = s.cards
    s.cards = 0
    seen = original(s)
    s.cards = cards
    return seen


@breaks("wars.rules.mark", "W6.7")
def blind_to_facings(s):
    """repetition takes no heed of facings"""
    kept = s.copy()
    for slot in range(48):
        s.face[slot] = 0
    seen = original(s)
    for slot in range(48):
        s.face[slot] = kept.face[slot]
    return seen


@breaks("wars.rules.mark", "W6.7")
def blind_to_the_turn(s):
    """repetition takes no heed of whose turn it is"""
    player, side = s.player, s.side
    s.player = s.side = 0
    seen = original(s)
    s.player, s.side = player, side
    return seen


@breaks("wars.rules.begin", "W6.1")
def no_handicap_for_green(s, options):
    """Green has no goal of its own"""
    original(s, options)
    s.goal[2] = options[3]


@breaks("wars.rules.begin", "W6.1")
def handicaps_change_hands(s, options):
    """White and Red have each other's goal"""
    original(s, options)
    s.goal[0], s.goal[1] = s.goal[1], s.goal[0]


# Pizzeria


@breaks("pizzeria.rules.jeff.jeff_eats", "P9.4")
def jeff_gives_up_sooner(s, me, *more):
    """Jeff eats a kind when he would be one and a half slices behind"""
    before = BEHIND
    globals()["BEHIND"] = 3
    found = original(s, me, *more)
    globals()["BEHIND"] = before
    return found


@breaks("pizzeria.rules.jeff.jeff_eats", "P9.4")
def jeff_holds_on_longer(s, me, *more):
    """Jeff keeps a kind until he leads by one and a half slices"""
    before = AHEAD
    globals()["AHEAD"] = 3
    found = original(s, me, *more)
    globals()["AHEAD"] = before
    return found


@breaks("pizzeria.rules.scoring.winners", "P9.5")
def a_shared_solo_game_is_won(s):
    """who shares the win with Jeff has won"""
    found = original(s)
    return 1 if s.variant == SOLO and found == 3 else found


@breaks("pizzeria.rules.scoring.winners", "P9.5")
def a_shared_solo_game_is_lost(s):
    """who shares the win with Jeff has lost"""
    found = original(s)
    return 2 if s.variant == SOLO and found == 3 else found


# Pizza Theory


@breaks("theory.rules.begin", "T1.5")
def first_is_a_seat(s, options):
    """`first` counts colours as if none were unselected"""
    head = options[3]
    original(s, options)
    if s.spare >= 0 and head > s.spare:
        s.first = head % s.players
        for c in range(COLOUR_COUNT):
            s.label[c] = (c - colour(s, s.first) + COLOUR_COUNT) % COLOUR_COUNT
            s.spaces[c] = START[s.layout, s.label[c]]


@breaks("theory.visibility.guess_secrets", "T3.1")
def guess_knows_the_high_cuts(view, viewer, s):
    """a guess never draws the cuts 5 and 6"""
    original(view, viewer, s)
    for c in range(COLOUR_COUNT):
        if view.cut[c] == HIDDEN and s.cut[c] > 4:
            s.cut[c] -= 4


# heXentafl


@breaks("hexentafl.rules.times", "X4.5")
def blind_to_the_king(s):
    """repetition takes no heed of where the King stands"""
    king = s.king
    s.king = THRONE
    n = original(s)
    s.king = king
    return n


@breaks("hexentafl.rules.times", "X4.5")
def blind_to_the_side(s):
    """repetition takes no heed of the side to move"""
    side = s.turn
    s.turn = 0
    n = original(s)
    s.turn = side
    return n


# Pizza Shark


@breaks("shark.rules.actions.prey", "S3.4", "S4.5", "S4.8")
def trays_can_be_robbed(s, p):
    """an icon against an opponent counts what lies on the tray"""
    q = (p + 1) % s.players
    return original(s, p) | (s.placed[q] > 0) << q


@breaks("shark.rules.actions.plate", "S3.4")
def plates_slide(s, p, t, h):
    """a full half makes room for another slice"""
    original(s, p, t, h)
    if s.filled[p, h] == board.SPACES and s.phase != OVER:
        s.filled[p, h] -= 1
        s.placed[p] -= 1
        s.supply[t] += 1


@breaks("shark.rules.attacks.deal", "S5.6", "S2.5")
def the_main_deck_is_sorted(s):
    """the main deck is not shuffled"""
    rng = s.rng
    s.rng = 0
    card = original(s)
    s.rng = rng
    return card


@breaks("shark.rules.attacks.draw_cards", "S4.1")
def the_own_deck_is_sorted(s, p):
    """a player's own deck is not shuffled"""
    rng = s.rng
    s.rng = 0
    original(s, p)
    s.rng = rng


@breaks("shark.rules.setup.draw_halves", "S2.3")
def halves_are_not_shuffled(s):
    """everybody draws the same loose halves in every game"""
    rng = s.rng
    s.rng = 0
    original(s)
    s.rng = rng
