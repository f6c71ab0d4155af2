"""Which of the rules of a word are about a text, where the word has rules about different ones.

The vocabulary gives a word all rules that it can rest on. One that stands here is cited only where
it is true: by the moment the text works at, what stands in the holes of the word, what else the
text does, and the kind of card it stands on. All others are cited wherever the word is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rules_dsl.definitions import Call, Selection

from .machine import Linked

if TYPE_CHECKING:
    from .linker import Linker

Concerns = Callable[["Linker", Call], bool]

# --- what may be asked ---------------------------------------------------------------------------


def at(*heads: str) -> Concerns:
    """Texts that work at one of these moments."""
    return lambda linker, call: linker.head in heads


def not_at(*heads: str) -> Concerns:
    """Texts that work at any other moment."""
    return lambda linker, call: linker.head not in heads


def says(hole: str, *values: str) -> Concerns:
    """Texts in which one of these stands in a hole of the word."""
    return lambda linker, call: call.get(hole) in values


def begins_with(hole: str, word: str) -> Concerns:
    """Texts in which a word stands in a hole of this one."""

    def concerns(linker: Linker, call: Call) -> bool:
        value = call.get(hole)
        return isinstance(value, Call) and value.word == word

    return concerns


def of(hole: str, zone: str) -> Concerns:
    """Texts that mean cards from a zone."""

    def concerns(linker: Linker, call: Call) -> bool:
        phrase = call.get(hole)
        return isinstance(phrase, Selection) and phrase.zone == Call(zone)

    return concerns


def besides(*words: str) -> Concerns:
    """Texts in which one of these words stands too."""
    return lambda linker, call: any(word in linker.text for word in words)


def on(*kinds: str) -> Concerns:
    """Texts of cards of one of these kinds."""
    return lambda linker, call: linker.kind in kinds


def with_keyword(keyword: str) -> Concerns:
    """Texts of cards that have a keyword."""
    return lambda linker, call: linker.card is not None and keyword in linker.card.keywords


def by_keyword(linker: Linker, call: Call) -> bool:
    """Texts that a keyword gives."""
    return isinstance(linker.ability, Linked) and linker.ability.keyword is not None


def both(one: Concerns, other: Concerns) -> Concerns:
    """Texts for which both is true."""
    return lambda linker, call: one(linker, call) and other(linker, call)


def when_it_happens(linker: Linker, call: Call) -> bool:
    """No text as such: the rule is cited where the game comes to what it says."""
    return False


def _all_monsters(linker: Linker, call: Call) -> bool:
    """All monsters or all others, whatever place they have."""
    phrase = call["player"]
    return isinstance(phrase, Selection) and phrase.quantity.kind == "all" and not phrase.filters


def _by_extreme(linker: Linker, call: Call) -> bool:
    """The monster with the most or the fewest."""
    phrase = call["player"]
    return isinstance(phrase, Selection) and any(
        each.word == "with-extreme" for each in phrase.filters
    )


def _of_cards(linker: Linker, call: Call) -> bool:
    """The prices of other cards than the one that says so."""
    return isinstance(call["subject"], Selection)


def _single_die(linker: Linker, call: Call) -> bool:
    """One die, whichever shows the face."""
    phrase = call["dice"]
    return isinstance(phrase, Selection) and phrase.quantity.kind == "exactly"


def _all_dice(linker: Linker, call: Call) -> bool:
    """All dice that show the face."""
    phrase = call["dice"]
    return isinstance(phrase, Selection) and phrase.quantity.kind == "all"


POWER = ("keep", "discard", "consumable")
EVOLUTION = ("permanent", "temporary")

# --- what the rules of words are about -----------------------------------------------------------

ABOUT: dict[tuple[str, str], Concerns] = {
    # numbers
    ("per", "kt.energy.lose"): besides("lose-energy"),
    ("per", "kt.end.per-amount"): at("turn-ends"),
    ("per", "kt.mindbug.price"): says("resource", "mindbug-tokens"),
    ("changed", "kt.keyword.wounded"): both(at("wounded"), says("change", "hearts-lost")),
    ("changed", "kt.keyword.sneaky"): says("change", "stars-gained"),
    ("changed", "kt.evolution.as-much"): at("other-resolved"),
    ("done", "kt.dice.other-throws"): says("what", "rolled"),
    ("hunted", "kt.keyword.hunter-again"): when_it_happens,
    # filters
    ("of-type", "kt.card.keep"): says("type", "keep"),
    # conditions
    ("has-extreme", "kt.end.fewest"): at("turn-ends", "a-turn-ends"),
    ("rolled", "kt.dice.added-symbols"): lambda linker, call: call["face"] != "any",
    ("rolled", "kt.evolution.exact-dice"): says("limit", "exactly"),
    ("scored", "kt.star.scored-extra"): both(at("scoring"), besides("gain-stars")),
    ("scored", "kt.turn.extra-condition"): at("turn-over"),
    ("loses", "kt.damage.small"): at("would-lose"),
    ("loses", "kt.damage.at-least"): at("lost-hearts"),
    ("gained", "kt.star.card"): at("other-gains-stars"),
    ("gained", "kt.keyword.sneaky"): at("resolved"),
    # effects
    ("give-stars", "kt.evolution.ties"): _by_extreme,
    ("lose-hearts", "kt.damage.all"): _all_monsters,
    ("lose-hearts", "kt.damage.self"): both(at("bought"), begins_with("player", "you")),
    ("set-hearts", "kt.mindbug.fresh-start"): not_at("heartless"),
    ("set-hearts", "kt.mindbug.fresh-number"): not_at("heartless"),
    ("set-hearts", "kt.elimination.restart"): at("heartless"),
    ("get-tokens", "kt.token.wounded"): says("token", "poison", "shrink"),
    ("get-tokens", "kt.token.one-per-attack"): says("token", "poison", "shrink"),
    ("get-tokens", "kt.mindbug.gain"): says("token", "mindbug"),
    ("take-off", "kt.counter.spend"): says("counter", "smoke"),
    ("take-off", "kt.counter.take"): says("counter", "energy"),
    ("take-off", "kt.energy.returned"): says("counter", "energy"),
    ("give-card", "kt.consumable.handed"): on("consumable"),
    ("give-card", "kt.mindbug.substitute"): on("keep"),
    ("buy", "kt.consumable.buy-from-discard"): of("cards", "discard-pile"),
    ("use", "kt.consumable.activate"): on("consumable"),
    ("use", "kt.consumable.until"): on("consumable"),
    ("use", "kt.evolution.play"): on("temporary"),
    ("use", "kt.evolution.temporary"): on("temporary"),
    ("extra-turn", "kt.turn.extra-condition"): at("turn-over"),
    ("take-back", "kt.end.sell-price"): besides("cost-of-card"),
    ("take-back", "kt.end.sell-paid"): besides("price-paid"),
    ("reroll", "kt.roll.single-die"): both(at("during-roll"), _single_die),
    ("reroll", "kt.roll.all-of-a-face"): both(at("during-roll"), _all_dice),
    ("reroll", "kt.roll.foreign-die"): at("other-rolled"),
    ("reroll", "kt.roll.others-last"): at("other-resolving"),
    ("set-aside", "kt.dice.change"): at("before-resolving"),
    ("leave-tokyo", "kt.tokyo.take-control"): not_at("heartless"),
    ("leave-tokyo", "kt.elimination.restart-place"): at("heartless"),
    ("mark", "kt.copy.choose"): at("bought"),
    ("mark", "kt.copy.move"): not_at("bought"),
    ("may-first", "kt.energy.pay"): begins_with("cost", "pay"),
    ("rest-of-game", "kt.keyword.frenzy-price"): at("given-turn-ends"),
    # continuous texts
    ("modify-cost", "kt.buy.cheaper"): _of_cards,
    ("modify-cost", "kt.mindbug.price"): begins_with("subject", "this"),
    ("gains-more", "kt.energy.extra"): says("resource", "energy"),
    ("gains-more", "kt.heart.extra"): says("resource", "hearts"),
    ("can-buy", "kt.buy.from-others"): of("cards", "other-areas"),
    ("can-buy", "kt.buy.from-others-price"): of("cards", "other-areas"),
    ("can-buy", "kt.buy.top-card"): of("cards", "deck-top"),
    ("modify-maximum", "kt.heart.highest-maximum"): when_it_happens,
    ("modify-maximum", "kt.heart.maximum-lost"): when_it_happens,
    ("aims-only-at", "kt.keyword.hunter-all-targets"): when_it_happens,
    ("aims-only-at", "kt.keyword.hunter-again"): when_it_happens,
    # moments
    ("used", "kt.consumable.text"): on("consumable"),
    ("used", "kt.keyword.tough-more"): with_keyword("tough"),
    ("used", "kt.mindbug.substitute"): on("keep"),
    ("turn-ends", "kt.end.order"): when_it_happens,
    ("turn-ends", "kt.end.condition"): besides("if", "per"),
    ("before-resolving", "kt.dice.change"): besides("change"),
    ("scoring", "kt.star.scored-extra"): besides("gain-stars"),
    ("settling", "kt.attack.neighbour-damage"): besides("beside-you"),
    ("wounding", "kt.token.wounded"): besides("get-tokens"),
    ("would-be-wounded", "kt.keyword.wound-window"): by_keyword,
    ("would-be-wounded", "kt.yield.unharmed-first"): besides("yield"),
    ("heartless", "kt.elimination.restart"): on(*POWER),
    ("heartless", "kt.evolution.rescue"): on(*EVOLUTION),
    ("a-monster-heartless", "kt.elimination.restart-counts"): when_it_happens,
    ("any-time", "kt.heart.bought"): besides("gain-hearts"),
    ("any-time", "kt.evolution.any-moment"): on(*EVOLUTION),
}
"""By word and rule: which texts with that word the rule is about."""

LIES: dict[str, tuple[str, ...]] = {
    "keep": ("kt.card.keep",),
    "consumable": ("kt.consumable.text",),
    "permanent": ("kt.evolution.permanent",),
    "temporary": ("kt.evolution.temporary",),
}
"""By kind of card: why its continuous text is in force; the text of a discard card never is."""


def words_in(value: object) -> frozenset[str]:
    """All words that stand in a text."""
    found: frozenset[str] = frozenset()
    if isinstance(value, Call):
        found |= {value.word}
        for _, argument in value.args:
            found |= words_in(argument)
    elif isinstance(value, Selection):
        found |= words_in(value.filters)
    elif isinstance(value, tuple):
        for each in value:
            found |= words_in(each)
    return found
