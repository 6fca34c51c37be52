"""What mutants of the rules taught (`make mutants`): each test here noticed a change that no other one did."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.hexentafl import board, rules
from pizzabox.games.hexentafl.rules import ESCAPED, LONG, REPEATED, STUCK, TAKEN
from tests.games.checks import drawn_as_listed, set_up_anew
from tests.games.hexentafl.referee import FOE, KING, MAN, Referee, name
from tests.games.hexentafl.test_rules import at, on, texts

SIDES = ("defenders", "attackers")


def agree(pos: Position, judge: Referee) -> None:
    """The pieces, the moves and the clock are the referee's."""
    s = pos.state
    assert {name(c) for c, p in judge.at.items() if p == KING} == {board.NAMES[s.king]}
    assert {name(c) for c, p in judge.at.items() if p == MAN} == on(s.men)
    assert {name(c) for c, p in judge.at.items() if p == FOE} == on(s.foes)
    assert (SIDES[s.turn], s.quiet) == (judge.side, judge.quiet)
    assert texts(pos) == judge.legal()


def place(judge: Referee, king: str, men: list[str], foes: list[str]) -> None:
    """The referee's board as in `at`."""
    cells = {name(c): c for c in judge.cells}
    judge.at = {cells[king]: KING} | {cells[n]: MAN for n in men} | {cells[n]: FOE for n in foes}
    judge.seen = {judge.key(): 1}


@pytest.mark.rule("X1.2", "X1.3", "X1.4", "X2.1", "X2.2", "X2.3", "X2.4", "X2.5")
@pytest.mark.rule(
    "X3.1", "X3.2", "X3.3", "X3.4", "X3.5", "X3.6", "X4.1", "X4.2", "X4.3", "X4.4", "X4.5", "X4.6", "X5.1"
)
@pytest.mark.parametrize(("size", "seeds"), [(4, 10), (5, 4)])
def test_the_referee_agrees_in_both_games_of_a_match(size: int, seeds: int) -> None:
    ends = {SIDES[0]: 0.0, SIDES[1]: 0.0, "draw": 0.0}
    for seed in range(seeds):
        dice, first = random.Random(seed), SIDES[seed % 2]
        pos = pizzabox.load("hexentafl", size=size, first=first, games=2).start(seed=seed)
        wins = [0, 0]
        for game in range(2):
            judge = Referee(size, first)
            while not judge.result:
                agree(pos, judge)
                assert pos.actors == (SIDES.index(judge.side) ^ game,)
                text = dice.choice(sorted(texts(pos)))
                pos.play(text)
                judge.play(text)
            ends[judge.result] += 1
            if judge.result != "draw":
                wins[SIDES.index(judge.result) ^ game] += 1
            assert pos.state.victor[game] == (-1 if judge.result == "draw" else SIDES.index(judge.result))
            assert pos.scores == tuple(wins)
        assert pos.over and pos.actors == () and texts(pos) == set()
        result = (wins[0] > wins[1]) - (wins[0] < wins[1])
        assert pos.returns == (result, -result)
    assert ends[SIDES[0]], "the King escapes sometimes"


@pytest.mark.rule(
    "X2.2", "X2.4", "X3.1", "X3.2", "X3.3", "X3.4", "X3.5", "X3.6", "X4.1", "X4.2", "X4.4", "X4.5", "X4.6"
)
@pytest.mark.parametrize("size", [4, 5])
def test_the_referee_agrees_on_scattered_pieces(size: int) -> None:
    """Two moves from positions that play hardly reaches: pieces on corners and rims, few and many."""
    dice = random.Random(size)
    game = pizzabox.load("hexentafl", size=size)
    inside = [n for n in on(int(board.ALL[size - 4])) if n != "e5"]
    corners = on(int(board.CORNERS[size - 4]))
    for _ in range(120):
        free = sorted(inside)
        dice.shuffle(free)
        king = dice.choice(["e5", next(n for n in free if n not in corners)])
        free = [n for n in free if n != king]
        men = [free.pop() for _ in range(dice.randint(0, 3 * size - 9))]
        foes = [free.pop() for _ in range(dice.randint(1, 6 * size - 18))]
        quiet = dice.choice([0, 97, 98, 99])
        turn = dice.choice(SIDES)
        try:
            pos = game.position({"state": {"king": king, "men": men, "foes": foes, "turn": turn, "quiet": quiet}})
        except pizzabox.BadPosition:
            continue
        judge = Referee(size, turn)
        place(judge, king, men, foes)
        judge.quiet = quiet
        for _ in range(2):
            agree(pos, judge)
            text = dice.choice(sorted(texts(pos)))
            pos.play(text)
            judge.play(text)
            assert pos.over == bool(judge.result)
            if pos.over:
                winner = "draw" if pos.state.victor[0] < 0 else SIDES[pos.state.victor[0]]
                assert winner == judge.result
                break


