"""The slow referee, taking notes: which cards, icons, goals, attacks and endings a game has met."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.games.shark.referee import CARDS, TYPES, Referee


class Watcher(Referee):
    """A referee whose `met` counts what has happened, all games together."""

    def __init__(self, met: Counter[str], start: Any, players: int, goals: bool, extra: int, cap: int) -> None:
        self.met = met
        super().__init__(start, players, goals, extra, cap)
        self.how = ""
        met[f"{players} players"] += 1
        if extra and any(me.anchovies == 1 + extra for me in self.players):
            met["extra"] += 1

    def play(self, p: int, text: str, after: Any) -> None:
        me, words = self.players[p], text.split()
        goal = bool(me.goal_icons)
        self.how = "goal" if goal else words[0]
        claimed, tray_was_full = len(self.claimed), me.placed == 24
        short = {t for t in TYPES if not self.supply[t]}
        no_tin, phase = not self.anchovies, self.phase
        super().play(p, text, after)
        if len(self.claimed) > claimed:
            where = "a goal" if goal else "placing" if words[0] == "set" else "playing"
            self.met[f"goal reached by {where}"] += 1
            if me.goal_icons and self.winners is None:
                self.met["goal to be played"] += 1
        if goal and text == "done":
            self.met["goal left"] += 1
        if tray_was_full and phase == "act" and self.winners is None:
            self.met["full tray plays on"] += 1
        if "bait" in words:
            self.met[text] += 1
        if words[0] in ("lose", "pass", "keep"):
            self.met[words[0]] += 1
        if words[0] in ("take", "pick") and short & set(words):
            self.met["slices back from the maw"] += 1
        if words[0] == "anchovy" and no_tin:
            self.met["anchovies back from the maw"] += 1
        if self.winners is not None:
            self.note_end()

    def use(self, p: int, words: list[str]) -> None:
        me = self.players[p]
        pool, before = ("goal icon", me.goal_icons.copy()) if me.goal_icons else ("icon", me.icons.copy())
        super().use(p, words)
        now = me.goal_icons if pool == "goal icon" else me.icons
        for icon in before:
            if now[icon] < before[icon]:
                self.met[f"{pool} {icon}"] += 1
                break

    def plate(self, p: int, kind: str, half: str) -> None:
        before = set(self.claimed)
        super().plate(p, kind, half)
        for t in set(self.claimed) - before:
            self.met[f"goal {t}"] += 1
            self.met[f"goal of {CARDS[self.goals[t]]['cost']}"] += 1

    def turn_up(self, p: int, after: Any) -> None:
        if not self.players[p].deck:
            self.met["own deck anew"] += 1
        super().turn_up(p, after)
        for card in self.players[p].hand:
            self.met[f"card {card}"] += 1

    def upgrade(self, i: int, j: int) -> None:
        me, new = self.players[self.upgrader], self.rail[j]
        assert new is not None
        self.met["upgrade down" if CARDS[new]["cost"] <= CARDS[me.hand[i]]["cost"] else "upgrade up"] += 1
        super().upgrade(i, j)
        if all(self.swapped):
            self.met["two upgrades"] += 1

    def attack(self, after: Any) -> None:
        if not self.upgraded:
            self.met["oldest ticket trashed"] += 1
        if len(self.main) < max(1, self.upgraded):
            self.met["main deck anew"] += 1
        super().attack(after)

    def end_attack(self, after: Any) -> None:
        bitten = [q for q, lost in self.lost.items() if sum(lost.values())]
        self.met[f"bitten {min(len(bitten), 2)} of {len(self.victims)}"] += 1
        if self.n == 2 and bitten == [self.upgrader]:
            self.met["the active player alone bitten"] += 1
        super().end_attack(after)

    def take_anchovy(self, me: Any) -> None:
        had = me.anchovies
        super().take_anchovy(me)
        if self.phase == "eat":
            self.met["bonus" if me.anchovies > had else "bonus without an anchovy"] += 1

    def note_end(self) -> None:
        assert self.winners is not None
        team = " for a team" if self.n == 4 else ""
        if all(self.players[p].placed == 24 for p in self.winners):
            self.met[f"full trays{team}"] += 1
            self.met[f"full by {self.how}"] += 1
            return
        placed = [sum(self.players[q].placed for q in self.team(p)) for p in range(self.n)]
        best = [p for p in range(self.n) if placed[p] == max(placed)]
        if self.winners != best:
            self.met[f"time, anchovies decide{team}"] += 1
        elif len(self.winners) == (2 if self.n == 4 else 1):
            self.met[f"time, slices decide{team}"] += 1
        else:
            self.met[f"time, shared{team}"] += 1
