"""Films: frames, views, edits, forks, moving pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import pizzabox
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.gamerecord import GameRecord
from pizzabox.study.film import Film, edited, edits
from pizzabox.study.moving import moving
from tests.study.helpers import finished, game_of

EVERY = pytest.mark.parametrize("name", pizzabox.names())


def film_of(name: str) -> Film:
    pos = finished(game_of(name))
    return Film(pos, tuple(seat.capitalize() for seat in pos.game.seats))


@EVERY
def test_frames_are_the_pictures_of_every_position(name: str) -> None:
    film = film_of(name)
    for view in ("open", "0", "watch"):
        drawn = ""
        for frame in film.frames(0, min(film.last, 30), view):
            drawn = frame.get("pieces") or edited(drawn, frame["edits"])
            assert drawn == film.pieces(frame["n"], view)


@EVERY
def test_a_record_gives_the_same_film(name: str) -> None:
    film = film_of(name)
    again = Film.of(pizzabox.loads(GameRecord.of(film.position).dumps()))
    assert again.last == film.last
    assert again.log("open") == film.log("open")
    assert again.names == film.names


def test_a_seat_is_not_told_a_secret_before_its_time() -> None:
    film = film_of("theory")
    secret = next(i for i, step in enumerate(film.position.steps) if step.text.startswith("cut"))
    seat = film.position.steps[secret].player
    other = next(p for p in range(3) if p != seat)
    number = film.position.steps[secret].text.split()[1]
    assert any(number in line for line in film.log("open")[secret]["words"])
    assert not any(number in line for line in film.log(str(other))[secret]["words"])


@EVERY
def test_any_frame_can_be_played_on(name: str) -> None:
    film = film_of(name)
    for n in range(0, film.last, max(1, film.last // 7)):
        pos = film.fork(n)
        assert not pos.state.sealed
        assert pizzabox.position(pos.data()) == pos
        assert pizzabox.position(pos.code).code == pos.code
        assert pos.actors


@EVERY
def test_the_moving_picture_is_one_svg_with_a_frame_at_a_time(name: str) -> None:
    film = film_of(name)
    root = ET.fromstring(moving(film, "open"))
    clocks = list(root.iter("{http://www.w3.org/2000/svg}animate"))
    assert len(clocks) >= 2
    ids = [node.get("id") for node in root.iter() if node.get("id")]
    assert len(ids) == len(set(ids)), "frames have no ids; only shapes they refer to do, once"
    shown = [clock.get("values", "").split(";") for clock in clocks]
    assert all("visible" in values for values in shown)
    assert shown[0][0] == "visible" and shown[-1][-1] == "visible"


def test_bad_frames_and_views_are_named() -> None:
    film = film_of("theory")
    with pytest.raises(PizzaboxError, match="moves 1 to"):
        film.state(film.last + 1)
    for view in ("9", "all", "", "-1"):
        with pytest.raises(PizzaboxError, match="a view is"):
            film.seen(0, view)


def test_players_of_one_name_are_told_apart() -> None:
    pos = finished(game_of("theory"))
    assert Film(pos, ("Ada", "Greedy", "Greedy")).names == ("Ada", "Greedy (green)", "Greedy (white)")


@pytest.mark.parametrize(("before", "after"), [("a\nb\nc", "a\nx\nc"), ("a\nb", "a\nb\nc"), ("", "q"), ("a", "a")])
def test_edits_lead_from_one_drawing_to_the_next(before: str, after: str) -> None:
    assert edited(before, edits(before, after)) == after
