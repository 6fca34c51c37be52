"""Extra Toppings and the Double Agent."""

from __future__ import annotations

import random

import pytest

import pizzabox
from pizzabox.games.wars.board import CARDS, COPIES
from pizzabox.games.wars.rules import MOVE, ROTATE, SPUN
from tests.games.wars.helpers import on, setup, texts, turn
from tests.games.wars.test_referee import agree, judge_of
from tests.games.wars.test_rules import FAR, STUCK_DRIVER

WHITE, RED = 0, 1
ALL_SIX = {"holds": [[1, 1, 1, 1, 1, 1]]}


@pytest.mark.rule("W7.4")
def test_the_three_ways_to_deal() -> None:
    hands = set()
    for seed in range(30):
        equal = pizzabox.load("wars", cards="equal").start(seed=seed).state
        white = [equal.holds[0, k] for k in range(6)]
        assert white == [equal.holds[1, k] for k in range(6)] and sorted(white) == [0, 0, 0, 1, 1, 1]
        hands.add(tuple(white))
        for players in (2, 3):
            for size in (3, 6):
                s = pizzabox.load("wars", cards="three", hand=size, players=players).start(seed=seed).state
                assert s.held.tolist()[:players] == [size] * players
                assert sum(s.rest) == 18 - size * players
            s = pizzabox.load("wars", cards="onitama", players=players).start(seed=seed).state
            assert s.held.tolist()[:players] == [2] * players and 0 <= s.neutral < 6
    assert len(hands) > 10
    with pytest.raises(pizzabox.BadOption, match="for two players"):
        pizzabox.load("wars", cards="equal", players=3)


@pytest.mark.rule("W7.1", "W7.2", "W7.3")
def test_what_each_card_does() -> None:
    pos = setup("Dd4/0 Ka1/4", f"{FAR} Dc2/0", cards="three", state=ALL_SIX)
    found = texts(pos)
    assert {"Dd4-d7", "Ka1-a3", "Ka1-a4 +distance", "Dd4-d1 +direction", "Dd4-d3 +direction"} <= found
    assert "Dd4-d7 +distance" not in found, "a card is played only for what it alone allows"
    assert "Ka1xc2" in found
    turned = setup("Dd4/0 Ka1/1", f"{FAR} Dc2/0", cards="three", state=ALL_SIX)
    assert "Ka1xc2 +corner" in texts(turned)
    blocked = setup("Dd4/0 Ka1/4", f"{FAR} Dc2/0 Mb1/0 Md6/0", cards="three", state=ALL_SIX)
    assert {"Ka1xc2 +reach", "Dd4-d7 +hop"} <= texts(blocked)
    both = setup("Ka1/4", f"{FAR} Dc2/0 Mb1/0 Mb2/0", cards="three", state=ALL_SIX)
    assert not any(t.startswith("Ka1xc2") for t in texts(both)), "two blockers are one too many"
    assert "Dd4 +spin 3" in found
    none = setup("Dd4/0 Ka1/4", f"{FAR} Dc2/0")
    assert not any("+" in t for t in texts(none))
    customer = setup("Cd4/0 Ka1/4", f"{FAR} Ce6/0 Df3/0", cards="three", state=ALL_SIX)
    assert not any(t.startswith("Cd4x") for t in texts(customer))


@pytest.mark.rule("W7.2", "W7.5")
def test_a_spin_is_followed_by_a_move_of_that_piece() -> None:
    pos = setup("Dd4/0 Ka1/4", FAR, cards="three", state=ALL_SIX)
    pos.play("Dd4 +spin 3")
    assert pos.state.phase == SPUN and pos.state.face[0] == 3 and pos.actors == (WHITE,)
    assert {t[:3] for t in texts(pos)} == {"Dd4"} and not any("+" in t for t in texts(pos))
    assert "you spun on d4 (W7.2)" in str(pos.why_not("Ka1-a2"))
    assert pos.view(WHITE).prompt == "Move or prank with the Driver on d4, the one you spun."
    pos.play("Dd4-d1")
    assert pos.state.phase == ROTATE and pos.state.spent[0, 5] == 1 and pos.state.held[0] == 5
    pos.undo()
    pos.undo()
    assert pos.state.phase == MOVE and pos.state.held[0] == 6


@pytest.mark.rule("W7.1", "W7.5")
def test_a_card_is_played_once_and_one_a_turn() -> None:
    pos = setup("Dd4/0 Ka1/4", FAR, cards="three", state={"holds": [[1, 1, 0, 0, 0, 0]]})
    pos.play("Dd4-d1 +direction")
    assert pos.state.phase == ROTATE, "the turn of a piece follows, no second card"
    pos.play("d1>")
    turn(pos, min(texts(pos)))
    assert pos.state.held[WHITE] == 1 and not any("+direction" in t for t in texts(pos))
    assert "and you can't play it now (W7.1)" in str(pos.why_not("Ka1 +spin 1"))
    assert "doesn't use the card hop (W7.3)" in str(pos.why_not("Ka1-a2 +hop"))
    assert "there's no card cheese" in str(pos.why_not("Ka1-a2 +cheese"))


