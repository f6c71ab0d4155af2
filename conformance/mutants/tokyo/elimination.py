"""Misreadings of elimination: who leaves the game, with what, and who starts afresh."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import end
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    conditions,
    damage,
    elimination,
    entering,
    moments,
    monsters,
    selection,
    turn,
)
from oracle.tokyo.buying import CUT
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import (
    ABILITY,
    ACTIVE,
    AREA,
    CITY,
    DECK,
    NONE,
    OUTSIDE,
    RESTARTS,
)
from oracle.tokyo.waiting import Event, Waiting

AS_IF = Topic("tokyo", "elimination")

HEARTLESS = "a-monster-heartless"

# --- who leaves the game -----------------------------------------------------------------------


def losing(change: Changes, left: Callable[[int, int, Rules], int]) -> None:
    """Let monsters lose other amounts of hearts; `left(hearts, amount, rules)`."""
    lose_hearts = atoms.lose_hearts

    def lose_some(
        machine: Tokyo, state: State, seat: int, amount: int, by: int, cause: int, rules: Rules
    ) -> int:
        some = left(state.counters[seat], amount, rules)
        return lose_hearts(machine, state, seat, some, by, cause, rules)

    change.swap(lose_hearts, lose_some)


@AS_IF("only-by-claws", "only claws took the last heart", "kt.elimination.zero")
def only_by_claws(change: Changes) -> None:
    def spare(hearts: int, amount: int, rules: Rules) -> int:
        return amount if "kt.damage.wound" in rules else min(amount, hearts - 1)

    losing(change, spare)


@AS_IF(
    "only-below-zero",
    "a monster that loses exactly as many hearts as it has kept one",
    "kt.elimination.zero",
)
def only_below_zero(change: Changes) -> None:
    losing(change, lambda hearts, amount, rules: amount - (amount == hearts))


def was_hit(state: State, seat: int) -> bool:
    """Whether claws hit a monster in the damage that is under way."""
    for frame in reversed(state.stack):
        if frame[0] == damage.DAMAGE and seat in frame[damage.SEATS]:
            return bool(frame[damage.HIT][frame[damage.SEATS].index(seat)])
    return False


@AS_IF(
    "one-after-another",
    "monsters without hearts left one after another, each with all that follows",
    "kt.elimination.together",
)
def one_after_another(change: Changes) -> None:
    def sort_out_singly(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in reversed(list(dict.fromkeys(frame[damage.SEATS]))):
            if not state.counters[seat]:
                blow = (int(was_hit(state, seat)), 0, (frame[damage.BY],))
                elimination.begin_elimination(state, frame[damage.BY], {seat: blow})

    change.swap(damage.sort_out, sort_out_singly)


@AS_IF(
    "last-to-fall-wins",
    "the last in turn order of monsters that fall together were left",
    "kt.elimination.together",
)
def last_to_fall_wins(change: Changes) -> None:
    def end_for_the_last(state: State, winner: int, reason: str, rules: Rules) -> None:
        if reason == "nobody":
            end(state, state.stack[-1][elimination.STRUCK][-1], "last", rules)
        else:
            end(state, winner, reason, rules)

    change.put(elimination, "end", end_for_the_last)


# --- with what ---------------------------------------------------------------------------------


def eliminating(
    change: Changes,
    before: Callable[[Tokyo, State, int], Any],
    after: Callable[[Tokyo, State, int, Any], None],
) -> None:
    """Do more than an elimination does; `after` is told what `before` has found."""
    eliminate = elimination.eliminate

    def eliminate_otherwise(machine: Tokyo, state: State, seat: int, *, by_claws: bool) -> None:
        found = before(machine, state, seat)
        eliminate(machine, state, seat, by_claws=by_claws)
        after(machine, state, seat, found)

    change.swap(eliminate, eliminate_otherwise)


def keeping(change: Changes, *counters: str) -> None:
    """Let an eliminated monster keep what it has of some counters."""

    def places(machine: Tokyo, seat: int) -> list[int]:
        return [getattr(machine, counter) + seat for counter in counters]

    def count(machine: Tokyo, state: State, seat: int) -> list[int]:
        return [state.counters[place] for place in places(machine, seat)]

    def keep(machine: Tokyo, state: State, seat: int, found: list[int]) -> None:
        for place, amount in zip(places(machine, seat), found, strict=True):
            state.counters[place] = amount

    eliminating(change, count, keep)


def cards_going(change: Changes, where: Callable[[int], int]) -> None:
    """Let the cards of an eliminated monster go elsewhere, by its seat."""

    def look(machine: Tokyo, state: State, seat: int) -> list[int]:
        return list(state.zones[AREA + seat])

    def put(machine: Tokyo, state: State, seat: int, found: list[int]) -> None:
        for card in found:
            atoms.move(state, card, where(seat))

    give_up_cards = elimination.give_up_cards

    def give_up_otherwise(machine: Tokyo, state: State, seat: int) -> None:
        found = look(machine, state, seat)
        give_up_cards(machine, state, seat)
        put(machine, state, seat, found)

    change.swap(give_up_cards, give_up_otherwise)


@AS_IF(
    "keeps-cards", "the cards of an eliminated monster stayed on the table", "kt.elimination.cards"
)
def keeps_cards(change: Changes) -> None:
    cards_going(change, lambda seat: AREA + seat)


@AS_IF(
    "cards-into-deck",
    "the cards of an eliminated monster went back into the deck",
    "kt.elimination.cards",
)
def cards_into_deck(change: Changes) -> None:
    cards_going(change, lambda seat: DECK)


@AS_IF("keeps-energy", "an eliminated monster kept its energy", "kt.elimination.cards")
def keeps_energy(change: Changes) -> None:
    keeping(change, "energy")


@AS_IF("keeps-tokens", "the tokens on an eliminated monster stayed", "kt.elimination.tokens")
def keeps_tokens(change: Changes) -> None:
    keeping(change, "poison", "shrink")


@AS_IF("keeps-shrink", "only poison tokens were removed", "kt.elimination.tokens")
def keeps_shrink(change: Changes) -> None:
    keeping(change, "shrink")


@AS_IF("keeps-place", "an eliminated monster still held its place", "kt.elimination.place")
def keeps_place(change: Changes) -> None:
    keeping(change, "place")


@AS_IF(
    "killer-moves-in",
    "whoever eliminates a monster in Tokyo by a card had its place",
    "kt.elimination.place",
)
def killer_moves_in(change: Changes) -> None:
    def look(machine: Tokyo, state: State, seat: int) -> int:
        return state.counters[machine.place + seat]

    def move_in(machine: Tokyo, state: State, seat: int, place: int) -> None:
        active = state.registers[ACTIVE]
        if place == CITY and active != seat:
            state.counters[machine.place + active] = CITY

    eliminating(change, look, move_in)


# --- out of the game ---------------------------------------------------------------------------


def around(machine: Tokyo, seat: int) -> list[int]:
    """All other monsters clockwise, eliminated or not."""
    return [(seat + step) % machine.players for step in range(1, machine.players)]


@AS_IF(
    "still-beside", "an eliminated monster still sat between its neighbours", "kt.elimination.out"
)
def still_beside(change: Changes) -> None:
    def neighbours_of_all(machine: Tokyo, state: State, seat: int) -> list[int]:
        near = around(machine, seat)
        return sorted({each for each in (near[0], near[-1]) if state.counters[each]})

    change.swap(monsters.neighbours, neighbours_of_all)


@AS_IF("still-counted", "eliminated monsters counted for the fewest stars", "kt.elimination.out")
def still_counted(change: Changes) -> None:
    def all_others(machine: Tokyo, state: State, seat: int) -> list[int]:
        return around(machine, seat)

    change.put(conditions, "others", all_others)


@AS_IF("still-chosen", "an eliminated monster could be chosen", "kt.elimination.out")
def still_chosen(change: Changes) -> None:
    def all_others(machine: Tokyo, state: State, seat: int) -> list[int]:
        return around(machine, seat)

    change.put(selection, "others", all_others)


@AS_IF(
    "seat-after-passed-over",
    "the turn of an eliminated monster were lost to the monster after it",
    "kt.elimination.out",
)
def seat_after_passed_over(change: Changes) -> None:
    pass_on = turn.pass_on

    def pass_over(machine: Tokyo, state: State, frame: Frame) -> None:
        before, further = frame[turn.SEAT], frame[turn.FURTHER]
        pass_on(machine, state, frame)
        skipped = (frame[turn.SEAT] - before) % machine.players > 1
        if skipped and not further:
            pass_on(machine, state, frame)

    change.swap(pass_on, pass_over)


# --- in one's own turn -------------------------------------------------------------------------


@AS_IF(
    "cut-short",
    "all that is under way broke off when the active monster is eliminated",
    "kt.elimination.own-turn",
)
def cut_short(change: Changes) -> None:
    follow = damage.follow

    def follow_if_alive(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.counters[state.registers[ACTIVE]]:
            follow(machine, state, frame)

    change.swap(follow, follow_if_alive)


@AS_IF(
    "enters-all-the-same",
    "a monster eliminated in its own turn still took its place in Tokyo",
    "kt.elimination.own-turn",
    "kt.tokyo.nobody-enters",
)
def enters_all_the_same(change: Changes) -> None:
    come_in = entering.come_in

    def come_in_anyway(machine: Tokyo, state: State, frame: Frame) -> None:
        seat, place = frame[entering.SEAT], frame[entering.AIMED]
        if place != OUTSIDE and not state.counters[seat]:
            atoms.enter(machine, state, seat, place, NONE, entering.ENTER)
        else:
            come_in(machine, state, frame)

    change.swap(come_in, come_in_anyway)


@AS_IF(
    "stars-not-looked-at",
    "nobody looked at the stars after a turn whose monster is out",
    "kt.elimination.own-turn",
)
def stars_not_looked_at(change: Changes) -> None:
    look_at_stars = turn.look_at_stars

    def look_if_alive(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.counters[frame[turn.SEAT]]:
            look_at_stars(machine, state, frame)

    change.swap(look_at_stars, look_if_alive)


# --- rewards -----------------------------------------------------------------------------------


def rewarding(change: Changes, when: Callable[[State, int, int, list[int]], bool]) -> None:
    """Let hearts that reach 0 be rewarded only sometimes.

    By (state, the monster to reward, the one without hearts, those it is rewarded for already).
    """
    heartless_events = elimination.heartless_events

    def some_events(
        state: State, there: Iterable[int], blows: dict[int, elimination.Blow]
    ) -> list[Event]:
        found: list[Event] = []
        for seat, head, context in heartless_events(state, there, blows):
            rewarded = [each[2][0] for each in found if each[:2] == (seat, HEARTLESS)]
            if head != HEARTLESS or when(state, seat, context[0], rewarded):
                found.append((seat, head, context))
        return found

    change.swap(heartless_events, some_events)


def only_for_the_fallen(change: Changes) -> None:
    """Let hearts that reach 0 be rewarded only if nothing saves the monster."""
    still_due = elimination.still_due

    def due_for_the_fallen(
        machine: Tokyo, state: State, waiting: tuple[Waiting, ...]
    ) -> list[Waiting]:
        head = machine.head_number[HEARTLESS]
        due = still_due(machine, state, waiting)
        return [each for each in due if each[1] != head or not state.counters[each[2][0]]]

    change.swap(still_due, due_for_the_fallen)


@AS_IF(
    "once-for-all",
    "several monsters that fall together were rewarded once",
    "kt.elimination.reward",
)
def once_for_all(change: Changes) -> None:
    rewarding(change, lambda state, seat, fallen, rewarded: not rewarded)


@AS_IF("own-turn-only", "the reward were for one's own turn only", "kt.elimination.reward")
def own_turn_only(change: Changes) -> None:
    rewarding(change, lambda state, seat, fallen, rewarded: seat == state.registers[ACTIVE])


@AS_IF(
    "claws-only", "the reward were for monsters that claws brought down", "kt.elimination.reward"
)
def claws_only(change: Changes) -> None:
    rewarding(change, lambda state, seat, fallen, rewarded: was_hit(state, fallen))


# --- starting afresh ---------------------------------------------------------------------------


def restarting(change: Changes, then: Callable[[Tokyo, State, int], None]) -> None:
    """Do more with a monster that starts afresh."""
    take_out = elimination.take_out

    def take_out_otherwise(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in frame[elimination.STRUCK]:
            if state.counters[seat]:
                then(machine, state, seat)
        take_out(machine, state, frame)

    change.swap(take_out, take_out_otherwise)


@AS_IF(
    "restart-loses-energy", "a monster that starts afresh lost its energy", "kt.elimination.restart"
)
def restart_loses_energy(change: Changes) -> None:
    def lose(machine: Tokyo, state: State, seat: int) -> None:
        state.counters[machine.energy + seat] = 0

    restarting(change, lose)


@AS_IF(
    "restart-loses-tokens", "a monster that starts afresh lost its tokens", "kt.elimination.restart"
)
def restart_loses_tokens(change: Changes) -> None:
    def lose(machine: Tokyo, state: State, seat: int) -> None:
        state.counters[machine.poison + seat] = state.counters[machine.shrink + seat] = 0

    restarting(change, lose)


def saving(state: State, machine: Tokyo) -> bool:
    """Whether a text that saves a monster is carried out."""
    frame = state.stack[-1]
    if frame[0] < machine.first_effect:
        return False
    return machine.abilities[frame[ABILITY]].head == "heartless"


@AS_IF(
    "restart-keeps-others",
    "a monster that starts afresh kept its other cards",
    "kt.elimination.restart",
)
def restart_keeps_others(change: Changes) -> None:
    discard = atoms.discard

    def discard_itself(machine: Tokyo, state: State, card: int, cause: int, rules: Rules) -> None:
        if card == cause or not saving(state, machine):
            discard(machine, state, card, cause, rules)

    change.swap(discard, discard_itself)


@AS_IF(
    "restart-keeps-stars", "a monster that starts afresh kept its stars", "kt.elimination.restart"
)
def restart_keeps_stars(change: Changes) -> None:
    lose_stars = atoms.lose_stars

    def lose_none(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules
    ) -> int:
        if saving(state, machine):
            return 0
        return lose_stars(machine, state, seat, amount, cause, rules)

    change.swap(lose_stars, lose_none)


@AS_IF(
    "restart-in-tokyo",
    "a monster that starts afresh stayed in Tokyo",
    "kt.elimination.restart-place",
)
def restart_in_tokyo(change: Changes) -> None:
    leave = atoms.leave

    def stay(
        machine: Tokyo, state: State, seat: int, cause: int, rules: Rules, kind: Any = "leave"
    ) -> None:
        if not saving(state, machine):
            leave(machine, state, seat, cause, rules, kind)

    change.swap(leave, stay)


@AS_IF(
    "restart-bars-tokyo",
    "the attacker did not come into Tokyo when the monster there starts afresh",
    "kt.elimination.restart-place",
)
def restart_bars_tokyo(change: Changes) -> None:
    free_place = monsters.free_place

    def no_place(machine: Tokyo, state: State) -> int | None:
        return None if state.registers[RESTARTS] else free_place(machine, state)

    change.put(entering, "free_place", no_place)


@AS_IF(
    "saved-is-afresh",
    "a monster that an evolution card saves had started afresh",
    "kt.evolution.rescue",
    "kt.tokyo.nobody-enters",
)
def saved_is_afresh(change: Changes) -> None:
    tell_saved = elimination.tell_saved

    def tell_afresh(machine: Tokyo, state: State, seat: int, *, afresh: bool) -> None:
        state.registers[RESTARTS] += not afresh
        tell_saved(machine, state, seat, afresh=True)

    change.swap(tell_saved, tell_afresh)


@AS_IF(
    "out-and-paid",
    "a monster that its own effect eliminated still got what that gives",
    "kt.elimination.out",
)
def out_and_paid(change: Changes) -> None:
    get_energy = atoms.get_energy

    def pay_out(
        machine: Tokyo, state: State, seat: int, amount: int, cause: int, rules: Rules, *kind: Any
    ) -> int:
        hearts = state.counters[seat]
        state.counters[seat] = hearts or 1
        given = get_energy(machine, state, seat, amount, cause, rules, *kind)
        state.counters[seat] = hearts
        return given

    change.swap(get_energy, pay_out)


@AS_IF(
    "restart-not-rewarded",
    "a monster that starts afresh had not reached 0 hearts for others",
    "kt.elimination.restart-counts",
)
def restart_not_rewarded(change: Changes) -> None:
    only_for_the_fallen(change)


@AS_IF(
    "restart-is-not-left",
    "a monster that starts afresh did not count as one that is left",
    "kt.elimination.restart-counts",
)
def restart_is_not_left(change: Changes) -> None:
    def left(machine: Tokyo, state: State) -> list[int]:
        struck = state.stack[-1][elimination.STRUCK]
        return [seat for seat in monsters.living(machine, state) if seat not in struck]

    change.put(elimination, "living", left)


@AS_IF(
    "restart-ends-turn",
    "the turn of a monster that starts afresh were over",
    "kt.elimination.restart-turn",
)
def restart_ends_turn(change: Changes) -> None:
    def cut(machine: Tokyo, state: State, seat: int) -> None:
        if seat == state.registers[ACTIVE]:
            state.stack[0][CUT] = 1

    restarting(change, cut)


@AS_IF(
    "restart-with-old-cards",
    "cards lost in a fresh start still had their say at the end of that turn",
    "kt.elimination.restart-turn",
)
def restart_with_old_cards(change: Changes) -> None:
    def always(machine: Tokyo, state: State, entry: moments.Entry, seat: int) -> bool:
        return True

    change.put(turn, "has", always)
