"""The table of Pizza Shark in sentences, for those who cannot see it: own things, tickets, the others."""

from collections import Counter

from pizzabox.engine.presentation import listed, own_and_others, sentence

from .board import OWN, RAIL
from .board.deck import TYPES
from .phrases import card_brief, icon_list, left_of, name, pieces_said, say, sides, wants
from .rules import attacks
from .rules.actions import EATING, LURING, TINS
from .state import State
from .words import goal_said, ticket_said, tray_said


def described(s: State, viewer: int) -> list[str]:
    told = [sentence(say("board.turn", n=min(s.turns // sides(s) + 1, s.cap)))]
    told += [say("spoken.you", name=say(f"name.{viewer}"))] if viewer >= 0 else []
    own, others = own_and_others(viewer, s.players)
    told += [line for p in own for line in _player(s, p)]
    if s.phase in (LURING, EATING):
        told.append(sentence(say("spoken.want", what=wants(s, "attack.any"))))
    told += [sentence(ticket_said(s.deck, j, s.rail[j])) for j in range(RAIL)]
    told += [line for p in others for line in _player(s, p)]
    told += [sentence(goal_said(s, t)) for t in range(len(TYPES)) if s.goals and s.goal[t] >= 0]
    told.append(sentence(say("spoken.deck", n=s.draw.bit_count(), trash=s.trash.bit_count())))
    told.append(say("spoken.supply", what=_pieces([*(s.supply[t] for t in range(len(TYPES))), s.can])))
    told.append(sentence(say("spoken.maw", what=_pieces([s.maw[k] for k in range(TINS + 1)]))))
    return told


def _pieces(counts: list[int]) -> str:
    """Slices by type, then anchovies."""
    return listed(pieces_said(k, n) for k, n in enumerate(counts) if n)


def _player(s: State, p: int) -> list[str]:
    """A tray, what lies beside it, and the cards in play and in the deck."""
    has = _pieces([*(s.stock[p, t] for t in range(len(TYPES))), s.tins[p]])
    told = [tray_said(s, p), say("spoken.has", name=name(s, p), what=has)]
    if s.phase == LURING and attacks.victim(s, p):
        n = 0 if s.lured >> p & 1 else attacks.risk(s, p)
        told.append(say("spoken.risk" if n else "spoken.safe", name=name(s, p), n=n))
    shown = [s.hand[p, i] for i in range(2) if s.hand[p, i] >= 0]
    for i, slot in enumerate(shown):
        told.append(say("spoken.card", name=name(s, p), i=i + 1, card=card_brief(s.deck, s.own[p, slot])))
    if any(left_of(s, p, False)):
        told.append(say("spoken.left", name=name(s, p), icons=icon_list(left_of(s, p, False))))
    rest = [i for i in range(OWN) if i not in shown]
    for key, spent in (("spoken.own", 0), ("spoken.spent", 1)):
        slots = [i for i in rest if s.spent[p] >> i & 1 == spent]
        told += [say(key, name=name(s, p), cards=_cards(s, p, slots))] if slots else []
    return told


def _cards(s: State, p: int, slots: list[int]) -> str:
    """Cards that nobody buys any more: by name, equal ones together."""
    counts = Counter(card_brief(s.deck, s.own[p, i]) for i in slots)
    return "; ".join(card if n == 1 else say("spoken.copies", n=n, card=card) for card, n in sorted(counts.items()))
