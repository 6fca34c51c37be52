"""What just happened in heXentafl, and how it ended."""

from .board import NAMES
from .notation import ends
from .phrases import ending, hexes, name, say
from .state import State


def events(before: State, player: int, code: int | None, after: State, viewer: int) -> list[str]:
    assert code is not None
    cell, to = ends(before, code)
    what = say("story.king" if cell == before.king else f"story.man{before.turn}")
    said = [say("story.move", name=name(before, player), what=what, a=NAMES[cell], b=NAMES[to])]
    lost = after.taken & ~(1 << after.king) if after.game == before.game else 0
    if lost:
        said.append(say("story.takes", hexes=hexes(lost)))
    if after.game != before.game:
        said += [ending(after, before.game), say("story.exchange", name=name(after, 1))]
    return said


def result(s: State) -> str:
    said = ending(s, s.games - 1)
    if s.games == 1:
        return said
    a, b = s.wins
    if a == b:
        return f"{said} {say('result.match_draw', a=a, b=b)}"
    return f"{said} {say('result.match', name=name(s, int(b > a)), a=max(a, b), b=min(a, b))}"
