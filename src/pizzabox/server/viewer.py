"""One connection to a table: remembers what it was sent, so that only changes are sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from pizzabox.engine.catalogue import language, speaking
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.svg import edits, lines
from pizzabox.table.match import Match
from pizzabox.table.scene import Moment, move_texts, turn_message, viewer_in
from pizzabox.table.viewpoint import needs_screen_alone, viewer_of

from .addresses import only_here
from .drawing_cache import DrawingCache, Edits

if TYPE_CHECKING:
    from .room import Room

Message = dict[str, Any]
MOST_WAITING, MOST_LETTERS = 200, 2_000_000
"""Messages that wait for a viewer, and letters in them, unless it is a single one."""
NEVER = -1
ALL = 1 << 30
"""A place in the log behind every move."""


def _plain(value: Any) -> Any:
    """A number of NumPy, which a game may hand over where it means a plain one."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} can't be sent")


encode = msgspec.json.Encoder(enc_hook=_plain).encode


class Viewer:
    """Somebody who looks at a table."""

    def __init__(self, identity: str, origin: str, look: int | None = None, address: str = "") -> None:
        self.identity = identity
        self.address = address
        """What the limits know the visitor's address by."""
        self.origin = origin
        self.look = look
        self.language = language()
        """The language of whoever looks: the one in force where the viewer was made."""
        self._handed_at: int | None = None
        """The news when the device was handed to the seat that is looked from; None where that seat was named once."""
        self.waiting: deque[str] = deque()
        """What is to be sent; `something` says that there is."""
        self.something = asyncio.Event()
        self.hang_up: Callable[[], object] = lambda: None
        """Ends the connection."""
        self._last_sent: Message = {}
        self.draws = self.reads = True
        """Whether pictures and words are wanted; a program may do without."""
        self.remembers = False
        """Whether lines that were sent before may be sent as numbers."""
        self.hears_warming = False
        """Whether to say how far the game's bots are from being ready."""
        self._waits = False
        """Whether it was told that they are not ready yet."""
        self.move_on: Callable[[Room], None] | None = None
        """Goes on at another table, by the same connection; None for a viewer who does not follow to a rematch."""
        self._drawings: DrawingCache | None = None
        self._layer: list[str] = []
        self._viewer = SPECTATOR
        self._log = 0
        self._chat = 0
        self._secret_from: int | None = None
        self._news = 0
        self._late: int | None = None
        self._turned: tuple[Any, ...] | None = None
        """What the last `turn` was of."""

    def look_from(self, seat: int | None, match: Match) -> None:
        """Look from a seat. If someone needs the screen alone, this counts as handing the device over, until the next
        reveal."""
        shares = seat is not None and len(match.owned(self.identity)) > 1
        self.look = seat
        self._handed_at = match.position.state.news if shares and needs_screen_alone(match) else NEVER

    def asked(self, match: Match) -> int | None:
        """The seat this viewer asked to look from, if that still holds."""
        if self.look is None or self._handed_at is None or len(match.owned(self.identity)) < 2:
            return self.look
        handed = self._handed_at == match.position.state.news
        return self.look if handed or not needs_screen_alone(match) else None

    def send(self, message: Message) -> None:
        """Put a message on its way; a connection that does not keep up is closed."""
        self._put(encode(message))

    def _put(self, text: bytes) -> None:
        letters = sum(map(len, self.waiting)) + len(text) if self.waiting else 0
        if len(self.waiting) >= MOST_WAITING or letters > MOST_LETTERS:
            self.hang_up()
            return
        self.waiting.append(text.decode())
        self.something.set()

    def start(self, room: Room, now: float) -> None:
        """Tell the whole table, and from then on what changes."""
        if self.reads:
            self.send(self.table(room, now))
            self.send_warming(room.warming())
        else:
            self._log, self._secret_from, self._turned = 0, None, None
            self.send_turn(room.match, room.match.acting, None, whole=True)

    def send_warming(self, message: Message | None) -> None:
        """Bot progress. None means nothing to wait for; sent only to those who were told otherwise."""
        if self.hears_warming and (message or self._waits):
            self.send(message or {"type": "warming", "state": "done", "percent": 100})
            self._waits = message is not None

    def send_turn(self, match: Match, acting: tuple[int, ...], log_from: int | None, whole: bool = False) -> None:
        """New moves and current options, without words or pictures; skipped if unchanged. Players hear when they can
        act and at the end (or always, if `whole`)."""
        own, steps = match.owned(self.identity), len(match.position.steps)
        if own and not whole and not match.over and not any(seat in acting for seat in own):
            self._late = _first(self._late, ALL if log_from is None else log_from)
            return
        now = (steps, acting, match.ended, match.next_table, *own)
        if now == self._turned and log_from in (None, steps) and self._late is None:
            return
        self._turned = now
        look = own[0] if len(own) == 1 else viewer_of(match, self.identity, self.asked(match))[0]
        if look != self._viewer:
            self._viewer, self._log = look, 0
        start = min(self._log, steps)
        for other in (_first(self._late, log_from), self._secret_from):
            if other is not None and other < start:
                start = other
        new = move_texts(match, look, start)
        self._remember_log(new, start, steps)
        self._late = None
        self.send({**turn_message(match, look, acting), "kept": start, "moves": new})

    def table(self, room: Room, now: float) -> Message:
        """The whole table as this viewer sees it."""
        moment = room.moment(now)
        scene = room.scene(self, moment)
        self._last_sent, self._viewer, self._news, self._late = scene, viewer_in(scene), moment.news, None
        fixed = dict(room.fixed())
        picture = {key: fixed.pop(key) for key in ("box", "wide", "board", "names")}
        log = moment.log(self._viewer)
        self._remember_log(log, 0, len(log))
        self._chat = room.match.chatted
        made = {"type": "table", **fixed, **scene, "log": log, "chat": room.match.chat}
        if self.draws:
            self._layer = moment.layer(self._viewer)
            # Who only watches has none: then one message serves all of them.
            self._drawings = DrawingCache() if self.remembers and scene["you"]["seats"] else None
            drawn = (
                {"lines": self._drawings.lines(self._layer)} if self._drawings else {"pieces": "\n".join(self._layer)}
            )
            made["picture"] = picture | drawn
        if scene["invite"]:
            made["only_here"] = only_here(scene["invite"])
            made["qr"] = "" if made["only_here"] else room.hub.qr(scene["invite"])
        return made

    def update(self, room: Room, moment: Moment, log_from: int | None) -> None:
        """Send what changed since the last message, in this viewer's language."""
        if self._last_sent:
            with speaking(self.language):
                self._update(room, moment, _first(self._late, log_from))

    def _update(self, room: Room, moment: Moment, log_from: int | None) -> None:
        """Viewers who were sent the same before are sent the same now: it is made once."""
        scene, last_sent, revealed = room.scene(self, moment), self._last_sent, moment.news > self._news
        if self._drawings:
            text = encode(self._changes(room, moment, scene, log_from, revealed))
        else:
            told = self.draws, self._viewer, self._log, self._secret_from, self._chat
            key = (id(last_sent), id(scene), *told, log_from)
            known = moment.messages.get(key)
            if known is None:
                message = self._changes(room, moment, scene, log_from, revealed)
                # The entry holds on to `last_sent`, so that its id stays its own.
                known = (last_sent, encode(message), self._layer, self._log, self._secret_from)
                moment.messages[key] = known
            _, text, self._layer, self._log, self._secret_from = known
        self._last_sent, self._viewer, self._chat = scene, viewer_in(scene), room.match.chatted
        self._news, self._late = moment.news, None
        self._put(text)

    def _changes(self, room: Room, moment: Moment, scene: Message, log_from: int | None, revealed: bool) -> Message:
        last_sent = self._last_sent
        message: Message = {"type": "update", "version": scene["version"]}
        for key, value in scene.items():
            if key != "version" and value != last_sent[key]:
                message[key] = value
        self._add_log(room, moment, message, viewer_in(scene), log_from)
        if self.draws:
            self._add_picture(moment, message, viewer_in(scene), revealed)
        message["sound"] = _sound(scene, last_sent, revealed)
        if room.match.chatted > self._chat:
            message["chat"] = room.match.chat[self._chat - room.match.chatted :]
        return message

    def _add_log(self, room: Room, moment: Moment, message: Message, viewer: int, log_from: int | None) -> None:
        steps = len(room.match.position.steps)
        start = min(self._log, steps if log_from is None else log_from)
        fresh = start
        if viewer != self._viewer:
            start = 0
        elif self._secret_from is not None:
            start = min(start, self._secret_from)
        if start == steps == self._log:
            return
        lines = moment.log(viewer, start)
        message["log_keep"], message["log"] = steps, lines
        said = [sentence for line in lines[fresh - start :] for sentence in line["words"]]
        if said:
            message["said"] = said
        self._remember_log(lines, start, steps)

    def _remember_log(self, lines: list[Message], start: int, steps: int) -> None:
        hidden = [start + i for i, line in enumerate(lines) if line["text"] is None]
        self._secret_from = hidden[0] if hidden else None
        self._log = steps

    def shortened(self, answer: Message) -> Message:
        """An answer with a picture, as edits of the layer this viewer has where that is shorter."""
        if not self._layer or "pieces" not in answer:
            return answer
        changed = edits(self._layer, lines(answer["pieces"]))
        if not self._drawings and _length(changed) * 4 >= len(answer["pieces"]) * 3:
            return answer
        return {**{key: value for key, value in answer.items() if key != "pieces"}, "edits": self._sent(changed)}

    def _sent(self, changed: Edits) -> object:
        return self._drawings.edits(changed) if self._drawings else changed

    def _add_picture(self, moment: Moment, message: Message, viewer: int, revealed: bool) -> None:
        """The moving layer as edits of the one this viewer has; whole where that is hardly longer."""
        before, self._layer = self._layer, moment.layer(viewer)
        changed = edits(before, self._layer)
        if not changed:
            return
        short = self._drawings or _length(changed) * 4 < sum(map(len, self._layer)) * 3
        message["picture"] = {"edits": self._sent(changed)} if short else {"pieces": "\n".join(self._layer)}
        layers = moment.stages(viewer) if revealed else []
        if layers:
            message["picture"]["stages"] = [self._sent(edits(before, layer)) for layer in layers]


def _sound(scene: Message, last_sent: Message, revealed: bool) -> str:
    """What a change sounds like to a viewer."""
    if scene["result"] and not last_sent["result"]:
        own, winners = scene["you"]["seats"], scene["result"]["winners"]
        return "win" if not own or any(seat in winners for seat in own) else "lose"
    if revealed:
        return "reveal"
    return "turn" if scene["tokens"] and not last_sent["tokens"] else "place"


def _first(late: int | None, log_from: int | None) -> int | None:
    """The earlier of two places in the log."""
    if late is None or late == ALL:
        return log_from
    return late if log_from is None else min(late, log_from)


def _length(changed: Edits) -> int:
    return sum(len(line) for _, _, lines in changed for line in lines)
