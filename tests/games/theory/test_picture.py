"""The picture of Pizza Theory."""

from __future__ import annotations

import io
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from math import hypot
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.bits import count, members
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.png import png
from pizzabox.engine.rng import seed_state
from pizzabox.engine.shapes import hatch, room, rooms
from pizzabox.engine.svg import THEMES, palette
from pizzabox.games.theory import picture
from pizzabox.games.theory.board import INDEX, LAYOUT_NAMES, LINES, NAMES, SLICE_COUNT, SLICES, N, bits
from pizzabox.games.theory.picture import middle
from pizzabox.games.theory.picture.marks import letters_at, outlines, strokes
from pizzabox.games.theory.rules import (
    ADD,
    CODES,
    COLOUR_COUNT,
    CUT,
    FIRST_CUT,
    HIDDEN,
    OVER,
    SPARE,
    State,
    actors,
    begin,
    colour,
    moves,
    play,
    triple,
)
from pizzabox.games.theory.state import SEATS
from pizzabox.games.theory.story import last_slices

SVG = "{http://www.w3.org/2000/svg}"


def svg_of(s: State, *viewer: int, **style: Any) -> str:
    """The whole picture of a position."""
    return pizzabox.load("theory", players=s.players).picture.svg(s, *viewer, **style)


def start(players: int = 3, layout: int = 0, seed: int = 1, spare: int = 2) -> Any:
    s = State()
    s.rng = seed_state(seed)
    begin(s, [players, layout, 60, -1, spare])
    return s


def view(s: Any, viewer: int) -> Any:
    return pizzabox.load("theory").kernels.show(s, viewer)


def legal(s: Any, player: int) -> list[int]:
    out = [0] * CODES
    return out[: moves(s, player, out)]


def game(s: Any, seed: int) -> Iterator[Any]:
    """A random game, position by position."""
    chance = random.Random(seed)
    yield s
    while s.phase != OVER:
        player = chance.choice(members(actors(s)))
        play(s, player, chance.choice(legal(s, player)))
        yield s


def reach(wanted: Callable[[Any], bool], **options: int) -> Any:
    for seed in range(50):
        for s in game(start(**options), seed):
            if wanted(s):
                return s
    raise AssertionError("no such position was reached")


def tokens(svg: str) -> list[str]:
    return [e.attrib["data-token"] for e in ET.fromstring(svg).iter() if "data-token" in e.attrib]


def by_id(svg: str, name: str) -> ET.Element:
    found = [e for e in ET.fromstring(svg).iter() if e.get("id") == name]
    assert len(found) == 1, name
    return found[0]


@pytest.mark.parametrize("layout", range(len(LAYOUT_NAMES)))
@pytest.mark.parametrize("players", [2, 3])
def test_pictures_of_whole_games_are_well_formed(players: int, layout: int) -> None:
    phases = set()
    for step, s in enumerate(game(start(players, layout, seed=layout, spare=layout % 3), layout)):
        phases.add(s.phase)
        viewer = step % (players + 1) - 1
        root = ET.fromstring(svg_of(view(s, viewer), viewer, theme=THEMES[step % len(THEMES)]))
        assert root.tag == f"{SVG}svg" and root[0].tag == f"{SVG}title" and root[1].tag == f"{SVG}desc"
        ids = [e.attrib["id"] for e in root.iter() if "id" in e.attrib]
        assert len(set(ids)) == len(ids)
        assert not {e.tag.removeprefix(SVG) for e in root.iter()} & {
            "text",
            "image",
            "script",
            "foreignObject",
            "style",
        }
    assert phases >= {ADD, CUT, OVER} | ({SPARE} if players == 2 else set())


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_draws_the_same_things(theme: str) -> None:
    s = reach(lambda s: s.rounds == 2 and s.phase == ADD)
    root = ET.fromstring(svg_of(s, 0, theme=theme))
    light = ET.fromstring(svg_of(s, 0))
    drawn, usual = ({e.get("id") or "" for e in tree.iter()} for tree in (root, light))
    toppings = {id for id in drawn if id.startswith("pb-topping-")}
    assert bool(toppings) == (theme == "page"), "a page draws each topping once and refers to it"
    wells = {f"pb-theory-wells-{theme}", "pb-theory-wells-light"}
    assert drawn - toppings - wells == usual - wells, "shapes are named by their theme: two pictures may share a page"
    colours = set(re.findall(r"#[0-9a-f]{6}", svg_of(s, theme=theme)))
    assert colours <= {c[-8:-1] if c.startswith("var") else c for c in palette(theme).colours.values()}


