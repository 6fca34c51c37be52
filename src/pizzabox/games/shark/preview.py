"""What a move of Pizza Shark would do, said before it is made."""

from pizzabox.engine.presentation import Preview, listed

from . import rules
from .board import BAIT, DONE, FULL, LOSE, LURE, PASS, RAIL, UPGRADE
from .phrases import anchovies, card_icons, card_name, icon_list, left_of, name, say, slices, threat
from .rules import actions, attacks
from .rules.actions import ACTING, LURING, OVER, PLACING, UPGRADING
from .state import State


def outlook(s: State, player: int, chosen: tuple[str, ...], code: int | None) -> Preview:
    """What a complete choice would do, as far as nothing hidden is needed to know it.

    Without help a choice still shows where a slice goes, and says what it costs and what it leaves unused.
    """
    if code is None:
        return Preview()
    after = s.copy()
    rules.play(after, player, code)
    loses = _dropped(s, player) if code == DONE else ""
    picture = after if after.news == s.news else None
    own = picture if s.phase == ACTING and code != DONE else None
    costs, lost = _costs(s, player, code), [loses] if loses else []
    plain = Preview((*lost, *costs), own, loses=loses)
    return Preview((*lost, *_leads_to(s, player, code, after), *costs), picture, loses=loses, plain=plain)


def _costs(s: State, player: int, code: int) -> list[str]:
    """What a choice costs or gives up: that which needs no looking ahead."""
    if UPGRADE <= code < PASS:
        i, j = divmod(code - UPGRADE, RAIL)
        price = int(attacks.price(s, player, i, j))
        known = {"new": card_name(s, s.rail[j]), "icons": card_icons(s, s.rail[j]), "price": anchovies(price)}
        return [say("preview.upgrade", left=anchovies(s.tins[player] - price), **known)]
    if code == LURE:
        return [threat(s, player)]
    if LURE < code < LOSE:
        who, mate = code - LURE, name(s, actions.partner(player))
        left = anchovies(s.tins[player] - BAIT * who.bit_count())
        made = [say("preview.lure", left=left)] if who & 1 else []
        return [*made, say("preview.lure_other", name=mate, left=left)] if who & 2 else made
    trashed = code == DONE and s.phase == UPGRADING and not s.swapped and s.rail[0] >= 0
    return [say("preview.trash", card=card_name(s, s.rail[0]))] if trashed else []


def _leads_to(s: State, player: int, code: int, after: State) -> list[str]:
    """What a choice brings about: whom the shark attacks, a goal, the end."""
    if code == DONE and s.phase == UPGRADING:
        under = s.copy()
        under.attacker = player
        return [say("preview.attack", names=listed(name(s, q) for q in range(s.players) if attacks.victim(under, q)))]
    if code == DONE or s.phase in (UPGRADING, LURING):
        return []
    reached = [t for t in range(3) if after.claimed[t] != s.claimed[t]]
    made = [say("preview.goal", card=card_name(s, s.goal[t])) for t in reached]
    if after.phase == OVER:
        made.append(say("preview.win" if after.placed[player] == FULL else "preview.last"))
    return made


def _dropped(s: State, player: int) -> str:
    """What could still be done in this phase and is lost by being done; empty where nothing is."""
    if s.phase == UPGRADING:
        return say("preview.upgrade_left") if attacks.upgrades(s) else ""
    if s.phase != ACTING:
        return ""
    goal = actions.owes_goal(s, player)
    if s.step[player] == PLACING and not goal:
        places = actions.places(s, player)
        counts = [s.stock[player, t] if places & actions.halves_for(1 << t) else 0 for t in range(3)]
        return say("preview.unplaced", slices=slices(counts)) if any(counts) else ""
    usable = [n if actions.usable(s, player, 1 << k) else 0 for k, n in enumerate(left_of(s, player, goal))]
    return say("preview.done_icons", icons=icon_list(usable)) if any(usable) else ""
