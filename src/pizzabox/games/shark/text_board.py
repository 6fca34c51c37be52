"""Pizza Shark as text: rail, supply and maw, then a block for every player."""

from collections import Counter

from .board import FULL, HALF_NAMES, OWN, RAIL
from .phrases import anchovies, card_brief, card_does, card_of, icon_list, left_of, name, say, sides, team, wants
from .rules.actions import EATING, LURING, OVER, SETUP, TINS
from .state import State

HEAD = 17
"""How many characters stand before the halves of a tray."""
LETTERS = "·CPM"
"""Free, cheese, pepperoni, mushroom."""


def board(s: State, viewer: int) -> str:
    """The position as text."""
    lines = [say("board.turn", n=min(s.turns // sides(s) + 1, s.cap)), ""]
    counts = say("board.deck", n=s.draw.bit_count(), trash=s.trash.bit_count())
    lines += [f"{say('board.rail')}   ({counts})"]
    lines += [f"  {j + 1} {card_does(s.deck, s.rail[j]) if s.rail[j] >= 0 else '--'}" for j in range(RAIL)]
    lines.append(f"{say('board.supply')} {_pieces([s.supply[t] for t in range(3)], s.can)}")
    lines.append(f"{say('board.maw')}    {_pieces([s.maw[t] for t in range(3)], s.maw[TINS])}")
    if s.goals:
        lines += [say("board.goals"), *_goals(s)]
    if s.phase in (LURING, EATING):
        lines.append(say("board.attack", want=wants(s, "attack.any")))
    halves = "  ".join(f"{HALF_NAMES[2 * c]:<3}|{HALF_NAMES[2 * c + 1]:<3}" for c in range(4))
    lines += ["", f"{say('board.halves'):<{HEAD - 1}} {halves}".rstrip()]
    for k in range(s.players):
        lines += [*([""] if k else []), *_player(s, k)]
    return "\n".join(lines)


def _pieces(slices: list[int], tins: int) -> str:
    return ", ".join([*(f"{n} {say(f'type.{t}')}" for t, n in enumerate(slices)), anchovies(tins)])


def _goals(s: State) -> list[str]:
    made = []
    for t in range(3):
        if s.goal[t] < 0:
            continue
        known = {"n": card_of(s, s.goal[t]).cost, "type": say(f"type.{t}")}
        if s.claimed[t] >= 0:
            made.append(say("board.goal_claimed", name=name(s, s.claimed[t]), **known))
        else:
            made.append(say("board.goal", card=card_brief(s.deck, s.goal[t]), **known))
    return [f"  {line}" for line in made]


def _player(s: State, p: int) -> list[str]:
    acting = s.phase not in (SETUP, OVER) and p in team(s)
    pizzas = "  ".join(f"{_half(s, p, 2 * c)}|{_half(s, p, 2 * c + 1)}" for c in range(4))
    placed = f"{s.placed[p]:>2}/{FULL}"
    head = f"{'>' if acting else ' '} {name(s, p):<{HEAD - 5 - len(placed)}} {placed}  {pizzas}"
    lines = [head, f"    {_pieces([s.stock[p, t] for t in range(3)], s.tins[p])}"]
    shown = [s.hand[p, i] for i in range(2) if s.hand[p, i] >= 0]
    if shown:
        lines += [
            f"    {say('board.card_up', n=i + 1)}: {card_does(s.deck, s.own[p, slot])}" for i, slot in enumerate(shown)
        ]
    if any(left_of(s, p, False)):
        lines.append(f"    {say('board.left')}: {icon_list(left_of(s, p, False))}")
    rest = [i for i in range(OWN) if i not in shown]
    for key, slots in (
        ("own_deck", [i for i in rest if not s.spent[p] >> i & 1]),
        ("discard", [i for i in rest if s.spent[p] >> i & 1]),
    ):
        if slots:
            names = Counter(card_brief(s.deck, s.own[p, i]) for i in slots)
            cards = "; ".join(word if n == 1 else f"{n}× {word}" for word, n in sorted(names.items()))
            lines.append(f"    {say(f'board.{key}')}: {cards}")
    return lines


def _half(s: State, p: int, h: int) -> str:
    """Three signs: letters for slices that lie there, small letters for the type that is still missing."""
    letter = LETTERS[s.half[p, h]]
    filled = int(s.filled[p, h])
    return letter * filled + letter.lower() * (3 - filled)
