"""Misreadings of the dice of Duel: their faces, how many there are, and throws for cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.duel.turn import around
from conformance.mutants.topic import Topic
from oracle.duel import buying, roll, setup, symbols, turn
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS, Condition, Number
from oracle.duel.linker import Linker
from oracle.duel.machine import Duel
from oracle.duel.monsters import changes_of
from oracle.duel.table import CLAW, FIRST, HEARTS, POWER, rival
from oracle.kernel.machine import ask, ask_to_choose
from oracle.kernel.state import Frame, State
from oracle.king import dice, rolling
from oracle.king.table import (
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
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "dice")


# --- faces ---------------------------------------------------------------------------------------


@AS_IF("no-power-face", "a die had no power face", "kd.dice.faces")
def no_power_face(change: Changes) -> None:
    def without_power(machine: Duel, state: State, frame: Frame) -> None:
        if frame[roll.TO_ROLL]:
            ask(state, "roll", -1, FACE[:POWER], NONE, roll.FACE_SHOWN)
        else:
            frame[1] = roll.OFFER.at

    change.swap(roll.roll, without_power)


@AS_IF("plain-extra-dice", "the extra dice had no power face", "kd.dice.faces")
def plain_extra_dice(change: Changes) -> None:
    def extra_without_power(machine: Duel, state: State, frame: Frame) -> None:
        faces = FACE[:POWER] if len(dice.dice_shown(state)) >= NUMBER_OF_DICE else FACE
        if frame[roll.TO_ROLL]:
            ask(state, "roll", -1, faces, NONE, roll.FACE_SHOWN)
        else:
            frame[1] = roll.OFFER.at

    change.swap(roll.roll, extra_without_power)


# --- how many ------------------------------------------------------------------------------------


def reckoned(change: Changes, more: Callable[[Duel, State, Frame], int]) -> None:
    """Let a monster have other dice when its roll phase begins: so many more."""

    def correct(machine: Duel, state: State, frame: Frame) -> None:
        frame[roll.TO_ROLL] = max(0, frame[roll.TO_ROLL] + more(machine, state, frame))

    around(change, roll.reckon, after=correct)


def dice_of_cards(machine: Duel, state: State, seat: int) -> tuple[int, int]:
    """How many dice fewer, and how many extra dice."""
    found = [much for *_, much in changes_of(machine, state, "modify-dice", seat)]
    return -sum(much for much in found if much < 0), sum(much for much in found if much > 0)


@AS_IF("five-dice", "a monster rolled 5 dice", "kd.dice.six")
def five_dice(change: Changes) -> None:
    change.put(roll, "NUMBER_OF_DICE", NUMBER_OF_DICE - 1)


@AS_IF("eight-dice", "a monster rolled 8 dice in any case", "kd.dice.six")
def eight_dice(change: Changes) -> None:
    change.put(roll, "NUMBER_OF_DICE", NUMBER_OF_DICE + 2)


@AS_IF("six-at-once", "the first player had 6 dice in its first turn", "kd.dice.first-turn")
def six_at_once(change: Changes) -> None:
    change.put(roll, "FEWER_AT_FIRST", 0)


def remembering_first(change: Changes, other: Callable[[State, Frame, int], int]) -> None:
    """Let it be known otherwise, after a roll, whose first turn has 5 dice."""
    resolve, end_what_lasted = turn.resolve, turn.end_what_lasted

    def resolve_and_remember(machine: Duel, state: State, frame: Frame) -> None:
        first = state.registers[FIRST]
        resolve(machine, state, frame)
        state.registers[FIRST] = other(state, frame, first)

    def end_and_remember(machine: Duel, state: State, frame: Frame) -> None:
        first = state.registers[FIRST]
        end_what_lasted(machine, state, frame)
        state.registers[FIRST] = first

    change.swap(resolve, resolve_and_remember)
    change.swap(end_what_lasted, end_and_remember)


@AS_IF("five-for-the-second", "the second player had 5 dice at first too", "kd.dice.first-turn")
def five_for_the_second(change: Changes) -> None:
    def hand_on(state: State, frame: Frame, first: int) -> int:
        if first != frame[turn.SEAT] + 1:
            return first
        return rival(frame[turn.SEAT]) + 1 if state.registers[TURN] == 1 else 0

    remembering_first(change, hand_on)


@AS_IF("five-in-further-turns", "the first player's further turn had 5 dice", "kd.dice.first-turn")
def five_in_further_turns(change: Changes) -> None:
    def forget(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[turn.IS_FURTHER]:
            state.registers[FIRST] = 0

    remembering_first(change, lambda state, frame, first: first)
    around(change, turn.pass_on, after=forget)


@AS_IF("five-ever-after", "the first player always had 5 dice", "kd.dice.first-turn")
def five_ever_after(change: Changes) -> None:
    remembering_first(change, lambda state, frame, first: first)


@AS_IF("five-for-the-first-seat", "the first seat had 5 dice at first", "kd.dice.first-turn")
def five_for_the_first_seat(change: Changes) -> None:
    def mark_first_seat(machine: Duel, state: State, frame: Frame) -> None:
        if state.registers[FIRST]:
            state.registers[FIRST] = 1

    around(change, setup.compare, after=mark_first_seat)


@AS_IF("extra-not-rerolled", "extra dice could not be rerolled", "kd.dice.extra")
def extra_not_rerolled(change: Changes) -> None:
    def ask_for_own(
        state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
    ) -> None:
        if kind == "reroll":
            most = min(most, NUMBER_OF_DICE)
        ask_to_choose(state, kind, seat, options, least, most, *rest)

    change.put(rolling, "ask_to_choose", ask_for_own)


@AS_IF("extra-not-resolved", "extra dice were not part of the result", "kd.dice.extra")
def extra_not_resolved(change: Changes) -> None:
    def take_away(machine: Duel, state: State, frame: Frame) -> None:
        for face in dice.dice_shown(state)[NUMBER_OF_DICE:]:
            state.registers[DICE + face] -= 1

    around(change, roll.complete, before=take_away)


@AS_IF("one-card-at-most", "only one card gave an extra die", "kd.dice.more")
def one_card_at_most(change: Changes) -> None:
    def fewer(machine: Duel, state: State, frame: Frame) -> int:
        extra = dice_of_cards(machine, state, frame[roll.SEAT])[1]
        return min(0, 1 - extra)

    reckoned(change, fewer)


@AS_IF("die-for-the-rival-too", "a card gave the rival an extra die too", "kd.dice.more")
def die_for_the_rival_too(change: Changes) -> None:
    def more(machine: Duel, state: State, frame: Frame) -> int:
        return dice_of_cards(machine, state, rival(frame[roll.SEAT]))[1]

    reckoned(change, more)


@AS_IF("die-once-only", "a card gave its extra die in the first turn only", "kd.dice.more")
def die_once_only(change: Changes) -> None:
    def fewer(machine: Duel, state: State, frame: Frame) -> int:
        extra = dice_of_cards(machine, state, frame[roll.SEAT])[1]
        return -extra if state.registers[TURN] > 1 else 0

    reckoned(change, fewer)


@AS_IF("three-extra", "a monster could have 3 extra dice", "kd.dice.most")
def three_extra(change: Changes) -> None:
    change.put(roll, "MOST_EXTRA_DICE", 3)


@AS_IF("one-extra", "a monster could have 1 extra die", "kd.dice.most")
def one_extra(change: Changes) -> None:
    change.put(roll, "MOST_EXTRA_DICE", 1)


@AS_IF("eight-in-all", "only more than 8 dice in all were too many", "kd.dice.most")
def eight_in_all(change: Changes) -> None:
    def make_room(machine: Duel, state: State, frame: Frame) -> None:
        frame[roll.EXTRA] = max(0, frame[roll.TO_ROLL] - NUMBER_OF_DICE)

    around(change, roll.reckon, after=make_room)


# --- fewer dice ----------------------------------------------------------------------------------


@AS_IF(
    "fewer-by-any-marker", "any marker pulled weakened the rival", "kd.dice.fewer", "kd.dice.six"
)
def fewer_by_any_marker(change: Changes) -> None:
    def bind(linker: Linker, call: Call) -> Condition:
        return lambda machine, state, source, you, context: True

    change.put(CONDITIONS, "is-marker", bind)


@AS_IF("fewer-at-any-time", "a pull at any time weakened the rival", "kd.dice.fewer", "kd.dice.six")
def fewer_at_any_time(change: Changes) -> None:
    is_resolving = CONDITIONS["is-resolving"]

    def bind(linker: Linker, call: Call) -> Condition:
        if linker.head == "pulled":
            return lambda machine, state, source, you, context: True
        return is_resolving(linker, call)

    change.put(CONDITIONS, "is-resolving", bind)


def weakening(change: Changes, times: Callable[[State, Frame], int]) -> None:
    """Let what waits for the rival's next turn wait several times."""
    bind_next_turn = EFFECTS["next-turn"]

    def bind(linker: Linker, call: Call) -> list[Any]:
        (act,) = bind_next_turn(linker, call)

        def act_again(machine: Duel, state: State, frame: Frame) -> None:
            for _ in range(times(state, frame)):
                act(machine, state, frame)

        return [act_again] if linker.mentions("is-marker") else [act]

    change.put(EFFECTS, "next-turn", bind)


