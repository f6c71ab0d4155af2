"""What the words of King of Tokyo card text do: one binding for each word of the vocabulary."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oracle.kernel.flow import Label, only_if, optional
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from . import atoms
from .buying import can_buy, purchase
from .damage import add_damage, deal, pending_loss, reduce_damage
from .entering import take_control
from .moments import happen, happen_to, note_used, was_used
from .monsters import counters_on, in_tokyo, others
from .roll import reroll_by_card, symbols
from .selection import (
    amount_of,
    bind_card_choice,
    bind_cards,
    bind_die_choice,
    bind_players,
)
from .table import (
    ABILITY,
    ADDED,
    AREA,
    ATTACKED,
    CONTEXT,
    COPIED,
    DICE,
    DISCARD,
    DONE,
    FACE,
    FACES,
    HARMED,
    HAS_ATTACKED,
    HEART,
    REROLLED,
    REROLLS,
    SCORED,
    SOURCE,
    TO_FACE,
    YOU,
)
from .turn import give_turn

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Tokyo

Number = Callable[["Tokyo", State, Frame, int], int]
"""`(machine, state, frame, whose)`."""
Condition = Callable[["Tokyo", State, int, int, tuple[int, int]], bool]
"""`(machine, state, source, you, context)`."""

EFFECTS: dict[str, Callable[[Linker, Call], list[Any]]] = {}
CONDITIONS: dict[str, Callable[[Linker, Call], Condition]] = {}
NUMBERS: dict[str, Callable[[Linker, Call], Number]] = {}


def effect(word: str) -> Callable[[Any], Any]:
    """Bind an effect word."""
    return lambda bind: EFFECTS.setdefault(word, bind)


def condition(word: str) -> Callable[[Any], Any]:
    """Bind a condition word."""
    return lambda bind: CONDITIONS.setdefault(word, bind)


def number(word: str) -> Callable[[Any], Any]:
    """Bind a number word."""
    return lambda bind: NUMBERS.setdefault(word, bind)


# --- numbers -----------------------------------------------------------------------------------------


@number("per")
def _per(linker: Linker, call: Call) -> Number:
    """So many lots of something, rounded down. rules: kt.energy.lose, kt.end.per-amount"""
    lot, resource = int(call["n"]), str(call["resource"])  # type: ignore[call-overload]
    return lambda machine, state, frame, whose: amount_of(machine, state, resource, whose) // lot


@number("changed")
def _changed(linker: Linker, call: Call) -> Number:
    if call["change"] == "hearts-lost":
        return lambda machine, state, frame, whose: int(frame[CONTEXT][1])
    raise linker.refusal(f"nothing tells yet how much '{call['change']}' is", call.span)


@number("done")
def _done(linker: Linker, call: Call) -> Number:
    return lambda machine, state, frame, whose: int(frame[DONE])


@number("cost-of-card")
def _cost_of_card(linker: Linker, call: Call) -> Number:
    return lambda machine, state, frame, whose: int(frame[DONE])


# --- conditions --------------------------------------------------------------------------------------


def _whose(value: object) -> Callable[[int, tuple[int, int]], int]:
    assert isinstance(value, Call)
    if value.word == "you":
        return lambda you, context: you
    return lambda you, context: context[0]


def compare(limit: object, found: int, wanted: int) -> bool:
    """At least, at most, or exactly."""
    if limit == "at-least":
        return found >= wanted
    return found <= wanted if limit == "at-most" else found == wanted


@condition("is-in-tokyo")
def _is_in_tokyo(linker: Linker, call: Call) -> Condition:
    whose = _whose(call["player"])
    return lambda machine, state, source, you, context: in_tokyo(
        machine, state, whose(you, context)
    )


@condition("is-alive")
def _is_alive(linker: Linker, call: Call) -> Condition:
    whose = _whose(call["player"])
    return lambda machine, state, source, you, context: bool(state.counters[whose(you, context)])


@condition("has")
def _has(linker: Linker, call: Call) -> Condition:
    whose, limit, resource = _whose(call["player"]), call["limit"], str(call["resource"])
    wanted = int(call["n"])  # type: ignore[call-overload]
    return lambda machine, state, source, you, context: compare(
        limit, amount_of(machine, state, resource, whose(you, context)), wanted
    )


@condition("has-extreme")
def _has_extreme(linker: Linker, call: Call) -> Condition:
    """No other has more, or fewer; by option a tie is enough. rule: kt.end.fewest"""
    whose, resource, most = _whose(call["player"]), str(call["resource"]), call["extreme"] == "most"

    def holds(
        machine: Tokyo, state: State, source: int, you: int, context: tuple[int, int]
    ) -> bool:
        seat = whose(you, context)
        own = amount_of(machine, state, resource, seat)
        rivals = [amount_of(machine, state, resource, s) for s in others(machine, state, seat)]
        if machine.fewest_may_tie:
            return all(own >= rival if most else own <= rival for rival in rivals)
        return all(own > rival if most else own < rival for rival in rivals)

    return holds


@condition("rolled")
def _rolled(linker: Linker, call: Call) -> Condition:
    limit, wanted = call["limit"], int(call["n"])  # type: ignore[call-overload]
    exactly = limit == "exactly"
    faces = range(6) if call["face"] == "any" else (FACES.index(str(call["face"])),)

    def holds(
        machine: Tokyo, state: State, source: int, you: int, context: tuple[int, int]
    ) -> bool:
        found = [
            state.registers[DICE + face] if exactly else symbols(state, face) for face in faces
        ]
        return any(compare(limit, amount, wanted) for amount in found)

    return holds


@condition("rolled-each")
def _rolled_each(linker: Linker, call: Call) -> Condition:
    faces = [FACES.index(face) for face in str(call["faces"]).split()]
    return lambda machine, state, source, you, context: all(symbols(state, face) for face in faces)


@condition("scored")
def _scored(linker: Linker, call: Call) -> Condition:
    """By the scoring the line answers to, or else at any time in this turn."""
    face = FACES.index(str(call["face"]))
    if linker.head == "scoring":
        return lambda machine, state, source, you, context: context[1] == face
    return lambda machine, state, source, you, context: bool(state.registers[SCORED] >> face & 1)


@condition("no-attack")
def _no_attack(linker: Linker, call: Call) -> Condition:
    return lambda machine, state, source, you, context: (
        not (state.registers[ATTACKED] & HAS_ATTACKED)
    )


@condition("loses")
def _loses(linker: Linker, call: Call) -> Condition:
    """The loss as it stands now, or as it was. rules: kt.damage.small, kt.damage.at-least"""
    limit, wanted = call["limit"], int(call["n"])  # type: ignore[call-overload]
    if linker.head in ("would-lose", "would-be-wounded"):
        return lambda machine, state, source, you, context: compare(
            limit, pending_loss(state, you), wanted
        )
    return lambda machine, state, source, you, context: compare(limit, context[1], wanted)


@condition("harmless")
def _harmless(linker: Linker, call: Call) -> Condition:
    whose = _whose(call["player"])
    return lambda machine, state, source, you, context: (
        not (state.registers[HARMED] >> whose(you, context) & 1)
    )


@condition("is-empty")
def _is_empty(linker: Linker, call: Call) -> Condition:
    return lambda machine, state, source, you, context: not counters_on(state, source)


@condition("shows")
def _shows(linker: Linker, call: Call) -> Condition:
    face = FACES.index(str(call["face"]))
    return lambda machine, state, source, you, context: state.registers[REROLLED] == face


# --- effects: how much ---------------------------------------------------------------------------------

Give = Callable[["Tokyo", State, int, int, Frame, Rules], int]


def bind_each(linker: Linker, call: Call, give: Give) -> list[Step]:
    """So much for each monster that is meant, at the same time; each counts for itself."""
    before, players = bind_players(linker, call["player"])
    amount = linker.number(call.get("amount", 1))
    count = None if call.get("count") is None else linker.number(call["count"])
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        total = 0
        for seat in players(machine, state, frame):
            much = amount(machine, state, frame, seat)
            if count is not None:
                much *= count(machine, state, frame, seat)
            total += give(machine, state, seat, much, frame, rules)
        frame[DONE] = total

    return [*before, act]


@effect("gain-stars")
def _gain_stars(linker: Linker, call: Call) -> list[Step]:
    return bind_each(
        linker,
        call,
        lambda machine, state, seat, much, frame, rules: atoms.gain_stars(
            machine, state, seat, much, frame[SOURCE], rules
        ),
    )


@effect("lose-stars")
def _lose_stars(linker: Linker, call: Call) -> list[Step]:
    return bind_each(
        linker,
        call,
        lambda machine, state, seat, much, frame, rules: atoms.lose_stars(
            machine, state, seat, much, frame[SOURCE], rules
        ),
    )


@effect("gain-energy")
def _gain_energy(linker: Linker, call: Call) -> list[Step]:
    return bind_each(
        linker,
        call,
        lambda machine, state, seat, much, frame, rules: atoms.gain_energy(
            machine, state, seat, much, frame[SOURCE], rules
        ),
    )


@effect("lose-energy")
def _lose_energy(linker: Linker, call: Call) -> list[Step]:
    return bind_each(
        linker,
        call,
        lambda machine, state, seat, much, frame, rules: atoms.lose_energy(
            machine, state, seat, much, frame[SOURCE], rules
        ),
    )


@effect("gain-hearts")
def _gain_hearts(linker: Linker, call: Call) -> list[Step]:
    return bind_each(
        linker,
        call,
        lambda machine, state, seat, much, frame, rules: atoms.gain_hearts(
            machine, state, seat, much, frame[SOURCE], rules, own=True
        ),
    )


@effect("pay")
def _pay(linker: Linker, call: Call) -> list[Step]:
    amount, rules = int(call["amount"]), linker.told(call)  # type: ignore[call-overload]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        atoms.pay(machine, state, frame[YOU], amount, frame[SOURCE], rules)

    return [act]


@effect("take-back")
def _take_back(linker: Linker, call: Call) -> list[Step]:
    amount, rules = linker.number(call["amount"]), linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        you = frame[YOU]
        much = amount(machine, state, frame, you)
        atoms.get_energy(machine, state, you, much, frame[SOURCE], rules)

    return [act]


# --- effects: damage and hearts ------------------------------------------------------------------------


@effect("lose-hearts")
def _lose_hearts(linker: Linker, call: Call) -> list[Step]:
    """Damage by a card, which is no attack; several monsters take it together."""
    before, players = bind_players(linker, call["player"])
    amount = linker.number(call["amount"])
    count = None if call.get("count") is None else linker.number(call["count"])
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        damage = {}
        for seat in players(machine, state, frame):
            much = amount(machine, state, frame, seat)
            if count is not None:
                much *= count(machine, state, frame, seat)
            if much and state.counters[seat]:
                damage[seat] = much
                state.log.append(("hit", rules, frame[SOURCE], seat, much))
        if damage:
            deal(state, frame[YOU], frame[SOURCE], damage)

    return [*before, act]


@effect("lose-extra-hearts")
def _lose_extra_hearts(linker: Linker, call: Call) -> list[Step]:
    """Added to the attack that is being settled. rules: kt.damage.extra, .neighbour-damage"""
    before, players = bind_players(linker, call["player"])
    amount = linker.number(call["amount"])
    rules = linker.told(call)
    neighbours_only = isinstance(call["player"], Selection) and any(
        each.word == "beside-you" for each in call["player"].filters
    )

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in players(machine, state, frame):
            if neighbours_only and not machine.all_neighbours and not pending_loss(state, seat):
                continue
            much = amount(machine, state, frame, seat)
            state.log.append(("extra", rules, frame[SOURCE], seat, much))
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

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        you = frame[YOU]
        state.counters[you] = amount(machine, state, frame, you)
        state.log.append(("set-hearts", rules, frame[SOURCE], you, state.counters[you]))

    return [act]


@effect("get-tokens")
def _get_tokens(linker: Linker, call: Call) -> list[Step]:
    kind = str(call["token"])

    def give(machine: Tokyo, state: State, seat: int, much: int, frame: Frame, rules: Rules) -> int:
        atoms.give_token(machine, state, seat, kind, much, frame[SOURCE], rules)
        return much

    return bind_each(linker, call, give)


# --- effects: cards ------------------------------------------------------------------------------------


@effect("put-on")
def _put_on(linker: Linker, call: Call) -> list[Step]:
    amount, rules = linker.number(call["amount"]), linker.told(call)
    count = None if call.get("count") is None else linker.number(call["count"])

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        much = amount(machine, state, frame, frame[YOU])
        if count is not None:
            much *= count(machine, state, frame, frame[YOU])
        atoms.put_on(state, frame[SOURCE], much, frame[SOURCE], rules)

    return [act]


@effect("store")
def _store(linker: Linker, call: Call) -> list[Step]:
    """Any part of one's energy is put on the card. rule: kt.counter.deposit"""
    rules = linker.told(call)

    def offer(machine: Tokyo, state: State, frame: Frame) -> None:
        most = state.counters[machine.energy + frame[YOU]]
        options = [("amount", n) for n in range(most + 1)]
        ask(state, "amount", frame[YOU], options, -1, -1, frame[SOURCE], rules)

    def take(machine: Tokyo, state: State, frame: Frame) -> None:
        much = state.answer[1]
        frame[DONE] = much
        if much:
            atoms.pay(machine, state, frame[YOU], much, frame[SOURCE], rules)
            atoms.put_on(state, frame[SOURCE], much, frame[SOURCE], rules)

    return [offer, take]


