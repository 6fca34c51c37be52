"""A game in progress at this terminal: whose turn, what is told to whom, and what may be typed.

Secrets: with one person here, everything is shown as that person's seat knows it. With several, the shared screen shows
what a spectator knows, and a person who chooses in secret, or sees what others may not, gets the screen alone
(`_hand_over`).

Moves and commands never share a word: a command may always be written with a slash (`/save`), and without one only
where its word begins no move of any game. A legal move is always played, even if it is a command too.
"""

from __future__ import annotations

import time
from datetime import date
from pathlib import Path

from pizzabox.bots import Program, Random, advice, adviser, called
from pizzabox.engine.commitment import commit, new_salt
from pizzabox.engine.contract import SPECTATOR, has_chosen, hides
from pizzabox.engine.errors import IllegalMove, NoUndo, PizzaboxError, did_you_mean, short
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.legend import legend
from pizzabox.engine.position import Position, View
from pizzabox.table.scene import options_words
from pizzabox.table.secrecy import chooses_alone, running_record, shared_viewer

from .compiling import CompileJob
from .console import Terminal
from .output import say
from .seats import TerminalSeat
from .typed import MOST_LISTED, explained, judged, legal


class Ended(Exception):
    """The people here stop before the game is over: `quit`, or no more input."""


