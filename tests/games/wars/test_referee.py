"""The kernels against the referee: every state of many random games, for every kind of game."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.wars.board import CARDS, CELLS, LETTERS, NAMES
from pizzabox.games.wars.rules import GOAL, QUIET, REPEATED, ROTATE, STUCK
from tests.games.wars.referee import SHAPES, SIDES, Army, Piece, Referee, goals_of, laid_out
from tests.helpers import legal_texts, size

HOW = {"goal": GOAL, "close": GOAL, "stuck": STUCK, "quiet": QUIET, "repeated": REPEATED}

VARIANTS: list[dict[str, Any]] = [
    {},
    {"setup": "short", "goal": 6},
    {"setup": "long", "goal": 13, "goal_red": 9},
    {"setup": "long12", "goal": 8, "goal_white": 11, "goal_red": 6},
    {"setup": "long13", "draw": "own", "first": "red"},
    {"players": 3, "setup": "short", "goal": 6},
    {"players": 3, "setup": "short", "goal": 9, "goal_green": 4, "goal_white": 7, "first": "green"},
    {"players": 3},
    {"players": 3, "setup": "customers", "draw": "shared"},
    {"players": 3, "setup": "long14", "goal": 9},
    {"setup": "short", "cards": "equal", "patience": 20},
    {"cards": "three", "hand": 6, "patience": 20},
    {"players": 3, "setup": "short", "cards": "three", "hand": 6, "face_down": True, "patience": 20},
    {"setup": "short", "cards": "onitama", "patience": 20},
    {"players": 3, "cards": "onitama", "patience": 10},
    {"agent": True, "setup": "short", "goal": 6},
    {"agent": True, "setup": "long14", "cards": "onitama", "patience": 10},
    {"setup": "short", "goal": 12, "patience": 3},
]


def army(s: Any) -> Army:
    found: Army = {}
    for slot, (where, kind, face) in enumerate(zip(s.where.tolist(), s.kind.tolist(), s.face.tolist(), strict=True)):
        if where >= 0:
            found[CELLS[where]] = standing(SIDES[slot // 16], LETTERS[kind], face)
    return found


@cache
def standing(side: str, letter: str, face: int) -> Piece:
    return Piece(side, letter, SHAPES[letter]).turned(face)


def judge_of(pos: Position) -> Referee:
    """A referee for a position set up by hand. What the options say is taken from them, never from the record."""
    s, players, options = pos.state, pos.game.players, pos.game.options
    sides = SIDES if options["agent"] else SIDES[:players]
    judge = Referee(army(s), SIDES[:players], sides, goals_of(options), SIDES[s.player], int(options["patience"]))
    judge.side, judge.opening, judge.stage = SIDES[s.side], bool(s.opening), "turn" if s.phase == ROTATE else "move"
    judge.best = {p: len(judge.land(p)) for p in judge.humans}
    for p, name in enumerate(SIDES):
        judge.taken[name] = s.taken[p]
        if s.out >> p & 1:
            judge.out.add(name)
    deal(judge, s)
    return judge


def deal(judge: Referee, s: Any) -> None:
    """Cards are dealt by chance, so the referee takes them over."""
    for p, name in enumerate(judge.humans):
        judge.cards[name] = [CARDS[k] for k in range(6) for _ in range(s.holds[p, k])]
        judge.spent[name] = [CARDS[k] for k in range(6) for _ in range(s.spent[p, k])]
    judge.neutral = CARDS[s.neutral] if s.neutral >= 0 else None
    judge.seen = [judge.key()]


def opening(pos: Position) -> Referee:
    """A referee for a new game, from the options alone; what chance decides it takes over and checks."""
    s, players, options = pos.state, pos.game.players, pos.game.options
    sides = SIDES if options["agent"] else SIDES[:players]
    pieces = laid_out(str(options["setup"]), len(sides))
    if options["draw"] != "layout":
        assert set(army(s)) == set(pieces)
        pieces = army(s)
    first = SIDES[s.player] if options["first"] == "random" else str(options["first"])
    judge = Referee(pieces, SIDES[:players], sides, goals_of(options), first, int(options["patience"]))
    deal(judge, s)
    dealt = {"none": 0, "equal": 3, "three": int(options["hand"]), "onitama": 2}[str(options["cards"])]
    assert all(len(cards) == dealt for cards in judge.cards.values())
    return judge


def agree(pos: Position, judge: Referee) -> None:
    s = pos.state
    assert army(s) == judge.army
    assert pos.scores == tuple(len(judge.land(p)) for p in judge.humans)
    assert pos.over == (judge.winners is not None)
    if pos.over:
        assert [SIDES[p] for p in pos.winners] == judge.winners
        assert HOW[judge.how] == s.ended
        return
    assert (SIDES[s.player], SIDES[s.side]) == (judge.player, judge.side)
    assert {SIDES[p] for p in range(3) if s.out >> p & 1} == judge.out
    assert set(legal_texts(pos)) == judge.legal()


@pytest.mark.rule("W3.1", "W3.2", "W3.3")
def test_every_layout_stands_as_the_referee_lays_it_out() -> None:
    for setup in ("short", "medium", "long", "long12", "long13", "customers", "long14"):
        for options in ({"players": 2}, {"players": 3}, {"agent": True}):
            if options != {"players": 2} or setup not in ("customers", "long14"):
                pos = pizzabox.load("wars", setup=setup, **options).start(seed=1)
                assert army(pos.state) == opening(pos).army, (setup, options)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_referee_agrees_state_by_state(options: dict[str, Any]) -> None:
    """The first 30 moves, in the long run 160; the census (test_census.py) goes on to 120 in every run."""
    game = pizzabox.load("wars", **options)
    game.warm()
    for seed in range(size(1, 2)):
        dice, pos = random.Random(seed), game.start(seed=seed)
        judge = opening(pos)
        for _ in range(size(30, 160)):
            agree(pos, judge)
            if pos.over:
                break
            legal = legal_texts(pos)
            eager = [text for text in legal if "x" in text or "+" in text]
            text = dice.choice(eager if eager and dice.random() < 0.3 else legal)
            pos.play(text)
            judge.play(text)


def scattered(dice: random.Random, options: dict[str, Any]) -> Position:
    """Pieces of a set-up on random hexes: far more invaders, blocks and close goals than play would bring."""
    game = pizzabox.load("wars", **options)
    while True:
        data = game.start(seed=dice.randrange(1 << 30)).data()["state"]
        hexes = dice.sample(range(37 * (3 if game.start(seed=0).state.boards3 else 2)), 45)
        where = [NAMES[hexes.pop()] if w != "-" else "-" for w in data["where"]]
        face = [dice.randrange({"sauce": 3, "customer": 2}.get(k, 6)) if k != "-" else 0 for k in data["kind"]]
        try:
            return game.position({"options": options, "state": {"where": where, "face": face, "player": 0}})
        except pizzabox.BadPosition:
            continue


@pytest.mark.parametrize(
    "options", [{"goal": 37}, {"goal": 14}, {"players": 3, "goal": 16}, {"agent": True, "goal": 16}], ids=str
)
def test_the_referee_agrees_on_scattered_pieces(options: dict[str, Any]) -> None:
    dice = random.Random(str(options))
    pizzabox.load("wars", **options).warm()
    for _ in range(size(15, 40)):
        pos = scattered(dice, options)
        agree(pos, judge_of(pos))
