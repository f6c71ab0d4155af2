"""More misreadings of dice: what results do, for whom, in which order and for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.dice import AS_IF, asking
from conformance.mutants.mindbug.setup import hiding
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.state import Frame, Lasting, Rules, State
from oracle.mindbug import atoms, cards, combat, dice, turn
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ABILITY, ACTIVE, DECLINE, ENERGY, OWED, SOURCE
from oracle.mindbug.words import EFFECTS
from rules_dsl.definitions import Call, Quantity, Selection
from rules_dsl.module import Module

SUPPLY = 20
FIRST_IS_LEFT, SECOND_IS_LEFT = 101, 102

# --- two results -------------------------------------------------------------------------------


@AS_IF("opponent-orders", "the opponent chose which result is applied first", "mb.dice.order")
def opponent_orders(change: Changes) -> None:
    asking(change, "dice-order", lambda seat, options: (1 - seat, options))


@AS_IF("in-the-order-rolled", "results were applied in the order rolled", "mb.dice.order")
def in_the_order_rolled(change: Changes) -> None:
    def apply_the_first(state: State, kind: str, *rest: Any) -> None:
        if kind == "dice-order":
            state.answer = ("apply", state.stack[-1][dice.FACES][0])
        else:
            ask(state, kind, *rest)

    change.put(dice, "ask", apply_the_first)


@AS_IF("only-one-result", "only one of two results were applied", "mb.dice.all-effects")
def only_one_result(change: Changes) -> None:
    apply = dice.apply

    def apply_one(machine: Mindbug, state: State, frame: Frame) -> None:
        apply(machine, state, frame)
        frame[dice.FACES] = ()

    change.swap(apply, apply_one)


@AS_IF("may-skip", "a result could be left out", "mb.dice.all-effects")
def may_skip(change: Changes) -> None:
    apply = dice.apply

    def apply_or_skip(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer == DECLINE:
            frame[dice.FACES] = ()
            frame[1] = dice.OFFER_ORDER.at
        else:
            apply(machine, state, frame)

    asking(change, "dice-order", lambda seat, options: (seat, [*options, DECLINE]))
    change.swap(apply, apply_or_skip)


@AS_IF("the-same-once", "the same result twice were applied once", "mb.dice.all-effects")
def the_same_once(change: Changes) -> None:
    offer_order = dice.offer_order

    def offer_different(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[dice.FACES] = tuple(dict.fromkeys(frame[dice.FACES]))
        offer_order(machine, state, frame)

    change.swap(offer_order, offer_different)


@AS_IF("after-the-block-applied", "results were applied after the block", "mb.dice.at-once")
def after_the_block_applied(change: Changes) -> None:
    offer_order, take_block, take_hunt = dice.offer_order, combat.take_block, combat.take_hunt
    size = combat.FORCED + 1

    def put_off(machine: Mindbug, state: State, frame: Frame) -> None:
        attack = state.stack[-2]
        if attack[0] == combat.ATTACK and attack[1] <= combat.OFFER_BLOCK.at and frame[dice.FACES]:
            attack.append(frame[dice.FACES])
            frame[dice.FACES] = ()
        offer_order(machine, state, frame)

    def catch_up(state: State, frame: Frame) -> None:
        for faces in frame[size:]:
            attacker, seat = frame[combat.ATTACKER], frame[combat.SEAT]
            step = dice.OFFER_ORDER.at
            state.stack.append([dice.DICE_OF_ATTACK, step, attacker, seat, faces, 0])
        del frame[size:]

    def block_and_apply(machine: Mindbug, state: State, frame: Frame) -> None:
        take_block(machine, state, frame)
        catch_up(state, frame)

    def hunt_and_apply(machine: Mindbug, state: State, frame: Frame) -> None:
        is_hunt = state.answer[0] == "hunt"
        take_hunt(machine, state, frame)
        if is_hunt:
            catch_up(state, frame)

    change.swap(offer_order, put_off)
    change.swap(take_block, block_and_apply)
    change.swap(take_hunt, hunt_and_apply)


# --- for whom ----------------------------------------------------------------------------------


def applying_for(change: Changes, whom: Callable[[State, Frame], int]) -> None:
    """Let results work for another player, by the state and the frame of the dice."""
    apply = dice.apply

    def apply_for(machine: Mindbug, state: State, frame: Frame) -> None:
        seat = frame[dice.SEAT]
        frame[dice.SEAT] = whom(state, frame)
        apply(machine, state, frame)
        frame[dice.SEAT] = seat

    change.swap(apply, apply_for)


@AS_IF("for-the-defender", "results worked for the defending player", "mb.dice.controller")
def for_the_defender(change: Changes) -> None:
    applying_for(change, lambda state, frame: 1 - int(frame[dice.SEAT]))


@AS_IF("for-the-active", "results worked for the active player", "mb.dice.controller")
def for_the_active(change: Changes) -> None:
    applying_for(change, lambda state, frame: state.registers[ACTIVE])


@AS_IF(
    "second-die-is-theirs",
    "the second of two dice worked for the other player, whose die it is",
    "mb.dice.both-dice",
    "mb.dice.controller",
)
def second_die_is_theirs(change: Changes) -> None:
    def whose(state: State, frame: Frame) -> int:
        seat, faces, left = frame[dice.SEAT], frame[dice.FACES], frame[dice.LEFT]
        is_second = left == SECOND_IS_LEFT
        if len(faces) > 1:
            is_second = state.answer[1] != faces[0]
            frame[dice.LEFT] = FIRST_IS_LEFT if is_second else SECOND_IS_LEFT
        return int(1 - seat if is_second else seat)

    applying_for(change, whose)


# --- growth ------------------------------------------------------------------------------------


@AS_IF("growth-of-all", "all allied creatures grew, not only the attacker", "mb.dice.growth")
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

    change.rewrite(reread)


def is_growth(machine: Mindbug, entry: Lasting) -> bool:
    """Whether something that holds for the turn came from a die."""
    definition = machine.lasting[entry[0]].ability.definition
    return machine.definition_number[definition] in machine.die_faces


@AS_IF("growth-for-an-attack", "growth ended with the attack", "mb.dice.growth-lasts")
def growth_for_an_attack(change: Changes) -> None:
    offer_again = combat.offer_again

    def shrink_and_offer(machine: Mindbug, state: State, frame: Frame) -> None:
        state.lasting = [entry for entry in state.lasting if not is_growth(machine, entry)]
        state.derived = state.said = None
        offer_again(machine, state, frame)

    change.swap(offer_again, shrink_and_offer)


@AS_IF("growth-for-ever", "growth lasted for ever", "mb.dice.growth-lasts")
def growth_for_ever(change: Changes) -> None:
    begin = turn.begin

    def begin_as_grown(machine: Mindbug, state: State, frame: Frame) -> None:
        kept = [entry for entry in state.lasting if is_growth(machine, entry)]
        begin(machine, state, frame)
        state.lasting = kept
        state.derived = state.said = None

    change.swap(begin, begin_as_grown)


@AS_IF("growth-replaces", "growth took the place of earlier growth", "mb.dice.growth-lasts")
def growth_replaces(change: Changes) -> None:
    bind = EFFECTS["until-end-of-turn"]

    def bind_anew(linker: Linker, call: Call) -> list[Step]:
        def shrink(machine: Mindbug, state: State, frame: Frame) -> None:
            definition = machine.abilities[frame[ABILITY]].definition
            if machine.definition_number[definition] in machine.die_faces:
                state.lasting = [
                    each
                    for each in state.lasting
                    if not (is_growth(machine, each) and frame[SOURCE] in (each[3] or ()))
                ]

        return [shrink, *bind(linker, call)]

    change.put(EFFECTS, "until-end-of-turn", bind_anew)


# --- energy ------------------------------------------------------------------------------------


@AS_IF("energy-to-the-other", "energy went to the other player", "mb.dice.energy")
def energy_to_the_other(change: Changes) -> None:
    gain_energy = atoms.gain_energy

    def gain_over_there(state: State, seat: int, *rest: Any) -> None:
        gain_energy(state, 1 - seat, *rest)

    change.swap(gain_energy, gain_over_there)


@AS_IF("energy-hidden", "energy were hidden from the opponent", "mb.dice.energy")
def energy_hidden(change: Changes) -> None:
    hiding(change, "energy")


@AS_IF(
    "energy-of-a-turn",
    "a player's energy were lost at the end of the turn",
    "mb.dice.energy-kept",
)
def energy_of_a_turn(change: Changes) -> None:
    pass_on = turn.pass_on

    def lose_and_pass_on(machine: Mindbug, state: State, frame: Frame) -> None:
        if not state.registers[OWED]:
            state.counters[ENERGY + frame[turn.SEAT]] = 0
        pass_on(machine, state, frame)

    change.swap(pass_on, lose_and_pass_on)


@AS_IF(
    "energy-runs-out",
    "no more energy could be gained than the supply holds",
    "mb.dice.energy-unlimited",
)
def energy_runs_out(change: Changes) -> None:
    gain_energy = atoms.gain_energy

    def gain_what_is_there(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
        left = max(0, SUPPLY - sum(state.counters[ENERGY : ENERGY + 2]))
        gain_energy(state, seat, min(amount, left), cause, rules)

    change.swap(gain_energy, gain_what_is_there)


# --- smash -------------------------------------------------------------------------------------


def smashing(change: Changes, otherwise: Callable[[str, int], tuple[str, int]]) -> None:
    """Let somebody else choose what a smash discards: by how it is chosen and by whom."""

    def ask_otherwise(state: State, kind: str, seat: int, *rest: Any) -> None:
        if len(state.stack) > 1 and state.stack[-2][0] == dice.DICE_OF_ATTACK:
            kind, seat = otherwise(kind, seat)
        ask_to_choose(state, kind, seat, *rest)

    change.put(cards, "ask_to_choose", ask_otherwise)


@AS_IF("smash-by-the-attacker", "the attacker chose what a smash discards", "mb.dice.smash")
def smash_by_the_attacker(change: Changes) -> None:
    smashing(change, lambda kind, seat: (kind, 1 - seat))


@AS_IF("smash-at-random", "a smash discarded a random card", "mb.dice.smash")
def smash_at_random(change: Changes) -> None:
    smashing(change, lambda kind, seat: ("pick", NATURE))


@AS_IF("smash-hurts", "a smash cost a life, not a card", "mb.dice.smash")
def smash_hurts(change: Changes) -> None:
    apply = dice.apply

    def apply_or_hurt(machine: Mindbug, state: State, frame: Frame) -> None:
        face = state.answer[1]
        before = len(state.stack)
        apply(machine, state, frame)
        if machine.definitions[face].id == "smash":
            del state.stack[before:]
            atoms.lose_life(machine, state, 1 - frame[dice.SEAT], 1, frame[dice.ATTACKER])

    change.swap(apply, apply_or_hurt)
