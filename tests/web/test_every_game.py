"""The page for every registered game and its main option sets: two people in two browsers play a whole game by clicks.

Every frame that reaches a browser is kept and searched: no seed, no salt, no sealed choice, no card of another hand,
no field that docs/api.md does not name. Options keep the games short; the result is always that of the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.testing.random_games import LONG
from tests.helpers import case_id, walk
from tests.web.conftest import PHONE
from tests.web.page_actions import Finger, Keyboard, Mouse, about, heard, last_third, play_out, sit_down

SHORT: dict[str, list[dict[str, Any]]] = {
    "theory": [{"cap": 1}],
    "pizzeria": [{"players": 2, "variant": "advanced"}],
    "wars": [
        {"setup": "short", "goal": 2, "patience": 1, "cards": "three", "face_down": True, "hand": 3},
        {"setup": "short", "goal": 2, "patience": 1, "agent": True},
    ],
    "shark": [{"cap": 1, "goals": True}],
}
"""Option sets that end soon, those that differ most on the page; a game that is not named here is played with its usual
options, and its first player follows hints."""
MORE: dict[str, list[dict[str, Any]]] = {
    "theory": [{"cap": 3}, {"players": 2, "cap": 1}],
    "pizzeria": [
        {"players": 1, "variant": "solo"},
        {"players": 6},
        {"players": 2},
        {"players": 3, "variant": "advanced"},
    ],
    "wars": [
        {"setup": "short", "goal": 2, "patience": 1},
        {"setup": "short", "goal": 2, "patience": 1, "cards": "equal"},
        {"setup": "short", "goal": 3, "patience": 1, "players": 3},
    ],
    "shark": [{"cap": 1}, {"players": 3, "cap": 1}, {"players": 4, "cap": 1}],
}
"""What the long run plays besides: to the page the same with more or fewer seats and rounds."""
if LONG:
    for name, sets in MORE.items():
        SHORT[name] += sets
SOLO = pizzabox.load("pizzeria", players=1, variant="solo")
MAIN: list[Game] = [pizzabox.load(name, **chosen) for name in pizzabox.names() for chosen in SHORT.get(name, [{}])]
FIRST: list[Game] = [
    SOLO if name == SOLO.name else pizzabox.load(name, **SHORT.get(name, [{}])[0]) for name in pizzabox.names()
]
FIELDS = re.findall(
    r"\w+",
    "type id version game title options options_text you seats others prompt chapter picture tokens log log_keep chat "
    "can offer undo_request rematch_request result chart commitment invite qr rematch handover bots bot_names pace "
    "help said sound watching chosen next complete secret ask loses spoken sentence lines pieces edits text what rule "
    "allowed state percent words",
)


def hints(game: Game) -> bool:
    return game.name not in SHORT


def shortened(game: Game) -> bool:
    """Whether it has no option that ends it soon: then only its last third is played, unless the run is long."""
    return not LONG and (game.name in ("pizzeria", "hexentafl") or bool(game.options.get("agent")))


def begins(game: Game) -> dict[str, str]:
    """Where a table begins, if not at the start."""
    return {"position": last_third(game).code} if shortened(game) else {}


@pytest.mark.parametrize("game", MAIN, ids=case_id)
def test_two_browsers_play_a_game_by_clicks(visit: Callable[..., Any], game: Game) -> None:
    people = [visit(reduced_motion="reduce") for _ in range(min(2, game.players))]
    frames = [heard(person) for person in people]
    made = sit_down(people, game.name, dict(game.options), help="on", **begins(game))
    assert play_out(people, hints=hints(game))
    last = people[0].request.get(made["url"].replace("/t/", "/api/tables/")).json()["result"]
    assert last["why"] == "rules"
    for seat, kept in enumerate(frames):
        search(game, seat, kept, last)


def search(game: Game, seat: int, frames: list[str], result: dict[str, Any]) -> None:
    """Nothing that reached this seat's browser told what it may not know."""
    before = [text for text in frames if not json.loads(text).get("result")]
    assert before
    secrets = [result["salt"], *([] if shortened(game) else [result["seed"]])]  # a position has no seed to keep
    assert not [text for text in before for secret in secrets if secret in text]
    sealed: set[int] = set()
    for text in before:
        message = json.loads(text)
        assert set(message) <= set(FIELDS)
        if "seats" in message and message["type"] != "presence":
            sealed = {each["seat"] for each in message["seats"] if each["chosen"]} - {seat}
        latest = {line["seat"]: line for line in message.get("log", [])}
        assert all(latest[other]["text"] is None for other in sealed & set(latest)), "a sealed choice was told"
    if game.options.get("face_down"):
        holds = game.start(seed=int(result["seed"])).state.holds
        shown = re.findall(r'data-token=\\"\+(\w+)\\"', "".join(before))
        assert set(shown) == {card for k, card in enumerate(cards(game)) if holds[seat, k]}


