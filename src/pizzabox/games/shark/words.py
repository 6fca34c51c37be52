"""Pizza Shark in words: notation, prompts, standings, previews. Why-not is in why_not.py, the story in story.py."""

from __future__ import annotations

import difflib
from functools import cache
from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.errors import IllegalMove, did_you_mean, short
from pizzabox.engine.options import Options
from pizzabox.engine.presentation import Pick, Preview, Standing, Tally

from . import rules
from .board import (
    CODES,
    DONE,
    FULL,
    HALF_NAMES,
    HALVES,
    LOSE,
    LURE,
    PARTS,
    PASS,
    PICK,
    PLACE_ANY,
    PLAYERS,
    RAIL,
    SET,
    TAKE_ANY,
    UPGRADE,
)
from .board.deck import KINDS, TYPES
from .notation import BAITS, TEXTS, done_word
from .phrases import (
    COLOURS,
    SEATS,
    anchovies,
    card_called,
    card_name,
    full_pizzas,
    held,
    icon,
    icon_list,
    left_of,
    listed,
    name,
    say,
    slices,
    threat,
    wants,
)
from .preview import foreseen
from .rules import actions, attacks
from .rules.actions import ACTING, EATING, IDLE, LURING, OVER, PASSING, PLACING, SETUP, TINS, UPGRADING
from .spoken import meant
from .story import told
from .text_board import draw
from .why_not import reason

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

DONE_WORDS = ("done", "draw", "keep", "end")


def seats(options: Options) -> tuple[str, ...]:
    return SEATS[: int(options["players"])]


def colours(options: Options) -> tuple[int, ...]:
    return COLOURS[: int(options["players"])]


_READ = {text: code for code, text in enumerate(TEXTS)} | dict.fromkeys(DONE_WORDS, DONE)


def text(s: Any, player: int, code: int) -> str:
    return TEXTS[code] if code != DONE else done_word(s, player)


def stock_token(t: int, seat: int) -> str:
    return f"{TYPES[t]} of {SEATS[seat]}"


def tokens(s: Any, player: int, code: int) -> tuple[str, ...]:
    return _tokens(player, code)


