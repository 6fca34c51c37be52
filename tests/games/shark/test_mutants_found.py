"""What mutants of the rules taught (`make mutants`): each test here noticed a change that no other one did."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

import pizzabox
from pizzabox.engine import bits
from pizzabox.engine.position import Position
from pizzabox.engine.rng import seed_state
from pizzabox.games.shark import board, rules
from pizzabox.games.shark.board import DONE
from pizzabox.games.shark.board.deck import ACTIONS, MAIN
from pizzabox.games.shark.rules import actions, attacks, setup
from tests.games.checks import drawn_as_listed, set_up_anew, shown_but
from tests.games.shark.referee import CARDS, HALVES, TYPES, Referee
from tests.games.shark.table import hand, number, start, stock, texts, tray
from tests.games.shark.test_referee import agree, eager
from tests.helpers import legal_texts

audit = pizzabox.load("shark").kernels.plain["audit"]

PLACING = ("S2.7", "S3.1", "S3.2", "S3.3", "S3.4", "S3.5")
PLAYING = ("S4.1", "S4.2", "S4.3", "S4.4", "S4.5", "S4.6", "S4.7", "S4.8", "S4.9")
SHARK = tuple(f"S5.{n}" for n in range(1, 13))
ENDS = ("S6.1", "S6.2")
GOALS = ("S7.1", "S7.2", "S7.3")
FOUR = tuple(f"S8.{n}" for n in range(1, 8))


def unlikely(game: pizzabox.Game, seed: int) -> tuple[Position, Referee]:
    """A game before its first pick with scarce supplies, trays half full and strong cards, and a referee who knows."""
    dice, pos = random.Random(seed), game.start(seed=seed)
    s, options = pos.state, game.options
    judge = Referee(s, game.players, bool(options["goals"]), int(options["extra"]), int(options["cap"]))
    crowd = sorted(judge.main)
    dice.shuffle(crowd)
    for p, me in enumerate(judge.players):
        for i in range(6):
            if dice.random() < 0.7:
                s.own[p, i] = crowd.pop()
        me.deck = set(s.own.tolist()[p])
        for h, name in enumerate(HALVES):
            if dice.random() < 0.75:
                me.kind[name] = me.kind[name] or dice.choice(TYPES)
                # With goals no half is finished yet: nobody can have reached one before the game.
                me.filled[name] = dice.choice([1, 2, 2] if options["goals"] else [1, 2, 3, 3, 3])
            s.half[p, h] = TYPES.index(str(me.kind[name])) + 1 if me.kind[name] else 0
            s.filled[p, h] = me.filled[name]
        if me.placed == 24:
            me.filled["4b"] = s.filled[p, 7] = 1
        s.placed[p] = me.placed
        for t, kind in enumerate(TYPES):
            s.stock[p, t] = me.stock[kind] = dice.choice([0, 0, 1, 2, 5])
        s.tins[p] = me.anchovies = dice.choice([0, 1, 3, 6, 8])
    for t, kind in enumerate(TYPES):
        s.supply[t] = judge.supply[kind] = dice.choice([6, 7, 20])
        s.maw[t] = judge.maw[kind] = dice.choice([0, 1, 3])
    s.can = judge.anchovies = dice.choice([0, 1, 5])
    s.maw[3] = judge.maw["anchovy"] = dice.choice([0, 1, 4])
    kept = dice.choice([0, 1, 2, len(crowd)])
    judge.main, judge.trash = set(crowd[:kept]), set(crowd[kept:])
    s.draw, s.trash = (sum(1 << card for card in cards) for cards in (judge.main, judge.trash))
    return pos, judge


def follow(pos: Position, judge: Referee, seed: int, moves: int) -> None:
    dice = random.Random(seed)
    for _ in range(moves):
        agree(judge, pos.state)
        assert list(pos.actors) == judge.actors()
        for p in range(pos.game.players):
            assert set(legal_texts(pos, p)) == judge.legal(p)
            assert len(pos.game.kernels.moves(pos.state, p)) == len(judge.legal(p))
        if pos.state.phase == actions.ACTING:
            assert pos.state.mover == pos.state.turn
        if pos.over:
            assert [p for p in range(4) if pos.state.won >> p & 1] == judge.winners
            return
        player = dice.choice(pos.actors)
        text = eager(dice, sorted(legal_texts(pos, player)))
        pos.play(text, player)
        judge.play(player, text, pos.state)


@pytest.mark.rule(*PLACING, *PLAYING, *SHARK, *ENDS)
@pytest.mark.parametrize("players", [2, 3])
def test_the_referee_agrees_at_unlikely_tables(players: int) -> None:
    for seed in range(12):
        game = pizzabox.load("shark", players=players, cap=6)
        follow(*unlikely(game, seed), seed, 70)


@pytest.mark.rule(*PLACING, *PLAYING, *SHARK, *ENDS, *GOALS)
def test_the_referee_agrees_at_unlikely_tables_with_goals() -> None:
    for seed in range(14):
        game = pizzabox.load("shark", players=2 + seed % 2, goals=True, halves=seed % 3 > 0, cap=6)
        follow(*unlikely(game, seed), seed, 70)


@pytest.mark.rule(*PLACING, *PLAYING, *SHARK, *ENDS, *GOALS, *FOUR)
def test_the_referee_agrees_at_unlikely_tables_of_four() -> None:
    for seed in range(12):
        game = pizzabox.load("shark", players=4, goals=seed % 2 > 0, extra=seed % 3, cap=4)
        follow(*unlikely(game, seed), seed, 110)


@pytest.mark.rule(*PLACING, *PLAYING, *SHARK, *ENDS, *GOALS, *FOUR)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_referee_agrees_in_whole_games(players: int) -> None:
    for seed in range(2):
        game = pizzabox.load("shark", players=players, cap=2 + seed, goals=bool(seed))
        pos, options = game.start(seed=seed), game.options
        judge = Referee(pos.state, players, bool(options["goals"]), int(options["extra"]), int(options["cap"]))
        follow(pos, judge, seed, 400)
        assert pos.over


@pytest.mark.rule(
    "S1.1", "S1.2", "S1.3", "S1.4", "S1.5", "S1.6", "S2.1", "S2.2", "S2.3", "S2.4", "S2.5", "S2.6", "S2.7"
)
@pytest.mark.rule("S7.1", "S8.8")
@pytest.mark.parametrize(
    "options",
    [{"players": 2}, {"players": 3, "goals": True, "halves": False}, {"players": 4, "goals": True, "extra": 2}],
    ids=str,
)
def test_a_game_is_set_up_by_the_rules_whatever_was_on_the_table(options: dict[str, Any]) -> None:
    game = pizzabox.load("shark", **options)
    set_up_anew(game)
    n = game.players
    for seed in range(12):
        s = game.start(seed=seed).state
        extra = [int(options.get("extra", 0)) * (k % 2) for k in range(n)]
        order = [(s.first + k) % n for k in range(n)]
        assert [s.tins[p] for p in order] == [1 + e for e in extra]
        assert [s.owed[p] for p in order] == ([1, 2, 1, 2] if n == 4 else [1, 2, 3][:n])
        goals = [g for g in s.goal if g >= 0]
        assert len(goals) == (3 if options.get("goals") else 0)
        assert s.can == 30 - n - sum(extra) - len(goals)
        assert list(s.supply) == [60, 60, 60] and not any(s.maw)
        for t, card in enumerate(goals):
            assert CARDS[card]["type"] == TYPES[t] and CARDS[card]["cost"] <= 3
        assert len({*s.rail, *goals}) == 4 + len(goals) and all(0 <= c < MAIN for c in s.rail)
        lying = sum(1 << c for c in (*s.rail, *goals))
        assert s.draw == (1 << MAIN) - 1 & ~lying and s.trash == 0
        loose: Counter[int] = Counter()
        for p in range(4):
            halves = s.half.tolist()[p]
            if p >= n:
                assert not any(halves) and s.own.tolist()[p] == [-1] * 6
                continue
            assert halves[0::2] == [1, 2, 3, 0] and halves[5] == halves[7] == 0
            drawn = [halves[1], halves[3]]
            assert all(drawn) if options.get("halves", True) else not any(drawn)
            loose.update(drawn)
            assert s.own.tolist()[p] == [MAIN + i for i in range(6)]
        assert max(loose[t] for t in (1, 2, 3)) <= 4
        assert (s.turns, s.won, s.fresh, s.swapped, s.lured, s.news) == (0,) * 6
        assert (s.attacker, s.prize, s.phase) == (-1, -1, 0)
        assert not any(any(row) for field in (s.left, s.bonus, s.stock, s.lost, s.filled) for row in field.tolist())
        assert not any((*s.placed, *s.spent, *s.step, *s.gift, *s.want)) and set(s.placing) == {-1}
        assert audit(s) == 0


@pytest.mark.rule("S2.1", "S2.3", "S2.5", "S7.1")
def test_what_is_drawn_at_the_start_is_drawn_fairly() -> None:
    game = pizzabox.load("shark", players=4, goals=True)
    first: Counter[int] = Counter()
    halves: list[Counter[int]] = [Counter() for _ in range(8)]
    rail: list[Counter[int]] = [Counter() for _ in range(4)]
    goals: list[Counter[int]] = [Counter() for _ in range(3)]
    rounds = 1000
    for seed in range(rounds):
        s = game.start(seed=seed).state
        first[s.first] += 1
        for p in range(4):
            for i, h in enumerate((1, 3)):
                halves[2 * p + i][s.half[p, h]] += 1
        for j in range(4):
            rail[j][s.rail[j]] += 1
        for t in range(3):
            goals[t][s.goal[t]] += 1
    assert min(first.values()) > 200
    for drawn in halves:
        assert min(drawn[t] for t in (1, 2, 3)) > rounds / 3 * 0.85
    for tickets in rail:
        assert len(tickets) == MAIN and max(tickets.values()) < 40, "every card can lie on every place of the rail"
    for t, cards in enumerate(goals):
        able = {c for c in range(MAIN) if CARDS[c]["type"] == TYPES[t] and CARDS[c]["cost"] <= 3}
        assert set(cards) == able and max(cards.values()) < 1.6 * rounds / len(able)


@pytest.mark.rule("S4.1")
def test_the_own_deck_is_shuffled_and_every_pair_is_as_likely() -> None:
    s = pizzabox.load("shark", players=2).start(seed=1).state
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(1800):
        s.rng = seed
        s.spent[0] = 0b111111
        s.news = 0
        attacks.draw_cards(s, 0)
        assert s.news == 1, "something became known"
        a, b = s.hand[0, 0], s.hand[0, 1]
        assert s.spent[0] == 1 << a | 1 << b, "the discard pile became the deck"
        pairs[a, b] += 1
    assert set(pairs) == set(permutations(range(6), 2))
    assert min(pairs.values()) > 30 and max(pairs.values()) < 95
    for seed in range(40):
        s.rng, s.spent[0] = seed, 0b110101
        attacks.draw_cards(s, 0)
        assert {s.hand[0, 0], s.hand[0, 1]} == {1, 3} and s.spent[0] == 0b111111


@pytest.mark.rule("S5.6")
def test_the_main_deck_is_shuffled_and_the_trash_becomes_a_new_one() -> None:
    s = pizzabox.load("shark", players=2).start(seed=1).state
    cards = [0, 5, 31, 32, 33, 62]
    for full in (True, False):
        dealt: Counter[int] = Counter()
        for seed in range(900):
            s.rng = seed
            deck = sum(1 << c for c in cards)
            s.draw, s.trash = (deck, 1 << 40) if full else (0, deck)
            card = attacks.deal(s)
            dealt[card] += 1
            assert s.draw == deck & ~(1 << card) and s.trash == (1 << 40 if full else 0)
        assert set(dealt) == set(cards) and min(dealt.values()) > 110
    s.draw = s.trash = 0
    assert attacks.deal(s) == -1
    for n, card in enumerate(cards):
        assert bits.nth(sum(1 << c for c in cards), n) == card


@pytest.mark.rule("S1.7")
@pytest.mark.parametrize("options", [{"players": 3, "goals": True}, {"players": 4, "extra": 1}], ids=str)
def test_everything_is_open_but_the_order_of_the_decks(options: dict[str, Any]) -> None:
    game = pizzabox.load("shark", **options)
    for seed in range(3):
        pos, _ = unlikely(game, seed)
        dice = random.Random(seed)
        for _ in range(60):
            if pos.over:
                break
            player = dice.choice(pos.actors)
            pos.play(dice.choice(pos.legal(player).codes), player)
            for viewer in (-1, 0, 2):
                view = game.kernels.show(pos.state, viewer)
                shown_but(pos.state, view, "rng")
                assert view.rng == 0
                world = game.kernels.guess(view, viewer, 77)
                shown_but(pos.state, world, "rng")
                assert world.rng == 77


@pytest.mark.rule("S3.4", "S4.5", "S4.8", "S5.8")
def test_placed_slices_are_never_moved_eaten_or_stolen() -> None:
    """Over whole games, every half only ever gains slices, and never changes its type once it has one."""
    gained = met = 0
    for seed in range(8):
        game = pizzabox.load("shark", players=2 + seed % 3, goals=True, cap=5)
        pos, _ = unlikely(game, seed)
        dice = random.Random(seed)
        while not pos.over:
            before = pos.state.copy()
            player = dice.choice(pos.actors)
            text = eager(dice, sorted(legal_texts(pos, player)))
            met += text.split()[0] in ("steal", "heist", "feed", "lose")
            pos.play(text, player)
            s = pos.state
            for p in range(game.players):
                for h in range(8):
                    assert s.filled[p, h] >= before.filled[p, h]
                    assert s.half[p, h] == before.half[p, h] or before.half[p, h] == 0 < s.filled[p, h]
                    assert s.filled[p, h] <= 3
                    gained += s.filled[p, h] - before.filled[p, h]
                    if s.filled[p, h] > before.filled[p, h]:
                        assert p == player, "and only who acts places"
                assert s.placed[p] == sum(s.filled.tolist()[p])
    assert gained > 50 and met > 50


@pytest.mark.rule("S3.4", "S4.5")
def test_only_collected_slices_can_be_taken_and_all_of_them() -> None:
    pos = start("cheese", players=2)
    hand(pos, 0, number(pos, "Pie Heist", "cheese"), number(pos, "Bold Grab", "cheese"))
    tray(pos, 1, h4a=("mushroom", 3), h4b=("pepperoni", 2))
    stock(pos, 1, pepperoni=1)
    against = {t for t in texts(pos) if "black" in t}
    assert against and all("pepperoni" in t for t in against), "the mushrooms lie on the tray"
    stock(pos, 1)
    assert not {t for t in texts(pos) if "black" in t}


@pytest.mark.rule("S6.1", "S6.2", "S8.1")
@pytest.mark.parametrize(
    ("placed", "tins", "won"),
    [
        ((5, 4), (0, 9), [0]),
        ((5, 5), (2, 3), [1]),
        ((5, 5), (3, 3), [0, 1]),
        ((4, 6, 6), (9, 1, 1), [1, 2]),
        ((4, 6, 6), (9, 2, 1), [1]),
        ((9, 5, 0, 5), (0, 0, 0, 0), [1, 3]),
        ((9, 5, 1, 5), (0, 0, 0, 0), [0, 1, 2, 3]),
        ((9, 5, 1, 5), (0, 0, 1, 0), [0, 2]),
    ],
)
def test_when_time_is_called(placed: tuple[int, ...], tins: tuple[int, ...], won: list[int]) -> None:
    game = pizzabox.load("shark", players=len(placed))
    s = game.start(seed=1).state
    for p, (n, m) in enumerate(zip(placed, tins, strict=True)):
        s.placed[p], s.tins[p] = n, m
    s.won = 0b1111
    rules.call_time(s)
    assert s.phase == actions.OVER and [p for p in range(4) if s.won >> p & 1] == won
    assert rules.actors(s) == 0
    out = [9.0] * len(placed)
    game.kernels.plain["returns"](s, out)
    assert [v > -1 for v in out] == [p in won for p in range(len(placed))]
    points = [99] * len(placed)
    rules.scores(s, points)
    assert points == list(placed)


@pytest.mark.rule("S6.1", "S6.2")
def test_when_the_game_is_over_nothing_is_left_to_do() -> None:
    s = pizzabox.load("shark", players=4).start(seed=1).state
    for p in range(4):
        s.step[p], s.placing[p], s.gift[p], s.owed[p] = 2, 1, 1, 2
        for k in range(17):
            s.left[p, k] = s.bonus[p, k] = 1
    actions.stop(s)
    assert s.phase == actions.OVER
    for p in range(4):
        assert (s.step[p], s.placing[p], s.gift[p], s.owed[p]) == (0, -1, 0, 0)
        assert not any(s.left.tolist()[p]) and not any(s.bonus.tolist()[p])


@pytest.mark.rule("S2.2", "S2.3")
def test_which_halves_have_a_type_from_the_start() -> None:
    for halves, named in ((True, "1a 1b 2a 2b 3a"), (False, "1a 2a 3a")):
        s = pizzabox.load("shark", players=2, halves=halves).start(seed=1).state
        assert {h for i, h in enumerate(HALVES) if setup.marked(s, i)} == set(named.split())


@pytest.mark.rule("S4.3", "S4.6", "S4.2", "S4.5", "S4.4", "S4.8")
@pytest.mark.parametrize("kind", range(17))
def test_an_icon_can_be_used_while_a_single_piece_is_left_for_it(kind: int) -> None:
    """One slice or anchovy in one place: icons can be used when a move with them exists, and only then."""
    game = pizzabox.load("shark", players=3)
    for place in (None, *((where, t) for where in ("supply", "maw", "stock", "tins", "own") for t in range(4))):
        pos = game.start(seed=1)
        s = pos.state
        for t in range(3):
            s.supply[t] = s.maw[t] = 0
            for p in range(3):
                s.stock[p, t] = 0
        s.can = s.maw[3] = 0
        for p in range(3):
            s.tins[p] = 0
        where, t = place or ("", 0)
        if where == "supply":
            s.can, s.supply[t % 3] = (1, 0) if t == 3 else (0, 1)
        elif where == "maw":
            s.maw[t] = 1
        elif where == "stock" and t < 3:
            s.stock[2, t] = 1
        elif where == "own" and t < 3:
            s.stock[0, t] = 1
        elif where == "tins":
            s.tins[2] = 1
        s.phase, s.step[0], s.left[0, kind] = 1, 2, 1
        out = [-1] * 200
        n = actions.icon_moves(s, 0, False, out)
        usable = actions.usable(s, 0, actions.icons(s, 0, False))
        assert bool(actions.usable(s, 0, 1 << kind)) == (n > 0) == bool(usable), place
        assert n == len(set(out[:n])) and sum(s.left[0, k] for k in range(len(ACTIONS))) == 1
        verb = ACTIONS[kind]
        kinds = {w for w in TYPES if w in verb} or set(TYPES)
        if verb.startswith("take"):
            assert (n > 0) == (where in ("supply", "maw") and t < 3 and TYPES[t] in kinds)
        elif verb == "anchovy":
            assert (n > 0) == (where in ("supply", "maw") and t == 3)
        elif verb.startswith("place"):
            assert (n > 0) == (where == "own" and t < 3 and TYPES[t] in kinds)
        elif "anchovy" in verb:
            assert (n > 0) == (where == "tins")
        else:
            assert (n > 0) == (where == "stock" and t < 3 and TYPES[t] in kinds)


@pytest.mark.rule(*PLACING, *PLAYING, *SHARK, *GOALS, *FOUR)
@pytest.mark.parametrize("options", pizzabox.load("shark").sets, ids=str)
def test_a_move_drawn_by_dice_is_the_one_at_its_place_in_the_list(options: dict[str, Any]) -> None:
    game = pizzabox.load("shark", **options)
    assert sum(drawn_as_listed(game, seed, 60) for seed in range(2)) > 400
    assert sum(drawn_as_listed(game, seed, 60, unlikely(game, seed)[0]) for seed in range(3)) > 400


@pytest.mark.rule("S3.1", "S8.2", "S4.9")
@pytest.mark.parametrize("players", [2, 3])
def test_whoever_can_do_nothing_comes_to_the_upgrades_at_once(players: int) -> None:
    for p in range(players):
        s = pizzabox.load("shark", players=players).start(seed=1).state
        for q in range(players):
            s.tins[q] = s.owed[q] = 0
        for t in range(3):
            s.supply[t] = 0
        s.can, s.turn, s.mover = 0, p, (p + 1) % players
        rules.start_turn(s)
        for q in range(players):
            rules.carry_on(s, q)
        assert (s.phase, s.mover, s.step[p]) == (actions.UPGRADING, p, actions.IDLE)
        assert s.hand[p, 0] != s.hand[p, 1] and min(s.hand[p, 0], s.hand[p, 1]) >= 0
    s = pizzabox.load("shark", players=4).start(seed=1).state
    s.turn, s.mover = 1, 0
    rules.start_turn(s)
    assert (s.phase, s.mover) == (actions.ACTING, 1)
    assert [s.step[p] != actions.IDLE for p in range(4)] == [False, True, False, True]


@pytest.mark.rule("S5.5", "S5.7", "S5.8")
def test_an_attack_begins_with_nothing_of_the_last_one() -> None:
    for oldest in (0, 17):
        s = pizzabox.load("shark", players=3).start(seed=1).state
        others = [30, 31, 32]
        for j, card in enumerate((oldest, *others)):
            s.rail[j] = card
        s.draw = (1 << MAIN) - 1 & ~sum(1 << c for c in s.rail)
        s.mover, s.swapped, s.lured, s.prize, s.attacker, s.news, s.fresh = 1, 0, 7, 2, 0, 4, 3
        for k in range(4):
            s.want[k] = 9
        for q in range(4):
            s.owed[q] = 2
            for t in range(3):
                s.lost[q, t] = 1
        attacks.reveal(s)
        assert s.trash == 1 << oldest and list(s.rail)[:3] == others and s.fresh == 1
        assert (s.lured, s.prize, s.attacker, s.news, s.swapped) == (0, -1, 1, 5, 0)
        assert list(s.owed) == [0] * 4 and not any(any(row) for row in s.lost.tolist())
        new = CARDS[s.rail[3]]
        wanted = [0, 0, 0, 0]
        wanted[TYPES.index(new["type"]) if new["type"] in TYPES else 3] = new["cost"]
        assert list(s.want) == wanted
        assert (s.hand[1, 0], s.hand[1, 1]) == (-1, -1)


@pytest.mark.rule("S5.5", "S5.6")
def test_the_oldest_ticket_is_trashed_even_when_it_is_the_only_one() -> None:
    s = pizzabox.load("shark").start(seed=1).state
    for j, card in enumerate((7, -1, -1, -1)):
        s.rail[j] = card
    s.draw = s.trash = s.swapped = 0
    attacks.refill(s)
    assert (list(s.rail), s.fresh) == ([7, -1, -1, -1], 1), "it went to the trash and came back as the new deck"


@pytest.mark.rule("S5.8")
def test_the_shark_cannot_eat_a_slice_twice() -> None:
    s = pizzabox.load("shark").start(seed=1).state
    for t, (held, wanted) in enumerate(((2, 2), (1, 0), (0, 4))):
        s.stock[0, t], s.want[t] = held, wanted
    s.want[3] = 5
    assert attacks.risk(s, 0) == 3


@pytest.mark.rule("S5.11", "S4.6")
@pytest.mark.parametrize(("can", "maw", "got"), [(1, 0, 1), (0, 1, 1), (0, 0, 0)])
def test_the_last_anchovy_is_still_a_bonus_and_none_is_none(can: int, maw: int, got: int) -> None:
    s = pizzabox.load("shark", players=3).start(seed=1).state
    s.can, s.maw[3], s.tins[2], s.prize, s.lost[2, 1] = can, maw, 4, -1, 1
    attacks.bonus(s)
    assert (s.tins[2], s.prize, s.can, s.maw[3]) == (4 + got, 2 if got else -1, 0, 0)
    actions.take_anchovy(s, 0)
    assert s.can == 0, "nobody takes an anchovy that is not there"


@pytest.mark.rule("S1.7")
def test_a_view_shows_every_field_but_the_generator() -> None:
    game = pizzabox.load("shark")
    s, view = game.state(), game.state()
    s.load(bytes(1 for _ in bytes(s)))
    game.kernels.plain["show"](s, -1, view)
    assert view.rng == 0
    for name, value in s.items():
        if name != "rng":
            assert dict(view.items())[name] == value, name


@pytest.mark.rule("S3.3", "S6.1", "S8.1")
@pytest.mark.parametrize("p", range(4))
def test_the_last_slice_of_two_partners_wins_for_both(p: int) -> None:
    s = pizzabox.load("shark", players=4).start(seed=1).state
    s.placed[p], s.placed[(p + 2) % 4] = 23, 24
    actions.plate(s, p, 0, 0)
    assert s.won == 1 << p | 1 << (p + 2) % 4 and s.phase == actions.OVER


@pytest.mark.rule("S4.1", "S4.2", "S7.3")
def test_every_icon_of_a_card_counts_however_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    full = board.ICONS.copy()
    full[:] = board.HEIST
    for module in (actions, rules):
        monkeypatch.setattr(module, "ICONS", full)
    s = pizzabox.load("shark", goals=True).start(seed=1).state
    most = full.shape[2]
    rules.turn_up(s, 0)
    assert s.left[0, board.HEIST] == sum(s.left[0, k] for k in range(len(ACTIONS))) == 2 * most
    s.half[0, 0], s.filled[0, 0], s.goal[0] = 1, 3, next(c for c in range(MAIN) if CARDS[c]["cost"] == 1)
    actions.claim(s, 0, 0)
    assert s.bonus[0, board.HEIST] == most
    assert actions.owes_goal(s, 0) and not actions.usable(s, 0, actions.icons(s, 0, True))
    s.stock[1, 0] = 1
    assert actions.usable(s, 0, actions.icons(s, 0, True))
    rules.drop_goal(s, 0)
    assert not actions.owes_goal(s, 0)


@pytest.mark.rule("S3.5", "S4.1")
def test_what_was_placed_no_longer_binds_once_the_cards_are_turned_up() -> None:
    pos = start(players=2)
    s = pos.state
    assert s.step[0] == actions.PLACING
    pos.play(next(m.text for m in pos.legal() if m.code != 0))
    assert s.placing[0] == 0
    pos.play(0)
    assert s.placing[0] == -1


@pytest.mark.rule("S8.4")
def test_gifts_are_forgotten_once_they_have_changed_hands() -> None:
    for first, second in ((1, 1), (1, 3), (2, 1), (4, 2)):
        s = pizzabox.load("shark", players=4).start(seed=1).state
        s.phase, s.turn = actions.PASSING, 1
        for p in (1, 3):
            for t in range(3):
                s.stock[p, t] = 2
        s.gift[1], s.gift[3] = first, second
        rules.try_passing(s)
        assert list(s.gift) == [0] * 4 and (s.phase, s.mover) == (actions.UPGRADING, 1)


@pytest.mark.rule("S6.2")
def test_everybody_wins_together_who_has_nothing() -> None:
    s = pizzabox.load("shark", players=3).start(seed=1).state
    for p in range(3):
        s.placed[p] = s.tins[p] = 0
    rules.call_time(s)
    assert s.won == 0b111


@pytest.mark.rule("S3.5", "S4.9", "S7.3")
def test_cards_that_can_do_nothing_are_played_at_once() -> None:
    pos = start(players=2)
    s = pos.state
    for t in range(3):
        s.supply[t] = s.maw[t] = 0
    s.can = s.maw[3] = 0
    for p in range(2):
        s.tins[p] = 0
        for t in range(3):
            s.stock[p, t] = 0
    s.phase, s.step[0] = actions.ACTING, actions.PLACING
    rules.play(s, 0, DONE)
    assert s.phase == actions.UPGRADING, "after placing"
    pos = start(players=2, goals=True)
    s = pos.state
    s.phase, s.step[0], s.bonus[0, board.TAKE] = actions.ACTING, actions.PLAYING, 1
    for k in range(len(ACTIONS)):
        s.left[0, k] = 0
    rules.play(s, 0, DONE)
    assert s.phase == actions.UPGRADING, "after a goal card that was the last to play"


@pytest.mark.rule("S7.1")
def test_a_type_without_goal_cards_has_no_goal(monkeypatch: pytest.MonkeyPatch) -> None:
    none = board.GOALS.copy()
    none[:, 1] = 0
    monkeypatch.setattr(setup, "GOALS", none)
    game = pizzabox.load("shark", goals=True)
    s = game.state()
    s.rng = 1
    game.kernels.plain["begin"](s, game.encoded.tolist())
    assert [card >= 0 for card in s.goal] == [True, False, True]
    assert s.can + 2 + sum(s.tins) == board.ANCHOVIES, "two goal cards hold an anchovy each"


@pytest.mark.rule("S1.1", "S1.2", "S1.3", "S1.4", "S1.5", "S1.6", "S2.6")
def test_the_set_up_leaves_nothing_from_an_earlier_game() -> None:
    game = pizzabox.load("shark", players=2)
    s, fresh = game.state(), game.start(seed=3).state
    s.load(bytes(1 for _ in bytes(s)))
    s.rng = seed_state(3)
    game.kernels.plain["begin"](s, game.encoded.tolist())
    assert dict(s.items()) == dict(fresh.items())
    assert (s.turn, s.mover, s.asked) == (0, 0, 0)
    assert list(s.tins)[2:] == list(s.owed)[2:] == [0, 0], "nobody sits there"
