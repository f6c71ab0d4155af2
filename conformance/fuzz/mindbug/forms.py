"""The forms that answers to some decision of Mindbug have."""

from __future__ import annotations

from conformance.fuzz.forms import choose, one_of
from conformance.fuzz.game import Form

FORMS: tuple[Form, ...] = (
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
    lambda *rest: {"reroll": one_of(("first", "second", "both"), *rest)},
    lambda *rest: {"roll": one_of(("growth-1", "smash", "heart"), *rest)},
    lambda *rest: {"apply": one_of(("growth-1", "smash", "heart"), *rest)},
    lambda *rest: {"mode": one_of((0, 1, 2, 3), *rest)},
    lambda *rest: {"keyword": one_of(("tough", "sneaky", "swift"), *rest)},
    lambda *rest: {"pile": one_of(("p1", "p2", "p3"), *rest)},
    lambda *_: {"choose": []},
    choose,
)
