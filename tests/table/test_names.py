"""Prompt, log and result call a player as the panel does: by the name at this table, and nowhere by that of another."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator

import pytest

import pizzabox
from pizzabox.engine.catalogue import calling, kept, known_as, speaking
from pizzabox.engine.game import Game
from pizzabox.table import scene as scenes
from pizzabox.table.match import Match
from pizzabox.table.move_in_progress import move_in_progress
from pizzabox.table.player_names import names_of
from tests.helpers import every_game

OURS = ("Ada", "Bea", "Cleo", "Dora", "Elsa", "Fay")
THEIRS = ("Ugo", "Vito", "Walt", "Xeno", "Yves", "Zeno")


def played(game: Game, names: tuple[str, ...]) -> Iterator[Match]:
    """A game of people with these names, after each of its moves; the same for all names."""
    seats = [{"kind": "open"}] * game.players
    wish = {"game": game.name, "options": dict(game.options), "seats": seats, "public": True}
    match, dice = Match.new(wish, "host-identity-00", 0.0, seed=3), random.Random(2)
    owners = [f"identity-of-seat-{i:04}" for i in range(game.players)]
    for owner, name in zip(owners, names, strict=False):
        match.sit(owner, 0.0, name=name)
    while not match.over:
        seat = dice.choice(match.acting)
        match.play(owners[seat], seat, dice.choice(match.position.legal(seat).codes), 1.0)
        yield match


def sentences(match: Match) -> str:
    """What a spectator reads: the prompt, the last line of the log, the result."""
    snapshot = scenes.TableSnapshot(match, 1.0)
    told = snapshot.scene(None, None)
    result = told["result"] or {}
    last = snapshot.log(-1, len(match.position.steps) - 1)[0]["words"]
    return json.dumps([told["prompt"], last, *(result.get(key) for key in ("text", "reason", "tally"))])


@every_game
def test_everybody_is_called_by_name(game: Game) -> None:
    """Two tables with the same moves say the same of different people, and neither says anybody's colour instead."""
    people = list(zip(OURS, THEIRS, strict=True))[: game.players]
    colours = [game.words.name(game.start(seed=1).state, p) for p in range(game.players)]
    instead = re.compile(rf"\b({'|'.join(colours)})\b")
    heard = set()
    for ours, theirs in zip(played(game, OURS), played(game, THEIRS), strict=True):
        one, other = sentences(ours), sentences(theirs)
        assert not any(name in one for name in THEIRS)
        heard |= {name for name in OURS if name in one}
        for name, match in people:
            one = one.replace(name, match)
        assert one == other
        if game.name != "hexentafl":  # its sides, Attackers and Defenders, are what a sentence may be about
            assert not instead.search(one), one
    assert heard == {name for name, _ in people}


def test_a_name_nobody_chose_is_the_game_s_own() -> None:
    game = pizzabox.load("theory")
    match = Match.new({"game": "theory", "seats": [{"kind": "me"}] * 3}, "host-identity-00", 0.0, seed=3)
    match.seats[0].name = "Ada"
    assert names_of(match) == ("Ada", "", "")
    with calling(names_of(match)), speaking("it"):
        assert [game.words.name(match.position.state, p) for p in range(3)] == ["Ada", "Verde", "Bianco"]


def test_what_is_kept_for_all_tables_holds_no_name_of_one() -> None:
    made = kept()(lambda player: known_as(player, "Red"))
    with calling(("Ada",)):
        assert made(0) == "Red"
        assert known_as(0, "Red") == "Ada"
        assert known_as(1, "White") == known_as(-1, "White") == "White"
    assert made(0) == known_as(0, "Red") == "Red"


@pytest.mark.parametrize("tokens", [("c4",), ("zz",)])
def test_a_picture_goes_by_colours(tokens: tuple[str, ...]) -> None:
    match = next(played(pizzabox.load("theory"), OURS))
    with calling(names_of(match)):
        drawn = move_in_progress(match.position, match.acting[0], tokens, True).get("pieces", "")
    assert not any(name in drawn or name in "".join(scenes.TableSnapshot(match, 1.0).layer(-1)) for name in OURS)


def test_the_result_of_hexentafl_names_the_winner_where_there_is_a_name() -> None:
    game = pizzabox.load("hexentafl", size=5)
    pos = game.start(seed=1)
    dice = random.Random(1)
    while not pos.over:
        pos.play(dice.choice(pos.legal().codes))
    nameless = game.words.result(pos.state)
    winner = pos.returns.index(max(pos.returns))
    with calling(("Ada", "Bob")):
        named = game.words.result(pos.state)
    assert ("Ada", "Bob")[winner] + " wins." in named and "win." in nameless and named != nameless
