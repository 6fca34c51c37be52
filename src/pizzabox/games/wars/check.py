"""What can be wrong with a position somebody set up by hand."""

from __future__ import annotations

from typing import Any

from .board import AREA, COPIES, COUNTS, CUSTOMER, KINDS, NAMES, PERIOD, TEAM, N
from .deal import EQUAL, KINDS_OF_CARD, NO_CARDS, ONITAMA, THREE
from .land import delicate, enough, held_by, territory
from .rules import AGENT, GOAL, MOVE, OVER, QUIET, REPEATED, ROTATE, SPUN, STUCK
from .steps import can_move, can_play_card, can_step

_SIDE = ("White", "Red", "Green")


def check(s: Any) -> str | None:
    """The first problem in words, or None."""
    for problem in (_options, _pieces, _hexes, _turn, _counts, _cards, _last, _end):
        found = problem(s)
        if found:
            return found
    return None


def _options(s: Any) -> str | None:
    if s.players not in (2, 3):
        return f"players must be 2 or 3, not {s.players}"
    if s.agent not in (0, 1) or (s.agent and s.players == 3):
        return "agent is 1 for the Double Agent, with two players only"
    if s.boards3 != int(s.players == 3 or s.agent):
        return "boards3 must be 1 with three players or the Double Agent, else 0"
    if s.cards not in (NO_CARDS, EQUAL, THREE, ONITAMA) or (s.cards == EQUAL and s.players == 3):
        return "cards must be 0 to 3, and 1 only with two players"
    if s.face_down not in (0, 1) or (s.face_down and s.cards != THREE):
        return "face_down is 0, or 1 with dealt hands"
    if not 1 <= s.patience <= 60:
        return f"patience must be from 1 to 60, not {s.patience}"
    if any(not 1 <= s.goal[p] <= AREA for p in range(3)):
        return f"goals are numbers from 1 to {AREA}"
    if s.sealed:
        return "sealed must be empty: nobody chooses in secret"
    return None


def _pieces(s: Any) -> str | None:
    for side in range(3):
        if not 0 <= s.team[side] <= TEAM or (side >= 2 + s.boards3 and s.team[side]):
            return f"team of {_SIDE[side]} must be from 0 to {TEAM}, and 0 without a board"
        kinds = []
        for i in range(16):
            slot = 16 * side + i
            if i >= s.team[side]:
                if (s.where[slot], s.kind[slot], s.face[slot]) != (-1, -1, 0):
                    return f"{_SIDE[side]} has {s.team[side]} pieces; the places after them must be empty"
                continue
            if not 0 <= s.kind[slot] < len(KINDS):
                return f"{_SIDE[side]}'s piece {i} needs a kind"
            kinds.append(s.kind[slot])
            if not 0 <= s.face[slot] < PERIOD[s.kind[slot]]:
                return f"a {KINDS[s.kind[slot]]} faces 0 to {PERIOD[s.kind[slot]] - 1}, not {s.face[slot]}"
            if not -1 <= s.where[slot] < AREA * (2 + s.boards3):
                return f"{_SIDE[side]}'s piece {i} does not stand on a hex in play"
            if s.where[slot] < 0 and s.kind[slot] == CUSTOMER:
                return "a Customer cannot have been pranked"
        for kind, most in enumerate(COUNTS):
            if kinds.count(kind) > most:
                return f"{_SIDE[side]} has at most {most} pieces of the kind {KINDS[kind]}, not {kinds.count(kind)}"
    return None


def _hexes(s: Any) -> str | None:
    expected = [0] * N
    for slot in range(48):
        if s.where[slot] >= 0:
            if expected[s.where[slot]]:
                return f"two pieces stand on {NAMES[s.where[slot]]}"
            expected[s.where[slot]] = slot + 1
    if list(s.at) != expected:
        return "at does not fit where; leave at out and it is filled in"
    return None


def _turn(s: Any) -> str | None:
    if s.phase not in (MOVE, ROTATE, SPUN, OVER):
        return "phase must be move, rotate, spun or over"
    if not 0 <= s.player < s.players:
        return f"player must be from 0 to {s.players - 1}"
    if s.side != s.player and not (s.agent and s.side == AGENT and not s.opening):
        return "side must be that of the player to act, or the Double Agent's"
    if s.opening not in (0, 1) or s.progress not in (0, 1):
        return "opening and progress are 0 or 1"
    if s.out >> s.players or s.won >> s.players:
        return "out and won name players"
    if s.out >> s.player & 1 and s.phase != OVER:
        return "the player to act is out"
    if s.out and (s.players == 2 or s.out.bit_count() > 1) and s.phase != OVER:
        return "only one player is left, so the game is over"
    if not 0 <= s.quiet <= 180 or (s.phase != OVER and s.quiet >= s.patience * (2 + s.boards3)):
        return "quiet has reached the patience of the players, so the game is over"
    if s.progress and s.phase == MOVE:
        return "progress belongs to a turn that has begun"
    if (s.phase == SPUN) != (s.spun >= 0) or not -1 <= s.spun < 48:
        return "spun names the piece that was spun in the phase spun, and else -1"
    if s.phase == SPUN and (s.spun >> 4 != s.player or s.side != s.player or s.where[s.spun] < 0):
        return "spun must be a piece of the player to act"
    return None


