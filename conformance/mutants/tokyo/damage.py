"""Misreadings of damage: what is one, who defends how and when, and what is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import evolve

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.kernel.machine import ask
from oracle.kernel.state import Frame, Options, State
from oracle.tokyo import amounts, atoms, damage, defending, monsters, waiting
from oracle.tokyo.binding import CONDITIONS, EFFECTS
from oracle.tokyo.linker import Linker
from oracle.tokyo.machine import Tokyo
from oracle.tokyo.moments import USED, happen
from oracle.tokyo.roll import symbols
from oracle.tokyo.table import ACTOR, CLAW, DECLINE, DONE, NONE, PROCEDURES, SOURCE, YOU
from rules_dsl.definitions import Call, Selection

AS_IF = Topic("tokyo", "damage")

Extra = Callable[[State, Frame, int, int], None]
"""Adds to an attack, by (state, the frame of the attack, the monster, how much)."""


def adding(change: Changes, extra: Extra) -> None:
    """Let what cards add to the damage of monsters hit by claws be added otherwise."""
    add_damage = damage.add_damage

    def add(state: State, seat: int, amount: int) -> None:
        attack = next(
            frame
            for frame in reversed(state.stack)
            if frame[0] == damage.DAMAGE and frame[damage.CLAWS]
        )
        if seat in attack[damage.SEATS]:
            extra(state, attack, seat, amount)
        else:
            add_damage(state, seat, amount)

    change.swap(add_damage, add)


@AS_IF(
    "extra-is-another-damage",
    "what cards add to an attack were a damage of its own",
    "kt.damage.one",
)
def extra_is_another_damage(change: Changes) -> None:
    def deal(state: State, attack: Frame, seat: int, amount: int) -> None:
        damage.deal(state, attack[damage.BY], NONE, {seat: amount})

    adding(change, deal)


@AS_IF(
    "claw-by-claw",
    "each claw were a damage of 1 of its own for a card against small losses",
    "kt.damage.one",
)
def claw_by_claw(change: Changes) -> None:
    loses = CONDITIONS["loses"]

    def bind(link: Linker, call: Call) -> Any:
        holds = loses(link, call)
        if link.head not in damage.DEFENCES or call["limit"] != "exactly":
            return holds

        def by_claws(machine: Tokyo, state: State, *rest: Any) -> bool:
            frame = defences(state)
            claws = frame is not None and bool(frame[defending.FOR])
            return claws or holds(machine, state, *rest)

        return by_claws

    change.put(CONDITIONS, "loses", bind)


@AS_IF("one-heart-is-no-wound", "a monster were wounded by two hearts or more", "kt.damage.wound")
def one_heart_is_no_wound(change: Changes) -> None:
    lose = damage.lose

    def lose_lightly(machine: Tokyo, state: State, frame: Frame) -> None:
        lose(machine, state, frame)
        if not frame[damage.JOINED]:
            both = zip(frame[damage.HIT], frame[damage.LOST], strict=True)
            frame[damage.HIT] = tuple(int(hit and lost > 1) for hit, lost in both)

    change.swap(lose, lose_lightly)


@AS_IF(
    "any-loss-is-a-wound",
    "hearts lost to a card were a wound like those lost to claws",
    "kt.damage.wound",
)
def any_loss_is_a_wound(change: Changes) -> None:
    line_up = damage.line_up

    def line_up_as_hit(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[damage.BY] != NONE and not frame[damage.JOINED]:
            seats = frame[damage.SEATS]
            frame[damage.HIT] = tuple(int(seat != frame[damage.BY]) for seat in seats)
        line_up(machine, state, frame)

    change.swap(line_up, line_up_as_hit)


@AS_IF("extra-for-one", "a card added damage for one of the monsters hit only", "kt.damage.extra")
def extra_for_one(change: Changes) -> None:
    add_damage = damage.add_damage

    def add_to_first(state: State, attack: Frame, seat: int, amount: int) -> None:
        if seat == attack[damage.SEATS][0]:
            add_damage(state, seat, amount)

    adding(change, add_to_first)


@AS_IF("extras-do-not-add-up", "only one card could add to an attack", "kt.damage.extra")
def extras_do_not_add_up(change: Changes) -> None:
    add_damage = damage.add_damage

    def add_once(state: State, attack: Frame, seat: int, amount: int) -> None:
        if damage.pending_loss(state, seat) == symbols(state, CLAW):
            add_damage(state, seat, amount)

    adding(change, add_once)


@AS_IF(
    "extra-past-defence",
    "what cards add to an attack were added after the defence",
    "kt.damage.extra",
    "kt.damage.steps",
)
def extra_past_defence(change: Changes) -> None:
    lose = damage.lose

    def keep(state: State, attack: Frame, seat: int, amount: int) -> None:
        attack[damage.LATER] += ((attack[damage.BY], NONE, seat, amount),)

    def lose_more(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[damage.CLAWS]:
            more = dict.fromkeys(frame[damage.SEATS], 0)
            for _, _, seat, amount in frame[damage.LATER]:
                more[seat] = more.get(seat, 0) + amount
            both = zip(frame[damage.SEATS], frame[damage.AMOUNTS], strict=True)
            frame[damage.AMOUNTS] = tuple(amount + more[seat] for seat, amount in both)
            frame[damage.LATER] = ()
        lose(machine, state, frame)

    adding(change, keep)
    change.swap(lose, lose_more)


@AS_IF(
    "effects-after-yielding",
    "effects that wait for a loss took place after the decisions about yielding",
    "kt.damage.steps",
)
def effects_after_yielding(change: Changes) -> None:
    def nothing(machine: Tokyo, state: State, frame: Frame) -> None:
        """What took place here comes later."""

    steps = list(PROCEDURES.steps[damage.DAMAGE])
    steps[steps.index(damage.follow)] = nothing
    steps.insert(damage.DONE_STEP.at, damage.follow)
    change.put(PROCEDURES.steps, damage.DAMAGE, tuple(steps))


@AS_IF(
    "effects-before-rescue",
    "effects that wait for a loss took place before those without hearts are saved",
    "kt.damage.steps",
)
def effects_before_rescue(change: Changes) -> None:
    steps = list(PROCEDURES.steps[damage.DAMAGE])
    rescue, effects = steps.index(damage.sort_out), steps.index(damage.follow)
    steps[rescue], steps[effects] = damage.follow, damage.sort_out
    change.put(PROCEDURES.steps, damage.DAMAGE, tuple(steps))


@AS_IF(
    "effects-of-those-left",
    "effects that wait for a loss were those there are once monsters are out",
    "kt.damage.steps",
    "kt.copy.ends",
)
def effects_of_those_left(change: Changes) -> None:
    what_waits, follow = damage.what_waits, damage.follow

    def nothing(machine: Tokyo, state: State, frame: Frame) -> tuple[waiting.Waiting, ...]:
        return ()

    def look_and_follow(machine: Tokyo, state: State, frame: Frame) -> None:
        frame[damage.WAITING] = what_waits(machine, state, frame)
        follow(machine, state, frame)

    change.swap(what_waits, nothing)
    change.swap(follow, look_and_follow)


@AS_IF("counterclockwise", "monsters decided about damage counterclockwise", "kt.damage.asked")
def counterclockwise(change: Changes) -> None:
    def the_other_way(machine: Tokyo, state: State, seats: list[int]) -> list[int]:
        active, n = state.registers[ACTOR], machine.players
        first = active if machine.active_first else active - 1
        return sorted(seats, key=lambda seat: (first - seat) % n)

    change.swap(monsters.asked_in_order, the_other_way)


@AS_IF(
    "active-first-turned-round",
    "the active monster decided first about its loss, and last where it should be first",
    "kt.damage.asked",
)
def active_first_turned_round(change: Changes) -> None:
    change.turn_round("active_first")


@AS_IF("order-of-cards", "defences were applied in a fixed order", "kt.damage.defend")
def order_of_cards(change: Changes) -> None:
    def take_first(state: State, kind: str, seat: int, options: Options, *rest: Any) -> None:
        if kind == "defend":
            state.answer = options[0]
        else:
            ask(state, kind, seat, options, *rest)

    change.put(defending, "ask", take_first)


@AS_IF("may-be-left", "every defence could be left", "kt.damage.defend")
def may_be_left(change: Changes) -> None:
    def leave(machine: Tokyo) -> None:
        for linked in machine.abilities:
            if linked.head in damage.AGAINST_CLAWS:
                linked.optional = True

    change.relink(leave)


@AS_IF("again-and-again", "a defence were applied as long as hearts are left", "kt.damage.defend")
def again_and_again(change: Changes) -> None:
    take_defence = defending.take_defence

    def take_and_forget(machine: Tokyo, state: State, frame: Frame) -> None:
        take_defence(machine, state, frame)
        frame[defending.APPLIED] = ()

    change.swap(take_defence, take_and_forget)


@AS_IF("one-defence-only", "a monster applied one defence to a damage", "kt.damage.defend")
def one_defence_only(change: Changes) -> None:
    take_defence = defending.take_defence

    def take_one(machine: Tokyo, state: State, frame: Frame) -> None:
        declined = state.answer == DECLINE
        take_defence(machine, state, frame)
        if not declined:
            frame[1] = len(PROCEDURES.steps[defending.DEFENCE]) - 1

    change.swap(take_defence, take_one)


def defences(state: State) -> Frame | None:
    """The defence that is under way."""
    return next((frame for frame in reversed(state.stack) if frame[0] == defending.DEFENCE), None)


def judging(change: Changes, counts: Callable[[State, int], bool]) -> None:
    """Let a card look at the size of a loss it would prevent only at some moments."""
    loses = CONDITIONS["loses"]

    def bind(link: Linker, call: Call) -> Any:
        holds = loses(link, call)
        if link.head not in damage.DEFENCES:
            return holds
        return lambda machine, state, source, *rest: (
            counts(state, source) and holds(machine, state, source, *rest)
        )

    change.put(CONDITIONS, "loses", bind)


@AS_IF(
    "small-from-the-first",
    "a card against small losses worked only before any other defence",
    "kt.damage.small",
)
def small_from_the_first(change: Changes) -> None:
    def untouched(state: State, source: int) -> bool:
        frame = defences(state)
        return frame is None or all(card == source for card, _ in frame[defending.APPLIED])

    judging(change, untouched)


@AS_IF("small-by-claws", "a card against small losses worked against claws only", "kt.damage.small")
def small_by_claws(change: Changes) -> None:
    def by_claws(state: State, source: int) -> bool:
        frame = defences(state)
        return frame is None or bool(frame[defending.FOR])

    judging(change, by_claws)


@AS_IF(
    "one-die-for-all",
    "one die were thrown against damage, however many hearts",
    "kt.damage.die-for-each",
)
def one_die_for_all(change: Changes) -> None:
    roll = EFFECTS["roll"]

    def bind(link: Linker, call: Call) -> list[Any]:
        if link.head == "would-lose":
            call = Call(call.word, tuple(each for each in call.args if each[0] != "count"))
        return roll(link, call)

    change.put(EFFECTS, "roll", bind)


@AS_IF(
    "a-heart-saves-all",
    "one heart face thrown against damage took all of it away",
    "kt.damage.die-for-each",
)
def a_heart_saves_all(change: Changes) -> None:
    prevent = EFFECTS["prevent"]

    def act(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[DONE]:
            damage.reduce_damage(state, frame[YOU], damage.pending_loss(state, frame[YOU]))

    def bind(link: Linker, call: Call) -> list[Any]:
        count = call.get("count")
        rolled = isinstance(count, Call) and count.word == "done"
        return [act] if rolled else prevent(link, call)

    change.put(EFFECTS, "prevent", bind)


IMMUNE = "cannot-lose-hearts"


@AS_IF(
    "this-damage-only",
    "who pays to lose no hearts were safe from one damage only",
    "kt.damage.none-this-turn",
)
def this_damage_only(change: Changes) -> None:
    until = EFFECTS["until-end-of-turn"]

    def bind(link: Linker, call: Call) -> list[Any]:
        def forget(machine: Tokyo, state: State, frame: Frame) -> None:
            state.lasting = [
                entry
                for entry in state.lasting
                if machine.lasting[entry[0]].word != IMMUNE or entry[1] != frame[SOURCE]
            ]

        return [*until(link, call), forget]

    change.put(EFFECTS, "until-end-of-turn", bind)


@AS_IF(
    "safe-from-claws-only",
    "who paid to lose no hearts were safe from claws only later in the turn",
    "kt.damage.none-this-turn",
)
def safe_from_claws_only(change: Changes) -> None:
    def said_of_claws(machine: Tokyo, state: State, word: str, seat: int) -> Any:
        frame = damage.damage_frame(state)
        if word == IMMUNE and not frame[damage.CLAWS]:
            return []
        return monsters.said_by(machine, state, word, seat)

    change.put(damage, "said_by", said_of_claws)


@AS_IF("one-heart-at-a-time", "damage cost one heart, however much it is", "kt.damage.lose")
def one_heart_at_a_time(change: Changes) -> None:
    lose_hearts = atoms.lose_hearts

    def lose_one(machine: Tokyo, state: State, seat: int, amount: int, *rest: Any) -> int:
        return lose_hearts(machine, state, seat, min(amount, 1), *rest)

    change.swap(lose_hearts, lose_one)


@AS_IF(
    "never-the-last",
    "damage beyond a monster's hearts left it the last one",
    "kt.damage.lose",
)
def never_the_last(change: Changes) -> None:
    lose_hearts = atoms.lose_hearts

    def lose_but_one(machine: Tokyo, state: State, seat: int, amount: int, *rest: Any) -> int:
        have = state.counters[seat]
        return lose_hearts(machine, state, seat, have - 1 if amount > have else amount, *rest)

    change.swap(lose_hearts, lose_but_one)


@AS_IF(
    "one-after-another",
    "those hurt by a card lost their hearts one after another",
    "kt.damage.together",
)
def one_after_another(change: Changes) -> None:
    def deal_each(state: State, by: int, cause: int, found: dict[int, int]) -> None:
        for seat in reversed(found):
            damage.deal(state, by, cause, {seat: found[seat]})

    change.put(amounts, "deal", deal_each)


@AS_IF(
    "prevented-is-lost",
    "cards that wait for a loss answered to damage that was prevented",
    "kt.damage.prevented",
)
def prevented_is_lost(change: Changes) -> None:
    follow = damage.follow

    def follow_all(machine: Tokyo, state: State, frame: Frame) -> None:
        follow(machine, state, frame)
        every = zip(frame[damage.SEATS], frame[damage.LOST], frame[damage.HIT], strict=True)
        for seat, lost, hit in every:
            if hit and not lost:
                happen(machine, state, "lost-hearts", seat, (seat, symbols(state, CLAW)))

    change.swap(follow, follow_all)


def rewarding(change: Changes, counted: Callable[[State, int, int], list[int]]) -> None:
    """Let a loss be rewarded as if it were others, by (state, the monster, how many hearts)."""
    gather = waiting.gather

    def gather_otherwise(
        machine: Tokyo, state: State, events: Iterable[waiting.Event]
    ) -> tuple[waiting.Waiting, ...]:
        changed: list[waiting.Event] = []
        for seat, head, context in events:
            lost = head == "lost-hearts"
            amounts = counted(state, seat, context[1]) if lost else [context[1]]
            changed += [(seat, head, (context[0], amount)) for amount in amounts]
        return gather(machine, state, changed)

    change.put(damage, "gather", gather_otherwise)


@AS_IF(
    "for-every-two",
    "a great loss were rewarded once for every two hearts",
    "kt.damage.at-least",
)
def for_every_two(change: Changes) -> None:
    rewarding(change, lambda state, seat, lost: [lost] * max(1, lost // 2))


@AS_IF(
    "losses-add-up",
    "the hearts lost in a turn were added up for a card that rewards a great loss",
    "kt.damage.at-least",
)
def losses_add_up(change: Changes) -> None:
    def all_of_the_turn(state: State, seat: int, lost: int) -> list[int]:
        turns = state.stack[0]
        turns[USED] = (*turns[USED], (-1 - seat, lost))
        return [sum(amount for who, amount in turns[USED] if who == -1 - seat)]

    rewarding(change, all_of_the_turn)


def hurting(change: Changes, whom: Callable[[Selection], Selection]) -> None:
    """Let cards that hurt several monsters hurt others."""
    lose_hearts = EFFECTS["lose-hearts"]

    def bind(link: Linker, call: Call) -> list[Any]:
        who = call["player"]
        if isinstance(who, Selection) and who.quantity.kind == "all" and not who.filters:
            args = ((name, whom(who) if name == "player" else each) for name, each in call.args)
            call = Call(call.word, tuple(args))
        return lose_hearts(link, call)

    change.put(EFFECTS, "lose-hearts", bind)


@AS_IF(
    "all-whom-claws-hit",
    "a card that hurts all others hurt only those whom claws would hit",
    "kt.damage.all",
)
def all_whom_claws_hit(change: Changes) -> None:
    hurting(change, lambda who: evolve(who, filters=(Call("clawed"),)) if who.other else who)


@AS_IF("all-but-the-buyer", "a card that hurts all spared its buyer", "kt.damage.all")
def all_but_the_buyer(change: Changes) -> None:
    hurting(change, lambda who: evolve(who, other=True))


@AS_IF("hurt-first", "a card that hurts its buyer did so before what it gives", "kt.damage.self")
def hurt_first(change: Changes) -> None:
    body = Linker.body

    def hurting_first(link: Linker, calls: tuple[Call, ...]) -> list[Any]:
        hurts = [each for each in calls if _hurts_you(each)]
        return body(link, (*hurts, *(each for each in calls if each not in hurts)))

    change.put(Linker, "body", hurting_first)


def _hurts_you(call: Call) -> bool:
    return call.word == "lose-hearts" and call["player"] == Call("you")


@AS_IF(
    "no-defence-against-oneself",
    "a buyer could not defend itself against its own card",
    "kt.damage.self",
)
def no_defence_against_oneself(change: Changes) -> None:
    defend = damage.defend

    def defend_against_others(machine: Tokyo, state: State, frame: Frame) -> None:
        if frame[damage.SEATS] != (frame[damage.BY],):
            defend(machine, state, frame)

    change.swap(defend, defend_against_others)
