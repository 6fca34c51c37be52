"""How far players are ahead, against the obvious form."""

from __future__ import annotations

import random

from pizzabox.engine.win_returns import lead


def test_a_lead_is_what_the_best_of_all_others_lacks() -> None:
    dice, ties = random.Random(3), 0
    for _ in range(2000):
        have = [float(dice.randrange(-3, 4)) for _ in range(dice.randrange(1, 7))]
        other = float(dice.randrange(-5, 5))
        ties += have.count(max(have)) > 1 or max(have) == other
        found = list(have)
        lead(found, len(found), other)
        assert found == [mine - max([other, *have[:p], *have[p + 1 :]]) for p, mine in enumerate(have)]
    assert ties > 500


def test_only_players_are_looked_at() -> None:
    out = [4.0, 1.0, 9.0]
    lead(out, 2, -100.0)
    assert out == [3.0, -3.0, 9.0]
