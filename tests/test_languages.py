"""Every language says all that English says: same keys, placeholders and rules, and nothing left untranslated."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.catalogue import FALLBACK, Catalogue, kept, language, languages, prefer, speaking
from pizzabox.engine.game import Game
from pizzabox.engine.game_record import GameRecord
from pizzabox.engine.rulebook import Rule, Rulebook
from tests.helpers import CASES, case_id, walk

SOURCE = Path(pizzabox.__file__).parent
PACKAGES = sorted(".".join(("pizzabox", *p.parent.relative_to(SOURCE).parts)) for p in SOURCE.rglob("words.en.toml"))
BESIDE = sorted(p for p in SOURCE.rglob(f"*.{FALLBACK}.toml") if not p.name.startswith("words."))
OTHERS = sorted(set(languages()) - {FALLBACK})
GAMES = [pizzabox.load(name) for name in pizzabox.names()]
SAME = {
    "pizzabox.bots": {"level.chef", "level.jeff", "level.maestro"},
    "pizzabox.cli": {"lab.upper"},
    "pizzabox.engine": {"editor.no"},
    "pizzabox.web": {"page.name", "table.chat", "js.bot", "js.bot_named", "js.seat_bot", "js.rv_graph_line"}
    | {
        "home.minutes",
    },
    "pizzabox.games.pizzeria": {"jeff"},
    "pizzabox.games.theory": {"picture.title"},
}
"""Texts that are the same in every language: names, and words that all of them have."""
ENGLISH = re.compile(r"\b(the|and|with|your|you|of|from|slices?|toppings?|wins|hex(es)?|chosen|empty|points)\b", re.I)


def flat(path: Path) -> dict[str, str]:
    """All texts of a file, by the way to them."""
    found: dict[str, str] = {}

    def walk_in(prefix: str, node: Any) -> None:
        if isinstance(node, str):
            found[prefix] = node
        elif isinstance(node, (dict, list)):
            for key, value in node.items() if isinstance(node, dict) else enumerate(node):
                walk_in(f"{prefix}.{key}", value)

    if path.is_file():
        walk_in("", tomllib.loads(path.read_text(encoding="utf-8")))
    return found


def fields(text: str) -> set[str]:
    """The names of the values a text asks for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def bare(text: str) -> str:
    """The words of a text, without the values put into it."""
    return "".join(part for part, *_ in Formatter().parse(text))


def file_of(package: str, lang: str) -> str:
    return f"{package.replace('.', '/')}/words.{lang}.toml"


