"""One connection's subscription to a table: it remembers what was sent, so that only changes are sent."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from pizzabox.engine.catalogue import language, speaking
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.svg import edits, lines
from pizzabox.table.match import Match
from pizzabox.table.messages import LogLine, Message, PickData, RoomScene, WarmingMessage
from pizzabox.table.scene import TableSnapshot, move_texts, turn_message, viewer_in
from pizzabox.table.viewers import needs_screen_alone, viewer_of

from .addresses import only_here, qr_code
from .drawing_cache import DrawingCache, Edits

MOST_WAITING, MOST_LETTERS = 200, 2_000_000
"""Messages that wait for a subscriber, and letters in them, unless it is a single one."""
NEVER = -1
ALL = 1 << 30
"""A place in the log behind every move."""


def _plain(value: Any) -> Any:
    """A number of NumPy, which a game may hand over where it means a plain one."""
    if hasattr(value, "item"):
        return value.item()
    raise TypeError(f"{type(value).__name__} can't be sent")


encode = msgspec.json.Encoder(enc_hook=_plain).encode


class Shown(Protocol):
    """What a subscriber needs of the room."""

    match: Match

    def snapshot(self, now: float) -> TableSnapshot: ...
    def scene(self, subscriber: Subscriber, snapshot: TableSnapshot) -> RoomScene: ...
    def fixed(self) -> Message: ...
    def warming(self) -> WarmingMessage | None: ...


class Subscriber:
    """Whoever looks at a table by one connection: a page or a program, a player or a spectator."""

    def __init__(self, identity: str, origin: str, look: int | None = None, address: str = "") -> None:
        self.identity = identity
        self.address = address
        """What the limits know the visitor's address by."""
        self.origin = origin
        self.look = look
        self.language = language()
        """The language of whoever looks: the one in force where the subscription began."""
        self._handed_over: int | None = None
        """How many reveals there had been (`news`) when the device was handed to the seat that is looked from; None
        where that seat was asked for only once."""
        self.waiting: deque[str] = deque()
        """What is to be sent; `something` says that there is."""
        self.something = asyncio.Event()
        self.hang_up: Callable[[], object] = lambda: None
        """Ends the connection."""
        self._last_sent: RoomScene | None = None
        self.draws = self.reads = True
        """Whether pictures and words are wanted; a program may do without."""
        self.remembers = False
        """Whether lines that were sent before may be sent as numbers."""
        self.hears_warming = False
        """Whether to say how far the game's bots are from being ready."""
        self._waits_for_bots = False
        """Whether it was sent that they are not ready yet."""
        self._drawings: DrawingCache | None = None
        self._layer: list[str] = []
        self._viewer = SPECTATOR
        """Whose view was sent last."""
        self._log = 0
        """How many moves were sent, `_chat` how many lines of chat, `_news` how many reveals."""
        self._chat = 0
        self._news = 0
        self._sealed_from: int | None = None
        """The first move that was sent without its text, because it was secret."""
        self._unsent_from: int | None = None
        """The first move of those that a program wasn't sent while it was not its turn."""
        self._last_turn: tuple[Any, ...] | None = None
        """What the last `turn` was about."""

    def look_from(self, seat: int | None, match: Match) -> None:
        """Look from a seat. If someone needs the screen alone, this counts as handing the device over, until the next
        reveal."""
        shares = seat is not None and len(match.owned(self.identity)) > 1
        self.look = seat
        self._handed_over = match.position.state.news if shares and needs_screen_alone(match) else NEVER

    def asked(self, match: Match) -> int | None:
        """The seat that was asked for, if that still holds."""
        if self.look is None or self._handed_over is None or len(match.owned(self.identity)) < 2:
            return self.look
        handed = self._handed_over == match.position.state.news
        return self.look if handed or not needs_screen_alone(match) else None

    def send(self, message: Mapping[str, object]) -> None:
        """Put a message on its way; a connection that does not keep up is closed."""
        self._put(encode(message))

    def end(self) -> None:
        """Nothing more is sent after what waits."""
        self.waiting.append("")
        self.something.set()

    def _put(self, text: bytes) -> None:
        letters = sum(map(len, self.waiting)) + len(text) if self.waiting else 0
        if len(self.waiting) >= MOST_WAITING or letters > MOST_LETTERS:
            self.hang_up()
            return
        self.waiting.append(text.decode())
        self.something.set()

    def start(self, room: Shown, now: float) -> None:
        """Send the whole table, and from then on what changes."""
        if self.reads:
            self.send(self.table(room, now))
            self.send_warming(room.warming())
        else:
            self._log, self._sealed_from, self._last_turn = 0, None, None
            self.send_turn(room.match, room.match.acting, None, whole=True)

    def send_warming(self, message: WarmingMessage | None) -> None:
        """How far the bots are; None, that there is nothing to wait for, is sent only where that is news."""
        if self.hears_warming and (message or self._waits_for_bots):
            self.send(message or {"type": "warming", "state": "done", "percent": 100})
            self._waits_for_bots = message is not None

    def send_turn(self, match: Match, acting: tuple[int, ...], log_from: int | None, whole: bool = False) -> None:
        """New moves and current options, without words or pictures; skipped if unchanged. Players hear when they can
        act and at the end (or always, if `whole`)."""
        own, steps = match.owned(self.identity), len(match.position.steps)
        if own and not whole and not match.over and not any(seat in acting for seat in own):
            self._unsent_from = _first(self._unsent_from, ALL if log_from is None else log_from)
            return
        now = (steps, acting, match.ended, match.next_table, *own)
        if now == self._last_turn and log_from in (None, steps) and self._unsent_from is None:
            return
        self._last_turn = now
        look = own[0] if len(own) == 1 else viewer_of(match, self.identity, self.asked(match))[0]
        if look != self._viewer:
            self._viewer, self._log = look, 0
        start = min(self._log, steps)
        for other in (_first(self._unsent_from, log_from), self._sealed_from):
            if other is not None and other < start:
                start = other
        new = move_texts(match, look, start)
        self._remember_log(new, start, steps)
        self._unsent_from = None
        self.send({**turn_message(match, look, acting), "kept": start, "moves": new})

    def table(self, room: Shown, now: float) -> Message:
        """The whole table as its viewer sees it."""
        snapshot = room.snapshot(now)
        scene = room.scene(self, snapshot)
        self._last_sent, self._viewer, self._news, self._unsent_from = scene, viewer_in(scene), snapshot.news, None
        fixed = dict(room.fixed())
        picture = {key: fixed.pop(key) for key in ("box", "wide", "board", "names")}
        log = snapshot.log(self._viewer)
        self._remember_log(log, 0, len(log))
        self._chat = room.match.chatted
        made = {"type": "table", **fixed, **scene, "log": log, "chat": room.match.chat}
        if self.draws:
            self._layer = snapshot.layer(self._viewer)
            # Who only watches has none: then one message serves all of them.
            self._drawings = DrawingCache() if self.remembers and scene["you"]["seats"] else None
            drawn = (
                {"lines": self._drawings.lines(self._layer)} if self._drawings else {"pieces": "\n".join(self._layer)}
            )
            made["picture"] = picture | drawn
        if scene["invite"]:
            made["only_here"] = only_here(scene["invite"])
            made["qr"] = "" if made["only_here"] else qr_code(scene["invite"])
        return made

    def update(self, room: Shown, snapshot: TableSnapshot, log_from: int | None) -> None:
        """Send what changed since the last message, in the language of whoever looks."""
        if self._last_sent:
            with speaking(self.language):
                self._update(room, snapshot, self._last_sent, _first(self._unsent_from, log_from))

    def _update(self, room: Shown, snapshot: TableSnapshot, before: RoomScene, log_from: int | None) -> None:
        """Subscribers who were sent the same before are sent the same now: it is made once."""
        scene, revealed = room.scene(self, snapshot), snapshot.news > self._news
        if self._drawings:
            text = encode(self._changes(room, snapshot, before, scene, log_from, revealed))
        else:
            sent = self.draws, self._viewer, self._log, self._sealed_from, self._chat
            key = (id(before), id(scene), *sent, log_from)
            known = snapshot.messages.get(key)
            if known is None:
                message = self._changes(room, snapshot, before, scene, log_from, revealed)
                # The entry holds on to `before`, so that its id stays its own.
                known = (before, encode(message), self._layer, self._log, self._sealed_from)
                snapshot.messages[key] = known
            _, text, self._layer, self._log, self._sealed_from = known
        self._last_sent, self._viewer, self._chat = scene, viewer_in(scene), room.match.chatted
        self._news, self._unsent_from = snapshot.news, None
        self._put(text)

    def _changes(
        self,
        room: Shown,
        snapshot: TableSnapshot,
        before: RoomScene,
        scene: RoomScene,
        log_from: int | None,
        revealed: bool,
    ) -> Message:
        message: Message = {"type": "update", "version": scene["version"]}
        known: Mapping[str, object] = before
        for key, value in scene.items():
            if key != "version" and value != known[key]:
                message[key] = value
        self._add_log(room, snapshot, message, viewer_in(scene), log_from)
        if self.draws:
            self._add_picture(snapshot, message, viewer_in(scene), revealed)
        message["sound"] = _sound(scene, before, revealed)
        if room.match.chatted > self._chat:
            message["chat"] = room.match.chat[self._chat - room.match.chatted :]
        return message

    def _add_log(
        self, room: Shown, snapshot: TableSnapshot, message: Message, viewer: int, log_from: int | None
    ) -> None:
        steps = len(room.match.position.steps)
        start = min(self._log, steps if log_from is None else log_from)
        fresh = start
        if viewer != self._viewer:
            start = 0
        elif self._sealed_from is not None:
            start = min(start, self._sealed_from)
        if start == steps == self._log:
            return
        moves = snapshot.log(viewer, start)
        message["log_keep"], message["log"] = steps, moves
        said = [sentence for line in moves[fresh - start :] for sentence in line["words"]]
        if said:
            message["said"] = said
        self._remember_log(moves, start, steps)

    def _remember_log(self, moves: Sequence[LogLine], start: int, steps: int) -> None:
        hidden = [start + i for i, line in enumerate(moves) if line["text"] is None]
        self._sealed_from = hidden[0] if hidden else None
        self._log = steps

    def shortened(self, answer: PickData) -> Mapping[str, object]:
        """An answer with a picture, as edits of the layer that was sent last where that is shorter."""
        if not self._layer or "pieces" not in answer:
            return answer
        changed = edits(self._layer, lines(answer["pieces"]))
        if not self._drawings and _length(changed) * 4 >= len(answer["pieces"]) * 3:
            return answer
        return {**{key: value for key, value in answer.items() if key != "pieces"}, "edits": self._sent(changed)}

    def _sent(self, changed: Edits) -> object:
        """Edits as they are to be sent."""
        return self._drawings.edits(changed) if self._drawings else changed

    def _add_picture(self, snapshot: TableSnapshot, message: Message, viewer: int, revealed: bool) -> None:
        """The moving layer as edits of the one that was sent last; whole where that is hardly longer."""
        before, self._layer = self._layer, snapshot.layer(viewer)
        changed = edits(before, self._layer)
        if not changed:
            return
        short = self._drawings or _length(changed) * 4 < sum(map(len, self._layer)) * 3
        message["picture"] = {"edits": self._sent(changed)} if short else {"pieces": "\n".join(self._layer)}
        layers = snapshot.stages(viewer) if revealed else []
        if layers:
            message["picture"]["stages"] = [self._sent(edits(before, layer)) for layer in layers]


def _sound(scene: RoomScene, before: RoomScene, revealed: bool) -> str:
    """What a change sounds like."""
    if scene["result"] and not before["result"]:
        own, winners = scene["you"]["seats"], scene["result"]["winners"]
        return "win" if not own or any(seat in winners for seat in own) else "lose"
    if revealed:
        return "reveal"
    return "turn" if scene["tokens"] and not before["tokens"] else "place"


def _first(unsent: int | None, log_from: int | None) -> int | None:
    """The earlier of two places in the log."""
    if unsent is None or unsent == ALL:
        return log_from
    return unsent if log_from is None else min(unsent, log_from)


def _length(changed: Edits) -> int:
    return sum(len(line) for _, _, lines in changed for line in lines)
