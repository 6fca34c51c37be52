"""The kernels against the slow referee, state by state, over random games of every kind."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import pizzabox
from pizzabox.engine.rng import seed_state
from pizzabox.games.pizzeria.board import OFFERS, TYPE_NAMES
from pizzabox.games.pizzeria.move_codes import PHASES
from tests.games.pizzeria.helpers import eaten, legal_texts, names, saved
from tests.games.pizzeria.referee import Referee, scores
from tests.helpers import size

REMOVED = {2: {3, 8, 10}, 3: set(), 4: {3, 8, 10}, 5: {10}, 6: set()}
TABLES = [
    *({"players": n} for n in (2, 3, 4, 5, 6)),
    *({"players": n, "variant": "advanced"} for n in (2, 3, 4, 5, 6)),
    {"players": 3, "leaves": "varied", "variant": "advanced"},
    {"players": 1, "variant": "solo"},
    {"players": 1, "variant": "solo-easy"},
    {"players": 1, "variant": "solo-hard"},
    {"players": 1, "variant": "solo-hard", "leaves": "varied"},
]


def referee_of(game: pizzabox.Game, seed: int) -> tuple[pizzabox.Position, Referee]:
    """A game before its first move, and a referee who was shown all that is hidden."""
    pos = game.start(seed=seed)
    s = pos.state
    heads = 2 if game.players == 1 else game.players
    piles = [[TYPE_NAMES[s.piles[i, j]] for j in range(11)] for i in range(6)]
    if s.ring:  # Jeff has served and cut already
        served = next(i for i in range(4) if not s.stock >> i & 1)
        piles[served] = [TYPE_NAMES[t] for t in s.pizza]
    lids = [OFFERS[lid - 1] if lid else "" for lid in s.lids]
    aside = [TYPE_NAMES[t] for t in s.aside]
    umpire = Referee(heads, str(game.options["variant"]), s.first, piles, lids, aside)
    while text := umpire.forced():
        umpire.do(text, None)
    return pos, umpire


def compare(pos: pizzabox.Position, umpire: Referee) -> None:
    s = pos.state
    assert pos.over == (umpire.stage == "over")
    for p in range(umpire.heads):
        assert saved(pos, p) == Counter(umpire.saved[p])
        assert eaten(pos, p) == Counter(umpire.eaten[p])
        assert s.bites[p] == len(umpire.eaten[p])
    assert list(pos.scores) == umpire.totals()[: pos.game.players]
    if pos.over:
        assert [p for p in range(umpire.heads) if s.won >> p & 1] == umpire.winners()
        return
    assert PHASES[s.phase] == umpire.stage
    assert pos.actors == (umpire.actor(),)
    assert set(legal_texts(pos)) == umpire.legal()
    assert [TYPE_NAMES[t] for t in s.pizza][: s.ring] == umpire.pizza
    shares = [sorted(portion) for portion in umpire.portions]
    assert [[i for i in range(11) if mask >> i & 1] for mask in s.share][: len(shares)] == shares
    held, used = s.holder.tolist(), s.used
    for number, letter in enumerate(OFFERS):
        assert held[number] - 1 == umpire.offers.get(letter, -1)
        assert bool(used >> number & 1) == (letter in umpire.used)


@pytest.mark.rule(
    "P2.1", "P2.2", "P2.3", "P3.1", "P3.2", "P3.4", "P4.1", "P5.6", "P6.5", "P9.3", "P9.4", "P9.6", "P9.7", "P9.8"
)
@pytest.mark.parametrize("options", TABLES, ids=lambda o: "-".join(map(str, o.values())))
def test_every_state_agrees_with_the_referee(options: dict[str, object]) -> None:
    game = pizzabox.load("pizzeria", **options)
    for seed in range(size(2, 12) if game.options["variant"] == "advanced" else size(3, 20)):
        pos, umpire = referee_of(game, seed)
        dice = random.Random(seed)
        compare(pos, umpire)
        while not pos.over:
            text = dice.choice(legal_texts(pos))
            pos.play(text)
            umpire.play(text, OFFERS[pos.state.tile - 1] if pos.state.tile else None)
            compare(pos, umpire)


@pytest.mark.rule("P5.1", "P5.3", "P5.7")
def test_advanced_games_are_scored_like_the_slow_scorer() -> None:
    """All 69 (or fewer) slices are somewhere at the end, and every score and winner is recomputed.

    1,500 games, in the long run 100,000.
    """
    from pizzabox.engine.playout import finish

    for players in (2, 3, 4, 5, 6):
        game = pizzabox.load("pizzeria", players=players, variant="advanced")
        game.warm()
        run = game.kernels.specialised(finish)
        s, codes = game.state(), np.zeros(game.width, np.int32)
        deck = Counter(
            [str(kind) for kind in range(2, 12) for _ in range(kind) if kind not in REMOVED[players]]
            + [mixed for mixed in ("4/6", "5/7", "8/10", "9/11") if mixed != "8/10" or not REMOVED[players]]
        )
        assert sum(deck.values()) == {2: 47, 3: 69, 4: 47, 5: 58, 6: 69}[players]
        for number in range(size(300, 20_000)):
            s.rng = seed_state(number)
            game.kernels.begin(s, game.encoded)
            run(s.raw, np.uint64(number), codes, game.longest)
            assert game.kernels.over(s)
            assert game.kernels.audit(s) == 0
            pos = pizzabox.Position(game, s)
            hands = [names(row) for row in s.raw["saved"].tolist()[:players]]
            bites = [names(row) for row in s.raw["ate"].tolist()[:players]]
            offers = {OFFERS[o]: s.holder[o] - 1 for o in range(12) if s.holder[o]}
            totals = [sum(points.values()) for points in scores(hands, bites, offers, s.marked or None)]
            assert list(pos.scores) == totals
            best = max((n, len(bites[p])) for p, n in enumerate(totals))
            assert list(pos.winners) == [p for p, n in enumerate(totals) if (n, len(bites[p])) == best]
            pieces = Counter(TYPE_NAMES[t] for t in s.aside if t)
            for slices in (*hands, *bites):
                pieces.update(slices)
            assert pieces == deck
