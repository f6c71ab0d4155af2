"""Misreadings of turns: their phases, their start, whose is next, and further turns."""

from __future__ import annotations

from functools import partial
from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.flow import only_if
from oracle.kernel.state import Frame, State
from oracle.tokyo import end, moments, resolve, table, turn, uses, victory
from oracle.tokyo.binding import CONDITIONS, EFFECTS, Condition
from oracle.tokyo.buy import BOUGHT_NOW, CUT
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import TAKEN_NOW
from oracle.tokyo.monsters import in_tokyo, others
from oracle.tokyo.table import ACTIVE, AREA, NONE, SOURCE, YOU
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "turn")

OWNER, CARDS = 2, 3
"""Locals of the frame that looks once more for effects of the start."""

IN_TOKYO = "starts-in-tokyo"


# --- whose turn, and its phases ------------------------------------------------------------------
@AS_IF("the end of your turn were that of any turn", "kt.turn.active")
@do.after(end.finish)
def your_turn_is_any_turn(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in others(machine, state, frame[turn.SEAT]):
        moments.happen(machine, state, "turn-ends", seat, (seat, 0))


@AS_IF("the start of your turn were that of any", "kt.turn.active")
@do.after(turn.start_effects)
def your_turn_starts_any_turn(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in others(machine, state, frame[turn.SEAT]):
        moments.happen(machine, state, "turn-starts", seat, (seat, 0))


in_order = partial(own.in_order, turn.TURNS)


AS_IF("cards were bought before Tokyo is entered", "kt.turn.phases").so(
    "buy-before-entering", in_order(turn.buy, turn.enter)
)
AS_IF("cards were bought before the roll", "kt.turn.phases").so(
    "buy-before-rolling", in_order(turn.buy, turn.roll, turn.resolve, turn.enter)
)
AS_IF("Tokyo were entered before the dice are resolved", "kt.turn.phases").so(
    "enter-before-resolving", in_order(turn.enter, turn.resolve)
)


@AS_IF("cards could be bought again at the end", "kt.turn.phases")
@do.before(victory.look_at_stars)
def two_buy_phases(machine: Tokyo, state: State, frame: Frame) -> None:
    if not frame[CUT]:
        turn.buy(machine, state, frame)


# --- the start -----------------------------------------------------------------------------------
@do.verb
def looking_again(change: Changes, head: str) -> None:
    """Let what has come into force at the start of a turn work after all else."""

    def look_again(machine: Tokyo, state: State, frame: Frame) -> None:
        seat, known = frame[OWNER], frame[CARDS]
        state.stack.pop()
        found = moments.at(machine, state, head, seat)
        fresh = [entry for entry in found if entry not in known]
        if head != IN_TOKYO or in_tokyo(machine, state, seat):
            moments.begin_moment(state, seat, (seat, 0), fresh)

    number = change.procedure("start-again", look_again, remembers=2)

    @change.before(turn.start_effects)
    def remember(machine: Tokyo, state: State, frame: Frame) -> None:
        found = tuple(moments.at(machine, state, head, frame[turn.SEAT]))
        state.stack.append([number, 0, frame[turn.SEAT], found])


AS_IF("the stars for Tokyo came after the other effects", "kt.turn.start").so(
    "stars-after-effects",
    in_order(turn.start_effects, turn.begin),
    do.before(turn.start_effects)(
        lambda state, frame: setitem(state.registers, ACTIVE, frame[turn.SEAT])
    ),
)
AS_IF("the start of a turn came after its roll", "kt.turn.start").so(
    "start-after-rolling", in_order(turn.roll, turn.start_effects)
)
AS_IF("nobody chose the order of the effects at the start", "kt.turn.start").so(
    "start-in-order-of-cards",
    do.instead(turn, "begin_moment")(partial(moments.begin_moment, ordered=False)),
)
AS_IF(
    "an effect that comes into force at the start took place then too", "kt.turn.start-effects"
).so("new-effects-at-once", looking_again("turn-starts"))
AS_IF("a card copied at the start added to the stars for Tokyo", "kt.turn.start-effects").so(
    "stars-for-new-cards", looking_again(IN_TOKYO)
)


# --- who is next ---------------------------------------------------------------------------------
@AS_IF("the turn did not pass on", "kt.turn.next")
@do.around(turn.pass_on)
def same_monster_again(pass_on: Any, state: State, frame: Frame) -> None:
    seat, promised = frame[turn.SEAT], frame[turn.FURTHER]
    pass_on()
    if not promised and state.counters[seat]:
        frame[turn.SEAT] = seat


@AS_IF("the monster after an eliminated one missed its turn too", "kt.turn.next")
@do.around(turn.pass_on)
def fallen_neighbour_misses(pass_on: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    promised = frame[turn.FURTHER]
    pass_on()
    seat = frame[turn.SEAT]
    if not promised and not state.counters[seat - 1]:
        frame[turn.SEAT] = others(machine, state, seat)[0]


# --- further turns -------------------------------------------------------------------------------
@AS_IF("a further turn came after the next monster's", "kt.turn.extra")
@do.around(turn.pass_on)
def another_after_the_next(pass_on: Any, frame: Frame) -> None:
    promised = frame[turn.FURTHER]
    own = frame[turn.BACK_TO] == NONE and promised and promised[0][0] == frame[turn.SEAT]
    frame[turn.FURTHER] = () if own else promised
    pass_on()
    if own:
        frame[turn.FURTHER] = promised


@AS_IF("a further turn had no start of its own in Tokyo", "kt.turn.extra-whole")
@do.around(turn.begin)
def no_stars_in_another(begin: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    place = state.counters[machine.place + frame[turn.SEAT]]
    if frame[turn.BACK_TO] == frame[turn.SEAT]:
        state.counters[machine.place + frame[turn.SEAT]] = 0
    begin()
    state.counters[machine.place + frame[turn.SEAT]] = place


@AS_IF("the further turn of an eliminated monster went to the next one", "kt.turn.extra-several")
@do.before(turn.pass_on)
def turn_left_behind(machine: Tokyo, state: State, frame: Frame) -> None:
    frame[turn.FURTHER] = tuple(
        (seat if state.counters[seat] else others(machine, state, seat)[0], fewer)
        for seat, fewer in frame[turn.FURTHER]
    )


@AS_IF("a turn out of order came before all others", "kt.turn.extra-foreign")
@do.before(turn.pass_on)
def foreign_turn_first(frame: Frame) -> None:
    foreign = sorted(frame[turn.FURTHER], key=lambda entry: bool(entry[0] == frame[turn.SEAT]))
    frame[turn.FURTHER] = tuple(foreign)


AS_IF("what was used once a turn could not be used in a further turn", "kt.turn.extra-whole").so(
    "used-is-used",
    own.keeps(
        turn.begin,
        lambda frame: (frame, turn.USED),
        lambda frame: frame[turn.BACK_TO] == frame[turn.SEAT],
    ),
)
AS_IF("a further turn always began at once", "kt.turn.extra").so(
    "turn-ends-for-another", do.answer("ends_turn_for_another", True)
)
AS_IF("a further turn never began at once", "kt.turn.extra").so(
    "turn-goes-on", do.answer("ends_turn_for_another", False)
)
AS_IF("a turn before a further one had no end phase", "kt.turn.extra").so(
    "no-end-before-another", do.unless(end.finish)(lambda frame: frame[turn.FURTHER])
)
AS_IF("a further turn at once began before the look at the stars", "kt.turn.extra").so(
    "no-look-before-another", do.unless(victory.look_at_stars)(lambda frame: frame[CUT])
)
AS_IF("only one further turn could be given", "kt.turn.extra-several").so(
    "only-one-another",
    do.before(turn.pass_on)(lambda frame: setitem(frame, turn.FURTHER, frame[turn.FURTHER][:1])),
)
AS_IF("the turn given last were taken first", "kt.turn.extra-several").so(
    "last-given-first",
    do.before(turn.pass_on)(lambda frame: setitem(frame, turn.FURTHER, frame[turn.FURTHER][::-1])),
    do.after(turn.pass_on)(lambda frame: setitem(frame, turn.FURTHER, frame[turn.FURTHER][::-1])),
)
AS_IF("a turn given by FRENZY waited for others", "kt.turn.extra-several").so(
    "frenzy-waits", do.around(turn.give_turn)(lambda give_turn: give_turn(first=False))
)
AS_IF("play went on from a monster that had a turn out of order", "kt.turn.extra-foreign").so(
    "on-from-there", do.before(turn.pass_on)(lambda frame: setitem(frame, turn.BACK_TO, NONE))
)
AS_IF("a further turn could not be had in another's turn", "kt.turn.extra-foreign").so(
    "none-in-foreign-turns",
    do.provided(turn.give_turn)(lambda state, seat: seat == state.registers[ACTIVE]),
)


# --- another turn for a number scored ------------------------------------------------------------
@AS_IF("the number had to be scored with the card at hand", "kt.turn.extra-condition")
@do.result(CONDITIONS, "scored")
def scored_with_the_card(holds: Condition) -> Condition:
    return lambda machine, state, source, you, context: (
        holds(machine, state, source, you, context) and source not in state.stack[0][BOUGHT_NOW]
    )


@own.around(turn.give_turn)
def with_fewer(dice: int | None, adding_up: bool, give_turn: Any, state: State, fewer: int) -> None:
    """Let further turns have so many dice fewer."""
    before = state.stack[0][turn.FEWER]
    state.stack[0][turn.FEWER] = before if adding_up else 0
    give_turn(fewer=fewer if dice is None else dice)
    state.stack[0][turn.FEWER] = before


AS_IF("another turn had as many dice", "kt.turn.extra-condition").so(
    "as-many-dice", with_fewer(0, True)
)
AS_IF("a turn won in a won turn had one die fewer, not two", "kt.turn.extra-condition").so(
    "always-one-fewer", with_fewer(None, False)
)


@AS_IF("another turn for a scored number could not be declined", "kt.turn.extra-condition")
@do.around(EFFECTS, "may")
def another_turn_forced(may: Any, linker: Linker, call: Call) -> Any:
    if linker.head != "turn-over":
        return may()
    possible = linker.possible(call["body"])  # type: ignore[arg-type]
    return only_if(
        lambda machine, state, frame: possible(
            machine, state, frame[SOURCE], frame[YOU], (frame[YOU], 0)
        ),
        linker.body(call["body"]),
    )


# --- how long things hold ------------------------------------------------------------------------
@AS_IF("what holds this turn held until the end of its owner's turn", "kt.turn.this-turn")
@do.around(uses.end_turn_uses)
def until_own_turn_ends(end_turn_uses: Any, state: State) -> Any:
    foreign = [entry for entry in state.lasting if entry[2] != state.registers[ACTIVE]]
    ended = end_turn_uses()
    state.lasting = [*state.lasting, *[entry for entry in foreign if entry not in state.lasting]]
    return ended


@AS_IF("once a turn meant once between two own turns", "kt.turn.this-turn")
@do.around(turn.begin)
def once_a_round(begin: Any, state: State, frame: Frame) -> None:
    used = frame[turn.USED]
    begin()
    own = state.zones[AREA + frame[turn.SEAT]]
    frame[turn.USED] = tuple(entry for entry in used if entry[0] not in own)


@do.verb
def keep(change: Changes, *registers: int) -> None:
    """Let a turn begin with what the one before has left in some registers."""
    left = tuple(each for each in turn.OF_THE_TURN if each not in registers)
    change.put(turn, "OF_THE_TURN", left)


def keep_gains(register: int) -> do.Change:
    """Let a resolve phase begin with what the one before has left in a register."""
    return own.keeps(resolve.begin_resolve, lambda state: (state.registers, register))


def keep_local(place: int) -> do.Change:
    """Let a turn begin with what the one before has left in its frame."""
    return own.keeps(turn.begin, lambda frame: (frame, place))


@AS_IF(
    "what is had once a turn came back only in a turn of its owner",
    "kt.card.once",
    "kt.turn.extra-whole",
)
@do.around(turn.begin)
def used_until_own_turn(begin: Any, state: State, frame: Frame) -> None:
    used = frame[turn.USED]
    begin()
    area = table.AREA + frame[turn.SEAT]
    frame[turn.USED] = tuple(entry for entry in used if state.where[entry[0]] != area)


AS_IF("`a turn` on an old card always meant every turn", "kt.turn.every-turn").so(
    "every-turn-always", do.answer("every_turn", True)
)
AS_IF("`a turn` on an old card never meant every turn", "kt.turn.every-turn").so(
    "every-turn-never", do.answer("every_turn", False)
)
AS_IF("what holds this turn ended with the dice", "kt.turn.this-turn").so(
    "until-the-dice-are-done", do.before(turn.enter)(turn.end_what_lasted)
)
AS_IF(
    "a triple scored in the turn before counted in this one",
    "kt.turn.extra-condition",
    "kt.turn.this-turn",
).so("scored-before", keep(table.SCORED))
AS_IF(
    "who made others lose hearts in an earlier turn had done so in this one", "kt.end.harmed-nobody"
).so("harmed-before", keep(table.HARMED))
AS_IF(
    "a place left in the turn before were taken over by the attacker of this one",
    "kt.tokyo.taken-over",
).so("left-before", keep(table.LEFT_CITY, table.LEFT_BAY))
AS_IF("hearts gained in an earlier resolve phase counted in this one", "kt.heart.card").so(
    "hearts-gained-before", keep_gains(table.GAINED_HEARTS)
)
AS_IF("energy gained in an earlier resolve phase counted in this one", "kt.energy.card").so(
    "energy-gained-before", keep_gains(table.GAINED_ENERGY)
)
AS_IF("stars gained in an earlier resolve phase counted in this one", "kt.keyword.sneaky").so(
    "stars-gained-before", keep_gains(table.GAINED_STARS), keep_gains(table.SCORED_STARS)
)
AS_IF("cards bought or taken in the turn before were new in this one", "kt.consumable.at-once").so(
    "bought-before", keep_local(BOUGHT_NOW), keep_local(TAKEN_NOW)
)
AS_IF(
    "a turn after one that was cut short were cut short too", "kt.turn.extra-whole", "kt.turn.extra"
).so("cut-before", keep_local(CUT))
