"""`games`, `options` and `rules`: what is in the box and how it is played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import complete
from .output import console, print_json, say

if TYPE_CHECKING:
    from rich.text import Text

    from pizzabox.engine.game import Game
    from pizzabox.engine.options import Option
    from pizzabox.engine.rulebook import Chapter, Rule, Rulebook

GameName = Annotated[str, typer.Argument(metavar="GAME", help=say("usage.game"), autocompletion=complete.games)]
AsJson = Annotated[bool, typer.Option("--json", help=say("usage.json"))]
_INLINE = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*")


def add_to(app: typer.Typer) -> None:
    app.command("games", help=say("usage.cmd_games"))(games)
    app.command("options", help=say("usage.cmd_options"))(options)
    app.command("rules", help=say("usage.cmd_rules"))(rules)


def games(as_json: AsJson = False) -> None:
    """List the games of the box."""
    from pizzabox.engine.registry import each

    found = each(_described)
    if as_json:
        print_json(found)
        return
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    for key in ("name", "title", "players", "minutes", "summary"):
        table.add_column(say(f"games.{key}"), no_wrap=key != "summary", style="bold" if key == "name" else "")
    for game in found:
        low, high = game["minutes"]
        minutes = f"{low}–{high}" if low != high else str(low)
        table.add_row(game["name"], game["title"], _range(game["players"]), minutes, game["summary"])
    out = console()
    out.print(table)
    out.print()
    out.print(say("games.next", name=found[0]["name"]), style="dim")


def options(
    game: GameName,
    chosen_options: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME=VALUE", help=say("usage.table_options"), autocompletion=complete.options),
    ] = None,
    *,
    table: Annotated[str | None, typer.Option("--table", help=say("usage.table"))] = None,
    of: Annotated[Path | None, typer.Option("--of", metavar="FILE", help=say("usage.table_in_record"))] = None,
    as_json: AsJson = False,
) -> None:
    """List the options of a game: default, bounds and when they apply; or print a table it is played with."""
    import pizzabox
    from pizzabox.engine.options import parse_pairs

    chosen = pizzabox.load(game, **parse_pairs(chosen_options or []))
    if table is not None or of is not None:
        _print_table(chosen, table or next(iter(chosen.tables), ""), of)
        return
    if as_json:
        print_json([_option(chosen, option) for option in chosen.declared])
        return
    from rich.padding import Padding
    from rich.text import Text

    out = console()
    for option in chosen.declared:
        line = Text.assemble((option.name, "bold"), f"={_word(option.default)}", ("   " + option.domain, "cyan"))
        if option.when:
            line.append("   " + say("options.when", when=_when(option)), "yellow")
        out.print(line)
        out.print(Padding(Text(chosen.help(option)), (0, 0, 0, 4)))
    out.print()
    out.print(say("options.next", name=chosen.name, option=chosen.declared[0].name), style="dim")


def _print_table(game: Game, name: str, of: Path | None) -> None:
    """A table as a file of the same form may hold it, with its columns explained in lines that begin with #."""
    from pizzabox.engine.errors import BadOption, did_you_mean, short
    from pizzabox.engine.game_record import carried

    tables = game.tables if of is None else carried(of)
    if name not in tables:
        hint = did_you_mean(name, tables) if tables else say("options.no_tables")
        raise BadOption(say("options.no_table", name=short(name), hint=hint))
    text = tables[name]
    for column in text.partition("\n")[0].split(","):
        explained = game.column(name, column)
        if explained:
            typer.echo(f"# {column}: {explained}")
    typer.echo(text, nl=False)


def rules(
    game: GameName,
    id: Annotated[str | None, typer.Argument(help=say("usage.rule_id"), autocompletion=complete.rule_ids)] = None,
    as_json: AsJson = False,
) -> None:
    """Print the rules of a game, each with its id and source, or one rule."""
    import pizzabox

    rulebook = pizzabox.load(game).rules
    if id is not None:
        rule = rulebook[id]
        print_json({**_rule(rule), "chapter": rule.chapter}) if as_json else print_rule(rule)
        return
    if as_json:
        print_json({"game": game, "title": rulebook.title, "chapters": [_chapter(c) for c in rulebook.chapters]})
        return
    print_rulebook(rulebook)


def print_rulebook(rulebook: Rulebook) -> None:
    """All chapters."""
    from rich.table import Table

    out = console()
    out.print(rulebook.title, style="bold underline")
    for chapter in rulebook.chapters:
        out.print()
        if chapter.title:
            out.print(chapter.title, style="bold")
        for part in chapter.parts:
            out.print()
            if isinstance(part, str):
                out.print(_inline(" ".join(part.split())))
                continue
            row = Table.grid(padding=(0, 2, 0, 0))
            row.add_column(no_wrap=True, style="bold cyan")
            row.add_column()
            row.add_row(part.id, _ruled(part))
            out.print(row)


def print_rule(rule: Rule) -> None:
    """One rule with its id, text and source."""
    from rich.text import Text

    out = console()
    out.print(Text.assemble((rule.id, "bold cyan"), "  ", (rule.chapter, "dim")))
    out.print(_ruled(rule))


def _ruled(rule: Rule) -> Text:
    note = say("rules.note", note=rule.note) if rule.note else ""
    made = _inline(rule.text)
    start = len(made.plain) + 1
    made.append(" " + say("rules.source", source=say(f"rules.{rule.source}"), note=note).replace("`", ""))
    made.stylize("dim", start)
    return made


def _inline(markdown: str) -> Text:
    """The few marks the rulebook uses inside a paragraph."""
    from rich.text import Text

    made, at = Text(), 0
    for match in _INLINE.finditer(markdown):
        made.append(markdown[at : match.start()])
        style = "cyan" if match[1] else "bold" if match[2] else "italic"
        made.append(match[1] or match[2] or match[3], style)
        at = match.end()
    return made.append(markdown[at:])


def _players(game: Game) -> list[int]:
    from pizzabox.engine.options import Number

    option = next(o for o in game.declared if o.name == "players")
    if isinstance(option, Number):
        return list(range(option.low, option.high + 1))
    return [int(word) for word in option.domain.split(" | ")]


def _range(numbers: list[int]) -> str:
    return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


def _described(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.about,
        "players": _players(game),
        "minutes": list(game.minutes),
        "options": [option.name for option in game.declared],
    }


def _option(game: Game, option: Option) -> dict[str, Any]:
    made: dict[str, Any] = {"name": option.name, "default": option.default, **option.describe()}
    made["help"] = game.help(option)
    made["when"] = {name: list(values) for name, values in option.when.items()}
    return made


def _when(option: Option) -> str:
    return ", ".join(f"{name}={'|'.join(map(_word, values))}" for name, values in option.when.items())


def _word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _rule(rule: Rule) -> dict[str, Any]:
    return {"id": rule.id, "text": rule.text, "source": rule.source, "note": rule.note}


def _chapter(chapter: Chapter) -> dict[str, Any]:
    parts = [{"text": part} if isinstance(part, str) else _rule(part) for part in chapter.parts]
    return {"title": chapter.title, "parts": parts}
