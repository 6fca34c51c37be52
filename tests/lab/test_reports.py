"""Reports of the lab: their numbers are those of the rows, and their pages need nothing but a browser."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars")
pytest.importorskip("altair")
pytest.importorskip("vl_convert")
import numpy as np
import polars as pl

import pizzabox
from pizzabox.engine.catalogue import speaking
from pizzabox.engine.errors import BadOption, PizzaboxError
from pizzabox.lab.balance import Balance, Side, as_data, balance, balance_plan, of_setup, rotated, skill
from pizzabox.lab.experiment import run
from pizzabox.lab.findings import every_finding, findings
from pizzabox.lab.plan import Setup, planned
from pizzabox.lab.report import write_report
from pizzabox.lab.row_table import SCHEMA
from pizzabox.lab.sweep import Swept, grid, listed, sweep_plan, swept
from pizzabox.lab.sweep_report import sweep_findings, write_sweep_report
from pizzabox.lab.tournament import ladder_plan, match_plan, outcomes_of, standings, tournament_plan
from pizzabox.lab.win_shares import Outcome, WinShare, share, wilson
from tests.cli.helpers import run as command
from tests.helpers import aside

GAMES = 400
PHONE, DESKTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 900}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("balance") / "results.parquet"
    run(balance_plan(pizzabox.load("theory", cap=4), ["greedy"], GAMES, seed=3), path)
    return path


@pytest.fixture(scope="module")
def sweeping(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sweep") / "sweep.parquet"
    run(sweep_plan("theory", grid("theory", {"layout": "S1,K", "cap": "2,4"}), ["greedy"], 60, seed=3), path)
    return path


def test_the_numbers_are_those_of_the_rows(results: Path) -> None:
    """Every number in the report, counted again in plain Python."""
    found = balance(results)
    rows = [row for row in pl.read_parquet(results).to_dicts() if row["part"] == "balance"]
    assert found.games == len(rows) == GAMES
    for side in found.sides:
        (seat,) = side.seats
        won = [(1 + row["returns"][seat]) / 2 for row in rows]
        assert side.share.share == pytest.approx(sum(won) / GAMES)
        assert side.score == pytest.approx(sum(row["scores"][seat] for row in rows) / GAMES)
        assert side.share.low < side.share.share < side.share.high
    assert sum(side.share.share for side in found.sides) == pytest.approx(3 * found.sides[0].share.fair)
    assert found.first is not None
    assert found.first.share == pytest.approx(sum((1 + row["returns"][row["first"]]) / 2 for row in rows) / GAMES)
    assert found.shared == pytest.approx(sum(len(row["winners"]) > 1 for row in rows) / GAMES)
    assert found.lost == pytest.approx(sum(not row["winners"] for row in rows) / GAMES)
    lengths = sorted(row["length"] for row in rows)
    assert found.length.mean == pytest.approx(sum(lengths) / GAMES)
    assert lengths[GAMES // 2 - 1] <= found.length.median <= lengths[GAMES // 2]
    for low, high, count in found.lengths:
        assert count == sum(low <= length < high for length in lengths)
    for bins, wins in ((found.winning, True), (found.losing, False)):
        points = [p for row in rows for seat, p in enumerate(row["scores"]) if (seat in row["winners"]) == wins]
        assert [count for *_, count in bins] == [sum(low <= p < high for p in points) for low, high, _ in bins]
        assert sum(count for *_, count in bins) == len(points)
    assert dict(found.lead_changes)[1] == sum(row["lead_changes"] == 1 for row in rows)
    late = [row for row in rows if row["decided"] is not None and row["decided"] / row["length"] > 0.5]
    assert found.turned == pytest.approx(len(late) / GAMES)
    opening = found.openings[0]
    mine = [row for row in rows if pizzabox_text(row) == opening.move]
    assert opening.games == len(mine)
    assert opening.share.share == pytest.approx(sum((1 + r["returns"][r["first"]]) / 2 for r in mine) / len(mine))
    json.dumps(as_data(found))


def pizzabox_text(row: dict[str, Any]) -> str:
    """The first move of a row in notation."""
    start = pizzabox.load("theory", cap=4).start(row["seed"])
    return start.move(start.actors[0], row["opening"][0]).text


def test_matches_between_unequal_bots_are_counted(results: Path) -> None:
    rows = pl.read_parquet(results).filter(pl.col("part") == "skill").to_dicts()
    contests = {(one.better, one.other): one.share for one in skill(results)}
    assert set(contests) == {("apprentice", "random"), ("greedy", "random"), ("greedy", "apprentice")}
    for (better, other), found in contests.items():
        mine = [row for row in rows if set(row["bots"]) == {better, other}]
        counted = [(tuple(int(n != better) for n in row["bots"]), tuple(row["returns"])) for row in mine]
        again = share([Outcome(seating, returns, 1) for seating, returns in counted])
        assert (found.share, found.fair, found.games) == pytest.approx((again.share, again.fair, again.games))
    assert contests["greedy", "random"].share > contests["greedy", "random"].fair


def test_findings_follow_from_the_numbers(results: Path) -> None:
    found, contests = balance(results), skill(results)
    told_now = findings(found, contests)
    assert len(told_now) == 3 and len(set(told_now)) == 3
    with speaking("it"):
        assert set(findings(found, contests)).isdisjoint(told_now)
    best = max(found.sides, key=lambda side: side.share.share)
    far = type(best)(best.seats, type(best.share)(0.9, 0.88, 0.92, 1 / 3, GAMES), best.score)
    unfair = type(found)(**{**vars(found), "sides": (far, *[s for s in found.sides if s is not best])})
    assert any("90.0% of the wins" in text for text in findings(unfair, contests))


def with_shares(found: Balance, shares: list[float], games: int) -> Balance:
    """The same report for sides with these shares of the wins in so many games."""
    fair = sum(shares) / len(shares)
    sides = [Side((seat,), WinShare(part, *wilson(part, games), fair, games), 0.0) for seat, part in enumerate(shares)]
    return replace(found, sides=tuple(sides), games=games, first=None)


def test_chance_is_seldom_taken_for_a_finding(results: Path) -> None:
    """Games of equal sides and values, drawn a thousand times: at most one report in twenty tells of a difference."""
    dice, plain = np.random.default_rng(1), balance(results)
    six = pizzabox.load("pizzeria", players=6)
    unequal = 0
    for _ in range(1000):
        drawn = with_shares(replace(plain, game=six), list(dice.multinomial(1000, [1 / 6] * 6) / 1000), 1000)
        unequal += any("aren't equal" in text for text in all_findings(drawn))
    assert unequal <= 65, "95% for all six together"
    for games, part in ((2, 1 / 3), (10, 0.1), (2000, 0.05)):
        changed = 0
        for _ in range(200):
            now, *others = (
                with_shares(plain, [won, (1 - won) / 2, (1 - won) / 2], n)
                for n in (games, *[100] * 8)
                for won in [dice.binomial(n, part) / n]
            )
            then = [replace(other, game=pizzabox.load("theory", cap=5)) for other in others]
            changed += any("house value matters" in text for text in all_findings(now, then))
        assert changed <= 20, (games, part)


def test_how_unfair_a_side_may_be_is_read_from_its_own_interval(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 40 games one side wins none: it may win up to 8.8%, so that the other is 82% to 100% above its share."""
    never = with_shares(balance(results), [0.0, 1.0], 40)
    assert wilson(0.0, 40) == pytest.approx((0.0, 0.0876), abs=1e-4)
    assert never.unfairness == 1.0
    assert never.interval == pytest.approx((0.825, 1.0), abs=1e-3) and never.margin == pytest.approx(0.175, abs=1e-3)
    hardly = with_shares(never, [0.51, 0.49], 100)
    assert hardly.interval[0] < 0 < hardly.unfairness < hardly.interval[1]
    half = with_shares(never, [0.02, 0.98], 1000)
    found = [Swept(name, one) for name, one in (("even", hardly), ("half", half), ("never", never))]
    monkeypatch.setattr("pizzabox.lab.sweep_report.swept", lambda path: found)
    write_sweep_report(results, tmp_path / "sweep.html")
    page = (tmp_path / "sweep.html").read_text(encoding="utf-8")
    assert re.search(r"low: 0\.82\d*; name: never; high: 1[^.]", page), re.findall(r"low: [^<>]*", page)


