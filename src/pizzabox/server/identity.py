"""Who is asking: a random identity in a signed cookie (pages) or bearer token (programs). No accounts."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

COOKIE = "pizzabox"
YEAR = 365 * 24 * 3600
_SHAPE = re.compile(r"([A-Za-z0-9_-]{16,40})\.([0-9a-f]{40})")


class Identities:
    """Makes and checks signed identities."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def new(self) -> str:
        return secrets.token_urlsafe(18)

    def sign(self, identity: str) -> str:
        """The text of the cookie or token."""
        return f"{identity}.{self._signature(identity)}"

    def read(self, text: str | None) -> str | None:
        """The identity of a cookie or token; None when it is missing or not ours."""
        match = _SHAPE.fullmatch(text or "")
        if match and hmac.compare_digest(self._signature(match[1]), match[2]):
            return match[1]
        return None

    def _signature(self, identity: str) -> str:
        return hmac.new(self._key, identity.encode(), hashlib.sha256).hexdigest()[:40]
