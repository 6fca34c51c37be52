"""Small phrases that the words of Pizza Theory are made of: names, lists, what is known of a cut."""

from pizzabox.engine.bits import count
from pizzabox.engine.catalogue import Catalogue, known_as
from pizzabox.engine.state import Ints

from .rules import COLOUR_COUNT, HIDDEN, OVER, TOPPINGS, colour
from .state import State

say = Catalogue(__package__)


def name(s: State, player: int) -> str:
    return known_as(player, say(f"colour.{colour(s, player)}"))


def player_of(s: State, c: int) -> int:
    """The player of a colour; -1 for the unselected one."""
    return -1 if c == s.spare else c - (0 <= s.spare < c)


def has_won(s: State, c: int) -> bool:
    """Whether the player of a colour has won."""
    return s.phase == OVER and c != s.spare and bool(s.won >> player_of(s, c) & 1)


def holder(s: State, space: int) -> int:
    """The colour that has a topping on a space; -1 for none."""
    return next((c for c, toppings in enumerate(s.spaces) if toppings >> space & 1), -1)


def by_label(labels: Ints) -> list[int]:
    """The colours in the order of these labels: 1st, 2nd, 3rd."""
    return sorted(range(COLOUR_COUNT), key=labels.__getitem__)


def names_of_colours(s: State) -> tuple[str, ...]:
    """What each colour is called in a sentence: its player, or the colour itself where nobody plays it."""
    players = (player_of(s, c) for c in range(COLOUR_COUNT))
    return tuple(say(f"colour.{c}") if player < 0 else name(s, player) for c, player in enumerate(players))


def spare_name(s: State) -> str:
    """The unselected colour as it stands in a sentence."""
    return say(f"seat.{s.spare}")


def cut_state(cut: int) -> str:
    """What is known of a colour's cut this round: nothing, that it is chosen, or its number."""
    return "" if cut == 0 else say("board.cut_secret") if cut == HIDDEN else say("board.cut_open", cut=cut)


def ended_by(s: State) -> str:
    """The id of the rule by which a finished game ended as it did."""
    counts = [count(s.spaces[c]) for c in range(COLOUR_COUNT)]
    own = [counts[colour(s, player)] for player in range(s.players)]
    if s.spare >= 0 and (counts[s.spare] >= TOPPINGS or counts[s.spare] > max(own)):
        return "T5.6"
    if max(own) < TOPPINGS:
        return "T4.5"
    finished = sorted((n for n in own if n >= TOPPINGS), reverse=True)
    if len(finished) == 1:
        return "T4.2"
    return "T4.4" if finished[0] == finished[1] else "T4.3"
