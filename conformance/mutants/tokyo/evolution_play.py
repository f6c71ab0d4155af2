"""Misreadings of evolution cards: when they are played, and what becomes of them."""

from __future__ import annotations

from operator import setitem
from types import ModuleType
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.tokyo.elimination import only_for_the_fallen
from conformance.mutants.tokyo.evolution import AS_IF
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    borrowed,
    buy,
    damage,
    defending,
    evolution,
    moments,
    monsters,
    resolve,
    roll,
    selection,
    turn,
)
from oracle.tokyo.binding import CONDITIONS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Entry
from oracle.tokyo.selection import MONSTER_FILTERS, Narrow
from oracle.tokyo.table import DECLINE, DICE, DISCARD, FACES, NONE, PLAY_CARD, PROCEDURES
from rules_dsl.definitions import Call

# --- playing -----------------------------------------------------------------------------------
AFTER_PLAYING = Place()
AFTER_PLAYING.at = PROCEDURES.steps[turn.TURNS].index(turn.roll)

PLAYED = 1 << 1
"""The mark of a card that was played just now."""


AS_IF("an evolution card had to be played when it can be", "kt.evolution.play").so(
    "must-be-played", own.offers(evolution, "play", own.undeclined)
)


@AS_IF("playing an evolution card cost 1 energy", "kt.evolution.play")
@do.result(evolution.playable)
def played_for_energy(found: list[Any], machine: Tokyo, state: State, seat: int) -> list[Any]:
    return found if state.counters[machine.energy + seat] else []


@AS_IF("a card that is played worked from the next turn on", "kt.evolution.play")
def works_next_turn(change: Changes) -> None:
    change.after(evolution.put_into_play)(
        lambda state, card: setitem(state.marks, card, state.marks[card] | PLAYED)
    )

    @change.around(monsters.texts)
    def older_texts(texts: Any, state: State) -> Any:
        for card, definition in texts():
            if not state.marks[card] & PLAYED:
                yield (card, definition)

    @change.before(turn.begin)
    def begin_anew(state: State) -> None:
        state.marks[:] = [mark & ~PLAYED for mark in state.marks]


# --- when --------------------------------------------------------------------------------------
@AS_IF("a temporary card that names a moment could be laid out at any", "kt.evolution.named-moment")
@do.result(evolution.playable)
def temporary_any_moment(found: list[Any], machine: Tokyo, state: State, seat: int) -> list[Any]:
    known = [option[1] for option in found]
    hand = sorted(state.zones[machine.hand + seat])
    return found + [PLAY_CARD[card] for card in hand if card not in known]


