"""Misreadings of elimination: who leaves the game, with what, and who starts afresh."""

from __future__ import annotations

from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    attack,
    conditions,
    damage,
    elimination,
    end,
    energy,
    losses,
    selection,
    stars,
    tokyo,
    turn,
    victory,
)
from oracle.tokyo.buy import CUT
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.table import ABILITY, ACTIVE, AREA, CITY, DECK, NONE, OUTSIDE, RESTARTS
from oracle.tokyo.waiting import Event

AS_IF = Topic("tokyo", "elimination")

HEARTLESS = "a-monster-heartless"


# --- who leaves the game -----------------------------------------------------------------------
@own.around(atoms.lose_hearts)
def losing(left: Any, lose_hearts: Any, state: State, seat: int, amount: int, rules: Rules) -> Any:
    """Let monsters lose other amounts of hearts; `left(hearts, amount, rules)`."""
    return lose_hearts(amount=left(state.counters[seat], amount, rules))


@AS_IF("only claws took the last heart", "kt.elimination.zero")
@losing
def only_by_claws(hearts: int, amount: int, rules: Rules) -> int:
    return amount if "kt.damage.wound" in rules else min(amount, hearts - 1)


AS_IF("a monster that loses exactly as many hearts as it has kept one", "kt.elimination.zero").so(
    "only-below-zero", losing(lambda hearts, amount, rules: amount - (amount == hearts))
)


def was_hit(state: State, seat: int) -> bool:
    """Whether claws hit a monster in the damage that is under way."""
    for frame in reversed(state.stack):
        if frame[0] == damage.DAMAGE and seat in frame[losses.SEATS]:
            return bool(frame[losses.HIT][frame[losses.SEATS].index(seat)])
    return False


@AS_IF(
    "monsters without hearts left one after another, each with all that follows",
    "kt.elimination.together",
)
@do.instead(damage.sort_out)
def one_after_another(state: State, frame: Frame) -> None:
    for seat in reversed(list(dict.fromkeys(frame[losses.SEATS]))):
        if not state.counters[seat]:
            blow = int(was_hit(state, seat)), 0, (frame[losses.BY],)
            elimination.begin_elimination(state, frame[losses.BY], {seat: blow})


@AS_IF("the last in turn order of monsters that fall together were left", "kt.elimination.together")
@do.around(elimination, "end")
def last_to_fall_wins(end: Any, state: State, reason: str) -> None:
    if reason == "nobody":
        end(winner=state.stack[-1][elimination.STRUCK][-1], reason="last")
    else:
        end()


# --- with what ---------------------------------------------------------------------------------
def keeping(counter: str) -> do.Change:
    """Let an eliminated monster keep what it has of a counter."""
    return own.keeps(
        elimination.eliminate,
        lambda machine, state, seat: (state.counters, getattr(machine, counter) + seat),
    )


@own.around(elimination.give_up_cards)
def cards_going(where: Any, give_up_cards: Any, state: State, seat: int) -> None:
    """Let the cards of an eliminated monster go elsewhere, by its seat."""
    found = list(state.zones[AREA + seat])
    give_up_cards()
    for card in found:
        atoms.move(state, card, where(seat))


AS_IF("the cards of an eliminated monster stayed on the table", "kt.elimination.cards").so(
    "keeps-cards", cards_going(lambda seat: AREA + seat)
)
AS_IF("the cards of an eliminated monster went back into the deck", "kt.elimination.cards").so(
    "cards-into-deck", cards_going(lambda seat: DECK)
)
AS_IF("an eliminated monster kept its energy", "kt.elimination.cards").so(
    "keeps-energy", keeping("energy")
)
AS_IF("the tokens on an eliminated monster stayed", "kt.elimination.tokens").so(
    "keeps-tokens", keeping("poison"), keeping("shrink")
)
AS_IF("only poison tokens were removed", "kt.elimination.tokens").so(
    "keeps-shrink", keeping("shrink")
)
AS_IF("an eliminated monster still held its place", "kt.elimination.place").so(
    "keeps-place", keeping("place")
)


