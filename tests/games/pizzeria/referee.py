"""A slow, obvious Pizzeria: lists of slice names and nothing clever. It shares no code with the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import floor

KINDS = range(2, 12)
HOUSE_LEAVES = {2: 0, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 2, 10: 2, 11: 3}


@cache
def kinds(name: str) -> list[int]:
    """The kinds on a slice: 7, 7-1 (one leaf), 4/6."""
    return [int(part) for part in name.split("-", maxsplit=1)[0].split("/")]


@cache
def leaves(name: str) -> int:
    if "/" in name:
        return 0
    return int(name.split("-")[1]) if "-" in name else HOUSE_LEAVES[int(name)]


def count(slices: Sequence[str], kind: int) -> float:
    """Slices of a kind, mixed ones as halves (which floats hold exactly)."""
    return sum(1 / len(kinds(name)) for name in slices if kind in kinds(name))


def majorities(saved: list[list[str]], offers: dict[str, int]) -> dict[int, list[int]]:
    """Who scores each kind."""
    found = {}
    for kind in range(3, 12):
        counts = [count(slices, kind) for slices in saved]
        winners = [p for p, n in enumerate(counts) if n == max(counts) and n > 0]
        found[kind] = [offers["I"]] if offers.get("I") in winners else winners
    return found


def eaten_by_kind(slices: Sequence[str]) -> Counter[int]:
    return Counter(kinds(name)[0] for name in slices)


def scores(
    saved: list[list[str]], eaten: list[list[str]], offers: dict[str, int], mark: int | None
) -> list[dict[str, int]]:
    """Everybody's points by their source."""
    most = majorities(saved, offers)
    return [score(player, saved, eaten, offers, mark, most) for player in range(len(saved))]


def score(
    player: int,
    saved: list[list[str]],
    eaten: list[list[str]],
    offers: dict[str, int],
    mark: int | None,
    most: dict[int, list[int]],
) -> dict[str, int]:
    points = {"kinds": sum(kind for kind, winners in most.items() if player in winners)}
    mine, had = saved[player], eaten[player]
    points["tomatoes"] = 2 * mine.count("2")
    points["basil"] = sum(leaves(name) for name in had)
    held = {letter for letter, p in offers.items() if p == player}
    points["offers"] = 0
    if "C" in held and mark:
        points["offers"] += sum(kinds(name) == [mark] for name in mine)
    if "G" in held:
        points["offers"] += 5
    if "H" in held:
        points["offers"] += len({kind for name in mine for kind in kinds(name)})
    if "K" in held:
        points["offers"] += len(eaten_by_kind(had))
    if "L" in held:
        points["offers"] += max(eaten_by_kind(had).values(), default=0)
    return points


def claim(own: float, other: float, left: int, kind: int) -> int:
    """What a player may expect of a kind by P9.8, in hundredths of a point."""
    if own == 0:
        return 0
    share = Fraction(1, 2) + Fraction(own - other) / (left + 1)
    return floor(100 * kind * min(max(share, Fraction(0)), Fraction(1)))


@cache
def all_divisions(ring: int, n: int, tile: bool) -> set[str]:
    """Every way to cut a ring into n portions, with every place of an offer."""
    made = set()
    for cuts in combinations(range(1, ring + 1), n):
        text = "cut " + " ".join(map(str, cuts))
        made |= {f"{text} offer {k + 1}" for k in range(n)} if tile else {text}
    if tile:
        made |= {"cut " + " ".join(map(str, cuts)) + " offer alone" for cuts in combinations(range(1, ring + 1), n - 1)}
    return made


