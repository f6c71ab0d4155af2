"""Misreadings of hits: who takes how many, in which steps, and what follows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from conformance.mutants.changes import Changes
from conformance.mutants.topic import Topic
from oracle.duel import atoms, hits, monsters, resolve
from oracle.duel.binding import CONDITIONS, EFFECTS, NUMBERS, Condition
from oracle.duel.gains import gain_hearts
from oracle.duel.linker import POWER_CARD, Linker
from oracle.duel.machine import Duel, Said
from oracle.duel.moments import at
from oracle.duel.paths import in_spotlight
from oracle.duel.table import CLAWS, HEARTS, PLAYERS, PROCEDURES, TOOK, rival
from oracle.kernel.state import Frame, Rules, State
from oracle.king.table import ACTIVE, NONE, SOURCE, YOU
from rules_dsl.definitions import Call

AS_IF = Topic("duel", "hits")

Hits = dict[int, int]
Step = Callable[[Duel, State, Frame], None]


def nothing(machine: Duel, state: State, frame: Frame) -> None:
    """A step that does nothing."""


def flag(change: Changes, name: str, value: object) -> None:
    """Let a flag of the machine have one value whatever the options say."""
    change.relink(lambda machine: setattr(machine, name, value))


def dealing(change: Changes, misread: Callable[[Duel, State, Hits, int, Rules, Any], None]) -> None:
    """Misread how hits are dealt; what misreads is given the function that deals. Any: that."""
    deal = hits.deal

    def deal_otherwise(machine: Duel, state: State, dealt: Hits, cause: int, rules: Rules) -> None:
        misread(machine, state, dealt, cause, rules, deal)

    change.swap(deal, deal_otherwise)


# --- how many, and how they are dealt ------------------------------------------------------------


@AS_IF("claw-after-claw", "claws hit one after another", "kd.hit.claws")
def claw_after_claw(change: Changes) -> None:
    def hit_singly(machine: Duel, state: State, frame: Frame) -> None:
        for _ in range(frame[resolve.HITS]):
            hits.deal(machine, state, {rival(frame[resolve.SEAT]): 1}, NONE, ("kd.hit.claws",))

    change.swap(resolve.hit, hit_singly)


@AS_IF("one-hit-for-claws", "claws were one hit, however many", "kd.hit.claws")
def one_hit_for_claws(change: Changes) -> None:
    hit = resolve.hit

    def hit_once(machine: Duel, state: State, frame: Frame) -> None:
        frame[resolve.HITS] = min(1, frame[resolve.HITS])
        hit(machine, state, frame)

    change.swap(hit, hit_once)


@AS_IF("one-heart-for-all", "hits together took 1 heart", "kd.hit.heart")
def one_heart_for_all(change: Changes) -> None:
    lose_hearts = atoms.lose_hearts
    change.swap(
        lose_hearts,
        lambda state, seat, amount, cause, rules: lose_hearts(
            state, seat, min(1, amount), cause, rules
        ),
    )


@AS_IF("prevented-take-hearts", "prevented hits took hearts too", "kd.hit.heart")
def prevented_take_hearts(change: Changes) -> None:
    change.swap(hits.prevent, lambda state, seat, amount, cause, rules: None)


@AS_IF("hearts-below-zero", "a monster could have fewer than 0 hearts", "kd.hit.heart")
def hearts_below_zero(change: Changes) -> None:
    def lose_all(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        lost = atoms.lose_hearts(state, seat, amount, cause, rules)
        state.counters[HEARTS + seat] -= amount - lost
        return lost

    change.put(hits, "lose_hearts", lose_all)
    change.swap(
        hits.fallen,
        lambda state, frame: [
            seat for seat in frame[hits.SEATS] if state.counters[HEARTS + seat] <= 0
        ],
    )


@AS_IF("hit-after-hit", "hits of an instruction came one after another", "kd.hit.one")
def hit_after_hit(change: Changes) -> None:
    def singly(
        machine: Duel, state: State, dealt: Hits, cause: int, rules: Rules, deal: Any
    ) -> None:
        if cause == NONE or len(dealt) > 1:
            deal(machine, state, dealt, cause, rules)
            return
        for seat, amount in dealt.items():
            for _ in range(amount):
                deal(machine, state, {seat: 1}, cause, rules)

    dealing(change, singly)


# --- the steps -----------------------------------------------------------------------------------


@AS_IF("rival-follows-first", "effects of the rival came first", "kd.hit.steps")
def rival_follows_first(change: Changes) -> None:
    follow = hits.follow

    def follow_reversed(machine: Duel, state: State, frame: Frame) -> None:
        depth = len(state.stack)
        follow(machine, state, frame)
        state.stack[depth:] = reversed(state.stack[depth:])

    change.swap(follow, follow_reversed)


@AS_IF("effects-before-falling", "effects came before a monster has lost", "kd.hit.steps")
def effects_before_falling(change: Changes) -> None:
    steps = (hits.defend, hits.lose, hits.follow, hits.save, hits.sort_out)
    told = PROCEDURES.steps[hits.HITS]
    change.put(PROCEDURES.steps, hits.HITS, (*steps, *told[len(steps) :]))


@AS_IF("saved-before-defence", "a card saved a monster before it defends", "kd.hit.steps")
def saved_before_defence(change: Changes) -> None:
    defend = hits.defend

    def defend_unless_saved(machine: Duel, state: State, frame: Frame) -> None:
        seat = frame[hits.SEATS][0]
        lethal = frame[hits.AMOUNTS][0] >= state.counters[HEARTS + seat]
        if not lethal or not at(machine, state, "heartless", seat):
            defend(machine, state, frame)

    change.swap(defend, defend_unless_saved)


# --- hits of cards -------------------------------------------------------------------------------


def hitting(change: Changes, whom: str, after: Step) -> None:
    """Let something happen right after a power card has dealt hits to somebody."""
    hit = EFFECTS["hit"]

    def hit_and(linker: Linker, call: Call) -> list[Any]:
        *before, act = hit(linker, call)
        if linker.kind != POWER_CARD or call["player"] != Call(whom):
            return [*before, act]

        def act_and(machine: Duel, state: State, frame: Frame) -> None:
            act(machine, state, frame)
            after(machine, state, frame)

        return [*before, act_and]

    change.put(EFFECTS, "hit", hit_and)


def put_off(machine: Duel, state: State, frame: Frame) -> None:
    """Let the hits just dealt wait until the card is done."""
    if state.stack[-1][0] == hits.HITS:
        state.stack.insert(-1, state.stack.pop())


@AS_IF("card-hits-are-claws", "hits of cards counted as claws", "kd.hit.card")
def card_hits_are_claws(change: Changes) -> None:
    def count(machine: Duel, state: State, frame: Frame) -> None:
        if state.stack[-1][0] == hits.HITS:
            state.registers[CLAWS] += sum(state.stack[-1][hits.AMOUNTS])

    hitting(change, "rival", count)


@AS_IF("card-hits-wait", "hits waited until the card is done", "kd.hit.card")
def card_hits_wait(change: Changes) -> None:
    hitting(change, "rival", put_off)


@AS_IF("own-hits-wait", "the rest of a card came before hits on its buyer", "kd.hit.self")
def own_hits_wait(change: Changes) -> None:
    hitting(change, "you", put_off)


@AS_IF("own-hits-undefended", "nothing defended against one's own card", "kd.hit.self")
def own_hits_undefended(change: Changes) -> None:
    def pass_defence(machine: Duel, state: State, frame: Frame) -> None:
        if state.stack[-1][0] == hits.HITS:
            state.stack[-1][hits.NEXT] = len(state.stack[-1][hits.SEATS])

    hitting(change, "you", pass_defence)


@AS_IF("one-and-then-the-other", "both were hit one after another", "kd.hit.both")
def one_and_then_the_other(change: Changes) -> None:
    def in_turn(
        machine: Duel, state: State, dealt: Hits, cause: int, rules: Rules, deal: Any
    ) -> None:
        active = state.registers[ACTIVE]
        for seat in sorted(dealt, key=lambda each: each == active):
            deal(machine, state, {seat: dealt[seat]}, cause, rules)

    dealing(change, in_turn)


@AS_IF("rival-defends-first", "the rival defended itself first", "kd.hit.both")
def rival_defends_first(change: Changes) -> None:
    defend = hits.defend

    def defend_reversed(machine: Duel, state: State, frame: Frame) -> None:
        if not frame[hits.NEXT]:
            frame[hits.SEATS] = frame[hits.SEATS][::-1]
            frame[hits.AMOUNTS] = frame[hits.AMOUNTS][::-1]
        defend(machine, state, frame)

    change.swap(defend, defend_reversed)


def in_spotlights(change: Changes, found: Callable[[State, list[int]], list[int]]) -> None:
    """Misread whom a card hits where a marker is in a spotlight."""
    in_own = monsters.in_own_spotlight
    change.swap(in_own, lambda state: found(state, in_own(state)))


@AS_IF("other-spotlight", "the monster on the other side were hit", "kd.hit.by-spotlight")
def other_spotlight(change: Changes) -> None:
    in_spotlights(change, lambda state, seats: [rival(seat) for seat in seats])


@AS_IF("buyer-is-spared", "the buyer were never hit", "kd.hit.by-spotlight")
def buyer_is_spared(change: Changes) -> None:
    in_spotlights(
        change, lambda state, seats: [seat for seat in seats if seat != state.registers[ACTIVE]]
    )


@AS_IF("any-spotlight", "a marker in any spotlight hit both", "kd.hit.by-spotlight")
def any_spotlight(change: Changes) -> None:
    in_spotlights(
        change,
        lambda state, seats: (
            list(range(PLAYERS)) if any(map(in_spotlight, monsters.markers(state))) else []
        ),
    )


@AS_IF("one-side-only", "of markers on both sides only one hit", "kd.hit.by-spotlight")
def one_side_only(change: Changes) -> None:
    in_spotlights(change, lambda state, seats: seats[-1:])


# --- monsters that take no hits ------------------------------------------------------------------

Shields = list[tuple[int, int, Said]]


def shielding(change: Changes, left: Callable[[Duel, State, int, Shields], Shields]) -> None:
    """Misread what keeps a monster from being hit."""

    def said_of(machine: Duel, state: State, word: str, seat: int) -> Shields:
        return left(machine, state, seat, monsters.said_of(machine, state, word, seat))

    change.put(hits, "said_of", said_of)


def is_shielded(machine: Duel, state: State, seat: int) -> bool:
    """Whether a card says that a monster takes no hits."""
    return bool(monsters.said_of(machine, state, "cannot-be-hit", seat))


@AS_IF("own-cards-hit-all", "a monster's own cards hit it all the same", "kd.hit.immune")
def own_cards_hit_all(change: Changes) -> None:
    shielding(
        change,
        lambda machine, state, seat, found: [] if seat == state.registers[ACTIVE] else found,
    )


@AS_IF("immune-defends", "a monster that takes no hits defended itself", "kd.hit.immune")
def immune_defends(change: Changes) -> None:
    lose = hits.lose

    def lose_if_hit(machine: Duel, state: State, frame: Frame) -> None:
        frame[hits.AMOUNTS] = tuple(
            0 if is_shielded(machine, state, seat) else amount
            for seat, amount in zip(frame[hits.SEATS], frame[hits.AMOUNTS], strict=True)
        )
        lose(machine, state, frame)

    shielding(change, lambda machine, state, seat, found: [])
    change.swap(lose, lose_if_hit)


@AS_IF("immune-has-taken", "hits without harm were taken", "kd.hit.immune")
def immune_has_taken(change: Changes) -> None:
    shielding(change, lambda machine, state, seat, found: [])
    lose = hits.lose

    def lose_or_not(machine: Duel, state: State, frame: Frame) -> None:
        kept = [state.counters[HEARTS + seat] for seat in range(PLAYERS)]
        lose(machine, state, frame)
        for seat in range(PLAYERS):
            if is_shielded(machine, state, seat):
                state.counters[HEARTS + seat] = kept[seat]

    change.swap(lose, lose_or_not)


# --- what was taken ------------------------------------------------------------------------------


@AS_IF("prevented-is-taken", "a hit that was prevented were taken", "kd.hit.taken")
def prevented_is_taken(change: Changes) -> None:
    prevent = hits.prevent

    def prevent_and_count(state: State, seat: int, amount: int, cause: int, rules: Rules) -> None:
        before = hits.pending(state, seat)
        prevent(state, seat, amount, cause, rules)
        state.registers[TOOK + seat] += before - hits.pending(state, seat)

    change.swap(prevent, prevent_and_count)


@AS_IF("beyond-is-taken", "hits beyond the hearts were taken", "kd.hit.taken")
def beyond_is_taken(change: Changes) -> None:
    def lose_all(state: State, seat: int, amount: int, cause: int, rules: Rules) -> int:
        atoms.lose_hearts(state, seat, amount, cause, rules)
        return amount

    change.put(hits, "lose_hearts", lose_all)


def beyond(change: Changes, much: Callable[[int, int, int], int]) -> None:
    """Misread how many hits are beyond: from those before, those now, and the most."""
    hits_beyond = NUMBERS["hits-beyond"]

    def count(linker: Linker, call: Call) -> Any:
        told, most = hits_beyond(linker, call), int(str(call["n"]))

        def found(machine: Duel, state: State, frame: Frame, you: int) -> int:
            if machine.own_turns_only and state.registers[ACTIVE] != you:
                return int(told(machine, state, frame, you))
            other = rival(you)
            before = hits.taken_before(state, other)
            return max(0, much(before, hits.pending(state, other), most))

        return found

    change.put(NUMBERS, "hits-beyond", count)


@AS_IF("each-lot-alone", "hits of several sources did not add up", "kd.hit.beyond")
def each_lot_alone(change: Changes) -> None:
    beyond(change, lambda before, now, most: now - most)


@AS_IF("declined-comes-again", "what was declined were offered again", "kd.hit.beyond")
def declined_comes_again(change: Changes) -> None:
    beyond(change, lambda before, now, most: before + now - most)


@AS_IF("one-pull-for-all", "all hits beyond sold one pull", "kd.hit.beyond")
def one_pull_for_all(change: Changes) -> None:
    beyond(change, lambda before, now, most: min(1, before + now - max(most, before)))


@AS_IF("beyond-in-own-turns", "only hits of the owner's turns ever counted", "kd.hit.beyond")
def beyond_in_own_turns(change: Changes) -> None:
    flag(change, "own_turns_only", True)


@AS_IF("beyond-in-all-turns", "hits of all turns always counted", "kd.hit.beyond")
def beyond_in_all_turns(change: Changes) -> None:
    flag(change, "own_turns_only", False)


def taking(change: Changes, misread: Callable[[Linker, Call, Condition], Condition]) -> None:
    """Misread what asks for hits just taken."""
    takes = CONDITIONS["takes"]
    change.put(CONDITIONS, "takes", lambda linker, call: misread(linker, call, takes(linker, call)))


@AS_IF("exactly-so-many-hits", "more hits than asked for did not do", "kd.hit.at-least")
def exactly_so_many_hits(change: Changes) -> None:
    def exactly(linker: Linker, call: Call, takes: Condition) -> Condition:
        wanted = int(str(call["n"]))
        return lambda machine, state, source, you, context: (
            takes(machine, state, source, you, context) and hits.pending(state, you) <= wanted
        )

    taking(change, exactly)


@AS_IF("once-a-turn", "it were done once a turn", "kd.hit.at-least")
def once_a_turn(change: Changes) -> None:
    def once(machine: Duel) -> None:
        for linked in machine.abilities:
            if linked.head == "was-hit":
                linked.once = True

    change.relink(once)


@AS_IF("hits-always-add-up", "the hits of a turn were always added up", "kd.hit.at-least")
def hits_always_add_up(change: Changes) -> None:
    flag(change, "hits_add_up", True)


@AS_IF("hits-never-add-up", "the hits of a turn were never added up", "kd.hit.at-least")
def hits_never_add_up(change: Changes) -> None:
    flag(change, "hits_add_up", False)


# --- staying -------------------------------------------------------------------------------------


@AS_IF("staying-is-gaining", "the heart that is left were gained", "kd.hit.stay")
def staying_is_gaining(change: Changes) -> None:
    def gain_it(linker: Linker, call: Call) -> list[Any]:
        amount = linker.number(call["amount"])

        def act(machine: Duel, state: State, frame: Frame) -> None:
            much = amount(machine, state, frame, frame[YOU])
            hits.stay(state, frame[YOU], much, frame[SOURCE])
            gain_hearts(machine, state, frame[YOU], much, frame[SOURCE], ("kd.hit.stay",))

        return [act]

    change.put(EFFECTS, "set-hearts", gain_it)


@AS_IF("saved-and-hit", "a monster that was saved were hit in the same turn", "kd.hit.stay")
def saved_and_hit(change: Changes) -> None:
    shielding(
        change,
        lambda machine, state, seat, found: [
            each for each in found if monsters.works(machine, state, each[0], each[1])
        ],
    )


@AS_IF("saved-again", "the card that saved its owner were kept", "kd.hit.stay")
def saved_again(change: Changes) -> None:
    discard = EFFECTS["discard"]

    def discard_unless_saved(linker: Linker, call: Call) -> list[Any]:
        return [nothing] if linker.head == "heartless" else discard(linker, call)

    change.put(EFFECTS, "discard", discard_unless_saved)


@AS_IF("last-heart-was-lost", "the last heart of a saved monster were lost", "kd.hit.stay")
def last_heart_was_lost(change: Changes) -> None:
    change.swap(hits.stay, lambda state, seat, hearts, cause: None)
