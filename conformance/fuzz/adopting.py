"""A case made into a scenario: its position told by names, its end as the oracle has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from conformance.engines.rulesets import ruleset
from conformance.fuzz.comparing import CHANCE, LEGAL, REFUSAL, VIEW
from conformance.fuzz.finding import ADOPTED, Finding
from conformance.fuzz.shadow import next_of
from conformance.fuzz.simpler import zones
from conformance.fuzz.telling import Done, Story, differing_cards
from conformance.protocol.canonical import JsonObject, canonical, handle_order
from conformance.protocol.legal import Answer, Legal
from conformance.protocol.messages import Over
from conformance.scenario.cast import ZONE_KEYS
from conformance.scenario.facts import PILE_KEYS, POWER_KEYS
from conformance.scenario.fillers import CREATURE, POWER_CARD, plainest
from conformance.scenario.model import (
    NUMBERS,
    PEOPLE,
    SHARED_ZONES,
    Act,
    Belongings,
    Cannot,
    CardRef,
    Fact,
    Given,
    Item,
    Line,
    May,
    Others,
    Place,
    Placed,
    Scenario,
    Step,
)
from conformance.scenario.phrases import DECISIONS, ORDINALS
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
ZONE_NAMES = {key: name for name, key in ZONE_KEYS.items()}
PILE_NAMES = {key: name for name, key in PILE_KEYS.items()}
POWER_NAMES = {key: name for name, key in POWER_KEYS.items()}
LABELS = "abcdefghijklmnopqrstuvwxyz"


def scenario_of(finding: Finding, id: str, title: str, rules: Sequence[str], file: str) -> Scenario:
    """The scenario that a case tells; its claims are what the oracle says."""
    setup = finding.where.setup
    if setup is None:
        raise KaijuError(
            f"case {finding.id} begins at the start of a game: only a position can be adopted",
            remedy="Write a scenario with `given start` by hand; `kaiju replay` plays the case.",
        )
    if finding.where.game_name != ADOPTED:
        raise KaijuError(
            f"case {finding.id} is of {finding.where.game}: only cases of Mindbug can be adopted",
            remedy="Write the scenario by hand; `kaiju replay` plays the case.",
        )
    if finding.where.cards:
        raise KaijuError(
            f"case {finding.id} plays with added cards, which a scenario takes from a file",
            remedy="Write it by hand, with `cards NAME` for the file beside it.",
        )
    return _Adopter(finding, setup).scenario(id, title, tuple(rules), file)


class _Adopter:
    def __init__(self, finding: Finding, setup: JsonObject) -> None:
        self._finding = finding
        self._setup = setup
        self._story = Story(finding.parted)
        self._position = self._story.position
        self._refs = self._named()

    def scenario(self, id: str, title: str, rules: tuple[str, ...], file: str) -> Scenario:
        where = self._finding.where
        usual = ruleset(where.game, {}, ()).options
        options = {
            name: answer for name, answer in where.options.items() if usual.get(name) != answer
        }
        return Scenario(
            title=title,
            id=id,
            rules=rules,
            ruleset=where.game,
            options=options,
            provenance="oracle",
            given=self._given(),
            when=self._when(),
            then=self._then(),
            place=Place(file, 1),
        )

    # ---- names

    def _mentioned(self) -> set[str]:
        """The cards that lines or claims will name."""
        text = canonical(
            [
                *(done.step.do for done in self._told()),
                next_of(self._position).to_json(),
                self._finding.probe and self._finding.probe.refuse,
            ]
        )
        cards = {handle for handle in self._finding.names if f'"{handle}"' in text}
        return cards | differing_cards(self._finding.parted.mismatch)

    def _named(self) -> dict[str, CardRef]:
        """What the scenario calls each card: its name, with a letter where there are several."""
        named = self._finding.names
        mentioned = self._mentioned()
        cards = self._position.ruleset.cards
        kinds = {card.kind for card in cards.values()} & {CREATURE, POWER_CARD}
        plain = {plainest(cards.values(), kind) for kind in kinds}
        kept = {
            handle: cards[named[handle]].name
            for handle in sorted(named, key=handle_order)
            if handle in mentioned or named[handle] not in plain
        }
        copies = Counter(kept.values())
        used: Counter[str] = Counter()
        refs = {}
        for handle, name in kept.items():
            label = LABELS[used[name] % len(LABELS)] if copies[name] > 1 else None
            used[name] += 1
            refs[handle] = CardRef(name, label)
        return refs

    # ---- given

    def _given(self) -> Given:
        players = {}
        for seat, player in self._setup["players"].items():
            players[PEOPLE[seat]] = Belongings(
                numbers={what: player[what] for what in NUMBERS if what in player},
                zones={
                    ZONE_NAMES[zone]: self._items(player[zone])
                    for zone in ("hand", "deck", "discard", "play")
                    if player.get(zone)
                },
            )
        common = {path[0]: cards for path, cards in zones(self._setup) if len(path) == 1}
        return Given(
            first=PEOPLE[self._setup["turn"]],
            players=players,
            shared={
                name: self._items(common[key])
                for name in SHARED_ZONES
                if (key := name.replace(" ", "-")) in common
            },
        )

    def _items(self, cards: list[JsonObject]) -> tuple[Item, ...]:
        items: list[Item] = []
        for card in cards:
            ref = self._refs.get(card["h"])
            if ref is not None:
                boosts = self._items(card.get("boosts", []))
                items.append(Placed(ref, bool(card.get("exhausted")), boosts))
            elif items and isinstance(items[-1], Others):
                items[-1] = Others(items[-1].count + 1)
            else:
                items.append(Others(1))
        return tuple(items)

    # ---- when

    def _told(self) -> list[Done]:
        """The steps worth a line: choices, and turn actions even when they were forced."""
        return [one for one in self._story.done if not one.forced or one.step.kind == "turn"]

    def _when(self) -> tuple[Line, ...]:
        lines: list[Line] = [
            Step(PEOPLE[done.step.who], self._act(done.step.kind, done.step.do))
            for done in self._told()
        ]
        pending, probe = next_of(self._position), self._finding.probe
        if isinstance(pending, Over):
            return tuple(lines)
        seat = PEOPLE[pending.who]
        if self._finding.kind in (LEGAL, CHANCE) and pending.kind != "deal":
            lines.append(self._may(seat, pending.kind, pending.legal))
        if self._finding.kind == REFUSAL and probe is not None and probe.refuse is not None:
            lines.append(Cannot(seat, self._act(pending.kind, probe.refuse)))
        return tuple(lines)

    def _may(self, seat: str, kind: str, legal: Legal) -> May:
        if legal.factored is not None:
            refs = tuple(self._ref(handle) for handle in legal.factored.of)
            return May(seat, choice=refs, least=legal.factored.min, most=legal.factored.most)
        return May(seat, tuple(self._act(kind, answer) for answer in legal))

    def _act(self, kind: str, do: Answer) -> Act:
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

    def _ref(self, handle: str) -> CardRef:
        if handle not in self._refs:
            raise KaijuError(f"{handle} is no card of this position: write this scenario by hand")
        return self._refs[handle]

    # ---- then

    def _then(self) -> tuple[Fact, ...]:
        """What the oracle says about all that differed, and about what comes next."""
        state = self._position.projection()
        facts: list[Fact] = []
        for handle in sorted(differing_cards(self._finding.parted.mismatch), key=handle_order):
            if handle in self._refs and self._finding.kind != VIEW:
                facts += self._about_card(state, handle)
        facts += self._about_players(state)
        if self._finding.kind == VIEW:
            facts += self._about_view()
        return tuple(_once([*facts, self._outcome()]))

    def _about_card(self, state: JsonObject, handle: str) -> list[Fact]:
        ref = self._refs[handle]
        for seat, player in state["players"].items():
            for creature in player["play"]:
                if creature["h"] == handle:
                    return self._about_creature(ref, seat, creature)
                if handle in creature.get("boosts", ()) and creature["h"] in self._refs:
                    return [_fact("under", card=ref, creature=self._refs[creature["h"]])]
            for zone, pile in PILE_NAMES.items():
                if handle in player[zone]:
                    return [_fact("lies", card=ref, player=PEOPLE[seat], pile=pile)]
        for zone, pile in POWER_NAMES.items():
            if handle in state.get(zone, ()):
                return [_fact("power-lies", card=ref, power_pile=pile)]
        places = ("unused", "aside", "bought")
        found = next((zone for zone in places if handle in state.get(zone, ())), "played")
        return [_fact(found, card=ref)]

    def _about_creature(self, ref: CardRef, seat: str, creature: JsonObject) -> list[Fact]:
        facts = [_fact("controls", card=ref, player=PEOPLE[seat])]
        handle = creature["h"]
        for one in self._finding.differences:
            if one.place.endswith(f"[{handle}].exhausted"):
                facts.append(_fact("exhausted" if creature["exhausted"] else "fresh", card=ref))
            for value in ("power", "dice"):
                if one.place.endswith(f"[{handle}].{value}"):
                    facts.append(_fact(value, card=ref, n=creature[value]))
            if one.place.endswith(f"[{handle}].boosts"):
                facts.append(_fact("boosts", card=ref, n=len(creature["boosts"])))
            if one.place.endswith(f"[{handle}].card"):
                stage = CardRef(self._position.ruleset.cards[creature["card"]].name)
                facts.append(_fact("stage", card=ref, creature=stage))
            if one.place.endswith(f"[{handle}].keywords"):
                got = one.got if isinstance(one.got, list) else []
                has = set(creature["keywords"])
                facts += [
                    _fact("keyword" if word in has else "no-keyword", card=ref, keyword=word)
                    for word in sorted(has ^ set(got))
                ]
        return facts

    def _about_players(self, state: JsonObject) -> list[Fact]:
        facts = []
        for one in self._finding.differences:
            words = one.place.split(".")
            if words[0] == "players" and words[-1] in NUMBERS:
                number = state["players"][words[1]][words[-1]]
                facts.append(_fact(words[-1], player=PEOPLE[words[1]], n=number))
        return facts

    def _about_view(self) -> list[Fact]:
        seat = self._finding.probe.view if self._finding.probe else None
        assert seat is not None
        seen = set(self._position.view(seat)["cards"])
        player = PEOPLE[seat]
        facts = []
        for handle in sorted(self._refs, key=handle_order):
            sentence = "sees" if handle in seen else "sees-not"
            facts.append(_fact(sentence, player=player, card=self._refs[handle]))
        return facts

    def _outcome(self) -> Fact:
        over, decision = self._position.over, self._position.decision
        if over is not None:
            return _fact("wins", player=PEOPLE[over.winner]) if over.winner else _fact("draw")
        assert decision is not None
        return _fact("next", seat=PEOPLE[decision.seat], decision=DECISIONS[decision.kind])


def _fact(sentence: str, **args: object) -> Fact:
    return Fact(sentence, args)


def _once(facts: list[Fact]) -> list[Fact]:
    found: list[Fact] = []
    for fact in facts:
        if fact not in found:
            found.append(fact)
    return found
