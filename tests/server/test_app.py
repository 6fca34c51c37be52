"""The server over HTTP and WebSocket: identity, tables, play, secrets, limits, restarts."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.testclient import TestClient, WebSocketTestSession

import pizzabox
from pizzabox.engine import game_files
from pizzabox.engine.game import Game
from pizzabox.engine.registry import find
from pizzabox.server import pages
from pizzabox.server.app import create_app
from pizzabox.server.viewer import encode
from pizzabox.table.match import STAND_IN

FRIENDS = {"game": "theory", "options": {"players": 2, "first": "red"}, "seats": [{"kind": "me"}, {"kind": "open"}]}
PAGES = (
    "/",
    "/new?game=theory",
    "/rules/theory",
    "/api",
    "/review",
    "/analysis",
    "/puzzles",
    "/puzzles/theory/1",
    "/you",
)


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/box.db"


@pytest.fixture
def client(database: str) -> Iterator[TestClient]:
    with TestClient(create_app(database, pace=0.0), base_url="http://box.test") as made:
        yield made


def visitor(client: TestClient) -> dict[str, str]:
    """Headers of a new identity."""
    return {"authorization": f"Bearer {client.post('/api/token').json()['token']}"}


def receive(socket: WebSocketTestSession, kind: str) -> dict[str, Any]:
    """The next message of that type."""
    for _ in range(400):
        message: dict[str, Any] = socket.receive_json()
        if message["type"] == kind:
            return message
    raise AssertionError(f"no {kind} came")


def open_table(client: TestClient, who: dict[str, str], wish: dict[str, Any]) -> dict[str, Any]:
    answer = client.post("/api/tables", json=wish, headers=who)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_safe_and_ours_alone(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    html = answer.text
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", html), "no inline code"
    assert not re.search(r"\son\w+=", html), "no inline handlers"
    assert not re.search(r"\sstyle=", html), "no inline style"
    for address in re.findall(r'(?:src|href|action)="([^"]+)"', html):
        assert address.startswith(("/", "#")), f"{path} points outside: {address}"
        if address.startswith("/static"):
            assert client.get(address).status_code == 200


def test_the_page_can_be_installed(client: TestClient) -> None:
    address = re.search(r'rel="manifest" href="([^"]+)"', client.get("/").text)
    assert address
    manifest = client.get(address[1]).json()
    assert client.get(manifest["start_url"]).status_code == 200 and manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = client.get(icon["src"])
        assert answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] == "image/png":
            assert "x".join(str(int.from_bytes(answer.content[i : i + 4], "big")) for i in (16, 20)) == icon["sizes"]


def test_my_tables_say_what_waits_for_me(client: TestClient) -> None:
    waiting, ada, bob = two_players(client)

    def card(table: str, who: dict[str, str]) -> dict[str, Any]:
        found: list[dict[str, Any]] = client.get("/api/tables?which=mine", headers=who).json()
        return next(one for one in found if one["id"] == table)

    client.post(f"/api/tables/{waiting}/do", json={"do": "name", "seat": 1, "name": "Bob"}, headers=bob)
    client.post(f"/api/tables/{waiting}/do", json={"do": "move", "seat": 0, "text": "d4"}, headers=ada)
    assert (card(waiting, ada)["your_turn"], card(waiting, ada)["waits_for"]) == (False, ["Bob"])
    assert "Waiting for Bob." in client.get("/", headers=ada).text
    assert card(waiting, bob)["your_turn"] and not card(waiting, bob)["asked"]
    client.post(f"/api/tables/{waiting}/do", json={"do": "draw", "seat": 1, "answer": "offer"}, headers=bob)
    assert card(waiting, ada)["asked"] and not card(waiting, bob)["asked"]
    badge = '<em class="badge">Your reply</em>'
    assert badge in client.get("/", headers=ada).text
    assert badge not in client.get("/", headers=bob).text


def test_the_identity_is_a_signed_cookie(client: TestClient) -> None:
    first = client.get("/")
    cookie = first.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in client.get("/").headers, "a known visitor keeps the cookie"
    forged = client.get(
        "/", headers={"cookie": "pizzabox=abcdefghijklmnopqrst.0000000000000000000000000000000000000000"}
    )
    assert "set-cookie" in forged.headers, "a forged identity is nobody"


def test_games_and_rules_of_the_api(client: TestClient) -> None:
    games = client.get("/api/games").json()
    assert [g["name"] for g in games] == list(pizzabox.names())
    theory = next(g for g in games if g["name"] == "theory")
    assert theory["players"] == [2, 3]
    assert next(o for o in theory["options"] if o["name"] == "unselected")["when"] == {"players": [2]}
    assert set(theory["bot_ratings"]) == {"2", "3"} and theory["bot_ratings"]["3"]["greedy"]["rating"] == 1000
    chapters = client.get("/api/rules/theory").json()["chapters"]
    assert any(part.get("id") == "T3.6" for chapter in chapters for part in chapter["parts"])
    assert client.get("/pictures/theory.svg").text.startswith("<svg")
    paths = client.get("/api/openapi.json").json()["paths"]
    assert "/api/tables/{table}/do" in paths


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({}, "there's no game"),
        ({**FRIENDS, "game": "theroy"}, "did you mean"),
        ({**FRIENDS, "options": {"players": 7}}, "from 2 to 3"),
        ({**FRIENDS, "seats": "all"}, "has 2 seats"),
    ],
)
def test_bad_wishes_are_clear_errors(client: TestClient, wish: dict[str, Any], message: str) -> None:
    answer = client.post("/api/tables", json=wish)
    assert answer.status_code in (400, 404)
    assert message in answer.json()["error"]["what"]


def test_garbage_requests(client: TestClient) -> None:
    for body in (b"{", b"[]", b"\xff\xfe", b"5", b'{"a":' * 400):
        answer = client.post("/api/tables", content=body)
        assert answer.status_code == 400
        assert answer.json()["error"]["what"]
    assert client.post("/api/tables", content=b"x" * 70_000).status_code == 413
    assert client.get("/api/tables?which=all").status_code == 400
    assert client.get("/api/tables/nothing").status_code == 404
    assert client.get("/api/nothing").status_code == 404
    assert client.get("/t/nothing").status_code == 404
    assert client.get("/rules/chess").status_code == 404
    assert client.delete("/api/games").status_code in (404, 405)


def test_other_sites_may_not_act(client: TestClient) -> None:
    answer = client.post("/api/tables", json=FRIENDS, headers={"origin": "http://evil.test"})
    assert answer.status_code == 403
    assert client.post("/api/tables", json=FRIENDS, headers={"origin": "http://box.test"}).status_code == 201


def test_too_many_requests_are_refused(database: str) -> None:
    with TestClient(create_app(database, rate=1.0, burst=10.0)) as client:
        codes = [client.get("/api/games").status_code for _ in range(30)]
    assert codes[0] == 200
    assert 429 in codes


def test_an_invite_seats_one_guest_once(client: TestClient) -> None:
    ada, bob, eve = visitor(client), visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    assert client.post(f"/api/tables/{made['id']}/join", json={}, headers=bob).status_code == 403
    invite = made["invite"].split("invite=")[1]
    joined = client.post(f"/api/tables/{made['id']}/join", json={"invite": invite, "name": "Bob"}, headers=bob)
    assert joined.json() == {"seat": 1}
    assert client.get(made["invite"], headers=bob).status_code == 200
    assert client.get(f"/api/tables/{made['id']}", headers=bob).json()["you"]["seats"] == [1]
    answer = client.post(f"/api/tables/{made['id']}/join", json={"invite": invite}, headers=eve)
    assert "all the seats are taken" in answer.json()["error"]["what"]
    assert client.get(f"/api/tables/{made['id']}", headers=eve).json()["you"]["seats"] == []
    mine = client.get("/api/tables?which=mine", headers=bob).json()
    assert [card["id"] for card in mine] == [made["id"]]


class Player:
    """A person at a table: a socket, and everything that came through it."""

    def __init__(self, client: TestClient, table: str, who: dict[str, str], seat: int) -> None:
        self.socket = client.websocket_connect(f"/ws/{table}", headers=who)
        self.seat = seat
        self.frames: list[str] = []

    def __enter__(self) -> Player:
        self.socket.__enter__()
        self.socket.send_json({"do": "hello", "look": None})
        self.table = self.next("table")
        return self

    def __exit__(self, *problem: Any) -> None:
        self.socket.__exit__(*problem)

    def next(self, kind: str) -> dict[str, Any]:
        while True:
            text = self.socket.receive_text()
            self.frames.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] == kind:
                return message

    def do(self, what: str, **fields: Any) -> dict[str, Any]:
        self.socket.send_json({"do": what, "seat": self.seat, "id": f"{what}-{time.time_ns()}", **fields})
        while True:
            text = self.socket.receive_text()
            self.frames.append(text)
            message: dict[str, Any] = json.loads(text)
            if message["type"] in ("ok", "error", "pick", "hint", "why", "what") and "id" in message:
                return message


def two_players(client: TestClient) -> tuple[str, dict[str, str], dict[str, str]]:
    ada, bob = visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    client.post(f"/api/tables/{made['id']}/join", json={"invite": made["invite"].split("invite=")[1]}, headers=bob)
    return made["id"], ada, bob


def test_two_people_play_to_the_end_and_nothing_secret_travels(client: TestClient) -> None:
    table, ada, bob = two_players(client)
    with Player(client, table, ada, 0) as red, Player(client, table, bob, 1) as green:
        players = (red, green)

        def as_bob() -> dict[str, Any]:
            return client.get(f"/api/tables/{table}", headers=bob).json() | {"version": 0}

        for _ in range(700):
            state = [client.get(f"/api/tables/{table}", headers=who).json() for who in (ada, bob)]
            if state[0]["result"]:
                break
            acting = [s["seat"] for s in state[0]["seats"] if s["acts"]]
            if len(acting) == 2:
                assert red.do("move", tokens=["cut 5"])["type"] == "ok"
                seen = as_bob()
                red.do("undo")
                assert red.do("move", tokens=["cut 2"])["type"] == "ok"
                assert as_bob() == seen, "what was chosen makes no difference to what the other is sent"
                hidden = client.get(f"/api/tables/{table}", headers=bob).json()
                assert hidden["seats"][0]["chosen"]
                assert hidden["log"][-1]["text"] is None
                assert green.do("move", tokens=["cut 2"])["type"] == "ok"
                continue
            seat = acting[0]
            token = next(iter(state[seat]["tokens"]))
            assert players[seat].do("move", tokens=[token])["type"] == "ok"
        result = state[0]["result"]
        assert result["tally"]["rows"]
        assert len(state[0]["chart"]["rows"]) > 5
        record = pizzabox.loads(client.get(f"/api/tables/{table}/record").text)
        assert record.problems() == []
        assert record.commitment == state[0]["commitment"]


def test_both_who_choose_at_the_same_moment_are_kept(client: TestClient) -> None:
    table, ada, bob = two_players(client)
    with Player(client, table, ada, 0) as red, Player(client, table, bob, 1) as green:
        red.do("move", text="d4")
        assert green.do("move", text="a1")["type"] == "ok"
        tokens = client.get(f"/api/tables/{table}", headers=ada).json()["tokens"]
        red.do("move", tokens=[next(iter(tokens))])
        before = client.get(f"/api/tables/{table}", headers=ada).json()["version"]
        for player in (red, green):
            player.socket.send_json({"do": "move", "seat": player.seat, "id": f"x{player.seat}", "text": "cut 3"})
        for player in (red, green):
            assert player.next("ok")["id"] == f"x{player.seat}"
        assert client.get(f"/api/tables/{table}", headers=ada).json()["version"] == before + 2


def test_a_move_sent_twice_is_played_once(client: TestClient) -> None:
    table, ada, bob = two_players(client)
    with Player(client, table, ada, 0) as red:
        for _ in range(2):
            red.socket.send_json({"do": "move", "seat": 0, "id": "same", "text": "d4"})
        versions = [red.next("ok")["version"] for _ in range(2)]
        assert versions[0] == versions[1]
    log = client.get(f"/api/tables/{table}", headers=bob).json()["log"]
    assert [line["text"] for line in log] == ["d4"]


def test_a_thing_is_explained_to_whoever_asks_as_they_may_know_it(client: TestClient) -> None:
    table, ada, bob = two_players(client)
    with Player(client, table, ada, 0) as red, Player(client, table, bob, 1) as green:
        red.do("move", text="d4")
        for player, headers in ((green, bob), (red, ada)):  # red places the topping of the third colour too
            token = next(iter(client.get(f"/api/tables/{table}", headers=headers).json()["tokens"]))
            if not token.startswith("cut"):
                player.do("move", tokens=[token])
        for line in ("cut 2", "cut 5"):  # whatever green has chosen, red is told the same
            green.do("move", text=line)
            assert red.do("what", thing="seat green")["what"].endswith("Chosen.")
            assert green.do("what", thing="seat green")["what"].endswith(f"{line.capitalize()}.")
            green.do("undo")
        watching = Player(client, table, visitor(client), None)
        with watching as watcher:
            assert "topping" in watcher.do("what", thing="d4")["what"]
        assert red.do("what", thing="z9")["what"] == ""
        assert red.do("what", thing=5)["type"] == "error"


def test_illegal_tries_say_why_and_change_nothing(client: TestClient) -> None:
    table, ada, bob = two_players(client)
    with Player(client, table, ada, 0) as red, Player(client, table, bob, 1) as green:
        version = client.get(f"/api/tables/{table}").json()["version"]
        error = red.do("move", text="c2")
        assert (error["type"], error["rule"]) == ("error", "T2.2")
        assert "already has a" in error["what"]
        assert green.do("move", text="d4")["rule"] == "T2.1"
        assert "isn't yours" in green.do("move", seat=0, text="d4")["what"]
        assert red.do("why", text="cut 2")["rule"] == "T2.4"
        assert "write a space" in red.do("why", text="cheese")["what"]
        touched = red.do("why", tokens=["c2"])
        assert (touched["what"], touched["rule"]) == ("c2 already has a red topping.", "T2.2")
        assert "write" not in red.do("why", tokens=["cheese"])["what"]
        assert "there's no 'dance'" in red.do("dance")["what"]
        assert red.do("move")["type"] == "error"
        assert red.do("move", tokens=["d4", "d5"])["type"] == "error"
        for garbage in ("{", "[]", "5", '"x"', "x" * 9000):
            red.socket.send_text(garbage)
            assert red.next("error")["what"]
        assert client.get(f"/api/tables/{table}").json()["version"] == version


def test_a_table_gives_help_or_not(client: TestClient) -> None:
    """Without help neither a preview nor a hint tells what a move leads to; between people that is usual."""
    ada = visitor(client)
    me, bot = {"kind": "me"}, {"kind": "bot", "bot": "random"}
    for help, seats in (("on", [me, bot]), ("off", [me, me]), ("on", [me, me]), ("off", [me, bot])):
        usual = (help == "off") == (seats[1] == me)
        wish = {"game": "theory", "options": {"players": 2, "first": "red"}, "seats": seats}
        made = open_table(client, ada, wish | ({} if usual else {"help": help}))
        act = f"/api/tables/{made['id']}/do"
        while len((state := client.get(f"/api/tables/{made['id']}", headers=ada).json())["tokens"]) > 6:
            text = next(iter(state["tokens"]))
            client.post(act, json={"do": "move", "seat": state["you"]["look"], "text": text}, headers=ada)
        assert state["help"] == (help == "on")
        shown = client.post(act, json={"do": "pick", "seat": 0, "tokens": ["cut 3"]}, headers=ada).json()
        assert shown["complete"] and "pb-" in str(shown["pieces"])
        assert bool(shown["lines"]) == (help == "on"), shown["lines"]
        assert ("average" in json.dumps(shown)) == (help == "on")
        before = client.get(f"/api/tables/{made['id']}", headers=ada).json()["version"]
        hint = client.post(act, json={"do": "hint", "seat": 0}, headers=ada).json()
        assert hint["type"] == ("hint" if help == "on" else "error")
        assert hint.get("words") == (f"Red chooses {hint['text']}." if help == "on" else None)
        after = client.get(f"/api/tables/{made['id']}", headers=ada).json()["version"]
        assert (after > before) == (help == "on"), "that a hint was given is kept"


def test_pick_undo_chat_and_name(client: TestClient) -> None:
    table, ada, bob = two_players(client)
    with Player(client, table, ada, 0) as red, Player(client, table, bob, 1) as green:
        assert red.do("pick", tokens=["d4"])["complete"]
        red.do("move", text="d4")
        update = green.next("update")
        assert update["said"] == ["Red adds a topping on d4."]
        assert "pb-at-d4" in str(update["picture"])
        assert red.do("undo")["type"] == "ok"
        assert green.next("update")["undo_request"] == {"seat": 0, "waiting": [1], "refused": None}
        assert green.do("undo", answer="yes")["type"] == "ok"
        assert client.get(f"/api/tables/{table}", headers=ada).json()["undo_request"] is None
        while "log" not in (told := red.next("update")) or told["log"]:
            pass
        red.do("chat", text="<b>buon appetito</b>")
        while "chat" not in (told := green.next("update")):
            pass
        assert told["chat"][0]["text"] == "<b>buon appetito</b>"
        green.do("name", name="Bob")
        assert client.get(f"/api/tables/{table}").json()["seats"][1]["name"] == "Bob"


def test_concede_draw_and_rematch(client: TestClient) -> None:
    table, ada, bob = two_players(client)
    with Player(client, table, ada, 0) as red, Player(client, table, bob, 1) as green:
        red.do("draw", answer="offer")
        assert green.next("update")["offer"] == {"seat": 0, "waiting": [1]}
        green.do("draw", answer="no")
        red.do("concede")
        result = client.get(f"/api/tables/{table}").json()["result"]
        assert (result["why"], result["winners"]) == ("concede", [1])
        red.do("rematch")
        green.do("rematch")
        url = client.get(f"/api/tables/{table}", headers=bob).json()["rematch"]
        after = client.get(f"/api{url.replace('/t/', '/tables/')}", headers=bob).json()
        assert after["you"]["seats"] == [1]
        assert after["log"] == []


def wait_for(client: TestClient, table: str, who: dict[str, str], done: Any, seconds: float = 30.0) -> dict[str, Any]:
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        state: dict[str, Any] = client.get(f"/api/tables/{table}", headers=who).json()
        if done(state):
            return state
        time.sleep(0.05)
    raise AssertionError("it did not happen in time")


def test_bots_play_by_themselves_and_go_on_after_a_restart(database: str) -> None:
    wish = {"game": "theory", "options": {"cap": 3}, "seats": [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * 2]}
    with TestClient(create_app(database, pace=0.0)) as client:
        ada = visitor(client)
        made = open_table(client, ada, wish)
        mine = wait_for(client, made["id"], ada, lambda s: s["tokens"])
        token = next(iter(mine["tokens"]))
        client.post(f"/api/tables/{made['id']}/do", json={"do": "move", "tokens": [token]}, headers=ada)
    with TestClient(create_app(database, pace=0.0)) as client:
        state = wait_for(client, made["id"], ada, lambda s: s["tokens"])
        texts = [line["text"] for line in state["log"]]
        assert token in texts
        for _ in range(20):
            state = wait_for(client, made["id"], ada, lambda s: s["tokens"] or s["result"])
            if state["result"]:
                break
            move = {"do": "move", "tokens": [next(iter(state["tokens"]))]}
            assert client.post(f"/api/tables/{made['id']}/do", json=move, headers=ada).json()["type"] == "ok"
        assert state["result"]


def test_a_table_of_another_deck_stays_closed_and_the_others_go_on(
    database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """As if the deck of Pizza Shark had been changed between two starts of the server."""
    me, bot = {"kind": "me"}, {"kind": "bot", "bot": "random"}
    with TestClient(create_app(database, pace=0.0)) as client:
        ada = visitor(client)
        made = [
            open_table(client, ada, {"game": game, "options": {"players": 2}, "seats": [me, bot]})
            for game in ("shark", "theory")
        ]
    deck = dict.fromkeys(pizzabox.load("shark").fingerprints, "0" * 64)
    monkeypatch.setattr(Game, "fingerprints", property(lambda game: deck if game.name == "shark" else {}))
    with TestClient(create_app(database, pace=0.0)) as client:
        shark, theory = (client.get(f"/api/tables/{table['id']}", headers=ada) for table in made)
        assert shark.status_code == 404 and "different data (deck)" in shark.text
        assert theory.status_code == 200 and theory.json()["seats"]
        with client.websocket_connect(f"/ws/{made[0]['id']}", headers=ada) as socket:
            assert "different data (deck)" in receive(socket, "error")["what"]
    assert "stays closed" in caplog.text and "Traceback" not in caplog.text
    monkeypatch.undo()
    with TestClient(create_app(database, pace=0.0)) as client:
        assert client.get(f"/api/tables/{made[0]['id']}", headers=ada).json()["seats"], "the deck is back"


def test_watching_bots(client: TestClient) -> None:
    wish = {"game": "theory", "options": {"cap": 2}, "seats": [{"kind": "bot", "bot": "random"}] * 3, "public": True}
    ada = visitor(client)
    made = open_table(client, ada, wish)
    state = wait_for(client, made["id"], ada, lambda s: s["result"])
    assert state["you"]["seats"] == []
    assert made["id"] in [card["id"] for card in client.get("/api/tables?which=recent").json()]


def test_the_clock_lets_a_bot_take_over_and_the_owner_returns(client: TestClient) -> None:
    wish = {**FRIENDS, "seats": [{"kind": "me"}, {"kind": "me"}], "clock": {"kind": "move", "seconds": 1}}
    ada = visitor(client)
    made = open_table(client, ada, wish)
    state = wait_for(client, made["id"], ada, lambda s: s["seats"][0]["away"])
    assert state["seats"][0]["bot"] == STAND_IN
    answer = client.post(f"/api/tables/{made['id']}/do", json={"do": "back", "seat": 0}, headers=ada).json()
    assert answer["type"] in ("ok", "error")


def test_hot_seat_hands_over_before_secrets(client: TestClient) -> None:
    wish = {**FRIENDS, "seats": [{"kind": "me"}, {"kind": "me"}]}
    ada = visitor(client)
    table = open_table(client, ada, wish)["id"]

    def see(look: int | None = None) -> dict[str, Any]:
        query = "" if look is None else f"?look={look}"
        made: dict[str, Any] = client.get(f"/api/tables/{table}{query}", headers=ada).json()
        return made

    def move(seat: int, text: str) -> None:
        wish = {"do": "move", "seat": seat, "text": text}
        assert client.post(f"/api/tables/{table}/do", json=wish, headers=ada).json()["type"] == "ok"

    assert (see()["you"]["look"], see()["handover"]) == (0, None)
    move(0, "d4")
    assert see()["you"]["look"] == 1
    move(1, next(iter(see()["tokens"])))
    move(0, next(iter(see()["tokens"])))
    assert (see()["you"]["look"], see()["handover"]) == (None, 0)
    assert see()["tokens"] == {}
    assert see(0)["tokens"]
    move(0, "cut 6")
    assert see(0)["handover"] == 1
    assert see(0)["you"]["look"] is None
    assert "pb-cut" in see(1)["picture"]["pieces"]


def test_a_missing_table_closes_the_socket(client: TestClient) -> None:
    with client.websocket_connect("/ws/nothing") as socket:
        assert "there's no table" in receive(socket, "error")["what"]


def test_in_a_crowd_who_must_act_is_told_first_and_the_others_soon(client: TestClient) -> None:
    ada, bob = visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    invite = made["invite"].split("invite=")[1]
    client.post(f"/api/tables/{made['id']}/join", json={"invite": invite}, headers=bob)
    hub = client.app.state.hub  # type: ignore[attr-defined]
    with (
        client.websocket_connect(f"/ws/{made['id']}", headers=ada) as first,
        client.websocket_connect(f"/ws/{made['id']}", headers=bob) as second,
    ):
        for socket in (first, second):
            socket.send_json({"do": "hello"})
        tokens = receive(first, "table")["tokens"]
        receive(second, "table")
        hub.acts = 99
        first.send_json({"do": "move", "id": "m1", "tokens": [next(iter(tokens))]})
        news = receive(second, "update")
        assert news["tokens"]
        kinds = []
        while not kinds or kinds[-1]["type"] != "update":
            kinds.append(first.receive_json())
        assert [m["type"] for m in kinds if m["type"] != "presence"] == ["ok", "update"]
        assert kinds[-1]["log"] == news["log"]
        assert kinds[-1]["tokens"] == {}
        first.send_json({"do": "chat", "text": "hello"})
        assert receive(second, "update")["chat"][0]["text"] == "hello"


def test_numbers_of_numpy_are_sent_as_plain_ones() -> None:
    assert encode({"share": np.float64(0.5), "n": np.int64(3)}) == b'{"share":0.5,"n":3}'
    with pytest.raises(TypeError, match="object can't be sent"):
        encode({"odd": object()})


def test_a_program_is_told_in_few_words_when_it_can_act(client: TestClient) -> None:
    """`"words": false`: codes and the packed view, the moves since, and nothing in between turns."""
    ada, bob = visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    client.post(f"/api/tables/{made['id']}/join", json={"invite": made["invite"].split("invite=")[1]}, headers=bob)
    game = pizzabox.load("theory", players=2, first="red")
    with (
        client.websocket_connect(f"/ws/{made['id']}", headers=ada) as first,
        client.websocket_connect(f"/ws/{made['id']}", headers=bob) as second,
    ):
        lines, heard = (first, second), []
        for line in lines:
            line.send_json({"do": "hello", "words": False})
            heard.append(receive(line, "turn"))
        texts: list[list[str | None]] = [[], []]
        for number in range(400):
            seat = next(i for i in (0, 1) if heard[i]["codes"])
            turn = heard[seat]
            view = game.view(turn["view"], seat)
            assert tuple(view.legal().codes) == tuple(turn["codes"])
            assert seat in turn["acts"]
            assert not {"prompt", "seats", "log", "picture", "tokens"} & set(turn)
            lines[seat].send_json({"do": "move", "id": f"m{number}", "code": turn["codes"][0]})
            version = receive(lines[seat], "ok")["version"]
            room = client.app.state.hub.rooms[made["id"]]  # type: ignore[attr-defined]
            heard[seat] = {**turn, "codes": []}
            for i in (0, 1):
                if room.match.over or i in room.match.acting:
                    heard[i] = receive(lines[i], "turn")
                    assert heard[i]["version"] == version
                    del texts[i][heard[i]["kept"] :]
                    texts[i] += [move["text"] for move in heard[i]["moves"]]
            if heard[0]["result"]:
                break
        played = [step.text for step in room.match.position.steps]
        assert texts == [played, played]
        assert heard[0]["result"]["returns"] == list(room.match.returns())


def test_a_sealed_choice_is_not_in_the_other_programs_turn(client: TestClient) -> None:
    ada, bob = visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    client.post(f"/api/tables/{made['id']}/join", json={"invite": made["invite"].split("invite=")[1]}, headers=bob)
    with (
        client.websocket_connect(f"/ws/{made['id']}", headers=ada) as first,
        client.websocket_connect(f"/ws/{made['id']}", headers=bob) as second,
    ):
        for line in (first, second):
            line.send_json({"do": "hello", "words": False})
            receive(line, "turn")
        match = client.app.state.hub.rooms[made["id"]].match  # type: ignore[attr-defined]
        while len(match.acting) == 1:
            line = (first, second)[match.acting[0]]
            line.send_json({"do": "move", "code": match.position.legal().codes[0]})
            receive(line, "ok")
        views = []
        for cut in (1, 5):
            first.send_json({"do": "move", "text": f"cut {cut}", "id": f"cut {cut}"})
            receive(first, "ok")
            while (turn := receive(second, "turn"))["version"] < match.version:
                pass
            assert turn["moves"][-1]["text"] is None
            views.append(turn["view"])
            first.send_json({"do": "undo"})
            receive(first, "ok")
        assert views[0] == views[1]


def test_a_move_that_cannot_be_stored_is_taken_back(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = visitor(client), visitor(client)
    made = open_table(client, ada, FRIENDS)
    client.post(f"/api/tables/{made['id']}/join", json={"invite": made["invite"].split("invite=")[1]}, headers=bob)
    hub = client.app.state.hub  # type: ignore[attr-defined]
    room = hub.rooms[made["id"]]
    with client.websocket_connect(f"/ws/{made['id']}", headers=ada) as line:
        line.send_json({"do": "hello", "words": False})
        codes = receive(line, "turn")["codes"]
        version = room.match.version
        with monkeypatch.context() as broken:
            broken.setattr(hub.store, "write", lambda changes: [OSError("the disk is full")] * len(changes))
            line.send_json({"do": "move", "code": codes[0], "id": "m1"})
            assert "couldn't be saved" in receive(line, "error")["what"]
        assert (room.match.version, len(room.match.position.steps)) == (version, 0)
        line.send_json({"do": "move", "code": codes[0], "id": "m1"})
        assert receive(line, "ok")["version"] == version + 1


def test_the_picture_for_lists_is_the_chosen_position_or_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A position with the cards of another deck cannot be drawn; then any other is."""
    chosen = pages.cover("shark", "en")
    front = dict(game_files.data(find("shark"), "front.toml"))
    assert front["code"] and f'viewBox="{" ".join(map(str, front["crop"]))}"' in chosen
    monkeypatch.setattr(
        game_files, "data", lambda game, name: front | {"code": front["code"].replace("tables=", "tables=0")}
    )
    pages.cover.cache_clear()
    drawn = pages.cover("shark", "en")
    pages.cover.cache_clear()
    assert drawn.startswith("<svg") and drawn != chosen
