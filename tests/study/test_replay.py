"""Replays: frames, views, edits, forks, moving pictures."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

import pytest

import pizzabox
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.position import View
from pizzabox.engine.svg import Edit, edited, edits, palette
from pizzabox.study import animation
from pizzabox.study.analysis_board import board
from pizzabox.study.animation import LONGEST, REST, SECONDS, elements, moving
from pizzabox.study.replay import Replay
from pizzabox.table.page_picture import PAGE
from pizzabox.web.export import standalone
from tests.study.helpers import finished, game_of

SVG = "{http://www.w3.org/2000/svg}"
EVERY = pytest.mark.parametrize("name", pizzabox.names())


def replay_of(name: str) -> Replay:
    pos = finished(game_of(name))
    return Replay(pos, tuple(seat.capitalize() for seat in pos.game.seats))


def redrawn(drawing: str, changes: Sequence[Edit]) -> str:
    """The drawing that a frame's edits lead to."""
    return "\n".join(edited(drawing.split("\n"), changes))


@EVERY
def test_frames_are_the_pictures_of_every_position(name: str) -> None:
    replay = replay_of(name)
    for view in ("open", "0", "watch"):
        drawn = ""
        for frame in replay.frames(0, min(replay.last, 30), view):
            drawn = frame.get("pieces") or redrawn(drawn, frame["edits"])
            assert drawn == replay.pieces(frame["n"], view)


