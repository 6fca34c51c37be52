"""When a server has nothing to do any more."""

from __future__ import annotations

import time
from pathlib import Path


def settled(pid: int, until: float) -> None:
    """Wait until a process has nothing to do: its processor time stands still."""
    while time.monotonic() < until:
        before = used(pid)
        time.sleep(1.0)
        if before is None or used(pid) - before < 3:
            return


def used(pid: int) -> int | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    except OSError:
        return None
    return int(fields[11]) + int(fields[12])