@pytest.mark.parametrize("phase", [ADD, CUT])
def test_every_space_and_own_line_has_one_token(phase: int) -> None:
    s = reach(lambda s: s.phase == phase and s.rounds == 1)
    spaces = sorted(NAMES)
    assert sorted(tokens(svg_of(view(s, -1), -1))) == spaces, "a spectator has no lines"
    for player in range(3):
        lines = [f"cut {k}" for k in range(1, LINES + 1)]
        assert sorted(tokens(svg_of(view(s, player), player))) == sorted(spaces + lines)


def test_what_can_be_chosen_lies_on_top() -> None:
    adding = tokens(svg_of(start(), 0))
    assert adding.index("cut 6") < adding.index("a1")
    cutting = tokens(svg_of(reach(lambda s: s.phase == CUT), 0))
    assert cutting.index("g4") < cutting.index("cut 1")


def test_own_lines_are_those_of_the_label_held() -> None:
    s = start()
    for player in range(3):
        circle = by_id(svg_of(s, player), "pb-cut-1")[1]
        x, y = middle.number_at(s.label[player], 1)
        assert float(circle.get("cx", 0)) == pytest.approx(x, abs=0.01)
        assert float(circle.get("cy", 0)) == pytest.approx(y, abs=0.01)


def test_toppings_lie_where_the_record_says() -> None:
    s = reach(lambda s: s.rounds == 3)
    svg = svg_of(s)
    for i in range(N):
        classes = by_id(svg, f"pb-at-{NAMES[i]}").attrib["class"].split()
        for c, name in enumerate(SEATS):
            assert (f"pb-{name}" in classes) == bool(s.spaces[c] >> i & 1)


def test_lines_run_between_the_spaces_they_part() -> None:
    for row in range(216):
        for shape, part in zip(outlines(row), SLICES[row, : SLICE_COUNT[row]], strict=True):
            inside = [far > 40 for far in rooms(shape, list(map(middle.at, range(N))))]
            assert inside == [bool(part >> i & 1) for i in range(N)]


STROKE = re.compile(r"M(\S+) ([^l]+)l(\S+) ([^M]+)")
FROM_TO = re.compile(r"M(\S+) ([^L]+)L(\S+) ([^M]+)")


@pytest.mark.parametrize("degrees", [-45.0, 45.0, 0.0, 90.0])
def test_the_hatching_of_a_slice_is_that_of_its_outline(degrees: float) -> None:
    for row in range(0, 216, 7):
        for i, shape in enumerate(outlines(row)):
            made = [list(map(float, stroke)) for stroke in STROKE.findall(strokes(row, i, degrees, 14))]
            ends = [end for x, y, dx, dy in made for end in ((x, y), (x + dx, y + dy))]
            assert not ends or min(rooms(shape, ends)) > -1
            other = [list(map(float, stroke)) for stroke in FROM_TO.findall(hatch(shape, degrees, 14))]
            length = sum(hypot(c - a, d - b) for a, b, c, d in other)
            assert abs(sum(hypot(dx, dy) for _, _, dx, dy in made) - length) < 6 + length / 100


