"""Noun phrases: which creatures or cards a text means, and the decision that picks among them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask_to_choose
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from .cards import power_of, source_power
from .table import ABILITY, DISCARD, KEYWORDS, NAMED, PLAY, POWER, SOURCE, STORE, YOU

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Mindbug

Candidates = Callable[["Mindbug", State, int, int], list[int]]
Matches = Callable[["Mindbug", State, int, int, int], bool]
Filter = Callable[["Mindbug", State, int, int], bool]
Group = Callable[["Mindbug", State, list[int]], list[int]]


def _bind_power(linker: Linker, call: Call) -> Filter:
    bound = int(call["n"])  # type: ignore[call-overload]
    if call.word == "power-at-most":
        return lambda machine, state, card, source: power_of(machine, state, card) <= bound
    return lambda machine, state, card, source: power_of(machine, state, card) >= bound


def _bind_keyword(linker: Linker, call: Call) -> Filter:
    bit = linker.keyword_bit(str(call["keyword"]))
    wanted = bit if call.word == "with-keyword" else 0

    def by_keyword(machine: Mindbug, state: State, card: int, source: int) -> bool:
        keywords = (state.derived or derive(machine, state))[KEYWORDS][card]
        return bool(keywords & bit == wanted)

    return by_keyword


def _bind_named_keyword(linker: Linker, call: Call) -> Filter:
    def by_name(machine: Mindbug, state: State, card: int, source: int) -> bool:
        keywords = (state.derived or derive(machine, state))[KEYWORDS][card]
        return bool(keywords & state.registers[NAMED])

    return by_name


def _bind_below_this(linker: Linker, call: Call) -> Filter:
    return lambda machine, state, card, source: (
        power_of(machine, state, card) < source_power(machine, state, source)
    )


def _bind_far_from_this(linker: Linker, call: Call) -> Filter:
    most = int(call["n"])  # type: ignore[call-overload]

    def is_far(machine: Mindbug, state: State, card: int, source: int) -> bool:
        apart = power_of(machine, state, card) - source_power(machine, state, source)
        return not -most <= apart <= most

    return is_far


def _bind_shared_power(linker: Linker, call: Call) -> Filter:
    def shares(machine: Mindbug, state: State, card: int, source: int) -> bool:
        powers = (state.derived or derive(machine, state))[POWER]
        return list(powers.values()).count(powers[card]) > 1

    return shares


def _bind_effect(linker: Linker, call: Call) -> Filter:
    head = str(call["trigger"])
    return lambda machine, state, card, source: state.cards[card] in machine.triggered[head]


def _bind_boosted(linker: Linker, call: Call) -> Filter:
    return lambda machine, state, card, source: card in state.under


FILTERS: dict[str, Callable[[Linker, Call], Filter]] = {
    "power-at-most": _bind_power,
    "power-at-least": _bind_power,
    "with-keyword": _bind_keyword,
    "without-keyword": _bind_keyword,
    "with-named-keyword": _bind_named_keyword,
    "power-below-this": _bind_below_this,
    "power-far-from-this": _bind_far_from_this,
    "power-shared": _bind_shared_power,
    "with-effect": _bind_effect,
    "boosted": _bind_boosted,
}
"""Tests of one creature or card; the source is given for what is compared with it."""


def _extreme(pick: Callable[[Iterable[int]], int]) -> Group:
    def extreme(machine: Mindbug, state: State, found: list[int]) -> list[int]:
        if not found:
            return found
        powers = {card: power_of(machine, state, card) for card in found}
        wanted = pick(powers.values())
        return [card for card in found if powers[card] == wanted]

    return extreme


def _having_an_equal(machine: Mindbug, state: State, found: list[int]) -> list[int]:
    powers = [power_of(machine, state, card) for card in found]
    return [card for card, power in zip(found, powers, strict=True) if powers.count(power) > 1]


GROUPS: dict[str, Group] = {
    "highest-power": _extreme(max),
    "lowest-power": _extreme(min),
    "equal-power": _having_an_equal,
}
"""Tests of all that a phrase means otherwise, together."""


def bind_filter(linker: Linker, call: Call) -> Filter:
    """A test of one creature's derived values."""
    return FILTERS[call.word](linker, call)


