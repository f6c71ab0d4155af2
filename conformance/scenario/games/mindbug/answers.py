"""What the sentences of Mindbug say as the engine reads it, and back."""

from __future__ import annotations

from conformance.scenario.answers import canonical
from conformance.scenario.cast import Cast
from conformance.scenario.face import Answer, Decision, Json, every_answer, number, offered_ability
from conformance.scenario.games.mindbug.sentences import VERB
from conformance.scenario.games.mindbug.words import DECLINES
from conformance.scenario.model import PEOPLE, SEATS, Act, Place
from conformance.scenario.phrases import ORDINALS

_SIMPLE = {"mindbug": "mindbug", "accept": "accept"}
_ONE_CARD = {
    "play": "play",
    "attack": "attack",
    "attack-again": "attack",
    "hunt": "hunt",
    "block": "block",
    "act": "act",
    "buy": "buy",
}
_FACES = {"roll": "roll", "apply": "apply"}
_OF_ABILITY = {"resolve": "resolve", "resolve-ability": "resolve", "replace": "use"}


def answer_of(act: Act, decision: Decision, cast: Cast, place: Place) -> Json:
    """The answer that an act gives to a decision."""
    verb = act.verb
    if verb in DECLINES:
        return {"decline": True}
    if verb in _SIMPLE:
        return {_SIMPLE[verb]: True}
    if verb == "start":
        return {"first": SEATS[act.player or "alice"]}
    if verb == "reveal":
        legal = [answer["reveal"] for answer in every_answer(decision) if "reveal" in answer]
        return {"reveal": cast.bind(act.cards[0], legal)}
    if verb == "reroll":
        return {"reroll": act.dice}
    if verb == "mode":
        return {"mode": ORDINALS.index(act.ordinal or "first") + 1}
    if verb == "name":
        return {"keyword": act.keyword}
    if verb == "pile":
        return {"pile": SEATS[act.player or "alice"]}
    if verb in _FACES:
        return {_FACES[verb]: cast.card_id(act.cards[0], place)}
    handles = [cast.handle(card, place) for card in act.cards]
    if verb in _ONE_CARD:
        return {_ONE_CARD[verb]: handles[0]}
    if verb in _OF_ABILITY:
        return offered_ability(_OF_ABILITY[verb], handles[0], act.ability, decision)
    return {"choose": sorted(handles, key=number)}


def say_answer(kind: str, answer: Answer, cast: Cast) -> str:
    """An answer in the words of the language: `block with Spider Owl`."""
    verb, value = next(iter(answer.items()))
    if verb == "choose":
        what = " and ".join(cast.name(handle) for handle in value) or "nothing"
        return f"{'pick' if kind == 'pick' else 'choose'} {what}"
    ability = answer.get("ability")
    words = {"resolve": "resolve-ability" if ability else "resolve", "use": "replace"}
    words |= {"first": "start", "attack": "attack-again" if kind == "attack-again" else "attack"}
    words |= {"keyword": "name"}
    offer = VERB[words.get(verb, verb)].offer if words.get(verb, verb) in VERB else None
    if offer is None:
        return f"{verb} {cast.name(value)}" if value in cast.cards else canonical(answer)
    card = cast.name(value) if value in cast.cards else value
    filled = {"card": card, "ability": ability, "player": PEOPLE.get(value), "keyword": value}
    filled |= {"dice": value, "face": cast.face(value) if verb in _FACES else value}
    filled |= {"ordinal": ORDINALS[value - 1]} if verb == "mode" else {}
    return offer.write(filled)
