"""A misspelt field of a state is an error before anything runs, in a game's kernels and in code for every game; so is
one that is declared as something else than its shape says."""

from pathlib import Path

from mypy import api

import pizzabox

KERNELS = """
from pizzabox.engine.contract import over
from pizzabox.engine.kernel import kernel
from pizzabox.engine.state import GameState, Ints, i8


class State(GameState):
    players: int = i8(0, 3)
    points: Ints = i8[3](0, 20)


class Mistaken(GameState):
    players: int = i8[3](0, 3)
    points: Ints = i8[3, 2](0, 20)


@kernel
def of_one_game(s: State) -> int:
    return s.points[0] + s.poitns[1]


@kernel
def of_every_game(s: GameState) -> int:
    return s.sealled if over(s) else s.sealed
"""
SETTINGS = """
[mypy]
mypy_path = {src}
[mypy-numpy.*,numba.*,llvmlite.*]
follow_imports = skip
follow_imports_for_stubs = True
[mypy-pizzabox]
follow_imports = skip
"""


def test_a_misspelt_field_of_a_state_is_an_error_for_mypy(tmp_path: Path) -> None:
    """And nothing else is but a shape that isn't what was declared: the same kernels read `points` and `sealed`."""
    kernels, settings = tmp_path / "kernels.py", tmp_path / "mypy.ini"
    kernels.write_text(KERNELS)
    settings.write_text(SETTINGS.format(src=Path(pizzabox.__file__).parents[1]))
    options = ["--config-file", str(settings), "--cache-dir", str(tmp_path / "cache"), "--no-error-summary"]
    said, trouble, _ = api.run([*options, str(kernels)])
    assert not trouble
    assert [line.partition("error: ")[2] for line in said.splitlines() if "error: " in line] == [
        'Incompatible types in assignment (expression has type "Ints", variable has type "int")  [assignment]',
        'Incompatible types in assignment (expression has type "Grid", variable has type "Ints")  [assignment]',
        '"State" has no attribute "poitns"; maybe "points"?  [attr-defined]',
        '"GameState" has no attribute "sealled"; maybe "sealed"?  [attr-defined]',
    ]
