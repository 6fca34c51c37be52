"""A real browser and a server for the tests of the page: the server at `PIZZABOX_URL`, or one started here."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.serving import start, stop
from tests.web.hands import listen

playwright = pytest.importorskip("playwright.sync_api")
pytest.importorskip("starlette")
pytest.importorskip("granian")

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
"""The first that is there is taken; one without windows of its own needs the least time."""
CHROMIUM = os.environ.get("PIZZABOX_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
UNUSED = """AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync
DestroyProfileOnBrowserClose HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter
NetworkTimeServiceQuerying OptimizationHints PaintHolding PreconnectToSearch ThirdPartyStoragePartitioning Translate
WebUIOmniboxAimPopup WebUIOmniboxFullPopup WebUIOmniboxPopup"""
"""What the browser is to leave out: all that Playwright leaves out (this list takes the place of its own), and the
drop-down list of the address bar, which is a page of its own for every window."""
FLAGS += ["--disable-features=" + ",".join(UNUSED.split())]
UNSEEN = """
  globalThis.unseen = new CSSStyleSheet();
  unseen.replaceSync(':root { opacity: 0 }');
  document.adoptedStyleSheets.push(unseen);
"""
"""Half of a browser's time goes into pixels, and tests read boxes, styles and what a touch hits, never pixels. So pages
are laid out as ever, and no pixel is made; where colours are judged, `hands.axe_clean` shows the page."""
DESKTOP, PHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
BOT, ME, OPEN = {"kind": "bot", "bot": "greedy"}, {"kind": "me"}, {"kind": "open"}


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    given = os.environ.get("PIZZABOX_URL")
    if given:
        yield given
        return
    server, url = start(tmp_path_factory.mktemp("data"), pace=0.02, module="tests.web.dealt")
    try:
        yield url
    finally:
        stop(server)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as engine:
        try:
            made = engine.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        except playwright.Error as error:
            pytest.skip(f"no browser: {str(error).splitlines()[0]}")
        yield made
        made.close()


@pytest.fixture
def visit(browser: Any, base_url: str) -> Iterator[Callable[..., Any]]:
    """A new person: their own cookies. Anything the page complains about fails the test."""
    people, wrong = [], []

    def new(size: dict[str, int] = DESKTOP, **more: Any) -> Any:
        person = browser.new_context(base_url=base_url, viewport=size, **{"has_touch": size is PHONE} | more)
        people.append(person)
        person.add_init_script(UNSEEN)
        page = person.new_page()
        page.set_default_timeout(20_000)
        listen(page)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("request", lambda asked: None if asked.url.startswith((base_url, "data:")) else wrong.append(asked.url))
        return page

    yield new
    for person in people:
        person.close()
    # A request that is refused as it should be is logged by the browser too.
    assert [text for text in wrong if "status of 4" not in text and "WebSocket" not in text] == []
