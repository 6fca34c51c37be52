"""Guided first games in a browser: to the end by clicks, a wrong move on the way, and on to a real game."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.engine.position import Move
from pizzabox.table.lesson import Lesson, lesson
from pizzabox.testing.random_games import LONG
from tests.web.conftest import PHONE
from tests.web.page_actions import PAINTED, THEMES, Finger, Mouse, axe_clean, place

GAMES = [pizzabox.load(name) for name in pizzabox.names()]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
NOW = """() => [document.getElementById('content').dataset.step, document.querySelector('svg.pb').dataset.touched ?? '',
  document.getElementById('confirm') !== null, document.getElementById('lesson-note').innerText].join('|')"""

APART = """() => {
  scrollTo(0, 0);
  const box = one => document.querySelector(one).getBoundingClientRect();
  const [text, board, dock] = ['.lesson', '#stage', '.dock'].map(box);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1
    && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const low = board.bottom <= innerHeight && text.bottom <= dock.top && text.height > 100 && board.height > 240;
  const svg = document.querySelector('#stage svg.pb'), { width, height } = svg.viewBox.baseVal;
  const whole = Math.min(board.width / width, board.height / height) - svg.getScreenCTM().a;
  const apart = !over(text, board) && !over(board, dock) && !over(text, dock) && Math.abs(whole) < 0.01;
  return [low && apart && document.documentElement.scrollWidth <= innerWidth, text, board, dock];
}"""
"""Whether the lesson's text, the whole board and the buttons are on the screen together."""
UNDER_ITS_ARROWS = """([x, y]) => document.querySelector("svg [data-token='h1 right']") !== null
  && document.elementFromPoint(x, y).closest('[data-token]').dataset.token === 'h1'"""


def go(page: Any, game: str, step: int = 0) -> None:
    page.goto(f"/learn/{game}" + (f"#{step + 1}" if step else ""))
    page.wait_for_selector(f"#content[data-step='{step}']")


def make(page: Any, tokens: Sequence[str], hand: Mouse) -> None:
    """Make a move by touching its tokens one after the other."""
    for token in tokens:
        before = page.evaluate(NOW)
        loose = f"#ask [data-loose={json.dumps(token)}]"
        if page.locator(loose).count():
            hand.press(page, loose)
        else:
            page.wait_for_selector(f"svg [data-token={json.dumps(token)}]", state="attached")
            hand.touch(page, token)
        page.wait_for_function(f"was => ({NOW})() !== was", arg=before)
    if page.locator("#confirm").count():
        hand.press(page, "#confirm")


def another(taught: Lesson, number: int, kind: str = "") -> Move:
    """A legal move that is not the lesson's, with few tokens; one with an answer of that kind."""
    wanted, named = taught.wanted(number), taught.named[number]
    assert wanted
    moves = [m for m in taught.at[number].legal(taught.seat)[:60] if m.code != wanted.code]
    return min((m for m in moves if not kind or named.get(m.code, ("",))[0] == kind), key=lambda m: len(m.tokens))


def follow(page: Any, taught: Lesson, hand: Mouse, first: int = 0, last: int = -1) -> None:
    """From a step to another, the last one if none is named, as the lesson says."""
    for number in range(first, last if last >= 0 else len(taught.steps) - 1):
        wanted = taught.wanted(number)
        assert page.locator("#lesson-choice").is_visible() == taught.steps[number].choice
        if wanted:
            assert bool(page.locator("svg [data-pick=hint]").count()) != taught.steps[number].choice
            make(page, wanted.tokens, hand)
        else:
            hand.press(page, "#lesson-next")
        page.wait_for_selector(f"#content[data-step='{number + 1}']")
        assert taught.words(number + 1)["text"].split("\n")[0] in page.inner_text("#lesson-text")


@every_game
def test_to_the_end_with_wrong_moves(visit: Callable[..., Any], game: Game) -> None:
    """Every step of Pizza Theory, of the others up to the first choice and the last; in the long run all of them."""
    taught, page, hand = lesson(game), visit(reduced_motion="reduce"), Mouse()
    go(page, game.name)
    first = next(i for i, step in enumerate(taught.steps) if step.choice)
    follow(page, taught, hand, last=first)
    for kind in ("wrong", "also") if taught.steps[first].also else ("wrong",):
        move = another(taught, first, kind)
        make(page, move.tokens, hand)
        said = taught.answer(first, move.code)
        page.wait_for_selector("#lesson-note:not([hidden])")
        assert said.text in page.inner_text("#lesson-note")
        assert page.locator("#lesson-note.right").count() == said.right
        assert bool(page.locator("svg [data-pick=hint]").count()) == said.right, "a right one leads to the lesson's own"
        assert page.get_attribute("#content", "data-step") == str(first), "and nothing has changed"
    page.click("#lesson-show")
    page.wait_for_selector("#lesson-show:has-text('Play it')")
    assert page.locator("svg [data-pick=hint]").count()
    page.click("#lesson-show")
    page.wait_for_selector(f"#content[data-step='{first + 1}']")
    ahead = first + 1 if LONG or game.name == "theory" else len(taught.steps) - 2
    if ahead > first + 1:
        page.goto("about:blank")
        go(page, game.name, ahead)
    follow(page, taught, hand, ahead)
    assert page.locator("#lesson-text li").count() == len(taught.words(len(taught.steps) - 1)["points"])
    page.click("#lesson-end [data-start=bots]")
    page.click("#ask-buttons button:first-child")
    page.wait_for_url("**/t/*")
    page.wait_for_selector("body.table svg.pb")


