"""From what a command is given (a file, a game with moves) to a position."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path

import pizzabox
from pizzabox.engine.errors import BadPosition, BadRecord, IllegalMove, PizzaboxError, did_you_mean, short
from pizzabox.engine.game import Game
from pizzabox.engine.game_record import SUFFIX, GameRecord
from pizzabox.engine.options import parse_pairs
from pizzabox.engine.position import Board, Position

from .output import clean, say

MOST_BYTES = 1_000_000
MOST_WORDS = 6
"""No notation has more words in one move."""
WATCHER = "spectator"
_BREAKS = re.compile(r"[,;\n]|(?<!\S)\d{1,7}\.(?!\S)")
"""Between moves: commas, line ends, and the numbers that records put in front."""


def chosen_game(name: str, words: Iterable[str]) -> Game:
    """A game with its options as they stand on a command line."""
    return pizzabox.load(name, **parse_pairs(words))


def open_file(path: Path) -> GameRecord | Position:
    """A record (.pizza) or a position (.json)."""
    if path.suffix.lower() != ".json":
        return pizzabox.read(path)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise BadPosition(say("files.large", file=path, most=MOST_BYTES))
        return pizzabox.position(path.read_text(encoding="utf-8-sig"))
    except UnicodeDecodeError as error:
        raise BadPosition(say("files.not_text", file=path)) from error


def writable(path: Path) -> None:
    """Refuse at once a file that could not be written after a long game."""
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise PizzaboxError(say("files.unwritable", file=path))


def read_record(path: Path) -> GameRecord:
    """A record, and nothing else."""
    found = open_file(path)
    if not isinstance(found, GameRecord):
        raise BadRecord(say("files.no_record", file=path, suffix=SUFFIX))
    return found


def after(record: GameRecord, number: int | None) -> Position:
    """The position after that many moves of a record; after all when no number is given."""
    most = len(record.moves)
    if number is not None and not 0 <= number <= most:
        raise PizzaboxError(say("files.move", number=number, most=most))
    for count, (pos, _) in enumerate(record.steps()):
        if count == (most if number is None else number):
            return pos
    raise AssertionError("a record has a position after each of its moves")


def play_all(pos: Position, text: str) -> None:
    """Play moves from one text: apart by commas, line ends or numbers, or just words; then the longest reading wins."""
    for part in _BREAKS.split(text):
        words = part.split()
        while words:
            n = _length(pos, words)
            _play_one(pos, words[:n])
            words = words[n:]


def _length(pos: Position, words: list[str]) -> int:
    """How many words the next move has; where none can be played, those that can at least be read as a move."""
    reasons = {n: _objection(pos, words[:n]) for n in range(min(MOST_WORDS, len(words)), 0, -1)}
    playable = [n for n, reason in reasons.items() if reason is None]
    readable = [n for n, reason in reasons.items() if reason is not None and reason.rule]
    return max(playable or readable or [1])


def _reading(pos: Position, words: list[str]) -> tuple[str, int | None]:
    """A move as typed, or as records write it: the seat in front."""
    text = " ".join(words)
    if len(words) > 1 and words[0].lower() in pos.game.seats and pos.why_not(text) is not None:
        return " ".join(words[1:]), pos.game.seats.index(words[0].lower())
    return text, None


def _objection(pos: Position, words: list[str]) -> IllegalMove | None:
    text, player = _reading(pos, words)
    return pos.why_not(text, player)


def _play_one(pos: Position, words: list[str]) -> None:
    text, player = _reading(pos, words)
    try:
        pos.play(text, player)
    except IllegalMove as reason:
        raise PizzaboxError(
            say("files.illegal", number=len(pos.steps) + 1, text=short(text), reason=reason)
        ) from reason


def seat_number(game: Game, name: str) -> int:
    """The player on that seat; -1 for the spectator."""
    if name == WATCHER:
        return -1
    if name not in game.seats:
        raise PizzaboxError(say("seats.unknown", name=short(name), hint=did_you_mean(name, (*game.seats, WATCHER))))
    return game.seats.index(name)


def seen_by(pos: Position, seat: str | None) -> Board:
    """The whole position, or what one seat knows of it."""
    return pos if seat is None else pos.view(seat_number(pos.game, seat))


def chosen_position(what: str, options: list[str], moves: str | None, seed: int, move: int | None) -> Position:
    """The position a command is about: of a file, or of a game after some moves."""
    path = Path(what)
    # A game's name without a file of that name is its start position: the natural thing to look at first.
    if moves is not None or (what in pizzabox.names() and not path.is_file()):
        pos = chosen_game(what, options).start(seed)
        play_all(pos, moves or "")
        return pos if move is None else after(GameRecord.of(pos), move)
    if options:
        raise PizzaboxError(say("show.options", text=clean(options[0])))
    found = open_file(path)
    if not isinstance(found, Position):
        return after(found, move)
    if move is not None:
        raise PizzaboxError(say("show.no_moves"))
    return found