@AS_IF("whoever eliminates a monster in Tokyo by a card had its place", "kt.elimination.place")
@do.around(elimination.eliminate)
def killer_moves_in(eliminate: Any, machine: Tokyo, state: State, seat: int) -> None:
    place, active = state.counters[machine.place + seat], state.registers[ACTIVE]
    eliminate()
    if place == CITY and active != seat:
        state.counters[machine.place + active] = CITY


# --- out of the game ---------------------------------------------------------------------------
def seats_around(machine: Tokyo, seat: int) -> list[int]:
    """All other monsters clockwise, eliminated or not."""
    return [(seat + step) % machine.players for step in range(1, machine.players)]


@AS_IF("an eliminated monster still sat between its neighbours", "kt.elimination.out")
@do.instead(attack.neighbours)
def still_beside(machine: Tokyo, state: State, seat: int) -> list[int]:
    near = seats_around(machine, seat)
    return sorted({each for each in (near[0], near[-1]) if state.counters[each]})


AS_IF("eliminated monsters counted for the fewest stars", "kt.elimination.out").so(
    "still-counted",
    do.instead(conditions, "others")(lambda machine, seat: seats_around(machine, seat)),
)
AS_IF("an eliminated monster could be chosen", "kt.elimination.out").so(
    "still-chosen",
    do.instead(selection, "others")(lambda machine, seat: seats_around(machine, seat)),
)


@AS_IF("the turn of an eliminated monster were lost to the monster after it", "kt.elimination.out")
@do.around(turn.pass_on)
def seat_after_passed_over(pass_on: Any, machine: Tokyo, frame: Frame) -> None:
    before, further = frame[turn.SEAT], frame[turn.FURTHER]
    pass_on()
    if (frame[turn.SEAT] - before) % machine.players > 1 and not further:
        pass_on()


