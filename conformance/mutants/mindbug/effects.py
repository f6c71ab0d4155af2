"""Misreadings of how effects are carried out: who chooses, in what order, how much."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from conformance.mutants import verbs as do
from conformance.mutants.changes import Changes
from conformance.mutants.jumps import begin_again
from conformance.mutants.topic import Topic
from oracle.kernel import flow, waiting
from oracle.kernel.flow import repeat
from oracle.kernel.layout import NATURE
from oracle.kernel.machine import Step, ask, ask_to_choose
from oracle.kernel.state import Frame, State
from oracle.mindbug import defeat as defeat_topic
from oracle.mindbug import discard, effects, play, selection, setup
from oracle.mindbug.defeat import defeat
from oracle.mindbug.linker import Linker
from oracle.mindbug.machine import Mindbug
from oracle.mindbug.table import DONE, PLAY, SOURCE, YOU
from oracle.mindbug.words import EFFECTS
from rules_dsl.definitions import Call, Selection
from rules_dsl.module import Module

AS_IF = Topic("mindbug", "effects")


@AS_IF("every effect could be declined", "mb.effect.full")
@do.rewrite
def every_effect_may(module: Module) -> Module:
    found = []
    for card in module.cards:
        abilities = tuple(
            evolve(each, body=(Call("may", (("body", each.body),)),))
            if each.kind == "trigger"
            else each
            for each in card.abilities
        )
        found.append(evolve(card, abilities=abilities))
    return Module(tuple(found), module.keywords)


@do.verb
def choosing(change: Changes, instead: Any) -> None:
    """Wrap the step in which an effect's creatures or cards are chosen; `this` is not wrapped."""

    @change.around(selection.bind_choice)
    def bind_otherwise(bind_choice: Any, linker: Linker, phrase: Selection | Call) -> Any:
        choose, *others = bind_choice()
        if isinstance(phrase, Call) or phrase.quantity.kind != "exactly" or others:
            return [choose, *others]
        candidates = selection.bind_candidates(linker, phrase)
        count = linker.number(phrase.quantity.count)

        def choose_otherwise(machine: Mindbug, state: State, frame: Frame) -> None:
            found = candidates(machine, state, frame[SOURCE], frame[YOU])
            if len(found) < count(machine, state, frame):
                instead(machine, state, frame, choose)
            else:
                choose(machine, state, frame)

        return [choose_otherwise]


@AS_IF("an effect that cannot be done in full did nothing", "mb.effect.impossible")
@choosing
def all_or_nothing(machine: Mindbug, state: State, frame: Frame, choose: Step) -> None:
    state.answer = ()


@AS_IF("an impossible part of an effect stopped the rest of it", "mb.effect.impossible")
@choosing
def rest_is_lost(machine: Mindbug, state: State, frame: Frame, choose: Step) -> None:
    state.answer = ()
    frame[1] = len(machine.codes[frame[0]]) - 1


@AS_IF(
    "a creature saved by TOUGH counted as defeated for the rest of the effect", "mb.effect.linked"
)
@do.instead(defeat_topic, "defeat")
def exhausted_counts_as_defeated(
    machine: Mindbug, state: State, cards: tuple[int, ...], cause: int, why: Any, doer: Frame
) -> None:
    defeat(machine, state, cards, cause, why, doer)
    doer[DONE] = len(cards)


@AS_IF("the opponent made the choices of an effect", "mb.effect.chooser")
@do.instead(selection, "ask")
def opponent_chooses(state: State, kind: str, seat: int, *rest: Any) -> None:
    ask(state, kind, seat if seat == NATURE else 1 - seat, *rest)


@AS_IF(
    "the player of the effect chose what the opponent discards",
    "mb.effect.chooser",
    "mb.term.discard",
)
@do.instead(setup, "ask")
def you_choose_discards(state: State, kind: str, seat: int, *rest: Any) -> None:
    ask(state, kind, state.stack[-1][YOU] if kind == "choose" else seat, *rest)


@AS_IF(
    "what is random were chosen by the player of the effect",
    "mb.effect.named-chooser",
    "mb.term.steal",
)
def random_by_choice(change: Changes) -> None:
    def ask_a_player(state: State, kind: str, seat: int, *rest: Any) -> None:
        if kind == "pick":
            kind, seat = "choose", state.stack[-1][YOU]
        ask_to_choose(state, kind, seat, *rest)

    change.put(selection, "ask_to_choose", ask_a_player)
    change.put(discard, "ask_to_choose", ask_a_player)


@AS_IF("the player whose turn it is not ordered the effects", "mb.effect.order")
@do.relink
def other_orders(machine: Mindbug) -> None:
    active = machine.active
    machine.orderer = lambda state: 1 - active(state)


