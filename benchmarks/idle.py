"""What a process uses, and when a server has nothing to do any more."""

from __future__ import annotations

import os
import time
from pathlib import Path


def settled(pid: int, until: float) -> None:
    """Wait until a process and its children, which compile for it, have nothing to do: their processor time stands
    still."""
    while time.monotonic() < until:
        before = used(pid)
        time.sleep(1.0)
        after = used(pid)
        if before is None or after is None or after - before < 3:
            return


def used(pid: int) -> int | None:
    """Processor time of a process and its children, also those that have ended, in ticks."""
    own = _times(pid)
    if own is None:
        return None
    children = (_times(child) for child in _children(pid))
    return sum(own) + sum(sum(times) for times in children if times)


def resident(pid: int | str = "self") -> int:
    """Kilobytes of memory of a process."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") // 1024


def _children(pid: int) -> list[int]:
    try:
        found = [task.joinpath("children").read_text().split() for task in Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return []
    return [int(child) for words in found for child in words]


def _times(pid: int) -> tuple[int, ...] | None:
    """User and system time of a process, and of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(") ", 1)[1].split()
    except OSError:
        return None
    return tuple(int(field) for field in fields[11:15])
