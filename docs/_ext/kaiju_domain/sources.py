"""What the reference is made of, and how to notice that any of it changed."""

from __future__ import annotations

import hashlib
from pathlib import Path

import conformance.laws
import conformance.scenario
import oracle
import rules_dsl
from conformance.judge.vector_files import VECTORS
from conformance.scenario.shelf import SCENARIOS
from rules_dsl.specification import spec_root

READERS = (rules_dsl, oracle, conformance.scenario, conformance.laws)


def fingerprint() -> str:
    """A text that changes when what is shown does, or anything that reads, plays or shows it."""
    total = hashlib.sha256()
    code = [Path(place) for reader in READERS for place in reader.__path__]
    for folder in (spec_root(), SCENARIOS, VECTORS, Path(__file__).parent, *code):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                total.update(path.relative_to(folder).as_posix().encode())
                total.update(path.read_bytes())
    return total.hexdigest()
