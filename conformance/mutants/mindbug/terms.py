"""Misreadings of the words that mean the same on every card, and of how powers are compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug import verbs as mb
from conformance.mutants.mindbug.memory import ON_LOAN, owner, remember_owners
from conformance.mutants.topic import Topic
from oracle.kernel.layers import derive
from oracle.kernel.machine import Step, ask_to_choose
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, cards, discard, draw, selection, terms, triggers, turn
from oracle.mindbug.defeat import defeat
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.selection import FILTERS, GROUPS, Candidates, Filter, Matches
from oracle.mindbug.table import ACTIVE, DISCARD, EXHAUSTED, PLAY, POWER, SOURCE, YOU
from oracle.mindbug.triggers import may_not_activate
from oracle.mindbug.words import CONDITIONS, Condition
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("mindbug", "terms")


def reading(text: Any, change: Callable[[Selection], Selection]) -> Any:
    """A text with every noun phrase in it changed."""
    if isinstance(text, Selection):
        return change(text)
    if isinstance(text, Call):
        return mb.saying(text, **{name: reading(value, change) for name, value in text.args})
    return tuple(reading(each, change) for each in text) if isinstance(text, tuple) else text


def is_plain(phrase: Selection) -> bool:
    """Whether a noun phrase says just `a creature`."""
    return phrase.noun == "creature" and phrase.side == "any"


def rereading(read: Callable[[Selection], Selection]) -> do.Change:
    """Change the noun phrases of all triggered effects."""
    return mb.each_ability(
        lambda old: [evolve(old, body=reading(old.body, read)) if old.kind == "trigger" else old]
    )


AS_IF("'a creature' meant 'an enemy creature'", "mb.term.creature").so(
    "creature-means-enemy", rereading(lambda it: evolve(it, side="enemy") if is_plain(it) else it)
)
AS_IF("'an enemy creature' meant 'a creature'", "mb.term.enemy").so(
    "enemy-means-any", rereading(lambda it: evolve(it, side="any") if it.side == "enemy" else it)
)


@do.verb
def meaning(change: Changes, leaves_out: Callable[[Selection, State, int, int], bool]) -> None:
    """Let noun phrases about creatures leave some out: `(phrase, state, source, card)`."""

    @change.result(selection.bind_candidates)
    def candidates_of(found: Candidates, phrase: Selection | Call) -> Candidates:
        if isinstance(phrase, Call) or phrase.noun != "creature":
            return found
        return lambda machine, state, source, you: [
            card
            for card in found(machine, state, source, you)
            if not leaves_out(phrase, state, source, card)
        ]

    @change.result(selection.bind_matches)
    def matches_of(fits: Matches, phrase: Selection | Call) -> Matches:
        if isinstance(phrase, Call):
            return fits
        return lambda machine, state, source, you, card: (
            fits(machine, state, source, you, card) and not leaves_out(phrase, state, source, card)
        )


AS_IF("'other' left out equal copies of the same creature", "mb.term.allied", "mb.setup.pool").so(
    "twins-are-not-others",
    meaning(lambda text, state, source, c: text.other and state.cards[c] == state.cards[source]),
)
AS_IF("'allied creatures' left out the creature that says it", "mb.term.allied").so(
    "allied-without-itself",
    meaning(lambda it, state, source, card: it.side == "allied" and card == source),
)
AS_IF("discarded cards went to the discard pile of the opponent", "mb.term.discard").so(
    "discard-to-the-opponent",
    mb.moves(discard.discard, lambda state, card: 2 * DISCARD + 1 - state.where[card]),
)
AS_IF(
    "the refill came after each card of a discard, and drawn cards were discarded too",
    "mb.term.discard-all",
).so("refill-feeds-the-discard", do.turn_round("refill_after_each_card"))
AS_IF(
    "several cards were stolen one by one, or together where the option says one by one",
    "mb.term.steal",
).so("stolen-otherwise", do.result(terms, "stolen_in_turn")(lambda in_turn: not in_turn))
AS_IF(
    "a creature whose control changes were no longer exhausted", "mb.term.control-keeps-state"
).so(
    "control-refreshes",
    mb.when_done(terms.take_control, lambda state, card: atoms.unmark(state, card, EXHAUSTED)),
)
AS_IF("a Play effect happened when control of the creature changes", "mb.term.control-no-play").so(
    "control-plays",
    mb.when_done(
        terms.take_control,
        lambda machine, state, card, seat: triggers.trigger(machine, state, "play", card, seat),
    ),
)


def returning(home: Callable[[State, int, int], int]) -> do.Change:
    """Let a card return to the hand of another player, by the card and who would get it."""
    return mb.given(
        draw.take_into_hand,
        seat=lambda state, card, seat, kind: home(state, card, seat) if kind == "return" else seat,
    )


AS_IF("a stolen creature returned to the hand of its first owner", "mb.term.return").so(
    "return-to-the-first-owner", remember_owners, returning(owner)
)
AS_IF("a returned creature went to the hand of the player of the effect", "mb.term.return").so(
    "return-to-the-player", returning(lambda state, card, seat: int(state.stack[-1][YOU]))
)


@AS_IF("effects on creatures reached those in the discard piles", "mb.term.card")
@do.around(selection.bind_choice)
def discarded_creatures_too(bind_choice: Any, phrase: Selection | Call) -> Any:
    choose, *others = bind_choice()
    if isinstance(phrase, Call) or phrase.noun != "creature":
        return [choose, *others]

    def with_piles(options: Any, machine: Mindbug, state: State, frame: Frame) -> Any:
        return sorted({*options, *state.zones[DISCARD], *state.zones[DISCARD + 1]})

    return [mb.offered(choose, with_piles), *others]


@AS_IF(
    "a player who holds fewer cards than are to be discarded discarded none",
    "mb.term.discard-all",
    "mb.effect.impossible",
)
@do.around(discard, "ask_to_choose")
def too_few_discards_nothing(ask: Any, state: State) -> None:
    if state.log and state.log[-1][0] == "impossible":
        state.answer = ()
    else:
        ask()


@AS_IF("stolen cards went to the thief's discard pile, not hand", "mb.term.steal")
@do.after(draw.take_into_hand)
def stolen_cards_are_discarded(state: State, card: int, seat: int, kind: str) -> None:
    if kind == "steal":
        atoms.move(state, card, DISCARD + seat)


@AS_IF("control of a creature lasted for one turn", "mb.term.control")
def control_for_a_turn(change: Changes) -> None:
    @change.before(turn.begin)
    def begin_and_give_back(state: State) -> None:
        for card, marks in enumerate(state.marks):
            if marks & ON_LOAN:
                state.marks[card] &= ~ON_LOAN
                if PLAY <= state.where[card] <= PLAY + 1:
                    atoms.move(state, card, PLAY + 1 - (state.where[card] - PLAY))

    mb.when_done(terms.take_control, lambda state, card: atoms.mark(state, card, ON_LOAN))(change)


# --- powers ------------------------------------------------------------------------------------

AS_IF("'with a Play effect' meant with any effect", "mb.term.with-effect").so(
    "with-any-effect",
    do.instead(FILTERS, "with-effect")(
        lambda: lambda machine, state, card, source: state.cards[card] in machine.triggered_at_all
    ),
)

EXTREMES: dict[str, Callable[[Any], int]] = {"highest-power": max, "lowest-power": min}

AS_IF(
    "of several creatures with the highest or lowest power only one were meant",
    "mb.term.highest-power",
).so("one-of-the-highest", *(do.result(GROUPS, word)(lambda found: found[:1]) for word in EXTREMES))


def _printed(machine: Mindbug, state: State, card: int) -> int:
    return machine.power[state.cards[card]]


@do.verb
def extremes(change: Changes, power: Any, *, everybody: bool) -> None:
    """Find the highest and the lowest power otherwise."""

    def extreme(pick: Callable[[Any], int]) -> selection.Group:
        def group(machine: Mindbug, state: State, found: list[int]) -> list[int]:
            among = mb.all_in_play(state) if everybody else found
            wanted = pick([power(machine, state, card) for card in among]) if among else 0
            return [card for card in found if power(machine, state, card) == wanted]

        return group

    for word, pick in EXTREMES.items():
        change.put(GROUPS, word, extreme(pick))


AS_IF("the highest and the lowest power were found by printed power", "mb.term.highest-power").so(
    "highest-printed-power", extremes(_printed, everybody=False)
)
AS_IF(
    "the highest and the lowest power were found among all creatures in play",
    "mb.term.highest-power",
).so("highest-of-all", extremes(cards.power_of, everybody=True))


@AS_IF(
    "'with a Play effect' left out creatures whose effect cannot be used now", "mb.term.with-effect"
)
@do.around(FILTERS, "with-effect")
def with_a_usable_effect(bind: Any, call: Call) -> Any:
    fits, head = bind(), str(call["trigger"])

    def usable(machine: Mindbug, state: State, card: int, source: int) -> bool:
        if not fits(machine, state, card, source):
            return False
        return may_not_activate(machine, state, head, state.registers[ACTIVE]) is None

    return usable


@AS_IF("a card that is not in play had the power it would have there", "mb.term.printed-power")
@do.around(cards.power_of)
def power_as_if_in_play(power_of: Any, machine: Mindbug, state: State, card: int) -> Any:
    if mb.in_play(state, card):
        return power_of()
    tried = state.clone()
    seat = state.registers[ACTIVE]
    tried.zones[state.where[card]].remove(card)
    tried.zones[PLAY + seat].append(card)
    tried.where[card] = PLAY + seat
    tried.derived = None
    return int(derive(machine, tried)[POWER][card])


# --- equal powers ------------------------------------------------------------------------------

AS_IF(
    "the first of two creatures with equal power could be one without an equal",
    "mb.term.equal-power-choice",
).so(
    "a-pair-from-all",
    do.result(selection._choose_equals)(
        lambda steps: [
            mb.offered(steps[0], lambda o, m, state, f: mb.all_in_play(state)),
            *steps[1:],
        ]
    ),
)


@AS_IF("powers were equal if the printed powers are", "mb.term.equal-power")
def equal_printed_power(change: Changes) -> None:
    @change.instead(FILTERS, "power-shared")
    def bind_shared() -> Filter:
        def shares(machine: Mindbug, state: State, card: int, source: int) -> bool:
            powers = [_printed(machine, state, other) for other in mb.all_in_play(state)]
            return powers.count(_printed(machine, state, card)) > 1

        return shares

    @change.instead(CONDITIONS, "shared-power")
    def bind_sharing(linker: Linker, call: Call) -> Condition:
        found = selection.bind_candidates(linker, linker.phrase(call["creatures"]))

        def share(machine: Mindbug, state: State, source: int, you: int, last: Any = None) -> bool:
            theirs = [_printed(machine, state, c) for c in found(machine, state, source, you)]
            return len(set(theirs)) < len(theirs)

        return share

    looking = [cards.power_of]
    change.instead(cards.power_of)(lambda machine, state, card: looking[-1](machine, state, card))

    def by_print(step: Step) -> Step:
        def look_at_print(machine: Mindbug, state: State, frame: Frame) -> None:
            looking.append(_printed)
            step(machine, state, frame)
            looking.pop()

        return look_at_print

    change.result(selection._choose_equals)(lambda steps: list(map(by_print, steps)))


@AS_IF(
    "where no two creatures have equal power, one were chosen all the same", "mb.term.equal-power"
)
@do.around(selection._choose_equals)
def one_without_an_equal(choose_equals: Any, who: Any, rules: Any) -> Any:
    first, others, together = choose_equals()

    def choose_first(machine: Mindbug, state: State, frame: Frame) -> None:
        first(machine, state, frame)
        if state.pending is None:
            found = mb.all_in_play(state)
            if found:
                seat = who(machine, state, frame[SOURCE], frame[YOU])
                ask_to_choose(state, "choose", seat, found, 1, 1, frame[SOURCE], rules)

    def choose_others(machine: Mindbug, state: State, frame: Frame) -> None:
        others(machine, state, frame)
        if state.pending is not None and not state.pending[2]:
            state.pending = None
            state.answer = ()

    return [choose_first, choose_others, together]


@AS_IF("'2 creatures with equal power' meant any 2 that have an equal", "mb.term.equal-power")
@do.around(selection._choose_equals)
def two_of_any_power(choose_equals: Any, candidates: Any) -> Any:
    first, others, together = choose_equals()
    chosen: list[int] = []

    def note(machine: Mindbug, state: State, frame: Frame) -> None:
        chosen[:] = state.answer
        others(machine, state, frame)

    def any_left(options: Any, machine: Mindbug, state: State, frame: Frame) -> Any:
        found = candidates(machine, state, frame[SOURCE], frame[YOU])
        return [card for card in found if card not in chosen]

    return [first, mb.offered(note, any_left), together]


@AS_IF(
    "the first creature of a pair were defeated before the second is chosen",
    "mb.term.equal-power-choice",
)
@do.result(selection._choose_equals)
def first_of_a_pair_at_once(steps: Any) -> Any:
    first, others, together = steps

    def defeat_and_choose(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer:
            why = ("mb.effect.full",), (), ()
            defeat(machine, state, state.answer, frame[SOURCE], why)
        others(machine, state, frame)

    def those_left(machine: Mindbug, state: State, frame: Frame) -> None:
        together(machine, state, frame)
        state.answer = tuple(card for card in state.answer if mb.in_play(state, card))

    return [first, defeat_and_choose, those_left]
