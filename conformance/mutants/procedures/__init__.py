"""Misreadings of the procedures of Mindbug, one module for each page of the rules."""

from __future__ import annotations

from conformance.mutants.mutant import Mutant
from conformance.mutants.procedures import buying as _buying  # noqa: F401  (more POWER)
from conformance.mutants.procedures import comparing as _comparing  # noqa: F401  (more TERMS)
from conformance.mutants.procedures import results as _results  # noqa: F401  (more DICE)
from conformance.mutants.procedures import toughness as _toughness  # noqa: F401  (more KEYWORDS)
from conformance.mutants.procedures.abilities import AS_IF as ABILITIES
from conformance.mutants.procedures.action import AS_IF as ACTION
from conformance.mutants.procedures.boost import AS_IF as BOOST
from conformance.mutants.procedures.cards import AS_IF as CARDS
from conformance.mutants.procedures.combat import AS_IF as COMBAT
from conformance.mutants.procedures.copy import AS_IF as COPY
from conformance.mutants.procedures.dice import AS_IF as DICE
from conformance.mutants.procedures.discard import AS_IF as DISCARD
from conformance.mutants.procedures.draw import AS_IF as DRAW
from conformance.mutants.procedures.effects import AS_IF as EFFECTS
from conformance.mutants.procedures.evolve import AS_IF as EVOLVE
from conformance.mutants.procedures.force import AS_IF as FORCE
from conformance.mutants.procedures.keywords import AS_IF as KEYWORDS
from conformance.mutants.procedures.lasting import AS_IF as LASTING
from conformance.mutants.procedures.life import AS_IF as LIFE
from conformance.mutants.procedures.mindbug import AS_IF as MINDBUG
from conformance.mutants.procedures.play import AS_IF as PLAY
from conformance.mutants.procedures.power import AS_IF as POWER
from conformance.mutants.procedures.sets import AS_IF as SETS
from conformance.mutants.procedures.setup import AS_IF as SETUP
from conformance.mutants.procedures.terms import AS_IF as TERMS
from conformance.mutants.procedures.triggers import AS_IF as TRIGGERS
from conformance.mutants.procedures.turn import AS_IF as TURN

TOPICS = (
    *(SETUP, LIFE, CARDS, DRAW, TURN, PLAY, MINDBUG),
    *(COMBAT, KEYWORDS, TRIGGERS, ABILITIES, EFFECTS, TERMS),
    *(SETS, ACTION, EVOLVE, BOOST, DISCARD, LASTING, FORCE, COPY, DICE, POWER),
)


def procedure_mutants() -> tuple[Mutant, ...]:
    """Every misreading of a procedure, by topic."""
    return tuple(mutant for topic in TOPICS for mutant in topic.mutants)
