"""What a position of Pizza Wars holds."""

from __future__ import annotations

from pizzabox.engine.state import GameState, Grid, Ints, i8, i16, i64, u8, u16, u64

from .board import AREA, CARDS, COPIES, KINDS, NAMES, SLOTS, TEAM

SEATS = ("white", "red", "green")
PHASES = ("move", "rotate", "spun", "over")
ENDINGS = ("open", "goal", "stuck", "quiet", "repeated")
LONGEST_QUIET = 180


class State(GameState):
    """One position of Pizza Wars."""

    rng: int = u64(secret=True)
    past: Ints = i64[LONGEST_QUIET](memory=True)  # marks of the positions since the last progress, at own turns
    news: int = u16()
    quiet: int = i16(0, LONGEST_QUIET)  # players' own turns since the last progress
    sealed: int = u8(members=())
    players: int = i8(2, 3)
    boards3: int = i8(0, 1)  # whether the third board is in play
    agent: int = i8(0, 1)
    cards: int = i8(0, 3)
    face_down: int = i8(0, 1)
    patience: int = i8(0)
    goal: Ints = i8[3](0)
    phase: int = i8(names=PHASES)
    player: int = i8(0, 2, below="players")  # who acts
    side: int = i8(names=SEATS)  # whose piece is moved
    opening: int = i8(0, 1)  # whether the first turn of the game is still on
    out: int = u8(members=range(3), below="players")  # players without a legal move
    won: int = u8(members=range(3), below="players", during=("over",))
    ended: int = i8(names=ENDINGS, during=("over",))
    progress: int = i8(0, 1, during=("rotate", "spun", "over"))  # whether this turn had a prank or a new personal best
    best: Ints = i8[3](0, 2 * AREA)  # most territory so far
    taken: Ints = i8[3](0)  # pieces pranked by each side
    team: Ints = i8[3](0, TEAM)  # pieces at the start
    where: Ints = i8[SLOTS](-1, names=("-", *NAMES), apart="board")  # by slot: the hex, none when pranked or no piece
    kind: Ints = i8[SLOTS](-1, names=("-", *KINDS))
    face: Ints = i8[SLOTS](0, 5)
    at: Ints = i8[111](0, SLOTS, memory=True)  # by hex: slot + 1, 0 when empty; follows from `where`
    spun: int = i8(-1, SLOTS - 1, during=("spun",))  # the slot that a card has spun and that must move
    last_slot: int = i8(-1, SLOTS - 1)  # the last move or prank
    last_from: int = i8(-1, names=("none", *NAMES))
    last_to: int = i8(-1, names=("none", *NAMES))
    last_victim: int = i8(-1, SLOTS - 1)  # the slot it pranked
    turned: int = i8(-1, SLOTS - 1)  # the last slot rotated
    used: int = i8(-1, names=("none", *CARDS))  # the card played this turn
    neutral: int = i8(-1, names=("none", *CARDS), counts="cards")
    held: Ints = i8[3](0, by="players", sums="holds")  # cards not played yet
    holds: Grid = i8[3, 6](0, COPIES, secret=True, by="players", counts="cards")  # by player and kind
    spent: Grid = i8[3, 6](0, COPIES, by="players", counts="cards")
    rest: Ints = i8[6](0, COPIES, secret=True, counts="cards", rest={"cards": (0, *[COPIES] * 3)})  # that nobody has
