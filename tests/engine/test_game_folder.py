"""The files of a game folder are found by their roles; one that is missing brings nothing."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import pizzabox
from pizzabox.engine.game_folder import parts_of
from pizzabox.games.hexentafl import analysis, editor, picture, position_check, rules, state, symmetry
from tests.helpers import OURS


def test_everything_in_the_folder_is_found() -> None:
    parts = parts_of("pizzabox.games.hexentafl")
    assert parts["state"] is state.State and parts["picture"] is picture and parts["codes"] == rules.CODES
    assert parts["check"] is position_check.check and parts["tidy"] is position_check.tidy and "fits" not in parts
    assert parts["analysis"] is analysis.panels and parts["equal_moves"] is symmetry.equal_moves
    assert parts["editor"].paint is editor.paint and parts["editor"].NO_PLACE == ("why.hex", "X1.1")
    assert {"begin", "play", "value", "audit_laws"} <= set(parts["functions"])
    assert "show_secrets" not in parts["functions"], "nothing is hidden in heXentafl"


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


GAMES = pytest.mark.parametrize("name", OURS)
HOMES = {
    "words": ("prompt", "chapter", "standing", "tally", "spell"),
    "spoken_board": ("described",),
    "text_board": ("board",),
    "story": ("events", "result"),
    "why_not": ("not_your_turn", "broken_rule", "bad_touch"),
    "preview": ("outlook",),
    "notation": ("text", "tokens", "parse"),
    "explain": ("explain",),
    "phrases": ("name", "ended_by"),
    "editor": ("names", "places", "paint", "fields", "fill"),
    "position_check": ("check",),
    "analysis": ("panels",),
    "visibility": ("audit_laws",),
    "evaluation": ("value", "features"),
    "subjects": ("subjects",),
}
"""In which file each of our games has which functions."""
CONSTANTS = {"SEATS": str, "COLOURS": int, "PHASES": str, "KINDS": object, "SIDES": str}
"""What the entries of lists are that several games have under one name."""


@GAMES
def test_our_games_have_the_same_functions_in_the_same_files(name: str) -> None:
    for role, functions in HOMES.items():
        home = f"pizzabox.games.{name}.{role}"
        for function in functions:
            found = getattr(import_module(home), function)
            assert found.__module__ == home, f"{function} belongs in {role}.py"


@GAMES
def test_our_games_mean_the_same_by_the_same_names(name: str) -> None:
    for role in ("board", "move_codes", "state", "rules", "phrases", "picture"):
        home = f"pizzabox.games.{name}.{role}"
        brought = vars(import_module(home)) if find_spec(home) else {}
        for constant, kind in CONSTANTS.items():
            known = brought.get(constant, ())
            assert isinstance(known, tuple) and all(isinstance(one, kind) for one in known), f"{home}.{constant}"
        assert isinstance(brought.get("PLAYERS", 0), int)


@GAMES
def test_our_games_have_a_check_an_editor_and_panels_of_their_own(name: str) -> None:
    game = pizzabox.load(name)
    assert game.check is not None and game.analysis is not None
    home = f"pizzabox.games.{name}"
    for part in (game.check, game.analysis, game.editor.fields, game.editor.paint):
        assert str(part.__module__).startswith(home)
    assert game.editor.note(game.start(seed=1).state)
