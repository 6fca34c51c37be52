"""Everything in a picture says what it is, and no touch is answered with notation, whoever looks at which game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.catalogue import FALLBACK, calling, languages, speaking
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.game import Game
from pizzabox.engine.legend import INLINE, legend
from pizzabox.engine.picture_parts import askable, things, touchable
from pizzabox.engine.position import Position, View
from pizzabox.engine.presentation import sentence
from pizzabox.engine.svg import palette
from pizzabox.testing.random_games import LONG
from tests.helpers import OURS, every_game, size, stations

NOTATION = re.compile(
    r"""(?:^|[\s(])['"‘“]\w|\bwrit(?:e|ten)\b|\bscriv|_|\b[A-Z]?[a-n]\d{1,2}[-x:][a-n]\d|['"]\)|[<>{}]""", re.VERBOSE
)
"""Quotation marks around a token, help with writing, tokens of several words, moves."""
GAMES = [pizzabox.load(name) for name in OURS]


def drawn(view: View) -> list[str]:
    return things(view.game.picture.pieces(view.state, view.viewer, palette("page")))


def plain(text: str) -> bool:
    """Whether that is a sentence without notation."""
    return bool(text) and text.endswith((".", "?", "!")) and not NOTATION.search(text)


def looked_at(game: Game) -> Iterator[tuple[Position, View]]:
    """Positions of a random game with the views of the first actor, another player and a spectator."""
    for pos in stations(game, 5, size(4, 20)):
        first = pos.actors[0] if pos.actors else 0
        for viewer in (first, (first + 1) % game.players, SPECTATOR):
            yield pos, pos.view(viewer)


@every_game
def test_everything_in_the_picture_says_what_it_is(game: Game) -> None:
    """In the short run two of three viewers share the things that they are told of: most hear the same."""
    for lang in languages():
        with speaking(lang):
            for number, (_, view) in enumerate(looked_at(game)):
                found = drawn(view)
                assert found or view.over
                if not LONG and number % 3:
                    found = found[number % 3 - 1 :: 2]
                assert [(thing, view.explain(thing)) for thing in found if not plain(view.explain(thing))] == []


@every_game
def test_no_touch_is_answered_with_notation(game: Game) -> None:
    for lang in languages():
        with speaking(lang):
            for number, (pos, view) in enumerate(looked_at(game)):
                if view.viewer not in pos.actors:
                    continue
                found = drawn(view)
                if not LONG and lang != FALLBACK:
                    found = found[number // 3 % 2 :: 2]
                lit = view.pick(view.viewer, ()).next[:2] if lang == FALLBACK else ()
                others = found[number % 3 :: size(9, 3)]
                for chosen in [(thing,) for thing in found] + [(one, thing) for one in lit for thing in others]:
                    refused = view.touched(view.viewer, chosen)
                    if refused is not None:
                        assert plain(refused.reason), (chosen, refused.reason)
                        assert not refused.rule or refused.rule in game.rules


@every_game
def test_who_cannot_act_is_told_what_was_touched(game: Game) -> None:
    for pos, view in looked_at(game):
        if view.viewer in pos.actors or pos.over:
            continue
        for thing in drawn(view)[:4]:
            assert game.words.touched(view.state, view.viewer, (thing,)) == (view.explain(thing), "")


@every_game
def test_whoever_has_a_name_is_called_by_it(game: Game) -> None:
    """What a thing is, what a touch is answered and how everybody stands: "Ada's tray", never "Green's"."""
    names = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Finn")[: game.players]
    for pos, view in looked_at(game):
        words, s = game.words, view.state
        colours = re.compile(rf"\b({'|'.join(words.name(s, player) for player in range(game.players))})\b")
        with calling(names):
            told = [view.explain(thing) for thing in drawn(view)]
            told += [note for each in words.standing(s, view.viewer) for note in each.notes]
            if view.viewer in pos.actors:
                told += [words.spell(s, token) for token in view.pick(view.viewer, ()).next]
        assert [text for text in told if colours.search(text)] == []


@pytest.mark.parametrize(("name", "thing"), [("shark", "tray black"), ("wars", "k5")])
def test_a_name_at_one_table_is_never_heard_at_another(name: str, thing: str) -> None:
    view = pizzabox.load(name).start(seed=1).view(0)
    with calling(("Ada", "Bob")):
        assert "Bob" in view.explain(thing)
    with calling(("Ada", "Cleo")):
        assert "Cleo" in view.explain(thing) and "Bob" not in view.explain(thing)
    assert not {"Bob", "Cleo"} & set(re.findall(r"\w+", view.explain(thing)))


@every_game
def test_an_explanation_holds_no_secret(game: Game) -> None:
    """In another world that a viewer cannot tell from this one, every thing is explained in the same words."""
    for pos, view in looked_at(game):
        if not pos.over:
            twin = view.guess(9).view(view.viewer)
            assert [view.explain(thing) for thing in drawn(view)] == [twin.explain(thing) for thing in drawn(view)]


GARBAGE = (
    "",
    " ",
    "x",
    "z99",
    "e5 sideways",
    "pile 0",
    "pile 99",
    "slice",
    "portion ٣",
    "saved none",
    "offer AB",
    "card 1 of",
)
GARBAGE += (
    "card 3",
    "rail 9",
    "seat",
    "seat 7",
    "tray",
    "tray red blue",
    "anchovies of nobody",
    "+",
    "+cheese",
    "cut 0",
    "a" * 80,
)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_not_there_is_not_explained(game: Game) -> None:
    view = game.start(seed=3).view(0)
    assert [thing for thing in GARBAGE if view.explain(thing)] == []
    for chosen in [(thing,) for thing in GARBAGE] + [(one, "x") for one in drawn(view)[:9]]:
        view.touched(0, chosen)


@pytest.mark.parametrize(
    ("name", "touches", "said", "rule"),
    [
        ("theory", ("c1",), "c1 is next to your topping on c2.", "T2.2"),
        ("hexentafl", ("b2",), "That piece isn't yours; move one of your own.", "X2.1"),
        ("hexentafl", ("d5", "e2"), "There's no straight row from d5 to e2.", "X2.2"),
        ("wars", ("k5",), "That piece isn't yours to move.", "W1.4"),
    ],
)
def test_a_touch_is_answered_by_the_rule(name: str, touches: tuple[str, ...], said: str, rule: str) -> None:
    first: dict[str, Any] = {"theory": {"first": "red", "layout": "S1"}}.get(name, {})
    refused = pizzabox.load(name, **first).start(seed=1).view(0).touched(0, touches)
    assert refused is not None and (refused.reason, refused.rule) == (said, rule)


def test_a_move_that_takes_a_card_is_answered_with_the_card() -> None:
    """Not with the danger of a Double Agent that isn't there."""
    pos = pizzabox.load("wars", cards="three").start(seed=0)
    view = pos.view(0)
    with_card = [pos.game.words.tokens(view.state, 0, code) for code in pos.legal(0).codes]
    _, piece, there = next(tokens for tokens in with_card if tokens[0] == "+hop")
    refused = view.touched(0, (piece, there))
    assert refused is not None and refused.rule == "W7.1"
    assert refused.reason.startswith("That move takes the card Extra Hop"), refused.reason


def test_who_types_is_still_helped_to_write() -> None:
    assert "write two hexes" in str(pizzabox.load("hexentafl").start(seed=1).why_not("cheese", 0))


def test_a_ticket_says_what_it_does() -> None:
    pos = pizzabox.load("shark").start(seed=1)
    told = pos.view(0).explain("rail 4")
    assert "Triple Slice (cost 4, pepperoni): take pepperoni 3 times." in told
    assert "Wrong Order (cost 2" in pos.game.words.named(pos.state, 0, "wrong order")
    assert pos.game.words.named(pos.state, 0, "nobody's order") == ""


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game_has_a_legend_with_pictures_in_every_language(game: Game) -> None:
    told = []
    for lang in languages():
        with speaking(lang):
            chapters = legend(game)
            signs = [sign for chapter in chapters for sign in chapter.signs]
            assert len(chapters) >= 2 and len(signs) >= 6
            assert all(plain(sign.text) and sign.name for sign in signs)
            told.append([sign.text for sign in signs])
            for p in (INLINE, palette("print")):
                shown = [str(sign.drawn(p)) for sign in signs]
                assert all(one.startswith("<svg") and "<use" not in one for one in shown)
                assert len(set(shown)) == len(shown)
    assert not set(told[0]) & set(told[1])


def test_a_game_without_words_of_its_own_says_what_its_tokens_are() -> None:
    from pizzabox.engine.words import Words

    assert Words().explain(None, 0, "take-two") == "Take two."
    assert legend(pizzabox.load("theory")) != []


def test_things_are_tokens_and_what_can_only_be_asked() -> None:
    touch, ask = touchable("a <b>", "x", True, "A", "inside"), askable("deck", "Deck", "inside")
    assert things(touch + ask + ask) == ["a <b>", "deck"]
    assert "data-token" not in ask and 'role="img"' in ask


@pytest.mark.parametrize(
    ("text", "made"), [("it is taken", "It is taken."), ("c4 is full", "c4 is full."), ("Why?", "Why?"), ("", "")]
)
def test_a_phrase_becomes_a_sentence(text: str, made: str) -> None:
    assert sentence(text) == made
