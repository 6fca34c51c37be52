"""Pizzeria rule by rule: set-up, cutting, picking, eating, scoring, what is known, and Jeff."""

from __future__ import annotations

import random
from collections import Counter
from math import comb
from typing import Any

import pytest

import pizzabox
from pizzabox.games.pizzeria import board, rules
from pizzabox.games.pizzeria.board import BY_NAME, COPIES, LEAVES, TYPE_NAMES
from pizzabox.games.pizzeria.move_codes import CHEW, DIVIDE, PICK, PILE
from pizzabox.games.pizzeria.phrases import kind_name
from pizzabox.games.pizzeria.rules.scoring import basil, majorities, offers, tomatoes, total, winners
from tests.games.pizzeria.helpers import eaten, finish_round, load, saved, serve, stacked, texts
from tests.helpers import walk

MIXED = ["4/6", "5/7", "8/10", "9/11"]
SEVENS = ["7"] * 7


def hidden(pos: pizzabox.Position) -> Counter[str]:
    s = pos.state
    found = Counter(TYPE_NAMES[s.piles[i, j]] for i in range(6) for j in range(11))
    found.update(TYPE_NAMES[t] for t in s.aside)
    found.update(TYPE_NAMES[t] for t in s.pizza)
    del found["none"]
    return found


def scored(hands: list[list[str]], bites: list[list[str]] | None = None, **holders: int) -> Any:
    """A bare record with these saved and eaten slices; offers by letter and holder."""
    s = rules.State()
    s.players = len(hands)
    for p, names in enumerate(hands):
        for name in names:
            s.saved[p, BY_NAME[name]] += 1
    for p, names in enumerate(bites or []):
        for name in names:
            s.ate[p, BY_NAME[name]] += 1
            s.bites[p] += 1
    for letter, p in holders.items():
        s.holder[board.OFFERS.index(letter)] = p + 1
    return s


def totals(s: Any) -> list[int]:
    return [total(s, p) for p in range(s.players)]


@pytest.mark.rule("P1.1", "P1.2", "P1.3")
def test_the_box_has_69_slices_with_the_leaves_of_the_table() -> None:
    for table in (0, 1):
        counts = COPIES[table, 6].tolist()
        assert sum(counts) == 69
        for kind in range(2, 12):
            own = [n for n, t in zip(counts, board.SLICES, strict=True) if t.kinds == (kind,)]
            assert sum(own) == kind
        assert [n for n, t in zip(counts, board.SLICES, strict=True) if len(t.kinds) == 2] == [1, 1, 1, 1]
        leaves = [int(n * LEAVES[t]) for t, n in enumerate(counts)]
        assert sum(leaves) == 125
        assert sum(int(n) for t, n in enumerate(counts) if LEAVES[t]) == 63
    assert [t.name for t in board.SLICES if len(t.kinds) == 2] == MIXED
    house = {t.kinds[0]: t.leaves for t, n in zip(board.SLICES, COPIES[0, 6], strict=True) if n and len(t.kinds) == 1}
    assert house == {2: 0, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2, 9: 2, 10: 2, 11: 3}
    assert len({kind_name(kind) for kind in board.KINDS}) == len(board.KINDS)


@pytest.mark.rule("P1.3")
@pytest.mark.parametrize(("players", "leaves"), [(2, 86), (3, 125), (4, 86), (5, 105), (6, 125)])
def test_leaves_in_play(players: int, leaves: int) -> None:
    for table in ("house", "varied"):
        pos = load(players, leaves=table).start(seed=1)
        assert sum(n * int(LEAVES[BY_NAME[name]]) for name, n in hidden(pos).items()) == leaves


@pytest.mark.rule("P1.4", "P1.5", "P1.7")
@pytest.mark.parametrize(
    ("players", "out", "slices", "piles"),
    [
        (2, ["3", "8", "10", "8/10"], 47, 4),
        (3, [], 69, 6),
        (4, ["3", "8", "10", "8/10"], 47, 4),
        (5, ["10", "8/10"], 58, 5),
        (6, [], 69, 6),
    ],
)
def test_piles_and_slices_are_set_up_for_every_number_of_players(
    players: int, out: list[str], slices: int, piles: int
) -> None:
    for variant in ("basic", "advanced"):
        pos = load(players, variant).start(seed=4)
        found = hidden(pos)
        assert sum(found.values()) == slices == 11 * piles + 3
        assert not set(out) & set(found)
        assert pos.state.stock == (1 << piles) - 1
        assert all(pos.state.aside)
        assert texts(pos) == {f"pile {i + 1}" for i in range(piles)}


