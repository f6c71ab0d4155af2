"""What the sentences of Mindbug say as the engine reads it, and back."""

from __future__ import annotations

from attrs import frozen

from conformance.scenario.answers import Answers
from conformance.scenario.cast import Cast
from conformance.scenario.face import Answer, Decision, Json
from conformance.scenario.games.mindbug.words import DECLINES
from conformance.scenario.model import Act, Place

_FACES = ("roll", "apply")


@frozen(kw_only=True)
class _Answers(Answers):
    """The faces of the dice are named by the cards that they are."""

    def answer_of(self, act: Act, decision: Decision, cast: Cast, place: Place) -> Json:
        if act.verb in _FACES:
            return {act.verb: cast.card_id(act.cards[0], place)}
        return super().answer_of(act, decision, cast, place)

    def filled(self, answer: Answer, cast: Cast) -> dict[str, object]:
        faces = [cast.face(answer[key]) for key in _FACES if key in answer]
        return super().filled(answer, cast) | ({"face": faces[0]} if faces else {})

    def say_raw(self, answer: Answer, cast: Cast) -> str:
        key, value = next(iter(answer.items()))
        return f"{key} {cast.name(value)}" if value in cast.cards else super().say_raw(answer, cast)


ANSWERS = _Answers(
    declines=DECLINES,
    simple={"mindbug": "mindbug", "accept": "accept"},
    of_words={"reroll": ("reroll", "dice"), "name": ("keyword", "keyword")},
    of_player={"start": "first", "pile": "pile"},
    drawn={"reveal": "reveal"},
    of_card={
        "play": "play",
        "attack": "attack",
        "attack-again": "attack",
        "hunt": "hunt",
        "block": "block",
        "act": "act",
        "buy": "buy",
    },
    of_ability={"resolve": "resolve", "resolve-ability": "resolve", "replace": "use"},
    said_at={("attack-again", "attack"): "attack-again"},
)
