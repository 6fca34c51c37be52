"""Moves of Pizzeria as text and as tokens: writing, reading, and picking token by token."""

import re

from pizzabox.engine.bits import members
from pizzabox.engine.errors import IllegalMove
from pizzabox.engine.move_table import MoveTable
from pizzabox.engine.presentation import Pick, numbered
from pizzabox.engine.words import Reason

from . import move_codes as codes
from .board import CUT_RANK, KINDS, OFFERS, PILES, PLAYERS, RING, TYPE_NAMES, WAYS
from .phrases import portions, portions_rule, say
from .rules.offers import has_shift, portion_of, shift_to
from .rules.round_flow import acting, division
from .rules.scoring import heads
from .state import State

_SPOKEN: dict[int, dict[str, int]] = {
    codes.DIBS: {"keep": codes.PASS},
    codes.JUMP: {"keep": codes.PASS, "choose first": codes.FIRST},
    codes.CHEW: dict.fromkeys(("save all", "save", "eat none", "done", "finish", "save the rest"), codes.EAT),
    codes.RETRO: {"stop": codes.PASS},
    codes.DRAW: {"take": codes.REVEAL, "leave": codes.PASS, "leave it": codes.PASS},
    codes.NIBBLE: {"eat it": codes.EAT_IT, "save it": codes.SAVE_IT},
    codes.TASTE: {"eat it": codes.EAT_IT, "save it": codes.SAVE_IT},
}
"""By phase: words of prompts and buttons that say a move too."""
_NUMBERS = tuple(str(n) for n in range(RING + 1))
MOVES = MoveTable(
    {"seat": _NUMBERS[1 : PLAYERS + 1], "place": _NUMBERS[1:], "kind": _NUMBERS[: KINDS[-1] + 1], "slice": TYPE_NAMES},
    (codes.SERVE, "pile {seat}"),
    (codes.PORTION, "portion {seat}"),
    (codes.SHIFT,),
    (codes.TAKE, "take {place}", "slice {place}"),
    (codes.FIRST, "first"),
    (codes.PASS, "pass"),
    (codes.REVEAL, "reveal"),
    (codes.EAT_IT, "eat"),
    (codes.SAVE_IT, "save"),
    (codes.BITE, "bite {slice}", "saved {slice}"),
    (codes.CHOOSE, "mark {kind}", "kind {kind}"),
    (codes.DEVOUR, "devour {kind}", "kind {kind}"),
    (codes.EAT,),
    (codes.CUTTING,),
)


def shift_target(s: State, code: int) -> int:
    """The portion a slice goes to by a move of offer E, or -1."""
    place, clockwise = divmod(code - codes.SHIFT, 2)
    return int(shift_to(s, place, clockwise)) if s.ring and place < s.ring and portion_of(s, place) >= 0 else -1


def text(s: State, player: int, code: int) -> str:
    base, n = MOVES.split(code)
    if base == codes.CUTTING:
        lines, place = _cuts(s, n)
        return f"cut {' '.join(lines)}" + (f" offer {place}" if place else "")
    if base == codes.EAT:
        return "eat " + " ".join(str(i + 1) for i in members(n)) if n else "save all"
    return f"move {n // 2 + 1} to {shift_target(s, code) + 1}" if base == codes.SHIFT else MOVES.text(code)


def tokens(s: State, player: int, code: int) -> tuple[str, ...]:
    base, n = MOVES.split(code)
    if base == codes.CUTTING:
        lines, place = _cuts(s, n)
        spot = [place if place == "alone" else f"portion {place}"] if place else []
        return (*(f"cut {line}" for line in lines), *spot)
    if base == codes.EAT:
        return (*(f"slice {i + 1}" for i in members(n)), "done")
    if base == codes.SHIFT:
        return (f"slice {n // 2 + 1}", f"portion {shift_target(s, code) + 1}")
    return MOVES.tokens(code)


def _cuts(s: State, n: int) -> tuple[list[str], str]:
    """The lines of a division by its number, and where the offer goes: to a portion, alone, or nowhere."""
    cuts, place = division(s, n)
    lines = [str(i + 1) for i in members(int(cuts))]
    return lines, "" if place < 0 else str(place + 1) if len(lines) == portions(s) else "alone"


