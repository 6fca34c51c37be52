"""What may be typed at the prompt: moves and commands never take each other's words, and secrets stay secret."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import pizzabox
from pizzabox.cli.compiling import CompileJob
from pizzabox.cli.console import Terminal
from pizzabox.cli.seats import TerminalSeat
from pizzabox.cli.terminal_game import COMMANDS, WITH_SLASH, Ended, TerminalGame
from pizzabox.cli.typed import legal
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position
from pizzabox.testing import advance
from tests.helpers import every_game, size, walk

from .helpers import run


class Typed(Terminal):
    """A screen on which a script types, and which keeps what it is shown."""

    def __init__(self, *lines: str) -> None:
        super().__init__()
        self.lines, self.shown = list(lines), []

    @property
    def keyboard(self) -> bool:
        return False

    def ask(self, prompt: str, hidden: bool = False, words: object = ()) -> str:
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    def line(self, text: str = "", style: str = "") -> None:
        self.shown.append(text)

    def board(self, board: object, touch: object = ()) -> None:
        self.shown.append(str(board))


def everybody(pos: Position, screen: Terminal, save: Path | None = None) -> TerminalGame:
    """A match of people who all sit at one keyboard."""
    seats = tuple(TerminalSeat(name) for name in pos.game.seats)
    return TerminalGame(pos, seats, screen, compiling=CompileJob(lambda progress: None), delay=0, save=save)


@every_game
def test_every_legal_text_typed_is_played(game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    dice = random.Random(4)
    for n, pos in enumerate(walk(game, 2, 120)):
        if pos.over:
            break
        if n % 8:
            continue
        player = dice.choice(pos.actors)
        mine = pos.legal(player)
        for code in sorted(
            {mine.codes[0], mine.codes[-1], *dice.sample(list(mine.codes), min(size(4, 30), len(mine)))}
        ):
            text = pos.move(player, code).text
            assert not text.startswith("/")
            assert text.split()[0] not in COMMANDS.keys() - WITH_SLASH
            trial = Position(game, pos.state.copy(), pos.seed)
            match = everybody(trial, Typed(text))
            match._turn(player, secret=False)
            assert [(step.player, step.code) for step in trial.steps] == [(player, code)], text
    assert not list(tmp_path.iterdir()), "nothing was saved by a move"


@every_game
def test_no_command_is_read_as_a_move(game: Game) -> None:
    for n, pos in enumerate(walk(game, 3, 60)):
        if pos.over or n % size(14, 7):
            continue
        view = pos.view(pos.actors[0])
        assert not [word for word in COMMANDS if legal(view, word) and word not in WITH_SLASH]


def eating(seed: int = 1) -> Position:
    """Pizzeria, where a portion was taken and is to be eaten or saved."""
    pos = pizzabox.load("pizzeria", players=2).start(seed)
    dice = random.Random(seed)
    while "save all" not in pos.legal():
        advance(pos, dice)
    return pos


def test_save_all_saves_slices_and_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pos = eating()
    everybody(pos, Typed("save all"))._turn(pos.actors[0], secret=False)
    assert pos.steps[-1].text == "save all"
    assert not list(tmp_path.iterdir())


def test_a_move_that_is_not_legal_is_no_command_either(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    pos = pizzabox.load("pizzeria", players=2).start(1)
    screen = Typed("save all", "/save all.pizza", "/sav x", "quit")
    match = everybody(pos, screen)
    with pytest.raises(Ended):
        match._turn(pos.actors[0], secret=False)
    assert not pos.steps
    assert [path.name for path in tmp_path.iterdir()] == ["all.pizza"]
    assert "To save the game to a file, type: /save FILE" in screen.shown
    assert any("did you mean 'save'" in line for line in screen.shown)


def test_the_words_of_the_prompt_are_understood() -> None:
    pos = eating()
    everybody(pos, Typed("Finish"))._turn(pos.actors[0], secret=False)
    assert pos.steps[-1].text == "save all", "what the button is called"
    pos = pizzabox.load("theory", first="red").start(3)
    everybody(pos, Typed("space d4"))._turn(0, secret=False)
    assert pos.steps[-1].text == "d4"


def test_words_that_name_several_moves_name_none() -> None:
    pos = pizzabox.load("theory", first="red").start(3)
    screen = Typed("empty", "space", "quit")
    with pytest.raises(Ended):
        everybody(pos, screen)._turn(0, secret=False)
    assert not pos.steps and any("'empty' isn't a move" in line for line in screen.shown)


def test_an_anchovy_is_taken_by_the_words_of_the_prompt() -> None:
    pos, dice = pizzabox.load("shark").start(2), random.Random(2)
    while "anchovy" not in [move.text for move in pos.legal()]:
        advance(pos, dice)
    everybody(pos, Typed("take an anchovy"))._turn(pos.actors[0], secret=False)
    assert pos.steps[-1].text == "anchovy"


def test_what_is_saved_of_a_running_game_tells_no_secret(tmp_path: Path) -> None:
    early, late = tmp_path / "early.pizza", tmp_path / "late.pizza"
    pos = pizzabox.load("theory", first="red").start(3)
    screen = Typed("d5", "d4", "g4", "", "cut 3", "", f"/save {early}")
    match = everybody(pos, screen, late)
    with pytest.raises(Ended):
        match.run()
    text = early.read_text()
    assert "cut" not in text and "[Seed" not in text and "[Salt" not in text and "[Commitment" in text
    sealed = pizzabox.read(early)
    assert [line.text for line in sealed.moves] == ["d5", "d4", "g4"]
    with pytest.raises(pizzabox.BadRecord):
        sealed.replay()
    match.close()
    for path in (early, late):
        record = pizzabox.read(path)
        assert record.seed == 3 and record.commitment == sealed.commitment
        assert record.problems() == []


@pytest.mark.parametrize("name", pizzabox.names())
def test_what_is_saved_at_the_end_verifies_in_every_game(name: str, tmp_path: Path) -> None:
    pos, path = pizzabox.load(name).start(3), tmp_path / "a.pizza"
    match = everybody(pos, Typed(pos.legal()[0].text), path)
    match._turn(pos.actors[0], secret=False)
    match.close()
    assert pizzabox.read(path).commitment and pizzabox.read(path).problems() == []


@pytest.mark.parametrize(("name", "options"), [("shark", {"players": 4, "cap": 3}), ("pizzeria", {"players": 4})])
def test_nobody_looks_away_where_nothing_is_chosen_in_secret(name: str, options: dict[str, object]) -> None:
    game = pizzabox.load(name, **options)
    pos, dice, lines = game.start(6), random.Random(6), []
    while not pos.over and len(lines) < 150:
        lines.append(pos.play(dice.choice(pos.legal().codes)).text)
    screen = Typed(*lines)
    again = game.start(6)
    match = everybody(again, screen)
    if pos.over:
        match.run()
    else:
        with pytest.raises(Ended):
            match.run()
    assert len(again.steps) == len(lines)
    assert not [line for line in screen.shown if "look away" in line]


def test_own_secrets_are_seen_alone_and_only_when_asked_for() -> None:
    game = pizzabox.load("pizzeria", players=2)
    pos, dice = game.start(2), random.Random(2)
    while str(pos.view(pos.legal().player)) == str(pos.view()):
        advance(pos, dice)
    player = pos.actors[0]
    screen = Typed("look", "", "", "quit")
    with pytest.raises(Ended):
        everybody(pos, screen)._turn(player, secret=False)
    assert screen.shown[0] == str(pos.view()), "the shared board shows what all know"
    away = next(i for i, line in enumerate(screen.shown) if "look away" in line)
    assert str(pos.view(player)) in screen.shown[away:]
    assert str(pos.view(player)) not in screen.shown[:away]


def test_the_board_is_shown_between_a_reveal_and_the_moves_of_bots() -> None:
    words = ("play", "theory", "first=red", "--seed", "3", "--seat", "red=me", "--seat", "all=random")
    out = run(*words, typed="d5\ncut 4\n").out
    told = out.index("The cuts are")
    added = re.search(r"(Green|White) adds a topping", out[told:])
    assert added
    between = out[told : told + added.start()]
    assert re.search(r"a4 .* g4 ", between), "a row of the board"


def test_the_last_open_move_is_taken_back_before_a_secret_choice(tmp_path: Path) -> None:
    path = tmp_path / "h.pizza"
    typed = "d5\nd4\ng4\nundo\na3\nquit\n"
    ran = run("play", "theory", "first=red", "--seed", "3", "--seat", "all=me", "--save", str(path), typed=typed)
    assert "Taken back: g4." in ran.out
    assert [line.text for line in pizzabox.read(path).moves] == ["d5", "d4", "a3"]


def test_headlines_are_words() -> None:
    ran = run("play", "wars", "players=3", "setup=short", typed="quit\n")
    assert "=" not in ran.out.splitlines()[0] and "3 players" in ran.out.splitlines()[0]
    pos = pizzabox.load("shark").start(1)
    while len(pos.legal()) != 1:
        pos.play(pos.legal()[-1])
    screen = Typed("moves", "quit")
    with pytest.raises(Ended):
        everybody(pos, screen)._turn(pos.actors[0], secret=False)
    assert any(line.startswith("1 move: ") for line in screen.shown)
    assert repr(pos.legal()).startswith("<1 move: ")
