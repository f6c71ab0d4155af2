"""Misreadings of the borrowed phases: whose dice, whose effects, whose place, whose turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import Step, ask, finish
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    borrowed,
    buying,
    damage,
    defending,
    moments,
    monsters,
    resolve,
    roll,
    turn,
    waiting,
)
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import NOBODY, Context
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


def before_resolving(change: Changes, act: Act) -> None:
    """Do something first of all with a roll that was taken; frames it begins come first."""
    begin = borrowed.resolve

    def act_and_begin(machine: Tokyo, state: State, frame: Frame) -> None:
        begin(machine, state, frame)
        act(machine, state, frame[borrowed.TAKER], frame[borrowed.ROLLER])

    change.swap(begin, act_and_begin)


def phases(change: Changes, *steps: Step) -> None:
    """Let the borrowed phases be others."""
    change.put(PROCEDURES.steps, borrowed.BORROWED, (*steps, finish))


@AS_IF("buy-before-entering", "the mindbugger bought before it entered", "kt.borrowed.phases")
def buy_before_entering(change: Changes) -> None:
    phases(change, borrowed.resolve, borrowed.buy, borrowed.enter, borrowed.give_back)


@AS_IF("rolls-anew", "the mindbugger rolled the dice again first", "kt.borrowed.phases")
def rolls_anew(change: Changes) -> None:
    def roll_first(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        roll.begin_roll(state, taker, 0, again=1)

    before_resolving(change, roll_first)


# --- the resolve phase -------------------------------------------------------------------------


@AS_IF("roller-chooses", "the roller chose the order of the results", "kt.borrowed.resolve")
def roller_chooses(change: Changes) -> None:
    def ask_the_roller(state: State, kind: str, seat: int, *rest: Any) -> None:
        chooser = state.registers[ACTIVE] if kind == "resolve" else seat
        ask(state, kind, chooser, *rest)

    change.put(resolve, "ask", ask_the_roller)


@AS_IF("both-gain", "the roller gained from the roll as well", "kt.borrowed.resolve")
def both_gain(change: Changes) -> None:
    carry_out = resolve.resolve

    def carry_out_for_both(machine: Tokyo, state: State, frame: Frame) -> None:
        face, roller = state.answer[1], state.registers[ACTIVE]
        carry_out(machine, state, frame)
        if is_borrowed(state) and face == ENERGY_FACE:
            amount = roll.symbols(state, face)
            atoms.gain_energy(machine, state, roller, amount, NONE, resolve.ENERGY)

    change.swap(carry_out, carry_out_for_both)


@AS_IF("roller-gains", "the roller gained the stars of the numbers", "kt.borrowed.resolve")
def roller_gains(change: Changes) -> None:
    score = resolve.score

    def score_for_the_roller(
        machine: Tokyo, state: State, seat: int, face: int, amount: int
    ) -> None:
        score(machine, state, state.registers[ACTIVE], face, amount)

    change.swap(score, score_for_the_roller)


@AS_IF("no-attack", "the claws of a roll that was taken hit nobody", "kt.borrowed.resolve")
def no_attack(change: Changes) -> None:
    targets_of = resolve.targets_of

    def nobody(machine: Tokyo, state: State, seat: int) -> tuple[list[int], Rules]:
        found, rules = targets_of(machine, state, seat)
        return ([] if is_taker(state, seat) else found), rules

    change.put(resolve, "targets_of", nobody)


# --- who stands as the active monster ----------------------------------------------------------


def as_if_active(change: Changes, old: Callable[..., Any]) -> None:
    """Let a part of the oracle take the roller for the active monster."""

    def with_the_roller(machine: Tokyo, state: State, *rest: Any) -> Any:
        actor = state.registers[ACTOR]
        state.registers[ACTOR] = state.registers[ACTIVE]
        try:
            return old(machine, state, *rest)
        finally:
            state.registers[ACTOR] = actor

    change.swap(old, with_the_roller)


@AS_IF("from-roller", "monsters were asked clockwise from the roller", "kt.borrowed.active")
def from_roller(change: Changes) -> None:
    as_if_active(change, monsters.asked_in_order)


@AS_IF(
    "roller-not-another",
    "the roller could not react where others than the active monster may",
    "kt.borrowed.active",
)
def roller_not_another(change: Changes) -> None:
    as_if_active(change, buying.ask_next)
    as_if_active(change, buying.take_revealed)


@AS_IF("roller-attacks", "the roller were the attacker", "kt.borrowed.active")
def roller_attacks(change: Changes) -> None:
    deal = damage.deal

    def deal_as_roller(
        state: State, by: int, cause: int, losses: dict[int, int], **kinds: bool
    ) -> None:
        if kinds.get("claws") and is_taker(state, by):
            by = state.registers[ACTIVE]
        deal(state, by, cause, losses, **kinds)

    change.swap(deal, deal_as_roller)


# --- the dice ----------------------------------------------------------------------------------


@AS_IF("six-dice", "extra dice of the roller were left out", "kt.borrowed.dice")
def six_dice(change: Changes) -> None:
    def leave_out(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        for face in reversed(roll.dice_shown(state)[NUMBER_OF_DICE:]):
            state.registers[DICE + face] -= 1

    before_resolving(change, leave_out)


@AS_IF("own-extra-dice", "the mindbugger rolled its extra dice besides", "kt.borrowed.dice")
def own_extra_dice(change: Changes) -> None:
    def roll_more(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        dice, _ = monsters.dice_of(machine, state, taker, 0)
        more = dice - len(roll.dice_shown(state))
        if more > 0:
            state.stack.append([roll.REROLL_DICE, 0, more, taker, NONE])

    before_resolving(change, roll_more)


@AS_IF("own-fewer-dice", "shrink tokens of the mindbugger took dice away", "kt.borrowed.dice")
def own_fewer_dice(change: Changes) -> None:
    def take_away(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        shrink = state.counters[machine.shrink + taker]
        for face in roll.dice_shown(state)[:shrink]:
            state.registers[DICE + face] -= 1

    before_resolving(change, take_away)


Shown = tuple[int, ...]


def remembering(change: Changes, moment: Step, what: Callable[[Tokyo, State, int], Shown]) -> None:
    """Keep something of a moment of the roll phase with the turn, where it says `rolled`."""

    def remember(machine: Tokyo, state: State, frame: Frame) -> None:
        state.stack[0][turn.ROLLED] = (1, *what(machine, state, frame[roll.SEAT]))
        moment(machine, state, frame)

    change.swap(moment, remember)


def remembered(state: State) -> Shown:
    """What was kept."""
    kept = state.stack[0][turn.ROLLED]
    return kept[1:] if isinstance(kept, tuple) else ()


def energy_of(machine: Tokyo, state: State, seat: int) -> Shown:
    """The energy of a monster."""
    return (state.counters[machine.energy + seat],)


@AS_IF("as-rolled", "changes of the dice did not count any more", "kt.borrowed.as-they-lie")
def as_rolled(change: Changes) -> None:
    def turn_back(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        for face, number in enumerate(remembered(state)):
            state.registers[DICE + face] = number

    remembering(
        change,
        roll.let_others,
        lambda machine, state, seat: tuple(state.registers[DICE : DICE + 6]),
    )
    before_resolving(change, turn_back)


@AS_IF(
    "change-paid-back",
    "what the roller paid to change a die were given back",
    "kt.borrowed.as-they-lie",
)
def change_paid_back(change: Changes) -> None:
    def pay_back(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        for energy in remembered(state):
            state.counters[machine.energy + roller] = energy

    remembering(change, roll.let_others, energy_of)
    before_resolving(change, pay_back)


@AS_IF("may-change", "the mindbugger could change the dice", "kt.borrowed.unchanged")
def may_change(change: Changes) -> None:
    def open_changes(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        heads = ("before-resolving", "during-roll")
        moments.open_window(machine, state, heads, taker, (taker, 0))

    before_resolving(change, open_changes)


@AS_IF("may-reroll", "the mindbugger could reroll the dice", "kt.borrowed.unchanged")
def may_reroll(change: Changes) -> None:
    at = PROCEDURES.steps[roll.ROLL_PHASE].index(roll.offer_reroll)

    def offer(machine: Tokyo, state: State, taker: int, roller: int) -> None:
        state.registers[REROLLS], _ = monsters.rerolls_of(machine, state, taker)
        state.stack.append([roll.ROLL_PHASE, at, taker, 0, 0, 1, ()])

    before_resolving(change, offer)


# --- whose effects work ------------------------------------------------------------------------


def working(change: Changes, when: Callable[[State, str, int], bool]) -> None:
    """Let effects at moments work only sometimes."""
    happen = moments.happen

    def happen_to_some(
        machine: Tokyo, state: State, head: str, seat: int, context: Context = NOBODY
    ) -> None:
        if when(state, head, seat):
            happen(machine, state, head, seat, context)

    change.swap(happen, happen_to_some)


@AS_IF("nothing-added", "the mindbugger's cards added no symbols", "kt.borrowed.own-effects")
def nothing_added(change: Changes) -> None:
    added = ("adding", "adding-to-claws")
    working(change, lambda state, head, seat: not (head in added and is_taker(state, seat)))


@AS_IF(
    "own-rewards-idle",
    "the mindbugger's cards did not reward what it scored",
    "kt.borrowed.own-effects",
)
def own_rewards_idle(change: Changes) -> None:
    idle = ("resolving", "scoring")
    working(change, lambda state, head, seat: not (head in idle and is_taker(state, seat)))


@AS_IF(
    "own-attack-idle",
    "the mindbugger's cards did not react to its attack",
    "kt.borrowed.own-effects",
)
def own_attack_idle(change: Changes) -> None:
    idle = ("attacking", "wounding")
    working(change, lambda state, head, seat: not (head in idle and is_taker(state, seat)))


def roller_has_too(change: Changes, step: Step, head: str) -> None:
    """Let the roller's effects for a moment of the resolve phase work as well."""

    def for_both(machine: Tokyo, state: State, frame: Frame) -> None:
        step(machine, state, frame)
        if is_taker(state, frame[resolve.SEAT]):
            moments.happen(machine, state, head, state.registers[ACTIVE])

    change.swap(step, for_both)


