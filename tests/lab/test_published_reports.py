"""The reports in the docs: made by one command, as it stands, and fit to be read without a network."""

from __future__ import annotations

import json
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars")
pytest.importorskip("altair")
pytest.importorskip("vl_convert")
import pizzabox
from pizzabox.engine.errors import PizzaboxError
from pizzabox.lab.balance import balance_plan
from pizzabox.lab.workers import ThisProcess

DOCS = Path(__file__).parents[2] / "docs"
REPORTS = DOCS / "reports"
MOST_BYTES = 1_000_000


@pytest.fixture(scope="module")
def command() -> Any:
    """`docs/reports.py` as a module."""
    spec = spec_from_file_location("reports", DOCS / "reports.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", pizzabox.names())
def test_each_game_has_its_report_and_its_sweep(name: str, command: Any) -> None:
    found = json.loads((REPORTS / "findings.json").read_text(encoding="utf-8"))[name]
    assert found["balance"]["games"] == command.BALANCE[name] and found["balance"]["bots"] == command.BOTS
    assert (found["sweep"]["options"], found["sweep"]["games"]) == command.SWEEPS[name]
    for part in ("balance", "sweep"):
        page = (REPORTS / f"{name}-{part}.html").read_text(encoding="utf-8")
        assert len(page.encode()) < MOST_BYTES
        assert "<script" not in page and not re.search(r'(?:src|href)="(?:https?:)?//', page)
        told = page.replace("&#39;", "'").replace("&#34;", '"')
        assert [text for text in found[part]["findings"] if text not in told] == []
        assert f"{found[part]['games']} games of greedy" in page


def test_the_command_writes_them(command: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one game, a hundredth of a few short games."""
    monkeypatch.setattr(command, "BALANCE", {"theory": 1_000})
    monkeypatch.setattr(command, "SWEEPS", {"theory": ({"cap": "1,2"}, 1_000)})
    monkeypatch.setattr(command, "Processes", lambda count: ThisProcess())
    monkeypatch.setattr(command, "balance_plan", lambda game, *rest: balance_plan(game.with_options(cap=1), *rest))
    command.main(["theory", "--quick"], tmp_path / "reports", tmp_path / "results")
    made = {path.name for path in (tmp_path / "reports").iterdir()}
    assert made == {"theory-balance.html", "theory-sweep.html", "findings.json"}
    found = json.loads((tmp_path / "reports" / "findings.json").read_text(encoding="utf-8"))
    assert found["theory"]["sweep"]["games"] == 10 and len(found["theory"]["balance"]["findings"]) == 3
    with pytest.raises(PizzaboxError, match="checkers"):
        command.main(["checkers", "--quick"], tmp_path / "reports", tmp_path / "results")
