"""What mutants of the rules taught (`make mutants`): each test here noticed a change that no other one did."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.pizzeria import move_codes, rules
from pizzabox.games.pizzeria.board import OFFERS, TYPE_NAMES, TYPES
from pizzabox.games.pizzeria.move_codes import BITE, CHEW, DIVIDE, OVER, PASS, PILE, RETRO
from pizzabox.games.pizzeria.rules import jeff, offers, round_flow, scoring
from tests.games.checks import drawn_as_listed, set_up_anew
from tests.games.pizzeria.helpers import eaten, legal_texts, load, names, saved
from tests.games.pizzeria.referee import scores
from tests.games.pizzeria.test_referee import compare, referee_of

audit = pizzabox.load("pizzeria").kernels.plain["audit"]

ROUND = ("P2.1", "P2.2", "P2.3", "P2.4", "P2.5", "P2.6", "P3.1", "P3.2", "P3.3", "P3.4", "P4.1", "P4.2", "P4.3", "P4.4")
SCORING = ("P5.1", "P5.2", "P5.3", "P5.4", "P5.5", "P5.6", "P5.7")
TILES = ("P6.1", "P6.2", "P6.3", "P6.4", "P6.5")
TWELVE = tuple(f"P7.{n}" for n in range(1, 13))
SOLO = ("P9.1", "P9.2", "P9.3", "P9.4", "P9.5")


def follow(options: dict[str, Any], seed: int, liking: str = "") -> None:
    """One random game beside the referee; moves that begin with one of these words are liked."""
    pos, umpire = referee_of(pizzabox.load("pizzeria", **options), seed)
    dice = random.Random(seed)
    compare(pos, umpire)
    while not pos.over:
        legal = legal_texts(pos)
        liked = [t for t in legal if t.split()[0] in liking.split()]
        text = dice.choice(liked if liked and dice.random() < 0.7 else legal)
        for other in range(pos.game.players):
            assert other in pos.actors or pos.game.kernels.moves(pos.state, other) == []
        pos.play(text)
        umpire.play(text, OFFERS[pos.state.tile - 1] if pos.state.tile else None)
        compare(pos, umpire)
    assert pos.game.kernels.actors(pos.state) == 0 and pos.game.kernels.moves(pos.state, 0) == []


@pytest.mark.rule(*ROUND, *SCORING)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_referee_agrees_with_every_state_of_the_basic_game(players: int) -> None:
    for seed in range(2):
        follow({"players": players}, seed)


@pytest.mark.rule(*ROUND, *SCORING, *TILES, *TWELVE)
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_the_referee_agrees_with_every_state_of_the_advanced_game(players: int) -> None:
    for seed in range(3):
        follow({"players": players, "variant": "advanced"}, 10 * players + seed, "move take first reveal eat all")


@pytest.mark.rule(*ROUND, *SCORING, *SOLO)
def test_the_referee_agrees_with_every_state_of_the_solo_game() -> None:
    for seed in range(12):
        follow({"players": 1, "variant": "solo"}, seed)


@pytest.mark.rule("P1.4", "P1.5", "P1.6", "P1.7", "P6.1", "P2.2")
@pytest.mark.parametrize(
    "options",
    [{}, {"players": 5, "variant": "advanced"}, {"players": 1, "variant": "solo"}, {"players": 6, "leaves": "varied"}],
    ids=str,
)
def test_a_game_is_set_up_the_same_whatever_was_on_the_table(options: dict[str, Any]) -> None:
    game = pizzabox.load("pizzeria", **options)
    set_up_anew(game, but=("pool",))


def any_table(dice: random.Random, players: int) -> Any:
    """Slices and offers in front of everybody, far from what a game would bring."""
    s = load(players, "advanced").start(seed=dice.randrange(1 << 20)).state
    for p in range(players):
        for t in range(1, TYPES):
            s.saved[p, t] = dice.choice([0, 0, 0, 1, 1, 2]) if "-" not in TYPE_NAMES[t] else 0
            leafless = TYPE_NAMES[t] == "2" or "/" in TYPE_NAMES[t] or "-" in TYPE_NAMES[t]
            s.ate[p, t] = 0 if leafless else dice.choice([0, 0, 1, 2])
        s.bites[p] = sum(s.ate[p, t] for t in range(TYPES))
    for offer in range(12):
        s.holder[offer] = dice.choice([0, *range(1, players + 1)])
    s.marked = dice.choice([0, *range(2, 12)]) if s.holder[OFFERS.index("C")] else 0
    return s


@pytest.mark.rule(
    "P5.1", "P5.2", "P5.3", "P5.4", "P5.5", "P5.6", "P5.7", "P7.3", "P7.7", "P7.8", "P7.9", "P7.11", "P7.12"
)
def test_the_slow_scorer_agrees_on_any_table() -> None:
    dice = random.Random(5)
    ties = 0
    for _ in range(120):
        players = dice.randint(2, 6)
        s = any_table(dice, players)
        hands = [names([s.saved[p, t] for t in range(TYPES)]) for p in range(players)]
        bites = [names([s.ate[p, t] for t in range(TYPES)]) for p in range(players)]
        held = {OFFERS[o]: s.holder[o] - 1 for o in range(12) if s.holder[o]}
        totals = [sum(points.values()) for points in scores(hands, bites, held, s.marked or None)]
        out = [99] * players
        rules.scores(s, out)
        assert out == totals
        if dice.random() < 0.5:  # let two tie on points: then the eaten slices decide
            s.bites[0] = s.bites[1] = dice.randrange(4)
        best = max((n, s.bites[p]) for p, n in enumerate(totals))
        won = [p for p, n in enumerate(totals) if (n, s.bites[p]) == best]
        assert [p for p in range(6) if scoring.winners(s) >> p & 1] == won
        ties += len(won) > 1
    assert scoring.winners(load(3).start(seed=1).state) == 0b111, "before anything is eaten or saved all are equal"


@pytest.mark.rule("P5.7")
@pytest.mark.parametrize(
    ("tomatoes", "bites", "won"),
    [
        ((1, 0, 1), (2, 9, 3), [2]),
        ((1, 1, 0), (4, 4, 9), [0, 1]),
        ((0, 2, 1), (9, 0, 9), [1]),
        ((0, 0, 0), (0, 0, 0), [0, 1, 2]),
    ],
)
def test_equal_points_go_to_who_ate_more_and_then_are_shared(
    tomatoes: tuple[int, ...], bites: tuple[int, ...], won: list[int]
) -> None:
    game = load(3)
    s = game.start(seed=1).state
    for p in range(3):
        s.saved[p, TYPE_NAMES.index("2")] = tomatoes[p]
        s.bites[p] = bites[p]
    round_flow.finish(s)
    pos = Position(game, s)
    assert pos.over and [p for p in range(3) if s.won >> p & 1] == won
    share = 2 / len(won) - 1
    assert pos.returns == pytest.approx(tuple(share if p in won else -1.0 for p in range(3)))


@pytest.mark.rule("P9.5", "P5.7")
@pytest.mark.parametrize(
    ("mine", "his", "result"),
    [
        ((1, 3), (1, 2), 1.0),
        ((1, 2), (1, 3), -1.0),
        ((1, 3), (1, 3), 0.0),
        ((0, 9), (1, 0), -1.0),
        ((2, 0), (1, 9), 1.0),
    ],
)
def test_a_solo_game_is_won_lost_or_shared_by_points_and_then_eaten_slices(
    mine: tuple[int, int], his: tuple[int, int], result: float
) -> None:
    game = load(variant="solo")
    s = game.start(seed=1).state
    for p, (tomatoes, bites) in enumerate((mine, his)):
        s.saved[p, TYPE_NAMES.index("2")] = tomatoes
        s.bites[p] = bites
    assert Position(game, s).returns == (0.0,), "not over yet"
    round_flow.finish(s)
    assert Position(game, s).returns == (result,)


@pytest.mark.rule("P9.4")
@pytest.mark.parametrize(
    ("rival", "own", "portion", "eats"),
    [
        (4, 0, 2, True),  # two behind even with both
        (3.5, 0, 2, False),  # one and a half
        (3, 0, 2, False),
        (6, 2, 2, True),
        (5.5, 2, 2, False),
        (4.5, 0.5, 2, True),
        (1, 2, 2, True),  # one ahead without them
        (1, 1.5, 2, False),  # half a slice
        (0.5, 1, 1, False),
        (0, 1, 1, True),
        (0, 0.5, 1, False),
        (0, 0, 3, False),
        (1, 1, 3, False),
        (2, 3, 3, True),
    ],
)
def test_jeff_eats_what_is_lost_and_what_he_leads(rival: float, own: float, portion: int, eats: bool) -> None:
    """Supreme (9) in halves and whole slices; the rest of his portion decides that he picks it."""
    game = load(variant="solo")
    s = game.start(seed=1).state
    s.phase, s.ring, s.stock = DIVIDE, 11, 0b1110
    nine, mixed = TYPE_NAMES.index("9"), TYPE_NAMES.index("9/11")
    pizza = ["4"] * 3 + ["9"] * portion + ["6", "7", "6", "7", "6", "7", "6", "7"]
    for i in range(11):
        s.pizza[i] = TYPE_NAMES.index(pizza[i])
    for p, n in enumerate((rival, own)):
        s.saved[p, nine], s.saved[p, mixed] = int(n), int(2 * n) % 2
    pos = Position(game, s)
    pos.play("cut 1 2 3 4")
    assert s.taker[3] == 2, "Jeff takes the large portion"
    assert eaten(pos, 1)["9"] == (portion if eats else 0)
    assert saved(pos, 1)["9"] == int(own) + (0 if eats else portion)


@pytest.mark.rule("P9.3")
@pytest.mark.parametrize(("halves", "portion"), [(3, 0), (4, 1)])
def test_a_mixed_slice_counts_half_when_jeff_weighs_a_portion(halves: int, portion: int) -> None:
    """Of supreme the first portion has a slice and a half: as much as the rival's three halves, less than four.

    Leaves, tomatoes and mixed slices make the portions worth 4 (6 with supreme), 5, 2 and 3.
    """
    game = load(variant="solo")
    s = game.start(seed=1).state
    s.phase, s.ring, s.stock = DIVIDE, 11, 0b1110
    pizza = ["9", "9/11", "5", "2", "2", "5", "5", "5", "5", "5", "5"]
    for i in range(11):
        s.pizza[i] = TYPE_NAMES.index(pizza[i])
    s.saved[0, TYPE_NAMES.index("5")] = 9
    s.saved[0, TYPE_NAMES.index("9")], s.saved[0, TYPE_NAMES.index("9/11")] = halves // 2, halves % 2
    Position(game, s).play("cut 1 4 7 9")
    assert s.taker[portion] == 2


@pytest.mark.rule("P1.5", "P1.6", "P6.1")
def test_shuffling_brings_every_slice_and_offer_to_every_pile() -> None:
    game = pizzabox.load("pizzeria", players=3, variant="advanced")
    first: Counter[int] = Counter()
    last: Counter[int] = Counter()
    aside: Counter[int] = Counter()
    lids: list[Counter[int]] = [Counter() for _ in range(6)]
    slicers: Counter[int] = Counter()
    for seed in range(900):
        s = game.start(seed=seed).state
        first[s.piles[0, 0]] += 1
        last[s.piles[5, 10]] += 1
        aside[s.aside[0]] += 1
        slicers[s.first] += 1
        for pile in range(6):
            lids[pile][s.lids[pile]] += 1
        assert len(set(s.lids)) == 6
    deck = Counter(t for pile in game.start(seed=1).state.piles.tolist() for t in pile)
    deck.update(game.start(seed=1).state.aside)
    for drawn in (first, last, aside):
        for t, n in deck.items():
            assert abs(drawn[t] - 900 * n / 69) < 5 * (900 * n / 69) ** 0.5 + 5
    for pile in range(6):
        assert set(lids[pile]) == set(range(1, 13)) and max(lids[pile].values()) < 120
    assert min(slicers.values()) > 240


@pytest.mark.rule("P6.2")
def test_the_box_gives_any_offer_that_was_not_seen() -> None:
    tables = (load(3, "advanced").start(seed=seed).state for seed in range(50))
    s = next(s for s in tables if 1 not in s.lids)
    lying = {lid - 1 for lid in s.lids}
    s.seen = 1 << next(o for o in range(1, 12) if o not in lying)
    boxed = set(range(12)) - lying - {o for o in range(12) if s.seen >> o & 1}
    drawn: Counter[int] = Counter()
    for seed in range(500):
        s.rng = seed
        drawn[offers.from_box(s)] += 1
    assert set(drawn) == boxed and max(drawn.values()) < 2 * min(drawn.values())


@pytest.mark.rule("P6.2")
def test_which_offers_may_not_turn_up_when() -> None:
    def barred(players: int, rounds: int) -> set[str]:
        s = load(players, "advanced").start(seed=1).state
        s.rounds = rounds
        return {OFFERS[o] for o in range(12) if offers.barred(s) >> o & 1}

    assert (barred(3, 0), barred(3, 1), barred(3, 4), barred(3, 5)) == ({"A"}, set(), set(), {"D", "E", "F"})
    assert (barred(4, 0), barred(4, 2), barred(4, 3)) == ({"A"}, set(), {"D", "E", "F"})
    assert (barred(2, 0), barred(2, 1), barred(2, 3)) == ({"A", "D", "F"}, {"D", "F"}, {"D", "E", "F"})
    for seed in range(40):
        lids = {OFFERS[lid - 1] for lid in load(2, "advanced").start(seed=seed).state.lids if lid}
        assert not lids & {"D", "F"} and len(lids) == 4


@pytest.mark.rule("P6.1", "P6.2")
def test_an_offer_that_may_not_turn_up_leaves_the_game() -> None:
    game = load(3, "advanced")
    a = OFFERS.index("A")
    for seed in range(200):
        s = game.start(seed=seed).state
        pile = next((i for i in range(6) if s.lids[i] == a + 1), -1)
        if pile < 0:
            continue
        boxed = set(range(1, 13)) - set(s.lids)
        slices, news = list(s.piles.tolist()[pile]), s.news
        round_flow.serve(s, pile)
        assert s.gone == 1 << a and s.tile in boxed
        assert s.seen == 1 << a | 1 << (s.tile - 1)
        assert s.lids[pile] == 0 and not s.stock >> pile & 1
        assert list(s.pizza) == slices and not any(s.piles.tolist()[pile])
        assert (s.ring, s.news, s.phase) == (11, news + 1, DIVIDE)
        return
    raise AssertionError("A lay on no pile")


@pytest.mark.rule("P7.1")
def test_offer_a_bites_any_saved_slice_with_leaves() -> None:
    s = load(3, "advanced", leaves="varied").start(seed=1).state
    s.phase, s.bites_left = RETRO, 2
    for t in range(TYPES):
        s.saved[1, t] = 1
    out = [-1] * 60
    n = rules.offer_moves(s, 1, out)
    leafy = {t for t in range(1, TYPES) if TYPE_NAMES[t] != "2" and "/" not in TYPE_NAMES[t]}
    assert set(out[:n]) == {BITE + t for t in leafy} | {PASS} and n == len(leafy) + 1


@pytest.mark.rule("P2.2", "P3.4", "P5.6")
def test_between_rounds_the_table_is_empty() -> None:
    pos = load(4).start(seed=1)
    dice = random.Random(1)
    while not pos.over:
        pos.play(dice.choice(pos.legal().codes))
        s = pos.state
        if s.phase in (PILE, OVER):
            assert not any(s.pizza) and not any(s.share) and not any(s.taker)
            assert (s.ring, s.turn, s.tile, s.tile_at, s.chosen, s.jumped, s.plate, s.hand) == (0,) * 8
    assert pos.state.rounds == 4


@pytest.mark.rule("P1.2", "P1.4", "P1.6", "P2.2")
def test_options_go_to_their_fields() -> None:
    for leaves, eaten_ in ((0, 0), (1, 0), (0, 1)):
        s = load(3, leaves=("house", "varied")[leaves], eaten=bool(eaten_)).start(seed=1).state
        assert (s.leaves, s.eaten, s.news) == (leaves, eaten_, 0)


@pytest.mark.rule("P7.1", "P7.3")
def test_who_can_use_offers_a_and_c() -> None:
    """A asks for a saved slice with leaves, C for a whole slice of any kind, tomato too; mixed slices are neither."""
    for t in range(1, TYPES):
        if "-" in TYPE_NAMES[t]:
            continue
        s = load(3, "advanced", leaves="varied").start(seed=1).state
        assert not offers.can_bite(s, 1) and not offers.has_kind(s, 1)
        s.saved[1, t] = 1
        mixed = "/" in TYPE_NAMES[t]
        assert bool(offers.can_bite(s, 1)) == (not mixed and TYPE_NAMES[t] != "2")
        assert bool(offers.has_kind(s, 1)) == (not mixed)
        assert not offers.can_bite(s, 0) and not offers.has_kind(s, 0)


@pytest.mark.rule("P7.5")
def test_offer_e_moves_a_slice_to_the_portion_beside_it() -> None:
    """Clockwise is the next slice of the ring. A portion of one slice stays, but for the one with the offer."""
    s = load(3, "advanced").start(seed=1).state
    s.ring = 11
    for k, slices in enumerate(([0, 1, 2], [3, 4, 5, 6], [7, 8, 9, 10])):
        s.share[k] = sum(1 << i for i in slices)
    ways = {(i, c): offers.shift_to(s, i, c) for i in range(11) for c in (0, 1)}
    inner = dict.fromkeys(ways, -1)
    assert ways == inner | {(2, 1): 1, (6, 1): 2, (10, 1): 0, (0, 0): 2, (3, 0): 0, (7, 0): 1}
    s.share[0], s.share[1] = 0b1, 0b1111110
    assert (offers.shift_to(s, 0, 1), offers.shift_to(s, 0, 0)) == (-1, -1)
    s.tile_at = 1
    assert (offers.shift_to(s, 0, 1), offers.shift_to(s, 0, 0)) == (1, 2)
    s.taker[1] = 2
    assert (offers.shift_to(s, 0, 1), offers.shift_to(s, 1, 0), offers.shift_to(s, 10, 1)) == (-1, -1, 0)


@pytest.mark.rule("P9.4")
@pytest.mark.parametrize(("halves", "eats"), [(9, True), (8, False)])
def test_jeff_counts_a_mixed_slice_of_the_portion_once(halves: int, eats: bool) -> None:
    """Two whole slices on the plate and a half that is saved already: five halves; four behind is lost."""
    s = load(variant="solo").start(seed=1).state
    nine, mixed = TYPE_NAMES.index("9"), TYPE_NAMES.index("9/11")
    s.ring, s.phase, s.chosen = 11, CHEW, 1
    for i, t in enumerate([nine, nine, mixed]):
        s.pizza[i] = t
    s.share[0], s.plate = 0b111, 0b011
    s.saved[1, mixed] = 1
    s.saved[0, nine], s.saved[0, mixed] = halves // 2, halves % 2
    assert jeff.jeff_eats(s, 1) == (0b011 if eats else 0)


@pytest.mark.rule("P9.8")
def test_nothing_saved_is_worth_nothing() -> None:
    for rival, left in ((0, 0), (0, 5), (3, 2)):
        assert jeff.hope(0, rival, left, 9) == 0
    assert jeff.hope(1, 1, -1, 9) == jeff.hope(1, 1, 0, 9) == 450, "a preview may count too many as gone"
    assert jeff.hope(1, 1, 4, 9) == 450 and jeff.hope(6, 0, 2, 9) == 900


@pytest.mark.rule("P2.4", "P3.3", "P4.1", "P4.3", "P4.4")
def test_a_portion_is_its_takers_and_is_off_the_plate_when_eaten() -> None:
    for player in range(3):
        s = load(3).start(seed=1).state
        round_flow.serve(s, 0)
        for i in range(11):
            s.pizza[i] = TYPE_NAMES.index("2" if i in (2, 3) else "9")
        s.turn = 2
        round_flow.divide(s, 0)
        assert s.turn == 0
        portion = next(k for k in range(3) if s.share[k] & 0b1100 and s.share[k] & ~0b1100)
        s.turn = next(t for t in range(3) if round_flow.picker(s, t) == player)
        s.plate = 1
        round_flow.pick(s, player, portion)
        assert (s.taker[portion], s.chosen, s.plate) == (player + 1, portion + 1, s.share[portion] & ~0b1100)
        round_flow.chew(s, player, 0)
        assert s.plate == 0 and s.bites[player] == 0


@pytest.mark.rule("P6.1", "P6.2")
def test_every_offer_barred_in_the_last_round_leaves_the_game() -> None:
    game, gone = load(3, "advanced"), set()
    for offer in range(12):
        s = game.start(seed=offer).state
        s.rounds = 5
        if offer + 1 not in s.lids:
            s.lids[0] = offer + 1
        pile = list(s.lids).index(offer + 1)
        barred = offers.barred(s)
        round_flow.serve(s, pile)
        if barred >> offer & 1:
            gone.add(offer)
            assert s.gone >> offer & 1 and s.tile != offer + 1
            assert s.gone & ~barred == 0 and s.seen == s.gone | 1 << (s.tile - 1)
        else:
            assert s.gone == 0 and s.tile == offer + 1
    assert len(gone) >= 2 and max(gone) > 0


@pytest.mark.rule("P3.1", "P3.4", "P6.4")
def test_passing_an_offer_goes_on_with_the_round() -> None:
    """D and F stay for later, A and B are used up, and J ends the game."""
    tile = {letter: OFFERS.index(letter) for letter in "ABDFJ"}
    s = load(3, "advanced").start(seed=1).state
    s.phase, s.used = move_codes.DIBS, 0
    round_flow.leave(s)
    assert (s.phase, s.used) == (DIVIDE, 0)
    s.phase = move_codes.JUMP
    round_flow.leave(s)
    assert (s.phase, s.used) == (move_codes.PICK, 0)
    for phase, offer in ((RETRO, "A"), (move_codes.DRAW, "B")):
        s.phase, s.used, s.turn, s.bites_left, s.chosen = phase, 0, 0, 2 if offer == "A" else 0, 2
        round_flow.leave(s)
        assert (s.phase, s.used, s.turn) == (move_codes.PICK, 1 << tile[offer], 1)
        assert (s.bites_left, s.chosen) == (0, 0)
    s.phase = move_codes.LAST
    round_flow.leave(s)
    assert s.phase == OVER


@pytest.mark.rule("P3.1", "P3.4", "P5.6", "P5.7")
def test_at_the_end_all_is_turned_up() -> None:
    """Offers that count at the end are used then, not those that left the game; and it is news."""
    s = load(3, "advanced").start(seed=1).state
    at_end = sum(1 << OFFERS.index(letter) for letter in "GHIJKL")
    s.seen, s.gone, s.used = 0b111111111111, 1 << OFFERS.index("K"), 1 << OFFERS.index("A")
    news = s.news
    round_flow.finish(s)
    assert s.used == at_end & ~s.gone | 1 << OFFERS.index("A")
    assert (s.phase, s.news) == (OVER, news + 1)
    s = load(3, "advanced").start(seed=1).state
    s.seen = 1 << OFFERS.index("G") | 1 << OFFERS.index("B")
    round_flow.finish(s)
    assert s.used == 1 << OFFERS.index("G")


@pytest.mark.rule(*ROUND, "P6.4", "P7.1", "P7.2")
def test_a_slice_is_gone_from_where_it_was_taken() -> None:
    """Offer B draws the last slice put aside; offer A ends early where nothing is left to bite."""
    s = load(3, "advanced").start(seed=1).state
    s.phase, before = move_codes.DRAW, list(s.aside)
    round_flow.play_one(s, 0, move_codes.REVEAL)
    assert (s.hand, s.aside_left, list(s.aside)) == (before[2], 2, [*before[:2], 0])
    assert audit(s) == 0
    s = load(3, "advanced").start(seed=1).state
    s.phase, s.bites_left, s.saved[0, TYPE_NAMES.index("9")] = RETRO, 2, 1
    round_flow.play_one(s, 0, BITE + TYPE_NAMES.index("9"))
    assert (s.bites_left, s.phase) == (0, move_codes.PICK)


@pytest.mark.rule("P2.2", "P3.1", "P4.1", "P6.3", "P6.4")
@pytest.mark.parametrize("options", [{}, {"variant": "advanced", "players": 3}], ids=str)
def test_a_move_drawn_by_dice_is_the_one_at_its_place_in_the_list(options: dict[str, Any]) -> None:
    assert sum(drawn_as_listed(pizzabox.load("pizzeria", **options), seed) for seed in range(2)) > 100
