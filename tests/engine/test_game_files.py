"""A game of another package with a broken file beside its rules, or one that fails when asked: the others stay."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from pizzabox.server.app import create_app
from pizzabox.server.warming import Warming
from tests.cli.helpers import run
from tests.helpers import OURS
from tests.plugins import install, registered

LESSON = 'options = {}\nseed = 1\nseat = "player1"\n[[step]]\nid = "eat"\n'
EXAMPLE = '[[example]]\nid = "one"\nrule = "R1.1"\n'
PUZZLE = '[{"options": {}, "state": {}, "seat": 0, "kind": "forced", "theme": "any", "legal": 3, "line": [%s]}]'
RATING = '{"NAME": {"players=2": {"ladder": {"levels": {"cook": %s}}}}}'
BROKEN: dict[str, tuple[str | bytes, ...]] = {
    "ratings.json": (
        "{",
        "[]",
        '{"NAME": 5}',
        RATING % '{"low": "?"}',
        RATING % '{"rating": NaN, "low": 0, "high": 9}',
    ),
    "puzzles.json": ("[", "5", '{"line": []}', PUZZLE % "", PUZZLE % '{"seat": 0, "moves": ["eat 9"]}'),
    "front.svg": (b"\xff",),
    "front.toml": ("[", "code = 5", "crop = 5"),
    "examples.toml": ("[", "example = 5", '[[example]]\nid = "one"', f'{EXAMPLE}play = ["eat 9"]'),
    "examples.en.toml": ("[", "one = 5"),
    "quick.en.toml": ("[", 'goal = "Eat."\nsection = 5', "section = []"),
    "lesson.toml": ("[", "step = 5", f'{LESSON}move = "eat 9"'),
    "lesson.en.toml": ("[", "eat = 5"),
    "words.en.toml": ("[", b"\xff"),
    "words.it.toml": ("[", b"\xff"),
    "rules.md": ("**R1.1** A rule without its source.",),
}
"""By file: what breaks it, in its syntax and in what it should hold."""
BESIDE = {
    "examples.en.toml": ("examples.toml", EXAMPLE),
    "lesson.en.toml": ("lesson.toml", LESSON),
    "words.it.toml": ("words.en.toml", 'about = "Eat."'),
}
"""The file that asks for this one."""
FAILING = {
    "its picture": 'picture=type("", (), {"pieces": staticmethod(lambda *_, **__: 1 / 0)}),',
    "its words": 'words=Words(type("", (), {"described": staticmethod(lambda *_: 1 / 0)})()),',
    "its sets": 'sets=({"players": 9},),',
    "its options": 'together=lambda options: 1 / 0 if options["players"] == 3 else None,',
    "a list of it": "minutes=5,",
}
PAGES = ("/", "/new", "/analysis", "/puzzles", "/you", "/api/games")


@pytest.fixture(autouse=True)
def nothing_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that compiles for a server does not know games of a test."""
    monkeypatch.setattr(Warming, "prepare", lambda *_: None)


def other_game(home: Path, name: str, more: str = "") -> Path:
    """A game of another package, with something more in the `Game`."""
    assert run("new-game", name, "--in", str(home)).code == 0
    module = home / name / name / "__init__.py"
    text = module.read_text(encoding="utf-8").replace("summary=", f"{more}\n    summary=")
    module.write_text(f"from pizzabox.engine.words import Words\n{text}", encoding="utf-8")
    install(home / name)
    return home / name


def warnings_when_asked(folder: Path, pages: tuple[str, ...], caplog: pytest.LogCaptureFixture) -> list[str]:
    """What is told while all lists are asked twice, with these pages of the game's own."""
    with registered(folder), caplog.at_level(logging.WARNING, "pizzabox"):
        for _ in range(2):
            listed = run("games", "--json")
            assert [game["name"] for game in listed.json][: len(OURS)] == list(OURS)
        app = create_app(f"sqlite:///{folder}/box.db", pace=0.0)
        with TestClient(app, base_url="http://box.test") as client:
            for lang in ("en", "it"):
                client.headers["accept-language"] = lang
                for path in PAGES:
                    answer = client.get(path)
                    assert (answer.status_code, "theory" in answer.text) == (200, True), path
                for path in pages:
                    assert client.get(path).status_code < 500, path
    return caplog.messages


@pytest.mark.parametrize(
    ("file", "number"), [(file, number) for file, texts in BROKEN.items() for number in range(len(texts))]
)
def test_a_broken_file_is_named_once(file: str, number: int, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    name, text = f"broken{list(BROKEN).index(file)}_{number}", BROKEN[file][number]
    folder = other_game(tmp_path, name)
    beside = folder / name
    for written, content in ((file, text), BESIDE.get(file, (file, text))):
        content = content.encode() if isinstance(content, str) else content
        (beside / written).write_bytes(content.replace(b"NAME", name.encode()))
    own = (f"/pictures/{name}.svg", f"/rules/{name}", f"/rules/{name}/quick", f"/learn/{name}", f"/puzzles/{name}/1")
    told = warnings_when_asked(folder, own, caplog)
    assert len(told) == len(set(told)) and all(name in line for line in told)
    assert any(file in line for line in told)


@pytest.mark.parametrize("what", FAILING)
def test_a_game_that_fails_is_named_once(what: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    name = f"failing{list(FAILING).index(what)}"
    told = warnings_when_asked(other_game(tmp_path, name, FAILING[what]), (), caplog)
    assert len(told) == 1 and name in told[0]
