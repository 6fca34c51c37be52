"""A position as one complete picture: the layers of a game on their ground."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from .contract import SPECTATOR
from .errors import bad_viewer
from .state import GameState, OwnState
from .svg import Layer, Markup, Palette, number, palette, tag
from .toppings import shapes

Frame = tuple[float, float, float, float]
"""Left, top, width and height."""
Place = tuple[float, float, float]
"""Where to a group is moved, and how large it is drawn there."""


@dataclass(frozen=True)
class Wide:
    """The same picture arranged for a screen with more room beside the board than below."""

    frame: Frame
    places: Mapping[str, Place] = field(default_factory=dict)
    """Where groups stand then, by the names that `placed` gave them."""

    def message(self) -> dict[str, str | dict[str, str]]:
        """As a page gets it: the view box, and a CSS transform for each place."""
        there = {name: f"translate({x:.2f}px,{y:.2f}px) scale({k:.4f})" for name, (x, y, k) in self.places.items()}
        return {"box": _written(self.frame), "places": there}


@dataclass(frozen=True)
class WholePicture:
    """What the `svg` and the `view_box` of a game's picture are made of."""

    game: str
    title: str | Callable[[OwnState], str]
    frame: Callable[[OwnState], Frame]
    """What is seen of the board and the pieces."""
    board: Callable[[OwnState, Palette], Markup]
    pieces: Callable[..., Layer]
    spoken: Callable[[OwnState, int], list[str]]
    """`spoken(s, viewer)`: the position in sentences, for those who cannot see it."""
    names: Callable[[OwnState, Palette, bool], Markup] | None = None
    """`names(s, p, shown)`: the names of the spaces."""
    legend: Callable[[OwnState, Palette], Markup] | None = None
    """What stands below the frame, `below` high."""
    below: float = 0.0
    players: Callable[[OwnState], int] = attrgetter("players")

    def view_box(self, s: GameState) -> str:
        """The frame of the layers, as the attribute of that name."""
        return _written(self.frame(s))

    def svg(
        self,
        s: GameState,
        viewer: int = SPECTATOR,
        *,
        theme: str = "light",
        legal: Iterable[str] = (),
        names: bool = False,
        size: int | None = None,
        title: str | None = None,
        **shown: object,
    ) -> str:
        """The position as a complete picture. `size` is its width in pixels; without it the picture fills its place.
        What else is to be shown is handed to `pieces`."""
        if not isinstance(viewer, int) or not SPECTATOR <= viewer < self.players(s):
            raise bad_viewer(self.players(s), viewer)
        if title is None:
            title = self.title if isinstance(self.title, str) else self.title(s)
        p, lit = palette(theme), tuple(legal)
        x, y, width, height = self.frame(s)
        height += self.below
        ground = tag("rect", x=x or None, y=y or None, width=width, height=height, fill=p["paper"])
        return tag(
            "svg",
            tag("title", title),
            tag("desc", " ".join(self.spoken(s, viewer))),
            shapes(p) if p.theme == "page" else ground,
            self.board(s, p),
            self.pieces(s, viewer, p, legal=lit, **shown),
            self.names(s, p, names) if self.names else "",
            self.legend(s, p) if self.legend else "",
            xmlns="http://www.w3.org/2000/svg",
            viewBox=_written((x, y, width, height)),
            width=size,
            height=None if size is None else size * height / width,
            class_=f"pb pb-{self.game} pb-{p.theme}",
            role="group" if lit else "img",
        )


def _written(frame: Frame) -> str:
    return " ".join(map(number, frame))
