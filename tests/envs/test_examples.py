"""The examples run, and find what they say they find."""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from importlib.util import module_from_spec, spec_from_file_location
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.helpers import size

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


def example(name: str, folder: Path = EXAMPLES) -> Any:
    spec = spec_from_file_location(name, folder / f"{name}.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules[name] = module
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


@pytest.mark.parametrize("seed", [2, 3, 4])
def test_openspiels_tree_search_wins_where_it_can(seed: int) -> None:
    endgame = example("openspiel_endgame")
    position, winning = endgame.last_chance(seed)
    others = set(position.legal().codes) - set(winning)
    assert winning and others
    assert endgame.found(position, 10 * len(position.legal()), seed) in winning
    assert not any(endgame.wins(position, position.move(position.actors[0], code)) for code in others)


def test_an_agent_learns_to_beat_greedy(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    why = "sb3-contrib isn't installed; it brings PyTorch, which is gigabytes on Linux with x86-64 processors"
    pytest.importorskip("sb3_contrib", reason=why)
    ppo = example("ppo_theory")
    steps, games = size(6144, 16_384), size(150, 500)
    agent, stretches = ppo.learn(rounds=1, steps=steps, envs=16, seed=1)
    assert stretches[-1].steps == steps
    assert sum(one.games for one in stretches) == steps // 2  # a game of one round is an added topping and a cut
    learnt, by_chance = ppo.evaluate(agent, 1, games, seed=7), ppo.evaluate(None, 1, games, seed=7)
    assert by_chance < ppo.FAIR
    assert learnt > ppo.FAIR + ppo.margin(learnt, games)

    ppo.draw(stretches, by_chance, 1).save(tmp_path / "curve.svg")
    drawn = (tmp_path / "curve.svg").read_text(encoding="utf-8")
    assert "greedy itself" in drawn and "random moves" in drawn
    assert f"{steps:,} moves: " in capsys.readouterr().out


def test_an_agent_that_cannot_have_learnt_does_not_beat_greedy() -> None:
    pytest.importorskip("sb3_contrib")
    ppo = example("ppo_theory")
    agent, _ = ppo.learn(rounds=1, steps=0, envs=16, seed=1)
    assert ppo.evaluate(agent, 1, 100, seed=7) < ppo.FAIR


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda p: p.stem)
def test_a_notebook_shows_what_it_finds_today(path: Path) -> None:
    notebooks = example("notebooks", ROOT / "docs")
    kept = json.loads(path.read_text(encoding="utf-8"))
    cells = [cell for cell in kept["cells"] if cell["cell_type"] == "code"]
    for number, (cell, today) in enumerate(zip(cells, notebooks.run(cells), strict=True), 1):
        assert cell["execution_count"] == number
        assert comparable(cell["outputs"]) == comparable(today), "run python docs/notebooks.py and look at it"
    pictures = sum("data" in one for cell in cells for one in cell["outputs"])
    assert pictures == 3
    assert str(ROOT) not in path.read_text(encoding="utf-8")


def comparable(outputs: list[dict[str, Any]]) -> list[Any]:
    """Texts as they are; of pictures, whose letters depend on a machine's fonts, the size."""
    found: list[Any] = []
    for one in outputs:
        picture = one.get("data", {}).get("image/png")
        found.append(Image.open(BytesIO(b64decode(picture))).size if picture else one)
    return found


def test_a_notebook_that_fails_is_an_error() -> None:
    notebooks = example("notebooks", ROOT / "docs")
    cells = [{"cell_type": "markdown", "source": ["1 / 0"]}, {"cell_type": "code", "source": ["print(1)\n", "1 / 0"]}]
    with pytest.raises(ZeroDivisionError):
        notebooks.run(cells)
    assert notebooks.run(cells[:1]) == []
