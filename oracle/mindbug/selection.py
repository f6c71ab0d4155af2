"""Noun phrases: which creatures or cards a text means, and the decision that picks among them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from .table import ABILITY, KEYWORDS, PLAY, POWER, SOURCE, YOU

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

Candidates = Callable[["Mindbug", State, int, int], list[int]]
Matches = Callable[["Mindbug", State, int, int, int], bool]
Filter = Callable[["Mindbug", State, int], bool]


def bind_filter(linker: Linker, call: Call) -> Filter:
    """A test of one creature's derived values."""
    if call.word in ("power-at-most", "power-at-least"):
        bound = int(call["n"])  # type: ignore[call-overload]
        at_most = call.word == "power-at-most"

        def by_power(machine: Mindbug, state: State, card: int) -> bool:
            power = (state.derived or derive(machine, state))[POWER][card]
            return bool(power <= bound if at_most else power >= bound)

        return by_power
    bit = linker.keyword_bit(str(call["keyword"]))
    wanted = bit if call.word == "with-keyword" else 0

    def by_keyword(machine: Mindbug, state: State, card: int) -> bool:
        keywords = (state.derived or derive(machine, state))[KEYWORDS][card]
        return bool(keywords & bit == wanted)

    return by_keyword


def bind_candidates(linker: Linker, phrase: Selection | Call) -> Candidates:
    """Everything a noun phrase could mean now, in the order of the cards' numbers."""
    if isinstance(phrase, Call):
        return _this
    if phrase.noun == "card":
        return _bind_cards(linker, phrase)
    side, other = phrase.side, phrase.other
    filters = [linker.filter(call) for call in phrase.filters]
    if side != "any" and not other and not filters:
        offset = 0 if side == "allied" else 1
        return lambda machine, state, source, you: sorted(state.zones[PLAY + (you ^ offset)])

    def creatures(machine: Mindbug, state: State, source: int, you: int) -> list[int]:
        zones = state.zones
        if side == "any":
            found = zones[PLAY] + zones[PLAY + 1]
        elif side == "allied":
            found = zones[PLAY + you][:]
        else:
            found = zones[PLAY + 1 - you][:]
        if other and source in found:
            found.remove(source)
        for test in filters:
            found = [card for card in found if test(machine, state, card)]
        if len(found) > 1:
            found.sort()
        return found

    return creatures


def _this(machine: Mindbug, state: State, source: int, you: int) -> list[int]:
    return [source] if PLAY <= state.where[source] <= PLAY + 1 else []


def _bind_cards(linker: Linker, phrase: Selection) -> Candidates:
    if phrase.zone is None:
        raise linker.refusal("cards need a zone they come from", phrase.span)
    place = linker.place(phrase.zone)

    def cards(machine: Mindbug, state: State, source: int, you: int) -> list[int]:
        return sorted(state.zones[place(machine, state, source, you)])

    return cards


def bind_matches(linker: Linker, phrase: Selection | Call) -> Matches:
    """Whether one creature is among those a noun phrase means."""
    if isinstance(phrase, Call):
        return lambda machine, state, source, you, card: card == source
    side, other = phrase.side, phrase.other
    filters = [linker.filter(call) for call in phrase.filters]

    def matches(machine: Mindbug, state: State, source: int, you: int, card: int) -> bool:
        if other and card == source:
            return False
        if side == "allied" and state.where[card] != PLAY + you:
            return False
        if side == "enemy" and state.where[card] != PLAY + 1 - you:
            return False
        return all(test(machine, state, card) for test in filters)

    return matches


def rules_of(linker: Linker, phrase: Selection | Call) -> Rules:
    """The rules a noun phrase rests on."""
    if isinstance(phrase, Call):
        return ()
    if phrase.noun == "card":
        return ("mb.term.card",)
    side = ("mb.term.creature",) if phrase.side == "any" else linker.word_rules(phrase.side)
    found = list(side)
    for call in phrase.filters:
        found += linker.word_rules(call.word)
    return tuple(dict.fromkeys(found))


def reached_by_effect(linker: Linker, phrase: Selection | Call) -> Rules:
    """The rules by which an effect reaches just these: creatures are in play, cards are not."""
    if isinstance(phrase, Call):
        return ()
    return tuple(dict.fromkeys(("mb.term.card", *rules_of(linker, phrase))))


def bind_choice(
    linker: Linker,
    phrase: Selection | Call,
    shortage: Rules = ("mb.effect.impossible",),
) -> list[Step]:
    """Steps that leave what a noun phrase picks, as a tuple, in the state's answer."""
    candidates = bind_candidates(linker, phrase)
    if isinstance(phrase, Call) or phrase.quantity.kind == "all":
        return [_everything(candidates, shortage)]
    up_to = phrase.quantity.kind == "up-to"
    count = linker.number(phrase.quantity.count)
    chooser = phrase.chooser
    if chooser is None:
        raise linker.refusal("nobody is named who chooses", phrase.span)
    by_chance = chooser.word == "nature"
    who = None if by_chance else linker.player(chooser)
    kind = "pick" if by_chance else "choose"
    rules: Rules = ("mb.effect.named-chooser" if by_chance else "mb.effect.chooser",)
    rules += reached_by_effect(linker, phrase)

    def choose(machine: Mindbug, state: State, frame: Frame) -> None:
        source, you = frame[SOURCE], frame[YOU]
        found = candidates(machine, state, source, you)
        wanted = count(machine, state, frame)
        most = min(wanted, len(found))
        if most < wanted and not up_to:
            state.log.append(("impossible", shortage, source, frame[ABILITY]))
        if most == 0:
            state.answer = ()
            return
        seat = NATURE if who is None else who(machine, state, source, you)
        ask(state, kind, seat, found, 0 if up_to else most, most, source, rules)

    return [choose]


def _everything(candidates: Candidates, shortage: Rules) -> Step:
    def take_all(machine: Mindbug, state: State, frame: Frame) -> None:
        found = tuple(candidates(machine, state, frame[SOURCE], frame[YOU]))
        if not found:
            state.log.append(("impossible", shortage, frame[SOURCE], frame[ABILITY]))
        state.answer = found

    return take_all
