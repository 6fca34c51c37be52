"""Notation, prompts, reasons, previews, standings and the story of Pizzeria."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pizzabox
from pizzabox.engine.svg import palette
from pizzabox.games.pizzeria import words
from pizzabox.games.pizzeria.phrases import say, sums
from pizzabox.games.pizzeria.rules.scoring import total
from tests.games.pizzeria.helpers import finish_round, load, serve, texts
from tests.games.pizzeria.test_offers import begun, given
from tests.helpers import SAID_BY_THE_ENGINE, walk

PIZZA = ["7", "7", "9", "2", "5/7", "4", "11", "11", "6", "6", "9"]


def cutting() -> pizzabox.Position:
    return serve(load(4).start(seed=1), PIZZA)


@pytest.mark.parametrize("text", ["cut 1 4 7 10", "CUT 10 7 4 1", "cut 1, 4, 7, 10", "  cut  1 4  7 10 "])
def test_a_division_can_be_typed_in_many_ways(text: str) -> None:
    assert cutting().play(text).text == "cut 1 4 7 10"


def test_bare_numbers_and_short_forms() -> None:
    pos = load(4).start(seed=1)
    assert pos.play("2").text == "pile 2"
    pos = cutting()
    pos.play("cut 1 4 7 10")
    assert pos.play("1").text == "portion 1"
    trial = pos.copy()
    assert trial.play("eat all").text == "eat 1 2 3"
    trial = pos.copy()
    assert trial.play("save").text == "save all"
    assert pos.play("eat 3, 1").text == "eat 1 3"


def test_tokens_are_taken_in_any_order() -> None:
    pos = cutting()
    assert pos.copy().play(("cut 10", "cut 1", "cut 7", "cut 4")).text == "cut 1 4 7 10"
    pos.play("cut 1 4 7 10")
    pos.play("portion 1")
    assert pos.play(("slice 3", "slice 1", "done")).text == "eat 1 3"


@pytest.mark.parametrize(
    ("text", "reason", "rule"),
    [
        ("cut 1 2 3", "3 cuts make 3 portions, but the pizza needs 4", "P2.4"),
        ("cut 1 2 3 3", "3 is there twice", "P2.6"),
        ("cut 0 1 2 3", "the cut lines are numbered 1 to 11", "P2.3"),
        ("cut", "such as cut 1 3 5 7", ""),
        ("portion 1", "first the pizza has to be cut", "P2.4"),
        ("portion 9", "there are only 4 portions", "P2.4"),
        ("pile 1", "first the pizza has to be cut", "P2.4"),
        ("eat 12", "the pizza has only 11 slices", "P2.3"),
        ("mark 12", "the kinds are numbered 2 to 11", "P1.1"),
        ("bite 7", "once you save a slice, you need offer A or J", "P4.3"),
        ("pass", "first the pizza has to be cut", "P2.4"),
        ("dance", "write cut and the numbers of the lines", ""),
    ],
)
def test_a_bad_move_says_what_is_wrong_and_which_rule(text: str, reason: str, rule: str) -> None:
    refused = cutting().why_not(text)
    assert refused is not None
    assert reason in refused.reason
    assert refused.rule == rule


def test_every_phase_refuses_with_its_own_sentence() -> None:
    for seed in range(3):
        for pos in walk(load(3, "advanced"), seed):
            if pos.over:
                assert "the game is over (P5.6)" in str(pos.why_not("pile 1", 0))
                continue
            other = next(p for p in range(3) if p not in pos.actors)
            assert "'s turn" in str(pos.why_not("pile 1", other))
            for code in range(0, pos.game.codes, 37):
                refused = pos.why_not(code)
                if refused:
                    assert re.match(r"[a-z0-9].*[^.]$", refused.reason), refused.reason
                    assert refused.rule in pos.game.rules


def test_prompts_say_what_to_do_and_for_whom_to_wait() -> None:
    pos = load(4).start(seed=1)
    assert pos.view(0).prompt == "You have the knife in round 1 of 4. Choose a pile."
    assert pos.view(2).prompt == "Red chooses a pile."
    pos = cutting()
    assert pos.view(0).prompt == "You have the knife. Cut the pizza into 4 portions; you'll pick last."
    pos.play("cut 1 4 7 10")
    assert pos.view(1).prompt == "It's your turn. Pick a portion."
    assert pos.view(-1).prompt == "Green picks a portion."
    pos.play("portion 2")
    assert pos.view(1).prompt == "Choose which slices of portion 2 to eat. You save the rest."


def test_a_portion_says_what_it_would_do_for_you() -> None:
    pos = cutting()
    pos.play("cut 1 3 6 9")
    pos.play("portion 1")
    pos.play("save all")
    view = pos.view(2)
    assert view.preview(2, ("portion 2",)).lines == (
        "Portion 2: 3 slices, 2 leaves, puts you ahead on shrimp and supreme.",
    )
    pos.play("portion 3")
    pos.play("eat 7 8")
    preview = pos.view(3).preview(3, ("portion 4",))
    assert preview.lines[0] == "Portion 4: 3 slices, 6 leaves, puts you ahead on vegetarian and supreme."
    assert preview.plain and preview.plain.lines == ("Portion 4: 3 slices, 6 leaves.",) and preview.plain.ask
    assert "Portion 4" not in pos.view(3).prompt
    level = serve(load(4).start(seed=1), ["7", "9", "9", "9", "7", "6", "6", "6", "4", "4", "4"])
    for text in ("cut 1 2 5 8", "portion 1", "save all"):
        level.play(text)
    line = level.view(2).preview(2, ("portion 3",)).lines[0]
    assert line == "Portion 3: 3 slices, 6 leaves, puts you ahead on vegetarian, puts you level on mushroom."


def test_live_totals_while_cutting() -> None:
    view = cutting().view(0)
    shown = view.preview(0, ("cut 7", "cut 1"))
    assert [line.split(",")[0] for line in shown.lines] == ["Portion 1: 6 slices", "Portion 2: 5 slices"]
    assert list(shown.after.share[:2]) == [0b111111, 0b11111000000]
    assert shown.plain and not any("puts you" in line for line in shown.plain.lines)
    assert len(shown.plain.lines) == 2 and bytes(shown.plain.after) == bytes(shown.after)
    assert view.pick(0, ("cut 7", "cut 1")).sentence == "Make 2 more cuts."
    drawn = pizzabox.load("pizzeria").picture.svg(shown.after, 0, legal=view.pick(0, ("cut 7", "cut 1")).next)
    assert 'data-token="cut 11"' in drawn


def test_after_the_cuts_it_is_said_what_to_do_with_the_offer() -> None:
    view = serve(begun(), [], "B", aside=["11"]).view(0)
    one = view.pick(0, ("cut 1", "cut 6"))
    assert one.sentence == "Make one more cut, or serve offer B as a portion of its own." and "alone" in one.next
    cut = view.pick(0, ("cut 1", "cut 6", "cut 9"))
    assert cut.sentence == "Tap a portion to put offer B on it: whoever picks it gets the offer too."
    assert cut.next == ("portion 1", "portion 2", "portion 3")
    assert view.pick(0, ("cut 1", "cut 6", "cut 9", "portion 2")).sentence == "", "nothing is left to do"


def test_what_a_bite_would_leave() -> None:
    pos = cutting()
    for text in ("cut 1 4 7 10", "portion 1"):
        pos.play(text)
    shown = pos.view(1).preview(1, ("slice 3",))
    assert shown.lines[0] == "You eat supreme (2 leaves) and save 2 mushroom."
    assert shown.lines[1] == "You'd be ahead on mushroom."
    assert shown.plain and shown.plain.lines == shown.lines[:1]
    assert shown.after.plate == 0b11
    assert pos.view(1).preview(1, ("nonsense",)).after.plate == 0b111


def test_previews_of_offers() -> None:
    pos = serve(begun(), [], "B", aside=["11"])
    pos.play("cut 1 6 offer alone")
    assert pos.view(1).preview(1, ("portion 3",)).lines == (
        "Portion 3: offer B, take a slice put aside and eat or save it.",
    )
    pos.play("portion 3")
    pos.play("reveal")
    assert pos.view(1).preview(1, ("eat",)).lines == ("If you eat it, it's worth 3 points.",)
    assert pos.view(1).preview(1, ("save",)).lines == ("If you save it, you'll have 1 of four cheeses.",)
    pos = serve(given("E", to=2), [], "G")
    pos.play("cut 1 4 8 offer 2")
    shown = pos.view(2).preview(2, ("slice 3", "portion 2"))
    assert shown.lines[0].startswith("Portion 1: 2 slices")
    assert shown.lines[1].startswith("Portion 2: 5 slices")
    assert pos.view(2).pick(2, ("slice 3",)).next == ("portion 2",)


def with_ties() -> pizzabox.Position:
    """Green has a supreme and a Greek slice; White may take a supreme and a vegetarian one with offer I."""
    pos = serve(begun(), ["9", "4", "9", "6", *["7"] * 7], "I")
    for text in ("cut 1 3 5 offer 2", "portion 1", "save all"):
        pos.play(text)
    return pos


@pytest.mark.rule("P7.9")
def test_offer_i_wins_ties_in_previews() -> None:
    pos = with_ties()
    ahead = "Portion 2: 2 slices, 4 leaves, offer I, puts you ahead on vegetarian and supreme."
    assert pos.view(2).preview(2, ("portion 2",)).lines == (ahead,)
    plain = serve(begun(), ["9", "4", "9", "6", *["7"] * 7], "G")
    for text in ("cut 1 3 5 offer 2", "portion 1", "save all"):
        plain.play(text)
    level = "Portion 2: 2 slices, 4 leaves, offer G, puts you ahead on vegetarian, puts you level on supreme."
    assert plain.view(2).preview(2, ("portion 2",)).lines == (level,)
    pos.play("portion 2")
    assert pos.view(2).preview(2, ("slice 4",)).lines[1:] == ("You'd be ahead on supreme.",)
    plain.play("portion 2")
    assert plain.view(2).preview(2, ("slice 4",)).lines[1:] == ("You'd be level on supreme.",)
    for table, told in ((pos, ""), (plain, ", puts you level on supreme")):
        table.play("save all")
        finish_round(table)
        table = serve(table, ["9", "11", "11", "11", "5", "5", "5", "5", "10", "10", "10"], "H")
        table.play("cut 1 2 5 offer 3")
        table.play("portion 2")
        table.play("eat all")
        assert table.view(0).preview(0, ("portion 1",)).lines == (f"Portion 1: 1 slice, 2 leaves{told}.",)


@pytest.mark.rule("P7.9")
def test_offer_i_alone_brings_the_ties_it_wins() -> None:
    pos = serve(begun(), ["9", "4", "9", "6", *["7"] * 7], "G")
    for text in ("cut 1 3 5 offer 3", "portion 1", "save all", "portion 2", "save all"):
        pos.play(text)
    finish_round(pos)
    pos = serve(pos, [], "I")
    pos.play("cut 1 6 offer alone")
    line = pos.view(2).preview(2, ("portion 3",)).lines[0]
    assert line == "Portion 3: offer I, you win all ties, puts you ahead on supreme."


@pytest.mark.rule("P7.9")
def test_offer_i_is_seen_in_stars_and_picture() -> None:
    pos = with_ties()
    for text in ("portion 2", "save all", "save all"):
        pos.play(text)
    row = next(line for line in str(pos).splitlines() if line.startswith(" 9 supreme"))
    assert row.split() == ["9", "supreme", ".", "1", "1*"]
    counted = sums(pos.state)
    assert [leads[9] for leads in counted.leads] == [False, False, True]
    gold = [row.count(palette("light")["gold"]) for row in seat_rows(pos)]
    assert gold == [1, 1, 2], "mushroom; Greek; vegetarian and the tie for supreme"


def seat_rows(pos: pizzabox.Position) -> list[str]:
    drawn = pos.svg()
    starts = [drawn.index(f'id="pb-seat-{p}"') for p in range(pos.game.players)]
    return [drawn[a:b] for a, b in zip(starts, [*starts[1:], len(drawn)], strict=True)]


@pytest.mark.rule("P4.4")
def test_the_story_tells_of_bare_slices_too() -> None:
    pos = serve(load(4).start(seed=1), ["2", "7", "4/6", "9", "2", "5/7", "9/11", "6", "6", "9", "9"])
    for text in ("cut 1 4 5 8", "portion 1"):
        pos.play(text)
    trial = pos.copy()
    trial.play("save all")
    assert trial.log(-1)[-1] == "Green saves tomato, mushroom and mixed (Greek and vegetarian)."
    told = pos.view(1).preview(1, ("slice 2",)).lines[0]
    assert told == "You eat mushroom (2 leaves) and save tomato and mixed (Greek and vegetarian)."
    pos.play("eat 2")
    assert pos.log(-1)[-1] == "Green eats mushroom (2 leaves) and saves tomato and mixed (Greek and vegetarian)."
    pos.play("portion 3")
    assert pos.log(-1)[-2:] == [
        "White takes portion 3: tomato, mixed (shrimp and mushroom) and mixed (supreme and four cheeses).",
        "White saves tomato, mixed (shrimp and mushroom) and mixed (supreme and four cheeses).",
    ]
    pos.play("portion 2")
    pos.play("eat all")
    assert "Black eats supreme (2 leaves)." in pos.log(-1), "there was nothing else to save"


def test_every_portion_with_slices_is_told_of_once() -> None:
    """A player who takes slices is asked to eat or save them, bare ones too."""
    for options in ({"players": 3, "variant": "advanced"}, {"players": 4}, {"players": 1, "variant": "solo"}):
        done = list(walk(pizzabox.load("pizzeria", **options), 3))[-1]
        told = sum(1 for line in done.log(None) if re.search(r" takes portion \d( with offer [A-L])?: [^*]+\.$", line))
        chewed = sum(1 for line in done.log(None) if re.match(r"\w+ (eats|saves) (?!nothing more)", line))
        hands = sum(" turns up " in line or " takes slice " in line for line in done.log(None))
        assert chewed == told + hands


def test_every_token_on_the_way_is_drawn_in_the_preview() -> None:
    """Whatever a picker may offer next can be touched in the picture of the move so far."""
    for options in ({"players": 3, "variant": "advanced"}, {"players": 4}):
        for pos in walk(pizzabox.load("pizzeria", **options), 1):
            for player in pos.actors:
                view, chosen = pos.view(player), ()
                while (now := view.pick(player, chosen)).code is None:
                    after = view.preview(player, chosen).after
                    drawn = view.game.picture.svg(view.state if after is None else after, player, legal=now.next)
                    for token in now.next:
                        assert drawn.count(f'data-token="{token}"') == 1
                    chosen = (*chosen, now.next[-1] if now.next[-1] != "done" else now.next[0])


def test_the_story_names_everything_that_happened_by_itself() -> None:
    pos = load(variant="solo").start(seed=3)
    pos.play("pile 1")
    pos.play("cut 1 4 7 10")
    said = pos.log(0)
    assert said[0].startswith("Red takes pile 1: ")
    assert "Red cuts portions of 3, 3, 3 and 2." in said
    assert any(line.startswith("Jeff takes portion") for line in said)
    for seed in range(4):
        for options in ({"players": 3, "variant": "advanced"}, {"players": 1, "variant": "solo"}, {"players": 2}):
            done = list(walk(pizzabox.load("pizzeria", **options), seed))[-1]
            told = done.log(-1)
            assert told == done.log(None), "a finished story has no secrets left"
            assert sum(" takes pile " in line for line in told) in (done.state.rounds, done.state.rounds - 1)
            assert done.prompt in told


def test_standing_adds_a_plus_where_leaves_are_not_known() -> None:
    pos = cutting()
    for text in ("cut 1 4 7 10", "portion 1", "eat 1"):
        pos.play(text)
    assert total(pos.state, 1) == 7 + 9 + 2
    for viewer, score in ((1, "18"), (0, "16+"), (-1, "16+")):
        row = words.standing(pos.view(viewer).state, viewer)[1]
        assert row.score == score
        assert any("1 eaten" in note for note in row.notes)
    assert "knife" in words.standing(pos.state, 0)[0].notes


def test_the_tally_adds_up() -> None:
    for seed in range(6):
        done = list(walk(load(2 + seed % 5, "advanced"), seed))[-1]
        for p, row in enumerate(words.tally(done.state).rows):
            kinds, tomato, leaves, offers, points, _ = (int(cell) for cell in row[1:])
            assert kinds + tomato + leaves + offers == points == done.scores[p]


def test_results_in_words() -> None:
    seen = set()
    for seed in range(40):
        done = list(walk(load(2), seed))[-1]
        seen.add(re.sub(r"\d+", "N", done.prompt))
    assert {"Red wins with N points.", "Green wins with N points."} <= seen


def test_the_text_board_is_narrow_and_complete() -> None:
    for pos in walk(load(6, "advanced"), 2):
        lines = str(pos.view(0)).splitlines()
        assert max(len(line) for line in lines) <= 112
        assert len(str(pos.view(0))) > 60


def test_spelling_of_tokens() -> None:
    pos = cutting()
    s = pos.state
    assert words.spell(s, "slice 5") == "slice 5, mixed (shrimp and mushroom)"
    assert words.spell(s, "cut 3") == "cut line 3, before slice 3"
    assert words.spell(s, "kind 9") == "supreme, value 9"
    assert words.spell(s, "saved 7") == "your saved mushroom 7 (2 leaves)"
    assert words.spell(s, "done").startswith("finish")
    pos.play("cut 1 4 7 10")
    assert words.spell(s, "portion 1") == "portion 1, 3 slices, 6 leaves"
    assert texts(pos) == {f"portion {k}" for k in (1, 2, 3, 4)}


def test_every_text_in_the_catalogue_is_used() -> None:
    source = "".join(p.read_text(encoding="utf-8") for p in Path(words.__file__).parent.rglob("*.py"))
    for key in say.keys():
        if key.startswith(SAID_BY_THE_ENGINE):
            continue
        stem = re.sub(r"\.\d+$", ".", key)
        stem = re.sub(r"^(prompt)\.\w+$", r"\1.", stem)
        stem = re.sub(r"^(why\.(phase|hint)_)\w+$", r"\1", stem)
        stem = re.sub(r"^(token\.button_)\w+$", r"\1", stem)
        stem = re.sub(r"^(token|result|tally|reason)\.\w+$", r"\1.", stem)
        painted = key.startswith("editor.") and f'"{key.removeprefix("editor.")}"' in source
        assert stem in source or painted, f"{key} is never said"
