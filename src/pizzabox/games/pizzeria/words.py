"""Pizzeria in words: prompts, reasons, standings and scores. Notation is in notation.py, the story in story.py."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.options import Options
from pizzabox.engine.presentation import Preview, Standing, Tally

from . import story
from .board import BY_NAME, KINDS, LEAVES, OFFERS, PILES, RING, SEATS, TYPES
from .move_codes import (
    BITE,
    CHEW,
    CHOOSE,
    COLOURS,
    CUTTING,
    DEVOUR,
    DIBS,
    DIVIDE,
    EAT,
    EAT_IT,
    JEFF,
    JUMP,
    LAST,
    MARK,
    OVER,
    PHASES,
    PICK,
    PILE,
    PORTION,
    RETRO,
    SHIFT,
    SOLO,
    SOLO_HARD,
    TAKE,
)
from .notation import family, pick, portions, portions_rule, read, shift_target, text, tokens
from .phrases import (
    amount,
    contents,
    gains,
    grouped,
    kind_name,
    leaf_count,
    leaves_of,
    listed,
    portion_line,
    say,
    score,
    slice_name,
    sums,
    who,
)
from .rules.offers import has_shift, portion_of
from .rules.round_flow import acting, lay, slicer
from .rules.scoring import halves, heads, majorities, majority, offers, tomatoes, whole

__all__ = [
    "board",
    "chapter",
    "colours",
    "name",
    "pick",
    "preview",
    "prompt",
    "read",
    "result",
    "seats",
    "spell",
    "standing",
    "tally",
    "tell",
    "text",
    "tokens",
    "why",
]

CHAPTERS = {
    PILE: "P2.2",
    DIBS: "P7.4",
    PHASES.index("nibble"): "P7.4",
    JUMP: "P7.6",
    PICK: "P3.1",
    CHEW: "P4.1",
    RETRO: "P7.1",
    PHASES.index("draw"): "P7.2",
    PHASES.index("taste"): "P7.2",
    MARK: "P7.3",
    LAST: "P7.10",
    OVER: "P5.6",
}


def seats(options: Options) -> tuple[str, ...]:
    return COLOURS[: int(options["players"])]


def colours(options: Options) -> tuple[int, ...]:
    return tuple(range(int(options["players"])))


def name(s: Any, player: int) -> str:
    return who(s, player)


def chapter(s: Any, viewer: int) -> str:
    if s.phase == PICK and heads(s) == 2:
        return "P9.7" if s.variant == SOLO_HARD else "P3.2"
    return portions_rule(s) if s.phase == DIVIDE else CHAPTERS[s.phase]


def _order(s: Any) -> str:
    """The rule that says whose turn it is."""
    if s.phase in (PILE, DIVIDE):
        return "P2.1"
    return "P3.3" if s.phase == CHEW else chapter(s, -1)


def prompt(s: Any, viewer: int) -> str:
    phase, actor = PHASES[s.phase], acting(s)
    known = {
        "name": who(s, actor),
        "round": s.rounds + 1,
        "rounds": int(PILES[heads(s)]),
        "n": s.bites_left if s.phase == RETRO else portions(s),
        "slice": slice_name(s.hand),
        "portion": s.chosen,
        "offer": OFFERS[s.tile - 1] if s.tile else "",
    }
    if actor != viewer:
        return say(f"prompt.{phase}_wait", **known)
    if s.phase == PICK and has_shift(s, viewer):
        return say("prompt.pick_shift")
    if s.phase == DIVIDE and s.tile:
        return say("prompt.divide_offer", **known)
    return say(f"prompt.{phase}", **known)


def why(s: Any, player: int, code: int | None) -> tuple[str, str]:
    if s.phase == OVER:
        return say("why.over"), "P5.6"
    if acting(s) != player:
        return say("why.turn", name=who(s, acting(s))), _order(s)
    assert code is not None
    if s.phase not in family(code):
        if s.phase not in (RETRO, LAST) and (BITE <= code < CHOOSE or DEVOUR <= code < EAT):
            return say("why.stays_saved"), "P4.3"
        return say(f"why.now_{PHASES[s.phase]}"), "P3.3" if s.phase == CHEW else chapter(s, player)
    if code >= CUTTING:
        return say("why.no_division"), portions_rule(s)
    if code >= EAT:
        return _bad_bite(s, code - EAT)
    if code >= CHOOSE:
        kind = code - (DEVOUR if code >= DEVOUR else CHOOSE)
        if kind not in KINDS:
            return say("why.no_such_kind"), "P1.1"
        if code >= DEVOUR and kind == KINDS[0]:
            return say("why.tomato"), "P7.10"
        return say("why.no_kind", kind=kind_name(kind)), chapter(s, player)
    if code >= BITE:
        t = code - BITE
        bare = s.saved[player, t] and not LEAVES[t]
        return say("why.bare" if bare else "why.none_saved", slice=slice_name(t)), "P7.1"
    if code >= SHIFT:
        return _bad_shift(s, player, code)
    if code >= PORTION:
        k = code - PORTION
        if k >= portions(s):
            return say("why.no_portion", n=portions(s)), portions_rule(s)
        return say("why.taken", portion=k + 1, name=who(s, s.taker[k] - 1)), "P3.1"
    n = int(PILES[heads(s)])
    return (say("why.no_pile", n=n), "P1.5") if code >= n else (say("why.pile_gone", pile=code + 1), "P2.2")


def _bad_bite(s: Any, mask: int) -> tuple[str, str]:
    place = members(mask & ~s.plate)[0]
    if place < s.ring and s.share[s.chosen - 1] >> place & 1:
        return say("why.no_leaf", place=place + 1), "P4.2"
    return say("why.not_here", place=place + 1), "P4.1"


def _bad_shift(s: Any, player: int, code: int) -> tuple[str, str]:
    place, clockwise = divmod(code - SHIFT, 2)
    if not has_shift(s, player):
        return say("why.no_offer_e"), "P7.5"
    if place >= s.ring:
        return say("why.no_slice", n=s.ring), "P2.3"
    here, there = portion_of(s, place), portion_of(s, (place + (1 if clockwise else -1)) % s.ring)
    if here == there:
        return say("why.not_at_cut", place=place + 1), "P7.5"
    if s.taker[here] or s.taker[there]:
        return say("why.off_table"), "P7.5"
    return say("why.empty", portion=here + 1), "P7.5"


def tell(before: Any, player: int, code: int | None, after: Any, viewer: int) -> list[str]:
    assert code is not None
    said = story.tell(before, player, code, after)
    return [*said, result(after)] if after.phase == OVER else said


def board(s: Any, viewer: int) -> str:
    from .text_board import draw

    return draw(s, viewer)


def standing(s: Any, viewer: int) -> list[Standing]:
    """Points if the game ended now; a plus where eaten slices are still to be added."""
    found = []
    counted, knife = sums(s), slicer(s) if s.phase != OVER else -1
    for p, points in enumerate(counted.points):
        known = counted.knows(s, p)
        notes = [_eaten_note(s.bites[p], counted.leaves[p] if known else -1)]
        if knife == p:
            notes.append(say("board.note_knife"))
        if s.won >> p & 1:
            notes.append(say("board.note_won"))
        notes += [say("board.note_offer", offer=OFFERS[o]) for o, owner in enumerate(s.holder) if owner == p + 1]
        seat = -1 if s.variant >= SOLO and p == JEFF else p
        found.append(Standing(seat, who(s, p), p, score(points, known), min(1.0, points / 70), tuple(notes)))
    return found


@kept(512)
def _eaten_note(n: int, leaves: int) -> str:
    """How many slices were eaten, and their leaves unless these are -1."""
    return say("board.note_eaten", n=n) if leaves < 0 else say("board.note_leaves", n=n, leaves=leaves)


def result(s: Any) -> str:
    won, points = members(s.won), sums(s).points
    if s.variant >= SOLO:
        key = "level" if len(won) == 2 else "beaten" if won == [0] else "lost"
        if len(won) == 1 and points[0] == points[JEFF]:
            key += "_bites"
        return say(f"result.{key}", n=points[0], jeff=points[JEFF])
    n = points[won[0]]
    if len(won) > 1:
        return say("result.share", names=listed(who(s, p) for p in won), n=n)
    key = "result.win" if points.count(n) == 1 else "result.tie_break"
    return say(key, name=who(s, won[0]), n=n)


def tally(s: Any) -> Tally:
    """Where everybody's points come from, who had most of each kind, and what had been put aside."""
    keys = ("player", "kinds", "tomato", "basil", "offers", "total", "bites")
    rows = []
    counted = sums(s)
    for p, n in enumerate(counted.points):
        points = (majorities(s, p), tomatoes(s, p), counted.leaves[p], offers(s, p), n, s.bites[p])
        rows.append((who(s, p), *(str(int(n)) for n in points)))
    most = []
    for kind in KINDS[1:]:
        names = [who(s, p) for p in range(heads(s)) if majority(s, p, kind)]
        if names:
            most.append(say("tally.most", kind=kind_name(kind), value=kind, names=listed(names)))
    aside = listed(slice_name(t) for t in s.aside if t)
    kinds = "; ".join(most) or say("tally.nobody")
    note = say("tally.note", result=result(s), kinds=kinds, aside=aside)
    return Tally(tuple(say(f"tally.{key}") for key in keys), tuple(rows), note)