class TerminalGame:
    """One game from its first board to its result."""

    def __init__(
        self,
        pos: Position,
        seats: tuple[TerminalSeat, ...],
        screen: Terminal,
        *,
        compiling: CompileJob,
        delay: float,
        save: Path | None,
    ) -> None:
        self.pos, self.seats, self.screen, self.compiling = pos, seats, screen, compiling
        self.delay, self.files = delay, [save] if save else []
        self.salt = new_salt()
        self.people = [p for p, seat in enumerate(seats) if seat.person]
        self.shared = len(self.people) > 1
        self.viewer = self.people[0] if len(self.people) == 1 else SPECTATOR
        """Whose knowledge is told on the shared screen."""
        self._reported = 0
        self._typed_ahead: str | None = None
        """A choice that came before it was asked for."""
        self._announcement = ""
        """What everybody here is told once the screen is shared again."""

    def say(self, key: str, style: str = "", **values: object) -> None:
        self.screen.say(key, style, **values)

    def run(self) -> None:
        """Play until the game or the input ends."""
        self._welcome()
        while not self.pos.over:
            people = [p for p in self.pos.actors if self.seats[p].person]
            # People choose first: a bot is never waited for twice, and its secret is no news to anybody.
            if people:
                self._person(people[0])
            else:
                self._bot(self.pos.actors[0])
        self._end()

    def close(self) -> None:
        """Stop the programs that play along, and write the record, now with its seed, wherever it was wanted."""
        for seat in self.seats:
            if isinstance(seat.bot, Program):
                seat.bot.close()
        for path in self.files:
            self._try_to_write(path, running=False)

    # What everybody sees.

    def _welcome(self) -> None:
        game = self.pos.game
        self.screen.say("play.welcome", style="bold", title=game.title, options=options_words(game))
        self.screen.line(", ".join(say("play.seat", seat=s.name, who=self._who(s)) for s in self.seats))
        self.screen.say("play.begin" if self.people else "play.watching", style="dim")

    def _who(self, seat: TerminalSeat) -> str:
        if seat.bot is not None:
            return say("play.bot", name=called(seat.who))
        if not self.shared:
            return say("play.person")
        return say("play.persons", number=self.people.index(self.seats.index(seat)) + 1)

    def _report(self) -> None:
        """Tell what happened since the last time, as the people here may know it; the result is told at the end."""
        steps = self.pos.steps
        for i in range(self._reported, len(steps)):
            after = steps[i + 1].before if i + 1 < len(steps) else bytes(self.pos.state)
            lines = self.pos.story(steps[i], after, self.viewer)
            last = self.pos.over and i == len(steps) - 1
            for line in lines[:-1] if last and lines and lines[-1] == self.pos.prompt else lines:
                self.screen.say("play.event", text=line)
            if not self.people and not self.pos.over and steps[i].news != self.pos.state.news:
                self.screen.board(self.pos.view())
        if self.people and self._reported < len(steps) and self._revealed(steps[-1].before):
            self.screen.board(self.pos.view(self.viewer))
        self._reported = len(steps)

    def _revealed(self, before: bytes) -> bool:
        """Whether the last move opened secret choices, and others move before the board is shown again."""
        s = self.pos.game.state()
        s.load(before)
        if self.pos.over or not s.sealed or self.pos.state.sealed:
            return False
        people = [p for p in self.pos.actors if self.seats[p].person]
        return not people or self._secret(people[0])

    def _end(self) -> None:
        self.screen.board(self.pos.view())
        self.screen.line(self.pos.prompt, style="bold")
        self.screen.line()
        won = self.pos.winners
        rows = []
        for p, (seat, score) in enumerate(zip(self.seats, self.pos.scores, strict=True)):
            result = say("end.lost") if p not in won else say("end.won" if len(won) == 1 else "end.shared")
            rows.append((seat.name, self._who(seat), str(score), result))
        self.screen.table([say(f"end.{key}") for key in ("seat", "who", "score", "result")], rows)
        self.screen.line()
        self.screen.say("play.again", style="dim", seed=self.pos.seed)

    # Bots.

    def _bot(self, player: int) -> None:
        seat = self.seats[player]
        assert seat.bot is not None
        if not isinstance(seat.bot, (Random, Program)):
            self.compiling.wait()
        if self.delay:
            time.sleep(self.delay)
        move = seat.bot.choose(self.pos.view(player))
        if isinstance(seat.bot, Program) and seat.bot.fault:
            self.screen.say("play.event", style="yellow", text=f"{seat.who}: {seat.bot.fault}")
        self.pos.play(move)
        self._report()

    # People.

    def _secret(self, player: int) -> bool:
        """Whether that person must be alone with the screen."""
        return self.shared and chooses_alone(self.pos, player)

    def _seen(self, view: View, secret: bool) -> View:
        """What is drawn for a person: at an open turn on a shared screen, what everybody here may know."""
        viewer = shared_viewer(self.pos, view.viewer) if self.shared and not secret else view.viewer
        return view if viewer == view.viewer else self.pos.view(viewer)

    def _name(self, player: int) -> str:
        return self.pos.game.words.name(self.pos.view(SPECTATOR).state, player)

    def _person(self, player: int) -> None:
        if self._secret(player):
            with self.screen.alone():
                if self._hand_over(player):
                    self._turn(player, secret=True)
        else:
            self._turn(player, secret=False)
        if self._announcement:
            self.screen.line(self._announcement)
            self._announcement = ""
        self._report()

    def _turn(self, player: int, secret: bool) -> None:
        view = self.pos.view(player)
        self._show(view, secret)
        while not self._answered(view, secret):
            pass

    def _show(self, view: View, secret: bool) -> None:
        self.screen.board(
            self._seen(view, secret), {token for move in view.legal()[:MOST_LISTED] for token in move.tokens}
        )
        prompt = view.prompt
        if self.shared:
            prompt = say("play.shared_prompt", name=self._name(view.viewer), text=prompt)
        self.screen.line(prompt, style="bold")
        if secret and self.screen.keyboard:
            self.screen.say("play.hidden", style="dim")

    def _hand_over(self, player: int) -> bool:
        """Give the screen to one person alone; False when something else was done instead."""
        name = self._name(player)
        self.screen.line()
        self.screen.say("play.hand_over", style="bold", name=name)
        while True:
            line = self._ask(say("play.hand_over_next", name=name), hidden=True)
            word, _, rest = line.removeprefix("/").partition(" ")
            if word in ("help", "?"):
                self.screen.line(say("help.hand_over"))
            elif word == "quit":
                raise Ended
            elif word == "undo":
                if self._undo_other(rest.strip().lower()):
                    return False
            else:
                # A script may send the choice at once; it is never echoed.
                self._typed_ahead = line or None
                return True

    def _undo_other(self, seat: str) -> bool:
        """Take back what was sealed here; without a seat, the last open move."""
        if not seat and not self.pos.state.sealed:
            return self._take_back(self._last_here(SPECTATOR))
        chosen = [self.seats[p].name for p in self.people if has_chosen(self.pos.state, p)]
        if seat not in chosen:
            self.say("play.undo_refused", reason=say("play.undo_seats", seats=", ".join(chosen) or "–"))
            return False
        player = self.pos.game.seats.index(seat)
        self.pos.undo(player)
        self._reported = len(self.pos.steps)
        self._announcement = say("play.undone_secret", name=self._name(player))
        return True

    def _ask(self, prompt: str, hidden: bool, words: tuple[str, ...] = ()) -> str:
        try:
            return self.screen.ask(prompt, hidden, words)
        except EOFError:
            self.screen.line()
            raise Ended from None

    def _answered(self, view: View, secret: bool) -> bool:
        """Read one line and do what it says; True when the turn is over."""
        line, self._typed_ahead = self._typed_ahead, None
        if line is None:
            prompt = say("play.prompt", seat=self.seats[view.viewer].name)
            texts = tuple(move.text for move in view.legal()[:MOST_LISTED])
            line = self._ask(
                prompt, secret, (*texts, *(f"/{word}" if word in WITH_SLASH else word for word in COMMANDS))
            )
        if not line:
            return False
        word, _, rest = line.removeprefix("/").partition(" ")
        command = COMMANDS.get(word.lower())
        if line.startswith("/"):
            if command is None:
                self.screen.say("play.no_command", style="yellow", hint=did_you_mean(word, COMMANDS))
                return False
        elif command and (word.lower() in WITH_SLASH or legal(view, line)):
            command = None
        if command:
            return bool(command(self, view, rest.strip()))
        played = self._play(view, line)
        if not played and word.lower() in WITH_SLASH:
            self.screen.say("play.with_slash", style="dim", word=word.lower())
        return played

    def _play(self, view: View, text: str) -> bool:
        try:
            code = judged(view, text)
        except IllegalMove as reason:
            self._not_possible(reason)
            return False
        self.pos.play(code, view.viewer)
        return True

    def _not_possible(self, reason: IllegalMove) -> None:
        key = "play.illegal_rule" if reason.rule else "play.illegal"
        self.screen.say(key, style="yellow", reason=reason.reason, rule=reason.rule)

    # What a person may type besides moves. Each returns whether the turn is over.

    def _moves(self, view: View, _: str) -> bool:
        legal = view.legal()
        listed = ", ".join(move.text for move in legal[:MOST_LISTED])
        self.say("play.moves", n=len(legal), moves=listed + (" …" if len(legal) > MOST_LISTED else ""))
        return False

    def _why(self, view: View, text: str) -> bool:
        if not text:
            self.say("play.why_usage", example=view.legal()[0].text)
            return False
        try:
            judged(view, text)
        except IllegalMove as reason:
            self._not_possible(reason)
            if reason.rule in self.pos.game.rules:
                return self._rules(view, reason.rule)
            return False
        self.say("play.allowed", text=text)
        return False

    def _what(self, view: View, name: str) -> bool:
        """What something is; without a name, everything there is."""
        if not name:
            for chapter in legend(self.pos.game):
                self.screen.line(chapter.title, style="bold")
                for sign in chapter.signs:
                    self.say("play.what_sign", name=sign.name, text=sign.text)
            return False
        text = explained(self._seen(view, self._secret(view.viewer)), name)
        self.screen.line(text) if text else self.say("play.what_unknown", name=short(name))
        return False

    def _hint(self, view: View, _: str) -> bool:
        self.compiling.wait()
        move, why = advice(view)
        words = view.in_words(view.viewer, move.tokens)
        self.say("play.hint", name=called(adviser(view.game)), words=words, text=move.text, why=why)
        return False

    def _undo(self, view: View, _: str) -> bool:
        """Take back your last move; at a shared keyboard, the last open move made here."""
        return self._take_back(self._last_here(view.viewer))

    def _last_here(self, otherwise: int) -> int:
        """Who made the last move, if it was an open one of somebody here."""
        last = self.pos.steps[-1].player if self.pos.steps else otherwise
        sealed = last >= 0 and hides(self.pos.state, last, SPECTATOR)
        return last if self.shared and last in self.people and not sealed else otherwise

    def _take_back(self, player: int) -> bool:
        try:
            text = self.pos.undo(player if player >= 0 else None)
        except NoUndo as reason:
            self.screen.say("play.undo_refused", style="yellow", reason=reason)
            return False
        self._reported = len(self.pos.steps)
        self.say("play.undone", text=text)
        return True

    def _board(self, view: View, _: str) -> bool:
        self._show(view, self._secret(view.viewer))
        return False

    def _log(self, view: View, _: str) -> bool:
        lines = self.pos.log(self.viewer)
        for line in lines or [say("play.nothing_yet")]:
            self.screen.say("play.event", text=line)
        return False

    def _rules(self, view: View, id: str) -> bool:
        from .games import print_rule, print_rulebook

        try:
            print_rule(self.pos.game.rules[id]) if id else print_rulebook(self.pos.game.rules)
        except PizzaboxError as error:
            self.screen.line(str(error), style="yellow")
        return False

    def _look(self, view: View, _: str) -> bool:
        """Let one of several people see alone what only they may know."""
        if self._seen(view, secret=False) is view:
            self.say("play.look_same")
            return False
        name = self._name(view.viewer)
        with self.screen.alone():
            self.screen.say("play.look_away", style="bold", name=name)
            self._ask(say("play.hand_over_next", name=name), hidden=True)
            self.screen.board(view)
            self._ask(say("play.look_done"), hidden=True)
        return False

    def _save(self, view: View, file: str) -> bool:
        if not file:
            self.say("play.save_where")
            return False
        path = Path(file)
        if self._try_to_write(path, running=True) and path not in self.files:
            self.files.append(path)
        return False

    def _quit(self, view: View, _: str) -> bool:
        raise Ended

    def _help(self, view: View, _: str) -> bool:
        self.screen.line(say("help.text", example=view.legal()[0].text))
        return False

    def _try_to_write(self, path: Path, running: bool) -> bool:
        try:
            self._write(path, running)
        except OSError as error:
            self.screen.line(say("error.file", file=path, reason=error.strerror or error), style="yellow")
            return False
        return True

    def _write(self, path: Path, running: bool) -> None:
        """The record: while the game runs without its seed and without what is secret, as a server keeps it."""
        pos, game = self.pos, self.pos.game
        players, today = {seat.name: seat.who for seat in self.seats}, date.today().isoformat()
        made = (
            running_record(pos, self.viewer, players, Date=today)
            if running
            else GameRecord.of(pos, players, Date=today)
        )
        assert pos.seed is not None
        made.commitment = commit(game.name, game.options, pos.seed, self.salt, game.fingerprints)
        made.salt = None if running else self.salt
        made.save(path)
        self.say("play.saved_sealed" if running else "play.saved", file=path)


COMMANDS = {
    "moves": TerminalGame._moves,
    "why": TerminalGame._why,
    "what": TerminalGame._what,
    "hint": TerminalGame._hint,
    "undo": TerminalGame._undo,
    "board": TerminalGame._board,
    "look": TerminalGame._look,
    "log": TerminalGame._log,
    "rules": TerminalGame._rules,
    "save": TerminalGame._save,
    "help": TerminalGame._help,
    "?": TerminalGame._help,
    "quit": TerminalGame._quit,
}
WITH_SLASH = frozenset({"save"})
"""Commands whose word begins a move of some game; they are only known by their slash."""
