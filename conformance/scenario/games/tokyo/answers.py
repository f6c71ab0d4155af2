"""What the sentences of King of Tokyo say as the engine reads it, and back."""

from __future__ import annotations

from conformance.scenario.answers import canonical
from conformance.scenario.cast import Cast
from conformance.scenario.face import Answer, Decision, Json, every_answer, number, offered_ability
from conformance.scenario.games.king.abilities import has_several
from conformance.scenario.games.tokyo.sentences import VERB
from conformance.scenario.games.tokyo.words import DECLINES, FACES
from conformance.scenario.model import PEOPLE, SEATS, Act, Place
from conformance.scenario.phrases import ORDINALS

_SIMPLE = {
    "heal": "heal",
    "yield": "yield",
    "stay": "stay",
    "sweep": "sweep",
    "accept": "accept",
    "poison": "poison",
    "use-token": "mindbug",
}
_ONE_FACE = {
    "roll-dice": "face",
    "resolve-result": "result",
    "choose-die": "die",
    "turn-die": "to",
}
_SEVERAL_FACES = ("reroll-dice", "choose-dice", "keep-dice")
_OF_PLAYER = {"give-heart": "give", "choose-monster": "monster", "race": "monster"}
_OF_CARD = ("buy", "keep", "play")
_OF_ABILITY = {
    "use": "use",
    "use-ability": "use",
    "resolve": "resolve",
    "resolve-ability": "resolve",
}
_DRAWN = {"turn-up": "turn-up", "turn-up-several": "turn-up", "peek": "turn-up", "draw": "draw"}


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
    if verb in _OF_PLAYER:
        return {_OF_PLAYER[verb]: SEATS[act.player or "alice"]}
    if verb == "remove-token":
        return {"remove": act.token}
    if verb == "choose-number":
        return {"amount": act.n}
    if verb == "be":
        return {"be": act.monster}
    if verb == "mode":
        return {"mode": ORDINALS.index(act.ordinal or "first") + 1}
    if verb in _DRAWN:
        key = _DRAWN[verb]
        legal = [answer[key] for answer in every_answer(decision) if key in answer]
        return {key: cast.bind(act.cards[0], legal)}
    handles = [cast.handle(card, place) for card in act.cards]
    if verb in _OF_CARD:
        return {verb: handles[0]}
    if verb in _OF_ABILITY:
        return offered_ability(_OF_ABILITY[verb], handles[0], act.ability, decision)
    return {"choose": sorted(handles, key=number)}


_SAID = {answer: verb for verb, answer in {**_SIMPLE, **_ONE_FACE, **_OF_PLAYER}.items()} | {
    "remove": "remove-token",
    "amount": "choose-number",
    "monster": "choose-monster",
}
_SAID_BY_ABILITY = {"use": "use-ability", "resolve": "resolve-ability"}


def say_answer(kind: str, answer: Answer, cast: Cast) -> str:
    """An answer in the words of the language: `buy Wings`."""
    key, value = next(iter(answer.items()))
    if key == "choose":
        return _say_choice(kind, value, cast)
    verb = _SAID.get(key, key)
    if kind in ("peek", "race"):
        verb = kind
    if key in _SAID_BY_ABILITY:
        verb = _SAID_BY_ABILITY[key] if has_several(answer, cast) else key
    offer = VERB[verb].offer if verb in VERB else None
    if offer is None:
        return canonical(answer)
    card = cast.name(value) if isinstance(value, str) and value in cast.cards else value
    filled = dict.fromkeys(("face", "result", "token", "n", "monster"), value)
    filled |= {"card": card, "player": PEOPLE.get(str(value)), "ability": answer.get("ability")}
    filled |= {"ordinal": ORDINALS[value - 1]} if key == "mode" else {}
    return offer.write(filled)


def _say_choice(kind: str, chosen: list[str], cast: Cast) -> str:
    if kind == "reroll":
        return f"reroll {', '.join(chosen)}" if chosen else "keep the dice"
    if kind == "dice":
        return f"choose dice showing {', '.join(chosen)}"
    return f"choose {' and '.join(cast.name(handle) for handle in chosen) or 'nothing'}"
