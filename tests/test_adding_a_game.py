"""A sixth game in an afternoon: the worked example of docs/adding-a-game.md, built from its text, and `new-game`."""

from __future__ import annotations

import doctest
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import gymnasium
import numpy as np
import pyspiel
import pytest
from starlette.testclient import TestClient

import pizzabox
from pizzabox import envs
from pizzabox.engine.editor import Field
from pizzabox.engine.errors import BadPosition
from pizzabox.lab.win_shares import share
from pizzabox.server.app import create_app
from pizzabox.study.analysis_board import board, filled
from pizzabox.testing.random_games import LONG
from tests.cli.helpers import SOURCE, process, run
from tests.helpers import bots_play
from tests.line_counts import LINES
from tests.plugins import PAGE, files_in, lines_in, new_game, registered, worked_example, write
from tests.serving import PLAIN

MOST_LINES = 200


@pytest.fixture(scope="module")
def auction(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The worked example, installed."""
    home = worked_example(tmp_path_factory.mktemp("example"))
    with registered(home):
        yield home


@pytest.fixture(scope="module")
def slices(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What `new-game` writes, installed."""
    home = new_game(tmp_path_factory.mktemp("new"))
    with registered(home):
        yield home


def environment(folder: Path) -> dict[str, str]:
    return {"PYTHONPATH": os.pathsep.join((str(SOURCE), str(folder))), "PIZZABOX_PLUGINS": ""}


def passes_its_suite(folder: Path) -> None:
    """As its author runs it: pytest in a process of its own, with nothing of ours around it."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={folder}", "-c", os.devnull]
    env = {**os.environ, **environment(folder), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run([*command, str(folder)], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout and "failed" not in done.stdout


def plays_on_the_page(tmp_path: Path, name: str, token: str, move: str) -> None:
    with TestClient(create_app(f"sqlite:///{tmp_path}/box.db", pace=0.0), base_url="http://box.test") as client:
        assert name in [game["name"] for game in client.get("/api/games").json()]
        for path in ("/", "/new", f"/rules/{name}", f"/analysis?game={name}"):
            answer = client.get(path)
            assert (answer.status_code, name in answer.text) == (200, True), path
        assert client.get(f"/pictures/{name}.svg").text.startswith("<svg")
        who = {"authorization": f"Bearer {client.post('/api/token').json()['token']}"}
        wish = {"game": name, "seats": [{"kind": "me"}, {"kind": "bot", "bot": "random"}]}
        made = client.post("/api/tables", json=wish, headers=who)
        assert made.status_code == 201, made.text
        address = f"/api/tables/{made.json()['id']}"
        while token not in (table := client.get(address, headers=who).json())["tokens"]:  # a bot may begin
            time.sleep(0.05)
        assert f'data-token="{token}"' in table["picture"]["pieces"]
        done = client.post(f"{address}/do", json={"do": "move", "seat": 0, "text": move, "id": "1"}, headers=who)
        assert (done.status_code, done.json()["type"]) == (200, "ok"), done.text


def plays_in_the_terminal(name: str, move: str) -> None:
    ran = run("play", name, "--seat", "player1=me", "--seat", "player2=random", "--seed", "3", typed=f"{move}\n" * 20)
    assert ran.code == 0, ran.out
    assert "wins (" in ran.out or "share the win" in ran.out


def test_a_game_takes_few_lines(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    """All files together, as an author writes them or gets them."""
    write(tmp_path / "auction", files_in(PAGE))
    assert run("new-game", "slices", "--in", str(tmp_path)).code == 0
    for called, name in (("the worked example of docs/adding-a-game.md", "auction"), ("pizzabox new-game", "slices")):
        lines = lines_in(tmp_path / name)
        record_property(LINES + called, lines)
        assert 20 < lines < MOST_LINES


def test_the_example_passes_the_suite(auction: Path) -> None:
    passes_its_suite(auction)


def test_the_example_plays_on_the_page(auction: Path, tmp_path: Path) -> None:
    plays_on_the_page(tmp_path, "auction", "bid-3", "bid 3")


def test_the_example_plays_in_the_terminal(auction: Path) -> None:
    plays_in_the_terminal("auction", "bid 0")


def test_the_example_is_in_every_list(auction: Path) -> None:
    ran = process("games", "--json", **environment(auction))
    assert [game["name"] for game in ran.json][-1] == "auction"
    assert ran.json[-1]["players"] == [2, 3]


def test_the_example_is_told_in_words(auction: Path) -> None:
    pos = pizzabox.load("auction", players=3).start(seed=1)
    assert pos.view(0).prompt == "Choose in secret: bid 0, bid 1, bid 2 … bid 9."
    pos.play("bid 4", player=1)
    assert pos.log(0) == ["Player 2 has chosen."] and pos.log(1)[0] == "Player 2: bid 4"
    assert pos.view(1).prompt == "You've chosen. Waiting for Player 1 and Player 3."
    assert str(pos.why_not("bid 2", 1)) == "you've already chosen; take your choice back to change it"
    assert str(pos.why_not("bid 12", 0)) == "you can't play bid 12 now; choose from: bid 0, bid 1, bid 2 … bid 9"
    assert "did you mean 'bid 9'" in str(pos.why_not("bid 99", 0))
    row = str(pos.view(0)).splitlines()[2].split()
    assert row == ["Player", "2", "?", "0", "9", "0"]
    assert str(pos.view(1)).splitlines()[2].split()[2] == "4"
    slices = pos.state.slices
    pos.play("bid 0", player=0)
    pos.play("bid 1", player=2)
    assert pos.log(0)[-3:] == [
        "Player 1: last bid 0, coins 9 → 10, points 0",
        f"Player 2: last bid 0 → 4, coins 9 → 5, points 0 → {slices}",
        "Player 3: last bid 0 → 1, coins 9, points 0",
    ]


def test_greedy_prices_a_sealed_bid(auction: Path) -> None:
    """One step ahead is no coin flip, though nothing is seen before the reveal."""
    game = pizzabox.load("auction")
    found = share([bots_play(game, ("greedy", "random"), (0, 1), seed) for seed in range(60)])
    assert found.share > 0.6, "equals would have half"


def test_the_examples_of_the_page_run(auction: Path) -> None:
    results = doctest.testfile(str(PAGE), module_relative=False)
    assert results.attempted >= 6 and results.failed == 0


@pytest.mark.parametrize("joint", [False, True])
def test_vectors_play_the_example(auction: Path, joint: bool) -> None:
    """To the end, one bid a game and step or everybody's at once, as positions do."""
    game = pizzabox.load("auction", players=3)
    games = envs.vector(game, 5, joint=joint, seed=3)
    tables = [game.start(seed=3 + i) for i in range(games.n)]
    rounds = 0
    while not games.done.any():
        chosen = games.random_moves().copy()
        actors = games.actor.copy()
        for i, pos in enumerate(tables):
            for player, code in zip(np.atleast_1d(actors[i]), np.atleast_1d(chosen[i]), strict=True):
                assert player in pos.actors
                pos.play(int(code), int(player))
        (games.step_all if joint else games.step)(chosen)
        rounds += 1
    assert games.done.all() and rounds == (6 if joint else 18) and all(pos.over for pos in tables)
    assert games.returns.tolist() == [pytest.approx(pos.returns) for pos in tables]


def test_bots_match_at_the_example(auction: Path) -> None:
    """The command of the page, in plain Python: to compile it takes longer than to play. There Greedy thinks longest,
    so the Cook sits in for it in the short run."""
    name = "greedy" if LONG else "cook"
    ran = process("lab", "match", "auction", name, "random", "--games", "2", **environment(auction), **PLAIN)
    assert ran.code == 0 and name in ran.out.lower()


def test_learners_play_the_example(auction: Path) -> None:
    """PettingZoo, Gymnasium and OpenSpiel have it without another line."""
    envs.register()
    joint = envs.parallel("auction", players=3)
    joint.reset(seed=1)
    _, rewards, terminated, _, _ = joint.step({"player_0": 2, "player_1": 3, "player_2": 0})
    assert joint.seated.one.state.pizza == 1 and not any(terminated.values()) and set(rewards.values()) == {0.0}
    turns = envs.aec("auction", players=3)
    turns.reset(seed=1)
    for bid in (2, 3, 0):
        turns.step(bid)
    assert turns.seated.one.state == joint.seated.one.state
    env = gymnasium.make("pizzabox/Auction-v0", opponents="greedy")
    env.reset(seed=1)
    ended = [env.step(0)[2] for _ in range(6)]
    assert ended == [False] * 5 + [True]
    del gymnasium.registry["pizzabox/Auction-v0"]
    game = envs.openspiel("auction", players=3)
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    pyspiel.random_sim_test(game, 2, True, False)


def test_a_new_game_passes_the_suite(slices: Path) -> None:
    passes_its_suite(slices)


def test_a_new_game_plays_everywhere(slices: Path, tmp_path: Path) -> None:
    plays_on_the_page(tmp_path, "slices", "eat-2", "eat 2")
    plays_in_the_terminal("slices", "eat 1")
    thought = pizzabox.think(
        pizzabox.load("slices").start(seed=1).view(pizzabox.load("slices").start(seed=1).actors[0])
    )
    assert thought.best.move.text == "eat 3", "12 slices are lost for whoever is to eat"


@pytest.mark.parametrize("name", ["theory", "class", "json", "Two Words", "pizza-pie", "9lives", "pizzabox"])
def test_bad_names_for_a_new_game_are_refused(tmp_path: Path, name: str) -> None:
    ran = run("new-game", name, "--in", str(tmp_path))
    assert ran.code == 2 and name in ran.err
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    assert run("new-game", "mine", "--in", str(tmp_path)).code == 2
    assert list((tmp_path / "mine").iterdir()) == []


def entries(pos: pizzabox.Position) -> dict[str, Field]:
    return {field.name: field for field in pos.game.editor.fields(pos.state)}


def test_the_example_is_set_up_by_a_form_of_its_fields(auction: Path) -> None:
    pos = pizzabox.load("auction", players=3).start(seed=1)
    pos.play("bid 4", player=1)
    known = entries(pos)
    assert list(known)[:3] == ["pizza", "slices", "last_bid.0"] and not any(name.startswith("bid") for name in known)
    assert (known["coins.2"].group, known["coins.2"].text, known["coins.2"].high) == ("Player 3", "coins", 15)
    assert "Nobody has chosen in secret yet." in board(pos)["note"]
    made = pizzabox.position(filled(pos, {"coins.2": 3, "pizza": 5, "points.0": 7})["code"])
    assert (made.state.coins[2], made.state.pizza, made.state.points[0], made.state.sealed) == (3, 5, 7, 0)
    assert [move.text for move in made.legal(2)] == ["bid 0", "bid 1", "bid 2", "bid 3"]
    for player in made.actors:
        made.play("bid 0", player=player)
    assert made.over and made.returns[0] == 1
    with pytest.raises(BadPosition, match="coins: enter a whole number from 0 to 15, not 16"):
        filled(pos, {"coins.2": 16})


def test_a_new_game_is_set_up_by_a_form_of_its_fields(slices: Path) -> None:
    pos = pizzabox.load("slices", players=3).start(seed=1)
    turn = entries(pos)["turn"]
    assert [text for _, text in turn.choices] == ["Player 1", "Player 2", "Player 3"]
    made = pizzabox.position(filled(pos, {"turn": "2", "slices": 2})["code"])
    assert made.actors == (2,) and [move.text for move in made.legal()] == ["eat 1", "eat 2"]
    assert made.play("eat 2") and made.over and made.winners == (2,)
    with pytest.raises(BadPosition, match="turn: choose from 0, 1, 2, not '3'"):
        filled(pos, {"turn": "3"})
    with pytest.raises(BadPosition, match="turn must be a whole number from 0 to 2, not 3"):
        pos.game.position({"state": {"turn": 3}})


def test_a_new_game_names_whose_turn_it_is(slices: Path) -> None:
    pos = pizzabox.load("slices").start(seed=1)
    name = f"Player {pos.state.turn + 1}"
    assert f"turn: {name}" in str(pos) and f'aria-label="turn: {name}"' in pos.svg()
