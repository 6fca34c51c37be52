"""The alphabet of the pictures."""

from __future__ import annotations

import re
import string
import xml.etree.ElementTree as ET

import pytest

from pizzabox.engine.glyphs import CAPITAL, GAP, GLYPHS, lettering, text_path, text_width

NUMBER = r"-?\d+(?:\.\d{1,2})?"
PATH = re.compile(rf"(?:[ML]{NUMBER} {NUMBER}|A{NUMBER} {NUMBER} 0 0 [01] {NUMBER} {NUMBER})*")


def points(d: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(rf"({NUMBER}) ({NUMBER})(?=[MLA]|$)", d)]


def test_every_letter_digit_and_common_sign_is_there() -> None:
    wanted = string.ascii_letters + string.digits + " .,:;!?'\"-/()+=%&#àèéìòùº"
    assert [c for c in wanted if c not in GLYPHS] == []


@pytest.mark.parametrize("character", GLYPHS)
def test_glyphs_are_paths_within_their_box(character: str) -> None:
    d = text_path(character, CAPITAL, "start", 0, CAPITAL / 2)
    assert PATH.fullmatch(d), d
    assert character == " " or d.startswith("M")
    for x, y in points(d):
        assert -0.4 <= x <= GLYPHS[character][0] + 0.4
        assert -1 <= y <= 8.01


def test_glyphs_are_all_different() -> None:
    drawn = [text_path(c, 60) for c in GLYPHS if c not in "Il\u2019"]
    assert len(set(drawn)) == len(drawn)


def test_anchor_and_width() -> None:
    width = text_width("1st", 30)
    assert width == pytest.approx((1.9 + 2.7 + 2.2 + 2 * GAP) * 5)
    first = {anchor: points(text_path("HH", 30, anchor, 100, 0))[0][0] for anchor in ("start", "middle", "end")}
    assert first["start"] == 100
    assert first["middle"] == pytest.approx(100 - text_width("HH", 30) / 2, abs=0.01)
    assert first["end"] == pytest.approx(100 - text_width("HH", 30), abs=0.01)
    assert text_width("", 10) == 0 and text_path("", 10) == ""


def test_the_middle_of_a_capital_is_at_y() -> None:
    heights = [y for _, y in points(text_path("H", 20, "middle", 0, 50))]
    assert min(heights) == 40 and max(heights) == 60


def test_unknown_characters_are_boxes() -> None:
    assert text_path("\u5b57", 12) == text_path("\u0416", 12) != text_path("?", 12)


def test_lettering_is_an_element_without_text() -> None:
    element = ET.fromstring(lettering('<&">', 0, 0, 10, "#123456"))
    assert element.tag == "path" and element.get("aria-hidden") == "true" and element.get("fill") == "none"
