"""Kernels that stand in where a game brings none of its own, and the refusal where none would be right.

A game needs `begin`, `actors`, `moves`, `play`, and one of: a field `points` with an entry for each seat, a field `won`
(players, once the `phase` is `over`), `scores`, or `returns`. What follows from that and from the fields of its state:

- `begin`: all fields but the generator are blank; then comes the game's own `begin`;
- `over`: the field `phase` has the one named `over`; nobody may act, where no phase has that name;
- `scores`: the field `points`, or 1 for each winner;
- `returns`: with such a phase, the players in a field `won` share the win; otherwise the most points win;
- `show`: every field that is not secret, and of choices those that are open; then the game's own `show_secrets(s,
  viewer, view)`, if it has one, adds what that viewer may know of the secret fields;
- `guess`: what the view holds; a sealed choice is any legal move of its player, each as likely; then the game's own
  `guess_secrets(view, viewer, s)` draws the secret fields, which nobody else can;
- `recall`: sealed choices are empty again;
- `value`: the lead in `scores`, as a share of all points. That says little, so bots play such a game out
  at random before they ask; a `value` of the game's own makes them stronger and quicker;
- `features`: the viewer and every field as it is, not scaled and not turned to the viewer;
- `audit`: every field is as declared (`field_laws.py`); then the game's own `audit_laws(s)`, if it has one, finds what
  the declaration cannot say. A game has no other `audit`;
- `prior`: every move weighs the same;
- `random_move`: all moves are listed, and one is drawn;
- `subjects`: none are counted.

What names every field is generated as plain source, so that it compiles to the straight copies a person would write.
"""

from __future__ import annotations

import dis
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from . import contract
from .bits import wide
from .contract import actors, over, returns, scores
from .field_laws import field_laws
from .kernel import Kernel, from_source, inlined, kernel
from .kernel_sources import sources
from .rng import below
from .state import Field, Floats, GameState
from .win_returns import lead, share_wins

Kernels = Mapping[str, Kernel]
NEEDED = ("begin", "actors", "moves", "play")
POINTS = "points"
"""The field whose entries are the scores, where a game has no `scores` of its own."""
ENDED, WON = "over", "won"
"""The phase in which a game is over, and the field whose members have won."""
GENERATED = ("begin", "over", "returns", "show", "guess", "recall", "features", "scores", "audit")
"""Kernels that name the fields of the state."""
EXTENDING = ("show_secrets", "guess_secrets", "audit_laws")
"""What a game adds to them."""


@kernel
def nobody_acts(s: GameState) -> bool:
    """The game is over when nobody may act."""
    return actors(s) == 0


@kernel
def most_points_win(s: GameState, out: Floats) -> None:
    """The highest score wins, ties share the win; 0 for all while the game goes on."""
    if not over(s):
        for p in range(len(out)):
            out[p] = 0.0
        return
    scores(s, out)
    best = out[0]
    for p in range(len(out)):
        best = max(best, out[p])
    winners = 0
    for p in range(len(out)):
        winners += out[p] == best
    for p in range(len(out)):
        out[p] = 2.0 / winners - 1.0 if out[p] == best else -1.0


@kernel
def one_for_a_win(s: GameState, out: Floats) -> None:
    """1 for each winner, shared or not."""
    returns(s, out)
    ended = over(s)
    for p in range(len(out)):
        out[p] = 1 if ended and out[p] > -1 else 0


@kernel
def ahead(s: GameState, out: Floats) -> None:
    """Each player's lead over the best rival, as a share of all points; the result at the end."""
    if over(s):
        returns(s, out)
        return
    scores(s, out)
    total = 1.0
    for p in range(len(out)):
        total += abs(out[p])
    if len(out) > 1:
        lead(out, len(out), -1e18)
    for p in range(len(out)):
        out[p] /= total


