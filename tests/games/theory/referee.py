"""A slow, obvious Pizza Theory: sets of cube coordinates and nothing clever. It shares no code with the game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any

Cube = tuple[int, int, int]
BOARD: set[Cube] = {(x, y, z) for x, y, z in product(range(-3, 4), repeat=3) if x + y + z == 0}
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
    """Follows a game move by move, and notes what it has met."""

    def __init__(self, players: int, layout: str, cap: int, first: int, spare: str | None) -> None:
        self.met: set[str] = set()
        self.rule = ""
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

    @classmethod
    def begin(cls, options: Mapping[str, Any], drawn: int) -> Referee:
        """The start of a game with these options; who is first is drawn only where they do not name a colour."""
        players, spare = options["players"], str(options["unselected"]) if options["players"] == 2 else None
        seats = [c for c in COLOURS if c != spare]
        first = drawn if options["first"] == "random" else seats.index(str(options["first"]))
        return cls(players, str(options["layout"]), int(options["cap"]), first, spare)

    @classmethod
    def at(cls, state: dict[str, Any]) -> Referee:
        """In the middle of a game, from a position as JSON."""
        spare = None if state["spare"] == "none" else str(state["spare"])
        self = cls(state["players"], state["layout"], state["cap"], state["first"], spare)
        self.met = set()
        self.toppings = {c: {CUBES[name] for name in state["spaces"][i]} for i, c in enumerate(COLOURS)}
        self.labels = {c: state["label"][i] for i, c in enumerate(COLOURS)}
        self.rounds, self.stage = state["rounds"], state["phase"]
        self.cuts = {c: state["cut"][i] for i, c in enumerate(COLOURS) if state["cut"][i]}
        self.queue = self.queue[state["turn"] :]
        return self

    def start_round(self) -> None:
        self.cuts = {}
        n = len(self.seats)
        self.queue = [self.seats[(self.first + i) % n] for i in range(n)]
        self.stage = "add"
        self.skipped: list[str] = []
        self.skip()

    def spaces_for(self, colour: str) -> set[Cube]:
        taken = set().union(*self.toppings.values())
        return {c for c in BOARD - taken if not any(touching(c, own) for own in self.toppings[colour])}

    def skip(self) -> None:
        while self.queue and not self.spaces_for(self.queue[0]):
            self.skipped.append(self.queue.pop(0))
        if not self.queue:
            self.stage = "spare" if self.spare else "cut"
            self.met.add(f"{len(self.skipped)} of {len(self.seats)} skipped")

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
            self.met.add("no space beside the cutter")

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

    def refuses(self, seat: str, text: str) -> tuple[str, str] | None:
        """The key of the reason why a typed move is refused, and the rule; None when it is allowed."""
        if self.winners is not None:
            return "over", self.rule
        if not self.legal(seat):
            return {"add": ("turn", "T2.1"), "spare": ("spare_turn", "T5.4"), "cut": ("sealed", "T3.1")}[self.stage]
        head, _, tail = text.partition(" ")
        if head == "cut" and tail.isdecimal():
            if not 1 <= int(tail) <= 6:
                return "line", "T1.3"
            return {"add": ("not_cut", "T2.4"), "spare": ("not_cut_spare", "T5.4"), "cut": None}[self.stage]
        name = tail if head in COLOURS else text
        if not (len(name) >= 2 and name[0].isalpha() and name[1:].isdecimal()):
            return "unread", ""
        if head in COLOURS and head not in (seat, self.spare) and self.stage != "cut":
            return "other_colour", "T5.4" if self.stage == "spare" else "T2.1"
        if name not in CUBES:
            return ("space" if name[0] in "abcdefg" else "column"), "T1.2"
        if self.stage == "cut":
            return "not_add", "T3.1"
        if self.stage == "add" and head == self.spare:
            return "not_put", "T2.1"
        if self.stage == "spare" and head == seat:
            return "not_own", "T5.4"
        if any(CUBES[name] in lying for lying in self.toppings.values()):
            return "taken", "T5.4" if self.stage == "spare" else "T2.2"
        if self.stage == "add":
            near = any(touching(CUBES[name], own) for own in self.toppings[seat])
            return ("near", "T2.2") if near else None
        return None if CUBES[name] in self.beside_cutter() else ("beside", "T5.4")

    def note(self, parts: list[set[Cube]]) -> None:
        """What the cuts meet in the slices, before anything is replaced."""
        self.met.add(f"{len(parts)} slices")
        for part in parts:
            counts = sorted((len(lying & part) for lying in self.toppings.values()), reverse=True)
            if counts[0] > counts[1] > 0:
                self.met.add("a leader takes over")
            elif counts[0] == counts[1] > counts[2] > 0:
                self.met.add("two tie")
            elif counts[0] == counts[2] > 0:
                self.met.add("all tie")
        for lying in self.toppings.values():
            held = [len(lying & part) for part in parts]
            most = [max(len(each & part) for each in self.toppings.values()) for part in parts]
            if max(held) <= 1 and any(0 < n < m for n, m in zip(held, most, strict=True)):
                self.met.add("safe")
            if not lying:
                self.met.add("a colour without toppings")

    def resolve(self) -> None:
        parts = slices({self.labels[c]: k for c, k in self.cuts.items()})
        self.note(parts)
        self.toppings = replaced(self.toppings, parts)
        self.rounds += 1
        counts = {c: len(spaces) for c, spaces in self.toppings.items()}
        if max(counts.values()) > 16:
            self.met.add("more than 16")
        if max(counts.values()) >= 16 or self.rounds == self.cap:
            best = max(counts[c] for c in self.seats)
            beaten = self.spare is not None and counts[self.spare] > best
            self.winners = [] if beaten else [c for c in self.seats if counts[c] == best]
            self.end(counts, best)
            return
        turn = {"1st": "3rd", "2nd": "1st", "3rd": "2nd"}
        self.labels = {c: turn[label] for c, label in self.labels.items()}
        self.first = (self.first + 1) % len(self.seats)
        self.start_round()

    def end(self, counts: dict[str, int], best: int) -> None:
        """Which of the endings this is, and the rule that decides it."""
        assert self.winners is not None
        table, rest = f"{len(self.seats)} players", counts[self.spare] if self.spare else -1
        full = [c for c in self.seats if counts[c] >= 16]
        if rest >= 16:
            kind = "alone" if not full else "more" if rest > best else "equal" if rest == best else "less"
            self.rule = "T5.6"
            self.met.add(f"{table}: unselected 16, {kind}")
        elif full:
            kind = "wins" if len(full) == 1 else "tie-break" if len(self.winners) == 1 else "shared"
            self.rule = {"wins": "T4.2", "tie-break": "T4.3", "shared": "T4.4"}[kind]
            self.met.add(f"{table}: 16, {kind}")
        else:
            kind = "lost" if rest > best else f"{len(self.winners)} best"
            self.rule = "T5.6" if rest > best else "T4.5"
            self.met.add(f"{table}: limit, {kind}")
            if rest == best:
                self.met.add("limit, unselected equal")
