"""The twelve offers: effect, time, exclusions and the worst corner of each."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.pizzeria.board import OFFERS
from pizzabox.games.pizzeria.move_codes import CHEW, DIBS, DIVIDE, JUMP, LAST, PHASES, PICK
from pizzabox.games.pizzeria.rules.scoring import majorities, offer_points, total
from tests.games.pizzeria.helpers import eaten, finish_round, holder, load, saved, serve, step, texts, used
from tests.games.pizzeria.test_rules import scored, totals
from tests.helpers import walk

NINES = ["9"] * 9


def begun(players: int = 3, **options: object) -> Position:
    return load(players, "advanced", **options).start(seed=1)


def given(offer: str, players: int = 3, to: int = 0) -> Position:
    """The second round is to begin, and that player (counted from red, who sliced) has got that offer."""
    pos = serve(begun(players), [], offer)
    cuts = " ".join(str(i + 1) for i in range({2: 4}.get(players, players) - 1))
    pos.play(f"cut {cuts} offer alone")
    alone = f"portion {pos.state.tile_at}"
    while pos.state.rounds == 0:
        if pos.state.phase == PICK:
            mine = pos.actors[0] == to
            pos.play(alone if mine and alone in texts(pos) else min(texts(pos) - {alone}))
        else:
            step(pos)
    assert holder(pos, offer) == to
    return pos


def last_round(pos: Position) -> Position:
    while pos.state.stock.bit_count() > 1 or pos.state.phase != PHASES.index("pile"):
        before = pos.copy()
        step(pos)
        if pos.state.stock == 0:
            return before
    return pos


@pytest.mark.rule("P6.1")
def test_each_pile_has_one_offer_and_it_is_turned_up_with_the_pile() -> None:
    pos = begun(6)
    lids = [lid for lid in pos.state.lids if lid]
    assert len(lids) == len(set(lids)) == 6
    assert set(OFFERS) == set("ABCDEFGHIJKL")
    pos = serve(pos, [], "G")
    assert OFFERS[pos.state.tile - 1] == "G"
    assert "Offer G is turned up: 5 points at the end." in pos.log(-1)
    assert pos.view(1).state.tile == pos.state.tile
    assert load(4).start(seed=1).state.lids[0] == 0


@pytest.mark.rule("P6.2")
@pytest.mark.parametrize("letter", "A")
def test_a_cannot_turn_up_in_the_first_round(letter: str) -> None:
    seen = set()
    for seed in range(40):
        pos = serve(load(3, "advanced").start(seed=seed), [], letter)
        seen.add(OFFERS[pos.state.tile - 1])
        assert pos.state.gone == 1
        assert pos.state.tile - 1 not in [lid - 1 for lid in pos.state.lids if lid]
        assert "Offer A can't be used in this round and leaves the game." in pos.log(-1)
    assert len(seen) > 5
    assert "A" not in seen


@pytest.mark.rule("P6.2")
@pytest.mark.parametrize("letter", "DEF")
def test_d_e_and_f_cannot_turn_up_in_the_last_round(letter: str) -> None:
    ends = (last_round(load(4, "advanced").start(seed=seed)).data() for seed in range(20))
    data = next(data for data in ends if letter not in data["state"]["seen"])
    lids = data["state"]["lids"]
    lids[next(i for i, lid in enumerate(lids) if lid != "none")] = letter
    pos = pizzabox.position(data)
    while pos.state.stock:
        step(pos)
    assert OFFERS[pos.state.tile - 1] not in "DEF"
    assert pos.state.gone >> OFFERS.index(letter) & 1


@pytest.mark.rule("P6.2")
def test_two_players_play_without_d_and_f() -> None:
    for seed in range(60):
        pos = load(2, "advanced").start(seed=seed)
        lids = {OFFERS[lid - 1] for lid in pos.state.lids if lid}
        assert not lids & set("DF")
        assert not {OFFERS[lid - 1] for lid in pos.view(0).guess(seed).state.lids if lid} & set("DF")
    for pos in walk(load(2, "advanced"), 3):
        assert holder(pos, "D") == holder(pos, "F") == -1


@pytest.mark.rule("P6.3")
def test_the_offer_lies_on_a_portion_or_is_one() -> None:
    pos = serve(begun(4), [], "G")
    assert len(pos.legal()) == comb(11, 4) * 4 + comb(11, 3)
    for text, reason in {
        "cut 1 2 3 4": "say where the offer goes",
        "cut 1 2 3 offer 2": "3 cuts make 3 portions, but the pizza needs 4",
        "cut 1 2 3 4 offer alone": "needs 3 cuts, not 4",
        "cut 1 2 3 4 offer 5": "there are only 4 portions",
    }.items():
        assert reason in str(pos.why_not(text))
    assert "there's no offer to place" in str(serve(load(4).start(seed=1), []).why_not("cut 1 2 3 4 offer 1"))
    on, alone = pos.copy(), pos.copy()
    on.play("cut 1 4 7 10 offer 3")
    assert on.state.tile_at == 3
    alone.play("cut 1 4 7 offer alone")
    assert [mask.bit_count() for mask in alone.state.share][:4] == [3, 3, 5, 0]
    alone.play("portion 4")
    assert holder(alone, "G") == 1
    assert sum(saved(alone, 1).values()) == 0
    assert alone.actors == (2,)


@pytest.mark.rule("P6.4")
def test_when_offers_are_used() -> None:
    for seed in range(6):
        for pos in walk(load(3, "advanced"), seed):
            for letter in "GHIJKL":
                assert used(pos, letter) == (pos.over and holder(pos, letter) >= 0)
            if pos.state.phase == PHASES.index("pile"):
                assert all(used(pos, letter) for letter in "ABC" if holder(pos, letter) >= 0)


def with_a() -> Position:
    """Green holds 7, 7, 9 and 2 and has just taken offer A alone in the second round."""
    pos = serve(begun(), ["7", "7", "9", "2", *NINES[:7]], "G")
    pos.play("cut 1 5 8 offer 3")
    pos.play("portion 1")
    finish_round(pos)
    pos = serve(pos, [], "A")
    pos.play("cut 1 6 offer alone")
    for text in ("portion 1", "save all", "portion 2", "save all"):
        pos.play(text)
    return pos


@pytest.mark.rule("P7.1")
def test_a_eats_up_to_two_saved_slices_with_basil() -> None:
    pos = with_a()
    assert PHASES[pos.state.phase] == "retro"
    assert pos.actors == (1,)
    assert texts(pos) == {"bite 7", "bite 9", "pass"}
    assert "tomato 2 has no basil, so you can't eat it (P7.1)" in str(pos.why_not("bite 2"))
    assert "you haven't saved a slice of four cheeses" in str(pos.why_not("bite 11"))
    stop = pos.copy()
    stop.play("pass")
    assert used(stop, "A") and stop.state.rounds == 2
    assert not eaten(stop, 1)
    one = pos.copy()
    one.play("bite 7")
    assert texts(one) == {"bite 7", "bite 9", "pass"}
    one.play("pass")
    assert eaten(one, 1) == Counter({"7": 1})
    pos.play("bite 7")
    pos.play("bite 7")
    assert eaten(pos, 1) == Counter({"7": 2})
    assert saved(pos, 1)["7"] == 0
    assert used(pos, "A") and pos.state.rounds == 2


@pytest.mark.rule("P7.1")
def test_a_does_nothing_for_a_player_without_saved_basil() -> None:
    pos = serve(begun(), [], "G")
    pos.play("cut 1 6 offer alone")
    pos.play("portion 3")
    finish_round(pos)
    pos = serve(pos, ["2"], "A")
    pos.play("cut 1 2 6 offer 1")
    for _ in range(2):
        if "portion 2" in texts(pos):
            pos.play("portion 2")
        else:
            pos.play("portion 3")
        step(pos)
    assert used(pos, "A") == (pos.state.phase != PHASES.index("retro"))


@pytest.mark.rule("P7.2")
def test_b_takes_a_slice_put_aside_to_eat_or_save() -> None:
    pos = serve(begun(), [], "B", aside=["11"])
    pos.play("cut 1 6 offer alone")
    pos.play("portion 3")
    assert texts(pos) == {"reveal", "pass"}
    left, news = pos.copy(), pos.state.news
    left.play("pass")
    assert used(left, "B") and left.state.aside_left == 3 and left.actors == (2,)
    pos.play("reveal")
    assert pos.state.news == news + 1
    assert texts(pos) == {"eat", "save"}
    assert "four cheeses 11 (3 leaves)" in pos.view(0).prompt
    with pytest.raises(pizzabox.NoUndo):
        pos.undo()
    pos.play("eat")
    assert eaten(pos, 1) == Counter({"11": 1})
    assert used(pos, "B") and pos.state.aside_left == 2 and pos.actors == (2,)


@pytest.mark.rule("P7.2")
@pytest.mark.parametrize("bare", ["2", "8/10"])
def test_a_bare_slice_of_b_is_saved_at_once(bare: str) -> None:
    pos = serve(begun(), [], "B", aside=[bare])
    pos.play("cut 1 6 offer alone")
    pos.play("portion 3")
    pos.play("reveal")
    assert saved(pos, 1) == Counter({bare: 1})
    assert pos.actors == (2,)
    assert "turns up" in pos.log(-1)[-2]


@pytest.mark.rule("P7.3")
def test_c_marks_a_kind_of_which_one_has_a_whole_slice() -> None:
    pos = serve(begun(), ["2", "7", "5/7", "9", "9"], "C")
    pos.play("cut 1 4 8 offer 1")
    pos.play("portion 1")
    pos.play("save all")
    assert texts(pos) == {"mark 2", "mark 7"}, "half a shrimp is no slice"
    assert "you haven't saved a whole slice of shrimp (P7.3)" in str(pos.why_not("mark 5"))
    pos.play("mark 7")
    assert (pos.state.marked, used(pos, "C")) == (7, True)
    assert offer_points(pos.state, 1, 2) == 1
    s = scored([["7", "7", "5/7"], ["7", "7", "7"]], C=0)
    s.marked = 7
    assert totals(s) == [5 + 2, 7]
    s.marked = 2
    s.saved[0, 1] = 2
    assert totals(s) == [5 + 4 + 2, 7]


@pytest.mark.rule("P7.3")
def test_c_without_a_kind_has_no_effect() -> None:
    pos = serve(begun(), ["4/6", "5/7"], "C")
    pos.play("cut 1 3 7 offer 1")
    pos.play("portion 1")
    assert used(pos, "C") and pos.state.marked == 0
    assert pos.actors == (2,)
    assert "Offer C has no effect." in pos.log(-1)


@pytest.mark.rule("P7.4")
@pytest.mark.parametrize("to", [0, 1])
def test_d_takes_a_slice_before_the_cut_and_the_ring_closes(to: int) -> None:
    """Green slices the second pizza: once the holder is another player, once the slicer."""
    pos = given("D", to=to)
    pos = serve(pos, ["11", "2", "6"])
    assert (pos.state.phase, pos.actors) == (DIBS, (to,))
    kept = pos.copy()
    kept.play("pass")
    assert kept.state.phase == DIVIDE and not used(kept, "D")
    finish_round(kept)
    kept = serve(kept, [])
    assert kept.state.phase == DIBS, "asked again in the next round"
    bare = pos.copy()
    bare.play("take 2")
    assert saved(bare, to)["2"] >= 1
    before = list(pos.state.pizza)
    pos.play("take 1")
    assert texts(pos) == {"eat", "save"}
    assert pos.state.ring == 10
    assert list(pos.state.pizza) == [*before[1:], 0]
    pos.play("eat")
    assert eaten(pos, to)["11"] >= 1
    assert used(pos, "D")
    assert pos.state.phase == DIVIDE
    assert len(pos.legal()) == comb(10, 3) * 3 + comb(10, 2)
    assert "numbered 1 to 10" in str(pos.why_not("cut 1 2 11 offer 1"))
    finish_round(pos)
    pos = serve(pos, [])
    assert pos.state.phase == DIVIDE, "only once"


@pytest.mark.rule("P7.5")
def test_e_moves_a_slice_across_a_cut_before_the_pick() -> None:
    pos = serve(given("E", to=2), [], "G")
    pos.play("cut 1 4 8 offer 2")
    assert pos.actors == (2,)
    assert texts(pos) >= {"move 1 to 3", "move 3 to 2", "move 4 to 1", "move 7 to 3", "move 8 to 2", "move 11 to 1"}
    assert len(pos.legal()) == 9
    assert "slice 2 isn't next to a cut" in str(pos.why_not("move 2 to 3"))
    pos.play("move 3 to 2")
    assert [mask.bit_count() for mask in pos.state.share][:3] == [2, 5, 4]
    assert pos.state.tile_at == 2
    assert used(pos, "E")
    assert pos.actors == (2,)
    assert texts(pos) == {"portion 1", "portion 2", "portion 3"}
    assert "you need offer E to move a slice" in str(pos.why_not("move 4 to 1"))


@pytest.mark.rule("P7.5")
def test_e_leaves_no_portion_empty_unless_the_offer_lies_there() -> None:
    pos = serve(given("E", to=2), [], "G")
    empty, tile = pos.copy(), pos.copy()
    empty.play("cut 1 2 8 offer 2")
    assert not texts(empty) & {"move 1 to 2", "move 1 to 3"}
    assert "that would leave portion 1 with no slice and no offer (P7.5)" in str(empty.why_not("move 1 to 2"))
    tile.play("cut 1 2 8 offer 1")
    tile.play("move 1 to 3")
    assert tile.state.share[0] == 0
    assert tile.state.tile_at == 1
    tile.play("portion 1")
    assert holder(tile, "G") == 2
    two = pos.copy()
    two.play("cut 1 2 offer alone")
    assert texts(two) >= {"move 2 to 1", "move 11 to 1"}
    assert not texts(two) & {"move 1 to 2"}


@pytest.mark.rule("P7.5")
def test_both_portions_of_e_must_be_on_the_table() -> None:
    pos = serve(given("E", to=0), [], "G")
    pos.play("cut 1 4 8 offer 2")
    pos.play("portion 1")
    while pos.state.phase == CHEW:
        pos.play("save all")
    assert pos.actors == (0,)
    assert texts(pos) == {"portion 2", "portion 3", "move 7 to 3", "move 8 to 2"}
    assert "both portions must still be on the table" in str(pos.why_not("move 3 to 2"))


@pytest.mark.rule("P7.5", "P6.4")
def test_with_two_players_e_serves_between_the_two_picks() -> None:
    pos = serve(begun(2), [], "E")
    pos.play("cut 1 4 7 offer alone")
    for text in ("portion 4", "portion 1", "save all"):
        pos.play(text)
    assert pos.actors == (1,)
    assert "move 6 to 3" in texts(pos)


@pytest.mark.rule("P7.6")
@pytest.mark.parametrize(("players", "to"), [(3, 0), (4, 1), (4, 3), (6, 0)])
def test_f_chooses_first_and_the_others_keep_their_order(players: int, to: int) -> None:
    """Green slices the second pizza; with four players and to = 1 the slicer himself uses it."""
    pos = serve(given("F", players, to), [], "G")
    pos.play(pos.legal()[5])
    assert (pos.state.phase, pos.actors) == (JUMP, (to,))
    later = pos.copy()
    later.play("pass")
    assert later.actors == (2,) and not used(later, "F")
    pos.play("first")
    assert used(pos, "F")
    order = []
    while pos.state.rounds == 1:
        if pos.state.phase == PICK:
            order.append(pos.actors[0])
        step(pos)
    usual = [(2 + i) % players for i in range(players)]
    usual.remove(to)
    assert [to, *usual][: players - 1] == order


@pytest.mark.rule("P7.6")
def test_f_is_not_asked_of_who_is_first_anyway() -> None:
    pos = serve(given("F", 4, to=2), [], "G")
    pos.play(pos.legal()[5])
    assert (pos.state.phase, pos.actors) == (PICK, (2,))
    assert not used(pos, "F")


@pytest.mark.rule("P7.7", "P7.8", "P7.11", "P7.12")
def test_g_h_k_and_l() -> None:
    assert totals(scored([[], []], G=1)) == [0, 5]
    s = scored([["2", "2", "4/6", "9", "9"], []], H=0)
    assert offer_points(s, 0, OFFERS.index("H")) == 4
    every = scored([["2", "3", "4/6", "5/7", "8/10", "9/11"], []], H=0)
    assert offer_points(every, 0, OFFERS.index("H")) == 10
    s = scored([[], []], [["3", "9", "9", "11", "9"], ["3"]], K=0, L=1)
    assert offer_points(s, 0, OFFERS.index("K")) == 3
    assert offer_points(s, 1, OFFERS.index("L")) == 1
    even = scored([[], []], [["7", "7", "9", "9", "3"], []], L=0)
    assert offer_points(even, 0, OFFERS.index("L")) == 2
    varied = scored([[], []], [["7-1", "7", "7-3", "9", "9"], []], L=0, K=1)
    assert offer_points(varied, 0, OFFERS.index("L")) == 3
    assert offer_points(varied, 1, OFFERS.index("K")) == 0


@pytest.mark.rule("P7.9")
def test_i_wins_ties_for_kinds_but_not_the_game() -> None:
    hands = [["9", "7"], ["9", "6"], ["9"]]
    assert [majorities(scored(hands), p) for p in range(3)] == [16, 15, 9]
    assert [majorities(scored(hands, I=1), p) for p in range(3)] == [7, 15, 0]
    assert [majorities(scored([["9"], ["9", "9"]], I=0), p) for p in range(2)] == [0, 9]
    from pizzabox.games.pizzeria.rules.scoring import winners

    assert winners(scored([["6"], ["6", "2"]], [["11", "6", "3"], ["11", "6"]], I=0)) == 0b01
    even = scored([["3"], []], [[], ["3", "4", "5"]], I=0)
    assert winners(even) == 0b10
    assert totals(scored([["2"], ["2"]], I=0)) == [2, 2], "tomatoes are no majority"


def ending_with_j() -> Position:
    """The last portion of the last pizza is taken; red has J and has saved everything."""
    pos = given("J", players=4, to=0)
    while pos.state.phase != LAST and not pos.over:
        step(pos)
    return pos


@pytest.mark.rule("P7.10", "P6.5")
def test_j_eats_all_whole_slices_of_a_kind_before_scoring() -> None:
    pos = ending_with_j()
    assert (pos.state.phase, pos.actors) == (LAST, (0,))
    whole = {name for name in saved(pos, 0) if "/" not in name and name != "2"}
    assert texts(pos) == {f"devour {name}" for name in whole} | {"pass"}
    assert "tomato has no basil, so you can't eat it (P7.10)" in str(pos.why_not("devour 2"))
    nothing = pos.copy()
    nothing.play("pass")
    assert nothing.over and not eaten(nothing, 0)
    kind = sorted(whole)[0]
    n, mixed = saved(pos, 0)[kind], [name for name in saved(pos, 0) if "/" in name]
    before = total(pos.state, 0)
    pos.play(f"devour {kind}")
    assert pos.over
    assert eaten(pos, 0) == Counter({kind: n})
    assert saved(pos, 0)[kind] == 0
    assert all(name in saved(pos, 0) for name in mixed)
    assert total(pos.state, 0) != before
    assert pos.state.bites[0] == n


@pytest.mark.rule("P7.10")
def test_j_is_not_asked_without_saved_basil() -> None:
    pos = given("J", players=4, to=0)
    while not pos.over:
        assert pos.state.phase != LAST
        if pos.state.phase == CHEW and pos.actors == (0,):
            pos.play("eat all")
        else:
            step(pos)
        if any("/" not in name and name != "2" for name in saved(pos, 0)):
            return
    assert used(pos, "J")
