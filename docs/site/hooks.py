"""The pages of the site that are not files of docs/, for MkDocs (see mkdocs.yml).

- README, changelog, security and benchmarks are pages as they are. Links that leave docs/ lead to the page made of
  their target, or to a copy of the file.
- Each game has a page on one template, and its rules with an anchor at every rule (`games/theory-rules.html#T2.2`).
  What they say comes from the game itself.
- The reference of the public names, and of the server's API, is read from the source.
"""

from __future__ import annotations

import importlib
import json
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

import pizzabox
from pizzabox.bots import known_well, levels, usual_ratings
from pizzabox.engine import game_files
from pizzabox.engine.game import Game
from pizzabox.engine.options import Option
from pizzabox.engine.rulebook import Rulebook
from pizzabox.server.openapi import description

ROOT = Path(__file__).resolve().parents[2]
TAKEN = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "benchmarks/README.md": "benchmarks.md",
}
"""Pages outside docs/, by their path in the repository, and where they are on the site."""
REFERENCE = {
    "pizzabox": "The box",
    "pizzabox.bots": "Bots",
    "pizzabox.envs": "Environments",
    "pizzabox.testing": "Tests of games",
}
"""Modules whose public names (`__all__`) have a page."""
COPIES = "files"
THEMES = ("light", "dark")
_LINK = re.compile(r"(?<=\]\()([^)\s#]+)(?=[)#])")
_FENCE = re.compile(r"^```(\w+) ([\w./]+)$", re.MULTILINE)
_LOGO = re.compile(r'<p align="center">.*?src="docs/(\S+)\.svg".*?alt="([^"]*)".*?</p>', re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Games and reference come into the list of pages."""
    sections = {name: pages for section in config.nav or [] for name, pages in section.items()}
    for name in pizzabox.names():
        title = pizzabox.load(name).title
        sections["Games"].append({title: [f"games/{name}.md", f"games/{name}-rules.md"]})
    sections["Reference"] += ["reference/requests.md", *(f"reference/{module}.md" for module in REFERENCE)]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what is not in docs/."""

    def page(uri: str, content: str) -> None:
        files.append(File.generated(config, uri, content=content))

    for path, uri in TAKEN.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        page(uri, start_page(text, config) if path == "README.md" else text)
    for name in pizzabox.names():
        game = pizzabox.load(name)
        page(f"games/{name}.md", game_page(game))
        page(f"games/{name}-rules.md", rules_page(game.rules, name))
        for theme in THEMES:
            page(f"games/{name}-{theme}.svg", picture(game, theme))
    for module, title in REFERENCE.items():
        page(f"reference/{module}.md", reference_page(module, title))
    page("reference/requests.md", requests_page(description()))
    page("reference/openapi.json", json.dumps(description(), indent=2, ensure_ascii=False))
    for path in sorted(copied(files)):
        files.append(File.generated(config, f"{COPIES}/{path}", abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Links of a page as they are on the site, and the file that a piece of code is as its title."""
    uri = page.file.src_uri
    return _FENCE.sub(r'```\1 title="\2"', _LINK.sub(lambda link: site_link(link[1], uri), markdown))


def source(uri: str) -> str:
    """The path of a page in the repository; what was made here has none, and stands as if it were in docs/."""
    return next((path for path, taken in TAKEN.items() if taken == uri), f"docs/{uri}")


def target(link: str, uri: str) -> str:
    """The path of the file in the repository that a link of a page leads to; empty if it leads to none."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(source(uri)), link))
    return path if not re.match(r"[a-z]+:", link) and (ROOT / path).is_file() else ""


def site_link(link: str, uri: str) -> str:
    """A link that leads to a file of the repository as it is on the site; others as they are, for MkDocs to judge."""
    path = target(link, uri)
    if not path:
        return link
    rules = re.fullmatch(r"src/pizzabox/games/(\w+)/rules\.md", path)
    if rules:
        there = f"games/{rules[1]}-rules.md"
    elif path.startswith("docs/"):
        there = path.removeprefix("docs/")
    else:
        there = TAKEN.get(path, f"{COPIES}/{path}")
    return posixpath.relpath(there, posixpath.dirname(uri) or ".")


def copied(files: Files) -> set[str]:
    """Files outside docs/ that pages lead to and that are no pages."""
    found = set()
    for file in files.documentation_pages():
        for link in _LINK.findall(file.content_string):
            there = posixpath.normpath(posixpath.join(posixpath.dirname(file.src_uri), site_link(link, file.src_uri)))
            if there.startswith(f"{COPIES}/"):
                found.add(there.removeprefix(f"{COPIES}/"))
    return found


def start_page(readme: str, config: MkDocsConfig) -> str:
    """The README with pictures in both themes, and with the site's links in place of its own list."""
    logo = _LOGO.search(readme)
    assert logo
    pictures = themed(f"docs/{logo[1]}.svg", f"docs/{logo[1]}-dark.svg", logo[2])
    head, *chapters = re.split(
        r"\n(?=## )", readme.replace(logo[0], "").replace("```console", f"{pictures}\n\n```console", 1)
    )
    games = [
        f"[{themed(f'games/{name}-light.svg', f'games/{name}-dark.svg', '')} "
        f"**{pizzabox.load(name).title}**](games/{name}.md)"
        for name in pizzabox.names()
    ]
    tiles = "\n\n".join(games)
    chapters = [chapter for chapter in chapters if not chapter.startswith("## Read on")]
    return "\n".join([head, f'<div class="games" markdown>\n\n{tiles}\n\n</div>\n', *chapters, doors(config)])


def doors(config: MkDocsConfig) -> str:
    """The pages for players, hosts, researchers and designers."""
    lines = []
    for section in config.nav or []:
        for name, pages in section.items():
            if name.startswith("For "):
                links = ", ".join(f"[{heading(uri)}]({source(uri)})" for uri in pages)
                lines.append(f"- **{name}:** {links}")
    return "## Where to go\n\n" + "\n".join(lines) + "\n"


def heading(uri: str) -> str:
    """The heading of a page that is a file of the repository."""
    found = re.search(r"^# (.+)$", (ROOT / source(uri)).read_text(encoding="utf-8"), re.MULTILINE)
    assert found, uri
    return found[1]


def themed(light: str, dark: str, alt: str) -> str:
    """A picture in both themes, of which one is shown."""
    return f"![{alt}]({light}#only-light){{ .board }}![{alt}]({dark}#only-dark){{ .board }}"


def picture(game: Game, theme: str) -> str:
    """The position that stands for the game in lists, or its start."""
    code = game_files.data(game, "front.toml").get("code")
    pos = pizzabox.position(code) if code else game.start(seed=1)
    return pos.svg(size=560, theme=theme)


def game_page(game: Game) -> str:
    """What a game is, its options and how strong its bots are."""
    low, high = game.minutes
    players = next(option for option in game.declared if option.name == "players")
    name, first = game.name, game.declared[0]
    return f"""# {game.title}

{game.about}

{themed(f"{name}-light.svg", f"{name}-dark.svg", f"A position of {game.title}")}

- **Players:** {players.domain.replace(" | ", ", ")}
- **Minutes:** {low if low == high else f"{low} to {high}"}
- **Rules:** [each with its id and source]({name}-rules.md)
- **Play:** `pizzabox play {name}`, or `pizzabox` for the page in the browser

## Options

{options_table(game)}

Options are given as `NAME=VALUE`, as in `pizzabox play {name} {first.name}={word(first.default)}`, and in Python as
`pizzabox.load("{name}", {first.name}={first.default!r})`.

## Bots

{strengths(game)}

## Is it fair?

{fairness(game)}

## Records

A game is kept as [a text file](../records.md): `pizzabox play {name} --save evening.pizza` writes it, `pizzabox replay
evening.pizza` shows it step by step and `pizzabox verify evening.pizza` recomputes it.
"""


def options_table(game: Game) -> str:
    rows = [[f"`{o.name}`", f"`{word(o.default)}`", domain(o), f"{game.help(o)}{only_with(o)}"] for o in game.declared]
    return table(["Option", "Default", "Values", "What it does"], rows)


def domain(option: Option) -> str:
    values = option.domain.split(" | ")
    return " ".join(f"`{value}`" for value in values) if len(values) > 1 else values[0]


def only_with(option: Option) -> str:
    """The values of other options that an option needs."""
    needs = (f"`{name}={'|'.join(map(word, values))}`" for name, values in option.when.items())
    return f" Only with {', '.join(needs)}." if option.when else ""


def word(value: object) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def strengths(game: Game) -> str:
    """The published ratings of its levels, by the number of players."""
    found = usual_ratings(game.name)
    if not found:
        return "Nothing is published about their strength here."
    rows = []
    for count, ratings in found.items():
        cells = [ratings.get(level) for level in levels()]
        shown = [f"{r['rating']:.0f} ± {(r['high'] - r['low']) / 2:.0f}" if r and known_well(r) else "–" for r in cells]
        rows.append([str(count), *shown])
    note = (
        "A bot rated 400 points higher wins about ten games for each one it loses; `greedy` is 1000. Intervals are of "
    )
    note += "95%, and a rating known no better than ± 300 is left out. [More about the bots](../bots.md)."
    return f"{table(['Players', *levels()], rows)}\n\n{note}"


def fairness(game: Game) -> str:
    """What the balance report and the sweep in docs/reports/ found, with links to both."""
    name, known = game.name, json.loads((ROOT / "docs/reports/findings.json").read_text(encoding="utf-8"))
    again = f"`pizzabox lab balance {name}` answers in one HTML file; see [the lab](../lab.md)."
    if name not in known:
        return again
    found, swept = known[name]["balance"], known[name]["sweep"]
    said = "\n".join(f"{number}. {text}" for number, text in enumerate(found["findings"], 1))
    bots = ", ".join(f"`{bot}`" for bot in found["bots"])
    varied = " and ".join(f"`{option}`" for option in swept["options"])
    return f"""{said}

That is from {found["games"]:,} games of {bots} at the default options:
[the whole report](../reports/{name}-balance.html).

[What if?](../reports/{name}-sweep.html) varies {varied}, with {swept["games"]:,} games for each set:
{swept["findings"][0]}

[What was learned of each game](../reports.md). {again}"""


def rules_page(rulebook: Rulebook, name: str) -> str:
    """The rules, with an anchor at each."""
    lines = [f"# {rulebook.title}: the rules", f"[The game]({name}.md)"]
    for chapter in rulebook.chapters:
        if chapter.title:
            lines.append(f"## {chapter.title}")
        for part in chapter.parts:
            if isinstance(part, str):
                lines.append(part)
            else:
                note = f": {part.note}" if part.note else ""
                lines.append(f"**{part.id}**{{ #{part.id} }} {part.text} (*{part.source}*{note})")
    return "\n\n".join(lines) + "\n"


def reference_page(module: str, title: str) -> str:
    names = importlib.import_module(module).__all__
    about = (importlib.import_module(module).__doc__ or "").partition("\n")[0]
    return "\n\n".join([f"# {title}: `{module}`", about, *(f"::: {module}.{name}" for name in names)]) + "\n"


def requests_page(spec: dict[str, Any]) -> str:
    """The OpenAPI description as a table; [the API](../api.md) tells the rest."""
    rows = [
        [f"`{verb.upper()}`", f"`{path}`", operation["summary"], body_of(operation)]
        for path, verbs in spec["paths"].items()
        for verb, operation in verbs.items()
    ]
    return f"""# Requests of the server

{spec["info"]["description"]}

[The API](../api.md) explains them; programs read the [OpenAPI description](openapi.json), which a running server has at
`/api/openapi.json`.

{table(["Method", "Address", "What it does", "Fields of the body"], rows)}
"""


def body_of(operation: dict[str, Any]) -> str:
    schema = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    needed = schema.get("required", [])
    return ", ".join(f"`{name}`{'' if name in needed else ' (optional)'}" for name in schema.get("properties", {}))


def table(head: list[str], rows: list[list[str]]) -> str:
    cells = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in cells)