def all_findings(found: Balance, others: Sequence[Balance] = ()) -> list[str]:
    """All that a report could tell, however little it weighs."""
    return [one.text for one in every_finding(found, [], others)]


def test_few_games_prove_nothing_fair(results: Path) -> None:
    plain = balance(results)
    for games, told in ((1, "only to ±"), (30, "only to ±"), (3000, "The seats are fair")):
        found = with_shares(plain, [1 / 3] * 3, games)
        assert any(told in text for text in all_findings(found)), games
    assert any("over 1 game," in text for text in all_findings(with_shares(plain, [1.0, 0.0, 0.0], 1)))


def by_hand(lengths: list[int], scores: list[tuple[int, int]]) -> Balance:
    """The numbers of rows that were written by hand: of two players, the first wins each game."""
    game = pizzabox.load("shark")
    plan = planned("shark", [Setup("balance", game.options, (("greedy",) * 2,), len(lengths))])
    outcome = {"returns": [1.0, -1.0], "winners": [0], "first": 0, "opening": [1], "lead_changes": 0, "faults": 0}
    outcome["subjects"] = [0] * (2 * len(game.subjects))
    rows = [
        {"row": number, "length": length, "decided": length, "scores": list(points), **outcome}
        for number, (length, points) in enumerate(zip(lengths, scores, strict=True))
    ]
    frame = pl.DataFrame(rows, schema={name: kind for name, kind in SCHEMA.items() if name in rows[0]})
    return of_setup(plan, 0, frame.lazy())


