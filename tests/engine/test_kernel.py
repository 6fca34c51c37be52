"""`@kernel` and the generator: plain and compiled forms say the same, and the cache is never stale."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pizzabox
from pizzabox.bots import tree
from pizzabox.engine import contract, rng
from pizzabox.engine.kernel import inlined, kernel
from pizzabox.engine.kernel_compiler import KernelCompiler, _caching_in
from pizzabox.engine.kernel_sources import sources
from pizzabox.engine.playout import finish

COMPILER = KernelCompiler("tests")


@given(st.integers(0, 2**64 - 1), st.integers(1, 60000))
def test_the_generator_is_the_same_everywhere(x: int, n: int) -> None:
    mix, advance, scale = (COMPILER.compiled(f) for f in (rng.mix, rng.advance, rng.scale))
    counter = np.uint64(x)
    assert int(mix(counter)) == rng.mix(x) < 2**64
    assert int(advance(counter)) == rng.advance(x) < 2**64
    assert scale(counter, n) == rng.scale(x, n)
    assert 0 <= rng.scale(x, n) < n


def test_splitmix_matches_published_numbers() -> None:
    """The first outputs of SplitMix64 for the seed 1234567, as its reference implementation gives them."""
    x, seen = 1234567, []
    for _ in range(3):
        x = rng.advance(x)
        seen.append(rng.mix(x))
    assert seen == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_draws_are_even() -> None:
    x, counts = 5, [0] * 6
    for _ in range(12_000):
        x = rng.advance(x)
        counts[rng.scale(x, 6)] += 1
    assert max(counts) - min(counts) < 250


@kernel
def twice(x: int) -> int:
    """A kernel for these tests."""
    return 2 * x


@kernel
def four_times(x: int) -> int:
    """A kernel that calls another."""
    return twice(twice(x))


def test_kernels_stay_plain_functions_and_compile_with_what_they_call() -> None:
    assert four_times(3) == 12
    compiled = COMPILER.compiled(four_times)
    assert compiled(3) == 12
    assert compiled is COMPILER.compiled(four_times)
    assert four_times.__globals__["twice"] is twice


@inlined
def first_above(x: int, n: int) -> int:
    """A kernel that is compiled as part of others."""
    for i in range(n):
        if i * i > x:
            return i
    return -1


@kernel
def first_twice_above(x: int, n: int) -> int:
    """A kernel with another inside it, twice."""
    return first_above(x, n) + first_above(twice(x), n)


@pytest.mark.parametrize("asked_first", [twice, four_times])
def test_a_kernel_has_one_compiled_form_whichever_is_asked_for_first(asked_first: Callable[..., Any]) -> None:
    compiler = KernelCompiler("tests")
    compiler.compiled(asked_first)
    inside = compiler.compiled(four_times).py_func.__globals__["twice"]
    assert compiler.compiled(twice) is inside


@kernel
def nothing_seen(view: Any, viewer: int, out: Any) -> None:
    """Features for these tests."""
    out[:] = 0


@kernel
def looked(view: Any, viewer: int, out: Any) -> None:
    """Generic code that calls a game's features."""
    contract.features(view, viewer, out)


def test_what_does_not_reach_a_changed_kernel_is_compiled_once_for_both() -> None:
    first = pizzabox.load("theory").kernels.interpreted()
    changed = first.changed(features=nothing_seen)
    for func, shared in ((contract.play, True), (finish, True), (contract.features, False), (looked, False)):
        assert (changed.compiler.compiled(func) is first.compiler.compiled(func)) == shared, func.__name__
    assert changed.compiler.compiled(contract.features) is changed.compiler.compiled(nothing_seen)


def test_what_no_game_changes_is_compiled_once_for_all_games() -> None:
    first, second = (pizzabox.load(name).kernels.interpreted().compiler for name in ("theory", "hexentafl"))
    for func, shared in ((tree.learn, True), (tree.find, True), (tree.judge, False), (rng.mix, False)):
        assert (first.compiled(func) is second.compiled(func)) == shared, func.__name__
    grow = first.compiled(tree.grow).py_func.__globals__
    assert grow["learn"] is first.compiled(tree.learn)
    assert grow["judge"] is first.compiled(tree.judge)


def test_what_a_kernel_does_not_use_is_left_alone() -> None:
    compiler = KernelCompiler("tests")
    compiler.compiled(twice)
    assert compiler._compiled.keys() == {twice}
    compiler.compiled(four_times)
    assert compiler._compiled.keys() == {twice, four_times}


