"""Attacking: declare, Attack effects, who blocks, the fight, and perhaps a second attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.layers import derive
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .atoms import lose_life, mark, unmark
from .defeat import defeat
from .dice import roll_dice
from .permissions import (
    InForce,
    able_attackers,
    attack_times,
    first_rule,
    must_hunt,
    rules_about,
    rules_in_force,
    tell_contributions,
    tell_kept_from_attacking,
    tell_say,
    told_by,
)
from .table import (
    ACTIVE,
    ATTACK_WITH,
    ATTACKING,
    BLOCK_WITH,
    CONTRIBUTIONS,
    DECLINE,
    DICE,
    EXHAUSTED,
    HUNT,
    KEYWORDS,
    NONE,
    PLAY,
    POWER,
    PROCEDURES,
)
from .triggers import trigger

if TYPE_CHECKING:
    from .machine import Mindbug

# Locals of the attack frame.
ATTACK_FRAME = Locals()
ATTACKER = ATTACK_FRAME.one()
SEAT = ATTACK_FRAME.one()
BLOCKER = ATTACK_FRAME.one()
MADE = ATTACK_FRAME.one()
TIMES = ATTACK_FRAME.one()
FORCED = ATTACK_FRAME.one()

DECLARE = ("mb.attack.declare",)
DECLARE_EXHAUSTED = ("mb.attack.declare", "mb.keyword.exhausted-attacks")
BLOCK = ("mb.attack.block",)
BLOCK_AFTER_EFFECTS = ("mb.attack.block", "mb.trigger.attack-before-block")
HUNT_CHOICE = ("mb.keyword.hunter-optional", "mb.keyword.hunter-creatures")
NO_PREY = ("mb.keyword.hunter-creatures",)
UNBLOCKED = ("mb.attack.unblocked", "mb.life.lose")
ENDS = ("mb.attack.ends",)
UNBLOCKED_THOUGH_GONE = (*UNBLOCKED, *ENDS)
LOWER = ("mb.attack.lower-power", "mb.card.creature", "mb.card.power")
TIE = ("mb.attack.tie", "mb.card.creature", "mb.card.power")
REVERSED = ("mb.force.reversed", "mb.card.creature", "mb.card.power")
POISON_BOTH = ("mb.keyword.poisonous-both",)
TOGETHER = ("mb.attack.simultaneous",)
TOUGH_POISON = ("mb.keyword.tough-poisonous",)
GONE = ("mb.keyword.frenzy-in-play",)
FORCED_ATTACK = ("mb.force.attack",)
SYMBOLS = ("mb.dice.symbols", "mb.dice.attack-only")
SYMBOLS_AND_EFFECTS = (*SYMBOLS, "mb.dice.before-effects")


def attack(state: State, attacker: int, seat: int, forced: int = 0) -> None:
    """Begin an attack, as a turn action or forced by an effect."""
    state.stack.append([ATTACK, 0, attacker, seat, NONE, 0, 1, forced])


def declare(machine: Mindbug, state: State, frame: Frame) -> None:
    """Name the attacker; its Attack effects trigger. rules: mb.attack.declare, mb.trigger.attack"""
    attacker, seat = frame[ATTACKER], frame[SEAT]
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


def take_early_hunt(machine: Mindbug, state: State, frame: Frame) -> None:
    """With the hunter choice at declaration: note the prey before anything happens."""
    if state.answer[0] == "hunt":
        note_prey(machine, state, frame)


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
        roll_dice(state, attacker, frame[SEAT], dice)


def let_trigger(machine: Mindbug, state: State, frame: Frame) -> None:
    """Attack effects of the attacker trigger. rule: mb.trigger.attack"""
    attacker, seat = frame[ATTACKER], frame[SEAT]
    if (
        state.cards[attacker] in machine.triggered["attack"]
        and state.where[attacker] == PLAY + seat
    ):
        trigger(machine, state, "attack", attacker, seat)


def go_on(machine: Mindbug, state: State, frame: Frame) -> None:
    """An attacker that left play or changed sides attacks no more. rule: mb.attack.ends

    By option nobody can block it either, and so it costs a life.
    """
    attacker, seat = frame[ATTACKER], frame[SEAT]
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


def offer_hunt(machine: Mindbug, state: State, frame: Frame) -> None:
    """Offer the choice of the blocker to an attacker who may make it. rule: mb.keyword.hunter"""
    attacker, seat = frame[ATTACKER], frame[SEAT]
    state.answer = DECLINE
    found = first_rule(machine, state, "can-choose-blocker", (attacker,))
    if found is None:
        return
    prey = sorted(state.zones[PLAY + 1 - seat])
    rules = found[2].rules + HUNT_CHOICE
    options = [HUNT[card] for card in prey]
    options.append(DECLINE)
    if "cannot-hunt" in machine.words_in_use or "must-hunt" in machine.words_in_use:
        options = limited(machine, state, attacker, prey, frame[MADE])
    if not prey or options == [DECLINE]:
        state.log.append(("no-prey", NO_PREY, attacker, attacker))
        return
    if state.cards[attacker] in machine.triggered["attack"] and not machine.hunt_at_declaration:
        rules += ("mb.trigger.attack-before-block",)
    ask(state, "hunt", seat, options, attacker, rules)


def limited(machine: Mindbug, state: State, attacker: int, prey: list[int], made: int) -> list[Any]:
    """Whom a hunter may choose where some must and some cannot be. rules: mb.force.*"""
    own_turn = state.registers[ACTIVE] == state.where[attacker] - PLAY
    bound = own_turn and (made == 1 or machine.hunts_again)
    allowed, demanded = [], []
    for card in prey:
        ban = first_rule(machine, state, "cannot-hunt", (attacker, card))
        if ban is not None:
            told = told_by(state, ban[0], ban[2].rules)
            state.log.append(("forbidden", told, ban[0], card, ban[2].ability.number))
            continue
        allowed.append(HUNT[card])
        demand = first_rule(machine, state, "must-hunt", (attacker, card))
        if demand is not None:
            tell_say(state, card, [demand])
            demanded.append(HUNT[card])
    return demanded if demanded and bound else [*allowed, DECLINE]


def take_hunt(machine: Mindbug, state: State, frame: Frame) -> None:
    """A chosen creature must fight; otherwise the defender decides."""
    if state.answer[0] == "hunt":
        note_prey(machine, state, frame)
        frame[1] = FIGHT.at


def note_prey(machine: Mindbug, state: State, frame: Frame) -> None:
    """Make the chosen creature the blocker, able to block or not. rule: mb.keyword.hunter-any"""
    prey = state.answer[1]
    frame[BLOCKER] = prey
    found = first_rule(machine, state, "can-choose-blocker", (frame[ATTACKER],))
    rules = found[2].rules if found else ()
    ban = forbidding(machine, state, prey, frame[ATTACKER])
    if ban is not None:
        rules += ("mb.keyword.hunter-any", *ban[2].rules)
    state.log.append(("hunt", rules, frame[ATTACKER], prey, frame[ATTACKER]))


def forbidding(machine: Mindbug, state: State, blocker: int, attacker: int) -> InForce | None:
    """What keeps a creature from blocking this attacker, or None."""
    return first_rule(machine, state, "cannot-block", (blocker, attacker))


def offer_block(machine: Mindbug, state: State, frame: Frame) -> None:
    """The defender may block with one creature that is able to. rule: mb.attack.block"""
    attacker, seat = frame[ATTACKER], frame[SEAT]
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
        lose_life(machine, state, 1 - frame[SEAT], 1, frame[ATTACKER], UNBLOCKED)
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


def offer_again(machine: Mindbug, state: State, frame: Frame) -> None:
    """An attacker still in play that can attack more often may do so. rule: mb.keyword.frenzy"""
    attacker, seat, made = frame[ATTACKER], frame[SEAT], frame[MADE]
    stayed = state.marks[attacker] & ATTACKING
    unmark(state, attacker, ATTACKING)
    if state.where[attacker] != PLAY + seat or not stayed:
        if frame[TIMES] > made:
            state.log.append(("no-more", GONE, attacker, attacker))
        state.stack.pop()
        return
    times, rules, _ = attack_times(machine, state, attacker)
    if frame[FORCED] and times > made and not machine.attacks_again_when_forced:
        state.log.append(("no-more", ("mb.force.frenzy",), attacker, attacker))
        state.stack.pop()
        return
    if made >= times or attacker not in able_attackers(machine, state, seat):
        if frame[TIMES] > made:
            tell_kept_from_attacking(machine, state, seat)
            state.log.append(("no-more", GONE, attacker, attacker))
        state.stack.pop()
        return
    options = [ATTACK_WITH[attacker], DECLINE]
    if frame[FORCED]:
        rules += ("mb.force.frenzy",)
    elif machine.must_attack_again:
        hunters, told = must_hunt(machine, state, seat, [attacker])
        if hunters:
            options.remove(DECLINE)
            rules += told
    ask(state, "attack-again", seat, options, attacker, rules)


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
