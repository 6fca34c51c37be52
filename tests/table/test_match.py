"""The match without any I/O: seats, moves, secrets, undo, offers, clocks, restoring."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import pizzabox
from pizzabox.engine.game import Game
from pizzabox.table.match import Match, NotYours
from pizzabox.table.new_table import STAND_IN
from pizzabox.table.seats import BOT_NAMES, clean_name
from pizzabox.table.stored_match import meta_of, restored, step_data
from tests.helpers import every_game, size

ADA, BOB, EVE = "ada-identity-0001", "bob-identity-0002", "eve-identity-0003"


def table(*kinds: str, game: str = "theory", now: float = 0.0, **more: Any) -> Match:
    seats = [{"kind": k, "bot": "random"} if k == "bot" else {"kind": k} for k in kinds]
    wish = {"game": game, "seats": seats, "options": {"first": "red", "players": len(kinds)}, **more}
    return Match.new(wish, ADA, now, seed=7)


def stored_and_back(match: Match) -> Match:
    """The match as it comes back from a store, JSON and all."""
    steps = [msgspec.json.decode(msgspec.json.encode(step_data(match, i))) for i in range(len(match.position.steps))]
    meta = json.loads(json.dumps(meta_of(match)))
    return restored(match.id, match.game.name, meta, bytes(match.position.state), steps, match.version)


def test_a_table_goes_on_with_the_deck_it_was_begun_with_or_not_at_all() -> None:
    match = table("me", "bot", game="shark", options={"players": 2})
    assert meta_of(match)["tables"] == match.game.fingerprints != {}
    assert stored_and_back(match).position == match.position
    for other in ({"deck": "0" * 64}, {"another": "0" * 64}):
        meta = meta_of(match) | {"tables": match.game.fingerprints | other}
        with pytest.raises(pizzabox.BadPosition, match=f"started with different data .{next(iter(other))}."):
            restored(match.id, "shark", meta, bytes(match.position.state), [], match.version)
    before = {key: value for key, value in meta_of(match).items() if key != "tables"}
    assert restored(match.id, "shark", before, bytes(match.position.state), [], match.version), "stored earlier"


def test_a_table_waits_until_all_seats_are_taken() -> None:
    match = table("me", "open", "bot")
    assert not match.full
    assert match.acting == ()
    with pytest.raises(pizzabox.IllegalMove, match="starts when all the seats are taken"):
        match.play(ADA, 0, "d4", 1.0)
    with pytest.raises(NotYours, match="by invitation"):
        match.sit(BOB, 1.0)
    event = match.sit(BOB, 1.0, name="  Bob\n\x07 the   Baker  ", invite=match.invite)
    assert event["name"] == match.seats[1].name == "Bob the Baker"
    assert match.acting == (0,)
    with pytest.raises(pizzabox.PizzaboxError, match="all the seats are taken"):
        match.sit(EVE, 1.0, invite=match.invite)


def test_who_joins_gets_their_favourite_colour_if_it_is_free() -> None:
    red, green, white = range(3)
    for wish, seats in (
        ((white, None), (white, red)),
        ((white, white), (white, red)),
        ((red, white), (red, white)),
        ((5, "green"), (red, green)),
        (([1], None), (red, green)),
    ):
        match = table("open", "open", "open", public=True)
        assert (match.sit(BOB, 0.0, colour=wish[0])["seat"], match.sit(EVE, 0.0, colour=wish[1])["seat"]) == seats
    match = table("open", "open", "open", public=True)
    assert match.sit(BOB, 0.0, green, colour=white)["seat"] == green, "who asks for a seat gets that one"


def test_bots_at_one_table_have_names_of_their_own() -> None:
    seats = [{"kind": "me", "name": BOT_NAMES[0]}, {"kind": "bot", "name": "Hal"}, *[{"kind": "bot"}] * 4]
    match = Match.new({"game": "pizzeria", "options": {"players": 6}, "seats": seats}, ADA, 0.0)
    names = [seat.name for seat in match.seats]
    assert names == [BOT_NAMES[0], "Hal", *BOT_NAMES[1:5]], "also other than the people's"
    assert [seat.name for seat in match.next_match(1.0).seats] == names
    assert {seat.bot for seat in match.seats[1:]} == {STAND_IN}, "how strong they are is another matter"
    own = Match.new(
        {"game": "pizzeria", "options": {"players": 2}, "seats": [{"kind": "bot", "bot": "jeff"}] * 2}, ADA, 0.0
    )
    assert [seat.name for seat in own.seats] == ["Jeff", "Jeff 2"], "a character keeps its name"


def test_no_bot_is_called_as_something_in_a_game() -> None:
    games = Path(pizzabox.__file__).parent / "games"
    texts = " ".join(path.read_text().lower() for path in (*games.glob("*/words.*.toml"), *games.glob("*/*.csv")))
    assert [name for name in BOT_NAMES if name.lower() in texts] == []
    assert "mushroom" in texts and "cook" in texts, "these would not do"


def test_a_public_table_needs_no_invite() -> None:
    match = table("me", "open", public=True)
    match.sit(BOB, 1.0)
    assert match.owned(BOB) == [1]


def test_only_the_owner_moves_a_seat() -> None:
    match = table("me", "open", "open", public=True)
    match.sit(BOB, 0.0)
    match.sit(EVE, 0.0)
    for who, seat in ((BOB, 0), (ADA, 1), ("nobody", 0), (ADA, 9), (ADA, "0"), (ADA, True)):
        with pytest.raises(pizzabox.PizzaboxError):
            match.play(who, seat, "d4", 1.0)
    version = match.version
    event = match.play(ADA, None, "d4", 1.0)
    assert event is not None
    assert event["seq"] == match.version == version + 1


def test_a_move_id_sent_twice_plays_once() -> None:
    match = table("me", "me", "me")
    assert match.play(ADA, 0, "d4", 1.0, "x1") is not None
    assert match.play(ADA, 0, "d4", 1.0, "x1") is None
    assert len(match.position.steps) == 1


def test_refused_moves_change_nothing() -> None:
    match = table("me", "me", "me")
    before = (match.version, bytes(match.position), json.dumps(meta_of(match)))
    for wrong in ("zz", "c2", None, 5.5, {"a": 1}, ("d4", "d5")):
        with pytest.raises(pizzabox.PizzaboxError):
            match.play(ADA, 0, wrong, 1.0, "id")
    assert (match.version, bytes(match.position), json.dumps(meta_of(match))) == before
    assert match.play(ADA, 0, "d4", 1.0, "id") is not None, "a refused move does not use up its id"


def to_the_cut(match: Match) -> None:
    while len(match.position.actors) == 1:
        seat = match.position.actors[0]
        match.play(ADA, seat, match.position.legal(seat).codes[0], 1.0)


def test_a_sealed_choice_can_be_taken_back_and_the_record_hides_it() -> None:
    match = table("me", "me", "me")
    to_the_cut(match)
    match.play(ADA, 1, "cut 5", 2.0)
    match.play(ADA, 0, "cut 2", 2.0)
    for viewer, shown in ((None, []), (0, []), (2, [])):
        texts = [line.text for line in match.record(viewer).moves]
        assert [t for t in texts if "cut" in t] == shown
        assert match.record(viewer).seed is None
    event = match.undo(ADA, 1, 3.0)
    assert event["text"] == "cut 5"
    assert match.acting == (1, 2)
    twin = stored_and_back(match)
    assert bytes(twin.position) == bytes(match.position)
    twin.undo(ADA, 0, 3.0)
    assert list(twin.position.state.cut) == [0, 0, 0], "a choice that was taken back never comes back"


def with_friends(*names: str) -> Match:
    """Ada with these friends at a table of Pizza Theory; red is hers and begins."""
    match = table("me", *["open"] * len(names), public=True)
    for name in names:
        match.sit(name, 0.0)
    return match


def test_an_undo_asks_the_other_people_first() -> None:
    match = with_friends(BOB, EVE)
    for nobody in (ADA, BOB):
        with pytest.raises(pizzabox.PizzaboxError):
            match.undo(nobody, None, 1.0)
    match.play(ADA, 0, "d4", 1.0)
    with pytest.raises(pizzabox.PizzaboxError, match="nobody has asked you"):
        match.undo(BOB, 1, 1.0, "yes")
    asked = match.undo(ADA, 0, 1.0)
    assert asked and asked["kind"] == "undo_asked" and len(match.position.steps) == 1
    assert match.undo_waits_for() == [1, 2]
    assert match.undo(ADA, 0, 1.0) is None, "asking twice is asking once"
    for wrong, who in (("yes", ADA), ("maybe", BOB), (True, BOB)):
        with pytest.raises(pizzabox.PizzaboxError):
            match.undo(who, None, 1.0, wrong)
    match.undo(BOB, 1, 1.0, "yes")
    assert match.undo_waits_for() == [2] and len(match.position.steps) == 1, "all have to agree"
    match.undo(EVE, 2, 1.0, "no")
    assert match.undo_request and match.undo_request.refused == 2 and match.undo_waits_for() == []
    with pytest.raises(pizzabox.PizzaboxError, match="nobody has asked you"):
        match.undo(BOB, 1, 1.0, "yes")
    match.undo(ADA, 0, 1.0)
    match.undo(BOB, 1, 1.0, "yes")
    done = match.undo(EVE, 2, 1.0, "yes")
    assert done and (done["kind"], done["seat"], done["text"], done["index"]) == ("undo", 0, "d4", 0)
    assert match.position.steps == [] and match.undo_request is None


def test_a_new_move_drops_the_wish_to_take_one_back() -> None:
    match = with_friends(BOB)
    match.play(ADA, 0, "d4", 1.0)
    match.undo(ADA, 0, 1.0)
    assert match.undo_request
    match.play(BOB, 1, match.position.legal(1).codes[0], 1.0)
    assert match.undo_request is None
    with pytest.raises(pizzabox.PizzaboxError, match="nobody has asked you"):
        match.undo(BOB, 1, 1.0, "yes")


def test_an_undo_asks_nobody_of_bots_of_a_secret_choice_and_of_ones_own_turn() -> None:
    match = table("me", "bot", "bot")
    match.play(ADA, 0, "d4", 1.0)
    assert match.undo_asks(0) == [] and match.undo(ADA, 0, 1.0)["kind"] == "undo"  # type: ignore[index]
    away = with_friends(BOB)
    away.play(ADA, 0, "d4", 1.0)
    assert away.undo_asks(0) == [1]
    away.stand_in(1, 1.0, ADA)
    assert away.undo_asks(0) == [], "who is away is not asked"
    secret = with_friends(BOB)
    while len(secret.acting) == 1:
        seat = secret.acting[0]
        secret.play((ADA, BOB)[seat], seat, secret.position.legal(seat).codes[0], 1.0)
    secret.play(BOB, 1, "cut 2", 1.0)
    assert secret.undo_asks(1) == [] and secret.undo(BOB, 1, 1.0)["kind"] == "undo"  # type: ignore[index]
    turn = Match.new(
        {"game": "shark", "options": {"players": 2}, "public": True, "seats": [{"kind": "me"}, {"kind": "open"}]},
        ADA,
        0.0,
        seed=3,
    )
    turn.sit(BOB, 0.0)
    seat = turn.acting[0]
    turn.play((ADA, BOB)[seat], seat, turn.position.legal(seat).codes[0], 1.0)
    if turn.acting == (seat,):
        assert turn.undo_asks(seat) == [], "the turn has not passed on"


def test_concede_with_two_and_with_three() -> None:
    match = table("me", "open", public=True)
    match.sit(BOB, 0.0)
    match.concede(BOB, 1, 1.0)
    assert (match.over, match.ended) == (True, "concede")
    assert match.winners() == (0,)
    assert match.returns() == (1.0, -1.0)
    with pytest.raises(pizzabox.IllegalMove, match="over"):
        match.play(ADA, 0, "d4", 1.0)
    three = table("me", "open", "open", public=True)
    three.sit(BOB, 0.0)
    three.sit(EVE, 0.0)
    three.concede(BOB, 1, 1.0)
    assert not three.over
    assert three.seats[1].plays_itself
    with pytest.raises(pizzabox.PizzaboxError, match="given up this game"):
        three.return_to_seat(BOB, 1, 2.0)
    three.concede(EVE, 2, 1.0)
    assert three.winners() == (0,)


def test_a_draw_is_offered_declined_and_agreed() -> None:
    alone = table("me", "bot", "bot")
    with pytest.raises(pizzabox.PizzaboxError, match="nobody who could agree"):
        alone.answer_draw(ADA, 0, "offer", 1.0)
    match = table("me", "open", public=True)
    match.sit(BOB, 0.0)
    with pytest.raises(pizzabox.PizzaboxError, match="nobody has offered a draw"):
        match.answer_draw(BOB, 1, "yes", 1.0)
    match.answer_draw(ADA, 0, "offer", 1.0)
    match.answer_draw(BOB, 1, "no", 1.0)
    assert not match.draw
    match.answer_draw(ADA, 0, "offer", 1.0)
    match.answer_draw(BOB, 1, "yes", 1.0)
    assert match.ended == "draw"
    assert match.returns() == (0.0, 0.0)
    assert match.winners() == ()


def test_rematch_when_all_people_ask() -> None:
    match = table("me", "open", "bot", public=True)
    match.sit(BOB, 0.0)
    with pytest.raises(pizzabox.PizzaboxError, match="once the game is over"):
        match.ask_rematch(ADA, 0)
    match.ended = "draw"
    match.ask_rematch(ADA, 0)
    assert not match.wants_rematch and match.rematch_waits_for() == [1], "bots are not asked"
    match.ask_rematch(BOB, 1)
    assert match.wants_rematch
    after = match.next_match(5.0)
    match.announce_next_table(after.id)
    assert not match.wants_rematch
    assert [s.owner for s in after.seats] == [ADA, BOB, None]
    assert after.position.steps == []
    assert after.id != match.id


def test_clocks_per_move_and_per_game() -> None:
    match = table("me", "me", "me", clock={"kind": "game", "seconds": 100, "more": 5}, now=0.0)
    assert match.clock is not None
    assert match.clock.next_flag() == (100.0, 0)
    match.play(ADA, 0, "d4", 30.0)
    assert match.clock.left[0] == 75.0
    assert match.clock.next_flag() == (130.0, 1)
    each = table("me", "me", "me", clock={"kind": "move", "seconds": 20}, now=0.0)
    assert each.clock is not None
    each.play(ADA, 0, "d4", 15.0)
    assert each.clock.next_flag() == (35.0, 1)
    assert each.clock.remaining(1, 30.0) == 5.0
    event = each.stand_in(1, 36.0)
    assert event["bot"] == STAND_IN
    assert each.seats[1].away
    each.return_to_seat(ADA, 1, 40.0)
    assert not each.seats[1].away
    twin = stored_and_back(each)
    assert twin.clock is not None
    assert twin.clock.data() == each.clock.data()


def test_only_the_host_lets_a_bot_take_over() -> None:
    match = table("me", "open", public=True)
    match.sit(BOB, 0.0)
    with pytest.raises(NotYours):
        match.stand_in(0, 1.0, BOB)
    match.stand_in(1, 1.0, ADA, "random")
    assert match.seats[1].bot == "random"
    if match.acting == (1,):
        assert match.play_for(1, "d4", 2.0)["text"] == "d4"
    with pytest.raises(NotYours):
        match.play_for(0, "d4", 2.0)
    with pytest.raises(pizzabox.PizzaboxError, match="there's no bot"):
        match.stand_in(0, 1.0, ADA, "gandalf")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"game": "theroy"}, "did you mean 'theory'"),
        ({"options": {"players": 9}}, "from 2 to 3"),
        ({"options": 5}, "options must be an object"),
        ({"seats": []}, "has 3 seats"),
        ({"seats": [{"kind": "ghost"}] * 3}, "me, open or bot"),
        ({"seats": [{"kind": "bot", "bot": "hal"}] * 3}, "there's no bot"),
        ({"seats": [5, 5, 5]}, "me, open or bot"),
        ({"clock": {"kind": "year", "seconds": 5}}, "move or game"),
        ({"clock": {"kind": "move", "seconds": -5}}, "from 1 to"),
        ({"clock": 60}, "a clock must be an object"),
        ({"absent": "fire"}, "wait or bot"),
        ({"public": "yes"}, "true or false"),
    ],
)
def test_a_bad_wish_says_what_is_wrong(change: dict[str, Any], message: str) -> None:
    wish = {"game": "theory", "seats": [{"kind": "me"}] * 3, **change}
    with pytest.raises(pizzabox.PizzaboxError, match=message):
        Match.new(wish, ADA, 0.0)


def test_chat_is_cleaned_and_cut() -> None:
    match = table("me", "me", "me")
    match.write_chat(ADA, " hello\nthere\x00 ", 1.0)
    match.write_chat("somebody", "x" * 1000, 1.0)
    assert match.chat[0]["text"] == "hello there"
    assert len(match.chat[1]["text"]) == 300
    assert match.chat[1]["seat"] == -1
    for nothing in ("", "  ", 5, None):
        with pytest.raises(pizzabox.PizzaboxError, match="write something"):
            match.write_chat(ADA, nothing, 1.0)


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Zoe\u0308 Nguye\u0302\u0303n",
        "👩\u200d❤\ufe0f\u200d👩",
        "🍕",
        "1\ufe0f\u20e3",
        "한글",
        "\u1112\u1161\u11ab",
        "محمد",
        "علی\u200cرضا",
        "שָׁלוֹם",
        "ประยุทธ์",
        "र\u200d्य",
        "বাংলা",
        "བསྒྲུབས",
        "辻\U000e0100",
        "山田",
        "🏳\ufe0f\u200d🌈 Ada",
    ],
)
def test_names_of_all_scripts_stay_as_they_are(name: str) -> None:
    assert clean_name(name, "Red") == name and clean_name(f" {name}\u3164\n", "Red") == name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        *(
            (c * n, "")
            for c in "\u3164\u2800\u115f\u1160\uffa0\u200b\u200d\ufe0f\u034f\u0301\u20e3\u202e"
            for n in (1, 23)
        ),
        ("\u3164 \u2800\u200d", ""),
        ("A\u3164d\u2800a \u115f", "Ada"),
        ("A" + "\u0301" * 20 + "d\u0300a", "A\u0301\u0301\u0301d\u0300a"),
        ("A" + "\u0301\u200d" * 9 + "da", "A\u0301\u200d\u0301da"),
        ("\u0301\u0301Ada \u0301Byron", "Ada Byron"),
        ("\u202eadA\u2066", "adA"),
        ("x" * 23 + "\u200dyz", "x" * 23),
    ],
)
def test_a_name_or_a_line_of_chat_has_something_to_see_and_few_marks(typed: str, shown: str) -> None:
    assert clean_name(typed, "") == shown
    match = table("me", "bot", "bot")
    if shown:
        match.write_chat(ADA, typed, 1.0)
        assert "\u3164" not in match.chat[0]["text"] and match.chat[0]["text"].count("\u0301") < 4
    else:
        with pytest.raises(pizzabox.PizzaboxError, match="write something"):
            match.write_chat(ADA, typed, 1.0)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ada\nLovelace", "Ada Lovelace"),
        ("Ada\u2028 \u00a0Lovelace", "Ada Lovelace"),
        ("\t Ad\x00\x07a\u200d\r\n", "Ada"),
        ("x" * 23 + " y", "x" * 23),
        ("\n", "Red"),
    ],
)
def test_a_name_is_one_line_whose_words_stay_apart(typed: str, shown: str) -> None:
    match = table("open", "open", "me", public=True)
    match.sit(BOB, 0.0, name=typed)
    assert match.seats[0].name == shown


@every_game
def test_a_whole_match_survives_being_stored_after_every_move(game: Game) -> None:
    wish = {"game": game.name, "options": dict(game.options), "seats": [{"kind": "me"}] * game.players}
    match, dice = Match.new(wish, ADA, 0.0, seed=5), random.Random(1)
    while not match.over:
        seat = dice.choice(match.acting)
        match.play(ADA, seat, dice.choice(match.position.legal(seat).codes), 1.0)
        # All of a short game, and a part of a long one: to restore it means to play it again.
        if dice.random() < size(1, 2) * max(0.025, 0.15 - len(match.position.steps) / 200):
            twin = stored_and_back(match)
            assert bytes(twin.position) == bytes(match.position)
            assert twin.position.log() == match.position.log()
            assert twin.chart() == match.chart()
            match = twin
    assert match.returns() == match.position.returns
    record = match.record()
    assert record.problems() == []
    assert record.commitment == match.commitment


def test_the_chart_at_the_end_has_the_true_scores() -> None:
    """Pizzeria: eaten leaves are hidden until the end; then the whole course of the game is open."""
    wish = {"game": "pizzeria", "options": {"players": 2}, "seats": [{"kind": "me"}] * 2}
    match, dice = Match.new(wish, ADA, 0.0, seed=5), random.Random(1)
    seen, true = [], []
    while True:
        seen.append(match.position.view(-1).scores)
        true.append(match.position.scores)
        if match.over:
            break
        assert match.chart() == seen, "nobody is told more while it runs"
        seat = dice.choice(match.acting)
        match.play(ADA, seat, dice.choice(match.position.legal(seat).codes), 1.0)
    assert true[-2] != seen[-2], "this game hides something until its last move"
    assert match.chart() == true


def test_only_the_last_lines_of_chat_are_kept_but_all_are_counted() -> None:
    match = table("me", "bot", "bot")
    for i in range(250):
        match.write_chat(ADA, f"line {i}", float(i))
    assert (len(match.chat), match.chatted) == (200, 250)
    assert match.write_notice(1, "x" * 999, 300.0)["text"] == "x" * 300
    assert match.chat[-1]["seat"] == 1


def test_help_is_for_who_plays_against_bots_unless_the_table_says_otherwise() -> None:
    assert [table(*kinds).help for kinds in (("me", "bot"), ("bot", "bot"), ("me", "open"), ("me", "me", "bot"))] == [
        "on",
        "on",
        "off",
        "off",
    ]
    chosen = table("me", "open", help="on")
    assert (chosen.help, stored_and_back(chosen).help, chosen.next_match(0.0).help) == ("on", "on", "on")
    with pytest.raises(pizzabox.BadOption, match="help must be on or off, not 'some'"):
        table("me", "bot", help="some")
    with pytest.raises(pizzabox.BadOption, match="help must be on or off"):
        table("me", "bot", help=True)
    old = {key: value for key, value in meta_of(table("me", "open")).items() if key not in ("help", "advised")}
    kept = restored("", "theory", old, bytes(table("me", "open").position.state), [], 0)
    assert (kept.help, kept.advised) == ("off", {0, 1}), "in an old store it is not known who had hints"


def test_who_had_a_hint_or_a_stand_in_is_kept() -> None:
    match = table("me", "bot", "bot")
    assert match.advise(0) and match.advise(0) is None and stored_and_back(match).advised == {0}
    with pytest.raises(pizzabox.PizzaboxError, match="no hints"):
        table("me", "me").advise(0)
    away = table("me", "bot")
    away.stand_in(0, 0.0)
    assert away.advised == {0} and away.next_match(0.0).advised == set()


def test_who_has_given_up_does_nothing_more_for_the_seat() -> None:
    match = with_friends(BOB, EVE)
    match.concede(ADA, 0, 1.0)
    before = (match.version, bytes(match.position), json.dumps(meta_of(match)))
    for act in (
        lambda: match.play(ADA, 0, "d4", 2.0),
        lambda: match.undo(ADA, 0, 2.0),
        lambda: match.undo(ADA, 0, 2.0, "yes"),
        lambda: match.answer_draw(ADA, 0, "offer", 2.0),
        lambda: match.answer_draw(ADA, 0, "no", 2.0),
        lambda: match.concede(ADA, 0, 2.0),
        lambda: match.return_to_seat(ADA, 0, 2.0),
    ):
        with pytest.raises(pizzabox.PizzaboxError, match="given up this game"):
            act()
    assert (match.version, bytes(match.position), json.dumps(meta_of(match))) == before
    assert match.play_for(0, "d4", 2.0) and match.write_chat(ADA, "Good luck!", 2.0) and match.rename(ADA, 0, "Ida")
    match.ended = "draw"
    assert match.ask_rematch(ADA, 0), "another game is another game"


def test_giving_up_ends_what_was_offered() -> None:
    match = with_friends(BOB, EVE)
    match.answer_draw(ADA, 0, "offer", 1.0)
    match.answer_draw(BOB, 1, "yes", 1.0)
    match.concede(EVE, 2, 1.0)
    assert not match.draw and not match.over, "it was for three"
    match.answer_draw(BOB, 1, "offer", 2.0)
    match.answer_draw(ADA, 0, "yes", 2.0)
    assert (match.ended, match.returns()) == ("draw", (0.0, 0.0, -1.0))


def test_while_a_bot_stands_in_its_player_does_not_move_too() -> None:
    match = with_friends(BOB, EVE)
    match.stand_in(0, 1.0, ADA)
    for act in (lambda: match.play(ADA, 0, "d4", 2.0), lambda: match.undo(ADA, 0, 2.0)):
        with pytest.raises(pizzabox.PizzaboxError, match="take your seat back first"):
            act()
    match.return_to_seat(ADA, 0, 2.0)
    assert match.play(ADA, 0, "d4", 2.0, "x1")
    match.stand_in(0, 3.0, ADA)
    assert match.play(ADA, 0, "d4", 4.0, "x1") is None, "it was played before the bot came"


def test_only_the_host_has_more_than_one_seat() -> None:
    match = table("me", "open", "open", public=True)
    match.sit(BOB, 0.0)
    for seat in (None, 1, 2):
        with pytest.raises(pizzabox.PizzaboxError, match="one for each guest"):
            match.sit(BOB, 1.0, seat, invite=match.invite)
    assert (match.owned(BOB), match.full) == ([1], False)
    match.sit(ADA, 1.0, 2)
    assert match.owned(ADA) == [0, 2], "who passes a device around"
    for odd in (True, 1.0, "1", [1], -1):
        with pytest.raises(pizzabox.PizzaboxError, match="from 0 to 2"):
            table("open", "open", "me", public=True).sit(BOB, 1.0, odd)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["move", "game"])
def test_who_takes_the_seat_back_has_time_for_a_move_but_not_again_and_again(kind: str) -> None:
    match = table("me", "bot", "bot", clock={"kind": kind, "seconds": 60})
    assert match.clock
    match.stand_in(0, 60.0)
    match.return_to_seat(ADA, 0, 65.0)
    assert match.clock.remaining(0, 65.0) == 30.0 and match.clock.next_flag() == (95.0, 0)
    match.stand_in(0, 95.0)
    with pytest.raises(pizzabox.PizzaboxError, match="after the bot's move"):
        match.return_to_seat(ADA, 0, 96.0)
    assert match.seats[0].away and match.play_for(0, "d4", 97.0)
    match.return_to_seat(ADA, 0, 98.0)
    assert not match.seats[0].away and match.clock.remaining(0, 98.0) >= 30.0
    early = table("me", "bot", "bot", clock={"kind": kind, "seconds": 60})
    assert early.clock
    early.stand_in(0, 10.0, ADA)
    early.return_to_seat(ADA, 0, 15.0)
    assert early.clock.remaining(0, 15.0) == 45.0, "there was time enough"


def test_nobody_at_a_table_is_called_like_another() -> None:
    match = table("me", "open", "bot", public=True)
    match.rename(ADA, 0, "x" * 24)
    assert match.sit(BOB, 0.0, name="x" * 30)["name"] == "x" * 21 + " 2"
    assert match.rename(BOB, 1, match.seats[2].name)["name"] == f"{BOT_NAMES[0]} 2"
    assert match.rename(BOB, 1, "Bob")["name"] == match.rename(BOB, 1, "Bob")["name"] == "Bob"
    assert match.rename(ADA, 0, "Bob\u3164")["name"] == "Bob 2"


@pytest.mark.parametrize("kind", ["move", "game"])
def test_taking_back_earns_no_time(kind: str) -> None:
    match = table("me", "me", "me", clock={"kind": kind, "seconds": 60, "more": 5 if kind == "game" else 0})
    assert match.clock
    to_the_cut(match)
    left = match.clock.remaining(1, 1.0)
    for now in range(2, 22, 2):
        match.play(ADA, 1, "cut 5", float(now))
        match.undo(ADA, 1, float(now))
    assert match.clock.remaining(1, 20.0) == left - 19.0
    twin = stored_and_back(match)
    assert twin.clock and twin.clock.data() == match.clock.data()
    match.play(ADA, 1, "cut 5", 30.0)
    assert match.clock.remaining(1, 40.0) == (60.0 if kind == "move" else left - 29.0 + 5.0)
