"""The picture of a table takes its time: what happened can be looked at until it is touched."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.web.conftest import BOT, ME
from tests.web.page_actions import first_lit, new_table, ready

STAGE = """
async (scene) => {
  const { Picture } = await import("/static/js/picture.js");
  const picture = new Picture(document.body.appendChild(document.createElement("div")));
  const draws = (name, hold, stages = []) => picture.update({ pieces: `<g id="${name}"/>` }, stages, hold);
  const shown = () => [...picture.layer.children].map((node) => node.id).join(" ");
  const soon = () => new Promise((done) => setTimeout(done));
  picture.begin({ box: "0 0 10 10", still: "", pieces: '<g id="start"/>' });
  return await eval(`(${scene})`)({ picture, draws, shown, soon });
}
"""
LONG = 1_000_000
"""Milliseconds that no test waits for."""


def acted(visit: Callable[..., Any], scene: str) -> Any:
    page = visit(bypass_csp=True)
    page.goto("/")
    return page.evaluate(STAGE, scene.replace("LONG", str(LONG)))


def test_what_happened_stays_until_it_is_touched(visit: Callable[..., Any]) -> None:
    scene = """async ({ picture, draws, shown, soon }) => {
      const seen = [];
      for (const touch of ["click", "keyup", null]) {
        draws("attack", LONG);
        draws("next", 0);
        await soon();
        seen.push(shown(), picture.busy);
        if (touch) document.body.dispatchEvent(new Event(touch, { bubbles: true }));
        await soon();
        seen.push(shown(), picture.busy);
      }
      return seen;
    }"""
    held, gone = ["attack", True, "next", False], ["attack", True, "attack", True]
    assert acted(visit, scene) == held + held + gone


def test_who_does_not_touch_anything_falls_no_further_behind_than_two_moves(visit: Callable[..., Any]) -> None:
    scene = """async ({ draws, shown, soon }) => {
      const seen = [];
      for (const name of ["a", "b", "c", "d", "e"]) {
        draws(name, LONG);
        await soon();
        seen.push(shown());
      }
      return seen;
    }"""
    assert acted(visit, scene) == ["a", "a", "a", "b", "c"]


def test_at_a_table_without_a_pace_nothing_waits(visit: Callable[..., Any]) -> None:
    scene = """async ({ picture, draws, shown, soon }) => {
      picture.pace = 0;
      draws("attack", LONG, ['<g id="stage"/>']);
      draws("next", 0);
      await soon();
      await picture.queue;
      return [shown(), picture.busy];
    }"""
    assert acted(visit, scene) == ["next", False]


def test_stages_of_a_reveal_are_passed_over_by_touches(visit: Callable[..., Any]) -> None:
    scene = """async ({ picture, draws, shown, soon }) => {
      const seen = [];
      picture.pace = LONG;
      draws("end", 0, ['<g id="first"/>', '<g id="second"/>']);
      for (let i = 0; i < 3; i++) {
        await soon();
        seen.push(shown());
        document.body.dispatchEvent(new Event("click", { bubbles: true }));
      }
      await picture.queue;
      return [...seen, picture.busy];
    }"""
    assert acted(visit, scene) == ["first", "second", "end", False]


def test_what_the_mouse_passes_takes_nothing_away_that_can_be_touched(visit: Callable[..., Any]) -> None:
    """What is chosen already stays instead; what is drawn anew takes no touch."""
    scene = """async ({ picture, shown }) => {
      const seen = [], drawn = (...names) => names.map((name) => `<g id="${name}" data-token="${name}"/>`);
      const look = (lines, kept, rest) => {
        picture.preview(lines, kept, rest);
        seen.push([shown(), [...picture.passing].join(" ")]);
      };
      picture.begin({ box: "0 0 10 10", still: '<g data-token="field"/>', pieces: drawn("a", "b").join("\\n") });
      look(drawn("a", "b", "c"), ["a", "b", "field"]);
      look(drawn("a", "c"), ["a", "b"]);
      const rest = drawn("a", "alone");
      look(rest, [], rest);
      look(drawn("a", "alone", "cut"), ["a", "field"], rest);
      look(drawn("alone", "cut"), ["a"], rest);
      look(null, [], rest);
      return seen;
    }"""
    stays = ["a alone", ""]
    assert acted(visit, scene) == [["a b c", "c"], ["a b", ""], stays, ["a alone cut", "cut"], stays, ["a b", ""]]


def test_a_whole_new_picture_passes_over_what_was_still_to_be_shown(visit: Callable[..., Any]) -> None:
    """A line that was lost in the middle of a reveal is back: what is true now stays."""
    scene = """async ({ picture, draws, shown, soon }) => {
      picture.pace = LONG;
      draws("old", 0, ['<g id="first"/>', '<g id="second"/>']);
      draws("later", 0);
      await soon();
      const before = shown();
      picture.begin({ pieces: '<g id="now"/>' });
      await picture.queue;
      return [before, shown(), picture.busy];
    }"""
    assert acted(visit, scene) == ["first", "now", False]


def test_the_prompt_says_what_belongs_to_the_picture_that_is_shown(visit: Callable[..., Any]) -> None:
    """Not what follows from a move that waits for its turn to be shown."""
    page = visit(fresh=True)

    def slow(connection: Any) -> None:
        server = connection.connect_to_server()
        connection.on_message(server.send)
        server.on_message(lambda text: connection.send(re.sub(r'"pace":[\d.]+', f'"pace":{LONG}', text)))

    page.route_web_socket(re.compile("/ws/"), slow)
    table = new_table(page, [ME, BOT, BOT], options={"players": 3, "cap": 2, "first": "red"})
    page.goto(table["url"])
    ready(page)
    page.locator(f"svg [data-token='{first_lit(page)}']").first.click()
    page.wait_for_function("() => document.getElementById('content').dataset.version >= 3")
    assert "secret" not in page.inner_text("#prompt")
    page.wait_for_function(
        """() => {
      document.body.dispatchEvent(new Event("click", { bubbles: true }));
      return document.getElementById("prompt").textContent.includes("secret");
    }"""
    )
