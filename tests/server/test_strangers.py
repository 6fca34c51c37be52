"""What strangers may not do: odd requests, other sites, floods, other people's seats."""

from __future__ import annotations

import asyncio
import re
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from pizzabox.server import api, limits, responses
from pizzabox.server.addresses import limited_as, own_name
from pizzabox.server.app import _address, create_app
from pizzabox.server.health import Readiness
from pizzabox.server.limits import RateLimit
from pizzabox.server.responses import HEADERS
from pizzabox.server.room import Room
from tests.helpers import aside
from tests.server.clients import FRIENDS, open_table, two_players, visitor

AWAY = ("203.0.113.5", 4711)


@pytest.fixture
def stranger(database: str) -> Iterator[TestClient]:
    """A visitor from somewhere else who keeps no cookies; what breaks is answered, not raised."""
    app = create_app(database, pace=0.0, rate=0.001, burst=20.0)
    with TestClient(app, base_url="http://box.test", client=AWAY, raise_server_exceptions=False) as made:
        yield made


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "null", "http://", "https://evil.test", "http://box.test@evil.test"]
)
def test_an_odd_or_foreign_origin_is_refused(client: TestClient, origin: str) -> None:
    assert client.get("/", headers={"origin": origin}).status_code == 200, "reading is free"
    answer = client.post("/api/tables", json=FRIENDS, headers={"origin": origin})
    assert (answer.status_code, list(answer.json())) == (403, ["error"])
    with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect("/ws/x", headers={"origin": origin}):
        pass
    assert refused.value.code == 4403


def test_ones_own_origin_is_welcome(client: TestClient) -> None:
    assert client.post("/api/tables", json=FRIENDS, headers={"origin": "http://box.test"}).status_code == 201


@pytest.mark.parametrize("name", ["name", "self", "game", "options", "cls", "__class__", "players ", ""])
def test_an_option_of_any_name_is_a_clear_error(client: TestClient, name: str) -> None:
    for game in ("theory", "shark"):
        wish = {"game": game, "options": {name: 1}, "seats": []}
        answer = client.post("/api/tables", json=wish, headers=visitor(client))
        assert answer.status_code == 400 and answer.json()["error"]["what"], answer.text
        assert client.get(f"/api/games/{game}/seats", params={name: "1"}).status_code == 400
        record = f'[Pizza "1"]\n[Game "{game}"]\n[Options "{name}=1"]\n'
        answer = client.post("/api/records", json={"record": record})
        assert answer.status_code == 400 and answer.json()["error"]["what"], answer.text


