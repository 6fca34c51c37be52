"""Notation, prompts, reasons, standing and positions by hand."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

import pizzabox
from pizzabox.engine.catalogue import Catalogue, speaking
from pizzabox.engine.position import Position
from pizzabox.engine.svg import palette
from tests.games.wars.helpers import setup, texts
from tests.games.wars.referee import NAMES
from tests.games.wars.test_referee import judge_of
from tests.games.wars.test_rules import FAR
from tests.helpers import SAID_BY_THE_ENGINE


@pytest.mark.parametrize("text", ["Kf2-g1", "kf2-g1", " K f2 - g1 ", "f2-g1", "f2 g1", "K f2 g1", "f2g1", "f2 to g1"])
def test_a_move_can_be_typed_in_many_ways(text: str) -> None:
    assert pizzabox.load("wars").start(seed=1).play(text).text == "Kf2-g1"


@pytest.mark.parametrize("text", ["g1>", "g1 >", "g1 right", "turn g1 right", "Turn K g1 to the right", "turn g1>"])
def test_a_turn_can_be_typed_in_many_ways(text: str) -> None:
    pos = pizzabox.load("wars").start(seed=1)
    pos.play("f2 g1")
    left = pos.copy()
    assert pos.play(text).text == "g1>"
    assert left.play(text.replace("right", "left").replace(">", "<")).text == "g1<"


@pytest.mark.parametrize("text", ["turn g1", "turn right", "f2 g1 h1", "f2 right g1", "turn f2 g1", "g1 up", "f2 g"])
def test_what_is_not_clear_is_refused(text: str) -> None:
    pos = pizzabox.load("wars").start(seed=1)
    assert "isn't a move" in str(pos.why_not(text))
    pos.play("f2 g1")
    assert "isn't a move" in str(pos.why_not(text))


def test_a_card_can_be_typed_after_a_space_too() -> None:
    pos = setup("Dd4/0 Ka1/4", FAR, cards="three", state={"holds": [[1, 1, 0, 0, 0, 0]]})
    assert pos.copy().play("d4 d1 +direction").text == pos.play("Dd4-d1").text == "Dd4-d1 +direction"


def test_a_finished_game_cites_the_rule_that_ended_it() -> None:
    """Every way to end has its own; a table of the positions is in test_census.py."""
    end = setup("Ma1/0 Df2/0", "Dm3/0 Dd4/0", goal=4, state={"player": 1, "side": "red"})
    end.play("Dd4-d5")
    assert str(end.why_not("Df2-f3")) == "the game is over (W6.1)" and end.game.words.chapter(end.state, 0) == "W6.1"
    quiet = pizzabox.load("wars", patience=1).start(seed=1)
    for text in ("Sd3-c3", "e2>", "Sk5-l4", "j5>"):
        quiet.play(text)
    assert str(quiet.why_not("f2-g1")) == "the game is over (W6.7)"


@pytest.mark.parametrize(
    ("text", "reason", "rule"),
    [
        ("Kf2-z9", "write Kc4-c6", ""),
        ("Kf2-g9", "there's no hex g9 in play", "W1.2"),
        ("Kg1-g2", "White has no piece on g1", "W1.4"),
        ("Mf2-g1", "the piece on f2 is a Cook", "W2.1"),
        ("Kf2-a1", "neither in a straight row from f2 nor a jump away", "W2.4"),
        ("f2>", "first move a piece, then turn one", "W1.4"),
        ("blargh", "isn't a move; write", ""),
        ("", "isn't a move", ""),
    ],
)
def test_a_bad_move_says_what_is_wrong_and_which_rule(text: str, reason: str, rule: str) -> None:
    pos = pizzabox.load("wars").start(seed=1)
    before = bytes(pos)
    with pytest.raises(pizzabox.IllegalMove) as caught:
        pos.play(text)
    assert reason in caught.value.reason
    assert caught.value.rule == rule
    assert bytes(pos) == before


def test_prompts_say_who_moves_and_what_comes_next() -> None:
    pos = pizzabox.load("wars").start(seed=1)
    assert pos.view(0).prompt == "Move or prank with one of your pieces. You hold 0 of 10 hexes."
    assert pos.view(1).prompt == "White moves a piece."
    pos.play("Kf2-g1")
    assert pos.view(0).prompt == "Now turn one of your pieces by one side."
    assert pos.view(-1).prompt == "White turns a piece."


def test_picking_and_previewing() -> None:
    pos = setup("Kd4/4 Ma1/0", f"{FAR} Df3/0 Me3/0 Gf5/0")
    view = pos.view(0)
    assert set(view.pick(0, ()).next) == {"d4", "a1"}
    blocked = view.preview(0, ("d4",))
    assert blocked.lines == ("The piece on e3 blocks the prank on f3.",)
    assert blocked.plain and blocked.plain.lines == blocked.lines, "why it cannot be done is no help"
    far = setup("Dd4/0 Ma1/0", f"{FAR} Gf5/0")
    shown = far.view(0).preview(0, ("d4", "g4"))
    assert shown.lines == ("Red would hold 1 hex (now 2).",), "on g4 the Driver stands in Red's row home"
    assert shown.after is not None and shown.after.phase == 1
    assert shown.plain is None, "who holds what afterwards is help"
    far.play("Dd4-g4")
    turned = far.view(0).preview(0, ("g4", "g4 right"))
    assert turned.lines[0] == "Turned that way, the Driver could make 3 moves." and turned.after.face[0] == 1
    assert turned.plain and turned.plain.lines == () and turned.plain.after.face[0] == 1


def test_what_happened_is_told() -> None:
    pos = setup("Kd4/4", f"{FAR} Df3/0")
    pos.play("Kd4xf3")
    pos.play("f3<")
    assert pos.log(-1) == [
        "White plays a prank: the Cook jumps from d4 to f3.",
        "Red loses a Driver.",
        "Red holds 0 of 10 hexes (3 before).",
        "White turns the Cook on f3 to the left.",
    ]


def test_text_board_shows_every_hex_and_piece() -> None:
    for players in (2, 3):
        text = str(pizzabox.load("wars", players=players).start(seed=1))
        assert len(re.findall(r"\b[a-n]\d+(?=[A-Za-z(·])", text)) >= 37 * players - 10 * players
        assert max(len(line) for line in text.splitlines()) <= 100


def test_text_board_shows_held_hexes_and_what_the_signs_mean() -> None:
    pos = setup("Ma1/0 Mf2/0", f"{FAR} Dd4/0 Dd7/0")
    assert pos.scores == (0, 7), "d4 and d7 themselves, and five empty hexes"
    assert re.findall(r"\b([a-n]\d+)=R", str(pos)) == ["g4", "f5", "e6", "d5", "d6"] and "=WR" not in str(pos)
    for said in ("K Cook", "small letters Red's", "An arrow points", "=W is an empty hex held by White"):
        assert said in str(pos)
    assert "Green" not in str(pos) and "in brackets Green's" in str(pizzabox.load("wars", players=3).start(seed=1))
    both = setup("Dj8/0 Dj10/0 Ma1/0", "Di9/0 Dk9/0 Mm3/0", "Cn1/0 Ce9/0", players=3, goal=30)
    shared = judge_of(both).land("white") & judge_of(both).land("red")
    assert {NAMES[cell] for cell in shared} == set(re.findall(r"\b([a-n]\d+)=WR", str(both))) != set()


def test_a_position_by_hand_needs_only_the_pieces() -> None:
    pos = setup("Kd4/4 Ca1/0", f"{FAR} Df3/0")
    assert pos.state.team.tolist() == [2, 2, 0] and texts(pos)
    with pytest.raises(pizzabox.BadPosition, match="where names d4 twice"):
        setup("Kd4/4 Md4/0", FAR)
    with pytest.raises(pizzabox.BadPosition, match="at most 2 pieces of the kind cook, not 3"):
        setup("Kd4/4 Kd5/0 Kd6/0", FAR)
    with pytest.raises(pizzabox.BadPosition, match="isn't on a hex in play"):
        setup("Kd4/4 Mk9/0", FAR)
    with pytest.raises(pizzabox.BadPosition, match="must face 0 to 2, not 5"):
        setup("Sd4/5", FAR)


def test_no_text_is_missing_or_left_over() -> None:
    """A key stands in the code, or the code makes it of a beginning and a number or word that stand there."""
    folder = Path(pizzabox.__file__).parent / "games" / "wars"
    source = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    strings = set(re.findall(r"""["']([\w.]+)["']""", source))
    beginnings = set(re.findall(r"""f["'](\w+\.\w*)\{""", source))
    keys = Catalogue("pizzabox.games.wars").keys()
    assert set(re.findall(r'say\("([\w.]+)"', source)) <= keys
    for key in keys:
        if key in strings or key.startswith(SAID_BY_THE_ENGINE):
            continue
        rests = [key.removeprefix(start) for start in beginnings if key.startswith(start)]
        assert any(rest.isdigit() or rest in strings for rest in rests), key


def labels(pos: Position, viewer: int = 0) -> dict[str, str]:
    """What a screen reader says of every hex of the picture, by the name of the hex."""
    drawn = str(pos.game.picture.pieces(pos.view(viewer).state, viewer, palette("page")))
    said = (unescape(label) for label in re.findall(r'class="pb-space[^>]*aria-label="([^"]*)"', drawn))
    return {label.split(",")[0]: label for label in said}


def test_a_piece_says_what_it_threatens_as_it_stands_and_faces() -> None:
    pos = setup("Kd4/4 Ka1/4", "Df3/0")
    assert "Kd4xf3" in texts(pos)
    assert labels(pos)["d4"].endswith(", can prank f3")
    for hexagon in ("a1", "f3"):
        assert "prank" not in labels(pos)[hexagon]
    assert "prank" not in labels(setup("Kd4/1 Ka1/4", "Df3/0"))["d4"], "it faces elsewhere"
    assert "prank" not in labels(setup("Kd4/4 Ka1/4", "Cf3/0"))["d4"], "a Customer can't be pranked"
    with speaking("it"):
        assert labels(pos)["d4"].startswith("d4, Bianco, Cuoco, fette a ")
        assert labels(pos)["d4"].endswith(", può beffare f3")


def test_an_empty_hex_says_who_holds_it() -> None:
    pos = setup("Dc4/0 Ka1/4", "Md5/0 Cn2/0")
    said = labels(pos)
    held = {hexagon for hexagon, label in said.items() if label.endswith(", empty, held by Red")}
    assert held == {NAMES[cell] for cell in judge_of(pos).land("red")} - {"d5"} == {"e4", "f3", "g2"}
    assert said["a2"] == pos.game.words.spell(pos.state, "a2") == "a2, empty"
    assert pos.game.words.spell(pos.state, "e4") == "e4, empty, held by Red"
    with speaking("it"):
        assert labels(pos)["e4"] == "e4, vuota, occupata da Rosso"
    both = setup("Dj8/0 Dj10/0 Ma1/0", "Di9/0 Dk9/0 Mm3/0", "Cn1/0 Ce9/0", players=3, goal=30)
    assert labels(both)["j9"] == "j9, empty, held by White and Red"
