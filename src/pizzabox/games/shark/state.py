"""What a position of Pizza Shark holds."""

from __future__ import annotations

from pizzabox.engine.state import GameState, Grid, Ints, i8, i16, i64, u8, u16, u64

from .board import ANCHOVIES, DECKS, FULL, PLAYERS, SLICES, SPACES
from .board.deck import CARDS, MAIN, MOST_COST

SEATS = ("green", "black", "purple", "yellow")
PHASES = ("setup", "act", "pass", "upgrade", "lure", "eat", "over")
STEPS = ("idle", "place", "play")


class State(GameState):
    """One position of Pizza Shark."""

    rng: int = u64(secret=True)
    draw: int = i64(members=range(MAIN), apart="cards", rest=1)  # main cards in the face-down deck
    trash: int = i64(members=range(MAIN), apart="cards")  # main cards in the trash
    news: int = u16()
    turns: int = i16(0)  # finished turns, of a team with four players
    cap: int = i16(1)
    sealed: int = u8(0, 0)
    players: int = i8(2, 4)
    halves: int = i8(0, 1)
    goals: int = i8(0, 1)
    extra: int = i8(0)
    deck: int = i8(names=[deck.name for deck in DECKS])
    first: int = i8(0, 3, below="players")
    turn: int = i8(0, 3, below="players")  # the active player; with four, the one with the priority token
    mover: int = i8(0, 3, below="players")  # whose upgrades and attack it is
    phase: int = i8(names=PHASES)
    won: int = u8(members=range(PLAYERS), below="players", during=("over",))
    half: Grid = i8[4, 8](0, 3, by="players")  # by player and half: 0 free, else 1 + type
    filled: Grid = i8[4, 8](0, SPACES, by="players", counts="slices", of="half")
    placed: Ints = i8[4](0, FULL, by="players", sums="filled")
    stock: Grid = i8[4, 3](0, SLICES, by="players", counts="slices")  # collected slices
    tins: Ints = i8[4](0, ANCHOVIES, by="players")  # collected anchovies
    supply: Ints = i8[3](0, counts="slices", rest=SLICES)
    can: int = i8(0)  # anchovies in the supply
    maw: Ints = i8[4](0, counts="slices")  # slices by type, then anchovies
    rail: Ints = i8[4](-1, MAIN - 1, apart="cards")  # oldest first, next to the deck last
    fresh: int = i8(0, 2)  # how many of them came with the last attack
    own: Grid = i8[4, 6](-1, CARDS - 1, by="players", apart="cards")  # personal decks: main cards and starters
    spent: Ints = u8[4](0, 63, by="players")  # which of these are played or discarded
    hand: Grid = i8[4, 2](-1, 5, by="players")  # which of these lie face up
    swapped: int = u8(0, 3, during=("upgrade",))  # which of the two the mover has upgraded
    step: Ints = i8[4](names=STEPS, by="players", during=("act",))
    placing: Ints = i8[4](-1, 2, by="players")  # the type placed in this phase, or -1
    left: Grid = i8[4, 17](0, by="players")  # icons of the played cards not used yet
    bonus: Grid = i8[4, 17](0, by="players")  # icons of goal cards not used yet
    goal: Ints = i8[3](-1, MAIN - 1, apart="cards", unless="claimed")  # by type the goal card, or -1
    claimed: Ints = i8[3](-1, 3, below="players")  # who took it, or -1
    gift: Ints = i8[4](0, 4, by="players", during=("pass",))
    owed: Ints = i8[4](0, by="players", during=("setup", "eat"))  # slices still to choose
    want: Ints = i8[4](0, 2 * MOST_COST)  # what the last attack wants: by type, then any
    attacker: int = i8(-1, 3, below="players")
    asked: int = i8(0, 3, below="players")
    lured: int = u8(members=range(PLAYERS), below="players")  # who is protected in this attack
    lost: Grid = i8[4, 3](0, 63, by="players")  # what it has eaten so far
    prize: int = i8(-1, 3, below="players")  # who got the bonus, or -1
