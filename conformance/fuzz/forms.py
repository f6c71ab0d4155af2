"""Forms of answers that several games have."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.fuzz.game import Form
from conformance.fuzz.guide import Numbers
from conformance.protocol.canonical import handle_order
from conformance.protocol.legal import Answer


def choose(handle: str, handles: list[str], numbers: Numbers) -> Answer:
    """Some cards, or none."""
    others = handles[numbers.below(len(handles)) :][: numbers.below(3)]
    return {"choose": sorted({handle, *others}, key=handle_order)}


def one_of(words: Sequence[object], _handle: str, _handles: list[str], numbers: Numbers) -> object:
    """One of some words, whatever the cards are."""
    return words[numbers.below(len(words))]


def choose_faces(faces: Sequence[str]) -> Form:
    """Some dice, which may be alike."""
    return lambda _handle, _handles, numbers: {
        "choose": [faces[numbers.below(len(faces))] for _ in range(1 + numbers.below(4))]
    }
