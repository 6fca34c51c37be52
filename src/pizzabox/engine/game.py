"""`Game`: what a game folder registers, and that game with its options chosen."""

from __future__ import annotations

import base64
import inspect
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from .analysis import Analysis
from .catalogue import Catalogue, language
from .contract import SPECTATOR
from .default_check import broken_law, rehearsed
from .default_editor import editor_of
from .default_kernels import feature_count
from .default_picture import drawn
from .editor import Editor
from .errors import BadOption, BadPosition, say, short
from .external_tables import TABLES, Tables, fingerprints
from .game_kernels import GameKernels, Progress
from .kernel import Kernel
from .options import Number, Option, Options, Value
from .position import Position, View
from .position_check import undeclared
from .position_code import MARKS, decode
from .presentation import Picture
from .rng import seed_state
from .rulebook import Rulebook
from .state import GameState, OwnState
from .state_json import read_state
from .symmetries import Symmetries
from .words import Words

MAX_SEED = 1 << 128
NOTHING: Any = None
"""What a game leaves to the engine."""
MOST_NEWS = 30_000
"""A set-up position must leave the counter of news room for the longest game."""


@dataclass(frozen=True)
class Character:
    """A bot that belongs to one game and moves by fixed habits."""

    habit: Callable[..., int]
    """A kernel `(view, player) -> move`, which reads nothing but what that player sees."""
    when: Mapping[str, tuple[Value, ...]]
    """The options that the habits are made for."""

    def suits(self, options: Options) -> bool:
        return all(options[name] in values for name, values in self.when.items())


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Game:
    """A game of the box with its options chosen; `with_options` chooses others.

    >>> import pizzabox
    >>> pizzabox.load("theory", players=2)
    pizzabox.load('theory', players=2)

    A game pickles as its name and options, so it travels to other processes, where it must be registered too.

    Only `name`, `title`, `state`, `functions` and `codes` must be given; docs/adding-a-game.md begins with these.
    """

    name: str
    title: str
    minutes: tuple[int, int] = (10, 20)
    state: type[GameState]
    """The class of its states (`engine/state.py`)."""
    functions: Mapping[str, Kernel] = field(repr=False)
    """Its kernels by name; `vars(rules)` will do. `default_kernels.py` says which may be missing."""
    declared: tuple[Option, ...] = field(default=(Number("players", 2, 2, 2),), repr=False)
    """The options, `players` among them."""
    codes: int
    """Move codes are the numbers below this."""
    moves: Callable[[int], str] = str
    """The notation of a move by its code (`"bid {}".format`), unless the game has words of its own for it."""
    width: int = 0
    """No player ever has more legal moves than this; by default, as many as there are codes."""
    features: int = 0
    """How many numbers `features` writes."""
    labels: int = 0
    """What nets call moves (`label`) are the numbers below this; by default, as many as there are codes."""
    bound: Callable[[Options], int] | int = field(default=1000, repr=False)
    """No game with these options has more moves."""
    words: Words = field(default_factory=Words, repr=False)
    """How it speaks: `Words.of_package(__package__)` for a folder whose files know it better than `Words` does."""
    picture: Picture = field(default=NOTHING, repr=False)
    """What it does not draw, `default_picture.py` draws."""
    check: Callable[[OwnState], str | None] | None = field(default=None, repr=False)
    """What is wrong with a position set up by hand, or None; kernels must be safe on everything it lets through.
    Fields are as declared and options as chosen before it is asked; the laws of `audit` are looked at after it. Without
    it a position is rehearsed (`default_check.py`)."""
    rules_path: Path = field(default=NOTHING, repr=False)
    """The `rules.md`; by default, the one beside the state's module."""
    tidy: Callable[[OwnState, frozenset[str]], None] | None = field(default=None, repr=False)
    """Fill in the fields of a position written by hand that follow from others and were not named. All numbers are in
    their bounds then."""
    fits: Callable[[OwnState, Options], str | None] | None = field(default=None, repr=False)
    """How a position set up by hand contradicts the options, or None. What `fixed` names is compared without it."""
    together: Callable[[Mapping[str, Value]], str | None] | None = field(default=None, repr=False)
    sides: Callable[[Options], tuple[int, ...]] | None = field(default=None, repr=False)
    """Which team each seat plays for, where partners win together."""
    search: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """How the search bots look at this game; see `bots.search.Tuning`."""
    search_with: Mapping[int, Mapping[str, Any]] = field(default_factory=dict, repr=False)
    """What of that differs with this many players."""
    training: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """How a net learns this game, where that differs from others; see `learn.settings.TrainingSettings`."""
    same_net: tuple[str, ...] = ()
    """Options that need no net of their own, because they change how a game begins and ends but not how it is
    played."""
    equal_moves: Callable[[OwnState, Sequence[int]], list[tuple[int, ...]]] | None = field(default=None, repr=False)
    """Groups legal moves that a symmetry makes equal; None if the game has none."""
    symmetries: Callable[[Options], Symmetries] | None = field(default=None, repr=False)
    """Where features and labels go when the board is laid another way; None if there is only one way."""
    ways: int = 1
    """In how many ways the board can be laid without a difference to the rules."""
    essence: int = 0
    """How many numbers the kernel `essence` writes; 0 for a game without one."""
    patience: int = 0
    """A forced win within this many moves can't be cut short by rules that look back (0 if there are none)."""
    characters: Mapping[str, Character] = field(default_factory=dict, repr=False)
    """Bots of the game's own, by name."""
    subjects: tuple[str, ...] = ()
    """What the kernel `subjects` counts (cards, pieces, offers), as keys of the game's catalogue. The lab measures how
    much each decides."""
    analysis: Analysis | None = field(default=None, repr=False)
    """What can be counted out of a position for study."""
    editor: Editor = field(default=NOTHING, repr=False)
    """How a position is set up by hand, piece by piece and number by number; without one, by a form of its fields
    (`default_editor.py`)."""
    outside: Callable[[Options], Tables] | None = field(default=None, repr=False)
    """Tables from outside, by name, as text: records carry them, commitments cover them."""
    sets: tuple[Mapping[str, Value], ...] = ()
    """Option sets worth testing and measuring, the usual one first; one for each number of players, unless given."""
    summary: str = ""
    """What the game is in one sentence, unless its catalogue has `about`."""
    options: Options = field(init=False)
    kernels: GameKernels = field(init=False, repr=False)

    def __post_init__(self) -> None:
        counts = [option for option in self.declared if option.name == "players"]
        if not counts:
            raise TypeError(f"the game {self.name} needs an option `players`")
        width = self.width or self.codes
        made: dict[str, Any] = {
            "options": Options(self.declared, {}, self.together),
            "width": width,
            "features": self.features or feature_count(self.state),
            "labels": self.labels or self.codes,
            "kernels": GameKernels(self.name, self.state, self.functions, width),
            "words": self.words.for_game(self),
            "picture": drawn(self, self.picture),
            "editor": editor_of(self, self.editor),
            "rules_path": self.rules_path or _beside(self.state),
            "sets": self.sets or _sets(counts[0]),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def __repr__(self) -> str:
        usual = {option.name: option.default for option in self.declared}
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items() if value != usual[name])
        return f"pizzabox.load({self.name!r}{chosen})"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def with_options(self, /, **chosen: object) -> Self:
        """The same game with these options, all others at their defaults.

        >>> import pizzabox
        >>> pizzabox.load("hexentafl").with_options(size=5).options["size"]
        5
        """
        other = object.__new__(type(self))
        for each in fields(self):
            object.__setattr__(other, each.name, getattr(self, each.name))
        object.__setattr__(other, "options", Options(self.declared, chosen, self.together))
        object.__setattr__(other, "words", self.words.for_game(other))
        object.__setattr__(other, "picture", drawn(other, self.picture))
        object.__setattr__(other, "editor", editor_of(other, self.editor))
        return other

    @cached_property
    def players(self) -> int:
        """How many play."""
        return int(self.options["players"])

    @cached_property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat; without partners everybody is one."""
        return self.sides(self.options) if self.sides else tuple(range(self.players))

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats by name, as records and commands have them; player 0 has the first.

        >>> import pizzabox
        >>> pizzabox.load("theory").seats
        ('red', 'green', 'white')
        """
        return self.words.seats(self.options)

    @cached_property
    def colours(self) -> tuple[int, ...]:
        """Which of the six toppings each seat has."""
        return self.words.colours(self.options)

    @cached_property
    def encoded(self) -> NDArray[np.int64]:
        """The options as the numbers that kernels see."""
        return self.options.encode()

    @cached_property
    def tables(self) -> dict[str, str]:
        """The outside tables of a game with these options, by name."""
        return dict(self.outside(self.options)) if self.outside else {}

    @cached_property
    def fingerprints(self) -> dict[str, str]:
        """The fingerprint of each of them."""
        return fingerprints(self.tables)

    @property
    def rules(self) -> Rulebook:
        """The rules in the language in force: `rules.it.md` beside `rules.md`, which is the English one."""
        return _rulebook(self.rules_path, language())

    @property
    def about(self) -> str:
        """What the game is, in one sentence."""
        return self.text("about", self.summary)

    def help(self, option: Option) -> str:
        """What an option does."""
        return self.text(f"option.{option.name}", option.help)

    def label(self, option: Option, value: Value | None = None) -> str:
        """An option, or one of its values, as a form names it."""
        if value is None:
            return self.text(f"field.{option.name}", option.name.capitalize().replace("_", " "))
        return self.text(f"choice.{option.name}.{value}", str(value))

    def subject(self, number: int) -> str:
        """What one of the subjects is called."""
        return self.text(self.subjects[number], self.subjects[number])

    def column(self, table: str, name: str) -> str:
        """What a column of an outside table holds; empty if the game does not say."""
        return self.text(f"table.{table}.{name}", "")

    def text(self, key: str, otherwise: str, **values: object) -> str:
        """A text of the game's catalogue; a game of another package may have none."""
        own = Catalogue(self.package)
        return own(key, **values) if self.package and own.has(key) else otherwise

    @property
    def package(self) -> str:
        """Where the game's files lie; empty for a game in one file."""
        return str(self.state.__module__).rpartition(".")[0]

    @property
    def longest(self) -> int:
        """No game with the chosen options has more moves."""
        return self.bound if isinstance(self.bound, int) else self.bound(self.options)

    def warm(self, progress: Progress | None = None) -> bool:
        """Compile the kernels, or load them from the cache; False where that is not possible."""
        return self.kernels.warm(progress)

    def start(self, seed: int | None = None) -> Position:
        """A new game; the same seed gives the same game.

        >>> import pizzabox
        >>> game = pizzabox.load("theory")
        >>> game.start(seed=7) == game.start(seed=7)
        True
        """
        if seed is None:
            seed = secrets.randbits(64)
        if not isinstance(seed, int) or isinstance(seed, bool) or not 0 <= seed < MAX_SEED:
            raise BadOption(say("error.seed", value=short(seed)))
        s = self.state()
        s.rng = seed_state(seed)
        self.kernels.begin(s, self.encoded)
        return Position(self, s, seed=seed)

    def position(self, data: object) -> Position:
        """A position from `Position.data()`, its JSON text, its bytes, or one written by hand.

        By hand, fields that are left out have their values from the start of the game.

        >>> import pizzabox
        >>> game = pizzabox.load("hexentafl")
        >>> game.position({"state": {"king": "d3", "turn": "attackers", "quiet": 1}}).actors
        (1,)
        """
        s = self.state()
        if isinstance(data, (bytes, bytearray)):
            if len(data) != self.state.size:
                raise BadPosition(say("position.bytes", game=self.name, size=self.state.size, n=len(data)))
            s.load(bytes(data))
        else:
            described = read_object(data)
            if described.get("game", self.name) != self.name:
                raise BadPosition(say("position.game", other=short(described.get("game")), game=self.name))
            extra = set(described) - {"game", "options", "state", TABLES}
            if extra:
                raise BadPosition(say("position.extra", name=short(sorted(map(str, extra))[0])))
            given = described.get("options", dict(self.options))
            if not isinstance(given, dict):
                raise BadPosition(say("position.options", value=short(given)))
            if Options(self.declared, {str(k): v for k, v in given.items()}, self.together) != self.options:
                return self.with_options(**{str(k): v for k, v in given.items()}).position(described)
            self._same_tables(described.get(TABLES, {}))
            s = self.fresh.copy()
            read_state(described.get("state", {}), s)
            if self.tidy:
                self.tidy(s, frozenset(described.get("state", {})))
        problem = self._mismatch(s) or undeclared(s, rests=False)
        problem = problem or ((self.check(s) or broken_law(self, s)) if self.check else rehearsed(self, s))
        problem = problem or (self.fits(s, self.options) if self.fits else None)
        if s.news > MOST_NEWS:
            problem = problem or say("position.news", most=MOST_NEWS, n=s.news)
        if problem:
            raise BadPosition(problem)
        return Position(self, s)

    def _mismatch(self, s: GameState) -> str | None:
        """How a field named like an option contradicts it."""
        for name in self.fixed:
            if getattr(s, name) != getattr(self.fresh, name):
                return say("position.mismatch", name=name, options=self.options)
        return None

    @cached_property
    def fresh(self) -> GameState:
        """A state at the start of a game, for what a position by hand or a code leaves out. Never changed."""
        return self.start(seed=0).state

    def _same_tables(self, given: object) -> None:
        """Refuse a position that was made with other tables, if it has their fingerprints."""
        if not isinstance(given, dict):
            raise BadPosition(say("position.tables", value=short(given)))
        name = self.changed_table(given)
        if name is not None:
            raise BadPosition(say("position.table", name=short(name), game=self.name))

    def changed_table(self, given: Mapping[str, object]) -> str | None:
        """The first table whose given fingerprint differs from the one here, or None."""
        return next((name for name, value in given.items() if self.fingerprints.get(name) != value), None)

    @cached_property
    def fixed(self) -> tuple[str, ...]:
        """Fields that hold options and never change in a game: named like the option they hold.

        An underscore after the name tells it from a name that NumPy records have taken (`size_`).
        """
        named = [o.name for o in self.declared if o.name in self.state.fields and o.name not in {"first"}]
        return (*named, *(f"{o.name}_" for o in self.declared if f"{o.name}_" in self.state.fields))

    def unpack(self, code: str) -> Position:
        """A position from the last part of its `code`, or from its `packed` bytes."""
        if code.startswith(MARKS):
            game, s = decode(self, code)
            return game.position(bytes(s))
        return self.position(_unpacked(code))

    def view(self, code: str, viewer: int = SPECTATOR) -> View:
        """What a viewer knows, from the `packed` text of a view."""
        data, s = _unpacked(code), self.state()
        if len(data) != self.state.size:
            raise BadPosition(say("position.bytes", game=self.name, size=self.state.size, n=len(data)))
        if not isinstance(viewer, int) or isinstance(viewer, bool) or not SPECTATOR <= viewer < self.players:
            raise BadPosition(say("error.player", most=self.players - 1, value=short(viewer)))
        s.load(data)
        return View(self, s, viewer)


