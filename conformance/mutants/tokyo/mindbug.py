"""Misreadings of Mindbug tokens: who has them, when they are used, what else counts as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel import projection
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    atoms,
    borrowed,
    elimination,
    mindbug,
    moments,
    monsters,
    roll,
    selection,
    setup,
    tokens,
    turn,
)
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.selection import MONSTER_FILTERS, Narrow
from oracle.tokyo.table import (
    DECLINE,
    HARMED,
    MINDBUG,
    MONSTER,
    MOST_PLAYERS,
    OUT_OF_GAME,
    PROCEDURES,
    REROLLS,
    SOURCE,
)

AS_IF = Topic("tokyo", "mindbug", "serves-as")

TOKENS_IN_THE_BOX = 8

Json = dict[str, Any]
"""A JSON object. Any: whatever JSON holds."""

# Registers with a bit for each monster have room for as many more: of this turn, of this game.
THIS_TURN, THIS_GAME = HARMED, OUT_OF_GAME


def note(state: State, register: int, seat: int) -> None:
    """Remember something of a monster that the oracle need not know."""
    state.registers[register] |= 1 << MOST_PLAYERS + seat


def is_noted(state: State, register: int, seat: int) -> bool:
    """Whether it was remembered."""
    return bool(state.registers[register] >> MOST_PLAYERS + seat & 1)


def forget(state: State, register: int, seat: int) -> None:
    """Remember it no longer."""
    state.registers[register] &= ~(1 << MOST_PLAYERS + seat)


# --- having tokens -----------------------------------------------------------------------------


@do.verb
def starting_with(change: Changes, number: int) -> None:
    """Let the monsters start with another number of tokens."""

    @change.before(setup.open_box)
    def open_another_box(machine: Tokyo, state: State) -> None:
        if machine.has_tokens:
            for seat in range(machine.players):
                state.counters[machine.mindbugs + seat] = number


AS_IF("the monsters started without a Mindbug token", "kt.mindbug.start").so(
    "none-at-start", starting_with(0)
)
AS_IF("the monsters started with two tokens, as in Mindbug", "kt.mindbug.start").so(
    "two-at-start", starting_with(2)
)


@AS_IF("the tokens of the others were hidden", "kt.mindbug.public")
@do.result(projection.view)
def hidden(json: Json) -> Json:
    for name, belongings in json["players"].items():
        if name != json["seat"]:
            belongings.pop("mindbugs", None)
    return json


@do.verb
def giving(change: Changes, allowed: Any) -> None:
    """Let a monster get only so many tokens; `allowed(machine, state, seat, amount)`."""

    @change.around(tokens.give_token)
    def give_some(
        give_token: Any, machine: Tokyo, state: State, seat: int, kind: str, amount: int
    ) -> None:
        if kind == "mindbug":
            amount = allowed(machine, state, seat, amount)
        give_token(amount=amount)


AS_IF("a monster could have one token only", "kt.mindbug.gain").so(
    "one-at-most",
    giving(
        lambda machine, state, seat, amount: (
            0 if state.counters[machine.mindbugs + seat] else amount
        )
    ),
)
AS_IF("a token gained came in the place of those before", "kt.mindbug.gain").so(
    "replaced",
    giving(lambda machine, state, seat, amount: amount - state.counters[machine.mindbugs + seat]),
)


@AS_IF("there were no more than the 8 tokens of the box", "kt.mindbug.supply")
@giving
def eight_tokens(machine: Tokyo, state: State, seat: int, amount: int) -> int:
    tokens = state.counters[machine.mindbugs : machine.mindbugs + machine.players]
    return min(amount, max(0, TOKENS_IN_THE_BOX - sum(tokens)))


@do.verb
def after_taking(change: Changes, then: Any) -> None:
    """Do something when a roll has been taken; `then(machine, state, seat, roller)`."""

    @change.around(mindbug.take_over)
    def take_over_and(take_over: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        seat = state.answer[1]
        take_over()
        then(machine, state, seat, frame[mindbug.ROLLER])


AS_IF("who has used its token could not gain another one", "kt.mindbug.supply").so(
    "used-up",
    after_taking(lambda machine, state, seat, roller: note(state, THIS_GAME, seat)),
    giving(lambda machine, state, seat, amount: 0 if is_noted(state, THIS_GAME, seat) else amount),
)


# --- when they are used ------------------------------------------------------------------------


AS_IF("a monster could use a token on its own roll", "kt.mindbug.window").so(
    "own-roll", do.put(mindbug, "others", monsters.clockwise)
)


@AS_IF("tokens could be used on each roll, before the roller had stopped", "kt.mindbug.window")
def before_rerolls(change: Changes) -> None:
    offer_reroll = roll.offer_reroll
    step = PROCEDURES.steps[roll.ROLL_PHASE].index(offer_reroll)

    @change.instead(offer_reroll)
    def offer_tokens_before(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[roll.SEAT]
        if is_noted(state, THIS_TURN, seat) or not state.registers[REROLLS]:
            forget(state, THIS_TURN, seat)
            offer_reroll(machine, state, frame)
            return
        note(state, THIS_TURN, seat)
        frame[1] = step
        mindbug.offer_tokens(machine, state, seat)

    @change.before(borrowed.give_back)
    def give_back_from_rolling(state: State, frame: Frame) -> None:
        forget(state, THIS_TURN, frame[mindbug.ROLLER])
        if state.stack[-2][0] == roll.ROLL_PHASE:
            del state.stack[-2]


@AS_IF("a roll could be taken when it was resolved", "kt.mindbug.window")
def after_resolving(change: Changes) -> None:
    steps = list(PROCEDURES.steps[turn.TURNS])
    first, second = steps.index(turn.offer), steps.index(turn.resolve)
    steps[first], steps[second] = turn.resolve, turn.offer
    change.put(PROCEDURES.steps, turn.TURNS, tuple(steps))


Open = Callable[[Tokyo, State, int], None]
"""What opens windows for a monster: `(machine, state, seat)`."""


@do.verb
def opening_after_tokens(change: Changes, open_windows: Open) -> None:
    """Let something be used on a roll when nobody has taken it."""

    @change.after(turn.resolve)
    def open_and_resolve(machine: Tokyo, state: State, frame: Frame) -> None:
        if machine.has_tokens and state.counters[frame[turn.SEAT]]:
            open_windows(machine, state, frame[turn.SEAT])


def open_changes(machine: Tokyo, state: State, seat: int) -> None:
    """What a roller may use before it resolves."""
    moments.open_window(machine, state, ("before-resolving", "during-roll"), seat, (seat, 0))


@AS_IF("tokens were offered before the roller changed its dice", "kt.mindbug.roller-first")
def tokens_first(change: Changes) -> None:
    @change.unless(roll.change)
    def change_later(machine: Tokyo) -> object:
        return machine.has_tokens

    opening_after_tokens(open_changes)(change)


AS_IF(
    "the roller could still change its dice when nobody took the roll", "kt.mindbug.roller-first"
).so("changes-again", opening_after_tokens(open_changes))


@AS_IF("tokens were offered before others reroll the roller's dice", "kt.mindbug.others-first")
def tokens_before_probe(change: Changes) -> None:
    @change.unless(roll.let_others)
    def let_them_later(machine: Tokyo) -> object:
        return machine.has_tokens

    def open_foreign(machine: Tokyo, state: State, seat: int) -> None:
        for other in reversed(monsters.others(machine, state, seat)):
            moments.open_window(machine, state, ("other-rolled",), other, (seat, 0))

    opening_after_tokens(open_foreign)(change)


# --- who is asked, and who has the roll --------------------------------------------------------


@AS_IF("a monster with a token had to use it", "kt.mindbug.offer")
@do.instead(mindbug, "ask")
def must(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
    found = [each for each in options if kind != "mindbug" or each != DECLINE]
    ask(state, kind, seat, found, *rest)


@AS_IF("a roll could be taken without a token", "kt.mindbug.offer")
def without_token(change: Changes) -> None:
    ways = mindbug.ways
    after_taking(no_fewer_than_none)(change)
    change.swap(ways, lambda machine, state, seat: ways(machine, state, seat) or [MINDBUG])


def no_fewer_than_none(machine: Tokyo, state: State, seat: int, roller: int) -> None:
    """Nobody has fewer than no tokens."""
    place = machine.mindbugs + seat
    state.counters[place] = max(0, state.counters[place])


@AS_IF("only the next monster could take the roll", "kt.mindbug.offer")
def next_only(change: Changes) -> None:
    others = monsters.others
    change.put(mindbug, "others", lambda machine, state, seat: others(machine, state, seat)[:1])


@AS_IF("monsters were asked counter-clockwise", "kt.mindbug.first")
def counter_clockwise(change: Changes) -> None:
    others = monsters.others
    change.put(mindbug, "others", lambda machine, state, seat: others(machine, state, seat)[::-1])


@AS_IF("of several who want a roll the last one had it", "kt.mindbug.first")
def last_has_it(change: Changes) -> None:
    @change.relink
    def ask_all(machine: Tokyo) -> None:
        machine.tokens_race = True

    deciding(-1)(change)


@do.verb
def deciding(change: Changes, place: int) -> None:
    """Let the order of seats say who has the roll, not chance."""

    @change.around(mindbug.decide)
    def decide_by_seat(decide: Any, state: State, frame: Frame) -> None:
        if frame[mindbug.WANTED]:
            state.answer = MONSTER[frame[mindbug.WANTED][place][0]]
        else:
            decide()


AS_IF("of several who call the next clockwise always was the first", "kt.mindbug.first").so(
    "race-by-seat", deciding(0)
)


@AS_IF("those who called too late lost their tokens as well", "kt.mindbug.first")
@do.before(mindbug.take_over)
def all_callers_pay(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat, card in frame[mindbug.WANTED]:
        if seat != state.answer[1] and card == mindbug.TOKEN:
            state.counters[machine.mindbugs + seat] -= 1


# --- what using one means ----------------------------------------------------------------------


@do.verb
def paying(change: Changes, left: Any) -> None:
    """Let a use leave another number of tokens; `left(had, has)`."""

    @change.around(mindbug.take_over)
    def take_over_for(take_over: Any, machine: Tokyo, state: State) -> None:
        place = machine.mindbugs + state.answer[1]
        had = state.counters[place]
        take_over()
        state.counters[place] = left(had, state.counters[place])


AS_IF("a token were not discarded by its use", "kt.mindbug.discard").so(
    "kept", paying(lambda had, has: had)
)
AS_IF("all tokens of the mindbugger were discarded", "kt.mindbug.discard").so(
    "all-discarded", paying(lambda had, has: has if has == had else 0)
)


@AS_IF("the token were discarded when the borrowed phases are over", "kt.mindbug.discard")
def discarded_later(change: Changes) -> None:
    @change.around(mindbug.take_over)
    def note_it(take_over: Any, machine: Tokyo, state: State) -> None:
        seat = state.answer[1]
        had = state.counters[machine.mindbugs + seat]
        take_over()
        if state.counters[machine.mindbugs + seat] < had:
            state.counters[machine.mindbugs + seat] = had
            note(state, THIS_TURN, seat)

    @change.before(borrowed.give_back)
    def give_back_and_pay(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[borrowed.TAKER]
        if is_noted(state, THIS_TURN, seat) and state.counters[machine.mindbugs + seat]:
            state.counters[machine.mindbugs + seat] -= 1
        forget(state, THIS_TURN, seat)


@AS_IF("a roll that was taken could be taken again", "kt.mindbug.no-answer")
@do.around(mindbug.take_over)
def answered(take_over: Any, state: State) -> None:
    seat = state.answer[1]
    take_over()
    place = next(n for n, each in enumerate(state.stack) if each[0] == borrowed.BORROWED)
    if sum(each[0] == borrowed.BORROWED for each in state.stack) == 1:
        state.stack.insert(place + 1, [mindbug.TOKENS, 0, seat, 0, ()])


@do.verb
def offering_again(change: Changes, allowed: Any) -> None:
    """Let only some take a further roll of a turn; `allowed(machine, state, seat)`."""

    @change.around(mindbug.ways)
    def some_ways(ways: Any, machine: Tokyo, state: State, seat: int) -> Any:
        again = any(is_noted(state, THIS_TURN, each) for each in range(machine.players))
        if again and not allowed(machine, state, seat):
            return []
        return ways()

    after_taking(lambda machine, state, seat, roller: note(state, THIS_TURN, seat))(change)


AS_IF("a roller could be mindbugged once a turn", "kt.mindbug.again").so(
    "once-a-turn", offering_again(lambda machine, state, seat: False)
)


AS_IF("a monster could use one token a turn", "kt.mindbug.again").so(
    "each-once", offering_again(lambda machine, state, seat: not is_noted(state, THIS_TURN, seat))
)


# --- elimination -------------------------------------------------------------------------------


@AS_IF("an eliminated monster kept its tokens", "kt.mindbug.eliminated")
@do.around(elimination.eliminate)
def dead_keep(eliminate: Any, machine: Tokyo, state: State, seat: int) -> None:
    had = state.counters[machine.mindbugs + seat]
    eliminate()
    state.counters[machine.mindbugs + seat] = had


@AS_IF("a monster that starts afresh lost its tokens", "kt.mindbug.eliminated")
@do.after(elimination.rescue)
def saved_lose(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in frame[elimination.STRUCK]:
        state.counters[machine.mindbugs + seat] = 0


# --- cards that serve as a token ---------------------------------------------------------------


AS_IF("the card could be used only by who has no token", "kt.mindbug.substitute").so(
    "token-first", do.result(mindbug.ways)(lambda found: [MINDBUG] if MINDBUG in found else found)
)


@do.verb
def giving_card(change: Changes, instead: Any) -> None:
    """Do something else with a card used as a token than giving it to the roller."""

    @change.around(EFFECTS, "give-card")
    def bind_otherwise(bind: Any, linker: Linker) -> Any:
        if linker.head != "used":
            return bind()
        return [lambda machine, state, frame: instead(machine, state, frame[SOURCE])]


AS_IF("the card stayed with the one who used it", "kt.mindbug.substitute").so(
    "card-kept", giving_card(lambda machine, state, card: None)
)


AS_IF("the card were discarded like a token", "kt.mindbug.substitute").so(
    "card-discarded",
    giving_card(lambda machine, state, card: atoms.discard(machine, state, card, card, ())),
)


def substitutes(machine: Tokyo, state: State, seat: int) -> int:
    """How many cards a monster has that serve as a token."""
    return len(monsters.said_by(machine, state, "serves-as", seat))


@AS_IF("cards that serve as a token were counted as such", "kt.mindbug.count")
@do.result(selection.amount_of)
def cards_are_tokens(found: int, machine: Tokyo, state: State, resource: str, seat: int) -> int:
    more = resource == "mindbug-tokens" and substitutes(machine, state, seat)
    return found + more


@AS_IF("who has a card that serves as a token were one with a token", "kt.mindbug.count")
@do.result(MONSTER_FILTERS, "with-token")
def card_owners_too(narrow: Narrow) -> Narrow:
    def having(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
        with_token = narrow(machine, state, you, found)
        return [s for s in found if s in with_token or substitutes(machine, state, s)]

    return having
