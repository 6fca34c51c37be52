"""Pizza Shark in words: notation, reasons, previews, standings, the whole catalogue."""

from __future__ import annotations

import itertools
import random
import re
from pathlib import Path

import pytest

import pizzabox
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.position import Position
from pizzabox.games.shark import words
from pizzabox.games.shark.board import CODES
from pizzabox.games.shark.notation import DONE_TOKENS, TEXTS
from pizzabox.games.shark.phrases import card_icons, card_of, say, title
from tests.games.shark.table import BLACK, GREEN, PURPLE, hand, number, plain_tray, rail, start, stock, tins, tray
from tests.games.shark.test_attack import before_attack
from tests.games.shark.test_rules import FULL_BUT_ONE
from tests.games.shark.test_variants import goal_game, passing
from tests.helpers import SAID_BY_THE_ENGINE

FOLDER = Path(words.__file__).parent
PLATE = " ".join(f'{name}="([0-9.]+)"' for name in ("x", "y", "width", "height"))


def test_every_move_has_one_text() -> None:
    assert len(set(TEXTS)) == CODES
    pos = start(players=2)
    for code, text in enumerate(TEXTS):
        assert pos.game.words.read(pos.state, 0, text) == code
        assert pos.game.words.read(pos.state, 0, f"  {text.upper()} ") == code
    for word in ("draw", "done", "keep", "end"):
        assert pos.game.words.read(pos.state, 0, word) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [("take chese", "did you mean 'take cheese'"), ("xyzzy", "write for instance"), ("a" * 200, "write for instance")],
)
def test_what_cannot_be_read(text: str, message: str) -> None:
    pos = start(players=2)
    with pytest.raises(pizzabox.IllegalMove, match=re.escape(message)):
        pos.play(text)


def test_every_text_of_the_catalogue_is_used_and_there() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.py"))
    keys = say.keys()
    dynamic = (
        *SAID_BY_THE_ENGINE,
        "card.",
        "name.",
        "type.",
        "icon.",
        "board.bait_",
        "check.law_",
        "picture.bait_",
        "board.done_",
        *(f"picture.{token.replace(' ', '_')}" for token in DONE_TOKENS),
        "board.own_deck",
        "board.discard",
        "pick.",
        "read.",
        "editor.swapped_",
    )
    unused = [
        key
        for key in keys
        if not key.startswith(dynamic)
        and not re.search(rf"[\"']({re.escape(key)}|{re.escape(key.removeprefix('editor.'))})[\"']", source)
    ]
    assert unused == []
    named = re.findall(r'say\(\s*"([a-z_]+(?:\.[a-z_0-9]+)?)"', source)
    assert sorted(set(named) - keys) == []


def test_prompts_say_what_to_do() -> None:
    pos = pizzabox.load("shark", players=2, first="green").start(seed=5)
    assert pos.view(GREEN).prompt.startswith("Choose a starting slice (1 to take)")
    assert pos.view(BLACK).prompt == "Green chooses starting slices."
    pos = start("cheese", players=2)
    assert pos.view(GREEN).prompt == "Place slices of one type on your tray, or draw your two cards."
    assert pos.view(BLACK).prompt == "Green places slices and plays cards."
    plain_tray(pos, GREEN)
    stock(pos, GREEN, cheese=2)
    pos.play("set cheese 1a")
    assert pos.view(GREEN).prompt == "Place more cheese, or draw your two cards."
    hand(pos, GREEN, number(pos, "Triple Slice", "mushroom"), number(pos, "Waiter's Nod"))
    assert pos.view(GREEN).prompt == (
        "Use your cards' actions in any order (take mushroom 3 times, take an anchovy, place any slice), or finish."
    )
    pos.play("done")
    tins(pos, GREEN, 0)
    assert pos.view(GREEN).prompt == "You can't upgrade anything with 0 anchovies. End your turn. Then the shark comes."
    assert pos.view(BLACK).prompt == "Green upgrades cards. Then the shark comes."


