"""Misreadings of dice: their faces, how many there are, dice tokens, and throws for cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import add, always, let
from conformance.mutants.topic import Topic
from oracle.dice_games import dice, rolling, table
from oracle.dice_games.table import DICE, FACE, NONE, NUMBER_OF_DICE, REROLLED, SLOTS, TURN, YOU
from oracle.duel import buy, roll, setup, symbols, turn
from oracle.duel import dice as dice_topic
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS, Condition, Number
from oracle.duel.dice import EXTRA
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.monsters import changes_of
from oracle.duel.roll import SEAT, TO_ROLL
from oracle.duel.table import (
    AMOUNT,
    CLAW,
    FIRST,
    HEARTS,
    MOST_EXTRA_DICE,
    MOST_TOKENS,
    POWER,
    TOKENS,
    rival,
)
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "dice")


# --- faces ---------------------------------------------------------------------------------------
@AS_IF("the extra dice had no power face", "kd.dice.faces")
@do.around(rolling, "ask")
def plain_extra_dice(ask: Any, state: State) -> None:
    ask(options=FACE[:POWER] if len(dice.dice_shown(state)) >= NUMBER_OF_DICE else FACE)


AS_IF("a die had no power face", "kd.dice.faces").so(
    "no-power-face", do.around(rolling, "ask")(lambda ask: ask(options=FACE[:POWER]))
)


# --- how many ------------------------------------------------------------------------------------
@do.verb
def reckoned(change: Changes, more: Callable[[Duel, State, Frame], int]) -> None:
    """Let a monster have other dice when its roll phase begins: so many more."""

    @change.after(dice_topic.reckon)
    def correct(machine: Duel, state: State, frame: Frame) -> None:
        frame[TO_ROLL] = max(0, frame[TO_ROLL] + more(machine, state, frame))


def dice_off(machine: Duel, state: State, seat: int) -> int:
    """How many dice fewer cards give."""
    return -sum(min(0, much) for *_, much in changes_of(machine, state, "modify-dice", seat))


def dice_more(machine: Duel, state: State, seat: int) -> int:
    """How many extra dice cards give."""
    return sum(max(0, much) for *_, much in changes_of(machine, state, "modify-dice", seat))


@do.verb
def remembering_first(change: Changes, other: Callable[[State, Frame, int], int]) -> None:
    """Let it be known otherwise, after a roll, whose first turn has 5 dice."""

    @change.around(turn.resolve)
    def resolve_and_remember(resolve: Any, state: State, frame: Frame) -> None:
        first = state.registers[FIRST]
        resolve()
        state.registers[FIRST] = other(state, frame, first)

    @change.around(turn.end_what_lasted)
    def end_and_remember(end_what_lasted: Any, state: State) -> None:
        first = state.registers[FIRST]
        end_what_lasted()
        state.registers[FIRST] = first


@AS_IF("the second player had 5 dice at first too", "kd.dice.first-turn")
@remembering_first
def five_for_the_second(state: State, frame: Frame, first: int) -> int:
    if first != frame[turn.SEAT] + 1:
        return first
    return rival(frame[turn.SEAT]) + 1 if state.registers[TURN] == 1 else 0


@AS_IF("the first seat had 5 dice at first", "kd.dice.first-turn")
@do.after(setup.compare)
def five_for_the_first_seat(state: State) -> None:
    state.registers[FIRST] = min(1, state.registers[FIRST])


@AS_IF("extra dice could not be rerolled", "kd.dice.extra")
@do.around(rolling, "ask_to_choose")
def extra_not_rerolled(ask: Any, kind: str, most: int) -> None:
    ask(most=min(most, NUMBER_OF_DICE) if kind == "reroll" else most)


@AS_IF("extra dice were not part of the result", "kd.dice.extra")
@do.before(roll.complete)
def extra_not_resolved(state: State) -> None:
    for face in dice.dice_shown(state)[NUMBER_OF_DICE:]:
        state.registers[DICE + face] -= 1


@AS_IF("a card gave its extra die in the first turn only", "kd.dice.more")
@reckoned
def die_once_only(machine: Duel, state: State, frame: Frame) -> int:
    return -dice_more(machine, state, frame[SEAT]) if state.registers[TURN] > 1 else 0


AS_IF("a monster rolled 5 dice", "kd.dice.six").so(
    "five-dice", do.put(dice_topic, "NUMBER_OF_DICE", NUMBER_OF_DICE - 1)
)
AS_IF("a monster rolled 8 dice in any case", "kd.dice.six").so(
    "eight-dice", do.put(dice_topic, "NUMBER_OF_DICE", NUMBER_OF_DICE + 2)
)
AS_IF("the first player had 6 dice in its first turn", "kd.dice.first-turn").so(
    "six-at-once", do.put(dice_topic, "FEWER_AT_FIRST", 0)
)
AS_IF("the first player's further turn had 5 dice", "kd.dice.first-turn").so(
    "five-in-further-turns",
    remembering_first(lambda state, frame, first: first),
    do.after(turn.pass_on)(
        lambda state, frame: None if frame[turn.IS_FURTHER] else let(state.registers, FIRST, 0)
    ),
)
AS_IF("the first player always had 5 dice", "kd.dice.first-turn").so(
    "five-ever-after", remembering_first(lambda state, frame, first: first)
)
AS_IF("only one card gave an extra die", "kd.dice.more").so(
    "one-card-at-most",
    reckoned(lambda machine, state, frame: min(0, 1 - dice_more(machine, state, frame[SEAT]))),
)
AS_IF("a card gave the rival an extra die too", "kd.dice.more").so(
    "die-for-the-rival-too",
    reckoned(lambda machine, state, frame: dice_more(machine, state, rival(frame[SEAT]))),
)
AS_IF("a monster could have 3 extra dice", "kd.dice.most").so(
    "three-extra", do.put(dice_topic, "MOST_EXTRA_DICE", 3)
)
AS_IF("a monster could have 1 extra die", "kd.dice.most").so(
    "one-extra", do.put(dice_topic, "MOST_EXTRA_DICE", 1)
)
AS_IF("only more than 8 dice in all were too many", "kd.dice.most").so(
    "eight-in-all",
    do.after(dice_topic.reckon)(
        lambda frame: let(frame, EXTRA, max(0, frame[TO_ROLL] - NUMBER_OF_DICE))
    ),
)


# --- fewer dice ----------------------------------------------------------------------------------
@AS_IF("a pull at any time weakened the rival", "kd.dice.fewer", "kd.dice.six")
@do.result(CONDITIONS, "is-resolving")
def fewer_at_any_time(is_resolving: Condition, linker: Linker) -> Condition:
    return always if linker.head == "pulled" else is_resolving


@do.verb
def weakening(change: Changes, times: Callable[[Frame], int]) -> None:
    """Let what waits for the rival's next turn wait several times."""

    @change.around(EFFECTS, "next-turn")
    def bind(bind_next_turn: Any, linker: Linker) -> Any:
        (act,) = bind_next_turn()

        def act_again(machine: Duel, state: State, frame: Frame) -> None:
            for _ in range(times(frame)):
                act(machine, state, frame)

        return [act_again] if linker.mentions("is-marker") else [act]


