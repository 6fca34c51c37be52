"""Pizza Shark as text: rail, supply and maw, then a block for every player."""

from __future__ import annotations

from typing import Any

from . import icons
from .board import FULL, OWN, PLAYERS, RAIL, card_of
from .icons import EATING, LURING, OVER, SETUP, TINS
from .phrases import anchovies, card_name, icon_list, left_of, name, say, title, wants

LETTERS = "·CPM"
"""Free, cheese, pepperoni, mushroom."""


def draw(s: Any, viewer: int) -> str:
    """The whole table."""
    sides = 2 if s.players == PLAYERS else s.players
    lines = [say("board.turn", n=min(s.turns // sides + 1, s.cap)), ""]
    lines.append(f"{say('board.rail')}   {_rail(s)}")
    counts = say("board.deck", n=s.draw.bit_count(), trash=s.trash.bit_count())
    lines.append(f"       ({counts})")
    lines.append(f"{say('board.supply')} {_pieces([s.supply[t] for t in range(3)], s.can)}")
    lines.append(f"{say('board.maw')}    {_pieces([s.maw[t] for t in range(3)], s.maw[TINS])}")
    if s.goals:
        lines.append(f"{say('board.goals')}  {_goals(s)}")
    if s.phase in (LURING, EATING):
        lines.append(say("board.attack", want=wants(s, "attack.any")))
    for k in range(s.players):
        lines += ["", *_player(s, k)]
    return "\n".join(lines)


def _rail(s: Any) -> str:
    return ", ".join(f"{j + 1} {card_name(s, s.rail[j])}" if s.rail[j] >= 0 else f"{j + 1} --" for j in range(RAIL))


def _pieces(slices: list[int], tins: int) -> str:
    return ", ".join([*(f"{n} {say(f'type.{t}')}" for t, n in enumerate(slices)), anchovies(tins)])


def _goals(s: Any) -> str:
    made = []
    for t in range(3):
        if s.goal[t] < 0:
            continue
        known = {"n": card_of(s, s.goal[t]).cost, "type": say(f"type.{t}")}
        if s.claimed[t] >= 0:
            made.append(say("board.goal_claimed", name=name(s, s.claimed[t]), **known))
        else:
            made.append(say("board.goal", card=title(card_of(s, s.goal[t])), **known))
    return "; ".join(made)


def _player(s: Any, p: int) -> list[str]:
    team = (s.turn, icons.partner(s.turn)) if s.players == PLAYERS else (s.turn,)
    acting = s.phase not in (SETUP, OVER) and p in team
    pizzas = "  ".join(f"{_half(s, p, 2 * c)}|{_half(s, p, 2 * c + 1)}" for c in range(4))
    head = f"{'>' if acting else ' '} {name(s, p):<7} {s.placed[p]:>2}/{FULL}  {pizzas}"
    lines = [head, f"    {_pieces([s.stock[p, t] for t in range(3)], s.tins[p])}"]
    shown = [s.hand[p, i] for i in range(2) if s.hand[p, i] >= 0]
    if shown:
        cards = ", ".join(card_name(s, s.own[p, slot]) for slot in shown)
        lines.append(f"    {say('board.cards')}: {cards}")
    if any(left_of(s, p, False)):
        lines.append(f"    {icon_list(left_of(s, p, False))}")
    rest = [i for i in range(OWN) if i not in shown]
    for key, slots in (
        ("own_deck", [i for i in rest if not s.spent[p] >> i & 1]),
        ("discard", [i for i in rest if s.spent[p] >> i & 1]),
    ):
        if slots:
            names = sorted(title(card_of(s, s.own[p, i])) for i in slots)
            lines.append(f"    {say(f'board.{key}')}: {', '.join(names)}")
    return lines


def _half(s: Any, p: int, h: int) -> str:
    """Three signs: letters for slices that lie there, small letters for the type that is still missing."""
    letter = LETTERS[s.half[p, h]]
    filled = int(s.filled[p, h])
    return letter * filled + letter.lower() * (3 - filled)
