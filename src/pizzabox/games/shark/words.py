"""Pizza Shark in words: seats, prompts, standings and scores; the other words come from the files of their roles."""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import introduced, kept
from pizzabox.engine.presentation import Standing, Tally, listed

from . import rules
from .board import CODES, DECKS, FULL, HALF_NAMES, PLAYERS
from .board.deck import KINDS, TYPES
from .notation import BAITS, DONE_TOKENS
from .phrases import (
    COLOURS,
    SEATS,
    anchovies,
    card_acts,
    card_called,
    card_does,
    full_pizzas,
    held,
    icon,
    icon_list,
    left_of,
    name,
    say,
    slices,
    team,
    threat,
    wants,
)
from .rules import actions, attacks
from .rules.actions import ACTING, EATING, IDLE, LURING, OVER, PASSING, PLACING, SETUP, TINS, UPGRADING
from .state import State
from .story import result


def prompt(s: State, viewer: int) -> str:
    acting = members(rules.actors(s))
    mine = viewer in acting
    names = listed(name(s, p) for p in acting)
    if s.phase == SETUP:
        p = acting[0]
        return say("prompt.pick", n=s.owed[p]) if mine else say("prompt.pick_wait", name=names)
    if s.phase == ACTING:
        return _acting(s, viewer) if mine else _waiting(s, viewer, acting, names)
    if s.phase == PASSING:
        if mine:
            return say("prompt.pass", name=name(s, actions.partner(viewer)))
        return say("prompt.pass_done" if viewer in team(s) else "prompt.pass_wait", names=names)
    if s.phase == UPGRADING:
        if not mine:
            return say("prompt.upgrade_wait", name=names)
        if s.swapped == 3:
            return say("prompt.upgrade_done")
        out = [0] * CODES
        key = "prompt.upgrade" if attacks.upgrade_moves(s, out) else "prompt.upgrade_none"
        return say(key, n=anchovies(s.tins[viewer]))
    if s.phase == LURING:
        if not mine:
            return say("prompt.lure_wait", want=wants(s, "attack.any"), name=names)
        if s.players == PLAYERS:
            mate = actions.partner(viewer)
            n = 0 if s.lured >> mate & 1 else attacks.risk(s, mate)
            other = say("attack.other", name=name(s, mate), n=n, all=held(s, mate))
            return say("prompt.lure_team", want=wants(s), loss=threat(s, viewer), other=other)
        return say("prompt.lure", want=wants(s), loss=threat(s, viewer))
    return say("prompt.lose", n=s.owed[viewer]) if mine else say("prompt.lose_wait", name=names)


def _acting(s: State, viewer: int) -> str:
    if actions.owes_goal(s, viewer):
        return say("prompt.goal", icons=icon_list(left_of(s, viewer, True)))
    if s.step[viewer] == PLACING:
        t = s.placing[viewer]
        if t >= 0:
            more = s.stock[viewer, t] > 0 and actions.has_room(s, viewer, t)
            return say("prompt.place_more" if more else "prompt.place_done", type=say(f"type.{t}"))
        return say("prompt.place")
    key = "prompt.play" if actions.card_usable(s, viewer) else "prompt.play_idle"
    return say(key, icons=icon_list(left_of(s, viewer, False)))


def _waiting(s: State, viewer: int, acting: list[int], names: str) -> str:
    if s.players == PLAYERS and viewer >= 0 and not actions.opponent(s, s.turn, viewer):
        return say("prompt.act_done", names=names)
    return say("prompt.act_wait_two" if len(acting) > 1 else "prompt.act_wait", names=names)


def chapter(s: State, viewer: int) -> str:
    if s.phase == ACTING:
        acting = members(rules.actors(s))
        who = viewer if viewer in acting else acting[0]
        if actions.owes_goal(s, who):
            return "S7.3"
        return "S3.1" if s.step[who] == PLACING else "S4.2"
    known = {SETUP: "S2.7", PASSING: "S8.4", UPGRADING: "S5.2", LURING: "S5.9", EATING: "S5.8", OVER: "S6.1"}
    return known[s.phase]


def standing(s: State, viewer: int) -> list[Standing]:
    """Placed slices of 24; then what lies in the collecting area and what the player does."""
    found = []
    for p in range(s.players):
        notes = [anchovies(s.tins[p])]
        if held(s, p):
            notes.append(slices(s.stock[p, t] for t in range(3)))
        if s.players == PLAYERS:
            notes.append(say("board.partner", name=name(s, actions.partner(p))))
        if s.phase not in (SETUP, OVER):
            if p == s.turn:
                notes.append(say("board.priority" if s.players == PLAYERS else "board.active"))
            if s.phase in (LURING, EATING) and s.lured >> p & 1:
                notes.append(say("board.safe"))
            if s.phase == ACTING and s.players == PLAYERS and not actions.opponent(s, s.turn, p) and s.step[p] == IDLE:
                notes.append(say("board.ready"))
        n = s.placed[p]
        score, said = _placed(n, "board.placed"), _placed(n, "board.placed_said")
        found.append(Standing(p, say(f"name.{p}"), COLOURS[p], score, n / FULL, tuple(notes), said))
    return found


@kept()
def _placed(n: int, key: str) -> str:
    return say(key, n=n, all=FULL)


