"""How the tests are shared among the workers of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import pytest

from tests.conftest import shared


@dataclass(frozen=True)
class Item:
    nodeid: str


def names(where: str, many: int) -> list[Item]:
    return [Item(f"{where}::test_{n}") for n in range(many)]


ITEMS = [
    *names("tests/engine/test_a.py", 20),
    *names("tests/mutants/test_m.py", 3),
    *names("tests/web/test_w.py", 10),
    *names("tests/test_z.py", 8),
]


@pytest.mark.parametrize("workers", [1, 2, 3, 5, 60])
def test_no_test_is_lost_and_the_longest_are_shared_and_come_first(workers: int) -> None:
    made = shared(cast(Any, ITEMS), workers)
    assert sorted(map(str, made)) == sorted(map(str, ITEMS))
    parts, left = [], list(made)
    for number in range(workers):
        size = len(left) // (workers - number)
        parts.append(left[:size])
        left = left[size:]
    if workers <= 5:
        pages = [[item for item in part if "web" in item.nodeid] for part in parts]
        waiting = pages[: max(1, workers - 1)]
        assert max(map(len, waiting)) - min(map(len, waiting)) <= 1 and all(waiting)
        assert not any(pages[len(waiting) :]), "one worker waits for no browser"
        assert sum(any("mutants" in item.nodeid for item in part) for part in parts) == 1, "a file stays together"
        for part in parts:
            long = [item for item in part if "web" in item.nodeid or "mutants" in item.nodeid]
            assert part[: len(long)] == long, "they come first"