def cutting_code(s: State, lines: list[int], place: int | None) -> int:
    """The code of a division; `place` is a portion from 0, the number of portions for alone, None without an offer."""
    n, rank = portions(s), CUT_RANK[s.ring, sum(1 << i for i in lines)]
    if place is None:
        return codes.CUTTING + rank
    return codes.CUTTING + (rank * n + place if len(lines) == n else int(WAYS[s.ring - 10, n]) * n + rank)


def parse(s: State, player: int, typed: str) -> int | None:
    """Read a move as it is written by `text`, with commas between numbers; a bare number where one thing is asked for.

    Whatever could be meant otherwise is refused: a move that is played is the move that was typed.
    """
    words = re.sub(r"(?<=[0-9]) ?, ?(?=[0-9])", " ", typed)
    if re.fullmatch(r"[0-9]{1,3}", words) and s.phase in (codes.PILE, codes.PICK):
        words = f"{'pile' if s.phase == codes.PILE else 'portion'} {words}"
    if words in _SPOKEN.get(s.phase, {}):
        return _SPOKEN[s.phase][words]
    if words in ("save all", "eat all"):
        return codes.EAT + (int(s.plate) if words == "eat all" else 0)
    head, _, rest = words.partition(" ")
    if head == "cut":
        return _read_cut(s, rest)
    numbers = [int(word) for word in rest.split()] if re.fullmatch(r"[0-9]{1,3}( [0-9]{1,3})*", rest) else []
    if head == "eat" and numbers:
        places = [_slice_place(s, n) for n in numbers]
        twice = next((n for n in numbers if numbers.count(n) > 1), 0)
        if twice:
            raise IllegalMove(say("why.twice", text=twice), "P4.1")
        return codes.EAT + sum(1 << place for place in places)
    if head == "move" and (match := re.fullmatch(r"([0-9]{1,2}) to ([0-9])", rest)):
        return shift_code(s, player, int(match[1]), int(match[2]))
    if len(numbers) == 1 and head != "bite":
        _check_number(s, head, numbers[0])
        words = f"{head} {numbers[0]}"
    unclear = (words == "eat" and s.phase == codes.CHEW) or words == f"bite {TYPE_NAMES[0]}"
    return None if unclear else MOVES.read(words)


def hint(s: State, player: int, typed: str) -> str:
    """How a move is typed now."""
    shifts = s.phase == codes.PICK and has_shift(s, player)
    what = "divide" if typed.split(" ", maxsplit=1)[0] == "cut" else "shift" if shifts else codes.PHASES[s.phase]
    return say(f"why.hint_{what}", example=" ".join(str(i) for i in range(1, 2 * portions(s), 2)))


def _check_number(s: State, word: str, n: int) -> None:
    """Refuse a number that no pile, portion, slice or kind has."""
    if word == "pile" and not 1 <= n <= PLAYERS:
        raise IllegalMove(say("why.no_pile", n=int(PILES[heads(s)])), "P1.5")
    if word == "portion" and not 1 <= n <= PLAYERS:
        raise IllegalMove(*no_portion(s))
    if word in ("mark", "devour") and n not in KINDS:
        raise IllegalMove(say("why.no_such_kind"), "P1.1")
    if word == "take":
        _slice_place(s, n)


def no_portion(s: State) -> Reason:
    """Why there is no portion with that number."""
    return say("why.no_portion", n=portions(s)), portions_rule(s)


def _slice_place(s: State, n: int) -> int:
    """A slice of the pizza by its number, from 0."""
    most = s.ring or RING
    if not 1 <= n <= most:
        raise IllegalMove(say("why.no_slice", n=most), "P2.3")
    return n - 1


def shift_code(s: State, player: int, number: int, portion: int) -> int:
    """The code of a move by offer E; of one that the rules refuse, so that the reason is theirs."""
    place = _slice_place(s, number)
    ways = [codes.SHIFT + 2 * place + clockwise for clockwise in (0, 1)]
    if s.phase != codes.PICK or not has_shift(s, player):
        return ways[0]
    if not 1 <= portion <= portions(s):
        raise IllegalMove(*no_portion(s))
    beside = [portion_of(s, (place + step) % s.ring) for step in (-1, 1)]
    for found in ([shift_target(s, code) for code in ways], beside):
        if portion - 1 in found:
            return ways[found.index(portion - 1)]
    if beside != [portion_of(s, place)] * 2:
        raise IllegalMove(say("why.not_beside", place=number, portion=portion), "P7.5")
    return ways[0]


