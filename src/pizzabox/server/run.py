"""Start the server: one process with SQLite in a data folder, or several workers that share a database and a Redis."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from filelock import FileLock, Timeout
from starlette.applications import Starlette
from starlette.types import ASGIApp

from pizzabox.engine.errors import PizzaboxError, short

from . import say
from .backup import NAME
from .logs import TEXT, set_up
from .slow_readers import SlowReaders

if TYPE_CHECKING:
    from granian.server.embed import Server

DEFAULT_PORT = 8310
TRIES = 20
LOCAL = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")
SWITCH = 0.0005
MOST_OPEN = 10_000
"""Connections of any kind that are open at most; a table's connections have bounds of their own."""
MOST_BUFFERED = 65_536
"""Bytes of an answer, or of the head of a request, that the server holds for a connection."""
LAST_ANSWERS = 3.0
"""Seconds for answers on their way when the server stops; some may never be read."""
HEADERS_WITHIN = 5_000
"""Milliseconds for the head of a request, from when a connection is opened or the last answer on it was sent."""
LOCK, ADDRESS = "serving.lock", "serving.txt"
"""Files in the data folder of a server that is running: its lock, and where it can be found."""


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


def free_port(host: str, port: int | None) -> int:
    """The port asked for, or the first free one from the usual port on."""
    wanted = [port] if port is not None else list(range(DEFAULT_PORT, DEFAULT_PORT + TRIES))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for number in wanted:
        with socket.socket(family, socket.SOCK_STREAM) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                tried.bind((host, number))
            except OSError as problem:
                if port is not None:
                    raise PizzaboxError(say("port", port=port, host=host, problem=problem.strerror)) from None
            else:
                return number
    raise PizzaboxError(say("ports", low=wanted[0], high=wanted[-1]))


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    database: str | None = None,
    open_page: bool = True,
    pace: float | None = None,
    proxy: str | None = None,
    ready: Callable[[str], None] | None = None,
    workers: int = 1,
    redis: str | None = None,
    programs: Sequence[str] = (),
    log: str = TEXT,
) -> None:
    """Serve until interrupted. `ready` hears the address once the server answers; bots take at least `pace` seconds.

    `proxy` is an address whose forwarded headers are trusted. `programs`, NAME=COMMAND each, may play.
    """
    from pizzabox.bots.external import allow_all

    from .addresses import only_here
    from .app import create_app
    from .lan import Door
    from .leases import held_database

    if (workers > 1 or redis) and not (redis and database and database.startswith("postgres")):
        raise PizzaboxError(say("workers_need"))
    if database and not database.startswith("postgres"):
        raise PizzaboxError(say("database_unknown", url=short(database)))
    set_up(log)
    allow_all(programs)
    folder = (data or data_folder()).resolve()
    with contextlib.ExitStack() as held:
        held.enter_context(held_database(database, shared=bool(redis)) if database else held_alone(folder))
        number = free_port(host, port)
        url = f"http://{_shown(host)}:{number}/"

        def answers() -> None:
            if not database:
                with contextlib.suppress(OSError):  # the disk may be full; whoever starts another isn't told where
                    (folder / ADDRESS).write_text(url, encoding="utf-8")
            if ready:
                ready(url)
            if open_page:
                webbrowser.open(url)

        if redis and database:
            from .workers import Settings, serve_with

            serve_with(workers, Settings(host, number, database, redis, pace, proxy, tuple(programs), log), answers)
            return
        where = database or f"sqlite:///{folder / NAME}"
        # What comes in by the door comes from this computer, and would be taken for the proxy.
        door = Door(host, number) if host in LOCAL and not proxy else None
        lan_origin = url.rstrip("/") if host in EVERYWHERE and not only_here(url) else ""
        run(served(create_app(where, door=door, lan_origin=lan_origin, pace=pace), host, number, proxy, answers))


def run(serving: Coroutine[Any, Any, None]) -> None:
    """Serve in this process until that ends."""
    # What has been loaded stays, so the collector need not look at it again; it would stop all tables for a while.
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
    # The thread that stores moves must not wait long for its turn while others are busy.
    sys.setswitchinterval(SWITCH)
    with asyncio.Runner(loop_factory=_new_loop()) as runner, contextlib.suppress(KeyboardInterrupt):
        runner.run(serving)


@contextlib.contextmanager
def held_alone(folder: Path) -> Iterator[None]:
    """Hold a data folder, which only one server at a time may serve from."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK)
        lock.acquire(blocking=False)
    except Timeout:
        where = folder / ADDRESS
        url = where.read_text(encoding="utf-8") if where.exists() else "?"
        raise PizzaboxError(say("folder_taken", folder=folder, url=url)) from None
    except OSError as problem:
        raise PizzaboxError(say("folder", folder=folder, problem=problem.strerror)) from None
    try:
        yield
    finally:
        with contextlib.suppress(OSError):  # the folder may have become read-only
            (folder / ADDRESS).unlink(missing_ok=True)
        lock.release()


async def served(
    app: Starlette,
    host: str,
    port: int,
    proxy: str | None,
    answers: Callable[[], None],
    until: Callable[[], object] | None = None,
) -> None:
    """Serve an application until a signal comes, or `until` returns; then finish what was begun."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    with contextlib.suppress(NotImplementedError):  # Windows has Ctrl-C alone
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
    if until:
        threading.Thread(target=lambda: (until(), loop.call_soon_threadsafe(stop.set)), daemon=True).start()
    async with app.router.lifespan_context(app):
        server = server_of(app, host, port, proxy)
        serving = asyncio.create_task(server.serve())
        watching = asyncio.create_task(SlowReaders(port).watch())
        try:
            await _answering(host, port)
            await asyncio.to_thread(answers)
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait((serving, stopping), return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            await app.state.hub.hang_up()
        finally:
            watching.cancel()
            server.stop()  # type: ignore[no-untyped-call]
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(serving, LAST_ANSWERS)


def server_of(app: ASGIApp, host: str, port: int, proxy: str | None) -> Server:
    """The server of an application. Connections that say nothing are closed, and keep nobody else out."""
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.server.embed import Server
    from granian.utils.proxies import wrap_asgi_with_proxy_headers

    _allow_many_files()
    return Server(
        wrap_asgi_with_proxy_headers(app, trusted_hosts=proxy) if proxy else app,
        address=host,
        port=port,
        interface=Interfaces.ASGINL,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=HEADERS_WITHIN, max_buffer_size=MOST_BUFFERED),
        backlog=512,
        backpressure=MOST_OPEN,
        log_enabled=False,
    )


def _allow_many_files() -> None:
    """A connection is a file to the system, which usually lets a process have no more than 1,024."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limit
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * MOST_OPEN if hard == resource.RLIM_INFINITY else min(hard, 2 * MOST_OPEN)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


async def _answering(host: str, port: int) -> None:
    """Wait until a server can be reached."""
    here = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    while True:
        try:
            _, writer = await asyncio.open_connection(here, port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return


def _new_loop() -> Callable[[], asyncio.AbstractEventLoop]:
    """The quick event loop where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop


def leave() -> NoReturn:
    """End the process without waiting for threads: a bot may think for long, or for ever, and all games are stored."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _shown(host: str) -> str:
    """A host as it can be opened: of all addresses the one in the local network, which works here too."""
    if host in EVERYWHERE:
        from .addresses import addresses

        return next(iter(addresses()), "localhost")
    return f"[{host}]" if ":" in host else host
