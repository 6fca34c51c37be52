"""The lab: many games at once."""

from .bench import Measured, bench
from .peer_bench import PEERS, Peer, measure_peers

__all__ = ["PEERS", "Measured", "Peer", "bench", "measure_peers"]
