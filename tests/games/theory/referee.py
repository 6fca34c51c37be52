"""A slow, obvious Pizza Theory: sets of cube coordinates and nothing clever. It shares no code with the game."""

from __future__ import annotations

from itertools import product

Cube = tuple[int, int, int]
BOARD: set[Cube] = {
    (x, y, z) for x, y, z in product(range(-3, 4), repeat=3) if x + y + z == 0
}
CUT_AXIS = {"1st": 0, "2nd": 2, "3rd": 1}
COLOURS = ("red", "green", "white")
STARTS: dict[str, dict[str, list[Cube]]] = {
    "S1": {"1st": [(1, -2, 1), (-1, -1, 2)], "2nd": [(-2, 1, 1), (-1, 2, -1)], "3rd": [(1, 1, -2), (2, -1, -1)]},
    "S2": {"1st": [(1, -3, 2), (-1, -2, 3)], "2nd": [(-3, 2, 1), (-2, 3, -1)], "3rd": [(2, 1, -3), (3, -1, -2)]},
    "S3": {"1st": [(2, -3, 1), (-2, -1, 3)], "2nd": [(-3, 1, 2), (-1, 3, -2)], "3rd": [(1, 2, -3), (3, -2, -1)]},
    "K": {"1st": [(3, 0, -3), (3, -3, 0)], "2nd": [(0, -3, 3), (-3, 0, 3)], "3rd": [(-3, 3, 0), (0, 3, -3)]},
}


def space_name(cube: Cube) -> str:
    column = sorted((c for c in BOARD if c[0] == cube[0]), key=lambda c: c[1])
    return "abcdefg"[cube[0] + 3] + str(column.index(cube) + 1)


CUBES = {space_name(cube): cube for cube in BOARD}


def touching(a: Cube, b: Cube) -> bool:
    return a != b and all(abs(p - q) <= 1 for p, q in zip(a, b, strict=True))


def slices(cuts: dict[str, int]) -> list[set[Cube]]:
    """Group the spaces by the side of each label's cut they lie on."""
    groups: dict[tuple[bool, ...], set[Cube]] = {}
    for cube in BOARD:
        side = tuple(cube[CUT_AXIS[label]] + 3.5 > number for label, number in cuts.items())
        groups.setdefault(side, set()).add(cube)
    return list(groups.values())


def replaced(toppings: dict[str, set[Cube]], parts: list[set[Cube]]) -> dict[str, set[Cube]]:
    """The toppings after all slices are given to their leaders."""
    safe = {c for c in toppings if all(len(toppings[c] & part) <= 1 for part in parts)}
    after = {c: set(spaces) for c, spaces in toppings.items()}
    for part in parts:
        counts = {c: len(toppings[c] & part) for c in toppings}
        leaders = [c for c in counts if counts[c] == max(counts.values())]
        for c in toppings:
            if c in leaders or c in safe:
                continue
            for cube in toppings[c] & part:
                after[c].remove(cube)
                if len(leaders) == 1:
                    after[leaders[0]].add(cube)
    return after


class Referee:
    """Follows a game move by move."""

    def __init__(self, players: int, layout: str, cap: int, first: int, spare: str | None) -> None:
        self.cap = cap
        self.spare = spare
        self.seats = [c for c in COLOURS if c != spare]
        assert len(self.seats) == players
        self.first = first
        head = COLOURS.index(self.seats[first])
        self.labels = {COLOURS[(head + i) % 3]: label for i, label in enumerate(("1st", "2nd", "3rd"))}
        self.toppings = {c: set(STARTS[layout][self.labels[c]]) for c in COLOURS}
        self.rounds = 0
        self.cuts: dict[str, int] = {}
        self.winners: list[str] | None = None
        self.start_round()

    def start_round(self) -> None:
        self.cuts = {}
        n = len(self.seats)
        self.queue = [self.seats[(self.first + i) % n] for i in range(n)]
        self.stage = "add"
        self.skip()

    def spaces_for(self, colour: str) -> set[Cube]:
        taken = set().union(*self.toppings.values())
        return {c for c in BOARD - taken if not any(touching(c, own) for own in self.toppings[colour])}

    def skip(self) -> None:
        while self.queue and not self.spaces_for(self.queue[0]):
            self.queue.pop(0)
        if not self.queue:
            self.stage = "spare" if self.spare else "cut"

    def beside_cutter(self) -> set[Cube]:
        assert self.spare
        axis, number = CUT_AXIS[self.labels[self.spare]], self.cuts[self.spare]
        taken = set().union(*self.toppings.values())
        return {c for c in BOARD - taken if abs(c[axis] + 3.5 - number) < 1}

    def rolled(self, number: int) -> None:
        """The unselected colour's die showed that number."""
        assert self.spare
        self.cuts[self.spare] = number
        if not self.beside_cutter():
            self.stage = "cut"

    def legal(self, seat: str) -> set[str]:
        if self.winners is not None:
            return set()
        if self.stage == "add":
            return {space_name(c) for c in self.spaces_for(seat)} if self.queue[0] == seat else set()
        if self.stage == "spare":
            mine = seat == self.seats[self.first]
            return {f"{self.spare} {space_name(c)}" for c in self.beside_cutter()} if mine else set()
        return set() if seat in self.cuts else {f"cut {k}" for k in range(1, 7)}

    def play(self, seat: str, text: str) -> None:
        assert text in self.legal(seat)
        if self.stage == "add":
            self.toppings[seat].add(CUBES[text])
            self.queue.pop(0)
            self.skip()
        elif self.stage == "spare":
            assert self.spare
            self.toppings[self.spare].add(CUBES[text.split()[1]])
            self.stage = "cut"
        else:
            self.cuts[seat] = int(text.split()[1])
            if len(self.cuts) == 3:
                self.resolve()

    def resolve(self) -> None:
        self.toppings = replaced(self.toppings, slices({self.labels[c]: k for c, k in self.cuts.items()}))
        self.rounds += 1
        counts = {c: len(spaces) for c, spaces in self.toppings.items()}
        if max(counts.values()) >= 16 or self.rounds == self.cap:
            best = max(counts[c] for c in self.seats)
            beaten = self.spare is not None and counts[self.spare] > best
            self.winners = [] if beaten else [c for c in self.seats if counts[c] == best]
            return
        turn = {"1st": "3rd", "2nd": "1st", "3rd": "2nd"}
        self.labels = {c: turn[label] for c, label in self.labels.items()}
        self.first = (self.first + 1) % len(self.seats)
        self.start_round()
