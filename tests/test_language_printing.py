"""Any definition that the table allows can be printed and read back, and stays the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_dsl.definitions import Ability, Call, Card, Keyword, Quantity, Selection
from rules_dsl.formatter import format_reading
from rules_dsl.module import Module
from rules_dsl.printer import print_card, print_module
from rules_dsl.reader import read_files, read_text, read_together
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import Hole, Vocabulary, Word

SPEC = spec_root() / "mindbug"
VOCABULARY = Vocabulary.load(SPEC / "vocabulary.toml")
KEYWORDS = read_files([SPEC / "keywords.cards"], VOCABULARY)
PROBES = Path(__file__).parent.parent / "conformance/scenarios/mindbug/probes.cards"
YOU = Call("you")
EVERY = Quantity("all")
DEEPEST = 3

Draw = Callable[[st.SearchStrategy[Any]], Any]  # Any: whatever the strategy makes

counts = st.integers(1, 99)
ids = st.from_regex(r"[a-z][a-z0-9]{0,4}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)
letters = st.characters(exclude_categories=("Cc", "Cs"), exclude_characters='"')
names = st.text(letters, min_size=1).filter(str.strip)
rule_ids = st.from_regex(r"mb\.[a-z]{1,6}(\.[a-z]{1,4}(-[a-z]{1,4})?){1,2}", fullmatch=True)


class Writer:
    """Draws definitions word by word from the table, as a card author would make them up."""

    def __init__(self, draw: Draw, keywords: list[str]) -> None:
        self.draw = draw
        self.keywords = st.sampled_from(keywords)

    def word(self, *kinds: str) -> Word:
        word: Word = self.draw(st.sampled_from([w for w in VOCABULARY.of_kind(*kinds) if w.forms]))
        return word

    def call(self, word: Word, depth: int = 0, deeds: tuple[str, ...] = ()) -> Call:
        """A word with every hole filled, or left out as one of its forms allows."""
        form = self.draw(st.sampled_from(word.forms))
        shown = [piece for piece in form if isinstance(piece, Hole)]
        filled: dict[str, object] = {}
        for hole in shown:
            filled[hole.name] = self.hole(hole, word, filled, depth, deeds)
        return Call(
            word.id, tuple((h.name, filled.get(h.name, word.missing(h.name))) for h in word.holes)
        )

    def hole(
        self, hole: Hole, word: Word, filled: dict[str, object], depth: int, deeds: tuple[str, ...]
    ) -> object:
        kind = VOCABULARY.types[hole.type]
        if kind.choices:
            return self.draw(st.sampled_from([value for _, value in kind.choices]))
        match hole.type:
            case "player":
                return self.player(lambda w: not (word.zone and word.zone.rival) or w.rival)
            case "possessive":
                return self.player(lambda w: w.possessive)
            case "creatures" | "any" if self.draw(st.booleans()):
                return Call("this")
            case "creatures" if word.kind == "effect":
                return self.chosen(self.creatures(), word, filled)
            case "creatures" | "any" | "group":
                return self.creatures()
            case "cards":
                return self.chosen(
                    Selection("card", EVERY, zone=self.zone(word, filled)), word, filled
                )
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

    def creatures(self) -> Selection:
        filters = self.draw(st.lists(st.just(None), max_size=2))
        return Selection(
            "creature",
            EVERY,
            side=self.draw(st.sampled_from(["any", *(w.id for w in VOCABULARY.of_kind("side"))])),
            other=self.draw(st.booleans()),
            filters=tuple(self.call(self.word("filter")) for _ in filters),
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
        done = [Call("done", (("what", deed),)) for deed in deeds]
        tally: Call = self.draw(st.sampled_from([counted, *done]))
        return tally

    def effects(self, depth: int = 0, deeds: tuple[str, ...] = ()) -> tuple[Call, ...]:
        body: list[Call] = []
        for _ in range(self.draw(st.integers(1, 3))):
            before = body[-1].word if body else None
            words = [
                word
                for word in VOCABULARY.of_kind("effect")
                if word.follows in (None, before)
                and (depth < DEEPEST or all(h.type != "effects" for h in word.holes))
            ]
            # Words that look back at what was done would be rare if they were not preferred.
            back = [
                w for w in words if w.follows or (deeds and any(h.type == "tally" for h in w.holes))
            ]
            pool = back if back and self.draw(st.booleans()) else words
            body.append(self.call(self.draw(st.sampled_from(pool)), depth, deeds))
            deeds += tuple(deeds_in(body[-1]))
        return tuple(body)

    def ability(self) -> Ability:
        kind = self.draw(st.sampled_from(["trigger", "static", "rule", "replace"]))
        condition = self.call(self.word("condition")) if self.draw(st.booleans()) else None
        if kind == "trigger":
            return Ability(kind, self.word("trigger").id, None, self.effects())
        if kind == "replace":
            return Ability(kind, self.word("replaceable").id, condition, self.effects())
        if kind == "rule":
            return Ability(kind, None, condition, (self.call(self.word("rule")),))
        subject = Call("this") if self.draw(st.booleans()) else self.creatures()
        grants = [self.call(self.word("static")) for _ in range(self.draw(st.integers(1, 4)))]
        body = tuple(Call(g.word, (("subject", subject), *g.args[1:])) for g in grants)
        return Ability(kind, None, condition, body)

    def abilities(self, least: int = 0) -> tuple[Ability, ...]:
        return tuple(self.ability() for _ in range(self.draw(st.integers(least, 3))))


def deeds_in(call: Call) -> list[str]:
    deed = VOCABULARY.calls[call.word].deed
    inner = [
        d for _, value in call.args if isinstance(value, tuple) for c in value for d in deeds_in(c)
    ]
    return [*([deed] if deed else []), *inner]


@st.composite
def modules(draw: Draw) -> Module:
    """Some keywords and cards that use them."""
    taken = {*VOCABULARY.spellings, *(keyword.id for keyword in KEYWORDS.keywords), "to", "instead"}
    new = draw(st.lists(ids.filter(lambda id: id not in taken), max_size=2, unique=True))
    writer = Writer(draw, [*new, *(keyword.id for keyword in KEYWORDS.keywords)])
    cites = st.lists(rule_ids, min_size=1, max_size=3).map(tuple)
    keywords = tuple(Keyword(id, draw(cites), writer.abilities(least=1)) for id in new)
    cards = tuple(
        Card(
            id=id,
            kind="creature",
            name=draw(names),
            copies=draw(counts),
            properties=(("power", draw(counts)),),
            keywords=tuple(draw(st.lists(writer.keywords, max_size=3, unique=True))),
            abilities=writer.abilities(),
        )
        for id in draw(st.lists(ids, min_size=1, max_size=2, unique=True))
    )
    return Module(cards, keywords)


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

    @settings(deadline=None, max_examples=200, database=None, derandomize=True)
    @given(modules())
    def draw(module: Module) -> None:
        seen.update(words_in(tuple(module.cards)), words_in(tuple(module.keywords)))

    draw()
    assert seen == set(VOCABULARY.calls)


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
        (SPEC / "first-contact.cards", KEYWORDS),
        (PROBES, KEYWORDS),
    ):
        text = file.read_text(encoding="utf-8")
        (reading,) = read_together([(str(file), text)], VOCABULARY, known)
        assert format_reading(reading, VOCABULARY) == text


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
