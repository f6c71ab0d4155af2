"""Effects on what monsters have: stars, energy, hearts, and damage."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING

from oracle.kernel.machine import Step
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from . import atoms, energy, stars
from .binding import effect
from .damage import add_damage, add_to_answer, answer_wound, deal, pending_loss, reduce_damage
from .elimination import start_afresh
from .energy import gain_energy, get_energy, pay
from .monsters import in_tokyo, said_by
from .selection import bind_players
from .table import ABILITY, CONTEXT, DONE, OUT_OF_GAME, SOURCE, YOU
from .uses import TAKEN, keep

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo

Give = Callable[["Tokyo", State, int, int, Frame, Rules], int]


def bind_each(linker: Linker, call: Call, give: Give) -> list[Step]:
    """So much for each monster that is meant, at the same time; each counts for itself."""
    before, players = bind_players(linker, call["player"])
    amount = linker.number(call.get("amount", 1))
    count = None if call.get("count") is None else linker.number(call["count"])
    rules = linker.told(call)
    noted = call.word == "lose-stars"
    if linker.head == "wounded":
        rules += ("kt.keyword.poisonous-more",)
    if noted and linker.head == "resolved":
        rules += ("kt.keyword.sneaky-not-below-zero",)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        total = 0
        for seat in players(machine, state, frame):
            much = amount(machine, state, frame, seat)
            if count is not None:
                much *= count(machine, state, frame, seat)
            if not much:
                told = ("applies", rules, frame[SOURCE], frame[SOURCE], frame[ABILITY], seat)
                state.log.append(told)
            done = give(machine, state, seat, much, frame, rules)
            if noted:  # by the use it belongs to. rule: kt.keyword.hunter-again
                keep(state, frame[SOURCE], TAKEN + seat, done, frame[CONTEXT])
            total += done
        frame[DONE] = total

    return [*before, act]


def _bind_atom(word: str, topic: ModuleType) -> None:
    """Let a word mean the atom that is called so, for each monster that is meant."""
    name = word.replace("-", "_")

    def give(machine: Tokyo, state: State, seat: int, much: int, frame: Frame, rules: Rules) -> int:
        # Looked up when it happens, as by every other caller of an atom.
        done: int = getattr(topic, name)(machine, state, seat, much, frame[SOURCE], rules)
        return done

    effect(word)(lambda linker, call: bind_each(linker, call, give))


for _verb in ("gain", "lose"):
    _bind_atom(f"{_verb}-stars", stars)
    _bind_atom(f"{_verb}-energy", energy)


@effect("gain-hearts")
def _gain_hearts(linker: Linker, call: Call) -> list[Step]:
    rescue = linker.head == "heartless"

    def give(machine: Tokyo, state: State, seat: int, much: int, frame: Frame, rules: Rules) -> int:
        if not in_tokyo(machine, state, seat):
            rules = tuple(rule for rule in rules if rule != "kt.heart.cards-in-tokyo")
        return atoms.gain_hearts(
            machine, state, seat, much, frame[SOURCE], rules, own=True, rescue=rescue
        )

    return bind_each(linker, call, give)


@effect("give-stars")
def _give_stars(linker: Linker, call: Call) -> list[Step]:
    """Another monster loses stars and you gain as many. rules: kt.star.lose, .evolution.ties"""

    def give(machine: Tokyo, state: State, seat: int, much: int, frame: Frame, rules: Rules) -> int:
        if seat == frame[YOU]:
            nothing = ("kt.evolution.ties",)
            card = frame[SOURCE]
            state.log.append(("no-effect", nothing, card, card, frame[ABILITY], seat))
            return 0
        lost = stars.lose_stars(machine, state, seat, much, frame[SOURCE], rules)
        return stars.gain_stars(machine, state, frame[YOU], lost, frame[SOURCE], rules)

    return bind_each(linker, call, give)


@effect("pay")
def _pay(linker: Linker, call: Call) -> list[Step]:
    amount, rules = int(call["amount"]), linker.told(call)  # type: ignore[call-overload]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        pay(machine, state, frame[YOU], amount, frame[SOURCE], rules)

    return [act]


@effect("take-back")
def _take_back(linker: Linker, call: Call) -> list[Step]:
    amount, rules = linker.number(call["amount"]), linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        you = frame[YOU]
        much = amount(machine, state, frame, you)
        get = gain_energy if machine.refund_is_gain else get_energy
        get(machine, state, you, much, frame[SOURCE], rules)

    return [act]


FOR_STARS = [Call("changed", (("change", change),)) for change in ("stars-lost", "stars-gained")]
"""What counts the stars that SNEAKY cost, or by option brought. rule: kt.keyword.sneaky-hearts"""


# --- effects: damage and hearts ------------------------------------------------------------------


@effect("lose-hearts")
def _lose_hearts(linker: Linker, call: Call) -> list[Step]:
    """Damage by a card, which is no attack; several monsters take it together.

    In answer to a wound it is dealt at the same moment as the wound.
    """
    answers = linker.head == "wounded"
    before, players = bind_players(linker, call["player"])
    amount = linker.number(call["amount"])
    count = None if call.get("count") is None else linker.number(call["count"])
    rules = linker.told(call)
    if call.get("count") in FOR_STARS:
        rules += ("kt.keyword.sneaky-hearts",)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        damage = {}
        for seat in players(machine, state, frame):
            much = amount(machine, state, frame, seat)
            if count is not None:
                much *= count(machine, state, frame, seat)
            if much and state.counters[seat]:
                damage[seat] = much
                state.log.append(("hit", rules, frame[SOURCE], seat, much))
        if damage and answers:
            answer_wound(state, frame[YOU], frame[SOURCE], damage)
        elif damage:
            deal(state, frame[YOU], frame[SOURCE], damage)

    return [*before, act]


@effect("lose-extra-hearts")
def _lose_extra_hearts(linker: Linker, call: Call) -> list[Step]:
    """Added to the attack that is being settled. rules: kt.damage.extra, .neighbour-damage"""
    before, players = bind_players(linker, call["player"])
    amount = linker.number(call["amount"])
    count = None if call.get("count") is None else linker.number(call["count"])
    answers = linker.head == "wounded"
    rules = linker.told(call)
    neighbours_only = isinstance(call["player"], Selection) and any(
        each.word == "beside-you" for each in call["player"].filters
    )

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in players(machine, state, frame):
            if neighbours_only and not machine.all_neighbours and not pending_loss(state, seat):
                continue
            much = amount(machine, state, frame, seat)
            if count is not None:
                much *= count(machine, state, frame, seat)
            hunting = said_by(machine, state, "aims-only-at", frame[YOU])
            more: Rules = ("kt.keyword.hunter-other-losses",) if hunting else ()
            if neighbours_only:
                more += ("kt.attack.neighbours", "kt.attack.neighbour-damage")
                if state.registers[OUT_OF_GAME]:
                    more += ("kt.elimination.out",)
            if state.cards[frame[SOURCE]] in machine.triggered["resolved"]:
                more += ("kt.attack.without-claw",)
            state.log.append(("extra", rules + more, frame[SOURCE], seat, much))
            if answers:
                add_to_answer(machine, state, frame[YOU], frame[SOURCE], seat, much)
            else:
                add_damage(state, seat, much)

    return [*before, act]


@effect("prevent")
def _prevent(linker: Linker, call: Call) -> list[Step]:
    amount = linker.number(call["amount"])
    count = None if call.get("count") is None else linker.number(call["count"])
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        you = frame[YOU]
        much = amount(machine, state, frame, you)
        if count is not None:
            much *= count(machine, state, frame, you)
        before = reduce_damage(state, you, much)
        left = pending_loss(state, you)
        if before > left:
            state.log.append(("prevent", rules, frame[SOURCE], you, before - left, left))

    return [act]


@effect("set-hearts")
def _set_hearts(linker: Linker, call: Call) -> list[Step]:
    amount, rules = linker.number(call["amount"]), linker.told(call)
    afresh = linker.head == "heartless"

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        you = frame[YOU]
        if afresh:
            start_afresh(state, you)
        atoms.set_hearts(state, you, amount(machine, state, frame, you), frame[SOURCE], rules)

    return [act]
