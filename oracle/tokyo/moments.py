"""Moments: when abilities of cards work, who is asked, and in which order.

At a moment all that a monster has for it is carried out, one after another in the order it chooses.
A window is a moment at which a monster may use what it has, as often as it can, until it declines.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State

from .atoms import move_evolution
from .monsters import texts
from .table import AREA, BOUGHT, DECLINE, NONE, PLAY_CARD, PROCEDURES
from .uses import in_use

if TYPE_CHECKING:
    from .machine import Linked, Tokyo

Entry = tuple[int, int]
"""`(card, ability)`."""

Context = tuple[int, int]
"""The monster that a moment is about, and how much changed."""

NOBODY: Context = (NONE, 0)

TOGETHER = frozenset({"adding", "adding-to-claws", "settling", "starts-in-tokyo", "heartless"})
"""Moments at which all works together, so that nobody chooses an order."""

FOR_THE_FALLEN = frozenset({"heartless", "wounded"})
"""Moments that a monster without hearts still has."""

# Locals of the frame of a moment.
SEAT, ABOUT, LEFT, ORDERLESS, LAST = 2, 3, 4, 5, 6
# Locals of the frame of a window.
HEADS, SPENT = 4, 5

ORDER = ("kt.card.waiting",)
MAY = ("kt.card.may",)
AGAIN = ("kt.card.may", "kt.card.again")

WINDOWS = frozenset(
    {
        "before-roll",
        "during-roll",
        "other-rolled",
        "before-resolving",
        "would-lose",
        "would-be-wounded",
        "revealing",
        "other-resolved",
        "other-gains-stars",
        "any-time",
    }
)
"""Moments at which the owner is asked what to use; the question stands for a `you may`."""


def at(machine: Tokyo, state: State, head: str, seat: int) -> list[Entry]:
    """The abilities that a monster has for a moment."""
    table = machine.triggered[head]
    if not table and not state.lasting:
        return []
    found: list[Entry] = []
    for card, definition in texts(machine, state, seat):
        if definition in table:
            found += [(card, number) for number in table[definition]]
    if state.lasting:
        for card, use in in_use(machine, state, seat):
            found += [(card, number) for number in use.triggered.get(head, ())]
    return found


def effect_frame(linked: Linked, card: int, seat: int, context: Context) -> Frame:
    """A frame that runs an ability."""
    return [linked.code, 0, card, seat, linked.number, context, 0] + [0] * linked.size


def start(machine: Tokyo, state: State, entry: Entry, seat: int, context: Context) -> None:
    """Let an ability work."""
    card, number = entry
    linked = machine.abilities[number]
    rules = linked.rules
    own = state.cards[card]
    if own in machine.copiers and linked.definition != machine.definitions[own].id:
        rules += ("kt.copy.text", "kt.copy.this-card", "kt.copy.own-tokens")
    state.log.append(("trigger", rules, card, card, number, seat))
    if linked.once:
        note_used(state, card, number)
    state.stack.append(effect_frame(linked, card, seat, context))


def applies(machine: Tokyo, state: State, entry: Entry, seat: int, context: Context) -> bool:
    """Whether an ability can work now."""
    card, number = entry
    linked = machine.abilities[number]
    if linked.once and was_used(state, card, number):
        return False
    if linked.uses and machine.new_ones_wait and card in state.stack[0][TAKEN_NOW]:
        return False
    return linked.possible(machine, state, card, seat, context)


# --- once a turn ---------------------------------------------------------------------------------

USED, TAKEN_NOW = 6, 10
"""Locals of the frame of turns: what was used in this turn, and what was taken without buying."""


def was_used(state: State, card: int, number: int) -> bool:
    """Whether an ability was used in this turn. rule: kt.card.once"""
    return (card, number) in state.stack[0][USED]


def note_used(state: State, card: int, number: int) -> None:
    """Remember that an ability was used."""
    frame = state.stack[0]
    frame[USED] = (*frame[USED], (card, number))


# --- moments -------------------------------------------------------------------------------------


def happen(machine: Tokyo, state: State, head: str, seat: int, context: Context = NOBODY) -> None:
    """Let all abilities of a monster for a moment work."""
    if not state.counters[seat] and head not in FOR_THE_FALLEN:
        return
    if machine.has_evolutions and fitting(machine, state, head, seat, context):
        state.stack.append([PLAY_AT, 0, seat, context, HEAD_NUMBER[head]])
        return
    found = at(machine, state, head, seat)
    begin_moment(state, seat, context, found, ordered=head not in TOGETHER)


def fitting(machine: Tokyo, state: State, head: str, seat: int, context: Context) -> list[int]:
    """The permanent evolution cards in a hand that would work at this moment."""
    table = machine.triggered[head]
    return [
        card
        for card in sorted(state.zones[machine.hand + seat])
        if state.cards[card] in machine.permanent
        and any(
            applies(machine, state, (card, number), seat, context)
            for number in table.get(state.cards[card], ())
        )
    ]


def offer_fitting(machine: Tokyo, state: State, frame: Frame) -> None:
    """A permanent card may be played at the moment it names. rule: kt.evolution.named-moment"""
    head = HEADS_BY_NUMBER[frame[HEADS]]
    found = fitting(machine, state, head, frame[SEAT], frame[ABOUT])
    if not found:
        state.answer = DECLINE
        return
    options = [*(PLAY_CARD[card] for card in found), DECLINE]
    rules = ("kt.evolution.named-moment", "kt.evolution.play")
    ask(state, "play", frame[SEAT], options, -1, -1, NONE, rules)


def take_fitting(machine: Tokyo, state: State, frame: Frame) -> None:
    """It is played; when all is, the moment comes."""
    seat = frame[SEAT]
    if state.answer != DECLINE:
        play_it(machine, state, state.answer[1], seat)
        frame[1] = 0
        return
    head = HEADS_BY_NUMBER[frame[HEADS]]
    state.stack.pop()
    found = at(machine, state, head, seat)
    begin_moment(state, seat, frame[ABOUT], found, ordered=head not in TOGETHER)


PLAY_AT = PROCEDURES.declare("play-at", offer_fitting, take_fitting, remembers=3)


def happen_to(
    machine: Tokyo,
    state: State,
    head: str,
    card: int,
    definition: int,
    seat: int,
    context: Context | None = None,
) -> None:
    """Let the abilities work that one card has for a moment by one definition."""
    numbers = machine.triggered[head].get(definition, ())
    about = (seat, 0) if context is None else context
    begin_moment(state, seat, about, [(card, number) for number in numbers])


def tell_waiting(state: State, seats: list[int]) -> None:
    """Tell that effects of several monsters come one after another. rule: kt.card.waiting"""
    several = len(set(seats))
    if several > 1:
        state.log.append(("one-after-another", ORDER, NONE, several))


def begin_moment(
    state: State, seat: int, context: Context, found: list[Entry], *, ordered: bool = True
) -> None:
    """Let these abilities of a monster work, one after another."""
    if found:
        state.stack.append([MOMENT, 0, seat, context, tuple(found), int(not ordered), NONE])
        if len(found) > 1:
            state.log.append(("together", ("kt.card.add-up",), NONE, seat, len(found)))


def pick(machine: Tokyo, state: State, frame: Frame) -> None:
    """Which is next of those that apply now; when none does, the moment is over."""
    seat, context = frame[SEAT], frame[ABOUT]
    ready: list[Entry] = []
    before: list[int] = []
    for entry in frame[LEFT]:
        # Lines of one card work in their order.
        if entry[0] not in before and works(machine, state, entry[0], seat):
            before.append(entry[0])
            if applies(machine, state, entry, seat, context):
                ready.append(entry)
            else:
                before.pop()
    same = [entry for entry in ready if entry[0] == frame[LAST]]
    ready = same or ready  # the lines of one card are not parted
    if not ready:
        state.stack.pop()
        return
    if len(ready) == 1 or frame[ORDERLESS]:
        card, number = ready[0]
        state.answer = ("resolve", card, number)
        return
    options = [("resolve", card, number) for card, number in sorted(ready)]
    ask(state, "order", seat, options, -1, -1, NONE, ORDER)


def works(machine: Tokyo, state: State, card: int, seat: int) -> bool:
    """Whether abilities of a card can work for a monster: it lies there, or is in use."""
    place = state.where[card]
    if place in (AREA + seat, BOUGHT):
        return True
    if machine.has_evolutions and place in (machine.evolved + seat, machine.hand + seat):
        return True
    return any(card == each for each, _ in in_use(machine, state, seat))


def begin(machine: Tokyo, state: State, frame: Frame) -> None:
    """Carry the chosen ability out."""
    _, card, number = state.answer
    left = list(frame[LEFT])
    left.remove((card, number))
    frame[LEFT] = tuple(left)
    frame[LAST] = card
    frame[1] = 0
    start(machine, state, (card, number), frame[SEAT], frame[ABOUT])


MOMENT = PROCEDURES.declare("moment", pick, begin, remembers=5)


# --- windows -------------------------------------------------------------------------------------


def open_window(
    machine: Tokyo, state: State, heads: tuple[str, ...], seat: int, context: Context = NOBODY
) -> None:
    """Ask a monster what it uses, until it declines."""
    fits = machine.has_evolutions and any(
        fitting(machine, state, head, seat, context) for head in heads
    )
    if fits or usable(machine, state, heads, seat, context):
        numbers = tuple(map(HEAD_NUMBER.__getitem__, heads))
        state.stack.append([WINDOW, 0, seat, context, numbers, ()])


def usable(
    machine: Tokyo, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> list[Entry]:
    """What a monster can use now, of these moments."""
    stopped = "before-resolving" in heads  # what gives rerolls comes too late
    return [
        entry
        for head in heads
        for entry in at(machine, state, head, seat)
        if applies(machine, state, entry, seat, context)
        and not (stopped and machine.abilities[entry[1]].before_stop)
    ]


def offer_use(
    state: State,
    seat: int,
    found: list[Entry],
    rules: Rules = AGAIN,
    kind: str = "use",
    plays: list[int] | None = None,
) -> None:
    """Ask what to use, or which evolution card to play for it, or to decline."""
    options: list[tuple[str, ...] | tuple[str, int] | tuple[str, int, int]] = [
        ("use", card, number) for card, number in sorted(found)
    ]
    if plays:
        options += [PLAY_CARD[card] for card in plays]
        rules += ("kt.evolution.named-moment", "kt.evolution.play")
    ask(state, kind, seat, [*options, DECLINE], -1, -1, NONE, rules)


def to_play(
    machine: Tokyo, state: State, heads: tuple[str, ...], seat: int, context: Context
) -> list[int]:
    """The permanent evolution cards in a hand that would work in one of these windows."""
    if not machine.has_evolutions:
        return []
    found = [card for head in heads for card in fitting(machine, state, head, seat, context)]
    return sorted(set(found))


def play_it(machine: Tokyo, state: State, card: int, seat: int) -> None:
    """A permanent card is played at the moment it names. rule: kt.evolution.named-moment"""
    move_evolution(state, card, machine.evolved + seat)
    state.log.append(("play", ("kt.evolution.named-moment",), card, seat, card))


def offer(machine: Tokyo, state: State, frame: Frame) -> None:
    """What can be used now is offered."""
    heads = tuple(HEADS_BY_NUMBER[number] for number in frame[HEADS])
    found = usable(machine, state, heads, frame[SEAT], frame[ABOUT])
    found = [entry for entry in found if entry not in frame[SPENT]]
    plays = to_play(machine, state, heads, frame[SEAT], frame[ABOUT])
    if not (found or plays) or not state.counters[frame[SEAT]]:
        state.stack.pop()
        return
    rules = tuple(rule for head in heads for rule in WINDOW_RULES.get(head, ()))
    offer_use(state, frame[SEAT], found, AGAIN + rules, plays=plays)


def take(machine: Tokyo, state: State, frame: Frame) -> None:
    """Use it, and ask again."""
    if state.answer == DECLINE:
        return
    frame[1] = 0
    if state.answer[0] == "play":
        play_it(machine, state, state.answer[1], frame[SEAT])
        return
    _, card, number = state.answer
    if machine.abilities[number].uses:
        frame[SPENT] += ((card, number),)
    start(machine, state, (card, number), frame[SEAT], frame[ABOUT])


WINDOW_RULES: dict[str, Rules] = {
    "before-roll": ("kt.keyword.before-roll", "kt.keyword.choice", "kt.keyword.several"),
    "other-rolled": ("kt.roll.foreign-die", "kt.roll.foreign-order", "kt.roll.steps"),
    "before-resolving": ("kt.dice.change", "kt.roll.steps"),
}

WINDOW = PROCEDURES.declare("window", offer, take, remembers=4)

HEADS_BY_NUMBER: list[str] = []
HEAD_NUMBER: dict[str, int] = {}


def number_heads(heads: tuple[str, ...]) -> None:
    """Give all moments numbers, by which frames know them."""
    HEADS_BY_NUMBER[:] = heads
    HEAD_NUMBER.clear()
    HEAD_NUMBER.update({head: number for number, head in enumerate(heads)})