@AS_IF("roller-adds", "symbols of the roller's cards were added", "kt.borrowed.roller-effects")
def roller_adds(change: Changes) -> None:
    roller_has_too(change, resolve.add_symbols, "adding")


@AS_IF(
    "roller-rewarded",
    "the roller's cards rewarded a roll that was taken",
    "kt.borrowed.roller-effects",
)
def roller_rewarded(change: Changes) -> None:
    roller_has_too(change, resolve.reward, "resolving")


@AS_IF(
    "roller-scores",
    "what the mindbugger scored counted for the roller's cards",
    "kt.borrowed.roller-effects",
)
def roller_scores(change: Changes) -> None:
    score = resolve.score

    def score_for_the_turn(machine: Tokyo, state: State, seat: int, face: int, amount: int) -> None:
        score(machine, state, seat, face, amount)
        if amount >= 3:
            state.registers[SCORED] |= 1 << face

    change.swap(score, score_for_the_turn)


@AS_IF(
    "roller-hunts",
    "a hunt of the roller bound the mindbugger",
    "kt.borrowed.roller-effects",
)
def roller_hunts(change: Changes) -> None:
    targets_of = resolve.targets_of

    def hunted_by_the_roller(machine: Tokyo, state: State, seat: int) -> tuple[list[int], Rules]:
        roller = state.registers[ACTIVE]
        if is_taker(state, seat) and monsters.said_by(machine, state, "aims-only-at", roller):
            return targets_of(machine, state, roller)
        return targets_of(machine, state, seat)

    change.put(resolve, "targets_of", hunted_by_the_roller)


