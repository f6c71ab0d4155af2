"""Linking: definitions of Duel become the tables and code of a machine."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from oracle.dice_games import linker as dice_games
from oracle.dice_games import machine as common_machine
from oracle.dice_games.linker import whole
from oracle.dice_games.moments import was_used
from oracle.dice_games.selection import bind_cards
from oracle.dice_games.table import ABILITY, AREA, ROW, SOURCE, YOU
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Ability, Call, Card, Selection

from . import conditions as _conditions  # noqa: F401  (binds words)
from . import symbols as _symbols  # noqa: F401  (binds words)
from . import words as _words  # noqa: F401  (binds words)
from .binding import WORDS, Condition
from .conditions import whose
from .drawing import reads_alike
from .machine import Change, Duel, Linked, Said, Token
from .power import payable
from .table import FACES, POWER
from .tracks import Shape, ways_to_lie

MONSTER, NOISE, POWER_CARD = "monster", "noise", "power-card"
CELLS = ("first-cell", "second-cell", "third-cell")

OWN_RULES: dict[str, Rules] = {
    POWER_CARD: ("kd.card.parts",),
    MONSTER: ("kd.power.own",),
    NOISE: ("kd.bonus.puller",),
}
"""What every ability rests on, by the kind of its definition."""

CHANGED: dict[str, Rules] = {
    "hits": ("kd.hit.die-for-each",),
    "cells-moved": ("kd.pull.hits",),
    "energy-gained": ("kd.energy.same",),
}


class Linker(dice_games.Linker[Duel]):
    """Turns abilities into code; one linker builds one machine."""

    words = WORDS
    inside = frozenset(WORDS.numbers)
    linked_type = Linked

    def __init__(self, machine: Duel, word_rules: dict[tuple[str, str], Rules]) -> None:
        super().__init__(machine, word_rules)
        self._elsewhere = word_rules
        self.kind = POWER_CARD
        self.keeps = False
        """Whether the text of a keep card is being linked."""
        self.plus = False
        """Whether the line with a plus of a monster is being linked."""
        self.text = Ability("rule")

    # --- what bindings ask for ---

    def mentions(self, word: str) -> bool:
        """Whether the ability that is being linked has a word anywhere."""
        return mentions(self.text.body, lambda call: call.word == word)

    def told(self, call: Call) -> Rules:
        """The rules of a word; a card that leaves the row never was in force."""
        rules = super().told(call)
        if "kd.buy.discard-one" in rules:
            return tuple(rule for rule in rules if rule != "kd.card.leaves")
        return rules

    def rules_of(self, word: str) -> Rules:
        """The rules of a word on power cards, monsters or noise tokens."""
        if self.plus and word == "gain-energy":
            return ("kd.monster.energy-again",)
        there = self._elsewhere.get((self.kind, word))
        return super().rules_of(word) if there is None else there

    def told_besides(self, call: Call) -> Rules:
        """The rules that depend on what stands in the holes of a word, and where it stands."""
        own: Rules = ()
        if self.kind == MONSTER and call.word == "may-first":
            own += ("kd.power.plus",) if self.plus else ("kd.power.may",)
        if self.kind == POWER_CARD and call.word in ARGUMENTS:
            own += ARGUMENTS[call.word](self, call)
        return own

    def after_each(self) -> list[Any]:
        """What was activated may be activated again. rule: kd.power.again"""
        return [tell_again]

    def cards_in(self, zone: Call) -> Any:
        """The cards of a zone."""
        if zone.word == "row":
            return lambda machine, state, you: list(state.zones[ROW])
        of = whose(zone["player"])
        return lambda machine, state, you: list(state.zones[AREA + of(you)])

    # --- definitions ---

    def link_card(self, number: int, card: Card) -> None:
        """Add what a definition does to the tables."""
        self.kind = card.kind
        self.keeps = number in self.machine.kept
        self.ability_rules = OWN_RULES[card.kind]
        machine = self.machine
        cells: dict[str, int] = {}
        for ordinal, ability in enumerate(card.abilities, start=1):
            self.text = ability
            linked = self.named(card.id, ordinal, ability)
            assert isinstance(linked, Linked)
            _note_words(linked, ability)
            linked.looks_at = self._faces_counted(ability)
            if ability.kind != "trigger":
                self._link_constants(number, ability, linked)
            elif ability.head in CELLS:
                self._trigger(ability, linked)
                cells[str(ability.head)] = linked.number
            else:
                self._trigger(ability, linked)
                table = machine.triggered[str(ability.head)]
                table[number] = (*table.get(number, ()), linked.number)
        if card.kind == NOISE:
            machine.tokens[number] = self._token(card, cells)

    def _faces_counted(self, ability: Ability) -> frozenset[int]:
        """The faces whose symbols an ability counts; dice of a kind may be all that counts."""
        faces: set[int] = set()

        def look(call: Call) -> bool:
            if call.word in ("rolled", "rolled-per"):
                of_a_kind = call["face"] == "any"
                if not of_a_kind:
                    faces.add(FACES.index(str(call["face"])))
                elif not self.machine.dice_of_a_kind:
                    faces.update(range(len(FACES)))
            elif call.word == "rolled-each":
                faces.update(range(len(FACES)))
            return False

        mentions(ability.body, look)
        return frozenset(faces)

    def _token(self, card: Card, cells: dict[str, int]) -> Token:
        """A kind of noise token. rules: kd.noise.size, .either-way, .bent"""
        token = Token()
        token.shape = Shape(card.property("covers"), card.property("cells"))
        if not token.shape.is_possible:
            raise self.refusal("no token covers so many cells and has so many", card.span)
        heads = CELLS[: token.shape.cells]
        token.cells = tuple(cells.get(head) for head in heads)
        bodies = {ability.head: ability.body for ability in card.abilities}
        token.hits = tuple(
            any(call.word == "hit" for call in bodies.get(head, ())) for head in heads
        )
        token.symmetric = reads_alike(card)
        one_way = self.machine.options["kd.option.bent-token"] == "one-way"
        token.bent = token.shape.covers == len(CELLS) and not token.symmetric
        token.ways = ways_to_lie(token.shape, alike=token.symmetric, bent_one_way=one_way)
        monster = card.choice("monster")
        token.monster = None if monster is None else self.machine.definition_number.get(monster)
        return token

    def _link_constants(self, number: int, ability: Ability, linked: Linked) -> None:
        """What holds as long as a card is in force."""
        machine = self.machine
        self.head = ""
        linked.rules = tuple(rule for call in ability.body for rule in self.told(call))
        for call in ability.body:
            entry: Any
            by_word: Any
            if ability.kind == "static":
                entry, by_word = self.change(call, linked, ability.condition), machine.changes
            else:
                entry, by_word = self.say(call, linked, ability.condition), machine.said
            by_word[call.word][number] = (*by_word[call.word].get(number, ()), entry)

    def _trigger(self, ability: Ability, linked: Linked) -> None:
        """Link an ability that works at a moment, or the cell of a token."""
        peeled = self.begin(ability, linked)
        linked.rules = self.trigger_rules(ability)
        if linked.stops:
            linked.rules = ("kd.king.stop",)
        if self.keeps:
            linked.rules = tuple(rule for rule in linked.rules if rule != "kd.card.discard")
        if self.kind == MONSTER:
            linked.rules = tuple(rule for rule in linked.rules if rule != "kd.power.again")
            if self.head == "adding":
                linked.rules += ("kd.power.when",)
        tests: list[Condition] = []
        number = linked.number
        free = self.head == "using-power" and not linked_spends(ability)
        if peeled.once or free:
            tests.append(lambda machine, state, card, you, about: not was_used(state, card, number))
        if len(peeled.body) == 1 and peeled.body[0].word == "for-each":
            tests.append(self._finds_something(peeled.body[0], number))
        if self.head == "heartless":
            tests.append(lambda machine, state, card, you, about: not state.counters[you])
        asked = self.head in self.machine.windows
        self.compile(ability, linked, peeled, asked=asked, conditions=tests)
        if free:
            linked.once = True

    def _finds_something(self, call: Call, number: int) -> Condition:
        """A text that does something for each thing counted needs at least one."""
        count = self.number(call["count"])

        def holds(machine: Duel, state: State, card: int, you: int, about: tuple[int, ...]) -> bool:
            return count(machine, state, [0, 0, card, you, number, about, 0], you) > 0

        return holds

    def change(self, call: Call, linked: common_machine.Linked, given: Call | None) -> Change:
        """A continuous change of a number."""
        per = None
        if call.get("count") is not None:
            counted = self.number(call["count"])

            def per(machine: Any, state: State, card: int, you: int) -> int:
                return counted(machine, state, [], you)

        amount = int(call["amount"])  # type: ignore[call-overload]
        subject = _subject(call["subject"])
        change = Change(linked, amount, self.holds_while(given), self.told(call), subject, per)
        change.face = str(call.get("face") or "")
        if change.face:
            self.machine.added_faces.add(self.machine.faces.index(change.face))
        return change

    def say(self, call: Call, linked: common_machine.Linked, given: Call | None) -> Said:
        """A permission or prohibition."""
        said = Said(call.word, linked, ("kd.card.goes-first", *self.told(call)))
        said.holds = self.holds_while(given)
        said.subject = _subject(call["player"])
        phrase = call.get("cards")
        if isinstance(phrase, Selection):
            said.candidates = bind_cards(self, phrase)
        return said


def tell_again(machine: Duel, state: State, frame: Frame) -> None:
    """Tell that symbols are left to activate a special power again. rule: kd.power.again"""
    if payable(machine, state, POWER):
        source, you = frame[SOURCE], frame[YOU]
        told = ("kd.power.again",)
        state.log.append(("applies", told, source, source, frame[ABILITY], you))


def _subject(value: object) -> str:
    assert isinstance(value, Call)
    return value.word


def mentions(value: object, test: Callable[[Call], bool]) -> bool:
    """Whether a text has a call of some sort anywhere."""
    if isinstance(value, Call):
        return test(value) or any(mentions(argument, test) for _, argument in value.args)
    return isinstance(value, tuple) and any(mentions(each, test) for each in value)


def linked_spends(ability: Ability) -> bool:
    """Whether symbols pay for an ability."""
    return mentions(ability.body, lambda call: call.word == "spend")


def _note_words(linked: Linked, ability: Ability) -> None:
    """What options and procedures must know of an ability."""

    def has(word: str) -> bool:
        return mentions(ability.body, lambda call: call.word == word)

    linked.ends_turn = has("end-turn")
    linked.skips = has("skip-resolving")
    linked.stops = has("stop-pull")
    linked.rerolls = frozenset(_faces_rerolled(ability))
    linked.throws = has("roll")
    linked.hits_you = mentions(
        ability.body, lambda call: call.word == "hit" and call["player"] == Call("you")
    )
    linked.per_cell = mentions(
        ability.body, lambda call: call == Call("changed", (("change", "cells-moved"),))
    )


def _faces_rerolled(ability: Ability) -> Iterator[int]:
    """The faces of which dice may be rolled again during a roll."""
    if ability.head != "during-roll":
        return
    for face in FACES:
        showing = Call("showing", (("face", face),))

        def rerolls(call: Call, showing: Call = showing) -> bool:
            dice = call.get("dice")
            return (
                call.word == "reroll"
                and isinstance(dice, Selection)
                and (not dice.filters or showing in dice.filters)
            )

        if mentions(ability.body, rerolls):
            yield FACES.index(face)


# --- rules that depend on arguments --------------------------------------------------------------


def _hit(linker: Linker, call: Call) -> Rules:
    if isinstance(call["player"], Selection):
        return ()
    return ("kd.hit.self",) if call["player"] == Call("you") else ("kd.hit.card",)


def _pull(linker: Linker, call: Call) -> Rules:
    tracks = [
        track
        for track in ("fame", "destruction")
        if mentions(
            linker.text.body,
            lambda c, t=track: c.word == "pull" and c["track"] == t,  # type: ignore[misc]
        )
    ]
    own: Rules = ("kd.pull.both-markers",) if len(tracks) > 1 else ()
    if call.get("count") is not None:
        own += ("kd.pull.counted",)
    for counted in _each_time(linker.text.body, call):
        own += ("kd.pull.each-time", *linker.told(counted))
    return own


def _each_time(body: Sequence[Call], call: Call) -> Iterator[Call]:
    """What is counted, if a text is nothing but an effect for each of it."""
    for each in body:
        counted = each.get("count")
        if each.word == "for-each" and whole(each) == (call,) and isinstance(counted, Call):
            yield counted


def _prevent(linker: Linker, call: Call) -> Rules:
    if call.get("count") is not None:
        return ("kd.hit.die-for-each",)
    return ("kd.hit.first-if",) if linker.mentions("on-noise") else ("kd.hit.first",)


def _modify_dice(linker: Linker, call: Call) -> Rules:
    if int(call["amount"]) > 0:  # type: ignore[call-overload]
        return ("kd.dice.more",)
    counted = call.get("count")
    by_card = isinstance(counted, Call) and counted.word == "keep-cards"
    return ("kd.dice.fewer-per-card",) if by_card else ("kd.dice.fewer",)


def _rolled(linker: Linker, call: Call) -> Rules:
    if call["face"] != "any":
        return ()
    hits_you = mentions(
        linker.text.body, lambda each: each.word == "hit" and each["player"] == Call("you")
    )
    return ("kd.roll.backlash",) if hits_you else ("kd.roll.of-a-kind",)


def _discard(linker: Linker, call: Call) -> Rules:
    phrase = call["cards"]
    if not isinstance(phrase, Selection) or phrase.zone is None:
        return ()
    return ("kd.buy.discard-one",) if phrase.zone.word == "row" else ("kd.card.take-away",)


def _changed(linker: Linker, call: Call) -> Rules:
    return CHANGED[str(call["change"])]


def _is_cell(linker: Linker, call: Call) -> Rules:
    return ("kd.bonus.empty",) if call["content"] == "empty" else ("kd.bonus.instead",)


def _choose_one(linker: Linker, call: Call) -> Rules:
    return ("kd.turn.cut-short",) if linker.mentions("end-turn") else ()


ARGUMENTS: dict[str, Callable[[Linker, Call], Rules]] = {
    "hit": _hit,
    "pull": _pull,
    "prevent": _prevent,
    "modify-dice": _modify_dice,
    "rolled": _rolled,
    "discard": _discard,
    "changed": _changed,
    "is-cell": _is_cell,
    "choose-one": _choose_one,
}