@AS_IF("each pull weakened the rival by one more die", "kd.dice.fewer")
@do.around(EFFECTS, "once-each-turn")
def fewer_for_each_pull(bind_once: Any, linker: Linker, call: Call) -> Any:
    return linker.body(call["body"]) if linker.mentions("is-marker") else bind_once()


@AS_IF("no keep cards could be discarded first", "kd.dice.fewer-per-card")
@do.instead(dice_topic.offer_discards)
def no_discarding_before(state: State) -> None:
    state.answer = ()


@AS_IF("the keep cards of both counted", "kd.dice.fewer-per-card")
@do.instead(NUMBERS, "keep-cards")
def cards_of_both(linker: Linker) -> Number:
    keep = linker.of_type("keep")
    return lambda machine, state, frame, you: sum(
        state.cards[card] in keep for seat in (0, 1) for card in state.zones[table.AREA + seat]
    )


@AS_IF("the dice were reckoned when the turn begins", "kd.dice.count")
@reckoned
def reckoned_before_the_start(machine: Duel, state: State, frame: Frame) -> int:
    found = changes_of(machine, state, "modify-dice", frame[SEAT])
    new = state.stack[0][buy.BOUGHT_NOW]
    return -sum(much for card, _, _, much in found if card in new and much > 0)


@AS_IF("dice fewer were taken off the tokens' dice too", "kd.dice.count")
@do.after(dice_topic.reckon)
def fewer_after_the_tokens(machine: Duel, state: State, frame: Frame) -> None:
    frame[EXTRA] = min(2, frame[EXTRA] + dice_off(machine, state, frame[SEAT]))


@AS_IF("a monster without dice used a roll", "kd.dice.none")
@do.after(dice_topic.take_tokens)
def a_roll_is_used(state: State, frame: Frame) -> None:
    state.registers[table.REROLLS] -= not frame[dice_topic.ROLLED]


