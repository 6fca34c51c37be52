"""The boards of Pizza Wars in sentences, for those who cannot see them: own pieces first."""

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import introduced
from pizzabox.engine.presentation import listed, own_and_others, sentence

from .board import AREA, NAMES, PER_SIDE, SIDE_BITS
from .phrases import all_threats, held, lands, name, piece, say, side_name, side_title
from .state import State
from .words import cards_note, piece_does


def described(s: State, viewer: int) -> list[str]:
    own, others = own_and_others(viewer, 2 + s.boards3)
    told = [line for side in own for line in _side(s, side, viewer)] + _last(s)
    told += [line for side in others for line in _side(s, side, viewer)]
    players = [p for part in own_and_others(viewer, s.players) for p in part]
    for p in players:
        land = [AREA * board + i for board, part in enumerate(lands(s, p)) for i in members(part)]
        known = {"name": name(s, p), "n": held(s, p), "goal": s.goal[p]}
        told.append(
            say("spoken.land", hexes=listed(NAMES[c] for c in land), **known)
            if land
            else say("spoken.no_land", **known)
        )
    for p in players if s.cards else ():
        cards = cards_note(tuple(s.holds.tolist()[p]), s.held[p])
        told.append(sentence(say("spoken.cards", name=name(s, p), cards=cards)))
    if s.neutral >= 0:
        told.append(sentence(say("board.neutral", card=say(f"card.{s.neutral}"))))
    return told


def _side(s: State, side: int, viewer: int) -> list[str]:
    """A side with all its pieces, from the far row of its board on."""
    slots = [i for i in range(PER_SIDE * side, PER_SIDE * side + PER_SIDE) if s.where[i] >= 0]
    key = "spoken.own_side" if side == viewer else "spoken.side"
    title, goals = side_title(s, side), all_threats(s)
    made = [say(key, side=introduced(side, title) if side < s.players else title, n=len(slots))]
    for i in sorted(slots, key=lambda slot: s.where[slot]):
        cell = s.where[i]
        made.append(f"{NAMES[cell]}, {piece_does(s.kind[i], s.face[i], goals.get(cell, ()))}.")
    return made


def _last(s: State) -> list[str]:
    """What was moved, pranked and turned last."""
    made = []
    if s.last_slot >= 0:
        made.append(say("spoken.last", piece=_whose(s, s.last_slot), a=NAMES[s.last_from], b=NAMES[s.last_to]))
    if s.last_victim >= 0:
        made.append(say("spoken.pranked", piece=_whose(s, s.last_victim)))
    if s.turned >= 0 and s.where[s.turned] >= 0:
        made.append(say("spoken.turned", piece=_whose(s, s.turned), hex=NAMES[s.where[s.turned]]))
    return made


def _whose(s: State, slot: int) -> str:
    return say("spoken.whose", side=side_name(s, slot >> SIDE_BITS), piece=piece(s, slot))
