"""The SVG builder, the palettes, the toppings and the PNG."""

from __future__ import annotations

import io
import struct
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pizzabox.engine import png as png_module
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.png import png
from pizzabox.engine.shapes import beyond, centre, disc, hatch, room
from pizzabox.engine.svg import (
    THEMES,
    Markup,
    circle,
    edits,
    escape,
    group,
    join,
    layer,
    lines,
    number,
    palette,
    tag,
    translate,
)
from pizzabox.engine.toppings import TOPPINGS, seat_symbol, shapes, topping
from tests.message_reader import changed

NASTY = "<script>alert('1')</script> & \"x\"\n\x00 ]]>"


def picture(*parts: str, theme: str = "light") -> str:
    ground = tag("rect", x=-1.2, y=-1.2, width=2.4, height=2.4, fill=palette(theme)["melt"])
    return tag("svg", ground, *parts, xmlns="http://www.w3.org/2000/svg", viewBox="-1.2 -1.2 2.4 2.4")


def test_text_and_attributes_are_escaped() -> None:
    parsed = ET.fromstring(tag("g", tag("title", NASTY), aria_label=NASTY))
    expected = NASTY.replace("\x00", "\ufffd")
    assert parsed[0].text == expected
    assert parsed.get("aria-label") == expected
    assert len(parsed) == 1, "nothing in a text may become an element"


def test_plain_strings_between_markup_are_escaped_and_markup_is_not() -> None:
    assert join("<b>", tag("g")) == "&lt;b&gt;<g/>"
    assert escape(escape("&")) == "&amp;"
    assert isinstance(tag("g"), Markup)


def test_a_layer_is_its_lines() -> None:
    piece = tag("g", tag("title", NASTY), id="pb-1")
    drawn = layer(piece, layer(piece, tag("rect"), class_="inner"), layer(class_="empty"), class_="outer", opacity=0.5)
    assert drawn.lines == [
        '<g class="outer" opacity="0.5">',
        piece.strip(),
        '<g class="inner">',
        piece.strip(),
        "<rect/>",
        "</g>",
        "</g>",
    ]
    assert lines(drawn) == lines(str(drawn)) == drawn.lines
    assert {type(line) for line in [*drawn.lines, str(drawn)]} == {str}, "plain texts, which can be sent"
    assert layer(class_="empty").lines == [] and not str(layer())
    assert tag("svg", drawn) == f"<svg>{drawn}</svg>" and join(drawn) == str(drawn)


def test_a_text_in_a_layer_stays_a_text_even_if_the_same_was_markup_before() -> None:
    markup = tag("rect", id="pb-text")
    assert layer(markup).lines[1] == '<rect id="pb-text"/>'
    assert "<rect" not in str(layer(str(markup.strip())))
    assert "<rect" not in str(layer(str.__str__(markup)))


def test_names_that_are_no_names_are_refused() -> None:
    for name in ("g onload", "1g", "", "a>b"):
        with pytest.raises(ValueError):
            tag(name)
    with pytest.raises(ValueError):
        tag("g", **{'x="1" onload': "1"})


@pytest.mark.parametrize(
    ("value", "text"), [(1.0, "1"), (-0.001, "0"), (2.345678, "2.35"), (100, "100"), (-3.1, "-3.1"), (0.5, "0.5")]
)
def test_numbers_are_short(value: float, text: str) -> None:
    assert number(value) == text


def test_attributes_keep_their_order_and_none_is_left_out() -> None:
    assert tag("g", class_="a", stroke_width=1.5, id=None, data_token="c4") == (
        '<g class="a" stroke-width="1.5" data-token="c4"/>'
    )
    assert group() == ""
    assert circle(0, 3, 2) == '<circle cy="3" r="2"/>'


def test_unknown_theme_names_the_known_ones() -> None:
    with pytest.raises(PizzaboxError) as error:
        palette("neon")
    assert all(theme in str(error.value) for theme in THEMES) and "neon" in str(error.value)
    with pytest.raises(PizzaboxError):
        palette(["light"])  # type: ignore[arg-type]


