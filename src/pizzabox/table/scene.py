"""What one viewer sees of a table: the fields of the API's `table` message (docs/api.md).

A view is built first; words and picture are made from that view alone, so nothing the viewer may not know can get in.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from pizzabox.bots import called, levels
from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.position import Step, View
from pizzabox.engine.svg import palette
from pizzabox.engine.words import Pick, Standing, pick, preview

from .match import Match
from .seats import OPEN

PAGE = palette("page")
say = Catalogue(__package__)


def looking(match: Match, identity: str | None, asked: int | None) -> tuple[int, int | None]:
    """Whose view an identity gets (-1: a spectator's), and the seat the device must be handed to first.

    With one seat it is simply that seat. With several (a hot-seat table) the view follows whoever acts, except
    where secrets are about: then it is the view of the seat that asked for it, and of nobody until one asks.
    """
    own = match.owned(identity)
    if len(own) <= 1:
        return (own[0] if own else SPECTATOR), None
    acting = [seat for seat in match.acting if seat in own and not match.seats[seat].plays_itself]
    if not acting:
        return (SPECTATOR if secret(match) else own[0]), None
    if not secret(match):
        return acting[0], None
    if asked in acting:
        return asked, None
    return SPECTATOR, acting[0]


def secret(match: Match) -> bool:
    """Whether seats know different things now, or are about to choose in secret."""
    if match.over:
        return False
    pos = match.position
    if pos.state.sealed or (len(pos.actors) > 1 and sealing(match, pos.actors[0])):
        return True
    open_view = bytes(pos.view(SPECTATOR))
    return any(bytes(pos.view(seat)) != open_view for seat in range(len(match.seats)))


def sealing(match: Match, seat: int) -> bool:
    """Whether what a seat chooses now stays secret for a while: its move would only be sealed."""
    pos, kernels = match.position, match.game.kernels
    codes = kernels.moves(pos.state, seat)
    if not codes:
        return False
    trial = pos.state.twin()
    kernels.play(trial, seat, codes[0])
    return bool(trial.sealed >> seat & 1) or bool(pos.state.sealed)


def touchable(match: Match, view: View) -> Pick:
    """What the viewer can touch first."""
    if view.viewer == SPECTATOR or view.viewer not in match.acting or match.seats[view.viewer].plays_itself:
        return Pick((), ())
    return pick(view, view.viewer, ())


def scene(match: Match, identity: str | None, asked: int | None, now: float) -> dict[str, Any]:
    """Everything but log, chat and presence, which grow and are sent piece by piece."""
    viewer, handover = looking(match, identity, asked)
    view = match.position.view(viewer)
    words, s = match.game.words, view.state
    lit = touchable(match, view).next
    own = match.owned(identity)
    standing = words.standing(s, viewer)
    made: dict[str, Any] = {
        "version": match.version,
        "you": {"seats": own, "look": None if viewer == SPECTATOR else viewer, "host": identity == match.host},
        "seats": _seats(match, view, standing, now),
        "others": [_standing(st) | {"colour": st.colour} for st in standing if st.player < 0],
        "prompt": _prompt(match, view),
        "chapter": words.chapter(s, viewer),
        "tokens": {token: words.spell(s, token) for token in lit},
        "can": _can(match, own, viewer),
        "offer": _offer(match),
        "result": _result(match),
        "chart": _chart(match),
        "rematch": match.next_table or None,
        "handover": handover,
        "pieces": str(match.game.picture.pieces(s, viewer, PAGE, legal=lit)),
    }
    return made


def fixed(match: Match) -> dict[str, Any]:
    """What never changes at a table."""
    s = match.position.view(SPECTATOR).state
    names = getattr(match.game.picture, "names", None)
    return {
        "id": match.id,
        "game": match.game.name,
        "title": match.game.title,
        "options": dict(match.game.options),
        "options_text": str(match.game.options),
        "commitment": match.commitment,
        "bots": list(levels()),
        "bot_names": {bot: called(bot) for bot in levels()},
        "box": match.game.picture.view_box(s),
        "still": str(match.game.picture.board(s, PAGE)),
        "names": str(names(PAGE)) if names else "",
    }


def log_lines(match: Match, viewer: int, start: int = 0) -> list[dict[str, Any]]:
    """The log from move `start` on, as that viewer may know it."""
    pos = match.position
    lines = []
    for i in range(start, len(pos.steps)):
        step = pos.steps[i]
        after = pos.steps[i + 1].before if i + 1 < len(pos.steps) else bytes(pos.state)
        hidden = _hidden(match, step, viewer, i)
        words = pos.told(step, after, viewer)
        lines.append({"n": i + 1, "seat": step.player, "text": None if hidden else step.text, "words": words})
    return lines


def _hidden(match: Match, step: Step, viewer: int, index: int) -> bool:
    """A sealed choice that is not yet revealed: the player's last move, while the seal holds."""
    if step.player == viewer or not match.position.state.sealed >> step.player & 1:
        return False
    return all(later.player != step.player for later in match.position.steps[index + 1 :])


def stages(match: Match, view: View) -> list[str]:
    """Moving layers to show before the final one, where the game draws its reveal in steps."""
    own = getattr(match.game.picture, "stages", None)
    return [str(layer) for layer in own(view.state, view.viewer, PAGE)] if own else []


def picked(match: Match, seat: int, tokens: tuple[str, ...]) -> dict[str, Any]:
    """A move in progress: what can come next, and what the move would do."""
    view = match.position.view(seat)
    found = pick(view, seat, tokens)
    shown = preview(view, seat, tokens)
    spell = match.game.words.spell
    made: dict[str, Any] = {
        "chosen": list(found.chosen),
        "next": {token: spell(view.state, token) for token in found.next},
        "complete": found.code is not None,
        "secret": seat in match.acting and sealing(match, seat),
        "sentence": found.sentence,
        "lines": list(shown.lines),
    }
    if shown.after is not None:
        lit = found.next if found.code is None else pick(view, seat, tokens[:-1]).next
        made["pieces"] = str(match.game.picture.pieces(shown.after, seat, PAGE, legal=lit))
    if found.code is not None:
        made["text"] = match.game.words.text(view.state, seat, found.code)
    return made


def card(match: Match, identity: str | None, moved: float) -> dict[str, Any]:
    """A table in a list."""
    own = match.owned(identity)
    view = match.position.view(SPECTATOR)
    return {
        "id": match.id,
        "game": match.game.name,
        "title": match.game.title,
        "seats": [
            {"seat": i, "name": called_at(match, i), "kind": seat.kind, "colour": match.game.colours[i]}
            for i, seat in enumerate(match.seats)
        ],
        "moves": len(match.position.steps),
        "over": match.over,
        "yours": bool(own),
        "your_turn": any(seat in own for seat in match.acting),
        "open_seats": sum(seat.kind == OPEN for seat in match.seats),
        "when": datetime.fromtimestamp(moved, UTC).isoformat(timespec="seconds"),
        "prompt": _prompt(match, view),
    }


def called_at(match: Match, i: int) -> str:
    """The name of a seat; one that nobody chose is said in the viewer's language."""
    seat = match.seats[i]
    if seat.name == match.game.seats[i].capitalize():
        return match.game.words.name(match.position.state, i)
    if seat.bot and seat.name == seat.bot.capitalize():
        known = called(seat.bot)
        return known[:1].upper() + known[1:]
    return seat.name


def _standing(st: Standing) -> dict[str, Any]:
    share = None if st.share is None else float(st.share)
    return {"name": st.name, "score": st.score, "share": share, "notes": st.notes}


def _seats(match: Match, view: View, standings: list[Standing], now: float) -> list[dict[str, Any]]:
    standing = {st.player: st for st in standings}
    keys, colours = match.game.seats, match.game.colours
    acting, sealed = match.acting, view.state.sealed
    made = []
    for i, seat in enumerate(match.seats):
        clock = None
        if match.clock:
            running = match.clock.since[i] is not None
            clock = {"left": round(match.clock.remaining(i, now), 1), "running": running}
        made.append(
            {
                "seat": i,
                "key": keys[i],
                "name": called_at(match, i),
                "kind": seat.kind,
                "bot": seat.bot,
                "colour": colours[i],
                "standing": _standing(standing[i]),
                "acts": i in acting,
                "chosen": bool(sealed >> i & 1),
                "clock": clock,
                "away": seat.away,
                "conceded": seat.conceded,
            }
        )
    return made


def _prompt(match: Match, view: View) -> str:
    if match.ended and match.ended != "rules":
        return ending(match)
    if not match.full:
        free = sum(seat.kind == OPEN for seat in match.seats)
        return say("waiting_one") if free == 1 else say("waiting", n=free)
    return view.prompt


def ending(match: Match) -> str:
    """How a match ended that the rules did not end."""
    if match.ended == "draw":
        return say("draw")
    names = [called_at(match, i) for i, seat in enumerate(match.seats) if seat.conceded]
    winners = [called_at(match, i) for i in match.winners()]
    return say("gave_up", names=", ".join(names), winner=", ".join(winners))


def _can(match: Match, own: list[int], viewer: int) -> dict[str, Any]:
    playing = viewer in own and match.full and not match.over
    reason = match.position.why_no_undo(viewer) if playing else ""
    return {
        "undo": playing and reason is None,
        "why_no_undo": reason or "",
        "hint": playing and viewer in match.acting,
        "concede": bool(own) and match.full and not match.over,
        "draw": bool(own) and match.full and not match.over and len(match.people) > 1,
        "rematch": bool(own) and match.over and not match.next_table,
    }


def _offer(match: Match) -> dict[str, Any] | None:
    if not match.draw or match.over:
        return None
    first = next(iter(match.draw))
    return {"seat": first, "waiting": [p for p in match.people if not match.draw.get(p)]}


def _result(match: Match) -> dict[str, Any] | None:
    if not match.over:
        return None
    view = match.position.view(SPECTATOR)
    tally = match.game.words.tally(view.state) if match.position.over else None
    text = view.prompt if match.ended == "rules" else ending(match)
    return {
        "text": text,
        "winners": list(match.winners()),
        "returns": list(match.returns()),
        "tally": asdict(tally) if tally else None,
        "why": match.ended,
        "seed": "" if match.position.seed is None else str(match.position.seed),
        "salt": match.salt,
    }


def _chart(match: Match) -> dict[str, Any] | None:
    """How it went: every seat's score after each move, once the game is over."""
    if not match.over:
        return None
    names = [called_at(match, i) for i in range(len(match.seats))]
    return {"names": names, "rows": [list(row) for row in match.chart], "colours": list(match.game.colours)}
