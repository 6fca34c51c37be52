"""What the words of Pizza Shark are made of: names, cards, actions, what the shark wants."""

from collections.abc import Iterable

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import Catalogue, kept, known_as
from pizzabox.engine.presentation import listed

from .board import DECKS, FULL, PLAYERS, SPACES
from .board.deck import ACTIONS, TYPES, Card
from .rules import actions, attacks
from .state import State

say = Catalogue(__package__)
COLOURS = (1, 3, 4, 5)
"""Pepperoni and mushroom are slices here, so the seats have the other four toppings."""


def name(s: State, player: int) -> str:
    return known_as(player, say(f"name.{player}"))


def team(s: State) -> tuple[int, ...]:
    """Who is active: one player, or two partners."""
    return (s.turn, actions.partner(s.turn)) if s.players == PLAYERS else (s.turn,)


def sides(s: State) -> int:
    """How many take turns: the players, or the two teams."""
    return 2 if s.players == PLAYERS else int(s.players)


def anchovies(n: int) -> str:
    return say("board.anchovies", n=n)


def type_name(t: int) -> str:
    """A type of slices; nothing for -1."""
    return say(f"type.{t}") if t >= 0 else ""


def pieces_said(k: int, n: int) -> str:
    """So many slices of a type, or anchovies."""
    return anchovies(n) if k == actions.TINS else say("attack.typed", n=n, type=type_name(k))


def slices(counts: Iterable[int]) -> str:
    """2 cheese and 1 mushroom."""
    return listed(pieces_said(t, n) for t, n in enumerate(counts) if n)


@kept()
def icon(kind: int) -> str:
    """An action in words."""
    word = ACTIONS[kind]
    verb, _, what = word.partition("_")
    if what in TYPES:
        return say(f"icon.{verb}", type=say(f"type.{TYPES.index(what)}"))
    return say(f"icon.{word}")


def icon_list(counts: Iterable[int]) -> str:
    """Several actions in words, given how many there are of each icon."""
    words = [(icon(kind), n) for kind, n in enumerate(counts) if n]
    made = [word if n == 1 else say("icon.twice" if n == 2 else "icon.times", icon=word, n=n) for word, n in words]
    return ", ".join(made) or say("none")


def card_of(s: State, number: int) -> Card:
    """The card of that number in the deck this game is played with."""
    return DECKS[s.deck].cards[number]


@kept(1024)
def title(card: Card) -> str:
    """The name of a card; those of our own deck are in the catalogue, those of others as their file has them."""
    key = "card." + card.name.lower().replace("'", "").replace(" ", "_")
    return say(key) if say.has(key) else card.name


def card_icons(s: State, card: int) -> str:
    """The actions of a card in words."""
    return card_acts(s.deck, card)


@kept(1024)
def card_acts(deck: int, card: int) -> str:
    """The same of a card of that deck."""
    icons = DECKS[deck].cards[card].icons
    return icon_list(icons.count(kind) for kind in range(len(ACTIONS)))


@kept(1024)
def card_does(deck: int, card: int) -> str:
    """A card of that deck with its cost, type and actions."""
    return say("board.does", card=card_called(deck, card), icons=card_acts(deck, card))


@kept(1024)
def card_brief(deck: int, card: int) -> str:
    """The same without what it cost."""
    return say("board.does", card=title(DECKS[deck].cards[card]), icons=card_acts(deck, card))


def card_name(s: State, card: int) -> str:
    """A card with its cost and type."""
    return card_called(s.deck, card)


@kept(1024)
def card_called(deck: int, card: int) -> str:
    """The same of a card of that deck."""
    face = DECKS[deck].cards[card]
    key = "board.card" if face.type >= 0 else "board.card_plain"
    return say(key, name=title(face), cost=face.cost, type=type_name(face.type))


def wants(s: State, untyped: str = "attack.choice") -> str:
    """What the shark wants: 3 mushroom and 1 of your choice."""
    parts = [pieces_said(t, s.want[t]) for t in range(3) if s.want[t]]
    parts += [say(untyped, n=s.want[attacks.ANY])] if s.want[attacks.ANY] else []
    return listed(parts) if parts else say("attack.nothing")


def held(s: State, player: int) -> int:
    """How many slices lie in the collecting area."""
    return sum(s.stock[player, t] for t in range(3))


def left_of(s: State, player: int, goal: bool) -> list[int]:
    """Icons not used yet, by kind."""
    pool = s.bonus if goal else s.left
    return [pool[player, k] for k in range(len(ACTIONS))]


def threat(s: State, player: int) -> str:
    """What the attack would cost a victim, and whether it would bring the bonus."""
    n = loss(s, player)
    if not n:
        return say("attack.safe")
    others = any(q != player and attacks.victim(s, q) and loss(s, q) for q in range(s.players))
    return say("attack.loss" if others else "attack.loss_bonus", n=n, all=held(s, player))


def loss(s: State, player: int) -> int:
    """How many slices the attack would cost a player who may be distracted from."""
    return 0 if s.lured >> player & 1 else int(attacks.risk(s, player))


def full_pizzas(s: State, p: int) -> int:
    """How many of the four circles are full."""
    return sum(s.filled[p, 2 * c] == SPACES and s.filled[p, 2 * c + 1] == SPACES for c in range(4))


def ended_by(s: State) -> str:
    """The rule by which a finished game ended."""
    return "S6.1" if any(s.placed[p] == FULL for p in members(s.won)) else "S6.2"
