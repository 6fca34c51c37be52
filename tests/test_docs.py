"""README and docs say what is true: their examples run, their pictures are current, their links lead somewhere."""

from __future__ import annotations

import doctest
import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

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


def test_the_pictures_are_drawn_from_todays_rules() -> None:
    spec = spec_from_file_location("pictures", ROOT / "docs" / "pictures.py")
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
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
