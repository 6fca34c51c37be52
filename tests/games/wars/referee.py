"""A slow, obvious Pizza Wars: dictionaries of coordinates and nothing clever. It shares no code with the game.

It plays by the texts of moves and says which are legal, who holds what, whose turn it is and who has won.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

Cell = tuple[int, int]
STEPS: list[Cell] = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]
MIDDLES = {"white": (0, 0), "red": (3, -7), "green": (7, -4)}
SIDES = ["white", "red", "green"]
SHAPES = {"M": "111110", "K": "111100", "G": "111010", "S": "110110", "D": "111000", "C": "101010"}
CARDS = ["distance", "direction", "corner", "hop", "reach", "spin"]

# The set-ups as the facts have them: by row the first place, then the pieces; `<` and `>` are the left and right forms.
_LONG = {2: (2, "M< D< M>"), 3: (2, "D< K K D>"), 4: (2, "G< S C< S G>")}
_FRONT = {2: (2, "K M< K"), 3: (2, "D< G< G> D>")}
LAYOUTS: dict[str, dict[int, tuple[int, str]]] = {
    "short": {2: (2, "K C< K"), 3: (2, "D< G< G> D>")},
    "medium": {**_FRONT, 4: (3, "S C< S")},
    "long12": _LONG,
    "long13": {**_LONG, 4: (2, "G< S - S G>"), 5: (3, "C< C>")},
    "customers": {**_FRONT, 4: (3, "C< C< C>")},
    "long14": {**_LONG, 5: (3, "C< C>")},
}
COMPASS = ["NE", "E", "SE", "SW", "W", "NW"]
FACING = {
    "K": "W NW NE E",
    "S": "NW NE SE SW",
    "D<": "NW NE E",
    "D>": "W NW NE",
    "G<": "NW NE E SW",
    "G>": "W NW NE SE",
    "M<": "NW NE E SE W",
    "M>": "W NW NE E SW",
    "C<": "NE SE W",
    "C>": "NW SW E",
}
TURNED = {2: {"white": 0, "red": 3}, 3: {"white": 0, "red": 2, "green": 4}}


def plus(a: Cell, b: Cell, n: int = 1) -> Cell:
    return a[0] + n * b[0], a[1] + n * b[1]


@cache
def ray(cell: Cell, step: Cell) -> tuple[Cell, ...]:
    """The hexes in a straight line from a hex on, farther than any board goes."""
    return tuple(plus(cell, step, n) for n in range(1, 22))


@cache
def jump(cell: Cell, i: int) -> tuple[Cell, Cell, Cell]:
    """The hex beyond a corner, and the two beside the way there."""
    beside = plus(cell, STEPS[i]), plus(cell, STEPS[(i + 1) % 6])
    return plus(beside[0], STEPS[(i + 1) % 6]), *beside


@cache
def cuts(sides: str) -> tuple[int, ...]:
    """The corners between two slices."""
    return tuple(i for i in range(6) if sides[i] == "1" == sides[(i + 1) % 6])


def hexagon(middle: Cell) -> set[Cell]:
    return {
        (middle[0] + q, middle[1] + r)
        for q in range(-3, 4)
        for r in range(-3, 4)
        if max(abs(q), abs(r), abs(q + r)) <= 3
    }


BOARDS = {side: hexagon(middle) for side, middle in MIDDLES.items()}
ALL_CELLS = set().union(*BOARDS.values())


def cell_name(cell: Cell) -> str:
    row = sorted(c for c in ALL_CELLS if c[1] == cell[1])
    return "nmlkjihgfedcba"[cell[1] + 10] + str(row.index(cell) + 1)


NAMES = {cell: cell_name(cell) for cell in ALL_CELLS}
CELLS = {name: cell for cell, name in NAMES.items()}


@dataclass(frozen=True)
class Piece:
    side: str
    letter: str
    sides: str
    """The six sides clockwise from the upper right, 1 for a slice."""

    def turned(self, n: int) -> Piece:
        n %= 6
        return replace(self, sides=self.sides[6 - n :] + self.sides[: 6 - n])

    @property
    def reach(self) -> int:
        return self.sides.count("0")

    def cut(self, i: int) -> bool:
        return i in cuts(self.sides)


Army = dict[Cell, Piece]


def laid_out(setup: str, boards: int) -> Army:
    """The pieces of a set-up on their boards, each facing its way."""
    if setup == "long":
        setup = "long13" if boards == 2 else "long14"
    army: Army = {}
    for side, turns in TURNED[boards].items():
        for row, (first, pieces) in LAYOUTS[setup].items():
            for place, code in enumerate(pieces.split(), first):
                q, r = max(-3, 1 - row) + place - 1, row - 4
                for _ in range(turns):
                    q, r = -r, q + r
                if code != "-":
                    sides = "".join("01"[name in FACING[code].split()] for name in COMPASS)
                    army[plus(MIDDLES[side], (q, r))] = Piece(side, code[0], sides).turned(turns)
    return army


def goals_of(options: Mapping[str, Any]) -> dict[str, int]:
    """Each side's goal: its own where it has one, else the common one."""
    return {side: options[f"goal_{side}"] or options["goal"] for side in SIDES}


