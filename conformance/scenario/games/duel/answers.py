"""What the sentences of King of Tokyo: Duel say as the engine reads it, and back."""

from __future__ import annotations

from attrs import frozen

from conformance.scenario.cast import Cast
from conformance.scenario.face import Answer, Decision, Json
from conformance.scenario.games.dice_games.answers import OF_FACE, DiceGameAnswers
from conformance.scenario.games.duel.tracks import one_name
from conformance.scenario.games.duel.words import DECLINES, FACES, NOISE
from conformance.scenario.model import Act, CardRef, Place
from rules_dsl.definitions import Card


@frozen(kw_only=True)
class _Answers(DiceGameAnswers):
    """Monsters are named as they are printed, and places of tokens by their one name."""

    def answer_of(self, act: Act, decision: Decision, cast: Cast, place: Place) -> Json:
        if act.verb == "be":
            return {"be": cast.card_id(CardRef(str(act.monster)), place)}
        if act.verb == "place-token" and (token := _token_to_place(decision, cast)):
            return {"place": one_name(str(act.spot), token)}
        return super().answer_of(act, decision, cast, place)

    def filled(self, answer: Answer, cast: Cast) -> dict[str, object]:
        be = {"monster": cast.face(answer["be"])} if "be" in answer else {}
        return super().filled(answer, cast) | be


def _token_to_place(decision: Decision, cast: Cast) -> Card | None:
    """The noise token of the card for which one is placed; those of The King have one cell."""
    brought = cast.cards.get(decision.source or "")
    noise = cast.ruleset.cards[brought].choice(NOISE) if brought else None
    return cast.ruleset.cards[noise] if noise else None


ANSWERS = _Answers(
    declines=DECLINES,
    simple={"sweep": "sweep", "accept": "accept"},
    of_words={
        "choose-number": ("amount", "n"),
        "spend-tokens": ("amount", "n"),
        "place-token": ("place", "spot"),
    },
    of_card={"buy": "buy", "take-token": "token"},
    said_at={("tokens", "amount"): "spend-tokens"},
    faces=FACES,
    of_face={**OF_FACE, "add-symbol": "to"},
)
