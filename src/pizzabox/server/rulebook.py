"""The rules as pages: the book with its drawn examples, and one sheet to print."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pizzabox.engine import examples, game_files
from pizzabox.engine.catalogue import language, speaking
from pizzabox.engine.errors import UnknownGame
from pizzabox.engine.game import Game
from pizzabox.engine.registry import find
from pizzabox.table.lesson import has_lesson

from . import say
from .api import game_data, legend_data, rules_data
from .pages import page
from .responses import theme_of

SHEET = "quick.en.toml"


def book(request: Request) -> Response:
    """The whole rulebook of a game."""
    game = find(request.path_params["game"])
    shown: dict[str, Any] = game_files.attempt(game, examples.FILE, lambda: by_rule(game), {})
    more: dict[str, Any] = {
        "examples": shown,
        "quick": sheet(game) is not None,
        "lesson": has_lesson(game),
        "legend": legend_data(game.name),
    }
    return page(request, "rules.html", game=game_data(game), rules=rules_data(game), **more)


def quick(request: Request) -> Response:
    """The rules of a game on one sheet."""
    game = find(request.path_params["game"])
    text = sheet(game)
    if text is None:
        raise UnknownGame(say("quick", title=game.title))
    shown: list[Any] = game_files.attempt(game, examples.FILE, lambda: _beside_the_sheet(game), [])
    legend = legend_data(game.name, "print")
    return page(request, "rules_sheet.html", game=game_data(game), sheet=text, examples=shown, legend=legend)


def sheet(game: Game) -> dict[str, Any] | None:
    """The text of the sheet; None where the game has none."""

    def made() -> dict[str, Any] | None:
        text = game_files.texts(game, "quick")
        parts = [{"title": part["title"], "lines": list(map(str, part["lines"]))} for part in text.get("section", [])]
        return {"goal": text["goal"], "section": parts} if text else None

    return game_files.attempt(game, SHEET, made, None)


def _beside_the_sheet(game: Game) -> list[dict[str, Any]]:
    """The pictures of examples that the sheet shows."""
    shown = []
    for name in game_files.data(game, examples.FILE).get("quick", []):
        id, _, number = name.rpartition("-")
        one = shape(game, id)
        shown.append({**one, "pictures": [one["pictures"][int(number) - 1]]})
    return shown


def picture(request: Request) -> Response:
    """One drawing of an example."""
    game, theme = find(request.path_params["game"]), theme_of(request)
    shown = examples.examples(game).get(request.path_params["id"])
    number = request.path_params["number"]
    if shown is None or not 1 <= number <= shown.count:
        raise UnknownGame(say("picture", title=game.title))
    drawn = drawing(game.name, shown.id, theme, language())[number - 1]
    return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "max-age=3600"})


@lru_cache(maxsize=1024)
def drawing(name: str, id: str, theme: str, lang: str) -> list[str]:
    with speaking(lang):
        game = find(name)
        return examples.examples(game)[id].pictures(game, theme)


def by_rule(game: Game) -> dict[str, list[dict[str, Any]]]:
    """What to show below each rule."""
    made: dict[str, list[dict[str, Any]]] = {}
    for shown in examples.examples(game).values():
        made.setdefault(shown.rule, []).append(shape(game, shown.id))
    return made


def shape(game: Game, id: str) -> dict[str, Any]:
    """An example as the templates need it: words, and the addresses of its pictures."""
    count, lang = examples.examples(game)[id].count, language()
    addresses = [f"/pictures/{game.name}/{id}-{n + 1}.svg?lang={lang}&theme=" for n in range(count)]
    return {"id": id, **examples.words(game, id), "pictures": addresses, "ratio": _ratio(game.name, id, lang)}


@lru_cache(maxsize=1024)
def _ratio(name: str, id: str, lang: str) -> tuple[int, int]:
    """Width and height, so that the page does not jump when the pictures come."""
    box = drawing(name, id, "light", lang)[0].partition('viewBox="')[2].partition('"')[0].split()
    return round(float(box[2])), round(float(box[3]))


ROUTES = [
    Route("/rules/{game}", book),
    Route("/rules/{game}/quick", quick),
    Route("/pictures/{game}/{id}-{number:int}.svg", picture),
]
