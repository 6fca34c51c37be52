"""What mutants of the rules taught (`make mutants`) about territory and steps.

Each test here noticed a change that no other one did.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.wars import board, rules
from pizzabox.games.wars.board import CUSTOMER, NAMES, PERIOD
from pizzabox.games.wars.rules import AGENT, GOAL, steps
from pizzabox.games.wars.rules.territory import delicate, enough, gives_win, held_by, hexes_held, thirds
from tests.games.checks import drawn_as_listed
from tests.games.wars.helpers import pivots
from tests.games.wars.referee import BOARDS, CELLS, SIDES
from tests.games.wars.scattered import crowded, referee_of, scattered
from tests.helpers import legal_texts

LAND = ("W5.1", "W5.2", "W5.3", "W5.4", "W5.5", "W5.6")


def plain_moves(s: Any, out: list[int]) -> int:
    """List every move and prank without a card; return how many."""
    steps.step_sets(s, out)
    return steps.listed(s, out)


def between(s: Any, p: int) -> list[tuple[list[int], bool]]:
    """From each piece of p abroad in each direction: the hexes up to its next own piece, its home or the rim, and
    whether the line holds, which it does not when it ends at the rim."""
    found = []
    for slot in range(16 * p, 16 * p + s.team[p]):
        if s.where[slot] < 0 or board.BOARD[s.where[slot]] == p:
            continue
        for d in range(6):
            line: list[int] = []
            at = int(board.NEXT[(s.boards3 * board.N + s.where[slot]) * 6 + d])
            while at >= 0 and board.BOARD[at] != p and (not s.at[at] or (s.at[at] - 1) // 16 != p):
                line.append(at)
                at = int(board.NEXT[(s.boards3 * board.N + at) * 6 + d])
            found.append((line, at >= 0))
    return found


def hexes_of(parts: tuple[int, int, int]) -> set[int]:
    """Territory as a set of hexes."""
    return {c for c in range(111) if parts[c // 37] & int(board.BIT[c])}


@pytest.mark.rule(*LAND, "W6.2", "W6.3", "W8.2")
def test_land_is_what_pieces_and_unbroken_lines_hold() -> None:
    """Hex by hex on each board; and a move that is only thought of gives the land that it gives when it is made."""
    dice, seen = random.Random(42), set[int]()
    for n in range(120):
        s = crowded(dice, 2 + n % 2).state
        for cell in (37, 74):  # the first hexes of the second and third board
            slot = dice.choice([i for i in range(16) if s.where[i] >= 0])
            if not s.at[cell]:
                s.at[s.where[slot]], s.where[slot], s.at[cell] = 0, cell, slot + 1
        for p in range(s.players):
            expected = {s.where[i] for i in range(16 * p, 16 * p + s.team[p])}
            expected = {c for c in expected if c >= 0 and board.BOARD[c] != p}
            for line, holds in between(s, p):
                if holds and not any(s.at[c] for c in line):
                    expected |= set(line)
            assert hexes_of(hexes_held(s, p, board.NONE, board.NONE, board.NONE)) == expected
            seen |= expected
        moving = [i for i in range(16 * s.side, 16 * s.side + s.team[s.side]) if s.where[i] >= 0]
        for slot in moving:
            for step in range(steps.RIGHT):
                if steps.need(s, slot, s.face[slot], step) != 0:
                    continue
                gone, come = s.where[slot], steps.target(s, s.where[slot], step)
                after = s.copy()
                rules.relocate(after, slot, come)
                for p in range(s.players):
                    then = hexes_held(after, p, board.NONE, board.NONE, board.NONE)
                    assert hexes_held(s, p, gone, come, s.side) == then
    assert {0, 36, 37, 38, 73, 74, 75} <= seen


@pytest.mark.rule("W5.2", "W5.3", "W8.2")
@pytest.mark.parametrize("boards3", [0, 1])
def test_every_hex_can_be_held_by_a_line_and_counts_for_its_own_board(boards3: int) -> None:
    s = pizzabox.load("wars", players=2 + boards3, setup="short").start(seed=1).state
    tried = set()
    for p, cell, d in itertools.product(range(2 + boards3), range(37 * (2 + boards3)), range(6)):
        near = int(board.NEXT[(boards3 * board.N + cell) * 6 + d])
        far = int(board.NEXT[(boards3 * board.N + cell) * 6 + (d + 3) % 6])
        if board.BOARD[cell] == p or near < 0 or far < 0 or board.BOARD[near] == p:
            continue
        for c in range(111):
            s.at[c] = 0
        for slot in range(48):
            s.where[slot] = board.NONE
        s.where[16 * p], s.at[near] = near, 16 * p + 1
        if board.BOARD[far] != p:
            s.where[16 * p + 1], s.at[far] = far, 16 * p + 2
        parts = hexes_held(s, p, board.NONE, board.NONE, board.NONE)
        assert cell in hexes_of(parts)
        assert parts[board.BOARD[cell]] & int(board.BIT[cell])
        tried.add(cell)
    assert len(tried) > 50 and (not boards3 or {36, 73, 74} & tried)


@pytest.mark.rule("W6.2")
def test_pivots_are_the_pieces_that_alone_stand_in_a_line() -> None:
    dice, seen = random.Random(31), 0
    for n in range(150):
        s = crowded(dice, 2 + n % 2).state
        for p, side in itertools.product(range(s.players), range(2 + s.boards3)):
            if p == side:
                continue
            expected = 0
            for line, holds in between(s, p):
                there = [s.at[c] - 1 for c in line if s.at[c]]
                if holds and len(there) == 1 and there[0] // 16 == side:
                    expected |= 1 << there[0] % 16
            assert pivots(s, p, side) == expected
            seen += expected.bit_count()
    assert seen > 100


@pytest.mark.rule("W6.2")
@pytest.mark.parametrize("options", [{"setup": "long12"}, {"players": 3, "setup": "long14"}], ids=str)
def test_a_piece_whose_leaving_gives_a_rival_hexes_is_looked_at(options: dict[str, Any]) -> None:
    """Take every piece away in thought: where that gives a rival hexes, the piece must be among the pivots."""
    dice = random.Random(3)
    found = 0
    for n in range(30):
        pos = scattered(dice, options, 8)
        s = pos.state
        if n % 3 == 0 and not s.at[0]:  # the first hex of White's board is one like any other
            slot = 16
            s.at[s.where[slot]], s.at[0], s.where[slot] = 0, slot + 1, 0
        judge = referee_of(pos)
        for p in range(s.players):
            before = judge.land(SIDES[p])
            for side in range(s.players):
                if side == p:
                    continue
                marked = pivots(s, p, side)
                for i in range(16 * side, 16 * side + s.team[side]):
                    cell = CELLS[NAMES[s.where[i]]]
                    less = {c: piece for c, piece in judge.army.items() if c != cell}
                    if len(judge.land(SIDES[p], less)) > len(before):
                        assert marked >> (i & 15) & 1
                        found += 1
    assert found > 20


@pytest.mark.rule("W6.2", "W6.3", "W8.2")
def test_delicate_pieces_and_given_wins_are_what_they_are_said_to_be() -> None:
    """`delicate` by its words; `gives_win` from the territories after the move, without a player who is out."""
    dice, fragile, given, saved = random.Random(32), 0, 0, 0
    for n in range(120):
        s = crowded(dice, 2 + n % 2).state
        rivals = [p for p in range(s.players) if p != s.player and not s.out >> p & 1]
        expected = 0
        for p in rivals:
            for i in range(16):
                if pivots(s, p, s.side) >> i & 1:
                    gone = s.where[16 * s.side + i]
                    expected |= bool(enough(s, p, *hexes_held(s, p, gone, -1, s.side))) << i
        assert delicate(s) == expected
        fragile += expected.bit_count()
        free = [c for c in range(37 * (2 + s.boards3)) if not s.at[c]]
        for i in range(s.team[s.side]):
            gone, come = s.where[16 * s.side + i], dice.choice(free)
            if gone < 0:
                continue
            parts = {p: hexes_held(s, p, gone, come, s.side) for p in (s.player, *rivals)}
            held = {p: sum(bits.bit_count() for bits in parts[p]) for p in parts}
            own = held[s.player] if thirds(s, s.player, *parts[s.player]) else 0
            wins = [p for p in rivals if enough(s, p, *parts[p])]
            hands = any(own <= held[p] for p in wins)
            assert gives_win(s, gone, come) == hands
            given, saved = given + hands, saved + (bool(wins) and not hands)
    assert fragile > 20 and given > 50 and saved > 3


@pytest.mark.rule("W6.4", "W6.2")
def test_who_could_only_hand_over_the_win_cannot_move() -> None:
    """One white piece stands in a red row: Red's goal is what Red would hold if it left."""
    dice = random.Random(11)
    stuck = free = 0
    while stuck < 4 or free < 4:
        pos = scattered(dice, {"setup": "long12"}, 3)
        s = pos.state
        for i in (1, 2):
            s.at[s.where[i]] = 0
        s.team[0], s.player, s.side = 1, 0, 0
        for i in range(1, 16):
            s.where[i] = s.kind[i] = -1
            s.face[i] = 0
        s.goal[0] = 37
        judge = referee_of(pos)
        here = CELLS[NAMES[s.where[0]]]
        more = len(judge.land("red", {c: piece for c, piece in judge.army.items() if c != here}))
        if more <= len(judge.land("red")):
            continue
        s.goal[1] = judge.goals["red"] = more
        if not any(not card for _, card in judge.candidates(here, judge.army[here])):
            continue
        can = bool(judge.legal())
        assert bool(steps.can_move(s)) == can
        assert set(legal_texts(pos)) == judge.legal()
        stuck += not can
        free += can


