"""What happens around the moves: draws, rematches, chat, leaving and coming back, clocks, watching, undo, previews."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import pizzabox
from tests.web.conftest import BOT, ME, OPEN, PHONE
from tests.web.page_actions import (
    LOOK,
    about,
    about_to_cut,
    first_lit,
    lit_tokens,
    new_table,
    place,
    play_out,
    ready,
    sit_at,
    sit_down,
    touch,
    turn_of,
)

Visit = Callable[..., Any]
QUIET = {"reduced_motion": "reduce"}


class Proxy:
    """Stands between a page and the server, and can stop passing anything on, as a dead wireless link does."""

    def __init__(self, page: Any) -> None:
        self.frozen = self.lan = False
        page.route_web_socket(re.compile("/ws/"), self.through)

    def through(self, line: Any) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: None if self.frozen else server.send(text))
        server.on_message(lambda text: None if self.frozen else line.send(self.seen(text)))

    def seen(self, text: str) -> str:
        """What the page gets; with other devices let in the link has an address of the local network."""
        if not self.lan:
            return text
        text = re.sub(r'"invite":"http://[^/]+/', '"invite":"http://192.168.7.7:8310/', text)
        return text.replace(
            '"only_here":true,"qr":""', '"only_here":false,"qr":"<svg xmlns=\\"http://www.w3.org/2000/svg\\"/>"'
        )

    def devices(self, route: Any) -> None:
        """Plays the switch of the server, so that no test opens a door."""
        if route.request.method == "POST":
            self.lan = route.request.post_data_json["open"]
        route.fulfill(json={"open": self.lan, "origin": "", "switch": True})


NOTES = """window.noted = [];
window.Notification = class {
  static permission = "granted";
  static async requestPermission() { return "granted"; }
  constructor(title, { body }) { noted.push(body); }
};"""
"""Stands for the notes of the system."""


def test_two_people_invite_join_play_undo_freeze_and_play_again(visit: Visit) -> None:
    ada, bob = visit(**QUIET, fresh=True), visit(**QUIET, fresh=True)
    proxy = Proxy(ada)
    for page in (ada, bob):
        page.add_init_script(NOTES)
    ada.route("**/api/devices", proxy.devices)
    made = new_table(ada, [ME, OPEN], options={"players": 2, "cap": 2, "first": "red"})
    ada.goto(made["url"])
    ada.wait_for_selector("#invite[open] #invite-here:has-text('only works on this computer')")
    assert ada.locator("#invite-qr svg").count() == 0, "no code that leads nowhere"
    bob.goto(ada.input_value("#invite-link"))
    ada.check("#invite-open")
    ada.wait_for_selector("#invite-qr svg")
    assert ada.input_value("#invite-link").startswith("http://192.168.7.7:8310/t/")
    assert ada.locator("#invite-here").is_hidden()
    bob.fill("#join-name", "Bob")
    bob.keyboard.press("Enter")
    ada.wait_for_selector("#players:has-text('Bob')")
    ada.wait_for_selector("#invite", state="hidden")

    lit = lit_tokens(ada)
    for answer in ("no", "yes"):
        if answer == "no":
            touch(ada, lit[0])
        bob.wait_for_selector("#log li [title]")
        bob.wait_for_selector("#log:has-text('topping')")
        ada.click("#do-undo:not([disabled])")
        ada.wait_for_selector("#strip:has-text('Waiting for Bob')")
        assert about(ada)["log"], "nothing is taken back before Bob agrees"
        bob.click(f"#undo-{answer}")
        if answer == "no":
            ada.wait_for_selector("#strip:has-text('Bob would rather play on')")
            assert about(ada)["log"]
    for page in (ada, bob):
        page.wait_for_selector("#log li.none")
    bob.wait_for_selector("#status:has-text('took back a move')")
    assert "topping" not in bob.inner_text("#status"), "nothing is said of a move that is gone"
    assert lit_tokens(ada) == lit

    bob.click("#settings-switch")
    bob.check("#set-notify")
    bob.keyboard.press("Escape")
    assert "Your turn" not in bob.title()
    bob.evaluate("Object.defineProperty(document, 'hidden', { value: true, configurable: true })")
    touch(ada, lit[0])
    bob.wait_for_function("noted.length === 1")
    assert "Your turn" in bob.title() and bob.evaluate("noted[0]") == bob.inner_text("#prompt")
    bob.evaluate("delete document.hidden")
    for _ in range(2):
        mover = turn_of(ada, bob)
        touch(mover, first_lit(mover))
    assert ada.evaluate("noted") == [], "who did not ask for it is not told"
    touch(ada, lit_tokens(ada, "cut")[1])
    ada.wait_for_selector("#confirm")
    proxy.frozen = True
    ada.wait_for_selector("#banner:not([hidden]):has-text('lost the connection')")
    assert ada.locator("#confirm").count() == 1, "a half-made move survives"
    proxy.frozen = False
    ada.evaluate("document.querySelector('#banner button').click()")  # it may be on its way back by itself
    ada.wait_for_selector("body[data-connection=open]")
    ada.wait_for_selector("#banner", state="hidden")
    ada.click("#confirm")
    bob.wait_for_selector("[data-seat='0'] .notes:has-text('chosen')")

    for answer in ("no", "yes"):
        ada.click("#do-more")
        ada.click("#more-list button:has-text('draw')")
        ada.wait_for_selector("#strip:has-text('Waiting for Bob')")
        bob.click(f"#draw-{answer}")
        if answer == "no":
            ada.wait_for_selector("#strip:has-text('Waiting')", state="detached")
            assert about(ada)["result"] is None
    for page in (ada, bob):
        page.wait_for_selector("#result[open]:has-text('draw')")
        assert page.locator("#result .winners svg").count() == 0
    ada.click("#result .rematch")
    ada.wait_for_selector("#result:has-text('Waiting for Bob')")
    assert ada.locator("#result .rematch").count() == 0
    assert made["url"] in ada.url, "not before both want to"
    bob.wait_for_selector("#result:has-text('would like to play again')")
    bob.click("#result button.rematch")
    for number, page in enumerate((ada, bob)):
        page.wait_for_url(lambda url: "/t/" in url and made["id"] not in url)
        page.wait_for_selector("#stage svg .pb-pieces", state="attached")
        assert about(page)["you"]["seats"] == [number]
    touch(turn_of(ada, bob), first_lit(turn_of(ada, bob)))


def test_who_gives_up_in_a_game_of_two_loses_it(visit: Visit) -> None:
    ada, bob = visit(**QUIET), visit(**QUIET)
    sit_down([ada, bob])
    bob.click("#do-more")
    bob.click("#more-list .danger")
    bob.click("#ask-buttons .danger")
    ada.wait_for_selector("#result[open]")
    assert about(ada)["result"]["winners"] == [0]
    assert about(ada)["result"]["why"] == "concede"


def test_names_and_chat_are_text(visit: Visit) -> None:
    ada, bob = visit(**QUIET), visit(**QUIET)
    sit_down([ada, bob])
    name, line = "<b>Ada</b> & 'co'", "<img src=x onerror=alert(1)> **hello** &amp;"
    ada.click("#do-more")
    ada.click("#more-list button:has-text('name')")
    ada.fill("#ask-body input", name)
    ada.keyboard.press("Enter")
    bob.wait_for_selector("[data-seat='0'] .who strong")
    bob.wait_for_function(
        "name => document.querySelector(\"[data-seat='0'] .who\").textContent.includes(name)", arg=name
    )
    ada.click("#tab-chat")
    ada.fill("#chat-text", line)
    ada.keyboard.press("Enter")
    bob.wait_for_selector("#chat-dot:not([hidden])")
    bob.click("#tab-chat")
    bob.wait_for_selector("#chat li strong")
    assert bob.inner_text("#chat li") == f"{name} {line}"
    assert bob.locator("#chat img, #chat b, #players b b").count() == 0
    assert bob.locator("#chat-dot").is_hidden()


def test_a_bot_takes_the_seat_of_who_left_and_gives_it_back(visit: Visit) -> None:
    ada, bob = visit(**QUIET), visit(**QUIET)
    made = sit_down([ada, bob])
    bob.goto("/")
    ada.wait_for_selector("[data-seat='1'] .dot:not(.on)")
    ada.click("[data-seat='1'] button")
    ada.wait_for_selector("[data-seat='1'] .notes:has-text('bot')")
    while not about(ada)["seats"][1]["chosen"]:
        seen = ada.evaluate(LOOK)
        if seen["lit"] and len(about(ada)["log"]) < 3:
            touch(ada, seen["lit"][0])
        ada.wait_for_timeout(50)
    bob.goto(made["url"])
    bob.click("[data-seat='1'] button")
    ada.wait_for_selector("[data-seat='1'] .notes:has-text('bot')", state="detached")
    assert about(bob)["seats"][1]["away"] is False
    bob.click("#do-undo")
    ready(bob)


WITNESS = """
  const passing = [
    ["low", "[data-seat='0'] .clock.low", ""],
    ["warned", "#hurry", "At zero a bot plays for you"],
    ["told", "#strip", "You ran out of time, so a bot is playing for you."],
    ["noted", "[data-seat='0'] .notes", "bot"],
  ];
  globalThis.witnessed = new Set();
  new MutationObserver(() => {
    for (const [name, where, words] of passing)
      if (document.querySelector(where)?.textContent.includes(words)) witnessed.add(name);
  }).observe(document, { attributes: true, characterData: true, childList: true, subtree: true });
