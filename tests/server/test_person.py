"""A person's own page and `/api/you`: their games, and nobody else's."""

from __future__ import annotations

import html
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from pizzabox.server import person
from pizzabox.server.app import create_app
from pizzabox.server.limits import RateLimit
from pizzabox.server.store import Store
from pizzabox.study.own_rating import OwnRating
from tests.server.clients import open_table, visitor

ME, OPEN = {"kind": "me"}, {"kind": "open"}
COOK, CHEF = {"kind": "bot", "bot": "cook"}, {"kind": "bot", "bot": "chef"}
Who = dict[str, str]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    app = create_app(f"sqlite:///{tmp_path}/box.db", pace=0.0, rate=1000.0, burst=1000.0)
    with TestClient(app, base_url="http://box.test") as made:
        yield made


def host(client: TestClient, who: Who, game: str, *seats: dict[str, Any], **options: Any) -> dict[str, Any]:
    return open_table(client, who, {"game": game, "seats": list(seats), "options": options})


def do(client: TestClient, table: dict[str, Any], who: Who, what: str, **more: Any) -> dict[str, Any]:
    answer: dict[str, Any] = client.post(f"/api/tables/{table['id']}/do", json={"do": what, **more}, headers=who).json()
    return answer


def join(client: TestClient, table: dict[str, Any], who: Who) -> None:
    client.post(f"/api/tables/{table['id']}/join", json={"invite": table["invite"].split("=")[1]}, headers=who)


def you(client: TestClient, who: Who) -> dict[str, Any]:
    answer = client.get("/api/you", headers=who)
    assert answer.headers["cache-control"] == "no-store"
    found: dict[str, Any] = answer.json()
    return found


def shown(client: TestClient, who: Who, language: str = "en") -> str:
    page = client.get("/you", headers=who | {"accept-language": language}).text
    text = re.sub(r"<[^>]*>", " ", page.partition("<main")[2].partition("</main>")[0])
    return " ".join(html.unescape(text).split())


def test_everybody_sees_their_own_games_and_no_others(client: TestClient) -> None:
    ada, bob, eve = visitor(client), visitor(client), visitor(client)
    against_cook = host(client, ada, "hexentafl", ME, COOK)
    do(client, against_cook, ada, "concede")
    friends = host(client, ada, "hexentafl", ME, OPEN)
    join(client, friends, bob)
    do(client, friends, bob, "concede")
    drawn = host(client, ada, "hexentafl", ME, OPEN)
    join(client, drawn, bob)
    do(client, drawn, bob, "draw", answer="offer")
    do(client, drawn, ada, "draw", answer="yes")
    alone = host(client, ada, "hexentafl", ME, ME)
    do(client, alone, ada, "concede", seat=1)
    still = host(client, ada, "hexentafl", ME, OPEN)
    join(client, still, bob)

    mine, theirs = you(client, ada), you(client, bob)
    assert (mine["whole"]["games"], mine["whole"]["won"], mine["whole"]["shared"], mine["whole"]["lost"]) == (
        3,
        1,
        1,
        1,
    )
    [game] = mine["games"]
    assert {rival: row["games"] for rival, row in game["results"].items()} == {"cook": 1, "people": 2}
    assert [(one["id"], one["result"]) for one in mine["last"]] == [
        (alone["id"], ""),
        (drawn["id"], "shared"),
        (friends["id"], "won"),
        (against_cook["id"], "lost"),
    ]
    assert [(one["id"], one["result"]) for one in theirs["last"]] == [(drawn["id"], "shared"), (friends["id"], "lost")]
    for one in mine["last"]:
        for link in ("url", "review", "record"):
            assert client.get(one[link], headers=ada).status_code == 200, link

    assert you(client, eve)["last"] == [] and you(client, eve)["whole"]["games"] == 0
    page = client.get("/you", headers=eve).text
    assert not [one for one in (against_cook, friends, drawn, alone) if one["id"] in page]
    assert friends["id"] in client.get("/you", headers=ada).text
    assert client.get("/you", headers=ada).headers["cache-control"] == "no-store"


