"""heXentafl in words: notation, prompts, what happened, and why a move is not allowed."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import Catalogue, kept
from pizzabox.engine.errors import IllegalMove, short
from pizzabox.engine.options import Options
from pizzabox.engine.presentation import Preview, Standing, Tally

from . import rules
from .board import ALL, BY_NAME, CELLS, DIRECTIONS, JUMP, LONGEST, NAMES, START, THRONE
from .evaluation import in_check, ways_out
from .rules import ATTACK, DEFEND, ESCAPED, OVER, REPEATED, STUCK, TAKEN

say = Catalogue(__package__)
COLOURS = (2, 3)
_MOVE = re.compile(r"k?\s*([a-z]\d)\s*[-–x:>\s]?\s*([a-z]\d)")


def seats(options: Options) -> tuple[str, ...]:
    return ("defenders", "attackers") if options["games"] == 1 else ("white", "black")


def colours(options: Options) -> tuple[int, ...]:
    return COLOURS


def name(s: Any, player: int) -> str:
    return _name(player, s.games)


def _name(player: int, games: int) -> str:
    return say(f"side.{player}") if games == 1 else say(f"player.{player}")


def text(s: Any, player: int, code: int) -> str:
    cell, to = ends(s, code)
    king = "K" if cell == s.king else ""
    return f"{king}{NAMES[cell]}-{NAMES[to]}"


def tokens(s: Any, player: int, code: int) -> tuple[str, ...]:
    cell, to = ends(s, code)
    return NAMES[cell], NAMES[to]


def ends(s: Any, code: int) -> tuple[int, int]:
    """From and to of a move code; -1 where there is no such piece or hex."""
    own = _numbered(s.turn, s.king, s.men if s.turn == DEFEND else s.foes)
    number, way = divmod(code, 6 * LONGEST)
    return _ends(s.size_, own[number], way) if number < len(own) else (-1, -1)


@lru_cache(maxsize=256)
def _numbered(turn: int, king: int, men: int) -> tuple[int, ...]:
    """The hexes of the pieces of the side to move, in the order of their numbers."""
    return (king, *members(men)) if turn == DEFEND else tuple(members(men))


@lru_cache(maxsize=8192)
def _ends(size: int, cell: int, way: int) -> tuple[int, int]:
    return cell, int(JUMP[size, cell, way // LONGEST, way % LONGEST])


def read(s: Any, player: int, text: str) -> int:
    """Read `e5-e7` or `Ke5-e6`, in any case and spacing."""
    match = _MOVE.fullmatch(" ".join(text.lower().split()) if len(text) < 100 else "")
    if not match:
        raise IllegalMove(say("why.unread", text=short(text)), "")
    cells = []
    for word in match.groups():
        if word not in BY_NAME or not int(ALL[s.size_]) >> BY_NAME[word] & 1:
            raise IllegalMove(say("why.hex", text=word), "X1.1")
        cells.append(BY_NAME[word])
    cell, to = cells
    number = next((i for i in range(rules.MOST) if rules.piece_at(s, i) == cell), -1)
    if number < 0:
        raise IllegalMove(say("why.piece", hex=NAMES[cell]), "X2.1")
    for d, (dq, dr) in enumerate(DIRECTIONS):
        for n in range(1, LONGEST + 1):
            if (CELLS[cell][0] + n * dq, CELLS[cell][1] + n * dr) == CELLS[to]:
                return (number * 6 + d) * LONGEST + n - 1
    raise IllegalMove(say("why.line", a=NAMES[cell], b=NAMES[to]), "X2.2")


def why(s: Any, player: int, code: int | None) -> tuple[str, str]:
    if s.phase == OVER:
        return say("why.over"), ending(s)
    if rules.side_of(s, player) != s.turn:
        return say("why.turn", side=say(f"side.{s.turn}").lower()), "X2.1"
    assert code is not None
    cell, to = ends(s, code)
    if cell < 0:
        return say("why.number"), "X2.1"
    if to < 0:
        return say("why.rim", hex=NAMES[cell]), "X2.2"
    if cell == s.king and s.size_ == 0 and code % LONGEST:
        return say("why.step"), "X2.3"
    taken = s.men | s.foes | 1 << s.king
    for n in range(code % LONGEST + 1):
        c = int(JUMP[s.size_, cell, code // LONGEST % 6, n])
        if taken >> c & 1:
            return say("why.blocked", hex=NAMES[c], what=what_stands(s, c)), "X2.2"
    return say("why.throne"), "X2.4"


def prompt(s: Any, viewer: int) -> str:
    player = s.turn ^ s.game
    if viewer != player:
        return say("prompt.wait", name=_who(s, s.turn))
    if s.turn == DEFEND:
        return say("prompt.check" if _threatened(_stand(s)) else "prompt.defend")
    return say("prompt.stop" if _exits(_stand(s)) else "prompt.attack")


class _Stand(NamedTuple):
    """As much of a record as says who stands where."""

    size_: int
    king: int
    men: int
    foes: int


def _stand(s: Any) -> _Stand:
    return _Stand(s.size_, s.king, s.men, s.foes)


@lru_cache(maxsize=1024)
def _threatened(s: _Stand) -> bool:
    return bool(in_check(s))


@lru_cache(maxsize=1024)
def _exits(s: _Stand) -> int:
    return int(ways_out(s))


def ending(s: Any) -> str:
    """The rule by which the last game ended."""
    return {ESCAPED: "X4.1", TAKEN: "X4.2", STUCK: "X4.4", REPEATED: "X4.5"}.get(s.ended[s.game], "X4.6")


def chapter(s: Any, viewer: int) -> str:
    return ending(s) if s.phase == OVER else "X2.3" if s.turn == DEFEND else "X3.1"


def standing(s: Any, viewer: int) -> list[Standing]:
    found = []
    for player in range(2):
        side = rules.side_of(s, player)
        check = s.phase != OVER and side == DEFEND and _threatened(_stand(s))
        found.append(_stands(player, side, pieces_of(s, side), check, s.games, s.wins[player], s.size_))
    return found


@kept(2048)
def _stands(player: int, side: int, now: int, check: bool, games: int, wins: int, size: int) -> Standing:
    notes = [say(f"role.{side}")] if games == 2 else []
    if check:
        notes.append(say("board.check"))
    score = say("board.match", n=wins, pieces=now) if games == 2 else say("board.pieces", pieces=now)
    share = now / (int(START[size, side]).bit_count() + (side == DEFEND))
    return Standing(player, _name(player, games), COLOURS[player], score, min(1.0, share), tuple(notes))


def pieces_of(s: Any, side: int) -> int:
    """How many pieces a side has on the board."""
    if side == ATTACK:
        return int(s.foes.bit_count())
    return int(s.men.bit_count()) + (not s.taken >> s.king & 1)


def tally(s: Any) -> Tally:
    """Who won which game and how."""
    games = range(s.games)
    head = (say("tally.player"), *(say("tally.game", n=i + 1) for i in games), say("tally.total"))
    rows = []
    for player in range(2):
        cells = []
        for i in games:
            won = s.victor[i] == player ^ i
            cells.append(say("tally.won") if won else say("tally.drawn") if s.victor[i] < 0 else say("tally.lost"))
        rows.append((name(s, player), *cells, str(s.wins[player])))
    return Tally(head, tuple(rows), result(s))


def preview(s: Any, player: int, chosen: tuple[str, ...]) -> Preview:
    """The board after the move, with what it captures and what it threatens."""
    if len(chosen) != 2:
        return Preview()
    try:
        code = read(s, player, "-".join(chosen))
    except IllegalMove:
        return Preview()
    after = s.copy()
    rules.play(after, player, code)
    if after.phase == OVER or after.game != s.game:
        return Preview((_ending(after, s.game),), after)
    lines = [say("preview.takes", hexes=_list(NAMES[c] for c in members(after.taken)))] if after.taken else []
    if in_check(after):
        lines.append(say("preview.check"))
    if ways_out(after):
        lines.append(say("preview.exit"))
    return Preview(tuple(lines), after)


def tell(before: Any, player: int, code: int | None, after: Any, viewer: int) -> list[str]:
    assert code is not None
    cell, to = ends(before, code)
    what = say("tell.king" if cell == before.king else f"tell.man{before.turn}")
    said = [say("tell.move", name=name(before, player), what=what, a=NAMES[cell], b=NAMES[to])]
    lost = after.taken & ~(1 << after.king) if after.game == before.game else 0
    if lost:
        said.append(say("tell.takes", hexes=_list(NAMES[c] for c in members(lost))))
    if after.phase == OVER:
        said.append(result(after))
    elif after.game != before.game:
        said += [_ending(after, before.game), say("tell.exchange", name=name(after, 1))]
    return said


def _ending(s: Any, game: int) -> str:
    how, victor = s.ended[game], s.victor[game]
    key = {ESCAPED: "escaped", TAKEN: "taken", STUCK: f"stuck.{victor}", REPEATED: "repeated"}.get(how, "long")
    return say(f"result.{key}", n=rules.QUIET)


def result(s: Any) -> str:
    said = [_ending(s, s.games - 1)]
    if s.games == 2:
        a, b = s.wins
        if a == b:
            said.append(say("result.match_draw", a=a, b=b))
        else:
            said.append(say("result.match", name=name(s, int(b > a)), a=max(a, b), b=min(a, b)))
    return " ".join(said)


def spell(s: Any, token: str) -> str:
    return spelled(token, standing_on(s, BY_NAME[token]))


@kept(1024)
def spelled(token: str, what: str) -> str:
    """A hex in words, with what stands there."""
    return say("board.spell", hex=token, what=say(f"board.{what}"))


def what_stands(s: Any, c: int) -> str:
    """The piece on a hex in words."""
    return say(f"board.{standing_on(s, c)}")


def standing_on(s: Any, c: int) -> str:
    """What is on a hex: the king, a man, a foe, the empty throne or nothing (empty)."""
    if c == s.king:
        return "king"
    if (s.men | s.foes) >> c & 1:
        return "man" if s.men >> c & 1 else "foe"
    return "throne" if c == THRONE else "empty"


def board(s: Any, viewer: int) -> str:
    """The board as text: K the King, o his men, x the attackers."""
    lines = []
    size = s.size_ + 4
    for r in range(-size + 1, size):
        row = sorted((q, i) for i, (q, rr) in enumerate(CELLS) if rr == r and int(ALL[s.size_]) >> i & 1)
        signs = [f"{NAMES[i]} {_sign(s, i)}" for _, i in row]
        lines.append(" " * (3 * abs(r)) + "  ".join(signs))
    lines.append("")
    for each in standing(s, viewer):
        mark = ">" if s.phase != OVER and each.player == s.turn ^ s.game else " "
        lines.append(f"{mark} {each.name}: {each.score} {' '.join(each.notes)}".rstrip())
    return "\n".join(lines)


def _sign(s: Any, i: int) -> str:
    if i == s.king:
        return "K"
    if s.men >> i & 1:
        return "o"
    if s.foes >> i & 1:
        return "x"
    return "+" if i == THRONE else "·"


def _who(s: Any, side: int) -> str:
    return name(s, side ^ s.game)


def _list(names: Any) -> str:
    parts = [str(part) for part in names]
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + say("tell.and") + parts[-1]
