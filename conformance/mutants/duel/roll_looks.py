"""Misreadings of the roll phase: what looks at the complete Roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.roll import AS_IF, nothing
from oracle.dice_games.table import DICE, NONE, REROLLS
from oracle.duel import hits, monsters, resolve, roll
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS, Condition
from oracle.duel.cards import ORDER
from oracle.duel.linker import Linker, mentions
from oracle.duel.machine import Duel
from oracle.duel.moments import applies, at, begin_moment, start
from oracle.duel.table import FACES, POWER, ROLLS_EACH_TURN, SPENT
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

__all__ = ["AS_IF"]

# --- what looks at the complete Roll -------------------------------------------------------------


@AS_IF("symbols were added after the cards looked", "kd.roll.complete-steps")
def power_after_cards(change: Changes) -> None:
    @change.before(roll.look)
    def add_below(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[roll.SEAT]
        begin_moment(state, seat, (seat, 0), at(machine, state, "adding", seat))

    change.put(roll, "happen", lambda *given: None)


@AS_IF("what looks at the Roll came after the results", "kd.roll.complete-steps")
def looked_at_last(change: Changes) -> None:
    look = roll.look

    @change.after(resolve.all_resolved)
    def resolved_and_looked_at(machine: Duel, state: State, frame: Frame) -> None:
        look(machine, state, frame)

    change.swap(look, nothing)


@AS_IF("nobody chose the order of what looks at a Roll", "kd.roll.complete-steps")
@do.around(roll.pick_look)
def no_order(pick_look: Any, machine: Duel, state: State, frame: Frame) -> None:
    seat = frame[roll.SEAT]
    waiting = frame[roll.WAITING]
    for entry in waiting:
        if applies(machine, state, entry, seat, (seat, 0)):
            state.answer = ("resolve", *entry)
            return
    frame[roll.WAITING] = ()
    pick_look()


@AS_IF("all conditions were looked at before the effects", "kd.roll.complete-steps")
def conditions_at_once(change: Changes) -> None:
    @change.instead(roll.pick_look)
    def pick(state: State, frame: Frame) -> None:
        if not frame[roll.WAITING]:
            state.stack.pop()
        elif len(frame[roll.WAITING]) == 1:
            state.answer = ("resolve", *frame[roll.WAITING][0])
        else:
            options = [("resolve", *entry) for entry in sorted(frame[roll.WAITING])]
            ask(state, "order", frame[roll.SEAT], options, NONE, ORDER)

    @change.instead(roll.take_look)
    def take(machine: Duel, state: State, frame: Frame) -> None:
        seat, entry = frame[roll.SEAT], state.answer[1:]
        frame[roll.WAITING] = tuple(each for each in frame[roll.WAITING] if each != entry)
        begin_again(frame)
        start(machine, state, entry, seat, (seat, 0))

    @change.after(roll.look)
    def look_once(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[roll.SEAT]
        for each in state.stack:
            if each[0] == roll.LOOK:
                each[roll.WAITING] = tuple(
                    entry
                    for entry in each[roll.WAITING]
                    if applies(machine, state, entry, seat, (seat, 0))
                )


# --- so many of a kind ---------------------------------------------------------------------------


def hits_owner(linker: Linker) -> bool:
    """Whether the text being linked deals hits to its owner."""
    return mentions(
        linker.text.body, lambda call: call.word == "hit" and call["player"] == Call("you")
    )


@do.verb
def of_a_kind(change: Changes, *, backlash: bool, instead: dict[str, object]) -> None:
    """Misread what asks for so many of a kind: what punishes, or what rewards."""

    @change.around(CONDITIONS, "rolled")
    def misread(rolled: Any, linker: Linker, call: Call) -> Any:
        if call["face"] == "any" and hits_owner(linker) == backlash:
            args = tuple((name, instead.get(name, value)) for name, value in call.args)
            call = Call(call.word, args, call.span)
        return rolled(call=call)


AS_IF("more than so many of a kind were not rewarded", "kd.roll.of-a-kind").so(
    "exactly-so-many", of_a_kind(backlash=False, instead={"limit": "exactly"})
)
AS_IF("added symbols never counted for a kind", "kd.roll.of-a-kind").so(
    "kinds-of-dice", do.answer("dice_of_a_kind", True)
)
AS_IF("added symbols always counted for a kind", "kd.roll.of-a-kind").so(
    "kinds-of-symbols", do.answer("dice_of_a_kind", False)
)


@AS_IF("one symbol of the six could be missing", "kd.roll.all-faces")
@do.instead(CONDITIONS, "rolled-each")
def five_faces_do() -> Condition:
    return lambda machine, state, source, you, context: (
        sum(map(bool, (monsters.roll_of(machine, state, face) for face in range(len(FACES)))))
        >= len(FACES) - 1
    )


@AS_IF("the six symbols had to be on dice", "kd.roll.all-faces")
@do.instead(CONDITIONS, "rolled-each")
def six_faces_of_dice() -> Condition:
    return lambda machine, state, source, you, context: all(
        state.registers[DICE + face] for face in range(len(FACES))
    )


@do.verb
def lots(change: Changes, count: Callable[[int, int], int]) -> None:
    """Misread how many lots of so many symbols there are."""

    @change.instead(NUMBERS, "rolled-per")
    def rolled_per(call: Call) -> Any:
        lot, face = int(str(call["n"])), FACES.index(str(call["face"]))
        return lambda machine, state, frame, you: count(monsters.roll_of(machine, state, face), lot)


AS_IF("only the first three symbols pulled", "kd.roll.each-three").so(
    "one-three-only", lots(lambda found, lot: int(found >= lot))
)
AS_IF("a three need not be full", "kd.roll.each-three").so(
    "threes-rounded-up", lots(lambda found, lot: -(-found // lot))
)


@AS_IF("symbols that pulled could not pay any more", "kd.roll.each-three")
@do.around(EFFECTS, "pull")
def threes_are_spent(pull: Any, linker: Linker) -> Any:
    if not linker.mentions("rolled-per"):
        return pull()

    def spend(machine: Duel, state: State, frame: Frame) -> None:
        state.registers[SPENT] += monsters.roll_of(machine, state, POWER)

    return [*pull(), spend]


# --- backlash and unused rolls -------------------------------------------------------------------


AS_IF("more than so many of a kind were not punished", "kd.roll.backlash").so(
    "backlash-exactly", of_a_kind(backlash=True, instead={"limit": "exactly"})
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


@AS_IF("the backlash hit the rival", "kd.roll.backlash")
@do.around(EFFECTS, "hit")
def backlash_hits_the_rival(hit: Any, linker: Linker, call: Call) -> Any:
    if linker.head == "after-roll" and hits_owner(linker):
        args = tuple((n, Call("rival") if n == "player" else v) for n, v in call.args)
        call = Call(call.word, args, call.span)
    return hit(call=call)


@AS_IF("nothing defended against the backlash", "kd.roll.backlash")
def backlash_undefended(change: Changes) -> None:
    def pass_defence(machine: Duel, state: State, frame: Frame) -> None:
        for each in state.stack:
            if each[0] == hits.HITS:
                each[hits.NEXT] = len(each[hits.SEATS])

    @change.result(EFFECTS, "hit")
    def hit_undefended(steps: list[Any], linker: Linker) -> list[Any]:
        if linker.head != "after-roll" or not hits_owner(linker):
            return steps
        *before, deal = steps

        def act(machine: Duel, state: State, frame: Frame) -> None:
            deal(machine, state, frame)
            pass_defence(machine, state, frame)

        return [*before, act]


@do.verb
def unused(change: Changes, much: Callable[[Duel, State, int], int]) -> None:
    """Misread how many rolls were not used."""
    change.put(
        NUMBERS,
        "unused-rolls",
        lambda linker, call: lambda machine, state, frame, you: much(machine, state, you),
    )


AS_IF("rolls that cards add were not paid for", "kd.roll.unused").so(
    "added-rolls-unpaid",
    unused(lambda machine, state, you: min(state.registers[REROLLS], ROLLS_EACH_TURN - 1)),
)
AS_IF("1 energy were gained for all unused rolls", "kd.roll.unused").so(
    "one-for-stopping", unused(lambda machine, state, you: min(state.registers[REROLLS], 1))
)
AS_IF("rolls that were made were paid for", "kd.roll.unused").so(
    "used-rolls-paid",
    unused(lambda machine, state, you: ROLLS_EACH_TURN - state.registers[REROLLS]),
)
