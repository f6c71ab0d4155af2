"""Misreadings of the roll phase: the rolls, the complete Roll, and what looks at it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import add, once, rolls_saved, saying, then
from conformance.mutants.jumps import begin_again
from conformance.mutants.topic import Topic
from oracle.dice_games.dice import dice_shown
from oracle.dice_games.table import ACTIVE, ADDED, DECLINE, DICE, NONE, REROLLS
from oracle.duel import conditions, dice, hits, monsters, resolve, roll, symbols
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS
from oracle.duel.cards import ORDER
from oracle.duel.dice import ROLLED
from oracle.duel.linker import Linker, mentions
from oracle.duel.machine import Duel
from oracle.duel.moments import applies, at, begin_moment, start
from oracle.duel.monsters import roll_of
from oracle.duel.roll import SEAT, TO_ROLL, WAITING
from oracle.duel.table import CLAW, CLAWS, FACES, LEFT, POWER, ROLLS_EACH_TURN, SPENT
from oracle.duel.tracks import in_spotlight
from oracle.kernel.machine import ask, ask_to_choose
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "roll")

KEPT = dice.EXTRA
"""A local of the roll phase that is free once the dice are reckoned."""
STOPPED_ONCE = 2
"""What the local that tells whether dice were rolled holds once the monster has stopped."""
WHOSE = 2
"""A local of the frame of a question."""

Limits = Callable[[Duel, State, Frame, list[int]], tuple[list[int], int, int]]
"""From the dice that lie there: which of them may be rerolled, at least and at most how many."""


@do.verb
def rerolling(change: Changes, limits: Limits) -> None:
    """Let later rolls have other limits."""

    @change.instead(roll.offer_reroll)
    def offer_reroll(machine: Duel, state: State, frame: Frame) -> None:
        dice = dice_shown(state)
        if not dice or not state.registers[REROLLS]:
            frame[1] = roll.COMPLETE_STEP.at
            return
        found, least, most = limits(machine, state, frame, dice)
        ask_to_choose(state, "reroll", frame[SEAT], found, least, most, NONE, roll.REROLL)


# --- rolling -------------------------------------------------------------------------------------
@AS_IF("dice could be rerolled before the first roll is whole", "kd.roll.first")
def die_by_die(change: Changes) -> None:
    @change.after(roll.take_face)
    def take_and_offer(frame: Frame) -> None:
        frame[1] = roll.OFFER.at

    @change.around(roll.offer_reroll)
    def offer_each(offer_reroll: Any, state: State, frame: Frame) -> None:
        first_roll = state.registers[REROLLS] == ROLLS_EACH_TURN - 1
        if not frame[TO_ROLL] or (first_roll and len(dice_shown(state)) == 1):
            offer_reroll()
        else:
            frame[1] = roll.ROLL_STEP.at


@AS_IF("a monster need not roll at all", "kd.roll.first")
def first_roll_optional(change: Changes) -> None:
    def ask_to_roll(machine: Duel, state: State, frame: Frame) -> None:
        options = [("accept",), DECLINE]
        ask(state, "may", frame[WHOSE], options, NONE, ("kd.roll.first",))

    def hear(machine: Duel, state: State, frame: Frame) -> None:
        state.stack.pop()
        if state.answer == DECLINE:
            state.stack[-1][TO_ROLL] = 0

    code = change.procedure("roll-at-all", ask_to_roll, hear, remembers=1)
    do.after(dice.take_tokens)(lambda state, frame: state.stack.append([code, 0, frame[SEAT]]))(
        change
    )


@AS_IF("a later roll were always of all dice", "kd.roll.some")
@do.before(roll.take_reroll)
def all_or_none(state: State) -> None:
    if state.answer:
        state.answer = tuple(dice_shown(state))


@AS_IF("a die that was kept could not be rolled later", "kd.roll.any-die")
def kept_is_kept(change: Changes) -> None:
    @change.after(dice.take_tokens)
    def take_and_clear(frame: Frame) -> None:
        frame[KEPT] = ()

    @change.after(roll.take_reroll)
    def take_and_keep(state: State, frame: Frame) -> None:
        frame[KEPT] = tuple(dice_shown(state))

    def not_kept(machine: Duel, state: State, frame: Frame, dice: list[int]) -> Any:
        for face in frame[KEPT]:
            if face in dice:
                dice.remove(face)
        return dice, 0, len(dice)

    rerolling(not_kept)(change)


@AS_IF("three rolls were the most", "kd.roll.extra")
@do.result(dice, "total")
def no_extra_roll(total: tuple[int, Any]) -> tuple[int, Any]:
    return min(0, total[0]), total[1]


@AS_IF("a roll that a card adds had to be made", "kd.roll.extra")
@rerolling
def extra_roll_forced(machine: Duel, state: State, frame: Frame, dice: list[int]) -> Any:
    extra = monsters.changes_of(machine, state, "modify-rerolls", frame[SEAT])
    return dice, int(bool(extra)), len(dice)


AS_IF("rolls that are left were kept for the next turn", "kd.roll.stop").so(
    "rolls-saved-up", rolls_saved
)
AS_IF("a monster could roll twice", "kd.roll.three").so(
    "two-rolls", do.put(dice, "ROLLS_EACH_TURN", ROLLS_EACH_TURN - 1)
)
AS_IF("the first roll were not one of the three", "kd.roll.three").so(
    "four-rolls", do.put(dice, "ROLLS_EACH_TURN", ROLLS_EACH_TURN + 1)
)
AS_IF("all rolls had to be made", "kd.roll.stop").so(
    "no-stopping", rerolling(lambda machine, state, frame, dice: (dice, 1, len(dice)))
)
AS_IF("a later roll were of one die", "kd.roll.some").so(
    "one-die-each", rerolling(lambda machine, state, frame, dice: (dice, 0, 1))
)


# --- free rerolls --------------------------------------------------------------------------------
@AS_IF("a free reroll used up a roll", "kd.roll.free")
@do.before(roll.take_card)
def free_costs_a_roll(state: State) -> None:
    if state.answer != DECLINE:
        state.registers[REROLLS] = max(0, state.registers[REROLLS] - 1)


@AS_IF("there were no free reroll after the last roll", "kd.roll.free")
@do.around(roll.offer_cards)
def free_only_before_the_last(offer_cards: Any, state: State) -> None:
    if state.registers[REROLLS]:
        offer_cards()
    else:
        state.answer = DECLINE


AS_IF("there were one free reroll a turn", "kd.roll.free").so("free-once", once("during-roll"))
AS_IF("free rerolls always waited for the last roll", "kd.roll.free").so(
    "free-always-late", do.answer("free_after_last", True)
)
AS_IF("free rerolls never waited for the last roll", "kd.roll.free").so(
    "free-never-late", do.answer("free_after_last", False)
)


# --- the complete Roll ---------------------------------------------------------------------------
@AS_IF("faces rolled away counted too", "kd.roll.result")
@do.before(roll.take_reroll)
def faces_rolled_away_count(state: State) -> None:
    for face in state.answer:
        state.registers[ADDED + face] += 1


def stops_now(state: State, frame: Frame) -> bool:
    """Whether a monster stops for the first time with rolls left; it goes on then."""
    stops = bool(state.registers[REROLLS]) and frame[ROLLED] != STOPPED_ONCE
    if stops:
        frame[ROLLED] = STOPPED_ONCE
        frame[1] = roll.OFFER.at
    return stops


@AS_IF("effects looked at a Roll not yet complete", "kd.roll.complete")
def looked_at_while_rolling(change: Changes) -> None:
    look = roll.look

    @change.around(roll.offer_reroll)
    def look_and_offer(offer_reroll: Any, machine: Duel, state: State, frame: Frame) -> None:
        if stops_now(state, frame):
            look(machine, state, frame)
        else:
            offer_reroll()

    change.never(look)


markers = do.instead(monsters.markers_in_spotlights)


@AS_IF("only markers on the owner's side counted", "kd.roll.added-markers")
@markers
def own_spotlight(state: State) -> int:
    first = state.registers[ACTIVE] == 0
    return sum(in_spotlight(at) and (at > 0) == first for at in monsters.markers(state))


@AS_IF("claws that come later were resolved too", "kd.roll.added-markers")
@do.result(resolve.results)
def new_claws_again(left: list[int], machine: Duel, state: State) -> list[int]:
    claws = monsters.result_of(machine, state, CLAW)
    new = CLAW not in left and claws > state.registers[CLAWS]
    return [CLAW, *left] if new else left


@AS_IF("an added symbol could be left out", "kd.roll.added-symbols")
@do.instead(symbols, "_not_left")
def added_left_out(state: State, face: int) -> int:
    dice = state.registers[DICE + face] + state.registers[ADDED + face]
    return dice + (face == CLAW) - state.registers[LEFT + face]


AS_IF("a monster that stopped could roll after all", "kd.roll.complete").so(
    "stop-and-go", do.unless(roll.complete)(stops_now)
)
AS_IF("a symbol were added only to dice that show it", "kd.roll.added").so(
    "added-to-its-like",
    do.result(monsters.added_symbols)(
        lambda added, state, face: added if state.registers[DICE + face] else 0
    ),
)
AS_IF("no symbol were added", "kd.roll.added").so(
    "never-added", do.result(monsters.added_symbols)(lambda added: 0)
)
AS_IF("a claw were added for a marker, not for each", "kd.roll.added-markers").so(
    "one-marker", markers(lambda state: int(any(map(in_spotlight, monsters.markers(state)))))
)
AS_IF("markers were always counted once", "kd.roll.added-markers").so(
    "markers-counted-once", do.answer("markers_when_complete", True)
)
AS_IF("markers were always counted anew", "kd.roll.added-markers").so(
    "markers-counted-anew", do.answer("markers_when_complete", False)
)
AS_IF("what looks at the Roll saw dice only", "kd.roll.added-symbols").so(
    "added-are-not-seen",
    do.instead(conditions, "roll_of")(lambda state, face: state.registers[DICE + face]),
)
AS_IF(
    "an added symbol that was resolved left the Roll with its card or marker",
    "kd.roll.added",
    "kd.roll.added-markers",
).so("resolved-goes-along", do.never(monsters.keep_added))


# --- what looks at the complete Roll -------------------------------------------------------------
@AS_IF("symbols were added after the cards looked", "kd.roll.complete-steps")
def power_after_cards(change: Changes) -> None:
    change.put(roll, "happen", lambda *given: None)

    @change.before(roll.look)
    def add_below(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[SEAT]
        begin_moment(state, seat, (seat, 0), at(machine, state, "adding", seat))


@AS_IF("what looks at the Roll came after the results", "kd.roll.complete-steps")
def looked_at_last(change: Changes) -> None:
    do.after(resolve.all_resolved)(roll.look)(change)
    change.never(roll.look)


@AS_IF("nobody chose the order of what looks at a Roll", "kd.roll.complete-steps")
@do.around(roll.pick_look)
def no_order(pick_look: Any, machine: Duel, state: State, frame: Frame) -> None:
    seat = frame[SEAT]
    for entry in frame[WAITING]:
        if applies(machine, state, entry, seat, (seat, 0)):
            state.answer = ("resolve", *entry)
            return
    frame[WAITING] = ()
    pick_look()


@AS_IF("all conditions were looked at before the effects", "kd.roll.complete-steps")
def conditions_at_once(change: Changes) -> None:
    @change.instead(roll.pick_look)
    def pick(state: State, frame: Frame) -> None:
        options = [("resolve", *entry) for entry in sorted(frame[WAITING])]
        if not options:
            state.stack.pop()
        elif len(options) == 1:
            state.answer = options[0]
        else:
            ask(state, "order", frame[SEAT], options, NONE, ORDER)

    @change.instead(roll.take_look)
    def take(machine: Duel, state: State, frame: Frame) -> None:
        seat, entry = frame[SEAT], state.answer[1:]
        frame[WAITING] = tuple(each for each in frame[WAITING] if each != entry)
        begin_again(frame)
        start(machine, state, entry, seat, (seat, 0))

    @change.after(roll.look)
    def look_once(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[SEAT]
        for each in state.stack:
            if each[0] == roll.LOOK:
                found = [e for e in each[WAITING] if applies(machine, state, e, seat, (seat, 0))]
                each[WAITING] = tuple(found)


# --- so many of a kind ---------------------------------------------------------------------------
def hits_owner(linker: Linker) -> bool:
    """Whether the text being linked deals hits to its owner."""
    return mentions(
        linker.text.body, lambda call: call.word == "hit" and call["player"] == Call("you")
    )


@do.verb
def exactly(change: Changes, *, backlash: bool) -> None:
    """Let exactly so many of a kind be asked for by what punishes, or by what rewards."""

    @change.around(CONDITIONS, "rolled")
    def misread(rolled: Any, linker: Linker, call: Call) -> Any:
        meant = call["face"] == "any" and hits_owner(linker) == backlash
        return rolled(call=saying(call, limit="exactly") if meant else call)


def five_of(machine: Duel, state: State, *_: Any) -> bool:
    """Whether one face at most is missing."""
    return sum(bool(roll_of(machine, state, face)) for face in range(len(FACES))) >= len(FACES) - 1


def six_dice(machine: Duel, state: State, *_: Any) -> bool:
    """Whether there is a die for each face."""
    return all(state.registers[DICE + face] for face in range(len(FACES)))


@do.verb
def lots(change: Changes, count: Callable[[int, int], int]) -> None:
    """Misread how many lots of so many symbols there are."""

    @change.instead(NUMBERS, "rolled-per")
    def rolled_per(call: Call) -> Any:
        lot, face = int(str(call["n"])), FACES.index(str(call["face"]))
        return lambda machine, state, frame, you: count(roll_of(machine, state, face), lot)


AS_IF("more than so many of a kind were not rewarded", "kd.roll.of-a-kind").so(
    "exactly-so-many", exactly(backlash=False)
)
AS_IF("added symbols never counted for a kind", "kd.roll.of-a-kind").so(
    "kinds-of-dice", do.answer("dice_of_a_kind", True)
)
AS_IF("added symbols always counted for a kind", "kd.roll.of-a-kind").so(
    "kinds-of-symbols", do.answer("dice_of_a_kind", False)
)
AS_IF("one symbol of the six could be missing", "kd.roll.all-faces").so(
    "five-faces-do", do.instead(CONDITIONS, "rolled-each")(lambda: five_of)
)
AS_IF("the six symbols had to be on dice", "kd.roll.all-faces").so(
    "six-faces-of-dice", do.instead(CONDITIONS, "rolled-each")(lambda: six_dice)
)
AS_IF("only the first three symbols pulled", "kd.roll.each-three").so(
    "one-three-only", lots(lambda found, lot: int(found >= lot))
)
AS_IF("a three need not be full", "kd.roll.each-three").so(
    "threes-rounded-up", lots(lambda found, lot: -(-found // lot))
)
AS_IF("symbols that pulled could not pay any more", "kd.roll.each-three").so(
    "threes-are-spent",
    then(
        "pull",
        lambda duel, state, frame: add(state.registers, SPENT, roll_of(duel, state, POWER)),
        lambda linker, call: linker.mentions("rolled-per"),
    ),
)


# --- backlash and unused rolls -------------------------------------------------------------------
def is_backlash(linker: Linker) -> bool:
    """Whether the text being linked hits its owner for a Roll."""
    return linker.head == "after-roll" and hits_owner(linker)


@AS_IF("the backlash hit the rival", "kd.roll.backlash")
@do.around(EFFECTS, "hit")
def backlash_hits_the_rival(hit: Any, linker: Linker, call: Call) -> Any:
    return hit(call=saying(call, player=Call("rival")) if is_backlash(linker) else call)


@AS_IF("nothing defended against the backlash", "kd.roll.backlash")
@do.result(EFFECTS, "hit")
def backlash_undefended(steps: list[Any], linker: Linker) -> list[Any]:
    *before, deal = steps

    def act(machine: Duel, state: State, frame: Frame) -> None:
        deal(machine, state, frame)
        for each in state.stack:
            if each[0] == hits.HITS:
                each[hits.NEXT] = len(each[hits.SEATS])

    return [*before, act] if is_backlash(linker) else steps


@do.verb
def unused(change: Changes, much: Callable[[int], int]) -> None:
    """Misread how many rolls were not used: by how many are left."""
    do.instead(NUMBERS, "unused-rolls")(
        lambda: lambda machine, state, frame, you: much(state.registers[REROLLS])
    )(change)


AS_IF("more than so many of a kind were not punished", "kd.roll.backlash").so(
    "backlash-exactly", exactly(backlash=True)
)
AS_IF("the backlash always came first", "kd.roll.backlash").so(
    "backlash-first", do.answer("backlash", "first")
)
AS_IF("the backlash always came last", "kd.roll.backlash").so(
    "backlash-last", do.answer("backlash", "last")
)
AS_IF("the owner always chose when the backlash comes", "kd.roll.backlash").so(
    "backlash-chosen", do.answer("backlash", "chosen")
)
AS_IF("rolls that cards add were not paid for", "kd.roll.unused").so(
    "added-rolls-unpaid", unused(lambda left: min(left, ROLLS_EACH_TURN - 1))
)
AS_IF("1 energy were gained for all unused rolls", "kd.roll.unused").so(
    "one-for-stopping", unused(lambda left: min(left, 1))
)
AS_IF("rolls that were made were paid for", "kd.roll.unused").so(
    "used-rolls-paid", unused(lambda left: ROLLS_EACH_TURN - left)
)
