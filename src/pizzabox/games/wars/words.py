"""Pizza Wars in words: notation, prompts, what happened, and why a move is not allowed."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from pizzabox.engine.bits import members
from pizzabox.engine.catalogue import Catalogue, kept
from pizzabox.engine.errors import IllegalMove, short
from pizzabox.engine.options import Options
from pizzabox.engine.presentation import Preview, Standing, Tally

from . import rules
from .board import AREA, BY_NAME, CARDS, LETTERS, NAMES, NEXT, PASS, PERIOD, SIDES, N
from .rules import AGENT, GOAL, MOVE, OVER, ROTATE, SPUN, STUCK
from .rules.steps import FIRST_PRANK, FIRST_SPIN, LEFT, RIGHT, STEPS, need, target
from .rules.territory import enough, territory
from .why_not import broken

say = Catalogue(__package__)
SEATS = ("white", "red", "green")
COLOURS = (2, 0, 1)
_STEP = re.compile(r"([a-z])?\s*([a-n]\d{1,2})\s*(?:[-–x:]|to\b)?\s*([a-n]\d{1,2})\s*(?:\+\s*([a-z]+))?")
_TURN = re.compile(r"(?:turn\s+)?([a-z])?\s*([a-n]\d{1,2})\s*(?:to the\s+)?([<>]|right|left)")
_SPIN = re.compile(r"([a-z])?\s*([a-n]\d{1,2})\s*\+\s*spin\s*([1-5])")


def seats(options: Options) -> tuple[str, ...]:
    return SEATS[: int(options["players"])]


def colours(options: Options) -> tuple[int, ...]:
    return COLOURS[: int(options["players"])]


def name(s: Any, player: int) -> str:
    return say(f"side.{player}")


def side_name(s: Any, side: int) -> str:
    """A side in a sentence: a player, or the Double Agent."""
    return _side_name(side, s.agent)


def _side_name(side: int, agent: int) -> str:
    return say("side.agent") if agent and side == AGENT else say(f"side.{side}")


def short_name(s: Any, side: int) -> str:
    """A side in a table."""
    return _short_name(side, s.agent)


def _short_name(side: int, agent: int) -> str:
    return say("side.agent_short") if agent and side == AGENT else say(f"side.{side}")


def piece(s: Any, slot: int) -> str:
    return say(f"kind.{s.kind[slot]}")


def card_of(s: Any, code: int) -> int:
    """The card (0 to 5) a move plays, or -1."""
    slot, step = 16 * s.side + code // STEPS, code % STEPS
    if s.phase != MOVE or RIGHT <= step < FIRST_SPIN or s.where[slot] < 0:
        return -1
    return len(CARDS) - 1 if step >= FIRST_SPIN else max(0, int(need(s, slot, s.face[slot], step))) - 1


def text(s: Any, player: int, code: int) -> str:
    slot, step = 16 * s.side + code // STEPS, code % STEPS
    here = NAMES[s.where[slot]]
    letter = LETTERS[s.kind[slot]]
    if step in (RIGHT, LEFT):
        return f"{here}{'>' if step == RIGHT else '<'}"
    if step >= FIRST_SPIN:
        return f"{letter}{here} +spin {spin_turns(s, slot, step)}"
    card = card_of(s, code) if s.cards else -1
    there = NAMES[_landing(s.boards3, s.where[slot], step)]
    extra = f" +{CARDS[card]}" if card >= 0 else ""
    return f"{letter}{here}{'x' if step >= FIRST_PRANK else '-'}{there}{extra}"


def spin_turns(s: Any, slot: int, step: int) -> int:
    """How many turns to the right a spin is."""
    return int((step - FIRST_SPIN - s.face[slot]) % PERIOD[s.kind[slot]])


def tokens(s: Any, player: int, code: int) -> tuple[str, ...]:
    """A hex, then where to; a card first. A turn of a piece is one token, its arrow."""
    number, step = divmod(code, STEPS)
    slot = 16 * s.side + number
    if step >= FIRST_SPIN:
        here = NAMES[s.where[slot]]
        return "+spin", here, f"{here} spin {spin_turns(s, slot, step)}"
    found = _tokens(s.boards3, s.where[slot], step)
    card = card_of(s, code) if s.cards and step < RIGHT else -1
    return (f"+{CARDS[card]}", *found) if card >= 0 else found


@lru_cache(maxsize=8192)
def _tokens(boards3: int, cell: int, step: int) -> tuple[str, ...]:
    here = NAMES[cell]
    if step in (RIGHT, LEFT):
        return (f"{here} {'right' if step == RIGHT else 'left'}",)
    return here, NAMES[_landing(boards3, cell, step)]


def _landing(boards3: int, cell: int, step: int) -> int:
    """The hex a move or prank leads to, or -1."""
    return int(target(_Boards(boards3), cell, step))


class _Boards(NamedTuple):
    """As much of a record as says how the boards lie."""

    boards3: int


def read(s: Any, player: int, text: str) -> int:
    """Read `Kc4-c6`, `Kc4xd6`, `Dc4-g4 +distance`, `Mc4 +spin 2`, `c6>` or `c6<`, in any case and spacing; also `c4 c6`
    and `turn c6 right`."""
    words = " ".join(text.lower().split()) if len(text) < 100 else ""
    if match := _TURN.fullmatch(words):
        slot = _own(s, _hex(s, match[2]), match[1])
        return STEPS * (slot & 15) + (RIGHT if match[3] in (">", "right") else LEFT)
    if match := _SPIN.fullmatch(words):
        slot = _own(s, _hex(s, match[2]), match[1])
        face = (s.face[slot] + int(match[3])) % int(PERIOD[s.kind[slot]])
        return int(STEPS * (slot & 15) + FIRST_SPIN + face)
    if match := _STEP.fullmatch(words):
        cell, to = _hex(s, match[2]), _hex(s, match[3])
        slot = _own(s, cell, match[1])
        step = next((k for k in range(RIGHT) if target(s, cell, k) == to), -1)
        if step < 0:
            raise IllegalMove(say("why.line", a=NAMES[cell], b=NAMES[to]), "W2.4")
        code = STEPS * (slot & 15) + step
        if match[4] is not None:
            if match[4] not in CARDS:
                raise IllegalMove(say("why.card", text=match[4][:20], cards=", ".join(CARDS)), "W7.2")
            card = card_of(s, code)
            if CARDS[card] != match[4] or card < 0:
                raise IllegalMove(say("why.card_idle", card=match[4]), "W7.3")
        return code
    raise IllegalMove(say("why.unread", text=short(text)), "")


def _hex(s: Any, word: str) -> int:
    cell = BY_NAME.get(word, -1)
    if cell < 0 or cell >= AREA * (2 + s.boards3):
        raise IllegalMove(say("why.hex", text=word), "W1.2")
    return cell


def _own(s: Any, cell: int, letter: str | None) -> int:
    slot: int = s.at[cell] - 1
    if slot < 0 or slot >> 4 != s.side:
        raise IllegalMove(say("why.piece", hex=NAMES[cell], side=side_name(s, s.side)), "W1.4")
    if letter is not None and LETTERS[s.kind[slot]].lower() != letter:
        raise IllegalMove(say("why.letter", hex=NAMES[cell], piece=piece(s, slot)), "W2.1")
    return slot


def why(s: Any, player: int, code: int | None) -> tuple[str, str]:
    if s.phase == OVER:
        return say("why.over"), ending(s)
    if player != s.player:
        return say("why.turn", name=name(s, s.player)), "W1.4"
    assert code is not None
    return broken(s, code)


def ending(s: Any) -> str:
    """The rule by which a finished game ended."""
    if s.ended == GOAL:
        return "W6.3" if _outdone(s) else "W6.1"
    if s.ended == STUCK:
        return "W6.4" if s.players == 2 else "W8.5"
    return "W6.7"


def _outdone(s: Any) -> list[int]:
    """After a win by hexes: the rivals who have enough too, so that it was a close call."""
    rivals = [p for p in range(s.players) if not (s.won | s.out) >> p & 1]
    return [p for p in rivals if enough(s, p, *territory(s, p, -1, -1, -1))]


def prompt(s: Any, viewer: int) -> str:
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
    return say(
        "prompt.card" if s.cards and s.held[s.player] else "prompt.move", n=held(s, s.player), goal=s.goal[viewer]
    )


def chapter(s: Any, viewer: int) -> str:
    if s.phase == OVER:
        return ending(s)
    if s.phase == ROTATE:
        return "W2.6"
    return "W9.4" if s.side != s.player else "W2.4"


def lands(s: Any, player: int) -> tuple[int, int, int]:
    """The rival hexes a player holds, by board."""
    return _lands(player, s.boards3, s.team[player], bytes(s.where), bytes(s.at))


class _Men(NamedTuple):
    """As much of a record as says where everybody stands."""

    boards3: int
    team: tuple[int, ...]
    where: memoryview
    at: bytes


@lru_cache(maxsize=2048)
def _lands(player: int, boards3: int, team: int, where: bytes, at: bytes) -> tuple[int, int, int]:
    men = _Men(boards3, (team,) * SIDES, memoryview(where).cast("b"), at)
    white, red, green = territory(men, player, -1, -1, -1)
    return int(white), int(red), int(green)


def held(s: Any, player: int) -> int:
    """How many rival hexes a player holds."""
    return sum(_counts(player, s.boards3, s.team[player], bytes(s.where), bytes(s.at)))


def hand(s: Any, player: int) -> list[int]:
    """The kinds of a player's cards that are known, each as often as held."""
    return [k for k in range(len(CARDS)) for _ in range(s.holds[player, k])]