def test_letters_lie_in_their_slices_and_on_no_topping() -> None:
    for row in range(216):
        for shape, (x, y) in zip(outlines(row), letters_at(row), strict=True):
            assert room(shape, (x, y)) > 10
            assert min((x - a) ** 2 + (y - b) ** 2 for a, b in map(middle.at, range(N))) > 55**2


def test_numbers_count_from_left_to_right_for_each_holder() -> None:
    for label in range(3):
        back = [middle.rotated(*middle.number_at(label, k), (3 - label) % 3) for k in range(1, LINES + 1)]
        assert [round(x) for x, _ in back] == sorted(round(x) for x, _ in back)
        assert all(y > 0 for _, y in back)


@pytest.mark.parametrize("theme", THEMES)
def test_a_view_is_the_same_whatever_the_others_have_sealed(theme: str) -> None:
    for players in (2, 3):
        base = reach(lambda s: s.phase == CUT and s.rounds == 1 and not s.sealed, players=players)
        for viewer in range(-1, players):
            seen = set()
            for cut in range(LINES):
                s = base.copy()
                for player in range(players - 1):
                    play(s, player, FIRST_CUT + (2 if player == viewer else (cut + player) % LINES))
                assert s.phase == CUT
                v = view(s, viewer)
                assert HIDDEN in list(v.cut) or (viewer == 0 and players == 2)
                seen.add(svg_of(v, viewer, theme=theme))
            assert len(seen) == 1


def test_a_player_is_not_shown_others_cuts_even_from_a_full_record() -> None:
    s = reach(lambda s: s.phase == CUT and not s.sealed)
    play(s, 0, FIRST_CUT + 4)
    assert "red cuts along line 5" in svg_of(s, 0)
    assert "red cuts along line 5" in svg_of(s, -1), "a full position may be drawn with all it holds"
    assert "red cuts" not in svg_of(s, 1) and "has chosen a cut" in svg_of(s, 1)
    other = s.copy()
    other.cut[0] = 2
    assert svg_of(s, 1) == svg_of(other, 1) != svg_of(other, 0)


def test_the_die_of_the_unselected_colour_is_seen_by_all() -> None:
    s = reach(lambda s: s.phase == CUT, players=2)
    for viewer in (-1, 0, 1):
        assert f"white cuts along line {s.cut[2]}" in svg_of(view(s, viewer), viewer)


def test_legal_tokens_glow_and_nothing_else_does() -> None:
    s = start()
    wanted = {"d4", "a1", "cut 3"}
    root = ET.fromstring(svg_of(s, 0, legal=iter(wanted)))
    lit = [e for e in root.iter() if "pb-legal" in e.get("class", "").split()]
    assert {e.attrib["data-token"] for e in lit} == wanted
    assert all(e.get("role") == "button" and e.get("aria-label") for e in lit)
    assert "pb-legal" not in svg_of(s, 0)


def rulebook_example() -> Any:
    """Cuts 5, 6, 4 by 1st, 2nd and 3rd, with a slice won, a tie that removes and a slice without toppings."""
    s = start()
    cubes = (
        ((1, -2, 1), (0, 0, 0), (2, -1, -1)),  # red: two toppings in the middle, one on the right
        ((3, -1, -2), (2, -2, 0), (-1, 0, 1), (-2, 2, 0)),
        ((-3, 3, 0), (-1, 2, -1), (-1, 3, -2), (-3, 2, 1)),
    )
    for c in range(COLOUR_COUNT):
        s.spaces[c] = bits(INDEX[cube] for cube in cubes[c])
    s.phase = CUT
    for player in range(3):
        play(s, player, FIRST_CUT + (5, 6, 4)[s.label[colour(s, player)]] - 1)
    return s


