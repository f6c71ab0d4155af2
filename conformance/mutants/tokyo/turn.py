"""Misreadings of turns: their phases, their start, whose is next, and further turns."""

from __future__ import annotations

from collections.abc import Callable

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.flow import only_if
from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, State
from oracle.tokyo import moments, turn, uses
from oracle.tokyo.binding import CONDITIONS, EFFECTS, Condition
from oracle.tokyo.buying import BOUGHT_NOW, CUT
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.monsters import in_tokyo, others
from oracle.tokyo.table import ACTIVE, AREA, NONE, PROCEDURES, SOURCE, YOU
from rules_dsl.definitions import Call

AS_IF = Topic("tokyo", "turn")

OWNER, CARDS = 2, 3
"""Locals of the frame that looks once more for effects of the start."""

IN_TOKYO = "starts-in-tokyo"


def around(
    change: Changes,
    old: Step,
    *,
    before: Callable[[Tokyo, State, Frame], None] | None = None,
    after: Callable[[Tokyo, State, Frame], None] | None = None,
) -> None:
    """Do something more before or after a step."""

    def step(machine: Tokyo, state: State, frame: Frame) -> None:
        if before is not None:
            before(machine, state, frame)
        old(machine, state, frame)
        if after is not None:
            after(machine, state, frame)

    change.swap(old, step)


# --- whose turn, and its phases ------------------------------------------------------------------


