"""What a game provides: the kernels every game has, as stubs that generic code is written against.

A game must bring `begin`, `actors`, `moves` and `play`; `default_kernels.py` says what stands in for the others and
where that would be wrong.

A state `s` has at least these fields:

- `rng: u64`    the generator (see `rng.py`); all chance of the game is drawn from it;
- `news: u16`   counts up when something hidden becomes known (a die, a draw, a reveal); undo stops;
- `sealed: u8`  one bit for each player whose secret choice is in but not yet revealed.

Players are numbered from 0; a set of players is an integer with one bit each. `SPECTATOR` is a viewer without a seat.
Calling a stub itself is an error: a `KernelCompiler` puts the kernels of a game in their place.
"""

from __future__ import annotations

from .bits import wide
from .kernel import Kernel, kernel
from .rng import scale
from .state import Floats, GameState, Numbers

SPECTATOR = -1
AT_THE_END = -1
"""No move: `subjects` then counts what a player has when the game is over."""


def has_chosen(s: GameState, player: int) -> bool:
    """Whether a player (not a spectator) has made a secret choice that is not yet revealed."""
    return player >= 0 and bool(s.sealed >> player & 1)


def hides(s: GameState, player: int, viewer: int | None) -> bool:
    """Whether a player's choice is still secret to a viewer; to None, who sees everything, nothing is."""
    return viewer is not None and player != viewer and has_chosen(s, player)


def _unbound(name: str) -> RuntimeError:
    return RuntimeError(f"`{name}` is a stub of the contract; use generic kernels through a game's `KernelCompiler`")


@kernel
def begin(s: GameState, options: Numbers) -> None:
    """Set up the game from its options (their numbers, in declared order) and the seed already in `s.rng`; a game's own
    finds every other field blank."""
    raise _unbound("begin")


@kernel
def actors(s: GameState) -> int:
    """Who may act now; several bits during a secret or parallel choice; 0 when the game is over."""
    raise _unbound("actors")


@kernel
def moves(s: GameState, player: int, out: Numbers) -> int:
    """Write the codes of that player's legal moves into `out` and return how many. Works on views of that player."""
    raise _unbound("moves")


@kernel
def play(s: GameState, player: int, move: int) -> None:
    """Apply a legal move, and all that follows from it without a choice."""
    raise _unbound("play")


@kernel
def over(s: GameState) -> bool:
    """Whether the game is finished."""
    raise _unbound("over")


@kernel
def returns(s: GameState, out: Floats) -> None:
    """Write each player's result in [-1, 1]: shared wins split, losing together is -1 for all; 0 until the end."""
    raise _unbound("returns")


@kernel
def scores(s: GameState, out: Numbers | Floats) -> None:
    """Write each player's score as the rules count it."""
    raise _unbound("scores")


@kernel
def show(s: GameState, viewer: int, view: GameState) -> None:
    """Write into a blank state only what `viewer` may know."""
    raise _unbound("show")


@kernel
def guess(view: GameState, viewer: int, s: GameState) -> None:
    """Fill every unknown of a view with a uniformly drawn consistent world; `s` is blank but for the seed in `rng`."""
    raise _unbound("guess")


@kernel
def value(s: GameState, out: Floats) -> None:
    """Write a guess of each player's prospects in [-1, 1], for bots that look ahead.

    It should price a choice that is still sealed: one that sees no difference leaves `greedy` and the apprentice to
    chance, unless the game's `search` has `play_out`.
    """
    raise _unbound("value")


@kernel
def features(view: GameState, viewer: int, out: Floats) -> None:
    """Write what a learner sees of a view as numbers, the viewer's own seat first: every one of them."""
    raise _unbound("features")


@kernel
def audit(s: GameState) -> int:
    """0 when every field is as declared and every piece accounted for; else the number of the broken law."""
    raise _unbound("audit")


@kernel
def recall(s: GameState) -> None:
    """Take back every secret choice that is in but not yet revealed. A game without such choices needs none."""
    raise _unbound("recall")


@kernel
def prior(s: GameState, player: int, codes: Numbers, n: int, out: Floats) -> None:
    """Write a weight of 0 or more for each of a player's n legal moves: how often play-outs try it."""
    raise _unbound("prior")


@kernel
def random_move(s: GameState, player: int, dice: int, codes: Numbers) -> int:
    """A random legal move: entry `scale(dice, n)` of the n that `moves` lists.

    A game that finds it without the list plays at random in a fraction of the time. `codes` has room for the list.
    """
    raise _unbound("random_move")


@kernel
def subjects(s: GameState, player: int, move: int, out: Numbers) -> None:
    """Add to `out` how much a player has to do with each of the game's `subjects`.

    Called for every legal move before it is played, and once with `AT_THE_END` when the game is over.
    """
    raise _unbound("subjects")


@kernel
def essence(s: GameState, way: int, out: Numbers) -> None:
    """Write everything the rest of the game depends on, with the board laid `way` (0: as it is), as numbers of 0 or
    more; leave out what only looks back (earlier positions, moves counted towards a draw)."""
    raise _unbound("essence")


@kernel
def embody(s: GameState, known: Numbers) -> None:
    """Set up the position with this essence, as if for the first time; `s` has the same options."""
    raise _unbound("embody")


@kernel
def label(s: GameState, player: int, code: int) -> int:
    """What nets call a legal move: a number below `Game.labels`, by default its code.

    Where a code counts what comes and goes, such as the pieces still on the board, a label should have a fixed meaning.
    """
    return code


@kernel
def labelled(s: GameState, player: int, name: int) -> int:
    """The code of the legal move that nets call by that number."""
    return name


@kernel
def draw_from_list(s: GameState, player: int, dice: int, codes: Numbers) -> int:
    """List all moves, then draw one."""
    n = moves(s, player, codes)
    return wide(codes[scale(dice, n)])


@kernel
def even(s: GameState, player: int, codes: Numbers, n: int, out: Floats) -> None:
    """Every move weighs the same."""
    for i in range(n):
        out[i] = 1.0


@kernel
def no_subjects(s: GameState, player: int, move: int, out: Numbers) -> None:
    """A game that counts no subjects."""


STUBS = (
    begin,
    actors,
    moves,
    play,
    over,
    returns,
    scores,
    show,
    guess,
    value,
    features,
    audit,
    recall,
    prior,
    random_move,
    subjects,
)
OPTIONAL = (essence, embody, label, labelled)
"""What a game may bring and few do. Generic code that needs the first two checks `Game.essence` first."""
DEFAULTS: dict[str, Kernel] = {"prior": even, "random_move": draw_from_list, "subjects": no_subjects}
"""What stands in for kernels that bots hardly miss."""
