"""Every claim, looked at with Hypothesis: `pytest conformance --engine "exec:COMMAND"`.

The games of a claim are drawn as one byte string, which shrinks to the shortest telling one.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import oracle
from conformance.engines.in_process import InProcess
from conformance.engines.interface import Engine, SkipWanted, Unsupported
from conformance.engines.rulesets import range_of_players, ruleset
from conformance.properties.choices import Choices
from conformance.properties.claims import Claim, all_claims
from conformance.properties.duel.story import (
    every_event_cites_rules_of_duel,
    every_hit_has_one_source,
    fighters_take_turns,
    markers_go_step_by_step,
)
from conformance.properties.duel.table import GAME as DUEL
from conformance.properties.duel.table import random_duel
from conformance.properties.laying import lay_table
from conformance.properties.mindbug.claims import EVERY_SET, GAME
from conformance.properties.story import (
    every_event_names_its_rules,
    every_trigger_is_resolved_once,
)
from conformance.properties.table import Table, card_facts, random_position
from conformance.properties.tokyo.story import (
    every_event_cites_rules_of_tokyo,
    every_wound_has_one_source,
    turns_go_clockwise,
)
from conformance.properties.tokyo.table import RULESETS, random_monsters
from conformance.protocol.messages import GameInfo
from rules_dsl.specification import load_specification

GAMES = st.binary(max_size=240)


@pytest.mark.parametrize(
    ("claim", "game"), [(claim, game) for claim in all_claims() for game in claim.games], ids=str
)
def test_claim(claim: Claim, game: str, engine: Engine) -> None:
    if game != GAME and game not in engine.hello().games:
        pytest.skip(f"the engine does not play {game}")
    look(claim, lay_table(played_by(engine, claim), game))


USUAL = {"mb": (GAME, 6), "kt": ("tokyo/current", 2), "kd": (DUEL, 2)}
"""By the prefix of their options, the rulesets with every option as it is by default, and how
many games are tried with another answer: those of dice games are long, and they have many."""


def other_answers() -> list[tuple[str, str]]:
    """Every answer to an option that is not in force by default."""
    return [
        (option.id, answer.id)
        for option in load_specification().options.values()
        for answer in option.answers
        if answer.id != option.default
    ]


@pytest.mark.parametrize(("option", "answer"), other_answers())
def test_claims_whatever_the_options(option: str, answer: str, engine: Engine) -> None:
    game, examples = USUAL[option.partition(".")[0]]
    if game != GAME and game not in engine.hello().games:
        pytest.skip(f"the engine does not play {game}")
    declared = engine.hello().games.get(game, GameInfo()).options
    if declared.get(option, answer) != answer:
        pytest.skip(f"the engine declares {option} = {declared[option]}")
    for claim in all_claims():
        if claim.whatever_the_options and game in claim.games:
            look(claim, lay_table(played_by(engine, claim), game, {option: answer}), examples)


def played_by(engine: Engine, claim: Claim) -> Engine:
    """The same engine; of the oracle, one that tells digests only if the claim is about them."""
    is_oracle = type(engine) is InProcess
    return InProcess(tells_digests=claim.compares_digests) if is_oracle else engine


def look(claim: Claim, table: Table, examples: int | None = None) -> None:
    """Look for a counterexample."""
    offered = table.engine.hello().ops
    missing = [op for op in claim.needs if op not in offered]
    if missing:
        pytest.skip(f"the engine does not offer {', '.join(missing)}")

    played: list[bytes] = []
    reasons: list[str] = []

    @seed(zlib.crc32(claim.name.encode()))
    @given(data=GAMES)
    def look_for_a_counterexample(data: bytes) -> None:
        try:
            claim.check(table, Choices(data))
        except (SkipWanted, Unsupported) as wish:
            reasons.append(str(wish))
        else:
            played.append(data)

    if examples is not None:
        look_for_a_counterexample = settings(max_examples=examples)(look_for_a_counterexample)
    look_for_a_counterexample()
    if not played:
        pytest.skip(f"the engine asks to skip every game: {reasons[-1]}")


@pytest.mark.parametrize(
    "story", [every_trigger_is_resolved_once, every_event_names_its_rules], ids=lambda s: s.__name__
)
@pytest.mark.parametrize("game", EVERY_SET)
@given(data=GAMES)
def test_story_of_the_oracle(
    story: Callable[[oracle.Position, Choices], None], game: str, data: bytes
) -> None:
    choices = Choices(data)
    rules = ruleset(game, {}, ())
    if choices.below(4) == 3:
        story(rules.start(), choices)
    else:
        story(rules.setup(random_position(card_facts(game), choices)), choices)


@pytest.mark.parametrize(
    "story",
    [every_event_cites_rules_of_tokyo, every_wound_has_one_source, turns_go_clockwise],
    ids=lambda s: s.__name__,
)
@pytest.mark.parametrize("game", RULESETS)
@given(data=GAMES)
def test_story_of_monsters(
    story: Callable[[oracle.Position, Choices], None], game: str, data: bytes
) -> None:
    choices = Choices(data)
    players = choices.between(*range_of_players(game))
    rules = ruleset(game, {}, (), players=players)
    if choices.below(4) == 3:
        story(rules.start(), choices)
    else:
        story(rules.setup(random_monsters(card_facts(game), players, choices)), choices)


@pytest.mark.parametrize(
    "story",
    [
        every_event_cites_rules_of_duel,
        every_hit_has_one_source,
        fighters_take_turns,
        markers_go_step_by_step,
    ],
    ids=lambda s: s.__name__,
)
@given(data=GAMES)
def test_story_of_a_duel(story: Callable[[oracle.Position, Choices], None], data: bytes) -> None:
    choices = Choices(data)
    rules = ruleset(DUEL, {}, ())
    if choices.below(4) == 3:
        story(rules.start(), choices)
    else:
        story(rules.setup(random_duel(card_facts(DUEL), choices)), choices)


def test_every_claim_cites_rules_of_the_specification() -> None:
    known = load_specification().rules
    for claim in all_claims():
        assert [rule for rule in claim.rules if rule not in known] == [], claim.name
