"""Pizza Shark in words: seats, prompts, standings and scores; the other words come from the files of their roles."""

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import introduced, kept
from pizzabox.engine.field_cache import kept_by
from pizzabox.engine.presentation import Standing, Tally, listed

from . import phrases, rules
from .board import DECKS, FULL, HALF_NAMES, PLAYERS
from .board.deck import ACTIONS, TYPES
from .notation import BAITS, DONE_TOKENS
from .phrases import COLOURS, anchovies, full_pizzas, held, icon_list, left_of, name, say, team, type_name, wants
from .rules import actions, attacks
from .rules.actions import ACTING, EATING, IDLE, LURING, OVER, PASSING, PLACING, SETUP, TINS, UPGRADING
from .state import SEATS, State
from .story import result

_WAITING = {
    **{SETUP: "prompt.pick_wait", ACTING: "prompt.act_wait", PASSING: "prompt.pass_wait"},
    **{UPGRADING: "prompt.upgrade_wait", LURING: "prompt.lure_wait", EATING: "prompt.lose_wait"},
}
_READY = {ACTING: "prompt.act_done", PASSING: "prompt.pass_done"}
"""What partners are told who have nothing left to do."""


def prompt(s: State, viewer: int) -> str:
    acting = members(rules.actors(s))
    if viewer not in acting:
        key = "prompt.act_wait_two" if s.phase == ACTING and len(acting) > 1 else _WAITING[s.phase]
        ready = s.players == PLAYERS and viewer in team(s)
        names = listed(name(s, p) for p in acting)
        return say(_READY.get(s.phase, key) if ready else key, name=names, names=names, want=wants(s, "attack.any"))
    if s.phase == ACTING:
        return _acting(s, viewer)
    if s.phase == PASSING:
        return say("prompt.pass", name=name(s, actions.partner(viewer)))
    if s.phase == UPGRADING:
        able = s.swapped != 3 and attacks.upgrades(s)
        key = "prompt.upgrade_done" if s.swapped == 3 else "prompt.upgrade" if able else "prompt.upgrade_none"
        return say(key, n=anchovies(s.tins[viewer]))
    if s.phase == LURING:
        known = {"want": wants(s), "loss": phrases.threat(s, viewer)}
        if s.players < PLAYERS:
            return say("prompt.lure", **known)
        mate = actions.partner(viewer)
        other = say("attack.other", name=name(s, mate), n=phrases.loss(s, mate), all=held(s, mate))
        return say("prompt.lure_team", other=other, **known)
    return say("prompt.pick" if s.phase == SETUP else "prompt.lose", n=s.owed[viewer])


def _acting(s: State, viewer: int) -> str:
    if actions.owes_goal(s, viewer):
        return say("prompt.goal", icons=icon_list(left_of(s, viewer, True)))
    if s.step[viewer] == PLACING:
        t = s.placing[viewer]
        more = actions.places(s, viewer) != 0
        key = "prompt.place" if t < 0 else "prompt.place_more" if more else "prompt.place_done"
        return say(key, type=type_name(t))
    key = "prompt.play" if actions.usable(s, viewer, actions.icons(s, viewer, False)) else "prompt.play_idle"
    return say(key, icons=icon_list(left_of(s, viewer, False)))


def chapter(s: State, viewer: int) -> str:
    if s.phase == ACTING:
        acting = members(rules.actors(s))
        who = viewer if viewer in acting else acting[0]
        return "S7.3" if actions.owes_goal(s, who) else "S3.1" if s.step[who] == PLACING else "S4.2"
    known = {SETUP: "S2.7", PASSING: "S8.4", UPGRADING: "S5.2", LURING: "S5.9", EATING: "S5.8", OVER: "S6.1"}
    return known[s.phase]


@kept_by("players", "phase", "turn", "step", "tins", "stock", "placed", "lured")
def standing(s: State, viewer: int) -> list[Standing]:
    """Placed slices of 24; then what lies in the collecting area and what the player does."""
    found, in_teams = [], s.players == PLAYERS
    for p in range(s.players):
        notes = [anchovies(s.tins[p])]
        if held(s, p):
            notes.append(phrases.slices(s.stock[p, t] for t in range(3)))
        if in_teams:
            notes.append(say("board.partner", name=name(s, actions.partner(p))))
        if p == s.turn and s.phase not in (SETUP, OVER):
            notes.append(say("board.priority" if in_teams else "board.active"))
        if s.phase in (LURING, EATING) and s.lured >> p & 1:
            notes.append(say("board.safe"))
        if s.phase == ACTING and in_teams and p in team(s) and s.step[p] == IDLE:
            notes.append(say("board.ready"))
        n = s.placed[p]
        score, said = (say(key, n=n, all=FULL) for key in ("board.placed", "board.placed_said"))
        found.append(Standing(p, say(f"name.{p}"), COLOURS[p], score, n / FULL, tuple(notes), said))
    return found


