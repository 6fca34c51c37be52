"""The page: templates, styles and the few ES modules, and what a server needs to hand them out.

No rule of any game is here: pages are shells with words, and everything about a game comes through the API.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pizzabox.engine.catalogue import FALLBACK, Catalogue, language, languages
from pizzabox.engine.svg import palette
from pizzabox.engine.toppings import TOPPINGS, art

if TYPE_CHECKING:
    from jinja2 import Environment

say = Catalogue("pizzabox.web")
CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""The content security policy every page is written for: no inline code, no inline style."""
COLOURS = tuple(TOPPINGS)
"""The topping of each colour number of the API, by its name in pictures and styles."""
_PIECE = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`")
_RULE = re.compile(r"\b([A-Z]+\d+\.\d+)\b")
_SAFE = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}
_UNSAFE = re.compile(f"[{''.join(_SAFE)}]")


def folder(name: str) -> Path:
    """The folder `templates` or `static` of this package."""
    return Path(str(files(__package__).joinpath(name)))


def script_words() -> dict[str, str]:
    """The texts of the modules, unfilled: all keys below `js`, without that prefix."""
    texts = say.raw(FALLBACK) | say.raw(language())
    return {key.removeprefix("js."): texts[key] for key in sorted(texts) if key.startswith("js.")}


def as_json(value: object) -> str:
    """JSON that may stand inside a `script` element: nothing in it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda found: _SAFE[found[0]], text)


def inline(text: str) -> Any:
    """A line of rules.md as HTML: emphasis and code, everything else escaped."""
    from markupsafe import Markup, escape

    made, last = Markup(), 0
    for found in _PIECE.finditer(text):
        made += escape(text[last : found.start()])
        tag = "strong" if found[1] else "em" if found[2] else "code"
        made += Markup("<{0}>{1}</{0}>").format(Markup(tag), found[1] or found[2] or found[3])
        last = found.end()
    return made + escape(text[last:])


def ruled(text: str, game: str) -> Any:
    """A line as of `inline`, in which every id of a rule is a link to that rule."""
    from markupsafe import Markup

    link = Markup('<a href="/rules/{0}#{1}">{1}</a>')
    parts = enumerate(_RULE.split(inline(text)))
    return Markup("").join(link.format(game, part) if number % 2 else Markup(part) for number, part in parts)


def palette_css() -> str:
    """The style sheet with the colours of all pictures, light and dark; `static/css/palette.css` holds exactly this."""
    light, dark, paper = (palette(theme).css for theme in ("light", "dark", "print"))
    return (
        "/* Made by pizzabox.web.palette_css() from engine/svg.py; do not edit. */\n"
        f":root{{color-scheme:light;{light}}}\n"
        f"@media (prefers-color-scheme:dark){{:root:not([data-theme=light]){{color-scheme:dark;{dark}}}}}\n"
        f":root[data-theme=dark]{{color-scheme:dark;{dark}}}\n"
        f"@media print{{:root:root{{color-scheme:light;{paper}}}}}\n"
    )


@cache
def environment() -> Environment:
    """The templates, ready to render. A server may add its own globals, for instance another `asset`."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=FileSystemLoader(folder("templates")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    page = palette("page")
    made.filters["inline"] = inline
    made.filters["ruled"] = ruled
    made.filters["drawn"] = Markup  # pictures are made by the engine, which escapes what it is given
    made.globals.update(
        say=say,
        asset=lambda path: f"/static/{path}",
        words_json=lambda: Markup(as_json(script_words())),
        as_json=lambda value: Markup(as_json(value)),
        language=language,
        languages=languages,
        toppings={colour: Markup(art(name, page)) for colour, name in TOPPINGS.items()},
        colours=COLOURS,
    )
    return made


def render(template: str, context: Mapping[str, Any] | None = None, **more: Any) -> str:
    """A page as HTML; what each template needs is written at its top."""
    return environment().get_template(template).render(**(context or {}), **more)
