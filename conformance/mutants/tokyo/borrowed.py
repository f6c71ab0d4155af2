"""Misreadings of the borrowed phases: whose dice, whose effects, whose place, whose turn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    attack,
    borrowed,
    buy,
    damage,
    defending,
    dice,
    hearts,
    losses,
    mindbug,
    moments,
    monsters,
    resolve,
    roll,
    stars,
    table,
    turn,
    waiting,
    yielding,
)
from oracle.tokyo import energy as energy_of_tokyo
from oracle.tokyo.machine import Tokyo

AS_IF = Topic("tokyo", "borrowed", "serves-as")


def is_borrowed(state: State) -> bool:
    """Whether these are borrowed phases."""
    return state.registers[table.ACTOR] != state.registers[table.ACTIVE]


def is_taker(state: State, seat: int) -> bool:
    """Whether a monster is the mindbugger."""
    return is_borrowed(state) and seat == state.registers[table.ACTOR]


def is_roller(state: State, seat: int) -> bool:
    """Whether a monster is the one whose roll was taken."""
    return is_borrowed(state) and seat == state.registers[table.ACTIVE]


# --- which phases ------------------------------------------------------------------------------
@own.after(borrowed.resolve)
def before_resolving(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Do something first of all with a roll that was taken; frames it begins come first."""
    act(machine, state, frame[borrowed.TAKER], frame[mindbug.ROLLER])


phases = partial(own.consists, borrowed.BORROWED)


AS_IF("the mindbugger bought before it entered", "kt.borrowed.phases").so(
    "buy-before-entering",
    phases(borrowed.resolve, borrowed.buy, borrowed.enter, borrowed.give_back),
)


