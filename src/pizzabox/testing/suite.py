"""What the engine promises of every game, as tests; `suite` makes a class of them for one game."""

from __future__ import annotations

import itertools
import json
import pickle
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import TypeAlias, TypeVar

import numpy as np
import pytest

import pizzabox
from pizzabox.bots import bot
from pizzabox.engine import contract, playout
from pizzabox.engine.contract import AT_THE_END, SPECTATOR, has_chosen
from pizzabox.engine.default_check import broken_law
from pizzabox.engine.default_picture import misspelt
from pizzabox.engine.game import Game
from pizzabox.engine.game_kernels import GameKernels
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.kernel import Kernel, OfNumba
from pizzabox.engine.options import Number
from pizzabox.engine.position import Position
from pizzabox.engine.presentation import Preview
from pizzabox.engine.registry import load
from pizzabox.engine.rng import scale
from pizzabox.engine.state import GameState, Numbers
from pizzabox.engine.svg import edited, edits, lines, palette

from .random_games import LONG, case_id, cases, size, stations, walk

Promise: TypeAlias = Callable[[Game], None]
T = TypeVar("T")
PROMISES: list[Promise] = []
OF_THE_KERNELS: set[Promise] = set()


def promise(func: Promise) -> Promise:
    """A test that every game passes with each of its option sets."""
    PROMISES.append(func)
    return func


def promise_of_the_kernels(func: Promise) -> Promise:
    """A test that every game passes once: all its option sets share their kernels."""
    OF_THE_KERNELS.add(func)
    return promise(func)


def sets_for(func: Promise, game: Game) -> list[Game]:
    """The option sets that a test is for."""
    return cases(game)[:1] if func in OF_THE_KERNELS else cases(game)


FEW = size(6, 40)
"""Positions of a game where each of them takes long."""


@cache
def interpreted(kernels: GameKernels) -> GameKernels:
    """The same kernels in plain Python, made once for all option sets of a game."""
    return kernels.interpreted()


def onlookers(pos: Position, number: int) -> Iterator[int]:
    """Who looks at a position: in the long run everybody; else a spectator, who is to act, and another each time."""
    players = pos.game.players
    if LONG:
        yield from range(SPECTATOR, players)
    else:
        yield from sorted({SPECTATOR, *pos.actors[:1], number % players})


def compiled(game: Game) -> GameKernels:
    assert game.warm(), "the tests need Numba"
    return game.kernels


def playout_signature(game: Game, generic: Kernel) -> OfNumba:
    import numba
    from numba import types as t

    rec, ints = numba.from_dtype(game.state.dtype), t.int64[::1]
    if generic is playout.audited:
        return t.int64(rec, ints, t.uint64, t.int64, t.int32[::1], t.int64, ints)
    raise AssertionError(generic)


