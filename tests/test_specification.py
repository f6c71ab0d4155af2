"""The reader of the specification, on small specifications made here."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from rules_dsl.errors import KaijuError
from rules_dsl.lock import read_lock, suspects, write_lock
from rules_dsl.rules_text import checksum, directives, read_rulings
from rules_dsl.specification import Specification, load_specification
from toy_game import RULESETS

OPTIONS = """
[[option]]
id = "ty.option.end"
question = "Who wins a tie?"
answers = [
  { id = "nobody", source = "ours", meaning = "A draw." },
  { id = "first", source = "ours", meaning = "The first." },
]
default = "nobody"
reason = "Neither did better."
sources = ["TOY-END-001"]
rules = ["ty.play.tie"]
"""

PAGE = """# Play

```{rule} ty.play.card
:covers: TOY-PLAY-001
:kind: procedure

A player plays
a card.
```

```{rule} ty.play.tie
:source: gap TOY-END-001
:kind: timing
:option: ty.option.end
A tie is a draw.
```
"""

RULINGS = """# Toy

```{ruling} RUL-0001
:question: May I pass?
:rules: ty.play.card
:interaction: I-001
:scenario: TBD

No.
```

```{ruling} RUL-0002
:question: And twice?
:rules: ty.play.card, ty.play.tie
:scenario: MB-7QK4X2

No.
```
"""

INTERACTIONS = """# Toy

