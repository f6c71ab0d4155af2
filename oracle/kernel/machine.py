"""The run loop: steps of code until the game waits for exactly one decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .layout import NATURE, Layout
from .procedures import Step as Step
from .procedures import finish as finish
from .state import Frame, Options, Pending, State

if TYPE_CHECKING:
    from rules_dsl.definitions import Card

    from .layers import Layer, Static

# A game's checks take that game's own machine, which is why the first parameter is open.
Check = Callable[[Any, State, int], None]

OVER = "over"
"""The kind of the pending record of a finished game."""

PAUSE = "pause"
"""The kind of a pending record that asks nothing: what may come before a decision comes there."""

ONE = -1
"""In place of the least and the most of a choice: exactly one of the options is taken."""

TRIGGERED = 1
"""The bit of `State.dirty` that says effects are waiting; games use the bits above it.

A check names the bits it answers to and is told all that were set.
"""


class KernelError(Exception):
    """The machine was driven against its own laws: a bug of a game, never of a player."""


class Refused(Exception):
    """An answer that is not legal; nothing has changed."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


CardText = tuple[str, str, int, tuple[int, ...], tuple[str, ...], int]
"""Zone, handle, marks, derived values, handles under it, definition."""


class LinkedAbility:
    """An ability ready to run: its code, its source's definition, and what it rests on."""

    __slots__ = (
        "code",
        "definition",
        "head",
        "label",
        "name",
        "number",
        "ordinal",
        "rules",
        "size",
    )

    def __init__(
        self, number: int, definition: str, ordinal: int, head: str, rules: tuple[str, ...]
    ) -> None:
        self.number = number
        self.definition = definition
        self.ordinal = ordinal
        self.head = head
        self.rules = rules
        self.name = f"{definition}/{ordinal}"
        self.label = head
        self.code = -1
        self.size = 0


class Machine:
    """A ruleset linked into running form; shared by all its games and never changed by them."""

    game: str
    """The name of the game that it plays."""
    layout: Layout
    definitions: Sequence[Card]
    definition_number: dict[str, int]
    box: tuple[int, ...]
    """The definitions of all cards of a new game, in the order they are numbered."""
    codes: list[tuple[Step, ...]]
    code_names: list[str]
    code_number: dict[str, int]
    step_names: list[tuple[str, ...]]
    """What saved positions call the steps of each procedure; those of effects are numbered."""
    frame_sizes: list[int]
    """How many locals a frame of each code has."""
    abilities: list[LinkedAbility]
    ability_number: dict[str, int]
    checks: tuple[tuple[int, Check], ...]
    layers: tuple[Layer, ...]
    option_types: dict[str, str | tuple[str, ...]]
    """What the value of an option is, by its verb, where it is no card: see `decision`."""
    choice_names: dict[str, tuple[str, ...]]
    """By kind of decision, what the candidates of a choice are called that are no cards.

    Such candidates may be alike: of several with the same name any is as good as the other.
    """
    silent_events: frozenset[str]
    """Events that tell of no change."""
    statics: dict[int, tuple[tuple[Static, ...], ...]]
    """For each definition its continuous changes, split by layer."""
    volatile: frozenset[int]
    """Definitions whose continuous changes depend on more than what lies on the table."""
    static_places: tuple[tuple[int, int], ...]
    static_elsewhere: tuple[tuple[int, int, dict[int, tuple[tuple[Static, ...], ...]]], ...]
    """Other places whose cards make continuous changes: place, seat, changes by definition."""
    static_under: Static | None
    """What every card that lies under another changes about it."""
    sees_too: Callable[[State, int, int], bool]
    """Whether a seat may look into a place for now, beside those who always may."""
    shown_mark: int
    """The mark of a card that everybody may see though it lies in a hidden place."""
    changing_cards: bool
    """Whether a card can become another definition while it stays the same card."""
    lasting: list[Any]
    """Continuous changes and rules that effects make for a time."""
    resolve_code: int
    trial_code: int
    first_effect: int
    """Codes from this number on are effects; those below are procedures."""
    orderer: Callable[[State], int]
    active: Callable[[State], int]
    misplaced: Callable[[int, int], str | None]
    """Why a card of a definition can never lie in a place, or None."""
    begin_game: Callable[[State], None]
    begin_at: Callable[[State, int], None]
    interrupt: Callable[[Any, State, int], Frame | None] | None = None
    """What comes before the pending decision: the frame that asks for it, or None.

    It is told where in the log the events since the decision before begin. The decision is then
    withdrawn, and the step that raised it is carried out once more after that frame: such a step
    may log events, but changes nothing that it would not change again.
    """
    interrupt_register: int = 0
    """What `interrupt` remembers; while that is 0, it need not hear of decisions of chance."""
    plan: Any = None  # Any: `projection` comes after this module
    """How its positions are told, once somebody has asked."""
    card_texts: dict[CardText, str]
    """The canonical text of cards as they lay at some time; kept here, it goes with the machine."""
    order_rules: tuple[str, ...]
    wait_rules: tuple[str, ...]
    moved_rules: tuple[str, ...]
    nested_waiting: bool

    def label_abilities(self) -> None:
        """Give abilities that could be confused labels that tell them apart.

        Replacements of one card may come from several definitions, so they go by full name.
        """
        heads = [(linked.definition, linked.head) for linked in self.abilities]
        for linked in self.abilities:
            if linked.head == "replace":
                linked.label = linked.name
            elif heads.count((linked.definition, linked.head)) > 1:
                linked.label = f"{linked.head}/{linked.ordinal}"

    def add_code(self, name: str, steps: Sequence[Step], remembers: int) -> int:
        """Add linked code and return its number."""
        self.frame_sizes.append(remembers)
        self.step_names.append(())
        self.codes.append((*steps, finish))
        self.code_names.append(name)
        self.code_number[name] = len(self.codes) - 1
        return len(self.codes) - 1


