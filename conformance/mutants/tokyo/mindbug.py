"""Misreadings of Mindbug tokens: who has them, when they are used, what else counts as one."""

from __future__ import annotations

from operator import setitem
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel import projection
from oracle.kernel.state import Frame, State
from oracle.tokyo import (
    atoms,
    borrowed,
    buy,
    damage,
    elimination,
    losses,
    mindbug,
    moments,
    monsters,
    roll,
    selection,
    setup,
    table,
    tokens,
    turn,
)
from oracle.tokyo.binding import EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Change, Tokyo
from oracle.tokyo.selection import MONSTER_FILTERS, Narrow
from oracle.tokyo.table import AREA, SOURCE, YOU
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("tokyo", "mindbug", "serves-as")

TOKENS_IN_THE_BOX = 8

Json = dict[str, Any]
"""A JSON object. Any: whatever JSON holds."""

# Registers with a bit for each monster have room for as many more: of this turn, of this game.
THIS_TURN, THIS_GAME = table.HARMED, table.OUT_OF_GAME


def note(state: State, register: int, seat: int) -> None:
    """Remember something of a monster that the oracle need not know."""
    state.registers[register] |= 1 << table.MOST_PLAYERS + seat


def is_noted(state: State, register: int, seat: int) -> bool:
    """Whether it was remembered."""
    return bool(state.registers[register] >> table.MOST_PLAYERS + seat & 1)


def forget(state: State, register: int, seat: int) -> None:
    """Remember it no longer."""
    state.registers[register] &= ~(1 << table.MOST_PLAYERS + seat)


# --- having tokens -----------------------------------------------------------------------------
@own.before(setup.open_box)
def starting_with(number: int, machine: Tokyo, state: State) -> None:
    """Let the monsters start with another number of tokens."""
    if machine.has_tokens:
        for seat in range(machine.players):
            state.counters[machine.mindbugs + seat] = number


@AS_IF("the tokens of the others were hidden", "kt.mindbug.public")
@do.result(projection.view)
def hidden(json: Json) -> Json:
    for name, belongings in json["players"].items():
        if name != json["seat"]:
            belongings.pop("mindbugs", None)
    return json


@own.around(tokens.give_token)
def giving(
    allowed: Any, give_token: Any, machine: Tokyo, state: State, seat: int, kind: str, amount: int
) -> None:
    """Let a monster get only so many tokens; `allowed(machine, state, seat, amount)`."""
    if kind == "mindbug":
        amount = allowed(machine, state, seat, amount)
    give_token(amount=amount)


@AS_IF("there were no more than the 8 tokens of the box", "kt.mindbug.supply")
@giving
def eight_tokens(machine: Tokyo, state: State, seat: int, amount: int) -> int:
    tokens = state.counters[machine.mindbugs : machine.mindbugs + machine.players]
    return min(amount, max(0, TOKENS_IN_THE_BOX - sum(tokens)))