def test_three_players_and_a_shared_win(client: TestClient) -> None:
    """Whoever gives up has lost, though the others agree on a draw."""
    ada, bob, eve = visitor(client), visitor(client), visitor(client)
    table = host(client, ada, "theory", ME, OPEN, OPEN)
    for guest in (bob, eve):
        join(client, table, guest)
    do(client, table, eve, "concede")
    assert you(client, eve)["last"] == you(client, ada)["last"] == [], "the others play on"
    for who, answer in ((ada, "offer"), (bob, "yes")):
        do(client, table, who, "draw", answer=answer)
    results = [you(client, who)["last"][0] for who in (ada, bob, eve)]
    assert [(one["result"], one["gave_up"]) for one in results] == [
        ("shared", False),
        ("shared", False),
        ("lost", True),
    ]


def test_a_hint_takes_a_game_out_of_the_rating(client: TestClient) -> None:
    ada = visitor(client)
    for hinted in (False, True):
        table = host(client, ada, "hexentafl", ME, COOK, first="defenders")
        if hinted:
            assert do(client, table, ada, "hint")["type"] == "hint"
        do(client, table, ada, "concede")
    found = you(client, ada)
    assert [one["why_not"] for one in found["last"]] == ["advised", ""]
    assert found["games"][0]["rating"]["games"] == 1 and found["whole"]["lost"] == 2


def test_the_page_says_what_is_known_in_both_languages(client: TestClient) -> None:
    ada = visitor(client)
    assert "No games yet" in shown(client, ada) and "Play heXentafl" in shown(client, ada)
    for _ in range(7):
        do(client, host(client, ada, "hexentafl", ME, COOK), ada, "concede")
    assert "You get a rating after 1 more game against bots." in shown(client, ada)
    do(client, host(client, ada, "hexentafl", ME, COOK), ada, "concede")
    bound = you(client, ada)["games"][0]["rating"]["high"]
    assert f"Below {bound} because you've lost all 8 games against bots." in shown(client, ada)
    assert f"Sotto {bound} perché hai perso tutte le 8 partite" in shown(client, ada, "it")


@pytest.mark.parametrize(("high", "wide"), [(2200, True), (1400, False)])
def test_a_range_that_says_little_is_said_to_be_wide(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, high: int, wide: bool
) -> None:
    found = OwnRating(9, 1300, 2600 - high, high)
    monkeypatch.setattr("pizzabox.study.stats.own_rating", lambda games: found)
    ada = visitor(client)
    do(client, host(client, ada, "shark", ME, COOK), ada, "concede")
    assert f"1300 ± {high - 1300} from 9 games against bots" in shown(client, ada)
    assert ("The range is wide" in shown(client, ada)) is wide


def test_results_are_made_once_until_something_changes_and_count_for_several_requests(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bob = visitor(client), visitor(client)
    made, owed = list[str](), list[float]()
    usual, charge = person._own_results, RateLimit.charge

    def noted(store: Store, identity: str) -> dict[str, Any]:
        made.append(threading.current_thread().name)
        return usual(store, identity)

    def charged(limit: RateLimit, visitor: str, address: str, cost: float) -> None:
        owed.append(cost)
        charge(limit, visitor, address, cost)

    monkeypatch.setattr(person, "_own_results", noted)
    monkeypatch.setattr(RateLimit, "charge", charged)
    for count in (1, 2):
        do(client, host(client, ada, "hexentafl", ME, COOK), ada, "concede")
        owed.clear()
        found = [you(client, ada) for _ in range(3)]
        assert found[0]["whole"]["games"] == count and found[0] == found[1] == found[2]
        assert shown(client, ada) and len(made) == count, "the page has the same"
        assert owed == [count / person.TABLES_A_REQUEST]
    assert all(name.startswith("pizzabox-study") for name in made), "where visitors take turns"
    assert you(client, bob)["whole"]["games"] == 0 and you(client, ada) == found[0]
    assert shown(client, ada, "it") != shown(client, ada), "a language of its own"


def test_only_some_results_are_kept(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(person, "MOST_KEPT", 2)
    for _ in range(4):
        you(client, visitor(client))
    assert isinstance(client.app, Starlette) and len(client.app.state.own_results) == 2
