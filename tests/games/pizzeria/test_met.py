"""The rare things were met: a few games, chosen for how they go, bring every ending, every use of every offer and every
sentence of prompts, stories, results and refusals. What is not met any more is named."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import pizzabox
from pizzabox.engine.catalogue import Catalogue
from pizzabox.games.pizzeria import phrases
from pizzabox.games.pizzeria.board import OFFERS
from pizzabox.games.pizzeria.move_codes import CODES, CUTTING, PICK, PORTION, SHIFT, TAKE
from pizzabox.games.pizzeria.rules.offers import has_shift
from tests.games.pizzeria.helpers import load
from tests.games.pizzeria.referee import Referee, count, majorities
from tests.games.pizzeria.test_referee import compare, referee_of

GAMES: list[tuple[dict[str, Any], int]] = [
    *(({"players": players}, 1) for players in (2, 3, 4, 5, 6)),
    *(({"players": players, "variant": "advanced"}, seed) for players in (3, 4, 5, 6) for seed in range(5)),
    *(({"players": 2, "variant": "advanced"}, seed) for seed in (0, 1, 28, 41)),
    ({"players": 1, "variant": "solo"}, 1),
    ({"players": 1, "variant": "solo-easy"}, 1),
    ({"players": 1, "variant": "solo-hard"}, 1),
]
ENDINGS: list[tuple[dict[str, Any], int]] = [
    ({"players": 2}, 11),  # more slices eaten
    ({"players": 2}, 18),  # shared
    ({"players": 6}, 17),
    ({"players": 1, "variant": "solo-easy"}, 2),  # beaten
    ({"players": 1, "variant": "solo-hard"}, 504),
    ({"players": 1, "variant": "solo"}, 68),
    ({"players": 1, "variant": "solo"}, 433),  # lost by slices eaten
    ({"players": 1, "variant": "solo"}, 514),  # beaten by slices eaten
    ({"players": 1, "variant": "solo"}, 2177),  # level
]
"""Games that end in rare ways; found by playing many."""


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """The keys of all that the game says from now on."""
    keys: Counter[str] = Counter()
    plain = Catalogue.__call__

    def listen(self: Catalogue, key: str, **values: object) -> str:
        if self.package == phrases.say.package:
            keys[key] += 1
        return plain(self, key, **values)

    monkeypatch.setattr(Catalogue, "__call__", listen)
    return keys


def choose(pos: pizzabox.Position, dice: random.Random) -> int:
    """A random move, but the portion with most slices: so games are close."""
    codes = pos.codes(pos.actors[0])
    if pos.state.phase == PICK and dice.random() < 0.7:
        picks = [code for code in codes if code < SHIFT]
        return max(picks, key=lambda code: pos.state.share[code - PORTION].bit_count())
    return dice.choice(codes)


def games(chosen: list[tuple[dict[str, Any], int]]) -> Iterator[tuple[pizzabox.Position, Referee, str, set[str]]]:
    """Play them beside the referee: the position after each move, the move, and what the referee thinks was special."""
    for options, seed in chosen:
        pos, umpire = referee_of(pizzabox.load("pizzeria", **options), seed)
        dice = random.Random(seed)
        while not pos.over:
            player = pos.actors[0]
            for viewer in range(-1, pos.game.players):
                assert pos.view(viewer).prompt
            code = choose(pos, dice)
            text = pos.move(player, code).text
            found = special(umpire, player, code, text)
            known = set(umpire.known)
            pos.play(code, player)
            umpire.play(text, OFFERS[pos.state.tile - 1] if pos.state.tile else None)
            gone = {OFFERS[o] for o in range(12) if pos.state.gone >> o & 1}
            found |= {f"{letter} is replaced" for letter in gone & (umpire.known - known)}
            found |= {f"{letter} is taken" for letter in umpire.offers}
            compare(pos, umpire)
            pos.story(pos.steps[-1], bytes(pos.state), -1)
            yield pos, umpire, text, found
        yield pos, umpire, "", ended(umpire)


def special(umpire: Referee, player: int, code: int, text: str) -> set[str]:
    """What a move does that is seldom."""
    found = set()
    slices = player == umpire.slicer()
    word = text.split(maxsplit=1)[0]
    if word in ("take", "first") and slices:
        found.add(f"{'D' if word == 'take' else 'F'} by the slicer")
    if text == "pass":
        found.add(f"{umpire.stage} is left")
    if word == "move" and umpire.tile == "E":
        found.add("E in the round it was taken")
    if word == "move" and [int(text.split()[1]) - 1] in umpire.portions:
        found.add("E leaves an offer alone")
    if word == "bite" and umpire.bites == 1:
        found.add("A eats twice")
    if word == "reveal":
        found.add("B turns up " + ("a bare slice" if umpire.aside[-1] == "2" or "/" in umpire.aside[-1] else "basil"))
    if code >= CUTTING and len(umpire.pizza) == 10:
        found.add("ten slices are cut")
    return found


def ended(umpire: Referee) -> set[str]:
    """What decided at the end."""
    found = {f"{letter} in front of a player" for letter in umpire.offers}
    for kind, winners in majorities(umpire.saved, umpire.offers).items():
        counts = [count(slices, kind) for slices in umpire.saved]
        tied = counts.count(max(counts)) > 1 and max(counts) > 0
        if tied:
            found.add("I wins a tie" if umpire.offers.get("I") in winners else "a tie for a kind")
        if max(counts) == 0.5:
            found.add("half a slice is most")
        if not winners:
            found.add("nobody has a kind")
    return found


@pytest.mark.rule("P5.1", "P5.2", "P5.3", "P5.7", "P6.2", "P6.3", "P6.4", "P9.5")
@pytest.mark.rule("P7.1", "P7.2", "P7.3", "P7.4", "P7.5", "P7.6", "P7.7", "P7.8", "P7.9", "P7.10", "P7.11", "P7.12")
def test_every_ending_and_every_use_of_every_offer_is_met(said: Counter[str]) -> None:
    met: set[str] = set()
    for *_, found in games(GAMES + ENDINGS):
        met |= found
    wanted = {f"{letter} is taken" for letter in OFFERS} | {f"{letter} in front of a player" for letter in OFFERS}
    wanted |= {f"{letter} is replaced" for letter in "ADEF"} | {"D by the slicer", "F by the slicer"}
    wanted |= {f"{stage} is left" for stage in ("dibs", "jump", "retro", "draw", "last")}
    wanted |= {"E in the round it was taken", "E leaves an offer alone", "A eats twice", "ten slices are cut"}
    wanted |= {"B turns up a bare slice", "B turns up basil", "I wins a tie", "a tie for a kind"}
    wanted |= {"half a slice is most", "nobody has a kind"}
    assert sorted(wanted - met) == []
    told = {key for key in phrases.say.keys() if key.split(".")[0] in ("story", "result", "prompt")}
    assert sorted(told - set(said)) == []


ANY = "P2.4 P2.5"
RULES = {
    "over": "P5.6",
    "turn": "P2.1 P3.1 P3.2 P3.3 P7.1 P7.2 P7.3 P7.4 P7.6 P7.10",
    "phase_pile": "P2.2",
    "phase_dibs": "P7.4",
    "phase_nibble": "P7.4",
    "phase_divide": ANY,
    "phase_jump": "P7.6",
    "phase_pick": "P3.1 P3.2",
    "phase_chew": "P3.3",
    "phase_retro": "P7.1",
    "phase_draw": "P7.2",
    "phase_taste": "P7.2",
    "phase_mark": "P7.3",
    "phase_last": "P7.10",
    "no_pile": "P1.5",
    "pile_gone": "P2.2",
    "no_portion": ANY,
    "taken": "P3.1",
    "not_here": "P4.1",
    "no_leaf": "P4.2",
    "no_slice": "P2.3",
    "no_offer_e": "P7.5",
    "not_at_cut": "P7.5",
    "not_beside": "P7.5",
    "off_table": "P7.5",
    "empty": "P7.5",
    "stays_saved": "P4.3",
    "none_saved": "P7.1",
    "bare": "P7.1",
    "no_kind": "P7.3 P7.10",
    "tomato": "P7.10",
    "no_such_kind": "P1.1",
    "few_cuts": ANY,
    "few_cuts_alone": "P6.3",
    "no_cut": "P2.3",
    "twice": "P2.6 P4.1",
    "need_place": "P6.3",
    "no_tile": "P6.3",
    "no_division": ANY,
    "unread": "",
}
"""The rules that a refusal may cite."""
TRIED: list[str | int] = [
    *("dance", "pile 1", "pile 2", "pile 9", "portion 6", "portion 9", "pass", "take 12", "eat 12", "eat 1 1"),
    *("cut 1", "cut 0 1", "cut 1 1 2", "cut 1 2 3 4 offer alone", "cut 1 2 3", "cut 1 2 3 4", "cut 1 2 3 offer 9"),
    *("cut 1 2 3 4 offer 1", "mark 12", *(f"eat {i}" for i in range(1, 12)), *(f"portion {k}" for k in range(1, 5))),
    *(f"{word} {kind}" for word in ("bite", "mark", "devour") for kind in range(2, 12)),
    *(f"move {i} to {k}" for i in range(1, 12) for k in range(1, 5)),
    *range(SHIFT, TAKE),
    CODES - 1,
]


def refusals(pos: pizzabox.Position, said: Counter[str]) -> Iterator[tuple[str, str]]:
    """The sentence and the rule of everything that is tried and refused."""
    for player in range(pos.game.players):
        for tried in TRIED if player in pos.actors else ["pile 1"]:
            said.clear()
            refused = pos.why_not(tried, player)
            if refused:
                key = next(key for key in said if key.startswith("why.") and not key.startswith("why.hint"))
                yield key.removeprefix("why."), refused.rule
                yield from ((hint.removeprefix("why."), "") for hint in said if hint.startswith("why.hint"))


def test_every_refusal_is_met_and_cites_its_rule(said: Counter[str]) -> None:
    met: set[str] = set()
    asked: Counter[tuple[int, int, int]] = Counter()
    for players, variant in ((2, "advanced"), (3, "advanced"), (4, "basic")):
        for seed in range(12):
            dice, pos = random.Random(seed), load(players, variant).start(seed=seed)
            while not pos.over:
                # Offer E and the end of a round bring the rare ones.
                at = (players, pos.state.phase, pos.state.turn + 10 * has_shift(pos.state, pos.actors[0]))
                asked[at] += 1
                if asked[at] <= (12 if has_shift(pos.state, pos.actors[0]) else 3):
                    for key, rule in refusals(pos, said):
                        met.add(key)
                        if not key.startswith("hint"):
                            assert rule in RULES[key].split(" "), (key, rule)
                        if RULES.get(key) == ANY:
                            assert rule == ("P2.5" if players == 2 else "P2.4")
                pos.play(choose(pos, dice))
            met |= {key for key, _ in refusals(pos, said)}
            with pytest.raises(pizzabox.IllegalMove, match="the game is over"):
                pos.code_of("dance", 0)
            met |= {key.removeprefix("why.") for key in said if key.startswith("why.hint")}
    wanted = {key.removeprefix("why.") for key in phrases.say.keys() if key.startswith("why.")}
    assert {key for key in wanted if not key.startswith("hint_")} == set(RULES)
    assert sorted(wanted - met) == []
