"""A Ray cluster of two nodes on this machine: one is killed in the middle, and the results are the same to the byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("polars")
from pizzabox.engine.errors import PizzaboxError
from pizzabox.lab.experiment import run
from pizzabox.lab.plan import planned
from pizzabox.lab.ray_workers import RayCluster

from .test_experiments import small_plan

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own


@pytest.fixture
def ray() -> Any:
    """Imported where it is needed, for that takes long."""
    return pytest.importorskip("ray")


@pytest.fixture
def cluster(ray: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The first node looks after the cluster and plays; what is added plays beside it."""
    from ray.cluster_utils import Cluster

    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    for setting in ("initial_delay_ms", "period_ms"):  # a lost node is noticed after five checks
        monkeypatch.setenv(f"RAY_health_check_{setting}", "500")
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    try:
        yield made
    finally:
        ray.shutdown()
        made.shutdown()


def test_a_node_that_is_lost_changes_nothing(cluster: Any, tmp_path: Path) -> None:
    plan = small_plan()
    run(plan, tmp_path / "here.parquet")
    other = cluster.add_node(num_cpus=1)
    killed: list[int] = []

    def lose(done: int, total: int) -> None:
        if done and not killed:
            killed.append(done)
            cluster.remove_node(other, allow_graceful=False)

    run(plan, tmp_path / "cluster.parquet", RayCluster(cluster.address), lose)
    assert killed and killed[0] < plan.rows
    assert (tmp_path / "cluster.parquet").read_bytes() == (tmp_path / "here.parquet").read_bytes()


@pytest.mark.usefixtures("ray")
def test_no_cluster_is_said_in_a_sentence(tmp_path: Path) -> None:
    plan = planned("theory", small_plan().setups[:1])
    with pytest.raises(PizzaboxError, match="no Ray cluster answers at auto"):
        run(plan, tmp_path / "results.parquet", RayCluster("auto"))
