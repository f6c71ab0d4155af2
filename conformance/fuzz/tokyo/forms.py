"""The forms that answers to some decision of King of Tokyo have."""

from __future__ import annotations

from conformance.fuzz.forms import choose, choose_faces, one_of
from conformance.fuzz.game import Form
from conformance.protocol.messages import SEATS

FACES = ("one", "two", "three", "energy", "heart", "claw")

FORMS: tuple[Form, ...] = (
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
    lambda *rest: {"remove": one_of(("poison", "shrink"), *rest)},
    lambda *rest: {"give": one_of(SEATS, *rest)},
    lambda *rest: {"monster": one_of(SEATS, *rest)},
    lambda *rest: {"face": one_of(FACES, *rest)},
    lambda *rest: {"result": one_of(FACES, *rest)},
    lambda *rest: {"die": one_of(FACES, *rest)},
    lambda *rest: {"to": one_of(FACES, *rest)},
    lambda *rest: {"amount": one_of((0, 1, 2, 7), *rest)},
    lambda *_: {"choose": []},
    choose,
    choose_faces(FACES),
    choose_faces(FACES),
)