@AS_IF(
    "roller-activated",
    "what the roller activated for its rolls worked for the taken one",
    "kt.borrowed.roller-effects",
)
def roller_activated(change: Changes) -> None:
    close = resolve.close

    def close_for_both(machine: Tokyo, state: State, frame: Frame) -> None:
        close(machine, state, frame)
        if is_taker(state, frame[resolve.SEAT]):
            roller = state.registers[ACTIVE]
            moments.happen(machine, state, "resolved", roller, (roller, 0))

    change.swap(close, close_for_both)


# --- the roller against the mindbugger ---------------------------------------------------------


@AS_IF("roller-spared", "the mindbugger could not hit the roller", "kt.borrowed.roller-defends")
def roller_spared(change: Changes) -> None:
    targets_of = resolve.targets_of

    def others_than_the_roller(machine: Tokyo, state: State, seat: int) -> tuple[list[int], Rules]:
        found, rules = targets_of(machine, state, seat)
        return [each for each in found if not is_roller(state, each)], rules

    change.put(resolve, "targets_of", others_than_the_roller)


@AS_IF(
    "roller-defenceless",
    "the roller could use nothing against the mindbugger",
    "kt.borrowed.roller-defends",
)
def roller_defenceless(change: Changes) -> None:
    offer_defence = defending.offer_defence

    def offer_to_others(machine: Tokyo, state: State, frame: Frame) -> None:
        if is_roller(state, frame[defending.WHO]):
            state.stack.pop()
        else:
            offer_defence(machine, state, frame)

    change.swap(offer_defence, offer_to_others)


