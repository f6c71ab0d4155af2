"""Damage: who takes how much, who defends how, all lose together, and what follows.

The steps are those of rule kt.damage.steps. An attack begins them with its claws, a card with what
its text says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.procedures import Place
from oracle.kernel.state import Frame, Rules, State

from .any_time import before_loss
from .atoms import leave, lose_hearts
from .elimination import Blow, begin_elimination, heartless_events, still_due
from .losses import (
    AMOUNTS,
    ANSWERS,
    BY,
    CAUSE,
    CLAWS,
    DAMAGE_FRAME,
    DEALT,
    DOERS,
    HIT,
    JOINED,
    LATER,
    LEAVING,
    LOST,
    NEXT,
    SEATS,
    THERE,
    VOWS,
    WAITING,
)
from .moments import at, happen, has_yielded
from .monsters import asked_in_order, claws_pass, has_say, in_tokyo, living, said_by
from .table import ACTIVE, ACTOR, LEFT_CITY, NONE, PROCEDURES, SOURCE, YOU
from .uses import FOR_WOUND, end_wound_uses, in_use, note_prey
from .waiting import Event, Waiting, come, gather, texts_in_use
from .yielding import DONE_STEP, YIELD_STEP, YIELDED, ask_to_yield, take_yield

if TYPE_CHECKING:
    from .machine import Said, Tokyo

DEFENCES = ("would-lose", "any-time")
AGAINST_CLAWS = (*DEFENCES, "would-be-wounded")
"""Moments at which a monster defends itself, against any loss and against claws."""

STEPS = ("kt.damage.steps", "kt.damage.one")
CARD_DAMAGE = ("kt.attack.card-damage", "kt.damage.one")
LOSE = ("kt.damage.lose", "kt.damage.together")
WOUND = ("kt.damage.lose", "kt.damage.together", "kt.damage.wound")
DOUBLED = ("kt.keyword.poisonous-doubled",)
UNHARMED = ("kt.damage.prevented",)
IMMUNE = ("kt.damage.none-this-turn",)


def deal(
    state: State,
    by: int,
    cause: int,
    damage: dict[int, int],
    *,
    claws: bool = False,
    joined: bool = False,
) -> None:
    """Begin damage from one source to one monster or several. rule: kt.damage.one"""
    seats = tuple(damage)
    amounts = tuple(damage[seat] for seat in seats)
    hit = tuple(int(claws) for _ in seats)
    doers = ((by, cause),) * len(seats)
    frame = [DAMAGE, 0, by, cause, int(claws), seats, amounts, hit, (), 0, doers, ()]
    state.stack.append([*frame, int(joined), 0, (), 0, 0, 0, (), (), ()])


def answer_wound(state: State, you: int, cause: int, damage: dict[int, int]) -> None:
    """Add what a wounded monster does to others at the same moment. rule: kt.keyword.poisonous-*"""
    frame = damage_frame(state)
    frame[ANSWERS] += ((you, cause, tuple(damage.items())),)


def add_to_answer(
    machine: Tokyo, state: State, you: int, cause: int, seat: int, amount: int
) -> None:
    """Add to what a card does to a monster in answer to a wound. rule: .poisonous-doubled

    By option it comes on top instead, twice and once its owner is out.
    """
    frame = damage_frame(state)
    if machine.doubled_on_top:
        frame[LATER] += ((you, cause, seat, 2 * amount),)
        return
    answers = []
    for you, card, damage in frame[ANSWERS]:
        if card == cause:
            damage = tuple((s, n + amount if s == seat else n) for s, n in damage)
        answers.append((you, card, damage))
    frame[ANSWERS] = tuple(answers)


def damage_frame(state: State) -> Frame:
    """The damage that is being settled or defended against."""
    return next(frame for frame in reversed(state.stack) if frame[0] == DAMAGE)


def place_of(frame: Frame, seat: int) -> int | None:
    """Which entry of a damage is meant: the one defended against now, or a monster's only one."""
    if frame[NEXT] and frame[SEATS][frame[NEXT] - 1] == seat:
        return int(frame[NEXT]) - 1
    return frame[SEATS].index(seat) if seat in frame[SEATS] else None


def pending_loss(state: State, seat: int, amounts: int = AMOUNTS) -> int:
    """How many hearts a monster is about to lose, or how many were DEALT to it."""
    for frame in reversed(state.stack):
        if frame[0] == DAMAGE:
            place = place_of(frame, seat)
            return 0 if place is None else int(frame[amounts][place])
    return 0


