"""What one viewer sees of a table: the fields of the API's `table` message (docs/api.md).

A view is built first; words and picture are made from that view alone, so nothing the viewer may not know can get in.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from datetime import UTC, datetime
from typing import Any

from pizzabox.bots import called, levels
from pizzabox.engine.catalogue import Catalogue, calling, language
from pizzabox.engine.contract import SPECTATOR, hides
from pizzabox.engine.game import Game
from pizzabox.engine.position import Step, View, step_story
from pizzabox.engine.presentation import Standing
from pizzabox.engine.state import GameState
from pizzabox.engine.svg import lines

from . import outcome, requests
from .match import Match
from .messages import (
    BoardData,
    Chart,
    ClockData,
    LogLine,
    Message,
    Result,
    Scene,
    SeatData,
    SeatOnBoard,
    StandingData,
    Turn,
    ViewData,
)
from .new_table import ON, PACES
from .page_picture import PAGE, static_layer
from .player_names import addressed, names_of, seat_name
from .seats import OPEN
from .viewers import board_viewer, may_act, touchable, viewer_of

MOST_STORIES = 10_000
"""Steps in words that are kept for a table."""
say = Catalogue(__package__)


class TableSnapshot:
    """A table as it is now. What several viewers share is made once, and so is what each distinct view shows.

    Whatever holds words is cached by language. From the snapshot before it takes the views, which the log needs, and as
    long as nothing has happened on the board (somebody wrote, came or asked for a rematch), words and pictures too.
    """

    def __init__(
        self, match: Match, now: float, present: Mapping[str, bool] | None = None, before: TableSnapshot | None = None
    ) -> None:
        self.match = match
        self.now = now
        self.present = present
        self.acting = match.acting
        self.news = match.position.state.news
        self.messages: dict[Hashable, Any] = {}
        """What was made for one subscriber, and serves all who are sent exactly the same."""
        if before and before.match is not match:
            before = None
        self._state = bytes(match.position.state)
        self._board_viewers: dict[int, int] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        self._states: dict[tuple[bytes, int], GameState] = {}
        self._states_before = before._states if before else {}
        self._alike: dict[bytes, GameState] = {}
        """The states by what is known in them: viewers who know the same share one, which reads each field once."""
        self._stories: dict[Hashable, list[str]] = before._stories if before else {}
        """What steps did in words, passed on from snapshot to snapshot."""
        self._views: dict[tuple[int, str], ViewData] = {}
        self._scenes: dict[Hashable, Scene] = {}
        self._endings: dict[str, tuple[Result | None, Chart | None]] = {}
        self._board = (
            self._state,
            len(match.position.steps),
            self.acting,
            match.ended,
            tuple((seat.name, seat.kind, seat.bot, seat.conceded) for seat in match.seats),
        )
        same = before if before and before._board == self._board else None
        self._boards: dict[tuple[int, str], tuple[list[SeatOnBoard], BoardData]] = same._boards if same else {}
        self._layers: dict[tuple[int, str], list[str]] = same._layers if same else {}

    def view(self, viewer: int) -> View:
        return View(self.match.game, self.state(self._state, viewer), viewer)

    def board_viewer(self, viewer: int) -> int:
        """The viewer for whom a seat's board is drawn and its story written."""
        if viewer not in self._board_viewers:
            self._board_viewers[viewer] = board_viewer(self.match, viewer)
        return self._board_viewers[viewer]

    def names(self) -> tuple[str, ...]:
        """What sentences call the players, in the language in force."""
        if language() not in self._names:
            self._names[language()] = names_of(self.match)
        return self._names[language()]

    def state(self, known: bytes, viewer: int) -> GameState:
        """A state of this game as that viewer may know it."""
        key = (known, viewer)
        found = self._states.get(key)
        if found is None:
            found = self._states_before.get(key)
            if found is None:
                s = self.match.game.state()
                s.load(known)
                shown = self.match.game.kernels.show(s, viewer)
                alike = bytes(shown)
                if alike not in self._alike:
                    self._alike[alike] = shown.read_only()
                found = self._alike[alike]
            self._states[key] = found
        return found

    def scene(self, identity: str | None, asked: int | None) -> Scene:
        """Everything but the picture, log and chat, which are sent piece by piece."""
        match = self.match
        viewer, handover = viewer_of(match, identity, asked)
        own, host = match.owned(identity), identity == match.host
        key = (viewer, handover, *own, host, language())
        if key not in self._scenes:
            self._scenes[key] = {
                "version": match.version,
                "you": {
                    "seats": own,
                    "look": None if viewer == SPECTATOR else viewer,
                    "host": host,
                    "choice": may_act(match, own),
                },
                **self._view_data(viewer),
                "can": requests.allowed(match, own, viewer, self.acting),
                "handover": handover,
            }
        return self._scenes[key]

    def _view_data(self, viewer: int) -> ViewData:
        key = (viewer, language())
        if key not in self._views:
            seats, board = self._board_data(viewer)
            self._views[key] = {
                "seats": _seats(self.match, seats, self.now, self.present),
                **board,
                "offer": requests.draw_offer(self.match),
                "undo_request": requests.undo_request(self.match),
                "rematch_request": requests.rematch_request(self.match),
                "rematch": next_url(self.match),
            }
        return self._views[key]

    def _board_data(self, viewer: int) -> tuple[list[SeatOnBoard], BoardData]:
        key = (viewer, language())
        if key in self._boards:
            return self._boards[key]
        with calling(self.names()):
            match, view = self.match, self.view(viewer)
            words, s, known = match.game.words, view.state, self.view(self.board_viewer(viewer))
            standings = words.standing(known.state, known.viewer)
            lit = touchable(match, view, self.acting)
            result, chart = self._ending()
            board: BoardData = {
                "others": [{**_standing_data(st), "colour": st.colour} for st in standings if st.player < 0],
                "prompt": _prompt(match, view, self.acting),
                "chapter": words.chapter(s, viewer),
                "tokens": {token: words.spell(s, token) for token in lit},
                "result": result,
                "chart": chart,
            }
            self._boards[key] = _seats_on_board(match, view, standings, self.acting), board
        return self._boards[key]

    def _ending(self) -> tuple[Result | None, Chart | None]:
        """How the game ended and how it went, the same for all who look."""
        if language() not in self._endings:
            self._endings[language()] = outcome.result(self.match), outcome.chart(self.match)
        return self._endings[language()]

    def layer(self, viewer: int) -> list[str]:
        """The lines of the moving layer as that viewer sees it."""
        key = (viewer, language())
        if key not in self._layers:
            known, lit = self.view(self.board_viewer(viewer)), tuple(self._board_data(viewer)[1]["tokens"])
            with calling(()):
                self._layers[key] = lines(self.match.game.picture.pieces(known.state, known.viewer, PAGE, legal=lit))
        return self._layers[key]

    def log(self, viewer: int, start: int = 0) -> list[LogLine]:
        """The moves from `start` on with what happened in words, as that viewer may know it."""
        steps, made = self.match.position.steps, move_texts(self.match, viewer, start)
        viewer = self.board_viewer(viewer)
        with calling(self.names()):
            for i, line in enumerate(made, start):
                after = steps[i + 1].before if i + 1 < len(steps) else self._state
                line["words"] = self._story(steps[i], after, viewer)
        return made

    def _story(self, step: Step, after: bytes, viewer: int) -> list[str]:
        key = (step, after, viewer, language(), self.names())
        known = self._stories.get(key)
        if known is None:
            if len(self._stories) >= MOST_STORIES:
                self._stories.clear()
            seen = self.state(step.before, viewer), self.state(after, viewer)
            known = self._stories[key] = step_story(self.match.game, step, *seen, viewer)
        return known

    def stages(self, viewer: int) -> list[list[str]]:
        """Moving layers to show before the final one, where the game draws its reveal in steps."""
        own, viewer = self.match.game.picture.stages, self.board_viewer(viewer)
        with calling(()):
            return [lines(layer) for layer in own(self.state(self._state, viewer), viewer, PAGE)] if own else []


