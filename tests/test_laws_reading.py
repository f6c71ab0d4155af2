"""Laws are read strictly: every mistake has its place and a remedy."""

from __future__ import annotations

from pathlib import Path

import pytest

from conformance.laws.language import DICE_LINES, FILTER_LINES, SORT_LINES
from conformance.laws.numbers import NotANumber, read_number
from conformance.laws.printer import format_laws, print_law
from conformance.laws.reader import read_premises, read_text
from conformance.laws.running import judge
from conformance.scenario.loading import cached_load
from rules_dsl.errors import KaijuError

TIE = (Path(__file__).parent / "data" / "tie.laws").read_text("utf-8")


def changed(old: str, new: str) -> str:
    assert old in TIE
    return TIE.replace(old, new)


def test_a_law_is_read_and_holds() -> None:
    (law,) = read_text(TIE)
    verdict = judge(law, cached_load)
    assert verdict.holds
    assert verdict.drawn >= 20
    assert {each.variable: each.printed for each in verdict.breadth} == {"a": 32, "b": 32}


def test_printing_and_reading_give_the_same_law() -> None:
    (law,) = read_text(TIE)
    assert read_text(print_law(law)) == [law]
    assert format_laws(TIE) == TIE
    headers = "  rules mb.attack.tie\n  narrow a test\n"
    loose = changed(headers, "  narrow  a test\n  # why\n  rules mb.attack.tie\n")
    tidy = changed(headers, "  # why\n  rules mb.attack.tie\n  narrow a test\n")
    assert format_laws(f"# about ties\n\n{loose}\n\n") == f"# about ties\n{tidy}"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("law MB-K3V9QX", "law tie", 3, "`tie` is not an id"),
        ("  rules mb.attack.tie\n", "", 3, "MB-K3V9QX names no rule"),
        ("n: 1 to 4", "n: 1 to 4 to 5", 9, "is nothing that a variable can range over"),
        ("    n: 1 to 4\n", "    n: 1 to 4\n    m: 1 to 2\n", 10, "nothing uses `m`"),
        ("    n: 1 to 4\n", "    n: m to 4\n", 9, "`m` is not declared above"),
        ("    n: 1 to 4\n", "    n: 1 to 4\n    n: 2 to 3\n", 10, "a second `n`"),
        ("plain creatures", "plain beasts", 7, "is nothing that a variable can range over"),
        ("bob blocks with b", "bob blogs with b", 15, "blogs"),
        ("bob has n life", "bob has n lives", 19, "lives"),
        ("  then\n", "  thus\n", 16, "thus"),
        ("alice plays first; ", "alice: ", 3, "nobody plays first"),
        ("b can block a", "b would block a", 8, "neither declares a variable nor relates some"),
    ],
)
def test_mistakes_have_their_place(old: str, new: str, line: int, message: str) -> None:
    with pytest.raises(KaijuError) as caught:
        read_text(changed(old, new), "my.laws")
    assert f"my.laws:{line}" in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("n: 1 to 4", "n: 4 to 1", "my.laws:9: MB-K3V9QX has no instance: nothing fulfils"),
        ("b can block a", "power of a > power of b", "my.laws:8: MB-K3V9QX has no instance"),
        ("equal power", "equal power, with power > 90", "my.laws:7: MB-K3V9QX: no card is what"),
        ("equal power", "equal fur", "my.laws:7: no creature has `fur`"),
        ("without tough or", "without fluffy or", "my.laws:7: no creature has `fluffy`"),
        ("  narrow a test\n", "", "admits fewer than half of the cards (a 7 of 32, b 7 of 32)"),
        ("mb.attack.tie", "mb.life.zero", "names mb.life.zero, which none of its"),
        ("bob has n life", "bob has n - 4 life", "`n - 4` comes to"),
        ("in play: a, bystanders", "power row: bystanders", "my.laws"),
    ],
)
def test_what_says_nothing_is_refused(old: str, new: str, message: str) -> None:
    (law,) = read_text(changed(old, new), "my.laws")
    verdict = judge(law, cached_load)
    assert verdict.problems
    assert not verdict.holds
    assert message in verdict.problems[0]


def test_a_conclusion_that_was_true_before_is_refused() -> None:
    text = changed("    a is in alice's discard pile\n    b is in bob's discard pile\n", "")
    (law,) = read_text(text, "my.laws")
    (problem,) = judge(law, cached_load).problems
    assert "my.laws:17: every claim of MB-K3V9QX is already true before the first step" in problem


def test_a_refused_step_is_a_counterexample() -> None:
    text = changed("a, b: plain creatures with equal power", "a: plain creature with sneaky")
    text = text.replace("    n: 1 to 4\n", "    b: creature without sneaky\n    n: 1 to 4\n")
    text = text.replace("    b can block a\n", "")
    (law,) = read_text(text)
    verdict = judge(law, cached_load)
    assert verdict.failures
    assert "is not possible" in verdict.failures[0].messages[0]


@pytest.mark.parametrize(
    ("text", "values", "result"),
    [
        ("n - 1", {"n": 3}, 2),
        ("2 * n + m", {"n": 3, "m": 4}, 10),
        ("2 * (n + m)", {"n": 3, "m": 4}, 14),
        ("n + 2, at most 10", {"n": 9}, 10),
        ("n - 5, at least 0", {"n": 2}, 0),
        ("half of n rounded up", {"n": 5}, 3),
        ("half of n rounded down", {"n": 5}, 2),
        ("claws of roll", {"roll": ("claw", "claw", "one")}, 2),
    ],
)
def test_numbers_are_computed(text: str, values: dict[str, object], result: int) -> None:
    number = read_number(text)
    assert number.of(values) == result  # type: ignore[arg-type]
    assert read_number(str(number)) == number


@pytest.mark.parametrize("text", ["n +", "(n", "n ? 2", "half of n", ""])
def test_what_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(NotANumber):
        read_number(text)


def test_an_article_is_no_variable() -> None:
    text = changed(
        "    alice attacks with a\n    bob blocks with b\n",
        "    alice plays a\n    bob uses a mindbug\n",
    )
    text = text.replace("alice plays first; in play: a, bystanders", "alice plays first; hand: a")
    (law,) = read_text(text)
    assert [line.names() for line in law.when] == [{"a"}, set()]


def test_words_can_differ() -> None:
    text = changed("    n: 1 to 4\n", "    n, m: one of 1, 2, 3\n    n != m\n").replace(
        "bob: life n", "bob: life n; mindbugs m"
    )
    text = text.replace("mindbugs m", "mindbugs 1").replace("bob has n life", "bob has n life")
    text = text.replace("alice plays first; in play", "alice plays first; life m; in play")
    (law,) = read_text(text)
    assert judge(law, cached_load).holds
    (law,) = read_text(changed("b can block a", "a > b"), "my.laws")
    (problem,) = judge(law, cached_load).problems
    assert "`a` is no number" in problem


def test_every_line_of_the_language_is_one() -> None:
    sorts = {"n": "1 to 4", "m": "1 to 4", "h": "4 to 9", "c": "1 to 2", "a": "creature"}
    for line, _ in SORT_LINES[:5]:
        names = line.partition(":")[0].split(", ")
        known = [f"{name}: {sort}" for name, sort in sorts.items() if name not in names]
        assert read_premises([*known, line], "mindbug")
    for line, _ in (*SORT_LINES[5:7], *((f"roll: six dice with {d}", "") for d, _ in DICE_LINES)):
        assert read_premises(["n: 1 to 2", line], "tokyo")
    for line, _ in FILTER_LINES:
        assert read_premises([f"card: creature {line}"], "mindbug")
