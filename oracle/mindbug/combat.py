"""Attacking: declare, Attack effects, who blocks, the fight, and perhaps a second attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.machine import Step, ask
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .atoms import mark
from .cards import tell_contributions
from .defeat import TOGETHER, defeat
from .dice import roll_dice
from .effects import IMPOSSIBLE
from .keywords import attack_times, note_prey, offer_again, offer_hunt, take_early_hunt
from .life import lose_life
from .permissions import able_attackers, first_rule, rules_about, rules_in_force, tell_say, told_by
from .selection import bind_choice
from .table import (
    ABILITY,
    ATTACK_FRAME,
    ATTACKER,
    ATTACKING,
    ATTACKING_SIDE,
    BLOCK_WITH,
    BLOCKER,
    CONTRIBUTIONS,
    DECLINE,
    DICE,
    DONE,
    EXHAUSTED,
    FORCED,
    KEYWORDS,
    MADE,
    NONE,
    PLAY,
    POWER,
    PROCEDURES,
    SOURCE,
    TIMES,
)
from .triggers import trigger
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

DECLARE = ("mb.attack.declare",)
DECLARE_EXHAUSTED = ("mb.attack.declare", "mb.keyword.exhausted-attacks")
BLOCK = ("mb.attack.block",)
BLOCK_AFTER_EFFECTS = ("mb.attack.block", "mb.trigger.attack-before-block")
UNBLOCKED = ("mb.attack.unblocked", "mb.life.lose")
ENDS = ("mb.attack.ends",)
UNBLOCKED_THOUGH_GONE = (*UNBLOCKED, *ENDS)
LOWER = ("mb.attack.lower-power", "mb.card.creature", "mb.card.power")
TIE = ("mb.attack.tie", "mb.card.creature", "mb.card.power")
REVERSED = ("mb.force.reversed", "mb.card.creature", "mb.card.power")
POISON_BOTH = ("mb.keyword.poisonous-both",)
TOUGH_POISON = ("mb.keyword.tough-poisonous",)
FORCED_ATTACK = ("mb.force.attack",)
SYMBOLS = ("mb.dice.symbols", "mb.dice.attack-only")
SYMBOLS_AND_EFFECTS = (*SYMBOLS, "mb.dice.before-effects")


def attack(state: State, attacker: int, seat: int, forced: int = 0) -> None:
    """Begin an attack, as a turn action or forced by an effect."""
    state.stack.append([ATTACK, 0, attacker, seat, NONE, 0, 1, forced])


def declare(machine: Mindbug, state: State, frame: Frame) -> None:
    """Name the attacker; its Attack effects trigger. rules: mb.attack.declare, mb.trigger.attack"""
    attacker, seat = frame[ATTACKER], frame[ATTACKING_SIDE]
    frame[MADE] += 1
    mark(state, attacker, ATTACKING)
    frame[BLOCKER] = NONE
    derived = state.derived or derive(machine, state)
    rules: Rules = DECLARE_EXHAUSTED if state.marks[attacker] & EXHAUSTED else DECLARE
    if frame[FORCED] and frame[MADE] == 1:
        rules += FORCED_ATTACK
    state.log.append(("attack", rules, NONE, attacker, seat))
    frame[TIMES] = attack_times(machine, state, attacker)[0]
    if derived[CONTRIBUTIONS]:
        tell_contributions(machine, state, attacker)
    if machine.hunt_at_declaration:
        offer_hunt(machine, state, frame)
    elif machine.die_faces:
        frame[1] = ROLL.at
    else:
        let_trigger(machine, state, frame)
        frame[1] = GO_ON.at


def roll(machine: Mindbug, state: State, frame: Frame) -> None:
    """Dice come before Attack effects and before the block. rules: mb.dice.before-*"""
    if not machine.die_faces:
        return
    attacker = frame[ATTACKER]
    dice = (state.derived or derive(machine, state))[DICE][attacker]
    if dice:
        hunter = first_rule(machine, state, "can-choose-blocker", (attacker,))
        waits = state.cards[attacker] in machine.triggered["attack"] or hunter is not None
        rules = SYMBOLS_AND_EFFECTS if waits else SYMBOLS
        state.log.append(("dice", rules, attacker, attacker, dice))
        roll_dice(state, attacker, frame[ATTACKING_SIDE], dice)


def let_trigger(machine: Mindbug, state: State, frame: Frame) -> None:
    """Attack effects of the attacker trigger. rule: mb.trigger.attack"""
    attacker, seat = frame[ATTACKER], frame[ATTACKING_SIDE]
    if (
        state.cards[attacker] in machine.triggered["attack"]
        and state.where[attacker] == PLAY + seat
    ):
        trigger(machine, state, "attack", attacker, seat)


def go_on(machine: Mindbug, state: State, frame: Frame) -> None:
    """An attacker that left play or changed sides attacks no more. rule: mb.attack.ends

    By option nobody can block it either, and so it costs a life.
    """
    attacker, seat = frame[ATTACKER], frame[ATTACKING_SIDE]
    if state.where[attacker] != PLAY + seat or not state.marks[attacker] & ATTACKING:
        if machine.gone_attackers_hit:
            lose_life(machine, state, 1 - seat, 1, attacker, UNBLOCKED_THOUGH_GONE)
        else:
            state.log.append(("attack-ends", ENDS, attacker, attacker))
        frame[1] = AFTER.at
        return
    if machine.hunt_at_declaration:
        prey = frame[BLOCKER]
        if prey == NONE:
            frame[1] = OFFER_BLOCK.at
        elif state.where[prey] == PLAY + 1 - seat:
            frame[1] = FIGHT.at
        else:
            state.log.append(("attack-ends", ("mb.keyword.hunter",), attacker, attacker))
            frame[1] = AFTER.at
        return
    offer_hunt(machine, state, frame)
    if state.pending is None:
        frame[1] = OFFER_BLOCK.at


def take_hunt(machine: Mindbug, state: State, frame: Frame) -> None:
    """A chosen creature must fight; otherwise the defender decides."""
    if state.answer[0] == "hunt":
        note_prey(machine, state, frame)
        frame[1] = FIGHT.at


def offer_block(machine: Mindbug, state: State, frame: Frame) -> None:
    """The defender may block with one creature that is able to. rule: mb.attack.block"""
    attacker, seat = frame[ATTACKER], frame[ATTACKING_SIDE]
    if state.lasting and (state.derived or derive(machine, state))[CONTRIBUTIONS]:
        tell_contributions(machine, state, attacker)  # changed since the attack was declared
    bans = [
        ban
        for ban in rules_in_force(machine, state, "cannot-block")
        if ban[0] == attacker or not ban[2].own
    ]
    options = []
    for card in sorted(state.zones[PLAY + 1 - seat]):
        subjects = (card, attacker)
        for source, controller, rule in bans:
            if rule.holds(machine, state, source, controller, subjects):
                told = told_by(state, source, rule.rules)
                state.log.append(("forbidden", told, source, card, rule.ability.number))
                break
        else:
            options.append(BLOCK_WITH[card])
    options.append(DECLINE)
    has_effect = state.cards[attacker] in machine.triggered["attack"]
    rules = BLOCK_AFTER_EFFECTS if has_effect else BLOCK
    ask(state, "block", 1 - seat, options, attacker, rules)


def take_block(machine: Mindbug, state: State, frame: Frame) -> None:
    """An unblocked attack costs one life. rule: mb.attack.unblocked"""
    if state.answer[0] == "decline":
        lose_life(machine, state, 1 - frame[ATTACKING_SIDE], 1, frame[ATTACKER], UNBLOCKED)
        frame[1] = AFTER.at
        return
    blocker = state.answer[1]
    frame[BLOCKER] = blocker
    rules: Rules = BLOCK
    if state.marks[blocker] & EXHAUSTED:
        rules += ("mb.keyword.exhausted-blocks",)
    keywords = (state.derived or derive(machine, state))[KEYWORDS]
    mask = machine.keyword_masks["cannot-block"]
    if keywords[blocker] & mask:
        both = keywords[frame[ATTACKER]] & mask
        rules += ("mb.keyword.sneaky",) if both else ("mb.keyword.sneaky-blocks",)
    state.log.append(("block", rules, NONE, blocker, frame[ATTACKER]))


def fight(machine: Mindbug, state: State, frame: Frame) -> None:
    """Compare powers as they are now; the weaker is defeated, equals both. rules: mb.attack.*"""
    attacker, blocker = frame[ATTACKER], frame[BLOCKER]
    derived = state.derived or derive(machine, state)
    if derived[CONTRIBUTIONS]:
        tell_contributions(machine, state, attacker)
        tell_contributions(machine, state, blocker)
    ours, theirs = derived[POWER][attacker], derived[POWER][blocker]
    power, facing = ours, theirs
    rules: Rules = TIE if ours == theirs else LOWER
    if "reverses-fights" in machine.words_in_use:
        reversed_by = rules_about(machine, state, "reverses-fights", attacker)
        reversed_by += rules_about(machine, state, "reverses-fights", blocker)
        tell_say(state, attacker, reversed_by)
        if reversed_by and ours != theirs:
            ours, theirs, rules = theirs, ours, REVERSED
    poisoned: tuple[int, ...] = ()
    for source, _, rule in rules_about(machine, state, "defeats-each-fighter", attacker):
        poisoned += (blocker,)
        rules += told_by(state, source, rule.rules)
        rules += () if ours > theirs else POISON_BOTH
    for source, _, rule in rules_about(machine, state, "defeats-each-fighter", blocker):
        poisoned += (attacker,)
        rules += told_by(state, source, rule.rules)
        rules += () if theirs > ours else POISON_BOTH
    state.log.append(("fight", rules, NONE, attacker, blocker, power, facing))
    losers: tuple[int, ...] = ()
    if ours <= theirs or attacker in poisoned:
        losers += (attacker,)
    if theirs <= ours or blocker in poisoned:
        losers += (blocker,)
    together = TOGETHER if len(losers) > 1 else ()
    defeat(machine, state, losers, NONE, (together, TOUGH_POISON, poisoned))


def take_again(machine: Mindbug, state: State, frame: Frame) -> None:
    """Attack once more, from the declaration on, or be done."""
    if state.answer[0] == "attack":
        frame[1] = DECLARATION.at


DECLARATION = Place()
ROLL = Place()
GO_ON = Place()
OFFER_BLOCK = Place()
FIGHT = Place()
AFTER = Place()
ATTACK = PROCEDURES.declare(
    "attack",
    DECLARATION,
    declare,
    take_early_hunt,
    ROLL,
    roll,
    let_trigger,
    GO_ON,
    go_on,
    take_hunt,
    OFFER_BLOCK,
    offer_block,
    take_block,
    FIGHT,
    fight,
    AFTER,
    offer_again,
    take_again,
    remembers=ATTACK_FRAME,
)


@effect("force-attack")
def _force_attack(linker: Linker, call: Call) -> list[Step]:
    """A whole attack of another player's creature, inside the effect that brings it about."""
    phrase = linker.phrase(call["creatures"])

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[DONE] = 0
        for card in state.answer:
            seat = state.where[card] - PLAY
            if card in able_attackers(machine, state, seat):
                frame[DONE] += 1
                state.log.append(("forced", FORCED_ATTACK, frame[SOURCE], card, seat))
                attack(state, card, seat, forced=1)
            else:
                told = IMPOSSIBLE + FORCED_ATTACK
                state.log.append(("impossible", told, frame[SOURCE], frame[ABILITY]))

    return [*bind_choice(linker, phrase), act]
