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
    turns: int = i16(0)  # finished turns; with four players, of both teams
    cap: int = i16(1)  # the game ends after this many turns of each player, with four of each team
    sealed: int = u8(0, 0)
    players: int = i8(2, 4)
    halves: int = i8(0, 1)  # whether everybody started with two drawn halves
    goals: int = i8(0, 1)  # whether there are goal cards
    extra: int = i8(0)  # additional anchovies at the start for those who go second
    deck: int = i8(names=[deck.name for deck in DECKS])  # which deck is played with
    first: int = i8(0, 3, below="players")  # the player who began
    turn: int = i8(0, 3, below="players")  # the active player; with four, the one with the priority token
    mover: int = i8(0, 3, below="players")  # whose upgrades and attack it is
    phase: int = i8(names=PHASES)
    won: int = u8(members=range(PLAYERS), below="players", during=("over",))  # the winners
    half: Grid = i8[4, 8](0, 3, by="players")  # by player and half: 0 for no type yet, else 1 + type
    filled: Grid = i8[4, 8](0, SPACES, by="players", counts="slices", of="half")  # by player and half: slices on it
    placed: Ints = i8[4](0, FULL, by="players", sums="filled")  # by player: slices on the tray
    stock: Grid = i8[4, 3](0, SLICES, by="players", counts="slices")  # by player and type: slices collected
    tins: Ints = i8[4](0, ANCHOVIES, by="players")  # by player: anchovies collected
    supply: Ints = i8[3](0, counts="slices", rest=SLICES)  # by type: slices left to take
    can: int = i8(0)  # anchovies left to take
    maw: Ints = i8[4](0, counts="slices")  # what the shark has eaten: slices by type, then anchovies
    rail: Ints = i8[4](-1, MAIN - 1, apart="cards")  # the cards to buy, oldest first; -1 for none
    fresh: int = i8(0, 2)  # how many of them came with the last attack
    own: Grid = i8[4, 6](-1, CARDS - 1, by="players", apart="cards")  # by player: the personal deck
    spent: Ints = u8[4](0, 63, by="players")  # by player: which of these are played or discarded, as bits
    hand: Grid = i8[4, 2](-1, 5, by="players")  # by player: which two of these are face up, or -1
    swapped: int = u8(0, 3, during=("upgrade",))  # which of the two the mover has upgraded, as bits
    step: Ints = i8[4](names=STEPS, by="players", during=("act",))  # by player: what they do now
    placing: Ints = i8[4](-1, 2, by="players")  # by player: the type they are placing, or -1
    left: Grid = i8[4, 17](0, by="players")  # by player and icon: those of the cards face up still to be used
    bonus: Grid = i8[4, 17](0, by="players")  # by player and icon: those of goal cards still to be used
    goal: Ints = i8[3](-1, MAIN - 1, apart="cards", unless="claimed")  # by type: its goal card, or -1
    claimed: Ints = i8[3](-1, 3, below="players")  # by type: who reached the goal, or -1
    gift: Ints = i8[4](0, 4, by="players", during=("pass",))  # by player: 0 for open, 1 for none, else 2 + type
    owed: Ints = i8[4](0, by="players", during=("setup", "eat"))  # by player: slices still to choose
    want: Ints = i8[4](0, 2 * MOST_COST)  # what the last attack wants: by type, then of any
    attacker: int = i8(-1, 3, below="players")  # who set off the last attack, or -1
    asked: int = i8(0, 3, below="players")  # who answers the shark now
    lured: int = u8(members=range(PLAYERS), below="players")  # players who are protected in this attack
    lost: Grid = i8[4, 3](0, 63, by="players")  # by player and type: what it has eaten so far
    prize: int = i8(-1, 3, below="players")  # who got the bonus after it, or -1
