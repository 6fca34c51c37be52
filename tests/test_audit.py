"""What the list of known holes means: a hole is an error, a list that is out of reach is none."""

from __future__ import annotations

import json

from tests.audit import verdict

SOUND = {"name": "one", "version": "1.0", "vulns": []}
HOLED = {"name": "two", "version": "2.0", "vulns": [{"id": "HOLE-1", "fix_versions": ["2.1"]}]}
UNKNOWN = {"name": "three", "skip_reason": "not found"}


def report(*dependencies: object) -> str:
    return json.dumps({"dependencies": dependencies, "fixes": []})


def test_a_known_hole_is_an_error() -> None:
    assert verdict(report(SOUND, HOLED)) == (
        1,
        "2 of 2 packages checked, 1 known holes\ntwo 2.0: HOLE-1, mended in 2.1",
    )


def test_what_could_not_be_asked_is_said_and_is_no_error() -> None:
    assert verdict(report(SOUND, UNKNOWN)) == (0, "1 of 2 packages checked, 0 known holes")
    for nothing in ("", "no JSON", "[]", "{}", report(UNKNOWN)):
        assert verdict(nothing) == (0, "not checked: the list of known holes can't be reached from here")
