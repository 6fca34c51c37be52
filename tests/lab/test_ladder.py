"""Matches and the ladder: fair seatings, duplicate deals, shares, ratings."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

import pizzabox
from pizzabox.bots import Bot, Effort
from pizzabox.bots import tree as t
from pizzabox.bots.level_bots import search_of
from pizzabox.engine.errors import PizzaboxError
from pizzabox.lab.ladder import data, fit, publish
from pizzabox.lab.strength_tables import strengths
from pizzabox.lab.textbook import Textbook
from pizzabox.lab.tournament import ladder_plan, match_plan, measured, play_outcomes
from pizzabox.lab.win_shares import Outcome, pairing, share, wilson
from pizzabox.lab.workers import Processes
from pizzabox.testing.random_games import LONG
from tests.cli.helpers import run as command
from tests.games.hexentafl.test_rules import at
from tests.helpers import bots_play


@pytest.mark.parametrize("players", range(2, 7))
def test_every_seat_is_taken_in_turn_and_every_deal_is_played_at_all_seats(players: int) -> None:
    alone = range(players)
    assert [seating.index(0) for seating in pairing(alone)] == list(alone)
    assert all(seating.count(0) == 1 for seating in pairing(alone))
    plan = match_plan(pizzabox.load("pizzeria", players=players), "greedy", "random", 3 * players, seed=4)
    rows = [plan.row(number) for number in range(plan.rows)]
    assert [row.bots.index("greedy") for row in rows] == [*alone] * 3
    assert [row.deal for row in rows] == [deal for deal in range(3) for _ in alone]
    assert len({row.seed for row in rows}) == 3 and len({(row.deal, row.seed) for row in rows}) == 3


def test_partners_are_the_same_bot_and_every_deal_is_played_from_both_sides() -> None:
    game = pizzabox.load("shark", players=4)
    assert game.teams == (0, 1, 0, 1) and pizzabox.load("shark", players=3).teams == (0, 1, 2)
    assert pairing(game.teams) == [(0, 1, 0, 1), (1, 0, 1, 0)]
    plan = match_plan(game, "greedy", "random", 4, seed=7)
    rows = [plan.row(number) for number in range(4)]
    assert [row.bots for row in rows] == [("greedy", "random") * 2, ("random", "greedy") * 2] * 2
    assert rows[0].seed == rows[1].seed != rows[2].seed == rows[3].seed


def test_partners_share_a_win_and_half_the_wins_are_fair() -> None:
    """A real game of two teams: what one of them wins, the other loses."""
    outcome = bots_play(pizzabox.load("shark", players=4, cap=2), ("greedy", "random"), (0, 1, 0, 1), seed=7)
    other = Outcome(tuple(1 - number for number in outcome.seating), outcome.returns, outcome.moves)
    mine, theirs = share([outcome]), share([other])
    assert mine.fair == theirs.fair == 0.5 and mine.share + theirs.share == pytest.approx(1.0)
    assert outcome.returns[0] == outcome.returns[2] and outcome.returns[1] == outcome.returns[3]


def test_alone_both_bots_play_the_same_deal() -> None:
    plan = match_plan(pizzabox.load("pizzeria", players=1, variant="solo"), "greedy", "random", 4, seed=4)
    rows = [plan.row(number) for number in range(4)]
    assert [row.bots for row in rows] == [("greedy",), ("random",)] * 2
    assert [row.deal for row in rows] == [0, 0, 1, 1] and rows[0].seed == rows[1].seed
    (rung,), ratings = measured(plan, [Outcome((n % 2,), (1.0 - 2 * (n % 2),), 5) for n in range(4)])
    assert (rung.upper, rung.lower, rung.result.share, rung.result.fair) == ("greedy", "random", 1.0, 0.0)
    assert ratings["random"].rating == 1000, "who never meets is not told apart"


def test_shares_count_shared_wins_in_part() -> None:
    won = [Outcome((0, 1), (1.0, -1.0), 9), Outcome((1, 0), (0.0, 0.0), 9), Outcome((0, 1), (-1.0, 1.0), 9)]
    found = share(won)
    assert found.share == pytest.approx(0.5) and found.fair == 0.5 and found.games == 3
    assert found.low < 0.5 < found.high and found.ratio == pytest.approx(1.0)
    alone = share([Outcome((0,), (1.0,), 5), Outcome((1,), (-1.0,), 5)])
    assert (alone.share, alone.fair) == (1.0, 0.0)


def test_intervals_are_sound_at_the_edges() -> None:
    assert wilson(1.0, 40) == pytest.approx((0.9124, 1.0), abs=1e-3)
    assert wilson(0.0, 40) == pytest.approx((0.0, 0.0876), abs=1e-3)
    assert wilson(0.5, 400) == pytest.approx((0.4512, 0.5488), abs=1e-3)


def test_ratings_follow_the_odds() -> None:
    """A bot that wins ten of eleven games is 400 points stronger."""
    outcomes = [Outcome((0, 1), (1.0, -1.0), 1)] * 1000 + [Outcome((0, 1), (-1.0, 1.0), 1)] * 100
    fitted = fit([("greedy", "random", outcomes)])
    assert fitted["greedy"].rating == 1000 and fitted["random"].rating == pytest.approx(600, abs=3)
    # The odds are known to sqrt(1/1000 + 1/100) on the scale of logarithms.
    error = 1.96 * math.sqrt(1 / 1000 + 1 / 100) * 400 / math.log(10)
    assert fitted["random"].high - fitted["random"].rating == pytest.approx(error, rel=0.02)
    assert fitted["greedy"].games == 1100 and fitted["greedy"].low == fitted["greedy"].high == 1000


def test_three_seats_share_a_fair_third() -> None:
    outcomes = [Outcome((0, 1, 1), r, 1) for r in ((1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0))] * 50
    assert math.isclose(fit([("greedy", "random", outcomes)])["random"].rating, 1000, abs_tol=2)


def test_two_partners_are_rated_like_one_player() -> None:
    single = [Outcome((0, 1), (1.0, -1.0), 1)] * 30 + [Outcome((0, 1), (-1.0, 1.0), 1)] * 10
    team = [Outcome((0, 1, 0, 1), (a / 2 - 0.5, b / 2 - 0.5) * 2, 1) for a, b in (one.returns for one in single)]
    assert fit([("greedy", "random", team)]) == fit([("greedy", "random", single)])


def test_a_small_ladder_climbs_and_is_published(tmp_path: Path) -> None:
    game = pizzabox.load("theory", players=2, cap=8)
    seen: list[tuple[int, int]] = []
    pairs = (("apprentice", "random"), ("greedy", "apprentice"))
    plan = ladder_plan(game, 20, 1, pairs=pairs)
    rungs, fitted = measured(plan, play_outcomes(plan, progress=lambda done, total: seen.append((done, total))))
    assert seen[-1] == (40, 40) and [rung.upper for rung in rungs] == ["apprentice", "greedy"]
    assert fitted["random"].rating < fitted["apprentice"].rating < fitted["greedy"].rating == 1000
    path = tmp_path / "ratings.json"
    path.write_text('{"wars": {"players=2": {}}}', encoding="utf-8")
    publish(path, game, "ladder", data(rungs, fitted))
    publish(path, game, "maestro greedy", {"share": 0.5})
    known = json.loads(path.read_text(encoding="utf-8"))
    made = known["theory"][str(game.options)]
    assert set(known) == {"wars", "theory"} and made["ladder"]["levels"]["greedy"]["rating"] == 1000
    assert made["maestro greedy"] == {"share": 0.5}
    assert not path.with_suffix(".new").exists()


def test_a_file_that_nothing_can_be_put_into_is_refused_before_the_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pizzabox.cli.lab.run_matches", None)
    for number, content in enumerate((b"PAR1\xb5", b"[1]", b"")):
        other = tmp_path / str(number)
        other.write_bytes(content)
        for words in (("ladder", "theory"), ("match", "theory", "greedy", "random"), ("exploit", "theory", "cap=4")):
            ran = command("lab", *words, "--publish", str(other))
            assert ran.code == 2 and "data file" in " ".join(ran.err.split()), ran.err
        assert other.read_bytes() == content
    same = str(tmp_path / "same.json")
    ran = command("lab", "match", "theory", "greedy", "random", "--out", same, "--publish", same)
    assert ran.code == 2 and "--publish" in ran.err


def test_the_maestro_may_play_fewer_games() -> None:
    game = pizzabox.load("theory", players=2, cap=2)
    pairs = (("greedy", "random"), ("maestro", "greedy"), ("apprentice", "random"))
    plan = ladder_plan(game, 4, 1, seconds=0.002, pairs=pairs, fewer=2)
    rungs, fitted = measured(plan, play_outcomes(plan))
    assert [(rung.upper, rung.result.games) for rung in rungs] == [("greedy", 4), ("maestro", 2), ("apprentice", 4)]
    assert fitted["greedy"].games == 6 and fitted["maestro"].games == 2


def test_games_are_the_same_alone_and_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """In compiled kernels here and there."""
    monkeypatch.setattr("pizzabox.lab.plan.ASKED_CHUNK", 1)
    plan = match_plan(pizzabox.load("theory", players=2, cap=3), "cook", "random", 3, seed=7)
    assert len(plan.chunks) == 3 and play_outcomes(plan) == play_outcomes(plan, Processes(2))


def test_a_ladder_has_at_least_one_rung() -> None:
    with pytest.raises(PizzaboxError, match="a ladder needs two or more bots"):
        ladder_plan(pizzabox.load("theory"), 4, 1, pairs=[])


SMALL: dict[str, dict[str, Any]] = {"theory": {"players": 2, "cap": 6}, "pizzeria": {"players": 2}}
SMALL |= {"wars": {"setup": "short"}, "hexentafl": {}, "shark": {}}
COOK, CHEF, MAESTRO, CHAMPION = "cook", "chef", "maestro", "champion"
THOUGHT = {COOK: 40, CHEF: 400, MAESTRO: 400, CHAMPION: 60}


def player(level: str, seed: int, simulations: int | None = None) -> Bot:
    """A bot of that level; those that think ahead are bound by simulations alone, and so play the same anywhere."""
    if level not in THOUGHT:
        return pizzabox.bot(level, seed)
    return search_of(level)(seed, name=level, effort=Effort(simulations=simulations or THOUGHT[level]))


def won(game: pizzabox.Game, upper: str, lower: str, games: int = 12, simulations: int | None = None) -> float:
    """How many games the first level wins against the second, with deals and dice that are always the same."""
    count, deal = 0.0, 0
    seatings, dice = pairing(game.teams), random.Random(1)
    for number in range(games):
        seating = seatings[number % len(seatings)]
        deal = deal if number % len(seatings) else dice.getrandbits(63)
        pos, bots = game.start(seed=deal), [player((upper, lower)[bot], number, simulations) for bot in seating]
        while not pos.over:
            seat = pos.actors[0]
            pos.play(bots[seat].choose(pos.view(seat)), seat)
        count += sum(seating[winner] == 0 for winner in pos.winners) / max(1, len(pos.winners))
    return count


@pytest.mark.parametrize("name", SMALL)
def test_a_level_beats_the_one_below_at_the_table(name: str) -> None:
    """Twelve games of each pair. More thought takes its time at Pizza Wars and Shark: they are for the long run."""
    game = pizzabox.load(name, **SMALL[name])
    game.warm()
    assert won(game, "apprentice", "random") > 6
    assert won(game, "greedy", "apprentice") >= 10
    assert won(game, COOK, "apprentice") >= 10
    if LONG or name not in ("wars", "shark"):
        assert won(game, CHEF, COOK) >= 8


def test_maestro_and_champion_beat_weaker_levels_at_the_table() -> None:
    """Forty games of each pair. The champion's net is worth more than the maestro's own eyes at equal thought."""
    game = pizzabox.load("theory", players=2)
    game.warm()
    assert won(game, MAESTRO, COOK, 40) >= 26
    assert won(game, CHAMPION, MAESTRO, 40, simulations=60) >= 26


MADE = {
    **{"share": 0.75, "low": 0.7, "high": 0.8, "fair": 0.5, "games": 400, "seconds": 1.0},
    "machine": {"cores": 2, "system": "Linux x86_64"},
}


def test_what_was_not_measured_has_no_table() -> None:
    measured = {"theory": {"players=2": {"net greedy": {**MADE, "upper": "net", "lower": "greedy"}}}}
    assert "net alone" in strengths(measured) and "| Pizza Theory | 2 | `greedy` | 75% |" in strengths(measured)
    assert "net alone" not in strengths({})


def played(pos: pizzabox.Position, code: int) -> pizzabox.Position:
    trial = pos.copy()
    trial.play(code)
    return trial


def test_the_textbook_search_finds_a_win() -> None:
    """It only knows the rules, but a King beside a corner is enough."""
    pos = at("e7", ["c3"], ["d4", "g5"], turn="defenders")
    wins = {move.text for move in pos.legal() if played(pos, move.code).winners == (0,)}
    assert wins == {"Ke7-e8"} and len(pos.legal()) > 8
    for seed in range(5):
        bot = Textbook(seed, simulations=200, seconds=60)
        assert bot.choose(pos.view(0)).text == "Ke7-e8" and bot.simulations == 200


def test_the_textbook_chooses_for_all_worlds_together() -> None:
    """Whatever is hidden, every simulation counts for the choice."""
    pos = pizzabox.load("theory", players=3, cap=1).start(seed=3)
    while len(pos.actors) == 1:
        pos.play(pos.legal(pos.actors[0])[0])
    pos.play(pos.legal(0)[2], 0)
    pos.play(pos.legal(1)[3], 1)
    bot = Textbook(1, simulations=300, seconds=60)
    bot.choose(pos.view(2))
    tree = bot._tree
    assert tree is not None
    first, width = int(tree.nodes[0, t.FIRST]), int(tree.nodes[0, t.WIDTH])
    assert width == 6 and tree.whole[first : first + width, t.SEEN].sum() == 300