def test_the_middle_of_an_even_number_of_games_lies_between_two() -> None:
    found = by_hand([10, 20, 40, 80], [(24, 3)] * 4)
    assert (found.length.low, found.length.median, found.length.high) == (13, 30, 68)


def test_scores_of_winners_and_others_are_counted_in_the_same_bins() -> None:
    """Their bars stand in one drawing: where one were twice as wide, it would be twice as high."""
    scores = [(24 + i, i % 30) for i in range(40)]
    found = by_hand([9] * 40, scores)
    bins = [*found.winning, *found.losing]
    assert {(high - low, low % 3) for low, high, _ in bins} == {(3, 0)}
    for part, points in zip((found.winning, found.losing), zip(*scores, strict=True), strict=True):
        assert [n for *_, n in part] == [sum(low <= p < high for p in points) for low, high, _ in part]
        assert sum(n for *_, n in part) == 40 and part[0][2] and part[-1][2]


def test_partners_win_together() -> None:
    """Rows written by hand: partners share a win, and their side has the whole of it."""
    game = pizzabox.load("shark", players=4)
    plan = planned("shark", [Setup("balance", game.options, (("greedy",) * 4,), 4)])
    kinds = len(game.subjects)
    rows = []
    for number, (winner, first) in enumerate([(0, 0), (0, 2), (0, 1), (1, 3)]):
        told = [0] * (4 * kinds)
        told[(winner + 2) * kinds] = 1  # a partner of the winners has the most of the first subject
        returns = [0.0 if seat % 2 == winner else -1.0 for seat in range(4)]
        outcome = {"returns": returns, "winners": [winner, winner + 2], "scores": [24 - seat for seat in range(4)]}
        moves = {"length": 9, "first": first, "opening": [1], "lead_changes": 0, "decided": 3, "faults": 0}
        rows.append({"row": number, "subjects": told, **outcome, **moves})
    frame = pl.DataFrame(rows, schema={name: kind for name, kind in SCHEMA.items() if name in rows[0]})
    found = of_setup(plan, 0, frame.lazy())
    assert [(side.seats, side.share.share, side.share.fair) for side in found.sides] == [
        ((0, 2), 0.75, 0.5),
        ((1, 3), 0.25, 0.5),
    ]
    assert found.first is not None and found.first.share == 0.75 and found.first.fair == 0.5
    assert found.openings[0].share.share == 0.75 and found.shared == found.lost == 0.0
    assert found.subjects == (), "four games are too few to say anything"


