"""The referee plays every variant to its rare ends: what a game can bring was met, and every refusal was given."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import pizzabox
from pizzabox.games.shark import why_not
from pizzabox.games.shark.board import CODES
from pizzabox.games.shark.phrases import say
from pizzabox.testing.random_games import LONG
from tests.games.shark.referee import CARDS, TYPES
from tests.games.shark.test_referee import agree, eager
from tests.games.shark.watcher import Watcher
from tests.helpers import legal_texts

Habit = Callable[[random.Random, list[str]], str]


def first_of(*wishes: str) -> Habit:
    """Somebody who does the first of these that is legal (a text that begins so), and else is eager."""

    def choose(dice: random.Random, texts: list[str]) -> str:
        for wish in wishes:
            found = [text for text in texts if text.startswith(wish)]
            if found:
                return dice.choice(found)
        return eager(dice, texts)

    return choose


idle = first_of("draw", "done", "end", "keep", "no bait")
miser = first_of("no bait", "anchovy", "steal anchovy", "take", "draw", "done", "end", "keep")
baiter = first_of(
    "bait both", "bait self", "bait partner", "anchovy", "steal anchovy", "take", "draw", "done", "end", "keep"
)
saver = first_of("bait both", "no bait", "anchovy", "take", "draw", "done", "end", "keep")
grabber = first_of("steal", "place", "heist", "set", "take")
cheese = first_of(
    *(
        "set cheese",
        "place cheese",
        "place any cheese",
        "take cheese",
        "take any cheese",
        "steal cheese",
        "pick cheese",
    ),
    *("steal any cheese", "pass cheese", "anchovy", "upgrade", "done", "draw", "end", "bait both", "bait self"),
)
GOALS = {"goals": True, "halves": False}
GAMES: list[tuple[Habit, tuple[int, ...], dict[str, Any]]] = [
    (eager, (36,), {"players": 2, **GOALS}),
    (eager, (40,), {"players": 3, "goals": True}),
    (eager, (201,), {"players": 4, **GOALS}),
    (eager, (300,), {"players": 4, "extra": 2, "cap": 10}),
    (eager, (1,), {"players": 3, "halves": False, "cap": 6}),
    (grabber, (19, 59, 72), {"players": 2, **GOALS}),
    (grabber, (5,), {"players": 3, **GOALS}),
    (idle, (1,), {"players": 2, "cap": 2}),
    (idle, (1,), {"players": 4, "cap": 1}),
    (idle, (1,), {"players": 4, "cap": 1, "extra": 1}),
    (miser, (1,), {"players": 4, "cap": 25}),
    (baiter, (0,), {"players": 4, "cap": 25}),
    (saver, (1,), {"players": 4, "cap": 15}),
    (saver, (1,), {"players": 2, "cap": 15}),
    (cheese, (0,), {"players": 4, "halves": False}),
]
"""Habits, seeds and options. Some seeds were searched for a rare end; with other cards or chance, search again."""
MORE: list[tuple[Habit, tuple[int, ...], dict[str, Any]]] = [
    (eager, (*range(8), 32), {"players": 2, **GOALS}),
    (eager, (*range(6), 26), {"players": 3, "goals": True}),
    (eager, (200, 202), {"players": 4, **GOALS}),
    (eager, (0, 2, 3), {"players": 3, "halves": False, "cap": 6}),
    (grabber, (5,), {"players": 2, **GOALS}),
    (grabber, (8,), {"players": 3, **GOALS}),
    (miser, (0,), {"players": 4, "cap": 25}),
    (baiter, (1,), {"players": 4, "cap": 25}),
    (saver, (0,), {"players": 4, "cap": 15}),
    (saver, (0,), {"players": 2, "cap": 15}),
]
"""What the long run follows besides: they bring nothing that the others do not."""

MUST: set[str] = {
    *(f"{n} players" for n in (2, 3, 4)),
    "extra",
    *("full trays", "full trays for a team", "full by set", "full by place", "full by heist", "full by goal"),
    *(f"time, {how}{team}" for how in ("slices decide", "anchovies decide", "shared") for team in ("", " for a team")),
    *(f"icon {icon}" for card in CARDS for icon in card["icons"]),
    *(f"goal icon {icon}" for card in CARDS if card["type"] != "none" and card["cost"] <= 3 for icon in card["icons"]),
    *(f"card {number}" for number in range(len(CARDS))),
    *(f"goal {kind}" for kind in TYPES),
    *(f"goal of {cost}" for cost in (1, 2, 3)),
    *(f"goal reached by {way}" for way in ("a goal", "placing", "playing")),
    *("goal to be played", "goal left", "full tray plays on"),
    *("bait self", "bait partner", "bait both", "no bait", "lose", "pass", "keep"),
    *("slices back from the maw", "anchovies back from the maw", "own deck anew", "main deck anew"),
    *("upgrade up", "upgrade down", "two upgrades", "oldest ticket trashed"),
    *("bitten 0 of 2", "bitten 1 of 2", "bitten 2 of 2", "the active player alone bitten"),
    *("bonus", "bonus without an anchovy"),
}
REFUSALS = {key for key in say.keys() if key.startswith("why.")} - {"why.over", "why.unread", "why.hint", "why.which"}
"""Sentences why a move is not allowed; of the other four the engine says one, and three are about texts that are no
move (test_words.py)."""


def ask_why(pos: Any, referee: Watcher, refused: Counter[str]) -> None:
    """Every move that the referee does not allow is refused with a sentence and a rule that exists."""
    known, s = pos.game.rules.rules, pos.state.read_only()
    for p in range(pos.game.players):
        legal = referee.legal(p)
        codes = range(CODES) if p in referee.actors() else (0,)
        for code in codes:
            if pos.game.words.text(s, p, code) not in legal:
                text, rule = pos.game.words.why(s, p, code)
                assert text and rule in known
                assert pos.why_not(code, p) is not None
                refused[text] += 1


def follow(habit: Habit, seed: int, options: dict[str, Any], met: Counter[str], refused: Counter[str]) -> None:
    game = pizzabox.load("shark", **options)
    dice, pos = random.Random(seed), game.start(seed=seed)
    chosen = game.options
    known = (game.players, bool(chosen["goals"]), int(chosen["extra"]), int(chosen["cap"]))
    referee = Watcher(met, pos.state, *known)
    asked: set[Any] = set()
    while not pos.over:
        s = pos.state
        kind = (
            s.phase,
            tuple(s.step),
            s.swapped,
            bool(s.can + s.maw[3]),
            all(s.supply[t] + s.maw[t] for t in range(3)),
        )
        kind = (*kind, s.lured, tuple(any(row) for row in s.bonus.tolist()))
        if kind not in asked:
            asked.add(kind)
            agree(referee, s)
            ask_why(pos, referee, refused)
        player = dice.choice(pos.actors)
        texts = legal_texts(pos, player)
        assert set(texts) == referee.legal(player)
        text = habit(dice, texts)
        pos.play(text, player)
        referee.play(player, text, pos.state)
    agree(referee, pos.state)
    ask_why(pos, referee, refused)
    by_trays = any(me.placed == 24 for p, me in enumerate(referee.players) if p in (referee.winners or []))
    assert pos.game.words.why(pos.state, 0, None)[1] == ("S6.1" if by_trays else "S6.2")
    assert list(pos.winners) == referee.winners


@cache
def everything() -> tuple[Counter[str], Counter[str]]:
    """What was met in all games, and the keys of the sentences that were given."""
    met: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    keys: Counter[str] = Counter()

    def listen(key: str, **values: object) -> str:
        keys[key] += 1
        return say(key, **values)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(why_not, "say", listen)
        for habit, seeds, options in (*GAMES, *(MORE if LONG else ())):
            for seed in seeds:
                follow(habit, seed, options, met, refused)
    return met, keys


@pytest.mark.rule("S6.1", "S6.2", "S7.2", "S8.1", "S8.8", "S5.11", "S4.6", "S5.6")
def test_all_that_a_game_can_bring_was_met() -> None:
    met, _ = everything()
    assert sorted(MUST - set(met)) == []


def test_every_refusal_was_given() -> None:
    _, keys = everything()
    assert sorted(REFUSALS - set(keys)) == []


def test_what_is_not_met_would_be_missed() -> None:
    """The lists are of the game, not of the games played: fewer games leave gaps."""
    met: Counter[str] = Counter()
    follow(idle, 1, {"players": 2, "cap": 2}, met, Counter())
    assert "full trays" in MUST - set(met) and "card 0" in MUST - set(met)
    assert len(REFUSALS) > 30 and len(MUST) > 140
