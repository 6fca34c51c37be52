"""Review, export, analysis and puzzles in a real browser."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

import pizzabox
from pizzabox.bots.net import net_for
from pizzabox.engine.game_record import GameRecord
from pizzabox.study.puzzle import puzzle, shipped
from pizzabox.study.replay import Replay
from pizzabox.study.review import Review, fill, in_words
from pizzabox.testing import advance
from pizzabox.testing.random_games import LONG
from tests.study.helpers import Oracle
from tests.web.conftest import DESKTOP, PHONE
from tests.web.page_actions import PAINTED, THEMES, axe_clean

SHORT: dict[str, dict[str, Any]] = {
    "theory": {"cap": 2},
    "pizzeria": {"players": 2},
    "wars": {"setup": "short", "goal": 4, "patience": 3},
    "hexentafl": {},
    "shark": {"cap": 3},
}
SOON_OVER = 6
"""A seed with which a random game of heXentafl has 14 moves, some of them mistakes."""
TAKEN = """token => document.getElementById('content').dataset.verdict !== undefined
  || document.querySelector('svg.pb').dataset.touched.split(' ').includes(token)"""
"""A touch of a puzzle's board was taken up."""


def record_of(name: str, seed: int = 4) -> str:
    game = pizzabox.load(name, **SHORT.get(name, {}))
    pos, dice = game.start(seed=seed), random.Random(seed)
    while not pos.over:
        advance(pos, dice)
    names = dict(zip(game.seats, ("Ada", "Bob", "Cleo"), strict=False))
    return GameRecord.of(pos, names).dumps()


def uploaded(page: Any, text: str) -> str:
    page.goto("/review")
    page.fill("#upload-text", text)
    page.click("#upload button.primary")
    page.wait_for_selector("#content[data-n]")
    return str(page.url)


def at(page: Any, n: int) -> None:
    page.wait_for_selector(f"#content[data-n='{n}']")


def drawn(page: Any) -> str:
    """The moving layer, once nothing in it is marked as new."""
    page.wait_for_function("() => !document.querySelector('.layer-pieces [data-fresh]')")
    return str(page.inner_html(".layer-pieces"))


@pytest.mark.parametrize("name", pizzabox.names())
def test_review_of_a_game_of_every_type(visit: Callable[..., Any], name: str) -> None:
    page = visit()
    text = record_of(name)
    last = len(pizzabox.loads(text).moves)
    uploaded(page, text)
    first = drawn(page)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("End")
    at(page, last)
    page.wait_for_function("was => document.querySelector('.layer-pieces').innerHTML !== was", arg=first)
    assert page.is_disabled("#forward")
    page.click("#log [data-n='2']")
    at(page, 2)
    assert page.get_attribute("#log [data-n='2']", "aria-current") == "true"
    page.select_option("#view", "0")
    page.wait_for_function("() => location.search.includes('view=0')")
    page.fill("#scrub", "3")
    at(page, 3)
    assert "move=3" in page.url
    page.reload()
    at(page, 3)
    assert page.input_value("#view") == "0"


def test_autoplay_with_speeds_and_pause(visit: Callable[..., Any]) -> None:
    page = visit(reduced_motion="reduce")
    uploaded(page, record_of("hexentafl"))
    page.select_option("#speed", "4")
    page.click("#play")
    page.wait_for_function("() => Number(document.getElementById('content').dataset.n) >= 3")  # it does not wait for us
    page.click("#play")
    page.wait_for_selector("#content[data-playing=false]")
    page.keyboard.press("Home")
    at(page, 0)