def test_a_sweep_finds_the_fairest(sweeping: Path) -> None:
    found = swept(sweeping)
    assert {one.name for one in found} == {f"layout={a} cap={b}" for a in ("S1", "K") for b in (2, 4)}
    assert [one.unfairness for one in found] == sorted(one.unfairness for one in found)
    assert all(one.found.games == 60 for one in found)
    rows = pl.read_parquet(sweeping)
    lively = max(found, key=lambda one: one.liveliness)
    means = rows.group_by("options").agg(pl.col("lead_changes").mean())["lead_changes"]
    assert lively.liveliness == pytest.approx(means.max())
    assert found[0].name in sweep_findings(found)[0] and lively.name in sweep_findings(found)[1]


def test_a_grid_leaves_out_what_does_not_go_together() -> None:
    assert grid("theory", {"cap": "2,4"}) == [{"cap": "2"}, {"cap": "4"}]
    assert grid("theory", {"cap": "2..4,9"}) == [{"cap": str(cap)} for cap in (2, 3, 4, 9)]
    pair = {"players": "2,3", "unselected": "red,white"}
    assert grid("theory", pair) == [
        {"players": "2", "unselected": "red"},
        {"players": "2", "unselected": "white"},
        {"players": "3", "unselected": "white"},
    ]
    with pytest.raises(PizzaboxError, match="players"):
        grid("theory", {"players": "9,17"})
    with pytest.raises(BadOption, match="S9"):
        grid("theory", {"layout": "S1,S9"})
    with pytest.raises(BadOption, match="players=2"):
        grid("theory", {"players": "3", "unselected": "red,white"})


def test_a_sweep_takes_a_list_of_sets_too() -> None:
    assert listed("theory", {"cap": "2"}, []) == [{"cap": "2"}]
    groups = [{"layout": "S1,K"}, {"players": "2", "unselected": "red"}]
    assert listed("theory", {"cap": "2"}, groups) == [
        {"cap": "2", "layout": "S1"},
        {"cap": "2", "layout": "K"},
        {"cap": "2", "players": "2", "unselected": "red"},
    ]
    with pytest.raises(PizzaboxError, match="999 sets of options are too many"):
        listed("theory", {"cap": "2..1000"}, [])


def test_sets_that_come_to_the_same_are_played_once() -> None:
    assert listed("theory", {"cap": "4,2..5"}, []) == [{"cap": "4"}, {"cap": "2"}, {"cap": "3"}, {"cap": "5"}]
    assert listed("pizzeria", {"eaten": "yes,true,no"}, []) == [{"eaten": "yes"}, {"eaten": "no"}]
    assert listed("theory", {}, [{"cap": "2"}, {"cap": "2", "layout": "S1"}]) == [{"cap": "2"}]


def test_who_plays_alone_is_not_called_fair(tmp_path: Path) -> None:
    path = tmp_path / "alone.parquet"
    alone = [{"players": "1", "variant": "solo"}, {"players": "1", "variant": "solo-hard"}]
    run(sweep_plan("pizzeria", [*alone, {"players": "2"}], ["random"], 30, seed=1), path)
    found = swept(path)
    assert [len(one.found.sides) for one in found] == [2, 1, 1]
    told = sweep_findings(found)
    assert len(told) == 2 and told[0].startswith("Liveliest: players=2")
    write_sweep_report(path, tmp_path / "alone.html")
    page = (tmp_path / "alone.html").read_text(encoding="utf-8")
    assert "0.0% ± 0.0%" not in page and page.count("<svg") == 2
    assert len(sweep_findings(found[1:])) == 1, "nothing but how long it takes"


