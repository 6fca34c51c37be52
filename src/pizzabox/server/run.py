"""Start the embedded server: one process, SQLite in a data folder, and the page opened in the browser."""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from pizzabox.engine.errors import PizzaboxError

from . import say

if TYPE_CHECKING:
    import uvicorn

log = logging.getLogger("pizzabox.server")
DEFAULT_PORT = 8310
TRIES = 20
LOCAL = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
SWITCH = 0.001
SIGN, SILENT = 5.0, 20.0
"""Every so many seconds the other side is asked for a sign of life, and who gives none for so long is gone: a program
may be thinking. The page itself is quicker to notice (`socket.js`)."""
CLOSING = 2
"""Seconds for requests under way when the server is asked to stop."""
STOPPING = 4.0
"""Seconds after which it stops even if a thread does not come back: what was acknowledged is stored by then."""


def data_folder() -> Path:
    """Where tables are kept when nothing else is said."""
    chosen = os.environ.get("PIZZABOX_DATA")
    if chosen:
        return Path(chosen)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local")) / "pizzabox"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pizzabox"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "pizzabox"


def free_socket(host: str, port: int | None) -> socket.socket:
    """A listening socket: on the port asked for, or on the first free one from the usual port on."""
    wanted = [port] if port is not None else list(range(DEFAULT_PORT, DEFAULT_PORT + TRIES))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in wanted:
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((host, number))
        except OSError as problem:
            made.close()
            if port is not None:
                raise PizzaboxError(say("port", port=port, host=host, problem=problem.strerror)) from None
            continue
        made.listen(512)
        return made
    raise PizzaboxError(say("ports", low=wanted[0], high=wanted[-1]))


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    database: str | None = None,
    open_page: bool = True,
    pace: float | None = None,
    ready: Callable[[str], None] | None = None,
    ends_process: bool = False,
) -> None:
    """Serve until interrupted. `ready` hears the address once the server answers; bots take at least `pace` seconds.

    With `ends_process` the process ends soon after the server, whatever its threads are at.
    """
    import uvicorn

    from .addresses import only_here
    from .app import create_app
    from .lan import Door
    from .websocket_protocol import WebSocketLine

    # What has been loaded stays, so the collector need not look at it again; it would stop all tables for a while.
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    # The thread that stores moves must not wait long for its turn while others are busy.
    sys.setswitchinterval(SWITCH)

    listening = free_socket(host, port)
    number = listening.getsockname()[1]
    url = f"http://{_shown(host)}:{number}/"
    door = Door(host, number) if host in LOCAL else None
    lan_origin = url.rstrip("/") if host in EVERYWHERE and not only_here(url) else ""
    where = database or f"sqlite:///{(data or data_folder()).resolve()}/pizzabox.db"
    config = uvicorn.Config(
        create_app(where, door=door, lan_origin=lan_origin, **({} if pace is None else {"pace": pace})),
        log_level="warning",
        loop="auto",
        http="auto",
        ws=WebSocketLine,
        ws_max_size=65536,
        ws_ping_interval=SIGN,
        ws_ping_timeout=SILENT,
        # On one machine bytes travel faster than they can be pressed together.
        ws_per_message_deflate=host not in LOCAL,
        timeout_graceful_shutdown=CLOSING,
    )
    server = uvicorn.Server(config)

    def announce() -> None:
        while not server.started:
            if server.should_exit or stopped.wait(0.02):
                return
        if ready:
            ready(url)
        if open_page:
            webbrowser.open(url)

    stopped = threading.Event()
    threading.Thread(target=announce, daemon=True).start()
    if ends_process:
        threading.Thread(target=_stop_in_time, args=(server,), daemon=True).start()
    try:
        server.run(sockets=[listening])
    except KeyboardInterrupt:
        pass  # the server has closed everything in good order by now
    finally:
        stopped.set()
        listening.close()


def _stop_in_time(server: uvicorn.Server) -> None:
    """End the process if it lives on for long after it was asked to stop.

    Python waits for every thread at its end, also for a bot that thinks for long, or for ever.
    """
    while not server.should_exit:
        time.sleep(0.1)
    time.sleep(STOPPING)
    log.warning("a thread was still busy %.0f s after the server was asked to stop, and was left behind", STOPPING)
    logging.shutdown()
    os._exit(0)


def _shown(host: str) -> str:
    """A host as it can be opened: of all addresses the one in the local network, which works here too."""
    if host in EVERYWHERE:
        from .addresses import addresses

        return next(iter(addresses()), "localhost")
    return f"[{host}]" if ":" in host else host
