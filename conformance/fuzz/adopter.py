"""Tells a case as a scenario: names, position, lines and claims; a game adds its sentences."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence

from conformance.engines.in_process import waits_for
from conformance.engines.rulesets import ruleset
from conformance.fuzz.comparing import CHANCE, HANDLE, LEGAL, REFUSAL, VIEW
from conformance.fuzz.finding import Finding
from conformance.fuzz.game import fuzzed
from conformance.fuzz.telling import Done, Story, differing_cards
from conformance.protocol.canonical import JsonObject, canonical, handle_order
from conformance.protocol.legal import Answer, Legal
from conformance.protocol.messages import Over
from conformance.scenario.game import Game
from conformance.scenario.known import game_of
from conformance.scenario.model import (
    PEOPLE,
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
from conformance.scenario.sentences import read_offer, say_offer
from oracle import Event
from rules_dsl.errors import KaijuError

LABELS = "abcdefghijklmnopqrstuvwxyz"


class Adopter(ABC):
    """Tells one case, which begins at a position."""

    def __init__(self, finding: Finding, setup: JsonObject) -> None:
        self._finding = finding
        self._setup = setup
        self._game: Game = game_of(finding.where.game)
        self._story = Story(finding.parted)
        self._position = self._story.position
        self._refs = self._named()
        self._now = dict(self._refs)
        """What cards are called where the telling has come to: one that evolves is renamed."""

    def scenario(self, id: str, title: str, rules: tuple[str, ...], file: str) -> Scenario:
        """The scenario, with claims that are what the oracle says."""
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

    # ---- what a game says

    @abstractmethod
    def _act(self, kind: str, do: Answer, offered: Sequence[Answer] = ()) -> Act:
        """The act that an answer to a decision is; `offered` are all that could be given."""

    @abstractmethod
    def _about_card(self, state: JsonObject, handle: str) -> list[Fact]:
        """What is true of a card that differs."""

    @abstractmethod
    def _about_table(self, state: JsonObject) -> list[Fact]:
        """What is true of players and table where they differ."""

    @abstractmethod
    def _result(self) -> Fact:
        """How the game ended."""

    def _placed(self, card: JsonObject) -> Placed:
        boosts = self._items(card.get("boosts", []))
        return Placed(self._refs[card["h"]], bool(card.get("exhausted")), boosts)

    # ---- names

    def _mentioned(self) -> set[str]:
        """The cards that lines or claims will name."""
        text = canonical(
            [
                *(done.step.do for done in self._told()),
                waits_for(self._position).to_json(),
                self._finding.probe and self._finding.probe.refuse,
            ]
        )
        if self._finding.kind == VIEW:
            text += str(self._finding.differences)
        cards = set(HANDLE.findall(text)) & self._finding.names.keys()
        return cards | differing_cards(self._finding.parted.mismatch)

    def _named(self) -> dict[str, CardRef]:
        """What the scenario calls each card: its name, with a letter where there are several."""
        named, zones = self._finding.names, dict(self._lying())
        mentioned = self._mentioned()
        cards = self._position.ruleset.cards
        kept = {
            handle: cards[named[handle]]
            for handle in sorted(named, key=lambda one: (one not in zones, handle_order(one)))
            if handle in mentioned or named[handle] != self._filler(zones.get(handle))
        }
        copies = Counter(card.name for card in kept.values())
        used: Counter[str] = Counter()
        refs = {}
        for handle, card in kept.items():
            # Pieces off the board are called as scenarios call them: copies always have letters.
            is_one = card.copies == 1 if card.kind in self._game.pieces else copies[card.name] == 1
            label = None if is_one else LABELS[used[card.name] % len(LABELS)]
            used[card.name] += 1
            refs[handle] = CardRef(card.name, label)
        return refs

    def _lying(self) -> Iterator[tuple[str, str]]:
        """Every card that `given` can place, and the zone where it lies."""
        for player in self._setup["players"].values():
            for zone, key in self._game.zones.items():
                yield from ((handle, zone) for handle in _handles(player.get(key, [])))
        for zone in self._game.shared:
            cards = self._setup.get(zone.replace(" ", "-"), [])
            yield from ((handle, zone) for handle in _handles(cards))

    def _filler(self, zone: str | None) -> str | None:
        """The card that stands in a zone where any card would do, if there may be one."""
        if zone is None:
            return None
        try:
            return self._game.filler(self._position.ruleset.cards.values(), zone)
        except KaijuError:
            return None

    # ---- given

    def _given(self) -> Given:
        players = {
            PEOPLE[seat]: self._belongings(player)
            for seat, player in self._setup["players"].items()
        }
        return Given(
            first=PEOPLE[self._setup["turn"]],
            players=players,
            shared={
                zone: self._items(self._setup[key])
                for zone in self._game.shared
                if self._setup.get(key := zone.replace(" ", "-"))
            },
            game=self._game.name,
            gauges={
                name: self._setup[key]
                for name, key in self._game.gauge_keys.items()
                if self._setup.get(key)
            },
        )

    def _belongings(self, player: JsonObject) -> Belongings:
        keys = self._game.number_keys
        said = {what: player.get(keys.get(what, what)) for what in self._game.numbers}
        for what, unsaid in self._game.unsaid(self._position.ruleset).items():
            is_out = player.get("hearts") == 0  # who is out has nothing that is not said
            has = player.get(what, 0 if is_out else fuzzed(self._game.name).usual[what])
            said[what] = None if has == unsaid else has
        notes = [
            note
            for note, numbers in self._game.notes.items()
            if any(numbers.values()) and numbers.items() <= player.items()
        ]
        return Belongings(
            numbers={what: number for what, number in said.items() if number is not None},
            zones={
                zone: self._items(lying if isinstance(lying, list) else [lying])
                for zone, key in self._game.zones.items()
                if (lying := player.get(key))
            },
            notes=tuple(notes),
        )

    def _items(self, cards: list[JsonObject]) -> tuple[Item, ...]:
        items: list[Item] = []
        for card in cards:
            if card["h"] in self._refs:
                items.append(self._placed(card))
            elif items and isinstance(items[-1], Others):
                items[-1] = Others(items[-1].count + 1)
            else:
                items.append(Others(1))
        return tuple(items)

    # ---- when

    def _told(self) -> list[Done]:
        """The steps worth a line: choices, and a player's own acts even when they were forced."""
        own = self._game.own_acts
        return [one for one in self._story.done if not one.forced or one.step.kind in own]

    def _steps(self) -> list[Line]:
        """The lines that answer decisions."""
        lines: list[Line] = []
        self._now, told = dict(self._refs), self._told()
        for done in self._story.done:
            if done in told:
                lines.append(Step(PEOPLE[done.step.who], self._act(done.step.kind, done.step.do)))
            self._rename(done.events)
        return lines

    def _rename(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.kind in self._game.renaming and event.data["card"] in self._now:
                handle = event.data["card"]
                self._now[handle] = CardRef(event.data["into"], self._now[handle].label)

    def _when(self) -> tuple[Line, ...]:
        lines = self._steps()
        pending, probe = waits_for(self._position), self._finding.probe
        if isinstance(pending, Over):
            return tuple(lines)
        seat = PEOPLE[pending.who]
        if self._finding.kind in (LEGAL, CHANCE) and pending.kind != "deal":
            lines.append(self._may(seat, pending.kind, pending.legal))
        if self._finding.kind == REFUSAL and probe is not None and probe.refuse is not None:
            lines.append(Cannot(seat, self._refused(pending.kind, probe.refuse)))
        return tuple(lines)

    def _may(self, seat: str, kind: str, legal: Legal) -> May:
        if legal.factored is not None:
            things = tuple(self._now.get(one, one) for one in legal.factored.of)
            verb = next((verb for verb, at in self._game.choices.items() if kind in at), "")
            verb = "" if verb in ("choose", "pick") else verb
            return May(seat, (), things, legal.factored.min, legal.factored.most, verb=verb)
        offered = list(legal)
        return May(seat, tuple(self._act(kind, answer, offered) for answer in offered))

    def _refused(self, kind: str, do: Answer) -> Act:
        """An illegal answer, if the language can say it."""
        act = Act("decline") if "decline" in do else self._act(kind, do)
        if read_offer(self._game, say_offer(act)) != act:
            raise KaijuError(f"no sentence says that {canonical(do)} is refused: write it by hand")
        return act

    def _ref(self, handle: str) -> CardRef:
        if handle not in self._now:
            raise KaijuError(f"{handle} is no card of this position: write this scenario by hand")
        return self._now[handle]

    # ---- then

    def _then(self) -> tuple[Fact, ...]:
        """What the oracle says about all that differed, and about what comes next."""
        state = self._position.projection()
        facts: list[Fact] = []
        for handle in sorted(differing_cards(self._finding.parted.mismatch), key=handle_order):
            if handle in self._refs and self._finding.kind != VIEW:
                facts += self._about_card(state, handle)
        facts += self._about_table(state)
        if self._finding.kind == VIEW:
            facts += self._about_view()
        return tuple(_once([*facts, self._outcome()]))

    def _about_view(self) -> list[Fact]:
        seat = self._finding.probe.view if self._finding.probe else None
        assert seat is not None
        seen = set(self._position.view(seat)["cards"])
        player = PEOPLE[seat]
        facts = []
        lying = {handle for handle, _ in self._lying()}
        for handle in sorted(lying & self._refs.keys(), key=handle_order):
            sentence = "sees" if handle in seen else "sees-not"
            facts.append(fact(sentence, player=player, card=self._now[handle]))
        return facts

    def _outcome(self) -> Fact:
        decision = self._position.decision
        if decision is None:
            return self._result()
        said = self._game.decisions[decision.kind]
        return fact("next", seat=PEOPLE[decision.seat], decision=said)


def fact(sentence: str, **args: object) -> Fact:
    """A claim with its holes filled."""
    return Fact(sentence, args)


def _handles(lying: object) -> Iterator[str]:
    """The handles of cards, and of the cards under them."""
    if isinstance(lying, dict):
        yield lying["h"]
        yield from _handles(lying.get("boosts", []))
    elif isinstance(lying, list):
        for card in lying:
            yield from _handles(card)


def _once(facts: list[Fact]) -> list[Fact]:
    found: list[Fact] = []
    for one in facts:
        if one not in found:
            found.append(one)
    return found