def test_the_attack_is_explained_before_it_bites() -> None:
    pos = before_attack(2, ("Mixed Basket", "mushroom"), ("Slippery Tin", None))
    tins(pos, GREEN, 12)
    pos.play("upgrade 1 to 1")
    pos.play("upgrade 2 to 2")
    tins(pos, GREEN, 1)
    stock(pos, BLACK, mushroom=1, cheese=2)
    tins(pos, BLACK, 3)
    pos.play("end")
    assert pos.view(BLACK).prompt == (
        "The shark wants 3 mushroom and 1 of your choice. You'd lose 2 of 3 and get the bonus. "
        "Feed it 3 anchovies, or let it bite."
    )
    assert pos.view(GREEN).prompt == "The shark wants 3 mushroom and 1 of any type. Black can distract it."
    assert pos.view(BLACK).preview(BLACK, ("bait self",)).lines == (
        "The shark eats none of your slices. You'd have 0 anchovies left.",
    )
    assert pos.view(BLACK).preview(BLACK, ("no bait",)).lines == ("You'd lose 2 of 3 and get the bonus.",)


def test_previews_of_placing_upgrading_and_ending() -> None:
    pos = start("cheese", players=2)
    plain_tray(pos, GREEN)
    view = pos.view(GREEN)
    shown = view.preview(GREEN, ("cheese of green", "half 4a"))
    assert shown.after.filled[GREEN, 6] == 1
    draws = view.preview(GREEN, ("draw",))
    assert draws.lines == (draws.loses,)
    assert draws.loses == "You could still place 1 cheese. Slices you don't place are bait for the shark."
    assert draws.plain and draws.plain.lines == draws.lines
    assert shown.plain and shown.plain.after.filled[GREEN, 6] == 1, "where a slice goes is no help"
    assert view.preview(GREEN, ("draw",)).after is None, "the cards are not known before they are drawn"
    assert view.preview(GREEN, ("nonsense",)).lines == ()
    hand(pos, GREEN, number(pos, "Small Tin"), number(pos, "Plain Slice"))
    left = pos.view(GREEN).preview(GREEN, ("done",))
    assert left.lines == (left.loses,) == ("You haven't used: take cheese, take an anchovy.",)
    rail(pos, *(number(pos, name, "cheese") for name in ("Quick Plate", "Free Sample", "Wrong Order", "Long Reach")))
    tins(pos, GREEN, 3)
    pos.play("done")
    view = pos.view(GREEN)
    assert view.preview(GREEN, ("card 1", "rail 4")).lines == (
        "Long Reach (cost 2, cheese) for 2 anchovies. You'd have 1 anchovy left. "
        "It does: take cheese, place cheese, steal cheese.",
    )
    ends = view.preview(GREEN, ("end",))
    assert ends.loses == "You can still upgrade a card."
    assert ends.lines[1:] == (
        "The shark attacks Green and Black.",
        "Nobody upgraded, so Quick Plate (cost 1, cheese) goes to the trash.",
    )
    for choice, kept in ((("card 1", "rail 4"), slice(0, 1)), (("end",), slice(0, 3, 2))):
        shown = view.preview(GREEN, choice)
        assert shown.plain and shown.plain.lines == shown.lines[kept], "what it costs and gives up is no help"


def test_nothing_is_asked_about_where_nothing_is_lost() -> None:
    pos = start("cheese", players=2)
    stock(pos, GREEN)
    assert pos.view(GREEN).preview(GREEN, ("draw",)).loses == "", "there is no slice to place"
    hand(pos, GREEN, number(pos, "Small Tin"), number(pos, "Plain Slice"))
    tins(pos, GREEN, 0)
    pos.play("done")
    shown = pos.view(GREEN).preview(GREEN, ("end",))
    assert shown.loses == "" and shown.lines, "no ticket can be paid for; what comes is said all the same"


