"""What can be misheard in a noun phrase: how many, who picks, whose, which ones, from where."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from rules_dsl.definitions import Call, Quantity, Selection
from rules_dsl.printer import print_call, print_filter
from rules_dsl.vocabulary import Literal, Type, Vocabulary

YOU, OPPONENT, NATURE, THIS = Call("you"), Call("opponent"), Call("nature"), Call("this")

RIVAL = {YOU: OPPONENT, OPPONENT: YOU}
CHOOSERS = {YOU: "its controller", OPPONENT: "the opponent", NATURE: "chance"}
OTHER_CHOOSERS = {YOU: (OPPONENT, NATURE), NATURE: (YOU,), OPPONENT: (YOU, NATURE)}
SIDES = {"any": ("enemy", "allied"), "enemy": ("any",), "allied": ("any",)}
LIMITS = {
    # word: its text, its opposite, the strict text, which way is stricter, what both are called
    "power-at-most": ("power {} or less", "power-at-least", "less than {}", -1, "at-most"),
    "power-at-least": ("power {} or more", "power-at-most", "more than {}", 1, "at-least"),
}
OPPOSITES = {
    # word: its opposite, and what reading the one as the other is called
    "with-keyword": ("without-keyword", "having"),
    "without-keyword": ("with-keyword", "having"),
    "highest-power": ("lowest-power", "lowest"),
    "lowest-power": ("highest-power", "highest"),
}
MOMENTS = {"play": ("attack", "attacked"), "attack": ("play", "entered play")}
"""A trigger, the one it is taken for, and what the creature did then."""

PICKS_ITS_OWN = {"discard"}
"""Effects whose player always picks: only chance can take the choice over."""

PICKS_ONE = {
    "boost",
    "boost-split",
    "force-attack",
    "copy-effect",
    "resolve-effect",
    "put-into-discard",
}
"""Effects that make no sense with more or fewer than they say, or with another chooser."""

TOGETHER = {"equal-power"}
"""Filters of those picked, not of each: chance picks them one by one."""

SAYS_WHOSE = {
    "controls-none",
    "controls-at-least",
    "controls-exactly",
    "force-attack",
    "must-hunt",
    "cannot-hunt",
}
"""Words that say whose creatures they are about, so that the noun need not."""


@frozen
class Change:
    """Something that stands in the place of a part; `words` has a hole for the card's name."""

    slug: str
    words: str
    rules: tuple[str, ...]
    value: Any  # a part of a definition, of the type of the part it stands for; None: nothing


