"""Search with a net: it repeats itself, knows only its view, finds what is certain and mixes what is secret."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import pizzabox
from pizzabox.bots import Effort, Search, Thought, bot, levels, survey, think
from pizzabox.bots import net as nets
from pizzabox.bots.champion import BareNet, Champion, asked, with_net
from pizzabox.bots.move_comparison import equal_moves
from pizzabox.bots.net import Net
from pizzabox.bots.net_tree import BEGIN, CELLS, CHOOSERS, SIZE, TABLES, NetTree
from pizzabox.bots.search import Tuning, tuning_for
from pizzabox.bots.thought import chances
from pizzabox.engine.errors import PizzaboxError
from pizzabox.engine.game import Game
from pizzabox.engine.position import Position, View
from pizzabox.lab.exploitability import gains, solvable_positions
from pizzabox.lab.players import net_player, player, refuse_unknown
from pizzabox.testing.random_games import LONG
from tests.bots.nets import labels_in, plainly, random_net, read_slowly, seen_in, views
from tests.helpers import OURS, advance

THEORY = pizzabox.load("theory", players=2)
SIMULATIONS = 30
COMPILED = ("theory", "hexentafl")
"""The games whose search with a net is compiled for some of these tests."""


def champion(net: Net | None, seed: int = 5, simulations: int = SIMULATIONS) -> Champion:
    return Champion(seed, name="champion", effort=Effort(simulations=simulations), net=net)


def ideas(thought: Thought) -> list[object]:
    return [idea.data() for idea in thought.ideas]


@pytest.mark.parametrize("name", OURS)
def test_the_same_seed_thinks_the_same_whatever_is_hidden(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With as few simulations as still go some moves deep, and in plain Python where nothing is compiled for nets."""
    if name not in COMPILED:
        plainly(monkeypatch)
    game = pizzabox.load(name)
    net = random_net(game, 1)
    for i, view in enumerate(views(game, 4, 10)):
        if i % 3 or (i % 9 and not LONG and name not in COMPILED):
            continue
        first = champion(net).think(view)
        world = view.guess(i + 1)
        assert ideas(first) == ideas(champion(net).think(world.view(view.viewer)))
        assert first.best.move in view.legal()
        assert sum(idea.weight for idea in first.ideas) == pytest.approx(1.0)


def test_compiled_and_plain_searches_think_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is hidden and nothing is rolled; up to rounding."""
    game = pizzabox.load("hexentafl")
    net = random_net(game, 2)
    seen = list(views(game, 2, 7))[::3]
    compiled = [champion(net).think(view) for view in seen]
    assert [ideas(one) for one in compiled] == [ideas(champion(net).think(view)) for view in seen]
    plainly(monkeypatch)
    for view, fast in zip(seen, compiled, strict=True):
        slow = champion(net).think(view)
        visits, values = ({idea.move.code: getattr(idea, key) for idea in slow.ideas} for key in ("visits", "value"))
        assert {idea.move.code: idea.visits for idea in fast.ideas} == visits
        assert {idea.move.code: idea.value for idea in fast.ideas} == pytest.approx(values, abs=1e-4)


def test_nets_differ_in_what_they_like() -> None:
    view = next(views(THEORY, 2, 1))
    assert ideas(champion(random_net(THEORY, 2)).think(view)) != ideas(champion(random_net(THEORY, 3)).think(view))


def winning(pos: Position) -> list[str]:
    """The moves that win at once."""
    found = []
    for move in pos.legal(pos.actors[0]):
        trial = pos.copy()
        trial.play(move)
        if trial.over and pos.actors[0] in trial.winners:
            found.append(move.text)
    return found


def test_a_win_in_one_is_found_by_a_net_without_an_opinion() -> None:
    game = pizzabox.load("hexentafl")
    net, found = random_net(game, 1, loud=0.0), 0
    for seed in range(20):
        pos, dice = game.start(seed=seed), random.Random(seed)
        while not pos.over and found < 4:
            if wins := winning(pos):
                found += 1
                thought = champion(net, simulations=4 * len(pos.legal())).think(pos.view(pos.actors[0]))
                assert thought.best.move.text in wins
                break
            advance(pos, dice)
    assert found == 4


def secret_view() -> View:
    """Both are about to choose in secret."""
    return next(view for view in views(THEORY, 1, 20) if len(view.actors) == 2)


def test_a_secret_choice_is_mixed_and_an_ordinary_one_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    net = random_net(THEORY, 1, loud=0.0)
    view = secret_view()
    thought = champion(net).think(view)
    assert thought.secret and sum(idea.weight > 0.02 for idea in thought.ideas) > 2
    assert sum(idea.weight for idea in thought.ideas) == pytest.approx(1.0)
    game = pizzabox.load("hexentafl")
    open_choice = champion(random_net(game, 1)).think(next(views(game, 1, 1)))
    assert not open_choice.secret and open_choice.best.weight == 1.0


@pytest.fixture
def no_nets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A box without nets; one written into this folder counts as trained."""
    monkeypatch.setattr(nets, "nets_of", lambda game: tmp_path)
    return tmp_path