def test_each_way_to_be_done_is_another_thing_in_another_place() -> None:
    """A second touch never means the next phase too: what goes on lies elsewhere in each."""
    goal = goal_game("Quick Plate", "mushroom", players=2)
    tray(goal, GREEN, h3a=("mushroom", 2))
    stock(goal, GREEN, mushroom=2)
    goal.play("set mushroom 3a")
    playing = start("cheese", players=2)
    hand(playing, GREEN, number(playing, "Small Tin"), number(playing, "Plain Slice"))
    positions = [start("cheese", players=2), playing, goal, passing({"cheese": 1}, {}), before_attack(2)]
    found = {}
    for pos in positions:
        lit = pos.view(GREEN).pick(GREEN, ()).next
        token = next(t for t in lit if t in DONE_TOKENS)
        plate = re.search(rf'data-token="{token}"[^>]*><rect {PLATE}', pos.view(GREEN).svg())
        assert plate, token
        x, y, w, h = map(float, plate.groups())
        found[token] = (x, y + (0 if token == "end" else 1000), w, h)  # on the shark, else on the tray
    assert set(found) == set(DONE_TOKENS)
    for (_, a), (_, b) in itertools.combinations(found.items(), 2):
        apart = a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]
        assert apart, (a, b)


def test_a_preview_announces_goals_and_the_win() -> None:
    pos = goal_game("Quick Plate", "mushroom", players=2)
    tray(pos, GREEN, h3a=("mushroom", 2))
    stock(pos, GREEN, mushroom=1)
    shown = pos.view(GREEN).preview(GREEN, ("mushroom of green", "half 3a"))
    assert shown.lines == ("That reaches the goal Quick Plate (cost 1, mushroom), for an anchovy and its actions.",)
    assert shown.plain and shown.plain.lines == ()


def test_standing_and_chapter() -> None:
    pos = start("cheese", "mushroom", "mushroom", players=4)
    standing = words.standing(pos.state, -1)
    assert [side.name for side in standing] == ["Green", "Black", "Purple", "Yellow"]
    assert standing[0].score == "0/24"
    assert standing[0].notes == ("1 anchovy", "1 cheese", "with Purple", "priority")
    assert standing[BLACK].notes == ("1 anchovy", "2 mushroom", "with Yellow")
    assert words.chapter(pos.state, GREEN) == "S3.1"
    pos.play("draw", PURPLE)
    pos.play("done", PURPLE)
    assert "ready" in words.standing(pos.state, -1)[PURPLE].notes


def test_tally_of_teams_adds_up() -> None:
    pos = pizzabox.load("shark", players=4, cap=2).start(seed=1)
    dice = random.Random(1)
    while not pos.over:
        p = dice.choice(pos.actors)
        pos.play(dice.choice(pos.legal(p).codes), p)
    tally = words.tally(pos.state)
    for p in range(4):
        assert int(tally.rows[p][-1]) == sum(pos.state.placed[q] for q in (p, (p + 2) % 4))
    assert tally.note == pos.prompt


def test_tokens_are_what_a_person_touches() -> None:
    pos = start("cheese", players=3)
    stock(pos, BLACK, mushroom=1)
    hand(pos, GREEN, number(pos, "Pie Heist", "cheese"), number(pos, "Grand Buffet"))
    view = pos.view(GREEN)
    assert set(view.pick(GREEN, ()).next) == {
        "take_cheese",
        "take_any",
        "place_cheese",
        "place_any",
        "steal_and_plate",
        "done",
    }
    assert set(view.pick(GREEN, ("take_any",)).next) == {"supply cheese", "supply pepperoni", "supply mushroom"}
    assert "mushroom of black" in view.pick(GREEN, ("steal_and_plate",)).next
    assert "half 3a" in view.pick(GREEN, ("steal_and_plate", "mushroom of black")).next
    assert view.pick(GREEN, ("steal_and_plate", "mushroom of black")).sentence == "Choose a half of your tray."
    assert view.pick(GREEN, ("take_any",)).sentence == "Choose a type from the supply."
    assert view.pick(GREEN, ("no such token",)).sentence == ""
    done = view.pick(GREEN, ("steal_and_plate", "mushroom of black", "half 3a"))
    assert done.code is not None and view.move(GREEN, done.code).text == "heist mushroom black 3a"


