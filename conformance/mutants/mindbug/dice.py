"""Misreadings of dice: who rolls and when, what is rolled again, and what results do."""

from __future__ import annotations

from collections.abc import Callable
from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug import verbs as mb
from conformance.mutants.mindbug.setup import hides
from conformance.mutants.topic import Topic
from oracle.kernel.flow import ACCEPT
from oracle.kernel.layers import derive
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Lasting, State
from oracle.mindbug import (
    action,
    combat,
    dice,
    discard,
    keywords,
    life,
    mindbug,
    permissions,
    play,
    table,
    turn,
)
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ABILITY, ACTIVE, DECLINE, DICE, ENERGY, NONE, PLAY, PROCEDURES
from oracle.mindbug.words import EFFECTS
from rules_dsl.definitions import Call, Quantity, Selection

AS_IF = Topic("mindbug", "dice", "die-face")

SUPPLY = 20

FIRST_IS_LEFT, SECOND_IS_LEFT = 101, 102


def roll_symbols(machine: Mindbug, state: State, card: int, seat: int) -> None:
    """Roll a die for each symbol that a creature has."""
    count = (state.derived or derive(machine, state))[DICE].get(card, 0) if machine.die_faces else 0
    if count:
        dice.roll_dice(state, card, seat, count)


AS_IF("a die had no side with a smash", "mb.dice.faces").so(
    "no-smash", mb.linked(die_faces=lambda machine: machine.die_faces[:-1])
)


@AS_IF("only printed die symbols counted", "mb.dice.symbols")
@do.instead(combat.roll)
def printed_symbols_only(machine: Mindbug, state: State, frame: Frame) -> None:
    attacker = frame[table.ATTACKER]
    printed = machine.definitions[state.cards[attacker]].property("dice")
    if printed and machine.die_faces:
        dice.roll_dice(state, attacker, frame[table.ATTACKING_SIDE], printed)


@AS_IF("a creature could have more than two die symbols", "mb.dice.maximum")
@do.relink
def no_maximum(machine: Mindbug) -> None:
    for layer in machine.layers[DICE:]:
        layer.highest = None


# --- when --------------------------------------------------------------------------------------

AS_IF(
    "a creature with a die symbol rolled when it uses its Action",
    "mb.dice.attack-only",
    "mb.action.instead",
).so("when-acting", do.after(action.act)(roll_symbols))
AS_IF("nothing were rolled in the second attack of FRENZY", "mb.dice.roll").so(
    "once-a-turn", do.unless(combat.roll)(lambda frame: frame[table.MADE] > 1)
)
AS_IF("nothing were rolled in a forced attack", "mb.dice.roll").so(
    "not-when-forced", do.unless(combat.roll)(lambda frame: frame[table.FORCED])
)


@AS_IF("a blocker with a die symbol rolled, too", "mb.dice.attack-only")
@do.after(combat.take_block)
def when_blocking(machine: Mindbug, state: State, frame: Frame) -> None:
    if frame[table.BLOCKER] != NONE:
        roll_symbols(machine, state, frame[table.BLOCKER], 1 - frame[table.ATTACKING_SIDE])


@AS_IF("a creature with a die symbol rolled when it is played", "mb.dice.attack-only")
@do.after(play.put_into_play)
def when_played(machine: Mindbug, state: State, frame: Frame) -> None:
    card = frame[mindbug.CARD]
    roll_symbols(machine, state, card, state.where[card] - PLAY)


