"""Misreadings of hits: who takes how many, in which steps, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.dice_games.table import ACTIVE, NONE, SOURCE, YOU
from oracle.duel import hearts, hits, monsters, resolve
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS, Condition
from oracle.duel.hearts import gain_hearts
from oracle.duel.linker import POWER_CARD, Linker
from oracle.duel.machine import Duel, Said
from oracle.duel.moments import at
from oracle.duel.table import CLAWS, HEARTS, PLAYERS, PROCEDURES, TOOK, rival
from oracle.duel.tracks import in_spotlight
from oracle.kernel.state import Frame, Rules, State
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "hits")

Hits = dict[int, int]
Step = Callable[[Duel, State, Frame], None]


def nothing(machine: Duel, state: State, frame: Frame) -> None:
    """A step that does nothing."""


@do.verb
def dealing(change: Changes, misread: Callable[[Duel, State, Hits, int, Rules, Any], None]) -> None:
    """Misread how hits are dealt; what misreads is given the function that deals. Any: that."""

    @change.around(hits.deal)
    def deal_otherwise(
        deal: Any, machine: Duel, state: State, hits: Hits, cause: int, rules: Rules
    ) -> None:
        misread(machine, state, hits, cause, rules, deal)


# --- how many, and how they are dealt ------------------------------------------------------------


@AS_IF("claws hit one after another", "kd.hit.claws")
@do.instead(resolve.hit)
def claw_after_claw(machine: Duel, state: State, frame: Frame) -> None:
    for _ in range(frame[resolve.HITS]):
        hits.deal(machine, state, {rival(frame[resolve.SEAT]): 1}, NONE, ("kd.hit.claws",))


@AS_IF("claws were one hit, however many", "kd.hit.claws")
@do.before(resolve.hit)
def one_hit_for_claws(frame: Frame) -> None:
    frame[resolve.HITS] = min(1, frame[resolve.HITS])


@AS_IF("hits together took 1 heart", "kd.hit.heart")
def one_heart_for_all(change: Changes) -> None:
    lose_hearts = hearts.lose_hearts
    change.swap(
        lose_hearts,
        lambda state, seat, amount, cause, rules: lose_hearts(
            state, seat, min(1, amount), cause, rules
        ),
    )


AS_IF("prevented hits took hearts too", "kd.hit.heart").so(
    "prevented-take-hearts", do.swap(hits.prevent, lambda state, seat, amount, cause, rules: None)
)


@AS_IF("a monster could have fewer than 0 hearts", "kd.hit.heart")
def hearts_below_zero(change: Changes) -> None:
    @change.instead(hits, "lose_hearts")
    def lose_all(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        lost = hearts.lose_hearts(state, seat, amount, cause, rules)
        state.counters[HEARTS + seat] -= amount - lost
        return lost

    change.swap(
        hits.fallen,
        lambda state, frame: [
            seat for seat in frame[hits.SEATS] if state.counters[HEARTS + seat] <= 0
        ],
    )


@AS_IF("hits of an instruction came one after another", "kd.hit.one")
@dealing
def hit_after_hit(
    machine: Duel, state: State, dealt: Hits, cause: int, rules: Rules, deal: Any
) -> None:
    if cause == NONE or len(dealt) > 1:
        deal(machine, state, dealt, cause, rules)
        return
    for seat, amount in dealt.items():
        for _ in range(amount):
            deal(machine, state, {seat: 1}, cause, rules)


# --- the steps -----------------------------------------------------------------------------------


@AS_IF("effects of the rival came first", "kd.hit.steps")
@do.around(hits.follow)
def rival_follows_first(follow: Any, state: State) -> None:
    depth = len(state.stack)
    follow()
    state.stack[depth:] = reversed(state.stack[depth:])


@AS_IF("effects came before a monster has lost", "kd.hit.steps")
def effects_before_falling(change: Changes) -> None:
    steps = hits.defend, hits.lose, hits.follow, hits.save, hits.sort_out
    change.put(PROCEDURES.steps, hits.HITS, (*steps, *PROCEDURES.steps[hits.HITS][len(steps) :]))


@AS_IF("a card saved a monster before it defends", "kd.hit.steps")
@do.around(hits.defend)
def saved_before_defence(defend: Any, machine: Duel, state: State, frame: Frame) -> None:
    seat = frame[hits.SEATS][0]
    lethal = frame[hits.AMOUNTS][0] >= state.counters[HEARTS + seat]
    if not lethal or not at(machine, state, "heartless", seat):
        defend()


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
            after(machine, state, frame)

        return [*before, act_and]


def put_off(machine: Duel, state: State, frame: Frame) -> None:
    """Let the hits just dealt wait until the card is done."""
    if state.stack[-1][0] == hits.HITS:
        state.stack.insert(-1, state.stack.pop())


@AS_IF("hits of cards counted as claws", "kd.hit.card")
@partial(hitting, "rival")
def card_hits_are_claws(machine: Duel, state: State, frame: Frame) -> None:
    if state.stack[-1][0] == hits.HITS:
        state.registers[CLAWS] += sum(state.stack[-1][hits.AMOUNTS])


AS_IF("hits waited until the card is done", "kd.hit.card").so(
    "card-hits-wait", hitting("rival", put_off)
)
AS_IF("the rest of a card came before hits on its buyer", "kd.hit.self").so(
    "own-hits-wait", hitting("you", put_off)
)


@AS_IF("nothing defended against one's own card", "kd.hit.self")
@partial(hitting, "you")
def own_hits_undefended(machine: Duel, state: State, frame: Frame) -> None:
    if state.stack[-1][0] == hits.HITS:
        state.stack[-1][hits.NEXT] = len(state.stack[-1][hits.SEATS])


@AS_IF("both were hit one after another", "kd.hit.both")
@dealing
def one_and_then_the_other(
    machine: Duel, state: State, dealt: Hits, cause: int, rules: Rules, deal: Any
) -> None:
    active = state.registers[ACTIVE]
    for seat in sorted(dealt, key=lambda each: each == active):
        deal(machine, state, {seat: dealt[seat]}, cause, rules)


@AS_IF("the rival defended itself first", "kd.hit.both")
@do.before(hits.defend)
def rival_defends_first(frame: Frame) -> None:
    if not frame[hits.NEXT]:
        frame[hits.SEATS] = frame[hits.SEATS][::-1]
        frame[hits.AMOUNTS] = frame[hits.AMOUNTS][::-1]


@do.verb
def in_spotlights(change: Changes, found: Callable[[State, list[int]], list[int]]) -> None:
    """Misread whom a card hits where a marker is in a spotlight."""
    in_own = monsters.in_own_spotlight
    change.swap(in_own, lambda state: found(state, in_own(state)))


AS_IF("the monster on the other side were hit", "kd.hit.by-spotlight").so(
    "other-spotlight", in_spotlights(lambda state, seats: [rival(seat) for seat in seats])
)
AS_IF("the buyer were never hit", "kd.hit.by-spotlight").so(
    "buyer-is-spared",
    in_spotlights(lambda state, seats: [seat for seat in seats if seat != state.registers[ACTIVE]]),
)
AS_IF("a marker in any spotlight hit both", "kd.hit.by-spotlight").so(
    "any-spotlight",
    in_spotlights(
        lambda state, seats: (
            list(range(PLAYERS)) if any(map(in_spotlight, monsters.markers(state))) else []
        )
    ),
)
AS_IF("of markers on both sides only one hit", "kd.hit.by-spotlight").so(
    "one-side-only", in_spotlights(lambda state, seats: seats[-1:])
)


# --- monsters that take no hits ------------------------------------------------------------------

Shields = list[tuple[int, int, Said]]


@do.verb
def shielding(change: Changes, left: Callable[[Duel, State, int, Shields], Shields]) -> None:
    """Misread what keeps a monster from being hit."""

    @change.instead(hits, "said_of")
    def said_of(machine: Duel, state: State, word: str, seat: int) -> Shields:
        return left(machine, state, seat, monsters.said_of(machine, state, word, seat))


def is_shielded(machine: Duel, state: State, seat: int) -> bool:
    """Whether a card says that a monster takes no hits."""
    return bool(monsters.said_of(machine, state, "cannot-be-hit", seat))


AS_IF("a monster's own cards hit it all the same", "kd.hit.immune").so(
    "own-cards-hit-all",
    shielding(lambda machine, state, seat, found: [] if seat == state.registers[ACTIVE] else found),
)


@AS_IF("a monster that takes no hits defended itself", "kd.hit.immune")
def immune_defends(change: Changes) -> None:
    @change.before(hits.lose)
    def lose_if_hit(machine: Duel, state: State, frame: Frame) -> None:
        frame[hits.AMOUNTS] = tuple(
            0 if is_shielded(machine, state, seat) else amount
            for seat, amount in zip(frame[hits.SEATS], frame[hits.AMOUNTS], strict=True)
        )

    shielding(lambda machine, state, seat, found: [])(change)


@AS_IF("hits without harm were taken", "kd.hit.immune")
def immune_has_taken(change: Changes) -> None:
    shielding(lambda machine, state, seat, found: [])(change)

    @change.around(hits.lose)
    def lose_or_not(lose: Any, machine: Duel, state: State) -> None:
        kept = [state.counters[HEARTS + seat] for seat in range(PLAYERS)]
        lose()
        for seat in range(PLAYERS):
            if is_shielded(machine, state, seat):
                state.counters[HEARTS + seat] = kept[seat]


# --- what was taken ------------------------------------------------------------------------------


@AS_IF("a hit that was prevented were taken", "kd.hit.taken")
@do.around(hits.prevent)
def prevented_is_taken(prevent: Any, state: State, seat: int) -> None:
    before = hits.pending(state, seat)
    prevent()
    state.registers[TOOK + seat] += before - hits.pending(state, seat)


@AS_IF("hits beyond the hearts were taken", "kd.hit.taken")
@do.instead(hits, "lose_hearts")
def beyond_is_taken(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
    hearts.lose_hearts(state, seat, amount, cause, rules)
    return amount


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


@do.verb
def taking(change: Changes, misread: Callable[[Linker, Call, Condition], Condition]) -> None:
    """Misread what asks for hits just taken."""
    takes = CONDITIONS["takes"]
    change.put(CONDITIONS, "takes", lambda linker, call: misread(linker, call, takes(linker, call)))


@AS_IF("more hits than asked for did not do", "kd.hit.at-least")
@taking
def exactly_so_many_hits(linker: Linker, call: Call, takes: Condition) -> Condition:
    wanted = int(str(call["n"]))
    return lambda machine, state, source, you, context: (
        takes(machine, state, source, you, context) and hits.pending(state, you) <= wanted
    )


@AS_IF("it were done once a turn", "kd.hit.at-least")
@do.relink
def once_a_turn(machine: Duel) -> None:
    for linked in machine.abilities:
        if linked.head == "was-hit":
            linked.once = True


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


AS_IF("a monster that was saved were hit in the same turn", "kd.hit.stay").so(
    "saved-and-hit",
    shielding(
        lambda machine, state, seat, found: [
            each for each in found if monsters.works(machine, state, each[0], each[1])
        ]
    ),
)


@AS_IF("the card that saved its owner were kept", "kd.hit.stay")
@do.around(EFFECTS, "discard")
def saved_again(discard: Any, linker: Linker) -> Any:
    return [nothing] if linker.head == "heartless" else discard()


AS_IF("the last heart of a saved monster were lost", "kd.hit.stay").so(
    "last-heart-was-lost", do.swap(hits.stay, lambda state, seat, hearts, cause: None)
)
