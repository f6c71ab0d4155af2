"""Misreadings of the dice of Duel: their faces, how many there are, and throws for cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.turn import wrapping
from conformance.mutants.topic import Topic
from oracle.dice_games import dice, rolling
from oracle.dice_games.table import (
    AREA,
    CONTEXT,
    DICE,
    FACE,
    NONE,
    NUMBER_OF_DICE,
    REROLLS,
    SLOTS,
    TURN,
    YOU,
)
from oracle.duel import buy, roll, setup, symbols, turn
from oracle.duel import dice as dice_topic
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS, Condition, Number
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.monsters import changes_of
from oracle.duel.table import CLAW, FIRST, HEARTS, POWER, rival
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "dice")


# --- faces ---------------------------------------------------------------------------------------


@AS_IF("a die had no power face", "kd.dice.faces")
@do.instead(roll.roll)
def no_power_face(state: State, frame: Frame) -> None:
    if frame[roll.TO_ROLL]:
        ask(state, "roll", -1, FACE[:POWER], -1, -1, NONE, roll.FACE_SHOWN)
    else:
        frame[1] = roll.OFFER


@AS_IF("the extra dice had no power face", "kd.dice.faces")
@do.instead(roll.roll)
def plain_extra_dice(state: State, frame: Frame) -> None:
    faces = FACE[:POWER] if len(dice.dice_shown(state)) >= NUMBER_OF_DICE else FACE
    if frame[roll.TO_ROLL]:
        ask(state, "roll", -1, faces, -1, -1, NONE, roll.FACE_SHOWN)
    else:
        frame[1] = roll.OFFER


# --- how many ------------------------------------------------------------------------------------


@do.verb
def reckoned(change: Changes, more: Callable[[Duel, State, Frame], int]) -> None:
    """Let a monster have other dice when its roll phase begins: so many more."""

    def correct(machine: Duel, state: State, frame: Frame) -> None:
        frame[roll.TO_ROLL] = max(0, frame[roll.TO_ROLL] + more(machine, state, frame))

    wrapping(dice_topic.reckon, after=correct)(change)


def dice_of_cards(machine: Duel, state: State, seat: int) -> tuple[int, int]:
    """How many dice fewer, and how many extra dice."""
    found = [much for *_, much in changes_of(machine, state, "modify-dice", seat)]
    return -sum(much for much in found if much < 0), sum(much for much in found if much > 0)


AS_IF("a monster rolled 5 dice", "kd.dice.six").so(
    "five-dice", do.put(dice_topic, "NUMBER_OF_DICE", NUMBER_OF_DICE - 1)
)
AS_IF("a monster rolled 8 dice in any case", "kd.dice.six").so(
    "eight-dice", do.put(dice_topic, "NUMBER_OF_DICE", NUMBER_OF_DICE + 2)
)
AS_IF("the first player had 6 dice in its first turn", "kd.dice.first-turn").so(
    "six-at-once", do.put(dice_topic, "FEWER_AT_FIRST", 0)
)


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


@AS_IF("the first player's further turn had 5 dice", "kd.dice.first-turn")
def five_in_further_turns(change: Changes) -> None:
    def forget(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[turn.IS_FURTHER]:
            state.registers[FIRST] = 0

    remembering_first(lambda state, frame, first: first)(change)
    wrapping(turn.pass_on, after=forget)(change)


AS_IF("the first player always had 5 dice", "kd.dice.first-turn").so(
    "five-ever-after", remembering_first(lambda state, frame, first: first)
)


@AS_IF("the first seat had 5 dice at first", "kd.dice.first-turn")
def five_for_the_first_seat(change: Changes) -> None:
    def mark_first_seat(machine: Duel, state: State, frame: Frame) -> None:
        if state.registers[FIRST]:
            state.registers[FIRST] = 1

    wrapping(setup.compare, after=mark_first_seat)(change)


@AS_IF("extra dice could not be rerolled", "kd.dice.extra")
@do.instead(rolling, "ask")
def extra_not_rerolled(
    state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
) -> None:
    if kind == "reroll":
        most = min(most, NUMBER_OF_DICE)
    ask(state, kind, seat, options, least, most, *rest)


@AS_IF("extra dice were not part of the result", "kd.dice.extra")
def extra_not_resolved(change: Changes) -> None:
    def take_away(machine: Duel, state: State, frame: Frame) -> None:
        for face in dice.dice_shown(state)[NUMBER_OF_DICE:]:
            state.registers[DICE + face] -= 1

    wrapping(roll.complete, before=take_away)(change)


@AS_IF("only one card gave an extra die", "kd.dice.more")
@reckoned
def one_card_at_most(machine: Duel, state: State, frame: Frame) -> int:
    extra = dice_of_cards(machine, state, frame[roll.SEAT])[1]
    return min(0, 1 - extra)


@AS_IF("a card gave the rival an extra die too", "kd.dice.more")
@reckoned
def die_for_the_rival_too(machine: Duel, state: State, frame: Frame) -> int:
    return dice_of_cards(machine, state, rival(frame[roll.SEAT]))[1]


@AS_IF("a card gave its extra die in the first turn only", "kd.dice.more")
@reckoned
def die_once_only(machine: Duel, state: State, frame: Frame) -> int:
    extra = dice_of_cards(machine, state, frame[roll.SEAT])[1]
    return -extra if state.registers[TURN] > 1 else 0


AS_IF("a monster could have 3 extra dice", "kd.dice.most").so(
    "three-extra", do.put(dice_topic, "MOST_EXTRA_DICE", 3)
)
AS_IF("a monster could have 1 extra die", "kd.dice.most").so(
    "one-extra", do.put(dice_topic, "MOST_EXTRA_DICE", 1)
)


@AS_IF("only more than 8 dice in all were too many", "kd.dice.most")
def eight_in_all(change: Changes) -> None:
    def make_room(machine: Duel, state: State, frame: Frame) -> None:
        frame[dice_topic.EXTRA] = max(0, frame[roll.TO_ROLL] - NUMBER_OF_DICE)

    wrapping(dice_topic.reckon, after=make_room)(change)


# --- fewer dice ----------------------------------------------------------------------------------


@AS_IF("any marker pulled weakened the rival", "kd.dice.fewer", "kd.dice.six")
@do.instead(CONDITIONS, "is-marker")
def fewer_by_any_marker() -> Condition:
    return lambda machine, state, source, you, context: True


@AS_IF("a pull at any time weakened the rival", "kd.dice.fewer", "kd.dice.six")
@do.around(CONDITIONS, "is-resolving")
def fewer_at_any_time(is_resolving: Any, linker: Linker) -> Any:
    if linker.head == "pulled":
        return lambda machine, state, source, you, context: True
    return is_resolving()


@do.verb
def weakening(change: Changes, times: Callable[[State, Frame], int]) -> None:
    """Let what waits for the rival's next turn wait several times."""

    @change.around(EFFECTS, "next-turn")
    def bind(bind_next_turn: Any, linker: Linker) -> Any:
        (act,) = bind_next_turn()

        def act_again(machine: Duel, state: State, frame: Frame) -> None:
            for _ in range(times(state, frame)):
                act(machine, state, frame)

        return [act_again] if linker.mentions("is-marker") else [act]


