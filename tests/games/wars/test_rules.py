"""Pizza Wars rule by rule: the turn, the pieces, pranks, territory and winning."""

from __future__ import annotations

import random

import pytest

import pizzabox
from pizzabox.games.wars.board import KINDS, LETTERS, NAMES
from pizzabox.games.wars.rules import GOAL, MOVE, QUIET, REPEATED, ROTATE, STUCK
from tests.games.wars.helpers import on, setup, texts, turn
from tests.games.wars.referee import BOARDS, CELLS, SIDES
from tests.games.wars.referee import NAMES as REFEREE_NAMES
from tests.games.wars.test_referee import agree, judge_of

WHITE, RED, GREEN = 0, 1, 2
FAR = "Dm3/0"
"""A red Driver far from everything."""


@pytest.mark.rule("W1.3", "W1.4")
def test_a_turn_is_a_move_and_a_turn_of_a_piece() -> None:
    pos = pizzabox.load("wars").start(seed=1)
    assert pos.actors == (WHITE,) and pos.state.phase == MOVE
    pos.play("Kf2-g1")
    assert pos.actors == (WHITE,) and pos.state.phase == ROTATE
    assert "now turn a piece (W1.4)" in str(pos.why_not("Kf4-g4"))
    pos.play("g1>")
    assert pos.actors == (RED,) and pos.state.phase == MOVE
    assert "first move a piece, then turn one (W1.4)" in str(pos.why_not("i2>"))
    assert "it's Red's turn (W1.4)" in str(pos.why_not("Kf4-g4", WHITE))
    three = pizzabox.load("wars", players=3, first="green").start(seed=1)
    order = []
    for _ in range(4):
        order.append(three.actors[0])
        turn(three, three.legal()[0].text)
    assert order == [GREEN, WHITE, RED, GREEN]
    assert {pizzabox.load("wars", first="random").start(seed=s).actors for s in range(20)} == {(0,), (1,)}


@pytest.mark.rule("W2.4", "W2.5")
def test_pieces_move_towards_slices_as_far_as_empty_spots() -> None:
    pos = setup("Dd4/0 Ma1/0", FAR)
    assert {t for t in texts(pos) if t[0] == "D"} == {
        "Dd4-e4", "Dd4-f4", "Dd4-g4", "Dd4-d5", "Dd4-d6", "Dd4-d7", "Dd4-c4", "Dd4-b4", "Dd4-a4",
    }  # fmt: skip
    blocked = setup("Dd4/0 Md6/0", f"{FAR} Ke4/0")
    assert {t for t in texts(blocked) if t[0] == "D"} == {"Dd4-d5", "Dd4-c4", "Dd4-b4", "Dd4-a4"}
    assert "Red's Cook on e4 is in the way (W2.5)" in str(blocked.why_not("Dd4-f4"))
    assert "White's Manager is already on d6 (W2.5)" in str(blocked.why_not("Dd4-d6"))
    assert "has no slice that way (W2.4)" in str(blocked.why_not("Dd4-d3"))
    assert "a Manager can move 1 hex at most (W2.4)" in str(blocked.why_not("Md6-b4"))
    blocked.play("Dd4-d5")
    assert blocked.state.face[0] == 0, "the facing is kept"


@pytest.mark.rule("W2.5")
def test_green_is_out_of_play_with_two_and_in_play_with_three() -> None:
    assert "Dg4-g5" not in texts(setup("Dg4/0", FAR))
    assert "Dg4-g5" in texts(setup("Dg4/0", FAR, "Mm1/0".replace("m1", "k9"), players=3))
    with pytest.raises(pizzabox.IllegalMove, match="there's no hex g5 in play"):
        setup("Dg4/0", FAR).play("Dg4-g5")


@pytest.mark.rule("W2.6")
def test_any_one_piece_turns_by_one_side() -> None:
    pos = setup("Dd4/0 Cd2/0 Sa1/0", FAR)
    pos.play("Dd4-d5")
    assert texts(pos) == {"d5<", "d5>", "d2>", "a1<", "a1>"}
    assert "turn it right (W2.6)" in str(pos.why_not("d2<"))
    left = pos.copy()
    left.play("d5<")
    assert left.state.face[0] == 5
    pos.play("a1>")
    assert pos.state.face[2] == 1


