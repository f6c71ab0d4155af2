"""Misreadings of the turns of Duel: their phases, their start, who is next, and further turns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import atoms, buying, gains, moments, monsters, roll, turn
from oracle.duel.binding import CONDITIONS, EFFECTS, Condition
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.monsters import AWAKE
from oracle.duel.table import FACES, PROCEDURES, SPENT, rival
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Lasting, Rules, State
from oracle.king.table import ACTIVE, ADDED, AREA, REROLLS, USED, YOU
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "turn")

More = Callable[[Duel, State, Frame], None]

OWNER, KNOWN = 2, 3
"""Locals of the frame that looks once more for effects of the start."""


def around(
    change: Changes, old: Step, *, before: More | None = None, after: More | None = None
) -> None:
    """Do something more before or after a step."""

    def step(machine: Duel, state: State, frame: Frame) -> None:
        if before is not None:
            before(machine, state, frame)
        old(machine, state, frame)
        if after is not None:
            after(machine, state, frame)

    change.swap(old, step)


def only_when(change: Changes, old: Step, holds: Callable[[State, Frame], bool]) -> None:
    """Leave a step out at times."""

    def step(machine: Duel, state: State, frame: Frame) -> None:
        if holds(state, frame):
            old(machine, state, frame)

    change.swap(old, step)


def flag(change: Changes, name: str, value: bool) -> None:
    """Let the answer to an option be always the same."""
    change.relink(lambda machine: setattr(machine, name, value))


# --- whose turn, and its phases ------------------------------------------------------------------


@AS_IF("rivals-turn-is-any", "the rival's turn were any turn", "kd.turn.active")
def rivals_turn_is_any(change: Changes) -> None:
    def bind(linker: Linker, call: Call) -> Condition:
        return lambda machine, state, source, you, context: True

    change.put(CONDITIONS, "is-turn", bind)


@AS_IF("rivals-turn-is-own", "the active monster were the rival", "kd.turn.active")
def rivals_turn_is_own(change: Changes) -> None:
    is_turn = CONDITIONS["is-turn"]

    def bind(linker: Linker, call: Call) -> Condition:
        holds = is_turn(linker, call)
        return lambda machine, state, source, you, context: holds(
            machine, state, source, rival(you), context
        )

    change.put(CONDITIONS, "is-turn", bind)


@AS_IF("rival-is-inactive", "the rival were always the one whose turn it is not", "kd.turn.active")
def rival_is_inactive(change: Changes) -> None:
    bind_hit = EFFECTS["hit"]

    def bind(linker: Linker, call: Call) -> list[Any]:
        pieces = bind_hit(linker, call)
        if call["player"] != Call("rival"):
            return pieces
        choose = pieces[0]

        def choose_inactive(machine: Duel, state: State, frame: Frame) -> None:
            you = frame[YOU]
            frame[YOU] = state.registers[ACTIVE]
            choose(machine, state, frame)
            frame[YOU] = you

        return [choose_inactive, *pieces[1:]]

    change.put(EFFECTS, "hit", bind)


def in_order(change: Changes, *steps: Step) -> None:
    """Let a turn have some of its steps in another order: each takes the place of the next."""
    ordered = list(PROCEDURES.steps[turn.TURNS])
    places = sorted(ordered.index(step) for step in steps)
    for place, step in zip(places, steps, strict=True):
        ordered[place] = step
    change.put(PROCEDURES.steps, turn.TURNS, tuple(ordered))


@AS_IF("buy-before-resolving", "cards were bought before the dice are resolved", "kd.turn.phases")
def buy_before_resolving(change: Changes) -> None:
    in_order(change, turn.buy, turn.resolve)


@AS_IF("buy-before-rolling", "cards were bought before the roll", "kd.turn.phases")
def buy_before_rolling(change: Changes) -> None:
    in_order(change, turn.buy, turn.roll, turn.resolve)


@AS_IF("end-before-buying", "the end phase came before the buy phase", "kd.turn.phases")
def end_before_buying(change: Changes) -> None:
    in_order(change, turn.finish, turn.buy)


@AS_IF("resolved-again-after-buying", "the dice were resolved again after buying", "kd.turn.phases")
def resolved_again_after_buying(change: Changes) -> None:
    around(change, turn.finish, after=turn.resolve)


# --- the start -----------------------------------------------------------------------------------


@AS_IF("start-after-rolling", "the start of a turn came after its roll", "kd.turn.start")
def start_after_rolling(change: Changes) -> None:
    in_order(change, turn.roll, turn.start_effects)


@AS_IF("start-in-order-of-cards", "the order at the start were that of the cards", "kd.turn.start")
def start_in_order_of_cards(change: Changes) -> None:
    def ask_nobody(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        state.answer = options[0]

    change.put(turn, "ask", ask_nobody)


@AS_IF("rival-orders-start", "the rival chose the order at the start", "kd.turn.start")
def rival_orders_start(change: Changes) -> None:
    def ask_rival(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, rival(seat), options, *rest)

    change.put(turn, "ask", ask_rival)


@AS_IF("never-ending-first", "no effect at the start had to come first", "kd.turn.start")
def never_ending_first(change: Changes) -> None:
    flag(change, "ending_first", False)


@AS_IF("always-ending-first", "what may end a turn always came first", "kd.turn.start")
def always_ending_first(change: Changes) -> None:
    flag(change, "ending_first", True)


@AS_IF(
    "new-effects-at-once",
    "an effect that comes into force at the start took place then too",
    "kd.turn.start-effects",
)
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

    around(change, turn.start_effects, before=remember)


@AS_IF("start-twice", "an effect for the start took place twice", "kd.turn.start-effects")
def start_twice(change: Changes) -> None:
    around(change, turn.start_effects, after=turn.start_effects)


@AS_IF("start-of-any-turn", "the start of your turn were that of any", "kd.turn.start-effects")
def start_of_any_turn(change: Changes) -> None:
    def let_rival(machine: Duel, state: State, frame: Frame) -> None:
        seat = rival(frame[turn.SEAT])
        moments.happen(machine, state, "turn-starts", seat, (seat, 0))

    around(change, turn.start_effects, after=let_rival)


# --- who is next ---------------------------------------------------------------------------------


@AS_IF("same-monster-again", "the turn did not pass on", "kd.turn.next")
def same_monster_again(change: Changes) -> None:
    def stay(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[turn.IS_FURTHER]:
            frame[turn.SEAT] = rival(frame[turn.SEAT])

    around(change, turn.pass_on, after=stay)


@AS_IF("two-turns-each", "a monster had two turns before its rival", "kd.turn.next")
def two_turns_each(change: Changes) -> None:
    def give_second(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[turn.IS_FURTHER] and not frame[turn.FURTHER]:
            frame[turn.FURTHER] = 1

    around(change, turn.pass_on, before=give_second)


@AS_IF("dice-stay", "the dice of the turn before stayed", "kd.turn.begin")
def dice_stay(change: Changes) -> None:
    def clear_nothing(state: State) -> None:
        """Leave everything as it is."""

    change.swap(roll.clear_roll, clear_nothing)


@AS_IF("added-symbols-stay", "symbols added to a roll stayed for the next", "kd.turn.begin")
def added_symbols_stay(change: Changes) -> None:
    clear_roll = roll.clear_roll

    def clear_dice(state: State) -> None:
        added = state.registers[ADDED : ADDED + len(FACES)]
        clear_roll(state)
        state.registers[ADDED : ADDED + len(FACES)] = added

    change.swap(clear_roll, clear_dice)


@AS_IF("rolls-left-over", "rolls not used in a turn were had in the next", "kd.turn.begin")
def rolls_left_over(change: Changes) -> None:
    reckon = roll.reckon

    def reckon_more(machine: Duel, state: State, frame: Frame) -> None:
        left = state.registers[REROLLS]
        reckon(machine, state, frame)
        state.registers[REROLLS] += left

    change.swap(reckon, reckon_more)


@AS_IF("symbols-stay-spent", "power symbols spent were missing in the next turn", "kd.turn.begin")
def symbols_stay_spent(change: Changes) -> None:
    begin = turn.begin

    def begin_and_remember(machine: Duel, state: State, frame: Frame) -> None:
        spent = state.registers[SPENT]
        begin(machine, state, frame)
        state.registers[SPENT] = spent

    change.swap(begin, begin_and_remember)


# --- further turns -------------------------------------------------------------------------------


def giving_turns(change: Changes, more: Any) -> None:
    """Do something more when another turn is given. Any: takes what `give_turn` takes."""
    give_turn = turn.give_turn

    def give(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
        give_turn(machine, state, seat, cause, rules)
        more(machine, state, seat, cause, rules)

    change.swap(give_turn, give)


@AS_IF("turn-ends-for-another", "another turn began at once", "kd.turn.extra")
def turn_ends_for_another(change: Changes) -> None:
    giving_turns(change, turn.cut_short)


@AS_IF("no-end-before-another", "a turn before a further one had no end phase", "kd.turn.extra")
def no_end_before_another(change: Changes) -> None:
    only_when(change, turn.finish, lambda state, frame: not frame[turn.FURTHER])


@AS_IF("another-after-the-rival", "a further turn came after the rival's", "kd.turn.extra")
def another_after_the_rival(change: Changes) -> None:
    pass_on = turn.pass_on

    def pass_on_first(machine: Duel, state: State, frame: Frame) -> None:
        given, frame[turn.FURTHER] = frame[turn.FURTHER], 0
        pass_on(machine, state, frame)
        frame[turn.FURTHER] = given

    change.swap(pass_on, pass_on_first)


@AS_IF("only-one-another", "further turns did not add up", "kd.turn.extra")
def only_one_another(change: Changes) -> None:
    def forget_the_rest(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
        state.stack[0][turn.FURTHER] = min(1, state.stack[0][turn.FURTHER])

    giving_turns(change, forget_the_rest)


@AS_IF("no-start-in-another", "a further turn had no start of its own", "kd.turn.extra-whole")
def no_start_in_another(change: Changes) -> None:
    only_when(change, turn.start_effects, lambda state, frame: not frame[turn.IS_FURTHER])


@AS_IF("no-buying-in-another", "nothing could be bought in a further turn", "kd.turn.extra-whole")
def no_buying_in_another(change: Changes) -> None:
    only_when(change, turn.buy, lambda state, frame: not frame[turn.IS_FURTHER])


def keeping(change: Changes, local: int, when: Callable[[Frame], bool]) -> None:
    """Let a turn begin with what the one before remembered."""
    begin = turn.begin

    def begin_and_remember(machine: Duel, state: State, frame: Frame) -> None:
        kept = frame[local]
        begin(machine, state, frame)
        if when(frame):
            frame[local] = kept

    change.swap(begin, begin_and_remember)


@AS_IF(
    "used-is-used",
    "what was used once a turn could not be used in a further turn",
    "kd.turn.extra-whole",
)
def used_is_used(change: Changes) -> None:
    keeping(change, USED, lambda frame: bool(frame[turn.IS_FURTHER]))


@AS_IF(
    "bought-is-bought",
    "what was bought in the turn before counted as bought in a further turn",
    "kd.turn.extra-whole",
)
def bought_is_bought(change: Changes) -> None:
    keeping(change, buying.BOUGHT_NOW, lambda frame: bool(frame[turn.IS_FURTHER]))


# --- turns that are cut short --------------------------------------------------------------------


def cutting_short(change: Changes, more: Any) -> None:
    """Do something more when a turn is cut short. Any: takes what `cut_short` takes."""
    cut_short = turn.cut_short

    def cut(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
        left = tuple(state.stack[1][turn.LEFT]) if len(state.stack) > 1 else ()
        cut_short(machine, state, seat, cause, rules)
        more(machine, state, seat, left)

    change.swap(cut_short, cut)


@AS_IF(
    "sleeper-gets-energy", "a turn cut short gave energy for buying nothing", "kd.turn.cut-short"
)
def sleeper_gets_energy(change: Changes) -> None:
    def give(machine: Duel, state: State, seat: int, left: Any) -> None:
        gains.gain_energy(machine, state, seat, 1, -1, ("kd.buy.none",))

    cutting_short(change, give)


@AS_IF("sleeper-has-an-end", "a turn cut short had its end phase", "kd.turn.cut-short")
def sleeper_has_an_end(change: Changes) -> None:
    def end(machine: Duel, state: State, seat: int, left: Any) -> None:
        moments.happen(machine, state, "turn-ends", seat, (seat, 0))

    cutting_short(change, end)


@AS_IF("sleeper-may-buy", "cards could be bought in a turn cut short", "kd.turn.cut-short")
def sleeper_may_buy(change: Changes) -> None:
    def buy(machine: Duel, state: State, seat: int, left: Any) -> None:
        buying.begin_buying(state, seat)

    cutting_short(change, buy)


@AS_IF("start-goes-on", "the rest of the start of a turn cut short took place", "kd.turn.cut-short")
def start_goes_on(change: Changes) -> None:
    def go_on(machine: Duel, state: State, seat: int, left: Any) -> None:
        moments.begin_moment(state, seat, (seat, 0), list(left))

    cutting_short(change, go_on)


@AS_IF("turn-not-cut", "the turn went on after the hearts were gained", "kd.turn.cut-short")
def turn_not_cut(change: Changes) -> None:
    def go_on(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
        state.log.append(("end-turn", rules, cause, seat))

    change.swap(turn.cut_short, go_on)


@AS_IF("further-turn-lost", "a turn cut short had no further turn after it", "kd.turn.cut-short")
def further_turn_lost(change: Changes) -> None:
    def forget(machine: Duel, state: State, seat: int, left: Any) -> None:
        state.stack[0][turn.FURTHER] = 0

    cutting_short(change, forget)


@AS_IF(
    "sleep-on-and-discard", "the card were discarded when it ends the turn too", "kd.turn.cut-short"
)
def sleep_on_and_discard(change: Changes) -> None:
    cut_short = turn.cut_short

    def cut(machine: Duel, state: State, seat: int, cause: int, rules: Rules) -> None:
        cut_short(machine, state, seat, cause, rules)
        atoms.discard(state, cause, cause, rules)

    change.swap(cut_short, cut)


# --- what waits for a turn, and what lasts for one -----------------------------------------------


@AS_IF("any-next-turn", "the next turn were anybody's", "kd.turn.rival-next")
def any_next_turn(change: Changes) -> None:
    def wake_all(machine: Duel, state: State, frame: Frame) -> None:
        state.lasting = [
            (number, source, you, None if kept is None else (frame[turn.SEAT], AWAKE))
            for number, source, you, kept in state.lasting
        ]

    around(change, turn.begin, after=wake_all)


@AS_IF("waits-for-a-roll", "a turn without a roll did not use it up", "kd.turn.rival-next")
def waits_for_a_roll(change: Changes) -> None:
    def note(machine: Duel, state: State, seat: int, left: Any) -> None:
        state.lasting = [
            (number, source, you, kept if kept is None else (kept[0], 0))
            for number, source, you, kept in state.lasting
        ]

    cutting_short(change, note)


@AS_IF("every-turn-of-the-rival", "it held in every turn of the rival", "kd.turn.rival-next")
def every_turn_of_the_rival(change: Changes) -> None:
    def send_back(machine: Duel, state: State, frame: Frame) -> None:
        state.lasting = [
            (number, source, you, kept if kept is None else (kept[0], 0))
            for number, source, you, kept in state.lasting
        ]

    around(change, turn.end_what_lasted, before=send_back)


@AS_IF("one-of-a-card", "what one card caused twice worked once", "kd.turn.rival-next")
def one_of_a_card(change: Changes) -> None:
    in_force = monsters.in_force

    def each_once(state: State) -> Iterator[Lasting]:
        return iter({entry[:2]: entry for entry in in_force(state)}.values())

    change.swap(in_force, each_once)


@AS_IF("gone-with-the-turn", "it ended with the turn that caused it", "kd.turn.rival-next")
def gone_with_the_turn(change: Changes) -> None:
    around(change, turn.end_what_lasted, before=lambda machine, state, frame: state.lasting.clear())


@AS_IF(
    "until-its-own-turn-ends",
    "this turn lasted until the end of the next turn",
    "kd.turn.this-turn",
)
def until_its_own_turn_ends(change: Changes) -> None:
    end_what_lasted = turn.end_what_lasted

    def end_older(machine: Duel, state: State, frame: Frame) -> None:
        kept = [
            (number, source, you, (rival(frame[turn.SEAT]), 0))
            for number, source, you, waits in state.lasting
            if waits is None
        ]
        end_what_lasted(machine, state, frame)
        state.lasting = [*state.lasting, *kept]

    change.swap(end_what_lasted, end_older)


@AS_IF("this-phase-only", "this turn ended with the phase", "kd.turn.this-turn")
def this_phase_only(change: Changes) -> None:
    def end_now(machine: Duel, state: State, frame: Frame) -> None:
        state.lasting = [entry for entry in state.lasting if entry[3] is not None]

    around(change, turn.buy, before=end_now)


@AS_IF("own-turns-only", "once a turn were once in the owner's turns only", "kd.turn.this-turn")
def own_turns_only(change: Changes) -> None:
    was_used = moments.was_used

    def used_or_foreign(state: State, card: int, number: int) -> bool:
        foreign = state.where[card] == AREA + rival(state.registers[ACTIVE])
        return foreign or was_used(state, card, number)

    change.swap(was_used, used_or_foreign)


@AS_IF("once-a-round", "once a turn were once for a turn of each", "kd.turn.this-turn")
def once_a_round(change: Changes) -> None:
    keeping(change, USED, lambda frame: frame[turn.SEAT] == 1)


@AS_IF("no-limit", "once a turn were as often as it comes up", "kd.turn.this-turn")
def no_limit(change: Changes) -> None:
    def was_used(state: State, card: int, number: int) -> bool:
        return False

    change.swap(moments.was_used, was_used)
