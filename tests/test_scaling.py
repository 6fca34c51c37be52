"""The plan for a million tables: it multiplies what was measured, and the docs say what it says."""

from __future__ import annotations

import importlib.util
import sys
from types import ModuleType
from typing import Any

import pytest

from tests.serving import ROOT

pytest.importorskip("psycopg")
pytest.importorskip("redis")


@pytest.fixture(scope="module")
def scaling() -> ModuleType:
    spec = importlib.util.spec_from_file_location("scaling", ROOT / "benchmarks" / "scaling.py")
    assert spec and spec.loader
    made = importlib.util.module_from_spec(spec)
    sys.modules["scaling"] = made  # dataclasses look for their module there
    before = list(sys.path)
    spec.loader.exec_module(made)
    sys.path[:] = before
    return made


def test_twice_the_tables_cost_twice_as_much(scaling: Any) -> None:
    one, two = (scaling.plan(scaling.latest(), scaling.Assumed(tables=n)) for n in (1_000_000, 2_000_000))
    for name in ("unfinished", "live", "open", "connections", "database_gb", "database_gb_year", "workers_for_rooms"):
        assert two[name] == pytest.approx(2 * one[name])
    assert 1.9 < two["moves_s"] / one["moves_s"] < 2.1 and one["moves_s_peak"] > one["moves_s"]
    assert one["live"] < one["open"] < one["unfinished"] / 5


def test_the_docs_say_what_the_plan_says(scaling: Any) -> None:
    text = (ROOT / "docs" / "scaling.md").read_text(encoding="utf-8")
    newest = sorted((ROOT / "benchmarks" / "results").glob("scaling-*.json"))[-1]
    measured, million = scaling.latest(), scaling.plan(scaling.latest(), scaling.Assumed())
    assert newest.name in text
    said = [
        f"{measured['bytes_per_table']:,} bytes",
        f"{measured['bytes_per_move']} bytes",
        f"{measured['open_table_kb']:.0f} kB of memory, {measured['open_table_ms']:.1f} ms to open",
        f"{million['unfinished']:,.0f} |",
        f"{million['moves_s']:.0f}, {million['moves_s_peak']:.0f} |",
        f"{million['app_cores']:.1f} |",
        f"{million['app_gb']:.0f} GB |",
        f"{million['open']:,.0f} |",
        f"{million['database_gb']:.0f} GB |",
        f"{million['database_gb_year'] / 1000:.1f} TB |",
        f"{million['redis_mb_s']:.0f} MB/s |",
        f"{million['renewals_s']:.0f}, {million['renewal_rows_s']:,.0f} |",
        f"for {million['open_again_s']:.0f} s",
    ]
    assert [one for one in said if one not in text] == []
