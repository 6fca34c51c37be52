"""What all words of Pizza Wars are made of: names of sides and pieces, land as numbers, blocked jumps, the result."""

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import Catalogue, kept, known_as
from pizzabox.engine.field_cache import kept_by
from pizzabox.engine.presentation import listed

from .board import AREA, COMPASS, CUSTOMER, CUTS, LEAP, NEXT, PER_SIDE, SIDE_BITS, N, pattern
from .rules import AGENT, GOAL, STUCK
from .rules.steps import PLAIN, STEPS, need_of_prank
from .rules.territory import enough, hexes_held
from .state import State

say = Catalogue(__package__)
COLOURS = (2, 0, 1)


def name(s: State, player: int) -> str:
    return known_as(player, say(f"side.{player}"))


def side_name(s: State, side: int, as_agent: str = "side.agent") -> str:
    """A side in a sentence: a player, or the Double Agent."""
    own = side_called(side, s.agent, as_agent)
    return own if s.agent and side == AGENT else known_as(side, own)


def short_name(s: State, side: int) -> str:
    """A side in a table."""
    return side_name(s, side, "side.agent_short")


def side_title(s: State, side: int) -> str:
    """A side as a heading."""
    return side_called(side, s.agent, "side.agent_title")


def side_called(side: int, agent: int, as_agent: str = "side.agent") -> str:
    """A side by the number, or by that text if it is the Double Agent."""
    return say(as_agent if agent and side == AGENT else f"side.{side}")


def slot_and_step(s: State, code: int) -> tuple[int, int]:
    """The piece that a move code is of, and what it does."""
    number, step = divmod(code, STEPS)
    return PER_SIDE * s.side + number, step


def piece(s: State, slot: int) -> str:
    return say(f"kind.{s.kind[slot]}")


@kept_by("boards3", "team", "where", "at", wordless=True)
def lands(s: State, player: int) -> tuple[int, int, int]:
    """The rival hexes a player holds, by board."""
    white, red, green = hexes_held(s, player, -1, -1, -1)
    return int(white), int(red), int(green)


def land_counts(s: State, player: int) -> tuple[int, ...]:
    """How many rival hexes a player holds, by board."""
    return tuple(part.bit_count() for part in lands(s, player))


@kept_by("players", "boards3", "team", "where", "at", wordless=True)
def holders(s: State) -> dict[int, tuple[int, ...]]:
    """The players who hold a rival hex, by hex."""
    found: dict[int, tuple[int, ...]] = {}
    for player in range(s.players):
        for cell in (AREA * board + i for board, part in enumerate(lands(s, player)) for i in members(part)):
            found[cell] = (*found.get(cell, ()), player)
    return found


def held(s: State, player: int) -> int:
    """How many rival hexes a player holds."""
    return sum(land_counts(s, player))


def jump_blocker(s: State, slot: int, corner: int) -> int:
    """The hex of a rival that blocks the jump of a piece over that corner, or -1."""
    for next_to in range(2):
        beside = int(NEXT[(s.boards3 * N + s.where[slot]) * 6 + (corner + next_to) % 6])
        if beside >= 0 and s.at[beside] and (s.at[beside] - 1) >> SIDE_BITS != slot >> SIDE_BITS:
            return beside
    return -1


@kept_by("boards3", "at", "kind", "face", wordless=True, most=512)
def all_threats(s: State) -> dict[int, tuple[int, ...]]:
    """The hexes of the rivals that each piece can prank as everybody stands and faces, without a card, by its hex."""
    found, kind, face = {}, s.kind, s.face
    for cell, slot in ((cell, slot - 1) for cell, slot in enumerate(s.at) if slot):
        look, leaps = 6 * kind[slot] + face[slot], LEAP[(s.boards3 * N + cell) * 6 :]
        corners = [c for c in range(6) if kind[slot] != CUSTOMER and CUTS[look] >> c & 1 and leaps[c] >= 0]
        goals = [int(leaps[c]) for c in corners if need_of_prank(s, slot, cell, look, c, int(leaps[c])) == PLAIN]
        if goals:
            found[cell] = tuple(sorted(goals))
    return found


@kept(512)
def facing(kind: int, face: int) -> str:
    """Where the slices of a piece point: northeast, east and west."""
    return listed(say(f"compass.{COMPASS[d]}") for d, side in enumerate(pattern(kind, face)) if side == "1")


def ended_by(s: State) -> str:
    """The rule by which a finished game ended."""
    if s.ended == GOAL:
        return "W6.3" if close_call(s) else "W6.1"
    if s.ended == STUCK:
        return "W6.4" if s.players == 2 else "W8.5"
    return "W6.7"


def close_call(s: State) -> bool:
    """After a win by hexes: whether a rival has enough too."""
    rivals = [p for p in range(s.players) if not (s.won | s.out) >> p & 1]
    return any(enough(s, p, *hexes_held(s, p, -1, -1, -1)) for p in rivals)


def level(s: State) -> list[int]:
    """The players who hold as many hexes as the winner, the winner included."""
    best = held(s, members(s.won)[0])
    return [p for p in range(s.players) if not s.out >> p & 1 and held(s, p) == best]
