"""A plan of games: who plays what against whom, from which seeds. Each game is a row, and follows from its number.

    plan = Plan("theory", (Setup("balance", {}, (("greedy",) * 3,), 1000),), seed=1)
    plan.row(17)

Rows are numbered through all setups. A deal is played once in each seating before the next one begins, and deal 5 is
the same deal in every setup.
"""

from __future__ import annotations

import hashlib
import json
import sys
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any

import pizzabox.bots
import pizzabox.engine
from pizzabox.bots.net import SUFFIX
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.engine.game import Game
from pizzabox.engine.options import Value
from pizzabox.engine.registry import load

from .players import KERNELS, net_bytes, refuse_unknown
from .win_shares import pairing

say = Catalogue(__package__)
RANDOM_CHUNK, KERNEL_CHUNK, ASKED_CHUNK = 50_000, 500, 4
"""Rows that are played and kept together: of random play, of bots that are kernels, of all others."""
MOST_ROWS = 1_000_000_000
MOST_DRAWN = 100
"""First moves that may be drawn at random."""
Bots = tuple[str, ...]
"""The bots of one game, seat by seat."""


@dataclass(frozen=True)
class Setup:
    """Games with the same options between the same bots."""

    part: str
    """What these games are for, in a word or two: rows carry it."""
    options: Mapping[str, Value]
    seatings: tuple[Bots, ...]
    """Who sits where; every deal is played in each of these."""
    games: int
    opening: int = 0
    """How many first moves are drawn at random, the same ones in every seating: games without luck need that."""

    @property
    def random(self) -> bool:
        """Whether nobody but `random` plays, from the first move on."""
        return self.opening == 0 and {name for bots in self.seatings for name in bots} == {"random"}


@dataclass(frozen=True)
class PlannedGame:
    """One game to play."""

    number: int
    setup: int
    deal: int
    seed: int
    seating: int
    bots: Bots

    def asked_first(self, players: int) -> int:
        """The seat that is asked first where several may act: another one from deal to deal, so that none gains by
        the order."""
        return self.seed % players


@dataclass(frozen=True)
class Chunk:
    """Rows of one setup that are played together."""

    number: int
    setup: int
    low: int
    high: int


