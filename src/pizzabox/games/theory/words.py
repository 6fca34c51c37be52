"""Pizza Theory in words: seats, prompts, standings and scores; the other roles have files of their own."""

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.contract import has_chosen
from pizzabox.engine.field_cache import kept_by
from pizzabox.engine.options import Options
from pizzabox.engine.presentation import Standing, Tally, listed

from .board import AXIS, BY_NAME, NAMES, SPACES
from .phrases import cut_state, ended_by, holder, name, names_of_colours, player_of, say, spare_name
from .rules import ADD, COLOUR_COUNT, CUT, OVER, SPARE, TOPPINGS, actors, colour
from .state import SEATS, State
from .story import result


def seats(options: Options) -> tuple[str, ...]:
    if options["players"] == 2:
        return tuple(seat for seat in SEATS if seat != options["unselected"])
    return SEATS


def colours(options: Options) -> tuple[int, ...]:
    return tuple(SEATS.index(seat) for seat in seats(options))


def prompt(s: State, viewer: int) -> str:
    acting = members(actors(s))
    if s.phase == ADD:
        if viewer not in acting:
            return say("prompt.add_wait", name=name(s, acting[0]))
        key = "prompt.add" if s.players == 3 else "prompt.add_second" if s.turn else "prompt.add_first"
        return say(key, label=say(f"label.{s.label[colour(s, viewer)]}"))
    if s.phase == SPARE:
        key = "prompt.spare" if s.first == viewer else "prompt.spare_wait"
        return say(key, name=name(s, s.first), spare=spare_name(s), cut=s.cut[s.spare])
    if viewer in acting:
        return say(f"prompt.cut.{s.label[colour(s, viewer)]}")
    names = listed(name(s, p) for p in acting)
    if has_chosen(s, viewer):
        return say("prompt.cut_done", cut=s.cut[colour(s, viewer)], names=names)
    return say("prompt.cut_wait" if len(acting) > 1 else "prompt.cut_wait_one", names=names)


def chapter(s: State, viewer: int) -> str:
    return ended_by(s) if s.phase == OVER else {ADD: "T2.1", SPARE: "T5.4", CUT: "T3.1"}[s.phase]


@kept_by("players", "spare", "phase", "first", "skipped", "spaces", "label", "cut")
def standing(s: State, viewer: int) -> list[Standing]:
    """Every colour with its toppings, the unselected one too."""
    made = []
    for c in range(COLOUR_COUNT):
        player = player_of(s, c)
        first = s.players == 2 and player == s.first and s.phase != OVER
        sits = "board.unselected" if player < 0 else "board.first" if first else f"label.{s.label[c]}"
        skipped = s.phase == ADD and player >= 0 and s.skipped >> player & 1 == 1
        made.append(_side(c, player, s.spaces[c].bit_count(), sits, s.cut[c], skipped))
    return made


@kept(4096)
def _side(c: int, player: int, n: int, sits: str, cut: int, skipped: bool) -> Standing:
    """One colour with so many toppings."""
    notes = (say(sits), cut_state(cut), say("board.skipped") if skipped else "")
    score, said = (say(key, n=n, all=TOPPINGS) for key in ("board.toppings", "board.toppings_said"))
    return Standing(player, say(f"colour.{c}"), c, score, min(1.0, n / TOPPINGS), tuple(filter(None, notes)), said)


def tally(s: State) -> Tally:
    """Toppings before the last cut, what it brought and took, and the total."""
    head = tuple(map(say, ("tally.colour", "tally.before", "tally.won", "tally.lost", "tally.total")))
    rows, names = [], names_of_colours(s)
    for c in range(COLOUR_COUNT):
        before, after = s.before[c], s.spaces[c]
        won, lost = (after & ~before).bit_count(), (before & ~after).bit_count()
        rows.append((names[c], str(before.bit_count()), f"+{won}", f"-{lost}", str(after.bit_count())))
    return Tally(head, tuple(rows), result(s))


def course(s: State) -> tuple[int, ...]:
    """Toppings on the pizza; a colour that nobody plays can make both players lose."""
    nobodys = [c for c in range(COLOUR_COUNT) if player_of(s, c) < 0]
    return tuple(s.spaces[c].bit_count() for c in [*(colour(s, p) for p in range(s.players)), *nobodys])


def spell(s: State, token: str) -> str:
    if token not in BY_NAME:
        return say("board.spell_line", cut=token.removeprefix("cut "))
    return _space_said(token, holder(s, BY_NAME[token]))


@kept(256)
def _space_said(space: str, c: int) -> str:
    """A space with the colour that has it, -1 for none."""
    topping = say("board.spell_empty") if c < 0 else say("board.spell_topping", colour=say(f"seat.{c}"))
    return say("board.spell_space", space=space, what=topping)


@kept(64)
def line_said(label: int, cut: int) -> str:
    """A cut line of a label, with the spaces on its smaller side column by column."""
    beyond = [name for cube, name in zip(SPACES, NAMES, strict=True) if cube[AXIS[label]] > cut - 3.5]
    small = beyond if 2 * len(beyond) < len(NAMES) else [name for name in NAMES if name not in beyond]
    return say("spoken.line", cut=cut, spaces=part_said(tuple(small)))


@kept(1024)
def part_said(spaces: tuple[str, ...]) -> str:
    """The spaces of a part of the pizza, column by column: a1, b1, b2 and c1 to c3."""
    columns = [[name for name in spaces if name[0] == letter] for letter in "abcdefg"]
    long = ([say("spoken.run", first=c[0], last=c[-1])] if len(c) > 2 else c for c in columns)
    return listed(name for column in long for name in column)
