"""Golden play-throughs: whole games as readable text, one file an option set, kept under `tests/golden/`.

The drawn examples of the rules are kept too, as pictures under `tests/examples/`: look at those that changed.

Play-throughs show every step as a spectator sees it and each mover's prompt and choice. A change in rules, words or
notation shows up as a difference to review; `make golden` writes them anew.
"""

from __future__ import annotations

import random
from pathlib import Path

import pizzabox
from pizzabox.engine.examples import examples
from pizzabox.engine.game import Game
from pizzabox.engine.game_record import GameRecord
from tests.helpers import CASES, case_id

FOLDER = Path(__file__).parent / "golden"
PICTURES = Path(__file__).parent / "examples"


def path_of(game: Game) -> Path:
    return FOLDER / f"{case_id(game)}.txt"


def playthrough(game: Game) -> str:
    """One random game, told from beginning to end."""
    dice, pos = random.Random(2026), game.start(seed=2026)
    lines = [f"# {game.title}: {game.options}", "", str(pos.view()), ""]
    while not pos.over:
        news = pos.state.news
        player = pos.actors[0]
        view = pos.view(player)
        lines.append(f"{game.seats[player]}: {view.prompt}")
        move = advance_first(pos, dice)
        lines.append(f"  > {move} (one of {len(view.legal())})")
        lines += [f"  {line}" for line in pos.story(pos.steps[-1], bytes(pos.state), -1)]
        if pos.state.news != news or pos.over:
            lines += ["", str(pos.view()), ""]
    lines += [pos.prompt, f"returns {pos.returns}, scores {pos.scores}", "", GameRecord.of(pos).dumps().rstrip()]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def advance_first(pos: pizzabox.Position, dice: random.Random) -> pizzabox.Move:
    """A random move of the first actor, so that a play-through reads in seat order."""
    player = pos.actors[0]
    return pos.play(dice.choice(pos.legal(player).codes), player)


def drawings(game: Game) -> dict[str, str]:
    """The pictures of a game's examples, by their file names."""
    return {
        f"{game.name}-{shown.id}-{number + 1}.svg": drawn + "\n"
        for shown in examples(game).values()
        for number, drawn in enumerate(shown.pictures(game, "light"))
    }


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.iterdir():
        old.unlink()
    for name in pizzabox.names():
        for file, drawn in drawings(pizzabox.load(name)).items():
            (PICTURES / file).write_text(drawn, encoding="utf-8")
            print("drew", file)
    for game in CASES:
        path_of(game).write_text(playthrough(game), encoding="utf-8")
        print("wrote", path_of(game).name)


if __name__ == "__main__":
    main()
