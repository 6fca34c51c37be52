"""Room: on six screens every game and number of players fits, read from the boxes of what is drawn."""

from __future__ import annotations

import random
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.testing.random_games import LONG
from tests.web.conftest import PHONE
from tests.web.page_actions import LOOK, PAINTED, Finger, place, sit_at

SIZES = [(360, 640), (390, 844), (844, 390), (768, 1024), (1280, 800), (1920, 1080)]
GAMES: list[tuple[str, dict[str, Any]]] = [
    *[("theory", {"players": n}) for n in (2, 3)],
    ("pizzeria", {"players": 1, "variant": "solo"}),
    ("pizzeria", {"players": 6}),
    ("pizzeria", {"players": 6, "variant": "advanced"}),
    ("wars", {"players": 3, "cards": "three"}),
    ("hexentafl", {}),
    ("shark", {"players": 2}),
    ("shark", {"players": 4, "goals": True}),
]
"""Every game and variant with the most to show, and with the least where that is laid out otherwise."""
BETWEEN: list[tuple[str, dict[str, Any]]] = [
    *[("pizzeria", {"players": n}) for n in (2, 3, 4, 5)],
    *[("pizzeria", {"players": n, "variant": "advanced"}) for n in (2, 3, 4)],
    ("wars", {"cards": "three"}),
    *[("shark", {"players": n}) for n in (3, 4)],
    *[("shark", {"players": n, "goals": True}) for n in (2, 3)],
]
"""What the long run looks at besides."""
if LONG:
    GAMES += BETWEEN
