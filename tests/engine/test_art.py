"""Drawn art: SVG files, their colours, and the error when a drawing is missing."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import pizzabox
from pizzabox.engine.art import Art
from pizzabox.engine.svg import THEMES, palette
from pizzabox.engine.toppings import art as toppings

HOME = Path(pizzabox.__file__).parent
FILES = [HOME / "engine" / "toppings.svg", *sorted((HOME / "games").rglob("art.svg"))]
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(HOME)))
SHEET = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2">
  <!-- Two drawings. -->
  <style>svg { --pb-ink: #2b2320; }</style>
  <g id="dot" transform="translate(1 1)">
    <circle r="1" fill="var(--pb-ink)" stroke-width="0.5"/>
  </g>
  <g id="pair">
    <use href="#dot" transform="translate(3 0)"/>
    <g opacity="0.5"><path d="M0 0L1 1"/></g>
  </g>
</svg>"""


def sheet(folder: Path, patch: pytest.MonkeyPatch, text: str, *others: Art) -> Art:
    """The art of a package that has nothing but this file."""
    name = f"drawn_{folder.name}"
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text("", encoding="utf-8")
    (folder / name / "art.svg").write_text(text, encoding="utf-8")
    patch.syspath_prepend(str(folder))
    return Art(name, "art.svg", *others)


def art_of(path: Path) -> Art:
    package = ".".join(path.parent.relative_to(HOME.parent).parts)
    return Art(package, path.name, *([] if path.name == toppings.file else [toppings]))


def test_a_drawing_is_what_its_group_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    art, p = sheet(tmp_path, monkeypatch, SHEET), palette("dark")
    dot = f'<circle r="1" fill="{p["ink"]}" stroke-width="0.5"/>'
    assert art("dot", p) == dot, "neither its place on the sheet nor white space"
    assert art("pair", p) == f'<g transform="translate(3 0)">{dot}</g><g opacity="0.5"><path d="M0 0L1 1"/></g>'
    assert art.at("dot", p, 4, 5, 2, opacity=0.3) == (f'<g transform="translate(4 5)scale(2)" opacity="0.3">{dot}</g>')
    assert "var(--pb-ink, #2b2320)" in art("dot", palette("page"))


def test_a_drawing_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    art = sheet(tmp_path, monkeypatch, SHEET)
    with pytest.raises(LookupError, match=r"art\.svg has no drawing 'dott'; it has dot, pair"):
        art("dott", palette())


def test_a_drawing_that_is_used_must_be_defined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = SHEET.replace('href="#dot"', 'href="#olive"')
    with pytest.raises(LookupError, match=r"art\.svg uses #olive, which isn't defined"):
        sheet(tmp_path, monkeypatch, text)("dot", palette())
    (tmp_path / "other").mkdir()
    drawn = sheet(tmp_path / "other", monkeypatch, text, toppings)("pair", palette())
    assert toppings("olive", palette()) in drawn, "here, or in a file it builds on"


def test_a_colour_that_is_not_in_the_palette_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    art = sheet(tmp_path, monkeypatch, SHEET.replace("var(--pb-ink)", "var(--pb-inky)"))
    with pytest.raises(LookupError, match="inky"):
        art("dot", palette())


@every_file
@pytest.mark.parametrize("theme", THEMES)
def test_every_drawing_has_the_colours_of_every_theme(path: Path, theme: str) -> None:
    art, p = art_of(path), palette(theme)
    known = {colour[-8:-1] if theme == "page" else colour for colour in p.colours.values()}
    for name in art.drawings:
        drawn = art(name, p)
        assert len(ET.fromstring(f"<g>{drawn}</g>")), name
        assert set(re.findall(r"#[0-9a-f]{3,8}", drawn)) <= known, "colours are those of the palette"
        assert "var(" not in drawn or theme == "page", name


@every_file
def test_a_sheet_looked_at_by_itself_has_the_light_colours(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    shown = dict(re.findall(r"--pb-([a-z-]+): (#\w+);", text))
    assert shown == {name: palette("light")[name] for name in set(re.findall(r"var\(--pb-([a-z-]+)\)", text))}
