"""What can be wrong with a position set up by hand."""

from operator import gt

from pizzabox.engine.errors import say as refuse
from pizzabox.engine.options import Options
from pizzabox.engine.position_check import Findings, first_wrong
from pizzabox.engine.presentation import listed

from . import rules
from .board import COST, DRAWN_AT, FULL, GOAL_COST, GOALS, HALF_NAMES, ICONS, OWN, PLAYERS, RAIL, START_SLICES, TYPE
from .board.deck import ACTIONS, CARDS, MAIN, MOST_ICONS
from .phrases import held, left_of, name, say, sides, team
from .rules import actions, attacks
from .rules.actions import ACTING, EATING, IDLE, LURING, OVER, PASSING, PLACING, PLAYING, SETUP, UPGRADING
from .state import SEATS, State


@first_wrong
def check(s: State) -> Findings:
    """What lies on the table, then whose turn it is, the hands, what the phase has to be like, and the end."""
    yield from _cards(s)
    yield from _time(s)
    yield from _hands(s)
    for p in range(s.players):
        yield from _step(s, p)
    if s.phase == PASSING:
        yield from _passing(s)
    holes, upgraded = sum(card < 0 for card in s.rail), s.swapped.bit_count()
    yield holes != upgraded and say("check.rail", n=upgraded, told=holes)
    for i in range(2):
        yield s.swapped >> i & 1 and face_up(s, s.mover)[i] >= MAIN and say("check.swapped_starter")
    yield from _attack(s)
    if s.phase == SETUP:
        yield from _setup(s)
    yield from _end(s)


@first_wrong
def fits(s: State, options: Options) -> Findings:
    """Who begins is as chosen; the other options have fields of their names, which the engine compares."""
    chosen = str(options["first"])
    yield chosen not in ("random", SEATS[s.first]) and refuse("position.mismatch", name="first", options=options)


def has_hand(s: State, p: int) -> bool | None:
    """Whether two cards of p lie face up; None where both can be."""
    if s.phase == OVER:
        return None
    if s.phase == SETUP or p not in team(s):
        return False
    if s.phase == ACTING:
        return bool(s.step[p] != PLACING)
    if s.phase in (LURING, EATING):
        return bool(p != s.attacker and s.attacker == s.turn)
    return s.phase == PASSING or bool(s.mover in (p, s.turn))


def icons_of(s: State, cards: list[int]) -> list[int]:
    """How many of each icon some cards have."""
    icons = [int(ICONS[s.deck, card, i]) for card in cards for i in range(MOST_ICONS)]
    return [icons.count(kind) for kind in range(len(ACTIONS))]


def face_up(s: State, p: int) -> list[int]:
    """The two cards that a player has drawn."""
    return [s.own[p, s.hand[p, i]] for i in range(2)]


def claimed_goals(s: State, p: int) -> list[int]:
    """The goal cards that a player has reached."""
    return [s.goal[t] for t in range(3) if s.claimed[t] == p]


def wanted(s: State) -> list[int]:
    """What the shark wants for the new tickets: by type, then any."""
    want = [0, 0, 0, 0]
    for j in range(RAIL - s.fresh, RAIL):
        want[int(TYPE[s.deck, s.rail[j]])] += int(COST[s.deck, s.rail[j]])
    return want


def starting_slices(s: State, p: int) -> int:
    """How many slices a player takes at the start."""
    return int(START_SLICES[1 if s.players == PLAYERS else 0, (p - s.first) % s.players])


def with_full_trays(s: State) -> list[int]:
    """Who has won by filling a tray, in teams both."""
    full = [p for p in range(s.players) if s.placed[p] == FULL]
    return [p for p in full if s.players < PLAYERS or actions.partner(p) in full]


def _cards(s: State) -> Findings:
    """Own cards and goals; what the options `halves` and `goals` laid on the table stays there (S2.3, S7.1)."""
    yield any(s.own[p, i] < 0 for p in range(s.players) for i in range(OWN)) and say("check.own", most=CARDS - 1)
    for t, card in enumerate(s.goal):
        unfit = TYPE[s.deck, card] != t or COST[s.deck, card] > GOAL_COST
        yield card >= 0 and unfit and say("check.goal", goal_cost=GOAL_COST)
        yield s.claimed[t] >= 0 > card and say("check.claimed_no_goal")
        yield card >= 0 and not s.goals and say("check.no_goals")
    free = any(s.half[p, int(h)] == 0 for p in range(s.players) for h in DRAWN_AT)
    yield s.halves and free and say("check.drawn_halves", halves=listed(HALF_NAMES[int(h)] for h in DRAWN_AT))
    for t, card in enumerate(s.goal):
        enough = int(GOALS[s.deck, t]).bit_count() > RAIL
        yield s.goals and card < 0 and enough and say("check.goal_missing", type=say(f"type.{t}"))
    for t, card in enumerate(s.goal):
        if card >= 0:
            reached = [p for p in range(s.players) if actions.finished(s, p, t) >= COST[s.deck, card]]
            yield s.claimed[t] >= 0 and s.claimed[t] not in reached and say("check.claimed_early")
            yield s.claimed[t] < 0 and reached and s.phase != OVER and say("check.claimed_late")


def _time(s: State) -> Findings:
    most = s.cap * sides(s)
    yield s.turns > most - (s.phase != OVER) and say("check.turns", most=most - 1)
    yield s.phase not in (SETUP, OVER) and s.turn != (s.first + s.turns) % s.players and say("check.turn")
    yield s.phase in (ACTING, PASSING) and s.mover != s.turn and say("check.mover")
    yield s.phase == UPGRADING and s.mover not in team(s) and say("check.mover_team")
    right = s.mover == s.attacker and s.mover in team(s)
    yield s.phase in (LURING, EATING) and not right and say("check.attacker")


