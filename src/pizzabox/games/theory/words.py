"""Pizza Theory in words: notation, prompts, what happened, and why a move is not allowed."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import Catalogue, kept
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.errors import IllegalMove, short
from pizzabox.engine.options import Options
from pizzabox.engine.presentation import Preview, Standing, Tally

from . import rules
from .board import BY_NAME, LINES, NAMES, NEAR, at_sides
from .evaluation import toppings_after
from .rules import ADD, COLOURS, CUT, FIRST_CUT, HIDDEN, OVER, PUT, SPARE
from .story import ended_by, slices

say = Catalogue(__package__)
SEATS = ("red", "green", "white")

_SPACE = re.compile(r"([a-z]) ?([0-9]+)")
_LINE = re.compile(r"(?:cut ?)?([0-9]+)")
_PUT = re.compile(r"(red|green|white) ([a-z] ?[0-9]+)")
LONGEST = 100
"""No move is typed with more letters than that, whatever the spacing."""


def seats(options: Options) -> tuple[str, ...]:
    if options["players"] == 2:
        return tuple(seat for seat in SEATS if seat != options["unselected"])
    return SEATS


def colours(options: Options) -> tuple[int, ...]:
    return tuple(SEATS.index(seat) for seat in seats(options))


def name(s: Any, player: int) -> str:
    return say(f"colour.{rules.colour(s, player)}")


def text(s: Any, player: int, code: int) -> str:
    if code >= FIRST_CUT:
        return f"cut {code - FIRST_CUT + 1}"
    if code >= PUT:
        return f"{SEATS[s.spare]} {NAMES[code - PUT]}"
    return NAMES[code]


def tokens(s: Any, player: int, code: int) -> tuple[str, ...]:
    if code >= FIRST_CUT:
        return (f"cut {code - FIRST_CUT + 1}",)
    return (NAMES[code - PUT if code >= PUT else code],)


def read(s: Any, player: int, text: str) -> int:
    """Read `c4`, `cut 5`, `5`, or `white c4` for the unselected colour, in any case and spacing."""
    words = " ".join(text.lower().split()) if len(text) <= LONGEST else ""
    if match := _LINE.fullmatch(words):
        if not 1 <= int(match[1]) <= LINES:
            raise IllegalMove(say("why.line", text=match[1][:20]), "T1.3")
        return FIRST_CUT + int(match[1]) - 1
    base = PUT if s.phase == SPARE else 0
    if match := _PUT.fullmatch(words):
        if s.spare >= 0 and match[1] == SEATS[s.spare]:
            base = PUT
        elif s.phase == CUT or match[1] == SEATS[rules.colour(s, player)]:
            base = 0
        else:
            raise IllegalMove(say("why.other_colour", text=match[1]), "T5.4" if s.phase == SPARE else "T2.1")
        words = match[2]
    if match := _SPACE.fullmatch(words):
        space = f"{match[1]}{int(match[2])}"
        if space in BY_NAME:
            return base + BY_NAME[space]
        size = sum(known[0] == match[1] for known in NAMES)
        key = "why.space" if size else "why.column"
        raise IllegalMove(say(key, text=space[:20], column=match[1], n=size), "T1.2")
    raise IllegalMove(say("why.unread", text=short(text)), "")


def why(s: Any, player: int, code: int | None) -> tuple[str, str]:
    if s.phase == OVER:
        return say("why.over"), ended_by(s)
    if not rules.actors(s) >> player & 1:
        return _not_your_turn(s)
    assert code is not None
    if code >= FIRST_CUT:
        if s.phase == SPARE:
            return say("why.not_cut_spare", spare=_spare(s)), "T5.4"
        return say("why.not_cut"), "T2.4"
    if s.phase == CUT:
        return say("why.not_add"), "T3.1"
    if code >= PUT and s.phase == ADD:
        if s.spare < 0:
            return say("why.not_put_three"), "T5.1"
        return say("why.not_put", own=_seat(s, player)), "T2.1"
    if code < PUT and s.phase == SPARE:
        return say("why.not_own", spare=_spare(s)), "T5.4"
    return _bad_space(s, player, code % PUT)


def _not_your_turn(s: Any) -> tuple[str, str]:
    if s.phase == ADD:
        return say("why.turn", name=name(s, rules.adder(s))), "T2.1"
    if s.phase == SPARE:
        return say("why.spare_turn", name=name(s, s.first), spare=_spare(s)), "T5.4"
    return say("why.sealed"), "T3.1"


def _bad_space(s: Any, player: int, space: int) -> tuple[str, str]:
    for c in range(COLOURS):
        if s.spaces[c] >> space & 1:
            rule = "T5.4" if s.phase == SPARE else "T2.2"
            return say("why.taken", space=NAMES[space], colour=say(f"seat.{c}")), rule
    if s.phase == SPARE:
        return say("why.beside", space=NAMES[space], spare=_spare(s), cut=s.cut[s.spare]), "T5.4"
    near = int(NEAR[space]) & s.spaces[rules.colour(s, player)]
    return say("why.near", space=NAMES[space], other=NAMES[members(near)[0]]), "T2.2"


def prompt(s: Any, viewer: int) -> str:
    acting = members(rules.actors(s))
    if s.phase == ADD:
        actor = acting[0]
        if actor != viewer:
            return say("prompt.add_wait", name=name(s, actor))
        if s.players == 2:
            return say("prompt.add_first" if s.turn == 0 else "prompt.add_second")
        return say("prompt.add", label=say(f"label.{s.label[rules.colour(s, actor)]}"))
    if s.phase == SPARE:
        known = {"spare": _spare(s), "cut": s.cut[s.spare]}
        return (
            say("prompt.spare", **known)
            if s.first == viewer
            else say("prompt.spare_wait", name=name(s, s.first), **known)
        )
    names = _list(name(s, p) for p in acting)
    if viewer in acting:
        return say("prompt.cut_sides" if at_sides(s.layout) else "prompt.cut")
    if viewer != SPECTATOR and s.sealed >> viewer & 1:
        return say("prompt.cut_done", cut=s.cut[rules.colour(s, viewer)], names=names)
    return say("prompt.cut_wait" if len(acting) > 1 else "prompt.cut_wait_one", names=names)


def chapter(s: Any, viewer: int) -> str:
    return ended_by(s) if s.phase == OVER else {ADD: "T2.1", SPARE: "T5.4", CUT: "T3.1"}[s.phase]


def standing(s: Any, viewer: int) -> list[Standing]:
    """Every colour with its toppings, the unselected one too."""
    found = []
    for c in range(COLOURS):
        player = -1 if c == s.spare else c - (1 if 0 <= s.spare < c else 0)
        first = s.players == 2 and player == s.first and s.phase != OVER
        skipped = s.phase == ADD and player >= 0 and s.skipped >> player & 1 == 1
        found.append(_stands(c, player, s.spaces[c].bit_count(), s.label[c], first, s.cut[c], skipped))
    return found


@kept(4096)
def _stands(c: int, player: int, n: int, label: int, first: bool, cut: int, skipped: bool) -> Standing:
    notes = [say("board.unselected") if player < 0 else say("board.first") if first else say(f"label.{label}")]
    if cut:
        notes.append(cut_state(cut))
    if skipped:
        notes.append(say("board.skipped"))
    count = say("board.toppings", n=n, all=rules.TOPPINGS)
    return Standing(player, say(f"colour.{c}"), c, count, min(1.0, n / rules.TOPPINGS), tuple(notes))


def tally(s: Any) -> Tally:
    """Toppings before the last cut, what it brought and took, and the total."""
    keys = ("tally.colour", "tally.before", "tally.won", "tally.lost", "tally.total")
    head = tuple(say(key) for key in keys)
    rows = []
    for c in range(COLOURS):
        before, after = s.before[c], s.spaces[c]
        won, lost = (after & ~before).bit_count(), (before & ~after).bit_count()
        counts = (before.bit_count(), f"+{won}", f"-{lost}", after.bit_count())
        rows.append((say(f"colour.{c}"), *map(str, counts)))
    return Tally(head, tuple(rows), result(s))


def preview(s: Any, player: int, chosen: tuple[str, ...]) -> Preview:
    """The pizza with the topping or the own cutter on it; for a cut also what it brings over the others' cuts."""
    if len(chosen) != 1:
        return Preview()
    try:
        code = read(s, player, chosen[0])
    except IllegalMove:
        return Preview()
    own = rules.colour(s, player)
    after = s.copy()
    if code < FIRST_CUT:
        after.spaces[s.spare if code >= PUT else own] |= 1 << code % PUT
        return Preview((), after)
    after.cut[own] = code - FIRST_CUT + 1
    after.sealed |= 1 << player
    counts = outcomes(after)
    mean, low, high = sum(counts[own]) / len(counts[own]), min(counts[own]), max(counts[own])
    others = _list(
        say("preview.other", name=say(f"colour.{c}"), n=round(sum(counts[c]) / len(counts[c]), 1))
        for c in range(COLOURS)
        if c != own
    )
    now = s.spaces[own].bit_count()
    line = say("preview.cut", cut=after.cut[own], mean=round(mean, 1), low=low, high=high, now=now, others=others)
    return Preview((line,), after)


