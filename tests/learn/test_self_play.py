"""What is recorded of self-play, and what is made of it: by hand-counted examples."""

from __future__ import annotations

from dataclasses import replace

import pytest

torch = pytest.importorskip("torch", reason="PyTorch isn't installed; it's gigabytes on Linux with x86-64 processors")

from pizzabox.learn.self_play import Rollout, by_seat, from_viewer  # noqa: E402
from pizzabox.learn.trainer import Trainer, advantages_and_targets, against_guests  # noqa: E402
from tests.learn.helpers import small_trainer  # noqa: E402


def test_numbers_by_viewer_and_by_seat() -> None:
    """Three players; seat 1 looks: its own number comes first, then seat 2's, then seat 0's."""
    viewers = torch.tensor([0, 1, 2])
    relative = torch.tensor([[1.0, 2.0, 3.0]] * 3)
    assert by_seat(relative, viewers).tolist() == [[1, 2, 3], [3, 1, 2], [2, 3, 1]]
    seated = torch.tensor([[10.0, 20.0, 30.0]] * 3)
    assert from_viewer(seated, viewers).tolist() == [[10, 20, 30], [20, 30, 10], [30, 10, 20]]
    assert from_viewer(by_seat(relative, viewers), viewers).tolist() == relative.tolist()


def test_advantages_and_targets_of_a_game_counted_by_hand() -> None:
    """One game of two players: a move of seat 0, then one of seat 1 that ends it, then the first of the next game.

    With a trace of one half, from the end: step 2 expects (0.2, -0.2) and finds (0.4, -0.4), so both targets are those.
    Step 1 ends the game with (1, -1) where (0.5, -0.5) was expected: a surprise of (0.5, -0.5), and nothing beyond.
    Step 0 expects (0.1, -0.1) and finds (0.5, -0.5): a surprise of (0.4, -0.4), and half of the next: (0.65, -0.65).
    """
    one = torch.ones(3, 1, dtype=torch.bool)
    values = torch.tensor([[[0.1, -0.1]], [[0.5, -0.5]], [[0.2, -0.2]], [[0.4, -0.4]]])
    returns = torch.tensor([[[0.0, 0.0]], [[1.0, -1.0]], [[0.0, 0.0]]])
    rollout = Rollout(
        seen=torch.zeros(3, 1, 1),
        legal=torch.ones(3, 1, 1, dtype=torch.bool),
        outlook=torch.zeros(3, 1, 0),
        actor=torch.tensor([[0], [1], [0]]),
        move=torch.zeros(3, 1, dtype=torch.int64),
        log_prob=torch.zeros(3, 1),
        values=values,
        returns=returns,
        done=torch.tensor([[False], [True], [False]]),
        policy_mask=one,
        value_mask=one,
    )
    advantages, targets = advantages_and_targets(rollout, 0.5)
    assert advantages[:, 0].tolist() == pytest.approx([0.65, -0.5, 0.2])
    assert targets[:, 0, 0].tolist() == pytest.approx([0.75, 1.0, 0.4])
    assert targets[:, 0, 1].tolist() == pytest.approx([-0.75, -1.0, -0.4])


def test_the_share_against_earlier_selves_counted_by_hand() -> None:
    """Three players, one step, five games. The learner sits at seats 0, 1, 2, 0 and 1.

    It wins the first game, loses the second to seat 0, and nobody wins the third; the fourth has no guests and the
    fifth is not over. So it won 1, the two others 1 together and a half each: 1 of 1.5.
    """
    lost, won = -1.0, 1.0
    results = [[won, lost, lost], [won, lost, lost], [lost] * 3, [won, lost, lost], [0.0] * 3]
    _, rollout = collect()
    rollout = replace(rollout, returns=torch.tensor([results]), done=torch.tensor([[True, True, True, True, False]]))
    guests, seats = torch.tensor([True, True, True, False, True]), torch.tensor([0, 1, 2, 0, 1])
    assert against_guests(rollout, guests, seats) == pytest.approx(1.0 / 1.5)
    assert against_guests(rollout, torch.zeros(5, dtype=torch.bool), seats) == 0.5


def collect() -> tuple[Trainer, Rollout]:
    """A trainer that has an earlier self, and what it played with it."""
    trainer = small_trainer(openings=0.5, guests=0.5, longest_opening=4)
    return trainer, trainer.self_play.collect(trainer.net, trainer.net)


def test_moves_of_openings_and_of_earlier_selves_are_not_the_learners_own() -> None:
    trainer, rollout = collect()
    play = trainer.self_play
    foreign = play.with_guests & (rollout.actor != play.learners_seat)
    assert foreign.any() and not (rollout.policy_mask & foreign).any()
    assert (rollout.value_mask & foreign).any(), "the value learns from an earlier self's moves too"
    opening = ~rollout.value_mask
    assert opening.any() and not (rollout.policy_mask & opening).any() and rollout.policy_mask.any()
    assert (rollout.policy_mask == (rollout.value_mask & ~foreign)).all()


def learnt(rollout: Rollout) -> list[float]:
    """The policy's weights after learning from a rollout, by the same trainer each time."""
    trainer = small_trainer(openings=0.5, guests=0.5, longest_opening=4)
    trainer._learn(rollout, 0.0)
    return trainer.net.policy.weight.flatten().tolist()


def test_only_own_moves_enter_the_policy_loss() -> None:
    _, rollout = collect()
    before = learnt(rollout)
    other = rollout.legal.to(torch.uint8).argmax(dim=2)
    strange = torch.full_like(rollout.log_prob, -3.0)
    foreign = replace(
        rollout,
        move=torch.where(rollout.policy_mask, rollout.move, other),
        log_prob=torch.where(rollout.policy_mask, rollout.log_prob, strange),
    )
    assert (foreign.move != rollout.move).any() and learnt(foreign) == before
    own = replace(rollout, log_prob=torch.where(rollout.policy_mask, strange, rollout.log_prob))
    assert learnt(own) != before


def test_moves_are_legal_and_their_odds_are_recorded() -> None:
    trainer, rollout = collect()
    assert rollout.legal.gather(2, rollout.move[..., None]).all()
    assert (rollout.log_prob <= 0).all()
    seats = torch.arange(trainer.game.players)
    assert torch.isin(rollout.actor, seats).all() and (rollout.returns[~rollout.done] == 0).all()


@pytest.mark.parametrize("outlook", [False, True], ids=["at a glance", "a step ahead"])
def test_every_position_is_looked_at_from_some_side(outlook: bool) -> None:
    """All the net's inputs are turned alike, and its move is turned back before it is played."""
    play = small_trainer(outlook=outlook, openings=0.0).self_play
    columns, codes = play.columns, play.codes
    assert len(columns) == 3
    before = {name: getattr(play.games, name).copy() for name in ("features", "mask", "outlook")}
    played: list[list[int]] = []
    step = play.games.step
    play.games.step = lambda moves: (played.append(moves.tolist()), step(moves))[1]
    rollout = play.collect(small_trainer(outlook=outlook).net, None)
    ways = []
    for i in range(play.n):
        fits = [w for w in range(3) if rollout.seen[0, i].tolist() == before["features"][i][columns[w]].tolist()]
        assert len(fits) == 1
        (way,) = fits
        ways.append(way)
        assert rollout.legal[0, i].tolist() == before["mask"][i][codes[way]].astype(bool).tolist()
        if outlook:
            assert rollout.outlook[0, i].tolist() == before["outlook"][i][codes[way]].tolist()
        assert played[0][i] == codes[way, rollout.move[0, i]]
    assert set(ways) == {0, 1, 2}
