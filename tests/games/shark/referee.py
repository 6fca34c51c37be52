"""A slow, obvious Pizza Shark: lists, dictionaries and texts. It shares no code with the game, only the deck's table.

Chance is not its own: what is dealt or drawn is read from the position the game went to, and checked to be possible.
"""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path
from typing import Any

TYPES = ["cheese", "pepperoni", "mushroom"]
SEATS = ["green", "black", "purple", "yellow"]
HALVES = ["1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b"]
DECK = Path(__file__).parents[3] / "src/pizzabox/games/shark/board/deck.csv"


def read_cards() -> list[dict[str, Any]]:
    """63 main cards, then the six starters."""
    rows = list(csv.DictReader(DECK.read_text(encoding="utf-8").splitlines()))
    made = []
    for wanted in ("main", "starter"):
        for row in rows:
            if row["deck"] == wanted:
                card = {"name": row["name"], "type": row["type"], "cost": int(row["cost"])}
                made += [{**card, "icons": row["actions"].split(" + ")}] * int(row["copies"])
    return made


CARDS = read_cards()


class Player:
    def __init__(self, seat: str, drawn: list[str]) -> None:
        self.seat = seat
        kinds: dict[str, str] = {"1a": "cheese", "2a": "pepperoni", "3a": "mushroom"}
        kinds.update(zip(["1b", "2b"], drawn, strict=False))
        self.kind: dict[str, str | None] = {h: kinds.get(h) for h in HALVES}
        self.filled = dict.fromkeys(HALVES, 0)
        self.stock = dict.fromkeys(TYPES, 0)
        self.anchovies = 1
        self.deck: set[int] = set(range(63, 69))
        self.discard: set[int] = set()
        self.hand: list[int] = []
        self.stage = "idle"
        self.placing: str | None = None
        self.icons: Counter[str] = Counter()
        self.goal_icons: Counter[str] = Counter()
        self.gift: str | None = None

    @property
    def placed(self) -> int:
        return sum(self.filled.values())

    def fitting(self, kind: str) -> list[str]:
        return [h for h in HALVES if self.filled[h] < 3 and self.kind[h] in (None, kind)]

    def finished(self, kind: str) -> int:
        return sum(self.kind[h] == kind and self.filled[h] == 3 for h in HALVES)