def add_damage(state: State, seat: int, amount: int) -> None:
    """Add to what the claws make a monster lose; one they do not hit takes it as no attack.

    For that one each source is a damage of its own; the effect that adds it runs on top.
    What is added to damage by a card is part of that. rules: kt.damage.one, .neighbour-damage
    """
    frame, effect = damage_frame(state), state.stack[-1]
    doer = (effect[YOU], effect[SOURCE])
    by_card = () if frame[CLAWS] else (frame[BY], frame[CAUSE])
    for place, each in enumerate(frame[SEATS]):
        if each == seat and (frame[HIT][place] or frame[DOERS][place] in (doer, by_card)):
            amounts = list(frame[AMOUNTS])
            amounts[place] += amount
            frame[AMOUNTS] = tuple(amounts)
            return
    for local, value in ((SEATS, seat), (AMOUNTS, amount), (HIT, 0), (DOERS, doer)):
        frame[local] += (value,)


def reduce_damage(state: State, seat: int, amount: int) -> int:
    """Take away from what a monster is about to lose; returns how much was left before."""
    frame = damage_frame(state)
    place = place_of(frame, seat)
    assert place is not None
    amounts = list(frame[AMOUNTS])
    before = amounts[place]
    amounts[place] = max(0, before - amount)
    frame[AMOUNTS] = tuple(amounts)
    return int(before)


def claws_hit(state: State) -> bool:
    """Whether the attack that is being settled hits anybody."""
    return any(damage_frame(state)[HIT])


def settle(machine: Tokyo, state: State, frame: Frame) -> None:
    """It is settled who takes how much; cards add to an attack. rules: kt.damage.steps, .extra"""
    frame[LOST] = ()
    if frame[CLAWS]:
        happen(machine, state, "settling", frame[BY])
    if struck(frame) and not frame[JOINED]:
        happen(machine, state, "dealing", frame[BY])


def struck(frame: Frame) -> list[int]:
    """The others that a monster's damage is for, before cards add to it. rule: .card-damage"""
    base = (frame[BY], frame[CAUSE])
    return [
        seat
        for seat, hit, doer in zip(frame[SEATS], frame[HIT], frame[DOERS], strict=True)
        if seat != frame[BY] != NONE and (hit or (doer == base and not frame[CLAWS]))
    ]


def line_up(machine: Tokyo, state: State, frame: Frame) -> None:
    """Those who take damage, in the order they are asked. rule: kt.damage.asked"""
    every = zip(frame[SEATS], frame[AMOUNTS], frame[HIT], frame[DOERS], strict=True)
    found = [each for each in every if each[1] > 0 and state.counters[each[0]]]
    order = asked_in_order(machine, state, list(dict.fromkeys(each[0] for each in found)))
    found.sort(key=lambda each: order.index(each[0]))
    for number, local in enumerate((SEATS, AMOUNTS, HIT, DOERS)):
        frame[local] = tuple(each[number] for each in found)
    frame[NEXT], frame[DEALT] = 0, frame[AMOUNTS]
    for seat, amount, hit, (_, cause) in found:
        if hit or frame[CLAWS] or cause != frame[CAUSE]:
            told = (STEPS if hit else CARD_DAMAGE) + defended_by_roller(state, seat)
            state.log.append(("hit", told, cause, seat, amount))


def defended_by_roller(state: State, seat: int) -> Rules:
    """In borrowed phases the roller defends itself like any other."""
    borrowed = state.registers[ACTOR] != state.registers[ACTIVE]
    return ("kt.borrowed.roller-defends",) if borrowed and seat == state.registers[ACTIVE] else ()


def defend(machine: Tokyo, state: State, frame: Frame) -> None:
    """Each of them defends itself, one after the other."""
    if frame[NEXT] == len(frame[SEATS]):
        return
    place = frame[NEXT]
    seat = frame[SEATS][place]
    frame[NEXT] += 1
    frame[1] = DEFEND_STEP.at
    shields = said_by(machine, state, "cannot-lose-hearts", seat)
    if shields:
        tell_shield(state, shields[0], seat)
        reduce_damage(state, seat, frame[AMOUNTS][place])
        return
    before = before_loss(machine, state, seat)
    if before or any(at(machine, state, head, seat) for head in AGAINST_CLAWS):
        code = machine.code_number["defence"]
        state.stack.append([code, 0, seat, frame[HIT][place], (), 0])
    if before:
        state.stack.append(before)


def answer(machine: Tokyo, state: State, frame: Frame) -> None:
    """Those about to be wounded answer the attacker. rules: kt.keyword.poisonous, .wounded"""
    if not frame[CLAWS]:
        return
    about = list(zip(frame[SEATS], frame[AMOUNTS], frame[HIT], strict=True))
    about.reverse()  # the first of them is put on the stack last
    for seat, amount, hit in about:
        if hit and amount:
            happen(machine, state, "wounded", seat, (frame[BY], amount))
            if amount >= state.counters[seat] and machine.has_evolutions:
                state.stack.append([machine.code_number["vow"], 0, seat])