def _counts(s: Any) -> str | None:
    gone = sum(s.where[slot] < 0 for side in range(3) for slot in range(16 * side, 16 * side + s.team[side]))
    if any(s.taken[side] < 0 for side in range(3)) or sum(s.taken) != gone:
        return f"taken must add up to the {gone} pieces that are off the board"
    for side in range(3):
        mine = sum(s.where[slot] < 0 for slot in range(16 * side, 16 * side + s.team[side]))
        if s.taken[side] > gone - mine:
            return f"{_SIDE[side]} cannot have pranked own pieces"
    if any(not 0 <= s.best[p] <= 2 * AREA for p in range(3)):
        return f"best must be from 0 to {2 * AREA}"
    return None


def _cards(s: Any) -> str | None:
    counts = [*(s.holds[p, k] for p in range(3) for k in range(KINDS_OF_CARD)), *s.rest, *s.held]
    counts += [s.spent[p, k] for p in range(3) for k in range(KINDS_OF_CARD)]
    if min(counts) < 0:
        return "cards cannot be counted below 0"
    if not -1 <= s.used < KINDS_OF_CARD or not -1 <= s.neutral < KINDS_OF_CARD:
        return "used and neutral are cards, or none"
    if (s.cards == ONITAMA) != (s.neutral >= 0):
        return "one card lies in the middle with cards=onitama, and only then"
    if s.cards == NO_CARDS:
        return "there are no cards in this game" if any(counts) or s.used >= 0 else None
    for k in range(KINDS_OF_CARD):
        total = sum(s.holds[p, k] + s.spent[p, k] for p in range(3)) + s.rest[k] + (s.neutral == k)
        if total != COPIES:
            return f"there are {COPIES} cards of each kind, not {total}"
    for p in range(3):
        if sum(s.holds[p, k] for k in range(KINDS_OF_CARD)) != s.held[p]:
            return f"held must be the number of {_SIDE[p]}'s cards"
        if p >= s.players and (s.held[p] or any(s.spent[p, k] for k in range(KINDS_OF_CARD))):
            return "only players have cards"
        if s.cards == ONITAMA and any(s.spent[p, k] for k in range(KINDS_OF_CARD)):
            return "with cards=onitama no card is ever spent"
    if s.phase == SPUN and s.used != KINDS_OF_CARD - 1:
        return "the phase spun follows the card spin"
    return None


def _last(s: Any) -> str | None:
    if not -1 <= s.turned < 48 or (s.turned >= 0 and s.kind[s.turned] < 0):
        return "turned is a piece, or -1"
    if s.last_slot == -1:
        if (s.last_from, s.last_to, s.last_victim) != (-1, -1, -1):
            return "last_from, last_to and last_victim are none without last_slot"
        return "the phase rotate follows a move" if s.phase == ROTATE else None
    cells = (s.last_from, s.last_to)
    if not 0 <= s.last_slot < 48 or s.kind[s.last_slot] < 0 or not -1 <= s.last_victim < 48:
        return "last_slot and last_victim are pieces, or -1"
    if any(not 0 <= c < AREA * (2 + s.boards3) for c in cells) or s.last_from == s.last_to:
        return "last_from and last_to are two hexes in play"
    if s.last_victim >= 0 and (s.kind[s.last_victim] < 0 or s.where[s.last_victim] >= 0):
        return "last_victim must be off the board"
    if s.phase == ROTATE and (s.where[s.last_slot] != s.last_to or s.last_slot >> 4 != s.side):
        return "in the phase rotate the piece of last_slot stands on last_to"
    return None


def _end(s: Any) -> str | None:
    full = [p for p in range(s.players) if enough(s, p, *territory(s, p, -1, -1, -1))]
    if s.phase != OVER:
        if s.won or s.ended:
            return "won and ended must be empty while the game runs"
        running = [p for p in full if not s.out >> p & 1]
        if running:
            return f"{_SIDE[running[0]]} holds enough hexes, so the game is over"
        if s.phase == MOVE and not can_move(s) and (s.side != s.player or not can_play_card(s)):
            return "the side to move has no move; set the turn to the next player"
        if s.phase == SPUN and not can_step(s, s.spun, s.face[s.spun], delicate(s), 0):
            return "the piece that was spun has no move"
        return None
    return _finished(s, full)


def _finished(s: Any, full: list[int]) -> str | None:
    inside = [p for p in range(s.players) if not s.out >> p & 1]
    if s.ended == GOAL:
        good = s.won == 1 << s.player and s.player in full
        return None if good else "ended goal means that the player to act holds enough hexes and won"
    if s.ended == STUCK:
        good = len(inside) == 1 and s.won == 1 << inside[0]
        return None if good else "ended stuck means that all but the winner are out"
    if s.ended in (QUIET, REPEATED):
        if not inside:
            return "somebody must be left"
        marks = {p: (held_by(s, p), s.taken[p]) for p in inside}
        best = max(marks.values())
        good = s.won == sum(1 << p for p in inside if marks[p] == best)
        return None if good else "won does not name those with most hexes, then most pranks"
    return "ended must say how the game ended"


def tidy(s: Any, named: frozenset[str]) -> None:
    """Fill in what follows from the pieces and where they stand."""
    if "kind" in named and "team" not in named:
        for side in range(3):
            s.team[side] = sum(s.kind[16 * side + i] >= 0 for i in range(TEAM))
    if "at" not in named:
        for c in range(N):
            s.at[c] = 0
        for slot in range(48):
            if 0 <= s.where[slot] < N:
                s.at[s.where[slot]] = slot + 1
