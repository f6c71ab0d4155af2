"""What the sentences of King of Tokyo: Duel say as the engine reads it, and back."""

from __future__ import annotations

from conformance.scenario.answers import canonical
from conformance.scenario.cast import Cast
from conformance.scenario.face import Answer, Decision, Json, every_answer, number, offered_ability
from conformance.scenario.games.duel.sentences import VERB
from conformance.scenario.games.duel.tracks import one_name
from conformance.scenario.games.duel.words import DECLINES, FACES, NOISE
from conformance.scenario.games.king.abilities import has_several
from conformance.scenario.model import Act, CardRef, Place
from conformance.scenario.phrases import ORDINALS
from rules_dsl.definitions import Card

_SIMPLE = {"sweep": "sweep", "accept": "accept"}
_ONE_FACE = {
    "roll-dice": "face",
    "resolve-result": "result",
    "choose-die": "die",
    "add-symbol": "to",
}
_SEVERAL_FACES = ("reroll-dice", "choose-dice", "keep-dice")
_AMOUNTS = ("spend-tokens", "choose-number")
_OF_CARD = {"buy": "buy", "take-token": "token"}
_OF_ABILITY = {
    "use": "use",
    "use-ability": "use",
    "resolve": "resolve",
    "resolve-ability": "resolve",
}
_TURNED_UP = ("turn-up", "turn-up-several")


def answer_of(act: Act, decision: Decision, cast: Cast, place: Place) -> Json:
    """The answer that an act gives to a decision."""
    verb = act.verb
    if verb in DECLINES:
        return {"decline": True}
    if verb in _SIMPLE:
        return {_SIMPLE[verb]: True}
    if verb in _ONE_FACE:
        return {_ONE_FACE[verb]: act.faces[0]}
    if verb in _SEVERAL_FACES:
        return {"choose": sorted(act.faces, key=FACES.index)}
    if verb in _AMOUNTS:
        return {"amount": act.n}
    if verb == "be":
        return {"be": cast.card_id(CardRef(str(act.monster)), place)}
    if verb == "place-token":
        token = _token_to_place(decision, cast)
        return {"place": one_name(str(act.spot), token) if token else act.spot}
    if verb == "mode":
        return {"mode": ORDINALS.index(act.ordinal or "first") + 1}
    if verb in _TURNED_UP:
        legal = [answer["turn-up"] for answer in every_answer(decision) if "turn-up" in answer]
        return {"turn-up": cast.bind(act.cards[0], legal)}
    handles = [cast.handle(card, place) for card in act.cards]
    if verb in _OF_CARD:
        return {_OF_CARD[verb]: handles[0]}
    if verb in _OF_ABILITY:
        return offered_ability(_OF_ABILITY[verb], handles[0], act.ability, decision)
    return {"choose": sorted(handles, key=number)}


def _token_to_place(decision: Decision, cast: Cast) -> Card | None:
    """The noise token of the card for which one is placed; those of The King have one cell."""
    brought = cast.cards.get(decision.source or "")
    noise = cast.ruleset.cards[brought].choice(NOISE) if brought else None
    return cast.ruleset.cards[noise] if noise else None


_SAID = {
    **{answer: verb for verb, answer in {**_SIMPLE, **_ONE_FACE, **_OF_CARD}.items()},
    "place": "place-token",
    "amount": "choose-number",
}
_SAID_BY_ABILITY = {"use": "use-ability", "resolve": "resolve-ability"}


def say_answer(kind: str, answer: Answer, cast: Cast) -> str:
    """An answer in the words of the language: `buy Extra Head`."""
    key, value = next(iter(answer.items()))
    if key == "choose":
        return _say_choice(kind, value, cast)
    verb = "spend-tokens" if kind == "tokens" else _SAID.get(key, key)
    if key in _SAID_BY_ABILITY:
        verb = _SAID_BY_ABILITY[key] if has_several(answer, cast) else key
    offer = VERB[verb].offer if verb in VERB else None
    if offer is None:
        return canonical(answer)
    card = cast.name(value) if isinstance(value, str) and value in cast.cards else value
    filled = dict.fromkeys(("face", "result", "n", "spot"), value)
    filled |= {"card": card, "ability": answer.get("ability")}
    filled |= {"monster": cast.face(value)} if key == "be" else {}
    filled |= {"ordinal": ORDINALS[value - 1]} if key == "mode" else {}
    return offer.write(filled)


def _say_choice(kind: str, chosen: list[str], cast: Cast) -> str:
    if kind == "reroll":
        return f"reroll {', '.join(chosen)}" if chosen else "keep the dice"
    if kind == "dice":
        return f"choose dice showing {', '.join(chosen)}"
    return f"choose {' and '.join(cast.name(handle) for handle in chosen) or 'nothing'}"
