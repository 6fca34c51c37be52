"""What is recorded of self-play, and what is made of it: by hand-counted examples."""

from __future__ import annotations

from dataclasses import replace

import pytest

torch = pytest.importorskip("torch", reason="PyTorch isn't installed; it's gigabytes on Linux with x86-64 processors")

from pizzabox.learn.self_play import Moments, by_seat, from_viewer  # noqa: E402
from pizzabox.learn.trainer import Trainer, against_guests, judged  # noqa: E402
from tests.learn.helpers import small_trainer  # noqa: E402


def test_numbers_by_viewer_and_by_seat() -> None:
    """Three players; seat 1 looks: its own number comes first, then seat 2's, then seat 0's."""
    viewers = torch.tensor([0, 1, 2])
    relative = torch.tensor([[1.0, 2.0, 3.0]] * 3)
    assert by_seat(relative, viewers).tolist() == [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
    seated = torch.tensor([[10.0, 20.0, 30.0]] * 3)
    assert from_viewer(seated, viewers).tolist() == [[10, 20, 30], [20, 30, 10], [30, 10, 20]]
    assert from_viewer(by_seat(relative, viewers), viewers).tolist() == relative.tolist()


def test_gains_and_targets_of_a_game_counted_by_hand() -> None:
    """One game of two players: a move of seat 0, then one of seat 1 that ends it, then the first of the next game.

    With a trace of one half, from the end: step 2 expects (0.2, -0.2) and finds (0.4, -0.4), so both targets are those.
    Step 1 ends the game with (1, -1) where (0.5, -0.5) was expected: a surprise of (0.5, -0.5), and nothing beyond.
    Step 0 expects (0.1, -0.1) and finds (0.5, -0.5): a surprise of (0.4, -0.4), and half of the next: (0.65, -0.65).
    """
    one = torch.ones(3, 1, dtype=torch.bool)
    values = torch.tensor([[[0.1, -0.1]], [[0.5, -0.5]], [[0.2, -0.2]], [[0.4, -0.4]]])
    returns = torch.tensor([[[0.0, 0.0]], [[1.0, -1.0]], [[0.0, 0.0]]])
    moments = Moments(
        seen=torch.zeros(3, 1, 1),
        legal=torch.ones(3, 1, 1, dtype=torch.bool),
        outlook=torch.zeros(3, 1, 0),
        actor=torch.tensor([[0], [1], [0]]),
        move=torch.zeros(3, 1, dtype=torch.int64),
        chance=torch.zeros(3, 1),
        values=values,
        returns=returns,
        done=torch.tensor([[False], [True], [False]]),
        own=one,
        judged=one,
    )
    gains, targets = judged(moments, 0.5)
    assert gains[:, 0].tolist() == pytest.approx([0.65, -0.5, 0.2])
    assert targets[:, 0, 0].tolist() == pytest.approx([0.75, 1.0, 0.4])
    assert targets[:, 0, 1].tolist() == pytest.approx([-0.75, -1.0, -0.4])


def test_the_share_against_earlier_selves_counted_by_hand() -> None:
    """Three players, one step, five games. The learner sits at seats 0, 1, 2, 0 and 1.

    It wins the first game, loses the second to seat 0, and nobody wins the third; the fourth has no guests and the
    fifth is not over. So it won 1, the two others 1 together and a half each: 1 of 1.5.
    """
    lost, won = -1.0, 1.0
    results = [[won, lost, lost], [won, lost, lost], [lost] * 3, [won, lost, lost], [0.0] * 3]
    _, moments = stretch()
    moments = replace(moments, returns=torch.tensor([results]), done=torch.tensor([[True, True, True, True, False]]))
    guests, seats = torch.tensor([True, True, True, False, True]), torch.tensor([0, 1, 2, 0, 1])
    assert against_guests(moments, guests, seats) == pytest.approx(1.0 / 1.5)
    assert against_guests(moments, torch.zeros(5, dtype=torch.bool), seats) == 0.5


def stretch() -> tuple[Trainer, Moments]:
    """A trainer that has an earlier self, and what it played with it."""
    trainer = small_trainer(openings=0.5, guests=0.5, longest_opening=4)
    return trainer, trainer.play.stretch(trainer.net, trainer.net)


def test_moves_of_openings_and_of_earlier_selves_are_not_the_learners_own() -> None:
    trainer, moments = stretch()
    play = trainer.play
    foreign = play.with_guests & (moments.actor != play.learners_seat)
    assert foreign.any() and not (moments.own & foreign).any()
    assert (moments.judged & foreign).any(), "the value learns from an earlier self's moves too"
    opening = ~moments.judged
    assert opening.any() and not (moments.own & opening).any() and moments.own.any()
    assert (moments.own == (moments.judged & ~foreign)).all()


def learnt(moments: Moments) -> list[float]:
    """The policy's weights after learning from these moments, by the same trainer each time."""
    trainer = small_trainer(openings=0.5, guests=0.5, longest_opening=4)
    trainer._learn(moments, 0.0)
    return trainer.net.policy.weight.flatten().tolist()


def test_only_own_moves_enter_the_policy_loss() -> None:
    _, moments = stretch()
    before = learnt(moments)
    other = moments.legal.to(torch.uint8).argmax(dim=2)
    strange = torch.full_like(moments.chance, -3.0)
    foreign = replace(
        moments,
        move=torch.where(moments.own, moments.move, other),
        chance=torch.where(moments.own, moments.chance, strange),
    )
    assert (foreign.move != moments.move).any() and learnt(foreign) == before
    own = replace(moments, chance=torch.where(moments.own, strange, moments.chance))
    assert learnt(own) != before


def test_moves_are_legal_and_their_odds_are_recorded() -> None:
    trainer, moments = stretch()
    assert moments.legal.gather(2, moments.move[..., None]).all()
    assert (moments.chance <= 0).all()
    seats = torch.arange(trainer.game.players)
    assert torch.isin(moments.actor, seats).all() and (moments.returns[~moments.done] == 0).all()


@pytest.mark.parametrize("outlook", [False, True], ids=["at a glance", "a step ahead"])
def test_every_position_is_looked_at_from_some_side(outlook: bool) -> None:
    """All the net's inputs are turned alike, and its move is turned back before it is played."""
    play = small_trainer(outlook=outlook, openings=0.0).play
    columns, codes = play.columns, play.codes
    assert len(columns) == 3
    before = {name: getattr(play.games, name).copy() for name in ("features", "mask", "outlook")}
    played: list[list[int]] = []
    step = play.games.step
    play.games.step = lambda moves: (played.append(moves.tolist()), step(moves))[1]
    moments = play.stretch(small_trainer(outlook=outlook).net, None)
    ways = []
    for i in range(play.n):
        fits = [w for w in range(3) if moments.seen[0, i].tolist() == before["features"][i][columns[w]].tolist()]
        assert len(fits) == 1
        (way,) = fits
        ways.append(way)
        assert moments.legal[0, i].tolist() == before["mask"][i][codes[way]].astype(bool).tolist()
        if outlook:
            assert moments.outlook[0, i].tolist() == before["outlook"][i][codes[way]].tolist()
        assert played[0][i] == codes[way, moments.move[0, i]]
    assert set(ways) == {0, 1, 2}
