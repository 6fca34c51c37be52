"""What can be wrong with a position of Pizza Shark that somebody set up by hand."""

from __future__ import annotations

from typing import Any

from . import attack, icons, rules
from .audit import audit
from .board import COST, DECKS, FULL, GOAL_COST, HALVES, ICONS, OWN, PLAYERS, RAIL, START_SLICES, TYPE
from .deck import CARDS, KINDS, MAIN, MOST_COST, MOST_ICONS
from .icons import ACTING, EATING, IDLE, LURING, OVER, PASSING, PLACING, PLAYING, SETUP, UPGRADING

_LAWS = (
    "",
    "the slices of a type do not add up to 60",
    "the anchovies do not add up to 30",
    "every main card must lie in exactly one place",
    "a player has the same starter twice",
    "a tray does not fit: halves, slices on them and the number placed",
    "there are only four loose halves of a type",
)


def check(s: Any) -> str | None:
    """The first problem in words, or None."""
    for problem in (
        _table,
        _seats,
        _cards,
        _laws,
        _goals,
        _time,
        _hands,
        _acting,
        _passing,
        _rail,
        _attack,
        _setup,
        _end,
    ):
        found = problem(s)
        if found:
            return found
    return None


def _table(s: Any) -> str | None:
    if not 2 <= s.players <= PLAYERS:
        return f"players must be 2 to 4, not {s.players}"
    if s.halves not in (0, 1) or s.goals not in (0, 1):
        return "halves and goals must be 0 or 1"
    if not 0 <= s.extra <= 3 or (s.extra and s.players < PLAYERS):
        return "extra must be 0 to 3, and 0 without teams"
    if not 0 <= s.deck < len(DECKS):
        return "deck must be one of the known decks"
    if s.cap < 1 or s.cap > 500:
        return "cap must be 1 to 500"
    if s.sealed:
        return "nothing is secret in this game: sealed must be 0"
    for what in ("first", "turn", "mover", "asked"):
        if not 0 <= getattr(s, what) < s.players:
            return f"{what} must be a player, 0 to {s.players - 1}"
    for what in ("attacker", "prize"):
        if not -1 <= getattr(s, what) < s.players:
            return f"{what} must be a player, or -1"
    if not SETUP <= s.phase <= OVER:
        return "there is no such phase"
    if s.lured >> s.players or s.won >> s.players:
        return "lured and won name players only"
    return None


def _seats(s: Any) -> str | None:
    """Unused seats are empty, and small numbers are in their bounds."""
    for p in range(PLAYERS):
        zero = [s.placed[p], s.tins[p], s.spent[p], s.step[p], s.gift[p], s.owed[p]]
        for t in range(3):
            zero += [s.stock[p, t], s.lost[p, t]]
        for k in range(len(KINDS)):
            zero += [s.left[p, k], s.bonus[p, k]]
        if p >= s.players:
            zero += [s.half[p, h] for h in range(HALVES)] + [s.filled[p, h] for h in range(HALVES)]
            minus = [s.own[p, i] for i in range(OWN)] + [s.hand[p, 0], s.hand[p, 1], s.placing[p]]
            if any(zero) or any(m != -1 for m in minus):
                return f"seat {p} is not in this game and must be empty"
        elif min(zero) < 0 or max(zero) > 63:
            return f"a number of seat {p} is out of its bounds"
        elif not -1 <= s.placing[p] <= 2 or not IDLE <= s.step[p] <= PLAYING or s.gift[p] > 4:
            return f"placing, step or gift of seat {p} is unknown"
    return None


def _cards(s: Any) -> str | None:
    if not 0 <= s.draw < 1 << MAIN or not 0 <= s.trash < 1 << MAIN:
        return "draw and trash name the main cards 0 to 62"
    if any(not -1 <= s.rail[j] < MAIN for j in range(RAIL)) or any(not -1 <= s.goal[t] < MAIN for t in range(3)):
        return "rail and goal hold main cards, 0 to 62, or -1"
    if any(not 0 <= s.own[p, i] < CARDS for p in range(s.players) for i in range(OWN)):
        return f"own holds six cards of each player, 0 to {CARDS - 1}"
    if any(not -1 <= s.claimed[t] < s.players for t in range(3)):
        return "claimed names a player, or -1"
    for t in range(3):
        if s.goal[t] >= 0 and (TYPE[s.deck, s.goal[t]] != t or COST[s.deck, s.goal[t]] > GOAL_COST):
            return f"a goal must have its own type and cost at most {GOAL_COST}"
        if s.claimed[t] >= 0 and s.goal[t] < 0:
            return "a goal that is not there cannot be claimed"
        if s.goal[t] >= 0 and not s.goals:
            return "this game has no goals"
    return None


def _laws(s: Any) -> str | None:
    law = audit(s)
    return _LAWS[law] if law else None


