"""A bot's opinion of a whole game: chances over time, better moves, the biggest mistakes."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from pizzabox.bots import Idea, Thought
from pizzabox.engine.position import View

from .replay import Replay

LEVEL = "chef"
BUDGET = 46.0
"""Seconds of thinking, all threads together, that a whole review may take."""
MOST_SECONDS, LEAST_SECONDS = 0.75, 0.02
THREADS = 2
MISTAKE = 0.08
"""A move that throws away this much of the chance to win is worth naming."""
DOUBT = 1.4
"""Two chances that are the same, each found in n visits, look apart by less than this / sqrt(n) nineteen times in
twenty at least: so small a loss is not called a mistake."""
MOST_MISTAKES = 8
MOST_IDEAS = 5


Thinker = Callable[..., Thought]
"""`survey(view, level=…, seconds=…, seed=…, also=…)` of `pizzabox.bots`."""


@dataclass
class Review:
    """What is known so far; `data` is its JSON."""

    replay: Replay
    seconds: float
    level: str = LEVEL
    chances: list[list[float] | None] = field(default_factory=list)
    """Every seat's chance at the start and after each move: what that move was found to be worth. None where it was not
    looked at enough."""
    moves: list[dict[str, Any] | None] = field(default_factory=list)
    done: int = 0

    @classmethod
    def blank(cls, replay: Replay, level: str = LEVEL, budget: float = BUDGET) -> Review:
        """A review with nothing in it; how long each move is thought about follows from their number."""
        seconds = max(LEAST_SECONDS, min(MOST_SECONDS, budget / max(1, replay.last)))
        chances: list[list[float] | None] = [*([None] * replay.last), replay.chances()]
        return cls(replay, seconds, level, chances, [None] * replay.last)

    def data(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "seconds": round(self.seconds, 3),
            "done": self.done,
            "total": self.replay.last,
            "chances": self.chances,
            "moves": self.moves,
            "mistakes": self.mistakes(),
        }

    def mistakes(self) -> list[dict[str, Any]]:
        """The moves that cost most, the worst first."""
        bad = [move for move in self.moves if move and move["sure"] and move["loss"] >= MISTAKE]
        bad.sort(key=lambda move: (-move["loss"], move["n"]))
        return [{"n": m["n"], "seat": m["seat"], "loss": m["loss"]} for m in bad[:MOST_MISTAKES]]


def in_words(found: dict[str, Any], replay: Replay) -> dict[str, Any]:
    """A review's data with each idea in words too, in the language and by the names of the replay."""
    moves = [
        move and move | {"ideas": [idea | {"words": replay.in_words(n, idea["tokens"])} for idea in move["ideas"]]}
        for n, move in enumerate(found.get("moves", ()))
    ]
    return found | {"moves": moves} if moves else found


def fill(review: Review, think: Thinker, cancelled: threading.Event | None = None) -> bool:
    """Think about every move, several at a time; False when it was cancelled on the way."""
    replay = review.replay
    with ThreadPoolExecutor(THREADS, thread_name_prefix="pizzabox-review") as threads:
        left = iter(range(replay.last))
        running: dict[Future[tuple[Thought, int]], int] = {}
        while True:
            while len(running) < THREADS and not (cancelled and cancelled.is_set()):
                n = next(left, None)
                if n is None:
                    break
                view = replay.mover_view(n)
                running[threads.submit(_opinion, think, view, review, replay.position.steps[n].code)] = n
            if not running:
                break
            for finished in wait(running, return_when=FIRST_COMPLETED).done:
                _note(review, running.pop(finished), finished.result())
    return review.done == replay.last


def doubt(visits: int) -> float:
    """How far apart two chances that are the same may look by luck."""
    return DOUBT / math.sqrt(max(1, visits))


def _opinion(think: Thinker, view: View, review: Review, played: int) -> tuple[Thought, int]:
    return think(view, level=review.level, seconds=review.seconds, seed=1, also=(played,)), view.viewer


def _note(review: Review, n: int, found: tuple[Thought, int]) -> None:
    """What a move is worth and what it threw away. Each number is given as found here, in whole percent, wherever the
    move comes up."""
    thought, seat = found
    step = review.replay.position.steps[n]
    distinct = thought.distinct(step.code)
    own = next(idea for idea in distinct if idea.move.code == step.code)
    known = [idea for idea in distinct if idea.known]
    best = max(known, key=lambda idea: idea.value, default=None)
    if n == 0 and best:
        review.chances[0] = _shares(thought.chances)
    if n + 1 < review.replay.last or review.chances[n + 1] is None:
        review.chances[n + 1] = _shares(own.chances) if own.known else None
    shown = known[:MOST_IDEAS]
    shown += [idea for idea in (best, own) if idea and idea not in shown]
    data = {idea.move.code: idea_data(idea, thought) for idea in shown}
    loss = round(data[best.move.code]["value"] - data[step.code]["value"], 2) if best and own.known else None
    review.moves[n] = {
        "n": n + 1,
        "seat": seat,
        "text": step.text,
        "secret": bool(thought.secret),
        "visits": own.visits if own.known else 0,
        "ideas": list(data.values()),
        "best": best.move.text if best else None,
        "worth": data[step.code]["value"],
        "loss": loss,
        "sure": loss is not None and loss >= doubt(own.visits),
        **net_data(thought),
    }
    review.done += 1


def _shares(chances: tuple[float, ...]) -> list[float]:
    return [round(float(c), 2) for c in chances]


def idea_data(idea: Idea, thought: Thought) -> dict[str, Any]:
    """One idea as the page shows it; the value is None where the move was not looked at enough."""
    return {
        "text": idea.move.text,
        "tokens": list(idea.move.tokens),
        "value": round(float(idea.value), 2) if idea.known else None,
        "visits": idea.visits,
        "weight": round(float(idea.weight), 4),
        "same": [move.text for move in thought.equals(idea)],
        "line": [move.text for move in idea.line],
        **({} if idea.net_weight is None else {"net_weight": round(idea.net_weight, 2)}),
    }


def net_data(thought: Thought) -> dict[str, Any]:
    """Everybody's chances as the net alone sees them; nothing in a game without one."""
    return {"net_chances": _shares(thought.net_chances)} if thought.net_chances else {}