@pytest.mark.rule("W4.1", "W4.2", "W4.3", "W4.4")
def test_pranks_and_what_blocks_them() -> None:
    pos = setup("Kd4/4", f"{FAR} Df3/0")
    assert "Kd4xf3" in texts(pos) and len(texts(pos)) > 1, "nobody has to prank"
    pos.play("Kd4xf3")
    assert on(pos, "f3") == "wK" and on(pos, "d4") == "" and pos.state.face[0] == 4
    assert pos.state.taken[WHITE] == 1 and pos.state.phase == ROTATE
    for blocker in ("Me3/0", "Me4/0", "Ce3/0"):
        blocked = setup("Kd4/4", f"{FAR} Df3/0 {blocker}")
        assert "Kd4xf3" not in texts(blocked)
        assert f"on {blocker[1:3]} blocks the jump (W4.3)" in str(blocked.why_not("Kd4xf3"))
    own = setup("Kd4/4 Me3/0 Me4/0", f"{FAR} Df3/0")
    assert "Kd4xf3" in texts(own)
    customer = setup("Kd4/4", f"{FAR} Cf3/0")
    assert "the Customer on f3 can't be pranked (W4.2)" in str(customer.why_not("Kd4xf3"))
    weak = setup("Cd4/0", f"{FAR} Df3/0")
    assert "a Customer can't prank (W4.2)" in str(weak.why_not("Cd4xf3"))
    away = setup("Kd4/1", f"{FAR} Df3/0")
    assert "has no cut line towards f3 (W4.1)" in str(away.why_not("Kd4xf3"))
    assert "there's no rival to prank on f3 (W4.1)" in str(setup("Kd4/4", FAR).why_not("Kd4xf3"))


@pytest.mark.rule("W5.1", "W5.2", "W5.3", "W5.6")
def test_territory_step_by_step() -> None:
    """As the five pictures of the rulebook tell it: in, deeper, cut off, a second piece, cut off again."""
    assert setup("Ma1/0", f"{FAR} Dg2/0").scores == (0, 1)
    assert setup("Ma1/0", f"{FAR} Dd4/0 Mh1/0").scores == (0, 4), "d4, e3, f2, g1; the own piece on the edge is idle"
    assert setup("Ma1/0 Mf2/0", f"{FAR} Dd4/0").scores == (0, 1)
    assert setup("Ma1/0 Mf2/0", f"{FAR} Dd4/0 Dd7/0").scores == (0, 7), "d4 to d7, and from d7 home"
    assert setup("Ma1/0 Sf2/0 Sd6/0", f"{FAR} Dd4/0 Dd7/0").scores == (0, 5)
    assert setup("Ma1/0 Mh1/0", f"{FAR} Dd4/0").scores == (1, 4), "what stands on Red's own hex does not matter"


@pytest.mark.rule("W5.4", "W5.5")
def test_hexes_count_once_and_are_counted_after_every_move() -> None:
    pos = setup("Ma1/0", f"{FAR} Dd4/4", state={"player": 1, "side": "red"})
    before = pos.scores
    pos.play("Dd4-f2")
    assert before == (0, 4) and pos.scores[RED] == len(judge_of(pos).land("red")) != 4
    for move in list(pos.legal()):
        trial = pos.copy()
        trial.play(move)
        assert trial.scores == pos.scores


@pytest.mark.rule("W6.1")
def test_enough_hexes_win_at_once() -> None:
    pos = setup("Ma1/0 Df2/0", "Dm3/0 Dd4/0", goal=4, state={"player": 1, "side": "red"})
    assert pos.scores == (0, 1)
    pos.play("Dd4-d5")
    assert pos.over and pos.winners == (RED,) and pos.state.ended == GOAL
    assert pos.prompt == "Red wins with 4 hexes."
    longer = setup("Ma1/0 Df2/0", "Dm3/0 Dd4/0", goal=4, goal_red=5, state={"player": 1, "side": "red"})
    longer.play("Dd4-d5")
    assert not longer.over, "each player may have another goal"


