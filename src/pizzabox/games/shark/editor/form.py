"""The form of Pizza Shark: the fields a position is described by, in the order a table is laid."""

from __future__ import annotations

from typing import Any

from pizzabox.engine.bits import members
from pizzabox.engine.editor import Field, listing, switch

from ..board import ANCHOVIES, GOALS, HALF_NAMES, HALVES, OWN, PLAYERS, PRINTED, RAIL, SLICES, SPACES
from ..board.deck import CARDS, MAIN, MOST_COST
from ..phrases import card_icons, card_name, icon, name, say, sides, team
from ..position_check import claimed_goals, face_up, icons_of
from ..rules import picker
from ..rules.actions import ACTING, EATING, LURING, PASSING, PLACING, PLAYING, SETUP, TINS, UPGRADING
from ..rules.attacks import victim
from ..rules.setup import marked
from ..state import State

STAGES = ("setup", "act", "pass", "upgrade", "lure", "eat", "over")
"""The stages in the order of the phases' numbers."""
DECK, FACE_UP, DISCARD = 0, 1, 2


def fields(s: State) -> list[Field]:
    """The turn, the attack, each player's things, rail, goals, maw, and which cards are in the trash."""
    found = _turn_fields(s)
    if s.phase in (LURING, EATING):
        found += _attack_fields(s)
    found += _rail_fields(s)
    for p in range(s.players):
        found += _tray_fields(s, p) + _card_fields(s, p)
    maw = say("editor.maw")
    for k in range(4):
        text, most = (say(f"type.{k}"), SLICES) if k < TINS else (say("editor.anchovies"), ANCHOVIES)
        found.append(Field(f"maw.{k}", text, s.maw[k], high=most, group=maw))
    places = (say("editor.in_deck"), say("editor.in_trash"))
    for card in members(s.draw | s.trash):
        found.append(listing(f"trash.{card}", card_name(s, card), s.trash >> card & 1, places, say("editor.deck")))
    return found


def _turn_fields(s: State) -> list[Field]:
    group, people = say("editor.turn_group"), [name(s, p) for p in range(s.players)]
    stages = [stage for stage in STAGES if stage != "pass" or s.players == PLAYERS]
    whose = picker(s) if s.phase == SETUP else s.turn
    most = s.cap * sides(s) - 1
    found = [
        Field(
            "stage", say("editor.stage"), STAGES[s.phase], tuple((x, say(f"editor.{x}")) for x in stages), group=group
        ),
        listing("turn", say("editor.whose"), s.first if s.phase == SETUP else whose, people, group),
        Field("turns", say("editor.turns"), min(s.turns, most), high=most, group=group),
    ]
    mine = team(s) if s.phase in (ACTING, PASSING, UPGRADING, LURING, EATING) else ()
    if s.players == PLAYERS and s.phase in (UPGRADING, LURING, EATING):
        movers = [name(s, p) for p in mine]
        found.append(listing("mover", say("editor.mover"), int(s.mover != s.turn), movers, group))
    if s.phase == UPGRADING:
        cards = [say(f"editor.swapped_{i}") for i in range(4)]
        found.append(listing("swapped", say("editor.swapped"), s.swapped, cards, group))
    for p in mine:
        found += _step_fields(s, p, group)
    return found


def _step_fields(s: State, p: int, group: str) -> list[Field]:
    found, types = [], [say(f"type.{t}") for t in range(3)]
    if s.phase == ACTING:
        steps = (say("editor.idle"), say("editor.placing"), say("editor.playing"))
        found.append(listing(f"step.{p}", say("editor.step", name=name(s, p)), s.step[p], steps, group))
    if s.step[p] == PLACING:
        texts = (say("editor.any_type"), *types)
        found.append(listing(f"placing.{p}", say("editor.placed", name=name(s, p)), s.placing[p], texts, group, -1))
    if s.phase == PASSING:
        gifts = (say("editor.undecided"), say("editor.keeps"), *types)
        found.append(listing(f"gift.{p}", say("editor.gift", name=name(s, p)), s.gift[p], gifts, group))
    if s.step[p] == PLAYING:
        found += _icon_fields(s, p, "left", face_up(s, p), say("editor.left", name=name(s, p)))
    if s.step[p]:
        found += _icon_fields(s, p, "bonus", claimed_goals(s, p), say("editor.bonus", name=name(s, p)))
    return found