@pytest.mark.rule("X4.5")
def test_only_the_same_position_with_the_same_side_to_move_counts() -> None:
    """Pieces come back to their places, but never all of them at once a third time."""
    pos = pizzabox.load("hexentafl").start(seed=1)
    judge = Referee(4, "defenders")
    dice = random.Random(3)
    back: dict[str, str] = {}
    for _ in range(60):
        legal = sorted(texts(pos))
        # Whoever just left goes back when possible: positions stand twice all the time.
        text = next((t for t in legal if back.get(t) == judge.side and dice.random() < 0.7), dice.choice(legal))
        a, b = text.removeprefix("K").split("-")
        back = {m: s for m, s in back.items() if s != judge.side}
        back[("K" if text[0] == "K" else "") + f"{b}-{a}"] = judge.side
        pos.play(text)
        judge.play(text)
        assert pos.over == bool(judge.result)
        if pos.over:
            break
    assert max(judge.seen.values()) >= 2


@pytest.mark.rule("X4.5")
def test_the_same_pieces_with_the_other_side_to_move_are_another_position() -> None:
    """The King comes around in three moves, the attacker in two: after two rounds and a half only the turn differs."""
    pos = at("e5", [], ["h8"], turn="defenders")
    judge = Referee(4, "defenders")
    place(judge, "e5", [], ["h8"])
    king, foe = ("Ke5-f5", "Kf5-f6", "Kf6-e5"), ("h8-h7", "h7-h8")
    for n in range(12):
        for text in (king[n % 3], foe[n % 2]):
            assert not pos.over and not judge.result
            pos.play(text)
            judge.play(text)
    assert pos.state.ended[0] == REPEATED and judge.result == "draw"


@pytest.mark.rule("X4.5", "X4.6")
def test_a_capture_makes_all_earlier_positions_and_moves_forgotten() -> None:
    pos = at("f3", ["c5"], ["d5", "b2"])
    for text in ("b2-b3", "Kf3-f4", "b3-b2", "Kf4-f3"):
        pos.play(text)
    assert pos.state.quiet == 4 and sum(bool(p) for p in pos.state.past) == 5, "the first position counts"
    pos.play("b2-b5")
    assert on(pos.state.taken) == {"c5"}
    assert pos.state.quiet == 0 and sum(bool(p) for p in pos.state.past) == 1
    pos.play("Kf3-f4")
    assert pos.state.quiet == 1 and pos.state.taken == 0


@pytest.mark.rule("X1.2", "X1.3", "X1.4", "X4.5", "X5.1")
def test_a_game_is_set_up_the_same_whatever_was_on_the_table() -> None:
    for options in ({}, {"size": 5, "first": "attackers", "games": 2}):
        set_up_anew(pizzabox.load("hexentafl", **options))
        assert pizzabox.load("hexentafl", **options).start(seed=1).state.news == 0, "nothing became known yet"


@pytest.mark.rule("X5.1", "X5.2", "X1.2", "X1.4")
def test_the_second_game_begins_like_the_first_with_sides_exchanged() -> None:
    game = pizzabox.load("hexentafl", games=2)
    start = game.start(seed=1).state
    pos = game.position({"state": {"king": "b4", "men": [], "foes": ["h8"]}})
    pos.play("Kb4-b5")
    s = pos.state
    assert list(s.ended) == [ESCAPED, 0] and list(s.victor) == [0, -1]
    for field in ("king", "men", "foes", "turn", "taken", "quiet", "last_from", "last_to"):
        assert getattr(s, field) == getattr(start, field), field
    assert list(s.past) == list(start.past)
    assert (s.last_from, s.last_to, s.taken) == (-1, -1, 0)
    assert len(pos.legal(1)) == 36 and len(pos.legal(0)) == 0


