"""More misreadings of dice: what results do, for whom, in which order and for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.dice import AS_IF, asking
from conformance.mutants.mindbug.setup import hiding
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Lasting, State
from oracle.mindbug import combat, dice, keywords, life, setup, table, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ABILITY, ACTIVE, DECLINE, ENERGY, OWED, SOURCE
from oracle.mindbug.words import EFFECTS
from rules_dsl.definitions import Call, Quantity, Selection
from rules_dsl.module import Module

SUPPLY = 20
FIRST_IS_LEFT, SECOND_IS_LEFT = 101, 102

# --- two results -------------------------------------------------------------------------------


AS_IF("the opponent chose which result is applied first", "mb.dice.order").so(
    "opponent-orders", asking("dice-order", lambda seat, options: (1 - seat, options))
)


@AS_IF("results were applied in the order rolled", "mb.dice.order")
@do.instead(dice, "ask")
def in_the_order_rolled(state: State, kind: str, *rest: Any) -> None:
    if kind == "dice-order":
        state.answer = "apply", state.stack[-1][dice.FACES][0]
    else:
        ask(state, kind, *rest)


@AS_IF("only one of two results were applied", "mb.dice.all-effects")
@do.after(dice.apply)
def only_one_result(frame: Frame) -> None:
    frame[dice.FACES] = ()


@AS_IF("a result could be left out", "mb.dice.all-effects")
def may_skip(change: Changes) -> None:
    @change.around(dice.apply)
    def apply_or_skip(apply: Any, state: State, frame: Frame) -> None:
        if state.answer == DECLINE:
            frame[dice.FACES] = ()
            frame[1] = dice.OFFER_ORDER.at
        else:
            apply()

    asking("dice-order", lambda seat, options: (seat, [*options, DECLINE]))(change)


@AS_IF("the same result twice were applied once", "mb.dice.all-effects")
@do.before(dice.offer_order)
def the_same_once(frame: Frame) -> None:
    frame[dice.FACES] = tuple(dict.fromkeys(frame[dice.FACES]))


@AS_IF("results were applied after the block", "mb.dice.at-once")
def after_the_block_applied(change: Changes) -> None:
    size = table.FORCED + 1

    @change.before(dice.offer_order)
    def put_off(state: State, frame: Frame) -> None:
        attack = state.stack[-2]
        if attack[0] == combat.ATTACK and attack[1] <= combat.OFFER_BLOCK.at and frame[dice.FACES]:
            attack.append(frame[dice.FACES])
            frame[dice.FACES] = ()

    def catch_up(state: State, frame: Frame) -> None:
        for faces in frame[size:]:
            attacker, seat = frame[table.ATTACKER], frame[table.ATTACKING_SIDE]
            step = dice.OFFER_ORDER.at
            state.stack.append([dice.DICE_OF_ATTACK, step, attacker, seat, faces, 0])
        del frame[size:]

    @change.after(combat.take_block)
    def block_and_apply(state: State, frame: Frame) -> None:
        catch_up(state, frame)

    @change.around(combat.take_hunt)
    def hunt_and_apply(take_hunt: Any, state: State, frame: Frame) -> None:
        is_hunt = state.answer[0] == "hunt"
        take_hunt()
        if is_hunt:
            catch_up(state, frame)


# --- for whom ----------------------------------------------------------------------------------


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


# --- growth ------------------------------------------------------------------------------------


@AS_IF("all allied creatures grew, not only the attacker", "mb.dice.growth")
def growth_of_all(change: Changes) -> None:
    allies = Selection("creature", Quantity("all"), "allied")

    def widen(call: Call) -> Call:
        args: list[tuple[str, object]] = []
        for key, value in call.args:
            if isinstance(value, tuple):
                args.append((key, tuple(map(widen, value))))
            else:
                args.append((key, allies if key == "subject" else value))
        return evolve(call, args=tuple(args))

    @change.rewrite
    def reread(module: Module) -> Module:
        found = []
        for card in module.cards:
            if card.kind == "die-face":
                abilities = tuple(
                    evolve(each, body=tuple(map(widen, each.body))) for each in card.abilities
                )
                card = evolve(card, abilities=abilities)
            found.append(card)
        return Module(tuple(found), module.keywords)


def is_growth(machine: Mindbug, entry: Lasting) -> bool:
    """Whether something that holds for the turn came from a die."""
    definition = machine.lasting[entry[0]].ability.definition
    return machine.definition_number[definition] in machine.die_faces


@AS_IF("growth ended with the attack", "mb.dice.growth-lasts")
@do.before(keywords.offer_again)
def growth_for_an_attack(machine: Mindbug, state: State) -> None:
    state.lasting = [entry for entry in state.lasting if not is_growth(machine, entry)]
    state.derived = state.said = None


@AS_IF("growth lasted for ever", "mb.dice.growth-lasts")
@do.around(turn.begin)
def growth_for_ever(begin: Any, machine: Mindbug, state: State) -> None:
    kept = [entry for entry in state.lasting if is_growth(machine, entry)]
    begin()
    state.lasting = kept
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
                if not (is_growth(machine, each) and frame[SOURCE] in (each[3] or ()))
            ]

    return [shrink, *bind()]


# --- energy ------------------------------------------------------------------------------------


AS_IF("energy went to the other player", "mb.dice.energy").so(
    "energy-to-the-other",
    do.around(dice.gain_energy)(lambda gain_energy, seat: gain_energy(seat=1 - seat)),
)
AS_IF("energy were hidden from the opponent", "mb.dice.energy").so(
    "energy-hidden", hiding("energy")
)


@AS_IF("a player's energy were lost at the end of the turn", "mb.dice.energy-kept")
@do.before(turn.pass_on)
def energy_of_a_turn(state: State, frame: Frame) -> None:
    if not state.registers[OWED]:
        state.counters[ENERGY + frame[turn.SEAT]] = 0


@AS_IF("no more energy could be gained than the supply holds", "mb.dice.energy-unlimited")
@do.around(dice.gain_energy)
def energy_runs_out(gain_energy: Any, state: State, amount: int) -> None:
    left = max(0, SUPPLY - sum(state.counters[ENERGY : ENERGY + 2]))
    gain_energy(amount=min(amount, left))


# --- smash -------------------------------------------------------------------------------------


@do.verb
def smashing(change: Changes, otherwise: Callable[[str, int], tuple[str, int]]) -> None:
    """Let somebody else choose what a smash discards: by how it is chosen and by whom."""

    @change.instead(setup, "ask")
    def ask_otherwise(state: State, kind: str, seat: int, *rest: Any) -> None:
        if len(state.stack) > 1 and state.stack[-2][0] == dice.DICE_OF_ATTACK:
            kind, seat = otherwise(kind, seat)
        ask_to_choose(state, kind, seat, *rest)


AS_IF("the attacker chose what a smash discards", "mb.dice.smash").so(
    "smash-by-the-attacker", smashing(lambda kind, seat: (kind, 1 - seat))
)
AS_IF("a smash discarded a random card", "mb.dice.smash").so(
    "smash-at-random", smashing(lambda kind, seat: ("pick", NATURE))
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