@pytest.mark.rule("W7.5")
def test_onitama_cards_go_round() -> None:
    state = {"holds": [[0, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 0]], "neutral": "spin"}
    pos = setup("Dd4/0 Ka1/4", FAR, cards="onitama", state=state)
    pos.play("Dd4-d1 +direction")
    assert CARDS[pos.state.neutral] == "direction"
    assert [pos.state.holds[0, k] for k in range(6)] == [0, 0, 1, 0, 0, 1]
    assert sum(pos.state.spent[0, k] for k in range(6)) == 0


@pytest.mark.rule("W7.6")
def test_territory_rules_hold_for_cards_and_a_card_saves_from_being_stuck() -> None:
    pos = setup("Ma1/0 Df2/0", f"{FAR} Dd4/0", goal=4, cards="three", state=ALL_SIX)
    assert not any(t.startswith("Df2-f1 +direction") for t in texts(pos))
    assert "that would give Red 4 hexes" in str(pos.why_not("Df2-f1"))
    red = {"player": 1, "side": "red"}
    saved = setup(STUCK_DRIVER, FAR, cards="three", state={**red, "holds": [[0, 1, 0, 0, 0, 0]]})
    turn(saved, "Dm3-m4", "m4>")
    assert not saved.over and texts(saved) and all("+direction" in t for t in texts(saved))
    lost = setup(STUCK_DRIVER, FAR, cards="three", state={**red, "holds": [[0, 0, 0, 1, 0, 0]]})
    turn(lost, "Dm3-m4", "m4>")
    assert lost.over and lost.winners == (RED,)


@pytest.mark.rule("W7.4")
def test_cards_face_down_are_seen_by_their_owner_only() -> None:
    game = pizzabox.load("wars", cards="three", hand=5, players=3, face_down=True, setup="short")
    for seed in range(10):
        dice, pos = random.Random(seed), game.start(seed=seed)
        for _ in range(30):
            if pos.over:
                break
            for viewer in range(-1, 3):
                view = pos.view(viewer).state
                for p in range(3):
                    mine = [view.holds[p, k] for k in range(6)]
                    assert mine == ([pos.state.holds[p, k] for k in range(6)] if p == viewer else [0] * 6)
                assert not any(view.rest) and view.held.tolist() == pos.state.held.tolist()
                world = pos.view(viewer).guess(seed).state
                for k in range(6):
                    total = world.rest[k] + sum(world.holds[p, k] + world.spent[p, k] for p in range(3))
                    assert total == COPIES
            played = [m for m in pos.legal() if "+" in m.text]
            before = pos.state.news
            move = dice.choice(played or list(pos.legal()))
            pos.play(move)
            if "+" in move.text:
                assert pos.state.news > before
    pos = game.start(seed=1)
    assert "5 face down" in str(pos.view(0)) and "Extra" in str(pos.view(0)) and "Extra" not in str(pos.view(-1))


@pytest.mark.rule("W9.1", "W9.3")
def test_the_order_of_the_double_agent() -> None:
    pos = pizzabox.load("wars", agent=True, setup="short").start(seed=1)
    order = []
    for _ in range(7):
        order.append((pos.state.player, pos.state.side))
        turn(pos, pos.legal()[0].text)
    assert order == [(0, 0), (1, 1), (1, 2), (0, 0), (0, 2), (1, 1), (1, 2)]
    assert pos.state.boards3 == 1 and pos.game.players == 2
    assert [each.player for each in pos.game.words.standing(pos.state, -1)] == [0, 1, -1]
    with pytest.raises(pizzabox.BadOption, match="you can only set agent with players=2"):
        pizzabox.load("wars", agent=True, players=3)


AGENT_TURN = {"player": 0, "side": "green", "opening": 0}


