"""The numbers of Pizzeria's phases and moves."""

from .board import MOST_DIVISIONS, PLAYERS, RING, TYPES

BASIC, ADVANCED, SOLO, SOLO_EASY, SOLO_HARD = range(5)
VARIANTS = ("basic", "advanced", "solo", "solo-easy", "solo-hard")
"""The solo games come last, from SOLO on."""
JEFF = 1
"""Jeff's place at the solo table; the human's is 0."""
SEATS = ("red", "green", "white", "black", "purple", "yellow")
FIRST_SLICER = {"random": -1, **{name: i for i, name in enumerate(SEATS)}, "jeff": JEFF}
"""The values of the option `first`."""

PILE, DIBS, NIBBLE, DIVIDE, JUMP, PICK, CHEW, RETRO, DRAW, TASTE, MARK, LAST, OVER = range(13)
PHASES = (
    "pile",  # the slicer chooses a pile
    "dibs",  # offer D: take a slice before the cuts?
    "nibble",  # eat or save the slice of offer D
    "divide",
    "jump",  # offer F: choose first?
    "pick",
    "chew",  # eat or save each slice of the portion
    "retro",  # offer A: eat saved slices
    "draw",  # offer B: take a slice that was put aside?
    "taste",  # eat or save that slice
    "mark",  # offer C: choose a kind
    "last",  # offer J: eat a kind before scoring?
    "over",
)
UNCUT = 1 << DIBS | 1 << NIBBLE | 1 << DIVIDE
"""Phases with an uncut pizza on the table."""
CUT = 1 << JUMP | 1 << PICK | 1 << CHEW | 1 << RETRO | 1 << DRAW | 1 << TASTE | 1 << MARK
"""Phases with portions on the table."""

# Move codes: a base, plus what is meant.
SERVE = 0  # + pile
PORTION = SERVE + PLAYERS  # + portion
SHIFT = PORTION + PLAYERS  # + 2 * slice, + 1 when it goes on clockwise (offer E)
TAKE = SHIFT + 2 * RING  # + slice (offer D)
FIRST = TAKE + RING  # choose first (offer F)
PASS = FIRST + 1  # leave an offer for now
REVEAL = PASS + 1  # look at a slice that was put aside (offer B)
EAT_IT = REVEAL + 1
SAVE_IT = EAT_IT + 1
BITE = SAVE_IT + 1  # + type (offer A)
CHOOSE = BITE + TYPES  # + kind (offer C)
DEVOUR = CHOOSE + 12  # + kind (offer J)
EAT = DEVOUR + 12  # + bits of the slices to eat; the rest of the portion is saved
CUTTING = EAT + (1 << RING)  # + number of the division, see `division` in round_flow.py
CODES = CUTTING + MOST_DIVISIONS
WIDTH = MOST_DIVISIONS
PHASES_OF: dict[int, tuple[int, ...]] = {
    **{SERVE: (PILE,), PORTION: (PICK,), SHIFT: (PICK,), TAKE: (DIBS,), FIRST: (JUMP,), REVEAL: (DRAW,)},
    **{BITE: (RETRO,), CHOOSE: (MARK,), DEVOUR: (LAST,), EAT: (CHEW,), CUTTING: (DIVIDE,)},
    **dict.fromkeys((EAT_IT, SAVE_IT), (NIBBLE, TASTE)),
    PASS: (DIBS, JUMP, RETRO, DRAW, LAST),
}
"""The phases in which a move belongs, by the base of its code."""