def test_a_sweep_of_one_set_is_refused(tmp_path: Path) -> None:
    ran = command("lab", "sweep", "theory", "cap=2,2", "--games", "2", "--out", str(tmp_path / "one.parquet"))
    assert ran.code == 2 and "pizzabox lab balance theory" in " ".join(ran.err.split())


def test_ranges_that_make_no_sense_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PizzaboxError, match=r"10\.\.5 .*5\.\.10"):
        listed("theory", {"cap": "10..5"}, [])
    monkeypatch.setattr("pizzabox.lab.sweep.load", None)
    with pytest.raises(PizzaboxError, match="999999 sets of options are too many"):
        listed("theory", {"cap": "1..999999"}, [])


HOUSE_TABLES = {
    "theory": ("layout", "cap", "first"),
    "pizzeria": ("leaves", "first"),
    "wars": ("setup", "draw", "goal", "first", "patience"),
    "hexentafl": ("size", "first"),
    "shark": ("deck", "extra", "cap", "first"),
}


@pytest.mark.parametrize("name", pizzabox.names())
def test_house_tables_are_options_that_can_be_swept(name: str) -> None:
    """Decks, layouts, leaves, limits and who begins; docs/lab.md names all options of every game."""
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith(f"| {pizzabox.load(name).title} |")]
    declared = {option.name for option in pizzabox.load(name).declared}
    assert set(HOUSE_TABLES[name]) <= declared
    assert set(re.findall(r"`(\w+)`", row)) == declared - {"players"}


DECK_SWEEP = """
import sys
from pathlib import Path
from pizzabox.lab import sweep
from pizzabox.lab.experiment import run
out = Path(sys.argv[1])
run(sweep.sweep_plan("shark", sweep.grid("shark", {"deck": "house,mild", "cap": "1"}), ["random"], 3, 1), out)
print(sorted(one.name for one in sweep.swept(out)))
sweep.grid("shark", {"deck": "house,wild"})
"""