@cache
def _tokens(player: int, code: int) -> tuple[str, ...]:
    if code == DONE or LURE <= code < LOSE:
        return (TEXTS[code],)
    if code < SET:
        return (f"supply {TYPES[code - PICK]}",)
    if code >= LOSE:
        return (stock_token(code - LOSE, player),)
    if code >= PASS:
        return (stock_token(code - PASS, player),)
    if code >= UPGRADE:
        return (f"card {(code - UPGRADE) // RAIL + 1}", f"rail {(code - UPGRADE) % RAIL + 1}")
    kind, t, q, h = (int(x) for x in PARTS[code])
    if kind < 0:
        return (stock_token((code - SET) // HALVES, player), f"half {HALF_NAMES[(code - SET) % HALVES]}")
    touched = [KINDS[kind]]
    if q >= 0:
        touched.append(stock_token(t, q) if t >= 0 else f"anchovies of {SEATS[q]}")
    elif kind == TAKE_ANY:
        touched.append(f"supply {TYPES[t]}")
    elif kind == PLACE_ANY:
        touched.append(stock_token(t, player))
    if h >= 0:
        touched.append(f"half {HALF_NAMES[h]}")
    return tuple(touched)


def read(s: Any, player: int, text: str) -> int:
    """Read a move as `text` writes it, in any case and spacing, or in the words of the prompt.

    Draw, done, keep and end are one move. Words of the prompt count in the language in force, and only where they mean
    one legal move: a choice that is still open is asked for.
    """
    words = " ".join(text.lower().split()) if len(text) < 100 else ""
    if words in _READ:
        return _READ[words]
    spoken = meant(s, player, words)
    if spoken is not None:
        return spoken
    near = difflib.get_close_matches(words, _READ, n=1)
    hint = did_you_mean(words, near) if near else say("why.hint")
    raise IllegalMove(say("why.unread", text=short(text), hint=hint), "")


def why(s: Any, player: int, code: int | None) -> tuple[str, str]:
    return reason(s, player, code)


def tell(before: Any, player: int, code: int | None, after: Any, viewer: int) -> list[str]:
    assert code is not None, "nothing is secret in this game"
    said = told(before, player, code, after)
    return [*said, result(after)] if after.phase == OVER else said


def board(s: Any, viewer: int) -> str:
    return draw(s, viewer)


def prompt(s: Any, viewer: int) -> str:
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
        team = (s.turn, actions.partner(s.turn))
        return say("prompt.pass_done" if viewer in team else "prompt.pass_wait", names=names)
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


def _acting(s: Any, viewer: int) -> str:
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


def _waiting(s: Any, viewer: int, acting: list[int], names: str) -> str:
    if s.players == PLAYERS and viewer >= 0 and not actions.opponent(s, s.turn, viewer):
        return say("prompt.act_done", names=names)
    return say("prompt.act_wait_two" if len(acting) > 1 else "prompt.act_wait", names=names)


def chapter(s: Any, viewer: int) -> str:
    if s.phase == ACTING:
        acting = members(rules.actors(s))
        who = viewer if viewer in acting else acting[0]
        if actions.owes_goal(s, who):
            return "S7.3"
        return "S3.1" if s.step[who] == PLACING else "S4.2"
    known = {SETUP: "S2.7", PASSING: "S8.4", UPGRADING: "S5.2", LURING: "S5.9", EATING: "S5.8", OVER: "S6.1"}
    return known[s.phase]


def standing(s: Any, viewer: int) -> list[Standing]:
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
        found.append(Standing(p, name(s, p), COLOURS[p], _placed(s.placed[p]), s.placed[p] / FULL, tuple(notes)))
    return found


@kept()
def _placed(n: int) -> str:
    return say("board.placed", n=n, all=FULL)


def tally(s: Any) -> Tally:
    """Pizzas, slices and anchovies; with four players the sums of the teams."""
    keys = ["tally.player", "tally.pizzas", "tally.placed", "tally.stock", "tally.tins"]
    team = s.players == PLAYERS
    rows = []
    for p in range(s.players):
        row = [name(s, p), str(full_pizzas(s, p)), str(s.placed[p]), str(held(s, p)), str(s.tins[p])]
        if team:
            row.append(str(s.placed[p] + s.placed[actions.partner(p)]))
        rows.append(tuple(row))
    head = tuple(say(key) for key in [*keys, *(["tally.team"] if team else [])])
    return Tally(head, tuple(rows), result(s))


def result(s: Any) -> str:
    won = members(s.won)
    names = listed(name(s, p) for p in won)
    team = s.players == PLAYERS
    if all(s.placed[p] == FULL for p in won):
        return say("result.team", names=names) if team else say("result.win", name=names)
    opening = say("result.cap", turns=s.cap) + " "
    if not team:
        key = "result.cap_win" if len(won) == 1 else "result.cap_share"
        return opening + say(key, names=names, n=s.placed[won[0]])
    n = s.placed[won[0]] + s.placed[actions.partner(won[0])]
    return opening + say("result.cap_team" if len(won) == 2 else "result.cap_all", names=names, n=n)


def pick(s: Any, player: int, chosen: tuple[str, ...]) -> Pick:
    """Narrow the moves down by what was touched, and say what is still to choose."""
    out = [0] * CODES
    following: dict[str, None] = {}
    for code in out[: rules.moves(s, player, out)]:
        touched = tokens(s, player, code)
        if touched == chosen:
            return Pick(chosen, (), code)
        if touched[: len(chosen)] == chosen:
            following[touched[len(chosen)]] = None
    sentence = ""
    if chosen and following:
        first = next(iter(following)).split()
        kind = first[0] if first[0] in ("half", "rail", "supply") else "tins" if first[0] == "anchovies" else "stock"
        sentence = say(f"pick.{kind}")
    return Pick(chosen, tuple(following), None, sentence)


def preview(s: Any, player: int, chosen: tuple[str, ...]) -> Preview:
    """What a complete choice would do, as far as nothing hidden is needed to know it."""
    out = [0] * CODES
    for code in out[: rules.moves(s, player, out)]:
        if tokens(s, player, code) == chosen:
            return foreseen(s, player, code)
    return Preview()


def spell(s: Any, token: str) -> str:
    words = token.split()
    if token == "done":
        return say(done_key(s))
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
        card = card_name(s, s.own[s.mover, slot]) if slot >= 0 else say("none")
        return say("board.spell_card", i=i + 1, card=card)
    if words[0] == "rail":
        j = int(words[1]) - 1
        return ticket_said(s.deck, j, s.rail[j])
    seat = SEATS.index(words[2])
    if words[0] == "anchovies":
        return pile_said(TINS, seat, s.tins[seat])
    t = TYPES.index(words[0])
    return pile_said(t, seat, s.stock[seat, t])


@kept(1024)
def supply_said(t: int, n: int) -> str:
    return say("board.spell_supply", type=say(f"type.{t}"), n=n)


@kept(1024)
def ticket_said(deck: int, j: int, card: int) -> str:
    """A place of the rail with its card, -1 where it has none."""
    if card < 0:
        return say("board.spell_gone", i=j + 1)
    return say("board.spell_rail", i=j + 1, card=card_called(deck, card))


@kept(1024)
def pile_said(k: int, seat: int, n: int) -> str:
    """Collected slices of a type, or anchovies."""
    if k == TINS:
        return say("board.spell_tins", name=say(f"name.{seat}"), n=n)
    return say("board.spell_stock", type=say(f"type.{k}"), name=say(f"name.{seat}"), n=n)


@kept(1024)
def half_said(h: int, kind: int, filled: int) -> str:
    """A half with what lies on it."""
    what = say("board.free") if kind == 0 else say("board.spell_filled", type=say(f"type.{kind - 1}"), n=filled)
    return say("board.spell_half", half=HALF_NAMES[h], what=what)


def done_key(s: Any) -> str:
    """The key of what it means to be done now."""
    if s.phase == PASSING:
        return "board.done_pass"
    if s.phase == UPGRADING:
        return "board.done_upgrade"
    acting = members(rules.actors(s)) if s.phase == ACTING else []
    if any(actions.owes_goal(s, p) for p in acting):
        return "board.done_goal"
    placing = bool(acting) and all(s.step[p] == PLACING for p in acting)
    return "board.done_place" if placing else "board.done_play"
