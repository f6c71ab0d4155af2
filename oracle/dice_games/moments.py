"""Moments: when abilities of cards work, who is asked, and in which order.

At a moment all that a seat has for it is carried out, one after another in the order it chooses.
A window is a moment at which a seat may use what it has, as often as it can, until it declines.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oracle.kernel.machine import ask
from oracle.kernel.procedures import Locals, Place
from oracle.kernel.state import Frame, Rules, State

from .machine import Context, DiceGame, Entry, Linked
from .table import DECLINE, NONE, PROCEDURES, USED

NOBODY: Context = (NONE, 0)

# Locals of the frames of a moment, of a window, and of what comes before a moment.
MOMENT_AND_WINDOW = Locals()
SEAT = MOMENT_AND_WINDOW.one()
ABOUT = MOMENT_AND_WINDOW.one()
MOMENT_FRAME = Locals(MOMENT_AND_WINDOW)
LEFT = MOMENT_FRAME.one()
ORDERLESS = MOMENT_FRAME.one()
LAST = MOMENT_FRAME.one()
HEADED = Locals(MOMENT_AND_WINDOW)
HEADS = HEADED.one()
WINDOW_FRAME = Locals(HEADED)
SPENT = WINDOW_FRAME.one()


def printed_at(machine: DiceGame, state: State, head: str, seat: int) -> list[Entry]:
    """The abilities that a seat has for a moment by the cards in force for it."""
    table = machine.triggered[head]
    found: list[Entry] = []
    if table:
        for card, definition in machine.texts(machine, state, seat):
            if definition in table:
                found += [(card, number) for number in table[definition]]
    return found


def effect_frame(linked: Linked, card: int, seat: int, context: Context) -> Frame:
    """A frame that runs an ability."""
    return [linked.code, 0, card, seat, linked.number, context, 0] + [0] * linked.size


def run_ability(
    machine: DiceGame,
    state: State,
    entry: Entry,
    seat: int,
    context: Context,
    more: Rules = (),
) -> None:
    """Let an ability work, by its own rules and some more."""
    card, number = entry[0], entry[1]
    linked = machine.abilities[number]
    state.log.append(("trigger", linked.rules + more, card, card, number, seat))
    if linked.once:
        note_used(state, card, number)
    state.stack.append(effect_frame(linked, card, seat, context))


def can_work(
    machine: DiceGame, state: State, entry: Entry, seat: int, context: Context, times: int = 1
) -> bool:
    """Whether an ability can work now, as far as its own text tells.

    What works once a turn works so many `times` if its card is in force as often.
    """
    card, number = entry[0], entry[1]
    linked = machine.abilities[number]
    used_up = linked.once and was_used(state, card, number)
    if used_up and (times == 1 or state.stack[0][USED].count((card, number)) >= times):
        return False
    return linked.possible(machine, state, card, seat, context)


# --- once a turn ---------------------------------------------------------------------------------


def was_used(state: State, card: int, number: int) -> bool:
    """Whether an ability was used in this turn."""
    return (card, number) in state.stack[0][USED]


def note_used(state: State, card: int, number: int) -> None:
    """Remember that an ability was used."""
    frame = state.stack[0]
    frame[USED] = (*frame[USED], (card, number))


# --- moments -------------------------------------------------------------------------------------


UNTOLD = NONE - 1
"""In place of the last ability: a moment of which it was not told yet how many cards work at it."""


def begin_moment(
    state: State, seat: int, context: Context, found: Sequence[Entry], *, ordered: bool = True
) -> None:
    """Let these abilities of a seat work, one after another; those of several cards add up."""
    if found:
        push_moment(state, seat, context, found, ordered=ordered)
        state.stack[-1][LAST] = UNTOLD


def push_moment(
    state: State, seat: int, context: Context, found: Sequence[Entry], *, ordered: bool
) -> None:
    """Let these abilities of a seat work, one after another, with nothing said of their number."""
    state.stack.append([MOMENT, 0, seat, context, tuple(found), int(not ordered), NONE])


def pick(machine: DiceGame, state: State, frame: Frame) -> None:
    """Which is next of those that apply now; when none does, the moment is over."""
    seat, context = frame[SEAT], frame[ABOUT]
    ready: list[Entry] = []
    before: list[tuple[int, str]] = []
    for entry in frame[LEFT]:
        text = text_of(machine, entry)
        # Lines of one text work in their order.
        if text not in before and machine.has(machine, state, entry, seat):
            before.append(text)
            if machine.applies(machine, state, entry, seat, context):
                ready.append(entry)
            else:
                before.pop()
    if frame[LAST] == UNTOLD:
        frame[LAST] = NONE
        if len(ready) > 1:
            state.log.append(("together", machine.cited.add_up, NONE, seat, len(ready)))
    elif frame[LAST] != NONE:
        last = text_of(machine, frame[LAST])
        same = [entry for entry in ready if text_of(machine, entry) == last]
        ready = same or ready  # the lines of one text are not parted
    if not ready:
        state.stack.pop()
        return
    if len(ready) == 1 or frame[ORDERLESS]:
        state.answer = ("resolve", ready[0][0], ready[0][1])
        return
    options = [("resolve", entry[0], entry[1]) for entry in sorted(ready)]
    ask(state, "order", seat, options, NONE, machine.cited.order)


def text_of(machine: DiceGame, entry: Entry) -> tuple[int, str]:
    """The card of an ability, and the definition it has it by: a card may copy another."""
    return entry[0], machine.abilities[entry[1]].definition


def begin(machine: DiceGame, state: State, frame: Frame) -> None:
    """Carry the chosen ability out."""
    seat, context = frame[SEAT], frame[ABOUT]
    left = list(frame[LEFT])
    entry = meant(machine, state, left, seat, context)
    left.remove(entry)
    frame[LEFT] = tuple(left)
    frame[LAST] = entry[:2]
    frame[1] = PICK_NEXT.at
    machine.start(machine, state, entry, seat, context)


def meant(
    machine: DiceGame, state: State, found: list[Entry], seat: int, context: Context
) -> Entry:
    """Which of several entries the answer names; of those alike, the first that can work."""
    named = (state.answer[1], state.answer[2])
    alike = [entry for entry in found if entry[:2] == named]
    for entry in alike if len(alike) > 1 else ():
        if machine.applies(machine, state, entry, seat, context):
            return entry
    return alike[0] if alike else named


PICK_NEXT = Place()
MOMENT = PROCEDURES.declare(
    "moment",
    PICK_NEXT,
    pick,
    begin,
    remembers=MOMENT_FRAME,
)


# --- windows -------------------------------------------------------------------------------------


def push_window(
    machine: DiceGame, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> None:
    """Ask a seat what it uses, until it declines."""
    numbers = tuple(map(machine.head_number.__getitem__, heads))
    state.stack.append([WINDOW, 0, seat, context, numbers, ()])


def offer_use(
    state: State,
    seat: int,
    found: list[Entry],
    rules: Rules,
    kind: str = "use",
    more: list[Any] | None = None,
    must: bool = False,
) -> None:
    """Ask what to use, or which other option to take, or to decline unless something must be."""
    named = dict.fromkeys((entry[0], entry[1]) for entry in sorted(found))
    options: list[Any] = [("use", card, number) for card, number in named]
    options += more or []
    if not must:
        options.append(DECLINE)
    ask(state, kind, seat, options, NONE, rules)


def offer(machine: DiceGame, state: State, frame: Frame) -> None:
    """What can be used now is offered."""
    seat, context = frame[SEAT], frame[ABOUT]
    heads = tuple(machine.heads[number] for number in frame[HEADS])
    found = machine.usable(machine, state, heads, seat, context)
    found = [entry for entry in found if entry not in frame[SPENT]]
    more: list[Any] = []
    rules: Rules = ()
    if machine.more_uses is not None:
        more, rules = machine.more_uses(machine, state, heads, seat, context)
    if not (found or more) or not state.counters[seat]:
        state.stack.pop()
        return
    told = tuple(rule for head in heads for rule in machine.window_rules.get(head, ()))
    must = any(not machine.abilities[entry[1]].optional for entry in found)
    offer_use(state, seat, found, machine.cited.again + told + rules, more=more, must=must)


def take(machine: DiceGame, state: State, frame: Frame) -> None:
    """Use it, and ask again."""
    if state.answer == DECLINE:
        return
    frame[1] = OFFER_AGAIN.at
    if state.answer[0] != "use":
        machine.take_more(machine, state, frame[SEAT])
        return
    seat, context = frame[SEAT], frame[ABOUT]
    heads = tuple(machine.heads[number] for number in frame[HEADS])
    found = machine.usable(machine, state, heads, seat, context)
    left = [entry for entry in found if entry not in frame[SPENT]]
    entry = meant(machine, state, left, seat, context)
    linked = machine.abilities[entry[1]]
    if linked.once_a_window or not linked.optional:
        frame[SPENT] += (entry,)
    machine.start(machine, state, entry, seat, context)


def is_new(state: State, card: int) -> None:
    """A card that is got anew can be used anew, in a window that is open too."""
    for frame in state.stack:
        if frame[0] == WINDOW and frame[SPENT]:
            frame[SPENT] = tuple(entry for entry in frame[SPENT] if entry[0] != card)


OFFER_AGAIN = Place()
WINDOW = PROCEDURES.declare(
    "window",
    OFFER_AGAIN,
    offer,
    take,
    remembers=WINDOW_FRAME,
)
