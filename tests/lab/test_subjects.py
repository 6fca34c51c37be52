"""What moves have to do with, counted again from their notation and from the table; and what that decides."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars")
import polars as pl

import pizzabox
from pizzabox.engine.contract import AT_THE_END
from pizzabox.engine.options import Choice, Number, Switch
from pizzabox.engine.position import Position
from pizzabox.lab import balance as balance_module
from pizzabox.lab.balance import balance, balance_plan, house, house_values, other_values
from pizzabox.lab.experiment import run
from pizzabox.lab.findings import findings
from pizzabox.lab.row_record import record_of
from pizzabox.lab.win_shares import wilson

Counts = Counter[tuple[int, str]]
"""By seat and subject."""
GAMES = 300


def read_theory(pos: Position, player: int, text: str) -> list[str]:
    if text.startswith("cut"):
        return ["subject.cut_" + ("edge", "between", "middle", "middle", "between", "edge")[int(text[4]) - 1]]
    if " " in text:
        return []
    x = "abcdefg".index(text[0]) - 3
    y = int(text[1:]) - 1 + max(-3, -x - 3)
    out = max(abs(x), abs(y), abs(x + y))
    return ["subject.add_" + ("middle", "middle", "between", "rim")[out]]


def read_hexentafl(pos: Position, player: int, text: str) -> list[str]:
    after = pos.state.copy()
    pos.game.kernels.play(after, player, pos.game.words.parse(pos.state, player, text.lower()))
    found = ["subject.captures"] * int(after.taken).bit_count()
    if text.startswith("K"):
        return [*found, "subject.king"]
    row, column = "abcdefghi".index(text[-2]) - 4, int(text[-1]) - 5
    steps = sorted(map(abs, (row, column, row - column)))
    rim = 3 if pos.game.options["size"] == 4 else 4
    if steps[-1] == rim:
        found.append("subject.corner" if steps[0] == 0 else "subject.rim")
    return found


def read_wars(pos: Position, player: int, text: str) -> list[str]:
    if text[0].islower() or pos.state.side != player:
        return []  # a piece is turned, or one of the Agent's is moved
    cards = {"distance": 0, "direction": 1, "corner": 2, "hop": 3, "reach": 4, "spin": 5}
    move, _, card = text.partition(" +")
    found = [f"card.{cards[card.split()[0]]}"] if card else []
    if not card.startswith("spin"):
        kinds = {"M": "manager", "K": "cook", "G": "dough", "S": "sauce", "D": "driver", "C": "customer"}
        found.append(f"subject.{kinds[text[0]]}")
    return [*found, *["subject.pranks"] * ("x" in move)]


def read_shark(pos: Position, player: int, text: str) -> list[str]:
    head = text.partition(" ")[0]
    if head == "upgrade":
        from pizzabox.games.shark.phrases import card_of

        cost = card_of(pos.state, pos.state.rail[int(text[-1]) - 1]).cost
        return ["subject.cheap" if cost < 3 else "subject.middling" if cost < 5 else "subject.dear"]
    words = {"take": "takes", "place": "places", "steal": "steals", "feed": "feeds", "heist": "heists"}
    words |= {"anchovy": "anchovies", "pass": "gifts", "bait": "bait"}
    return [f"subject.{words[head]}"] if head in words and text != "no bait" else []


def read_pizzeria(pos: Position, player: int, text: str) -> list[str]:
    return []


def on_the_table(pos: Position) -> Counts:
    """What players have at the end."""
    s, found = pos.state, Counts()
    if pos.game.name == "shark":
        found.update((int(seat), "subject.goals") for seat in s.claimed if seat >= 0)
    if pos.game.name == "pizzeria":
        from pizzabox.games.pizzeria.board import OFFERS, SLICES

        for seat in range(pos.game.players):
            for number, slice_ in enumerate(SLICES):
                for kind in slice_.kinds:
                    found[seat, f"kind.{kind}"] += s.saved[seat, number]
                found[seat, "subject.leaves"] += slice_.leaves * s.ate[seat, number]
        found.update((holder - 1, f"subject.offer_{OFFERS[k]}") for k, holder in enumerate(s.holder) if holder)
    return found


READERS: dict[str, Any] = {
    "theory": read_theory,
    "hexentafl": read_hexentafl,
    "wars": read_wars,
    "shark": read_shark,
    "pizzeria": read_pizzeria,
}
SETS: list[tuple[str, dict[str, Any]]] = [
    ("theory", {"cap": 4}),
    ("theory", {"players": 2, "cap": 4}),
    ("hexentafl", {}),
    ("hexentafl", {"size": 5}),
    ("wars", {"setup": "short", "cards": "three", "hand": 6, "goal": 6, "patience": 4}),
    ("wars", {"setup": "short", "agent": True, "goal": 6, "patience": 3}),
    ("shark", {"goals": True, "cap": 25}),
    ("shark", {"players": 4, "cap": 6}),
    ("pizzeria", {"players": 3, "variant": "advanced"}),
]


@pytest.mark.parametrize(("name", "options"), SETS, ids=str)
def test_what_the_kernel_counts_is_what_a_reader_counts(name: str, options: dict[str, Any]) -> None:
    game = pizzabox.load(name, **options)
    kernels, size = game.kernels.interpreted(), len(game.subjects)
    kernel, reader = Counts(), Counts()

    def add(pos: Position, seat: int, code: int) -> None:
        told = kernels.subjects(pos.state, seat, code, size)
        kernel.update({(seat, key): much for key, much in zip(game.subjects, told, strict=True)})

    for seed in range(2):
        dice, pos = random.Random(seed), game.start(seed)
        while not pos.over:
            player = dice.choice(pos.actors)
            move = dice.choice(list(pos.legal(player)))
            add(pos, player, move.code)
            reader.update((player, key) for key in READERS[name](pos, player, move.text))
            pos.play(move, player)
        for seat in range(game.players):
            add(pos, seat, AT_THE_END)
        reader.update(on_the_table(pos))
    assert +kernel == +reader
    assert len({key for _, key in +kernel}) > 2


@pytest.mark.parametrize("name", pizzabox.names())
def test_every_subject_has_a_name(name: str) -> None:
    game = pizzabox.load(name)
    names = [game.subject(number) for number in range(len(game.subjects))]
    assert len(set(names)) == len(names) > 3 and not set(names) & set(game.subjects)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("subjects") / "results.parquet"
    run(balance_plan(pizzabox.load("theory", cap=4), ["greedy"], GAMES, seed=5), path)
    return path


def rows_of(results: Path) -> list[dict[str, Any]]:
    return [row for row in pl.read_parquet(results).to_dicts() if row["part"] == "balance"]


def test_a_row_holds_what_its_moves_have_to_do_with(results: Path) -> None:
    game = pizzabox.load("theory", cap=4)
    row = rows_of(results)[7]
    found = Counts()
    for pos, line in record_of(results, 7).steps():
        if line is not None:
            player = game.seats.index(line.seat)
            found.update((player, key) for key in read_theory(pos, player, line.text))
    assert row["subjects"] == [found[seat, key] for seat in range(3) for key in game.subjects]


@pytest.mark.parametrize("few", [100, 170])
def test_what_decides_is_what_the_rows_say(results: Path, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted again in plain Python, seat by seat."""
    monkeypatch.setattr(balance_module, "FEW", few)
    found, rows = balance(results), rows_of(results)
    kinds = len(found.game.subjects)
    usual = [sum((1 + row["returns"][p]) / 2 for row in rows) / GAMES for p in range(3)]
    expected = {}
    for k in range(kinds):
        apart = []
        for row in rows:
            amounts = row["subjects"][k::kinds]
            if amounts.count(max(amounts)) == 1:
                apart.append((amounts.index(max(amounts)), row["returns"]))
        if len(apart) >= few:
            won = sum((1 + returns[p]) / 2 for p, returns in apart) / len(apart)
            expected[found.game.subject(k)] = won, sum(usual[p] for p, _ in apart) / len(apart), len(apart)
    assert len(expected) == kinds if few == 100 else 1 < len(expected) < kinds
    assert {one.name for one in found.subjects} == set(expected)
    for one in found.subjects:
        assert (one.share.share, one.share.fair, one.share.games) == pytest.approx(expected[one.name])
        assert one.share.high - one.share.low > (wide := wilson(one.share.share, one.share.games))[1] - wide[0]
    gaps = [abs(one.share.share - one.share.fair) for one in found.subjects]
    assert gaps == sorted(gaps, reverse=True)