def test_every_answer_is_safe_for_a_browser(
    stranger: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(api, "description", lambda: 1 / 0)
    asked = {
        200: stranger.get("/"),
        404: stranger.get("/nowhere"),
        400: stranger.post("/api/tables", json=[]),
        403: stranger.post("/api/tables", json={}, headers={"origin": "http://evil.test"}),
        413: stranger.post("/api/tables", content="x" * (limits.MOST_BODY + 1)),
        500: stranger.get("/api/openapi.json"),
    }
    for _ in range(200):
        asked[429] = stranger.get("/")
    for status, answer in asked.items():
        assert answer.status_code == status
        assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS, status
    broken = asked[500]
    assert list(broken.json()) == ["error"] and not re.search("ZeroDivision|Traceback|lambda|/src/", broken.text)


def test_without_a_cookie_the_address_is_limited(stranger: TestClient) -> None:
    answers = []
    for _ in range(20 * limits.HOUSEHOLD + 60):
        stranger.cookies.clear()
        answers.append(stranger.get("/api/games/theory/seats"))
    found = [answer.status_code for answer in answers]
    assert set(found) == {200, 429} and found[:20] == [200] * 20
    for answer in answers:
        assert ("set-cookie" in answer.headers) == (answer.status_code == 200), "who is refused gets no identity"


def test_this_computer_is_limited_by_visitor_alone(database: str) -> None:
    app = create_app(database, rate=0.001, burst=5.0)
    with TestClient(app, base_url="http://127.0.0.1:8310", client=("127.0.0.1", 1)) as made:
        for _ in range(60):
            made.cookies.clear()
            assert made.get("/api/games/theory/seats").status_code == 200


@pytest.mark.parametrize("host", ["[", "[::1", "[x]", "a b", "box.test:port", "user@box.test", "box.test/t", "x" * 300])
def test_an_odd_host_is_refused(stranger: TestClient, host: str) -> None:
    """A link is made of it, and a rebound page comes with it."""
    answer = stranger.post("/api/tables", json=FRIENDS, headers={"host": host})
    assert answer.status_code == 400 and "Host" in answer.json()["error"]["what"]
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    with pytest.raises(WebSocketDisconnect) as refused, stranger.websocket_connect("/ws/x", headers={"host": host}):
        pass
    assert refused.value.code == 4403


def test_a_page_that_gave_its_name_our_address_is_not_this_computer(database: str) -> None:
    """A browser here takes this server for that page's own; the server hears by which name."""
    with TestClient(create_app(database), client=("127.0.0.1", 5)) as made:

        def asked(host: str) -> tuple[int, bool]:
            return made.get("/metrics", headers={"host": host}).status_code, own_name(host)

        names = ("localhost:8310", "127.0.0.1", "[::1]:8310", "192.168.7.7:8310", socket.gethostname(), "box.localhost")
        assert {asked(name) for name in names} == {(200, True)}
        assert {asked(name) for name in ("evil.test", "evil.test:8310", "localhost.evil.test")} == {(404, False)}


def test_a_household_is_one_address() -> None:
    assert limited_as("2001:db8:1:2:3:4:5:6") == limited_as("2001:db8:1:2::9") == "2001:db8:1:2::/64"
    assert limited_as("2001:db8:1:3::9") != limited_as("2001:db8:1:2::9")
    assert limited_as("::ffff:203.0.113.5") == limited_as("203.0.113.5") == "203.0.113.5"
    assert {limited_as(here) for here in ("127.0.0.1", "::1", "::ffff:127.0.0.1")} == {""}


def test_the_port_that_somebody_came_from_is_not_part_of_their_address() -> None:
    """Some proxies say it in X-Forwarded-For."""
    assert limited_as("203.0.113.5:5678") == limited_as("203.0.113.5:9") == "203.0.113.5"
    assert limited_as("[2001:db8:1:2::9]:5678") == limited_as("[2001:db8:1:2::8]") == "2001:db8:1:2::/64"
    assert {limited_as(here) for here in ("127.0.0.1:5678", "[::1]:5678")} == {""}
    assert limited_as("unknown") == "unknown" and limited_as("") == ""


def test_a_foreign_page_in_a_browser_here_is_one_address_whatever_its_port() -> None:
    found = {_address({"client": (f"127.0.0.1{port}", 0)}, "evil.test", None) for port in ("", ":5678", ":9")}
    assert found == {"127.0.0.1"}


def test_what_one_visitor_is_refused_is_not_counted_for_the_others_of_an_address() -> None:
    """Neither what somebody without a cookie is: all of those at an address are one visitor."""
    limit = RateLimit(rate=0.0, burst=10.0)
    assert [limit.take("ada", "box") for _ in range(1000)].count(True) == 10
    assert [limit.take("bob", "box") for _ in range(20)].count(True) == 10
    assert [limit.take(f"guest {n}", "box") for n in range(100)].count(True) == 10 * limits.HOUSEHOLD - 20


def test_a_flood_without_cookies_leaves_something_for_the_others_of_an_address(stranger: TestClient) -> None:
    known = visitor(stranger)
    for _ in range(200):
        stranger.cookies.clear()
        stranger.get("/api/games/theory/seats")
    assert stranger.get("/api/games/theory/seats").status_code == 429
    assert {stranger.get("/api/games/theory/seats", headers=known).status_code for _ in range(20)} == {200}


def test_an_address_asks_for_so_much_at_once_and_no_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_AT_ONCE", 2)
    go, begun = threading.Event(), threading.Semaphore(0)

    async def held(readiness: Readiness) -> bool:
        begun.release()
        return await asyncio.to_thread(go.wait, 60)

    monkeypatch.setattr(Readiness, "found", held)
    with TestClient(create_app(database), base_url="http://box.test", client=AWAY) as made:
        found: list[int] = []
        asking = [threading.Thread(target=lambda: found.append(made.get("/ready").status_code)) for _ in range(2)]
        for one in asking:
            one.start()
            assert begun.acquire(timeout=60)
        assert made.get("/health").status_code == 429
        go.set()
        for one in asking:
            one.join()
        assert found == [200, 200] and made.get("/health").status_code == 200


def test_a_body_that_does_not_come_is_not_waited_for(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(responses, "PATIENCE", 0.01)

    async def never() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.Event().wait()

    async def ask() -> None:
        request = Request({"type": "http"})
        request.stream = never  # type: ignore[assignment,method-assign]
        await responses.body(request)

    with pytest.raises(responses.TooSlow):
        aside(asyncio.run, ask())


def test_an_address_watches_so_many_tables_of_others(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pizzabox.server.limits.MOST_WATCHING", 1)
    with TestClient(create_app(database), base_url="http://box.test", client=AWAY) as made:
        who, other = visitor(made), visitor(made)
        path = f"/ws/{open_table(made, who, FRIENDS)['id']}"

        def answered(line: Any) -> bool:
            line.send_json({"do": "hello", "words": False})
            return bool(line.receive_json()["type"] == "turn")

        with made.websocket_connect(path, headers=other) as first:
            assert answered(first)
            with made.websocket_connect(path, headers=other) as second, pytest.raises(WebSocketDisconnect) as refused:
                second.receive_json()
            assert refused.value.code == 4429
            with made.websocket_connect(path, headers=who) as own:
                assert answered(own), "who plays comes in"


def test_an_address_holds_so_many_connections_and_no_more(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_CONNECTIONS", 3)
    with TestClient(create_app(database), base_url="http://box.test", client=AWAY) as made:
        who = visitor(made)
        path = f"/ws/{open_table(made, who, FRIENDS)['id']}"
        held = [made.websocket_connect(path, headers=who) for _ in range(3)]
        for one in held:
            one.__enter__()
        with pytest.raises(WebSocketDisconnect) as refused, made.websocket_connect(path, headers=who):
            pass
        assert refused.value.code == 4429
        held.pop().__exit__(None, None, None)
        with made.websocket_connect(path, headers=who) as again:
            again.send_json({"do": "hello", "words": False})
            assert again.receive_json()["type"] == "turn", "who leaves makes room"
        for one in held:
            one.__exit__(None, None, None)


def test_a_seat_is_its_owners_whatever_one_sends(client: TestClient) -> None:
    """Theft, forged and cut identities, guessed links: each is refused, and the table stays as it is."""
    table, ada, bob = two_players(client)
    thief = visitor(client)
    before = client.get(f"/api/tables/{table}", headers=ada).json()
    token = ada["authorization"].split()[1]
    forged: list[dict[str, str]] = [
        thief,
        {"authorization": f"Bearer {token[:-1]}"},
        {"authorization": f"Bearer {token.split('.')[0]}.{'0' * 40}"},
        {"authorization": f"Bearer {token.split('.')[0]}.{bob['authorization'].split('.')[1]}"},
        {"cookie": f"pizzabox={token}x"},
    ]
    acts: list[dict[str, Any]] = [
        {"do": "move", "seat": 0, "code": 0},
        {"do": "undo", "seat": 0},
        {"do": "concede", "seat": 0},
        {"do": "draw", "seat": 1, "answer": "yes"},
        {"do": "bot", "seat": 1, "bot": "greedy"},
        {"do": "name", "seat": 0, "name": "Thief"},
        {"do": "hint", "seat": 0},
        {"do": "pick", "seat": 0, "tokens": []},
    ]
    for who in forged:
        client.cookies.clear()
        for act in acts:
            answer = client.post(f"/api/tables/{table}/do", json=act, headers=who).json()
            assert answer.get("type") == "error" or "error" in answer, (who, act, answer)
        assert client.get(f"/api/tables/{table}", headers=who).json()["you"]["seats"] == []
        join = client.post(f"/api/tables/{table}/join", json={"seat": 0, "invite": "guess"}, headers=who)
        assert join.status_code in (400, 403)
    client.cookies.clear()
    assert client.get(f"/api/tables/{table}", headers=ada).json() == before


def test_an_identity_of_another_server_is_nobody_here(client: TestClient, tmp_path: Path) -> None:
    """A token that was heard elsewhere, or kept from before the key changed, opens nothing."""
    table, ada, _ = two_players(client)
    with TestClient(create_app(f"sqlite:///{tmp_path}/other.db"), base_url="http://box.test") as elsewhere:
        theirs = elsewhere.post("/api/token").json()
    name = ada["authorization"].split()[1].split(".")[0]
    seal = theirs["token"].split(".")[1]
    for token in (theirs["token"], f"{name}.{seal}"):
        for who in ({"authorization": f"Bearer {token}"}, {"cookie": f"pizzabox={token}"}):
            client.cookies.clear()
            assert client.get(f"/api/tables/{table}", headers=who).json()["you"]["seats"] == []
            client.cookies.clear()
            assert "set-cookie" in client.get("/", headers=who).headers, "it is a newcomer"


def test_a_move_that_is_sent_again_is_played_once(client: TestClient) -> None:
    """Also when someone else replays it, or its answer comes to another table."""
    table, ada, bob = two_players(client)
    move = {"do": "move", "seat": 0, "text": "d4", "id": "the first"}
    path = f"/api/tables/{table}/do"
    first = client.post(path, json=move, headers=ada).json()
    assert first["type"] == "ok" and client.post(path, json=move, headers=ada).json() == first
    assert client.post(path, json=move, headers=bob).json()["type"] == "error"
    assert len(client.get(f"/api/tables/{table}", headers=ada).json()["log"]) == 1


def test_links_cannot_be_guessed(client: TestClient) -> None:
    """What opens a table or a seat has far more than can be tried, and nothing lists a table that is not public."""
    who = visitor(client)
    made = [open_table(client, who, FRIENDS) for _ in range(30)]
    invites = {one["invite"].split("invite=")[1] for one in made}
    assert len({one["id"] for one in made}) == len(invites) == 30
    assert min(len(one["id"]) for one in made) >= 11 and min(map(len, invites)) >= 16
    eve = visitor(client)
    for which in ("mine", "open", "recent"):
        assert client.get(f"/api/tables?which={which}", headers=eve).json() == []
    invite = sorted(invites)[0]
    wrong = next(one for one in made if invite not in one["invite"])
    for guess in (invite, invite[:-1], "", None, True, [invite]):
        answer = client.post(f"/api/tables/{wrong['id']}/join", json={"invite": guess}, headers=eve)
        assert answer.status_code == 403, guess


def test_another_site_cannot_post_in_a_visitors_name(client: TestClient) -> None:
    """A form of another site brings the cookie but its own origin, and the cookie keeps away from such posts."""
    assert "SameSite=Lax" in client.get("/").headers["set-cookie"]
    table = client.post("/api/tables", json={**FRIENDS, "seats": [{"kind": "me"}] * 2}).json()["id"]
    form = "do=concede&seat=0"
    for kind in ("application/x-www-form-urlencoded", "text/plain", "multipart/form-data"):
        headers = {"content-type": kind, "origin": "https://evil.test"}
        for content in (form, '{"do": "concede", "seat": 0}'):
            assert client.post(f"/api/tables/{table}/do", content=content, headers=headers).status_code == 403
    assert client.get(f"/api/tables/{table}").json()["result"] is None


def test_a_body_or_frame_that_is_too_large_is_refused_however_it_comes(client: TestClient) -> None:
    def parts() -> Iterator[bytes]:
        for _ in range(limits.MOST_BODY // 1000 + 2):
            yield b" " * 1000

    answer = client.post("/api/tables", content=parts())
    assert answer.status_code == 400 and "at most" in answer.json()["error"]["what"], "without its length"
    assert client.post("/api/tables", content=b"{}", headers={"content-length": "-1"}).status_code == 413
    who = visitor(client)
    table = open_table(client, who, FRIENDS)["id"]
    with client.websocket_connect(f"/ws/{table}", headers=who) as line:
        for frame in ("x" * (limits.MOST_MESSAGE + 1), '{"do": "chat", "text": "' + "y" * limits.MOST_MESSAGE + '"}'):
            line.send_text(frame)
            assert str(limits.MOST_MESSAGE) in line.receive_json()["what"]
        line.send_json({"do": "hello", "words": False})
        assert line.receive_json()["type"] == "turn", "the connection goes on"


def test_a_hint_for_a_turn_that_has_passed_is_refused(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """The move may arrive while it is being stored that someone gets a hint."""
    table, ada, _ = two_players(client)
    usual = Room.advise
    client.app.state.hub.rooms[table].match.help = "on"  # type: ignore[attr-defined]

    async def late(self: Room, seat: int) -> None:
        await usual(self, seat)
        await self.carry_out(
            self.match.seats[seat].owner or "", {"do": "move", "seat": seat, "text": "d4"}, lambda sent: None
        )

    monkeypatch.setattr(Room, "advise", late)
    answer = client.post(f"/api/tables/{table}/do", json={"do": "hint", "seat": 0}, headers=ada).json()
    assert answer["type"] == "error" and "on our side" not in answer["what"]