def _filters(linker: Linker, phrase: Selection) -> tuple[list[Filter], list[Group]]:
    filters = [linker.filter(call) for call in phrase.filters if call.word in FILTERS]
    return filters, [GROUPS[call.word] for call in phrase.filters if call.word in GROUPS]


def bind_candidates(linker: Linker, phrase: Selection | Call) -> Candidates:
    """Everything a noun phrase could mean now, in the order of the cards' numbers."""
    if isinstance(phrase, Call):
        return _this
    if phrase.noun == "card":
        return _bind_cards(linker, phrase)
    side, other = phrase.side, phrase.other
    filters, groups = _filters(linker, phrase)
    if side != "any" and not other and not filters and not groups:
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
            found = [card for card in found if test(machine, state, card, source)]
        for group in groups:
            found = group(machine, state, found)
        if len(found) > 1:
            found.sort()
        return found

    return creatures


def _this(machine: Mindbug, state: State, source: int, you: int) -> list[int]:
    return [source] if PLAY <= state.where[source] <= PLAY + 1 else []


def this_card(machine: Mindbug, state: State, source: int, you: int) -> list[int]:
    """The source as a card in the discard pile of the player whose effect it is."""
    return [source] if state.where[source] == DISCARD + you else []


def without_own_card(machine: Mindbug, state: State, found: list[int], source: int) -> list[int]:
    """The cards that an effect may use of some: by option not the one it stands on, in a pile."""
    lies_there = source in found and DISCARD <= state.where[source] <= DISCARD + 1
    if not lies_there or machine.own_card_usable:
        return found
    return [card for card in found if card != source]


def _usable(candidates: Candidates) -> Candidates:
    return lambda machine, state, source, you: without_own_card(
        machine, state, candidates(machine, state, source, you), source
    )


def _bind_cards(linker: Linker, phrase: Selection) -> Candidates:
    if phrase.zone is None:
        raise linker.refusal("cards need a zone they come from", phrase.span)
    places = linker.places(phrase.zone)
    filters, groups = _filters(linker, phrase)

    def cards(machine: Mindbug, state: State, source: int, you: int) -> list[int]:
        found = [c for place in places(machine, state, source, you) for c in state.zones[place]]
        for test in filters:
            found = [card for card in found if test(machine, state, card, source)]
        for group in groups:
            found = group(machine, state, found)
        return sorted(found)

    return cards


def bind_matches(linker: Linker, phrase: Selection | Call) -> Matches:
    """Whether one creature is among those a noun phrase means."""
    if isinstance(phrase, Call):
        return lambda machine, state, source, you, card: card == source
    side, other = phrase.side, phrase.other
    filters, groups = _filters(linker, phrase)
    if groups:
        return _among(bind_candidates(linker, phrase))

    def matches(machine: Mindbug, state: State, source: int, you: int, card: int) -> bool:
        if other and card == source:
            return False
        if side == "allied" and state.where[card] != PLAY + you:
            return False
        if side == "enemy" and state.where[card] != PLAY + 1 - you:
            return False
        for test in filters:  # noqa: SIM110  a generator would be felt
            if not test(machine, state, card, source):
                return False
        return True

    return matches


def _among(candidates: Candidates) -> Matches:
    """Whether a creature is one of a group; the group is kept with the values it is made of."""

    def among(machine: Mindbug, state: State, source: int, you: int, card: int) -> bool:
        store = (state.derived or derive(machine, state))[STORE]
        key = (candidates, source, you)
        if key not in store:
            store[key] = candidates(machine, state, source, you)
        return card in store[key]

    return among