def with_defaults(name: str, state: type[GameState], functions: Kernels, width: int) -> dict[str, Kernel]:
    """The kernels of a game by role: its own, and what stands in for those it does not bring."""
    roles = [stub.__name__ for stub in contract.STUBS]
    own = {role: functions[role] for role in (*roles, *EXTENDING) if role in functions}
    missing = [role for role in NEEDED if role not in own]
    if missing:
        raise TypeError(f"the game {name} lacks the kernels {', '.join(missing)}")
    _refuse_unknowable(name, state, own)
    made: dict[str, Kernel] = {
        **contract.DEFAULTS,
        "over": nobody_acts,
        "returns": most_points_win,
        "scores": one_for_a_win,
        "value": ahead,
        **_generated(state, width, own),
    }
    return {role: own[role] if role in own and role != "begin" else made[role] for role in roles}


def _refuse_unknowable(name: str, state: type[GameState], own: Kernels) -> None:
    """Refuse to stand in for what only the game can know."""
    if "audit" in own:
        raise TypeError(f"the game {name} has a kernel `audit`, which follows from its fields; call yours `audit_laws`")
    if not {"returns", "scores"} & own.keys() and not _has_points(state) and not _wins(state):
        raise TypeError(
            f"the game {name} doesn't say who wins: it needs a field `{POINTS}` with an entry for each seat, or a "
            "kernel `scores` or `returns`"
        )
    if "show" in own and "guess" not in own:
        raise TypeError(f"the game {name} has its own `show`, so only it can `guess` what that hides")
    secret = [field for field, declared in state.fields.items() if declared.secret and field != "rng"]
    if secret and not {"guess", "guess_secrets"} & own.keys():
        raise TypeError(
            f"the game {name} has secret fields ({', '.join(secret)}), so it needs a kernel "
            "`guess_secrets(view, viewer, s)` that draws what a view doesn't show"
        )
    if _choices(state) or not _seals(own):
        return
    lacking = [] if secret else [role for role in ("show", "guess") if role not in own]
    lacking += ["recall"] if "recall" not in own else []
    if lacking:
        raise TypeError(
            f"the game {name} seals choices (`s.sealed`), so its state must say which fields hold them, as in "
            f"`bid: Ints = i8[3](choice=True)`, or it must bring its own {', '.join(lacking)}"
        )


def _choices(state: type[GameState]) -> dict[str, Field]:
    return {name: field for name, field in state.fields.items() if field.choice}


def _has_points(state: type[GameState]) -> bool:
    field = state.fields.get(POINTS)
    return field is not None and len(field.shape) == 1


def _wins(state: type[GameState]) -> bool:
    """Whether a field says who has won once the game is over."""
    field = state.fields.get(WON)
    return field is not None and field.members is not None and bool(_ended(state))


def _ended(state: type[GameState]) -> str:
    """Whether the game is over, as an expression; empty where no phase says so."""
    phase = state.fields.get("phase")
    return f"s.phase == {phase.low + phase.names.index(ENDED)}" if phase and ENDED in phase.names else ""


def _seals(own: Kernels) -> bool:
    """Whether a move can seal a choice: somewhere `s.sealed` is set to more than 0."""
    for func in sources([own["begin"], own["play"]], {}).functions:
        steps = list(dis.get_instructions(func.__code__))
        for value, _, store in zip(steps, steps[1:], steps[2:], strict=False):
            emptied = value.opname in {"LOAD_CONST", "LOAD_SMALL_INT"} and value.argval == 0
            if store.opname == "STORE_ATTR" and store.argval == "sealed" and not emptied:
                return True
    return False


def _generated(state: type[GameState], width: int, own: Kernels) -> Kernels:
    """The kernels that name every field."""
    return _from_text(state, width, tuple((name, own[name]) for name in (*NEEDED, *EXTENDING) if name in own))


@lru_cache(maxsize=128)
def _from_text(state: type[GameState], width: int, used: tuple[tuple[str, Kernel], ...]) -> Kernels:
    """Their text is made from what the state declares. The same are made once, and so compiled once."""
    own = dict(used)
    text = _text(state, width, own)
    names = {
        "np": np,
        "below": below,
        "share_wins": share_wins,
        "wide": wide,
        "audit_fields": field_laws(state),
        **own,
        "own_begin": own["begin"],
    }
    made = from_source(text, __name__, __file__, names)
    inlined(made["show_public"])
    return {role: kernel(made[role]) for role in GENERATED if role in made}