def test_there_is_a_second_language() -> None:
    assert "it" in OTHERS
    assert len(PACKAGES) >= 10


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_a_catalogue_has_every_text_in_every_language(package: str, lang: str) -> None:
    english, other = Catalogue(package).raw(), Catalogue(package).raw(lang)
    wrong = [f"missing: {key} = {english[key]!r}" for key in sorted(english.keys() - other.keys())]
    wrong += [f"superfluous: {key}" for key in sorted(other.keys() - english.keys())]
    for key in sorted(english.keys() & other.keys()):
        if fields(english[key]) != fields(other[key]):
            wrong.append(f"placeholders of {key}: {sorted(fields(other[key]))}, not {sorted(fields(english[key]))}")
        same = english[key] == other[key] and re.search(r"[^\W\d_]", bare(english[key]))
        if same and key not in SAME.get(package, set()):
            wrong.append(f"not translated: {key} = {other[key]!r}")
    assert not wrong, "\n".join([file_of(package, lang), *wrong])


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("path", BESIDE, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_lessons_and_examples_are_in_every_language(path: Path, lang: str) -> None:
    english = flat(path)
    other = flat(path.with_name(path.name.replace(f".{FALLBACK}.", f".{lang}.")))
    wrong = [f"missing: {key}" for key in sorted(english.keys() - other.keys())]
    wrong += [f"superfluous: {key}" for key in sorted(other.keys() - english.keys())]
    wrong += [f"not translated: {key}" for key in english.keys() & other.keys() if english[key] == other[key]]
    assert not wrong, "\n".join([f"{path.parent.name}: {path.name} in {lang}", *wrong])


@pytest.mark.parametrize("lang", [FALLBACK, *OTHERS])
@pytest.mark.parametrize("package", PACKAGES)
def test_words_chosen_by_a_number_have_two_forms(package: str, lang: str) -> None:
    for key, text in Catalogue(package).raw(lang).items():
        for _, name, spec, _ in Formatter().parse(text):
            assert not spec or spec.count("|") == 1, f"{file_of(package, lang)} {key}: {name}"


def test_no_list_of_same_texts_is_out_of_date() -> None:
    for package, keys in SAME.items():
        assert keys <= Catalogue(package).keys(), package


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_rules_have_the_same_ids_and_sources_in_every_language(game: Game, lang: str) -> None:
    path = game.rules_path.with_suffix(f".{lang}.md")
    assert path.is_file(), f"{path.name} of {game.name} is missing"
    english, other = Rulebook.read(game.rules_path), Rulebook.read(path)
    assert list(other.rules) == list(english.rules)
    assert len(other.chapters) == len(english.chapters)
    for ours, theirs in zip(english.chapters, other.chapters, strict=True):
        assert bool(ours.title) == bool(theirs.title) and (not ours.title or ours.title != theirs.title)
        assert [type(part) for part in ours.parts] == [type(part) for part in theirs.parts], theirs.title
        for mine, yours in zip(ours.parts, theirs.parts, strict=True):
            if isinstance(mine, Rule) and isinstance(yours, Rule):
                assert mine.text != yours.text, mine.id
                assert (mine.source, bool(mine.note)) == (yours.source, bool(yours.note)), mine.id
                assert set(re.findall(r"`[^`]+`", mine.text)) == set(re.findall(r"`[^`]+`", yours.text)), mine.id
            else:
                assert mine != yours
    with speaking(lang):
        assert game.rules.title == other.title
        assert game.rules.chapters == other.chapters
    assert game.rules.chapters == english.chapters


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_texts_of_options_are_in_the_catalogue_and_not_in_the_code(game: Game) -> None:
    say = Catalogue(f"pizzabox.games.{game.name}")
    assert game.summary == "" and say.has("about")
    for option in game.declared:
        assert option.help == "", option.name
        assert say.has(f"option.{option.name}") and say.has(f"field.{option.name}"), option.name
    known = {option.name for option in game.declared}
    named = {key.split(".")[1] for key in say.keys() if key.startswith(("option.", "field.", "choice."))}
    assert named <= known


def said(pos: Any) -> list[str]:
    """What a person is told about a position: everything but notation."""
    words, made = pos.game.words, []
    for viewer in (-1, *range(pos.game.players)):
        view = pos.view(viewer)
        s = view.state
        made.append(view.prompt)
        for st in words.standing(s, viewer):
            made += [st.name, *st.notes]
        if viewer in pos.actors:
            moves = view.legal()[:8]
            made += [words.spell(s, token) for move in moves for token in move.tokens]
            made += [line for move in moves[:2] for line in view.preview(viewer, move.tokens).lines]
        drawn = view.svg()
        made += re.findall(r'aria-label="([^"]*)"', drawn) + re.findall(r"<desc>([^<]*)</desc>", drawn)
    return made


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", CASES, ids=case_id)
def test_no_english_is_left_in_another_language(game: Game, lang: str) -> None:
    with speaking(lang):
        for i, pos in enumerate(walk(game, 11)):
            if i % 9 == 0 or pos.over:
                found = said(pos)
                if pos.over:
                    tally = game.words.tally(pos.view().state)
                    found += [*tally.head, tally.note]
                if pos.steps:
                    found += pos.story(pos.steps[-1], bytes(pos.state), -1)
                assert [text for text in found if ENGLISH.search(text)] == []
            if i > 60:
                break


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", CASES, ids=case_id)
def test_notation_and_records_are_the_same_in_every_language(game: Game, lang: str) -> None:
    plain = list(walk(game, 5))[-1]
    with speaking(lang):
        other = GameRecord.of(plain).replay()
        assert GameRecord.of(other).dumps() == GameRecord.of(plain).dumps()
        assert other.data() == plain.data()
        assert game.seats == plain.game.seats


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_picture_is_kept_by_language(game: Game, lang: str) -> None:
    pos = game.start(seed=2)
    english = pos.svg()
    with speaking(lang):
        other = pos.svg()
        assert pos.svg() == other
    assert other != english
    assert pos.svg() == english


def test_what_holds_words_is_kept_by_language() -> None:
    made = []

    @kept(4)
    def spoken(n: int) -> str:
        made.append(n)
        return f"{language()} {n}"

    assert [spoken(1), spoken(1)] == ["en 1", "en 1"]
    with speaking("it"):
        assert spoken(1) == "it 1"
    assert spoken(1) == "en 1" and made == [1, 1]


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ("", "en"),
        ("it", "it"),
        ("it-IT,it;q=0.9,en;q=0.8", "it"),
        ("en-GB,en;q=0.9,it;q=0.8", "en"),
        ("de-DE,de;q=0.9,it;q=0.5,en;q=0.4", "it"),
        ("fr,de", "en"),
        ("it;q=0,en", "en"),
        ("it;q=x,,;;q=1", "en"),
        ("it_IT.UTF-8", "it"),
        ("C.UTF-8", "en"),
        ("*", "en"),
    ],
)
def test_a_visitor_gets_the_language_preferred_most(wanted: str, code: str) -> None:
    assert prefer(wanted) == code


