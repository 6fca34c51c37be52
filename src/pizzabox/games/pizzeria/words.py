"""Pizzeria in words: seats, prompts, standings and scores; the other words come from the files of their roles."""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import introduced, kept
from pizzabox.engine.presentation import Standing, Tally, listed

from .board import BY_NAME, KINDS, OFFERS, PILES, RING, SEATS
from .move_codes import DIVIDE, JEFF, OVER, PHASES, PICK, RETRO, SOLO
from .phrases import amount_said, called, contents, kind_name, portions, say, score, slice_name, sums, who
from .rules.offers import has_shift
from .rules.round_flow import acting, slicer
from .rules.scoring import heads, majorities, majority, offers, tomatoes
from .state import State
from .story import result


def name(s: State, player: int) -> str:
    return who(s, player)


def prompt(s: State, viewer: int) -> str:
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


def standing(s: State, viewer: int) -> list[Standing]:
    """Points if the game ended now; a plus where eaten slices are still to be added."""
    found = []
    counted, knife = sums(s), slicer(s) if s.phase != OVER else -1
    for p, points in enumerate(counted.points):
        known = counted.knows(s, p)
        notes = [_eaten_note(s.bites[p], counted.leaves[p] if known else -1)]
        if knife == p:
            notes.append(say("board.note_knife"))
        notes += [say("board.note_offer", offer=OFFERS[o]) for o, owner in enumerate(s.holder) if owner == p + 1]
        jeff = s.variant >= SOLO and p == JEFF
        share = min(1.0, points / 70)
        said = points_said(points, known)
        found.append(Standing(-1 if jeff else p, called(p, jeff), p, score(points, known), share, tuple(notes), said))
    return found


def seat_said(s: State, p: int) -> str:
    """A player with what is saved, who gets its points, what is eaten, and the points."""
    counted = sums(s)
    known = counted.knows(s, p)
    leaves = counted.leaves[p] if known else -1
    jeff = s.variant >= SOLO and p == JEFF
    name = who(s, p) if jeff else introduced(p, called(p, False))
    return _seat_said(name, counted.halves[p], counted.leads[p], s.bites[p], leaves, counted.points[p], known)


@kept(1024)
def _seat_said(
    name: str, held: tuple[int, ...], leads: tuple[bool, ...], bites: int, leaves: int, points: int, known: bool
) -> str:
    saved = [
        say("spoken.most" if leads[kind] else "spoken.some", n=amount_said(held[kind]), kind=kind_name(kind))
        for kind in KINDS
        if held[kind]
    ]
    total = points_said(points, known)
    key = "spoken.seat" if saved else "spoken.seat_bare"
    return say(key, name=name, saved=listed(saved), eaten=_eaten_note(bites, leaves), points=total)


@kept(512)
def points_said(n: int, known: bool) -> str:
    """Points, and whether eaten slices are still to be added."""
    return say("spoken.points" if known else "spoken.points_open", n=n)


def offer_said(s: State, offer: int) -> str:
    """An offer with what it does, who has it, and whether it is used."""
    return offer_spelled(offer, who(s, s.holder[offer] - 1) if s.holder[offer] else "", bool(s.used >> offer & 1))


@kept(256)
def offer_spelled(offer: int, holder: str, used: bool) -> str:
    key = "spoken.offer" if not holder else "spoken.offer_used" if used else "spoken.offer_of"
    return say(key, offer=OFFERS[offer], name=holder, text=say(f"offer.{offer}"))


@kept(512)
def _eaten_note(n: int, leaves: int) -> str:
    """How many slices were eaten, and their leaves unless these are -1."""
    return say("board.note_eaten", n=n) if leaves < 0 else say("board.note_leaves", n=n, leaves=leaves)


def tally(s: State) -> Tally:
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
    return Tally(tuple(say(f"tally.{key}") for key in keys), tuple(rows), note, keys.index("total"))


def reason(s: State) -> str:
    """Points decide, then slices eaten (P5.7)."""
    won, points = members(s.won), sums(s).points
    key = "level" if len(won) > 1 else "eaten" if points.count(points[won[0]]) > 1 else "most"
    return say(f"reason.{key}", n=points[won[0]], bites=s.bites[won[0]])


def spell(s: State, token: str) -> str:
    word, _, rest = token.partition(" ")
    if word == "slice" and rest.isdecimal() and 1 <= int(rest) <= RING:
        return say("token.slice", n=rest, what=slice_name(s.pizza[int(rest) - 1]))
    if word == "portion" and rest.isdecimal() and 1 <= int(rest) <= SEATS:
        what = contents(s, int(rest) - 1)
        return say("token.portion", n=rest, what=what) if what else say("token.portion_bare", n=rest)
    return spell_choice(token)


def spell_choice(token: str) -> str:
    """The same of what lies nowhere on the table."""
    word, _, rest = token.partition(" ")
    if word == "saved" and rest in BY_NAME:
        return say("token.saved", what=slice_name(BY_NAME[rest]))
    if word == "kind" and rest.isdecimal() and int(rest) in KINDS:
        return say("token.kind", kind=kind_name(int(rest)), n=rest)
    if word in ("pile", "cut"):
        return say(f"token.{word}", n=rest)
    return say(f"token.{token}") if say.has(f"token.{token}") else token
