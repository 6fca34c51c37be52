"""Reviews made in the background: one game at a time, with progress, kept once they are finished, cancellable."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from pizzabox.engine.game import Game
from pizzabox.study.replay import Replay
from pizzabox.study.review import Review, Thinker, fill
from pizzabox.table.messages import Message

from . import say
from .limits import TooMany
from .store import Store

log = logging.getLogger("pizzabox.server")
MOST_WAITING, MOST_OF_ONE = 20, 5
"""Reviews that may wait, of everybody and of one visitor."""
MOST_REMEMBERED = 200
Prepare = Callable[[Game, threading.Event], None]
"""Returns when a game is ready to be thought about, or the event says that nobody wants that any more."""
KIND = "review 2"
"""What a review is kept as; the number goes up when older ones say what no longer holds."""


@dataclass
class ReviewJob:
    """One review on its way."""

    review: Review
    visitor: str = ""
    identity: str = ""
    """Who asked for it; either of the two may stop it."""
    counted: str = ""
    """Whose it counts as: an address's, or a visitor's."""
    state: str = "waiting"
    """waiting, running, done, stopped or failed."""
    stop: threading.Event = field(default_factory=threading.Event)

    def data(self) -> Message:
        return {"state": self.state, **self.review.data()}


class Reviewer:
    """Reviews games, one at a time."""

    def __init__(self, store: Store, think: Thinker, prepare: Prepare) -> None:
        self.store = store
        self.prepare = prepare
        self.think = think
        self.jobs: OrderedDict[str, ReviewJob] = OrderedDict()
        self._lock = threading.Lock()
        """Held by whoever looks through the jobs or changes one: requests come from several threads."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pizzabox-reviewer")

    def begin(self, id: str, replay: Replay, visitor: str = "", identity: str = "", address: str = "") -> Message:
        """Start a review, unless it is there already or on its way."""
        kept = self.store.kept(KIND, id)
        with self._lock:
            job = self.jobs.get(id)
            if job and job.state in ("waiting", "running", "done"):
                return job.data()
            if kept:
                return {"state": "done", **kept}
            begun = [job.counted for job in self.jobs.values() if job.state in ("waiting", "running")]
            if len(begun) >= MOST_WAITING or begun.count(address or visitor) >= MOST_OF_ONE:
                raise TooMany(say("reviews"))
            job = self.jobs[id] = ReviewJob(Review.blank(replay), visitor, identity, address or visitor)
            while len(self.jobs) > MOST_REMEMBERED:
                self.jobs.popitem(last=False)[1].stop.set()
            self._thread.submit(self._run, id, job)
            return job.data()

    def look(self, id: str) -> Message | None:
        """How far a review is; None when nobody asked for it."""
        with self._lock:
            job = self.jobs.get(id)
            if job and job.state != "done":
                return job.data()
        kept = self.store.kept(KIND, id)
        return {"state": "done", **kept} if kept else None

    def cancel(self, id: str, visitor: str = "", identity: str = "") -> str:
        """Stop a review, which only whoever asked for it may do; what state it is in then."""
        with self._lock:
            job = self.jobs.get(id)
            if job is None:
                return "stopped"
            if job.state in ("waiting", "running") and (job.visitor == visitor or job.identity == identity):
                job.stop.set()
                job.state = "stopped"
            return job.state

    def _run(self, id: str, job: ReviewJob) -> None:
        if not self._set_state(job, "running"):
            return
        try:
            self.prepare(job.review.replay.game, job.stop)
            whole = fill(job.review, self.think, job.stop)
            if whole:
                self.store.keep(KIND, id, job.review.data())
            self._set_state(job, "done" if whole else "stopped")
        except Exception:
            log.exception("the review of %s failed", id)
            self._set_state(job, "failed")

    def _set_state(self, job: ReviewJob, state: str) -> bool:
        """Note how a review is getting on, unless it was stopped; whether it goes on."""
        with self._lock:
            if not job.stop.is_set():
                job.state = state
            return not job.stop.is_set()

    def close(self) -> None:
        with self._lock:
            for job in self.jobs.values():
                job.stop.set()
        self._thread.shutdown(wait=False, cancel_futures=True)
