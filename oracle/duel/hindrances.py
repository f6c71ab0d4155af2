"""Why a card or a special power of Duel cannot be used now."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from oracle.card_text import ability_of
from oracle.dice_games.hindrances import Hindrances, abilities
from oracle.dice_games.table import REROLLS

from .linker import Linker, mentions
from .power import payable
from .table import FACES, POWER, RESOLVED

if TYPE_CHECKING:
    from oracle.dice_games.machine import Linked
    from oracle.explanation import Told
    from oracle.kernel.state import Rules
    from oracle.position import Position
    from rules_dsl.definitions import Call

    from .machine import Duel


class _Hindrances(Hindrances):
    at = {  # noqa: RUF012  (a constant of the class)
        "roll-phase": ("during-roll",),
        "resolve-phase": ("using-power", "any-time"),
        "buy-phase": ("any-time",),
        "defence": ("would-be-hit",),
    }
    optional = ("kd.card.may", "kd.card.keep")
    once = ("kd.card.once",)
    pay = ("kd.energy.kept",)

    def linker(self, position: Position) -> Linker:
        return Linker(_machine(position), {})

    def of_moment(self, position: Position, card: int, linked: Linked) -> Rules:
        return ("kd.power.when",) if linked.head == "using-power" else ()

    def asked_about(self, position: Position, seat: int, card: int) -> list[Linked]:
        machine = _machine(position)
        return [
            linked
            for linked in abilities(machine, position.state, seat, card)
            if linked.head not in machine.windows
            and mentions(
                ability_of(position.ruleset, linked).body,
                lambda call: call.word in ("may", "may-first"),
            )
        ]

    def too_late(self, position: Position, name: str, linked: Linked) -> Told | None:
        if _machine(position).code_names[position.state.stack[-1][0]] == "defence":
            text = f"{name} has been applied to these hits already."
            return text, ("kd.hit.defend", *linked.rules)
        if linked.head == "during-roll" and position.state.registers[REROLLS]:
            text = f"{name} waits until no roll is left."
            return text, ("kd.roll.free", *linked.rules)
        return None

    def held_back(self, position: Position, seat: int, card: int, linked: Linked) -> Told | None:
        if linked.head == "using-power" and position.state.registers[RESOLVED] >> POWER & 1:
            name = position.name(position.handles[card])
            text = f"{name} was activated before a result, and by this answer is not any more."
            return text, ("kd.power.when", *linked.rules)
        return None

    def lacking(
        self, position: Position, seat: int, card: int, call: Call, linked: Linked
    ) -> Told | None:
        machine, state = _machine(position), position.state
        name, who = position.name(position.handles[card]), machine.layout.seats[seat]
        if call.word == "spend":
            face = str(call["face"])
            left = payable(machine, state, FACES.index(face))
            text = f"{name} asks for {call['amount']} {face}, and {who} has {left} to spend."
            return text, ("kd.power.symbols", *linked.rules)
        if call.word == "reroll":
            return f"There is no die that {name} means.", linked.rules
        if call.word == "discard":
            return f"There is no card that {name} means.", linked.rules
        return super().lacking(position, seat, card, call, linked)


def _machine(position: Position) -> Duel:
    return cast("Duel", position.ruleset.machine)


_HINDRANCES = _Hindrances()
not_usable, at_other_moments = _HINDRANCES.not_usable, _HINDRANCES.at_other_moments