def deal_answers(machine: Tokyo, state: State, frame: Frame) -> None:
    """Each answer is a damage of its own to defend against. rule: kt.keyword.poisonous-lethal"""
    if frame[ANSWERS]:
        (you, cause, damage), *left = frame[ANSWERS]
        frame[ANSWERS] = tuple(left)
        frame[1] = ANSWER_STEP.at
        deal(state, you, cause, dict(damage), joined=True)


def hold_off(machine: Tokyo, state: State, frame: Frame) -> None:
    """Last of all before the loss: who cannot lose hearts by now, and what answers are worth then.

    rules: kt.damage.none-this-turn, kt.keyword.poisonous, .poisonous-more
    """
    if frame[JOINED]:
        return
    amounts = list(frame[AMOUNTS])
    for place, seat in enumerate(frame[SEATS]):
        shields = said_by(machine, state, "cannot-lose-hearts", seat) if amounts[place] else ()
        if shields:
            tell_shield(state, shields[0], seat)
            amounts[place] = 0
    wounded = {
        seat: amount
        for seat, amount, hit in zip(frame[SEATS], amounts, frame[HIT], strict=True)
        if hit and amount
    }
    for place in range(frame[NEXT], len(amounts)):
        if frame[DOERS][place][0] not in wounded:
            amounts[place] = 0  # an answer to a wound that is none in the end
    frame[AMOUNTS] = tuple(amounts)
    for seat in reversed(wounded):
        happen(machine, state, "wounded-besides", seat, (frame[BY], wounded[seat]))


def tell_shield(state: State, shield: tuple[int, Said], seat: int) -> None:
    """A text keeps a monster from losing any hearts."""
    source, said = shield
    has_say(state, source, said, seat)
    state.log.append(("immune", said.rules + IMMUNE, source, seat))


def lose(machine: Tokyo, state: State, frame: Frame) -> None:
    """All lose what is left, together. rules: kt.damage.lose, kt.damage.together"""
    if frame[JOINED]:
        state.stack.pop()
        whole = damage_frame(state)
        for local in (SEATS, AMOUNTS, HIT, DOERS):
            whole[local] += frame[local]
        return
    for seat in frame[SEATS]:
        if in_tokyo(machine, state, seat):
            frame[THERE] |= 1 << seat
    lost = []
    for place, (by, cause) in enumerate(frame[DOERS]):
        seat, amount, hit = frame[SEATS][place], frame[AMOUNTS][place], frame[HIT][place]
        more = () if hit else no_attack(machine, state, frame, place)
        if amount:
            rules = (WOUND if hit else LOSE) + more
            lost.append(lose_hearts(machine, state, seat, amount, by, cause, rules))
        else:
            lost.append(0)
            told = UNHARMED + saved_by(machine, state, seat) + more
            if hit:
                told += ("kt.attack.harmless",)
            state.log.append(("unharmed", told, cause, seat))
        note_prey(state, by, seat, lost[-1])
    frame[LOST] = tuple(lost)
    frame[WAITING] = what_waits(machine, state, frame)
    for seat in frame[SEATS]:
        if frame[LEAVING] >> seat & 1 and in_tokyo(machine, state, seat):
            told = ("kt.yield.unharmed", "kt.yield.unharmed-first", *YIELDED)
            if in_tokyo(machine, state, frame[BY]):
                told += ("kt.yield.inside",)
            leave(machine, state, seat, NONE, told, "yield")
            has_yielded(machine, state, seat)


def no_attack(machine: Tokyo, state: State, frame: Frame, place: int) -> Rules:
    """What is said about a loss to something else than claws. rule: kt.attack.card-damage"""
    seat = frame[SEATS][place]
    rules: Rules = CARD_DAMAGE + defended_by_roller(state, seat)
    if place >= frame[NEXT]:
        rules += ("kt.keyword.poisonous-no-wound",)
    if frame[THERE] >> seat & 1:
        rules += ("kt.yield.not-to-cards", "kt.tokyo.stay")
    if claws_pass(machine, state, frame[DOERS][place][0], seat):
        rules += ("kt.attack.empty-city",)
    return rules


def note_leaving(state: State, seat: int) -> None:
    """A monster yields to be spared; it leaves when the others lose. rule: .unharmed-first"""
    damage_frame(state)[LEAVING] |= 1 << seat


