"""Pizza Theory rule by rule. Every id of rules.md is named by a test here or beside this file."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.theory.board import BY_NAME
from pizzabox.games.theory.rules import ADD, CUT, OVER, SPARE
from tests.games.theory import referee
from tests.games.theory.helpers import slices
from tests.helpers import legal_texts, size

RED, GREEN, WHITE = 0, 1, 2
EXAMPLE = {
    "red": ["c2", "c4", "d1", "d6", "e2"],
    "green": ["b1", "b3", "c5", "d2", "f1"],
    "white": ["c1", "e1", "e5", "f3", "g1"],
}


def three(**options: Any) -> pizzabox.Game:
    return pizzabox.load("theory", first="red", **options)


def two(**options: Any) -> pizzabox.Game:
    return pizzabox.load("theory", players=2, first="red", **options)


def cutting(
    red: list[str], green: list[str], white: list[str], game: pizzabox.Game | None = None, **state: Any
) -> Position:
    """A position just before the cuts."""
    game = game or three()
    spaces = [red, green, white]
    phase: dict[str, Any] = {"spaces": spaces, "phase": "cut", "turn": game.players}
    return game.position({"state": {**phase, **state}})


def cut(pos: Position, *numbers: int) -> None:
    for player, number in enumerate(numbers):
        pos.play(f"cut {number}", player)


def on(pos: Position, colour: int) -> set[str]:
    return {name for name, i in BY_NAME.items() if pos.state.spaces[colour] >> i & 1}


@pytest.mark.rule("T1.1", "T1.4", "T1.5")
def test_set_up_puts_two_toppings_each_on_the_x_spaces_of_the_label() -> None:
    for layout, pairs in referee.STARTS.items():
        for first in range(3):
            pos = pizzabox.load("theory", layout=layout, first=("red", "green", "white")[first]).start(seed=1)
            for colour in range(3):
                label = ("1st", "2nd", "3rd")[(colour - first) % 3]
                assert on(pos, colour) == {referee.space_name(c) for c in pairs[label]}
                assert pos.state.label[colour] == (colour - first) % 3
            assert pos.actors == (first,)
            assert pos.scores == (2, 2, 2)


@pytest.mark.rule("T1.5", "T5.2")
def test_the_starting_player_is_drawn_fairly() -> None:
    for players in (2, 3):
        game = pizzabox.load("theory", players=players)
        counts = [0] * players
        for seed in range(900):
            counts[game.start(seed=seed).actors[0]] += 1
        assert min(counts) > 900 / players * 0.8


@pytest.mark.rule("T2.1")
def test_players_add_one_topping_each_in_the_order_of_the_labels() -> None:
    pos = pizzabox.load("theory", first="green").start(seed=1)
    order = []
    while pos.state.phase == ADD:
        order.append(pos.actors[0])
        pos.play(pos.legal()[0])
    assert order == [GREEN, WHITE, RED]
    assert pos.scores == (3, 3, 3)


@pytest.mark.rule("T2.2")
def test_a_topping_goes_on_an_empty_space_not_next_to_its_own_colour() -> None:
    pos = three().start(seed=1)
    assert on(pos, RED) == {"c2", "e2"}
    for space, reason in {
        "c2": "c2 already has a red topping",
        "c5": "c5 already has a green topping",
        "c1": "c1 is next to your topping on c2",
        "d2": "d2 is next to your topping on c2",
        "f2": "f2 is next to your topping on e2",
    }.items():
        refused = pos.why_not(space)
        assert refused is not None
        assert (refused.reason, refused.rule) == (reason, "T2.2")
    pos.play("c4")  # next to green on c5 and b3
    assert on(pos, RED) == {"c2", "e2", "c4"}


def dominating() -> list[str]:
    """Spaces that do not touch each other but touch every other space: their owner can add nowhere."""
    chosen: list[str] = []
    for space in sorted(BY_NAME):
        if not any(referee.touching(referee.CUBES[space], referee.CUBES[other]) for other in chosen):
            chosen.append(space)
    return chosen


@pytest.mark.rule("T2.3")
def test_who_has_no_space_adds_nothing() -> None:
    """Green, first in the next round, is stuck: white adds at once."""
    pos = cutting(red=[], green=dominating(), white=[])
    cut(pos, 3, 3, 3)
    assert pos.actors == (WHITE,)
    assert "Green has nowhere to add a topping." in pos.log(RED)
    with pytest.raises(pizzabox.IllegalMove, match="it's White's turn"):
        pos.play("d4", GREEN)
    with pytest.raises(pizzabox.BadPosition, match="red is to add a topping but has no space"):
        three().position({"state": {"spaces": [dominating(), [], []]}})


@pytest.mark.rule("T2.3", "T2.1")
def test_a_stuck_player_is_passed_over_and_named_in_the_log() -> None:
    seen = 0
    for seed in range(400):
        dice, pos = random.Random(seed), three().start(seed=seed)
        while not pos.over:
            before = pos.copy()
            player = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(player).codes), player)
            new = (
                pos.state.skipped & ~before.state.skipped
                if pos.state.rounds == before.state.rounds
                else pos.state.skipped
            )
            for p in range(3):
                if new >> p & 1 and not pos.over:
                    seen += 1
                    name = ("Red", "Green", "White")[p]
                    assert f"{name} has nowhere to add a topping." in pos.log(p)[-6:]
    assert seen > 5


@pytest.mark.rule("T2.4")
def test_nobody_may_pass_or_cut_instead_of_adding() -> None:
    pos = three().start(seed=1)
    for text in ("cut 3", "pass", ""):
        with pytest.raises(pizzabox.IllegalMove) as caught:
            pos.play(text)
        if text == "cut 3":
            assert caught.value.rule == "T2.4"
    assert len(pos.legal()) > 0


@pytest.mark.rule("T2.5", "T4.2")
def test_sixteen_by_adding_does_not_win_but_sixteen_after_replacing_does() -> None:
    red = [space for space in BY_NAME if space[0] in "abc"]
    assert len(red) == 15
    pos = three().position({"state": {"spaces": [red, ["f3"], ["g4"]]}})
    pos.play("e1")
    assert pos.scores[RED] == 16
    assert not pos.over
    while pos.state.phase == ADD:
        pos.play(pos.legal()[0])
    cut(pos, 1, 1, 1)
    assert pos.over
    assert pos.winners == (RED,)
    assert pos.scores[RED] >= 16


@pytest.mark.rule("T3.1")
def test_cuts_are_secret_simultaneous_and_changeable_until_all_are_in() -> None:
    pos = cutting(**EXAMPLE)
    assert pos.actors == (RED, GREEN, WHITE)
    pos.play("cut 2", GREEN)
    pos.play("cut 6", RED)
    assert pos.actors == (WHITE,)
    assert pos.view(GREEN).state.cut[GREEN] == 2
    for viewer in (RED, WHITE, -1):
        assert pos.view(viewer).state.cut[GREEN] == 7
    with pytest.raises(pizzabox.IllegalMove, match="take it back to change it"):
        pos.play("cut 3", GREEN)
    assert pos.undo(GREEN) == "cut 2"
    assert pos.actors == (GREEN, WHITE)
    pos.play("cut 5", GREEN)
    pos.play("cut 1", WHITE)
    assert list(pos.state.last_cut) == [6, 5, 1]
    assert pos.why_no_undo(WHITE) == "that move revealed something hidden"


@pytest.mark.rule("T3.2", "T3.3", "T3.4", "T3.5", "T3.7", "T3.8")
def test_the_replacement_example_of_the_rulebook() -> None:
    """Cuts 5, 6, 4: A ties red and green and loses white, B is quiet, C goes to white, D to red, E ties."""
    pos = cutting(**EXAMPLE)
    a, b, c, d, e = (part for size in (14, 1, 8, 10, 4) for part in slices((5, 6, 4)) if len(part) == size)
    assert [[len(on(pos, k) & part) for k in range(3)] for part in (a, b, c, d, e)] == [
        [2, 2, 1],
        [0, 0, 0],
        [0, 1, 2],
        [2, 1, 1],
        [1, 1, 1],
    ]
    before = [on(pos, k) for k in range(3)]
    cut(pos, 5, 6, 4)
    after = [on(pos, k) for k in range(3)]
    lost_in_a = before[WHITE] & a
    assert after[RED] & a == before[RED] & a
    assert after[GREEN] & a == before[GREEN] & a
    assert not after[WHITE] & a
    assert not lost_in_a & (after[RED] | after[GREEN])
    assert not any(after[k] & b for k in range(3))
    assert after[WHITE] & c == (before[WHITE] | before[GREEN]) & c
    assert not after[GREEN] & c
    assert after[RED] & d == (before[RED] | before[GREEN] | before[WHITE]) & d
    assert not (after[GREEN] | after[WHITE]) & d
    assert all(after[k] & e == before[k] & e for k in range(3))
    assert pos.scores == (7, 3, 4)
    assert pos.log(-1)[-5:-1] == [
        "The cuts are Red 5, Green 6, White 4. That makes 5 slices.",
        *[line for line in pos.log(-1) if "slice" in line.lower()][-3:],
    ]


@pytest.mark.rule("T3.6", "T3.7")
def test_safety_is_judged_on_the_whole_pizza_and_a_safe_colour_still_counts() -> None:
    """Two red against one safe green and one unsafe white in a slice: white becomes red, green stays."""
    part = next(p for p in slices((5, 6, 4)) if len(p) == 14)
    other = next(p for p in slices((5, 6, 4)) if len(p) == 10)
    x, y = sorted(part), sorted(other)
    pos = cutting(red=x[:2], green=[x[2]], white=[x[3], y[0], y[1]])
    cut(pos, 5, 6, 4)
    assert on(pos, GREEN) == {x[2]}
    assert on(pos, RED) == {x[0], x[1], x[3]}
    assert on(pos, WHITE) == {y[0], y[1]}


@pytest.mark.rule("T3.6")
def test_one_crowded_slice_anywhere_ends_safety() -> None:
    part = next(p for p in slices((5, 6, 4)) if len(p) == 14)
    other = next(p for p in slices((5, 6, 4)) if len(p) == 10)
    x, y = sorted(part), sorted(other)
    pos = cutting(red=x[:2], green=[x[2], y[0], y[1]], white=[])
    cut(pos, 5, 6, 4)
    assert on(pos, RED) == {x[0], x[1], x[2]}
    assert on(pos, GREEN) == {y[0], y[1]}


@pytest.mark.rule("T3.6")
def test_a_single_topping_and_none_at_all_are_always_safe() -> None:
    part = next(p for p in slices((3, 3, 3)) if len(p) > 5)
    x = sorted(part)
    pos = cutting(red=x[:3], green=[x[3]], white=[])
    cut(pos, 3, 3, 3)
    assert on(pos, GREEN) == {x[3]}
    assert pos.scores == (3, 1, 0)


@pytest.mark.rule("T3.4", "T3.6")
def test_two_tied_leaders_do_not_remove_a_safe_third() -> None:
    x = sorted(next(p for p in slices((3, 3, 3)) if len(p) > 5))
    pos = cutting(red=x[:2], green=x[2:4], white=[x[4]])
    cut(pos, 3, 3, 3)
    assert pos.scores == (2, 2, 1)


@pytest.mark.rule("T3.5")
def test_a_slice_without_toppings_and_a_three_way_tie_change_nothing() -> None:
    x = sorted(next(p for p in slices((3, 3, 3)) if len(p) > 6))
    pos = cutting(red=x[:2], green=x[2:4], white=x[4:6])
    cut(pos, 3, 3, 3)
    assert pos.scores == (2, 2, 2)
    assert "No topping changes hands." in pos.log()


@pytest.mark.rule("T4.1")
def test_the_pizza_turns_and_the_second_player_becomes_first() -> None:
    pos = cutting(**EXAMPLE)
    assert list(pos.state.label) == [0, 1, 2]
    cut(pos, 5, 6, 4)
    assert list(pos.state.label) == [2, 0, 1]
    assert pos.actors == (GREEN,)
    assert pos.state.rounds == 1
    while pos.state.phase == ADD:
        pos.play(pos.legal()[0])
    cut(pos, 1, 1, 1)
    assert list(pos.state.label) == [1, 2, 0]
    assert pos.actors == (WHITE,)


@pytest.mark.rule("T4.1", "T1.3")
def test_a_label_owns_its_lines_whoever_holds_it() -> None:
    """The same three numbers of 1st, 2nd, 3rd give the same division in every round."""
    for head in range(3):
        label = [("1st", "2nd", "3rd")[(c - head) % 3] for c in range(3)]
        pos = cutting(**EXAMPLE, label=label, first=head, rounds=head)
        numbers = [{"1st": 5, "2nd": 6, "3rd": 4}[label[c]] for c in range(3)]
        cut(pos, *numbers)
        assert pos.scores == (7, 3, 4)


def ending(wanted: Callable[[dict[str, int]], bool], spare: bool = False) -> tuple[Position, dict[str, int]]:
    """A position one round from an ending of the wanted kind (found with the referee), and the counts it leads to.

    Its last player has yet to cut; play `cut 3` with the highest seat to end the round.
    """
    dice = random.Random(4)
    for _ in range(200_000):
        lean = dice.choice((0.6, 0.9))
        spaces: dict[str, set[referee.Cube]] = {c: set() for c in referee.COLOURS}
        pair = dice.sample(referee.COLOURS, 2)
        for cube in referee.BOARD:
            side = pair[0] if cube[0] + dice.random() > 0.4 else pair[1]
            spaces[side if dice.random() < lean else dice.choice(referee.COLOURS)].add(cube)
        for colour in referee.COLOURS:
            spaces[colour] = set(dice.sample(sorted(spaces[colour]), min(15, len(spaces[colour]))))
        numbers = [dice.randint(1, 6), dice.randint(1, 6), 3]
        if spare:
            numbers[1] = 3
        cuts = dict(zip(("1st", "2nd", "3rd"), numbers, strict=True))
        counts = {c: len(s) for c, s in referee.replaced(spaces, referee.slices(cuts)).items()}
        if not wanted(counts):
            continue
        named = [sorted(map(referee.space_name, spaces[c])) for c in referee.COLOURS]
        state: dict[str, Any] = {"spaces": named, "phase": "cut"}
        if spare:
            state |= {"turn": 2, "cut": [numbers[0], 0, numbers[2]], "sealed": ["0"]}
            return two().position({"state": state}), counts
        state |= {"turn": 3, "cut": [numbers[0], numbers[1], 0], "sealed": ["0", "1"]}
        return three().position({"state": state}), counts
    raise AssertionError("no such position found")


@pytest.mark.rule("T4.3", "T3.8")
def test_of_two_finishers_the_one_with_more_wins_and_counts_go_beyond_sixteen() -> None:
    pos, counts = ending(lambda n: n["red"] >= 16 and n["green"] >= 16 and n["red"] != n["green"])
    pos.play("cut 3", WHITE)
    assert pos.over
    assert pos.scores == tuple(counts.values())
    assert max(pos.scores) > 16
    assert pos.winners == (max(range(3), key=lambda p: pos.scores[p]),)
    assert sorted(pos.returns) == [-1, -1, 1]


@pytest.mark.rule("T4.4")
def test_equal_finishers_share_the_win() -> None:
    pos, counts = ending(lambda n: n["red"] == n["green"] >= 16)
    pos.play("cut 3", WHITE)
    assert pos.winners == (RED, GREEN)
    assert pos.returns == (0, 0, -1)
    assert pos.prompt == f"Red and Green share the win with {counts['red']} toppings each."


@pytest.mark.rule("T4.2")
def test_the_end_is_checked_only_after_a_round() -> None:
    for seed in range(40):
        dice, pos = random.Random(seed), three().start(seed=seed)
        while not pos.over:
            rounds = pos.state.rounds
            player = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(player).codes), player)
            if pos.state.rounds == rounds:
                assert not pos.over
            elif not pos.over:
                assert max(pos.scores) < 16
        assert max(pos.scores) >= 16


@pytest.mark.rule("T4.5")
def test_the_round_limit_ends_the_game_by_toppings() -> None:
    shared = sole = 0
    for seed in range(120):
        dice, pos = random.Random(seed), three(cap=2).start(seed=seed)
        while not pos.over:
            player = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(player).codes), player)
        assert pos.state.rounds <= 2
        best = max(pos.scores)
        assert pos.winners == tuple(p for p in range(3) if pos.scores[p] == best)
        share = 2 / len(pos.winners) - 1
        assert pos.returns == pytest.approx(tuple(share if p in pos.winners else -1 for p in range(3)))
        shared += len(pos.winners) > 1
        sole += len(pos.winners) == 1
        if best < 16:
            assert pos.prompt.startswith("That was round 2, the last one.")
    assert shared
    assert sole


@pytest.mark.rule("T5.1")
def test_two_players_share_the_pizza_with_the_unselected_colour() -> None:
    for unselected, seats in {
        "white": ("red", "green"),
        "green": ("red", "white"),
        "red": ("green", "white"),
    }.items():
        game = pizzabox.load("theory", players=2, unselected=unselected)
        assert game.seats == seats
        pos = game.start(seed=2)
        assert [len(on(pos, c)) for c in range(3)] == [2, 2, 2]
        assert pos.scores == (2, 2)
        spare = referee.COLOURS.index(unselected)
        assert pos.state.spare == spare


@pytest.mark.rule("T5.2", "T5.7")
def test_the_two_players_take_turns_at_being_first_while_the_pizza_turns() -> None:
    dice, pos = random.Random(1), two().start(seed=8)
    firsts, labels = [], []
    while not pos.over:
        if pos.state.phase == ADD and pos.state.turn == 0:
            firsts.append(pos.actors[0])
            labels.append(list(pos.state.label))
        player = dice.choice(pos.actors)
        pos.play(dice.choice(pos.legal(player).codes), player)
    assert len(firsts) >= 3
    assert firsts == [i % 2 for i in range(len(firsts))]
    assert labels[:3] == [[0, 1, 2], [2, 0, 1], [1, 2, 0]]


@pytest.mark.rule("T5.3")
def test_the_die_of_the_unselected_colour_is_fair_open_and_stays() -> None:
    faces = [0] * 7
    for seed in range(300):
        pos = two().start(seed=seed)
        assert pos.state.cut[WHITE] == 0
        pos.play(pos.legal()[0])
        news = pos.state.news
        pos.play(pos.legal()[0])
        assert pos.state.news == news + 1
        assert pos.state.phase == SPARE
        number = pos.state.cut[WHITE]
        faces[number] += 1
        assert all(pos.view(v).state.cut[WHITE] == number for v in (-1, 0, 1))
        assert f"The white die shows {number}." in pos.log(-1)
        assert pos.why_no_undo(GREEN)
        pos.play(pos.legal()[0])
        assert (pos.state.cut[WHITE], pos.state.phase) == (number, CUT)
    assert faces[0] == 0
    assert min(faces[1:]) > 25


@pytest.mark.rule("T5.4")
def test_the_first_player_puts_its_topping_on_an_empty_space_touching_the_cutter() -> None:
    state = {"phase": "spare", "turn": 2, "cut": [0, 0, 1], "spaces": [["c2"], ["c5"], ["g1", "e5"]]}
    pos = two().position({"state": state})
    assert pos.actors == (RED,)
    axis = referee.CUT_AXIS["3rd"]
    touching = {referee.space_name(c) for c in referee.BOARD if c[axis] in (-3, -2)}
    empty = touching - {"c2", "c5", "g1", "e5"}
    assert {m.text for m in pos.legal()} == {f"white {space}" for space in empty}
    own = next(s for s in empty if referee.touching(referee.CUBES[s], referee.CUBES["g1"]))
    far = next(s for s in sorted(BY_NAME) if s not in touching and s not in {"c2", "c5", "e5"})
    refused = pos.why_not(far)
    assert refused is not None
    assert refused.rule == "T5.4"
    assert "isn't next to the white cutter on line 1" in refused.reason
    for taken in sorted(touching & {"g1", "c2"}):
        assert "already has a" in str(pos.why_not(taken))
    with pytest.raises(pizzabox.IllegalMove, match="Red is first and places the white topping"):
        pos.play(own, GREEN)
    with pytest.raises(pizzabox.IllegalMove, match="first the white topping is placed, then you cut"):
        pos.play("cut 2")
    pos.play(own)
    assert own in on(pos, WHITE)
    assert pos.actors == (RED, GREEN)


@pytest.mark.rule("T5.5")
def test_without_an_empty_space_beside_the_cutter_nothing_is_placed() -> None:
    """All spaces beside every white line are taken but one the last adder fills, whatever the die shows."""
    skipped = 0
    axis = referee.CUT_AXIS["3rd"]
    for seed in range(40):
        row = [sorted(referee.space_name(c) for c in referee.BOARD if c[axis] == v) for v in range(-3, 4)]
        # Rows -3 and -2 are full (9 spaces): no room beside line 1.
        full = row[0] + row[1]
        game = two()
        state = {"spaces": [full[0::2], full[1::2], []], "turn": 1, "rng": f"{seed:016x}"}
        pos = game.position({"state": state})
        pos.play(pos.legal()[0])
        if pos.state.cut[WHITE] == 1:
            assert pos.state.phase == CUT
            assert pos.log(-1)[-1] == "There's no empty space next to the cutter, so no white topping is placed."
            assert on(pos, WHITE) == set()
            skipped += 1
        else:
            assert pos.state.phase == SPARE
    assert skipped


@pytest.mark.rule("T5.6")
def test_both_lose_when_the_unselected_colour_finishes_alone() -> None:
    pos, counts = ending(lambda n: n["white"] >= 16 and max(n["red"], n["green"]) < 16, spare=True)
    pos.play("cut 3", GREEN)
    assert pos.over
    assert pos.winners == ()
    assert pos.returns == (-1, -1)
    assert pos.prompt == f"Both players lose: White has {counts['white']} toppings on the pizza."


@pytest.mark.rule("T5.6")
@pytest.mark.parametrize("more", [True, False])
def test_a_player_who_finishes_with_the_unselected_colour_wins_unless_it_has_more(more: bool) -> None:
    def wanted(n: dict[str, int]) -> bool:
        best = max(n["red"], n["green"])
        return best >= 16 and n["white"] >= 16 and (n["white"] > best) == more

    pos, counts = ending(wanted, spare=True)
    pos.play("cut 3", GREEN)
    assert pos.winners == (() if more else (RED if counts["red"] > counts["green"] else GREEN,))


@pytest.mark.rule("T5.6", "T4.5")
def test_at_the_round_limit_the_unselected_colour_beats_both() -> None:
    seen = set()
    for seed in range(200):
        dice, pos = random.Random(seed), two(cap=2).start(seed=seed)
        while not pos.over:
            player = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(player).codes), player)
        counts = [len(on(pos, c)) for c in range(3)]
        best = max(counts[:2])
        expected = () if counts[WHITE] > best else tuple(p for p in range(2) if counts[p] == best)
        assert pos.winners == expected
        seen.add(len(expected))
    assert seen == {0, 1, 2}


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3},
        {"players": 3, "layout": "S2", "first": "white"},
        {"players": 3, "layout": "S3", "cap": 5},
        {"players": 3, "layout": "K"},
        {"players": 2},
        {"players": 2, "unselected": "red", "layout": "K"},
        {"players": 2, "unselected": "green", "cap": 6},
    ],
    ids=str,
)
def test_the_slow_referee_agrees_with_every_state(options: dict[str, Any]) -> None:
    game = pizzabox.load("theory", **options)
    for seed in range(size(25, 120)):
        dice, pos = random.Random(seed), game.start(seed=seed)
        spare = None if pos.state.spare < 0 else referee.COLOURS[pos.state.spare]
        judge = referee.Referee.begin(game.options, pos.state.first)
        while not pos.over:
            if judge.stage == "spare" and spare not in judge.cuts:
                judge.rolled(pos.state.cut[pos.state.spare])
            for player, seat in enumerate(game.seats):
                assert set(legal_texts(pos, player)) == judge.legal(seat)
            player = dice.choice(pos.actors)
            move = pos.play(dice.choice(pos.legal(player).codes), player)
            judge.play(game.seats[player], move.text)
            for c, colour in enumerate(referee.COLOURS):
                assert on(pos, c) == {referee.space_name(cube) for cube in judge.toppings[colour]}
                if judge.winners is None:
                    assert ("1st", "2nd", "3rd")[pos.state.label[c]] == judge.labels[colour]
            assert pos.state.rounds == judge.rounds
        assert [game.seats[p] for p in pos.winners] == judge.winners
        assert pos.state.phase == OVER