@effect("take-off")
def _take_off(linker: Linker, call: Call) -> list[Step]:
    amount, rules = int(call["amount"]), linker.told(call)  # type: ignore[call-overload]
    energy = call["counter"] == "energy"

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        much = atoms.take_off(state, frame[SOURCE], amount, frame[SOURCE], rules)
        if energy:
            atoms.get_energy(machine, state, frame[YOU], much, frame[SOURCE], rules)

    return [act]


@effect("discard")
def _discard(linker: Linker, call: Call) -> list[Step]:
    phrase = call["cards"]
    assert isinstance(phrase, Selection | Call)
    if call.get("price") is not None:
        raise linker.refusal("keeping cards for a price is not known yet", call.span)
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[DONE] = 0
        for card in state.answer:
            if state.where[card] != DISCARD:
                frame[DONE] = machine.cost[state.cards[card]]
                atoms.discard(machine, state, card, frame[SOURCE], rules)

    return [*bind_card_choice(linker, phrase), act]


@effect("buy")
def _buy(linker: Linker, call: Call) -> list[Step]:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    discount = int(call.get("discount") or 0)  # type: ignore[call-overload]
    every = bind_cards(linker, phrase)

    def affordable(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        found = every(machine, state, source, you)
        return [card for card in found if can_buy(machine, state, card, you, discount)]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for card in state.answer:
            purchase(state, frame[YOU], card, machine, discount, frame[SOURCE])

    return [*bind_card_choice(linker, phrase, affordable), act]


@effect("mark")
def _mark(linker: Linker, call: Call) -> list[Step]:
    """The mimic token lies on a card; its text is as if just bought. rules: kt.copy.*"""
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    every = bind_cards(linker, phrase)
    rules = linker.told(call)

    def others_than(machine: Tokyo, state: State, source: int, you: int) -> list[int]:
        found = every(machine, state, source, you)
        taken = state.registers[COPIED] - 1
        return [
            card
            for card in found
            if card not in (source, taken) and state.cards[card] not in machine.copiers
        ]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        if not state.answer:
            return
        if state.registers[COPIED]:
            atoms.end_copy(machine, state, frame[SOURCE])
        (card,) = state.answer
        state.registers[COPIED] = card + 1
        state.derived = None
        state.log.append(("copy", rules, frame[SOURCE], frame[SOURCE], card))
        happen_to(machine, state, "bought", frame[SOURCE], state.cards[card], frame[YOU])

    return [*bind_card_choice(linker, phrase, others_than), act]


# --- effects: dice -------------------------------------------------------------------------------------


@effect("reroll")
def _reroll(linker: Linker, call: Call) -> list[Step]:
    phrase = call["dice"]
    assert isinstance(phrase, Selection)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        if state.answer:
            whose = frame[CONTEXT][0] if frame[CONTEXT][0] >= 0 else frame[YOU]
            faces = state.answer
            state.log.append(("reroll", linker_rules, frame[SOURCE], whose, len(faces)))
            reroll_by_card(state, faces, whose, frame[SOURCE])

    linker_rules = linker.told(call)
    return [*bind_die_choice(linker, phrase), act]


@effect("change")
def _change(linker: Linker, call: Call) -> list[Step]:
    """A die is turned to a face. rules: kt.dice.change, kt.dice.changed"""
    phrase = call["dice"]
    assert isinstance(phrase, Selection)
    rules = linker.told(call)
    wanted = None if call["face"] == "any" else FACES.index(str(call["face"]))
    slot = linker.slot()

    def keep(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[slot] = state.answer

    def ask_face(machine: Tokyo, state: State, frame: Frame) -> None:
        if wanted is not None or not frame[slot]:
            state.answer = TO_FACE[wanted or 0]
            return
        options = [TO_FACE[face] for face in range(6) if face != frame[slot][0]]
        ask(state, "face", frame[YOU], options, -1, -1, frame[SOURCE], rules)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        to = state.answer[1]
        for face in frame[slot]:
            state.registers[DICE + face] -= 1
            state.registers[DICE + to] += 1
            told = ("change-die", rules, frame[SOURCE], frame[YOU], FACES[face], FACES[to])
            state.log.append(told)

    return [*bind_die_choice(linker, phrase), keep, ask_face, act]


@effect("add")
def _add(linker: Linker, call: Call) -> list[Step]:
    amount, rules = int(call["amount"]), linker.told(call)  # type: ignore[call-overload]
    wanted = None if call["face"] == "any" else FACES.index(str(call["face"]))

    def ask_face(machine: Tokyo, state: State, frame: Frame) -> None:
        if wanted is not None:
            state.answer = TO_FACE[wanted]
            return
        ask(state, "face", frame[YOU], list(TO_FACE), -1, -1, frame[SOURCE], rules)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        face = state.answer[1]
        state.registers[ADDED + face] += amount
        state.log.append(("add", rules, frame[SOURCE], frame[YOU], amount, FACES[face]))

    return [ask_face, act]


@effect("roll")
def _roll(linker: Linker, call: Call) -> list[Any]:
    """Dice thrown for this text alone; hearts among them are counted. rule: .other-throws"""
    amount, rules = linker.number(call["amount"]), linker.told(call)
    count = None if call.get("count") is None else linker.number(call["count"])
    slot, label = linker.slot(), Label()

    def begin(machine: Tokyo, state: State, frame: Frame) -> None:
        much = amount(machine, state, frame, frame[YOU])
        if count is not None:
            much *= count(machine, state, frame, frame[YOU])
        frame[slot], frame[DONE] = much, 0

    def throw(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[slot] <= 0:
            label.leave(frame)
            return
        ask(state, "roll", NATURE, FACE, -1, -1, frame[SOURCE], rules)

    def take(machine: Tokyo, state: State, frame: Frame) -> None:
        face = state.answer[1]
        frame[slot] -= 1
        frame[DONE] += face == HEART
        state.log.append(("throw", rules, frame[SOURCE], frame[YOU], FACES[face]))
        label.again(frame)

    return label.around([begin], [throw, take], [])


@effect("gain-rerolls")
def _gain_rerolls(linker: Linker, call: Call) -> list[Step]:
    amount, rules = linker.number(call["amount"]), linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        state.registers[REROLLS] += amount(machine, state, frame, frame[YOU])
        left = state.registers[REROLLS]
        state.log.append(("rerolls", rules, frame[SOURCE], frame[YOU], left))

    return [act]


# --- effects: Tokyo and turns --------------------------------------------------------------------------


@effect("take-tokyo")
def _take_tokyo(linker: Linker, call: Call) -> list[Step]:
    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        take_control(machine, state, frame[YOU], frame[SOURCE])

    return [act]


@effect("leave-tokyo")
def _leave_tokyo(linker: Linker, call: Call) -> list[Step]:
    before, players = bind_players(linker, call["player"])
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for seat in players(machine, state, frame):
            if in_tokyo(machine, state, seat):
                atoms.leave(machine, state, seat, frame[SOURCE], rules)
                happen(machine, state, "leaving", seat)

    return [*before, act]


@effect("yield")
def _yield(linker: Linker, call: Call) -> list[Step]:
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        atoms.leave(machine, state, frame[YOU], frame[SOURCE], rules, "yield")
        happen(machine, state, "leaving", frame[YOU])

    return [act]


@effect("extra-turn")
def _extra_turn(linker: Linker, call: Call) -> list[Step]:
    fewer = int(call.get("fewer") or 0)  # type: ignore[call-overload]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        give_turn(machine, state, frame[YOU], fewer, frame[SOURCE])

    return [act]


# --- effects: what is done with other effects ----------------------------------------------------------


@effect("if")
def _if(linker: Linker, call: Call) -> list[Any]:
    given = call["condition"]
    assert isinstance(given, Call)
    test = linker.condition(given)
    return only_if(
        lambda machine, state, frame: test(
            machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]
        ),
        linker.body(call["body"]),
    )


def _nothing(frame: Frame, accepted: bool) -> None:
    """What was decided is not asked for later."""


def _asked(linker: Linker, call: Call, body: tuple[Call, ...]) -> list[Any]:
    """Ask, where it can be done at all, whether to do it."""
    possible = linker.possible(body)
    asked = optional(
        lambda machine, state, frame: int(frame[YOU]),
        linker.told(call),
        _nothing,
        linker.body(body),
    )
    return only_if(
        lambda machine, state, frame: possible(
            machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]
        ),
        asked,
    )


@effect("may")
def _may(linker: Linker, call: Call) -> list[Any]:
    return _asked(linker, call, call["body"])  # type: ignore[arg-type]


@effect("may-first")
def _may_first(linker: Linker, call: Call) -> list[Any]:
    return _asked(linker, call, (call["cost"], *call["body"]))  # type: ignore[misc]


@effect("once-each-turn")
def _once_each_turn(linker: Linker, call: Call) -> list[Any]:
    body = linker.body(call["body"])

    def note(machine: Tokyo, state: State, frame: Frame) -> None:
        note_used(state, frame[SOURCE], frame[ABILITY])

    return only_if(
        lambda machine, state, frame: not was_used(state, frame[SOURCE], frame[ABILITY]),
        [*body, note],
    )


@effect("repeatedly")
def _repeatedly(linker: Linker, call: Call) -> list[Any]:
    """Again and again until declined, or until it can be done no more. rule: kt.card.again"""
    (only,) = call["body"]  # type: ignore[misc]
    body = (only["cost"], *only["body"]) if only.word == "may-first" else only["body"]
    possible = linker.possible(body)
    label, slot = Label(), linker.slot()

    def check(machine: Tokyo, state: State, frame: Frame) -> None:
        gone = state.where[frame[SOURCE]] != AREA + frame[YOU]
        if gone or not possible(machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]):
            label.leave(frame)

    def decided(frame: Frame, accepted: bool) -> None:
        frame[slot] = int(accepted)

    asked = optional(
        lambda machine, state, frame: int(frame[YOU]), linker.told(only), decided, linker.body(body)
    )

    def again(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[slot]:
            label.again(frame)

    return label.around([], [check, *asked, again], [])


@effect("choose-one")
def _choose_one(linker: Linker, call: Call) -> list[Any]:
    raise linker.refusal("choosing one of several is not known yet", call.span)


@effect("until-end-of-turn")
def _until_end_of_turn(linker: Linker, call: Call) -> list[Step]:
    """What holds until the present turn is over. rule: kt.turn.this-turn"""
    numbers = [linker.lasting(each, for_good=False) for each in call["body"]]  # type: ignore[attr-defined]
    rules = linker.told(call)

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        for lasting in numbers:
            state.lasting = [*state.lasting, (lasting, frame[SOURCE], frame[YOU], None)]
            told = ("lasting", rules, frame[SOURCE], frame[ABILITY], frame[YOU])
            state.log.append(told)
        immune = [each for each in numbers if machine.lasting[each].word == "cannot-lose-hearts"]
        if immune and pending_loss(state, frame[YOU]):
            reduce_damage(state, frame[YOU], pending_loss(state, frame[YOU]))

    return [act]
