"""Why Mindbug allows an answer or does not: the reasons a player at the table would give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from oracle.card_text import ability_text
from oracle.kernel.decision import Decision
from oracle.objections import Objections

from .keywords import attack_times
from .permissions import InForce, first_rule, forbidding
from .table import ENERGY, EXHAUSTED, HAND, KEYWORDS, LAYOUT, PLAY, POWER_ROW
from .targets import not_a_candidate, zone_phrase

if TYPE_CHECKING:
    from oracle.explanation import Told, Value
    from oracle.position import Position

    from .machine import Mindbug

PRINTED = {"power": ("mb.card.creature", "mb.card.power"), "keywords": ("mb.card.keywords",)}
LOWEST = {"power": ("mb.card.minimum-power",)}

EXAMPLE = '{"play": "#3"}'

EXPECTED = {
    "turn": ("takes a turn action: play a card or attack", ("play", "attack", "act")),
    "buy": ("may buy power cards", ("buy", "decline")),
    "roll": ("rolls a die", ("roll",)),
    "reroll": ("may roll dice again", ("reroll", "decline")),
    "dice-order": ("picks the result that is applied first", ("apply",)),
    "top-power": ("turns up the top card of the power deck", ("reveal",)),
    "mode": ("picks one of the alternatives of a text", ("mode",)),
    "keyword": ("names a keyword", ("keyword",)),
    "pile": ("picks a discard pile", ("pile",)),
    "mindbug": ("decides whether to take the card with a Mindbug", ("mindbug", "decline")),
    "hunt": ("may choose which creature must block", ("hunt", "decline")),
    "block": ("decides about a block", ("block", "decline")),
    "attack-again": ("may attack once more", ("attack", "decline")),
    "choose": ("chooses among cards", ("choose",)),
    "may": ("may do what the text offers", ("accept", "decline")),
    "order": ("picks the effect that resolves next", ("resolve",)),
    "replace": ("picks what happens instead", ("use",)),
    "deal": ("deals the next card", ("deal",)),
    "reveal": ("reveals a card to find the first player", ("reveal",)),
    "first": ("picks the first player", ("first",)),
    "pick": ("picks at random", ("choose",)),
    "top": ("turns up the top card of the unused pile", ("reveal",)),
}
"""What each kind of decision is about, and the verbs that answer it."""

ELSEWHERE: dict[str, tuple[str, tuple[str, ...]]] = {
    "play": ("A card is played as a turn action", ("mb.turn.play",)),
    "attack": ("An attack is a turn action", ("mb.turn.attack",)),
    "act": ("An Action is a turn action", ("mb.action.turn",)),
    "buy": (
        "Power cards are bought only at the start of one's own turn",
        ("mb.power.buy", "mb.power.own-turn-start"),
    ),
    "mindbug": (
        "A Mindbug is used only when the opponent plays a card from hand",
        ("mb.mindbug.offer", "mb.mindbug.not-in-play"),
    ),
    "hunt": (
        "A blocker is chosen with HUNTER only when its attack comes to the block",
        ("mb.keyword.hunter",),
    ),
    "block": ("A block is decided only when an attack comes to it", ("mb.attack.block",)),
    "accept": ("Nothing is offered that could be accepted", ("mb.effect.full",)),
    "choose": ("No effect asks for a choice of cards", ("mb.effect.chooser",)),
    "resolve": ("No two effects wait for an order", ("mb.effect.order",)),
}
"""Why a verb does not answer a decision of another kind."""


def _machine(position: Position) -> Mindbug:
    return cast("Mindbug", position.ruleset.machine)


# --- values --------------------------------------------------------------------------------------


def card_values(position: Position, handle: str) -> tuple[Value, ...]:
    """All values of a creature are those of the layers."""
    return ()


def seat_values(position: Position, seat: str) -> tuple[Value, ...]:
    """Nothing of a player is reckoned."""
    return ()


def worth_explaining(position: Position) -> list[str]:
    """The creatures in play."""
    places = {place for place, _ in position.ruleset.machine.static_places}
    where = position.state.where
    return [handle for card, handle in enumerate(position.handles) if where[card] in places]


def words_for(position: Position, option: Mapping[str, Any]) -> str:
    """The names of the cards in an option."""
    return ", ".join(position.name(v) for v in option.values() if v in position.handles)


# --- for an answer -------------------------------------------------------------------------------


def in_favour(position: Position, decision: Decision, given: Any) -> Iterator[Told]:
    """What a legal answer rests on beside the rules of its decision."""
    machine = _machine(position)
    state, verb = position.state, next(iter(given))
    if verb not in ("attack", "block", "hunt"):
        return
    card = position.handles.index(given[verb])
    name = position.name(given[verb])
    if verb == "attack":
        if state.marks[card] & EXHAUSTED:
            yield (
                f"{name} is exhausted and may attack all the same.",
                ("mb.keyword.exhausted-attacks",),
            )
        return
    assert decision.source is not None
    attacker = position.handles.index(decision.source)
    if verb == "hunt":
        ban = forbidding(machine, state, card, attacker)
        if ban is not None:
            text = f"{name} could not block by itself ({_ban(position, ban)}); HUNTER does not ask."
            yield text, ("mb.keyword.hunter-any",)
        return
    if state.marks[card] & EXHAUSTED:
        yield f"{name} is exhausted and may block all the same.", ("mb.keyword.exhausted-blocks",)
    keywords = state.derived[KEYWORDS] if state.derived else {}
    if keywords.get(card, 0) & machine.keyword_masks["cannot-block"]:
        yield (
            f"{name} is SNEAKY itself and may block like any other creature.",
            ("mb.keyword.sneaky-blocks",),
        )


# --- against an answer ---------------------------------------------------------------------------


class _Objections(Objections):
    expected = EXPECTED
    elsewhere = ELSEWHERE

    def __init__(self) -> None:
        self.of_verb = {}
        self.of_card = {
            "play": _play,
            "attack": _attack,
            "act": _act,
            "buy": _buy,
            "hunt": _hunt,
            "block": _block,
            "resolve": _resolve,
            "deal": _not_dealt,
            "reveal": _not_dealt,
        }

    def is_known(self, position: Position, verb: str) -> bool:
        return verb != "act" or bool(_machine(position).triggered["action"])

    def wrong_verb(
        self, position: Position, decision: Decision, verb: Any, value: Any
    ) -> Iterator[Told]:
        if decision.kind == "turn" and verb in ("decline", "pass"):
            yield "Passing is not possible while any turn action is.", ("mb.turn.must-act",)
        elif verb == "decline":
            yield "Nothing here is optional.", ("mb.effect.full",)
        elif decision.kind == "block" and verb == "hunt":
            yield _no_hunt(position, decision)
        else:
            yield from super().wrong_verb(position, decision, verb, value)

    def no_card(self, verb: str, value: Any) -> str:
        if isinstance(value, str):
            return f'"{verb}" names one card, and {value!r} is none.'
        return super().no_card(verb, value)

    def not_a_candidate(self, position: Position, decision: Decision, handle: str) -> Told:
        return not_a_candidate(position, decision, handle)


def _no_hunt(position: Position, decision: Decision) -> Told:
    """Why the defender is asked, and not the attacker with HUNTER."""
    assert decision.source is not None
    name = position.name(decision.source)
    attacker = position.handles.index(decision.source)
    if first_rule(_machine(position), position.state, "can-choose-blocker", (attacker,)) is None:
        return f"{name} has no HUNTER.", ("mb.keyword.hunter",)
    text = f"HUNTER of {name} was not used; now the defender decides."
    return text, ("mb.keyword.hunter-optional",)


def _obliged(position: Position, decision: Decision) -> Iterator[Told]:
    """What leaves no other turn action than an attack with HUNTER."""
    if decision.kind == "turn" and "mb.force.must-hunt" in decision.rules:
        text = f"{decision.seat} must attack with a creature that has to hunt."
        yield text, ("mb.force.must-hunt",)


def _play(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    elsewhere = _elsewhere(position, handle, HAND + LAYOUT.seats.index(decision.seat))
    if elsewhere is not None:
        yield elsewhere, ("mb.turn.play", "mb.play.card")
    else:
        yield from _obliged(position, decision)


def _act(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    state, name = position.state, position.name(handle)
    card = position.handles.index(handle)
    elsewhere = _elsewhere(position, handle, PLAY + LAYOUT.seats.index(decision.seat))
    if elsewhere is not None:
        yield elsewhere, ("mb.action.turn",)
    elif state.cards[card] not in _machine(position).triggered["action"]:
        yield f"{name} has no Action effect.", ("mb.action.turn", "mb.term.with-effect")
    else:
        obliged = list(_obliged(position, decision))
        yield from obliged
        if not obliged:
            text = f"The Action of {name} would do nothing now."
            yield text, ("mb.action.must-do-something",)


def _buy(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    state, card = position.state, position.handles.index(handle)
    elsewhere = _elsewhere(position, handle, POWER_ROW)
    if elsewhere is not None:
        yield elsewhere, decision.rules
    else:
        cost = _machine(position).cost[state.cards[card]]
        energy = state.counters[ENERGY + LAYOUT.seats.index(decision.seat)]
        text = f"{position.name(handle)} costs {cost} energy, and {decision.seat} has {energy}."
        yield text, ("mb.power.price",)


def _attack(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    machine, state, name = _machine(position), position.state, position.name(handle)
    if decision.kind == "attack-again":
        assert decision.source is not None
        _, rules, _ = attack_times(machine, state, position.handles.index(decision.source))
        text = f"Only {position.name(decision.source)} may attack once more, not {name}."
        yield text, rules
        return
    elsewhere = _elsewhere(position, handle, PLAY + LAYOUT.seats.index(decision.seat))
    if elsewhere is not None:
        yield elsewhere, ("mb.turn.attack", "mb.attack.declare")
        return
    ban = first_rule(machine, state, "cannot-attack", (position.handles.index(handle),))
    if ban is not None:
        yield f"{name} cannot attack: {_ban(position, ban)}.", ("mb.turn.attack", *ban[2].rules)
    else:
        yield from _obliged(position, decision)


def _hunt(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    elsewhere = _elsewhere(position, handle, PLAY + 1 - LAYOUT.seats.index(decision.seat))
    if elsewhere is not None:
        text = f"{elsewhere} HUNTER chooses an enemy creature."
        yield text, ("mb.keyword.hunter", "mb.keyword.hunter-creatures")
        return
    assert decision.source is not None
    attacker, card = position.handles.index(decision.source), position.handles.index(handle)
    name, hunter = position.name(handle), position.name(decision.source)
    ban = first_rule(_machine(position), position.state, "cannot-hunt", (attacker, card))
    if ban is not None:
        yield f"{hunter} cannot hunt {name}: {_ban(position, ban)}.", ban[2].rules
    else:
        yield f"{hunter} must hunt another creature.", ("mb.force.must-hunt",)


def _block(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    elsewhere = _elsewhere(position, handle, PLAY + LAYOUT.seats.index(decision.seat))
    if elsewhere is not None:
        yield elsewhere, ("mb.attack.block",)
        return
    assert decision.source is not None
    attacker, card = position.handles.index(decision.source), position.handles.index(handle)
    ban = forbidding(_machine(position), position.state, card, attacker)
    if ban is not None:
        name, other = position.name(handle), position.name(decision.source)
        text = f"{name} cannot block {other}: {_ban(position, ban)}."
        yield text, ("mb.attack.block", *ban[2].rules)


def _resolve(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    waiting = {option["resolve"] for option in decision.options}
    if handle not in waiting:
        yield f"No effect of {position.name(handle)} is waiting.", ("mb.effect.order",)


def _not_dealt(position: Position, decision: Decision, handle: str) -> Iterator[Told]:
    place = position.state.where[position.handles.index(handle)]
    pile = "power deck" if decision.kind == "top-power" else "unused pile"
    yield f"{position.name(handle)} is {zone_phrase(place)}, not in the {pile}.", decision.rules


def _elsewhere(position: Position, handle: str, wanted: int) -> str | None:
    """Where a card lies, if it is not the place that is wanted."""
    place = position.state.where[position.handles.index(handle)]
    if place == wanted:
        return None
    return f"{position.name(handle)} is {zone_phrase(place)}, not {zone_phrase(wanted)}."


def _ban(position: Position, ban: InForce) -> str:
    """Who forbids it, by a keyword or in the words of its text."""
    source, _, rule = ban
    name = position.name(position.handles[source])
    if rule.ability.definition in position.ruleset.keywords:
        return f"{name} is {rule.ability.definition.upper()}"
    return f'{name} says "{ability_text(position.ruleset, rule.ability)}"'


against = _Objections().against
"""Why an answer is not possible: another decision, another player, a text that forbids it."""
