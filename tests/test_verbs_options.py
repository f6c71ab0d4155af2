"""`kaiju options`: what the questions are, and what an engine answers."""

from __future__ import annotations

import json

import pytest

from conformance.engines import connect as connecting
from conformance.miniatures.allowed import PlaysByItsOwn
from told import expect_told

PAYMENT = "mb.option.mindbug-payment"


def test_the_options_of_a_ruleset_are_listed_with_the_answer_in_force(kaiju):
    result = kaiju("options", "tokyo/2010")
    assert result.exit_code == 0
    expect_told(
        result.output,
        "kt.option.enter-empty",
        "why mandatory by default: The new printing has an enter phase",
        "* is the answer of this ruleset",
    )


def test_a_tool_gets_questions_answers_and_sources(kaiju):
    found = json.loads(kaiju("options", "mindbug", "--json").output)["options"]
    (payment,) = (one for one in found if one["id"] == PAYMENT)
    assert payment["default"] == "spend-first"
    assert payment["answers"].keys() == {"spend-first", "spend-after"}
    assert payment["reason"].startswith("Both books turn the Mindbug over first")
    assert payment["sources"]


def test_what_an_engine_plays_by_is_found_and_ready_to_paste(kaiju, monkeypatch):
    engine = PlaysByItsOwn({PAYMENT: "spend-after"}, declares=False)
    monkeypatch.setattr(connecting, "connect", lambda *_: engine)
    result = kaiju("options", "mindbug", "--engine", "exec:whatever")
    assert result.exit_code == 0, result.output
    expect_told(
        result.output,
        f"{PAYMENT} = spend-after  (by ",
        f'"{PAYMENT}" = "spend-after"',
        "mb.option.hunter-choice = block-step  (by ",
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nonsense"], "unknown ruleset 'nonsense'"),
        (["--engine", "oracle"], "it has no answers of its own"),
        (["--engine", "exec:/no/such/engine"], "cannot be started"),
    ],
)
def test_wrong_use_is_told(kaiju, arguments, told):
    result = kaiju("options", *arguments)
    assert result.exit_code == 2
    assert told in result.output + result.stderr
