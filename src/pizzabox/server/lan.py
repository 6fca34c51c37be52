"""Letting other devices in: a door in the local network that is closed until somebody on this computer opens it.

The server itself listens on this computer alone. While the door is open, the same port is also open at the computer's
addresses in the local network, and what comes in there is passed on to the server byte by byte, pages and WebSockets
alike. It closes with the server, so it is asked for once in each run.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pizzabox.engine.errors import PizzaboxError, short
from pizzabox.table.match import NotYours

from . import limits, say
from .addresses import addresses
from .responses import answer, body

log = logging.getLogger("pizzabox.server")


class Door:
    """The way in from the local network to a server of this computer."""

    def __init__(self, host: str, port: int, found: Callable[[], list[str]] = addresses) -> None:
        self._host, self.port, self._found = host, port, found
        self._doors: list[asyncio.Server] = []
        self._carrying: set[asyncio.Task[Any]] = set()
        self.guests: dict[tuple[str, int], str] = {}
        """The connections that came in here, as the server sees them, and the address each came from."""
        self.origin = ""
        """Where devices of the local network find the server; empty while the door is closed."""

    async def open(self) -> None:
        """Let other devices in; PizzaboxError where there is no network, or the port is taken there."""
        if self.origin:
            return
        found = self._found()
        for address in found:
            try:
                self._doors.append(await asyncio.start_server(self._carry, address, self.port))
            except OSError as problem:
                log.warning("other devices can't come in at %s: %s", address, problem)
                continue
            self.origin = self.origin or f"http://{address}:{self.port}"
        if not self.origin:
            raise PizzaboxError(say("no_network"))

    def close(self) -> None:
        """Let nobody in any more, and send those away who are in."""
        for door in self._doors:
            door.close()
        for task in self._carrying:
            task.cancel()
        self._doors, self.origin = [], ""

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task
        self._carrying.add(task)
        guest, inside, address = None, None, writer.get_extra_info("peername")[0]
        try:
            if sum(other == address for other in self.guests.values()) >= limits.MOST_CONNECTIONS:
                return
            answers, inside = await asyncio.open_connection(self._host, self.port)
            guest = inside.get_extra_info("sockname")[:2]
            self.guests[guest] = address
            await asyncio.gather(_pass_on(reader, inside), _pass_on(answers, writer))
        except (OSError, asyncio.CancelledError):
            pass  # somebody hung up, or the door was closed
        finally:
            for end in (writer, inside):
                if end:
                    end.close()
            if guest:
                del self.guests[guest]
            self._carrying.discard(task)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()


async def devices(request: Request) -> Response:
    """Whether other devices can come in, and the switch for it, which only somebody at this computer may turn."""
    hub, door = request.app.state.hub, request.app.state.door
    here = door is not None and not request.state.address
    if request.method == "POST":
        wanted = (await body(request)).get("open")
        if not here:
            raise NotYours(say("not_here"))
        if not isinstance(wanted, bool):
            raise PizzaboxError(say("open", value=short(wanted)))
        if wanted:
            await door.open()
        else:
            door.close()
        hub.lan_origin = door.origin
    return answer({"open": bool(hub.lan_origin), "origin": hub.lan_origin, "switch": here})


ROUTES = [Route("/api/devices", devices, methods=["GET", "POST"])]
