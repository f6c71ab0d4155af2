"""No misreading is lost: the catalogue has all those on record."""

from __future__ import annotations

import pytest

from conformance.mutants.catalogue import mutants_of, procedure_mutants
from conformance.mutants.games import GAMES
from conformance.mutants.table import killed_file
from rules_dsl.specification import load_specification


@pytest.mark.parametrize("game", GAMES)
def test_what_is_on_record_is_in_the_catalogue(game):
    lines = killed_file(game).read_text("utf-8").splitlines()
    on_record = {line.split()[0] for line in lines if not line.startswith("#")}
    assert on_record - {mutant.id for mutant in mutants_of(game)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_two_are_called_alike(game):
    ids = [mutant.id for mutant in mutants_of(game)]
    assert len(set(ids)) == len(ids)


@pytest.mark.parametrize("game", GAMES)
def test_every_one_has_words_and_breaks_rules_that_there_are(game):
    rules = load_specification().rules.keys()
    for mutant in procedure_mutants(game):
        assert mutant.words, mutant.id
        assert mutant.rules, mutant.id
        assert rules >= set(mutant.rules), mutant.id
