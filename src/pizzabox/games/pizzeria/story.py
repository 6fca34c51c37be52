"""What just happened at the table, move by move, with all that followed by itself."""

from pizzabox.engine.bits import members
from pizzabox.engine.presentation import listed

from . import move_codes as codes
from .board import LEAVES, OFFERS, RING, TYPES, A, C
from .notation import MOVES, shift_target
from .phrases import grouped, kind_name, leaf_count, leaves_of, offer_on, portion_types, say, slice_name, sums, who
from .rules import forced
from .rules.round_flow import acting, play_one, slicer, start_round
from .state import State

PASSED = {
    **dict.fromkeys((codes.DIBS, codes.JUMP), "story.keep"),
    **{codes.RETRO: "story.stop", codes.DRAW: "story.leave", codes.LAST: "story.no_devour"},
}
"""What is said of who passes, by phase."""


def events(before: State, player: int, code: int | None, after: State, viewer: int) -> list[str]:
    """Replay the move on a copy of what the listener saw, filling in what was turned up from what he sees now."""
    assert code is not None, "no move is secret in this game"
    said: list[str] = []
    scratch, mover, move = before.copy(), player, code
    while True:
        said += _one_move(scratch, mover, move, after)
        if scratch.phase == codes.OVER or (move := forced(scratch)) < 0:
            break
        mover = acting(scratch)
    return said


def result(s: State) -> str:
    won, points = members(s.won), sums(s).points
    if s.variant >= codes.SOLO:
        key = "level" if len(won) == 2 else "beaten" if won == [0] else "lost"
        if len(won) == 1 and points[0] == points[codes.JEFF]:
            key += "_bites"
        return say(f"result.{key}", n=points[0], jeff=points[codes.JEFF])
    n = points[won[0]]
    if len(won) > 1:
        return say("result.share", names=listed(who(s, p) for p in won), n=n)
    key = "result.win" if points.count(n) == 1 else "result.tie_break"
    return say(key, name=who(s, won[0]), n=n)


def _one_move(s: State, player: int, code: int, after: State) -> list[str]:
    """What one move did; it is played on `s`."""
    name, rounds, used = who(s, player), s.rounds, s.used
    if code < codes.PORTION:
        said = _served(s, name, code, after)
    elif code == codes.REVEAL:
        said = [say("story.reveal", name=name, slice=slice_name(_revealed(s, player, after)))]
    elif code >= codes.CUTTING:
        play_one(s, player, code)
        sizes = listed(str(mask.bit_count()) for mask in s.share if mask)
        key = "story.cut" if not s.tile else "story.cut_with_offer" if s.share[s.tile_at - 1] else "story.cut_alone"
        said = [say(key, name=name, sizes=sizes, portion=s.tile_at)]
    else:
        picked = codes.PORTION <= code < codes.SHIFT
        said = _picked(s, name, code - codes.PORTION) if picked else [_open_move(s, name, code)]
        play_one(s, player, code)
    if code >= codes.EAT or codes.PORTION <= code < codes.SHIFT:
        said += [say("story.nothing", offer=OFFERS[o]) for o in (A, C) if (s.used & ~used) >> o & 1]
    if s.rounds > rounds and s.phase == codes.PILE:
        said.append(say("story.round", name=who(s, slicer(s))))
    return said


def _served(s: State, name: str, pile: int, after: State) -> list[str]:
    """A pile is turned up: its slices and its offer are in the record after the move."""
    shown = list(after.pizza)
    start_round(s)
    s.stock &= ~(1 << pile)
    for i in range(RING):
        s.pizza[i], s.piles[pile, i] = shown[i], 0
    s.ring, s.tile = RING, after.tile
    s.phase = codes.DIBS if after.phase == codes.DIBS else codes.DIVIDE
    said = [say("story.serve", name=name, pile=pile + 1, slices=grouped(shown))]
    fresh = after.gone & ~s.gone
    if fresh:
        said.append(say("story.replaced", offers=listed(OFFERS[o] for o in members(fresh))))
    if after.tile:
        said.append(say("story.offer", offer=OFFERS[after.tile - 1], text=say(f"offer.{after.tile - 1}")))
    return said


def _revealed(s: State, player: int, after: State) -> int:
    """The slice that offer B turned up; one without leaves is saved already."""
    t = after.hand or next((t for t in range(1, TYPES) if after.saved[player, t] > s.saved[player, t]), 0)
    s.aside_left -= 1
    s.aside[s.aside_left] = 0
    s.hand = t
    s.phase = codes.TASTE
    return int(t)


def _open_move(s: State, name: str, code: int) -> str:
    """A move that turns nothing up and is neither a cut nor a pick."""
    base, n = MOVES.split(code)
    if base == codes.EAT:
        portion = s.share[s.chosen - 1]
        eaten, saved = (grouped(s.pizza[i] for i in members(mask)) for mask in (n, portion & ~n))
        key = "story.saves" if not n else "story.eats_all" if n == portion else "story.eats"
        return say(key, name=name, eaten=eaten, saved=saved, leaves=leaf_count(leaves_of(s, n)))
    if base in (codes.DEVOUR, codes.CHOOSE):
        return say("story.devour" if base == codes.DEVOUR else "story.mark", name=name, kind=kind_name(n))
    if base == codes.BITE:
        return say("story.bite", name=name, slice=slice_name(n))
    if base in (codes.EAT_IT, codes.SAVE_IT):
        hand, leaves = grouped([s.hand]), leaf_count(int(LEAVES[s.hand]))
        key = "story.eats_all" if base == codes.EAT_IT else "story.saves"
        return say(key, name=name, eaten=hand, saved=hand, leaves=leaves)
    if base == codes.PASS:
        return say(PASSED[s.phase], name=name, offer="D" if s.phase == codes.DIBS else "F")
    if base == codes.FIRST:
        return say("story.first", name=name)
    if base == codes.TAKE:
        return say("story.take", name=name, place=n + 1, slice=slice_name(s.pizza[n]))
    return say("story.shift", name=name, place=n // 2 + 1, portion=shift_target(s, code) + 1)


def _picked(s: State, name: str, k: int) -> list[str]:
    """A portion without any basil is saved with the pick (P4.4)."""
    types, offer = portion_types(s, k), offer_on(s, k)
    slices, bare = grouped(types), types and not any(LEAVES[t] for t in types)
    key = "story.pick" if not offer else "story.pick_tile" if types else "story.pick_alone"
    picked = say(key, name=name, portion=k + 1, slices=slices, offer=offer)
    return [picked, say("story.saves", name=name, saved=slices)] if bare else [picked]