AS_IF("any marker pulled weakened the rival", "kd.dice.fewer", "kd.dice.six").so(
    "fewer-by-any-marker", do.instead(CONDITIONS, "is-marker")(lambda: always)
)
AS_IF("a pull weakened the rival for each cell", "kd.dice.fewer").so(
    "fewer-for-each-cell", weakening(lambda frame: max(1, int(frame[table.CONTEXT][1])))
)
AS_IF("a pull weakened the rival by two dice", "kd.dice.fewer").so(
    "fewer-by-two", weakening(lambda frame: 2)
)
AS_IF("one keep card could be discarded first", "kd.dice.fewer-per-card").so(
    "one-discarded-at-most",
    do.around(dice_topic, "ask_to_choose")(
        lambda ask, kind, most: ask(most=1 if kind == "choose" else most)
    ),
)
AS_IF("keep cards discarded now counted all the same", "kd.dice.fewer-per-card").so(
    "reckoned-before-discarding", reckoned(lambda machine, state, frame: -len(state.answer))
)
AS_IF("one die fewer were had for any keep cards", "kd.dice.fewer-per-card").so(
    "one-fewer-in-all",
    do.result(NUMBERS, "keep-cards")(lambda count: lambda *given: min(1, count(*given))),
)
AS_IF("fewer dice than none were taken off the extra dice", "kd.dice.count").so(
    "extra-make-up-for-fewer",
    reckoned(
        lambda machine, state, frame: min(0, NUMBER_OF_DICE - dice_off(machine, state, frame[SEAT]))
    ),
)
AS_IF("a monster always had at least one die", "kd.dice.none").so(
    "at-least-one-die", reckoned(lambda machine, state, frame: int(frame[TO_ROLL] == 0))
)
AS_IF("a monster without dice had no Roll for cards to add to", "kd.dice.none").so(
    "no-dice-no-roll", do.provided(turn.resolve)(lambda state: dice.dice_shown(state))
)


# --- dice thrown for cards -----------------------------------------------------------------------
@do.verb
def throwing(change: Changes, more: Callable[[State, Frame], None], *, at: int) -> None:
    """Do something more at a step of throwing dice for a card: 0 to begin, 2 to take a die."""

    @change.result(symbols, "throw_dice")
    def throw_otherwise(pieces: list[Any]) -> list[Any]:
        places = [place for place, piece in enumerate(pieces) if callable(piece)]
        old = pieces[places[at]]

        def step(machine: Duel, state: State, frame: Frame) -> None:
            old(machine, state, frame)
            more(state, frame)

        pieces[places[at]] = step
        return pieces


@AS_IF("claws thrown for a card were hits", "kd.dice.throws")
@partial(throwing, at=2)
def thrown_dice_resolved(state: State, frame: Frame) -> None:
    if state.answer[1] == CLAW:
        state.counters[HEARTS + rival(frame[YOU])] -= 1


@AS_IF("at most 8 dice were thrown for a card", "kd.dice.throws")
@partial(throwing, at=0)
def eight_thrown(state: State, frame: Frame) -> None:
    frame[SLOTS:] = [min(8, each) if isinstance(each, int) else each for each in frame[SLOTS:]]


AS_IF("dice thrown for a card joined the Roll", "kd.dice.throws").so(
    "thrown-dice-join",
    throwing(lambda state, frame: add(state.registers, DICE + state.answer[1], 1), at=2),
)


# --- dice tokens ---------------------------------------------------------------------------------
SPEND = ("kd.dice.token-spend",)


@do.verb
def offering(change: Changes, other: Callable[[int, int], list[Any]]) -> None:
    """Let other numbers of tokens be spent: given how many are held and could give dice."""

    @change.instead(dice_topic.offer_tokens)
    def offer(state: State, frame: Frame) -> None:
        held = state.counters[TOKENS + frame[SEAT]]
        options = other(held, min(held, MOST_EXTRA_DICE - frame[EXTRA]))
        if options == AMOUNT[:1]:
            state.answer = AMOUNT[0]
        else:
            ask(state, "tokens", frame[SEAT], options, NONE, SPEND)


@do.verb
def getting(change: Changes, other: Callable[[State, int, int], dict[int, int]]) -> None:
    """Let dice tokens be gained otherwise: by how many each gets, given all of it."""

    @change.around(dice_topic, "get_tokens")
    def get(get_tokens: Any, state: State, seat: int, amount: int) -> Any:
        gains = other(state, seat, amount)
        return sum(get_tokens(seat=each, amount=much) for each, much in gains.items())


def room(state: State, seat: int) -> int:
    """How many more tokens a monster may hold."""
    return MOST_TOKENS - state.counters[TOKENS + seat]


@AS_IF("dice tokens spent were kept", "kd.dice.back", "kd.dice.token-spend")
@do.instead(dice_topic.spend_tokens)
def tokens_stay(state: State, seat: int, amount: int, rules: Rules) -> None:
    left = state.counters[TOKENS + seat]
    state.log.append(("spend-tokens", rules, NONE, seat, amount, left))