@AS_IF("your-turn-is-any-turn", "the end of your turn were that of any turn", "kt.turn.active")
def your_turn_is_any_turn(change: Changes) -> None:
    def let_others_end(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in others(machine, state, frame[turn.SEAT]):
            moments.happen(machine, state, "turn-ends", seat, (seat, 0))

    around(change, turn.finish, after=let_others_end)


@AS_IF("your-turn-starts-any-turn", "the start of your turn were that of any", "kt.turn.active")
def your_turn_starts_any_turn(change: Changes) -> None:
    def let_others_start(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in others(machine, state, frame[turn.SEAT]):
            moments.happen(machine, state, "turn-starts", seat, (seat, 0))

    around(change, turn.start_effects, after=let_others_start)


def in_order(change: Changes, *steps: Step) -> None:
    """Let a turn have some of its steps in another order: each takes the place of the next."""
    places = [PROCEDURES.steps[turn.TURNS].index(step) for step in steps]
    ordered = list(PROCEDURES.steps[turn.TURNS])
    for place, step in zip(sorted(places), steps, strict=True):
        ordered[place] = step
    change.put(PROCEDURES.steps, turn.TURNS, tuple(ordered))


@AS_IF("buy-before-entering", "cards were bought before Tokyo is entered", "kt.turn.phases")
def buy_before_entering(change: Changes) -> None:
    in_order(change, turn.buy, turn.enter)


@AS_IF("buy-before-rolling", "cards were bought before the roll", "kt.turn.phases")
def buy_before_rolling(change: Changes) -> None:
    in_order(change, turn.buy, turn.roll, turn.resolve, turn.enter)


@AS_IF(
    "enter-before-resolving", "Tokyo were entered before the dice are resolved", "kt.turn.phases"
)
def enter_before_resolving(change: Changes) -> None:
    in_order(change, turn.enter, turn.resolve)


@AS_IF("two-buy-phases", "cards could be bought again at the end", "kt.turn.phases")
def two_buy_phases(change: Changes) -> None:
    def buy_again(machine: Tokyo, state: State, frame: Frame) -> None:
        if not frame[CUT]:
            turn.buy(machine, state, frame)

    around(change, turn.look_at_stars, before=buy_again)


# --- the start -----------------------------------------------------------------------------------


@AS_IF("stars-after-effects", "the stars for Tokyo came after the other effects", "kt.turn.start")
def stars_after_effects(change: Changes) -> None:
    in_order(change, turn.start_effects, turn.begin)

    def remember_whose(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[ACTIVE] = frame[turn.SEAT]

    around(change, turn.start_effects, before=remember_whose)


@AS_IF("start-after-rolling", "the start of a turn came after its roll", "kt.turn.start")
def start_after_rolling(change: Changes) -> None:
    in_order(change, turn.roll, turn.start_effects)


@AS_IF(
    "start-in-order-of-cards", "nobody chose the order of the effects at the start", "kt.turn.start"
)
def start_in_order_of_cards(change: Changes) -> None:
    begin_moment = moments.begin_moment

    def begin_in_order(
        state: State, seat: int, context: tuple[int, int], found: list[tuple[int, int]]
    ) -> None:
        begin_moment(state, seat, context, found, ordered=False)

    change.put(turn, "begin_moment", begin_in_order)


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

    around(change, turn.start_effects, before=remember)


@AS_IF(
    "new-effects-at-once",
    "an effect that comes into force at the start took place then too",
    "kt.turn.start-effects",
)
def new_effects_at_once(change: Changes) -> None:
    looking_again(change, "turn-starts")


@AS_IF(
    "stars-for-new-cards",
    "a card copied at the start added to the stars for Tokyo",
    "kt.turn.start-effects",
)
def stars_for_new_cards(change: Changes) -> None:
    looking_again(change, IN_TOKYO)


# --- who is next ---------------------------------------------------------------------------------


@AS_IF("same-monster-again", "the turn did not pass on", "kt.turn.next")
def same_monster_again(change: Changes) -> None:
    pass_on = turn.pass_on

    def keep_on(machine: Tokyo, state: State, frame: Frame) -> None:
        seat, promised = frame[turn.SEAT], frame[turn.FURTHER]
        pass_on(machine, state, frame)
        if not promised and state.counters[seat]:
            frame[turn.SEAT] = seat

    change.swap(pass_on, keep_on)


@AS_IF(
    "fallen-neighbour-misses",
    "the monster after an eliminated one missed its turn too",
    "kt.turn.next",
)
def fallen_neighbour_misses(change: Changes) -> None:
    pass_on = turn.pass_on

    def pass_further(machine: Tokyo, state: State, frame: Frame) -> None:
        promised = frame[turn.FURTHER]
        pass_on(machine, state, frame)
        seat = frame[turn.SEAT]
        if not promised and not state.counters[seat - 1]:
            frame[turn.SEAT] = others(machine, state, seat)[0]

    change.swap(pass_on, pass_further)


# --- further turns -------------------------------------------------------------------------------


def flag(change: Changes, name: str, value: bool) -> None:
    """Let the answer to an option be always the same."""
    change.relink(lambda machine: setattr(machine, name, value))


@AS_IF("turn-ends-for-another", "a further turn always began at once", "kt.turn.extra")
def turn_ends_for_another(change: Changes) -> None:
    flag(change, "ends_turn_for_another", True)


@AS_IF("turn-goes-on", "a further turn never began at once", "kt.turn.extra")
def turn_goes_on(change: Changes) -> None:
    flag(change, "ends_turn_for_another", False)


@AS_IF("no-end-before-another", "a turn before a further one had no end phase", "kt.turn.extra")
def no_end_before_another(change: Changes) -> None:
    finish = turn.finish

    def finish_the_last(machine: Tokyo, state: State, frame: Frame) -> None:
        if not frame[turn.FURTHER]:
            finish(machine, state, frame)

    change.swap(finish, finish_the_last)


@AS_IF(
    "no-look-before-another",
    "a further turn at once began before the look at the stars",
    "kt.turn.extra",
)
def no_look_before_another(change: Changes) -> None:
    look_at_stars = turn.look_at_stars

    def look_unless_cut(machine: Tokyo, state: State, frame: Frame) -> None:
        if not frame[CUT]:
            look_at_stars(machine, state, frame)

    change.swap(look_at_stars, look_unless_cut)


@AS_IF("another-after-the-next", "a further turn came after the next monster's", "kt.turn.extra")
def another_after_the_next(change: Changes) -> None:
    pass_on = turn.pass_on

    def pass_on_first(machine: Tokyo, state: State, frame: Frame) -> None:
        promised = frame[turn.FURTHER]
        own = frame[turn.BACK_TO] == NONE and promised and promised[0][0] == frame[turn.SEAT]
        if own:
            frame[turn.FURTHER] = ()
        pass_on(machine, state, frame)
        if own:
            frame[turn.FURTHER] = promised

    change.swap(pass_on, pass_on_first)


@AS_IF(
    "no-stars-in-another",
    "a further turn had no start of its own in Tokyo",
    "kt.turn.extra-whole",
)
def no_stars_in_another(change: Changes) -> None:
    begin = turn.begin

    def begin_without(machine: Tokyo, state: State, frame: Frame) -> None:
        place = state.counters[machine.place + frame[turn.SEAT]]
        if frame[turn.BACK_TO] == frame[turn.SEAT]:
            state.counters[machine.place + frame[turn.SEAT]] = 0
        begin(machine, state, frame)
        state.counters[machine.place + frame[turn.SEAT]] = place

    change.swap(begin, begin_without)


@AS_IF(
    "used-is-used",
    "what was used once a turn could not be used in a further turn",
    "kt.turn.extra-whole",
)
def used_is_used(change: Changes) -> None:
    begin = turn.begin

    def begin_and_remember(machine: Tokyo, state: State, frame: Frame) -> None:
        used = frame[turn.USED]
        begin(machine, state, frame)
        if frame[turn.BACK_TO] == frame[turn.SEAT]:
            frame[turn.USED] = used

    change.swap(begin, begin_and_remember)


@AS_IF("only-one-another", "only one further turn could be given", "kt.turn.extra-several")
def only_one_another(change: Changes) -> None:
    def forget_the_rest(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[turn.FURTHER] = frame[turn.FURTHER][:1]

    around(change, turn.pass_on, before=forget_the_rest)


@AS_IF("last-given-first", "the turn given last were taken first", "kt.turn.extra-several")
def last_given_first(change: Changes) -> None:
    def turn_round(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[turn.FURTHER] = frame[turn.FURTHER][::-1]

    around(change, turn.pass_on, before=turn_round, after=turn_round)


@AS_IF("frenzy-waits", "a turn given by FRENZY waited for others", "kt.turn.extra-several")
def frenzy_waits(change: Changes) -> None:
    give_turn = turn.give_turn

    def give_in_order(
        machine: Tokyo, state: State, seat: int, fewer: int, cause: int, *, first: bool = False
    ) -> None:
        give_turn(machine, state, seat, fewer, cause)

    change.swap(give_turn, give_in_order)


@AS_IF(
    "turn-left-behind",
    "the further turn of an eliminated monster went to the next one",
    "kt.turn.extra-several",
)
def turn_left_behind(change: Changes) -> None:
    def hand_on(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[turn.FURTHER] = tuple(
            (seat if state.counters[seat] else others(machine, state, seat)[0], fewer)
            for seat, fewer in frame[turn.FURTHER]
        )

    around(change, turn.pass_on, before=hand_on)


@AS_IF(
    "on-from-there",
    "play went on from a monster that had a turn out of order",
    "kt.turn.extra-foreign",
)
def on_from_there(change: Changes) -> None:
    def forget_where(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[turn.BACK_TO] = NONE

    around(change, turn.pass_on, before=forget_where)


@AS_IF(
    "none-in-foreign-turns",
    "a further turn could not be had in another's turn",
    "kt.turn.extra-foreign",
)
def none_in_foreign_turns(change: Changes) -> None:
    give_turn = turn.give_turn

    def give_the_active(
        machine: Tokyo, state: State, seat: int, fewer: int, cause: int, *, first: bool = False
    ) -> None:
        if seat == state.registers[ACTIVE]:
            give_turn(machine, state, seat, fewer, cause, first=first)

    change.swap(give_turn, give_the_active)


@AS_IF("foreign-turn-first", "a turn out of order came before all others", "kt.turn.extra-foreign")
def foreign_turn_first(change: Changes) -> None:
    def sort(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[turn.FURTHER] = tuple(
            sorted(frame[turn.FURTHER], key=lambda entry: bool(entry[0] == frame[turn.SEAT]))
        )

    around(change, turn.pass_on, before=sort)


# --- another turn for a number scored ------------------------------------------------------------


@AS_IF(
    "scored-with-the-card",
    "the number had to be scored with the card at hand",
    "kt.turn.extra-condition",
)
def scored_with_the_card(change: Changes) -> None:
    scored = CONDITIONS["scored"]

    def scored_since(linker: Linker, call: Call) -> Condition:
        holds = scored(linker, call)
        return lambda machine, state, source, you, context: (
            holds(machine, state, source, you, context) and source not in state.stack[0][BOUGHT_NOW]
        )

    change.put(CONDITIONS, "scored", scored_since)


def with_fewer(change: Changes, *, dice: int | None, adding_up: bool) -> None:
    """Let further turns have so many dice fewer."""
    give_turn = turn.give_turn

    def give_another(
        machine: Tokyo, state: State, seat: int, fewer: int, cause: int, *, first: bool = False
    ) -> None:
        before = state.stack[0][turn.FEWER]
        if not adding_up:
            state.stack[0][turn.FEWER] = 0
        much = fewer if dice is None else dice
        give_turn(machine, state, seat, much, cause, first=first)
        state.stack[0][turn.FEWER] = before

    change.swap(give_turn, give_another)


@AS_IF("as-many-dice", "another turn had as many dice", "kt.turn.extra-condition")
def as_many_dice(change: Changes) -> None:
    with_fewer(change, dice=0, adding_up=True)


@AS_IF(
    "always-one-fewer",
    "a turn won in a won turn had one die fewer, not two",
    "kt.turn.extra-condition",
)
def always_one_fewer(change: Changes) -> None:
    with_fewer(change, dice=None, adding_up=False)


@AS_IF(
    "another-turn-forced",
    "another turn for a scored number could not be declined",
    "kt.turn.extra-condition",
)
def another_turn_forced(change: Changes) -> None:
    may = EFFECTS["may"]

    def must(linker: Linker, call: Call) -> list[object]:
        if linker.head != "turn-over":
            return may(linker, call)
        possible = linker.possible(call["body"])  # type: ignore[arg-type]
        return only_if(
            lambda machine, state, frame: possible(
                machine, state, frame[SOURCE], frame[YOU], (frame[YOU], 0)
            ),
            linker.body(call["body"]),
        )

    change.put(EFFECTS, "may", must)


# --- how long things hold ------------------------------------------------------------------------


@AS_IF("every-turn-always", "`a turn` on an old card always meant every turn", "kt.turn.every-turn")
def every_turn_always(change: Changes) -> None:
    flag(change, "every_turn", True)


@AS_IF("every-turn-never", "`a turn` on an old card never meant every turn", "kt.turn.every-turn")
def every_turn_never(change: Changes) -> None:
    flag(change, "every_turn", False)


@AS_IF(
    "until-own-turn-ends",
    "what holds this turn held until the end of its owner's turn",
    "kt.turn.this-turn",
)
def until_own_turn_ends(change: Changes) -> None:
    end_turn_uses = uses.end_turn_uses

    def end_own(machine: Tokyo, state: State) -> bool:
        foreign = [entry for entry in state.lasting if entry[2] != state.registers[ACTIVE]]
        ended = end_turn_uses(machine, state)
        kept = [entry for entry in foreign if entry not in state.lasting]
        state.lasting = [*state.lasting, *kept]
        return ended

    change.swap(end_turn_uses, end_own)


@AS_IF("until-the-dice-are-done", "what holds this turn ended with the dice", "kt.turn.this-turn")
def until_the_dice_are_done(change: Changes) -> None:
    around(change, turn.enter, before=turn.end_what_lasted)


@AS_IF("once-a-round", "once a turn meant once between two own turns", "kt.turn.this-turn")
def once_a_round(change: Changes) -> None:
    begin = turn.begin

    def begin_and_keep(machine: Tokyo, state: State, frame: Frame) -> None:
        used = frame[turn.USED]
        begin(machine, state, frame)
        own = state.zones[AREA + frame[turn.SEAT]]
        frame[turn.USED] = tuple(entry for entry in used if entry[0] not in own)

    change.swap(begin, begin_and_keep)
