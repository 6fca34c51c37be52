"""Notation from a table: what is written is read again, each move once, and nothing else is read."""

from __future__ import annotations

from pizzabox.engine.move_table import MoveTable
from pizzabox.games.pizzeria import notation as pizzeria
from pizzabox.games.shark import notation as shark
from pizzabox.games.shark.board import CODES

TABLE = MoveTable(
    {"type": ("cheese", "ham", "olive"), "seat": ("red", "blue")},
    (0, "done"),
    (1, "give {type} {seat}", "{type} of {own}", "to {seat}"),
    (7,),
    (20, "take {type}"),
)


def test_a_group_counts_its_last_word_fastest() -> None:
    assert [TABLE.text(code) for code in (1, 2, 3, 6)] == [
        *("give cheese red", "give cheese blue", "give ham red", "give olive blue")
    ]
    assert TABLE.parts(6) == (1, {"type": 2, "seat": 1}) and TABLE.parts(0) == (0, {})


def test_tokens_are_the_text_unless_said_otherwise() -> None:
    assert TABLE.tokens(22) == ("take olive",)
    assert TABLE.tokens(4, own="green") == ("ham of green", "to blue")


def test_only_whole_texts_of_the_table_are_read() -> None:
    for code in (0, *range(1, 7), *range(20, 23)):
        assert TABLE.read(TABLE.text(code)) == code
    assert len(TABLE.texts) == 10
    assert [TABLE.read(text) for text in ("", "give", "give ham", "take ham red", "Done")] == [None] * 5


def test_a_group_without_a_text_is_left_to_the_game() -> None:
    assert TABLE.split(7) == (7, 0) and TABLE.split(19) == (7, 12) and TABLE.split(20) == (20, 0)


def test_the_tables_of_our_games_name_every_move_once() -> None:
    assert sorted(shark.MOVES.texts.values()) == list(range(CODES))
    codes = pizzeria.MOVES.texts.values()
    assert len(set(codes)) == len(codes) == len({pizzeria.MOVES.text(code) for code in codes})
