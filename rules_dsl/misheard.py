"""What can be misheard in a text: one change for each word, with what was understood instead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from rules_dsl.definitions import Ability, Call, Quantity, Selection
from rules_dsl.kinds import spelled
from rules_dsl.misheard_nouns import (
    MOMENTS,
    RIVAL,
    THIS,
    YOU,
    Change,
    NounListener,
    fill,
    other_zone,
)
from rules_dsl.printer import print_call
from rules_dsl.vocabulary import Literal, Word

NOT = "not"
"""The condition that holds when another does not; only misreadings say it."""

COMPARED = {"controls-fewer": ("fewer", "more"), "controls-more": ("more", "fewer")}
"""A condition that compares two players, how it does so, and how its opposite does."""

OF_THE_OPPONENT = {"force-attack", "play-given", "play-or-keep-given"}
"""Effects that nobody understands to be about the other player."""

HAPPENS_BESIDES = {"if-you-do": "'if you do'", "for-each": "'for each'"}
"""Words around effects without which the effects happen once, whatever was before."""

Body = tuple[Call, ...]


@frozen
class Listener(NounListener):
    """Hears every word of a text wrong, one at a time."""

    cites: Mapping[str, tuple[str, ...]]

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
        for change in self._body(ability.body, ability.head):
            if change.value:
                yield evolve(change, value=evolve(ability, body=change.value))

    def _trigger(self, ability: Ability) -> Iterator[Change]:
        head = str(ability.head)
        trigger = self.vocabulary.named("trigger", head)
        effect = f"{self._called(trigger)} of {{name}}"
        rules = self.rules(f"trigger:{head}")
        yield Change("never", f"{effect} never happened", rules, None)
        twice = evolve(ability, body=ability.body * 2)
        yield Change("twice", f"{effect} happened twice", rules, twice)
        if head in MOMENTS:
            other, moment = MOMENTS[head]
            words = f"{effect} happened when it {moment}"
            rules += self.rules(f"trigger:{other}")
            yield Change(f"on-{other}", words, rules, evolve(ability, head=other))
        if trigger.taken_for is not None:
            taken_for = self.vocabulary.named("trigger", trigger.taken_for)
            words = f"{effect} happened '{spelled(taken_for)}'"
            rules += taken_for.rules
            yield Change(f"on-{taken_for.id}", words, rules, evolve(ability, head=taken_for.id))
        if not any(map(self._offers, ability.body)):
            optional = evolve(ability, body=(Call("may", (("body", ability.body),)),))
            declined = (*self.rules(f"trigger:{head}"), *self.rules("may"))
            yield Change("may", f"{effect} could be declined", declined, optional)

    def _offers(self, call: Call) -> bool:
        """Whether it is already left to somebody to do it."""
        word, body = self.vocabulary.calls[call.word], call.get("body")
        if call.word == "may" or "cost" in dict(call.args):
            return True
        return word.is_wrapper and isinstance(body, tuple) and any(map(self._offers, body))

    def _called(self, trigger: Word) -> str:
        """What players call an effect with this trigger."""
        if trigger.of is not None:
            return "the effect"
        text = spelled(trigger)
        return f"the '{text}' effect" if " " in text else f"the {text.capitalize()} effect"

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
                kind = self.vocabulary.calls[call.word].kind
                usual = "bonus" if kind == "static" else "rule"
                what = {"modify-power": "bonus", "modify-dice": "die"}.get(call.word, usual)
                yield Change("dropped", f"the {what} of {{name}} did not exist", rules, value)
        sides = self.vocabulary.of_kind("side")
        if sides and all(call.get("subject") == THIS for call in ability.body):
            allies = Selection("creature", Quantity("all"), "allied")
            body = tuple(fill(call, "subject", allies) for call in ability.body)
            words = "{name} spoke of all allied creatures, not only of itself"
            rules = self.rules("this", *(call.word for call in body))
            yield Change("allies-too", words, rules, evolve(ability, body=body))
        if ability.zone == "discard":
            words = "{name} did this in play, not in a discard pile"
            rules = self.rules("place:in-discard-pile")
            yield Change("in-play", words, rules, evolve(ability, zone="play"))

    # --- conditions ---

    def _condition(self, call: Call) -> Iterator[Change]:
        """None stands for a condition that is not there."""
        rules = self.rules(f"condition:{call.word}")
        text = f"'{self._text(call)}'"
        yield Change("always", f"the {text} of {{name}} was not there", rules, None)
        negated = Call(NOT, (("condition", call),))
        yield Change("negated", f"the {text} of {{name}} meant the opposite", rules, negated)
        if call.word in COMPARED:
            said, meant = COMPARED[call.word]
            players = dict(call.args)
            turned = Call(call.word, (("player", players["than"]), ("than", players["player"])))
            words = f"{{name}}'s '{said} creatures' was read as '{meant} creatures'"
            yield Change(meant, words, rules, turned)
            words = f"{{name}}'s '{said} creatures' was read as 'not {meant} creatures'"
            yield Change(f"not-{meant}", words, rules, Call(NOT, (("condition", turned),)))
            return
        for name, value in call.args:
            if isinstance(value, int):
                yield from self._amount(call, name, value)
        yield from self.choices(call)
        for change in self._arguments(call, None):
            yield evolve(change, rules=change.rules + rules)

    def _text(self, condition: Call) -> str:
        """A condition as the text of an ability says it."""
        return print_call(condition, self.vocabulary)

    # --- several calls, one after the other ---

    def _body(self, body: Body, head: str | None) -> Iterator[Change]:
        """The changes of a body; an empty one is a body that is not there."""
        subject = body[0].get("subject")
        if isinstance(subject, Selection) and all(c.get("subject") == subject for c in body):
            for change in self.selection(subject, body[0], None):
                whole = tuple(fill(call, "subject", change.value) for call in body)
                yield evolve(change, value=whole)
        for index, call in enumerate(body):
            before, after = body[:index], body[index + 1 :]
            for change in self._around(call, bool(after) and after[0].word == "if-you-do"):
                yield evolve(change, value=(*before, *change.value, *after))
            for change in self._call(call, head):
                yield evolve(change, value=(*before, change.value, *after))
        last = self.vocabulary.calls[body[-1].word]
        if len(body) > 1 and last.kind == "effect" and last.id != "until-end-of-turn":
            yield from self._stopped(body)

    def _stopped(self, body: Body) -> Iterator[Change]:
        """The last of several effects does not happen."""
        last = body[-1]
        words = "{name} did not do the last of its effects"
        slug, rules = "last-dropped", self.rules(f"effect:{last.word}", "frame:all")
        if last.word == "evolve":
            slug, words = "not-evolved", "{name} did not evolve"
        yield Change(slug, words, rules, body[:-1])

    def _around(self, call: Call, answered: bool) -> Iterator[Change]:
        """The changes of words that hold effects; their values are bodies."""
        body = call.get("body")
        if not isinstance(body, tuple):
            return
        rules = self.rules(f"effect:{call.word}")
        if call.word == "may" and not answered:
            yield Change("must", "{name}'s 'may' was not there", rules, body)
        elif _is_price(call.get("cost")):
            free = Call("may", (("body", body),))
            yield Change("free", "{name} could be used for nothing", rules, (free,))
        elif call.word in HAPPENS_BESIDES:
            words = f"{{name}}'s {HAPPENS_BESIDES[call.word]} was not there"
            yield Change(f"no-{call.word}", words, rules, body)
        elif call.word == "until-end-of-turn":
            words = "what {name} does until end of turn was not there"
            yield Change("nothing-lasts", words, rules, ())
        elif self._wraps(call):
            text = self.vocabulary.calls[call.word].title.partition(":")[0]
            words = f"{{name}}'s '{text}' was not there"
            yield Change(f"no-{call.word}", words, rules, body)
        elif call.word == "choose-one":
            yield Change("all-of-them", "{name} did everything it offers a choice of", rules, body)
            for index in range(len(body)):
                rest = (*body[:index], *body[index + 1 :])
                left = rest if len(rest) == 1 else (fill(call, "body", rest),)
                words = f"{{name}} did not offer choice {index + 1}"
                yield Change(f"without-{index + 1}", words, rules, left)

    def _wraps(self, call: Call) -> bool:
        """Whether a word says only how its effects happen, so that they can happen without it."""
        return call.word != "may" and self.vocabulary.calls[call.word].is_wrapper

    # --- calls ---

    def _call(self, call: Call, head: str | None) -> Iterator[Change]:
        if call.word == "if":
            yield from self._if(call, head)
            return
        body = call.get("body")
        if isinstance(body, tuple):
            yield from self._inside(call, body, head)
        if call.word == "cannot-block":
            yield from self._prohibition(call)
        for name, value in call.args:
            if isinstance(value, int) and not isinstance(value, bool):
                yield from self._amount(call, name, value)
            elif isinstance(value, Call) and self._rival(value) is not None:
                yield from self._player(call, name, value)
            elif name == "trigger" and value in MOMENTS:
                yield from self._moment(call, str(value))
            elif name == "count" and isinstance(value, Call) and call.word != "for-each":
                words = "{name}'s 'for each' was not there"
                yield Change("uncounted", words, self.rules(call.word), fill(call, name, None))
        yield from self._taken_for(call)
        yield from self.choices(call)
        yield from self._arguments(call, head)

    def _taken_for(self, call: Call) -> Iterator[Change]:
        """A word is taken for another that is used the same way."""
        word = self.vocabulary.calls[call.word]
        if word.taken_for is not None and word.kind != "zone":
            other = self.vocabulary.calls[word.taken_for]
            words = f"{{name}}'s '{_bare(word)}' was read as '{_bare(other)}'"
            rules = self.rules(word.id, other.id)
            yield Change(f"as-{other.id}", words, rules, evolve(call, word=other.id))

    def _rival(self, player: Call) -> Call | None:
        """The player that one is taken for."""
        word = self.vocabulary.calls[player.word]
        return Call(word.rival) if word.kind == "player" and word.rival else None

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
        yield from self._inside(call, body, head)

    def _inside(self, call: Call, body: Body, head: str | None) -> Iterator[Change]:
        """The changes of the effects that a call holds, as long as something is left of them."""
        if call.word == "choose-one":
            for index, each in enumerate(body):
                for change in self._call(each, head):
                    whole = (*body[:index], change.value, *body[index + 1 :])
                    yield evolve(change, value=fill(call, "body", whole))
            return
        lasting = self.rules("effect:until-end-of-turn") if call.word == "until-end-of-turn" else ()
        offers = self.vocabulary.calls[call.word].holds
        for change in self._body(body, head):
            if offers and not any(each.word in offers for each in change.value):
                continue  # what the language itself refuses is no misreading
            if change.value:
                value = fill(call, "body", change.value)
                yield evolve(change, rules=change.rules + lasting, value=value)

    def _arguments(self, call: Call, head: str | None) -> Iterator[Change]:
        for name, value in call.args:
            inside: Iterator[Change] = iter(())
            if isinstance(value, Selection) and name != "subject":
                inside = self.selection(value, call, head)
            elif isinstance(value, Call) and value.args:
                inside = self._call(value, head)
            for change in inside:
                yield evolve(change, value=fill(call, name, change.value))

    def _moment(self, call: Call, trigger: str) -> Iterator[Change]:
        other = MOMENTS[trigger][0]
        words = f"{{name}}'s '{trigger} effects' was read as '{other} effects'"
        rules = self.rules(call.word, f"trigger:{other}")
        slug = "bars" if call.word == "cannot-activate" else "of"
        yield Change(f"{slug}-{other}", words, rules, fill(call, "trigger", other))

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
            if other * amount > 0:
                words = f"the {amount} of {{name}} was read as {other}"
                yield Change(slug, words, self.rules(call.word), fill(call, name, other))

    def _player(self, call: Call, name: str, player: Call) -> Iterator[Change]:
        word, other = self.vocabulary.calls[call.word], self._rival(player)
        assert other is not None
        if call.word in OF_THE_OPPONENT or (word.tacit and player == YOU):
            return  # nobody mishears what is not said
        rules = self.rules(f"player:{player.word}", call.word)
        said, meant = (self._said(word, name, each) for each in (player, other))
        words = f"{{name}}'s {said} was read as {meant}"
        changed = fill(call, name, other)
        for key, value in call.args:
            if isinstance(value, Selection) and word.zone is not None:
                # The word says whose cards they are: they change with the player.
                chooser = RIVAL.get(value.chooser, value.chooser) if value.chooser else None
                changed = fill(changed, key, evolve(other_zone(value), chooser=chooser))
        yield Change(f"{player.word}-{other.word}", words, rules, changed)
        if call.word == "cannot-activate":
            words = "{name} kept both players from activating"
            yield Change("both", words, rules, fill(call, name, Call("each-player")))

    def _said(self, word: Word, name: str, player: Call) -> str:
        """How a word says a player."""
        possessive = any(hole.name == name and hole.like == "possessive" for hole in word.holes)
        who = self.vocabulary.calls[player.word]
        form = who.possessive if possessive and who.possessive else who.forms[0]
        return "'" + " ".join(piece.several for piece in form if isinstance(piece, Literal)) + "'"


def _is_price(cost: object) -> bool:
    """Whether it is a number of something, without which the rest still makes sense."""
    values = [value for _, value in cost.args] if isinstance(cost, Call) else []
    return bool(values) and all(isinstance(value, int | str) for value in values)


def _bare(word: Word) -> str:
    """A word without its holes."""
    words = [piece.several for piece in word.forms[-1] if isinstance(piece, Literal)]
    return " ".join(words).removesuffix(" :")