@pytest.mark.rule("W6.1", "W8.2")
@pytest.mark.parametrize("player", [0, 1, 2])
def test_green_and_everybody_else_wins_with_the_own_goal_and_no_fewer(player: int) -> None:
    """A third from each rival, rounded up; one hex less anywhere is not enough."""
    s = pizzabox.load("wars", players=3, goal=9, goal_green=7, goal_red=8).start(seed=1).state
    goal = (9, 8, 7)[player]
    third = -(-goal // 3)
    rivals = [p for p in range(3) if p != player]

    def wins(*numbers: int) -> bool:
        held = [0, 0, 0]
        for rival, n in zip(rivals, numbers, strict=True):
            held[rival] = (1 << n) - 1
        return bool(enough(s, player, *held))

    assert wins(third, goal - third) and wins(goal - third, third)
    assert not wins(third, goal - third - 1) and not wins(third - 1, goal)
    assert not wins(goal, third - 1)
    s.boards3 = 0
    assert wins(goal, 0) and not wins(goal - 1, 0)


@pytest.mark.rule("W9.4")
def test_who_gets_enough_by_an_agent_move_wins_and_may_not_hand_it_over() -> None:
    """Goals are set so that one move of the Agent completes one player's territory: the mover's, or the other's."""
    dice = random.Random(9)
    won = refused = 0
    for _ in range(60):
        pos = scattered(dice, {"agent": True, "setup": "long14"}, 6)
        s = pos.state
        s.opening, s.side = 0, AGENT
        for goal_of in range(2):
            s.goal[0] = s.goal[1] = 37
            judge = referee_of(pos)
            for text in sorted(judge.legal()):
                a, b = (CELLS[n] for n in text[1:].replace("x", "-").split("-"))
                army = judge.after(a, b)
                name = SIDES[goal_of]
                more = judge.land(name, army)
                thirds = [len(more & BOARDS[r]) for r in SIDES if r != name]
                if len(more) <= len(judge.land(name)) or 3 * min(thirds) < len(more):
                    continue
                s.goal[goal_of] = len(more)
                code = next(m.code for m in Position(pos.game, twin(s, 37)).legal() if m.text == text)
                trial = Position(pos.game, twin(s, None))
                if goal_of == s.player:
                    trial.play(text)
                    assert trial.over and trial.winners == (goal_of,) and trial.state.ended == GOAL
                    won += 1
                else:
                    assert code not in trial.legal().codes
                    refused += 1
                break
    assert won >= 3 and refused >= 3, (won, refused)


def twin(s: Any, goal: int | None) -> Any:
    made = s.copy()
    for p in range(2):
        made.goal[p] = made.goal[p] if goal is None else goal
    return made


@pytest.mark.rule("W4.1", "W4.2", "W4.3", "W4.4", "W7.2")
@pytest.mark.parametrize("boards3", [0, 1])
def test_a_rival_beside_the_jump_is_in_the_way_on_every_hex(boards3: int) -> None:
    """A Cook pranks over each corner of each hex: freely, not with a rival in either hex beside, and with own ones."""
    s = pizzabox.load("wars", players=2 + boards3, setup="short").start(seed=1).state
    out, tried = [0] * 999, 0
    for cell, corner in itertools.product(range(37 * (2 + boards3)), range(6)):
        to = int(board.LEAP[(boards3 * board.N + cell) * 6 + corner])
        face = next(f for f in range(PERIOD[1]) if board.CUTS[6 + f] >> corner & 1)
        if to < 0:
            continue
        beside = [int(board.NEXT[(boards3 * board.N + cell) * 6 + (corner + turn) % 6]) for turn in range(2)]
        for other in (None, *((slot, hex_) for slot in (2, 18) for hex_ in beside if hex_ >= 0)):
            for c in range(111):
                s.at[c] = 0
            for slot in range(48):
                s.where[slot] = -1
            pieces = {0: cell, 17: to} | ({other[0]: other[1]} if other else {})
            for slot, hex_ in pieces.items():
                s.where[slot], s.at[hex_], s.kind[slot], s.face[slot] = hex_, slot + 1, 1, 0
            s.face[0], s.player, s.side = face, 0, 0
            for p in range(3):
                s.goal[p] = 37
            blocked = other is not None and other[0] == 18
            listed = out[: plain_moves(s, out)]
            assert (steps.FIRST_PRANK + corner in listed) != blocked
            expected = board.PASS if blocked else 0
            assert steps.need(s, 0, face, steps.FIRST_PRANK + corner) == expected
            tried += 1
    assert tried > 300


@pytest.mark.rule("W6.4", "W7.2")
def test_a_piece_can_step_when_any_step_is_there() -> None:
    dice, alone = random.Random(3), Counter[int]()
    for _ in range(40):
        s = scattered(dice, {"setup": "long12"}, 12).state
        care = delicate(s)
        for slot in range(16 * s.side, 16 * s.side + s.team[s.side]):
            given: dict[int, bool] = {}  # asked once: whichever way the piece faces, it leaves the same land
            for face in range(PERIOD[s.kind[slot]]):
                able = []
                for step in range(steps.RIGHT):
                    if steps.need(s, slot, face, step) == 0:
                        to = steps.target(s, s.where[slot], step)
                        if to not in given:
                            given[to] = bool(gives_win(s, s.where[slot], to))
                        if not given[to]:
                            able.append(step)
                assert bool(steps.can_step(s, slot, face, care, 0)) == bool(able)
                alone[able[0] if len(able) == 1 else -1] += 1
    assert {0, steps.FIRST_PRANK, steps.RIGHT - 1} <= alone.keys()


@pytest.mark.rule("W9.4")
def test_an_agents_piece_is_in_danger_when_a_player_could_prank_it_next() -> None:
    """Compared with the board after the move: pranked pieces threaten nobody, the one that moved may stand anywhere."""
    dice, threatened, pranked = random.Random(38), 0, 0
    for _ in range(60):
        s = scattered(dice, {"agent": True, "setup": "long14"}, dice.choice([6, 14])).state
        s.side, s.opening = AGENT, 0
        lost = dice.randrange(16 * 2)
        if s.where[lost] >= 0 and s.kind[lost] != CUSTOMER:
            s.at[s.where[lost]] = 0
            s.where[lost] = -1
        if not s.at[0]:  # a piece on the first hex
            slot = 16 * AGENT + dice.randrange(s.team[AGENT])
            s.at[s.where[slot]], s.where[slot], s.at[0] = 0, 0, slot + 1
        ways = [(-1, -1, -1)]
        for slot in range(16 * AGENT, 16 * AGENT + s.team[AGENT]):
            if s.where[slot] >= 0:
                able = [step for step in range(steps.RIGHT) if steps.need(s, slot, s.face[slot], step) == 0]
                ways += [(slot, s.where[slot], steps.target(s, s.where[slot], step)) for step in able]
        for slot, gone, come in ways:
            after = s.copy()
            if slot >= 0:
                pranked += after.at[come] > 0
                rules.relocate(after, slot, come)
            expected = 0
            for attacker in range(32):
                if after.where[attacker] < 0:
                    continue
                for corner in range(6):
                    look = 6 * after.kind[attacker] + after.face[attacker]
                    if not board.CUTS[look] >> corner & 1:
                        continue
                    if steps.need(after, attacker, after.face[attacker], steps.FIRST_PRANK + corner) == 0:
                        victim = after.at[steps.target(after, after.where[attacker], steps.FIRST_PRANK + corner)] - 1
                        if victim >> 4 == AGENT:
                            expected |= 1 << (victim & 15)
            assert steps.in_danger(s, gone, come) == expected
            threatened += bool(expected)
    assert threatened > 200 and pranked > 20


@pytest.mark.rule("W6.2", "W6.4", "W9.4", "W9.5")
def test_a_side_can_move_when_any_move_is_listed() -> None:
    """Pieces shut in by others, moves that would hand over the win, an Agent without a safe move."""
    dice, out, shut, given, unsafe = random.Random(39), [0] * 999, 0, 0, 0
    for n in range(1200):
        s = crowded(dice, 3 - n % 2).state
        alone = dice.randrange(3)
        s.team[s.side] = alone + 1
        slot = 16 * s.side + alone
        if s.where[slot] < 0:
            continue
        for gone in range(16 * s.side, 16 * s.side + 16):
            if gone != slot:
                if s.where[gone] >= 0:
                    s.at[s.where[gone]] = 0
                s.where[gone] = s.kind[gone] = -1
        look = 6 * s.kind[slot] + s.face[slot]
        walls = [w for w in range(48) if w >> 4 != s.side and s.where[w] >= 0]
        dice.shuffle(walls)
        for d in range(6):
            to = int(board.NEXT[(s.boards3 * board.N + s.where[slot]) * 6 + d])
            if board.MOVES[look] >> d & 1 and to >= 0 and not s.at[to] and walls and dice.random() < 0.8:
                wall = walls.pop()
                s.at[s.where[wall]], s.where[wall], s.at[to] = 0, to, wall + 1
        for p in range(s.players):
            s.goal[p] = max(1, held_by(s, p) + dice.choice([0, 1]))
        listed = plain_moves(s, out)
        assert bool(steps.can_move(s)) == (listed > 0)
        if not listed:
            possible = [step for step in range(steps.RIGHT) if steps.need(s, slot, s.face[slot], step) == 0]
            shut += not possible
            given += bool(possible) and s.side == s.player
            unsafe += bool(possible) and s.side != s.player
    assert shut > 20 and given > 2 and unsafe > 5


@pytest.mark.rule("W2.4", "W2.6", "W4.1", "W7.1", "W7.2")
@pytest.mark.parametrize(
    "options", [*pizzabox.load("wars").sets, {"cards": "equal"}, {"players": 3}, {"agent": True}], ids=str
)
def test_a_move_drawn_by_dice_is_the_one_at_its_place_in_the_list(options: dict[str, Any]) -> None:
    assert sum(drawn_as_listed(pizzabox.load("wars", **options), seed) for seed in range(2)) > 100
