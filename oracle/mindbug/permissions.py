"""What creatures in play permit and forbid, by their own text or by a keyword."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.layers import derive
from oracle.kernel.state import Rules, State

from .machine import LinkedRule
from .table import DISCARD, EXHAUSTED, KEYWORDS, PLAY, STORE

if TYPE_CHECKING:
    from .machine import Mindbug

InForce = tuple[int, int, LinkedRule]
"""`(source, controller, rule)`."""

NOTHING: list[InForce] = []
EXHAUSTED_ABILITIES = ("mb.keyword.exhausted-abilities",)


def told_by(state: State, source: int, rules: Rules) -> Rules:
    """What a creature's ability rests on; that an exhausted one's works too is told with it."""
    return rules + EXHAUSTED_ABILITIES if state.marks[source] & EXHAUSTED else rules


def rules_in_force(machine: Mindbug, state: State, word: str) -> list[InForce]:
    """Every permission or prohibition of one word that is in play now; not to be changed."""
    mask = machine.keyword_masks[word]
    if not mask:
        # What cards say themselves is known without deriving who has which keyword.
        return (state.said or _gather(machine, state)).get(word, NOTHING)
    derived = state.derived or derive(machine, state)
    store = derived[STORE]
    found: list[InForce] | None = store.get(word)
    if found is not None:
        return found
    store[word] = found = []
    keywords = derived[KEYWORDS]
    table = machine.rule_words[word]
    cards = state.cards
    for seat in (0, 1):
        for card in state.zones[PLAY + seat]:
            held = keywords[card] & mask
            if held:
                for bit, rule in machine.keyword_words[word]:
                    if held & bit:
                        found.append((card, seat, rule))
            if cards[card] in table:
                for rule in table[cards[card]]:
                    found.append((card, seat, rule))
    if word in machine.words_elsewhere:
        found += (state.said or _gather(machine, state)).get(word, NOTHING)
    return found


def _gather(machine: Mindbug, state: State) -> dict[str, list[InForce]]:
    """What the texts of cards permit and forbid now, by word.

    What cards in play say with a word that keywords say too is left out: it is found with them.
    """
    cards, speakers = state.cards, machine.speakers
    said: dict[str, list[InForce]] = {"": NOTHING}  # so that what was gathered is never empty
    for seat in (0, 1):
        for card in state.zones[PLAY + seat]:
            if cards[card] in speakers:
                for rule in speakers[cards[card]]:
                    said.setdefault(rule.word, []).append((card, seat, rule))
    for entry in said_elsewhere(machine, state):
        said.setdefault(entry[2].word, []).append(entry)
    state.said = said
    return said


def said_elsewhere(machine: Mindbug, state: State) -> list[InForce]:
    """What cards in discard piles permit and forbid, then what does so until the turn ends."""
    cards, speakers = state.cards, machine.speakers_in_discard
    found = []
    for seat in (0, 1):
        for card in state.zones[DISCARD + seat]:
            if cards[card] in speakers:
                found += [(card, seat, rule) for rule in speakers[cards[card]]]
    for number, source, seat, targets in state.lasting:
        rule = machine.lasting[number]
        if isinstance(rule, LinkedRule):
            found.append((source, seat, rule if targets is None else rule.about(targets)))
    return found


def rules_about(machine: Mindbug, state: State, word: str, card: int) -> list[InForce]:
    """The rules of a word that speak about one creature."""
    said = machine.own_words.get(word)
    if said is not None:
        # Where a word is only ever said of the creature itself, nobody else need be asked.
        mask, by_keyword, by_text = said
        held = (state.derived or derive(machine, state))[KEYWORDS][card] & mask
        own = by_text.get(state.cards[card], ()) if by_text else ()
        if not held and not own:
            return []
        seat = state.where[card] - PLAY
        found = [(card, seat, rule) for bit, rule in by_keyword if held & bit]
        found += [(card, seat, rule) for rule in own]
    else:
        found = rules_in_force(machine, state, word)
    return [entry for entry in found if entry[2].holds(machine, state, entry[0], entry[1], (card,))]


def first_rule(
    machine: Mindbug, state: State, word: str, subjects: tuple[int, ...]
) -> InForce | None:
    """The first rule of a word that speaks about the subjects, or None."""
    if len(subjects) == 1:
        about = rules_about(machine, state, word, subjects[0])
        return about[0] if about else None
    for source, seat, rule in rules_in_force(machine, state, word):
        if rule.holds(machine, state, source, seat, subjects):
            return source, seat, rule
    return None


def able_attackers(machine: Mindbug, state: State, seat: int) -> list[int]:
    """The creatures of a player that nothing keeps from attacking."""
    creatures = sorted(state.zones[PLAY + seat])
    bans = rules_in_force(machine, state, "cannot-attack")
    if not bans:
        return creatures
    able = []
    for card in creatures:
        subjects = (card,)
        for source, controller, rule in bans:
            if rule.holds(machine, state, source, controller, subjects):
                break
        else:
            able.append(card)
    return able


def tell_kept_from_attacking(machine: Mindbug, state: State, seat: int) -> None:
    """Tell what keeps creatures of a player from attacking now."""
    for source, controller, rule in rules_in_force(machine, state, "cannot-attack"):
        for card in sorted(state.zones[PLAY + seat]):
            if rule.holds(machine, state, source, controller, (card,)):
                told = told_by(state, source, rule.rules)
                state.log.append(("forbidden", told, source, card, rule.ability.number))


def tell_say(state: State, card: int, found: list[InForce]) -> None:
    """Tell whose texts have a say in what happens to a card."""
    for source, _, rule in found:
        told = told_by(state, source, rule.rules)
        state.log.append(("has-say", told, source, card, rule.ability.number))


def forbidding(machine: Mindbug, state: State, blocker: int, attacker: int) -> InForce | None:
    """What keeps a creature from blocking this attacker, or None."""
    return first_rule(machine, state, "cannot-block", (blocker, attacker))