@AS_IF(
    "a permanent card played at the moment it names did not work for it",
    "kt.evolution.named-moment",
)
def played_too_late(change: Changes) -> None:
    @change.around(moments.take_fitting)
    def take_without(take_fitting: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        before = list(state.zones[machine.evolved + frame[moments.SEAT]])
        take_fitting()
        for card in state.zones[machine.evolved + frame[moments.SEAT]]:
            if card not in before:
                state.marks[card] |= PLAYED

    @change.around(moments.begin_moment)
    def begin_with_older(begin_moment: Any, state: State, found: list[Entry]) -> None:
        older = [entry for entry in found if not state.marks[entry[0]] & PLAYED]
        for card, _ in found:
            state.marks[card] &= ~PLAYED
        begin_moment(found=older)


@own.provided(turn.play_evolutions)
def skipping(which: int, frame: Frame) -> object:
    """Leave one of the four moments out."""
    steps = enumerate(PROCEDURES.steps[turn.TURNS])
    return frame[1] != [at + 1 for at, step in steps if step is turn.play_evolutions][which]


@AS_IF("each played one card at a moment", "kt.evolution.set-moments")
@do.around(evolution.take_play)
def one_card_each(take_play: Any, state: State, frame: Frame) -> None:
    declined = state.answer == DECLINE
    take_play()
    if not declined:
        frame[evolution.ASKED] += 1


@do.verb
def only_when_asked_to_play(change: Changes, owner: ModuleType, name: str) -> None:
    """Let a part of the oracle that asks what is used leave out cards that name no moment."""
    change.result(owner, name)(
        lambda found, machine, state: [
            each for each in found if not moments.is_for_any_moment(machine, state, each)
        ]
    )


@AS_IF(
    "evolution cards were played in phases that do not come any more",
    "kt.evolution.set-moments",
    "kt.elimination.own-turn",
    "kt.borrowed.roller-eliminated",
)
@do.instead(turn.play_evolutions)
def played_after_the_turn(machine: Tokyo, state: State) -> None:
    if machine.has_evolutions and machine.set_moments:
        evolution.open_play(machine, state)


AS_IF(
    "a permanent card had to be played before the moment it names", "kt.evolution.named-moment"
).so("permanent-not-at-its-moment", do.instead(moments.fitting)(lambda: [*()]))
AS_IF("no card were played before the roll", "kt.evolution.set-moments").so(
    "not-before-rolling", skipping(0)
)
AS_IF("no card were played after the last roll", "kt.evolution.set-moments").so(
    "not-after-rolling", skipping(1)
)
AS_IF("no card were played before the buy phase", "kt.evolution.set-moments").so(
    "not-before-buying", skipping(2)
)
AS_IF("no card were played in the end phase", "kt.evolution.set-moments").so(
    "not-at-the-end", skipping(3)
)
AS_IF("the first seat were the first to be asked", "kt.evolution.set-moments").so(
    "asked-by-seats",
    do.instead(evolution, "clockwise")(
        lambda machine, state: monsters.clockwise(machine, state, 0)
    ),
)
AS_IF("all were asked under `own-turn` too", "kt.evolution.any-moment").so(
    "own-turn-ignored", do.answer("plays_in_own_turn", False)
)
AS_IF("`own-turn` held at the four moments of a turn alone", "kt.evolution.any-moment").so(
    "own-turn-at-four-moments",
    do.swap(moments.waits_for_turn, lambda machine, state, entry, seat: False),
)
AS_IF("a card that names no moment were no defence", "kt.evolution.set-moments").so(
    "not-in-a-defence", only_when_asked_to_play(damage, "at")
)
AS_IF(
    "a card that names no moment could not be played in a buy phase", "kt.evolution.set-moments"
).so("not-between-purchases", only_when_asked_to_play(buy, "timely"))
AS_IF(
    "no evolution cards were played before a new roll after a Mindbug", "kt.evolution.set-moments"
).so("not-before-the-new-roll", do.put(borrowed, "ROLL_AGAIN", AFTER_PLAYING))
AS_IF(
    "a wider use of a card stood beside its keyword at the time of that", "kt.evolution.keyword"
).so("keyword-offered-twice", do.swap(defending.told_once, lambda machine, found: found))


# --- permanent and temporary -------------------------------------------------------------------
@AS_IF("a permanent card lasted for one turn", "kt.evolution.permanent")
@do.after(turn.end_what_lasted)
def permanent_for_a_turn(machine: Tokyo, state: State) -> None:
    for seat in range(machine.players if machine.has_evolutions else 0):
        for card in list(state.zones[machine.evolved + seat]):
            atoms.lay_evolution(machine, state, card, evolution.home_of(machine, state, card), ())


@own.around(atoms.lay_evolution)
def laying(
    place: Any, lay_evolution: Any, machine: Tokyo, state: State, card: int, rules: Rules
) -> None:
    """Let played evolution cards go elsewhere; `place(machine, state, card, user)`."""
    user = (state.where[card] - machine.evolution_deck) % machine.players
    lay_evolution()
    if "kt.evolution.temporary" in rules:
        atoms.move(state, card, place(machine, state, card, user))


AS_IF("a temporary card went back to the hand", "kt.evolution.temporary").so(
    "temporary-to-hand", laying(lambda machine, state, card, user: machine.hand + user)
)
AS_IF("a temporary card left the game when played", "kt.evolution.temporary").so(
    "temporary-gone", laying(lambda machine, state, card, user: machine.unchosen)
)
AS_IF(
    "a temporary card went to the pile of whoever played it",
    "kt.evolution.temporary",
    "kt.evolution.foreign",
).so(
    "temporary-to-ones-own-pile",
    laying(lambda machine, state, card, user: machine.evolution_pile + user),
)
AS_IF("no temporary card stayed under `stays`", "kt.evolution.temporary").so(
    "stays-ignored", do.answer("temporary_stays", False)
)


# --- keywords, power cards ---------------------------------------------------------------------
def keywords_of(machine: Tokyo, definition: int) -> tuple[str, ...]:
    """The keywords of an evolution card, none of any other card."""
    if definition not in machine.temporary:
        return ()
    return tuple(machine.definitions[definition].keywords)


@AS_IF("a keyword did not work from the hand", "kt.evolution.keyword")
@do.around(monsters.texts)
def keyword_not_from_hand(texts: Any, machine: Tokyo) -> Any:
    return (
        (card, definition) for card, definition in texts() if not keywords_of(machine, definition)
    )


@AS_IF("a keyword did not go further when the text of the card says so", "kt.evolution.keyword")
@do.around(moments.at)
def keyword_nothing_wider(at: Any, machine: Tokyo, state: State) -> Any:
    def wider(card: int, number: int) -> bool:
        linked = machine.abilities[number]
        known = linked.uses and linked.keyword is None
        return bool(known and keywords_of(machine, state.cards[card]))

    return [entry for entry in at() if not wider(*entry)]


@AS_IF(
    "an evolution card with a keyword went to the discard pile of the power cards",
    "kt.evolution.keyword",
)
@laying
def keyword_like_a_consumable(machine: Tokyo, state: State, card: int, user: int) -> int:
    return DISCARD if keywords_of(machine, state.cards[card]) else state.where[card]


@do.verb
def counting(change: Changes, zone: str, whose: Any) -> None:
    """Let evolution cards in play be keep cards that lie before a monster."""

    @change.result(selection.ZONES, zone)
    def place_and_evolutions(
        found: list[int], machine: Tokyo, state: State, you: int, *_: Any
    ) -> list[int]:
        if machine.has_evolutions:
            for seat in whose(machine, state, you):
                found = found + state.zones[machine.evolved + seat]
        return found

    @change.around(Linker, "of_type")
    def of_type_or_permanent(of_type: Any, linker: Linker, type_: str) -> Any:
        return of_type() | (linker.machine.permanent if type_ == "keep" else frozenset())


AS_IF(
    "a temporary card went to the discard pile of the power cards", "kt.evolution.not-power-cards"
).so("like-a-power-card", laying(lambda machine, state, card, user: DISCARD))
AS_IF("a text that sells cards sold evolution cards", "kt.evolution.not-power-cards").so(
    "sold", counting("area", lambda machine, state, you: [you])
)
AS_IF("a text that buys cards bought evolution cards", "kt.evolution.not-power-cards").so(
    "bought", counting("other-areas", monsters.others)
)


# --- exactly three -----------------------------------------------------------------------------
@AS_IF("exactly three were three or more", "kt.evolution.exact-dice")
@do.around(CONDITIONS, "rolled")
def exactly_is_at_least(rolled: Any, call: Call) -> Any:
    args = ((n, "at-least" if value == "exactly" else value) for n, value in call.args)
    return rolled(call=evolve(call, args=tuple(args)))


@AS_IF("symbols added were dice of a kind", "kt.evolution.exact-dice")
@do.around(CONDITIONS, "rolled")
def added_symbols_count(rolled: Any, call: Call) -> Any:
    if call["limit"] != "exactly" or call["face"] != "any":
        return rolled()
    return lambda machine, state, source, you, context: any(
        roll.symbols(state, face) == call["n"] for face in range(len(FACES))
    )


@AS_IF("each three of a kind satisfied a text", "kt.evolution.exact-dice")
@do.around(resolve.reward)
def each_three_counts(reward: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    seat = frame[resolve.SEAT]
    entries = moments.at(machine, state, "resolving", seat)
    of_a_kind = [entry for entry in entries if asks_for_a_kind(machine, state, entry[0])]
    reward()
    for _ in [face for face in range(len(FACES)) if state.registers[DICE + face] == 3][1:]:
        moments.begin_moment(state, seat, moments.NOBODY, of_a_kind)


def asks_for_a_kind(machine: Tokyo, state: State, card: int) -> bool:
    """Whether the text of a card asks for dice of a kind, whichever."""
    abilities = machine.definitions[state.cards[card]].abilities
    given = [call.get("condition") for ability in abilities for call in ability.body]
    return any(isinstance(each, Call) and each.get("face") == "any" for each in given)


# --- the most and the fewest -------------------------------------------------------------------
AS_IF("the first clockwise of those tied were meant", "kt.evolution.ties").so(
    "ties-clockwise", own.answers(selection, "monster", own.first)
)
AS_IF("nobody were meant when several are tied", "kt.evolution.ties").so(
    "ties-mean-nobody", own.answers(selection, "monster", lambda options: ("monster", NONE))
)


@AS_IF(
    "the owner took from the richest of the others when it has the most itself", "kt.evolution.ties"
)
@do.instead(MONSTER_FILTERS, "with-extreme")
def richest_of_the_others(call: Call) -> Narrow:
    pick = max if call["extreme"] == "most" else min
    resource = str(call["resource"])

    def of_others(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
        rest = [seat for seat in found if seat != you]
        amounts = {s: selection.amount_of(machine, state, resource, s) for s in rest}
        return [seat for seat in rest if amounts[seat] == pick(amounts.values())]

    return of_others


# --- rescue ------------------------------------------------------------------------------------
@AS_IF("a monster that is rescued left Tokyo", "kt.evolution.rescue")
@do.before(atoms.gain_hearts)
def rescued_outside(
    machine: Tokyo, state: State, seat: int, cause: int, *, rescue: bool = False
) -> None:
    if rescue:
        atoms.leave(machine, state, seat, cause, ())


AS_IF("a rescue came before what power cards do", "kt.evolution.rescue").so(
    "rescued-before",
    do.result(moments.at)(lambda found, head: found[::-1] if head == "heartless" else found),
)
AS_IF("hearts of a rescued monster never reached 0", "kt.evolution.rescue").so(
    "rescued-uncounted", only_for_the_fallen
)
