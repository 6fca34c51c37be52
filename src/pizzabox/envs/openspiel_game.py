"""Games as OpenSpiel knows them: `pyspiel.load_game("pizzabox_theory(players=2)")` once this module is imported.

- A secret choice of several players is a simultaneous node. Where several may act openly, the lowest seat acts first.
- Every draw of the rules is a chance node with equally likely outcomes (`chance_nodes.py`), so chance is exact.
- An information state is all that a player has seen and done: the view after every move, and the player's own moves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
import pyspiel

from pizzabox.bots.base import seals_choices
from pizzabox.engine.bits import members
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.errors import BadPosition, IllegalMove, PizzaboxError
from pizzabox.engine.errors import say as engine_say
from pizzabox.engine.game import Game
from pizzabox.engine.registry import find, names
from pizzabox.engine.state import GameState

from .chance_nodes import MOST_SIDES, Luck, Steps, draws_anything
from .libraries import say

PREFIX = "pizzabox_"
POSITION = "position"
"""The parameter that says where a game starts, where that is not at the beginning: the last part of a position's
`code`."""
MOST_REMEMBERED = 1 << 18
"""Information states of more numbers than that have no tensor, only a string."""
NOBODY = -1
"""In place of a move, where a player made none."""


class SettledPosition:
    """A position that nobody changes, and what the kernels say of it."""

    def __init__(self, game: Game, state: GameState) -> None:
        self.game = game
        self.state = state
        self._codes: dict[int, list[int]] = {}

    def __deepcopy__(self, memo: object) -> SettledPosition:
        return self

    def __reduce__(self) -> tuple[type[SettledPosition], tuple[Game, GameState]]:
        return SettledPosition, (self.game, self.state)

    @cached_property
    def over(self) -> bool:
        return self.game.kernels.over(self.state)

    @cached_property
    def actors(self) -> list[int]:
        return [] if self.over else members(self.game.kernels.actors(self.state))

    @cached_property
    def returns(self) -> list[float]:
        return list(self.game.kernels.returns(self.state, self.game.players))

    def codes(self, player: int) -> list[int]:
        """The codes of a player's legal moves, ascending."""
        if player not in self._codes:
            legal = self.game.kernels.moves(self.state, player) if player in self.actors else []
            self._codes[player] = sorted(legal)
        return self._codes[player]

    def view(self, viewer: int) -> GameState:
        shown: GameState = self.game.kernels.show(self.state, viewer)
        return shown

    def __str__(self) -> str:
        return f"{self.game.words.board(self.state, SPECTATOR)}\n{fingerprint(self.state)}"


def fingerprint(state: GameState) -> str:
    """What tells a position or a view from all others: a board as text does not show everything."""
    return hashlib.blake2b(bytes(state), digest_size=8).hexdigest()


class InformationState:
    """All that a viewer has seen and done, which nobody changes: a digest of it, and where it is `kept` all of it."""

    def __init__(self, kept: bool, digest: bytes = b"", count: int = 0, seen: tuple[tuple[bytes, int], ...] = ()):
        self.kept, self.digest, self.count, self.seen = kept, digest, count, seen

    def __deepcopy__(self, memo: object) -> InformationState:
        return self

    def after(self, move: int, view: bytes) -> InformationState:
        """With one more move, which the viewer made or did not make, and the view after it."""
        added = hashlib.blake2b(self.digest + move.to_bytes(4, "little", signed=True) + view, digest_size=16).digest()
        return InformationState(self.kept, added, self.count + 1, (*self.seen, (view, move)) if self.kept else ())


class BoxGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options chosen. Each game has a class of its own, which `register` makes."""

    name: str

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        name = self.name
        given = dict(params or {})
        code = str(given.pop(POSITION, ""))
        usual = {option.name: option.default for option in find(name).declared}
        chosen = {key: value for key, value in given.items() if value != usual.get(key)}
        self.box = find(name).with_options(**chosen)
        start = None
        if code:
            found = self.box.unpack(code)
            if chosen and found.game.options != self.box.options:
                raise BadPosition(engine_say("position.other_options", options=found.game.options))
            self.box, start = found.game, found.state
            start.rng = 0
        self.box.warm()
        self.luck = Luck(self.box)
        self.start = start
        info = pyspiel.GameInfo(
            num_distinct_actions=self.box.codes,
            max_chance_outcomes=MOST_SIDES if draws_anything(self.box) else 0,
            num_players=self.box.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=None,
            max_game_length=self.box.longest,
        )
        super().__init__(game_type(self.box), info, params or {})

    def __reduce__(self) -> tuple[Callable[[str], BoxGame], tuple[str]]:
        return pyspiel_game, (str(self),)

    def new_initial_state(self, text: str | None = None) -> BoxState:
        """The start: a player's turn, or a draw."""
        return BoxState(self, self.luck, self.first)

    @cached_property
    def first(self) -> SettledPosition | int:
        """The position at the start, or how many sides the first draw has."""
        begun = self.start if self.start is not None else self.luck.begun(())
        return begun if isinstance(begun, int) else SettledPosition(self.box, begun)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer | None:
        """An observer of what is public and what one player or nobody knows besides; None for other kinds."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if params:
            raise PizzaboxError(say("openspiel.observer", value=dict(params)))
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            return None
        return Observer(self.box, kind)


class BoxState(pyspiel.State):  # type: ignore[misc]
    """A position with what everybody remembers, or a draw on the way to one."""

    def __init__(self, game: BoxGame, luck: Luck, first: SettledPosition | int) -> None:
        super().__init__(game)
        box = luck.game
        self._luck = luck
        self._settled: SettledPosition | None = None
        self._sides = 0
        """How many sides the next draw has; 0 where there is none."""
        self._draws: tuple[int, ...] = ()
        self._pending: Steps = ()
        self._information = [InformationState(remembered(box) > 0) for _ in range(box.players + 1)]
        """Of every player, and last of a spectator."""
        if isinstance(first, int):
            self._sides = first
        else:
            self._settle(first)

    @property
    def settled(self) -> SettledPosition | None:
        """The last position in which nothing was left to draw; None before the first."""
        return self._settled

    def information(self, player: int) -> InformationState:
        """What a player has seen and done; -1 is a spectator."""
        return self._information[player]

    def current_player(self) -> int:
        if self._sides:
            return int(pyspiel.PlayerId.CHANCE)
        acting = self._now().actors
        if not acting:
            return int(pyspiel.PlayerId.TERMINAL)
        if len(acting) > 1 and seals_choices(self._luck.game):
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return acting[0]

    def is_terminal(self) -> bool:
        return not self._sides and self._now().over

    def returns(self) -> list[float]:
        return [0.0] * self._luck.game.players if self._settled is None else self._settled.returns

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(side, 1.0 / self._sides) for side in range(self._sides)]

    def _legal_actions(self, player: int) -> list[int]:
        return self._now().codes(player)

    def _apply_action(self, action: int) -> None:
        if self._sides:
            self._refuse_others(action, range(self._sides))
            self._draws = (*self._draws, action)
        else:
            seat = self.current_player()
            self._refuse_others(action, self._now().codes(seat))
            self._pending = ((seat, action),)
        self._advance()

    def _apply_actions(self, actions: Sequence[int]) -> None:
        for seat in self._now().actors:
            self._refuse_others(actions[seat], self._now().codes(seat))
        self._pending = tuple((seat, actions[seat]) for seat in self._now().actors)
        self._advance()

    def _refuse_others(self, action: int, legal: Sequence[int]) -> None:
        """OpenSpiel does not look whether an action is legal, and kernels write wherever a wrong one leads."""
        if action not in legal:
            raise IllegalMove(say("openspiel.illegal", action=action))

    def _advance(self) -> None:
        """Play what is pending with the draws so far."""
        if self._settled is None:
            made = self._luck.begun(self._draws)
        else:
            made = self._luck.played(self._settled.state, self._pending, self._draws)
        if isinstance(made, int):
            self._sides = made
        else:
            self._settle(SettledPosition(self._luck.game, made))

    def _settle(self, settled: SettledPosition) -> None:
        """Everything is drawn: everybody sees what has become of it."""
        did = dict(self._pending)
        viewers = [*range(self._luck.game.players), SPECTATOR]
        self._information = [
            information.after(did.get(viewer, NOBODY), bytes(settled.view(viewer)))
            for viewer, information in zip(viewers, self._information, strict=True)
        ]
        self._settled, self._sides, self._draws, self._pending = settled, 0, (), ()

    def _now(self) -> SettledPosition:
        assert self._settled is not None
        return self._settled

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> BoxState:
        """The same for the player, and for all that the player cannot know another world, drawn uniformly.

        In that world the others remember what a spectator saw until now, and what they hold there. The history of
        actions stays the one that was played. Only where nothing is left to draw.
        """
        if self._sides:
            raise PizzaboxError(say("openspiel.resample", game=self._luck.game.title))
        other: BoxState = self.clone()
        now, game = self._now(), self._luck.game
        seed = int(probability_sampler() * (1 << 53))
        world = game.kernels.guess(now.view(player_id), player_id, seed)
        world.rng = 0
        other._believe(player_id, SettledPosition(game, world))
        return other

    def _believe(self, player: int, settled: SettledPosition) -> None:
        self._settled = settled
        public = self._information[SPECTATOR]
        self._information = [
            information if viewer == player else public.after(NOBODY, bytes(settled.view(viewer)))
            for viewer, information in enumerate(self._information[:-1])
        ] + [public]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or action not in self._now().codes(player):
            return str(action)
        return self._luck.game.words.text(self._now().state, player, action)

    def __str__(self) -> str:
        drawn = f"draw {len(self._draws) + 1} of {self._sides}: {self._draws} {self._pending}" if self._sides else ""
        return "\n".join(map(str, filter(None, (self._settled, drawn))))


class Observer:
    """What a player sees of a state, as OpenSpiel asks for it."""

    def __init__(self, box: Game, kind: Any) -> None:
        self._box = box
        self._public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self._recall = kind.perfect_recall
        shape = (remembered(box), box.features + 1) if self._recall else (box.features,)
        # Features are those of a seat, so what a spectator sees has none.
        self.tensor = None if self._public or not shape[0] else np.zeros(int(np.prod(shape)), np.float32)
        self.dict: dict[str, Any] = {}
        if self.tensor is not None:
            self.dict["history" if self._recall else "observation"] = self.tensor.reshape(shape)

    def set_from(self, state: BoxState, player: int) -> None:
        """Write what a player sees, or with perfect recall a row for each view: its features and the player's move."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        features, size = self._box.kernels.features, self._box.features
        if not self._recall:
            if state.settled is not None:
                self.tensor[:] = features(state.settled.view(player), player, size)
            return
        for row, (view, move) in zip(self.dict["history"], state.information(player).seen, strict=False):
            seen = self._box.state(bytearray(view))
            row[:-1] = features(seen, player, size)
            row[-1] = (move + 1) / self._box.codes

    def string_from(self, state: BoxState, player: int) -> str:
        viewer = SPECTATOR if self._public else player
        if self._recall:
            information = state.information(viewer)
            return f"{viewer} {information.count} {information.digest.hex()}"
        if state.settled is None:
            return ""
        view = state.settled.view(viewer)
        return f"{self._box.words.board(view, viewer)}\n{fingerprint(view)}"


