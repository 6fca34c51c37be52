"""`@kernel`, bits and the generator: plain and compiled forms say the same, and the cache is never stale."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pizzabox.engine import bits, contract, rng
from pizzabox.engine.kernel import Workshop, _caching_in, kernel
from pizzabox.engine.playout import finish

WORKSHOP = Workshop("tests")


@given(st.integers(0, 2**63 - 1))
def test_bit_helpers_compiled_and_obvious(x: int) -> None:
    import numba

    count, lowest, highest = (WORKSHOP.compiled(f) for f in (bits.count, bits.lowest, bits.highest))

    if not hasattr(WORKSHOP, "probe"):
        WORKSHOP.probe = numba.njit(lambda x: (count(x), lowest(x), highest(x)))  # type: ignore[attr-defined]
    expected = (bin(x).count("1"), bits.members(x)[0] if x else 64, bits.members(x)[-1] if x else -1)
    assert WORKSHOP.probe(x) == expected  # type: ignore[attr-defined]
    assert (bits.count(x), bits.lowest(x), bits.highest(x)) == expected


@given(st.integers(0, 2**64 - 1), st.integers(1, 60000))
def test_the_generator_is_the_same_everywhere(x: int, n: int) -> None:
    mix, advance, scale = (WORKSHOP.compiled(f) for f in (rng.mix, rng.advance, rng.scale))
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
    compiled = WORKSHOP.compiled(four_times)
    assert compiled(3) == 12
    assert compiled is WORKSHOP.compiled(four_times)
    assert four_times.__globals__["twice"] is twice


@pytest.mark.parametrize("stub", contract.STUBS, ids=lambda s: s.__name__)
def test_stubs_of_the_contract_cannot_be_called(stub: object) -> None:
    with pytest.raises(RuntimeError, match="is a stub"):
        stub(*[0] * stub.__code__.co_argcount)  # type: ignore[operator, attr-defined]


def test_generic_code_runs_plain_for_a_game() -> None:
    import pizzabox

    game = pizzabox.load("theory")
    pos = game.start(seed=1)
    steps = game.kernels.workshop.plain(finish)(pos.state, 5, [0] * game.width, game.longest)
    assert pos.over
    assert steps > 20
    with pytest.raises(RuntimeError):
        finish(game.start(seed=1).state, 5, [0], 10)


PACKAGE = """
from pizzabox.engine.kernel import kernel, Workshop
from .table import FACTOR

@kernel
def scaled(x):
    return x * FACTOR

def run():
    import numba
    return Workshop("shop").compiled(scaled, numba.types.int64(numba.types.int64))(10)
"""


def test_a_changed_table_beside_a_kernel_is_never_read_from_the_old_cache(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "code.py").write_text(PACKAGE)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PIZZABOX_CACHE_DIR": str(tmp_path / "cache")}

    def run() -> str:
        return subprocess.run(
            [sys.executable, "-c", "from shop.code import run; print(run())"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    (package / "table.py").write_text("FACTOR = 2\n")
    assert run() == "20"
    assert run() == "20"
    assert list((tmp_path / "cache").rglob("*.nbc")), "the second start found compiled code"
    (package / "table.py").write_text("FACTOR = 3\n")
    assert run() == "30"


def test_a_file_outside_the_sources_has_its_own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pizzabox.engine import kernel as module

    monkeypatch.setenv("PIZZABOX_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(module, "_outside", [])
    source, folders = tmp_path / "deck.csv", (Path(module.__file__).parent,)
    shelves = [module._shelf.__wrapped__(folders)]
    for text in ("one", "two"):
        source.write_text(text, encoding="utf-8")
        module._outside.clear()
        module.made_from(source)
        shelves.append(module._shelf.__wrapped__(folders))
    assert len(set(shelves)) == 3


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


def test_all_engine_sources_that_kernels_are_made_of_are_watched() -> None:
    """A kernel, or a module one takes something from, must be in the fingerprint of the cache."""
    from pizzabox.engine import kernel as module

    home = module.kernel_home()
    for path in home.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        if re.search(r"^@(kernel|native)\b", text, re.MULTILINE):
            assert path.name in module.OWN, path.name
    for name in module.OWN:
        taken = re.findall(r"^from \.(\w+) import", (home / name).read_text(encoding="utf-8"), re.MULTILINE)
        assert {f"{other}.py" for other in taken} <= module.OWN, name