@AS_IF("fewer-for-each-cell", "a pull weakened the rival for each cell", "kd.dice.fewer")
def fewer_for_each_cell(change: Changes) -> None:
    weakening(change, lambda state, frame: max(1, int(frame[CONTEXT][1])))


@AS_IF("fewer-for-each-pull", "each pull weakened the rival by one more die", "kd.dice.fewer")
def fewer_for_each_pull(change: Changes) -> None:
    bind_once = EFFECTS["once-each-turn"]

    def bind(linker: Linker, call: Call) -> list[Any]:
        return (
            linker.body(call["body"]) if linker.mentions("is-marker") else bind_once(linker, call)
        )

    change.put(EFFECTS, "once-each-turn", bind)


@AS_IF("fewer-by-two", "a pull weakened the rival by two dice", "kd.dice.fewer")
def fewer_by_two(change: Changes) -> None:
    weakening(change, lambda state, frame: 2)


@AS_IF("no-discarding-before", "no keep cards could be discarded first", "kd.dice.fewer-per-card")
def no_discarding_before(change: Changes) -> None:
    def offer_nothing(machine: Duel, state: State, frame: Frame) -> None:
        state.answer = ()

    change.swap(roll.offer_discards, offer_nothing)


@AS_IF("one-discarded-at-most", "one keep card could be discarded first", "kd.dice.fewer-per-card")
def one_discarded_at_most(change: Changes) -> None:
    def ask_for_one(
        state: State, kind: str, seat: int, options: Any, least: int, most: int, *rest: Any
    ) -> None:
        if kind == "choose":
            most = 1
        ask_to_choose(state, kind, seat, options, least, most, *rest)

    change.put(roll, "ask_to_choose", ask_for_one)