AS_IF("effects were ordered by the controller of the first of them", "mb.effect.order").so(
    "controller-orders", do.answer("orderer", lambda state: state.waiting[0][2])
)


@do.verb
def ordering(change: Changes, pick: Any) -> None:
    """Offer only some of the waiting effects; `pick(state, seat, options)`."""

    @change.instead(waiting, "ask")
    def ask_for_some(state: State, kind: str, seat: int, options: Any, *rest: Any) -> None:
        ask(state, kind, seat, pick(state, seat, options), *rest)


@AS_IF("the effects of the active player came before those of the opponent", "mb.effect.order")
@ordering
def own_effects_first(state: State, seat: int, options: Any) -> Any:
    return [option for option in options if option[3] == seat] or options


@AS_IF("nobody could order the effects that wait", "mb.effect.order")
@ordering
def no_order(state: State, seat: int, options: Any) -> Any:
    ability, card, who, *_ = state.waiting[0]
    return [(waiting.RESOLVE, card, ability, who)]


AS_IF(
    "effects that an effect triggers came before those that waited already",
    "mb.effect.one-at-a-time",
).so("newest-first", do.turn_round("nested_waiting"))


@AS_IF("'defeat all' defeated one after the other and looked anew each time", "mb.effect.at-once")
@do.around(EFFECTS, "defeat")
def defeated_one_by_one(bind: Any, linker: Linker, call: Call) -> Any:
    phrase = call["creatures"]
    if not isinstance(phrase, Selection) or phrase.quantity.kind != "all":
        return bind()
    candidates = selection.bind_candidates(linker, phrase)

    def act(machine: Mindbug, state: State, frame: Frame) -> None:
        done: list[int] = []
        defeated = 0
        while True:
            found = candidates(machine, state, frame[SOURCE], frame[YOU])
            left = [card for card in found if card not in done]
            if not left:
                frame[DONE] = defeated
                return
            done.append(left[0])
            why = effects.AT_ONCE, defeat_topic.TOUGH_ANY_CAUSE, (left[0],)
            defeat(machine, state, (left[0],), frame[SOURCE], why, frame)
            defeated += frame[DONE]

    return [act]


@AS_IF(
    "creatures that an effect defeats left play one after the other, with their effects between",
    "mb.attack.simultaneous",
)
def effects_defeat_in_turn(change: Changes) -> None:
    def next_one(machine: Mindbug, state: State, frame: Frame) -> None:
        cards, cause, why = frame[2], frame[3], frame[4]
        if not cards:
            state.stack.pop()
            return
        frame[2] = cards[1:]
        begin_again(frame)
        if PLAY <= state.where[cards[0]] <= PLAY + 1:
            before = len(state.waiting)
            defeat(machine, state, cards[:1], cause, why)
            resolve_now(machine, state, before)

    code = change.procedure("effect-defeats-in-turn", next_one, remembers=3)

    @change.instead(defeat_topic, "defeat")
    def defeat_in_turn(
        state: State, cards: tuple[int, ...], cause: int, why: Any, doer: Frame | None = None
    ) -> None:
        if doer is not None:
            doer[DONE] = len(cards)
        state.stack.append([code, 0, cards, cause, why])


@AS_IF(
    "the Play effect of a card that an effect brings into play came before the rest of that effect",
    "mb.effect.one-at-a-time",
)
@do.around(play.play_by_effect)
def play_effect_in_the_middle(play_by_effect: Any, machine: Mindbug, state: State) -> None:
    before = len(state.waiting)
    play_by_effect()
    resolve_now(machine, state, before)


def resolve_now(machine: Mindbug, state: State, before: int) -> None:
    """Begin what has triggered since so many effects waited, in the middle of what runs."""
    new = state.waiting[before:]
    del state.waiting[before:]
    for ability, card, seat, _, snapshot in reversed(new):
        state.stack.append(waiting.effect_frame(machine.abilities[ability], card, seat, snapshot))


@AS_IF(
    "an amount for each thing were lost, gained or discarded one after the other",
    "mb.effect.for-each",
)
def for_each_one_by_one(change: Changes) -> None:
    for word in ("lose-life", "gain-life", "discard"):
        change.put(EFFECTS, word, _one_by_one(EFFECTS[word]))


def _one_by_one(bind: Any) -> Any:
    def bind_repeated(linker: Linker, call: Call) -> list[Any]:
        count = call.get("count")
        if count is None:
            return list(bind(linker, call))
        args = tuple((key, None if key == "count" else value) for key, value in call.args)
        once = evolve(call, args=args)
        return repeat(linker.number(count), linker.slot(), bind(linker, once))

    return bind_repeated


AS_IF("a player were asked whether to do what would change nothing", "mb.effect.not-offered").so(
    "idle-offers", do.put(flow, "would_change", lambda *_: True)
)