@pytest.mark.rule("W6.1")
@pytest.mark.parametrize("side", [WHITE, RED, GREEN])
def test_each_player_may_have_a_goal_of_their_own(side: int) -> None:
    """Only the handicap of the side that moves counts; with three boards a third of it is needed from each rival."""
    own, others = f"goal_{SIDES[side]}", [f"goal_{SIDES[p]}" for p in range(3) if p != side]
    start = pizzabox.load("wars", players=3, goal=9, **{own: 4}).start(seed=1).state
    assert start.goal.tolist() == [4 if p == side else 9 for p in range(3)]
    near, far = (side + 1) % 3, (side + 2) % 3
    state = {"player": side, "side": SIDES[side], "opening": 0}
    inside = {WHITE: "Kd3/0", RED: "Kk4/0", GREEN: "Kg8/0"}
    idle = {WHITE: "Sa1/0", RED: "Sn2/0", GREEN: "Sj11/0"}
    armies = ["", "", ""]
    armies[near], armies[far] = idle[near], idle[far]
    for home in sorted(BOARDS[SIDES[side]]):
        armies[side] = f"C{REFEREE_NAMES[home]}/0 {inside[far]}"
        pos = setup(*armies, players=3, goal=30, state=state)
        enters = [m.text for m in pos.legal() if CELLS[m.text.split("-")[1]] in BOARDS[SIDES[near]]]
        if enters:
            break
    goal = 2
    for options, wins in (({own: goal}, True), ({}, False), (dict.fromkeys(others, goal), False)):
        trial = setup(*armies, players=3, goal=30, state=state, **options)
        judge = judge_of(trial)
        trial.play(enters[0])
        judge.play(enters[0])
        agree(trial, judge)
        assert trial.over == wins, options
    assert trial.scores[side] >= goal and max(trial.scores[near], trial.scores[far]) == 0


@pytest.mark.rule("W6.2")
def test_a_rival_may_not_be_handed_the_win() -> None:
    pos = setup("Ma1/0 Df2/0", f"{FAR} Dd4/0", goal=4)
    assert pos.scores == (0, 1)
    reason = pos.why_not("Df2-f3")
    assert reason and reason.reason == "that would give Red 4 hexes, enough to win" and reason.rule == "W6.2"
    assert not any(t.startswith("Df2-f") for t in texts(pos))
    assert "Ma1-b2" in texts(pos)
    assert "Df2-f3" in texts(setup("Ma1/0 Df2/0", f"{FAR} Dd4/0", goal=4, goal_red=5))


@pytest.mark.rule("W6.3")
def test_a_close_call_takes_more_than_every_rival_has() -> None:
    """The mover must have more than every rival who has enough; a higher goal of their own does not matter."""
    pos = setup("De3/1 Kf5/2 Dg3/4 Ml2/2 Ca3/0", "Dl3/1 Kc6/4 Km3/0 Mb2/3 Cg2/1", goal=6)
    assert max(pos.scores) < 6
    pos.play("Dg3-j6")
    assert pos.over and pos.winners == (WHITE,) and pos.scores == (8, 7)
    assert pos.prompt == "That was close: White wins with 8 hexes."
    equal = setup("Kk1/0 Ke3/4 Dd3/0 Mg3/2 Ch4/0", "Me2/5 Di4/5 Da4/4 Kk6/3 Ce5/0", goal=6)
    assert "that would give Red 7 hexes, enough to win (W6.2)" in str(equal.why_not("Mg3xi4"))
    poor = setup("De3/1 Kf5/2 Dg3/4 Ml2/2 Ca3/0", "Dl3/1 Kc6/4 Km3/0 Mb2/3 Cg2/1", goal=6, goal_white=9)
    poor.play("Dg3-j6")
    assert poor.over and poor.winners == (WHITE,) and poor.scores == (8, 7), "eight are more than seven, if not nine"
    assert poor.prompt == "That was close: White wins with 8 hexes."
    assert pizzabox.load("wars").position(poor.data()) == poor, "and it stands as a finished game"


STUCK_DRIVER = "Dd1/3"
"""A white Driver whose slices all point off the board."""


@pytest.mark.rule("W6.4")
def test_who_cannot_move_loses() -> None:
    pos = setup(STUCK_DRIVER, FAR, state={"player": 1, "side": "red"})
    turn(pos, "Dm3-m4", "m4>")
    assert pos.over and pos.winners == (RED,) and pos.state.ended == STUCK
    assert pos.log(-1)[-2:] == ["White can't move and is out.", "Red wins: nobody else can move."]


