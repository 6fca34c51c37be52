"""The API described for machines (OpenAPI 3.1); the page at /api shows it to people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pizzabox
from pizzabox.engine.catalogue import kept
from pizzabox.table.new_table import ABSENT, HELP, PACES

from . import say
from .room import HANDLERS
from .socket import QUESTIONS

_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties}


_COUNTS = _object([], games=_NUMBER, won=_NUMBER, shared=_NUMBER, lost=_NUMBER, share={"type": "number"})
_MAYBE = {"type": ["number", "null"]}
_RATING = _object([], games=_NUMBER, missing=_NUMBER, rating=_MAYBE, low=_MAYBE, high=_MAYBE)
_BY_RIVAL = {"type": "object", "additionalProperties": _COUNTS}
_OF_GAME = _object([], game=_TEXT, title=_TEXT, results=_BY_RIVAL, rating=_RATING, bots={"type": "object"})
_ONE_GAME = _object([], id=_TEXT, title=_TEXT, when=_TEXT, result=_TEXT, why_not=_TEXT, url=_TEXT, review=_TEXT)
_YOU = _object(
    [],
    whole=_COUNTS,
    games={"type": "array", "items": _OF_GAME},
    names={"type": "object"},
    last={"type": "array", "items": _ONE_GAME},
)


def _operation(
    summary: str,
    answer: dict[str, Any],
    body: dict[str, Any] | None = None,
    parameters: list[Any] | None = None,
    ok: str = "200",
    kinds: Sequence[str] = ("application/json",),
) -> dict[str, Any]:
    made: dict[str, Any] = {
        "summary": summary,
        "responses": {
            ok: {"description": say("api_fine"), "content": {kind: {"schema": answer} for kind in kinds}},
            "4XX": {
                "description": say("api_wrong"),
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
            },
        },
    }
    if body:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    if parameters:
        made["parameters"] = parameters
    return made


def _studies(anything: dict[str, Any], game: dict[str, Any], theme: dict[str, Any]) -> dict[str, Any]:
    """Reviewing, analysing, puzzles; docs/api.md has the rest."""
    move = {"name": "move", "in": "query", "schema": {"type": "integer", "minimum": 0}}
    view = {"name": "view", "in": "query", "schema": _TEXT, "description": say("api_view")}
    kind = {"name": "kind", "in": "path", "required": True, "schema": {"enum": ["svg", "png"]}}
    named = {**game, "description": say("api_reviewed")}
    number = {"name": "number", "in": "path", "required": True, "schema": _NUMBER}
    position = _object(["position"], position=_TEXT, seat=_NUMBER)
    record = _object(["record"], record=_TEXT)
    opinion = "/api/review/{game}/opinion"
    return {
        "/api/records": {"post": _operation(say("api_upload"), _object([], id=_TEXT, url=_TEXT), record, ok="201")},
        "/api/review/{game}": {"get": _operation(say("api_review"), anything, parameters=[named])},
        "/api/review/{game}/frames": {
            "get": _operation(say("api_frames"), {"type": "array", "items": anything}, parameters=[named])
        },
        "/api/review/{game}/line": {
            "get": _operation(say("api_line"), {"type": "array", "items": anything}, parameters=[named])
        },
        opinion: {
            "get": _operation(say("api_opinion"), anything, parameters=[named]),
            "post": _operation(say("api_opinion_start"), anything, parameters=[named]),
            "delete": _operation(say("api_opinion_stop"), anything, parameters=[named]),
        },
        "/api/review/{game}/position": {"get": _operation(say("api_fork"), anything, parameters=[named, move])},
        "/api/review/{game}/record": {
            "get": _operation(say("api_record"), _TEXT, parameters=[named], kinds=["text/plain"])
        },
        "/api/review/{game}/picture.{kind}": {
            "get": _operation(
                say("api_picture"),
                {},
                parameters=[named, kind, move, view, theme],
                kinds=["image/svg+xml", "image/png"],
            )
        },
        "/api/review/{game}/animation.svg": {
            "get": _operation(say("api_animation"), _TEXT, parameters=[named, view, theme], kinds=["image/svg+xml"])
        },
        "/api/review/{game}/page.html": {
            "get": _operation(say("api_export"), _TEXT, parameters=[named, view], kinds=["text/html"])
        },
        "/api/board": {"post": _operation(say("api_board"), anything, anything)},
        "/api/board/do": {"post": _operation(say("api_board_do"), anything, position)},
        "/api/board/think": {"post": _operation(say("api_board_think"), anything, position)},
        "/api/board/analysis": {"post": _operation(say("api_board_analysis"), anything, position)},
        "/api/puzzles/{game}/{number}": {
            "get": _operation(say("api_puzzle"), anything, parameters=[game, number]),
            "post": _operation(say("api_puzzle_do"), anything, anything, [game, number]),
        },
        "/api/puzzles/{game}/{number}/answer": {
            "get": _operation(say("api_puzzle_answer"), anything, parameters=[game, number])
        },
    }


def _watching() -> dict[str, Any]:
    """What a host watches."""
    state = _object(["state"], state=_TEXT)
    ready = _operation(say("api_ready"), state)
    ready["responses"]["503"] = ready["responses"]["4XX"]
    return {
        "/health": {"get": _operation(say("api_health"), state)},
        "/ready": {"get": ready},
        "/metrics": {"get": _operation(say("api_metrics"), _TEXT, kinds=["text/plain"])},
    }


@kept()
def description() -> dict[str, Any]:
    """The whole description."""
    anything = {"type": "object"}
    seat = _object(["kind"], kind={"enum": ["me", "open", "bot"]}, bot=_TEXT, name=_TEXT)
    clock = _object(
        ["kind", "seconds"], kind={"enum": ["move", "game"]}, seconds={"type": "number"}, more={"type": "number"}
    )
    new = _object(
        ["game", "seats"],
        game=_TEXT,
        options=anything,
        seats={"type": "array", "items": seat},
        public={"type": "boolean"},
        clock={"oneOf": [clock, {"type": "null"}]},
        absent={"enum": list(ABSENT)},
        pace={"enum": list(PACES)},
        help={"enum": list(HELP)},
    )
    act = _object(
        ["do"],
        do={"enum": [*HANDLERS, *QUESTIONS]},
        id={"type": "string", "description": say("api_id")},
        seat=_NUMBER,
        thing=_TEXT,
        tokens={"type": "array", "items": _TEXT},
        text=_TEXT,
        code=_NUMBER,
        answer={"enum": ["offer", "yes", "no"]},
    )
    lesson = _object(
        ["do", "step"],
        do={"enum": ["step", "next", "pick", "why", "what", "move", "show"]},
        step=_NUMBER,
        tokens={"type": "array", "items": _TEXT},
    )
    table = {"name": "table", "in": "path", "required": True, "schema": _TEXT, "description": say("api_table_id")}
    which = {"name": "which", "in": "query", "schema": {"enum": ["mine", "open", "recent"]}}
    look = {"name": "look", "in": "query", "schema": _NUMBER, "description": say("api_look")}
    game = {"name": "game", "in": "path", "required": True, "schema": _TEXT}
    options = {"name": "options", "in": "query", "schema": {"type": "object", "additionalProperties": _TEXT}}
    theme = {"name": "theme", "in": "query", "schema": {"enum": ["light", "dark", "print"]}}
    listed = {"type": "array", "items": anything}
    devices = _object([], open={"type": "boolean"}, origin=_TEXT, switch={"type": "boolean"})
    return {
        "openapi": "3.1.0",
        "info": {"title": "Pizzabox", "version": pizzabox.__version__, "description": say("api_about")},
        "security": [{}, {"token": []}, {"cookie": []}],
        "paths": {
            "/api/token": {"post": _operation(say("api_token"), _object([], token=_TEXT, identity=_TEXT))},
            "/api/devices": {
                "get": _operation(say("api_devices"), devices),
                "post": _operation(say("api_devices_open"), devices, _object(["open"], open={"type": "boolean"})),
            },
            "/api/you": {"get": _operation(say("api_you"), _YOU)},
            "/api/games": {"get": _operation(say("api_games"), listed)},
            "/api/games/{game}/seats": {"get": _operation(say("api_seats"), listed, parameters=[game, options])},
            "/api/rules/{game}": {"get": _operation(say("api_rules"), anything, parameters=[game])},
            "/api/legend/{game}": {"get": _operation(say("api_legend"), anything, parameters=[game])},
            "/api/learn/{game}": {"post": _operation(say("api_learn"), anything, lesson, [game])},
            "/api/tables": {
                "get": _operation(say("api_tables"), listed, parameters=[which]),
                "post": _operation(say("api_new"), _object([], id=_TEXT, url=_TEXT, invite=_TEXT), new, ok="201"),
            },
            "/api/tables/{table}": {"get": _operation(say("api_table"), anything, parameters=[table, look])},
            "/api/tables/{table}/join": {
                "post": _operation(
                    say("api_join"),
                    _object([], seat=_NUMBER),
                    _object([], invite=_TEXT, seat=_NUMBER, name=_TEXT, colour=_NUMBER),
                    [table],
                )
            },
            "/api/tables/{table}/do": {"post": _operation(say("api_do"), anything, act, [table])},
            "/api/tables/{table}/record": {
                "get": _operation(say("api_record"), _TEXT, parameters=[table], kinds=["text/plain"])
            },
            "/api/tables/{table}/picture.svg": {
                "get": _operation(say("api_picture"), _TEXT, parameters=[table, theme], kinds=["image/svg+xml"])
            },
            **_studies(anything, game, theme),
            "/api/openapi.json": {"get": _operation(say("api_described"), anything)},
            **_watching(),
        },
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "pizzabox"},
            },
            "schemas": {"Error": _object(["error"], error=_object(["what"], what=_TEXT, rule=_TEXT))},
        },
    }