def test_what_was_not_played_stays_on_the_board_while_the_bot_thinks_on(visit: Callable[..., Any]) -> None:
    page, ended = visit(), list[bool]()

    def never_done(route: Any) -> None:
        answer = route.fetch()
        state = answer.json()["state"]
        route.fulfill(response=answer, json={**answer.json(), "state": state if ended else "running"})

    uploaded(page, record_of("theory", 5))
    page.wait_for_selector("#content[data-opinion=none]")
    page.click("#think-go")
    page.wait_for_selector("#content[data-opinion=done]", timeout=120_000)
    page.route("**/opinion", never_done)
    page.reload()
    page.wait_for_selector("#content[data-opinion=running]")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#ideas:not([hidden])")
    page.click("#ideas-list .idea")
    page.wait_for_selector("#aside:not([hidden])")
    shown = page.inner_text("#said"), page.inner_text("#players")
    ended.append(True)
    page.wait_for_selector("#content[data-opinion=done]")
    page.evaluate(PAINTED)
    assert (page.inner_text("#said"), page.inner_text("#players")) == shown


def test_the_bots_opinion_is_made_in_the_background_and_kept(visit: Callable[..., Any]) -> None:
    page = visit()
    url = uploaded(page, record_of("theory"))
    page.wait_for_selector("#content[data-opinion=none]")
    page.click("#think-go")
    page.wait_for_selector("#content[data-opinion=done]", timeout=120_000)
    assert page.locator("#graph .chart-line").count() == 3
    dashes = page.eval_on_selector_all(
        "#graph .chart-line .line", "nodes => nodes.map((node) => getComputedStyle(node).strokeDasharray)"
    )
    assert len(set(dashes)) == 3, "lines differ without colour"
    found = page.request.get(f"/api{urlsplit(url).path}/opinion").json()
    chances, last = page.locator("#players .chance"), len(found["moves"])
    assert chances.count() == (3 if found["chances"][0] else 0), "a bot that was held up knows too little to say"
    page.keyboard.press("End")
    at(page, last)
    assert chances.count() == 3, "how it ended is known"
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#ideas:not([hidden])")
    assert "How often" in page.inner_text("#ideas-title"), "the last move of this game is a secret cut"
    assert "chooses cut" in page.locator("#ideas-list .idea").first.inner_text()
    assert page.locator("#mistakes").is_visible()
    axe_clean(page)
    other = visit()
    other.goto(url)
    other.wait_for_selector("#content[data-opinion=done]")
    box = other.locator("#graph svg").first.bounding_box()
    other.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
    other.wait_for_function("() => Number(document.getElementById('content').dataset.n) > 3")


CROSSES = """() => {
  const number = (text) => text.match(/-?[\\d.]+/g).map(Number);
  const lines = [...document.querySelectorAll('#graph .chart-line .line')].map((line) => {
    const at = number(line.getAttribute('d'));
    return at.filter((_, i) => i % 2 === 0).map((x, i) => [x, at[2 * i + 1]]);
  });
  return [...document.querySelectorAll('#graph .fault')].map((cross) => {
    const [x, y] = number(cross.getAttribute('d')).map((v) => v + 4);
    return lines.some((line) => line.some(([a, b]) => Math.hypot(a - x, b - y) < 0.5));
  });
}"""
"""For every cross of the chart whether its middle is a point of a line."""


def test_better_moves_are_played_on_the_board(visit: Callable[..., Any]) -> None:
    page = visit()
    url = uploaded(page, record_of("hexentafl", SOON_OVER))
    page.wait_for_selector("#content[data-opinion=none]")
    page.click("#think-go")
    page.wait_for_selector("#content[data-opinion=done]", timeout=240_000)
    base = url.split("?")[0].replace("/review/", "/api/review/")
    told = page.request.get(f"{base}/opinion").json()
    n = next(i for i, m in enumerate(told["moves"]) if len(m["ideas"]) > 1 and any(x["line"] for x in m["ideas"]))
    page.fill("#scrub", str(n))
    at(page, n)
    page.wait_for_selector("#ideas:not([hidden])")
    before = drawn(page)
    best = next(x for x in told["moves"][n]["ideas"] if x["line"])
    assert f"{round(100 * best['value'])}%" in page.inner_text(f"#ideas-list li:has-text('{best['text']}')")
    assert not any(x["text"] in x["words"] for m in told["moves"] for x in m["ideas"])
    page.click(f"#ideas-list .idea:text-is('{best['words']}')")
    page.wait_for_selector("#aside:not([hidden])")
    assert page.locator("#aside button code").all_inner_texts() == [best["text"], *best["line"]]
    page.wait_for_function("was => document.querySelector('.layer-pieces').innerHTML !== was", arg=before)
    first = drawn(page)
    page.click("#aside button:nth-of-type(2)")
    page.wait_for_function("was => document.querySelector('.layer-pieces').innerHTML !== was", arg=first)
    axe_clean(page)
    page.click("#aside .primary")
    page.wait_for_function("was => document.querySelector('.layer-pieces').innerHTML === was", arg=before)
    assert page.is_hidden("#aside")
    crosses = page.evaluate(CROSSES)
    assert len(crosses) == len(told["mistakes"]) > 0 and all(crosses)
    assert page.request.get(f"{base}/line?move={n}&play=nonsense").status == 400
    assert page.request.get(f"{base}/line?move={n}").status == 400


