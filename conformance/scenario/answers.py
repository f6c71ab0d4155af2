"""Acts and answers: what a sentence says as the engine reads it, and back."""

from __future__ import annotations

import json

from conformance.scenario.cast import Cast
from conformance.scenario.face import Answer, Decision, Json, every_answer, number
from conformance.scenario.model import PEOPLE, SEATS, Act, May, Place
from conformance.scenario.phrases import DECISIONS, ORDINALS
from conformance.scenario.sentences import DECLINES, VERB

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
        return _of_ability(_OF_ABILITY[verb], handles[0], act.ability, decision)
    return {"choose": sorted(handles, key=number)}


def _of_ability(key: str, handle: str, ability: str | None, decision: Decision) -> Json:
    """The offered answer about a card's effect; the ability may stay unsaid when it has one."""
    wanted = {key: handle} | ({"ability": ability} if ability else {})
    offered = [dict(answer) for answer in every_answer(decision)]
    fitting = [answer for answer in offered if wanted.items() <= answer.items()]
    return fitting[0] if len(fitting) == 1 else wanted


def fits(seat: str, act: Act, decision: Decision) -> bool:
    """Whether an act of `seat` is an answer to this sort of decision."""
    return SEATS[seat] == decision.seat and decision.kind in VERB[act.verb].kinds


def agrees(may: May, decision: Decision, cast: Cast) -> bool:
    """Whether the decision is this seat's and offers exactly what the check says."""
    if SEATS[may.seat] != decision.seat:
        return False
    legal = decision.legal()
    if may.is_choice:
        handles = {cast.handle(card, may.place) for card in may.choice}
        choice = legal.get("choose", {"from": ()})
        same_amount = (choice.get("min"), choice.get("max")) == (may.least, may.most)
        return same_amount and set(choice["from"]) == handles
    if "choose" in legal or not all(fits(may.seat, act, decision) for act in may.acts):
        return False
    said = [canonical(answer_of(act, decision, cast, may.place)) for act in may.acts]
    return sorted(said) == sorted(canonical(answer) for answer in legal["legal"])


def canonical(value: object) -> str:
    """JSON with sorted keys, for comparing."""
    return json.dumps(value, sort_keys=True)


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


def say_offers(decision: Decision, cast: Cast) -> str:
    """What a decision offers, in the words that a check would use."""
    who = PEOPLE[decision.seat]
    legal = decision.legal()
    if "choose" not in legal:
        offers = ", ".join(say_answer(decision.kind, answer, cast) for answer in legal["legal"])
        return f"{who} may: {offers}"
    choice = legal["choose"]
    cards = ", ".join(cast.name(handle) for handle in choice["from"])
    least, most = choice["min"], choice["max"]
    amount = str(most) if least == most else f"{least} to {most}" if least else f"up to {most}"
    verb = "pick" if decision.kind == "pick" else "choose"
    return f"{who} may {verb} {amount} of: {cards}"


def say_decision(decision: Decision) -> str:
    """Whose decision of which kind: `bob's block`."""
    return f"{PEOPLE[decision.seat]}'s {DECISIONS.get(decision.kind, decision.kind)}"
