"""Misreadings of the roll phase: what looks at the complete Roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.duel.roll import AS_IF, flag, nothing
from conformance.mutants.jumps import begin_again
from oracle.duel import hits, monsters, resolve, roll
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS, Condition
from oracle.duel.linker import Linker, mentions
from oracle.duel.machine import Duel
from oracle.duel.moments import ORDER, applies, at, begin_moment, start
from oracle.duel.table import FACES, POWER, ROLLS_EACH_TURN, SPENT
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.king.table import DICE, NONE, REROLLS
from rules_dsl.definitions import Call

__all__ = ["AS_IF"]

# --- what looks at the complete Roll -------------------------------------------------------------


@AS_IF("power-after-cards", "symbols were added after the cards looked", "kd.roll.complete-steps")
def power_after_cards(change: Changes) -> None:
    look = roll.look

    def add_below(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[roll.SEAT]
        begin_moment(state, seat, (seat, 0), at(machine, state, "adding", seat))
        look(machine, state, frame)

    change.put(roll, "happen", lambda *given: None)
    change.swap(look, add_below)


@AS_IF("looked-at-last", "what looks at the Roll came after the results", "kd.roll.complete-steps")
def looked_at_last(change: Changes) -> None:
    look, all_resolved = roll.look, resolve.all_resolved

    def resolved_and_looked_at(machine: Duel, state: State, frame: Frame) -> None:
        all_resolved(machine, state, frame)
        look(machine, state, frame)

    change.swap(look, nothing)
    change.swap(all_resolved, resolved_and_looked_at)


@AS_IF("no-order", "nobody chose the order of what looks at a Roll", "kd.roll.complete-steps")
def no_order(change: Changes) -> None:
    pick_look = roll.pick_look

    def pick_first(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[roll.SEAT]
        waiting = frame[roll.WAITING]
        for entry in waiting:
            if applies(machine, state, entry, seat, (seat, 0)):
                state.answer = ("resolve", *entry)
                return
        frame[roll.WAITING] = ()
        pick_look(machine, state, frame)

    change.swap(pick_look, pick_first)


@AS_IF(
    "conditions-at-once",
    "all conditions were looked at before the effects",
    "kd.roll.complete-steps",
)
def conditions_at_once(change: Changes) -> None:
    def pick(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[roll.WAITING]:
            state.stack.pop()
        elif len(frame[roll.WAITING]) == 1:
            state.answer = ("resolve", *frame[roll.WAITING][0])
        else:
            options = [("resolve", *entry) for entry in sorted(frame[roll.WAITING])]
            ask(state, "order", frame[roll.SEAT], options, NONE, ORDER)

    def take(machine: Duel, state: State, frame: Frame) -> None:
        seat, entry = frame[roll.SEAT], state.answer[1:]
        frame[roll.WAITING] = tuple(each for each in frame[roll.WAITING] if each != entry)
        begin_again(frame)
        start(machine, state, entry, seat, (seat, 0))

    look = roll.look

    def look_once(machine: Duel, state: State, frame: Frame) -> None:
        look(machine, state, frame)
        seat = frame[roll.SEAT]
        for each in state.stack:
            if each[0] == roll.LOOK:
                each[roll.WAITING] = tuple(
                    entry
                    for entry in each[roll.WAITING]
                    if applies(machine, state, entry, seat, (seat, 0))
                )

    change.swap(roll.pick_look, pick)
    change.swap(roll.take_look, take)
    change.swap(look, look_once)


# --- so many of a kind ---------------------------------------------------------------------------


def hits_owner(linker: Linker) -> bool:
    """Whether the text being linked deals hits to its owner."""
    return mentions(
        linker.text.body, lambda call: call.word == "hit" and call["player"] == Call("you")
    )


def of_a_kind(change: Changes, *, backlash: bool, instead: dict[str, object]) -> None:
    """Misread what asks for so many of a kind: what punishes, or what rewards."""
    rolled = CONDITIONS["rolled"]

    def misread(linker: Linker, call: Call) -> Condition:
        if call["face"] == "any" and hits_owner(linker) == backlash:
            args = tuple((name, instead.get(name, value)) for name, value in call.args)
            call = Call(call.word, args, call.span)
        return rolled(linker, call)

    change.put(CONDITIONS, "rolled", misread)


@AS_IF("exactly-so-many", "more than so many of a kind were not rewarded", "kd.roll.of-a-kind")
def exactly_so_many(change: Changes) -> None:
    of_a_kind(change, backlash=False, instead={"limit": "exactly"})


@AS_IF("kinds-of-dice", "added symbols never counted for a kind", "kd.roll.of-a-kind")
def kinds_of_dice(change: Changes) -> None:
    flag(change, "dice_of_a_kind", True)


@AS_IF("kinds-of-symbols", "added symbols always counted for a kind", "kd.roll.of-a-kind")
def kinds_of_symbols(change: Changes) -> None:
    flag(change, "dice_of_a_kind", False)


@AS_IF("five-faces-do", "one symbol of the six could be missing", "kd.roll.all-faces")
def five_faces_do(change: Changes) -> None:
    def rolled_five(linker: Linker, call: Call) -> Condition:
        return lambda machine, state, source, you, context: (
            sum(map(bool, (monsters.roll_of(machine, state, face) for face in range(len(FACES)))))
            >= len(FACES) - 1
        )

    change.put(CONDITIONS, "rolled-each", rolled_five)


@AS_IF("six-faces-of-dice", "the six symbols had to be on dice", "kd.roll.all-faces")
def six_faces_of_dice(change: Changes) -> None:
    def rolled_six(linker: Linker, call: Call) -> Condition:
        return lambda machine, state, source, you, context: all(
            state.registers[DICE + face] for face in range(len(FACES))
        )

    change.put(CONDITIONS, "rolled-each", rolled_six)


def lots(change: Changes, count: Callable[[int, int], int]) -> None:
    """Misread how many lots of so many symbols there are."""

    def rolled_per(linker: Linker, call: Call) -> Any:
        lot, face = int(str(call["n"])), FACES.index(str(call["face"]))
        return lambda machine, state, frame, you: count(monsters.roll_of(machine, state, face), lot)

    change.put(NUMBERS, "rolled-per", rolled_per)


@AS_IF("one-three-only", "only the first three symbols pulled", "kd.roll.each-three")
def one_three_only(change: Changes) -> None:
    lots(change, lambda found, lot: int(found >= lot))


@AS_IF("threes-rounded-up", "a three need not be full", "kd.roll.each-three")
def threes_rounded_up(change: Changes) -> None:
    lots(change, lambda found, lot: -(-found // lot))


@AS_IF("threes-are-spent", "symbols that pulled could not pay any more", "kd.roll.each-three")
def threes_are_spent(change: Changes) -> None:
    pull = EFFECTS["pull"]

    def pull_and_spend(linker: Linker, call: Call) -> list[Any]:
        if not linker.mentions("rolled-per"):
            return pull(linker, call)

        def spend(machine: Duel, state: State, frame: Frame) -> None:
            state.registers[SPENT] += monsters.roll_of(machine, state, POWER)

        return [*pull(linker, call), spend]

    change.put(EFFECTS, "pull", pull_and_spend)


# --- backlash and unused rolls -------------------------------------------------------------------


@AS_IF("backlash-exactly", "more than so many of a kind were not punished", "kd.roll.backlash")
def backlash_exactly(change: Changes) -> None:
    of_a_kind(change, backlash=True, instead={"limit": "exactly"})


@AS_IF("backlash-first", "the backlash always came first", "kd.roll.backlash")
def backlash_first(change: Changes) -> None:
    flag(change, "backlash", "first")


@AS_IF("backlash-last", "the backlash always came last", "kd.roll.backlash")
def backlash_last(change: Changes) -> None:
    flag(change, "backlash", "last")


@AS_IF("backlash-chosen", "the owner always chose when the backlash comes", "kd.roll.backlash")
def backlash_chosen(change: Changes) -> None:
    flag(change, "backlash", "chosen")


@AS_IF("backlash-hits-the-rival", "the backlash hit the rival", "kd.roll.backlash")
def backlash_hits_the_rival(change: Changes) -> None:
    hit = EFFECTS["hit"]

    def hit_other(linker: Linker, call: Call) -> list[Any]:
        if linker.head == "after-roll" and hits_owner(linker):
            args = tuple((n, Call("rival") if n == "player" else v) for n, v in call.args)
            call = Call(call.word, args, call.span)
        return hit(linker, call)

    change.put(EFFECTS, "hit", hit_other)


@AS_IF("backlash-undefended", "nothing defended against the backlash", "kd.roll.backlash")
def backlash_undefended(change: Changes) -> None:
    hit = EFFECTS["hit"]

    def pass_defence(machine: Duel, state: State, frame: Frame) -> None:
        for each in state.stack:
            if each[0] == hits.HITS:
                each[hits.NEXT] = len(each[hits.SEATS])

    def hit_undefended(linker: Linker, call: Call) -> list[Any]:
        steps = hit(linker, call)
        if linker.head != "after-roll" or not hits_owner(linker):
            return steps
        *before, deal = steps

        def act(machine: Duel, state: State, frame: Frame) -> None:
            deal(machine, state, frame)
            pass_defence(machine, state, frame)

        return [*before, act]

    change.put(EFFECTS, "hit", hit_undefended)


def unused(change: Changes, much: Callable[[Duel, State, int], int]) -> None:
    """Misread how many rolls were not used."""
    change.put(
        NUMBERS,
        "unused-rolls",
        lambda linker, call: lambda machine, state, frame, you: much(machine, state, you),
    )


@AS_IF("added-rolls-unpaid", "rolls that cards add were not paid for", "kd.roll.unused")
def added_rolls_unpaid(change: Changes) -> None:
    unused(
        change,
        lambda machine, state, you: min(state.registers[REROLLS], ROLLS_EACH_TURN - 1),
    )


@AS_IF("one-for-stopping", "1 energy were gained for all unused rolls", "kd.roll.unused")
def one_for_stopping(change: Changes) -> None:
    unused(change, lambda machine, state, you: min(state.registers[REROLLS], 1))


@AS_IF("used-rolls-paid", "rolls that were made were paid for", "kd.roll.unused")
def used_rolls_paid(change: Changes) -> None:
    unused(change, lambda machine, state, you: ROLLS_EACH_TURN - state.registers[REROLLS])
