"""`Match`: one table's game, from the first seat taken to the result. Time of day and identities are handed in.

Every change goes through a method here, which either raises a `PizzaboxError` and changes nothing, or changes the match
and returns the event that describes it. What a store keeps of it is in stored_match.py.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pizzabox.bots import levels
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.commitment import commit, new_salt
from pizzabox.engine.contract import SPECTATOR, has_chosen
from pizzabox.engine.errors import IllegalMove, PizzaboxError, did_you_mean, short
from pizzabox.engine.game import Game
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.position import Position

from .clock import Clock
from .messages import ChatLine, Event
from .new_table import CALM, OFF, STAND_IN, NewTable, dealt_anew
from .seats import BOT, OPEN, PERSON, Seat, clean_name, one_line, other_name
from .secrecy import running_record

MOST_CHAT, MOST_LINES = 300, 200
say = Catalogue(__package__)


class NotYours(PizzaboxError):
    """The seat belongs to somebody else."""


@dataclass
class UndoRequest:
    """Somebody asks the others to let a move be taken back."""

    seat: int
    agreed: set[int] = field(default_factory=set)
    refused: int | None = None
    """Who would rather play on."""


@dataclass
class Match:
    """A table: its game, who sits at it, and how far it is."""

    id: str
    game: Game
    position: Position
    seats: list[Seat]
    host: str
    public: bool = False
    absent: str = "wait"
    pace: str = CALM
    """How long a bot's move takes at least: a word of `PACES`."""
    help: str = OFF
    """Whether hints are given and previews say what a move leads to: `on` or `off`."""
    clock: Clock | None = None
    salt: str = field(default_factory=new_salt)
    version: int = 0
    ended: str = ""
    """How the match ended: by the `rules`, `concede` or `draw`; empty while it runs."""
    draw: dict[int, bool] = field(default_factory=dict)
    rematch: dict[int, bool] = field(default_factory=dict)
    next_table: str = ""
    undo_request: UndoRequest | None = None
    """Not stored: after a restart whoever asked asks again."""
    invite: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    seen: set[tuple[int, str]] = field(default_factory=set)
    """Seats and ids of moves that were played: sending one twice plays it once."""
    chat: list[ChatLine] = field(default_factory=list)
    """The last lines; `chatted` counts all that were said while this match was in memory."""
    chatted: int = 0
    created: float = 0.0
    advised: set[int] = field(default_factory=set)
    """The seats of people that had a hint, or a bot standing in, so that a game says little about who plays there."""
    came_back: set[int] = field(default_factory=set)
    """The seats that were taken back from a bot since they last moved. Not stored."""
    simpler_bots: bool = False
    """Whether bots that were not ready were played by a simpler one."""
    _chart: tuple[tuple[int, bytes, bool], list[tuple[int, ...]]] | None = None

    @classmethod
    def new(cls, wish: Mapping[str, Any], host: str, now: float, seed: int | None = None) -> Match:
        """A new table from what a user asked for."""
        return cls._opened(NewTable.read(wish, host, seed), now)

    @classmethod
    def _opened(cls, table: NewTable, now: float) -> Match:
        made = cls(secrets.token_urlsafe(8), created=now, **vars(table))
        made._set_clocks(now)
        return made

    # What a viewer may ask.

    @property
    def full(self) -> bool:
        """Whether every seat is taken, so that the game can go on."""
        return OPEN not in [seat.kind for seat in self.seats]

    @property
    def over(self) -> bool:
        return bool(self.ended)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now; none before all are taken and after the end."""
        return self.position.actors if self.full and not self.over else ()

    @property
    def commitment(self) -> str:
        """The hash of the seed; empty for a table that began from a position somebody set up."""
        if self.position.seed is None:
            return ""
        return commit(self.game.name, self.game.options, self.position.seed, self.salt, self.game.fingerprints)

    @property
    def people(self) -> list[int]:
        """The seats of people who still play themselves."""
        return [i for i, seat in enumerate(self.seats) if seat.kind == PERSON and not seat.conceded]

    def owned(self, identity: str | None) -> list[int]:
        """The seats of an identity."""
        if identity is None:
            return []
        return [i for i, s in enumerate(self.seats) if s.owner == identity and s.kind == PERSON]

    def returns(self) -> tuple[float, ...]:
        """Each seat's result; a seat that gave up has lost."""
        n = len(self.seats)
        if self.ended in ("draw", "concede"):
            left = [i for i, seat in enumerate(self.seats) if not seat.conceded]
            return tuple(2 / len(left) - 1 if i in left else -1.0 for i in range(n))
        if not self.over:
            return (0.0,) * n
        return tuple(-1.0 if s.conceded else r for s, r in zip(self.seats, self.position.returns, strict=True))

    def winners(self) -> tuple[int, ...]:
        results = self.returns() if self.over and self.ended != "draw" else ()
        best = max(results, default=-1.0)
        return tuple(i for i, r in enumerate(results) if r == best and best > -1.0)

    def chart(self) -> list[tuple[int, ...]]:
        """How everybody stood at the start and after each move (`Words.course`): as it truly was once the game is over,
        until then as a spectator knows it."""
        key = (len(self.position.steps), bytes(self.position.state), self.over)
        if self._chart is None or self._chart[0] != key:
            kernels, s, rows = self.game.kernels, self.game.state(), []
            for raw in [*(step.before for step in self.position.steps), key[1]]:
                s.load(raw)
                rows.append(self.game.words.course(s if self.over else kernels.show(s, SPECTATOR)))
            self._chart = key, rows
        return self._chart[1]

    def record(self, viewer: int | None = None) -> GameRecord:
        """The record file. While the game runs its seed stays sealed, and so do choices the viewer may not know."""
        players = {k: s.name for k, s in zip(self.game.seats, self.seats, strict=True)}
        if not self.over:
            made = running_record(self.position, SPECTATOR if viewer is None else viewer, players)
            made.commitment = self.commitment or None
            return made
        made = GameRecord.of(self.position, players)
        made.commitment = self.commitment or None
        made.salt = self.salt if made.commitment else None
        if self.ended != "rules":
            made.tags["Termination"] = self.ended
        return made

    # What somebody may do.

    def sit(
        self,
        identity: str,
        now: float,
        seat: int | None = None,
        name: object = None,
        invite: object = None,
        colour: object = None,
    ) -> Event:
        """Take an open seat: at a public table, or with its invite, and one only unless it is the host. Without a wish
        for a seat it is that of the colour somebody likes, if it is open, else the first."""
        if not self.public and identity != self.host and invite != self.invite:
            raise NotYours(say("refusal.invitation_only"))
        free = [i for i, s in enumerate(self.seats) if s.kind == OPEN]
        if not free:
            raise PizzaboxError(say("refusal.full"))
        if identity != self.host and self.owned(identity):
            raise PizzaboxError(say("refusal.one_seat"))
        if seat is None:
            seat = next((i for i in free if self.game.colours[i] == colour), free[0])
        elif self._checked_seat(seat) not in free:
            raise PizzaboxError(say("refusal.seat_taken", seat=short(seat), free=", ".join(map(str, free))))
        known = self._own_name(seat, name, self.game.seats[seat].capitalize())
        self.seats[seat] = Seat(PERSON, known, owner=identity)
        self._set_clocks(now)
        return self._event("sit", seat=seat, name=known)

    def play(self, identity: str, seat: object, move: object, now: float, move_id: str = "") -> Event | None:
        """Play a move; a move id that was played before changes nothing and returns no event."""
        chair = self._own_seat(identity, seat)
        if move_id and (chair, move_id) in self.seen:
            return None
        self._require_own_hand(chair)
        return self._apply(chair, move, now, move_id)

    def play_for(self, seat: int, move: object, now: float) -> Event:
        """The move of a seat that plays itself."""
        if not self.seats[seat].plays_itself:
            raise NotYours(say("refusal.not_a_bot_seat", seat=seat))
        return self._apply(seat, move, now, "")

    def _apply(self, seat: int, move: object, now: float, move_id: str) -> Event:
        """Play a move of a seat, whoever chose it."""
        self._require_running()
        made = self.position.play(move, seat)
        self.undo_request = None
        self.came_back.discard(seat)
        if move_id:
            self.seen.add((seat, move_id))
        if self.clock:
            self.clock.moved(seat, now)
        if self.position.over:
            self.ended = "rules"
        self._set_clocks(now)
        return self._event("move", seat=seat, code=made.code, text=made.text, id=move_id)

    def undo(self, identity: str, seat: object, now: float, answer: object = None) -> Event | None:
        """Take back that seat's last move, as far as the engine allows; where `undo_asks` says so, ask for it first.

        With an `answer` that seat agrees to what was asked, or not. Asking twice changes nothing and returns no event.
        """
        chair = self._own_seat(identity, seat)
        self._require_in_play(chair)
        if answer is not None:
            return self._answer_undo(identity, chair, answer, now)
        self._require_own_hand(chair)
        asked = self.undo_request
        if self.position.undo_index(chair) < 0 or not self.undo_asks(chair):
            return self._take_back(chair, now)
        if asked and asked.seat == chair and asked.refused is None:
            return None
        self.undo_request = UndoRequest(chair)
        return self._event("undo_asked", seat=chair)

    def undo_asks(self, seat: int) -> list[int]:
        """The people who must agree before a seat takes its move back.

        Nobody, while the choice is still secret or the turn has not passed on.
        """
        own = self.owned(self.seats[seat].owner)
        if has_chosen(self.position.state, seat) or all(actor in own for actor in self.acting):
            return []
        return [p for p in self.people if p not in own and not self.seats[p].away]

    def undo_waits_for(self) -> list[int]:
        """The people who have not answered yet."""
        asked = self.undo_request
        if asked is None or asked.refused is not None:
            return []
        return [p for p in self.undo_asks(asked.seat) if p not in asked.agreed]

    def _answer_undo(self, identity: str, seat: int, answer: object, now: float) -> Event:
        asked = self.undo_request
        if answer not in ("yes", "no"):
            raise PizzaboxError(say("wish.undo_answer", value=short(answer)))
        if asked is None or seat not in self.undo_waits_for():
            raise PizzaboxError(say("refusal.no_undo_request"))
        if answer == "no":
            asked.refused = seat
        else:
            asked.agreed.update(self.owned(identity))
            if not self.undo_waits_for():
                return self._take_back(asked.seat, now)
        return self._event("undo_answered", seat=seat, answer=answer)

    def _take_back(self, seat: int, now: float) -> Event:
        index = self.position.undo_index(seat)
        text = self.position.undo(seat)
        self.undo_request = None
        if self.clock:
            self.clock.taken_back(seat, now)
        self._set_clocks(now)
        return self._event("undo", seat=seat, text=text, index=index)

    def concede(self, identity: str, seat: object, now: float) -> Event:
        """Give up. The last one left wins; with more players a bot plays the seat on, which has lost all the same."""
        chair = self._own_seat(identity, seat)
        self._require_in_play(chair)
        self.seats[chair].conceded = True
        self.undo_request, self.draw = None, {}
        left = [i for i, s in enumerate(self.seats) if not s.conceded]
        if len(left) == 1:
            self.ended = "concede"
        else:
            self.seats[chair].bot = STAND_IN
        self._set_clocks(now)
        return self._event("concede", seat=chair)

    def answer_draw(self, identity: str, seat: object, answer: object, now: float) -> Event:
        """Offer a draw, or answer one; it is a draw when all people agree."""
        chair = self._own_seat(identity, seat)
        self._require_in_play(chair)
        if answer not in ("offer", "yes", "no"):
            raise PizzaboxError(say("wish.answer", value=short(answer)))
        if answer == "offer" and len(self.people) < 2:
            raise PizzaboxError(say("refusal.nobody_to_agree"))
        if answer != "offer" and not self.draw:
            raise PizzaboxError(say("refusal.no_draw_offer"))
        if answer == "no":
            self.draw = {}
        else:
            self.draw[chair] = True
            for own in self.owned(identity):
                self.draw[own] = True
            if all(self.draw.get(p) for p in self.people):
                self.ended = "draw"
        self._set_clocks(now)
        return self._event("draw", seat=chair, answer=answer)

    def ask_rematch(self, identity: str, seat: object) -> Event:
        """Ask for another game; `wants_rematch` says whether all people have."""
        chair = self._own_seat(identity, seat)
        if not self.over:
            raise PizzaboxError(say("refusal.rematch_too_early"))
        for own in {chair, *self.owned(identity)}:
            self.rematch[own] = True
        return self._event("rematch", seat=chair)

    @property
    def wants_rematch(self) -> bool:
        people = any(seat.kind == PERSON for seat in self.seats)
        return self.over and not self.next_table and people and not self.rematch_waits_for()

    def rematch_waits_for(self) -> list[int]:
        """The people who have not asked for another game."""
        return [i for i, s in enumerate(self.seats) if s.kind == PERSON and not self.rematch.get(i)]

    def next_match(self, now: float) -> Match:
        """The same table for another game, seats and all."""
        if self.position.seed is None:
            position = dealt_anew(self.game, self.position.origin)
        else:
            position = self.game.start(secrets.randbits(64))
        seats = [Seat(s.kind, s.name, s.owner, s.bot if s.kind == BOT else None) for s in self.seats]
        clock = self.clock.rewound() if self.clock else None
        table = NewTable(self.game, position, seats, self.host, self.public, self.absent, self.pace, self.help, clock)
        return self._opened(table, now)

    def announce_next_table(self, table: str) -> Event:
        """Everybody moves on to the table of the rematch."""
        self.next_table = table
        return self._event("next", table=table)

    def stand_in(self, seat: object, now: float, identity: str | None = None, bot: object = None) -> Event:
        """Let a bot play an absent person's seat: the host decides (identity given), or the clock (None)."""
        chair = self._checked_seat(seat)
        self._require_running()
        if identity is not None and identity != self.host:
            raise NotYours(say("refusal.host_only"))
        level = STAND_IN if bot is None else bot
        if level not in levels(self.game):
            raise PizzaboxError(say("wish.bot", name=short(level), hint=did_you_mean(level, levels(self.game))))
        if self.seats[chair].kind != PERSON or self.seats[chair].bot:
            raise PizzaboxError(say("refusal.no_person_there", seat=chair))
        self.seats[chair].bot = str(level)
        self.advised.add(chair)
        self.undo_request = None
        self._set_clocks(now)
        return self._event("bot", seat=chair, bot=level)

    def advise(self, seat: int) -> Event | None:
        """A seat is about to get a hint; no event where that is known already."""
        if self.help == OFF:
            raise PizzaboxError(say("refusal.no_hints"))
        if seat in self.advised:
            return None
        self.advised.add(seat)
        return self._event("hint", seat=seat)

    def return_to_seat(self, identity: str, seat: object, now: float) -> Event:
        """The owner takes the seat back from the bot, with time to move, but only once a move: no game is stalled."""
        chair = self._own_seat(identity, seat)
        self._require_in_play(chair)
        if not self.seats[chair].away:
            raise PizzaboxError(say("refusal.no_bot_there"))
        if self.clock and chair not in self.came_back:
            self.clock.come_back(chair, now)
        elif self.clock and self.clock.ran_out(chair, now):
            raise PizzaboxError(say("refusal.out_of_time"))
        self.came_back.add(chair)
        self.seats[chair].bot = None
        self._set_clocks(now)
        return self._event("back", seat=chair)

    def rename(self, identity: str, seat: object, name: object) -> Event:
        chair = self._own_seat(identity, seat)
        self.seats[chair].name = self._own_name(chair, name, self.seats[chair].name)
        return self._event("name", seat=chair, name=self.seats[chair].name)

    def write_notice(self, seat: int, text: str, now: float) -> Event:
        """What a seat that plays itself has to say, as a line of chat."""
        return self._add_to_chat({"name": self.seats[seat].name, "seat": seat, "text": text[:MOST_CHAT], "when": now})

    def write_chat(self, identity: str, text: object, now: float) -> Event:
        """A line of chat; spectators may talk too."""
        line = one_line(text, MOST_CHAT)
        if not line:
            raise PizzaboxError(say("refusal.empty_message"))
        own = self.owned(identity)
        seat = own[0] if own else -1
        name = self.seats[seat].name if own else ""
        return self._add_to_chat({"name": name, "seat": seat, "text": line, "when": now})

    def _add_to_chat(self, entry: ChatLine) -> Event:
        self.chat.append(entry)
        self.chatted += 1
        del self.chat[:-MOST_LINES]
        return self._event("chat", **entry)

    # Inside.

    def _event(self, kind: str, **data: Any) -> Event:
        self.version += 1
        return {"seq": self.version, "kind": kind, **data}

    def _require_running(self) -> None:
        if self.over:
            raise IllegalMove(say("refusal.game_over"))
        if not self.full:
            raise IllegalMove(say("refusal.not_begun"))

    def _require_in_play(self, seat: int) -> None:
        """The game runs, and the seat has not given up."""
        self._require_running()
        if self.seats[seat].conceded:
            raise PizzaboxError(say("refusal.given_up"))

    def _require_own_hand(self, seat: int) -> None:
        """The game runs, and no bot plays the seat."""
        self._require_in_play(seat)
        if self.seats[seat].plays_itself:
            raise PizzaboxError(say("refusal.bot_plays"))

    def _own_name(self, seat: int, name: object, fallback: str) -> str:
        """The name somebody wants for a seat, or one like it, so that nobody is taken for another."""
        others = {other.name for other in self.seats if other is not self.seats[seat]}
        return other_name(clean_name(name, fallback), others)

    def _checked_seat(self, seat: object) -> int:
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(self.seats):
            raise PizzaboxError(say("wish.seat", most=len(self.seats) - 1, value=short(seat)))
        return seat

    def _own_seat(self, identity: str, seat: object) -> int:
        own = self.owned(identity)
        if seat is None and len(own) == 1:
            return own[0]
        chair = self._checked_seat(seat)
        if chair not in own:
            raise NotYours(say("refusal.not_your_seat", seat=chair))
        return chair

    def _set_clocks(self, now: float) -> None:
        if self.clock:
            self.clock.set_running(set(self.acting), now)
