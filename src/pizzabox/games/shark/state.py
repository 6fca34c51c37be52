"""What a position of Pizza Shark holds."""

from __future__ import annotations

from pizzabox.engine.state import GameState, Grid, Ints, i8, i16, i64, u8, u16, u64

from .board import DECKS, FULL, SPACES
from .board.deck import MAIN

PHASES = ("setup", "act", "pass", "upgrade", "lure", "eat", "over")
STEPS = ("idle", "place", "play")
MAIN_CARDS = tuple(str(card) for card in range(MAIN))
SEATS = ("0", "1", "2", "3")


class State(GameState):
    """One position of Pizza Shark."""

    rng: int = u64(secret=True)
    draw: int = i64(members=MAIN_CARDS)  # main cards in the face-down deck
    trash: int = i64(members=MAIN_CARDS)  # main cards in the trash
    news: int = u16()
    turns: int = i16(0)  # finished turns, of a team with four players
    cap: int = i16(1)
    sealed: int = u8()
    players: int = i8(2, 4)
    halves: int = i8(0, 1)
    goals: int = i8(0, 1)
    extra: int = i8(0)
    deck: int = i8(names=[deck.name for deck in DECKS])
    first: int = i8(0, 3)
    turn: int = i8(0, 3)  # the active player; with four, the one with the priority token
    mover: int = i8(0, 3)  # whose upgrades and attack it is
    phase: int = i8(names=PHASES)
    won: int = u8(members=SEATS)
    half: Grid = i8[4, 8](0, 3)  # by player and half: 0 free, else 1 + type
    filled: Grid = i8[4, 8](0, SPACES)
    placed: Ints = i8[4](0, FULL)
    stock: Grid = i8[4, 3](0)  # collected slices
    tins: Ints = i8[4](0)  # collected anchovies
    supply: Ints = i8[3](0)
    can: int = i8(0)  # anchovies in the supply
    maw: Ints = i8[4](0)  # slices by type, then anchovies
    rail: Ints = i8[4](-1)  # oldest first, next to the deck last
    fresh: int = i8(0, 4)  # how many of them came with the last attack
    own: Grid = i8[4, 6](-1)  # personal decks
    spent: Ints = u8[4]()  # which of these are played or discarded
    hand: Grid = i8[4, 2](-1, 5)  # which of these lie face up
    swapped: int = u8(0, 3)  # which of the two the mover has upgraded
    step: Ints = i8[4](names=STEPS)
    placing: Ints = i8[4](-1, 2)  # the type placed in this phase, or -1
    left: Grid = i8[4, 17](0)  # icons of the played cards not used yet
    bonus: Grid = i8[4, 17](0)  # icons of goal cards not used yet
    goal: Ints = i8[3](-1)  # by type the goal card, or -1
    claimed: Ints = i8[3](-1, 3)  # who took it, or -1
    gift: Ints = i8[4](0, 4)
    owed: Ints = i8[4](0)  # slices still to choose: at the start, and for the shark
    want: Ints = i8[4](0)  # what the last attack wants: by type, then any
    attacker: int = i8(-1, 3)
    asked: int = i8(0, 3)
    lured: int = u8(members=SEATS)  # who is protected in this attack
    lost: Grid = i8[4, 3](0)  # what it has eaten so far
    prize: int = i8(-1, 3)  # who got the bonus, or -1
