"""Every option set of every game has a golden play-through, and it still holds."""

from __future__ import annotations

import pizzabox
from pizzabox.engine.game import Game
from tests.golden import FOLDER, path_of, playthrough
from tests.helpers import CASES, every_game


@every_game
def test_the_golden_playthrough_is_played_again_exactly(game: Game) -> None:
    assert path_of(game).exists(), "a game without a play-through; write it with `make golden` and read it"
    assert path_of(game).read_text(encoding="utf-8") == playthrough(game), (
        "read the difference; `make golden` accepts it"
    )


@every_game
def test_the_record_at_its_end_verifies(game: Game) -> None:
    text = path_of(game).read_text(encoding="utf-8")
    assert pizzabox.loads(text[text.index("[Pizza") :]).problems() == []


def test_no_file_is_left_over() -> None:
    assert {p.name for p in FOLDER.iterdir()} == {path_of(g).name for g in CASES}
