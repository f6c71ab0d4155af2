"""Defeating creatures: what cannot be, what happens instead, and all the rest at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State
from oracle.kernel.waiting import effect_frame

from .atoms import bury
from .permissions import first_rule, told_by
from .table import DONE, KEYWORDS, PLAY, PROCEDURES

if TYPE_CHECKING:
    from .machine import LinkedReplacement, Mindbug

Chosen = tuple[int, int]
"""`(card, ability)`: the replacement chosen for a card."""

Why = tuple[Rules, Rules, tuple[int, ...]]
"""Rules of a defeat, further rules when TOUGH replaces it, and the cards those hold for."""

# Locals of the frame of choosing replacements: what was to be defeated, by which card, why, whether
# the effect below counts it, and the replacements chosen so far.
CHOICE_FRAME = Locals()
CARDS = CHOICE_FRAME.one()
CAUSE = CHOICE_FRAME.one()
WHY = CHOICE_FRAME.one()
COUNTED = CHOICE_FRAME.one()
CHOSEN = CHOICE_FRAME.one()

EXHAUSTING = "mb.keyword.tough"


def defeat(
    machine: Mindbug,
    state: State,
    cards: tuple[int, ...],
    cause: int,
    why: Why,
    doer: Frame | None = None,
) -> None:
    """Defeat creatures together; an effect that does so counts those really defeated."""
    plain: list[int] = []
    replaced: list[Chosen] = []
    for card in cards:
        if "cannot-be-defeated" in machine.words_in_use and _shielded(machine, state, card):
            continue
        applicable = replacements_of(machine, state, card)
        if not applicable:
            plain.append(card)
        elif len(applicable) == 1:
            replaced.append((card, applicable[0].ability.number))
        else:
            counted = int(doer is not None)
            state.stack.append([CHOOSE_REPLACEMENTS, 0, cards, cause, why, counted, ()])
            return
    _carry_out(machine, state, plain, replaced, cause, why, doer)


def _shielded(machine: Mindbug, state: State, card: int) -> bool:
    """Whether something in play keeps this creature from being defeated; if so, it is told."""
    shield = first_rule(machine, state, "cannot-be-defeated", (card,))
    if shield is None:
        return False
    source, _, rule = shield
    told = told_by(state, source, rule.rules)
    state.log.append(("forbidden", told, source, card, rule.ability.number))
    return True


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
    why: Why,
    doer: Frame | None,
) -> None:
    rules, instead, instead_for = why
    if doer is not None:
        doer[DONE] = len(plain)
        if replaced and machine.saved_count_as_defeated:
            doer[DONE] += len(replaced)
    seats = [state.where[card] - PLAY for card, _ in replaced]
    if plain:
        bury(machine, state, plain, cause, rules)
    for (card, number), seat in zip(replaced, seats, strict=True):
        linked = machine.abilities[number]
        told = linked.rules + rules
        if EXHAUSTING in told:
            if card in instead_for:
                told += instead
            if state.cards[card] in machine.triggered["defeated"]:
                told += ("mb.trigger.not-on-exhaust",)
            if doer is not None and machine.saved_count_as_defeated:
                told += ("mb.effect.linked",)
        state.log.append(("replace", told, cause, card, number))
        state.stack.append(effect_frame(linked, card, seat, None))


def _ask_replacement(machine: Mindbug, state: State, frame: Frame) -> None:
    """The controller of a creature with several ways out chooses one (one creature at a time)."""
    cards, chosen = frame[CARDS], frame[CHOSEN]
    for card in cards[len(chosen) :]:
        applicable = replacements_of(machine, state, card)
        if len(applicable) > 1:
            options = [("use", card, entry.ability.number) for entry in applicable]
            seat = state.where[card] - PLAY
            ask(state, "replace", seat, options, card, ("mb.effect.chooser",))
            return
        chosen += (applicable[0].ability.number if applicable else -1,)
        frame[CHOSEN] = chosen
    frame[1] = ALL_CHOSEN.at


def _take_replacement(machine: Mindbug, state: State, frame: Frame) -> None:
    frame[CHOSEN] += (state.answer[2],)
    frame[1] = CHOOSE_NEXT.at


def _carry_out_chosen(machine: Mindbug, state: State, frame: Frame) -> None:
    cards, chosen = frame[CARDS], frame[CHOSEN]
    state.stack.pop()
    pairs = [
        (card, number)
        for card, number in zip(cards, chosen, strict=True)
        if not _shielded(machine, state, card)
    ]
    _carry_out(
        machine,
        state,
        [card for card, number in pairs if number < 0],
        [(card, number) for card, number in pairs if number >= 0],
        frame[CAUSE],
        frame[WHY],
        state.stack[-1] if frame[COUNTED] else None,
    )


CHOOSE_NEXT = Place()
ALL_CHOSEN = Place()
CHOOSE_REPLACEMENTS = PROCEDURES.declare(
    "choose-replacements",
    CHOOSE_NEXT,
    _ask_replacement,
    _take_replacement,
    ALL_CHOSEN,
    _carry_out_chosen,
    remembers=CHOICE_FRAME,
)
