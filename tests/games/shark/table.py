"""Positions of Pizza Shark by hand: give and take pieces so that all of them are still accounted for."""

from __future__ import annotations

from typing import Any

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.shark.board import HALF_NAMES
from pizzabox.games.shark.board.deck import ACTIONS, MAIN, TYPES
from pizzabox.games.shark.phrases import card_of

GREEN, BLACK, PURPLE, YELLOW = 0, 1, 2, 3


def start(*picks: str, **options: Any) -> Position:
    """A game that Green begins; `picks` are the starting slices, cheese where not said."""
    pos = pizzabox.load("shark", first="green", **options).start(seed=5)
    wanted = list(picks)
    while pos.state.phase == 0:
        pos.play(f"pick {wanted.pop(0) if wanted else 'cheese'}")
    return pos


def number(pos: Position, name: str, kind: str | None = None) -> int:
    """The number of a card by its name, and its type where several have that name."""
    for n in range(MAIN + 6):
        card = card_of(pos.state, n)
        if card.name == name and (kind is None or card.type == TYPES.index(kind)):
            return n
    raise AssertionError(name)


def stock(pos: Position, p: int, cheese: int = 0, pepperoni: int = 0, mushroom: int = 0) -> None:
    """Exactly these slices in the collecting area."""
    s = pos.state
    for t, n in enumerate((cheese, pepperoni, mushroom)):
        s.supply[t] += s.stock[p, t] - n
        s.stock[p, t] = n


def tins(pos: Position, p: int, n: int) -> None:
    """Exactly that many anchovies."""
    pos.state.can += pos.state.tins[p] - n
    pos.state.tins[p] = n


def tray(pos: Position, p: int, **halves: tuple[str | None, int]) -> None:
    """Set halves of a tray, as `h4a=("cheese", 2)`."""
    s = pos.state
    for word, (kind, n) in halves.items():
        h = HALF_NAMES.index(word[1:])
        if s.filled[p, h]:
            s.supply[s.half[p, h] - 1] += s.filled[p, h]
        s.placed[p] += n - s.filled[p, h]
        s.half[p, h], s.filled[p, h] = (TYPES.index(kind) + 1 if kind else 0), n
        if kind:
            s.supply[TYPES.index(kind)] -= n


def plain_tray(pos: Position, p: int) -> None:
    """Drawn halves that are known: 1b cheese, 2b pepperoni."""
    tray(pos, p, h1b=("cheese", 0), h2b=("pepperoni", 0))


def _take(pos: Position, card: int) -> None:
    """Remove a main card from wherever it lies; another takes its place on the rail or in a deck."""
    s = pos.state
    if card >= MAIN:
        return
    bit = 1 << card
    if (s.draw | s.trash) & bit:
        s.draw, s.trash = s.draw & ~bit, s.trash & ~bit
        return
    spare = next(c for c in range(MAIN) if s.draw >> c & 1)
    s.draw &= ~(1 << spare)
    for j in range(4):
        if s.rail[j] == card:
            s.rail[j] = spare
            return
    raise AssertionError("that card is in somebody's deck")


def rail(pos: Position, *cards: int) -> None:
    """These tickets, oldest first."""
    s = pos.state
    for j in range(4):
        s.draw |= 1 << s.rail[j]
        s.rail[j] = -1
    for j, card in enumerate(cards):
        _take(pos, card)
        s.rail[j] = card


def next_cards(pos: Position, *cards: int) -> None:
    """Only these are left in the main deck; the rest is in the trash."""
    s = pos.state
    everything = s.draw | s.trash
    wanted = sum(1 << card for card in cards)
    assert everything & wanted == wanted, "these cards must be in the deck or the trash"
    s.draw, s.trash = wanted, everything & ~wanted


def hand(pos: Position, p: int, *cards: int) -> None:
    """These two cards lie face up with all their icons open; starters they replace are out of the game."""
    s = pos.state
    own = s.own.tolist()[p]
    if s.hand[p, 0] < 0:
        s.hand[p, 0], s.hand[p, 1] = 0, 1
        s.spent[p] = 3
    slots = [s.hand[p, i] for i in range(2)]
    for k in range(len(ACTIONS)):
        s.left[p, k] = 0
    for i, card in zip(slots, cards, strict=True):
        if card >= MAIN and card in own:
            j = own.index(card)
            s.own[p, j], s.own[p, i] = s.own[p, i], s.own[p, j]
        else:
            _take(pos, card)
            s.own[p, i] = card
        own = s.own.tolist()[p]
    for card in cards:
        for kind in card_of(s, card).icons:
            s.left[p, kind] += 1
    s.phase, s.step[p], s.placing[p] = 1, 2, -1


def sound(pos: Position) -> Position:
    """The position, which must pass the check of hand-made positions."""
    problem = pos.game.check(pos.state)
    assert problem is None, problem
    return pos


def texts(pos: Position, p: int | None = None) -> set[str]:
    return {move.text for move in pos.legal(p)}


def held(pos: Position, p: int) -> list[int]:
    return list(pos.state.stock.tolist()[p])


def end(pos: Position) -> None:
    """Finish the actions of the cards, if that is still to do, and end the turn."""
    while pos.state.phase in (1, 2):
        pos.play(0)
    pos.play("end")
