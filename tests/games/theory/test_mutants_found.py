"""What mutants of the rules taught (`make mutants`): each test here noticed a change that no other one did."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.theory import rules, visibility
from pizzabox.games.theory.board import BY_NAME
from pizzabox.games.theory.rules import ADD, CUT, HIDDEN, OVER, SPARE
from tests.games.checks import drawn_as_listed, set_up_anew, shown_but
from tests.games.theory.referee import COLOURS, CUBES, Referee, replaced, slices, space_name
from tests.games.theory.test_rules import dominating
from tests.helpers import legal_texts

TABLES: list[dict[str, Any]] = [
    {"players": 3, "layout": "S2", "first": "white"},
    {"players": 3, "layout": "K", "cap": 5},
    {"players": 2, "unselected": "red"},
    {"players": 2, "unselected": "green", "first": "white", "cap": 6},
    {"players": 2, "unselected": "white", "first": "green"},
]


def judge_of(pos: Position) -> Referee:
    game = pos.game
    spare = str(game.options["unselected"]) if game.players == 2 else None
    return Referee(game.players, str(game.options["layout"]), int(game.options["cap"]), pos.state.first, spare)


def on(pos: Position, colour: int) -> set[str]:
    return {name for name, i in BY_NAME.items() if pos.state.spaces[colour] >> i & 1}


@pytest.mark.rule(
    "T1.4", "T2.1", "T2.2", "T2.3", "T2.4", "T2.5", "T3.1", "T3.2", "T3.3", "T3.4", "T3.5", "T3.6", "T3.7"
)
@pytest.mark.rule(
    "T3.8", "T4.1", "T4.2", "T4.3", "T4.4", "T4.5", "T5.1", "T5.2", "T5.3", "T5.4", "T5.5", "T5.6", "T5.7"
)
@pytest.mark.parametrize("options", TABLES, ids=str)
def test_the_referee_agrees_with_every_state(options: dict[str, Any]) -> None:
    game = pizzabox.load("theory", **options)
    for seed in range(6):
        dice, pos = random.Random(seed), game.start(seed=seed)
        judge = judge_of(pos)
        while not pos.over:
            if judge.stage == "spare" and judge.spare not in judge.cuts:
                judge.rolled(pos.state.cut[pos.state.spare])
            for p, seat in enumerate(judge.seats):
                assert set(legal_texts(pos, p)) == judge.legal(seat)
                codes = pos.game.kernels.moves(pos.state, p)
                assert len(codes) == len(judge.legal(seat)) == len(set(codes))
            for c, colour in enumerate(COLOURS):
                assert on(pos, c) == {space_name(cube) for cube in judge.toppings[colour]}
                assert ("1st", "2nd", "3rd")[pos.state.label[c]] == judge.labels[colour]
            assert (pos.state.first, pos.state.rounds) == (judge.first, judge.rounds)
            player = dice.choice(pos.actors)
            text = dice.choice(sorted(legal_texts(pos, player)))
            pos.play(text, player)
            judge.play(judge.seats[player], text)
        assert judge.winners is not None
        assert [judge.seats[p] for p in range(game.players) if pos.state.won >> p & 1] == judge.winners
        assert pos.scores == tuple(len(judge.toppings[seat]) for seat in judge.seats)


@pytest.mark.rule("T3.2", "T3.3", "T3.4", "T3.5", "T3.6", "T3.7", "T3.8")
def test_the_referee_agrees_on_scattered_toppings() -> None:
    """Crowded, sparse and lopsided pizzas, cut in every direction: ties of two and three, safety, no topping at all."""
    dice = random.Random(5)
    game = pizzabox.load("theory", first="red")
    cubes = sorted(CUBES.values())
    changed = 0
    for _ in range(250):
        crowd = dice.sample(cubes, dice.randint(0, 36))
        weights = [dice.choice([0, 1, 3]) for _ in range(3)]
        toppings: dict[str, set[Any]] = {c: set() for c in COLOURS}
        for cube in crowd if any(weights) else ():
            toppings[dice.choices(COLOURS, weights)[0]].add(cube)
        cuts = [dice.randint(1, 6) for _ in range(3)]
        s = game.start(seed=1).state
        for c, colour in enumerate(COLOURS):
            s.spaces[c] = sum(1 << BY_NAME[space_name(cube)] for cube in toppings[colour])
            s.label[c] = c
            s.cut[c] = cuts[c]
        rules.replace(s, rules.triple(s.label, s.cut))
        after = replaced(toppings, slices(dict(zip(("1st", "2nd", "3rd"), cuts, strict=True))))
        for c, colour in enumerate(COLOURS):
            assert s.spaces[c] == sum(1 << BY_NAME[space_name(cube)] for cube in after[colour])
        changed += after != toppings
    assert changed > 100


@pytest.mark.rule("T1.1", "T1.4", "T1.5", "T5.1")
def test_a_game_is_set_up_the_same_whatever_was_on_the_table() -> None:
    for options in ({}, *TABLES):
        set_up_anew(pizzabox.load("theory", **options))
        assert pizzabox.load("theory", **options).start(seed=1).state.news == 0, "nothing became known yet"


@pytest.mark.rule("T1.5", "T5.1", "T5.2")
def test_first_names_a_colour_whichever_colour_nobody_selected() -> None:
    for unselected in COLOURS:
        for first in COLOURS:
            if first == unselected:
                continue
            pos = pizzabox.load("theory", players=2, unselected=unselected, first=first).start(seed=3)
            assert [pos.game.seats[p] for p in pos.actors] == [first]
            assert pos.state.label[COLOURS.index(first)] == 0
    for first in COLOURS:
        pos = pizzabox.load("theory", first=first).start(seed=3)
        assert [pos.game.seats[p] for p in pos.actors] == [first]


@pytest.mark.rule("T3.1")
@pytest.mark.parametrize("options", [{"layout": "S2"}, {"players": 2, "unselected": "green"}], ids=str)
def test_everything_is_seen_but_the_cuts_of_others(options: dict[str, Any]) -> None:
    game = pizzabox.load("theory", **options)
    sealed = rounds = 0
    for seed in range(12):
        dice, pos = random.Random(seed), game.start(seed=seed)
        while not pos.over:
            player = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(player).codes), player)
            s = pos.state
            sealed += bool(s.sealed)
            rounds += s.rounds > 0
            for viewer in (-1, *range(game.players)):
                view = game.kernels.show(s, viewer)
                shown_but(s, view, "rng", "cut")
                assert view.rng == 0
                for c, colour in enumerate(COLOURS):
                    seat = game.seats.index(colour) if colour in game.seats else None
                    hidden = seat is not None and seat != viewer and s.sealed >> seat & 1
                    assert view.cut[c] == (HIDDEN if hidden else s.cut[c])
    assert sealed and rounds


@pytest.mark.rule("T3.1")
def test_a_guess_draws_each_hidden_cut_and_no_other() -> None:
    """All 36 pairs of hidden cuts come up about equally often; what is known stays."""
    pos = pizzabox.load("theory", first="red").position({"state": {"phase": "cut", "turn": 3}})
    pos.play("cut 2", 0)
    pos.play("cut 5", 1)
    for viewer, hidden in ((0, [1]), (1, [0]), (2, [0, 1]), (-1, [0, 1])):
        view = pos.game.kernels.show(pos.state, viewer)
        drawn: Counter[tuple[int, ...]] = Counter()
        for seed in range(150 * 6 ** len(hidden) // 3):
            world = pos.game.kernels.guess(view, viewer, seed)
            shown_but(pos.state, world, "rng", "cut")
            assert all(world.cut[c] == pos.state.cut[c] for c in range(3) if c not in hidden)
            drawn[tuple(world.cut[c] for c in hidden)] += 1
        assert len(drawn) == 6 ** len(hidden)
        assert all(n in range(1, 7) for pair in drawn for n in pair)
        assert min(drawn.values()) >= 25 and max(drawn.values()) <= 80


@pytest.mark.rule("T3.1", "T5.3")
def test_taking_back_all_cuts_leaves_the_die() -> None:
    pos = pizzabox.load("theory", players=2, first="red").start(seed=4)
    while pos.state.phase != CUT:
        pos.play(pos.legal()[0])
    number = pos.state.cut[2]
    before = dict(pos.state.items())
    pos.play("cut 4", 1)
    assert pos.state.sealed == 0b10 and list(pos.state.cut) == [0, 4, number]
    visibility.recall(pos.state)
    assert dict(pos.state.items()) == before
    assert number > 0 and list(pos.state.cut) == [0, 0, number]


@pytest.mark.rule("T2.3")
def test_the_players_passed_over_are_kept_until_the_next_round() -> None:
    """Every space is red or next to red: green and white add, red is passed over, then the cuts begin."""
    state = {"spaces": [dominating(), [], []], "turn": 0}
    pos = pizzabox.load("theory", first="green").position({"state": state})
    assert pos.actors == (1,)
    pos.play(pos.legal()[0])
    pos.play(pos.legal()[0])
    assert pos.state.phase == CUT and pos.state.turn == 3
    assert pos.state.skipped == 0b001
    for player in range(3):
        pos.play("cut 3", player)
    assert pos.state.phase == ADD and pos.state.skipped == 0


@pytest.mark.rule("T3.2", "T4.1")
def test_a_round_keeps_what_lay_there_before_and_who_cut_where() -> None:
    pos = pizzabox.load("theory", first="red").start(seed=2)
    for _ in range(3):
        pos.play(pos.legal()[0])
    lying = list(pos.state.spaces)
    news = pos.state.news
    for player, text in enumerate(("cut 2", "cut 5", "cut 1")):
        assert pos.state.news == news
        pos.play(text, player)
    s = pos.state
    assert list(s.before) == lying
    assert (list(s.last_label), list(s.last_cut), list(s.cut)) == ([0, 1, 2], [2, 5, 1], [0, 0, 0])
    assert (s.news, s.sealed, s.rounds) == (news + 1, 0, 1)
    assert (s.phase, s.turn, s.skipped) == (ADD, 0, 0)


@pytest.mark.rule("T4.2", "T4.3", "T4.4", "T4.5", "T5.6")
@pytest.mark.parametrize(
    ("players", "counts", "rounds", "over", "won"),
    [
        (3, (15, 15, 6), 0, False, []),
        (3, (16, 15, 5), 0, True, [0]),
        (3, (15, 5, 16), 0, True, [2]),
        (3, (16, 17, 3), 0, True, [1]),
        (3, (16, 4, 16), 0, True, [0, 2]),
        (3, (5, 5, 4), 59, False, []),
        (3, (5, 5, 4), 60, True, [0, 1]),
        (3, (3, 4, 5), 60, True, [2]),
        (3, (0, 0, 0), 60, True, [0, 1, 2]),
        (2, (15, 15, 7), 0, False, []),
        (2, (4, 5, 15), 0, False, []),
        (2, (4, 15, 16), 0, True, []),
        (2, (16, 4, 16), 0, True, [0]),
        (2, (16, 4, 17), 0, True, []),
        (2, (16, 16, 5), 0, True, [0, 1]),
        (2, (5, 6, 6), 60, True, [1]),
        (2, (5, 6, 7), 60, True, []),
    ],
)
def test_who_has_won_after_a_round(
    players: int, counts: tuple[int, ...], rounds: int, over: bool, won: list[int]
) -> None:
    s = pizzabox.load("theory", players=players, first="red").start(seed=1).state
    begin = 0
    for c, n in enumerate(counts):
        s.spaces[c] = (1 << n) - 1 << begin
        begin += n
    s.rounds = rounds
    rules.settle(s)
    kernels = pizzabox.load("theory", players=players).kernels.plain
    assert (s.phase == OVER) == over == kernels["over"](s)
    assert [p for p in range(3) if s.won >> p & 1] == won
    out = [9.0] * players
    kernels["returns"](s, out)
    share = 2 / len(won) - 1 if won else 0
    assert out == ([share if p in won else -1.0 for p in range(players)] if over else [0.0] * players)


@pytest.mark.rule("T2.1", "T3.1", "T5.4", "T4.2")
def test_who_may_act() -> None:
    pos = pizzabox.load("theory", players=2, first="green").start(seed=4)
    assert pos.actors == (1,)
    seen = []
    while not pos.state.rounds:
        seen.append((pos.state.phase, pos.actors))
        assert rules.actors(pos.state) == sum(1 << p for p in pos.actors)
        for p in range(2):
            assert bool(pos.game.kernels.moves(pos.state, p)) == (p in pos.actors)
        pos.play(pos.legal(pos.actors[-1])[0], pos.actors[-1])
    assert seen == [(ADD, (1,)), (ADD, (0,)), (SPARE, (1,)), (CUT, (0, 1)), (CUT, (0,))]
    s = pos.state
    s.phase = OVER
    assert rules.actors(s) == 0 and pos.game.kernels.moves(s, 0) == []


@pytest.mark.rule("T2.1", "T2.3")
def test_who_was_passed_over_is_forgotten_when_a_round_begins() -> None:
    for players in (2, 3):
        s = pizzabox.load("theory", players=players).start(seed=1).state
        assert s.skipped == 0
        s.skipped, s.turn, s.phase = 7, 3, CUT
        rules.start_round(s)
        assert (s.skipped, s.turn, s.phase) == (0, 0, ADD)


@pytest.mark.rule("T2.2", "T3.1", "T5.4")
@pytest.mark.parametrize("options", [{}, {"players": 2}], ids=str)
def test_a_move_drawn_by_dice_is_the_one_at_its_place_in_the_list(options: dict[str, Any]) -> None:
    assert sum(drawn_as_listed(pizzabox.load("theory", **options), seed) for seed in range(2)) > 100
