"""A person's rating by the model of the ladder: known wins give the known rating, and no number is pretended."""

from __future__ import annotations

import math
from typing import Any

import pytest

from pizzabox.bots import ratings
from pizzabox.study.own_rating import FEWEST, Counted, Rated, chance, counted, own_rating
from pizzabox.table.match import Match

WON, LOST, SHARED = (1.0, 0.0), (0.0, 1.0), (0.5, 0.5)
ME = {"kind": "me"}


def duels(other: float, *results: tuple[float, ...], error: float = 0.0) -> list[Counted]:
    return [Counted((Rated(other, error),), won) for won in results]


def rated(match: Match, bot: str) -> Rated:
    """A bot as the ladder found it."""
    known = ratings(match.game)[bot]
    return Rated(known["rating"], (known["high"] - known["low"]) / (2 * 1.96))


def finished(game: str, *seats: dict[str, Any], lost: int = 0, **options: Any) -> Match:
    """A table where a seat gave up, the others being as they were."""
    match = Match.new({"game": game, "seats": list(seats), "options": options}, "ada", 0.0, seed=1)
    match.seats[lost].conceded, match.ended = True, "concede"
    return match


def test_known_wins_give_the_known_rating() -> None:
    even = own_rating(duels(1200, *[WON] * 5, *[LOST] * 5))
    assert even.rating and math.isclose(even.rating, 1200, abs_tol=6), "half of the games: as strong as the other"
    ten_to_one = own_rating(duels(1000, *[WON] * 100, *[LOST] * 10))
    assert ten_to_one.rating and math.isclose(ten_to_one.rating, 1400, abs_tol=6), "400 points more win ten times"
    weaker = own_rating(duels(1000, *[WON] * 10, *[LOST] * 100))
    assert weaker.rating and math.isclose(weaker.rating, 600, abs_tol=6)
    shared = own_rating(duels(900, *[SHARED] * 12))
    assert shared.rating and math.isclose(shared.rating, 900, abs_tol=6)
    mixed = own_rating([*duels(800, *[WON] * 9, LOST), *duels(1600, *[LOST] * 9, WON)])
    assert mixed.rating and math.isclose(mixed.rating, 1200, abs_tol=6)


def test_at_a_table_of_three_a_third_of_the_wins_is_even() -> None:
    games = [
        Counted((Rated(1100), Rated(1100)), won) for won in [(1, 0, 0)] * 10 + [(0, 1, 0)] * 12 + [(0, 0.5, 0.5)] * 8
    ]
    found = own_rating(games)
    assert found.rating and math.isclose(found.rating, 1100, abs_tol=6)
    assert math.isclose(chance(1100, (1100, 1100)), 1 / 3)


def test_the_interval_shrinks_and_holds_the_rating() -> None:
    widths = []
    for n in (5, 20, 80):
        found = own_rating(duels(1000, *[WON] * n, *[LOST] * n))
        assert found.rating is not None and found.low is not None and found.high is not None
        assert found.low < found.rating < found.high and found.games == 2 * n
        widths.append(found.high - found.low)
    assert math.isclose(widths[0] / widths[1], 2, rel_tol=0.05), "four times the games, half the width"
    assert math.isclose(widths[1] / widths[2], 2, rel_tol=0.05)


def test_how_roughly_the_bots_are_rated_widens_the_interval() -> None:
    """Against one bot, the squares of the two errors add up; of several, what is known well counts most."""
    games = [*[WON] * 40, *[LOST] * 40]
    exact, rough = own_rating(duels(1200, *games)), own_rating(duels(1200, *games, error=100))
    assert exact.rating and rough.rating and math.isclose(exact.rating, rough.rating, abs_tol=6)
    sampled, whole = ((one.high - one.low) / 2 for one in (exact, rough))  # type: ignore[operator]
    assert math.isclose(whole, math.hypot(sampled, 1.96 * 100), rel_tol=0.01)
    assert not exact.data()["rough"] and own_rating(duels(1200, *games, error=400)).data()["rough"]
    mixed = own_rating([*duels(1200, *games), *duels(2000, *games, error=800)])
    assert mixed.rating and abs(mixed.rating - 1200) < 30
    best, unsure = own_rating(duels(1000, *[WON] * 10)), own_rating(duels(1000, *[WON] * 10, error=200))
    worst, doubtful = own_rating(duels(1000, *[LOST] * 10)), own_rating(duels(1000, *[LOST] * 10, error=200))
    assert best.low and unsure.low and unsure.low < best.low - 50
    assert worst.high and doubtful.high and doubtful.high > worst.high + 50


