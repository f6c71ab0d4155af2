"""What can be misheard in a text: one change for each word, with what was understood instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from rules_dsl.definitions import Ability, Call, Quantity, Selection
from rules_dsl.printer import print_ability
from rules_dsl.vocabulary import Vocabulary, Word

YOU, OPPONENT, NATURE, THIS = Call("you"), Call("opponent"), Call("nature"), Call("this")
NOT = "not"
"""The condition that holds when another does not; only misreadings say it."""

RIVAL = {YOU: OPPONENT, OPPONENT: YOU}
CHOOSERS = {YOU: "its controller", OPPONENT: "the opponent", NATURE: "chance"}
OTHER_CHOOSERS = {YOU: (OPPONENT, NATURE), NATURE: (YOU,), OPPONENT: (YOU, NATURE)}
SIDES = {"any": ("enemy", "allied"), "enemy": ("any",), "allied": ("any",)}
LIMITS = {
    # word: its text, its opposite, the strict text, which way is stricter, what both are called
    "power-at-most": ("power {} or less", "power-at-least", "less than {}", -1, "at-most"),
    "power-at-least": ("power {} or more", "power-at-most", "more than {}", 1, "at-least"),
}
HAVING = {"with-keyword": "without-keyword", "without-keyword": "with-keyword"}
MOMENTS = {"play": ("attack", "attacked"), "attack": ("play", "entered play")}
"""A trigger, the one it is taken for, and what the creature did then."""

PICKS_ITS_OWN = {"discard"}
"""Effects whose player always picks: only chance can take the choice over."""


@frozen
class Change:
    """Something that stands in the place of a part; `words` has a hole for the card's name."""

    slug: str
    words: str
    rules: tuple[str, ...]
    value: Any  # a part of a definition, of the type of the part it stands for; None: nothing


