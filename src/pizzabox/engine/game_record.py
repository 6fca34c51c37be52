"""Record files (`.pizza`): a whole game as text a person can read.

    [Pizza "1"]
    [Game "theory"]
    [Options "players=3 layout=S1 cap=60 first=random unselected=white"]
    [Seed "7"]
    [Player.red "Ada"]
    [Result "red 1, green -1, white -1"]

    1. red d4
    2. green b2 ; a comment
    …

Tags come first, one a line; then one move a line: its number, the seat, the move in notation. `Seed` may be missing
while only its `Commitment` is public; then the game cannot be replayed yet. A game that began from a position that was
set up has its `Position` instead. Where a game is played with tables from outside (a deck), the record carries each as
`Table.NAME`, its rows between bars, with its `Fingerprint.NAME`. The parser is strict and names the line of
every error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .commitment import SALT_DIGITS, commit
from .errors import BadRecord, IllegalMove, PizzaboxError, did_you_mean, say, short
from .external_tables import fingerprint, first_difference, in_lines, on_one_line
from .game import MAX_SEED, Game
from .options import parse_pairs
from .position import Position
from .registry import load

FORMAT = "1"
SUFFIX = ".pizza"
MOST_BYTES = 4_000_000
UNFINISHED = "*"
_TAG = re.compile(r'\[([A-Z][A-Za-z]*(?:\.[a-z0-9-]+)?) "((?:[^"\\]|\\["\\])*)"\]')
_MOVE = re.compile(r"(\d{1,7})\. (\S+) ([^;]*[^;\s])(?:\s*;\s?(.*))?")
_OWN = ("Pizza", "Game", "Options", "Seed", "Salt", "Commitment", "Position", "Result")
_FREE = ("Date", "Event", "Site", "Note", "Round", "Termination")


@dataclass(frozen=True)
class Line:
    """One move of a record."""

    seat: str
    text: str
    comment: str = ""
    number: int = 0
    """The line it stands on in the file; 0 when it was not read from one."""


@dataclass
class GameRecord:
    """A recorded game: what is needed to play it again and to check it."""

    game: Game
    seed: int | None = None
    position: str | None = None
    tables: dict[str, str] = field(default_factory=dict)
    """The outside tables the game was played with, as text."""
    fingerprints: dict[str, str] = field(default_factory=dict)
    """Their fingerprints; records from before these were written have none."""
    salt: str | None = None
    commitment: str | None = None
    players: dict[str, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    moves: list[Line] = field(default_factory=list)
    result: str = UNFINISHED
    result_line: int = 0

    @classmethod
    def of(cls, pos: Position, players: dict[str, str] | None = None, **tags: str) -> GameRecord:
        """The record of a position's game so far."""
        seats = pos.game.seats
        made = cls(pos.game, seed=pos.seed, players=dict(players or {}), tags=dict(tags))
        made.tables, made.fingerprints = dict(pos.game.tables), dict(pos.game.fingerprints)
        if pos.seed is None:
            begun = Position(pos.game, pos.state.copy())
            begun.state.load(pos.origin)
            made.position = begun.packed
        made.moves = [Line(seats[step.player], step.text) for step in pos.steps]
        made.result = result_text(pos)
        return made

    def start(self) -> Position:
        """The position the game began with."""
        other = self.table_faults()
        if other:
            raise other[0]
        if self.position is not None:
            return self.game.unpack(self.position)
        if self.seed is None:
            raise BadRecord(say("record.sealed"))
        return self.game.start(self.seed)

    def steps(self) -> Iterator[tuple[Position, Line | None]]:
        """The game move by move: the one position, with the line that led to it (None at the start)."""
        pos = self.start()
        yield pos, None
        seats = self.game.seats
        for line in self.moves:
            try:
                pos.play(line.text, player=seats.index(line.seat))
            except IllegalMove as reason:
                text = say("record.illegal", seat=line.seat, text=line.text, reason=reason)
                raise BadRecord(text, line.number) from reason
            yield pos, line

    def replay(self) -> Position:
        """Play the whole game again; the position it ends with."""
        pos = None
        for pos, _ in self.steps():  # noqa: B007 - the last one is wanted
            pass
        assert pos is not None
        return pos

    def problems(self) -> list[str]:
        """Everything that does not hold, in words. An empty list means the game is verified."""
        return [str(fault) for fault in self.faults()]

    def faults(self) -> list[BadRecord]:
        """Everything that does not hold: tables, commitment, moves, result."""
        other_tables = self.table_faults()
        found = list(other_tables)
        if self.commitment is not None and self.seed is not None:
            if self.salt is None:
                found.append(BadRecord(say("record.no_salt")))
            elif self.commitment != commit(self.game.name, self.game.options, self.seed, self.salt, self.fingerprints):
                found.append(BadRecord(say("record.commitment")))
        if other_tables:
            return found
        try:
            end = self.replay()
        except BadRecord as error:
            return [*found, error]
        if result_text(end) != self.result:
            text = say("record.result", right=result_text(end), text=self.result)
            found.append(BadRecord(text, self.result_line))
        return found

    def table_faults(self) -> list[BadRecord]:
        """Outside tables that are not those the game was played with: then it cannot be played again here."""
        found: list[BadRecord] = []
        for name in {**self.fingerprints, **self.tables}:
            text, here = self.tables.get(name), self.game.tables.get(name)
            given = self.fingerprints.get(name) or fingerprint(text or "")
            if text is not None and fingerprint(text) != given:
                found.append(BadRecord(say("record.table_altered", name=name)))
            elif here is None:
                found.append(BadRecord(say("record.table_none", name=name, game=self.game.name)))
            elif given != fingerprint(here) and text is None:
                found.append(BadRecord(say("record.table_other", name=name)))
            elif given != fingerprint(here) and text is not None:
                then, now = first_difference(text, here)
                found.append(BadRecord(say("record.table_differs", name=name, then=short(then), now=short(now))))
        return found

    def unchecked(self) -> list[str]:
        """What this record does not tell, in words, so that nobody can check it."""
        given = {**self.fingerprints, **self.tables}
        return [say("record.table_untold", name=name) for name in self.game.tables if name not in given]

    def verify(self) -> Position:
        """Recompute everything; the end position, or BadRecord with the first problem."""
        found = self.faults()
        if found:
            raise found[0]
        return self.replay()

    def dumps(self) -> str:
        """The text of the file."""
        own = {"Pizza": FORMAT, "Game": self.game.name, "Options": str(self.game.options)}
        if self.position is not None:
            own["Position"] = self.position
        if self.seed is not None:
            own["Seed"] = str(self.seed)
        for name, text in self.tables.items():
            own[f"Table.{name}"] = on_one_line(text)
        for name, value in self.fingerprints.items():
            own[f"Fingerprint.{name}"] = value
        for name, digits in (("Salt", self.salt), ("Commitment", self.commitment)):
            if digits is not None:
                own[name] = digits
        own |= self.tags
        own |= {f"Player.{seat}": name for seat, name in self.players.items()}
        own["Result"] = self.result
        lines = [f'[{name} "{_escaped(value)}"]' for name, value in own.items()]
        lines.append("")
        for i, move in enumerate(self.moves, 1):
            comment = f" ; {' '.join(move.comment.split())}" if move.comment.strip() else ""
            lines.append(f"{i}. {move.seat} {move.text}{comment}")
        return "\n".join(lines) + "\n"

    def save(self, path: str | Path) -> None:
        """Write the file whole or not at all."""
        target = Path(path)
        part = target.with_name(target.name + ".part")
        part.write_text(self.dumps(), encoding="utf-8")
        part.replace(target)