```{interaction} I-001
:clauses: TOY-PLAY-001

Given a hand of one card, when it is played, then none is left.
```
"""


def confirmed(page: str) -> str:
    """A page of rulings with the checksum of what each says."""
    for ruling in read_rulings(page, "toy.md", "toy.md"):
        name = f":scenario: {ruling.scenario or 'TBD'}"
        page = page.replace(name, f"{name}\n:confirmed: {ruling.checksum}")
    return page


def clause(id: str, **changes: object) -> dict[str, object]:
    return {
        "id": id,
        "book": "Toy",
        "section": "Play",
        "kind": "rule",
        "topic": "play",
        "text": "Something is so.",
        "applies_to": ["base"],
        "testable": True,
        "test_idea": "Try it.",
        "related": [],
        "ambiguity": None,
        "source": {"kind": "book", "lines": "12"},
        **changes,
    }


FILES = {
    "rulebooks/toy.json": json.dumps([clause("TOY-PLAY-001"), clause("TOY-END-001")]),
    "rulesets.toml": RULESETS,
    "options.toml": OPTIONS,
    "excuses.toml": '[scope]\nTOY = ["base"]\n[clauses]\nTOY-END-001 = "The book is silent."\n',
    "toy/play.md": PAGE,
    "rulings/toy.md": confirmed(RULINGS),
    "interactions/toy.md": INTERACTIONS,
}


Make = Callable[..., Specification]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    """Writes the toy specification, with some files changed, and reads it."""

    def made(**changes: str) -> Specification:
        root = tmp_path / "spec"
        by_stem = {Path(name).stem: name for name in FILES if not name.startswith("rul")}
        by_stem |= {"clauses": "rulebooks/toy.json", "rulesets": "rulesets.toml"}
        by_stem |= {"rulings": "rulings/toy.md", "interactions": "interactions/toy.md"}
        files = FILES | {by_stem[stem]: text for stem, text in changes.items()}
        for name, text in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return Specification(root)

    return made


def mistake(read: Callable[[], object]) -> tuple[str, str | None, str | None]:
    with pytest.raises(KaijuError) as caught:
        read()
    return caught.value.message, caught.value.place, caught.value.remedy


# ------------------------------------------------------------------ what is read


def test_a_rule_carries_what_its_directive_says(make: Make) -> None:
    card, tie = make().rules.values()
    assert (card.id, card.kind, card.covers) == ("ty.play.card", "procedure", ("TOY-PLAY-001",))
    assert (card.file, card.line, card.topic) == ("toy/play.md", 3, "play")
    assert (card.text, card.options, card.source) == ("A player plays\na card.", (), None)
    assert (tie.line, tie.options, tie.covers) == (11, ("ty.option.end",), ())
    assert (tie.text, tie.source) == ("A tie is a draw.", "gap TOY-END-001")


def test_a_checksum_ignores_white_space_and_nothing_else() -> None:
    assert checksum("A player plays\na  card.") == checksum(" A player plays a card.\n")
    assert checksum("A player plays a card.") != checksum("A player plays a card")
    assert re.fullmatch("[0-9a-f]{12}", checksum("x"))


def test_an_example_inside_another_block_is_not_a_rule() -> None:
    page = "````\n```{rule} ty.play.example\n```\n````\n\n~~~{note}\nA note.\n~~~\n"
    assert [(d.name, d.text, d.line) for d in directives(page, "p.md")] == [("note", "A note.", 6)]


def test_clauses_know_their_book_and_scope(make: Make) -> None:
    specification = make()
    found = specification.clauses["TOY-PLAY-001"]
    assert (found.book, found.title, found.applies_to) == ("TOY", "Toy", ("base",))
    assert specification.in_scope(found)
    assert specification.scope == {"TOY": {"base"}}
    assert specification.covering == {"TOY-PLAY-001": ("ty.play.card",)}


def test_a_clause_is_uncovered_until_it_is_covered_or_excused(make: Make) -> None:
    assert make().uncovered() == ()
    assert make(excuses='[scope]\nTOY = ["base"]\n').uncovered() == ("TOY-END-001",)
    assert make(excuses='[scope]\nTOY = ["other"]\n').uncovered() == ()
    untestable = json.dumps([clause("TOY-PLAY-001"), clause("TOY-END-001", testable=False)])
    assert make(clauses=untestable, excuses='[scope]\nTOY = ["base"]\n').uncovered() == ()


def test_rulings_name_their_rules_and_their_scenario(make: Make) -> None:
    first, second = make().rulings.values()
    assert (first.question, first.answer, first.rules) == ("May I pass?", "No.", ("ty.play.card",))
    assert (first.interactions, first.scenario) == (("I-001",), None)
    assert (second.interactions, second.scenario) == ((), "MB-7QK4X2")


def test_answers_come_from_the_caller_then_the_ruleset_then_the_default(make: Make) -> None:
    specification = make()
    ruleset = specification.ruleset("toy/small")
    assert specification.answers(ruleset) == {"ty.option.end": "nobody"}
    own = make(rulesets=RULESETS + 'options = { "ty.option.end" = "first" }\n')
    ruleset = own.ruleset("toy/small")
    assert own.answers(ruleset) == {"ty.option.end": "first"}
    assert own.answers(ruleset, {"ty.option.end": "nobody"}) == {"ty.option.end": "nobody"}


def test_a_ruleset_is_read_without_clauses_and_rules(make: Make) -> None:
    specification = make(clauses="not JSON", play="```{rule} broken")
    assert specification.ruleset("toy/small").cards == ("toy/small.cards",)
    assert specification.options["ty.option.end"].answers[1].meaning == "The first."


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "TOY-PLAY-001",
            "TOY-PLAY-002",
            ("unknown clause 'TOY-PLAY-002'", "spec/toy/play.md:3", "Did you mean TOY-PLAY-001?"),
        ),
        (
            "{rule} ty.play.tie",
            "{rule} ty.play.card",
            (
                "the rule ty.play.card stands twice",
                "spec/toy/play.md:11",
                "It is already in spec/toy/play.md:3; give this one another id.",
            ),
        ),
        (
            "timing",
            "custom",
            (
                "rule ty.play.tie has the unknown kind 'custom'",
                "spec/toy/play.md:11",
                "Kinds are: definition, permission, prohibition, procedure, timing, choice.",
            ),
        ),
        (
            "ty.play.tie",
            "ty.Play.tie",
            (
                "'ty.Play.tie' is not a rule id",
                "spec/toy/play.md:11",
                "A rule id is lower case and dotted, like ty.attack.tie.",
            ),
        ),
        (
            ":option: ty.option.end",
            ":option: ty.option.ends",
            (
                "unknown option 'ty.option.ends'",
                "spec/toy/play.md:11",
                "Did you mean ty.option.end?",
            ),
        ),
        (
            ":kind: timing\n",
            "",
            (
                "rule ty.play.tie lacks the field :kind:",
                "spec/toy/play.md:11",
                "Add a line ':kind: …' under its first line.",
            ),
        ),
        (
            ":source: gap TOY-END-001\n",
            "",
            (
                "rule ty.play.tie names nothing it rests on",
                "spec/toy/play.md:11",
                "Give the clauses it covers in :covers:, or a ruling or gap in :source:.",
            ),
        ),
        (
            "gap TOY-END-001",
            "hearsay",
            (
                "rule ty.play.tie has a source that cannot be read: 'hearsay'",
                "spec/toy/play.md:11",
                "Write 'ruling I-052', 'gap MBB-GOAL-001' or 'from MBB-CARD-004', or several.",
            ),
        ),
        (
            "gap TOY-END-001",
            "gap TOY-END-001\n:undisputed: Nobody doubts it.",
            (
                "rule ty.play.tie is called undisputed, but it has an option",
                "spec/toy/play.md:11",
                "Write why no careful player would read it otherwise, or give the rule an option.",
            ),
        ),
        (
            ":kind: procedure",
            ":kind: procedure\n:undisputed: Nobody doubts it.",
            (
                "rule ty.play.card is called undisputed, but it fills no gap",
                "spec/toy/play.md:3",
                "Drop :undisputed:, or say in :source: which gap it fills.",
            ),
        ),
        (
            ":covers:",
            ":cover:",
            (
                "rule ty.play.card has the unknown field :cover:",
                "spec/toy/play.md:3",
                "Fields are: :kind:, :covers:, :source:, :option:, :publisher:, :undisputed:.",
            ),
        ),
        (
            ":kind: timing",
            ":kind: timing\n:kind: choice",
            ("the field :kind: is given twice", "spec/toy/play.md:14", "Keep one of the two."),
        ),
        (
            "A tie is a draw.\n",
            "",
            (
                "rule ty.play.tie has no text",
                "spec/toy/play.md:11",
                "Write it under the fields.",
            ),
        ),
        (
            "A tie is a draw.\n```\n",
            "A tie is a draw.\n",
            ("this block is never closed", "spec/toy/play.md:11", "Close it with ```."),
        ),
    ],
)
def test_a_wrong_rule_is_refused_with_its_place(
    make: Make, old: str, new: str, expected: tuple[str, str, str]
) -> None:
    specification = make(play=PAGE.replace(old, new))
    assert mistake(lambda: specification.rules) == expected


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        ("RUL-0002", "RUL-2", "'RUL-2' is not a ruling id", 12),
        ("RUL-0002", "RUL-0001", "the ruling RUL-0001 stands twice", 12),
        ("ty.play.tie", "ty.play.draw", "unknown rule 'ty.play.draw'", 12),
        (":scenario: TBD\n", "", "ruling RUL-0001 lacks the field :scenario:", 3),
        ("MB-7QK4X2", "soon", "ruling RUL-0002 names 'soon', which is not a scenario id", 12),
    ],
)
def test_a_wrong_ruling_is_refused_with_its_place(
    make: Make, old: str, new: str, message: str, line: int
) -> None:
    specification = make(rulings=RULINGS.replace(old, new))
    assert mistake(lambda: specification.rulings)[:2] == (message, f"spec/rulings/toy.md:{line}")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('default = "nobody"', 'default = "noone"', "unknown answer 'noone'"),
        ('default = "nobody"', "", "the field 'default' is missing"),
        ('reason = "Neither did better."', "", "the field 'reason' is missing"),
        ("question", "queston", "unknown field 'queston'"),
        ('"Who wins a tie?"', "7", "the field 'question' holds something else than expected"),
    ],
)
def test_a_wrong_option_is_refused_with_its_place(
    make: Make, old: str, new: str, message: str
) -> None:
    specification = make(options=OPTIONS.replace(old, new))
    assert mistake(lambda: specification.options)[:2] == (message, "spec/options.toml:3")


def test_every_option_says_in_one_sentence_why_its_default_is_that() -> None:
    said = {option.id: option.reason for option in load_specification().options.values()}
    assert [
        id for id, reason in said.items() if not re.fullmatch(r"[A-Z0-9].+[^.]\.", reason)
    ] == []
    assert [id for id, reason in said.items() if ". " in reason] == []


def test_an_option_and_its_rules_must_agree(make: Make) -> None:
    specification = make(options=OPTIONS.replace("ty.play.tie", "ty.play.card"))
    message, place, _ = mistake(lambda: specification.rules)
    assert message == "ty.option.end and the rules disagree about ty.play.card, ty.play.tie"
    assert place == "spec/options.toml:3"


def test_unknown_names_from_the_outside_are_refused_with_a_suggestion(make: Make) -> None:
    specification = make()
    ruleset = specification.ruleset("toy/small")
    assert mistake(lambda: specification.ruleset("toy/smal")) == (
        "unknown ruleset 'toy/smal'",
        None,
        "Did you mean toy/small?",
    )
    assert mistake(lambda: specification.answers(ruleset, {"x": "y"})) == (
        "unknown option 'x'",
        None,
        "Known: ty.option.end.",
    )
    assert mistake(lambda: specification.answers(ruleset, {"ty.option.end": "firs"})) == (
        "unknown answer to ty.option.end 'firs'",
        None,
        "Did you mean first?",
    )


def test_broken_files_are_refused_with_the_line(make: Make) -> None:
    assert mistake(lambda: make(options="\n[option").options)[1] == "spec/options.toml:2:8"
    assert mistake(lambda: make(clauses="[\n{,").clauses)[1] == "spec/rulebooks/toy.json:2:2"
    lacking = json.dumps([{k: v for k, v in clause("TOY-PLAY-001").items() if k != "text"}])
    assert mistake(lambda: make(clauses=lacking).clauses)[:2] == (
        "clause TOY-PLAY-001 lacks 'text'",
        "spec/rulebooks/toy.json:1",
    )
    rumour = json.dumps([clause("TOY-PLAY-001", source={"kind": "rumour"})])
    assert mistake(lambda: make(clauses=rumour).clauses)[:2] == (
        "unknown kind of source 'rumour'",
        "spec/rulebooks/toy.json:1",
    )
    no_reason = '[clauses]\nTOY-END-001 = ""\n'
    assert mistake(lambda: make(excuses=no_reason).excuses)[:2] == (
        "the excuse for TOY-END-001 gives no reason",
        "spec/excuses.toml:2",
    )


def test_a_page_outside_the_order_of_pages_is_refused(make: Make) -> None:
    specification = make()
    (specification.root / "toy" / "stray.md").write_text("# Stray\n", "utf-8")
    assert mistake(lambda: specification.rules)[1] == "spec/toy/stray.md"


def test_a_missing_specification_is_refused(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    assert mistake(lambda: load_specification(nowhere))[1] == str(nowhere)


def test_what_was_known_before_names_its_clauses(make: Make) -> None:
    found = make().known["I-001"]
    assert (found.kind, found.clauses) == ("interaction", ("TOY-PLAY-001",))
    assert (found.file, found.line) == ("interactions/toy.md", 3)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("I-001", "I-1", "'I-1' is not the id of an interaction or a difference"),
        ("TOY-PLAY-001", "TOY-PLAY-009", "unknown clause 'TOY-PLAY-009'"),
        (":clauses:", ":rules:", "interaction I-001 has the unknown field :rules:"),
    ],
)
def test_a_wrong_interaction_is_refused(make: Make, old: str, new: str, message: str) -> None:
    specification = make(interactions=INTERACTIONS.replace(old, new))
    assert mistake(lambda: specification.known)[:2] == (message, "spec/interactions/toy.md:3")


def test_what_nobody_can_look_up_is_no_source(make: Make) -> None:
    nowhere = OPTIONS.replace('"TOY-END-001"', '"difference 4"')
    assert nowhere != OPTIONS
    said = mistake(lambda: make(options=nowhere).rules)
    assert said[0] == "unknown source 'difference 4'"
    gap = PAGE.replace("gap TOY-END-001", "gap TOY-END-009")
    assert mistake(lambda: make(play=gap).rules)[0] == "unknown source 'TOY-END-009'"
    unknown = RULINGS.replace("I-001", "I-002")
    assert mistake(lambda: make(rulings=unknown).rulings)[0] == "unknown interaction 'I-002'"


# ------------------------------------------------------------------ a game in the making

DRAFT = RULESETS.replace('prefix = "ty"', 'prefix = "ty"\nbooks = ["TOY"]\ndraft = "half done"')


def test_a_game_in_the_making_is_left_out_unless_it_is_named(make: Make) -> None:
    assert list(make().rulesets) == list(make().all_rulesets) == ["toy/small"]
    assert make().drafts == {}
    specification = make(rulesets=DRAFT)
    assert specification.drafts["toy"].draft == "half done"
    assert specification.rulesets == {}
    assert specification.ruleset("toy/small") == specification.all_rulesets["toy/small"]


def test_what_belongs_to_a_game_in_the_making_is_told_by_its_id(make: Make) -> None:
    for id in ("ty.play.card", "ty.option.end", "TOY-PLAY-001"):
        assert make(rulesets=DRAFT).in_the_making(id)
        assert not make().in_the_making(id)
    assert not make(rulesets=DRAFT).in_the_making("mb.attack.tie")


def test_rules_of_a_game_in_the_making_may_change_without_being_locked(make: Make) -> None:
    specification = make(rulesets=DRAFT)
    assert suspects(specification).missing == ("ty.play.card", "ty.play.tie")
    assert not suspects(specification).finished(specification)
    finished = make()
    assert suspects(finished).finished(finished) == suspects(finished)


def test_a_game_in_the_making_is_held_to_its_clauses_and_options(make: Make) -> None:
    bare = '[scope]\nTOY = ["base"]\n'
    assert make(rulesets=DRAFT, excuses=bare).uncovered() == ("TOY-END-001",)
    wrong = make(rulesets=DRAFT, options=OPTIONS.replace("ty.play.tie", "ty.play.card"))
    assert "disagree" in mistake(lambda: wrong.rules)[0]


def test_a_clause_that_names_no_sets_is_in_force_wherever_its_book_is(make: Make) -> None:
    plain = [clause("TOY-PLAY-001", applies_to=[]), clause("TOY-END-001", applies_to=["other"])]
    specification = make(clauses=json.dumps(plain), excuses="[scope]\nTOY = []\n")
    everywhere, elsewhere = specification.clauses.values()
    assert specification.in_scope(everywhere)
    assert not specification.in_scope(elsewhere)
    assert not make(clauses=json.dumps(plain), excuses="").in_scope(everywhere)


def test_a_ruleset_says_how_many_may_play(make: Make) -> None:
    assert make().ruleset("toy/small").players == (2, 2)
    assert make(rulesets=RULESETS + "players = [2, 6]\n").ruleset("toy/small").players == (2, 6)


@pytest.mark.parametrize(
    ("players", "message"),
    [
        ("[6, 2]", "no game is played by 6 to 2 players"),
        ("[0, 2]", "no game is played by 0 to 2 players"),
        ("[2]", "the field 'players' holds something else than expected"),
        ("[true, 2]", "the field 'players' holds something else than expected"),
        ("4", "the field 'players' holds something else than expected"),
    ],
)
def test_a_wrong_number_of_players_is_refused(make: Make, players: str, message: str) -> None:
    specification = make(rulesets=f"{RULESETS}players = {players}\n")
    assert mistake(lambda: specification.rulesets)[:2] == (message, "spec/rulesets.toml:7")


# ------------------------------------------------------------------ the lock


def test_a_changed_text_is_suspect_until_it_is_locked_again(make: Make) -> None:
    specification = make()
    assert suspects(specification).missing == ("ty.play.card", "ty.play.tie")
    write_lock(specification)
    assert not suspects(make())
    assert [rule.number for rule in make().rules.values()] == [1, 2]

    changed = make(play=PAGE.replace("a card.", "two cards."))
    assert suspects(changed).changed == ("ty.play.card",)
    write_lock(changed)
    assert not suspects(changed)


def test_a_changed_ruling_is_suspect_until_it_is_confirmed(make: Make) -> None:
    write_lock(make())
    opposite = make(rulings=confirmed(RULINGS).replace("No.", "Yes."))
    assert suspects(opposite).rulings == ("RUL-0001", "RUL-0002")
    write_lock(opposite)
    page = (opposite.root / "rulings/toy.md").read_text("utf-8")
    assert page == confirmed(RULINGS.replace("No.", "Yes."))
    assert not suspects(Specification(opposite.root))


def test_the_number_and_id_of_a_rule_that_is_gone_are_never_used_again(make: Make) -> None:
    write_lock(make())
    renamed = {
        "play": PAGE.replace("ty.play.tie", "ty.play.draw"),
        "options": OPTIONS.replace("ty.play.tie", "ty.play.draw"),
        "rulings": confirmed(RULINGS).replace("ty.play.tie", "ty.play.draw"),
    }
    found = suspects(make(**renamed))
    assert (found.missing, found.removed) == (("ty.play.draw",), ("ty.play.tie",))
    write_lock(make(**renamed))
    assert make(**renamed).rules["ty.play.draw"].number == 3
    assert not suspects(make(**renamed))
    message, place, _ = mistake(lambda: make().rules)
    assert message == "the rule id ty.play.tie belonged to a rule that is gone"
    assert place == "spec/toy/play.md:11"


def test_a_broken_lock_is_refused_with_the_line(make: Make) -> None:
    path = make().lock_path
    path.write_text("# lock\nty.play.card one abc\n", "utf-8")
    assert mistake(lambda: read_lock(path))[1] == "spec/rules.lock:2"
    path.write_text("ty.a.b 1 0123456789ab\nty.a.c 1 0123456789ab\n", "utf-8")
    assert mistake(lambda: read_lock(path))[1] == "spec/rules.lock:2"