# --- in one's own turn -------------------------------------------------------------------------
@AS_IF(
    "a monster eliminated in its own turn still took its place in Tokyo",
    "kt.elimination.own-turn",
    "kt.tokyo.nobody-enters",
)
@do.around(tokyo.come_in)
def enters_all_the_same(come_in: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat, place = frame[tokyo.SEAT], frame[tokyo.AIMED]
    if place != OUTSIDE and not state.counters[seat]:
        atoms.enter(machine, state, seat, place, NONE, tokyo.ENTER)
    else:
        come_in()


AS_IF(
    "all that is under way broke off when the active monster is eliminated",
    "kt.elimination.own-turn",
).so("cut-short", do.provided(damage.follow)(lambda state: state.counters[state.registers[ACTIVE]]))
AS_IF("nobody looked at the stars after a turn whose monster is out", "kt.elimination.own-turn").so(
    "stars-not-looked-at",
    do.provided(victory.look_at_stars)(lambda state, frame: state.counters[frame[turn.SEAT]]),
)


# --- rewards -----------------------------------------------------------------------------------
@own.around(elimination.heartless_events)
def rewarding(when: Any, heartless_events: Any, state: State) -> Any:
    """Let hearts that reach 0 be rewarded only sometimes.

    By (state, the monster to reward, the one without hearts, those it is rewarded for already).
    """
    found: list[Event] = []
    for seat, head, context in heartless_events():
        rewarded = [each[2][0] for each in found if each[:2] == (seat, HEARTLESS)]
        if head != HEARTLESS or when(state, seat, context[0], rewarded):
            found.append((seat, head, context))
    return found


def only_for_the_fallen(change: Changes) -> None:
    """Let hearts that reach 0 be rewarded only if nothing saves the monster."""

    @change.around(elimination.still_due)
    def due_for_the_fallen(still_due: Any, machine: Tokyo, state: State) -> Any:
        head = machine.head_number[HEARTLESS]
        return [each for each in still_due() if each[1] != head or not state.counters[each[2][0]]]


AS_IF("several monsters that fall together were rewarded once", "kt.elimination.reward").so(
    "once-for-all", rewarding(lambda state, seat, fallen, rewarded: not rewarded)
)
AS_IF("the reward were for one's own turn only", "kt.elimination.reward").so(
    "own-turn-only",
    rewarding(lambda state, seat, fallen, rewarded: seat == state.registers[ACTIVE]),
)
AS_IF("the reward were for monsters that claws brought down", "kt.elimination.reward").so(
    "claws-only", rewarding(lambda state, seat, fallen, rewarded: was_hit(state, fallen))
)


# --- starting afresh ---------------------------------------------------------------------------
@own.before(elimination.take_out)
def restarting(then: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Do more with a monster that starts afresh."""
    for seat in frame[elimination.STRUCK]:
        if state.counters[seat]:
            then(machine, state, seat)


@AS_IF("a monster that starts afresh lost its tokens", "kt.elimination.restart")
@restarting
def restart_loses_tokens(machine: Tokyo, state: State, seat: int) -> None:
    state.counters[machine.poison + seat] = state.counters[machine.shrink + seat] = 0


def saving(state: State, machine: Tokyo) -> bool:
    """Whether a text that saves a monster is carried out."""
    frame = state.stack[-1]
    if frame[0] < machine.first_effect:
        return False
    return machine.abilities[frame[ABILITY]].head == "heartless"


@AS_IF("a monster that starts afresh kept its other cards", "kt.elimination.restart")
@do.provided(atoms.discard)
def restart_keeps_others(machine: Tokyo, state: State, card: int, cause: int) -> object:
    return card == cause or not saving(state, machine)


@AS_IF(
    "the attacker did not come into Tokyo when the monster there starts afresh",
    "kt.elimination.restart-place",
)
@do.around(tokyo, "free_place")
def restart_bars_tokyo(free_place: Any, state: State) -> Any:
    return None if state.registers[RESTARTS] else free_place()


@AS_IF(
    "a monster that an evolution card saves had started afresh",
    "kt.evolution.rescue",
    "kt.tokyo.nobody-enters",
)
@do.around(elimination.tell_saved)
def saved_is_afresh(tell_saved: Any, state: State, *, afresh: bool) -> None:
    state.registers[RESTARTS] += not afresh
    tell_saved(afresh=True)


@AS_IF("a monster that its own effect eliminated still got what that gives", "kt.elimination.out")
@do.around(energy.get_energy)
def out_and_paid(get_energy: Any, state: State, seat: int) -> Any:
    hearts = state.counters[seat]
    state.counters[seat] = hearts or 1
    given = get_energy()
    state.counters[seat] = hearts
    return given


@AS_IF(
    "a monster that starts afresh did not count as one that is left",
    "kt.elimination.restart-counts",
)
@do.around(elimination, "living")
def restart_is_not_left(living: Any, state: State) -> Any:
    struck = state.stack[-1][elimination.STRUCK]
    return [seat for seat in living() if seat not in struck]


@AS_IF("the turn of a monster that starts afresh were over", "kt.elimination.restart-turn")
@restarting
def restart_ends_turn(machine: Tokyo, state: State, seat: int) -> None:
    if seat == state.registers[ACTIVE]:
        state.stack[0][CUT] = 1


AS_IF("a monster that starts afresh lost its energy", "kt.elimination.restart").so(
    "restart-loses-energy",
    restarting(lambda machine, state, seat: setitem(state.counters, machine.energy + seat, 0)),
)
AS_IF("a monster that starts afresh kept its stars", "kt.elimination.restart").so(
    "restart-keeps-stars",
    do.around(stars.lose_stars)(
        lambda lose_stars, machine, state: 0 if saving(state, machine) else lose_stars()
    ),
)
AS_IF("a monster that starts afresh stayed in Tokyo", "kt.elimination.restart-place").so(
    "restart-in-tokyo", do.unless(atoms.leave)(lambda machine, state: saving(state, machine))
)
AS_IF(
    "a monster that starts afresh had not reached 0 hearts for others",
    "kt.elimination.restart-counts",
).so("restart-not-rewarded", only_for_the_fallen)
AS_IF(
    "cards lost in a fresh start still had their say at the end of that turn",
    "kt.elimination.restart-turn",
).so("restart-with-old-cards", do.instead(end, "has")(lambda: True))