def test_intervals_of_many_hold_together() -> None:
    """Of 40 fair coins some leave their own interval; hardly ever does one leave the common one."""
    dice, single, together = random.Random(4), 0, 0
    for _ in range(100):
        shares = [sum(dice.random() < 0.5 for _ in range(250)) / 250 for _ in range(40)]
        for among in (1, 40):
            outside = any(
                not one.low <= 0.5 <= one.high for one in (balance_module._share(s, 0.5, 250, among) for s in shares)
            )
            single, together = single + (outside and among == 1), together + (outside and among == 40)
    assert single > 70 and together <= 10


def test_only_what_chance_does_not_explain_is_a_finding(results: Path) -> None:
    found = balance(results)
    one = found.subjects[0]
    share = one.share
    sure = replace(one, name="anchovies", share=replace(share, share=0.8, low=0.75, high=0.85, fair=1 / 3))
    chance = replace(sure, share=replace(sure.share, low=0.2))
    assert any("anchovies" in text for text in findings(replace(found, subjects=(sure,)), []))
    assert not any("anchovies" in text for text in findings(replace(found, subjects=(chance,)), []))
    fewer = replace(sure, share=replace(share, share=0.05, low=0.01, high=0.1, fair=1 / 3))
    assert any("wins only 5.0%" in text for text in findings(replace(found, subjects=(fewer,)), []))


