"""Addresses: where this computer is found in the local network, which ones work nowhere else, whose limits count; and
links as QR codes."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
from functools import cache, lru_cache
from urllib.parse import urlsplit

import segno

NOWHERE = "192.0.2.1"
"""An address that belongs to nobody: nothing is sent there, but the system says from where it would be."""
_HOST = re.compile(r"([A-Za-z0-9_.-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(:[0-9]{1,5})?")


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
    ip = _ip(host)
    return ip.is_loopback if ip else host == "localhost"


def is_host(text: str) -> bool:
    """Whether this can be the Host of a request: a name or an address, perhaps with a port."""
    found = _HOST.fullmatch(text)
    return bool(found and (text[0] != "[" or _ip(found[1][1:-1])))


@lru_cache(256)
def qr_code(url: str) -> str:
    """A QR code of a link as SVG."""
    return str(segno.make(url, error="m").svg_inline(omitsize=True, dark="#2b2320", light="#ffffff", border=2))


@lru_cache(256)
def own_name(host: str) -> bool:
    """Whether a request with this Host was made for a page of this computer. Somebody else's page can give its own name
    our address, so that a browser takes us for its server; it can't do that with an address, or a name of ours."""
    name = urlsplit(f"//{host}").hostname or ""
    return not name or bool(_ip(name)) or name in _own_names() or name.endswith(".localhost")


@cache
def _own_names() -> frozenset[str]:
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, f"{name}.local"})


def without_port(host: str) -> str:
    """An address as such: some proxies say from which port somebody came, too."""
    found = None if _ip(host) else _HOST.fullmatch(host)
    return found[1].strip("[]") if found else host


@lru_cache(4096)
def limited_as(host: str) -> str:
    """What the limits know an address by; empty for this computer. A household has a whole /64 of IPv6 addresses."""
    host = without_port(host)
    ip = _ip(host)
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ip
    if ip is None or ip.is_loopback:
        return "" if ip else host
    return str(ip) if ip.version == 4 else f"{ipaddress.IPv6Address(int(ip) >> 64 << 64)}/64"


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None
