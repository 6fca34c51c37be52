"""What a person's eyes and hands do at a table: see what can be touched, touch it where it is painted, wait.

Nothing here knows a game: tokens are what the page lights up. A token that is lit but cannot be hit fails the test.
"""

from __future__ import annotations

import json
import math
import random
import re
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from tests.helpers import walk
from tests.message_reader import Reader

PATIENCE = 120.0
"""Seconds until something counts as never happening; only to end a hang, for on a busy machine all takes its time."""
TooLate: type[Exception] = pytest.importorskip("playwright.sync_api").TimeoutError
Failure: type[Exception] = pytest.importorskip("playwright.sync_api").Error

LOOK = """() => {
  const board = document.querySelector('#stage svg.pb'), open = id => document.querySelector(`#${id}[open]`) !== null;
  const lit = [...document.querySelectorAll('#stage svg [data-pick=legal], #stage svg [role=button][data-pick=hint]')];
  const loose = [...document.querySelectorAll('#ask [data-loose]')];
  return {
    version: document.getElementById('content').dataset.version ?? '',
    over: document.body.classList.contains('over'),
    turn: document.body.classList.contains('my-turn'),
    touched: board?.dataset.touched ?? '',
    confirm: document.getElementById('confirm') !== null,
    lit: [...new Set(lit.map(n => n.dataset.token))],
    loose: loose.map(n => n.dataset.loose),
    hinted: [...new Set(lit.filter(n => n.dataset.pick === 'hint').map(n => n.dataset.token))],
    cover: open('cover'),
  };
}"""
POINT = """token => {
  const own = (x, y) => document.elementFromPoint(x, y)?.closest('[data-token]')?.dataset.token === token;
  const nodes = [...document.querySelectorAll('#stage svg [data-token]')].filter(n => n.dataset.token === token);
  for (const node of nodes) {
    const whole = node.getBoundingClientRect();
    if (whole.top < 130 || whole.bottom > innerHeight - 90) node.scrollIntoView({ block: 'center' });
    const parts = [node, ...node.querySelectorAll('*')].map(part => part.getBoundingClientRect());
    for (const box of parts) {
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      if (own(x, y)) return [x, y];
    }
    const box = node.getBoundingClientRect();
    for (let i = 1; i < 16; i++) for (let j = 1; j < 16; j++) {
      const [x, y] = [box.left + box.width * i / 16, box.top + box.height * j / 16];
      if (own(x, y)) return [x, y];
    }
  }
  return null;
}"""
WAY = """token => {
  const here = document.activeElement, goal = [...document.querySelectorAll('#stage svg [data-token][role=button]')]
    .find(n => n.dataset.token === token);
  if (!goal || here.dataset.token === token) return null;
  const a = here.getBoundingClientRect(), b = goal.getBoundingClientRect();
  const x = b.left + b.width / 2 - a.left - a.width / 2, y = b.top + b.height / 2 - a.top - a.height / 2;
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 'ArrowRight' : 'ArrowLeft';
  return y > 0 ? 'ArrowDown' : 'ArrowUp';
}"""
ZOOM = "() => Number(document.querySelector('#stage svg.pb').dataset.zoom ?? 1)"
OUT_OF_SIGHT = """token => {
  const stage = document.getElementById('stage').getBoundingClientRect();
  const nodes = [...document.querySelectorAll('#stage svg.zoomed [data-token]')].filter(n => n.dataset.token === token);
  return nodes.length > 0 && nodes.every(n => {
    const box = n.getBoundingClientRect(), x = box.left + box.width / 2, y = box.top + box.height / 2;
    return x < stage.left || x > stage.right || y < stage.top || y > stage.bottom;
  });
}"""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))"
"""Hit tests are true only of what was painted."""
CHANGED = """was => {
  const content = document.getElementById('content'), board = document.querySelector('#stage svg.pb');
  return content.dataset.version !== was.version || (board.dataset.touched ?? '') !== was.touched
    || (document.getElementById('confirm') !== null) !== was.confirm;
}"""


