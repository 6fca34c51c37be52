"""The boards of Pizza Wars in sentences, for those who cannot see them."""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.engine.presentation import sentence

from .board import AREA, PER_SIDE
from .phrases import held, hexes, lands, name, result, say, side_title, threats
from .rules import OVER
from .state import State
from .words import cards_note, piece_said, prompt


def spoken(s: State, viewer: int) -> list[str]:
    told: list[str] = []
    for side in range(2 + s.boards3):
        slots = [i for i in range(PER_SIDE * side, PER_SIDE * side + PER_SIDE) if s.where[i] >= 0]
        told.append(say("spoken.side", side=side_title(s, side), n=len(slots)))
        for i in sorted(slots, key=lambda slot: s.where[slot]):
            cell = s.where[i]
            told.append(sentence(piece_said(cell, side, s.kind[i], s.face[i], s.agent, threats(s, cell))))
    for p in range(s.players):
        land = [AREA * board + i for board, part in enumerate(lands(s, p)) for i in members(part)]
        told.append(say("spoken.land", name=name(s, p), n=held(s, p), goal=s.goal[p], hexes=hexes(land)))
    if s.cards:
        told += [_cards(s, p) for p in range(s.players)]
    if s.neutral >= 0:
        told.append(sentence(say("board.neutral", card=say(f"card.{s.neutral}"))))
    return [*told, result(s) if s.phase == OVER else prompt(s, -1)]


def _cards(s: State, p: int) -> str:
    return sentence(say("spoken.cards", name=name(s, p), cards=cards_note(tuple(s.holds.tolist()[p]), s.held[p])))