def standing(s: Any, viewer: int) -> list[Standing]:
    found = []
    where, at = bytes(s.where), bytes(s.at)
    for side in range(2 + s.boards3):
        men = where[16 * side : 16 * side + s.team[side]]
        pieces = len(men) - men.count(NOWHERE)
        if side >= s.players:
            found.append(_agent_stands(side, pieces))
            continue
        counts = _counts(side, s.boards3, s.team[side], where, at)
        cards = _cards_held(tuple(hand(s, side)), s.held[side]) if s.cards else ""
        found.append(_stands(side, pieces, counts, s.goal[side], s.boards3, s.agent, cards, s.out >> side & 1))
    return found


NOWHERE = 0xFF
"""The place of a pranked piece (-1) as a byte."""


def _pieces_left(n: int) -> str:
    return say("board.piece" if n == 1 else "board.pieces", n=n)


@kept(64)
def _agent_stands(side: int, pieces: int) -> Standing:
    return Standing(-1, say("side.agent_title"), COLOURS[side], _pieces_left(pieces), None, ())


@lru_cache(maxsize=2048)
def _counts(player: int, boards3: int, team: int, where: bytes, at: bytes) -> tuple[int, ...]:
    """How many hexes of each board a player holds."""
    return tuple(part.bit_count() for part in _lands(player, boards3, team, where, at))