@frozen
class NounListener:
    """Hears every word of a noun phrase wrong, one at a time."""

    vocabulary: Vocabulary

    def rules(self, *words: str) -> tuple[str, ...]:
        """The rules of some words of the vocabulary, written `kind:id` or `id` alone."""
        found: list[str] = []
        for name in words:
            kind, colon, id = name.rpartition(":")
            for word in self.vocabulary.words:
                if word.id == id and (not colon or word.kind == kind):
                    found += word.rules
        return tuple(dict.fromkeys(found))

    def selection(self, phrase: Selection, call: Call, head: str | None) -> Iterator[Change]:
        """The changes of a noun phrase that fills a hole of a call."""
        word = self.vocabulary.calls[call.word]
        picked = word.kind == "effect" or phrase.chooser is not None
        if picked and call.word not in PICKS_ONE and not word.single:
            yield from self._quantity(phrase, call)
            yield from self._chooser(phrase, call)
        if phrase.noun == "creature" and call.word not in SAYS_WHOSE:
            yield from self._side(phrase)
            yield from self._other(phrase, word.kind == "effect" and head in MOMENTS)
        elif phrase.other:
            yield from self._other(phrase, False)
        elif phrase.noun == self._player_noun and phrase.quantity.kind == "all":
            yield self._not_you(phrase)
        for index, test in enumerate(phrase.filters):
            for change in self._filter(test, phrase.noun):
                new = () if change.value is None else (change.value,)
                filters = (*phrase.filters[:index], *new, *phrase.filters[index + 1 :])
                yield evolve(change, value=evolve(phrase, filters=filters))
        if phrase.zone is not None and word.zone is None:
            yield from self._zone(phrase, phrase.zone)

    def _quantity(self, phrase: Selection, call: Call) -> Iterator[Change]:
        quantity = phrase.quantity
        count = quantity.count

        def read(slug: str, said: str, meant: str, new: Quantity, *words: str) -> Change:
            told = f"{{name}}'s '{said}' was read as '{meant}'".replace("'1", "'a")
            chooser = None if new.kind == "all" else phrase.chooser or YOU
            value = evolve(phrase, quantity=new, chooser=chooser)
            return Change(slug, told, self.rules("frame:up-to", *words), value)

        if quantity.kind == "all":
            yield read("all-one", "all", "one", Quantity("exactly", 1), "frame:all")
            return
        assert isinstance(count, int)
        if quantity.kind == "up-to":
            exactly = Quantity("exactly", count)
            yield read("up-to-exactly", f"up to {count}", f"exactly {count}", exactly)
        else:
            yield read("exactly-up-to", str(count), f"up to {count}", Quantity("up-to", count))
            yield read("all", str(count), "all", Quantity("all"), "frame:all")
        for slug, other in (("count-one-less", count - 1), ("count-one-more", count + 1)):
            if other >= 1:
                new = evolve(quantity, count=other)
                yield read(slug, str(count), str(other), new, f"effect:{call.word}")

    def _chooser(self, phrase: Selection, call: Call) -> Iterator[Change]:
        chooser = phrase.chooser
        if chooser is None or phrase.quantity.kind == "all":
            return
        for other in OTHER_CHOOSERS.get(chooser, ()):
            if other.word not in self.vocabulary.calls:
                continue
            if call.word in PICKS_ITS_OWN and other != NATURE:
                continue
            if other == NATURE and any(test.word in TOGETHER for test in phrase.filters):
                continue
            words = f"{CHOOSERS[other]} chose for {{name}}, not {CHOOSERS[chooser]}"
            rules = self.rules(chooser.word, other.word)
            yield Change(f"{other.word}-chooses", words, rules, evolve(phrase, chooser=other))

    def _side(self, phrase: Selection) -> Iterator[Change]:
        for other in SIDES[phrase.side]:
            sides = (phrase.side, other)
            said, meant = ("creature" if s == "any" else f"{s} creature" for s in sides)
            rules = self.rules(*("noun:creature" if s == "any" else f"side:{s}" for s in sides))
            words = f"{{name}}'s '{said}' was read as '{meant}'"
            yield Change(f"{phrase.side}-{other}", words, rules, evolve(phrase, side=other))

    def _other(self, phrase: Selection, may_be_itself: bool) -> Iterator[Change]:
        if phrase.other:
            words = "{name}'s 'other' was not there"
            rules = self.rules("frame:other", *(["noun:creature"] if phrase.side == "any" else []))
            yield Change("other-dropped", words, rules, evolve(phrase, other=False))
        elif may_be_itself and phrase.side != "enemy":
            words = "{name}'s 'a creature' was read as 'another creature'"
            rules = self.rules("frame:another", "noun:creature")
            yield Change("another", words, rules, evolve(phrase, other=True))

    @property
    def _player_noun(self) -> str | None:
        """The noun that means players, in games that have one."""
        return self.vocabulary.types["player"].noun

    def _not_you(self, phrase: Selection) -> Change:
        """All players are taken for all others."""
        words = "{name}'s 'all' was read as 'all other'"
        rules = self.rules("frame:all", "frame:other")
        return Change("others-only", words, rules, evolve(phrase, other=True))

    def _zone(self, phrase: Selection, zone: Call) -> Iterator[Change]:
        taken_for = self.vocabulary.calls[zone.word].taken_for
        if taken_for is not None:
            said, meant = (print_call(each, self.vocabulary) for each in (zone, Call(taken_for)))
            words = f"{{name}}'s '{said}' was read as '{meant}'"
            rules = self.rules(f"zone:{zone.word}", f"zone:{taken_for}")
            yield Change(f"from-{taken_for}", words, rules, evolve(phrase, zone=Call(taken_for)))
        said, rules = "'any discard pile'", self.rules(f"zone:{zone.word}", "frame:from")
        if zone.word == "any-discard-pile":
            yours = evolve(phrase, zone=Call("discard-pile", (("player", YOU),)))
            words = f"{{name}}'s {said} was read as 'your discard pile'"
            yield Change("own-pile", words, rules, yours)
        elif zone.get("player") in RIVAL and OPPONENT.word in self.vocabulary.calls:
            whose, other = "your", "the opponent's"
            if zone["player"] == OPPONENT:
                whose, other = other, whose
            place = zone.word.replace("-", " ")
            words = f"{{name}}'s '{whose} {place}' was read as '{other} {place}'"
            slug = "other-pile" if zone.word == "discard-pile" else f"other-{zone.word}"
            yield Change(slug, words, rules, other_zone(phrase))

    def _filter(self, test: Call, noun: str) -> Iterator[Change]:
        """None stands for a filter that is not there."""
        of_cards = self.vocabulary.calls[test.word].card_rules if noun == "card" else ()
        rules = of_cards or self.rules(f"filter:{test.word}")
        if test.word in LIMITS:
            yield from self._limit(test, rules)
            return
        said = f"{{name}}'s '{self._worded(test)}' was"
        if test.word in OPPOSITES:
            word, slug = OPPOSITES[test.word]
            opposite = evolve(test, word=word)
            yield Change(slug, f"{said} read as '{self._worded(opposite)}'", rules, opposite)
        yield from self.choices(test)
        limit = test.get("n")
        if isinstance(limit, int):
            for slug, other in (("one-less", limit - 1), ("one-more", limit + 1)):
                if other >= 1:
                    words = f"the {limit} of {{name}} was read as {other}"
                    yield Change(slug, words, rules, fill(test, "n", other))
        if test.word == "without-keyword":
            yield Change("filter-dropped", "{name} made no exception", rules, None)
        else:
            yield Change("filter-dropped", f"{said} not there", rules, None)

    def choices(self, call: Call) -> Iterator[Change]:
        """One of several words in a phrase is taken for another."""
        for hole in self.vocabulary.calls[call.word].holes:
            kind, value = self.vocabulary.types[hole.type], call.get(hole.name)
            for said, meant in kind.misheard:
                if said == value:
                    texts = [_choice(kind, each) for each in (said, meant)]
                    words = f"{{name}}'s '{texts[0]}' was read as '{texts[1]}'"
                    changed = fill(call, hole.name, meant)
                    yield Change(f"{said}-{meant}", words, self.rules(call.word), changed)

    def _worded(self, test: Call) -> str:
        """A filter as people say it, keywords in capitals."""
        text, keyword = print_filter(test, self.vocabulary), test.get("keyword")
        return text.replace(str(keyword), str(keyword).upper()) if keyword else text

    def _limit(self, test: Call, rules: tuple[str, ...]) -> Iterator[Change]:
        text, opposite, strict, step, name = LIMITS[test.word]
        limit = test["n"]
        assert isinstance(limit, int)
        said = f"{{name}}'s '{text.format(limit)}' was"
        slug = f"{name}-{'less' if step < 0 else 'more'}"
        words = f"{said} read as '{strict.format(limit)}'"
        yield Change(slug, words, rules, Call(test.word, (("n", limit + step),)))
        words = f"{said} read as '{text.format(limit - step)}'"
        yield Change(f"{name}-too-far", words, rules, Call(test.word, (("n", limit - step),)))
        words = f"{said} read as '{LIMITS[opposite][0].format(limit)}'"
        yield Change(f"{name}-reversed", words, rules, Call(opposite, (("n", limit),)))
        yield Change("limit-dropped", f"{said} not there", rules, None)


def _choice(kind: Type, value: object) -> str:
    """How one of several words is written."""
    phrase = next(phrase for phrase, chosen in kind.choices if chosen == value)
    return " ".join(piece.several for piece in phrase if isinstance(piece, Literal))


def fill(call: Call, name: str, value: object) -> Call:
    """A call with one hole filled otherwise."""
    if all(key != name for key, _ in call.args):
        return evolve(call, args=(*call.args, (name, value)))
    return evolve(call, args=tuple((key, value if key == name else old) for key, old in call.args))


def other_zone(phrase: Selection) -> Selection:
    """The same zone of the other player."""
    assert phrase.zone is not None
    player = phrase.zone["player"]
    assert isinstance(player, Call)
    return evolve(phrase, zone=fill(phrase.zone, "player", RIVAL[player]))
