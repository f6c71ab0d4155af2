"""Acts and answers: what a sentence says as the engine reads it, and back."""

from __future__ import annotations

import json

from conformance.scenario.cast import Cast
from conformance.scenario.face import Answer, Decision, Json
from conformance.scenario.game import Game
from conformance.scenario.model import PEOPLE, SEATS, Act, CardRef, May, Place

NATURE = SEATS["chance"]


def answer_of(act: Act, decision: Decision, cast: Cast, place: Place) -> Json:
    """The answer that an act gives to a decision."""
    return cast.game.answer_of(act, decision, cast, place)


def say_answer(kind: str, answer: Answer, cast: Cast) -> str:
    """An answer in the words of the language: `block with Spider Owl`."""
    return cast.game.say_answer(kind, answer, cast)


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
    verb = next((v for v, kinds in cast.game.choices.items() if decision.kind in kinds), "choose")
    return f"{who} may {verb} {amount} of: {things}"


def say_decision(decision: Decision, cast: Cast) -> str:
    """Whose decision of which kind: `bob's block`."""
    return f"{PEOPLE[decision.seat]}'s {cast.game.decisions.get(decision.kind, decision.kind)}"