AS_IF("a pull weakened the rival for each cell", "kd.dice.fewer").so(
    "fewer-for-each-cell", weakening(lambda state, frame: max(1, int(frame[CONTEXT][1])))
)


@AS_IF("each pull weakened the rival by one more die", "kd.dice.fewer")
@do.around(EFFECTS, "once-each-turn")
def fewer_for_each_pull(bind_once: Any, linker: Linker, call: Call) -> Any:
    return linker.body(call["body"]) if linker.mentions("is-marker") else bind_once()


AS_IF("a pull weakened the rival by two dice", "kd.dice.fewer").so(
    "fewer-by-two", weakening(lambda state, frame: 2)
)


@AS_IF("no keep cards could be discarded first", "kd.dice.fewer-per-card")
@do.instead(dice_topic.offer_discards)
def no_discarding_before(state: State) -> None:
    state.answer = ()


@AS_IF("one keep card could be discarded first", "kd.dice.fewer-per-card")
@do.instead(roll, "ask")
def one_discarded_at_most(
    state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
) -> None:
    if kind == "choose":
        most = 1
    ask(state, kind, seat, options, least, most, *rest)


AS_IF("keep cards discarded now counted all the same", "kd.dice.fewer-per-card").so(
    "reckoned-before-discarding", reckoned(lambda machine, state, frame: -len(state.answer))
)


