"""Pizza Wars in words: prompts, standings, the tally and tokens as a screen reader says them."""

from __future__ import annotations

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import kept
from pizzabox.engine.presentation import Standing, Tally, listed

from .board import BY_NAME, CARDS, NAMES, PER_SIDE, SIDE_BITS, SIDES
from .phrases import (
    COLOURS,
    ended_by,
    facing,
    held,
    hexes,
    holders,
    land_counts,
    name,
    piece,
    result,
    say,
    short_name,
    side_called,
    side_name,
)
from .rules import OVER, ROTATE, SPUN
from .state import State
from .text_board import draw


def prompt(s: State, viewer: int) -> str:
    who = name(s, s.player)
    if s.phase == ROTATE:
        if viewer == s.player:
            return say("prompt.rotate_agent" if s.side != s.player else "prompt.rotate")
        return say("prompt.rotate_wait", name=who)
    if viewer != s.player:
        return say("prompt.agent_wait" if s.side != s.player else "prompt.wait", name=who)
    if s.phase == SPUN:
        return say("prompt.spun", piece=piece(s, s.spun), hex=NAMES[s.where[s.spun]])
    if s.side != s.player:
        return say("prompt.agent")
    key = "prompt.card" if s.cards and s.held[s.player] else "prompt.move"
    return say(key, n=held(s, s.player), goal=s.goal[viewer])


def chapter(s: State, viewer: int) -> str:
    if s.phase == OVER:
        return ended_by(s)
    if s.phase == ROTATE:
        return "W2.6"
    return "W9.4" if s.side != s.player else "W2.4"


def board(s: State, viewer: int) -> str:
    return draw(s, standing(s, viewer))


def standing(s: State, viewer: int) -> list[Standing]:
    found = []
    for side in range(2 + s.boards3):
        pieces = sum(s.where[slot] >= 0 for slot in range(PER_SIDE * side, PER_SIDE * side + s.team[side]))
        if side >= s.players:
            found.append(_agent_standing(side, pieces))
            continue
        cards = cards_note(tuple(s.holds.tolist()[side]), s.held[side]) if s.cards else ""
        rivals = tuple((b, short_name(s, b)) for b in range(SIDES) if b != side) if s.boards3 else ()
        known = (land_counts(s, side), s.goal[side], rivals, cards, s.out >> side & 1)
        found.append(_player_standing(side, pieces, *known))
    return found


@kept(64)
def _agent_standing(side: int, pieces: int) -> Standing:
    return Standing(-1, say("side.agent_title"), COLOURS[side], say("board.pieces", n=pieces), None, ())


@kept(1024)
def _player_standing(
    side: int,
    pieces: int,
    counts: tuple[int, ...],
    goal: int,
    rivals: tuple[tuple[int, str], ...],
    cards: str,
    out: int,
) -> Standing:
    notes = [say("board.pieces", n=pieces)]
    third = (goal + 2) // 3
    notes += [say("board.third", name=called, n=counts[rival], all=third) for rival, called in rivals]
    if cards:
        notes.append(cards)
    if out:
        notes.append(say("board.out"))
    total = sum(counts)
    score = say("board.score", n=total, goal=goal)
    said = say("board.score_said", n=total, goal=goal)
    return Standing(side, say(f"side.{side}"), COLOURS[side], score, min(1.0, total / goal), tuple(notes), said)


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
    head = (say("tally.player"), *(say("tally.from", name=short_name(s, b)) for b in boards))
    head += (say("tally.total"), say("tally.goal"), say("tally.pranked"))
    rows = []
    for p in range(s.players):
        counts = land_counts(s, p)
        cells = ["–" if b == p else str(counts[b]) for b in boards]
        rows.append((name(s, p), *cells, str(sum(counts)), str(s.goal[p]), str(s.taken[p])))
    return Tally(head, tuple(rows), result(s), head.index(say("tally.total")))


def reason(s: State) -> str:
    """The goal, or when nobody can win any more hexes held, then pieces pranked (W6)."""
    won, by = members(s.won), ended_by(s)
    if by != "W6.7":
        return say(f"reason.{by}", goal=s.goal[won[0]])
    n = held(s, won[0])
    level = [p for p in range(s.players) if not s.out >> p & 1 and held(s, p) == n]
    key = "level" if len(won) > 1 else "pranks" if len(level) > 1 else "most"
    return say(f"reason.{key}", n=n, k=s.taken[won[0]])


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
    return say("spoken.piece", hex=NAMES[cell], side=side_called(side, agent), does=piece_does(kind, face, goals))


@kept(4096)
def piece_does(kind: int, face: int, goals: tuple[int, ...]) -> str:
    """A piece of that kind, where its slices point, and which hexes it threatens."""
    told = say(f"kind.{kind}") + say("spoken.facing", ways=facing(kind, face))
    return told + (say("spoken.threatens", hexes=hexes(goals)) if goals else "")


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
