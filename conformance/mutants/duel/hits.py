"""Misreadings of hits: who takes how many, in which steps, what follows, and what defends."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.duel.verbs import always, let, nothing, once, rival_first, saying
from conformance.mutants.topic import Topic
from oracle.dice_games.machine import Entry
from oracle.dice_games.table import ACTIVE, DECLINE, NONE, SOURCE, YOU
from oracle.duel import hearts, hits, monsters, resolve
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS, Condition
from oracle.duel.bonus import ability_of, kind_of
from oracle.duel.hearts import gain_hearts
from oracle.duel.linker import POWER_CARD, Linker
from oracle.duel.machine import Duel, Linked, Said
from oracle.duel.moments import at
from oracle.duel.table import CLAWS, HEARTS, PLAYERS, PROCEDURES, TOOK, rival
from oracle.duel.tracks import TRACKS, in_spotlight
from oracle.kernel.state import Frame, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "hits")

MOMENT = "would-be-hit"

Step = Callable[[Duel, State, Frame], None]


# --- how many, and how they are dealt ------------------------------------------------------------
@AS_IF("claws hit one after another", "kd.hit.claws")
@do.instead(resolve.hit)
def claw_after_claw(machine: Duel, state: State, frame: Frame) -> None:
    for _ in range(frame[resolve.HITS]):
        hits.deal(machine, state, {rival(frame[resolve.SEAT]): 1}, NONE, ("kd.hit.claws",))


@AS_IF("a monster could have fewer than 0 hearts", "kd.hit.heart")
def hearts_below_zero(change: Changes) -> None:
    @change.around(hits, "lose_hearts")
    def lose_all(lose: Any, state: State, seat: int, amount: int) -> Any:
        lost = lose()
        state.counters[HEARTS + seat] -= amount - lost
        return lost

    @change.instead(hits.fallen)
    def at_zero(state: State, frame: Frame) -> list[int]:
        return [seat for seat in frame[hits.SEATS] if state.counters[HEARTS + seat] <= 0]


@AS_IF("hits of an instruction came one after another", "kd.hit.one")
@do.around(hits.deal)
def hit_after_hit(deal: Any, hits: dict[int, int], cause: int) -> None:
    if cause == NONE or len(hits) > 1:
        deal()
        return
    for seat, amount in hits.items():
        for _ in range(amount):
            deal(hits={seat: 1})


AS_IF("claws were one hit, however many", "kd.hit.claws").so(
    "one-hit-for-claws",
    do.before(resolve.hit)(lambda frame: let(frame, resolve.HITS, min(1, frame[resolve.HITS]))),
)
AS_IF("hits together took 1 heart", "kd.hit.heart").so(
    "one-heart-for-all",
    do.around(hearts.lose_hearts)(lambda lose, amount: lose(amount=min(1, amount))),
)
AS_IF("prevented hits took hearts too", "kd.hit.heart").so(
    "prevented-take-hearts", do.never(hits.prevent)
)


# --- the steps -----------------------------------------------------------------------------------
@AS_IF("effects came before a monster has lost", "kd.hit.steps")
def effects_before_falling(change: Changes) -> None:
    steps = hits.defend, hits.lose, hits.follow, hits.save, hits.sort_out
    change.put(PROCEDURES.steps, hits.HITS, (*steps, *PROCEDURES.steps[hits.HITS][len(steps) :]))


@AS_IF("a card saved a monster before it defends", "kd.hit.steps")
@do.unless(hits.defend)
def saved_before_defence(machine: Duel, state: State, frame: Frame) -> object:
    seat = frame[hits.SEATS][0]
    lethal = frame[hits.AMOUNTS][0] >= state.counters[HEARTS + seat]
    return lethal and at(machine, state, "heartless", seat)


AS_IF("effects of the rival came first", "kd.hit.steps").so("rival-follows-first", rival_first)


# --- hits of cards -------------------------------------------------------------------------------
@do.verb
def hitting(change: Changes, whom: str, after: Step) -> None:
    """Let something happen right after a power card has dealt hits to somebody."""

    @change.around(EFFECTS, "hit")
    def hit_and(hit: Any, linker: Linker, call: Call) -> Any:
        *before, act = hit()
        if linker.kind != POWER_CARD or call["player"] != Call(whom):
            return [*before, act]

        def act_and(machine: Duel, state: State, frame: Frame) -> None:
            act(machine, state, frame)
            if state.stack[-1][0] == hits.HITS:
                after(machine, state, state.stack[-1])

        return [*before, act_and]


def put_off(machine: Duel, state: State, dealt: Frame) -> None:
    """Let the hits just dealt wait until the card is done."""
    state.stack.insert(-1, state.stack.pop())


@AS_IF("hits of cards counted as claws", "kd.hit.card")
@partial(hitting, "rival")
def card_hits_are_claws(machine: Duel, state: State, dealt: Frame) -> None:
    state.registers[CLAWS] += sum(dealt[hits.AMOUNTS])


@AS_IF("both were hit one after another", "kd.hit.both")
@do.around(hits.deal)
def one_and_then_the_other(deal: Any, state: State, hits: dict[int, int]) -> None:
    for seat in sorted(hits, key=lambda each: each == state.registers[ACTIVE]):
        deal(hits={seat: hits[seat]})


@AS_IF("the rival defended itself first", "kd.hit.both")
@do.before(hits.defend)
def rival_defends_first(frame: Frame) -> None:
    if not frame[hits.NEXT]:
        frame[hits.SEATS] = frame[hits.SEATS][::-1]
        frame[hits.AMOUNTS] = frame[hits.AMOUNTS][::-1]


in_spotlights = do.result(monsters.in_own_spotlight)


AS_IF("hits waited until the card is done", "kd.hit.card").so(
    "card-hits-wait", hitting("rival", put_off)
)
AS_IF("the rest of a card came before hits on its buyer", "kd.hit.self").so(
    "own-hits-wait", hitting("you", put_off)
)
AS_IF("nothing defended against one's own card", "kd.hit.self").so(
    "own-hits-undefended",
    hitting("you", lambda machine, state, dealt: let(dealt, hits.NEXT, len(dealt[hits.SEATS]))),
)
AS_IF("the monster on the other side were hit", "kd.hit.by-spotlight").so(
    "other-spotlight", in_spotlights(lambda seats: [rival(seat) for seat in seats])
)
AS_IF("the buyer were never hit", "kd.hit.by-spotlight").so(
    "buyer-is-spared",
    in_spotlights(lambda seats, state: [s for s in seats if s != state.registers[ACTIVE]]),
)
AS_IF("a marker in any spotlight hit both", "kd.hit.by-spotlight").so(
    "any-spotlight",
    in_spotlights(lambda seats, state: [0, 1] * any(map(in_spotlight, monsters.markers(state)))),
)
AS_IF("of markers on both sides only one hit", "kd.hit.by-spotlight").so(
    "one-side-only", in_spotlights(lambda seats: seats[-1:])
)


# --- monsters that take no hits ------------------------------------------------------------------
shielding = do.result(hits, "said_of")


def is_shielded(machine: Duel, state: State, seat: int) -> bool:
    """Whether a card says that a monster takes no hits."""
    return bool(monsters.said_of(machine, state, "cannot-be-hit", seat))


@AS_IF("a monster that takes no hits defended itself", "kd.hit.immune")
def immune_defends(change: Changes) -> None:
    @change.before(hits.lose)
    def lose_if_hit(machine: Duel, state: State, frame: Frame) -> None:
        frame[hits.AMOUNTS] = tuple(
            0 if is_shielded(machine, state, seat) else amount
            for seat, amount in zip(frame[hits.SEATS], frame[hits.AMOUNTS], strict=True)
        )

    shielding(lambda found: [])(change)


@AS_IF("hits without harm were taken", "kd.hit.immune")
def immune_has_taken(change: Changes) -> None:
    @change.around(hits.lose)
    def lose_or_not(lose: Any, machine: Duel, state: State) -> None:
        kept = [state.counters[HEARTS + seat] for seat in range(PLAYERS)]
        lose()
        for seat in range(PLAYERS):
            if is_shielded(machine, state, seat):
                state.counters[HEARTS + seat] = kept[seat]

    shielding(lambda found: [])(change)


AS_IF("a monster's own cards hit it all the same", "kd.hit.immune").so(
    "own-cards-hit-all",
    shielding(lambda found, state, seat: [] if seat == state.registers[ACTIVE] else found),
)


# --- what was taken ------------------------------------------------------------------------------
@AS_IF("a hit that was prevented were taken", "kd.hit.taken")
@do.around(hits.prevent)
def prevented_is_taken(prevent: Any, state: State, seat: int) -> None:
    before = hits.pending(state, seat)
    prevent()
    state.registers[TOOK + seat] += before - hits.pending(state, seat)


@do.verb
def beyond(change: Changes, much: Callable[[int, int, int], int]) -> None:
    """Misread how many hits are beyond: from those before, those now, and the most."""

    @change.around(NUMBERS, "hits-beyond")
    def count(hits_beyond: Any, call: Call) -> Any:
        told, most = hits_beyond(), int(str(call["n"]))

        def found(machine: Duel, state: State, frame: Frame, you: int) -> int:
            if machine.own_turns_only and state.registers[ACTIVE] != you:
                return int(told(machine, state, frame, you))
            other = rival(you)
            before = hits.taken_before(state, other)
            return max(0, much(before, hits.pending(state, other), most))

        return found


@AS_IF("more hits than asked for did not do", "kd.hit.at-least")
@do.result(CONDITIONS, "takes")
def exactly_so_many_hits(takes: Condition, call: Call) -> Condition:
    return lambda machine, state, source, you, context: (
        takes(machine, state, source, you, context)
        and hits.pending(state, you) <= int(str(call["n"]))
    )


AS_IF("hits beyond the hearts were taken", "kd.hit.taken").so(
    "beyond-is-taken", do.result(hits, "lose_hearts")(lambda lost, amount: amount)
)
AS_IF("hits of several sources did not add up", "kd.hit.beyond").so(
    "each-lot-alone", beyond(lambda before, now, most: now - most)
)
AS_IF("what was declined were offered again", "kd.hit.beyond").so(
    "declined-comes-again", beyond(lambda before, now, most: before + now - most)
)
AS_IF("all hits beyond sold one pull", "kd.hit.beyond").so(
    "one-pull-for-all", beyond(lambda before, now, most: min(1, before + now - max(most, before)))
)
AS_IF("only hits of the owner's turns ever counted", "kd.hit.beyond").so(
    "beyond-in-own-turns", do.answer("own_turns_only", True)
)
AS_IF("hits of all turns always counted", "kd.hit.beyond").so(
    "beyond-in-all-turns", do.answer("own_turns_only", False)
)
AS_IF("it were done once a turn", "kd.hit.at-least").so("once-a-turn", once("was-hit"))
AS_IF("the hits of a turn were always added up", "kd.hit.at-least").so(
    "hits-always-add-up", do.answer("hits_add_up", True)
)
AS_IF("the hits of a turn were never added up", "kd.hit.at-least").so(
    "hits-never-add-up", do.answer("hits_add_up", False)
)


# --- staying -------------------------------------------------------------------------------------
@AS_IF("the heart that is left were gained", "kd.hit.stay")
@do.instead(EFFECTS, "set-hearts")
def staying_is_gaining(linker: Linker, call: Call) -> list[Any]:
    amount = linker.number(call["amount"])

    def act(machine: Duel, state: State, frame: Frame) -> None:
        much = amount(machine, state, frame, frame[YOU])
        hits.stay(state, frame[YOU], much, frame[SOURCE])
        gain_hearts(machine, state, frame[YOU], much, frame[SOURCE], ("kd.hit.stay",))

    return [act]


@AS_IF("a monster that was saved were hit in the same turn", "kd.hit.stay")
@shielding
def saved_and_hit(found: list[tuple[int, int, Said]], machine: Duel, state: State) -> list[Any]:
    return [each for each in found if monsters.works(machine, state, each[0], each[1])]


@AS_IF("the card that saved its owner were kept", "kd.hit.stay")
@do.around(EFFECTS, "discard")
def saved_again(discard: Any, linker: Linker) -> Any:
    return [nothing] if linker.head == "heartless" else discard()


AS_IF("the last heart of a saved monster were lost", "kd.hit.stay").so(
    "last-heart-was-lost", do.never(hits.stay)
)


# --- whose they are, and which of them count -----------------------------------------------------
@AS_IF(
    "a hit that one monster prevents were prevented for the other too",
    "kd.hit.both",
    "kd.hit.defend",
)
@do.around(hits.prevent)
def prevented_for_both(prevent: Any, state: State) -> None:
    frame = hits.hits_frame(state)
    for each in frame[hits.SEATS] if frame is not None else ():
        prevent(seat=each)


@AS_IF(
    "a monster that was saved had taken all hits of the turn together",
    "kd.hit.stay",
    "kd.hit.at-least",
)
@do.around(hits.sort_out)
def saved_hits_add_up(sort_out: Any, state: State, frame: Frame) -> None:
    shown = frame[hits.LOST]
    sort_out()
    frame[hits.LOST] = tuple(
        state.registers[TOOK + seat] if now != before else now
        for seat, before, now in zip(frame[hits.SEATS], shown, frame[hits.LOST], strict=True)
    )


@AS_IF(
    "hits that a throw of dice prevents counted as hits of the turn",
    "kd.hit.taken",
    "kd.hit.first",
    "kd.hit.beyond",
)
@do.after(hits.prevent)
def prevented_are_taken(state: State, seat: int, amount: int, rules: Any) -> None:
    if "kd.hit.die-for-each" in rules:
        state.registers[TOOK + seat] += amount


@AS_IF(
    "two monsters hit together had taken as many hits as the first of them",
    "kd.hit.both",
    "kd.hit.beyond",
)
@do.after(hits.lose)
def both_count_alike(state: State, frame: Frame) -> None:
    for index, seat in enumerate(frame[hits.SEATS]):
        state.registers[TOOK + seat] += frame[hits.LOST][0] - frame[hits.LOST][index]


# --- defending -----------------------------------------------------------------------------------
@AS_IF("nobody chose the order of defences", "kd.hit.defend")
@do.result(hits.defences)
def defences_in_order(ready: list[Entry], machine: Duel) -> list[Entry]:
    must = [entry for entry in ready if not machine.abilities[entry[1]].optional]
    return must[:1] or ready


AS_IF("one defence were the most", "kd.hit.defend").so(
    "one-defence",
    do.result(hits.defences)(lambda ready, frame: [] if frame[hits.APPLIED] else ready),
)
AS_IF("every defence were optional", "kd.hit.defend").so(
    "no-defence-must",
    do.around(hits, "ask")(
        lambda ask, options: ask(options=[*(each for each in options if each != DECLINE), DECLINE])
    ),
)
AS_IF("thrown dice always came first", "kd.hit.defend").so(
    "dice-always-first", do.answer("dice_defend_first", True)
)
AS_IF("thrown dice never had to come first", "kd.hit.defend").so(
    "dice-never-first", do.answer("dice_defend_first", False)
)


# --- the first hit -------------------------------------------------------------------------------
@AS_IF("all hits of the first lot were ignored", "kd.hit.first")
@do.around(EFFECTS, "prevent")
def first_lot(prevent: Any, call: Call) -> Any:
    return prevent() if call.get("count") is not None else prevent(call=saying(call, amount=99))


@AS_IF("several cards together ignored one hit", "kd.hit.first")
@do.result(hits.defences)
def one_ignores_for_all(ready: list[Entry], machine: Duel, frame: Frame) -> list[Entry]:
    ignored = any(not machine.abilities[entry[1]].throws for entry in frame[hits.APPLIED])
    return [entry for entry in ready if not ignored or machine.abilities[entry[1]].throws]


@AS_IF("a hit were ignored in the owner's own turn too", "kd.hit.first")
@do.result(CONDITIONS, "is-turn")
def own_turn_too(is_turn: Condition, linker: Linker) -> Condition:
    return always if linker.head == MOMENT and not linker.mentions("on-noise") else is_turn


@do.verb
def on_noise(change: Changes, holds: Callable[[Duel, State, int], bool]) -> None:
    """Misread whether a marker stands on a noise token: holds(machine, state, track)."""

    @change.instead(CONDITIONS, "on-noise")
    def stands(call: Call) -> Condition:
        track = TRACKS.index(str(call["track"]))
        return lambda machine, state, source, you, context: holds(machine, state, track)


@AS_IF("empty cells of tokens did not serve", "kd.hit.first-if")
@on_noise
def no_empty_cells(machine: Duel, state: State, track: int) -> bool:
    found = monsters.token_under(machine, state, track)
    return found is not None and ability_of(machine, state, *found) is not None


@AS_IF("The King's tokens did not serve", "kd.hit.first-if")
@on_noise
def no_king_tokens(machine: Duel, state: State, track: int) -> bool:
    found = monsters.token_under(machine, state, track)
    return found is not None and kind_of(machine, state, found[0]).monster is None


AS_IF("a hit after the first could be ignored", "kd.hit.first").so(
    "later-hits-too",
    do.result(CONDITIONS, "took")(
        lambda took, linker: took if linker.mentions("on-noise") else always
    ),
)
AS_IF("hits were ignored until one is taken", "kd.hit.first").so(
    "ignores-again",
    do.around(EFFECTS, "once-each-turn")(
        lambda once, linker, call: linker.body(call["body"]) if linker.head == MOMENT else once()
    ),
)
AS_IF("the marker need not stand on a token", "kd.hit.first-if").so("on-any-cell", on_noise(always))
AS_IF("an earlier hit never mattered", "kd.hit.first-if").so(
    "always-while-true", do.answer("first_while_true", True)
)
AS_IF("an earlier hit always mattered", "kd.hit.first-if").so(
    "never-while-true", do.answer("first_while_true", False)
)


# --- dice against hits ---------------------------------------------------------------------------
@do.verb
def throwing(change: Changes, misread: Callable[[Linked], None]) -> None:
    """Misread the abilities that throw dice against hits."""

    @change.relink
    def look_through(machine: Duel) -> None:
        for linked in machine.abilities:
            if linked.head == MOMENT and linked.throws:
                misread(linked)


@do.verb
def throwing_if(change: Changes, holds: Callable[[State, int], bool]) -> None:
    """Let dice be thrown against hits only if something holds for their owner."""

    def only_if(linked: Linked) -> None:
        possible = linked.possible
        linked.possible = lambda machine, state, source, you, context: (
            holds(state, you) and possible(machine, state, source, you, context)
        )

    throwing(only_if)(change)


@AS_IF("one die were thrown for all hits", "kd.hit.die-for-each")
@do.around(EFFECTS, "roll")
def one_die_for_all(throw: Any, linker: Linker, call: Call) -> Any:
    if linker.head == MOMENT:
        call = Call(call.word, tuple(a for a in call.args if a[0] != "count"), call.span)
    return throw(call=call)


@AS_IF("dice could be thrown again for the same hits", "kd.hit.die-for-each")
@do.after(hits.take_defence)
def dice_again(machine: Duel, frame: Frame) -> None:
    frame[hits.APPLIED] = tuple(
        entry for entry in frame[hits.APPLIED] if not machine.abilities[entry[1]].throws
    )


@AS_IF("dice were thrown against claws only", "kd.hit.die-for-each")
@throwing_if
def dice_against_claws(state: State, you: int) -> bool:
    frame = hits.hits_frame(state)
    return frame is not None and frame[hits.CAUSE] == NONE


AS_IF("dice were thrown once a turn", "kd.hit.die-for-each").so(
    "dice-once-a-turn", throwing(lambda linked: setattr(linked, "once", True))
)
AS_IF("no dice were thrown in one's own turn", "kd.hit.die-for-each").so(
    "dice-in-rivals-turns", throwing_if(lambda state, you: state.registers[ACTIVE] != you)
)
AS_IF("only one heart of the dice helped", "kd.hit.die-for-each").so(
    "one-heart-helps",
    do.around(hits.prevent)(
        lambda prevent, amount, rules: prevent(
            amount=min(1, amount) if "kd.hit.die-for-each" in rules else amount
        )
    ),
)
