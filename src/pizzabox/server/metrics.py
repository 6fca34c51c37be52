"""The figures of a running server, for Prometheus.

Where several workers serve, each writes its figures into a folder they share (PROMETHEUS_MULTIPROC_DIR), and whichever
is asked adds them up.
"""

from __future__ import annotations

import os

from prometheus_client import REGISTRY, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
CHANGES = Counter("pizzabox_changes", "Changes of tables that were stored, by kind.", ["kind"])
NOT_STORED = Counter("pizzabox_not_stored", "Changes that couldn't be stored, and so didn't happen.")
COMMIT = Histogram("pizzabox_commit_seconds", "How long a commit of the store takes.")
TOGETHER = Histogram("pizzabox_commit_changes", "Changes in one commit.", buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500))
ANSWERS = Counter("pizzabox_answers", "Answers to requests, by status.", ["status"])
OPEN_TABLES = Gauge("pizzabox_open_tables", "Tables in memory.", multiprocess_mode="livesum")
CONNECTIONS = Gauge("pizzabox_connections", "WebSockets at tables.", multiprocess_mode="livesum")


def figures() -> bytes:
    """All of them, of all workers on this machine."""
    registry = REGISTRY
    if FOLDER in os.environ:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
