"""The mutation run itself: it changes what it says, asks the tests of the rule alone, and tells dead from alive."""

from __future__ import annotations

import ast
import builtins
import dis
import json
import subprocess
import sys
from pathlib import Path

import pytest

import pizzabox
from tests.helpers import OURS, size
from tests.mutants import kernels as book
from tests.mutants.mutate import mutants
from tests.mutants.named import NAMED
from tests.mutants.results import ROOT, ranked, report, survivors
from tests.mutants.results import Results as Kept

SMALL = '''
def small(s, n):
    """Nothing (X1.1)."""
    if s.turn == 1 and not n > 2:
        return
    for i in range(n):
        s.men[i] += 1
    s.turn = n - 1
'''

TOY = """
import pytest
from toy import double

@pytest.mark.rule("T1.1")
def test_two():
    assert double(2) == 4

@pytest.mark.rule("T1.1")
def test_one():
    assert double(1) == 2

@pytest.mark.rule("T2.1")
def test_three():
    assert double(3) == 6

@pytest.mark.rule("T1.1", "T2.1")
def test_that_always_fails():
    assert False
"""

SCRIPT = """
import json, sys
sys.path.insert(0, sys.argv[1])
from tests.mutants import runner
from tests.mutants.runner import Case, collected
import toy

runner.GRACE = 0.2  # what hangs is found out sooner

def case(name, rule, body):
    space = {}
    exec(f"def double(n):\\n    {body}", space)
    def change():
        toy.double.__code__ = space["double"].__code__
    return Case(name, frozenset([rule]), change)

cases = [
    case("squares", "T1.1", "return n * n"),
    case("adds", "T1.1", "return n + n"),
    case("only three", "T1.1", "return 7 if n == 3 else 2 * n"),
    case("three", "T2.1", "return 7 if n == 3 else 2 * n"),
    case("hangs", "T1.1", "while True: pass"),
    case("crashes", "T1.1", "import os; os.abort()"),
]
found = {}
def work(session):
    found.update({c.name: killer.split("::")[-1] for c, killer in session.results(cases, 2)})
    found["unfit"] = list(session.unfit.values())
    found["after"] = toy.double(3)
collected([sys.argv[1]], work)
print("\\n" + json.dumps(found))
"""


def small() -> ast.FunctionDef:
    function = ast.parse(SMALL).body[0]
    assert isinstance(function, ast.FunctionDef)
    return function


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_every_kind_of_change_is_made_once() -> None:
    made = {m.name.removeprefix("toy.small: ") for m in mutants("toy.small", small(), "toy.py")}
    test = "if s.turn == 1 and (not n > 2):"
    assert made == {
        f"{test} → if not (s.turn == 1 and (not n > 2)):",
        f"{test} → if s.turn == 1 or not n > 2:",
        f"{test} → if s.turn != 1 and (not n > 2):",
        f"{test} → if s.turn == 2 and (not n > 2):",
        f"{test} → if s.turn == 1 and n > 2:",
        f"{test} → if s.turn == 1 and (not n >= 2):",
        f"{test} → if s.turn == 1 and (not n > 3):",
        "return → pass",
        "for i in range(n): → for i in range(n - 1):",
        "s.men[i] += 1 → s.men[i] -= 1",
        "s.men[i] += 1 → pass",
        "s.men[i] += 1 → s.men[i] += 2",
        "s.turn = n - 1 → pass",
        "s.turn = n - 1 → s.turn = n + 1",
        "s.turn = n - 1 → s.turn = n - 2",
    }


def test_a_mutant_does_what_its_name_says() -> None:
    class Table:
        turn, men = 0, [0, 0, 0, 0]

    changed = next(m for m in mutants("toy.small", small(), "toy.py") if m.after == "s.turn = n + 1")

    def call(s: Table, n: int) -> None:
        """Becomes the mutant."""

    call.__code__ = changed.make()
    table = Table()
    call(table, 4)
    assert (table.turn, table.men) == (5, [1, 1, 1, 1])


