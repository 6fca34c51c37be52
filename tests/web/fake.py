# ruff: noqa: E501, PERF401
"""A small stand-in for the server, to develop and test the page: docs/api.md in memory, with the real engine.

    PYTHONPATH=src python -m tests.web.fake [port]

Nothing is stored, nobody is checked; the real server is `pizzabox.server`.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

import pizzabox
from pizzabox.bots import levels
from pizzabox.engine.errors import IllegalMove, PizzaboxError
from pizzabox.engine.gamerecord import GameRecord
from pizzabox.engine.registry import find
from pizzabox.engine.svg import palette
from pizzabox.engine.words import Tally, pick, preview
from pizzabox.web import CSP, folder, render

PAGE = palette("page")
THINK = 0.25
tables: dict[str, Table] = {}
noted: dict[str, Any] = {"moves": [], "drop": 0}
"""What tests ask about: every move that came in, and how many acknowledgements to lose with their connection."""


class Table:
    def __init__(self, body: dict[str, Any], owner: str) -> None:
        self.id = secrets.token_hex(4)
        self.game = pizzabox.load(body["game"], **body.get("options", {}))
        self.pos = self.game.start(body.get("seed"))
        self.host, self.public, self.invite = owner, bool(body.get("public")), secrets.token_hex(6)
        self.seats: list[dict[str, Any]] = []
        for i, seat in enumerate(body["seats"]):
            kind = {"me": "person", "open": "open", "bot": "bot"}[seat["kind"]]
            name = seat.get("name") or self.game.words.name(self.pos.state, i)
            owned = owner if kind == "person" else None
            self.seats.append({"kind": kind, "name": name, "bot": seat.get("bot"), "owner": owned})
        if len(self.seats) != self.game.players:
            raise PizzaboxError("one entry a seat")
        self.clock, self.left, self.since = body.get("clock"), [0.0] * len(self.seats), time.monotonic()
        self.left = [float(self.clock["seconds"]) if self.clock else 0.0 for _ in self.seats]
        self.version, self.lines, self.ended, self.offer = 1, [], None, None
        self.chat: list[dict[str, Any]] = []
        self.rows = [list(self.counts())]
        self.seen: dict[str, Any] = {}
        self.wanted: set[int] = set()
        self.rematch: str | None = None
        self.begun = time.time()
        self.ears: set[Ear] = set()
        self.thinking: asyncio.Task[None] | None = None

    def counts(self) -> tuple[str, ...]:
        return tuple(float(str(s.score).split("/")[0]) for s in self.game.words.standing(self.pos.state, -1))  # type: ignore

    @property
    def started(self) -> bool:
        return all(seat["kind"] != "open" for seat in self.seats)

    @property
    def over(self) -> bool:
        return self.pos.over or self.ended is not None

    def acting(self) -> tuple[int, ...]:
        return () if self.over or not self.started else self.pos.actors

    def url(self) -> str:
        return f"/t/{self.id}"

    def own(self, who: str) -> list[int]:
        return [i for i, seat in enumerate(self.seats) if seat["owner"] == who]

    def card(self, who: str) -> dict[str, Any]:
        own = self.own(who)
        seats = [
            {"seat": i, "name": s["name"], "kind": s["kind"], "colour": self.game.colours[i]}
            for i, s in enumerate(self.seats)
        ]
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.begun))
        return {"id": self.id, "url": self.url(), "game": self.game.name, "title": self.game.title, "seats": seats,
                "moves": len(self.pos.steps), "over": self.over, "yours": bool(own), "when": when,
                "your_turn": any(i in own for i in self.acting()), "open_seats": sum(s["kind"] == "open" for s in self.seats),
                "prompt": self.pos.view().prompt}  # fmt: skip

    def secret(self) -> bool:
        return len(self.acting()) > 1 or bool(self.pos.state.sealed)

    def message(self, who: str, look: int | None, sworn: object = None) -> dict[str, Any]:
        own, view = self.own(who), self.pos.view(-1 if look is None else look)
        acting, words, game = self.acting(), self.game.words, self.game
        handover = None
        if len(own) > 1 and self.secret() and (look not in acting or sworn != (self.pos.state.news, look)):
            handover = look if look in acting else next((i for i in own if i in acting), None)
        if handover is not None:
            view = self.pos.view()
        tokens = {}
        if look in acting and handover is None:
            tokens = {t: words.spell(view.state, t) for t in pick(view, look, ()).next}
        standings = words.standing(view.state, view.viewer)
        seats = []
        for i, seat in enumerate(self.seats):
            standing = next(s for s in standings if s.player == i)
            left = None
            if self.clock:
                running = i in acting
                left = {
                    "left": round(self.left[i] - (time.monotonic() - self.since if running else 0), 2),
                    "running": running,
                }
            seats.append({"seat": i, "key": game.seats[i], "name": seat["name"], "kind": seat["kind"], "bot": seat["bot"], "colour": game.colours[i],
                          "standing": {"name": standing.name, "score": standing.score, "share": standing.share, "notes": standing.notes},
                          "present": seat["kind"] == "bot" or any(e.who == seat["owner"] for e in self.ears), "acts": i in acting,
                          "chosen": bool(self.pos.state.sealed >> i & 1), "clock": left, "away": False})  # fmt: skip
        others = [
            {"name": s.name, "score": s.score, "share": s.share, "notes": s.notes, "colour": s.colour}
            for s in standings
            if s.player < 0
        ]
        log = []
        for i, step in enumerate(self.pos.steps):
            after = self.pos.steps[i + 1].before if i + 1 < len(self.pos.steps) else bytes(self.pos.state)
            told = self.pos.told(step, after, view.viewer)
            hidden = (
                step.player != look
                and self.pos.state.sealed >> step.player & 1
                and all(s.player != step.player for s in self.pos.steps[i + 1 :])
            )
            log.append({"n": i + 1, "seat": step.player, "text": None if hidden else step.text, "words": told})
        seat = look if look in own else own[0] if own else None
        why = self.pos.why_no_undo(seat) if seat is not None else "you are watching"
        result = None
        if self.over:
            winners = list(self.pos.winners) if self.ended is None else self.ended["winners"]
            tally = words.tally(self.pos.state) if self.pos.over else Tally((), ())
            result = {"text": words.result(self.pos.state) if self.ended is None else self.ended["text"], "winners": winners, "returns": list(self.pos.returns),
                      "tally": {"head": tally.head, "rows": tally.rows, "note": tally.note}, "why": "rules" if self.ended is None else self.ended["why"], "seed": str(self.pos.seed)}  # fmt: skip
        prompt = view.prompt if self.started else "Waiting for players to sit down."
        if self.ended:
            prompt = self.ended["text"]
        can = {"undo": why is None and not self.over, "why_no_undo": why or "", "hint": look in acting, "concede": bool(own) and not self.over, "draw": bool(own) and not self.over and self.offer is None, "rematch": bool(own) and self.over and not self.wanted & set(own)}  # fmt: skip
        open_seats = any(s["kind"] == "open" for s in self.seats)
        invite = f"{self.url()}?invite={self.invite}" if who == self.host and open_seats else None
        return {
            "type": "table", "id": self.id, "version": self.version, "game": game.name, "title": game.title, "options": dict(game.options),
            "options_text": str(game.options), "you": {"seats": own, "look": look, "host": who == self.host}, "seats": seats, "others": others,
            "prompt": prompt, "chapter": words.chapter(view.state, view.viewer),
            "picture": {"box": game.picture.view_box(view.state, False), "still": game.picture.board(view.state, PAGE), "pieces": game.picture.pieces(view.state, view.viewer, PAGE, legal=tuple(tokens))},
            "tokens": tokens, "log": log, "chat": list(self.chat), "can": can, "offer": self.offer, "result": result,
            "chart": {"names": [s.name for s in standings], "rows": list(self.rows), "colours": [s.colour for s in standings]},
            "commitment": "0" * 64, "invite": invite, "qr": qr(invite) if invite else None, "rematch": self.rematch, "handover": handover,
        }  # fmt: skip

    async def play(self, seat: int, move: object) -> None:
        if seat not in self.acting():
            raise (
                IllegalMove(*self.game.words.why(self.pos.state, seat, None))
                if self.started
                else PizzaboxError("not everybody sits yet")
            )
        before, news = self.pos.state.twin(), self.pos.state.news
        now = time.monotonic()
        if self.clock:
            self.left[seat] -= now - self.since
            if self.clock["kind"] == "move":
                self.left = [float(self.clock["seconds"])] * len(self.seats)
        self.since = now
        self.pos.play(move, seat)
        stages = []
        if self.pos.state.news != news and hasattr(before, "cut"):
            for c, cut in enumerate(self.pos.state.last_cut):
                before.cut[c] = cut
            stages = [str(self.game.picture.pieces(before, -1, PAGE))]
        if self.pos.state.news != news or self.pos.over:
            self.rows.append(list(self.counts()))
        await self.tell("reveal" if stages else "place", stages)

    async def tell(self, sound: str = "", stages: list[str] | None = None) -> None:
        self.version += 1
        for ear in list(self.ears):
            await ear.update(sound, stages or [])
        if self.thinking is None or self.thinking.done():
            self.thinking = asyncio.create_task(self.think())

    async def think(self) -> None:
        while True:
            bots = [i for i in self.acting() if self.seats[i]["kind"] == "bot"]
            if not bots:
                return
            await asyncio.sleep(THINK)
            seat = bots[0]
            if seat in self.acting():
                move = await asyncio.to_thread(
                    pizzabox.bot(self.seats[seat]["bot"] or "greedy").choose, self.pos.view(seat)
                )
                if seat in self.acting():
                    await self.play(seat, move.code)

    async def do(self, ear: Ear, message: dict[str, Any]) -> dict[str, Any]:
        what, seat = message["do"], message.get("seat", ear.look)
        if what == "chat":
            own = self.own(ear.who)
            self.chat.append(
                {
                    "name": self.seats[own[0]]["name"] if own else "Guest",
                    "seat": own[0] if own else None,
                    "text": str(message["text"])[:300],
                    "when": "",
                }
            )
            await self.tell()
            return {"type": "ok"}
        if seat not in self.own(ear.who):
            raise PizzaboxError("that is not your seat")
        view = self.pos.view(seat)
        tokens = tuple(message.get("tokens", ()))
        if what == "move":
            noted["moves"].append(message)
            if message["id"] not in self.seen:
                await self.play(seat, message.get("text", tokens))
                self.seen[message["id"]] = True
            if noted["drop"]:
                noted["drop"] -= 1
                await ear.line.close(1012)
            return {"type": "ok"}
        if what == "pick":
            found = pick(view, seat, tokens)
            shown = preview(view, seat, tokens)
            answer = {"type": "pick", "chosen": tokens, "next": {t: self.game.words.spell(view.state, t) for t in found.next}, "complete": found.code is not None,
                      "lines": shown.lines, "sentence": found.sentence}  # fmt: skip
            if found.code is not None:
                answer["text"] = self.game.words.text(view.state, seat, found.code)
            if shown.after is not None:
                lit = pick(view, seat, tokens[:-1]).next if found.code is not None else found.next
                answer["pieces"] = self.game.picture.pieces(shown.after, seat, PAGE, legal=lit)
            return answer
        if what == "why":
            reason = self.pos.why_not(message.get("text") or (tokens[-1] if len(tokens) == 1 else tokens), seat)
            return {"type": "ok", "what": reason.reason if reason else "", "rule": reason.rule if reason else ""}
        if what == "undo":
            self.pos.undo(seat)
        elif what == "hint":
            move = pizzabox.bot("greedy").choose(view)
            return {
                "type": "hint",
                "tokens": move.tokens,
                "text": move.text,
                "lines": preview(view, seat, move.tokens).lines,
            }
        elif what == "concede":
            name = self.seats[seat]["name"]
            self.ended = {
                "why": "concede",
                "text": f"{name} gives up.",
                "winners": [i for i in range(len(self.seats)) if i != seat],
            }
        elif what == "draw":
            if message["answer"] == "offer":
                self.offer = {
                    "seat": seat,
                    "waiting": [i for i, s in enumerate(self.seats) if i != seat and s["kind"] == "person"],
                }
            elif message["answer"] == "no":
                self.offer = None
            else:
                self.offer["waiting"].remove(seat)
            if self.offer and not self.offer["waiting"]:
                self.ended, self.offer = {"why": "draw", "text": "All agree on a draw.", "winners": []}, None
        elif what == "name":
            self.seats[seat]["name"] = str(message["name"])[:40]
        elif what == "rematch":
            self.wanted |= set(self.own(ear.who))
            if all(i in self.wanted for i, s in enumerate(self.seats) if s["kind"] == "person"):
                kinds = [
                    {"kind": "bot" if s["kind"] == "bot" else "me", "bot": s["bot"], "name": s["name"]}
                    for s in self.seats
                ]
                other = Table({"game": self.game.name, "options": dict(self.game.options), "seats": kinds}, self.host)
                for new, old in zip(other.seats, self.seats, strict=True):
                    new["owner"] = old["owner"]
                tables[other.id] = other
                self.rematch = other.url()
        else:
            raise PizzaboxError(f"the fake does not know {what!r}")
        await self.tell()
        return {"type": "ok"}


def qr(link: str) -> str:
    try:
        import segno
    except ImportError:
        return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>'
    return segno.make(f"http://localhost{link}", micro=False).svg_inline(omitsize=True, svgclass=None, lineclass=None)


class Ear:
    """One connection."""

    def __init__(self, line: WebSocket, table: Table, who: str) -> None:
        self.line, self.table, self.who, self.look = line, table, who, None
        self.last: dict[str, Any] = {}
        self.sworn: tuple[int, int] | None = None

    async def send(self, message: dict[str, Any]) -> None:
        try:
            await self.line.send_text(json.dumps(message))
        except (RuntimeError, WebSocketDisconnect):
            self.table.ears.discard(self)

    async def whole(self) -> None:
        self.last = self.table.message(self.who, self.look, self.sworn)
        await self.send(self.last)

    async def update(self, sound: str, stages: list[str]) -> None:
        own = self.table.own(self.who)
        if self.look is None and len(own) == 1:
            self.look = own[0]
        before, now = self.last, self.table.message(self.who, self.look, self.sworn)
        self.last = now
        made = {"type": "update", "version": now["version"]}
        for key, value in now.items():
            if key not in ("type", "log", "chat", "picture") and before.get(key) != value:
                made[key] = value
        made["log_keep"] = len(now["log"])
        made["log"] = [line for i, line in enumerate(now["log"]) if i >= len(before["log"]) or before["log"][i] != line]
        made["chat"] = now["chat"][len(before["chat"]) :]
        made["said"] = [w for line in now["log"][len(before["log"]) :] for w in line["words"]]
        if before["picture"]["pieces"] != now["picture"]["pieces"]:
            made["picture"] = {"pieces": now["picture"]["pieces"]}
            if stages:
                made["picture"]["stages"] = stages
        if now["result"] and not before["result"]:
            sound = "win" if any(i in now["result"]["winners"] for i in self.table.own(self.who)) else "lose"
        elif now["tokens"] and not before["tokens"]:
            sound = "turn"
        if sound:
            made["sound"] = sound
        await self.send(made)


def identity(request: Request | WebSocket) -> str:
    return request.cookies.get("pizzabox") or secrets.token_hex(8)


def games() -> list[dict[str, Any]]:
    found = []
    for name in pizzabox.names():
        game = find(name)
        options = []
        for option in game.declared:
            options.append(
                {
                    "name": option.name,
                    "default": option.default,
                    "help": option.help,
                    "when": {k: list(v) for k, v in option.when.items()},
                    **option.describe(),
                }
            )
        players = next(o for o in game.declared if o.name == "players")
        found.append({"name": name, "title": game.title, "summary": game.summary, "minutes": game.minutes, "players": [players.low, players.high], "bots": sorted(levels(), key=["random", "greedy"].index), "picture": f"/static-picture/{name}.svg", "options": options})  # type: ignore  # fmt: skip
    return found


def lists(who: str) -> dict[str, list[dict[str, Any]]]:
    cards = [(t, t.card(who)) for t in reversed(tables.values())]
    return {
        "mine": [c for _, c in cards if c["yours"] and not c["over"]],
        "open": [c for t, c in cards if t.public and c["open_seats"] and not c["yours"]],
        "recent": [c for _, c in cards if c["over"]][:10],
    }


def page(request: Request, template: str, status: int = 200, **context: Any) -> Response:
    answer = HTMLResponse(render(template, **context), status)
    answer.headers["Content-Security-Policy"] = CSP
    if "pizzabox" not in request.cookies:
        answer.set_cookie("pizzabox", identity(request), httponly=True, samesite="lax")
    return answer


def rules_of(name: str) -> dict[str, Any]:
    ledger = find(name).rules
    chapters = []
    for chapter in ledger.chapters:
        parts = [
            {"text": p} if isinstance(p, str) else {"id": p.id, "text": p.text, "source": p.source, "note": p.note}
            for p in chapter.parts
        ]
        chapters.append({"title": chapter.title, "parts": parts})
    return {"title": ledger.title, "chapters": chapters}


def wrong(error: Exception) -> JSONResponse:
    return JSONResponse(
        {"error": {"what": getattr(error, "reason", str(error)), "rule": getattr(error, "rule", "")}}, 400
    )


async def home(request: Request) -> Response:
    return page(request, "home.html", games=games(), **lists(identity(request)))


async def setup(request: Request) -> Response:
    return page(request, "setup.html", games=games(), chosen=request.query_params.get("game", ""))


async def table_page(request: Request) -> Response:
    table = tables.get(request.path_params["id"])
    if not table:
        return page(request, "message.html", 404, kind="404", detail="")
    return page(request, "table.html", table_id=table.id, title=table.game.title, game=table.game.name)


async def rules_page(request: Request) -> Response:
    name = request.path_params["game"]
    return page(request, "rules.html", game={"name": name, "title": find(name).title}, rules=rules_of(name))


SPEC = {"openapi": "3.1.0", "info": {"title": "Pizzabox", "version": "1", "description": "All bodies are JSON."}, "paths": {
    "/api/games": {"get": {"summary": "The games of the box", "responses": {"200": {"description": "a list of games"}}}},
    "/api/tables": {"post": {"summary": "A new table", "requestBody": {"content": {"application/json": {"schema": {"type": "object"}, "example": {"game": "theory", "seats": [{"kind": "me"}]}}}}, "responses": {"200": {"description": "its id and address"}, "400": {"description": "what is wrong"}}}},
}}  # fmt: skip


async def api_page(request: Request) -> Response:
    return page(request, "api.html", spec=SPEC)


async def spec(request: Request) -> Response:
    return JSONResponse(SPEC)


async def api_games(request: Request) -> Response:
    return JSONResponse(games())


async def api_seats(request: Request) -> Response:
    try:
        options = dict(request.query_params.items())
        game = pizzabox.load(request.path_params["game"], **options)
        s = game.start(0).state
        return JSONResponse(
            [{"key": key, "colour": game.colours[i], "name": game.words.name(s, i)} for i, key in enumerate(game.seats)]
        )
    except PizzaboxError as error:
        return wrong(error)


async def api_tables(request: Request) -> Response:
    who = identity(request)
    if request.method == "GET":
        return JSONResponse(lists(who)[request.query_params["which"]])
    try:
        table = Table(await request.json(), who)
    except (PizzaboxError, KeyError) as error:
        return wrong(error)
    tables[table.id] = table
    answer = JSONResponse({"id": table.id, "url": table.url(), "invite": f"{table.url()}?invite={table.invite}"})
    answer.set_cookie("pizzabox", who, httponly=True, samesite="lax")
    return answer


async def api_join(request: Request) -> Response:
    table, body, who = tables[request.path_params["id"]], await request.json(), identity(request)
    free = [i for i, s in enumerate(table.seats) if s["kind"] == "open" and body.get("seat", i) == i]
    if not free or not (table.public or body.get("invite") == table.invite):
        return wrong(PizzaboxError("no seat is free for you"))
    seat = table.seats[free[0]]
    seat.update(kind="person", owner=who, name=body.get("name") or seat["name"])
    await table.tell()
    return JSONResponse({"seat": free[0]})


async def api_rules(request: Request) -> Response:
    return JSONResponse(rules_of(request.path_params["game"]))


async def api_record(request: Request) -> Response:
    return PlainTextResponse(str(GameRecord.of(tables[request.path_params["id"]].pos)))


async def api_picture(request: Request) -> Response:
    game = find(request.path_params["name"])
    pos = game.start(5)
    dice = __import__("random").Random(4)
    for _ in range(60):
        if not pos.over:
            pos.play(dice.choice(list(pos.legal())))
    while pos.state.sealed or len(pos.actors) > 1:
        pos.play(dice.choice(list(pos.legal())))
    box = game.picture.view_box(pos.state, False)
    p = palette("light")
    art = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{game.picture.board(pos.state, p)}{game.picture.pieces(pos.state, -1, p)}</svg>'
    return Response(art, media_type="image/svg+xml")


async def control(request: Request) -> Response:
    """For tests: what came in, and switches to break things."""
    body = await request.json()
    noted.update(body)
    if body.get("cut"):
        for ear in [e for t in tables.values() for e in t.ears]:
            await ear.line.close(1012)
    return JSONResponse({"moves": noted["moves"]})


async def socket(line: WebSocket) -> None:
    await line.accept()
    table = tables.get(line.path_params["id"])
    if not table:
        await line.close(4404)
        return
    ear = Ear(line, table, identity(line))
    try:
        while True:
            message = json.loads(await line.receive_text())
            if message["do"] == "hello":
                own = table.own(ear.who)
                look = message.get("look", own[0] if own else None)
                ear.look = look if look in own else None
                if "look" in message and table.secret():
                    ear.sworn = (table.pos.state.news, look)
                table.ears.add(ear)
                await ear.whole()
                for other in table.ears:
                    await other.send(
                        {
                            "type": "presence",
                            "seats": {
                                str(i): s["kind"] == "bot" or any(e.who == s["owner"] for e in table.ears)
                                for i, s in enumerate(table.seats)
                            },
                        }
                    )
                if table.thinking is None or table.thinking.done():
                    table.thinking = asyncio.create_task(table.think())
                continue
            try:
                answer = await table.do(ear, message)
            except PizzaboxError as error:
                answer = {
                    "type": "error",
                    "what": getattr(error, "reason", str(error)),
                    "rule": getattr(error, "rule", ""),
                }
            await ear.send({**answer, "id": message.get("id")})
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        table.ears.discard(ear)


async def missing(request: Request, error: Exception) -> Response:
    return page(request, "message.html", 404, kind="404", detail="")


app = Starlette(
    routes=[
        Route("/", home),
        Route("/new", setup),
        Route("/t/{id}", table_page),
        Route("/rules/{game}", rules_page),
        Route("/api", api_page),
        Route("/api/openapi.json", spec),
        Route("/api/games", api_games),
        Route("/api/games/{game}/seats", api_seats),
        Route("/api/tables", api_tables, methods=["GET", "POST"]),
        Route("/api/tables/{id}/join", api_join, methods=["POST"]),
        Route("/api/tables/{id}/record", api_record),
        Route("/api/rules/{game}", api_rules),
        Route("/static-picture/{name}.svg", api_picture),
        Route("/fake", control, methods=["POST"]),
        WebSocketRoute("/ws/{id}", socket),
        Mount("/static", StaticFiles(directory=folder("static"))),
    ],
    exception_handlers={404: missing},
)


def main(port: int = 8765) -> None:
    import uvicorn

    uvicorn.run(app, port=port, log_level="warning", ws="websockets-sansio")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
