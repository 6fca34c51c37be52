"""Connections whose other end takes nothing any more are ended, so that they keep nobody else out.

Only the system knows what became of what was sent: how much of it waits, and how much has arrived."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import struct
import sys
import time
from collections.abc import Iterator

STALLED = 20.0
"""Seconds in which something that waits must arrive, if only in part."""
LOOK = 5.0
"""Seconds between two looks."""
ARRIVED = 120
"""Where Linux says in a socket's TCP_INFO how many bytes have arrived (`tcpi_bytes_acked`)."""
AT_ONCE = struct.pack("ii", 1, 0)
"""As SO_LINGER: what still waits is thrown away when the socket is closed."""


class SlowReaders:
    """The connections to a port of this process."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._seen: dict[object, tuple[int, float]] = {}
        """Whoever something waits for: how much had arrived there, and since when."""

    async def watch(self) -> None:
        """End stalled connections for as long as this isn't cancelled."""
        while sys.platform == "linux":  # others don't say what has arrived
            await asyncio.sleep(LOOK)
            with contextlib.suppress(OSError):  # no file is left to look with
                await asyncio.to_thread(self.end_stalled, time.monotonic())

    def end_stalled(self, now: float) -> None:
        """End the connections where something has waited for so long, and nothing has arrived meanwhile."""
        seen, self._seen = self._seen, {}
        for connection in _connections(self._port):
            with contextlib.suppress(OSError):  # it has just been closed
                if _waiting(connection):
                    peer, arrived = connection.getpeername(), _arrived(connection)
                    then, since = seen.get(peer, (-1, now))
                    self._seen[peer] = arrived, since if arrived == then else now
                    if now - self._seen[peer][1] >= STALLED:
                        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
                        connection.shutdown(socket.SHUT_RDWR)


def _connections(port: int) -> Iterator[socket.socket]:
    """The sockets of this process at a port, which the server has and gives nobody."""
    for name in os.listdir("/dev/fd"):
        with contextlib.suppress(OSError):  # it is something else, or has just been closed
            found = socket.socket(fileno=int(name))
            try:
                here = found.getsockname()
                if isinstance(here, tuple) and here[1] == port:
                    yield found
            finally:
                found.detach()  # it stays the server's


def _waiting(connection: socket.socket) -> int:
    """How many bytes have been sent and haven't arrived."""
    import fcntl
    import termios

    return int.from_bytes(fcntl.ioctl(connection, termios.TIOCOUTQ, bytes(4)), sys.byteorder)


def _arrived(connection: socket.socket) -> int:
    told = connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, ARRIVED + 8)
    return int.from_bytes(told[ARRIVED:], sys.byteorder)