def _read_cut(s: State, rest: str) -> int | None:
    match = re.fullmatch(r"([0-9]{1,2}(?: [0-9]{1,2})*)(?: offer ([0-9]|alone))?", rest)
    if not match:
        return None
    if s.phase != codes.DIVIDE:
        return codes.CUTTING
    lines, n, alone = [int(word) for word in match[1].split()], portions(s), match[2] == "alone"
    for line in lines:
        if not 1 <= line <= s.ring:
            raise IllegalMove(say("why.no_cut", n=s.ring), "P2.3")
        if lines.count(line) > 1:
            raise IllegalMove(say("why.twice", text=line), "P2.6")
    if match[2] and not s.tile:
        raise IllegalMove(say("why.no_tile"), "P6.3")
    if len(lines) != n - alone:
        few = say("why.few_cuts_alone" if alone else "why.few_cuts", got=len(lines), n=n - alone)
        raise IllegalMove(few, "P6.3" if alone else portions_rule(s))
    if s.tile and not match[2]:
        raise IllegalMove(say("why.need_place", n=n), "P6.3")
    if match[2] and not alone and not 1 <= int(match[2]) <= n:
        raise IllegalMove(*no_portion(s))
    place = None if not match[2] else n if alone else int(match[2]) - 1
    return cutting_code(s, sorted(line - 1 for line in lines), place)


def pick_set(s: State, player: int, chosen: tuple[str, ...]) -> Pick | None:
    """Cut lines and slices may be touched in any order."""
    if acting(s) != player or len(set(chosen)) != len(chosen):
        return Pick(chosen, ())
    picks = {codes.DIVIDE: _pick_cuts, codes.CHEW: _pick_bites}
    return picks[s.phase](s, chosen) if s.phase in picks else None


def to_choose(s: State, following: tuple[str, ...]) -> str:
    return say("pick.there")


def _pick_cuts(s: State, chosen: tuple[str, ...]) -> Pick:
    n, offer = portions(s), OFFERS[s.tile - 1] if s.tile else ""
    every = [f"cut {i + 1}" for i in range(s.ring)]
    places = tuple(f"portion {k + 1}" for k in range(n))
    place = chosen[-1] if chosen and not chosen[-1].startswith("cut ") else None
    lines = chosen[:-1] if place else chosen
    if any(line not in every for line in lines) or len(lines) > n:
        return Pick(chosen, ())
    cuts, missing = sorted(every.index(line) for line in lines), n - len(lines)
    if place:
        spots = {0: {token: k for k, token in enumerate(places)}, 1: {"alone": n}}.get(missing, {}) if offer else {}
        return Pick(chosen, (), cutting_code(s, cuts, spots[place]) if place in spots else None)
    if missing == 0:
        if not offer:
            return Pick(chosen, (), cutting_code(s, cuts, None))
        return Pick(chosen, places, sentence=say("pick.place", offer=offer))
    rest = tuple(line for line in every if line not in lines)
    if missing == 1 and offer:
        return Pick(chosen, (*rest, "alone"), sentence=say("pick.cut_or_alone", offer=offer))
    return Pick(chosen, rest, sentence=say("pick.cut" if missing == 1 else "pick.cuts", n=missing))


def _pick_bites(s: State, chosen: tuple[str, ...]) -> Pick:
    every = [f"slice {i + 1}" for i in members(s.plate)]
    slices = chosen[:-1] if chosen and chosen[-1] == "done" else chosen
    if any(token not in every for token in slices):
        return Pick(chosen, ())
    if slices != chosen:
        return Pick(chosen, (), codes.EAT + sum(1 << numbered(token)[1] - 1 for token in slices))
    rest = tuple(token for token in every if token not in slices)
    return Pick(chosen, (*rest, "done"), sentence=say("pick.done"))
