"""Boosting: cards from discard piles under creatures, and where they go from there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from oracle.kernel.flow import only_if
from oracle.kernel.layers import Static
from oracle.kernel.machine import LinkedAbility, Step, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .atoms import move
from .discard import PUT_THERE, UNNOTICED, arriving
from .effects import IMPOSSIBLE
from .selection import Candidates, bind_candidates, bind_choice, rules_of, without_own_card
from .table import ABILITY, DISCARD, DONE, POWER, SECOND_BOOSTED, SOURCE, UNDER, YOU
from .words import effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

CARDS = ("mb.boost.optional", "mb.boost.up-to")
FROM_ANY = (*CARDS, "mb.boost.any-pile")
UNDER_IT = ("mb.boost.under",)
ANY_CREATURE = ("mb.boost.any-creature",)
SPLIT = ("mb.boost.split",)

BOOSTS_LEAVE = ("mb.boost.leaves",)
BOOSTS_STAY = ("mb.boost.kept",)
BOOST_POWER = ("mb.boost.power",)


def _bind_cards(
    linker: Linker, call: Call, candidates: Candidates, chosen: int, nobody: Rules
) -> list[Step]:
    """Steps that leave the boost cards in a slot: none, or up to the number, of all piles.

    Nobody is asked where no creature could get them, by the rules given last.
    """
    amount = linker.number(call["amount"])

    def choose(machine: Mindbug, state: State, frame: Frame) -> None:
        you = frame[YOU]
        piles = sorted(state.zones[DISCARD] + state.zones[DISCARD + 1])
        piles = without_own_card(machine, state, piles, frame[SOURCE])
        most = min(amount(machine, state, frame), len(piles))
        state.answer = ()
        if not candidates(machine, state, frame[SOURCE], you):
            told = IMPOSSIBLE + nobody
            state.log.append(("impossible", told, frame[SOURCE], frame[ABILITY]))
            return
        if not most:
            state.log.append(("impossible", IMPOSSIBLE, frame[SOURCE], frame[ABILITY]))
            return
        rules = FROM_ANY if state.zones[DISCARD + 1 - you] else CARDS
        ask_to_choose(state, "choose", you, piles, 0, most, frame[SOURCE], rules)

    def keep(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[chosen] = state.answer
        frame[DONE] = 0

    return [choose, keep]


def _keep_booster(machine: Mindbug, state: State, frame: Frame, cards: tuple[int, ...]) -> None:
    """Where boost cards go back to who put them there, that player is remembered."""
    if not machine.boosts_to_controller:
        note_booster(state, cards, frame[YOU])


def _put(state: State, frame: Frame, cards: tuple[int, ...], host: int, rules: Rules) -> None:
    for card in cards:
        boost(state, card, host, frame[SOURCE], rules)
    frame[DONE] += len(cards)


@effect("boost")
def _boost(linker: Linker, call: Call) -> list[Any]:
    phrase = linker.phrase(call["creatures"])
    candidates = bind_candidates(linker, phrase)
    chosen = linker.slot()
    is_this = isinstance(phrase, Call)

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        if state.answer:
            rules = UNDER_IT if is_this else UNDER_IT + ANY_CREATURE
            _keep_booster(machine, state, frame, frame[chosen])
            _put(state, frame, frame[chosen], state.answer[0], rules)

    creature = bind_choice(linker, phrase, rules=() if is_this else ANY_CREATURE)
    return [
        *_bind_cards(linker, call, candidates, chosen, UNDER_IT if is_this else ANY_CREATURE),
        *only_if(lambda machine, state, frame: bool(frame[chosen]), [*creature, act]),
    ]


@effect("boost-split")
def _boost_split(linker: Linker, call: Call) -> list[Any]:
    """The cards one by one, each under a creature of its own choice."""
    phrase = linker.phrase(call["creatures"])
    candidates = bind_candidates(linker, phrase)
    chosen = linker.slot()
    loop = linker.label()
    rules = (*SPLIT, "mb.effect.chooser", *rules_of(linker, phrase))

    def choose_creature(machine: Mindbug, state: State, frame: Frame) -> None:
        found = candidates(machine, state, frame[SOURCE], frame[YOU])
        if not frame[chosen]:
            loop.leave(frame)
            return
        ask_to_choose(state, "choose", frame[YOU], found, 1, 1, frame[chosen][0], rules)

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        card, *others = frame[chosen]
        frame[chosen] = tuple(others)
        _keep_booster(machine, state, frame, (card,))
        _put(state, frame, (card,), state.answer[0], UNDER_IT + SPLIT)
        loop.again(frame)

    return loop.around(
        _bind_cards(linker, call, candidates, chosen, SPLIT), [choose_creature, act], []
    )


def drop_boosts(
    machine: Mindbug, state: State, card: int, seat: int, cause: int, rules: Rules
) -> list[int]:
    """Put the boost cards of a creature that its controller no longer has into discard piles."""
    boosts = state.under.get(card, ())
    if boosts:
        state.under = {host: below for host, below in state.under.items() if host != card}
        state.derived = state.said = None
    for boost in boosts:
        pile = pile_of(machine, state, boost, seat)
        state.where[boost] = DISCARD + pile
        state.zones[UNDER].remove(boost)
        state.zones[DISCARD + pile].append(boost)
        told = rules + arriving(machine, state, boost)
        if not machine.boosts_noticed and state.cards[boost] in machine.triggered[PUT_THERE]:
            told += UNNOTICED
        state.log.append(("unboost", told, cause, boost, pile))
    return list(boosts)


def pile_of(machine: Mindbug, state: State, boost: int, seat: int) -> int:
    """Whose discard pile a boost card goes to, if this seat controlled its creature."""
    if machine.boosts_to_controller:
        return seat
    return 1 if state.marks[boost] & SECOND_BOOSTED else 0


def note_booster(state: State, cards: Iterable[int], seat: int) -> None:
    """Remember whose boost cards they are: those of the player who puts them there."""
    for card in cards:
        state.marks[card] &= ~SECOND_BOOSTED
        state.marks[card] |= SECOND_BOOSTED if seat else 0


def noticed(
    machine: Mindbug, state: State, boosts: Iterable[int], seat: int
) -> list[tuple[int, int]]:
    """The boost cards of a creature of this seat that are put into discard piles, and whose."""
    if not machine.boosts_noticed:
        return []
    return [(boost, pile_of(machine, state, boost, seat)) for boost in boosts]


def boost(state: State, card: int, host: int, cause: int, rules: Rules) -> None:
    """Put a card under a creature."""
    move(state, card, UNDER)
    state.under = {**state.under, host: (*state.under.get(host, ()), card)}
    state.log.append(("boost", rules, cause, card, host))


def boost_static(machine: Mindbug) -> Static:
    """Every boost card gives the creature above it +1 power."""
    linked = LinkedAbility(len(machine.abilities), "boost", 1, "static", BOOST_POWER)
    machine.abilities.append(linked)
    machine.ability_number[linked.name] = linked.number
    return Static(POWER, None, lambda *_: [], 1, linked, BOOST_POWER, looks_back=False)
