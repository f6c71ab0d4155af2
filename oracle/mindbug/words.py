"""What the words of Mindbug card text do: one binding for each word of the vocabulary.

Effects become steps of code; conditions, players and numbers become small functions of
`(machine, state, source, you)`, or of the running frame where they look back at it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import evolve

from oracle.kernel.flow import only_if
from oracle.kernel.layers import derive
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call, Selection

from .atoms import (
    Snapshot,
    exhaust,
    gain_life,
    lose_life,
    put_life,
    take_control,
    take_into_hand,
)
from .counting import FOR_EACH, by_amount
from .defeat import defeat
from .selection import (
    bind_candidates,
    bind_choice,
    bind_matches,
    reached_by_effect,
    rules_of,
)
from .table import (
    ABILITY,
    ACTIVE,
    DISCARD,
    DONE,
    EXHAUSTED,
    HAND,
    KEYWORDS,
    LIFE,
    MINDBUGS,
    PLAY,
    POWER,
    SNAPSHOT,
    SOURCE,
    UNDER,
    YOU,
)

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

Seat = Callable[["Mindbug", State, int, int], int]
Seats = Callable[["Mindbug", State, int, int], tuple[int, ...]]
Number = Callable[["Mindbug", State, Frame], int]
Condition = Callable[..., bool]
"""`(machine, state, source, you, last=None)`; `last` is how a source that left play last was."""

EFFECTS: dict[str, Callable[[Linker, Call], list[Step]]] = {}
CONDITIONS: dict[str, Callable[[Linker, Call], Condition]] = {}
NUMBERS: dict[str, Callable[[Linker, Call], Number]] = {}
PLAYERS: dict[str, Seats] = {
    "you": lambda machine, state, source, you: (you,),
    "opponent": lambda machine, state, source, you: (1 - you,),
    "each-player": lambda machine, state, source, you: (
        state.registers[ACTIVE],
        1 - state.registers[ACTIVE],
    ),
}
SINGLE_PLAYERS: dict[str, Seat] = {
    "you": lambda machine, state, source, you: you,
    "opponent": lambda machine, state, source, you: 1 - you,
}
PLACES: dict[str, int] = {"discard-pile": DISCARD, "hand": HAND}
SHARED_PLACES: dict[str, tuple[int, ...]] = {
    "any-discard-pile": (DISCARD, DISCARD + 1),
    "under-creatures": (UNDER,),
}

LAST_KNOWN = ("mb.trigger.last-controller", "mb.card.power")
IMPOSSIBLE = ("mb.effect.impossible",)
SAME_LIFE = ("mb.life.set",)
SET_LIFE = ("mb.life.lose", "mb.life.set")
RETURN = ("mb.term.return",)
RETURN_SILENTLY = ("mb.term.return", "mb.trigger.not-on-return")
STEAL = ("mb.term.steal",)
TAKEN_BACK = ("mb.copy.taken-back",)
TOUGH_ANY_CAUSE = ("mb.keyword.tough-any-cause",)
AT_ONCE = ("mb.effect.at-once",)
TOGETHER = ("mb.attack.simultaneous",)


def effect(word: str) -> Callable[[Any], Any]:
    """Bind an effect word."""
    return lambda bind: EFFECTS.setdefault(word, bind)


def condition(word: str) -> Callable[[Any], Any]:
    """Bind a condition word."""
    return lambda bind: CONDITIONS.setdefault(word, bind)


def number(word: str) -> Callable[[Any], Any]:
    """Bind a number word."""
    return lambda bind: NUMBERS.setdefault(word, bind)


# --- numbers ---------------------------------------------------------------------------------


@number("life")
def _life(linker: Linker, call: Call) -> Number:
    seat = linker.player(call["player"])
    return lambda machine, state, frame: state.counters[
        LIFE + seat(machine, state, frame[SOURCE], frame[YOU])
    ]


@number("unused-mindbugs")
def _unused_mindbugs(linker: Linker, call: Call) -> Number:
    seat = linker.player(call["player"])
    return lambda machine, state, frame: state.counters[
        MINDBUGS + seat(machine, state, frame[SOURCE], frame[YOU])
    ]


@number("count")
def _count(linker: Linker, call: Call) -> Number:
    phrase = linker.phrase(call["selection"])
    found = bind_candidates(linker, phrase)
    rules = rules_of(linker, phrase)

    def count(machine: Mindbug, state: State, frame: Frame) -> int:
        number = len(found(machine, state, frame[SOURCE], frame[YOU]))
        state.log.append(("count", rules, frame[SOURCE], frame[ABILITY], number))
        return number

    return count


@number("done")
def _done(linker: Linker, call: Call) -> Number:
    return lambda machine, state, frame: max(0, frame[DONE])


@number("power-of-this")
def _power_of(linker: Linker, call: Call) -> Number:
    def last_known_power(machine: Mindbug, state: State, frame: Frame) -> int:
        if frame[SNAPSHOT] is not None:
            power = int(frame[SNAPSHOT][POWER])
            state.log.append(("last-known", LAST_KNOWN, frame[SOURCE], frame[SOURCE], power))
            return power
        powers = (state.derived or derive(machine, state))[POWER]
        if frame[SOURCE] in powers:
            return int(powers[frame[SOURCE]])
        return machine.power[state.cards[frame[SOURCE]]]

    return last_known_power


# --- conditions ------------------------------------------------------------------------------


@condition("your-turn")
def _your_turn(linker: Linker, call: Call) -> Condition:
    return lambda machine, state, source, you, last=None: state.registers[ACTIVE] == you


@condition("controls-none")
def _controls_none(linker: Linker, call: Call) -> Condition:
    phrase = linker.phrase(call["creatures"])
    matches = bind_matches(linker, phrase)
    seat = linker.player(call["player"])

    def controls_none(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        for card in state.zones[PLAY + seat(machine, state, source, you)]:
            if matches(machine, state, source, you, card):
                return False
        return True

    return controls_none


@condition("controls-fewer")
def _controls_fewer(linker: Linker, call: Call) -> Condition:
    first, second = linker.player(call["player"]), linker.player(call["than"])

    def controls_fewer(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        mine = state.zones[PLAY + first(machine, state, source, you)]
        theirs = state.zones[PLAY + second(machine, state, source, you)]
        return len(mine) < len(theirs)

    return controls_fewer


@condition("controls-more")
def _controls_more(linker: Linker, call: Call) -> Condition:
    first, second = linker.player(call["player"]), linker.player(call["than"])

    def controls_more(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        mine = state.zones[PLAY + first(machine, state, source, you)]
        theirs = state.zones[PLAY + second(machine, state, source, you)]
        return len(mine) > len(theirs)

    return controls_more


def _bind_controlled(linker: Linker, call: Call) -> Callable[..., int]:
    """How many creatures of a kind a player controls."""
    matches = bind_matches(linker, linker.phrase(call["creatures"]))
    seat = linker.player(call["player"])

    def controlled(machine: Mindbug, state: State, source: int, you: int) -> int:
        return sum(
            matches(machine, state, source, you, card)
            for card in state.zones[PLAY + seat(machine, state, source, you)]
        )

    return controlled


@condition("controls-at-least")
def _controls_at_least(linker: Linker, call: Call) -> Condition:
    controlled, n = _bind_controlled(linker, call), int(call["n"])  # type: ignore[call-overload]
    return lambda machine, state, source, you, last=None: (
        controlled(machine, state, source, you) >= n
    )


@condition("controls-exactly")
def _controls_exactly(linker: Linker, call: Call) -> Condition:
    controlled, n = _bind_controlled(linker, call), int(call["n"])  # type: ignore[call-overload]
    return lambda machine, state, source, you, last=None: (
        controlled(machine, state, source, you) == n
    )


@condition("no-mindbugs")
def _no_mindbugs(linker: Linker, call: Call) -> Condition:
    seat = linker.player(call["player"])
    return lambda machine, state, source, you, last=None: (
        not (state.counters[MINDBUGS + seat(machine, state, source, you)])
    )


@condition("life-is")
def _life_is(linker: Linker, call: Call) -> Condition:
    seat, n = linker.player(call["player"]), int(call["n"])  # type: ignore[call-overload]
    return lambda machine, state, source, you, last=None: (
        state.counters[LIFE + seat(machine, state, source, you)] == n
    )


@condition("empty-discard")
def _empty_discard(linker: Linker, call: Call) -> Condition:
    seat = linker.player(call["player"])
    return lambda machine, state, source, you, last=None: (
        not (state.zones[DISCARD + seat(machine, state, source, you)])
    )


@condition("shared-power")
def _shared_power(linker: Linker, call: Call) -> Condition:
    found = bind_candidates(linker, linker.phrase(call["creatures"]))

    def share(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        powers = (state.derived or derive(machine, state))[POWER]
        theirs = [powers[card] for card in found(machine, state, source, you)]
        return len(set(theirs)) < len(theirs)

    return share


@condition("has-keyword")
def _has_keyword(linker: Linker, call: Call) -> Condition:
    phrase = linker.phrase(call["creature"])
    found = bind_candidates(linker, phrase)
    bit = linker.keyword_bit(str(call["keyword"]))
    about_this = isinstance(phrase, Call)

    def has_keyword(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        if about_this and last is not None:
            return bool(last[KEYWORDS] & bit)
        keywords = (state.derived or derive(machine, state))[KEYWORDS]
        return any(keywords[card] & bit for card in found(machine, state, source, you))

    return has_keyword


@condition("not-exhausted")
def _not_exhausted(linker: Linker, call: Call) -> Condition:
    phrase = linker.phrase(call["creature"])
    found = bind_candidates(linker, phrase)
    about_this = isinstance(phrase, Call)

    def not_exhausted(
        machine: Mindbug, state: State, source: int, you: int, last: Snapshot | None = None
    ) -> bool:
        if about_this and last is not None:
            return not last[2]
        cards = found(machine, state, source, you)
        return not any(state.marks[card] & EXHAUSTED for card in cards)

    return not_exhausted


# --- effects on life ---------------------------------------------------------------------------


Change = Callable[["Mindbug", State, int, int, int], None]
"""`(machine, state, seat, amount, cause)`."""


def bind_amount(linker: Linker, call: Call, change: Change) -> list[Any]:
    """Gain or lose a number of something, or that number for each thing counted."""
    seats, amount = linker.players(call["player"]), linker.number(call["amount"])
    count = call.get("count")

    def act(machine: Mindbug, state: State, frame: Frame, times: int = 1) -> None:
        number = amount(machine, state, frame) * times
        for seat in seats(machine, state, frame[SOURCE], frame[YOU]):
            change(machine, state, seat, number, frame[SOURCE])
        frame[DONE] = number

    if count is None:
        return [act]
    times = linker.number(count)

    def act_for_all(machine: Mindbug, state: State, frame: Frame) -> None:
        number = times(machine, state, frame)
        total = amount(machine, state, frame) * number
        state.log.append(("count", FOR_EACH, frame[SOURCE], frame[ABILITY], total))
        act(machine, state, frame, number)

    return by_amount(linker, times, [act_for_all], [act])


@effect("gain-life")
def _gain_life(linker: Linker, call: Call) -> list[Step]:
    return bind_amount(
        linker,
        call,
        lambda machine, state, seat, amount, cause: gain_life(state, seat, amount, cause),
    )


@effect("lose-life")
def _lose_life(linker: Linker, call: Call) -> list[Step]:
    return bind_amount(
        linker,
        call,
        lambda machine, state, seat, amount, cause: lose_life(machine, state, seat, amount, cause),
    )


@effect("set-life")
def _set_life(linker: Linker, call: Call) -> list[Step]:
    whose, amount = linker.player(call["player"]), linker.number(call["amount"])

    def set_life(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = whose(machine, state, frame[SOURCE], frame[YOU])
        difference = amount(machine, state, frame) - state.counters[LIFE + seat]
        if not difference:
            state.log.append(
                ("life-stays", SAME_LIFE, frame[SOURCE], seat, state.counters[LIFE + seat])
            )
        elif not machine.setting_is_losing:
            put_life(state, seat, state.counters[LIFE + seat] + difference, frame[SOURCE])
        else:
            gain_life(state, seat, difference, frame[SOURCE], SAME_LIFE)
            lose_life(machine, state, seat, -difference, frame[SOURCE], SET_LIFE)
        frame[DONE] = abs(difference)

    return [set_life]


# --- effects on creatures ----------------------------------------------------------------------


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


@effect("exhaust")
def _exhaust(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])
    rules = linker.ability_rules

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        fresh = [card for card in state.answer if not state.marks[card] & EXHAUSTED]
        for card in fresh:
            exhaust(state, card, frame[SOURCE], rules)
        frame[DONE] = len(fresh)

    return [*bind_choice(linker, phrase), act]


@effect("take-control")
def _take_control(linker: Linker, call: Call) -> list[Step]:
    phrase, whose = linker.phrase(call["creatures"]), linker.player(call["player"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        source = frame[SOURCE]
        seat = whose(machine, state, source, frame[YOU])
        back = TAKEN_BACK if takes_enemy and source in state.answer else ()
        frame[DONE] = sum(
            take_control(machine, state, card, seat, source, back) for card in state.answer
        )

    choice = bind_choice(linker, phrase)
    takes_enemy = isinstance(phrase, Selection) and phrase.side == "enemy"
    return [*(map(_telling_of_itself, choice) if takes_enemy else choice), act]


def _telling_of_itself(choose: Step) -> Step:
    """Where a source that changed sides is among the candidates, tell by which rule."""

    def choose_and_tell(machine: Mindbug, state: State, frame: Frame) -> None:
        choose(machine, state, frame)
        if state.pending is not None and frame[SOURCE] in state.pending[2]:
            state.pending = (*state.pending[:6], state.pending[6] + TAKEN_BACK)

    return choose_and_tell


@effect("return-to-hand")
def _return_to_hand(linker: Linker, call: Call) -> list[Step]:
    phrase = linker.phrase(call["creatures"])
    reached = reached_by_effect(linker, phrase)
    if isinstance(phrase, Selection) and phrase.quantity.kind == "all":
        reached += AT_ONCE

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        for card in state.answer:
            silent = state.cards[card] in machine.triggered["defeated"]
            rules = (RETURN_SILENTLY if silent else RETURN) + reached
            take_into_hand(
                machine, state, card, state.where[card] - PLAY, "return", frame[SOURCE], rules
            )
        frame[DONE] = len(state.answer)

    return [*bind_choice(linker, phrase), act]


# --- effects on cards (more in cards.py) -------------------------------------------------------


@effect("put-into-hand")
def _put_into_hand(linker: Linker, call: Call) -> list[Step]:
    phrase, whose = linker.phrase(call["cards"]), linker.player(call["player"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = whose(machine, state, frame[SOURCE], frame[YOU])
        for card in state.answer:
            take_into_hand(machine, state, card, seat, "recover", frame[SOURCE], ("mb.term.card",))
        frame[DONE] = len(state.answer)

    return [*bind_choice(linker, phrase), act]


@effect("steal")
def _steal(linker: Linker, call: Call) -> list[Any]:
    """All together; by option the hand stolen from is refilled after every single card."""
    phrase, thief = linker.phrase(call["cards"]), linker.player(call["player"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = thief(machine, state, frame[SOURCE], frame[YOU])
        for card in state.answer:
            take_into_hand(machine, state, card, seat, "steal", frame[SOURCE], STEAL)
        frame[DONE] = len(state.answer)

    together = [*bind_choice(linker, phrase), act]
    if not isinstance(phrase, Selection) or phrase.quantity.kind == "all":
        return together
    one_by_one = _one_by_one(linker, phrase, act)
    return [
        *only_if(lambda machine, *_: not stolen_in_turn(machine), together),
        *only_if(lambda machine, *_: stolen_in_turn(machine), one_by_one),
    ]


def stolen_in_turn(machine: Mindbug) -> bool:
    """Whether several cards are stolen one by one. rule: mb.term.steal"""
    return machine.refill_after_each_card


def _one_by_one(linker: Linker, phrase: Selection, act: Step) -> list[Any]:
    """Do with each of several cards, picked one by one, what is else done with all of them."""
    count, one = linker.number(phrase.quantity.count), evolve(phrase.quantity, count=1)
    left, done = linker.slot(), linker.slot()
    loop = linker.label()

    def begin(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[left], frame[done] = count(machine, state, frame), 0

    def go_on(machine: Mindbug, state: State, frame: Frame) -> None:
        if not frame[left]:
            frame[DONE] = frame[done]
            loop.leave(frame)

    def act_on_one(machine: Mindbug, state: State, frame: Frame) -> None:
        act(machine, state, frame)
        frame[done] += len(state.answer)
        frame[left] = frame[left] - 1 if state.answer else 0
        loop.again(frame)

    choice = bind_choice(linker, evolve(phrase, quantity=one))
    return loop.around([begin], [go_on, *choice, act_on_one], [])
