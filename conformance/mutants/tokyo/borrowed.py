"""Misreadings of the borrowed phases: whose dice, whose effects, whose place, whose turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask, finish
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    attack,
    borrowed,
    buy,
    damage,
    defending,
    hearts,
    losses,
    mindbug,
    moments,
    monsters,
    resolve,
    roll,
    stars,
    turn,
    waiting,
    yielding,
)
from oracle.tokyo import dice as dice_of_tokyo
from oracle.tokyo import energy as energy_of_tokyo
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import (
    ACTIVE,
    ACTOR,
    DICE,
    ENERGY_FACE,
    NONE,
    NUMBER_OF_DICE,
    PROCEDURES,
    REROLLS,
    SCORED,
)

AS_IF = Topic("tokyo", "borrowed", "serves-as")

Act = Callable[[Tokyo, State, int, int], None]
"""`(machine, state, taker, roller)`."""


def is_borrowed(state: State) -> bool:
    """Whether these are borrowed phases."""
    return state.registers[ACTOR] != state.registers[ACTIVE]


def is_taker(state: State, seat: int) -> bool:
    """Whether a monster is the mindbugger."""
    return is_borrowed(state) and seat == state.registers[ACTOR]


def is_roller(state: State, seat: int) -> bool:
    """Whether a monster is the one whose roll was taken."""
    return is_borrowed(state) and seat == state.registers[ACTIVE]


# --- which phases ------------------------------------------------------------------------------


@do.verb
def before_resolving(change: Changes, act: Act) -> None:
    """Do something first of all with a roll that was taken; frames it begins come first."""

    @change.after(borrowed.resolve)
    def act_and_begin(machine: Tokyo, state: State, frame: Frame) -> None:
        act(machine, state, frame[borrowed.TAKER], frame[mindbug.ROLLER])


@do.verb
def phases(change: Changes, *steps: Step) -> None:
    """Let the borrowed phases be others."""
    change.put(PROCEDURES.steps, borrowed.BORROWED, (*steps, finish))


AS_IF("the mindbugger bought before it entered", "kt.borrowed.phases").so(
    "buy-before-entering",
    phases(borrowed.resolve, borrowed.buy, borrowed.enter, borrowed.give_back),
)


@AS_IF("the mindbugger rolled the dice again first", "kt.borrowed.phases")
@before_resolving
def rolls_anew(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    roll.begin_roll(state, taker, 0, again=1)


# --- the resolve phase -------------------------------------------------------------------------


@AS_IF("the roller chose the order of the results", "kt.borrowed.resolve")
@do.instead(resolve, "ask")
def roller_chooses(state: State, kind: str, seat: int, *rest: Any) -> None:
    chooser = state.registers[ACTIVE] if kind == "resolve" else seat
    ask(state, kind, chooser, *rest)


@AS_IF("the roller gained from the roll as well", "kt.borrowed.resolve")
@do.around(resolve.resolve)
def both_gain(carry_out: Any, machine: Tokyo, state: State) -> None:
    face, roller = state.answer[1], state.registers[ACTIVE]
    carry_out()
    if is_borrowed(state) and face == ENERGY_FACE:
        amount = roll.symbols(state, face)
        energy_of_tokyo.gain_energy(machine, state, roller, amount, NONE, resolve.ENERGY)


AS_IF("the roller gained the stars of the numbers", "kt.borrowed.resolve").so(
    "roller-gains",
    do.around(stars.score)(lambda score, state: score(seat=state.registers[ACTIVE])),
)


@AS_IF("the claws of a roll that was taken hit nobody", "kt.borrowed.resolve")
@do.around(attack, "targets_of")
def no_attack(targets_of: Any, state: State, seat: int) -> Any:
    found, rules = targets_of()
    return [] if is_taker(state, seat) else found, rules


# --- who stands as the active monster ----------------------------------------------------------


@do.verb
def as_if_active(change: Changes, old: Callable[..., Any]) -> None:
    """Let a part of the oracle take the roller for the active monster."""

    @change.instead(old)
    def with_the_roller(machine: Tokyo, state: State, *rest: Any) -> Any:
        actor = state.registers[ACTOR]
        state.registers[ACTOR] = state.registers[ACTIVE]
        try:
            return old(machine, state, *rest)
        finally:
            state.registers[ACTOR] = actor


AS_IF("monsters were asked clockwise from the roller", "kt.borrowed.active").so(
    "from-roller", as_if_active(monsters.asked_in_order)
)
AS_IF(
    "the roller could not react where others than the active monster may", "kt.borrowed.active"
).so("roller-not-another", as_if_active(buy.ask_next), as_if_active(buy.take_revealed))


@AS_IF("the roller were the attacker", "kt.borrowed.active")
@do.around(damage.deal)
def roller_attacks(
    deal: Any, state: State, by: int, cause: int, losses: dict[int, int], **kinds: bool
) -> None:
    if kinds.get("claws") and is_taker(state, by):
        by = state.registers[ACTIVE]
    deal(state, by, cause, losses, **kinds)


# --- the dice ----------------------------------------------------------------------------------


@AS_IF("extra dice of the roller were left out", "kt.borrowed.dice")
@before_resolving
def six_dice(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    for face in reversed(roll.dice_shown(state)[NUMBER_OF_DICE:]):
        state.registers[DICE + face] -= 1


@AS_IF("the mindbugger rolled its extra dice besides", "kt.borrowed.dice")
@before_resolving
def own_extra_dice(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    dice, _ = dice_of_tokyo.dice_of(machine, state, taker, 0)
    more = dice - len(roll.dice_shown(state))
    if more > 0:
        state.stack.append([roll.REROLL_DICE, 0, more, taker, NONE])


@AS_IF("shrink tokens of the mindbugger took dice away", "kt.borrowed.dice")
@before_resolving
def own_fewer_dice(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    shrink = state.counters[machine.shrink + taker]
    for face in roll.dice_shown(state)[:shrink]:
        state.registers[DICE + face] -= 1


Shown = tuple[int, ...]


@do.verb
def remembering(change: Changes, moment: Step, what: Callable[[Tokyo, State, int], Shown]) -> None:
    """Keep something of a moment of the roll phase with the turn, where it says `rolled`."""

    @change.instead(moment)
    def remember(machine: Tokyo, state: State, frame: Frame) -> None:
        state.stack[0][turn.ROLLED] = (1, *what(machine, state, frame[roll.SEAT]))
        moment(machine, state, frame)


def remembered(state: State) -> Shown:
    """What was kept."""
    kept = state.stack[0][turn.ROLLED]
    return kept[1:] if isinstance(kept, tuple) else ()


def energy_of(machine: Tokyo, state: State, seat: int) -> Shown:
    """The energy of a monster."""
    return (state.counters[machine.energy + seat],)


@AS_IF("changes of the dice did not count any more", "kt.borrowed.as-they-lie")
def as_rolled(change: Changes) -> None:
    def turn_back(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        for face, number in enumerate(remembered(state)):
            state.registers[DICE + face] = number

    remembering(
        roll.let_others, lambda machine, state, seat: tuple(state.registers[DICE : DICE + 6])
    )(change)
    before_resolving(turn_back)(change)


@AS_IF("what the roller paid to change a die were given back", "kt.borrowed.as-they-lie")
def change_paid_back(change: Changes) -> None:
    def pay_back(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        for energy in remembered(state):
            state.counters[machine.energy + roller] = energy

    remembering(roll.let_others, energy_of)(change)
    before_resolving(pay_back)(change)


@AS_IF("the mindbugger could change the dice", "kt.borrowed.unchanged")
@before_resolving
def may_change(machine: Tokyo, state: State, taker: int, roller: int) -> None:
    heads = "before-resolving", "during-roll"
    moments.open_window(machine, state, heads, taker, (taker, 0))


@AS_IF("the mindbugger could reroll the dice", "kt.borrowed.unchanged")
def may_reroll(change: Changes) -> None:
    at = PROCEDURES.steps[roll.ROLL_PHASE].index(roll.offer_reroll)

    def offer(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        state.registers[REROLLS], _ = roll.rerolls_of(machine, state, taker)
        state.stack.append([roll.ROLL_PHASE, at, taker, 0, 0, 1, ()])

    before_resolving(offer)(change)


# --- whose effects work ------------------------------------------------------------------------


@do.verb
def working(change: Changes, when: Callable[[State, str, int], bool]) -> None:
    """Let effects at moments work only sometimes."""

    @change.provided(moments.happen)
    def happen_to_some(state: State, head: str, seat: int) -> object:
        return when(state, head, seat)


@AS_IF("the mindbugger's cards added no symbols", "kt.borrowed.own-effects")
def nothing_added(change: Changes) -> None:
    added = "adding", "adding-to-claws"
    working(lambda state, head, seat: not (head in added and is_taker(state, seat)))(change)


@AS_IF("the mindbugger's cards did not reward what it scored", "kt.borrowed.own-effects")
def own_rewards_idle(change: Changes) -> None:
    idle = "resolving", "scoring"
    working(lambda state, head, seat: not (head in idle and is_taker(state, seat)))(change)


@AS_IF("the mindbugger's cards did not react to its attack", "kt.borrowed.own-effects")
def own_attack_idle(change: Changes) -> None:
    idle = "attacking", "wounding"
    working(lambda state, head, seat: not (head in idle and is_taker(state, seat)))(change)


@do.verb
def roller_has_too(change: Changes, step: Step, head: str) -> None:
    """Let the roller's effects for a moment of the resolve phase work as well."""

    @change.instead(step)
    def for_both(machine: Tokyo, state: State, frame: Frame) -> None:
        step(machine, state, frame)
        if is_taker(state, frame[resolve.SEAT]):
            moments.happen(machine, state, head, state.registers[ACTIVE])


