"""What the sentences of both dice games say as the engine reads it, and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import frozen

from conformance.scenario.answers import Answers
from conformance.scenario.cast import Cast
from conformance.scenario.face import Answer, Decision, Json
from conformance.scenario.model import Act, Place

TURNED_UP = {"turn-up": "turn-up", "turn-up-several": "turn-up"}
OF_ABILITY = {
    "use": "use",
    "use-ability": "use",
    "resolve": "resolve",
    "resolve-ability": "resolve",
}
OF_FACE = {"roll-dice": "face", "resolve-result": "result", "choose-die": "die"}
_SEVERAL_FACES = ("reroll-dice", "choose-dice", "keep-dice")


@frozen(kw_only=True)
class DiceGameAnswers(Answers):
    """How a game of dice answers: also with what the dice show."""

    faces: tuple[str, ...]
    """The faces of a die, in the order in which answers list them."""
    of_face: Mapping[str, str]
    """Verbs whose answer is one face."""
    drawn: Mapping[str, str] = TURNED_UP
    of_ability: Mapping[str, str] = OF_ABILITY

    def answer_of(self, act: Act, decision: Decision, cast: Cast, place: Place) -> Json:
        if act.verb in self.of_face:
            return {self.of_face[act.verb]: act.faces[0]}
        if act.verb in _SEVERAL_FACES:
            return {"choose": sorted(act.faces, key=self.faces.index)}
        return super().answer_of(act, decision, cast, place)

    def say_choice(self, kind: str, chosen: list[str], cast: Cast) -> str:
        if kind == "reroll":
            return f"reroll {', '.join(chosen)}" if chosen else "keep the dice"
        if kind == "dice":
            return f"choose dice showing {', '.join(chosen)}"
        return super().say_choice(kind, chosen, cast)

    def verbs_of(self, key: str) -> Iterator[str]:
        yield from super().verbs_of(key)
        yield from (verb for verb, its in self.of_face.items() if its == key)

    def names_ability(self, answer: Answer, cast: Cast) -> bool:
        """Where a card may have several abilities at one moment, of which the answer takes one."""
        card = cast.ruleset.cards[cast.cards[next(iter(answer.values()))]]
        heads = [ability.head for ability in card.abilities]
        copies = any(call.word == "copies" for ability in card.abilities for call in ability.body)
        return copies or len(card.keywords) > 1 or heads.count(str(answer.get("ability"))) > 1