WAIT = """async ([arg, patience]) => {
  const ask = ASK, until = performance.now() + patience;
  for (;;) {
    const told = await ask(arg);
    if (told) return { told };
    if (performance.now() > until) return null;
    await new Promise(done => setTimeout(done, 25));
  }
}"""
SHOWN = """([wanted, state]) => {
  const node = document.querySelector(wanted);
  if (state === 'attached' || state === 'detached') return (node !== null) === (state === 'attached');
  const box = node?.checkVisibility({ visibilityProperty: true }) ? node.getBoundingClientRect() : { width: 0 };
  return (box.width > 0 && box.height > 0) === (state === 'visible');
}"""
NO_STYLE_SHEET_KNOWS = re.compile("text=|:has-text|:text|:visible|>>")


def until(page: Any, asked: str, *, arg: Any = None, timeout: float = 1000 * PATIENCE) -> Any:
    """The page's answer to a function or an expression as soon as that is true.

    Playwright's own waiting brings 300 kilobytes of script to every page it waits on, twice, and asks in every frame.
    """
    ask = asked if re.match(r"\s*(\w+|\([^()]*\)) =>", asked) else f"() => ({asked})"
    end = time.monotonic() + timeout / 1000
    while True:
        try:
            answer = page.evaluate(WAIT.replace("ASK", ask), [arg, 1000 * max(0.0, end - time.monotonic())])
        except Failure as failure:
            if "context was destroyed" not in str(failure):
                raise
            continue  # another page came meanwhile
        if answer is None:
            raise TooLate(f"it is never true on {page.url} that {asked}, asked with {arg!r}")
        return answer["told"]


def until_shown(page: Any, wanted: str, *, state: str = "visible", timeout: float = 1000 * PATIENCE) -> None:
    """Wait until the first thing of this kind is there and visible, or what else its state shall be."""
    if NO_STYLE_SHEET_KNOWS.search(wanted):
        page.locator(wanted).first.wait_for(state=state, timeout=timeout)
    else:
        until(page, SHOWN, arg=[wanted, state], timeout=timeout)