def test_without_a_net_the_champion_plays_as_the_maestro(no_nets: Path) -> None:
    maestro = Search(5, name="maestro", effort=Effort(simulations=SIMULATIONS))
    alone, net = champion(None), random_net(THEORY, 1)
    for view in views(THEORY, 1, 5):
        thought = alone.think(view)
        assert ideas(thought) == ideas(maestro.think(view)) != ideas(champion(net).think(view))


@pytest.mark.parametrize("asks", [think, survey])
def test_thoughts_of_the_champion_are_those_with_the_net(asks: Callable[..., Thought], no_nets: Path) -> None:
    view = next(views(THEORY, 1, 1))

    def thoughts(level: str) -> list[object]:
        return ideas(asks(view, level=level, simulations=SIMULATIONS, seed=3))

    assert thoughts("champion") == thoughts("maestro")
    random_net(THEORY, 1).save(no_nets / "2.npz")
    assert thoughts("champion") != thoughts("maestro")


@pytest.mark.parametrize("name", OURS)
def test_a_survey_says_what_the_net_alone_thinks(name: str, no_nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks ahead, and by what the viewer knows alone."""
    plainly(monkeypatch)
    game = pizzabox.load(name)
    net = random_net(game, 1)
    net.save(no_nets / f"{game.players}.npz")
    view = [one for one in views(game, 3, 6) if not one.state.sealed][-1]
    thought = survey(view, level="chef", simulations=SIMULATIONS)
    codes = list(view.legal().codes)
    boxed = nets.net_for(game)
    assert boxed is not None
    odds, returns = read_slowly(boxed, seen_in(view), view.viewer, labels_in(view))
    likes = dict(zip(codes, odds, strict=True))
    alike = {code: sum(likes[one] for one in group) for group in equal_moves(view) for code in group}
    assert {idea.move.code: idea.net_weight for idea in thought.ideas} == pytest.approx(alike, abs=1e-4)
    assert thought.net_chances == pytest.approx(chances(tuple(returns)), abs=1e-4)
    assert thought.data()["net_chances"] and all("net_weight" in one for one in thought.data()["ideas"])
    other = with_net(thought, view.guess(5).view(view.viewer))
    assert ideas(other) == ideas(thought) and other.net_chances == thought.net_chances


def test_shares_of_the_net_add_up_where_moves_are_equal(no_nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the start of heXentafl: those of the seven kinds of moves, and the net's chances for the players."""
    plainly(monkeypatch)
    view = next(views(pizzabox.load("hexentafl"), 1, 1))
    random_net(view.game, 1).save(no_nets / "2.npz")
    thought = survey(view, simulations=SIMULATIONS)
    assert sum(idea.net_weight or 0.0 for idea in thought.distinct()) == pytest.approx(1.0)
    assert len(thought.distinct()) == 7 and sum(thought.net_chances) == pytest.approx(1.0)


def test_without_a_net_for_these_options_nothing_is_said_of_one(no_nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    random_net(THEORY, 1).save(no_nets / "2.npz")
    for game, there in ((THEORY, True), (pizzabox.load("theory", players=2, unselected="green"), False)):
        thought = survey(next(views(game, 1, 1)), simulations=SIMULATIONS)
        assert bool(thought.net_chances) is there is ("net_chances" in thought.data())
        assert {idea.net_weight is not None for idea in thought.ideas} == {there}
        assert {"net_weight" in one for one in thought.data()["ideas"]} == {there}


def test_the_net_does_not_mind_who_chose_in_secret_first(no_nets: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    random_net(THEORY, 1).save(no_nets / "2.npz")
    view = secret_view()
    world, other = view.guess(1), 1 - view.viewer
    first = survey(world.view(view.viewer), simulations=SIMULATIONS)
    world.play(world.legal(other)[2], other)
    later = survey(world.view(view.viewer), simulations=SIMULATIONS)
    assert world.view(view.viewer).state.sealed and first.secret
    assert later.net_chances == first.net_chances
    assert [one.net_weight for one in later.ideas] == [one.net_weight for one in first.ideas]


def test_the_champion_is_the_highest_level() -> None:
    assert levels()[-1] == "champion" and isinstance(bot("champion", 1), Champion)


def test_the_bare_net_plays_what_it_likes_best(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    game = pizzabox.load("hexentafl")
    net = random_net(game, 1)
    for view in views(game, 1, 5):
        codes = list(view.legal().codes)
        odds, _ = read_slowly(net, seen_in(view), view.viewer, labels_in(view))
        assert BareNet(1, net).choose(view).code == codes[int(np.argmax(odds))]


def test_the_bare_net_draws_secret_choices_from_its_mix(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    view = secret_view()
    quiet = BareNet(1, random_net(THEORY, 1, loud=0.0))
    assert len({quiet.choose(view).code for _ in range(40)}) > 3
    again = [[BareNet(7, random_net(THEORY, 1)).choose(view).code for _ in range(5)] for _ in range(2)]
    assert again[0] == again[1]


def test_the_bare_net_does_not_mix_where_partners_may_act_openly(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    game = pizzabox.load("shark", players=4)
    view = next(view for view in views(game, 1, 40) if len(view.actors) > 1 and len(view.legal().codes) > 1)
    net = random_net(game, 1)
    codes, odds, _ = asked(net, view)
    assert {BareNet(seed, net).choose(view).code for seed in range(20)} == {codes[int(np.argmax(odds))]}


def test_a_bare_net_needs_a_net_that_suits(no_nets: Path) -> None:
    view = next(views(THEORY, 1, 1))
    with pytest.raises(PizzaboxError, match="no net has been trained for Pizza Theory with players=2"):
        BareNet(1).choose(view)
    foreign = random_net(pizzabox.load("hexentafl"), 1)
    for other in (BareNet(1, foreign), champion(foreign)):
        with pytest.raises(PizzaboxError, match="this net was trained for hexentafl"):
            other.choose(view)


def named(game: Game, name: str) -> type:
    refuse_unknown(name, game)
    return type(player(name, 1, 0.01))


def test_the_lab_knows_nets_by_name_and_by_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.npz"
    random_net(THEORY, 1).save(path)
    assert named(THEORY, "net") is BareNet and named(THEORY, "champion") is Champion
    assert named(THEORY, str(path)) is BareNet and named(THEORY, f"champion:{path}") is Champion
    assert named(THEORY, "maestro") is Search
    chosen = net_player(f"champion:{path}", 1, 0.02)
    assert isinstance(chosen, Champion) and chosen.effort.seconds == 0.02
    assert net_player("champion", 1).effort.seconds == 1.0  # type: ignore[attr-defined]
    with pytest.raises(PizzaboxError, match="was trained for theory"):
        refuse_unknown(str(path), pizzabox.load("theory", players=3))
    with pytest.raises(PizzaboxError, match="isn't a net of Pizzabox"):
        refuse_unknown(str(tmp_path / "none.npz"), THEORY)


def solved(table: int, simulations: int) -> list[float]:
    """What the best answers gain against a champion in positions that the next choices decide."""
    game = pizzabox.load("theory", players=2, cap=3)
    tuning = replace(tuning_for(game), table=table)
    net = random_net(game, 1)
    found = []
    for choice in islice(solvable_positions(game, 1), 8):
        mixes = []
        for seat in range(2):
            search = Champion(3, net=net, effort=Effort(simulations=simulations), tuning=tuning)
            weights = {idea.move.code: idea.weight for idea in search.think(choice.position.view(seat)).ideas}
            mixes.append(np.array([weights[code] for code in choice.codes[seat]]))
        found += gains(choice.table, mixes)
    return found


def test_choices_that_decide_the_game_are_solved_as_a_table() -> None:
    """Whatever the net thinks of them. Without a table the same search is worse at it."""
    laid = solved(4, 1000)
    assert max(laid) < 0.03
    assert np.mean(solved(0, 1000)) > 2 * np.mean(laid)


def test_a_table_holds_every_combination_and_learns_from_what_follows() -> None:
    view = next(view for view in views(THEORY, 3, 20) if len(view.actors) == 2)
    tree = NetTree(THEORY, tuning_for(THEORY), random_net(THEORY, 1))
    tree.prepare()
    tree.grow(view, 1, 1)
    assert tree.used[TABLES] == 0, "a new position is judged as it is"
    tree.grow(view, 2, 2)
    begin, cells, choosers = (int(tree.tables[0, column]) for column in (BEGIN, SIZE, CHOOSERS))
    assert (begin, cells, choosers) == (0, 36, 2)
    assert tree.cells[:cells, 0].sum() == 0
    tree.grow(view, 3, 36)
    assert tree.cells[:cells, 0].tolist() == [1.0] * 36, "each is looked at once, then the best most often"
    tree.grow(view, 4, 400)
    assert tree.cells[:cells, 0].sum() == 436
    assert np.abs(tree.cells[:cells, 1:]).max() <= 1.0
    tree.forget()
    tree.grow(view, 1, 4)
    assert tree.used[TABLES] == 1 and tree.used[CELLS] == 36


def mixes(view: View, believe: float) -> list[float]:
    """How often the champion makes each secret choice, if others are assumed to choose by their priors this often."""
    tuning = replace(tuning_for(view.game), believe=believe, own=True)  # a random net is no judge
    search = Champion(3, net=random_net(view.game, 1), effort=Effort(simulations=600), tuning=tuning)
    return [idea.weight for idea in sorted(search.think(view).ideas, key=lambda idea: idea.move.code)]


def test_others_may_be_taken_to_choose_plainly_unless_the_choice_ends_the_game() -> None:
    goes_on = secret_view()
    assert mixes(goes_on, 0.0) != pytest.approx(mixes(goes_on, 0.8), abs=0.05)
    game = pizzabox.load("theory", players=2, cap=3)
    last = next(solvable_positions(game, 1)).position.view(0)
    assert mixes(last, 0.0) == mixes(last, 0.8)


def test_new_positions_can_be_judged_by_the_games_own_value() -> None:
    """Then what the net expects makes no difference, but what it likes does."""
    view, tuning = secret_view(), replace(tuning_for(THEORY), own=True)
    net = random_net(THEORY, 1)
    hopeful = replace(net, value_bias=net.value_bias + 2.0)
    eager = replace(net, policy_bias=net.policy_bias + np.arange(80, dtype=np.float32) % 5)

    def thoughts(net: Net, tuning: Tuning) -> list[object]:
        return ideas(Champion(3, net=net, effort=Effort(simulations=300), tuning=tuning).think(view))

    assert thoughts(net, tuning) == thoughts(hopeful, tuning) != thoughts(eager, tuning)
    by_net = replace(tuning, own=False)
    assert thoughts(net, by_net) != thoughts(hopeful, by_net)


def test_moves_one_after_the_other_are_no_table() -> None:
    game = pizzabox.load("hexentafl")
    tree = NetTree(game, replace(tuning_for(game), table=1), random_net(game, 1))
    tree.grow(game.start(1).view(0), 1, 200)
    assert tree.used[TABLES] == 0


def test_plain_python_lays_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    plainly(monkeypatch)
    view = next(view for view in views(THEORY, 3, 20) if len(view.actors) == 2)
    thought = champion(random_net(THEORY, 1), simulations=10).think(view)
    assert thought.secret and sum(idea.weight for idea in thought.ideas) == pytest.approx(1.0)
    tree = NetTree(THEORY, tuning_for(THEORY), random_net(THEORY, 1))
    tree.grow(view, 1, 50)
    assert tree.used[TABLES] == 1 and tree.cells[:36, 0].min() == 1.0
