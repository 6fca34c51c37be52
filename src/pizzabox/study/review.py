"""A bot's opinion of a whole game: chances over time, better moves, the biggest mistakes."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from pizzabox.bots import Idea, Thought
from pizzabox.engine.position import View

from .film import Film

LEVEL = "chef"
BUDGET = 46.0
"""Seconds of thinking, all threads together, that a whole review may take."""
MOST_SECONDS, LEAST_SECONDS = 0.75, 0.02
THREADS = 2
MISTAKE = 0.08
"""A move that throws away this much of the chance to win is worth naming."""
MOST_MISTAKES = 8
MOST_IDEAS = 5
TRUSTED = 0.05
"""A move that had this share of the looking has a value of its own; of others the next opinion tells too."""


Thinker = Callable[..., Thought]
"""`think(view, level=…, seconds=…, seed=…)` of `pizzabox.bots`."""


@dataclass
class Review:
    """What is known so far; `data` is its JSON."""

    film: Film
    seconds: float
    level: str = LEVEL
    chances: list[list[float] | None] = field(default_factory=list)
    moves: list[dict[str, Any] | None] = field(default_factory=list)
    done: int = 0

    @classmethod
    def blank(cls, film: Film, level: str = LEVEL, budget: float = BUDGET) -> Review:
        """A review with nothing in it; how long each move is thought about follows from their number."""
        seconds = max(LEAST_SECONDS, min(MOST_SECONDS, budget / max(1, film.last)))
        chances: list[list[float] | None] = [*([None] * film.last), film.chances()]
        return cls(film, seconds, level, chances, [None] * film.last)

    def data(self) -> dict[str, Any]:
        return {
            "level": self.level,
            "seconds": round(self.seconds, 3),
            "done": self.done,
            "total": self.film.last,
            "chances": self.chances,
            "moves": self.moves,
            "mistakes": self.mistakes(),
        }

    def mistakes(self) -> list[dict[str, Any]]:
        """The moves that cost most, the worst first."""
        bad = [move for move in self.moves if move and move.get("loss", 0) >= MISTAKE]
        bad.sort(key=lambda move: (-move["loss"], move["n"]))
        return [{"n": m["n"], "seat": m["seat"], "loss": m["loss"]} for m in bad[:MOST_MISTAKES]]


def fill(review: Review, think: Thinker, cancelled: threading.Event | None = None) -> bool:
    """Think about every move, several at a time; False when it was cancelled on the way."""
    film = review.film
    with ThreadPoolExecutor(THREADS, thread_name_prefix="pizzabox-review") as threads:
        left = iter(range(film.last))
        running: dict[Future[tuple[Thought, int]], int] = {}
        while True:
            while len(running) < THREADS and not (cancelled and cancelled.is_set()):
                n = next(left, None)
                if n is None:
                    break
                view = film.mover_view(n)
                running[threads.submit(_opinion, think, view, review)] = n
            if not running:
                break
            for finished in wait(running, return_when=FIRST_COMPLETED).done:
                _note(review, running.pop(finished), finished.result())
    if review.done < film.last:
        return False
    for n in range(film.last):
        _weigh(review, n)
    return True


def _opinion(think: Thinker, view: View, review: Review) -> tuple[Thought, int]:
    return think(view, level=review.level, seconds=review.seconds, seed=1), view.viewer


def _note(review: Review, n: int, found: tuple[Thought, int]) -> None:
    thought, seat = found
    step = review.film.position.steps[n]
    review.chances[n] = [round(float(c), 4) for c in thought.chances]
    ideas = [idea_data(idea) | {"code": idea.move.code, "visits": idea.visits} for idea in thought.ideas]
    review.moves[n] = {
        "n": n + 1,
        "seat": seat,
        "text": step.text,
        "secret": bool(thought.secret),
        "ideas": ideas,
        "code": step.code,
    }
    review.done += 1


def idea_data(idea: Idea) -> dict[str, Any]:
    """One idea as the page shows it."""
    return {
        "text": idea.move.text,
        "tokens": list(idea.move.tokens),
        "value": round(float(idea.value), 4),
        "weight": round(float(idea.weight), 4),
    }


def _weigh(review: Review, n: int) -> None:
    """What the move threw away, once everything has been looked at."""
    move = review.moves[n]
    assert move is not None
    code, ideas = move.pop("code"), move["ideas"]
    own = next((idea for idea in ideas if idea["code"] == code), None)
    after = review.chances[n + 1]
    best = max((idea["value"] for idea in ideas), default=0.0)
    worth = own["value"] if own else 0.0
    if not own or own["visits"] < TRUSTED * sum(idea["visits"] for idea in ideas):
        worth = min(best, max(worth, after[move["seat"]])) if after else best
    move["loss"] = round(max(0.0, best - worth), 4) if len(ideas) > 1 else 0.0
    move["worth"] = round(worth, 4)
    shown = ideas[:MOST_IDEAS]
    if own and own not in shown:
        shown = [*shown, own]
    move["ideas"] = [{k: v for k, v in idea.items() if k not in ("code", "visits")} for idea in shown]
