"""The examples run, and find what they say they find."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import size

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> Any:
    spec = spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_openspiels_algorithms_on_an_end_game(capsys: pytest.CaptureFixture[str]) -> None:
    endgame = example("openspiel_endgame")
    even, solved = endgame.solve(endgame.last_choice(1), rounds=size(80, 300))
    assert solved < 0.05
    assert even > 0.5
    endgame.main(["--rounds", "5", "--simulations", "2"])
    said = capsys.readouterr().out
    assert "rounds of CFR" in said and "tree search against random moves: [" in said
