"""Effects of the card text of Duel."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from oracle.dice_games import atoms
from oracle.dice_games.control import asked
from oracle.dice_games.linker import whole
from oracle.dice_games.selection import bind_card_choice, bind_cards
from oracle.dice_games.table import (
    ABILITY,
    AREA,
    CONTEXT,
    ROW,
    SOURCE,
    YOU,
)
from oracle.kernel.flow import only_if, repeat
from oracle.kernel.machine import Step, ask
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call, Selection

from . import cards, dice, energy
from . import hearts as hearts_topic
from .binding import EFFECTS, Condition, can, effect
from .buy import can_buy, discard_from_row, purchase
from .cards import forget_uses
from .conditions import whose
from .energy import gain_energy
from .hearts import gain_hearts
from .hits import deal, prevent, stay
from .king import place_own, stop_pull
from .monsters import in_own_spotlight, result_of, tell_spotlights, waits_already, works
from .pull import CELL, FORGONE, TOKEN, begin_pull, pull_frame
from .resolve import multiply
from .table import (
    ENERGY,
    FACES,
    NAMED_MONSTER,
    PLAYERS,
)
from .tracks import TRACKS
from .turn import cut_short, give_turn

if TYPE_CHECKING:
    from .linker import Linker
    from .machine import Duel


Amount = Callable[["Duel", State, Frame], int]


def _integer(value: object) -> int:
    return int(value)  # type: ignore[call-overload, no-any-return]


def _times(linker: Linker, call: Call) -> Amount:
    """The amount of an effect, times what it counts, in one."""
    amount = linker.number(call["amount"])
    count = None if call.get("count") is None else linker.number(call["count"])

    def much(machine: Duel, state: State, frame: Frame) -> int:
        found = amount(machine, state, frame, frame[YOU])
        if count is not None:
            found *= count(machine, state, frame, frame[YOU])
        return found

    return much


def _idle(state: State, frame: Frame, rules: Rules) -> None:
    """Tell that a text that counts something finds nothing."""
    source, you = frame[SOURCE], frame[YOU]
    state.log.append(("no-effect", rules, source, source, frame[ABILITY], you))


# --- markers and hits ----------------------------------------------------------------------------


@effect("pull")
def _pull(linker: Linker, call: Call) -> list[Any]:
    """A pull; by option, one for each of what is counted. rule: kd.pull.counted"""
    track, much, rules = TRACKS.index(str(call["track"])), _times(linker, call), linker.told(call)

    def one(machine: Duel, state: State, frame: Frame) -> None:
        begin_pull(machine, state, frame[YOU], track, 1, frame[SOURCE], rules)

    def none(machine: Duel, state: State, frame: Frame) -> None:
        _idle(state, frame, rules)

    if call.get("count") is None or not linker.machine.pulls_apart:
        return [_one_pull(track, much, rules)]
    return [
        *only_if(lambda *now: not much(*now), [none]),
        *repeat(much, linker.slot(), [one]),
    ]


def _one_pull(track: int, much: Amount, rules: Rules) -> Step:
    """All cells in one pull."""

    def act(machine: Duel, state: State, frame: Frame) -> None:
        cells = much(machine, state, frame)
        if cells:
            begin_pull(machine, state, frame[YOU], track, cells, frame[SOURCE], rules)
        else:
            _idle(state, frame, rules)

    return act


@effect("stop-pull")
def _stop_pull(linker: Linker, call: Call) -> list[Step]:
    rules = linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        stop_pull(state, frame[YOU], frame[SOURCE], rules)

    return [act]


@effect("hit")
def _hit(linker: Linker, call: Call) -> list[Step]:
    """Hits of one instruction, dealt together. rules: kd.hit.card, .self, .both, .by-spotlight"""
    much, rules = _times(linker, call), linker.told(call)
    phrase = call["player"]
    spotlit = isinstance(phrase, Selection) and any(
        each.word == "in-spotlight" for each in phrase.filters
    )
    picked = linker.slot()

    def choose(machine: Duel, state: State, frame: Frame) -> None:
        seats = meant(state, frame[YOU])
        if isinstance(phrase, Selection) and phrase.quantity.kind != "all" and len(seats) > 1:
            options = [NAMED_MONSTER[seat] for seat in seats]
            ask(state, "monster", frame[YOU], options, frame[SOURCE], machine.cited.choose)
        else:
            state.answer = tuple(seats)

    def meant(state: State, you: int) -> list[int]:
        if not isinstance(phrase, Selection):
            return [whose(phrase)(you)]
        seats = in_own_spotlight(state) if spotlit else list(range(PLAYERS))
        return [seat for seat in seats if not (phrase.other and seat == you)]

    def pick(machine: Duel, state: State, frame: Frame) -> None:
        chosen = state.answer
        frame[picked] = (chosen[1],) if chosen and chosen[0] == "monster" else chosen

    def act(machine: Duel, state: State, frame: Frame) -> None:
        seats = frame[picked]
        amount = much(machine, state, frame)
        told = rules + tell_spotlights(machine, state) if spotlit else rules
        if amount and seats:
            deal(machine, state, dict.fromkeys(seats, amount), frame[SOURCE], told)
        else:
            _idle(state, frame, told)

    return [choose, pick, act]


@effect("multiply-hits")
def _multiply_hits(linker: Linker, call: Call) -> list[Step]:
    face, rules = FACES.index(str(call["face"])), linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        multiply(machine, state, frame[YOU], face, frame[SOURCE], rules)

    return [act]


@can("multiply-hits")
def _can_multiply(linker: Linker, call: Call) -> Condition:
    face = FACES.index(str(call["face"]))
    return lambda machine, state, source, you, context: result_of(machine, state, face) > 1


@effect("prevent")
def _prevent(linker: Linker, call: Call) -> list[Step]:
    of, much, rules = whose(call["player"]), _times(linker, call), linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        prevent(state, of(frame[YOU]), much(machine, state, frame), frame[SOURCE], rules)

    return [act]


# --- hearts, energy, dice tokens -----------------------------------------------------------------


@effect("gain-energy")
def _gain_energy(linker: Linker, call: Call) -> list[Step]:
    of, much, rules = whose(call["player"]), _times(linker, call), linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        amount = much(machine, state, frame)
        if amount:
            gain_energy(machine, state, of(frame[YOU]), amount, frame[SOURCE], rules)
        else:
            _idle(state, frame, rules)

    return [act]


@effect("pay")
def _pay(linker: Linker, call: Call) -> list[Step]:
    amount, rules = _integer(call["amount"]), linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        energy.pay(state, frame[YOU], amount, frame[SOURCE], rules)

    return [act]


@can("pay")
def _can_pay(linker: Linker, call: Call) -> Condition:
    amount = _integer(call["amount"])
    return lambda machine, state, source, you, context: state.counters[ENERGY + you] >= amount


@effect("gain-hearts")
def _gain_hearts(linker: Linker, call: Call) -> list[Step]:
    """In answer to a gain it is part of that gain. rule: kd.heart.extra"""
    of, much, rules = whose(call["player"]), _times(linker, call), linker.told(call)
    adds = linker.head == "gaining-hearts"

    def act(machine: Duel, state: State, frame: Frame) -> None:
        give = hearts_topic.give_hearts if adds else gain_hearts
        seat, amount = of(frame[YOU]), much(machine, state, frame)
        give(machine, state, seat, amount, frame[SOURCE], rules)

    return [act]


@effect("set-hearts")
def _set_hearts(linker: Linker, call: Call) -> list[Step]:
    of, amount, rules = whose(call["player"]), linker.number(call["amount"]), linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        seat = of(frame[YOU])
        hearts = amount(machine, state, frame, frame[YOU])
        if not machine.last_heart_lost:
            stay(state, seat, hearts, frame[SOURCE])
        hearts_topic.set_hearts(state, seat, hearts, frame[SOURCE], rules)

    return [act]


@effect("get-tokens")
def _get_tokens(linker: Linker, call: Call) -> list[Step]:
    of, amount, rules = whose(call["player"]), _integer(call["amount"]), linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        dice.get_tokens(state, of(frame[YOU]), amount, frame[SOURCE], rules)

    return [act]


# --- cards ---------------------------------------------------------------------------------------


@effect("discard")
def _discard(linker: Linker, call: Call) -> list[Step]:
    """Cards go to the pile; a gap in the row is filled. rules: .leaves, .take-away, .discard-one"""
    phrase, rules = call["cards"], linker.told(call)
    assert isinstance(phrase, Selection | Call)
    itself = isinstance(phrase, Call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        for card in state.answer:
            if state.where[card] == ROW:
                discard_from_row(state, card, frame[SOURCE], rules)
            elif not itself or works(machine, state, card, frame[YOU]):
                cards.discard(state, card, frame[SOURCE], rules)
        if not state.answer:
            _idle(state, frame, rules)

    return [*bind_card_choice(linker, phrase), act]


@can("discard")
def _can_discard(linker: Linker, call: Call) -> Condition:
    phrase = call["cards"]
    assert isinstance(phrase, Selection | Call)
    if isinstance(phrase, Call):
        return lambda machine, state, source, you, context: works(machine, state, source, you)
    found = bind_cards(linker, phrase)
    return lambda machine, state, source, you, context: bool(found(machine, state, source, you))


@effect("swap")
def _swap(linker: Linker, call: Call) -> list[Step]:
    """Two keep cards change their owners; nobody has bought anything. rule: kd.card.exchange"""
    phrase, rules = call["cards"], linker.told(call)
    assert isinstance(phrase, Selection)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        this, you = frame[SOURCE], frame[YOU]
        for card in state.answer:
            place = state.where[card]
            if state.where[this] == AREA + you and place != AREA + you:
                atoms.move(state, this, place)
                atoms.move(state, card, AREA + you)
                state.log.append(("swap", rules, this, you, this, card))
                if machine.moved_card_anew:
                    forget_uses(state, (this, card))

    return [*bind_card_choice(linker, phrase), act]


@can("swap")
def _can_swap(linker: Linker, call: Call) -> Condition:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    found = bind_cards(linker, phrase)
    return lambda machine, state, source, you, context: (
        state.where[source] == AREA + you and bool(found(machine, state, source, you))
    )


@effect("buy")
def _buy(linker: Linker, call: Call) -> list[Step]:
    phrase, rules = call["cards"], linker.told(call)
    assert isinstance(phrase, Selection)
    discount = _integer(call.get("discount") or 0)
    every = bind_cards(linker, phrase)

    def affordable(machine: Duel, state: State, source: int, you: int) -> list[int]:
        found = every(machine, state, source, you)
        return [card for card in found if can_buy(machine, state, card, you, discount)]

    def act(machine: Duel, state: State, frame: Frame) -> None:
        for card in state.answer:
            purchase(machine, state, frame[YOU], card, discount, frame[SOURCE], rules)

    return [*bind_card_choice(linker, phrase, affordable), act]


@can("buy")
def _can_buy(linker: Linker, call: Call) -> Condition:
    phrase = call["cards"]
    assert isinstance(phrase, Selection)
    discount = _integer(call.get("discount") or 0)
    found = bind_cards(linker, phrase)
    return lambda machine, state, source, you, context: any(
        can_buy(machine, state, card, you, discount) for card in found(machine, state, source, you)
    )


# --- noise tokens --------------------------------------------------------------------------------


@effect("forgo-bonus")
def _forgo_bonus(linker: Linker, call: Call) -> list[Step]:
    rules = linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        pull = pull_frame(state)
        if pull is not None:
            pull[FORGONE] = 1
            state.log.append(("forgo", rules, frame[SOURCE], frame[YOU], pull[TOKEN]))

    return [act]


@can("forgo-bonus")
def _can_forgo(linker: Linker, call: Call) -> Condition:
    def holds(machine: Duel, state: State, source: int, you: int, context: tuple[int, ...]) -> bool:
        pull = pull_frame(state)
        return pull is not None and pull[TOKEN] >= 0 and pull[CELL] >= 0 and not pull[FORGONE]

    return holds


@effect("place-noise")
def _place_noise(linker: Linker, call: Call) -> list[Step]:
    rules = linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        place_own(machine, state, frame[YOU], frame[SOURCE], rules)

    return [act]


# --- turns, and what is done with other effects --------------------------------------------------


@effect("extra-turn")
def _extra_turn(linker: Linker, call: Call) -> list[Step]:
    rules = linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        give_turn(machine, state, frame[YOU], frame[SOURCE], rules)

    return [act]


@effect("end-turn")
def _end_turn(linker: Linker, call: Call) -> list[Step]:
    rules = linker.told(call)

    def act(machine: Duel, state: State, frame: Frame) -> None:
        cut_short(machine, state, frame[YOU], frame[SOURCE], rules)

    return [act]


@effect("may")
def _may(linker: Linker, call: Call) -> list[Any]:
    """What may be done; by option, claws must be multiplied. rule: kd.monster.multiply"""
    body = whole(call)
    if linker.machine.must_multiply and any(each.word == "multiply-hits" for each in body):
        possible = linker.possible(body)
        return only_if(
            lambda machine, state, frame: possible(
                machine, state, frame[SOURCE], frame[YOU], frame[CONTEXT]
            ),
            linker.body(body),
        )
    return asked(linker, call, body)


@effect("may-first")
def _may_first(linker: Linker, call: Call) -> list[Any]:
    """What may be done for a price; on a monster, its line with a plus. rule: kd.power.plus"""
    linker.plus = linker.kind == "monster"
    found = asked(linker, call, whole(call))
    linker.plus = False
    return found


_again = EFFECTS["repeatedly"]


@effect("repeatedly")
def _repeatedly(linker: Linker, call: Call) -> list[Any]:
    """Again and again as long as it can be paid; what costs nothing is had once."""
    inner: Any = call["body"]
    only: Call = inner[0]
    if only.get("cost") is None:
        return asked(linker, only, whole(only))
    return _again(linker, call)


_each = EFFECTS["for-each"]


@effect("for-each")
def _for_each(linker: Linker, call: Call) -> list[Any]:
    """Once for each thing counted; by option, pulls are one pull. rule: kd.pull.each-time"""
    body = whole(call)
    if not linker.machine.each_time_in_one or [each.word for each in body] != ["pull"]:
        return _each(linker, call)
    (pull,) = body
    cells, count = _times(linker, pull), linker.number(call["count"])

    def much(machine: Duel, state: State, frame: Frame) -> int:
        return int(cells(machine, state, frame) * count(machine, state, frame, frame[YOU]))

    return [_one_pull(TRACKS.index(str(pull["track"])), much, linker.told(pull))]


@effect("next-turn")
def _next_turn(linker: Linker, call: Call) -> list[Step]:
    """What waits for the next turn that a monster begins. rule: kd.turn.rival-next"""
    of, body = whose(call["player"]), whole(call)
    numbers = [linker.lasting(each, for_good=False) for each in body]
    rules = linker.told(call) + tuple(rule for each in body for rule in linker.told(each))

    def act(machine: Duel, state: State, frame: Frame) -> None:
        source, you = frame[SOURCE], frame[YOU]
        for number in numbers:
            if machine.waits_once and waits_already(state, number, source, of(you)):
                state.log.append(("no-effect", rules, source, source, frame[ABILITY], you))
                continue
            state.lasting = [*state.lasting, (number, source, you, (of(you), 0))]
            state.log.append(("waiting", rules, source, frame[ABILITY], of(you)))

    return [act]
