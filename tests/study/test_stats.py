"""A player's own numbers."""

from __future__ import annotations

from typing import Any

from pizzabox.study.stats import across, summary
from pizzabox.table.match import Match


def table(seats: list[dict[str, Any]], loser: int | None = None, **more: Any) -> Match:
    wish = {"game": "hexentafl", "seats": seats, **more}
    match = Match.new(wish, "ada", 0.0, seed=1)
    if loser is not None:
        match.seats[loser].conceded = True
        match.ended = "concede"
    return match


ME, COOK = {"kind": "me"}, {"kind": "bot", "bot": "cook"}


def test_results_are_counted_by_game_and_by_level() -> None:
    games = [table([ME, COOK], 1), table([ME, COOK], 0), table([COOK, ME], 0), table([ME, COOK])]
    found = summary(games, "ada")
    assert found["whole"][""] == {"games": 3, "won": 2, "shared": 0, "lost": 1, "share": 2 / 3}
    assert found["games"]["heXentafl"]["games"] == 3
    assert found["levels"]["cook"]["won"] == 2
    assert summary(games, "bob")["whole"][""]["games"] == 0


def test_several_seats_prove_nothing_and_people_are_people() -> None:
    assert summary([table([ME, ME], 1)], "ada")["whole"][""]["games"] == 0
    friends = table([ME, {"kind": "open"}])
    friends.sit("bob", 0.0, invite=friends.invite)
    assert across(friends, 0) == "people"


def test_a_draw_is_shared() -> None:
    match = table([ME, COOK])
    match.ended = "draw"
    assert summary([match], "ada")["whole"][""]["shared"] == 1