def tally(s: State) -> Tally:
    """Pizzas, slices and anchovies; with four players the sums of the teams."""
    keys = ["tally.player", "tally.pizzas", "tally.placed", "tally.stock", "tally.tins"]
    in_teams = s.players == PLAYERS
    rows = []
    for p in range(s.players):
        row = [name(s, p), str(full_pizzas(s, p)), str(s.placed[p]), str(held(s, p)), str(s.tins[p])]
        if in_teams:
            row.append(str(s.placed[p] + s.placed[actions.partner(p)]))
        rows.append(tuple(row))
    head = tuple(say(key) for key in [*keys, *(["tally.team"] if in_teams else [])])
    return Tally(head, tuple(rows), result(s), keys.index("tally.placed") if not in_teams else -1)


def reason(s: State) -> str:
    """A full tray (of a team: both), or at the turn limit slices placed, then anchovies (S6)."""
    won, in_teams = members(s.won), s.players == PLAYERS
    if all(s.placed[p] == FULL for p in won):
        return say("reason.S8.1" if in_teams else "reason.S6.1")
    sides = [(p, actions.partner(p)) if in_teams else (p,) for p in range(2 if in_teams else s.players)]
    placed = [sum(s.placed[p] for p in side) for side in sides]
    winners = [i for i, side in enumerate(sides) if side[0] in won or side[-1] in won]
    n, tins = placed[winners[0]], sum(s.tins[p] for p in sides[winners[0]])
    key = "level" if len(winners) > 1 else "tins" if placed.count(n) > 1 else "most"
    return say(f"reason.{key}", n=n, tins=tins)


def spell(s: State, token: str) -> str:
    words = token.split()
    if token in DONE_TOKENS:
        return say(f"board.{DONE_TOKENS[token]}")
    if token in BAITS:
        return say(f"board.bait_{BAITS.index(token)}")
    if token in KINDS:
        return say("board.spell_icon", icon=icon(KINDS.index(token)))
    if words[0] == "supply":
        t = TYPES.index(words[1])
        return supply_said(t, s.supply[t])
    if words[0] == "half":
        acting = members(rules.actors(s))
        p, h = acting[0] if acting else s.turn, HALF_NAMES.index(words[1])
        return half_said(h, s.half[p, h], s.filled[p, h])
    if words[0] == "card":
        i = int(words[1]) - 1
        slot = s.hand[s.mover, i]
        card = card_called(s.deck, s.own[s.mover, slot]) if slot >= 0 else say("none")
        return say("board.spell_card", i=i + 1, card=card)
    if words[0] == "rail":
        j = int(words[1]) - 1
        if s.rail[j] < 0:
            return ticket_said(s.deck, j, s.rail[j])
        return say("board.spell_rail", i=j + 1, card=card_called(s.deck, s.rail[j]))
    seat = SEATS.index(words[2])
    if words[0] == "anchovies":
        return pile_said(TINS, name(s, seat), s.tins[seat])
    t = TYPES.index(words[0])
    return pile_said(t, name(s, seat), s.stock[seat, t])


@kept(1024)
def supply_said(t: int, n: int) -> str:
    return say("board.spell_supply", type=say(f"type.{t}"), n=n)


@kept(1024)
def ticket_said(deck: int, j: int, card: int) -> str:
    """A place of the rail with its card and what it does, -1 where it has none."""
    if card < 0:
        return say("board.spell_gone", i=j + 1)
    return say("board.spell_rail", i=j + 1, card=card_does(deck, card))


def tray_said(s: State, q: int) -> str:
    """A tray with all its halves."""
    halves = tuple((int(s.half[q, h]), int(s.filled[q, h])) for h in range(len(HALF_NAMES)))
    known = {"n": s.placed[q], "all": FULL, "pizzas": full_pizzas(s, q), "halves": _halves_said(halves)}
    return say("spoken.tray", name=introduced(q, say(f"name.{q}")), **known)


@kept(1024)
def _halves_said(halves: tuple[tuple[int, int], ...]) -> str:
    return "; ".join(half_said(h, kind, filled) for h, (kind, filled) in enumerate(halves))


def goal_said(s: State, t: int) -> str:
    """A goal card: how many halves of which type it asks for, what it does, who has it."""
    owner = s.claimed[t]
    return goal_spelled(s.deck, s.goal[t], t, name(s, owner) if owner >= 0 else "")


@kept(256)
def goal_spelled(deck: int, card: int, t: int, owner: str) -> str:
    known = {"type": say(f"type.{t}"), "n": DECKS[deck].cards[card].cost, "icons": card_acts(deck, card)}
    return say("spoken.goal_of", name=owner, **known) if owner else say("spoken.goal", **known)


@kept(1024)
def pile_said(k: int, owner: str, n: int) -> str:
    """Somebody's collected slices of a type, or anchovies."""
    if k == TINS:
        return say("board.spell_tins", name=owner, n=n)
    return say("board.spell_stock", type=say(f"type.{k}"), name=owner, n=n)


@kept(1024)
def half_said(h: int, kind: int, filled: int) -> str:
    """A half with what lies on it."""
    what = say("board.free") if kind == 0 else say("board.spell_filled", type=say(f"type.{kind - 1}"), n=filled)
    return say("board.spell_half", half=HALF_NAMES[h], what=what)