def result_text(pos: Position) -> str:
    """The result as it stands in a record: each seat's return, or `*` while the game runs."""
    if not pos.over:
        return UNFINISHED
    return ", ".join(f"{seat} {round(r, 4):g}" for seat, r in zip(pos.game.seats, pos.returns, strict=True))


def loads(text: str) -> GameRecord:
    """Read a record; BadRecord names the line of the first error."""
    tags, where, moves = _scan(text)
    game = _game(tags, where)
    made = GameRecord(game, result=tags.get("Result", UNFINISHED), result_line=where.get("Result", 0))
    made.seed = _seed(tags, where)
    made.position = tags.get("Position")
    made.salt = _digits(tags, where, "Salt", SALT_DIGITS)
    made.commitment = _digits(tags, where, "Commitment", 64)
    if made.seed is not None and made.position is not None:
        raise BadRecord(say("record.both"), where["Position"])
    if made.seed is None and made.position is None and made.commitment is None:
        raise BadRecord(say("record.start"))
    for name, value in tags.items():
        kind, _, seat = name.partition(".")
        if kind == "Player":
            if seat not in game.seats:
                raise BadRecord(say("record.seat", name=short(seat), hint=did_you_mean(seat, game.seats)), where[name])
            made.players[seat] = value
        elif kind == "Table" and seat:
            made.tables[seat] = in_lines(value)
        elif kind == "Fingerprint" and seat:
            made.fingerprints[seat] = str(_digits(tags, where, name, 64))
        elif name in _FREE:
            made.tags[name] = value
        elif name not in _OWN:
            known = [*_OWN, *_FREE, *(f"Table.{name}" for name in game.tables), *(f"Player.{s}" for s in game.seats)]
            raise BadRecord(say("record.tag", name=name, hint=did_you_mean(name, known)), where[name])
    for line in moves:
        if line.seat not in game.seats:
            hint = did_you_mean(line.seat, game.seats)
            raise BadRecord(say("record.seat", name=short(line.seat), hint=hint), line.number)
    if len(moves) > game.longest:
        raise BadRecord(say("record.long", n=game.longest), moves[game.longest].number)
    if made.position is not None:
        try:
            game.unpack(made.position)
        except PizzaboxError as error:
            raise BadRecord(str(error), where["Position"]) from error
    made.moves = moves
    return made


