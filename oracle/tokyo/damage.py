"""Damage: who takes how much, who defends how, all lose together, and what follows.

The steps are those of rule kt.damage.steps. An attack begins them with its claws, a card with what
its text says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.kernel.machine import ask, end
from oracle.kernel.state import Frame, Rules, State

from .atoms import close_bay, discard, lay_evolution, leave, lose_hearts
from .moments import (
    Context,
    applies,
    at,
    begin_moment,
    happen,
    offer_use,
    start,
    tell_waiting,
)
from .monsters import asked_in_order, clockwise, has_say, holder, in_tokyo, living, said_by
from .table import (
    ACTIVE,
    ACTOR,
    AREA,
    BAY,
    BAY_CLOSED,
    CITY,
    DECLINE,
    EMPTIED,
    FALLEN,
    NONE,
    OUT_OF_GAME,
    PROCEDURES,
    RESTARTS,
    SMALLEST_BAY,
    STAY,
    YIELD,
)
from .uses import FOR_WOUND, HUNTED, LOSS, TAKEN, end_wound_uses, in_use, keep, kept_of

if TYPE_CHECKING:
    from .machine import Tokyo

# Locals of the frame of damage: the tuples go together, one entry for each loss. DOERS says whose
# doing each is and by which card; ANSWERS is what wounded monsters do to the attacker, which is
# defended against on its own and then JOINED to this damage, so that all lose together.
BY, CAUSE, CLAWS, SEATS, AMOUNTS, HIT, LOST, NEXT = 2, 3, 4, 5, 6, 7, 8, 9
DOERS, ANSWERS, JOINED, ASKED, LATER, DECIDED, LEAVING, THERE = 10, 11, 12, 13, 14, 15, 16, 17
# Locals of the frame of a defence.
WHO, FOR, APPLIED, STAGE = 2, 3, 4, 5

STEPS = ("kt.damage.steps", "kt.damage.one")
CARD_DAMAGE = ("kt.attack.card-damage", "kt.damage.one")
LOSE = ("kt.damage.lose", "kt.damage.together")
WOUND = ("kt.damage.lose", "kt.damage.together", "kt.damage.wound")
UNHARMED = ("kt.damage.prevented",)
IMMUNE = ("kt.damage.none-this-turn",)
DEFEND = ("kt.damage.defend", "kt.damage.asked", "kt.card.any-time")
OUT = (
    "kt.elimination.zero",
    "kt.elimination.together",
    "kt.elimination.out",
    "kt.elimination.tokens",
)
LAST = ("kt.victory.last", "kt.victory.over")
NOBODY_LEFT = ("kt.victory.nobody", "kt.victory.over")
YIELDING = ("kt.yield.may", "kt.yield.requires", "kt.yield.after-loss")
YIELDED = ("kt.yield.outside", "kt.yield.to-attacker")


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
    frame = [DAMAGE, 0, by, cause, int(claws), seats, amounts, hit, (), 0, (), ()]
    state.stack.append([*frame, int(joined), 0, (), 0, 0, 0])


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


def pending_loss(state: State, seat: int) -> int:
    """How many hearts a monster is about to lose."""
    for frame in reversed(state.stack):
        if frame[0] == DAMAGE:
            if seat in frame[SEATS]:
                return int(frame[AMOUNTS][frame[SEATS].index(seat)])
            return 0
    return 0


def add_damage(state: State, seat: int, amount: int) -> None:
    """Add to what a monster is about to lose; one not hit so far takes it as no attack."""
    frame = damage_frame(state)
    if seat in frame[SEATS]:
        place = frame[SEATS].index(seat)
        amounts = list(frame[AMOUNTS])
        amounts[place] += amount
        frame[AMOUNTS] = tuple(amounts)
    else:
        frame[SEATS] += (seat,)
        frame[AMOUNTS] += (amount,)
        frame[HIT] += (0,)


def reduce_damage(state: State, seat: int, amount: int) -> int:
    """Take away from what a monster is about to lose; returns how much was left before."""
    frame = damage_frame(state)
    place = frame[SEATS].index(seat)
    amounts = list(frame[AMOUNTS])
    before = amounts[place]
    amounts[place] = max(0, before - amount)
    frame[AMOUNTS] = tuple(amounts)
    return int(before)


def settle(machine: Tokyo, state: State, frame: Frame) -> None:
    """It is settled who takes how much; cards add to an attack. rules: kt.damage.steps, .extra"""
    frame[LOST] = ()
    if frame[CLAWS]:
        happen(machine, state, "settling", frame[BY])


def line_up(machine: Tokyo, state: State, frame: Frame) -> None:
    """Those who take damage, in the order they are asked. rule: kt.damage.asked"""
    damage = {
        seat: (amount, hit)
        for seat, amount, hit in zip(frame[SEATS], frame[AMOUNTS], frame[HIT], strict=True)
        if amount > 0 and state.counters[seat]
    }
    order = asked_in_order(machine, state, list(damage))
    frame[SEATS] = tuple(order)
    frame[AMOUNTS] = tuple(damage[seat][0] for seat in order)
    frame[HIT] = tuple(damage[seat][1] for seat in order)
    frame[NEXT] = 0
    frame[DOERS] = ((frame[BY], frame[CAUSE]),) * len(order)
    borrowed = state.registers[ACTOR] != state.registers[ACTIVE]
    for seat in order:
        rules: Rules = STEPS if damage[seat][1] else CARD_DAMAGE
        if frame[JOINED]:
            rules += ("kt.keyword.poisonous-no-wound",)
        if borrowed and seat == state.registers[ACTIVE]:
            rules += ("kt.borrowed.roller-defends",)
        state.log.append(("hit", rules, frame[CAUSE], seat, damage[seat][0]))


def defend(machine: Tokyo, state: State, frame: Frame) -> None:
    """Each of them defends itself, one after the other."""
    if frame[NEXT] == len(frame[SEATS]):
        return
    place = frame[NEXT]
    seat = frame[SEATS][place]
    frame[NEXT] += 1
    frame[1] = DEFEND_STEP
    shields = said_by(machine, state, "cannot-lose-hearts", seat)
    if shields:
        source, said = shields[0]
        has_say(state, source, said, seat)
        state.log.append(("immune", said.rules + IMMUNE, source, seat))
        reduce_damage(state, seat, frame[AMOUNTS][place])
        return
    has_any = any(at(machine, state, head, seat) for head in AGAINST_CLAWS)
    if has_any:
        state.stack.append([DEFENCE, 0, seat, frame[HIT][place], (), 0])


def answer(machine: Tokyo, state: State, frame: Frame) -> None:
    """Those about to be wounded answer the attacker. rules: kt.keyword.poisonous, .wounded"""
    if not frame[CLAWS]:
        return
    about = list(zip(frame[SEATS], frame[AMOUNTS], frame[HIT], strict=True))
    for seat, amount, hit in reversed(about):
        if hit and amount:
            happen(machine, state, "wounded", seat, (frame[BY], amount))


def deal_answers(machine: Tokyo, state: State, frame: Frame) -> None:
    """Each answer is a damage of its own to defend against. rule: kt.keyword.poisonous-lethal"""
    if frame[ANSWERS]:
        (you, cause, damage), *left = frame[ANSWERS]
        frame[ANSWERS] = tuple(left)
        frame[1] = ANSWER_STEP
        deal(state, you, cause, dict(damage), joined=True)


def lose(machine: Tokyo, state: State, frame: Frame) -> None:
    """All lose what is left, together. rules: kt.damage.lose, kt.damage.together"""
    if frame[JOINED]:
        state.stack.pop()
        whole = damage_frame(state)
        for place in (SEATS, AMOUNTS, HIT, DOERS):
            whole[place] += frame[place]
        return
    for seat in frame[SEATS]:
        if in_tokyo(machine, state, seat):
            frame[THERE] |= 1 << seat
    lost = []
    every = zip(frame[SEATS], frame[AMOUNTS], frame[HIT], frame[DOERS], strict=True)
    for seat, amount, hit, (by, cause) in every:
        rules: Rules = WOUND if hit else LOSE
        if amount:
            lost.append(lose_hearts(machine, state, seat, amount, by, cause, rules))
        else:
            lost.append(0)
            told = UNHARMED + saved_by(machine, state, seat)
            if hit:
                told += ("kt.attack.harmless",)
            state.log.append(("unharmed", told, cause, seat))
    frame[LOST] = tuple(lost)
    if frame[CLAWS] and state.lasting:
        note_prey(machine, state, frame)
    for seat in frame[SEATS]:
        if frame[LEAVING] >> seat & 1 and in_tokyo(machine, state, seat):
            told = ("kt.yield.unharmed", "kt.yield.unharmed-first", *YIELDED)
            if in_tokyo(machine, state, frame[BY]):
                told += ("kt.yield.inside",)
            leave(machine, state, seat, NONE, told, "yield")
            happen(machine, state, "leaving", seat)


def note_prey(machine: Tokyo, state: State, frame: Frame) -> None:
    """Keep with a hunting card what its prey lost to the claws. rule: kt.keyword.hunter-reward"""
    for card, _ in in_use(machine, state, frame[BY]):
        kept = kept_of(state, card)
        if kept is not None and kept[HUNTED] in frame[SEATS]:
            prey = kept[HUNTED]
            place = frame[SEATS].index(prey)
            if frame[HIT][place]:
                keep(state, card, TAKEN + prey, kept[TAKEN + prey] + frame[LOST][place])


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


def sort_out(machine: Tokyo, state: State, frame: Frame) -> None:
    """Those without hearts are eliminated or saved."""
    if any(not state.counters[seat] for seat in frame[SEATS]):
        state.stack.append([ELIMINATE, 0, frame[BY], tuple(dict.fromkeys(frame[SEATS]))])


def follow(machine: Tokyo, state: State, frame: Frame) -> None:
    """Effects that waited for losses take place. rule: kt.card.waiting"""
    by = frame[BY]
    for you, cause, seat, amount in frame[LATER]:
        if not state.counters[you] and state.counters[seat]:
            deal(state, you, cause, {seat: amount})
    events: list[tuple[int, str, Context]] = []
    for seat, amount, hit in zip(frame[SEATS], frame[LOST], frame[HIT], strict=True):
        if amount:
            if not hit and by != NONE and at(machine, state, "wounding", by):
                none = ("kt.token.one-per-attack",)
                state.log.append(("no-token", none, NONE, seat))
            events.append((seat, "lost-hearts", (seat, amount)))
            if hit and state.counters[seat]:
                events.append((by, "wounding", (seat, amount)))
    if (
        frame[CLAWS]
        and not machine.harmless_is_attack
        and any(amount and hit for amount, hit in zip(frame[LOST], frame[HIT], strict=True))
    ):
        events.append((by, "attacking", (by, 0)))
    if frame[CLAWS] and not machine.harmless_is_attack:
        wounded = sum(bool(lost and hit) for lost, hit in zip(frame[LOST], frame[HIT], strict=True))
        told = ("kt.attack.harmless", "kt.attack.reward")
        state.log.append(("judged", told, NONE, by, wounded))
    order = {seat: n for n, seat in enumerate(clockwise(machine, state, state.registers[ACTOR]))}
    waiting = [event for event in events if event[0] in order]
    tell_waiting(state, [event[0] for event in waiting])
    for seat, head, context in sorted(waiting, key=lambda event: order[event[0]], reverse=True):
        happen(machine, state, head, seat, context)
    if state.lasting and frame[CLAWS]:
        for seat in frame[SEATS]:
            if state.counters[seat]:
                follow_uses(machine, state, seat)


def follow_uses(machine: Tokyo, state: State, seat: int) -> None:
    """The further text of what was used against the wound. rule: kt.keyword.tough-more"""
    for card, use in in_use(machine, state, seat):
        if use.lasts == FOR_WOUND:
            found = [(card, number) for number in use.triggered.get("used", ())]
            kept = kept_of(state, card)
            begin_moment(state, seat, (seat, kept[LOSS] if kept else 0), found)


def ask_to_yield(machine: Tokyo, state: State, frame: Frame) -> None:
    """After an attack, monsters in Tokyo decide about yielding. rules: kt.yield.*"""
    while frame[ASKED] < len(frame[SEATS]):
        place = frame[ASKED]
        frame[ASKED] += 1
        seat = frame[SEATS][place]
        if not state.counters[seat] or not in_tokyo(machine, state, seat):
            fell = frame[THERE] >> seat & 1 and not frame[LEAVING] >> seat & 1
            if fell and frame[HIT][place]:
                state.log.append(("no-yield", ("kt.yield.after-loss",), NONE, seat))
            continue
        why: Rules = ()
        if not frame[HIT][place]:
            why = ("kt.yield.not-to-cards",)
        elif frame[DECIDED] >> seat & 1:
            why = ("kt.yield.unharmed-first",)
        elif not (frame[LOST][place] or machine.yields_to_any_attack):
            why = ("kt.yield.requires",)
        if why:
            state.log.append(("no-yield", (*why, "kt.tokyo.stay"), NONE, seat))
            continue
        rules: Rules = YIELDING
        if sum(in_tokyo(machine, state, each) for each in frame[SEATS]) > 1 or place:
            rules += ("kt.yield.each", "kt.damage.asked")
        ask(state, "yield", seat, [YIELD, STAY], -1, -1, NONE, rules)
        return
    frame[1] = DONE_STEP


def take_yield(machine: Tokyo, state: State, frame: Frame) -> None:
    """A monster that yields is outside at once. rule: kt.yield.outside"""
    seat = frame[SEATS][frame[ASKED] - 1]
    if state.answer == YIELD:
        rules: Rules = YIELDED
        if in_tokyo(machine, state, frame[BY]):
            rules += ("kt.yield.inside",)
        leave(machine, state, seat, NONE, rules, "yield")
        happen(machine, state, "leaving", seat)
    else:
        state.log.append(("stay", ("kt.yield.may", "kt.tokyo.stay"), NONE, seat))
    frame[1] = YIELD_STEP


def done(machine: Tokyo, state: State, frame: Frame) -> None:
    """The damage is over, and with it what was used against it."""
    end_wound_uses(machine, state, frame[SEATS])


DAMAGE = PROCEDURES.declare(
    "damage",
    settle,
    line_up,
    defend,
    answer,
    deal_answers,
    lose,
    sort_out,
    follow,
    ask_to_yield,
    take_yield,
    done,
    remembers=16,
)
DEFEND_STEP, ANSWER_STEP, YIELD_STEP, DONE_STEP = 2, 4, 8, 10


# --- the defence of one monster ------------------------------------------------------------------

DEFENCES = ("would-lose", "any-time")
AGAINST_CLAWS = (*DEFENCES, "would-be-wounded")


def offer_defence(machine: Tokyo, state: State, frame: Frame) -> None:
    """What applies to the loss as it is now; what is not optional must be applied."""
    seat = frame[WHO]
    loss = pending_loss(state, seat)
    if loss == 0:
        state.stack.pop()
        return
    context = (seat, loss)
    heads = AGAINST_CLAWS if frame[FOR] else DEFENCES
    found = []
    must = False
    for head in heads:
        for entry in at(machine, state, head, seat):
            linked = machine.abilities[entry[1]]
            if linked.yields != bool(frame[STAGE]):
                continue
            if entry in frame[APPLIED] and not (linked.optional and linked.repeated):
                continue
            if applies(machine, state, entry, seat, context):
                found.append(entry)
                must = must or not linked.optional
    if not found:
        go_on_to_wounds(state, frame)
    elif must and len(found) == 1:
        state.answer = ("use", *found[0])
    elif must:
        options = [("use", card, number) for card, number in sorted(found)]
        ask(state, "defend", seat, options, -1, -1, NONE, DEFEND)
    else:
        more: Rules = ("kt.yield.unharmed-first",) if frame[STAGE] else ()
        if any(machine.abilities[number].uses for _, number in found):
            more += ("kt.keyword.choice", "kt.keyword.wound-window")
        offer_use(state, seat, found, (*DEFEND, "kt.card.may", *more), "defend")


def go_on_to_wounds(state: State, frame: Frame) -> None:
    """After all else, whether to yield and be spared. rule: kt.yield.unharmed-first"""
    if frame[STAGE] or not frame[FOR]:
        state.stack.pop()
    else:
        frame[STAGE] = 1
        frame[1] = 0


def take_defence(machine: Tokyo, state: State, frame: Frame) -> None:
    """Apply it to what the one before left."""
    if state.answer == DECLINE:
        if frame[STAGE]:
            damage_frame(state)[DECIDED] |= 1 << frame[WHO]
        go_on_to_wounds(state, frame)
        return
    _, card, number = state.answer
    frame[APPLIED] += ((card, number),)
    frame[1] = 0
    seat = frame[WHO]
    start(machine, state, (card, number), seat, (seat, pending_loss(state, seat)))


DEFENCE = PROCEDURES.declare("defence", offer_defence, take_defence, remembers=4)


# --- elimination ---------------------------------------------------------------------------------

# Locals of the frame of an elimination; STRUCK are those it looks at.
STRUCK = 3


def rescue(machine: Tokyo, state: State, frame: Frame) -> None:
    """Cards may save those at 0 hearts. rule: kt.elimination.restart"""
    frame[STRUCK] = tuple(seat for seat in frame[STRUCK] if not state.counters[seat])
    for seat in reversed(frame[STRUCK]):
        happen(machine, state, "heartless", seat)


def take_out(machine: Tokyo, state: State, frame: Frame) -> None:
    """All who are still without hearts leave the game together. rules: kt.elimination.*"""
    out = [seat for seat in frame[STRUCK] if not state.counters[seat]]
    for seat in frame[STRUCK]:
        if seat not in out:
            told: Rules = ("kt.elimination.restart", "kt.elimination.restart-counts")
            if seat == state.registers[ACTIVE]:
                told += ("kt.elimination.restart-turn",)
            if state.counters[machine.mindbugs + seat]:
                told += ("kt.mindbug.eliminated",)
            state.log.append(("restart", told, NONE, seat))
            state.registers[RESTARTS] += 1
    in_city = holder(machine, state, CITY)
    for seat in out:
        eliminate(machine, state, seat, by_claws=was_hit(state, seat))
    left = living(machine, state)
    if len(left) < 2:
        winner = left[0] if left else NONE
        rules = LAST if left else NOBODY_LEFT
        state.log.append(("over", rules, NONE, winner))
        end(state, winner, "last" if left else "nobody", rules)
        return
    if out and machine.bay_in_use:
        taken = in_city is not None and in_city in out and was_hit(state, in_city)
        taken = taken and frame[BY] != NONE and not in_tokyo(machine, state, frame[BY])
        settle_bay(machine, state, len(left), taken=bool(taken))
    events = [
        (seat, head, (fallen, lost_to(state, fallen)))
        for fallen in frame[STRUCK]
        for seat in left
        for head in ("a-monster-heartless", "eliminating")
        if head == "a-monster-heartless" or (seat == frame[BY] and fallen in out)
    ]
    tell_waiting(state, [e[0] for e in events if at(machine, state, e[1], e[0])])
    order = {seat: n for n, seat in enumerate(clockwise(machine, state, state.registers[ACTOR]))}
    for seat, head, context in sorted(events, key=lambda event: order[event[0]], reverse=True):
        happen(machine, state, head, seat, context)


def was_hit(state: State, seat: int) -> bool:
    """Whether claws hit a monster in the damage that is under way."""
    for frame in reversed(state.stack):
        if frame[0] == DAMAGE and seat in frame[SEATS]:
            return bool(frame[HIT][frame[SEATS].index(seat)])
    return False


def lost_to(state: State, seat: int) -> int:
    """How many hearts a monster lost in the damage that is under way."""
    for frame in reversed(state.stack):
        if frame[0] == DAMAGE and seat in frame[SEATS] and frame[LOST]:
            return int(frame[LOST][frame[SEATS].index(seat)])
    return 0


def eliminate(machine: Tokyo, state: State, seat: int, *, by_claws: bool) -> None:
    """A monster leaves the game with all it has. rules: kt.elimination.cards, .tokens, .place"""
    state.registers[OUT_OF_GAME] |= 1 << seat
    rules: Rules = OUT
    if seat == state.registers[ACTIVE]:
        rules += ("kt.elimination.own-turn",)
    if state.counters[machine.mindbugs + seat]:
        rules += ("kt.mindbug.eliminated",)
    state.log.append(("out", rules, NONE, seat))
    for card in sorted(state.zones[AREA + seat]):
        discard(machine, state, card, NONE, ("kt.elimination.cards",))
    counters = state.counters
    for first in (machine.energy, machine.poison, machine.shrink, machine.mindbugs):
        counters[first + seat] = 0
    if in_tokyo(machine, state, seat):
        told: Rules = ("kt.elimination.place",)
        if by_claws:
            state.registers[EMPTIED] |= 1 << state.counters[machine.place + seat]
        else:
            told += ("kt.tokyo.not-by-cards",)
        leave(machine, state, seat, NONE, told)
    if machine.has_evolutions:
        for first in (machine.hand, machine.evolved, machine.evolution_deck):
            for card in sorted(state.zones[first + seat]):
                lay_evolution(machine, state, card, seat, ("kt.evolution.eliminated",))
    state.lasting = [entry for entry in state.lasting if entry[2] != seat]


def settle_bay(machine: Tokyo, state: State, left: int, *, taken: bool) -> None:
    """With fewer than five monsters there is no Bay. rules: kt.bay.closes, .closing-move"""
    if left >= SMALLEST_BAY:
        state.log.append(("bay-stays", ("kt.bay.six-to-five",), NONE))
    if left >= SMALLEST_BAY or state.registers[BAY_CLOSED]:
        return
    state.registers[BAY_CLOSED] = 1
    there = holder(machine, state, BAY)
    city_free = holder(machine, state, CITY) is None
    if taken and not machine.bay_moves_first:
        city_free = False  # it is for the attacker who emptied it from outside
    close_bay(machine, state, there, to_city=city_free)


ELIMINATE = PROCEDURES.declare("eliminate", rescue, take_out, remembers=2)


def check_fallen(machine: Tokyo, state: State, dirty: int) -> None:
    """Whoever has no hearts left, though no damage was dealt, is eliminated as well."""
    if any(frame[0] in (DAMAGE, ELIMINATE) for frame in state.stack):
        state.dirty |= FALLEN  # those look at it themselves
        return
    out = [s for s in range(machine.players) if not state.counters[s] and not is_out(state, s)]
    if out:
        state.stack.append([ELIMINATE, 0, NONE, tuple(out)])


def is_out(state: State, seat: int) -> bool:
    """Whether a monster without hearts has left the game already."""
    return bool(state.registers[OUT_OF_GAME] >> seat & 1)
