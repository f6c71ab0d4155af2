"""What an engine knows by its `features`: a list is about the kinds of things it names."""

from __future__ import annotations

import pytest
from attrs import evolve

from conformance.engines.in_process import InProcess
from conformance.judge.features import knows, missing
from conformance.judge.runner import Judge
from conformance.judge.vector_files import VECTORS, read_vectors
from conformance.protocol.messages import GameInfo, Hello

GAME = "mindbug/first-contact"


@pytest.mark.parametrize(
    ("features", "need", "known"),
    [
        ([], "card:gorillion", True),
        ([], "keyword:tough", True),
        (["card:gorillion"], "card:gorillion", True),
        (["card:gorillion"], "card:lone-yeti", False),
        (["card:gorillion"], "keyword:tough", True),
        (["card:*"], "card:lone-yeti", True),
        (["card:gorillion", "keyword:sneaky"], "keyword:tough", False),
        (["keyword:sneaky"], "card:lone-yeti", True),
        (["no card yet"], "card:gorillion", False),
    ],
)
def test_a_list_is_about_the_kinds_it_names(features: list[str], need: str, known: bool) -> None:
    assert knows(features, need) is known
    assert missing(features, [need]) == ([] if known else [need])


class Listing(InProcess):
    """The oracle with a list of features in its hello."""

    features: tuple[str, ...] = ()

    def hello(self) -> Hello:
        info = GameInfo(features=list(self.features))
        return evolve(super().hello(), games={GAME: info})


def test_cards_without_keywords_leave_no_vector_about_keywords_out() -> None:
    vectors = [
        one
        for one in read_vectors(VECTORS / "mindbug" / "keywords.jsonl")
        if one.game == GAME and any(need.startswith("keyword:") for need in one.requires)
    ][:40]
    cards = {need for one in vectors for need in one.requires if need.startswith("card:")}
    engine = Listing()
    engine.features = tuple(sorted(cards))
    statuses = {result.status for result in Judge(engine).results(vectors)}
    assert "unsupported" not in statuses
    engine.features = (*engine.features, "keyword:no-such-keyword")
    results = list(Judge(engine).results(vectors))
    assert {result.status for result in results} == {"unsupported"}
    assert all("does not know keyword:" in result.message for result in results)