def _icon_fields(s: State, p: int, what: str, cards: list[int], group: str) -> list[Field]:
    counts = getattr(s, what)
    return [
        Field(f"{what}.{p}.{k}", icon(k), counts[p, k], high=n, group=group)
        for k, n in enumerate(icons_of(s, cards))
        if n
    ]


def _attack_fields(s: State) -> list[Field]:
    group = say("editor.attack")
    found = [Field("fresh", say("editor.fresh"), s.fresh, low=1, high=2, group=group)]
    victims = [q for q in range(s.players) if victim(s, q)]
    asked = tuple((str(q), name(s, q)) for q in victims)
    found.append(Field("asked", say("editor.asked"), str(s.asked), asked, group=group))
    for q in victims:
        found.append(switch(f"lured.{q}", say("editor.lured", name=name(s, q)), s.lured >> q & 1, group))
        if s.phase == EATING:
            most = 2 * MOST_COST
            found.append(Field(f"owed.{q}", say("editor.owed", name=name(s, q)), s.owed[q], high=most, group=group))
            lost = say("editor.lost", name=name(s, q))
            found += [Field(f"lost.{q}.{t}", say(f"type.{t}"), s.lost[q, t], high=SLICES, group=lost) for t in range(3)]
    return found


def _tray_fields(s: State, p: int) -> list[Field]:
    """A half as one choice: its type and how many slices; a printed or drawn type stands without slices too."""
    tray, found = say("editor.tray", name=name(s, p)), []
    for h in range(HALVES):
        free = not marked(s, h)
        choices = [("0", say("editor.half_free"))] if free else []
        for kind in [int(PRINTED[h])] if PRINTED[h] else [1, 2, 3]:
            for n in range(free, SPACES + 1):
                text = say("editor.half_filled", type=say(f"type.{kind - 1}"), n=n)
                choices.append((str(kind * (SPACES + 1) + n), text))
        value = str(s.half[p, h] * (SPACES + 1) + s.filled[p, h])
        found.append(Field(f"half.{p}.{h}", say("editor.half", half=HALF_NAMES[h]), value, tuple(choices), group=tray))
    pile = say("editor.collected", name=name(s, p))
    found += [Field(f"stock.{p}.{t}", say(f"type.{t}"), s.stock[p, t], high=SLICES, group=pile) for t in range(3)]
    found.append(Field(f"tins.{p}", say("editor.anchovies"), s.tins[p], high=ANCHOVIES, group=pile))
    return found


def _card_fields(s: State, p: int) -> list[Field]:
    group, found = say("editor.cards", name=name(s, p)), []
    cards = _named(s, range(CARDS))
    lie = (say("editor.lies_deck"), say("editor.lies_up"), say("editor.lies_discard"))
    for i in range(OWN):
        up = i in (s.hand[p, 0], s.hand[p, 1])
        where = FACE_UP if up else DISCARD if s.spent[p] >> i & 1 else DECK
        found.append(Field(f"own.{p}.{i}", say("editor.card", n=i + 1), str(s.own[p, i]), cards, group=group))
        found.append(listing(f"place.{p}.{i}", say("editor.lies", n=i + 1), where, lie, group))
    return found


def _rail_fields(s: State) -> list[Field]:
    rail, cards = say("editor.rail"), _named(s, range(MAIN))
    if s.phase == UPGRADING:
        cards = (("-1", say("editor.bought")), *cards)
    texts = [say("editor.ticket", n=j + 1) for j in range(RAIL)]
    found = [Field(f"rail.{j}", texts[j], str(s.rail[j]), cards, group=rail) for j in range(RAIL)]
    if not s.goals:
        return found
    goals, people = say("editor.goals"), [say("editor.nobody"), *(name(s, p) for p in range(s.players))]
    for t in range(3):
        known = members(int(GOALS[s.deck, t]))
        none = (("-1", say("editor.no_goal")),) if len(known) <= RAIL else ()
        choices = (*none, *_named(s, known))
        called = say("editor.goal", type=say(f"type.{t}"))
        found.append(Field(f"goal.{t}", called, str(s.goal[t]), choices, group=goals))
        text = say("editor.claimed", type=say(f"type.{t}"))
        found.append(listing(f"claimed.{t}", text, s.claimed[t], people, goals, -1))
    return found


def _named(s: State, cards: Any) -> tuple[tuple[str, str], ...]:
    return tuple((str(card), f"{card_name(s, card)}: {card_icons(s, card)}") for card in cards)