def _thirds(side: int, counts: tuple[int, ...], goal: int, agent: int) -> tuple[str, ...]:
    """How much of a third of the goal a player has from each rival."""
    third = (goal + 2) // 3
    rivals = [rival for rival in range(SIDES) if rival != side]
    return tuple(say("board.third", name=_short_name(rival, agent), n=counts[rival], all=third) for rival in rivals)


@kept(256)
def _cards_held(known: tuple[int, ...], n: int) -> str:
    cards = ", ".join(say(f"card.{k}") for k in known)
    if len(known) < n:
        cards = say("board.hidden", n=n)
    return say("board.cards", cards=cards or say("board.none"))


@kept(1024)
def _stands(
    side: int, pieces: int, counts: tuple[int, ...], goal: int, boards3: int, agent: int, cards: str, out: int
) -> Standing:
    notes = [_pieces_left(pieces)]
    if boards3:
        notes += _thirds(side, counts, goal, agent)
    if cards:
        notes.append(cards)
    if out:
        notes.append(say("board.out"))
    total = sum(counts)
    score = say("board.score", n=total, goal=goal)
    return Standing(side, say(f"side.{side}"), COLOURS[side], score, min(1.0, total / goal), tuple(notes))


def tally(s: Any) -> Tally:
    """Territory by rival, the total and the goal, pieces pranked."""
    boards = range(2 + s.boards3)
    head = (say("tally.player"), *(say("tally.from", name=short_name(s, b)) for b in boards))
    head += (say("tally.total"), say("tally.goal"), say("tally.pranked"))
    rows = []
    for p in range(s.players):
        parts = [part.bit_count() for part in lands(s, p)][: 2 + s.boards3]
        cells = ["–" if b == p else str(n) for b, n in enumerate(parts)]
        rows.append((name(s, p), *cells, str(sum(parts)), str(s.goal[p]), str(s.taken[p])))
    return Tally(head, tuple(rows), result(s))


