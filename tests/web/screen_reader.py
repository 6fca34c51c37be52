"""What people who cannot see the page hear and do: the browser's own accessibility tree, and the keyboard.

Nothing here looks at the picture, at ids, classes or data of elements, or moves a mouse.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pizzabox.engine.catalogue import Catalogue
from tests.web.page_actions import PATIENCE

say = Catalogue("pizzabox.web")
BACK = {say("js.confirm_back"), say("js.step_back")}
"""Buttons of a move in progress that choose nothing."""


@dataclass(frozen=True)
class Heard:
    """A thing of the tree as a screen reader has it: its role and its name, and what it lies in."""

    role: str
    name: str
    focused: bool
    pressed: bool
    inside: tuple[tuple[str, str], ...]
    """Roles and names of what it lies in, from the outside in."""

    def within(self, role: str, name: str | None = None) -> bool:
        return any(one[0] == role and name in (None, one[1]) for one in self.inside)


class Ear:
    """A page by its accessibility tree alone."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.line = page.context.new_cdp_session(page)
        self.said: list[str] = []
        """All that was announced so far."""
        self.last = ""
        """What was announced last."""

    def tree(self) -> list[Heard]:
        """Everything in reading order; what the live region says is kept."""
        nodes = {node["nodeId"]: node for node in self.line.send("Accessibility.getFullAXTree")["nodes"]}
        root = next(node for node in nodes.values() if "parentId" not in node)
        found = list(_walk(nodes, root, ()))
        for text in (one.name for one in found if one.role == "StaticText" and one.within("log")):
            self.last = text
            if text not in self.said[-12:]:
                self.said.append(text)
        return found

    def wait(self, wanted: Callable[[list[Heard]], Any], what: str) -> Any:
        """What `wanted` finds in the tree, as soon as it finds something."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = wanted(self.tree())
            if found:
                return found
            self.page.wait_for_timeout(80)  # a tree costs more than a little patience
        raise AssertionError(f"never heard: {what}; last announced: {self.said[-3:]}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def here(self) -> Heard:
        """Where the keyboard is."""
        element = self.line.send("Runtime.evaluate", {"expression": "document.activeElement"})["result"]["objectId"]
        asked = {"objectId": element, "fetchRelatives": True}
        nodes = {node["nodeId"]: node for node in self.line.send("Accessibility.getPartialAXTree", asked)["nodes"]}
        way = [next(iter(nodes.values()))]
        while way[0].get("parentId") in nodes:
            way.insert(0, nodes[way[0]["parentId"]])
        inside = tuple(_spoken(node) for node in way[:-1] if not node["ignored"])
        return Heard(*_spoken(way[-1]), True, False, inside)

    def tab_to(self, wanted: Callable[[Heard], bool], what: str) -> Heard:
        for _ in range(60):
            here = self.here()
            if wanted(here):
                return here
            self.press("Tab")
        raise AssertionError(f"the Tab key never comes to {what}")

    def go_to(self, name: str, tree: list[Heard]) -> bool:
        """Bring the focus to a thing on the board, from where it is or from an end; False when it is gone meanwhile."""
        here = self.tab_to(on_board, "the board")
        for _ in range(20):
            if here.name == name:
                return True
            names = [one.name for one in tree if on_board(one)]
            if name not in names or here.name not in names:
                return False
            goal, way = names.index(name), names.index(name) - names.index(here.name)
            ways = [["PageDown" if way > 0 else "PageUp"] * abs(way)]
            ways += [["Home", *["PageDown"] * goal], ["End", *["PageUp"] * (len(names) - 1 - goal)]]
            self.press(*min(ways, key=len))
            here = self.here()
            if here.name != name:
                tree = self.tree()
        raise AssertionError(f"the keyboard never comes to {name!r}")

    def explored(self) -> list[str]:
        """The names of all things on the board, from the first to the last, by the keyboard."""
        self.tab_to(on_board, "the board")
        self.press("Home")
        names: list[str] = []
        while True:
            here = self.here()
            assert on_board(here), "a thing on the board has no role or no name"
            if names and names[-1] == here.name:
                return names
            names.append(here.name)
            self.press("PageDown")


def _walk(nodes: dict[str, Any], node: Any, inside: tuple[tuple[str, str], ...]) -> Iterator[Heard]:
    role, name = _spoken(node)
    if not node["ignored"] and role != "InlineTextBox":
        known = {each["name"]: each["value"].get("value") for each in node.get("properties", [])}
        yield Heard(role, name, known.get("focused") is True, known.get("pressed") == "true", inside)
        inside = (*inside, (role, name))
    for child in node.get("childIds", []):
        if child in nodes:
            yield from _walk(nodes, nodes[child], inside)


def _spoken(node: Any) -> tuple[str, str]:
    """The role and the name of a node."""
    return node["role"]["value"], node.get("name", {}).get("value", "")


def on_board(one: Heard) -> bool:
    """Whether this is a thing of the picture."""
    return one.within("application") and one.role in ("button", "image", "group") and bool(one.name)


def focused(tree: list[Heard]) -> Heard | None:
    """Where the keyboard is; not the page as a whole."""
    return next((one for one in reversed(tree) if one.focused and one.role != "RootWebArea"), None)


def choices(tree: list[Heard]) -> list[Heard]:
    """What can be chosen now: buttons of the picture, and those beside it for what does not lie there."""
    buttons = [one for one in tree if one.role == "button" and not one.pressed and one.name not in BACK]
    return [one for one in buttons if on_board(one) or one.within("group", say("table.ask"))]


def prompt(tree: list[Heard]) -> str:
    """What is asked for now."""
    return " ".join(one.name for one in tree if one.role == "StaticText" and one.within("region", say("table.prompt")))


def position(tree: list[Heard]) -> list[str]:
    """The position in words, where it is open."""
    return [one.name for one in tree if one.role == "StaticText" and one.within("group", say("table.spoken"))]


def dialog(tree: list[Heard]) -> list[str]:
    """All that an open dialog says."""
    return [one.name for one in tree if one.role in ("dialog", "StaticText", "button") and one.within("dialog")]
