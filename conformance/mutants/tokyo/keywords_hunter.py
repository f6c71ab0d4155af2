"""More misreadings of keywords: HUNTER."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.saying import said_by as said_on
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.tokyo.consumable import all_uses, reworded
from conformance.mutants.tokyo.elimination import was_hit
from conformance.mutants.tokyo.keywords import AS_IF
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, attack, damage, elimination, losses, moments, tokyo, uses, yielding
from oracle.tokyo.binding import CONDITIONS, EFFECTS, Condition
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.monsters import holder, in_tokyo, others, said_by
from oracle.tokyo.selection import MONSTER_FILTERS
from oracle.tokyo.table import ATTACKED, CITY, FROM_OUTSIDE, HAS_ATTACKED, NONE, YIELD, YOU
from oracle.tokyo.uses import HUNTED, hunted_with, in_use, keep
from rules_dsl.definitions import Call, Selection

Targets = tuple[list[int], Rules]


def is_hunting(machine: Tokyo, state: State, seat: int) -> bool:
    """Whether a monster hunts another one."""
    return seat != NONE and bool(said_by(machine, state, "aims-only-at", seat))


def prey_of(machine: Tokyo, state: State, seat: int) -> int:
    """The living monster that a monster chose last, or nobody."""
    hunting = said_by(machine, state, "aims-only-at", seat)
    prey = hunted_with(state, hunting[-1][0]) if hunting else NONE
    return prey if prey != NONE and state.counters[prey] else NONE


def without_hunting(machine: Tokyo, state: State, seat: int) -> list[int]:
    """Whom the claws of a monster would hit if it hunted nobody, from where it is."""
    inside = in_tokyo(machine, state, seat)
    return [
        other for other in others(machine, state, seat) if in_tokyo(machine, state, other) != inside
    ]


@own.around(attack.targets_of)
def aiming(aim: Any, targets_of: Any, machine: Tokyo, state: State, seat: int) -> Any:
    """Let the claws of a hunter hit others: by (machine, state, hunter, the prey as it is)."""
    found, rules = targets_of()
    if is_hunting(machine, state, seat):
        found = aim(machine, state, seat, found)
    return found, rules


# --- choosing the prey ---------------------------------------------------------------------------
@own.around(EFFECTS, "hunt")
def hunting(misread: Any, hunt: Any, call: Call) -> Any:
    """Misread whom a hunter can choose."""
    phrase = call["player"]
    assert isinstance(phrase, Selection)
    return hunt(call=reworded(call, player=misread(phrase)))


@AS_IF("only a monster in the other place could be hunted", "kt.keyword.hunter")
@own.also(hunting(lambda phrase: evolve(phrase, filters=(Call("elsewhere"),))))
@do.instead(MONSTER_FILTERS, "elsewhere")
def hunter_within_reach() -> Any:
    def elsewhere(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
        return [seat for seat in found if seat in without_hunting(machine, state, you)]

    return elsewhere


AS_IF("a monster could hunt itself", "kt.keyword.hunter").so(
    "hunter-of-itself", hunting(lambda phrase: evolve(phrase, other=False))
)


# --- the claws -----------------------------------------------------------------------------------
@AS_IF("prey in Tokyo could not yield to a hunter there", "kt.keyword.hunter-in-tokyo")
@do.around(yielding.ask_to_yield)
def prey_stays_with_its_hunter(
    ask_to_yield: Any, machine: Tokyo, state: State, frame: Frame
) -> None:
    by = frame[losses.BY]
    if is_hunting(machine, state, by) and in_tokyo(machine, state, by):
        frame[1] = yielding.DONE_STEP.at
    else:
        ask_to_yield()


@AS_IF("a hunter in Tokyo moved to the place that its prey yields", "kt.keyword.hunter-in-tokyo")
@do.around(yielding.take_yield)
def hunter_takes_the_place(take_yield: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    by, prey = frame[losses.BY], frame[losses.SEATS][frame[losses.ASKED] - 1]
    place = state.counters[machine.place + prey]
    yields = state.answer == YIELD
    take_yield()
    if yields and is_hunting(machine, state, by) and in_tokyo(machine, state, by):
        state.counters[machine.place + by] = place


@AS_IF(
    "a monster in Tokyo that is not hunted could yield to a hunter", "kt.keyword.hunter-in-tokyo"
)
@do.before(yielding.ask_to_yield)
def all_in_tokyo_yield(machine: Tokyo, state: State, frame: Frame) -> None:
    by = frame[losses.BY]
    if not frame[losses.ASKED] and frame[losses.CLAWS] and is_hunting(machine, state, by):
        for seat in others(machine, state, by):
            if in_tokyo(machine, state, seat) and seat not in frame[losses.SEATS]:
                frame[losses.SEATS] += (seat,)
                frame[losses.HIT] += (1,)
                frame[losses.LOST] += (1,)


@AS_IF(
    "a hunter outside drove the monster in Tokyo City out and entered", "kt.keyword.hunter-outside"
)
@do.before(tokyo.aim)
def hunter_drives_out(machine: Tokyo, state: State, frame: Frame) -> None:
    seat, there = frame[tokyo.SEAT], holder(machine, state, CITY)
    attacked = state.registers[ATTACKED] & FROM_OUTSIDE
    if there is not None and attacked and is_hunting(machine, state, seat):
        atoms.leave(machine, state, there, NONE, ())


@AS_IF("a hunter whose prey is outside did not enter a free Tokyo", "kt.keyword.hunter-outside")
@do.around(tokyo.aim)
def hunter_stays_out(aim: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    prey = prey_of(machine, state, frame[tokyo.SEAT])
    if prey == NONE or in_tokyo(machine, state, prey):
        aim()


@AS_IF(
    "where such an effect wins, claws hit the prey and the usual targets",
    "kt.keyword.hunter-all-targets",
)
@aiming
def nova_adds_the_usual(machine: Tokyo, state: State, seat: int, prey: list[int]) -> list[int]:
    if not (said_by(machine, state, "aims-at", seat) and machine.hunter_beaten_by_all):
        return prey
    usual = without_hunting(machine, state, seat)
    hunted = prey_of(machine, state, seat)
    return [each for each in prey if each in usual or each == hunted]


@AS_IF("HUNTER kept others from losing hearts that are no claws", "kt.keyword.hunter-other-losses")
@own.last("lose-extra-hearts")
def hunter_spares_neighbours(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    if not is_hunting(machine, state, frame[YOU]):
        act()


AS_IF("the claws of a hunter hit the usual targets too", "kt.keyword.hunter-only-target").so(
    "hunter-and-the-usual",
    aiming(
        lambda machine, state, seat, prey: list(
            dict.fromkeys((*prey, *without_hunting(machine, state, seat)))
        )
    ),
)
AS_IF("claws did not reach prey in the place of its hunter", "kt.keyword.hunter-only-target").so(
    "hunter-must-reach",
    aiming(
        lambda machine, state, seat, prey: [
            each for each in prey if each in without_hunting(machine, state, seat)
        ]
    ),
)
AS_IF(
    "HUNTER and an effect that makes claws hit more undid each other",
    "kt.keyword.hunter-all-targets",
).so(
    "hunter-and-nova-cancel",
    aiming(
        lambda machine, state, seat, prey: (
            without_hunting(machine, state, seat)
            if said_by(machine, state, "aims-at", seat) and not machine.hunter_beaten_by_all
            else prey
        )
    ),
)


# --- hunting twice -------------------------------------------------------------------------------
@AS_IF("the monster hunted first stayed the target", "kt.keyword.hunter-again")
@aiming
def hunter_first_prey(machine: Tokyo, state: State, seat: int, prey: list[int]) -> list[int]:
    card, _ = said_by(machine, state, "aims-only-at", seat)[0]
    hunted = hunted_with(state, card)
    return [hunted] if hunted != NONE and state.counters[hunted] else []


@AS_IF("all monsters hunted in a turn were hit", "kt.keyword.hunter-again")
@aiming
def hunter_of_both(machine: Tokyo, state: State, seat: int, prey: list[int]) -> list[int]:
    cards = [card for card, _ in said_by(machine, state, "aims-only-at", seat)]
    hunted = dict.fromkeys(hunted_with(state, card) for card in cards)
    return [each for each in hunted if each != NONE and state.counters[each]]


@AS_IF(
    "the text of a card used before looked at the monster hunted last", "kt.keyword.hunter-again"
)
@do.around(keep)
def hunter_texts_follow(keep: Any, state: State, card: int, place: int) -> None:
    keep()
    if place == HUNTED:
        whose = next((seat for _, source, seat, kept in state.lasting if source == card and kept))
        for _, source, seat, kept in list(state.lasting):
            if kept is not None and seat == whose and (kept[HUNTED] != NONE):
                keep(card=source, place=HUNTED)


@AS_IF("what an earlier use of a card took counted for the latest one", "kt.keyword.hunter-again")
@do.instead(keep)
def uses_counted_together(state: State, card: int, place: int, value: int) -> None:
    keep(state, card, place, value)


@AS_IF("the next monster were hunted when the prey is gone", "kt.keyword.hunter-prey-gone")
@aiming
def hunter_finds_another(machine: Tokyo, state: State, seat: int, prey: list[int]) -> list[int]:
    gone = hunted_with(state, said_by(machine, state, "aims-only-at", seat)[-1][0])
    if prey or gone == NONE:
        return prey
    return [each for each in others(machine, state, gone) if each != seat][:1]


@AS_IF(
    "where HUNTER ends with its prey, the claws hit all others then", "kt.keyword.hunter-prey-gone"
)
@aiming
def hunter_goes_wild(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
    gone = prey_of(machine, state, seat) == NONE
    return others(machine, state, seat) if gone and machine.hunts_on_when_gone else found


# --- what it gives -------------------------------------------------------------------------------
@AS_IF("only prey eliminated by claws were rewarded", "kt.keyword.hunter-reward")
@do.result(CONDITIONS, "is-hunted")
def reward_for_claws_only(test: Condition) -> Condition:
    return lambda machine, state, source, you, context: (
        test(machine, state, source, you, context) and was_hit(state, context[0])
    )


@own.after(elimination.take_out)
def rewarding(deserves: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Reward hunters for more: by (state, frame of the elimination, hunter, monster struck)."""
    for seat in range(machine.players):
        due = [
            (card, number)
            for card, use in in_use(machine, state, seat)
            for number in use.triggered.get("eliminating", ())
        ]
        for struck in frame[elimination.STRUCK]:
            if due and deserves(state, frame, seat, struck):
                moments.begin_moment(state, seat, (struck, 0), due)


