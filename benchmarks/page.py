"""How fast the page is on an idle local server: from a click to the changed picture, until it can be used, its weight.

    python benchmarks/page.py            # needs playwright and a Chromium (PIZZABOX_CHROMIUM)
    python benchmarks/page.py --save     # keep the figures with date and machine under benchmarks/results/
    python benchmarks/page.py --cold     # only: from opening a table on a fresh machine to the first move of a bot

A click is timed inside the page, from the release of the button until the document holds the changed board (`p50`,
`p90`), until the animation frame that shows it (`frame_p50`), and until the frame after that (`next_p50`); without a
graphics processor frames come late. The first moves of a game, which load what is loaded once, are not counted.

A cold start has an empty cache of compiled kernels: a server is started, and as soon as it answers a table of bots of
the highest level is made and opened. `first_move_s` is from then until the page shows the first move, `pace` included.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "src")]

from idle import settled  # noqa: E402
from tests.serving import start, stop  # noqa: E402
from tests.web.page_actions import LOOK, new_table, place  # noqa: E402

import pizzabox  # noqa: E402

GAMES: dict[str, dict[str, Any]] = {
    "theory": {},
    "pizzeria": {"players": 4},
    "wars": {"setup": "medium"},
    "hexentafl": {},
    "shark": {"players": 2},
}
SKIPPED = 3
MOST_WAIT = 600.0
PACE = 0.6
"""Seconds a bot takes at least, as players have it."""
WATCH = """() => {
  window.taken = [];
  let began = null;
  addEventListener('mouseup', () => { began = performance.now(); }, true);
  new MutationObserver(() => {
    if (began === null) return;
    const from = began, changed = performance.now() - from;
    began = null;
    requestAnimationFrame(() => {
      const shown = performance.now() - from;
      requestAnimationFrame(() => window.taken.push([changed, shown, performance.now() - from]));
    });
  }).observe(document.querySelector('#stage'), { subtree: true, childList: true, attributes: true });
}"""


def serve(data: str) -> tuple[subprocess.Popen[bytes], str]:
    """A server of our own, ready to answer and with nothing left to compile."""
    server, url = start(data)
    settled(server.pid, time.monotonic() + MOST_WAIT)
    return server, url


def table_of(page: Any, game: str, options: dict[str, Any]) -> str:
    """The address of a new table against bots."""
    players = pizzabox.load(game, **options).players
    seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "random"}] * (players - 1)]
    return str(new_table(page, seats, game, options=options)["url"])


def clicks(browser: Any, url: str, game: str, options: dict[str, Any], wanted: int) -> list[list[float]]:
    """Milliseconds from each click to the changed picture, its frame and the next, in a game against bots."""
    person = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    page, dice = person.new_page(), random.Random(1)
    page.goto(table_of(page, game, options))
    page.wait_for_selector("#stage svg .pb-pieces", state="attached")
    page.evaluate(WATCH)
    taken: list[list[float]] = []
    for _ in range(4000):
        seen = page.evaluate(LOOK)
        if seen["over"] or len(taken) >= wanted + SKIPPED:
            break
        if seen["confirm"]:
            page.click("#confirm")
        elif seen["lit"]:
            page.mouse.click(*place(page, dice.choice(seen["lit"])))
        else:
            page.wait_for_timeout(10)
            continue
        page.wait_for_timeout(120)
        taken = page.evaluate("window.taken")
    person.close()
    return taken[SKIPPED:]


def first_visit(browser: Any, url: str, path: str) -> dict[str, float]:
    """Bytes that travel and milliseconds until the page can be used, with nothing kept from before."""
    person = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
    page, weights = person.new_page(), []
    page.on("requestfinished", lambda asked: weights.append(asked.sizes()["responseBodySize"]))
    page.on("websocket", lambda line: line.on("framereceived", lambda text: weights.append(len(text))))
    page.goto(path)
    if path.startswith("/t/"):
        page.wait_for_selector("#stage svg .pb-pieces", state="attached")
    page.wait_for_load_state("networkidle")
    timing = "performance.getEntriesByType('navigation')[0].domInteractive"
    drawn = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"
    made = {"bytes": sum(weights), "interactive_ms": max(page.evaluate(timing), page.evaluate(drawn))}
    person.close()
    return made


def cold(browser: Any, game: str, options: dict[str, Any]) -> float:
    """Seconds from making a table on a fresh machine until the page shows the first move of a bot."""
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as cache:
        os.environ["PIZZABOX_CACHE_DIR"] = cache
        server, url = start(data, pace=PACE)
        person = browser.new_context(base_url=url, viewport={"width": 1440, "height": 900})
        try:
            page, began = person.new_page(), time.perf_counter()
            seats = [{"kind": "bot", "bot": "maestro"}] * pizzabox.load(game, **options).players
            page.goto(new_table(page, seats, game, options=options)["url"])
            page.wait_for_selector("#log li:not(.none)", timeout=MOST_WAIT * 1000, state="attached")
            return time.perf_counter() - began
        finally:
            person.close()
            stop(server)


def cold_starts() -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    found: dict[str, float] = {}
    with sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=_chromium(), args=["--no-sandbox", "--disable-gpu"])
        for game, options in GAMES.items():
            found[game] = round(cold(browser, game, options), 2)
            print(f"{game:10} a bot's first move on a fresh machine came after {found[game]:.2f} s", flush=True)
        browser.close()
    return {"first_move_s": found}


def _chromium() -> str | None:
    known = map(shutil.which, ("chromium", "google-chrome", "chromium-headless-shell"))
    return os.environ.get("PIZZABOX_CHROMIUM") or next(filter(None, known), None)


def measure(wanted: int) -> dict[str, Any]:
    from playwright.sync_api import sync_playwright

    found: dict[str, Any] = {"click_to_picture_ms": {}, "first_visit": {}}
    with tempfile.TemporaryDirectory() as data, sync_playwright() as engine:
        server, url = serve(data)
        browser = engine.chromium.launch(executable_path=_chromium(), args=["--no-sandbox", "--disable-gpu"])
        try:
            for game, options in GAMES.items():
                changed, shown, after = (
                    sorted(c) for c in zip(*clicks(browser, url, game, options, wanted), strict=True)
                )
                row = {
                    "n": len(changed),
                    "p50": statistics.median(changed),
                    "p90": changed[int(len(changed) * 0.9)],
                    "frame_p50": statistics.median(shown),
                    "next_p50": statistics.median(after),
                }
                found["click_to_picture_ms"][game] = {key: round(value, 1) for key, value in row.items()}
                print(f"{game:10} click to picture", found["click_to_picture_ms"][game], flush=True)
                person = browser.new_context(base_url=url)
                table = table_of(person.new_page(), game, options)
                person.close()
                for name, path in ((f"table {game}", table), (f"rules {game}", f"/rules/{game}")):
                    found["first_visit"][name] = show(name, first_visit(browser, url, path))
            for name, path in (("home", "/"), ("set-up", "/new"), ("api", "/api")):
                found["first_visit"][name] = show(name, first_visit(browser, url, path))
        finally:
            browser.close()
            stop(server)
    return found


def show(name: str, made: dict[str, float]) -> dict[str, float]:
    print(f"{name:18} {made['bytes'] / 1000:6.1f} kB, interactive after {made['interactive_ms']:.0f} ms", flush=True)
    return {key: round(value, 1) for key, value in made.items()}


def machine() -> dict[str, Any]:
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    return {"cores": os.cpu_count(), "system": platform.system(), "arch": platform.machine(), "load": load}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--clicks", type=int, default=30, help="clicks per game")
    parser.add_argument("--save", action="store_true", help="save the figures under benchmarks/results/")
    parser.add_argument("--cold", action="store_true", help="measure only a bot's first move on a fresh machine")
    given = parser.parse_args()
    before = machine()
    figures = {} if given.cold else measure(given.clicks)
    figures |= cold_starts()
    if given.save:
        when = datetime.now(UTC)
        kept = HERE / "results" / f"page-{when:%Y-%m-%d-%H%M%S}.json"
        kept.write_text(
            json.dumps({"when": when.isoformat(timespec="seconds"), "machine": before, **figures}, indent=1)
        )
        print(f"saved in {kept.relative_to(HERE.parent)}")
