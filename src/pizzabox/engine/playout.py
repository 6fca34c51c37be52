"""Random play for every game, written once against the contract."""

from __future__ import annotations

from .bits import lowest, wide
from .contract import actors, audit, begin, moves, over, play, random_move, returns
from .kernel import inlined, kernel
from .rng import advance, mix, scale
from .state import FloatRows, GameState, Numbers


@inlined
def finish(s: GameState, dice: int, codes: Numbers, limit: int) -> int:
    """Play random legal moves until the game ends, at most `limit`; return how many were played.

    `dice` is the play-out's own counter, apart from the generator in the state.
    """
    steps = 0
    while steps < limit and not over(s):
        player = lowest(actors(s))
        dice = advance(dice)
        play(s, player, random_move(s, player, dice, codes))
        steps += 1
    return steps


@kernel
def many(
    s: GameState,
    options: Numbers,
    seed: int,
    games: int,
    codes: Numbers,
    limit: int,
    results: FloatRows,
    totals: Numbers,
) -> int:
    """Play `games` random games one after the other in `s`; add up returns per player; return all steps.

    `totals` receives the longest game and the number of games that did not end within `limit`.
    """
    steps = 0
    counter = seed
    for _ in range(games):
        counter = advance(counter)
        s.rng = mix(counter)
        begin(s, options)
        counter = advance(counter)
        length = finish(s, mix(counter), codes, limit)
        steps += length
        totals[0] = max(totals[0], length)
        if over(s):
            returns(s, results[1])
            for p in range(len(results[0])):
                results[0][p] += results[1][p]
        else:
            totals[1] += 1
    return steps


@kernel
def audited(s: GameState, options: Numbers, seed: int, games: int, codes: Numbers, limit: int, found: Numbers) -> int:
    """Play random games and check every state; `found` receives the first broken law, its game and step.

    Returns how many games ended within `limit`.
    """
    ended = 0
    counter = seed
    for game in range(games):
        counter = advance(counter)
        s.rng = mix(counter)
        begin(s, options)
        counter = advance(counter)
        dice = mix(counter)
        steps = 0
        while steps < limit and not over(s):
            player = lowest(actors(s))
            n = moves(s, player, codes)
            if n < 1 or n > len(codes):
                found[0] = -n - 1
                found[1] = game
                found[2] = steps
                return ended
            dice = advance(dice)
            play(s, player, wide(codes[scale(dice, n)]))
            steps += 1
            law = audit(s)
            if law != 0:
                found[0] = law
                found[1] = game
                found[2] = steps
                return ended
        if over(s):
            ended += 1
    return ended
