"""Misreadings of the turns of Duel: their phases, their start, who is next, and further turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games.table import ACTIVE, ADDED, AREA, REROLLS, USED, YOU
from oracle.duel import buy, cards, dice, end, energy, moments, monsters, roll, turn
from oracle.duel.binding import CONDITIONS, EFFECTS, Condition
from oracle.duel.machine import Duel
from oracle.duel.monsters import AWAKE
from oracle.duel.table import FACES, PROCEDURES, SPENT, rival
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "turn")

More = Callable[[Duel, State, Frame], None]

OWNER, KNOWN = 2, 3
"""Locals of the frame that looks once more for effects of the start."""


@do.verb
def wrapping(
    change: Changes, old: Step, *, before: More | None = None, after: More | None = None
) -> None:
    """Do something more before or after a step."""

    @change.instead(old)
    def step(machine: Duel, state: State, frame: Frame) -> None:
        if before is not None:
            before(machine, state, frame)
        old(machine, state, frame)
        if after is not None:
            after(machine, state, frame)


@do.verb
def only_when(change: Changes, old: Step, holds: Callable[[State, Frame], bool]) -> None:
    """Leave a step out at times."""

    @change.instead(old)
    def step(machine: Duel, state: State, frame: Frame) -> None:
        if holds(state, frame):
            old(machine, state, frame)


# --- whose turn, and its phases ------------------------------------------------------------------


@AS_IF("the rival's turn were any turn", "kd.turn.active")
@do.instead(CONDITIONS, "is-turn")
def rivals_turn_is_any() -> Condition:
    return lambda machine, state, source, you, context: True


@AS_IF("the active monster were the rival", "kd.turn.active")
@do.result(CONDITIONS, "is-turn")
def rivals_turn_is_own(holds: Condition) -> Condition:
    return lambda machine, state, source, you, context: holds(
        machine, state, source, rival(you), context
    )


@AS_IF("the rival were always the one whose turn it is not", "kd.turn.active")
@do.result(EFFECTS, "hit")
def rival_is_inactive(pieces: list[Any], call: Call) -> list[Any]:
    if call["player"] != Call("rival"):
        return pieces
    choose = pieces[0]

    def choose_inactive(machine: Duel, state: State, frame: Frame) -> None:
        you = frame[YOU]
        frame[YOU] = state.registers[ACTIVE]
        choose(machine, state, frame)
        frame[YOU] = you

    return [choose_inactive, *pieces[1:]]


@do.verb
def in_order(change: Changes, *steps: Step) -> None:
    """Let a turn have some of its steps in another order: each takes the place of the next."""
    ordered = list(PROCEDURES.steps[turn.TURNS])
    places = sorted(ordered.index(step) for step in steps)
    for place, step in zip(places, steps, strict=True):
        ordered[place] = step
    change.put(PROCEDURES.steps, turn.TURNS, tuple(ordered))


AS_IF("cards were bought before the dice are resolved", "kd.turn.phases").so(
    "buy-before-resolving", in_order(turn.buy, turn.resolve)
)
AS_IF("cards were bought before the roll", "kd.turn.phases").so(
    "buy-before-rolling", in_order(turn.buy, turn.roll, turn.resolve)
)
AS_IF("the end phase came before the buy phase", "kd.turn.phases").so(
    "end-before-buying", in_order(end.finish, turn.buy)
)
AS_IF("the dice were resolved again after buying", "kd.turn.phases").so(
    "resolved-again-after-buying", wrapping(end.finish, after=turn.resolve)
)


# --- the start -----------------------------------------------------------------------------------


AS_IF("the start of a turn came after its roll", "kd.turn.start").so(
    "start-after-rolling", in_order(turn.roll, turn.start_effects)
)


@AS_IF("the order at the start were that of the cards", "kd.turn.start")
@do.instead(turn, "ask")
def start_in_order_of_cards(state: State, options: Any) -> None:
    state.answer = options[0]


@AS_IF("the rival chose the order at the start", "kd.turn.start")
@do.instead(turn, "ask")
def rival_orders_start(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    ask(state, kind, rival(seat), options, *rest)


AS_IF("no effect at the start had to come first", "kd.turn.start").so(
    "never-ending-first", do.answer("ending_first", False)
)
AS_IF("what may end a turn always came first", "kd.turn.start").so(
    "always-ending-first", do.answer("ending_first", True)
)


@AS_IF("an effect that comes into force at the start took place then too", "kd.turn.start-effects")
def new_effects_at_once(change: Changes) -> None:
    def look_again(machine: Duel, state: State, frame: Frame) -> None:
        seat, known = frame[OWNER], frame[KNOWN]
        state.stack.pop()
        fresh = [e for e in moments.at(machine, state, "turn-starts", seat) if e not in known]
        moments.begin_moment(state, seat, (seat, 0), fresh)

    number = change.procedure("start-again", look_again, remembers=2)

    def remember(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[turn.SEAT]
        known = tuple(moments.at(machine, state, "turn-starts", seat))
        state.stack.append([number, 0, seat, known])

    wrapping(turn.start_effects, before=remember)(change)


AS_IF("an effect for the start took place twice", "kd.turn.start-effects").so(
    "start-twice", wrapping(turn.start_effects, after=turn.start_effects)
)


@AS_IF("the start of your turn were that of any", "kd.turn.start-effects")
def start_of_any_turn(change: Changes) -> None:
    def let_rival(machine: Duel, state: State, frame: Frame) -> None:
        seat = rival(frame[turn.SEAT])
        moments.happen(machine, state, "turn-starts", seat, (seat, 0))

    wrapping(turn.start_effects, after=let_rival)(change)


# --- who is next ---------------------------------------------------------------------------------


@AS_IF("the turn did not pass on", "kd.turn.next")
def same_monster_again(change: Changes) -> None:
    def stay(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[turn.IS_FURTHER]:
            frame[turn.SEAT] = rival(frame[turn.SEAT])

    wrapping(turn.pass_on, after=stay)(change)


@AS_IF("a monster had two turns before its rival", "kd.turn.next")
def two_turns_each(change: Changes) -> None:
    def give_second(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[turn.IS_FURTHER] and not frame[turn.FURTHER]:
            frame[turn.FURTHER] = 1

    wrapping(turn.pass_on, before=give_second)(change)


AS_IF("the dice of the turn before stayed", "kd.turn.begin").so(
    "dice-stay", do.never(roll.clear_roll)
)


@AS_IF("symbols added to a roll stayed for the next", "kd.turn.begin")
@do.around(roll.clear_roll)
def added_symbols_stay(clear_roll: Any, state: State) -> None:
    added = state.registers[ADDED : ADDED + len(FACES)]
    clear_roll()
    state.registers[ADDED : ADDED + len(FACES)] = added


@AS_IF("rolls not used in a turn were had in the next", "kd.turn.begin")
@do.around(dice.reckon)
def rolls_left_over(reckon: Any, state: State) -> None:
    left = state.registers[REROLLS]
    reckon()
    state.registers[REROLLS] += left


@AS_IF("power symbols spent were missing in the next turn", "kd.turn.begin")
@do.around(turn.begin)
def symbols_stay_spent(begin: Any, state: State) -> None:
    spent = state.registers[SPENT]
    begin()
    state.registers[SPENT] = spent


# --- further turns -------------------------------------------------------------------------------


@do.verb
def giving_turns(change: Changes, more: Any) -> None:
    """Do something more when another turn is given. Any: takes what `give_turn` takes."""

    @change.after(turn.give_turn)
    def give(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
        more(machine, state, seat, cause, rules)


AS_IF("another turn began at once", "kd.turn.extra").so(
    "turn-ends-for-another", giving_turns(turn.cut_short)
)
AS_IF("a turn before a further one had no end phase", "kd.turn.extra").so(
    "no-end-before-another", only_when(end.finish, lambda state, frame: not frame[turn.FURTHER])
)


@AS_IF("a further turn came after the rival's", "kd.turn.extra")
@do.around(turn.pass_on)
def another_after_the_rival(pass_on: Any, frame: Frame) -> None:
    given, frame[turn.FURTHER] = frame[turn.FURTHER], 0
    pass_on()
    frame[turn.FURTHER] = given


@AS_IF("further turns did not add up", "kd.turn.extra")
@giving_turns
def only_one_another(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
    state.stack[0][turn.FURTHER] = min(1, state.stack[0][turn.FURTHER])


AS_IF("a further turn had no start of its own", "kd.turn.extra-whole").so(
    "no-start-in-another",
    only_when(turn.start_effects, lambda state, frame: not frame[turn.IS_FURTHER]),
)
AS_IF("nothing could be bought in a further turn", "kd.turn.extra-whole").so(
    "no-buying-in-another", only_when(turn.buy, lambda state, frame: not frame[turn.IS_FURTHER])
)


@do.verb
def keeping(change: Changes, local: int, when: Callable[[Frame], bool]) -> None:
    """Let a turn begin with what the one before remembered."""

    @change.around(turn.begin)
    def begin_and_remember(begin: Any, frame: Frame) -> None:
        kept = frame[local]
        begin()
        if when(frame):
            frame[local] = kept


AS_IF("what was used once a turn could not be used in a further turn", "kd.turn.extra-whole").so(
    "used-is-used", keeping(USED, lambda frame: bool(frame[turn.IS_FURTHER]))
)
AS_IF(
    "what was bought in the turn before counted as bought in a further turn", "kd.turn.extra-whole"
).so("bought-is-bought", keeping(buy.BOUGHT_NOW, lambda frame: bool(frame[turn.IS_FURTHER])))


# --- turns that are cut short --------------------------------------------------------------------


@do.verb
def cutting_short(change: Changes, more: Any) -> None:
    """Do something more when a turn is cut short. Any: takes what `cut_short` takes."""

    @change.around(turn.cut_short)
    def cut(cut_short: Any, machine: Duel, state: State, seat: int) -> None:
        left = tuple(state.stack[1][turn.LEFT]) if len(state.stack) > 1 else ()
        cut_short()
        more(machine, state, seat, left)


@AS_IF("a turn cut short gave energy for buying nothing", "kd.turn.cut-short")
@cutting_short
def sleeper_gets_energy(machine: Duel, state: State, seat: int, left: Any) -> None:
    energy.gain_energy(machine, state, seat, 1, -1, ("kd.buy.none",))


@AS_IF("a turn cut short had its end phase", "kd.turn.cut-short")
@cutting_short
def sleeper_has_an_end(machine: Duel, state: State, seat: int, left: Any) -> None:
    moments.happen(machine, state, "turn-ends", seat, (seat, 0))


AS_IF("cards could be bought in a turn cut short", "kd.turn.cut-short").so(
    "sleeper-may-buy",
    cutting_short(lambda machine, state, seat, left: buy.begin_buying(state, seat)),
)


@AS_IF("the rest of the start of a turn cut short took place", "kd.turn.cut-short")
@cutting_short
def start_goes_on(machine: Duel, state: State, seat: int, left: Any) -> None:
    moments.begin_moment(state, seat, (seat, 0), list(left))


@AS_IF("the turn went on after the hearts were gained", "kd.turn.cut-short")
@do.instead(turn.cut_short)
def turn_not_cut(state: State, seat: int, cause: int, rules: Rules) -> None:
    state.log.append(("end-turn", rules, cause, seat))


@AS_IF("a turn cut short had no further turn after it", "kd.turn.cut-short")
@cutting_short
def further_turn_lost(machine: Duel, state: State, seat: int, left: Any) -> None:
    state.stack[0][turn.FURTHER] = 0


AS_IF("the card were discarded when it ends the turn too", "kd.turn.cut-short").so(
    "sleep-on-and-discard",
    do.after(turn.cut_short)(lambda state, cause, rules: cards.discard(state, cause, cause, rules)),
)


# --- what waits for a turn, and what lasts for one -----------------------------------------------


@AS_IF("the next turn were anybody's", "kd.turn.rival-next")
def any_next_turn(change: Changes) -> None:
    def wake_all(machine: Duel, state: State, frame: Frame) -> None:
        state.lasting = [
            (number, source, you, None if kept is None else (frame[turn.SEAT], AWAKE))
            for number, source, you, kept in state.lasting
        ]

    wrapping(turn.begin, after=wake_all)(change)


@AS_IF("a turn without a roll did not use it up", "kd.turn.rival-next")
@cutting_short
def waits_for_a_roll(machine: Duel, state: State, seat: int, left: Any) -> None:
    state.lasting = [
        (number, source, you, kept if kept is None else (kept[0], 0))
        for number, source, you, kept in state.lasting
    ]


@AS_IF("it held in every turn of the rival", "kd.turn.rival-next")
def every_turn_of_the_rival(change: Changes) -> None:
    def send_back(machine: Duel, state: State, frame: Frame) -> None:
        state.lasting = [
            (number, source, you, kept if kept is None else (kept[0], 0))
            for number, source, you, kept in state.lasting
        ]

    wrapping(turn.end_what_lasted, before=send_back)(change)


@AS_IF("what one card caused twice worked once", "kd.turn.rival-next")
@do.around(monsters.in_force)
def one_of_a_card(in_force: Any) -> Any:
    return iter({entry[:2]: entry for entry in in_force()}.values())


AS_IF("it ended with the turn that caused it", "kd.turn.rival-next").so(
    "gone-with-the-turn",
    wrapping(turn.end_what_lasted, before=lambda machine, state, frame: state.lasting.clear()),
)


@AS_IF("this turn lasted until the end of the next turn", "kd.turn.this-turn")
@do.around(turn.end_what_lasted)
def until_its_own_turn_ends(end_what_lasted: Any, state: State, frame: Frame) -> None:
    kept = [
        (number, source, you, (rival(frame[turn.SEAT]), 0))
        for number, source, you, waits in state.lasting
        if waits is None
    ]
    end_what_lasted()
    state.lasting = [*state.lasting, *kept]


@AS_IF("this turn ended with the phase", "kd.turn.this-turn")
def this_phase_only(change: Changes) -> None:
    def end_now(machine: Duel, state: State, frame: Frame) -> None:
        state.lasting = [entry for entry in state.lasting if entry[3] is not None]

    wrapping(turn.buy, before=end_now)(change)


@AS_IF("once a turn were once in the owner's turns only", "kd.turn.this-turn")
@do.around(moments.was_used)
def own_turns_only(was_used: Any, state: State, card: int) -> Any:
    foreign = state.where[card] == AREA + rival(state.registers[ACTIVE])
    return foreign or was_used()


AS_IF("once a turn were once for a turn of each", "kd.turn.this-turn").so(
    "once-a-round", keeping(USED, lambda frame: frame[turn.SEAT] == 1)
)
AS_IF("once a turn were as often as it comes up", "kd.turn.this-turn").so(
    "no-limit", do.instead(moments.was_used)(lambda: False)
)
