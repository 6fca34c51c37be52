"""What a move of heXentafl would do: the board after it, with what it captures and what it threatens."""

from pizzabox.engine.presentation import Preview

from .evaluation import in_check, ways_out
from .phrases import ending, hexes, say
from .rules import OVER, play
from .state import State


def outlook(s: State, player: int, chosen: tuple[str, ...], code: int | None) -> Preview:
    if code is None:
        return Preview()
    after = s.copy()
    play(after, player, code)
    if after.phase == OVER or after.game != s.game:
        return Preview((ending(after, s.game),), after)
    lines = [say("preview.takes", hexes=hexes(after.taken))] if after.taken else []
    if in_check(after):
        lines.append(say("preview.check"))
    if ways_out(after):
        lines.append(say("preview.exit"))
    return Preview(tuple(lines), after)
