"""Every rule has an id, a source and a test; no test names a rule that does not exist."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

import pizzabox
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.ledger import Ledger

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


@pytest.mark.parametrize("name", pizzabox.names())
def test_docstrings_of_kernels_name_rules_that_exist(name: str) -> None:
    import re

    game = pizzabox.load(name)
    prefixes = {re.match(r"[A-Z]+", rule)[0] for rule in game.rules.rules}  # type: ignore[index]
    pattern = re.compile(rf"\b(?:{'|'.join(prefixes)})\d+\.\d+\b")
    for path in game.rules_path.parent.glob("*.py"):
        for rule in pattern.findall(path.read_text(encoding="utf-8")):
            assert rule in game.rules, f"{path.name} names {rule}"


def test_a_ledger_reads_chapters_rules_and_sources() -> None:
    ledger = Ledger(
        "# Game\n\nIntro.\n\n## One\n\n**X1.1** Do\nthis. {rulebook}\n\nText.\n\n**X1.2** That. {house: why\nnot}\n"
    )
    assert ledger.title == "Game"
    assert [c.title for c in ledger.chapters] == ["", "One"]
    assert ledger["x1.1"].text == "Do this."
    assert (ledger["X1.2"].source, ledger["X1.2"].note) == ("house", "why not")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("## A\n\n**X1.1** No source.", "must end with its source"),
        ("## A\n\n**X1.1** Odd. {hearsay}", "must end with its source"),
        ("## A\n\n**X1.1** A. {house}\n\n**X1.1** B. {house}", "used twice"),
    ],
)
def test_a_broken_ledger_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(PizzaboxError, match=message):
        Ledger(text)


def test_an_unknown_rule_brings_the_nearest() -> None:
    with pytest.raises(PizzaboxError, match=r"did you mean 'T3\.\d'"):
        pizzabox.load("theory").rules["T3.22"]