def cards(game: Game) -> list[str]:
    """The names of the cards of a game in the order of its record."""
    return [name for name in game.state.fields["used"].names if name != "none"]


PHONE_AND_KEYBOARD = [
    pytest.param(hand, game, id=f"{name}-{case_id(game)}")
    for game in FIRST
    for name, hand in (("phone", Finger()), ("keyboard", Keyboard()))
    if LONG or (name == "keyboard") == (game.name == "wars")
]
"""Each game by one of them, in the long run by both; test_by_ear.py plays them all by the keyboard too."""


@pytest.mark.parametrize(("hand", "game"), PHONE_AND_KEYBOARD)
def test_one_plays_a_game_by(visit: Callable[..., Any], game: Game, hand: Mouse) -> None:
    """On a phone, and with the keyboard alone."""
    page = (
        visit(PHONE, is_mobile=True, reduced_motion="reduce")
        if type(hand) is Finger
        else visit(reduced_motion="reduce")
    )
    sit_down([page], game.name, dict(game.options), **begins(game))
    assert play_out([page], hand, hints=hints(game))
    assert about(page)["result"]["why"] == "rules"


def test_secret_choices_never_reach_the_other_browser(visit: Callable[..., Any]) -> None:
    """Wherever a player has sealed a choice, the other browser is sent the same, whichever choice it was."""
    secret = [game for game in MAIN if game.players > 1 and simultaneous(game)]
    assert secret
    for game in secret:
        other_browser_sees_no_difference(game, visit(), visit())


def other_browser_sees_no_difference(game: Game, ada: Any, bob: Any) -> None:
    frames = heard(bob)
    made = sit_down([ada, bob], game.name, dict(game.options))
    address = made["url"].replace("/t/", "/api/tables/")

    def now(page: Any) -> dict[str, Any]:
        told: dict[str, Any] = page.request.get(address).json()
        return told

    def do(page: Any, **what: Any) -> None:
        answer = page.request.post(f"{address}/do", data=what).json()
        assert answer["type"] == "ok", answer

    while True:
        seen = now(ada)
        acting = [s["seat"] for s in seen["seats"] if s["acts"]]
        if acting == [0, 1] and seen["tokens"]:
            break  # bots have chosen, so that nothing but the choice below happens from here on
        able = [page for page in (ada, bob) if len(acting) == 1 and now(page)["tokens"]]
        if able:
            do(able[0], do="move", tokens=[next(iter(now(able[0])["tokens"]))])
        ada.wait_for_timeout(50)
    here = "v => document.getElementById('content').dataset.version === v"

    def settled() -> None:
        """Bob's page has everything there is."""
        bob.wait_for_function(here, arg=str(now(bob)["version"]))

    settled()
    told = []
    for token in list(seen["tokens"])[:3]:
        frames.clear()
        do(ada, do="move", tokens=[token])
        settled()
        told.append([timeless(text) for text in frames if '"type":"update"' in text])
        do(ada, do="undo")
        settled()
    assert told[0]
    assert all(other == told[0] for other in told)


def timeless(text: str) -> str:
    message = json.loads(text)
    message["version"] = 0
    return json.dumps(message, sort_keys=True)


def simultaneous(game: Game) -> bool:
    """Whether several players ever choose in secret at once."""
    return any(len(pos.actors) > 1 and pos.state.sealed for pos in walk(game, 0))
