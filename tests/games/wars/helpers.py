"""Positions of Pizza Wars written by hand, and what tests ask of them."""

from __future__ import annotations

from typing import Any

import pizzabox
from pizzabox.engine.position import Position
from pizzabox.games.wars.board import KINDS, LETTERS, NAMES
from pizzabox.games.wars.rules import territory
from tests.helpers import legal_texts


def setup(
    white: str = "", red: str = "", green: str = "", state: dict[str, Any] | None = None, **options: Any
) -> Position:
    """Pieces as `Kd4/4`: letter, hex, facing. Cards as lists of six counts in `holds`.

    Dealt hands are filled up with cards that were played before.
    """
    where, kind, face = ["-"] * 48, ["-"] * 48, [0] * 48
    for side, pieces in enumerate((white, red, green)):
        for i, piece in enumerate(pieces.split()):
            name, _, facing = piece.partition("/")
            where[16 * side + i] = name[1:]
            kind[16 * side + i] = KINDS[LETTERS.index(name[0])]
            face[16 * side + i] = int(facing or 0)
    full: dict[str, Any] = {"where": where, "kind": kind, "face": face, **(state or {})}
    if "holds" in full:
        held = full["holds"] = full["holds"] + [[0] * 6] * (3 - len(full["holds"]))
        middle = full.get("neutral")
        names = ["distance", "direction", "corner", "hop", "reach", "spin"]
        full["held"] = [sum(row) for row in held]
        full["rest"] = [3 - sum(row[k] for row in held) - (names[k] == middle) for k in range(6)]
        if options["cards"] == "three":
            hand = options.setdefault("hand", max(3, *full["held"]))
            spent = full["spent"] = [[0] * 6 for _ in range(3)]
            for p in range(int(options.get("players", 2))):
                for _ in range(hand - full["held"][p]):
                    k = max(range(6), key=lambda k: full["rest"][k])
                    full["rest"][k] -= 1
                    spent[p][k] += 1
    return pizzabox.load("wars", **options).position({"state": full})


def texts(pos: Position) -> set[str]:
    return set(legal_texts(pos))


def on(pos: Position, hex_name: str) -> str:
    """Side and letter of the piece there, or nothing."""
    slot = pos.state.at[NAMES.index(hex_name)] - 1
    return f"{'wrg'[slot // 16]}{LETTERS[pos.state.kind[slot]]}" if slot >= 0 else ""


def turn(pos: Position, move: str, rotation: str | None = None) -> None:
    """A whole turn; without a rotation the first one there is."""
    pos.play(move)
    if not pos.over:
        pos.play(rotation or pos.legal()[0].text)


def pivots(s: Any, p: int, side: int) -> int:
    """The pieces of a side that alone stand in a line of player p."""
    there = [territory.stand_now(s, owner) for owner in (p, side, 3 - p - side)]
    return int(territory.pivots(s, p, *there))
