"""Misreadings of keywords: when they are activated, SNEAKY and FRENZY."""

from __future__ import annotations

from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.tokyo.consumable import all_uses, going_on
from conformance.mutants.topic import Topic
from oracle.dice_games import moments as common_moments
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    borrowed,
    buy,
    elimination,
    end,
    moments,
    resolve,
    roll,
    stars,
    turn,
    uses,
)
from oracle.tokyo.binding import EFFECTS, NUMBERS
from oracle.tokyo.damage import DAMAGE
from oracle.tokyo.end import END_PHASE, FRENZY, LAST, LEFT, WHOSE
from oracle.tokyo.linker import Linker
from oracle.tokyo.losses import CLAWS, HIT
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Entry
from oracle.tokyo.monsters import in_tokyo, others
from oracle.tokyo.table import ACTIVE, DECLINE, DONE, GAINED_STARS, NONE, RESOLVER, SOURCE, YOU
from oracle.tokyo.turn import BACK_TO
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "keywords", "take-card")

STARS_LOST = Call("changed", (("change", "stars-lost"),))


# --- when ----------------------------------------------------------------------------------------
@do.verb
def activating(change: Changes, module: Any, offered: Any) -> None:
    """Let a monster that may activate keywords be offered something else."""

    @change.around(module, "ask")
    def ask_otherwise(ask: Any, kind: str, options: Any, rules: tuple[str, ...]) -> None:
        keywords = kind in ("use", "defend") and "kt.keyword.choice" in rules
        ask(options=offered(options)) if keywords else ask()


AS_IF("a keyword could not be declined", "kt.keyword.choice").so(
    "must-be-activated",
    activating(common_moments, lambda found: [each for each in found if each != DECLINE]),
)
AS_IF("only one card could be activated at one time", "kt.keyword.several").so(
    "one-at-a-time",
    do.around(moments.offer)(
        lambda offer, state, frame: state.stack.pop() if frame[moments.SPENT] else offer()
    ),
)


@AS_IF("of several cards activated only the last one worked", "kt.keyword.several")
@do.before(uses.begin_use)
def last_one_works(state: State, seat: int) -> None:
    state.lasting = [entry for entry in state.lasting if entry[2] != seat or entry[3] is None]


@AS_IF("HUNTER and SNEAKY could be activated between rolls too", "kt.keyword.before-roll")
@do.relink
def between_rolls(machine: Tokyo) -> None:
    for definition, numbers in machine.triggered["before-roll"].items():
        during = machine.triggered["during-roll"]
        during[definition] = (*during.get(definition, ()), *numbers)


@AS_IF(
    "a mindbugger could activate HUNTER and SNEAKY for the roll it took", "kt.keyword.before-roll"
)
@do.after(borrowed.resolve)
def by_a_mindbugger(machine: Tokyo, state: State, frame: Frame) -> None:
    moments.open_window(machine, state, ("before-roll",), frame[borrowed.TAKER])


@AS_IF(
    "HUNTER and SNEAKY were activated before all that happens at the start of the turn",
    "kt.keyword.before-roll",
)
def before_the_start(change: Changes) -> None:
    @change.after(turn.begin)
    def begin_and_open(machine: Tokyo, state: State, frame: Frame) -> None:
        moments.open_window(machine, state, ("before-roll",), frame[turn.SEAT])

    @change.after(turn.start_effects)
    def start_late(machine: Tokyo, state: State, frame: Frame) -> None:
        if in_tokyo(machine, state, frame[turn.SEAT]) and machine.tokyo_gives_stars:
            stars.gain_stars(machine, state, frame[turn.SEAT], 2, NONE, turn.TOKYO)

    change.provided(roll.open_phase)(lambda frame: frame[roll.AGAIN_IN_TURN])
    change.put(turn, "in_tokyo", lambda machine, state, seat: False)


# --- SNEAKY --------------------------------------------------------------------------------------
@AS_IF(
    "SNEAKY worked in the end phase and counted the star for entering Tokyo", "kt.keyword.sneaky"
)
def sneaky_in_the_end_phase(change: Changes) -> None:
    @change.relink
    def link_later(machine: Tokyo) -> None:
        for _, use in all_uses(machine):
            numbers = use.triggered.get("resolved", ())
            late = tuple(n for n in numbers if machine.abilities[n].keyword == "sneaky")
            if late:
                use.triggered["resolved"] = tuple(n for n in numbers if n not in late)
                use.triggered["turn-ends"] = late

    @change.instead(resolve.leave_phase)
    def stay(state: State) -> None:
        if state.registers[RESOLVER] != state.registers[ACTIVE] + 1:
            state.registers[RESOLVER] = 0