def preview(s: Any, player: int, chosen: tuple[str, ...]) -> Preview:
    """With a piece chosen: what blocks it. With the move complete: the board after it, all territory."""
    codes = [0] * rules.CODES * 2
    codes = codes[: rules.moves(s, player, codes)]
    code = next((c for c in codes if tokens(s, player, c) == chosen), None)
    if code is None:
        if len(chosen) == 1 and chosen[0] in BY_NAME and s.phase == MOVE:
            slot = s.at[BY_NAME[chosen[0]]] - 1
            return Preview(tuple(_blocked(s, slot))) if slot >= 0 and slot >> 4 == s.side else Preview()
        return Preview()
    after = s.copy()
    rules.play(after, player, code)
    if s.phase == ROTATE:
        return Preview(tuple(_facing(after, 16 * s.side + code // STEPS)), after)
    lines = [say("preview.pranks", name=side_name(s, v >> 4), piece=piece(s, v)) for v in [_victim(s, code)] if v >= 0]
    lines.append(
        ", ".join(say("preview.land", name=name(s, p), n=held(after, p), was=held(s, p)) for p in range(s.players))
    )
    if after.phase == OVER:
        lines.append(result(after))
    return Preview(tuple(lines), after)


def _facing(s: Any, slot: int) -> list[str]:
    """What a piece could do as it faces now."""
    cell = s.where[slot]
    steps = [step for step in range(RIGHT) if need(s, slot, s.face[slot], step) == 0]
    lines = [say("preview.moves", piece=piece(s, slot), n=sum(step < FIRST_PRANK for step in steps))]
    pranks = [NAMES[int(target(s, cell, step))] for step in steps if step >= FIRST_PRANK]
    return lines + ([say("preview.could_prank", hexes=_list(pranks))] if pranks else [])


def _victim(s: Any, code: int) -> int:
    step = code % STEPS
    if not FIRST_PRANK <= step < RIGHT:
        return -1
    return int(s.at[int(target(s, s.where[16 * s.side + code // STEPS], step))]) - 1


def _blocked(s: Any, slot: int) -> list[str]:
    """The pranks of a piece that a rival beside the jump prevents."""
    return [say("preview.blocked", hex=NAMES[to], by=NAMES[by]) for to, by in blocked_pranks(s, slot)]


def blocked_pranks(s: Any, slot: int) -> list[tuple[int, int]]:
    """Rivals along the cut lines of a piece that it cannot prank, each with a piece that blocks the jump."""
    found = []
    for corner in range(6):
        if need(s, slot, s.face[slot], FIRST_PRANK + corner) == PASS:
            cell = s.where[slot]
            for turn in range(2):
                c = int(NEXT[(s.boards3 * N + cell) * 6 + (corner + turn) % 6])
                if c >= 0 and s.at[c] and (s.at[c] - 1) >> 4 != slot >> 4:
                    found.append((int(target(s, cell, FIRST_PRANK + corner)), c))
                    break
    return found


def tell(before: Any, player: int, code: int | None, after: Any, viewer: int) -> list[str]:
    assert code is not None
    slot, step = 16 * before.side + code // STEPS, code % STEPS
    who, what = name(before, player), piece(before, slot)
    if before.side != player:
        what = say("tell.agents", piece=what)
    here = NAMES[before.where[slot]]
    if before.phase == ROTATE:
        said = [say("tell.right" if step == RIGHT else "tell.left", name=who, piece=what, hex=here)]
        return said + _told_turn(before, after)
    card = _card_told(before, after)
    if step >= FIRST_SPIN:
        return [say("tell.spin", name=who, piece=what, hex=here, n=spin_turns(before, slot, step))]
    there = NAMES[after.last_to]
    said = [say("tell.prank" if step >= FIRST_PRANK else "tell.move", name=who, piece=what, a=here, b=there)]
    if card >= 0:
        said = [say("tell.card", said=said[0], card=say(f"card.{card}"))]
    if after.last_victim >= 0:
        victim = after.last_victim
        said.append(say("tell.gone", name=side_name(before, victim >> 4), piece=piece(before, victim)))
    for p in range(before.players):
        was, now = held(before, p), held(after, p)
        if was != now:
            said.append(say("tell.land", name=name(before, p), n=now, goal=before.goal[p], was=was))
    if after.phase == OVER:
        said.append(result(after))
    return said


def _card_told(before: Any, after: Any) -> int:
    return int(after.used) if before.phase == MOVE else -1


def _told_turn(before: Any, after: Any) -> list[str]:
    said = [say("tell.out", name=name(after, p)) for p in members(after.out & ~before.out)]
    if after.phase == OVER:
        said.append(result(after))
    elif before.agent and not before.opening and before.side == before.player and after.side != AGENT:
        said.append(say("tell.no_agent"))
    return said


def result(s: Any) -> str:
    won = members(s.won)
    counts = {p: held(s, p) for p in range(s.players)}
    if s.ended == GOAL:
        key = "close" if _outdone(s) else "win"
        return say(f"result.{key}", name=name(s, won[0]), n=counts[won[0]])
    if s.ended == STUCK:
        return say("result.stuck", name=name(s, won[0]))
    opening = say("result.repeated" if s.ended == rules.REPEATED else "result.quiet")
    if len(won) > 1:
        return f"{opening} {say('result.share', names=_list(name(s, p) for p in won))}"
    equal = [p for p in counts if p not in won and not s.out >> p & 1 and counts[p] == counts[won[0]]]
    key = "pranks" if equal else "most"
    return f"{opening} {say(f'result.{key}', name=name(s, won[0]), n=counts[won[0]], k=s.taken[won[0]])}"


def spell(s: Any, token: str) -> str:
    where, _, way = token.partition(" ")
    if token.startswith("+") or way.startswith("spin"):
        return spelled(token, -1, -1, 0)
    slot = s.at[BY_NAME[where]] - 1
    return spelled(token, slot >> 4, s.kind[slot] if slot >= 0 else -1, s.agent)


@kept(4096)
def spelled(token: str, side: int, kind: int, agent: int) -> str:
    """A token in words, with whose piece of which kind stands on its hex (-1 for none)."""
    if token.startswith("+"):
        return say("board.spell_card", card=say(f"card.{CARDS.index(token[1:])}"))
    if " " in token:
        where, way = token.split(" ", 1)
        if way.startswith("spin"):
            return say("board.spell_spin", hex=where, n=way.removeprefix("spin "))
        return say(f"board.spell_{way}", hex=where, piece=say(f"kind.{kind}"))
    if side < 0:
        return say("board.spell_empty", hex=token)
    return say("board.spell_piece", hex=token, side=_side_name(side, agent), piece=say(f"kind.{kind}"))


def board(s: Any, viewer: int) -> str:
    from .text_board import draw

    return draw(s, viewer)


def _list(names: Any) -> str:
    parts = [str(part) for part in names]
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + say("tell.and") + parts[-1]
