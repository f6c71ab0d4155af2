"""Consumables: using one, giving it away, and what is over when it was not given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .atoms import discard, lay_evolution, move, move_evolution
from .binding import effect
from .buy import BOUGHT_NOW
from .damage import pending_loss
from .evolution import home_of, pile_of
from .moments import TAKEN_NOW, begin_moment, is_new
from .selection import bind_players
from .table import ABILITY, AREA, SOURCE, YOU
from .uses import FOR_WOUND, begin_use, in_use, kept_for_the_end, kept_in_use

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo


def discard_kept(machine: Tokyo, state: State, seat: int, *, at_end: bool = False) -> None:
    """A card in use that was not given away at its moment is discarded. rule: .consumable.handed"""
    if not state.lasting:
        return
    last = kept_for_the_end(machine, state, seat)
    for card in last if at_end else kept_in_use(machine, state, seat):
        if at_end or card not in last:
            discard(machine, state, card, card, ("kt.consumable.handed", "kt.consumable.activate"))


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
        discard(machine, state, card, card, ("kt.consumable.activate",))
    elif machine.temporary_stays and named:
        move_evolution(state, card, machine.evolved + you)
    else:
        told: Rules = ("kt.evolution.temporary", "kt.evolution.not-power-cards")
        home = home_of(machine, state, card)
        told += ("kt.evolution.foreign",) if home != you else ()
        lay_evolution(machine, state, card, pile_of(machine, state, card, you), told)


def use_follows(machine: Tokyo, state: State, frame: Frame) -> None:
    """After what a use does at once comes the further text of the card. rule: .consumable.text"""
    uses = [use for card, use in in_use(machine, state, frame[YOU]) if card == frame[SOURCE]]
    if uses and uses[-1].lasts != FOR_WOUND:
        found = [(frame[SOURCE], number) for number in uses[-1].triggered.get("used", ())]
        begin_moment(state, frame[YOU], (frame[YOU], 0), found)


@effect("give-card")
def _give_card(linker: Linker, call: Call) -> list[Step]:
    """The card goes to another monster, if both are still there. rule: kt.consumable.handed"""
    before, players = bind_players(linker, call["player"])
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        card = frame[SOURCE]
        for seat in players(machine, state, frame):
            if state.counters[seat] and state.where[card] == AREA + frame[YOU]:
                move(state, card, AREA + seat)
                is_new(state, card)
                state.log.append(("give-card", rules, card, seat, card))
            else:
                told = ("no-effect", rules, card, card, frame[ABILITY], frame[YOU])
                state.log.append(told)

    return [*before, act]