@frozen
class Listener:
    """Hears every word of a text wrong, one at a time."""

    vocabulary: Vocabulary
    cites: Mapping[str, tuple[str, ...]]

    def rules(self, *words: str) -> tuple[str, ...]:
        """The rules of some words of the vocabulary, written `kind:id` or `id` alone."""
        found: list[str] = []
        for name in words:
            kind, colon, id = name.rpartition(":")
            for word in self.vocabulary.words:
                if word.id == id and (not colon or word.kind == kind):
                    found += word.rules
        return tuple(dict.fromkeys(found))

    # --- whole abilities ---

    def ability(self, ability: Ability) -> Iterator[Change]:
        """The changes of one ability; None stands for an ability that is not there."""
        if ability.kind == "trigger":
            yield from self._trigger(ability)
        elif ability.kind == "replace":
            rules = self.rules(f"replaceable:{ability.head}")
            yield Change("dropped", "{name} replaced nothing", rules, None)
        else:
            yield from self._constant(ability)
        if ability.condition is not None:
            for change in self._condition(ability.condition):
                yield evolve(change, value=evolve(ability, condition=change.value))
        subject = ability.body[0].get("subject")
        if isinstance(subject, Selection):
            for change in self._selection(subject, ability.body[0], None):
                body = tuple(fill(call, "subject", change.value) for call in ability.body)
                yield evolve(change, value=evolve(ability, body=body))
        for index, call in enumerate(ability.body):
            for change in self._call(call, ability.head):
                body = (*ability.body[:index], change.value, *ability.body[index + 1 :])
                yield evolve(change, value=evolve(ability, body=body))

    def _trigger(self, ability: Ability) -> Iterator[Change]:
        head = str(ability.head)
        effect = f"the {head.capitalize()} effect of {{name}}"
        rules = self.rules(f"trigger:{head}")
        yield Change("never", f"{effect} never happened", rules, None)
        twice = evolve(ability, body=ability.body * 2)
        yield Change("twice", f"{effect} happened twice", rules, twice)
        if head in MOMENTS:
            other, moment = MOMENTS[head]
            words = f"{effect} happened when it {moment}"
            rules += self.rules(f"trigger:{other}")
            yield Change(f"on-{other}", words, rules, evolve(ability, head=other))
        optional = evolve(ability, body=(Call("may", (("body", ability.body),)),))
        yield Change("may", f"{effect} could be declined", self.rules("may"), optional)

    def _constant(self, ability: Ability) -> Iterator[Change]:
        for index, call in enumerate(ability.body):
            rest = (*ability.body[:index], *ability.body[index + 1 :])
            value = evolve(ability, body=rest) if rest else None
            rules = self.rules(call.word)
            if call.word == "grant-keyword":
                keyword = str(call["keyword"])
                words = f"{{name}} gave no {keyword.upper()}"
                yield Change(f"no-{keyword}", words, rules + self.cites[keyword], value)
            else:
                what = "bonus" if call.word == "modify-power" else "rule"
                yield Change("dropped", f"the {what} of {{name}} did not exist", rules, value)
        if all(call.get("subject") == THIS for call in ability.body):
            allies = Selection("creature", Quantity("all"), "allied")
            body = tuple(fill(call, "subject", allies) for call in ability.body)
            words = "{name} spoke of all allied creatures, not only of itself"
            rules = self.rules("this", *(call.word for call in body))
            yield Change("allies-too", words, rules, evolve(ability, body=body))

    # --- conditions ---

    def _condition(self, call: Call) -> Iterator[Change]:
        """None stands for a condition that is not there."""
        rules = self.rules(f"condition:{call.word}")
        text = f"'{self._text(call)}'"
        yield Change("always", f"the {text} of {{name}} was not there", rules, None)
        negated = Call(NOT, (("condition", call),))
        yield Change("negated", f"the {text} of {{name}} meant the opposite", rules, negated)
        if call.word == "controls-fewer":
            players = dict(call.args)
            turned = Call(call.word, (("player", players["than"]), ("than", players["player"])))
            words = "{name}'s 'fewer creatures' was read as 'more creatures'"
            yield Change("more", words, rules, turned)
            words = "{name}'s 'fewer creatures' was read as 'not more creatures'"
            yield Change("not-more", words, rules, Call(NOT, (("condition", turned),)))
            return
        for change in self._arguments(call, None):
            yield evolve(change, rules=change.rules + rules)

    def _text(self, condition: Call) -> str:
        """A condition as the text of an ability says it."""
        grant = Call("grant-keyword", (("subject", THIS), ("keyword", next(iter(self.cites)))))
        ability = Ability("static", None, condition, (grant,))
        return print_ability(ability, self.vocabulary).partition(":")[0].removeprefix("while ")

    # --- calls ---

    def _call(self, call: Call, head: str | None) -> Iterator[Change]:
        if call.word == "if":
            yield from self._if(call, head)
            return
        if call.word == "cannot-block":
            yield from self._prohibition(call)
        for name, value in call.args:
            if isinstance(value, int) and not isinstance(value, bool):
                yield from self._amount(call, name, value)
            elif isinstance(value, Call) and value in RIVAL:
                yield from self._player(call, name, value)
            elif name == "trigger":
                other = MOMENTS[str(value)][0]
                words = f"{{name}}'s '{value} effects' was read as '{other} effects'"
                rules = self.rules(call.word, f"trigger:{other}")
                yield Change(f"bars-{other}", words, rules, fill(call, name, other))
        yield from self._arguments(call, head)

    def _if(self, call: Call, head: str | None) -> Iterator[Change]:
        condition, body = call["condition"], call["body"]
        assert isinstance(condition, Call)
        assert isinstance(body, tuple)
        for change in self._condition(condition):
            rules = change.rules + self.rules("effect:if")
            if change.value is not None:
                yield evolve(change, rules=rules, value=fill(call, "condition", change.value))
            elif len(body) == 1:
                yield evolve(change, rules=rules, value=body[0])
        for index, inner in enumerate(body):
            for change in self._call(inner, head):
                whole = (*body[:index], change.value, *body[index + 1 :])
                yield evolve(change, value=fill(call, "body", whole))

    def _arguments(self, call: Call, head: str | None) -> Iterator[Change]:
        for name, value in call.args:
            inside: Iterator[Change] = iter(())
            if isinstance(value, Selection) and name != "subject":
                inside = self._selection(value, call, head)
            elif isinstance(value, Call) and value.args:
                inside = self._call(value, head)
            for change in inside:
                yield evolve(change, value=fill(call, name, change.value))

    def _prohibition(self, call: Call) -> Iterator[Change]:
        rules = self.rules(call.word)
        if call.get("attacker") is None:
            words = "{name} kept creatures only from blocking itself"
            yield Change("only-this", words, rules, fill(call, "attacker", THIS))
        else:
            words = "{name} kept creatures from blocking anybody"
            yield Change("any-attacker", words, rules, fill(call, "attacker", None))

    def _amount(self, call: Call, name: str, amount: int) -> Iterator[Change]:
        for slug, other in (("one-less", amount - 1), ("one-more", amount + 1)):
            if other >= 1:
                words = f"the {amount} of {{name}} was read as {other}"
                yield Change(slug, words, self.rules(call.word), fill(call, name, other))

    def _player(self, call: Call, name: str, player: Call) -> Iterator[Change]:
        word, other = self.vocabulary.calls[call.word], RIVAL[player]
        rules = self.rules(f"player:{player.word}", call.word)
        words = f"{{name}}'s {_said(word, name, player)} was read as {_said(word, name, other)}"
        changed = fill(call, name, other)
        for key, value in call.args:
            if isinstance(value, Selection) and word.zone is not None:
                # The word says whose cards they are: they change with the player.
                chooser = RIVAL.get(value.chooser, value.chooser) if value.chooser else None
                changed = fill(changed, key, evolve(_other_zone(value), chooser=chooser))
        yield Change(f"{player.word}-{other.word}", words, rules, changed)
        if call.word == "cannot-activate":
            words = "{name} kept both players from activating"
            yield Change("both", words, rules, fill(call, name, Call("each-player")))

    # --- noun phrases ---

    def _selection(self, phrase: Selection, call: Call, head: str | None) -> Iterator[Change]:
        word = self.vocabulary.calls[call.word]
        if word.kind == "effect":
            yield from self._quantity(phrase, call)
            yield from self._chooser(phrase, call)
        if phrase.noun == "creature" and call.word != "controls-none":
            yield from self._side(phrase)
            yield from self._other(phrase, word.kind == "effect" and head in MOMENTS)
        elif phrase.other:
            yield from self._other(phrase, False)
        for index, test in enumerate(phrase.filters):
            for change in self._filter(test):
                new = () if change.value is None else (change.value,)
                filters = (*phrase.filters[:index], *new, *phrase.filters[index + 1 :])
                yield evolve(change, value=evolve(phrase, filters=filters))
        if phrase.zone is not None and word.zone is None:
            whose, other = "your", "the opponent's"
            if phrase.zone["player"] == OPPONENT:
                whose, other = other, whose
            words = f"{{name}}'s '{whose} discard pile' was read as '{other} discard pile'"
            rules = self.rules(f"zone:{phrase.zone.word}", "frame:from")
            yield Change("other-pile", words, rules, _other_zone(phrase))

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
        for other in OTHER_CHOOSERS[chooser]:
            if call.word in PICKS_ITS_OWN and other != NATURE:
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
            words, rules = "{name}'s 'other' was not there", self.rules("frame:other")
            yield Change("other-dropped", words, rules, evolve(phrase, other=False))
        elif may_be_itself and phrase.side != "enemy":
            words = "{name}'s 'a creature' was read as 'another creature'"
            rules = self.rules("frame:another", "noun:creature")
            yield Change("another", words, rules, evolve(phrase, other=True))

    def _filter(self, test: Call) -> Iterator[Change]:
        """None stands for a filter that is not there."""
        rules = self.rules(f"filter:{test.word}")
        if test.word in HAVING:
            keyword = str(test["keyword"]).upper()
            words = f"{{name}}'s 'without {keyword}' was read as 'with {keyword}'"
            yield Change("having", words, rules, evolve(test, word=HAVING[test.word]))
            yield Change("filter-dropped", "{name} made no exception", rules, None)
            return
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


def fill(call: Call, name: str, value: object) -> Call:
    """A call with one hole filled otherwise."""
    if all(key != name for key, _ in call.args):
        return evolve(call, args=(*call.args, (name, value)))
    return evolve(call, args=tuple((key, value if key == name else old) for key, old in call.args))


def _said(word: Word, name: str, player: Call) -> str:
    """How a word says a player."""
    possessive = any(hole.name == name and hole.type == "possessive" for hole in word.holes)
    said = {YOU: ("'you'", "'your'"), OPPONENT: ("'the opponent'", "'the opponent's'")}
    return said[player][possessive]


def _other_zone(phrase: Selection) -> Selection:
    assert phrase.zone is not None
    player = phrase.zone["player"]
    assert isinstance(player, Call)
    return evolve(phrase, zone=fill(phrase.zone, "player", RIVAL[player]))
