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
    form, people = Form(s, say("editor.turn_group")), [name(s, p) for p in range(s.players)]
    _turn_fields(s, form, people)
    if s.phase in (LURING, EATING):
        _attack_fields(s, form)
    _rail_fields(s, form, people)
    for p, called in enumerate(people):
        _tray_fields(s, form, p, called)
        _card_fields(s, form, p, called)
    form.group = say("editor.maw")
    form.numbers("maw", _types(), SLICES)
    form.number(f"maw.{TINS}", say("editor.anchovies"), ANCHOVIES)
    form.group, places = say("editor.deck"), (say("editor.in_deck"), say("editor.in_trash"))
    for card in members(s.draw | s.trash):
        form.listing(f"trash.{card}", card_name(s, card), places, value=s.trash >> card & 1)
    return form.fields


def _turn_fields(s: State, form: Form, people: list[str]) -> None:
    stages = [(stage, say(f"editor.{stage}")) for stage in PHASES if stage != "pass" or s.players == PLAYERS]
    form.choice("stage", say("editor.stage"), stages, PHASES[s.phase])
    form.listing("turn", say("editor.whose"), people, value=s.first if s.phase == SETUP else s.turn)
    most = s.cap * sides(s) - 1
    form.number("turns", say("editor.turns"), most, value=min(s.turns, most))
    mine = team(s) if s.phase in (ACTING, PASSING, UPGRADING, LURING, EATING) else ()
    if s.players == PLAYERS and s.phase in (UPGRADING, LURING, EATING):
        form.listing("mover", say("editor.mover"), [people[p] for p in mine], value=int(s.mover != s.turn))
    if s.phase == UPGRADING:
        form.listing("swapped", say("editor.swapped"), [say(f"editor.swapped_{i}") for i in range(4)])
    for p in mine:
        _step_fields(s, form, p, people[p])


def _step_fields(s: State, form: Form, p: int, called: str) -> None:
    form.group, types = say("editor.turn_group"), _types()
    if s.phase == ACTING:
        steps = (say("editor.idle"), say("editor.placing"), say("editor.playing"))
        form.listing(f"step.{p}", say("editor.step", name=called), steps)
    if s.step[p] == PLACING:
        form.listing(f"placing.{p}", say("editor.placed", name=called), (say("editor.any_type"), *types), -1)
    if s.phase == PASSING:
        form.listing(
            f"gift.{p}", say("editor.gift", name=called), (say("editor.undecided"), say("editor.keeps"), *types)
        )
    if s.step[p] == PLAYING:
        form.group = say("editor.left", name=called)
        _icon_fields(s, form, f"left.{p}", face_up(s, p))
    if s.step[p]:
        form.group = say("editor.bonus", name=called)
        _icon_fields(s, form, f"bonus.{p}", claimed_goals(s, p))


def _icon_fields(s: State, form: Form, row: str, cards: list[int]) -> None:
    for k, n in enumerate(icons_of(s, cards)):
        if n:
            form.number(f"{row}.{k}", icon(k), n)


def _attack_fields(s: State, form: Form) -> None:
    form.group = say("editor.attack")
    form.number("fresh", say("editor.fresh"), 2, 1)
    victims = [(q, name(s, q)) for q in range(s.players) if victim(s, q)]
    form.choice("asked", say("editor.asked"), ((str(q), called) for q, called in victims))
    for q, called in victims:
        form.group = say("editor.attack")
        form.switch(f"lured.{q}", say("editor.lured", name=called), s.lured >> q & 1)
        if s.phase == EATING:
            form.number(f"owed.{q}", say("editor.owed", name=called), 2 * MOST_COST)
            form.group = say("editor.lost", name=called)
            form.numbers(f"lost.{q}", _types(), SLICES)


def _tray_fields(s: State, form: Form, p: int, called: str) -> None:
    """A half as one choice: its type and how many slices; a printed or drawn type stands without slices too."""
    form.group = say("editor.tray", name=called)
    for h in range(HALVES):
        free = not marked(s, h)
        choices = [("0", say("editor.half_free"))] if free else []
        for kind in [int(PRINTED[h])] if PRINTED[h] else [1, 2, 3]:
            for n in range(free, SPACES + 1):
                text = say("editor.half_filled", type=say(f"type.{kind - 1}"), n=n)
                choices.append((str(kind * (SPACES + 1) + n), text))
        value = s.half[p, h] * (SPACES + 1) + s.filled[p, h]
        form.choice(f"half.{p}.{h}", say("editor.half", half=HALF_NAMES[h]), choices, value)
    form.group = say("editor.collected", name=called)
    form.numbers(f"stock.{p}", _types())
    form.number(f"tins.{p}", say("editor.anchovies"))


def _card_fields(s: State, form: Form, p: int, called: str) -> None:
    form.group, cards = say("editor.cards", name=called), _named(s, range(CARDS))
    lie = (say("editor.lies_deck"), say("editor.lies_up"), say("editor.lies_discard"))
    for i in range(OWN):
        up = i in (s.hand[p, 0], s.hand[p, 1])
        where = FACE_UP if up else DISCARD if s.spent[p] >> i & 1 else DECK
        form.choice(f"own.{p}.{i}", say("editor.card", n=i + 1), cards)
        form.listing(f"place.{p}.{i}", say("editor.lies", n=i + 1), lie, value=where)


def _rail_fields(s: State, form: Form, people: list[str]) -> None:
    form.group, cards = say("editor.rail"), _named(s, range(MAIN))
    if s.phase == UPGRADING:
        cards = (("-1", say("editor.bought")), *cards)
    for j in range(RAIL):
        form.choice(f"rail.{j}", say("editor.ticket", n=j + 1), cards)
    if not s.goals:
        return
    form.group = say("editor.goals")
    for t in range(3):
        known = members(int(GOALS[s.deck, t]))
        none = (("-1", say("editor.no_goal")),) if len(known) <= RAIL else ()
        form.choice(f"goal.{t}", say("editor.goal", type=say(f"type.{t}")), (*none, *_named(s, known)))
        form.listing(f"claimed.{t}", say("editor.claimed", type=say(f"type.{t}")), [say("editor.nobody"), *people], -1)


def _types() -> list[str]:
    return [say(f"type.{t}") for t in range(3)]


def _named(s: State, cards: Iterable[int]) -> tuple[tuple[str, str], ...]:
    return tuple((str(card), f"{card_name(s, card)}: {card_icons(s, card)}") for card in cards)
