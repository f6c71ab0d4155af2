"""Misreadings of forced attacks, of what must or cannot be hunted, and of turned rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.layers import derive
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import combat, force, keywords, life, permissions, table, turn
from oracle.mindbug.defeat import defeat
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.permissions import InForce
from oracle.mindbug.table import ACTIVE, DECLINE, HUNT, PLAY, POWER
from rules_dsl.definitions import Call, Selection
from rules_dsl.module import Module

AS_IF = Topic(
    "mindbug",
    "force",
    *("force-attack", "must-hunt", "cannot-hunt"),
    *("reverses-fights", "loses-more-life"),
)

# --- forced attacks ----------------------------------------------------------------------------


@AS_IF("the opponent chose which creature is made to attack", "mb.force.attack")
def opponent_picks(change: Changes) -> None:
    def by_the_opponent(call: Call) -> Call:
        phrase = call.get("creatures")
        if call.word != "force-attack" or not isinstance(phrase, Selection):
            return call
        chosen = evolve(phrase, chooser=Call("opponent"))
        args = tuple((key, chosen if key == "creatures" else old) for key, old in call.args)
        return evolve(call, args=args)

    @change.rewrite
    def reread(module: Module) -> Module:
        found = []
        for card in module.cards:
            abilities = tuple(
                evolve(each, body=tuple(map(by_the_opponent, each.body))) for each in card.abilities
            )
            found.append(evolve(card, abilities=abilities))
        return Module(tuple(found), module.keywords)


@AS_IF("a forced attack could not be blocked", "mb.force.attack")
@do.around(combat.offer_block)
def no_block(offer_block: Any, state: State, frame: Frame) -> None:
    if frame[table.FORCED]:
        state.answer = DECLINE
    else:
        offer_block()


AS_IF("a forced attack had no Attack effects", "mb.force.attack").so(
    "no-attack-effect", do.unless(combat.let_trigger)(lambda frame: frame[table.FORCED])
)
AS_IF("a creature that is not able to attack could be made to", "mb.force.attack").so(
    "barred-too",
    do.instead(combat, "able_attackers")(lambda state, seat: sorted(state.zones[PLAY + seat])),
)


@AS_IF("a player who is made to attack were the active player from then on", "mb.force.attack")
@do.instead(combat, "attack")
def in_their_own_turn(state: State, attacker: int, seat: int, forced: int = 0) -> None:
    combat.attack(state, attacker, seat, forced)
    state.registers[ACTIVE] = seat
    state.derived = None


@AS_IF("the player who forces an attack made the HUNTER choice", "mb.force.attack")
@do.instead(keywords, "ask")
def you_hunt(state: State, kind: str, seat: int, *rest: Any) -> None:
    is_forced = kind == "hunt" and state.stack[-1][table.FORCED]
    ask(state, kind, 1 - seat if is_forced else seat, *rest)


@AS_IF("a player who was made to attack had no turn after it", "mb.force.attack")
@do.instead(combat, "attack")
def takes_the_next_turn(state: State, attacker: int, seat: int, forced: int = 0) -> None:
    combat.attack(state, attacker, seat, forced)
    for frame in state.stack:
        if frame[0] == turn.TURNS:
            frame[turn.SEAT] = seat


AS_IF(
    "FRENZY gave a second attack after a forced one just where it does not", "mb.force.frenzy"
).so("forced-frenzy", do.turn_round("attacks_again_when_forced"))


# --- hunting -----------------------------------------------------------------------------------


@do.verb
def limiting(change: Changes, choose: Callable[[bool, list[Any], list[Any]], list[Any]]) -> None:
    """Let a hunter choose otherwise: by whether it is its controller's turn, allowed, demanded."""

    @change.instead(force.limited)
    def limited(machine: Mindbug, state: State, attacker: int, prey: list[int]) -> list[Any]:
        first = permissions.first_rule
        allowed, demanded = [], []
        for card in prey:
            if first(machine, state, "cannot-hunt", (attacker, card)) is None:
                allowed.append(HUNT[card])
                if first(machine, state, "must-hunt", (attacker, card)) is not None:
                    demanded.append(HUNT[card])
        own_turn = state.registers[ACTIVE] == state.where[attacker] - PLAY
        return choose(own_turn, allowed, demanded)