class Referee:
    """Follows a game move by move."""

    def __init__(self, start: Any, players: int, goals: bool, extra: int, cap: int) -> None:
        self.first, self.cap, self.n = start.first, cap, players
        drawn = [[TYPES[start.half[p, h] - 1] for h in (1, 3) if start.half[p, h]] for p in range(players)]
        self.players = [Player(SEATS[p], drawn[p]) for p in range(players)]
        self.supply = dict.fromkeys(TYPES, 60)
        self.anchovies = 30 - players
        self.maw: Counter[str] = Counter()
        self.rail: list[int | None] = [start.rail[j] for j in range(4)]
        self.trash: set[int] = set()
        self.goals: dict[str, int] = {TYPES[t]: start.goal[t] for t in range(3)} if goals else {}
        self.claimed: dict[str, int] = {}
        self.anchovies -= len(self.goals)
        self.main = set(range(63)) - {c for c in self.rail if c is not None} - set(self.goals.values())
        for kind, card in self.goals.items():
            assert CARDS[card]["type"] == kind and CARDS[card]["cost"] <= 3
        order = [(self.first + k) % players for k in range(players)]
        for k, p in enumerate(order):
            if k % 2:
                self.players[p].anchovies += extra
                self.anchovies -= extra
        self.to_pick = [p for k, p in enumerate(order) for _ in range([1, 2, 1, 2][k] if players == 4 else k + 1)]
        self.phase, self.active, self.turns = "setup", self.first, 0
        self.upgrader, self.upgraded, self.swapped = self.first, 0, [False, False]
        self.want: Counter[str] = Counter()
        self.safe: set[int] = set()
        self.lost: dict[int, Counter[str]] = {}
        self.queue: list[int] = []
        self.owed: dict[int, int] = {}
        self.winners: list[int] | None = None

    def team(self, p: int) -> list[int]:
        return [p, (p + 2) % 4] if self.n == 4 else [p]

    def opponents(self, p: int) -> list[int]:
        return [q for q in range(self.n) if q not in self.team(p)]

    # What can be done.

    def actors(self) -> list[int]:
        if self.winners is not None:
            return []
        if self.phase == "setup":
            return [self.to_pick[0]]
        if self.phase == "act":
            return sorted(p for p in self.team(self.active) if self.players[p].stage != "idle")
        if self.phase == "pass":
            return sorted(p for p in self.team(self.active) if self.players[p].gift is None)
        if self.phase == "upgrade":
            return [self.upgrader]
        return [self.queue[0]]

    def legal(self, p: int) -> set[str]:
        if p not in self.actors():
            return set()
        me = self.players[p]
        if self.phase == "setup":
            return {f"pick {t}" for t in TYPES}
        if self.phase == "pass":
            return {"keep"} | {f"pass {t}" for t in TYPES if me.stock[t]}
        if self.phase == "upgrade":
            return {"end"} | {
                f"upgrade {i + 1} to {j + 1}"
                for i in range(2)
                for j in range(4)
                if not self.swapped[i] and self.rail[j] is not None and self.price(i, j) <= me.anchovies
            }
        if self.phase == "lure":
            return {"no bait"} | self.baits(p)
        if self.phase == "eat":
            return {f"lose {t}" for t in TYPES if me.stock[t]}
        if me.goal_icons:
            return {"done"} | self.uses(p, me.goal_icons)
        if me.stage == "place":
            kinds = [me.placing] if me.placing else TYPES
            return {"draw"} | {f"set {t} {h}" for t in kinds if me.stock[t] for h in me.fitting(t)}
        return {"done"} | self.uses(p, me.icons)

    def price(self, i: int, j: int) -> int:
        me, new = self.players[self.upgrader], self.rail[j]
        assert new is not None
        return max(1, CARDS[new]["cost"] - CARDS[me.hand[i]]["cost"])

    def baits(self, p: int) -> set[str]:
        found, money = set(), self.players[p].anchovies
        mine = p not in self.safe and self.loss(p) > 0
        mate = self.n == 4 and (p + 2) % 4 not in self.safe and self.loss((p + 2) % 4) > 0
        if mine and money >= 3:
            found.add("bait self")
        if mate and money >= 3:
            found.add("bait partner")
        if mine and mate and money >= 6:
            found.add("bait both")
        return found

    def available(self, kind: str) -> bool:
        return self.supply[kind] + self.maw[kind] > 0

    def uses(self, p: int, icons: Counter[str]) -> set[str]:
        me, found = self.players[p], set()
        for icon in icons:
            verb, _, what = icon.partition("_")
            if verb == "take":
                found |= {
                    f"take any {t}" if what == "any" else f"take {t}"
                    for t in TYPES
                    if what in ("any", t) and self.available(t)
                }
            elif icon == "anchovy":
                if self.anchovies + self.maw["anchovy"] > 0:
                    found.add("anchovy")
            elif verb == "place":
                for t in TYPES:
                    if what in ("any", t) and me.stock[t]:
                        found |= {f"place {'any ' if what == 'any' else ''}{t} {h}" for h in me.fitting(t)}
            else:
                found |= self.uses_against(p, icon)
        return found

    def uses_against(self, p: int, icon: str) -> set[str]:
        me, found = self.players[p], set()
        for q in self.opponents(p):
            you = self.players[q]
            if icon in ("steal_anchovy", "feed_anchovy"):
                if you.anchovies:
                    found.add(f"{icon.replace('_', ' ')} {you.seat}")
                continue
            for t in TYPES:
                if not you.stock[t]:
                    continue
                if icon == "steal_and_plate":
                    found |= {f"heist {t} {you.seat} {h}" for h in me.fitting(t)}
                elif icon == "feed_slice":
                    found.add(f"feed {t} {you.seat}")
                elif icon == "steal_any":
                    found.add(f"steal any {t} {you.seat}")
                elif icon == f"steal_{t}":
                    found.add(f"steal {t} {you.seat}")
        return found

    # What it does.

    def play(self, p: int, text: str, after: Any) -> None:
        assert text in self.legal(p), text
        me, words = self.players[p], text.split()
        if words[0] == "pick":
            self.take(me, words[1])
            self.to_pick.pop(0)
            if not self.to_pick:
                self.start_turn(after)
        elif text in ("draw", "done", "keep", "end"):
            self.finish_phase(p, after)
        elif words[0] == "set":
            me.placing = words[1]
            me.stock[words[1]] -= 1
            self.plate(p, words[1], words[2])
        elif words[0] == "upgrade":
            self.upgrade(int(words[1]) - 1, int(words[3]) - 1)
        elif words[0] == "pass":
            me.gift = words[1]
            self.exchange()
        elif "bait" in words:
            self.bait(p, text, after)
        elif words[0] == "lose":
            self.eat(p, words[1], 1)
            self.owed[p] -= 1
            self.chew(after)
        else:
            self.use(p, words)
        if self.phase == "act" and self.winners is None:
            self.settle(p)

    def take(self, me: Player, kind: str) -> None:
        if not self.supply[kind]:
            self.supply[kind], self.maw[kind] = self.maw[kind], 0
        self.supply[kind] -= 1
        me.stock[kind] += 1

    def take_anchovy(self, me: Player) -> None:
        if not self.anchovies:
            self.anchovies, self.maw["anchovy"] = self.maw["anchovy"], 0
        if self.anchovies:
            self.anchovies -= 1
            me.anchovies += 1

    def use(self, p: int, words: list[str]) -> None:
        me = self.players[p]
        pool = me.goal_icons or me.icons
        seat = next((w for w in words if w in SEATS), None)
        you = self.players[SEATS.index(seat)] if seat else None
        kind = next((w for w in words if w in TYPES), "")
        if words[0] == "heist":
            icon = "steal_and_plate"
        elif words[0] == "anchovy":
            icon = "anchovy"
        elif words[0] == "feed" and kind:
            icon = "feed_slice"
        else:
            icon = f"{words[0]}_{words[1]}"
        pool[icon] -= 1
        if not pool[icon]:
            del pool[icon]
        if words[0] == "take":
            self.take(me, kind)
        elif words[0] == "anchovy":
            self.take_anchovy(me)
        elif words[0] == "place":
            me.stock[kind] -= 1
            self.plate(p, kind, words[-1])
        elif you and not kind:
            you.anchovies -= 1
            if words[0] == "steal":
                me.anchovies += 1
            else:
                self.maw["anchovy"] += 1
        elif you:
            you.stock[kind] -= 1
            if words[0] == "steal":
                me.stock[kind] += 1
            elif words[0] == "feed":
                self.maw[kind] += 1
            else:
                self.plate(p, kind, words[-1])

    def plate(self, p: int, kind: str, half: str) -> None:
        me = self.players[p]
        assert half in me.fitting(kind)
        me.kind[half] = kind
        me.filled[half] += 1
        if all(self.players[q].placed == 24 for q in self.team(p)):
            self.winners = sorted(self.team(p))
        elif kind in self.goals and kind not in self.claimed:
            card = self.goals[kind]
            if me.finished(kind) >= CARDS[card]["cost"]:
                self.claimed[kind] = p
                me.anchovies += 1
                me.goal_icons.update(CARDS[card]["icons"])
                self.trash.add(card)

    def settle(self, p: int) -> None:
        """End what nobody can go on with."""
        me = self.players[p]
        if me.goal_icons and not self.uses(p, me.goal_icons):
            me.goal_icons.clear()
        if me.goal_icons or me.stage != "play":
            return
        if not me.icons or (self.n < 4 and not self.uses(p, me.icons)):
            self.ready(p)

    def ready(self, p: int) -> None:
        self.players[p].icons.clear()
        self.players[p].stage = "idle"
        if any(self.players[q].stage != "idle" for q in self.team(self.active)):
            return
        if self.n == 4:
            self.phase = "pass"
            for q in self.team(self.active):
                self.players[q].gift = None if any(self.players[q].stock.values()) else "nothing"
            self.exchange()
        else:
            self.start_upgrade(self.active)

    def exchange(self) -> None:
        a, b = (self.players[q] for q in self.team(self.active))
        if a.gift is None or b.gift is None:
            return
        for giver, taker in ((a, b), (b, a)):
            if giver.gift in TYPES:
                giver.stock[giver.gift] -= 1
                taker.stock[giver.gift] += 1
        a.gift = b.gift = None
        self.start_upgrade(self.active)

    def start_upgrade(self, p: int) -> None:
        self.phase, self.upgrader, self.upgraded, self.swapped = "upgrade", p, 0, [False, False]

    def finish_phase(self, p: int, after: Any) -> None:
        me = self.players[p]
        if self.phase == "upgrade":
            self.attack(after)
        elif self.phase == "pass":
            me.gift = "nothing"
            self.exchange()
        elif me.goal_icons:
            me.goal_icons.clear()
        elif me.stage == "place":
            self.turn_up(p, after)
        else:
            self.ready(p)

    def start_turn(self, after: Any) -> None:
        self.phase = "act"
        for p in self.team(self.active):
            me = self.players[p]
            me.stage, me.placing = "place", None
            if not any(me.stock[t] and me.fitting(t) for t in TYPES):
                self.turn_up(p, after)
        for p in self.team(self.active):
            if self.phase == "act":
                self.settle(p)

    def turn_up(self, p: int, after: Any) -> None:
        me = self.players[p]
        if not me.deck:
            me.deck, me.discard = me.discard, set()
        me.hand = [after.own[p, after.hand[p, i]] for i in range(2)]
        assert set(me.hand) <= me.deck and len(set(me.hand)) == 2
        me.deck -= set(me.hand)
        me.stage, me.placing = "play", None
        me.icons = Counter(icon for card in me.hand for icon in CARDS[card]["icons"])

    def upgrade(self, i: int, j: int) -> None:
        me, new = self.players[self.upgrader], self.rail[j]
        assert new is not None
        paid = self.price(i, j)
        me.anchovies -= paid
        self.anchovies += paid
        if me.hand[i] < 63:
            self.trash.add(me.hand[i])
        me.hand[i] = new
        self.rail[j] = None
        self.swapped[i] = True
        self.upgraded += 1

    def attack(self, after: Any) -> None:
        me = self.players[self.upgrader]
        me.discard |= set(me.hand)
        me.hand = []
        rail = [c for c in self.rail if c is not None]
        if not self.upgraded:
            self.trash.add(rail.pop(0))
        fresh = [after.rail[j] for j in range(len(rail), 4)]
        for card in fresh:
            if not self.main:
                self.main, self.trash = self.trash, set()
            self.main.remove(card)
        self.rail = [*rail, *fresh]
        self.want = Counter()
        for card in fresh:
            self.want[CARDS[card]["type"]] += CARDS[card]["cost"]
        self.safe, self.lost, self.owed = set(), {}, {}
        clockwise = [(self.upgrader + k) % self.n for k in range(1, self.n + 1)]
        self.victims = [q for q in clockwise if self.n == 2 or q in self.opponents(self.upgrader)]
        self.phase, self.queue = "lure", list(self.victims)
        self.ask(after)

    def loss(self, q: int) -> int:
        typed = {t: min(self.players[q].stock[t], self.want[t]) for t in TYPES}
        rest = sum(self.players[q].stock.values()) - sum(typed.values())
        return sum(typed.values()) + min(rest, self.want["none"])

    def ask(self, after: Any) -> None:
        while self.queue and not self.baits(self.queue[0]):
            self.queue.pop(0)
        if self.queue:
            return
        for q in self.victims:
            if q not in self.safe:
                for t in TYPES:
                    self.eat(q, t, min(self.players[q].stock[t], self.want[t]))
                self.owed[q] = min(sum(self.players[q].stock.values()), self.want["none"])
        self.phase, self.queue = "eat", list(self.victims)
        self.chew(after)

    def bait(self, p: int, text: str, after: Any) -> None:
        mate = (p + 2) % 4
        for q in {"no bait": [], "bait self": [p], "bait partner": [mate], "bait both": [p, mate]}[text]:
            self.players[p].anchovies -= 3
            self.maw["anchovy"] += 3
            self.safe.add(q)
        self.queue.pop(0)
        self.ask(after)

    def eat(self, q: int, kind: str, n: int) -> None:
        self.players[q].stock[kind] -= n
        self.maw[kind] += n
        self.lost.setdefault(q, Counter())[kind] += n

    def chew(self, after: Any) -> None:
        while self.queue:
            q = self.queue[0]
            stock = self.players[q].stock
            if self.owed.get(q, 0):
                if self.owed[q] < sum(stock.values()) and sum(map(bool, stock.values())) > 1:
                    return
                for t in TYPES:
                    n = min(stock[t], self.owed[q])
                    self.eat(q, t, n)
                    self.owed[q] -= n
            self.queue.pop(0)
        bitten = [q for q, lost in self.lost.items() if sum(lost.values())]
        if len(bitten) == 1:
            self.take_anchovy(self.players[bitten[0]])
        self.end_attack(after)

    def end_attack(self, after: Any) -> None:
        if self.n == 4 and self.upgrader == self.active:
            self.start_upgrade((self.active + 2) % 4)
            return
        self.turns += 1
        if self.turns == self.cap * (2 if self.n == 4 else self.n):
            score = {
                p: (
                    sum(self.players[q].placed for q in self.team(p)),
                    sum(self.players[q].anchovies for q in self.team(p)),
                )
                for p in range(self.n)
            }
            self.winners = [p for p in range(self.n) if score[p] == max(score.values())]
            return
        self.active = (self.active + 1) % self.n
        self.start_turn(after)