@AS_IF(
    "reckoned-before-discarding",
    "keep cards discarded now counted all the same",
    "kd.dice.fewer-per-card",
)
def reckoned_before_discarding(change: Changes) -> None:
    def fewer(machine: Duel, state: State, frame: Frame) -> int:
        return -len(state.answer)

    reckoned(change, fewer)


@AS_IF("cards-of-both", "the keep cards of both counted", "kd.dice.fewer-per-card")
def cards_of_both(change: Changes) -> None:
    def bind(linker: Linker, call: Call) -> Number:
        keep = linker.of_type("keep")
        return lambda machine, state, frame, you: sum(
            state.cards[card] in keep for seat in (0, 1) for card in state.zones[AREA + seat]
        )

    change.put(NUMBERS, "keep-cards", bind)


@AS_IF("one-fewer-in-all", "one die fewer were had for any keep cards", "kd.dice.fewer-per-card")
def one_fewer_in_all(change: Changes) -> None:
    bind_keep_cards = NUMBERS["keep-cards"]

    def bind(linker: Linker, call: Call) -> Number:
        count = bind_keep_cards(linker, call)
        return lambda machine, state, frame, you: min(1, count(machine, state, frame, you))

    change.put(NUMBERS, "keep-cards", bind)


@AS_IF(
    "extra-make-up-for-fewer", "fewer dice than none were taken off the extra dice", "kd.dice.count"
)
def extra_make_up_for_fewer(change: Changes) -> None:
    def fewer(machine: Duel, state: State, frame: Frame) -> int:
        off = dice_of_cards(machine, state, frame[roll.SEAT])[0]
        return min(0, NUMBER_OF_DICE - off)

    reckoned(change, fewer)


