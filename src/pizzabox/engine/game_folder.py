"""What the files of a game's folder bring to its `Game`, each under the name that its role has in docs/engine.md."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from .editor import Editor
from .words import Words

KERNELS = ("rules", "visibility", "evaluation", "subjects", "symmetry")
PARTS = {
    "state": {"state": "State"},
    "rules": {"codes": "CODES"},
    "move_codes": {"codes": "CODES"},
    "evaluation": {"features": "FEATURES", "labels": "LABELS"},
    "subjects": {"subjects": "SUBJECTS"},
    "position_check": {"check": "check", "fits": "fits", "tidy": "tidy"},
    "symmetry": {
        "equal_moves": "equal_moves",
        "ways": "WAYS",
        "essence": "ESSENCE",
        "patience": "PATIENCE",
        "symmetries": "symmetries",
    },
    "analysis": {"analysis": "panels"},
}
"""By file: what a `Game` is given, and what it is called there."""


def parts_of(package: str, seats: Sequence[str] = (), colours: Sequence[int] = ()) -> dict[str, Any]:
    """All that the files of a folder bring: `Game(name=…, title=…, **parts_of(__package__, SEATS, COLOURS))`."""
    roles = [role for role in (*KERNELS, "picture", "editor", *PARTS) if find_spec(f"{package}.{role}")]
    files = {role: import_module(f"{package}.{role}") for role in roles}
    found: dict[str, Any] = {"words": Words.of_package(package, seats, colours)}
    found["functions"] = {name: part for role in KERNELS if role in files for name, part in vars(files[role]).items()}
    if "picture" in files:
        found["picture"] = files["picture"]
    if "editor" in files:
        found["editor"] = Editor.of_module(files["editor"])
    for role, parts in PARTS.items():
        brought = vars(files[role]) if role in files else {}
        found |= {part: brought[name] for part, name in parts.items() if name in brought}
    return found