class Referee:
    """Follows a game move by move, by the texts of the moves."""

    def __init__(
        self, heads: int, variant: str, first: int, piles: list[list[str]], lids: list[str], aside: list[str]
    ) -> None:
        self.heads, self.variant, self.first = heads, variant, first
        self.portions_wanted = {2: 4, 3: 3, 4: 4, 5: 5, 6: 6}[heads]
        self.rounds = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}[heads]
        self.piles = {i + 1: list(pile) for i, pile in enumerate(piles[: self.rounds])}
        self.lids = {i + 1: lid for i, lid in enumerate(lids[: self.rounds])}
        self.aside = list(aside)
        self.saved: list[list[str]] = [[] for _ in range(heads)]
        self.eaten: list[list[str]] = [[] for _ in range(heads)]
        self.offers: dict[str, int] = {}
        self.used: set[str] = set()
        self.known: set[str] = set()
        self.mark: int | None = None
        self.round = 0
        self.new_round()

    # The course of a round

    def slicer(self) -> int:
        return (self.first + self.round) % self.heads

    def new_round(self) -> None:
        self.stage = "pile"
        self.pizza: list[str] = []
        self.portions: list[list[int]] = []
        self.taken: dict[int, int] = {}
        self.tile: str | None = None
        self.tile_on: int | None = None
        self.plate: list[int] = []
        self.hand: str | None = None
        self.queue: list[int] = []

    def actor(self) -> int | None:
        if self.stage == "over":
            return None
        if self.stage in ("pile", "divide"):
            return self.slicer()
        if self.stage in ("dibs", "nibble"):
            return self.offers["D"]
        if self.stage == "jump":
            return self.offers["F"]
        if self.stage == "last":
            return self.offers["J"]
        return self.queue[0]

    def can_use(self, letter: str, player: int) -> bool:
        return self.offers.get(letter) == player and letter not in self.used

    def edible(self, player: int) -> set[str]:
        return {name for name in self.saved[player] if leaves(name)}

    def whole_kinds(self, player: int) -> set[int]:
        return {kinds(name)[0] for name in self.saved[player] if len(kinds(name)) == 1}

    def forced(self) -> str | None:
        if self.stage == "pile" and len(self.piles) == 1:
            return f"pile {next(iter(self.piles))}"
        if self.stage == "pick":
            left = [k for k in range(len(self.portions)) if k not in self.taken]
            if len(left) == 1:
                return f"portion {left[0] + 1}"
        if self.stage in ("nibble", "taste") and self.hand and not leaves(self.hand):
            return "save"
        if self.variant.startswith("solo") and self.actor() == 1:
            return self.jeff()
        return None

    def legal(self) -> set[str]:
        player = self.actor()
        assert player is not None
        if self.stage == "pile":
            return {f"pile {i}" for i in self.piles}
        if self.stage == "dibs":
            return {f"take {i + 1}" for i in range(len(self.pizza))} | {"pass"}
        if self.stage in ("nibble", "taste"):
            return {"eat", "save"}
        if self.stage == "divide":
            return all_divisions(len(self.pizza), self.portions_wanted, self.tile is not None)
        if self.stage == "jump":
            return {"first", "pass"}
        if self.stage == "pick":
            made = {f"portion {k + 1}" for k in range(len(self.portions)) if k not in self.taken}
            return made | (self.shifts() if self.can_use("E", player) else set())
        if self.stage == "chew":
            made = {"save all"}
            for n in range(1, len(self.plate) + 1):
                for some in combinations(sorted(self.plate), n):
                    made.add("eat " + " ".join(str(i + 1) for i in some))
            return made
        if self.stage == "retro":
            return {f"bite {name}" for name in self.edible(player)} | {"pass"}
        if self.stage == "draw":
            return {"reveal", "pass"}
        if self.stage == "mark":
            return {f"mark {kind}" for kind in self.whole_kinds(player)}
        assert self.stage == "last"
        return {f"devour {kind}" for kind in self.whole_kinds(player) - {2}} | {"pass"}

    def shifts(self) -> set[str]:
        made, ring = set(), len(self.pizza)
        home = {i: k for k, portion in enumerate(self.portions) for i in portion}
        for i in range(ring):
            for other in (home[(i - 1) % ring], home[(i + 1) % ring]):
                here = home[i]
                if other == here or here in self.taken or other in self.taken:
                    continue
                if self.portions[here] == [i] and self.tile_on != here:
                    continue
                made.add(f"move {i + 1} to {other + 1}")
        return made

    # Moves

    def play(self, text: str, tile: str | None) -> None:
        """`tile` is the offer on the table after the move, which chance may have drawn from the box."""
        assert text in self.legal(), text
        self.do(text, tile)
        while self.stage != "over" and (text := self.forced() or ""):
            self.do(text, tile)

    def do(self, text: str, tile: str | None) -> None:
        player, word, rest = self.actor(), text.split(maxsplit=1)[0], text.split()[1:]
        assert player is not None
        if word == "pile":
            self.serve(int(rest[0]), tile)
        elif word == "take":
            self.hand = self.pizza.pop(int(rest[0]) - 1)
            self.used.add("D")
            self.stage = "nibble"
        elif self.stage in ("nibble", "taste"):
            assert self.hand
            (self.eaten if word == "eat" else self.saved)[player].append(self.hand)
            self.hand = None
            if self.stage == "nibble":
                self.stage = "divide"
            else:
                self.used.add("B")
                self.next_pick()
        elif word == "cut":
            self.divide(rest)
        elif word == "first":
            self.used.add("F")
            self.queue.remove(player)
            self.queue.insert(0, player)
            self.stage = "pick"
        elif word == "move":
            place, target = int(rest[0]) - 1, int(rest[2]) - 1
            for portion in self.portions:
                if place in portion:
                    portion.remove(place)
            self.portions[target].append(place)
            self.used.add("E")
        elif word == "portion":
            self.pick(player, int(rest[0]) - 1)
        elif self.stage == "chew":
            bites = [int(i) - 1 for i in rest] if word == "eat" else []
            for i in self.plate:
                (self.eaten if i in bites else self.saved)[player].append(self.pizza[i])
            self.plate = []
            self.use_tile(player)
        elif word == "bite":
            self.saved[player].remove(rest[0])
            self.eaten[player].append(rest[0])
            self.bites -= 1
            if not self.bites or not self.edible(player):
                self.used.add("A")
                self.next_pick()
        elif word == "reveal":
            self.hand = self.aside.pop()
            self.stage = "taste"
        elif word == "mark":
            self.mark = int(rest[0])
            self.used.add("C")
            self.next_pick()
        elif word == "devour":
            whole = [name for name in self.saved[player] if kinds(name) == [int(rest[0])]]
            self.saved[player] = [name for name in self.saved[player] if name not in whole]
            self.eaten[player] += whole
            self.stage = "over"
        else:
            assert word == "pass"
            if self.stage in ("retro", "draw"):
                self.used.add("A" if self.stage == "retro" else "B")
                self.next_pick()
            else:
                self.stage = {"dibs": "divide", "jump": "pick", "last": "over"}[self.stage]

    def serve(self, pile: int, tile: str | None) -> None:
        self.pizza = self.piles.pop(pile)
        if self.variant == "advanced":
            barred = set("DF") if self.heads == 2 else set()
            if self.round == 0:
                barred |= set("A")
            if self.round == self.rounds - 1:
                barred |= set("DEF")
            lid = self.lids.pop(pile)
            assert lid not in self.known
            self.known.add(lid)
            if lid in barred:
                assert tile is not None and tile not in barred and tile not in self.known
                assert tile not in self.lids.values()
                self.tile = tile
                self.known.add(tile)
            else:
                assert tile == lid
                self.tile = lid
        holder = self.offers.get("D")
        self.stage = "dibs" if holder is not None and "D" not in self.used else "divide"

    def divide(self, words: list[str]) -> None:
        numbers = [int(word) - 1 for word in words if word.isdecimal()]
        place = None
        if "offer" in words:
            place = words[-1]
            if place != "alone":
                numbers.pop()
        ring = len(self.pizza)
        for a, b in zip(numbers, [*numbers[1:], numbers[0] + ring], strict=True):
            self.portions.append([i % ring for i in range(a, b)])
        if place == "alone":
            self.portions.append([])
            self.tile_on = len(self.portions) - 1
        elif place:
            self.tile_on = int(place) - 1
        knife, other = self.slicer(), (self.slicer() + 1) % self.heads
        if self.variant == "solo-hard":
            self.queue = [1, 0, 1, 0]
        elif self.heads == 2:
            self.queue = [other, knife, other, knife]
        else:
            self.queue = [(knife + 1 + i) % self.heads for i in range(self.heads)]
        jumper = self.offers.get("F")
        asks = jumper is not None and "F" not in self.used and self.queue[0] != jumper
        self.stage = "jump" if asks else "pick"

    def pick(self, player: int, portion: int) -> None:
        self.taken[portion] = player
        self.plate = [i for i in self.portions[portion] if leaves(self.pizza[i])]
        self.saved[player] += [self.pizza[i] for i in self.portions[portion] if not leaves(self.pizza[i])]
        self.got_tile = self.tile_on == portion
        if self.got_tile:
            assert self.tile
            self.offers[self.tile] = player
        if self.plate:
            self.stage = "chew"
        else:
            self.use_tile(player)

    def use_tile(self, player: int) -> None:
        if self.got_tile and self.tile == "A" and self.edible(player):
            self.stage, self.bites = "retro", 2
        elif self.got_tile and self.tile == "B":
            self.stage = "draw"
        elif self.got_tile and self.tile == "C" and self.whole_kinds(player):
            self.stage = "mark"
        else:
            if self.got_tile and self.tile in ("A", "C"):
                self.used.add(self.tile)
            self.next_pick()

    def next_pick(self) -> None:
        self.queue.pop(0)
        self.stage = "pick"
        if self.queue:
            return
        self.round += 1
        self.new_round()
        if self.round == self.rounds:
            asks = "J" in self.offers and self.edible(self.offers["J"])
            self.stage = "last" if asks else "over"

    # Jeff and the end

    def jeff(self) -> str:
        if self.stage == "pile":
            return f"pile {min(self.piles)}"
        if self.stage == "divide":
            return "cut 1 5 8 10" if self.variant == "solo-hard" else "cut 1 4 7 10"
        if self.stage == "chew":
            bites = []
            for i in sorted(self.plate):
                if self.variant == "solo-easy":
                    continue
                if self.variant == "solo-hard":
                    if self.better_eaten(i, bites):
                        bites.append(i)
                    continue
                kind = kinds(self.pizza[i])[0]
                would_have = count(self.saved[1] + [self.pizza[j] for j in self.plate], kind)
                ahead = count(self.saved[1], kind) - count(self.saved[0], kind)
                if count(self.saved[0], kind) - would_have >= 2 or ahead >= 1:
                    bites.append(i)
            return "eat " + " ".join(str(i + 1) for i in sorted(bites)) if bites else "save all"
        best = None
        for k, portion in enumerate(self.portions):
            if k in self.taken:
                continue
            names = [self.pizza[i] for i in portion]
            worth = 0
            for name in names if self.variant != "solo-easy" else []:
                worth += leaves(name)
                if len(kinds(name)) == 2:
                    worth += 1
                elif name == "2":
                    worth += 2
                else:
                    kind = kinds(name)[0]
                    worth += 2 * (count(self.saved[1] + names, kind) >= count(self.saved[0], kind))
            rank = (worth, len(names), -k)
            if best is None or rank > best[0]:
                best = (rank, k)
        assert best
        return f"portion {best[1] + 1}"

    def better_eaten(self, i: int, bites: list[int]) -> bool:
        """The hard Jeff at one slice of his plate, with what he has decided to eat before it."""
        kind = kinds(self.pizza[i])[0]
        own = count(self.saved[1] + [self.pizza[j] for j in self.plate if j < i and j not in bites], kind)
        yours = count(self.saved[0], kind)
        gone = [name for hand in (*self.saved, *self.eaten) for name in hand] + [self.pizza[j] for j in self.plate]
        left = kind - sum(kinds(name) == [kind] for name in gone)

        def lead(mine: float) -> int:
            return claim(mine, yours, left, kind) - claim(yours, mine, left, kind)

        return lead(own + 1) - lead(own) < 100 * leaves(self.pizza[i])

    def totals(self) -> list[int]:
        return [sum(points.values()) for points in scores(self.saved, self.eaten, self.offers, self.mark)]

    def winners(self) -> list[int]:
        ranks = [(points, len(self.eaten[p])) for p, points in enumerate(self.totals())]
        return [p for p, rank in enumerate(ranks) if rank == max(ranks)]
