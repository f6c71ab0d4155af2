"""An empty machine: the procedures of a game, before any card is linked."""

from __future__ import annotations

from collections.abc import Mapping

from . import trial, waiting
from .events import EventKind
from .machine import Machine
from .procedures import Procedures, finish, names_of, settled
from .state import State


def prepare(machine: Machine, procedures: Procedures, events: Mapping[str, EventKind]) -> None:
    """Give a machine its procedures and nothing that cards bring; a game changes what it needs."""
    machine.codes = list(procedures.steps)
    machine.code_names = list(procedures.names)
    machine.step_names = list(procedures.step_names)
    machine.frame_sizes = list(procedures.sizes)
    machine.code_number = {name: number for number, name in enumerate(procedures.names)}
    resolving = settled((waiting.PICK, waiting.pick, waiting.begin))
    machine.resolve_code = machine.add_code("resolve", resolving, waiting.RESOLVING.count)
    machine.step_names[machine.resolve_code] = names_of((*resolving, finish))
    machine.trial_code = machine.add_code("trial", (trial.stop,), trial.TRYING.count)
    machine.first_effect = len(machine.codes)
    machine.silent_events = frozenset(kind.name for kind in events.values() if not kind.changes)
    machine.abilities = []
    machine.ability_number = {}
    machine.checks = ()
    machine.layers = ()
    machine.statics = {}
    machine.volatile = frozenset()
    machine.static_places = machine.static_elsewhere = ()
    machine.static_under = None
    machine.lasting = []
    machine.choice_names = {}
    machine.card_texts = {}
    machine.shown_mark = 0
    machine.sees_too = _sees_no_more
    machine.changing_cards = False
    machine.order_rules = machine.wait_rules = machine.moved_rules = ()
    machine.nested_waiting = False


def _sees_no_more(state: State, place: int, seat: int) -> bool:
    return False
