"""Misreadings of turns: their phases, their start, whose is next, and further turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.flow import only_if
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from oracle.tokyo import end, moments, turn, uses, victory
from oracle.tokyo.binding import CONDITIONS, EFFECTS, Condition
from oracle.tokyo.buy import BOUGHT_NOW, CUT
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.monsters import in_tokyo, others
from oracle.tokyo.table import ACTIVE, AREA, NONE, PROCEDURES, SOURCE, YOU
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "turn")

OWNER, CARDS = 2, 3
"""Locals of the frame that looks once more for effects of the start."""

IN_TOKYO = "starts-in-tokyo"


@do.verb
def wrapping(
    change: Changes,
    old: Step,
    *,
    before: Callable[[Tokyo, State, Frame], None] | None = None,
    after: Callable[[Tokyo, State, Frame], None] | None = None,
) -> None:
    """Do something more before or after a step."""

    @change.instead(old)
    def step(machine: Tokyo, state: State, frame: Frame) -> None:
        if before is not None:
            before(machine, state, frame)
        old(machine, state, frame)
        if after is not None:
            after(machine, state, frame)


# --- whose turn, and its phases ------------------------------------------------------------------


@AS_IF("the end of your turn were that of any turn", "kt.turn.active")
def your_turn_is_any_turn(change: Changes) -> None:
    def let_others_end(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in others(machine, state, frame[turn.SEAT]):
            moments.happen(machine, state, "turn-ends", seat, (seat, 0))

    wrapping(end.finish, after=let_others_end)(change)


@AS_IF("the start of your turn were that of any", "kt.turn.active")
def your_turn_starts_any_turn(change: Changes) -> None:
    def let_others_start(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in others(machine, state, frame[turn.SEAT]):
            moments.happen(machine, state, "turn-starts", seat, (seat, 0))

    wrapping(turn.start_effects, after=let_others_start)(change)


@do.verb
def in_order(change: Changes, *steps: Step) -> None:
    """Let a turn have some of its steps in another order: each takes the place of the next."""
    places = [PROCEDURES.steps[turn.TURNS].index(step) for step in steps]
    ordered = list(PROCEDURES.steps[turn.TURNS])
    for place, step in zip(sorted(places), steps, strict=True):
        ordered[place] = step
    change.put(PROCEDURES.steps, turn.TURNS, tuple(ordered))


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
def two_buy_phases(change: Changes) -> None:
    def buy_again(machine: Tokyo, state: State, frame: Frame) -> None:
        if not frame[CUT]:
            turn.buy(machine, state, frame)

    wrapping(victory.look_at_stars, before=buy_again)(change)


# --- the start -----------------------------------------------------------------------------------


@AS_IF("the stars for Tokyo came after the other effects", "kt.turn.start")
def stars_after_effects(change: Changes) -> None:
    in_order(turn.start_effects, turn.begin)(change)

    def remember_whose(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[ACTIVE] = frame[turn.SEAT]

    wrapping(turn.start_effects, before=remember_whose)(change)


AS_IF("the start of a turn came after its roll", "kt.turn.start").so(
    "start-after-rolling", in_order(turn.roll, turn.start_effects)
)


@AS_IF("nobody chose the order of the effects at the start", "kt.turn.start")
@do.instead(turn, "begin_moment")
def start_in_order_of_cards(
    state: State, seat: int, context: tuple[int, int], found: list[tuple[int, int]]
) -> None:
    moments.begin_moment(state, seat, context, found, ordered=False)


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

    def remember(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        found = tuple(moments.at(machine, state, head, seat))
        state.stack.append([number, 0, seat, found])

    wrapping(turn.start_effects, before=remember)(change)


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


@AS_IF("a further turn came after the next monster's", "kt.turn.extra")
@do.around(turn.pass_on)
def another_after_the_next(pass_on: Any, frame: Frame) -> None:
    promised = frame[turn.FURTHER]
    own = frame[turn.BACK_TO] == NONE and promised and promised[0][0] == frame[turn.SEAT]
    if own:
        frame[turn.FURTHER] = ()
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


@AS_IF("what was used once a turn could not be used in a further turn", "kt.turn.extra-whole")
@do.around(turn.begin)
def used_is_used(begin: Any, frame: Frame) -> None:
    used = frame[turn.USED]
    begin()
    if frame[turn.BACK_TO] == frame[turn.SEAT]:
        frame[turn.USED] = used


@AS_IF("only one further turn could be given", "kt.turn.extra-several")
def only_one_another(change: Changes) -> None:
    def forget_the_rest(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[turn.FURTHER] = frame[turn.FURTHER][:1]

    wrapping(turn.pass_on, before=forget_the_rest)(change)


@AS_IF("the turn given last were taken first", "kt.turn.extra-several")
def last_given_first(change: Changes) -> None:
    def turn_round(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[turn.FURTHER] = frame[turn.FURTHER][::-1]

    wrapping(turn.pass_on, before=turn_round, after=turn_round)(change)


AS_IF("a turn given by FRENZY waited for others", "kt.turn.extra-several").so(
    "frenzy-waits", do.around(turn.give_turn)(lambda give_turn: give_turn(first=False))
)


@AS_IF("the further turn of an eliminated monster went to the next one", "kt.turn.extra-several")
def turn_left_behind(change: Changes) -> None:
    def hand_on(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[turn.FURTHER] = tuple(
            (seat if state.counters[seat] else others(machine, state, seat)[0], fewer)
            for seat, fewer in frame[turn.FURTHER]
        )

    wrapping(turn.pass_on, before=hand_on)(change)


@AS_IF("play went on from a monster that had a turn out of order", "kt.turn.extra-foreign")
def on_from_there(change: Changes) -> None:
    def forget_where(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[turn.BACK_TO] = NONE

    wrapping(turn.pass_on, before=forget_where)(change)


AS_IF("a further turn could not be had in another's turn", "kt.turn.extra-foreign").so(
    "none-in-foreign-turns",
    do.provided(turn.give_turn)(lambda state, seat: seat == state.registers[ACTIVE]),
)


@AS_IF("a turn out of order came before all others", "kt.turn.extra-foreign")
def foreign_turn_first(change: Changes) -> None:
    def sort(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[turn.FURTHER] = tuple(
            sorted(frame[turn.FURTHER], key=lambda entry: bool(entry[0] == frame[turn.SEAT]))
        )

    wrapping(turn.pass_on, before=sort)(change)


# --- another turn for a number scored ------------------------------------------------------------


@AS_IF("the number had to be scored with the card at hand", "kt.turn.extra-condition")
@do.result(CONDITIONS, "scored")
def scored_with_the_card(holds: Condition) -> Condition:
    return lambda machine, state, source, you, context: (
        holds(machine, state, source, you, context) and source not in state.stack[0][BOUGHT_NOW]
    )


@do.verb
def with_fewer(change: Changes, *, dice: int | None, adding_up: bool) -> None:
    """Let further turns have so many dice fewer."""

    @change.around(turn.give_turn)
    def give_another(give_turn: Any, state: State, fewer: int) -> None:
        before = state.stack[0][turn.FEWER]
        if not adding_up:
            state.stack[0][turn.FEWER] = 0
        much = fewer if dice is None else dice
        give_turn(fewer=much)
        state.stack[0][turn.FEWER] = before


AS_IF("another turn had as many dice", "kt.turn.extra-condition").so(
    "as-many-dice", with_fewer(dice=0, adding_up=True)
)
AS_IF("a turn won in a won turn had one die fewer, not two", "kt.turn.extra-condition").so(
    "always-one-fewer", with_fewer(dice=None, adding_up=False)
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


AS_IF("`a turn` on an old card always meant every turn", "kt.turn.every-turn").so(
    "every-turn-always", do.answer("every_turn", True)
)
AS_IF("`a turn` on an old card never meant every turn", "kt.turn.every-turn").so(
    "every-turn-never", do.answer("every_turn", False)
)


@AS_IF("what holds this turn held until the end of its owner's turn", "kt.turn.this-turn")
@do.around(uses.end_turn_uses)
def until_own_turn_ends(end_turn_uses: Any, state: State) -> Any:
    foreign = [entry for entry in state.lasting if entry[2] != state.registers[ACTIVE]]
    ended = end_turn_uses()
    kept = [entry for entry in foreign if entry not in state.lasting]
    state.lasting = [*state.lasting, *kept]
    return ended


AS_IF("what holds this turn ended with the dice", "kt.turn.this-turn").so(
    "until-the-dice-are-done", wrapping(turn.enter, before=turn.end_what_lasted)
)


@AS_IF("once a turn meant once between two own turns", "kt.turn.this-turn")
@do.around(turn.begin)
def once_a_round(begin: Any, state: State, frame: Frame) -> None:
    used = frame[turn.USED]
    begin()
    own = state.zones[AREA + frame[turn.SEAT]]
    frame[turn.USED] = tuple(entry for entry in used if entry[0] not in own)