def carried(path: str | Path) -> dict[str, str]:
    """The outside tables that a record file carries, whether or not they are those here."""
    tags, _, _ = _scan(_text(path))
    return {name.removeprefix("Table."): in_lines(text) for name, text in tags.items() if name.startswith("Table.")}


def read(path: str | Path) -> GameRecord:
    """Read a record file."""
    return loads(_text(path))


def _text(path: str | Path) -> str:
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise BadRecord(say("record.unreadable", file=path, reason=error.strerror or error)) from error
    if len(raw) > MOST_BYTES:
        raise BadRecord(say("record.large", file=path, n=len(raw), most=MOST_BYTES))
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadRecord(say("record.not_text", file=path, n=error.start)) from error


def _scan(text: str) -> tuple[dict[str, str], dict[str, int], list[Line]]:
    tags: dict[str, str] = {}
    where: dict[str, int] = {}
    moves: list[Line] = []
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith(";"):
            continue
        if line.startswith("["):
            match = _TAG.fullmatch(line)
            if not match:
                raise BadRecord(say("record.tag_form", text=short(line)), number)
            if moves:
                raise BadRecord(say("record.tags_first"), number)
            if match[1] in tags:
                raise BadRecord(say("record.tag_twice", name=match[1], line=where[match[1]]), number)
            if not tags and match[1] != "Pizza":
                raise BadRecord(say("record.begin", format=FORMAT), number)
            tags[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
            where[match[1]] = number
            continue
        match = _MOVE.fullmatch(line)
        if not match:
            raise BadRecord(say("record.move_form", text=short(line)), number)
        if not tags:
            raise BadRecord(say("record.begin", format=FORMAT), number)
        if int(match[1]) != len(moves) + 1:
            raise BadRecord(say("record.number", n=len(moves) + 1, text=match[1]), number)
        moves.append(Line(match[2], match[3], match[4] or "", number))
    return tags, where, moves


def _game(tags: dict[str, str], where: dict[str, int]) -> Game:
    for name in ("Pizza", "Game", "Options"):
        if name not in tags:
            raise BadRecord(say("record.missing", name=name) if tags else say("record.begin", format=FORMAT))
    if tags["Pizza"] != FORMAT:
        raise BadRecord(say("record.format", format=FORMAT, text=short(tags["Pizza"])), where["Pizza"])
    try:
        load(tags["Game"])
    except PizzaboxError as error:
        raise BadRecord(str(error), where["Game"]) from error
    try:
        return load(tags["Game"], **parse_pairs(tags["Options"].split()))
    except PizzaboxError as error:
        names = [name.removeprefix("Table.") for name in tags if name.startswith("Table.")]
        hint = " " + say("record.table_carried", game=tags["Game"], name=names[0]) if names else ""
        raise BadRecord(f"{error}{hint}", where["Options"]) from error


def _seed(tags: dict[str, str], where: dict[str, int]) -> int | None:
    if "Seed" not in tags:
        return None
    text = tags["Seed"]
    if not re.fullmatch(r"[0-9]{1,39}", text) or int(text) >= MAX_SEED:
        raise BadRecord(say("error.seed", value=short(text)), where["Seed"])
    return int(text)


def _digits(tags: dict[str, str], where: dict[str, int], name: str, length: int) -> str | None:
    if name in tags and not re.fullmatch(rf"[0-9a-f]{{{length}}}", tags[name]):
        raise BadRecord(say("record.digits", name=name, n=length, text=short(tags[name])), where[name])
    return tags.get(name)


def _escaped(value: str) -> str:
    flat = " ".join(value.split())
    return flat.replace("\\", "\\\\").replace('"', '\\"')
