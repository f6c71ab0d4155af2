"""Acts and answers: what a sentence says as the engine reads it, and back."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

from attrs import field, frozen

from conformance.scenario.cast import Cast
from conformance.scenario.face import Answer, Decision, Json, every_answer, number, offered_ability
from conformance.scenario.game import Game
from conformance.scenario.model import PEOPLE, SEATS, Act, CardRef, May, Place
from conformance.scenario.phrases import ORDINALS
from conformance.scenario.sentences import WORDS

NATURE = SEATS["chance"]


@frozen(kw_only=True)
class Answers:
    """How a game answers: tables of its verbs and the keys of their answers.

    Of several verbs with the same key, the first says an answer unless `said_at` has another.
    """

    declines: Collection[str]
    simple: Mapping[str, str]
    """Verbs that say all there is to say."""
    of_words: Mapping[str, tuple[str, str]] = field(factory=dict)
    """Verbs whose answer is the word or the number in a hole: `(key, hole)`."""
    of_player: Mapping[str, str] = field(factory=dict)
    drawn: Mapping[str, str]
    """Verbs by which chance shows a card."""
    of_card: Mapping[str, str]
    of_ability: Mapping[str, str]
    """Verbs that mean an effect of a card; those that name it end with `-ability`."""
    said_at: Mapping[tuple[str, str], str] = field(factory=dict)
    """`(kind of decision, key)`: the verb that says it there."""

    def answer_of(self, act: Act, decision: Decision, cast: Cast, place: Place) -> Json:
        """The answer that an act gives to a decision."""
        verb = act.verb
        if verb in self.declines:
            return {"decline": True}
        if verb in self.simple:
            return {self.simple[verb]: True}
        if verb in self.of_words:
            key, hole = self.of_words[verb]
            return {key: getattr(act, hole)}
        if verb in self.of_player:
            return {self.of_player[verb]: SEATS[act.player or "alice"]}
        if verb == "mode":
            return {"mode": ORDINALS.index(act.ordinal or "first") + 1}
        if verb in self.drawn:
            key = self.drawn[verb]
            legal = [answer[key] for answer in every_answer(decision) if key in answer]
            return {key: cast.bind(act.cards[0], legal)}
        handles = [cast.handle(card, place) for card in act.cards]
        if verb in self.of_card:
            return {self.of_card[verb]: handles[0]}
        if verb in self.of_ability:
            return offered_ability(self.of_ability[verb], handles[0], act.ability, decision)
        return {"choose": sorted(handles, key=number)}

    def say(self, kind: str, answer: Answer, cast: Cast) -> str:
        """An answer in the words of the language."""
        key, value = next(iter(answer.items()))
        if key == "choose":
            return self.say_choice(kind, value, cast)
        verb = self.said_at.get((kind, key)) or next(self.verbs_of(key), key)
        if f"{verb}-ability" in self.of_ability and self.names_ability(answer, cast):
            verb = f"{verb}-ability"
        known = cast.game.sentences.verb.get(verb)
        offer = known.offer if known else None
        return offer.write(self.filled(answer, cast)) if offer else self.say_raw(answer, cast)

    def say_choice(self, kind: str, chosen: list[str], cast: Cast) -> str:
        """A choice of several things, or of none."""
        things = " and ".join(cast.name(handle) for handle in chosen) or "nothing"
        return f"{_choosing(kind, cast.game)} {things}"

    def say_raw(self, answer: Answer, cast: Cast) -> str:
        """An answer that no offer says."""
        return canonical(answer)

    def verbs_of(self, key: str) -> Iterator[str]:
        """The verbs whose answers have a key."""
        words = {verb: its for verb, (its, _) in self.of_words.items()}
        for table in (self.simple, words, self.of_player, self.of_card, self.of_ability):
            yield from (verb for verb, its in table.items() if its == key)

    def names_ability(self, answer: Answer, cast: Cast) -> bool:
        """Whether a sentence has to say which effect of a card is meant."""
        return bool(answer.get("ability"))

    def filled(self, answer: Answer, cast: Cast) -> dict[str, object]:
        """What an answer fills the holes of its offer with."""
        key, value = next(iter(answer.items()))
        card = cast.name(value) if isinstance(value, str) and value in cast.cards else value
        holes = dict.fromkeys((*WORDS, "face", "result", "n"), value)
        holes |= {"card": card, "player": PEOPLE.get(str(value)), "ability": answer.get("ability")}
        return holes | ({"ordinal": ORDINALS[value - 1]} if key == "mode" else {})


def answer_of(act: Act, decision: Decision, cast: Cast, place: Place) -> Json:
    """The answer that an act gives to a decision."""
    return cast.game.answers.answer_of(act, decision, cast, place)


def say_answer(kind: str, answer: Answer, cast: Cast) -> str:
    """An answer in the words of the language: `block with Spider Owl`."""
    return cast.game.answers.say(kind, answer, cast)


def fits(seat: str, act: Act, decision: Decision, game: Game) -> bool:
    """Whether an act of `seat` is an answer to this sort of decision."""
    verb = game.verb(act.verb)
    who = NATURE if verb.chance else SEATS[seat]
    return who == decision.seat and decision.kind in verb.kinds


def agrees(may: May, decision: Decision, cast: Cast) -> bool:
    """Whether the decision is this seat's and offers exactly what the check says."""
    if SEATS[may.seat] != decision.seat:
        return False
    legal = decision.legal()
    if may.is_choice:
        choice = legal.get("choose", {"from": ()})
        same_amount = (choice.get("min"), choice.get("max")) == (may.least, may.most)
        same_kind = not may.verb or decision.kind in cast.game.choices[may.verb]
        said = [_named(one, cast, may.place) for one in may.choice]
        return same_amount and same_kind and sorted(choice["from"]) == sorted(said)
    if "choose" in legal or not all(
        decision.kind in cast.game.verb(act.verb).kinds for act in may.acts
    ):
        return False
    said = [canonical(answer_of(act, decision, cast, may.place)) for act in may.acts]
    return sorted(said) == sorted(canonical(answer) for answer in legal["legal"])


def _named(one: CardRef | str, cast: Cast, place: Place) -> str:
    """A thing that can be chosen as answers name it."""
    return cast.handle(one, place) if isinstance(one, CardRef) else one


def canonical(value: object) -> str:
    """JSON with sorted keys, for comparing."""
    return json.dumps(value, sort_keys=True)


def say_offers(decision: Decision, cast: Cast) -> str:
    """What a decision offers, in the words that a check would use."""
    who = PEOPLE[decision.seat]
    legal = decision.legal()
    if "choose" not in legal:
        offers = ", ".join(say_answer(decision.kind, answer, cast) for answer in legal["legal"])
        return f"{who} may: {offers}"
    choice = legal["choose"]
    things = ", ".join(cast.name(one) if one in cast.cards else one for one in choice["from"])
    least, most = choice["min"], choice["max"]
    amount = str(most) if least == most else f"{least} to {most}" if least else f"up to {most}"
    return f"{who} may {_choosing(decision.kind, cast.game)} {amount} of: {things}"


def _choosing(kind: str, game: Game) -> str:
    """The verb of a choice of several things."""
    return next((verb for verb, kinds in game.choices.items() if kind in kinds), "choose")


def say_decision(decision: Decision, cast: Cast) -> str:
    """Whose decision of which kind: `bob's block`."""
    return f"{PEOPLE[decision.seat]}'s {cast.game.decisions.get(decision.kind, decision.kind)}"