@every_game
def test_on_a_phone_text_board_and_buttons_are_seen_together(visit: Callable[..., Any], game: Game) -> None:
    taught, page = lesson(game), visit(PHONE, reduced_motion="reduce")
    number = next(i for i, step in enumerate(taught.steps) if step.move)
    longest = max(range(len(taught.steps) - 1), key=lambda step: len(taught.words(step)["text"]))
    for step in (longest, number):
        page.set_viewport_size(PHONE)
        page.goto("about:blank")
        go(page, game.name, step)
        for width, height in ((360, 640), (844, 390), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(PAINTED)
            fits, *boxes = page.evaluate(APART)
            assert fits, (width, height, step, boxes)
    wanted = taught.wanted(number)
    assert wanted
    make(page, wanted.tokens, Finger())
    page.wait_for_selector(f"#content[data-step='{number + 1}']")
    page.tap("#lesson-back")
    page.wait_for_selector(f"#content[data-step='{number}']")


def test_what_is_not_allowed_is_explained_with_its_rule(visit: Callable[..., Any]) -> None:
    page = visit()
    go(page, "theory", 1)
    Mouse().touch(page, "c1")
    page.wait_for_selector(".toast")
    assert "c1 is next to your topping on c2" in page.inner_text(".toast")
    page.click(".toast .link")
    page.wait_for_selector("#rules[open] #rule-T2\\.2.now")
    assert page.get_attribute("#rules .drawer-head a", "href").endswith("/rules/theory#T2.2")


def test_what_is_drawn_for_a_passing_mouse_is_not_touched_by_it(visit: Callable[..., Any]) -> None:
    """A mouse over a piece shows the arrows that turn it, half a piece each: a press only takes the piece up."""
    page = visit(reduced_motion="reduce")
    go(page, "wars", 8)
    at = place(page, "h1")
    page.mouse.move(*at)
    page.wait_for_function(UNDER_ITS_ARROWS, arg=at)
    page.mouse.down()
    page.mouse.up()
    page.wait_for_selector("svg.pb[data-touched='h1']", state="attached")
    page.wait_for_selector("svg [data-token='h1 right']:not([data-later])", state="attached")
    Mouse().touch(page, "h1 right")
    page.wait_for_selector("#content[data-step='9']")


def test_the_whole_move_glows_the_empty_space_it_ends_on_too(visit: Callable[..., Any]) -> None:
    page = visit(reduced_motion="reduce")
    go(page, "hexentafl", 1)
    rings = page.locator("svg .halo.hint").evaluate_all(
        "halos => halos.map(h => [h.nextSibling.dataset.token, h.getBoundingClientRect().width > 20])"
    )
    assert sorted(rings) == [["d5", True], ["d7", True]]
    page.click("#lesson-show")
    page.wait_for_selector("#lesson-note:not([hidden])")
    assert "d5" not in page.inner_text("#lesson-note"), "no notation"


def test_the_step_is_in_the_address(visit: Callable[..., Any]) -> None:
    page = visit()
    go(page, "theory", 4)
    page.reload()
    page.wait_for_selector("#content[data-step='4']")
    page.goto("/learn/theory#99")
    page.reload()
    page.wait_for_selector("#content[data-step='0']")


def test_in_another_language(visit: Callable[..., Any]) -> None:
    page = visit(locale="it-IT")
    go(page, "theory", 1)
    assert "Prima tutti aggiungono un ingrediente" in page.inner_text("#lesson-text")
    assert page.inner_text("#lesson-show") == "Fammi vedere"


def test_home_and_set_up_lead_to_the_lesson(visit: Callable[..., Any]) -> None:
    page = visit()
    page.goto("/")
    for game in GAMES:
        assert page.locator(f"a[href='/learn/{game.name}']").count() == 1
    page.goto("/new?game=wars")
    page.wait_for_selector("#setup-learn a[href='/learn/wars']")


def test_of_two_steps_asked_for_at_once_the_later_one_is_shown(visit: Callable[..., Any]) -> None:
    page, held = visit(reduced_motion="reduce"), []
    page.route("**/api/learn/hexentafl", lambda route: route.continue_() if held else held.append(route))
    page.goto("/learn/hexentafl")
    go(page, "hexentafl", 2)
    with page.expect_response("**/api/learn/hexentafl") as late:
        held[0].continue_()
    assert late.value.request.post_data_json["step"] == 0
    late.value.finished()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.get_attribute("#content", "data-step") == "2" and page.url.endswith("#3")


def test_axe_finds_nothing_serious(visit: Callable[..., Any]) -> None:
    page = visit(bypass_csp=True, reduced_motion="reduce")
    name = "wars" if LONG else "hexentafl"  # the latter has the smallest pages
    taught = lesson(pizzabox.load(name))
    step = next(number for number in range(2, 20) if taught.wanted(number))
    for path in [f"/learn/{name}", f"/rules/{name}/quick", *([f"/rules/{name}"] if LONG else [])]:
        if "learn" in path:
            go(page, name, step)
            make(page, another(taught, step).tokens, Mouse())
            page.wait_for_selector("#lesson-note:not([hidden])")
        else:
            page.goto(path)  # test_page.py has /rules/theory
        axe_clean(page, path, THEMES)