AS_IF("symbols of the roller's cards were added", "kt.borrowed.roller-effects").so(
    "roller-adds", roller_has_too(resolve.add_symbols, "adding")
)
AS_IF("the roller's cards rewarded a roll that was taken", "kt.borrowed.roller-effects").so(
    "roller-rewarded", roller_has_too(resolve.reward, "resolving")
)


@AS_IF("what the mindbugger scored counted for the roller's cards", "kt.borrowed.roller-effects")
@do.after(stars.score)
def roller_scores(state: State, face: int, amount: int) -> None:
    if amount >= 3:
        state.registers[SCORED] |= 1 << face


@AS_IF("a hunt of the roller bound the mindbugger", "kt.borrowed.roller-effects")
@do.around(attack, "targets_of")
def roller_hunts(targets_of: Any, machine: Tokyo, state: State, seat: int) -> Any:
    roller = state.registers[ACTIVE]
    if is_taker(state, seat) and monsters.said_by(machine, state, "aims-only-at", roller):
        return targets_of(seat=roller)
    return targets_of()


@AS_IF(
    "what the roller activated for its rolls worked for the taken one", "kt.borrowed.roller-effects"
)
@do.after(resolve.close)
def roller_activated(machine: Tokyo, state: State, frame: Frame) -> None:
    if is_taker(state, frame[resolve.SEAT]):
        roller = state.registers[ACTIVE]
        moments.happen(machine, state, "resolved", roller, (roller, 0))


