"""A real browser and a server for the tests of the page: the server at `PIZZABOX_URL`, or one started here."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.serving import start, stop
from tests.web.page_actions import HEARING, PATIENCE, listen, until, until_shown

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
    server, url = start(tmp_path_factory.mktemp("data"), pace=0.02, module="tests.web.seeded_server", compiled=True)
    try:
        yield url
    finally:
        stop(server)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """It finds no other server than ours, and says so as an error."""
    with playwright.sync_playwright() as engine:
        try:
            ours = urlsplit(os.environ.get("PIZZABOX_URL", "http://127.0.0.1")).hostname
            alone = f"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE {ours}"
            made = engine.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, alone])
        except playwright.Error as error:
            pytest.skip(f"no browser: {str(error).splitlines()[0]}")
        yield made
        made.close()


class Guest:
    """A page with cookies and settings of its own, which tests hand on to one another."""

    def __init__(self, browser: Any, base_url: str, options: dict[str, Any]) -> None:
        self.base_url, self.options, self.wrong = base_url, options, list[str]()
        self.context = browser.new_context(base_url=base_url, **options)
        self.context.add_init_script(UNSEEN)
        self.page = self.context.new_page()
        self.page.set_default_timeout(1000 * PATIENCE)
        self.page.wait_for_function = partial(until, self.page)
        self.page.wait_for_selector = partial(until_shown, self.page)
        listen(self.page)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._said)

    def _said(self, said: Any) -> None:
        """Errors, and among them all that was asked for in vain; to be told of every request costs a fifth of a visit.

        A request that is refused as it should be is logged by the browser too.
        """
        refused = "status of 4" in said.text and "/static/" not in said.location["url"]
        if said.type == "error" and not refused and "WebSocket" not in said.text:
            self.wrong.append(f"{said.text} {said.location['url']}")

    def leave(self) -> None:
        """Make it as good as new: nothing is open or remembered, and the mouse is in the corner where it begins."""
        for other in self.context.pages:
            if other is not self.page:
                other.close()
        self.page.unroute_all()
        HEARING[self.page].clear()
        self.page.goto("about:blank")
        self.page.mouse.move(0, 0)
        self.page.set_viewport_size(self.options["viewport"])
        usual = {"color_scheme": "light", "reduced_motion": "no-preference"}
        self.page.emulate_media(**{name: self.options.get(name, value) for name, value in usual.items()})
        line = self.context.new_cdp_session(self.page)
        line.send("Storage.clearDataForOrigin", {"origin": self.base_url, "storageTypes": "all"})
        line.detach()
        self.context.clear_cookies()


@pytest.fixture(scope="session")
def waiting() -> dict[str, list[Guest]]:
    """Guests that nobody needs now, by their options: a page that is there costs half of what a new one does."""
    return {}


@pytest.fixture
def visit(browser: Any, base_url: str, waiting: dict[str, list[Guest]]) -> Iterator[Callable[..., Any]]:
    """A new person: their own cookies. Anything the page complains about fails the test.

    A test that does something lasting to the page asks for a `fresh` one (`LASTING` in test_reused_pages.py).
    """
    guests: list[Guest] = []
    kept: list[Guest] = []

    def new(size: dict[str, int] = DESKTOP, *, fresh: bool = False, **more: Any) -> Any:
        options = {"viewport": size, "has_touch": size is PHONE} | more
        free = [] if fresh else waiting.setdefault(repr(sorted(options.items())), [])
        guest = free.pop() if free else Guest(browser, base_url, options)
        guests.append(guest)
        if not fresh:
            kept.append(guest)
        return guest.page

    yield new
    wrong = [text for guest in guests for text in guest.wrong]
    for guest in guests:
        if guest in kept and not guest.wrong:
            guest.leave()
            waiting[repr(sorted(guest.options.items()))].append(guest)
        else:
            guest.context.close()
    assert wrong == []
