"""Every shuffle of Pizza Shark is fair: counted over fixed seeds, and biased drawing is found out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from itertools import combinations, permutations
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.rng import GOLDEN, MASK, below, mix, scale, seed_state
from pizzabox.games.shark.board import DRAWN_AT, GOALS
from pizzabox.games.shark.rules import attacks, setup

Odds = dict[Hashable, float]


def unlikely(seen: Iterable[Hashable], odds: Odds) -> bool:
    """Whether a fair drawing would hardly ever give such counts: by chi-square, or since something never came."""
    counts = Counter(seen)
    n, free = sum(counts.values()), len(odds) - 1
    assert min(odds.values()) * n >= 10, "too few for this test"
    if set(counts) - set(odds) or any(n * share >= 16 and not counts[key] for key, share in odds.items()):
        return True
    excess = sum((counts[key] - n * share) ** 2 / (n * share) for key, share in odds.items())
    return excess > free + 6 * (2 * free) ** 0.5


def even(keys: Iterable[Hashable]) -> Odds:
    known = list(keys)
    return dict.fromkeys(known, 1 / len(known))


@cache
def starts() -> list[Any]:
    """Many set-ups, in plain Python, so that the drawing can be swapped."""
    game, found = pizzabox.load("shark", players=3, goals=True), []
    for seed in range(1050):
        s = game.state()
        s.rng = seed_state(seed)
        game.kernels.plain["begin"](s, game.encoded.tolist())
        found.append(s)
    return found


@cache
def cycles() -> list[list[tuple[int, int]]]:
    """What a player with six cards turns up in four turns, two a turn, many times."""
    found, game = [], pizzabox.load("shark").start(seed=1).state
    for seed in range(2300):
        s = game.copy()
        s.rng, s.spent[0] = seed_state(seed), 0
        turns = []
        for _ in range(4):
            attacks.draw_cards(s, 0)
            turns.append((s.hand[0, 0], s.hand[0, 1]))
        found.append(turns)
    return found


@pytest.fixture(autouse=True)
def anew() -> None:
    starts.cache_clear()
    cycles.cache_clear()


def dealt(seed: int, draw: int, trash: int, n: int) -> tuple[int, ...]:
    s = pizzabox.load("shark").state()
    s.rng, s.draw, s.trash = seed_state(seed), draw, trash
    return tuple(attacks.deal(s) for _ in range(n))


def own_deck() -> bool:
    """The first two cards of a cycle, in order: 30 ways."""
    return unlikely((turns[0] for turns in cycles()), even(permutations(range(6), 2)))


def rest_of_the_deck() -> bool:
    """All six cards of a cycle as three pairs: 90 ways."""
    pairs = list(combinations(range(6), 2))
    ways = [(a, b) for a in pairs for b in pairs if not set(a) & set(b)]
    return unlikely(((tuple(sorted(t[0])), tuple(sorted(t[1]))) for t in cycles()), even(ways))


def discard_pile() -> bool:
    """The discard pile is shuffled: the first pair of a cycle says nothing about that of the next."""
    pairs = list(combinations(range(6), 2))
    ways = even((a, b) for a in pairs for b in pairs)
    return unlikely(((tuple(sorted(t[0])), tuple(sorted(t[3]))) for t in cycles()), ways)


def main_deck() -> bool:
    """The first card off the main deck: 63."""
    return unlikely((dealt(k, (1 << 63) - 1, 0, 1) for k in range(1600)), even((c,) for c in range(63)))


def first_rail() -> bool:
    """Every place of the first rail has each card as often."""
    seen = [(j, s.rail[j]) for s in starts() for j in range(4)]
    return unlikely(seen, even((j, c) for j in range(4) for c in range(63)))


def trash() -> bool:
    """An empty main deck is made from the trash and shuffled: three cards in order, of five."""
    cards = (3, 17, 31, 40, 62)
    bits = sum(1 << card for card in cards)
    return unlikely((dealt(k, 0, bits, 3) for k in range(1500)), even(permutations(cards, 3)))


def goals() -> bool:
    """Which card is the goal of a type: 14 each."""
    seen = [(t, s.goal[t]) for s in starts() for t in range(3)]
    return unlikely(seen, even((t, c) for t in range(3) for c in range(63) if int(GOALS[0, t]) >> c & 1))


def loose_halves() -> bool:
    """The halves of the second player, out of twelve without putting back."""
    seen = [tuple(s.half[1, int(h)] for h in DRAWN_AT) for s in starts()]
    return unlikely(seen, {(a, b): (3 if a == b else 4) / 33 for a in (1, 2, 3) for b in (1, 2, 3)})


def first_player() -> bool:
    """Who begins."""
    return unlikely((s.first for s in starts()), even(range(3)))


SHUFFLES: tuple[Callable[[], bool], ...] = (
    own_deck,
    rest_of_the_deck,
    discard_pile,
    main_deck,
    first_rail,
    trash,
    goals,
    loose_halves,
    first_player,
)


def never_the_last(s: Any, n: int) -> int:
    return below(s, n - 1) if n > 1 else below(s, n)


def lower_of_two(s: Any, n: int) -> int:
    return min(below(s, n), below(s, n))


def few_bits(s: Any, n: int) -> int:
    """The remainder of sixteen values, which favours low ones."""
    below(s, n)
    return (mix(s.rng) >> 60) % n


def same_order_again(s: Any, n: int) -> int:
    """A deck is shuffled once: the next cycle comes in the same order."""
    return scale((s.rng + n * GOLDEN) & MASK, n)


MUTANTS: dict[Callable[[Any, int], int], set[str]] = {
    never_the_last: {shuffle.__name__ for shuffle in SHUFFLES},
    lower_of_two: {shuffle.__name__ for shuffle in SHUFFLES},
    few_bits: {"own_deck", "main_deck", "first_rail", "goals"},
    same_order_again: {"discard_pile"},
}
"""Each unfair way to draw, and which shuffles must notice it at least."""


@pytest.mark.rule("S4.1", "S5.6", "S2.1", "S2.3", "S2.5", "S7.1")
def test_every_order_is_as_likely() -> None:
    assert [shuffle.__name__ for shuffle in SHUFFLES if shuffle()] == []


@pytest.mark.rule("S4.1", "S5.6", "S2.1", "S2.3", "S2.5", "S7.1")
@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda f: f.__name__)
def test_an_unfair_shuffle_is_noticed(mutant: Callable[[Any, int], int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "below", mutant)
    monkeypatch.setattr(setup, "below", mutant)
    assert [shuffle.__name__ for shuffle in SHUFFLES if shuffle.__name__ in MUTANTS[mutant] and not shuffle()] == []


@pytest.mark.rule("S4.1")
def test_a_deck_that_is_shuffled_too_soon_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the discard pile put back before every turn a card comes twice in three turns."""
    fair = attacks.draw_cards

    def hasty(s: Any, p: int) -> None:
        s.spent[p] = 0
        fair(s, p)

    monkeypatch.setattr(attacks, "draw_cards", hasty)
    assert rest_of_the_deck()
