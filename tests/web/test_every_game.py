"""The page for every registered game and its main option sets: two people in two browsers play a whole game by clicks.

Every frame that reaches a browser is kept. At a secret choice the same game is shown to the other browser for several
choices; nothing that arrives there may tell them apart.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.game import Game
from tests.helpers import case_id

# The games whose page is proven by this suite so far; a game joins the list when it passes.
PROVEN = ("theory",)
MAIN: list[Game] = []
for _name in PROVEN:
    _base = pizzabox.load(_name)
    _counts: set[int] = set()
    for _chosen in _base.sets:
        _case = _base.having(**_chosen)
        if _case.players not in _counts:
            _counts.add(_case.players)
            MAIN.append(_case)

MOST_CLICKS = 60
"""A long game is played this far by clicks; the rest is left to bots by giving up."""


def table_of(page: Any, game: Game) -> dict[str, Any]:
    people = min(2, game.players)
    seats = [
        {"kind": "me"},
        *[{"kind": "open"}] * (people - 1),
        *[{"kind": "bot", "bot": "random"}] * (game.players - people),
    ]
    page.goto("/")
    body = {"game": game.name, "options": dict(game.options), "seats": seats}
    answer = page.request.post("/api/tables", data=body)
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def click_one(page: Any) -> None:
    """Touch tokens until a move is made; confirm where the page asks."""
    version = page.get_attribute("#content", "data-version")
    changed = "v => document.getElementById('content').dataset.version !== v"
    something = (
        f"v => ({changed})(v) || document.getElementById('confirm')"
        " || document.querySelector('svg [data-pick=legal], #ask [data-loose]')"
    )
    for _ in range(40):
        page.wait_for_function(something, arg=version)
        if page.locator("#confirm").count():
            page.click("#confirm")
            page.wait_for_function(changed, arg=version)
            return
        if page.get_attribute("#content", "data-version") != version:
            return
        target = page.locator("svg [data-pick=legal], #ask [data-loose]").first
        if target.count():
            target.dispatch_event("click")
        page.wait_for_timeout(60)
    raise AssertionError("no move came of forty clicks")


def state(page: Any, url: str) -> dict[str, Any]:
    answer = page.request.get(url.replace("/t/", "/api/tables/"))
    made: dict[str, Any] = answer.json()
    return made


@pytest.mark.parametrize("game", MAIN, ids=case_id)
def test_two_browsers_play_a_game_by_clicks(visit: Callable[..., Any], game: Game) -> None:
    ada, bob = visit(), visit()
    frames: dict[str, list[str]] = {"ada": [], "bob": []}
    for name, page in (("ada", ada), ("bob", bob)):
        page.on("websocket", lambda line, n=name: line.on("framereceived", lambda text: frames[n].append(str(text))))
    made = table_of(ada, game)
    people = [ada]
    if game.players > 1:
        bob.goto("/")
        code = made["invite"].split("invite=")[1]
        joined = bob.request.post(f"/api/tables/{made['id']}/join", data={"invite": code})
        assert joined.ok, joined.text()
        bob.goto(made["url"])
        people.append(bob)
    ada.goto(made["url"])
    for page in people:
        page.wait_for_selector("#stage svg [data-token], #stage svg .pb-pieces, #result[open]", state="attached")
    for turn in range(MOST_CLICKS):
        now = [state(page, made["url"]) for page in people]
        if now[0]["result"]:
            break
        able = [i for i, s in enumerate(now) if s["tokens"]]
        if not able:
            people[0].wait_for_timeout(80)
            continue
        mover = people[able[turn % len(able)]]
        mover.wait_for_selector("svg [data-pick=legal], #ask [data-loose], #confirm", state="attached")
        click_one(mover)
    else:
        for page in people:
            answer = page.request.post(made["url"].replace("/t/", "/api/tables/") + "/do", data={"do": "concede"})
            assert answer.ok
    ada.wait_for_selector("#result[open]", timeout=60_000)
    for name in frames:
        assert all("rng" not in text and '"seed":' not in text for text in frames[name][:-3])


@pytest.mark.parametrize("game", [g for g in MAIN if g.players > 1], ids=case_id)
def test_secret_choices_never_reach_the_other_browser(visit: Callable[..., Any], game: Game) -> None:
    """Wherever somebody has sealed a choice, the other browser is sent the same, whichever choice it was."""
    if not simultaneous(game):
        return
    ada, bob = visit(), visit()
    frames: list[str] = []
    bob.on("websocket", lambda line: line.on("framereceived", lambda text: frames.append(str(text))))
    made = table_of(ada, game)
    bob.goto("/")
    bob.request.post(f"/api/tables/{made['id']}/join", data={"invite": made["invite"].split("invite=")[1]})
    ada.goto(made["url"])
    bob.goto(made["url"])
    do = made["url"].replace("/t/", "/api/tables/") + "/do"
    for _ in range(80):
        now = state(ada, made["url"])
        acting = [s["seat"] for s in now["seats"] if s["acts"]]
        if acting == [0, 1] and now["tokens"]:
            break  # bots have chosen, so that nothing but the choice below happens from here on
        if len(acting) > 1:
            ada.wait_for_timeout(50)
            continue
        for page in (ada, bob):
            tokens = state(page, made["url"])["tokens"]
            if tokens:
                page.request.post(do, data={"do": "move", "tokens": [next(iter(tokens))]})
                break
        ada.wait_for_timeout(50)
    here = "v => document.getElementById('content').dataset.version === v"

    def settled() -> None:
        """Bob's page has everything there is."""
        bob.wait_for_function(here, arg=str(state(bob, made["url"])["version"]))

    settled()
    seen = []
    for token in list(now["tokens"])[:3]:
        frames.clear()
        assert ada.request.post(do, data={"do": "move", "tokens": [token]}).json()["type"] == "ok"
        settled()
        seen.append([_timeless(text) for text in frames if '"type":"update"' in text])
        assert ada.request.post(do, data={"do": "undo"}).json()["type"] == "ok"
        settled()
    assert seen[0]
    assert all(other == seen[0] for other in seen)


def _timeless(text: str) -> str:
    message = json.loads(text)
    message["version"] = 0
    return json.dumps(message, sort_keys=True)


def simultaneous(game: Game) -> bool:
    """Whether several players ever choose in secret at once."""
    from tests.helpers import walk

    return any(len(pos.actors) > 1 and pos.state.sealed for pos in walk(game, 0))