@pytest.mark.rule("W6.5", "W6.6", "W6.7")
def test_without_progress_the_ladder_decides() -> None:
    pos = pizzabox.load("wars", patience=1).start(seed=1)
    turn(pos, "Sd3-c3", "e2>")
    assert not pos.over
    turn(pos, "Sk5-l4", "j5>")
    assert pos.over and pos.state.ended == QUIET and pos.winners == (0, 1) and pos.returns == (0.0, 0.0)
    more = setup("Dd4/0 Mh1/0", FAR, patience=1)
    turn(more, "Mh1-i2", "d4>")
    assert more.state.quiet == 0, "a new personal best is progress"
    turn(more, more.legal()[0].text)
    turn(more, next(t for t in sorted(texts(more)) if t[0] == "D"))
    assert more.over and more.winners == (WHITE,) and "holds the most" in more.prompt
    taken = setup("Kd4/4", f"{FAR} Df3/0", patience=1)
    turn(taken, "Kd4xf3", "f3>")
    assert taken.state.quiet == 0, "a prank is progress"
    turn(taken, taken.legal()[0].text)
    turn(taken, next(t for t in sorted(texts(taken)) if t.split("-")[-1][0] in "abcdef"))
    assert taken.over and taken.winners == (WHITE,)
    assert "has pranked the most pieces, 1, and wins" in taken.prompt


@pytest.mark.rule("W6.7")
def test_the_third_repetition_ends_the_game() -> None:
    pos = pizzabox.load("wars").start(seed=1)
    for _ in range(2):
        for move, rotation in (("Sd3-c3", "e2>"), ("Sk5-l4", "j5>"), ("Sc3-d3", "e2<"), ("Sl4-k5", "j5<")):
            assert not pos.over
            turn(pos, move, rotation)
    assert pos.over and pos.state.ended == REPEATED
    assert pos.prompt == "The same position for the third time. White and Red share the win."


@pytest.mark.rule("W8.1", "W8.2", "W8.3", "W8.4")
def test_three_players_need_a_third_from_each_rival() -> None:
    found = 0
    for seed in range(12):
        dice, pos = random.Random(seed), pizzabox.load("wars", players=3, setup="short", goal=5).start(seed=seed)
        while not pos.over:
            pos.play(dice.choice(pos.legal().codes))
        if pos.state.ended == GOAL:
            judge = judge_of(pos)
            winner = SIDES[pos.winners[0]]
            land = judge.land(winner)
            assert len(land) >= 5
            assert all(len(land & BOARDS[rival]) >= 2 for rival in SIDES if rival != winner)
            found += 1
    assert found > 4


@pytest.mark.rule("W8.3")
def test_two_players_may_hold_the_same_hex() -> None:
    dice = random.Random(2)
    for _ in range(2000):
        cells = dice.sample(range(74, 111), 4)
        names = [NAMES[c] for c in cells]
        pos = setup(
            f"D{names[0]}/0 D{names[1]}/0 Ma1/0",
            f"D{names[2]}/0 D{names[3]}/0 Mm3/0",
            "Cn1/0 Ce9/0",
            players=3,
            goal=30,
        )
        judge = judge_of(pos)
        agree(pos, judge)
        if judge.land("white") & judge.land("red"):
            return
    raise AssertionError


@pytest.mark.rule("W8.5")
def test_a_player_who_cannot_move_is_out_and_the_last_one_wins() -> None:
    pos = setup(STUCK_DRIVER, FAR, "Dk9/0", players=3, state={"player": 2, "side": "green"})
    turn(pos, min(texts(pos)))
    assert not pos.over and pos.state.out == 1 and pos.actors == (RED,)
    assert on(pos, "d1") == "wD", "the pieces stay"
    turn(pos, "Dm3-m4")
    assert pos.actors == (GREEN,), "White is passed over"
    last = setup(STUCK_DRIVER, "Dn1/4", "Dk9/0", players=3, state={"player": 2, "side": "green"})
    turn(last, min(texts(last)))
    assert last.over and last.winners == (GREEN,) and last.state.ended == STUCK


def test_every_kind_has_a_letter_of_its_own() -> None:
    assert len(set(LETTERS)) == len(KINDS) == 6