def test_an_inlined_kernel_is_compiled_with_its_callers_and_alone_only_when_it_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIZZABOX_CACHE_DIR", str(tmp_path))
    compiler = KernelCompiler("tests")
    outer, inner, plain = (compiler.compiled(f) for f in (first_twice_above, first_above, twice))
    assert [outer(x, 5) for x in (0, 3, 9)] == [first_twice_above(x, 5) for x in (0, 3, 9)] == [2, 5, 3]
    assert (len(plain.signatures), len(inner.signatures)) == (1, 0)
    assert (inner(3, 5), len(inner.signatures)) == (2, 1)


@pytest.mark.parametrize("stub", contract.STUBS, ids=lambda s: s.__name__)
def test_stubs_of_the_contract_cannot_be_called(stub: object) -> None:
    with pytest.raises(RuntimeError, match="is a stub"):
        stub(*[0] * stub.__code__.co_argcount)  # type: ignore[operator, attr-defined]


def test_generic_code_runs_plain_for_a_game() -> None:
    import pizzabox

    game = pizzabox.load("theory")
    pos = game.start(seed=1)
    steps = game.kernels.compiler.plain(finish)(pos.state, 5, [0] * game.width, game.longest)
    assert pos.over
    assert steps > 20
    with pytest.raises(RuntimeError):
        finish(game.start(seed=1).state, 5, [0], 10)


UPPER = """
from lower.code import scaled
from pizzabox.engine.kernel import kernel
from pizzabox.engine.kernel_compiler import KernelCompiler

@kernel
def more(x):
    return scaled(x) + 1

def unused(x):
    return x

def run(x=10):
    import numba
    compiled = KernelCompiler("shop").compiled(more, numba.types.int64(numba.types.int64))
    return more(x), compiled(x), sum(compiled.stats.cache_hits.values())
"""
LOWER = """
from pizzabox.engine.kernel import kernel
from .table import FACTOR, WEIGHTS
from far.away import step

@kernel
def scaled(x):
    return step(x) * FACTOR + WEIGHTS[1]
"""
FAR = """
from pizzabox.engine.kernel import kernel

@kernel
def step(x):
    return x {change}
"""
TABLES = """
import numpy as np
FACTOR = {factor}
WEIGHTS = np.array([{first}, {second}])
OTHER = {other}
"""


STARTS = """
import os, sys
import numba
from pizzabox.engine import kernel_compiler

numba.njit("int64(int64)")(lambda x: x)  # Numba has read all of itself
for _ in sys.stdin:
    if os.fork() == 0:
        from upper.code import run
        print(*run(), flush=True)
        os._exit(0)
    os.wait()
"""
"""A process that has imported only Numba, and forks a fresh start for every line it reads."""


@pytest.fixture
def packages(tmp_path: Path) -> Iterator[Callable[..., list[int]]]:
    """Three packages, the first of which calls the second and the third; what a fresh start says of them.

    The answer is the plain result, the compiled one, and how often compiled code was found in the cache.
    """
    pytest.importorskip("numba")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
        "PIZZABOX_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-c", STARTS]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as starts:

        def run(upper: str = UPPER, change: str = "+ 0", **tables: int) -> list[int]:
            known = {"factor": 2, "first": 0, "second": 0, "other": 0} | tables
            sources = {
                "upper/code.py": upper,
                "lower/code.py": LOWER,
                "lower/table.py": TABLES.format(**known),
                "far/away.py": FAR.format(change=change),
                "upper/words.toml": str(tables),
            }
            for name, text in sources.items():
                path = tmp_path / name
                path.parent.mkdir(exist_ok=True)
                (path.parent / "__init__.py").touch()
                if not path.exists() or path.read_text() != text:
                    path.write_text(text)
            assert starts.stdin and starts.stdout
            print(file=starts.stdin, flush=True)
            return [int(word) for word in starts.stdout.readline().split()]

        yield run


def test_what_changes_below_a_kernel_is_never_read_from_the_old_cache_and_what_changes_beside_it_is(
    packages: Callable[..., list[int]],
) -> None:
    assert packages() == [21, 21, 0]
    assert packages(other=9) == [21, 21, 1], "the second start finds compiled code, though another table has changed"
    assert packages(change="+ 5") == [31, 31, 0], "a kernel that is called by one that is called"
    assert packages(factor=3) == [31, 31, 0], "a number"
    assert packages(second=7) == [28, 28, 0], "an entry of a table"
    assert packages() == [21, 21, 1], "what was there before is still there"


