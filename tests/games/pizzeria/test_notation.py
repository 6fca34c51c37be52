"""Typed moves: what is played is what was typed, and everything else is refused with the rule that refuses it."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import pizzabox
from pizzabox.games.pizzeria.move_codes import CHEW, PHASES
from tests.games.pizzeria.helpers import finish_round, legal_texts, load, serve, texts
from tests.games.pizzeria.test_offers import begun, given
from tests.helpers import walk

TABLES = (
    {"players": 3, "variant": "advanced", "leaves": "varied"},
    {"players": 2, "variant": "advanced"},
    {"players": 6, "variant": "advanced"},
    {"players": 4},
    {"players": 1, "variant": "solo"},
)
WORDS = (
    "pile",
    "portion",
    "cut",
    "eat",
    "save",
    "take",
    "bite",
    "mark",
    "devour",
    "move",
    "to",
    "offer",
    "alone",
    "all",
)


def shifting() -> pizzabox.Position:
    """White is to pick first and has offer E; the portions are 1 to 3, 4 to 7 and 8 to 11."""
    pos = serve(given("E", to=2), [], "G")
    pos.play("cut 1 4 8 offer 2")
    return pos


@pytest.mark.rule("P7.5")
def test_a_slice_goes_where_it_was_sent_or_nowhere() -> None:
    pos = shifting()
    assert {t for t in texts(pos) if t.startswith("move 4 ")} == {"move 4 to 1"}
    for text, reason, rule in (
        ("move 4 to 3", "slice 4 isn't next to portion 3", "P7.5"),
        ("move 2 to 3", "slice 2 isn't next to a cut on that side", "P7.5"),
        ("move 2 to 1", "slice 2 isn't next to a cut on that side", "P7.5"),
        ("move 4 to 4", "there are only 3 portions", "P2.4"),
        ("move 4 to 0", "there are only 3 portions", "P2.4"),
        ("move 12 to 1", "the pizza has only 11 slices", "P2.3"),
        ("move 4 1", "move a slice, such as move 4 to 2", ""),
    ):
        before = bytes(pos)
        refused = pos.why_not(text)
        assert refused and reason in refused.reason, text
        assert refused.rule == rule
        with pytest.raises(pizzabox.IllegalMove):
            pos.play(text)
        assert bytes(pos) == before
    assert pos.play("move 4 to 1").text == "move 4 to 1"
    assert pos.state.share[0] == 0b1111
    assert "don't have one to use" in str(pos.why_not("move 4 to 2")), "it was used"


def meaning(pos: pizzabox.Position, typed: str) -> str:
    """What a person means by it: the words as they stand, numbers that are a set in order."""
    said = typed.lower().replace(",", " ").split()
    if len(said) == 1 and said[0].isdecimal() and PHASES[pos.state.phase] in ("pile", "pick"):
        said.insert(0, "pile" if PHASES[pos.state.phase] == "pile" else "portion")
    if said == ["save"] and pos.state.phase == CHEW:
        said.append("all")
    if said == ["eat", "all"] and pos.state.phase == CHEW:
        said[1:] = [str(i + 1) for i in range(11) if pos.state.plate >> i & 1]
    if said == ["take"] and PHASES[pos.state.phase] == "draw":
        return "reveal"
    if said and said[0] in ("cut", "eat"):
        end = said.index("offer") if "offer" in said else len(said)
        if all(word.isdecimal() for word in said[1:end]):
            said[1:end] = sorted(said[1:end], key=int)
    return " ".join(said)


def near_misses(text: str, dice: random.Random) -> list[str]:
    """Texts that look much like a move: another number, a word more, less, twice or changed."""
    said = text.split()
    made = []
    for i, word in enumerate(said):
        other = str(dice.randrange(14)) if word.isdecimal() else dice.choice(WORDS)
        made.append([*said[:i], other, *said[i + 1 :]])
        made.append([*said[:i], *said[i + 1 :]])
        made.append([*said[: i + 1], *said[i:]])
        made.append([*said[:i], dice.choice((str(dice.randrange(14)), dice.choice(WORDS))), *said[i:]])
    shuffled = said[:1] + dice.sample(said[1:], len(said) - 1)
    return [*(" ".join(words) for words in made), " ".join(shuffled), text.upper(), f"  {text} ", f"{text}."]


@pytest.mark.parametrize("options", TABLES, ids=lambda o: "-".join(map(str, o.values())))
def test_a_text_is_played_exactly_when_it_means_a_legal_move(options: dict[str, object]) -> None:
    dice, played, refused = random.Random(5), 0, 0
    for seed in range(4):
        for pos in walk(pizzabox.load("pizzeria", **options), seed):
            if pos.over:
                break
            player = pos.actors[0]
            legal = dict(zip(legal_texts(pos), pos.legal().codes, strict=True))
            for text in dice.sample(sorted(legal), min(3, len(legal))):
                assert pos.code_of(text, player) == legal[text]
                for typed in near_misses(text, dice):
                    meant = meaning(pos, typed)
                    if pos.why_not(typed) is None:
                        assert meant in legal, f"{typed!r} was played as {pos.copy().play(typed).text!r}"
                        assert pos.code_of(typed, player) == legal[meant]
                        played += 1
                    else:
                        assert meant not in legal, f"{typed!r} was refused"
                        refused += 1
    assert played > 100
    assert refused > 1000


@pytest.mark.parametrize(
    "text", ["eat 1 1", "eat 1,,3", "eat, 1", "eat 1,", "eat ١", "eat 1 2 3 4", "eat -1", "eat 1.", "eat"]
)
def test_bites_that_cannot_be_read_exactly_are_refused(text: str) -> None:
    pos = serve(load(4).start(seed=1), ["7", "7", "9", "2", "5/7", "4", "11", "11", "6", "6", "9"])
    pos.play("cut 1 4 7 10")
    pos.play("portion 1")
    assert pos.why_not(text)
    assert pos.why_not("eat 1, 3") is None
    assert pos.why_not("eat 3 , 1") is None


@pytest.mark.rule("P2.4", "P2.5")
@pytest.mark.parametrize(
    ("players", "portions", "rule"), [(2, 4, "P2.5"), (3, 3, "P2.4"), (4, 4, "P2.4"), (6, 6, "P2.4")]
)
def test_the_number_of_portions_is_the_rule_of_so_many_players(players: int, portions: int, rule: str) -> None:
    pos = load(players).start(seed=2)
    pos.play("pile 1")
    for text, reason in (
        ("cut 1 2", f"2 cuts make 2 portions, but the pizza needs {portions}"),
        ("cut 1", f"1 cut makes 1 portion, but the pizza needs {portions}"),
        ("portion 7", f"there are only {portions} portions"),
        ("portion 1", "first the pizza has to be cut"),
    ):
        refused = pos.why_not(text)
        assert refused is not None
        assert (reason in refused.reason, refused.rule) == (True, rule)
    pos.play(pos.legal()[0])
    refused = pos.why_not("portion 6")
    if portions < 6:
        assert refused and (refused.reason, refused.rule) == (f"there are only {portions} portions", rule)


@pytest.mark.rule("P4.3")
def test_saved_slices_stay_saved() -> None:
    pos = serve(load(2).start(seed=1), ["7"] * 7)
    for text in ("cut 1 4 7 10", "portion 1", "save all"):
        pos.play(text)
    for text in ("bite 7", "devour 7"):
        for at in (pos, serve(begun(), [])):
            refused = at.why_not(text)
            assert refused is not None
            assert refused.rule == "P4.3"
            assert "you need offer A or J" in refused.reason


@pytest.mark.rule("P2.1", "P3.1", "P3.2", "P3.3")
def test_whose_turn_it_is_cites_the_rule_of_turns() -> None:
    for players, pick in ((2, "P3.2"), (4, "P3.1")):
        pos = load(players).start(seed=1)
        assert str(pos.why_not("pile 1", 1)).endswith("it's Red's turn (P2.1)")
        pos = serve(pos, ["7"] * 7)
        assert str(pos.why_not("cut 1 2 3 4", 1)).endswith("it's Red's turn (P2.1)")
        pos.play("cut 1 4 7 10")
        assert str(pos.why_not("portion 1", 0)).endswith(f"it's Green's turn ({pick})")
        pos.play("portion 1")
        assert str(pos.why_not("portion 2", 0)).endswith("it's Green's turn (P3.3)")
        assert str(pos.why_not("portion 2")).endswith("first decide which slices of your portion to eat (P3.3)")


def test_there_are_as_many_piles_as_there_were() -> None:
    pos = load(4).start(seed=1)
    pos.play("pile 4")
    finish_round(pos)
    assert "there are only 4 piles (P1.5)" in str(pos.why_not("pile 9"))


def test_the_words_of_prompts_and_buttons_can_be_typed() -> None:
    pos = serve(load(4).start(seed=1), ["7"] * 7)
    pos.play("cut 1 4 7 10")
    pos.play("portion 1")
    for text in ("finish", "done", "save the rest", "eat none", "save"):
        assert pos.copy().play(text).text == "save all"
    draw = serve(begun(), [], "B", aside=["11"])
    draw.play("cut 1 6 offer alone")
    draw.play("portion 3")
    assert draw.copy().play("leave it").text == "pass"
    assert draw.play("take").text == "reveal"
    assert draw.copy().play("save it").text == "save"
    assert draw.play("eat it").text == "eat"
    dibs = serve(given("D", to=2), [], "G")
    assert dibs.play("keep").text == "pass"
    jump = serve(given("F", to=1), [], "G")
    jump.play("cut 1 4 8 offer 2")
    assert jump.copy().play("keep").text == "pass"
    assert jump.play("choose first").text == "first"
    for text in ("stop", "leave", "keep", "finish"):
        assert pos.copy().why_not(text) is None if text == "finish" else jump.why_not(text)


def test_the_page_of_records_lists_every_move() -> None:
    page = (Path(__file__).parents[3] / "docs" / "records.md").read_text(encoding="utf-8")
    listed = re.findall(r"`([^`]+)`", page[page.index("| Move | Meaning |") : page.index("The commitment is")])
    forms = {re.sub(r"\d+(-\d)?(/\d+)?", "N", text) for text in listed}
    forms = {re.sub(r"N( N)+", "N", form) for form in forms}
    met = set[str]()
    for options in TABLES:
        for seed in range(5):
            for pos in walk(pizzabox.load("pizzeria", **options), seed):
                met.update([] if pos.over else legal_texts(pos))
    assert {re.sub(r"N( N)+", "N", re.sub(r"\d+(-\d)?(/\d+)?", "N", text)) for text in met} == forms