def _goals(s: Any) -> str | None:
    for t in range(3):
        if s.goal[t] < 0:
            continue
        need = COST[s.deck, s.goal[t]]
        reached = [p for p in range(s.players) if icons.finished(s, p, t) >= need]
        if s.claimed[t] >= 0 and s.claimed[t] not in reached:
            return "claimed names a player who has not reached that goal"
        if s.claimed[t] < 0 and reached and s.phase != OVER:
            return "a goal was reached and must be claimed"
    return None


def _sides(s: Any) -> int:
    return 2 if s.players == PLAYERS else int(s.players)


def _team(s: Any) -> tuple[int, ...]:
    return (s.turn, icons.partner(s.turn)) if s.players == PLAYERS else (s.turn,)


def _time(s: Any) -> str | None:
    most = s.cap * _sides(s)
    if not 0 <= s.turns <= most or (s.turns == most and s.phase != OVER):
        return f"turns must be 0 to {most - 1} while the game runs"
    if s.phase not in (SETUP, OVER) and s.turn != (s.first + s.turns) % s.players:
        return "turn does not go with first and the number of turns"
    if s.phase in (ACTING, PASSING) and s.mover != s.turn:
        return "mover must be the active player"
    if s.phase == UPGRADING and s.mover not in _team(s):
        return "mover must be the active player or the partner"
    if s.phase in (LURING, EATING) and (s.mover != s.attacker or s.mover not in _team(s)):
        return "the attacker must be the one who has just upgraded"
    return None


def _hands(s: Any) -> str | None:
    for p in range(s.players):
        if s.spent[p] >= 1 << OWN or s.spent[p].bit_count() % 2:
            return "spent has two more cards of the six with every turn"
        a, b = s.hand[p, 0], s.hand[p, 1]
        shown = 0 <= a < OWN and 0 <= b < OWN and a != b and s.spent[p] >> a & s.spent[p] >> b & 1
        if (a, b) != (-1, -1) and not shown:
            return "hand names two different spent cards, or -1 twice"
        wanted = _has_hand(s, p)
        if wanted is not None and wanted != (a >= 0):
            return f"seat {p} must have {'two cards' if wanted else 'no cards'} face up now"
    return None


def _has_hand(s: Any, p: int) -> bool | None:
    """Whether two cards of p lie face up; None where both can be."""
    if s.phase == OVER:
        return None
    if s.phase == SETUP or p not in _team(s):
        return False
    if s.phase == ACTING:
        return bool(s.step[p] != PLACING)
    if s.phase in (LURING, EATING):
        return bool(p != s.attacker and s.attacker == s.turn)
    return s.phase == PASSING or bool(s.mover in (p, s.turn))


def _icons(s: Any, cards: list[int]) -> list[int]:
    counts = [0] * len(KINDS)
    for card in cards:
        for i in range(MOST_ICONS):
            if ICONS[s.deck, card, i] >= 0:
                counts[int(ICONS[s.deck, card, i])] += 1
    return counts


def _acting(s: Any) -> str | None:
    if s.phase != ACTING:
        if any(s.step[p] for p in range(s.players)):
            return "steps are only in the phase act"
    elif not any(s.step[p] for p in _team(s)) or any(s.step[p] and p not in _team(s) for p in range(s.players)):
        return "in the phase act one of the active players has a step, and nobody else"
    for p in range(s.players):
        left = [s.left[p, k] for k in range(len(KINDS))]
        bonus = [s.bonus[p, k] for k in range(len(KINDS))]
        if s.step[p] != PLACING and s.placing[p] != -1:
            return "placing must be -1 outside the placing phase"
        if any(left):
            if s.step[p] != PLAYING:
                return "icons are left only while cards are played"
            shown = _icons(s, [s.own[p, s.hand[p, i]] for i in range(2)])
            if any(n > m for n, m in zip(left, shown, strict=True)):
                return "left has icons that are not on the played cards"
        if any(bonus):
            goals = _icons(s, [s.goal[t] for t in range(3) if s.claimed[t] == p])
            if s.step[p] == IDLE or any(n > m for n, m in zip(bonus, goals, strict=True)):
                return "bonus has icons that are on no goal card of that player"
            if not icons.goal_usable(s, p):
                return "no icon of the goal card can be used, so it is played"
        elif s.step[p] == PLAYING and (not any(left) or (s.players < PLAYERS and not icons.card_usable(s, p))):
            return "nothing is left to play, so the cards are played"
        elif s.step[p] == PLACING and s.placing[p] == -1 and icons.nothing_to_place(s, p):
            return "nothing can be placed, so the cards are drawn"
    return None


def _passing(s: Any) -> str | None:
    team = _team(s)
    if s.phase != PASSING:
        return "gifts are only in the phase pass" if any(s.gift[p] for p in range(s.players)) else None
    if s.players < PLAYERS:
        return "slices are passed only with four players"
    if any(s.gift[p] and p not in team for p in range(s.players)) or all(s.gift[p] for p in team):
        return "gift holds what one of the partners has decided"
    for p in team:
        slices = sum(s.stock[p, t] for t in range(3))
        if (s.gift[p] == 0 and not slices) or (s.gift[p] > 1 and not s.stock[p, s.gift[p] - 2]):
            return f"seat {p} cannot pass what it does not have"
    return None