@pytest.mark.rule("X5.2")
@pytest.mark.parametrize(("wins", "result"), [([1, 0], (1.0, -1.0)), ([0, 1], (-1.0, 1.0)), ([0, 0], (0.0, 0.0))])
def test_the_result_of_a_match(wins: list[int], result: tuple[float, float]) -> None:
    """The first game by hand, the second drawn by the hundredth quiet move."""
    game = pizzabox.load("hexentafl", games=2)
    ended, victor = ("escaped", "defenders") if wins[0] else ("taken", "attackers") if wins[1] else ("long", "none")
    first = {"wins": wins, "ended": [ended, "open"], "victor": [victor, "none"]}
    pos = game.position({"state": {**first, "game": 1, "quiet": 99, "turn": "attackers"}})
    assert pos.returns == (0.0, 0.0), "nobody has won before the end"
    pos.play(pos.legal()[0])
    assert pos.over and pos.state.ended[1] == LONG
    assert pos.returns == result and pos.scores == tuple(wins)


@pytest.mark.rule("X4.1", "X4.2", "X4.4", "X4.5", "X4.6")
def test_every_ending_has_its_name() -> None:
    def ended(pos: Position, text: str) -> tuple[int, int]:
        pos.play(text)
        assert pos.over
        return pos.state.ended[0], pos.state.victor[0]

    assert ended(at("b4", [], ["h8"], turn="defenders"), "Kb4-b5") == (ESCAPED, 0)
    assert ended(at("d5", [], ["d4", "d7"]), "d7-d6") == (TAKEN, 1)
    assert ended(at("d5", ["b4", "c6"], ["b5"], turn="defenders"), "Kd5-c5") == (STUCK, 0)
    assert ended(at_quiet(), "Ke5-e6") == (LONG, -1)
    pos = pizzabox.load("hexentafl").start(seed=1)
    for text in ("Ke5-f5", "h8-h7", "Kf5-e5", "h7-h8", "Ke5-f5", "h8-h7", "Kf5-e5"):
        pos.play(text)
    assert ended(pos, "h7-h8") == (REPEATED, -1)


def at_quiet() -> Position:
    return pizzabox.load("hexentafl").position(
        {"state": {"king": "e5", "men": [], "foes": ["h8"], "turn": "defenders", "quiet": 99}}
    )


@pytest.mark.rule("X4.4")
def test_a_man_may_have_his_only_move_over_the_empty_throne() -> None:
    """In each direction: shut in on all sides but the throne he lands behind it; when that is taken too he is stuck."""
    ring = ["f5", "f6", "e6", "d5", "d4", "e4"]
    for i, here in enumerate(ring):
        around = [n for n in on(int(board.NEAR[1, board.BY_NAME[here]])) if n != "e5"]
        king = next(n for n in ("i8", "a2", "b2") if n not in around)
        for wall, free in (([], True), ([ring[(i + 3) % 6]], False)):
            pos = pizzabox.load("hexentafl", size=5).start(seed=1)
            s = pos.state
            s.king, s.turn = board.BY_NAME[king], 1
            s.men = sum(1 << board.BY_NAME[n] for n in [*around, *wall])
            s.foes = 1 << board.BY_NAME[here]
            judge = Referee(5, "attackers")
            place(judge, king, [*around, *wall], [here])
            assert bool(judge.legal()) == free
            assert rules.can_move(s) == free, here
            assert texts(pos) == judge.legal()


@pytest.mark.rule("X4.4")
def test_a_king_shut_in_on_the_rim_loses_unless_a_man_can_move() -> None:
    def ended(men: list[str], foes: tuple[str, ...] = ()) -> int:
        pos = at("b3", men, ["b2", "b4", "c3", "d4", *foes])
        pos.play("d4-c4")
        return int(pos.state.ended[0])

    assert ended([]) == STUCK
    assert ended(["g5"]) == 0
    assert ended(["b5"], ("c5", "c6")) == STUCK, "a man in a corner who is shut in does not help"


@pytest.mark.rule("X2.1", "X2.2", "X2.3", "X3.1", "X4.4")
@pytest.mark.parametrize("size", [4, 5])
def test_a_piece_on_any_hex_makes_every_one_of_its_moves(size: int) -> None:
    game = pizzabox.load("hexentafl", size=size)
    corners = on(int(board.CORNERS[size - 4]))
    for here in sorted(on(int(board.ALL[size - 4])) - {"e5"}):
        pieces = [("attackers", "e5", [], [here])]
        if here not in corners:
            pieces.append(("defenders", here, [], ["f5" if here != "f5" else "g5"]))
        for turn, king, men, foes in pieces:
            judge = Referee(size, turn)
            place(judge, king, men, foes)
            for text in sorted(judge.legal()):
                pos = game.position({"state": {"king": king, "men": men, "foes": foes, "turn": turn}})
                assert texts(pos) == judge.legal()
                assert pos.game.kernels.moves(pos.state, 1 - SIDES.index(turn)) == []
                pos.play(text)
                a, b = text.removeprefix("K").split("-")
                s = pos.state
                assert (board.NAMES[s.last_from], board.NAMES[s.last_to]) == (a, b)
                assert b in (on(s.foes) if turn == "attackers" else {board.NAMES[s.king]})


