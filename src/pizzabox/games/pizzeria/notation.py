"""Moves of Pizzeria as text and as tokens: writing, reading, and picking token by token."""

from __future__ import annotations

import re
from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.errors import IllegalMove, short
from pizzabox.engine.words import Pick

from .board import BY_NAME, CUT_RANK, PORTIONS, RING, TYPE_NAMES, WAYS
from .codes import (
    BITE,
    CHEW,
    CHOOSE,
    CUTTING,
    DEVOUR,
    DIVIDE,
    EAT,
    EAT_IT,
    FIRST,
    LAST,
    MARK,
    PASS,
    PHASES,
    PICK,
    PILE,
    PORTION,
    REVEAL,
    SAVE_IT,
    SERVE,
    SHIFT,
    TAKE,
    WIDTH,
)
from .offers import portion_of, shift_to
from .phrases import say
from .rules import moves
from .scoring import heads
from .service import acting, division

_SINGLE = {FIRST: "first", PASS: "pass", REVEAL: "reveal", EAT_IT: "eat", SAVE_IT: "save"}


def portions(s: Any) -> int:
    return int(PORTIONS[heads(s)])


def shift_target(s: Any, code: int) -> int:
    """The portion a slice goes to by a move of offer E, or -1."""
    place, clockwise = divmod(code - SHIFT, 2)
    return int(shift_to(s, place, clockwise)) if s.ring and place < s.ring and portion_of(s, place) >= 0 else -1


def text(s: Any, player: int, code: int) -> str:
    if code >= CUTTING:
        cuts, place = division(s, code - CUTTING)
        lines = " ".join(str(i + 1) for i in members(int(cuts)))
        if place < 0:
            return f"cut {lines}"
        return f"cut {lines} offer {place + 1 if int(cuts).bit_count() == portions(s) else 'alone'}"
    if code >= EAT:
        chosen = members(code - EAT)
        return "eat " + " ".join(str(i + 1) for i in chosen) if chosen else "save all"
    if code in _SINGLE:
        return _SINGLE[code]
    if code >= DEVOUR:
        return f"devour {code - DEVOUR}"
    if code >= CHOOSE:
        return f"mark {code - CHOOSE}"
    if code >= BITE:
        return f"bite {TYPE_NAMES[code - BITE]}"
    if code >= TAKE:
        return f"take {code - TAKE + 1}"
    if code >= SHIFT:
        return f"move {(code - SHIFT) // 2 + 1} to {shift_target(s, code) + 1}"
    return f"portion {code - PORTION + 1}" if code >= PORTION else f"pile {code - SERVE + 1}"


def tokens(s: Any, player: int, code: int) -> tuple[str, ...]:
    if code >= CUTTING:
        cuts, place = division(s, code - CUTTING)
        lines = tuple(f"cut {i + 1}" for i in members(int(cuts)))
        if place < 0:
            return lines
        return (*lines, f"portion {place + 1}" if len(lines) == portions(s) else "alone")
    if code >= EAT:
        return (*(f"slice {i + 1}" for i in members(code - EAT)), "done")
    if code in _SINGLE:
        return (_SINGLE[code],)
    if code >= CHOOSE:
        return (f"kind {code - (DEVOUR if code >= DEVOUR else CHOOSE)}",)
    if code >= BITE:
        return (f"saved {TYPE_NAMES[code - BITE]}",)
    if code >= TAKE:
        return (f"slice {code - TAKE + 1}",)
    if code >= SHIFT:
        return (f"slice {(code - SHIFT) // 2 + 1}", f"portion {shift_target(s, code) + 1}")
    return (text(s, player, code),)


def cutting_code(s: Any, lines: list[int], place: int | None) -> int:
    """The code of a division; `place` is a portion from 0, the number of portions for alone, None without an offer."""
    n, row = portions(s), s.ring - 10
    rank = CUT_RANK[s.ring, sum(1 << i for i in lines)]
    if place is None:
        return CUTTING + rank
    if len(lines) == n:
        return CUTTING + rank * n + place
    return CUTTING + int(WAYS[row, n]) * n + rank