def outcomes(s: Any) -> list[list[int]]:
    """Each colour's toppings after the round, for every combination of the cuts that are not known."""
    lines = [range(LINES) if s.cut[c] in (0, HIDDEN) else [s.cut[c] - 1] for c in range(COLOURS)]
    counts: list[list[int]] = [[] for _ in range(COLOURS)]
    for cuts in product(*lines):
        division = rules.triple(s.label, [line + 1 for line in cuts])
        for c, n in enumerate(toppings_after(s.spaces[0], s.spaces[1], s.spaces[2], division)):
            counts[c].append(int(n))
    return counts


def tell(before: Any, player: int, code: int | None, after: Any, viewer: int) -> list[str]:
    said: list[str] = []
    who = name(before, player)
    revealed = after.rounds > before.rounds
    if code is None:
        said.append(say("tell.chosen", name=who))
    elif code < PUT:
        said.append(say("tell.add", name=who, space=NAMES[code]))
    elif code < FIRST_CUT:
        said.append(say("tell.put", name=who, spare=_spare(before), space=NAMES[code - PUT]))
    elif not revealed:
        said.append(say("tell.chose", name=who, cut=code - FIRST_CUT + 1))
    if revealed:
        said += _told_round(after)
    if after.phase == OVER:
        return [*said, result(after)]
    if revealed:
        said.append(say("tell.turn", name=name(after, after.first), round=after.rounds + 1))
    skipped = after.skipped if revealed else after.skipped & ~before.skipped
    said += [say("tell.skip", name=name(after, p)) for p in members(skipped)]
    if after.spare >= 0 and after.cut[after.spare] and (revealed or not before.cut[before.spare]):
        said.append(say("tell.roll", spare=_spare(after), cut=after.cut[after.spare]))
        if after.phase == CUT:
            said.append(say("tell.put_none", spare=_spare(after)))
    return said


