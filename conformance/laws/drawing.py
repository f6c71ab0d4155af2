"""Draws instances of a law: values for its variables, who stands by, whose seat is whose."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from attrs import field, frozen

from conformance.laws.domains import admits_alone, admits_beside, expect_words, holds, of_noun
from conformance.laws.model import (
    Cards,
    Conclusion,
    Dice,
    IfAsked,
    Law,
    LawLine,
    Range,
    Template,
    Whatever,
    Words,
)
from conformance.laws.numbers import Binding, NotANumber, Number, Value
from conformance.laws.reader import filled_conclusion, filled_line, with_bystanders
from conformance.laws.silence import Silence, bystanders
from conformance.laws.words import BYSTANDERS_PLAY, faces_of, filled, shown
from conformance.scenario.face import Load, Ruleset
from conformance.scenario.given import read_given
from conformance.scenario.known import game_of
from conformance.scenario.mistakes import Mistakes
from conformance.scenario.model import Fact, Given, Place, Scenario
from conformance.scenario.phrases import any_of, split_commas
from conformance.scenario.stages import stages_of
from rules_dsl.definitions import Card
from rules_dsl.errors import KaijuError
from rules_dsl.specification import load_specification

TRIES = 400
"""Draws after which a premise counts as one that nothing fulfils."""

AGAIN = 40
"""Draws after which there is no further instance that differs from all before."""

AT_TABLE = 4
"""Monsters with those who stand by: with more, a second place in Tokyo opens."""


class Source(Protocol):
    """Where draws come from."""

    def below(self, limit: int) -> int:
        """A number from 0 up to, not including, the limit."""
        ...


class Seeded:
    """Draws that a text decides: the same on every platform."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit) if limit > 1 else 0


