"""Misreadings of damage: what is one, who defends how and when, and what is lost."""

from __future__ import annotations

from collections.abc import Iterable
from operator import setitem
from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.tokyo import verbs as own
from conformance.mutants.topic import Topic
from oracle.kernel.state import Frame, State
from oracle.tokyo import amounts, atoms, damage, defending, losses, monsters, waiting, yielding
from oracle.tokyo.binding import CONDITIONS, EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import USED, happen
from oracle.tokyo.roll import symbols
from oracle.tokyo.table import ACTOR, CLAW, DECLINE, DONE, NONE, PROCEDURES, SOURCE, YOU
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("tokyo", "damage")


@own.around(damage.add_damage)
def adding(extra: Any, add_damage: Any, state: State, seat: int, amount: int) -> None:
    """Add to the damage of those hit by claws otherwise; `extra(add_damage, state, attack, …)`."""
    frames = reversed(state.stack)
    attack = next(each for each in frames if each[0] == damage.DAMAGE and each[losses.CLAWS])
    if seat in attack[losses.SEATS]:
        extra(add_damage, state, attack, seat, amount)
    else:
        add_damage()


@AS_IF("each claw were a damage of 1 of its own for a card against small losses", "kt.damage.one")
@do.result(CONDITIONS, "loses")
def claw_by_claw(holds: Any, linker: Linker, call: Call) -> Any:
    if linker.head not in damage.DEFENCES or call["limit"] != "exactly":
        return holds

    def by_claws(machine: Tokyo, state: State, *rest: Any) -> bool:
        frame = defences(state)
        return (frame is not None and bool(frame[defending.FOR])) or holds(machine, state, *rest)

    return by_claws


@AS_IF("a monster were wounded by two hearts or more", "kt.damage.wound")
@do.after(damage.lose)
def one_heart_is_no_wound(frame: Frame) -> None:
    if not frame[losses.JOINED]:
        both = zip(frame[losses.HIT], frame[losses.LOST], strict=True)
        frame[losses.HIT] = tuple(int(hit and lost > 1) for hit, lost in both)


@AS_IF("hearts lost to a card were a wound like those lost to claws", "kt.damage.wound")
@do.before(damage.line_up)
def any_loss_is_a_wound(frame: Frame) -> None:
    if frame[losses.BY] != NONE and not frame[losses.JOINED]:
        frame[losses.HIT] = tuple(int(seat != frame[losses.BY]) for seat in frame[losses.SEATS])


@AS_IF("a card added damage for one of the monsters hit only", "kt.damage.extra")
@adding
def extra_for_one(add: Any, state: State, attack: Frame, seat: int, amount: int) -> None:
    if seat == attack[losses.SEATS][0]:
        add()


@AS_IF("only one card could add to an attack", "kt.damage.extra")
@adding
def extras_do_not_add_up(add: Any, state: State, attack: Frame, seat: int, amount: int) -> None:
    if damage.pending_loss(state, seat) == symbols(state, CLAW):
        add()


@AS_IF(
    "what cards add to an attack were added after the defence", "kt.damage.extra", "kt.damage.steps"
)
def extra_past_defence(change: Changes) -> None:
    @adding
    def keep(add: Any, state: State, attack: Frame, seat: int, amount: int) -> None:
        attack[losses.LATER] += ((attack[losses.BY], NONE, seat, amount),)

    @change.before(damage.lose)
    def lose_more(frame: Frame) -> None:
        if frame[losses.CLAWS]:
            more = dict.fromkeys(frame[losses.SEATS], 0)
            for _, _, seat, amount in frame[losses.LATER]:
                more[seat] = more.get(seat, 0) + amount
            both = zip(frame[losses.SEATS], frame[losses.AMOUNTS], strict=True)
            frame[losses.AMOUNTS] = tuple(amount + more[seat] for seat, amount in both)
            frame[losses.LATER] = ()

    keep(change)


@AS_IF(
    "effects that wait for a loss took place after the decisions about yielding", "kt.damage.steps"
)
def effects_after_yielding(change: Changes) -> None:
    def nothing(machine: Tokyo, state: State, frame: Frame) -> None:
        """What took place here comes later."""

    steps = list(PROCEDURES.steps[damage.DAMAGE])
    steps[steps.index(damage.follow)] = nothing
    steps.insert(yielding.DONE_STEP.at, damage.follow)
    change.put(PROCEDURES.steps, damage.DAMAGE, tuple(steps))