@pytest.mark.parametrize("net", [True, False])
def test_a_review_shows_what_the_net_thinks_where_there_is_one(visit: Callable[..., Any], net: bool) -> None:
    page, text = visit(), record_of("theory")
    review = Review.blank(Replay.of(pizzabox.loads(text)))
    assert fill(review, Oracle(net=net))
    told = in_words(review.data(), review.replay) | {"state": "done"}
    page.route("**/opinion", lambda route: route.fulfill(json=told))
    uploaded(page, text)
    page.wait_for_selector("#ideas:not([hidden])")
    assert page.is_visible("#net-note") is page.is_visible("#net-head") is net
    assert page.locator("#ideas-list .idea-net").count() == (len(told["moves"][0]["ideas"]) if net else 0)
    if net:
        assert "Ada 33%, Bob 33%, Cleo 33%" in page.inner_text("#net-chances")
    page.unroute("**/opinion")


def test_a_review_can_be_stopped(visit: Callable[..., Any]) -> None:
    page = visit()
    uploaded(page, record_of("shark", 9))
    page.wait_for_selector("#content[data-opinion=none]")
    page.click("#think-go")
    page.wait_for_selector("#think-stop:not([hidden])")
    page.click("#think-stop")
    page.wait_for_selector("#content[data-opinion=stopped]")
    assert page.locator("#think-go").is_visible()


def test_a_review_and_the_analysis_board_call_players_by_their_names(visit: Callable[..., Any]) -> None:
    page = visit()
    pos = pizzabox.load("shark").start(seed=3)
    for _ in range(6):
        pos.play(pos.legal()[0])
    uploaded(page, pizzabox.GameRecord.of(pos, {"green": "Ada", "black": "Bob"}).dumps())
    signs = page.locator("#stage .pb-owner text")
    page.wait_for_selector("#stage .pb-owner text")
    assert sorted(signs.all_text_contents()) == ["Ada", "Bob"]
    page.click("#analyse")
    page.wait_for_url(re.compile("/analysis"))
    page.wait_for_selector("#players:has-text('Bob')")
    page.wait_for_selector("#stage .pb-owner text")
    assert sorted(signs.all_text_contents()) == ["Ada", "Bob"]
    page.click("#new")
    page.select_option("#setup-game", "shark")
    page.click("#setup-start button")
    page.wait_for_selector("#players:not(:has-text('Bob'))")
    signs.first.wait_for(state="detached")  # no name of another game stays