BOXES = """() => {
  const wrong = [], W = innerWidth, H = innerHeight, phone = Math.min(W, H) < 500, roomy = W >= 1280;
  const box = node => node.getBoundingClientRect(), seen = node => node.checkVisibility() && box(node).width > 0;
  const all = (what, root = document) => [...root.querySelectorAll(what)].filter(seen);
  const spills = node => node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1;
  const say = (text, node) => {
    const { left, top, right, bottom } = box(node);
    wrong.push(`${text}: ${node.id || node.className || node.nodeName} ${[left, top, right, bottom].map(Math.round)}`);
  };
  scrollTo(0, 0);
  if (document.documentElement.scrollWidth > W) wrong.push('the page scrolls sideways');
  const parts = all('.top, .prompt, .board, .players, .status, .talk, .dock');
  for (const part of parts) {
    const { left, right, bottom } = box(part);
    if (left < -1 || right > W + 1 || (roomy && bottom > H + 1)) say('off the screen', part);
  }
  const under = node => node.matches('.players, .status, .talk'); // these scroll below the row of actions
  const inTalk = all('.tabs, .panel ol, .panel form');
  for (const a of all('.status')) for (const b of inTalk)
    if (box(a).bottom > box(b).top + 1 && box(a).top < box(b).bottom - 1) say(`over ${b.className || b.id}`, a);
  parts.forEach((a, i) => parts.slice(i + 1).forEach(b => {
    if (a.matches('.status') && b.matches('.talk')) return; // on a desk it stands within, over none of its parts
    if ((a.matches('.dock') && under(b)) || (b.matches('.dock') && under(a))) return;
    const [p, q] = [box(a), box(b)];
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > 1 && high > 1) say(`over ${b.className}`, a);
  }));
  const board = document.querySelector('#stage svg.pb'), stage = box(document.getElementById('stage'));
  const dock = document.querySelector('.dock'), low = getComputedStyle(dock).position === 'sticky' ? box(dock).top : H;
  if (box(board).top < 0 || box(board).bottom > H + 1) say('higher than the screen', board);
  if (box(board).left < box(dock).right && box(dock).left < box(board).right && box(board).bottom > low + 1)
    say('under the actions', board);
  for (const layer of all('.layer-board, .layer-pieces', board)) {
    const { left, top, right, bottom } = box(layer);
    if (left < stage.left - 2 || right > stage.right + 2 || top < stage.top - 2 || bottom > stage.bottom + 2)
      say('drawn beside the board', layer);
  }
  for (const node of all('button, .button, [role=tab], input, select, .brand')) {
    const { width, height, left, right } = box(node);
    if (left < -1 || right > W + 1) say('cut off', node);
    if (phone && (width < 40 || height < 40)) say('too small for a finger', node);
    if (spills(node)) say('does not hold its text', node);
  }
  for (const node of all('.player .notes, .prompt p, .score, .player strong > span, .top h1'))
    if (spills(node)) say('text cut', node);
  const log = document.getElementById('log');
  if (log.clientHeight < 5 * 20) say('fewer than five lines', log);
  const room = Math.min(stage.width / board.viewBox.baseVal.width, stage.height / board.viewBox.baseVal.height);
  if (Math.abs(board.getScreenCTM().a - room) > 0.01) say('smaller than its room', board);
  if (stage.height < 0.5 * H && stage.width < 0.95 * W) say('a small board', board);
  const { width, height } = board.viewBox.baseVal, share = (width * height * room ** 2) / (stage.width * stage.height);
  if (W === 1280 && share < 0.6) say(`only ${Math.round(100 * share)} % of the room`, board);
  const places = all('[class^=pb-place-]', board);
  places.forEach((a, i) => places.slice(i + 1).forEach(b => {
    const [p, q] = [box(a), box(b)], wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > 1 && high > 1 && !a.contains(b)) wrong.push(`over ${b.classList}: ${a.classList}`);
  }));
  return wrong;
}"""
"""What is wrong with the page as it stands, but for what is touched on the board."""
TARGETS = """async () => {
  const { breadth, middle, missed } = await import('/static/js/touch_targets.js');
  const lit = [...document.querySelectorAll('#stage svg [data-pick=legal]')], wrong = new Map();
  const legal = new Set(lit.map(n => n.dataset.token)), small = lit.filter(n => breadth(n) < 40);
  const buttons = new Set([...document.querySelectorAll('#ask [data-loose]')].map(n => n.dataset.loose));
  const meant = (x, y) => {
    const hit = document.elementFromPoint(x, y)?.closest('[data-token]')?.dataset.token;
    return legal.has(hit) ? hit : missed(lit, x, y)?.dataset.token;
  };
  for (const node of small) {
    const { token } = node.dataset, [x, y] = middle(node), run = (dx, dy) => {
      let n = 0;
      while (n < 22 && meant(x + dx * n, y + dy * n) === token) n++;
      return n;
    };
    const others = lit.filter(n => n.dataset.token !== token).map(middle);
    const crowded = others.some(([a, b]) => Math.hypot(a - x, b - y) < 40);
    const large = lit.some(n => n.dataset.token === token && breadth(n) >= 40);
    if (crowded || large || buttons.has(token)) continue;
    const reach = [run(1, 0) + run(-1, 0), run(0, 1) + run(0, -1)];
    if (Math.min(...reach) < 40) wrong.set(token, [breadth(node), ...reach]);
  }
  return Object.fromEntries(wrong);
}"""
"""What can be touched on the board and is too small for a finger: under 40 pixels, with less than that around it that
means it as the page reads a tap (`touch_targets.js`), not so close to another that a tap enlarges both, and no button
too."""
SMALL = """() => {
  const nodes = [...document.querySelectorAll('#stage svg [data-pick=legal]')];
  const lit = nodes.map(n => [n.dataset.token, n.getBoundingClientRect()]);
  const stage = document.getElementById('stage').getBoundingClientRect();
  const inside = lit.filter(([, b]) => b.left + b.width / 2 > stage.left && b.left + b.width / 2 < stage.right
    && b.top + b.height / 2 > stage.top && b.top + b.height / 2 < stage.bottom);
  return Object.fromEntries(inside.map(([token, b]) => [token, Math.min(b.width, b.height)]));
}"""
"""What is lit and in sight, and how many pixels it has where it is narrowest."""