def _text(state: type[GameState], width: int, own: Kernels) -> str:
    fields = {name: field for name, field in state.fields.items() if name != "rng"}
    public = {name: field for name, field in fields.items() if not field.secret and not field.choice}
    choices = _choices(state)
    seats = max((field.shape[0] for field in choices.values()), default=0)
    ended = _ended(state)
    lines = [
        "def begin(s, options):",
        *_for_each_number({name: field for name, field in fields.items() if field.blank == 0}, "s.{0} = 0"),
        *_for_each_number({name: field for name, field in fields.items() if field.blank}, "s.{0} = -1"),
        "    own_begin(s, options)",
        *(["def over(s):", f"    return {ended}"] if ended else []),
        *(["def returns(s, out):", f"    share_wins(s.{WON}, s.players, {ended}, out)"] if _wins(state) else []),
        "def show_public(s, to):",
        *_for_each_number(public, "to.{0} = s.{0}"),
        "def show(s, viewer, view):",
        "    show_public(s, view)",
        f"    for p in range({seats}):",
        "        if p == viewer or not s.sealed >> p & 1:",
        *_for_own_entries(choices, "view.{0} = s.{0}"),
        "            pass",
        *(["    show_secrets(s, viewer, view)"] if "show_secrets" in own else []),
        "def guess(view, viewer, s):",
        *_for_each_number(fields, "s.{0} = view.{0}"),
        *(_drawn_choices(seats, width) if choices else []),
        *(["    guess_secrets(view, viewer, s)"] if "guess_secrets" in own else []),
        "def recall(s):",
        f"    for p in range({seats}):",
        "        if s.sealed >> p & 1:",
        *_for_own_entries(choices, "s.{0} = 0"),
        "            pass",
        "    s.sealed = 0",
        "def audit(s):",
        "    law = audit_fields(s)",
        *(["    if law == 0:", "        law = audit_laws(s)"] if "audit_laws" in own else []),
        "    return law",
        "def features(view, viewer, out):",
        "    out[0] = viewer",
        "    k = 1",
    ]
    for name, field in fields.items():
        lines += _for_each_number({name: field}, "out[k] = view.{0}", "k += 1")
    if _has_points(state):
        lines += ["def scores(s, out):", "    for p in range(len(out)):", f"        out[p] = s.{POINTS}[p]"]
    return "\n".join(lines) + "\n"


def _drawn_choices(seats: int, width: int) -> list[str]:
    """Statements that let everybody whose choice is hidden choose anew."""
    return [
        "    hidden = view.sealed",
        "    if viewer >= 0:",
        "        hidden = hidden & ~(1 << viewer)",
        "    s.sealed = view.sealed & ~hidden",
        f"    codes = np.zeros({width}, np.int32)",
        f"    for p in range({seats}):",
        "        if hidden >> p & 1:",
        "            n = moves(s, p, codes)",
        "            if n > 0:",
        "                play(s, p, wide(codes[below(s, n)]))",
        "    show_public(view, s)  # whatever else those choices changed is as it was",
    ]


def _for_each_number(fields: Mapping[str, Field], *statements: str, depth: int = 1, first: str = "") -> list[str]:
    """Statements for every number of these fields, those of one shape in one loop."""
    by_shape: dict[tuple[int, ...], list[str]] = {}
    for name, field in fields.items():
        by_shape.setdefault(field.shape, []).append(name)
    lines = []
    for shape, names in by_shape.items():
        index, at = [first] if first else [], depth
        for axis in range(len(index), len(shape)):
            lines.append(f"{'    ' * at}for i{axis} in range({shape[axis]}):")
            index.append(f"i{axis}")
            at += 1
        places = [f"{name}[{', '.join(index)}]" if index else name for name in names]
        lines += [f"{'    ' * at}{statement.format(place)}" for place in places for statement in statements]
    return lines


def _for_own_entries(choices: Mapping[str, Field], statement: str) -> list[str]:
    """The same for what player `p` has chosen."""
    return _for_each_number(choices, statement, depth=3, first="p")


def feature_count(state: type[GameState]) -> int:
    """How many numbers the `features` that stand in write."""
    return 1 + sum(int(np.prod(field.shape)) for name, field in state.fields.items() if name != "rng")
