"""Against an answer: the order in which every game looks for what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .explanation import Told
    from .kernel.decision import Decision
    from .position import Position

OfVerb = Callable[["Position", "Decision"], "Iterable[Told]"]
"""Why an answer that names nothing is not offered."""

OfCard = Callable[["Position", "Decision", str], "Iterable[Told]"]
"""Why the card that an answer names is not offered."""


class Objections:
    """Why a game does not allow an answer, from the coarse to the fine.

    First whether the decision takes such an answer at all, then how it is written, then what it
    names. A game has tables of what it always says alike, and overrides what it looks up.
    """

    expected: Mapping[str, tuple[str, tuple[str, ...]]]
    """What each kind of decision is about, and the verbs that answer it."""
    elsewhere: Mapping[str, Told]
    """Why a verb does not answer a decision of another kind."""
    of_verb: dict[str, OfVerb]
    of_card: dict[str, OfCard]

    def against(self, position: Position, decision: Decision, given: Any) -> Iterator[Told]:
        """Why an answer is not possible."""
        about, verbs = self.expected.get(decision.kind, ("decides", offered_verbs(decision)))
        verbs = tuple(verb for verb in verbs if self.is_known(position, verb))
        verb, value = next(iter(given.items()))
        if verb not in verbs:
            yield from self.wrong_verb(position, decision, verb, value)
            yield f"{decision.seat} {about}; answers are {listed(verbs)}.", decision.rules
        elif decision.most is not None:
            yield from self._not_candidates(position, decision, value)
        elif offers(decision, verb):
            yield f'This answer is written {{"{verb}": true}} and nothing else.', ()
        elif verb in self.of_verb:
            yield from self.of_verb[verb](position, decision)
        elif verb in position.ruleset.machine.option_types:
            yield from self.no_such_value(position, decision, verb, value)
        elif not is_card(position, value):
            yield self.no_card(verb, value), ()
        else:
            found = list(
                self.of_card[verb](position, decision, value) if verb in self.of_card else ()
            )
            yield from found
            if not found and len(given) > 1:
                name = position.name(value)
                yield f"The rest of the answer fits no option for {name}.", decision.rules

    def is_known(self, position: Position, verb: str) -> bool:
        """Whether a verb is of use with the cards that are played with."""
        return True

    def wrong_verb(
        self, position: Position, decision: Decision, verb: Any, value: Any
    ) -> Iterator[Told]:
        """Why a decision is not answered with this verb."""
        if verb in self.elsewhere:
            text, rules = self.elsewhere[verb]
            yield f"{text}.", rules

    def no_such_value(
        self, position: Position, decision: Decision, verb: str, value: Any
    ) -> Iterator[Told]:
        """Why a face, a number, a seat cannot be named."""
        names = [str(option[verb]) for option in decision.options if verb in option]
        one_of = f"one of {listed(names)}" if len(names) > 1 else "".join(names) or "nothing here"
        yield f'"{verb}" names {one_of}, and {value!r} is none of these.', decision.rules

    def no_card(self, verb: str, value: Any) -> str:
        """What is said where a card should be named and is not."""
        return f'"{verb}" names one card, such as {{"{verb}": "#3"}}.'

    def _not_candidates(
        self, position: Position, decision: Decision, chosen: Any
    ) -> Iterator[Told]:
        if not isinstance(chosen, list) or decision.kind in position.ruleset.machine.choice_names:
            return
        for handle in chosen:
            if handle in position.handles and handle not in decision.candidates:
                yield self.not_a_candidate(position, decision, handle)

    def not_a_candidate(self, position: Position, decision: Decision, handle: str) -> Told:
        """Why a card is not among those that can be chosen."""
        raise NotImplementedError


def offered_verbs(decision: Decision) -> tuple[str, ...]:
    """The verbs that are offered, for a decision that a game does not describe."""
    if decision.most is not None:
        return ("choose",)
    return tuple(dict.fromkeys(next(iter(option)) for option in decision.options))


def offers(decision: Decision, verb: str) -> bool:
    """Whether an answer that names nothing is offered; `1` is a number and no `true`."""
    return any(option.get(verb) is True for option in decision.options)


def is_card(position: Position, value: Any) -> bool:
    """Whether a value is the handle of a card."""
    return isinstance(value, str) and value in position.handles


def listed(words: Iterable[str]) -> str:
    """Words in a sentence: `play, attack and act`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
