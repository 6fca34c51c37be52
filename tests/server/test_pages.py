"""The pages: nothing of others, nothing inline, and what lists say and show."""

from __future__ import annotations

import re
from typing import Any

import pytest
from starlette.testclient import TestClient

from pizzabox.engine import game_files
from pizzabox.engine.registry import find
from pizzabox.server import pages
from tests.server.clients import two_players

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