@AS_IF(
    "effects that wait for a loss were those there are once monsters are out",
    "kt.damage.steps",
    "kt.copy.ends",
)
def effects_of_those_left(change: Changes) -> None:
    what_waits = damage.what_waits
    change.instead(what_waits)(lambda: ())

    @change.before(damage.follow)
    def look_and_follow(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[losses.WAITING] = what_waits(machine, state, frame)


@AS_IF("monsters decided about damage counterclockwise", "kt.damage.asked")
@do.instead(monsters.asked_in_order)
def counterclockwise(machine: Tokyo, state: State, seats: list[int]) -> list[int]:
    active, n = state.registers[ACTOR], machine.players
    first = active if machine.active_first else active - 1
    return sorted(seats, key=lambda seat: (first - seat) % n)


@AS_IF("every defence could be left", "kt.damage.defend")
@do.relink
def may_be_left(machine: Tokyo) -> None:
    for linked in machine.abilities:
        if linked.head in damage.AGAINST_CLAWS:
            linked.optional = True


@AS_IF("a monster applied one defence to a damage", "kt.damage.defend")
@do.around(defending.take_defence)
def one_defence_only(take_defence: Any, state: State, frame: Frame) -> None:
    declined = state.answer == DECLINE
    take_defence()
    if not declined:
        frame[1] = len(PROCEDURES.steps[defending.DEFENCE]) - 1


def defences(state: State) -> Frame | None:
    """The defence that is under way."""
    return next((frame for frame in reversed(state.stack) if frame[0] == defending.DEFENCE), None)


@own.result(CONDITIONS, "loses")
def judging(counts: Any, holds: Any, linker: Linker) -> Any:
    """Let a card look at the size of a loss it would prevent only at some moments."""
    if linker.head not in damage.DEFENCES:
        return holds
    return lambda machine, state, source, *rest: (
        counts(state, source) and holds(machine, state, source, *rest)
    )


@AS_IF("a card against small losses worked only before any other defence", "kt.damage.small")
@judging
def small_from_the_first(state: State, source: int) -> bool:
    frame = defences(state)
    return frame is None or all(card == source for card, _ in frame[defending.APPLIED])


@AS_IF("a card against small losses worked against claws only", "kt.damage.small")
@judging
def small_by_claws(state: State, source: int) -> bool:
    frame = defences(state)
    return frame is None or bool(frame[defending.FOR])


@AS_IF("one die were thrown against damage, however many hearts", "kt.damage.die-for-each")
@do.around(EFFECTS, "roll")
def one_die_for_all(roll: Any, linker: Linker, call: Call) -> Any:
    if linker.head == "would-lose":
        call = Call(call.word, tuple(each for each in call.args if each[0] != "count"))
    return roll(call=call)


@AS_IF("one heart face thrown against damage took all of it away", "kt.damage.die-for-each")
def a_heart_saves_all(change: Changes) -> None:
    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[DONE]:
            damage.reduce_damage(state, frame[YOU], damage.pending_loss(state, frame[YOU]))

    @change.around(EFFECTS, "prevent")
    def bind(prevent: Any, call: Call) -> Any:
        count = call.get("count")
        return [act] if (isinstance(count, Call) and count.word == "done") else prevent()


IMMUNE = "cannot-lose-hearts"


@AS_IF("who pays to lose no hearts were safe from one damage only", "kt.damage.none-this-turn")
@do.around(EFFECTS, "until-end-of-turn")
def this_damage_only(until: Any) -> Any:
    def forget(machine: Tokyo, state: State, frame: Frame) -> None:
        state.lasting = [
            entry
            for entry in state.lasting
            if machine.lasting[entry[0]].word != IMMUNE or entry[1] != frame[SOURCE]
        ]

    return [*until(), forget]


@AS_IF(
    "who paid to lose no hearts were safe from claws only later in the turn",
    "kt.damage.none-this-turn",
)
@do.around(damage, "said_by")
def safe_from_claws_only(said_by: Any, state: State, word: str) -> Any:
    return [] if word == IMMUNE and (not damage.damage_frame(state)[losses.CLAWS]) else said_by()


@AS_IF("damage beyond a monster's hearts left it the last one", "kt.damage.lose")
@do.around(atoms.lose_hearts)
def never_the_last(lose_hearts: Any, state: State, seat: int, amount: int) -> Any:
    have = state.counters[seat]
    return lose_hearts(amount=have - 1 if amount > have else amount)


@AS_IF("those hurt by a card lost their hearts one after another", "kt.damage.together")
@do.around(amounts, "deal")
def one_after_another(deal: Any, damage: dict[int, int]) -> None:
    for seat in reversed(damage):
        deal(damage={seat: damage[seat]})


@AS_IF("cards that wait for a loss answered to damage that was prevented", "kt.damage.prevented")
@do.after(damage.follow)
def prevented_is_lost(machine: Tokyo, state: State, frame: Frame) -> None:
    every = zip(frame[losses.SEATS], frame[losses.LOST], frame[losses.HIT], strict=True)
    for seat, lost, hit in every:
        if hit and not lost:
            happen(machine, state, "lost-hearts", seat, (seat, symbols(state, CLAW)))


@do.verb
def rewarding(change: Changes, counted: Any) -> None:
    """Let a loss be rewarded as if it were others, by (state, the monster, how many hearts)."""
    gather = waiting.gather

    @change.instead(damage, "gather")
    def gather_otherwise(
        machine: Tokyo, state: State, events: Iterable[waiting.Event]
    ) -> tuple[waiting.Waiting, ...]:
        changed: list[waiting.Event] = []
        for seat, head, context in events:
            amounts = counted(state, seat, context[1]) if head == "lost-hearts" else [context[1]]
            changed += [(seat, head, (context[0], amount)) for amount in amounts]
        return gather(machine, state, changed)


@AS_IF(
    "the hearts lost in a turn were added up for a card that rewards a great loss",
    "kt.damage.at-least",
)
@rewarding
def losses_add_up(state: State, seat: int, lost: int) -> list[int]:
    turns = state.stack[0]
    turns[USED] = (*turns[USED], (-1 - seat, lost))
    return [sum(amount for who, amount in turns[USED] if who == -1 - seat)]


@own.around(EFFECTS, "lose-hearts")
def hurting(whom: Any, lose_hearts: Any, call: Call) -> Any:
    """Let cards that hurt several monsters hurt others."""
    who = call["player"]
    if isinstance(who, Selection) and who.quantity.kind == "all" and not who.filters:
        args = ((name, whom(who) if name == "player" else each) for name, each in call.args)
        call = Call(call.word, tuple(args))
    return lose_hearts(call=call)


@AS_IF("a card that hurts its buyer did so before what it gives", "kt.damage.self")
@do.around(Linker, "body")
def hurt_first(body: Any, link: Linker, calls: tuple[Call, ...], *_: Any) -> Any:
    hurts = [each for each in calls if _hurts_you(each)]
    return body(link, (*hurts, *(each for each in calls if each not in hurts)))


def _hurts_you(call: Call) -> bool:
    return call.word == "lose-hearts" and call["player"] == Call("you")


AS_IF("defences were applied in a fixed order", "kt.damage.defend").so(
    "order-of-cards", own.answers(defending, "defend", own.first)
)
AS_IF("what cards add to an attack were a damage of its own", "kt.damage.one").so(
    "extra-is-another-damage",
    adding(
        lambda add, state, attack, seat, amount: damage.deal(
            state, attack[losses.BY], NONE, {seat: amount}
        )
    ),
)
AS_IF(
    "effects that wait for a loss took place before those without hearts are saved",
    "kt.damage.steps",
).so("effects-before-rescue", own.in_order(damage.DAMAGE, damage.follow, damage.sort_out))
AS_IF(
    "the active monster decided first about its loss, and last where it should be first",
    "kt.damage.asked",
).so("active-first-turned-round", do.turn_round("active_first"))
AS_IF("a defence were applied as long as hearts are left", "kt.damage.defend").so(
    "again-and-again",
    do.after(defending.take_defence)(lambda frame: setitem(frame, defending.APPLIED, ())),
)
AS_IF("damage cost one heart, however much it is", "kt.damage.lose").so(
    "one-heart-at-a-time",
    do.around(atoms.lose_hearts)(lambda lose_hearts, amount: lose_hearts(amount=min(amount, 1))),
)
AS_IF("a great loss were rewarded once for every two hearts", "kt.damage.at-least").so(
    "for-every-two", rewarding(lambda state, seat, lost: [lost] * max(1, lost // 2))
)
AS_IF("a card that hurts all others hurt only those whom claws would hit", "kt.damage.all").so(
    "all-whom-claws-hit",
    hurting(lambda who: evolve(who, filters=(Call("clawed"),)) if who.other else who),
)
AS_IF("a card that hurts all spared its buyer", "kt.damage.all").so(
    "all-but-the-buyer", hurting(lambda who: evolve(who, other=True))
)
AS_IF("a buyer could not defend itself against its own card", "kt.damage.self").so(
    "no-defence-against-oneself",
    do.provided(damage.defend)(lambda frame: frame[losses.SEATS] != (frame[losses.BY],)),
)