@dataclass(frozen=True)
class Plan:
    """All games of one experiment, in order."""

    game: str
    setups: tuple[Setup, ...]
    seed: int = 1
    seconds: float | None = None
    """How long bots that look at the clock may think about a move; otherwise as long as they usually do."""
    sources: str = ""
    """The fingerprint of what decides how the games go: rules, bots, nets, tables. `planned` fills it in."""

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """The first row of each setup."""
        return (0, *accumulate(setup.games for setup in self.setups))[:-1]

    @cached_property
    def rows(self) -> int:
        return sum(setup.games for setup in self.setups)

    def row(self, number: int) -> PlannedGame:
        """That row."""
        if not 0 <= number < self.rows:
            raise PizzaboxError(say("plan.row", number=number, most=self.rows - 1))
        which = bisect_right(self.starts, number) - 1
        setup = self.setups[which]
        deal, seating = divmod(number - self.starts[which], len(setup.seatings))
        return PlannedGame(number, which, deal, self.deal_seed(deal), seating, setup.seatings[seating])

    def deal_seed(self, deal: int) -> int:
        """The seed of a deal, as `Game.start` takes it."""
        return _drawn(f"pizzabox lab deal {self.seed} {deal}")

    def dice(self, number: int, seat: int | None = None) -> int:
        """The seed of a bot at a seat; without a seat, that of the choices made by kernels."""
        return _drawn(f"pizzabox lab dice {self.seed} {number} {'' if seat is None else seat}")

    def opening_dice(self, deal: int, move: int) -> int:
        """What draws a first move of a deal."""
        return _drawn(f"pizzabox lab opening {self.seed} {deal} {move}")

    def loaded(self, setup: int) -> Game:
        """The game with the options of a setup."""
        return load(self.game, **self.setups[setup].options)

    @cached_property
    def chunks(self) -> tuple[Chunk, ...]:
        """The whole plan in pieces."""
        return tuple(self._chunks())

    def _chunks(self) -> Iterator[Chunk]:
        number = 0
        for which, (setup, start) in enumerate(zip(self.setups, self.starts, strict=True)):
            size = _chunk_size(setup)
            for low in range(start, start + setup.games, size):
                yield Chunk(number, which, low, min(low + size, start + setup.games))
                number += 1

    def dumps(self) -> str:
        """The plan as text; two plans are the same when their texts are."""
        return json.dumps(asdict(self), sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def loads(cls, text: str) -> Plan:
        """A plan from its text."""
        try:
            known = json.loads(text)
            return cls(setups=tuple(map(_setup, known.pop("setups"))), **known)
        except (AttributeError, KeyError, TypeError, ValueError, RecursionError) as problem:
            raise PizzaboxError(say("plan.unreadable")) from problem

    @property
    def fingerprint(self) -> str:
        """Tells this plan from all others."""
        return hashlib.sha256(self.dumps().encode()).hexdigest()

    def differences(self, other: Plan) -> list[str]:
        """What is different in another plan, in words: what stands there, what stands here."""
        found = [
            _differs(say(f"plan.{name}"), getattr(other, name), getattr(self, name))
            for name in ("game", "seed", "seconds")
        ]
        if other.sources != self.sources:
            found.append(say("plan.sources"))
        found.append(_differs(say("plan.setups"), len(other.setups), len(self.setups)))
        for there, here in zip(other.setups, self.setups, strict=False):
            found += [
                _differs(name, there.options.get(name), here.options.get(name))
                for name in dict.fromkeys([*there.options, *here.options])
            ]
            found += [
                _differs(say(f"plan.{name}"), getattr(there, name), getattr(here, name))
                for name in ("part", "games", "seatings", "opening")
            ]
        return [text for text in dict.fromkeys(found) if text]


def planned(game: str, setups: Sequence[Setup], *, seed: int = 1, seconds: float | None = None) -> Plan:
    """A plan whose names, options and numbers were looked at; options are spelled out in full."""
    made = []
    sources = hashlib.sha256(_sources().encode())
    for setup in setups:
        chosen = load(game, **setup.options)
        sources.update(f"{chosen.name} {_package_sources(chosen)} {chosen.fingerprints}".encode())
        for bots in setup.seatings:
            if len(bots) != chosen.players:
                raise PizzaboxError(say("plan.places", n=len(bots), players=chosen.players))
            for name in bots:
                refuse_unknown(name, chosen)
                sources.update(net_bytes(name))
        if setup.games < 1:
            raise PizzaboxError(say("plan.no_games", value=short(setup.games)))
        if not 0 <= setup.opening <= MOST_DRAWN:
            raise PizzaboxError(say("plan.wrong_opening", most=MOST_DRAWN, value=short(setup.opening)))
        made.append(replace(setup, options=dict(chosen.options)))
    plan = Plan(load(game).name, tuple(made), seed, seconds, sources.hexdigest()[:16])
    if not 1 <= plan.rows <= MOST_ROWS:
        raise PizzaboxError(say("plan.size", most=MOST_ROWS, value=plan.rows))
    return plan


def seatings(game: Game, first: str, second: str) -> tuple[Bots, ...]:
    """One bot against another: at the seats of each team in turn, the other everywhere else."""
    names = (first, second)
    return tuple(tuple(names[number] for number in seating) for seating in pairing(game.teams))


def _chunk_size(setup: Setup) -> int:
    if setup.random:
        return RANDOM_CHUNK
    return KERNEL_CHUNK if {name for bots in setup.seatings for name in bots} <= set(KERNELS) else ASKED_CHUNK


def _setup(known: Mapping[str, Any]) -> Setup:
    """A setup from its JSON."""
    options, seatings = known["options"], tuple(map(tuple, known["seatings"]))
    if not isinstance(options, dict) or not all(isinstance(name, str) for bots in seatings for name in bots):
        raise TypeError
    return Setup(known["part"], options, seatings, known["games"], known.get("opening", 0))


def _drawn(text: str) -> int:
    """63 bits that follow from a text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little") >> 1


def _sources() -> str:
    folders = [Path(str(package.__file__)).parent for package in (pizzabox.engine, pizzabox.bots)]
    return _digest([*folders, Path(__file__).parent / "row_kernels.py"])


def _package_sources(game: Game) -> str:
    """Of the folder the game lies in, its nets among them."""
    return _digest([_folder(game)])


def _folder(game: Game) -> Path:
    return Path(str(sys.modules[game.state.__module__].__file__)).parent


def _digest(places: Sequence[Path]) -> str:
    total = hashlib.sha256()
    for place in places:
        found = sorted(place.rglob("*")) if place.is_dir() else [place]
        for path in (path for path in found if path.suffix in (".py", SUFFIX)):
            total.update(path.read_bytes())
    return total.hexdigest()


def _differs(what: str, there: object, here: object) -> str:
    """What stands there and here, in words; nothing where it is the same."""
    return say("plan.differs", what=what, there=_text(there), here=_text(here)) if there != here else ""


def _text(value: object) -> str:
    if value is None:
        return say("plan.usual")
    if isinstance(value, tuple):
        return " / ".join(" ".join(bots) for bots in value)
    return str(value)