def test_the_outcome_of_a_cut() -> None:
    s = rulebook_example()
    assert s.phase == ADD and s.rounds == 1
    slices = last_slices(s)
    assert [part.letter for part in slices] == list("ABCDE")
    assert sorted(count(part.spaces) for part in slices) == [1, 4, 8, 10, 14]
    before, after = sum(s.before), sum(s.spaces)
    assert sum(part.removed for part in slices) == before & ~after
    changed = sum(s.before[c] & ~s.spaces[c] for c in range(COLOUR_COUNT))
    assert sum(part.removed | part.replaced for part in slices) == changed != 0
    svg = svg_of(s)
    for i in range(N):
        classes = by_id(svg, f"pb-at-{NAMES[i]}").attrib["class"].split()
        assert ("pb-replaced" in classes) == bool(changed & after & (1 << i))
        assert ("pb-removed" in classes) == bool(changed & ~after & (1 << i))
    for c, name in enumerate(SEATS):
        assert f"{name} cut along line {s.last_cut[c]}" in svg
    plain = svg_of(s, outcome=False)
    assert "pb-slices" in svg and not re.search("pb-slices|pb-past|pb-replaced|pb-removed", plain)


def test_the_outcome_agrees_with_the_rules_in_random_games() -> None:
    for seed in range(5):
        for s in game(start(seed=seed), seed):
            if s.rounds and s.turn == 0 and s.phase in (ADD, OVER):
                slices = last_slices(s)
                assert sum(part.spaces for part in slices) == (1 << N) - 1
                for c in range(COLOUR_COUNT):
                    lost = sum(part.replaced | part.removed for part in slices) & s.before[c]
                    assert s.before[c] & ~lost == s.spaces[c] & s.before[c]
                for part in slices:
                    if part.replaced:
                        assert len(part.leaders) == 1
                        assert part.replaced & s.spaces[part.leaders[0]] == part.replaced


def test_the_outcome_goes_when_the_cutting_begins() -> None:
    s = reach(lambda s: s.rounds == 1 and s.phase == CUT)
    assert "pb-slices" not in svg_of(s)
    assert last_slices(start()) == ()
    assert triple((0, 1, 2), (5, 6, 4)) == 36 * 4 + 6 * 5 + 3


def test_seats_say_who_holds_a_label_and_who_is_to_act() -> None:
    s = start()
    svg = svg_of(s)
    acting = colour(s, members(actors(s))[0])
    for c, name in enumerate(SEATS):
        said = by_id(svg, f"pb-seat-{name}").attrib["aria-label"]
        assert said.startswith(f"{name} is {('1st', '2nd', '3rd')[s.label[c]]}")
        assert ("to act" in said) == (c == acting)


@pytest.mark.parametrize("players", [2, 3])
def test_winners_are_marked(players: int) -> None:
    s = reach(lambda s: s.phase == OVER and s.won, players=players)
    svg = svg_of(s)
    winners = {colour(s, player) for player in members(s.won)}
    for c, name in enumerate(SEATS):
        assert ("has won" in by_id(svg, f"pb-seat-{name}").attrib["aria-label"]) == (c in winners)


def test_counts_are_not_capped() -> None:
    s = reach(lambda s: s.phase == OVER and max(map(count, s.spaces)) > 16)
    most = max(map(count, s.spaces))
    assert f"{most} of 16 toppings" in svg_of(s)
    other = s.copy()
    top = max(range(COLOUR_COUNT), key=lambda c: count(s.spaces[c]))
    other.spaces[top] &= other.spaces[top] - 1
    assert picture.legend(s, palette()) != picture.legend(other, palette())


def test_names_are_hidden_unless_wanted() -> None:
    def shown(svg: str) -> bool:
        layers = [e for e in ET.fromstring(svg).iter() if e.get("class") == "pb-name"]
        return len(layers) == 1 and layers[0].get("display") != "none"

    assert shown(svg_of(start(), names=True)) and not shown(svg_of(start()))


def test_title_and_size() -> None:
    nasty = '</title><script>"&'
    root = ET.fromstring(svg_of(start(), title=nasty, size=500))
    assert root[0].text == nasty and root.get("width") == "500" and root.get("height") == "549.33"
    assert ET.fromstring(svg_of(start())).get("width") is None