@promise
def test_compiled_and_interpreted_agree_state_by_state(game: Game) -> None:
    """The sample of 10 games, in the long run of 1,000, is shared among the option sets of a game."""
    plain, fast = interpreted(game.kernels), compiled(game)
    games = -(-size(10, 1000) // len(game.sets))
    for seed in range(games):
        dice = random.Random(seed)
        a, b = game.state(), game.state()
        a.rng = b.rng = dice.getrandbits(64)
        plain.begin(a, game.encoded)
        fast.begin(b, game.encoded)
        for step in range(game.longest + 1):
            assert bytes(a) == bytes(b)
            assert (actors := plain.actors(a)) == fast.actors(b)
            assert plain.over(a) == fast.over(b)
            if plain.over(a):
                break
            player = dice.choice([p for p in range(game.players) if actors >> p & 1])
            codes = plain.moves(a, player)
            assert codes == fast.moves(b, player)
            counter = dice.getrandbits(64)
            move = codes[scale(counter, len(codes))]
            if LONG or step % 3 == 0:  # it lists the moves once more
                assert plain.random_move(a, player, counter) == fast.random_move(b, player, counter) == move
            told = len(game.subjects)
            assert plain.subjects(a, player, move, told) == fast.subjects(b, player, move, told)
            plain.play(a, player, move)
            fast.play(b, player, move)
        assert plain.over(a)
        assert plain.returns(a, game.players) == fast.returns(b, game.players)
        assert plain.scores(a, game.players) == fast.scores(b, game.players)
        for p in range(game.players):
            assert plain.subjects(a, p, AT_THE_END, told) == fast.subjects(b, p, AT_THE_END, told)


@promise
def test_compiled_and_interpreted_agree_on_what_bots_see(game: Game) -> None:
    plain, fast = interpreted(game.kernels), compiled(game)
    for seed in range(size(2, 6)):
        for number, pos in enumerate(stations(game, seed, FEW)):
            for viewer in onlookers(pos, number):
                a, b = plain.show(pos.state, viewer), fast.show(pos.state, viewer)
                assert bytes(a) == bytes(b)
                assert bytes(plain.guess(a, viewer, seed + 5)) == bytes(fast.guess(b, viewer, seed + 5))
                assert np.array_equal(plain.features(a, viewer, game.features), fast.features(b, viewer, game.features))
            if seed == 0:
                assert plain.value(pos.state, game.players) == pytest.approx(fast.value(pos.state, game.players))
            assert plain.audit(pos.state) == fast.audit(pos.state) == 0


@promise
def test_random_games_end_and_conserve_the_pieces(game: Game) -> None:
    """1,500 games in all, in the long run 100,000, shared among the option sets of a game."""
    games = -(-size(1_500, 100_000) // len(game.sets))
    run = game.kernels.specialised(playout.audited, playout_signature(game, playout.audited))
    found, s = np.zeros(3, np.int64), game.state()
    ended = run(s.raw, game.encoded, np.uint64(11), games, np.zeros(game.width, np.int32), game.longest, found)
    assert found.tolist() == [0, 0, 0], f"first broken law, game, step: {broken_law(game, s)}"
    assert ended == games


@promise_of_the_kernels
def test_function_pointers_serve_generic_code(game: Game) -> None:
    """Kernels with one signature each can be handed to compiled code as typed function pointers."""
    import numba
    from numba import types as t

    pointers, kinds = game.kernels.pointers(), game.kernels.pointer_types()
    rec = numba.from_dtype(game.state.dtype)
    roles = ("actors", "moves", "play", "over")
    signature = t.int64(rec, t.int32[::1], *(kinds[role] for role in roles))

    @numba.njit(signature)
    def first_moves(s: GameState, codes: Numbers, actors: Kernel, moves: Kernel, play: Kernel, over: Kernel) -> int:
        steps = 0
        while not over(s):
            player, bits = 0, actors(s)
            while not bits >> player & 1:
                player += 1
            moves(s, player, codes)
            play(s, player, codes[0])
            steps += 1
        return steps

    pos, expected = game.start(seed=3), 0
    while not pos.over:
        pos.play(pos.legal().codes[0])
        expected += 1
    s = game.start(seed=3).state
    assert first_moves(s.raw, np.zeros(game.width, np.int32), *(pointers[r] for r in roles)) == expected
    assert bytes(s) == bytes(pos.state)


@promise
def test_positions_survive_json_bytes_and_code(game: Game) -> None:
    for pos in stations(game, 1, size(4, 40)):
        for other in (
            game.position(json.loads(json.dumps(pos.data()))),
            game.position(pos.json()),
            game.position(bytes(pos)),
            pizzabox.position(pos.data()),
            game.unpack(pos.packed),
        ):
            assert other == pos
            assert bytes(other) == bytes(pos)
            assert other.game.options == game.options
        told = pos.copy()
        if game.tidy:
            game.tidy(told.state, frozenset(name for name, field in game.state.fields.items() if not field.memory))
        for other in (pizzabox.position(pos.code), eval(repr(pos))):
            assert other == told
            assert other.game.options == game.options


@promise
def test_records_replay_to_the_same_bytes(game: Game) -> None:
    for seed in range(size(1, 3)):
        for pos in stations(game, seed, size(3, 30)):
            record = GameRecord.of(pos, players={game.seats[0]: 'Zoë "Zo" \\ Ångström'}, Date="2026-01-01")
            again = pizzabox.loads(record.dumps())
            assert again.dumps() == record.dumps()
            assert again.players == record.players
            assert again.problems() == []
            assert bytes(again.replay()) == bytes(pos)


def some(dice: random.Random, codes: Sequence[T]) -> Sequence[T]:
    """All codes or moves, or a sample where there are very many."""
    return codes if len(codes) <= MANY_CODES else dice.sample(codes, MANY_CODES)


MANY_CODES = size(60, 200)
"""Where a game has more move codes, every position tries another sample of so many."""


@promise
def test_every_listed_move_plays_and_every_other_code_is_refused(game: Game) -> None:
    dice = random.Random(7)
    for seed in range(size(1, 2)):
        for pos in stations(game, seed):
            before, steps = bytes(pos), list(pos.steps)
            for player in range(game.players):
                legal = pos.legal(player)
                assert len(set(legal.codes)) == len(legal) <= game.width
                assert bool(legal) == (player in pos.actors)
                for code in some(dice, legal.codes):
                    trial = pos.copy()
                    trial.play(code, player)
                    assert bytes(trial) != before
                for code in [*some(dice, range(game.codes)), -1, game.codes, 2**70]:
                    if code in legal.codes:
                        continue
                    with pytest.raises(pizzabox.IllegalMove) as caught:
                        pos.play(code, player)
                    assert caught.value.reason
                    assert caught.value.rule in game.rules or not caught.value.rule
                    assert (bytes(pos), pos.steps) == (before, steps)


@promise
def test_notation_and_tokens_name_each_move_once(game: Game) -> None:
    dice = random.Random(8)
    for seed in range(size(1, 2)):
        for pos in stations(game, seed):
            for player in pos.actors:
                legal = list(pos.legal(player))
                assert len({m.text for m in legal}) == len(legal)
                assert len({m.tokens for m in legal}) == len(legal)
                assert all(move.tokens for move in legal)
                for move in some(dice, legal):
                    assert pos.code_of(move.text, player) == move.code
                    assert pos.code_of(move.text.upper(), player) == move.code
                    assert pos.code_of(move.tokens, player) == move.code
                    assert move.text in pos.legal(player)  # type: ignore[comparison-overlap]
                    assert all(game.words.spell(pos.state, token) for token in move.tokens)
                # In sorted order a sequence that begins another one stands right before one that it begins.
                for a, b in itertools.pairwise(sorted(m.tokens for m in legal)):
                    assert a != b[: len(a)], "a picker must know when a move is complete"


@promise
def test_undo_restores_the_bytes(game: Game) -> None:
    for seed in range(size(2, 4)):
        dice, pos = random.Random(seed), game.start(seed=seed)
        while not pos.over:
            before, count = bytes(pos), len(pos.steps)
            player = dice.choice(pos.actors)
            news = pos.state.news
            pos.play(dice.choice(pos.legal(player).codes), player)
            if pos.state.news != news and not has_chosen(pos.state, player):
                assert pos.why_no_undo(player)
                with pytest.raises(pizzabox.NoUndo):
                    pos.undo(player)
                continue
            after = bytes(pos)
            step = pos.steps[-1]
            assert pos.undo(player) == step.text
            assert (bytes(pos), len(pos.steps)) == (before, count)
            pos.play(step.code, player)
            assert bytes(pos) == after


@promise
def test_a_sealed_choice_can_be_changed_whatever_others_sealed_since(game: Game) -> None:
    tried = 0
    for seed in range(3):
        for pos in stations(game, seed):
            for player in range(game.players):
                if has_chosen(pos.state, player):
                    trial = pos.copy()
                    others = [(s.player, s.code) for s in pos.steps if s.player != player]
                    trial.undo(player)
                    assert player in trial.actors
                    assert [(s.player, s.code) for s in trial.steps if s.player != player] == others
                    mine = next(s for s in reversed(pos.steps) if s.player == player)
                    trial.play(mine.code, player)
                    assert bytes(trial) == bytes(pos)
                    tried += 1
    secret = any(p.state.sealed for p in stations(game, 0))
    assert bool(tried) == secret


@promise
def test_what_can_be_undone_has_shown_nothing_new(game: Game) -> None:
    """While `news` stands still, a move has the same visible outcome in every world the mover thinks possible."""
    dice, kernels = random.Random(5), game.kernels
    for seed in range(size(1, 3)):
        pos = game.start(seed=seed)
        while not pos.over:
            player = dice.choice(pos.actors)
            view = pos.view(player)
            move = dice.choice(pos.legal(player).codes)
            news = pos.state.news
            pos.play(move, player)
            if pos.state.news == news:
                for k in range(4):
                    world = view.guess(k).state
                    kernels.play(world, player, move)
                    assert bytes(kernels.show(world, player)) == bytes(pos.view(player))


def everything_seen(pos: Position, viewer: int) -> list[object]:
    """All that leaves the table for one viewer: bytes, JSON, words, text board, picture, moves."""
    view = pos.view(viewer)
    seen = [bytes(view), view.json(), view.prompt, str(view), [m.text for m in view.legal()], view.scores, view.over]
    return [*seen, view.svg()]


@promise
def test_views_words_and_pictures_do_not_depend_on_what_the_viewer_cannot_know(game: Game) -> None:
    for seed in range(3):
        for number, pos in enumerate(stations(game, seed, FEW)):
            for viewer in range(SPECTATOR, game.players):
                view = pos.view(viewer)
                world = view.guess(seed + 77)
                assert bytes(world.view(viewer)) == bytes(view), "a guess never contradicts the view"
                if seed == 0 and viewer in onlookers(pos, number):
                    assert everything_seen(world, viewer) == everything_seen(pos, viewer)


@promise
def test_the_log_keeps_secrets_until_they_are_revealed(game: Game) -> None:
    """Two games that differ only in a sealed choice tell the others the same story."""
    tried = 0
    for seed in range(size(2, 4)):
        for pos in walk(game, seed):
            if pos.over or not pos.steps or not pos.state.sealed:
                continue
            last = pos.steps[-1]
            if not has_chosen(pos.state, last.player):
                continue
            other = pos.copy()
            other.undo(last.player)
            for code in other.legal(last.player).codes:
                replayed = other.copy()
                replayed.play(code, last.player)
                for viewer in range(SPECTATOR, game.players):
                    if viewer != last.player:
                        assert replayed.log(viewer) == pos.log(viewer)
                        tried += 1
    assert tried or not any(p.state.sealed for p in walk(game, 0))


@promise
def test_nothing_leaks(game: Game) -> None:
    """Before a reveal, a view depends neither on the others' choices nor on the generator.

    1,000 positions of a game, in the long run 10,000.
    """
    kernels = compiled(game)
    dice, done = random.Random(9), 0
    wanted = -(-size(1000, 10_000) // len(game.sets))
    while done < wanted:
        s = game.state()
        s.rng = dice.getrandbits(64)
        kernels.begin(s, game.encoded)
        while not kernels.over(s) and done < wanted:
            for viewer in range(SPECTATOR, game.players):
                view = bytes(kernels.show(s, viewer))
                shaken = kernels.guess(kernels.show(s, viewer), viewer, dice.getrandbits(64))
                shaken.rng = dice.getrandbits(64)
                assert bytes(kernels.show(shaken, viewer)) == view
                assert kernels.show(s, viewer).rng == 0
                if viewer != SPECTATOR:
                    assert kernels.moves(shaken, viewer) == kernels.moves(s, viewer)
            done += 1
            player = dice.choice([p for p in range(game.players) if kernels.actors(s) >> p & 1])
            kernels.play(s, player, dice.choice(kernels.moves(s, player)))
    assert done == wanted


@promise
def test_views_list_the_same_moves_as_positions(game: Game) -> None:
    for pos in stations(game, 2):
        for player in range(game.players):
            assert pos.view(player).legal().codes == pos.legal(player).codes
        assert len(pos.view(SPECTATOR).legal()) == 0


@promise
def test_nets_call_every_move_by_a_label_of_its_own(game: Game) -> None:
    label, labelled = (game.kernels.compiler.plain(one) for one in (contract.label, contract.labelled))
    for pos in stations(game, 2):
        for player in pos.actors:
            codes = pos.legal(player).codes
            labels = [label(pos.state, player, code) for code in codes]
            assert len(set(labels)) == len(labels)
            assert all(0 <= one < game.labels for one in labels)
            assert tuple(labelled(pos.state, player, one) for one in labels) == tuple(codes)


@promise
def test_symmetries_only_change_places(game: Game) -> None:
    if game.symmetries is None:
        return
    for ways, many in zip(game.symmetries(game.options), (game.features, game.labels), strict=True):
        assert ways[0].tolist() == list(range(many))
        assert all(sorted(way) == list(range(many)) for way in ways)


@promise
def test_picking_token_by_token_reaches_every_legal_move(game: Game) -> None:
    for pos in stations(game, 3):
        for player in pos.actors:
            view, reached = pos.view(player), set()
            open_picks, seen = [view.pick(player, ())], set()
            while open_picks:
                current = open_picks.pop()
                # Where the order of tokens does not matter, one order stands for all.
                key = (frozenset(current.chosen), frozenset(current.next), current.code)
                if key in seen:
                    continue
                seen.add(key)
                assert (current.code is None) == bool(current.next)
                if current.code is not None:
                    reached.add(current.code)
                    continue
                if len(open_picks) > 2000:
                    continue
                open_picks += [view.pick(player, (*current.chosen, token)) for token in current.next]
            assert reached == set(pos.legal(player).codes)
        assert pos.view(0).pick(0, ("no such token",)).next == ()


@promise
def test_standing_chapter_preview_and_tally(game: Game) -> None:
    for number, pos in enumerate(stations(game, 3)):
        for viewer in onlookers(pos, number):
            view = pos.view(viewer)
            standing = game.words.standing(view.state, viewer)
            assert [s.player for s in standing if s.player >= 0] == list(range(game.players))
            assert all(s.name and s.score and 0 <= s.colour < 6 for s in standing)
            chapter = game.words.chapter(view.state, viewer)
            assert chapter in game.rules or not game.rules.rules
            if viewer in pos.actors:
                before = bytes(view)
                for move in list(view.legal())[:3]:
                    shown = view.preview(viewer, move.tokens)
                    assert isinstance(shown, Preview)
                    for told in filter(None, (shown, shown.plain)):
                        assert all(isinstance(line, str) and line for line in told.lines)
                        if told.after is not None:
                            assert game.picture.svg(told.after, viewer)
                assert bytes(view) == before
        if pos.over:
            tally = game.words.tally(pos.state)
            assert all(len(row) == len(tally.head) for row in tally.rows)
            assert len(tally.rows) >= game.players
    assert len(game.colours) == len(game.seats) == game.players == len(set(game.colours))


@promise
def test_the_two_layers_make_the_picture(game: Game) -> None:
    """The still layer never changes in a game; every token of a legal move is an element of the moving one."""
    p = palette("page")
    still = {game.picture.board(pos.state, p) for pos in stations(game, 3)}
    assert len(still) == 1
    for pos in stations(game, 3):
        for player in pos.actors:
            view = pos.view(player)
            wanted = view.pick(player, ()).next
            drawn = str(game.picture.pieces(view.state, player, p, legal=wanted))
            assert drawn.lstrip().startswith('<g class="pb-pieces"')
            for token in wanted:
                assert drawn.count(f'data-token="{token}"') == 1
        assert len(game.picture.view_box(pos.state).split()) == 4


@promise_of_the_kernels
def test_no_part_of_the_picture_is_misspelt(game: Game) -> None:
    """It would never be asked for."""
    assert misspelt(game.picture) == []


@promise
def test_edits_make_the_next_picture(game: Game) -> None:
    """What a page is sent instead of a whole layer gives, put in place, the new layer."""
    p = palette("page")
    last: list[str] = []
    for pos in walk(game, 4, size(30, 60)):
        view = pos.view(0)
        lit = view.pick(0, ()).next if 0 in pos.actors else ()
        layer = game.picture.pieces(view.state.read_only(), 0, p, legal=lit)
        drawn = lines(layer)
        assert lines(str(game.picture.pieces(view.state, 0, p, legal=lit))) == drawn, "however it is kept or read"
        assert edited(last, edits(last, drawn)) == drawn
        assert edits(drawn, drawn) == []
        last = drawn


@promise
def test_results_are_sound(game: Game) -> None:
    for seed in range(size(4, 30)):
        *_, pos = walk(game, seed)
        assert pos.over
        assert pos.actors == ()
        assert len(pos.legal()) == 0
        assert len(pos.returns) == len(pos.scores) == game.players
        assert all(-1 <= r <= 1 for r in pos.returns)
        assert sum((r + 1) / 2 for r in pos.returns) <= 1 + 1e-9
        assert all(pos.returns[w] == max(pos.returns) for w in pos.winners)
        assert pos.game.words.result(pos.state) == pos.prompt
    assert game.start(seed=1).returns == (0.0,) * game.players


@promise
def test_the_same_seed_gives_the_same_game(game: Game) -> None:
    def play(seed: int) -> bytes:
        return bytes(list(walk(game, seed))[-1])

    assert play(5) == play(5)
    assert len({bytes(game.start(seed=s)) for s in range(20)}) == 20


@promise
def test_options_survive_their_text(game: Game) -> None:
    pairs = dict(word.split("=") for word in str(game.options).split())
    assert game.with_options(**pairs).options == game.options


@promise
def test_there_are_sets_for_every_player_count(game: Game) -> None:
    counts = next(o for o in game.declared if o.name == "players")
    if isinstance(counts, Number):
        assert {case.players for case in cases(game)} == set(range(counts.low, counts.high + 1))


@promise
def test_pictures_hold_no_text_elements(game: Game) -> None:
    """A PNG has no fonts: letters are drawn by `lettering`."""
    for pos in stations(game, 1, 5):
        assert "<text" not in pos.svg()


@promise
def test_the_game_pickles(game: Game) -> None:
    """So it is registered under its own name."""
    again = pickle.loads(pickle.dumps(game))
    assert (again.name, again.options) == (game.name, game.options)


@promise
def test_bots_play(game: Game) -> None:
    """A random game; the other quick levels are asked here and there in one."""
    seated, pos = bot("random", seed=1), game.start(seed=2)
    while not pos.over:
        player = pos.actors[0]
        pos.play(seated.choose(pos.view(player)), player)
    for name in ("greedy", "cook"):
        seated = bot(name, seed=1)
        for pos in stations(game, 2, size(2, 20)):
            for player in pos.actors:
                assert seated.choose(pos.view(player), 0.02).code in pos.legal(player).codes


def suite(name: str) -> type:
    """All promises as a class of tests for the game of that name, with each of its option sets."""
    game = load(name)
    tests = {func.__name__: _method(func, sets_for(func, game)) for func in PROMISES}
    return type(f"Test{name.capitalize()}", (), tests)


def _method(func: Promise, chosen: list[Game]) -> Callable[[object, Game], None]:
    def method(self: object, game: Game) -> None:
        func(game)

    method.__name__, method.__doc__ = func.__name__, func.__doc__
    return pytest.mark.parametrize("game", chosen, ids=case_id)(method)
