"""Pages are handed on from test to test: none finds what another left behind."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import DESKTOP, PHONE, Guest

LASTING = {"add_init_script", "route_web_socket", "on", "expose_function", "new_cdp_session", "Proxy", "Ear"}
"""What stays with a page for good, so that nobody else may have it afterwards."""


LEFT = """() => [localStorage.length, matchMedia('(prefers-color-scheme: dark)').matches,
  matchMedia('(prefers-reduced-motion: reduce)').matches, innerWidth, document.querySelectorAll('main :hover').length
]"""


def test_a_page_that_is_handed_on_knows_nothing_of_who_had_it(browser: Any, base_url: str) -> None:
    guest = Guest(browser, base_url, {"viewport": DESKTOP})
    page = guest.page
    page.goto("/you")
    assert guest.context.cookies()
    page.evaluate("() => { localStorage.setItem('pizzabox.theme', 'dark'); sessionStorage.setItem('a', '1'); }")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.set_viewport_size(PHONE)
    page.hover("main h1")
    page.route("**/you", lambda route: route.fulfill(body="something else"))
    guest.leave()
    assert guest.context.cookies() == [], "the next one is another person"
    page.goto("/you")
    assert page.evaluate(LEFT) == [0, False, False, DESKTOP["width"], 0]
    assert page.locator("h1").count() == 1, "and the page is the server's"
    guest.context.close()


def names(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield (node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")), node


def careless(source: str) -> list[str]:
    """The functions that do something lasting to a page which others will have."""
    found = []
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
            calls = list(names(function))
            lasting = [name for name, _ in calls if name in LASTING]
            visits = [call for name, call in calls if name == "visit"]
            fresh = all(any(key.arg == "fresh" for key in call.keywords) for call in visits)
            if lasting and visits and not fresh:
                found.append(function.name)
    return found


def test_who_does_something_lasting_has_a_page_of_their_own() -> None:
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        assert careless(file.read_text()) == [], file.name
    lasting = "def test_a(visit):\n    visit({}).on('console', print)\n"
    assert careless(lasting) == ["test_a"] and careless(lasting.replace("{}", "fresh=True")) == []


ASKING = {
    "an image": "where => { document.body.append(Object.assign(new Image(), { src: where })); }",
    "a module": "where => import(where).catch(() => {})",
    "a script": "where => { document.body.append(Object.assign(document.createElement('script'), { src: where })); }",
    "a style sheet": """where => {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: where }));
    }""",
    "a module beforehand": """where => {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: where }));
    }""",
    "data": "where => fetch(where).catch(() => {})",
}


@pytest.mark.parametrize("bypass_csp", [False, True])
def test_what_a_page_asks_for_in_vain_or_of_others_is_wrong(browser: Any, base_url: str, bypass_csp: bool) -> None:
    guest = Guest(browser, base_url, {"viewport": DESKTOP, "bypass_csp": bypass_csp})
    guest.page.goto("/nothing-here")
    assert guest.wrong == [], "this page may be missing"
    for n, (what, ask) in enumerate(ASKING.items()):  # of a module that failed once, Chromium says nothing again
        for address in ("/static/js/nothing.js", "https://example.org/one.js", "http://127.0.0.1:9/one.js"):
            where = f"{address}?{n}"
            name = where.rsplit("//", maxsplit=1)[-1]
            with guest.page.expect_console_message(lambda said, name=name: name in said.text + said.location["url"]):
                guest.page.evaluate(ask, where)
            assert name in "".join(guest.wrong), (what, where)
            guest.wrong.clear()
    guest.context.close()