@AS_IF("the mindbugger rolled the dice again first", "kt.borrowed.phases")
@before_resolving
def rolls_anew(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    roll.begin_roll(state, taker, 0, again=1)


# --- the resolve phase -------------------------------------------------------------------------
@AS_IF("the roller gained from the roll as well", "kt.borrowed.resolve")
@do.around(resolve.resolve)
def both_gain(carry_out: Any, machine: Tokyo, state: State) -> None:
    face, roller = state.answer[1], state.registers[table.ACTIVE]
    carry_out()
    if is_borrowed(state) and face == table.ENERGY_FACE:
        amount = roll.symbols(state, face)
        energy_of_tokyo.gain_energy(machine, state, roller, amount, table.NONE, resolve.ENERGY)


AS_IF("the roller chose the order of the results", "kt.borrowed.resolve").so(
    "roller-chooses",
    do.around(resolve, "ask")(
        lambda ask, state, kind: (
            ask(seat=state.registers[table.ACTIVE]) if kind == "resolve" else ask()
        )
    ),
)
AS_IF("the roller gained the stars of the numbers", "kt.borrowed.resolve").so(
    "roller-gains",
    do.around(stars.score)(lambda score, state: score(seat=state.registers[table.ACTIVE])),
)
AS_IF("the claws of a roll that was taken hit nobody", "kt.borrowed.resolve").so(
    "no-attack",
    do.result(attack, "targets_of")(
        lambda found, state, seat: ([] if is_taker(state, seat) else found[0], found[1])
    ),
)


# --- who stands as the active monster ----------------------------------------------------------
@do.verb
def as_if_active(change: Changes, old: Any) -> None:
    """Let a part of the oracle take the roller for the active monster."""

    @change.instead(old)
    def with_the_roller(machine: Tokyo, state: State, *rest: Any) -> Any:
        actor = state.registers[table.ACTOR]
        state.registers[table.ACTOR] = state.registers[table.ACTIVE]
        try:
            return old(machine, state, *rest)
        finally:
            state.registers[table.ACTOR] = actor


AS_IF("monsters were asked clockwise from the roller", "kt.borrowed.active").so(
    "from-roller", as_if_active(monsters.asked_in_order)
)
AS_IF(
    "the roller could not react where others than the active monster may", "kt.borrowed.active"
).so("roller-not-another", as_if_active(buy.ask_next), as_if_active(buy.take_revealed))


@AS_IF("the roller were the attacker", "kt.borrowed.active")
@do.around(damage.deal)
def roller_attacks(deal: Any, state: State, by: int, *, claws: bool = False) -> None:
    deal(by=state.registers[table.ACTIVE] if claws and is_taker(state, by) else by)


# --- the dice ----------------------------------------------------------------------------------
@AS_IF("extra dice of the roller were left out", "kt.borrowed.dice")
@before_resolving
def six_dice(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    for face in reversed(roll.dice_shown(state)[table.NUMBER_OF_DICE :]):
        state.registers[table.DICE + face] -= 1


@AS_IF("the mindbugger rolled its extra dice besides", "kt.borrowed.dice")
@before_resolving
def own_extra_dice(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    more = dice.dice_of(machine, state, taker, 0)[0] - len(roll.dice_shown(state))
    if more > 0:
        state.stack.append([roll.REROLL_DICE, 0, more, taker, table.NONE])


@AS_IF("shrink tokens of the mindbugger took dice away", "kt.borrowed.dice")
@before_resolving
def own_fewer_dice(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    for face in roll.dice_shown(state)[: state.counters[machine.shrink + taker]]:
        state.registers[table.DICE + face] -= 1


@do.verb
def remembering(change: Changes, moment: Any, what: Any) -> None:
    """Keep something of a moment of the roll phase with the turn, where it says `rolled`."""
    change.before(moment)(
        lambda machine, state, frame: setitem(
            state.stack[0], turn.ROLLED, (1, *what(machine, state, frame[roll.SEAT]))
        )
    )


def remembered(state: State) -> tuple[int, ...]:
    """What was kept."""
    kept = state.stack[0][turn.ROLLED]
    return kept[1:] if isinstance(kept, tuple) else ()


def energy_of(machine: Tokyo, state: State, seat: int) -> tuple[int, ...]:
    """The energy of a monster."""
    return (state.counters[machine.energy + seat],)


@AS_IF("changes of the dice did not count any more", "kt.borrowed.as-they-lie")
@own.also(
    remembering(
        roll.let_others,
        lambda machine, state, seat: tuple(state.registers[table.DICE : table.DICE + 6]),
    )
)
@before_resolving
def as_rolled(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    for face, number in enumerate(remembered(state)):
        state.registers[table.DICE + face] = number


@AS_IF("what the roller paid to change a die were given back", "kt.borrowed.as-they-lie")
@own.also(remembering(roll.let_others, energy_of))
@before_resolving
def change_paid_back(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    for energy in remembered(state):
        state.counters[machine.energy + roller] = energy


AS_IF("the mindbugger could change the dice", "kt.borrowed.unchanged").so(
    "may-change",
    before_resolving(
        lambda machine, state, taker, roller: moments.open_window(
            machine, state, ("before-resolving", "during-roll"), taker, (taker, 0)
        )
    ),
)


@AS_IF("the mindbugger could reroll the dice", "kt.borrowed.unchanged")
@before_resolving
def may_reroll(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    at = table.PROCEDURES.steps[roll.ROLL_PHASE].index(roll.offer_reroll)
    state.registers[table.REROLLS], _ = roll.rerolls_of(machine, state, taker)
    state.stack.append([roll.ROLL_PHASE, at, taker, 0, 0, 1, ()])


# --- whose effects work ------------------------------------------------------------------------
@own.unless(moments.happen)
def idle(heads: tuple[str, ...], state: State, head: str, seat: int) -> object:
    """Let effects of the mindbugger do nothing at some moments."""
    return head in heads and is_taker(state, seat)


@do.verb
def roller_has_too(change: Changes, step: Any, head: str) -> None:
    """Let the roller's effects for a moment of the resolve phase work as well."""

    @change.after(step)
    def for_both(machine: Tokyo, state: State, frame: Frame) -> None:
        if is_taker(state, frame[resolve.SEAT]):
            moments.happen(machine, state, head, state.registers[table.ACTIVE])


@AS_IF("what the mindbugger scored counted for the roller's cards", "kt.borrowed.roller-effects")
@do.after(stars.score)
def roller_scores(state: State, face: int, amount: int) -> None:
    if amount >= 3:
        state.registers[table.SCORED] |= 1 << face


@AS_IF("a hunt of the roller bound the mindbugger", "kt.borrowed.roller-effects")
@do.around(attack, "targets_of")
def roller_hunts(targets_of: Any, machine: Tokyo, state: State, seat: int) -> Any:
    roller = state.registers[table.ACTIVE]
    if is_taker(state, seat) and monsters.said_by(machine, state, "aims-only-at", roller):
        return targets_of(seat=roller)
    return targets_of()


@AS_IF(
    "what the roller activated for its rolls worked for the taken one", "kt.borrowed.roller-effects"
)
@do.after(resolve.close)
def roller_activated(machine: Tokyo, state: State, frame: Frame) -> None:
    if is_taker(state, frame[resolve.SEAT]):
        roller = state.registers[table.ACTIVE]
        moments.happen(machine, state, "resolved", roller, (roller, 0))


AS_IF("the mindbugger's cards added no symbols", "kt.borrowed.own-effects").so(
    "nothing-added", idle(("adding", "adding-to-claws"))
)
AS_IF("the mindbugger's cards did not reward what it scored", "kt.borrowed.own-effects").so(
    "own-rewards-idle", idle(("resolving", "scoring"))
)
AS_IF("the mindbugger's cards did not react to its attack", "kt.borrowed.own-effects").so(
    "own-attack-idle", idle(("attacking", "wounding"))
)
AS_IF("symbols of the roller's cards were added", "kt.borrowed.roller-effects").so(
    "roller-adds", roller_has_too(resolve.add_symbols, "adding")
)
AS_IF("the roller's cards rewarded a roll that was taken", "kt.borrowed.roller-effects").so(
    "roller-rewarded", roller_has_too(resolve.reward, "resolving")
)


# --- the roller against the mindbugger ---------------------------------------------------------
AS_IF("the mindbugger could not hit the roller", "kt.borrowed.roller-defends").so(
    "roller-spared",
    do.result(attack, "targets_of")(
        lambda found, state: ([each for each in found[0] if not is_roller(state, each)], found[1])
    ),
)
AS_IF("the roller could use nothing against the mindbugger", "kt.borrowed.roller-defends").so(
    "roller-defenceless",
    do.around(defending.offer_defence)(
        lambda offer_defence, state, frame: (
            state.stack.pop() if is_roller(state, frame[defending.WHO]) else offer_defence()
        )
    ),
)


@AS_IF("the roller were not asked whether it yields", "kt.borrowed.roller-defends")
@do.before(yielding.ask_to_yield)
def roller_holds(state: State, frame: Frame) -> None:
    place = frame[losses.ASKED]
    if place < len(frame[losses.SEATS]) and is_roller(state, frame[losses.SEATS][place]):
        frame[losses.ASKED] += 1


@AS_IF(
    "the roller's cards did not react to hearts lost in its own turn", "kt.borrowed.roller-defends"
)
@do.around(waiting.gather)
def roller_numb(gather: Any, state: State, events: Iterable[waiting.Event]) -> Any:
    felt = [e for e in events if not (e[1] == "lost-hearts" and is_roller(state, e[0]))]
    return gather(events=felt)


# --- whose place -------------------------------------------------------------------------------
@do.verb
def from_the_rollers_place(change: Changes, old: Any) -> None:
    """Let a part of the oracle take the mindbugger for where the roller is."""

    @change.instead(old)
    def there(machine: Tokyo, state: State, *rest: Any, **more: Any) -> Any:
        own = machine.place + state.registers[table.ACTOR]
        before = state.counters[own]
        state.counters[own] = state.counters[machine.place + state.registers[table.ACTIVE]]
        try:
            return old(machine, state, *rest, **more)
        finally:
            state.counters[own] = before


AS_IF("claws hit from where the roller is", "kt.borrowed.place").so(
    "roller-place-claws", from_the_rollers_place(attack.targets_of)
)
AS_IF("hearts healed if the roller is outside", "kt.borrowed.place").so(
    "roller-place-hearts",
    from_the_rollers_place(hearts.offer_hearts),
    from_the_rollers_place(hearts.take_heart),
)


@AS_IF("the roller were hit wherever it is", "kt.borrowed.place")
@do.after(attack.attack)
def roller_always_hit(state: State, seat: int, claws: int) -> None:
    frame = next((each for each in reversed(state.stack) if each[0] == damage.DAMAGE), None)
    roller = state.registers[table.ACTIVE]
    if frame is not None and is_taker(state, seat) and roller not in frame[losses.SEATS]:
        frame[losses.SEATS] += (roller,)
        frame[losses.AMOUNTS] += (claws,)
        frame[losses.HIT] += (1,)
        frame[losses.DOERS] += ((seat, table.NONE),)
