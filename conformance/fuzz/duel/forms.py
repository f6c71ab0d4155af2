"""The forms that answers to some decision of Duel have."""

from __future__ import annotations

from conformance.fuzz.forms import choose, choose_faces, one_of
from conformance.fuzz.game import Form

FACES = ("claw", "heart", "energy", "fame", "destruction", "power")
PLACES = ("fame:0", "fame:3,4", "fame:-2,-1", "destruction:1,0,-1", "destruction:7", "fame:-8")

FORMS: tuple[Form, ...] = (
    lambda *_: {"decline": True},
    lambda *_: {"accept": True},
    lambda *_: {"sweep": True},
    lambda handle, *_: {"buy": handle},
    lambda handle, *_: {"turn-up": handle},
    lambda handle, *_: {"token": handle},
    lambda handle, *_: {"use": handle, "ability": "using-power"},
    lambda handle, *_: {"resolve": handle, "ability": "after-roll"},
    lambda *rest: {"place": one_of(PLACES, *rest)},
    lambda *rest: {"face": one_of(FACES, *rest)},
    lambda *rest: {"result": one_of(FACES, *rest)},
    lambda *rest: {"to": one_of(FACES, *rest)},
    lambda *rest: {"mode": one_of((0, 1, 2, 3), *rest)},
    lambda *rest: {"amount": one_of((0, 1, 2, 7), *rest)},
    lambda *_: {"choose": []},
    choose,
    choose_faces(FACES),
    choose_faces(FACES),
)
