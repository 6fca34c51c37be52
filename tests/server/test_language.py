"""Every viewer is spoken to in their language: chosen in the page, else preferred by the browser, else English."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient

from pizzabox.server.app import create_app
from tests.server.clients import FRIENDS, open_table, receive, visitor
from tests.study.helpers import Oracle

ITALIAN = {"accept-language": "it-IT,it;q=0.9,en;q=0.8"}
CHOSEN = {"cookie": "language=it"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    database = f"sqlite:///{tmp_path_factory.mktemp('box')}/box.db"
    with TestClient(create_app(database, pace=0.0), base_url="http://box.test") as made:
        yield made


@pytest.fixture
def client(server: TestClient) -> TestClient:
    server.cookies.clear()
    return server


@pytest.mark.parametrize("path", ["/", "/new?game=theory", "/rules/theory", "/nowhere"])
def test_a_page_speaks_the_language_of_its_reader(client: TestClient, path: str) -> None:
    assert '<html lang="en">' in client.get(path).text
    for headers in (ITALIAN, CHOSEN, {**ITALIAN, "cookie": "language=xx"}):
        text = client.get(path, headers=headers).text
        assert '<html lang="it">' in text
        assert "Impostazioni" in text and "Settings" not in text


def test_the_choice_goes_before_the_browser(client: TestClient) -> None:
    assert '<html lang="en">' in client.get("/", headers={**ITALIAN, "cookie": "language=en"}).text


def test_rules_games_and_errors_of_the_api_follow_the_header(client: TestClient) -> None:
    rules = client.get("/api/rules/theory", headers=ITALIAN).json()
    assert rules["chapters"][1]["title"] == "La pizza"
    assert client.get("/api/rules/theory").json()["chapters"][1]["title"] == "The pizza"
    game = client.get("/api/games", headers=ITALIAN).json()[0]
    first = next(option for option in game["options"] if option["name"] == "first")
    assert (first["label"], first["labels"]["red"], first["choices"][1]) == ("Chi comincia", "rosso", "red")
    assert game["bot_names"]["random"] == "casuale"
    wrong = {**FRIENDS, "options": {"players": 7}}
    said = client.post("/api/tables", json=wrong, headers=ITALIAN).json()["error"]["what"]
    assert said == "players dev'essere un numero intero da 2 a 3, non 7"
    assert client.post("/api/tables", json=wrong).json()["error"]["what"].startswith("players must be")
    assert client.get("/api/tables/none", headers=ITALIAN).json()["error"]["what"].startswith("il tavolo 'none'")


def enter(client: TestClient, table: str, who: dict[str, str]) -> Any:
    return client.websocket_connect(f"/ws/{table}", headers=who)


def test_two_people_at_one_table_read_their_own_languages(client: TestClient) -> None:
    ada, bea = visitor(client), {**visitor(client), **ITALIAN}
    made = open_table(client, ada, FRIENDS)
    invite = made["invite"].split("invite=")[1]
    assert client.post(f"/api/tables/{made['id']}/join", json={"invite": invite}, headers=bea).status_code == 200
    with enter(client, made["id"], ada) as one, enter(client, made["id"], bea) as two:
        one.send_json({"do": "hello"})
        two.send_json({"do": "hello"})
        english, italian = receive(one, "table"), receive(two, "table")
        assert english["prompt"].startswith("Add one of your toppings")
        assert italian["prompt"] == "Rosso aggiunge un ingrediente."
        assert [seat["name"] for seat in english["seats"]] == ["Red", "Green"]
        assert [seat["name"] for seat in italian["seats"]] == ["Rosso", "Verde"]
        assert "vuota" in italian["picture"]["pieces"] and "vuota" not in english["picture"]["pieces"]
        two.send_json({"do": "move", "text": "d4", "id": "x"})
        assert receive(two, "error")["what"] == "tocca a Rosso aggiungere un ingrediente"
        move = next(iter(english["tokens"]))
        one.send_json({"do": "move", "text": move, "id": "y"})
        assert receive(one, "update")["said"] == [f"Red adds a topping on {move}."]
        changed = receive(two, "update")
        assert changed["said"] == [f"Rosso aggiunge un ingrediente in {move}."]
        assert changed["log"][0]["text"] == move
        assert changed["prompt"].startswith("Aggiungi un tuo ingrediente")


def test_what_a_bot_thinks_is_told_in_the_language_of_who_asks(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pizzabox.server.analysis_board.survey", lambda view, seconds, seed: Oracle()(view))
    wish = {"game": "hexentafl", "seed": 1, "seconds": 0.1}
    told = [client.post("/api/board/think", json=wish, headers=who).json()["ideas"][0] for who in ({}, ITALIAN)]
    assert told[0]["text"] == told[1]["text"]
    assert told[0]["words"].startswith("Defenders: ") and told[1]["words"].startswith("Difensori: ")


def test_the_record_has_no_language(client: TestClient) -> None:
    who = visitor(client)
    made = open_table(client, {**who, **ITALIAN}, {**FRIENDS, "seats": [{"kind": "me"}, {"kind": "me"}]})
    client.post(f"/api/tables/{made['id']}/do", json={"do": "move", "seat": 0, "text": "d4"}, headers=who)
    texts = {client.get(f"/api/tables/{made['id']}/record", headers={**who, **more}).text for more in ({}, ITALIAN)}
    assert len(texts) == 1
    assert "1. red " in texts.pop()


def test_pictures_for_lists_are_kept_by_language(client: TestClient) -> None:
    english = client.get("/pictures/theory.svg").text
    italian = client.get("/pictures/theory.svg", headers=ITALIAN).text
    assert english != italian
    assert client.get("/pictures/theory.svg").text == english
