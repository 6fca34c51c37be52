"""Files made of whole games, which take seconds each: one at a time, visitors in turn, and each made once."""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from functools import partial

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from .fair_queue import FairQueue

MOST_WAITING = 10
"""Files that may wait for one visitor."""
MOST_BYTES = 16_000_000
"""Bytes of files that are kept, compressed."""
CHUNK = 65_536


class Files:
    """Makes files and caches the recent ones; a second request for the same file waits for the first."""

    def __init__(self) -> None:
        self._queue = FairQueue(1, "pizzabox-file", MOST_WAITING)
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._coming: dict[Hashable, asyncio.Task[bytes]] = {}

    async def get(self, visitor: str, key: Hashable, make: Callable[[], str], address: str = "") -> bytes:
        """The file of that key, compressed."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._coming:
            making = self._queue.run(visitor, lambda: _packed(make()), address=address)
            self._coming[key] = asyncio.create_task(making)
            self._coming[key].add_done_callback(partial(self._made, key))
        return await asyncio.shield(self._coming[key])  # one who leaves must not take it from the others

    def close(self) -> None:
        self._queue.close()

    def _made(self, key: Hashable, task: asyncio.Task[bytes]) -> None:
        del self._coming[key]
        if not task.cancelled() and not task.exception():
            self._kept[key] = task.result()
            while sum(map(len, self._kept.values())) > MOST_BYTES:
                self._kept.popitem(last=False)


def _packed(text: str) -> bytes:
    return gzip.compress(text.encode(), 6, mtime=0)


def sent(request: Request, packed: bytes, kind: str, name: str) -> Response:
    """A compressed file as an answer: as it is to who takes that, else unpacked bit by bit."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "vary": "accept-encoding"}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers=headers | {"content-encoding": "gzip"})
    return StreamingResponse(_unpacked(packed), media_type=kind, headers=headers)


def _unpacked(packed: bytes) -> Iterator[bytes]:
    unpack, left = zlib.decompressobj(wbits=31), packed
    while part := unpack.decompress(left, CHUNK):
        yield part
        left = unpack.unconsumed_tail