def test_with_few_games_nothing_is_known() -> None:
    few = own_rating(duels(1000, *[WON, LOST] * (FEWEST // 2))[1:])
    assert (few.rating, few.low, few.high) == (None, None, None) and few.data()["missing"] == 1
    assert own_rating([]).data() == {
        "games": 0,
        "rating": None,
        "low": None,
        "high": None,
        "missing": FEWEST,
        "rough": False,
    }


def test_who_always_wins_or_loses_has_a_bound_on_one_side() -> None:
    best, worst = own_rating(duels(1000, *[WON] * 10)), own_rating(duels(1000, *[LOST] * 10))
    assert best.rating is best.high is worst.rating is worst.low is None
    assert best.low and worst.high
    assert math.isclose(chance(best.low, (1000,)) ** 10, 0.05, abs_tol=0.001)
    assert math.isclose((1 - chance(worst.high, (1000,))) ** 10, 0.05, abs_tol=0.001)
    more = own_rating(duels(1000, *[WON] * 40))
    assert more.low and more.low > best.low
    assert own_rating(duels(1000, *[WON] * 10, SHARED)).rating is not None, "a shared win is no win"


def test_a_game_against_rated_bots_counts() -> None:
    cook = {"kind": "bot", "bot": "cook"}
    match = finished("hexentafl", ME, cook)
    rating = rated(match, "cook")
    assert counted(match, 0) == Counted((rating,), (0.0, 1.0)), "giving up is losing"
    assert counted(finished("hexentafl", cook, ME, lost=0), 1) == Counted((rating,), (1.0, 0.0))
    for game in ("wars", "shark"):
        roughly = counted(finished(game, ME, cook), 0)
        assert isinstance(roughly, Counted) and roughly.others[0].error > 150, "a rough measure is one too"
    three = Match.new({"game": "theory", "seats": [cook, ME, {"kind": "bot", "bot": "chef"}]}, "ada", 0.0, seed=1)
    three.concede("ada", 1, 0.0)
    three.seats[0].conceded, three.ended = True, "concede"
    assert counted(three, 1) == Counted((rated(three, "cook"), rated(three, "chef")), (0.0, 0.0, 1.0))


@pytest.mark.parametrize(
    ("reason", "game", "seats", "options"),
    [
        ("several", "hexentafl", [ME, ME], {}),
        ("people", "hexentafl", [ME, {"kind": "open"}], {}),
        ("unrated", "hexentafl", [ME, {"kind": "bot", "bot": "cook"}], {"size": 5}),
        ("unrated", "theory", [ME, {"kind": "bot", "bot": "cook"}], {"players": 2, "cap": 4}),
        ("partner", "shark", [ME, *[{"kind": "bot", "bot": "cook"}] * 3], {"players": 4}),
    ],
)
def test_what_does_not_count(reason: str, game: str, seats: list[Any], options: dict[str, Any]) -> None:
    assert counted(finished(game, *seats, lost=1, **options), 0) == reason


def test_what_a_table_kept_can_rule_it_out() -> None:
    def table() -> Match:
        return finished("hexentafl", ME, {"kind": "bot", "bot": "cook"})

    advised, simpler, position = table(), table(), table()
    advised.advised.add(0)
    simpler.simpler_bots = True
    position.position.seed = None
    assert [counted(one, 0) for one in (advised, simpler, position)] == ["advised", "simpler", "position"]
    advised.advised = {1}
    assert isinstance(counted(advised, 0), Counted), "only the own hints matter"
