"""A Ray cluster as workers: `--ray ADDRESS`. Every node needs the same Pizzabox; docs/lab.md says how."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from typing import Any

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.errors import PizzaboxError

from .plan import Chunk, Plan
from .workers import Make, Part, part_of

say = Catalogue(__package__)
AHEAD = 2
"""Chunks handed out for each processor of the cluster: one to play, one to go on with."""


class RayCluster:
    """Every chunk is a task of one processor; Ray repeats those of a node that is lost."""

    def __init__(self, address: str) -> None:
        self.address = address

    def run(self, plan: Plan, chunks: Sequence[Chunk], make: Make[Part]) -> Iterator[tuple[Chunk, Part]]:
        try:
            import ray
        except ImportError:
            raise PizzaboxError(say("workers.no_ray")) from None
        try:
            ray.init(self.address, log_to_driver=False, logging_level=logging.ERROR, ignore_reinit_error=True)
        except (ConnectionError, ValueError, RuntimeError) as problem:
            reason = str(problem).splitlines()[0]
            raise PizzaboxError(say("workers.no_cluster", address=self.address, problem=reason)) from problem
        try:
            task = ray.remote(num_cpus=1, max_retries=-1)(part_of)
            carried = ray.put(plan)
            waiting, running = list(reversed(chunks)), dict[Any, Chunk]()
            while waiting or running:
                most = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
                while waiting and len(running) < most:
                    chunk = waiting.pop()
                    running[task.remote(carried, chunk, make)] = chunk
                finished, _ = ray.wait(list(running))
                for one in finished:
                    yield running.pop(one), ray.get(one)
        finally:
            ray.shutdown()
