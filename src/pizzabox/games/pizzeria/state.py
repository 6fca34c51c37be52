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
    """One position of Pizzeria.

    A slice is a number of `TYPES` in board.py. Where a field names a player, a portion or an offer, these count from 1,
    and 0 is none; lists of players or portions begin with the first one.
    """

    rng: int = u64(secret=True)
    news: int = u16()
    seen: int = u16(members=OFFERS, apart="offers")  # offers turned up so far
    gone: int = u16(members=OFFERS)  # offers removed from the game
    used: int = u16(members=OFFERS)  # offers turned face down
    share: Ints = u16[6](members=PLACES, during=WHEN_CUT, apart="portions")  # by portion: its slices
    plate: int = u16(members=PLACES, during=("chew",))  # slices of the portion just taken, to be eaten or saved
    sealed: int = u8(members=())
    stock: int = u8(members=range(1, PLAYERS + 1))  # piles not yet served
    won: int = u8(members=range(PLAYERS), during=("over",))  # the winners
    players: int = i8(1, PLAYERS)  # people, without Jeff
    variant: int = i8(names=VARIANTS)
    leaves: int = i8(names=LEAF_NAMES)  # how the basil leaves are spread
    eaten: int = i8(0, 1)  # whether everybody sees what was eaten
    first: int = i8(0, PLAYERS - 1)  # the player who slices first, from 0
    rounds: int = i8(0, PLAYERS)  # finished rounds
    phase: int = i8(names=PHASES)
    turn: int = i8(0, PLAYERS, during=WHEN_CUT)  # how many portions are taken and settled
    ring: int = i8(0, RING)  # slices of the pizza on the table: 11, 10 after offer D, 0 without a pizza
    tile: int = i8(names=OFFER_NAMES)  # the offer of this round, on the pizza
    tile_at: int = i8(0, PLAYERS, during=WHEN_CUT)  # the portion it is on
    chosen: int = i8(0, PLAYERS, during=WHEN_TAKEN)  # the portion just taken
    jumped: int = i8(0, PLAYERS, during=WHEN_CUT)  # the player who chooses first with offer F
    bites_left: int = i8(0, 2, during=("retro",))  # saved slices that can still be eaten with offer A
    hand: int = i8(names=TYPE_NAMES, during=("nibble", "taste"))  # the slice that offer B or D gave
    marked: int = i8(0, 11)  # the kind chosen with offer C
    aside_left: int = i8(ASIDE - 1, ASIDE)  # slices put aside that are left: offer B takes one
    aside: Ints = i8[3](names=TYPE_NAMES, secret=True)  # these slices
    taker: Ints = i8[6](0, PLAYERS, during=WHEN_CUT)  # by portion: the player who took it
    bites: Ints = i8[6](0, sums="ate")  # by player: slices eaten
    holder: Ints = i8[12](0, PLAYERS)  # by offer: the player who has it
    lids: Ints = i8[6](names=OFFER_NAMES, secret=True, apart="offers")  # by pile: the offer on it
    pizza: Ints = i8[11](names=TYPE_NAMES)  # by place: the slices on the table
    piles: Grid = i8[6, 11](names=TYPE_NAMES, secret=True)  # by pile: its slices
    saved: Grid = i8[6, TYPES](0)  # by player and type: slices saved
    ate: Grid = i8[6, TYPES](0, secret=True)  # by player and type: slices eaten
    pool: Ints = i8[ALL_SLICES](0, 0, secret=True)  # slices being dealt; empty between moves