@EVERY
def test_a_record_gives_the_same_replay(name: str) -> None:
    replay = replay_of(name)
    again = Replay.of(pizzabox.loads(GameRecord.of(replay.position).dumps()))
    assert again.last == replay.last
    for n in range(0, replay.last + 1, max(1, replay.last // 8)):
        assert again.frame(n, "open") == replay.frame(n, "open")
    assert again.log("open") == replay.log("open")
    assert again.names == replay.names


@EVERY
def test_headlines_name_the_options_in_words(name: str) -> None:
    pos = game_of(name).start(seed=1)
    for told in (replay_of(name).about()["options"], board(pos, 0)["options"]):
        assert "players" in told and "=" not in told


@EVERY
def test_a_reel_holds_the_whole_game(name: str) -> None:
    replay = replay_of(name)
    whole = replay.whole(["open", "0"])
    lines = ["".join(whole["parts"][part] for part in line) for line in whole["lines"]]
    assert len(set(lines)) == len(lines) and len(set(whole["parts"])) == len(whole["parts"]), "everything stands once"
    told = whole["sentences"]
    assert len(set(told)) == len(told)
    for view in ("open", "0"):
        drawn, standing = "", None
        for frame in whole["views"][view]["frames"]:
            changes = [(start, count, [lines[i] for i in fresh]) for start, count, fresh in frame["edits"]]
            drawn, standing = redrawn(drawn, changes), frame.get("standing", standing)
            assert drawn == replay.pieces(frame["n"], view)
            assert standing == replay.frame(frame["n"], view)["standing"]
            assert [told[i] for i in frame["spoken"]] == View(replay.game, *replay.seen(frame["n"], view)).spoken()
        assert frame["n"] == replay.last and whole["views"][view]["log"] == replay.log(view)


@EVERY
def test_an_offline_page_is_small(name: str) -> None:
    """Whole games at the usual options; the longest had 57 MB."""
    pos = finished(pizzabox.load(name))
    replay = Replay(pos, tuple(pos.game.seats))
    page = standalone(
        {"about": replay.about() | {"picture": replay.static_layer()}, **replay.whole(["open", "0"]), "opinion": None}
    )
    assert len(page.encode()) < 2_000_000


@EVERY
def test_other_moves_are_shown_from_any_frame(name: str) -> None:
    replay = replay_of(name)
    other = 0
    for n in range(0, replay.last, max(1, replay.last // 6)):
        step = replay.position.steps[n]
        fork = replay.fork(n)
        move = fork.legal(step.player)[-1]
        shown = replay.line(n, [move.text], "open")
        fork.play(move)
        assert [(one["text"], one["seat"], one["n"]) for one in shown] == [(move.text, step.player, n + 1)]
        assert shown[0]["pieces"] == str(fork.game.picture.pieces(fork.state, -1, PAGE)) and shown[0]["words"]
        other += move.code != step.code
        if fork.actors:
            reply = fork.legal()[0]
            assert replay.line(n, [move.text, reply.text], "open")[1]["text"] == reply.text
    assert other
    with pytest.raises(PizzaboxError):
        replay.line(0, ["nonsense"], "open")
    with pytest.raises(PizzaboxError, match="numbered from 1 to"):
        replay.line(replay.last, ["cut 1"], "open")


def test_a_game_that_was_given_up_says_so_in_words_at_its_end_alone() -> None:
    pos = replay_of("hexentafl").position.copy()
    while pos.over:
        pos.undo()
    replay = Replay(pos, ("Ada", "Attackers"), "Ada gave up. The win goes to Attackers.", (-1.0, 1.0))
    told = [replay.frame(n, "open")["spoken"][-1] for n in (0, replay.last)]
    assert told[0] == "Ada to move." and told[1] == replay.ending
    assert [seat["called"] for seat in replay.about()["seats"]] == ["Ada", ""], (
        "a picture says only what somebody chose"
    )


def test_another_move_shows_no_more_than_its_view() -> None:
    """A cut that was not made is secret to the others too."""
    replay = replay_of("theory")
    n = next(i for i, step in enumerate(replay.position.steps) if step.text.startswith("cut"))
    seat = replay.position.steps[n].player
    other = next(p for p in range(3) if p != seat)
    made = [replay.line(n, [text], str(other))[0] for text in ("cut 1", "cut 4")]
    assert made[0]["pieces"] == made[1]["pieces"] and made[0]["words"] == made[1]["words"]
    assert replay.line(n, ["cut 1"], str(seat))[0]["words"] != replay.line(n, ["cut 4"], str(seat))[0]["words"]


def test_a_seat_is_not_told_a_secret_before_its_time() -> None:
    replay = replay_of("theory")
    secret = next(i for i, step in enumerate(replay.position.steps) if step.text.startswith("cut"))
    seat = replay.position.steps[secret].player
    other = next(p for p in range(3) if p != seat)
    number = replay.position.steps[secret].text.split()[1]
    assert any(number in line for line in replay.log("open")[secret]["words"])
    assert not any(number in line for line in replay.log(str(other))[secret]["words"])


@EVERY
def test_any_frame_can_be_played_on(name: str) -> None:
    replay = replay_of(name)
    for n in range(0, replay.last, max(1, replay.last // 7)):
        pos = replay.fork(n)
        assert not pos.state.sealed
        assert pizzabox.position(pos.data()) == pos
        assert pizzabox.position(pos.code).code == pos.code
        assert pos.actors


def seen_at(root: ET.Element, moment: float) -> list[str]:
    """The elements of a moving picture that are seen at a moment, from 0 to 1, in the order of drawing."""
    seen = []
    for node in root:
        clock = node.find(f"{SVG}animate")
        if clock is None:
            seen.append(ET.tostring(node, encoding="unicode"))
            continue
        values = clock.get("values", "").split(";")
        keys = [float(key) for key in clock.get("keyTimes", "").split(";")]
        assert keys[0] == 0.0 and keys == sorted(set(keys)) and len(keys) == len(values)
        if values[max(i for i, key in enumerate(keys) if key <= moment)] == "visible":
            seen += [ET.tostring(inner, encoding="unicode") for inner in node if inner is not clock]
    return seen


def flat(drawn: str) -> str:
    """An element without the marks of its namespace."""
    return re.sub(r"ns0:| xmlns(:ns0)?=\"[^\"]*\"", "", drawn)


@EVERY
def test_the_moving_picture_shows_every_frame_of_the_game(name: str) -> None:
    replay = replay_of(name)
    drawn = moving(replay, "open")
    root = ET.fromstring(drawn)
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids)), "frames have no ids; only shapes they refer to do, once"
    p, under = palette("light"), None
    for n in range(replay.last + 1):
        s, viewer = replay.seen(n, "open")
        alone = [flat(one) for one in elements(str(replay.game.picture.pieces(s, viewer, p)))]
        seen = [flat(one) for one in seen_at(root, (n + 0.5) / (replay.last + REST))]
        under = under or seen[: len(seen) - len(alone)]
        assert seen == [*under, *alone], n
        assert not [one for one in alone if "data-what" in one or "data-token" in one], (
            "nothing of what a page asks about"
        )
    assert seen_at(root, 0.999) == seen_at(root, (replay.last + 0.5) / (replay.last + REST)), (
        "the last one stands longest"
    )


@EVERY
def test_elements_are_the_same_read_line_by_line_or_at_once(name: str) -> None:
    """What is the same in two drawings is read once: hardly anything is new in the next."""
    replay, p, known = replay_of(name), palette("light"), dict[str, list[str]]()
    fresh = list[int]()
    for n in range(0, replay.last + 1, 3):
        s, viewer = replay.seen(n, "open")
        drawn, before = str(replay.game.picture.pieces(s, viewer, p)), len(known)
        found = elements(drawn, known)
        assert [flat(one) for one in found] == [flat(one) for one in animation._read(animation._OURS.sub("", drawn))]
        fresh.append((len(known) - before) / len(found))
    assert sum(fresh[1:]) / len(fresh[1:]) < 0.5


def test_elements_of_groups_that_begin_and_end_anywhere() -> None:
    ball, square = '<circle r="1" />', '<rect width="2" height="2" />'
    apart = f'<g transform="scale(2)">\n{ball}{square}\n<g>\n{square}</g></g>\n{ball}'
    moved = f'<g transform="scale(2)">{square}</g>'
    assert elements(apart) == [f'<g transform="scale(2)">{ball}</g>', moved, moved, ball]
    within = f'<g opacity="0.5">{ball}\n<g>\n{square}\n</g></g>'
    assert [flat(one).count("<rect") for one in elements(f"{ball}\n{within}\n{ball}")] == [0, 1, 0]
    odd = f"<g>\n{ball}</g><g>\n{square}</g>"
    assert elements(odd) == [ball, square]


def test_a_long_game_moves_faster_but_whole() -> None:
    pos = finished(pizzabox.load("hexentafl", size=5))
    replay = Replay(pos, tuple(pos.game.seats))
    assert replay.last * SECONDS > LONGEST
    root = ET.fromstring(moving(replay, "open"))
    clocks = list(root.iter(f"{SVG}animate"))
    assert LONGEST <= float(clocks[0].get("dur", "0s")[:-1]) < 1.1 * LONGEST
    moments = {key for clock in clocks for key in clock.get("keyTimes", "").split(";")}
    assert len(moments) == replay.last + 1, "something changes with every move"


def test_bad_frames_and_views_are_named() -> None:
    replay = replay_of("theory")
    with pytest.raises(PizzaboxError, match="numbered from 1 to"):
        replay.state(replay.last + 1)
    for view in ("9", "all", "", "-1"):
        with pytest.raises(PizzaboxError, match="a view must be"):
            replay.seen(0, view)


def test_players_of_one_name_are_told_apart() -> None:
    pos = finished(game_of("theory"))
    assert Replay(pos, ("Ada", "Greedy", "Greedy")).names == ("Ada", "Greedy (green)", "Greedy (white)")


@pytest.mark.parametrize(("before", "after"), [("a\nb\nc", "a\nx\nc"), ("a\nb", "a\nb\nc"), ("", "q"), ("a", "a")])
def test_edits_lead_from_one_drawing_to_the_next(before: str, after: str) -> None:
    assert redrawn(before, edits(before.split("\n"), after.split("\n"))) == after
