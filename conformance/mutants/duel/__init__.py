"""Misreadings of the procedures of Duel, one module or two for each page of the rules."""

from __future__ import annotations

from conformance.mutants.topic import topics_in

TOPICS = topics_in(__name__, __path__)