@own.around(uses.note_prey)
def counting(count: Any, note_prey: Any, state: State, by: int, seat: int, lost: int) -> None:
    """Let a hunting card keep something else of what its prey lost: by (damage, place, lost)."""
    frame = damage.damage_frame(state)
    every = zip(frame[losses.SEATS], frame[losses.DOERS], strict=True)
    places = [n for n, (each, doer) in enumerate(every) if each == seat and doer[0] == by]
    note_prey(lost=count(frame, places[0], lost))


AS_IF("prey that goes on in spite of 0 hearts were rewarded", "kt.keyword.hunter-reward").so(
    "reward-for-the-saved",
    rewarding(
        lambda state, frame, seat, struck: (
            frame[elimination.BY] == seat and bool(state.counters[struck])
        )
    ),
)
AS_IF("prey that another monster eliminates were rewarded", "kt.keyword.hunter-reward").so(
    "reward-for-any-elimination",
    rewarding(
        lambda state, frame, seat, struck: (
            frame[elimination.BY] != seat and not state.counters[struck]
        )
    ),
)
AS_IF("a reward for hearts counted claws beyond the last heart", "kt.keyword.hunter-reward").so(
    "reward-beyond-the-last", counting(lambda frame, place, lost: int(frame[losses.AMOUNTS][place]))
)
AS_IF(
    "a reward for hearts left out those lost to cards of the hunter", "kt.keyword.hunter-reward"
).so(
    "reward-counts-claws-only",
    counting(lambda frame, place, lost: lost if frame[losses.HIT][place] else 0),
)


# --- missing it ----------------------------------------------------------------------------------
@AS_IF("whether prey was missed were looked at in the end phase", "kt.keyword.hunter-missed")
@do.relink
def missed_at_the_end_of_the_turn(machine: Tokyo) -> None:
    for definition, use in all_uses(machine):
        if "give-card" in said_on(machine.definitions[definition]):
            use.triggered["turn-ends"] = use.triggered.pop("resolved")


@AS_IF("prey were missed only by a hunter that rolled a claw", "kt.keyword.hunter-missed")
@own.last("give-card", lambda linker, call: linker.head == "resolved")
def missed_with_claws(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    if state.registers[ATTACKED] & HAS_ATTACKED:
        act()