class Recorder:
    """Notes what is drawn, so that it can be drawn again, and smaller."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.drawn: list[int] = []

    def below(self, limit: int) -> int:
        self.drawn.append(self._source.below(limit))
        return self.drawn[-1]

    def restart(self) -> None:
        """Forget a draw that came to nothing."""
        self.drawn.clear()


class Again:
    """Draws what is said, and the least of everything after it."""

    def __init__(self, said: Sequence[int]) -> None:
        self._said = list(said)

    def below(self, limit: int) -> int:
        said = self._said.pop(0) if self._said else 0
        return min(said, max(limit - 1, 0))


class NoInstance(KaijuError):
    """Nothing fulfils the premises of a law."""


@frozen
class Beside:
    """One card that stands by, at one of the places that a law has for bystanders."""

    card: Card
    at: int


@frozen
class Part:
    """One of the runs of an instance: a situation, what is done, what is claimed of it."""

    scenario: Scenario
    when: tuple[LawLine, ...]


@frozen
class Instance:
    """A law with values for its variables: one run, or two that are compared."""

    law: Law
    binding: Binding
    part: Part
    then: tuple[Conclusion, ...]
    other: Part | None = None
    seed: str = ""
    """Decides the answers that are left open."""
    standing_by: tuple[str, ...] = ()
    turned: int = 0
    drawn: tuple[int, ...] = field(default=(), repr=False)
    """What was drawn to make it: the smaller, the plainer."""

    @property
    def key(self) -> tuple[str, ...]:
        """What it speaks of: two instances that differ only in who stands by are the same."""
        return tuple(shown(self.binding[each.name]) for each in self.law.variables)

    def __str__(self) -> str:
        return "; ".join(
            f"{each.name} = {value}"
            for each, value in zip(self.law.variables, self.key, strict=True)
        )


def instances(
    law: Law, load: Load, number: int, seed: int = 0, artist: Artist | None = None
) -> Iterator[Instance]:
    """So many instances that differ, or all that were found."""
    artist = artist or Artist(law, load)
    seen: set[tuple[str, ...]] = set()
    for count in range(number):
        for again in range(AGAIN):
            source = Recorder(Seeded(f"{seed}/{law.id}/{count}/{again}"))
            binding = artist.bind(source)
            key = tuple(map(shown, binding.values()))
            if key not in seen:
                break
        else:
            if law.variables:
                return
        seen.add(key)
        yield artist.finished(binding, source)
        if not law.variables and count >= 3:
            return


class _Turn:
    """Seats exchanged: each name stands for the one that sits so many seats further."""

    def __init__(self, names: Sequence[str], turned: int) -> None:
        self._names = {name: names[(at + turned) % len(names)] for at, name in enumerate(names)}
        self._pattern = re.compile(rf'"[^"]*"|\b(?:{any_of(names)})\b')
        self._parts: dict[Template, tuple[str | Number, ...]] = {}

    def text(self, text: str) -> str:
        """A text with other names."""
        return self._pattern.sub(lambda found: self._names.get(found[0], found[0]), text)

    def parts(self, line: Template) -> tuple[str | Number, ...]:
        """The parts of a line with other names."""
        if line not in self._parts:
            self._parts[line] = tuple(
                self.text(part) if isinstance(part, str) else part for part in line.parts
            )
        return self._parts[line]

    def values(self, binding: Binding) -> Binding:
        """Values with other names, where they are words."""
        return {
            name: self.text(value) if isinstance(value, str) else value
            for name, value in binding.items()
        }


class Artist:
    """Draws instances of one law."""

    def __init__(self, law: Law, load: Load) -> None:
        self.law = law
        self.game = game_of(law.game)
        players = self._base() if self.game.is_open else None
        self.ruleset: Ruleset = load(law.ruleset, cards=list(law.card_files), players=players)
        self._most = load_specification().ruleset(law.ruleset).players[1]
        self.silence = silence_of(law)
        self._cards = list(self.ruleset.cards.values())
        texts = " ".join(
            [*(line.text for line in law.lines()), *(each.text for each in law.variables)]
        )
        self._stages = stages_of(self.ruleset.cards)
        named = [card for card in self._cards if card.name in texts]
        self.named = self._whole(card.id for card in named)
        self._seats = self._base()
        self._turns: dict[tuple[int, int], _Turn] = {}
        self._pools: dict[Cards, list[Card]] = {}
        self._standing_by: dict[str, list[Card]] = {}
        for each in law.variables:
            if isinstance(each.sort, Cards):
                self._expect_any(each.sort, each.place)

    def _base(self) -> int:
        if self.law.starting is not None:
            return len(self.law.starting)
        texts = " ".join(line.text for line in (*self.law.given, *self.law.when))
        named = set(re.findall(rf"\b(?:{any_of(self.game.people)})\b", texts))
        return max(len(named), self.game.fewest)

    def _whole(self, ids: Iterable[str]) -> set[str]:
        """Some cards with all stages of theirs: of a creature that evolves there is only one."""
        return {stage for id in ids for stage in (id, *self._stages.get(id, ()))}

    def pool(self, sort: Cards) -> list[Card]:
        """The cards that a sort admits, whatever else is drawn, and that the law does not name."""
        if sort not in self._pools:
            every = of_noun(self._cards, sort.noun)
            self._pools[sort] = [
                card
                for card in every
                if card.id not in self.named and admits_alone(sort, card, self.silence)
            ]
        return self._pools[sort]

    def standing_by(self, zone: str) -> list[Card]:
        """The cards that can stand by in a zone."""
        if zone not in self._standing_by:
            self._standing_by[zone] = bystanders(self._cards, zone, self.silence)
        return self._standing_by[zone]

    def _expect_any(self, sort: Cards, place: Place) -> None:
        try:
            expect_words(sort, self._cards, self.ruleset.keywords)
        except KaijuError as error:
            raise NoInstance(error.message, str(place), error.remedy) from None
        if not of_noun(self._cards, sort.noun):
            raise NoInstance(f"{self.ruleset.name} has no {sort.noun}", str(place), "take another")

    # -- values

    def draw(self, source: Source, tries: int = TRIES) -> Instance:
        """One instance."""
        recorder = Recorder(source)
        return self.finished(self.bind(recorder, tries), recorder)

    def finished(self, binding: Binding, source: Recorder) -> Instance:
        """The instance with values that were drawn from a source."""
        return self.fill(binding, source)

    def bind(self, source: Recorder, tries: int = TRIES) -> Binding:
        """A value for each variable."""
        furthest = self.law.place, "its premises"
        for _ in range(tries):
            binding: dict[str, Value] = {}
            source.restart()
            try:
                why = self._try(binding, source)
            except NotANumber as error:
                raise NoInstance(f"{self.law.id}: {error}", str(self.law.place)) from None
            if why is None:
                return binding
            furthest = max(furthest, why)
        place, text = furthest
        raise NoInstance(f"{self.law.id} has no instance: nothing fulfils `{text}`", str(place))

    def _try(self, binding: dict[str, Value], source: Source) -> tuple[Place, str] | None:
        """Draw a value for each variable; what could not be fulfilled, or None."""
        waiting = list(self.law.relations)
        for each in self.law.variables:
            value = self._value(each.sort, each.group, binding, source)
            if value is None:
                return each.place, f"{each.name}: {each.text}"
            binding[each.name] = value
            for relation in list(waiting):
                if relation.names() <= binding.keys():
                    waiting.remove(relation)
                    if not holds(relation, binding):
                        return relation.place, relation.text
        return None

    def _value(
        self, sort: object, group: tuple[str, ...], binding: Binding, source: Source
    ) -> Value | None:
        match sort:
            case Cards():
                taken = {value.id for value in binding.values() if isinstance(value, Card)}
                free = [card for card in self.pool(sort) if card.id not in taken]
                if any(each.what == "equal" or each.names for each in sort.filters):
                    free = [card for card in free if admits_beside(sort, card, binding, group)]
                return free[source.below(len(free))] if free else None
            case Range():
                least, most = sort.least.of(binding), sort.most.of(binding)
                return least + source.below(most - least + 1) if least <= most else None
            case Words():
                taken_words = {str(binding[name]) for name in group if name in binding}
                left = [word for word in sort.words if word not in taken_words]
                if not left:
                    return None
                word = left[source.below(len(left))]
                return int(word) if word.isdigit() else word
            case Dice():
                return self._dice(sort, binding, source)
        raise AssertionError(sort)

    def shown(self, sort: Dice, dice: tuple[str, ...], binding: Binding) -> Value | None:
        """Dice that show something, if that is what a sort admits."""
        faces, least, most, _ = self._bounds(sort, binding)
        fits = all(least[face] <= dice.count(face) <= most[face] for face in faces)
        known = len(dice) == sort.count.of(binding) and set(dice) <= set(faces)
        return dice if fits and known else None

    def _bounds(
        self, sort: Dice, binding: Binding
    ) -> tuple[list[str], dict[str, int], dict[str, int], set[str]]:
        """The faces, how many dice show each at least and at most, and of which it is said."""
        faces = list(dict.fromkeys(faces_of(self.game).values()))
        count = sort.count.of(binding)
        least = dict.fromkeys(faces, 0)
        most = dict.fromkeys(faces, count)
        said: set[str] = set()
        for each in sort.faces:
            low, high = each.least.of(binding), each.most.of(binding) if each.most else count
            for face in each.faces:
                if low >= 0:
                    least[face] = low
                    said.add(face)
                most[face] = min(most[face], high)
        for face in faces:
            if sort.rest and face not in sort.rest and face not in said:
                most[face] = 0
        return faces, least, most, said

    def _dice(self, sort: Dice, binding: Binding, source: Source) -> Value | None:
        faces, least, most, said = self._bounds(sort, binding)
        count = sort.count.of(binding)
        shown_by = {face: least[face] for face in faces}
        if any(least[face] > most[face] for face in faces) or sum(least.values()) > count:
            return None
        # a range of faces is drawn evenly, not die by die, so that its ends come up
        for face in sorted(said, key=faces.index):
            room = min(most[face] - least[face], count - sum(shown_by.values()))
            shown_by[face] += source.below(room + 1)
        while sum(shown_by.values()) < count:
            free = [f for f in faces if shown_by[f] < most[f] and f not in said]
            free = free or [f for f in faces if shown_by[f] < most[f]]
            if not free:
                return None
            shown_by[free[source.below(len(free))]] += 1
        return tuple(face for face in faces for _ in range(shown_by[face]))

    # -- lines

    def fill(
        self, binding: Binding, source: Source, quiet: bool = False, beside: Beside | None = None
    ) -> Instance:
        """The instance with some values; who stands by is drawn, or nobody does, or one card."""
        quiet = quiet or beside is not None
        law, standing_by = self.law, []
        places: list[str] = []
        drawn = (value.id for value in binding.values() if isinstance(value, Card))
        taken = self._whole(drawn) | self.named

        def some(zone: str) -> list[str]:
            known = self.standing_by(zone)
            if not known:
                raise KaijuError(f"no card stands by in `{zone}`", str(law.place))
            found = []
            if beside is not None:
                places.append(zone)
                return [f'"{beside.card.name}"'] if len(places) - 1 == beside.at else []
            for _ in range(0 if quiet or law.compares else source.below(3)):
                free = [card for card in known if card.id not in taken]
                if free:
                    card = free[source.below(len(free))]
                    taken.update(self._whole([card.id]))
                    standing_by.append(card.id)
                    found.append(f'"{card.name}"')
            return found

        further = self._further(source, quiet)
        seats = self._seats + len(further)
        turned = source.below(seats) if law.starting is None and not quiet else 0
        turn = self._turn(seats, turned)
        values = turn.values(binding)

        def fill(lines: tuple[Template, ...]) -> list[tuple[Place, str]]:
            return [(line.place, self._filled(line, turn.parts(line), values)) for line in lines]

        more = [(law.place, turn.text(text)) for text in further]
        options = dict(self._options(binding))
        given = self._given([*fill(law.given), *more], some) if law.starting is None else None
        when = tuple(filled_line(text, place, law.game) for place, text in fill(law.when))
        then = tuple(filled_conclusion(text, place, law.game) for place, text in fill(law.then))
        facts = tuple(each for each in then if isinstance(each, Fact))
        seed = f"{source.below(1 << 16)}"
        other = None
        if law.compares:
            rows = law.given if law.other_given is None else law.other_given
            their = self._given([*fill(rows), *more], lambda zone: [])
            lines = tuple(
                filled_line(text, place, law.game) for place, text in fill(law.other_when)
            )
            other = Part(self._scenario(their, options, (), lines), lines)
        part = Part(self._scenario(given, options, facts, when), when)
        noted = tuple(source.drawn) if isinstance(source, Recorder) else ()
        return Instance(law, binding, part, then, other, seed, tuple(standing_by), turned, noted)

    def _turn(self, seats: int, turned: int) -> _Turn:
        if (seats, turned) not in self._turns:
            self._turns[seats, turned] = _Turn(self.game.people[:seats], turned)
        return self._turns[seats, turned]

    def _filled(self, line: Template, parts: Sequence[str | Number], binding: Binding) -> str:
        try:
            return filled(parts, binding)
        except NotANumber as error:
            raise NoInstance(
                f"{self.law.id}: {error}", str(line.place), "keep it from going below zero"
            ) from None

    def _options(self, binding: Binding) -> Iterator[tuple[str, str]]:
        for line in self.law.options:
            for part in split_commas(self._filled(line, line.parts, binding)):
                name, _, answer = part.partition(" = ")
                yield name, answer

    def _further(self, source: Source, quiet: bool) -> list[str]:
        """Monsters that stand by, outside Tokyo."""
        if not any(line.text == BYSTANDERS_PLAY for line in self.law.given):
            return []
        base, most = self._seats, min(AT_TABLE, self._most)
        found = []
        for at in range(base, base + (0 if quiet else source.below(max(most - base, 0) + 1))):
            hearts, stars, energy = 10 - source.below(4), source.below(11), source.below(6)
            name = self.game.people[at]
            found.append(f"{name}: hearts {hearts}; stars {stars}; energy {energy}")
        return found

    def _given(self, rows: list[tuple[Place, str]], some: object) -> Given:
        mistakes = Mistakes()
        rows = [(place, text) for place, text in rows if text != BYSTANDERS_PLAY]
        laid = [(place, with_bystanders(text, some)) for place, text in rows]  # type: ignore[arg-type]
        laid = [(place, text) for place, text in laid if text]
        given = read_given(laid, self.law.place, self.game, mistakes)
        mistakes.raise_any()
        return given

    def _scenario(
        self,
        given: Given | None,
        options: dict[str, str],
        facts: tuple[Fact, ...],
        lines: tuple[LawLine, ...],
    ) -> Scenario:
        law = self.law
        steps = tuple(line.step if isinstance(line, IfAsked) else line for line in lines)
        starting = law.starting or () if given is None else ()
        return Scenario(
            title=law.title,
            id=law.id,
            rules=(),
            ruleset=law.ruleset,
            options=options,
            given=given,
            starting=starting,
            when=tuple(line for line in steps if not isinstance(line, Whatever)),
            then=facts,
            place=law.place,
        )


def silence_of(law: Law) -> Silence:
    """What the steps of a law set off."""
    verbs: set[str] = set()
    is_open = law.compares
    for line in (*law.when, *law.other_when):
        if line.text.startswith("whatever"):
            is_open = True
        verbs |= _verbs(line, law)
    return Silence(law.game, frozenset(verbs), is_open)


def _verbs(line: Template, law: Law) -> set[str]:
    """The verbs that a line means, by reading it with stand-ins."""
    from conformance.laws.words import stand_ins

    sorts = {each.name: each for each in law.variables}
    found = set()
    for stand_in in stand_ins(line.parts, sorts, game_of(law.game)):
        read = filled_line(filled(line.parts, stand_in, strict=False), line.place, law.game)
        step = getattr(read, "step", read)
        act = getattr(step, "act", None)
        if act is not None:
            found.add(act.verb)
    return found
