"""The API described for machines (OpenAPI 3.1); the page at /api shows it to people."""

from __future__ import annotations

from functools import cache
from typing import Any

import pizzabox

_ID = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}, "description": "the table's id"}
_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties}


def _operation(
    summary: str,
    answer: dict[str, Any],
    body: dict[str, Any] | None = None,
    parameters: list[Any] | None = None,
    ok: str = "200",
) -> dict[str, Any]:
    kind = "text/plain" if answer == _TEXT else "application/json"
    made: dict[str, Any] = {
        "summary": summary,
        "responses": {
            ok: {"description": "fine", "content": {kind: {"schema": answer}}},
            "4XX": {
                "description": "what is wrong",
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
            },
        },
    }
    if body:
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    if parameters:
        made["parameters"] = parameters
    return made


@cache
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
        absent={"enum": ["wait", "bot"]},
    )
    act = _object(
        ["do"],
        do={
            "enum": ["move", "pick", "why", "undo", "hint", "concede", "draw", "rematch", "bot", "back", "chat", "name"]
        },
        id={"type": "string", "description": "made by the client; a move sent twice with one id is played once"},
        seat=_NUMBER,
        tokens={"type": "array", "items": _TEXT},
        text=_TEXT,
        code=_NUMBER,
        answer={"enum": ["offer", "yes", "no"]},
    )
    lesson = _object(
        ["do", "step"],
        do={"enum": ["step", "next", "pick", "why", "move", "show"]},
        step=_NUMBER,
        tokens={"type": "array", "items": _TEXT},
    )
    which = {"name": "which", "in": "query", "schema": {"enum": ["mine", "open", "recent"]}}
    look = {"name": "look", "in": "query", "schema": _NUMBER, "description": "which of one's seats to look from"}
    game = {"name": "game", "in": "path", "required": True, "schema": _TEXT}
    theme = {"name": "theme", "in": "query", "schema": {"enum": ["light", "dark", "print"]}}
    listed = {"type": "array", "items": anything}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Pizzabox",
            "version": pizzabox.__version__,
            "description": "Host, join, play, watch, fetch records. The WebSocket /ws/{table} takes the same messages "
            "as POST /api/tables/{table}/do and sends every change; docs/api.md describes all messages.",
        },
        "security": [{"token": []}, {"cookie": []}],
        "paths": {
            "/api/token": {"post": _operation("A token for a program", _object([], token=_TEXT, identity=_TEXT))},
            "/api/games": {"get": _operation("The games of the box with their options", listed)},
            "/api/rules/{game}": {"get": _operation("The rules of a game", anything, parameters=[game])},
            "/api/learn/{game}": {
                "post": _operation("A guided first game, one step at a time", anything, lesson, [game])
            },
            "/api/tables": {
                "get": _operation("Tables: mine, open or recent", listed, parameters=[which]),
                "post": _operation("Make a table", _object([], id=_TEXT, url=_TEXT, invite=_TEXT), new, ok="201"),
            },
            "/api/tables/{table}": {"get": _operation("The table as you may see it", anything, parameters=[_ID, look])},
            "/api/tables/{table}/join": {
                "post": _operation(
                    "Take an open seat",
                    _object([], seat=_NUMBER),
                    _object([], invite=_TEXT, seat=_NUMBER, name=_TEXT),
                    [_ID],
                )
            },
            "/api/tables/{table}/do": {"post": _operation("Play, take back, offer, talk …", anything, act, [_ID])},
            "/api/tables/{table}/record": {"get": _operation("The record file", _TEXT, parameters=[_ID])},
            "/api/tables/{table}/picture.svg": {"get": _operation("The picture", _TEXT, parameters=[_ID, theme])},
        },
        "components": {
            "securitySchemes": {
                "token": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "pizzabox"},
            },
            "schemas": {"Error": _object(["error"], error=_object(["what"], what=_TEXT, rule=_TEXT))},
        },
    }
