"""A plug-in that cannot be used is named once, and all other games are there."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import pizzabox
from pizzabox.server.app import create_app
from tests.cli.helpers import SOURCE, process, run
from tests.helpers import OURS
from tests.plugins import install, registered, settled, write

GOOD = """
from dataclasses import replace
from pizzabox.engine.registry import find, names

assert names()  # a plug-in may ask while it is imported
good = replace(find("hexentafl"), name="good", title="Good")
nothing = 5
"""
POINTS = {
    "gone": "no_such_module:game",
    "crash": "crashing:game",
    "quits": "quitting:game",
    "nothing": "goodies:nothing",
    "missing": "goodies:missing",
    "other": "goodies:good",
    "theory": "goodies:good",
    "good": "goodies:good",
}


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    home = tmp_path / "goodies"
    write(home, {"goodies.py": GOOD, "crashing.py": "1 / 0\n", "quitting.py": "raise SystemExit(3)\n"})
    install(home, POINTS)
    home = settled(home)
    with registered(home):
        yield home


def test_every_reason_is_told_once(folder: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "pizzabox"):
        assert pizzabox.names() == (*OURS, "good")
        assert pizzabox.names() == (*OURS, "good")
    told = {line.split()[2]: line for line in caplog.messages}
    assert len(caplog.messages) == len(told) == len(POINTS) - 1
    assert "No module named 'no_such_module'" in told["gone"]
    assert "ZeroDivisionError" in told["crash"]
    assert "SystemExit" in told["quits"]
    assert "goodies:nothing isn't a Pizzabox game" in told["nothing"]
    assert "missing" in told["missing"]
    assert "give both the same name" in told["other"]
    assert "there's already a game called theory" in told["theory"]
    assert pizzabox.load("theory").title == "Pizza Theory"
    with pytest.raises(pizzabox.UnknownGame, match="the game crash can't be used here: ZeroDivisionError"):
        pizzabox.load("crash")


def test_commands_page_and_api_go_on(folder: Path, tmp_path: Path) -> None:
    ran = process("games", "--json", PYTHONPATH=f"{SOURCE}:{folder}", PIZZABOX_PLUGINS="")
    assert [game["name"] for game in ran.json] == [*OURS, "good"]
    assert ran.err.count("was left out") == len(POINTS) - 1
    assert run("options", "good").code == 0
    with TestClient(create_app(f"sqlite:///{tmp_path}/box.db", pace=0.0), base_url="http://box.test") as client:
        assert [game["name"] for game in client.get("/api/games").json()] == [*OURS, "good"]
        for path in ("/", "/new", "/rules/good"):
            answer = client.get(path)
            assert (answer.status_code, "Good" in answer.text) == (200, True)
        assert client.get("/rules/crash").status_code == 404


def test_they_can_be_left_out(folder: Path) -> None:
    ran = process("games", "--json", PYTHONPATH=f"{SOURCE}:{folder}", PIZZABOX_PLUGINS="off")
    assert ([game["name"] for game in ran.json], ran.err) == (list(OURS), "")


def test_files_beside_the_rules(folder: Path, tmp_path: Path) -> None:
    """Puzzles, ratings and the front picture of a game from outside."""
    from dataclasses import replace

    from pizzabox.bots import ratings
    from pizzabox.engine import registry
    from pizzabox.study.puzzle import shipped

    base = pizzabox.load("hexentafl")
    one = shipped("hexentafl")[0]
    beside = replace(base, name="beside", rules_path=tmp_path / "rules.md")
    registry.register("beside", beside)
    levels = {"cook": {"rating": 1200.0, "low": 1100.0, "high": 1300.0, "games": 10}}
    import json

    write(
        tmp_path,
        {
            "puzzles.json": json.dumps([one.data()]),
            "ratings.json": json.dumps({"beside": {str(beside.options): {"ladder": {"levels": levels}}}}),
            "front.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
        },
    )
    assert shipped("beside") == (one,)
    assert ratings(beside) == levels
    with TestClient(create_app(f"sqlite:///{tmp_path}/box.db", pace=0.0), base_url="http://box.test") as client:
        assert client.get("/pictures/beside.svg").text.startswith("<svg xmlns='")
        assert client.get("/puzzles").status_code == 200
