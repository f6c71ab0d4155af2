"""The words of boosting: cards from discard piles under creatures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oracle.kernel.flow import only_if
from oracle.kernel.machine import Step, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

from .atoms import boost, note_booster
from .selection import Candidates, bind_candidates, bind_choice, rules_of, without_own_card
from .table import ABILITY, DISCARD, DONE, SOURCE, YOU
from .words import IMPOSSIBLE, effect

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

CARDS = ("mb.boost.optional", "mb.boost.up-to")
FROM_ANY = (*CARDS, "mb.boost.any-pile")
UNDER_IT = ("mb.boost.under",)
ANY_CREATURE = ("mb.boost.any-creature",)
SPLIT = ("mb.boost.split",)


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