def test_no_game_of_the_box_is_left_out() -> None:
    assert set(book.GAMES) == set(OURS)


def test_names_are_unique_and_every_survivor_on_the_list_is_still_a_mutant() -> None:
    known: set[str] = set()
    for game in book.GAMES:
        names = [m.name for k in book.kernels(game) for m in k.mutants()]
        assert len(names) == len(set(names)) > 300
        known.update(names)
    assert [name for name in survivors() if name not in known] == []


def test_a_kernel_answers_for_the_rules_it_names_or_those_of_its_callers() -> None:
    rules = {k.name: k.rules for game in book.GAMES for k in book.kernels(game)}
    assert rules["theory.rules.alone"] == {"T3.6"}
    assert rules["theory.rules.replace"] == {"T3.3", "T3.4", "T3.5", "T3.6", "T3.7"}
    assert rules["hexentafl.rules.clamped"] == {f"X3.{n}" for n in range(1, 7)}, "caught calls it"
    assert not any(name.split(".")[-1].startswith("audit") or ".evaluation." in name for name in rules)
    assert [name for name, found in rules.items() if not found] == []
    for game in book.GAMES:
        known = pizzabox.load(game).rules.rules
        assert all(rule in known for name, found in rules.items() if name.startswith(game) for rule in found)


def test_a_sample_is_always_the_same_and_a_new_mutant_moves_no_other() -> None:
    names = [f"mutant {n}" for n in range(50)]
    first = ranked(names)
    assert first == ranked(names[::-1]) != names
    assert [n for n in ranked([*names, "another"]) if n != "another"] == first


def test_dead_and_alive_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "toy.py").write_text("def double(n):\n    return 2 * n\n")
    (tmp_path / "test_toy.py").write_text(TOY)
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rule(*ids): rules\n")
    done = run("-c", SCRIPT, str(tmp_path))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found.pop("squares") in {"test_one"}
    assert found.pop("adds") == "", "an equal function cannot be killed"
    assert found.pop("only three") == "", "the test that would notice is of another rule"
    assert found.pop("three") == "test_three"
    assert found.pop("hangs") and found.pop("crashes")
    assert found == {"unfit": ["fails without a change"], "after": 6}, "the parent is not changed"


def test_a_report_counts_and_lists() -> None:
    listed = next(iter(survivors()))
    kept = Kept(
        "theory", "", "", {"theory.a": "test_kills.py::test_x", "theory.b": "", listed: "", "theory.c": "referee"}
    )
    text = report({"theory": (kept, 9, ["theory.bare"])})
    assert "| theory | 9 | 4 | 2 | 1 | 2 | 1 | 50.0% |" in text
    assert "- `theory.b`" in text and listed not in text and "`theory.bare`" in text


def test_every_survivor_on_the_list_has_a_reason() -> None:
    assert all(len(why.split()) > 3 for why in survivors().values())


@pytest.mark.parametrize("named", NAMED, ids=lambda n: n.broken.__name__)
def test_a_named_mutant_uses_only_what_its_module_knows(named: object) -> None:
    """A name that is missing would kill it at once, and prove nothing."""
    known = {*named.function().__globals__, *vars(builtins), "original"}  # type: ignore[attr-defined]
    asked = {i.argval for i in dis.get_instructions(named.broken) if i.opname == "LOAD_GLOBAL"}  # type: ignore[attr-defined]
    assert asked <= known


@pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="mutants need fork")
@pytest.mark.timeout(size(1200, 14_400))
def test_named_mutants_and_a_sample_of_all_die() -> None:
    """One of each game, always the same; one that lives needs a test of its rule, or a reason in survivors.toml."""
    done = run("-m", "tests.mutants", "--named", "--sample=1", "--apart", "--jobs=1")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
