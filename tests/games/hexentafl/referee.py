"""A slow, obvious heXentafl: dictionaries of axial coordinates and nothing clever. It shares no code with the game."""

from __future__ import annotations

from copy import copy
from functools import cache

Cell = tuple[int, int]
STEPS: list[Cell] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
KING, MAN, FOE = "king", "man", "foe"


def plus(a: Cell, b: Cell, n: int = 1) -> Cell:
    return a[0] + n * b[0], a[1] + n * b[1]


@cache
def ray(cell: Cell, step: Cell) -> tuple[Cell, ...]:
    """The hexes in a straight line from a hex on, farther than any board goes."""
    return tuple(plus(cell, step, n) for n in range(1, 10))


def distance(cell: Cell) -> int:
    return max(abs(cell[0]), abs(cell[1]), abs(cell[0] + cell[1]))


@cache
def board(size: int) -> frozenset[Cell]:
    """The hexes of a board."""
    return frozenset((q, r) for q in range(-4, 5) for r in range(-4, 5) if distance((q, r)) < size)


@cache
def name(cell: Cell) -> str:
    return "abcdefghi"[4 - cell[1]] + str(cell[0] + 5)


class Referee:
    """One game, move by move."""

    def __init__(self, size: int, first: str) -> None:
        self.size = size
        self.cells = board(size)
        self.names = {name(cell): cell for cell in self.cells}
        self.corners = {(q * (size - 1), r * (size - 1)) for q, r in STEPS}
        self.at: dict[Cell, str] = {(0, 0): KING}
        if size == 4:
            self.at.update(dict.fromkeys([(1, -1), (0, 1), (-1, 0)], MAN))
            self.at.update(dict.fromkeys(self.corners, FOE))
        else:
            self.at.update(dict.fromkeys(STEPS, MAN))
            self.at.update(dict.fromkeys(self.corners, FOE))
            self.at.update({(3 * q, 3 * r): FOE for q, r in STEPS})
        self.side = first
        self.result = ""
        self.seen = {self.key(): 1}
        self.quiet = 0
        self.found: tuple[object, set[str]] = (None, set())

    def twin(self) -> Referee:
        """The same game, to be played on another way."""
        other = copy(self)
        other.at, other.seen = dict(self.at), dict(self.seen)
        return other

    def key(self) -> tuple[object, ...]:
        return self.side, frozenset(self.at.items())

    def own(self, piece: str | None) -> bool:
        return piece is not None and (piece == FOE) == (self.side == "attackers")

    def legal(self) -> set[str]:
        """Everything that may be played; found once, for it is asked for several times in a row."""
        state = self.result, self.key()
        if self.found[0] != state:
            self.found = state, set() if self.result else self.find_legal()
        return self.found[1]

    def find_legal(self) -> set[str]:
        found = set()
        for cell, piece in self.at.items():
            if not self.own(piece):
                continue
            for step in STEPS:
                for to in ray(cell, step):
                    if to not in self.cells or to in self.at:
                        break
                    if piece == KING or to != (0, 0):
                        found.add(f"{'K' if piece == KING else ''}{name(cell)}-{name(to)}")
                    if piece == KING and self.size == 4:
                        break
        return found

    def captured(self, to: Cell) -> list[Cell]:
        """Enemies that the piece which has just come to `to` catches."""
        found = []
        for victim, piece in self.at.items():
            if self.own(piece):
                continue
            if piece == KING and victim == (0, 0):
                ways = [[(1, -1), (0, 1), (-1, 0)], [(1, 0), (-1, 1), (0, -1)]]
                pairs = [way for way in ways if to in way]
            elif victim in self.corners:
                rim = [plus(victim, s) for s in STEPS if distance(plus(victim, s)) == self.size - 1]
                pairs = [rim] if to in rim else []
            else:
                pairs = [[plus(victim, s), plus(victim, s, -1)] for s in STEPS if plus(victim, s) == to]
            if any(all(self.own(self.at.get(c)) for c in pair) for pair in pairs):
                found.append(victim)
        return found

    def play(self, text: str) -> None:
        assert text in self.legal()
        a, b = (self.names[word] for word in text.removeprefix("K").split("-"))
        self.at[b] = self.at.pop(a)
        gone = self.captured(b)
        taken = [self.at.pop(cell) for cell in gone]
        self.quiet = 0 if gone else self.quiet + 1
        other = "attackers" if self.side == "defenders" else "defenders"
        if KING in taken:
            self.result = "attackers"
        elif any(self.at.get(c) == KING for c in self.corners):
            self.result = "defenders"
        else:
            winner, self.side = self.side, other
            if not self.legal():
                self.result = winner
                return
            here = self.key()
            self.seen[here] = self.seen.get(here, 0) + 1
            if self.quiet == 100 or self.seen[here] == 3:
                self.result = "draw"