def _rail(s: Any) -> str | None:
    holes = sum(s.rail[j] < 0 for j in range(RAIL))
    if s.swapped > 3 or (s.swapped and s.phase != UPGRADING):
        return "swapped names the two played cards, while cards are upgraded"
    if holes != s.swapped.bit_count():
        return "the rail has four tickets, less those bought this turn"
    for i in range(2):
        if s.swapped >> i & 1 and s.own[s.mover, s.hand[s.mover, i]] >= MAIN:
            return "an upgraded card cannot be a starter"
    if not 0 <= s.fresh <= 2 or (s.fresh == 0) != (s.attacker < 0):
        return "fresh is 1 or 2 after an attack, else 0"
    return None


def _attack(s: Any) -> str | None:
    if any(not 0 <= s.want[k] <= 2 * MOST_COST for k in range(4)):
        return f"want must be 0 to {2 * MOST_COST}"
    biting = s.phase in (LURING, EATING)
    owed = [s.owed[p] for p in range(s.players)]
    if any(owed) and s.phase not in (SETUP, EATING):
        return "nobody owes slices in this phase"
    if s.attacker < 0:
        seen = [s.want[k] for k in range(4)] + [s.lost[p, t] for p in range(s.players) for t in range(3)]
        return "there was no attack yet" if any(seen) or s.lured or s.prize >= 0 or biting else None
    for p in range(s.players):
        lost = sum(s.lost[p, t] for t in range(3))
        if (lost or s.lured >> p & 1 or owed[p]) and not attack.victim(s, p):
            return f"seat {p} is not under attack"
        if s.lured >> p & 1 and (lost or owed[p]):
            return f"seat {p} is protected and loses nothing"
        if s.phase == LURING and lost:
            return "nothing is eaten before all have answered the shark"
    if not biting:
        return None
    if s.prize >= 0:
        return "the bonus comes after the attack"
    want = [0, 0, 0, 0]
    for j in range(RAIL - s.fresh, RAIL):
        want[int(TYPE[s.deck, s.rail[j]])] += int(COST[s.deck, s.rail[j]])
    if want != [s.want[k] for k in range(4)]:
        return "want does not go with the new tickets"
    if not attack.victim(s, s.asked):
        return "asked must be under attack"
    if s.phase == LURING:
        return None if attack.lure_options(s, s.asked) else "asked has nothing to decide"
    return _eating(s, owed)


def _eating(s: Any, owed: list[int]) -> str | None:
    for p in range(s.players):
        rest = sum(s.stock[p, t] for t in range(3))
        if owed[p] > min(rest, s.want[attack.ANY]):
            return f"seat {p} owes more slices than the shark can eat"
        if owed[p] and attack.place_of(s, p) < attack.place_of(s, s.asked):
            return f"seat {p} is asked before seat {s.asked}"
    kinds = sum(s.stock[s.asked, t] > 0 for t in range(3))
    rest = sum(s.stock[s.asked, t] for t in range(3))
    if not owed[s.asked] or kinds < 2 or rest <= owed[s.asked]:
        return "asked has no choice to make"
    return None


def _setup(s: Any) -> str | None:
    if s.phase != SETUP:
        return None
    if any(s.placed[p] or s.spent[p] for p in range(s.players)) or s.attacker >= 0 or s.turns or s.turn or s.mover:
        return "nothing is placed or played before the first turn"
    earlier = 0
    for k in reversed(range(s.players)):
        p = (s.first + k) % s.players
        takes = int(START_SLICES[1 if s.players == PLAYERS else 0, k])
        picked = sum(s.stock[p, t] for t in range(3))
        if picked + s.owed[p] != takes:
            return f"seat {p} takes {takes} slices at the start"
        if s.owed[p] and earlier:
            return "starting slices are taken in order of play"
        earlier += picked
    if not any(s.owed[p] for p in range(s.players)):
        return "all starting slices are taken, so the first turn begins"
    return None


def _end(s: Any) -> str | None:
    full = [p for p in range(s.players) if s.placed[p] == FULL]
    if s.players == PLAYERS:
        full = [p for p in full if icons.partner(p) in full]
    won = sum(1 << p for p in full)
    if s.phase != OVER:
        if s.won:
            return "won must be empty while the game runs"
        return "a full tray ends the game" if full else None
    if full:
        one = len(full) == (2 if s.players == PLAYERS else 1)
        return None if one and s.won == won else "won does not name whose trays are full"
    if s.turns != s.cap * _sides(s):
        return "the game is not over: no tray is full and the cap is not reached"
    trial = s.twin()
    trial.won = 0
    rules.call_time(trial)
    return None if trial.won == s.won else "won does not name the winners"
