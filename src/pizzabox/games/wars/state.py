"""What a position of Pizza Wars holds."""

from __future__ import annotations

from pizzabox.engine.state import GameState, Grid, Ints, i8, i16, i64, u8, u16, u64

from .board import AREA, CARDS, COPIES, KINDS, NAMES, SLOTS, TEAM

SEATS = ("white", "red", "green")
PHASES = ("move", "rotate", "spun", "over")
ENDINGS = ("open", "goal", "stuck", "quiet", "repeated")
LONGEST_QUIET = 180


class State(GameState):
    """One position of Pizza Wars. A slot is the number of a piece for the whole game, see `PER_SIDE` in board.py."""

    rng: int = u64(secret=True)
    past: Ints = i64[LONGEST_QUIET](memory=True)  # marks of the positions since the last progress, at own turns
    news: int = u16()
    quiet: int = i16(0, LONGEST_QUIET)  # players' own turns since the last progress
    sealed: int = u8(members=())
    players: int = i8(2, 3)
    boards3: int = i8(0, 1)  # whether the third board is in play
    agent: int = i8(0, 1)  # whether the Double Agent plays the third side
    cards: int = i8(0, 3)  # the option cards: none, equal, three or onitama
    face_down: int = i8(0, 1)  # whether hands are secret
    patience: int = i8(0)  # turns without progress of each player, after which the game ends
    goal: Ints = i8[3](0)  # by player: how many rival hexes win
    phase: int = i8(names=PHASES)
    player: int = i8(0, 2, below="players")  # the player to act
    side: int = i8(names=SEATS)  # whose piece is moved: the player's own side, or the Agent's
    opening: int = i8(0, 1)  # whether the first turn of the game is still on
    out: int = u8(members=range(3), below="players")  # players without a legal move, who are out of the game
    won: int = u8(members=range(3), below="players", during=("over",))  # the winners
    ended: int = i8(names=ENDINGS, during=("over",))  # how the game ended
    progress: int = i8(0, 1, during=("rotate", "spun", "over"))  # whether this turn had a prank or a new personal best
    best: Ints = i8[3](0, 2 * AREA)  # by player: the most rival hexes held so far
    taken: Ints = i8[3](0)  # by side: pieces it has pranked
    team: Ints = i8[3](0, TEAM)  # by side: pieces at the start
    where: Ints = i8[SLOTS](-1, names=("-", *NAMES), apart="board")  # by slot: its hex, if on the board
    kind: Ints = i8[SLOTS](-1, names=("-", *KINDS))  # by slot: its kind, none for no piece
    face: Ints = i8[SLOTS](0, 5)  # by slot: how far it's turned clockwise
    at: Ints = i8[111](0, SLOTS, memory=True)  # by hex: slot + 1, 0 when empty; follows from `where`
    spun: int = i8(-1, SLOTS - 1, during=("spun",))  # the slot that a card has spun and that must move
    last_slot: int = i8(-1, SLOTS - 1)  # the slot that moved or pranked last
    last_from: int = i8(-1, names=("none", *NAMES))  # where it was
    last_to: int = i8(-1, names=("none", *NAMES))  # where it went
    last_victim: int = i8(-1, SLOTS - 1)  # the slot it pranked
    turned: int = i8(-1, SLOTS - 1)  # the slot that was turned last
    used: int = i8(-1, names=("none", *CARDS))  # the card played this turn
    neutral: int = i8(-1, names=("none", *CARDS), counts="cards")  # the card in the middle
    held: Ints = i8[3](0, by="players", sums="holds")  # by player: how many cards are left
    holds: Grid = i8[3, 6](0, COPIES, secret=True, by="players", counts="cards")  # by player and kind: these cards
    spent: Grid = i8[3, 6](0, COPIES, by="players", counts="cards")  # by player and kind: cards played
    rest: Ints = i8[6](0, COPIES, secret=True, counts="cards", rest={"cards": (0, *[COPIES] * 3)})  # with nobody
