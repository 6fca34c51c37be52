"""Programs that answer anything: a fault in words or a legal move, never an error of ours."""

from __future__ import annotations

import json
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import pizzabox
from pizzabox.bots.external import MOST_LINE, Program
from pizzabox.engine.position import View
from pizzabox.testing import junk, mutated
from tests.helpers import size

PATIENT = 60.0
ANSWERS = 'read hello; read turn; cat "$0"'
"""A program of the shell that says what stands in a file, whatever it is asked."""


@cache
def views() -> list[View]:
    """Of an open move and of a secret one."""
    placing = pizzabox.load("theory", players=3, first="red").start(seed=3)
    cutting = placing.copy()
    while len(cutting.actors) == 1:
        cutting.play(cutting.legal()[0])
    return [placing.view(0), cutting.view(cutting.actors[0])]


def as_json(value: Any) -> str:
    return json.dumps(value, default=repr)


good = st.sampled_from(["a1", "d4", "cut 1", "cut 6"])
answers = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200).map(lambda text: text.encode("utf-8", "replace")),
    junk().map(lambda value: as_json(value).encode()),
    st.builds(
        lambda move, n, evaluation: as_json({"move": move, "n": n, "evaluation": evaluation}).encode(),
        good | junk(),
        st.none() | st.integers(-1, 3) | junk(),
        st.none() | st.lists(st.floats() | st.integers(), max_size=4) | junk(),
    ),
    good.flatmap(lambda move: mutated(as_json({"move": move}))).map(lambda text: text.encode("utf-8", "replace")),
    st.just(b"x" * (3 * MOST_LINE)),
    st.just(b"[" * 100_000),
)


@settings(max_examples=size(60, 2000), suppress_health_check=list(HealthCheck))
@given(st.lists(answers, max_size=3), st.integers(0, 1))
def test_whatever_a_program_says(said: list[bytes], which: int) -> None:
    view = views()[which]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "said"
        file.write_bytes(b"\n".join(said) + b"\n")
        program = Program("mine", ("sh", "-c", ANSWERS, str(file)))
        try:
            move = program.choose(view, PATIENT)
        finally:
            program.close()
    assert move in view.legal()
    assert program.fault is None or 20 < len(program.fault) < 600
    if program.evaluation is not None:
        assert len(program.evaluation) == 3 and all(0 <= chance <= 1 for chance in program.evaluation)