def test_every_option_is_changed_once() -> None:
    game = pizzabox.load("theory", cap=4)
    assert other_values(Number("cap", 60, 1, 1000), 4) == [2, 8]
    assert other_values(Number("extra", 0, 0, 3), 0) == [] and other_values(Number("extra", 0, 0, 3), 2) == [1, 3]
    assert other_values(Number("size", 4, 4, 5), 5) == [4]
    assert other_values(Switch("goals", False), True) == [False]
    assert other_values(Choice("setup", "a", {"a": 0, "b": 1, "c": 1, "d": 0}), "a") == ["b", "c"]
    changed = [{n: v for n, v in other.options.items() if v != game.options[n]} for other in house_values(game)]
    layouts = [{"layout": name} for name in ("S2", "S3", "K")]
    assert changed == [*layouts, {"cap": 2}, {"cap": 8}, {"first": "red"}, {"first": "green"}, {"first": "white"}]
    firsts = [other.options["first"] for other in house_values(pizzabox.load("pizzeria", players=2))]
    assert set(firsts) == {"random", "red", "green"}, "only players who are there"


def test_other_values_are_told_beside_the_usual_one(results: Path) -> None:
    found, others = balance(results), house(results)
    assert [other.game.options["cap"] for other in others if other.game.options["cap"] != 4] == [2, 8]
    assert all(other.games == balance_module.LEAST_HOUSE for other in others)
    rows = pl.read_parquet(results).filter(pl.col("options") == str(others[0].game.options))
    assert others[0].length.mean == pytest.approx(rows["length"].mean())
    unfair = [
        replace(side, share=replace(side.share, share=x))
        for side, x in zip(found.sides, (0.9, 0.05, 0.05), strict=True)
    ]
    plain = replace(found, subjects=(), openings=())
    said = findings(plain, [], [replace(others[0], sides=tuple(unfair))])
    assert any("with layout=S2 instead of layout=S1" in text and "90.0%" in text for text in said)
    assert not any("layout=S2" in text for text in findings(plain, [], [replace(plain, game=others[0].game)]))