def read(s: Any, player: int, text: str) -> int:
    """Read a move as it is written by `text`, in any case and spacing; a bare number where one thing is asked for."""
    words = " ".join(text.lower().replace(",", " ").split()) if len(text) < 120 else ""
    head, _, rest = words.partition(" ")
    if re.fullmatch(r"\d{1,3}", words) and s.phase in (PILE, PICK):
        head, rest = ("pile" if s.phase == PILE else "portion"), words
    if words in _SINGLE.values() and not (words in ("eat", "save") and s.phase == CHEW):
        return next(code for code, word in _SINGLE.items() if word == words)
    if words in ("save all", "save", "eat none"):
        return EAT
    if words == "eat all":
        return EAT + int(s.plate)
    if head == "cut":
        return _read_cut(s, rest, text)
    if head == "eat" and (places := _numbers(rest)):
        if max(places) > RING or min(places) < 1:
            raise IllegalMove(say("why.no_slice", n=s.ring or RING), "P2.3")
        return EAT + sum(1 << i - 1 for i in set(places))
    if head == "bite" and rest in BY_NAME and BY_NAME[rest]:
        return BITE + BY_NAME[rest]
    one = _numbers(rest)
    if head in ("pile", "portion") and len(one) == 1:
        if not 1 <= one[0] <= 6:
            key, n = ("why.no_pile", s.stock.bit_length()) if head == "pile" else ("why.no_portion", portions(s))
            raise IllegalMove(say(key, n=n), "P1.5" if head == "pile" else "P2.4")
        return (SERVE if head == "pile" else PORTION) + one[0] - 1
    if head == "take" and len(one) == 1:
        if not 1 <= one[0] <= RING:
            raise IllegalMove(say("why.no_slice", n=s.ring or RING), "P2.3")
        return TAKE + one[0] - 1
    if head in ("mark", "devour") and len(one) == 1:
        if not 2 <= one[0] <= 11:
            raise IllegalMove(say("why.no_such_kind"), "P1.1")
        return (CHOOSE if head == "mark" else DEVOUR) + one[0]
    if head == "move" and (match := re.fullmatch(r"(\d{1,2}) to (\d)", rest)):
        return _read_shift(s, int(match[1]), int(match[2]))
    example = " ".join(str(i) for i in range(1, 2 * portions(s), 2))
    hint = say(f"why.hint_{PHASES[s.phase]}", example=example)
    raise IllegalMove(say("why.unread", text=short(text), hint=hint), "")


def _numbers(words: str) -> list[int]:
    return [int(word) for word in words.split()] if re.fullmatch(r"\d{1,3}( \d{1,3})*", words) else []


def _read_shift(s: Any, place: int, portion: int) -> int:
    if not 1 <= place <= RING:
        raise IllegalMove(say("why.no_slice", n=s.ring or RING), "P2.3")
    base = SHIFT + 2 * (place - 1)
    for clockwise in (0, 1):
        if shift_target(s, base + clockwise) == portion - 1:
            return base + clockwise
    for clockwise in (0, 1):
        if s.ring and portion_of(s, (place - 2 + 2 * clockwise) % s.ring) == portion - 1:
            return base + clockwise
    return base


def _read_cut(s: Any, rest: str, text: str) -> int:
    match = re.fullmatch(r"(\d{1,2}(?: \d{1,2})*)(?: offer (\d|alone))?", rest)
    if not match:
        example = " ".join(str(i) for i in range(1, 2 * portions(s), 2))
        raise IllegalMove(say("why.unread", text=short(text), hint=say("why.hint_divide", example=example)), "")
    if s.phase != DIVIDE:
        return CUTTING
    lines, n = [int(word) for word in match[1].split()], portions(s)
    for line in lines:
        if not 1 <= line <= s.ring:
            raise IllegalMove(say("why.no_cut", n=s.ring), "P2.3")
        if lines.count(line) > 1:
            raise IllegalMove(say("why.twice", text=line), "P2.6")
    alone = match[2] == "alone"
    if match[2] and not s.tile:
        raise IllegalMove(say("why.no_tile"), "P6.3")
    if len(lines) != n - alone:
        key = "why.few_cuts_alone" if alone else "why.few_cuts"
        raise IllegalMove(say(key, got=len(lines), n=n - alone), "P6.3" if alone else "P2.5" if n == 4 else "P2.4")
    if not s.tile:
        return cutting_code(s, sorted(line - 1 for line in lines), None)
    if not match[2]:
        raise IllegalMove(say("why.need_place", n=n), "P6.3")
    if not alone and not 1 <= int(match[2]) <= n:
        raise IllegalMove(say("why.no_portion", n=n), "P2.4")
    return cutting_code(s, sorted(line - 1 for line in lines), n if alone else int(match[2]) - 1)