@pytest.mark.rule("P1.5")
def test_every_slice_is_equally_likely_everywhere() -> None:
    game, counts = load(4), Counter[str]()
    for seed in range(400):
        s = game.start(seed=seed).state
        counts[TYPE_NAMES[s.aside[0]]] += 1
        counts[TYPE_NAMES[s.piles[2, 5]]] += 1
    assert 800 * 11 / 47 * 0.8 < counts["11"] < 800 * 11 / 47 * 1.2
    assert counts["2"] > 15


@pytest.mark.rule("P1.6")
def test_the_first_slicer_is_drawn_or_chosen() -> None:
    for players in (2, 5):
        drawn = Counter(load(players, first="random").start(seed=s).actors[0] for s in range(500))
        assert min(drawn[p] for p in range(players)) > 500 / players * 0.7
    assert load(4, first="white").start(seed=1).actors == (2,)
    assert load(variant="solo", first="red").start(seed=1).state.phase == PILE
    assert load(variant="solo", first="jeff").start(seed=1).state.phase == PICK
    with pytest.raises(pizzabox.BadOption, match="nobody has that seat"):
        load(2, first="yellow")
    with pytest.raises(pizzabox.BadOption, match="only plays in the solo game"):
        load(2, first="jeff")
    with pytest.raises(pizzabox.BadOption, match="players=1 variant=solo"):
        pizzabox.load("pizzeria", players=1)


@pytest.mark.rule("P1.7")
def test_the_slices_put_aside_are_turned_up_at_the_end_only() -> None:
    for pos in walk(load(3), 1):
        assert any(pos.view(0).state.aside) == pos.over
    assert "Put aside" in str(pos.view(-1))
    assert "The slices put aside were" in pos.game.words.tally(pos.state).note


@pytest.mark.rule("P2.1")
@pytest.mark.parametrize(("players", "each"), [(2, 2), (3, 2), (4, 1), (5, 1), (6, 1)])
def test_the_knife_passes_clockwise_and_all_slice_equally_often(players: int, each: int) -> None:
    order = [pos.actors[0] for pos in walk(load(players, first="green"), 5) if pos.state.phase == DIVIDE]
    assert order == [(1 + i) % players for i in range(players * each)]


@pytest.mark.rule("P2.2")
def test_any_pile_may_be_taken_once_and_the_last_is_served_by_itself() -> None:
    pos = load(2).start(seed=1)
    pos.play("pile 3")
    finish_round(pos)
    assert texts(pos) == {"pile 1", "pile 2", "pile 4"}
    assert "pile 3 has been eaten (P2.2)" in str(pos.why_not("pile 3"))
    assert "there are only 4 piles (P1.5)" in str(pos.why_not("pile 6"))
    finish_round(pos)
    finish_round(pos)
    assert pos.state.phase == DIVIDE
    assert pos.state.stock == 0


@pytest.mark.rule("P2.3", "P2.6")
def test_slices_lie_in_drawing_order_and_the_seam_is_a_line_like_any_other() -> None:
    order = ["11", "2", "4", "11", "5/7", "9", "6", "7", "4", "5", "11"]
    pos = serve(load(4).start(seed=1), order)
    assert [TYPE_NAMES[t] for t in pos.state.pizza] == order
    pos.play("cut 2 4 6 9")
    shares = [[i + 1 for i in range(11) if mask >> i & 1] for mask in pos.state.share][:4]
    assert shares == [[2, 3], [4, 5], [6, 7, 8], [1, 9, 10, 11]]
    assert "Portion 4: 9:4*  10:5*  11:11***  1:11***" in str(pos)


