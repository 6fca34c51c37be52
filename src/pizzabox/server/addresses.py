"""Where this computer is found in the local network, and which addresses are of no use there."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from urllib.parse import urlsplit

NOWHERE = "192.0.2.1"
"""An address that belongs to nobody: nothing is sent there, but the system says from where it would be."""


def addresses() -> list[str]:
    """This computer's addresses in the local network, the likeliest first; none without a network."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, contextlib.suppress(OSError):
        asking.connect((NOWHERE, 9))
        found.append(asking.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [entry[4][0] for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [str(a) for a in dict.fromkeys(map(ipaddress.ip_address, found)) if not (a.is_loopback or a.is_unspecified)]


def only_here(origin: str) -> bool:
    """Whether an address of a page works on this computer alone."""
    host = urlsplit(origin).hostname or ""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
