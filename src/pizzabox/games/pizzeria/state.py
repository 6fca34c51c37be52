"""What a position of Pizzeria holds."""

from __future__ import annotations

from pizzabox.engine.state import GameState, Grid, Ints, i8, u8, u16, u64

from .board import ALL_SLICES, ASIDE, LEAF_NAMES, OFFERS, PLAYERS, RING, TYPE_NAMES, TYPES
from .move_codes import CHEW, JUMP, LAST, PHASES, VARIANTS

PLACES = range(1, RING + 1)
OFFER_NAMES = ("none", *OFFERS)
WHEN_CUT, WHEN_TAKEN = PHASES[JUMP:LAST], PHASES[CHEW:LAST]
"""The phases with portions on the table, and those in which one has just been taken."""


class State(GameState):
    """One position of Pizzeria. Slices are types of board.py; players, portions and offers count from 1, 0 is none."""

    rng: int = u64(secret=True)
    news: int = u16()
    seen: int = u16(members=OFFERS, apart="offers")  # offers that were turned up
    gone: int = u16(members=OFFERS)  # offers removed from the game
    used: int = u16(members=OFFERS)  # offers turned face down
    share: Ints = u16[6](members=PLACES, during=WHEN_CUT, apart="portions")  # by portion: its slices
    plate: int = u16(members=PLACES, during=("chew",))  # slices of the portion just taken, to be eaten or saved
    sealed: int = u8(members=())
    stock: int = u8(members=range(1, PLAYERS + 1))  # piles not yet served
    won: int = u8(members=range(PLAYERS), during=("over",))
    players: int = i8(1, PLAYERS)
    variant: int = i8(names=VARIANTS)
    leaves: int = i8(names=LEAF_NAMES)
    eaten: int = i8(0, 1)  # whether eaten slices stay open
    first: int = i8(0, PLAYERS - 1)  # who sliced first
    rounds: int = i8(0, PLAYERS)  # finished rounds
    phase: int = i8(names=PHASES)
    turn: int = i8(0, PLAYERS, during=WHEN_CUT)  # how many portions are taken and settled
    ring: int = i8(0, RING)  # slices on the pizza: 11, 10 or none
    tile: int = i8(names=OFFER_NAMES)  # the offer of this round
    tile_at: int = i8(0, PLAYERS, during=WHEN_CUT)  # the portion it lies on
    chosen: int = i8(0, PLAYERS, during=WHEN_TAKEN)  # the portion just taken
    jumped: int = i8(0, PLAYERS, during=WHEN_CUT)  # who plays offer F this round
    bites_left: int = i8(0, 2, during=("retro",))  # of offer A
    hand: int = i8(names=TYPE_NAMES, during=("nibble", "taste"))  # the slice of offer B or D
    marked: int = i8(0, 11)  # the kind of offer C
    aside_left: int = i8(ASIDE - 1, ASIDE)
    aside: Ints = i8[3](names=TYPE_NAMES, secret=True)
    taker: Ints = i8[6](0, PLAYERS, during=WHEN_CUT)  # by portion
    bites: Ints = i8[6](0, sums="ate")  # by player: eaten slices
    holder: Ints = i8[12](0, PLAYERS)  # by offer
    lids: Ints = i8[6](names=OFFER_NAMES, secret=True, apart="offers")  # by pile: the offer on it
    pizza: Ints = i8[11](names=TYPE_NAMES)
    piles: Grid = i8[6, 11](names=TYPE_NAMES, secret=True)
    saved: Grid = i8[6, TYPES](0)  # by player and type
    ate: Grid = i8[6, TYPES](0, secret=True)
    pool: Ints = i8[ALL_SLICES](0, 0, secret=True)  # slices being dealt; empty between moves
