"""Saving a state as canonical JSON values, and reading one back without trusting it."""

from __future__ import annotations

from typing import Any

from .layout import NATURE
from .machine import OVER, Machine
from .state import Each, Frame, State, blank

_MOST = 1 << 16
"""No option that is no card has a greater number."""


def to_json(machine: Machine, state: State) -> dict[str, Any]:
    """The whole state; derived values are left out."""
    return {
        "cards": [machine.definitions[d].id for d in state.cards],
        "zones": _listed(state.zones),
        "marks": state.marks[:],
        "counters": state.counters[:],
        "registers": state.registers[:],
        "stack": [_saved(machine, frame) for frame in state.stack],
        "waiting": [
            [machine.abilities[ability].name, card, seat, place, _listed(snapshot)]
            for ability, card, seat, place, snapshot in state.waiting
        ],
        "lasting": _listed(state.lasting),
        "under": [[card, list(below)] for card, below in sorted(state.under.items())],
        "resolving": state.resolving,
        "dirty": state.dirty,
        "pending": _listed(state.pending),
        "number": state.number,
    }


def from_json(machine: Machine, saved: dict[str, Any]) -> State:
    """The state that `to_json` wrote; anything else raises KeyError, TypeError or ValueError."""
    state = blank(machine)
    state.cards = tuple(machine.definition_number[name] for name in saved["cards"])
    _read_zones(state, saved["zones"])
    cards = len(state.cards)
    state.marks = _numbers(saved["marks"], cards, "marks")
    state.counters = _numbers(saved["counters"], len(state.counters), "counters")
    state.registers = _numbers(saved["registers"], len(state.registers), "registers")
    for gauge in machine.layout.gauges:
        if not gauge.least <= state.registers[gauge.register] <= gauge.most:
            raise ValueError(f"{gauge.name} is {state.registers[gauge.register]}, beyond its ends")
    for card, marks in enumerate(state.marks):
        zone = machine.layout.places[state.where[card]][0].name
        for amount in machine.layout.amounts_in(zone):
            if amount.names:
                _within(marks >> amount.shift, len(amount.names), amount.name)
    _within(machine.active(state), len(machine.layout.seats), "the active seat")
    state.number = _number(saved["number"])
    state.resolving = _number(saved["resolving"])
    state.dirty = _number(saved["dirty"])
    _read_pending(machine, state, saved["pending"])
    state.stack = [_frame(machine, state, entry) for entry in saved["stack"]]
    if not state.stack and saved["pending"][0] != OVER:
        raise ValueError("a game that goes on needs something to go on with")
    for name, card, seat, place, snapshot in saved["waiting"]:
        _within(card, cards, "the source of a waiting effect")
        _within(seat, len(machine.layout.seats), "the seat of a waiting effect")
        _within(place, len(state.zones), "the place of a waiting effect")
        state.waiting.append((machine.ability_number[name], card, seat, place, _tupled(snapshot)))
    for number, card, seat, targets in saved["lasting"]:
        _within(number, len(machine.lasting), "a change for a time")
        _within(card, cards, "the source of a change for a time")
        _within(seat, len(machine.layout.seats), "the seat of a change for a time")
        for kept in targets or ():
            _within(kept + 1, _MOST, "what is kept of a change for a time")
        state.lasting.append((number, card, seat, _tupled(targets)))
    for card, below in saved["under"]:
        for each in (card, *below):
            _within(each, cards, "a card that lies under another, or above it")
        state.under[card] = tuple(below)
    return state


def _read_zones(state: State, saved: Any) -> None:
    if len(saved) != len(state.zones):
        raise ValueError("wrong number of zones")
    state.where = [-1] * len(state.cards)
    for place, zone in enumerate(saved):
        for card in zone:
            _within(card, len(state.cards), "a card in a zone")
            if state.where[card] != -1:
                raise ValueError(f"card {card} is in two places")
            state.where[card] = place
        state.zones[place] = list(zone)
    if -1 in state.where:
        raise ValueError(f"card {state.where.index(-1)} is nowhere")


def _read_pending(machine: Machine, state: State, saved: Any) -> None:
    kind, seat, options, least, most, source, rules = saved
    if seat != NATURE:
        _within(seat, len(machine.layout.seats), "the deciding seat")
    if source != -1:
        _within(source, len(state.cards), "the source of the decision")
    if not isinstance(kind, str) or not all(isinstance(rule, str) for rule in rules):
        raise ValueError("the kind and the rules of a decision are text")
    if kind != OVER:
        cards = len(state.cards)
        limit = len(machine.choice_names[kind]) if kind in machine.choice_names else cards
        _check_options(machine, state, options, _number(least), _number(most), limit)
    read = [_tupled(option) for option in options]
    state.pending = (kind, seat, read, least, most, source, tuple(rules))


def _check_options(
    machine: Machine, state: State, options: Any, least: int, most: int, candidates: int
) -> None:
    if not options:
        raise ValueError("a decision needs options")
    cards = len(state.cards)
    if least >= 0:
        if not least <= most <= len(options):
            raise ValueError("more is to be chosen than there is")
        for option in options:
            _within(option, candidates, "a candidate")
        return
    usual = (cards, len(machine.abilities), len(machine.layout.seats))
    for option in options:
        if not isinstance(option, list) or not option or not isinstance(option[0], str):
            raise ValueError("an option begins with its verb")
        limits = (_MOST,) if option[0] in machine.option_types else usual
        if len(option) > 1 + len(limits):
            raise ValueError("an option has too many parts")
        for part, limit in zip(option[1:], limits, strict=False):
            _within(part, limit, "a part of an option")


def _saved(machine: Machine, frame: Frame) -> list[Any]:
    """A frame with the names of its code and its next step: procedures may get more steps."""
    code, step, *rest = frame
    names = _step_names(machine, code)
    return [machine.code_names[code], names[step] if names else step, *map(_listed, rest)]


def _step_names(machine: Machine, code: int) -> tuple[str, ...]:
    """The names of the steps of a code, unless it has other steps than were declared."""
    names = machine.step_names[code]
    return names if len(names) == len(machine.codes[code]) else ()


def _frame(machine: Machine, state: State, entry: Any) -> list[Any]:
    name, step, *rest = entry
    code = machine.code_number[name]
    names = _step_names(machine, code)
    if not names:
        _within(step, len(machine.codes[code]), "a step")
    elif step in names:
        step = names.index(step)
    else:
        raise ValueError(f"{name} has no step {step!r}")
    if len(rest) != machine.frame_sizes[code]:
        raise ValueError(f"a frame of {name} has the wrong number of locals")
    return [code, step, *map(_tupled, rest)]


def _number(value: Any) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is not a whole number")
    return value


def _within(value: Any, limit: int, what: str) -> None:
    if not 0 <= _number(value) < limit:
        raise ValueError(f"{what} is {value}, beyond what there is")


def _numbers(values: Any, wanted: int, what: str) -> list[int]:
    if len(values) != wanted:
        raise ValueError(f"wrong number of {what}")
    return [_number(value) for value in values]


def _listed(value: Any) -> Any:
    return [_listed(v) for v in value] if isinstance(value, tuple | list | Each) else value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(v) for v in value) if isinstance(value, list) else value