def saved_by(machine: Tokyo, state: State, seat: int) -> Rules:
    """What follows when a card that was used took all damage away. rules: kt.keyword.tough-*"""
    uses = [use for _, use in in_use(machine, state, seat) if use.lasts == FOR_WOUND]
    if not uses:
        return ()
    answers = any("wounded" in use.triggered for use in uses)
    return ("kt.keyword.tough-no-wound",) + (("kt.keyword.tough-and-poisonous",) if answers else ())


def what_waits(machine: Tokyo, state: State, frame: Frame) -> tuple[Waiting, ...]:
    """What waits for these losses, before anybody gives up cards. rules: kt.damage.steps, .waiting

    Those without hearts now may be saved and still have their own.
    """
    by = frame[BY]
    events: list[Event] = []
    wounds = 0
    for seat, amount, hit in zip(frame[SEATS], frame[LOST], frame[HIT], strict=True):
        if amount:
            events.append((seat, "lost-hearts", (seat, amount)))
            if hit:
                events.append((by, "wounding", (seat, amount)))
                wounds += 1
    if wounds and not machine.harmless_is_attack:
        events.append((by, "attacking", (by, 0)))
    waiting = gather(machine, state, events)
    if not all(state.counters[seat] for seat in frame[SEATS]):
        there = {*living(machine, state), *frame[SEATS]}
        waiting += gather(machine, state, heartless_events(state, there, blows_of(frame)))
    if state.lasting and frame[CLAWS]:
        waiting += texts_in_use(machine, state, frame[SEATS])
    return waiting


def blows_of(frame: Frame) -> dict[int, Blow]:
    """What struck each monster in a damage."""
    every = list(
        zip(frame[SEATS], frame[HIT], frame[LOST], frame[AMOUNTS], frame[DOERS], strict=True)
    )
    blows = {}
    for struck in dict.fromkeys(frame[SEATS]):
        own = [each for each in every if each[0] == struck]
        doers = tuple(sorted({doer[0] for _, _, _, amount, doer in own if amount}))
        blows[struck] = (int(any(each[1] for each in own)), sum(each[2] for each in own), doers)
    return blows


def sort_out(machine: Tokyo, state: State, frame: Frame) -> None:
    """Those without hearts are eliminated or saved."""
    if all(state.counters[seat] for seat in frame[SEATS]):
        return
    left_city = state.registers[LEFT_CITY] - 1
    yielded = left_city >= 0 and bool(frame[LEAVING] >> left_city & 1)
    begin_elimination(state, frame[BY], blows_of(frame), yielded=yielded, vows=frame[VOWS])


def follow(machine: Tokyo, state: State, frame: Frame) -> None:
    """Effects that waited for losses take place. rule: kt.card.waiting"""
    for you, cause, seat, amount in frame[LATER]:
        if not state.counters[you] and state.counters[seat]:
            state.log.append(("hit", DOUBLED, cause, seat, amount))
            deal(state, you, cause, {seat: amount})
    tell_of_losses(machine, state, frame)
    if frame[WAITING]:
        come(machine, state, still_due(machine, state, frame[WAITING]))


def tell_of_losses(machine: Tokyo, state: State, frame: Frame) -> None:
    """Tell what a damage was not: a wound, an attack. rules: kt.token.one-per-attack, .harmless"""
    by = frame[BY]
    for seat, amount, hit in zip(frame[SEATS], frame[LOST], frame[HIT], strict=True):
        if amount and not hit and by != NONE and at(machine, state, "wounding", by):
            state.log.append(("no-token", ("kt.token.one-per-attack",), NONE, seat))
    if frame[CLAWS] and not machine.harmless_is_attack:
        told = ("kt.attack.harmless", "kt.attack.reward")
        wounded = sum(bool(lost and hit) for lost, hit in zip(frame[LOST], frame[HIT], strict=True))
        if wounded:
            state.log.append(("judged", told, NONE, by, wounded))
        else:
            state.log.append(("harmless", told, NONE, by))


def done(machine: Tokyo, state: State, frame: Frame) -> None:
    """The damage is over, and with it what was used against it."""
    end_wound_uses(machine, state, frame[SEATS])


DEFEND_STEP = Place()
ANSWER_STEP = Place()
DAMAGE = PROCEDURES.declare(
    "damage",
    settle,
    line_up,
    DEFEND_STEP,
    defend,
    answer,
    ANSWER_STEP,
    deal_answers,
    hold_off,
    lose,
    sort_out,
    follow,
    YIELD_STEP,
    ask_to_yield,
    take_yield,
    DONE_STEP,
    done,
    remembers=DAMAGE_FRAME,
)
