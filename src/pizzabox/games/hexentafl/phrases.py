"""Small phrases that the words of heXentafl are made of: names, what stands on a hex, how a game ended."""

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import Catalogue, known_as
from pizzabox.engine.presentation import listed

from .board import NAMES, THRONE
from .rules import ESCAPED, QUIET, REPEATED, STUCK, TAKEN
from .state import State

say = Catalogue(__package__)
COLOURS = (2, 3)


def name(s: State, player: int) -> str:
    return known_as(player, player_name(player, s.games))


def player_name(player: int, games: int) -> str:
    """A player is called after the side, or in a match, where sides are exchanged, after the colour."""
    return say(f"side.{player}") if games == 1 else say(f"player.{player}")


def what_stands_on(s: State, c: int) -> str:
    """What is on a hex: the king, a man, a foe, the empty throne or nothing (empty)."""
    if c == s.king:
        return "king"
    if (s.men | s.foes) >> c & 1:
        return "man" if s.men >> c & 1 else "foe"
    return "throne" if c == THRONE else "empty"


def hexes(cells: int) -> str:
    """The names of a set of hexes: e5, e6 and f7."""
    return listed(NAMES[c] for c in members(cells))


def ended_by(s: State) -> str:
    """The id of the rule by which the last game ended."""
    return {ESCAPED: "X4.1", TAKEN: "X4.2", STUCK: "X4.4", REPEATED: "X4.5"}.get(s.ended[s.game], "X4.6")


def ending(s: State, game: int) -> str:
    """How a game of the match ended: with the winner's name, or the side where nobody has one."""
    side = s.victor[game]
    key = {ESCAPED: "escaped", TAKEN: "taken", STUCK: f"stuck.{side}", REPEATED: "repeated"}.get(s.ended[game], "long")
    winner = known_as(side ^ game, "") if side >= 0 else ""
    return say(f"result.named.{key}", name=winner) if winner else say(f"result.{key}", n=QUIET)
