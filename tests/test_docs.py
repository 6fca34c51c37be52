"""README and docs say what is true: their examples run, their pictures are current, their links lead somewhere."""

from __future__ import annotations

import doctest
import re
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    [ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").glob("*.md"), *ROOT.glob("benchmarks/*.md")]
)


def test_the_examples_of_the_readme_run() -> None:
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 8
    assert results.failed == 0


def test_the_examples_for_learners_run() -> None:
    results = doctest.testfile(str(ROOT / "docs" / "environments.md"), module_relative=False)
    assert results.attempted > 20
    assert results.failed == 0


def drawings() -> Any:
    """docs/pictures.py, which is no package."""
    spec = spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert spec and spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_are_drawn_from_todays_rules() -> None:
    module = drawings()
    for name, content in module.pictures().items():
        kept = (module.FOLDER / name).read_text(encoding="utf-8")
        assert kept == content, f"{name} is out of date; run python docs/pictures.py and look at it"


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    targets = re.findall(r"\]\(([^)#]+)\)", text) + re.findall(r'(?:src|srcset)="([^"]+)"', text)
    for target in targets:
        if not re.match(r"[a-z]+:", target):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_house_is_drawn_as_it_is_built() -> None:
    """Floor by floor as `lint-imports` holds them apart."""
    layers = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"][
        0
    ]
    floors = [set(layer.split(" | ")) for layer in layers["layers"] if layer != "__main__"]
    assert [set(floor) for floor in drawings().FLOORS] == floors


PLACE = re.compile(r"`((?:games|engine|web|table|server|envs)/[\w/.]+)`(?: \(([^)]*)\))?")


def test_the_paths_through_the_house_lead_where_they_say() -> None:
    """Every file that the page names is there, and has what is named beside it."""
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("| … ")]
    assert len(rows) == 5
    for row in rows:
        places = PLACE.findall(row)
        assert places
        for path, names in places:
            source = (ROOT / "src" / "pizzabox" / path).read_text(encoding="utf-8")
            for name in re.findall(r"`(\w+)`", names):
                assert re.search(rf"^\s*(?:(?:async )?def |class )?{name}\(", source, re.MULTILINE), (
                    f"{path} has no {name}"
                )
