"""The documentation site builds without a warning, leads nowhere wrong, and needs no network."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import pizzabox
from pizzabox.bots import usual_ratings
from pizzabox.server.openapi import description

pytest.importorskip("mkdocs", reason='mkdocs is not installed; pip install "pizzabox[docs]"')
pytest.importorskip("material", reason='mkdocs-material is not installed; pip install "pizzabox[docs]"')
pytest.importorskip("mkdocstrings", reason='mkdocstrings is not installed; pip install "pizzabox[docs]"')

ROOT = Path(__file__).parents[1]
LOADED = {"script": "src", "img": "src", "source": "srcset", "iframe": "src", "link": "href"}
"""What a browser loads by itself."""


class Reader(HTMLParser):
    """The anchors of a page, where its links lead, what it loads, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = {name: value or "" for name, value in attrs}
        self.anchors |= {had[name] for name in ("id", "name") if name in had}
        if tag == "a" and "href" in had:
            self.links.append(had["href"])
        address = had.get(LOADED.get(tag, ""))
        if address and had.get("rel") not in ("canonical", "prev", "next"):
            self.loads.append(address)

    def handle_data(self, data: str) -> None:
        self.text += data


def build(folder: Path, config: Path = ROOT / "mkdocs.yml") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(config), "-d", str(folder)],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT / "src")},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = build(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Reader]:
    found = {path: Reader(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")}
    assert len(found) > 30
    return found


def wrong(site: Path, pages: dict[Path, Reader], page: Path, address: str) -> bool:
    """Whether an address on a page leads to no file or anchor of the site."""
    parts = urlsplit(address)
    if parts.scheme or parts.netloc:
        return False
    # The page for what is not found is at no address of its own, so its links begin at the root.
    base = site if parts.path.startswith("/") else page.parent
    there = (base / unquote(parts.path).lstrip("/")).resolve() if parts.path else page
    if there.is_dir():
        there /= "index.html"
    if not there.is_file() or not there.is_relative_to(site):
        return True
    return there in pages and bool(parts.fragment) and unquote(parts.fragment) not in pages[there].anchors


def test_every_link_leads_somewhere(site: Path, pages: dict[Path, Reader]) -> None:
    links = [(page, link) for page, reader in pages.items() for link in [*reader.links, *reader.loads]]
    bad = [f"{page.relative_to(site)}: {link}" for page, link in links if wrong(site, pages, page, link)]
    assert bad == []
    start = site / "index.html"
    assert wrong(site, pages, start, "nowhere.html")
    assert wrong(site, pages, start, "bots.html#nowhere")
    assert not wrong(site, pages, start, "games/theory-rules.html#T2.2")


def test_nothing_is_fetched_from_a_network(site: Path, pages: dict[Path, Reader]) -> None:
    loads = {address for reader in pages.values() for address in reader.loads}
    assert [address for address in loads if urlsplit(address).netloc] == []
    assert any(address.endswith("iframe-worker.js") for address in loads), "the search of pages opened from files"
    for style in site.rglob("*.css"):
        assert re.findall(r"(?:@import|url\()\s*[\"']?(?:https?:)?//[^)]*", style.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("name", pizzabox.names())
def test_each_game_has_its_page_and_its_rules(name: str, pages: dict[Path, Reader], site: Path) -> None:
    game, page = pizzabox.load(name), pages[site / "games" / f"{name}.html"]
    assert game.about in page.text
    for option in game.declared:
        assert game.help(option) in page.text, option.name
    assert set(game.rules.rules) <= pages[site / "games" / f"{name}-rules.html"].anchors
    for ratings in usual_ratings(name).values():
        assert f"{ratings['greedy']['rating']:.0f} ± " in page.text
    found = json.loads((ROOT / "docs" / "reports" / "findings.json").read_text(encoding="utf-8"))[name]
    told = " ".join(page.text.split())
    assert len(found["balance"]["findings"]) == 3
    for text in [*found["balance"]["findings"], found["sweep"]["findings"][0]]:
        assert text in told, "what the report found"
    assert {f"../reports/{name}-balance.html", f"../reports/{name}-sweep.html", "../reports.html"} <= set(page.links)
    for theme in ("light", "dark"):
        assert (site / "games" / f"{name}-{theme}.svg").read_text(encoding="utf-8").startswith("<svg")


def test_the_reference_has_every_public_name(pages: dict[Path, Reader], site: Path) -> None:
    assert {f"pizzabox.{name}" for name in pizzabox.__all__} <= pages[site / "reference" / "pizzabox.html"].anchors
    html = (site / "reference" / "pizzabox.html").read_text(encoding="utf-8")
    assert '<span class="gp">&gt;&gt;&gt; </span>' in html, "examples are code, not quotations"
    assert "<blockquote>" not in html
    assert json.loads((site / "reference" / "openapi.json").read_text(encoding="utf-8")) == description()
    requests = pages[site / "reference" / "requests.html"].text
    assert [path for path in description()["paths"] if path not in requests] == []


def test_the_start_page_has_the_two_commands_and_a_door_for_everyone(pages: dict[Path, Reader], site: Path) -> None:
    start = pages[site / "index.html"]
    assert [words for words in ("make play", "make test") if words not in start.text] == []
    doors = {"bots.html", "hosting.html", "environments.html", "lab.html"}
    assert doors | {f"games/{name}.html" for name in pizzabox.names()} <= set(start.links)
    assert {"pictures/theory.svg#only-light", "pictures/theory-dark.svg#only-dark"} <= set(start.loads)


def test_the_search_knows_every_game(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert {pizzabox.load(name).title for name in pizzabox.names()} <= {entry["title"] for entry in index["docs"]}
    assert (site / "search" / "search_index.js").is_file(), "what is searched on pages opened from files"


def test_a_link_that_leads_nowhere_fails_the_build(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text("[Nowhere](nowhere.md)\n", encoding="utf-8")
    kept = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    rules = kept[kept.index("validation:") : kept.index("# The pages of the games")]
    config = tmp_path / "mkdocs.yml"
    config.write_text(f"site_name: Test\nplugins: []\nstrict: true\n{rules}", encoding="utf-8")
    done = build(tmp_path / "site", config)
    assert done.returncode == 1
    assert "nowhere.md" in done.stderr
