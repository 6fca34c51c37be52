"""Matches and the ladder: fair seatings, duplicate deals, shares, ratings."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

import pizzabox
from pizzabox.lab import ladder
from pizzabox.lab.ladder import Job, climb, data, fit, jobs, play_jobs, publish
from pizzabox.lab.match import Outcome, pairing, schedule, share
from pizzabox.lab.textbook import Textbook


@pytest.mark.parametrize("players", range(2, 7))
def test_every_seat_is_taken_in_turn_and_every_deal_is_played_at_all_seats(players: int) -> None:
    assert [seating.index(0) for seating in pairing(players)] == list(range(players))
    assert all(seating.count(0) == 1 for seating in pairing(players))
    games = list(schedule(players, 3 * players, seed=4))
    deals = [deal for _, deal in games]
    assert len(set(deals)) == 3 and all(len(set(deals[i : i + players])) == 1 for i in range(0, len(deals), players))
    assert games == list(schedule(players, 3 * players, seed=4))


def test_alone_both_bots_play_the_same_deal() -> None:
    games = list(schedule(1, 4, seed=4))
    assert [seating for seating, _ in games] == [(0,), (1,), (0,), (1,)] and games[0][1] == games[1][1]


def test_shares_count_shared_wins_in_part() -> None:
    won = [Outcome((0, 1), (1.0, -1.0), 9), Outcome((1, 0), (0.0, 0.0), 9), Outcome((0, 1), (-1.0, 1.0), 9)]
    found = share(won)
    assert found.share == pytest.approx(0.5) and found.fair == 0.5 and found.games == 3
    assert found.low < 0.5 < found.high and found.ratio == pytest.approx(1.0)
    alone = share([Outcome((0,), (1.0,), 5), Outcome((1,), (-1.0,), 5)])
    assert (alone.share, alone.fair) == (1.0, 0.0)


def test_ratings_follow_the_odds() -> None:
    """A bot that wins ten of eleven games is 400 points stronger."""
    job = Job("theory", {}, ("greedy", "random"), (0, 1), 1, None)
    outcomes = [Outcome((0, 1), (1.0, -1.0), 1)] * 1000 + [Outcome((0, 1), (-1.0, 1.0), 1)] * 100
    ratings = fit(["random", "greedy"], [job] * len(outcomes), outcomes)
    assert ratings["random"].rating == 0 and ratings["greedy"].rating == pytest.approx(400, abs=3)
    assert ratings["greedy"].low < 400 < ratings["greedy"].high and ratings["greedy"].games == 1100


def test_three_seats_share_a_fair_third() -> None:
    job = Job("theory", {}, ("greedy", "random"), (0, 1, 1), 1, None)
    outcomes = [Outcome((0, 1, 1), r, 1) for r in ((1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0))] * 50
    assert math.isclose(fit(["random", "greedy"], [job] * 150, outcomes)["greedy"].rating, 0, abs_tol=2)


def test_a_small_ladder_climbs_and_is_published(tmp_path: Path) -> None:
    game = pizzabox.load("theory", players=2, cap=8)
    seen: list[tuple[int, int]] = []
    pairs = (("apprentice", "random"), ("greedy", "apprentice"))
    rungs, ratings = climb(game, 20, pairs=pairs, told=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (40, 40) and [rung.upper for rung in rungs] == ["apprentice", "greedy"]
    assert ratings["random"].rating == 0 < ratings["greedy"].rating
    path = tmp_path / "ratings.json"
    path.write_text('{"wars": {"players=2": {}}}', encoding="utf-8")
    publish(path, "theory", "players=2", data(rungs, ratings))
    known = json.loads(path.read_text(encoding="utf-8"))
    assert set(known) == {"wars", "theory"} and known["theory"]["players=2"]["levels"]["random"]["rating"] == 0
    assert not path.with_suffix(".new").exists()


def test_games_are_the_same_alone_and_side_by_side() -> None:
    work = jobs(pizzabox.load("theory", players=2, cap=3), ("greedy", "random"), 4, 7, None)
    assert play_jobs(work, 1) == play_jobs(work, 2)


def test_the_published_ratings_can_be_read() -> None:
    for game, sets in ladder.known_ratings().items():
        assert game in pizzabox.names()
        for made in sets.values():
            assert {"levels", "matches", "date"} <= set(made)


def test_the_textbook_search_finds_a_win() -> None:
    """It only knows the rules, but a King beside a corner is enough."""
    pos = pizzabox.load("theory", players=2).start(seed=3)
    bot = Textbook(1, simulations=200, seconds=60)
    move = bot.choose(pos.view(pos.actors[0]))
    assert move in pos.legal() and bot.simulations == 200