@AS_IF("a player could attack without rolling the dice", "mb.dice.roll")
def may_roll(change: Changes) -> None:
    roll_dice = dice.roll_dice

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        attacker, seat = frame[2], frame[3]
        ask(state, "may", seat, [ACCEPT, DECLINE], attacker, dice.ROLL)

    def take(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer == ACCEPT:
            roll_dice(state, *frame[2:5])

    code = change.procedure("may-roll", offer, take, remembers=3)

    @change.instead(combat, "roll_dice")
    def offer_dice(state: State, attacker: int, seat: int, count: int) -> None:
        state.stack.append([code, 0, attacker, seat, count])


@AS_IF("dice were rolled after the block", "mb.dice.before-block")
def after_the_block(change: Changes) -> None:
    roll = combat.roll
    change.never(roll)
    mb.after_block(roll)(change)


@AS_IF("dice were rolled after Attack effects", "mb.dice.before-effects")
def after_the_effects(change: Changes) -> None:
    steps = list(PROCEDURES.steps[combat.ATTACK])
    first, second = steps.index(combat.roll), steps.index(combat.let_trigger)
    steps[first], steps[second] = steps[second], steps[first]
    change.put(PROCEDURES.steps, combat.ATTACK, tuple(steps))


@AS_IF("dice were rolled after the HUNTER choice", "mb.dice.before-effects")
def after_the_hunt(change: Changes) -> None:
    roll = combat.roll

    def hunts(machine: Mindbug, state: State, frame: Frame) -> bool:
        attacker, seat = frame[table.ATTACKER], frame[table.ATTACKING_SIDE]
        word = "can-choose-blocker"
        able = permissions.first_rule(machine, state, word, (attacker,)) is not None
        return able and bool(state.zones[PLAY + 1 - seat]) and not machine.hunt_at_declaration

    change.unless(roll)(hunts)

    @change.around(combat.take_hunt)
    def hunt_and_roll(take_hunt: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        is_late = hunts(machine, state, frame)
        take_hunt()
        if is_late:
            roll(machine, state, frame)


# --- rolling again -----------------------------------------------------------------------------


@do.verb
def rerolling(change: Changes, often: Callable[[int, int], int]) -> None:
    """Let dice be rolled again another number of times, by that number and how many dice."""

    @change.around(dice.offer_reroll)
    def offer_as_often(offer_reroll: Any, state: State, frame: Frame) -> None:
        is_first = frame[dice.LEFT] == NONE
        offer_reroll()
        if is_first:
            frame[dice.LEFT] = often(frame[dice.LEFT], len(frame[dice.FACES]))
            if not frame[dice.LEFT]:
                state.pending = None
                state.answer = DECLINE


AS_IF("dice could not be rolled again", "mb.dice.reroll").so(
    "no-reroll", rerolling(lambda times, count: 0)
)
AS_IF("dice could be rolled again twice", "mb.dice.reroll").so(
    "two-rerolls", rerolling(lambda times, count: times + 1)
)
AS_IF("no effect gave further rerolls", "mb.dice.reroll").so(
    "one-reroll-at-most", rerolling(lambda times, count: 1)
)
AS_IF("each of two dice could be rolled again in turn", "mb.dice.reroll-two").so(
    "a-reroll-a-die", rerolling(lambda times, count: times * count)
)

BOTH = ("reroll", 2)

AS_IF("the opponent decided about a reroll", "mb.dice.reroll").so(
    "opponent-rerolls", mb.asks(dice, "reroll", seat=lambda seat: 1 - seat)
)
AS_IF("only both of two dice could be rolled again", "mb.dice.reroll-two").so(
    "both-or-none",
    mb.asks(dice, "reroll", lambda options: [BOTH, DECLINE] if BOTH in options else options),
)
AS_IF("only one of two dice could be rolled again", "mb.dice.reroll-two").so(
    "one-of-two", mb.asks(dice, "reroll", lambda options: [o for o in options if o != BOTH])
)
AS_IF("a reroll did not change the result", "mb.dice.final").so(
    "reroll-in-vain", mb.keeps(dice.take_reroll, lambda frame: (frame, dice.FACES))
)
AS_IF("a creature with two die symbols rolled one die", "mb.dice.two").so(
    "one-die-only", mb.given(combat, "roll_dice", count=lambda: 1)
)
AS_IF("the second of two dice were rolled when the first had been applied", "mb.dice.two").so(
    "one-after-the-other",
    do.around(combat, "roll_dice")(lambda roll, count: [roll(count=1) for _ in range(count)]),
)


@AS_IF("what a reroll shows came on top of what was rolled before", "mb.dice.final")
@do.around(dice.take_reroll)
def reroll_adds(take_reroll: Any, frame: Frame) -> None:
    before = frame[dice.FACES]
    take_reroll()
    again = tuple(face for face in frame[dice.FACES] if face == NONE)
    frame[dice.FACES] = before + again


AS_IF("the opponent chose which result is applied first", "mb.dice.order").so(
    "opponent-orders", mb.asks(dice, "dice-order", seat=lambda seat: 1 - seat)
)


def no_faces(frame: Frame) -> None:
    """Let no result be left to apply."""
    frame[dice.FACES] = ()
    frame[1] = dice.OFFER_ORDER.at


AS_IF("only one of two results were applied", "mb.dice.all-effects").so(
    "only-one-result", do.after(dice.apply)(no_faces)
)
AS_IF("a result could be left out", "mb.dice.all-effects").so(
    "may-skip",
    mb.where(dice.apply, lambda state: state.answer == DECLINE, no_faces),
    mb.asks(dice, "dice-order", lambda options: [*options, DECLINE]),
)
AS_IF("the same result twice were applied once", "mb.dice.all-effects").so(
    "the-same-once",
    do.before(dice.offer_order)(
        lambda frame: setitem(frame, dice.FACES, tuple(dict.fromkeys(frame[dice.FACES])))
    ),
)


@AS_IF("results were applied in the order rolled", "mb.dice.order")
@do.around(dice, "ask")
def in_the_order_rolled(ask: Any, state: State, kind: str) -> None:
    if kind == "dice-order":
        state.answer = "apply", state.stack[-1][dice.FACES][0]
    else:
        ask()


@AS_IF("results were applied after the block", "mb.dice.at-once")
def after_the_block_applied(change: Changes) -> None:
    size = table.FORCED + 1

    @change.before(dice.offer_order)
    def put_off(state: State, frame: Frame) -> None:
        attack = state.stack[-2]
        if attack[0] == combat.ATTACK and attack[1] <= combat.OFFER_BLOCK.at and frame[dice.FACES]:
            attack.append(frame[dice.FACES])
            frame[dice.FACES] = ()

    @mb.after_block
    def catch_up(machine: Mindbug, state: State, frame: Frame) -> None:
        for faces in frame[size:]:
            attacker, seat = frame[table.ATTACKER], frame[table.ATTACKING_SIDE]
            step = dice.OFFER_ORDER.at
            state.stack.append([dice.DICE_OF_ATTACK, step, attacker, seat, faces, 0])
        del frame[size:]

    catch_up(change)


# --- results ----------------------------------------------------------------------------------


@do.verb
def applying_for(change: Changes, whom: Callable[[State, Frame], int]) -> None:
    """Let results work for another player, by the state and the frame of the dice."""

    @change.around(dice.apply)
    def apply_for(apply: Any, state: State, frame: Frame) -> None:
        seat = frame[dice.SEAT]
        frame[dice.SEAT] = whom(state, frame)
        apply()
        frame[dice.SEAT] = seat


AS_IF("results worked for the defending player", "mb.dice.controller").so(
    "for-the-defender", applying_for(lambda state, frame: 1 - int(frame[dice.SEAT]))
)
AS_IF("results worked for the active player", "mb.dice.controller").so(
    "for-the-active", applying_for(lambda state, frame: state.registers[ACTIVE])
)


@AS_IF(
    "the second of two dice worked for the other player, whose die it is",
    "mb.dice.both-dice",
    "mb.dice.controller",
)
@applying_for
def second_die_is_theirs(state: State, frame: Frame) -> int:
    seat, faces, left = frame[dice.SEAT], frame[dice.FACES], frame[dice.LEFT]
    is_second = left == SECOND_IS_LEFT
    if len(faces) > 1:
        is_second = state.answer[1] != faces[0]
        frame[dice.LEFT] = FIRST_IS_LEFT if is_second else SECOND_IS_LEFT
    return int(1 - seat if is_second else seat)


ALLIES = Selection("creature", Quantity("all"), "allied")


def widened(call: Call) -> Call:
    """A sentence, and those in it, about all allied creatures."""
    inner = {k: tuple(map(widened, v)) for k, v in call.args if isinstance(v, tuple)}
    return mb.saying(call, **{"subject": ALLIES, **inner})


AS_IF("all allied creatures grew, not only the attacker", "mb.dice.growth").so(
    "growth-of-all", mb.each_call(widened, "die-face")
)


def is_growth(machine: Mindbug, entry: Lasting) -> bool:
    """Whether something that holds for the turn came from a die."""
    definition = machine.lasting[entry[0]].ability.definition
    return machine.definition_number[definition] in machine.die_faces


AS_IF("growth lasted for ever", "mb.dice.growth-lasts").so(
    "growth-for-ever", mb.keeps_lasting(turn.begin, is_growth)
)


@AS_IF("growth ended with the attack", "mb.dice.growth-lasts")
@do.before(keywords.offer_again)
def growth_for_an_attack(machine: Mindbug, state: State) -> None:
    state.lasting = [entry for entry in state.lasting if not is_growth(machine, entry)]
    state.derived = state.said = None


@AS_IF("growth took the place of earlier growth", "mb.dice.growth-lasts")
@do.around(EFFECTS, "until-end-of-turn")
def growth_replaces(bind: Any) -> Any:
    def shrink(machine: Mindbug, state: State, frame: Frame) -> None:
        definition = machine.abilities[frame[ABILITY]].definition
        if machine.definition_number[definition] in machine.die_faces:
            state.lasting = [
                each
                for each in state.lasting
                if not (is_growth(machine, each) and frame[table.SOURCE] in (each[3] or ()))
            ]

    return [shrink, *bind()]


AS_IF("energy went to the other player", "mb.dice.energy").so(
    "energy-to-the-other", mb.given(dice.gain_energy, seat=lambda seat: 1 - seat)
)
AS_IF("energy were hidden from the opponent", "mb.dice.energy").so("energy-hidden", hides("energy"))


@AS_IF("a player's energy were lost at the end of the turn", "mb.dice.energy-kept")
@do.before(turn.pass_on)
def energy_of_a_turn(state: State, frame: Frame) -> None:
    if not state.registers[table.OWED]:
        state.counters[ENERGY + frame[turn.SEAT]] = 0


@AS_IF("no more energy could be gained than the supply holds", "mb.dice.energy-unlimited")
@do.around(dice.gain_energy)
def energy_runs_out(gain_energy: Any, state: State, amount: int) -> None:
    left = max(0, SUPPLY - sum(state.counters[ENERGY : ENERGY + 2]))
    gain_energy(amount=min(amount, left))


@do.verb
def smashing(change: Changes, /, **otherwise: Callable[[int], Any]) -> None:
    """Let somebody else choose what a smash discards, by the seat that would."""

    @change.around(discard, "ask_to_choose")
    def ask_otherwise(ask: Any, state: State, seat: int) -> None:
        smashes = len(state.stack) > 1 and state.stack[-2][0] == dice.DICE_OF_ATTACK
        ask(**{each: read(seat) for each, read in otherwise.items() if smashes})


AS_IF("the attacker chose what a smash discards", "mb.dice.smash").so(
    "smash-by-the-attacker", smashing(seat=lambda seat: 1 - seat)
)
AS_IF("a smash discarded a random card", "mb.dice.smash").so(
    "smash-at-random", smashing(kind=lambda seat: "pick", seat=lambda seat: NATURE)
)


@AS_IF("a smash cost a life, not a card", "mb.dice.smash")
@do.around(dice.apply)
def smash_hurts(apply: Any, machine: Mindbug, state: State, frame: Frame) -> None:
    face = state.answer[1]
    before = len(state.stack)
    apply()
    if machine.definitions[face].id == "smash":
        del state.stack[before:]
        life.lose_life(machine, state, 1 - frame[dice.SEAT], 1, frame[dice.ATTACKER])
