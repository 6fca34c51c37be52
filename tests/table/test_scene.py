"""What each viewer sees: hot-seat hand-overs, secrets, log lines."""

from __future__ import annotations

import json
import random
import re

from pizzabox.engine.game import Game
from pizzabox.table import scene as scenes
from pizzabox.table.match import Match
from pizzabox.table.move_in_progress import move_in_progress
from pizzabox.table.page_picture import PAGE, static_layer
from pizzabox.table.viewers import viewer_of
from tests.helpers import every_game, size
from tests.table.test_match import ADA, BOB, EVE, table, to_the_cut


def test_one_seat_one_view_and_a_stranger_watches() -> None:
    match = table("me", "open", "bot", public=True)
    match.sit(BOB, 0.0)
    assert viewer_of(match, ADA, None) == (0, None)
    assert viewer_of(match, BOB, 0) == (1, None)
    assert viewer_of(match, EVE, 0) == (-1, None)
    assert viewer_of(match, None, None) == (-1, None)


def test_a_hot_seat_follows_the_actor_and_hands_over_for_secrets() -> None:
    match = table("me", "me", "me")
    assert viewer_of(match, ADA, None) == (0, None)
    match.play(ADA, 0, "d4", 1.0)
    assert viewer_of(match, ADA, 0) == (1, None)
    to_the_cut(match)
    assert viewer_of(match, ADA, None) == (-1, 0)
    assert viewer_of(match, ADA, 1) == (1, None)
    match.play(ADA, 1, "cut 3", 2.0)
    assert viewer_of(match, ADA, 1) == (-1, 0), "who has chosen sees no more until the reveal"


def test_what_the_scene_offers() -> None:
    match = table("me", "bot", "bot")
    mine = scenes.scene(match, ADA, None, 0.0)
    assert mine["you"] == {"seats": [0], "look": 0, "host": True, "choice": []}
    assert "d4" in mine["tokens"]
    assert mine["can"]["hint"]
    assert not mine["can"]["draw"]
    theirs = scenes.scene(match, EVE, None, 0.0)
    assert theirs["tokens"] == {}
    assert theirs["you"] == {"seats": [], "look": None, "host": False, "choice": []}
    assert not any(theirs["can"].values())
    fixed = scenes.fixed(match)
    assert len(fixed["commitment"]) == 64
    assert fixed["board"].startswith("<defs>"), "the shapes that pieces refer to come first"


@every_game
def test_the_wide_picture_moves_only_what_is_drawn(game: Game) -> None:
    view = game.start(seed=4).view()
    wide = static_layer(game, view.state)["wide"]
    if wide is None:
        return
    drawn = set(re.findall(r"pb-place-([\w-]+)", str(game.picture.pieces(view.state, -1, PAGE))))
    laid_later = {name for name in wide["places"] if name.startswith(("offer-", "card-", "icons"))}
    assert drawn - {"goal-0", "goal-1", "goal-2"} <= set(wide["places"])
    assert set(wide["places"]) - laid_later <= drawn
    assert len(wide["box"].split()) == 4


def test_picking_shows_what_a_cut_would_do() -> None:
    match = table("me", "me", "me")
    to_the_cut(match)
    shown = move_in_progress(match.position, 0, ("cut 4",), True)
    assert shown["complete"]
    assert shown["lines"][0].startswith("Cut 4:")
    assert "pb-" in shown["pieces"]
    assert move_in_progress(match.position, 0, (), True)["next"]["cut 4"]
    assert not move_in_progress(match.position, 0, ("d4",), True)["complete"]
    plain = move_in_progress(match.position, 0, ("cut 4",), True, help=False)
    assert plain["lines"] == [] and plain["complete"] and plain["pieces"] == shown["pieces"]


def test_without_help_a_move_is_drawn_and_not_what_it_leads_to() -> None:
    pos = Match.new({"game": "hexentafl", "seats": [{"kind": "me"}] * 2}, ADA, 0.0, seed=1).position
    tokens = next(move.tokens for move in pos.legal())
    helped, plain = (move_in_progress(pos, pos.actors[0], tokens, True, help=help) for help in (True, False))
    assert plain["pieces"] != helped["pieces"] and plain["complete"] and plain["text"] == helped["text"]
    assert plain["pieces"].count("pb-") and plain["lines"] == []


@every_game
def test_nobody_is_sent_what_they_may_not_know(game: Game) -> None:
    """Replace everything a viewer cannot know by another guess: every byte of scene and log stays the same."""
    owners = [f"identity-of-seat-{i:04}" for i in range(game.players)]
    wish = {
        "game": game.name,
        "options": dict(game.options),
        "seats": [{"kind": "open"}] * game.players,
        "public": True,
    }
    match, dice = Match.new(wish, "host-identity-00", 0.0, seed=3), random.Random(2)
    for owner in owners:
        match.sit(owner, 0.0)
    for _ in range(size(16, 40)):
        if match.over:
            break
        seat = dice.choice(match.acting)
        match.play(owners[seat], seat, dice.choice(match.position.legal(seat).codes), 1.0)
        for viewer, owner in ((-1, None), (0, owners[0])):
            real = match.position.state
            seen = json.dumps(
                [scenes.scene(match, owner, None, 1.0), scenes.TableSnapshot(match, 1.0).log(viewer)[-1:]]
            )
            match.position.state = match.position.view(viewer).guess(dice.getrandbits(60)).state
            if not match.over:
                again = json.dumps(
                    [scenes.scene(match, owner, None, 1.0), scenes.TableSnapshot(match, 1.0).log(viewer)[-1:]]
                )
                assert again == seen
            match.position.state = real


@every_game
def test_a_move_in_progress_says_how_it_goes_on(game: Game) -> None:
    """Whatever was touched, as long as something is missing a sentence says what."""
    dice, pos = random.Random(4), game.start(seed=4)
    for _ in range(40):
        if pos.over:
            break
        seat = dice.choice(pos.actors)
        view, touched = pos.view(seat), ()
        while (found := view.pick(seat, touched)).next:
            assert found.sentence or not touched, (view.prompt, touched)
            touched = (*touched, dice.choice(found.next))
        pos.play(dice.choice(pos.legal(seat).codes), seat)


def test_who_has_given_up_or_is_stood_in_for_is_offered_nothing_for_the_seat() -> None:
    def can(match: Match, who: str) -> set[str]:
        return {name for name, allowed in scenes.scene(match, who, None, 0.0)["can"].items() if allowed}

    match = table("me", "open", "open", public=True, help="on")
    match.sit(BOB, 0.0)
    match.sit(EVE, 0.0)
    assert can(match, ADA) == {"why_no_undo", "hint", "concede", "draw"}
    match.stand_in(0, 1.0, ADA)
    assert can(match, ADA) == {"concede", "draw"} and not scenes.table_card(match, ADA, 0.0, 0)["your_turn"]
    match.concede(ADA, 0, 1.0)
    assert can(match, ADA) == set() and scenes.scene(match, ADA, None, 0.0)["tokens"] == {}
    assert scenes.turn_message(match, 0, match.acting)["codes"] == ()
    assert can(match, BOB) == {"why_no_undo", "concede", "draw"}


def test_a_shared_device_looks_from_a_seat_that_still_plays() -> None:
    match = table("me", "me", "bot")
    match.concede(ADA, 0, 1.0)
    assert match.acting == (0,) and viewer_of(match, ADA, None) == (1, None)
    assert scenes.scene(match, ADA, None, 1.0)["can"]["concede"]
