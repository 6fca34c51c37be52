"""How a game speaks and is drawn: what its words.py and picture.py provide, and what the engine makes of it.

Every `s` handed to these functions is what the listener may know: a view, or a whole position where nobody is cheated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from .errors import say
from .options import Options

if TYPE_CHECKING:
    from .position import Board


@dataclass(frozen=True)
class Standing:
    """How one side stands: a player, or (player -1) somebody nobody plays."""

    player: int
    name: str
    colour: int
    """Which of the six toppings of `toppings.py` this side has through the whole box."""
    score: str
    share: float | None = None
    """How far the side has come, from 0 to 1, for a bar."""
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Tally:
    """The final score explained: a table whose rows add up."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class Preview:
    """What a move would do, as far as its player can know: sentences, and a record to draw as a what-if picture."""

    lines: tuple[str, ...] = ()
    after: Any = None
    ask: bool = False
    """Whether these sentences should be read before the move is played; who sees them beforehand is not asked."""


@dataclass(frozen=True)
class Pick:
    """A move in progress, token by token: what can come next, and the move once it is complete."""

    chosen: tuple[str, ...]
    next: tuple[str, ...]
    code: int | None = None
    sentence: str = ""
    """What is still to choose, where the prompt does not say it."""


class Words(Protocol):
    """The functions of a game's words.py."""

    def seats(self, options: Options) -> tuple[str, ...]:
        """A short, lower-case name for each seat, used in notation and records."""

    def colours(self, options: Options) -> tuple[int, ...]:
        """Which of the six toppings each seat has."""

    def name(self, s: Any, player: int) -> str:
        """The seat as it stands in a sentence."""

    def text(self, s: Any, player: int, code: int) -> str:
        """A move in notation."""

    def tokens(self, s: Any, player: int, code: int) -> tuple[str, ...]:
        """What a person touches for that move, in order; also the ids of elements in the picture."""

    def read(self, s: Any, player: int, text: str) -> int:
        """The code of a typed move, legal or not; IllegalMove when it makes no sense."""

    def why(self, s: Any, player: int, code: int | None) -> tuple[str, str]:
        """Why that move (or, with None, any move) of that player is not allowed now: the reason and the rule's id."""

    def prompt(self, s: Any, viewer: int) -> str:
        """What to do now, in one sentence."""

    def chapter(self, s: Any, viewer: int) -> str:
        """The id of the rule that matters most now."""

    def tell(self, before: Any, player: int, code: int | None, after: Any, viewer: int) -> list[str]:
        """What just happened; the code is None while it is secret to the viewer."""

    def board(self, s: Any, viewer: int) -> str:
        """The position as text."""

    def standing(self, s: Any, viewer: int) -> list[Standing]:
        """How every side stands, in seat order."""

    def result(self, s: Any) -> str:
        """How the game ended, in one sentence."""

    def tally(self, s: Any) -> Tally:
        """The final score explained."""

    def spell(self, s: Any, token: str) -> str:
        """A token as a screen reader says it."""


class Picture(Protocol):
    """The functions of a game's picture.py. `p` is a palette of `svg.py`.

    `svg` and `view_box` are best made by `WholePicture`. A game may also bring `names(s, p, shown=True)`, the names of
    all spaces, and `stages(s, viewer, p)`, what is shown before the position itself.
    """

    svg: Callable[..., str]
    """`svg(s, viewer=-1, *, theme="light", legal=(), size=None, …)`: the position as a complete picture."""

    board: Callable[..., Any]
    """`board(s, p)`: what never changes in a game, drawn once."""

    pieces: Callable[..., Any]
    """`pieces(s, viewer, p, *, legal=())`: all that moves; tokens are elements with `data-token` and a stable id.

    It is drawn for every viewer after every move: best as a `Layer` of parts that are kept (`layer` and `kept`).
    A picture may also take `chosen` (tokens touched so far, to mark them) and `reach` (a token whose reach to show)."""

    view_box: Callable[..., str]
    """`view_box(s)`: the frame of both layers, as the attribute of that name."""


def listed(parts: Iterable[str]) -> str:
    """a, b and c."""
    made = list(parts)
    if not made:
        return say("list.none")
    return made[0] if len(made) == 1 else ", ".join(made[:-1]) + say("list.and") + made[-1]


def signs(board: Board) -> dict[str, str]:
    """The signs of the text board that stand for a colour (`{"●": "red"}`), where a game names them."""
    own: Callable[..., dict[str, str]] | None = getattr(board.game.words, "signs", None)
    return own(board.state) if own else {}


def preview(board: Board, player: int, chosen: Sequence[str]) -> Preview:
    """What the move in progress would do; games without a `preview` of their own show nothing."""
    own: Callable[..., Preview] | None = getattr(board.game.words, "preview", None)
    return own(board.state, player, tuple(chosen)) if own else Preview()


def pick(board: Board, player: int, chosen: Sequence[str]) -> Pick:
    """Narrow the legal moves down by the tokens touched so far.

    A game whose moves are sets rather than sequences brings a `pick` of its own in its words.
    """
    touched = tuple(chosen)
    own: Callable[..., Pick] | None = getattr(board.game.words, "pick", None)
    if own:
        return own(board.state, player, touched)
    words, s = board.game.words, board.state
    following: dict[str, None] = {}
    for code in board.game.kernels.moves(s, player):
        tokens = words.tokens(s, player, code)
        if tokens[: len(touched)] != touched:
            continue
        if len(tokens) == len(touched):
            return Pick(touched, (), code)
        following[tokens[len(touched)]] = None
    return Pick(touched, tuple(following))
