"""The game that docs/adding-a-game.md builds, played on the page of a server that has it installed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.plugins import registered, worked_example
from tests.serving import start, stop
from tests.web.page_actions import about, play_out, sit_down


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = worked_example(tmp_path_factory.mktemp("example"))
    with registered(folder):
        yield folder


@pytest.fixture(scope="module")
def base_url(example: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join((str(example), os.environ.get("PYTHONPATH", ""))))
        patch.setenv("PIZZABOX_PLUGINS", "")
        server, url = start(tmp_path_factory.mktemp("data"))
    try:
        yield url
    finally:
        stop(server)


def test_the_example_is_played_by_clicks(visit: Callable[..., Any]) -> None:
    page = visit(fresh=True, reduced_motion="reduce")
    page.goto("/")
    assert "Slice Auction" in page.inner_text("body")
    sit_down([page], "auction", {"players": 3})
    assert play_out([page]) >= 6
    result = about(page)["result"]
    assert result["why"] == "rules" and "Player" in page.inner_text("#result")
