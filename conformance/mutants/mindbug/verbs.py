"""What misreadings of Mindbug do again and again, each a verb or a word for one.

Functions that are given take what they name, as under every verb; those that are told otherwise
take all that is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.fitting import Function, taking
from conformance.mutants.jumps import once_more
from conformance.mutants.verbs import verb
from oracle.kernel.machine import Step, ask
from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Lasting, State
from oracle.mindbug import atoms, combat, lasting, mindbug, turn
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DECLINE, MINDBUGS, PLAY, USE_MINDBUG
from rules_dsl.definitions import Ability, Call, Card
from rules_dsl.module import Module

CHOICES = ("choose", "pick")

# --- questions ---------------------------------------------------------------------------------


@verb
def asks(change: Changes, owner: Any, asked: str, options: Any = None, /, **said: Function) -> None:
    """Let a module ask questions of a kind, or all, otherwise: who, or what, by what it names."""
    chooses = asked in CHOICES or not hasattr(owner, "ask")
    name = "ask_to_choose" if chooses else "ask"
    if options is not None:
        said["candidates" if chooses else "options"] = options
    gives = {each: taking(getattr(owner, name), new) for each, new in said.items()}

    @change.around(owner, name)
    def ask_otherwise(ask: Any, *given: Any) -> None:
        fits = not asked or given[1] == asked
        ask(**{each: give(given, {}) for each, give in gives.items() if fits})


@verb
def may_pass(change: Changes, when: Callable[[State, Any], object]) -> None:
    """Let a player pass, by the state and what there is to do."""

    def with_pass(state: State, options: Any) -> Any:
        return [*options, DECLINE] if when(state, options) else options

    asks(turn, "", with_pass)(change)
    change.provided(turn.perform)(lambda state: state.answer != DECLINE)


def offered(step: Step, read: Callable[[Any, Mindbug, State, Frame], Any]) -> Step:
    """The same step, but what it offers is read otherwise: `(options, machine, state, frame)`."""

    def offer(machine: Mindbug, state: State, frame: Frame) -> None:
        step(machine, state, frame)
        if state.pending is not None:
            options = read(state.pending[2], machine, state, frame)
            state.pending = (*state.pending[:2], options, *state.pending[3:])

    return offer


@verb
def offers(change: Changes, step: Step, read: Callable[[Any, Mindbug, State, Frame], Any]) -> None:
    """Let a step offer something else: `(options, machine, state, frame)`."""
    change.after(step)(offered(lambda machine, state, frame: None, read))


def offer_mindbug(state: State, seat: int, card: int) -> bool:
    """Ask a player who has a Mindbug left whether to use it on a card; whether there is one."""
    state.answer = DECLINE
    if state.counters[MINDBUGS + seat]:
        ask(state, "mindbug", seat, [USE_MINDBUG, DECLINE], card, mindbug.OFFER)
    return state.pending is not None


@verb
def given(change: Changes, /, *place: Any, **said: Function) -> None:
    """Let a function be given something else: for each of these what it is, by what it names."""
    owner, name = place if len(place) == 2 else (None, "")
    old = place[0] if owner is None else getattr(owner, name)
    gives = {each: taking(old, new) for each, new in said.items()}

    @change.around(*place)
    def do(old: Any, *args: Any, **named: Any) -> Any:
        return old(**{each: give(args, named) for each, give in gives.items()})


# --- what is done ------------------------------------------------------------------------------


@verb
def where(change: Changes, place: Function, holds: Function, then: Function) -> None:
    """Let something else be done where something holds."""
    test, instead = taking(place, holds), taking(place, then)

    @change.around(place)
    def do(old: Any, *given: Any, **named: Any) -> Any:
        return instead(given, named) if test(given, named) else old()


@verb
def when_done(change: Changes, place: Function, then: Function) -> None:
    """Let something more be done when a function has done what it says it has."""
    more = taking(place, then)

    @change.around(place)
    def do(old: Any, *given: Any, **named: Any) -> Any:
        done = old()
        if done:
            more(given, named)
        return done


@verb
def keeps(change: Changes, place: Function, what: Function) -> None:
    """Let a function leave something as it is: an entry of a list, as `(list, index)`, if any."""
    kept = taking(place, what)

    @change.around(place)
    def do(old: Any, *given: Any, **named: Any) -> Any:
        entry = kept(given, named)
        before = entry and entry[0][entry[1]]
        found = old()
        if entry:
            entry[0][entry[1]] = before
        return found


@verb
def keeps_marks(change: Changes, place: Function, bits: int) -> None:
    """Let a card keep marks that a function takes away."""

    @change.around(place)
    def do(old: Any, state: State, card: int) -> Any:
        marks = state.marks[card] & bits
        found = old()
        atoms.mark(state, card, marks)
        return found


@verb
def marks(change: Changes, step: Step, local: int, bit: int) -> None:
    """Let a step mark a card that its frame remembers."""

    @change.after(step)
    def mark(state: State, frame: Frame) -> None:
        atoms.mark(state, frame[local], bit)
        state.derived = None


@verb
def moves(change: Changes, place: Function, to: int | Callable[[State, int], int]) -> None:
    """Let the cards that something is done with go elsewhere then: where, by where they are."""

    @change.around(place)
    def do(old: Any, state: State, cards: Iterable[int]) -> Any:
        gone = list(cards)
        found = old(cards=gone)
        for card in gone:
            atoms.move(state, card, to if isinstance(to, int) else to(state, card))
        return found


@verb
def keeps_lasting(
    change: Changes,
    place: Function,
    meant: Callable[[Mindbug, Lasting], object] = lambda machine, entry: True,
) -> None:
    """Let what holds for the turn, or some of it, outlast a function."""

    @change.around(place)
    def do(old: Any, machine: Mindbug, state: State) -> Any:
        kept = [entry for entry in state.lasting if meant(machine, entry)]
        found = old()
        state.lasting = kept
        state.derived = state.said = None
        return found


@verb
def first(
    change: Changes,
    place: Step,
    begins: Callable[[Mindbug, State, Frame], object],
    then: Callable[[Mindbug, State, Frame], object] = lambda machine, state, frame: None,
) -> None:
    """Let something be asked or done before a step, if it says that it began, and then more."""

    @change.around(place)
    def do(old: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        size = 2 + machine.frame_sizes[frame[0]]
        if len(frame) == size and begins(machine, state, frame):
            frame.append(1)
            once_more(frame)
            return
        if len(frame) > size:
            del frame[size:]
            then(machine, state, frame)
        old()


@verb
def after_block(change: Changes, then: Callable[[Mindbug, State, Frame], object]) -> None:
    """Let something be done when it is known who blocks, as the defender or HUNTER chose."""
    change.after(combat.take_block)(lambda machine, state, frame: then(machine, state, frame))

    @change.around(combat.take_hunt)
    def hunt(take_hunt: Any, machine: Mindbug, state: State, frame: Frame) -> None:
        is_hunt = state.answer[0] == "hunt"
        take_hunt()
        if is_hunt:
            then(machine, state, frame)


def declines(state: State) -> None:
    """As if the player who would be asked had declined."""
    state.answer = DECLINE


def leaves(state: State) -> None:
    """Leave the procedure at work."""
    state.stack.pop()


def goes_to(step: Place | int) -> Callable[[Frame], None]:
    """Let the procedure at work go on at a place, or at a step by its number."""

    def go(frame: Frame) -> None:
        frame[1] = step.at if isinstance(step, Place) else step

    return go


def in_play(state: State, card: int) -> bool:
    """Whether a card lies in a play area."""
    return PLAY <= state.where[card] <= PLAY + 1


def all_in_play(state: State) -> list[int]:
    """The creatures of both players."""
    return sorted(state.zones[PLAY] + state.zones[PLAY + 1])


def without_lasting(state: State, card: int) -> None:
    """Let nothing that was given to a card for the turn hold any more."""
    state.lasting = [left for each in state.lasting if (left := lasting.without(each, card))]
    state.derived = state.said = None


def move_all(state: State, cards: Iterable[int], place: int) -> None:
    """Move cards that may be moved along the way."""
    for card in sorted(cards):
        atoms.move(state, card, place)


# --- definitions -------------------------------------------------------------------------------


@verb
def each_card(change: Changes, read: Callable[[Card], Card]) -> None:
    """Read every card as another."""
    change.rewrite(lambda module: Module(tuple(map(read, module.cards)), module.keywords))


@verb
def each_ability(change: Changes, read: Callable[[Ability], Iterable[Ability]]) -> None:
    """Read every ability of a card as others."""

    def reread(card: Card) -> Card:
        return evolve(card, abilities=tuple(new for old in card.abilities for new in read(old)))

    each_card(reread)(change)


@verb
def each_call(change: Changes, read: Callable[[Call], Call], kind: str = "") -> None:
    """Read every sentence of the abilities of cards of a kind, or all, as another."""

    def reread(card: Card) -> Card:
        if kind not in ("", card.kind):
            return card
        bodies = [evolve(old, body=tuple(map(read, old.body))) for old in card.abilities]
        return evolve(card, abilities=tuple(bodies))

    each_card(reread)(change)


def saying(call: Call, **args: object) -> Call:
    """A call that says something else of what it says."""
    return evolve(call, args=tuple((key, args.get(key, old)) for key, old in call.args))


# --- machines ----------------------------------------------------------------------------------


@verb
def linked(change: Changes, /, **said: Callable[[Any], Any]) -> None:
    """Let machines know something else, by what they know; what they deal follows from it."""

    @change.relink
    def relink(machine: Mindbug) -> None:
        for name, read in said.items():
            setattr(machine, name, read(machine))
        machine.box = machine.pool + machine.power_pool