def middle(game: str, options: dict[str, Any], moves: int = 30) -> Position:
    """A position in the middle of a game where the first seat acts and nothing is secret."""
    dice, pos = random.Random(3), pizzabox.load(game, **options).start(seed=5)
    while len(pos.steps) < moves or pos.state.sealed or 0 not in pos.actors:
        if pos.over:
            return middle(game, options, moves // 2)
        player = dice.choice(pos.actors)
        pos.play(dice.choice(pos.legal(player).codes), player)
    return pos


def faults(page: Any) -> list[str]:
    """What is wrong with the page once it has come to rest after a change of its size."""
    for _ in range(20):
        page.evaluate(PAINTED)
        found: list[str] = page.evaluate(BOXES)
        if not found:
            break
    return found


@pytest.mark.parametrize(("game", "options"), GAMES, ids=["-".join(map(str, (g, *o.values()))) for g, o in GAMES])
def test_everything_has_room_on_every_screen(visit: Any, game: str, options: dict[str, Any]) -> None:
    page = visit(PHONE, reduced_motion="reduce")
    sit_at(page, middle(game, options))
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert faults(page) == [], f"{width}x{height}"
        assert min(width, height) > 500 or page.evaluate(TARGETS) == {}, f"{width}x{height}"
    page.set_viewport_size(PHONE)
    Finger().touch(page, page.evaluate(LOOK)["lit"][0])
    for width, height in SIZES[:3]:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(PAINTED)
        assert page.evaluate(TARGETS) == {}, f"{width}x{height} in the middle of a move"
    chosen = "[...document.querySelectorAll('#stage [data-pick=chosen]')].map(n => getComputedStyle(n).opacity)"
    assert set(page.evaluate(chosen)) <= {"1"}, "what was chosen is not dimmed"


TWICE: list[tuple[str, dict[str, Any]]] = [("wars", {}), ("theory", {"players": 3}), ("shark", {"players": 4})]


@pytest.mark.parametrize(("game", "options"), TWICE, ids=["high", "square", "four"])
def test_letters_of_twice_the_size_leave_the_board_in_the_height_and_names_whole(
    visit: Any, game: str, options: dict[str, Any]
) -> None:
    page = visit(PHONE, reduced_motion="reduce")
    sit_at(page, middle(game, options), "Giuseppina")
    page.set_viewport_size({"width": 640, "height": 400})
    assert faults(page) == []


def test_a_finger_enlarges_what_is_too_small_for_it_and_then_touches_it(visit: Any) -> None:
    """Pizza Wars on a phone: the first tap between crowded pieces only enlarges the board; a turn is two arrows."""
    page = visit(PHONE, is_mobile=True, reduced_motion="reduce")
    sit_at(page, pizzabox.load("wars", players=3).start(seed=5))
    small = page.evaluate(SMALL)
    crowded = next(token for token, size in small.items() if size < 40)
    page.touchscreen.tap(*place(page, crowded))
    page.wait_for_selector("#stage svg.zoomed")
    assert page.evaluate(LOOK)["touched"] == "", "nothing was chosen yet"
    near = page.evaluate(SMALL)
    assert crowded in near and min(near.values()) >= 40, near
    page.touchscreen.tap(*place(page, crowded))
    page.wait_for_function("token => document.querySelector('#stage svg').dataset.touched === token", arg=crowded)

    Finger().touch(page, page.evaluate(LOOK)["lit"][0])
    page.wait_for_function("() => document.getElementById('content').dataset.version === '1'")
    page.wait_for_selector("#stage svg:not(.zoomed) [data-pick=legal]", state="attached")
    assert page.query_selector_all("#stage .pb-turn") == [], "no forest of arrows"
    Finger().touch(page, next(t for t in page.evaluate(LOOK)["lit"] if not t.startswith("+")))
    page.wait_for_selector("#ask [data-loose]")
    arrows = page.evaluate("[...document.querySelectorAll('#ask [data-loose]')].map(n => n.offsetHeight)")
    assert 1 <= len(arrows) <= 2 and min(arrows) >= 44
    page.tap("#ask [data-loose]")
    page.wait_for_function("() => Number(document.getElementById('content').dataset.version) >= 2")


def test_a_table_stands_beside_the_board_where_that_is_larger(visit: Any) -> None:
    page = visit({"width": 1280, "height": 800}, reduced_motion="reduce")
    sit_at(page, middle("pizzeria", {"players": 6}))
    shown = """() => ['.pb-tall', '.pb-wide'].map(which =>
      [...document.querySelectorAll(`#stage .layer-pieces ${which}`)]
        .some(n => getComputedStyle(n).display !== 'none'))"""
    tray = "() => document.querySelector('#stage .pb-tray').getBoundingClientRect().width"
    assert page.evaluate(shown) == [False, True]
    assert page.evaluate(tray) > 390
    page.evaluate("document.getElementById('warming').hidden = document.getElementById('banner').hidden = false")
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight"), "a bar above takes no room below"
    page.set_viewport_size(PHONE)
    page.evaluate(PAINTED)
    assert page.evaluate(shown) == [True, False]


def test_trays_stand_beside_the_board_where_that_is_larger_and_are_touched_there(visit: Any) -> None:
    page = visit({"width": 1280, "height": 800}, has_touch=True, reduced_motion="reduce")
    sit_at(page, middle("shark", {"players": 4}))
    trays = "() => ['own', 'tray-0'].map(n => document.querySelector(`#stage .pb-place-${n}`).getBoundingClientRect())"
    own, other = page.evaluate(trays)
    assert other["left"] > own["right"]
    assert own["width"] > 0.7 * page.locator("#stage").bounding_box()["width"]
    Finger().touch(page, "end")
    page.wait_for_function("() => document.getElementById('content').dataset.version !== '0'")
    page.wait_for_selector("body.my-turn", state="attached")
    names = "which => [...document.querySelectorAll(which)].map(n => n.textContent).sort()"
    called = page.evaluate(names, "#stage .pb-owner text")
    assert called == page.evaluate(names, "#players strong > span:not([class])") and len(set(called)) == 4
    page.set_viewport_size(PHONE)
    page.evaluate(PAINTED)
    own, other = page.evaluate(trays)
    assert other["top"] > own["bottom"]


def test_a_finger_that_misses_something_small_means_it(visit: Any) -> None:
    """Pizza Shark on a narrow phone: the button that ends the turn is a little lower than a finger is broad."""
    page = visit({"width": 360, "height": 640}, is_mobile=True, has_touch=True, reduced_motion="reduce")
    sit_at(page, middle("shark", {"players": 2}))
    box = page.locator("#stage [data-token=end]").bounding_box()
    assert 20 < box["height"] < 40
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 30)
    page.evaluate(PAINTED)
    assert page.evaluate(LOOK)["touched"] == "", "that was too far away"
    page.keyboard.press("Escape")
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] - 6)
    page.wait_for_function("() => document.getElementById('content').dataset.version !== '0'")