"""
"""What is on the page for a moment only, noted by the page itself: asking it now and then may be too late."""


def test_a_clock_that_runs_out_hands_the_seat_to_a_bot(visit: Visit) -> None:
    page = visit(fresh=True, **QUIET)
    page.add_init_script(WITNESS)
    page.goto(new_table(page, [ME, BOT, BOT], clock={"kind": "move", "seconds": 4})["url"])
    page.wait_for_function("() => ['low', 'warned', 'told', 'noted'].every(name => witnessed.has(name))")
    page.wait_for_selector("#hurry", state="detached")
    page.wait_for_selector("#result[open]")
    assert page.evaluate("document.activeElement.id") == "result-title", "who won is in sight, however low the screen"
    assert about(page)["result"]["why"] == "rules"


def test_of_three_one_gives_up_and_the_others_read_what_becomes_of_the_seat(visit: Visit) -> None:
    ada, bob = visit(**QUIET), visit(**QUIET)
    made = new_table(ada, [ME, {"kind": "open"}, BOT])
    bob.request.get("/api")
    table = f"/api/tables/{made['id']}"
    assert bob.request.post(f"{table}/join", data={"invite": made["invite"].split("invite=")[1]}).ok
    ada.goto(made["url"])
    ada.wait_for_selector("#players [data-seat='1'].person")
    assert "gave up" not in ada.inner_text("#players")
    assert bob.request.post(f"{table}/do", data={"do": "concede"}).ok
    ada.wait_for_selector("#players [data-seat='1'] .notes:has-text('gave up, a bot is playing')")


def test_a_spectator_sees_the_game_and_cannot_touch_it(visit: Visit) -> None:
    ada, guest = visit(**QUIET), visit(**QUIET)
    made = sit_down([ada], options={"players": 3, "cap": 1, "first": "red"})
    guest.goto(made["url"])
    guest.wait_for_selector("text=You're watching")
    assert guest.locator("svg [data-pick], #typed:not([hidden]), #do-undo:not([hidden])").count() == 0
    touch(ada, first_lit(ada))
    guest.wait_for_selector("#log li[data-colour=red]")
    place_of = guest.locator("svg .pb-space.pb-red").first
    guest.mouse.click(
        *guest.evaluate(
            "n => { const b = n.getBoundingClientRect(); return [b.x + 5, b.y + 5] }", place_of.element_handle()
        )
    )
    play_out([ada])
    guest.wait_for_selector("#result[open]")
    assert guest.locator("#result .rematch").count() == 0


def test_two_choose_in_the_same_millisecond_and_both_choices_are_kept(visit: Visit) -> None:
    ada, bob = visit(**QUIET), visit(**QUIET)
    about_to_cut(ada, bob)
    moment = ada.evaluate("Date.now()") + 400
    for page in (ada, bob):
        page.evaluate(
            "at => { setTimeout(() => document.getElementById('confirm').click(), at - Date.now()); }", moment
        )
    for page in (ada, bob):
        page.wait_for_selector("#log:has-text('The cuts are')")
    cuts = [line for line in about(ada)["log"] if line["text"].startswith("cut") or line["n"] > 3]
    assert {line["seat"] for line in cuts} == {0, 1}


def test_a_table_is_found_again_among_my_tables(visit: Visit) -> None:
    page = visit(**QUIET)
    made = sit_down([page], "hexentafl", {})
    touch(page, first_lit(page))
    touch(page, first_lit(page))
    page.wait_for_selector("#log li [title]")
    page.goto("/")
    page.click(f"a.card[href='{made['url']}']")
    page.wait_for_selector("#stage svg .pb-pieces", state="attached")
    assert about(page)["you"]["seats"] == [0]
    assert page.locator("#log li [title]").count() >= 1


@pytest.mark.parametrize("game", pizzabox.names())
def test_typed_moves_why_not_and_the_right_chapter(visit: Visit, game: str) -> None:
    """Nonsense is explained, a typed move is played, and the rules open where the game is."""
    page = visit(**QUIET)
    options = {"players": 1, "variant": "solo", "first": "red"} if game == "pizzeria" else {}
    made = sit_down([page], game, options)
    ready(page)
    page.click("#do-rules")
    page.wait_for_selector("#rules[open] .rule.now")
    assert page.get_attribute("#rules .rule.now", "id") == f"rule-{about(page)['chapter']}"
    page.keyboard.press("Escape")
    page.fill("#typed-text", "zz 99")
    page.keyboard.press("Enter")
    page.wait_for_selector(".toast")
    assert len(page.inner_text(".toast")) > 10
    do = made["url"].replace("/t/", "/api/tables/") + "/do"
    hint = page.request.post(do, data={"do": "hint", "seat": 0}, timeout=120_000).json()["text"]
    before = len([line for line in about(page)["log"] if line["seat"] == 0])
    page.fill("#typed-text", hint)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('typed-text').value === ''")
    assert len([line for line in about(page)["log"] if line["seat"] == 0]) > before


def test_a_piece_of_pizza_wars_shows_its_reach_and_turns_with_a_tap(visit: Visit) -> None:
    page = visit(**QUIET)
    sit_down([page], "wars", {"setup": "short"})
    touch(page, first_lit(page))
    page.wait_for_selector("svg .pb-reach path", state="attached")
    target = page.evaluate(LOOK)["lit"][0]
    page.mouse.move(*place(page, target))
    page.wait_for_selector("#status.preview:has-text('Nobody would gain or lose a hex.')")
    touch(page, target)
    page.wait_for_selector("#log li [title]")
    assert not page.locator("svg .pb-turn[data-pick=legal]").count(), "no forest of arrows"
    touch(page, first_lit(page))
    page.wait_for_selector("svg .pb-turn[data-pick=legal]")
    touch(page, page.locator("svg .pb-turn[data-pick=legal]").first.get_attribute("data-token"))
    page.wait_for_selector("#log:has-text('turns')")


def test_cuts_of_pizzeria_are_marked_with_live_totals(visit: Visit) -> None:
    page = visit(**QUIET)
    sit_down([page], "pizzeria", {"players": 2, "first": "red"})
    touch(page, first_lit(page))
    page.wait_for_selector("svg [data-token^='cut '][data-pick=legal]")
    black = "stroke='var(--pb-mark-ink, #2b2320)'"
    for n in range(1, 4):
        touch(page, lit_tokens(page, "cut")[1])
        marked = page.locator(f"svg .pb-cut[data-pick=chosen] path[{black}]")
        assert marked.count() == n
        page.wait_for_selector("#status.preview p")
        assert page.locator("#status.preview p").count() == n
        assert re.search(r"\d+ slices?", page.inner_text("#status"))


def test_a_finger_sees_what_a_portion_would_do_before_taking_it(visit: Visit) -> None:
    page = visit(PHONE, is_mobile=True, **QUIET)
    sit_down([page], "pizzeria", {"players": 2, "first": "green"})
    page.wait_for_selector("svg [data-token^='portion '][data-pick=legal]")
    page.touchscreen.tap(*place(page, "portion 1"))
    page.wait_for_selector("#confirm")
    assert "Portion 1" in page.inner_text("#status")
    page.tap("#step-back")
    page.wait_for_selector("#confirm", state="detached")
    page.touchscreen.tap(*place(page, "portion 2"))
    page.tap("#confirm")
    page.wait_for_selector("#log:has-text('portion 2')")


def test_a_slice_of_pizza_shark_is_dragged_onto_the_tray(visit: Visit) -> None:
    page = visit(**QUIET)
    pos = pizzabox.load("shark", players=2, first="green", halves=False).start(seed=1)
    while not (slices := [move.tokens[0] for move in pos.legal(0) if move.tokens[0].endswith(" of green")]):
        pos.play(pos.legal()[0])
    sit_at(page, pos)
    slice_ = slices[0]
    x, y = place(page, slice_)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 40, steps=4)
    page.wait_for_selector("svg .ghost")
    half = next(token for token in page.evaluate(LOOK)["lit"] if token.startswith("half "))
    page.mouse.move(*place(page, half), steps=4)
    page.mouse.up()
    page.wait_for_selector("#log:has-text('places')")
    assert page.locator("svg .ghost").count() == 0


HALO = """() => {
  const halo = document.querySelector(".halo.over"), count = (what) => halo.querySelectorAll(what).length;
  const named = count("[id], [data-token], [role], text"), shapes = count("path, circle, rect, polygon");
  return [halo.nextSibling.dataset.token, named, shapes];
}"""


HALOS_FIT = """() => {
  const count = wanted => document.querySelectorAll(wanted).length;
  return ["hint", "chosen"].every(kind => count(`.halo.${kind}`) === count(`#stage [data-pick=${kind}]`));
}"""
"""Every thing that is hinted at or chosen has a halo, and nothing else; a halo is drawn in the next frame."""


@pytest.mark.parametrize("game", pizzabox.names())
def test_what_is_pointed_at_touched_or_hinted_has_a_halo(visit: Visit, game: str) -> None:
    """A halo is the thing's own outline behind it: it cannot be touched, is no token and goes when its reason goes."""
    page = visit()
    sit_down([page], game, {"players": 2} if game == "theory" else {})
    ready(page)
    token = first_lit(page)
    page.mouse.move(*place(page, token))
    halo = page.locator(".halo.over")
    halo.wait_for()
    # One look at all of it: what the touch would do is drawn meanwhile, and then the halo is a new one.
    behind, named, shapes = page.evaluate(HALO)
    assert (behind, named) == (token, 0) and shapes > 0
    page.mouse.move(1, 1)
    halo.wait_for(state="detached")
    page.click("#do-hint")
    page.wait_for_selector(".halo.hint", state="attached")
    said = page.inner_text("#status")
    assert said.startswith("Hint: ") and not re.search(r"[a-z]\d+\*?[-<>]|\+", said), "words, no notation"
    touch(page, token)
    page.mouse.move(1, 1)
    halo.wait_for(state="detached")
    page.wait_for_function(HALOS_FIT)
