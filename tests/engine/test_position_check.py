"""What the declaration of a state says about a position, and what it lets through."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pizzabox.engine.position_check import Findings, first_wrong, undeclared
from pizzabox.engine.state import GameState, Grid, Ints, i8, u8


class Kitchen(GameState):
    """Fields that depend on the number of cooks and on the phase."""

    cooks: int = i8(1, 4)
    phase: int = i8(names=("shop", "cook", "over"))
    head: int = i8(0, 3, below="cooks")
    guest: int = i8(-1, 3, below="cooks")
    won: int = u8(members=("a", "b", "c", "d"), below="cooks", during=("over",))
    dish: Ints = i8[4](-1, 9, by="cooks")
    stock: Grid = i8[4, 2](0, 9, by="cooks")
    heat: int = i8(names=("off", "low", "high"), during=("cook", "over"))


def kitchen(cooks: int = 2, phase: int = 1) -> Kitchen:
    s = Kitchen()
    s.cooks, s.phase, s.guest = cooks, phase, -1
    s.dish[2] = s.dish[3] = -1
    return s


def changed(change: Callable[[Kitchen], object], cooks: int = 2, phase: int = 1) -> str | None:
    s = kitchen(cooks, phase)
    change(s)
    return undeclared(s)


def test_what_is_as_declared_is_let_through() -> None:
    assert undeclared(kitchen()) is None
    assert changed(lambda s: setattr(s, "head", 1)) is None
    assert changed(lambda s: setattr(s, "guest", 1)) is None
    assert changed(lambda s: setattr(s, "won", 0b11), phase=2) is None
    assert changed(lambda s: s.stock.__setitem__((1, 1), 9)) is None
    assert changed(lambda s: s.stock.__setitem__((2, 1), 9), cooks=3) is None
    assert changed(lambda s: setattr(s, "heat", 2)) is None


@pytest.mark.parametrize(
    ("change", "phase", "sentence"),
    [
        (lambda s: setattr(s, "phase", 3), 1, "phase must be a whole number from 0 to 2, not 3"),
        (lambda s: setattr(s, "head", 2), 1, "head must be a whole number from 0 to 1, not 2"),
        (lambda s: setattr(s, "guest", 3), 1, "guest must be a whole number from -1 to 1, not 3"),
        (lambda s: setattr(s, "won", 0b101), 2, "won names c, which isn't there: cooks is 2"),
        (lambda s: setattr(s, "won", 1), 1, "won must be empty in the phase cook; it's used only in: over"),
        (lambda s: s.dish.__setitem__(2, 0), 1, "from entry 2 on, dish must be -1, because cooks is 2"),
        (lambda s: s.stock.__setitem__((3, 1), 1), 1, "from entry 2 on, stock must be 0, because cooks is 2"),
        (lambda s: setattr(s, "heat", 1), 0, "heat must be off in the phase shop; it's used only in: cook, over"),
    ],
)
def test_what_is_not_as_declared_is_said(change: Callable[[Kitchen], object], phase: int, sentence: str) -> None:
    assert changed(change, phase=phase) == sentence


def test_a_declaration_names_fields_and_phases_that_are_there() -> None:
    with pytest.raises(TypeError, match="there's no field cooks"):
        type("NoCooks", (GameState,), {"head": i8(0, 3, below="cooks")})
    with pytest.raises(TypeError, match="there's no field cooks"):
        type("NoCooks", (GameState,), {"dish": i8[4](0, 3, by="cooks")})
    with pytest.raises(TypeError, match="only a field with a shape"):
        type("NoList", (GameState,), {"cooks": i8(1, 4), "dish": i8(0, 3, by="cooks")})
    with pytest.raises(TypeError, match="its bounds don't allow 0"):
        type("NoBlank", (GameState,), {"cooks": i8(1, 4), "dish": i8[4](1, 3, by="cooks")})
    with pytest.raises(TypeError, match="names the phase cook"):
        type("NoPhase", (GameState,), {"heat": i8(0, 3, during=("cook",))})
    with pytest.raises(TypeError, match="names the phase cook"):
        type("NoSuchPhase", (GameState,), {"phase": i8(names=("shop",)), "heat": i8(0, 3, during=("cook",))})


def test_nothing_is_looked_at_after_the_first_wrong_thing() -> None:
    @first_wrong
    def check(*found: object) -> Findings:
        yield from found
        raise AssertionError

    assert check(False, 0, "wrong") == "wrong"
    assert check(None, "first", "second") == "first"
    with pytest.raises(AssertionError):
        check(False)
    assert first_wrong(iter)([None, 0, ""]) is None
