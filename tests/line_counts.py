"""At the end of a run: how many lines a game takes, as the tests of it counted them."""

from __future__ import annotations

import pytest

LINES = "lines: "
"""How a property of a test begins (`record_property`) that is printed at the end, also where workers ran it."""


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for report in terminalreporter.stats.get("passed", []):
        for name, value in report.user_properties:
            if name.startswith(LINES):
                terminalreporter.write_line(f"{name.removeprefix(LINES)}: {value} lines")