AS_IF("a creature that must hunt did not have to use HUNTER", "mb.force.must-hunt").so(
    "must-hunt-may-decline", limiting(lambda own, allowed, demanded: [*allowed, DECLINE])
)
AS_IF("a creature that must hunt could hunt any creature", "mb.force.must-hunt").so(
    "must-hunt-anybody",
    limiting(lambda own, allowed, demanded: allowed if own and demanded else [*allowed, DECLINE]),
)
AS_IF("a creature that must hunt had to when it is made to attack, too", "mb.force.must-hunt").so(
    "must-hunt-in-any-turn",
    limiting(lambda own, allowed, demanded: demanded or [*allowed, DECLINE]),
)
AS_IF("a player whose creature must hunt could take another turn action", "mb.force.must-hunt").so(
    "must-hunt-may-stay", do.put(turn, "must_hunt", lambda *given: ([], ()))
)


@do.verb
def without(change: Changes, word: str) -> None:
    """Let hunters and turns not know of a word."""
    first_rule = permissions.first_rule

    def first_other(
        machine: Mindbug, state: State, asked: str, subjects: tuple[int, ...]
    ) -> InForce | None:
        return None if asked == word else first_rule(machine, state, asked, subjects)

    change.put(force, "first_rule", first_other)
    change.put(force, "first_rule", first_other)


AS_IF("a creature that cannot be hunted could be chosen with HUNTER", "mb.force.cannot-hunt").so(
    "hunted-all-the-same", without("cannot-hunt")
)


@AS_IF(
    "a creature that must hunt another could although it cannot be hunted", "mb.force.cannot-hunt"
)
def must_before_cannot(change: Changes) -> None:
    first_rule = permissions.first_rule

    def first_demand(
        machine: Mindbug, state: State, word: str, subjects: tuple[int, ...]
    ) -> InForce | None:
        found = first_rule(machine, state, word, subjects)
        if word != "cannot-hunt" or first_rule(machine, state, "must-hunt", subjects) is None:
            return found
        return None

    change.put(force, "first_rule", first_demand)
    change.put(force, "first_rule", first_demand)


@AS_IF("a creature that an attacker cannot hunt could not block it", "mb.force.cannot-hunt")
@do.after(combat.offer_block)
def unhunted_cannot_block(machine: Mindbug, state: State, frame: Frame) -> None:
    pending, attacker = state.pending, frame[table.ATTACKER]
    assert pending is not None
    options = [
        option
        for option in pending[2]
        if option == DECLINE
        or permissions.first_rule(machine, state, "cannot-hunt", (attacker, option[1])) is None
    ]
    state.pending = (*pending[:2], options, *pending[3:])


# --- reversed fights ---------------------------------------------------------------------------

REVERSES, POISONS = "reverses-fights", "defeats-each-fighter"


@do.verb
def reversing(change: Changes, keep: Callable[[Mindbug, State, str, int, int], bool]) -> None:
    """Let some words not count in fights: `(machine, state, word, card, the other fighter)`."""
    rules_about = permissions.rules_about

    @change.instead(combat, "rules_about")
    def about(machine: Mindbug, state: State, word: str, card: int) -> list[InForce]:
        frame = state.stack[-1]
        fighters = frame[table.ATTACKER], frame[table.BLOCKER]
        other = fighters[card == fighters[0]]
        if word in (REVERSES, POISONS) and not keep(machine, state, word, card, other):
            return []
        return rules_about(machine, state, word, card)


def reverses(machine: Mindbug, state: State, card: int) -> bool:
    """Whether a creature reverses its fights."""
    return bool(permissions.rules_about(machine, state, REVERSES, card))


