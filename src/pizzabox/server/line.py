"""A WebSocket connection without detours: messages go straight from the socket to the table and back.

uvicorn hands each message through queues and tasks, which costs more than a move. This protocol of ours (a small change
of uvicorn's own) lets the application take the connection over: `hear` is called with each text as it comes in, and
`write` sends at once. An application under another server does without and uses the ordinary way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "pizzabox.line"


class Line(WebSocketsSansIOProtocol):
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
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return 0
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.clogged = 0 if self.writable.is_set() else self.clogged + 1
        return self.clogged


def line_of(scope: Any) -> Line | None:
    """The connection a WebSocket scope came by, where it is one of ours."""
    return (scope.get("extensions") or {}).get(EXTENSION)
