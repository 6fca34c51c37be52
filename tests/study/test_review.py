"""Reviews: chances, losses, mistakes; cancelled on the way."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import pizzabox
from pizzabox.bots import think
from pizzabox.study.film import Film
from pizzabox.study.review import BUDGET, THREADS, Review, fill
from tests.study.helpers import Oracle, finished, game_of


def film_of(name: str) -> Film:
    pos = finished(game_of(name))
    return Film(pos, tuple(pos.game.seats))


def test_every_move_is_judged_and_mistakes_are_sorted() -> None:
    film = film_of("theory")
    review, oracle = Review.blank(film), Oracle()
    assert fill(review, oracle)
    data = review.data()
    assert oracle.calls == film.last == data["done"] == data["total"]
    assert data["chances"][-1] == film.chances()
    assert all(len(row) == 3 for row in data["chances"])
    losses = [mistake["loss"] for mistake in data["mistakes"]]
    assert losses == sorted(losses, reverse=True) and losses[0] >= 0.3
    worst = data["moves"][data["mistakes"][0]["n"] - 1]
    assert worst["ideas"][0]["text"] != worst["text"]
    assert worst["worth"] == pytest.approx(worst["ideas"][0]["value"] - worst["loss"])


def test_the_best_move_costs_nothing() -> None:
    game = game_of("hexentafl")
    pos = game.start(seed=1)
    while not pos.over:
        pos.play(pos.legal()[0])
    review = Review.blank(Film(pos, tuple(game.seats)))
    assert fill(review, Oracle())
    assert review.mistakes() == []
    assert {move["loss"] for move in review.moves if move} == {0.0}


def test_a_move_hardly_looked_at_is_judged_by_what_came_of_it() -> None:
    film = film_of("wars")
    review = Review.blank(film)
    assert fill(review, Oracle())
    rare = [m for m in review.moves if m and m["text"] not in [i["text"] for i in m["ideas"][:3]]]
    assert rare
    for move in rare:
        after: Any = review.chances[move["n"]]
        assert move["worth"] >= min(0.9, after[move["seat"]])


def test_it_can_be_cancelled() -> None:
    film, stop = film_of("theory"), threading.Event()
    review, oracle = Review.blank(film), Oracle()

    def once(view: Any, **how: Any) -> Any:
        stop.set()
        return oracle(view, **how)

    assert not fill(review, once, stop)
    assert 1 <= oracle.calls <= THREADS < film.last
    assert review.data()["done"] == oracle.calls


def test_a_long_game_gets_less_time_a_move() -> None:
    film = film_of("theory")
    film.position.steps *= 40
    assert Review.blank(film).seconds * film.last <= BUDGET + 1e-6


@pytest.mark.parametrize("name", pizzabox.names())
def test_the_real_bot_reviews_every_game(name: str) -> None:
    film = film_of(name)
    del film.position.steps[12:]
    review = Review.blank(film, budget=0.3)
    assert fill(review, think)
    for row, move in zip(review.chances[:-1], review.moves, strict=False):
        assert row is not None and move is not None
        assert all(0 <= chance <= 1 for chance in row)
        assert 0 <= move["loss"] <= 1
        assert abs(sum(idea["weight"] for idea in move["ideas"])) <= 1.01