def preview(s: Any, player: int, chosen: tuple[str, ...]) -> Preview:
    """Live totals while cutting, what a portion or a bite would do, and a record to draw it."""
    if acting(s) != player or not chosen:
        return Preview()
    if s.phase == DIVIDE:
        return _preview_cuts(s, player, chosen)
    if s.phase == CHEW:
        return _preview_bites(s, player, chosen)
    code = pick(s, player, chosen).code
    if code is None:
        return Preview()
    if PORTION <= code < SHIFT:
        return Preview((portion_line(s, player, code - PORTION),), ask=True)
    if SHIFT <= code < TAKE:
        after, place, there = s.copy(), (code - SHIFT) // 2, shift_target(s, code)
        here = portion_of(s, place)
        after.share[here] &= ~(1 << place)
        after.share[there] |= 1 << place
        return Preview((portion_line(after, player, here), portion_line(after, player, there)), after)
    if code in (EAT_IT, EAT_IT + 1):
        return Preview((_one_slice(s, player, s.hand, code == EAT_IT),))
    if BITE <= code < CHOOSE:
        return Preview((say("preview.one_eat", n=int(LEAVES[code - BITE])),))
    if CHOOSE <= code < DEVOUR:
        return Preview((say("preview.kind_points", n=whole(s, player, code - CHOOSE)),))
    if DEVOUR <= code < EAT:
        kind = code - DEVOUR
        leaves = sum(s.saved[player, t] * int(LEAVES[t]) for t in range(TYPES) if BY_KIND[t] == kind)
        return Preview((say("preview.devour", n=whole(s, player, kind), leaves=leaves),))
    return Preview()


