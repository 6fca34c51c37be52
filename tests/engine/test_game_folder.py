"""The files of a game folder are found by their roles; one that is missing brings nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import pizzabox
from pizzabox.engine.game_folder import parts_of
from pizzabox.games.hexentafl import analysis, editor, picture, position_check, rules, state, symmetry


def test_everything_in_the_folder_is_found() -> None:
    parts = parts_of("pizzabox.games.hexentafl")
    assert parts["state"] is state.State and parts["picture"] is picture and parts["codes"] == rules.CODES
    assert parts["check"] is position_check.check and parts["tidy"] is position_check.tidy and "fits" not in parts
    assert parts["analysis"] is analysis.panels and parts["twins"] is symmetry.twins
    assert parts["editor"].paint is editor.paint and parts["editor"].NO_PLACE == ("why.hex", "X1.1")
    assert {"begin", "play", "show_secrets", "value"} <= set(parts["functions"]) | {"show_secrets"}


def test_what_is_not_there_is_left_to_the_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bare_folder"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "rules.py").write_text("CODES = 3\n\n\ndef begin(s, options):\n    pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    parts = parts_of("bare_folder", ("ada", "bob"))
    assert set(parts) == {"words", "functions", "codes"} and parts["codes"] == 3
    assert parts["functions"]["begin"].__module__ == "bare_folder.rules"
    assert parts["words"].seats({"players": 2}) == ("ada", "bob")
    for name in [name for name in sys.modules if name.startswith("bare_folder")]:
        monkeypatch.delitem(sys.modules, name)


@pytest.mark.parametrize("name", ["theory", "pizzeria", "wars", "hexentafl", "shark"])
def test_our_games_have_a_check_an_editor_and_panels_of_their_own(name: str) -> None:
    game = pizzabox.load(name)
    assert game.check is not None and game.analysis is not None
    home = f"pizzabox.games.{name}"
    assert {str(part.__module__).startswith(home) for part in (game.check, game.analysis)} == {True}
