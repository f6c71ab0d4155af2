"""More misreadings of keywords: HUNTER."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.saying import said_by as said_on
from conformance.mutants.tokyo.consumable import all_uses, reworded
from conformance.mutants.tokyo.elimination import was_hit
from conformance.mutants.tokyo.keywords import AS_IF
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import atoms, damage, elimination, entering, moments, resolve, uses
from oracle.tokyo.binding import CONDITIONS, EFFECTS, Condition
from oracle.tokyo.linker import Linker
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


def aiming(change: Changes, aim: Callable[[Tokyo, State, int, list[int]], list[int]]) -> None:
    """Let the claws of a hunter hit others: by (machine, state, hunter, the prey as it is)."""
    targets_of = resolve.targets_of

    def aim_otherwise(machine: Tokyo, state: State, seat: int, *, attack: bool = True) -> Targets:
        found, rules = targets_of(machine, state, seat, attack=attack)
        if is_hunting(machine, state, seat):
            found = aim(machine, state, seat, found)
        return found, rules

    change.swap(targets_of, aim_otherwise)


# --- choosing the prey ---------------------------------------------------------------------------


def hunting(change: Changes, misread: Callable[[Selection], Selection]) -> None:
    """Misread whom a hunter can choose."""
    hunt = EFFECTS["hunt"]

    def hunt_otherwise(link: Linker, call: Call) -> list[Any]:
        phrase = call["player"]
        assert isinstance(phrase, Selection)
        return hunt(link, reworded(call, player=misread(phrase)))

    change.put(EFFECTS, "hunt", hunt_otherwise)


@AS_IF(
    "hunter-within-reach",
    "only a monster in the other place could be hunted",
    "kt.keyword.hunter",
)
def hunter_within_reach(change: Changes) -> None:
    def bind(link: Linker, call: Call) -> Any:
        def elsewhere(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
            return [seat for seat in found if seat in without_hunting(machine, state, you)]

        return elsewhere

    change.put(MONSTER_FILTERS, "elsewhere", bind)
    hunting(change, lambda phrase: evolve(phrase, filters=(Call("elsewhere"),)))


@AS_IF("hunter-of-itself", "a monster could hunt itself", "kt.keyword.hunter")
def hunter_of_itself(change: Changes) -> None:
    hunting(change, lambda phrase: evolve(phrase, other=False))


# --- the claws -----------------------------------------------------------------------------------


@AS_IF(
    "hunter-and-the-usual",
    "the claws of a hunter hit the usual targets too",
    "kt.keyword.hunter-only-target",
)
def hunter_and_the_usual(change: Changes) -> None:
    aiming(
        change,
        lambda machine, state, seat, prey: list(
            dict.fromkeys((*prey, *without_hunting(machine, state, seat)))
        ),
    )


@AS_IF(
    "hunter-must-reach",
    "claws did not reach prey in the place of its hunter",
    "kt.keyword.hunter-only-target",
)
def hunter_must_reach(change: Changes) -> None:
    aiming(
        change,
        lambda machine, state, seat, prey: [
            each for each in prey if each in without_hunting(machine, state, seat)
        ],
    )


@AS_IF(
    "prey-stays-with-its-hunter",
    "prey in Tokyo could not yield to a hunter there",
    "kt.keyword.hunter-in-tokyo",
)
def prey_stays(change: Changes) -> None:
    ask_to_yield = damage.ask_to_yield

    def ask_others(machine: Tokyo, state: State, frame: Frame) -> None:
        by = frame[damage.BY]
        if is_hunting(machine, state, by) and in_tokyo(machine, state, by):
            frame[1] = damage.DONE_STEP.at
        else:
            ask_to_yield(machine, state, frame)

    change.swap(ask_to_yield, ask_others)


@AS_IF(
    "hunter-takes-the-place",
    "a hunter in Tokyo moved to the place that its prey yields",
    "kt.keyword.hunter-in-tokyo",
)
def hunter_takes_the_place(change: Changes) -> None:
    take_yield = damage.take_yield

    def take_and_move(machine: Tokyo, state: State, frame: Frame) -> None:
        by, prey = frame[damage.BY], frame[damage.SEATS][frame[damage.ASKED] - 1]
        place = state.counters[machine.place + prey]
        yields = state.answer == YIELD
        take_yield(machine, state, frame)
        if yields and is_hunting(machine, state, by) and in_tokyo(machine, state, by):
            state.counters[machine.place + by] = place

    change.swap(take_yield, take_and_move)


@AS_IF(
    "all-in-tokyo-yield",
    "a monster in Tokyo that is not hunted could yield to a hunter",
    "kt.keyword.hunter-in-tokyo",
)
def all_in_tokyo_yield(change: Changes) -> None:
    ask_to_yield = damage.ask_to_yield

    def ask_all(machine: Tokyo, state: State, frame: Frame) -> None:
        by = frame[damage.BY]
        if not frame[damage.ASKED] and frame[damage.CLAWS] and is_hunting(machine, state, by):
            for seat in others(machine, state, by):
                if in_tokyo(machine, state, seat) and seat not in frame[damage.SEATS]:
                    frame[damage.SEATS] += (seat,)
                    frame[damage.HIT] += (1,)
                    frame[damage.LOST] += (1,)
        ask_to_yield(machine, state, frame)

    change.swap(ask_to_yield, ask_all)


@AS_IF(
    "hunter-drives-out",
    "a hunter outside drove the monster in Tokyo City out and entered",
    "kt.keyword.hunter-outside",
)
def hunter_drives_out(change: Changes) -> None:
    aim = entering.aim

    def drive_out(machine: Tokyo, state: State, frame: Frame) -> None:
        seat, there = frame[entering.SEAT], holder(machine, state, CITY)
        attacked = state.registers[ATTACKED] & FROM_OUTSIDE
        if there is not None and attacked and is_hunting(machine, state, seat):
            atoms.leave(machine, state, there, NONE, ())
        aim(machine, state, frame)

    change.swap(aim, drive_out)


@AS_IF(
    "hunter-stays-out",
    "a hunter whose prey is outside did not enter a free Tokyo",
    "kt.keyword.hunter-outside",
)
def hunter_stays_out(change: Changes) -> None:
    aim = entering.aim

    def stay_out(machine: Tokyo, state: State, frame: Frame) -> None:
        prey = prey_of(machine, state, frame[entering.SEAT])
        if prey == NONE or in_tokyo(machine, state, prey):
            aim(machine, state, frame)

    change.swap(aim, stay_out)


@AS_IF(
    "hunter-and-nova-cancel",
    "HUNTER and an effect that makes claws hit more undid each other",
    "kt.keyword.hunter-all-targets",
)
def hunter_and_nova_cancel(change: Changes) -> None:
    aiming(
        change,
        lambda machine, state, seat, prey: (
            without_hunting(machine, state, seat)
            if said_by(machine, state, "aims-at", seat) and not machine.hunter_beaten_by_all
            else prey
        ),
    )


@AS_IF(
    "nova-adds-the-usual",
    "where such an effect wins, claws hit the prey and the usual targets",
    "kt.keyword.hunter-all-targets",
)
def nova_adds_the_usual(change: Changes) -> None:
    def aim(machine: Tokyo, state: State, seat: int, prey: list[int]) -> list[int]:
        if not (said_by(machine, state, "aims-at", seat) and machine.hunter_beaten_by_all):
            return prey
        usual = without_hunting(machine, state, seat)
        hunted = prey_of(machine, state, seat)
        return [each for each in prey if each in usual or each == hunted]

    aiming(change, aim)


@AS_IF(
    "hunter-spares-neighbours",
    "HUNTER kept others from losing hearts that are no claws",
    "kt.keyword.hunter-other-losses",
)
def hunter_spares_neighbours(change: Changes) -> None:
    lose_extra = EFFECTS["lose-extra-hearts"]

    def lose_less(link: Linker, call: Call) -> list[Any]:
        *before, act = lose_extra(link, call)

        def act_on_prey(machine: Tokyo, state: State, frame: Frame) -> None:
            if not is_hunting(machine, state, frame[YOU]):
                act(machine, state, frame)

        return [*before, act_on_prey]

    change.put(EFFECTS, "lose-extra-hearts", lose_less)


# --- hunting twice -------------------------------------------------------------------------------


@AS_IF(
    "hunter-first-prey",
    "the monster hunted first stayed the target",
    "kt.keyword.hunter-again",
)
def hunter_first_prey(change: Changes) -> None:
    def first(machine: Tokyo, state: State, seat: int, prey: list[int]) -> list[int]:
        card, _ = said_by(machine, state, "aims-only-at", seat)[0]
        hunted = hunted_with(state, card)
        return [hunted] if hunted != NONE and state.counters[hunted] else []

    aiming(change, first)


@AS_IF("hunter-of-both", "all monsters hunted in a turn were hit", "kt.keyword.hunter-again")
def hunter_of_both(change: Changes) -> None:
    def both(machine: Tokyo, state: State, seat: int, prey: list[int]) -> list[int]:
        cards = [card for card, _ in said_by(machine, state, "aims-only-at", seat)]
        hunted = dict.fromkeys(hunted_with(state, card) for card in cards)
        return [each for each in hunted if each != NONE and state.counters[each]]

    aiming(change, both)


@AS_IF(
    "hunter-texts-follow",
    "the text of a card used before looked at the monster hunted last",
    "kt.keyword.hunter-again",
)
def hunter_texts_follow(change: Changes) -> None:
    def hunt_and_forget(
        state: State, card: int, place: int, value: int, about: tuple[int, ...] = ()
    ) -> None:
        keep(state, card, place, value, about)
        if place == HUNTED:
            whose = next(seat for _, source, seat, kept in state.lasting if source == card and kept)
            for _, source, seat, kept in list(state.lasting):
                if kept is not None and seat == whose and kept[HUNTED] != NONE:
                    keep(state, source, HUNTED, value)

    change.swap(keep, hunt_and_forget)


@AS_IF(
    "uses-counted-together",
    "what an earlier use of a card took counted for the latest one",
    "kt.keyword.hunter-again",
)
def uses_counted_together(change: Changes) -> None:
    def keep_with_latest(
        state: State, card: int, place: int, value: int, about: tuple[int, ...] = ()
    ) -> None:
        keep(state, card, place, value)

    change.swap(keep, keep_with_latest)


@AS_IF(
    "hunter-finds-another",
    "the next monster were hunted when the prey is gone",
    "kt.keyword.hunter-prey-gone",
)
def hunter_finds_another(change: Changes) -> None:
    def another(machine: Tokyo, state: State, seat: int, prey: list[int]) -> list[int]:
        gone = hunted_with(state, said_by(machine, state, "aims-only-at", seat)[-1][0])
        if prey or gone == NONE:
            return prey
        return [each for each in others(machine, state, gone) if each != seat][:1]

    aiming(change, another)


@AS_IF(
    "hunter-goes-wild",
    "where HUNTER ends with its prey, the claws hit all others then",
    "kt.keyword.hunter-prey-gone",
)
def hunter_goes_wild(change: Changes) -> None:
    def all_others(machine: Tokyo, state: State, seat: int, found: list[int]) -> list[int]:
        gone = prey_of(machine, state, seat) == NONE
        return others(machine, state, seat) if gone and machine.hunts_on_when_gone else found

    aiming(change, all_others)


# --- what it gives -------------------------------------------------------------------------------


@AS_IF(
    "reward-for-claws-only",
    "only prey eliminated by claws were rewarded",
    "kt.keyword.hunter-reward",
)
def reward_for_claws_only(change: Changes) -> None:
    is_hunted = CONDITIONS["is-hunted"]

    def bind(link: Linker, call: Call) -> Condition:
        test = is_hunted(link, call)
        return lambda machine, state, source, you, context: (
            test(machine, state, source, you, context) and was_hit(state, context[0])
        )

    change.put(CONDITIONS, "is-hunted", bind)


def rewarding(change: Changes, deserves: Callable[[State, Frame, int, int], bool]) -> None:
    """Reward hunters for more: by (state, frame of the elimination, hunter, monster struck)."""
    take_out = elimination.take_out

    def take_out_and_reward(machine: Tokyo, state: State, frame: Frame) -> None:
        take_out(machine, state, frame)
        for seat in range(machine.players):
            due = [
                (card, number)
                for card, use in in_use(machine, state, seat)
                for number in use.triggered.get("eliminating", ())
            ]
            for struck in frame[elimination.STRUCK]:
                if due and deserves(state, frame, seat, struck):
                    moments.begin_moment(state, seat, (struck, 0), due)

    change.swap(take_out, take_out_and_reward)


@AS_IF(
    "reward-for-the-saved",
    "prey that goes on in spite of 0 hearts were rewarded",
    "kt.keyword.hunter-reward",
)
def reward_for_the_saved(change: Changes) -> None:
    rewarding(
        change,
        lambda state, frame, seat, struck: (
            frame[elimination.BY] == seat and bool(state.counters[struck])
        ),
    )


@AS_IF(
    "reward-for-any-elimination",
    "prey that another monster eliminates were rewarded",
    "kt.keyword.hunter-reward",
)
def reward_for_any_elimination(change: Changes) -> None:
    rewarding(
        change,
        lambda state, frame, seat, struck: (
            frame[elimination.BY] != seat and not state.counters[struck]
        ),
    )


def counting(change: Changes, count: Callable[[Frame, int, int], int]) -> None:
    """Let a hunting card keep something else of what its prey lost: by (damage, place, lost)."""
    note_prey = uses.note_prey

    def note_otherwise(state: State, by: int, seat: int, lost: int) -> None:
        frame = damage.damage_frame(state)
        every = zip(frame[damage.SEATS], frame[damage.DOERS], strict=True)
        places = [n for n, (each, doer) in enumerate(every) if each == seat and doer[0] == by]
        note_prey(state, by, seat, count(frame, places[0], lost))

    change.swap(note_prey, note_otherwise)


@AS_IF(
    "reward-beyond-the-last",
    "a reward for hearts counted claws beyond the last heart",
    "kt.keyword.hunter-reward",
)
def reward_beyond_the_last(change: Changes) -> None:
    counting(change, lambda frame, place, lost: int(frame[damage.AMOUNTS][place]))


@AS_IF(
    "reward-counts-claws-only",
    "a reward for hearts left out those lost to cards of the hunter",
    "kt.keyword.hunter-reward",
)
def reward_counts_claws_only(change: Changes) -> None:
    counting(change, lambda frame, place, lost: lost if frame[damage.HIT][place] else 0)


# --- missing it ----------------------------------------------------------------------------------


@AS_IF(
    "missed-at-the-end-of-the-turn",
    "whether prey was missed were looked at in the end phase",
    "kt.keyword.hunter-missed",
)
def missed_at_the_end(change: Changes) -> None:
    def link_later(machine: Tokyo) -> None:
        for definition, use in all_uses(machine):
            if "give-card" in said_on(machine.definitions[definition]):
                use.triggered["turn-ends"] = use.triggered.pop("resolved")

    change.relink(link_later)


@AS_IF(
    "missed-with-claws",
    "prey were missed only by a hunter that rolled a claw",
    "kt.keyword.hunter-missed",
)
def missed_with_claws(change: Changes) -> None:
    give_card = EFFECTS["give-card"]

    def give_after_claws(link: Linker, call: Call) -> list[Any]:
        *before, act = give_card(link, call)
        missed = link.head == "resolved"

        def act_after_claws(machine: Tokyo, state: State, frame: Frame) -> None:
            if not missed or state.registers[ATTACKED] & HAS_ATTACKED:
                act(machine, state, frame)

        return [*before, act_after_claws]

    change.put(EFFECTS, "give-card", give_after_claws)
