"""Programs as players: JSON lines over standard input and output (docs/bots-protocol.md).

A program is told what its seat knows and which moves are legal, and answers with a move. When it crashes, keeps silent,
talks nonsense or wants an illegal move, the fault is noted and the default move is played: the first legal move in the
game's own order, or any where others may not know what was chosen. It runs without a shell, in a process group of its
own, and not longer than it is needed.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import random
import re
import shlex
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterable
from typing import IO, Any

from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.errors import IllegalMove, PizzaboxError, short
from pizzabox.engine.position import Move, View

from .base import OneQuestion, level, levels, moves_of, say

PROTOCOL = 1
PREFIX = "program:"
USUAL_SECONDS = 5.0
GRACE, START = 1.0, 5.0
"""Seconds beyond those for thinking: for every answer, and more for the first one."""
IDLE = 900.0
"""A program that nobody has asked for so many seconds is stopped; the next turn starts it again."""
GIVE_UP = 5
"""After so many faults in a row a program is not asked any more."""
MOST_LINE, MOST_WAITING = 65_536, 100
_STRENGTH = 1000
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,23}")
_ENDED = None


class Fault(Exception):
    """What a program did wrong, in words; `discreet` is the same without what the program said."""

    def __init__(self, what: str, discreet: str | None = None) -> None:
        super().__init__(what)
        self.discreet = what if discreet is None else discreet


class Program(OneQuestion):
    """A bot that is another program, for one seat of one game."""

    def __init__(self, name: str, command: tuple[str, ...]) -> None:
        super().__init__()
        self.name = name
        self.fault: str | None = None
        """What went wrong at the last move, in words that all may hear; None when it was the program's own."""
        self.evaluation: list[float] | None = None
        """What the program said of the position at its last move: each player's chance to win."""
        self._command = command
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._faults = 0
        self._turn = 0
        self._idle: threading.Timer | None = None

    def choose(self, view: View, seconds: float | None = None) -> Move:
        """The program's move; the default move when it has none to offer."""
        open_to_all = _in_the_open(view)
        moves = moves_of(view)
        default = view.move(view.viewer, moves[0] if open_to_all else random.choice(moves))
        with self.answering():
            return self._choose(view, default, open_to_all, seconds)

    def _choose(self, view: View, default: Move, open_to_all: bool, seconds: float | None) -> Move:
        self.fault, self.evaluation = None, None
        if self._faults >= GIVE_UP:
            return default
        if self._idle:
            self._idle.cancel()
        try:
            move = self._ask(view, USUAL_SECONDS if seconds is None else seconds)
        except Fault as problem:
            self._faults += 1
            self.close()
            given_up = say("program.given_up", n=GIVE_UP) if self._faults >= GIVE_UP else ""
            warning = (
                say("program.fault", what=problem, move=default.text, more=given_up)
                if open_to_all
                else say("program.fault_secret", what=problem.discreet, more=given_up)
            )
            self.fault = warning.strip()
            return default
        self._faults = 0
        self._idle = threading.Timer(IDLE, self.close)
        self._idle.daemon = True
        self._idle.start()
        return move

    def close(self) -> None:
        """Stop the program, whatever it is doing."""
        if self._idle:
            self._idle.cancel()
        process, self._process = self._process, None
        if process is None:
            return
        _kill(process)
        process.wait()
        with contextlib.suppress(OSError, ValueError):
            assert process.stdin
            process.stdin.close()

    def _ask(self, view: View, seconds: float) -> Move:
        wait = seconds + GRACE
        process = self._process
        if process is None:
            process = self._start()
            wait += START
            self._send(process, _hello(view), wait)
        self._turn += 1
        while not self._lines.empty():  # what it said without being asked
            if self._lines.get_nowait() is _ENDED:
                raise Fault(_how_it_ended(process))
        turn = {"type": "turn", "n": self._turn, "seat": view.viewer, "seconds": seconds}
        turn |= {"view": view.data(), "moves": [move.text for move in view.legal()]}
        until = time.monotonic() + wait
        self._send(process, turn, wait)
        answer = self._hear(process, until, seconds)
        self.evaluation = _evaluation(answer.get("evaluation"), view.game.players)
        move = answer.get("move")
        if not isinstance(move, str):
            raise Fault(say("program.no_move", answer=short(answer)), say("program.no_move_secret"))
        try:
            code = view.code_of(move, view.viewer)
        except IllegalMove as problem:
            raise _illegal(move, problem.reason) from None
        if code not in view.legal().codes:
            why, _ = view.game.words.why(view.state, view.viewer, code)
            raise _illegal(move, why)
        return view.move(view.viewer, code)

    def _hear(self, process: subprocess.Popen[str], until: float, seconds: float) -> dict[str, Any]:
        """The answer to this turn; answers to other turns are passed over."""
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - time.monotonic()))
            except queue.Empty:
                raise Fault(say("program.silent", seconds=f"{seconds:g}")) from None
            if line is _ENDED:
                raise Fault(_how_it_ended(process))
            try:
                answer = json.loads(line)
            except (ValueError, RecursionError):
                answer = None
            if not isinstance(answer, dict):
                raise Fault(say("program.nonsense", line=short(line.strip())), say("program.nonsense_secret"))
            if answer.get("n", self._turn) == self._turn:
                return answer

    def _send(self, process: subprocess.Popen[str], message: dict[str, Any], wait: float) -> None:
        """Send one line. A program that does not read is stopped, for the line might wait for ever."""
        assert process.stdin
        watch = threading.Timer(wait, _kill, [process])
        watch.start()
        try:
            process.stdin.write(json.dumps(message, separators=(",", ":")) + "\n")
            process.stdin.flush()
        except (OSError, ValueError):
            raise Fault(_how_it_ended(process)) from None
        finally:
            watch.cancel()

    def _start(self) -> subprocess.Popen[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PIZZABOX")}
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
                env=kept,
                start_new_session=True,
            )
        except OSError as problem:
            raise Fault(say("program.start", why=problem.strerror or problem)) from None
        assert process.stdout
        self._process, self._lines = process, queue.SimpleQueue()
        threading.Thread(target=_read, args=(process.stdout, self._lines), daemon=True).start()
        return process