# --- the roller against the mindbugger ---------------------------------------------------------


@AS_IF("the mindbugger could not hit the roller", "kt.borrowed.roller-defends")
@do.around(attack, "targets_of")
def roller_spared(targets_of: Any, state: State) -> Any:
    found, rules = targets_of()
    return [each for each in found if not is_roller(state, each)], rules


@AS_IF("the roller could use nothing against the mindbugger", "kt.borrowed.roller-defends")
@do.around(defending.offer_defence)
def roller_defenceless(offer_defence: Any, state: State, frame: Frame) -> None:
    if is_roller(state, frame[defending.WHO]):
        state.stack.pop()
    else:
        offer_defence()


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
def from_the_rollers_place(change: Changes, old: Callable[..., Any]) -> None:
    """Let a part of the oracle take the mindbugger for where the roller is."""

    @change.instead(old)
    def there(machine: Tokyo, state: State, *rest: Any, **more: Any) -> Any:
        own = machine.place + state.registers[ACTOR]
        before = state.counters[own]
        state.counters[own] = state.counters[machine.place + state.registers[ACTIVE]]
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
    roller = state.registers[ACTIVE]
    if frame is not None and is_taker(state, seat) and roller not in frame[losses.SEATS]:
        frame[losses.SEATS] += (roller,)
        frame[losses.AMOUNTS] += (claws,)
        frame[losses.HIT] += (1,)
        frame[losses.DOERS] += ((seat, NONE),)
