"""What words and pictures are made of: standings, tallies, previews and moves in progress; what a picture provides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from .errors import say
from .state import GameState
from .svg import Layer, Markup
from .whole_picture import Wide


@dataclass(frozen=True)
class Standing:
    """How one side stands: a player, or (player -1) a side without one."""

    player: int
    name: str
    colour: int
    """Which of the six toppings of `toppings.py` stands for this side."""
    score: str
    share: float | None = None
    """How far the side has come, from 0 to 1, for a bar."""
    notes: tuple[str, ...] = ()
    said: str = ""
    """The score in words, where it has signs."""


@dataclass(frozen=True)
class Tally:
    """The final score explained: a table whose rows add up."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    decides: int = -1
    """The column that decides the game; others break ties."""


@dataclass(frozen=True)
class Preview:
    """What a move would do, as far as its player can know: sentences, and a state to draw as a what-if picture."""

    lines: tuple[str, ...] = ()
    after: GameState | None = None
    ask: bool = False
    """Whether to ask for confirmation, unless the player has already seen these sentences."""
    loses: str = ""
    """What the move gives up, in a sentence; then everybody is asked to confirm it."""
    plain: Preview | None = None
    """The preview at a table without help: what the move is, costs and gives up, not what it leads to."""

    @classmethod
    def as_is(cls, lines: tuple[str, ...] = (), after: GameState | None = None, ask: bool = False) -> Preview:
        """A preview that says only what the move is: a table without help gives all of it."""
        return cls(lines, after, ask, plain=cls(lines, after, ask))


@dataclass(frozen=True)
class Pick:
    """A move in progress, token by token: what can come next, and the move once it is complete."""

    chosen: tuple[str, ...]
    next: tuple[str, ...]
    code: int | None = None
    sentence: str = ""
    """What is still to choose, unless the prompt says it."""


class Picture(Protocol):
    """The picture of a game. `p` is a palette of `svg.py`, `s` what the viewer may know.

    A game's picture.py has functions with these names; `default_picture.py` makes what it lacks. Instead of `svg` and
    `view_box` it has a `frame(s)` (left, top, width, height). `legend(s, p)` is drawn below the frame, `LEGEND` high,
    and `heading(s)` is the title in place of the game's.
    """

    svg: Callable[..., str]
    """`svg(s, viewer=-1, *, theme="light", legal=(), size=None, …)`: the position as a complete picture."""

    board: Callable[..., Markup]
    """`board(s, p)`: what never changes in a game, drawn once."""

    pieces: Callable[..., Layer]
    """`pieces(s, viewer, p, *, legal=())`: all that moves; tokens are elements with `data-token` and a stable id.

    It is drawn for every viewer after every move: best as a `Layer` of parts that are kept (`layer` and `kept`).
    A picture may also take `chosen` (tokens touched so far, to mark them) and `reach` (a token whose reach to show)."""

    view_box: Callable[..., str]
    """`view_box(s)`: the frame of both layers, as the attribute of that name."""

    names: Callable[..., Markup] | None
    """`names(s, p, shown=True)`: the names of all spaces."""

    stages: Callable[..., Sequence[Layer]] | None
    """`stages(s, viewer, p)`: what is shown before the position itself."""

    sample: Callable[..., Markup] | None
    """`sample(name, p)`: the small drawings of the legend (`legend.py`)."""

    wide: Callable[..., Wide] | None
    """`wide(s)`: how the same groups are arranged on a screen with more room beside the board than below. There what
    has the class `pb-wide` (and `display="none"`) is shown in place of what has `pb-tall`, and groups that are `placed`
    stand elsewhere."""


def sentence(text: str) -> str:
    """A phrase as a sentence: with a capital, unless it begins with the name of a space (c4), and a full stop."""
    first = text[:1] if text[1:2].isdigit() else text[:1].upper()
    return f"{first}{text[1:]}{'' if not text or text.endswith(('.', '!', '?', '…')) else '.'}"


def numbered(token: str) -> tuple[str, int]:
    """A token such as `slice 3` taken apart: its word and its number, 0 where it has none from 1 to 99."""
    word, _, rest = token.partition(" ")
    return word, int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 3 else 0


def own_and_others(viewer: int, count: int) -> tuple[list[int], list[int]]:
    """Players in the viewer's order: their own seat, then the rest."""
    return [viewer] if viewer >= 0 else [], [player for player in range(count) if player != viewer]


def listed(parts: Iterable[str]) -> str:
    """a, b and c."""
    made = list(parts)
    if not made:
        return say("list.none")
    return made[0] if len(made) == 1 else ", ".join(made[:-1]) + say("list.and") + made[-1]