def test_kernels_that_check_their_bounds_are_kept_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pizzabox.engine import kernel_compiler as module

    monkeypatch.setenv("PIZZABOX_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    folders = {module._folder_of("kernels"), module._folder_of("other kernels")}
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    folders.add(module._folder_of("kernels"))
    assert len(folders) == 3


def test_a_deck_of_another_file_has_its_own_cache(tmp_path: Path) -> None:
    """What the kernels of a game read from a file at import is a table like any other."""
    script = (
        "from pizzabox.engine.registry import find\n"
        "kernels = find('shark').kernels\n"
        "print(kernels.compiler._folder(kernels.plain['play']).name)\n"
    )
    house = (Path(pizzabox.__file__).parent / "games" / "shark" / "board" / "deck.csv").read_text(encoding="utf-8")
    names = []
    for number, text in enumerate(("", house, house.replace("take_cheese,4", "take_pepperoni,4"))):
        deck = tmp_path / f"other{number}.csv"
        deck.write_text(text, encoding="utf-8")
        chosen = {"PIZZABOX_SHARK_DECKS": str(deck) if text else "", "PIZZABOX_CACHE_DIR": str(tmp_path / "cache")}
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=os.environ | chosen
        )
        names.append(done.stdout)
    assert len(set(names)) == 3


def test_without_numba_everything_still_plays() -> None:
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "import pizzabox\n"
        "game = pizzabox.load('theory', players=2)\n"
        "pos = game.start(seed=4)\n"
        "assert game.warm() is False\n"
        "bots = [pizzabox.bot('greedy', seed=1), pizzabox.bot('random', seed=2)]\n"
        "while not pos.over:\n"
        "    player = pos.actors[0]\n"
        "    pos.play(bots[player].choose(pos.view(player)), player)\n"
        "print(pizzabox.GameRecord.of(pos).problems(), pos.prompt)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("[] ")


def test_threads_do_not_change_the_cache_folder_under_each_other(tmp_path: Path) -> None:
    config = pytest.importorskip("numba.core.config")
    seen: list[bool] = []

    def compiling(name: str) -> None:
        with _caching_in(tmp_path / name):
            time.sleep(0.02)
            seen.append(str(tmp_path / name) == config.CACHE_DIR)

    before = config.CACHE_DIR
    threads = [threading.Thread(target=compiling, args=(str(i),)) for i in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 4 and before == config.CACHE_DIR


SECOND = 2


@kernel
def through_a_module(x: int) -> int:
    """A kernel that reads a number of a module and one from around it."""
    return x * rng.GOLDEN + SECOND


def test_what_a_kernel_reaches() -> None:
    def found(func: Callable[..., object]) -> frozenset[str]:
        return sources([func], {}).found

    assert sources([four_times], {}).functions == {four_times, twice}
    assert sources([four_times], {twice: through_a_module}).functions == {four_times, through_a_module}
    around = 5

    def with_a_cell(x: int) -> int:
        return x + around

    assert any(line.endswith("around=5") for line in found(with_a_cell))
    assert any(line.endswith("SECOND=2") for line in found(through_a_module))
    assert any(line.endswith(f"rng.GOLDEN={rng.GOLDEN}") for line in found(through_a_module))


def test_a_game_is_made_of_its_kernels_and_of_what_they_take_from_the_engine() -> None:
    import pizzabox

    kernels = pizzabox.load("theory").kernels
    found = sources([finish, *kernels.plain.values()], kernels.compiler.bindings).found
    files = {line.split()[0] for line in found if line.split()[0].endswith(".py")}
    assert {"bits.py", "rng.py", "playout.py", "rules.py", "evaluation.py"} <= files
    assert not {"words.py", "picture.py", "analysis.py", "game.py"} & files


def test_threads_never_see_half_replaced_globals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two threads ask for two kernels of one module; both get helpers that are compiled too."""
    slow = KernelCompiler._jit

    def slowly(self: KernelCompiler, func: Any, *signature: Any) -> Any:
        time.sleep(0.05)
        return slow(self, func, *signature)

    monkeypatch.setattr(KernelCompiler, "_jit", slowly)
    compiler = KernelCompiler("threads")

    def helper_of(func: Any) -> Any:
        return compiler.compiled(func).py_func.__globals__["helped"]

    with ThreadPoolExecutor(2) as pool:
        helpers = list(pool.map(helper_of, (twice_helped, thrice_helped)))
    assert helpers == [compiler.compiled(helped)] * 2 != [helped] * 2
    assert [compiler.compiled(func)(5) for func in (twice_helped, thrice_helped)] == [12, 18]


@kernel
def helped(n: int) -> int:
    return n + 1


@kernel
def twice_helped(n: int) -> int:
    return 2 * helped(n)


@kernel
def thrice_helped(n: int) -> int:
    return 3 * helped(n)