@AS_IF("reckoned-before-the-start", "the dice were reckoned when the turn begins", "kd.dice.count")
def reckoned_before_the_start(change: Changes) -> None:
    def bought_now(machine: Duel, state: State, frame: Frame) -> int:
        found = changes_of(machine, state, "modify-dice", frame[roll.SEAT])
        new = state.stack[0][buying.BOUGHT_NOW]
        return -sum(much for card, _, _, much in found if card in new and much > 0)

    reckoned(change, bought_now)


@AS_IF("fewer-after-the-tokens", "dice fewer were taken off the tokens' dice too", "kd.dice.count")
def fewer_after_the_tokens(change: Changes) -> None:
    reckon = roll.reckon

    def reckon_extra_first(machine: Duel, state: State, frame: Frame) -> None:
        reckon(machine, state, frame)
        off = dice_of_cards(machine, state, frame[roll.SEAT])[0]
        frame[roll.EXTRA] = min(2, frame[roll.EXTRA] + off)

    change.swap(reckon, reckon_extra_first)


@AS_IF("at-least-one-die", "a monster always had at least one die", "kd.dice.none")
def at_least_one_die(change: Changes) -> None:
    reckoned(change, lambda machine, state, frame: int(frame[roll.TO_ROLL] == 0))


@AS_IF("a-roll-is-used", "a monster without dice used a roll", "kd.dice.none")
def a_roll_is_used(change: Changes) -> None:
    def use(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[roll.ROLLED]:
            state.registers[REROLLS] -= 1

    around(change, roll.take_tokens, after=use)


@AS_IF("no-dice-no-roll", "a monster without dice had no Roll for cards to add to", "kd.dice.none")
def no_dice_no_roll(change: Changes) -> None:
    resolve = turn.resolve

    def resolve_dice(machine: Duel, state: State, frame: Frame) -> None:
        if dice.dice_shown(state):
            resolve(machine, state, frame)

    change.swap(resolve, resolve_dice)


# --- dice thrown for cards -----------------------------------------------------------------------


def throwing(change: Changes, more: Callable[[Duel, State, Frame], None], *, at: int) -> None:
    """Do something more at a step of throwing dice for a card: 0 to begin, 2 to take a die."""
    throw_dice = dice.throw_dice

    def throw_otherwise(linker: Any, call: Call, rules: tuple[str, ...]) -> list[Any]:
        pieces = throw_dice(linker, call, rules)
        places = [place for place, piece in enumerate(pieces) if callable(piece)]
        old = pieces[places[at]]

        def step(machine: Duel, state: State, frame: Frame) -> None:
            old(machine, state, frame)
            more(machine, state, frame)

        pieces[places[at]] = step
        return pieces

    change.put(symbols, "throw_dice", throw_otherwise)


@AS_IF("thrown-dice-resolved", "claws thrown for a card were hits", "kd.dice.throws")
def thrown_dice_resolved(change: Changes) -> None:
    def hit(machine: Duel, state: State, frame: Frame) -> None:
        if state.answer[1] == CLAW:
            state.counters[HEARTS + rival(frame[YOU])] -= 1

    throwing(change, hit, at=2)


@AS_IF("thrown-dice-join", "dice thrown for a card joined the Roll", "kd.dice.throws")
def thrown_dice_join(change: Changes) -> None:
    def join(machine: Duel, state: State, frame: Frame) -> None:
        state.registers[DICE + state.answer[1]] += 1

    throwing(change, join, at=2)


@AS_IF("eight-thrown", "at most 8 dice were thrown for a card", "kd.dice.throws")
def eight_thrown(change: Changes) -> None:
    def limit(machine: Duel, state: State, frame: Frame) -> None:
        frame[SLOTS:] = [min(8, each) if isinstance(each, int) else each for each in frame[SLOTS:]]

    throwing(change, limit, at=0)