@AS_IF("two creatures that reverse a fight cancelled out", "mb.force.reversed")
@reversing
def two_cancel_out(machine: Mindbug, state: State, word: str, card: int, other: int) -> bool:
    return word != REVERSES or not reverses(machine, state, other)


@AS_IF("a creature reversed a fight only when it attacks", "mb.force.reversed")
@reversing
def only_its_attacks(machine: Mindbug, state: State, word: str, card: int, other: int) -> bool:
    return word != REVERSES or card == state.stack[-1][table.ATTACKER]


@AS_IF("a creature reversed a fight only when it blocks", "mb.force.reversed")
@reversing
def only_its_blocks(machine: Mindbug, state: State, word: str, card: int, other: int) -> bool:
    return word != REVERSES or card == state.stack[-1][table.BLOCKER]


@AS_IF("POISONOUS did nothing in a reversed fight", "mb.force.reversed")
@reversing
def no_poison(machine: Mindbug, state: State, word: str, card: int, other: int) -> bool:
    if word == REVERSES:
        return True
    return not reverses(machine, state, card) and not reverses(machine, state, other)


@AS_IF("nobody were defeated in a reversed tie", "mb.force.reversed")
@do.instead(combat, "defeat")
def ties_survive(
    machine: Mindbug, state: State, cards: tuple[int, ...], cause: int, why: Any
) -> None:
    frame = state.stack[-1]
    fighters = frame[table.ATTACKER], frame[table.BLOCKER]
    powers = (state.derived or derive(machine, state))[POWER]
    tied = powers[fighters[0]] == powers[fighters[1]]
    if tied and any(reverses(machine, state, card) for card in fighters):
        cards = tuple(card for card in cards if card in why[2])
    defeat(machine, state, cards, cause, why)


# --- more life each time -----------------------------------------------------------------------

MORE = "loses-more-life"


def more_life(machine: Mindbug, state: State, seat: int) -> int:
    """How much more life a player loses each time."""
    if MORE not in machine.words_in_use:
        return 0
    return sum(
        rule.amount
        for source, controller, rule in permissions.rules_in_force(machine, state, MORE)
        if rule.holds(machine, state, source, controller, (seat,))
    )


@do.verb
def losing(change: Changes, losses: Callable[[int, int, Rules], tuple[int, ...]]) -> None:
    """Lose life in other losses: by the amount, what is added, and the rules of the loss."""

    @change.around(life.lose_life)
    def lose_otherwise(
        lose_life: Any,
        machine: Mindbug,
        state: State,
        seat: int,
        amount: int,
        rules: Rules = life.LOSE,
    ) -> None:
        more = more_life(machine, state, seat)
        if not more or amount < 0:
            lose_life()
            return
        known = machine.words_in_use
        machine.words_in_use = known - {MORE}
        try:
            for loss in losses(amount, more, rules):
                lose_life(amount=loss)
        finally:
            machine.words_in_use = known


AS_IF("what is lost in addition were a loss of its own", "mb.force.more-life").so(
    "more-life-apart", losing(lambda amount, more, rules: (amount, more if amount else 0))
)
AS_IF("what is lost in addition caused a further loss in addition", "mb.force.more-life").so(
    "more-life-of-itself", losing(lambda amount, more, rules: (amount + 2 * more if amount else 0,))
)
AS_IF("a loss of 0 life got more added", "mb.force.more-life").so(
    "more-life-than-none", losing(lambda amount, more, rules: (amount + more,))
)


@AS_IF("only the loss of an unblocked attack got more added", "mb.force.more-life")
@losing
def more_life_in_attacks(amount: int, more: int, rules: Rules) -> tuple[int, ...]:
    return (amount + more if "mb.attack.unblocked" in rules else amount,)


AS_IF("each single life that is lost got more added", "mb.force.more-life").so(
    "more-life-per-life", losing(lambda amount, more, rules: (amount * (1 + more),))
)