def move_texts(match: Match, viewer: int, start: int = 0) -> list[LogLine]:
    """The moves from `start` on in notation, as that viewer may know them."""
    steps = match.position.steps
    return [
        {"n": i + 1, "seat": steps[i].player, "text": None if _hidden(match, steps[i], viewer, i) else steps[i].text}
        for i in range(start, len(steps))
    ]


def turn_message(match: Match, viewer: int, acting: tuple[int, ...]) -> Turn:
    """What a program needs to know to go on: who acts, the codes of its legal moves, what it knows."""
    over = {"winners": match.winners(), "returns": match.returns(), "why": match.ended} if match.over else None
    return {
        "type": "turn",
        "version": match.version,
        "look": None if viewer == SPECTATOR else viewer,
        "acts": acting,
        "codes": match.position.codes(viewer) if viewer in acting and not match.seats[viewer].conceded else (),
        "view": match.position.view(viewer).packed,
        "result": over,
        "rematch": next_url(match),
    }


def next_url(match: Match) -> str | None:
    """Where the rematch is played."""
    return f"/t/{match.next_table}" if match.next_table else None


def scene(match: Match, identity: str | None, asked: int | None, now: float) -> Message:
    """What one identity sees of a table now, but for log and chat."""
    snapshot = TableSnapshot(match, now)
    made = snapshot.scene(identity, asked)
    return {**made, "pieces": "\n".join(snapshot.layer(viewer_in(made)))}


