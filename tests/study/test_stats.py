"""A player's own results, counted from finished tables."""

from __future__ import annotations

from typing import Any

import pizzabox
from pizzabox.bots import ratings
from pizzabox.study.own_rating import FEWEST
from pizzabox.study.stats import LAST, across, bot_ratings, summary
from pizzabox.table.match import Match

ME, COOK, CHEF = {"kind": "me"}, {"kind": "bot", "bot": "cook"}, {"kind": "bot", "bot": "chef"}


def table(seats: list[dict[str, Any]], loser: int | None = None, game: str = "hexentafl", **more: Any) -> Match:
    match = Match.new({"game": game, "seats": seats, **more}, "ada", 0.0, seed=1)
    if loser is not None:
        match.seats[loser].conceded = True
        match.ended = "concede"
    return match


def of(matches: list[Match], identity: str = "ada") -> dict[str, Any]:
    return summary(((match, 0.0) for match in matches), identity)


def counts(won: int = 0, shared: int = 0, lost: int = 0) -> dict[str, float]:
    games = won + shared + lost
    return {"games": games, "won": won, "shared": shared, "lost": lost, "share": (won + shared / 2) / games}


def test_results_are_counted_by_game_and_by_rival() -> None:
    games = [table([ME, COOK], 1), table([ME, COOK], 0), table([COOK, ME], 0), table([ME, CHEF], 0), table([ME, COOK])]
    found = of(games)
    assert found["whole"] == counts(won=2, lost=2), "a game that still runs has no result"
    [hexentafl] = found["games"]
    assert (hexentafl["title"], list(hexentafl["results"])) == ("heXentafl", ["cook", "chef"])
    assert hexentafl["results"] == {"cook": counts(won=2, lost=1), "chef": counts(lost=1)}
    assert found["names"]["cook"] == "cook"
    assert of(games, "bob") == {
        "whole": {"games": 0, "won": 0, "shared": 0, "lost": 0, "share": 0.0},
        "games": [],
        "names": {},
        "last": [],
    }, "games of others are not counted"


def test_several_seats_prove_nothing_and_people_are_people() -> None:
    both = of([table([ME, ME], 1)])
    assert both["whole"]["games"] == 0 and both["games"] == []
    assert [(one["result"], one["why_not"]) for one in both["last"]] == [("", "several")]
    friends = table([ME, {"kind": "open"}])
    friends.sit("bob", 0.0, invite=friends.invite)
    assert across(friends, 0) == "people"
    friends.concede("bob", 1, 0.0)
    for identity, result in (("ada", counts(won=1)), ("bob", counts(lost=1))):
        [game] = of([friends], identity)["games"]
        assert game["results"] == {"people": result}
        assert game["rating"]["games"] == 0, "games against people do not rate"


def test_a_draw_and_a_tie_for_the_win_are_shared() -> None:
    match = table([ME, {"kind": "open"}])
    match.sit("bob", 0.0, invite=match.invite)
    match.ended = "draw"
    assert of([match])["whole"]["shared"] == of([match], "bob")["whole"]["shared"] == 1
    three = table([ME, COOK, CHEF], 2, "theory")
    assert of([three])["whole"] == counts(shared=1), "two are left: they share the win"
    assert of([three])["games"][0]["results"] == {"chef": counts(shared=1)}
    lost = table([ME, COOK, CHEF], 0, "theory")
    assert of([lost])["whole"] == counts(lost=1), "who gave up has lost, though the others tie for the win"


def test_the_last_games_are_the_newest_with_everybody_at_them() -> None:
    found = of([table([ME, COOK], n % 2) for n in range(LAST + 3)])["last"]
    assert len(found) == LAST
    assert [(seat["name"], seat["yours"]) for seat in found[0]["seats"]] == [("Defenders", True), ("Basilio", False)]
    assert (found[0]["result"], found[0]["gave_up"], found[1]["result"]) == ("lost", True, "won")


def test_a_rating_comes_with_enough_games() -> None:
    games = [table([ME, COOK], n % 2) for n in range(FEWEST)]
    [few] = of(games[1:])["games"]
    unknown = {"rating": None, "low": None, "high": None, "rough": False}
    assert few["rating"] == {"games": FEWEST - 1, "missing": 1, **unknown} and few["rated"]
    [enough] = of(games)["games"]
    assert enough["rating"]["rating"] == round(enough["bots"]["cook"]), "half of the games: as strong as the cook"
    assert enough["rating"]["low"] < enough["rating"]["rating"] < enough["rating"]["high"]


def test_bots_are_listed_only_where_their_ratings_are_known_well() -> None:
    for name in pizzabox.names():
        listed, known = bot_ratings(name), ratings(pizzabox.load(name))
        assert list(listed.values()) == sorted(listed.values()) and len(listed) != 1
        assert all(known[bot]["high"] - known[bot]["low"] <= 600 for bot in listed)
        assert not listed or all(known[bot]["high"] - known[bot]["low"] > 600 for bot in known.keys() - listed.keys())
    assert bot_ratings("hexentafl")
