"""The form of Pizza Shark: the fields a position is described by, in the order a table is laid."""

from __future__ import annotations

from collections.abc import Iterable

from pizzabox.engine.bits import members
from pizzabox.engine.editor import Field, Form

from ..board import ANCHOVIES, GOALS, HALF_NAMES, HALVES, OWN, PLAYERS, PRINTED, RAIL, SLICES, SPACES
from ..board.deck import CARDS, MAIN, MOST_COST
from ..phrases import card_icons, card_name, icon, name, say, sides, team
from ..position_check import claimed_goals, face_up, icons_of
from ..rules.actions import ACTING, EATING, LURING, PASSING, PLACING, PLAYING, SETUP, TINS, UPGRADING
from ..rules.attacks import victim
from ..rules.setup import marked
from ..state import PHASES, State

DECK, FACE_UP, DISCARD = 0, 1, 2


def fields(s: State) -> list[Field]:
    """The turn, the attack, each player's things, rail, goals, maw, and which cards are in the trash."""
    form, people = Form(s, say("paint.turn_group")), [name(s, p) for p in range(s.players)]
    _turn_fields(s, form, people)
    if s.phase in (LURING, EATING):
        _attack_fields(s, form)
    _rail_fields(s, form, people)
    for p, called in enumerate(people):
        _tray_fields(s, form, p, called)
        _card_fields(s, form, p, called)
    form.group = say("paint.maw")
    form.numbers("maw", _types(), SLICES)
    form.number(f"maw.{TINS}", say("paint.anchovies"), ANCHOVIES)
    form.group, places = say("paint.deck"), (say("paint.in_deck"), say("paint.in_trash"))
    for card in members(s.draw | s.trash):
        form.listing(f"trash.{card}", card_name(s, card), places, value=s.trash >> card & 1)
    return form.fields


def _turn_fields(s: State, form: Form, people: list[str]) -> None:
    stages = [(stage, say(f"paint.{stage}")) for stage in PHASES if stage != "pass" or s.players == PLAYERS]
    form.choice("stage", say("paint.stage"), stages, PHASES[s.phase])
    form.listing("turn", say("paint.whose"), people, value=s.first if s.phase == SETUP else s.turn)
    most = s.cap * sides(s) - 1
    form.number("turns", say("paint.turns"), most, value=min(s.turns, most))
    mine = team(s) if s.phase in (ACTING, PASSING, UPGRADING, LURING, EATING) else ()
    if s.players == PLAYERS and s.phase in (UPGRADING, LURING, EATING):
        form.listing("mover", say("paint.mover"), [people[p] for p in mine], value=int(s.mover != s.turn))
    if s.phase == UPGRADING:
        form.listing("swapped", say("paint.swapped"), [say(f"paint.swapped_{i}") for i in range(4)])
    for p in mine:
        _step_fields(s, form, p, people[p])


def _step_fields(s: State, form: Form, p: int, called: str) -> None:
    form.group, types = say("paint.turn_group"), _types()
    if s.phase == ACTING:
        steps = (say("paint.idle"), say("paint.placing"), say("paint.playing"))
        form.listing(f"step.{p}", say("paint.step", name=called), steps)
    if s.step[p] == PLACING:
        form.listing(f"placing.{p}", say("paint.placed", name=called), (say("paint.any_type"), *types), -1)
    if s.phase == PASSING:
        form.listing(f"gift.{p}", say("paint.gift", name=called), (say("paint.undecided"), say("paint.keeps"), *types))
    if s.step[p] == PLAYING:
        form.group = say("paint.left", name=called)
        _icon_fields(s, form, f"left.{p}", face_up(s, p))
    if s.step[p]:
        form.group = say("paint.bonus", name=called)
        _icon_fields(s, form, f"bonus.{p}", claimed_goals(s, p))


def _icon_fields(s: State, form: Form, row: str, cards: list[int]) -> None:
    for k, n in enumerate(icons_of(s, cards)):
        if n:
            form.number(f"{row}.{k}", icon(k), n)


def _attack_fields(s: State, form: Form) -> None:
    form.group = say("paint.attack")
    form.number("fresh", say("paint.fresh"), 2, 1)
    victims = [(q, name(s, q)) for q in range(s.players) if victim(s, q)]
    form.choice("asked", say("paint.asked"), ((str(q), called) for q, called in victims))
    for q, called in victims:
        form.group = say("paint.attack")
        form.switch(f"lured.{q}", say("paint.lured", name=called), s.lured >> q & 1)
        if s.phase == EATING:
            form.number(f"owed.{q}", say("paint.owed", name=called), 2 * MOST_COST)
            form.group = say("paint.lost", name=called)
            form.numbers(f"lost.{q}", _types(), SLICES)


def _tray_fields(s: State, form: Form, p: int, called: str) -> None:
    """A half as one choice: its type and how many slices; a printed or drawn type stands without slices too."""
    form.group = say("paint.tray", name=called)
    for h in range(HALVES):
        free = not marked(s, h)
        choices = [("0", say("paint.half_free"))] if free else []
        for kind in [int(PRINTED[h])] if PRINTED[h] else [1, 2, 3]:
            for n in range(free, SPACES + 1):
                text = say("paint.half_filled", type=say(f"type.{kind - 1}"), n=n)
                choices.append((str(kind * (SPACES + 1) + n), text))
        value = s.half[p, h] * (SPACES + 1) + s.filled[p, h]
        form.choice(f"half.{p}.{h}", say("paint.half", half=HALF_NAMES[h]), choices, value)
    form.group = say("paint.collected", name=called)
    form.numbers(f"stock.{p}", _types())
    form.number(f"tins.{p}", say("paint.anchovies"))


def _card_fields(s: State, form: Form, p: int, called: str) -> None:
    form.group, cards = say("paint.cards", name=called), _named(s, range(CARDS))
    lie = (say("paint.lies_deck"), say("paint.lies_up"), say("paint.lies_discard"))
    for i in range(OWN):
        up = i in (s.hand[p, 0], s.hand[p, 1])
        where = FACE_UP if up else DISCARD if s.spent[p] >> i & 1 else DECK
        form.choice(f"own.{p}.{i}", say("paint.card", n=i + 1), cards)
        form.listing(f"place.{p}.{i}", say("paint.lies", n=i + 1), lie, value=where)


def _rail_fields(s: State, form: Form, people: list[str]) -> None:
    form.group, cards = say("paint.rail"), _named(s, range(MAIN))
    if s.phase == UPGRADING:
        cards = (("-1", say("paint.bought")), *cards)
    for j in range(RAIL):
        form.choice(f"rail.{j}", say("paint.ticket", n=j + 1), cards)
    if not s.goals:
        return
    form.group = say("paint.goals")
    for t in range(3):
        known = members(int(GOALS[s.deck, t]))
        none = (("-1", say("paint.no_goal")),) if len(known) <= RAIL else ()
        form.choice(f"goal.{t}", say("paint.goal", type=say(f"type.{t}")), (*none, *_named(s, known)))
        form.listing(f"claimed.{t}", say("paint.claimed", type=say(f"type.{t}")), [say("paint.nobody"), *people], -1)


def _types() -> list[str]:
    return [say(f"type.{t}") for t in range(3)]


def _named(s: State, cards: Iterable[int]) -> tuple[tuple[str, str], ...]:
    return tuple((str(card), f"{card_name(s, card)}: {card_icons(s, card)}") for card in cards)
