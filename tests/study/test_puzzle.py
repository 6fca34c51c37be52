"""Puzzles: those of the box are proven over every legal move, answers are checked, only what is proven is claimed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

import pizzabox
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.errors import IllegalMove, PizzaboxError
from pizzabox.engine.position import Position
from pizzabox.study.mining import GAP, Judge, check, mine, recipe_of, recipes
from pizzabox.study.puzzle import (
    ENDLESS,
    EXACT,
    FORCED,
    MEASURED,
    Puzzle,
    PuzzleStep,
    answer,
    daily,
    judge,
    puzzle,
    reached,
    shipped,
    task,
    why,
)
from pizzabox.study.puzzle import theme as theme_of
from pizzabox.study.solving.exact import Exact
from pizzabox.study.solving.prover import Prover
from tests.helpers import size

NOTATION = re.compile(r"[a-z]\d+\*?[-<>]|\+|cut \d+ \d|\*\*")
EVERY = pytest.mark.parametrize("name", pizzabox.names())
UNIQUE = ("hexentafl", "wars")
"""Games without anything hidden: there is one right first move."""


@EVERY
def test_at_least_sixty_come_with_the_box_and_differ(name: str) -> None:
    known, game = shipped(name), pizzabox.load(name)
    assert len(known) >= 60
    assert len({(str(p.state), p.seat) for p in known}) == len(known)
    assert len(Counter(p.theme for p in known)) >= 2, "kinds of decisions are spread"
    assert len(Counter(p.stars for p in known)) >= 2, "easy ones and hard ones"
    assert all(p.solved for p in known), "every one has its difficulty"
    for found in known:
        pos = found.position(game)
        assert found.seat in pos.actors and found.legal == len(pos.legal(found.seat)) >= 2
        assert all(text in pos.legal(found.seat) for text in found.answers)
        assert recipe_of(name, found) is not None
        assert "past" not in found.state, "a puzzle has no history"
        assert theme_of(found, name) != theme_of(replace(found, theme="?"), name), "every theme has its words"
        if name in UNIQUE:
            assert len(found.answers) == 1 and found.kind == FORCED and 1 <= found.turns <= 5
        elif found.kind != MEASURED:
            assert 3 * len(found.answers) <= found.legal


@EVERY
def test_lines_are_legal_and_end_in_a_win(name: str) -> None:
    game = pizzabox.load(name)
    for found in shipped(name):
        end = reached(found, game, len(found.line))
        assert end.over or found.kind != FORCED
        if found.kind == FORCED:
            assert end.winners == (found.seat,)
            own = [step.seat == found.seat for step in found.line]
            turns = sum(mine and (i == 0 or not own[i - 1]) for i, mine in enumerate(own))
            assert turns == found.turns or found.bound >= ENDLESS


@EVERY
def test_puzzles_are_proven_again(name: str) -> None:
    """Some of each game, over every legal move; `pizzabox puzzles check` does it for all (docs/puzzles.md), also for
    the longest, which take up to a minute each."""
    pizzabox.load(name).warm()
    long = {"hexentafl": 5, "wars": 3}.get(name, ENDLESS + 1)
    for found in [p for p in shipped(name) if p.turns < long][:: size(70, 15)]:
        assert check(name, found) == ""


@EVERY
def test_a_puzzle_with_another_claim_is_not_proven(name: str) -> None:
    game = pizzabox.load(name)
    game.warm()
    found = puzzle(name, 1)
    pos = found.position(game)
    wrong = next(m.text for m in pos.legal(found.seat) if m.text not in found.answers)
    lies = [
        replace(found, line=(PuzzleStep(found.seat, (wrong,)), *found.line[1:])),
        replace(found, line=(PuzzleStep(found.seat, (*found.answers, wrong)), *found.line[1:])),
        replace(found, legal=found.legal + 1),
        replace(found, theme="?"),
        replace(found, turns=found.turns + 1),
        replace(found, bound=found.bound + 1),
        replace(found, kind="measured" if found.kind == FORCED else FORCED),
        replace(found, seat=(found.seat + 1) % game.with_options(**found.options).players),
    ]
    for lie in lies:
        assert check(name, lie) != ""


def test_a_position_with_two_ways_to_win_is_no_puzzle() -> None:
    """The King may slide to either of two corners: a win, but not a puzzle."""
    game = pizzabox.load("hexentafl")
    game.warm()
    recipe = recipes("hexentafl")[0]
    found = next(p for p in shipped("hexentafl") if p.turns == 1 and p.theme == "escaped")
    pos = found.position(game)
    assert Judge(recipe, game).puzzle(pos, found.seat) is not None
    free = found.state | {"foes": []}
    assert Judge(recipe, game).puzzle(game.position({"state": free}), found.seat) is None


@EVERY
def test_moves_are_judged_step_by_step(name: str) -> None:
    game = pizzabox.load(name)
    for found in (puzzle(name, 1), puzzle(name, len(shipped(name)))):
        pos = found.position(game)
        wrong = next(m.text for m in pos.legal(found.seat) if m.text not in found.answers)
        no = judge(found, pos, wrong)
        assert not no.right and no.at == 0 and answer(found, game) not in " ".join(no.lines)
        with pytest.raises(IllegalMove):
            judge(found, pos, "a move of no game")
        at, done = 0, False
        while not done:
            assert found.line[at].seat == found.seat
            right = judge(found, reached(found, game, at), found.line[at].moves[-1], at)
            assert right.right and right.at > at
            at, done = right.at, right.done
        assert at == len(found.line) and right.lines[-1] == why(found, game)
        with pytest.raises(PizzaboxError, match="numbered from 0 to"):
            judge(found, pos, found.answers[0], len(found.line))
        for bad in (-1, "1", True, len(found.line) + 1):
            with pytest.raises(PizzaboxError, match="numbered from 0 to"):
                reached(found, game, bad)


@EVERY
@pytest.mark.parametrize("lang", ["en", "it"])
def test_what_is_said_is_what_was_proven(name: str, lang: str) -> None:
    game = pizzabox.load(name)
    with speaking(lang):
        for found in shipped(name):
            told, asked = why(found, game), task(found)
            assert answer(found, game) in told and not NOTATION.search(told)
            assert str(found.legal - len(found.answers)) in told, "how many moves were refuted"
            if found.kind != FORCED:
                assert found.values is not None and len(found.values) == found.legal
                worth = sorted(found.values.values(), reverse=True)
                count = len(found.answers)
                assert {found.values[text] for text in found.answers} == set(worth[:count])
                assert worth[count - 1] - worth[count] >= GAP and found.values[found.answers[0]] == worth[0]
                assert count == 1 or (found.kind == MEASURED and str(count) in told)
                assert found.kind == EXACT or (found.ahead >= GAP and str(found.samples) in told)
            elif found.bound < ENDLESS:
                assert str(found.turns) in asked and str(found.bound) in told


@EVERY
@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_wrong_move_hears_what_is_known_of_it(name: str, lang: str) -> None:
    """Forced wins speak of turns; what was counted out or measured of the value of that very move."""
    game = pizzabox.load(name)
    with speaking(lang):
        for found in {p.kind: p for p in shipped(name)}.values():
            pos = found.position(game)
            wrong = next(m.text for m in pos.legal(found.seat) if m.text not in found.answers)
            (told,) = judge(found, pos, wrong).lines
            move = pos.move(found.seat, pos.code_of(wrong, found.seat))
            assert told.startswith(pos.view(found.seat).in_words(found.seat, move.tokens)) and not NOTATION.search(told)
            if found.kind == FORCED:
                assert str(found.turns) in told or found.bound >= ENDLESS
            else:
                assert found.values is not None and told.count("%") == 2
                assert f"{100 * found.values[wrong]:.0f}" in told and f"{100 * max(found.values.values()):.0f}" in told


@EVERY
def test_a_wrong_later_move_hears_how_many_turns_are_left(name: str) -> None:
    """A move that is too slow may still win within as many turns as there were at the start."""
    game, heard = pizzabox.load(name), 0
    for found in shipped(name)[::6]:
        for at in (at for at, step in enumerate(found.line) if at and step.seat == found.seat):
            pos = reached(found, game, at)
            wrong = next((m.text for m in pos.legal(found.seat) if m.text not in found.line[at].moves), None)
            if wrong is None or found.kind != FORCED or found.bound >= ENDLESS:
                continue
            (told,) = judge(found, pos, wrong, at).lines
            left = int(re.findall(r"within (\d+) turn", told)[0])
            assert Prover(game, 2_000_000).distance(pos.state, found.seat, found.turns) == left
            heard += 1
    assert heard or name not in UNIQUE


def test_a_wrong_later_move_is_worse_where_all_was_counted_out() -> None:
    """What is said of it holds: the rival has a reply that leaves it worth less than the answer is whatever the
    reply."""
    heard = 0
    for found in (p for p in shipped("theory") if p.kind == EXACT):
        game, recipe = pizzabox.load("theory", **found.options), recipe_of("theory", found)
        assert recipe is not None
        for at in (at for at, step in enumerate(found.line) if at and step.seat == found.seat):
            pos = reached(found, game, at)
            worth = max(Exact(game, recipe.sides).values(pos.state, found.seat).values())
            for move in pos.legal(found.seat):
                least = min(_won(pos, found.seat, move.text, reply.text) for reply in pos.legal(1 - found.seat))
                verdict = judge(found, pos, move.text, at)
                assert verdict.right == (least == worth)
                if not verdict.right:
                    heard += 1
                    assert "Your rival has a reply" in verdict.lines[0]
    assert heard >= 10


def _won(pos: Position, seat: int, own: str, reply: str) -> float:
    """What two secret choices that end the game bring a seat."""
    then = pos.copy()
    then.play(own, seat)
    then.play(reply, 1 - seat)
    assert then.over
    return (then.returns[seat] + 1) / 2


def test_several_measured_answers_are_named_together() -> None:
    found = next(p for p in shipped("shark") if p.kind == MEASURED and p.legal > 4)
    assert found.values is not None
    order = sorted(found.values, key=lambda text: -found.values[text])  # type: ignore[index]
    both = replace(found, line=(PuzzleStep(found.seat, tuple(order[:2])),))
    pos = both.position(pizzabox.load("shark"))
    moves = [pos.move(found.seat, pos.code_of(text, found.seat)) for text in order[:3]]
    first, other, third = (pos.view(found.seat).in_words(found.seat, move.tokens) for move in moves)
    told = why(both, pos.game)
    assert task(both) != task(found) and "2 moves" in told and first in told and third in told
    second = judge(both, pos, order[1])
    assert second.right and second.done and other in second.lines[0] and first in second.lines[0]
    assert not judge(both, pos, order[2]).right


def test_difficulty_is_how_weak_bots_fare() -> None:
    found = puzzle("hexentafl", 1)
    assert replace(found, solved={"random": 0.0, "greedy": 1.0, "cook": 1.0}).stars == 1
    assert replace(found, solved={"random": 1.0, "greedy": 0.0, "cook": 0.0}).stars == 3
    assert replace(found, solved={"random": 0.0, "greedy": 1.0, "cook": 0.0}).stars == 2


def test_numbers_are_checked() -> None:
    for number in (0, -1, 10_000, "1", True):
        with pytest.raises(PizzaboxError, match="numbered from 1 to"):
            puzzle("theory", number)


def test_every_day_has_its_puzzle_and_games_take_turns() -> None:
    names = pizzabox.names()
    fewest = min(len(shipped(name)) for name in names)
    days = [daily(day, names) for day in range(20_000, 20_000 + len(names) * fewest)]
    assert len(set(days)) == len(days), "no puzzle comes back before all of its game were there"
    assert {day[0] for day in days[:5] if day} == set(names)
    assert daily(1, ()) is None


def test_mining_finds_the_same_again_and_only_what_holds() -> None:
    pizzabox.load("hexentafl").warm()
    wanted = size(1, 2)
    recipe = replace(recipes("hexentafl")[0], quota={"2": wanted})
    first, again = list(mine(recipe, 4)), list(mine(recipe, 4))
    assert first == again and len(first) == wanted
    for found in first:
        assert check("hexentafl", found) == "" and found.turns == 2
        assert Puzzle.of(found.data()) == found
    assert list(mine(replace(recipe, quota={"2": 1}, games=0), 4)) == []
