"""Record files: strict reading with line numbers, commitments, verification."""

from __future__ import annotations

from pathlib import Path

import pytest

import pizzabox
from pizzabox.engine.commitment import commit, new_salt
from pizzabox.engine.game_record import GameRecord
from tests.helpers import walk

GOOD = """[Pizza "1"]
[Game "theory"]
[Options "players=3 layout=S1 cap=60 first=red unselected=white"]
[Date "2026-01-01"]
[Seed "7"]
[Player.red "Ada"]
[Result "*"]

; a comment line
1. red d4
2. green a1 ; bold
3. white g1
4. green cut 5
"""


def test_a_record_reads_back() -> None:
    record = pizzabox.loads(GOOD)
    assert record.players == {"red": "Ada"}
    assert record.tags == {"Date": "2026-01-01"}
    assert [m.text for m in record.moves] == ["d4", "a1", "g1", "cut 5"]
    assert record.moves[1].comment == "bold"
    assert record.problems() == []
    assert record.replay().actors == (0, 2)
    assert pizzabox.loads(record.dumps()).dumps() == record.dumps()


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('[Pizza "1"]', '[Pizza "2"]', 1, "reads format 1"),
        ('[Pizza "1"]\n', "", 1, "must begin with"),
        ('[Game "theory"]', '[Game "theroy"]', 2, "did you mean 'theory'"),
        ('[Game "theory"]\n', "", 0, "tag Game is missing"),
        ("players=3", "players=9", 3, "from 2 to 3"),
        ("players=3", "player=3", 3, "did you mean 'players'"),
        ("players=3", "players", 3, "name=value"),
        ('[Date "2026-01-01"]', '[Date "2026-01-01"', 4, "write a tag as"),
        ('[Date "2026-01-01"]', '[Seed "8"]', 5, "given twice"),
        ('[Date "2026-01-01"]', '[Dat "x"]', 4, "did you mean 'Date'"),
        ('[Seed "7"]', '[Seed "-7"]', 5, "a seed must be a whole number"),
        ('[Seed "7"]\n', "", 0, "needs a Seed, a Position or a Commitment"),
        ('[Seed "7"]', '[Commitment "12"]', 5, "64 hexadecimal digits"),
        ("Player.red", "Player.blue", 6, "there's no seat 'blue'"),
        ("1. red d4", "1. blue d4", 10, "there's no seat 'blue'"),
        ("2. green", "3. green", 11, "move 2 should come here, not 3"),
        ("3. white g1", "white g1", 12, "write a move as"),
        ("4. green cut 5", '[Note "late"]', 13, "tags come before the moves"),
    ],
)
def test_errors_name_their_line(old: str, new: str, line: int, message: str) -> None:
    assert old in GOOD
    with pytest.raises(pizzabox.BadRecord, match=message) as caught:
        pizzabox.loads(GOOD.replace(old, new))
    assert caught.value.line == line
    assert not line or str(caught.value).startswith(f"line {line}: ")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("1. red d4", "1. red c2", "line 10: red can't play c2: c2 already has a"),
        ("2. green a1", "2. white a1", "line 11: white can't play a1: it's Green's turn"),
        ('[Result "*"]', '[Result "red 1, green -1, white -1"]', r"line 7: the result should be '\*'"),
    ],
)
def test_verification_finds_what_reading_cannot(old: str, new: str, message: str) -> None:
    record = pizzabox.loads(GOOD.replace(old, new))
    assert len(record.problems()) == 1
    with pytest.raises(pizzabox.BadRecord, match=message):
        record.verify()


def test_a_tampered_result_or_move_of_a_finished_game_is_found() -> None:
    end = list(walk(pizzabox.load("theory"), 6))[-1]
    text = GameRecord.of(end).dumps()
    assert pizzabox.loads(text).problems() == []
    wrong = text.replace(" 1", " 0.5", 1) if '"red 1' in text else text.replace(" -1", " 1", 1)
    assert pizzabox.loads(wrong).problems()


def test_a_commitment_fits_one_seed_and_salt_alone() -> None:
    game = pizzabox.load("theory")
    end = list(walk(game, 6))[-1]
    record = GameRecord.of(end)
    record.salt = new_salt()
    record.commitment = commit(game.name, game.options, 6, record.salt)
    assert pizzabox.loads(record.dumps()).problems() == []
    other = pizzabox.loads(record.dumps())
    other.commitment = commit(game.name, game.options, 7, record.salt)
    assert other.problems() == ["the commitment doesn't match this seed, salt and options"]
    other.salt = None
    assert "no salt" in other.problems()[0]
    sealed = pizzabox.loads(record.dumps())
    sealed.seed = sealed.salt = None
    with pytest.raises(pizzabox.BadRecord, match="seed hasn't been revealed yet"):
        pizzabox.loads(sealed.dumps()).replay()


def test_a_game_from_a_set_up_position_is_recorded_with_it() -> None:
    game = pizzabox.load("theory", first="red")
    pos = game.position({"state": {"spaces": [["a1"], ["d4"], ["g4"]]}})
    pos.play("c4")
    again = pizzabox.loads(GameRecord.of(pos).dumps())
    assert again.seed is None
    assert again.replay() == pos
    text = GameRecord.of(pos).dumps()
    broken = text.replace(f'[Position "{again.position}"]', '[Position "AAAA"]')
    with pytest.raises(pizzabox.BadRecord, match="line 4: a position of theory has"):
        pizzabox.loads(broken)


def test_a_file_reads_as_it_was_saved_and_a_bad_one_says_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "game.pizza"
    record = pizzabox.loads(GOOD)
    record.save(path)
    assert pizzabox.read(path).dumps() == record.dumps()
    assert [p.name for p in tmp_path.iterdir()] == ["game.pizza"]
    path.write_bytes(b"\xff\xfe\x00garbage")
    with pytest.raises(pizzabox.BadRecord, match="isn't UTF-8"):
        pizzabox.read(path)
    with pytest.raises(pizzabox.BadRecord, match="can't be read"):
        pizzabox.read(tmp_path / "missing.pizza")
    path.write_bytes(b"x" * 4_000_001)
    with pytest.raises(pizzabox.BadRecord, match="at most"):
        pizzabox.read(path)


def test_too_many_moves_are_refused_at_once() -> None:
    text = GOOD.replace("cap=60", "cap=1")
    lines = "".join(f"{i}. red d4\n" for i in range(5, 20))
    with pytest.raises(pizzabox.BadRecord, match="more than 7 moves"):
        pizzabox.loads(text + lines)
