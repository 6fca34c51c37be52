"""Reviews: chances, losses, mistakes; cancelled on the way."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

import pizzabox
from pizzabox.bots import survey
from pizzabox.bots.thought import FLOOR
from pizzabox.engine.catalogue import speaking
from pizzabox.study.analysis_board import thought_data
from pizzabox.study.replay import Replay
from pizzabox.study.review import BUDGET, MISTAKE, THREADS, Review, doubt, fill, in_words
from tests.study.helpers import Oracle, finished, game_of


def replay_of(name: str) -> Replay:
    pos = finished(game_of(name))
    return Replay(pos, tuple(pos.game.seats))


def test_every_move_is_judged_and_mistakes_are_sorted() -> None:
    replay = replay_of("theory")
    review, oracle = Review.blank(replay), Oracle()
    assert fill(review, oracle)
    data = review.data()
    assert oracle.calls == replay.last == data["done"] == data["total"]
    assert data["chances"][-1] == replay.chances()
    assert all(len(row) == 3 for row in data["chances"])
    losses = [mistake["loss"] for mistake in data["mistakes"]]
    assert losses == sorted(losses, reverse=True) and losses[0] >= 0.3


@pytest.mark.parametrize("net", [True, False])
def test_a_review_tells_the_nets_opinion_where_there_is_one(net: bool) -> None:
    review = Review.blank(replay_of("theory"))
    assert fill(review, Oracle(net=net))
    for move in review.data()["moves"]:
        assert move.get("net_chances") == ([0.33] * 3 if net else None)
        assert {"net_weight" in idea for idea in move["ideas"]} == {net}


@pytest.mark.parametrize("net", [True, False])
def test_so_does_the_analysis_board(net: bool) -> None:
    view = game_of("theory").start(seed=1).view(0)
    told = thought_data(Oracle(net=net)(view), view)
    assert ("net_chances" in told) is net
    assert [idea.get("net_weight") for idea in told["ideas"]] == [0.05 if net else None] * len(told["ideas"])


def steady(view: Any, *, level: str, seconds: float, seed: int, also: Sequence[int]) -> Any:
    """The real bot, with the same thoughts on any machine: it counts simulations, not seconds."""
    return survey(view, level=level, simulations=800, seed=seed, also=also)


def shown(move: dict[str, Any]) -> dict[str, int]:
    """The percentages of the list of ideas, as a person reads them."""
    return {idea["text"]: round(100 * idea["value"]) for idea in move["ideas"] if idea["value"] is not None}


@pytest.mark.parametrize("name", pizzabox.names())
def test_one_move_has_one_number(name: str) -> None:
    """In the list of ideas, in the sentence of the mistake, in the chart and beside the players: always the same."""
    replay = replay_of(name)
    kept = min(16, replay.last - 1)
    replay.position.state.load(replay.position.steps[kept].before)
    del replay.position.steps[kept:]
    review = Review.blank(replay)
    assert fill(review, steady)
    judged = 0
    for n, move in enumerate(review.moves):
        assert move is not None
        assert all(idea["visits"] >= FLOOR for idea in move["ideas"] if idea["value"] is not None)
        after: Any = review.chances[n + 1]
        if move["loss"] is None:
            assert after is None and move["worth"] is None and not move["sure"]
            continue
        judged += 1
        percent = shown(move)
        assert percent[move["best"]] == max(percent.values())
        assert percent[move["text"]] == round(100 * move["worth"])
        assert 0 <= round(100 * move["loss"]) == percent[move["best"]] - percent[move["text"]]
        assert after[move["seat"]] == move["worth"]
        if move["sure"]:
            assert move["loss"] >= doubt(move["visits"])
    assert judged > replay.last / 2
    for mistake in review.mistakes():
        named: Any = review.moves[mistake["n"] - 1]
        assert named["sure"] and named["loss"] == mistake["loss"] >= MISTAKE


def test_a_loss_that_luck_could_make_is_no_mistake() -> None:
    replay = replay_of("theory")

    def looked(visits: int) -> Any:
        def think(view: Any, **how: Any) -> Any:
            thought = Oracle()(view, **how)
            first, *others = thought.ideas
            close = (replace(first, value=0.62), *(replace(idea, value=0.5) for idea in others))
            return replace(thought, ideas=tuple(replace(idea, visits=visits) for idea in close))

        return think

    few, many = Review.blank(replay), Review.blank(replay)
    assert fill(few, looked(100)) and fill(many, looked(900))
    assert doubt(900) < MISTAKE < 0.12 < doubt(100)
    assert few.mistakes() == [] and {mistake["loss"] for mistake in many.mistakes()} == {0.12}
    assert [m and m["loss"] for m in few.moves] == [m and m["loss"] for m in many.moves], "it is told, but not as sure"


def test_the_best_move_costs_nothing() -> None:
    game = game_of("hexentafl")
    pos = game.start(seed=1)
    while not pos.over:
        pos.play(pos.legal()[0])
    review = Review.blank(Replay(pos, tuple(game.seats)))
    assert fill(review, Oracle())
    assert review.mistakes() == []
    assert {move["loss"] for move in review.moves if move} == {0.0}


def test_a_move_hardly_looked_at_is_not_judged() -> None:
    replay = replay_of("wars")

    def blind(view: Any, **how: Any) -> Any:
        return Oracle()(view)  # whatever was played, only the first three moves are looked at

    review = Review.blank(replay)
    assert fill(review, blind)
    rare = [m for m in review.moves if m and m["text"] not in shown(m)]
    assert rare and len(rare) < len(review.moves)
    for move in rare:
        assert move["loss"] is None and move["worth"] is None
        assert review.chances[move["n"]] is None or move["n"] == replay.last
    assert {m["n"] for m in rare}.isdisjoint(m["n"] for m in review.mistakes())


def test_ideas_are_told_in_words_too_in_the_language_of_who_reads() -> None:
    replay = replay_of("hexentafl")
    replay.names = ("Ada", "Bob")
    review = Review.blank(replay)
    assert fill(review, Oracle())
    first = in_words(review.data(), replay)["moves"][0]["ideas"][0]
    a, b = first["tokens"]
    assert (
        first["words"] == f"Ada: a man goes from {a} to {b}."
        or first["words"] == f"Ada: the King goes from {a} to {b}."
    )
    with speaking("it"):
        assert in_words(review.data(), Replay(replay.position, replay.names))["moves"][0]["ideas"][0]["words"] not in (
            first["words"],
            first["text"],
        )
    assert in_words({"state": "none"}, replay) == {"state": "none"}


def test_it_can_be_cancelled() -> None:
    replay, stop = replay_of("theory"), threading.Event()
    review, oracle = Review.blank(replay), Oracle()

    def once(view: Any, **how: Any) -> Any:
        stop.set()
        return oracle(view, **how)

    assert not fill(review, once, stop)
    assert 1 <= oracle.calls <= THREADS < replay.last
    assert review.data()["done"] == oracle.calls


def test_a_long_game_gets_less_time_a_move() -> None:
    replay = replay_of("theory")
    replay.position.steps *= 40
    assert Review.blank(replay).seconds * replay.last <= BUDGET + 1e-6


@pytest.mark.parametrize("name", pizzabox.names())
def test_the_real_bot_reviews_every_game(name: str) -> None:
    replay = replay_of(name)
    del replay.position.steps[12:]
    review = Review.blank(replay, budget=0.3)
    assert fill(review, survey)
    for row, move in zip(review.chances[:-1], review.moves, strict=False):
        assert move is not None
        assert all(0 <= chance <= 1 for chance in row or ())
        assert 0 <= (move["loss"] or 0) <= 1
        assert abs(sum(idea["weight"] for idea in move["ideas"])) <= 1.01
