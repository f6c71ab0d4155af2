"""Misreadings of forced attacks, of what must or cannot be hunted, and of turned rules."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.verbs import asks, declines, each_call, offers, saying, where
from conformance.mutants.topic import Topic
from oracle.kernel.layers import derive
from oracle.kernel.state import Frame, Rules, State
from oracle.mindbug import combat, force, keywords, life, permissions, table, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, DECLINE, HUNT, PLAY, POWER
from rules_dsl.definitions import Call, Selection

AS_IF = Topic(
    "mindbug",
    "force",
    *("force-attack", "must-hunt", "cannot-hunt"),
    *("reverses-fights", "loses-more-life"),
)

# --- forced attacks ----------------------------------------------------------------------------

AS_IF("a forced attack could not be blocked", "mb.force.attack").so(
    "no-block", where(combat.offer_block, lambda frame: frame[table.FORCED], declines)
)
AS_IF("a forced attack had no Attack effects", "mb.force.attack").so(
    "no-attack-effect", do.unless(combat.let_trigger)(lambda frame: frame[table.FORCED])
)
AS_IF("a creature that is not able to attack could be made to", "mb.force.attack").so(
    "barred-too",
    do.instead(combat, "able_attackers")(lambda state, seat: sorted(state.zones[PLAY + seat])),
)
AS_IF("the player who forces an attack made the HUNTER choice", "mb.force.attack").so(
    "you-hunt",
    asks(
        keywords,
        "hunt",
        seat=lambda state, seat: 1 - seat if state.stack[-1][table.FORCED] else seat,
    ),
)
AS_IF(
    "FRENZY gave a second attack after a forced one just where it does not", "mb.force.frenzy"
).so("forced-frenzy", do.turn_round("attacks_again_when_forced"))


@AS_IF("the opponent chose which creature is made to attack", "mb.force.attack")
@each_call
def opponent_picks(call: Call) -> Call:
    phrase = call.get("creatures")
    if call.word != "force-attack" or not isinstance(phrase, Selection):
        return call
    return saying(call, creatures=evolve(phrase, chooser=Call("opponent")))


@AS_IF("a player who is made to attack were the active player from then on", "mb.force.attack")
@do.after(combat, "attack")
def in_their_own_turn(state: State, seat: int) -> None:
    state.registers[ACTIVE] = seat
    state.derived = None


@AS_IF("a player who was made to attack had no turn after it", "mb.force.attack")
@do.after(combat, "attack")
def takes_the_next_turn(state: State, seat: int) -> None:
    for frame in state.stack:
        if frame[0] == turn.TURNS:
            frame[turn.SEAT] = seat


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
    "must-hunt-anybody", limiting(lambda own, free, due: free if own and due else [*free, DECLINE])
)
AS_IF("a creature that must hunt had to when it is made to attack, too", "mb.force.must-hunt").so(
    "must-hunt-in-any-turn", limiting(lambda own, free, due: due or [*free, DECLINE])
)
AS_IF("a player whose creature must hunt could take another turn action", "mb.force.must-hunt").so(
    "must-hunt-may-stay", do.put(turn, "must_hunt", lambda *given: ([], ()))
)


@do.verb
def unsaid(change: Changes, hushed: str, unless: str = "") -> None:
    """Let hunters and turns not know of a word, or only where another is said as well."""

    def first(first_rule: Any, word: str) -> Any:
        hidden = word == hushed and (not unless or first_rule(word=unless))
        return None if hidden else first_rule()

    for owner in (combat, force, keywords, permissions):
        change.around(owner, "first_rule")(first)


AS_IF("a creature that cannot be hunted could be chosen with HUNTER", "mb.force.cannot-hunt").so(
    "hunted-all-the-same", unsaid("cannot-hunt")
)
AS_IF(
    "a creature that must hunt another could although it cannot be hunted", "mb.force.cannot-hunt"
).so("must-before-cannot", unsaid("cannot-hunt", unless="must-hunt"))


@AS_IF("a creature that an attacker cannot hunt could not block it", "mb.force.cannot-hunt")
@partial(offers, combat.offer_block)
def unhunted_cannot_block(options: Any, machine: Mindbug, state: State, frame: Frame) -> Any:
    def hunted(card: int) -> bool:
        subjects = frame[table.ATTACKER], card
        return permissions.first_rule(machine, state, "cannot-hunt", subjects) is None

    return [each for each in options if each == DECLINE or hunted(each[1])]


# --- reversed fights ---------------------------------------------------------------------------

REVERSES, POISONS = "reverses-fights", "defeats-each-fighter"


@do.verb
def reversing(change: Changes, keep: Callable[[Mindbug, State, str, int, int], bool]) -> None:
    """Let some words not count in fights: `(machine, state, word, card, the other fighter)`."""

    @change.around(combat, "rules_about")
    def about(rules_about: Any, machine: Mindbug, state: State, word: str, card: int) -> Any:
        fighters = fighters_of(state)
        other = fighters[card == fighters[0]]
        drops = word in (REVERSES, POISONS) and not keep(machine, state, word, card, other)
        return [] if drops else rules_about()


def fighters_of(state: State) -> tuple[int, int]:
    """The attacker and the blocker."""
    return state.stack[-1][table.ATTACKER], state.stack[-1][table.BLOCKER]


def reverses(machine: Mindbug, state: State, card: int) -> bool:
    """Whether a creature reverses its fights."""
    return bool(permissions.rules_about(machine, state, REVERSES, card))


AS_IF("two creatures that reverse a fight cancelled out", "mb.force.reversed").so(
    "two-cancel-out",
    reversing(
        lambda m, state, word, card, other: word != REVERSES or not reverses(m, state, other)
    ),
)
AS_IF("a creature reversed a fight only when it attacks", "mb.force.reversed").so(
    "only-its-attacks",
    reversing(lambda m, s, word, card, o: word != REVERSES or card == fighters_of(s)[0]),
)
AS_IF("a creature reversed a fight only when it blocks", "mb.force.reversed").so(
    "only-its-blocks",
    reversing(lambda m, s, word, card, o: word != REVERSES or card == fighters_of(s)[1]),
)


@AS_IF("POISONOUS did nothing in a reversed fight", "mb.force.reversed")
@reversing
def no_poison(machine: Mindbug, state: State, word: str, card: int, other: int) -> bool:
    return word == REVERSES or not any(reverses(machine, state, each) for each in (card, other))


@AS_IF("nobody were defeated in a reversed tie", "mb.force.reversed")
@do.around(combat, "defeat")
def ties_survive(old: Any, machine: Mindbug, state: State, cards: Any, why: Any) -> None:
    attacker, blocker = fighters_of(state)
    powers = (state.derived or derive(machine, state))[POWER]
    tied = powers[attacker] == powers[blocker]
    if tied and any(reverses(machine, state, card) for card in (attacker, blocker)):
        cards = tuple(card for card in cards if card in why[2])
    old(cards=cards)


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
        lose_life: Any, machine: Mindbug, state: State, seat: int, amount: int, rules: Rules = ()
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
AS_IF("only the loss of an unblocked attack got more added", "mb.force.more-life").so(
    "more-life-in-attacks",
    losing(lambda amount, more, rules: (amount + more * ("mb.attack.unblocked" in rules),)),
)
AS_IF("each single life that is lost got more added", "mb.force.more-life").so(
    "more-life-per-life", losing(lambda amount, more, rules: (amount * (1 + more),))
)
