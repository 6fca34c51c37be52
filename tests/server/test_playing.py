"""People at a table: moves, secrets, help, undo, endings, and which messages go to whom."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from starlette.testclient import TestClient

import pizzabox
from pizzabox.table.new_table import STAND_IN
from tests.server.clients import FRIENDS, Player, open_table, receive, two_players, visitor, wait_for


@pytest.fixture
def database(either_database: str) -> str:
    """Each test of this file on SQLite and on PostgreSQL."""
    return either_database


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
        for line in ("cut 2", "cut 5"):  # whatever green has chosen, red hears the same
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
        pick = {"do": "pick", "seat": 0, "tokens": ["cut 3"]}
        while not (shown := client.post(act, json=pick, headers=ada).json()).get("complete"):
            state = client.get(f"/api/tables/{made['id']}", headers=ada).json()
            for text in list(state["tokens"])[:1]:
                client.post(act, json={"do": "move", "seat": state["you"]["look"], "text": text}, headers=ada)
            time.sleep(0.02)  # the bot may have yet to move
        assert state["help"] == (help == "on")
        assert "pb-" in str(shown["pieces"])
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
        assert green.do("spoken")["spoken"][-1] == result["text"], "nobody is to move any more"
        red.do("rematch")
        green.do("rematch")
        url = client.get(f"/api/tables/{table}", headers=bob).json()["rematch"]
        after = client.get(f"/api{url.replace('/t/', '/tables/')}", headers=bob).json()
        assert after["you"]["seats"] == [1]
        assert after["log"] == []


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
