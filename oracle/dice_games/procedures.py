"""The table of procedures that the table of each game begins with."""

from __future__ import annotations

from oracle.kernel.procedures import Procedures

from . import dice as _dice  # noqa: F401  (declares procedures)
from . import moments as _moments  # noqa: F401  (declares procedures)
from .table import PROCEDURES


def common() -> Procedures:
    """A new table with the procedures that every game has, under the same numbers."""
    own = Procedures()
    own.names += PROCEDURES.names
    own.steps += PROCEDURES.steps
    own.sizes += PROCEDURES.sizes
    own.places += PROCEDURES.places
    own.step_names += PROCEDURES.step_names
    return own