def _one_slice(s: Any, player: int, t: int, bite: bool) -> str:
    if bite:
        return say("preview.one_eat", n=int(LEAVES[t]))
    kind = BY_KIND[t]
    return say("preview.one_save", n=amount(halves(s, player, kind) + 2), kind=kind_name(kind))


def _preview_cuts(s: Any, player: int, chosen: tuple[str, ...]) -> Preview:
    cuts = 0
    for token in chosen:
        if token.startswith("cut ") and token[4:].isdecimal() and 1 <= int(token[4:]) <= s.ring:
            cuts |= 1 << int(token[4:]) - 1
    n = cuts.bit_count()
    if not 0 < n <= portions(s):
        return Preview()
    after = s.copy()
    lay(after, cuts)
    if chosen[-1] == "alone":
        after.tile_at = portions(s)
    elif chosen[-1].startswith("portion ") and chosen[-1][8:].isdecimal():
        after.tile_at = min(int(chosen[-1][8:]), portions(s))
    shown = n + (chosen[-1] == "alone")
    return Preview(tuple(portion_line(after, player, k) for k in range(min(shown, portions(s)))), after)


def _preview_bites(s: Any, player: int, chosen: tuple[str, ...]) -> Preview:
    mask = 0
    for token in chosen:
        if token.startswith("slice ") and token[6:].isdecimal() and 1 <= int(token[6:]) <= RING:
            mask |= 1 << int(token[6:]) - 1
    mask &= s.plate
    rest = s.plate & ~mask
    saved = grouped(s.pizza[i] for i in members(s.share[s.chosen - 1] & ~mask))
    leaves = leaf_count(leaves_of(s, mask))
    lines = [say("preview.eat", eaten=grouped(s.pizza[i] for i in members(mask)), leaves=leaves, saved=saved)]
    ahead, level = gains(s, player, rest)
    if ahead:
        lines.append(say("preview.standing_ahead", kinds=listed(map(kind_name, ahead))))
    if level:
        lines.append(say("preview.standing_level", kinds=listed(map(kind_name, level))))
    after = s.copy()
    after.plate = rest
    return Preview(tuple(lines), after)


def spell(s: Any, token: str) -> str:
    word, _, rest = token.partition(" ")
    if word == "slice" and rest.isdecimal() and 1 <= int(rest) <= RING:
        return say("token.slice", n=rest, what=slice_name(s.pizza[int(rest) - 1]))
    if word == "portion" and rest.isdecimal() and 1 <= int(rest) <= SEATS:
        what = contents(s, int(rest) - 1)
        return say("token.portion", n=rest, what=what) if what else say("token.portion_bare", n=rest)
    if word == "saved" and rest in BY_NAME:
        return say("token.saved", what=slice_name(BY_NAME[rest]))
    if word == "kind" and rest.isdecimal() and int(rest) in KINDS:
        return say("token.kind", kind=kind_name(int(rest)), n=rest)
    if word in ("pile", "cut"):
        return say(f"token.{word}", n=rest)
    return say(f"token.{token}") if say.has(f"token.{token}") else token


BY_KIND = tuple(next((kind for kind in KINDS if str(kind) == label.split("-")[0]), 0) for label in BY_NAME)
"""The kind of each type; 0 for mixed slices."""
