"""Known holes in the packages of constraints.txt, by pip-audit.

A hole is an error. That the list of them cannot be reached, or knows nothing of a package, is said and is none.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

PINNED = Path(__file__).parents[1] / "constraints.txt"
NOT_CHECKED = "not checked: the list of known holes can't be reached from here"
COMMAND = (sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--progress-spinner", "off", "-f", "json")


def verdict(report: str) -> tuple[int, str]:
    """Whether something is wrong, and what to say of a report."""
    try:
        known: list[dict[str, Any]] = json.loads(report)["dependencies"]
    except (ValueError, KeyError, TypeError):
        return 0, NOT_CHECKED
    asked = [one for one in known if "skip_reason" not in one]
    if not asked:
        return 0, NOT_CHECKED
    holes = [
        f"{one['name']} {one['version']}: {hole['id']}, mended in {', '.join(hole['fix_versions']) or 'no version yet'}"
        for one in asked
        for hole in one["vulns"]
    ]
    said = [f"{len(asked)} of {len(known)} packages checked, {len(holes)} known holes", *holes]
    return int(bool(holes)), "\n".join(said)


def main() -> int:
    ran = subprocess.run([*COMMAND, "-r", str(PINNED)], capture_output=True, text=True, check=False)
    wrong, said = verdict(ran.stdout)
    print(said)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