@AS_IF("extra dice of tokens were had in the next turn too", "kd.dice.back")
def extra_dice_stay(change: Changes) -> None:
    @change.before(dice_topic.take_tokens)
    def remember(state: State, frame: Frame) -> None:
        amount = state.answer[1]
        state.registers[REROLLED] = -amount if frame[SEAT] else amount

    @change.after(dice_topic.reckon)
    def have_again(state: State, frame: Frame) -> None:
        kept = state.registers[REROLLED]  # used by nothing else here; the sign says whose
        frame[TO_ROLL] += max(0, -kept if frame[SEAT] else kept)


@do.verb
def in_the_box(change: Changes, all_of_them: int) -> None:
    """Let there be so many dice tokens in all."""

    def left(state: State, seat: int, amount: int) -> dict[int, int]:
        out = sum(state.counters[TOKENS + each] for each in (0, 1))
        return {seat: min(amount, max(0, all_of_them - out))}

    getting(left)(change)


@AS_IF("a dice token beyond the limit went to the rival", "kd.dice.token-limit")
@getting
def beyond_goes_to_the_rival(state: State, seat: int, amount: int) -> dict[int, int]:
    return {seat: amount, rival(seat): max(0, amount - room(state, seat))}


@AS_IF("dice tokens could be spent after the first roll too", "kd.dice.token-spend")
def spent_later(change: Changes) -> None:
    @change.around(roll.roll)
    def roll_or_offer(roll_die: Any, state: State, frame: Frame) -> None:
        held = min(state.counters[TOKENS + frame[SEAT]], MOST_EXTRA_DICE - frame[EXTRA])
        if frame[TO_ROLL] or frame[dice_topic.ROLLED] != 1 or not held:
            roll_die()
            return
        frame[dice_topic.ROLLED] = 2
        ask(state, "tokens", frame[SEAT], AMOUNT[: held + 1], NONE, SPEND)

    @change.around(roll.take_face)
    def take_face_or_tokens(take_face: Any, state: State, frame: Frame) -> None:
        if state.answer[0] != "amount":
            take_face()
            return
        amount = state.answer[1]
        frame[1] = roll.ROLL_STEP.at
        if amount:
            dice_topic.spend_tokens(state, frame[SEAT], amount, SPEND)
            frame[TO_ROLL] += amount


@AS_IF("a dice token could be spent for nothing", "kd.dice.token-useless")
def useless_spent(change: Changes) -> None:
    @change.before(dice_topic.take_tokens)
    def no_die(state: State, frame: Frame) -> None:
        frame[TO_ROLL] -= max(0, state.answer[1] - (MOST_EXTRA_DICE - frame[EXTRA]))

    offering(lambda held, most: AMOUNT[: held + 1])(change)


AS_IF("there were 2 dice tokens in all", "kd.dice.tokens").so("two-in-the-box", in_the_box(2))
AS_IF("there were 3 dice tokens in all", "kd.dice.tokens").so("three-in-the-box", in_the_box(3))
AS_IF("nobody held more than 1 dice token", "kd.dice.token-limit").so(
    "one-token-each", do.put(dice_topic, "MOST_TOKENS", 1)
)
AS_IF("a monster could hold 3 dice tokens", "kd.dice.token-limit").so(
    "three-tokens-each", do.put(dice_topic, "MOST_TOKENS", 3)
)
AS_IF("a monster spent all its dice tokens or none", "kd.dice.token-spend").so(
    "all-or-none-spent", offering(lambda held, most: AMOUNT[:1] + ([AMOUNT[most]] if most else []))
)
AS_IF("one dice token could be spent in a turn", "kd.dice.token-spend").so(
    "one-spent-at-most", offering(lambda held, most: AMOUNT[: min(1, most) + 1])
)
AS_IF("dice tokens had to be spent", "kd.dice.token-spend").so(
    "must-be-spent", offering(lambda held, most: AMOUNT[min(1, most) : most + 1])
)
AS_IF("a dice token gave two extra dice", "kd.dice.token-spend").so(
    "two-dice-for-a-token",
    do.before(dice_topic.take_tokens)(lambda state, frame: add(frame, TO_ROLL, state.answer[1])),
)
AS_IF("with extra dice of cards no token could be spent", "kd.dice.token-useless").so(
    "useless-ends-spending",
    offering(lambda held, most: AMOUNT[: most + 1] if most == held else AMOUNT[:1]),
)
AS_IF("a card always gave one dice token", "kd.dice.token-gain").so(
    "one-token-given", getting(lambda state, seat, amount: {seat: 1})
)
AS_IF("tokens that cannot all be held were not had", "kd.dice.token-gain").so(
    "all-or-nothing-given",
    getting(lambda state, seat, amount: {seat: amount} if amount <= room(state, seat) else {}),
)
AS_IF("the rival got the dice tokens too", "kd.dice.token-gain").so(
    "tokens-for-both", getting(lambda state, seat, amount: {seat: amount, rival(seat): amount})
)
