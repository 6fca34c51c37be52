"""Uploaded records, which can be reviewed like tables: what they are called and how the store keeps them."""

from __future__ import annotations

import hashlib
import re

RECORD = "record"
"""What a record is kept as."""


def upload_id(text: str) -> str:
    """The id of a record file; the same file has the same."""
    return "r" + hashlib.sha256(text.encode()).hexdigest()[:20]


def is_upload(id: str) -> bool:
    """Whether an id is that of an uploaded record, not of a table."""
    return re.fullmatch("r[0-9a-f]{20}", id) is not None
