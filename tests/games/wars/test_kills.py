"""What mutants of the rules taught (`make mutants`): each test here noticed a change that no other one did."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.wars import board, land, rules, steps
from pizzabox.games.wars.board import COUNTS, CUSTOMER, MANAGER, NAMES, PERIOD
from pizzabox.games.wars.rules import AGENT, GOAL, QUIET, REPEATED
from tests.games.checks import set_up_anew, shown_but
from tests.games.wars.helpers import setup, turn
from tests.games.wars.referee import BOARDS, CELLS, SIDES
from tests.games.wars.referee import NAMES as HEXES
from tests.games.wars.test_referee import agree, judge_of

PIECES = ("W2.4", "W2.5", "W2.6", "W4.1", "W4.2", "W4.3", "W4.4")
LAND = ("W5.1", "W5.2", "W5.3", "W5.4", "W5.5", "W5.6")
WINNING = ("W6.1", "W6.2", "W6.3", "W6.4", "W6.5", "W6.6")
CARDS = ("W7.1", "W7.2", "W7.3", "W7.5", "W7.6")
THREE = ("W8.1", "W8.2", "W8.3", "W8.4", "W8.5")
DOUBLE = ("W9.1", "W9.2", "W9.3", "W9.4", "W9.5")


def scattered(dice: random.Random, options: dict[str, Any], crowd: int) -> Position:
    """At most so many pieces of each side on random hexes, goals as near as can be, anybody's turn."""
    game = pizzabox.load("wars", **options)
    s = game.start(seed=dice.randrange(1 << 30)).state
    hexes = dice.sample(range(37 * (2 + s.boards3)), 42)
    for c in range(111):
        s.at[c] = 0
    for side in range(2 + s.boards3):
        s.team[side] = min(s.team[side], crowd)
        for slot in range(16 * side, 16 * side + 16):
            here = slot & 15 < s.team[side]
            s.where[slot] = hexes.pop() if here else -1
            s.kind[slot] = s.kind[slot] if here else -1
            s.face[slot] = dice.randrange(PERIOD[s.kind[slot]]) if here else 0
            if here:
                s.at[s.where[slot]] = slot + 1
    s.opening = dice.randrange(2)
    s.player = s.side = dice.randrange(s.players)
    if s.agent and not s.opening and dice.random() < 0.6:
        s.side = AGENT
    for p in range(s.players):
        s.goal[p] = max(1, land.held_by(s, p) + dice.choice([1, 1, 2, 3]))
        s.best[p] = land.held_by(s, p)
    s.past[0] = rules.mark(s)
    return Position(game, s)


def referee_of(pos: Position) -> Any:
    judge = judge_of(pos)
    s = pos.state
    judge.side, judge.opening = SIDES[s.side], bool(s.opening)
    judge.goals = {SIDES[p]: s.goal[p] for p in range(s.players)}
    judge.best = {SIDES[p]: s.best[p] for p in range(s.players)}
    judge.seen = [judge.key()]
    return judge


def follow(pos: Position, judge: Any, dice: random.Random, moves: int) -> None:
    """Play on at random while position and referee agree."""
    for _ in range(moves):
        agree(pos, judge)
        assert pos.game.kernels.moves(pos.state, (pos.state.player + 1) % pos.game.players) == []
        if pos.over or not judge.legal():
            return
        legal = sorted(judge.legal())
        eager = [t for t in legal if "x" in t or "+" in t]
        text = dice.choice(eager if eager and dice.random() < 0.4 else legal)
        before = {n: CELLS[n] in judge.army for n in HEXES.values()}
        spun = pos.state.phase == rules.SPUN
        pos.play(text)
        judge.play(text)
        s = pos.state
        if s.phase != rules.SPUN and text[-1] not in "<>":
            a, b = text.split()[0][1:].replace("x", "-").split("-")
            assert (NAMES[s.last_from], NAMES[s.last_to]) == (a, b)
            assert s.at[s.last_to] == s.last_slot + 1 and s.at[s.last_from] == 0
            assert (s.last_victim >= 0) == before[b] == ("x" in text)
            assert s.last_victim < 0 or s.where[s.last_victim] == -1
            card = text.partition(" +")[2] or ("spin" if spun else "")
            assert (s.used, s.turned) == (board.CARDS.index(card) if card else -1, -1)
        if not pos.over:
            assert s.quiet == sum(judge.quiet.values())
            assert [s.taken[i] for i in range(3)] == [judge.taken[side] for side in SIDES]


@pytest.mark.rule(*PIECES, *LAND, *WINNING, "W7.1", "W1.4")
@pytest.mark.parametrize("crowd", [3, 7, 12])
def test_the_referee_agrees_with_two_players(crowd: int) -> None:
    dice = random.Random(crowd)
    for _ in range(14):
        pos = scattered(dice, {"setup": "long12"}, crowd)
        follow(pos, referee_of(pos), dice, 4)


