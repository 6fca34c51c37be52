"""Drawn art: SVG files whose drawings are put into pictures, in the colours of their theme.

Each `<g id="…">` right below the root of a file is a drawing; where it stands on the sheet (its `transform`) and the
style sheet are only for looking at the file itself. Colours of the palette are written `var(--pb-NAME)`, and
`<use href="#…"/>` stands for another drawing of the file, or of those it builds on.
"""

from __future__ import annotations

import re
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from xml.etree.ElementTree import Element, fromstring

from .svg import Markup, Palette, Value, group, join, tag, translate

_SPACE = "{http://www.w3.org/2000/svg}"
_COLOUR = re.compile(r"var\(--pb-([a-z-]+)\)")


class Art:
    """The drawings of a file of a package: `art("fish", p)`, or `art.at("fish", p, x, y, size)` in its place."""

    def __init__(self, package: str, file: str, *others: Art) -> None:
        self.package, self.file, self.others = package, file, others

    def __call__(self, name: str, p: Palette) -> Markup:
        return _drawn(self, name, p)

    def at(self, name: str, p: Palette, x: float, y: float, size: float, **look: Value) -> Markup:
        """A drawing at a place and in a size."""
        return _placed(self, name, p, x, y, size, tuple(look.items()))

    @cached_property
    def drawings(self) -> dict[str, Element]:
        """All drawings by name, those of the other files among them."""
        root = fromstring(files(self.package).joinpath(self.file).read_text(encoding="utf-8"))
        found = {name: each for other in self.others for name, each in other.drawings.items()}
        found |= {each.attrib["id"]: each for each in root if "id" in each.attrib}
        for use in root.iter(f"{_SPACE}use"):
            if use.attrib["href"].removeprefix("#") not in found:
                raise LookupError(f"{self.file} uses {use.attrib['href']}, which isn't defined")
        return found


@cache
def _drawn(art: Art, name: str, p: Palette) -> Markup:
    if name not in art.drawings:
        raise LookupError(f"{art.file} has no drawing {name!r}; it has {', '.join(art.drawings)}")
    return join(*(_markup(art, part, p) for part in art.drawings[name]))


def _markup(art: Art, each: Element, p: Palette) -> Markup:
    look = {key: _COLOUR.sub(lambda found: p[found[1]], value) for key, value in each.attrib.items()}
    if each.tag == f"{_SPACE}use":
        return group(art(look.pop("href").removeprefix("#"), p), **look)
    return tag(each.tag.removeprefix(_SPACE), *(_markup(art, part, p) for part in each), **look)


@lru_cache(maxsize=1 << 12)
def _placed(
    art: Art, name: str, p: Palette, x: float, y: float, size: float, look: tuple[tuple[str, Value], ...]
) -> Markup:
    return group(_drawn(art, name, p), transform=translate(x, y, size), **dict(look))
