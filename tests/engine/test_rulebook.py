"""Every rule has an id, a source and a test; no test names a rule that does not exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

import pizzabox
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.rulebook import Rulebook

TESTS = Path(__file__).parent.parent


@cache
def named_in_tests() -> dict[str, list[str]]:
    """Rule ids in `@pytest.mark.rule(…)`, with the tests that name them."""
    found: dict[str, list[str]] = {}
    for path in TESTS.rglob("test_*.py"):
        module = ast.parse(path.read_text(encoding="utf-8"))
        lists = {ast.unparse(a.targets[0]): a.value for a in module.body if isinstance(a, ast.Assign)}
        for node in ast.walk(module):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for argument in mark.args:
                        several = isinstance(argument, ast.Starred)
                        told = eval(ast.unparse(lists[ast.unparse(argument.value)] if several else argument))
                        for rule in told if several else [told]:
                            found.setdefault(rule, []).append(f"{path.name}::{node.name}")
    return found


def known_rules() -> dict[str, str]:
    return {rule: name for name in pizzabox.names() for rule in pizzabox.load(name).rules.rules}


def test_every_rule_has_a_test() -> None:
    assert sorted(set(known_rules()) - set(named_in_tests())) == []


def test_no_test_names_an_unknown_rule() -> None:
    known = known_rules()
    assert {rule: tests for rule, tests in named_in_tests().items() if rule not in known} == {}


def test_rule_ids_belong_to_one_game() -> None:
    ids = [rule for name in pizzabox.names() for rule in pizzabox.load(name).rules.rules]
    assert len(ids) == len(set(ids))


def strange_rules(folder: Path, rulebook: Rulebook) -> list[str]:
    """The ids in the source of a game that its rulebook lacks."""
    letters = {re.sub(r"[\d.]+", "", rule) for rule in rulebook.rules}
    pattern = re.compile(rf"\b(?:{'|'.join(letters)})\d+\.\d+\b")
    named = ((path, rule) for path in sorted(folder.rglob("*.py")) for rule in pattern.findall(path.read_text("utf-8")))
    return [f"{path.name}: {rule}" for path, rule in named if rule not in rulebook]


@pytest.mark.parametrize("name", pizzabox.names())
def test_docstrings_of_kernels_name_rules_that_exist(name: str) -> None:
    game = pizzabox.load(name)
    assert strange_rules(game.rules_path.parent, game.rules) == []


def test_a_rule_that_does_not_exist_is_found_in_every_folder(tmp_path: Path) -> None:
    inner = tmp_path / "rules" / "deeper"
    inner.mkdir(parents=True)
    (tmp_path / "state.py").write_text('"""Set up (T1.1), not R2D2.1."""\n')
    (inner / "cuts.py").write_text("# T3.4 and T99.1\n")
    assert strange_rules(tmp_path, pizzabox.load("theory").rules) == ["cuts.py: T99.1"]


def test_a_rulebook_reads_chapters_rules_and_sources() -> None:
    rulebook = Rulebook(
        "# Game\n\nIntro.\n\n## One\n\n**X1.1** Do\nthis. {rulebook}\n\nText.\n\n**X1.2** That. {house: why\nnot}\n"
    )
    assert rulebook.title == "Game"
    assert [c.title for c in rulebook.chapters] == ["", "One"]
    assert rulebook["x1.1"].text == "Do this."
    assert (rulebook["X1.2"].source, rulebook["X1.2"].note) == ("house", "why not")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("## A\n\n**X1.1** No source.", "must end with its source"),
        ("## A\n\n**X1.1** Odd. {hearsay}", "must end with its source"),
        ("## A\n\n**X1.1** A. {house}\n\n**X1.1** B. {house}", "used twice"),
    ],
)
def test_a_broken_rulebook_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(PizzaboxError, match=message):
        Rulebook(text)


def test_an_unknown_rule_brings_the_nearest() -> None:
    with pytest.raises(PizzaboxError, match=r"did you mean 'T3\.\d'"):
        pizzabox.load("theory").rules["T3.22"]