def test_a_sweep_varies_decks_from_files(tmp_path: Path) -> None:
    """In a process of its own and without compiling: the decks are read when the game is first asked for."""
    house = Path(pizzabox.__file__).parent / "games" / "shark" / "board" / "deck.csv"
    mild = tmp_path / "mild.csv"
    mild.write_text(house.read_text(encoding="utf-8").replace("Quick Plate", "Slow Plate"), encoding="utf-8")
    variables = {"PIZZABOX_BACKEND": "python", "PIZZABOX_SHARK_DECKS": str(mild)}
    done = subprocess.run(
        [sys.executable, "-c", DECK_SWEEP, str(tmp_path / "decks.parquet")],
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "['deck=house', 'deck=mild']" in done.stdout, done.stderr
    assert done.returncode and "BadOption" in done.stderr and "wild" in done.stderr


def test_a_tournament_rates_everybody(tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    game = pizzabox.load("theory", cap=4)
    run(tournament_plan(game, ["random", "apprentice", "greedy"], 90, seed=1), path)
    rungs, ratings = standings(path)
    assert len(rungs) == 3 and next(iter(ratings)) == "greedy" and ratings["greedy"].rating == 1000
    assert list(ratings)[-1] == "random" and ratings["random"].high < 1000
    with pytest.raises(PizzaboxError, match="two or more different bots"):
        tournament_plan(game, ["greedy", "greedy"], 10, seed=1)


@pytest.mark.parametrize("opening", [0, 3])
def test_matches_ladders_and_tournaments_may_begin_with_random_moves(opening: int) -> None:
    game, bots = pizzabox.load("hexentafl"), ("greedy", "apprentice")
    plans = (
        match_plan(game, *bots, 4, 1, opening=opening),
        ladder_plan(game, 4, 1, pairs=[bots], opening=opening),
        tournament_plan(game, [*bots, "random"], 4, 1, opening=opening),
    )
    assert [[setup.opening for setup in plan.setups] for plan in plans] == [[opening], [opening], [opening] * 3]


def test_bots_sit_at_all_seats_in_turn() -> None:
    game = pizzabox.load("theory")
    assert rotated(game, ["greedy"]) == (("greedy",) * 3,)
    assert len(rotated(game, ["greedy", "cook", "random"])) == 3


@pytest.mark.parametrize("lang", ["en", "it"])
def test_pages_need_no_network_and_fit_a_phone(lang: str, results: Path, sweeping: Path, tmp_path: Path) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    with speaking(lang):
        write_report(results, tmp_path / "balance.html")
        write_sweep_report(sweeping, tmp_path / "sweep.html")
    wrong = aside(looked_at, playwright, tmp_path, lang)
    assert wrong == []


def looked_at(playwright: Any, folder: Path, lang: str) -> list[str]:
    """Open the reports in a browser, on two sizes of screen; return what they asked for or complained about."""
    from tests.web.conftest import CHROMIUM, FLAGS

    wrong: list[str] = []
    with playwright.sync_playwright() as engine:
        try:
            browser = engine.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        except playwright.Error as error:
            pytest.skip(f"no browser: {str(error).splitlines()[0]}")
        for size in (PHONE, DESKTOP):
            page = browser.new_page(viewport=size)
            page.on("console", lambda said: wrong.append(said.text))
            page.on("pageerror", lambda error: wrong.append(str(error)))
            page.on("request", lambda asked: asked.url.startswith("file:") or wrong.append(asked.url))
            for name, least in (("balance", 5), ("sweep", 2)):
                page.goto((folder / f"{name}.html").as_uri())
                assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
                assert page.locator("svg[role=img]").count() >= least and page.locator(".findings li").count() == 3
                assert page.locator("html").get_attribute("lang") == lang
                cut_off = page.locator(".wide").evaluate_all(
                    "all => all.filter(e => e.scrollWidth > e.clientWidth).length"
                )
                assert cut_off == 0, "every column of a table is seen"
                small = "els => Math.min(...els.map(e => e.getBoundingClientRect().height))"
                assert page.locator("svg text").evaluate_all(small) >= 8, "labels can be read"
        assert page.pdf().startswith(b"%PDF"), "it prints"
        browser.close()
    return wrong


def test_shares_of_the_report_stand_on_its_page(results: Path, tmp_path: Path) -> None:
    write_report(results, tmp_path / "balance.html")
    page = (tmp_path / "balance.html").read_text(encoding="utf-8")
    for side in balance(results).sides:
        assert f"<td>{100 * side.share.share:.1f}%</td>" in page
    assert "http-equiv" not in page and "<script" not in page and 'src="http' not in page


@pytest.mark.parametrize("words", [("balance", "--out", "a.html"), ("sweep", "--out", "a.pq", "--report", "./a.pq")])
def test_a_report_is_not_written_over_the_games(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = command("lab", words[0], "theory", "cap=2", "--bots", "random", "--games", "2", *words[1:])
    assert (ran.code, list(tmp_path.iterdir())) == (2, []), ran.out
    assert "--report" in ran.err


def test_a_match_on_the_engine_counts_as_a_match(tmp_path: Path) -> None:
    path = tmp_path / "results.parquet"
    run(match_plan(pizzabox.load("theory", cap=4), "greedy", "random", 90, seed=1), path)
    found = share(outcomes_of(path))
    (rung,), _ = standings(path)
    assert (found.share, found.fair, found.games) == pytest.approx((rung.result.share, rung.result.fair, 90))
    assert found.low > found.fair
