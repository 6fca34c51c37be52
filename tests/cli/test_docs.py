"""docs: the documentation site in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import pytest

from pizzabox.cli import docs

from .helpers import run


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the browser was asked to open."""
    found: list[str] = []
    monkeypatch.setattr(webbrowser, "open", found.append)
    return found


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setattr(docs, "SITE", tmp_path)
    return tmp_path


def test_the_site_is_opened(site: Path, opened: list[str]) -> None:
    (site / "index.html").touch()
    ran = run("docs")
    assert ran.code == 0
    assert ran.out.strip() == (site / "index.html").as_uri()
    assert opened == [ran.out.strip()]


def test_or_only_named(site: Path, opened: list[str]) -> None:
    (site / "index.html").touch()
    assert run("docs", "--no-open").out.strip() == (site / "index.html").as_uri()
    assert opened == []


@pytest.mark.parametrize(("language", "words"), [("en", "make docs builds it"), ("it", "la costruisce make docs")])
def test_where_it_is_not_built_it_says_how(language: str, words: str, site: Path, opened: list[str]) -> None:
    ran = run("--lang", language, "docs")
    run("--lang", "en", "games")
    assert ran.code == 2
    assert words in ran.err
    assert opened == []
    assert list(site.iterdir()) == []
