"""Effects on cards: what lies on them, buying, discarding, using, copying."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
)

from oracle.kernel.flow import Label
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from . import atoms
from .binding import effect
from .buying import BOUGHT_NOW, can_buy, purchase
from .damage import (
    pending_loss,
)
from .evolving import draw, home_of, pile_of
from .moments import TAKEN_NOW, begin_moment, happen_to, is_new
from .monsters import has_say, paid_for
from .selection import (
    bind_card_choice,
    bind_cards,
    bind_players,
)
from .table import (
    ABILITY,
    AREA,
    COPIED,
    COPIER,
    DECLINE,
    DISCARD,
    DONE,
    KEEP_CARD,
    SOURCE,
    YOU,
)
from .uses import FOR_WOUND, HUNTED, begin_use, in_use, keep

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo


@effect("put-on")
def _put_on(linker: Linker, call: Call) -> list[Step]:
    amount, rules = linker.number(call["amount"]), linker.told(call)
    count = None if call.get("count") is None else linker.number(call["count"])
    if call["counter"] == "energy":
        rules += ("kt.counter.stored",)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        much = amount(machine, state, frame, frame[YOU])
        if count is not None:
            much *= count(machine, state, frame, frame[YOU])
        atoms.put_on(state, frame[SOURCE], much, frame[SOURCE], rules)

    return [act]


@effect("store")
def _store(linker: Linker, call: Call) -> list[Step]:
    """Any part of one's energy is put on the card. rule: kt.counter.deposit"""
    rules = linker.told(call)

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        most = state.counters[machine.energy + frame[YOU]]
        options = [("amount", n) for n in range(most + 1)]
        ask(state, "amount", frame[YOU], options, frame[SOURCE], rules)

    def take(machine: Tokyo, state: State, frame: Frame) -> None:
        much = state.answer[1]
        frame[DONE] = much
        if much:
            atoms.pay(machine, state, frame[YOU], much, frame[SOURCE], rules)
            atoms.put_on(state, frame[SOURCE], much, frame[SOURCE], rules)

    return [offer, take]


@effect("take-off")
def _take_off(linker: Linker, call: Call) -> list[Step]:
    amount, rules = int(call["amount"]), linker.told(call)  # type: ignore[call-overload]
    energy = call["counter"] == "energy"
    if energy:
        rules += ("kt.counter.stored",)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        much = atoms.take_off(state, frame[SOURCE], amount, frame[SOURCE], rules)
        if energy:
            atoms.get_energy(machine, state, frame[YOU], much, frame[SOURCE], rules)

    return [act]


@effect("discard")
def _discard(linker: Linker, call: Call) -> list[Step]:
    phrase = call["cards"]
    assert isinstance(phrase, Selection | Call)
    if call.get("price") is not None:
        return _discard_or_pay(linker, call)
    rules = linker.told(call)
    by_price = "price-paid" in linker.text and not linker.machine.sells_at_cost
    itself = phrase == Call("this")

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[DONE] = 0
        for card in state.answer:
            if state.where[card] != DISCARD:
                cost = machine.cost[state.cards[card]]
                frame[DONE] = paid_for(state, card) if by_price else cost
                copies = state.registers[COPIER] == card + 1
                if copies and itself and not machine.copy_discarded:
                    told = ("kt.copy.this-card", "kt.copy.taken-back", "kt.copy.ends")
                    atoms.end_copy(machine, state, card, frame[YOU], told)
                    continue
                more: Rules = ("kt.copy.this-card",) if copies else ()
                atoms.discard(machine, state, card, frame[SOURCE], rules + more)

    return [*bind_card_choice(linker, phrase), act]