def rules_of(linker: Linker, phrase: Selection | Call) -> Rules:
    """The rules a noun phrase rests on."""
    if isinstance(phrase, Call):
        return ()
    if phrase.noun == "card":
        found = ["mb.term.card"]
        if phrase.zone is not None and not phrase.zone.args:
            found += linker.word_rules(phrase.zone.word)
        for call in phrase.filters:
            by_power = "power" in call.word
            found += ("mb.term.printed-power",) if by_power else linker.word_rules(call.word)
        return tuple(dict.fromkeys(found))
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
    rules: Rules = (),
) -> list[Step]:
    """Steps that leave what a noun phrase picks, as a tuple, in the state's answer.

    The choice rests on the words of the phrase, and on these further rules.
    """
    candidates = bind_candidates(linker, phrase)
    if isinstance(phrase, Selection) and phrase.noun == "card":
        candidates = _usable(candidates)
    if isinstance(phrase, Call) or phrase.quantity.kind == "all":
        return [everything(candidates, shortage)]
    up_to = phrase.quantity.kind == "up-to"
    count = linker.number(phrase.quantity.count)
    chooser = phrase.chooser
    if chooser is None:
        raise linker.refusal("nobody is named who chooses", phrase.span)
    by_chance = chooser.word == "nature"
    who = None if by_chance else linker.player(chooser)
    kind = "pick" if by_chance else "choose"
    rules += ("mb.effect.named-chooser" if by_chance else "mb.effect.chooser",)
    reached = reached_by_effect(linker, phrase)
    rules += reached
    if any(call.word == "equal-power" for call in phrase.filters):
        whose = linker.player(chooser)
        return _choose_equals(linker, candidates, count, up_to, whose, rules, shortage)

    def choose(machine: Mindbug, state: State, frame: Frame) -> None:
        source, you = frame[SOURCE], frame[YOU]
        found = candidates(machine, state, source, you)
        wanted = count(machine, state, frame)
        most = min(wanted, len(found))
        if most < wanted and not up_to:
            state.log.append(("impossible", shortage + reached, source, frame[ABILITY]))
        if most == 0:
            state.answer = ()
            return
        seat = NATURE if who is None else who(machine, state, source, you)
        ask_to_choose(state, kind, seat, found, 0 if up_to else most, most, source, rules)

    return [choose]


def _choose_equals(
    linker: Linker,
    candidates: Candidates,
    count: Callable[[Mindbug, State, Frame], int],
    up_to: bool,
    who: Callable[[Mindbug, State, int, int], int],
    rules: Rules,
    shortage: Rules,
) -> list[Step]:
    """Creatures with equal power: first one of them, then the others among its equals."""
    first = linker.slot()
    rules += ("mb.term.equal-power-choice",)

    def choose_first(machine: Mindbug, state: State, frame: Frame) -> None:
        found = candidates(machine, state, frame[SOURCE], frame[YOU])
        powers = [power_of(machine, state, card) for card in found]
        wanted = count(machine, state, frame)
        least = 1 if up_to else wanted
        found = [c for c, power in zip(found, powers, strict=True) if powers.count(power) >= least]
        frame[first] = ()
        if not found:
            told = (*shortage, "mb.term.equal-power")
            state.log.append(("impossible", told, frame[SOURCE], frame[ABILITY]))
            state.answer = ()
            return
        seat = who(machine, state, frame[SOURCE], frame[YOU])
        ask_to_choose(state, "choose", seat, found, 0 if up_to else 1, 1, frame[SOURCE], rules)

    def choose_others(machine: Mindbug, state: State, frame: Frame) -> None:
        frame[first] = state.answer
        if not state.answer:
            return
        power = power_of(machine, state, state.answer[0])
        found = [
            card
            for card in candidates(machine, state, frame[SOURCE], frame[YOU])
            if card != state.answer[0] and power_of(machine, state, card) == power
        ]
        more = min(count(machine, state, frame) - 1, len(found))
        seat = who(machine, state, frame[SOURCE], frame[YOU])
        if more:
            least = 0 if up_to else more
            ask_to_choose(state, "choose", seat, found, least, more, frame[SOURCE], rules)

    def together(machine: Mindbug, state: State, frame: Frame) -> None:
        state.answer = tuple(sorted({*frame[first], *state.answer}))

    return [choose_first, choose_others, together]


def everything(candidates: Candidates, shortage: Rules) -> Step:
    """A step that leaves all candidates in the state's answer."""

    def take_all(machine: Mindbug, state: State, frame: Frame) -> None:
        found = tuple(candidates(machine, state, frame[SOURCE], frame[YOU]))
        if not found:
            state.log.append(("impossible", shortage, frame[SOURCE], frame[ABILITY]))
        state.answer = found

    return take_all
