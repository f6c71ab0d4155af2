"""Any definition that the table allows can be printed and read back, and stays the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from attrs import evolve
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from rules_dsl.definitions import Ability, Call, Card, Keyword, Quantity, Selection
from rules_dsl.formatter import format_reading
from rules_dsl.module import Module
from rules_dsl.printer import print_card, print_module
from rules_dsl.reader import read_files, read_text, read_together
from rules_dsl.specification import spec_root
from rules_dsl.unseen import is_seen
from rules_dsl.vocabulary import BODIES, Hole, Vocabulary, Word

SPEC = spec_root() / "mindbug"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
KEYWORDS = read_files([SPEC / "keywords.cards"], VOCABULARY)
PROBES = Path(__file__).parent.parent / "conformance/scenarios/mindbug/probes.cards"
SETS = (
    "first-contact",
    "beyond-evolution",
    "beyond-eternity",
    "king-of-tokyo",
    "new-servants",
    "promos",
)
YOU = Call("you")
EVERY = Quantity("all")
DEEPEST = 3

Draw = Callable[[st.SearchStrategy[Any]], Any]  # Any: whatever the strategy makes

counts = st.integers(1, 99)
ids = st.from_regex(r"[a-z][a-z0-9]{0,4}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)
letters = st.characters(exclude_categories=("Cc", "Cs"), exclude_characters='"').filter(is_seen)
names = st.text(letters, min_size=1).filter(str.strip)
rule_ids = st.from_regex(r"mb\.[a-z]{1,6}(\.[a-z]{1,4}(-[a-z]{1,4})?){1,2}", fullmatch=True)


class Writer:
    """Draws definitions word by word from the table, as a card author would make them up."""

    def __init__(self, draw: Draw, keywords: list[str], evolves: bool = True) -> None:
        self.draw = draw
        self.keywords = st.sampled_from(keywords)
        self.evolves = evolves

    def word(self, *kinds: str) -> Word:
        word: Word = self.draw(st.sampled_from([w for w in VOCABULARY.of_kind(*kinds) if w.forms]))
        return word

    def call(
        self, word: Word, depth: int = 0, deeds: tuple[str, ...] = (), picks: bool = False
    ) -> Call:
        """A word with every hole filled, or left out as one of its forms allows."""
        form = self.draw(st.sampled_from(word.forms))
        shown = [piece for piece in form if isinstance(piece, Hole)]
        filled: dict[str, object] = {}
        for hole in shown:
            filled[hole.name] = self.hole(hole, word, filled, depth, deeds, picks)
        return Call(
            word.id, tuple((h.name, filled.get(h.name, word.missing(h.name))) for h in word.holes)
        )

    def hole(
        self,
        hole: Hole,
        word: Word,
        filled: dict[str, object],
        depth: int,
        deeds: tuple[str, ...],
        picks: bool,
    ) -> object:
        kind = VOCABULARY.types[hole.type]
        if kind.choices:
            return self.draw(st.sampled_from([value for _, value in kind.choices]))
        match hole.type:
            case "player":
                return self.player(lambda w: not (word.zone and word.zone.rival) or w.rival)
            case "possessive" | "pile":
                return self.player(lambda w: w.possessive)
            case "source":
                return Call("this")
            case "creatures" | "any" if self.draw(st.booleans()):
                return Call("this")
            case "creatures" if picks or word.kind == "effect":
                return self.chosen(self.creatures(deeds), word, filled)
            case "creatures" | "any" | "group":
                return self.creatures()
            case "cards" if word.itself and self.draw(st.booleans()):
                return Call("this")
            case "cards":
                return self.chosen(self.cards(word, filled), word, filled)
            case "number":
                return (
                    self.draw(counts)
                    if self.draw(st.booleans())
                    else self.call(self.word("number"))
                )
            case "integer":
                return self.draw(counts)
            case "signed":
                return self.draw(counts) * self.draw(st.sampled_from([1, -1]))
            case "keyword":
                return self.draw(self.keywords)
            case "trigger":
                return self.word("trigger").id
            case "condition":
                return self.call(self.word("condition"))
            case "tally":
                return self.tally(deeds)
            case "effects":
                return self.effects(depth + 1, deeds)
            case "alternatives":
                return tuple(
                    call
                    for _ in range(self.draw(st.integers(2, 3)))
                    for call in self.effects(depth + 1, deeds, most=1)
                )
            case "constants":
                return self.constants()
        raise AssertionError(f"the table has a hole of type {hole.type} that nobody can fill")

    def player(self, fits: Callable[[Word], object]) -> Call:
        return Call(
            self.draw(st.sampled_from([w.id for w in VOCABULARY.of_kind("player") if fits(w)]))
        )

    def zone(self, word: Word, filled: dict[str, object]) -> Call:
        if word.zone is None:
            return self.call(self.word("zone"))
        player = filled[word.zone.hole]
        assert isinstance(player, Call)
        rival = VOCABULARY.calls[player.word].rival
        return Call(word.zone.word, (("player", Call(str(rival)) if word.zone.rival else player),))

    def cards(self, word: Word, filled: dict[str, object]) -> Selection:
        every = Selection("card", EVERY, zone=self.zone(word, filled))
        if word.zone is not None or self.draw(st.booleans()):
            return every
        printed = [w for w in VOCABULARY.of_kind("filter") if w.cards]
        return evolve(every, filters=(self.call(self.draw(st.sampled_from(printed))),))

    def creatures(self, deeds: tuple[str, ...] = ()) -> Selection:
        filters = self.draw(st.lists(st.just(None), max_size=2))
        words = [w for w in VOCABULARY.of_kind("filter") if not w.follows or w.follows in deeds]
        back = [w for w in words if w.follows]
        return Selection(
            "creature",
            EVERY,
            side=self.draw(st.sampled_from(["any", *(w.id for w in VOCABULARY.of_kind("side"))])),
            other=self.draw(st.booleans()),
            filters=tuple(self.call(self.draw(st.sampled_from(back or words))) for _ in filters),
        )

    def chosen(self, every: Selection, word: Word, filled: dict[str, object]) -> Selection:
        kind = self.draw(st.sampled_from(["exactly", "up-to", "all"]))
        if kind == "all":
            return every
        chooser = Call("nature")
        if word.chooser != "nature" and self.draw(st.booleans()):
            named = filled[word.chooser] if word.chooser else YOU
            assert isinstance(named, Call)
            chooser = named
        quantity = Quantity(kind, self.draw(counts))
        return Selection(
            every.noun,
            quantity,
            every.side,
            every.other,
            every.zone,
            every.filters,
            chooser,
        )

    def tally(self, deeds: tuple[str, ...]) -> Call:
        counted = Call("count", (("selection", self.creatures()),))
        deed = VOCABULARY.types["deed"]
        done = [Call("done", (("what", what),)) for _, what in deed.choices if what in deeds]
        unused = Call("unused-mindbugs", (("player", self.player(bool)),))
        tally: Call = self.draw(st.sampled_from([counted, unused, *done]))
        return tally

    def effects(
        self, depth: int = 0, deeds: tuple[str, ...] = (), most: int = 3
    ) -> tuple[Call, ...]:
        body: list[Call] = []
        for _ in range(self.draw(st.integers(1, most))):
            before = body[-1].word if body else None
            words = [
                word
                for word in VOCABULARY.of_kind("effect")
                if word.follows in (None, before)
                and (depth < DEEPEST or all(h.type not in BODIES for h in word.holes))
                and (word.id != "evolve" or self.evolves)
            ]
            # Words that look back at what was done would be rare if they were not preferred.
            looks_back = "creatures" if before == "name-keyword" else "tally"
            back = [
                w
                for w in words
                if w.follows or (deeds and any(h.type == looks_back for h in w.holes))
            ]
            pool = back if back and self.draw(st.booleans()) else words
            body.append(self.call(self.draw(st.sampled_from(pool)), depth, deeds))
            deeds += tuple(deeds_in(body[-1]))
        return tuple(body)

    def changes(self, picks: bool = False) -> tuple[Call, ...]:
        """What one subject has; what is counted stands last."""
        grants = [
            self.call(self.word("static"), picks=picks) for _ in range(self.draw(st.integers(1, 4)))
        ]
        changes = [Call(g.word, (("subject", grants[0]["subject"]), *g.args[1:])) for g in grants]
        counted = [each for each in changes if each.get("count") is not None]
        return (*(each for each in changes if each not in counted), *counted[:1])

    def constants(self) -> tuple[Call, ...]:
        """What lasts until end of turn, where `a creature` is picked."""
        lines: list[Call] = []
        for _ in range(self.draw(st.integers(1, 3))):
            if self.draw(st.booleans()):
                lines += self.changes(picks=True)
            else:
                lines.append(self.call(self.word("rule"), picks=True))
        return tuple(lines)

    def ability(self, kind: str | None = None) -> Ability:
        own = [w.id for w in VOCABULARY.of_kind("trigger") if w.of == kind]
        if kind is not None:
            return Ability("trigger", self.draw(st.sampled_from(own)), None, self.effects())
        what = self.draw(st.sampled_from(["trigger", "static", "rule", "replace"]))
        zone = self.draw(st.sampled_from(["play", "discard"]))
        condition = self.call(self.word("condition")) if self.draw(st.booleans()) else None
        if what == "trigger":
            return Ability(what, self.draw(st.sampled_from(own)), None, self.effects(), zone)
        if what == "replace":
            return Ability(what, self.word("replaceable").id, condition, self.effects())
        body = (self.call(self.word("rule")),) if what == "rule" else self.changes()
        return Ability(what, None, condition, body, zone)

    def abilities(self, least: int = 0, kind: str | None = None) -> tuple[Ability, ...]:
        return tuple(self.ability(kind) for _ in range(self.draw(st.integers(least, 3))))


def deeds_in(call: Call) -> list[str]:
    inner = [
        d for _, value in call.args if isinstance(value, tuple) for c in value for d in deeds_in(c)
    ]
    return [VOCABULARY.calls[call.word].deed or call.word, *inner]


@st.composite
def modules(draw: Draw) -> Module:
    """Some keywords and cards that use them."""
    taken = {*VOCABULARY.spellings, *(keyword.id for keyword in KEYWORDS.keywords), "to", "instead"}
    new = draw(st.lists(ids.filter(lambda id: id not in taken), max_size=2, unique=True))
    writer = Writer(draw, [*new, *(keyword.id for keyword in KEYWORDS.keywords)])
    cites = st.lists(rule_ids, min_size=1, max_size=3).map(tuple)
    keywords = tuple(Keyword(id, draw(cites), writer.abilities(least=1)) for id in new)
    first, *others = draw(st.lists(ids, min_size=1, max_size=2, unique=True))
    cards = [creature(draw, writer, first, others[0] if others else None, 1)]
    for id in others:
        cards.append(creature(draw, writer, id, None, 2))
    for kind, property in (("power-card", "cost"), ("die-face", None)):
        if draw(st.booleans()):
            writer.evolves = False
            properties = ((property, draw(counts)),) if property else ()
            abilities = writer.abilities(1 if kind == "die-face" else 0, kind)
            id = f"{kind}-{first}-of-its-own"
            cards.append(Card(id, kind, draw(names), draw(counts), properties, (), abilities))
    called = [evolve(card, name=f"{card.name} {n}") for n, card in enumerate(cards)]
    return Module(tuple(called), keywords)


def creature(draw: Draw, writer: Writer, id: str, evolves_to: str | None, stage: int) -> Card:
    """A creature, which may have dice and evolve."""
    dice = (("dice", draw(counts)),) if draw(st.booleans()) else ()
    stages = (("stage", stage),) if evolves_to or stage > 1 else ()
    writer.evolves = evolves_to is not None
    return Card(
        id=id,
        kind="creature",
        name=draw(names),
        copies=draw(counts),
        properties=(("power", draw(counts)), *dice, *stages),
        keywords=tuple(draw(st.lists(writer.keywords, max_size=3, unique=True))),
        abilities=writer.abilities(),
        evolves_to=evolves_to,
    )


@settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(modules())
def test_printing_a_definition_and_reading_it_back_gives_the_same_definition(
    module: Module,
) -> None:
    text = print_module(module, VOCABULARY)
    assert read_text(text, "printed.cards", VOCABULARY, KEYWORDS) == module


@settings(deadline=None, max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(modules())
def test_printed_text_is_already_canonical(module: Module) -> None:
    text = print_module(module, VOCABULARY)
    (reading,) = read_together([("printed.cards", text)], VOCABULARY, KEYWORDS)
    assert format_reading(reading, VOCABULARY) == text


def test_the_writer_reaches_every_word_of_the_table() -> None:
    """The property above says something about all words only if all of them are drawn."""
    seen: set[str] = set()

    def all_seen(module: Module) -> bool:
        seen.update(words_in(tuple(module.cards)), words_in(tuple(module.keywords)))
        return seen == set(VOCABULARY.calls)

    many = settings(deadline=None, max_examples=2000, database=None, derandomize=True)
    find(modules(), all_seen, settings=settings(many, phases=[Phase.generate]))


def words_in(value: object) -> set[str]:
    if isinstance(value, Call):
        return {value.word}.union(*(words_in(argument) for _, argument in value.args))
    if isinstance(value, Selection):
        return words_in((value.zone, value.chooser, *value.filters))
    if isinstance(value, Card | Keyword):
        return words_in(value.abilities)
    if isinstance(value, Ability):
        return words_in((value.condition, value.body))
    if isinstance(value, tuple):
        return set().union(*(words_in(each) for each in value))
    return set()


def test_the_files_of_the_game_are_canonical() -> None:
    for file, known in (
        (SPEC / "keywords.cards", Module()),
        *((SPEC / f"{name}.cards", KEYWORDS) for name in SETS),
        (PROBES, KEYWORDS),
    ):
        text = file.read_text(encoding="utf-8")
        (reading,) = read_together([(str(file), text)], VOCABULARY, known)
        assert format_reading(reading, VOCABULARY) == text


def test_nouns_agree_with_their_numbers() -> None:
    text = """\