def test_the_text_board_shows_trays_rail_and_goals() -> None:
    pos = goal_game("Quick Plate", "mushroom", players=2)
    tray(pos, GREEN, h3a=("mushroom", 2))
    text = str(pos.view(GREEN))
    assert "MMm|···" in text
    assert "1 half of mushroom (Quick Plate: take mushroom, place mushroom)" in text
    assert text.count("Rail") == 1


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_text_board_says_what_every_card_does_and_names_the_halves(lang: str) -> None:
    pos = start("cheese", players=3)
    hand(pos, GREEN, number(pos, "Pie Heist", "cheese"), number(pos, "Grand Buffet"))
    with speaking(lang):
        lines = str(pos.view(BLACK)).splitlines()
        for card in {*pos.state.rail, *(c for own in pos.state.own.tolist()[:3] for c in own)}:
            face = title(card_of(pos.state, card))
            assert any(face in line and card_icons(pos.state, card) in line for line in lines), face
        labels = next(line for line in lines if "1a" in line)
        trays = [line for line in lines if "/24" in line]
        assert len(trays) == 3
        for tray_line in trays:
            for half in ("1a", "1b", "2a", "2b", "3a", "3b", "4a", "4b"):
                at = labels.index(half)
                assert set(tray_line[at : at + 3]) <= set("·CPMcpm"), "each name stands above its half"
                assert tray_line[at - 1] in "| "


def typed(pos: Position, player: int, text: str) -> str:
    """What a typed text is taken for."""
    view = pos.view(player)
    code = view.code_of(text, player)
    assert code in view.codes(player), text
    return view.move(player, code).text


def test_the_words_of_a_prompt_can_be_typed() -> None:
    pos = start("cheese", players=2)
    assert typed(pos, GREEN, "draw your two cards") == "draw"
    hand(pos, GREEN, number(pos, "Salted Slice", "mushroom"), number(pos, "Waiter's Nod"))
    assert "or finish" in pos.view(GREEN).prompt
    assert typed(pos, GREEN, "Finish") == "done"
    assert typed(pos, GREEN, "take an anchovy") == "anchovy"
    assert typed(pos, GREEN, "take mushroom") == "take mushroom"
    pos.play("finish")
    assert typed(pos, GREEN, "end the turn") == "end"
    pos = before_attack(2, ("Mixed Basket", "mushroom"))
    stock(pos, BLACK, mushroom=3)
    tins(pos, BLACK, 3)
    pos.play("end the turn")
    assert pos.view(BLACK).prompt.endswith("Feed it 3 anchovies, or let it bite.")
    assert typed(pos, BLACK, "feed it 3 anchovies") == "bait self"
    assert typed(pos, BLACK, "let it bite") == "no bait"
    team = passing({"cheese": 1}, {"mushroom": 1})
    assert "or keep them all" in team.view(GREEN).prompt
    assert typed(team, GREEN, "keep all of yours") == "keep"


def test_the_words_of_a_prompt_can_be_typed_in_italian() -> None:
    pos = start("cheese", players=2)
    with speaking("it"):
        assert typed(pos, GREEN, "pesca le tue due carte") == "draw"
        hand(pos, GREEN, number(pos, "Salted Slice", "mushroom"), number(pos, "Waiter's Nod"))
        assert typed(pos, GREEN, "concludi") == "done"
        assert typed(pos, GREEN, "prendi un'acciuga") == "anchovy"
        assert typed(pos, GREEN, "prendi funghi") == "take mushroom"
    with pytest.raises(pizzabox.IllegalMove):
        pos.play("concludi")