def _hello(view: View) -> dict[str, Any]:
    game = view.game
    made = {"type": "hello", "protocol": PROTOCOL, "game": game.name, "options": dict(game.options)}
    return {**made, "players": game.players, "seats": list(game.seats), "seat": view.viewer}


def _in_the_open(view: View) -> bool:
    """Whether a seat knows and chooses nothing now that others may not know, so that all may hear what it said."""
    kernels = view.game.kernels
    if bytes(view) != bytes(kernels.show(view.state, SPECTATOR)):
        return False
    trial = view.guess(0).state
    kernels.play(trial, view.viewer, moves_of(view)[0])
    return not trial.sealed and not view.state.sealed


def _illegal(move: str, why: str) -> Fault:
    return Fault(say("program.illegal", move=short(move), why=why), say("program.illegal_secret"))


def _kill(process: subprocess.Popen[str]) -> None:
    """End a program and all that it has started."""
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL) if os.name == "posix" else process.kill()


def _how_it_ended(process: subprocess.Popen[str]) -> str:
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    code = process.returncode
    return say("program.closed") if code is None else say("program.ended", code=code)


def allow_all(wishes: Iterable[str]) -> None:
    """Programs as a host names them: `NAME=COMMAND`."""
    for wish in wishes:
        name, equals, command = wish.partition("=")
        if not equals:
            raise PizzaboxError(say("program.form", text=short(wish)))
        allow(name.strip(), command)


def allow(name: str, command: str) -> None:
    """Let a program sit at tables under a name: it is then one more bot."""
    if not _NAME.fullmatch(name) or name in ("me", "all"):
        raise PizzaboxError(say("program.name", name=short(name)))
    if name in levels():
        raise PizzaboxError(say("program.taken", name=name))
    words = command_words(command)
    level(name, lambda _: Program(name, words), _STRENGTH)


def command_words(command: str) -> tuple[str, ...]:
    """A command line as words, the program first; no shell ever sees it."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as problem:
        raise PizzaboxError(say("program.command", command=short(command), why=problem)) from None
    if not words:
        raise PizzaboxError(say("program.empty"))
    if shutil.which(words[0]) is None:
        raise PizzaboxError(say("program.missing", program=short(words[0]), hint=say("program.unknown_path")))
    return words


def _evaluation(given: object, players: int) -> list[float] | None:
    """An evaluation as far as it makes sense: one chance for each player."""
    if not isinstance(given, list) or len(given) != players:
        return None
    if not all(isinstance(x, (int, float)) and not isinstance(x, bool) and 0 <= x <= 1 for x in given):
        return None
    return [float(x) for x in given]


def _read(stream: IO[str], lines: queue.SimpleQueue[str | None]) -> None:
    """Hand on every line until the program ends; then `_ENDED`."""
    with contextlib.suppress(OSError, ValueError), stream:
        while line := stream.readline(MOST_LINE):
            if lines.qsize() < MOST_WAITING:  # a program that talks without being asked is not listened to for ever
                lines.put(line)
    lines.put(_ENDED)
