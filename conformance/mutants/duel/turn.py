"""Misreadings of the turns of Duel: their phases, their start, who is next, and further turns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import (
    always,
    happens,
    in_order,
    kept,
    let,
    remembered,
    rolls_saved,
)
from conformance.mutants.topic import Topic
from oracle.dice_games.machine import Entry
from oracle.dice_games.table import ACTIVE, ADDED, AREA, USED, YOU
from oracle.duel import buy, cards, end, energy, moments, monsters, roll, turn
from oracle.duel.binding import CONDITIONS, EFFECTS, Condition
from oracle.duel.machine import Duel
from oracle.duel.monsters import AWAKE
from oracle.duel.table import CLAWS, FACES, LEFT, SETTLED, SKIPPED, SPENT, SPENT_DICE, TOOK, rival
from oracle.duel.turn import FURTHER, IS_FURTHER, SEAT, TURNS
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "turn")

OWNER, KNOWN = 2, 3
"""Locals of the frame that looks once more for effects of the start."""


# --- whose turn, and its phases ------------------------------------------------------------------
@AS_IF("the active monster were the rival", "kd.turn.active")
@do.result(CONDITIONS, "is-turn")
def rivals_turn_is_own(holds: Condition) -> Condition:
    return lambda machine, state, source, you, context: holds(
        machine, state, source, rival(you), context
    )


@AS_IF("the rival were always the one whose turn it is not", "kd.turn.active")
@do.result(EFFECTS, "hit")
def rival_is_inactive(pieces: list[Any], call: Call) -> list[Any]:
    choose, *rest = pieces

    def choose_inactive(machine: Duel, state: State, frame: Frame) -> None:
        you, frame[YOU] = frame[YOU], state.registers[ACTIVE]
        choose(machine, state, frame)
        frame[YOU] = you

    return [choose_inactive, *rest] if call["player"] == Call("rival") else pieces


AS_IF("the rival's turn were any turn", "kd.turn.active").so(
    "rivals-turn-is-any", do.instead(CONDITIONS, "is-turn")(lambda: always)
)
AS_IF("cards were bought before the dice are resolved", "kd.turn.phases").so(
    "buy-before-resolving", in_order(TURNS, turn.buy, turn.resolve)
)
AS_IF("cards were bought before the roll", "kd.turn.phases").so(
    "buy-before-rolling", in_order(TURNS, turn.buy, turn.roll, turn.resolve)
)
AS_IF("the end phase came before the buy phase", "kd.turn.phases").so(
    "end-before-buying", in_order(TURNS, end.finish, turn.buy)
)
AS_IF("the dice were resolved again after buying", "kd.turn.phases").so(
    "resolved-again-after-buying", do.after(end.finish)(turn.resolve)
)


# --- the start -----------------------------------------------------------------------------------
@AS_IF("the order at the start were that of the cards", "kd.turn.start")
@do.instead(turn, "ask")
def start_in_order_of_cards(state: State, options: Any) -> None:
    state.answer = options[0]


@AS_IF("an effect that comes into force at the start took place then too", "kd.turn.start-effects")
def new_effects_at_once(change: Changes) -> None:
    def look_again(machine: Duel, state: State, frame: Frame) -> None:
        seat, known = frame[OWNER], frame[KNOWN]
        state.stack.pop()
        fresh = [e for e in moments.at(machine, state, "turn-starts", seat) if e not in known]
        moments.begin_moment(state, seat, (seat, 0), fresh)

    number = change.procedure("start-again", look_again, remembers=2)

    @change.before(turn.start_effects)
    def remember(machine: Duel, state: State, frame: Frame) -> None:
        known = tuple(moments.at(machine, state, "turn-starts", frame[SEAT]))
        state.stack.append([number, 0, frame[SEAT], known])


AS_IF("the start of your turn were that of any", "kd.turn.start-effects").so(
    "start-of-any-turn",
    do.after(turn.start_effects)(happens("turn-starts", SEAT, to_rival=True)),
)
AS_IF("the start of a turn came after its roll", "kd.turn.start").so(
    "start-after-rolling", in_order(TURNS, turn.roll, turn.start_effects)
)
AS_IF("the rival chose the order at the start", "kd.turn.start").so(
    "rival-orders-start", do.around(turn, "ask")(lambda ask, seat: ask(seat=rival(seat)))
)
AS_IF("no effect at the start had to come first", "kd.turn.start").so(
    "never-ending-first", do.answer("ending_first", False)
)
AS_IF("what may end a turn always came first", "kd.turn.start").so(
    "always-ending-first", do.answer("ending_first", True)
)
AS_IF("an effect for the start took place twice", "kd.turn.start-effects").so(
    "start-twice", do.after(turn.start_effects)(turn.start_effects)
)


# --- who is next ---------------------------------------------------------------------------------
@AS_IF("the turn did not pass on", "kd.turn.next")
@do.after(turn.pass_on)
def same_monster_again(frame: Frame) -> None:
    if not frame[IS_FURTHER]:
        frame[SEAT] = rival(frame[SEAT])


@AS_IF("a monster had two turns before its rival", "kd.turn.next")
@do.before(turn.pass_on)
def two_turns_each(frame: Frame) -> None:
    if not frame[IS_FURTHER] and not frame[FURTHER]:
        frame[FURTHER] = 1


AS_IF("rolls not used in a turn were had in the next", "kd.turn.begin").so(
    "rolls-left-over", rolls_saved
)
AS_IF("the dice of the turn before stayed", "kd.turn.begin").so(
    "dice-stay", do.never(roll.clear_roll)
)
AS_IF("symbols added to a roll stayed for the next", "kd.turn.begin").so(
    "added-symbols-stay", kept(roll.clear_roll, *range(ADDED, ADDED + len(FACES)))
)
AS_IF("power symbols spent were missing in the next turn", "kd.turn.begin").so(
    "symbols-stay-spent", kept(turn.begin, SPENT)
)


# --- further turns -------------------------------------------------------------------------------
@AS_IF("a further turn came after the rival's", "kd.turn.extra")
@do.around(turn.pass_on)
def another_after_the_rival(pass_on: Any, frame: Frame) -> None:
    given, frame[FURTHER] = frame[FURTHER], 0
    pass_on()
    frame[FURTHER] = given


@AS_IF("further turns did not add up", "kd.turn.extra")
@do.after(turn.give_turn)
def only_one_another(state: State) -> None:
    state.stack[0][FURTHER] = min(1, state.stack[0][FURTHER])


AS_IF("another turn began at once", "kd.turn.extra").so(
    "turn-ends-for-another", do.after(turn.give_turn)(turn.cut_short)
)
AS_IF("a turn before a further one had no end phase", "kd.turn.extra").so(
    "no-end-before-another", do.unless(end.finish)(lambda frame: frame[FURTHER])
)
AS_IF("a further turn had no start of its own", "kd.turn.extra-whole").so(
    "no-start-in-another", do.unless(turn.start_effects)(lambda frame: frame[IS_FURTHER])
)
AS_IF("nothing could be bought in a further turn", "kd.turn.extra-whole").so(
    "no-buying-in-another", do.unless(turn.buy)(lambda frame: frame[IS_FURTHER])
)
AS_IF("what was used once a turn could not be used in a further turn", "kd.turn.extra-whole").so(
    "used-is-used", remembered(turn.begin, USED, lambda frame: frame[IS_FURTHER])
)
AS_IF(
    "what was bought in the turn before counted as bought in a further turn", "kd.turn.extra-whole"
).so("bought-is-bought", remembered(turn.begin, buy.BOUGHT_NOW, lambda frame: frame[IS_FURTHER]))


# --- turns that are cut short --------------------------------------------------------------------
cutting_short = do.after(turn.cut_short)


@AS_IF("a turn cut short gave energy for buying nothing", "kd.turn.cut-short")
@cutting_short
def sleeper_gets_energy(machine: Duel, state: State, seat: int) -> None:
    energy.gain_energy(machine, state, seat, 1, -1, ("kd.buy.none",))


@AS_IF("a turn cut short had its end phase", "kd.turn.cut-short")
@cutting_short
def sleeper_has_an_end(machine: Duel, state: State, seat: int) -> None:
    moments.happen(machine, state, "turn-ends", seat, (seat, 0))


@AS_IF("the rest of the start of a turn cut short took place", "kd.turn.cut-short")
@do.around(turn.cut_short)
def start_goes_on(cut_short: Any, state: State, seat: int) -> None:
    left = list(state.stack[1][turn.LEFT]) if len(state.stack) > 1 else []
    cut_short()
    moments.begin_moment(state, seat, (seat, 0), left)


@AS_IF("the turn went on after the hearts were gained", "kd.turn.cut-short")
@do.instead(turn.cut_short)
def turn_not_cut(state: State, seat: int, cause: int, rules: Rules) -> None:
    state.log.append(("end-turn", rules, cause, seat))


AS_IF("cards could be bought in a turn cut short", "kd.turn.cut-short").so(
    "sleeper-may-buy", cutting_short(buy.begin_buying)
)
AS_IF("a turn cut short had no further turn after it", "kd.turn.cut-short").so(
    "further-turn-lost", cutting_short(lambda state: let(state.stack[0], FURTHER, 0))
)
AS_IF("the card were discarded when it ends the turn too", "kd.turn.cut-short").so(
    "sleep-on-and-discard",
    cutting_short(lambda state, cause, rules: cards.discard(state, cause, cause, rules)),
)


# --- what waits for a turn, and what lasts for one -----------------------------------------------
@AS_IF("the next turn were anybody's", "kd.turn.rival-next")
@do.after(turn.begin)
def any_next_turn(state: State, frame: Frame) -> None:
    state.lasting = [(*each[:3], each[3] and (frame[SEAT], AWAKE)) for each in state.lasting]


def send_back(state: State) -> None:
    """Let what waits for a turn wait for the next one."""
    state.lasting = [(*each[:3], each[3] and (each[3][0], 0)) for each in state.lasting]


@AS_IF("this turn lasted until the end of the next turn", "kd.turn.this-turn")
@do.around(turn.end_what_lasted)
def until_its_own_turn_ends(end_what_lasted: Any, state: State, frame: Frame) -> None:
    next_turn = rival(frame[SEAT]), 0
    lasting = [(*each[:3], next_turn) for each in state.lasting if each[3] is None]
    end_what_lasted()
    state.lasting = [*state.lasting, *lasting]


@AS_IF("this turn ended with the phase", "kd.turn.this-turn")
@do.before(turn.buy)
def this_phase_only(state: State) -> None:
    state.lasting = [entry for entry in state.lasting if entry[3] is not None]


@AS_IF("once a turn were once in the owner's turns only", "kd.turn.this-turn")
@do.result(moments.was_used)
def own_turns_only(used: bool, state: State, card: int) -> bool:
    return used or state.where[card] == AREA + rival(state.registers[ACTIVE])


AS_IF("a turn without a roll did not use it up", "kd.turn.rival-next").so(
    "waits-for-a-roll", cutting_short(send_back)
)
AS_IF("it held in every turn of the rival", "kd.turn.rival-next").so(
    "every-turn-of-the-rival", do.before(turn.end_what_lasted)(send_back)
)
AS_IF("what one card caused twice worked once", "kd.turn.rival-next").so(
    "one-of-a-card",
    do.result(monsters.in_force)(lambda found: iter({each[:2]: each for each in found}.values())),
)
AS_IF("it ended with the turn that caused it", "kd.turn.rival-next").so(
    "gone-with-the-turn", do.before(turn.end_what_lasted)(lambda state: state.lasting.clear())
)
AS_IF("once a turn were once for a turn of each", "kd.turn.this-turn").so(
    "once-a-round", remembered(turn.begin, USED, lambda frame: frame[SEAT] == 1)
)
AS_IF("once a turn were as often as it comes up", "kd.turn.this-turn").so(
    "no-limit", do.instead(moments.was_used)(lambda: False)
)


# --- what a new turn forgets ---------------------------------------------------------------------
@do.verb
def keep(change: Changes, *registers: int) -> None:
    """Let a turn begin with what the one before has left in some registers."""
    left = tuple(each for each in turn.FORGOTTEN if each not in registers)
    change.put(turn, "FORGOTTEN", left)


def keep_faces(first: int) -> Callable[[Changes], None]:
    """Let a turn begin with what the one before has left in the registers of the faces."""
    return kept(roll.clear_roll, *range(first, first + len(FACES)))


@do.verb
def used_until(change: Changes, *, own: bool) -> None:
    """Let what is had once a turn come back only in turns of its owner, or of the rival."""

    @change.around(turn.begin)
    def begin_with_uses(begin: Any, state: State, frame: Frame) -> None:
        used: tuple[Entry, ...] = frame[USED]
        begin()
        active = AREA + frame[SEAT]
        frame[USED] = tuple(entry for entry in used if (state.where[entry[0]] == active) is not own)


AS_IF(
    "power symbols that paid in the turn before were missing in this one",
    "kd.turn.begin",
    "kd.power.symbols",
).so("paid-before", keep(SPENT, SPENT_DICE))
AS_IF(
    "claws resolved in the turn before counted in this one",
    "kd.turn.begin",
    "kd.pull.for-each-claw",
).so("claws-before", keep(CLAWS))
AS_IF(
    "the resolve phase of the turn after a skipped one were skipped too",
    "kd.turn.begin",
    "kd.resolve.skip",
).so("skipped-before", keep(SKIPPED))
AS_IF(
    "claws that cards added in the turn before were in the Roll of this one",
    "kd.turn.begin",
    "kd.roll.added",
).so("settled-before", keep(SETTLED))
AS_IF(
    "hits of the turn before counted as hits of this one",
    "kd.turn.this-turn",
    "kd.hit.first",
    "kd.hit.beyond",
).so("hits-before", keep(TOOK, TOOK + 1))
AS_IF(
    "as many dice of a face as were left unresolved in the turn before were left in this one",
    "kd.turn.begin",
    "kd.resolve.left",
).so("left-before", keep_faces(LEFT))
AS_IF(
    "symbols that Alienoid added in the turn before were in the Roll of this one",
    "kd.turn.begin",
    "kd.monster.added",
).so("added-before", keep_faces(ADDED))
AS_IF(
    "who bought in the turn before gained no energy for buying nothing in this one",
    "kd.buy.none",
    "kd.turn.extra-whole",
).so("bought-before", remembered(turn.begin, buy.BOUGHT_NOW))
AS_IF(
    "what is had once a turn came back only in a turn of its owner",
    "kd.turn.extra-whole",
    "kd.turn.this-turn",
).so("used-until-own-turn", used_until(own=True))
AS_IF(
    "what is had once a turn came back only in a turn of the rival",
    "kd.turn.extra-whole",
    "kd.turn.this-turn",
).so("used-until-rivals-turn", used_until(own=False))
