"""What just happened in Pizza Theory; what a cut did is found slice by slice, with the rules doing the replacing."""

from dataclasses import dataclass

from pizzabox.engine.bits import count, members
from pizzabox.engine.field_cache import kept_by
from pizzabox.engine.presentation import listed

from .board import LINES, NAMES, SLICE_COUNT, SLICES
from .phrases import by_label, name, names_of_colours, say, spare_name
from .rules import COLOUR_COUNT, CUT, FIRST_CUT, OVER, PUT, TOPPINGS, colour, replace, triple
from .state import State

LETTERS = "ABCDEFG"


@dataclass(frozen=True)
class Slice:
    """One slice of the last cut, in the order of `board.SLICES`."""

    letter: str
    spaces: int
    leaders: tuple[int, ...]
    """The colours with most toppings in it before the replacement; none when it was empty."""
    replaced: int
    removed: int


@kept_by("last_label", "last_cut", "before", wordless=True)
def last_slices(s: State) -> tuple[Slice, ...]:
    """The slices of the last cut; none before the first."""
    if set(s.last_label) != set(range(COLOUR_COUNT)) or not all(1 <= cut <= LINES for cut in s.last_cut):
        return ()
    row, before = triple(s.last_label, s.last_cut), s.before
    scratch = State()
    for c in range(COLOUR_COUNT):
        scratch.spaces[c] = before[c]
    replace(scratch, row)
    after = tuple(scratch.spaces)
    changed = sum(before[c] & ~after[c] for c in range(COLOUR_COUNT))
    filled = after[0] | after[1] | after[2]
    made = []
    for letter, part in zip(LETTERS, map(int, SLICES[row, : SLICE_COUNT[row]]), strict=False):
        held = [count(before[c] & part) for c in range(COLOUR_COUNT)]
        leaders = tuple(c for c in range(COLOUR_COUNT) if held[c] == max(held) > 0)
        made.append(Slice(letter, part, leaders, changed & filled & part, changed & ~filled & part))
    return tuple(made)


def events(before: State, player: int, code: int | None, after: State, viewer: int) -> list[str]:
    said: list[str] = []
    who = name(before, player)
    revealed = after.rounds > before.rounds
    if code is None:
        said.append(say("story.chosen", name=who))
    elif code < PUT:
        said.append(say("story.add", name=who, space=NAMES[code]))
    elif code < FIRST_CUT:
        said.append(say("story.put", name=who, spare=spare_name(before), space=NAMES[code - PUT]))
    elif not revealed:
        said.append(say("story.chose", name=who, cut=code - FIRST_CUT + 1))
    if revealed:
        said += _what_the_cuts_did(after)
    if after.phase == OVER:
        return said
    if revealed:
        said.append(say("story.turn", name=name(after, after.first), round=after.rounds + 1))
    skipped = after.skipped if revealed else after.skipped & ~before.skipped
    said += [say("story.skip", name=name(after, p)) for p in members(skipped)]
    if after.spare >= 0 and after.cut[after.spare] and (revealed or not before.cut[before.spare]):
        said.append(say("story.roll", spare=spare_name(after), cut=after.cut[after.spare]))
        if after.phase == CUT:
            said.append(say("story.put_none", spare=spare_name(after)))
    return said


@kept_by("spare", "last_label", "last_cut", "before")
def _what_the_cuts_did(s: State) -> list[str]:
    names, parts = names_of_colours(s), last_slices(s)
    chosen = ", ".join(say("story.revealed_cut", name=names[c], cut=s.last_cut[c]) for c in by_label(s.last_label))
    changed = [_what_a_slice_did(s, part, names) for part in parts if part.replaced | part.removed]
    safe = [say("story.safe", name=names[c]) for c in _saved(s, parts)]
    return [say("story.reveal", cuts=chosen, slices=len(parts)), *(changed or [say("story.quiet")]), *safe]


def _what_a_slice_did(s: State, part: Slice, names: tuple[str, ...]) -> str:
    key = "story.gain" if part.replaced else "story.loss"
    lost = [count(held & (part.replaced | part.removed)) for held in s.before]
    toppings = listed(say(key, n=n, colour=say(f"seat.{c}")) for c, n in enumerate(lost) if n)
    if part.replaced:
        return say("story.take", name=names[part.leaders[0]], slice=part.letter, gains=toppings)
    tied = listed(names[c] for c in part.leaders)
    return say("story.tie", slice=part.letter, names=tied, losses=toppings)


def _saved(s: State, parts: tuple[Slice, ...]) -> list[int]:
    """The colours that would have lost a topping but for the safety rule (T3.6)."""
    held = [[count(s.before[c] & part.spaces) for part in parts] for c in range(COLOUR_COUNT)]
    most = list(map(max, *held))
    beaten = [any(0 < m < n for m, n in zip(mine, most, strict=True)) for mine in held]
    return [c for c, mine in enumerate(held) if max(mine, default=0) <= 1 and beaten[c]]


def result(s: State) -> str:
    counts = [count(s.spaces[c]) for c in range(COLOUR_COUNT)]
    opening = "" if max(counts) >= TOPPINGS else say("result.cap", rounds=s.rounds) + " "
    won = members(s.won)
    if not won:
        return opening + say("result.lost", name=say(f"colour.{s.spare}"), n=counts[s.spare])
    names = listed(name(s, p) for p in won)
    key = "result.win" if len(won) == 1 else "result.share"
    return opening + say(key, name=names, names=names, n=counts[colour(s, won[0])])
