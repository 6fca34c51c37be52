"""How a match ended and how it went."""

from __future__ import annotations

from pizzabox.engine.catalogue import Catalogue
from pizzabox.engine.contract import SPECTATOR
from pizzabox.engine.presentation import Tally, listed

from .match import Match
from .messages import Chart, Result, TallyData
from .player_names import seat_name

say = Catalogue(__package__)


def ending(match: Match) -> str:
    """How a match ended that the rules did not end; empty for any other."""
    if match.ended in ("", "rules"):
        return ""
    if match.ended == "draw":
        return say("draw")
    names = [seat_name(match, i) for i, seat in enumerate(match.seats) if seat.conceded]
    winners = [seat_name(match, i) for i in match.winners()]
    return say("gave_up", names=listed(names), winner=listed(winners))


def result(match: Match) -> Result | None:
    if not match.over:
        return None
    view = match.position.view(SPECTATOR)
    tally = match.game.words.tally(view.state) if match.position.over else None
    text = f"{view.prompt} {_lost_all_the_same(match)}".rstrip() if match.ended == "rules" else ending(match)
    return {
        "text": text,
        "reason": match.game.words.reason(view.state) if match.ended == "rules" else "",
        "winners": list(match.winners()),
        "returns": list(match.returns()),
        "tally": _tally_data(tally) if tally else None,
        "why": match.ended,
        "seed": "" if match.position.seed is None else str(match.position.seed),
        "salt": match.salt,
    }


def _lost_all_the_same(match: Match) -> str:
    """Who gave up and did better on the board; empty for nobody."""
    results = zip(match.position.returns, match.returns(), strict=True)
    names = [seat_name(match, i) for i, (on_board, counted) in enumerate(results) if on_board > counted]
    return say("lost_all_the_same", names=listed(names)) if names else ""


def _tally_data(tally: Tally) -> TallyData:
    decides = tally.decides % len(tally.head)
    return {"head": tally.head, "rows": tally.rows, "note": tally.note, "decides": decides}


def chart(match: Match) -> Chart | None:
    """How it went: how every seat stood after each move, once the game is over."""
    if not match.over:
        return None
    names, colours = [seat_name(match, i) for i in range(len(match.seats))], list(match.game.colours)
    title = match.game.text("tally.chart", say("chart"))
    rows = [list(row) for row in match.chart()]
    standing = match.game.words.standing(match.position.view(SPECTATOR).state, SPECTATOR)
    others = [st for st in standing if st.player < 0][: len(rows[0]) - len(names)]
    names, colours = [*names, *(st.name for st in others)], [*colours, *(st.colour for st in others)]
    return {"title": title, "names": names, "rows": rows, "colours": colours}
