"""What mutants of the rules taught (`make mutants`): each test here noticed a change that no other one did."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.wars import board, rules
from pizzabox.games.wars.board import COUNTS, CUSTOMER, MANAGER, NAMES, PERIOD
from pizzabox.games.wars.rules import AGENT, GOAL, QUIET, REPEATED, steps, territory
from tests.games.checks import set_up_anew, shown_but
from tests.games.wars.helpers import setup, turn
from tests.games.wars.referee import BOARDS, CELLS, SIDES
from tests.games.wars.referee import NAMES as HEXES
from tests.games.wars.test_referee import agree, judge_of
from tests.games.wars.test_rules import FAR, STUCK_DRIVER

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
        s.goal[p] = max(1, territory.held_by(s, p) + dice.choice([1, 1, 2, 3]))
        s.best[p] = territory.held_by(s, p)
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
        return bool(territory.enough(s, player, *held))

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


@pytest.mark.rule("W6.7")
def test_positions_differ_by_pieces_facings_turn_and_cards() -> None:
    for cards in ("three", "onitama"):
        s = pizzabox.load("wars", players=3, cards=cards, setup="short").start(seed=2).state
        marks = [rules.mark(s)]

        def changed(field: str, place: Any, value: int, s: Any = s, marks: list[int] = marks) -> None:
            other = s.copy()
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
            other = s.copy()
            other.player = other.side = player
            marks.append(rules.mark(other))
        assert len(set(marks)) == len(marks) > 90, "no two of these positions have the same mark"
        assert rules.mark(s.copy()) == rules.mark(s)


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
                marked = territory.pivots(s, p, side)
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


def crowded(dice: random.Random, players: int) -> Position:
    """Pieces of three boards close together, goals within reach, sometimes a player who is out."""
    options: dict[str, Any] = {"players": 3} if players == 3 else {"agent": True, "setup": "customers"}
    pos = scattered(dice, options, dice.choice([3, 6]))
    s = pos.state
    if players == 3 and dice.random() < 0.5:
        s.out = 1 << dice.choice([p for p in range(3) if p != s.player])
    for p in range(s.players):
        s.goal[p] = max(1, territory.held_by(s, p) + dice.choice([0, 1, 2]))
    return pos


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
            assert territory.pivots(s, p, side) == expected
            seen += expected.bit_count()
    assert seen > 100


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
                if territory.pivots(s, p, s.side) >> i & 1:
                    gone = s.where[16 * s.side + i]
                    expected |= bool(territory.enough(s, p, *territory.territory(s, p, gone, -1, s.side))) << i
        assert territory.delicate(s) == expected
        fragile += expected.bit_count()
        free = [c for c in range(37 * (2 + s.boards3)) if not s.at[c]]
        for i in range(s.team[s.side]):
            gone, come = s.where[16 * s.side + i], dice.choice(free)
            if gone < 0:
                continue
            parts = {p: territory.territory(s, p, gone, come, s.side) for p in (s.player, *rivals)}
            held = {p: sum(bits.bit_count() for bits in parts[p]) for p in parts}
            own = held[s.player] if territory.thirds(s, s.player, *parts[s.player]) else 0
            wins = [p for p in rivals if territory.enough(s, p, *parts[p])]
            hands = any(own <= held[p] for p in wins)
            assert territory.gives_win(s, gone, come) == hands
            given, saved = given + hands, saved + (bool(wins) and not hands)
    assert fragile > 20 and given > 50 and saved > 3


@pytest.mark.rule("W7.4")
@pytest.mark.parametrize("cards", ["none", "equal", "three", "onitama"])
def test_every_card_is_in_one_place(cards: str) -> None:
    """Three of each kind: in hands, in the middle or in the rest; without cards there are none anywhere."""
    for seed in range(20):
        s = pizzabox.load("wars", cards=cards).start(seed=seed).state
        for k in range(6):
            there = s.rest[k] + (s.neutral == k) + sum(s.holds[p, k] + s.spent[p, k] for p in range(3))
            assert there == (0 if cards == "none" else board.COPIES)
        assert (s.neutral >= 0) == (cards == "onitama")


@pytest.mark.rule("W6.1", "W6.3", "W8.2", "W8.5")
def test_whoever_is_out_wins_nothing_by_the_land_that_is_left() -> None:
    """After a move the game is over when a player who is still in has enough, and only then."""
    dice, over, passed = random.Random(33), 0, 0
    for _ in range(150):
        pos = crowded(dice, 3)
        s = pos.state
        legal = pos.legal()
        if not legal or pos.over:
            continue
        pos.play(dice.choice(legal.codes))
        full = [p for p in range(3) if territory.enough(s, p, *territory.territory(s, p, -1, -1, -1))]
        inside = [p for p in full if not s.out >> p & 1]
        assert pos.over == bool(inside)
        assert s.won == (1 << s.player if inside else 0)
        over, passed = over + bool(inside), passed + (bool(full) and not inside)
    assert over > 5 and passed > 5


@pytest.mark.rule("W1.4", "W6.4", "W8.5")
def test_whoever_is_out_stays_out() -> None:
    """Also when a move is there for them again; and it is no progress that they are passed over."""
    for gone in range(3):
        pos = pizzabox.load("wars", players=3, setup="short").start(seed=1)
        s = pos.state
        s.out, s.quiet = 1 << gone, 4
        s.player = s.side = (gone + 2) % 3
        pos.play(pos.legal().codes[0])
        pos.play(pos.legal().codes[0])
        assert (s.player, s.side, s.out) == ((gone + 1) % 3, (gone + 1) % 3, 1 << gone)
        assert s.quiet == 5 or s.best[(gone + 2) % 3] > 0


@pytest.mark.rule("W1.4", "W9.3", "W6.1")
def test_nobody_acts_when_the_game_is_over() -> None:
    s = pizzabox.load("wars").start(seed=1).state
    for player in range(2):
        s.phase, s.player = rules.MOVE, player
        assert rules.actors(s) == 1 << player
        s.phase = rules.OVER
        assert rules.actors(s) == 0


@pytest.mark.rule("W6.7")
def test_every_piece_facing_and_hex_has_its_own_mark() -> None:
    s = pizzabox.load("wars", players=3, setup="short").start(seed=1).state
    for slot in range(48):
        s.where[slot] = s.kind[slot] = -1
    seen = set()
    for side, kind, cell in itertools.product(range(3), range(6), range(0, 111, 5)):
        slot = 16 * side
        for face in range(PERIOD[kind]):
            s.where[slot], s.kind[slot], s.face[slot] = cell, kind, face
            seen.add(rules.mark(s))
        s.where[slot] = s.kind[slot] = -1
    assert len(seen) == 3 * sum(PERIOD) * len(range(0, 111, 5))


@pytest.mark.rule("W2.4", "W2.6", "W4.1", "W6.5", "W7.2", "W7.5")
def test_a_piece_that_was_spun_does_all_it_can_as_it_then_faces() -> None:
    """Every step that needs no card and hands nobody the win; the spin is over with it."""
    dice, steps_seen = random.Random(34), Counter[int]()
    for _ in range(250):
        pos = scattered(dice, {"cards": "three", "hand": 6, "setup": "long12"}, dice.choice([3, 8, 12]))
        s = pos.state
        s.holds[s.player, 5], s.opening = 1, 0
        spins = [code for code in pos.game.kernels.moves(s, s.player) if code % steps.STEPS >= steps.FIRST_SPIN]
        if not spins:
            continue
        code = dice.choice(spins)
        rules.play(s, s.player, code)
        slot = 16 * s.player + code // steps.STEPS
        assert (s.phase, s.spun, s.face[slot]) == (rules.SPUN, slot, code % steps.STEPS - steps.FIRST_SPIN)
        expected = []
        for step in range(steps.RIGHT):
            to = steps.target(s, s.where[slot], step)
            if steps.need(s, slot, s.face[slot], step) == 0 and not territory.gives_win(s, s.where[slot], to):
                expected.append(steps.STEPS * (slot & 15) + step)
        assert list(pos.game.kernels.moves(s, s.player)) == expected != []
        steps_seen.update(code % steps.STEPS for code in expected)
        pranks = [code for code in expected if code % steps.STEPS >= steps.FIRST_PRANK]
        mover, chosen = s.player, dice.choice(pranks or expected)
        before = list(s.best)
        rules.play(s, mover, chosen)
        assert s.spun == -1
        if s.phase == rules.ROTATE:
            assert s.progress == int(bool(pranks) or list(s.best) != before)
            turns = list(pos.game.kernels.moves(s, mover))
            rules.play(s, mover, turns[-1])
            assert s.turned == 16 * mover + turns[-1] // steps.STEPS
    assert {0, 4, 8, 12, 16, 20, *range(steps.FIRST_PRANK, steps.RIGHT)} <= steps_seen.keys()


@pytest.mark.rule("W6.4", "W7.6")
@pytest.mark.parametrize(("face_down", "hand"), [(True, 3), (True, 0), (False, 3)])
def test_that_a_hidden_card_saves_somebody_or_does_not_is_news(face_down: bool, hand: int) -> None:
    """White has no move without a card: what the others see next tells them of the hand; an open hand tells nothing."""
    for helps in (True, False) if hand else (False,):
        cards = [0, hand, 0, 0, 0, 0] if helps else [0, 0, 0, hand, 0, 0]
        state = {"player": 1, "side": "red", "holds": [cards]}
        pos = setup(STUCK_DRIVER, FAR, cards="three", hand=3, face_down=face_down, state=state)
        before = pos.state.news
        turn(pos, "Dm3-m4", "m4>")
        assert pos.over != helps
        assert (pos.state.news > before) == (face_down and hand > 0)
        assert pos.state.news >= before
    moving = setup("Dd4/0", FAR, cards="three", hand=3, face_down=face_down, state=state)
    turn(moving, "Dm3-m4", "m4>")
    assert moving.state.news == before, "who can move without a card tells nothing"


@pytest.mark.rule("W6.4", "W8.5")
def test_the_last_player_wins_without_a_move_as_well() -> None:
    pos = setup(STUCK_DRIVER, "Dn1/4 Dm3/0", "Dk9/0", players=3, state={"player": 1, "side": "red", "out": ["2"]})
    s = pos.state
    turn(pos, "Dm3-m4", "m4>")
    assert pos.over and pos.winners == (1,) and s.ended == rules.STUCK
    both = setup(STUCK_DRIVER, "Dn1/4 Dm3/0", state={"player": 1, "side": "red"})
    both.play("Dm3-m4")
    s = both.state
    s.at[s.where[17]] = 0
    s.where[17] = -1
    rules.end_turn(s)
    assert (s.phase, s.won, s.ended) == (rules.OVER, 2, rules.STUCK), "Red could not move either"


@pytest.mark.rule("W6.6", "W8.5")
def test_whoever_is_out_has_no_part_in_the_win_when_nobody_gets_on() -> None:
    dice, land_lost = random.Random(35), 0
    for _ in range(80):
        s = crowded(dice, 3).state
        s.won = 0
        for p in range(3):
            s.taken[p] = dice.randrange(3)
        marks = {p: (territory.held_by(s, p), s.taken[p]) for p in range(3)}
        inside = [p for p in range(3) if not s.out >> p & 1]
        best = max(marks[p] for p in inside)
        rules.ladder(s, QUIET)
        assert s.won == sum(1 << p for p in inside if marks[p] == best)
        assert (s.phase, s.ended) == (rules.OVER, QUIET)
        land_lost += max(marks.values()) != best
    assert land_lost > 5


@pytest.mark.rule(*PIECES, *CARDS)
def test_the_referee_agrees_with_cards_on_three_boards() -> None:
    dice = random.Random(36)
    for crowd in (2, 3, 8, 14, 14):
        pos = scattered(dice, {"players": 3, "setup": "long14", "cards": "three", "hand": 6}, crowd)
        s = pos.state
        for k in range(6):
            s.rest[k] += s.holds[s.player, k] - 1
            s.holds[s.player, k] = 1
        follow(pos, referee_of(pos), dice, 5)


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
            listed = out[: steps.plain_moves(s, out)]
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
        care = territory.delicate(s)
        for slot in range(16 * s.side, 16 * s.side + s.team[s.side]):
            for face in range(PERIOD[s.kind[slot]]):
                able = []
                for step in range(steps.RIGHT):
                    to = steps.target(s, s.where[slot], step)
                    if steps.need(s, slot, face, step) == 0 and not territory.gives_win(s, s.where[slot], to):
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
        if not s.at[0]:  # somebody on the first hex
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
    for n in range(400):
        s = crowded(dice, 3 - n % 2).state
        s.team[s.side] = 1
        for slot in range(16 * s.side + 1, 16 * s.side + 16):
            if s.where[slot] >= 0:
                s.at[s.where[slot]] = 0
            s.where[slot] = s.kind[slot] = -1
        slot = 16 * s.side
        look = 6 * s.kind[slot] + s.face[slot]
        walls = [w for w in range(48) if w >> 4 != s.side and s.where[w] >= 0]
        dice.shuffle(walls)
        for d in range(6):
            to = int(board.NEXT[(s.boards3 * board.N + s.where[slot]) * 6 + d])
            if board.MOVES[look] >> d & 1 and to >= 0 and not s.at[to] and walls and dice.random() < 0.8:
                wall = walls.pop()
                s.at[s.where[wall]], s.where[wall], s.at[to] = 0, to, wall + 1
        for p in range(s.players):
            s.goal[p] = max(1, territory.held_by(s, p) + dice.choice([0, 1]))
        listed = steps.plain_moves(s, out)
        assert bool(steps.can_move(s)) == (listed > 0)
        if not listed:
            possible = [step for step in range(steps.RIGHT) if steps.need(s, slot, s.face[slot], step) == 0]
            shut += not possible
            given += bool(possible) and s.side == s.player
            unsafe += bool(possible) and s.side != s.player
    assert shut > 20 and given > 2 and unsafe > 5


@pytest.mark.rule("W7.1", "W7.3", "W7.6")
def test_cards_are_played_for_what_they_alone_allow() -> None:
    """`moves` lists each move once; `can_play_card` is whether a card move is among them; one card is enough."""
    dice, saved, single = random.Random(40), Counter[bool](), 0
    for n in range(120):
        pos = scattered(dice, {"cards": "three", "hand": 3, "setup": "long12"}, dice.choice([1, 2, 8]))
        s = pos.state
        for k in range(6):
            s.holds[s.player, k] = 0
        if n % 4:
            s.holds[s.player, n % 6] = 1
        s.held[s.player] = int(n % 4 > 0)
        if n % 3 == 0 and not s.at[0]:  # on the first hex
            slot = 16 * s.side
            s.at[s.where[slot]], s.where[slot], s.at[0] = 0, 0, slot + 1
        codes = list(pos.game.kernels.moves(s, s.player))
        assert len(set(codes)) == len(codes)
        cards = []
        for code in codes:
            slot, step = 16 * s.side + code // steps.STEPS, code % steps.STEPS
            if step >= steps.FIRST_SPIN:
                cards.append(6)
            elif steps.need(s, slot, s.face[slot], step):
                cards.append(steps.need(s, slot, s.face[slot], step))
        assert set(cards) <= {n % 6 + 1 if n % 4 else -1}
        assert bool(steps.can_play_card(s)) == bool(cards)
        saved[bool(cards)] += 1
        single += s.team[s.side] == 1 and bool(cards)
    assert saved[True] > 20 and saved[False] > 20 and single > 3


@pytest.mark.rule("W7.6")
def test_every_step_of_every_piece_may_be_the_card_move_that_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    s = pizzabox.load("wars", cards="three", setup="long12").start(seed=1).state
    for slot, step in ((0, 0), (s.team[0] - 1, steps.STEPS - 1), (3, steps.FIRST_SPIN), (-1, 0)):
        asked = []

        def allows(s: Any, piece: int, way: int, care: int, slot: int = slot, step: int = step) -> bool:
            asked.append((piece, way))  # noqa: B023
            return (piece, way) == (slot, step)

        monkeypatch.setattr(steps, "card_allows", allows)
        assert steps.can_play_card(s) == (slot >= 0)
    assert len(asked) == s.team[0] * steps.STEPS, "nothing helps, and all was tried"


@pytest.mark.rule("W7.1", "W9.3")
def test_the_agent_plays_no_cards() -> None:
    dice, seen = random.Random(41), 0
    for _ in range(25):
        pos = scattered(dice, {"agent": True, "cards": "three", "hand": 6, "setup": "customers"}, 6)
        s = pos.state
        s.side, s.opening = AGENT, 0
        for k in range(6):
            s.holds[s.player, k] = 1
        for code in pos.game.kernels.moves(s, s.player):
            step, slot = code % steps.STEPS, 16 * AGENT + code // steps.STEPS
            assert step < steps.RIGHT and steps.need(s, slot, s.face[slot], step) == 0
            seen += 1
        assert not steps.has_cards(s) and not steps.can_play_card(s)
    assert seen > 100


@pytest.mark.rule("W7.4")
def test_a_view_has_every_field_and_an_open_hand_is_not_guessed() -> None:
    """A record with something in every place."""
    s = pizzabox.load("wars", players=3, cards="three").start(seed=1).state
    for number, (name, spec) in enumerate(type(s).fields.items()):
        if name not in {"rng", "face_down"}:
            s.raw[name] = 1 + number % 5 if not spec.shape else 1 + number % 3
    game = pizzabox.load("wars", players=3, cards="three")
    for viewer in (-1, 0, 1, 2):
        shown_but(s, game.kernels.show(s, viewer), "rng")
    for options in ({"cards": "three"}, {"cards": "onitama"}, {}):
        s = pizzabox.load("wars", **options).start(seed=1).state
        for seed in range(5):
            shown_but(s, game.kernels.guess(game.kernels.show(s, 0), 0, seed), "rng")


@pytest.mark.rule("W6.6", "W8.5")
def test_whoever_is_out_shares_no_win_either() -> None:
    for gone in range(3):
        s = pizzabox.load("wars", players=3).start(seed=1).state
        s.out = 1 << gone
        for p in range(3):
            s.taken[p] = 1
        rules.ladder(s, REPEATED)
        assert s.won == 7 & ~(1 << gone)


@pytest.mark.rule("W3.4")
def test_the_customer_that_is_always_in_stands_on_any_free_place() -> None:
    """Two boards, the short game: a Customer in each draw, on each place but the Managers' about as often."""
    game = pizzabox.load("wars", setup="short", draw="own")
    seen: Counter[int] = Counter()
    leaders = set()
    for seed in range(400):
        s = game.start(seed=seed).state
        places = [i for i in range(s.team[0]) if s.kind[i] == CUSTOMER]
        assert places
        leaders |= {i for i in range(s.team[0]) if s.kind[i] == MANAGER}
        seen.update(places)
    free = [i for i in range(game.start(seed=0).state.team[0]) if i not in leaders]
    assert set(seen) == set(free)
    assert max(seen.values()) < 2 * min(seen.values())


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
            assert hexes_of(territory.territory(s, p, board.NONE, board.NONE, board.NONE)) == expected
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
                    then = territory.territory(after, p, board.NONE, board.NONE, board.NONE)
                    assert territory.territory(s, p, gone, come, s.side) == then
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
        parts = territory.territory(s, p, board.NONE, board.NONE, board.NONE)
        assert cell in hexes_of(parts)
        assert parts[board.BOARD[cell]] & int(board.BIT[cell])
        tried.add(cell)
    assert len(tried) > 50 and (not boards3 or {36, 73, 74} & tried)