@pytest.mark.rule("X2.1", "X2.2", "X4.1", "X5.2")
def test_nobody_moves_when_the_game_is_over() -> None:
    pos = at("b4", [], ["h8"], turn="defenders")
    pos.play("Kb4-b5")
    assert [pos.game.kernels.moves(pos.state, p) for p in range(2)] == [[], []]
    written = [9.0, 9.0]
    rules.returns(pizzabox.load("hexentafl").start(seed=1).state, written)
    assert written == [0.0, 0.0]


@pytest.mark.rule("X1.2", "X4.5")
def test_the_set_up_counts_as_the_first_time() -> None:
    pos = pizzabox.load("hexentafl").start(seed=1)
    for text in ("Ke5-f5", "h8-h7", "Kf5-e5", "h7-h8") * 2:
        assert not pos.over
        pos.play(text)
    assert pos.state.ended[0] == REPEATED


@pytest.mark.rule("X4.4", "X4.5", "X4.6", "X5.1")
def test_however_the_first_game_ends_the_second_starts_its_counts_anew() -> None:
    game = pizzabox.load("hexentafl", games=2)
    start = game.start(seed=1).state
    stuck = {"king": "d5", "men": ["b4", "c6"], "foes": ["b5"], "quiet": 99}
    for state, text, how in (
        (stuck, "Kd5-c5", STUCK),
        ({"king": "e5", "men": [], "foes": ["h8"], "quiet": 99}, "Ke5-e6", LONG),
        ({"king": "b4", "men": [], "foes": ["h8"]}, "Kb4-b5", ESCAPED),
    ):
        pos = game.position({"state": state})
        pos.play(text)
        assert pos.state.ended[0] == how and pos.state.game == 1
        assert list(pos.state.past) == list(start.past)


@pytest.mark.rule("X4.5")
def test_a_man_on_another_hex_makes_another_position() -> None:
    """The attacker goes to and fro, the man never comes back to a hex: no position stands twice."""
    pos = at("e5", ["d3"], ["h8"], turn="defenders")
    visited = {"d3"}
    for n in range(8):
        text = next(t for t in sorted(texts(pos)) if t[0] != "K" and t[3:] not in visited and t[3] in "bcd")
        visited.add(text[3:])
        for move in (text, ("h8-h7", "h7-h8")[n % 2]):
            pos.play(move)
            assert not pos.over


@pytest.mark.rule("X4.4", "X4.5", "X4.6")
def test_of_two_endings_at_once_the_first_counts() -> None:
    """The hundredth quiet move shuts the other side in, or brings a position for the third time."""
    game = pizzabox.load("hexentafl")
    pos = game.position({"state": {"king": "d5", "men": ["b4", "c6"], "foes": ["b5"], "quiet": 99}})
    pos.play("Kd5-c5")
    assert (pos.state.ended[0], pos.state.victor[0], list(pos.state.wins)) == (STUCK, 0, [1, 0])
    pos = game.position({"state": {"king": "e5", "men": [], "foes": ["h8"], "quiet": 99}})
    after = pos.copy()
    after.play("Ke5-e6")
    for i in (0, 2):
        pos.state.past[i] = rules.mark(after.state)
    pos.play("Ke5-e6")
    assert (pos.state.ended[0], pos.state.victor[0]) == (LONG, -1)
    pos = game.position({"state": {"king": "e5", "men": [], "foes": ["h8"], "quiet": 98}})
    for i in (1, 3):
        pos.state.past[i] = rules.mark(after.state)
    pos.play("Ke5-e6")
    assert pos.state.ended[0] == REPEATED, "one move earlier it is the third time"


@pytest.mark.rule("X2.2", "X2.3", "X2.4", "X2.5")
@pytest.mark.parametrize("options", [{"size": 4}, {"size": 5}, {"size": 5, "first": "attackers"}], ids=str)
def test_a_move_drawn_by_dice_is_the_one_at_its_place_in_the_list(options: dict[str, Any]) -> None:
    assert sum(drawn_as_listed(pizzabox.load("hexentafl", **options), seed) for seed in range(2)) > 100
