"""Decks and pieces as tables: how files are read, and that records, codes and commitments know what was played with."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pizzabox
from pizzabox.engine.commitment import commit, new_salt
from pizzabox.engine.game_record import GameRecord, carried
from pizzabox.games.shark import board
from pizzabox.games.shark.board import deck, pieces
from tests.games.shark.table import start

HOUSE = Path(board.__file__).with_name("deck.csv")
DEAR = ("M01,main,Quick Plate,cheese,1,", "M01,main,Quick Plate,cheese,4,")
"""One card gets another cost."""


STARTS = """
import contextlib, io, json, os, runpy, sys
import pizzabox.cli.app
sys.argv[1:] = ["options", "theory"]
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    runpy.run_module("pizzabox", run_name="__main__")
assert not any(name.startswith("pizzabox.games.shark.") for name in sys.modules)
for line in open(0, closefd=False):
    words, decks, out, err = json.loads(line)
    child = os.fork()
    if child == 0:
        for stream, path in ((1, out), (2, err)):
            os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream)
        os.environ["PIZZABOX_SHARK_DECKS"] = decks
        sys.argv[1:] = words
        runpy.run_module("pizzabox", run_name="__main__")
        sys.exit()
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
"""A process that has imported all but the game, and forks a fresh start for every command it reads. What a command
imports once it runs is known from one about another game."""
Run = Callable[..., str]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A command in a fresh start that knows these decks; what it said."""
    home = tmp_path_factory.mktemp("said")
    out, err = home / "out.txt", home / "err.txt"
    env = {**os.environ, "PIZZABOX_BACKEND": "python", "PIZZABOX_LANG": "en"}
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", STARTS], env=env, stdin=pipe, stdout=pipe, text=True) as starts:

        def made(*words: str, decks: str = "", code: int = 0) -> str:
            assert starts.stdin and starts.stdout
            print(json.dumps([words, decks, str(out), str(err)]), file=starts.stdin, flush=True)
            ended = starts.stdout.readline().strip()
            said, complained = out.read_text(encoding="utf-8"), err.read_text(encoding="utf-8")
            assert ended == str(code), said + complained
            assert "Traceback" not in complained
            return said + complained

        yield made


@pytest.mark.rule("S1.4")
def test_the_same_cards_are_the_same_deck_however_the_file_is_written(tmp_path: Path) -> None:
    rows = list(csv.reader(HOUSE.read_text(encoding="utf-8").splitlines()))
    house = deck.load_deck(HOUSE)
    comma, semicolon = ("\n".join(sep.join(row) for row in rows) for sep in ",;")
    file = tmp_path / "other.csv"
    for text in (
        "\ufeff" + comma,
        semicolon,
        "\ufeff" + semicolon.replace("\n", "\r\n"),
        "# a remark, with commas\n\n" + comma.replace("card_id,deck", " Card_ID , Deck "),
        deck.as_csv(house),
    ):
        file.write_bytes(text.encode("utf-8"))
        found = deck.load_deck(file)
        assert found.cards == house.cards
        assert deck.as_csv(found) == deck.as_csv(house)
    file.write_text(comma.replace(*DEAR), encoding="utf-8")
    assert deck.as_csv(deck.load_deck(file)) != deck.as_csv(house)


def test_errors_name_the_line_of_the_file_remarks_and_blank_lines_included(tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    file.write_text("\ufeff# a remark\n\n" + HOUSE.read_text(encoding="utf-8").replace("S02,starter", "S02,extra"))
    with pytest.raises(pizzabox.BadOption, match="line 5 of the deck other: deck must be starter or main"):
        deck.load_deck(file)
    for old, new, message in (("Small Tin", "Small|Tin", "no |"), ("S01,", "S|1,", "no |")):
        file.write_text(HOUSE.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        with pytest.raises(pizzabox.BadOption, match=f"line 2 .*{message[:2]}"):
            deck.load_deck(file)
    file.write_bytes(b"x" * (deck.MOST_BYTES + 1))
    with pytest.raises(pizzabox.BadOption, match="larger than"):
        deck.load_deck(file)


@pytest.mark.rule("S1.2", "S1.3", "S1.6", "S2.2")
def test_every_piece_has_a_source(tmp_path: Path) -> None:
    for path in (HOUSE, pieces.TABLE):
        for row in csv.DictReader(path.read_text(encoding="utf-8").splitlines()):
            assert row["source"] in ("rulebook", "reading", "house"), row
    assert pieces.PIECES["printed"] == {"1a": "cheese", "2a": "pepperoni", "3a": "mushroom"}
    assert (board.SLICES, board.ANCHOVIES, board.LOOSE, board.BAIT, board.GOAL_COST) == (60, 30, 4, 3, 3)
    assert board.START_SLICES.tolist() == [[1, 2, 3, 0], [1, 2, 1, 2]]
    other = pieces.read_pieces(pieces.TABLE.read_text(encoding="utf-8").replace("slices,60", "slices,59"))
    assert pieces.plain(other) != pieces.plain(pieces.PIECES)


def test_a_wrong_path_is_told_and_the_box_goes_on(tmp_path: Path, run: Run) -> None:
    good, bad = tmp_path / "good.csv", tmp_path / "bad.csv"
    good.write_text(HOUSE.read_text(encoding="utf-8"), encoding="utf-8")
    bad.write_text("card_id,deck\nS01,starter\n", encoding="utf-8")
    decks = os.pathsep.join(str(path) for path in (tmp_path / "none.csv", bad, tmp_path, good, good))
    said = run("options", "shark", decks=decks)
    assert "none.csv' can't be read: No such file" in said
    assert "line 2 of the deck bad has no name" in said
    assert "the deck good is named twice" in said
    assert said.count("goes on without that deck") == 4
    assert "house | good" in said
    assert "Pizza Shark" in run("games", decks=str(tmp_path / "none.csv"))


def test_the_deck_is_printed_with_its_columns_and_reads_back(run: Run) -> None:
    said = run("options", "shark", "--table", "deck")
    for column in deck.COLUMNS:
        assert f"# {column}: " in said
    assert deck.read_deck("house", said).cards == deck.load_deck(HOUSE).cards
    assert "supply,slices,60" in run("options", "shark", "--table", "pieces")
    assert "did you mean 'deck'" in run("options", "shark", "--table", "dek", code=2)


def test_verify_refuses_a_record_after_a_cost_has_changed(tmp_path: Path, run: Run) -> None:
    """The whole way: a game with a deck of one's own, and then that deck changes, or is not there at all."""
    mine, file = tmp_path / "mine.csv", tmp_path / "game.pizza"
    mine.write_text(HOUSE.read_text(encoding="utf-8"), encoding="utf-8")
    record = GameRecord.of(start(players=2))
    text = record.dumps().replace("deck=house", "deck=mine")
    file.write_text(text, encoding="utf-8")
    assert run("verify", str(file), decks=str(mine)).startswith("OK")
    mine.write_text(HOUSE.read_text(encoding="utf-8").replace(*DEAR), encoding="utf-8")
    said = run("verify", str(file), decks=str(mine), code=1)
    assert "this game was played with a different table deck: 'M01,main,Quick Plate,cheese,1" in said
    assert "OK" not in said
    assert "a different table deck" in run("show", str(file), decks=str(mine), code=2)
    said = " ".join(run("verify", str(file), code=1).split())
    assert "`pizzabox options shark --table deck --of FILE` prints it" in said
    printed = run("options", "shark", "--table", "deck", "--of", str(file), decks=str(mine))
    mine.write_text(printed, encoding="utf-8")
    assert run("verify", str(file), decks=str(mine)).startswith("OK"), "what the record carries replays it"