class Referee:
    def __init__(
        self, army: Army, humans: list[str], sides: list[str], goals: dict[str, int], first: str, patience: int = 60
    ) -> None:
        self.army = dict(army)
        self.humans, self.sides, self.goals = humans, sides, goals
        self.in_play = set().union(*(BOARDS[side] for side in sides))
        self.player = self.side = first
        self.opening = True
        self.stage = "move"
        self.out: set[str] = set()
        self.passed_over = 0
        self.taken = dict.fromkeys(SIDES, 0)
        self.best = dict.fromkeys(humans, 0)
        self.cards: dict[str, list[str]] = {p: [] for p in humans}
        self.neutral: str | None = None
        self.spent: dict[str, list[str]] = {p: [] for p in humans}
        self.spun: Cell | None = None
        self.winners: list[str] | None = None
        self.progress = False
        self.patience = patience
        self.quiet = dict.fromkeys(humans, 0)
        self.how = ""
        self.seen = [self.key()]
        self.found: tuple[object, set[str]] = (None, set())
        self.before: set[Cell] = set()

    def key(self) -> object:
        cards = {p: sorted(self.cards[p] if self.neutral else self.spent[p]) for p in self.humans}
        agent_follows = len(self.sides) > len(self.humans) and not self.opening
        return frozenset(self.army.items()), self.player, agent_follows, str(cards)

    def land(self, player: str, army: Army | None = None) -> set[Cell]:
        """Everything that player holds, straight from the rules."""
        army = self.army if army is None else army
        home = BOARDS[player]
        inside = {c for c, piece in army.items() if piece.side == player and c in self.in_play and c not in home}
        found = set(inside)
        for cell in inside:
            for step in STEPS:
                line: list[Cell] = []
                for c in ray(cell, step):
                    if c in home or c in inside:
                        found.update(line)
                        break
                    if c not in self.in_play or c in army:
                        break
                    line.append(c)
        return found

    def complete(self, player: str, army: Army) -> bool:
        land = self.land(player, army)
        if len(land) < self.goals[player]:
            return False
        return self.shares(player, land)

    def shares(self, player: str, land: set[Cell]) -> bool:
        """With three boards: a third of the goal from each rival."""
        rivals = [side for side in self.sides if side != player]
        return len(self.sides) == 2 or all(3 * len(land & BOARDS[r]) >= self.goals[player] for r in rivals)

    def pranks(self, army: Army, side: str) -> set[tuple[Cell, Cell]]:
        """All pranks of a side by the rules of pieces alone."""
        found = set()
        for cell, piece in army.items():
            if piece.side == side:
                for i in cuts(piece.sides):
                    to = jump(cell, i)[0]
                    if self.victim(army, side, to) and not self.between(army, cell, i, side):
                        found.add((cell, to))
        return found

    def victim(self, army: Army, side: str, to: Cell) -> bool:
        return to in self.in_play and to in army and army[to].side != side and army[to].letter != "C"

    def between(self, army: Army, cell: Cell, i: int, side: str) -> int:
        return sum(army[c].side != side for c in jump(cell, i)[1:] if c in army)

    def candidates(self, cell: Cell, piece: Piece) -> list[tuple[Cell, str]]:
        """Where a piece could go, each with the card it needs or an empty word."""
        found = []
        for i, step in enumerate(STEPS):
            slices = piece.sides[i] == "1"
            for n in range(1, 5):
                path = ray(cell, step)[:n]
                if any(c not in self.in_play for c in path) or path[-1] in self.army:
                    continue
                met = sum(c in self.army for c in path)
                if met == 0 and slices and n <= piece.reach:
                    found.append((path[-1], ""))
                elif met == 0 and slices and n == piece.reach + 1:
                    found.append((path[-1], "distance"))
                elif met == 0 and not slices and n <= piece.reach:
                    found.append((path[-1], "direction"))
                elif met == 1 and slices and n <= piece.reach:
                    found.append((path[-1], "hop"))
            to = jump(cell, i)[0]
            if piece.letter == "C" or not self.victim(self.army, piece.side, to):
                continue
            met = self.between(self.army, cell, i, piece.side)
            if piece.cut(i) and met < 2:
                found.append((to, "reach" if met else ""))
            elif not piece.cut(i) and met == 0:
                found.append((to, "corner"))
        return found

    def after(self, cell: Cell, to: Cell) -> Army:
        army = {c: p for c, p in self.army.items() if c not in (cell, to)}
        army[to] = self.army[cell]
        return army

    def lawful(self, cell: Cell, to: Cell) -> bool:
        army = self.after(cell, to)
        for other in self.humans:
            if other == self.player or other in self.out or not self.complete(other, army):
                continue
            mine = self.land(self.player, army)
            if len(mine) <= len(self.land(other, army)) or not self.shares(self.player, mine):
                return False
        if self.side not in self.humans:
            danger = self.danger(army)
            if danger - self.before or to in danger:
                return False
        return True

    def danger(self, army: Army) -> set[Cell]:
        """Where a piece of the Agent could be pranked by a player."""
        return {b for h in self.humans for _, b in self.pranks(army, h) if army[b].side == self.side}

    def legal(self) -> set[str]:
        """Everything that may be played; found once, for it is asked for several times in a row."""
        hand = tuple(self.cards.get(self.player, ()))
        known = (self.player, self.side, self.stage, self.spun, self.winners is None, hand)
        state = (frozenset(self.army.items()), frozenset(self.out), tuple(self.goals.items()), known)
        if self.found[0] != state:
            self.found = state, self.find_legal()
        return self.found[1]

    def find_legal(self) -> set[str]:
        if self.winners is not None:
            return set()
        own = {c: p for c, p in self.army.items() if p.side == self.side}
        self.before = self.danger(self.army) if self.side not in self.humans else set()
        if self.stage == "turn":
            return {f"{NAMES[c]}{sign}" for c, p in own.items() for sign in (">" if p.letter == "C" else "<>")}
        found = set()
        hand = self.cards[self.player] if self.side == self.player and self.spun is None else []
        for cell, piece in own.items():
            if self.spun not in (None, cell):
                continue
            for to, card in self.candidates(cell, piece):
                if (not card or card in hand) and self.lawful(cell, to):
                    sign = "x" if to in self.army else "-"
                    extra = f" +{card}" if card else ""
                    found.add(f"{piece.letter}{NAMES[cell]}{sign}{NAMES[to]}{extra}")
            if "spin" in hand:
                shapes = set()
                for n in range(1, 6):
                    other = piece.turned(n)
                    if other.sides == piece.sides or other.sides in shapes:
                        continue
                    shapes.add(other.sides)
                    if any(not card and self.lawful(cell, to) for to, card in self.candidates(cell, other)):
                        found.add(f"{piece.letter}{NAMES[cell]} +spin {n}")
        return found

    def play(self, text: str) -> None:
        assert text in self.legal(), text
        if self.stage == "turn":
            cell = CELLS[text[:-1]]
            self.army[cell] = self.army[cell].turned(1 if text[-1] == ">" else 5)
            self.next_turn()
            return
        move, _, card = text.partition(" +")
        if card:
            self.spend(card.split()[0])
        if card.startswith("spin"):
            self.spun = CELLS[move[1:]]
            self.army[self.spun] = self.army[self.spun].turned(int(card.split()[1]))
            return
        cell, to = (CELLS[word] for word in move[1:].replace("x", "-").split("-"))
        if to in self.army:
            self.taken[self.side] += 1
            self.progress = True
        self.army = self.after(cell, to)
        self.spun = None
        self.stage = "turn"
        for p in self.humans:
            if len(self.land(p)) > self.best[p]:
                self.best[p] = len(self.land(p))
                self.progress = True
        outdone = [p for p in self.humans if p not in {self.player, *self.out} and self.complete(p, self.army)]
        if outdone or self.complete(self.player, self.army):
            self.winners = [self.player]
            self.how = "close" if outdone else "goal"

    def spend(self, card: str) -> None:
        self.cards[self.player].remove(card)
        if self.neutral:
            self.cards[self.player].append(self.neutral)
            self.neutral = card
        else:
            self.spent[self.player].append(card)

    def next_turn(self) -> None:
        self.stage = "move"
        if self.side == self.player:
            self.quiet[self.player] += 1
        out = set(self.out)
        if self.progress:
            self.forget()
        self.progress = False
        self.choose_next()
        if self.winners is not None:
            return
        if self.out != out:
            self.forget()
        if self.side == self.player:
            self.seen.append(self.key())
        repeated = self.side == self.player and self.seen.count(self.key()) == 3
        tired = all(self.quiet[p] >= self.patience for p in self.humans if p not in self.out)
        if tired or repeated:
            self.how = "quiet" if tired else "repeated"
            rest = [p for p in self.humans if p not in self.out]
            best = max((len(self.land(p)), self.taken[p]) for p in rest)
            self.winners = [p for p in rest if (len(self.land(p)), self.taken[p]) == best]

    def forget(self) -> None:
        """Progress: turns are counted from here, and no earlier position can come back."""
        self.quiet = dict.fromkeys(self.humans, 0)
        self.seen = []

    def choose_next(self) -> None:
        if len(self.sides) > len(self.humans) and self.side == self.player and not self.opening:
            self.side = "green"
            if self.legal():
                return
            self.passed_over += 1
        self.opening = False
        while True:
            self.player = self.humans[(self.humans.index(self.player) + 1) % len(self.humans)]
            if self.player in self.out:
                continue
            self.side = self.player
            if len(self.out) == len(self.humans) - 1:
                self.winners = [self.player]
                self.how = "stuck"
                return
            if self.legal():
                return
            self.out.add(self.player)