def remembered(box: Game) -> int:
    """How many views a tensor of an information state has room for; 0 where it would be too large."""
    rows = box.longest + 1
    return rows if rows * (box.features + 1) <= MOST_REMEMBERED else 0


def open_to_all(box: Game) -> bool:
    """Whether everybody sees everything, but for the luck that is still to come."""
    hidden = [name for name, field in box.state.fields.items() if field.secret or field.choice]
    return hidden == ["rng"] and "show" in box.kernels.stand_ins


def game_type(box: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is played."""
    kind = pyspiel.GameType
    counts = next(option for option in box.declared if option.name == "players")
    return kind(
        short_name=PREFIX + box.name,
        long_name=box.title,
        dynamics=kind.Dynamics.SIMULTANEOUS if seals_choices(box) else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC if draws_anything(box) else kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION
        if open_to_all(box)
        else kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=getattr(counts, "high", box.players),
        min_num_players=getattr(counts, "low", box.players),
        provides_information_state_string=True,
        provides_information_state_tensor=remembered(box) > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={**{option.name: option.default for option in box.declared}, POSITION: ""},
    )


def register() -> None:
    """Tell OpenSpiel of every game in the registry that it does not know yet."""
    known = set(pyspiel.registered_names())
    for name in names():
        if PREFIX + name not in known and POSITION not in find(name).options:
            # A class and not a function with the name bound: OpenSpiel lets go of it when Python is gone already, which
            # only what nothing but OpenSpiel holds would not survive.
            pyspiel.register_game(game_type(find(name)), type(f"{name}Game", (BoxGame,), {"name": name}))


def pyspiel_game(text: str) -> BoxGame:
    """A game as OpenSpiel writes it. Unpickling it imports this module, which tells OpenSpiel of our games."""
    return pyspiel.load_game(text)  # type: ignore[no-any-return]


def loaded(name: str, parameters: Mapping[str, object]) -> BoxGame:
    """A game with these parameters; a wrong one is refused in our words, before OpenSpiel sees it."""
    if POSITION in find(name).options:
        raise PizzaboxError(say("openspiel.parameter", name=POSITION, game=find(name).title))
    options = {key: value for key, value in parameters.items() if key != POSITION}
    checked = find(name).with_options(**options).options
    register()
    given = {key: checked[key] for key in options}
    return pyspiel.load_game(PREFIX + name, {**given, **{k: v for k, v in parameters.items() if k == POSITION}})  # type: ignore[no-any-return]


register()
