"""The page in a real browser (see conftest.py).

Only public behaviour is used: addresses, what a person sees and touches, and the messages of docs/api.md.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import pizzabox
from pizzabox.testing.random_games import LONG
from tests.helpers import size
from tests.web.conftest import BOT, ME, OPEN, PHONE
from tests.web.page_actions import (
    THEMES,
    Finger,
    axe_clean,
    heard,
    new_table,
    place,
    ready,
    turn_of,
)


def act(page: Any, click: Callable[[Any], None]) -> bool:
    """Touch or confirm something, whichever is next; False when the game is over."""
    page.wait_for_selector("body.my-turn svg [data-pick=legal], #confirm, #result[open]")
    if page.locator("#result[open]").count():
        return False
    version = page.get_attribute("#content", "data-version")
    if not page.locator("#confirm").count():
        click(page.locator("svg [data-pick=legal]").nth(1))
        page.wait_for_function(
            "v => document.getElementById('confirm') || document.getElementById('content').dataset.version !== v",
            arg=version,
        )
    if page.locator("#confirm").count():
        page.click("#confirm")
        page.wait_for_selector("#confirm", state="detached")
    return True


def middle(node: Any) -> tuple[float, float]:
    """A place on the painted part of a token: its number or piece, not the empty middle of its box."""
    return tuple(
        node.evaluate(
            """node => {
        const own = n => { const c = document.elementFromPoint(...n); return c && node.contains(c); };
        for (const part of [node, ...node.querySelectorAll('circle, path, rect')]) {
          const b = part.getBoundingClientRect(), at = [b.left + b.width / 2, b.top + b.height / 2];
          if (own(at)) return at;
        }
        return null; }"""
        )
    )


def press(node: Any) -> None:
    node.page.mouse.click(*middle(node))


def tap(node: Any) -> None:
    Finger().touch(node.page, node.get_attribute("data-token"))


def test_one_click_plays_against_bots(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/")
    page.click("[data-start=bots]")
    page.fill("#your-name", "Ada")
    page.keyboard.press("Enter")
    ready(page)
    assert page.locator("#players .player").count() == 3
    names = page.locator("#players .who strong").all_inner_texts()
    assert names[0].strip() == "Ada" and len(set(names)) == 3
    assert "cook" in page.inner_text("#players [data-seat='1'] .notes"), "what kind of bot it is stands beside the name"
    page.goto("/new?game=theory")
    page.wait_for_selector("#setup-seats li:nth-child(3)")
    assert page.input_value("#setup-seats li:first-child input") == "Ada"
    page.goto("/")
    page.click("[data-start=friends]")
    page.wait_for_selector("#players [data-seat='0']:has-text('Ada')")
    assert page.locator("#ask-dialog[open]").count() == 0, "asked once"
    page.goto("/")
    page.click("[data-start=bots]")
    ready(page)
    assert "You're" in page.inner_text("#prompt")


def test_playing_and_learning_are_in_sight(visit: Callable[..., Any]) -> None:
    page = visit({"width": 1280, "height": 800})
    page.goto("/")
    buttons = page.locator("[data-start=bots], .game .learn")
    assert buttons.count() == 10
    low = buttons.evaluate_all("nodes => Math.max(...nodes.map(node => node.getBoundingClientRect().bottom))")
    assert low <= 800


def test_a_game_by_clicks_to_its_result(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(new_table(page, [ME, BOT, BOT])["url"])
    while act(page, press):
        pass
    assert page.locator("#result tbody tr").count() == 3
    assert page.locator("#result .chart-line").count() == 3
    assert page.locator("#log li [title]").count() == 12
    assert not page.locator("#log code").count(), "the log speaks in words"
    left = page.evaluate("(log => log.scrollHeight - log.scrollTop - log.clientHeight)(document.getElementById('log'))")
    assert left < 2, "and follows what happens"
    over = page.url
    page.click("#result .rematch")
    page.wait_for_url(lambda url: url != over)
    ready(page)


def test_a_game_with_the_keyboard_alone(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(new_table(page, [ME, BOT, BOT])["url"])
    ready(page)
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('svg.pb [data-token]')"):
            break
    focused = "document.activeElement.dataset?.token"
    before = page.evaluate(focused)
    page.keyboard.press("ArrowDown")
    assert page.evaluate(focused) != before
    stepped_back = False
    while True:
        page.wait_for_selector("body.my-turn svg [data-pick=legal], #confirm, #result[open]")
        if page.locator("#result[open]").count():
            break
        page.wait_for_function("() => document.activeElement.matches('svg.pb [data-token][role=button]')")
        if page.locator("#confirm").count() and not stepped_back:
            stepped_back = True
            page.keyboard.press("Escape")
            page.wait_for_selector("#confirm", state="detached")
            continue
        sent = page.locator("#confirm").count()
        version = page.get_attribute("#content", "data-version")
        page.keyboard.press("Enter")
        if sent:
            page.wait_for_selector("#confirm", state="detached")
            continue
        page.wait_for_function(
            "v => document.getElementById('confirm') || document.getElementById('content').dataset.version !== v",
            arg=version,
        )
    assert stepped_back
    page.wait_for_selector("#result[open]")


def test_a_game_on_a_phone(visit: Callable[..., Any]) -> None:
    page = visit(PHONE, is_mobile=True, reduced_motion="reduce")
    page.goto(new_table(page, [ME, BOT, BOT], options={"players": 3, "cap": size(1, 2)})["url"])
    while act(page, tap):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_a_phone_never_scrolls_sideways(visit: Callable[..., Any]) -> None:
    page = visit(PHONE, is_mobile=True)
    for path in ("/", "/new?game=theory", "/rules/theory", "/api", "/nothing-here"):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        small = page.evaluate(
            "[...document.querySelectorAll('button, select, .button')]"
            ".filter(n => n.offsetParent && n.offsetHeight < 44).map(n => n.outerHTML)"
        )
        assert small == [], path


def test_nothing_but_the_log_scrolls_on_a_desk(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(new_table(page, [ME, BOT, BOT])["url"])
    ready(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= 900
    box = page.locator("#stage svg.pb").bounding_box()
    assert box["y"] + box["height"] <= 900 and box["height"] > 800


def test_hands_over_one_device(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(new_table(page, [ME, ME, ME])["url"])
    for _ in range(3):
        act(page, press)
    for _ in range(3):
        page.wait_for_selector("#cover[open]")
        assert not page.locator("#stage").is_visible()
        page.keyboard.press("Escape")
        assert page.locator("#cover[open]").count()
        page.click("#cover-go")
        page.wait_for_selector("#cover[open]", state="hidden")
        act(page, press)
    page.wait_for_selector("body.my-turn svg [data-pick=legal]")
    assert page.locator("#cover[open]").count() == 0
    assert "The cuts are" in page.inner_text("#log")


def test_partners_at_one_device_choose_who_acts_and_what_is_lost_is_asked_about(visit: Callable[..., Any]) -> None:
    """Four people at Pizza Shark: nothing is secret, so nothing is covered. A double click counts in a page's first
    moments, too."""
    page = visit(reduced_motion="reduce", fresh=True)
    page.add_init_script("{ const now = performance.now.bind(performance); performance.now = () => now() / 20; }")
    pos = pizzabox.load("shark", players=4).start(seed=1)
    while len(pos.actors) < 2:
        pos.play(pos.legal()[0])
    page.request.get("/api")
    seats = [{**ME, "name": name} for name in ("Ada", "Bob", "Cleo", "Dan")]
    page.goto(page.request.post("/api/tables", data={"position": pos.code, "seats": seats}).json()["url"])
    ready(page)
    mate = page.locator("#partners button")
    first, second = (("Ada", "Bob", "Cleo", "Dan")[p] for p in pos.actors)
    assert page.inner_text("#prompt").startswith(f"{first}: ") and mate.inner_text() == f"Switch to {second}"
    mate.click()
    page.wait_for_function("name => document.getElementById('prompt').textContent.startsWith(name)", arg=second)
    assert mate.inner_text() == f"Switch to {first}" and page.locator("#cover[open]").count() == 0
    ready(page)
    page.mouse.click(*place(page, "draw"))
    page.wait_for_selector("#confirm")
    assert page.inner_text("#prompt").startswith(f"{second}: you could still place"), "with the mouse too"
    page.mouse.dblclick(*place(page, "draw"))
    page.click("#step-back")
    assert page.locator("#content").get_attribute("data-version") == "0", "only the answer to the question plays it"
    page.mouse.click(*place(page, "draw"))
    page.click("#confirm")
    page.wait_for_selector("#stage [data-token=done][data-pick=legal]", state="attached")
    assert page.inner_text("#prompt").startswith(f"{second}: "), "who acts goes on"
    assert page.locator("#cover[open]").count() == 0


def test_a_friend_joins_by_the_link_and_secrets_stay_secret(visit: Callable[..., Any]) -> None:
    ada, bob = visit(), visit()
    table = new_table(ada, [ME, OPEN])
    ada.goto(table["url"])
    ada.wait_for_selector("#invite[open] #invite-here")
    link = ada.input_value("#invite-link")
    frames = heard(bob)
    bob.goto(link)
    bob.fill("#join-name", "Bob <b>")
    bob.keyboard.press("Enter")
    ada.wait_for_selector("#players:has-text('Bob <b>')")
    ada.wait_for_selector("#invite", state="hidden")
    for _ in range(3):
        act(turn_of(ada, bob), press)
    ada.wait_for_selector("svg [data-token^=cut][data-pick=legal]")
    act(ada, press)
    ada.wait_for_selector("#do-undo.primary")
    frames.clear()
    ada.click("#do-undo")
    act(ada, press)
    ada.wait_for_selector("#do-undo.primary")
    bob.wait_for_selector("[data-seat='0'] .notes:has-text('chosen')")
    lines = [line for text in frames for line in json.loads(text).get("log", [])]
    assert lines
    assert all(line["text"] is None for line in lines if line["seat"] == 0)
    act(bob, press)
    ada.wait_for_selector("#log:has-text('The cuts are')")


def test_a_double_click_plays_one_move(visit: Callable[..., Any]) -> None:
    page = visit(fresh=True)
    sent: list[dict[str, Any]] = []
    page.on("websocket", lambda line: line.on("framesent", lambda text: sent.append(json.loads(text))))
    page.goto(new_table(page, [ME, BOT, BOT])["url"])
    ready(page)
    page.mouse.dblclick(*middle(page.locator("svg [data-pick=legal]").nth(2)))
    page.wait_for_selector("svg [data-token^=cut][data-pick=legal]")
    assert len([message for message in sent if message["do"] == "move"]) == 1
    assert page.locator("#confirm").count() == 0


def test_typed_moves_and_why_not(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(new_table(page, [ME, BOT, BOT], options={"players": 3, "first": "red"})["url"])
    ready(page)
    page.fill("#typed-text", "z9")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast:has-text('no space z9')")
    press(page.locator("svg .pb-space.pb-green").first)
    page.wait_for_selector(".toast:has-text('already has')")
    page.click(".toast button")
    page.wait_for_selector("#rules[open] #rule-T2\\.2.now")
    page.keyboard.press("Escape")
    page.fill("#typed-text", "d4")
    page.keyboard.press("Enter")
    page.wait_for_selector("#log:has-text('adds a topping on d4')")


def test_what_happened_is_said_once_in_the_log_or_else_beside_the_board(visit: Callable[..., Any]) -> None:
    page = visit(reduced_motion="reduce")
    page.goto(new_table(page, [ME, BOT], options={"players": 2, "first": "red"})["url"])
    ready(page)
    page.evaluate("""() => {
      window.announced = [];
      const heard = (found) => found.forEach((one) => one.addedNodes.forEach((p) => announced.push(p.textContent)));
      new MutationObserver(heard).observe(document.getElementById('live'), { childList: true });
    }""")
    page.fill("#typed-text", "d4")
    page.keyboard.press("Enter")
    page.wait_for_selector("#log li:nth-child(2)")
    ready(page)
    said = page.locator("#log li p").all_inner_texts()
    assert "adds a topping on d4" in said[0]
    page.wait_for_selector("#status", state="hidden")  # the log says it
    page.wait_for_function("said => said.every(line => announced.includes(line))", arg=said)
    told = page.evaluate("announced")
    assert [told.count(line) for line in said] == [1] * len(said)
    box = page.locator(".talk").bounding_box()
    page.click("#do-hint")
    page.wait_for_selector("#status.preview:has-text('Hint:')")
    page.click("#step-back")
    page.wait_for_selector("#status", state="hidden")
    assert page.locator(".talk").bounding_box() == box
    for switch in ("#tab-chat", "#tab-log"):
        page.click(switch)
        assert page.locator("#status p").all_inner_texts() == (said if switch == "#tab-chat" else [])
    for more, state in (("40rem", "visible"), ("", "hidden")):  # a column too long for the page, and short again
        page.evaluate("more => { document.querySelector('.dock').style.paddingBottom = more; }", more)
        page.wait_for_selector("#status", state=state)
    page.set_viewport_size(PHONE)
    page.wait_for_selector("#status:has-text('d4')")
    assert page.locator("#status p").all_inner_texts() == said


def test_asks_first_when_told_to_and_shows_a_hint(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(new_table(page, [ME, BOT, BOT])["url"])
    ready(page)
    before = page.inner_text("#log")
    assert page.is_hidden("#no-hints")
    page.click("#do-hint")
    page.wait_for_selector("#confirm")
    first, why = page.inner_text("#status").split("\n\n")[:2]
    assert first.startswith("Hint:") and "chef" in why
    assert page.locator("svg.what-if [data-pick=hint]").count(), "the whole move lies on the board"
    page.click("#step-back")
    page.wait_for_selector("#confirm", state="detached")
    page.wait_for_selector("svg.what-if", state="detached")
    page.click("#settings-switch")
    page.check("#set-confirm")
    page.keyboard.press("Escape")
    press(page.locator("svg [data-pick=legal]").nth(2))
    page.wait_for_selector("#confirm")
    page.keyboard.press("Escape")
    page.wait_for_selector("#confirm", state="detached")
    assert page.inner_text("#log") == before, "nothing was played"


def test_giving_up_asks_first(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto(new_table(page, [ME, BOT, BOT])["url"])
    ready(page)
    page.click("#do-more")
    page.click("#more-list .danger")
    assert "a bot plays your seat to the end" in page.inner_text("#ask-body")
    page.click("#ask-buttons .danger")
    page.wait_for_selector("#result[open]")


def test_somebody_watches_bots_play_to_the_end(visit: Callable[..., Any]) -> None:
    """A bot takes the last seat once the page is there to watch; bots alone could be done before it is."""
    page, guest = visit(), visit()
    table = new_table(page, [BOT, BOT, OPEN], public=True)
    page.goto(table["url"])
    page.wait_for_selector("text=You're watching")
    guest.goto("/")
    assert guest.request.post(f"/api/tables/{table['id']}/join", data={}).ok
    assert guest.request.post(f"/api/tables/{table['id']}/do", data={"do": "concede", "seat": 2}).ok
    page.wait_for_selector("#result[open]")
    page.goto("/")
    page.wait_for_selector("#recent + .cards .card")


def test_axe_finds_nothing_serious(visit: Callable[..., Any]) -> None:
    """In both themes; two pages of long texts, of the same elements, in one of them each, in the long run in both."""
    page = visit(bypass_csp=True, reduced_motion="reduce")
    alone = {} if LONG else {"/rules/theory": THEMES[:1], "/api": THEMES[1:]}
    for path in ("/", "/new?game=theory", "/rules/theory", "/api", "/nothing-here"):
        page.goto(path)
        axe_clean(page, path, alone.get(path, THEMES))
    page.goto(new_table(page, [ME, BOT, BOT], options={"players": 3, "cap": 1})["url"])
    ready(page)
    axe_clean(page, "table, own turn", THEMES)
    page.click("#do-rules")
    page.wait_for_selector("#rules-text .rule")
    axe_clean(page, "rules beside the table", THEMES if LONG else THEMES[1:])
    page.keyboard.press("Escape")
    while act(page, press):
        pass
    axe_clean(page, "result", THEMES if LONG else THEMES[1:])
    table = new_table(page, [ME, OPEN])
    page.goto(table["url"])
    page.wait_for_selector("#invite[open]")
    axe_clean(page, "invitation", THEMES if LONG else THEMES[:1])


def test_axe_finds_what_cannot_be_read_in_one_of_the_themes(visit: Callable[..., Any]) -> None:
    """That nothing is found means something: pages are shown to it, and colours are judged in every theme."""
    page = visit(bypass_csp=True, reduced_motion="reduce")
    page.goto("/nothing-here")
    axe_clean(page, themes=THEMES)
    for theme in THEMES:
        page.add_style_tag(content=f"@media (prefers-color-scheme: {theme}) {{ main * {{ color: #888 !important; }} }}")
        with pytest.raises(AssertionError, match=f"{theme}.*color-contrast"):
            axe_clean(page, themes=THEMES)
        page.evaluate("() => document.head.lastElementChild.remove()")


def test_pages_are_light(visit: Callable[..., Any]) -> None:
    """What travels for a first visit, compressed as the browser asks for it."""
    table = new_table(visit(fresh=True), [ME, BOT, BOT])
    for path in (table["url"], "/", "/new", "/rules/theory"):
        page = visit(fresh=True)
        weights: dict[str, int] = {}
        page.on(
            "requestfinished", lambda asked, kept=weights: kept.update({asked.url: asked.sizes()["responseBodySize"]})
        )
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert 5_000 < sum(weights.values()) < 300_000, weights
