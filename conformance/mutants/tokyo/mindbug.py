"""Misreadings of Mindbug tokens: who has them, when they are used, what else counts as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel import projection
from oracle.kernel.machine import Machine, Step, ask
from oracle.kernel.state import Frame, Rules, State
from oracle.tokyo import (
    atoms,
    borrowed,
    elimination,
    moments,
    monsters,
    roll,
    selection,
    setup,
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
from rules_dsl.definitions import Call

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


def starting_with(change: Changes, number: int) -> None:
    """Let the monsters start with another number of tokens."""
    open_box = setup.open_box

    def open_another_box(machine: Tokyo, state: State, frame: Frame) -> None:
        if machine.has_tokens:
            for seat in range(machine.players):
                state.counters[machine.mindbugs + seat] = number
        open_box(machine, state, frame)

    change.swap(open_box, open_another_box)


@AS_IF("none-at-start", "the monsters started without a Mindbug token", "kt.mindbug.start")
def none_at_start(change: Changes) -> None:
    starting_with(change, 0)


@AS_IF("two-at-start", "the monsters started with two tokens, as in Mindbug", "kt.mindbug.start")
def two_at_start(change: Changes) -> None:
    starting_with(change, 2)


@AS_IF("hidden", "the tokens of the others were hidden", "kt.mindbug.public")
def hidden(change: Changes) -> None:
    view = projection.view

    def view_without(machine: Machine, state: State, handles: list[str], seat: int) -> Json:
        json = view(machine, state, handles, seat)
        for name, belongings in json["players"].items():
            if name != json["seat"]:
                belongings.pop("mindbugs", None)
        return json

    change.swap(view, view_without)


def giving(change: Changes, allowed: Any) -> None:
    """Let a monster get only so many tokens; `allowed(machine, state, seat, amount)`."""
    give_token = atoms.give_token

    def give_some(
        machine: Tokyo, state: State, seat: int, kind: str, amount: int, cause: int, rules: Rules
    ) -> None:
        if kind == "mindbug":
            amount = allowed(machine, state, seat, amount)
        give_token(machine, state, seat, kind, amount, cause, rules)

    change.swap(give_token, give_some)


@AS_IF("one-at-most", "a monster could have one token only", "kt.mindbug.gain")
def one_at_most(change: Changes) -> None:
    giving(
        change,
        lambda machine, state, seat, amount: (
            0 if state.counters[machine.mindbugs + seat] else amount
        ),
    )


@AS_IF("replaced", "a token gained came in the place of those before", "kt.mindbug.gain")
def replaced(change: Changes) -> None:
    giving(
        change,
        lambda machine, state, seat, amount: amount - state.counters[machine.mindbugs + seat],
    )


@AS_IF("eight-tokens", "there were no more than the 8 tokens of the box", "kt.mindbug.supply")
def eight_tokens(change: Changes) -> None:
    def left_in_the_box(machine: Tokyo, state: State, seat: int, amount: int) -> int:
        tokens = state.counters[machine.mindbugs : machine.mindbugs + machine.players]
        return min(amount, max(0, TOKENS_IN_THE_BOX - sum(tokens)))

    giving(change, left_in_the_box)


def after_taking(change: Changes, then: Any) -> None:
    """Do something when a roll has been taken; `then(machine, state, seat, roller)`."""
    take_over = borrowed.take_over

    def take_over_and(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = state.answer[1]
        take_over(machine, state, frame)
        then(machine, state, seat, frame[borrowed.ROLLER])

    change.swap(take_over, take_over_and)


@AS_IF("used-up", "who has used its token could not gain another one", "kt.mindbug.supply")
def used_up(change: Changes) -> None:
    after_taking(change, lambda machine, state, seat, roller: note(state, THIS_GAME, seat))
    giving(
        change,
        lambda machine, state, seat, amount: 0 if is_noted(state, THIS_GAME, seat) else amount,
    )


# --- when they are used ------------------------------------------------------------------------


@AS_IF("own-roll", "a monster could use a token on its own roll", "kt.mindbug.window")
def own_roll(change: Changes) -> None:
    change.put(borrowed, "others", monsters.clockwise)


@AS_IF(
    "before-rerolls",
    "tokens could be used on each roll, before the roller had stopped",
    "kt.mindbug.window",
)
def before_rerolls(change: Changes) -> None:
    offer_reroll, give_back = roll.offer_reroll, borrowed.give_back
    step = PROCEDURES.steps[roll.ROLL_PHASE].index(offer_reroll)

    def offer_tokens_before(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[roll.SEAT]
        if is_noted(state, THIS_TURN, seat) or not state.registers[REROLLS]:
            forget(state, THIS_TURN, seat)
            offer_reroll(machine, state, frame)
            return
        note(state, THIS_TURN, seat)
        frame[1] = step
        borrowed.offer_tokens(machine, state, seat)

    def give_back_from_rolling(machine: Tokyo, state: State, frame: Frame) -> None:
        forget(state, THIS_TURN, frame[borrowed.ROLLER])
        if state.stack[-2][0] == roll.ROLL_PHASE:
            del state.stack[-2]
        give_back(machine, state, frame)

    change.swap(offer_reroll, offer_tokens_before)
    change.swap(give_back, give_back_from_rolling)


@AS_IF("after-resolving", "a roll could be taken when it was resolved", "kt.mindbug.window")
def after_resolving(change: Changes) -> None:
    steps = list(PROCEDURES.steps[turn.TURNS])
    first, second = steps.index(turn.offer), steps.index(turn.resolve)
    steps[first], steps[second] = turn.resolve, turn.offer
    change.put(PROCEDURES.steps, turn.TURNS, tuple(steps))


Open = Callable[[Tokyo, State, int], None]
"""What opens windows for a monster: `(machine, state, seat)`."""


def opening_after_tokens(change: Changes, open_windows: Open) -> None:
    """Let something be used on a roll when nobody has taken it."""
    resolve = turn.resolve

    def open_and_resolve(machine: Tokyo, state: State, frame: Frame) -> None:
        resolve(machine, state, frame)
        if machine.has_tokens and state.counters[frame[turn.SEAT]]:
            open_windows(machine, state, frame[turn.SEAT])

    change.swap(resolve, open_and_resolve)


def open_changes(machine: Tokyo, state: State, seat: int) -> None:
    """What a roller may use before it resolves."""
    moments.open_window(machine, state, ("before-resolving", "during-roll"), seat, (seat, 0))


@AS_IF(
    "tokens-first",
    "tokens were offered before the roller changed its dice",
    "kt.mindbug.roller-first",
)
def tokens_first(change: Changes) -> None:
    change_dice = roll.change

    def change_later(machine: Tokyo, state: State, frame: Frame) -> None:
        if not machine.has_tokens:
            change_dice(machine, state, frame)

    change.swap(change_dice, change_later)
    opening_after_tokens(change, open_changes)


@AS_IF(
    "changes-again",
    "the roller could still change its dice when nobody took the roll",
    "kt.mindbug.roller-first",
)
def changes_again(change: Changes) -> None:
    opening_after_tokens(change, open_changes)


@AS_IF(
    "tokens-before-probe",
    "tokens were offered before others reroll the roller's dice",
    "kt.mindbug.others-first",
)
def tokens_before_probe(change: Changes) -> None:
    let_others = roll.let_others

    def let_them_later(machine: Tokyo, state: State, frame: Frame) -> None:
        if not machine.has_tokens:
            let_others(machine, state, frame)

    def open_foreign(machine: Tokyo, state: State, seat: int) -> None:
        for other in reversed(monsters.others(machine, state, seat)):
            moments.open_window(machine, state, ("other-rolled",), other, (seat, 0))

    change.swap(let_others, let_them_later)
    opening_after_tokens(change, open_foreign)


# --- who is asked, and who has the roll --------------------------------------------------------


@AS_IF("must", "a monster with a token had to use it", "kt.mindbug.offer")
def must(change: Changes) -> None:
    def ask_to_use(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        found = [each for each in options if kind != "mindbug" or each != DECLINE]
        ask(state, kind, seat, found, *rest)

    change.put(borrowed, "ask", ask_to_use)


@AS_IF("without-token", "a roll could be taken without a token", "kt.mindbug.offer")
def without_token(change: Changes) -> None:
    ways = borrowed.ways
    after_taking(change, no_fewer_than_none)
    change.swap(ways, lambda machine, state, seat: ways(machine, state, seat) or [MINDBUG])


def no_fewer_than_none(machine: Tokyo, state: State, seat: int, roller: int) -> None:
    """Nobody has fewer than no tokens."""
    place = machine.mindbugs + seat
    state.counters[place] = max(0, state.counters[place])


@AS_IF("next-only", "only the next monster could take the roll", "kt.mindbug.offer")
def next_only(change: Changes) -> None:
    others = monsters.others
    change.put(borrowed, "others", lambda machine, state, seat: others(machine, state, seat)[:1])


@AS_IF("counter-clockwise", "monsters were asked counter-clockwise", "kt.mindbug.first")
def counter_clockwise(change: Changes) -> None:
    others = monsters.others
    change.put(borrowed, "others", lambda machine, state, seat: others(machine, state, seat)[::-1])


@AS_IF("last-has-it", "of several who want a roll the last one had it", "kt.mindbug.first")
def last_has_it(change: Changes) -> None:
    def ask_all(machine: Tokyo) -> None:
        machine.tokens_race = True

    deciding(change, -1)
    change.relink(ask_all)


@AS_IF(
    "race-by-seat",
    "of several who call the next clockwise always was the first",
    "kt.mindbug.first",
)
def race_by_seat(change: Changes) -> None:
    deciding(change, 0)


def deciding(change: Changes, place: int) -> None:
    """Let the order of seats say who has the roll, not chance."""
    decide = borrowed.decide

    def decide_by_seat(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[borrowed.WANTED]:
            state.answer = MONSTER[frame[borrowed.WANTED][place][0]]
        else:
            decide(machine, state, frame)

    change.swap(decide, decide_by_seat)


@AS_IF(
    "all-callers-pay",
    "those who called too late lost their tokens as well",
    "kt.mindbug.first",
)
def all_callers_pay(change: Changes) -> None:
    take_over = borrowed.take_over

    def take_over_from_all(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat, card in frame[borrowed.WANTED]:
            if seat != state.answer[1] and card == borrowed.TOKEN:
                state.counters[machine.mindbugs + seat] -= 1
        take_over(machine, state, frame)

    change.swap(take_over, take_over_from_all)


# --- what using one means ----------------------------------------------------------------------


def paying(change: Changes, left: Any) -> None:
    """Let a use leave another number of tokens; `left(had, has)`."""
    take_over = borrowed.take_over

    def take_over_for(machine: Tokyo, state: State, frame: Frame) -> None:
        place = machine.mindbugs + state.answer[1]
        had = state.counters[place]
        take_over(machine, state, frame)
        state.counters[place] = left(had, state.counters[place])

    change.swap(take_over, take_over_for)


@AS_IF("kept", "a token were not discarded by its use", "kt.mindbug.discard")
def kept(change: Changes) -> None:
    paying(change, lambda had, has: had)


@AS_IF("all-discarded", "all tokens of the mindbugger were discarded", "kt.mindbug.discard")
def all_discarded(change: Changes) -> None:
    paying(change, lambda had, has: has if has == had else 0)


@AS_IF(
    "discarded-later",
    "the token were discarded when the borrowed phases are over",
    "kt.mindbug.discard",
)
def discarded_later(change: Changes) -> None:
    take_over, give_back = borrowed.take_over, borrowed.give_back

    def note_it(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = state.answer[1]
        had = state.counters[machine.mindbugs + seat]
        take_over(machine, state, frame)
        if state.counters[machine.mindbugs + seat] < had:
            state.counters[machine.mindbugs + seat] = had
            note(state, THIS_TURN, seat)

    def give_back_and_pay(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[borrowed.TAKER]
        if is_noted(state, THIS_TURN, seat) and state.counters[machine.mindbugs + seat]:
            state.counters[machine.mindbugs + seat] -= 1
        forget(state, THIS_TURN, seat)
        give_back(machine, state, frame)

    change.swap(take_over, note_it)
    change.swap(give_back, give_back_and_pay)


@AS_IF("answered", "a roll that was taken could be taken again", "kt.mindbug.no-answer")
def answered(change: Changes) -> None:
    take_over = borrowed.take_over

    def take_over_and_offer(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = state.answer[1]
        take_over(machine, state, frame)
        place = next(n for n, each in enumerate(state.stack) if each[0] == borrowed.BORROWED)
        if sum(each[0] == borrowed.BORROWED for each in state.stack) == 1:
            state.stack.insert(place + 1, [borrowed.TOKENS, 0, seat, 0, ()])

    change.swap(take_over, take_over_and_offer)


@AS_IF("once-a-turn", "a roller could be mindbugged once a turn", "kt.mindbug.again")
def once_a_turn(change: Changes) -> None:
    offering_again(change, lambda machine, state, seat: False)


@AS_IF("each-once", "a monster could use one token a turn", "kt.mindbug.again")
def each_once(change: Changes) -> None:
    offering_again(change, lambda machine, state, seat: not is_noted(state, THIS_TURN, seat))


def offering_again(change: Changes, allowed: Any) -> None:
    """Let only some take a further roll of a turn; `allowed(machine, state, seat)`."""
    ways = borrowed.ways

    def some_ways(machine: Tokyo, state: State, seat: int) -> list[tuple[Any, ...]]:
        again = any(is_noted(state, THIS_TURN, each) for each in range(machine.players))
        if again and not allowed(machine, state, seat):
            return []
        return ways(machine, state, seat)

    after_taking(change, lambda machine, state, seat, roller: note(state, THIS_TURN, seat))
    change.swap(ways, some_ways)


# --- elimination -------------------------------------------------------------------------------


@AS_IF("dead-keep", "an eliminated monster kept its tokens", "kt.mindbug.eliminated")
def dead_keep(change: Changes) -> None:
    eliminate = elimination.eliminate

    def eliminate_but_tokens(machine: Tokyo, state: State, seat: int, *, by_claws: bool) -> None:
        had = state.counters[machine.mindbugs + seat]
        eliminate(machine, state, seat, by_claws=by_claws)
        state.counters[machine.mindbugs + seat] = had

    change.swap(eliminate, eliminate_but_tokens)


@AS_IF("saved-lose", "a monster that starts afresh lost its tokens", "kt.mindbug.eliminated")
def saved_lose(change: Changes) -> None:
    rescue = elimination.rescue

    def rescue_without(machine: Tokyo, state: State, frame: Frame) -> None:
        rescue(machine, state, frame)
        for seat in frame[elimination.STRUCK]:
            state.counters[machine.mindbugs + seat] = 0

    change.swap(rescue, rescue_without)


# --- cards that serve as a token ---------------------------------------------------------------


@AS_IF("token-first", "the card could be used only by who has no token", "kt.mindbug.substitute")
def token_first(change: Changes) -> None:
    ways = borrowed.ways

    def tokens_or_cards(machine: Tokyo, state: State, seat: int) -> list[tuple[Any, ...]]:
        found = ways(machine, state, seat)
        return [MINDBUG] if MINDBUG in found else found

    change.swap(ways, tokens_or_cards)


@AS_IF("card-kept", "the card stayed with the one who used it", "kt.mindbug.substitute")
def card_kept(change: Changes) -> None:
    giving_card(change, lambda machine, state, card: None)


@AS_IF("card-discarded", "the card were discarded like a token", "kt.mindbug.substitute")
def card_discarded(change: Changes) -> None:
    giving_card(change, lambda machine, state, card: atoms.discard(machine, state, card, card, ()))


def giving_card(change: Changes, instead: Any) -> None:
    """Do something else with a card used as a token than giving it to the roller."""
    bind = EFFECTS["give-card"]

    def bind_otherwise(linker: Linker, call: Call) -> list[Step]:
        if linker.head != "used":
            return bind(linker, call)
        return [lambda machine, state, frame: instead(machine, state, frame[SOURCE])]

    change.put(EFFECTS, "give-card", bind_otherwise)


def substitutes(machine: Tokyo, state: State, seat: int) -> int:
    """How many cards a monster has that serve as a token."""
    return len(monsters.said_by(machine, state, "serves-as", seat))


@AS_IF("cards-are-tokens", "cards that serve as a token were counted as such", "kt.mindbug.count")
def cards_are_tokens(change: Changes) -> None:
    amount_of = selection.amount_of

    def amount_with_cards(machine: Tokyo, state: State, resource: str, seat: int) -> int:
        found = amount_of(machine, state, resource, seat)
        more = resource == "mindbug-tokens" and substitutes(machine, state, seat)
        return found + more

    change.swap(amount_of, amount_with_cards)


@AS_IF(
    "card-owners-too",
    "who has a card that serves as a token were one with a token",
    "kt.mindbug.count",
)
def card_owners_too(change: Changes) -> None:
    bind = MONSTER_FILTERS["with-token"]

    def bind_with_cards(linker: Linker, call: Call) -> Narrow:
        narrow = bind(linker, call)

        def having(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
            with_token = narrow(machine, state, you, found)
            return [s for s in found if s in with_token or substitutes(machine, state, s)]

        return having

    change.put(MONSTER_FILTERS, "with-token", bind_with_cards)
