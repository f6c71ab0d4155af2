"""Misreadings of evolution cards: when they are played, and what becomes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.tokyo.elimination import only_for_the_fallen
from conformance.mutants.tokyo.evolution import AS_IF
from oracle.kernel.machine import ask
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    borrowed,
    buying,
    damage,
    defending,
    evolving,
    moments,
    monsters,
    resolve,
    roll,
    selection,
    turn,
)
from oracle.tokyo.binding import CONDITIONS, Condition
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import Context, Entry
from oracle.tokyo.selection import MONSTER_FILTERS, Narrow
from oracle.tokyo.table import (
    DECLINE,
    DICE,
    DISCARD,
    FACES,
    NONE,
    PLAY_CARD,
    PROCEDURES,
)
from rules_dsl.definitions import Call

# --- playing -----------------------------------------------------------------------------------

PLAYED = 1 << 1
"""The mark of a card that was played just now."""


def playing(change: Changes, offered: Callable[[Tokyo, State, int, list[Any]], list[Any]]) -> None:
    """Let other cards be played when no moment is named."""
    playable = evolving.playable

    def playable_otherwise(machine: Tokyo, state: State, seat: int) -> list[tuple[Any, ...]]:
        return offered(machine, state, seat, playable(machine, state, seat))

    change.swap(playable, playable_otherwise)


@AS_IF("must-be-played", "an evolution card had to be played when it can be", "kt.evolution.play")
def must_be_played(change: Changes) -> None:
    def ask_without_no(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "play":
            options = [option for option in options if option != DECLINE]
        ask(state, kind, seat, options, *rest)

    change.put(evolving, "ask", ask_without_no)


@AS_IF("played-for-energy", "playing an evolution card cost 1 energy", "kt.evolution.play")
def played_for_energy(change: Changes) -> None:
    def if_it_can_pay(machine: Tokyo, state: State, seat: int, found: list[Any]) -> list[Any]:
        return found if state.counters[machine.energy + seat] else []

    playing(change, if_it_can_pay)


@AS_IF("works-next-turn", "a card that is played worked from the next turn on", "kt.evolution.play")
def works_next_turn(change: Changes) -> None:
    put_into_play, texts, begin = evolving.put_into_play, monsters.texts, turn.begin

    def put_and_mark(machine: Tokyo, state: State, card: int, seat: int) -> None:
        put_into_play(machine, state, card, seat)
        state.marks[card] |= PLAYED

    def older_texts(machine: Tokyo, state: State, seat: int) -> Iterator[tuple[int, int]]:
        for card, definition in texts(machine, state, seat):
            if not state.marks[card] & PLAYED:
                yield card, definition

    def begin_anew(machine: Tokyo, state: State, frame: Frame) -> None:
        state.marks[:] = [mark & ~PLAYED for mark in state.marks]
        begin(machine, state, frame)

    change.swap(put_into_play, put_and_mark)
    change.swap(texts, older_texts)
    change.swap(begin, begin_anew)


# --- when --------------------------------------------------------------------------------------


@AS_IF(
    "temporary-any-moment",
    "a temporary card that names a moment could be laid out at any",
    "kt.evolution.named-moment",
)
def temporary_any_moment(change: Changes) -> None:
    def all_of_the_hand(machine: Tokyo, state: State, seat: int, found: list[Any]) -> list[Any]:
        known = [option[1] for option in found]
        hand = sorted(state.zones[machine.hand + seat])
        return found + [PLAY_CARD[card] for card in hand if card not in known]

    playing(change, all_of_the_hand)


@AS_IF(
    "permanent-not-at-its-moment",
    "a permanent card had to be played before the moment it names",
    "kt.evolution.named-moment",
)
def permanent_not_at_its_moment(change: Changes) -> None:
    def none(machine: Tokyo, state: State, head: str, seat: int, context: Context) -> list[int]:
        return []

    change.swap(moments.fitting, none)


@AS_IF(
    "played-too-late",
    "a permanent card played at the moment it names did not work for it",
    "kt.evolution.named-moment",
)
def played_too_late(change: Changes) -> None:
    begin_moment, take_fitting = moments.begin_moment, moments.take_fitting

    def take_without(machine: Tokyo, state: State, frame: Frame) -> None:
        before = list(state.zones[machine.evolved + frame[moments.SEAT]])
        take_fitting(machine, state, frame)
        new = [c for c in state.zones[machine.evolved + frame[moments.SEAT]] if c not in before]
        for card in new:
            state.marks[card] |= PLAYED

    def begin_with_older(
        state: State, seat: int, context: Context, found: list[Entry], *, ordered: bool = True
    ) -> None:
        older = [entry for entry in found if not state.marks[entry[0]] & PLAYED]
        for card, _ in found:
            state.marks[card] &= ~PLAYED
        begin_moment(state, seat, context, older, ordered=ordered)

    change.swap(take_fitting, take_without)
    change.swap(begin_moment, begin_with_older)


def moments_of_a_turn() -> list[int]:
    """The steps of a turn at which evolution cards may be played."""
    steps = PROCEDURES.steps[turn.TURNS]
    return [at for at, step in enumerate(steps) if step is turn.play_evolutions]


def skipping(change: Changes, which: int) -> None:
    """Leave one of the four moments out."""
    play_evolutions, skipped = turn.play_evolutions, moments_of_a_turn()[which]

    def play_sometimes(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[1] != skipped + 1:
            play_evolutions(machine, state, frame)

    change.swap(play_evolutions, play_sometimes)


@AS_IF("not-before-rolling", "no card were played before the roll", "kt.evolution.set-moments")
def not_before_rolling(change: Changes) -> None:
    skipping(change, 0)


@AS_IF("not-after-rolling", "no card were played after the last roll", "kt.evolution.set-moments")
def not_after_rolling(change: Changes) -> None:
    skipping(change, 1)


@AS_IF("not-before-buying", "no card were played before the buy phase", "kt.evolution.set-moments")
def not_before_buying(change: Changes) -> None:
    skipping(change, 2)


@AS_IF("not-at-the-end", "no card were played in the end phase", "kt.evolution.set-moments")
def not_at_the_end(change: Changes) -> None:
    skipping(change, 3)


@AS_IF("asked-by-seats", "the first seat were the first to be asked", "kt.evolution.set-moments")
def asked_by_seats(change: Changes) -> None:
    clockwise = monsters.clockwise

    def by_seats(machine: Tokyo, state: State, first: int) -> list[int]:
        return clockwise(machine, state, 0)

    change.put(evolving, "clockwise", by_seats)


@AS_IF("one-card-each", "each played one card at a moment", "kt.evolution.set-moments")
def one_card_each(change: Changes) -> None:
    take_play = evolving.take_play

    def take_one(machine: Tokyo, state: State, frame: Frame) -> None:
        declined = state.answer == DECLINE
        take_play(machine, state, frame)
        if not declined:
            frame[evolving.ASKED] += 1

    change.swap(take_play, take_one)


@AS_IF("own-turn-ignored", "all were asked under `own-turn` too", "kt.evolution.any-moment")
def own_turn_ignored(change: Changes) -> None:
    def ask_all(machine: Tokyo) -> None:
        machine.plays_in_own_turn = False

    change.relink(ask_all)


@AS_IF(
    "own-turn-at-four-moments",
    "`own-turn` held at the four moments of a turn alone",
    "kt.evolution.any-moment",
)
def own_turn_at_four_moments(change: Changes) -> None:
    change.swap(moments.waits_for_turn, lambda machine, state, entry, seat: False)


def only_when_asked_to_play(change: Changes, owner: ModuleType, name: str) -> None:
    """Let a part of the oracle that asks what is used leave out cards that name no moment."""
    found_by = getattr(owner, name)

    def without(machine: Tokyo, state: State, *rest: Any) -> list[Entry]:
        found = found_by(machine, state, *rest)
        return [each for each in found if not moments.is_for_any_moment(machine, state, each)]

    change.put(owner, name, without)


@AS_IF(
    "not-in-a-defence", "a card that names no moment were no defence", "kt.evolution.set-moments"
)
def not_in_a_defence(change: Changes) -> None:
    only_when_asked_to_play(change, damage, "at")


@AS_IF(
    "not-between-purchases",
    "a card that names no moment could not be played in a buy phase",
    "kt.evolution.set-moments",
)
def not_between_purchases(change: Changes) -> None:
    only_when_asked_to_play(change, buying, "timely")


@AS_IF(
    "played-after-the-turn",
    "evolution cards were played in phases that do not come any more",
    "kt.evolution.set-moments",
    "kt.elimination.own-turn",
    "kt.borrowed.roller-eliminated",
)
def played_after_the_turn(change: Changes) -> None:
    def play_always(machine: Tokyo, state: State, frame: Frame) -> None:
        if machine.has_evolutions and machine.set_moments:
            evolving.open_play(machine, state)

    change.swap(turn.play_evolutions, play_always)


@AS_IF(
    "not-before-the-new-roll",
    "no evolution cards were played before a new roll after a Mindbug",
    "kt.evolution.set-moments",
)
def not_before_the_new_roll(change: Changes) -> None:
    later = Place()
    later.at = PROCEDURES.steps[turn.TURNS].index(turn.roll)
    change.put(borrowed, "ROLL_AGAIN", later)


@AS_IF(
    "keyword-offered-twice",
    "a wider use of a card stood beside its keyword at the time of that",
    "kt.evolution.keyword",
)
def keyword_offered_twice(change: Changes) -> None:
    change.swap(defending.told_once, lambda machine, found: found)


# --- permanent and temporary -------------------------------------------------------------------


@AS_IF("permanent-for-a-turn", "a permanent card lasted for one turn", "kt.evolution.permanent")
def permanent_for_a_turn(change: Changes) -> None:
    end_what_lasted = turn.end_what_lasted

    def end_all(machine: Tokyo, state: State, frame: Frame) -> None:
        end_what_lasted(machine, state, frame)
        for seat in range(machine.players if machine.has_evolutions else 0):
            for card in list(state.zones[machine.evolved + seat]):
                home = evolving.home_of(machine, state, card)
                atoms.lay_evolution(machine, state, card, home, ())

    change.swap(end_what_lasted, end_all)


def laying(change: Changes, place: Callable[[Tokyo, State, int, int], int]) -> None:
    """Let played evolution cards go elsewhere; `place(machine, state, card, user)`."""
    lay_evolution = atoms.lay_evolution

    def lay_otherwise(machine: Tokyo, state: State, card: int, home: int, rules: Rules) -> None:
        user = (state.where[card] - machine.evolution_deck) % machine.players
        lay_evolution(machine, state, card, home, rules)
        if "kt.evolution.temporary" in rules:
            atoms.move(state, card, place(machine, state, card, user))

    change.swap(lay_evolution, lay_otherwise)


@AS_IF("temporary-to-hand", "a temporary card went back to the hand", "kt.evolution.temporary")
def temporary_to_hand(change: Changes) -> None:
    laying(change, lambda machine, state, card, user: machine.hand + user)


@AS_IF("temporary-gone", "a temporary card left the game when played", "kt.evolution.temporary")
def temporary_gone(change: Changes) -> None:
    laying(change, lambda machine, state, card, user: machine.unchosen)


@AS_IF(
    "temporary-to-ones-own-pile",
    "a temporary card went to the pile of whoever played it",
    "kt.evolution.temporary",
    "kt.evolution.foreign",
)
def temporary_to_ones_own_pile(change: Changes) -> None:
    laying(change, lambda machine, state, card, user: machine.evolution_pile + user)


@AS_IF("stays-ignored", "no temporary card stayed under `stays`", "kt.evolution.temporary")
def stays_ignored(change: Changes) -> None:
    def never_stay(machine: Tokyo) -> None:
        machine.temporary_stays = False

    change.relink(never_stay)


# --- keywords, power cards ---------------------------------------------------------------------


def keywords_of(machine: Tokyo, definition: int) -> tuple[str, ...]:
    """The keywords of an evolution card, none of any other card."""
    if definition not in machine.temporary:
        return ()
    return tuple(machine.definitions[definition].keywords)


@AS_IF("keyword-not-from-hand", "a keyword did not work from the hand", "kt.evolution.keyword")
def keyword_not_from_hand(change: Changes) -> None:
    texts = monsters.texts

    def texts_without(machine: Tokyo, state: State, seat: int) -> Iterator[tuple[int, int]]:
        for card, definition in texts(machine, state, seat):
            if not keywords_of(machine, definition):
                yield card, definition

    change.swap(texts, texts_without)


@AS_IF(
    "keyword-nothing-wider",
    "a keyword did not go further when the text of the card says so",
    "kt.evolution.keyword",
)
def keyword_nothing_wider(change: Changes) -> None:
    at = moments.at

    def at_by_keyword(machine: Tokyo, state: State, head: str, seat: int) -> list[Entry]:
        return [
            (card, number)
            for card, number in at(machine, state, head, seat)
            if not (
                machine.abilities[number].uses
                and machine.abilities[number].keyword is None
                and keywords_of(machine, state.cards[card])
            )
        ]

    change.swap(at, at_by_keyword)


@AS_IF(
    "keyword-like-a-consumable",
    "an evolution card with a keyword went to the discard pile of the power cards",
    "kt.evolution.keyword",
)
def keyword_like_a_consumable(change: Changes) -> None:
    def by_keyword(machine: Tokyo, state: State, card: int, user: int) -> int:
        return DISCARD if keywords_of(machine, state.cards[card]) else state.where[card]

    laying(change, by_keyword)


@AS_IF(
    "like-a-power-card",
    "a temporary card went to the discard pile of the power cards",
    "kt.evolution.not-power-cards",
)
def like_a_power_card(change: Changes) -> None:
    laying(change, lambda machine, state, card, user: DISCARD)


def counting(change: Changes, zone: str, whose: Callable[[Tokyo, State, int], list[int]]) -> None:
    """Let evolution cards in play be keep cards that lie before a monster."""
    place, of_type = selection.ZONES[zone], Linker.of_type

    def place_and_evolutions(machine: Tokyo, state: State, you: int) -> list[int]:
        found = place(machine, state, you)
        if machine.has_evolutions:
            for seat in whose(machine, state, you):
                found = found + state.zones[machine.evolved + seat]
        return found

    def of_type_or_permanent(linker: Linker, type_: str) -> frozenset[int]:
        return of_type(linker, type_) | (
            linker.machine.permanent if type_ == "keep" else frozenset()
        )

    change.put(selection.ZONES, zone, place_and_evolutions)
    change.put(Linker, "of_type", of_type_or_permanent)


@AS_IF("sold", "a text that sells cards sold evolution cards", "kt.evolution.not-power-cards")
def sold(change: Changes) -> None:
    counting(change, "area", lambda machine, state, you: [you])


@AS_IF("bought", "a text that buys cards bought evolution cards", "kt.evolution.not-power-cards")
def bought(change: Changes) -> None:
    counting(change, "other-areas", monsters.others)


# --- exactly three -----------------------------------------------------------------------------


def asking_for(change: Changes, read: Callable[[Linker, Call], Condition]) -> None:
    """Read how often a roll has to show a face otherwise, where a text says exactly."""
    bind = CONDITIONS["rolled"]

    def bind_otherwise(linker: Linker, call: Call) -> Condition:
        return (read if call["limit"] == "exactly" else bind)(linker, call)

    change.put(CONDITIONS, "rolled", bind_otherwise)


@AS_IF("exactly-is-at-least", "exactly three were three or more", "kt.evolution.exact-dice")
def exactly_is_at_least(change: Changes) -> None:
    bind = CONDITIONS["rolled"]

    def read(linker: Linker, call: Call) -> Condition:
        args = tuple((n, "at-least" if n == "limit" else value) for n, value in call.args)
        return bind(linker, evolve(call, args=args))

    asking_for(change, read)


@AS_IF("added-symbols-count", "symbols added were dice of a kind", "kt.evolution.exact-dice")
def added_symbols_count(change: Changes) -> None:
    bind = CONDITIONS["rolled"]

    def read(linker: Linker, call: Call) -> Condition:
        if call["face"] != "any":
            return bind(linker, call)
        wanted: Any = call["n"]
        return lambda machine, state, source, you, context: any(
            roll.symbols(state, face) == wanted for face in range(len(FACES))
        )

    asking_for(change, read)


@AS_IF("each-three-counts", "each three of a kind satisfied a text", "kt.evolution.exact-dice")
def each_three_counts(change: Changes) -> None:
    reward = resolve.reward

    def reward_each(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[resolve.SEAT]
        entries = moments.at(machine, state, "resolving", seat)
        of_a_kind = [entry for entry in entries if asks_for_a_kind(machine, state, entry[0])]
        reward(machine, state, frame)
        threes = [face for face in range(len(FACES)) if state.registers[DICE + face] == 3]
        for _ in threes[1:]:
            moments.begin_moment(state, seat, moments.NOBODY, of_a_kind)

    change.swap(reward, reward_each)


def asks_for_a_kind(machine: Tokyo, state: State, card: int) -> bool:
    """Whether the text of a card asks for dice of a kind, whichever."""
    abilities = machine.definitions[state.cards[card]].abilities
    given = [call.get("condition") for ability in abilities for call in ability.body]
    return any(isinstance(each, Call) and each.get("face") == "any" for each in given)


# --- the most and the fewest -------------------------------------------------------------------


@AS_IF("ties-clockwise", "the first clockwise of those tied were meant", "kt.evolution.ties")
def ties_clockwise(change: Changes) -> None:
    def ask_nobody(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "monster":
            state.answer = options[0]
        else:
            ask(state, kind, seat, options, *rest)

    change.put(selection, "ask", ask_nobody)


@AS_IF("ties-mean-nobody", "nobody were meant when several are tied", "kt.evolution.ties")
def ties_mean_nobody(change: Changes) -> None:
    def ask_nobody(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        if kind == "monster":
            state.answer = ("monster", NONE)
        else:
            ask(state, kind, seat, options, *rest)

    change.put(selection, "ask", ask_nobody)


@AS_IF(
    "richest-of-the-others",
    "the owner took from the richest of the others when it has the most itself",
    "kt.evolution.ties",
)
def richest_of_the_others(change: Changes) -> None:
    def bind(linker: Linker, call: Call) -> Narrow:
        pick = max if call["extreme"] == "most" else min
        resource = str(call["resource"])

        def of_others(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
            rest = [seat for seat in found if seat != you]
            amounts = {s: selection.amount_of(machine, state, resource, s) for s in rest}
            return [seat for seat in rest if amounts[seat] == pick(amounts.values())]

        return of_others

    change.put(MONSTER_FILTERS, "with-extreme", bind)


# --- rescue ------------------------------------------------------------------------------------


@AS_IF("rescued-outside", "a monster that is rescued left Tokyo", "kt.evolution.rescue")
def rescued_outside(change: Changes) -> None:
    gain_hearts = atoms.gain_hearts

    def gain_and_leave(
        machine: Tokyo,
        state: State,
        seat: int,
        amount: int,
        cause: int,
        rules: Rules,
        *,
        own: bool,
        rescue: bool = False,
    ) -> int:
        if rescue:
            atoms.leave(machine, state, seat, cause, ())
        return gain_hearts(machine, state, seat, amount, cause, rules, own=own, rescue=rescue)

    change.swap(gain_hearts, gain_and_leave)


@AS_IF("rescued-before", "a rescue came before what power cards do", "kt.evolution.rescue")
def rescued_before(change: Changes) -> None:
    at = moments.at

    def at_backwards(machine: Tokyo, state: State, head: str, seat: int) -> list[Entry]:
        found = at(machine, state, head, seat)
        return found[::-1] if head == "heartless" else found

    change.swap(at, at_backwards)


@AS_IF("rescued-uncounted", "hearts of a rescued monster never reached 0", "kt.evolution.rescue")
def rescued_uncounted(change: Changes) -> None:
    only_for_the_fallen(change)
