"""Defeating creatures: what cannot be, what happens instead, and all the rest at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.machine import Step, ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State
from oracle.kernel.waiting import effect_frame
from rules_dsl.definitions import Call, Selection

from .atoms import move
from .boost import noticed
from .discard import arriving, put_there
from .effects import AT_ONCE
from .evolve import LOOKS_BACK
from .leaving import forget, leave
from .permissions import first_rule, told_by
from .selection import bind_choice, reached_by_effect
from .table import DISCARD, DONE, KEYWORDS, NONE, PLAY, PROCEDURES, SOURCE, TAKEN
from .triggers import ENTER_CONSTANT, trigger
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
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

PILE = ("mb.attack.defeated-pile",)
TAKEN_PILE = ("mb.attack.defeated-pile", "mb.mindbug.discard")

TOUGH_ANY_CAUSE = ("mb.keyword.tough-any-cause",)
TOGETHER = ("mb.attack.simultaneous",)


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


def bury(
    machine: Mindbug,
    state: State,
    cards: Iterable[int],
    cause: int,
    rules: Rules,
) -> None:
    """Put defeated creatures into their controllers' discard piles, all at the same time."""
    leaving = [
        (card, state.where[card] - PLAY, leave(machine, state, card), state.cards[card])
        for card in cards
    ]
    defeated_effects = machine.triggered["defeated"]
    arrived: list[tuple[int, int]] = []
    for card, seat, _, definition in leaving:
        move(state, card, DISCARD + seat)
        told = rules + (TAKEN_PILE if state.marks[card] & TAKEN else PILE)
        if definition in machine.constants:
            told += ENTER_CONSTANT
        if cause != NONE and definition in defeated_effects:
            told += ("mb.trigger.defeated-any-cause",)
        told += arriving(machine, state, card)
        state.log.append(("defeat", told, cause, card, seat))
        arrived.append((card, seat))
        arrived += noticed(machine, state, forget(machine, state, card, seat, cause), seat)
    put_there(machine, state, arrived)
    for card, seat, snapshot, definition in leaving:
        looked_back = LOOKS_BACK if definition != state.cards[card] else ()
        if not machine.looks_back:
            definition = state.cards[card]
        if definition in defeated_effects:
            trigger(machine, state, "defeated", card, seat, looked_back, snapshot, definition)


@effect("defeat")
def _defeat(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])
    rules = reached_by_effect(linker, phrase) or ("mb.effect.full",)
    several, together = rules + AT_ONCE, rules + AT_ONCE + TOGETHER
    everything = isinstance(phrase, Selection) and phrase.quantity.kind == "all"

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        cards = state.answer
        frame[DONE] = 0
        if cards:
            told = together if len(cards) > 1 else several if everything else rules
            why = (told, TOUGH_ANY_CAUSE, cards)
            defeat(machine, state, cards, frame[SOURCE], why, frame)

    return [*bind_choice(linker, phrase), act]