@AS_IF("the stars for starting in Tokyo counted for SNEAKY", "kt.keyword.sneaky")
@do.after(resolve.add_symbols)
def sneaky_counts_starting(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[resolve.SEAT]
    if seat == state.registers[ACTIVE] and in_tokyo(machine, state, seat):
        state.registers[GAINED_STARS] += 2


@AS_IF("stars that the owner lost in the phase were subtracted for SNEAKY", "kt.keyword.sneaky")
@do.result(stars.lose_stars)
def sneaky_counts_what_is_left(lost: int, state: State, seat: int) -> int:
    atoms.note_gain(state, seat, GAINED_STARS, -lost)
    return lost


@own.around(stars.lose_stars)
def losing_to_sneaky(
    loss: Any, lose_stars: Any, machine: Tokyo, state: State, seat: int, amount: int, rules: Rules
) -> Any:
    """Let a monster lose another number of stars to SNEAKY: by (machine, state, seat, stars)."""
    if "kt.keyword.sneaky-not-below-zero" in rules:
        amount = loss(machine, state, seat, amount)
    return lose_stars(amount=amount)


@AS_IF("SNEAKY of a monster eliminated in its resolve phase still took stars", "kt.keyword.sneaky")
@do.around(elimination.eliminate)
def sneaky_after_its_owner(eliminate: Any, machine: Tokyo, state: State, seat: int) -> None:
    sneaky = any("resolved" in use.triggered for _, use in uses.in_use(machine, state, seat))
    eliminate()
    for other in others(machine, state, seat) if sneaky else ():
        stars.lose_stars(machine, state, other, state.registers[GAINED_STARS], NONE, ())


@AS_IF("the stars that SNEAKY takes were its owner's", "kt.keyword.sneaky")
@do.around(EFFECTS, "lose-stars")
def sneaky_steals(lose_stars: Any, linker: Linker) -> Any:
    if linker.head != "resolved":
        return lose_stars()

    def gain(machine: Tokyo, state: State, frame: Frame) -> None:
        stars.gain_stars(machine, state, frame[YOU], frame[DONE], frame[SOURCE], ())

    return [*lose_stars(), gain]


@AS_IF("hearts were lost for stars that a monster did not have too", "kt.keyword.sneaky-hearts")
@do.around(NUMBERS, "changed")
def sneaky_hearts_for_all(changed: Any, call: Call) -> Any:
    if call == STARS_LOST:
        return lambda machine, state, frame, whose: state.registers[GAINED_STARS]
    return changed()


def as_if_clawed(means: Any) -> do.Change:
    """Let hearts that some texts take be lost as if to claws."""

    def act_with_claws(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        act()
        dealt = state.stack[-1]
        if dealt[0] == DAMAGE:
            dealt[CLAWS], dealt[HIT] = 1, tuple(1 for _ in dealt[HIT])

    return own.last("lose-hearts", means)(act_with_claws)


AS_IF("SNEAKY took stars in Tokyo only", "kt.keyword.sneaky").so(
    "sneaky-in-tokyo-only",
    losing_to_sneaky(
        lambda machine, state, seat, stars: stars if in_tokyo(machine, state, seat) else 0
    ),
)
AS_IF(
    "a monster with fewer stars than SNEAKY takes lost none", "kt.keyword.sneaky-not-below-zero"
).so(
    "sneaky-spares-the-poor",
    losing_to_sneaky(
        lambda machine, state, seat, stars: (
            stars if stars <= state.counters[machine.stars + seat] else 0
        )
    ),
)
AS_IF("the hearts lost for SNEAKY were lost to claws", "kt.keyword.sneaky-hearts").so(
    "sneaky-hearts-by-claws", as_if_clawed(lambda linker, call: call.get("count") == STARS_LOST)
)


# --- FRENZY --------------------------------------------------------------------------------------
def frenzies(machine: Tokyo, state: State, seat: int) -> tuple[Entry, ...]:
    """The FRENZY cards of a monster."""
    found = moments.at(machine, state, "turn-ends", seat)
    return tuple(entry for entry in found if machine.abilities[entry[1]].uses)


def offer_frenzy(machine: Tokyo, state: State, seat: int) -> None:
    """Ask a monster now whether it activates FRENZY."""
    state.stack.append([END_PHASE, FRENZY.at, seat, (), 1, frenzies(machine, state, seat)])


@own.after(end.finish)
def finishing(otherwise: Any, machine: Tokyo, state: State) -> None:
    """Let the end phase go otherwise, whose frame is given."""
    if state.stack[-1][0] == END_PHASE:
        otherwise(machine, state, state.stack[-1])


@AS_IF("FRENZY came before the effects of the end phase", "kt.keyword.frenzy")
@finishing
def frenzy_first(machine: Tokyo, state: State, phase: Frame) -> None:
    phase[LAST] = ()
    offer_frenzy(machine, state, phase[WHOSE])


@AS_IF("FRENZY came after the stars are looked at", "kt.keyword.frenzy")
def frenzy_after_the_stars(change: Changes) -> None:
    @change.after(turn.turn_is_over)
    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.counters[frame[turn.SEAT]]:
            offer_frenzy(machine, state, frame[turn.SEAT])

    def leave_out(machine: Tokyo, state: State, phase: Frame) -> None:
        phase[LAST] = ()

    finishing(leave_out)(change)


@AS_IF("a mindbugger could activate FRENZY", "kt.keyword.frenzy")
@do.after(borrowed.give_back)
def frenzy_by_a_mindbugger(machine: Tokyo, state: State, frame: Frame) -> None:
    if state.counters[frame[borrowed.TAKER]]:
        offer_frenzy(machine, state, frame[borrowed.TAKER])


@AS_IF("nothing happened at the start of it", "kt.keyword.frenzy-turn")
@do.around(turn, "in_tokyo")
def frenzy_without_start(in_tokyo: Any, state: State) -> Any:
    return state.stack[0][BACK_TO] == NONE and in_tokyo()


@AS_IF("what is set for the FRENZY turn were about the turn before it", "kt.keyword.frenzy-turn")
@own.also(do.put(uses, "FOR_GIVEN_TURN", "never"))
@do.after(turn.turn_is_over)
def frenzy_price_at_once(machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[turn.SEAT]
    due = [
        (card, number)
        for card, use in uses.in_use(machine, state, seat)
        for number in use.triggered.get("given-turn-ends", ())
    ]
    moments.begin_moment(state, seat, (seat, 0), due)


@AS_IF("several FRENZY cards could be activated at the end of a turn", "kt.keyword.frenzy-one")
@do.before(end.take_last)
def frenzy_several(machine: Tokyo, state: State, frame: Frame) -> None:
    if state.answer != DECLINE:
        offer_frenzy(machine, state, frame[WHOSE])
        state.stack[-1], state.stack[-2] = state.stack[-2], state.stack[-1]


@AS_IF("FRENZY could not be activated at the end of a FRENZY turn", "kt.keyword.frenzy-one")
@finishing
def frenzy_not_after_frenzy(machine: Tokyo, state: State, phase: Frame) -> None:
    if state.stack[0][BACK_TO] != NONE:
        phase[LAST] = ()


@AS_IF("what FRENZY costs came after all other effects of the end phase", "kt.keyword.frenzy-price")
def frenzy_price_last(change: Changes) -> None:
    def pay_last(machine: Tokyo, state: State, phase: Frame) -> None:
        due = [entry for entry in phase[LEFT] if is_price(machine, entry)]
        phase[LEFT] = tuple(entry for entry in phase[LEFT] if entry not in due)
        state.stack.insert(-1, [END_PHASE, 0, phase[WHOSE], tuple(due), 1, phase[LAST]])
        phase[LAST] = ()

    def is_price(machine: Tokyo, entry: Entry) -> bool:
        return machine.abilities[entry[1]].head == "given-turn-ends"

    finishing(pay_last)(change)


AS_IF("what FRENZY costs were lost at the end of later turns too", "kt.keyword.frenzy-price").so(
    "frenzy-price-every-turn", going_on(uses.FOR_GIVEN_TURN)
)
AS_IF("the turn that FRENZY gives came after other further turns", "kt.keyword.frenzy").so(
    "frenzy-waits-in-line", do.around(turn.give_turn)(lambda give_turn: give_turn(first=False))
)
AS_IF("the roll of a FRENZY turn could not be taken", "kt.keyword.frenzy-turn").so(
    "frenzy-is-safe", do.provided(turn.offer)(lambda frame: frame[BACK_TO] == NONE)
)
AS_IF("the hearts that FRENZY costs could be saved by TOUGH", "kt.keyword.frenzy-price").so(
    "frenzy-price-by-claws", as_if_clawed(lambda linker, call: linker.head == "given-turn-ends")
)


# --- prices that are due after all ---------------------------------------------------------------
AS_IF("the stars were looked at only before the price is lost", "kt.keyword.frenzy-price").so(
    "nobody-looks-again", do.swap(turn.look_again, lambda machine, state, frame: None)
)
AS_IF("nothing were due for a turn that ends without an end phase", "kt.keyword.frenzy-price").so(
    "no-price-when-cut", do.unless(end.finish)(lambda frame: frame[buy.CUT])
)