def last_third(game: Game) -> Position:
    """Where the last third of a random game begins and nothing is secret."""
    played = list(map(Position.copy, walk(game, 2_718_281_828)))
    return next(pos for pos in played[len(played) * 2 // 3 :] if not pos.state.sealed)


def new_table(page: Any, seats: list[dict[str, Any]], game: str = "theory", **more: Any) -> dict[str, Any]:
    """A table made by the page's own request; Pizza Theory of two rounds unless told otherwise."""
    page.request.get("/api")
    usual = {"players": len(seats), "cap": 2} if game == "theory" else {}
    begins = {} if "position" in more else {"game": game, "options": usual}
    body = {**begins, "seats": seats, **more}
    answer = page.request.post("/api/tables", data=body)
    assert answer.ok, answer.text()
    made: dict[str, Any] = answer.json()
    return made


def sit_down(
    people: Sequence[Any], game: str = "theory", options: dict[str, Any] | None = None, **more: Any
) -> dict[str, Any]:
    """A table with these people and bots in the other seats, open in their browsers."""
    chosen = {"cap": 2, "players": max(2, len(people))} if options is None else options
    free = pizzabox.load(game, **chosen).players - len(people)
    seats = [{"kind": "me"}, *[{"kind": "open"}] * (len(people) - 1), *[{"kind": "bot", "bot": "random"}] * free]
    begins = {} if "position" in more else {"options": chosen}
    made = new_table(people[0], seats, game, **begins, **more)
    for guest in people[1:]:
        guest.request.get("/api")
        code = made["invite"].split("invite=")[1]
        joined = guest.request.post(f"/api/tables/{made['id']}/join", data={"invite": code})
        assert joined.ok, joined.text()
    for person in people:
        person.goto(made["url"])
        person.wait_for_selector("#stage svg .pb-pieces", state="attached")
    return made


def sit_at(page: Any, pos: Position, name: str = "") -> None:
    """A table that begins there, against bots."""
    page.request.get("/api")
    seats = [
        {"kind": "me", **({"name": name} if name else {})},
        *[{"kind": "bot", "bot": "random"}] * (pos.game.players - 1),
    ]
    made = page.request.post("/api/tables", data={"position": pos.code, "seats": seats})
    assert made.ok, made.text()
    page.goto(made.json()["url"])
    page.wait_for_selector("body.my-turn", state="attached")


def about(page: Any) -> dict[str, Any]:
    """The table as the API tells it to this person."""
    told: dict[str, Any] = page.request.get(page.url.split("?")[0].replace("/t/", "/api/tables/")).json()
    return told


def heard(page: Any) -> list[str]:
    """Everything this browser will be sent through WebSockets, with all lines of pictures written out."""
    frames: list[str] = []
    reader = Reader()

    def keep(text: str) -> None:
        frames.append(json.dumps(reader.read(json.loads(text)), separators=(",", ":"), ensure_ascii=False))

    HEARING[page].append(keep)
    return frames


def ready(page: Any) -> None:
    page.wait_for_selector("body.my-turn svg [data-pick=legal], body.my-turn #ask [data-loose]", state="attached")


THEMES = ("light", "dark")
STILL = "() => document.getAnimations().every(each => each.playState !== 'running')"
"""Colours have come to where they go."""
SEEN = """seen => {
  unseen.disabled = seen;
  return getComputedStyle(document.documentElement).opacity;
}"""
"""Show the page or hide it again, see `UNSEEN` of conftest.py."""

JUDGE = """async asked => (await axe.run(asked)).violations.map(
  ({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(node => node.target) }))"""
"""What Axe finds; all that it has looked at besides, its own binding would bring over too. No rule that is asked reads
style sheets."""


def axe_clean(page: Any, what: str = "", themes: Sequence[str] = ()) -> None:
    """Nothing on the page is in the way of people who need help to see or touch it; in further themes the colours
    alone are looked at again, for nothing else differs."""
    make = pytest.importorskip("axe_playwright_python.sync_playwright").Axe
    assert page.evaluate(SEEN, True) == "1", "what cannot be seen has no colours to judge"
    if not page.evaluate("() => 'axe' in globalThis"):
        page.evaluate(make().axe_script)
    for number, theme in enumerate(themes or [None]):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(STILL)
        rules = {"runOnly": ["color-contrast", "link-in-text-block"]} if number else {}
        asked = {"resultTypes": ["violations"], "reporter": "no-passes", "preload": False, **rules}
        told = page.evaluate(JUDGE, asked)
        found = [v for v in told if v["impact"] in ("serious", "critical")]
        assert not found, (what or page.url, theme, [(v["id"], v["targets"][:4]) for v in found])
    page.evaluate(SEEN, False)


def place(page: Any, token: str) -> tuple[float, float]:
    """A place where the token is painted and nothing lies over it."""
    for _ in range(20):
        page.evaluate(PAINTED)
        found = page.evaluate(POINT, token)
        if found:
            return found[0], found[1]
    raise AssertionError(f"{token!r} is lit but cannot be touched")


class Mouse:
    """Touches with the mouse."""

    def touch(self, page: Any, token: str) -> tuple[float, float] | None:
        """Touch a token; where that was, if it was anywhere."""
        at = place(page, token)
        page.mouse.click(*at)
        return at

    def press(self, page: Any, button: str) -> None:
        page.click(button)


class Finger(Mouse):
    """Touches on a phone; nothing may ever scroll sideways."""

    near = 60.0
    last = (0.0, 0.0)
    when = 0.0

    def touch(self, page: Any, token: str) -> tuple[float, float] | None:
        """Where things are too small for a finger the first tap only enlarges them; what is out of sight is fetched."""
        if page.evaluate(OUT_OF_SIGHT, token):
            page.tap("#zoom")
            page.wait_for_selector("#stage svg.pb:not(.zoomed)")
        at = place(page, token)
        self.apart(page, at)
        for _ in range(4):
            zoom = page.evaluate(ZOOM)
            page.touchscreen.tap(*at)
            page.evaluate(PAINTED)
            if page.evaluate(ZOOM) <= zoom:
                break
            at = place(page, token)
        self.last, self.when = at, time.monotonic()
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], "the page scrolls sideways"
        return at

    def apart(self, page: Any, at: tuple[float, float]) -> None:
        """Two quick taps at one place are a double tap, which plays one move: nobody means that here."""
        left = self.when + 0.6 - time.monotonic()
        if math.dist(at, self.last) < self.near and left > 0:
            page.wait_for_timeout(1000 * left)

    def press(self, page: Any, button: str) -> None:
        page.tap(button)


class Keyboard(Mouse):
    """Tab, arrows and Enter alone."""

    def touch(self, page: Any, token: str) -> tuple[float, float] | None:
        self._tab_to(page, "svg.pb [data-token][role=button]")
        for _ in range(24):
            arrow = page.evaluate(WAY, token)
            if not arrow:
                break
            page.keyboard.press(arrow)
        page.keyboard.press("Enter")
        return None

    def press(self, page: Any, button: str) -> None:
        self._tab_to(page, button)
        page.keyboard.press("Enter")

    @staticmethod
    def _tab_to(page: Any, wanted: str) -> None:
        for _ in range(80):
            if page.evaluate("wanted => document.activeElement.matches(wanted)", wanted):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard never reaches {wanted}")


def touch(page: Any, token: str) -> None:
    """Touch a token and wait for the effect."""
    seen = page.evaluate(LOOK)
    came_of_it(page, seen, token, Mouse().touch(page, token))


ABLE = f"""() => {{
  const seen = ({LOOK})();
  return seen.over || seen.confirm || seen.lit.length || seen.loose.length ? seen : null;
}}"""
LIT = f"""start => {{
  const {{ turn, lit }} = ({LOOK})();
  return turn && lit.some(token => token.startsWith(start)) ? lit : null;
}}"""


def able(page: Any) -> dict[str, Any]:
    """Look once something can be done, or the game is over; waiting and looking are one, for others move meanwhile."""
    seen: dict[str, Any] = page.wait_for_function(ABLE)
    return seen


def lit_tokens(page: Any, start: str = "") -> list[str]:
    """What can be touched, as soon as something of which the name begins so can be."""
    found: list[str] = page.wait_for_function(LIT, arg=start)
    return found


def first_lit(page: Any) -> str:
    return lit_tokens(page)[0]


def turn_of(*people: Any) -> Any:
    """Whose page can do something now."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for page in people:
            if page.evaluate(LOOK)["lit"]:
                return page
        people[0].wait_for_timeout(20)
    raise AssertionError("it is nobody's turn")


def about_to_cut(ada: Any, bob: Any) -> None:
    """A game of Pizza Theory where both have marked their secret cut and have only to confirm it."""
    sit_down([ada, bob])
    for _ in range(3):
        mover = turn_of(ada, bob)
        touch(mover, first_lit(mover))
    for page in (ada, bob):
        touch(page, lit_tokens(page, "cut")[1])
        page.wait_for_selector("#confirm")


LATELY: WeakKeyDictionary[Any, deque[str]] = WeakKeyDictionary()
"""What each browser and its server told one another last."""
HEARING: WeakKeyDictionary[Any, list[Callable[[str], None]]] = WeakKeyDictionary()
"""Who else gets what a browser is sent, until the page is handed on."""
PING, PONG = '{"do":"ping"}', '{"type":"pong"}'
BEGINNING = 160
"""Letters of a message that say what it is."""
AROUND = """at => {
  const text = id => document.getElementById(id)?.innerText ?? '', hit = at && document.elementFromPoint(at[0], at[1]);
  return {
    prompt: text('prompt'), status: text('status'), toast: text('toasts'), connection: document.body.dataset.connection,
    board: document.querySelector('#stage svg.pb')?.getAttribute('class'), scrolled: scrollY,
    hit: hit && [hit.tagName, hit.id, hit.getAttribute('class'), hit.closest('[data-token]')?.dataset.token ?? ''],
  };
}"""


def listen(page: Any) -> None:
    """Remember what goes to and fro, for the report of a touch that nothing came of."""
    lately, hearing = LATELY.setdefault(page, deque(maxlen=40)), HEARING.setdefault(page, [])

    def note(what: str) -> None:
        lately.append(f"{time.monotonic():.2f} {what[:BEGINNING]}")

    def sent(text: str) -> None:
        if text != PING:
            note(f"to the server: {text}")

    def received(text: str) -> None:
        if text != PONG:
            note(f"to the page: {text}")
        for hear in hearing:
            hear(text)

    def begin(line: Any) -> None:
        note("a new line")
        line.on("close", lambda _: note("the line is closed"))
        line.on("framesent", sent)
        line.on("framereceived", received)

    page.on("websocket", begin)


def came_of_it(page: Any, seen: dict[str, Any], what: str, at: tuple[float, float] | None) -> None:
    """Wait for the effect of a touch; without one, report everything known about it."""
    began = time.monotonic()
    try:
        page.wait_for_function(CHANGED, arg=seen)
    except TooLate:
        now, around = page.evaluate(LOOK), page.evaluate(AROUND, at)
        frames = "\n".join(LATELY.get(page, ()))
        raise AssertionError(
            f"nothing came of {what} at {at}, touched at {began:.2f}\nthen {seen}\nnow {now}\n{around}\n{frames}"
        ) from None


def touch_one(page: Any, seen: dict[str, Any], dice: random.Random, hand: Mouse) -> None:
    """Touch one of the things that can be touched, or confirm."""
    token, at = "#confirm", None
    if seen["confirm"] and (not seen["lit"] or dice.random() < 0.5):
        hand.press(page, token)
    else:
        token = dice.choice(seen["hinted"] or [*seen["lit"], *seen["loose"]])
        if token in seen["loose"]:
            hand.press(page, f"#ask [data-loose={json.dumps(token)}]")
        else:
            at = hand.touch(page, token)
    came_of_it(page, seen, token, at)


def play_out(people: Sequence[Any], hand: Mouse | None = None, hints: bool = False, seed: int = 1) -> int:
    """Everybody touches what they can until the game is over; the number of touches. The first may follow hints."""
    hand, touches = hand or Mouse(), 0
    dice = [random.Random(f"{seed} {number}") for number in range(len(people))]  # nobody's choices hang on who is quick
    for _ in range(4000):
        acted = False
        for number, page in enumerate(people):
            seen = page.evaluate(LOOK)
            if seen["over"]:
                for other in people:
                    other.wait_for_selector("#result[open]")
                return touches
            if seen["cover"]:
                hand.press(page, "#cover-go")
                page.wait_for_selector("#cover[open]", state="hidden")
                acted = True
            elif seen["confirm"] or seen["lit"] or seen["loose"]:
                try:
                    if hints and number == 0 and not seen["touched"]:
                        hand.press(page, "#do-hint")
                        page.wait_for_selector("#confirm")
                        seen = page.evaluate(LOOK) | {"lit": []}  # what is proposed is played
                    touch_one(page, seen, dice[number], hand)
                except (AssertionError, TooLate):
                    if page.evaluate(LOOK)["version"] == seen["version"]:
                        raise  # otherwise another player moved under the hand: look again
                touches, acted = touches + 1, True
        if not acted:
            people[0].wait_for_timeout(20)
    raise AssertionError(f"no result after {touches} touches: {[page.inner_text('#prompt') for page in people]}")