def _told_round(s: Any) -> tuple[str, ...]:
    return _told_cuts(tuple(s.last_label), tuple(s.last_cut), tuple(s.before))


@kept(256)
def _told_cuts(labels: tuple[int, ...], cuts: tuple[int, ...], before: tuple[int, ...]) -> tuple[str, ...]:
    """What these cuts did to a pizza."""
    chosen = ", ".join(
        say("tell.cut_of", name=say(f"colour.{c}"), cut=cuts[c])
        for c in sorted(range(COLOURS), key=lambda c: labels[c])
    )
    parts = slices(labels, cuts, before)
    said = [say("tell.reveal", cuts=chosen, slices=len(parts))]
    for part in parts:
        lost = part.replaced | part.removed
        if not lost:
            continue
        numbers = {c: (before[c] & lost).bit_count() for c in range(COLOURS) if before[c] & lost}
        if part.replaced:
            gains = _list(say("tell.gain", n=n, colour=say(f"seat.{c}")) for c, n in numbers.items())
            said.append(say("tell.take", name=say(f"colour.{part.leaders[0]}"), slice=part.letter, gains=gains))
        else:
            losses = _list(say("tell.loss", n=n, colour=say(f"seat.{c}")) for c, n in numbers.items())
            names = _list(say(f"colour.{c}") for c in part.leaders)
            said.append(say("tell.tie", slice=part.letter, names=names, losses=losses))
    if len(said) == 1:
        said.append(say("tell.quiet"))
    return (*said, *(say("tell.safe", name=say(f"colour.{c}")) for c in _saved(before, [p.spaces for p in parts])))


def _saved(before: tuple[int, ...], parts: list[int]) -> list[int]:
    """The colours that would have lost a topping but for the safety rule (T3.6)."""
    saved = []
    for c in range(COLOURS):
        mine = [(before[c] & part).bit_count() for part in parts]
        most = [max((before[k] & part).bit_count() for k in range(COLOURS)) for part in parts]
        if max(mine) <= 1 and any(0 < m < n for m, n in zip(mine, most, strict=True)):
            saved.append(c)
    return saved


def result(s: Any) -> str:
    counts = [s.spaces[c].bit_count() for c in range(COLOURS)]
    won = members(s.won)
    finished = max(counts) >= rules.TOPPINGS
    opening = "" if finished else say("result.cap", rounds=s.rounds) + " "
    if not won:
        return opening + say("result.lost", name=say(f"colour.{s.spare}"), n=counts[s.spare])
    n = counts[rules.colour(s, won[0])]
    if len(won) == 1:
        return opening + say("result.win", name=name(s, won[0]), n=n)
    return opening + say("result.share", names=_list(name(s, p) for p in won), n=n)


def spell(s: Any, token: str) -> str:
    if token in BY_NAME:
        space = BY_NAME[token]
        return _spelled(token, next((c for c in range(COLOURS) if s.spaces[c] >> space & 1), -1))
    return say("board.spell_line", cut=token.removeprefix("cut "))


@kept(1024)
def _spelled(space: str, holder: int) -> str:
    what = say("board.spell_empty") if holder < 0 else say("board.spell_topping", colour=say(f"seat.{holder}"))
    return say("board.spell_space", space=space, what=what)


def board(s: Any, viewer: int) -> str:
    from .text_board import draw

    return draw(s, viewer)


def signs(s: Any) -> dict[str, str]:
    from .text_board import SIGNS

    return dict(zip(SIGNS, SEATS, strict=True))


def cut_state(cut: int) -> str:
    """What is known of a colour's cut this round: nothing, that it is chosen, or its number."""
    if cut == 0:
        return ""
    return say("board.cut_secret") if cut == HIDDEN else say("board.cut_open", cut=cut)


def _seat(s: Any, player: int) -> str:
    return say(f"seat.{rules.colour(s, player)}")


def _spare(s: Any) -> str:
    return say(f"seat.{s.spare}")


def _list(names: Any) -> str:
    parts = [str(part) for part in names]
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + say("tell.and") + parts[-1]
