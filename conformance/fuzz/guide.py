"""Which answers a game is played with: random ones, a little drawn to rules seldom reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from conformance.fuzz.shadow import Shadow
from conformance.judge.vector import Step
from conformance.protocol.canonical import handle_order
from conformance.protocol.legal import Answer
from conformance.protocol.messages import SEATS, Next, Over
from oracle.kernel.driver import mixed, random_answer
from oracle.kernel.layout import NATURE

LOOK_EVERY = 6
"""One choice in so many is made by looking ahead."""

CANDIDATES = 4
"""How many answers are looked at then."""


class Numbers:
    """Random numbers, equal for equal seeds in every language and on every machine."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._counter = 0

    def next(self) -> int:
        """The next 64-bit number."""
        self._counter += 1
        return mixed(self._seed, self._counter)

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, the limit."""
        return self.next() % limit if limit > 1 else 0

    def bytes(self, count: int) -> bytes:
        """So many random bytes."""
        return b"".join(self.next().to_bytes(8, "big") for _ in range(-(-count // 8)))[:count]


class Guide:
    """Answers for players and chance; counts the rules that its games reach."""

    def __init__(self, numbers: Numbers, reached: Counter[str]) -> None:
        self._numbers = numbers
        self._reached = reached

    def note(self, rules: Iterable[str]) -> None:
        """Count rules as reached."""
        self._reached.update(rules)

    def step(self, shadow: Shadow) -> tuple[Step, Shadow]:
        """An answer to what the oracle waits for, and the oracle after it.

        Unless it looks ahead, the oracle given is itself moved on.
        """
        pending, number = shadow.pending, self._numbers.next()
        looks = number % LOOK_EVERY == 0 and pending[1] != NATURE and len(pending[2]) > 1
        chosen = random_answer(pending, number // LOOK_EVERY)
        if looks:
            chosen, after = self._rarest(shadow, chosen)
            step = shadow.step(shadow.say(chosen))
        else:
            after, step = shadow, shadow.step(shadow.say(chosen))
            after.take(chosen)
        self.note(after.rules)
        return step, after

    def _rarest(self, shadow: Shadow, chosen: Any) -> tuple[Any, Shadow]:
        """Of some answers the one that leads to the rule reached least often."""
        best = _after(shadow, chosen)
        for _ in range(CANDIDATES - 1):
            other = random_answer(shadow.pending, self._numbers.next())
            if other != chosen:
                after = _after(shadow, other)
                if self._rarity(after) < self._rarity(best):
                    chosen, best = other, after
        return chosen, best

    def _rarity(self, shadow: Shadow) -> int:
        """How often the rarest rule of what just happened was reached."""
        return min((self._reached[rule] for rule in shadow.cited), default=1 << 30)


def _after(shadow: Shadow, chosen: Any) -> Shadow:  # Any: the machine's own form
    after = shadow.clone()
    after.take(chosen)
    return after


# ------------------------------------------------------------------ answers that are not legal


def illegal_answer(
    pending: Next, handles: list[str], numbers: Numbers, game: str = ""
) -> Answer | None:
    """An answer in a form that some decision of a game has, but not among the legal ones."""
    if isinstance(pending, Over):
        return None
    some = handles or ["#1"]
    forms = FORMS.get(game.partition("/")[0], _MINDBUG)
    for _ in range(4):
        handle = some[numbers.below(len(some))]
        answer = forms[numbers.below(len(forms))](handle, some, numbers)
        if answer not in pending.legal:
            return answer
    return None


def _choose(handle: str, handles: list[str], numbers: Numbers) -> Answer:
    others = handles[numbers.below(len(handles)) :][: numbers.below(3)]
    return {"choose": sorted({handle, *others}, key=handle_order)}


def _one_of(words: Sequence[object], _handle: str, _handles: list[str], numbers: Numbers) -> object:
    return words[numbers.below(len(words))]


def _choose_faces(faces: Sequence[str]) -> _Form:
    """Some dice, which may be alike."""
    return lambda _handle, _handles, numbers: {
        "choose": [faces[numbers.below(len(faces))] for _ in range(1 + numbers.below(4))]
    }


FACES = ("one", "two", "three", "energy", "heart", "claw")
DUEL_FACES = ("claw", "heart", "energy", "fame", "destruction", "power")
PLACES = ("fame:0", "fame:3,4", "fame:-2,-1", "destruction:1,0,-1", "destruction:7", "fame:-8")

_Form = Callable[[str, list[str], Numbers], Answer]

_MINDBUG: tuple[_Form, ...] = (
    lambda handle, *_: {"play": handle},
    lambda handle, *_: {"attack": handle},
    lambda handle, *_: {"block": handle},
    lambda handle, *_: {"hunt": handle},
    lambda *_: {"decline": True},
    lambda *_: {"mindbug": True},
    lambda *_: {"accept": True},
    lambda handle, *_: {"act": handle},
    lambda handle, *_: {"buy": handle},
    lambda handle, *_: {"reveal": handle},
    lambda *rest: {"reroll": _one_of(("first", "second", "both"), *rest)},
    lambda *rest: {"roll": _one_of(("growth-1", "smash", "heart"), *rest)},
    lambda *rest: {"apply": _one_of(("growth-1", "smash", "heart"), *rest)},
    lambda *rest: {"mode": _one_of((0, 1, 2, 3), *rest)},
    lambda *rest: {"keyword": _one_of(("tough", "sneaky", "swift"), *rest)},
    lambda *rest: {"pile": _one_of(("p1", "p2", "p3"), *rest)},
    lambda *_: {"choose": []},
    _choose,
)

_TOKYO: tuple[_Form, ...] = (
    lambda *_: {"decline": True},
    lambda *_: {"accept": True},
    lambda *_: {"sweep": True},
    lambda *_: {"yield": True},
    lambda *_: {"stay": True},
    lambda *_: {"heal": True},
    lambda *_: {"poison": True},
    lambda handle, *_: {"buy": handle},
    lambda handle, *_: {"turn-up": handle},
    lambda handle, *_: {"use": handle, "ability": "during-roll"},
    lambda handle, *_: {"resolve": handle, "ability": "end"},
    lambda *rest: {"remove": _one_of(("poison", "shrink"), *rest)},
    lambda *rest: {"give": _one_of(SEATS, *rest)},
    lambda *rest: {"monster": _one_of(SEATS, *rest)},
    lambda *rest: {"face": _one_of(FACES, *rest)},
    lambda *rest: {"result": _one_of(FACES, *rest)},
    lambda *rest: {"die": _one_of(FACES, *rest)},
    lambda *rest: {"to": _one_of(FACES, *rest)},
    lambda *rest: {"amount": _one_of((0, 1, 2, 7), *rest)},
    lambda *_: {"choose": []},
    _choose,
    _choose_faces(FACES),
    _choose_faces(FACES),
)

_DUEL: tuple[_Form, ...] = (
    lambda *_: {"decline": True},
    lambda *_: {"accept": True},
    lambda *_: {"sweep": True},
    lambda handle, *_: {"buy": handle},
    lambda handle, *_: {"turn-up": handle},
    lambda handle, *_: {"token": handle},
    lambda handle, *_: {"use": handle, "ability": "using-power"},
    lambda handle, *_: {"resolve": handle, "ability": "after-roll"},
    lambda *rest: {"place": _one_of(PLACES, *rest)},
    lambda *rest: {"face": _one_of(DUEL_FACES, *rest)},
    lambda *rest: {"result": _one_of(DUEL_FACES, *rest)},
    lambda *rest: {"to": _one_of(DUEL_FACES, *rest)},
    lambda *rest: {"mode": _one_of((0, 1, 2, 3), *rest)},
    lambda *rest: {"amount": _one_of((0, 1, 2, 7), *rest)},
    lambda *_: {"choose": []},
    _choose,
    _choose_faces(DUEL_FACES),
    _choose_faces(DUEL_FACES),
)

FORMS = {"mindbug": _MINDBUG, "tokyo": _TOKYO, "duel": _DUEL}
"""By game, the forms that answers to some decision of it have."""
