"""games, options, rules, --help, --version, completion."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import pizzabox
from pizzabox import cli
from pizzabox.cli import complete
from pizzabox.cli.output import say

from .helpers import SOURCE, process, run


def test_the_version_is_one_line() -> None:
    ran = run("--version")
    assert (ran.code, ran.out) == (0, f"pizzabox {pizzabox.__version__}\n")


def test_help_shows_examples_and_exit_codes() -> None:
    ran = run("--help")
    assert ran.code == 0
    assert "pizzabox play theory players=2" in ran.out
    assert "130 interrupted" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


@pytest.mark.parametrize("command", ["games", "options", "rules", "play", "show", "replay", "verify", "bench"])
def test_every_command_has_help(command: str) -> None:
    assert run(command, "--help").code == 0


def test_games_lists_every_game() -> None:
    ran = run("games")
    assert ran.code == 0
    assert all(name in ran.out for name in pizzabox.names())


def test_games_as_json() -> None:
    games = {game["name"]: game for game in run("games", "--json").json}
    assert set(games) == set(pizzabox.names())
    assert games["theory"]["title"] == "Pizza Theory"
    assert games["theory"]["players"] == [2, 3]
    assert games["theory"]["minutes"] == [10, 15]
    assert games["theory"]["summary"]


def test_options_of_every_game() -> None:
    for name in pizzabox.names():
        ran = run("options", name)
        assert ran.code == 0
        assert all(option.name in ran.out for option in pizzabox.load(name).declared)


def test_options_as_json() -> None:
    options = {option["name"]: option for option in run("options", "theory", "--json").json}
    assert options["cap"] == {
        "name": "cap",
        "default": 60,
        "kind": "number",
        "low": 1,
        "high": 1000,
        "help": options["cap"]["help"],
        "when": {},
    }
    assert options["layout"]["choices"] == ["S1", "S2", "S3", "K"]
    assert options["unselected"]["when"] == {"players": [2]}
    assert "only with players=2" in run("options", "theory").out


def test_rules_print_every_id_with_its_source() -> None:
    ran = run("rules", "theory")
    assert ran.code == 0
    for rule in pizzabox.load("theory").rules.rules.values():
        assert rule.id in ran.out
    assert "[rulebook]" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())


def test_one_rule_is_found_however_its_letter_is_typed() -> None:
    ran = run("rules", "theory", "t3.4")
    assert ran.code == 0
    assert "T3.4" in ran.out
    assert "third colour" in ran.out
    assert run("rules", "theory", "T3.4", "--json").json["source"] == "rulebook"


def test_rules_as_json() -> None:
    rulebook = run("rules", "theory", "--json").json
    ids = [part["id"] for chapter in rulebook["chapters"] for part in chapter["parts"] if "id" in part]
    assert ids == list(pizzabox.load("theory").rules.rules)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["rules", "theory", "T34"], "did you mean 'T3.4'"),
        (["rules", "theori"], "did you mean 'theory'"),
        (["options", "nothing"], "there's no game"),
        (["play", "theory", "players=9"], "2 to 3"),
        (["play", "theory", "playrs=2"], "did you mean 'players'"),
        (["play", "theory", "--seat", "rd=me"], "did you mean 'red'"),
        (["play", "theory", "--seat", "red"], "seat=who"),
        (["play", "theory", "--seat", "red=me", "--seat", "red=me"], "twice"),
        (["play", "theory", "--seat", "red=bob"], "can't sit here"),
        (["play", "theory", "--watch", "--seat", "red=me"], "--watch"),
        (["play", "theory", "--seed", "-1"], "seed"),
        (["play", "theory", "--save", "no/such/folder/x.pizza"], "can't be written"),
        (["bench", "nothing"], "there's no game"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(words: list[str], expected: str) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert expected in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert ran.out == ""


@pytest.mark.parametrize("words", [["--lang", "xx", "games"], ["play"], ["nothing"], ["play", "theory", "--nothing"]])
def test_wrong_usage_is_exit_2(words: list[str]) -> None:
    assert run(*words).code == 2


def test_a_known_language_is_taken() -> None:
    assert run("--lang", "en", "games").code == 0


def test_light_commands_import_neither_numba_nor_more_than_they_need() -> None:
    script = (
        "import sys; from pizzabox.cli.app import app\n"
        "try: app(['games', '--json'])\n"
        "except SystemExit: pass\n"
        "heavy = {'numba', 'rich.table', 'rich.progress', 'pizzabox.lab'} & set(sys.modules)\n"
        "print(heavy, file=sys.stderr); sys.exit(len(heavy))"
    )
    env = {**os.environ, "PYTHONPATH": str(SOURCE)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=env, check=False)
    assert done.returncode == 0, done.stderr


def test_completion_offers_games_options_seats_and_rules() -> None:
    def asked(*words: str) -> dict[str, str]:
        line = " ".join(("pizzabox", *words))
        return {"_PIZZABOX_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words))}

    def offered(*words: str) -> list[str]:
        return run(**asked(*words)).out.split()

    assert process(**asked("play", "the")).out.split() == offered("play", "the") == ["theory"]
    assert offered("play", "theory", "players=") == ["players=2", "players=3"]
    assert "T3.4" in offered("rules", "theory", "T3")
    assert "red=me" in offered("play", "theory", "--seat", "red")
    assert [name for name, _ in complete.games("the")] == ["theory"]


def test_every_text_the_commands_ask_for_is_in_the_catalogue() -> None:
    asked = set()
    for path in Path(cli.__file__).parent.glob("*.py"):
        asked |= set(re.findall(r'\bsay\(\s*"([a-z]+\.[a-z_]+)"', path.read_text("utf-8")))
    assert len(asked) > 40
    assert asked <= say.keys()
