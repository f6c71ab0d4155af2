"""The machine: load a ruleset, set up a position, decide, and see what follows."""

from .kernel.decision import Decision, Outcome
from .kernel.events import Event
from .kernel.machine import Refused
from .position import Position
from .ruleset import Ruleset, load

__all__ = ["Decision", "Event", "Outcome", "Position", "Refused", "Ruleset", "load"]
