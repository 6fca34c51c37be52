"""heXentafl in words: seats, prompts, standings and scores; the other roles have files of their own."""

from pizzabox.engine.catalogue import kept
from pizzabox.engine.field_cache import kept_by
from pizzabox.engine.options import Options
from pizzabox.engine.presentation import Standing, Tally

from .board import BY_NAME, CORNERS, START
from .evaluation import in_check, ways_out
from .phrases import COLOURS, ended_by, name, player_name, say, what_stands_on
from .rules import ATTACK, DEFEND, OVER, side_of
from .state import State
from .story import result


def seats(options: Options) -> tuple[str, ...]:
    return ("defenders", "attackers") if options["games"] == 1 else ("white", "black")


@kept_by("size_", "king", "men", "foes", wordless=True)
def dangers(s: State) -> tuple[bool, bool]:
    """Whether the King could be taken at once, and whether he could reach a corner."""
    return bool(in_check(s)), ways_out(s) > 0


def prompt(s: State, viewer: int) -> str:
    if viewer != s.turn ^ s.game:
        return say("prompt.wait", name=name(s, s.turn ^ s.game))
    capture, escape = dangers(s)
    if s.turn == DEFEND:
        return say("prompt.check" if capture else "prompt.defend")
    return say("prompt.stop" if escape else "prompt.attack")


def chapter(s: State, viewer: int) -> str:
    return ended_by(s) if s.phase == OVER else "X2.3" if s.turn == DEFEND else "X3.1"


@kept_by("phase", "game", "games", "wins", "size_", "king", "men", "foes", "taken")
def standing(s: State, viewer: int) -> list[Standing]:
    found = []
    for player in range(2):
        side = side_of(s, player)
        left = _pieces_left(s, side)
        notes = [say(f"role.{side}")] if s.games == 2 else []
        if s.phase != OVER and side == DEFEND and dangers(s)[0]:
            notes.append(say("board.check"))
        score = say("board.match" if s.games == 2 else "board.pieces", n=s.wins[player], pieces=left)
        share = left / (int(START[s.size_, side]).bit_count() + (side == DEFEND))
        called = player_name(player, s.games)
        found.append(Standing(player, called, COLOURS[player], score, min(1.0, share), tuple(notes)))
    return found


def _pieces_left(s: State, side: int) -> int:
    if side == ATTACK:
        return int(s.foes.bit_count())
    return int(s.men.bit_count()) + (not s.taken >> s.king & 1)


def course(s: State) -> tuple[int, ...]:
    """Pieces on the board: the game has no other score."""
    return tuple(_pieces_left(s, side_of(s, player)) for player in range(2))


def tally(s: State) -> Tally:
    """Who won which game and how."""
    games = range(s.games)
    head = (say("tally.player"), *(say("tally.game", n=i + 1) for i in games), say("tally.total"))
    rows = []
    for player in range(2):
        ends = ("drawn" if s.victor[i] < 0 else "won" if s.victor[i] == player ^ i else "lost" for i in games)
        rows.append((name(s, player), *(say(f"tally.{end}") for end in ends), str(s.wins[player])))
    return Tally(head, tuple(rows), result(s))


def spell(s: State, token: str) -> str:
    return hex_spelled(token, what_stands_on(s, BY_NAME[token]), s.size_)


@kept(2048)
def hex_spelled(token: str, what: str, size: int) -> str:
    """A hex of a board of that size in words, with what stands there."""
    corner = int(CORNERS[size]) >> BY_NAME[token] & 1
    key = "board.corner" if corner and what == "empty" else f"board.{what}"
    return say("board.spell_corner" if corner and what != "empty" else "board.spell", hex=token, what=say(key))