def test_spaces_with_room_for_a_finger_are_touched_at_once_and_closer_ones_enlarged(visit: Any) -> None:
    page = visit(PHONE, is_mobile=True, reduced_motion="reduce")
    sit_at(page, middle("theory", {"players": 3}))
    assert min(page.evaluate(SMALL).values()) >= 40
    page.set_viewport_size({"width": 360, "height": 640})
    page.evaluate(PAINTED)
    space = page.evaluate(LOOK)["lit"][0]
    page.touchscreen.tap(*place(page, space))
    page.wait_for_selector("#stage svg.zoomed")
    assert page.evaluate(LOOK)["touched"] == "" and page.evaluate(SMALL)[space] >= 40
    page.set_viewport_size(PHONE)
    page.wait_for_selector("#stage svg:not(.zoomed)")
    page.touchscreen.tap(*place(page, space))
    page.wait_for_function("() => document.getElementById('content').dataset.version !== '0'")


def test_fingers_pinch_and_move_the_board(visit: Any) -> None:
    page = visit(PHONE, is_mobile=True, reduced_motion="reduce", fresh=True)
    sit_at(page, pizzabox.load("hexentafl").start(seed=5))
    line = page.context.new_cdp_session(page)

    def fingers(kind: str, *points: tuple[int, int]) -> None:
        line.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]},
        )

    fingers("touchStart", (170, 350), (220, 350))
    fingers("touchMove", (120, 350), (270, 350))
    fingers("touchEnd")
    page.wait_for_function("() => document.querySelector('#stage svg').dataset.zoom > 2.5")
    before = page.evaluate("document.querySelector('#stage svg').getAttribute('viewBox')")
    fingers("touchStart", (200, 350))
    fingers("touchMove", (150, 350))
    fingers("touchMove", (120, 350))
    fingers("touchEnd")
    page.wait_for_function("was => document.querySelector('#stage svg').getAttribute('viewBox') !== was", arg=before)
    page.evaluate("dispatchEvent(new Event('resize'))")
    assert page.evaluate("document.querySelector('#stage svg').dataset.zoom") > "2.5", "moved, and as close as before"
    assert page.evaluate(LOOK)["touched"] == "", "moving the board touches nothing"
    # To Chromium, a tap in the first moments after a finger was lifted in motion may be there to stop the motion.
    page.wait_for_timeout(500)
    page.tap("#zoom")
    page.wait_for_selector("#stage svg:not(.zoomed)")


def test_a_click_beside_the_pieces_leaves_no_frame_and_the_keyboard_has_one(visit: Any) -> None:
    page = visit(reduced_motion="reduce")
    sit_at(page, pizzabox.load("theory", players=2).start(seed=5))
    outlines = """() => [document.activeElement, ...document.querySelectorAll('.board, .board *')]
      .filter(n => getComputedStyle(n).outlineStyle !== 'none').map(n => n.id || n.nodeName)"""
    page.mouse.click(30, 700)
    assert page.evaluate(outlines) == []
    page.keyboard.press("Escape")
    page.evaluate("document.getElementById('do-rules').focus()")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    focused = """() => {
      const look = getComputedStyle(document.activeElement);
      return look.outlineStyle !== 'none' || look.filter !== 'none';
    }"""
    assert page.evaluate(focused), "who walks by keys sees where they are"
    page.mouse.click(30, 700)
    assert page.evaluate(outlines) == [], "and no more after a click"
    page.evaluate("const board = document.querySelector('#stage svg.pb'); board.tabIndex = -1; board.focus()")
    assert page.evaluate(outlines) == [], "a browser that gives the board itself the focus frames nothing either"