@pytest.mark.rule("P2.4", "P2.5", "P2.6")
@pytest.mark.parametrize(("players", "portions"), [(2, 4), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_the_pizza_is_cut_into_as_many_portions_as_players(players: int, portions: int) -> None:
    pos = load(players).start(seed=2)
    pos.play("pile 1")
    assert len(pos.legal()) == comb(11, portions)
    for move in pos.legal():
        assert len(set(move.tokens)) == portions
    trial = pos.copy()
    trial.play(random.Random(1).choice(list(trial.legal())))
    assert sum(map(bool, trial.state.share)) == portions
    assert all(trial.state.share[:portions])
    assert "portions, but the pizza needs" in str(pos.why_not("cut 1 2"))
    assert "is there twice" in str(pos.why_not("cut 1 1 2 3"))
    assert "numbered 1 to 11" in str(pos.why_not("cut 1 2 12"))


@pytest.mark.rule("P3.1", "P3.3")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_left_of_the_slicer_picks_first_and_the_slicer_gets_the_last(players: int) -> None:
    pos = serve(load(players, first="green").start(seed=3), [*SEVENS, "9", "9", "9", "9"])
    pos.play(pos.legal()[7])
    order = []
    while pos.state.rounds == 0:
        if pos.state.phase == PICK:
            order.append(pos.actors[0])
            picker = pos.actors[0]
            pos.play(pos.legal()[-1])
            assert (pos.state.phase, pos.actors) == (CHEW, (picker,))
        else:
            pos.play(pos.legal()[0])
    assert order == [(2 + i) % players for i in range(players - 1)]
    assert all(sum(saved(pos, p).values()) > 0 for p in range(players))
    assert sum(sum(saved(pos, p).values()) for p in range(players)) == 11


@pytest.mark.rule("P3.1")
def test_a_taken_portion_is_gone() -> None:
    pos = load(4).start(seed=3)
    for text in ("pile 1", "cut 1 4 7 10", "portion 2"):
        pos.play(text)
    while pos.state.phase == CHEW:
        pos.play("save all")
    assert texts(pos) == {"portion 1", "portion 3", "portion 4"}
    assert "Green has already taken portion 2 (P3.1)" in str(pos.why_not("portion 2"))
    assert "there are only 4 portions" in str(pos.why_not("portion 5"))
    assert "it's White's turn" in str(pos.why_not("portion 1", 0))


@pytest.mark.rule("P3.2")
def test_two_players_pick_in_turn_the_other_one_first() -> None:
    pos = serve(load(2).start(seed=3), SEVENS)
    pos.play("cut 1 4 7 10")
    order = []
    while pos.state.rounds == 0:
        if pos.state.phase == CHEW:
            order.append(pos.actors[0])
        pos.play(pos.legal()[0])
    assert order == [1, 0, 1, 0]


@pytest.mark.rule("P3.3", "P4.1", "P4.2", "P4.3")
def test_slices_with_basil_are_eaten_or_saved_at_once() -> None:
    pos = serve(load(4).start(seed=1), ["2", "7", "11", "4/6", "9", "9", "9", "9", "11", "11", "11"])
    pos.play("cut 1 5 7 9")
    pos.play("portion 1")
    assert texts(pos) == {"save all", "eat 2", "eat 3", "eat 2 3"}
    assert saved(pos, 1) == Counter({"2": 1, "4/6": 1})
    assert "slice 1 has no basil, so you have to save it (P4.2)" in str(pos.why_not("eat 1"))
    assert "slice 5 isn't in your portion (P4.1)" in str(pos.why_not("eat 2 5"))
    assert "first decide which slices" in str(pos.why_not("portion 2"))
    pos.play("eat 3")
    assert (saved(pos, 1), eaten(pos, 1)) == (Counter({"2": 1, "4/6": 1, "7": 1}), Counter({"11": 1}))
    assert pos.actors == (2,)
    assert texts(pos) == {"portion 2", "portion 3", "portion 4"}, "what is saved cannot be eaten later"


@pytest.mark.rule("P4.4")
def test_a_portion_without_basil_needs_no_decision() -> None:
    pos = serve(load(4).start(seed=1), ["2", "2", "5/7", "4/6", *["9"] * 7])
    pos.play("cut 1 5 7 9")
    pos.play("portion 1")
    assert (pos.state.phase, pos.actors) == (PICK, (2,))
    assert saved(pos, 1) == Counter({"2": 2, "5/7": 1, "4/6": 1})


@pytest.mark.rule("P4.5", "P8.1")
def test_what_a_view_holds() -> None:
    for options in ({}, {"eaten": True}):
        for pos in walk(load(3, "advanced", **options), 8):
            if pos.over:
                break
            for viewer in (-1, 0, 1, 2):
                s = pos.view(viewer).state
                assert not any(s.aside) and not any(s.lids) and s.rng == 0
                assert not any(s.piles[i, j] for i in range(6) for j in range(11))
                assert list(s.bites) == list(pos.state.bites)
                for p in range(3):
                    known = [s.ate[p, t] for t in range(25)] == [pos.state.ate[p, t] for t in range(25)]
                    open_to = p == viewer or bool(options) or pos.state.bites[p] == 0
                    assert known == open_to


@pytest.mark.rule("P3.3", "P8.1")
@pytest.mark.parametrize(("players", "variant"), [(2, "basic"), (4, "basic"), (3, "advanced"), (1, "solo-hard")])
def test_nothing_is_chosen_in_secret(players: int, variant: str) -> None:
    """One decides at a time and all see it, though eaten leaves are counted for their eater alone (P4.5)."""
    for pos in walk(load(players, variant), 6):
        assert pos.state.sealed == 0
        assert len(pos.actors) == (0 if pos.over else 1)
        for player in pos.actors:
            code = pos.codes(player)[-1]
            trial = pos.copy()
            text = trial.play(code, player).text
            assert trial.state.sealed == 0
            told = {tuple(trial.story(trial.steps[-1], bytes(trial.state), viewer)) for viewer in range(-1, players)}
            assert len(told) == 1, f"{text} is told alike to everybody"


@pytest.mark.rule("P4.5")
def test_guesses_give_rivals_slices_with_basil_and_are_uniform() -> None:
    game = load(2)
    pos = serve(game.start(seed=1), ["11", "11", "4", "4", "9", "9", "2", "4/6", "6", "6", "7"])
    for text in ("cut 1 3 5 7", "portion 1", "eat 1 2"):
        pos.play(text)
    drawn = Counter[str]()
    for seed in range(600):
        world = pos.view(0).guess(seed)
        drawn.update(eaten(world, 1).elements())
        assert game.kernels.audit(world.state) == 0
    assert sum(drawn.values()) == 1200
    # Unseen with basil: 9 cheese slices are not on the table, two more were eaten.
    unseen = {"4": 2, "5": 5, "6": 4, "7": 6, "9": 7, "11": 11}
    for name, n in unseen.items():
        assert drawn[name] == pytest.approx(1200 * n / 35, rel=0.3)


@pytest.mark.rule("P5.1", "P5.2", "P5.3", "P5.4", "P5.5")
def test_the_scoring_example_of_the_rulebook_gives_26_points() -> None:
    mine = ["2", "2", "5", "5", "5/7", "8", "8", "8"]
    s = scored([mine, ["8", "8", "8", "7"], ["5", "7"]], [["9", "9", "7", "11"]])
    assert tomatoes(s, 0) == 4
    assert majorities(s, 0) == 5 + 8
    assert basil(s, 0) == 9
    assert totals(s)[0] == 26
    assert majorities(s, 1) == 8 + 7


@pytest.mark.rule("P5.2", "P5.3")
def test_halves_ties_and_kinds_nobody_saved() -> None:
    assert totals(scored([["5/7"], []])) == [12, 0], "half a slice is enough when nobody has more"
    assert totals(scored([["5/7"], ["5"]])) == [7, 5]
    assert totals(scored([["9", "9/11"], ["9"]])) == [20, 0]
    assert totals(scored([["9"], ["9"], ["9"], []])) == [9, 9, 9, 0]
    assert totals(scored([[], []])) == [0, 0]


@pytest.mark.rule("P5.4")
def test_each_saved_tomato_slice_is_worth_two_points() -> None:
    assert totals(scored([["2"], ["2"]])) == [2, 2]
    assert totals(scored([["2", "2"], []])) == [4, 0]


@pytest.mark.rule("P5.5")
def test_leaves_count_on_eaten_slices_only() -> None:
    assert totals(scored([["11"], ["11", "11"]], [["3", "6"], []])) == [3, 11]


@pytest.mark.rule("P5.6")
def test_the_game_ends_with_the_last_portion_of_the_last_pizza() -> None:
    for players in (2, 3, 4, 5, 6):
        done = list(walk(load(players), 2))[-1]
        assert done.over
        assert done.state.rounds == {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}[players]
        taken = sum(sum(saved(done, p).values()) + sum(eaten(done, p).values()) for p in range(players))
        assert taken == 11 * done.state.rounds


@pytest.mark.rule("P5.7")
def test_most_points_then_most_eaten_slices_then_a_shared_win() -> None:
    assert winners(scored([["9"], ["8"]])) == 0b01
    even = scored([["3"], []], [[], ["3", "4", "5"]])
    assert totals(even) == [3, 3]
    assert winners(even) == 0b10
    assert winners(scored([["9"], ["9"], ["8"]])) == 0b011


@pytest.mark.rule("P9.1", "P9.2")
def test_jeff_takes_the_first_pile_and_cuts_three_three_three_two() -> None:
    game = load(variant="solo", first="jeff")
    pos = game.start(seed=3)
    assert pos.actors == (0,)
    assert [mask.bit_count() for mask in pos.state.share] == [3, 3, 3, 2, 0, 0]
    assert pos.state.share[0] == 0b111
    assert pos.state.stock == 0b1110
    assert game.players == 1
    assert not any(p for pos in walk(game, 2) for p in pos.actors)


@pytest.mark.rule("P9.3")
def test_jeff_picks_what_is_worth_most_to_him() -> None:
    pos = serve(load(variant="solo").start(seed=1), ["11", "4", "4", "4", "2", "6", "6", "9", "9", "9", "9"])
    trial = pos.copy()
    trial.play("cut 1 3 6 8")  # 8, 10, 8 and 16
    assert trial.state.taker[3] == 2
    trial = pos.copy()
    trial.play("cut 1 2 5 10")  # 5, 9, 18, 8: tomato 2, two of kind 6 and two of kind 9 at 4 each
    assert trial.state.taker[2] == 2
    trial = serve(load(variant="solo").start(seed=1), ["9", "9", "6", "6", "7", "7", "2", "2", "4", "5/7", "5"])
    trial.play("cut 1 3 5 7")  # equal worth of 8 three times, then 2 + 2 + 3 + 1 + 3
    assert trial.state.taker[3] == 2
    even = serve(load(variant="solo").start(seed=1), ["9", "9", "6", "6", "7", "7", "2", "4/6", "5/7", "9/11", "7"])
    even.play("cut 1 3 5 7")  # 8, 8, 8 and 2 + 1 + 1 + 1 + 4 = 9
    assert even.state.taker[3] == 2
    first = serve(load(variant="solo").start(seed=1), ["9", "9", "6", "6", "7", "7", "2", "4/6", "5/7", "9/11", "5"])
    first.play("cut 1 3 5 7")  # 8 everywhere: the last has more slices
    assert first.state.taker[3] == 2
    clockwise = serve(load(variant="solo").start(seed=1), ["9", "6", "7", "9", *["9"] * 7])
    clockwise.play("cut 1 2 3 4")
    assert clockwise.state.taker[3] == 2
    again = serve(load(variant="solo").start(seed=1), ["2", "2", *["9"] * 3, *["6"] * 3, *["7"] * 3])
    again.play("cut 1 3 6 9")
    assert again.state.taker[1] == 2
    dear = ["11", "4", "4/6", "5/7", "9/11", "2", "2", "5", "5", "4", "4"]
    few = serve(load(variant="solo").start(seed=1), dear)
    few.play("cut 1 3 8 10")  # 8 with two slices, 7 with five: what they're worth comes first
    assert few.state.taker[0] == 2


@pytest.mark.rule("P9.4")
def test_jeff_eats_what_he_has_lost_and_saves_the_rest() -> None:
    game = load(variant="solo", first="red")
    pos = serve(game.start(seed=1), ["7", "7", "7", "9", "9", "9", "9", "9", "9", "9", "6"])
    pos.play("cut 1 4 8 11")  # Jeff takes four nines, then red the sevens
    assert saved(pos, 1) == Counter({"9": 4})
    pos.play("portion 1")
    pos.play("save all")
    pos.play(pos.legal()[0])
    while pos.state.rounds == 0:
        pos.play("save all")
    before = eaten(pos, 1)["7"]
    pos = stacked_for_jeff(pos)
    assert eaten(pos, 1)["7"] == before + 1
    full = serve(game.start(seed=1), [*["9"] * 8, "4", "4", "4"])
    full.play("cut 1 5 9 10")
    assert saved(full, 1) == Counter({"9": 4})
    full.play("portion 4")
    full.play("save all")
    assert eaten(full, 1) == Counter({"9": 4}), "he leads supreme already"


def stacked_for_jeff(pos: pizzabox.Position) -> pizzabox.Position:
    """Jeff sliced the second pizza; the human slices the third, with one seven that is worth nothing to Jeff."""
    while pos.state.rounds < 2:
        pos.play("save all" if "save all" in texts(pos) else pos.legal()[0])
    pos = stacked(pos, ["7", "11", "11"])
    pos.play(min(texts(pos)))
    mine, his = saved(pos, 0)["7"], saved(pos, 1)["7"]
    assert mine >= his + 3
    pos.play("cut 1 4 5 6")
    return pos


@pytest.mark.rule("P9.5")
def test_the_solo_game_is_won_by_beating_jeff() -> None:
    game, results = load(variant="solo", first="random"), set()
    for seed in range(60):
        done = list(walk(game, seed))[-1]
        own, jeff = total(done.state, 0), total(done.state, 1)
        bites = done.state.bites[0] - done.state.bites[1]
        expected = 1 if (own, bites) > (jeff, 0) else 0 if (own, bites) == (jeff, 0) else -1
        assert done.returns == (expected,)
        results.add(expected)
        assert len(done.game.words.tally(done.state).rows) == 2
        assert "Jeff" in done.prompt
    assert -1 in results
    assert offers(done.state, 0) == 0