creature choir "Choir"
  power 3
  play:
    boost 1 split among creature
    defeat all creature that is boosted
    defeat a creature that are boosted
    copy the attack effect of a creature with a attack effect
    until end of turn: this has +1 dice
    until end of turn:
      a creature have +2 die
      a creature have frenzy
      this cannot block
  while you control 1 or more creature: this has frenzy
  while you control exactly 1 creatures: this has frenzy
  while you control exactly 2 creature: this has frenzy
  you can reroll 1 more times
"""
    (card,) = read_text(text, "choir.cards", VOCABULARY, KEYWORDS).cards
    assert (
        print_card(card, VOCABULARY)
        == """\
creature choir "Choir"
  power 3
  play:
    boost 1 split among creatures
    defeat all creatures that are boosted
    defeat a creature that is boosted
    copy the attack effect of a creature with an attack effect
    until end of turn: this has +1 die
    until end of turn:
      a creature has +2 dice and frenzy
      this cannot block
  while you control 1 or more creatures: this has frenzy
  while you control exactly 1 creature: this has frenzy
  while you control exactly 2 creatures: this has frenzy
  you can reroll 1 more time
"""
    )


def test_verbs_agree_with_their_subjects() -> None:
    text = """\
creature choir "Choir"
  power 3
  play:
    you gains 1 life
    the opponent gain 1 life
    return 2 creatures to its controller's hand
    return a enemy creature to their controllers' hands
    put the top 1 cards of the unused pile into your hand
  other creatures has +1 power
"""
    (card,) = read_text(text, "choir.cards", VOCABULARY).cards
    assert (
        print_card(card, VOCABULARY)
        == """\
creature choir "Choir"
  power 3
  play:
    you gain 1 life
    the opponent gains 1 life
    return 2 creatures to their controllers' hands
    return an enemy creature to its controller's hand
    put the top card of the unused pile into your hand
  other creatures have +1 power
"""
    )
