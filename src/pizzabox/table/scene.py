"""What one viewer sees of a table: the fields of the API's `table` message (docs/api.md).

A view is built first; words and picture are made from that view alone, so nothing the viewer may not know can get in.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from datetime import UTC, datetime
from functools import cache
from inspect import signature
from typing import Any

from pizzabox.bots import called, levels
from pizzabox.engine.catalogue import Catalogue, calling, language
from pizzabox.engine.contract import SPECTATOR, hides
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position, Step, View, step_story
from pizzabox.engine.presentation import Preview, Standing, Tally, listed
from pizzabox.engine.state import GameState
from pizzabox.engine.svg import lines, palette
from pizzabox.engine.toppings import shapes

from .match import Match
from .new_table import ON, PACES
from .seats import OPEN
from .secrecy import chooses_alone, shared_viewer, would_be_sealed

PAGE = palette("page")
MOST_STORIES = 10_000
"""Steps in words that are kept for a table."""
say = Catalogue(__package__)


def viewer_of(match: Match, identity: str | None, asked: int | None) -> tuple[int, int | None]:
    """Whose view an identity gets (-1: a spectator's), and the seat the device must be handed to first.

    With one seat it is simply that seat. With several (a hot-seat table) the view follows whoever acts; of several who
    act at once it is the one that was asked for. Where somebody chooses alone it is the view of nobody until one asks.
    """
    own = match.owned(identity)
    if len(own) <= 1:
        return (own[0] if own else SPECTATOR), None
    acting, alone = _acting_here(match, own), needs_screen_alone(match)
    if asked in acting:
        return asked, None
    if not acting:
        return (SPECTATOR if alone else own[0]), None
    return (SPECTATOR, acting[0]) if alone else (acting[0], None)


def _acting_here(match: Match, own: list[int]) -> list[int]:
    """Who of these seats is to act by the hand of a person."""
    return [seat for seat in match.acting if seat in own and not match.seats[seat].plays_itself]


def _may_act(match: Match, own: list[int]) -> list[int]:
    """Of several people at one device those who may act now, in the order they like; empty where there is no choice."""
    acting = _acting_here(match, own) if len(own) > 1 else []
    return acting if len(acting) > 1 and not needs_screen_alone(match) else []


def addressed(match: Match, seat: int, text: str) -> str:
    """What is said to a seat to act, with the name of its player where several people share the device."""
    if not text or seat == SPECTATOR or len(match.owned(match.seats[seat].owner)) < 2:
        return text
    names = [seat_name(match, i) for i in range(len(match.seats))]
    if names[seat] in text:
        return text
    begins = any(text.startswith(name) for name in names)
    return say("addressed", name=names[seat], text=text if begins else text[:1].lower() + text[1:])


def needs_screen_alone(match: Match) -> bool:
    """Whether somebody needs the screen alone now: a choice is secret, or made from what only one seat may see."""
    pos = match.position
    return not match.over and (bool(pos.state.sealed) or any(chooses_alone(pos, seat) for seat in pos.actors))


def board_viewer(match: Match, viewer: int) -> int:
    """The viewpoint for drawing: what everyone at a shared screen may know."""
    if (
        viewer == SPECTATOR
        or match.over
        or len(match.owned(match.seats[viewer].owner)) < 2
        or needs_screen_alone(match)
    ):
        return viewer
    return shared_viewer(match.position, viewer)


def touchable(match: Match, view: View, acting: tuple[int, ...]) -> tuple[str, ...]:
    """What the viewer can touch first."""
    if view.viewer not in acting or match.seats[view.viewer].plays_itself:
        return ()
    return view.pick(view.viewer, ()).next


class Moment:
    """A table as it is now. What several viewers share is made once, and so is what each distinct view shows.

    Whatever holds words is kept by language. The moment before lends the views it had, for the log tells of those, and
    if nothing has happened on the board since (somebody wrote, came or asked for a rematch), words and pictures too.
    """

    def __init__(
        self, match: Match, now: float, present: Mapping[str, bool] | None = None, before: Moment | None = None
    ) -> None:
        self.match = match
        self.now = now
        self.present = present
        self.acting = match.acting
        self.news = match.position.state.news
        self.messages: dict[Hashable, Any] = {}
        """What was made for one viewer and serves all who are told exactly the same."""
        self._state = bytes(match.position.state)
        self._board_viewers: dict[int, int] = {}
        self._names: dict[str, tuple[str, ...]] = {}
        self._states: dict[tuple[bytes, int], GameState] = {}
        self._alike: dict[bytes, GameState] = {}
        """The states by what is known in them: viewers who know the same share one, which reads each field once."""
        self._lent = before._states if before and before.match is match else {}
        self._stories: dict[Hashable, list[str]] = before._stories if before and before.match is match else {}
        """What steps did in words, kept from moment to moment."""
        self._shown: dict[tuple[int, str], dict[str, Any]] = {}
        self._scenes: dict[Hashable, dict[str, Any]] = {}
        self._outcomes: dict[str, dict[str, Any]] = {}
        self._board = (
            self._state,
            len(match.position.steps),
            self.acting,
            match.ended,
            tuple((seat.name, seat.kind, seat.bot, seat.conceded) for seat in match.seats),
        )
        same = before is not None and before.match is match and before._board == self._board
        self._said: dict[tuple[int, str], dict[str, Any]] = before._said if before and same else {}
        self._layers: dict[tuple[int, str], list[str]] = before._layers if before and same else {}

    def view(self, viewer: int) -> View:
        return View(self.match.game, self.state(self._state, viewer), viewer)

    def board_viewer(self, viewer: int) -> int:
        """The viewpoint for drawing the board of a seat and telling its story."""
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
            found = self._lent.get(key)
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

    def scene(self, identity: str | None, asked: int | None) -> dict[str, Any]:
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
                    "choice": _may_act(match, own),
                },
                **self._view_of(viewer),
                "can": _allowed(match, own, viewer, self.acting),
                "handover": handover,
            }
        return self._scenes[key]

    def _view_of(self, viewer: int) -> dict[str, Any]:
        """What is the same for all who look from one seat."""
        key = (viewer, language())
        if key not in self._shown:
            said = self._board_of(viewer)
            self._shown[key] = {
                "seats": _seats(self.match, said["standing"], self.now, self.present),
                **said["rest"],
                "offer": _draw_offer(self.match),
                "undo_request": _undo_request(self.match),
                "rematch_request": _rematch_request(self.match),
                "rematch": self.match.next_table or None,
            }
        return self._shown[key]

    def _board_of(self, viewer: int) -> dict[str, Any]:
        """What is said of the board alone: it stays the same until something happens there."""
        key = (viewer, language())
        if key in self._said:
            return self._said[key]
        with calling(self.names()):
            match, view = self.match, self.view(viewer)
            words, s, known = match.game.words, view.state, self.view(self.board_viewer(viewer))
            standing = words.standing(known.state, known.viewer)
            lit = touchable(match, view, self.acting)
            self._said[key] = {
                "standing": _seated(match, view, standing, self.acting),
                "rest": {
                    "others": [_standing_data(st) | {"colour": st.colour} for st in standing if st.player < 0],
                    "prompt": _prompt(match, view, self.acting),
                    "chapter": words.chapter(s, viewer),
                    "tokens": {token: words.spell(s, token) for token in lit},
                    **self._outcome(),
                },
            }
        return self._said[key]

    def _outcome(self) -> dict[str, Any]:
        """How the game ended and how it went, the same for all who look."""
        if language() not in self._outcomes:
            self._outcomes[language()] = {"result": _result(self.match), "chart": _chart(self.match)}
        return self._outcomes[language()]

    def layer(self, viewer: int) -> list[str]:
        """The lines of the moving layer as that viewer sees it."""
        key = (viewer, language())
        if key not in self._layers:
            known, lit = self.view(self.board_viewer(viewer)), tuple(self._board_of(viewer)["rest"]["tokens"])
            with calling(()):
                self._layers[key] = lines(self.match.game.picture.pieces(known.state, known.viewer, PAGE, legal=lit))
        return self._layers[key]

    def log(self, viewer: int, start: int = 0) -> list[dict[str, Any]]:
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
        own, viewer = getattr(self.match.game.picture, "stages", None), self.board_viewer(viewer)
        with calling(()):
            return [lines(layer) for layer in own(self.state(self._state, viewer), viewer, PAGE)] if own else []


def move_texts(match: Match, viewer: int, start: int = 0) -> list[dict[str, Any]]:
    """The moves from `start` on in notation, as that viewer may know them."""
    steps = match.position.steps
    return [
        {"n": i + 1, "seat": steps[i].player, "text": None if _hidden(match, steps[i], viewer, i) else steps[i].text}
        for i in range(start, len(steps))
    ]


def turn_message(match: Match, viewer: int, acting: tuple[int, ...]) -> dict[str, Any]:
    """What a program needs to know to go on: who acts, the codes of its legal moves, what it knows."""
    over = {"winners": match.winners(), "returns": match.returns(), "why": match.ended} if match.over else None
    return {
        "type": "turn",
        "version": match.version,
        "look": None if viewer == SPECTATOR else viewer,
        "acts": acting,
        "codes": match.position.codes(viewer) if viewer in acting else (),
        "view": match.position.view(viewer).packed,
        "result": over,
        "rematch": f"/t/{match.next_table}" if match.next_table else None,
    }


def scene(match: Match, identity: str | None, asked: int | None, now: float) -> dict[str, Any]:
    """What one identity sees of a table at one moment, but for log and chat."""
    moment = Moment(match, now)
    made = moment.scene(identity, asked)
    return made | {"pieces": "\n".join(moment.layer(viewer_in(made)))}


def viewer_in(scene: Mapping[str, Any]) -> int:
    """Whose view a scene is."""
    look = scene["you"]["look"]
    return SPECTATOR if look is None else int(look)


def fixed(match: Match) -> dict[str, Any]:
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


def static_layer(game: Game, s: Any) -> dict[str, Any]:
    """What never changes in the picture of a game: its frame, the board, the names of the spaces."""
    names, wide = getattr(game.picture, "names", None), getattr(game.picture, "wide", None)
    return {
        "box": game.picture.view_box(s),
        "wide": wide(s).message() if wide else None,
        "board": f"{shapes(PAGE)}{game.picture.board(s, PAGE)}",
        "names": str(names(s, PAGE)) if names else "",
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


def move_in_progress(
    pos: Position, seat: int, tokens: tuple[str, ...], acts: bool, drawn_for: int | None = None, help: bool = True
) -> dict[str, Any]:
    """A move in progress of a seat (which may act now or not): what can come next, and what the move would do.

    The picture is what `drawn_for` may see of it; the seat, where nobody is named. Without `help` it is told what the
    move is, not what it leads to.
    """
    view = pos.view(seat)
    found = view.pick(seat, tokens)
    shown = view.preview(seat, tokens)
    if not help:
        shown = shown.plain or Preview()
    spell = pos.game.words.spell
    made: dict[str, Any] = {
        "chosen": list(found.chosen),
        "next": {token: spell(view.state, token) for token in found.next},
        "complete": found.code is not None,
        "secret": acts and would_be_sealed(pos, seat),
        "ask": shown.ask,
        "loses": shown.loses,
        "sentence": found.sentence,
        "lines": list(shown.lines),
    }
    if shown.after is not None or found.next or (found.code is not None and not help):
        lit = found.next if found.code is None else view.pick(seat, tokens[:-1]).next
        s = view.state if shown.after is None else shown.after
        if drawn_for is not None and drawn_for != seat:
            s, seat = pos.game.kernels.show(s, drawn_for), drawn_for
        made["pieces"] = _in_progress(pos.game, s, seat, lit, tokens)
    if found.code is not None:
        made["text"] = pos.game.words.text(view.state, view.viewer, found.code)
    return made


def reply_to_touch(view: View, tokens: tuple[str, ...]) -> dict[str, Any]:
    """Why touching these leads nowhere, in words without notation; nothing where it leads on."""
    refused = view.touched(view.viewer, tokens) if tokens else None
    return {
        "allowed": refused is None,
        "what": refused.reason if refused else "",
        "rule": refused.rule if refused else "",
    }


def _in_progress(game: Game, s: GameState, seat: int, lit: tuple[str, ...], tokens: tuple[str, ...]) -> str:
    """The moving layer with what was touched so far: `chosen` marks it, `reach` shows what the last token can do."""
    draw = game.picture.pieces
    known = {"chosen": tokens, "reach": tokens[-1] if tokens else None}
    more = {name: value for name, value in known.items() if name in _parameters(draw)}
    with calling(()):
        return str(draw(s, seat, PAGE, legal=lit, **more))


@cache
def _parameters(function: Callable[..., Any]) -> frozenset[str]:
    return frozenset(signature(function).parameters)


def table_card(match: Match, identity: str | None, moved: float, moves: int) -> dict[str, Any]:
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
        "your_turn": any(seat in own for seat in match.acting),
        "asked": any(seat in own for seat in _asked(match)),
        "waits_for": [seat_name(match, seat) for seat in match.acting],
        "open_seats": sum(seat.kind == OPEN for seat in match.seats),
        "when": datetime.fromtimestamp(moved, UTC).isoformat(timespec="seconds"),
        "prompt": prompt,
    }


def _asked(match: Match) -> list[int]:
    """The seats whose answer somebody waits for: to a draw, an undo or another game."""
    requests = (_draw_offer(match), _undo_request(match), _rematch_request(match))
    return [seat for request in requests if request for seat in request["waiting"]]


def seat_name(match: Match, i: int) -> str:
    """The name of a seat; one that nobody chose is said in the viewer's language."""
    seat = match.seats[i]
    if seat.name == _capitalized(match.game.seats)[i]:
        return match.game.words.name(match.position.state, i)
    if seat.bot and seat.name == seat.bot.capitalize():
        known = called(seat.bot)
        return known[:1].upper() + known[1:]
    return seat.name


def names_of(match: Match) -> tuple[str, ...]:
    """What sentences call the players of a table; empty where nobody chose a name. Pictures go by colours, so that what
    is drawn can be kept for all tables."""
    chosen = zip(match.seats, _capitalized(match.game.seats), strict=True)
    return tuple(["" if seat.name == usual else seat_name(match, i) for i, (seat, usual) in enumerate(chosen)])


@cache
def _capitalized(seats: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(seat.capitalize() for seat in seats)


def _standing_data(st: Standing) -> dict[str, Any]:
    return {
        "name": st.name,
        "score": st.score,
        "said": st.said,
        "share": None if st.share is None else float(st.share),
        "notes": st.notes,
    }


def _seated(
    match: Match, view: View, standings: list[Standing], acting: tuple[int, ...]
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """For each seat who sits there, and how that player stands."""
    standing = {st.player: _standing_data(st) for st in standings}
    keys, colours, sealed = match.game.seats, match.game.colours, view.state.sealed
    made = []
    for i, seat in enumerate(match.seats):
        who = {"seat": i, "key": keys[i], "name": seat_name(match, i), "kind": seat.kind, "bot": seat.bot}
        stands = {"standing": standing[i], "acts": i in acting, "chosen": bool(sealed >> i & 1)}
        made.append((who | {"colour": colours[i]}, stands))
    return made


def _seats(
    match: Match,
    seated: list[tuple[dict[str, Any], dict[str, Any]]],
    now: float,
    present: Mapping[str, bool] | None,
) -> list[dict[str, Any]]:
    made = []
    for i, (seat, (who, stands)) in enumerate(zip(match.seats, seated, strict=True)):
        clock = None
        if match.clock:
            running = match.clock.since[i] is not None
            clock = {"left": round(match.clock.remaining(i, now), 1), "running": running}
        made.append(who | stands | {"clock": clock, "away": seat.away, "conceded": seat.conceded})
        if present is not None:
            made[-1]["present"] = present[str(i)]
    return made


def _prompt(match: Match, view: View, acting: tuple[int, ...]) -> str:
    if match.ended and match.ended != "rules":
        return ending(match)
    if not match.full:
        free = sum(seat.kind == OPEN for seat in match.seats)
        return say("waiting_one") if free == 1 else say("waiting", n=free)
    words = match.game.words
    if match.ended:
        return words.result(view.state)
    prompt = words.prompt(view.state, view.viewer)
    return addressed(match, view.viewer, prompt) if view.viewer in acting else prompt


def ending(match: Match) -> str:
    """How a match ended that the rules did not end; empty for any other."""
    if match.ended in ("", "rules"):
        return ""
    if match.ended == "draw":
        return say("draw")
    names = [seat_name(match, i) for i, seat in enumerate(match.seats) if seat.conceded]
    winners = [seat_name(match, i) for i in match.winners()]
    return say("gave_up", names=listed(names), winner=listed(winners))


def _allowed(match: Match, own: list[int], viewer: int, acting: tuple[int, ...]) -> dict[str, Any]:
    over, running = match.over, match.full and not match.over
    playing = running and viewer in own
    reason = match.position.why_no_undo(viewer) if playing else ""
    return {
        "undo": playing and reason is None,
        "undo_asks": playing and reason is None and bool(match.undo_asks(viewer)),
        "why_no_undo": reason or "",
        "hint": playing and viewer in acting and match.help == ON,
        "concede": running and bool(own),
        "draw": running and bool(own) and len(match.people) > 1,
        "rematch": over and not match.next_table and any(seat in own for seat in match.rematch_waits_for()),
    }


def _draw_offer(match: Match) -> dict[str, Any] | None:
    if not match.draw or match.over:
        return None
    first = next(iter(match.draw))
    return {"seat": first, "waiting": [p for p in match.people if not match.draw.get(p)]}


def _undo_request(match: Match) -> dict[str, Any] | None:
    asked = match.undo_request
    if asked is None or match.over:
        return None
    return {"seat": asked.seat, "waiting": match.undo_waits_for(), "refused": asked.refused}


def _rematch_request(match: Match) -> dict[str, Any] | None:
    if not match.rematch or match.next_table:
        return None
    return {"seats": sorted(match.rematch), "waiting": match.rematch_waits_for()}


def _result(match: Match) -> dict[str, Any] | None:
    if not match.over:
        return None
    view = match.position.view(SPECTATOR)
    tally = match.game.words.tally(view.state) if match.position.over else None
    text = view.prompt if match.ended == "rules" else ending(match)
    return {
        "text": text,
        "reason": match.game.words.reason(view.state) if match.ended == "rules" else "",
        "winners": list(match.winners()),
        "returns": list(match.returns()),
        "tally": _tally_data(tally) if tally else None,
        "why": match.ended,
        "seed": "" if match.position.seed is None else str(match.position.seed),
        "salt": match.salt,
    }


def _tally_data(tally: Tally) -> dict[str, Any]:
    decides = tally.decides % len(tally.head)
    return {"head": tally.head, "rows": tally.rows, "note": tally.note, "decides": decides}


def _chart(match: Match) -> dict[str, Any] | None:
    """How it went: how every seat stood after each move, once the game is over."""
    if not match.over:
        return None
    names, colours = [seat_name(match, i) for i in range(len(match.seats))], list(match.game.colours)
    title = match.game.text("tally.chart", say("chart"))
    rows = [list(row) for row in match.chart()]
    standing = match.game.words.standing(match.position.view(SPECTATOR).state, SPECTATOR)
    others = [st for st in standing if st.player < 0][: len(rows[0]) - len(names)]
    names, colours = [*names, *(st.name for st in others)], [*colours, *(st.colour for st in others)]
    return {"title": title, "names": names, "rows": rows, "colours": colours}
