"""The command line. One file a topic; `app.py` lists the commands. Nothing heavy is imported before it is needed."""

from __future__ import annotations

import os
import signal
import sys


def main() -> None:
    """The command `pizzabox`."""
    from .output import speak_as_asked

    speak_as_asked(sys.argv[1:])
    from .app import app
    from .compiling import running

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A terminal that cannot show a sign, or input that is no UTF-8, must not end a game.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    for name in ("SIGTERM", "SIGHUP"):
        # A closed terminal ends a game like Ctrl-C does: with its record saved. Who asked to ignore it keeps that.
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    code: object = 0
    try:
        app(prog_name="pizzabox")
    except SystemExit as stop:
        code = stop.code
    if running():
        # The compiler cannot be interrupted in the middle of a kernel, and Python would wait for it or crash in it.
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else 1)
    sys.exit(code if isinstance(code, int) else 1)
