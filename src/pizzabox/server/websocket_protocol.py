"""A WebSocket connection without detours: messages go straight from the socket to the table and back.

uvicorn hands each message through queues and tasks, which costs more than a move. This protocol of ours (a small change
of uvicorn's own) lets the application take the connection over: `hear` is called with each text as it comes in, and
`write` sends at once. Whole, uncompressed text frames, as nearly all messages are, are read and written here; anything
else goes the ordinary way. An application under another server does without.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]
from websockets.protocol import State

EXTENSION = "pizzabox.line"
WHOLE_TEXT = 0x81
"""The first byte of a text frame that is a message by itself."""
MASKED = 0x80
SHORT, MEDIUM = 125, 126


class WebSocketLine(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket with a short way in and out."""

    def __init__(self, *known: Any, **named: Any) -> None:
        super().__init__(*known, **named)
        self.hear: Callable[[str], None] | None = None
        self.clogged = 0
        """Messages written while the other side does not keep up."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    @property
    def plain(self) -> bool:
        """Whether frames are neither compressed nor the connection about to close."""
        return not self.conn.extensions and self.conn.state is State.OPEN and not self.close_sent

    def data_received(self, data: bytes) -> None:
        between = self.hear is not None and not self.frames and not self.conn.reader.buffer
        text = whole_text(data) if between and self.plain else None
        if text is None:
            super().data_received(data)
        elif self.hear is not None:
            self.hear(text)

    def send_receive_event_to_app(self) -> None:
        if self.hear is None or self.curr_msg_data_type != "text" or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        try:
            text = bytes(data).decode()
        except UnicodeDecodeError:
            super().send_receive_event_to_app()
            return
        self.frames = []
        self.hear(text)

    def write(self, text: bytes) -> int:
        """Send a text; how many messages wait for the other side to read."""
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN or self.transport.is_closing():
            return 0
        if not self.conn.extensions:
            self.transport.write(framed(text))
        else:
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.clogged = 0 if self.writable.is_set() else self.clogged + 1
        return self.clogged


def whole_text(data: bytes) -> str | None:
    """The text of exactly one masked text frame of ordinary length; None for anything else."""
    if len(data) < 6 or data[0] != WHOLE_TEXT or not data[1] & MASKED:
        return None
    length, start = data[1] & ~MASKED, 2
    if length == MEDIUM:
        length, start = int.from_bytes(data[2:4], "big"), 4
    if (length > SHORT and start == 2) or len(data) != start + 4 + length:
        return None
    try:
        return apply_mask(data[start + 4 :], data[start : start + 4]).decode()
    except UnicodeDecodeError:
        return None


def framed(text: bytes) -> bytes:
    """A text as one unmasked frame."""
    length = len(text)
    if length <= SHORT:
        return bytes((WHOLE_TEXT, length)) + text
    size = (MEDIUM, 2) if length < 1 << 16 else (MEDIUM + 1, 8)
    return bytes((WHOLE_TEXT, size[0])) + length.to_bytes(size[1], "big") + text


def line_of(scope: Any) -> WebSocketLine | None:
    """The connection a WebSocket scope came by, where it is one of ours."""
    return (scope.get("extensions") or {}).get(EXTENSION)
