"""A finished game as one HTML file: the player of the review page with its modules, styles and frames put inside."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from . import as_json, folder, render

MODULES = (
    *("words", "dom", "zoom", "picture", "evaluation_graph", "settings", "spoken_position"),
    *("replay_player", "exported_player"),
)
STYLES = ("palette", "base", "table", "study")
_IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const))", re.MULTILINE)


def standalone(replay: dict[str, Any]) -> str:
    """The file. `replay` has `about`, what `Replay.whole` gives, and `opinion` or None."""
    from markupsafe import Markup

    return render(
        "export.html",
        replay=replay,
        styles=Markup("<style>{}</style>").format(Markup(_styles())),
        program=Markup('<script type="module">{}</script>').format(Markup(_program())),
        replay_json=Markup(as_json(replay)),
    )


@cache
def _program() -> str:
    """All modules as one: imports fall away, because what they name stands above."""
    parts = [(folder("static") / f"js/{name}.js").read_text(encoding="utf-8") for name in MODULES]
    text = "\n".join(_EXPORT.sub("", _IMPORT.sub("", part)) for part in parts)
    return text.replace("</", "<\\/")


@cache
def _styles() -> str:
    return "\n".join((folder("static") / f"css/{name}.css").read_text(encoding="utf-8") for name in STYLES)
