"""Misreadings of the keywords, and of what exhausted creatures may do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.mindbug.verbs import asks, declines, keeps_marks, leaves, offers, where
from conformance.mutants.topic import Topic
from oracle.kernel import projection
from oracle.kernel.layers import derive
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.mindbug import atoms, combat, defeat, keywords, leaving, life, permissions, table, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import ACTIVE, ATTACKING, DECLINE, EXHAUSTED, HUNT, KEYWORDS, NONE, PLAY

AS_IF = Topic("mindbug", "keywords")

TAKE_BLOCK = table.PROCEDURES.steps[combat.ATTACK].index(combat.take_block)

POISON = "defeats-each-fighter"

ATTACKED_AGAIN, HAS_ATTACKED, HAS_BLOCKED = 1 << 12, 1 << 13, 1 << 14
"""Marks of a creature that nothing but these misreadings looks at."""


def is_exhausted(state: State, frame: Frame) -> int:
    """Whether the attacker is exhausted."""
    return state.marks[frame[table.ATTACKER]] & EXHAUSTED


@do.verb
def not_offered(change: Changes, owner: Any, verb: str, bit: int) -> None:
    """Leave out what may be done with creatures that have a mark, where that leaves something."""

    def others(state: State, options: Any) -> Any:
        return [each for each in options if each[0] != verb or not state.marks[each[1]] & bit]

    asks(owner, "", lambda state, options: others(state, options) or options)(change)


def is_again(frame: Frame) -> bool:
    """Whether an attack is not the first of its creature."""
    return bool(frame[table.MADE] > 1)


# --- frenzy ------------------------------------------------------------------------------------

AS_IF("the second attack of FRENZY could not be declined", "mb.keyword.frenzy").so(
    "frenzy-must", asks(keywords, "attack-again", lambda options: options[:1])
)
AS_IF("FRENZY allowed any number of attacks", "mb.keyword.frenzy").so(
    "frenzy-without-end",
    do.result(keywords.attack_times)(lambda n: (99, *n[1:]) if n[0] > 1 else n),
)
AS_IF(
    "the second attack of FRENZY had no Attack effect", "mb.keyword.frenzy", "mb.trigger.attack"
).so("frenzy-without-effect", do.unless(combat.let_trigger)(is_again))
AS_IF(
    "an exhausted creature had no second attack", "mb.keyword.frenzy-in-play", "mb.keyword.frenzy"
).so("frenzy-not-when-exhausted", where(keywords.offer_again, is_exhausted, leaves))
AS_IF(
    "a creature attacked again if it had FRENZY when the first attack was declared",
    "mb.keyword.frenzy",
    "mb.keyword.frenzy-in-play",
).so(
    "frenzy-as-declared",
    do.result(keywords, "attack_times")(
        lambda told, state, card: (
            told if state.marks[card] & ATTACKING else (state.stack[-1][table.TIMES], *told[1:])
        )
    ),
)


@AS_IF(
    "FRENZY offered the second attack although the attacker had left",
    "mb.keyword.frenzy-in-play",
    "mb.attack.ends",
)
@do.around(keywords.offer_again)
def frenzy_after_leaving(offer_again: Any, state: State, frame: Frame) -> None:
    attacker, seat = frame[table.ATTACKER], frame[table.ATTACKING_SIDE]
    gone = state.where[attacker] != PLAY + seat
    if gone and frame[table.TIMES] > frame[table.MADE]:
        options = [table.ATTACK_WITH[attacker], DECLINE]
        ask(state, "attack-again", seat, options, attacker, keywords.GONE)
    else:
        offer_again()


@AS_IF("a creature attacked twice in one turn of the game only", "mb.keyword.frenzy")
def frenzy_once_a_game(change: Changes) -> None:
    @change.around(keywords.offer_again)
    def offer_unless_done(offer_again: Any, state: State, frame: Frame) -> None:
        if state.marks[frame[table.ATTACKER]] & ATTACKED_AGAIN:
            atoms.unmark(state, frame[table.ATTACKER], ATTACKING)
            state.stack.pop()
        else:
            offer_again()

    @change.before(combat.take_again)
    def take_and_note(state: State, frame: Frame) -> None:
        if state.answer[0] == "attack":
            atoms.mark(state, frame[table.ATTACKER], ATTACKED_AGAIN)


# --- hunter ------------------------------------------------------------------------------------

AS_IF(
    "HUNTER chose before the Attack effects", "mb.keyword.hunter", "mb.trigger.attack-before-block"
).so("hunter-first", do.turn_round("hunt_at_declaration"))
AS_IF("HUNTER could choose only creatures that are able to block", "mb.keyword.hunter-any").so(
    "hunter-only-able-blockers",
    offers(
        keywords.offer_hunt,
        lambda options, machine, state, frame: [
            each
            for each in options
            if each == DECLINE
            or permissions.forbidding(machine, state, each[1], frame[table.ATTACKER]) is None
        ],
    ),
)
AS_IF("HUNTER could not be declined", "mb.keyword.hunter-optional").so(
    "hunter-must", asks(keywords, "hunt", lambda options: options[:-1])
)
AS_IF("HUNTER had to be used on an enemy creature that is alone", "mb.keyword.hunter-optional").so(
    "only-prey-must",
    asks(keywords, "hunt", lambda options: options[: 1 if len(options) == 2 else None]),
)


def with_own(state: State, seat: int, options: Any) -> list[Any]:
    """What HUNTER may choose, and the creatures of its own side."""
    return [*(HUNT[card] for card in sorted(state.zones[PLAY + seat])), *options]


AS_IF(
    "HUNTER could choose a creature of its own side",
    "mb.keyword.hunter",
    "mb.keyword.hunter-creatures",
).so("hunter-own-creatures", asks(keywords, "hunt", with_own))
AS_IF(
    "HUNTER chose the blocker of the first attack only", "mb.keyword.hunter", "mb.keyword.frenzy"
).so("hunter-in-the-first-attack", where(keywords.offer_hunt, is_again, declines))


@AS_IF("the defender could leave a hunted creature out of the fight", "mb.keyword.hunter")
@do.around(combat.take_hunt)
def hunted_may_decline(take_hunt: Any, state: State, frame: Frame) -> None:
    hunting = state.answer[0] == "hunt"
    take_hunt()
    if hunting:
        frame[1] = TAKE_BLOCK
        options = [table.BLOCK_WITH[frame[table.BLOCKER]], DECLINE]
        ask(
            state,
            "block",
            1 - frame[table.ATTACKING_SIDE],
            options,
            frame[table.ATTACKER],
            combat.BLOCK,
        )


@AS_IF(
    "a HUNTER that chooses no creature could not be blocked",
    "mb.keyword.hunter-creatures",
    "mb.keyword.hunter-optional",
)
@do.around(combat.take_hunt)
def hunter_passes_by(take_hunt: Any, machine: Mindbug, state: State, frame: Frame) -> None:
    hunter = permissions.first_rule(machine, state, "can-choose-blocker", (frame[table.ATTACKER],))
    take_hunt()
    if state.answer == DECLINE and hunter is not None:
        frame[1] = TAKE_BLOCK  # taken as the decline of a block


@AS_IF("HUNTER could not attack when there is no enemy creature", "mb.keyword.hunter-creatures")
@do.result(permissions.able_attackers)
def hunter_without_prey(found: list[int], machine: Mindbug, state: State, seat: int) -> list[int]:
    if state.zones[PLAY + 1 - seat]:
        return found
    word = "can-choose-blocker"
    return [c for c in found if permissions.first_rule(machine, state, word, (c,)) is None]


# --- sneaky ------------------------------------------------------------------------------------


@AS_IF("a SNEAKY creature could not block", "mb.keyword.sneaky-blocks")
@partial(offers, combat.offer_block)
def sneaky_cannot_block(options: Any, machine: Mindbug, state: State, frame: Frame) -> list[Any]:
    keywords = (state.derived or derive(machine, state))[KEYWORDS]
    mask = machine.keyword_masks["cannot-block"]
    if keywords[frame[table.ATTACKER]] & mask:
        return list(options)
    return [o for o in options if o == DECLINE or not keywords[o[1]] & mask]


@AS_IF(
    "a hunted creature could not fight a SNEAKY attacker",
    "mb.keyword.sneaky",
    "mb.keyword.hunter-any",
)
def sneaky_past_hunter(change: Changes) -> None:
    @change.around(keywords.note_prey)
    def note_if_able(note_prey: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        prey, attacker = state.answer[1], frame[table.ATTACKER]
        if permissions.forbidding(machine, state, prey, attacker) is None:
            note_prey()
        else:
            life.lose_life(
                machine, state, 1 - frame[table.ATTACKING_SIDE], 1, attacker, combat.UNBLOCKED
            )
            frame[table.BLOCKER] = NONE

    @change.after(combat.take_hunt)
    def take_hunt_or_slip(state: State, frame: Frame) -> None:
        if state.answer[0] == "hunt" and frame[table.BLOCKER] == NONE:
            frame[1] = combat.AFTER.at


@AS_IF("every creature could block a second attack", "mb.keyword.sneaky", "mb.keyword.frenzy")
@do.around(combat, "rules_in_force")
def sneaky_in_the_first_attack(rules_in_force: Any, state: State, word: str) -> Any:
    frame = state.stack[-1]
    later = frame[0] == combat.ATTACK and is_again(frame)
    return [] if word == "cannot-block" and later else rules_in_force()


# --- poisonous ---------------------------------------------------------------------------------


@do.verb
def poisoning(change: Changes, when: Any) -> None:
    """Let POISONOUS work only sometimes; `when(machine, state, frame, fighter, other)`."""

    @change.around(combat, "rules_about")
    def rules_about_some(
        rules_about: Any, machine: Mindbug, state: State, word: str, card: int
    ) -> Any:
        frame = state.stack[-1]
        fighters = frame[table.ATTACKER], frame[table.BLOCKER]
        other = fighters[card == fighters[0]]
        works = word != POISON or when(machine, state, frame, card, other)
        return rules_about() if works else []


def _tough(machine: Mindbug, state: State, card: int) -> int:
    keywords = (state.derived or derive(machine, state))[KEYWORDS]
    return int(keywords[card] & machine.replacement_mask)


AS_IF("POISONOUS worked only for attackers", "mb.keyword.poisonous").so(
    "poisonous-only-attacking", poisoning(lambda m, s, frame, c, o: c == frame[table.ATTACKER])
)
AS_IF("POISONOUS worked only for blockers", "mb.keyword.poisonous").so(
    "poisonous-only-blocking", poisoning(lambda m, s, frame, c, o: c == frame[table.BLOCKER])
)
AS_IF(
    "POISONOUS did nothing to a creature with TOUGH",
    "mb.keyword.tough-poisonous",
    "mb.keyword.poisonous",
).so("poisonous-ignored-by-tough", poisoning(lambda m, s, frame, c, other: not _tough(m, s, other)))


@do.verb
def through_tough(change: Changes, which: Callable[[Any, int, int], bool]) -> None:
    """Let TOUGH save nobody who is poisoned: by the powers, the creature and the other fighter."""

    @change.around(combat, "defeat")
    def defeat_and_bury(
        old: Any, machine: Mindbug, state: State, cards: tuple[int, ...], cause: int, why: Any
    ) -> None:
        frame, powers = state.stack[-1], state.derived[table.POWER]
        attacker, blocker = frame[table.ATTACKER], frame[table.BLOCKER]
        pairs = (attacker, blocker), (blocker, attacker)
        gone = [card for card, other in pairs if card in why[2] and which(powers, card, other)]
        old(cards=tuple(card for card in cards if card not in gone))
        defeat.bury(machine, state, gone, cause, why[0])


AS_IF(
    "POISONOUS defeated even a creature with TOUGH",
    "mb.keyword.tough-poisonous",
    "mb.keyword.tough",
).so("poisonous-through-tough", through_tough(lambda powers, card, other: True))
AS_IF(
    "a creature that loses by power and by POISONOUS were defeated twice, through TOUGH",
    "mb.keyword.tough-poisonous",
).so(
    "poison-and-power-count-twice", through_tough(lambda power, c, other: power[c] <= power[other])
)


@AS_IF("a POISONOUS creature were not defeated by a stronger one", "mb.keyword.poisonous-both")
@do.around(combat, "defeat")
def poisonous_survives(old: Any, machine: Mindbug, state: State, cards: tuple[int, ...]) -> None:
    frame = state.stack[-1]
    fighters = frame[table.ATTACKER], frame[table.BLOCKER]
    venomous = [card for card in fighters if permissions.rules_about(machine, state, POISON, card)]
    old(cards=cards if len(venomous) == 2 else tuple(c for c in cards if c not in venomous))


# --- tough -------------------------------------------------------------------------------------


def _fighting(machine: Mindbug, state: State) -> bool:
    return int(state.stack[-1][0]) < machine.first_effect


AS_IF("TOUGH worked only in fights", "mb.keyword.tough-any-cause").so(
    "tough-only-in-fights",
    do.around(defeat.replacements_of)(
        lambda found, machine, state: found() if _fighting(machine, state) else []
    ),
)
AS_IF("TOUGH worked only against effects", "mb.keyword.tough").so(
    "tough-not-in-fights",
    do.around(defeat.replacements_of)(
        lambda found, machine, state: [] if _fighting(machine, state) else found()
    ),
)


@AS_IF(
    "exhausted creatures became ready at the start of their player's turn",
    "mb.keyword.tough",
    "mb.keyword.fresh",
)
@do.before(turn.begin)
def tough_renews(state: State, frame: Frame) -> None:
    if state.number:
        for card in state.zones[PLAY + frame[turn.SEAT]]:
            atoms.unmark(state, card, EXHAUSTED)
        state.derived = None


@AS_IF(
    "a TOUGH creature that becomes exhausted defeated nobody in that fight",
    "mb.keyword.tough-poisonous",
    "mb.keyword.tough",
)
@do.around(combat, "defeat")
def tough_takes_back_the_fight(old: Any, machine: Mindbug, state: State, cards: Any) -> None:
    saved = tuple(c for c in cards if defeat.replacements_of(machine, state, c))
    old(cards=saved or cards)


# --- exhausted ---------------------------------------------------------------------------------

AS_IF("an exhausted creature could not attack", "mb.keyword.exhausted-attacks").so(
    "exhausted-cannot-attack",
    do.result(permissions.able_attackers)(
        lambda found, state: [card for card in found if not state.marks[card] & EXHAUSTED]
    ),
)
AS_IF("an exhausted creature could not block", "mb.keyword.exhausted-blocks").so(
    "exhausted-cannot-block", not_offered(combat, "block", EXHAUSTED)
)
AS_IF(
    "an exhausted creature had no Attack effect",
    "mb.keyword.exhausted-attacks",
    "mb.keyword.exhausted-abilities",
).so("exhausted-without-effect", do.unless(combat.let_trigger)(is_exhausted))
AS_IF("a creature that comes into play again were still exhausted", "mb.keyword.fresh").so(
    "stays-exhausted", keeps_marks(leaving.forget, EXHAUSTED)
)


@AS_IF("a player could not see which enemy creatures are exhausted", "mb.keyword.exhausted-public")
@do.result(projection.view)
def exhausted_hidden(json: dict[str, Any]) -> dict[str, Any]:
    for name, belongings in json["players"].items():
        if name != json["seat"]:
            for creature in belongings["play"]:
                creature["exhausted"] = False
    return json


# --- the turn after an attack or a block -------------------------------------------------------


def noting(change: Changes) -> None:
    """Mark creatures that attack or block until their player's next turn is over."""
    change.after(combat.declare)(
        lambda state, frame: atoms.mark(state, frame[table.ATTACKER], HAS_ATTACKED)
    )

    @change.before(combat.take_block)
    def block_and_note(state: State) -> None:
        if state.answer[0] == "block":
            atoms.mark(state, state.answer[1], HAS_BLOCKED)

    @change.before(turn.pass_on)
    def pass_on_and_forget(state: State) -> None:
        active = state.registers[ACTIVE]
        for seat, bit in (active, HAS_BLOCKED), (1 - active, HAS_ATTACKED):
            for card in state.zones[PLAY + seat]:
                atoms.unmark(state, card, bit)


AS_IF("a creature that attacked could not block in the next turn", "mb.attack.block").so(
    "attackers-do-not-block", noting, not_offered(combat, "block", HAS_ATTACKED)
)
AS_IF("a creature that blocked could not attack in the next turn", "mb.attack.declare").so(
    "blockers-do-not-attack", noting, not_offered(turn, "attack", HAS_BLOCKED)
)