def test_a_number_chooses_the_word() -> None:
    say = Catalogue("pizzabox.web")
    with speaking("it"):
        assert say("home.moves", n=1) == "1 mossa"
        assert say("home.moves", n=21) == "21 mosse"
    assert language() == "en"


def test_an_unknown_language_is_english() -> None:
    with speaking("xx"):
        assert Catalogue("pizzabox.web")("home.play") == "Play"


def asked_for(node: ast.expr) -> Iterator[tuple[str, bool]]:
    """The keys that an argument of `say` can be, and whether each is whole or only how it begins."""
    if isinstance(node, ast.IfExp):
        yield from asked_for(node.body)
        yield from asked_for(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value, True
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        yield str(node.values[0].value), False


def missing_keys(source: str, known: set[str]) -> list[str]:
    """What a module asks its catalogue for by name that is not there."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call) and node.args]
    said = [call.args[0] for call in calls if isinstance(call.func, ast.Name) and call.func.id == "say"]
    keys = [key for node in said for key in asked_for(node)]
    plural = {key.rpartition(".")[0] for key in known}
    return [
        key
        for key, whole in keys
        if (key not in known | plural if whole else not any(one.startswith(key) for one in known))
    ]


MODULES = sorted(
    ".".join(("pizzabox", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
    for path in SOURCE.rglob("*.py")
    if path.name != "__main__.py" and "migrations" not in path.parts  # Alembic alone can run those
)


def test_every_text_that_is_asked_for_is_there() -> None:
    looked_at = 0
    for name in MODULES:
        module = import_module(name)
        say = vars(module).get("say")
        if isinstance(say, Catalogue):
            source = Path(str(module.__file__)).read_text(encoding="utf-8")
            assert missing_keys(source, say.keys()) == [], name
            looked_at += 1
    assert looked_at > 60


def test_a_text_that_is_not_there_is_missed() -> None:
    source = 'say("won", n=1)\nsay("lost" if s else "drawn")\nsay(f"seat.{p}")\nsay(f"chair.{p}")\nsay(key)\nread("x")'
    assert missing_keys(source, {"won", "drawn", "seat.0"}) == ["lost", "chair."]


def laws_of(source: str) -> set[int]:
    """The numbers of the laws that `audit_laws`, and what it is made of, can return."""
    audits = [one for one in ast.parse(source).body if isinstance(one, ast.FunctionDef) and "audit" in one.name]
    answers = [node.value for one in audits for node in ast.walk(one) if isinstance(node, ast.Return) and node.value]
    numbers = [node for answer in answers for node in ast.walk(answer) if isinstance(node, ast.Constant)]
    return {node.value for node in numbers if isinstance(node.value, int)} - {0}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_law_of_a_game_has_a_sentence(game: Game) -> None:
    laws = laws_of((game.rules_path.parent / "visibility.py").read_text(encoding="utf-8"))
    keys = {key for key in Catalogue(game.package).keys() if key.startswith("law.")}
    assert laws and keys == {f"law.{law}" for law in laws}
