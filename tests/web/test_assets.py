"""The assets without a browser: words, colours, policy."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("jinja2")

from pizzabox import web
from pizzabox.engine.catalogue import speaking

TEMPLATES = {path.name: path.read_text() for path in web.folder("templates").glob("*.html")}
MODULES = {path.name: path.read_text() for path in web.folder("static").glob("js/*.js")}
STYLES = {path.name: path.read_text() for path in web.folder("static").glob("css/*.css")}
MADE = {"js.theme_", "js.source_", "js.draw_", "js.undo_", "rules.source_", "message.title_", "message.text_"}
MADE |= {"you.colour_", "you.was_", "you.not_"}
"""Keys that are put together: their beginnings."""


def used() -> set[str]:
    found = {key for text in TEMPLATES.values() for key in re.findall(r"say\(['\"]([\w.]+)['\"]", text)}
    for text in MODULES.values():
        found |= {f"js.{key}" for key in re.findall(r"say\([^()`]*?\"(\w+)\"", text)}
        found |= {f"js.{key}" for key in re.findall(r"\? \"(\w+)\" : \"\w+\"", text)}
        found |= {f"js.{key}" for key in re.findall(r"\? \"\w+\" : \"(\w+)\"", text)}
    return found


def test_every_text_is_in_the_catalogue() -> None:
    keys = web.say.keys()
    wanted = {key for key in used() if not key.startswith("js.") and not key.endswith("_")}
    assert not wanted - keys
    said = {f"js.{k}" for text in MODULES.values() for k in re.findall(r"\bsay\(\"(\w+)\"", text)}
    assert not said - keys


def needed(module: str) -> set[str]:
    """The modules that one imports, directly or indirectly."""
    found, left = set[str](), [module]
    while left:
        for name in re.findall(r"from \"\./(\w+)\.js\"", MODULES[f"{left.pop()}.js"]):
            if name not in found:
                found.add(name)
                left.append(name)
    return found


def test_a_table_asks_beforehand_for_the_modules_it_needs_and_no_others() -> None:
    listed = re.search(r"for name in \[(.*?)\]", TEMPLATES["table.html"])
    assert listed is not None
    assert set(re.findall(r"\w+", listed[1])) == needed("table")


def test_modules_get_their_texts_unfilled() -> None:
    """One word for 1 and another for more is chosen in the page."""
    assert "{loss:point|points}" in web.script_words()["rv_cost"]
    with speaking("it"):
        assert "{loss:punto percentuale|punti percentuali}" in web.script_words()["rv_cost"]


def test_no_text_is_left_over() -> None:
    left = {key for key in web.say.keys() - used() if not any(key.startswith(start) for start in MADE)}
    assert left - {"language"} == set()


def test_templates_hold_no_text_of_their_own() -> None:
    for name, text in TEMPLATES.items():
        bare = re.sub(r"\{% block kind %\}\w+|\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>]*>", " ", text, flags=re.DOTALL)
        assert not re.findall(r"[A-Za-z]{3,}", bare), name


def test_palette_is_the_engines() -> None:
    assert STYLES["palette.css"] == web.palette_css(), "write pizzabox.web.palette_css() to static/css/palette.css"


def test_no_inline_code_and_nothing_from_outside() -> None:
    for name, text in {**TEMPLATES, **MODULES, **STYLES}.items():
        assert not re.search(r"\sstyle=|<style|\son\w+=\"|innerHTML|eval\(", text), name
        assert not re.search(r"https?://(?!www\.w3\.org)", text), name
        assert not re.search(r"url\(", text), name


def test_no_game_is_named() -> None:
    import pizzabox

    for name, text in {**TEMPLATES, **MODULES, **STYLES}.items():
        for game in pizzabox.names():
            assert not re.search(rf"\b{game}\b", text), (name, game)


def test_words_cannot_end_their_block() -> None:
    assert "</script" not in web.as_json({"a": "</script><script>alert(1)"})
    assert str(web.inline("a *b* `<i>` **c**")) == "a <em>b</em> <code>&lt;i&gt;</code> <strong>c</strong>"