@pytest.mark.rule("W9.2", "W9.4")
def test_agent_pieces_block_prank_and_stay_out_of_danger() -> None:
    blocked = setup("Kd4/4", f"{FAR} Df3/0", "Ce3/0", agent=True)
    assert "on e3 blocks the jump (W4.3)" in str(blocked.why_not("Kd4xf3"))
    pos = setup("Kd4/4 Ma1/0", FAR, "De5/3 Ck9/0", agent=True, state=AGENT_TURN)
    assert {"De5-e4", "De5-e3", "De5xd4"} <= texts(pos)
    walks_in = setup("Kd4/4 Ma1/0", FAR, "Df4/3 Ck9/0", agent=True, state=AGENT_TURN)
    assert "could be pranked (W9.4)" in str(walks_in.why_not("Df4-f3"))
    opens = setup("Kd4/4 Ma1/0", FAR, "De4/3 Gf3/0 Ck9/0", agent=True, state=AGENT_TURN)
    assert "De4-e3" in texts(opens), "on e3 it still blocks"
    assert "could be pranked (W9.4)" in str(opens.why_not("De4-e2")), "leaving opens the jump to f3"
    bites = setup("Ma1/0 Df3/0", FAR, "Kd4/4 Ck9/0", agent=True, state=AGENT_TURN)
    assert "Kd4xf3" in texts(bites)
    bites.play("Kd4xf3")
    assert on(bites, "f3") == "gK" and bites.state.taken[2] == 1


@pytest.mark.rule("W9.2", "W9.4")
def test_an_agents_move_wins_for_who_makes_it_and_never_for_the_opponent() -> None:
    """Both hold rows that only a piece of the Agent interrupts."""
    armies = ("Di3/1 Gl1/4 Sk10/0", "Sl6/0 Sb1/2 Gg1/4", "Sf6/2 Kc5/1 Ka1/4")
    pos = setup(*armies, agent=True, goal=4, state=AGENT_TURN)
    judge = judge_of(pos)
    agree(pos, judge)
    assert max(pos.scores) < 14 and not pos.over
    pos.play("Sf6-e7")
    judge.play("Sf6-e7")
    agree(pos, judge)
    assert pos.over and pos.winners == (WHITE,) and pos.scores == (13, 7), "White made the Agent's move"
    armies = ("Si4/0 Sb5/1 Ck3/0", "Sf6/0 Kh3/4 Ge3/4", "Gd7/0 Ga4/0 Sg5/0")
    opens = setup(*armies, agent=True, goal=5, state=AGENT_TURN)
    agree(opens, judge_of(opens))
    assert "that would give Red 8 hexes, enough to win (W6.2)" in str(opens.why_not("Sg5-h6"))
    red = setup(*armies, agent=True, goal=5, state={**AGENT_TURN, "player": 1})
    judge = judge_of(red)
    red.play("Sg5-h6")
    judge.play("Sg5-h6")
    agree(red, judge)
    assert red.over and red.winners == (RED,), "the same move, made by Red"


@pytest.mark.rule("W6.3", "W9.4")
def test_an_agents_move_may_be_a_close_call() -> None:
    armies = ("Sn2/1 Sj3/0 Mf6/5", "Kh9/2 Ge2/0 Cf4/1", "Kh5/5 Ki8/0 Se7/1")
    pos = setup(*armies, agent=True, goal=6, state=AGENT_TURN)
    judge = judge_of(pos)
    pos.play("Kh5-i6")
    judge.play("Kh5-i6")
    agree(pos, judge)
    assert pos.winners == (WHITE,) and pos.scores == (12, 10) and judge.how == "close"
    for player, less in ((0, "goal_red"), (1, "goal_white")):
        state = {**AGENT_TURN, "player": player}
        other = setup(*armies, agent=True, goal=6, **{less: 30}, state=state)
        agree(other, judge_of(other))


@pytest.mark.rule("W9.2")
def test_the_agent_itself_never_wins() -> None:
    """Green stands all over the others' boards, far more than the goal."""
    armies = ("Ka1/4 Sb2/0", "Km3/0 Sm2/0", "Dd2/0 Dd6/0 Df3/0 Kk2/0 Kk6/0 Cg8/0")
    pos = setup(*armies, agent=True, goal=3, state=AGENT_TURN)
    judge = judge_of(pos)
    assert len(judge.land("green")) > 10
    agree(pos, judge)
    pos.play("Cg8-h9")
    judge.play("Cg8-h9")
    agree(pos, judge)
    assert not pos.over


@pytest.mark.rule("W9.5")
def test_an_agent_without_a_safe_move_is_passed_over() -> None:
    pos = setup("Ka1/4 Md7/0", FAR, "Dh11/0", agent=True, state={"opening": 0})
    assert pos.state.side == 0
    turn(pos, "Ka1-a2", "a2>")
    assert pos.actors == (RED,) and pos.state.side == RED, "no slice of its Driver in the corner points inwards"
    stuck = setup("Ka1/4 Md7/0", FAR, "", agent=True, state={"opening": 0})
    turn(stuck, "Ka1-a2", "a2>")
    assert stuck.actors == (RED,) and stuck.state.side == RED
    assert "The Double Agent has no safe move and misses the turn." in stuck.log(-1)