def viewer_in(scene: Scene) -> int:
    """Whose view a scene is."""
    look = scene["you"]["look"]
    return SPECTATOR if look is None else look


def fixed(match: Match) -> Message:
    """What never changes at a table."""
    return {
        "id": match.id,
        "game": match.game.name,
        "title": match.game.title,
        "options": dict(match.game.options),
        "options_text": options_words(match.game),
        "commitment": match.commitment,
        "pace": PACES[match.pace],
        "help": match.help == ON,
        "bots": list(levels(match.game)),
        "bot_names": {bot: called(bot) for bot in levels(match.game)},
        **static_layer(match.game, match.position.view(SPECTATOR).state),
    }


def options_words(game: Game) -> str:
    """How a game differs from the usual one, as a headline has it."""
    parts = [say("players", n=game.players)]
    for option in game.declared:
        value = game.options[option.name]
        if option.name != "players" and value != option.default:
            name = game.label(option).lower()
            shown = game.label(option, value) if isinstance(value, str) else value
            parts.append(name if value is True else say("without", name=name) if value is False else f"{name} {shown}")
    return ", ".join(parts)


def _hidden(match: Match, step: Step, viewer: int, index: int) -> bool:
    """A sealed choice that is not yet revealed: the player's last move, while the seal holds."""
    if not hides(match.position.state, step.player, viewer):
        return False
    return all(later.player != step.player for later in match.position.steps[index + 1 :])


def table_card(match: Match, identity: str | None, moved: float, moves: int) -> Message:
    """A table in a list, after so many moves; the match need not know them."""
    own = match.owned(identity)
    with calling(names_of(match)):
        prompt = _prompt(match, match.position.view(SPECTATOR), match.acting)
    return {
        "id": match.id,
        "game": match.game.name,
        "title": match.game.title,
        "seats": [
            {"seat": i, "name": seat_name(match, i), "kind": seat.kind, "colour": match.game.colours[i]}
            for i, seat in enumerate(match.seats)
        ],
        "moves": moves,
        "over": match.over,
        "yours": bool(own),
        "your_turn": any(seat in own and not match.seats[seat].plays_itself for seat in match.acting),
        "asked": any(seat in own for seat in requests.must_answer(match)),
        "waits_for": [seat_name(match, seat) for seat in match.acting],
        "open_seats": sum(seat.kind == OPEN for seat in match.seats),
        "when": datetime.fromtimestamp(moved, UTC).isoformat(timespec="seconds"),
        "prompt": prompt,
    }


def _standing_data(st: Standing) -> StandingData:
    return {
        "name": st.name,
        "score": st.score,
        "said": st.said,
        "share": None if st.share is None else float(st.share),
        "notes": st.notes,
    }


def _seats_on_board(match: Match, view: View, standings: list[Standing], acting: tuple[int, ...]) -> list[SeatOnBoard]:
    """For each seat who sits there, and how that player stands."""
    standing = {st.player: _standing_data(st) for st in standings}
    sealed = view.state.sealed
    return [
        {
            "seat": i,
            "key": match.game.seats[i],
            "name": seat_name(match, i),
            "kind": seat.kind,
            "bot": seat.bot,
            "colour": match.game.colours[i],
            "standing": standing[i],
            "acts": i in acting,
            "chosen": bool(sealed >> i & 1),
        }
        for i, seat in enumerate(match.seats)
    ]


def _seats(match: Match, on_board: list[SeatOnBoard], now: float, present: Mapping[str, bool] | None) -> list[SeatData]:
    made: list[SeatData] = []
    for i, (seat, known) in enumerate(zip(match.seats, on_board, strict=True)):
        clock: ClockData | None = None
        if match.clock:
            running = match.clock.since[i] is not None
            clock = {"left": round(match.clock.remaining(i, now), 1), "running": running}
        here = present is None or present[str(i)]
        made.append({**known, "clock": clock, "away": seat.away, "conceded": seat.conceded, "present": here})
    return made


def _prompt(match: Match, view: View, acting: tuple[int, ...]) -> str:
    if match.ended and match.ended != "rules":
        return outcome.ending(match)
    if not match.full:
        free = sum(seat.kind == OPEN for seat in match.seats)
        return say("waiting_one") if free == 1 else say("waiting", n=free)
    words = match.game.words
    if match.ended:
        return words.result(view.state)
    prompt = words.prompt(view.state, view.viewer)
    return addressed(match, view.viewer, prompt) if view.viewer in acting else prompt