def _unpacked(code: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(code.encode("ascii") + b"=" * (-len(code) % 4))
    except ValueError as error:
        raise BadPosition(say("position.code", text=short(code))) from error


@cache
def _rulebook(path: Path, lang: str) -> Rulebook:
    own = path.with_suffix(f".{lang}.md")
    if not path.is_file():
        return Rulebook("")  # a first version may have no rulebook yet
    return Rulebook.read(own if own.is_file() else path)


def _beside(state: type[GameState]) -> Path:
    """Where the rulebook is looked for."""
    try:
        return Path(inspect.getfile(state)).with_name("rules.md")
    except (OSError, TypeError):  # a notebook has no files
        return Path("rules.md")


def _sets(players: Option) -> tuple[dict[str, Value], ...]:
    """One option set for each number of players, the usual one first."""
    if not isinstance(players, Number):
        return ({},)
    others: list[dict[str, Value]] = [
        {"players": n} for n in range(players.low, players.high + 1) if n != players.default
    ]
    return ({}, *others)


def read_object(data: object) -> dict[str, Any]:
    """A described position as a JSON object, given as such or as its text."""
    if isinstance(data, str):
        try:
            data = json.loads(data)
        except (ValueError, RecursionError) as error:
            raise BadPosition(say("error.json", problem=error)) from error
    if not isinstance(data, dict):
        raise BadPosition(say("position.object", value=short(data)))
    return data