def test_an_old_record_reads_and_verify_says_what_it_cannot_check(tmp_path: Path, run: Run) -> None:
    record = GameRecord.of(start(players=2))
    assert record.unchecked() == []
    old = "".join(line for line in record.dumps().splitlines(True) if not line.startswith(("[Table", "[Finger")))
    assert old != record.dumps()
    found = pizzabox.loads(old)
    assert found.problems() == []
    assert len(found.unchecked()) == 2
    assert found.unchecked()[0].startswith("the record doesn't say which table deck")
    file = tmp_path / "old.pizza"
    file.write_text(old, encoding="utf-8")
    said = run("verify", str(file))
    assert said.startswith("OK")
    assert "not checked: the record doesn't say which table deck" in said


def test_a_table_in_a_record_cannot_be_changed_unseen() -> None:
    record = GameRecord.of(start(players=2))
    text = record.dumps()
    assert pizzabox.loads(text).problems() == []
    assert pizzabox.loads(text).dumps() == text
    assert pizzabox.loads(text.replace(*DEAR)).problems() == [
        "the table deck in this record has been changed: its fingerprint doesn't match"
    ]
    value = record.fingerprints["deck"]
    other = text.replace(value, value[::-1])
    assert "its fingerprint doesn't match" in pizzabox.loads(other).problems()[0]
    bare = "".join(line for line in other.splitlines(True) if not line.startswith("[Table.deck"))
    assert pizzabox.loads(bare).problems() == ["this game was played with a different table deck from the one here"]
    strange = text.replace("Table.pieces", "Table.dice").replace("Fingerprint.pieces", "Fingerprint.dice")
    assert "shark has no such table" in pizzabox.loads(strange).problems()[0]
    with pytest.raises(pizzabox.BadRecord, match="a different table deck"):
        pizzabox.loads(bare).replay()