@pytest.mark.parametrize("lang", ["en", "it"])
def test_every_button_and_prompt_word_is_read_in_its_phase_alone(lang: str) -> None:
    """The word for being done can be typed where that is possible, and nowhere else."""
    placing = start("cheese", players=2)
    playing = start("cheese", players=2)
    hand(playing, GREEN, number(playing, "Double Slice", "mushroom"), number(playing, "Waiter's Nod"))
    upgrading = before_attack(2, ("Mixed Basket", "mushroom"))
    phases = {"draw": placing, "done": playing, "keep": passing({"cheese": 1}, {}), "end": upgrading}
    with speaking(lang):
        for word, pos in phases.items():
            said = [*say(f"read.{word}").split("; "), words.spell(pos.state, word)]
            for text in said:
                assert typed(pos, GREEN, text) == word
                for other, elsewhere in phases.items():
                    if other != word:
                        with pytest.raises(pizzabox.IllegalMove):
                            elsewhere.view(GREEN).code_of(text, GREEN)


def test_a_choice_that_is_open_is_asked_for() -> None:
    pos = start("cheese", players=3)
    stock(pos, BLACK, mushroom=1)
    stock(pos, PURPLE, mushroom=1)
    hand(pos, GREEN, number(pos, "Grand Buffet"), number(pos, "Nimble Fin", "mushroom"))
    with pytest.raises(pizzabox.IllegalMove, match="say which, for instance take any cheese, take any pepperoni"):
        pos.play("take any slice")
    with pytest.raises(pizzabox.IllegalMove, match="steal mushroom black, steal mushroom purple"):
        pos.play("steal mushroom")
    stock(pos, PURPLE)
    assert typed(pos, GREEN, "steal mushroom") == "steal mushroom black"
    assert pos.why_not("steal an anchovy").rule == "S4.2"
    team = before_attack(4, ("Mixed Basket", "mushroom"))
    for p in (BLACK, 3):
        stock(team, p, mushroom=2)
        tins(team, p, 3)
    team.play("end")
    with pytest.raises(pizzabox.IllegalMove, match="bait self, bait partner"):
        team.play("feed it 3 anchovies", BLACK)
    assert typed(team, BLACK, "bait for your partner") == "bait partner"


def test_the_prompt_does_not_ask_for_what_cannot_be_done() -> None:
    pos = start("cheese", players=2)
    plain_tray(pos, GREEN)
    stock(pos, GREEN, cheese=2)
    pos.play("set cheese 1a")
    assert pos.view(GREEN).prompt == "Place more cheese, or draw your two cards."
    pos.play("set cheese 1a")
    assert pos.view(GREEN).prompt == "You can't place any more cheese. Draw your two cards."
    pos = start("cheese", players=2)
    tray(pos, GREEN, **{**FULL_BUT_ONE, "h1b": ("cheese", 2)})
    stock(pos, GREEN, cheese=2)
    pos.play("set cheese 1b")
    assert pos.view(GREEN).prompt == "You can't place any more cheese. Draw your two cards.", (
        "one is left but fits nowhere"
    )


def test_a_preview_of_the_end_says_why_it_ends() -> None:
    pos = start("cheese", players=2)
    tray(pos, GREEN, **FULL_BUT_ONE)
    stock(pos, GREEN, mushroom=1)
    assert pos.view(GREEN).preview(GREEN, ("mushroom of green", "half 4b")).lines == ("That fills your last space.",)
    pos = before_attack(2, ("Slippery Tin", None), cap=1)
    pos.state.turns, pos.state.first = 1, 1
    for p in range(2):
        stock(pos, p, cheese=0 if p == GREEN else 1, mushroom=0 if p == GREEN else 1)
    pos.play("end")
    assert pos.actors == (BLACK,)
    assert pos.view(BLACK).preview(BLACK, ("cheese of black",)).lines == (
        "That ends the game, because it's the last turn.",
    )
    pos.play("lose cheese")
    assert pos.over


def test_one_move_is_not_moves() -> None:
    pos = before_attack(2, ("Slippery Tin", None))
    tins(pos, GREEN, 0)
    assert repr(pos.legal()) == "<1 move: end>"
