"""Pizzeria in words: seats, prompts, standings and scores; the other words come from the files of their roles."""

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import introduced, kept
from pizzabox.engine.field_cache import kept_by
from pizzabox.engine.presentation import Standing, Tally, listed, numbered

from . import phrases
from .board import BY_NAME, KINDS, OFFERS, PILES, PLAYERS, RING
from .move_codes import DIVIDE, OVER, PHASES, PICK, RETRO
from .phrases import called, contents, is_jeff, kind_name, rule_now, say, score, slice_name, sums, who
from .rules.offers import has_shift
from .rules.round_flow import acting, slicer
from .rules.scoring import heads, majorities, offers, tomatoes
from .state import State
from .story import result

FULL_BAR = 70
"""Points that fill the bar of a player."""


def prompt(s: State, viewer: int) -> str:
    phase, actor = PHASES[s.phase], acting(s)
    known: dict[str, object] = {"name": who(s, actor), "portion": s.chosen, "slice": slice_name(s.hand)}
    known |= {"round": s.rounds + 1, "rounds": int(PILES[heads(s)]), "offer": OFFERS[s.tile - 1] if s.tile else ""}
    known["n"] = s.bites_left if s.phase == RETRO else phrases.portions(s)
    if actor != viewer:
        return say(f"prompt.{phase}_wait", **known)
    more = "_shift" if s.phase == PICK and has_shift(s, viewer) else "_offer" if s.phase == DIVIDE and s.tile else ""
    return say(f"prompt.{phase}{more}", **known)


def chapter(s: State, viewer: int) -> str:
    return rule_now(s)


@kept_by("players", "variant", "phase", "rounds", "first", "saved", "ate", "bites", "holder", "marked")
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
        jeff = is_jeff(s, p)
        share, said = min(1.0, points / FULL_BAR), points_said(points, known)
        found.append(Standing(-1 if jeff else p, called(p, jeff), p, score(points, known), share, tuple(notes), said))
    return found


def seat_said(s: State, p: int) -> str:
    """A player with what is saved, who gets its points, what is eaten, and the points."""
    counted = sums(s)
    known = counted.knows(s, p)
    leaves = counted.leaves[p] if known else -1
    name = who(s, p) if is_jeff(s, p) else introduced(p, called(p, False))
    return _seat_said(name, counted.halves[p], counted.leads[p], s.bites[p], leaves, counted.points[p], known)


@kept(1024)
def _seat_said(
    name: str, held: tuple[int, ...], leads: tuple[bool, ...], bites: int, leaves: int, points: int, known: bool
) -> str:
    saved = [("spoken.most" if leads[kind] else "spoken.some", kind) for kind in KINDS if held[kind]]
    kinds = listed(say(key, n=phrases.amount_said(held[kind]), kind=kind_name(kind)) for key, kind in saved)
    key, total = "spoken.seat" if saved else "spoken.seat_bare", points_said(points, known)
    return say(key, name=name, saved=kinds, eaten=_eaten_note(bites, leaves), points=total)


def points_said(n: int, known: bool) -> str:
    """Points, and whether eaten slices are still to be added."""
    return say("spoken.points" if known else "spoken.points_open", n=n)


def offer_said(s: State, offer: int) -> str:
    """An offer with what it does, who has it, and whether it is used."""
    return offer_spelled(offer, who(s, s.holder[offer] - 1) if s.holder[offer] else "", bool(s.used >> offer & 1))


@kept(256)
def offer_spelled(offer: int, holder: str, used: bool) -> str:
    key = "spoken.offer" if not holder else "spoken.offer_used" if used else "spoken.offer_held"
    return say(key, offer=OFFERS[offer], name=holder, text=say(f"offer.{offer}"))


def _eaten_note(n: int, leaves: int) -> str:
    """How many slices were eaten, and their leaves unless these are -1."""
    return say("board.note_eaten", n=n) if leaves < 0 else say("board.note_leaves", n=n, leaves=leaves)


def tally(s: State) -> Tally:
    """Where everybody's points come from, who had most of each kind, and what had been put aside."""
    keys = ("player", "kinds", "tomato", "basil", "offers", "total", "bites")
    rows, counted = [], sums(s)
    for p, n in enumerate(counted.points):
        points = (majorities(s, p), tomatoes(s, p), counted.leaves[p], offers(s, p), n, s.bites[p])
        rows.append((who(s, p), *(str(int(n)) for n in points)))
    most = [(kind, [who(s, p) for p, leads in enumerate(counted.leads) if leads[kind]]) for kind in KINDS[1:]]
    leaders = [
        say("tally.most", kind=kind_name(kind), value=kind, names=listed(names)) for kind, names in most if names
    ]
    aside = listed(slice_name(t) for t in s.aside if t)
    note = say("tally.note", result=result(s), kinds="; ".join(leaders) or say("tally.nobody"), aside=aside)
    return Tally(tuple(say(f"tally.{key}") for key in keys), tuple(rows), note, keys.index("total"))


def reason(s: State) -> str:
    """Points decide, then slices eaten (P5.7)."""
    won, points = members(s.won), sums(s).points
    key = "level" if len(won) > 1 else "eaten" if points.count(points[won[0]]) > 1 else "most"
    return say(f"reason.{key}", n=points[won[0]], bites=s.bites[won[0]])


def spell(s: State, token: str) -> str:
    word, n = numbered(token)
    if word == "slice" and 1 <= n <= RING:
        return say("token.slice", n=n, what=slice_name(s.pizza[n - 1]))
    if word == "portion" and 1 <= n <= PLAYERS:
        what = contents(s, n - 1)
        return say("token.portion" if what else "token.portion_bare", n=n, what=what)
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
