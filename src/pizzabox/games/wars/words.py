"""Pizza Wars in words: prompts, standings, the tally and tokens as a screen reader says them."""

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.field_cache import kept_by
from pizzabox.engine.presentation import Standing, Tally, listed

from . import phrases
from .board import BY_NAME, CARDS, NAMES, PER_SIDE, SIDE_BITS, SIDE_COUNT
from .phrases import COLOURS, ended_by, held, holders, land_counts, level, name, piece, say, short_name, side_name
from .rules import OVER, ROTATE, SPUN
from .state import State
from .story import result


def prompt(s: State, viewer: int) -> str:
    who = name(s, s.player)
    agent = s.side != s.player
    if viewer != s.player:
        key = "prompt.rotate_wait" if s.phase == ROTATE else "prompt.agent_wait" if agent else "prompt.wait"
        return say(key, name=who)
    if s.phase == ROTATE:
        return say("prompt.rotate_agent" if agent else "prompt.rotate")
    if s.phase == SPUN:
        return say("prompt.spun", piece=piece(s, s.spun), hex=NAMES[s.where[s.spun]])
    key = "prompt.agent" if agent else "prompt.card" if s.cards and s.held[s.player] else "prompt.move"
    return say(key, n=held(s, s.player), goal=s.goal[viewer])


def chapter(s: State, viewer: int) -> str:
    if s.phase == OVER:
        return ended_by(s)
    if s.phase == ROTATE:
        return "W2.6"
    return "W9.4" if s.side != s.player else "W2.4"


@kept_by("players", "agent", "boards3", "team", "where", "at", "goal", "cards", "holds", "held", "out")
def standing(s: State, viewer: int) -> list[Standing]:
    found = []
    for side in range(2 + s.boards3):
        slots = range(PER_SIDE * side, PER_SIDE * side + s.team[side])
        pieces = say("board.pieces", n=sum(s.where[slot] >= 0 for slot in slots))
        if side >= s.players:
            found.append(Standing(-1, say("side.agent_title"), COLOURS[side], pieces))
            continue
        counts, goal = land_counts(s, side), s.goal[side]
        known = {"n": sum(counts), "goal": goal}
        rivals = [b for b in range(SIDE_COUNT) if b != side] if s.boards3 else []
        notes = [say("board.third", name=short_name(s, b), n=counts[b], all=(goal + 2) // 3) for b in rivals]
        notes += [cards_note(tuple(s.holds.tolist()[side]), s.held[side])] if s.cards else []
        notes += [say("board.out")] if s.out >> side & 1 else []
        score, said = say("board.score", **known), say("board.score_said", **known)
        share = min(1.0, known["n"] / goal)
        found.append(Standing(side, say(f"side.{side}"), COLOURS[side], score, share, (pieces, *notes), said))
    return found


@kept(256)
def cards_note(known: tuple[int, ...], n: int) -> str:
    """The cards a player holds, given how many of each kind are known; only their number if some are hidden."""
    cards = ", ".join(say(f"card.{kind}") for kind, copies in enumerate(known) for _ in range(copies))
    if sum(known) < n:
        cards = say("board.hidden", n=n)
    return say("board.cards", cards=cards or say("board.none"))


def tally(s: State) -> Tally:
    """Territory by rival, the total and the goal, pieces pranked."""
    boards = range(2 + s.boards3)
    head = [say("tally.player"), *(say("tally.from", name=short_name(s, b)) for b in boards)]
    head += map(say, ("tally.total", "tally.goal", "tally.pranked"))
    rows = []
    for p in range(s.players):
        counts = land_counts(s, p)
        cells = ["–" if b == p else str(counts[b]) for b in boards]
        rows.append((name(s, p), *cells, str(sum(counts)), str(s.goal[p]), str(s.taken[p])))
    return Tally(tuple(head), tuple(rows), result(s), head.index(say("tally.total")))


def reason(s: State) -> str:
    """The goal, or when nobody can win any more hexes held, then pieces pranked (W6)."""
    won, by = members(s.won), ended_by(s)
    if by != "W6.7":
        return say(f"reason.{by}", goal=s.goal[won[0]])
    key = "level" if len(won) > 1 else "pranks" if len(level(s)) > 1 else "most"
    return say(f"reason.{key}", n=held(s, won[0]), k=s.taken[won[0]])


def spell(s: State, token: str) -> str:
    where, _, way = token.partition(" ")
    if token.startswith("+") or way.startswith("spin"):
        return spelled(token)
    cell = BY_NAME[where]
    slot = s.at[cell] - 1
    if slot < 0 and not way:
        return empty_said(cell, tuple(name(s, p) for p in holders(s).get(cell, ())))
    return spelled(token, s.kind[slot], side_name(s, slot >> SIDE_BITS)) if slot >= 0 else spelled(token)


@kept(4096)
def piece_said(cell: int, side: int, kind: int, face: int, agent: int, goals: tuple[int, ...]) -> str:
    """A piece on its hex: whose, of which kind, where its slices point, and which hexes it threatens."""
    whose, does = phrases.side_called(side, agent), piece_does(kind, face, goals)
    return say("spoken.piece", hex=NAMES[cell], side=whose, does=does)


@kept(4096)
def piece_does(kind: int, face: int, goals: tuple[int, ...]) -> str:
    """A piece of that kind, where its slices point, and which hexes it threatens."""
    told = say(f"kind.{kind}") + say("spoken.facing", ways=phrases.facing(kind, face))
    return told + (say("spoken.threatens", hexes=listed(NAMES[c] for c in goals)) if goals else "")


@kept(1024)
def empty_said(cell: int, holders: tuple[str, ...]) -> str:
    """An empty hex, with the names of who holds it."""
    told = say("board.spell_empty", hex=NAMES[cell])
    return told + (say("spoken.held", names=listed(holders)) if holders else "")


@kept(4096)
def spelled(token: str, kind: int = -1, side: str = "") -> str:
    """A token in words, with the kind of the piece on its hex and whose it is."""
    if token.startswith("+"):
        return say("board.spell_card", card=say(f"card.{CARDS.index(token[1:])}"))
    if " " in token:
        where, way = token.split(" ", 1)
        if way.startswith("spin"):
            return say("board.spell_spin", hex=where, n=way.removeprefix("spin "))
        return say(f"board.spell_{way}", hex=where, piece=say(f"the.{kind}"))
    return say("board.spell_piece", hex=token, side=side, piece=say(f"kind.{kind}"))
