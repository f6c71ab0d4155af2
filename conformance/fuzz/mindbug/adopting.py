"""What a case of Mindbug says as sentences: its answers, and what is true of its cards."""

from __future__ import annotations

from collections.abc import Sequence

from conformance.fuzz.adopter import Adopter, fact
from conformance.protocol.canonical import JsonObject, canonical
from conformance.protocol.legal import Answer
from conformance.scenario.games.mindbug.words import NUMBERS, PILE_KEYS, POWER_KEYS
from conformance.scenario.model import PEOPLE, Act, CardRef, Fact
from conformance.scenario.phrases import ORDINALS
from rules_dsl.errors import KaijuError

DECLINES = {
    "mindbug": "no-mindbug",
    "hunt": "no-hunt",
    "block": "no-block",
    "attack-again": "no-attack-again",
    "may": "refuse",
    "buy": "no-buy",
    "reroll": "no-reroll",
}
ONE_CARD = {
    "play": "play",
    "attack": "attack",
    "hunt": "hunt",
    "block": "block",
    "resolve": "resolve",
    "use": "replace",
    "reveal": "reveal",
    "act": "act",
    "buy": "buy",
}
PILE_NAMES = {key: name for name, key in PILE_KEYS.items()}
POWER_NAMES = {key: name for name, key in POWER_KEYS.items()}


class MindbugAdopter(Adopter):
    """Tells a case of Mindbug."""

    def _act(self, kind: str, do: Answer, offered: Sequence[Answer] = ()) -> Act:
        verb, value = next(iter(do.items()))
        if verb == "decline":
            return Act(DECLINES.get(kind, "decline"))
        if verb in ("mindbug", "accept"):
            return Act(verb)
        if verb in ("roll", "apply"):
            return Act(verb, (CardRef(self._position.ruleset.cards[value].name),))
        if verb == "reroll":
            return Act(verb, dice=value)
        if verb == "mode":
            return Act(verb, ordinal=ORDINALS[value - 1])
        if verb == "keyword":
            return Act("name", keyword=value)
        if verb == "pile":
            return Act(verb, player=PEOPLE[value])
        if verb == "choose":
            refs = tuple(self._ref(handle) for handle in value)
            return Act("pick" if kind == "pick" else "choose" if refs else "choose-none", refs)
        if verb == "attack" and kind == "attack-again":
            return Act("attack-again", (self._ref(value),))
        if verb == "first":
            return Act("start", player=PEOPLE[value])
        if verb in ONE_CARD:
            return Act(ONE_CARD[verb], (self._ref(value),))
        raise KaijuError(f"no sentence says {canonical(do)}: write this scenario by hand")

    def _about_card(self, state: JsonObject, handle: str) -> list[Fact]:
        ref = self._now[handle]
        for seat, player in state["players"].items():
            for creature in player["play"]:
                if creature["h"] == handle:
                    return self._about_creature(ref, seat, creature)
                if handle in creature.get("boosts", ()) and creature["h"] in self._now:
                    return [fact("under", card=ref, creature=self._now[creature["h"]])]
            for zone, pile in PILE_NAMES.items():
                if handle in player[zone]:
                    return [fact("lies", card=ref, player=PEOPLE[seat], pile=pile)]
        for zone, pile in POWER_NAMES.items():
            if handle in state.get(zone, ()):
                return [fact("power-lies", card=ref, power_pile=pile)]
        places = ("unused", "aside", "bought")
        found = next((zone for zone in places if handle in state.get(zone, ())), "played")
        return [fact(found, card=ref)]

    def _about_creature(self, ref: CardRef, seat: str, creature: JsonObject) -> list[Fact]:
        facts = [fact("controls", card=ref, player=PEOPLE[seat])]
        handle = creature["h"]
        for one in self._finding.differences:
            if one.place.endswith(f"[{handle}].exhausted"):
                facts.append(fact("exhausted" if creature["exhausted"] else "fresh", card=ref))
            for value in ("power", "dice"):
                if one.place.endswith(f"[{handle}].{value}"):
                    facts.append(fact(value, card=ref, n=creature[value]))
            if one.place.endswith(f"[{handle}].boosts"):
                facts.append(fact("boosts", card=ref, n=len(creature["boosts"])))
            if one.place.endswith(f"[{handle}].card"):
                stage = CardRef(self._position.ruleset.cards[creature["card"]].name)
                facts.append(fact("stage", card=ref, creature=stage))
            if one.place.endswith(f"[{handle}].keywords"):
                got = one.got if isinstance(one.got, list) else []
                has = set(creature["keywords"])
                facts += [
                    fact("keyword" if word in has else "no-keyword", card=ref, keyword=word)
                    for word in sorted(has ^ set(got))
                ]
        return facts

    def _about_table(self, state: JsonObject) -> list[Fact]:
        facts = []
        for one in self._finding.differences:
            words = one.place.split(".")
            if words[0] == "players" and words[-1] in NUMBERS:
                number = state["players"][words[1]][words[-1]]
                facts.append(fact(words[-1], player=PEOPLE[words[1]], n=number))
        return facts

    def _result(self) -> Fact:
        over = self._position.over
        assert over is not None
        return fact("wins", player=PEOPLE[over.winner]) if over.winner else fact("draw")