def test_a_finished_table_is_reviewed_forked_and_played_on(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/")
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    made = page.request.post("/api/tables", data={"game": "hexentafl", "seats": seats}).json()
    do = f"/api/tables/{made['id']}/do"
    assert page.request.get(f"/api/review/{made['id']}").status == 400, "a running game stays closed"
    refused = page.request.get(f"/review/{made['id']}").text()
    assert "This game isn" in refused and "is over" not in refused, "the page gives the reason and no other"
    moves = 0
    while moves < 3:
        table = page.request.get(f"/api/tables/{made['id']}").json()
        if table["result"]:
            break
        if not table["tokens"]:
            page.wait_for_timeout(50)  # the bot's turn
            continue
        first = next(iter(table["tokens"]))
        found = page.request.post(do, data={"do": "pick", "seat": 0, "tokens": [first]}).json()
        moves += page.request.post(do, data={"do": "move", "seat": 0, "tokens": [first, next(iter(found["next"]))]}).ok
    page.request.post(do, data={"do": "concede"})
    page.goto(made["url"])
    page.click("#strip a.review")
    page.wait_for_selector("#content[data-n]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    at(page, 2)
    before = page.inner_text("#players")
    page.click("#fork")
    page.click("#ask-buttons .primary")
    page.wait_for_selector("body.my-turn svg [data-pick=legal]")
    assert "/t/" in page.url
    assert before.split("\n")[0]
    page.locator("svg [data-pick=legal]").first.dispatch_event("click")
    page.wait_for_selector("body.picking, svg.picking, #log li[data-colour]")
    record = page.request.get(page.url.replace("/t/", "/api/tables/") + "/record").text()
    assert "[Position" not in record and "[Seed" not in record, "a running game's start stays sealed"


def test_a_review_is_downloaded_in_every_format(visit: Callable[..., Any]) -> None:
    page = visit()
    url = uploaded(page, record_of("theory"))
    base = url.split("?")[0].replace("/review/", "/api/review/")
    assert page.request.get(f"{base}/record").text().startswith('[Pizza "1"]')
    assert page.request.get(f"{base}/picture.svg?move=2").text().startswith("<svg")
    assert page.request.get(f"{base}/picture.png?move=2").body()[:4] == b"\x89PNG"
    assert "<animate" in page.request.get(f"{base}/animation.svg").text()
    assert page.request.get(f"{base}/picture.svg?move=9999").status == 400
    assert page.request.get(f"{base}/frames?from=x").status == 400
    page.click("#download")
    assert page.locator("#downloads a").count() == 5
    page.set_content(f"<img src='{base}/animation.svg'>")


@pytest.mark.parametrize("name", ["theory", "wars", "shark"] if LONG else ["shark"])
def test_an_exported_file_plays_from_disk(visit: Callable[..., Any], browser: Any, tmp_path: Path, name: str) -> None:
    page = visit(fresh=True)
    url = uploaded(page, record_of(name))
    base = url.split("?")[0].replace("/review/", "/api/review/")
    page.fill("#scrub", "3")
    at(page, 3)
    third = drawn(page)
    file = tmp_path / "game.html"
    file.write_bytes(page.request.get(f"{base}/page.html?view=1").body())
    alone = browser.new_context(offline=True).new_page()
    wrong: list[str] = []
    alone.on("pageerror", lambda error: wrong.append(str(error)))
    alone.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else wrong.append(asked.url))
    alone.goto(file.as_uri())
    at(alone, 0)
    start = drawn(alone)
    alone.fill("#scrub", "3")
    at(alone, 3)
    assert drawn(alone) == third, "what the server shows"
    alone.focus("#spoken-switch")
    alone.keyboard.press("Enter")
    third = alone.inner_text("#spoken")
    assert third
    alone.click("#to-first")
    at(alone, 0)
    assert alone.inner_text("#spoken") not in ("", third), "the position in words goes along"
    for n in range(1, 4):
        alone.keyboard.press("ArrowRight")
        at(alone, n)
    assert drawn(alone) != start
    alone.keyboard.press("End")
    alone.wait_for_selector("#forward:disabled")
    assert alone.locator("#view option").count() == 2
    alone.select_option("#view", "1")
    assert alone.locator("#log .log-line").count() == len(pizzabox.loads(record_of(name)).moves)
    assert wrong == []
    alone.context.close()


def test_a_bad_upload_is_explained(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/review")
    page.fill("#upload-text", '[Pizza "1"]\n[Game "theory"]\nrubbish')
    answer = page.request.post("/api/records", data={"record": "rubbish"})
    assert answer.status == 400 and "line 1" in answer.json()["error"]["what"]
    with page.expect_response("**/api/records"):
        page.click("#upload button.primary")
    page.wait_for_selector("#upload-error:not([hidden])")


@pytest.mark.parametrize("name", pizzabox.names())
def test_the_analysis_board_plays_all_sides_and_shows_what_it_counts(visit: Callable[..., Any], name: str) -> None:
    page = visit()
    page.goto(f"/analysis?game={name}")
    page.wait_for_selector("#stage svg [data-pick=legal], #ask [data-loose]", state="attached")
    page.wait_for_selector("#content[data-panels]")
    page.wait_for_function("() => document.getElementById('content').dataset.thought", timeout=240_000)
    net = net_for(pizzabox.load(name)) is not None
    assert page.is_visible("#net-note") is page.is_visible("#net-head") is net
    assert (page.locator("#ideas-list .idea-net").count() > 0) is net
    for n in (1, 2):
        page.wait_for_function("() => document.getElementById('content').dataset.thought")
        page.locator("#ideas-list .idea").first.click()
        page.wait_for_selector(f"#moves-made button:nth-child({n})")
    page.click("#back")
    page.wait_for_selector("#moves-made button:nth-child(1)[aria-current]")
    code = page.evaluate("() => decodeURIComponent(location.hash.slice(1))")
    assert pizzabox.position(code).game.name == name


def test_the_analysis_board_is_set_up_by_hand(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/analysis?game=hexentafl")
    page.wait_for_selector("svg [data-pick=legal]")
    page.uncheck("#think")
    page.click("#hand > summary")
    page.check("[name=brush][value=empty]")
    page.locator("svg [data-token=b2]").dispatch_event("click")
    page.wait_for_selector("#moves-made button:nth-child(1)")
    page.check("[name=brush][value=foe]")
    page.locator("svg [data-token=e5]").dispatch_event("click")
    page.wait_for_selector(".toast:has-text('King')")
    page.locator("details", has=page.locator("#json")).locator("summary").click()
    text = page.input_value("#json")
    assert '"b2"' not in text.split('"foes"')[1].split("]")[0]
    page.fill("#json", text.replace('"king": "e5"', '"king": "z9"'))
    page.click("#apply")
    page.wait_for_selector("#json-error:has-text('king')")
    page.check("[name=brush][value='']")
    page.locator("svg [data-token=e5]").dispatch_event("click")
    page.wait_for_selector("svg [data-pick=chosen]")
    page.locator("svg [data-pick=legal]").first.dispatch_event("click")
    page.wait_for_selector("#moves-made button:nth-child(2)")
    page.fill("#typed-text", "a1-a9")
    page.click("#typed button")
    page.wait_for_selector(".toast")


def test_a_record_is_pasted_and_played_from(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/analysis?game=theory")
    page.wait_for_selector("svg [data-pick=legal]")
    page.uncheck("#think")
    page.click("#new")
    page.fill("#setup-text", "nonsense")
    page.click("#setup-paste button")
    page.wait_for_selector("#setup-error:not([hidden])")
    record = pizzabox.loads(record_of("hexentafl"))
    del record.moves[2:]
    record.result = "*"
    page.fill("#setup-text", record.dumps())
    page.click("#setup-paste button")
    page.wait_for_selector("#title:has-text('heXentafl')")
    page.click("#fork")
    page.click("#ask-buttons .primary")
    page.wait_for_selector("body.my-turn svg [data-pick=legal]")


def _long_puzzle() -> int:
    """The number of a puzzle that is played out over several turns."""
    return next(n for n, found in enumerate(shipped("hexentafl"), start=1) if found.turns == 3)


def test_a_puzzle_right_and_wrong(visit: Callable[..., Any]) -> None:
    page = visit()
    number = _long_puzzle()
    found = puzzle("hexentafl", number)
    page.goto(f"/puzzles/hexentafl/{number}")
    page.wait_for_selector("#content[data-ready]")
    assert "within 3" in page.inner_text("#task")
    pos = found.position(pizzabox.load("hexentafl"))
    wrong = next(move.text for move in pos.legal(found.seat) if move.text not in found.answers)
    page.fill("#typed-text", wrong)
    page.click("#typed button")
    page.wait_for_selector("#content[data-verdict=wrong]")
    assert found.answers[0] not in page.inner_text("#verdict")
    assert page.is_hidden("#solution")
    for at in (0, 2, 4):
        page.fill("#typed-text", found.line[at].moves[0])
        page.click("#typed button")
        page.wait_for_selector(f"#content[data-verdict=right][data-at='{at + 2 if at < 4 else 5}']")
    assert f"{found.legal - 1} other moves" in page.inner_text("#verdict")
    assert "No streak" in page.inner_text("#streak"), "only the first try counts"
    page.wait_for_selector("#content[data-shown='5']")
    page.click("#solution-back")
    page.wait_for_selector("#content[data-shown='4'] .marks text")
    page.click("#analyse")
    page.wait_for_selector("#content[data-panels]")


def test_a_puzzle_by_touch_and_its_solution(visit: Callable[..., Any]) -> None:
    page = visit()
    number = next(n for n, found in enumerate(shipped("hexentafl"), start=1) if found.turns == 1)
    found = puzzle("hexentafl", number)
    page.goto(f"/puzzles/hexentafl/{number}")
    page.wait_for_selector("#content[data-ready]")
    pos = found.position(pizzabox.load("hexentafl"))
    for token in pos.move(found.seat, pos.code_of(found.answers[0], found.seat)).tokens:
        page.locator(f"svg [data-token={token}]").first.dispatch_event("click")
        page.wait_for_function(TAKEN, arg=token)
    page.wait_for_selector("#content[data-verdict=right]")
    assert "1" in page.inner_text("#streak")
    sent = page.request.get(f"/api/puzzles/hexentafl/{number}").json()
    assert "code" not in sent and "position" not in sent
    page.goto("/puzzles")
    page.wait_for_selector(f"[data-puzzle=hexentafl-{number}].solved")
    page.click("#daily")
    page.wait_for_selector("#content[data-ready]")
    page.click("#give-up")
    page.wait_for_selector("#content[data-shown='0'] #solution-moves li")
    page.click("#solution-on")
    page.wait_for_selector("#content[data-shown='1']")


ROOM = """() => {
  const box = what => document.querySelector(what)?.getBoundingClientRect(), board = box('#stage');
  const wide = document.documentElement.scrollWidth <= innerWidth, high = innerHeight;
  const controls = document.getElementById('scrub') ? box('.transport').top : high;
  return { top: board.top, bottom: board.bottom, task: box('.task')?.bottom ?? 0, controls, high, wide };
}"""


def has_room(page: Any) -> None:
    """On a phone what to do stands above the board and nothing covers it; on its side it takes the whole height."""
    upright = page.evaluate(ROOM)
    assert upright["task"] <= upright["top"] and upright["bottom"] <= upright["controls"], upright
    page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    page.evaluate(PAINTED)
    lying = page.evaluate(ROOM)
    assert lying["top"] == 0 and lying["bottom"] == lying["high"] and lying["wide"], lying
    page.set_viewport_size(PHONE)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_study_pages_are_for_everybody(visit: Callable[..., Any], size: Any) -> None:
    """They fit on both screens. Axe looks at each on one of them and at some puzzles of each list, and in the long run
    on both and at all."""
    page = visit(size, bypass_csp=True, reduced_motion="reduce")
    review = uploaded(page, record_of("theory"))
    pages = (
        (review, "#content[data-n]"),
        ("/analysis?game=theory", "#content[data-panels]"),
        ("/puzzles/wars/1", "#content[data-ready]"),
        ("/puzzles", "#daily"),
        ("/review", "#upload"),
    )
    for number, (path, ready) in enumerate(pages):
        page.goto(path)
        page.wait_for_selector(ready)
        if not LONG:
            page.evaluate("() => document.querySelectorAll('.numbers li:nth-child(n + 7)').forEach(li => li.remove())")
        if LONG or (number % 2 == 1) == (size is DESKTOP):
            axe_clean(page, themes=THEMES)
        if size is PHONE and path in (review, "/puzzles/wars/1"):
            has_room(page)
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), path