@pytest.mark.rule(*PIECES, *LAND, *WINNING, *THREE, "W1.4")
@pytest.mark.parametrize("crowd", [4, 12])
def test_the_referee_agrees_with_three_players(crowd: int) -> None:
    dice = random.Random(crowd)
    for _ in range(10):
        pos = scattered(dice, {"players": 3, "setup": "long14"}, crowd)
        follow(pos, referee_of(pos), dice, 4)


@pytest.mark.rule(*PIECES, *LAND, *WINNING, *THREE, *DOUBLE, "W1.4")
@pytest.mark.parametrize("crowd", [2, 5, 9])
def test_the_referee_agrees_with_a_double_agent(crowd: int) -> None:
    dice = random.Random(crowd)
    for _ in range(8):
        pos = scattered(dice, {"agent": True, "setup": "long14"}, crowd)
        follow(pos, referee_of(pos), dice, 5)


@pytest.mark.rule(*PIECES, *LAND, "W6.2", "W6.4", *CARDS)
@pytest.mark.parametrize("cards", ["three", "onitama", "equal"])
def test_the_referee_agrees_with_cards(cards: str) -> None:
    dice = random.Random(cards)
    options = {"cards": cards, "setup": "long12"} | ({"hand": 6} if cards == "three" else {})
    for crowd in (1, 2, 3, 3, 8, 12):
        pos = scattered(dice, options, crowd)
        follow(pos, referee_of(pos), dice, 6)


@pytest.mark.rule(*PIECES, *LAND, *WINNING, "W1.3", "W1.4", "W3.1", "W3.2", "W3.3")
@pytest.mark.parametrize("options", [{"setup": "short", "goal": 6}, {"players": 3, "setup": "short"}], ids=str)
def test_the_referee_agrees_from_the_start(options: dict[str, Any]) -> None:
    dice, pos = random.Random(1), pizzabox.load("wars", **options).start(seed=1)
    follow(pos, judge_of(pos), dice, 60)


