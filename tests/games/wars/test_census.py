"""The referee sees everything: a count of all that can happen in Pizza Wars, which fails when something was not met.

Random games of every kind of play bring the usual; positions set up by hand bring the rare. All are played through the
referee, state by state, and at every state bad moves are tried: each sentence of the catalogue must have been said, and
never for a move that the referee allows.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.position import Position
from pizzabox.games.wars.board import CARDS
from pizzabox.games.wars.rules import CODES, ROTATE
from tests.games.wars.helpers import setup
from tests.games.wars.referee import Referee
from tests.games.wars.test_cards import AGENT_TURN, ALL_SIX
from tests.games.wars.test_referee import VARIANTS, agree, judge_of, opening
from tests.games.wars.test_repetition import HOMELY
from tests.games.wars.test_rules import FAR, STUCK_DRIVER
from tests.helpers import legal_texts

say = Catalogue("pizzabox.games.wars")
PATTERNS = {
    key.removeprefix("why."): re.compile(re.sub(r"\\\{.*?\\\}", "(.+)", re.escape(template)))
    for key, template in say.raw().items()
    if key.startswith("why.")
}
TYPED = (
    "",
    "cheese",
    "f2 g",
    "f2 n9",
    "Mf2-g1",
    "Kf2-f3",
    "f2-a1",
    "e2>",
    "e2-e3 +cheese",
    "f2-g1 +hop",
    "a1-a2",
    "z9",
)
RULES = {"goal": {"W6.1"}, "close": {"W6.3"}, "stuck": {"W6.4", "W8.5"}, "quiet": {"W6.7"}, "repeated": {"W6.7"}}
RED_TURN: dict[str, Any] = {"player": 1, "side": "red"}
MOVES_OF = {
    "distance": ("Ka1-a4 +distance", "Dd4/0 Ka1/4", f"{FAR} Dc2/0"),
    "direction": ("Dd4-d1 +direction", "Dd4/0 Ka1/4", f"{FAR} Dc2/0"),
    "corner": ("Ka1xc2 +corner", "Dd4/0 Ka1/1", f"{FAR} Dc2/0"),
    "hop": ("Dd4-d7 +hop", "Dd4/0 Ka1/4", f"{FAR} Md6/0"),
    "reach": ("Ka1xc2 +reach", "Dd4/0 Ka1/4", f"{FAR} Dc2/0 Mb1/0"),
    "spin": ("Dd4 +spin 3", "Dd4/0 Ka1/4", FAR),
}


@cache
def keys_of(sentence: str) -> list[str]:
    return [key for key, pattern in PATTERNS.items() if pattern.fullmatch(sentence)]


class Census:
    """What has been met, by name."""

    def __init__(self) -> None:
        self.met: Counter[str] = Counter()

    def refused(self, pos: Position, judge: Referee, move: object, player: int | None = None) -> None:
        """Try a move. A refusal is one of the sentences, cites a rule, and the referee would refuse it too."""
        reason = pos.why_not(move, player)
        if reason is None:
            return
        keys = keys_of(reason.reason)
        assert len(keys) == 1, reason
        self.met[f"why {keys[0]}"] += 1
        assert reason.rule in pos.game.rules or keys == ["unread"]
        if isinstance(move, str):
            assert player not in (None, pos.state.player) or move not in judge.legal()

    def look(self, pos: Position, judge: Referee) -> None:
        """The state after a move."""
        agree(pos, judge)
        if not judge.winners:
            for player in judge.humans:
                land = judge.land(player)
                if len(land) >= judge.goals[player] and not judge.complete(player, judge.army):
                    self.met["the goal without the thirds"] += 1
            return
        three = len(judge.humans) == 3
        self.met[f"{judge.how} with {'three' if three else 'the Agent' if len(judge.sides) == 3 else 'two'}"] += 1
        self.refused(pos, judge, 0)
        reason = pos.why_not(0)
        assert reason is not None and reason.rule in RULES[judge.how]
        if judge.how in ("quiet", "repeated"):
            counts = {p: len(judge.land(p)) for p in judge.humans if p not in judge.out}
            best = [p for p in counts if counts[p] == max(counts.values())]
            decided = "shared" if len(judge.winners) > 1 else "by hexes" if len(best) == 1 else "by pranks"
            self.met[f"ladder {decided}"] += 1
        if judge.how == "goal":
            options = pos.game.options
            if options[f"goal_{judge.winners[0]}"] not in (0, options["goal"]):
                self.met[f"handicap of {judge.winners[0]}"] += 1
        if judge.how == "close" and len(judge.land(judge.winners[0])) < judge.goals[judge.winners[0]]:
            self.met["close call below the own goal"] += 1

    def play(self, pos: Position, judge: Referee, text: str) -> None:
        agents = judge.side not in judge.humans
        mode, out, passed = str(pos.game.options["cards"]), len(judge.out), judge.passed_over
        if "+" in text:
            self.met[f"card {text.partition('+')[2].split()[0]}"] += 1
            self.met[f"cards {mode}{' face down' if pos.game.options['face_down'] else ''}"] += 1
        if "x" in text:
            self.met["prank by the Agent" if agents else "prank"] += 1
        before = dict(judge.army)
        pos.play(text)
        judge.play(text)
        if "x" in text and [c for c in before if before[c].side == "green" != judge.army.get(c, before[c]).side]:
            self.met["prank on the Agent or Green"] += 1
        if agents and judge.winners and judge.how in ("goal", "close"):
            self.met["the Agent's move wins"] += 1
        self.met["out, and the game goes on"] += len(judge.out) > out and judge.winners is None
        self.met["the Agent is passed over"] += judge.passed_over > passed
        self.look(pos, judge)

    def script(self, pos: Position, *texts: str) -> Position:
        """A position by hand, played on as told."""
        judge = judge_of(pos)
        self.look(pos, judge)
        for text in texts:
            self.play(pos, judge, text)
        return pos


def random_games(census: Census) -> None:
    """Every kind of play; where it is won too soon for the rest, another seed may bring it."""
    for number, options in enumerate(VARIANTS):
        game = pizzabox.load("wars", **options)
        dice, pos = random.Random(number), game.start(seed=number)
        judge = opening(pos)
        for _ in range(120):
            if pos.over:
                break
            legal = legal_texts(pos)
            eager = [text for text in legal if "x" in text or "+" in text]
            census.play(pos, judge, dice.choice(eager if eager and dice.random() < 0.3 else legal))
            if not pos.over:
                for _ in range(3):
                    census.refused(pos, judge, dice.randrange(CODES))
                census.refused(pos, judge, dice.choice(TYPED))
                census.refused(pos, judge, dice.choice(legal), (pos.state.player + 1) % game.players)


def rare_ends(census: Census) -> None:
    close = ("De3/1 Kf5/2 Dg3/4 Ml2/2 Ca3/0", "Dl3/1 Kc6/4 Km3/0 Mb2/3 Cg2/1")
    census.script(setup(*close, goal=6), "Dg3-j6")
    census.script(setup(*close, goal=6, goal_white=9), "Dg3-j6")
    census.script(setup(STUCK_DRIVER, FAR, state=RED_TURN), "Dm3-m4", "m4>")
    green = {"player": 2, "side": "green"}
    census.script(setup(STUCK_DRIVER, FAR, "Ki8/0", players=3, state=green), "Ki8-j9", "j9>", "Dm3-m4", "m4>")
    census.script(setup(STUCK_DRIVER, "Dn1/4", "Ki8/0", players=3, state=green), "Ki8-j9", "j9>")
    close = ("Si6/1 Md3/5 Gj9/5 Ge10/3", "Gk1/1 Da2/2 Gi10/5 Kf1/5", "Kl4/4 Cg5/0 Sk2/2")
    census.script(setup(*close, players=3, goal=6), "Si6-i5")
    handicap = {"players": 3, "goal": 30, "goal_green": 2, "state": {**green, "opening": 0}}
    census.script(setup("Sa1/0", "Sn2/0", "Cf6/0 Kk4/0", **handicap), "Cf6-f5")
    there = ("Ke4-f4", "b2>", "Kl3-m3", "m2>", "Kf4-e4", "b2<", "Km3-l3", "m2<")
    census.script(setup(*HOMELY), *there, *there)
    census.script(setup(*HOMELY, patience=1), *there[:4])
    census.script(setup("Dd4/0 Mh1/0", FAR, patience=1), "Dd4-d5", "d5>", "Dm3-m4", "m4>")
    census.script(setup("Kd4/4", f"{FAR} Df3/0", patience=1), "Kd4xf3", "f3>", "Dm3-m4", "m4>", "Kf3-f4", "f4>")
    census.script(setup("Dd4/0 Mh1/0", FAR, goal=9, goal_white=2), "Mh1-i2")
    census.script(setup("Ma1/0 Df2/0", "Dm3/0 Dd4/0", goal=9, goal_red=4, state=RED_TURN), "Dd4-d5")
    agent = {"agent": True, "state": AGENT_TURN}
    census.script(setup("Di3/1 Gl1/4 Sk10/0", "Sl6/0 Sb1/2 Gg1/4", "Sf6/2 Kc5/1 Ka1/4", goal=4, **agent), "Sf6-e7")
    census.script(setup("Sn2/1 Sj3/0 Mf6/5", "Kh9/2 Ge2/0 Cf4/1", "Kh5/5 Ki8/0 Se7/1", goal=6, **agent), "Kh5-i6")
    census.script(setup("Ma1/0 Df3/0", FAR, "Kd4/4 Ck9/0", **agent), "Kd4xf3", "f3>")
    passed = setup("Ka1/4 Md7/0", FAR, "Dh11/0", agent=True, state={"opening": 0})
    census.script(passed, "Ka1-a2", "a2>")
    homely = ("Ke4/0 Sb2/0", HOMELY[1], "Cg8/0 Ki8/0 Sf8/0")
    first = {"player": 0, "opening": 1}
    census.script(setup(*homely, agent=True, patience=1, state=first), *there[:4])
    to_and_fro = (("Ki8-j9", "f8>"), ("Kj9-i8", "f8<"))
    three = [*there[:4], *to_and_fro[0], *there[4:], *to_and_fro[1]]
    census.script(setup(*homely, players=3), *three, *three)
    census.script(setup(*homely, players=3, patience=1), *three[:6])
    agents = [text for i in range(4) for text in (*there[2 * i : 2 * i + 2], *to_and_fro[i % 2])]
    census.script(setup(*homely, agent=True, state={"opening": 0}), *agents, *agents)
    census.script(setup(STUCK_DRIVER, FAR, "Ki8/0", agent=True, state={**AGENT_TURN, "player": 1}), "Ki8-j9", "j9>")


def every_card(census: Census) -> None:
    for card, (text, white, red) in MOVES_OF.items():
        three = census.script(setup(white, red, cards="three", state=ALL_SIX), text)
        assert three.state.spent[0, CARDS.index(card)] == 1
        holds = [[int(c == card) + int(c == "hop" != card) + int(c == "reach" and card == "hop") for c in CARDS]]
        census.script(
            setup(white, red, cards="onitama", state={"holds": [*holds, [0, 2, 0, 0, 0, 0]], "neutral": "spin"}), text
        )


def refusals(census: Census) -> None:
    """The sentences that random tries seldom bring."""
    armies = ("Si4/0 Sb5/1 Ck3/0", "Sf6/0 Kh3/4 Ge3/4", "Gd7/0 Ga4/0 Sg5/0")
    tries: list[tuple[Position, object]] = [
        (setup("Ma1/0 Df2/0", f"{FAR} Dd4/0", goal=4), "Df2-f3"),
        (setup("Kd4/4 Ma1/0", FAR, "Df4/3 Ck9/0", agent=True, state=AGENT_TURN), "Df4-f3"),
        (setup(*armies, agent=True, goal=5, state=AGENT_TURN), "Sg5-h6"),
        (setup("Kd4/4", f"{FAR} Df3/0 Me3/0"), "Kd4xf3"),
        (setup("Kd4/4", f"{FAR} Cf3/0"), "Kd4xf3"),
        (setup("Kd4/1", f"{FAR} Df3/0"), "Kd4xf3"),
        (setup("Cd4/0", f"{FAR} Df3/0"), "Cd4xf3"),
        (setup("Dd4/0 Md6/0", f"{FAR} Ke4/0"), "Dd4-f4"),
        (setup("Dd4/0 Cd2/0", FAR), "Dd4-d3"),
        (setup("Dd4/0 Ka1/4", FAR, cards="three", state={"holds": [[0, 0, 0, 1, 0, 0]]}), "Ka1 +spin 1"),
        (setup("Dd4/0 Sa1/0", FAR, cards="three", state=ALL_SIX), "Sa1 +spin 3"),
        (setup("Dd1/0 Ka2/4", FAR, cards="three", state=ALL_SIX), "Dd1 +spin 3"),
        (setup("Dd4/0 Ka1/4", FAR, cards="three", state=ALL_SIX), "Ka1-a2 +hop"),
        (setup("Dd4/0 Ka1/4", FAR, cards="three", state=ALL_SIX), "Ka1-a2 +cheese"),
    ]
    for pos, move in tries:
        judge = judge_of(pos)
        agree(pos, judge)
        assert pos.why_not(move) is not None, move
        census.refused(pos, judge, move)
    spun = setup("Dd4/0 Ka1/4", FAR, cards="three", state=ALL_SIX)
    judge = judge_of(spun)
    census.play(spun, judge, "Dd4 +spin 3")
    census.refused(spun, judge, "Ka1-a2")
    turned = setup("Dd4/0 Cd2/0", FAR)
    judge = judge_of(turned)
    census.play(turned, judge, "Dd4-d5")
    assert turned.state.phase == ROTATE
    for text in ("d2<", "Dd5-d6", "Cd2-d3"):
        census.refused(turned, judge, text)


WANTED = {
    *(f"why {key}" for key in PATTERNS),
    *(f"card {card}" for card in CARDS),
    *("cards equal", "cards three", "cards three face down", "cards onitama"),
    *(f"goal with {who}" for who in ("two", "three", "the Agent")),
    *(f"close with {who}" for who in ("two", "three", "the Agent")),
    "close call below the own goal",
    *(f"stuck with {who}" for who in ("two", "three", "the Agent")),
    *(f"quiet with {who}" for who in ("two", "three", "the Agent")),
    *(f"repeated with {who}" for who in ("two", "three", "the Agent")),
    *("ladder by hexes", "ladder by pranks", "ladder shared"),
    *("handicap of white", "handicap of red", "handicap of green"),
    *("prank", "prank by the Agent", "prank on the Agent or Green", "out, and the game goes on"),
    *("the Agent is passed over", "the Agent's move wins", "the goal without the thirds"),
}


@pytest.mark.rule("W6.1", "W6.3", "W6.4", "W6.6", "W6.7", "W7.2", "W8.2", "W8.5", "W9.4", "W9.5")
def test_the_referee_meets_everything_that_can_happen() -> None:
    pizzabox.load("wars").warm()
    census = Census()
    for part in (rare_ends, every_card, refusals, random_games):
        part(census)
    missing = sorted(what for what in WANTED if not census.met[what])
    assert not missing, f"never met: {', '.join(missing)}"