def tally(s: State) -> Tally:
    """Pizzas, slices and anchovies; with four players the sums of the teams."""
    in_teams = s.players == PLAYERS
    keys = ["tally.player", "tally.pizzas", "tally.placed", "tally.stock", "tally.tins"]
    keys += ["tally.team"] if in_teams else []
    rows = []
    for p in range(s.players):
        counts = [full_pizzas(s, p), s.placed[p], held(s, p), s.tins[p]]
        counts += [s.placed[p] + s.placed[actions.partner(p)]] if in_teams else []
        rows.append((name(s, p), *map(str, counts)))
    return Tally(tuple(map(say, keys)), tuple(rows), result(s), -1 if in_teams else keys.index("tally.placed"))


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
    if token in DONE_TOKENS:
        return say(f"board.{DONE_TOKENS[token]}")
    if token in BAITS:
        return say(f"board.bait_{BAITS.index(token)}")
    if token in ACTIONS:
        return say("board.spell_icon", icon=phrases.icon(ACTIONS.index(token)))
    word, what, *rest = token.split()
    if word == "supply":
        t = TYPES.index(what)
        return supply_said(t, s.supply[t])
    if word == "half":
        acting = members(rules.actors(s))
        p, h = acting[0] if acting else s.turn, HALF_NAMES.index(what)
        return half_said(h, s.half[p, h], s.filled[p, h])
    if word == "card":
        slot = s.hand[s.mover, int(what) - 1]
        return say("board.spell_card", i=int(what), card=_face(s, s.own[s.mover, slot] if slot >= 0 else -1))
    if word == "rail":
        card = s.rail[int(what) - 1]
        return say("board.spell_rail" if card >= 0 else "board.spell_gone", i=int(what), card=_face(s, card))
    seat = SEATS.index(rest[0])
    if word == "anchovies":
        return pile_said(TINS, name(s, seat), s.tins[seat])
    t = TYPES.index(word)
    return pile_said(t, name(s, seat), s.stock[seat, t])


def _face(s: State, card: int) -> str:
    return phrases.card_called(s.deck, card) if card >= 0 else say("none")


@kept(1024)
def supply_said(t: int, n: int) -> str:
    return say("board.spell_supply", type=type_name(t), n=n)


@kept(1024)
def ticket_said(deck: int, j: int, card: int) -> str:
    """A place of the rail with its card and what it does, -1 where it has none."""
    if card < 0:
        return say("board.spell_gone", i=j + 1)
    return say("board.spell_rail", i=j + 1, card=phrases.card_does(deck, card))


@kept_by("placed", "half", "filled")
def tray_said(s: State, q: int) -> str:
    """A tray with all its halves."""
    halves = "; ".join(half_said(h, s.half[q, h], s.filled[q, h]) for h in range(len(HALF_NAMES)))
    known = {"n": s.placed[q], "all": FULL, "pizzas": full_pizzas(s, q), "halves": halves}
    return say("spoken.tray", name=introduced(q, say(f"name.{q}")), **known)


def goal_said(s: State, t: int) -> str:
    """A goal card: how many halves of which type it asks for, what it does, who has it."""
    owner = s.claimed[t]
    return goal_spelled(s.deck, s.goal[t], t, name(s, owner) if owner >= 0 else "")


@kept(256)
def goal_spelled(deck: int, card: int, t: int, owner: str) -> str:
    known = {"type": type_name(t), "n": DECKS[deck].cards[card].cost, "icons": phrases.card_acts(deck, card)}
    return say("spoken.goal_reached" if owner else "spoken.goal", name=owner, **known)


@kept(1024)
def pile_said(k: int, owner: str, n: int) -> str:
    """Somebody's collected slices of a type, or anchovies."""
    if k == TINS:
        return say("board.spell_tins", name=owner, n=n)
    return say("board.spell_stock", type=type_name(k), name=owner, n=n)


@kept(1024)
def half_said(h: int, kind: int, filled: int) -> str:
    """A half with what lies on it."""
    what = say("board.free") if kind == 0 else say("board.spell_filled", type=type_name(kind - 1), n=filled)
    return say("board.spell_half", half=HALF_NAMES[h], what=what)