def test_unknown_theme_or_viewer() -> None:
    with pytest.raises(PizzaboxError, match="light, dark, print, page"):
        svg_of(start(), theme="neon")
    for viewer in (3, -2, "red"):
        with pytest.raises(PizzaboxError, match="viewer"):
            svg_of(start(), viewer)


def test_pictures_are_the_same_each_time_and_leave_the_record_alone() -> None:
    s = rulebook_example()
    raw = bytes(s)
    first = svg_of(s, 1, legal=["a1", "b2"])
    svg_of(start(seed=9), 2, theme="dark")
    assert svg_of(s, 1, legal=("b2", "a1")) == first and bytes(s) == raw


def test_layers_make_up_the_picture() -> None:
    s, p = rulebook_example(), palette("page")
    svg = svg_of(s, 0, theme="page")
    for layer in (picture.board(s, p), picture.pieces(s, 0, p), picture.legend(s, p)):
        assert str(layer) in svg
    assert picture.board(s, p) == picture.board(start(seed=5), p), "the board is drawn once"
    assert pizzabox.load("theory", players=s.players).picture.view_box(s) == "-486.5 -461 973 973"


@pytest.mark.parametrize("layout", range(len(LAYOUT_NAMES)))
def test_nothing_is_drawn_outside_the_picture(layout: int) -> None:
    """Paint a wider sheet: beyond the picture's own edge it must stay empty."""
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    s = reach(lambda s: s.phase == CUT and count(s.sealed) == 2, layout=layout)
    svg = svg_of(s, theme="page")
    sheet = ET.fromstring(svg).attrib["viewBox"]
    box = [float(v) for v in sheet.split()]
    assert svg.count(sheet) == 1
    svg = svg.replace(sheet, f"{box[0] - 50} {box[1] - 50} {box[2] + 100} {box[3] + 100}")
    alpha = image.open(io.BytesIO(png(svg, round(box[2] + 100)))).getchannel("A")
    left, top, right, low = alpha.getbbox()
    assert left >= 50 and top >= 50 and right <= box[2] + 50 and low <= box[3] + 50


def test_the_prompt_says_where_the_picture_has_the_lines() -> None:
    """The 1st, 2nd and 3rd player see the edge, and at which ends of it lines 1 and 6 are drawn."""
    for layout in ("S1", "K"):
        pos = pizzabox.load("theory", layout=layout, first="red").start(1)
        while len(pos.actors) < 3:
            pos.play(pos.legal()[0])
        for player in range(3):
            label = pos.state.label[player]
            (x1, y1), (x6, y6) = (middle.rotated(*middle.on_circle(cut, middle.NUMBERS), label) for cut in (1, 6))
            x = (x1 + x6) / 2
            edge = "bottom" if y1 > 0 and y6 > 0 else "upper left" if x < 0 else "upper right"
            flat = abs(x1 - x6) > abs(y1 - y6) * 2
            one = ("on the left" if x1 < x6 else "on the right") if flat else "at the top" if y1 < y6 else "at the far"
            said = pos.view(player).prompt
            assert f"start at the {edge} edge: 1 {one}" in said, (layout, label, said)


def test_a_reveal_begins_with_the_pizza_as_it_was() -> None:
    """Right after a cut, and never again: neither when a topping is added nor when the die is rolled."""
    dice, page = random.Random(3), palette("page")
    for seed in range(4):
        pos = pizzabox.load("theory", players=2).start(seed=seed)
        while not pos.over:
            rounds, before = pos.state.rounds, tuple(pos.state.spaces)
            pos.play(dice.choice(pos.legal().codes))
            shown = picture.stages(pos.view().state, -1, page)
            assert len(shown) == pos.state.rounds - rounds
            for layer in shown:
                assert len(re.findall("pb-space pb-(?:red|green|white)", str(layer))) == sum(map(count, before))