@AS_IF("the keep cards of both counted", "kd.dice.fewer-per-card")
@do.instead(NUMBERS, "keep-cards")
def cards_of_both(linker: Linker) -> Number:
    keep = linker.of_type("keep")
    return lambda machine, state, frame, you: sum(
        state.cards[card] in keep for seat in (0, 1) for card in state.zones[AREA + seat]
    )


@AS_IF("one die fewer were had for any keep cards", "kd.dice.fewer-per-card")
@do.result(NUMBERS, "keep-cards")
def one_fewer_in_all(count: Number) -> Number:
    return lambda machine, state, frame, you: min(1, count(machine, state, frame, you))


@AS_IF("fewer dice than none were taken off the extra dice", "kd.dice.count")
@reckoned
def extra_make_up_for_fewer(machine: Duel, state: State, frame: Frame) -> int:
    off = dice_of_cards(machine, state, frame[roll.SEAT])[0]
    return min(0, NUMBER_OF_DICE - off)


@AS_IF("the dice were reckoned when the turn begins", "kd.dice.count")
@reckoned
def reckoned_before_the_start(machine: Duel, state: State, frame: Frame) -> int:
    found = changes_of(machine, state, "modify-dice", frame[roll.SEAT])
    new = state.stack[0][buy.BOUGHT_NOW]
    return -sum(much for card, _, _, much in found if card in new and much > 0)


@AS_IF("dice fewer were taken off the tokens' dice too", "kd.dice.count")
@do.after(dice_topic.reckon)
def fewer_after_the_tokens(machine: Duel, state: State, frame: Frame) -> None:
    off = dice_of_cards(machine, state, frame[roll.SEAT])[0]
    frame[dice_topic.EXTRA] = min(2, frame[dice_topic.EXTRA] + off)


AS_IF("a monster always had at least one die", "kd.dice.none").so(
    "at-least-one-die", reckoned(lambda machine, state, frame: int(frame[roll.TO_ROLL] == 0))
)


@AS_IF("a monster without dice used a roll", "kd.dice.none")
def a_roll_is_used(change: Changes) -> None:
    def use(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[dice_topic.ROLLED]:
            state.registers[REROLLS] -= 1

    wrapping(dice_topic.take_tokens, after=use)(change)


AS_IF("a monster without dice had no Roll for cards to add to", "kd.dice.none").so(
    "no-dice-no-roll", do.provided(turn.resolve)(lambda state: dice.dice_shown(state))
)


# --- dice thrown for cards -----------------------------------------------------------------------


@do.verb
def throwing(change: Changes, more: Callable[[Duel, State, Frame], None], *, at: int) -> None:
    """Do something more at a step of throwing dice for a card: 0 to begin, 2 to take a die."""
    throw_dice = dice.throw_dice

    @change.instead(symbols, "throw_dice")
    def throw_otherwise(linker: Any, call: Call, rules: tuple[str, ...]) -> list[Any]:
        pieces = throw_dice(linker, call, rules)
        places = [place for place, piece in enumerate(pieces) if callable(piece)]
        old = pieces[places[at]]

        def step(machine: Duel, state: State, frame: Frame) -> None:
            old(machine, state, frame)
            more(machine, state, frame)

        pieces[places[at]] = step
        return pieces


@AS_IF("claws thrown for a card were hits", "kd.dice.throws")
@partial(throwing, at=2)
def thrown_dice_resolved(machine: Duel, state: State, frame: Frame) -> None:
    if state.answer[1] == CLAW:
        state.counters[HEARTS + rival(frame[YOU])] -= 1


@AS_IF("dice thrown for a card joined the Roll", "kd.dice.throws")
@partial(throwing, at=2)
def thrown_dice_join(machine: Duel, state: State, frame: Frame) -> None:
    state.registers[DICE + state.answer[1]] += 1


@AS_IF("at most 8 dice were thrown for a card", "kd.dice.throws")
@partial(throwing, at=0)
def eight_thrown(machine: Duel, state: State, frame: Frame) -> None:
    frame[SLOTS:] = [min(8, each) if isinstance(each, int) else each for each in frame[SLOTS:]]