def pick(s: Any, player: int, chosen: tuple[str, ...]) -> Pick:
    """Cut lines and slices may be touched in any order; all else goes token by token."""
    if acting(s) != player or len(set(chosen)) != len(chosen):
        return Pick(chosen, ())
    if s.phase == DIVIDE:
        return _pick_cuts(s, chosen)
    if s.phase == CHEW:
        return _pick_bites(s, chosen)
    codes = [0] * WIDTH
    following: dict[str, None] = {}
    for code in codes[: moves(s, player, codes)]:
        made = tokens(s, player, code)
        if made == chosen:
            return Pick(chosen, (), code)
        if made[: len(chosen)] == chosen:
            following[made[len(chosen)]] = None
    return Pick(chosen, tuple(following), sentence=say("pick.there") if chosen and following else "")


def _pick_cuts(s: Any, chosen: tuple[str, ...]) -> Pick:
    n = portions(s)
    every = [f"cut {i + 1}" for i in range(s.ring)]
    place = chosen[-1] if chosen and not chosen[-1].startswith("cut ") else None
    lines = chosen[:-1] if place else chosen
    if any(line not in every for line in lines) or len(lines) > n:
        return Pick(chosen, ())
    cuts, missing = sorted(every.index(line) for line in lines), n - len(lines)
    if place:
        if s.tile and place == "alone" and missing == 1:
            return Pick(chosen, (), cutting_code(s, cuts, n))
        if s.tile and missing == 0 and place in [f"portion {k + 1}" for k in range(n)]:
            return Pick(chosen, (), cutting_code(s, cuts, int(place.removeprefix("portion ")) - 1))
        return Pick(chosen, ())
    if missing == 0:
        if not s.tile:
            return Pick(chosen, (), cutting_code(s, cuts, None))
        return Pick(chosen, tuple(f"portion {k + 1}" for k in range(n)), sentence=say("pick.place"))
    rest = tuple(line for line in every if line not in lines)
    if missing == 1:
        return Pick(chosen, (*rest, "alone") if s.tile else rest, sentence=say(_last_cut(s)))
    return Pick(chosen, rest, sentence=say("pick.cuts", n=missing))


def _last_cut(s: Any) -> str:
    return "pick.cut_or_alone" if s.tile else "pick.cut"


def _pick_bites(s: Any, chosen: tuple[str, ...]) -> Pick:
    every = [f"slice {i + 1}" for i in members(s.plate)]
    slices = chosen[:-1] if chosen and chosen[-1] == "done" else chosen
    if any(token not in every for token in slices):
        return Pick(chosen, ())
    if slices != chosen:
        return Pick(chosen, (), EAT + sum(1 << int(token.removeprefix("slice ")) - 1 for token in slices))
    rest = tuple(token for token in every if token not in slices)
    return Pick(chosen, (*rest, "done"), sentence=say("pick.done"))


def family(code: int) -> tuple[int, ...]:
    """The phases in which a move of this family belongs."""
    for base, phases in (
        (CUTTING, (DIVIDE,)),
        (EAT, (CHEW,)),
        (DEVOUR, (LAST,)),
        (CHOOSE, (MARK,)),
        (BITE, (PHASES.index("retro"),)),
        (EAT_IT, (PHASES.index("nibble"), PHASES.index("taste"))),
        (REVEAL, (PHASES.index("draw"),)),
        (PASS, tuple(PHASES.index(name) for name in ("dibs", "jump", "retro", "draw", "last"))),
        (FIRST, (PHASES.index("jump"),)),
        (TAKE, (PHASES.index("dibs"),)),
        (PORTION, (PICK,)),
    ):
        if code >= base:
            return phases
    return (PILE,)
