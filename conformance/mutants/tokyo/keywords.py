"""Misreadings of keywords: when they are activated, SNEAKY and FRENZY."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.consumable import all_uses
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.king import moments as king_moments
from oracle.tokyo import (
    atoms,
    borrowed,
    buying,
    elimination,
    moments,
    resolve,
    roll,
    turn,
    uses,
)
from oracle.tokyo.binding import EFFECTS, NUMBERS, Number
from oracle.tokyo.damage import CLAWS, DAMAGE, HIT
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Entry
from oracle.tokyo.monsters import in_tokyo, others
from oracle.tokyo.table import ACTIVE, DECLINE, DONE, GAINED_STARS, NONE, RESOLVER, SOURCE, YOU
from oracle.tokyo.turn import BACK_TO, END_PHASE, FRENZY, LAST, LEFT, WHOSE
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "keywords", "take-card")

STARS_LOST = Call("changed", (("change", "stars-lost"),))


# --- when ----------------------------------------------------------------------------------------


def activating(change: Changes, module: Any, options: Callable[[list[Any]], list[Any]]) -> None:
    """Let a monster that may activate keywords be offered something else."""

    def ask_otherwise(state: State, kind: str, seat: int, found: Any, *rest: Any) -> None:
        if kind in ("use", "defend") and "kt.keyword.choice" in rest[-1]:
            found = options(found)
        ask(state, kind, seat, found, *rest)

    change.put(module, "ask", ask_otherwise)


@AS_IF("must-be-activated", "a keyword could not be declined", "kt.keyword.choice")
def must_be_activated(change: Changes) -> None:
    activating(change, king_moments, lambda found: [each for each in found if each != DECLINE])


@AS_IF("one-at-a-time", "only one card could be activated at one time", "kt.keyword.several")
def one_at_a_time(change: Changes) -> None:
    offer = moments.offer

    def offer_one(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[moments.SPENT]:
            state.stack.pop()
        else:
            offer(machine, state, frame)

    change.swap(offer, offer_one)


@AS_IF(
    "last-one-works",
    "of several cards activated only the last one worked",
    "kt.keyword.several",
)
def last_one_works(change: Changes) -> None:
    begin_use = uses.begin_use

    def begin_alone(
        machine: Tokyo, state: State, number: int, card: int, seat: int, loss: int
    ) -> None:
        state.lasting = [entry for entry in state.lasting if entry[2] != seat or entry[3] is None]
        begin_use(machine, state, number, card, seat, loss)

    change.swap(begin_use, begin_alone)


@AS_IF(
    "between-rolls",
    "HUNTER and SNEAKY could be activated between rolls too",
    "kt.keyword.before-roll",
)
def between_rolls(change: Changes) -> None:
    def link_both(machine: Tokyo) -> None:
        for definition, numbers in machine.triggered["before-roll"].items():
            during = machine.triggered["during-roll"]
            during[definition] = (*during.get(definition, ()), *numbers)

    change.relink(link_both)


@AS_IF(
    "by-a-mindbugger",
    "a mindbugger could activate HUNTER and SNEAKY for the roll it took",
    "kt.keyword.before-roll",
)
def by_a_mindbugger(change: Changes) -> None:
    real = borrowed.resolve

    def open_and_resolve(machine: Tokyo, state: State, frame: Frame) -> None:
        real(machine, state, frame)
        moments.open_window(machine, state, ("before-roll",), frame[borrowed.TAKER])

    change.swap(real, open_and_resolve)


@AS_IF(
    "before-the-start",
    "HUNTER and SNEAKY were activated before all that happens at the start of the turn",
    "kt.keyword.before-roll",
)
def before_the_start(change: Changes) -> None:
    begin, start_effects, open_phase = turn.begin, turn.start_effects, roll.open_phase

    def begin_and_open(machine: Tokyo, state: State, frame: Frame) -> None:
        begin(machine, state, frame)
        moments.open_window(machine, state, ("before-roll",), frame[turn.SEAT])

    def start_late(machine: Tokyo, state: State, frame: Frame) -> None:
        start_effects(machine, state, frame)
        if in_tokyo(machine, state, frame[turn.SEAT]) and machine.tokyo_gives_stars:
            atoms.gain_stars(machine, state, frame[turn.SEAT], 2, NONE, turn.TOKYO)

    def open_later(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[roll.AGAIN_IN_TURN]:
            open_phase(machine, state, frame)

    change.put(turn, "in_tokyo", lambda machine, state, seat: False)
    change.swap(begin, begin_and_open)
    change.swap(start_effects, start_late)
    change.swap(open_phase, open_later)


# --- SNEAKY --------------------------------------------------------------------------------------


@AS_IF(
    "sneaky-in-the-end-phase",
    "SNEAKY worked in the end phase and counted the star for entering Tokyo",
    "kt.keyword.sneaky",
)
def sneaky_in_the_end_phase(change: Changes) -> None:
    def link_later(machine: Tokyo) -> None:
        for _, use in all_uses(machine):
            numbers = use.triggered.get("resolved", ())
            late = tuple(n for n in numbers if machine.abilities[n].keyword == "sneaky")
            if late:
                use.triggered["resolved"] = tuple(n for n in numbers if n not in late)
                use.triggered["turn-ends"] = late

    def stay(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.registers[RESOLVER] != state.registers[ACTIVE] + 1:
            state.registers[RESOLVER] = 0

    change.relink(link_later)
    change.swap(resolve.leave_phase, stay)


@AS_IF(
    "sneaky-counts-starting",
    "the stars for starting in Tokyo counted for SNEAKY",
    "kt.keyword.sneaky",
)
def sneaky_counts_starting(change: Changes) -> None:
    add_symbols = resolve.add_symbols

    def add_and_count(machine: Tokyo, state: State, frame: Frame) -> None:
        add_symbols(machine, state, frame)
        seat = frame[resolve.SEAT]
        if seat == state.registers[ACTIVE] and in_tokyo(machine, state, seat):
            state.registers[GAINED_STARS] += 2

    change.swap(add_symbols, add_and_count)


@AS_IF(
    "sneaky-counts-what-is-left",
    "stars that the owner lost in the phase were subtracted for SNEAKY",
    "kt.keyword.sneaky",
)
def sneaky_counts_what_is_left(change: Changes) -> None:
    lose_stars = atoms.lose_stars

    def lose_and_subtract(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        lost = lose_stars(machine, state, seat, amount, cause, rules)
        atoms.note_gain(state, seat, GAINED_STARS, -lost)
        return lost

    change.swap(lose_stars, lose_and_subtract)


def losing_to_sneaky(change: Changes, loss: Callable[[Tokyo, State, int, int], int]) -> None:
    """Let a monster lose another number of stars to SNEAKY: by (machine, state, seat, stars)."""
    lose_stars = atoms.lose_stars

    def lose(machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        if "kt.keyword.sneaky-not-below-zero" in rules:
            amount = loss(machine, state, seat, amount)
        return lose_stars(machine, state, seat, amount, cause, rules)

    change.swap(lose_stars, lose)


@AS_IF(
    "sneaky-after-its-owner",
    "SNEAKY of a monster eliminated in its resolve phase still took stars",
    "kt.keyword.sneaky",
)
def sneaky_after_its_owner(change: Changes) -> None:
    eliminate = elimination.eliminate

    def eliminate_and_take(machine: Tokyo, state: State, seat: int, *, by_claws: bool) -> None:
        sneaky = any("resolved" in use.triggered for _, use in uses.in_use(machine, state, seat))
        eliminate(machine, state, seat, by_claws=by_claws)
        for other in others(machine, state, seat) if sneaky else ():
            lost = state.registers[GAINED_STARS]
            atoms.lose_stars(machine, state, other, lost, NONE, ())

    change.swap(eliminate, eliminate_and_take)


@AS_IF("sneaky-in-tokyo-only", "SNEAKY took stars in Tokyo only", "kt.keyword.sneaky")
def sneaky_in_tokyo_only(change: Changes) -> None:
    losing_to_sneaky(
        change,
        lambda machine, state, seat, stars: stars if in_tokyo(machine, state, seat) else 0,
    )


@AS_IF("sneaky-steals", "the stars that SNEAKY takes were its owner's", "kt.keyword.sneaky")
def sneaky_steals(change: Changes) -> None:
    lose_stars = EFFECTS["lose-stars"]

    def lose_and_gain(linker: Linker, call: Call) -> list[Any]:
        if linker.head != "resolved":
            return lose_stars(linker, call)

        def gain(machine: Tokyo, state: State, frame: Frame) -> None:
            atoms.gain_stars(machine, state, frame[YOU], frame[DONE], frame[SOURCE], ())

        return [*lose_stars(linker, call), gain]

    change.put(EFFECTS, "lose-stars", lose_and_gain)


@AS_IF(
    "sneaky-spares-the-poor",
    "a monster with fewer stars than SNEAKY takes lost none",
    "kt.keyword.sneaky-not-below-zero",
)
def sneaky_spares_the_poor(change: Changes) -> None:
    losing_to_sneaky(
        change,
        lambda machine, state, seat, stars: (
            stars if stars <= state.counters[machine.stars + seat] else 0
        ),
    )


@AS_IF(
    "sneaky-hearts-for-all",
    "hearts were lost for stars that a monster did not have too",
    "kt.keyword.sneaky-hearts",
)
def sneaky_hearts_for_all(change: Changes) -> None:
    changed = NUMBERS["changed"]

    def count_all(linker: Linker, call: Call) -> Number:
        if call == STARS_LOST:
            return lambda machine, state, frame, whose: state.registers[GAINED_STARS]
        return changed(linker, call)

    change.put(NUMBERS, "changed", count_all)


@AS_IF(
    "sneaky-hearts-by-claws",
    "the hearts lost for SNEAKY were lost to claws",
    "kt.keyword.sneaky-hearts",
)
def sneaky_hearts_by_claws(change: Changes) -> None:
    as_if_clawed(change, lambda linker, call: call.get("count") == STARS_LOST)


def as_if_clawed(change: Changes, means: Callable[[Linker, Call], bool]) -> None:
    """Let hearts that some texts take be lost as if to claws."""
    lose_hearts = EFFECTS["lose-hearts"]

    def lose_to_claws(linker: Linker, call: Call) -> list[Any]:
        *before, act = lose_hearts(linker, call)

        def act_with_claws(machine: Tokyo, state: State, frame: Frame) -> None:
            act(machine, state, frame)
            dealt = state.stack[-1]
            if dealt[0] == DAMAGE:
                dealt[CLAWS], dealt[HIT] = 1, tuple(1 for _ in dealt[HIT])

        return [*before, act_with_claws if means(linker, call) else act]

    change.put(EFFECTS, "lose-hearts", lose_to_claws)


# --- FRENZY --------------------------------------------------------------------------------------


def frenzies(machine: Tokyo, state: State, seat: int) -> tuple[Entry, ...]:
    """The FRENZY cards of a monster."""
    found = moments.at(machine, state, "turn-ends", seat)
    return tuple(entry for entry in found if machine.abilities[entry[1]].uses)


def offer_frenzy(machine: Tokyo, state: State, seat: int) -> None:
    """Ask a monster now whether it activates FRENZY."""
    state.stack.append([END_PHASE, FRENZY.at, seat, (), 1, frenzies(machine, state, seat)])


def finishing(change: Changes, otherwise: Callable[[Tokyo, State, Frame], None]) -> None:
    """Let the end phase go otherwise, whose frame is given."""
    finish = turn.finish

    def finish_otherwise(machine: Tokyo, state: State, frame: Frame) -> None:
        finish(machine, state, frame)
        if state.stack[-1][0] == END_PHASE:
            otherwise(machine, state, state.stack[-1])

    change.swap(finish, finish_otherwise)


@AS_IF("frenzy-first", "FRENZY came before the effects of the end phase", "kt.keyword.frenzy")
def frenzy_first(change: Changes) -> None:
    def offer(machine: Tokyo, state: State, phase: Frame) -> None:
        phase[LAST] = ()
        offer_frenzy(machine, state, phase[WHOSE])

    finishing(change, offer)


@AS_IF("frenzy-after-the-stars", "FRENZY came after the stars are looked at", "kt.keyword.frenzy")
def frenzy_after_the_stars(change: Changes) -> None:
    turn_is_over = turn.turn_is_over

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        turn_is_over(machine, state, frame)
        if state.counters[frame[turn.SEAT]]:
            offer_frenzy(machine, state, frame[turn.SEAT])

    def leave_out(machine: Tokyo, state: State, phase: Frame) -> None:
        phase[LAST] = ()

    finishing(change, leave_out)
    change.swap(turn_is_over, offer)


@AS_IF("frenzy-by-a-mindbugger", "a mindbugger could activate FRENZY", "kt.keyword.frenzy")
def frenzy_by_a_mindbugger(change: Changes) -> None:
    give_back = borrowed.give_back

    def offer_and_give_back(machine: Tokyo, state: State, frame: Frame) -> None:
        give_back(machine, state, frame)
        if state.counters[frame[borrowed.TAKER]]:
            offer_frenzy(machine, state, frame[borrowed.TAKER])

    change.swap(give_back, offer_and_give_back)


@AS_IF(
    "frenzy-waits-in-line",
    "the turn that FRENZY gives came after other further turns",
    "kt.keyword.frenzy",
)
def frenzy_waits_in_line(change: Changes) -> None:
    give_turn = turn.give_turn

    def give_last(
        machine: Tokyo, state: State, seat: int, fewer: int, cause: int, *, first: bool = False
    ) -> None:
        give_turn(machine, state, seat, fewer, cause, first=False)

    change.swap(give_turn, give_last)


@AS_IF("frenzy-without-start", "nothing happened at the start of it", "kt.keyword.frenzy-turn")
def frenzy_without_start(change: Changes) -> None:
    def starts_there(machine: Tokyo, state: State, seat: int) -> bool:
        return state.stack[0][BACK_TO] == NONE and in_tokyo(machine, state, seat)

    change.put(turn, "in_tokyo", starts_there)


@AS_IF("frenzy-is-safe", "the roll of a FRENZY turn could not be taken", "kt.keyword.frenzy-turn")
def frenzy_is_safe(change: Changes) -> None:
    offer = turn.offer

    def offer_usual_turns(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[BACK_TO] == NONE:
            offer(machine, state, frame)

    change.swap(offer, offer_usual_turns)


@AS_IF(
    "frenzy-price-at-once",
    "what is set for the FRENZY turn were about the turn before it",
    "kt.keyword.frenzy-turn",
)
def frenzy_price_at_once(change: Changes) -> None:
    turn_is_over = turn.turn_is_over

    def pay_and_go_on(machine: Tokyo, state: State, frame: Frame) -> None:
        turn_is_over(machine, state, frame)
        seat = frame[turn.SEAT]
        due = [
            (card, number)
            for card, use in uses.in_use(machine, state, seat)
            for number in use.triggered.get("given-turn-ends", ())
        ]
        moments.begin_moment(state, seat, (seat, 0), due)

    change.swap(turn_is_over, pay_and_go_on)
    change.put(uses, "FOR_GIVEN_TURN", "never")


@AS_IF(
    "frenzy-several",
    "several FRENZY cards could be activated at the end of a turn",
    "kt.keyword.frenzy-one",
)
def frenzy_several(change: Changes) -> None:
    take_last = turn.take_last

    def take_and_ask(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer != DECLINE:
            offer_frenzy(machine, state, frame[WHOSE])
            state.stack[-1], state.stack[-2] = state.stack[-2], state.stack[-1]
        take_last(machine, state, frame)

    change.swap(take_last, take_and_ask)


@AS_IF(
    "frenzy-not-after-frenzy",
    "FRENZY could not be activated at the end of a FRENZY turn",
    "kt.keyword.frenzy-one",
)
def frenzy_not_after_frenzy(change: Changes) -> None:
    def leave_out(machine: Tokyo, state: State, phase: Frame) -> None:
        if state.stack[0][BACK_TO] != NONE:
            phase[LAST] = ()

    finishing(change, leave_out)


@AS_IF(
    "frenzy-price-every-turn",
    "what FRENZY costs were lost at the end of later turns too",
    "kt.keyword.frenzy-price",
)
def frenzy_price_every_turn(change: Changes) -> None:
    end_turn_uses = uses.end_turn_uses

    def end_less(machine: Tokyo, state: State) -> bool:
        lasting = state.lasting
        ended = end_turn_uses(machine, state)
        state.lasting = [
            entry for entry in lasting if entry in state.lasting or costs(machine, entry[0])
        ]
        return ended

    def costs(machine: Tokyo, number: int) -> bool:
        use = machine.lasting[number].use
        return use is not None and use.lasts == uses.FOR_GIVEN_TURN

    change.swap(end_turn_uses, end_less)


@AS_IF(
    "frenzy-price-last",
    "what FRENZY costs came after all other effects of the end phase",
    "kt.keyword.frenzy-price",
)
def frenzy_price_last(change: Changes) -> None:
    def pay_last(machine: Tokyo, state: State, phase: Frame) -> None:
        due = [entry for entry in phase[LEFT] if is_price(machine, entry)]
        phase[LEFT] = tuple(entry for entry in phase[LEFT] if entry not in due)
        state.stack.insert(-1, [END_PHASE, 0, phase[WHOSE], tuple(due), 1, phase[LAST]])
        phase[LAST] = ()

    def is_price(machine: Tokyo, entry: Entry) -> bool:
        return machine.abilities[entry[1]].head == "given-turn-ends"

    finishing(change, pay_last)


@AS_IF(
    "frenzy-price-by-claws",
    "the hearts that FRENZY costs could be saved by TOUGH",
    "kt.keyword.frenzy-price",
)
def frenzy_price_by_claws(change: Changes) -> None:
    as_if_clawed(change, lambda linker, call: linker.head == "given-turn-ends")


# --- prices that are due after all ---------------------------------------------------------------


@AS_IF(
    "nobody-looks-again",
    "the stars were looked at only before the price is lost",
    "kt.keyword.frenzy-price",
)
def nobody_looks_again(change: Changes) -> None:
    change.swap(turn.look_again, lambda machine, state, frame: None)


@AS_IF(
    "no-price-when-cut",
    "nothing were due for a turn that ends without an end phase",
    "kt.keyword.frenzy-price",
)
def no_price_when_cut(change: Changes) -> None:
    finish = turn.finish

    def finish_unless_cut(machine: Tokyo, state: State, frame: Frame) -> None:
        if not frame[buying.CUT]:
            finish(machine, state, frame)

    change.swap(finish, finish_unless_cut)