def run(machine: Machine, state: State) -> None:
    """Run until a decision is pending or the game is over."""
    if machine.interrupt is not None:
        _run_with_interrupts(machine, state)
        return
    codes = machine.codes
    stack = state.stack
    if state.dirty:
        settle(machine, state)
    while state.pending is None:
        frame = stack[-1]
        step = frame[1]
        frame[1] = step + 1
        codes[frame[0]][step](machine, state, frame)
        if state.dirty:
            settle(machine, state)


def _run_with_interrupts(machine: Machine, state: State) -> None:
    """The same, but something may come before a decision that a step has raised."""
    codes = machine.codes
    stack = state.stack
    log = state.log
    since = len(log)
    if state.dirty:
        settle(machine, state)
    while True:
        while state.pending is None:
            mark = len(log)
            frame = stack[-1]
            step = frame[1]
            frame[1] = step + 1
            codes[frame[0]][step](machine, state, frame)
            if state.dirty:
                settle(machine, state)
        if state.pending[1] == NATURE and not state.registers[machine.interrupt_register]:
            return
        assert machine.interrupt is not None
        before = machine.interrupt(machine, state, since)
        if before is None:
            if state.pending[0] != PAUSE:
                return
            state.pending = None
            continue
        state.pending = None
        del log[mark:]
        frame[1] = step
        stack.append(before)


def settle(machine: Machine, state: State) -> None:
    """Between two steps: first what the rules demand at any moment, then waiting effects.

    Waiting effects resolve between two steps of a procedure, never inside another effect: what
    happens instead of something simultaneous is done before they begin.
    """
    dirty = state.dirty
    state.dirty = 0
    for bit, check in machine.checks:
        if dirty & bit:
            check(machine, state, dirty)
            if state.pending is not None:
                return
    if dirty & TRIGGERED and not state.resolving and state.waiting:
        if state.stack[-1][0] >= machine.first_effect:
            state.dirty |= TRIGGERED
            return
        state.resolving = 1
        state.stack.append([machine.resolve_code, 0, ()])


def ask(
    state: State, kind: str, seat: int, options: Options, source: int, rules: tuple[str, ...]
) -> None:
    """Stop for one decision, which takes one of the options; a second at the same time is a bug."""
    if state.pending is not None:
        raise KernelError(f"a {kind} decision while a {state.pending[0]} decision is pending")
    state.pending = (kind, seat, options, ONE, ONE, source, rules)


def ask_to_choose(
    state: State,
    kind: str,
    seat: int,
    candidates: Options,
    least: int,
    most: int,
    source: int,
    rules: tuple[str, ...],
) -> None:
    """Stop for one decision, which takes so many of the candidates."""
    if state.pending is not None:
        raise KernelError(f"a {kind} decision while a {state.pending[0]} decision is pending")
    state.pending = (kind, seat, candidates, least, most, source, rules)


def answer(machine: Machine, state: State, given: Any) -> None:
    """Take an answer to the pending decision, or refuse it and change nothing."""
    pending = state.pending
    if pending is None or pending[0] == OVER:
        raise Refused("game-over", "the game is over")
    if pending[3] < 0:
        if given not in pending[2]:
            raise Refused("not-legal", "that is not among the options")
    else:
        _check_choice(pending, given)
    accept(machine, state, given)


def accept(machine: Machine, state: State, given: Any) -> None:
    """Go on with an answer that is known to be legal: drivers take theirs from the options."""
    state.pending = None
    state.answer = given
    state.number += 1
    run(machine, state)
    if not state.heard:
        state.log.clear()


def _check_choice(pending: Pending, given: Any) -> None:
    _, _, options, least, most, _, _ = pending
    if not isinstance(given, tuple):
        raise Refused("malformed", "a choice is a list of options")
    if not least <= len(given) <= most:
        raise Refused("not-legal", f"choose {_amount(least, most)}, not {len(given)}")
    left = list(options)
    before = -1
    for option in given:
        if option not in options:
            raise Refused("not-legal", "something chosen is not among the candidates")
        place = options.index(option)
        if option not in left or place < before:
            raise Refused("not-legal", "the same candidate is chosen twice")
        left.remove(option)
        before = place


def _amount(least: int, most: int) -> str:
    return f"exactly {most}" if least == most else f"{least} to {most}"


def end(state: State, winner: int, reason: str, rules: tuple[str, ...]) -> None:
    """Finish the game at once; nothing that was under way goes on."""
    state.stack.clear()
    state.waiting.clear()
    state.resolving = 0
    state.dirty = 0
    state.pending = (OVER, winner, [reason], ONE, ONE, -1, rules)