def test_a_commitment_covers_the_tables() -> None:
    record = GameRecord.of(start(players=2))
    game, salt = record.game, new_salt()
    plain = commit(game.name, game.options, 5, salt)
    covered = commit(game.name, game.options, 5, salt, game.fingerprints)
    other = commit(game.name, game.options, 5, salt, {**game.fingerprints, "deck": "0" * 64})
    assert len({plain, covered, other}) == 3
    record.salt, record.commitment = salt, covered
    assert record.problems() == []
    record.commitment = other
    assert record.problems() == [
        "the commitment doesn't match this seed, salt and options",
    ]
    record.tables, record.fingerprints, record.commitment = {}, {}, covered
    assert len(record.problems()) == 1, "leaving the tables out does not help"
    record.commitment = plain
    assert record.problems() == [], "commitments from before the tables still hold"


def test_a_match_commits_to_its_tables() -> None:
    from pizzabox.table.match import Match

    match = Match.new({"game": "shark", "seats": [{"kind": "me"}, {"kind": "me"}]}, "host", 0.0, seed=5)
    game = match.game
    assert match.commitment == commit(game.name, game.options, 5, match.salt, game.fingerprints)
    record = match.record()
    assert record.tables == game.tables and record.seed is None


def test_codes_and_json_go_with_their_tables() -> None:
    pos = start(players=2)
    words = pos.code.split()
    assert words[-2].startswith("tables=")
    assert pizzabox.position(pos.code) == pos
    assert pizzabox.position(" ".join([*words[:-2], words[-1]])) == pos, "codes from before still read"
    with pytest.raises(pizzabox.BadPosition, match="a different table"):
        pizzabox.position(" ".join([*words[:-2], "tables=0123456789abcdef", words[-1]]))
    data = pos.data()
    assert pizzabox.position(data) == pos
    assert pizzabox.position({k: v for k, v in data.items() if k != "tables"}) == pos
    for tables in ({"deck": "0" * 64}, {"dice": "1"}, ["deck"]):
        with pytest.raises(pizzabox.BadPosition, match="table"):
            pizzabox.position({**data, "tables": tables})


def test_games_without_such_tables_are_as_they_were() -> None:
    game = pizzabox.load("theory")
    assert game.tables == {} and game.fingerprints == {}
    assert "tables" not in game.start(seed=1).code and "tables" not in game.start(seed=1).data()
    assert "[Table" not in GameRecord.of(game.start(seed=1)).dumps()
    assert commit(game.name, game.options, 1, "00", game.fingerprints) == commit(game.name, game.options, 1, "00")


def test_what_a_record_carries_can_be_taken_out(tmp_path: Path) -> None:
    file = tmp_path / "game.pizza"
    GameRecord.of(start(players=2)).save(file)
    assert carried(file) == pizzabox.load("shark").tables
