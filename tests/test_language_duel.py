"""What the card language does for Duel: monsters, noise tokens, tracks and their rolls."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rules_dsl.definitions import Ability, Call, Card, Quantity, Selection
from rules_dsl.diagnostics import Diagnostics
from rules_dsl.formatter import format_reading
from rules_dsl.meaning import explain_card
from rules_dsl.module import Module
from rules_dsl.mutate import misreadings
from rules_dsl.printer import print_card
from rules_dsl.reader import read_files, read_text, read_together
from rules_dsl.specification import spec_root
from rules_dsl.vocabulary import CALL_KINDS, Vocabulary

SPEC = spec_root() / "duel"
TABLE = SPEC / "vocabulary.toml"
VOCABULARY = Vocabulary.load(TABLE)
FILES = sorted(SPEC.glob("*.cards"))
MODULE = read_files(FILES, VOCABULARY)
BOX = {card.id: card for card in MODULE.cards}
YOU, RIVAL = Call("you"), Call("rival")
EVERY, ONE = Quantity("all"), Quantity("exactly", 1)
KEEP = ("cost 3", "keep")


def text(*lines: str, kind: str = "power card", head: tuple[str, ...] = KEEP) -> str:
    return "\n".join([f'{kind} probe "Probe"', *(f"  {line}" for line in (*head, *lines)), ""])


def read(*lines: str) -> Card:
    """A keep card with these lines."""
    (card,) = read_text(text(*lines), "my.cards", VOCABULARY).cards
    return card


def only(*lines: str) -> Call:
    """The only thing that the only line of a card does."""
    (ability,) = read(*lines).abilities
    (call,) = ability.body
    return call


def printed(*lines: str) -> str:
    """The lines as the printer writes them."""
    return "\n".join(each[2:] for each in print_card(read(*lines), VOCABULARY).splitlines()[3:])


def message(*lines: str, kind: str = "power card", head: tuple[str, ...] = KEEP) -> str:
    """What the author of a definition with these lines reads."""
    with pytest.raises(Diagnostics) as caught:
        read_text(text(*lines, kind=kind, head=head), "my.cards", VOCABULARY)
    return str(caught.value)


# --- every definition ---


@pytest.mark.parametrize("id", BOX)
def test_a_definition_printed_and_read_back_is_the_same(id: str) -> None:
    written = print_card(BOX[id], VOCABULARY)
    (again,) = read_text(written, "printed.cards", VOCABULARY).cards
    assert again == BOX[id]
    assert print_card(again, VOCABULARY) == written


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_files_are_written_as_the_formatter_writes_them(path: Path) -> None:
    source = path.read_text("utf-8")
    (reading,) = read_together([(path.name, source)], VOCABULARY, Module())
    assert format_reading(reading, VOCABULARY) == source


def test_every_definition_can_be_explained() -> None:
    for card in BOX.values():
        first, *_ = explain_card(card, {}, VOCABULARY)
        assert first.startswith(card.name)


def test_every_misreading_changes_something_names_rules_and_can_be_told() -> None:
    found = misreadings(MODULE, VOCABULARY)
    assert len({each.id for each in found}) == len(found)
    for each in found:
        assert each.rules, each.id
        assert each.before != each.after
        assert each.difference(VOCABULARY)


# --- the table ---


def test_every_word_says_what_it_means_and_rests_on_rules_that_are_written() -> None:
    written = {
        rule
        for page in SPEC.glob("*.md")
        for rule in re.findall(r"^```\{rule\} (\S+)$", page.read_text("utf-8"), re.MULTILINE)
    }
    for word in VOCABULARY.words:
        assert word.doc.endswith("."), word.id
        assert word.rules, word.id
        assert set(word.rules) <= written, word.id
    assert VOCABULARY.prefix == "kd"


def test_every_word_that_means_something_stands_on_a_card() -> None:
    abilities = [ability for card in BOX.values() for ability in card.abilities]
    used = {("trigger", str(ability.head)) for ability in abilities if ability.kind == "trigger"}
    used |= {(VOCABULARY.calls[word].kind, word) for each in abilities for word in words_in(each)}
    assert [word.id for word in VOCABULARY.bound if (word.kind, word.id) not in used] == []


def words_in(value: object) -> set[str]:
    """The words of compiled text, at any depth."""
    if isinstance(value, Ability):
        return words_in((*value.body, value.condition))
    if isinstance(value, Call):
        return {value.word} | words_in(tuple(argument for _, argument in value.args))
    if isinstance(value, Selection):
        return words_in((*value.filters, value.zone, value.chooser))
    return set().union(*map(words_in, value)) if isinstance(value, tuple) else set()


def test_the_list_at_the_top_of_the_table_is_true() -> None:
    top = TABLE.read_text("utf-8").split("How a phrase is written")[0]
    lines = [line[16:] for line in top.splitlines() if line.startswith("#   ")]
    listed = set(re.findall(r"[a-z-]+(?:\([a-z, ]+\))?", "\n".join(lines)))
    shown = set()
    for word in VOCABULARY.of_kind(*CALL_KINDS, "trigger"):
        holes = ", ".join(hole.name for hole in word.holes)
        shown.add(f"{word.id}({holes})" if holes else word.id)
    assert {in_order(entry) for entry in listed} == {in_order(entry) for entry in shown}


def in_order(entry: str) -> tuple[str, ...]:
    """A word and its holes, whichever order those are told in."""
    id, _, holes = entry.rstrip(")").partition("(")
    return (id, *sorted(holes.split(", ")))


def test_a_word_taken_for_another_has_the_same_kind_and_holes() -> None:
    taken = [word for word in VOCABULARY.words if word.taken_for]
    assert taken
    for word in taken:
        other = VOCABULARY.named(word.kind, str(word.taken_for))
        assert [(h.name, h.type) for h in word.holes] == [(h.name, h.type) for h in other.holes]


def test_words_that_king_of_tokyo_has_too_are_said_the_same_way() -> None:
    tokyo = Vocabulary.load(spec_root() / "tokyo" / "vocabulary.toml")
    shared = ("pay", "gain-energy", "gain-hearts", "set-hearts", "reroll", "roll", "may", "if")
    shared += ("may-first", "once-each-turn", "repeatedly", "choose-one", "until-end-of-turn")
    for id in shared:
        assert VOCABULARY.calls[id].forms == tokyo.calls[id].forms
    for id in (
        "bought",
        "buying",
        "turn-starts",
        "turn-ends",
        "during-roll",
        "adding",
        "heartless",
    ):
        assert VOCABULARY.named("trigger", id).forms == tokyo.named("trigger", id).forms


# --- monsters ---


def test_the_word_for_the_two_monsters_also_begins_the_definition_of_one() -> None:
    assert BOX["the-king"].kind == "monster"
    assert BOX["the-king"].properties == (("hearts", 15),)
    call = only("bought: all monsters take 5 hits")
    assert call["player"] == Selection("monster", EVERY)


def test_monsters_are_told_apart_by_their_spotlight() -> None:
    line = "bought: all monsters with a marker in their spotlight take 4 hits"
    assert printed(line) == line
    assert only(line)["player"].filters == (Call("in-spotlight"),)


def test_the_rival_is_one_and_you_are_several() -> None:
    assert printed("bought: you takes 2 hit") == "bought: you take 2 hits"
    assert printed("bought: the rival take 1 hits") == "bought: the rival takes 1 hit"


@pytest.mark.parametrize("id", ["alienoid", "cyber-kitty"])
def test_the_plus_line_of_a_power_is_offered_each_time_the_line_it_adds_to_was_used(
    id: str,
) -> None:
    (ability,) = BOX[id].abilities
    (call,) = ability.body
    (activation,) = call["body"] if call.word == "repeatedly" else (call,)
    assert activation["cost"] == Call("spend", (("amount", 2), ("face", "power")))
    _, plus = activation["body"]
    assert plus["cost"] == Call("spend", (("amount", 1), ("face", "power")))


# --- noise tokens ---


def test_what_a_cell_gives_stands_behind_its_number_and_a_cell_without_a_line_is_empty() -> None:
    assert BOX["penguin"].properties == (("covers", 2), ("cells", 3))
    (ability,) = BOX["penguin"].abilities
    assert (ability.head, [each.word for each in ability.body]) == ("second-cell", ["hit"])
    assert BOX["alien"].abilities == ()


def test_a_noise_token_has_lines_about_its_cells_only() -> None:
    head = ("covers 1 cell", "has 1 cell")
    only_cells = "a noise token has 'first cell:', 'second cell:' or 'third cell:' abilities only"
    for line in ("bought: take another turn", "you cannot be hit"):
        assert only_cells in message(line, kind="noise token", head=head)
    wanted = "'first cell:' stands on a noise token only"
    assert wanted in message("first cell: you gain 1 heart")
    assert "a noise token has no cost" in message("cost 3", kind="noise token", head=head)
    assert "'probe' has no covers" in message(
        "first cell: you gain 1 heart", kind="noise token", head=("has 1 cell",)
    )


def test_a_power_card_may_come_with_a_noise_token_of_the_box() -> None:
    assert BOX["acid-attack"].choice("noise") == "tiger"
    assert BOX["extra-head"].choice("noise") is None
    assert "'tigre'" in message("bought: take another turn", head=(*KEEP, "noise tigre"))


def test_only_the_kings_token_belongs_to_a_monster_and_asks_who_pulls() -> None:
    king = BOX["king"]
    assert (king.copies, king.choice("monster")) == (2, "the-king")
    (line,) = king.abilities[0].body
    assert line["condition"] == Call("rival-is", (("player", YOU), ("monster", "the-king")))


# --- what lasts, and whose turn ---


def test_what_waits_for_a_turn_of_the_rival_is_something_that_lasts() -> None:
    call = only("bought: in the rival's next turn: the rival has -1 die")
    assert (call.word, call["player"]) == ("next-turn", RIVAL)
    assert [each.word for each in call["body"]] == ["modify-dice"]
    assert "'pull' cannot stand here" in message(
        "bought: in the rival's next turn: pull the fame marker 1 cell"
    )


def test_who_discards_chooses_and_the_area_says_whose_cards_they_are() -> None:
    call = only("bought: discard a keep card from the rival's area")
    assert (call["player"], call["cards"].chooser) == (YOU, YOU)
    assert call["cards"].zone == Call("area", (("player", RIVAL),))
    assert only("the rival can discard a keep card from your area")["cards"].chooser == RIVAL
    assert "is about one thing" in message("you can discard 2 cards from your area")


def test_symbols_are_counted_anew_for_each_thing_that_lasts() -> None:
    call = only("you have +1 claw in your roll for each marker in a spotlight")
    assert (call["amount"], call["face"]) == (1, "claw")
    assert call["count"] == Call("markers-in-spotlights")
    assert printed("you have +2 claw in your roll") == "you have +2 claws in your roll"


def test_several_effects_can_be_one_thing_to_choose() -> None:
    (choice,) = BOX["hibernation"].abilities[1].body
    leave, stay = choice["body"]
    assert (leave.word, stay.word) == ("discard", "all-of")
    assert [each.word for each in stay["body"]] == ["gain-hearts", "end-turn"]


@pytest.mark.parametrize(
    ("loose", "tidy"),
    [
        ("bought: pull the fame marker 1 cells", "bought: pull the fame marker 1 cell"),
        ("bought: pull the fame marker 2 cell", "bought: pull the fame marker 2 cells"),
        ("bought: get 1 dice tokens", "bought: you get 1 dice token"),
        (
            "after you roll: if you rolled at least 1 claws: gain 1 energy",
            "after you roll: if you rolled at least 1 claw: you gain 1 energy",
        ),
        (
            "after you roll: if you rolled exactly 0 claw: gain 1 energy",
            "after you roll: if you rolled exactly 0 claws: you gain 1 energy",
        ),
    ],
)
def test_words_agree_with_their_numbers(loose: str, tidy: str) -> None:
    assert printed(loose) == tidy
