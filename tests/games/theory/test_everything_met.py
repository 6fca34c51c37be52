"""The slow referee plays every variant to its rare ends; what it met is counted, and nothing may be missing.

Every refusal is compared with the referee's own reason, every sentence with the catalogue.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.position import Position
from tests.games.theory import referee
from tests.games.theory.test_rules import ending, on, three, two
from tests.helpers import legal_texts, size

LAYOUTS = ("S1", "S2", "S3", "K")
ENDINGS = {
    "3 players: 16, wins",
    "3 players: 16, tie-break",
    "3 players: 16, shared",
    "3 players: limit, 1 best",
    "3 players: limit, 2 best",
    "3 players: limit, 3 best",
    "2 players: 16, wins",
    "2 players: 16, tie-break",
    "2 players: 16, shared",
    "2 players: unselected 16, alone",
    "2 players: unselected 16, more",
    "2 players: unselected 16, equal",
    "2 players: unselected 16, less",
    "2 players: limit, 1 best",
    "2 players: limit, 2 best",
    "2 players: limit, lost",
    "limit, unselected equal",
}
EVENTS = {
    *(f"{n} of 3 skipped" for n in range(4)),
    *(f"{n} of 2 skipped" for n in range(3)),
    *(f"{n} slices" for n in range(4, 8)),
    "no space beside the cutter",
    "a leader takes over",
    "two tie",
    "all tie",
    "safe",
    "a colour without toppings",
    "more than 16",
}
say = Catalogue("pizzabox.games.theory")
SAID = ("why.", "story.", "result.", "prompt.")


@cache
def pattern(key: str) -> re.Pattern[str]:
    """The text of a key with anything in its gaps, in full."""
    node: Any = tomllib.loads(files("pizzabox.games.theory").joinpath("words.en.toml").read_text(encoding="utf-8"))
    for part in key.split("."):
        node = node[part]
    return re.compile(".+".join(map(re.escape, re.split(r"\{[^}]*\}", node))), re.DOTALL)


@cache
def keys(prefix: str) -> list[str]:
    return sorted(key for key in say.keys() if key.startswith(prefix))


@cache
def keys_of(sentence: str, prefix: str) -> set[str]:
    return {key for key in keys(prefix) if pattern(key).fullmatch(sentence)}


def note_sentence(sentence: str, prefix: str, met: set[str]) -> None:
    found = keys_of(sentence, prefix)
    assert found, sentence
    met |= found


def follow(pos: Position, judge: referee.Referee, seed: int, met: set[str]) -> None:
    """Play to the end at random; the referee agrees with every move, state and refusal."""
    game, dice = pos.game, random.Random(seed)
    spare = None if pos.state.spare < 0 else referee.COLOURS[pos.state.spare]
    while True:
        if judge.winners is None and judge.stage == "spare" and spare not in judge.cuts:
            judge.rolled(pos.state.cut[pos.state.spare])
        for player, seat in enumerate(game.seats):
            assert set(legal_texts(pos, player)) == judge.legal(seat)
            refusals(pos, player, judge, dice, met)
        for viewer in range(-1, game.players):
            for sentence in re.split(r"(?<=the last one\.) ", pos.view(viewer).prompt):
                note_sentence(sentence, "result." if pos.over else "prompt.", met)
        if pos.over:
            break
        player = dice.choice(pos.actors)
        move = pos.play(dice.choice(pos.legal(player).codes), player)
        judge.play(game.seats[player], move.text)
        for c, colour in enumerate(referee.COLOURS):
            assert on(pos, c) == {referee.space_name(cube) for cube in judge.toppings[colour]}
            if judge.winners is None:
                assert ("1st", "2nd", "3rd")[pos.state.label[c]] == judge.labels[colour]
        assert pos.state.rounds == judge.rounds
    assert [game.seats[p] for p in pos.winners] == judge.winners
    for viewer in range(-1, game.players):
        for line in pos.log(viewer):
            if line != pos.prompt:
                note_sentence(line, "story.", met)
    met |= judge.met


def refusals(pos: Position, player: int, judge: referee.Referee, dice: random.Random, met: set[str]) -> None:
    """A few typed moves, good and bad: refused just when the referee does, for its reason, by its rule."""
    seat, space = pos.game.seats[player], dice.choice(sorted(referee.CUBES))
    texts = [
        space,
        f"cut {dice.randint(0, 8)}",
        f"{dice.choice(referee.COLOURS)} {space}",
        dice.choice(("a0", "g5", "d8", "h3", "z1", "pass", "cut", "red", "d", "cut x")),
    ]
    for text in texts:
        refused, expected = pos.why_not(text, player), judge.refuses(seat, text)
        assert (refused is None) == (expected is None), (text, refused, expected)
        if refused is not None and expected is not None:
            key, rule = expected
            assert pattern(f"why.{key}").fullmatch(refused.reason), (text, refused, expected)
            assert refused.rule == rule, (text, refused, expected)
            met.add(f"why.{key}")
    if judge.spare is None and judge.winners is None and judge.stage == "add" and judge.queue[0] == seat:
        refused = pos.why_not(37 + dice.randrange(37), player)
        assert refused is not None and refused.rule == "T5.1"
        note_sentence(refused.reason, "why.", met)


def variants() -> Iterator[dict[str, Any]]:
    """Every layout with three players and with every unselected colour; whole games and games of one or two rounds."""
    for i, layout in enumerate(LAYOUTS):
        for j, spare in enumerate((None, *referee.COLOURS)):
            seats = [c for c in referee.COLOURS if c != spare]
            first = (*seats, "random")[(i + j) % (len(seats) + 1)]
            for cap in (60, 1 + (i + j) % 2):
                table = {"players": 2, "unselected": spare} if spare else {"players": 3}
                yield {"layout": layout, "cap": cap, "first": first, **table}


def crowded(players: int, stuck: int) -> Position:
    """A quiet cut of a nearly full pizza, after which this many players find no space."""
    parts = sorted(referee.slices({"1st": 5, "2nd": 6, "3rd": 4}), key=len)
    for order in permutations(range(3)):
        owner = [order[k] for k in (0, 1, 0, 1, 2)]
        for hole in [None, *sorted(referee.BOARD)]:
            lie = [sorted(referee.space_name(c) for k, part in enumerate(parts) if owner[k] == i for c in part - {hole})
                   for i in range(3)]  # fmt: skip
            state: dict[str, Any] = {"spaces": lie, "phase": "cut", "turn": players}
            cuts = [5, 6, 4]
            seats = 3 if players == 3 else 2
            state["cut"] = [0 if i < seats else cuts[i] for i in range(3)]
            pos = (three() if players == 3 else two()).position({"state": state})
            judge = referee.Referee.at(pos.data()["state"])
            for player in range(seats):
                judge.play(pos.game.seats[player], f"cut {cuts[player]}")
            if len(judge.skipped) == stuck and judge.winners is None:
                return pos
    raise AssertionError("no such pizza")


@pytest.fixture(scope="module")
def met() -> set[str]:
    found: set[str] = set()
    for number, options in enumerate(variants()):
        game = pizzabox.load("theory", **options)
        for seed in range(size(1, 3) if options["cap"] == 60 else size(8, 12)):
            pos = game.start(seed=100 * number + seed)
            found.add(f"layout {options['layout']}, {options['players']} players")
            follow(pos, referee.Referee.begin(game.options, pos.state.first), seed, found)
    wanted = [
        (lambda n: n["red"] >= 16 and n["green"] >= 16 and n["red"] != n["green"], False),
        (lambda n: n["red"] == n["green"] >= 16, False),
        (lambda n: n["red"] >= 16 and n["green"] >= 16 > n["white"] and n["red"] != n["green"], True),
        (lambda n: n["red"] == n["green"] >= 16, True),
        (lambda n: n["white"] >= 16 > max(n["red"], n["green"]), True),
        (lambda n: n["white"] > max(n["red"], n["green"]) >= 16, True),
        (lambda n: n["white"] == max(n["red"], n["green"]) >= 16, True),
        (lambda n: max(n["red"], n["green"]) > n["white"] >= 16, True),
        (lambda n: n["red"] == 0, False),
    ]
    rare = [ending(kind, spare)[0] for kind, spare in wanted]
    rare += [crowded(3, 1), crowded(3, 2), crowded(3, 3), crowded(2, 1), crowded(2, 2)]
    for number, pos in enumerate(rare):
        judge = referee.Referee.at(pos.data()["state"])
        if number < len(wanted):
            seat = pos.game.seats[-1]
            judge.play(seat, "cut 3")
            pos.play("cut 3", len(pos.game.seats) - 1)
        else:
            for player, line in enumerate((5, 6, 4)[: pos.game.players]):
                judge.play(pos.game.seats[player], f"cut {line}")
                pos.play(f"cut {line}", player)
        follow(pos, judge, number, found)
    return found


@pytest.mark.rule("T4.2", "T4.3", "T4.4", "T4.5", "T5.6")
def test_every_ending_was_played(met: set[str]) -> None:
    assert ENDINGS - met == set()
    assert {one for one in met if "players: " in one} <= ENDINGS, "an ending nobody thought of"


@pytest.mark.rule("T2.3", "T3.2", "T3.3", "T3.4", "T3.5", "T3.6", "T3.8", "T5.5")
def test_everything_that_can_happen_happened(met: set[str]) -> None:
    assert EVENTS - met == set()


@pytest.mark.rule("T1.4")
def test_every_layout_was_played_by_two_and_by_three(met: set[str]) -> None:
    assert {f"layout {layout}, {n} players" for layout in LAYOUTS for n in (2, 3)} <= met


@pytest.mark.parametrize("prefix", SAID)
def test_every_sentence_was_said(met: set[str], prefix: str) -> None:
    parts = {"story.and", "story.revealed_cut", "story.gain", "story.loss"}
    assert set(keys(prefix)) - parts - met == set()
