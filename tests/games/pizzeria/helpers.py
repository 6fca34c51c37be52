"""Tables set up for a test: known pizzas, known offers, and plain readings of the record."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.pizzeria.board import OFFERS, TYPE_NAMES
from pizzabox.games.pizzeria.move_codes import DIVIDE
from tests import helpers


def load(players: int = 4, variant: str = "basic", **options: Any) -> pizzabox.Game:
    if variant.startswith("solo"):
        players = 1
    return pizzabox.load("pizzeria", players=players, variant=variant, **{"first": "red", **options})


def stacked(pos: Position, pizza: list[str], offer: str | None = None, aside: list[str] | None = None) -> Position:
    """The same table, with these slices (and more, up to eleven) on the first pile in stock, this offer on it, and
    these slices put aside last."""
    data = pos.data()
    state = data["state"]
    stock = [int(i) - 1 for i in state["stock"]]
    pool = [name for i in stock for name in state["piles"][i]] + [n for n in state["aside"] if n != "none"]
    for name in [*pizza, *(aside or [])]:
        pool.remove(name)
    top = [*pizza, *(pool.pop() for _ in range(11 - len(pizza)))]
    state["piles"][stock[0]] = top
    for i in stock[1:]:
        state["piles"][i] = [pool.pop() for _ in range(11)]
    rest = [*pool, *(aside or [])]
    state["aside"] = [*rest, *["none"] * (3 - len(rest))]
    if offer:
        lids = state["lids"]
        if offer in lids:
            lids[lids.index(offer)] = lids[stock[0]]
        lids[stock[0]] = offer
    return pos.game.position(data)


def serve(pos: Position, pizza: list[str], offer: str | None = None, aside: list[str] | None = None) -> Position:
    """Stack the first pile and serve it."""
    pos = stacked(pos, pizza, offer, aside)
    if pos.state.phase == 0:
        pos.play(f"pile {(pos.state.stock & -pos.state.stock).bit_length()}")
    return pos


def finish_round(pos: Position, eat: bool = False) -> Position:
    """Play the round to its end: first portions, everything saved (or eaten), offers left alone."""
    rounds = pos.state.rounds
    while pos.state.rounds == rounds and not pos.over:
        step(pos, eat)
    return pos


def step(pos: Position, eat: bool = False) -> None:
    texts = legal_texts(pos)
    if "pass" in texts:
        pos.play("pass")
    elif eat and texts[0] == "save all":
        pos.play("eat all")
    else:
        pos.play(texts[0])


_DIVISIONS: dict[object, list[str]] = {}


def legal_texts(pos: Position, player: int | None = None) -> list[str]:
    """The legal moves as text. The many ways to cut a pizza are put into words once for all pizzas that are cut by as
    many, into as many slices, with or without an offer: the words don't say what lies on the slices."""
    s = pos.state
    if s.phase != DIVIDE:
        return helpers.legal_texts(pos, player)
    ways = pos.game.players, s.ring, s.tile > 0, tuple(pos.legal(player).codes)
    if ways not in _DIVISIONS:
        _DIVISIONS[ways] = helpers.legal_texts(pos, player)
    return _DIVISIONS[ways]


def names(row: Any) -> list[str]:
    return [name for name, n in zip(TYPE_NAMES, row, strict=False) for _ in range(n)]


def saved(pos: Position, player: int) -> Counter[str]:
    return Counter(names(pos.state.saved.tolist()[player]))


def eaten(pos: Position, player: int) -> Counter[str]:
    return Counter(names(pos.state.ate.tolist()[player]))


def holder(pos: Position, offer: str) -> int:
    """Who has an offer, or -1."""
    return int(pos.state.holder[OFFERS.index(offer)]) - 1


def used(pos: Position, offer: str) -> bool:
    return bool(pos.state.used >> OFFERS.index(offer) & 1)


def texts(pos: Position) -> set[str]:
    return set(legal_texts(pos))