def _discard_or_pay(linker: Linker, call: Call) -> list[Any]:
    """A monster discards its cards, but can keep each for a price. rule: kt.energy.pay"""
    before, players = bind_players(linker, call["player"])
    price, rules = int(call["price"]), linker.told(call)  # type: ignore[call-overload]
    whose, left, label = linker.slot(), linker.slot(), Label()
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    quantity: Any = phrase.quantity

    def begin(machine: Tokyo, state: State, frame: Frame) -> None:
        seats = players(machine, state, frame)
        frame[whose] = seats[0] if seats else frame[YOU]
        cards = sorted(state.zones[AREA + seats[0]]) if seats else []
        if quantity.kind == "all" or len(cards) <= quantity.count:
            state.answer = tuple(cards)
            return
        most = quantity.count
        least = 0 if quantity.kind == "up-to" else most
        ask_to_choose(state, "choose", frame[whose], cards, least, most, frame[SOURCE], rules)

    def keep_in_mind(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[left] = state.answer

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        if not frame[left]:
            label.leave(frame)
            return
        seat = frame[whose]
        if state.counters[machine.energy + seat] < price:
            state.answer = DECLINE
            return
        options = [KEEP_CARD[frame[left][0]], DECLINE]
        ask(state, "keep", seat, options, frame[SOURCE], rules)

    def take(machine: Tokyo, state: State, frame: Frame) -> None:
        card, *others_left = frame[left]
        frame[left] = tuple(others_left)
        if state.answer != DECLINE:
            told = (*rules, "kt.energy.pay")
            atoms.pay(machine, state, frame[whose], price, frame[SOURCE], told)
            if machine.ransom_to_owner:
                atoms.get_energy(machine, state, frame[YOU], price, frame[SOURCE], told)
        elif state.where[card] == AREA + frame[whose]:
            atoms.discard(machine, state, card, frame[SOURCE], rules)
        label.again(frame)

    return [*before, begin, keep_in_mind, *label.around([], [offer, take], [])]


@effect("draw-evolution")
def _draw_evolution(linker: Linker, call: Call) -> list[Step]:
    """The top card of another deck goes to the hand. rule: kt.evolution.foreign"""
    before, players = bind_players(linker, call["player"])

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in players(machine, state, frame):
            draw(state, frame[YOU], seat, 1)

    return [*before, act]


@effect("buy")
def _buy(linker: Linker, call: Call) -> list[Step]:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    discount = int(call.get("discount") or 0)  # type: ignore[call-overload]
    rules = linker.told(call)
    every = bind_cards(linker, phrase)

    def affordable(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        found = every(machine, state, source, you)
        return [card for card in found if can_buy(machine, state, card, you, discount)]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for card in state.answer:
            purchase(state, frame[YOU], card, machine, discount, frame[SOURCE], rules)

    return [*bind_card_choice(linker, phrase, affordable), act]


@effect("use")
def _use(linker: Linker, call: Call) -> list[Step]:
    """The card is discarded and in use from now on. rules: kt.consumable.activate, .until"""
    number, rules = linker.use_number, linker.told(call)
    names_moment = linker.head != "any-time"
    if number is None:
        raise linker.refusal("only a consumable can be used", call.span)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        card, you = frame[SOURCE], frame[YOU]
        definition = state.cards[card]
        keywords = machine.definitions[definition].keywords
        told = rules
        turns = state.stack[0]
        if definition not in machine.temporary:
            told += ("kt.consumable.keyword",)
            if len(keywords) > 1:
                told += ("kt.consumable.one-keyword",)
            if card in turns[BOUGHT_NOW] or card in turns[TAKEN_NOW]:
                told += ("kt.consumable.at-once",)
        elif keywords:
            told += ("kt.evolution.keyword", "kt.evolution.not-power-cards")
        elif names_moment:
            told += ("kt.evolution.named-moment",)
        use = machine.lasting[number].use
        stays = use is not None and use.stays
        told += ("kt.consumable.handed",) if stays else ()
        state.log.append(("use", told, card, you, card))
        if not stays:
            _put_away(machine, state, card, you, named=names_moment and not keywords)
        begin_use(machine, state, number, card, you, pending_loss(state, you))

    return [act]


def _put_away(machine: Tokyo, state: State, card: int, you: int, *, named: bool) -> None:
    """A card that was used goes to the pile it belongs to; by option one for a moment stays."""
    if state.cards[card] not in machine.temporary:
        atoms.discard(machine, state, card, card, ("kt.consumable.activate",))
    elif machine.temporary_stays and named:
        atoms.move_evolution(state, card, machine.evolved + you)
    else:
        told: Rules = ("kt.evolution.temporary", "kt.evolution.not-power-cards")
        home = home_of(machine, state, card)
        told += ("kt.evolution.foreign",) if home != you else ()
        atoms.lay_evolution(machine, state, card, pile_of(machine, state, card, you), told)


def use_follows(machine: Tokyo, state: State, frame: Frame) -> None:
    """After what a use does at once comes the further text of the card. rule: .consumable.text"""
    uses = [use for card, use in in_use(machine, state, frame[YOU]) if card == frame[SOURCE]]
    if uses and uses[-1].lasts != FOR_WOUND:
        found = [(frame[SOURCE], number) for number in uses[-1].triggered.get("used", ())]
        begin_moment(state, frame[YOU], (frame[YOU], 0), found)


@effect("hunt")
def _hunt(linker: Linker, call: Call) -> list[Step]:
    before, players = bind_players(linker, call["player"])
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in players(machine, state, frame):
            keep(state, frame[SOURCE], HUNTED, seat)
            state.log.append(("hunt", rules, frame[SOURCE], frame[YOU], seat))

    return [*before, act]


@effect("take-card")
def _take_card(linker: Linker, call: Call) -> list[Step]:
    """A card is taken from the discard pile, never the one that says so."""
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    every = bind_cards(linker, phrase)
    rules = linker.told(call)

    def others_than(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        return [card for card in every(machine, state, source, you) if card != source]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for card in state.answer if state.counters[frame[YOU]] else ():
            atoms.move(state, card, AREA + frame[YOU])
            is_new(state, card)
            turns = state.stack[0]
            turns[TAKEN_NOW] = (*turns[TAKEN_NOW], card)
            state.log.append(("take-card", rules, frame[SOURCE], frame[YOU], card))

    return [*bind_card_choice(linker, phrase, others_than), act]


@effect("give-card")
def _give_card(linker: Linker, call: Call) -> list[Step]:
    """The card goes to another monster, if both are still there. rule: kt.consumable.handed"""
    before, players = bind_players(linker, call["player"])
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[SOURCE]
        for seat in players(machine, state, frame):
            if state.counters[seat] and state.where[card] == AREA + frame[YOU]:
                atoms.move(state, card, AREA + seat)
                is_new(state, card)
                state.log.append(("give-card", rules, card, seat, card))
            else:
                told = ("no-effect", rules, card, card, frame[ABILITY], frame[YOU])
                state.log.append(told)

    return [*before, act]


@effect("mark")
def _mark(linker: Linker, call: Call) -> list[Step]:
    """The mimic token lies on a card; its text is as if just bought. rules: kt.copy.*"""
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    every = bind_cards(linker, phrase)
    rules = linker.told(call)

    def others_than(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        found = every(machine, state, source, you)
        taken = state.registers[COPIED] - 1
        return [
            card
            for card in found
            if card not in (source, taken) and state.cards[card] not in machine.copiers
        ]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        if not state.answer:
            state.log.append(("no-copy", ("kt.copy.nothing",), frame[SOURCE], frame[SOURCE]))
            return
        if state.registers[COPIED]:
            atoms.take_mimic_back(machine, state, frame[SOURCE])
        (card,) = state.answer
        atoms.lay_mimic(state, card, frame[SOURCE])
        for said in machine.said["copies"].get(state.cards[frame[SOURCE]], ()):
            has_say(state, frame[SOURCE], said, frame[YOU])
        state.log.append(("copy", rules, frame[SOURCE], frame[SOURCE], card))
        happen_to(machine, state, "bought", frame[SOURCE], state.cards[card], frame[YOU])

    return [*bind_card_choice(linker, phrase, others_than), act]