@pytest.mark.rule("W1.1", "W1.3", "W3.1", "W3.2", "W3.3", "W3.4", "W3.5", "W6.1", "W7.4", "W9.1")
@pytest.mark.parametrize(
    "options",
    [
        {"goal": 9, "goal_red": 7, "cards": "three", "hand": 4},
        {"players": 3, "setup": "customers", "draw": "own", "cards": "onitama", "first": "green"},
        {"agent": True, "setup": "long14", "draw": "shared", "cards": "equal"},
        {"setup": "long13", "draw": "own", "first": "random"},
    ],
    ids=str,
)
def test_a_game_is_set_up_the_same_whatever_was_on_the_table(options: dict[str, Any]) -> None:
    game = pizzabox.load("wars", **options)
    set_up_anew(game)
    s = game.start(seed=3).state
    assert (s.spun, s.last_slot, s.last_from, s.last_to, s.last_victim, s.turned, s.used) == (-1,) * 7
    assert (s.phase, s.opening, s.out, s.won, s.ended, s.progress, s.quiet, s.news) == (0, 1, 0, 0, 0, 0, 0, 0)
    assert list(s.best) == list(s.taken) == [0, 0, 0]
    assert s.past[0] == rules.mark(s) and not any(s.past[i] for i in range(1, 180))
    for slot in range(48):
        if slot & 15 >= s.team[slot >> 4]:
            assert (s.where[slot], s.kind[slot], s.face[slot]) == (-1, -1, 0), "no piece, no kind"
        if s.where[slot] >= 0:
            assert s.at[s.where[slot]] == slot + 1
            assert CELLS[NAMES[s.where[slot]]] in BOARDS[SIDES[slot // 16]], "everybody begins at home"
    assert sum(bool(c) for c in s.at) == sum(w >= 0 for w in s.where) == sum(s.team)


@pytest.mark.rule("W6.1")
def test_each_player_has_the_goal_that_was_agreed() -> None:
    def goals(**options: Any) -> list[int]:
        return list(pizzabox.load("wars", **options).start(seed=1).state.goal)

    assert goals() == [10, 10, 10]
    assert goals(goal=8)[:2] == [8, 8]
    assert goals(goal=8, goal_white=5)[:2] == [5, 8]
    assert goals(goal=8, goal_red=11)[:2] == [8, 11]
    assert goals(players=3, goal=9, goal_green=6) == [9, 9, 6]
    assert goals(players=3, goal_white=4, goal_red=5, goal_green=6) == [4, 5, 6]


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
        return bool(land.enough(s, player, *held))

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
    made = s.twin()
    for p in range(2):
        made.goal[p] = made.goal[p] if goal is None else goal
    return made


@pytest.mark.rule("W6.7")
def test_positions_differ_by_pieces_facings_turn_and_cards() -> None:
    for cards in ("three", "onitama"):
        s = pizzabox.load("wars", players=3, cards=cards, setup="short").start(seed=2).state
        marks = [rules.mark(s)]

        def changed(field: str, place: Any, value: int, s: Any = s, marks: list[int] = marks) -> None:
            other = s.twin()
            getattr(other, field)[place] = value
            marks.append(rules.mark(other))

        for slot in range(48):
            if s.where[slot] < 0:
                continue
            for face in range(PERIOD[s.kind[slot]]):
                if face != s.face[slot]:
                    changed("face", slot, face)
            changed("where", slot, -1)
            changed("where", slot, next(c for c in range(111) if not s.at[c]))
        for p in range(3):
            for k in range(6):
                if cards == "onitama":
                    changed("holds", (p, k), s.holds[p, k] + 1)
                else:
                    changed("spent", (p, k), s.spent[p, k] + 1)
        for player in (1, 2):
            other = s.twin()
            other.player = other.side = player
            marks.append(rules.mark(other))
        assert len(set(marks)) == len(marks) > 90, "no two of these positions have the same mark"
        assert rules.mark(s.twin()) == rules.mark(s)


@pytest.mark.rule("W6.7")
def test_on_the_agents_turn_the_position_is_another() -> None:
    s = pizzabox.load("wars", agent=True).start(seed=2).state
    own = rules.mark(s)
    s.side = AGENT
    assert rules.mark(s) != own


def loop(pos: Position, slot: int, length: int) -> list[str]:
    """Moves by one hex that bring a piece back to where it stands: there and back, or around a triangle."""
    s = pos.state
    slices = int(board.MOVES[6 * s.kind[slot] + s.face[slot]])
    home = range(37 * (slot // 16), 37 * (slot // 16) + 37)
    for d in range(6):
        ways = [(d + 6 // length * i) % 6 for i in range(length)]
        path = [board.CELLS[s.where[slot]]]
        for way in ways:
            path.append(board.plus(path[-1], board.DIRECTIONS[way]))
        hexes = [board.INDEX.get(cell, -1) for cell in path]
        if all(slices >> way & 1 for way in ways) and all(c in home and not s.at[c] for c in hexes[1:-1]):
            names = [NAMES[c] for c in hexes]
            return [f"{board.LETTERS[s.kind[slot]]}{a}-{b}" for a, b in itertools.pairwise(names)]
    raise AssertionError("no such loop")


def rounds_until_repeated(pos: Position, white: list[str], whites: str, red: list[str], reds: str) -> int:
    """How many rounds both sides go around their loops, always turning the same piece, until the game ends."""
    pos.state.past[0] = rules.mark(pos.state)
    for n in range(20):
        turn(pos, white[n % len(white)], whites)
        assert not pos.over, "Red is to move: this position never stood before"
        turn(pos, red[n % len(red)], reds)
        if pos.over:
            assert pos.state.ended == REPEATED
            return n + 1
    raise AssertionError("never")


@pytest.mark.rule("W6.7")
def test_the_same_hexes_with_other_facings_are_another_position() -> None:
    """Managers go to and fro, Drivers turn right: the hexes return every second round, the facings every sixth."""
    pos = setup(white="Md4 Db2", red="Mk4/3 Dm2")
    assert rounds_until_repeated(pos, loop(pos, 0, 2), "b2>", loop(pos, 16, 2), "m2>") == 12


@pytest.mark.rule("W6.7")
def test_the_same_pieces_with_the_other_player_to_move_are_another_position() -> None:
    """White needs three turns to come around, Red two: after two and a half rounds only the turn differs."""
    pos = setup(white="Md4 Sb2", red="Mk4/3 Cm2")
    assert rounds_until_repeated(pos, loop(pos, 0, 3), "b2>", loop(pos, 16, 2), "m2>") == 12


@pytest.mark.rule("W6.5", "W6.6", "W6.7")
@pytest.mark.parametrize(
    "options", [{"patience": 1}, {"players": 3, "patience": 1}, {"agent": True, "patience": 1}], ids=str
)
def test_the_referee_agrees_who_wins_when_nobody_gets_on(options: dict[str, Any]) -> None:
    dice = random.Random(str(options))
    ends: Counter[int] = Counter()
    for _ in range(8):
        pos = scattered(
            dice, {"setup": "long12" if "players" not in options and "agent" not in options else "long14", **options}, 5
        )
        for p in range(pos.game.players):
            pos.state.goal[p] = 37
            pos.state.taken[p] = dice.randrange(3)
        judge = referee_of(pos)
        judge.taken = {SIDES[p]: pos.state.taken[p] for p in range(3)}
        follow(pos, judge, dice, 12)
        ends[pos.state.ended] += 1
    assert ends[QUIET] >= 2


@pytest.mark.rule("W7.4")
def test_everything_is_seen_but_cards_that_lie_face_down() -> None:
    for options in ({"cards": "three", "hand": 4}, {"cards": "onitama"}, {"agent": True, "cards": "three"}):
        dice = random.Random(1)
        for _ in range(5):
            pos = scattered(dice, {"setup": "long14" if "agent" in options else "long12", **options}, 6)
            for _ in range(9):
                if pos.over or not pos.legal():
                    break
                pos.play(dice.choice(pos.legal().codes))
                for viewer in (-1, 0, 1):
                    shown_but(pos.state, pos.game.kernels.show(pos.state, viewer), "rng")
    game = pizzabox.load("wars", cards="three", hand=4, face_down=True, setup="short")
    s = game.start(seed=1).state
    for viewer in (-1, 0, 1):
        view = game.kernels.show(s, viewer)
        shown_but(s, view, "rng", "holds", "rest")
        assert not any(view.rest)
        for p in range(3):
            held = [s.holds[p, k] if p == viewer else 0 for k in range(6)]
            assert [view.holds[p, k] for k in range(6)] == held


@pytest.mark.rule("W7.4")
def test_a_guess_deals_the_unseen_cards_anew() -> None:
    """Every unseen card is in the rival's hand as often as any other; what was seen stays where it is."""
    game = pizzabox.load("wars", cards="three", hand=3, face_down=True, setup="short")
    s = game.start(seed=1).state
    k = next(k for k in range(6) if s.holds[1, k])
    s.holds[1, k] -= 1
    s.held[1] -= 1
    s.spent[1, k] += 1
    view = game.kernels.show(s, 0)
    own = [s.holds[0, k] for k in range(6)]
    unseen = [3 - own[k] - s.spent[1, k] for k in range(6)]
    drawn = [0] * 6
    for seed in range(1200):
        world = game.kernels.guess(view, 0, seed)
        shown_but(s, world, "rng", "holds", "rest")
        assert [world.holds[0, k] for k in range(6)] == own
        hand = [world.holds[1, k] for k in range(6)]
        assert sum(hand) == world.held[1] == 2
        assert [world.rest[k] + hand[k] for k in range(6)] == unseen
        drawn = [a + b for a, b in zip(drawn, hand, strict=True)]
    for k in range(6):
        assert abs(drawn[k] - 2400 * unseen[k] / sum(unseen)) < 90


@pytest.mark.rule("W3.4", "W3.5")
@pytest.mark.parametrize(
    ("options", "customers"),
    [({"setup": "medium"}, {1}), ({"setup": "long13"}, {2}), ({"players": 3, "setup": "medium"}, {0, 1, 2, 3})],
    ids=str,
)
def test_random_set_ups_draw_every_tile_as_often(options: dict[str, Any], customers: set[int]) -> None:
    usual = pizzabox.load("wars", **options).start(seed=1).state
    tally: Counter[int] = Counter()
    seen = set()
    for seed in range(250):
        s = pizzabox.load("wars", draw="own", **options).start(seed=seed).state
        for side in range(2 + s.boards3):
            kinds = [s.kind[16 * side + i] for i in range(s.team[side])]
            assert all(kinds.count(k) <= COUNTS[k] for k in range(6))
            managers = [usual.kind[16 * side + i] == MANAGER for i in range(s.team[side])]
            assert managers == [k == MANAGER for k in kinds], "they have their places"
            seen.add(kinds.count(CUSTOMER))
            tally.update(kinds)
    assert seen == customers
    cooks, doughs, sauces, drivers = (tally[k] for k in (1, 2, 3, 4))
    least, most = min(cooks, doughs, sauces), max(cooks, doughs, sauces)
    assert most < 1.2 * least, "two tiles of each of these kinds"
    assert 1.3 * least < drivers < 1.7 * most, "and three Drivers"
    shared = pizzabox.load("wars", draw="shared", **options).start(seed=5).state
    assert [shared.kind[i] for i in range(14)] == [shared.kind[16 + i] for i in range(14)]


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
                marked = land.pivots(s, p, side)
                for i in range(16 * side, 16 * side + s.team[side]):
                    cell = CELLS[NAMES[s.where[i]]]
                    less = {c: piece for c, piece in judge.army.items() if c != cell}
                    if len(judge.land(SIDES[p], less)) > len(before):
                        assert marked >> (i & 15) & 1
                        found += 1
    assert found > 20


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
        assert {m.text for m in pos.legal()} == judge.legal()
        stuck += not can
        free += can
