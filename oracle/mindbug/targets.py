"""Why a card is not among those a text means: which word of the phrase leaves it out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from oracle.kernel.decision import Decision
from oracle.kernel.layers import derive
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Ability, Call, Selection

from .linker import Linker
from .selection import FILTERS, bind_candidates, bind_filter
from .table import HAND, LAYOUT, PLAY, POWER

if TYPE_CHECKING:
    from oracle.explanation import Told
    from oracle.position import Position

    from .machine import Mindbug

SIDES = {"allied": ("mb.term.allied",), "enemy": ("mb.term.enemy",)}
TOLD = {
    "power-at-most": ("<=", ("mb.card.power",)),
    "power-at-least": (">=", ("mb.card.power",)),
    "with-keyword": ("has no", ("mb.card.keywords",)),
    "without-keyword": ("has", ("mb.card.keywords",)),
}


def not_a_candidate(position: Position, decision: Decision, handle: str) -> Told:
    """Which word of the phrase leaves this card out."""
    state, card = position.state, position.handles.index(handle)
    frame = state.stack[-1]
    phrase = _phrase(position, frame)
    name = position.name(handle)
    if phrase is None:
        return f"{name} is not among the candidates.", decision.rules
    if phrase.noun == "card":
        wanted = _zone_name(state, state.pending[2][0]) if state.pending else ""
        return f"{name} is {_zone_name(state, card)}, not {wanted}.", ("mb.term.card",)
    if not PLAY <= state.where[card] <= PLAY + 1:
        return f"{name} is no creature in play: it is {_zone_name(state, card)}.", ("mb.term.card",)
    you = frame[3]
    if phrase.side != "any" and (state.where[card] == PLAY + you) != (phrase.side == "allied"):
        text = f"{name} is not {phrase.side}: it is {_zone_name(state, card)}."
        return text, SIDES[phrase.side]
    if phrase.other and card == frame[2]:
        return f"{name} is the source itself, and the text says other.", SIDES["allied"]
    for call in phrase.filters:
        told = _fails(position, call, card, frame[2], name)
        if told is not None:
            return told
    return f"{name} is not among the candidates.", decision.rules


def _fails(position: Position, call: Call, card: int, source: int, name: str) -> Told | None:
    machine, state = cast("Mindbug", position.ruleset.machine), position.state
    if call.word not in FILTERS:
        return None
    if bind_filter(Linker(machine, {}), call)(machine, state, card, source):
        return None
    if call.word not in TOLD:
        return f"The text does not mean {name}.", ("mb.effect.full",)
    word, rules = TOLD[call.word]
    if call.word.startswith("power"):
        power = (state.derived or derive(machine, state))[POWER][card]
        return f"The power of {name} is {power}, which is not {word} {call['n']}.", rules
    return f"{name} {word} {call['keyword']}.", rules


def _phrase(position: Position, frame: Frame) -> Selection | None:
    """The noun phrase of the running effect that has just these candidates."""
    machine, state = cast("Mindbug", position.ruleset.machine), position.state
    assert state.pending is not None
    if machine.code_names[frame[0]] not in machine.ability_number:
        return None
    linked = machine.abilities[frame[4]]
    owner = position.ruleset.cards.get(linked.definition)
    if owner is None:
        return None
    for phrase in _phrases(owner.abilities[linked.ordinal - 1]):
        if phrase.zone is not None and phrase.zone.word == "hand":
            if state.where[state.pending[2][0]] - HAND in range(len(LAYOUT.seats)):
                return phrase
            continue
        found = bind_candidates(Linker(machine, {}), phrase)(machine, state, frame[2], frame[3])
        if found == state.pending[2]:
            return phrase
    return None


def _phrases(ability: Ability) -> Iterator[Selection]:
    """Every noun phrase of an ability's text that somebody picks from."""

    def inside(value: object) -> Iterator[Selection]:
        if isinstance(value, Selection):
            if value.quantity.kind != "all":
                yield value
        elif isinstance(value, Call):
            for _, argument in value.args:
                yield from inside(argument)
        elif isinstance(value, tuple):
            for each in value:
                yield from inside(each)

    yield from inside(ability.body)


def _zone_name(state: State, card: int) -> str:
    return zone_phrase(state.where[card])


def zone_phrase(place: int) -> str:
    """Where a card lies, in words: `in the hand of p1`."""
    zone, seat = LAYOUT.places[place]
    where = {
        "hand": "in the hand",
        "deck": "in the deck",
        "discard": "in the discard pile",
        "play": "in the play area",
        "unused": "in the unused pile",
        "aside": "out of the game",
        "played": "being played",
        "boosts": "under a creature",
        "power-deck": "in the power deck",
        "power-row": "in the power row",
        "bought": "being bought",
        "power-discard": "in the power discard pile",
    }[zone.name]
    return where if seat is None else f"{where} of {LAYOUT.seats[seat]}"