def _hands(s: State) -> Findings:
    for p in range(s.players):
        spent, hand = s.spent[p], (s.hand[p, 0], s.hand[p, 1])
        yield spent.bit_count() % 2 and say("check.spent")
        shown = all(slot >= 0 and spent >> slot & 1 for slot in hand) and hand[0] != hand[1]
        yield hand != (-1, -1) and not shown and say("check.hand")
        yield has_hand(s, p) is True and not shown and say("check.hand_missing", seat=p)
        yield has_hand(s, p) is False and shown and say("check.hand_empty", seat=p)
    stepping = {p for p in range(s.players) if s.step[p]}
    yield s.phase == ACTING and not (stepping and stepping <= set(team(s))) and say("check.step")


def _step(s: State, p: int) -> Findings:
    """The step of a player, and the icons that are still to be used."""
    left, bonus = left_of(s, p, False), left_of(s, p, True)
    yield s.step[p] != PLACING and s.placing[p] != -1 and say("check.placing")
    if any(left):
        yield s.step[p] != PLAYING and say("check.left_step")
        yield any(map(gt, left, icons_of(s, face_up(s, p)))) and say("check.left")
    if any(bonus):
        more = any(map(gt, bonus, icons_of(s, claimed_goals(s, p))))
        yield (s.step[p] == IDLE or more) and say("check.bonus")
        yield not actions.usable(s, p, actions.icons(s, p, True)) and say("check.bonus_stuck")
    elif s.step[p] == PLAYING:
        stuck = s.players < PLAYERS and not actions.usable(s, p, actions.icons(s, p, False))
        yield (not any(left) or stuck) and say("check.left_stuck")
    elif s.step[p] == PLACING:
        stuck = s.placing[p] == -1 and actions.nothing_to_place(s, p)
        yield stuck and say("check.placing_stuck", name=name(s, p))


def _passing(s: State) -> Findings:
    giving = {p for p in range(s.players) if s.gift[p]}
    yield s.players < PLAYERS and say("check.passing")
    yield not giving < set(team(s)) and say("check.gift")
    for p in team(s):
        gift = s.gift[p]
        lacks = not held(s, p) if gift == 0 else gift > 1 and not s.stock[p, gift - 2]
        yield lacks and say("check.gift_slice", seat=p)


def _attack(s: State) -> Findings:
    yield (s.fresh == 0) != (s.attacker < 0) and say("check.fresh")
    biting = s.phase in (LURING, EATING)
    lost = [sum(s.lost[p, t] for t in range(3)) for p in range(s.players)]
    if s.attacker < 0:
        yield (any(s.want) or any(lost) or s.lured or s.prize >= 0 or biting) and say("check.no_attack")
        return
    for p in range(s.players):
        safe = s.lured >> p & 1
        yield (lost[p] or safe or s.owed[p]) and not attacks.victim(s, p) and say("check.not_attacked", seat=p)
        yield safe and (lost[p] or s.owed[p]) and say("check.protected", seat=p)
        yield s.phase == LURING and lost[p] and say("check.eaten_early")
    if biting:
        yield s.prize >= 0 and say("check.prize")
        yield wanted(s) != list(s.want) and say("check.want_tickets")
        yield not attacks.victim(s, s.asked) and say("check.asked")
    yield s.phase == LURING and not attacks.lure_options(s, s.asked) and say("check.asked_no_lure")
    if s.phase != EATING:
        return
    for p in range(s.players):
        yield s.owed[p] > min(held(s, p), s.want[attacks.ANY]) and say("check.owed_most", seat=p)
        earlier = attacks.place_of(s, p) < attacks.place_of(s, s.asked)
        yield s.owed[p] and earlier and say("check.asked_order", seat=p, asked=s.asked)
    kinds, owed = sum(s.stock[s.asked, t] > 0 for t in range(3)), s.owed[s.asked]
    yield (not owed or kinds < 2 or held(s, s.asked) <= owed) and say("check.asked_no_choice")


def _setup(s: State) -> Findings:
    played = any(s.placed[p] or s.spent[p] for p in range(s.players))
    yield (played or s.attacker >= 0 or s.turns or s.turn or s.mover) and say("check.setup_placed")
    upgraded = any(s.own[p, i] != MAIN + i for p in range(s.players) for i in range(OWN))
    yield (s.trash or any(s.maw) or upgraded) and say("check.setup_fresh")
    later = 0
    for k in reversed(range(s.players)):
        p = (s.first + k) % s.players
        gets, takes = 1 + (s.extra if k % 2 else 0), starting_slices(s, p)
        yield s.tins[p] != gets and say("check.setup_anchovies", seat=p, n=gets)
        yield held(s, p) + s.owed[p] != takes and say("check.setup_slices", seat=p, takes=takes)
        yield s.owed[p] and later and say("check.setup_order")
        later += held(s, p)
    yield not any(s.owed) and say("check.setup_done")


def _end(s: State) -> Findings:
    full = with_full_trays(s)
    if s.phase != OVER:
        yield full and say("check.full_tray")
    elif full:
        one_side = len(full) == (2 if s.players == PLAYERS else 1)
        yield (not one_side or s.won != sum(1 << p for p in full)) and say("check.won_trays")
    else:
        yield s.turns != s.cap * sides(s) and say("check.not_over")
        trial = s.copy()
        trial.won = 0
        rules.call_time(trial)
        yield trial.won != s.won and say("check.won")
