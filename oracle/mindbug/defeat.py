"""Defeating creatures: what cannot be, what happens instead, and all the rest at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State

from .atoms import bury
from .permissions import first_rule
from .table import DONE, KEYWORDS, PLAY, PROCEDURES

if TYPE_CHECKING:
    from .machine import LinkedReplacement, Mindbug

Chosen = tuple[int, int]
"""`(card, ability)`: the replacement chosen for a card."""


def defeat(
    machine: Mindbug,
    state: State,
    cards: tuple[int, ...],
    cause: int,
    rules: Rules,
    instead: Rules,
    instead_for: tuple[int, ...],
) -> None:
    """Defeat creatures together.

    `instead` names further rules on which replacing the defeat of some of them rests.
    """
    state.registers[DONE] = 0
    plain: list[int] = []
    replaced: list[Chosen] = []
    for card in cards:
        if "cannot-be-defeated" in machine.words_in_use:
            shield = first_rule(machine, state, "cannot-be-defeated", (card,))
            if shield is not None:
                source, _, rule = shield
                state.log.append(("forbidden", rule.rules, source, card, rule.ability.number))
                continue
        applicable = replacements_of(machine, state, card)
        if not applicable:
            plain.append(card)
        elif len(applicable) == 1:
            replaced.append((card, applicable[0].ability.number))
        else:
            frame = [CHOOSE_REPLACEMENTS, 0, cards, cause, rules, instead, instead_for, ()]
            state.stack.append(frame)
            return
    _carry_out(machine, state, plain, replaced, cause, rules, instead, instead_for)


def replacements_of(machine: Mindbug, state: State, card: int) -> list[LinkedReplacement]:
    """What could happen to this creature instead of being defeated."""
    found: list[LinkedReplacement] = []
    held = (state.derived or derive(machine, state))[KEYWORDS][card] & machine.replacement_mask
    own = machine.replacements.get(state.cards[card])
    if not held and own is None:
        return found
    seat = state.where[card] - PLAY
    candidates = [entry for bit, entry in machine.keyword_replacements if held & bit]
    candidates += own or ()
    for entry in candidates:
        if entry.condition is None or entry.condition(machine, state, card, seat):
            found.append(entry)
    return found


def _carry_out(
    machine: Mindbug,
    state: State,
    plain: list[int],
    replaced: list[Chosen],
    cause: int,
    rules: Rules,
    instead: Rules,
    instead_for: tuple[int, ...],
) -> None:
    seats = [state.where[card] - PLAY for card, _ in replaced]
    if plain:
        bury(machine, state, plain, cause, rules)
    for (card, number), seat in zip(replaced, seats, strict=True):
        linked = machine.abilities[number]
        told = linked.rules + instead if card in instead_for else linked.rules
        if state.cards[card] in machine.triggered["defeated"]:
            told += ("mb.trigger.not-on-exhaust",)
        state.log.append(("replace", told, cause, card, number))
        state.stack.append([linked.code, 0, card, seat, number, None] + [0] * linked.size)


def _ask_replacement(machine: Mindbug, state: State, frame: Frame) -> None:
    """The controller of a creature with several ways out chooses one (one creature at a time)."""
    cards, chosen = frame[2], frame[7]
    for card in cards[len(chosen) :]:
        applicable = replacements_of(machine, state, card)
        if len(applicable) > 1:
            options = [("use", card, entry.ability.number) for entry in applicable]
            seat = state.where[card] - PLAY
            ask(state, "replace", seat, options, -1, -1, card, ("mb.effect.chooser",))
            return
        chosen += (applicable[0].ability.number if applicable else -1,)
        frame[7] = chosen
    frame[1] = 2


def _take_replacement(machine: Mindbug, state: State, frame: Frame) -> None:
    frame[7] += (state.answer[2],)
    frame[1] = 0


def _carry_out_chosen(machine: Mindbug, state: State, frame: Frame) -> None:
    _, _, cards, cause, rules, instead, instead_for, chosen = frame
    state.stack.pop()
    guarded = "cannot-be-defeated" in machine.words_in_use
    pairs = [
        (card, number)
        for card, number in zip(cards, chosen, strict=True)
        if not (guarded and first_rule(machine, state, "cannot-be-defeated", (card,)))
    ]
    _carry_out(
        machine,
        state,
        [card for card, number in pairs if number < 0],
        [(card, number) for card, number in pairs if number >= 0],
        cause,
        rules,
        instead,
        instead_for,
    )


CHOOSE_REPLACEMENTS = PROCEDURES.declare(
    "choose-replacements", _ask_replacement, _take_replacement, _carry_out_chosen
)