def test_themes_have_the_same_colours_and_page_falls_back_to_light() -> None:
    light, page = palette("light"), palette("page")
    for theme in THEMES:
        assert palette(theme).colours.keys() == light.colours.keys()
        assert palette(theme) is palette(theme)
    assert all(page[name] == f"var(--pb-{name}, {light[name]})" for name in light.colours)
    assert "--pb-ink:#f4e9d8;" in palette("dark").css


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_colours_of_texts_and_shapes_stand_out_enough(theme: str) -> None:
    p = palette(theme)
    texts = [
        ("ink", "paper"),
        ("ink", "card"),
        ("paper", "ink"),
        ("wood-ink", "wood"),
        ("soft", "paper"),
        ("mark-ink", "mark-paper"),
        ("prize", "paper"),
    ]
    texts += [(f"{colour}-text", f"{colour}-fill") for colour in ("red", "white", "black", "purple", "yellow")]
    shapes = [(f"{colour}-edge", "well") for colour in TOPPINGS] + [("touch", "glow"), ("green-text", "green-fill")]
    assert [pair for pair in texts if contrast(p[pair[0]], p[pair[1]]) < 4.5] == []
    assert [pair for pair in shapes if contrast(p[pair[0]], p[pair[1]]) < 3.0] == []


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", TOPPINGS)
def test_toppings_are_well_formed(colour: str, theme: str) -> None:
    ET.fromstring(picture(topping(colour, palette(theme)), seat_symbol(colour, palette(theme))))


def test_an_unknown_topping_is_named() -> None:
    with pytest.raises(PizzaboxError, match="pink"):
        topping("pink", palette())


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_toppings_differ_in_greyscale_at_twenty_pixels(theme: str) -> None:
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    grey = {}
    for colour in TOPPINGS:
        drawn = png(picture(group(topping(colour, palette(theme)), transform=translate(0, 0)), theme=theme), 24)
        grey[colour] = image.open(io.BytesIO(drawn)).convert("L").tobytes()
    for a in grey:
        for b in grey:
            if a < b:
                apart = sum(abs(x - y) > 48 for x, y in zip(grey[a], grey[b], strict=True))
                assert apart > 60, f"{a} and {b} look alike: {apart} of 576 pixels differ"


def test_png_has_the_signature_and_the_width() -> None:
    pytest.importorskip("resvg_py")
    for width in (16, 37, 400):
        data = png(picture(topping("red", palette("page"))), width)
        assert data.startswith(b"\x89PNG\r\n\x1a\n")
        assert struct.unpack(">II", data[16:24]) == (width, width)


def test_png_of_a_page_picture_has_the_light_colours() -> None:
    pytest.importorskip("resvg_py")
    red = {theme: topping("red", palette(theme)) for theme in ("light", "page")}
    whole = shapes(palette("page")) + red["page"]
    assert png(picture(red["light"]), 64) == png(picture(Markup(whole), theme="page"), 64)
    assert len(red["page"]) * 10 < len(red["light"]), "a page draws each topping once and refers to it"


@pytest.mark.parametrize("width", [15, 8001, 100.0, "100", None, True])
def test_png_refuses_other_widths(width: object) -> None:
    with pytest.raises(PizzaboxError, match="16 to 8000"):
        png(picture(), width)  # type: ignore[arg-type]


def test_png_refuses_text_that_would_vanish() -> None:
    with pytest.raises(PizzaboxError, match="draw them with `lettering`"):
        png(picture(tag("text", "Ada", x=1, y=2)), 64)
    assert png(picture(tag("title", "<text> in a title")), 64)


def test_png_without_the_library_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(png_module, "import_module", missing)
    with pytest.raises(PizzaboxError, match=r'pip install "pizzabox\[png\]"'):
        png(picture(), 100)


def test_shapes_are_cut_measured_and_hatched() -> None:
    whole = disc(10)
    half = beyond(whole, (1, 0), 0)
    assert all(x >= -1e-9 for x, _ in half) and max(x for x, _ in half) == 10
    assert centre(half)[0] == pytest.approx(40 / (3 * 3.14159), rel=0.01)
    assert room(half, (5, 0)) == pytest.approx(5, abs=0.01) and room(half, (-1, 0)) < 0
    assert beyond(whole, (1, 0), 11) == []
    strokes = hatch(half, 0, 4).count("M")
    assert strokes == 5, "horizontal strokes at -8, -4, 0, 4, 8"


def test_edits_are_small_where_little_changed() -> None:
    before = ["<g>", "<g a>", "1", "2", "</g>", "<g b>", "3", "</g>", "</g>"]
    for at, gone, fresh in ((2, 1, ["x"]), (6, 0, ["x", "y"]), (1, 4, []), (0, 0, ["x"]), (9, 0, ["x"])):
        after = [*before[:at], *fresh, *before[at + gone :]]
        assert edits(before, after) == [(at, gone, fresh)], "lines that stand there twice do not mislead"
    assert edits(before, before) == [] and edits([], before) == [(0, 0, before)] and edits(before, []) == [(0, 9, [])]


@given(st.lists(st.sampled_from("abc/"), max_size=9), st.lists(st.sampled_from("abc/x"), max_size=9))
def test_edits_always_make_the_other_drawing(before: list[str], after: list[str]) -> None:
    made = edits(before, after)
    assert changed(before, made) == after
    assert [edit[0] for edit in made] == sorted(edit[0] for edit in made)
