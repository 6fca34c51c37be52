"""One connection to a table: remembers what it was told, so that only changes are sent."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from pizzabox.engine.catalogue import language, speaking
from pizzabox.engine.svg import changes
from pizzabox.table import scene as scenes

Message = dict[str, Any]
MOST_WAITING = 200
_encode = msgspec.json.encode


class Viewer:
    """Somebody who looks at a table."""

    def __init__(self, identity: str, origin: str, look: int | None = None) -> None:
        self.identity = identity
        self.origin = origin
        self.look = look
        self.language = language()
        """The language of whoever looks: the one in force where the viewer was made."""
        self._looked: int | None = None
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self._told: Message = {}
        self._viewer = -1
        self._log = 0
        self._chat = 0
        self._secret_from: int | None = None

    def look_from(self, seat: int | None, news: int) -> None:
        """Look from a seat, until something hidden comes to light: then the device must be handed over again."""
        self.look, self._looked = seat, news

    def asked(self, news: int) -> int | None:
        """The seat this viewer asked to look from, if that still holds."""
        return self.look if self._looked in (None, news) else None

    def send(self, message: Message) -> None:
        """Put a message on its way; a connection that does not keep up is closed."""
        try:
            self.queue.put_nowait(_encode(message).decode())
        except asyncio.QueueFull:
            self.close()

    def close(self) -> None:
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)

    def table(self, room: Any, now: float) -> Message:
        """The whole table as this viewer sees it."""
        scene = room.scene(self, now)
        self._told = scene
        self._viewer = -1 if scene["you"]["look"] is None else scene["you"]["look"]
        fixed = dict(room.fixed())
        picture = {key: fixed.pop(key) for key in ("box", "still", "names")} | {"pieces": scene["pieces"]}
        lines = scenes.log_lines(room.match, self._viewer)
        self._remember_log(lines, 0, len(lines))
        self._chat = len(room.match.chat)
        rest = {key: value for key, value in scene.items() if key != "pieces"}
        made = {"type": "table", **fixed, **rest, "picture": picture, "log": lines, "chat": room.match.chat}
        if scene["invite"]:
            made["qr"] = room.hub.qr(scene["invite"])
        return made

    def update(self, room: Any, now: float, log_from: int | None) -> None:
        """Send what changed since the last message, in this viewer's language."""
        if self._told:
            with speaking(self.language):
                self._update(room, now, log_from)

    def _update(self, room: Any, now: float, log_from: int | None) -> None:
        scene, told = room.scene(self, now), self._told
        self._told = scene
        message: Message = {"type": "update", "version": scene["version"]}
        for key, value in scene.items():
            if key not in ("pieces", "version") and value != told[key]:
                message[key] = value
        viewer = -1 if scene["you"]["look"] is None else scene["you"]["look"]
        self._add_log(room, message, viewer, log_from)
        self._add_picture(room, message, scene, told)
        message["sound"] = self._sound(room, scene, told)
        if len(room.match.chat) > self._chat:
            message["chat"] = room.match.chat[self._chat :]
        self._chat = len(room.match.chat)
        self.send(message)

    def _add_log(self, room: Any, message: Message, viewer: int, log_from: int | None) -> None:
        steps = len(room.match.position.steps)
        start = min(self._log, steps if log_from is None else log_from)
        fresh = start
        if viewer != self._viewer:
            start = 0
        elif self._secret_from is not None:
            start = min(start, self._secret_from)
        self._viewer = viewer
        if start == steps == self._log:
            return
        lines = scenes.log_lines(room.match, viewer, start)
        message["log_keep"], message["log"] = steps, lines
        said = [sentence for line in lines[fresh - start :] for sentence in line["words"]]
        if said:
            message["said"] = said
        self._remember_log(lines, start, steps)

    @staticmethod
    def _sound(room: Any, scene: Message, told: Message) -> str:
        """What this change sounds like to this viewer."""
        if scene["result"] and not told["result"]:
            own, winners = scene["you"]["seats"], scene["result"]["winners"]
            return "win" if not own or any(seat in winners for seat in own) else "lose"
        if room.revealed:
            return "reveal"
        return "turn" if scene["tokens"] and not told["tokens"] else "place"

    def _remember_log(self, lines: list[Message], start: int, steps: int) -> None:
        hidden = [start + i for i, line in enumerate(lines) if line["text"] is None]
        self._secret_from = hidden[0] if hidden else None
        self._log = steps

    def _add_picture(self, room: Any, message: Message, scene: Message, told: Message) -> None:
        if scene["pieces"] == told["pieces"]:
            return
        single = changes(told["pieces"], scene["pieces"])
        message["picture"] = {"changed": single} if single is not None else {"pieces": scene["pieces"]}
        if room.revealed:
            layers = scenes.stages(room.match, room.match.position.view(self._viewer))
            if layers:
                message["picture"] = {"pieces": scene["pieces"], "stages": layers}
