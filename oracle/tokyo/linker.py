"""Linking: definitions of cards become the tables and code of a machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import evolve

from oracle.dice_games import linker as dice_games
from oracle.dice_games import machine as common_machine
from oracle.dice_games.linker import Peeled as Peeled
from oracle.dice_games.linker import whole
from oracle.kernel.state import Rules, State
from rules_dsl.definitions import Ability, Call, Card, Keyword, Selection

from . import amounts as _amounts  # noqa: F401  (binds words)
from . import card_words as _card_words  # noqa: F401  (binds words)
from . import copy as _copy  # noqa: F401  (binds words)
from . import counters as _counters  # noqa: F401  (binds words)
from . import dice as _dice  # noqa: F401  (binds words)
from . import keywords as _keywords  # noqa: F401  (binds words)
from . import tokens as _tokens  # noqa: F401  (binds words)
from . import words as _words  # noqa: F401  (binds words)
from .binding import WORDS
from .buy import BOUGHT_BY_ANYBODY, BOUGHT_BY_YOU, ITSELF, can_buy
from .citing import ABOUT, LIES, words_in
from .conditions import of_the_phase
from .consumable import use_follows
from .guarding import is_guard
from .machine import Change, Held, InUse, Linked, Possible, Said, Tokyo
from .moments import WINDOWS
from .monsters import counters_on, maximum_of, said_by
from .selection import ZONES, bind_cards, bind_faces, bind_monsters
from .table import COPIED, DICE, FACES, NONE
from .tokyo import is_about_to_enter
from .uses import FOR_GIVEN_TURN, FOR_TURN, FOR_WOUND, hunted_with
from .yielding import can_yield

ABILITY_RULES: Rules = ("kt.card.parts",)
FURTHER_TEXT = ("kt.consumable.text",)


AS_LONG_AS: dict[str, list[Possible]] = {
    "heartless": [lambda machine, state, source, you, context: not state.counters[you]],
    "taken-over": [
        lambda machine, state, source, you, context: is_about_to_enter(machine, state, context[0])
    ],
}
"""What must still be so for abilities of some moments to work, whatever their texts say."""


class Linker(dice_games.Linker[Tokyo]):
    """Turns abilities into code; one linker builds one machine."""

    words = WORDS
    ability_rules = ABILITY_RULES
    inside = frozenset({"per", "changed", "done", "attacker", "hunted"})
    linked_type = Linked
    held_type = Held

    def __init__(
        self,
        machine: Tokyo,
        word_rules: dict[tuple[str, str], Rules],
        keywords: dict[str, Keyword],
    ) -> None:
        super().__init__(machine, word_rules)
        self._keywords = keywords
        self.use_number: int | None = None
        self.card: Card | None = None
        self.text: frozenset[str] = frozenset()

    @property
    def kind(self) -> str:
        """The kind of the card that is linked, power card or evolution card."""
        assert self.card is not None
        return str(self.card.choice("type") or self.card.choice("stay"))

    # --- what bindings ask for ---

    def concerns(self, rule: str, call: Call) -> bool:
        """Whether a rule of a word is about the text that the word stands in."""
        about = ABOUT.get((call.word, rule))
        return about is None or about(self, call)

    def told_besides(self, call: Call) -> Rules:
        """Some rules are only about Mindbug tokens."""
        return ("kt.mindbug.count",) if call.get("resource") == "mindbug-tokens" else ()

    def told_of(self, phrase: Selection) -> Rules:
        """Evolution cards are no power cards, and all others are all others."""
        if phrase.noun == "card":
            return ("kt.evolution.not-power-cards",)
        to_others = phrase.noun == "monster" and phrase.other and phrase.quantity.kind == "all"
        return ("kt.card.all-others",) if to_others else ()

    def is_in_force(self, rule: str) -> bool:
        """Whether a rule belongs to the parts that this game is played with."""
        topic = rule.split(".")[1]
        if topic == "evolution":
            return self.machine.has_evolutions
        return topic not in EXPANSION or self.machine.has_tokens

    def of_type(self, type_: str) -> frozenset[int]:
        """The definitions of a type."""
        if type_ == "keep" and self.machine.consumables_are_keep:
            return super().of_type(type_) | super().of_type("consumable")
        return super().of_type(type_)

    def cards_in(self, zone: Call) -> Any:
        """The cards of a zone."""
        return ZONES[zone.word]

    # --- cards ---

    def link_card(self, number: int, card: Card) -> None:
        """Add what a card does to the tables."""
        self.card = card
        if card.choice("type") == "consumable" or card.choice("stay") == "temporary":
            self._link_consumable(number, card)
            return
        for ordinal, ability in enumerate(card.abilities, start=1):
            linked = self._named(card.id, ordinal, ability)
            self._link(number, ability, linked, None)
            if ability.head == "bought":
                self._note_needs(number, ability)

    def _link_consumable(self, number: int, card: Card) -> None:
        """What is used stands for itself; all other lines work while the card is in use.

        They work together with the keyword it was used through. rules: kt.consumable.*
        """
        in_use: dict[str, InUse] = {}
        for keyword in card.keywords:
            self.use_number = self._new_use(number, keyword, in_use)
            use = in_use[keyword]
            definition = self._keywords[keyword]
            for ordinal, ability in enumerate(definition.abilities, start=1):
                linked = self._named(card.id, ordinal, ability, keyword)
                if _uses(ability.body):
                    self._link(number, ability, linked, None)
                    use.lasts = LASTS.get(str(ability.head), FOR_TURN)
                else:
                    self._link(number, ability, linked, [use])
                linked.rules = tuple(dict.fromkeys((*definition.cites, *linked.rules)))
            self.use_number = None
        own = [ability for ability in card.abilities if _uses(ability.body)]
        if own:
            self.use_number = self._new_use(number, "", in_use)
            in_use[""].lasts = LASTS.get(str(own[0].head), FOR_TURN)
        for use in in_use.values():
            use.stays = any("give-card" in words_in(ability.body) for ability in card.abilities)
        for ordinal, ability in enumerate(card.abilities, start=1):
            linked = self._named(card.id, ordinal, ability)
            uses = None if _uses(ability.body) else list(in_use.values())
            self._link(number, ability, linked, uses)
            linked.rules += FURTHER_TEXT if self.kind == "consumable" else ()
        self.use_number = None

    def _new_use(self, number: int, keyword: str, in_use: dict[str, InUse]) -> int:
        """What works of a card while it is in use through a keyword; returns its number."""
        machine = self.machine
        held = Held("use", for_good=False)
        held.use = in_use[keyword] = InUse()
        machine.lasting.append(held)
        machine.uses[number, keyword] = len(machine.lasting) - 1
        return len(machine.lasting) - 1

    def _named(
        self, card: str, ordinal: int, ability: Ability, keyword: str | None = None
    ) -> Linked:
        linked = self.named(card, ordinal, ability)
        assert isinstance(linked, Linked)
        linked.keyword = keyword
        if keyword is not None:
            del self.machine.ability_number[linked.name]
            linked.name = f"{card}/{keyword}-{ordinal}"
            self.machine.ability_number[linked.name] = linked.number
        return linked

    def _link(
        self, number: int, ability: Ability, linked: Linked, uses: list[InUse] | None
    ) -> None:
        """Put an ability where it works: before its owner, or while its card is in use."""
        machine = self.machine
        self.text = words_in(ability.body)
        if ability.kind == "trigger":
            moment = self._trigger(ability, linked)
            tables: list[Any] = [machine.triggered[moment]]
            keys: list[Any] = [number]
            if uses is not None:
                tables, keys = [use.triggered for use in uses], [moment] * len(uses)
            for table, key in zip(tables, keys, strict=True):
                table[key] = (*table.get(key, ()), linked.number)
            return
        self.head = ""
        linked.rules = tuple(
            rule for call in ability.body for rule in (*self.lies(), *self.told(call))
        )
        for call in ability.body:
            entry: Any
            if ability.kind == "static":
                entry = self.change(call, linked, ability.condition)
                by_word: Any = machine.changes
            else:
                entry = self.say(call, linked, ability.condition)
                by_word = machine.said
            if uses is None:
                by_word[call.word][number] = (*by_word[call.word].get(number, ()), entry)
            for use in uses or ():
                own: Any = use.changes if ability.kind == "static" else use.said
                own[call.word] = (*own.get(call.word, ()), entry)
            if call.word == "copies":
                machine.copiers |= {number}

    def _note_needs(self, number: int, ability: Ability) -> None:
        """A card whose text buys from the discard pile may need one there. rule: .treasure-empty"""
        for call in Peeled(ability.body).body:
            phrase = call.get("cards")
            from_pile = isinstance(phrase, Selection) and phrase.zone == Call("discard-pile")
            if call.word == "buy" and from_pile:
                assert isinstance(phrase, Selection)
                self.machine.needs_discarded[number] = bind_cards(self, phrase)

    def _trigger(self, ability: Ability, linked: Linked) -> str:
        """Link an ability that works at a moment; returns which."""
        peeled = self.begin(ability, linked)
        head = self.head
        linked.uses = linked.once_a_window = _uses(ability.body)
        linked.yields = any(call.word == "yield" for call in peeled.body)
        linked.guards = all(call.word == "pay" or is_guard(call) for call in peeled.body)
        linked.before_stop = any(call.word == "gain-rerolls" for call in peeled.body)
        linked.exact = any(call.word == "loses" for call in peeled.conditions)
        linked.if_doomed = any(call.word == "is-doomed" for call in peeled.conditions)
        linked.rules = self._trigger_rules(ability)
        linked.rerolls = _face_rerolled(peeled) if head == "during-roll" else NONE
        if head == "during-roll":
            rerolls = [rule for call in peeled.body for rule in self.told(call) if rule in REROLLS]
            linked.rules += ("kt.roll.paid-reroll",) if linked.before_stop else tuple(rerolls)
        # who may is asked beforehand
        asked = head in WINDOWS or head == "heartless" or (linked.uses and head == "turn-ends")
        if self.machine.end_settled and head in AT_THE_END and not asked:
            ability = evolve(ability, body=_without_conditions(ability.body))
        self.compile(
            ability,
            linked,
            peeled,
            asked=asked,
            conditions=AS_LONG_AS.get(head, ()),
            last=[use_follows] if linked.uses else (),
        )
        if head in DEFENCES:  # only what is paid for again works again. rule: kt.damage.defend
            linked.repeated &= any(call.word == "pay" for call in peeled.body)
        if head == "adding" and any(_asks_for_claws(call) for call in peeled.conditions):
            return "adding-to-claws"
        if head == "wounded" and not any(call.word in HURTS for call in peeled.body):
            return "wounded-besides"
        return head

    def _trigger_rules(self, ability: Ability) -> Rules:
        rules = self.trigger_rules(ability)
        if not any(_asks_for_claws(call) for call in Peeled(ability.body).conditions):
            rules = tuple(rule for rule in rules if rule != "kt.dice.added-to-claws")
        return rules

    def lies(self) -> Rules:
        """Why continuous text of the card that is linked is in force."""
        return LIES.get(self.kind, ())

    def change(self, call: Call, linked: common_machine.Linked, given: Call | None) -> Change:
        subject = "you"
        per = None
        if call.word == "modify-cost":
            value = call["subject"]
            subject = _whose_price(value)
            self.machine.prices_for_all |= subject == BOUGHT_BY_ANYBODY
            if call.get("count") is not None:
                counted = self.number(call["count"])

                def per(machine: Any, state: State, card: int, you: int) -> int:
                    return counted(machine, state, [], you)

        rules = (*self.lies(), "kt.card.add-up", *self.told(call))
        amount = int(call["amount"])  # type: ignore[call-overload]
        return Change(linked, amount, self.holds_while(given), rules, subject, per)

    def say(self, call: Call, linked: common_machine.Linked, given: Call | None) -> Said:
        rules = (*self.lies(), "kt.card.goes-first", *self.told(call))
        if given is not None:
            rules += self.told(given)
        said = Said(call.word, linked, rules)
        said.holds = self.holds_while(given)
        if call.word == "gains-more":
            said.amount, said.resource = int(call["amount"]), str(call["resource"])  # type: ignore[call-overload]
        elif call.word == "heals-others":
            said.amount = int(call["price"])  # type: ignore[call-overload]
        elif call.word == "can-buy":
            phrase = call["cards"]
            assert isinstance(phrase, Selection)
            said.candidates = bind_cards(self, phrase)
            assert phrase.zone is not None
            said.resource = phrase.zone.word
        elif call.word in ("aims-at", "aims-only-at"):
            phrase = call["targets"]
            if isinstance(phrase, Selection):
                said.candidates = bind_monsters(self, phrase)
            else:
                assert isinstance(phrase, Call)
                said.candidates = AIMED[phrase.word]
        return said


def _whose_price(wares: object) -> str:
    if isinstance(wares, Call):
        return ITSELF
    assert isinstance(wares, Selection)
    yours = any(call.word == "you-buy" for call in wares.filters)
    return BOUGHT_BY_YOU if yours else BOUGHT_BY_ANYBODY


def _prey(machine: Tokyo, state: State, card: int, you: int) -> list[int]:
    """The monster that a card hunts, if it is alive."""
    seat = hunted_with(state, card)
    return [seat] if seat >= 0 and state.counters[seat] else []


AIMED: dict[str, Callable[[Tokyo, State, int, int], list[int]]] = {
    "hunted": _prey,
    "you": lambda machine, state, card, you: [you],
}
"""Whom a text aims claws at that names one monster."""


def _uses(value: object) -> bool:
    """Whether a text uses its card up."""
    if isinstance(value, Call):
        return value.word == "use" or any(_uses(argument) for _, argument in value.args)
    return isinstance(value, tuple) and any(_uses(each) for each in value)


def _face_rerolled(peeled: Peeled) -> int:
    """The face of which a text rerolls single dice for nothing, if it does that and no more."""
    (call, *more) = peeled.body
    phrase = call.get("dice")
    if more or peeled.once or call.word != "reroll" or not isinstance(phrase, Selection):
        return NONE
    faces = [FACES.index(str(each["face"])) for each in phrase.filters if each.word == "showing"]
    return faces[0] if faces and phrase.quantity.kind == "exactly" else NONE


EXPANSION = frozenset({"mode", "mindbug", "borrowed", "consumable", "keyword"})
"""The topics of rules that only the expansion has."""

LASTS = {
    "would-be-wounded": FOR_WOUND,
    "would-lose": FOR_WOUND,
    "turn-ends": FOR_GIVEN_TURN,
}
"""How long a card is in use, by when it was used; otherwise for the turn."""


REROLLS = frozenset({"kt.roll.single-die", "kt.roll.all-of-a-face"})
"""How a card rerolls dice of its owner."""

DEFENCES = frozenset({"would-lose", "would-be-wounded"})
"""When a monster applies what it has against a damage."""

HURTS = frozenset({"lose-hearts", "lose-extra-hearts"})
"""What the attacker defends itself against first; all else it loses with the hearts."""


AT_THE_END = frozenset({"turn-ends", "a-turn-ends"})
"""Moments whose conditions are by option looked at beforehand."""


def _without_conditions(body: tuple[Call, ...]) -> tuple[Call, ...]:
    """What is done once the conditions are known to hold."""
    while len(body) == 1 and body[0].word == "if":
        body = whole(body[0])
    return body


def _asks_for_claws(call: Call) -> bool:
    return call.word == "rolled" and call.get("face") == "claw"


# --- whether something can be done at all --------------------------------------------------------


def _can_pay(linker: Linker, call: Call) -> Possible:
    amount = int(call["amount"])  # type: ignore[call-overload]
    return lambda machine, state, source, you, context: (
        state.counters[machine.energy + you] >= amount
    )


def _has_cards(linker: Linker, call: Call) -> Possible:
    phrase = call["cards"]
    assert isinstance(phrase, Selection | Call)
    found = bind_cards(linker, phrase)
    if call.word == "mark":
        return lambda machine, state, source, you, context: any(
            card not in (source, state.registers[COPIED] - 1)
            and state.cards[card] not in machine.copiers
            for card in found(machine, state, source, you)
        )
    return lambda machine, state, source, you, context: bool(found(machine, state, source, you))


def _can_buy(linker: Linker, call: Call) -> Possible:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    found = bind_cards(linker, phrase)
    discount = int(call.get("discount") or 0)  # type: ignore[call-overload]
    return lambda machine, state, source, you, context: any(
        can_buy(machine, state, card, you, discount) for card in found(machine, state, source, you)
    )


def _has_dice(linker: Linker, call: Call) -> Possible:
    """Some die is meant; dice that are set aside are a price, of which none may be missing."""
    phrase = call["dice"]
    assert isinstance(phrase, Selection)
    to = call.get("face")
    found = bind_faces(linker, phrase, FACES.index(str(to)) if to in FACES else None)
    exactly = phrase.quantity.kind == "exactly" and call.word == "set-aside"
    least = int(phrase.quantity.count) if exactly else 1  # type: ignore[call-overload]
    return lambda machine, state, source, you, context: (
        least <= sum(state.registers[DICE + face] for face in found(machine, state, source, you))
    )


def _has_counters(linker: Linker, call: Call) -> Possible:
    amount = int(call["amount"])  # type: ignore[call-overload]
    return lambda machine, state, source, you, context: counters_on(state, source) >= amount


def _is_inside(linker: Linker, call: Call) -> Possible:
    return lambda machine, state, source, you, context: can_yield(machine, state, you)


def _heals(linker: Linker, call: Call) -> Possible:
    """Hearts are gained only by those who have room for them. rule: kt.heart.bought"""
    phrase, much = call["player"], of_the_phase(call)
    found = bind_monsters(linker, phrase) if isinstance(phrase, Selection) else None
    return lambda machine, state, source, you, context: (
        (much is None or much(machine, state) > 0)
        and any(
            state.counters[seat] < maximum_of(machine, state, seat)[0]
            for seat in ([you] if found is None else found(machine, state, source, you))
        )
    )


def _brings_energy(linker: Linker, call: Call) -> Possible:
    much = of_the_phase(call)
    return lambda machine, state, source, you, context: much is None or much(machine, state) > 0


def _is_news(linker: Linker, call: Call) -> Possible:
    words = [each.word for each in call["body"]]  # type: ignore[attr-defined]
    return lambda machine, state, source, you, context: (
        not any(said_by(machine, state, word, you) for word in words if word in machine.said)
    )


GAINS = WORDS.gains
"""For words that may bring nothing: whether they would."""
GAINS |= {"gain-hearts": _heals, "gain-energy": _brings_energy}

POSSIBLE = WORDS.possible
"""For words that may be impossible: what has to be there."""
POSSIBLE |= {
    "pay": _can_pay,
    "discard": _has_cards,
    "mark": _has_cards,
    "buy": _can_buy,
    "reroll": _has_dice,
    "change": _has_dice,
    "set-aside": _has_dice,
    "take-off": _has_counters,
    "yield": _is_inside,
    "until-end-of-turn": _is_news,
}