@own.around(mindbug.take_over)
def after_taking(then: Any, take_over: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Do something when a roll has been taken; `then(machine, state, seat, roller)`."""
    seat = state.answer[1]
    take_over()
    then(machine, state, seat, frame[mindbug.ROLLER])


AS_IF("the monsters started without a Mindbug token", "kt.mindbug.start").so(
    "none-at-start", starting_with(0)
)
AS_IF("the monsters started with two tokens, as in Mindbug", "kt.mindbug.start").so(
    "two-at-start", starting_with(2)
)
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
AS_IF("who has used its token could not gain another one", "kt.mindbug.supply").so(
    "used-up",
    after_taking(lambda machine, state, seat, roller: note(state, THIS_GAME, seat)),
    giving(lambda machine, state, seat, amount: 0 if is_noted(state, THIS_GAME, seat) else amount),
)


# --- when they are used ------------------------------------------------------------------------
@AS_IF("tokens could be used on each roll, before the roller had stopped", "kt.mindbug.window")
def before_rerolls(change: Changes) -> None:
    offer_reroll = roll.offer_reroll
    step = table.PROCEDURES.steps[roll.ROLL_PHASE].index(offer_reroll)

    @change.instead(offer_reroll)
    def offer_tokens_before(machine: Tokyo, state: State, frame: Frame) -> None:
        seat = frame[roll.SEAT]
        if is_noted(state, THIS_TURN, seat) or not state.registers[table.REROLLS]:
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


@own.after(turn.resolve)
def opening_after_tokens(open_windows: Any, machine: Tokyo, state: State, frame: Frame) -> None:
    """Let something be used on a roll when nobody has taken it."""
    if machine.has_tokens and state.counters[frame[turn.SEAT]]:
        open_windows(machine, state, frame[turn.SEAT])


def open_changes(machine: Tokyo, state: State, seat: int) -> None:
    """What a roller may use before it resolves."""
    moments.open_window(machine, state, ("before-resolving", "during-roll"), seat, (seat, 0))


@AS_IF("tokens were offered before others reroll the roller's dice", "kt.mindbug.others-first")
@own.also(do.unless(roll.let_others)(lambda machine: machine.has_tokens))
@opening_after_tokens
def tokens_before_probe(machine: Tokyo, state: State, seat: int) -> None:
    for other in reversed(monsters.others(machine, state, seat)):
        moments.open_window(machine, state, ("other-rolled",), other, (seat, 0))


AS_IF("a monster could use a token on its own roll", "kt.mindbug.window").so(
    "own-roll", do.put(mindbug, "others", monsters.clockwise)
)
AS_IF("a roll could be taken when it was resolved", "kt.mindbug.window").so(
    "after-resolving", own.in_order(turn.TURNS, turn.resolve, turn.offer)
)
AS_IF("tokens were offered before the roller changed its dice", "kt.mindbug.roller-first").so(
    "tokens-first",
    do.unless(roll.change)(lambda machine: machine.has_tokens),
    opening_after_tokens(open_changes),
)
AS_IF(
    "the roller could still change its dice when nobody took the roll", "kt.mindbug.roller-first"
).so("changes-again", opening_after_tokens(open_changes))


# --- who is asked, and who has the roll --------------------------------------------------------
def no_fewer_than_none(machine: Tokyo, state: State, seat: int, roller: int) -> None:
    """Nobody has fewer than no tokens."""
    place = machine.mindbugs + seat
    state.counters[place] = max(0, state.counters[place])


@own.around(mindbug.decide)
def deciding(place: int, decide: Any, state: State, frame: Frame) -> None:
    """Let the order of seats say who has the roll, not chance."""
    if frame[mindbug.WANTED]:
        state.answer = table.MONSTER[frame[mindbug.WANTED][place][0]]
    else:
        decide()


@AS_IF("those who called too late lost their tokens as well", "kt.mindbug.first")
@do.before(mindbug.take_over)
def all_callers_pay(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat, card in frame[mindbug.WANTED]:
        if seat != state.answer[1] and card == mindbug.TOKEN:
            state.counters[machine.mindbugs + seat] -= 1


AS_IF("a monster with a token had to use it", "kt.mindbug.offer").so(
    "must", own.offers(mindbug, "mindbug", own.undeclined)
)
AS_IF("a roll could be taken without a token", "kt.mindbug.offer").so(
    "without-token",
    after_taking(no_fewer_than_none),
    do.result(mindbug.ways)(lambda ways: ways or [table.MINDBUG]),
)
AS_IF("only the next monster could take the roll", "kt.mindbug.offer").so(
    "next-only", do.result(mindbug, "others")(lambda found: found[:1])
)
AS_IF("monsters were asked counter-clockwise", "kt.mindbug.first").so(
    "counter-clockwise", do.result(mindbug, "others")(lambda found: found[::-1])
)
AS_IF("of several who want a roll the last one had it", "kt.mindbug.first").so(
    "last-has-it", do.answer("tokens_race", True), deciding(-1)
)
AS_IF("of several who call the next clockwise always was the first", "kt.mindbug.first").so(
    "race-by-seat", deciding(0)
)


# --- what using one means ----------------------------------------------------------------------
@own.around(mindbug.take_over)
def paying(left: Any, take_over: Any, machine: Tokyo, state: State) -> None:
    """Let a use leave another number of tokens; `left(had, has)`."""
    place = machine.mindbugs + state.answer[1]
    had = state.counters[place]
    take_over()
    state.counters[place] = left(had, state.counters[place])


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
        return [] if again and not allowed(machine, state, seat) else ways()

    after_taking(lambda machine, state, seat, roller: note(state, THIS_TURN, seat))(change)


AS_IF("a token were not discarded by its use", "kt.mindbug.discard").so(
    "kept", paying(lambda had, has: had)
)
AS_IF("all tokens of the mindbugger were discarded", "kt.mindbug.discard").so(
    "all-discarded", paying(lambda had, has: has if has == had else 0)
)
AS_IF("a roller could be mindbugged once a turn", "kt.mindbug.again").so(
    "once-a-turn", offering_again(lambda machine, state, seat: False)
)
AS_IF("a monster could use one token a turn", "kt.mindbug.again").so(
    "each-once", offering_again(lambda machine, state, seat: not is_noted(state, THIS_TURN, seat))
)


# --- elimination -------------------------------------------------------------------------------
AS_IF("an eliminated monster kept its tokens", "kt.mindbug.eliminated").so(
    "dead-keep",
    own.keeps(
        elimination.eliminate,
        lambda machine, state, seat: (state.counters, machine.mindbugs + seat),
    ),
)


@AS_IF("a monster that starts afresh lost its tokens", "kt.mindbug.eliminated")
@do.after(elimination.rescue)
def saved_lose(machine: Tokyo, state: State, frame: Frame) -> None:
    for seat in frame[elimination.STRUCK]:
        state.counters[machine.mindbugs + seat] = 0


# --- cards that serve as a token ---------------------------------------------------------------
@own.around(EFFECTS, "give-card")
def giving_card(instead: Any, bind: Any, linker: Linker) -> Any:
    """Do something else with a card used as a token than giving it to the roller."""
    if linker.head != "used":
        return bind()
    return [lambda machine, state, frame: instead(machine, state, frame[table.SOURCE])]


def substitutes(machine: Tokyo, state: State, seat: int) -> int:
    """How many cards a monster has that serve as a token."""
    return len(monsters.said_by(machine, state, "serves-as", seat))


@AS_IF("cards that serve as a token were counted as such", "kt.mindbug.count")
@do.result(selection.amount_of)
def cards_are_tokens(found: int, machine: Tokyo, state: State, resource: str, seat: int) -> int:
    return found + (resource == "mindbug-tokens" and substitutes(machine, state, seat))


@AS_IF("who has a card that serves as a token were one with a token", "kt.mindbug.count")
@do.result(MONSTER_FILTERS, "with-token")
def card_owners_too(narrow: Narrow) -> Narrow:
    def having(machine: Tokyo, state: State, you: int, found: list[int]) -> list[int]:
        with_token = narrow(machine, state, you, found)
        return [s for s in found if s in with_token or substitutes(machine, state, s)]

    return having


AS_IF("the card could be used only by who has no token", "kt.mindbug.substitute").so(
    "token-first",
    do.result(mindbug.ways)(lambda found: [table.MINDBUG] if table.MINDBUG in found else found),
)
AS_IF("the card stayed with the one who used it", "kt.mindbug.substitute").so(
    "card-kept", giving_card(lambda machine, state, card: None)
)
AS_IF("the card were discarded like a token", "kt.mindbug.substitute").so(
    "card-discarded",
    giving_card(lambda machine, state, card: atoms.discard(machine, state, card, card, ())),
)


# --- conditions for buying ---------------------------------------------------------------------
AS_IF("a card could be bought whatever condition it names", "kt.mindbug.buy-condition").so(
    "no-condition", do.relink(lambda machine: setitem(machine.said, "cannot-buy", {}))
)


@AS_IF(
    "a card were lost when the condition for buying it no longer holds", "kt.mindbug.buy-condition"
)
@do.after(tokens.give_token)
def condition_to_keep(machine: Tokyo, state: State, seat: int) -> None:
    for card in sorted(state.zones[AREA + seat]):
        bans = machine.said["cannot-buy"].get(state.cards[card], ())
        if any(ban.holds is None or ban.holds(machine, state, card, seat) for ban in bans):
            atoms.discard(machine, state, card, card, ())


# --- prices ------------------------------------------------------------------------------------
@do.verb
def pricing(change: Changes, count: Any) -> None:
    """Count something else for a price; `count(change, machine, state, card, buyer)`."""

    @change.relink
    def reprice(machine: Tokyo) -> None:
        table = machine.changes["modify-cost"]
        for definition, changes in list(table.items()):
            table[definition] = tuple(_repriced(each, count) for each in changes)


def _repriced(old: Change, count: Any) -> Change:
    if old.per is None:
        return old

    def per(machine: Tokyo, state: State, card: int, buyer: int) -> int:
        return int(count(old.per, machine, state, card, buyer))

    return Change(old.ability, old.amount, old.holds, old.rules, old.subject, per)


AS_IF("tokens made no card dearer", "kt.mindbug.price").so(
    "price-not-raised", pricing(lambda per, machine, state, card, buyer: 0)
)
AS_IF("several tokens raised a price like one", "kt.mindbug.price").so(
    "price-raised-once",
    pricing(lambda per, machine, state, card, buyer: min(1, per(machine, state, card, buyer))),
)
AS_IF("a price were raised by the tokens of all monsters", "kt.mindbug.price").so(
    "price-by-all",
    pricing(
        lambda per, machine, state, card, buyer: sum(
            per(machine, state, card, seat) for seat in range(machine.players)
        )
    ),
)


@AS_IF("a price raised by tokens were not changed otherwise", "kt.mindbug.price")
@do.around(buy.price_of)
def price_fixed(price_of: Any, machine: Tokyo, state: State, card: int, buyer: int) -> Any:
    price, rules = price_of()
    own = machine.changes["modify-cost"].get(state.cards[card], ())
    if any(each.per and each.per(machine, state, card, buyer) for each in own):
        for _, other, much in monsters.changes_of(machine, state, "modify-cost", buyer):
            price -= much if other.subject == "bought" else 0
    return price, rules


# --- effects on those who have tokens ----------------------------------------------------------
def on_owners(linker: Linker, call: Call) -> bool:
    """Whether an effect is one on all monsters with a token."""
    whom = call["player"]
    return isinstance(whom, Selection) and any(f.word == "with-token" for f in whom.filters)


def losing(then: Any) -> do.Change:
    """Change the damage to those who have tokens; `then(machine, state, frame)`, of the damage."""

    def act_otherwise(act: Any, machine: Tokyo, state: State, frame: Frame) -> None:
        act()
        if state.stack[-1][0] == damage.DAMAGE:
            then(machine, state, state.stack[-1])

    act_otherwise.__name__ = then.__name__
    return own.last("lose-hearts", on_owners)(act_otherwise)


@AS_IF("hearts were lost for each token", "kt.mindbug.owners")
@losing
def for_each_token(machine: Tokyo, state: State, frame: Frame) -> None:
    pairs = zip(frame[losses.SEATS], frame[losses.AMOUNTS], strict=True)
    frame[losses.AMOUNTS] = tuple(
        amount * state.counters[machine.mindbugs + seat] for seat, amount in pairs
    )


@AS_IF("hearts lost for having a token were lost to claws", "kt.mindbug.owners")
@losing
def by_claws(machine: Tokyo, state: State, frame: Frame) -> None:
    frame[losses.CLAWS] = 1
    frame[losses.HIT] = (1,) * len(frame[losses.SEATS])


@AS_IF("the monster that caused it were not met itself", "kt.mindbug.owners")
@do.result(MONSTER_FILTERS, "with-token")
def causer_spared(narrow: Narrow) -> Narrow:
    return lambda machine, state, you, found: [
        seat for seat in narrow(machine, state, you, found) if seat != you
    ]


# --- a fresh start -----------------------------------------------------------------------------
@own.around(EFFECTS, "set-hearts")
def starting_afresh(act: Any, bind: Any, linker: Linker) -> Any:
    """Let a text that brings a monster back to a number of hearts do something else."""
    return bind() if linker.head == "heartless" else [act]


@AS_IF("coming back to 10 hearts were a gain", "kt.mindbug.fresh-number")
@starting_afresh
def fresh_start_gain(machine: Tokyo, state: State, frame: Frame) -> None:
    missing = FRESH - state.counters[frame[YOU]]
    atoms.gain_hearts(machine, state, frame[YOU], missing, frame[SOURCE], (), own=True)


@AS_IF("a monster came back to its maximum", "kt.mindbug.fresh-start", "kt.mindbug.fresh-number")
@starting_afresh
def fresh_start_full(machine: Tokyo, state: State, frame: Frame) -> None:
    state.counters[frame[YOU]], _ = monsters.maximum_of(machine, state, frame[YOU])


FRESH = 10
"""The hearts that such a text brings back."""