@AS_IF("roller-holds", "the roller were not asked whether it yields", "kt.borrowed.roller-defends")
def roller_holds(change: Changes) -> None:
    ask_to_yield = damage.ask_to_yield

    def ask_others(machine: Tokyo, state: State, frame: Frame) -> None:
        place = frame[damage.ASKED]
        if place < len(frame[damage.SEATS]) and is_roller(state, frame[damage.SEATS][place]):
            frame[damage.ASKED] += 1
        ask_to_yield(machine, state, frame)

    change.swap(ask_to_yield, ask_others)


@AS_IF(
    "roller-numb",
    "the roller's cards did not react to hearts lost in its own turn",
    "kt.borrowed.roller-defends",
)
def roller_numb(change: Changes) -> None:
    gather = waiting.gather

    def gather_others(
        machine: Tokyo, state: State, events: Iterable[waiting.Event]
    ) -> tuple[waiting.Waiting, ...]:
        felt = [e for e in events if not (e[1] == "lost-hearts" and is_roller(state, e[0]))]
        return gather(machine, state, felt)

    change.swap(gather, gather_others)


# --- whose place -------------------------------------------------------------------------------


def from_the_rollers_place(change: Changes, old: Callable[..., Any]) -> None:
    """Let a part of the oracle take the mindbugger for where the roller is."""

    def there(machine: Tokyo, state: State, *rest: Any, **more: Any) -> Any:
        own = machine.place + state.registers[ACTOR]
        before = state.counters[own]
        state.counters[own] = state.counters[machine.place + state.registers[ACTIVE]]
        try:
            return old(machine, state, *rest, **more)
        finally:
            state.counters[own] = before

    change.swap(old, there)


@AS_IF("roller-place-claws", "claws hit from where the roller is", "kt.borrowed.place")
def roller_place_claws(change: Changes) -> None:
    from_the_rollers_place(change, resolve.targets_of)


@AS_IF("roller-place-hearts", "hearts healed if the roller is outside", "kt.borrowed.place")
def roller_place_hearts(change: Changes) -> None:
    from_the_rollers_place(change, resolve.offer_hearts)
    from_the_rollers_place(change, resolve.take_heart)


@AS_IF("roller-always-hit", "the roller were hit wherever it is", "kt.borrowed.place")
def roller_always_hit(change: Changes) -> None:
    attack = resolve.attack

    def attack_the_roller(machine: Tokyo, state: State, seat: int, claws: int) -> None:
        attack(machine, state, seat, claws)
        frame = next((each for each in reversed(state.stack) if each[0] == damage.DAMAGE), None)
        roller = state.registers[ACTIVE]
        if frame is not None and is_taker(state, seat) and roller not in frame[damage.SEATS]:
            frame[damage.SEATS] += (roller,)
            frame[damage.AMOUNTS] += (claws,)
            frame[damage.HIT] += (1,)
            frame[damage.DOERS] += ((seat, NONE),)

    change.swap(attack, attack_the_roller)
