"""The analysis board: any position, both sides played by one person, as the page needs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from pizzabox.bots import Thought
from pizzabox.engine.catalogue import Catalogue, known_as
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.editor import Draft
from pizzabox.engine.errors import BadPosition, IllegalMove, PizzaboxError, did_you_mean, short
from pizzabox.engine.game_record import loads
from pizzabox.engine.position import Position, View
from pizzabox.engine.registry import load
from pizzabox.engine.registry import position as position_of
from pizzabox.table.messages import PickData
from pizzabox.table.move_in_progress import move_in_progress
from pizzabox.table.page_picture import PAGE, static_layer
from pizzabox.table.scene import options_words

from .replay import Replay
from .review import idea_data, net_data

say = Catalogue(__package__)
MOST_IDEAS = 8
LONGEST_NAME = 40


def opened(wish: Mapping[str, Any]) -> Position:
    """The position asked for: a `position` (code or JSON), a `record` with a `move`, or a game's start."""
    if wish.get("position") is not None:
        found = position_of(wish["position"])
        return Position(found.game, found.state)
    if wish.get("record") is not None:
        replay = _recorded(wish["record"])
        return replay.fork(wish.get("move", replay.last))
    options = wish.get("options", {})
    if not isinstance(options, Mapping):
        raise BadPosition(say("error.options", value=short(options)))
    start = load(wish.get("game"), **{str(k): v for k, v in options.items()}).start(wish.get("seed"))  # type: ignore[arg-type]
    return Position(start.game, start.state)


def _recorded(record: object) -> Replay:
    if not isinstance(record, str):
        raise BadPosition(say("error.record"))
    return Replay.of(loads(record))


def called(wish: Mapping[str, Any]) -> tuple[str, ...]:
    """What the players are called, by seat: by the record, or as asked for (`names`); empty for no name."""
    if wish.get("position") is None and wish.get("record") is not None:
        return _recorded(wish["record"]).called
    names = wish.get("names", ())
    fine = isinstance(names, list) and all(isinstance(name, str) and len(name) <= LONGEST_NAME for name in names)
    return tuple(names) if fine else ()


def seat_of(pos: Position, asked: object) -> int:
    """The seat to look from: the one asked for if it may act, else the first that may."""
    if isinstance(asked, int) and not isinstance(asked, bool) and asked in pos.actors:
        return asked
    return pos.actors[0] if pos.actors else SPECTATOR


def board(pos: Position, asked: object = None, whole: bool = True, painting: bool = False) -> dict[str, Any]:
    """The board as the seat to move sees it. Its code is only for those who may know everything (`whole`).

    While it is painted, its tokens are the places where something can be laid.
    """
    seat = seat_of(pos, asked)
    view, words, drawn = pos.view(seat), pos.game.words, pos.game.picture
    lit = view.pick(seat, ()).next if seat != SPECTATOR and not painting else ()
    editor = pos.game.editor
    made: dict[str, Any] = {
        "game": pos.game.name,
        "title": pos.game.title,
        "options": options_words(pos.game),
        "over": pos.over,
        "painting": painting,
        "seat": seat,
        "actors": list(pos.actors),
        "prompt": view.prompt,
        "chapter": words.chapter(view.state, seat),
        "tokens": {token: words.spell(view.state, token) for token in lit},
        "standing": [asdict(st) | {"share": None} for st in words.standing(view.state, seat)],
        "names": [known_as(i, name) for i, name in enumerate(pos.game.seats)],
        "called": [known_as(i, "") for i in range(pos.game.players)],
        "colours": list(pos.game.colours),
        "picture": static_layer(pos.game, view.state)
        | {"pieces": str(drawn.pieces(view.state, seat, PAGE, legal=lit))},
    }
    if painting:
        made["tokens"] = dict.fromkeys(editor.places(pos.state))  # the picture has their names
    if whole:
        made["code"] = pos.code
        made["position"] = pos.data()
        made["brushes"] = [list(brush) for brush in editor.names(pos.state)]
        made["note"] = editor.note(pos.state)
    return made


def narrowed(pos: Position, seat: int, tokens: tuple[str, ...]) -> PickData:
    """A move in progress."""
    return move_in_progress(pos, seat, tokens, seat in pos.actors)


def played(pos: Position, seat: int, move: object) -> dict[str, Any]:
    """The board after a move, with what happened in words."""
    made = pos.play(move, seat)
    return {"text": made.text, "said": pos.log(None), "board": board(pos)}


def painted(pos: Position, brush: object, token: object, asked: object = None) -> dict[str, Any]:
    """The board after a piece was laid by hand; nothing changes when the game says that it cannot be."""
    editor = pos.game.editor
    known = {one.name: one.text for one in editor.names(pos.state)}
    if not isinstance(brush, str) or brush not in known:
        raise PizzaboxError(say("error.brush", value=short(brush), hint=did_you_mean(brush, known)))
    if not isinstance(token, str):
        raise IllegalMove(say("error.token", value=short(token)))
    if token not in editor.places(pos.state):
        key, rule = editor.NO_PLACE
        raise IllegalMove(pos.game.text(key, say("error.place"), text=token[:LONGEST_NAME]), rule)
    trial = pos.state.copy()
    editor.paint(trial, brush, token, seat_of(pos, asked))
    return board(pos.game.position(bytes(trial)), asked, painting=True)


def form(pos: Position) -> dict[str, Any]:
    """The entries of a position that are set as numbers and choices; a list of choices is described once."""
    fields = pos.game.editor.fields(pos.state)
    lists = list(dict.fromkeys(one.choices for one in fields if one.choices))
    numbers = {choices: i for i, choices in enumerate(lists)}
    described = [asdict(one) | {"choices": numbers.get(one.choices)} for one in fields]
    return {"fields": described, "lists": lists}


def filled(pos: Position, entered: object, asked: object = None) -> dict[str, Any]:
    """The board after a form was filled in; nothing changes when the game says that it cannot be."""
    if not isinstance(entered, Mapping):
        raise PizzaboxError(say("error.entries", value=short(entered)))
    editor = pos.game.editor
    known = {one.name: one for one in editor.fields(pos.state)}
    for name in entered:
        if name not in known:
            raise PizzaboxError(say("error.field", value=short(name), hint=did_you_mean(name, known)))
    draft = Draft(list(known.values()), {name: known[name].read(value) for name, value in entered.items()})
    trial = pos.state.copy()
    if draft.changed:
        editor.fill(trial, draft)
    return board(pos.game.position(bytes(trial)), asked)


def panels(pos: Position) -> list[dict[str, Any]]:
    """What the game can count out of a position."""
    counted = pos.game.analysis(pos.state) if pos.game.analysis and not pos.over else ()
    return [asdict(panel) for panel in counted]


def thought_data(thought: Thought, view: View) -> dict[str, Any]:
    """A bot's thought as the page shows it, about what it was shown."""
    ideas = thought.distinct()[:MOST_IDEAS]
    said = [{"words": view.in_words(thought.seat, idea.move.tokens)} for idea in ideas]
    return {
        "seat": thought.seat,
        "secret": bool(thought.secret),
        "chances": [round(float(c), 2) for c in thought.chances],
        "simulations": int(thought.simulations),
        "visits": thought.best.visits if thought.best.known else 0,
        "seconds": round(float(thought.seconds), 2),
        "ideas": [idea_data(idea, thought) | words for idea, words in zip(ideas, said, strict=True)],
        **net_data(thought),
    }
